-- API keys. Only a hash of each is kept: whoever reads this table can use none.
CREATE TABLE api_keys (
    id                   uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    owner_key            text NOT NULL,
    name                 text NOT NULL,
    prefix               text NOT NULL,
    sha256               text NOT NULL UNIQUE CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    scopes               text[] NOT NULL CHECK (cardinality(scopes) > 0),
    by_operator          boolean NOT NULL,
    requests_per_minute  integer CHECK (requests_per_minute > 0),
    uploads_per_minute   integer CHECK (uploads_per_minute > 0),
    created_at           timestamptz NOT NULL DEFAULT queue_now(),
    expires_at           timestamptz,
    revoked_at           timestamptz,
    last_used_at         timestamptz
);
CREATE INDEX api_keys_owner ON api_keys (owner_key, created_at);

CREATE FUNCTION key_state(key api_keys) RETURNS text
    LANGUAGE sql STABLE
    AS $$
        SELECT CASE WHEN key.revoked_at IS NOT NULL THEN 'revoked'
                    WHEN key.expires_at <= queue_now() THEN 'expired'
                    ELSE 'active' END
    $$;
