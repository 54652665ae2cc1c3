-- What a crash of the server takes along.

-- name: notice_crash
-- After a crash of the server the feed begins a new epoch; otherwise nothing happens.
WITH begun AS (
    INSERT INTO feed_life DEFAULT VALUES ON CONFLICT DO NOTHING RETURNING one
)
UPDATE feed_epoch SET epoch = gen_random_uuid(), since = queue_now() WHERE EXISTS (SELECT FROM begun);
