-- Following changes page by page, and finding jobs by words.

-- What an owner's jobs changed to, in the order of the transactions that changed them.
DROP INDEX jobs_owner_changes;
CREATE INDEX jobs_owner_changes ON jobs (owner_key, changed_xid, id);

-- Words of the file's name, and of what was found in it, without case and accents. They are made by whoever writes the row:
-- what counts as a letter must not depend on how the database was set up.
ALTER TABLE jobs
    ADD COLUMN name_words   text[],
    ADD COLUMN found_words  text[],
    ADD CONSTRAINT found_words_go_with_its_result CHECK
        ((result_path IS NOT NULL AND deleted_at IS NULL) OR found_words IS NULL);

ALTER TABLE jobs DISABLE TRIGGER jobs_mark_change;  -- nobody's job has changed
UPDATE jobs SET name_words = array_remove(regexp_split_to_array(lower(original_filename), '[^a-z0-9]+'), '');
ALTER TABLE jobs ENABLE TRIGGER jobs_mark_change;

-- The owner is one of the words: whoever looks for words in an owner's jobs makes one scan of one index.
ALTER TABLE jobs ADD COLUMN search tsvector GENERATED ALWAYS AS (
    array_to_tsvector(ARRAY['@' || owner_key] || coalesce(name_words, '{}') || coalesce(found_words, '{}'))) STORED;
CREATE INDEX jobs_search ON jobs USING gin (search);

-- What a list may be narrowed down to; null means any.
CREATE FUNCTION is_wanted(job jobs, statuses text[], reviews text[], mappings text[], codes text[]) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
        SELECT (statuses IS NULL OR job.status = ANY (statuses)) AND (reviews IS NULL OR job.review = ANY (reviews))
           AND (mappings IS NULL OR job.mapping = ANY (mappings)) AND (codes IS NULL OR job.error_code = ANY (codes))
    $$;
