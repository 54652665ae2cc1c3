"""What invoices call things, in several languages: data files that a translator can extend, and the search in them.

Each `xx.toml` has the sections labels (beside or above a value), payment (words of sentences about paying), terms (of
payment), columns (head of the item table), totals (beside an amount), tax (whether a sum has it), titles (kinds of
document), units, dates (whether the day or the month comes first) and, beyond what CLDR has, months; and the parts that
labels, columns and totals are made of, with the patterns that put them together. Words are
soft evidence: nothing is read only because a word is there, and nothing is lost only because none is.
"""

import json
import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from fakturo.convert.memory import remembered
from fakturo.convert.vocabulary.patterns import Patterns, Words

_UNSPACED = "\u0e01-\u0e30\u0e32-\u0e33\u0e40-\u0e46\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff"
"""Letters of Thai, Chinese and Japanese, which are written without spaces: each is a word for itself. And of Korean,
whose forms spread the letters of a word as often as they glue words together."""
_GLUED = re.compile(rf"[{_UNSPACED}\u0e31-\u0e4e]")
_WIDE_COLON = "："
_MARKS = "\u0900-\u0903\u093a-\u094f\u0981-\u0983\u09bc-\u09cd\u09d7"
"""Vowels of Indian scripts, which are no letters by themselves and belong to the one before."""
_TOKEN = re.compile(rf"[{_UNSPACED}]|(?:(?![{_UNSPACED}])[^\W\d_][{_MARKS}]*)+|\d+|[%#@№°]")
_ASCII_TOKEN = re.compile(r"[a-z]+|[0-9]+|[%#@]")
"""The same in plain text, folded: in a third of the time."""
_LETTERED = re.compile(rf"[{_UNSPACED}{_MARKS}]")
_SPACED_TOKEN = re.compile(r"[^\W\d_]+|\d+|[%#@№°]")
"""And in text with accents, without any of those letters: in half of the time."""
_WORD = re.compile(rf"[{_UNSPACED}\u0e31-\u0e4e]+|(?:(?![{_UNSPACED}])[^\W\d_][{_MARKS}]*)+|\d+|[%#@№°]")


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


_PLAIN = str.maketrans("ıłøđ", "ilod")
"""Letters whose stroke or missing dot is no accent: `SAYIN` is `sayın` in capitals."""


def fold(text: str) -> str:
    """Letters without case and accents: `Fälligkeit` and `FALLIGKEIT` are one word."""
    if text.isascii():
        return text.casefold()
    parts = unicodedata.normalize("NFKD", text.replace("ß", "ss").replace("№", "n°"))
    return "".join([part for part in parts if not unicodedata.combining(part)]).casefold().translate(_PLAIN)


@remembered
def tokens_of(text: str) -> tuple[Token, ...]:
    return tuple([Token(word, *span) for word, span in zip(words_in(text), _spans_of(text), strict=True)])


@remembered
def _spans_of(text: str) -> list[tuple[int, int]]:
    """Where its words stand."""
    found = _ASCII_TOKEN.finditer(text.casefold()) if text.isascii() else _token_in(text).finditer(text)
    return [match.span() for match in found]


def _token_in(text: str) -> re.Pattern[str]:
    return _TOKEN if _LETTERED.search(text) else _SPACED_TOKEN


def word_count(text: str) -> int:
    """As a person counts them: a run of letters that are written without spaces is one."""
    return len(words_in(text) if text.isascii() or not _GLUED.search(text) else _WORD.findall(text))


def words_of(term: str) -> Words:
    """Without their places, which is quicker for the many terms that are listed."""
    if term.isascii():
        return tuple(_ASCII_TOKEN.findall(term.casefold()))
    return tuple(map(fold, _token_in(term).findall(term)))


NOTHING_MADE: tuple[int, list[str]] = (0, [])


words_in = remembered(words_of)
"""The same of texts on pages, which several readers ask about; those of the lists would only push them out."""


