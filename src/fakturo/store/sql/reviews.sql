-- What people do with results: save them corrected, approve them, split a file. Each statement names the owner, and changes
-- nothing if the result is not the one that the person looked at.

-- name: save
-- A corrected result is the job's, as its next version; the one before is set aside. No row if that is another by now.
WITH before AS (
    SELECT jobs AS job FROM jobs
    WHERE id = %(id)s AND owner_key = %(owner_key)s AND status = 'complete' AND version = %(version)s
      AND result_path IS NOT NULL AND deleted_at IS NULL
    FOR UPDATE
), aside AS (
    SELECT set_result_aside(job) AS id FROM before
), saved AS (
    UPDATE jobs
    SET version = version + 1, result_kind = 'reviewed', saved_by = %(saved_by)s, changed_fields = %(changed_fields)s,
        completed_at = queue_now(), expires_at = queue_now() + (expires_at - completed_at), first_downloaded_at = NULL,
        last_error_code = NULL, review = %(review)s, made_with = %(made_with)s,
        result_path = %(result_path)s, result_bytes = %(result_bytes)s, result_sha256 = %(result_sha256)s,
        document_path = %(document_path)s, document_bytes = %(document_bytes)s, document_sha256 = %(document_sha256)s,
        seller = %(seller)s, buyer = %(buyer)s, invoice_number = %(invoice_number)s, invoice_date = %(invoice_date)s,
        total = %(total)s, currency = %(currency)s, invoice_count = %(invoice_count)s,
        issue_count = %(issue_count)s, first_issue = %(first_issue)s, first_issue_code = %(first_issue_code)s,
        issue_codes = %(issue_codes)s, found_words = %(found_words)s
    FROM aside
    WHERE jobs.id = aside.id
    RETURNING jobs.*
), logged AS (
    INSERT INTO job_events (job_id, event_type, attempt, meta)
    SELECT id, CASE WHEN %(approved)s THEN 'approved' ELSE 'reviewed' END, attempt_count,
           jsonb_build_object('version', version, 'review', review) || %(told)s FROM saved
)
SELECT * FROM saved;

-- name: approve
-- The result as it is may be used. No row if it is another by now, or somebody has approved it.
WITH approved AS (
    UPDATE jobs SET review = 'approved'
    WHERE id = %(id)s AND owner_key = %(owner_key)s AND status = 'complete' AND version = %(version)s
      AND review IS DISTINCT FROM 'approved' AND result_path IS NOT NULL AND deleted_at IS NULL
    RETURNING *
), logged AS (
    INSERT INTO job_events (job_id, event_type, attempt, meta)
    SELECT id, 'approved', attempt_count, jsonb_build_object('version', version, 'review', review) || %(told)s
    FROM approved
)
SELECT * FROM approved;

-- name: split
-- Each invoice of the file has a job of its own from now on; this one is out of the way of whoever files results.
WITH split AS (
    UPDATE jobs SET split_into = %(split_into)s, review = 'clean'
    WHERE id = %(id)s AND owner_key = %(owner_key)s AND status = 'complete' AND split_into IS NULL AND deleted_at IS NULL
    RETURNING *
), parts AS (
    UPDATE jobs SET split_from = %(id)s
    WHERE id = ANY (%(split_into)s) AND owner_key = %(owner_key)s AND EXISTS (SELECT FROM split)
), logged AS (
    INSERT INTO job_events (job_id, event_type, attempt, meta)
    SELECT id, 'split', attempt_count, jsonb_build_object('parts', cardinality(split_into)) FROM split
)
SELECT * FROM split;

-- name: waiting
-- The owner's results that somebody should look at, oldest first.
SELECT id FROM jobs
WHERE owner_key = %(owner_key)s AND status = 'complete' AND review = 'needed' AND result_path IS NOT NULL
  AND deleted_at IS NULL
ORDER BY completed_at, id
LIMIT %(limit)s;

-- name: since_conversion
-- How long ago, in seconds, its last conversion came to its end.
SELECT extract(epoch FROM queue_now() - max(created_at))::double precision
FROM job_events WHERE job_id = %(id)s AND event_type = 'complete';
