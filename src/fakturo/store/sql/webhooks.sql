-- Webhooks: their owners' side, which names the owner in every statement, and the side of those who deliver. What goes into
-- the outbox is written by the transaction that changes the job.

-- name: lock
-- One new one of an owner's after the other: how many there are is counted.
SELECT pg_advisory_xact_lock(hashtextextended('webhooks ' || %(owner_key)s, 0));

-- name: create
-- A new one, unless the owner has enough of them.
INSERT INTO webhooks (owner_key, url, description, events, secret)
SELECT %(owner_key)s, %(url)s, %(description)s, %(events)s, %(secret)s
WHERE (SELECT count(*) FROM webhooks WHERE owner_key = %(owner_key)s) < %(most)s
RETURNING *;

-- name: list
-- The owner's, oldest first.
SELECT * FROM webhooks WHERE owner_key = %(owner_key)s ORDER BY created_at, id;

-- name: get
-- One of the owner's.
SELECT * FROM webhooks WHERE id = %(id)s AND owner_key = %(owner_key)s;

-- name: update
-- What is given is changed, the rest stays.
UPDATE webhooks
SET url = coalesce(%(url)s, url), description = coalesce(%(description)s, description),
    events = coalesce(%(events)s, events), enabled = coalesce(%(enabled)s, enabled),
    disabled_why = CASE WHEN coalesce(%(enabled)s, enabled) THEN NULL ELSE coalesce(disabled_why, 'owner') END,
    failing_since = CASE WHEN %(url)s::text IS NULL AND %(enabled)s::boolean IS NULL THEN failing_since END
WHERE id = %(id)s AND owner_key = %(owner_key)s
RETURNING *;

-- name: rotate
-- A new secret; the one before signs, too, for a while.
UPDATE webhooks SET secret = %(secret)s, old_secret = secret, old_secret_until = queue_now() + %(overlap)s
WHERE id = %(id)s AND owner_key = %(owner_key)s
RETURNING *;

-- name: delete
-- With all that was to be sent there.
DELETE FROM webhooks WHERE id = %(id)s AND owner_key = %(owner_key)s RETURNING id;

-- name: ping
-- A trial: sent like everything else.
INSERT INTO webhook_deliveries (webhook_id, event_id, event_type, body)
SELECT id, 'evt_' || replace(gen_random_uuid()::text, '-', ''), 'webhook.test',
       json_build_object('type', 'webhook.test', 'timestamp', queue_now(), 'data', json_build_object('webhook_id', id))
FROM webhooks WHERE id = %(id)s AND owner_key = %(owner_key)s AND enabled
RETURNING *;

-- name: deliveries
-- What was sent to one of the owner's, and what is to be, newest first, from a place in that order on.
SELECT webhook_deliveries.* FROM webhook_deliveries JOIN webhooks ON webhooks.id = webhook_id
WHERE webhook_id = %(id)s AND owner_key = %(owner_key)s AND (%(state)s::text IS NULL OR state = %(state)s)
  AND (%(before_created_at)s::timestamptz IS NULL
       OR (webhook_deliveries.created_at, webhook_deliveries.id) < (%(before_created_at)s, %(before_id)s::uuid))
ORDER BY webhook_deliveries.created_at DESC, webhook_deliveries.id DESC
LIMIT %(limit)s;

-- name: delivery
-- One of them.
SELECT webhook_deliveries.* FROM webhook_deliveries JOIN webhooks ON webhooks.id = webhook_id
WHERE webhook_deliveries.id = %(delivery_id)s AND webhook_id = %(id)s AND owner_key = %(owner_key)s;

-- name: replay
-- Sends one once more, and tries for another day. No row if what it told is gone, or it is disabled.
UPDATE webhook_deliveries
SET state = 'pending', next_at = queue_now(), since = queue_now(), attempt_count = 0, lease_token = NULL
FROM webhooks
WHERE webhook_deliveries.id = %(delivery_id)s AND webhook_id = %(id)s AND webhooks.id = webhook_id
  AND owner_key = %(owner_key)s AND body IS NOT NULL AND enabled
