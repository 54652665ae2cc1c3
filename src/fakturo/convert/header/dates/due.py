"""The day to pay: by its label, or by a sentence; and doubts about it."""

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Sequence

from fakturo.convert.header.dates.due_sentence import due_sentences, is_for_discount
from fakturo.convert.header.dates.labelled import (
    NEAR_RIVAL,
    SAME_EDGE,
    RatedDate,
    chosen,
    differs,
    labelled,
    reading_of,
)
from fakturo.convert.header.dates.order import Verdict, printed_terms
from fakturo.convert.header.dates.written import Order, dates_in
from fakturo.convert.header.labels.claims import Claim, Relation
from fakturo.convert.header.labels.marks import begins_label, known_meanings
from fakturo.convert.header.scene import Scene, Spot
from fakturo.convert.invoice import Reading
from fakturo.convert.vocabulary import terms, tokens_of

_MONEY = ("totals", "payment")
_WORDS_BEFORE = re.compile(r"[^\W\d_][^\W\d_ ]+(?: [^\W\d_]+)* $")
LONGEST_TERM = dt.timedelta(days=400)
NEXT_LINE = 2.0
"""Heights between two dates of a list."""


def due_dates(scene: Scene, claims: Sequence[Claim], not_due: frozenset[int]) -> list[RatedDate]:
    """Sentences speak where no plain label does."""
    due = list(_labelled(scene, claims))
    if any(one.labelled for one in due):
        return due
    return [*due, *(one for one in due_sentences(scene) if one.spot.number not in not_due)]


def days_not_due(scene: Scene, claims: Iterable[Claim]) -> frozenset[int]:
    """Phrases whose days are no due date, though they are headed so: of instalments or terms, or of something else."""
    called = [claim for claim in claims if "due_date" in claim.meanings and dates_in(claim.text)]
    columns = [list(_column(scene, claim)) for claim in called if claim.relation is Relation.BELOW]
    listed = {spot.number for column in columns if len(column) > 1 for spot in column}
    return frozenset(listed | {claim.value.number for claim in called if _is_of_other(claim)})


def decided_due(due: Sequence[RatedDate], verdict: Verdict, day: dt.date | None) -> Reading[dt.date] | None:
    """Of an invoice of this day, if that is known."""
    order = verdict.order
    later = [one for one in due if day is None or day <= one.match.by(order) <= day + LONGEST_TERM]
    if not later:
        return None
    best = chosen(later)
    confidence = best.weight
    if any(differs(one, best, order) and one.weight > best.weight - NEAR_RIVAL for one in later):
        confidence = min(confidence, 0.6)
    if best.match.ambiguous and not verdict.sure:
        confidence = min(confidence, 0.55)
    return reading_of(best, order, confidence)


def _labelled(scene: Scene, claims: Iterable[Claim]) -> Iterator[RatedDate]:
    for claim, dated in labelled(scene, claims, {"due_date": 1.0}):
        whole = dated.match._replace(start=dated.match.start + claim.at, end=dated.match.end + claim.at)
        if is_for_discount(claim.value.text, whole) or _is_of_other(claim):
            continue
        if claim.relation is not Relation.BELOW or len(list(_column(scene, claim))) == 1:
            yield dated


def _is_of_other(claim: Claim) -> bool:
    """`Vaccination due 9 May`: a word that has nothing to do with paying says what is due."""
    words = _WORDS_BEFORE.search(claim.before)
    if claim.relation is not Relation.INSIDE or words is None or len(tokens_of(claim.label)) > 1:
        return False
    return not any(_is_of_paying(token.text) for token in tokens_of(words[0]))


def _is_of_paying(word: str) -> bool:
    known = bool(known_meanings(word)) or begins_label(word)
    return known or any(terms(section).meanings(word) or terms(section).begins(word) for section in _MONEY)


def _column(scene: Scene, claim: Claim) -> Iterator[Spot]:
    """The dates right below each other that a label heads: of instalments, or of terms."""
    last = claim.value
    yield last
    for spot in scene.spots:
        box = last.box
        if spot.phrase.page != last.phrase.page or spot.box.y0 <= box.y0 + box.height / 2:
            continue
        if spot.box.x0 > box.x1 or spot.box.x1 < box.x0:
            continue
        dates = dates_in(spot.text)
        near = spot.box.y0 - box.y1 < NEXT_LINE * box.height and abs(spot.box.x0 - box.x0) < SAME_EDGE
        if not near or not dates or dates[0].start > 0:
            return
        yield spot
        last = spot


SURE = 0.8


def is_doubted(scene: Scene, day: dt.date, due: Reading[dt.date], order: Order) -> bool:
    """A due date that is not sure, on an invoice of this day."""
    return due.evidence.confidence < SURE and not _is_borne_out(scene, day, due.value, order)


def _is_borne_out(scene: Scene, day: dt.date, due: dt.date, order: Order) -> bool:
    """It follows the invoice by a printed number of days, or nothing else on the page does follow it."""
    if due - day in printed_terms(scene):
        return True
    printed = {match.by(order) for spot in scene.spots for match in dates_in(spot.text)}
    return not any(day < other <= day + LONGEST_TERM for other in printed - {due})
