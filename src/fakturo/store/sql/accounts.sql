-- Accounts, who is signed in with them, and what they took over from sessions without one.

-- name: sign_in
-- The account, as the provider tells of it now, and a new session of it. Sessions whose time is over go.
WITH known AS (
    INSERT INTO accounts (owner_key, issuer, subject, name, roles)
    VALUES (%(owner_key)s, %(issuer)s, %(subject)s, %(name)s, %(roles)s)
    ON CONFLICT (owner_key) DO UPDATE SET name = EXCLUDED.name, roles = EXCLUDED.roles, signed_in_at = queue_now()
    RETURNING owner_key
), old AS (
    DELETE FROM account_sessions WHERE ends_at < queue_now()
)
INSERT INTO account_sessions (sha256, account_key, sealed_id_token, ends_at)
SELECT %(sha256)s, owner_key, %(sealed)s, queue_now() + %(lasts)s::interval FROM known;

-- name: person
-- Who is signed in with a session.
SELECT owner_key, name, roles FROM account_sessions JOIN accounts ON owner_key = account_key
WHERE sha256 = %(sha256)s AND ends_at >= queue_now();

-- name: sign_out
-- The end of one session; what the provider is shown with it.
DELETE FROM account_sessions WHERE sha256 = %(sha256)s RETURNING sealed_id_token;

-- name: roles
-- What an account's person was allowed at the last sign-in.
SELECT roles FROM accounts WHERE owner_key = %(owner_key)s;

-- name: lock
-- One takeover of an account after the other.
SELECT pg_advisory_xact_lock(hashtextextended('account ' || %(account)s, 0));

-- name: outdone
-- Files that both have, where a person saved or approved the session's result and nobody the account's: that one gives way.
SELECT theirs.id
FROM jobs AS theirs JOIN jobs AS mine USING (sha256, bytes, mapping, mapping_version)
WHERE theirs.owner_key = %(account)s AND mine.owner_key = %(session)s
  AND theirs.status <> 'failed' AND theirs.deleted_at IS NULL AND theirs.expired_at IS NULL
  AND mine.status <> 'failed' AND mine.deleted_at IS NULL AND mine.expired_at IS NULL
  AND (mine.saved_by IS NOT NULL OR mine.review = 'approved')
  AND theirs.saved_by IS NULL AND theirs.review IS DISTINCT FROM 'approved';

-- name: hold_jobs
-- In the order of their ids, as by whoever else changes several: workers go on meanwhile.
SELECT FROM jobs
WHERE deleted_at IS NULL AND (owner_key = %(session)s OR id = ANY (%(outdone)s::uuid[]))
ORDER BY id
FOR UPDATE;

-- name: take_jobs
-- The session's jobs become the account's, but for files that the account has already. A key that the account used for another
-- upload is let go of: it was to tell uploads apart while they are sent.
UPDATE jobs
SET owner_key = %(account)s, owner_session_id = NULL, user_id = split_part(%(account)s, ':', 2),
    idempotency_key = CASE WHEN EXISTS (SELECT FROM jobs AS theirs
                                        WHERE theirs.owner_key = %(account)s
                                          AND theirs.idempotency_key = jobs.idempotency_key)
                      THEN NULL ELSE idempotency_key END
WHERE owner_key = %(session)s AND deleted_at IS NULL
  AND (status = 'failed' OR expired_at IS NOT NULL OR NOT EXISTS (
      SELECT FROM jobs AS theirs
      WHERE theirs.owner_key = %(account)s AND (theirs.sha256, theirs.bytes) = (jobs.sha256, jobs.bytes)
        AND (theirs.mapping, theirs.mapping_version) = (jobs.mapping, jobs.mapping_version)
        AND theirs.status <> 'failed' AND theirs.deleted_at IS NULL AND theirs.expired_at IS NULL))
RETURNING id;

-- name: add_templates
-- A template for each of the session's, switched on as there; of those that the account has already, its own stays in use.
-- What was switched on last comes first, and what goes beyond the most that may be in use is switched off.
WITH in_use AS (
    SELECT templates.owner_key, name, switched_at, octet_length(text) AS bytes
    FROM templates JOIN template_versions USING (owner_key, name) WHERE version = active_version
), held AS (
    SELECT count(*) AS templates, coalesce(sum(bytes), 0) AS bytes FROM in_use WHERE owner_key = %(account)s
), coming AS (
    SELECT name, count(*) OVER so_far AS templates, sum(bytes) OVER so_far AS bytes FROM in_use
    WHERE owner_key = %(session)s
      AND name NOT IN (SELECT name FROM templates WHERE owner_key = %(account)s)
    WINDOW so_far AS (ORDER BY switched_at DESC, name)
)
INSERT INTO templates (owner_key, name, active_version, switched_at, switched_by)
SELECT %(account)s, name,
       CASE WHEN held.templates + coming.templates <= %(most)s AND held.bytes + coming.bytes <= %(most_bytes)s
            THEN active_version END, switched_at, switched_by
FROM held, templates LEFT JOIN coming USING (name)
WHERE owner_key = %(session)s
ON CONFLICT (owner_key, name) DO NOTHING;

