-- The breakers' side: counting without a hot row, changing a state only if nobody else has.

-- name: report
-- Adds this worker's outcomes to its own row of the running five seconds, and says how the breaker stands.
WITH counted AS (
    INSERT INTO breaker_calls (pipeline, worker, bucket, ok, failed)
    SELECT %(pipeline)s, %(worker)s, date_bin(interval '5 seconds', queue_now(), timestamptz 'epoch'), %(ok)s, %(failed)s
    WHERE %(ok)s::int + %(failed)s::int > 0
    ON CONFLICT (pipeline, worker, bucket)
        DO UPDATE SET ok = breaker_calls.ok + EXCLUDED.ok, failed = breaker_calls.failed + EXCLUDED.failed
)
SELECT state, cooldown, trials_left, trials_ok, version, due_at, coalesce(due_at <= queue_now(), false) AS is_due
FROM breakers WHERE pipeline = %(pipeline)s;

-- name: recent_calls
-- Everybody's outcomes of the last ten minutes, by five seconds.
SELECT queue_now() - bucket AS age, sum(ok)::int AS ok, sum(failed)::int AS failed
FROM breaker_calls
WHERE pipeline = %(pipeline)s AND bucket > queue_now() - interval '10 minutes'
GROUP BY bucket;

-- name: change
-- A new state, if the breaker is still as it was seen. Claims pause with it, and resume when it closes.
WITH changed AS (
    UPDATE breakers
    SET state = %(state)s, cooldown = %(cooldown)s, trials_left = %(trials_left)s, trials_ok = %(trials_ok)s,
        not_closed = not_closed + CASE WHEN breakers.state = 'closed' THEN interval '0' ELSE queue_now() - changed_at END,
        version = version + 1, changed_at = queue_now(), prober = NULL, prober_until = NULL,
        due_at = CASE WHEN %(state)s <> 'closed' THEN queue_now() + %(due_in)s END
    WHERE pipeline = %(pipeline)s AND version = %(version)s
    RETURNING pipeline, state
), paused AS (
    INSERT INTO pauses (what, reason, pipeline, who, why)
    SELECT 'claims', 'breaker', pipeline, %(worker)s, 'The converter failed too often.'
    FROM changed
    WHERE state <> 'closed' AND %(hold)s
      AND NOT EXISTS (SELECT FROM pauses WHERE reason = 'breaker' AND pauses.pipeline = changed.pipeline)
), resumed AS (
    DELETE FROM pauses USING changed
    WHERE changed.state = 'closed' AND pauses.reason = 'breaker' AND pauses.pipeline = changed.pipeline
), forgotten AS (
    DELETE FROM breaker_calls USING changed
    WHERE changed.state = 'closed' AND breaker_calls.pipeline = changed.pipeline
)
SELECT true AS changed FROM changed;

-- name: take_trials
-- Tickets for trial jobs of a half-open breaker, as many as are left and wanted.
UPDATE breakers SET trials_left = trials_left - least(trials_left, %(slots)s), version = version + 1
FROM (SELECT trials_left AS before FROM breakers WHERE pipeline = %(pipeline)s FOR UPDATE) AS seen
WHERE pipeline = %(pipeline)s AND state = 'half_open' AND trials_left > 0
RETURNING seen.before - trials_left AS taken;

-- name: give_back_trials
-- Tickets that were taken and not used.
UPDATE breakers SET trials_left = trials_left + %(trials)s, version = version + 1
WHERE pipeline = %(pipeline)s AND state = 'half_open';

-- name: become_prober
-- The one who may look whether the gateway is well again, for a short while.
UPDATE breakers SET prober = %(worker)s, prober_until = queue_now() + %(prober_ttl)s
WHERE pipeline = %(pipeline)s AND state = 'open' AND due_at <= queue_now()
  AND (prober_until IS NULL OR prober_until < queue_now())
RETURNING version;

-- name: forget
-- Old outcomes, and pauses that ended with whoever gave them.
WITH ended AS (
    DELETE FROM pauses WHERE until < queue_now() - interval '1 minute'
)
DELETE FROM breaker_calls WHERE bucket < queue_now() - interval '15 minutes';

-- name: standings
-- How all breakers stand, for people.
SELECT pipeline, state, changed_at, due_at FROM breakers ORDER BY pipeline;
