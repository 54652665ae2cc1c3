"""What closes: quantity times price, base times rate. Exact decimals; only the last printed digit is forgiven."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal

ZERO = Decimal(0)
HUNDRED = Decimal(100)
CENT = Decimal("0.01")
PRICE_BASES = (Decimal(10), Decimal(100), Decimal(1000))
"""Prices of cheap goods are printed for ten, a hundred or a thousand of them."""
OTHER_BASE = Decimal(11) / Decimal(12)
"""Indonesia computes its 12 % on eleven twelfths of the price."""
LEAST_WHOLE = Decimal(10_000)
"""A whole of smaller sums is too much to forgive."""
CLOSE_ENOUGH = Decimal("0.005")
"""A price that was rounded for print must still give the amount to half a percent."""

ONE = Decimal(1)
_DIGITS = tuple(ONE.scaleb(-places) for places in range(40))


def last_digit(value: Decimal) -> Decimal:
    """One unit of the last printed digit, at most one whole."""
    places = -int(value.as_tuple().exponent)
    return ONE if places <= 0 else _DIGITS[places] if places < len(_DIGITS) else ONE.scaleb(-places)


def is_rounded(exact: Decimal, printed: Decimal) -> bool:
    """Whether the print is the value rounded in any usual way: up, down or cut off."""
    off = abs(exact - printed)
    return off < ONE and off < forgiven(printed)


def forgiven(printed: Decimal) -> Decimal:
    """How far a print may be from what was reckoned."""
    return ONE if _is_whole(printed) else max(last_digit(printed), CENT)


class Values:
    """Many values, in order, to find what a print may stand for among them."""

    def __init__(self, values: Iterable[Decimal]) -> None:
        self._ordered = sorted(values)

    def rounded(self, printed: Decimal) -> bool:
        """Whether the print is one of them, rounded."""
        slack = forgiven(printed)
        place = bisect_right(self._ordered, printed - slack)
        return place < len(self._ordered) and self._ordered[place] < printed + slack

    def within(self, value: Decimal, slack: Decimal) -> bool:
        """Whether one of them is at most so far away."""
        place = bisect_left(self._ordered, value - slack)
        return place < len(self._ordered) and self._ordered[place] <= value + slack


def _is_whole(printed: Decimal) -> bool:
    """Where money has no cents in use, programs print zeros for them all the same: `48,212.00`."""
    return abs(printed) >= LEAST_WHOLE and printed == printed.to_integral_value()


def closes(qty: Decimal, price: Decimal, amount: Decimal) -> bool:
    return is_rounded(qty * price, amount)


def closes_nearly(qty: Decimal, price: Decimal, amount: Decimal) -> bool:
    """The price was rounded for print, and the amount computed from more digits than are shown."""
    off = abs(qty * price - amount)
    return off <= CLOSE_ENOUGH * abs(amount) and off <= abs(qty) * last_digit(price) / 2 + last_digit(amount)


def to_cent(value: Decimal) -> Decimal:
    return value.quantize(CENT, ROUND_HALF_UP)


def is_tax(base: Decimal, rate: Decimal, tax: Decimal, *, slack: Decimal = CENT) -> bool:
    """Whether the tax is that rate of the base; rounding line by line may add up to the slack."""
    off = abs(base * rate / HUNDRED - tax)
    return off <= slack or off <= last_digit(tax)


def is_usual_tax(base: Decimal, rate: Decimal, tax: Decimal) -> bool:
    """To the cent: where no rate is printed, a round figure is a percentage of anything."""
    return tax > ZERO and abs(base * rate / HUNDRED - tax) < CENT
