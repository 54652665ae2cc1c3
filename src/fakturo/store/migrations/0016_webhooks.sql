-- Webhooks: who wants to hear of what, and what is still to be sent.

CREATE TABLE webhooks (
    id                uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    owner_key         text NOT NULL,
    url               text NOT NULL,
    description       text NOT NULL DEFAULT '',
    events            text[] NOT NULL,
    enabled           boolean NOT NULL DEFAULT true,
    disabled_why      text CHECK (disabled_why IN ('owner', 'gone')),
    secret            text NOT NULL,
    old_secret        text,                     -- signs, too, until its time is over
    old_secret_until  timestamptz,
    failing_since     timestamptz,              -- no delivery has arrived from then on
    created_at        timestamptz NOT NULL DEFAULT queue_now(),
    CONSTRAINT disabled_for_a_reason CHECK (enabled = (disabled_why IS NULL)),
    CONSTRAINT old_secret_has_its_end CHECK ((old_secret IS NULL) = (old_secret_until IS NULL))
);
CREATE INDEX webhooks_owner ON webhooks (owner_key);

CREATE TABLE webhook_deliveries (
    id             uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    webhook_id     uuid NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    event_id       text NOT NULL,               -- of the event: the same however often it is sent, and for whom
    event_type     text NOT NULL,
    job_id         uuid,
    body           text,                        -- what is sent; gone with what it tells of
    state          text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed', 'dropped')),
    attempt_count  integer NOT NULL DEFAULT 0,
    attempts       jsonb NOT NULL DEFAULT '[]', -- of each: when, what came back, how long it took
    next_at        timestamptz NOT NULL DEFAULT queue_now(),  -- while somebody is at it: when another may be
    lease_token    uuid,
    since          timestamptz NOT NULL DEFAULT queue_now(),  -- tried for a day from then on; a replay begins it anew
    created_at     timestamptz NOT NULL DEFAULT queue_now(),
    CONSTRAINT pending_has_its_body CHECK (state <> 'pending' OR body IS NOT NULL)
);
-- What is due, webhook by webhook; the log, newest first; what tells of a job; what is old.
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_at) WHERE state = 'pending';
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (webhook_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_job ON webhook_deliveries (job_id) WHERE body IS NOT NULL;
CREATE INDEX webhook_deliveries_age ON webhook_deliveries (created_at);

-- What an owner's own systems are told of a job: names as in the API.
CREATE FUNCTION told_of(job jobs) RETURNS jsonb
    LANGUAGE sql STABLE
    AS $$
        SELECT CASE WHEN job.deleted_at IS NOT NULL THEN jsonb_build_object('id', job.id) ELSE jsonb_build_object(
            'id', job.id, 'filename', job.original_filename, 'sha256', job.sha256, 'bytes', job.bytes,
            'mapping', job.mapping, 'mapping_version', job.mapping_version, 'status', job.status, 'review', job.review,
            'draft', coalesce(job.review = 'needed', false),
            'error_code', job.error_code, 'error_message', job.error_message,
            'attempt_count', job.attempt_count, 'manual_retry_count', job.manual_retry_count,
            'seller', job.seller, 'buyer', job.buyer, 'invoice_number', job.invoice_number,
            'invoice_date', job.invoice_date, 'total', job.total::text, 'currency', job.currency,
            'invoice_count', job.invoice_count, 'issue_count', job.issue_count, 'first_issue', job.first_issue) END
    $$;

-- The outbox. Whatever ends a job, or takes its result away, writes an event: the webhooks of its owner get it in the same
-- transaction. What was told of a job, and is gone now, goes from here, too.
CREATE FUNCTION tell_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    job jobs;
    told text;
    event_id text := 'evt_' || replace(gen_random_uuid()::text, '-', '');
BEGIN
    IF NEW.event_type IN ('deleted', 'expired') THEN
        UPDATE webhook_deliveries
        SET body = NULL, state = CASE state WHEN 'pending' THEN 'dropped' ELSE state END
        WHERE job_id = NEW.job_id AND body IS NOT NULL;
    END IF;
    SELECT * INTO job FROM jobs WHERE id = NEW.job_id;
    told := CASE NEW.event_type
                WHEN 'complete' THEN CASE job.review WHEN 'needed' THEN 'job.needs_review' ELSE 'job.ready' END
                ELSE 'job.' || NEW.event_type END;
    INSERT INTO webhook_deliveries (webhook_id, event_id, event_type, job_id, body)
    SELECT webhooks.id, event_id, told, job.id,
           json_build_object('type', told, 'timestamp', NEW.created_at, 'data', json_build_object('job', told_of(job)))
    FROM webhooks
    WHERE owner_key = job.owner_key AND enabled AND told = ANY (events);
    RETURN NULL;
END $$;
CREATE TRIGGER job_events_tell AFTER INSERT ON job_events FOR EACH ROW
    WHEN (NEW.event_type IN ('complete', 'failed', 'deleted')
          OR (NEW.event_type = 'expired' AND NEW.meta ->> 'what' = 'xml'))
    EXECUTE FUNCTION tell_webhooks();
