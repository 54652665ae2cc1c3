-- The web's side of the jobs table. Every statement that reads or writes a job names its owner.

-- name: find_twin
-- The owner's live job for the same file and mapping; or else the last one that another version of the mapping was used for.
SELECT * FROM jobs
WHERE owner_key = %(owner_key)s AND sha256 = %(sha256)s AND bytes = %(bytes)s AND mapping = %(mapping)s
  AND (mapping_version = %(mapping_version)s OR status = 'complete')
  AND status <> 'failed' AND deleted_at IS NULL AND expired_at IS NULL
ORDER BY mapping_version = %(mapping_version)s DESC, created_at DESC, id
LIMIT 1;

-- name: find_by_key
-- The owner's job that was handed in with this key, or whose file was.
(SELECT * FROM jobs WHERE owner_key = %(owner_key)s AND idempotency_key = %(idempotency_key)s AND deleted_at IS NULL)
UNION ALL
(SELECT jobs.* FROM upload_keys JOIN jobs ON id = job_id
 WHERE upload_keys.idempotency_key = %(idempotency_key)s AND owner_key = %(owner_key)s AND deleted_at IS NULL)
LIMIT 1;

-- name: remember_key
-- An upload with a key was answered with a job that came without it.
INSERT INTO upload_keys (idempotency_key, job_id)
SELECT %(idempotency_key)s, id FROM jobs WHERE id = %(job_id)s AND idempotency_key IS DISTINCT FROM %(idempotency_key)s
ON CONFLICT DO NOTHING;

-- name: refuse
-- Keeps a refused upload as a failed job without a file, so that the page can show it.
WITH refused AS (
    INSERT INTO jobs (id, owner_key, owner_session_id, user_id, original_filename, name_words, content_type, bytes,
                      mapping, mapping_version, pipeline, status, error_code, error_message, failed_at)
    VALUES (%(id)s, %(owner_key)s, %(owner_session_id)s, %(user_id)s, %(original_filename)s, %(name_words)s,
            %(content_type)s, %(bytes)s, %(mapping)s, %(mapping_version)s, %(pipeline)s, 'failed', %(error_code)s, %(error_message)s,
            queue_now())
    RETURNING *
), logged AS (
    INSERT INTO job_events (job_id, event_type, attempt, error_code)
    SELECT refused.id, event.type, 0, event.code
    FROM refused, (VALUES ('uploaded', NULL), ('failed', %(error_code)s)) AS event (type, code)
)
SELECT * FROM refused;

-- name: get
-- One job of the owner.
SELECT *, likely_duplicate(jobs) AS duplicate_of FROM jobs
WHERE id = %(id)s AND owner_key = %(owner_key)s AND deleted_at IS NULL;

-- name: exists
-- Whether anybody has such a job: tells "not yours" from "not there", and nothing else about it.
SELECT true AS found FROM jobs WHERE id = %(id)s AND deleted_at IS NULL;

-- name: get_many
-- Several jobs of the owner.
SELECT * FROM jobs WHERE id = ANY (%(ids)s::uuid[]) AND owner_key = %(owner_key)s AND deleted_at IS NULL;

-- name: existing
-- Which of these anybody has: as above, tells "not yours" from "not there".
SELECT id FROM jobs WHERE id = ANY (%(ids)s::uuid[]) AND deleted_at IS NULL;

-- name: list
-- The owner's jobs, newest first, from a place in that order on; and before which transaction nothing is still to come, so
-- that a reader may follow changes from there. One row without a job, if there is none. Since a time: the index alone says how
-- far back jobs go that changed since, and nothing older is looked at.
SELECT head.*, page.*
FROM feed_head(%(owner_key)s) AS head
LEFT JOIN LATERAL (
    SELECT *, likely_duplicate(jobs) AS duplicate_of FROM jobs
    WHERE owner_key = %(owner_key)s AND deleted_at IS NULL
      AND is_wanted(jobs, %(statuses)s::text[], %(reviews)s::text[], %(mappings)s::text[], %(codes)s::text[])
      AND (%(since)s::timestamptz IS NULL OR updated_at >= %(since)s)
      AND created_at >= CASE WHEN %(since)s IS NULL THEN '-infinity'
                             ELSE (SELECT coalesce(min(changed.created_at), 'infinity') FROM jobs AS changed
                                   WHERE changed.owner_key = %(owner_key)s AND changed.deleted_at IS NULL
                                     AND changed.updated_at >= %(since)s) END
      AND (%(before_created_at)s::timestamptz IS NULL
           OR (created_at, id) < (%(before_created_at)s, %(before_id)s::uuid))
    ORDER BY created_at DESC, id DESC
    LIMIT %(limit)s
) AS page ON true
ORDER BY page.created_at DESC, page.id DESC;

