-- What a doctor wants to know about a system that runs, in one look.

-- name: look
-- Clock, lines, breakers with the calls that count, pauses, whoever runs, what runs too long, and what failed lately.
SELECT queue_now() AS now,
    (SELECT count(*) FROM jobs WHERE status = 'queued' AND deleted_at IS NULL) AS waiting,
    (SELECT extract(epoch FROM queue_now() - min(queued_at))::float FROM jobs
     WHERE status = 'queued' AND deleted_at IS NULL AND retry_after IS NULL) AS oldest_seconds,
    (SELECT coalesce(jsonb_agg(to_jsonb(each)), '[]') FROM (
        SELECT pipeline, state, changed_at, extract(epoch FROM due_at - queue_now())::float AS due_seconds,
               (SELECT coalesce(sum(failed), 0) FROM breaker_calls AS calls
                WHERE calls.pipeline = breakers.pipeline AND bucket > queue_now() - interval '10 minutes') AS failed,
               (SELECT coalesce(sum(ok + failed), 0) FROM breaker_calls AS calls
                WHERE calls.pipeline = breakers.pipeline AND bucket > queue_now() - interval '10 minutes') AS calls,
               (SELECT mode() WITHIN GROUP (ORDER BY last_error_code) FROM jobs
                WHERE jobs.pipeline = breakers.pipeline AND status = 'queued' AND deleted_at IS NULL) AS code,
               (SELECT count(*) FROM jobs
                WHERE jobs.pipeline = breakers.pipeline AND status = 'queued' AND deleted_at IS NULL) AS waiting
        FROM breakers WHERE state <> 'closed') AS each) AS breakers,
    (SELECT coalesce(jsonb_agg(to_jsonb(each)), '[]') FROM (
        SELECT what, reason, who, why, since, until FROM pauses
        WHERE (until IS NULL OR until > queue_now()) AND reason <> 'breaker') AS each) AS pauses,
    (SELECT coalesce(jsonb_agg(to_jsonb(each)), '[]') FROM (
        SELECT process, slots, extract(epoch FROM clock_ahead)::float AS clock_ahead_seconds
        FROM storage_readers WHERE until >= queue_now()) AS each) AS processes,
    (SELECT coalesce(jsonb_agg(to_jsonb(each)), '[]') FROM (
        SELECT id, leased_by, extract(epoch FROM queue_now() - last_attempt_at)::float AS seconds,
               lease_expires_at < queue_now() AS is_over,
               EXISTS (SELECT FROM storage_readers WHERE process = 'worker ' || leased_by AND until >= queue_now()) AS is_heard
        FROM jobs
        WHERE status = 'processing' AND leased_by IS NOT NULL AND deleted_at IS NULL
          AND (lease_expires_at < queue_now() - interval '5 seconds' OR last_attempt_at < queue_now() - interval '10 minutes')
        ORDER BY last_attempt_at LIMIT 3) AS each) AS stuck,
    (SELECT coalesce(jsonb_agg(to_jsonb(each)), '[]') FROM (
        SELECT job_id, count(*) AS deaths FROM job_events
        WHERE created_at > queue_now() - interval '1 hour' AND meta ?| ARRAY['signal', 'exit_code']
        GROUP BY job_id HAVING count(*) > 1 ORDER BY max(id) DESC LIMIT 3) AS each) AS poison,
    (SELECT coalesce(jsonb_agg(to_jsonb(each)), '[]') FROM (
        SELECT mapping, mapping_version, count(*) FILTER (WHERE error_code = 'GW_4XX') AS failed, count(*) AS ended,
               mode() WITHIN GROUP (ORDER BY error_message) FILTER (WHERE error_code = 'GW_4XX') AS reason
        FROM jobs
        WHERE greatest(completed_at, failed_at) > queue_now() - interval '15 minutes' AND deleted_at IS NULL
        GROUP BY mapping, mapping_version
        HAVING count(*) FILTER (WHERE error_code = 'GW_4XX') >= 5
           AND count(*) FILTER (WHERE error_code = 'GW_4XX') > 0.3 * count(*)) AS each) AS bad_mappings,
    (SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock') AS blocked,
    (SELECT count(*) FROM pg_stat_activity) AS connections,
    current_setting('max_connections')::int AS max_connections;
