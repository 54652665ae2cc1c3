"""What kinds of values a mapping may speak of, learned from the dataclasses of its target."""

import datetime as dt
import types
import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from decimal import Decimal
from enum import Enum, StrEnum
from functools import cache
from typing import Any, Literal, Union


class Kind(StrEnum):
    TEXT = "a text"
    NUMBER = "a number"
    DATE = "a date"
    SWITCH = "yes or no"
    NOTHING = "nothing"
    LIST = "a list"
    GROUP = "a group of values"


@dataclass(frozen=True, slots=True)
class Type:
    kind: Kind
    choices: tuple[str, ...] = ()
    """Of a text that is one of a few."""
    of: "Type | None" = None
    """What a list holds."""
    group: Any = None
    """The dataclass of a group."""

    @property
    def is_plain(self) -> bool:
        """Can be written into an element."""
        return self.kind not in {Kind.LIST, Kind.GROUP}

    def __str__(self) -> str:
        if self.choices:
            return "one of " + ", ".join(map(repr, self.choices))
        return f"a list, each {self.of}" if self.of else self.kind.value


TEXT, NUMBER, DATE, SWITCH, NOTHING = map(Type, (Kind.TEXT, Kind.NUMBER, Kind.DATE, Kind.SWITCH, Kind.NOTHING))

_PLAIN: tuple[tuple[type[Any], Type], ...] = (
    (bool, SWITCH),
    (str, TEXT),
    (int, NUMBER),
    (Decimal, NUMBER),
    (dt.date, DATE),
)


def list_of(each: Type) -> Type:
    return Type(Kind.LIST, of=each)


def group_of(values: Any) -> Type:
    return Type(Kind.GROUP, group=values)


@cache
def members(group: Any) -> Mapping[str, Type]:
    """The names in a group, a dataclass, and what stands under each."""
    hints = typing.get_type_hints(group)
    return {each.name: _type_of(hints[each.name]) for each in fields(group)}


def _type_of(hint: Any) -> Type:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in {Union, types.UnionType}:
        (inner,) = (each for each in arguments if each is not type(None))
        return _type_of(inner)
    if origin is Literal:
        return Type(Kind.TEXT, tuple(arguments))
    if isinstance(origin, type) and issubclass(origin, Sequence):
        return list_of(_type_of(arguments[0]))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return Type(Kind.TEXT, tuple(each.value for each in hint))
    plain = next((kind for base, kind in _PLAIN if isinstance(hint, type) and issubclass(hint, base)), None)
    return plain or group_of(hint)


def in_common(one: Type, other: Type) -> Type | None:
    """What a value is that may be either; None if they don't go together."""
    if one.kind is Kind.NOTHING:
        return other
    if other.kind is Kind.NOTHING or one == other:
        return one
    return Type(one.kind) if one.kind is other.kind and one.is_plain else None


def paths(values: Any, prefix: str = "") -> list[tuple[str, Type]]:
    """Everything that a mapping can name, in the order of the dataclasses; a list's members follow it, by a star."""
    found: list[tuple[str, Type]] = []
    for name, kind in members(values).items():
        found.append((f"{prefix}{name}", kind))
        each, star = (kind.of, ".*") if kind.of else (kind, "")
        if each.group:
            found += paths(each.group, f"{prefix}{name}{star}.")
    return found
