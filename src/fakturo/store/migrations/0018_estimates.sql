-- How long jobs will still take: how long the last ones took, and who works.
CREATE INDEX jobs_measured ON jobs (pipeline, completed_at) WHERE conversion_ms IS NOT NULL;
-- How many jobs a process converts at once; none, for all that are no worker.
ALTER TABLE storage_readers ADD COLUMN slots integer NOT NULL DEFAULT 0;
