"""Doubts about the lines: what does not close, what was left out, what may be something else."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import accumulate

from fakturo.convert.column_checks import about_columns, on_figure
from fakturo.convert.figures import Figure, is_money
from fakturo.convert.invoice import Issue
from fakturo.convert.solve.items.shown import Shown
from fakturo.convert.solve.numbers import Numbers
from fakturo.convert.solve.solution import Solution
from fakturo.convert.solve.sums.labels import ENDS, SUMS, Means, meanings, rate_beside, share_known
from fakturo.convert.solve.table.columns import column_at
from fakturo.convert.solve.table.entries import Entry, names_something
from fakturo.convert.solve.table.heads import Role, counts_columns

WIDEST_INDENT = 40.0
"""Points that an item without a price may be set in from the others."""
LONGEST_SUM = 15
"""Figures that are added up to find out that an item is a sum of them."""
MOST_LISTED = 200
FULL_ROW = 3
"""Figures of a row with quantity, price and amount, and rows that make a table."""
MODEL_WORDS = 2
_MODEL = re.compile(r"(?=.*\d)(?=.*[^\W\d_])[\w./+-]{3,}")
"""A word of letters and figures."""


def about_items(best: Solution, items: Sequence[Shown], numbers: Numbers) -> Iterator[Issue]:
    if not items:
        yield Issue("ITEMS_MISSING", "items", "No items were found on this invoice.")
        return
    if best.table is not None and best.table.head is None and not _proven(best, numbers):
        yield at_item(items[0], "ITEMS_DOUBTFUL", "items", "The items have no table head: check them.")
    priced = any(shown.item.unit_price is not None for shown in items)
    for number, shown in enumerate(items):
        yield from _about_item(best, number, shown, numbers, priced=priced)
    yield from _about_rows(best, numbers)
    if best.lines_close:
        yield from about_columns(best, items, numbers)
    for figure in (*(entry.amount for entry in best.dropped), *_left_out(best, numbers)):
        text = "This row looks like an item, but is not part of the sum."
        yield on_figure(figure, "ROW_LEFT_OUT", "items", text)
    if not best.lines_close:
        total = sum((shown.item.amount or Decimal(0) for shown in items), Decimal(0))
        text = f"The lines add up to {total}, which leads to none of the printed totals."
        yield at_item(items[-1], "LINES_MISMATCH", "totals.subtotal", text)


def _about_item(best: Solution, number: int, shown: Shown, numbers: Numbers, *, priced: bool) -> Iterator[Issue]:
    """`priced`: some of the lines are."""
    if shown.closes is False:
        text = f"Line {number + 1}: quantity times price does not give the amount."
        yield at_item(shown, "LINE_MISMATCH", f"items.{number}.amount", text)
    elif shown.closes is None and _lacks_quantity(best, shown, numbers):
        text = f"Line {number + 1}: a price is printed, but no quantity that gives the amount with it."
        yield at_item(shown, "LINE_UNCHECKED", f"items.{number}.unit_price", text)
    elif shown.closes is None and priced and _may_be_counted(best, shown, numbers):
        text = f"Line {number + 1}: the other lines are counted and priced, and a figure of this one was not read."
        yield at_item(shown, "LINE_UNCHECKED", f"items.{number}.qty", text)
    if doubt := _about_name(shown.item.description or ""):
        yield at_item(shown, "NAME_DOUBTFUL", f"items.{number}.description", f"Line {number + 1}: {doubt}")


def _about_name(name: str) -> str | None:
    if not (names_something(name) or _is_model(name)):
        return "no words were found that name what was sold."
    sums = set(meanings(name)) & SUMS
    return "its words are those of a sum, and name nothing that was sold." if sums and share_known(name) == 1 else None


def _is_model(name: str) -> bool:
    """`Q3H 15HP 4-6V KZ`: goods may be called by letters and figures alone, in several words."""
    return sum(bool(_MODEL.fullmatch(word)) for word in name.split()) >= MODEL_WORDS


def _proven(best: Solution, numbers: Numbers) -> bool:
    """A list without a head that adds up to a total with a word for it, and leaves no money beside it unexplained.

    One amount alone must be taxed at a printed rate: otherwise it may be a sum itself.
    """
    chain = best.chain
    if chain is None or not best.lines_close or chain.unexplained:
        return False
    if chain.printed_total is None or chain.printed_total.means not in ENDS:
        return False
    amounts = [entry for entry in best.items if entry.amount.value]
    if len(amounts) > 1 and chain.printed_subtotal and chain.rate_closes:
        return True
    return not best.strays and (len(amounts) > 1 or (bool(chain.rate_closes) and not _is_below_a_table(best, numbers)))


def _is_below_a_table(best: Solution, numbers: Numbers) -> bool:
    """Rows of several figures that end with money, as items do: the one amount may be their sum."""
    above = numbers.figures[: best.items[0].index]
    rows = [row for row in above if len(row) >= FULL_ROW and (row[-1].money or is_money(row[-1], whole=numbers.whole))]
    return len(rows) >= FULL_ROW


def _lacks_quantity(best: Solution, shown: Shown, numbers: Numbers) -> bool:
    item = shown.item
    if item.unit_price is None:
        return _has_price(best, shown.entry)
    return item.qty is None and (item.unit_price != item.amount or _unread_quantity(best, shown.entry, numbers))


def _unread_quantity(best: Solution, entry: Entry, numbers: Numbers) -> bool:
    """Where the other lines have their quantity, this one has a figure, too, that was not read as one."""
    assert best.table
    place = best.table.roles.qty
    figures = numbers.figures[entry.index]
    return place is not None and any(column_at(best.table.columns, figure) == place for figure in figures)


def _may_be_counted(best: Solution, shown: Shown, numbers: Numbers) -> bool:
    """A cell between its words and its amount begins with a figure, in a column that counts or has no name, if any."""
    entry, table = shown.entry, best.table
    if table is None or shown.item.qty is not None or shown.item.unit_price is not None:
        return False
    starts = [phrase.box.x0 for phrase in numbers.rows[entry.index].phrases[1:]]
    before = [figure for figure in numbers.figures[entry.index] if figure.box.x1 <= entry.amount.box.x0]
    first = [figure for figure in before if any(abs(figure.box.x0 - start) < 1 for start in starts)]
    places = [column_at(table.columns, figure) for figure in first if not figure.percent]
    return any(place is None or table.columns[place].roles <= {Role.QTY} for place in places)


def _has_price(best: Solution, entry: Entry) -> bool:
    """The line has a figure in a column that is headed as price, and nothing was made of it."""
    assert best.table
    columns = [best.table.columns[place] for place in entry.figures if place != best.table.roles.amount]
    return any(Role.UNIT_PRICE in column.roles and Role.AMOUNT not in column.roles for column in columns)


def _left_out(best: Solution, numbers: Numbers) -> Iterator[Figure]:
    """Amounts between the head and the last item that are neither items nor sums of them, whatever their words say."""
    table, chain = best.table, best.chain
    if table is None or table.head is None or chain is None or not best.lines_close:
        return
    amounts = [entry.amount.value for entry in best.items]
    known = {abs(value) for start in range(len(amounts)) for value in accumulate(amounts[start:])}
    known |= {Decimal(0), chain.net, chain.total, chain.tax, chain.discount.value, chain.charges.value}
    known |= {abs(entry.amount.value) for entry in table.entries}
    last = max((entry.index for entry in best.items if not entry.late), default=best.items[-1].index)
    items = {entry.index for entry in table.entries}
    for index in range(table.head.last + 1, last):
        if counts_columns(numbers.rows[index]):
            continue
        places = {column_at(table.columns, figure): figure for figure in numbers.figures[index] if figure.edge}
        if table.roles.qty is not None and index not in items and {table.roles.qty, table.roles.price} <= places.keys():
            yield places[table.roles.price]  # its amount could not be read
        for figure in numbers.figures[index]:
            placed = figure.clean and column_at(table.columns, figure) == table.roles.amount
            if placed and is_money(figure, whole=numbers.whole) and abs(figure.value) not in known:
                yield figure


def _about_rows(best: Solution, numbers: Numbers) -> Iterator[Issue]:
    """Rows without a price that may be something else."""
    items = {entry.index for entry in best.items}
    taxes = {row.row for row in numbers.tax_rows if row.rate and not row.reduces}
    sums = {one.row for one in best.labelled if one.means in {Means.SUBTOTAL, Means.TOTAL}}
    for entry in best.items:
        if entry.pricing or entry.means:
            continue
        if entry.offset > WIDEST_INDENT:
            text = "This row begins elsewhere than the items: it may be a charge or a tax."
            yield on_figure(entry.amount, "ROW_DOUBTFUL", "items", text)
        elif entry is not best.items[0] and _may_be_taxed(best, entry, numbers):
            yield on_figure(entry.amount, "ROW_DOUBTFUL", "items", "This row may be a tax: it prints a rate.")
        elif entry is best.items[-1] and _may_be_paid(best, entry):
            text = "This row takes something off: it may be a payment, no part of the lines."
            yield on_figure(entry.amount, "ROW_DOUBTFUL", "items", text)
        elif entry.index in taxes and {entry.index - 1, entry.index + 1} & (taxes - items - sums):
            yield on_figure(entry.amount, "ROW_DOUBTFUL", "items", "This row may be a tax.")
    if summed := _sum_of_others(best, numbers):
        text = "Other figures on the page add up to this line: they may be the items."
        yield on_figure(summed.amount, "ITEMS_DOUBTFUL", "items", text)


def _may_be_taxed(best: Solution, entry: Entry, numbers: Numbers) -> bool:
    """The row prints a rate, and no tax was found."""
    rated = rate_beside(entry.amount, numbers.figures[entry.index], entry.text)
    return bool(rated) and entry.amount.value > 0 and best.chain is not None and not best.chain.tax


def _may_be_paid(best: Solution, entry: Entry) -> bool:
    """It comes last and alone, with a minus; no sum of the lines is printed with it, and no tax computed on that."""
    others = sum(other.amount.value for other in best.items if other is not entry)
    told = best.chain is not None and (best.chain.printed_subtotal is not None or bool(best.chain.rate_closes))
    return entry.amount.value < 0 < others and len(entry.figures) == 1 and not told


def _sum_of_others(best: Solution, numbers: Numbers) -> Entry | None:
    """A line that is itself the sum of figures that stand below each other elsewhere."""
    single = {abs(entry.amount.value): entry for entry in best.items if entry.pricing is None}
    if best.table is None or best.table.head is not None or not single:
        return None
    rows = {entry.index for entry in best.items} | {one.row for one in best.labelled if one.means is not Means.LOOSE}
    amounts = [
        abs(row[-1].value)
        for index, row in enumerate(numbers.figures[:MOST_LISTED])
        if row and index not in rows and row[-1].clean and is_money(row[-1], whole=numbers.whole)
    ]
    for start in range(len(amounts)):
        total = amounts[start]
        for value in amounts[start + 1 : start + LONGEST_SUM]:
            total += value
            if value and total in single:
                return single[total]
    return None


def at_item(shown: Shown, code: str, field: str, text: str) -> Issue:
    return Issue(code, field, text, shown.page, shown.box)
