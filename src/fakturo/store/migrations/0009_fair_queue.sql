-- Places in line are counted in work, not by the clock: start-time fair queueing.
--
-- `fair_at` is a time of its own, the queue's virtual time, in which a job takes a second and one more for each megabyte.
-- The virtual time is the place of the job last claimed. So an owner's first file stands right behind what runs,
-- however many files others have and however slow those are. No row is written for it: both times are the ends of indexes.

-- A place is given when a job joins the line. One that waits for its retry, or never was in line, has none.
ALTER TABLE jobs
    ALTER COLUMN fair_at DROP NOT NULL,
    ALTER COLUMN fair_at DROP DEFAULT,
    -- The place from which it was claimed last. It stays, though the job may get other places.
    ADD COLUMN claimed_from timestamptz,
    ADD CONSTRAINT in_line_with_a_place CHECK
        (status <> 'queued' OR fair_at IS NOT NULL OR retry_after IS NOT NULL OR deleted_at IS NOT NULL);

ALTER TABLE jobs DISABLE TRIGGER jobs_mark_change;  -- nobody's job has changed
UPDATE jobs SET claimed_from = fair_at WHERE started_at IS NOT NULL AND status <> 'queued';
ALTER TABLE jobs ENABLE TRIGGER jobs_mark_change;

-- The claim: jobs in line, in fair order. Those that wait for their retry are not in line.
DROP INDEX jobs_queue;
CREATE INDEX jobs_queue ON jobs (pipeline, fair_at) WHERE status = 'queued' AND deleted_at IS NULL AND retry_after IS NULL;
-- The virtual time: the last place that was claimed from.
CREATE INDEX jobs_claimed ON jobs (pipeline, claimed_from) WHERE claimed_from IS NOT NULL;
-- The owner's last place, whatever became of that job.
DROP INDEX jobs_owner_queue;
CREATE INDEX jobs_owner_place ON jobs (owner_key, pipeline, fair_at);

CREATE FUNCTION job_cost(of_bytes bigint) RETURNS interval
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT (1 + of_bytes / 1048576) * interval '1 second' $$;

CREATE FUNCTION virtual_time(of_pipeline text) RETURNS timestamptz
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
        SELECT coalesce(max(claimed_from), 'epoch'::timestamptz) FROM jobs WHERE pipeline = of_pipeline
    $$;

-- Behind the owner's last place; a newcomer stands a hundredth of a job behind what runs, so that not even an endless row of
-- newcomers keeps somebody's second file waiting for ever. One at a time for each owner: two uploads at once would otherwise
-- get the same place. The second statement sees what the one before us has committed.
CREATE FUNCTION next_place(of_owner text, of_pipeline text, of_bytes bigint) RETURNS timestamptz
    LANGUAGE sql VOLATILE
    AS $$
        SELECT pg_advisory_xact_lock(hashtextextended(of_pipeline || ' ' || of_owner, 0));
        SELECT greatest(virtual_time(of_pipeline) + interval '10 milliseconds', max(fair_at) + job_cost(of_bytes))
        FROM jobs WHERE owner_key = of_owner AND pipeline = of_pipeline;
    $$;
