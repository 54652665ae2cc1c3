"""The reading of a document's numbers that explains most of them: a table, its items, and a chain of sums."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations

from fakturo.convert.figures import Figure, Sign, decimal_sign, figures_of, in_format
from fakturo.convert.layout.sheet import Row
from fakturo.convert.solve.arithmetic import ZERO
from fakturo.convert.solve.chain import best_chain, by_words
from fakturo.convert.solve.entries import Entry
from fakturo.convert.solve.heads import Head, Role, find_heads
from fakturo.convert.solve.labels import HIGHEST_RATE, Mark, Means, marks_of
from fakturo.convert.solve.lists import find_headless, find_lists
from fakturo.convert.solve.sums import Chain, Lines
from fakturo.convert.solve.table import Table, find_tables
from fakturo.convert.solve.tax_rows import TaxRow, tax_rows

ADJUSTING = frozenset(
    {Means.LESS, Means.DISCOUNT, Means.CHARGES, Means.STAMP_DUTY, Means.ROUNDING, Means.PREPAID, Means.WITHHELD}
) | {Means.TAX}
ADJUSTING_LINE = 3.0
"""Shipping or a discount that stands among the items, and begins where they do, is one of the lines."""
LATE = 3.0
"""What a row below a sum costs that is taken for an item."""
MOST_DROPPED = 2
LONGEST_AMOUNT = 16
"""Digits; longer ones are account and article numbers."""
MOST_OPEN = 14
"""Rows without a price; with more of them, nobody tries to leave some out."""
CENTS = 2
LEAST_CENTS = 2
SHORTEST_WHOLE = 2
"""Digits of money that is printed without cents and marks."""
MOST_GROUPED = 60


@dataclass(frozen=True, slots=True)
class Solution:
    table: Table | None
    items: Sequence[Entry]
    chain: Chain | None
    marks: Sequence[Mark]
    lines_close: bool
    """The items add up to what the chain starts from."""
    dropped: Sequence[Entry] = ()
    """Rows that look like items, but are not part of the sum."""
    score: float = 0.0
    decimal_sign: Sign | None = None
    """What the document's prints prove."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """Everything printed as a number in a document."""

    rows: Sequence[Row]
    figures: Sequence[Sequence[Figure]]
    heads: Sequence[Head]
    whole: bool
    """Money is printed without cents."""
    sign: Sign | None
    marks: Sequence[Mark]
    """Figures with a label that may be money, all over the document."""
    tax_rows: Sequence[TaxRow]


def numbers_of(rows: Sequence[Row], *, given_sign: Sign | None = None) -> Numbers:
    """With a decimal sign given, no print is read in two ways."""
    figures = [figures_of(row) for row in rows]
    sign = given_sign or decimal_sign(figure for row in figures for figure in row)
    figures = [[in_format(figure, sign) for figure in row] for row in figures]
    if given_sign:
        figures = [[figure._replace(values=figure.values[:1]) for figure in row] for row in figures]
    cents = sum(_decimals(figure) == CENTS for row in figures for figure in row if not figure.percent)
    whole = cents < LEAST_CENTS
    heads = find_heads(rows)
    marks = [mark for mark in marks_of(rows, figures, _rows_of_best(heads)) if _is_money(mark, whole=whole)]
    return Numbers(rows, figures, heads, whole, sign, marks, tax_rows(rows, figures, marks))


def _rows_of_best(heads: Sequence[Head]) -> frozenset[int]:
    """Rows of the likeliest head, wherever it is repeated."""
    texts = [cell.text for cell in heads[0].cells] if heads else []
    same = [head for head in heads if [cell.text for cell in head.cells] == texts]
    return frozenset(index for head in same for index in range(head.first, head.last + 1))


def solve(numbers: Numbers) -> list[Solution]:
    """The best readings, the best first; never empty."""
    solutions = [solution for table in _tables(numbers) for solution in _with_table(numbers, table)]
    if not solutions:
        tables = [*find_headless(numbers.rows, numbers.figures), *find_lists(numbers.rows, numbers.figures)]
        solutions = [solution for table in tables for solution in _with_table(numbers, table)]
    if not solutions:
        solutions.append(_without_table(numbers))
    solutions.sort(key=lambda solution: -solution.score)
    return solutions


def _tables(numbers: Numbers) -> Iterator[Table]:
    for head in numbers.heads:
        yield from find_tables(numbers.rows, numbers.figures, head, numbers.heads)[:3]


def _with_table(numbers: Numbers, table: Table) -> Iterator[Solution]:
    for items in _selections(table.entries):
        taken = _taken(table, items)
        marks = [mark for mark in numbers.marks if mark.row not in taken]
        chain = best_chain(_lines(table, items), marks, [row for row in numbers.tax_rows if row.row not in taken])
        if chain is None:
            continue
        chosen = {entry.index for entry in items}
        left = [entry for entry in table.entries if entry.index not in chosen and not entry.means and not entry.late]
        dropped = [entry for entry in left if not _is_running_sum(entry, table.entries)]
        score = table.score + chain.score - 2.0 * len(dropped) + 0.1 * len(items)
        score += ADJUSTING_LINE * sum(e.in_line and not e.late for e in items if set(e.means) & ADJUSTING)
        score -= LATE * sum(entry.late for entry in items)
        yield Solution(
            table, items, chain, marks, lines_close=True, dropped=dropped, score=score, decimal_sign=numbers.sign
        )


