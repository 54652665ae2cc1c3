-- One job's story, for operators: whoever may read the database may read it, so nobody's name is asked for.

-- name: job
-- The job, without its file's name and where its files are.
SELECT id, status, review, mapping, mapping_version, pipeline, attempt_count, manual_retry_count, error_code, last_error_code,
       created_at, retry_after, leased_by, lease_expires_at, request_id, traceparent, deleted_at, expired_at
FROM jobs WHERE id = %(id)s;

-- name: events
-- All that happened to it, in order.
SELECT created_at, event_type, attempt, worker, gateway_status, duration_ms, error_code, meta
FROM job_events WHERE job_id = %(id)s ORDER BY id;
