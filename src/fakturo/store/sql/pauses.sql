-- Reasons not to claim, or not to take uploads.

-- name: pause
-- Gives a reason, or renews it.
INSERT INTO pauses (what, reason, who, why, until)
SELECT what, %(reason)s, %(who)s, %(why)s, queue_now() + %(lasts)s FROM unnest(%(what)s::text[]) AS what
ON CONFLICT (what, reason, pipeline, who) DO UPDATE SET until = EXCLUDED.until, why = EXCLUDED.why;

-- name: resume
-- Takes a reason back.
DELETE FROM pauses WHERE reason = %(reason)s AND who = %(who)s;

-- name: active
-- The reasons that hold now.
SELECT what, reason, pipeline, who, why, since, until FROM pauses
WHERE until IS NULL OR until > queue_now()
ORDER BY since;
