-- How much each owner, key or address may still do: one moment each, at which its bucket is full again. Everything that
-- is taken moves it away, time brings it back. Nothing is lost if a crash empties the table, so it is not in the log.
CREATE TABLE rate_limits (
    name     text PRIMARY KEY,
    full_at  timestamptz NOT NULL,
    granted  integer NOT NULL
);
ALTER TABLE rate_limits SET UNLOGGED;

CREATE FUNCTION tokens_left(full_at timestamptz, seconds_each double precision, burst integer) RETURNS integer
    LANGUAGE sql STABLE
    AS $$
        SELECT floor(burst - greatest(extract(epoch FROM full_at - queue_now())::double precision, 0) / seconds_each + 1e-6)::integer
    $$;
