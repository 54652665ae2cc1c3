-- Jobs, their events, and the indexes that keep the claim one short index scan.
--
-- Whoever writes a status does it by a named statement in ../sql, guarded by the old status and, while a job is
-- processing, by its lease token. The constraints below hold even against whoever forgets.

-- Every lease and schedule asks this clock: the database's own, never a worker's. Tests replace it to move time.
CREATE FUNCTION queue_now() RETURNS timestamptz
    LANGUAGE sql VOLATILE PARALLEL SAFE
    AS $$ SELECT clock_timestamp() $$;

CREATE TABLE jobs (
    id                   uuid PRIMARY KEY,
    owner_key            text NOT NULL,
    owner_session_id     text,
    user_id              text,
    idempotency_key      text,

    original_filename    text NOT NULL CHECK (char_length(original_filename) BETWEEN 1 AND 255),
    content_type         text NOT NULL DEFAULT 'application/pdf',
    bytes                bigint NOT NULL CHECK (bytes >= 0),
    sha256               text CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    mapping              text NOT NULL,
    mapping_version      integer NOT NULL,
    pipeline             text NOT NULL,

    status               text NOT NULL CHECK (status IN ('uploaded', 'queued', 'processing', 'complete', 'failed')),
    review               text CHECK (review IN ('clean', 'needed', 'approved')),
    upload_path          text,
    result_path          text,
    result_bytes         bigint CHECK (result_bytes > 0),
    result_sha256        text CHECK (result_sha256 ~ '^[0-9a-f]{64}$'),
    document_path        text,
    error_code           text CHECK (error_code IN
                             ('NOT_PDF', 'TOO_LARGE', 'GW_4XX', 'GW_5XX', 'GW_TIMEOUT', 'IO_ERROR', 'UNKNOWN')),
    error_message        text,
    last_error_code      text,

    created_at           timestamptz NOT NULL DEFAULT queue_now(),
    updated_at           timestamptz NOT NULL DEFAULT queue_now(),
    queued_at            timestamptz,
    started_at           timestamptz,
    completed_at         timestamptz,
    failed_at            timestamptz,
    last_attempt_at      timestamptz,
    expires_at           timestamptz,
    expired_at           timestamptz,
    deleted_at           timestamptz,

    fair_at              timestamptz NOT NULL DEFAULT queue_now(),
    retry_after          timestamptz,
    leased_by            text,
    lease_expires_at     timestamptz,
    lease_token          uuid,
    attempt_count        integer NOT NULL DEFAULT 0 CHECK (attempt_count >= 0),
    crash_count          integer NOT NULL DEFAULT 0 CHECK (crash_count >= 0),
    release_count        integer NOT NULL DEFAULT 0 CHECK (release_count >= 0),
    manual_retry_count   integer NOT NULL DEFAULT 0 CHECK (manual_retry_count >= 0),

    download_count       integer NOT NULL DEFAULT 0 CHECK (download_count >= 0),
    first_downloaded_at  timestamptz,

    -- The transaction that changed the row last, for readers who follow changes: unlike a time, it misses no late commit.
    changed_xid          xid8 NOT NULL DEFAULT pg_current_xact_id(),

    CONSTRAINT result_only_when_complete CHECK (result_path IS NULL OR status = 'complete'),
    CONSTRAINT complete_has_its_result CHECK
        (status <> 'complete' OR result_path IS NOT NULL OR expired_at IS NOT NULL OR deleted_at IS NOT NULL),
    CONSTRAINT error_exactly_when_failed CHECK
        ((status = 'failed') = (error_code IS NOT NULL) AND (error_code IS NULL) = (error_message IS NULL)),
    CONSTRAINT lease_only_when_processing CHECK
        (num_nulls(leased_by, lease_expires_at, lease_token) IN (0, 3) AND (lease_token IS NULL OR status = 'processing')),
    CONSTRAINT processing_has_its_lease CHECK
        (status <> 'processing' OR lease_token IS NOT NULL OR deleted_at IS NOT NULL),
    CONSTRAINT known_file_unless_refused CHECK
        ((sha256 IS NOT NULL AND bytes > 0) OR (status = 'failed' AND upload_path IS NULL)),
    CONSTRAINT file_while_work_is_left CHECK
        (status NOT IN ('queued', 'processing') OR upload_path IS NOT NULL OR deleted_at IS NOT NULL),
    CONSTRAINT waits_only_when_queued CHECK (retry_after IS NULL OR status = 'queued')
) WITH (
    fillfactor = 85,                          -- room for a row's next versions on its own page
    autovacuum_vacuum_scale_factor = 0.01,    -- a queue's table is all churn: vacuum it early
    autovacuum_vacuum_threshold = 500
);

-- The claim: queued jobs of a pipeline in fair order.
CREATE INDEX jobs_queue ON jobs (pipeline, fair_at) WHERE status = 'queued' AND deleted_at IS NULL;
-- The owner's place in that order, for the next upload.
CREATE INDEX jobs_owner_queue ON jobs (owner_key, pipeline, fair_at)
    WHERE status = 'queued' AND deleted_at IS NULL AND retry_after IS NULL;
-- Scheduled retries by their time.
CREATE INDEX jobs_retry ON jobs (status, retry_after) WHERE retry_after IS NOT NULL;
-- Leases that ran out.
CREATE INDEX jobs_lease ON jobs (lease_expires_at) WHERE status = 'processing';
-- The owner's list, newest first; how many of them are under way; what changed since.
CREATE INDEX jobs_owner ON jobs (owner_key, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX jobs_owner_active ON jobs (owner_key)
    WHERE status IN ('uploaded', 'queued', 'processing') AND deleted_at IS NULL;
CREATE INDEX jobs_owner_changes ON jobs (owner_key, changed_xid);
-- The same file for the same mapping is one job, unless the earlier one failed, was deleted or has expired.
CREATE UNIQUE INDEX jobs_twin ON jobs (owner_key, sha256, mapping, mapping_version, bytes)
    WHERE status <> 'failed' AND deleted_at IS NULL AND expired_at IS NULL;
CREATE UNIQUE INDEX jobs_idempotency ON jobs (owner_key, idempotency_key) WHERE idempotency_key IS NOT NULL;

-- A lease that is merely extended is no change that anybody follows.
CREATE FUNCTION mark_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.updated_at := queue_now();
    NEW.changed_xid := pg_current_xact_id();
    RETURN NEW;
END $$;
CREATE TRIGGER jobs_mark_change BEFORE UPDATE ON jobs FOR EACH ROW
    WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at
          OR OLD.lease_expires_at IS NOT DISTINCT FROM NEW.lease_expires_at)
    EXECUTE FUNCTION mark_change();

-- The timeline: one row for every change of status, written by the statement that makes the change.
CREATE TABLE job_events (
    id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    job_id          uuid NOT NULL REFERENCES jobs (id),
    event_type      text NOT NULL,
    attempt         integer NOT NULL,
    lease_token     uuid,
    worker          text,
    gateway_status  integer,
    duration_ms     bigint,
    error_code      text,
    meta            jsonb NOT NULL DEFAULT '{}',
    created_at      timestamptz NOT NULL DEFAULT queue_now()
);
CREATE INDEX job_events_timeline ON job_events (job_id, id);
CREATE INDEX job_events_age ON job_events (created_at);
