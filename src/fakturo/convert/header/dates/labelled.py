"""Dates that a label speaks for, and how strongly: what invoice date and due date are chosen from."""

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from fakturo.convert.header.dates.written import DateMatch, Order, dates_in
from fakturo.convert.header.labels.claims import Claim, Relation
from fakturo.convert.header.labels.marks import OWN_NUMBER
from fakturo.convert.header.scene import Scene, Spot, box_of
from fakturo.convert.invoice import Evidence, Origin, Reading
from fakturo.convert.page import Box, Source
from fakturo.convert.vocabulary import tokens_of

SURE = 0.8
NEAR_RIVAL = 0.12
SAME_EDGE = 4.0
"""In points."""
_RANGE = frozenset("-–—")


class RatedDate(NamedTuple):
    """A date on the page, and how strongly its label speaks."""

    match: DateMatch
    spot: Spot
    box: Box
    raw: str
    weight: float
    labelled: bool = False
    """A plain label above the table has it."""
    named: bool = False
    """And the label says that it is the invoice's."""


def at(spot: Spot, match: DateMatch, weight: float) -> RatedDate:
    box = box_of(spot.phrase, spot.text, match.start, match.end)
    return RatedDate(match, spot, box, spot.text[match.start : match.end], weight)


def claimed(claim: Claim, match: DateMatch, weight: float) -> RatedDate:
    raw = claim.text[match.start : match.end]
    return RatedDate(match, claim.value, claim.box(match.start, match.end), raw, weight)


def labelled(scene: Scene, claims: Iterable[Claim], weights: Mapping[str, float]) -> Iterator[tuple[Claim, RatedDate]]:
    """The date of each label that has one of these meanings, by what the meaning is worth."""
    for claim in claims:
        weight = _weight(scene, claim, weights)
        if not weight:
            continue
        match = next(iter(dates_in(claim.text, compact=True)), None)
        if match is None or is_range(claim.text, match) or not _is_near(claim, match):
            continue
        own = not claim.meanings & {"po", "other_number"} and ("dated" not in claim.meanings or _is_heading(claim))
        plain = own and claim.strength > 0.8 and not _follows_other(claim) and scene.is_before_table(claim.value)
        named = plain and "invoice_date" in claim.meanings
        yield claim, claimed(claim, match, weight * claim.strength)._replace(labelled=plain, named=named)


def _weight(scene: Scene, claim: Claim, weights: Mapping[str, float]) -> float:
    weight = max((weights.get(meaning, 0.0) for meaning in claim.meanings), default=0.0)
    if weight and "dated" in claim.meanings and _is_heading(claim):
        weight = max(weight, weights.get("date", 0.0))
    if not weight or (weight < 1 and claim.meanings == {"other_date"}):
        return 0.0
    if claim.meanings & {"of_left", "po", "other_number"} and "invoice_date" not in claim.meanings:
        weight *= 0.8
    if _follows_other(claim):
        weight *= 0.6
    if not scene.is_before_table(claim.value) and "due_date" not in weights:
        weight *= 0.7 if _is_within(claim) else 0.85  # `less 1st invoice of 30 May` is another one's
    return weight


def _is_within(claim: Claim) -> bool:
    return claim.relation is Relation.INSIDE and any(map(str.isalpha, claim.before))


def _follows_other(claim: Claim) -> bool:
    """`Permit no. 17 date issued 3 May`: in the same phrase, another paper's number comes first."""
    before = [mark for mark in claim.value.marks if mark.end < claim.at]
    if claim.relation is not Relation.INSIDE or not before or any(mark.meanings & OWN_NUMBER for mark in before):
        return False
    last = before[-1]
    return "other_number" in last.meanings or ("number" in last.meanings and not last.leads)


def _is_heading(claim: Claim) -> bool:
    """`RatedDate` in a cell of its own or before a colon, not in a sentence."""
    return claim.relation is not Relation.INSIDE or (claim.value.has_own_label and ":" in claim.text[:3])


def _is_near(claim: Claim, match: DateMatch) -> bool:
    """In its own phrase a date follows at once, but for a place or a word or two; in another it begins the phrase."""
    words = len(tokens_of(claim.text[: match.start]))
    return words <= (3 if claim.relation is Relation.INSIDE else 2)


def is_range(text: str, match: DateMatch) -> bool:
    after = text[match.end :].strip()
    return bool(after) and after[0] in _RANGE and bool(dates_in(after))


def chosen(dated: Iterable[RatedDate], more: Callable[[RatedDate], float] = lambda _: 0.0) -> RatedDate:
    """The best label's, with what more speaks for it; among equals the one that stands higher."""
    return max(dated, key=lambda one: (round(one.weight + more(one), 2), -one.spot.phrase.page, -one.box.y0))


def differs(one: RatedDate, other: RatedDate, order: Order) -> bool:
    return one.match.by(order) != other.match.by(order)


def reading_of(dated: RatedDate, order: Order, confidence: float) -> Reading[dt.date]:
    words = dated.spot.phrase.words
    source = Origin.OCR if any(word.source is Source.OCR for word in words) else Origin.TEXT
    evidence = Evidence(dated.raw, dated.spot.phrase.page, dated.box, source, round(min(confidence, 0.98), 2))
    return Reading(dated.match.by(order), evidence)
