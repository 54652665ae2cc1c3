"""Rupiah to the cent: half-up, each step rounded, so that whoever computes a file's figures again gets the same."""

import decimal
from collections.abc import Sequence
from contextlib import AbstractContextManager
from decimal import ROUND_DOWN, ROUND_HALF_UP, ROUND_UP, Decimal
from typing import NamedTuple

from fakturo.convert.targets.figures import DIGITS

CENT = Decimal("0.01")
NOTHING = Decimal(0)
RATE = Decimal(12)
"""Percent of value-added tax, in force since 1 January 2025."""
HUNDRED = Decimal(100)


def exact() -> AbstractContextManager[decimal.Context]:
    return decimal.localcontext(decimal.Context(prec=DIGITS, rounding=ROUND_HALF_UP))


def to_cent(value: Decimal) -> Decimal:
    return value.quantize(CENT, ROUND_HALF_UP)


def reduced(base: Decimal) -> Decimal:
    """The base of what bears no luxury tax: 11/12, so that 12 % burden no more than 11 % did."""
    return to_cent(base * 11 / 12)


def share(base: Decimal, percent: Decimal) -> Decimal:
    return to_cent(base * percent / HUNDRED)


def in_cents(exact_parts: Sequence[Decimal], total: Decimal) -> list[Decimal]:
    """The parts, none negative, in whole cents that add up to the total; the largest remainders get what is left over.

    The total is at most a cent a part away from the parts' own sum.
    """
    floors = [part.quantize(CENT, ROUND_DOWN) for part in exact_parts]
    left = int((total - sum(floors, NOTHING)) / CENT)
    by_remainder = sorted(range(len(floors)), key=lambda place: (floors[place] - exact_parts[place], place))
    up = set(by_remainder[: max(left, 0)])
    down = set([place for place in reversed(by_remainder) if floors[place] >= CENT][: max(-left, 0)])
    return [value + CENT * ((place in up) - (place in down)) for place, value in enumerate(floors)]


class Fitted(NamedTuple):
    """Price, quantity and discount of two places each, from which exactly the wanted net follows."""

    price: Decimal
    qty: Decimal
    discount: Decimal


def fit(net: Decimal, qty: Decimal, price: Decimal, discount: Decimal) -> Fitted:
    """The figures nearest to the given ones, from which the net follows.

    Themselves; where the price is too fine, the next one; where the quantity is, the price as it is with more of a
    quantity; or a higher price. What is then too much is discount.
    """
    near, more = max(to_cent(qty), CENT), qty.quantize(CENT, ROUND_UP)
    right_price = (net + discount) / near
    if near == qty or to_cent(price) != price:
        for candidate in (to_cent(price), to_cent(right_price)):
            rest = to_cent(candidate * near) - net
            if rest >= 0 and abs(rest - discount) <= CENT:
                return Fitted(candidate, near, rest)
    elif (rest := to_cent(price * more) - net) >= discount:
        return Fitted(price, more, rest)
    above = right_price.quantize(CENT, ROUND_UP)
    return Fitted(above, near, to_cent(above * near) - net)
