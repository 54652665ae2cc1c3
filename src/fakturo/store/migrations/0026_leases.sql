-- A lease that is extended is found as before: no index holds when it ends.
--
-- So its row's next version stays on the page, and none of the table's indexes is written (a HOT update). Who looks for leases
-- that ran out looks at all that are held: no more than there are slots. A settlement can't use this index, for the reason
-- that 0020_hot_path.sql gives: it names no worker.

DROP INDEX jobs_lease;
CREATE INDEX jobs_held ON jobs (pipeline) WHERE status = 'processing' AND leased_by IS NOT NULL;
