"""How a row's amount comes about: quantity, price, discount and tax, in columns or in words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import pairwise, product
from typing import NamedTuple

from fakturo.convert.figures import CURRENCY_WORDS, MINOR_UNITS, Figure, decimals_of, figures_of, is_unit
from fakturo.convert.layout.sheet import Row
from fakturo.convert.page import Word
from fakturo.convert.solve.arithmetic import HUNDRED, PRICE_BASES, closes, closes_nearly, is_rounded
from fakturo.convert.vocabulary import terms

_RATE = re.compile(r"(?<![\d.,])(\d{1,2}(?:[.,]\d{1,2})?)\s?%")
BASE_GAP = 25.0
"""Points between a price and what it is for."""


class Pricing(NamedTuple):
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
    share: int | None = None
    score: float = field(default=0.0, compare=False)
    named: bool = field(default=False, compare=False)
    """The head names quantity, price and amount."""

    @property
    def used(self) -> frozenset[int | None]:
        return frozenset({self.amount, self.price, self.qty, self.discount, self.tax, self.share})


Combinations = Sequence[tuple[Decimal, Decimal, Decimal]]
"""Amounts, prices and quantities that a row's prints may stand for."""
Printed = Figure | None


def pricing_of(row: dict[int, Figure], roles: Roles) -> Pricing | None:
    """How the row's amount closes, or None if it does not."""
    if roles.price is None or roles.amount not in row or (roles.qty is not None and roles.qty not in row):
        return None
    return _priced(row, roles, roles.price) if roles.price in row else None


def _priced(row: dict[int, Figure], roles: Roles, place: int) -> Pricing | None:
    quantities = row[roles.qty].values if roles.qty is not None else (Decimal(1),)
    discount = row.get(roles.discount) if roles.discount is not None else None
    tax = row.get(roles.tax) if roles.tax is not None else None
    combinations = list(product(row[roles.amount].values, row[place].values, quantities))
    if roles.share in row:  # of each piece a part of its price is owed: `935 copies at 8.81, 10 %`
        share = row[roles.share].value / HUNDRED
        owed = (each for each in combinations if closes(each[2] * share, each[1], each[0]))
        return next((Pricing(qty, price * share, amount) for amount, price, qty in owed), None)
    if row[place].unit in MINOR_UNITS:
        in_cents = (each for each in combinations if closes(each[2] / HUNDRED, each[1], each[0]))
        if found := next(in_cents, None):
            return Pricing(found[2], found[1], found[0], price_base=HUNDRED)
    taken, right = (roles.qty, place, roles.amount), row[place].box.x1
    bases = [figure for at, figure in row.items() if at not in taken and figure.value in PRICE_BASES]
    beside = [figure for figure in bases if right - 1 <= figure.box.x0 <= right + BASE_GAP]
    if beside and (by_base := _per_printed(beside, combinations)):
        return by_base
    attempts = ATTEMPTS if discount or tax else PLAIN_ATTEMPTS
    for attempt in REDUCED_ATTEMPTS if discount and discount.value else attempts:
        for amount, price, qty in combinations:
            pricing = attempt(qty, price, amount, discount, tax)
            if pricing:
                return pricing
    used = roles.used
    others = [figure for at, figure in row.items() if at not in used]
    by_base = _per_printed(bases, combinations) if bases else None
    counted = by_base or (_counted_twice(others, combinations) if roles.qty is not None else None)
    return counted or _taxed_at_rate(others, combinations)


def _taxed_at_rate(others: Sequence[Figure], combinations: Combinations) -> Pricing | None:
    """The amount includes a tax of which the row prints the rate alone."""
    rates = [figure.value for figure in others if figure.percent]
    for amount, price, qty in combinations:
        for rate in rates:
            if rate > 0 and closes(qty * price, 1 + rate / HUNDRED, amount):
                return Pricing(qty, price, amount, taxed=True)
    return None


def _counted_twice(others: Sequence[Figure], combinations: Combinations) -> Pricing | None:
    """Rooms and nights: two counts and a price. With decimals, it is what a unit of the price's currency is worth."""
    factors = [figure.value for figure in others if not figure.percent]
    for amount, price, qty in combinations if factors else ():
        for factor in factors:
            if factor <= 1 or not closes(qty * factor, price, amount):
                continue
            if qty > 1 and (qty * factor in factors or qty * price in factors):
                continue  # the product is printed, and is the quantity itself
            return Pricing(qty, price * factor, amount) if decimals_of(factor) else Pricing(qty * factor, price, amount)
    return None


def _per_printed(bases: Sequence[Figure], combinations: Combinations) -> Pricing | None:
    """The price is for so many as are printed, just behind it or elsewhere: `38.72 per 100`."""
    values = {figure.value for figure in bases}
    for amount, price, qty in combinations:
        for base in values:
            if closes(qty / base, price, amount):
                return Pricing(qty, price, amount, price_base=base)
    return None


def _plain(qty: Decimal, price: Decimal, amount: Decimal, _discount: Printed, _tax: Printed) -> Pricing | None:
    full = qty * price
    # Credit notes print a minus before the amount alone.
    return Pricing(qty, price, amount) if is_rounded(full, amount) or is_rounded(-full, amount) else None


