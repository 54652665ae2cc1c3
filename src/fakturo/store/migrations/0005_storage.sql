-- Which running process can read which stores: files are moved only to where each of them can follow.
CREATE TABLE storage_readers (
    process  text PRIMARY KEY,
    stores   text[] NOT NULL,
    -- A process says again and again that it runs; one that fell silent is gone.
    until    timestamptz NOT NULL
);
