-- Uploads on their way into the queue.

-- name: submit
-- Takes uploads into the queue, all that come together, but for those of which the owner has a live twin, or, where that counts,
-- one that is complete by another version of the mapping: of these no row comes back. Of one that was taken, only what is not
-- known anyway: a row of all columns cost a twentieth of the statement. None is taken where uploads do not stand as whoever
-- hands them in was told: then `is_so` is false. Who is told to call the workers does so with this commit, which then waits for
-- no disk, so that they begin meanwhile: to be made to last before anybody else is told of it.
-- In order, since each owner's place in line is taken under a lock, and so is whatever twins have in common.
WITH in_a_hurry AS MATERIALIZED (
    SELECT set_config('synchronous_commit', 'off', true) WHERE %(call)s::text IS NOT NULL  -- of this transaction
), standing AS MATERIALIZED (
    SELECT NOT %(as_told)s OR (paused_because IS NULL AND releases IS NOT DISTINCT FROM %(told)s) AS is_so FROM upload_standing
), given AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset(%(uploads)s) AS given (
        id uuid, owner_key text, owner_session_id text, user_id text, idempotency_key text, original_filename text,
        name_words text[], content_type text, bytes bigint, sha256 text, mapping text, mapping_version integer, pipeline text,
        upload_path text, request_id text, traceparent text)
    ORDER BY owner_key, pipeline, mapping, sha256
), submitted AS (
    INSERT INTO jobs (id, owner_key, owner_session_id, user_id, idempotency_key, original_filename, name_words,
                      content_type, bytes, sha256, mapping, mapping_version, pipeline, status, upload_path, queued_at, fair_at,
                      request_id, traceparent)
    SELECT id, owner_key, owner_session_id, user_id, idempotency_key, original_filename, name_words,
           content_type, bytes, sha256, mapping, mapping_version, pipeline, 'queued', upload_path, queue_now(),
           next_place(owner_key, pipeline, bytes), request_id, traceparent
    FROM given
    WHERE (SELECT is_so FROM standing) AND NOT (%(unless_converted)s AND coalesce((
        SELECT true FROM jobs AS twin
        WHERE twin.owner_key = given.owner_key AND twin.sha256 = given.sha256 AND twin.mapping = given.mapping
          AND twin.bytes = given.bytes
          AND status = 'complete' AND status <> 'failed' AND deleted_at IS NULL AND expired_at IS NULL
        LIMIT 1), false))
    ON CONFLICT (owner_key, sha256, mapping, mapping_version, bytes)
        WHERE status <> 'failed' AND deleted_at IS NULL AND expired_at IS NULL
        DO NOTHING
    RETURNING id, created_at, updated_at, queued_at
), logged AS (
    INSERT INTO job_events (job_id, event_type, attempt)
    SELECT id, event_type, 0 FROM submitted, unnest(ARRAY['uploaded', 'queued']) AS event_type
)
SELECT is_so, id, created_at, updated_at, queued_at,
       CASE WHEN id IS NOT NULL AND %(call)s IS NOT NULL THEN pg_notify(%(call)s, '') END AS called, in_a_hurry.*
FROM standing LEFT JOIN submitted ON true LEFT JOIN in_a_hurry ON true;

-- name: make_last
-- What was committed before is on the disk afterwards: a message of no meaning in the write-ahead log, whose commit waits for
-- the disk, and so for all that stands before it in the log, whoever wrote that.
SELECT pg_logical_emit_message(true, 'fakturo', '');