def _discounted(qty: Decimal, price: Decimal, amount: Decimal, discount: Printed, _tax: Printed) -> Pricing | None:
    if discount is None:
        return None
    full = qty * price
    off = abs(discount.value)
    for reduced in (full * (1 - off / HUNDRED), full - off, qty * (price - off)):
        if is_rounded(reduced, amount) or is_rounded(-reduced, amount):
            return Pricing(qty, price, amount, discount=full - (amount if is_rounded(reduced, amount) else -amount))
    if closes(qty, price, amount):
        return Pricing(qty, price, amount)  # the price has its discount already
    return None


def _taxed(qty: Decimal, price: Decimal, amount: Decimal, _discount: Printed, tax: Printed) -> Pricing | None:
    if tax is None or not tax.value:
        return None
    total = qty * price + tax.value
    return Pricing(qty, price, amount, taxed=True) if closes(Decimal(1), total, amount) else None


def _per_hundred(qty: Decimal, price: Decimal, amount: Decimal, _discount: Printed, _tax: Printed) -> Pricing | None:
    for base in PRICE_BASES:
        if qty <= base:
            break
        round_lot = qty % base == 0 or (base > PRICE_BASES[0] and amount > base)
        if round_lot and closes(qty / base, price, amount):
            return Pricing(qty, price, amount, price_base=base)
    return None


def _nearly(qty: Decimal, price: Decimal, amount: Decimal, _discount: Printed, _tax: Printed) -> Pricing | None:
    return Pricing(qty, price, amount, exact=False) if qty != 1 and closes_nearly(qty, price, amount) else None


ATTEMPTS = (_plain, _discounted, _taxed, _per_hundred, _nearly)
PLAIN_ATTEMPTS = (_plain, _per_hundred, _nearly)
"""Where neither a discount nor a tax stands in the row."""
REDUCED_ATTEMPTS = (_discounted, _taxed)

TIMES = frozenset({"x", "×", "*", "@", "at", "à", "á", "zu", "je", "por"})


def written_pricing(row: Row, figures: Sequence[Figure], amount: Decimal) -> Pricing | None:
    """Quantity and price in words: `Rp 38.250,00 x 40,00 DUS`, `8 x 2.217,17`, `91 days at 64.90p`.

    The price has a currency or cents.
    """
    pair = written_pair(row, figures, amount)
    if pair is None:
        return None
    one, other = pair
    words = [word for phrase in row.phrases for word in phrase.words]
    for first, second in product(one.values, other.values):
        if other.unit in MINOR_UNITS and closes(first, second / HUNDRED, amount):
            return Pricing(first, second / HUNDRED, amount)
        if closes(first, second, amount):
            dearer = decimals_of(first) > decimals_of(second) or _is_money(words, one)
            price_first = bool(other.unit) or (dearer and not one.unit)  # `1,500 kg x 1,99`
            return Pricing(second, first, amount) if price_first else Pricing(first, second, amount)
    return None


def written_pair(row: Row, figures: Sequence[Figure], amount: Decimal) -> tuple[Figure, Figure] | None:
    """Two figures with `x` or `at` between them that give the amount."""
    words = [word for phrase in row.phrases for word in phrase.words]
    for one, other in pairwise(figures):
        between = [
            word.text.casefold() for word in words if one.box.x1 - 1 <= word.box.x0 and word.box.x1 <= other.box.x0 + 1
        ]
        glued = one.raw.casefold().endswith(("x", "×"))
        if not glued and not TIMES & set(between):
            continue
        if 1 in {one.value, other.value} and not one.clean and not all(_goes_with_times(word) for word in between):
            continue  # `1 x IPv4 ... 167.36` is no price
        part = HUNDRED if other.unit in MINOR_UNITS else Decimal(1)
        if any(
            closes(first, second / base, amount)
            for first, second in product(one.values, other.values)
            for base in (part, Decimal(1))
        ):
            return one, other
    return None


def told_deal(rows: Sequence[Row], amount: Decimal, count: Figure | None) -> Pricing | None:
    """Quantity and price in rows of their own, each with a word for it: `Quantity: 1`, `Price per hour: 150 €`. Behind
    words that nobody knows, money that gives the amount with a quantity is the price, unless it is the amount again."""
    counts, prices, others = [count] if count else [], [], []
    for row in rows:
        for figure in figures_of(row):
            phrase = next(phrase for phrase in row.phrases if phrase.box.x0 <= figure.box.x0 < phrase.box.x1)
            label = " ".join(word.text for word in phrase.words if word.box.x1 <= figure.box.x0 + 1)
            means = {match.meaning for match in terms("columns").find(label)}
            if "unit_price" in means:
                prices.append(figure)
            elif "qty" in means or (figure.unit and not label):
                counts.append(figure)
            elif figure.money and label and abs(figure.value) != abs(amount):
                others.append(figure)
    told = product(counts, [*prices, *others])
    values = ((qty, price) for one, other in told for qty in one.values for price in other.values)
    return next((Pricing(qty, price, amount) for qty, price in values if closes(qty, price, amount)), None)


def _goes_with_times(word: str) -> bool:
    return word in TIMES or word in CURRENCY_WORDS or is_unit(word)


def _is_money(words: Sequence[Word], figure: Figure) -> bool:
    before = [word for word in words if word.box.x1 <= figure.box.x0 + 1]
    return bool(before) and before[-1].text.casefold() in CURRENCY_WORDS
