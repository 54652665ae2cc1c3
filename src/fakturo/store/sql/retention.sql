-- Retention. Nothing here touches a job that is waiting or being worked on, and nothing deletes a file:
-- files go into the trash, and from there when a download under way has had an hour to finish.

-- name: expire_pdfs
-- PDFs of finished jobs whose time is over, a few at a time.
WITH due AS (
    SELECT id, upload_path FROM jobs
    WHERE upload_path IS NOT NULL AND status IN ('complete', 'failed')
      AND coalesce(completed_at, failed_at) < (SELECT queue_now() - %(ttl)s::interval)
    ORDER BY coalesce(completed_at, failed_at)
    LIMIT %(limit)s
    FOR UPDATE SKIP LOCKED
), expired AS (
    UPDATE jobs SET upload_path = NULL FROM due WHERE jobs.id = due.id
    RETURNING jobs.id, due.upload_path AS path, sha256, bytes, attempt_count
), trashed AS (
    INSERT INTO blob_trash (path, job_id, reason, not_before)
    SELECT path, id, 'retention', queue_now() + interval '1 hour' FROM expired
    ON CONFLICT (path) DO NOTHING
), logged AS (
    INSERT INTO job_events (job_id, event_type, attempt, meta)
    SELECT id, 'expired', attempt_count,
           jsonb_build_object('what', 'pdf', 'sha256', sha256, 'bytes', bytes, 'reason', %(reason)s::text)
    FROM expired
)
SELECT id FROM expired;

-- name: expire_results
-- Results whose time is over, or that their owner has fetched and wants gone, a few at a time.
WITH due AS (
    SELECT id, result_path, document_path FROM jobs
    WHERE result_path IS NOT NULL
      AND (completed_at < (SELECT queue_now() - %(ttl)s::interval)
           OR (%(after_download)s AND first_downloaded_at IS NOT NULL))
    ORDER BY completed_at
    LIMIT %(limit)s
    FOR UPDATE SKIP LOCKED
), expired AS (
    UPDATE jobs
    SET result_path = NULL, document_path = NULL, expired_at = queue_now()
    FROM due WHERE jobs.id = due.id
    RETURNING jobs.id, due.result_path, due.document_path, result_sha256, result_bytes, attempt_count
), trashed AS (
    INSERT INTO blob_trash (path, job_id, reason, not_before)
    SELECT path, id, 'retention', queue_now() + interval '1 hour'
    FROM expired, unnest(ARRAY[result_path, result_path || '.json', document_path]) AS path
    WHERE path IS NOT NULL
    ON CONFLICT (path) DO NOTHING
), logged AS (
    INSERT INTO job_events (job_id, event_type, attempt, meta)
    SELECT id, 'expired', attempt_count,
           jsonb_build_object('what', 'xml', 'sha256', result_sha256, 'bytes', result_bytes, 'reason', %(reason)s::text)
    FROM expired
)
SELECT id FROM expired;

-- name: expire_versions
-- Earlier results of finished jobs whose time is over, or that their owner has fetched and wants gone, a few at a time.
WITH due AS (
    SELECT id, attempt_count, number FROM job_versions JOIN jobs ON id = job_id
    WHERE status IN ('complete', 'failed')
      AND (made_at < (SELECT queue_now() - %(ttl)s::interval)
           OR (%(after_download)s AND job_versions.first_downloaded_at IS NOT NULL))
    ORDER BY made_at
    LIMIT %(limit)s
    FOR UPDATE SKIP LOCKED
), expired AS (
    DELETE FROM job_versions USING due WHERE job_id = due.id AND job_versions.number = due.number
    RETURNING job_id, due.attempt_count, due.number, result_path, document_path, result_sha256, result_bytes
), trashed AS (
    INSERT INTO blob_trash (path, job_id, reason, not_before)
    SELECT path, job_id, 'retention', queue_now() + interval '1 hour'
    FROM expired, unnest(ARRAY[result_path, result_path || '.json', document_path]) AS path
    WHERE path IS NOT NULL
    ON CONFLICT (path) DO NOTHING
), logged AS (
    INSERT INTO job_events (job_id, event_type, attempt, meta)
    SELECT job_id, 'expired', attempt_count,
           jsonb_build_object('what', 'version', 'version', number, 'sha256', result_sha256, 'bytes', result_bytes,
                              'reason', %(reason)s::text)
    FROM expired
)
SELECT job_id FROM expired;

-- name: redate
-- Rows say when their files will go by the rules of today, also if those have changed since: a few at a time, from one on.
WITH due AS (
    SELECT id, at
    FROM jobs CROSS JOIN LATERAL (SELECT CASE status WHEN 'complete' THEN completed_at + %(xml_ttl)s::interval
                                                     ELSE failed_at + %(pdf_ttl)s::interval END AS at) AS today
    WHERE deleted_at IS NULL AND id > %(after)s AND expires_at IS DISTINCT FROM at
      AND ((status = 'complete' AND result_path IS NOT NULL) OR (status = 'failed' AND upload_path IS NOT NULL))
    ORDER BY id
    LIMIT %(limit)s
    FOR NO KEY UPDATE OF jobs
)
UPDATE jobs SET expires_at = due.at FROM due WHERE jobs.id = due.id
RETURNING jobs.id;

