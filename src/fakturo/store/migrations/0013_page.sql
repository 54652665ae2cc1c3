-- What the page needs. The code of the first issue, which each language has its own words for; no constraint ties it to the
-- result, since a version that does not know it lets go of results, too.
ALTER TABLE jobs ADD COLUMN first_issue_code text;

-- One-time links by which a session's queue is opened on another device. The session is sealed by the link's secret, and
-- the secret is not here: who reads this table can open nothing.
CREATE TABLE session_links (
    secret_sha256 text PRIMARY KEY CHECK (secret_sha256 ~ '^[0-9a-f]{64}$'),
    sealed        bytea NOT NULL CHECK (length(sealed) BETWEEN 1 AND 256),
    expires_at    timestamptz NOT NULL
);
CREATE INDEX session_links_age ON session_links (expires_at);
