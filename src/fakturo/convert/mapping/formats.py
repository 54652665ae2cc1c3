"""How a value is written: by a picture of it, `0.00` or `DD.MM.YYYY`, or as its kind is written by itself."""

import re
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from fakturo.convert.mapping.kinds import Kind, Type
from fakturo.convert.mistakes import hint

Write = Callable[[Any], str]

NAMED = {"date": "YYYY-MM-DD", "trimmed": "0.##########"}
EXAMPLES = ("date", "trimmed", "0", "0.00", "0.##", "YYYYMMDD", "DD.MM.YYYY")
_NUMBER = re.compile(r"0(?:\.(0{0,10})(#{0,10}))?")
_DATE = re.compile(r"(?:YYYY|MM|DD|[-./ ])+")
_DATE_PARTS = {"YYYY": "{0:%Y}", "MM": "{0:%m}", "DD": "{0:%d}"}


class BadFormat(Exception):
    """The text says why."""


def writer(kind: Type, picture: str | None = None) -> Write:
    """What turns a value of that kind into text. Raises BadFormat for a picture that shows something else."""
    if picture is None:
        return _DEFAULTS[kind.kind]
    wanted = NAMED.get(picture, picture)
    if number := _NUMBER.fullmatch(wanted):
        _check(picture, kind, Kind.NUMBER)
        return _number_writer(len(number[1] or ""), len(number[2] or ""))
    if _DATE.fullmatch(wanted) and any(part in wanted for part in _DATE_PARTS):
        _check(picture, kind, Kind.DATE)
        return _date_writer(wanted)
    raise BadFormat(f"There is no format {picture!r}. {hint(picture, EXAMPLES)}")


def _check(picture: str, kind: Type, wanted: Kind) -> None:
    if kind.kind not in {wanted, Kind.NOTHING}:
        raise BadFormat(f"The format {picture!r} is for {wanted}, but the value is {kind}.")


def plain_number(value: Decimal) -> str:
    """As it is, never with an exponent, and zero without a sign."""
    return f"{value or abs(value):f}"


def _number_writer(least: int, more: int) -> Write:
    unit = Decimal(1).scaleb(-least - more)

    def write(value: Decimal) -> str:
        text = plain_number(Decimal(value).quantize(unit, ROUND_HALF_UP))
        trimmed = text[: len(text) - more] + text[len(text) - more :].rstrip("0") if more else text
        return trimmed.rstrip(".")

    return write


def _date_writer(picture: str) -> Write:
    template = re.sub("|".join(_DATE_PARTS), lambda part: _DATE_PARTS[part[0]], picture)
    # %Y drops leading zeros on some systems; nobody bills in the first millennium
    return template.format


_DEFAULTS: dict[Kind, Write] = {
    Kind.TEXT: str,
    Kind.NUMBER: lambda value: plain_number(Decimal(value)),
    Kind.DATE: lambda value: value.isoformat(),
    Kind.SWITCH: lambda value: "true" if value else "false",
    Kind.NOTHING: lambda _: "",
}
