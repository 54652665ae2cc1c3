"""A person's corrections of an invoice's JSON: what changed, field by field, and that nothing else did.

What is given is laid over what was read: a key that is missing is left as it was, one that is null is taken out. Lines
are a list of their own; each is recognised by its values, wherever it stands now, and keeps its place on the paper.
"""

import json
from bisect import bisect
from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from typing import Any

Json = dict[str, Any]

SECTIONS = ("invoice", "seller", "buyer", "totals", "kind", "coretax")
"""What a person may write, beside the lines. The rest of a document is about how it was read."""
NUMBERS = frozenset(
    {
        *("qty", "unit_price", "discount", "amount", "price_base", "tax_rate"),
        *("subtotal", "charges", "tax_base", "tax"),
        *("total", "withheld", "prepaid", "payable", "rounding", "rate", "base"),
        *("luxury_rate", "other_tax_base", "vat"),
    }
)
NOTHING_SAID: Mapping[str, str] = {"discount": "0", "charges": "0", "withheld": "0", "prepaid": "0", "rounding": "0"}
"""What it means that such a number is not there."""
SUMS = frozenset(
    {
        *("LINE_MISMATCH", "LINES_MISMATCH", "TOTAL_MISMATCH", "PAYABLE_MISMATCH", "SUBTOTAL_MISMATCH"),
        *("AMOUNT_MISSING", "ITEMS_MISSING", "TOTAL_MISSING"),
    }
)
"""Doubts of the reading that are checked anew once somebody has written a line or a sum."""
WHOLE = frozenset({None, "items", "totals"})
"""An issue about all of it is not settled by a change of one thing in it."""
PERSON = "person"
MOST_DIGITS = 40
MOST_LINES = 20_000
MOST_COMPARED = 100_000
"""Pairs of lines, of which each line's nearest ones: a long invoice must not hold others up."""


class BadCorrection(Exception):
    """It can't be laid over what was read; the text is for whoever sent it."""


@dataclass(frozen=True, slots=True)
class Change:
    field: str
    """By its path now; of a line that is gone, by its path before."""
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Correction:
    document: Any
    """As it goes to the gateway: the values, where they stand, and the issues that nobody has settled."""
    changes: Sequence[Change]
    kept: Sequence[str]
    """Codes of issues that the person looked at and left as read."""

    @property
    def is_empty(self) -> bool:
        return not self.changes and not self.kept


def corrected(stored: Any, given: Any) -> Correction:
    """Several invoices in one document stay as many."""
    before, after = _listed(stored), _listed(given)
    if len(before) != len(after):
        raise BadCorrection(f"There are {len(before)} invoices in this document, not {len(after)}.")
    if not all(isinstance(each, dict) for each in after):
        raise BadCorrection("Send the invoice as a JSON object, as /document gives it.")
    made = [_corrected(*each) for each in zip(before, after, strict=True)]
    several = len(made) > 1
    changes = [
        replace(change, field=f"{place}.{change.field}") if several else change
        for place, each in enumerate(made)
        for change in each.changes
    ]
    documents = [each.document for each in made]
    return Correction(
        documents if isinstance(stored, list) else documents[0], changes, [code for each in made for code in each.kept]
    )


def settled(stored: Any, reason: str | None = None) -> Any:
    """As a person approves it: nothing that the reading doubted is in doubt any more. Checks are made anew; what they
    still find goes out for this reason alone."""
    documents = [
        {**each, "issues": [issue for issue in each.get("issues") or () if not is_doubt(issue)]}
        | ({"approved_because": reason} if reason else {})
        for each in _listed(stored)
    ]
    return documents if isinstance(stored, list) else documents[0]


def is_doubt(issue: Json) -> bool:
    """Of the reading: a person's word settles it."""
    return not issue.get("checked") and issue.get("severity", "error") == "error"


def _listed(document: Any) -> list[Any]:
    return document if isinstance(document, list) else [document]


def _corrected(stored: Json, given: Json) -> Correction:
    values = {name: _laid_over(name, stored.get(name), given[name]) for name in SECTIONS if name in given}
    lines = _Lines.of(stored.get("items") or [], given["items"] if "items" in given else stored.get("items") or [])
    document = {**stored, **values, "items": lines.now}
    changes = [*_changes(stored, document), *lines.changes()]
    document["fields"] = _evidence(stored, given, changes, lines)
    document["issues"], kept = _open_issues(stored, given, changes, lines)
    return Correction(document, changes, kept)


