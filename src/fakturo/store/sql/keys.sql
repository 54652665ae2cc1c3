-- API keys.

-- name: lock
-- One new one of an owner's after the other: how many there are is counted.
SELECT pg_advisory_xact_lock(hashtextextended('keys ' || %(owner_key)s, 0));

-- name: create
-- A new key, unless its owner has enough of them; it lasts no longer than the one that it is made with.
INSERT INTO api_keys (owner_key, name, prefix, sha256, scopes, by_operator, requests_per_minute, uploads_per_minute, expires_at)
SELECT %(owner_key)s, %(name)s, %(prefix)s, %(sha256)s, %(scopes)s, %(by_operator)s, %(requests_per_minute)s,
       %(uploads_per_minute)s, least(queue_now() + %(lasts)s::interval, %(no_later_than)s)
WHERE (SELECT count(*) FROM api_keys WHERE owner_key = %(owner_key)s AND key_state(api_keys) = 'active') < %(most)s
RETURNING *, key_state(api_keys) AS state;

-- name: use
-- The key with this hash, whatever became of it. Its use is noted, once a minute at most.
WITH used AS (
    UPDATE api_keys SET last_used_at = queue_now()
    WHERE sha256 = %(sha256)s AND key_state(api_keys) = 'active'
      AND (last_used_at IS NULL OR last_used_at < queue_now() - interval '1 minute')
)
SELECT *, key_state(api_keys) AS state FROM api_keys WHERE sha256 = %(sha256)s;

-- name: list
-- An owner's keys, or all, newest first.
SELECT *, key_state(api_keys) AS state FROM api_keys
WHERE %(owner_key)s::text IS NULL OR owner_key = %(owner_key)s
ORDER BY created_at DESC, id
LIMIT %(limit)s;

-- name: revoke
-- A key that nobody can use from now on; again, nothing happens. No row: there is none.
UPDATE api_keys SET revoked_at = coalesce(revoked_at, queue_now())
WHERE id = %(id)s AND (%(owner_key)s::text IS NULL OR owner_key = %(owner_key)s)
RETURNING *, key_state(api_keys) AS state;

-- name: find
-- Those that an operator may mean: by what is shown of a key, or by its id.
SELECT *, key_state(api_keys) AS state FROM api_keys
WHERE prefix = %(text)s OR id::text = %(text)s;
