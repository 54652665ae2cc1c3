-- Invoices that somebody seems to have handed in before.
CREATE INDEX jobs_invoice ON jobs (owner_key, invoice_number) WHERE invoice_number IS NOT NULL;

-- The owner's first other file with the same seller, number and total. Looked up when somebody looks: whatever was written
-- down would be wrong once that file is deleted.
CREATE FUNCTION likely_duplicate(job jobs) RETURNS uuid
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
        SELECT earlier.id FROM jobs AS earlier
        WHERE earlier.owner_key = job.owner_key AND earlier.invoice_number = job.invoice_number
          AND earlier.seller = job.seller AND earlier.total = job.total AND earlier.sha256 <> job.sha256
          AND (earlier.created_at, earlier.id) < (job.created_at, job.id)
        ORDER BY earlier.created_at, earlier.id
        LIMIT 1
    $$;
