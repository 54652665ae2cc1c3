-- Parties, names of units and goods: an owner's own, and everybody's.

-- name: hold
-- Whoever changes an owner's directory holds this row to the end: one change after the other.
INSERT INTO directories (owner_key) VALUES (%(owner)s)
ON CONFLICT (owner_key) DO UPDATE SET owner_key = EXCLUDED.owner_key;

-- name: change
-- A new version of an owner's directory.
UPDATE directories SET version = gen_random_uuid(), changed_at = queue_now() WHERE owner_key = %(owner)s;

-- name: versions
-- Which version these owners' directories have; none for those who have no directory.
SELECT owner_key, version FROM directories WHERE owner_key = ANY (%(owners)s);

-- name: parties_by_key
-- Whoever goes by one of these names or numbers in that role; an owner's own before everybody's.
SELECT parties.* FROM parties
WHERE id IN (
    SELECT party_id FROM unnest(%(roles)s::text[], %(kinds)s::text[], %(keys)s::text[]) AS asked (role, kind, key)
    JOIN party_keys USING (role, kind, key)
    WHERE party_keys.owner_key = ANY (%(owners)s))
ORDER BY owner_key = '*', id;

-- name: parties_by_id
-- These, as far as they still are.
SELECT * FROM parties WHERE id = ANY (%(ids)s) ORDER BY owner_key = '*', id;

-- name: sellers
-- For whom invoices are written here.
SELECT * FROM parties WHERE owner_key = ANY (%(owners)s) AND role = 'seller'
ORDER BY owner_key = '*', id LIMIT %(limit)s;

-- name: forget_seller
-- An owner's own seller of that name.
DELETE FROM parties WHERE owner_key = %(owner)s AND role = 'seller' AND name_key = %(name_key)s;

-- name: names
-- All names of an owner's parties in a role, as they are compared.
SELECT party_id, key FROM party_keys WHERE owner_key = %(owner)s AND role = %(role)s AND kind = 'name';

-- name: units
-- What these units are; an owner's own before everybody's.
SELECT owner_key, key, alias, code FROM unit_aliases
WHERE owner_key = ANY (%(owners)s) AND key = ANY (%(keys)s)
ORDER BY owner_key = '*', key;

-- name: goods
-- Articles with one of these numbers, or all of whose words are among these; an owner's own before everybody's.
SELECT owner_key, key, kind, text, opt, code, unit FROM goods
WHERE owner_key = ANY (%(owners)s)
  AND (kind = 'sku' AND key = ANY (%(numbers)s) OR kind = 'words' AND words <@ %(words)s::text[])
ORDER BY owner_key = '*', kind, key;

-- name: save_parties
-- Adds parties, or changes those of the same name. Says which are new and which changed, nothing of those that stay.
INSERT INTO parties (owner_key, role, name, name_key, aliases, tin, nitku, document_type, document_number, country,
                     address, email, transaction_code, facility)
SELECT %(owner)s, role, name, name_key, aliases, tin, nitku, document_type, document_number, country,
       address, email, transaction_code, facility
FROM jsonb_to_recordset(%(rows)s) AS given (
    role text, name text, name_key text, aliases text[], tin text, nitku text, document_type text, document_number text,
    country text, address text, email text, transaction_code text, facility text)
ON CONFLICT (owner_key, role, name_key) DO UPDATE SET
    name = EXCLUDED.name, aliases = EXCLUDED.aliases, tin = EXCLUDED.tin, nitku = EXCLUDED.nitku,
    document_type = EXCLUDED.document_type, document_number = EXCLUDED.document_number, country = EXCLUDED.country,
    address = EXCLUDED.address, email = EXCLUDED.email, transaction_code = EXCLUDED.transaction_code,
    facility = EXCLUDED.facility, updated_at = queue_now()
WHERE (parties.name, parties.aliases, parties.tin, parties.nitku, parties.document_type, parties.document_number,
       parties.country, parties.address, parties.email, parties.transaction_code, parties.facility)
    IS DISTINCT FROM
      (EXCLUDED.name, EXCLUDED.aliases, EXCLUDED.tin, EXCLUDED.nitku, EXCLUDED.document_type, EXCLUDED.document_number,
       EXCLUDED.country, EXCLUDED.address, EXCLUDED.email, EXCLUDED.transaction_code, EXCLUDED.facility)
RETURNING xmax = 0 AS is_new;

-- name: ids_of_parties
-- Which rows these are.
SELECT role, name_key, id FROM parties
JOIN unnest(%(roles)s::text[], %(name_keys)s::text[]) AS given (role, name_key) USING (role, name_key)
WHERE owner_key = %(owner)s;

-- name: forget_keys
-- By what these parties went until now.
DELETE FROM party_keys WHERE party_id = ANY (%(ids)s);

-- name: save_keys
-- By what parties go.
INSERT INTO party_keys (owner_key, role, kind, key, party_id)
SELECT %(owner)s, role, kind, key, party_id
FROM unnest(%(roles)s::text[], %(kinds)s::text[], %(keys)s::text[], %(ids)s::bigint[]) AS given (role, kind, key, party_id);

-- name: save_units
-- Adds names of units, or changes what they mean. Says which are new and which changed, nothing of those that stay.
INSERT INTO unit_aliases (owner_key, key, alias, code)
SELECT %(owner)s, key, alias, code FROM jsonb_to_recordset(%(rows)s) AS given (key text, alias text, code text)
ON CONFLICT (owner_key, key) DO UPDATE SET alias = EXCLUDED.alias, code = EXCLUDED.code
WHERE (unit_aliases.alias, unit_aliases.code) IS DISTINCT FROM (EXCLUDED.alias, EXCLUDED.code)
RETURNING xmax = 0 AS is_new;

