-- The second pipeline: a language model reads.

INSERT INTO breakers (pipeline, state) VALUES ('llm', 'closed');

-- When a job's text first went to a model's server, for owners who want to know what left the house.
ALTER TABLE jobs ADD COLUMN sent_to_model_at timestamptz;

-- What a model answered when that could not be used, for the job's owner, until the PDF's time is over.
CREATE TABLE raw_answers (
    job_id   uuid PRIMARY KEY REFERENCES jobs (id),
    text     text NOT NULL,
    made_at  timestamptz NOT NULL DEFAULT queue_now()
);
CREATE INDEX raw_answers_age ON raw_answers (made_at);
