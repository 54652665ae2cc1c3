"""The reading of a document's numbers that explains most of them: a table, its items, and a chain of sums."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import accumulate, islice

from fakturo.convert.figures import CENTS, Figure, Sign
from fakturo.convert.solve.numbers import SAME_EDGE, Numbers
from fakturo.convert.solve.sums.by_labels import by_words, contradicts
from fakturo.convert.solve.sums.chain import Chains
from fakturo.convert.solve.sums.labels import ENDS, SUMS, Labelled, LabelledFigure, Means
from fakturo.convert.solve.sums.line_sums import lines_of
from fakturo.convert.solve.sums.model import Chain, Lines
from fakturo.convert.solve.sums.score import LEFT_OVER
from fakturo.convert.solve.sums.tax_rows import TaxRow
from fakturo.convert.solve.table.columns import column_at
from fakturo.convert.solve.table.entries import Entry
from fakturo.convert.solve.table.extent import is_repeated
from fakturo.convert.solve.table.headed import Table, find_tables
from fakturo.convert.solve.table.headless import find_headless, find_lists
from fakturo.convert.solve.table.heads import MONEY, Role
from fakturo.convert.solve.table.pricing import Pricing, written_pricing
from fakturo.convert.solve.table.selections import ADJUSTING, is_running_sum, selections_of

EACH_ITEM = 0.1
"""Of readings that explain as much, the one with more lines; less than any other piece."""
ADJUSTING_LINE = 3.0
"""Shipping or a discount that stands among the items, and begins where they do, is one of the lines."""
BELOW = frozenset({Means.DISCOUNT, Means.CHARGES, Means.LESS, Means.STAMP_DUTY, Means.ROUNDING})
"""What stands above the items only beside a total."""
UNNAMED = frozenset({Means.LOOSE, Means.EXEMPT})
"""What may be the sum of the lines under a name that nobody knows: `Without tax`, say."""
FORM_ROWS = 3
"""Rows of a block of sums."""
LATE, EACH_LATE = 3.0, 0.3
"""What it costs to take rows below a sum for items, and each of them."""


@dataclass(frozen=True, slots=True)
class Solution:
    table: Table | None
    items: Sequence[Entry]
    chain: Chain | None
    labelled: Labelled
    lines_close: bool
    """The items add up to what the chain starts from."""
    dropped: Sequence[Entry] = ()
    """Rows that look like items, but are not part of the sum."""
    score: float = 0.0
    decimal_sign: Sign | None = None
    """What the document's prints prove."""
    strays: Sequence[Figure] = ()
    """Money above or between the items of a list without a head that is no part of them or of the sums."""


MOST_TABLES = 3
"""Ways to read the table under a head."""
NO_SOLUTION = Solution(None, (), None, (), lines_close=False)


def solve(numbers: Numbers) -> list[Solution]:
    """The best readings, the best first; never empty."""
    headed, chains = list(_tables(numbers)), Chains(numbers.budget)
    solutions = _with_tables(numbers, headed, chains)
    if not any(e.pricing and e.pricing.amount for one in solutions for e in one.items):  # perhaps no head at all
        solutions += _with_tables(numbers, _headless(numbers), chains)
    if not solutions:
        lists = find_lists(numbers.rows, numbers.figures, whole=numbers.whole)
        solutions = _with_tables(numbers, lists, chains)
    solutions.sort(key=lambda solution: -solution.score)
    table = _likeliest(headed)
    if not solutions or _has_more_lines(table, solutions[0]):
        solutions.insert(0, _without_sums(numbers, table, chains))
    return [_as_printed(solutions[0], numbers, chains), *solutions[1:]]


def _with_tables(numbers: Numbers, tables: Iterable[Table], chains: Chains) -> list[Solution]:
    return [solution for table in tables for solution in _with_table(numbers, table, chains)]


