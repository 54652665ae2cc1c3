"""Columns of figures below a head, and which of them is quantity, price and amount."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import pairwise, product
from typing import NamedTuple

from fakturo.convert.figures import CURRENCY_WORDS, Figure
from fakturo.convert.layout.sheet import Row
from fakturo.convert.page import Box, Word
from fakturo.convert.solve.arithmetic import HUNDRED, PRICE_BASES, closes, closes_nearly, is_rounded
from fakturo.convert.solve.heads import Cell, Head, Role

SHARED = 0.5
"""Figures of one column share at least this part of the narrower one's width."""
NEAR = 45.0
"""Points between a column and the head cell that names it, when they don't overlap."""
MOST_COLUMNS = 12
SAMPLE = 30
"""So many rows are enough to tell the columns' roles."""
LONGEST_MONEY = 15

Rows = Sequence[dict[int, Figure]]
"""Figures of each row by their column."""


@dataclass(slots=True)
class Column:
    x0: float
    x1: float
    roles: frozenset[Role] = frozenset()
    figures: int = 0
    percent: bool = False


class Deal(NamedTuple):
    """How a row's amount comes about."""

    qty: Decimal
    price: Decimal
    amount: Decimal
    discount: Decimal = Decimal(0)
    """In money, for the line."""
    exact: bool = True
    taxed: bool = False
    """The amount includes the tax that the row prints, the price does not."""
    price_base: Decimal = Decimal(1)


@dataclass(frozen=True, slots=True)
class Roles:
    """Indices of the columns; None where there is none."""

    amount: int
    price: int | None = None
    qty: int | None = None
    discount: int | None = None
    tax: int | None = None
    score: float = field(default=0.0, compare=False)


def columns_of(figures: Iterable[Figure]) -> list[Column]:
    """Columns from left to right: figures that share most of their width, row by row."""
    columns: list[Column] = []
    for figure in sorted(figures, key=lambda figure: figure.box.x1):
        for column in columns:
            if column.percent == figure.percent and _shared(column, figure.box) >= SHARED:
                column.x0, column.x1 = min(column.x0, figure.box.x0), max(column.x1, figure.box.x1)
                break
        else:
            column = Column(figure.box.x0, figure.box.x1, percent=figure.percent)
            columns.append(column)
        column.figures += 1
    columns.sort(key=lambda column: -column.figures)
    return sorted(columns[:MOST_COLUMNS], key=lambda column: column.x0)


def _shared(column: Column, box: Box) -> float:
    width = min(column.x1 - column.x0, box.width) or 1
    return (min(column.x1, box.x1) - max(column.x0, box.x0)) / width


def column_at(columns: Sequence[Column], figure: Figure) -> int | None:
    fitting = [index for index, column in enumerate(columns) if column.percent == figure.percent]
    best = max(fitting, key=lambda index: _shared(columns[index], figure.box), default=None)
    return best if best is not None and _shared(columns[best], figure.box) >= SHARED else None


def name_columns(columns: Sequence[Column], cells: Sequence[Cell]) -> None:
    """Give each column the roles of the head cell above it; columns and cells keep their order."""
    unnamed: list[Column] = []
    for column in columns:
        over = [cell for cell in cells if _covers(column, cell)]
        if over:
            widest = max(over, key=lambda cell: min(cell.box.x1, column.x1) - max(cell.box.x0, column.x0))
            column.roles = widest.roles
        else:
            unnamed.append(column)
    free = [cell for cell in cells if not any(_covers(column, cell) for column in columns)]
    for column in unnamed:
        if not free:
            return
        nearest = min(free, key=lambda cell: _distance(column, cell))
        if _distance(column, nearest) <= NEAR:
            column.roles = nearest.roles
            free.remove(nearest)


def merged(columns: Sequence[Column], cells: Sequence[Cell], rows: Sequence[Sequence[Figure]]) -> list[Column]:
    """Columns under one head cell are one if no row has figures in both: units beside the figures shift them."""
    kept: list[Column] = []
    for column in columns:
        before = kept[-1] if kept else None
        if (
            before
            and _cell_of(before, cells) is _cell_of(column, cells) is not None
            and not _both(before, column, rows)
        ):
            before.x0, before.x1 = min(before.x0, column.x0), max(before.x1, column.x1)
            before.figures += column.figures
        else:
            kept.append(column)
    return kept


