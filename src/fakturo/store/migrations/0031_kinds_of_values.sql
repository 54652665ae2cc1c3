-- What one column may hold is said by its type, not by a check of the table.
--
-- PostgreSQL reads a table's checks anew for each statement that writes a row, and holds every row against all of them: they
-- took a quarter of what a claim takes. A type is read once by each connection, and only what a statement assigns is held
-- against it. What columns must be together is still a check, and so are `status`, which most checks and indexes name, and
-- `bytes` and `sha256`, whose parameters statements of the previous version compare with plain ones as well.
--
-- A type without a rule changes no row; the rule comes afterwards, and is then held against all that is there.

CREATE DOMAIN counted AS integer;
CREATE DOMAIN version_number AS integer;
CREATE DOMAIN file_size AS bigint;
CREATE DOMAIN sha256_hex AS text;
CREATE DOMAIN file_name AS text;
CREATE DOMAIN job_error_code AS text;
CREATE DOMAIN review_state AS text;
CREATE DOMAIN kind_of_result AS text;

ALTER TABLE jobs
    DROP CONSTRAINT jobs_attempt_count_check, ALTER COLUMN attempt_count TYPE counted,
    DROP CONSTRAINT jobs_crash_count_check, ALTER COLUMN crash_count TYPE counted,
    DROP CONSTRAINT jobs_release_count_check, ALTER COLUMN release_count TYPE counted,
    DROP CONSTRAINT jobs_manual_retry_count_check, ALTER COLUMN manual_retry_count TYPE counted,
    DROP CONSTRAINT jobs_download_count_check, ALTER COLUMN download_count TYPE counted,
    DROP CONSTRAINT jobs_version_check, ALTER COLUMN version TYPE version_number,
    DROP CONSTRAINT jobs_result_bytes_check, ALTER COLUMN result_bytes TYPE file_size,
    DROP CONSTRAINT jobs_document_bytes_check, ALTER COLUMN document_bytes TYPE file_size,
    DROP CONSTRAINT jobs_result_sha256_check, ALTER COLUMN result_sha256 TYPE sha256_hex,
    DROP CONSTRAINT jobs_document_sha256_check, ALTER COLUMN document_sha256 TYPE sha256_hex,
    DROP CONSTRAINT jobs_original_filename_check, ALTER COLUMN original_filename TYPE file_name,
    DROP CONSTRAINT jobs_error_code_check, ALTER COLUMN error_code TYPE job_error_code,
    DROP CONSTRAINT last_error_code_is_a_job_code, ALTER COLUMN last_error_code TYPE job_error_code,
    DROP CONSTRAINT jobs_review_check, ALTER COLUMN review TYPE review_state,
    DROP CONSTRAINT jobs_result_kind_check, ALTER COLUMN result_kind TYPE kind_of_result;

ALTER DOMAIN counted ADD CHECK (VALUE >= 0);
ALTER DOMAIN version_number ADD CHECK (VALUE > 0);
ALTER DOMAIN file_size ADD CHECK (VALUE > 0);
ALTER DOMAIN sha256_hex ADD CHECK (VALUE ~ '^[0-9a-f]{64}$');
ALTER DOMAIN file_name ADD CHECK (char_length(VALUE) BETWEEN 1 AND 255);
ALTER DOMAIN job_error_code ADD CHECK
    (VALUE IN ('NOT_PDF', 'TOO_LARGE', 'GW_4XX', 'GW_5XX', 'GW_TIMEOUT', 'IO_ERROR', 'UNKNOWN'));
ALTER DOMAIN review_state ADD CHECK (VALUE IN ('clean', 'needed', 'approved'));
ALTER DOMAIN kind_of_result ADD CHECK (VALUE IN ('converted', 'reviewed'));
