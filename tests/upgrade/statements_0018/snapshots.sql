-- A whole database on its way into a backup, and back out of one.

-- name: columns
-- The columns of these tables that are worth keeping. Numbers of transactions mean nothing in another server.
SELECT relname AS table, array_agg(attname::text ORDER BY attnum) AS columns
FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
WHERE relnamespace = to_regnamespace(quote_ident(current_schema())) AND relname = ANY (%(tables)s) AND relkind = 'r'
  AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND atttypid <> 'xid8'::regtype
GROUP BY relname;

-- name: numbering
-- Columns that number their rows, and the last number given: none is ever given twice, not even after a restore.
SELECT relname AS table, attname AS column,
       coalesce(pg_sequence_last_value(pg_get_serial_sequence(quote_ident(relname), attname)::regclass), 0) AS last
FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
WHERE relnamespace = to_regnamespace(quote_ident(current_schema())) AND relname = ANY (%(tables)s) AND attidentity <> '';

-- name: number_on
-- Numbers go on from there.
SELECT setval(pg_get_serial_sequence(quote_ident(%(table)s), %(column)s)::regclass, %(last)s);

-- name: named_files
-- Every file that a row names, with what is known of it. A deleted job's files are on their way out.
-- Whoever adds a column that names files adds it here, and to the statements that move paths below.
SELECT upload_path AS path, bytes AS size, sha256 FROM jobs WHERE upload_path IS NOT NULL AND deleted_at IS NULL
UNION ALL
SELECT result_path, result_bytes, result_sha256 FROM jobs WHERE result_path IS NOT NULL AND deleted_at IS NULL
UNION ALL
SELECT result_path || '.json', NULL, NULL FROM jobs WHERE result_path IS NOT NULL AND deleted_at IS NULL
UNION ALL
SELECT document_path, document_bytes, document_sha256 FROM jobs WHERE document_path IS NOT NULL AND deleted_at IS NULL
UNION ALL
SELECT result_path, result_bytes, result_sha256 FROM job_versions
UNION ALL
SELECT result_path || '.json', NULL, NULL FROM job_versions
UNION ALL
SELECT document_path, document_bytes, document_sha256 FROM job_versions WHERE document_path IS NOT NULL
UNION ALL
SELECT path, bytes, sha256 FROM event_archives
UNION ALL
SELECT manifest_path, NULL, manifest_sha256 FROM event_archives;

-- name: still_named
-- Which of these files a row names at this moment.
SELECT file.path FROM unnest(%(paths)s::text[]) AS file (path)
WHERE EXISTS (SELECT FROM jobs WHERE upload_path = file.path AND deleted_at IS NULL)
   OR EXISTS (SELECT FROM jobs WHERE result_path = regexp_replace(file.path, '\.json$', '') AND deleted_at IS NULL)
   OR EXISTS (SELECT FROM jobs WHERE document_path = file.path AND deleted_at IS NULL)
   OR EXISTS (SELECT FROM job_versions WHERE result_path = regexp_replace(file.path, '\.json$', ''))
   OR EXISTS (SELECT FROM job_versions WHERE document_path = file.path)
   OR EXISTS (SELECT FROM event_archives WHERE file.path IN (path, manifest_path));

-- name: users
-- Processes of ours that work on this database.
SELECT DISTINCT application_name FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND starts_with(application_name, 'fakturo ')
ORDER BY application_name;

-- name: present
-- Which of these tables there are.
SELECT name FROM unnest(%(tables)s::text[]) AS name WHERE to_regclass(name) IS NOT NULL;

-- name: any_job
-- Whether there is one at all.
SELECT true FROM jobs LIMIT 1;

-- name: any_entry
-- Whether anybody has a directory.
SELECT true FROM directories LIMIT 1;

-- name: end_leases
-- Whoever held a lease works for a database that is gone: over, for the ordinary reclaim, and at no cost of an attempt.
UPDATE jobs SET lease_expires_at = least(lease_expires_at, queue_now()), attempt_count = greatest(attempt_count - 1, 0)
WHERE status = 'processing' AND deleted_at IS NULL;

-- name: end_turns
-- Nobody sweeps, archives or backs up any more.
UPDATE sweeps SET holder = NULL, held_until = NULL;

-- name: renew_epoch
-- From here on, no reader's earlier place in the feed of changes is valid.
UPDATE feed_epoch SET epoch = gen_random_uuid(), since = queue_now();

-- name: bases
-- The stores that paths name: what stands before the names of files.
SELECT DISTINCT regexp_replace(path, '[a-z]+/[0-9a-f]{2}/[0-9a-f]{2}/[^/]+$', '') FROM (
    SELECT unnest(ARRAY[upload_path, result_path, document_path]) FROM jobs
    UNION ALL
    SELECT unnest(ARRAY[result_path, document_path]) FROM job_versions
    UNION ALL
    SELECT path FROM blob_trash
    UNION ALL
    SELECT unnest(ARRAY[path, manifest_path]) FROM event_archives
) AS named (path)
WHERE path IS NOT NULL;

-- name: move_job_files
-- The same files in another store.
UPDATE jobs SET
    upload_path = regexp_replace(upload_path, %(pattern)s, %(replacement)s),
    result_path = regexp_replace(result_path, %(pattern)s, %(replacement)s),
    document_path = regexp_replace(document_path, %(pattern)s, %(replacement)s)
WHERE upload_path ~ %(pattern)s OR result_path ~ %(pattern)s OR document_path ~ %(pattern)s;

-- name: move_version_files
-- Those of earlier results.
UPDATE job_versions SET
    result_path = regexp_replace(result_path, %(pattern)s, %(replacement)s),
    document_path = regexp_replace(document_path, %(pattern)s, %(replacement)s)
WHERE result_path ~ %(pattern)s OR document_path ~ %(pattern)s;

-- name: move_trash
-- What waits to be deleted there.
UPDATE blob_trash SET path = regexp_replace(path, %(pattern)s, %(replacement)s) WHERE path ~ %(pattern)s;

-- name: move_archives
-- The archive.
UPDATE event_archives SET
    path = regexp_replace(path, %(pattern)s, %(replacement)s),
    manifest_path = regexp_replace(manifest_path, %(pattern)s, %(replacement)s)
WHERE path ~ %(pattern)s OR manifest_path ~ %(pattern)s;
