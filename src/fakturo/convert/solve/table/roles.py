"""Which column is quantity, price, discount and amount: what closes over the rows, with the head as a vote."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import permutations, product, repeat
from operator import attrgetter

from fakturo.convert.figures import MINOR_UNITS, Figure
from fakturo.convert.solve.arithmetic import HUNDRED, ZERO, is_rounded
from fakturo.convert.solve.table.added import SAMPLE, Added
from fakturo.convert.solve.table.columns import Column
from fakturo.convert.solve.table.heads import MONEY, Head, Role
from fakturo.convert.solve.table.pricing import Pricing, Roles, pricing_of

MOST_TRIED = 100
"""Ways to read the columns that are looked at row by row."""

NET_IS_PRINTED = 10.0
"""What it costs to take the amounts with their tax where those without it are printed, too."""

NOTHING_CLOSES = -2.0
"""What the head names is read, even if nothing closes; what closes under other names is better."""
NAMED_OTHERWISE = 6.0
"""What it costs to pass over the column that the head calls a quantity."""
THOUSANDTHS = 3
"""Decimals of what is weighed."""
MUCH_DEARER = 100
"""Where money has no cents, a price is so many times the quantity."""

STRANGERS = frozenset({Role.SKU, Role.HS_CODE, Role.TAX_RATE, Role.CREDIT, Role.EXCHANGE, Role.SHARE})

Rows = Sequence[dict[int, Figure]]
"""Figures of each row by their column."""


def find_roles(columns: Sequence[Column], rows: Rows, head: Head | None, added: Sequence[Added] = ()) -> list[Roles]:
    """The best few ways to read the columns, the best first."""
    sample = [row for row in rows if row][:SAMPLE]
    indices = range(len(columns))
    money = [index for index in indices if _may_be(columns[index], Role.AMOUNT)]
    prices: list[int | None] = [None, *(index for index in indices if _may_be(columns[index], Role.UNIT_PRICE))]
    quantities: list[int | None] = [None, *(index for index in indices if _may_be(columns[index], Role.QTY))]
    discounts: list[int | None] = [None, *(index for index in indices if _may_discount(columns, index, sample))]
    taxes: list[int | None] = [None, *(index for index in indices if Role.TAX in columns[index].roles)]
    share = next((index for index in indices if columns[index].roles == {Role.SHARE}), None)
    found: list[Roles] = []
    for amount, price, qty in product(money, prices, quantities):
        if amount in {price, qty} or (price is not None and price == qty) or (price is None and qty is not None):
            continue
        if head and qty is None and price is not None and Role.UNIT_PRICE not in columns[price].roles:
            continue  # nothing says that it is a price
        named = qty is not None and _names_all(columns[amount], columns[qty], price, columns)
        for discount, tax in product(discounts, taxes):
            if (discount is not None or tax is not None) and (price is None or {discount, tax} & {amount, price, qty}):
                continue
            found.append(Roles(amount, price, qty, discount, tax, share if price is not None else None, named=named))
    likely = _likeliest(found, columns, sample)
    alike = cache(partial(_like_qty_and_price, sample))
    scores = [(_score(roles, columns, sample, head, alike), roles) for roles in likely]
    scores = [(score - NET_IS_PRINTED if _adds_tax(roles, added) else score, roles) for score, roles in scores]
    best = sorted(scores, key=lambda scored: -scored[0])[:4]
    return [replace(roles, score=score) for score, roles in best]


def _likeliest(found: list[Roles], columns: Sequence[Column], sample: Rows) -> list[Roles]:
    """Of very many readings those that are worth a closer look, by the head's words and what closes at first sight."""
    if len(found) <= MOST_TRIED:
        return found
    rows = [{place: float(figure.value) for place, figure in row.items()} for row in sample]
    closing = cache(partial(_seem_to_close, rows))  # the same whatever is a discount or a tax
    plain = [_by_words(roles, columns) + closing(roles.amount, roles.price, roles.qty) for roles in found]
    kept = sorted(range(len(found)), key=lambda place: -plain[place])[:MOST_TRIED]
    return [found[place] for place in sorted(kept)]


def _seem_to_close(rows: Sequence[dict[int, float]], amount: int, price: int | None, qty: int | None) -> int:
    if price is None or qty is None:
        return 0
    whole = [row for row in rows if amount in row and price in row and qty in row]
    return sum(abs(row[qty] * row[price] - row[amount]) < 1 for row in whole)


def _may_be(column: Column, role: Role) -> bool:
    if column.percent:
        return False
    strangers = STRANGERS if role is Role.QTY else STRANGERS | {Role.NO}
    return not (column.roles and column.roles <= strangers) and Role.EXCHANGE not in column.roles


def _may_discount(columns: Sequence[Column], index: int, sample: Rows) -> bool:
    """By its name; without one, if it takes off: negative figures and zeros, or just what percentages of rows would."""
    if columns[index].roles:
        return bool(columns[index].roles & {Role.DISCOUNT, Role.DISCOUNT_PERCENT})
    values = [row[index].value for row in sample if index in row]
    negative = not columns[index].percent and max(values, default=ZERO) <= 0 and min(values, default=ZERO) < 0
    return negative or (max(values, default=ZERO) > 0 and all(_falls_short(row, index) for row in sample))


def _falls_short(row: dict[int, Figure], index: int) -> bool:
    """The product of two figures of the row is so much, or so many percent, more than a third."""
    off = row[index].value if index in row else ZERO
    if off <= ZERO:
        return not off
    others = [figure.value for place, figure in row.items() if place != index and figure.value > 0]
    return any(
        is_rounded(one * other - off, amount) or is_rounded(one * other * (1 - off / HUNDRED), amount)
        for one, other, amount in permutations(others, 3)
    )


