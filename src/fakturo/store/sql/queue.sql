-- The worker's side of the jobs table.
--
-- A claim takes the first free jobs of the queue index and gives each a lease: a time, by the database's clock, and a
-- token that no other claim has. Whoever comes back later must show that token, so a worker that was frozen past its
-- lease changes nothing. Attempts are counted here, at the claim: a job that kills its worker uses them up.
--
-- A claim's commit waits for no disk: if the server crashes before it is written, the job stands in line again, and who held
-- the lost token can settle nothing. Whatever follows a claim is written after it, so no settlement is without its claim.
--
-- A settlement's statement takes all of its kind that come together, as an array of objects, and gives back the tokens of those
-- that were applied. The ids are told once more by themselves: so jobs are found by them, whatever the table was like when the
-- statement was planned. Rows are locked in the order of their ids, as by whoever else changes several.

-- name: claim
-- The next jobs of a pipeline in fair order, from a place on, now under lease; none while claims are paused. Trials pass the
-- breaker's pause.
WITH in_a_hurry AS MATERIALIZED (
    SELECT set_config('synchronous_commit', 'off', true)  -- of this transaction
), next AS (
    SELECT id FROM jobs
    WHERE pipeline = %(pipeline)s AND status = 'queued' AND deleted_at IS NULL AND retry_after IS NULL
      AND fair_at >= %(from_place)s::timestamptz
      AND NOT EXISTS (
          SELECT FROM pauses
          WHERE what = 'claims' AND pauses.pipeline IN ('*', %(pipeline)s) AND (until IS NULL OR until > queue_now())
            AND NOT (%(trial)s AND reason = 'breaker'))
    ORDER BY fair_at
    LIMIT %(slots)s
    FOR UPDATE SKIP LOCKED
), claimed AS (
    UPDATE jobs
    SET status = 'processing',
        claimed_from = fair_at,
        leased_by = %(worker)s,
        lease_token = gen_random_uuid(),
        lease_expires_at = queue_now() + %(lease_ttl)s,
        attempt_count = attempt_count + 1,
        sent_to_model_at = CASE WHEN pipeline = 'llm' THEN coalesce(sent_to_model_at, queue_now()) ELSE sent_to_model_at END,
        started_at = coalesce(started_at, queue_now()),
        last_attempt_at = queue_now()
    WHERE id = ANY (ARRAY(SELECT id FROM next))
    RETURNING id, lease_token, leased_by, owner_key, pipeline, mapping, mapping_version, upload_path, sha256, bytes,
              attempt_count, crash_count, release_count, last_error_code, version, fair_at, queued_at, last_attempt_at,
              request_id, traceparent  -- and no others: what a claim costs grows with the columns that it hands on
), logged AS (
    INSERT INTO job_events (job_id, event_type, attempt, lease_token, worker)
    SELECT id, 'processing', attempt_count, lease_token, leased_by FROM claimed
    ORDER BY fair_at  -- events tell in which order jobs were taken
)
SELECT id, lease_token, owner_key, pipeline, mapping, mapping_version, upload_path, sha256, bytes,
       attempt_count, crash_count, release_count, last_error_code, version, fair_at AS place, request_id, traceparent,
       extract(epoch FROM last_attempt_at - queued_at)::float AS waited_seconds, directory_state(owner_key) AS directory,
       EXISTS (SELECT FROM mapping_releases AS release
               WHERE release.mapping = claimed.mapping AND version = mapping_version AND withdrawn) AS mapping_withdrawn,
       EXISTS (SELECT FROM templates
               WHERE templates.owner_key = claimed.owner_key AND active_version IS NOT NULL) AS has_templates
FROM in_a_hurry, claimed
ORDER BY fair_at;

-- name: extend
-- Lengthens the leases that are still ours, and says which those are.
WITH held AS (
    SELECT jobs.id
    FROM jobs JOIN unnest(%(ids)s::uuid[], %(tokens)s::uuid[]) AS held (id, token) USING (id)
    WHERE lease_token = held.token AND status = 'processing' AND deleted_at IS NULL
    ORDER BY jobs.id
    FOR NO KEY UPDATE OF jobs
)
UPDATE jobs SET lease_expires_at = queue_now() + %(lease_ttl)s
FROM held
WHERE jobs.id = held.id
RETURNING jobs.id;