-- name: find
-- The same of those that have all these words.
SELECT head.*, page.*
FROM feed_head(%(owner_key)s) AS head
LEFT JOIN LATERAL (
    SELECT *, likely_duplicate(jobs) AS duplicate_of FROM jobs
    WHERE search @@ %(words)s::tsquery AND owner_key = %(owner_key)s AND deleted_at IS NULL
      AND is_wanted(jobs, %(statuses)s::text[], %(reviews)s::text[], %(mappings)s::text[], %(codes)s::text[])
      AND (%(since)s::timestamptz IS NULL OR updated_at >= %(since)s)
      AND (%(before_created_at)s::timestamptz IS NULL
           OR (created_at, id) < (%(before_created_at)s, %(before_id)s::uuid))
    ORDER BY created_at DESC, id DESC
    LIMIT %(limit)s
) AS page ON true
ORDER BY page.created_at DESC, page.id DESC;

-- name: changes
-- The owner's jobs that changed from a transaction on, deleted ones too, in the order of the transactions. Whoever asks next
-- from this snapshot's horizon on misses nothing: what commits later belongs to a transaction that is not before it.
SELECT head.*, page.*
FROM feed_head(%(owner_key)s) AS head
LEFT JOIN LATERAL (
    SELECT *, likely_duplicate(jobs) AS duplicate_of FROM jobs
    WHERE owner_key = %(owner_key)s AND (changed_xid, id) > (%(after_xid)s::xid8, %(after_id)s::uuid)
      AND (deleted_at IS NOT NULL OR is_wanted(jobs, %(statuses)s::text[], %(reviews)s::text[], %(mappings)s::text[], %(codes)s::text[]))
    ORDER BY changed_xid, id
    LIMIT %(limit)s
) AS page ON true
ORDER BY page.changed_xid, page.id;

-- name: changed_from
-- Of these owners, those whose jobs changed from a transaction on, each from one of its own; one row without an owner, if
-- there are none.
SELECT feed_epoch.epoch, changed.owner_key
FROM feed_epoch
LEFT JOIN (SELECT owner_key FROM unnest(%(owners)s::text[], %(horizons)s::text[]) AS asked (owner_key, horizon)
           WHERE EXISTS (SELECT FROM jobs
                         WHERE jobs.owner_key = asked.owner_key AND changed_xid >= horizon::xid8)) AS changed ON true;

-- name: ahead
-- How many jobs stand in line before one of the owner's, whoever's they are; not counted beyond a limit.
SELECT count(*) AS ahead FROM (
    SELECT FROM jobs AS other JOIN jobs AS mine USING (pipeline)
    WHERE mine.id = %(id)s AND mine.owner_key = %(owner_key)s AND other.fair_at < mine.fair_at
      AND other.status = 'queued' AND other.deleted_at IS NULL AND other.retry_after IS NULL
    LIMIT %(limit)s
) AS before;

-- name: events
-- What happened to a job of the owner, the last of it.
SELECT event_type, attempt, gateway_status, duration_ms, job_events.error_code, meta, job_events.created_at
FROM job_events JOIN jobs ON jobs.id = job_id
WHERE job_id = %(id)s AND owner_key = %(owner_key)s AND deleted_at IS NULL
ORDER BY job_events.id DESC
LIMIT %(limit)s;

-- name: record_downloads
-- Notes that the owner fetched these results.
WITH held AS (
    SELECT id FROM jobs
    WHERE id = ANY (%(ids)s::uuid[]) AND owner_key = %(owner_key)s AND status = 'complete' AND deleted_at IS NULL
    ORDER BY id
    FOR NO KEY UPDATE
), downloaded AS (
    UPDATE jobs
    SET download_count = download_count + 1, first_downloaded_at = coalesce(first_downloaded_at, queue_now())
    FROM held
    WHERE jobs.id = held.id
    RETURNING jobs.id, attempt_count
)
INSERT INTO job_events (job_id, event_type, attempt)
SELECT id, 'downloaded', attempt_count FROM downloaded;

