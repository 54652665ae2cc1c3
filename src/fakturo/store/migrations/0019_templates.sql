-- Templates of single owners: what was taught or written about a vendor's invoices. Every change is another version; which of
-- them is used, if any, is one number in the template's row.

CREATE TABLE templates (
    owner_key       text NOT NULL CHECK (owner_key <> ''),
    name            text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
    -- The version in use, which no statement removes; none while it is switched off.
    active_version  integer,
    switched_at     timestamptz NOT NULL DEFAULT queue_now(),
    switched_by     text NOT NULL,
    PRIMARY KEY (owner_key, name)
);

CREATE TABLE template_versions (
    owner_key    text NOT NULL,
    name         text NOT NULL,
    version      integer NOT NULL CHECK (version > 0),
    -- The file, as convert/templates reads it.
    text         text NOT NULL CHECK (octet_length(text) BETWEEN 1 AND 65536),
    -- Taught from a corrected invoice, or written by a person.
    origin       text NOT NULL CHECK (origin IN ('taught', 'written')),
    -- The job that it was taught from; its row may be gone by now.
    taught_from  uuid,
    -- What was learned, in words, and what it did to earlier documents when it was tried.
    told         jsonb NOT NULL DEFAULT '{}',
    made_at      timestamptz NOT NULL DEFAULT queue_now(),
    made_by      text NOT NULL,
    PRIMARY KEY (owner_key, name, version),
    FOREIGN KEY (owner_key, name) REFERENCES templates (owner_key, name) ON DELETE CASCADE
);

-- A mark of the templates that are used for an owner: with another mark, results may differ.
CREATE FUNCTION templates_state(of_owner text) RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
        SELECT coalesce(md5(string_agg(md5(used.text), ' ' ORDER BY used.name)), 'none')
        FROM templates JOIN template_versions AS used
             ON (used.owner_key, used.name, used.version) = (templates.owner_key, templates.name, templates.active_version)
        WHERE templates.owner_key = of_owner
    $$;