class Terms:
    """All terms of one section in all languages, found by their words."""

    def __init__(
        self, listed: Mapping[str, Iterable[str]], patterns: Patterns | None = None, *, alone: bool = False
    ) -> None:
        """`alone`: a term inside a longer run of letters is none, as a unit in the name of an article."""
        self._alone = alone
        self._terms: dict[Words, list[str]] = {}
        self._lengths: dict[str, list[int]] = {}
        """Of the terms that begin with this word, the longest first."""
        self._patterns = patterns or Patterns()
        self.find: Callable[[str], tuple[Match, ...]] = remembered(self._find)
        """The terms in the text from left to right; of several at one place, the longest (all of that length).
        Several readers ask about the same phrase."""
        for meaning, terms in listed.items():
            for words in {words_of(term) for term in terms}:
                self._terms.setdefault(words, []).append(meaning)
        for words in sorted(self._terms, key=len, reverse=True):
            lengths = self._lengths.setdefault(words[0], [])
            if len(words) not in lengths[-1:]:
                lengths.append(len(words))
        self._made_first = self._patterns.first_words
        self._first_words = self._lengths.keys() | self._made_first

    def _find(self, text: str) -> tuple[Match, ...]:
        words = words_in(text)
        if self._first_words.isdisjoint(words):  # most texts hold no term
            return ()
        spans = _spans_of(text)
        found: list[Match] = []
        taken, parted = 0, ":" in text or _WIDE_COLON in text
        for index, word in enumerate(words):
            if word not in self._first_words or index < taken:
                continue
            length, meanings = self._at(words[: _colon_after(text, spans, index)] if parted else words, index)
            if length:
                start, end = spans[index][0], spans[index + length - 1][1]
                if not self._alone or not _is_glued(text, start, end):
                    end += text.startswith(_WIDE_COLON, end)  # no reader of values knows it
                    found += [Match(meaning, start, end, length) for meaning in meanings]
            taken = index + length
        return tuple(found)

    def meanings(self, text: str) -> set[str]:
        return {match.meaning for match in self.find(text)}

    def begins(self, word: str) -> bool:
        """Some term of several words begins with this one."""
        return self._lengths.get(word, (0,))[0] > 1 or self._patterns.begins(word)

    def _at(self, words: Words, index: int) -> tuple[int, Sequence[str]]:
        """What is listed means what its list says, unless a pattern covers more."""
        word, left = words[index], len(words) - index
        made, meant = self._patterns.longest(words, index) if word in self._made_first else NOTHING_MADE
        for length in self._lengths.get(word, ()):
            if made <= length <= left and (meanings := self._terms.get(words[index : index + length])):
                return length, meanings
        return made, meant


def _colon_after(text: str, spans: Sequence[tuple[int, int]], index: int) -> int:
    """How many words there are up to the next colon: `Factura: A 5512` doesn't say `Factura a`."""
    colon = text.find(":", spans[index][1])
    if colon < 0 and not text.isascii():
        colon = text.find(_WIDE_COLON, spans[index][1])
    return len(spans) if colon < 0 else sum(start < colon for start, _ in spans)


def _is_glued(text: str, start: int, end: int) -> bool:
    """In scripts without spaces, other letters right before or behind make another word of it."""
    return any(_GLUED.match(side) for side in (text[max(start - 1, 0) : start], text[end : end + 1]))


@cache
def terms(section: str) -> Terms:
    return Terms(listed_in(section), patterns_in(section), alone=section == "units")


def listed_in(section: str) -> dict[str, set[str]]:
    """The terms of each meaning."""
    meanings: dict[str, set[str]] = {}
    for language in languages().values():
        for meaning, words in language.get(section, {}).items():
            meanings.setdefault(meaning, set()).update(words)
    return meanings


def patterns_in(section: str) -> Patterns:
    patterns = Patterns()
    for name, language in languages().items():
        meanings = language.get("patterns", {}).get(section, {})
        folded = {meaning: [fold(pattern) for pattern in those] for meaning, those in meanings.items()}
        patterns.add(_parts_of(name), folded)
    return patterns


@cache
def _parts_of(language: str) -> dict[str, list[Words]]:
    parts = languages()[language].get("parts", {})
    return {name: [words_of(word) for word in words] for name, words in parts.items()}


@cache
def months() -> dict[str, int]:
    """Names of months and their short forms, folded, to their numbers."""
    own = [language["months"]["names"] for language in languages().values() if "months" in language]
    lists = [*cldr()["months"].values(), *([names.split() for names in those] for those in own)]
    return {fold(name): number for names in lists for number, those in enumerate(names, start=1) for name in those}


@cache
def unspaced_months() -> dict[str, int]:
    """Those of languages whose letters are words by themselves, as they are printed, the longest first."""
    own = [language["months"]["names"] for language in languages().values() if "months" in language]
    named = ((name, number) for names in own for number, those in enumerate(names, start=1) for name in those.split())
    return dict(sorted((one for one in named if len(words_of(one[0])) > 1), key=lambda one: -len(one[0])))


@cache
def cldr() -> dict[str, Any]:
    """Names that Unicode collects for all languages; `scripts/cldr` writes the file."""
    read: dict[str, Any] = json.loads((resources.files(__package__) / "cldr.json").read_text("utf-8"))
    return read


@cache
def languages() -> dict[str, dict[str, Any]]:
    files = (file for file in resources.files(__package__).iterdir() if file.name.endswith(".toml"))
    return {file.name.removesuffix(".toml"): tomllib.loads(file.read_text("utf-8")) for file in files}
