"""An engine that has forgotten part of its words, as if the invoices came from senders who call things otherwise.

No family can show how the engine fares with words that nobody thought of; taking known ones away does. What it then
accepts must be as right as before: fewer words may cost an acceptance, never the truth.
"""

import hashlib

from fakturo.convert.vocabulary import SECTIONS, languages

_KEPT = {"units"}
"""Units are codes that the law lists, rather than words of a sender's own."""


def forget(percent: int, seed: int) -> None:
    """For this process and for good; to be called before the engine has read anything."""
    for language in languages().values():
        for section in set(SECTIONS) - _KEPT:
            for meaning, words in language.get(section, {}).items():
                words[:] = [word for word in words if not _forgotten(f"{seed} {section} {meaning} {word}", percent)]


def _forgotten(word: str, percent: int) -> bool:
    return int.from_bytes(hashlib.sha256(word.encode()).digest()[:4]) % 100 < percent
