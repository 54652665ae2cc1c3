"""Rows of a table that may be items."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from fakturo.convert.figures import CURRENCY_WORDS, Figure
from fakturo.convert.layout.sheet import Row
from fakturo.convert.memory import remembered
from fakturo.convert.solve.arithmetic import OTHER_BASE, ZERO, is_tax, is_usual_tax
from fakturo.convert.solve.sums.labels import HIGHEST_RATE, SUMS, Means, label_of, meanings, plain_meanings, rate_beside
from fakturo.convert.solve.sums.tax_rates import telling_rates
from fakturo.convert.solve.table.pricing import Pricing, Roles, pricing_of
from fakturo.convert.vocabulary import fold, months

_MONEY = re.compile(r"\d[.,]\d\d(?!\d)")
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_WORDS = re.compile(r"[^\W\d_]{3,}")

FLUSH = 2.0
FEW_WORDS = 2

MOST_COMPARED = 5
BESIDE = frozenset({Means.CARRIED, Means.PREVIOUS, Means.INFO})
"""Neither items nor sums of them."""


class Entry(NamedTuple):
    """A row with a figure in the amount's column."""

    index: int  # type: ignore[assignment]  # the method of tuples is nothing that anybody asks for
    """Its row in the document."""
    figures: dict[int, Figure]
    amount: Figure
    pricing: Pricing | None
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


class Told:
    """What the words of each row say, asked for once: it is the same however the columns are read."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self.of_figures: dict[tuple[int, int], tuple[tuple[Means, ...], str]] = {}
        """By row and column: what they say of the figure there, and what they are."""
        self._starts: dict[int, list[float]] = {}

    def starts(self, index: int) -> list[float]:
        """Where its first words begin; a text beside it may come before them."""
        if index not in self._starts:
            names = [phrase.box.x0 for phrase in self.rows[index].phrases if names_something(phrase.text)]
            self._starts[index] = names[:2]
        return self._starts[index]


def means_of(row: Row, figures: Sequence[Figure]) -> tuple[Means, ...]:
    """What a row's words call its last figure, if that is no item."""
    return plain_meanings(label_of(row, figures[-1], figures))


def entries_of(
    told: Told,
    figures: Sequence[Sequence[Figure]],
    body: Sequence[int],
    placed: dict[int, dict[int, Figure]],
    roles: Roles,
    *,
    end: int,
    headed: bool = False,
) -> list[Entry]:
    """Rows with an amount; past the end of the table, or after a sum, those without a price come late."""
    entries: list[Entry] = []
    ended = False
    part = 0
    for place, index in enumerate(body):
        ended = ended or place >= end
        amount = placed[index].get(roles.amount)
        if amount is None or amount.percent:
            continue
        entry = _entry(told, index, figures[index], placed[index], roles, entries)
        priced = entry.pricing is not None and roles.qty is not None
        if _is_sum(entry, entries, priced=priced, ended=ended):
            ended = ended or (bool(entries) and not set(entry.means) & BESIDE)
            part += 1
        elif entry.pricing or _is_named(told.rows, entry, below_head=headed and place == 0):
            late = ended and not priced
            entries.append(entry._replace(late=late, part=part) if late or part else entry)
    return _without_tail(entries)


def _entry(
    told: Told, index: int, figures: Sequence[Figure], placed: dict[int, Figure], roles: Roles, above: Sequence[Entry]
) -> Entry:
    amount, read = placed[roles.amount], (index, roles.amount)
    if read not in told.of_figures:
        plain = [figure for figure in figures if not figure.percent and figure is not amount]
        told.of_figures[read] = means_of(told.rows[index], [*plain, amount]), text_of(told.rows[index], placed)
    means, text = told.of_figures[read]
    pricing = pricing_of(placed, roles)
    if pricing is None and not means and taxes(above, amount, figures, told.rows[index].text):
        means = (Means.TAX,)
    return Entry(
        index,
        placed,
        amount,
        pricing,
        means,
        text,
        complete=roles.price is not None and roles.price in placed and (roles.qty is None or roles.qty in placed),
        offset=offset_of(told, index, amount, above, whole=len(placed) > 1),
        sums_up=bool({Means.SUBTOTAL, Means.TOTAL} & set(meanings(text))),
    )


