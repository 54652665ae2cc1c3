-- What a process held that is known to be dead. Only who knows of its end may say so: one that merely fell silent may wake up.

-- name: let_go
-- Its leases are over, so that the next reclaim takes its jobs back, at the cost of their attempts; trials of the breaker that were
-- with it never come back. What it was sending is due again. Its pauses (but for the breaker's, which is everybody's), its turns and its announcement go with it.
WITH held AS (
    SELECT id, pipeline FROM jobs
    WHERE status = 'processing' AND leased_by = %(process)s AND deleted_at IS NULL
    ORDER BY id
    FOR NO KEY UPDATE
), leases AS (
    UPDATE jobs SET lease_expires_at = least(lease_expires_at, queue_now()) FROM held WHERE jobs.id = held.id
), trials AS (
    UPDATE breakers SET due_at = least(due_at, queue_now())
    WHERE state = 'half_open' AND pipeline IN (SELECT pipeline FROM held)
), probes AS (
    UPDATE breakers SET prober = NULL, prober_until = NULL WHERE prober = %(process)s AND state = 'open'
), sending AS (
    UPDATE webhook_deliveries SET next_at = least(next_at, queue_now())
    WHERE state = 'pending' AND lease_token IS NOT NULL AND leased_by = %(process)s
), given AS (
    DELETE FROM pauses WHERE who = %(process)s AND until IS NOT NULL
), turns AS (
    UPDATE sweeps SET holder = NULL, held_until = NULL WHERE holder = %(process)s
), announced AS (
    DELETE FROM storage_readers WHERE process IN ('worker ' || %(process)s, 'web ' || %(process)s)
)
SELECT count(*)::int FROM held;
