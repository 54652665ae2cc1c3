-- What every list of an owner's jobs begins with, said once.
--
-- Before it was in three statements, each of which took the latest change in the order of letters: "999" after "1000". So
-- a change was missed by whoever followed, when the number of transactions got another digit, and all of the owner's jobs
-- were read and sorted for it.

CREATE FUNCTION feed_head(owner text)
RETURNS TABLE (horizon text, epoch uuid, latest text, active bigint)
LANGUAGE sql STABLE AS $$
    SELECT pg_snapshot_xmin(pg_current_snapshot())::text,
           (SELECT feed_epoch.epoch FROM feed_epoch),
           (SELECT jobs.changed_xid::text FROM jobs WHERE jobs.owner_key = owner
            ORDER BY jobs.changed_xid DESC LIMIT 1),
           (SELECT count(*) FROM jobs
            WHERE jobs.owner_key = owner AND jobs.status IN ('uploaded', 'queued', 'processing')
              AND jobs.deleted_at IS NULL)
$$;
