-- Whether the server has crashed since somebody looked: a table that is not logged is empty after that (and after a standby took
-- over). Numbers of transactions that no commit waited for are then given again, so that no earlier place in the feed counts.
CREATE TABLE feed_life (one boolean PRIMARY KEY DEFAULT true CHECK (one));
ALTER TABLE feed_life SET UNLOGGED;
INSERT INTO feed_life DEFAULT VALUES;
