-- Indexes that say which statements they are for, so that no other walks through what they have outlived.
--
-- A statement that names a job by its id found it through the smallest index whose predicate it implied. Those of running
-- jobs look tiny, and with a snapshot open for hours they hold every lease since then, dead but not yet to be removed: a
-- settlement read them all. Only who asks for a lease's end, or for an owner, can use them now; a settlement goes by the id.

DROP INDEX jobs_lease;
CREATE INDEX jobs_lease ON jobs (lease_expires_at) WHERE status = 'processing' AND lease_expires_at IS NOT NULL;

DROP INDEX jobs_owner_active;
CREATE INDEX jobs_owner_active ON jobs (owner_key)
    WHERE status IN ('uploaded', 'queued', 'processing') AND deleted_at IS NULL AND owner_key IS NOT NULL;