def _headless(numbers: Numbers) -> Iterator[Table]:
    """But for those whose every amount is what a rate in its row gives of a base: taxes, not lines."""
    taxes = {row.tax.box for row in numbers.tax_rows}
    found = find_headless(numbers.rows, numbers.figures)
    yield from (table for table in found if not all(entry.amount.box in taxes for entry in table.entries))


def _has_more_lines(table: Table | None, best: Solution) -> bool:
    """Lines that close below a head are the items, though the sums don't close; few of the others do."""
    if table is None or table.roles.qty is None or _is_proven(best):
        return False
    closing, others = (sum(bool(e.pricing and e.pricing.amount) for e in each) for each in (table.entries, best.items))
    return closing > 2 * others + 1


def _is_proven(solution: Solution) -> bool:
    """Every line is counted and priced below a head, and they lead to what is called the total."""
    goal = solution.chain.printed_total if solution.chain else None
    counted = solution.table is not None and solution.table.head is not None and solution.table.roles.qty is not None
    return counted and goal is not None and goal.means is Means.TOTAL and all(e.pricing for e in solution.items)


def _as_printed(best: Solution, numbers: Numbers, chains: Chains) -> Solution:
    """Where what is left over speaks against the sums that close, the printed ones, which don't add up."""
    chain = best.chain
    start = _other_start(best) if chain else None
    if not chain or not (start or contradicts(chain)):
        return best
    taken = _taken(best.table, best.items) if best.table else frozenset()
    rows = [row for row in numbers.tax_rows if row.row not in taken]
    printed = chains.best(Lines(abs(start.value)), best.labelled, rows) if start else None
    if printed and printed.total == chain.total:
        return replace(best, chain=printed, lines_close=False)
    last = max((entry.index for entry in best.items), default=-1)
    if proven := max(_proven_sums(best.labelled, rows, chains, last), key=lambda chain: chain.score, default=None):
        every = best.table.entries if best.table else best.items
        return replace(best, items=[entry for entry in every if not entry.late], chain=proven, lines_close=False)
    printed = by_words(best.labelled, rows, chain.lines)
    return replace(best, chain=printed) if printed else best


def _other_start(best: Solution) -> LabelledFigure | None:
    """What is called the sum of the lines, between them and the total, and is not."""
    chain, last = best.chain, max((entry.index for entry in best.items), default=0)
    if chain is None or chain.printed_subtotal or not chain.printed_total:
        return None
    sums = [one for one in chain.unexplained if one.means is Means.SUBTOTAL]
    between = [one for one in sums if last < one.row < chain.printed_total.row and not one.above]
    return between[0] if len(sums) == len(between) == 1 else None


def _tables(numbers: Numbers) -> Iterator[Table]:
    """Below each head; one that a later page repeats is read with the first."""
    for head in numbers.heads:
        if not head.is_of_taxes and not any(is_repeated(head, other) for other in numbers.heads):
            yield from islice(find_tables(numbers.rows, numbers.figures, head, numbers.heads), MOST_TABLES)


def _with_table(numbers: Numbers, table: Table, chains: Chains) -> Iterator[Solution]:
    beside = list(_as_columns_say(numbers.labelled, table))
    charged = any(one.value for one in beside if one.means in ENDS)
    for items in selections_of(table.entries):
        if charged and not any(entry.amount.value for entry in items):
            continue  # nothing comes to something
        taken = _taken(table, items)
        labelled = [one for one in beside if one.row not in taken]
        lines = lines_of(table, items, numbers.alone)
        rows = [row for row in numbers.tax_rows if row.row not in taken]
        chain = chains.best(lines, labelled, rows)
        if chain is None or (not chain.tax and any(Means.TAX in entry.means for entry in _taxable(items, chain))):
            continue  # a tax is a line only where another comes on top
        chosen = {entry.index for entry in items}
        left = [entry for entry in table.entries if entry.index not in chosen and not entry.means and not entry.late]
        left = [entry for entry in left if not is_running_sum(entry, table.entries)]
        dropped = [entry for entry in left if not _is_before_discounts(entry, lines)]
        score = table.score + chain.score + LEFT_OVER * len(dropped) + EACH_ITEM * len(items)
        score += ADJUSTING_LINE * sum(e.in_line and not e.late for e in items if set(e.means) & ADJUSTING)
        late = sum(entry.late for entry in items)
        score -= LATE + EACH_LATE * late if late else 0.0
        yield Solution(
            table,
            items,
            chain,
            labelled,
            lines_close=True,
            dropped=dropped,
            score=score,
            decimal_sign=numbers.sign,
            strays=() if table.head else tuple(_strays(numbers, items, chain)),
        )