-- name: due_trash
-- Files that may go now, none while a backup copies what it found named; an orphan only if no row has come to name it.
SELECT path FROM blob_trash
WHERE not_before <= queue_now()
  AND NOT EXISTS (SELECT FROM sweeps WHERE name = 'backup' AND held_until > queue_now())
  AND (reason <> 'orphan' OR NOT EXISTS (
      SELECT FROM jobs
      WHERE upload_path = path OR result_path = regexp_replace(path, '\.json$', '') OR document_path = path)
      AND NOT EXISTS (
      SELECT FROM job_versions WHERE result_path = regexp_replace(path, '\.json$', '') OR document_path = path))
ORDER BY not_before
LIMIT %(limit)s;

-- name: empty_trash
-- Notes that these files are gone. A row that came to name such a path again would keep it; none does, paths are never reused.
DELETE FROM blob_trash WHERE path = ANY (%(paths)s);

-- name: postpone_trash
-- A file that would not go: tried again in an hour, so that it does not hold up the others.
UPDATE blob_trash SET not_before = queue_now() + interval '1 hour' WHERE path = %(path)s;

-- name: trash_orphans
-- Files that no row names wait a week more, and go only if then still none does.
INSERT INTO blob_trash (path, reason, not_before)
SELECT path, 'orphan', queue_now() + interval '7 days' FROM unnest(%(paths)s::text[]) AS path
ON CONFLICT (path) DO NOTHING;

-- name: unnamed
-- Which of these files no row names, neither as upload, result, sidecar or document, nor in the trash.
SELECT file.path FROM unnest(%(paths)s::text[]) AS file (path)
WHERE NOT EXISTS (SELECT FROM jobs WHERE upload_path = file.path)
  AND NOT EXISTS (SELECT FROM jobs WHERE result_path = regexp_replace(file.path, '\.json$', ''))
  AND NOT EXISTS (SELECT FROM jobs WHERE document_path = file.path)
  AND NOT EXISTS (SELECT FROM job_versions WHERE result_path = regexp_replace(file.path, '\.json$', ''))
  AND NOT EXISTS (SELECT FROM job_versions WHERE document_path = file.path)
  AND NOT EXISTS (SELECT FROM blob_trash WHERE blob_trash.path = file.path);

-- name: named_results
-- Results in the order of their jobs, from one on: to see whether the files are still there.
SELECT id, result_path FROM jobs
WHERE result_path IS NOT NULL AND deleted_at IS NULL AND id > %(after)s
ORDER BY id
LIMIT %(limit)s;

-- name: mark_vanished
-- A result whose file is gone, nobody knows why: the job says so from now on.
WITH vanished AS (
    UPDATE jobs
    SET result_path = NULL, document_path = NULL, expired_at = queue_now()
    WHERE id = %(id)s AND result_path = %(path)s
    RETURNING id, attempt_count, result_sha256, result_bytes
)
INSERT INTO job_events (job_id, event_type, attempt, meta)
SELECT id, 'expired', attempt_count,
       jsonb_build_object('what', 'xml', 'sha256', result_sha256, 'bytes', result_bytes, 'reason', 'vanished')
FROM vanished;

-- name: forget_limits
-- Buckets that have been full for a day.
DELETE FROM rate_limits WHERE full_at < queue_now() - interval '1 day';

-- name: forget_keys
-- API keys that nobody could use for three months.
DELETE FROM api_keys WHERE least(revoked_at, expires_at) < queue_now() - interval '90 days';

-- name: forecast
-- What a sweep would expire now.
SELECT count(*) FILTER (WHERE upload_path IS NOT NULL AND status IN ('complete', 'failed')
                          AND coalesce(completed_at, failed_at) < queue_now() - %(pdf_ttl)s::interval) AS pdfs,
       count(*) FILTER (WHERE result_path IS NOT NULL
                          AND (completed_at < queue_now() - %(xml_ttl)s::interval
                               OR (%(after_download)s AND first_downloaded_at IS NOT NULL)))
       + (SELECT count(*) FROM job_versions JOIN jobs AS of ON of.id = job_id
          WHERE of.status IN ('complete', 'failed')
            AND (made_at < queue_now() - %(xml_ttl)s::interval
                 OR (%(after_download)s AND job_versions.first_downloaded_at IS NOT NULL))) AS results,
       (SELECT count(*) FROM blob_trash WHERE not_before <= queue_now()) AS trash
FROM jobs;

-- name: forget_raw_answers
-- Answers of a language model that could not be used go with the PDF's time.
DELETE FROM raw_answers WHERE made_at < queue_now() - %(ttl)s::interval;
