"""Doubts about the day to pay that only a sentence or a weak label names."""

import datetime as dt
from collections.abc import Iterator

from fakturo.convert.header.date_order import printed_terms
from fakturo.convert.header.dates import Order, dates_in
from fakturo.convert.header.open_dates import LONGEST_TERM
from fakturo.convert.header.scene import Scene
from fakturo.convert.invoice import Issue, Reading

SURE = 0.8


def due_doubts(scene: Scene, day: dt.date, due: Reading[dt.date], order: Order) -> Iterator[Issue]:
    """A due date that is not sure, on an invoice of this day."""
    if due.evidence.confidence < SURE and not _is_borne_out(scene, day, due.value, order):
        message = f"{due.value.isoformat()} may not be the due date."
        yield Issue("DUE_DATE_DOUBTFUL", "invoice.due_date", message, due.evidence.page, due.evidence.box)


def _is_borne_out(scene: Scene, day: dt.date, due: dt.date, order: Order) -> bool:
    """It follows the invoice by a printed number of days, or nothing else on the page does follow it."""
    if due - day in printed_terms(scene):
        return True
    printed = {match.by(order) for spot in scene.spots for match in dates_in(spot.text)}
    return not any(day < other <= day + LONGEST_TERM for other in printed - {due})
