-- Versions of a result: a job that is converted again keeps what it had.
--
-- A result is named by exactly one row: the job's, if it is the current one, or one of job_versions. It moves there before the
-- job joins the line again, so that no worker can touch it, and moves back if converting anew fails for good.

ALTER TABLE jobs
    -- The number of the result that the row holds, or is to hold.
    ADD COLUMN version        integer NOT NULL DEFAULT 1 CHECK (version > 0),
    -- Made by the converter, or saved by a person who looked it over.
    ADD COLUMN result_kind    text NOT NULL DEFAULT 'converted' CHECK (result_kind IN ('converted', 'reviewed')),
    -- From what the result was made, beside file and mapping: engine, templates, and the state of the owner's directory.
    ADD COLUMN made_with      jsonb,
    ADD COLUMN issue_codes    text[],
    -- How long the attempt took that made the result.
    ADD COLUMN conversion_ms  bigint;

CREATE TABLE job_versions (
    job_id               uuid NOT NULL REFERENCES jobs (id),
    number               integer NOT NULL CHECK (number > 0),
    kind                 text NOT NULL,
    mapping              text NOT NULL,
    mapping_version      integer NOT NULL,
    pipeline             text NOT NULL,
    made_with            jsonb,
    made_at              timestamptz NOT NULL,
    conversion_ms        bigint,
    review               text,
    result_path          text NOT NULL,
    result_bytes         bigint NOT NULL,
    result_sha256        text NOT NULL,
    document_path        text,
    document_bytes       bigint,
    document_sha256      text,
    seller               text,
    buyer                text,
    invoice_number       text,
    invoice_date         date,
    total                numeric,
    currency             text,
    invoice_count        integer,
    issue_count          integer,
    first_issue          text,
    first_issue_code     text,
    issue_codes          text[],
    found_words          text[],
    expires_at           timestamptz,
    first_downloaded_at  timestamptz,
    PRIMARY KEY (job_id, number)
);
-- As of jobs: versions by age, and which row names a file.
CREATE INDEX job_versions_age ON job_versions (made_at);
CREATE INDEX job_versions_result_path ON job_versions (result_path);
CREATE INDEX job_versions_document_path ON job_versions (document_path) WHERE document_path IS NOT NULL;

-- Results that somebody should look at.
CREATE INDEX jobs_reviews ON jobs (owner_key, completed_at, id)
    WHERE status = 'complete' AND review = 'needed' AND deleted_at IS NULL;

-- The result of a job, which its statement has locked, becomes an earlier version. One that is gone leaves nothing to keep.
CREATE FUNCTION set_result_aside(job jobs) RETURNS uuid
    LANGUAGE sql VOLATILE
    AS $$
        INSERT INTO job_versions (
            job_id, number, kind, mapping, mapping_version, pipeline, made_with, made_at, conversion_ms, review,
            result_path, result_bytes, result_sha256, document_path, document_bytes, document_sha256,
            seller, buyer, invoice_number, invoice_date, total, currency, invoice_count, issue_count, first_issue,
            first_issue_code, issue_codes, found_words, expires_at, first_downloaded_at)
        SELECT job.id, job.version, job.result_kind, job.mapping, job.mapping_version, job.pipeline, job.made_with,
            job.completed_at, job.conversion_ms, job.review,
            job.result_path, job.result_bytes, job.result_sha256, job.document_path, job.document_bytes, job.document_sha256,
            job.seller, job.buyer, job.invoice_number, job.invoice_date, job.total, job.currency, job.invoice_count,
            job.issue_count, job.first_issue, job.first_issue_code, job.issue_codes, job.found_words,
            job.expires_at, job.first_downloaded_at
        WHERE job.result_path IS NOT NULL;
        SELECT job.id;
    $$;

-- The version before is a job's result again, which the caller has locked. False if there is none, or if another job of the
-- owner has taken its place in the meantime: the same file and mapping are never two live jobs.
CREATE FUNCTION take_result_back(of_job uuid, because text) RETURNS boolean
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
                last_error_code = because, leased_by = NULL, lease_expires_at = NULL, lease_token = NULL
            FROM earlier WHERE jobs.id = of_job
            RETURNING jobs.id
        )
        SELECT EXISTS (SELECT FROM restored);
    $$;

-- In which state the directory is that is asked for an owner: their own, and everybody's.
CREATE FUNCTION directory_state(of_owner text) RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
        SELECT coalesce(string_agg(version::text, ' ' ORDER BY owner_key = '*'), 'none')
        FROM directories WHERE owner_key IN (of_owner, '*')
    $$;
