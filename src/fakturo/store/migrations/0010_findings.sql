-- What a job found in its PDF, for lists and for search. It goes when the result goes.
ALTER TABLE jobs
    ADD COLUMN seller          text,
    ADD COLUMN buyer           text,
    ADD COLUMN invoice_number  text,
    ADD COLUMN invoice_date    date,
    ADD COLUMN total           numeric,
    ADD COLUMN currency        text,
    ADD COLUMN invoice_count   integer,
    ADD COLUMN issue_count     integer,
    ADD COLUMN first_issue     text,
    ADD CONSTRAINT found_goes_with_its_result CHECK
        ((result_path IS NOT NULL AND deleted_at IS NULL)
         OR num_nonnulls(seller, buyer, invoice_number, invoice_date, total, currency, invoice_count, issue_count,
                         first_issue) = 0);