def _is_before_discounts(entry: Entry, lines: Lines) -> bool:
    """What the lines come to without their own discounts, by itself in a row."""
    return entry.pricing is None and len(entry.figures) == 1 and entry.amount.value in lines.column_sums


def _taxable(items: Sequence[Entry], chain: Chain) -> Sequence[Entry]:
    """The first of lines whose sum is printed has nothing above it to be a tax on."""
    return items[1:] if chain.printed_subtotal else items


def _strays(numbers: Numbers, items: Sequence[Entry], chain: Chain) -> Iterator[Figure]:
    page = items[0].amount.page
    known = {chain.lines, chain.net, chain.base, chain.tax, chain.total, chain.discount.value, chain.charges.value}
    pricings = [pricing for entry in items if (pricing := entry.pricing or _beside(numbers, entry))]
    known |= {value for pricing in pricings for value in pricing[:3]} | {entry.amount.value for entry in items}
    known |= set(accumulate(entry.amount.value for entry in items))
    for index in range(items[-1].index + 1):
        if numbers.rows[index].page < page:
            continue
        for figure in numbers.figures[index]:
            exact = figure.decimals == CENTS if not numbers.whole else figure.sign is not None
            if exact and not figure.percent and abs(figure.value) not in known:
                yield figure


def _beside(numbers: Numbers, entry: Entry) -> Pricing | None:
    """Quantity and price in the row above or below."""
    places = [place for place in (entry.index - 1, entry.index + 1) if 0 <= place < len(numbers.rows)]
    pricings = (written_pricing(numbers.rows[place], numbers.figures[place], entry.amount.value) for place in places)
    return next((pricing for pricing in pricings if pricing), None)


def _as_columns_say(labelled: Labelled, table: Table) -> Iterator[LabelledFigure]:
    """Labelled figures; in a row of totals, each is what its column is."""
    counts = Counter(one.row for one in labelled)
    on_top = [one.row for one in labelled if one.means in ENDS and one.value]
    entries = {entry.index: entry for entry in table.entries}
    for one in labelled:
        if not _is_in_column(one, entries.get(one.row)):
            continue
        above = table.head is not None and one.row < table.head.first
        if above and (one.figure.raw.isdigit() or (one.means in BELOW and not _is_beside(one, on_top))):
            continue  # a postal code, a number of something, a name
        if one.means is Means.LOOSE or (counts[one.row] > 1 and one.means in {Means.SUBTOTAL, Means.TOTAL}):
            yield _as_its_column(one, table)
        else:
            yield one


def _is_beside(one: LabelledFigure, totals: Sequence[int]) -> bool:
    """Near a total: some forms have all their sums above the items."""
    return any(abs(row - one.row) <= FORM_ROWS for row in totals)


def _as_its_column(one: LabelledFigure, table: Table) -> LabelledFigure:
    place = column_at(table.columns, one.figure)
    roles = table.columns[place].roles if place is not None and place != table.roles.amount else frozenset()
    if one.means is Means.LOOSE:
        return one._replace(means=Means.PREPAID) if roles == {Role.CREDIT} else one
    if Role.TAX in roles and not roles & MONEY:
        return one._replace(means=Means.TAX, rate=None, others=frozenset())
    return one._replace(means=Means.INFO) if roles and roles <= {Role.QTY, Role.UOM} else one


