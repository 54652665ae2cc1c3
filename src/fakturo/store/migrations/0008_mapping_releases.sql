-- Which versions of mappings are for whom. A version without a row is for everybody.
CREATE TABLE mapping_releases (
    mapping        text NOT NULL,
    version        integer NOT NULL CHECK (version > 0),
    -- Of all owners; those named below have it besides.
    share_percent  integer NOT NULL DEFAULT 100 CHECK (share_percent BETWEEN 0 AND 100),
    owners         text[] NOT NULL DEFAULT '{}',
    -- For nobody any more, whatever stands above.
    withdrawn      boolean NOT NULL DEFAULT false,
    changed_at     timestamptz NOT NULL DEFAULT queue_now(),
    PRIMARY KEY (mapping, version)
);