def _laid_over(name: str, before: Any, given: Any) -> Any:
    if isinstance(given, dict):
        known = before if isinstance(before, dict) else {}
        return {**known, **{key: _laid_over(key, known.get(key), value) for key, value in given.items()}}
    if isinstance(given, list):
        earlier = before if isinstance(before, list) else []
        return [_laid_over(name, earlier[at] if at < len(earlier) else None, each) for at, each in enumerate(given)]
    return before if _same(name, before, given) else given


def _same(name: str, one: Any, other: Any) -> bool:
    """Numbers by what they are worth, so that nobody who writes 12.5 for 12.50 has changed anything."""
    if name in NUMBERS:
        first, second = (_number(NOTHING_SAID.get(name) if each is None else each) for each in (one, other))
        if first is not None and second is not None:
            return first == second
    return bool(one == other)


def _number(value: Any) -> Decimal | None:
    try:
        number = Decimal(value) if isinstance(value, str) and len(value) <= MOST_DIGITS else None
    except InvalidOperation:
        return None
    return number if number is not None and number.is_finite() else None


def _leaves(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _leaves(f"{path}.{key}", each)
    elif isinstance(value, list):
        for at, each in enumerate(value):
            yield from _leaves(f"{path}.{at}", each)
    else:
        yield path, value


def _changes(stored: Json, document: Json) -> Iterator[Change]:
    for section in SECTIONS:
        yield from _differences(section, stored.get(section), document.get(section))


def _differences(path: str, before: Any, after: Any) -> Iterator[Change]:
    then, now = dict(_leaves(path, before)), dict(_leaves(path, after))
    for each in dict.fromkeys((*then, *now)):
        if not _same(each.rpartition(".")[2], then.get(each), now.get(each)):
            yield Change(each, then.get(each), now.get(each))


# ---------------------------------------------------------------- lines


@dataclass(frozen=True, slots=True)
class _Lines:
    before: Sequence[Json]
    now: Sequence[Json]
    origins: Sequence[int | None]
    """Of each line now, which one it was; None for a new one."""
    places: Mapping[int, int]
    """Of each line that is still there, where it is now."""

    @classmethod
    def of(cls, before: Sequence[Json], given: Any) -> "_Lines":
        if not isinstance(given, list) or not all(isinstance(each, dict) for each in given):
            raise BadCorrection("'items' is a list of lines.")
        if len(given) > max(MOST_LINES, len(before)):
            raise BadCorrection(f"An invoice has at most {MOST_LINES} lines.")
        origins = _origins(before, given)
        now = [
            line if origin is None else _laid_over("items", before[origin], line)
            for line, origin in zip(given, origins, strict=True)
        ]
        return cls(before, now, origins, {origin: at for at, origin in enumerate(origins) if origin is not None})

    def changes(self) -> Iterator[Change]:
        for at, (line, origin) in enumerate(zip(self.now, self.origins, strict=True)):
            if origin is None:
                yield Change(f"items.{at}", None, line)
            else:
                yield from _differences(f"items.{at}", self.before[origin], line)
        for at in sorted(set(range(len(self.before))) - set(self.origins)):
            yield Change(f"items.{at}", self.before[at], None)
        kept = [origin for origin in self.origins if origin is not None]
        if kept != sorted(kept):
            yield Change("items", "order", [origin if origin is None else origin + 1 for origin in self.origins])

    def path_now(self, path: str) -> str | None:
        """Where a field of a line stands now; None if the line is gone."""
        _, place, *rest = path.split(".")
        now = self.places.get(int(place)) if place.isdecimal() else None
        return None if now is None else ".".join(["items", str(now), *rest])


def _origins(before: Sequence[Json], given: Sequence[Json]) -> list[int | None]:
    """Equal lines first, at their place or elsewhere; then those that share most; then those at the same place."""
    then, now = [_told(_worths(line)) for line in before], [_worths(line) for line in given]
    found: list[int | None] = [None] * len(given)
    left = set(range(len(before)))

    def take(at: int, origin: int) -> None:
        found[at] = origin
        left.discard(origin)

    for at, origin in _equal(then, [_told(line) for line in now]):
        take(at, origin)
    for shared, _, at, origin in _likely(then, now, [at for at, origin in enumerate(found) if origin is None], left):
        if shared and found[at] is None and origin in left:
            take(at, origin)
    for at in range(len(given)):
        if found[at] is None and at in left and len(given) == len(before):
            take(at, at)
    return found


Worths = dict[str, Hashable]


def _worths(line: Json) -> Worths:
    """Its values as they are compared: reckoned once for each line, not for each pair of them."""
    return {name: _worth(name, value) for name, value in line.items()}


def _worth(name: str, value: Any) -> Hashable:
    if name in NUMBERS and (number := _number(value)) is not None:
        return number
    return json.dumps(value, sort_keys=True) if isinstance(value, dict | list) else value


def _told(line: Worths) -> Worths:
    """What it says: nothing is no value, and neither is 0."""
    return {name: value for name, value in line.items() if value is not None and value not in {0, "0"}}


def _equal(before: Sequence[Worths], given: Sequence[Worths]) -> Iterator[tuple[int, int]]:
    """Lines that say the same, first those at their place."""
    places = defaultdict[Hashable, set[int]](set)
    for origin, line in enumerate(before):
        if line:
            places[frozenset(line.items())].add(origin)
    names = [frozenset(line.items()) for line in given]
    stayed = {at for at, name in enumerate(names) if at in places.get(name, ())}
    for at in stayed:
        places[names[at]].discard(at)
        yield at, at
    others = {name: sorted(origins, reverse=True) for name, origins in places.items()}
    for at, name in enumerate(names):
        if at not in stayed and others.get(name):
            yield at, others[name].pop()


def _likely(
    before: Sequence[Worths], given: Sequence[Worths], ats: Sequence[int], left: set[int]
) -> list[tuple[int, int, int, int]]:
    """Pairs of lines, those that share most first; of very many, each line's nearest."""
    free = sorted(left)
    each = max(1, MOST_COMPARED // max(1, len(ats)))

    def nearest(at: int) -> Sequence[int]:
        begin = max(0, min(bisect(free, at) - each // 2 - 1, len(free) - each))
        return free[begin : begin + each]

    return sorted((-_shared(before[o], given[at]), abs(o - at), at, o) for at in ats for o in nearest(at))


def _shared(before: Worths, line: Worths) -> int:
    """How many values of a line are in another."""
    return sum(1 for name, value in before.items() if line.get(name, value) == value)


# ---------------------------------------------------------------- where values stand, and what is still open


def _evidence(stored: Json, given: Json, changes: Sequence[Change], lines: _Lines) -> Json:
    places = {}
    for path, evidence in (stored.get("fields") or {}).items():
        now = lines.path_now(path) if path.startswith("items.") else path
        if now:
            places[now] = evidence
    shown = given.get("fields")
    shown = shown if isinstance(shown, dict) else {}
    for change in changes:
        if change.field == "items" or (change.after is None and isinstance(change.before, dict)):
            continue  # the order of lines has no place on the paper, and a line that is gone none either
        for path, value in _leaves(change.field, change.after):
            if value is None:
                places.pop(path, None)
            else:
                places[path] = _by_person(shown.get(path), places.get(path))
    return places


def _by_person(shown: Any, before: Any) -> Json:
    """Where the person says that it stands, or else where it was read."""
    told = shown if isinstance(shown, dict) else before if isinstance(before, dict) else {}
    return {**{name: told.get(name) for name in ("raw", "page", "bbox")}, "source": PERSON, "confidence": 1}


def _open_issues(
    stored: Json, given: Json, changes: Sequence[Change], lines: _Lines
) -> tuple[list[Json], Sequence[str]]:
    written = {change.field for change in changes}
    sums_changed = any(field.startswith(("items", "totals")) for field in written)
    touched = {above for field in written for above in _above(field)} - WHOLE
    listed = given.get("issues")
    named = None if not isinstance(listed, list) else {_name(each) for each in listed if isinstance(each, dict)}
    still, kept = [], []
    for issue in stored.get("issues") or ():
        field = issue.get("field")
        now = lines.path_now(field) if field and field.startswith("items.") else field
        if field and now is None:
            continue  # its line is gone
        if not issue.get("checked"):
            if now in touched or (issue.get("code") in SUMS and sums_changed):
                continue
            if named is not None and _name(issue) not in named:
                kept.append(str(issue.get("code")))
                continue
        still.append({**issue, "field": now})
    return still, kept


def _above(field: str) -> Iterator[str]:
    """Itself, and all that it is part of."""
    parts = field.split(".")
    return (".".join(parts[:count]) for count in range(1, len(parts) + 1))


def _name(issue: Json) -> tuple[Any, ...]:
    return tuple(str(issue.get(name)) for name in ("code", "field", "message"))
