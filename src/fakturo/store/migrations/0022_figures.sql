-- What operators look at: figures that one process asks for and all of them tell, how long breakers were not closed, by which
-- request and in which trace a job came, and whose clock is wrong.

-- Asked anew by whoever looks first after they are due; everybody else reads the row.
CREATE TABLE figures (
    name      text PRIMARY KEY,
    taken_at  timestamptz,
    figures   jsonb NOT NULL DEFAULT '{}'
);
INSERT INTO figures (name) VALUES ('queue'), ('storage');

-- How long it was open or half open, up to its last change.
ALTER TABLE breakers ADD COLUMN not_closed interval NOT NULL DEFAULT '0';

-- Of the upload.
ALTER TABLE jobs ADD COLUMN request_id text, ADD COLUMN traceparent text;

-- How far a process's own clock is ahead of the database's, which decides.
ALTER TABLE storage_readers ADD COLUMN clock_ahead interval NOT NULL DEFAULT '0';
