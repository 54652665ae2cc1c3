"""What invoices call things, in several languages: data files that a translator can extend, and the search in them.

Each `xx.toml` has the sections labels (beside or above a value), payment (words of sentences about paying), columns
(head of the item table), totals (beside an amount), titles (kinds of document), months and units. Words are soft
evidence: nothing is read only because a word is there, and nothing is lost only because none is.
"""

import re
import tomllib
import unicodedata
from functools import cache, lru_cache
from importlib import resources
from typing import Any, NamedTuple

SECTIONS = ("labels", "payment", "columns", "totals", "titles", "units")
_TOKEN = re.compile(r"[^\W\d_]+|\d+|[%#@№°]")


class Match(NamedTuple):
    """A term found in a text."""

    meaning: str
    start: int
    end: int
    """Places in the text as given, so that the rest of it can be taken for the value."""
    tokens: int


class Token(NamedTuple):
    text: str
    start: int
    end: int


def fold(text: str) -> str:
    """Letters without case and accents: `Fälligkeit` and `FALLIGKEIT` are one word."""
    if text.isascii():
        return text.casefold()
    parts = unicodedata.normalize("NFKD", text.replace("ß", "ss").replace("№", "n°"))
    return "".join(part for part in parts if not unicodedata.combining(part)).casefold()


@lru_cache(maxsize=8192)
def tokens_of(text: str) -> tuple[Token, ...]:
    return tuple(Token(fold(match[0]), *match.span()) for match in _TOKEN.finditer(text))


class Terms:
    """All terms of one section in all languages, found by their words."""

    def __init__(self, meanings: dict[str, set[str]]) -> None:
        self._terms: dict[tuple[str, ...], list[str]] = {}
        self._longest: dict[str, int] = {}
        for meaning, terms in meanings.items():
            for words in {tuple(token.text for token in tokens_of(term)) for term in terms}:
                self._terms.setdefault(words, []).append(meaning)
                self._longest[words[0]] = max(len(words), self._longest.get(words[0], 0))

    def find(self, text: str) -> list[Match]:
        """The terms in the text from left to right; of several at one place, the longest (all of that length)."""
        tokens = tokens_of(text)
        words = tuple(token.text for token in tokens)
        found: list[Match] = []
        index = 0
        while index < len(words):
            length, meanings = self._at(words, index)
            if length:
                start, end = tokens[index].start, tokens[index + length - 1].end
                found += [Match(meaning, start, end, length) for meaning in meanings]
            index += length or 1
        return found

    def meanings(self, text: str) -> set[str]:
        return {match.meaning for match in self.find(text)}

    def begins(self, word: str) -> bool:
        """Some term of several words begins with this one."""
        return self._longest.get(word, 0) > 1

    def _at(self, words: tuple[str, ...], index: int) -> tuple[int, list[str]]:
        for length in range(min(self._longest.get(words[index], 0), len(words) - index), 0, -1):
            meanings = self._terms.get(words[index : index + length])
            if meanings:
                return length, meanings
        return 0, []


@cache
def terms(section: str) -> Terms:
    meanings: dict[str, set[str]] = {}
    for language in languages().values():
        for meaning, words in language.get(section, {}).items():
            meanings.setdefault(meaning, set()).update(words)
    return Terms(meanings)


@cache
def months() -> dict[str, int]:
    """Names of months and their short forms, folded, to their numbers."""
    numbers: dict[str, int] = {}
    for language in languages().values():
        for number, names in enumerate(language.get("months", {}).get("names", []), start=1):
            numbers |= {fold(name): number for name in names.split()}
    return numbers


@cache
def languages() -> dict[str, dict[str, Any]]:
    files = (file for file in resources.files(__package__).iterdir() if file.name.endswith(".toml"))
    return {file.name.removesuffix(".toml"): tomllib.loads(file.read_text("utf-8")) for file in files}
