-- Work that one process at a time does, over all machines. A turn is held for a while and must be kept; whoever vanishes
-- loses it. Statements that must not be repeated by somebody who lost his turn ask for it themselves.

-- name: begin
-- The turn, for a while: if it is due and nobody else has it.
UPDATE sweeps SET holder = %(who)s, held_until = queue_now() + %(holds)s
WHERE name = %(name)s AND (held_until IS NULL OR held_until < queue_now())
  AND (%(now)s OR finished_at IS NULL OR finished_at < queue_now() - %(every)s::interval)
RETURNING name;

-- name: go_on
-- Still at it; no row if somebody else took over.
UPDATE sweeps SET held_until = queue_now() + %(holds)s
WHERE name = %(name)s AND holder = %(who)s AND held_until >= queue_now()
RETURNING name;

-- name: end
-- Done.
UPDATE sweeps SET holder = NULL, held_until = NULL, finished_at = queue_now()
WHERE name = %(name)s AND holder = %(who)s;
