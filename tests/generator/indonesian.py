"""What Indonesian papers have in common: the rates of PPN, sums in words, goods with their unit and price."""

from decimal import Decimal
from random import Random

from tests.generator.amounts_in_words import english, indonesian
from tests.generator.bill import Bill, price_of
from tests.generator.listing import some

ELEVEN, TWELVE, TWELFTHS = Decimal(11), Decimal(12), Decimal(11) / Decimal(12)
Goods = tuple[tuple[str, str, int], ...]
"""Names with their unit and what they cost about."""


def ppn(bill: Bill) -> tuple[Decimal, Decimal]:
    """The rate in force, and the share of the price that bears it."""
    return (TWELVE, TWELFTHS) if bill.date.year >= 2025 else (ELEVEN, Decimal(1))


def words(value: Decimal) -> str:
    return f"{indonesian(int(value))} rupiah".capitalize()


def english_words(value: Decimal, pattern: str) -> str:
    """A sum as cheques have it; the pattern's second part is for the rest behind the point."""
    whole, rest = pattern.split("|")
    cents = int(value % 1 * 100)
    return f"{whole.format(english(int(value)))}{rest.format(english(cents)) if cents else ''} only".upper()


def some_goods(rng: Random, goods: Goods, most: int) -> list[tuple[str, str, Decimal]]:
    count = some(rng, most)
    chosen = rng.sample(goods, count) if count <= len(goods) else rng.choices(goods, k=count)
    return [(text, unit, price_of(rng, cost * 0.8, cost * 1.3, step="0.05")) for text, unit, cost in chosen]
