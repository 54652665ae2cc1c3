"""Texts, numbers and dates out of elements. What is there but cannot be read becomes an issue."""

import datetime as dt
import re
from decimal import Decimal

from fakturo.convert.embedded.document import Node, child
from fakturo.convert.embedded.fields import in_words
from fakturo.convert.invoice import Issue

_NUMBER = re.compile(r"[+-]?(?:\d{1,18}(?:\.\d{0,12})?|\.\d{1,12})", re.ASCII)
_DAY = re.compile(r"(\d{4})-?(\d{2})-?(\d{2})(?:[T ].*|Z|[+-]\d\d:?\d\d|\d{4}(?:\d\d)?\S*)?", re.ASCII)
_SHORT_DAY = re.compile(r"(\d{2})(\d{2})(\d{2})", re.ASCII)
_YYMMDD, _MONTH, _WEEK = "101", "610", "616"
"""Formats of UN/EDIFACT 2379. Those with a whole day and four digits for the year are all read alike."""

_SHOWN_CHARACTERS = 40


class Values:
    """Reads one document, and remembers what could not be read."""

    def __init__(self) -> None:
        self.issues: list[Issue] = []

    def text(self, node: Node | None, *paths: str) -> str | None:
        """The first of the paths that says something, on one line."""
        for path in paths:
            found = child(node, path)
            if found is not None and (words := " ".join((found.text or "").split())):
                return words
        return None

    def number(self, node: Node | None, path: str, field: str) -> Decimal | None:
        text = self.text(node, path)
        if text is None:
            return None
        if _NUMBER.fullmatch(text):
            return Decimal(text)
        self._tell_unreadable(field, text, "a number")
        return None

    def date(self, node: Node | None, field: str) -> dt.date | None:
        """Of an element that holds the date itself or, as CII has it, in an element below."""
        inner = child(node, "DateTimeString")
        holder = node if inner is None else inner
        if holder is None or not (text := (holder.text or "").strip()):
            return None
        form = holder.get("format")
        if form in {_MONTH, _WEEK} and len(text) == len("yyyymm"):
            unit = "month" if form == _MONTH else "week"
            self.issues.append(
                Issue("DATE_INCOMPLETE", field, f"The XML gives only a {unit} as the {in_words(field)}.")
            )
            return None
        day = day_of(text, form)
        if day is None:
            self._tell_unreadable(field, text, "a date")
        return day

    def _tell_unreadable(self, field: str, text: str, wanted: str) -> None:
        shown = text if len(text) <= _SHOWN_CHARACTERS else text[:_SHOWN_CHARACTERS] + "…"
        message = f"The XML gives “{shown}” as the {in_words(field)}, which is not {wanted}."
        self.issues.append(Issue("VALUE_UNREADABLE", field, message))


def day_of(text: str, form: str | None) -> dt.date | None:
    if form == _YYMMDD and (match := _SHORT_DAY.fullmatch(text)):
        year, month, day = f"20{match[1]}", match[2], match[3]
    elif match := _DAY.fullmatch(text):
        year, month, day = match.groups()
    else:
        return None
    try:
        return dt.date(int(year), int(month), int(day))
    except ValueError:
        return None


def with_own_digits(value: Decimal) -> Decimal:
    """Of a quotient: without the zeros that only the division brought, and without an exponent."""
    short = value.quantize(Decimal("1e-10")).normalize()
    return short.quantize(Decimal(1)) if short == short.to_integral() else short
