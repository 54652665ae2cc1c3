"""Doubts about the day to pay: one that only a sentence names, or a date after the invoice's that nothing explains."""

import datetime as dt
from collections.abc import Iterator, Sequence

from fakturo.convert.header.claims import Claim
from fakturo.convert.header.date_order import printed_terms
from fakturo.convert.header.dates import DateMatch, Order, dates_in
from fakturo.convert.header.discount import is_for_discount
from fakturo.convert.header.labels import DATES
from fakturo.convert.header.scene import Scene, Spot, slip_of
from fakturo.convert.invoice import Issue, Reading
from fakturo.convert.vocabulary import terms, tokens_of

SURE = 0.8
LONGEST_TERM = dt.timedelta(days=400)
MOST_WORDS = 6
"""More make a sentence, which only speaks of paying if it says so."""


def due_doubts(
    scene: Scene, claims: Sequence[Claim], day: dt.date, due: Reading[dt.date] | None, order: Order
) -> Iterator[Issue]:
    """A due date that is not sure, or one that may have been overlooked, on an invoice of this day."""
    if due and due.evidence.confidence < SURE and not _is_borne_out(scene, day, due.value, order):
        message = f"{due.value.isoformat()} may not be the due date."
        yield Issue("DUE_DATE_DOUBTFUL", "invoice.due_date", message, due.evidence.page, due.evidence.box)
    if due is None:
        stray = {match.by(order): spot for spot, match in _stray_dates(scene, claims)}
        later = [other for other in stray if dt.timedelta(0) < other - day <= LONGEST_TERM]
        if len(later) == 1:  # several are instalments, of which none is the due date
            message = f"{later[0].isoformat()} may be the due date, but nothing says so clearly."
            spot = stray[later[0]]
            yield Issue("DUE_DATE_DOUBTFUL", "invoice.due_date", message, spot.phrase.page, spot.box)


def _is_borne_out(scene: Scene, day: dt.date, due: dt.date, order: Order) -> bool:
    """It follows the invoice by a printed number of days, or nothing else on the page does follow it."""
    if due - day in printed_terms(scene):
        return True
    printed = {match.by(order) for spot in scene.spots for match in dates_in(spot.text)}
    return not any(day < other <= day + LONGEST_TERM for other in printed - {due})


def _stray_dates(scene: Scene, claims: Sequence[Claim]) -> Iterator[tuple[Spot, DateMatch]]:
    explained = {id(claim.value) for claim in claims if claim.meanings & DATES}
    slip = slip_of(scene)
    for spot in scene.spots:
        if id(spot) in explained or id(spot) in slip:
            continue
        matches = dates_in(spot.text)
        if len(matches) == 1 and _may_be_due(spot, matches[0]):
            yield spot, matches[0]


def _may_be_due(spot: Spot, match: DateMatch) -> bool:
    if is_for_discount(spot.text, match):
        return False
    words = tokens_of(spot.text[: match.start] + spot.text[match.end :])
    return len(words) <= MOST_WORDS or "pay" in terms("payment").meanings(spot.text)
