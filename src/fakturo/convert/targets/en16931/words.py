"""What an element is called, for people: by its business term, or put together from the names on the way to it."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any

_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WORDS: Mapping[str, Any] = tomllib.loads((resources.files(__package__) / "words.toml").read_text("utf-8"))
_SILENT = frozenset(_WORDS["silent"])
_SAME = frozenset(_WORDS["same"])
_PARTIES: Mapping[str, str] = _WORDS["parties"]
_NAMES: Mapping[str, str] = _WORDS["names"]
MOST_PARTS = 3


def put_together(path: Sequence[str]) -> str:
    """Of the names on the way to an element: the innermost ones, and whose they are."""
    if not path:
        return "document"
    leaf, owners = path[-1], [name for name in path[:-1] if name not in _SILENT]
    if owners and (leaf.endswith("String") or f"{owners[-1]}/{leaf}" in _SAME):
        leaf = owners.pop()
    party = max((place for place, name in enumerate(owners) if name in _PARTIES), default=-1)
    parts = [_name(leaf), *(_name(name) for name in reversed(owners[party + 1 :]))][:MOST_PARTS]
    if party >= 0:
        parts = _owned(parts, _PARTIES[owners[party]])
    return " of the ".join(part for place, part in enumerate(parts) if place == 0 or part != parts[place - 1])


def in_words(name: str) -> str:
    """TaxBasisTotalAmount is a tax basis total amount."""
    return " ".join(word if word.isupper() and len(word) > 1 else word.lower() for word in _HUMP.split(name))


def attribute_words(name: str) -> str:
    words: str = _WORDS["attributes"].get(name, in_words(name[0].upper() + name[1:]))
    return words


def _name(name: str) -> str:
    return _PARTIES.get(name) or _NAMES.get(name) or in_words(name.partition(":")[0])


def _owned(parts: list[str], party: str) -> list[str]:
    if "'s " in party or " of " in party or "'s " in parts[-1]:
        return [*parts, party]
    return [*parts[:-1], f"{party}'s {parts[-1]}"]