-- name: retry
-- A person asks for a failed job again: as new, in a generation of its own, and with the mapping's version of today, or with
-- another mapping. No row
-- if it is not failed, its file is gone, or a live twin of it exists (asked for before; the unique index has the last word).
WITH before AS (
    SELECT id, mapping_version, coalesce(%(pipeline)s, pipeline) AS pipeline FROM jobs WHERE id = %(id)s FOR UPDATE
), retried AS (
    UPDATE jobs
    SET status = 'queued', queued_at = queue_now(), fair_at = next_place(owner_key, before.pipeline, bytes),
        mapping = coalesce(%(mapping)s, mapping),
        mapping_version = coalesce(%(mapping_version)s, jobs.mapping_version), pipeline = before.pipeline,
        attempt_count = 0, crash_count = 0, release_count = 0, manual_retry_count = manual_retry_count + 1,
        error_code = NULL, error_message = NULL, last_error_code = NULL, failed_at = NULL, expires_at = NULL
    FROM before
    WHERE jobs.id = before.id AND owner_key = %(owner_key)s AND status = 'failed' AND deleted_at IS NULL
      AND upload_path IS NOT NULL
    RETURNING jobs.*
), logged AS (
    INSERT INTO job_events (job_id, event_type, attempt, meta)
    SELECT id, 'queued', 0, jsonb_build_object('manual', true, 'generation', manual_retry_count)
           || CASE WHEN retried.mapping_version = before.mapping_version THEN '{}'
                   ELSE jsonb_build_object('mapping_version', jsonb_build_object(
                            'from', before.mapping_version, 'to', retried.mapping_version)) END
    FROM retried JOIN before USING (id)
)
SELECT * FROM retried;

-- name: convert_again
-- A finished job joins the line again, with the mapping's version of today or with another mapping. Its result is set aside
-- first, as an earlier version. No row if it is not finished, not that version any more, or its file is gone; the unique
-- index has the last word if a live twin of it exists.
WITH before AS (
    SELECT jobs AS job FROM jobs
    WHERE id = %(id)s AND owner_key = %(owner_key)s AND status = 'complete' AND version = %(version)s AND deleted_at IS NULL
      AND coalesce(%(upload_path)s, upload_path) IS NOT NULL
    FOR UPDATE
), aside AS (
    SELECT set_result_aside(job) AS id FROM before
), queued AS (
    UPDATE jobs
    SET status = 'queued', queued_at = queue_now(), fair_at = next_place(owner_key, %(pipeline)s, bytes),
        version = version + 1, mapping = coalesce(%(mapping)s, mapping), mapping_version = %(mapping_version)s,
        pipeline = %(pipeline)s, upload_path = coalesce(%(upload_path)s, upload_path),
        attempt_count = 0, crash_count = 0, release_count = 0, last_error_code = NULL,
        completed_at = NULL, expires_at = NULL, expired_at = NULL, first_downloaded_at = NULL,
        review = NULL, made_with = NULL, conversion_ms = NULL, saved_by = NULL,
        result_path = NULL, result_bytes = NULL, result_sha256 = NULL,
        document_path = NULL, document_bytes = NULL, document_sha256 = NULL
    FROM aside
    WHERE jobs.id = aside.id
    RETURNING jobs.*
), logged AS (
    INSERT INTO job_events (job_id, event_type, attempt, meta)
    SELECT id, 'queued', 0, jsonb_build_object('again', true, 'version', version, 'because', %(because)s::text[]) FROM queued
)
SELECT * FROM queued;

-- name: versions
-- The earlier results of a job of the owner.
SELECT job_versions.* FROM job_versions JOIN jobs ON jobs.id = job_id
WHERE job_id = %(id)s AND owner_key = %(owner_key)s AND deleted_at IS NULL
ORDER BY number;

-- name: record_version_download
-- Notes that the owner fetched an earlier result.
WITH downloaded AS (
    UPDATE job_versions SET first_downloaded_at = coalesce(job_versions.first_downloaded_at, queue_now())
    FROM jobs
    WHERE job_id = %(id)s AND number = %(number)s AND jobs.id = job_id AND owner_key = %(owner_key)s AND deleted_at IS NULL
    RETURNING job_id, number, attempt_count
)
INSERT INTO job_events (job_id, event_type, attempt, meta)
SELECT job_id, 'downloaded', attempt_count, jsonb_build_object('version', number) FROM downloaded;

-- name: directory_state
-- In which state the directory is that is asked for an owner.
SELECT directory_state(%(owner_key)s) AS state;

-- name: waiting_reviews
-- Results that somebody should look at, made before the last change of the directory that is asked for them, or of their
-- owner's templates: an owner's, or, if it is everybody's, anybody's. Their PDFs are still here, and nobody has saved them.
SELECT id, owner_key,
       CASE WHEN made_with ->> 'directory' <> directory_state(owner_key) THEN ARRAY['directory'] ELSE '{}' END
       || CASE WHEN coalesce(made_with ->> 'own_templates', 'none') <> templates_state(owner_key) THEN ARRAY['templates']
               ELSE '{}' END AS because