-- name: complete
-- Settles attempts: their results are the jobs'.
WITH held AS (
    SELECT given.*
    FROM jobs JOIN jsonb_to_recordset(%(settlements)s) AS given (
        id uuid, token uuid, duration_ms bigint, gateway_status integer, meta jsonb,
        result_path text, result_bytes bigint, result_sha256 text, review text, adopted boolean, made_with jsonb,
        document_path text, document_bytes bigint, document_sha256 text,
        seller text, buyer text, invoice_number text, invoice_date date, total numeric, currency text, invoice_count integer,
        issue_count integer, first_issue text, first_issue_code text, issue_codes text[], found_words text[]) USING (id)
    WHERE jobs.id = ANY (%(ids)s::uuid[]) AND status = 'processing' AND lease_token = token AND deleted_at IS NULL
    ORDER BY jobs.id
    FOR NO KEY UPDATE OF jobs
), settled AS (
    UPDATE jobs
    SET status = 'complete', completed_at = queue_now(), last_error_code = NULL,
        result_path = held.result_path, result_bytes = held.result_bytes, result_sha256 = held.result_sha256,
        review = held.review, document_path = held.document_path,
        document_bytes = held.document_bytes, document_sha256 = held.document_sha256,
        seller = held.seller, buyer = held.buyer, invoice_number = held.invoice_number, invoice_date = held.invoice_date,
        total = held.total, currency = held.currency, invoice_count = held.invoice_count,
        issue_count = held.issue_count, first_issue = held.first_issue, first_issue_code = held.first_issue_code,
        issue_codes = held.issue_codes, found_words = held.found_words, made_with = held.made_with, result_kind = 'converted',
        conversion_ms = CASE WHEN NOT adopted THEN duration_ms END,
        expires_at = queue_now() + %(xml_ttl)s,
        leased_by = NULL, lease_expires_at = NULL, lease_token = NULL
    FROM held
    WHERE jobs.id = held.id
    RETURNING held.*, attempt_count, version
)
INSERT INTO job_events (job_id, event_type, attempt, lease_token, worker, gateway_status, duration_ms, meta)
SELECT id, 'complete', attempt_count, token, %(worker)s, gateway_status, duration_ms,
       jsonb_build_object('result_sha256', result_sha256, 'result_bytes', result_bytes, 'review', review, 'version', version)
       || jsonb_strip_nulls(jsonb_build_object('document_sha256', document_sha256))
       || CASE WHEN adopted THEN '{"adopted": true}' ELSE '{}' END::jsonb || meta
FROM settled
RETURNING lease_token;

-- name: fail
-- Settles attempts: the jobs have failed for good, until a person asks again.
WITH held AS (
    SELECT given.*
    FROM jobs JOIN jsonb_to_recordset(%(settlements)s) AS given (
        id uuid, token uuid, duration_ms bigint, gateway_status integer, meta jsonb,
        error_code text, error_message text, raw text) USING (id)
    WHERE jobs.id = ANY (%(ids)s::uuid[]) AND status = 'processing' AND lease_token = token AND deleted_at IS NULL
    ORDER BY jobs.id
    FOR NO KEY UPDATE OF jobs
), settled AS (
    UPDATE jobs
    SET status = 'failed', failed_at = queue_now(), last_error_code = NULL,
        error_code = held.error_code, error_message = held.error_message,
        expires_at = queue_now() + %(pdf_ttl)s,
        leased_by = NULL, lease_expires_at = NULL, lease_token = NULL
    FROM held
    WHERE jobs.id = held.id
    RETURNING held.*, attempt_count
), kept AS (
    INSERT INTO raw_answers (job_id, text) SELECT id, raw FROM settled WHERE raw IS NOT NULL
    ON CONFLICT (job_id) DO UPDATE SET text = EXCLUDED.text, made_at = EXCLUDED.made_at
)
INSERT INTO job_events (job_id, event_type, attempt, lease_token, worker, gateway_status, duration_ms, error_code, meta)
SELECT id, 'failed', attempt_count, token, %(worker)s, gateway_status, duration_ms, error_code, meta FROM settled
RETURNING lease_token;

