-- What operators see of everybody's jobs, and do by hand. These are the only statements that name no owner.

-- name: series
-- The last while in equal steps: how many jobs were under way at the end of each, how many ended how, and in what time.
-- The depth is reckoned backwards from today's, so that nothing has to be sampled.
WITH span AS (
    SELECT queue_now() AS now, %(step)s::interval AS step, queue_now() - %(step)s::interval * %(steps)s::int AS since
), steps AS (
    SELECT number, since + step * number AS begins, since + step * (number + 1) AS ends
    FROM span, generate_series(0, %(steps)s::int - 1) AS number
), happened AS (
    SELECT floor(extract(epoch FROM event.created_at - since) / extract(epoch FROM step))::int AS number,
           event_type, event.error_code, extract(epoch FROM event.created_at - queued_at)::float8 AS seconds,
           CASE WHEN event_type = 'queued' THEN 1
                WHEN event_type IN ('complete', 'kept') OR (event_type = 'failed' AND attempt > 0)
                     OR (event_type = 'deleted' AND meta ->> 'status' IN ('uploaded', 'queued', 'processing')) THEN -1
                ELSE 0 END AS change
    FROM span, job_events AS event JOIN jobs ON jobs.id = job_id
    WHERE event.created_at >= since AND event_type IN ('queued', 'complete', 'kept', 'failed', 'deleted')
), counted AS (
    SELECT number, sum(change) AS change,
           count(*) FILTER (WHERE event_type = 'complete') AS done,
           count(*) FILTER (WHERE event_type = 'failed') AS failed,
           percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds)
               FILTER (WHERE event_type = 'complete' AND seconds >= 0) AS median_seconds,
           percentile_cont(0.95) WITHIN GROUP (ORDER BY seconds)
               FILTER (WHERE event_type = 'complete' AND seconds >= 0) AS slow_seconds
    FROM happened GROUP BY number
), under_way AS (
    SELECT count(*) AS depth FROM jobs WHERE status IN ('uploaded', 'queued', 'processing') AND deleted_at IS NULL
)
SELECT ends AS at,
       greatest(0, depth - coalesce(sum(change) OVER (ORDER BY number DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0))::int AS depth,
       coalesce(done, 0)::int AS done, coalesce(failed, 0)::int AS failed, median_seconds, slow_seconds,
       EXISTS (SELECT FROM pause_history
               WHERE what = 'claims' AND since < ends AND coalesce(until, queue_now()) > begins) AS paused
FROM steps LEFT JOIN counted USING (number), under_way
ORDER BY number;

-- name: time_to_ready
-- The median of all that became ready in the last while: medians of its steps can't be put together.
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM event.created_at - queued_at)::float8)
FROM job_events AS event JOIN jobs ON jobs.id = job_id
WHERE event.created_at >= queue_now() - %(within)s::interval AND event_type = 'complete' AND event.created_at >= queued_at;

-- name: failures
-- How many jobs failed in the last while, by code, and how many of them can be asked for again.
SELECT error_code, count(*)::int AS jobs, (count(*) FILTER (WHERE upload_path IS NOT NULL))::int AS retriable
FROM jobs
WHERE status = 'failed' AND deleted_at IS NULL AND failed_at >= (SELECT queue_now() - %(within)s::interval)
GROUP BY error_code ORDER BY jobs DESC, error_code;

-- name: processes
-- Who runs: what each does now, what it did in the last hour, and when it was heard of. One that fell silent is shown until
-- it is forgotten.
SELECT process, version, slots, began_at, seen_at, until < queue_now() AS is_silent,
       ARRAY(SELECT id::text FROM jobs
             WHERE status = 'processing' AND 'worker ' || leased_by = process AND deleted_at IS NULL ORDER BY last_attempt_at) AS jobs,
       (SELECT min(last_attempt_at) FROM jobs
        WHERE status = 'processing' AND 'worker ' || leased_by = process AND deleted_at IS NULL) AS busy_since,
       (SELECT count(*)::int FROM job_events
        WHERE 'worker ' || worker = process AND event_type = 'complete'
          AND created_at >= queue_now() - interval '1 hour') AS done
