"""How values are written down: numbers, money and dates in a country's ways."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

from tests.generator.places import MONTHS

NEGATIVES = ("-{}", "({})", "{}-", "- {}", "(-) {}")


@dataclass(frozen=True)
class NumberFormat:
    """Written like its sample: 1.234,56 · 1,234.56 · 1 234,56 · 1'234.56 · 1234,56."""

    sample: str
    negative: str = "-{}"

    def write(self, value: Decimal, places: int) -> str:
        digits = f"{abs(value):,.{places}f}"
        thousands = self.sample[1] if not self.sample[1].isdigit() else ""
        written = digits.translate({ord(","): thousands, ord("."): self.sample[-3]})
        return self.negative.format(written) if value < 0 else written


def places_of(value: Decimal) -> int:
    """Digits after the point that are needed, trailing zeros not."""
    exponent = value.normalize().as_tuple().exponent
    assert isinstance(exponent, int)
    return max(0, -exponent)


def write_date(day: dt.date, pattern: str, language: str) -> str:
    month = MONTHS[language].split()[day.month - 1]
    return day.strftime(pattern.replace("%B", month).replace("%b", month[:3]))
