"""What labels and words of paying say of each day: the evidence that invoice date and due date are told by."""

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from fakturo.convert.header.dates.written import DateMatch, Order, dates_in
from fakturo.convert.header.kind import names_invoice
from fakturo.convert.header.labels.claims import Claim, Relation
from fakturo.convert.header.labels.marks import OWN_NUMBER
from fakturo.convert.header.scene import Scene, Spot
from fakturo.convert.invoice import Kind
from fakturo.convert.vocabulary import terms, words_in

FARTHEST = 3
"""Words between a label and its date."""
PLAIN = 0.8
"""A claim of more strength leaves no doubt whose the value is."""
JUST_BEFORE = 12
"""Characters between `until` and its date."""
LINE_GAP = 1.2
"""Heights between two lines of a text."""
SAME_EDGE, NEXT_LINE = 4.0, 2.0
"""Points, and heights between two dates of a list."""
OF_INVOICE = ("invoice_date", "date", "tax_point")
"""Labels of the invoice's day, the plainest first."""
ASKED = frozenset({"invoice_date", "date", "due_date"})
OF_PAYING = frozenset({"pay", "debit"})
TO_BE_PAID, WAS_PAID = "to be paid until", "was paid"
_RANGE = frozenset("-–—")
_STOP = re.compile(r"(?:(?<=[^\W\d_]{2}[.!;])|(?<=\d{4}[.;])) +(?=[A-ZÀ-Þ])")
_SPANS = ((0, "same day"), (15, "two weeks"), (32, "a month"), (62, "two months"), (130, "a quarter"), (400, "a year"))


class DayLabels:
    """The labels of all days on the pages, and when the invoice is from if they agree."""

    def __init__(self, scene: Scene, claims: Sequence[Claim], kind: Kind, order: Order) -> None:
        self._order = order
        self._said: dict[tuple[int, int], set[str]] = defaultdict(set)
        self._days: dict[str, set[dt.date]] = defaultdict(set)
        for claim, match in dated(claims):
            for meaning in _meanings(scene, claim, kind):
                self._said[claim.value.number, claim.at + match.start] |= {meaning, f"{meaning} {claim.relation}"}
                self._days[meaning].add(match.by(order))
        first = next((days for meaning in OF_INVOICE if (days := self._days.get(meaning))), set())
        self._first = next(iter(first)) if len(first) == 1 else None
        lines = [(one, other) for one, other in pairwise(scene.spots) if _may_go_on(one, other)]
        self._below = {one.number: other for one, other in lines}
        self._above = {other.number: one for one, other in lines}

    def on_page(self) -> frozenset[str]:
        """What speaks for or against that no day is the one."""
        return frozenset(f"some {meaning}" for meaning in ASKED & self._days.keys())

    def of(self, spot: Spot, match: DateMatch) -> Iterator[str]:
        said = self._said.get((spot.number, match.start), set())
        yield from (f"claimed {meaning}" for meaning in said)
        yield from (f"the only {meaning}" for meaning in said if len(self._days.get(meaning, ())) == 1)
        yield from (f"another is {meaning}" for meaning in ASKED & self._days.keys() - said)
        if not said:
            yield "not claimed"
        yield from self._of_paying(spot, match)
        if self._first:
            yield _later(match.by(self._order) - self._first)

    def _of_paying(self, spot: Spot, match: DateMatch) -> Iterator[str]:
        """Words in its sentence, which may run over several lines: then what those above and below say counts, too."""
        start, end = _sentence(spot.text, match)
        words = [word for word in terms("payment").find(spot.text) if start <= word.start < end]
        # behind a comma something else is spoken of
        words = [word for word in words if "," not in spot.text[match.end : word.start]]
        told = {word.meaning for word in terms("terms").find(spot.text) if start <= word.start < match.start}
        if "received" in told:
            yield WAS_PAID
            return
        before = {word.meaning for word in words if word.start < match.start}
        close = {word.meaning for word in words if 0 <= match.start - word.end <= JUST_BEFORE}
        above = self._above.get(spot.number) if not start else None
        below = self._below.get(spot.number) if end == len(spot.text) else None
        lines = [line for line in (above, below) if line]
        around = {meaning for line in lines for meaning in terms("payment").meanings(line.text)}
        if not OF_PAYING & ({word.meaning for word in words} | around):
            return  # `closed until 2 June`
        yield from (f"words before: {meaning}" for meaning in before)
        yield from (f"words just before: {meaning}" for meaning in close)
        yield from (f"words around: {meaning}" for meaning in around)
        if "until" in close and "pay" in {word.meaning for word in words} | around:
            yield TO_BE_PAID
        if "on" in close and "debit" in before | around:
            yield "to be debited on"


def _sentence(text: str, match: DateMatch) -> tuple[int, int]:
    """Where the sentence that holds the date begins and ends."""
    stops = [stop.end() for stop in _STOP.finditer(text)]
    start = max((stop for stop in stops if stop <= match.start), default=0)
    return start, min((stop for stop in stops if stop > match.end), default=len(text))


def _may_go_on(one: Spot, other: Spot) -> bool:
    """The next line of a text, or what follows on the same one."""
    gap = other.box.y0 - one.box.y1
    return one.phrase.page == other.phrase.page and gap < LINE_GAP * max(one.box.height, other.box.height)


def dated(claims: Sequence[Claim]) -> Iterator[tuple[Claim, DateMatch]]:
    """Labels with the date that follows each at once, but for a place or a word or two."""
    for claim in claims:
        match = next(iter(dates_in(claim.text, compact=True)), None)
        if match and len(words_in(claim.text[: match.start])) <= FARTHEST and not _is_range(claim.text, match):
            yield claim, match


def _is_range(text: str, match: DateMatch) -> bool:
    after = text[match.end :].strip()
    return after[:1] in _RANGE and bool(dates_in(after))


def _meanings(scene: Scene, claim: Claim, kind: Kind) -> Iterator[str]:
    """What the label says. Below the table, where days to pay stand, or of an invoice that is corrected, it says less
    of the others; `Invoice date of something: 3 May` is another's."""
    how = "late " if not scene.is_before_table(claim.value) else "weak " if claim.strength <= PLAIN else ""
    how = "corrected " if kind is Kind.CREDIT_NOTE and _is_of_invoice(claim) else how
    named = {"other_date" if claim.goes_on and meaning in OF_INVOICE else meaning for meaning in claim.meanings}
    return (meaning if meaning == "due_date" else f"{how}{meaning}" for meaning in named)


def _is_of_invoice(claim: Claim) -> bool:
    """By its label or by what stands before it in the phrase."""
    before = [mark for mark in claim.value.marks if mark.end <= claim.at and mark.meanings & OWN_NUMBER]
    words = before[-1].text if before and claim.relation is Relation.INSIDE else ""
    return names_invoice(claim.label) or names_invoice(words)


def _later(wait: dt.timedelta) -> str:
    """How long after the day that labels call the invoice's."""
    if wait.days < 0:
        return "before the invoice"
    return f"later by {next((name for limit, name in _SPANS if wait.days <= limit), 'years')}"


def listed_as_due(scene: Scene, claims: Sequence[Claim]) -> frozenset[int]:
    """Phrases with dates right below each other under one label: of instalments, or of terms."""
    headed = [claim for claim in claims if claim.relation is Relation.BELOW and "due_date" in claim.meanings]
    columns = [list(_column(scene, claim.value)) for claim in headed if dates_in(claim.text)]
    return frozenset(spot.number for column in columns if len(column) > 1 for spot in column)


def _column(scene: Scene, last: Spot) -> Iterator[Spot]:
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