FROM storage_readers ORDER BY slots = 0, process;

-- name: find
-- Jobs of anybody, newest first: by state, code, and a part of their id, file name or owner. A deleted one is in no state.
SELECT id, owner_key, original_filename, mapping, mapping_version, pipeline, status, review, error_code, last_error_code,
       attempt_count, retry_after, leased_by, created_at, updated_at, deleted_at, expired_at
FROM jobs
WHERE (%(statuses)s::text[] IS NULL OR (status = ANY (%(statuses)s) AND deleted_at IS NULL))
  AND (%(code)s::text IS NULL OR coalesce(error_code, last_error_code) = %(code)s)
  AND (%(text)s::text IS NULL OR id::text LIKE %(text)s || '%%' OR owner_key = %(text)s
       OR position(lower(%(text)s) IN lower(original_filename)) > 0)
ORDER BY created_at DESC, id DESC
LIMIT %(limit)s;

-- name: job
-- One job's whole row, as the database has it.
SELECT to_jsonb(jobs) - 'search' AS columns FROM jobs WHERE id = %(id)s;

-- name: events
-- What happened to a job, newest first.
SELECT event_type, attempt, worker, gateway_status, duration_ms, error_code, meta, created_at
FROM job_events WHERE job_id = %(id)s ORDER BY id DESC LIMIT %(limit)s;

-- name: clear_lease
-- Takes a job out of a worker's hands: in line again where it was, with its attempt back. The token is void from now on, so
-- whatever that worker brings changes nothing.
WITH before AS (
    SELECT id, lease_token, leased_by FROM jobs
    WHERE id = %(id)s AND status = 'processing' AND deleted_at IS NULL FOR UPDATE
), cleared AS (
    UPDATE jobs
    SET status = 'queued', attempt_count = greatest(0, attempt_count - 1), release_count = release_count + 1,
        leased_by = NULL, lease_expires_at = NULL, lease_token = NULL
    FROM before WHERE jobs.id = before.id
    RETURNING jobs.id, owner_key, attempt_count + 1 AS attempt, before.lease_token, before.leased_by
), logged AS (
    INSERT INTO job_events (job_id, event_type, attempt, lease_token, meta)
    SELECT id, 'released', attempt, lease_token,
           jsonb_build_object('reason', 'operator', 'refunded', true, 'held_by', leased_by)
    FROM cleared
)
SELECT owner_key FROM cleared;

-- name: hurry
-- A job that waits for its next try is due now; the line takes it in within a second.
UPDATE jobs SET retry_after = queue_now()
WHERE id = %(id)s AND status = 'queued' AND retry_after > queue_now() AND deleted_at IS NULL
RETURNING owner_key;

-- name: expire
-- The files of a finished job go as if their time were over, and with them what a language model said of it.
WITH before AS (
    SELECT id, upload_path, result_path, document_path FROM jobs
    WHERE id = %(id)s AND status IN ('complete', 'failed') AND deleted_at IS NULL
      AND num_nonnulls(upload_path, result_path) > 0
    FOR UPDATE
), expired AS (
    UPDATE jobs
    SET upload_path = NULL, result_path = NULL, document_path = NULL,
        expired_at = CASE WHEN status = 'complete' THEN queue_now() END
    FROM before WHERE jobs.id = before.id
    RETURNING jobs.id, owner_key, attempt_count, sha256, bytes, result_sha256, result_bytes,
              before.upload_path, before.result_path, before.document_path
), versions AS (
    DELETE FROM job_versions USING expired WHERE job_id = expired.id
    RETURNING job_id, job_versions.result_path, job_versions.document_path
), forgotten AS (
    DELETE FROM raw_answers USING expired WHERE job_id = expired.id
), gone AS (
    SELECT id, attempt_count, what, hash, size
    FROM expired,
         LATERAL (VALUES ('pdf', upload_path, sha256, bytes), ('xml', result_path, result_sha256, result_bytes))
             AS file (what, path, hash, size)
    WHERE path IS NOT NULL
), trashed AS (
    INSERT INTO blob_trash (path, job_id, reason, not_before)
    SELECT path, id, 'retention', queue_now() + interval '1 hour'
    FROM (SELECT id, upload_path, result_path, document_path FROM expired
          UNION ALL SELECT job_id, NULL, result_path, document_path FROM versions) AS files,
         unnest(ARRAY[upload_path, result_path, result_path || '.json', document_path]) AS path
    WHERE path IS NOT NULL
    ON CONFLICT (path) DO NOTHING
), logged AS (
    INSERT INTO job_events (job_id, event_type, attempt, meta)
    SELECT id, 'expired', attempt_count,
           jsonb_build_object('what', what, 'sha256', hash, 'bytes', size, 'reason', 'operator')
    FROM gone
)
SELECT owner_key FROM expired;

