-- Events that leave the database for the archive, and the records of where they went.

-- name: due_events
-- Old events in the order of time, from one on, each as one line of JSON with whatever columns it has. Those of a job that
-- is not done yet stay: its timeline is still being read, by people and by workers.
SELECT id, created_at, to_jsonb(job_events)::text AS line FROM job_events
WHERE created_at < (SELECT queue_now() - %(ttl)s::interval)
  AND (created_at, id) > (%(after_at)s::timestamptz, %(after_id)s::bigint)
  AND NOT EXISTS (
      SELECT FROM jobs
      WHERE jobs.id = job_id AND status IN ('uploaded', 'queued', 'processing') AND deleted_at IS NULL)
ORDER BY created_at, id
LIMIT %(limit)s;

-- name: last_archive
-- The end of the chain, which the next one is tied to.
SELECT number, manifest_sha256 FROM event_archives ORDER BY number DESC LIMIT 1;

-- name: replace_events
-- Puts the record of an archive in the place of its events, if it is still our turn and the chain still ends where we
-- thought: one statement, so nobody ever finds an event in both places, or in neither.
WITH turn AS (
    SELECT name FROM sweeps WHERE name = 'archive' AND holder = %(who)s AND held_until >= queue_now() FOR UPDATE
), recorded AS (
    INSERT INTO event_archives (number, path, bytes, sha256, manifest_path, manifest_sha256, events, first_at, last_at)
    SELECT %(number)s, %(path)s, %(bytes)s, %(sha256)s, %(manifest_path)s, %(manifest_sha256)s, %(events)s,
           %(first_at)s, %(last_at)s
    FROM turn
    ON CONFLICT DO NOTHING
    RETURNING number
), gone AS (
    DELETE FROM job_events USING recorded WHERE id = ANY (%(ids)s) RETURNING id
)
SELECT count(gone.id) AS gone FROM recorded LEFT JOIN gone ON true HAVING count(recorded.number) > 0;

-- name: records
-- The records of the archive in the order of their chain, from one on.
SELECT number, path, bytes, sha256, manifest_path, manifest_sha256, events, first_at, last_at FROM event_archives
WHERE number > %(after)s
ORDER BY number
LIMIT %(limit)s;

-- name: still_there
-- Which of these events are in the database.
SELECT id FROM job_events WHERE id = ANY (%(ids)s);

-- name: highest_event
-- No event has had a higher number so far.
SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence('job_events', 'id')::regclass), 0) AS id;
