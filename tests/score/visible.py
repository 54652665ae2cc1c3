"""Whether a value is to be seen in a page's text, in some usual way of writing it.

Attached XML holds values that the page does not show, and the page is what is read: only what is visible is scored.
"""

import datetime as dt
import re
import unicodedata
from decimal import Decimal

from tests.generator.places import MONTHS

GROUPINGS = (",", ".", " ", "'", "")
SYMBOLS = {"EUR": ("€",), "USD": ("$",), "INR": ("Rs",), "GBP": ("£",)}


class PageText:
    def __init__(self, text: str) -> None:
        self._text = " ".join(unicodedata.normalize("NFKC", text).split())
        self._letters = _letters(text)

    def __bool__(self) -> bool:
        return bool(self._letters)

    def has_text(self, value: str) -> bool:
        """By letters and digits alone: line breaks, hyphens and case don't matter."""
        return bool(_letters(value)) and _letters(value) in self._letters

    def has_number(self, value: Decimal, least_places: int = 0) -> bool:
        return any(self._has_whole(form) for form in number_forms(value, least_places))

    def has_money(self, value: Decimal) -> bool:
        """With its cents: a bare 10 may be anything."""
        return self.has_number(value, 2)

    def has_currency(self, code: str) -> bool:
        return any(sign in self._text for sign in (code, *SYMBOLS.get(code, ())))

    def has_date(self, day: dt.date) -> bool:
        return any(form in self._text.casefold() for form in date_forms(day))

    def _has_whole(self, form: str) -> bool:
        """Not as a part of a longer number."""
        pattern = rf"(?<![\d])(?<!\d[.,']){re.escape(form)}(?![\d]|[.,']\d)"
        return re.search(pattern, self._text) is not None


def _letters(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKC", text).casefold() if c.isalnum())


def number_forms(value: Decimal, least_places: int = 0) -> set[str]:
    value = abs(value)
    least = max(least_places, -int(value.normalize().as_tuple().exponent))
    forms: set[str] = set()
    for places in {least, max(least, 2), max(least, 3), max(least, 4)}:
        digits = f"{value:,.{places}f}"
        for grouping in GROUPINGS:
            for point in {".", ","} - {grouping}:
                forms.add(digits.translate({ord(","): grouping, ord("."): point}))
    return forms


def date_forms(day: dt.date) -> set[str]:
    forms = {day.isoformat(), day.strftime("%Y%m%d"), day.strftime("%Y/%m/%d")}
    for separator in ("/", ".", "-", " "):
        for year in (day.strftime("%Y"), day.strftime("%y")):
            forms |= {separator.join(parts) for parts in _orders(day, year)}
    for months in MONTHS.values():
        month = months.split()[day.month - 1].casefold()
        for name in {month, month[:3], f"{month[:3]}."}:
            for number in {str(day.day), f"{day.day:02}"}:
                forms |= {f"{number}{dot} {name} {day.year}" for dot in ("", ".")}
                forms |= {f"{number}-{name}-{day.year}", f"{name} {number}, {day.year}", f"{name} {number} {day.year}"}
                forms |= {f"{name} {number} , {day.year}"}
    return forms


def _orders(day: dt.date, year: str) -> list[tuple[str, str, str]]:
    short, long = (str(day.day), str(day.month)), (f"{day.day:02}", f"{day.month:02}")
    return [(d, m, year) for d, m in (short, long)] + [(m, d, year) for d, m in (short, long)]
