-- Old events leave for the archive; backups hold the trash; a restore begins a new epoch.

-- One row for each file of archived events, in the order of their chain. A row is written by the very statement that
-- deletes the events it is about, after the file was read back: an event is here or there, never both, never neither.
CREATE TABLE event_archives (
    number           bigint PRIMARY KEY CHECK (number > 0),
    path             text NOT NULL UNIQUE,
    bytes            bigint NOT NULL CHECK (bytes > 0),
    sha256           text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    manifest_path    text NOT NULL UNIQUE,
    manifest_sha256  text NOT NULL CHECK (manifest_sha256 ~ '^[0-9a-f]{64}$'),
    events           integer NOT NULL CHECK (events > 0),
    first_at         timestamptz NOT NULL,
    last_at          timestamptz NOT NULL,
    archived_at      timestamptz NOT NULL DEFAULT queue_now()
);

-- Whoever holds 'archive' archives; while somebody holds 'backup', no file leaves the trash.
INSERT INTO sweeps (name) VALUES ('archive'), ('backup');

-- The one row that a reader's place in the feed of changes depends on: after a restore, all earlier places are void.
CREATE TABLE feed_epoch (
    one    boolean PRIMARY KEY DEFAULT true CHECK (one),
    epoch  uuid NOT NULL DEFAULT gen_random_uuid(),
    since  timestamptz NOT NULL DEFAULT queue_now()
);
INSERT INTO feed_epoch DEFAULT VALUES;