-- name: take_templates
-- The session's versions, behind those that the account has of the same template; each says its number in its text.
WITH last AS (
    SELECT name, max(version) AS version FROM template_versions WHERE owner_key = %(account)s GROUP BY name
)
UPDATE template_versions AS taken
SET owner_key = %(account)s, version = taken.version + coalesce(last.version, 0),
    text = CASE WHEN last.version IS NULL THEN taken.text
                ELSE regexp_replace(taken.text, '^version *= *[0-9]+', 'version = ' || taken.version + last.version, 'n') END
FROM templates LEFT JOIN last USING (name)
WHERE taken.owner_key = %(session)s AND (templates.owner_key, templates.name) = (%(session)s, taken.name)
RETURNING taken.name;

-- name: drop_templates
-- What is empty now.
DELETE FROM templates WHERE owner_key = %(session)s;

-- name: has_directory
-- Whether the session entered any party, unit or article.
SELECT EXISTS (SELECT FROM parties WHERE owner_key = %(session)s)
    OR EXISTS (SELECT FROM unit_aliases WHERE owner_key = %(session)s)
    OR EXISTS (SELECT FROM goods WHERE owner_key = %(session)s) AS found;

-- name: change_directories
-- New versions of both directories; held to the end.
INSERT INTO directories (owner_key) VALUES (%(account)s), (%(session)s)
ON CONFLICT (owner_key) DO UPDATE SET version = gen_random_uuid(), changed_at = queue_now();

-- name: take_parties
-- Those that the account does not have; and no second seller, for then nobody would know who writes the invoices.
WITH taken AS (
    UPDATE parties SET owner_key = %(account)s
    WHERE owner_key = %(session)s
      AND NOT EXISTS (SELECT FROM parties AS theirs
                      WHERE (theirs.owner_key, theirs.role, theirs.name_key) = (%(account)s, parties.role, parties.name_key))
      AND (role <> 'seller'
           OR NOT EXISTS (SELECT FROM parties AS theirs WHERE theirs.owner_key = %(account)s AND theirs.role = 'seller'))
    RETURNING id
), keys AS (
    UPDATE party_keys SET owner_key = %(account)s FROM taken WHERE party_id = taken.id
)
SELECT id FROM taken;

-- name: take_units
-- Names of units that the account does not have.
UPDATE unit_aliases SET owner_key = %(account)s
WHERE owner_key = %(session)s
  AND NOT EXISTS (SELECT FROM unit_aliases AS theirs WHERE (theirs.owner_key, theirs.key) = (%(account)s, unit_aliases.key))
RETURNING key;

-- name: take_goods
-- Articles that the account does not have.
UPDATE goods SET owner_key = %(account)s
WHERE owner_key = %(session)s
  AND NOT EXISTS (SELECT FROM goods AS theirs
                  WHERE (theirs.owner_key, theirs.kind, theirs.key) = (%(account)s, goods.kind, goods.key))
RETURNING key;

-- name: take_releases
-- Versions of mappings that an operator gave to the session by name.
UPDATE mapping_releases SET owners = array_append(owners, %(account)s::text)
WHERE %(session)s::text = ANY (owners) AND NOT %(account)s::text = ANY (owners);

-- name: remember
-- That it took over from this session; of one that had nothing, no word.
INSERT INTO taken_sessions (session_key, account_key)
SELECT %(session)s, %(account)s
WHERE %(taken)s OR EXISTS (SELECT FROM api_keys WHERE owner_key = %(session)s AND key_state(api_keys) = 'active')
   OR EXISTS (SELECT FROM webhooks WHERE owner_key = %(session)s)
ON CONFLICT (session_key, account_key) DO UPDATE SET taken_at = queue_now();

-- name: was_taken
-- Whether an account took over what this session had.
SELECT true AS found FROM taken_sessions WHERE session_key = %(session)s LIMIT 1;

-- name: taken_from
-- From which sessions this account took over.
SELECT session_key FROM taken_sessions WHERE account_key = %(account)s;

-- name: ways_in
-- Keys and webhooks of sessions that this account took over from.
SELECT 'key' AS kind, name AS title, prefix || '…' AS shown, api_keys.created_at
FROM taken_sessions JOIN api_keys ON owner_key = session_key
WHERE account_key = %(account)s AND key_state(api_keys) = 'active'
UNION ALL
SELECT 'webhook', description, url, webhooks.created_at
FROM taken_sessions JOIN webhooks ON owner_key = session_key
WHERE account_key = %(account)s
ORDER BY created_at;

-- name: take_keys
-- From now on they act for the account.
UPDATE api_keys SET owner_key = %(account)s
WHERE owner_key IN (SELECT session_key FROM taken_sessions WHERE account_key = %(account)s)
  AND key_state(api_keys) = 'active';

-- name: take_webhooks
-- From now on they are told of the account's jobs.
UPDATE webhooks SET owner_key = %(account)s
WHERE owner_key IN (SELECT session_key FROM taken_sessions WHERE account_key = %(account)s);

-- name: drop_keys
-- Nobody can use them any more.
UPDATE api_keys SET revoked_at = queue_now()
WHERE owner_key IN (SELECT session_key FROM taken_sessions WHERE account_key = %(account)s)
  AND key_state(api_keys) = 'active';

-- name: drop_webhooks
-- With what they were still to be sent.
DELETE FROM webhooks WHERE owner_key IN (SELECT session_key FROM taken_sessions WHERE account_key = %(account)s);
