"""The tax office's codes, to be searched by a person who enters one."""

from functools import cache
from typing import NamedTuple

from fakturo.convert.targets.coretax.lists import rows_of

MOST_FOUND = 30


class Code(NamedTuple):
    code: str
    name: str


def search_codes(kind: str, text: str) -> list[Code]:
    """Of units, goods or transactions: those whose code begins with the text, then those that have all its words."""
    words = text.casefold().split()
    codes = [(each, f"{each.code} {each.name}".casefold()) for each in _codes(kind)]
    fitting = [each for each, told in codes if all(word in told for word in words)]
    return sorted(fitting, key=lambda each: not each.code.casefold().startswith(text.casefold()))[:MOST_FOUND]


@cache
def _codes(kind: str) -> tuple[Code, ...]:
    return tuple(Code(row["code"], _name(kind, row)) for row in rows_of(kind))


def _name(kind: str, row: dict[str, str]) -> str:
    names = [row["name_id"], row["meaning"] if kind == "transactions" else row["name_en"]]
    name = " · ".join(dict.fromkeys(each for each in names if each))
    return f"{row['opt']}: {name}" if kind == "goods" else name
