-- The directory: who parties are, what units are called, which codes goods have. Every row is an owner's; those of the
-- owner '*' are everybody's. What is compared (the columns named key) is computed by whoever writes.

CREATE TABLE directories (
    owner_key   text PRIMARY KEY CHECK (owner_key <> ''),
    -- Another one after every change: whoever keeps a copy of something learns by it that the copy is old.
    version     uuid NOT NULL DEFAULT gen_random_uuid(),
    changed_at  timestamptz NOT NULL DEFAULT queue_now()
);

CREATE TABLE parties (
    id                bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    owner_key         text NOT NULL REFERENCES directories (owner_key),
    role              text NOT NULL CHECK (role IN ('seller', 'buyer')),
    name              text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 255),
    name_key          text NOT NULL,
    aliases           text[] NOT NULL DEFAULT '{}',
    tin               text CHECK (tin ~ '^[0-9]{16}$'),
    nitku             text CHECK (nitku ~ '^[0-9]{22}$'),
    document_type     text NOT NULL CHECK (document_type IN ('TIN', 'National ID', 'Passport', 'Other ID')),
    document_number   text CHECK (char_length(document_number) <= 64),
    country           text NOT NULL CHECK (country ~ '^[A-Z]{3}$'),
    address           text CHECK (char_length(address) <= 500),
    email             text CHECK (char_length(email) <= 254),
    transaction_code  text CHECK (transaction_code ~ '^(0[1-9]|10)$'),
    facility          text CHECK (facility ~ '^[0-9]{2}$'),
    updated_at        timestamptz NOT NULL DEFAULT queue_now(),
    UNIQUE (owner_key, role, name_key),
    CONSTRAINT nitku_is_of_its_tin CHECK (nitku IS NULL OR (tin IS NOT NULL AND starts_with(nitku, tin))),
    CONSTRAINT facility_only_with_its_codes CHECK
        (facility IS NULL OR (transaction_code IS NOT NULL AND transaction_code IN ('07', '08')))
);
CREATE INDEX parties_sellers ON parties (owner_key, id) WHERE role = 'seller';

-- By what a paper may name a party: its names and aliases, and its tax numbers.
CREATE TABLE party_keys (
    owner_key  text NOT NULL,
    role       text NOT NULL,
    kind       text NOT NULL CHECK (kind IN ('name', 'number')),
    key        text NOT NULL,
    party_id   bigint NOT NULL REFERENCES parties (id) ON DELETE CASCADE,
    PRIMARY KEY (owner_key, role, kind, key, party_id)
);
CREATE INDEX party_keys_party ON party_keys (party_id);

CREATE TABLE unit_aliases (
    owner_key  text NOT NULL REFERENCES directories (owner_key),
    key        text NOT NULL CHECK (key <> ''),
    alias      text NOT NULL CHECK (char_length(alias) BETWEEN 1 AND 64),
    code       text NOT NULL CHECK (code ~ '^UM\.[0-9]{4}$'),
    PRIMARY KEY (owner_key, key)
);

-- An article is known by its number, or by words that its description has.
CREATE TABLE goods (
    owner_key  text NOT NULL REFERENCES directories (owner_key),
    kind       text NOT NULL CHECK (kind IN ('sku', 'words')),
    key        text NOT NULL CHECK (key <> ''),
    text       text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 500),
    words      text[] NOT NULL DEFAULT '{}' CHECK ((kind = 'words') = (words <> '{}')),
    opt        text NOT NULL CHECK (opt IN ('A', 'B')),
    code       text NOT NULL CHECK (code ~ '^[0-9]{6}$'),
    unit       text CHECK (unit ~ '^UM\.[0-9]{4}$'),
    PRIMARY KEY (owner_key, kind, key)
);
CREATE INDEX goods_words ON goods USING gin (words) WHERE kind = 'words';