def _cell_of(column: Column, cells: Sequence[Cell]) -> Cell | None:
    over = [cell for cell in cells if _covers(column, cell)]
    return over[0] if len(over) == 1 else None


def _both(one: Column, other: Column, rows: Sequence[Sequence[Figure]]) -> bool:
    return any(
        any(_shared(one, figure.box) >= SHARED for figure in row)
        and any(_shared(other, figure.box) >= SHARED and _shared(one, figure.box) < SHARED for figure in row)
        for row in rows
    )


def _covers(column: Column, cell: Cell) -> bool:
    return min(cell.box.x1, column.x1) - max(cell.box.x0, column.x0) > 0


def _distance(column: Column, cell: Cell) -> float:
    return max(cell.box.x0 - column.x1, column.x0 - cell.box.x1)


def find_roles(columns: Sequence[Column], rows: Rows, head: Head | None) -> list[Roles]:
    """The best few ways to read the columns, the best first."""
    sample = [row for row in rows if row][:SAMPLE]
    indices = range(len(columns))
    money = [index for index in indices if _may_be(columns[index], Role.AMOUNT)]
    prices: list[int | None] = [None, *(index for index in indices if _may_be(columns[index], Role.UNIT_PRICE))]
    quantities: list[int | None] = [None, *(index for index in indices if _may_be(columns[index], Role.QTY))]
    discounts: list[int | None] = [None, *(index for index in indices if _may_discount(columns[index]))]
    taxes: list[int | None] = [None, *(index for index in indices if Role.TAX in columns[index].roles)]
    found = []
    for amount, price, qty in product(money, prices, quantities):
        if amount in {price, qty} or (price is not None and price == qty) or (price is None and qty is not None):
            continue
        for discount, tax in product(discounts, taxes):
            if (discount is not None or tax is not None) and (price is None or {discount, tax} & {amount, price, qty}):
                continue
            roles = Roles(amount, price, qty, discount, tax)
            found.append(Roles(amount, price, qty, discount, tax, _score(roles, columns, sample, head)))
    found.sort(key=lambda roles: -roles.score)
    return found[:4]


def _may_be(column: Column, role: Role) -> bool:
    if column.percent:
        return False
    strangers = (
        {Role.SKU, Role.HS_CODE, Role.TAX_RATE}
        if role is Role.QTY
        else {Role.SKU, Role.HS_CODE, Role.NO, Role.TAX_RATE}
    )
    return not (column.roles and column.roles <= strangers)


def _may_discount(column: Column) -> bool:
    return bool(column.roles & {Role.DISCOUNT, Role.DISCOUNT_PERCENT})


def _score(roles: Roles, columns: Sequence[Column], sample: Rows, head: Head | None) -> float:
    score = _named(columns[roles.amount], {Role.AMOUNT: 3, Role.GROSS_AMOUNT: 2, Role.UNIT_PRICE: -1})
    score += roles.amount / len(columns)
    if roles.price is not None:
        score += _named(columns[roles.price], {Role.UNIT_PRICE: 3, Role.AMOUNT: -1})
    if roles.qty is not None:
        score += _named(columns[roles.qty], {Role.QTY: 3, Role.NO: -2, Role.AMOUNT: -1, Role.UOM: -1})
    score -= 0.5 * sum(1 for part in (roles.discount, roles.tax) if part is not None)
    weight = 1.0 if head else 2.0
    for row in sample:
        score += weight * _closing(row, roles)
    return score


def _named(column: Column, worth: dict[Role, float]) -> float:
    if not column.roles:
        return 0
    return max((worth.get(role, -3) for role in column.roles), default=0)


def _closing(row: dict[int, Figure], roles: Roles) -> float:
    if roles.amount not in row:
        return 0
    if roles.price is None:
        return 0.25
    if roles.price not in row:
        return 0
    if roles.qty is not None and roles.qty not in row:
        return 0
    deal = deal_of(row, roles)
    if deal is None:
        return -3
    trivial = 1 in {deal.qty, deal.price}
    return (1 if trivial else 2.5) if deal.exact else 0.5


