-- The invoice JSON beside a result: what it is, and which row names it.

ALTER TABLE jobs
    ADD COLUMN document_bytes   bigint CHECK (document_bytes > 0),
    ADD COLUMN document_sha256  text CHECK (document_sha256 ~ '^[0-9a-f]{64}$'),
    ADD CONSTRAINT judged_when_complete CHECK (review IS NULL OR status = 'complete');

-- Which row names a file: for the search of files that no row names.
CREATE INDEX jobs_document_path ON jobs (document_path) WHERE document_path IS NOT NULL;