-- name: fall_back
-- Settles attempts at converting anew: they have failed for good, and the results from before are the jobs' again.
WITH held AS (
    SELECT given.*, attempt_count
    FROM jobs JOIN jsonb_to_recordset(%(settlements)s) AS given (
        id uuid, token uuid, duration_ms bigint, gateway_status integer, meta jsonb, error_code text) USING (id)
    WHERE jobs.id = ANY (%(ids)s::uuid[]) AND status = 'processing' AND lease_token = token AND deleted_at IS NULL
    ORDER BY jobs.id
    FOR UPDATE OF jobs
), settled AS (
    SELECT *, take_result_back(id, error_code) AS is_back FROM held
)
INSERT INTO job_events (job_id, event_type, attempt, lease_token, worker, gateway_status, duration_ms, error_code, meta)
SELECT id, 'kept', attempt_count, token, %(worker)s, gateway_status, duration_ms, error_code, meta FROM settled WHERE is_back
RETURNING lease_token;

-- name: retry
-- Settles attempts: others are due later. The jobs leave the line, and get another place when their time comes.
WITH held AS (
    SELECT given.*
    FROM jobs JOIN jsonb_to_recordset(%(settlements)s) AS given (
        id uuid, token uuid, duration_ms bigint, gateway_status integer, meta jsonb,
        error_code text, crashes integer, delay interval) USING (id)
    WHERE jobs.id = ANY (%(ids)s::uuid[]) AND status = 'processing' AND lease_token = token AND deleted_at IS NULL
    ORDER BY jobs.id
    FOR NO KEY UPDATE OF jobs
), settled AS (
    UPDATE jobs
    SET status = 'queued', last_error_code = held.error_code, crash_count = crash_count + crashes,
        retry_after = queue_now() + delay, fair_at = NULL,
        leased_by = NULL, lease_expires_at = NULL, lease_token = NULL
    FROM held
    WHERE jobs.id = held.id
    RETURNING held.*, attempt_count
)
INSERT INTO job_events (job_id, event_type, attempt, lease_token, worker, gateway_status, duration_ms, error_code, meta)
SELECT id, 'retry', attempt_count, token, %(worker)s, gateway_status, duration_ms, error_code,
       meta || jsonb_build_object('delay_ms', extract(epoch FROM delay) * 1000)
FROM settled
RETURNING lease_token;

-- name: release
-- Hands jobs back unfinished. They keep their place, also if they are to wait first, and, as a rule, get their attempt back.
WITH held AS (
    SELECT given.*
    FROM jobs JOIN jsonb_to_recordset(%(settlements)s) AS given (
        id uuid, token uuid, duration_ms bigint, gateway_status integer,
        error_code text, reason text, refund integer, delay interval) USING (id)
    WHERE jobs.id = ANY (%(ids)s::uuid[]) AND status = 'processing' AND lease_token = token AND deleted_at IS NULL
    ORDER BY jobs.id
    FOR NO KEY UPDATE OF jobs
), settled AS (
    UPDATE jobs
    SET status = 'queued', release_count = release_count + 1,
        attempt_count = attempt_count - refund,
        last_error_code = coalesce(held.error_code, last_error_code),
        retry_after = CASE WHEN delay > interval '0' THEN queue_now() + delay END,
        leased_by = NULL, lease_expires_at = NULL, lease_token = NULL
    FROM held
    WHERE jobs.id = held.id
    RETURNING held.*, attempt_count + refund AS attempt
)
INSERT INTO job_events (job_id, event_type, attempt, lease_token, worker, gateway_status, duration_ms, error_code, meta)
SELECT id, 'released', attempt, token, %(worker)s, gateway_status, duration_ms, error_code,
       jsonb_build_object('reason', reason, 'refunded', refund = 1, 'delay_ms', extract(epoch FROM delay) * 1000)
FROM settled
RETURNING lease_token;

-- name: promote
-- Jobs whose wait is over join the line again: a release at the place that it kept, a retry at the virtual time, and further
-- ones of the same owner behind that, as if they had just come in.
WITH due AS (
    SELECT id, owner_key, bytes, retry_after FROM jobs
    WHERE status = 'queued' AND retry_after <= (SELECT queue_now()) AND pipeline = %(pipeline)s AND deleted_at IS NULL
    ORDER BY retry_after
    LIMIT %(limit)s
    FOR UPDATE SKIP LOCKED
), placed AS (
    SELECT id, (SELECT virtual_time(%(pipeline)s)) - job_cost(bytes)
               + sum(job_cost(bytes)) OVER (PARTITION BY owner_key ORDER BY retry_after, id) AS fair_at
    FROM due
)
UPDATE jobs SET retry_after = NULL, fair_at = coalesce(jobs.fair_at, placed.fair_at)
FROM placed
WHERE jobs.id = placed.id
RETURNING owner_key;

