"""Doubts about the lines: what does not close, what was left out, what may be something else."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations

from fakturo.convert.figures import CENTS, CURRENCY_WORDS, Figure, is_money
from fakturo.convert.invoice import Issue
from fakturo.convert.layout.sheet import Row
from fakturo.convert.solve.arithmetic import closes
from fakturo.convert.solve.entries import Entry
from fakturo.convert.solve.heads import Role
from fakturo.convert.solve.items import Shown
from fakturo.convert.solve.labels import Means, rate_beside
from fakturo.convert.solve.numbers import Numbers, decimals_of
from fakturo.convert.solve.solution import Solution
from fakturo.convert.solve.table import COUNTING, Table

WIDEST_INDENT = 40.0
"""Points that an item without a price may be set in from the others."""
LONGEST_SUM = 15
"""Figures that are added up to find out that an item is a sum of them."""
MOST_LISTED = 200
SHORTEST_CODE = 4


def about_items(best: Solution, items: Sequence[Shown], numbers: Numbers) -> Iterator[Issue]:
    if not items:
        yield Issue("ITEMS_MISSING", "items", "No items were found on this invoice.")
        return
    if best.table is not None and best.table.head is None and not _proven(best):
        yield at_item(items[0], "ITEMS_DOUBTFUL", "items", "The items have no table head: check them.")
    for number, shown in enumerate(items):
        if shown.closes is False:
            text = f"Line {number + 1}: quantity times price does not give the amount."
            yield at_item(shown, "LINE_MISMATCH", f"items.{number}.amount", text)
        elif shown.closes is None and _lacks_quantity(best, shown, number):
            text = f"Line {number + 1}: a price is printed, but no quantity that gives the amount with it."
            yield at_item(shown, "LINE_UNCHECKED", f"items.{number}.unit_price", text)
    yield from _about_rows(best, numbers)
    if best.lines_close:
        yield from _about_columns(best, items, numbers)
    for entry in best.dropped:
        text = "This row looks like an item, but is not part of the sum."
        yield on_figure(entry.amount, "ROW_LEFT_OUT", "items", text)
    if not best.lines_close:
        total = sum((shown.item.amount or Decimal(0) for shown in items), Decimal(0))
        text = f"The lines add up to {total}, which leads to none of the printed totals."
        yield at_item(items[-1], "LINES_MISMATCH", "totals.subtotal", text)


def _proven(best: Solution) -> bool:
    """A list without a head that adds up to a total with a word for it, and leaves no money beside it unexplained.

    One amount alone must be taxed at a printed rate: otherwise it may be a sum itself.
    """
    chain = best.chain
    if chain is None or not best.lines_close or chain.unexplained:
        return False
    if chain.total_mark is None or chain.total_mark.means not in {Means.TOTAL, Means.PAYABLE}:
        return False
    amounts = [entry for entry in best.items if entry.amount.value]
    if len(amounts) > 1 and chain.subtotal_mark and chain.rate_closes:
        return True
    return not best.strays and (len(amounts) > 1 or bool(chain.rate_closes))


def _lacks_quantity(best: Solution, shown: Shown, number: int) -> bool:
    item = shown.item
    if item.unit_price is None:
        return _has_price(best, number)
    return item.qty is None and item.unit_price != item.amount


def _has_price(best: Solution, number: int) -> bool:
    """The line has a figure in a column that is headed as price, and nothing was made of it."""
    assert best.table
    columns = [best.table.columns[place] for place in best.items[number].figures if place != best.table.roles.amount]
    return any(Role.UNIT_PRICE in column.roles and Role.AMOUNT not in column.roles for column in columns)


def _unread_column(best: Solution, numbers: Numbers) -> bool:
    """Figures stand beside most of the amounts, in a column that nothing explains: a price or a quantity, perhaps."""
    assert best.table
    if best.table.head is None:
        beside = [_figures_beside(entry, numbers) for entry in best.items]
        return len(beside) > 1 and 2 * sum(map(bool, beside)) > len(beside)
    if _may_be_prices(best.table):
        return True
    counted = any(column.roles == {Role.QTY} for column in best.table.columns)
    for place, column in enumerate(best.table.columns):
        figures = [entry.figures[place] for entry in best.items if place in entry.figures]
        open_column = place != best.table.roles.amount and not column.roles and not column.percent
        if counted and not all(decimals_of(figure) == CENTS for figure in figures):
            continue  # another count
        if open_column and 2 * len(figures) > len(best.items) and not _is_code_column(best, place, figures):
            return True
    return False


def _figures_beside(entry: Entry, numbers: Numbers) -> list[Figure]:
    """Figures in cells of their own, between the text and the amount of a row without a deal."""
    if entry.deal is not None:
        return []
    left, right = numbers.rows[entry.index].box.x0, entry.amount.box.x0
    between = [f for f in numbers.figures[entry.index] if left + 1 < f.box.x0 and f.box.x1 <= right + 1]
    return [f for f in between[-1:] if f.clean and not f.percent and len(f.raw) < SHORTEST_CODE]


def _may_be_prices(table: Table) -> bool:
    """What was taken for the amounts is headed as price, beside a quantity, and more money follows."""
    amount, columns = table.roles.amount, table.columns
    priced = Role.UNIT_PRICE in columns[amount].roles and not columns[amount].roles & {Role.AMOUNT, Role.GROSS_AMOUNT}
    counted = any(Role.QTY in column.roles for column in columns)
    return priced and counted and any(not column.percent for column in columns[amount + 1 :])


def _is_code_column(best: Solution, place: int, figures: Sequence[Figure]) -> bool:
    """Numbers of articles, of the lines, or what is added to the amount of another column."""
    long = all(figure.raw.isdigit() and len(figure.raw) >= SHORTEST_CODE for figure in figures)
    counting = [figure.value for figure in figures] == [Decimal(number + 1) for number in range(len(figures))]
    first = place == 0 and all(figure.raw.isdigit() for figure in figures)
    rows = [entry for entry in best.items if place in entry.figures]
    added = all(
        any(
            entry.amount.value in {other.value + own, other.value - own, own - other.value}
            for own in [entry.figures[place].value]
            for at, other in entry.figures.items()
            if at != place
        )
        for entry in rows
    )
    return long or counting or first or added


def _about_rows(best: Solution, numbers: Numbers) -> Iterator[Issue]:
    """Rows without a price that may be something else."""
    items = {entry.index for entry in best.items}
    taxes = {row.row for row in numbers.tax_rows if row.rate and not row.reduces}
    for entry in best.items:
        if entry.deal or entry.means:
            continue
        if entry.offset > WIDEST_INDENT:
            text = "This row begins elsewhere than the items: it may be a charge or a tax."
            yield on_figure(entry.amount, "ROW_DOUBTFUL", "items", text)
        elif entry is best.items[-1] and _may_be_taxed_last(best, entry, numbers):
            yield on_figure(entry.amount, "ROW_DOUBTFUL", "items", "This row may be a tax: it prints a rate.")
        elif entry.index in taxes and {entry.index - 1, entry.index + 1} & (taxes - items):
            yield on_figure(entry.amount, "ROW_DOUBTFUL", "items", "This row may be a tax.")
    if summed := _sum_of_others(best, numbers):
        text = "Other figures on the page add up to this line: they may be the items."
        yield on_figure(summed.amount, "ITEMS_DOUBTFUL", "items", text)


def _may_be_taxed_last(best: Solution, entry: Entry, numbers: Numbers) -> bool:
    """The last row prints a rate, and no tax was found."""
    rated = rate_beside(entry.amount, numbers.figures[entry.index], entry.text)
    return len(best.items) > 1 and bool(rated) and best.chain is not None and not best.chain.tax


def _sum_of_others(best: Solution, numbers: Numbers) -> Entry | None:
    """A line that is itself the sum of figures that stand below each other elsewhere."""
    single = {abs(entry.amount.value): entry for entry in best.items if entry.deal is None}
    if best.table is None or best.table.head is not None or not single:
        return None
    rows = {entry.index for entry in best.items} | {mark.row for mark in best.marks if mark.means is not Means.LOOSE}
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


def _about_columns(best: Solution, items: Sequence[Shown], numbers: Numbers) -> Iterator[Issue]:
    """Figures beside the amounts, and which of them is what."""
    table = best.table
    if table is None:
        return
    if table.roles.price is None:
        for number, entry in enumerate(best.items):
            if items[number].item.unit_price is None and _multiplies(entry, table, numbers):
                text = f"Line {number + 1}: figures beside the amount give it, but were not read as quantity and price."
                yield on_figure(entry.amount, "LINE_UNCHECKED", f"items.{number}.unit_price", text)
                return
        if _unread_column(best, numbers):
            text = "A column of figures beside the amounts was not understood: it may be a quantity or a price."
            yield on_figure(best.items[0].amount, "LINE_UNCHECKED", "items.0.qty", text)
    elif _looks_turned(best) or any(_is_beside_money(numbers.rows[e.index], e, table.roles.qty) for e in best.items):
        text = "Quantity and price may be something else: check the columns."
        yield on_figure(best.items[0].amount, "READING_AMBIGUOUS", "items", text)


def _multiplies(entry: Entry, table: Table, numbers: Numbers) -> bool:
    """Two figures of the row give its amount, and no head says that they are something else."""
    others = [figure for figure in numbers.figures[entry.index] if figure.box.x1 <= entry.amount.box.x0 + 1]
    named = {
        figure for place, figure in entry.figures.items() if table.columns[place].roles - COUNTING - {Role.TAX_RATE}
    }
    plain = [figure for figure in others if figure.edge and not figure.percent and figure not in named]
    plain = [figure for figure in plain if figure.value not in {0, 1, entry.amount.value}]
    return any(closes(one.value, other.value, entry.amount.value) for one, other in combinations(plain, 2))


def _looks_turned(best: Solution) -> bool:
    """Every quantity has cents, no price has any, and the head does not name both."""
    assert best.table
    roles, columns = best.table.roles, best.table.columns
    if roles.qty is None or roles.price is None:
        return False
    if Role.QTY in columns[roles.qty].roles and Role.UNIT_PRICE in columns[roles.price].roles:
        return False
    both = [entry.figures for entry in best.items if {roles.qty, roles.price} <= set(entry.figures)]
    turned = (_has_cents(row[roles.qty]) and not decimals_of(row[roles.price]) for row in both)
    return all(turned) and any(row[roles.qty].value % 1 for row in both)


def _has_cents(figure: Figure) -> bool:
    return decimals_of(figure) == CENTS and figure.unit is None


def _is_beside_money(row: Row, entry: Entry, place: int | None) -> bool:
    """A cell before the quantity begins with a currency, and holds no other figure."""
    qty = entry.figures.get(place) if place is not None else None
    before = [phrase for phrase in row.phrases if qty and phrase.box.x0 <= qty.box.x0]
    words = [word.text.casefold() for word in before[-1].words] if before else []
    if qty and before and before[-1].box.x1 >= qty.box.x1 - 1:  # its own cell
        words = words[:-1] or ([word.text.casefold() for word in before[-2].words] if len(before) > 1 else [])
    return len(words) == 1 and words[0] in CURRENCY_WORDS


def at_item(shown: Shown, code: str, field: str, text: str) -> Issue:
    return Issue(code, field, text, shown.page, shown.box)


def on_figure(figure: Figure, code: str, field: str, text: str) -> Issue:
    return Issue(code, field, text, figure.page, figure.box)
