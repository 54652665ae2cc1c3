-- A job that is deleted names no file: its files are in the trash already, or gone. Those that were deleted before did, and
-- would have been told as expired when their time was over.
ALTER TABLE jobs DISABLE TRIGGER jobs_mark_change;  -- nobody's job has changed
UPDATE jobs SET upload_path = NULL, result_path = NULL, document_path = NULL
WHERE deleted_at IS NOT NULL AND num_nonnulls(upload_path, result_path, document_path) > 0;
ALTER TABLE jobs ENABLE TRIGGER jobs_mark_change;
