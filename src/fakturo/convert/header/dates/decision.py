"""Days that may be the invoice's or the last one to pay, and what is seen about each."""

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import replace
from operator import attrgetter
from typing import NamedTuple

from fakturo.convert.header.dates.discount import is_for_discount
from fakturo.convert.header.dates.labelled import TO_BE_PAID, WAS_PAID, DayLabels
from fakturo.convert.header.dates.order import DecidedOrder, Habits, decide_order, printed_terms, usual_order
from fakturo.convert.header.dates.written import DateMatch, Order, dates_in
from fakturo.convert.header.neighbours import Around, labels_near, place_of, type_of
from fakturo.convert.header.scene import Scene, Spot, box_of
from fakturo.convert.invoice import Issue, Reading
from fakturo.convert.verdict import SURE, SURE_OF_DUE, SURE_OF_NONE
from fakturo.convert.weigh.candidate import Candidate, Tests, facts, merged
from fakturo.convert.weigh.decide import Weighed, together, vetoed, weigh
from fakturo.convert.weigh.report import doubts_of, reading_of

MOST_CANDIDATES = 80
NEAR, SAME, ALIGNED = 40.0, 3.0, 8.0
"""Points."""
SENTENCE = 5
"""Words before a date that make a sentence of it."""
DUE_BEFORE = 0.01
"""How likely a day to pay before the invoice's is, beside any other: insurers do that."""
CALLED_DUE, FOR_DISCOUNT, IN_PERIOD = "claimed due_date", "for a discount", "in a period"
NOT_DUE = frozenset({FOR_DISCOUNT, IN_PERIOD})
OTHER_DAY = frozenset({"claimed other_date", "claimed late other_date"})
SHORT_GAP = 12
"""Characters between the first day of a period and its last."""
PRINTED_TERM, USUAL_TERM = "printed term", "usual term"
USUAL_TERMS = frozenset({7, 8, 10, 14, 15, 20, 21, 28, 29, 30, 31, 42, 45, 59, 60, 61, 89, 90, 91, 92})
"""Days that buyers are given to pay; thirty may be a month."""
_DASHES = frozenset("-–—")
TOLD = frozenset({CALLED_DUE, TO_BE_PAID, PRINTED_TERM})
UNKNOWN_TERM = frozenset({"claimed unknown", USUAL_TERM})
"""Evidence that the page speaks of a due date: that none of its days is one must be as sure as any other choice."""


class Dates(NamedTuple):
    """As they are told."""

    date: Reading[dt.date] | None
    due: Reading[dt.date] | None
    issues: list[Issue]
    weighed: Mapping[str, Weighed[DateMatch]]
    """What they were chosen from."""


def weigh_days(
    scene: Scene, labels: DayLabels, number: Reading[str] | None, order: Order
) -> dict[str, Weighed[DateMatch]]:
    candidates = day_candidates(scene, labels, number, order)
    date = weigh("date", candidates, labels.on_page())
    due = weigh("due", [one for one in candidates if _may_be_due(one)], labels.on_page())

    def fits(one: Candidate[DateMatch] | None, other: Candidate[DateMatch] | None) -> float:
        """Few pay before the invoice is written; which comes first, day or month, is not decided yet."""
        in_order = one is None or other is None or max(_readings(other)) >= min(_readings(one))
        return 1.0 if in_order else DUE_BEFORE

    first, last = together(date, due, fits)
    return {"date": first, "due": last}


def _may_be_due(candidate: Candidate[DateMatch]) -> bool:
    """Until when paying earns a discount, or work was done, is not when to pay at last, unless words say so."""
    return not candidate.evidence & NOT_DUE or bool(candidate.evidence & {CALLED_DUE, TO_BE_PAID})


def _readings(candidate: Candidate[DateMatch]) -> list[dt.date]:
    return [candidate.value.by(order) for order in Order]


def read_days(
    scene: Scene,
    weighed: Mapping[str, Weighed[DateMatch]],
    habits: Habits,
    template_order: Order | None,
    listed: frozenset[int],
) -> Dates:
    """Date and due date as they are told. `listed` are phrases of instalments, of which none is sure."""
    date, due = weighed["date"], weighed["due"]
    if due.best and (due.best.spot.number in listed or WAS_PAID in due.best.evidence):
        due = vetoed(due)
    order = DecidedOrder(template_order, sure=True) if template_order else _order(scene, date, due, habits)
    days, last_days = _by_order(date, order.order), _by_order(due, order.order)
    issues = doubts_of(days, "DATE", "invoice.date", "the invoice date", _shown)
    told = {"date": days, "due": last_days}
    if date.best is None:
        return Dates(None, None, issues, told)
    if date.best.value.ambiguous and not order.sure:
        issues = [_ambiguous(date.best)]
    if _is_due_in_doubt(last_days):
        issues += _due_doubts(last_days)
    return Dates(reading_of(days, attrgetter("day")), reading_of(last_days, attrgetter("day")), issues, told)


def _order(scene: Scene, date: Weighed[DateMatch], due: Weighed[DateMatch], habits: Habits) -> DecidedOrder:
    if date.best is None:
        return DecidedOrder(usual_order(scene, habits), sure=False)
    return decide_order(scene, date.best.value, due.best.value if due.best else None, habits)


def _by_order(weighed: Weighed[DateMatch], order: Order) -> Weighed[DateMatch]:
    told = [one._replace(value=one.value._replace(order=order)) for one in weighed.candidates]
    return replace(weighed, candidates=told)