def may_count(row: Row, figure: Figure) -> bool:
    """`47,25 timer`: a cell of its own, with a word that may be a unit."""
    words = next(phrase.words for phrase in row.phrases if phrase.box.spans(figure.box))
    counted = len(words) == FEW_WORDS and words[0].text == figure.raw and words[1].text.isalpha()
    return counted and fold(words[1].text) not in months()


def taxes(above: Sequence[Entry], amount: Figure, figures: Sequence[Figure], text: str) -> bool:
    """What a rate that the row prints gives of all that stands above it; without one, a usual rate of priced lines."""
    rate = rate_beside(amount, figures, text) if above else None
    lines = sum((entry.amount.value for entry in above), ZERO)
    if rate:
        return rate <= HIGHEST_RATE and any(is_tax(base, rate, amount.value) for base in (lines, lines * OTHER_BASE))
    priced = bool(above) and len(figures) == 1 and all(entry.pricing for entry in above)
    return priced and any(is_usual_tax(lines, usual, amount.value) for usual in telling_rates())


def _is_sum(entry: Entry, above: Sequence[Entry], *, priced: bool, ended: bool) -> bool:
    sums = set(entry.means) & (SUMS | BESIDE)
    if sums == {Means.TAX} and entry.in_line and not ended:
        return False  # a tax that was paid for the customer, say; above all items there is nothing to tax
    if sums and not (priced and entry.complete):
        return True
    if entry.pricing is not None or not above or entry.amount.value != sum(other.amount.value for other in above):
        return False
    return entry.sums_up or not entry.in_line or (len(above) > 1 and all(other.pricing for other in above))


def _is_named(rows: Sequence[Row], entry: Entry, *, below_head: bool) -> bool:
    if names_something(entry.text) or _named_beside(rows, entry.index):
        return True
    return not below_head and _named_above(rows, entry.index, entry.text)


def _named_beside(rows: Sequence[Row], index: int) -> bool:
    """In a cell of two lines, whose other half stands a little higher or lower than the figures."""
    own = rows[index]
    halves = [rows[at] for at in (index - 1, index + 1) if 0 <= at < len(rows) and rows[at].page == own.page]
    overlapping = [row for row in halves if row.box.y0 < own.box.y1 and own.box.y0 < row.box.y1]
    return any(names_something(row.text) and not meanings(row.text) for row in overlapping)


def _named_above(rows: Sequence[Row], index: int, text: str) -> bool:
    """`1.5 % of 25,000.00` below the line that says of what."""
    above = rows[index - 1] if index else None
    if above is None or not _LETTERS.search(text) or _MONEY.search(above.text):
        return False
    close = above.page == rows[index].page and rows[index].box.y0 - above.box.y1 <= above.box.height
    return close and not plain_meanings(above.text) and names_something(above.text)


def _without_tail(entries: list[Entry]) -> list[Entry]:
    """Below the last priced item, a row that begins elsewhere is a sum under another name."""
    last = max((place for place, entry in enumerate(entries) if entry.pricing), default=len(entries))
    return [entry for place, entry in enumerate(entries) if place <= last or entry.in_line or entry.complete]


def offset_of(told: Told, index: int, amount: Figure, above: Sequence[Entry], *, whole: bool = False) -> float:
    """Points between where the words before the amount begin, and where those of the items do.

    Of a row with figures in several columns all words count; otherwise a remark may stand beside a sum.
    """
    starts = [start for entry in above[:MOST_COMPARED] for start in told.starts(entry.index)]
    own = [start for start in told.starts(index) if start < amount.box.x0] or told.starts(index)
    return min([abs(word - start) for word in own[0 if whole else -1 :] for start in starts], default=0.0)


def text_of(row: Row, placed: dict[int, Figure]) -> str:
    boxes = [figure.box for figure in placed.values()]
    return " ".join(phrase.text for phrase in row.phrases if not any(phrase.box.spans(box) for box in boxes))


@remembered
def names_something(text: str) -> bool:
    """An item has a name; a row of bare figures, or with a currency alone, is a sum."""
    return any(word.casefold() not in CURRENCY_WORDS for word in _WORDS.findall(text))
