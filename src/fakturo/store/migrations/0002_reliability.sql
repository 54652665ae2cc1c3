-- Breakers, pauses, and files whose time has come.

-- One row per pipeline. It is written only when the state changes, and only by whoever saw the state it replaces.
CREATE TABLE breakers (
    pipeline      text PRIMARY KEY,
    state         text NOT NULL CHECK (state IN ('closed', 'open', 'half_open')),
    cooldown      interval NOT NULL DEFAULT interval '0',
    trials_left   integer NOT NULL DEFAULT 0 CHECK (trials_left >= 0),
    trials_ok     integer NOT NULL DEFAULT 0 CHECK (trials_ok >= 0),
    version       bigint NOT NULL DEFAULT 1,
    changed_at    timestamptz NOT NULL DEFAULT queue_now(),
    -- Open: when to look next. Half open: when trials that never came back are given up.
    due_at        timestamptz,
    prober        text,
    prober_until  timestamptz
);
INSERT INTO breakers (pipeline, state) VALUES ('gateway', 'closed');

-- Outcomes of calls. Every worker has rows of its own, so that counting makes nobody wait.
CREATE TABLE breaker_calls (
    pipeline  text NOT NULL,
    worker    text NOT NULL,
    bucket    timestamptz NOT NULL,
    ok        integer NOT NULL DEFAULT 0,
    failed    integer NOT NULL DEFAULT 0,
    PRIMARY KEY (pipeline, worker, bucket)
);
CREATE INDEX breaker_calls_age ON breaker_calls (bucket);

-- Every reason not to claim, or not to take uploads, with who gave it, why, and since when.
CREATE TABLE pauses (
    what      text NOT NULL CHECK (what IN ('claims', 'uploads')),
    reason    text NOT NULL CHECK (reason IN ('breaker', 'operator', 'disk')),
    pipeline  text NOT NULL DEFAULT '*',
    who       text NOT NULL,
    why       text NOT NULL,
    since     timestamptz NOT NULL DEFAULT queue_now(),
    -- A pause of somebody who may vanish ends by itself.
    until     timestamptz,
    PRIMARY KEY (what, reason, pipeline, who)
);

-- Files to delete, not before a download under way has had time to finish. Nobody deletes a job's file directly.
CREATE TABLE blob_trash (
    path        text PRIMARY KEY,
    job_id      uuid REFERENCES jobs (id),
    reason      text NOT NULL,
    not_before  timestamptz NOT NULL
);
CREATE INDEX blob_trash_due ON blob_trash (not_before);

ALTER TABLE jobs ADD CONSTRAINT last_error_code_is_a_job_code CHECK (last_error_code IN
    ('NOT_PDF', 'TOO_LARGE', 'GW_4XX', 'GW_5XX', 'GW_TIMEOUT', 'IO_ERROR', 'UNKNOWN'));
