"""Which column is quantity, price, discount and amount: what closes over the rows, with the head as a vote."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import cache, partial
from itertools import permutations, product
from operator import itemgetter

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

AS_AMOUNT = {Role.AMOUNT: 3.0, Role.GROSS_AMOUNT: 2.0, Role.UNIT_PRICE: -1.0}
AS_PRICE = {Role.UNIT_PRICE: 3.0, Role.AMOUNT: -1.0, Role.UOM: 0.0}
AS_QTY = {Role.QTY: 3.0, Role.NO: -2.0, Role.AMOUNT: -1.0, Role.UOM: -1.0}
"""What a column's name is worth to one that is read so; any other costs three."""
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
        if not any({amount, price, qty} - {None} <= row.keys() for row in sample):
            continue  # no row has them all
        if head and qty is None and price is not None and Role.UNIT_PRICE not in columns[price].roles:
            continue  # nothing says that it is a price
        named = qty is not None and _names_all(columns[amount], columns[qty], price, columns)
        for discount, tax in product(discounts, taxes):
            if (discount is not None or tax is not None) and (price is None or {discount, tax} & {amount, price, qty}):
                continue
            found.append(Roles(amount, price, qty, discount, tax, share if price is not None else None, named=named))
    looked = Looked(columns, sample, 1.0 if head else 2.0)
    scores = [(_score(roles, looked), roles) for roles in _likeliest(found, looked)]
    scores = [(score - NET_IS_PRINTED if _adds_tax(roles, added) else score, roles) for score, roles in scores]
    best = sorted(scores, key=lambda scored: -scored[0])[:4]
    return [replace(roles, score=score) for score, roles in best]


class Looked:
    """Columns and some of their rows, with what is the same in all ways to read them."""

    def __init__(self, columns: Sequence[Column], rows: Rows, each_closing: float) -> None:
        self.columns, self.rows, self.each_closing = columns, rows, each_closing
        self.words = [[_named(column, worth) for worth in (AS_AMOUNT, AS_PRICE, AS_QTY)] for column in columns]
        self.alike = cache(partial(_like_qty_and_price, cache(partial(_traits_of, rows))))
        counts = [place for place, column in enumerate(columns) if column.roles == {Role.QTY}]
        self.counts = [place for place in counts if all(place in row for row in rows)]
        """What the head calls the quantity, and every row has."""


def _likeliest(found: list[Roles], looked: Looked) -> list[Roles]:
    """Of very many readings those that are worth a closer look, by the head's words and what closes at first sight."""
    if len(found) <= MOST_TRIED:
        return found
    rows = [{place: float(figure.value) for place, figure in row.items()} for row in looked.rows]
    closing = cache(partial(_seem_to_close, rows))  # the same whatever is a discount or a tax
    plain = [_by_words(roles, looked) + closing(roles.amount, roles.price, roles.qty) for roles in found]
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


def _by_words(roles: Roles, looked: Looked) -> float:
    words = looked.words
    score = words[roles.amount][0] + roles.amount / len(words)
    if roles.price is not None:
        score += words[roles.price][1]
    if roles.qty is not None:
        score += words[roles.qty][2]
    return score - 0.5 * ((roles.discount is not None) + (roles.tax is not None))


def _score(roles: Roles, looked: Looked) -> float:
    score, columns, qty, price = _by_words(roles, looked), looked.columns, roles.qty, roles.price
    if qty is not None and price is not None and not _names_either(columns[qty], columns[price]):
        score += looked.alike(qty, price, roles.amount)
    closing = looked.each_closing * sum([_closing(row, roles) for row in looked.rows])
    score += max(closing, NOTHING_CLOSES) if roles.named else closing
    score -= NAMED_OTHERWISE if _leaves_the_count(roles, looked) else 0.0
    return score


def _names_all(amount: Column, qty: Column, price: int | None, columns: Sequence[Column]) -> bool:
    priced = price is not None and Role.UNIT_PRICE in columns[price].roles
    return priced and Role.QTY in qty.roles and bool(amount.roles & {Role.AMOUNT, Role.GROSS_AMOUNT})


def _leaves_the_count(roles: Roles, looked: Looked) -> bool:
    """A price is read without what the head calls the quantity, and every row has, or with money instead of it."""
    if roles.price is None or (roles.qty is not None and not looked.columns[roles.qty].roles & MONEY):
        return False
    return not roles.used.issuperset(looked.counts)


def _adds_tax(roles: Roles, added: Sequence[Added]) -> bool:
    """The amount is what another column and its tax come to."""
    whole = (each for each in added if each.whole == roles.amount)
    return any(roles.price is None or each.more == roles.tax for each in whole)


def _names_either(qty: Column, price: Column) -> bool:
    return Role.QTY in qty.roles - price.roles or Role.UNIT_PRICE in price.roles - qty.roles


Traits = tuple[int, bool, bool, Decimal]
"""Decimals of a figure, whether it is money, whether it lacks a unit, and its value."""


def _traits_of(rows: Rows, place: int) -> list[Traits | None]:
    return [_traits(row[place]) if place in row else None for row in rows]


def _traits(figure: Figure) -> Traits:
    minor = figure.unit in MINOR_UNITS
    return figure.decimals, figure.money or minor, figure.unit is None or minor, figure.value


def _like_qty_and_price(traits: Callable[[int], list[Traits | None]], qty_at: int, price_at: int, at: int) -> float:
    """What words can't say: a quantity stands before its price and has a unit, a price has a currency, or cents."""
    rows = zip(traits(qty_at), traits(price_at), traits(at), strict=True)
    full = [(qty, price, amount) for qty, price, amount in rows if qty and price and amount]
    amounts = {amount[0] for _, _, amount in full}
    whole = amounts <= {0}  # else a price has the cents
    told: Callable[[Traits], int] = _fewest if whole else itemgetter(0) if THOUSANDTHS in amounts else _cents
    more = [(told(price) - told(qty), price[1] - qty[1], price[2] - qty[2]) for qty, price, _ in full]
    mostly: list[bool] = [sum([(step > 0) - (step < 0) for step in steps]) > 0 for steps in zip(*more, strict=True)]
    dear = whole and all(price[3] >= MUCH_DEARER * abs(qty[3]) for qty, price, _ in full)
    return 1.0 * (qty_at < price_at) + 2.0 * sum(mostly) + 1.0 * bool(full and dear)


def _fewest(traits: Traits) -> int:
    return -traits[0]


def _cents(traits: Traits) -> int:
    """Thousandths are counted or weighed, unless money has them, too: `1.000` is no price. Zeros behind the cents tell
    less than cents do: beside `287.50`, `12.0000` is the count."""
    decimals, whole = traits[0], traits[3] % 1 == 0
    return 0 if decimals == THOUSANDTHS else 1 if decimals > THOUSANDTHS and whole else decimals


def _named(column: Column, worth: dict[Role, float]) -> float:
    if not column.roles:
        return 0
    return max([worth.get(role, -3) for role in column.roles])


def _closing(row: dict[int, Figure], roles: Roles) -> float:
    if roles.amount not in row:
        return 0
    if roles.price is None:
        return 0.25
    if roles.price not in row or (roles.qty is not None and roles.qty not in row):
        return 0
    pricing = pricing_of(row, roles)
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
