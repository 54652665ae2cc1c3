"""Invoice date and due date by their labels: what the weights hear from the rules."""

import datetime as dt
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fakturo.convert.header.dates.due import days_not_due, decided_due, due_dates, is_doubted
from fakturo.convert.header.dates.labelled import (
    NEAR_RIVAL,
    SURE,
    RatedDate,
    chosen,
    claimed,
    differs,
    is_range,
    labelled,
    reading_of,
)
from fakturo.convert.header.dates.order import Habits, Verdict, decide_order
from fakturo.convert.header.dates.written import Order, dates_in
from fakturo.convert.header.kind import names_invoice
from fakturo.convert.header.labels.claims import Claim, Relation
from fakturo.convert.header.labels.marks import OWN_NUMBER
from fakturo.convert.header.scene import Scene, are_neighbours, spot_at
from fakturo.convert.invoice import Kind, Reading
from fakturo.convert.vocabulary import terms

ONLY_ONE = 0.82
"""A weak label is enough where nothing else could be meant."""
PLAINER = 0.05
"""How much more a date's rank is worth."""
UNCLEAR = 0.6
"""With another date as well labelled, or where day and month may be exchanged."""
_INVOICE = {"invoice_date": 1.0, "date": 0.93, "tax_point": 0.8, "dated": 0.7}


class Ruled(NamedTuple):
    """Date and due date as labels have them."""

    date: Reading[dt.date] | None = None
    due: Reading[dt.date] | None = None
    doubted: frozenset[str] = frozenset()
    """Which of them the rules doubt: `date`, `due`."""
    not_due: frozenset[int] = frozenset()
    """Phrases whose days are no due date, though they are headed so."""


def read_dates(
    scene: Scene,
    claims: Sequence[Claim],
    *,
    kind: Kind,
    habits: Habits,
    number: Reading[str] | None = None,
    order: Order | None = None,
) -> Ruled:
    own = [claim for claim in claims if kind is Kind.INVOICE or not _is_of_invoice(claim)] or claims
    invoice = [*(one for _, one in labelled(scene, own, _INVOICE)), *_in_title(own)]
    if kind is Kind.CREDIT_NOTE and not invoice:
        invoice = [one for _, one in labelled(scene, claims, dict.fromkeys(_INVOICE, 0.7))]
    not_due = days_not_due(scene, claims)
    due = due_dates(scene, claims, not_due)
    first = max(invoice, key=lambda one: one.weight, default=None)
    last = max(due, key=lambda one: one.weight, default=None)
    verdict = Verdict(order, sure=True) if order else _order(scene, first, last, habits)
    if first is None:
        return Ruled(None, decided_due(due, verdict, None), frozenset({"date"}), not_due)
    home = spot_at(scene, number.evidence) if number and number.evidence.confidence >= SURE else None
    near = {one.spot.number for one in invoice if are_neighbours(scene, home, one.spot)}
    alone = _is_only_date(scene, claims, first, last, verdict.order, near)
    date = _decided(invoice, verdict, near, alone=alone)
    told = decided_due(due, verdict, date.value)
    doubted = {"date"} if date.evidence.confidence < SURE else set()
    doubted |= {"due"} if told and is_doubted(scene, date.value, told, verdict.order) else set()
    return Ruled(date, told, frozenset(doubted), not_due)


def _order(scene: Scene, date: RatedDate | None, due: RatedDate | None, habits: Habits) -> Verdict:
    if first := date or due:
        return decide_order(scene, first.match, due.match if due else None, habits)
    return Verdict(Order.DAY_FIRST, sure=True)


def _is_of_invoice(claim: Claim) -> bool:
    """On a credit note: of the invoice that it corrects, by its label or by what stands before it in the phrase."""
    before = [mark for mark in claim.value.marks if mark.end <= claim.at and mark.meanings & OWN_NUMBER]
    words = before[-1].text if before and claim.relation is Relation.INSIDE else ""
    return names_invoice(claim.label) or names_invoice(words)


def _is_only_date(
    scene: Scene, claims: Sequence[Claim], date: RatedDate, due: RatedDate | None, order: Order, near: set[int]
) -> bool:
    """No other date is printed outside the table but for the due one. One that is said to be of something else, such as
    the order, must stand beside the number."""
    of_other = any(
        "other_date" in terms("labels").meanings(claim.label) for claim in claims if claim.value is date.spot
    )
    if of_other and (date.spot.number not in near or due):
        return False
    known = {date.match.by(order), *([due.match.by(order)] if due else [])}
    spots = [spot for spot in scene.spots if not of_other or scene.is_before_table(spot)]
    return all(match.by(order) in known for spot in spots for match in dates_in(spot.text))


def _rank(one: RatedDate, near: set[int]) -> int:
    """Above all a plain label that says `invoice` or stands beside the number's; then any other plain one."""
    return one.labelled + (one.labelled and (one.named or one.spot.number in near))


def _decided(invoice: Sequence[RatedDate], verdict: Verdict, near: set[int], *, alone: bool) -> Reading[dt.date]:
    """`near` are the phrases beside the invoice's number."""
    date = chosen(invoice, lambda one: PLAINER * _rank(one, near))
    others = [one for one in invoice if differs(one, date, verdict.order) and _rank(one, near) >= _rank(date, near)]
    rival = any(one.weight > date.weight - NEAR_RIVAL for one in others)
    confidence = date.weight
    if (date.labelled and not others) or alone:
        confidence = max(confidence, ONLY_ONE)
    if rival or (date.match.ambiguous and not verdict.sure):
        confidence = min(confidence, UNCLEAR)
    return reading_of(date, verdict.order, confidence)


def _in_title(claims: Iterable[Claim]) -> list[RatedDate]:
    """A date after the number: `Invoice 17 - 3 May 2024`."""
    dated: list[RatedDate] = []
    for claim in claims:
        if claim.meanings & {"invoice_number", "title_invoice", "title_credit_note"}:
            match = next(iter(dates_in(claim.text)), None)
            if match and match.start <= 40 and not is_range(claim.text, match):
                dated.append(claimed(claim, match, 0.9 * claim.strength))
    return dated