-- name: settled_by
-- Whether the holder of this token settled its attempt: asked after a COMMIT whose answer was lost.
SELECT true AS settled FROM job_events
WHERE job_id = %(id)s AND lease_token = %(token)s
  AND event_type IN ('complete', 'failed', 'kept', 'retry', 'released') AND NOT meta ? 'held_by';

-- name: reclaim
-- Takes back jobs whose lease ran out: queued again, or, if that was the last attempt, failed; with a result from before, that
-- is theirs again.
WITH expired AS (
    SELECT id, owner_key, mapping, attempt_count, version, lease_token, leased_by,
           CASE WHEN attempt_count >= %(max_attempts)s THEN coalesce(last_error_code, 'UNKNOWN') END AS error_code
    FROM jobs
    WHERE status = 'processing' AND leased_by IS NOT NULL AND deleted_at IS NULL AND pipeline = %(pipeline)s
      AND lease_expires_at < (SELECT queue_now())
    ORDER BY lease_expires_at
    LIMIT %(limit)s
    FOR UPDATE SKIP LOCKED
), judged AS (
    SELECT *, CASE WHEN error_code IS NOT NULL AND version > 1 THEN take_result_back(id, error_code)
                   ELSE false END AS is_back
    FROM expired
), reclaimed AS (
    UPDATE jobs
    SET status = CASE WHEN expired.error_code IS NULL THEN 'queued' ELSE 'failed' END,
        error_code = expired.error_code,
        error_message = %(final_texts)s::jsonb ->> expired.error_code,
        failed_at = CASE WHEN expired.error_code IS NULL THEN failed_at ELSE queue_now() END,
        expires_at = CASE WHEN expired.error_code IS NULL THEN expires_at ELSE queue_now() + %(pdf_ttl)s END,
        last_error_code = CASE WHEN expired.error_code IS NULL THEN last_error_code END,
        leased_by = NULL, lease_expires_at = NULL, lease_token = NULL
    FROM judged AS expired
    WHERE jobs.id = expired.id AND NOT is_back
    RETURNING jobs.id, jobs.owner_key, jobs.mapping, jobs.status, jobs.attempt_count, jobs.error_code,
              expired.lease_token, expired.leased_by
), all_of_them AS (
    SELECT * FROM reclaimed
    UNION ALL
    SELECT id, owner_key, mapping, 'complete', attempt_count, error_code, lease_token, leased_by FROM judged WHERE is_back
), logged AS (
    INSERT INTO job_events (job_id, event_type, attempt, lease_token, worker, error_code, meta)
    SELECT id, CASE status WHEN 'failed' THEN 'failed' WHEN 'complete' THEN 'kept' ELSE 'reclaimed' END, attempt_count,
           lease_token, %(worker)s, error_code, jsonb_build_object('held_by', leased_by)
    FROM all_of_them
)
SELECT id, owner_key, mapping, status, attempt_count, error_code FROM all_of_them;

-- name: escalate
-- A result in doubt is set aside, as an earlier version, and the job joins the line of the language model, which reads it, too. No
-- row if somebody was faster: approved it, deleted it, or asked for another version.
WITH before AS (
    SELECT jobs AS job FROM jobs
    WHERE id = %(id)s AND status = 'complete' AND review = 'needed' AND result_path = %(result_path)s
      AND upload_path IS NOT NULL AND deleted_at IS NULL
    FOR UPDATE
), aside AS (
    SELECT set_result_aside(job) AS id FROM before
), queued AS (
    UPDATE jobs
    SET status = 'queued', queued_at = queue_now(), fair_at = next_place(owner_key, 'llm', bytes),
        version = version + 1, pipeline = 'llm',
        attempt_count = 0, crash_count = 0, release_count = 0, last_error_code = NULL,
        completed_at = NULL, expires_at = NULL, expired_at = NULL, first_downloaded_at = NULL,
        review = NULL, made_with = NULL, conversion_ms = NULL, saved_by = NULL,
        result_path = NULL, result_bytes = NULL, result_sha256 = NULL,
        document_path = NULL, document_bytes = NULL, document_sha256 = NULL
    FROM aside
    WHERE jobs.id = aside.id
    RETURNING jobs.id, jobs.version
)
INSERT INTO job_events (job_id, event_type, attempt, meta)
SELECT id, 'queued', 0, jsonb_build_object('again', true, 'version', version, 'reason', 'escalated') FROM queued;