def _is_in_column(one: LabelledFigure, entry: Entry | None) -> bool:
    """Of a row below the items that has an amount like theirs, only that counts: shipping with and without tax, say."""
    return entry is None or one.figure == entry.amount or set(entry.means) <= SUMS


def _taken(table: Table, items: Sequence[Entry]) -> frozenset[int]:
    """Rows of the table: from its head to its last item, and those below it that are or only look like items."""
    if table.head is None and table.roles.price is None:
        chosen = {entry.index for entry in items}  # sums may stand between the parts of a list
        return frozenset(chosen | {entry.index for entry in table.entries if not entry.means})
    first = table.head.first if table.head else items[0].index
    last = max((entry.index for entry in items if not entry.late), default=items[0].index)
    strays = (entry.index for entry in table.entries if not entry.means and not entry.late)
    return frozenset([*range(first, last + 1), *strays, *(entry.index for entry in items)])


def _is_headed_like(table: Table, best: Table) -> bool:
    """The same head, perhaps on an earlier page, read in the same way."""
    assert table.head
    assert best.head
    alike = [cell.text for cell in table.head.cells] == [cell.text for cell in best.head.cells]
    return alike and table.head.first <= best.head.first and table.roles.named == best.roles.named


def _likeliest(headed: Sequence[Table]) -> Table | None:
    """By its columns; of several pages with one head, the first."""
    best = max(headed, key=lambda table: table.score, default=None)
    return next((table for table in headed if best and _is_headed_like(table, best)), None)


def _without_sums(numbers: Numbers, table: Table | None, chains: Chains) -> Solution:
    """No items add up: read the totals alone, and keep the likeliest rows as items that don't close."""
    items = list(table.entries) if table else []
    taken = _taken(table, items) if table else frozenset()
    labelled = [one for one in numbers.labelled if one.row not in taken]
    rows = [row for row in numbers.tax_rows if row.row not in taken]
    starts = [abs(one.value) for one in labelled if one.means in {Means.SUBTOTAL, Means.TAX_BASE} and one.value]
    found = [chain for start in dict.fromkeys(starts) if (chain := chains.best(Lines(start), labelled, rows))]
    found += _proven_sums(labelled, rows, chains, max(taken, default=-1)) if not found else []
    amounts = sum((entry.amount.value for entry in items), Decimal(0)) if items else None
    chain = max(found, key=lambda chain: chain.score, default=None) or by_words(labelled, rows, amounts)
    chain = chain or (_only_money(numbers) if not items else None)
    return Solution(table, items, chain, labelled, lines_close=False, score=chain.score if chain else 0.0)


def _proven_sums(labelled: Labelled, rows: Sequence[TaxRow], chains: Chains, last: int) -> Iterator[Chain]:
    """From a figure without a word below the items and above the total, flush with it, by a tax on top to the total."""
    ends = [one for one in labelled if one.means in ENDS and one.row > last]
    for one in labelled:
        below = [end for end in ends if one.row < end.row and abs(end.figure.box.x1 - one.figure.box.x1) <= SAME_EDGE]
        if one.means in UNNAMED and one.row > last and any(end.value > one.value > 0 for end in below):
            chain = chains.best(Lines(one.value), labelled, rows)
            if chain and chain.tax and chain.rate_closes and chain.printed_total in below and not chain.included:
                yield chain


def _only_money(numbers: Numbers) -> Chain | None:
    """On a page without lines, the one amount that there is; no word says so, which is a doubt."""
    money = [figure for row in numbers.figures for figure in row if figure.money and figure.clean and figure.value > 0]
    if len({figure.value for figure in money}) != 1:
        return None
    place = next(index for index, row in enumerate(numbers.figures) if money[0] in row)
    total = LabelledFigure(money[0], Means.LOOSE, None, "", place)
    chain = by_words([total._replace(means=Means.TOTAL)], ())
    return chain._replace(printed_total=total, closes=True) if chain else None
