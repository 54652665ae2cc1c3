-- What operators do by hand and see: a record of their actions, when claims were paused, sessions that they ended, and which
-- version each process runs.

-- Who did what to which job, pipeline, mapping or owner. Never changed, and kept until an operator's own retention takes it.
CREATE TABLE admin_actions (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at       timestamptz NOT NULL DEFAULT queue_now(),
    who      text NOT NULL CHECK (char_length(who) BETWEEN 1 AND 100),
    action   text NOT NULL,
    subject  text NOT NULL DEFAULT '',
    detail   jsonb NOT NULL DEFAULT '{}'
);

-- Pauses that are over, and those that last (until IS NULL): a chart shades them. A trigger keeps them, whoever pauses.
CREATE TABLE pause_history (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    what      text NOT NULL,
    reason    text NOT NULL,
    pipeline  text NOT NULL,
    who       text NOT NULL,
    since     timestamptz NOT NULL,
    until     timestamptz
);
CREATE INDEX pause_history_end ON pause_history (until);

CREATE FUNCTION remember_pause() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO pause_history (what, reason, pipeline, who, since)
        VALUES (NEW.what, NEW.reason, NEW.pipeline, NEW.who, NEW.since);
    ELSE
        UPDATE pause_history SET until = least(coalesce(OLD.until, queue_now()), queue_now())
        WHERE what = OLD.what AND reason = OLD.reason AND pipeline = OLD.pipeline AND who = OLD.who AND until IS NULL;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER pauses_remembered AFTER INSERT OR DELETE ON pauses FOR EACH ROW EXECUTE FUNCTION remember_pause();
INSERT INTO pause_history (what, reason, pipeline, who, since) SELECT what, reason, pipeline, who, since FROM pauses;

-- A session is a random cookie that nobody keeps; one that must not be let in any more is known by its fingerprint.
CREATE TABLE ended_sessions (
    owner_key  text PRIMARY KEY,
    ended_at   timestamptz NOT NULL DEFAULT queue_now()
);

ALTER TABLE storage_readers
    ADD COLUMN version    text NOT NULL DEFAULT '',
    ADD COLUMN began_at   timestamptz NOT NULL DEFAULT queue_now(),
    ADD COLUMN seen_at    timestamptz NOT NULL DEFAULT queue_now();
