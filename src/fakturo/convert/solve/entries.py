"""Rows of a table that may be items."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from fakturo.convert.figures import CURRENCY_WORDS, Figure
from fakturo.convert.layout.sheet import Row
from fakturo.convert.page import Box
from fakturo.convert.solve.deals import Deal, Roles, deal_of
from fakturo.convert.solve.labels import SUMS, Means, is_within, label_of, meanings, plain_meanings

_MONEY = re.compile(r"\d[.,]\d\d(?!\d)")
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_WORDS = re.compile(r"[^\W\d_]{3,}")

FLUSH = 2.0

MOST_COMPARED = 5


@dataclass(frozen=True, slots=True)
class Entry:
    """A row with a figure in the amount's column."""

    index: int
    """Its row in the document."""
    figures: dict[int, Figure]
    amount: Figure
    deal: Deal | None
    means: tuple[Means, ...]
    """What its words say if it is no item."""
    text: str
    complete: bool
    """Quantity and price are there, whether or not they close."""
    offset: float = 0.0
    """Points between where its words begin, and where those of the items do."""
    sums_up: bool = False
    """Somewhere in its words there is one for a sum."""
    late: bool = False
    """It comes after a sum: expenses below the fees, say."""
    part: int = 0
    """How many sums stand between the head and it."""

    @property
    def in_line(self) -> bool:
        return self.offset <= FLUSH


def means_of(row: Row, figures: Sequence[Figure]) -> tuple[Means, ...]:
    return plain_meanings(label_of(row, figures[-1], figures))


def entries_of(
    rows: Sequence[Row],
    figures: Sequence[Sequence[Figure]],
    body: Sequence[int],
    placed: dict[int, dict[int, Figure]],
    roles: Roles,
    *,
    end: int,
) -> list[Entry]:
    """Rows with an amount; past the end of the table, or after a sum, only those that are priced."""
    entries: list[Entry] = []
    ended = False
    part = 0
    for place, index in enumerate(body):
        ended = ended or place >= end
        row = placed[index]
        amount = row.get(roles.amount)
        if amount is None or amount.percent:
            continue
        deal = deal_of(row, roles)
        plain = [figure for figure in figures[index] if not figure.percent]
        means = means_of(rows[index], [*[figure for figure in plain if figure is not amount], amount])
        complete = roles.price is not None and roles.price in row and (roles.qty is None or roles.qty in row)
        priced = deal is not None and roles.qty is not None
        offset = offset_of(rows, index, entries)
        taxed = (
            set(means) & SUMS == {Means.TAX} and offset <= FLUSH and entries and not ended
        )  # paid for the customer, say
        if set(means) & (SUMS | {Means.CARRIED, Means.PREVIOUS, Means.INFO}) and not ((priced and complete) or taxed):
            ended = ended or (bool(entries) and bool(set(means) & SUMS))
            part += 1
            continue
        late = ended and not priced
        text = text_of(rows[index], row)
        sums_up = bool({Means.SUBTOTAL, Means.TOTAL} & set(meanings(text)))
        if deal is None and sums_up and entries and amount.value == sum(entry.amount.value for entry in entries):
            ended = True
            continue
        if deal is None and entries and is_within(text):
            continue
        if deal is None and not names_something(text) and not _named_above(rows, index, text):
            continue
        entries.append(Entry(index, row, amount, deal, means, text, complete, offset, sums_up, late, part))
    return _without_tail(entries)


def _named_above(rows: Sequence[Row], index: int, text: str) -> bool:
    """`1.5 % of 25,000.00` below the line that says of what."""
    above = rows[index - 1] if index else None
    if above is None or not _LETTERS.search(text) or _MONEY.search(above.text):
        return False
    close = above.page == rows[index].page and rows[index].box.y0 - above.box.y1 <= above.box.height
    return close and not plain_meanings(above.text) and names_something(above.text)


def _without_tail(entries: list[Entry]) -> list[Entry]:
    """Below the last priced item, a row that begins elsewhere is a sum under another name."""
    last = max((place for place, entry in enumerate(entries) if entry.deal), default=len(entries))
    return [entry for place, entry in enumerate(entries) if place <= last or entry.in_line or entry.complete]


def offset_of(rows: Sequence[Row], index: int, entries: Sequence[Entry]) -> float:
    """Points between where the row's words begin, and where those of the items do."""
    starts = [start for entry in entries[:MOST_COMPARED] for start in _starts(rows[entry.index])[:2]]
    own = _starts(rows[index])
    return min((abs(own[0] - start) for start in starts), default=0.0) if own else 0.0


def _starts(row: Row) -> list[float]:
    return [phrase.box.x0 for phrase in row.phrases if _WORDS.search(phrase.text)]


def text_of(row: Row, placed: dict[int, Figure]) -> str:
    boxes = [figure.box for figure in placed.values()]
    return " ".join(phrase.text for phrase in row.phrases if not any(_inside(phrase.box, box) for box in boxes))


def names_something(text: str) -> bool:
    """An item has a name; a row of bare figures, or with a currency alone, is a sum."""
    return any(word.casefold() not in CURRENCY_WORDS for word in _WORDS.findall(text))


def _inside(outer: Box, inner: Box) -> bool:
    return outer.x0 - 1 <= inner.x0 and inner.x1 <= outer.x1 + 1
