-- Keys of uploads whose file was here before: they are answered with that job, whatever becomes of it, as is the key that it
-- came with (jobs.idempotency_key). Whose they are is said by the job, which may go from a session to an account.
CREATE TABLE upload_keys (
    idempotency_key text NOT NULL,
    job_id          uuid NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    PRIMARY KEY (idempotency_key, job_id)
);
