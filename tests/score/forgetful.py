"""An engine that has forgotten part of its words, as if the invoices came from senders who call things otherwise.

No family can show how the engine fares with words that nobody thought of; taking known ones away does. What it then
accepts must be as right as before: fewer words may cost an acceptance, never the truth.
"""

import hashlib
from collections.abc import Iterator
from typing import Any

from fakturo.convert.vocabulary import languages

_KEPT = {"units", "months"}
"""Units are codes that the law lists, and months everybody's, rather than words of a sender's own."""


def forget(percent: int, seed: int) -> None:
    """For this process and for good; to be called before the engine has read anything."""
    for language in languages().values():
        for section, words in _lists(language):
            words[:] = [word for word in words if not _forgotten(f"{seed} {section} {word}", percent)]


def _lists(language: dict[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Each list of words, and of patterns that put words together, with the names it stands under."""
    for section, meanings in language.items():
        for meaning, words in meanings.items() if section not in _KEPT else ():
            if isinstance(words, list):
                yield f"{section} {meaning}", words
            elif isinstance(words, dict):
                yield from ((f"{section} {meaning} {name}", patterns) for name, patterns in words.items())


def _forgotten(word: str, percent: int) -> bool:
    return int.from_bytes(hashlib.sha256(word.encode()).digest()[:4]) % 100 < percent
