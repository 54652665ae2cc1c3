-- One-time links by which a queue is opened on another device.

-- name: keep
-- A link that is new; those that nobody used in time go.
WITH old AS (DELETE FROM session_links WHERE expires_at < queue_now())
INSERT INTO session_links (secret_sha256, sealed, expires_at)
VALUES (%(secret_sha256)s, %(sealed)s, queue_now() + %(lasts)s);

-- name: exists
-- Whether it could be used now.
SELECT true AS found FROM session_links WHERE secret_sha256 = %(secret_sha256)s AND expires_at >= queue_now();

-- name: take
-- The link, which is gone with that.
DELETE FROM session_links WHERE secret_sha256 = %(secret_sha256)s AND expires_at >= queue_now() RETURNING sealed;
