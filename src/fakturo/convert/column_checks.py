"""Doubts about the table's columns: which figure beside an amount is what, and what nobody explains."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations

from fakturo.convert.figures import CENTS, CURRENCY_WORDS, Figure, is_money
from fakturo.convert.invoice import Issue
from fakturo.convert.layout.sheet import Row
from fakturo.convert.solve.arithmetic import HUNDRED, closes
from fakturo.convert.solve.items.shown import Shown
from fakturo.convert.solve.numbers import Numbers
from fakturo.convert.solve.solution import Solution
from fakturo.convert.solve.table.added import added_columns
from fakturo.convert.solve.table.entries import Entry, names_something
from fakturo.convert.solve.table.headed import COUNTING, Table
from fakturo.convert.solve.table.heads import MONEY, Role

SHORTEST_CODE = 4
TURNED = "Quantity and price may be something else: check the columns."


def on_figure(figure: Figure, code: str, field: str, text: str) -> Issue:
    return Issue(code, field, text, figure.page, figure.box)


def about_columns(best: Solution, items: Sequence[Shown], numbers: Numbers) -> Iterator[Issue]:
    """Figures beside the amounts, and which of them is what."""
    table = best.table
    if table is None:
        return
    yield from _about_added(best.items)
    if table.roles.price is None:
        for number, shown in enumerate(items):
            if shown.item.unit_price is None and _multiplies(shown.entry, table, numbers):
                text = f"Line {number + 1}: figures beside the amount give it, but were not read as quantity and price."
                yield on_figure(shown.entry.amount, "LINE_UNCHECKED", f"items.{number}.unit_price", text)
                return
        if _unread_column(best, numbers) or _unread_money(best, table, numbers):
            text = "A column of figures beside the amounts was not understood: it may be a quantity or a price."
            yield on_figure(best.items[0].amount, "LINE_UNCHECKED", "items.0.qty", text)
    elif _looks_turned(best) or any(_is_beside_money(numbers.rows[e.index], e, table.roles.qty) for e in best.items):
        yield on_figure(best.items[0].amount, "READING_AMBIGUOUS", "items", TURNED)


def _about_added(items: Sequence[Entry]) -> Iterator[Issue]:
    """Net and tax give the sum of nearly every row: one of which they don't may be misprinted, or misread."""
    added = added_columns([entry.figures for entry in items])
    for number, entry in enumerate(items):
        own = [each for each in added if each.places <= entry.figures.keys()]
        right = {each.whole for each in own if each.holds(entry.figures)}  # of one piece, the price and its tax, too
        if wrong := [each.whole for each in own if each.whole not in right]:
            text = f"Line {number + 1}: two of its figures do not add up to a third, as they do on the other lines."
            yield on_figure(entry.figures[wrong[0]], "LINE_MISMATCH", f"items.{number}.amount", text)


def _multiplies(entry: Entry, table: Table, numbers: Numbers) -> bool:
    """Two figures of the row give its amount, and no head says that they are something else."""
    others = [figure for figure in numbers.figures[entry.index] if figure.box.x1 <= entry.amount.box.x0 + 1]
    named = {
        figure for place, figure in entry.figures.items() if table.columns[place].roles - COUNTING - {Role.TAX_RATE}
    }
    plain = [figure for figure in others if figure.edge and not figure.percent and figure not in named]
    plain = [figure for figure in plain if figure.value not in {0, 1, entry.amount.value}]
    return any(closes(one.value, other.value, entry.amount.value) for one, other in combinations(plain, 2))


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
        if counted and not all(is_money(figure, whole=numbers.whole) for figure in figures):
            continue  # another count
        if open_column and 2 * len(figures) > len(best.items) and not _is_code_column(best, place, figures, numbers):
            return True
    return False


def _unread_money(best: Solution, table: Table, numbers: Numbers) -> bool:
    """A column that is headed as money stands beside most of the amounts, and its sum is none of the document's."""
    chain = best.chain
    known = (
        {chain.lines, chain.net, chain.total, chain.tax, chain.base, chain.total - chain.rounding} if chain else set()
    )
    for place, column in enumerate(table.columns):
        figures = [entry.figures[place] for entry in best.items if place in entry.figures]
        headed = column.roles & MONEY and Role.AMOUNT not in column.roles
        money = headed and all(is_money(figure, whole=numbers.whole) for figure in figures)
        if place == table.roles.amount or not money or 2 * len(figures) <= len(best.items):
            continue
        rows = [entry for entry in best.items if place in entry.figures]
        shared = all(_is_share(entry, entry.figures[place].value) for entry in rows)
        if not shared and abs(sum(figure.value for figure in figures)) not in known:
            return True
    return False


def _is_share(entry: Entry, value: Decimal) -> bool:
    """The amount is the same again, or a percentage of it that the row prints."""
    rates = [figure.value / HUNDRED for figure in entry.figures.values() if figure.percent]
    return value == entry.amount.value or any(closes(rate, value, entry.amount.value) for rate in rates)


def _figures_beside(entry: Entry, numbers: Numbers) -> list[Figure]:
    """Figures in cells of their own, between the text and the amount of a row without a pricing."""
    if entry.pricing is not None:
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


def _is_code_column(best: Solution, place: int, figures: Sequence[Figure], numbers: Numbers) -> bool:
    """Numbers of articles, of the lines, or what is added to the amount of another column."""
    long = all(figure.raw.isdigit() and len(figure.raw) >= SHORTEST_CODE for figure in figures)
    counting = [figure.value for figure in figures] == [Decimal(number + 1) for number in range(len(figures))]
    rows = [entry for entry in best.items if place in entry.figures]
    first = all(entry.figures[place].raw.isdigit() and _comes_first(entry, place, numbers) for entry in rows)
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


def _comes_first(entry: Entry, place: int, numbers: Numbers) -> bool:
    """Before the words of its row: a number of the line, or of the article."""
    words = [phrase for phrase in numbers.rows[entry.index].phrases if names_something(phrase.text)]
    return bool(words) and entry.figures[place].box.x1 <= words[0].box.x0


def _looks_turned(best: Solution) -> bool:
    """Every quantity has cents, no price has any, and the head does not name both."""
    assert best.table
    roles, columns = best.table.roles, best.table.columns
    if roles.qty is None or roles.price is None:
        return False
    if Role.QTY in columns[roles.qty].roles and Role.UNIT_PRICE in columns[roles.price].roles:
        return False
    both = [entry.figures for entry in best.items if {roles.qty, roles.price} <= set(entry.figures)]
    turned = (_has_cents(row[roles.qty]) and not row[roles.price].decimals for row in both)
    return all(turned) and any(row[roles.qty].value % 1 for row in both)


def _has_cents(figure: Figure) -> bool:
    return figure.decimals == CENTS and figure.unit is None


def _is_beside_money(row: Row, entry: Entry, place: int | None) -> bool:
    """A cell before the quantity begins with a currency, and holds no other figure."""
    qty = entry.figures.get(place) if place is not None else None
    before = [phrase for phrase in row.phrases if qty and phrase.box.x0 <= qty.box.x0]
    words = [word.text.casefold() for word in before[-1].words] if before else []
    if qty and before and before[-1].box.x1 >= qty.box.x1 - 1:  # its own cell
        words = words[:-1] or ([word.text.casefold() for word in before[-2].words] if len(before) > 1 else [])
    return len(words) == 1 and words[0] in CURRENCY_WORDS
