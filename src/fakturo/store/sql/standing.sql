-- How uploads stand.

-- name: ask
-- Why none is taken now, and what operators have said about mappings.
SELECT paused_because, releases FROM upload_standing;