def deal_of(row: dict[int, Figure], roles: Roles) -> Deal | None:
    """How the row's amount closes, or None if it does not."""
    if roles.price is None or roles.amount not in row or roles.price not in row:
        return None
    if roles.qty is not None and roles.qty not in row:
        return None
    quantities = row[roles.qty].values if roles.qty is not None else (Decimal(1),)
    discount = row.get(roles.discount) if roles.discount is not None else None
    tax = row.get(roles.tax) if roles.tax is not None else None
    candidates = product(row[roles.amount].values, row[roles.price].values, quantities)
    combinations = [(amount, price, qty) for amount, price, qty in candidates]
    for attempt in (_plain, _discounted, _taxed, _per_hundred, _nearly):
        for amount, price, qty in combinations:
            deal = attempt(qty, price, amount, discount, tax)
            if deal:
                return deal
    bases = {figure.value for place, figure in row.items() if place not in {roles.qty, roles.price, roles.amount}}
    return next(
        (
            Deal(qty, price, amount, price_base=base)
            for amount, price, qty in combinations
            for base in bases & set(PRICE_BASES)
            if closes(qty / base, price, amount)
        ),
        None,
    )


def _plain(qty: Decimal, price: Decimal, amount: Decimal, discount: Figure | None, _tax: Figure | None) -> Deal | None:
    if discount is not None and discount.value:
        return None
    # Credit notes print a minus before the amount alone.
    return Deal(qty, price, amount) if closes(qty, price, amount) or closes(-qty, price, amount) else None


def _discounted(
    qty: Decimal, price: Decimal, amount: Decimal, discount: Figure | None, _tax: Figure | None
) -> Deal | None:
    if discount is None:
        return None
    full = qty * price
    off = abs(discount.value)
    for reduced in (full * (1 - off / HUNDRED), full - off, qty * (price - off)):
        if is_rounded(reduced, amount) or is_rounded(-reduced, amount):
            return Deal(qty, price, amount, discount=full - (amount if is_rounded(reduced, amount) else -amount))
    if closes(qty, price, amount):
        return Deal(qty, price, amount)  # the price has its discount already
    return None


def _taxed(qty: Decimal, price: Decimal, amount: Decimal, _discount: Figure | None, tax: Figure | None) -> Deal | None:
    if tax is None or not tax.value:
        return None
    total = qty * price + tax.value
    return Deal(qty, price, amount, taxed=True) if closes(Decimal(1), total, amount) else None


def _per_hundred(
    qty: Decimal, price: Decimal, amount: Decimal, discount: Figure | None, _tax: Figure | None
) -> Deal | None:
    if discount is not None and discount.value:
        return None
    for base in PRICE_BASES:
        round_lot = qty % base == 0 or (base > PRICE_BASES[0] and amount > base)
        if round_lot and qty > base and closes(qty / base, price, amount):
            return Deal(qty, price, amount, price_base=base)
    return None


def _nearly(qty: Decimal, price: Decimal, amount: Decimal, discount: Figure | None, _tax: Figure | None) -> Deal | None:
    if discount is not None and discount.value:
        return None
    return Deal(qty, price, amount, exact=False) if qty != 1 and closes_nearly(qty, price, amount) else None


_TIMES = frozenset({"x", "×", "*", "@"})


def written_deal(row: Row, figures: Sequence[Figure], amount: Decimal) -> Deal | None:
    """Quantity and price in words: `Rp 38.250,00 x 40,00 DUS`, `8 x 2.217,17`. The price has a currency or cents."""
    words = [word for phrase in row.phrases for word in phrase.words]
    for one, other in pairwise(figures):
        between = [
            word.text.casefold() for word in words if one.box.x1 - 1 <= word.box.x0 and word.box.x1 <= other.box.x0 + 1
        ]
        glued = one.raw.casefold().endswith(("x", "×"))
        if not glued and not _TIMES & set(between):
            continue
        for first, second in product(one.values, other.values):
            if closes(first, second, amount):
                price_first = bool(other.unit) or _decimals(first) > _decimals(second) or _is_money(words, one)
                return Deal(second, first, amount) if price_first else Deal(first, second, amount)
    return None


def _is_money(words: Sequence[Word], figure: Figure) -> bool:
    before = [word for word in words if word.box.x1 <= figure.box.x0 + 1]
    return bool(before) and before[-1].text.casefold() in CURRENCY_WORDS


def _decimals(value: Decimal) -> int:
    return -min(0, int(value.as_tuple().exponent))
