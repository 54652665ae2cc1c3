-- Where files are, and their way from one store to another. A file changes its place only as long as its row still names
-- the old one. A job's old one goes into the trash in the same statement, for whoever is just reading it.

-- name: places
-- How much lies in each store: files that a row names, of jobs and of the archive, and files that wait in the trash.
WITH files AS (
    SELECT upload_path AS path, bytes, NULL::timestamptz AS goes_at FROM jobs WHERE deleted_at IS NULL
    UNION ALL SELECT result_path, result_bytes, NULL FROM jobs WHERE deleted_at IS NULL
    UNION ALL SELECT document_path, document_bytes, NULL FROM jobs WHERE deleted_at IS NULL
    UNION ALL SELECT result_path, result_bytes, NULL FROM job_versions
    UNION ALL SELECT document_path, document_bytes, NULL FROM job_versions
    UNION ALL SELECT path, bytes, NULL FROM event_archives
    UNION ALL SELECT manifest_path, 0, NULL FROM event_archives
    UNION ALL SELECT path, 0, not_before FROM blob_trash
)
SELECT coalesce(substring(path FROM '^(.+://.+)/[a-z]+/[0-9a-f]{2}/[0-9a-f]{2}/[^/]+$'), 'disk') AS address,
       count(*) FILTER (WHERE goes_at IS NULL) AS files,
       coalesce(sum(bytes), 0)::bigint AS bytes,
       count(goes_at) AS trash,
       max(goes_at) AS trash_until
FROM files WHERE path IS NOT NULL
GROUP BY address ORDER BY address;

-- name: named_files
-- The files of jobs in the order of their ids, from one on.
SELECT id, upload_path, bytes, sha256, result_path, result_bytes, result_sha256,
       document_path, document_bytes, document_sha256
FROM jobs
WHERE id > %(after)s AND deleted_at IS NULL
  AND (upload_path IS NOT NULL OR result_path IS NOT NULL OR document_path IS NOT NULL)
ORDER BY id
LIMIT %(limit)s;

-- name: version_files
-- The files of earlier results in the order of their jobs, from one on.
SELECT job_id AS id, number, result_path, result_bytes, result_sha256, document_path, document_bytes, document_sha256
FROM job_versions
WHERE (job_id, number) > (%(after)s, %(number)s)
ORDER BY job_id, number
LIMIT %(limit)s;

-- name: move_file
-- The job names the copy from now on, if it still named the original.
WITH moved AS (
    UPDATE jobs
    SET upload_path = CASE %(what)s WHEN 'upload' THEN %(copy)s ELSE upload_path END,
        result_path = CASE %(what)s WHEN 'result' THEN %(copy)s ELSE result_path END,
        document_path = CASE %(what)s WHEN 'document' THEN %(copy)s ELSE document_path END
    WHERE id = %(id)s AND deleted_at IS NULL
      AND %(original)s = CASE %(what)s WHEN 'upload' THEN upload_path WHEN 'result' THEN result_path
                                       WHEN 'document' THEN document_path END
    RETURNING id
), trashed AS (
    INSERT INTO blob_trash (path, job_id, reason, not_before)
    SELECT path, id, 'moved', queue_now() + interval '1 hour'
    FROM moved, unnest(ARRAY[%(original)s, CASE %(what)s WHEN 'result' THEN %(original)s || '.json' END]) AS path
    WHERE path IS NOT NULL
    ON CONFLICT (path) DO UPDATE SET reason = excluded.reason, not_before = excluded.not_before
)
SELECT id FROM moved;

-- name: move_version_file
-- The same of an earlier result. Unlike above, its job may have taken it back: then the next move finds it there.
WITH moved AS (
    UPDATE job_versions
    SET result_path = CASE %(what)s WHEN 'result' THEN %(copy)s ELSE result_path END,
        document_path = CASE %(what)s WHEN 'document' THEN %(copy)s ELSE document_path END
    WHERE job_id = %(id)s AND number = %(number)s
      AND %(original)s = CASE %(what)s WHEN 'result' THEN result_path WHEN 'document' THEN document_path END
    RETURNING job_id AS id
), trashed AS (
    INSERT INTO blob_trash (path, job_id, reason, not_before)
    SELECT path, id, 'moved', queue_now() + interval '1 hour'
    FROM moved, unnest(ARRAY[%(original)s, CASE %(what)s WHEN 'result' THEN %(original)s || '.json' END]) AS path
    WHERE path IS NOT NULL
    ON CONFLICT (path) DO UPDATE SET reason = excluded.reason, not_before = excluded.not_before
)
SELECT id FROM moved;

-- name: move_archived
-- The archive's record names the copy from now on, if it still named the original. That stays: nobody deletes what is
-- archived, and the two have one name, so the trash could take the copy after a way back.
UPDATE event_archives
SET path = CASE %(what)s WHEN 'events' THEN %(copy)s ELSE path END,
    manifest_path = CASE %(what)s WHEN 'manifest' THEN %(copy)s ELSE manifest_path END
WHERE number = %(number)s
  AND %(original)s = CASE %(what)s WHEN 'events' THEN path WHEN 'manifest' THEN manifest_path END
RETURNING number;

-- name: announce
-- A process says that it runs, which stores it can read, and how many jobs it converts at once.
INSERT INTO storage_readers (process, stores, slots, version, clock_ahead, until)
VALUES (%(process)s, %(stores)s, %(slots)s, %(version)s, %(own_time)s - queue_now(), queue_now() + %(lasts)s)
ON CONFLICT (process) DO UPDATE
SET stores = excluded.stores, slots = excluded.slots, clock_ahead = excluded.clock_ahead, until = excluded.until,
    seen_at = queue_now();

-- name: withdraw
-- A process ends; those that ended without a word are forgotten, too.
DELETE FROM storage_readers WHERE process = %(process)s OR until < queue_now();

-- name: readers
-- The processes that run, and what they can read.
SELECT process, stores FROM storage_readers WHERE until >= queue_now() ORDER BY process;
