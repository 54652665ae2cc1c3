-- What was found in a PDF, and what a person changed in it, goes with the result, whoever lets go of that: one rule, instead of
-- a list of columns in every statement.
CREATE FUNCTION let_go_of_findings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.seller := NULL;
    NEW.buyer := NULL;
    NEW.invoice_number := NULL;
    NEW.invoice_date := NULL;
    NEW.total := NULL;
    NEW.currency := NULL;
    NEW.invoice_count := NULL;
    NEW.issue_count := NULL;
    NEW.first_issue := NULL;
    NEW.first_issue_code := NULL;
    NEW.issue_codes := NULL;
    NEW.found_words := NULL;
    NEW.changed_fields := NULL;
    RETURN NEW;
END $$;
CREATE TRIGGER jobs_let_go BEFORE UPDATE ON jobs FOR EACH ROW
    WHEN ((OLD.result_path IS NOT NULL AND NEW.result_path IS NULL) OR (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL))
    EXECUTE FUNCTION let_go_of_findings();

-- Of results that were let go of by hand, what was changed in them had stayed.
ALTER TABLE jobs DISABLE TRIGGER jobs_mark_change;  -- nobody's job has changed
UPDATE jobs SET changed_fields = NULL
WHERE changed_fields IS NOT NULL AND (result_path IS NULL OR deleted_at IS NOT NULL);
ALTER TABLE jobs ENABLE TRIGGER jobs_mark_change;
