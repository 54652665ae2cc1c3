"""The reading of a document's numbers that explains most of them: a table, its items, and a chain of sums."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations

from fakturo.convert.figures import Figure, Sign, decimal_sign, figures_of, in_format
from fakturo.convert.layout.sheet import Row
from fakturo.convert.solve.arithmetic import ZERO
from fakturo.convert.solve.chain import best_chain, by_words
from fakturo.convert.solve.deals import Deal, written_deal
from fakturo.convert.solve.entries import Entry
from fakturo.convert.solve.heads import Head, Role, find_heads
from fakturo.convert.solve.labels import HIGHEST_RATE, SUMS, Mark, Means, marks_of
from fakturo.convert.solve.lists import find_headless, find_lists
from fakturo.convert.solve.sums import MOST_PARTS, Chain, Lines
from fakturo.convert.solve.table import Table, find_tables
from fakturo.convert.solve.tax_rows import TaxRow, tax_rows
from fakturo.convert.vocabulary import months, tokens_of

ADJUSTING = frozenset(
    {Means.LESS, Means.DISCOUNT, Means.CHARGES, Means.STAMP_DUTY, Means.ROUNDING, Means.PREPAID, Means.WITHHELD}
) | {Means.TAX}
ADJUSTING_LINE = 3.0
"""Shipping or a discount that stands among the items, and begins where they do, is one of the lines."""
LATE, EACH_LATE = 3.0, 0.3
"""What it costs to take rows below a sum for items, and each of them."""
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
_YEAR = re.compile(r"(?:19|20)\d\d")


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
    strays: Sequence[Figure] = ()
    """Money above or between the items of a list without a head that is no part of them or of the sums."""


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
        marks = [mark for mark in numbers.marks if mark.row not in taken and _is_in_column(mark, table)]
        chain = best_chain(_lines(table, items), marks, [row for row in numbers.tax_rows if row.row not in taken])
        if chain is None or (not chain.tax and any(Means.TAX in entry.means for entry in items)):
            continue  # a tax is a line only where another comes on top
        chosen = {entry.index for entry in items}
        left = [entry for entry in table.entries if entry.index not in chosen and not entry.means and not entry.late]
        dropped = [entry for entry in left if not _is_running_sum(entry, table.entries)]
        score = table.score + chain.score - 2.0 * len(dropped) + 0.1 * len(items)
        score += ADJUSTING_LINE * sum(e.in_line and not e.late for e in items if set(e.means) & ADJUSTING)
        late = sum(entry.late for entry in items)
        score -= LATE + EACH_LATE * late if late else 0.0
        yield Solution(
            table,
            items,
            chain,
            marks,
            lines_close=True,
            dropped=dropped,
            score=score,
            decimal_sign=numbers.sign,
            strays=() if table.head else tuple(_strays(numbers, items, chain)),
        )


def _strays(numbers: Numbers, items: Sequence[Entry], chain: Chain) -> Iterator[Figure]:
    page = items[0].amount.page
    known = {chain.lines, chain.net, chain.base, chain.tax, chain.total, chain.discount.value, chain.charges.value}
    deals = [deal for entry in items if (deal := entry.deal or _beside(numbers, entry))]
    known |= {value for deal in deals for value in deal[:3]} | {entry.amount.value for entry in items}
    for index in range(items[-1].index + 1):
        if numbers.rows[index].page < page:
            continue
        for figure in numbers.figures[index]:
            exact = _decimals(figure) == CENTS if not numbers.whole else figure.sign is not None
            if exact and not figure.percent and abs(figure.value) not in known:
                yield figure


def _beside(numbers: Numbers, entry: Entry) -> Deal | None:
    """Quantity and price in the row above or below."""
    places = [place for place in (entry.index - 1, entry.index + 1) if 0 <= place < len(numbers.rows)]
    deals = (written_deal(numbers.rows[place], numbers.figures[place], entry.amount.value) for place in places)
    return next((deal for deal in deals if deal), None)


def _is_in_column(mark: Mark, table: Table) -> bool:
    """Of a row below the items that has an amount like theirs, only that counts: shipping with and without tax, say."""
    entry = next((entry for entry in table.entries if entry.index == mark.row), None)
    return entry is None or mark.figure == entry.amount or set(entry.means) <= SUMS


def _taken(table: Table, items: Sequence[Entry]) -> frozenset[int]:
    """Rows of the table: from its head to its last item, and those below it that are or only look like items."""
    if table.head is None and table.roles.price is None:
        chosen = {entry.index for entry in items}  # sums may stand between the parts of a list
        return frozenset(chosen | {entry.index for entry in table.entries if not entry.means})
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
    full = sum((_full_amount(entry) for entry in items), ZERO)
    reduced = sum((e.deal.discount for e in items if e.deal), ZERO)
    groups = {sum(amounts[i:j], ZERO) for i in range(len(amounts)) for j in range(i + 1, len(amounts) + 1)}
    return Lines(
        sum(amounts, ZERO),
        by_rate,
        frozenset([*sums.values(), *([full, reduced] if reduced else [])]),
        frozenset(_tax_sums(table, sums)),
        frozenset(groups) if len(amounts) <= MOST_GROUPED else frozenset(),
    )


def _tax_sums(table: Table, sums: dict[int, Decimal]) -> Iterator[Decimal]:
    """Of each column of taxes, and of all: federal and state, say."""
    taxes = [sums[place] for place, column in enumerate(table.columns) if Role.TAX in column.roles and place in sums]
    taxes += [sums[table.roles.tax]] if table.roles.tax in sums and not taxes else []
    yield from (value for value in {*taxes, sum(taxes, ZERO)} if value)


def _full_amount(entry: Entry) -> Decimal:
    """Before the line's own discount."""
    return entry.amount.value + entry.deal.discount if entry.deal else entry.amount.value


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
    for selection in (
        everything,
        plain,
        [entry for entry in plain if entry.deal],
        *_with_late(plain, with_late),
        *fewer,
    ):
        key = tuple(entry.index for entry in selection)
        if selection and key not in seen:
            seen.add(key)
            yield selection


def _with_late(plain: Sequence[Entry], entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """Expenses below the fees may be lines, too: whole parts, down to some sum."""
    late = [
        entry
        for entry in entries
        if entry.late and not set(entry.means) & (ADJUSTING - {Means.CHARGES, Means.STAMP_DUTY})
    ]
    parts = sorted({entry.part for entry in late})[:MOST_PARTS]
    for last in reversed(parts):
        yield [*plain, *(entry for entry in late if entry.part <= last)]


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
    if mark.means is Means.INFO:
        return True  # a rate of exchange has more digits
    digits = sum(map(str.isdigit, figure.raw))
    if digits > LONGEST_AMOUNT or figure.unit:
        return False
    if decimals := _decimals(figure):
        return decimals <= CENTS or figure.ambiguous
    bare = figure.raw.strip(".,;:()")
    if _YEAR.fullmatch(bare) and any(token.text in months() for token in tokens_of(mark.label)):
        return False
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
