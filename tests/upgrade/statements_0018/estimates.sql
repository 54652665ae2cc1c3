-- How long jobs take, and how long the line is.

-- name: figures
-- Of a pipeline: how long the last conversions took, what runs and for how long, who stands in line, and how many slots there
-- are. Each kind is a short scan of an index.
(SELECT 'done' AS kind, id, mapping, bytes, conversion_ms AS ms FROM jobs
 WHERE pipeline = %(pipeline)s AND conversion_ms IS NOT NULL AND completed_at IS NOT NULL
 ORDER BY completed_at DESC LIMIT %(most_done)s)
UNION ALL
(SELECT 'running', id, mapping, bytes, (extract(epoch FROM queue_now() - last_attempt_at) * 1000)::bigint FROM jobs
 WHERE pipeline = %(pipeline)s AND status = 'processing' AND deleted_at IS NULL
 LIMIT %(most_waiting)s)
UNION ALL
(SELECT 'line', id, mapping, bytes, 0 FROM jobs
 WHERE pipeline = %(pipeline)s AND status = 'queued' AND deleted_at IS NULL AND retry_after IS NULL
 ORDER BY fair_at LIMIT %(most_waiting)s)
UNION ALL
(SELECT 'slots', NULL, '', 0, coalesce(sum(slots), 0) FROM storage_readers WHERE until >= queue_now());

-- name: now
-- The clock that leases and schedules go by.
SELECT queue_now() AS now;
