-- Templates of single owners, in versions.

-- name: in_use
-- Those that an owner's documents are read with, and the mark of all of them together.
SELECT used.text, templates_state(%(owner)s) AS state
FROM templates JOIN template_versions AS used
     ON (used.owner_key, used.name, used.version) = (templates.owner_key, templates.name, templates.active_version)
WHERE templates.owner_key = %(owner)s
ORDER BY used.name;

-- name: state
-- The mark alone.
SELECT templates_state(%(owner)s);

-- name: list
-- An owner's templates in their newest version, or one of them.
SELECT DISTINCT ON (templates.name) templates.*, newest.version, newest.text, newest.origin, newest.taught_from,
       newest.told, newest.made_at, newest.made_by
FROM templates JOIN template_versions AS newest USING (owner_key, name)
WHERE owner_key = %(owner)s AND (%(name)s::text IS NULL OR name = %(name)s)
ORDER BY templates.name, newest.version DESC;

-- name: versions
-- Every version of one, the newest first.
SELECT templates.*, version, text, origin, taught_from, told, made_at, made_by
FROM templates JOIN template_versions USING (owner_key, name)
WHERE owner_key = %(owner)s AND name = %(name)s
ORDER BY version DESC;

-- name: lock
-- One change of an owner's templates after the other: the number of those in use, and their size, are counted.
SELECT pg_advisory_xact_lock(hashtextextended('templates ' || %(owner)s, 0));

-- name: measure
-- How many others there are, whether there is one of this name, how many others are in use, and how large these are together.
SELECT count(*) FILTER (WHERE is_other) AS others, count(*) FILTER (WHERE NOT is_other) > 0 AS is_known,
       count(text) FILTER (WHERE is_other) AS in_use,
       coalesce(sum(octet_length(text)) FILTER (WHERE is_other), 0)::bigint AS bytes
FROM (SELECT templates.name <> %(name)s AS is_other, used.text
      FROM templates LEFT JOIN template_versions AS used
           ON (used.owner_key, used.name, used.version) = (templates.owner_key, templates.name, templates.active_version)
      WHERE templates.owner_key = %(owner)s) AS own;

-- name: add
-- A template that is not there yet, switched off.
INSERT INTO templates (owner_key, name, switched_by) VALUES (%(owner)s, %(name)s, %(by)s)
ON CONFLICT (owner_key, name) DO NOTHING;

-- name: add_version
-- The next text of a template. Of very many versions, the oldest that is not in use goes.
WITH oldest AS (
    DELETE FROM template_versions AS gone USING templates
    WHERE (gone.owner_key, gone.name) = (%(owner)s, %(name)s) AND (templates.owner_key, templates.name) = (%(owner)s, %(name)s)
      AND gone.version IS DISTINCT FROM templates.active_version
      AND gone.version <= %(version)s::int - %(most)s::int
)
INSERT INTO template_versions (owner_key, name, version, text, origin, taught_from, told, made_by)
VALUES (%(owner)s, %(name)s, %(version)s, %(text)s, %(origin)s, %(taught_from)s, %(told)s, %(by)s);

-- name: switch
-- Puts a version to use, or none. No row: there is no such template or version.
UPDATE templates SET active_version = %(version)s, switched_at = queue_now(), switched_by = %(by)s
WHERE owner_key = %(owner)s AND name = %(name)s
  AND (%(version)s::integer IS NULL
       OR EXISTS (SELECT FROM template_versions AS wanted
                  WHERE (wanted.owner_key, wanted.name, wanted.version) = (%(owner)s, %(name)s, %(version)s)))
RETURNING name;

-- name: delete
-- With all its versions.
DELETE FROM templates WHERE owner_key = %(owner)s AND name = %(name)s RETURNING name;
