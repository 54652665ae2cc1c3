-- Figures for operators. Each is cheap enough to be asked every few seconds by one process, and is asked by no other.

-- name: begin
-- Whether these figures are due, and ours to ask: whoever comes second reads what the first one wrote.
UPDATE figures SET taken_at = queue_now()
WHERE name = %(name)s AND (taken_at IS NULL OR taken_at < queue_now() - %(every)s::interval)
RETURNING name;

-- name: keep
-- What was found, for all.
UPDATE figures SET figures = %(figures)s WHERE name = %(name)s;

-- name: read
-- All that is known.
SELECT figures FROM figures;

-- name: queue
-- The line, what runs, the breakers, and how well the database keeps up. Scans of small partial indexes, and of statistics.
WITH line AS (
    SELECT pipeline, count(*) FILTER (WHERE retry_after IS NULL) AS waiting, count(*) FILTER (WHERE retry_after IS NOT NULL) AS retrying,
           extract(epoch FROM queue_now() - min(queued_at) FILTER (WHERE retry_after IS NULL)) AS oldest
    FROM jobs WHERE status = 'queued' AND deleted_at IS NULL GROUP BY pipeline
), running AS (
    SELECT pipeline, count(*) AS jobs, extract(epoch FROM queue_now() - min(last_attempt_at)) AS oldest
    FROM jobs WHERE status = 'processing' AND leased_by IS NOT NULL AND deleted_at IS NULL GROUP BY pipeline
), pipelines AS (
    SELECT breakers.pipeline, coalesce(line.waiting, 0) AS waiting, coalesce(line.retrying, 0) AS retrying,
           coalesce(line.oldest, 0) AS oldest, coalesce(running.jobs, 0) AS running,
           coalesce(running.oldest, 0) AS longest,
           CASE state WHEN 'closed' THEN 0 WHEN 'half_open' THEN 1 ELSE 2 END AS state,
           extract(epoch FROM not_closed + CASE WHEN state = 'closed' THEN interval '0' ELSE queue_now() - changed_at END) AS open_seconds
    FROM breakers LEFT JOIN line USING (pipeline) LEFT JOIN running USING (pipeline)
)
SELECT jsonb_build_object(
    'queue_depth', jsonb_object_agg(pipeline, waiting),
    'queue_waiting_retry', jsonb_object_agg(pipeline, retrying),
    'queue_oldest_age_seconds', jsonb_object_agg(pipeline, oldest),
    'jobs_active', jsonb_object_agg(pipeline, running),
    'processing_oldest_age_seconds', jsonb_object_agg(pipeline, longest),
    'breaker_state', jsonb_object_agg(pipeline, state),
    'breaker_open_seconds_total', jsonb_object_agg(pipeline, open_seconds),
    'paused', (SELECT jsonb_object_agg(kind, (SELECT count(*) FROM pauses WHERE what = kind AND (until IS NULL OR until > queue_now())))
               FROM unnest(ARRAY['claims', 'uploads']) AS kind),
    'workers', (SELECT count(*) FROM storage_readers WHERE slots > 0 AND until >= queue_now()),
    'retention_last_run_timestamp_seconds',
        (SELECT coalesce(extract(epoch FROM finished_at), 0) FROM sweeps WHERE name = 'retention'),
    'db_dead_rows', (SELECT jsonb_object_agg(relname, n_dead_tup) FROM pg_stat_user_tables
                     WHERE relid IN ('jobs'::regclass, 'job_events'::regclass)),
    'db_oldest_xmin_seconds', (SELECT coalesce(extract(epoch FROM clock_timestamp() - min(xact_start)), 0)
                               FROM pg_stat_activity WHERE backend_xmin IS NOT NULL AND datname = current_database()),
    'db_notification_queue_usage_ratio', pg_notification_queue_usage()
) AS figures
FROM pipelines;

-- name: storage
-- Bytes that rows name, of earlier versions, too. Looks at every job, so it is asked seldom.
SELECT jsonb_build_object('storage_bytes', jsonb_build_object(
    'uploads', coalesce(sum(bytes) FILTER (WHERE upload_path IS NOT NULL), 0),
    'results', coalesce(sum(result_bytes) FILTER (WHERE result_path IS NOT NULL), 0)
               + coalesce(sum(document_bytes) FILTER (WHERE document_path IS NOT NULL), 0)
               + (SELECT coalesce(sum(result_bytes + coalesce(document_bytes, 0)), 0) FROM job_versions))) AS figures
FROM jobs;