-- name: save_goods
-- Adds articles, or changes what they are. Says which are new and which changed, nothing of those that stay.
INSERT INTO goods (owner_key, kind, key, text, words, opt, code, unit)
SELECT %(owner)s, kind, key, text, words, opt, code, unit
FROM jsonb_to_recordset(%(rows)s) AS given (
    kind text, key text, text text, words text[], opt text, code text, unit text)
ON CONFLICT (owner_key, kind, key) DO UPDATE SET
    text = EXCLUDED.text, words = EXCLUDED.words, opt = EXCLUDED.opt, code = EXCLUDED.code, unit = EXCLUDED.unit
WHERE (goods.text, goods.words, goods.opt, goods.code, goods.unit)
    IS DISTINCT FROM (EXCLUDED.text, EXCLUDED.words, EXCLUDED.opt, EXCLUDED.code, EXCLUDED.unit)
RETURNING xmax = 0 AS is_new;

-- name: keep_parties
-- All others of an owner's go.
DELETE FROM parties
WHERE owner_key = %(owner)s AND NOT EXISTS (
    SELECT FROM unnest(%(roles)s::text[], %(name_keys)s::text[]) AS given (role, name_key)
    WHERE (given.role, given.name_key) = (parties.role, parties.name_key));

-- name: keep_units
-- All others of an owner's go.
DELETE FROM unit_aliases
WHERE owner_key = %(owner)s AND NOT EXISTS (
    SELECT FROM unnest(%(keys)s::text[]) AS given (key) WHERE given.key = unit_aliases.key);

-- name: keep_goods
-- All others of an owner's go.
DELETE FROM goods
WHERE owner_key = %(owner)s AND NOT EXISTS (
    SELECT FROM unnest(%(kinds)s::text[], %(keys)s::text[]) AS given (kind, key)
    WHERE (given.kind, given.key) = (goods.kind, goods.key));

-- name: all_parties
-- An owner's whole list.
SELECT * FROM parties WHERE owner_key = %(owner)s ORDER BY role DESC, name, id;

-- name: all_units
-- An owner's whole list.
SELECT owner_key, key, alias, code FROM unit_aliases WHERE owner_key = %(owner)s ORDER BY code, alias;

-- name: all_goods
-- An owner's whole list.
SELECT owner_key, key, kind, text, opt, code, unit FROM goods WHERE owner_key = %(owner)s ORDER BY code, kind, text;

-- name: counts
-- How much everybody's directory holds, and how many owners have one of their own.
SELECT (SELECT count(*) FROM parties WHERE owner_key = '*' AND role = 'buyer') AS buyers,
       (SELECT count(*) FROM parties WHERE owner_key = '*' AND role = 'seller') AS sellers,
       (SELECT count(*) FROM unit_aliases WHERE owner_key = '*') AS units,
       (SELECT count(*) FROM goods WHERE owner_key = '*') AS goods,
       (SELECT count(*) FROM directories WHERE owner_key <> '*') AS owners;

-- name: search_parties
-- Parties that have the text in a name, a number or their address; own and shared, by name.
SELECT *, count(*) OVER () AS total FROM parties
WHERE owner_key = ANY (%(owners)s)
  AND (name ILIKE %(pattern)s OR array_to_string(aliases, ' | ') ILIKE %(pattern)s OR tin LIKE %(pattern)s
       OR nitku LIKE %(pattern)s OR document_number ILIKE %(pattern)s OR address ILIKE %(pattern)s)
ORDER BY lower(name), id
LIMIT %(limit)s OFFSET %(offset)s;

-- name: search_units
-- Names of units with the text in them, or in their code.
SELECT owner_key, key, alias, code, count(*) OVER () AS total FROM unit_aliases
WHERE owner_key = ANY (%(owners)s) AND (alias ILIKE %(pattern)s OR code ILIKE %(pattern)s)
ORDER BY lower(alias), owner_key
LIMIT %(limit)s OFFSET %(offset)s;

-- name: search_goods
-- Articles with the text in their number, their words or their code.
SELECT owner_key, key, kind, text, opt, code, unit, count(*) OVER () AS total FROM goods
WHERE owner_key = ANY (%(owners)s) AND (text ILIKE %(pattern)s OR code LIKE %(pattern)s)
ORDER BY lower(text), kind, owner_key
LIMIT %(limit)s OFFSET %(offset)s;

-- name: one_of_parties
-- An owner's own.
SELECT * FROM parties WHERE owner_key = %(owner)s AND id::text = %(id)s;

-- name: one_of_units
-- An owner's own.
SELECT owner_key, key, alias, code FROM unit_aliases WHERE owner_key = %(owner)s AND key = %(id)s;

-- name: one_of_goods
-- An owner's own.
SELECT owner_key, key, kind, text, opt, code, unit FROM goods
WHERE owner_key = %(owner)s AND kind || ':' || key = %(id)s;

-- name: rename_party
-- So that what is saved next under this name is still the same party.
UPDATE parties SET role = %(role)s, name_key = %(name_key)s
WHERE owner_key = %(owner)s AND id::text = %(id)s AND (role, name_key) IS DISTINCT FROM (%(role)s, %(name_key)s);

-- name: remove_parties
-- Some of an owner's own.
DELETE FROM parties WHERE owner_key = %(owner)s AND id::text = ANY (%(ids)s);

-- name: remove_units
-- Some of an owner's own.
DELETE FROM unit_aliases WHERE owner_key = %(owner)s AND key = ANY (%(ids)s);

-- name: remove_goods
-- Some of an owner's own.
DELETE FROM goods WHERE owner_key = %(owner)s AND kind || ':' || key = ANY (%(ids)s);