-- name: failed_jobs
-- Failed jobs that can be asked for again, by code and time, the oldest first.
SELECT id, owner_key FROM jobs
WHERE status = 'failed' AND deleted_at IS NULL AND upload_path IS NOT NULL
  AND (%(code)s::text IS NULL OR error_code = %(code)s)
  AND failed_at >= (SELECT queue_now() - %(within)s::interval)
ORDER BY failed_at, id
LIMIT %(limit)s;

-- name: pause
-- An operator's pause, which lasts until it is taken back.
INSERT INTO pauses (what, reason, who, why) VALUES (%(what)s, 'operator', %(who)s, %(why)s)
ON CONFLICT (what, reason, pipeline, who) DO UPDATE SET why = EXCLUDED.why;

-- name: resume
-- Takes the pauses of all operators back.
DELETE FROM pauses WHERE reason = 'operator' AND what = %(what)s RETURNING what;

-- name: probe_now
-- An open breaker looks at the gateway at once, instead of after its cooldown.
UPDATE breakers SET due_at = queue_now(), version = version + 1 WHERE pipeline = %(pipeline)s AND state = 'open' RETURNING pipeline;

-- name: owners
-- Who sent files lately, what an account is called, and how many keys each has.
SELECT owner_key, (SELECT name FROM accounts WHERE accounts.owner_key = jobs.owner_key) AS name, count(*)::int AS jobs, (count(*) FILTER (WHERE status IN ('uploaded', 'queued', 'processing')))::int AS active,
       max(created_at) AS last_upload_at,
       (SELECT count(*)::int FROM api_keys WHERE api_keys.owner_key = jobs.owner_key AND key_state(api_keys) = 'active') AS keys,
       EXISTS (SELECT FROM ended_sessions WHERE ended_sessions.owner_key = jobs.owner_key) AS is_ended
FROM jobs
WHERE deleted_at IS NULL AND created_at >= queue_now() - interval '30 days'
GROUP BY owner_key ORDER BY last_upload_at DESC
LIMIT %(limit)s;

-- name: end_session
-- A session that nobody is let in with any more; its keys are revoked with it. Its jobs stay until their time is over.
WITH ended AS (
    INSERT INTO ended_sessions (owner_key) VALUES (%(owner_key)s) ON CONFLICT (owner_key) DO NOTHING
)
UPDATE api_keys SET revoked_at = queue_now()
WHERE owner_key = %(owner_key)s AND key_state(api_keys) = 'active'
RETURNING id;

-- name: end_account_sessions
-- Nobody is signed in with the account any more, and its keys are revoked. Who may still sign in is for the provider to say.
WITH ended AS (
    DELETE FROM account_sessions WHERE account_key = %(owner_key)s
)
UPDATE api_keys SET revoked_at = queue_now()
WHERE owner_key = %(owner_key)s AND key_state(api_keys) = 'active'
RETURNING id;

-- name: ended_sessions
-- All of them: a browser forgets its cookie after thirty days, but whoever copied it need not.
SELECT owner_key FROM ended_sessions;

-- name: record
-- Who did what.
INSERT INTO admin_actions (who, action, subject, detail) VALUES (%(who)s, %(action)s, %(subject)s, %(detail)s);

-- name: actions
-- The last of what operators did.
SELECT at, who, action, subject, detail FROM admin_actions ORDER BY id DESC LIMIT %(limit)s;
