"""What closes: quantity times price, base times rate. Exact decimals; only the last printed digit is forgiven."""

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


def last_digit(value: Decimal) -> Decimal:
    """One unit of the last printed digit, at most one whole."""
    return Decimal(1).scaleb(min(0, int(value.as_tuple().exponent)))


def is_rounded(exact: Decimal, printed: Decimal) -> bool:
    """Whether the print is the value rounded in any usual way: up, down or cut off."""
    return abs(exact - printed) < (Decimal(1) if _is_whole(printed) else max(last_digit(printed), CENT))


def _is_whole(printed: Decimal) -> bool:
    """Where money has no cents in use, programs print zeros for them all the same: `48,212.00`."""
    return abs(printed) >= LEAST_WHOLE and printed == printed.to_integral_value()


def closes(qty: Decimal, price: Decimal, amount: Decimal) -> bool:
    return is_rounded(qty * price, amount)


def closes_nearly(qty: Decimal, price: Decimal, amount: Decimal) -> bool:
    """The price was rounded for print, and the amount computed from more digits than are shown."""
    off = abs(qty * price - amount)
    return off <= abs(qty) * last_digit(price) / 2 + last_digit(amount) and off <= CLOSE_ENOUGH * abs(amount)


def to_cent(value: Decimal) -> Decimal:
    return value.quantize(CENT, ROUND_HALF_UP)


def is_tax(base: Decimal, rate: Decimal, tax: Decimal, *, slack: Decimal = CENT) -> bool:
    """Whether the tax is that rate of the base; rounding line by line may add up to the slack."""
    return abs(base * rate / HUNDRED - tax) <= max(slack, last_digit(tax))
