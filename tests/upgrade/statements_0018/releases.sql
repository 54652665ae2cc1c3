-- Which versions of mappings are for whom.

-- name: all
-- What operators have said, about every mapping: there are never many rows.
SELECT mapping, version, share_percent, owners, withdrawn FROM mapping_releases ORDER BY mapping, version;

-- name: enable
-- A version is for these from now on, and for nobody else; also one that was withdrawn.
INSERT INTO mapping_releases (mapping, version, share_percent, owners)
VALUES (%(mapping)s, %(version)s, %(share_percent)s, %(owners)s)
ON CONFLICT (mapping, version) DO UPDATE
SET share_percent = EXCLUDED.share_percent, owners = EXCLUDED.owners, withdrawn = false, changed_at = queue_now();

-- name: withdraw
-- A version is for nobody any more.
INSERT INTO mapping_releases (mapping, version, withdrawn) VALUES (%(mapping)s, %(version)s, true)
ON CONFLICT (mapping, version) DO UPDATE SET withdrawn = true, changed_at = queue_now();

-- name: count_waiting
-- How many jobs of a version nobody has begun.
SELECT count(*) AS waiting FROM jobs
WHERE status = 'queued' AND deleted_at IS NULL AND mapping = %(mapping)s AND mapping_version = %(version)s;