FROM jobs
WHERE status = 'complete' AND review = 'needed' AND deleted_at IS NULL AND upload_path IS NOT NULL
  AND (owner_key = %(owner_key)s OR %(owner_key)s = '*')
  AND result_kind = 'converted' AND made_with ? 'directory'
  AND (made_with ->> 'directory' <> directory_state(owner_key)
       OR coalesce(made_with ->> 'own_templates', 'none') <> templates_state(owner_key))
ORDER BY completed_at, id
LIMIT %(limit)s;

-- name: find_twin_of
-- The live job that stands in the way of asking for this one again.
SELECT twin.* FROM jobs AS twin JOIN jobs AS job USING (owner_key, sha256, bytes)
WHERE job.id = %(id)s AND job.owner_key = %(owner_key)s AND twin.id <> job.id
  AND twin.mapping = coalesce(%(mapping)s, job.mapping)
  AND twin.mapping_version = coalesce(%(mapping_version)s, job.mapping_version)
  AND twin.status <> 'failed' AND twin.deleted_at IS NULL AND twin.expired_at IS NULL;

-- name: delete
-- Removes jobs from their owner's sight and ends their leases; files go when nobody can be reading them any more, and no row
-- names them from now on. Those that still wait give their places back, so that what the owner sends next does not stand
-- behind what is gone.
WITH before AS (
    SELECT id, lease_token AS token, upload_path, result_path, document_path FROM jobs
    WHERE id = ANY (%(ids)s::uuid[]) AND owner_key = %(owner_key)s AND deleted_at IS NULL
    ORDER BY id
    FOR UPDATE
), deleted AS (
    UPDATE jobs
    SET deleted_at = queue_now(), leased_by = NULL, lease_expires_at = NULL, lease_token = NULL, retry_after = NULL,
        fair_at = CASE WHEN status <> 'queued' THEN fair_at END, idempotency_key = NULL,
        upload_path = NULL, result_path = NULL, document_path = NULL
    FROM before
    WHERE jobs.id = before.id
    RETURNING jobs.id, attempt_count, status, before.upload_path, before.result_path, before.document_path, before.token
), versions AS (
    DELETE FROM job_versions USING before WHERE job_id = before.id
    RETURNING job_id, job_versions.result_path, job_versions.document_path
), forgotten AS (
    DELETE FROM raw_answers USING before WHERE job_id = before.id
), trashed AS (
    INSERT INTO blob_trash (path, job_id, reason, not_before)
    SELECT path, id, 'deleted', queue_now() + interval '1 hour'
    FROM (SELECT id, upload_path, result_path, document_path FROM deleted
          UNION ALL SELECT job_id, NULL, result_path, document_path FROM versions) AS files,
         unnest(ARRAY[upload_path, result_path, result_path || '.json', document_path]) AS path
    WHERE path IS NOT NULL
    ON CONFLICT (path) DO NOTHING
), logged AS (
    INSERT INTO job_events (job_id, event_type, attempt, lease_token, meta)
    SELECT id, 'deleted', attempt_count, token, jsonb_build_object('status', status) FROM deleted
)
SELECT id, token IS NOT NULL AS was_running FROM deleted;

-- name: overview
-- How many jobs the owner has of each kind that the page tells apart, and how long the last twenty took, in seconds
-- (their last attempts: a job that is converted again began long before).
SELECT count(*) AS "all",
       count(*) FILTER (WHERE status IN ('uploaded', 'queued', 'processing')) AS active,
       count(*) FILTER (WHERE status = 'complete' AND review IS DISTINCT FROM 'needed') AS ready,
       count(*) FILTER (WHERE status = 'complete' AND review = 'needed') AS review,
       count(*) FILTER (WHERE status = 'failed') AS failed,
       (SELECT extract(epoch FROM avg(completed_at - last_attempt_at))::float8
        FROM (SELECT completed_at, last_attempt_at FROM jobs
              WHERE owner_key = %(owner_key)s AND deleted_at IS NULL AND status = 'complete' AND result_kind = 'converted'
              ORDER BY created_at DESC, id DESC
              LIMIT 20) AS last) AS mean_seconds
FROM jobs
WHERE owner_key = %(owner_key)s AND deleted_at IS NULL;

-- name: raw_answer
-- What a language model answered about a job of the owner, if it could not be used.
SELECT text FROM raw_answers JOIN jobs ON jobs.id = job_id
WHERE job_id = %(id)s AND owner_key = %(owner_key)s AND deleted_at IS NULL;
