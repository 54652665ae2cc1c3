-- Rate limits, shared by all processes.

-- name: take
-- As many as are wanted, or as are left, in one go; none, if none is left. And how long until the bucket is full.
WITH taken AS (
    INSERT INTO rate_limits AS bucket (name, granted, full_at)
    VALUES (%(name)s, least(%(wanted)s, %(burst)s), queue_now() + make_interval(secs => least(%(wanted)s, %(burst)s) * %(each)s))
    ON CONFLICT (name) DO UPDATE
    SET granted = least(%(wanted)s, tokens_left(bucket.full_at, %(each)s, %(burst)s)),
        full_at = greatest(bucket.full_at, queue_now())
                  + make_interval(secs => least(%(wanted)s, tokens_left(bucket.full_at, %(each)s, %(burst)s)) * %(each)s)
    WHERE tokens_left(bucket.full_at, %(each)s, %(burst)s) >= 1
    RETURNING granted, full_at
)
SELECT granted, extract(epoch FROM full_at - queue_now())::double precision AS full_in FROM taken
UNION ALL
SELECT 0, extract(epoch FROM full_at - queue_now())::double precision FROM rate_limits
WHERE name = %(name)s AND NOT EXISTS (SELECT FROM taken);

-- name: charge
-- What was used already, whether it is left or not.
UPDATE rate_limits SET full_at = greatest(full_at, queue_now()) + make_interval(secs => %(used)s * %(each)s)
WHERE name = %(name)s;