def _taken(table: Table, items: Sequence[Entry]) -> frozenset[int]:
    """Rows of the table: from its head to its last item, and those below it that are or only look like items."""
    first = table.head.first if table.head else items[0].index
    last = max((entry.index for entry in items if not entry.late), default=items[0].index)
    strays = (entry.index for entry in table.entries if not entry.means and not entry.late)
    return frozenset([*range(first, last + 1), *strays, *(entry.index for entry in items)])


def _lines(table: Table, items: Sequence[Entry]) -> Lines:
    amounts = [entry.amount.value for entry in items]
    places = set().union(*(entry.figures for entry in items)) - {table.roles.amount}
    sums = {place: sum((e.figures[place].value for e in items if place in e.figures), ZERO) for place in places}
    rates = [_rate(table, entry) for entry in items]
    by_rate: dict[Decimal, Decimal] = {}
    if None not in rates:
        for rate, amount in zip(rates, amounts, strict=True):
            by_rate[rate or ZERO] = by_rate.get(rate or ZERO, ZERO) + amount
    tax = table.roles.tax if table.roles.tax is not None else table.column_for(Role.TAX)
    groups = {sum(amounts[i:j], ZERO) for i in range(len(amounts)) for j in range(i + 1, len(amounts) + 1)}
    return Lines(
        sum(amounts, ZERO),
        by_rate,
        frozenset(sums.values()),
        sums.get(tax, ZERO) if tax is not None else ZERO,
        frozenset(groups) if len(amounts) <= MOST_GROUPED else frozenset(),
    )


def _rate(table: Table, entry: Entry) -> Decimal | None:
    place = table.column_for(Role.TAX_RATE)
    figure = entry.figures.get(place) if place is not None else None
    if figure and place is not None and Role.TAX in table.columns[place].roles and not figure.percent:
        figure = None  # `VAT 5 %` over the tax itself
    figure = figure or next((figure for figure in entry.figures.values() if figure.percent), None)
    return figure.value if figure and ZERO <= figure.value <= HIGHEST_RATE else None


def _selections(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """Which rows may be the items: all; without discounts and charges; only those that close; all but a few."""
    with_late = [entry for entry in entries if not _is_running_sum(entry, entries)]
    everything = [entry for entry in with_late if not entry.late]
    seen: set[tuple[int, ...]] = set()
    plain = [entry for entry in everything if entry.deal or not set(entry.means) & ADJUSTING]
    open_ones = [entry for entry in plain if entry.deal is None]
    fewer = [
        [entry for entry in plain if entry not in drop]
        for size in range(1, MOST_DROPPED + 1)
        if len(open_ones) <= MOST_OPEN
        for drop in combinations(open_ones, size)
    ]
    for selection in (everything, plain, [entry for entry in plain if entry.deal], with_late, *fewer):
        key = tuple(entry.index for entry in selection)
        if selection and key not in seen:
            seen.add(key)
            yield selection


def _is_running_sum(entry: Entry, entries: Sequence[Entry]) -> bool:
    """A row without a price whose amount is what stood above it, of the whole table or of a group."""
    if entry.deal is not None and not set(entry.means) & {Means.TOTAL, Means.SUBTOTAL}:
        return False
    above = [other.amount.value for other in entries if other.index < entry.index and (other.deal or not other.sums_up)]
    least = 1 if entry.sums_up else 2
    total = ZERO
    for count, value in enumerate(reversed(above), start=1):
        total += value
        if total == entry.amount.value and count >= least:
            return True
    return False


def _is_money(mark: Mark, *, whole: bool) -> bool:
    """Dates, terms and account numbers stand beside the same words as sums do."""
    figure = mark.figure
    digits = sum(map(str.isdigit, figure.raw))
    if digits > LONGEST_AMOUNT or figure.unit:
        return False
    if decimals := _decimals(figure):
        return decimals <= CENTS or figure.ambiguous
    bare = figure.raw.strip(".,;:()")
    return not figure.value or digits < len(bare) or (whole and digits > SHORTEST_WHOLE)


def _decimals(figure: Figure) -> int:
    return -min(0, int(figure.value.as_tuple().exponent))


def _without_table(numbers: Numbers) -> Solution:
    """No items add up: read the totals alone, and keep the likeliest rows as items that don't close."""
    table = max((table for table in _tables(numbers)), key=lambda table: table.score, default=None)
    items = list(table.entries) if table else []
    taken = _taken(table, items) if table else frozenset()
    marks = [mark for mark in numbers.marks if mark.row not in taken]
    rows = [row for row in numbers.tax_rows if row.row not in taken]
    starts = {abs(mark.value) for mark in marks if mark.means in {Means.SUBTOTAL, Means.TAX_BASE} and mark.value}
    chains = [chain for start in starts if (chain := best_chain(Lines(start), marks, rows))]
    chain = max(chains, key=lambda chain: chain.score, default=None) or by_words(marks, rows)
    return Solution(table, items, chain, marks, lines_close=False, score=chain.score if chain else 0.0)