def _by_words(roles: Roles, columns: Sequence[Column]) -> float:
    score = _named(columns[roles.amount], {Role.AMOUNT: 3, Role.GROSS_AMOUNT: 2, Role.UNIT_PRICE: -1})
    score += roles.amount / len(columns)
    if roles.price is not None:
        score += _named(columns[roles.price], {Role.UNIT_PRICE: 3, Role.AMOUNT: -1})
    if roles.qty is not None:
        score += _named(columns[roles.qty], {Role.QTY: 3, Role.NO: -2, Role.AMOUNT: -1, Role.UOM: -1})
    return score - 0.5 * sum(1 for part in (roles.discount, roles.tax) if part is not None)


def _score(
    roles: Roles, columns: Sequence[Column], sample: Rows, head: Head | None, alike: Callable[[int, int, int], float]
) -> float:
    score = _by_words(roles, columns)
    if (
        roles.qty is not None
        and roles.price is not None
        and not _names_either(columns[roles.qty], columns[roles.price])
    ):
        score += alike(roles.qty, roles.price, roles.amount)
    pricings = [pricing_of(row, roles) for row in sample]
    closing = (1.0 if head else 2.0) * sum(map(_closing, sample, pricings, repeat(roles)))
    score += max(closing, NOTHING_CLOSES) if roles.named else closing
    score -= NAMED_OTHERWISE if _leaves_the_count(roles, columns, sample) else 0.0
    return score


def _names_all(amount: Column, qty: Column, price: int | None, columns: Sequence[Column]) -> bool:
    priced = price is not None and Role.UNIT_PRICE in columns[price].roles
    return priced and Role.QTY in qty.roles and bool(amount.roles & {Role.AMOUNT, Role.GROSS_AMOUNT})


def _leaves_the_count(roles: Roles, columns: Sequence[Column], sample: Rows) -> bool:
    """A price is read without what the head calls the quantity, and every row has, or with money instead of it."""
    if roles.price is None or (roles.qty is not None and not columns[roles.qty].roles & MONEY):
        return False
    counts = [place for place, column in enumerate(columns) if column.roles == {Role.QTY} and place not in roles.used]
    return any(all(place in row for row in sample) for place in counts)


def _adds_tax(roles: Roles, added: Sequence[Added]) -> bool:
    """The amount is what another column and its tax come to."""
    whole = (each for each in added if each.whole == roles.amount)
    return any(roles.price is None or each.more == roles.tax for each in whole)


def _names_either(qty: Column, price: Column) -> bool:
    return Role.QTY in qty.roles - price.roles or Role.UNIT_PRICE in price.roles - qty.roles


def _like_qty_and_price(sample: Rows, qty_at: int, price_at: int, amount_at: int) -> float:
    """What words can't say: a quantity stands before its price and has a unit, a price has a currency, or cents."""
    rows = [row for row in sample if qty_at in row and price_at in row and amount_at in row]
    pairs = [(row[qty_at], row[price_at]) for row in rows]
    amounts = {row[amount_at].decimals for row in rows}
    whole = amounts <= {0}  # else a price has the cents
    score = 1.0 if qty_at < price_at else 0.0
    by_decimals = _lacks_decimals if whole else attrgetter("decimals") if THOUSANDTHS in amounts else _cents
    for sign in (by_decimals, _is_money, _lacks_unit):
        mostly = sum(min(1, max(-1, sign(price) - sign(qty))) for qty, price in pairs)
        score += 2.0 if mostly > 0 else 0.0
    dear = whole and all(price.value >= MUCH_DEARER * abs(qty.value) for qty, price in pairs)
    return score + (1.0 if pairs and dear else 0.0)


def _lacks_decimals(figure: Figure) -> int:
    return -figure.decimals


def _cents(figure: Figure) -> int:
    """Thousandths are counted or weighed, unless money has them, too: `1.000` is no price."""
    return figure.decimals if figure.decimals != THOUSANDTHS else 0


def _is_money(figure: Figure) -> int:
    return int(figure.money or figure.unit in MINOR_UNITS)


def _lacks_unit(figure: Figure) -> int:
    return int(figure.unit is None or figure.unit in MINOR_UNITS)


def _named(column: Column, worth: dict[Role, float]) -> float:
    if not column.roles:
        return 0
    return max((worth.get(role, -3) for role in column.roles), default=0)


def _closing(row: dict[int, Figure], pricing: Pricing | None, roles: Roles) -> float:
    if roles.amount not in row:
        return 0
    if roles.price is None:
        return 0.25
    if roles.price not in row or (roles.qty is not None and roles.qty not in row):
        return 0
    if pricing is None:
        return -3
    if not pricing.amount:
        return 0  # nothing times anything
    trivial = 1 in {pricing.qty, pricing.price}
    return (1 if trivial else 2.5) if pricing.exact and _is_plain(pricing, row, roles) else 0.5


def _is_plain(pricing: Pricing, row: dict[int, Figure], roles: Roles) -> bool:
    """It needs no other figures of the row than those of its roles."""
    printed = {value for place in (roles.qty, roles.price) if place is not None for value in row[place].values}
    counted = roles.qty is None or pricing.qty in printed
    priced = pricing.price in printed or roles.share in row
    return counted and priced and (not pricing.taxed or roles.tax is not None)
