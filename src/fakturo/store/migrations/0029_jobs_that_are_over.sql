-- A job that is deleted names no file: its files are in the trash already, or gone. Those that were deleted before did, and
-- would have been told as expired when their time was over.
ALTER TABLE jobs DISABLE TRIGGER jobs_mark_change;  -- nobody's job has changed
UPDATE jobs SET upload_path = NULL, result_path = NULL, document_path = NULL
WHERE deleted_at IS NOT NULL AND num_nonnulls(upload_path, result_path, document_path) > 0;
ALTER TABLE jobs ENABLE TRIGGER jobs_mark_change;

-- No row of a job is ever removed: what counts an owner's jobs, or looks for those that changed since a time, reads the owner's
-- index alone, not the rows. (An update that changes one of these columns writes the indexes anyway, by changed_xid.)
DROP INDEX jobs_owner;
CREATE INDEX jobs_owner ON jobs (owner_key, created_at DESC, id DESC) INCLUDE (status, review, updated_at)
    WHERE deleted_at IS NULL;
-- What failed lately, for an operator's page that asks every five seconds.
CREATE INDEX jobs_failed ON jobs (failed_at) WHERE status = 'failed' AND deleted_at IS NULL;
