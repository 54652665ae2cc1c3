"""The functions of a mapping's expressions, each with what it takes and gives."""

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from fakturo.convert.mapping.formats import plain_number
from fakturo.convert.mapping.kinds import DATE, NUMBER, SWITCH, TEXT, Kind, Type

MOST_PLACES = 10
LONGEST_JOINED = 20_000
"""No element holds so much; names that are joined with themselves would soon hold more than a process can."""
WITH_CONSTANT = ("round", "text")
"""Their second argument says how, and is written out: places, or a picture."""


class WrongArguments(Exception):
    """The text says what the function wants."""


@dataclass(frozen=True, slots=True)
class Function:
    usage: str
    least: int
    most: int
    gives: Callable[[Sequence[Type]], Type]
    """The type of the result; raises WrongArguments."""
    run: Callable[..., Any]
    """On values; those of a list come without the empty ones."""


def _wants(usage: str, *kinds: Kind) -> Callable[[Sequence[Type]], None]:
    def check(given: Sequence[Type]) -> None:
        for each in given:
            if each.kind not in {*kinds, Kind.NOTHING}:
                raise WrongArguments(f"{usage} can't take {each}.")

    return check


def _one_for_one(name: str, usage: str, takes: tuple[Kind, ...], result: Type, run: Callable[..., Any]) -> Function:
    check = _wants(usage, *takes)

    def gives(given: Sequence[Type]) -> Type:
        check(given)
        return result

    def unless_empty(value: Any, *others: Any) -> Any:
        return None if value is None else run(value, *others)

    return Function(usage, 1, 2 if name in WITH_CONSTANT else 1, gives, unless_empty)


def _over_list(usage: str, of: Kind | None, result: Callable[[Type], Type], run: Callable[..., Any]) -> Function:
    def gives(given: Sequence[Type]) -> Type:
        each = given[0].of
        if each is None:
            raise WrongArguments(f"{usage} wants a list, not {given[0]}.")
        if of and each.kind is not of:
            raise WrongArguments(f"{usage} wants a list of which each is {of}, not {each}.")
        return result(each)

    return Function(usage, 1, 1, gives, run)


def _least_or_greatest(usage: str, run: Callable[..., Any]) -> Function:
    def gives(given: Sequence[Type]) -> Type:
        each = [kind.of if len(given) == 1 and kind.of else kind for kind in given]
        if any(kind != each[0] for kind in each) or each[0] not in {NUMBER, DATE}:
            raise WrongArguments(
                f"{usage} compares numbers, or dates, not {' and '.join(sorted(set(map(str, each))))}."
            )
        return each[0]

    def chosen(*values: Any) -> Any:
        first = values[0]
        known = first if isinstance(first, list) else [value for value in values if value is not None]
        return run(known, default=None)

    return Function(usage, 1, 10, gives, chosen)


def _join() -> Function:
    usage = "join(separator, texts…)"

    def gives(given: Sequence[Type]) -> Type:
        for each in given:
            inner = each.of or each
            if inner.kind not in {Kind.TEXT, Kind.NOTHING}:
                raise WrongArguments(
                    f"{usage} puts texts together, not {each}: text(…) makes a text of a number or date."
                )
        return TEXT

    def run(separator: str | None, *values: Any) -> str:
        flat = (each for value in values for each in (value if isinstance(value, list) else [value]))
        return (separator or "").join(each for each in flat if each)[:LONGEST_JOINED]

    return Function(usage, 2, 20, gives, run)


def round_half_up(value: Decimal, places: int = 0) -> Decimal:
    return Decimal(value).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)


def _text(value: Any) -> str:
    if isinstance(value, dt.date):
        return value.isoformat()
    return plain_number(Decimal(value)) if isinstance(value, int | Decimal) else str(value)


FUNCTIONS: dict[str, Function] = {
    "round": _one_for_one("round", "round(number, places)", (Kind.NUMBER,), NUMBER, round_half_up),
    "abs": _one_for_one("abs", "abs(number)", (Kind.NUMBER,), NUMBER, abs),
    "digits": _one_for_one("digits", "digits(text)", (Kind.TEXT,), TEXT, lambda text: "".join(filter(_is_digit, text))),
    "upper": _one_for_one("upper", "upper(text)", (Kind.TEXT,), TEXT, str.upper),
    "text": _one_for_one("text", "text(value, format)", (Kind.TEXT, Kind.NUMBER, Kind.DATE), TEXT, _text),
    "sum": _over_list("sum(list)", Kind.NUMBER, lambda _: NUMBER, lambda values: sum(values, Decimal(0))),
    "count": _over_list("count(list)", None, lambda _: NUMBER, lambda values: Decimal(len(values))),
    "first": _over_list("first(list)", None, lambda each: each, lambda values: values[0] if values else None),
    "any": _over_list("any(list)", None, lambda _: SWITCH, any),
    "join": _join(),
    "min": _least_or_greatest("min(numbers…)", min),
    "max": _least_or_greatest("max(numbers…)", max),
}


def _is_digit(sign: str) -> bool:
    return sign.isascii() and sign.isdigit()
