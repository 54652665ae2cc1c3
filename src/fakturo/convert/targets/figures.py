"""Which figures can be right at all, and room to reckon with those."""

from decimal import Decimal

LARGEST = Decimal(10) ** 15
"""Money, or pieces: more is misread, and fits no file."""
DIGITS = 60
"""A price and a quantity of eighteen digits each, multiplied, and shares of it."""


def is_reasonable(value: Decimal | None) -> bool:
    return value is None or (value.is_finite() and abs(value) < LARGEST)