RETURNING webhook_deliveries.*;

-- name: claim
-- What is due, a few of each webhook (one, if nothing has arrived there lately), so that a receiver that hangs holds up
-- nobody else's. Which webhooks have anything to be sent is found by hopping over the index, from one to the next.
WITH RECURSIVE waiting AS (
    (SELECT webhook_id FROM webhook_deliveries WHERE state = 'pending' ORDER BY webhook_id LIMIT 1)
    UNION ALL
    SELECT (SELECT other.webhook_id FROM webhook_deliveries AS other
            WHERE state = 'pending' AND other.webhook_id > waiting.webhook_id ORDER BY other.webhook_id LIMIT 1)
    FROM waiting WHERE waiting.webhook_id IS NOT NULL
), due AS (
    SELECT delivery.id FROM waiting JOIN webhooks ON webhooks.id = waiting.webhook_id AND enabled
    CROSS JOIN LATERAL (
        SELECT id, next_at FROM webhook_deliveries
        WHERE webhook_id = webhooks.id AND state = 'pending' AND next_at <= (SELECT queue_now())
        ORDER BY next_at
        LIMIT CASE WHEN failing_since IS NULL THEN %(each)s ELSE 1 END
    ) AS delivery
    WHERE NOT webhooks.id = ANY (%(busy)s::uuid[])
    ORDER BY delivery.next_at
    LIMIT %(slots)s
), taken AS (
    SELECT id FROM webhook_deliveries
    WHERE id IN (SELECT id FROM due) AND state = 'pending' AND next_at <= (SELECT queue_now())
    FOR UPDATE SKIP LOCKED
), claimed AS (
    UPDATE webhook_deliveries
    SET attempt_count = attempt_count + 1, lease_token = gen_random_uuid(), leased_by = %(worker)s,
        next_at = queue_now() + %(lease)s
    WHERE id IN (SELECT id FROM taken)
    RETURNING *
)
SELECT claimed.id, claimed.webhook_id, lease_token, event_id, body, attempt_count, queue_now() - since AS age,
       queue_now() AS now, url, secret, CASE WHEN old_secret_until > queue_now() THEN old_secret END AS old_secret,
       failing_since IS NOT NULL AS is_failing
FROM claimed JOIN webhooks ON webhooks.id = claimed.webhook_id;

-- name: settle
-- What came of an attempt: it has arrived, is due again later, or is given up; and whether its webhook is well. That is
-- locked first, as by who deletes it with all its deliveries: otherwise each might wait for the other.
WITH webhook AS MATERIALIZED (
    SELECT id FROM webhooks
    WHERE id = (SELECT webhook_id FROM webhook_deliveries WHERE id = %(id)s AND lease_token = %(token)s)
    FOR NO KEY UPDATE
), settled AS (
    UPDATE webhook_deliveries
    SET state = CASE WHEN state <> 'pending' THEN state ELSE %(state)s END,
        next_at = queue_now() + %(delay)s, lease_token = NULL, attempts = attempts || %(attempt)s::jsonb
    FROM webhook
    WHERE webhook_deliveries.id = %(id)s AND lease_token = %(token)s AND webhook_id = webhook.id
    RETURNING webhook_id
)
UPDATE webhooks
SET failing_since = CASE WHEN %(state)s = 'delivered' THEN NULL ELSE coalesce(failing_since, queue_now()) END,
    enabled = enabled AND NOT %(gone)s,
    disabled_why = CASE WHEN %(gone)s THEN 'gone' ELSE disabled_why END
FROM settled
WHERE webhooks.id = settled.webhook_id;

-- name: give_up
-- What could not be tried for a day, since its webhook was disabled.
UPDATE webhook_deliveries SET state = 'failed', lease_token = NULL
WHERE state = 'pending' AND since < queue_now() - %(tried_for)s::interval AND next_at < queue_now();

-- name: forget
-- The log's oldest part.
DELETE FROM webhook_deliveries
WHERE id IN (SELECT id FROM webhook_deliveries
             WHERE created_at < queue_now() - %(kept)s::interval AND state <> 'pending' LIMIT %(limit)s);
