-- Reviews: results that people save are versions like any other, and say who made them and what was changed.

ALTER TABLE jobs
    ADD COLUMN saved_by        text,
    -- Of a result that a person saved: [{"field": …, "before": …, "after": …}]. Goes with the result.
    ADD COLUMN changed_fields  jsonb,
    -- A file that holds several invoices, once each has a file and a job of its own.
    ADD COLUMN split_into      uuid[],
    ADD COLUMN split_from      uuid;
ALTER TABLE job_versions
    ADD COLUMN saved_by        text,
    ADD COLUMN changed_fields  jsonb;

-- As before, with who saved it and what was changed.
CREATE OR REPLACE FUNCTION set_result_aside(job jobs) RETURNS uuid
    LANGUAGE sql VOLATILE
    AS $$
        INSERT INTO job_versions (
            job_id, number, kind, mapping, mapping_version, pipeline, made_with, made_at, conversion_ms, review,
            result_path, result_bytes, result_sha256, document_path, document_bytes, document_sha256,
            seller, buyer, invoice_number, invoice_date, total, currency, invoice_count, issue_count, first_issue,
            first_issue_code, issue_codes, found_words, expires_at, first_downloaded_at, saved_by, changed_fields)
        SELECT job.id, job.version, job.result_kind, job.mapping, job.mapping_version, job.pipeline, job.made_with,
            job.completed_at, job.conversion_ms, job.review,
            job.result_path, job.result_bytes, job.result_sha256, job.document_path, job.document_bytes, job.document_sha256,
            job.seller, job.buyer, job.invoice_number, job.invoice_date, job.total, job.currency, job.invoice_count,
            job.issue_count, job.first_issue, job.first_issue_code, job.issue_codes, job.found_words,
            job.expires_at, job.first_downloaded_at, job.saved_by, job.changed_fields
        WHERE job.result_path IS NOT NULL;
        SELECT job.id;
    $$;

CREATE OR REPLACE FUNCTION take_result_back(of_job uuid, because text) RETURNS boolean
    LANGUAGE sql VOLATILE
    AS $$
        WITH earlier AS (
            DELETE FROM job_versions AS kept USING jobs AS job
            WHERE job.id = of_job AND kept.job_id = of_job AND kept.number = job.version - 1
              AND NOT EXISTS (
                  SELECT FROM jobs AS twin
                  WHERE (twin.owner_key, twin.sha256, twin.bytes) = (job.owner_key, job.sha256, job.bytes)
                    AND (twin.mapping, twin.mapping_version) = (kept.mapping, kept.mapping_version) AND twin.id <> of_job
                    AND twin.status <> 'failed' AND twin.deleted_at IS NULL AND twin.expired_at IS NULL)
            RETURNING kept.*
        ), restored AS (
            UPDATE jobs
            SET status = 'complete', version = earlier.number, result_kind = earlier.kind, mapping = earlier.mapping,
                mapping_version = earlier.mapping_version, pipeline = earlier.pipeline, made_with = earlier.made_with,
                completed_at = earlier.made_at, conversion_ms = earlier.conversion_ms, review = earlier.review,
                result_path = earlier.result_path, result_bytes = earlier.result_bytes,
                result_sha256 = earlier.result_sha256, document_path = earlier.document_path,
                document_bytes = earlier.document_bytes, document_sha256 = earlier.document_sha256,
                seller = earlier.seller, buyer = earlier.buyer, invoice_number = earlier.invoice_number,
                invoice_date = earlier.invoice_date, total = earlier.total, currency = earlier.currency,
                invoice_count = earlier.invoice_count, issue_count = earlier.issue_count,
                first_issue = earlier.first_issue,
                first_issue_code = earlier.first_issue_code, issue_codes = earlier.issue_codes, found_words = earlier.found_words,
                expires_at = earlier.expires_at, first_downloaded_at = earlier.first_downloaded_at,
                saved_by = earlier.saved_by, changed_fields = earlier.changed_fields,
                last_error_code = because, leased_by = NULL, lease_expires_at = NULL, lease_token = NULL
            FROM earlier WHERE jobs.id = of_job
            RETURNING jobs.id
        )
        SELECT EXISTS (SELECT FROM restored);
    $$;

-- Whoever waits for a result that may be used is told of an approval, too.
CREATE OR REPLACE FUNCTION tell_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
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
                WHEN 'approved' THEN 'job.ready'
                ELSE 'job.' || NEW.event_type END;
    INSERT INTO webhook_deliveries (webhook_id, event_id, event_type, job_id, body)
    SELECT webhooks.id, event_id, told, job.id,
           json_build_object('type', told, 'timestamp', NEW.created_at, 'data', json_build_object('job', told_of(job)))
    FROM webhooks
    WHERE owner_key = job.owner_key AND enabled AND told = ANY (events);
    RETURN NULL;
END $$;
DROP TRIGGER job_events_tell ON job_events;
CREATE TRIGGER job_events_tell AFTER INSERT ON job_events FOR EACH ROW
    WHEN (NEW.event_type IN ('complete', 'failed', 'deleted', 'approved')
          OR (NEW.event_type = 'expired' AND NEW.meta ->> 'what' = 'xml'))
    EXECUTE FUNCTION tell_webhooks();
