-- Retention: who sweeps, and how to find what is due.

-- One row per kind of sweep; whoever holds it sweeps, and a sweeper that vanished loses it.
CREATE TABLE sweeps (
    name         text PRIMARY KEY,
    holder       text,
    held_until   timestamptz,
    finished_at  timestamptz
);
INSERT INTO sweeps (name) VALUES ('retention');

-- PDFs and results by the time since when nobody has worked on them.
CREATE INDEX jobs_pdf_age ON jobs (coalesce(completed_at, failed_at)) WHERE upload_path IS NOT NULL
    AND status IN ('complete', 'failed');
CREATE INDEX jobs_xml_age ON jobs (completed_at) WHERE result_path IS NOT NULL;
-- Which row names a file: for the search of files that no row names.
CREATE INDEX jobs_upload_path ON jobs (upload_path) WHERE upload_path IS NOT NULL;
CREATE INDEX jobs_result_path ON jobs (result_path) WHERE result_path IS NOT NULL;
