-- Accounts: people whom an OpenID Connect provider knows. What is theirs has the account's key as its owner, so that every
-- other table stays as it is.

CREATE TABLE accounts (
    -- A hash of issuer and subject: the same at every sign-in.
    owner_key     text PRIMARY KEY CHECK (owner_key ~ '^account:[0-9a-f]{64}$'),
    issuer        text NOT NULL,
    subject       text NOT NULL,
    name          text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
    -- As the provider said at the last sign-in; an account's keys may do no more than its roles allow.
    roles         text[] NOT NULL DEFAULT '{}',
    created_at    timestamptz NOT NULL DEFAULT queue_now(),
    signed_in_at  timestamptz NOT NULL DEFAULT queue_now(),
    UNIQUE (issuer, subject)
);

-- Who is signed in where. The cookie is not here, only its hash; so is the ID token, which the provider is shown again when
-- somebody signs out, sealed with the cookie.
CREATE TABLE account_sessions (
    sha256           text PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    account_key      text NOT NULL REFERENCES accounts (owner_key),
    sealed_id_token  bytea NOT NULL,
    began_at         timestamptz NOT NULL DEFAULT queue_now(),
    ends_at          timestamptz NOT NULL
);
CREATE INDEX account_sessions_account ON account_sessions (account_key);
CREATE INDEX account_sessions_end ON account_sessions (ends_at);

-- Sessions without an account whose files an account took over. Their keys and webhooks are others' ways in: they come along
-- only when the person says so.
CREATE TABLE taken_sessions (
    session_key  text NOT NULL,
    account_key  text NOT NULL REFERENCES accounts (owner_key),
    taken_at     timestamptz NOT NULL DEFAULT queue_now(),
    PRIMARY KEY (session_key, account_key)
);
CREATE INDEX taken_sessions_account ON taken_sessions (account_key);