def _shown(match: DateMatch) -> str:
    return match.day.isoformat()


def _is_due_in_doubt(due: Weighed[DateMatch]) -> bool:
    """That there is none is doubted less easily, unless the page speaks of one."""
    if due.best or any(one.evidence & TOLD or one.evidence >= UNKNOWN_TERM for one in due.candidates):
        return due.probability < (SURE_OF_DUE if due.best else SURE)
    return due.probability < SURE_OF_NONE and not _is_another(due)


def _is_another(due: Weighed[DateMatch]) -> bool:
    """What might be the due date has a label that calls it another day."""
    return any(one.evidence & OTHER_DAY for one in due.candidates[due.rival : due.rival + 1])


def _due_doubts(due: Weighed[DateMatch]) -> list[Issue]:
    if due.best:
        return doubts_of(due, "DUE_DATE", "invoice.due_date", "the last day to pay", _shown, sure=SURE_OF_DUE)
    rival = due.candidates[due.rival]
    message = f"{_shown(rival.value)} may be the last day to pay, but nothing on the page says so clearly."
    return [Issue("DUE_DATE_DOUBTFUL", "invoice.due_date", message, rival.spot.phrase.page, rival.box)]


def _ambiguous(date: Candidate[DateMatch]) -> Issue:
    one, other = date.value.by(Order.DAY_FIRST), date.value.by(Order.MONTH_FIRST)
    message = f"{date.raw} may mean {one.isoformat()} or {other.isoformat()}: day or month first?"
    return Issue("DATE_AMBIGUOUS", "invoice.date", message, date.spot.phrase.page, date.box)


def day_candidates(
    scene: Scene, labels: DayLabels, number: Reading[str] | None, order: Order
) -> list[Candidate[DateMatch]]:
    around = Around(scene)
    usual = scene.usual_size
    matches = [
        (spot, match)
        for spot in scene.spots
        for match in dates_in(spot.text, compact=True)
        if number is None or spot.text[match.start : match.end] != number.value  # 20240215 is not both
    ]
    days = sorted({match.by(order) for _, match in matches})
    given = printed_terms(scene)
    found: dict[dt.date, Candidate[DateMatch]] = {}
    for spot, match in matches[:MOST_CANDIDATES]:
        day = match.by(order)
        before, after = spot.text[: match.start], spot.text[match.end :]
        evidence = frozenset(
            (
                *labels_near(around, spot, before),
                *place_of(scene, spot),
                *type_of(spot, usual),
                *facts(_COMPANY, _Within(around, spot, match, before, after, scene.titles)),
                *_beside_number(spot, number),
                f"row of {min(len(around.row(spot)), 5)}",
                *_among(day, days, given),
                *labels.of(spot, match),
            )
        )
        box = box_of(spot.phrase, spot.text, match.start, match.end)
        one = Candidate(match, spot, box, spot.text[match.start : match.end], evidence)
        found[day] = merged(found[day], one) if day in found else one
    return list(found.values())


class _Within(NamedTuple):
    """A day in its phrase."""

    around: Around
    spot: Spot
    match: DateMatch
    before: str
    after: str
    titles: list[Spot]


_COMPANY: Tests[_Within] = {
    "alone in phrase": lambda it: not it.before.strip() and not it.after.strip(),
    "in sentence": lambda it: max(len(it.before.split()), len(it.after.split())) >= SENTENCE,
    "with another date": lambda it: dates_in(it.after) or dates_in(it.before),
    FOR_DISCOUNT: lambda it: is_for_discount(it.spot.text, it.match),
    IN_PERIOD: lambda it: any(_are_close(it.match, other) for other in dates_in(it.spot.text)),
    "in range": lambda it: it.after.strip()[:1] in _DASHES or it.before.strip()[-1:] in _DASHES,
    "near title": lambda it: any(_is_near(one, it.spot) for one in it.titles),
    "date below": lambda it: (below := it.around.below(it.spot)) and dates_in(below.text),
    "date above": lambda it: (above := it.around.above(it.spot)) and dates_in(above.text),
    "nothing left": lambda it: it.around.left(it.spot) is None,
}


def _are_close(one: DateMatch, other: DateMatch) -> bool:
    """`from 1 April to 30 June`: hardly a word stands between."""
    return 0 < max(other.start - one.end, one.start - other.end) <= SHORT_GAP


def _is_near(one: Spot, other: Spot) -> bool:
    return one.phrase.page == other.phrase.page and abs(one.box.y0 - other.box.y0) < NEAR


def _beside_number(spot: Spot, number: Reading[str] | None) -> Iterator[str]:
    place = number.evidence.box if number and number.evidence.page == spot.phrase.page else None
    if place is None:
        return
    down = abs(place.y0 - spot.box.y0)
    if down < SAME:
        yield "number in row"
    elif down < NEAR:
        yield "number in column" if abs(place.x0 - spot.box.x0) < ALIGNED else "number near"


def _among(day: dt.date, days: list[dt.date], given: set[dt.timedelta]) -> Iterator[str]:
    """`given` are the days that are printed as time to pay."""
    yield f"of {min(len(days), 4)} days"
    waits = {day - other for other in days if other < day}
    if waits & given:
        yield PRINTED_TERM
    if any(wait.days in USUAL_TERMS for wait in waits):
        yield USUAL_TERM
    if len(days) > 1:
        if day == days[-1]:
            yield "latest day"
        if day == days[0]:
            yield "earliest day"
        if day == days[-2]:
            yield "last but one"
