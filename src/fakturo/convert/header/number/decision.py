"""Codes that may be the invoice's number, and what is seen about each."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from fakturo.convert.header.dates.written import Order, dates_in
from fakturo.convert.header.labels.marks import DATES, TITLES, Mark
from fakturo.convert.header.neighbours import Around, labels_near, meanings_of, place_of, type_of
from fakturo.convert.header.number.labelled import LOCAL_PHONE
from fakturo.convert.header.number.shape import Code, code_in, is_year
from fakturo.convert.header.parties.lines import is_contact, is_postal
from fakturo.convert.header.scene import Scene, Spot, box_of
from fakturo.convert.header.tax_ids.shapes import shaped_in
from fakturo.convert.invoice import Issue, Reading
from fakturo.convert.vocabulary import fold, languages, terms, words_in, words_of
from fakturo.convert.weigh.candidate import RULES, Candidate, Tests, facts, merged, ruled
from fakturo.convert.weigh.decide import Weighed, vetoed, weigh
from fakturo.convert.weigh.report import doubts_of, reading_of

MOST_CANDIDATES = 160
NEAR = 40.0
"""Points."""
SENTENCE = 5
"""Words before a code that make a sentence of it."""
SHORTEST_TWICE = 4
THE_YEAR = "the year itself"
_CHUNK = re.compile(r"\S+")
_AMOUNT = re.compile(r"\d{1,3}(?:[.,]\d{3})+(?:[.,]\d\d)?|\d+[.,]\d\d")
_PLAIN = re.compile(r"[\W_]+")


def code_key(value: str) -> str:
    return _PLAIN.sub("", fold(value))


def weigh_number(scene: Scene, rules: Reading[str] | None, *, sure: bool) -> Weighed[str]:
    candidates = code_candidates(scene, rules, sure=sure)
    return weigh("number", candidates, ruled(rules))


def read_weighed_number(weighed: Weighed[str]) -> tuple[Reading[str] | None, list[Issue]]:
    best = weighed.best
    may_be_phone = best and LOCAL_PHONE.fullmatch(best.value) and f"{RULES} number" not in best.evidence
    if may_be_phone or (best and THE_YEAR in best.evidence):
        weighed = vetoed(weighed)
    return reading_of(weighed, str), doubts_of(weighed, "NUMBER", "invoice.number", "the invoice number", str)


def code_candidates(scene: Scene, rules: Reading[str] | None, *, sure: bool) -> list[Candidate[str]]:
    around = Around(scene)
    page = _Page(scene)
    usual = scene.usual_size
    found: dict[str, Candidate[str]] = {}
    for spot in scene.spots:
        standing: tuple[str, ...] = ()  # the same for all codes of a phrase
        for code, at in _codes(spot):
            key = code_key(code.value)
            if not key:
                continue
            inside = spot.text[: at + code.start]
            standing = standing or (
                *place_of(scene, spot),
                *type_of(spot, usual),
                *facts(_COMPANY, _Stands(around, page, spot)),
                f"row of {min(len(around.row(spot)), 4)}",
            )
            evidence = frozenset(
                (
                    *standing,
                    *_shape(code, spot.text[at:]),
                    *labels_near(around, spot, inside),
                    *facts(_BEFORE, _Within(page, spot, inside, _words_before(around, spot, inside))),
                    *_elsewhere(page, spot, key),
                    *_chosen(key, rules, sure=sure),
                )
            )
            start, end = at + code.start, at + code.end
            box = box_of(spot.phrase, spot.text, start, end)
            one = Candidate(code.value, spot, box, spot.text[start:end], evidence)
            found[key] = merged(found[key], one) if key in found else one
            if len(found) >= MOST_CANDIDATES:
                return list(found.values())
    return list(found.values())


def _codes(spot: Spot) -> Iterator[tuple[Code, int]]:
    """Where a code may begin: after a label, a colon or a word."""
    text = spot.text
    if not any(map(str.isdigit, text)):
        return
    taken = -1
    starts = {mark.end for mark in spot.marks} | {match.start() for match in _CHUNK.finditer(text)}
    for start in sorted(starts | {at + 1 for at, letter in enumerate(text) if letter in ":#№"}):
        if start <= taken:
            continue
        code = code_in(text[start:], labelled=any(mark.end == start and _may_name_code(mark) for mark in spot.marks))
        if code is None or start + code.end <= taken:
            continue
        taken = start + code.end
        yield code, start


def _may_name_code(mark: Mark) -> bool:
    """What `Invoice date` stands before is a day, whatever it looks like."""
    return not mark.meanings & DATES


_SHAPES: Tests[str] = {
    "parted": lambda value: any(sign in value for sign in "-/"),
    "dotted": lambda value: "." in value or "," in value,
    "leading zero": lambda value: value.startswith("0"),
    "year": is_year,
    "a day": lambda value: any(match.end - match.start == len(value) for match in dates_in(value)),
    "amount": _AMOUNT.fullmatch,
    "tax number": lambda value: any(shaped.telling for shaped in shaped_in(value)),
}


def _shape(code: Code, text: str) -> Iterator[str]:
    value = code.value
    digits, letters = sum(map(str.isdigit, value)), sum(map(str.isalpha, value))
    yield f"digits {min(digits, 14)}"
    yield "letters" if letters else "only digits"
    if letters > digits:
        yield "mostly letters"
    yield from facts(_SHAPES, value)
    if not code.whole:
        yield "text behind"
    yield f"quality {code.quality:.1f}"
    if text.strip() == value:
        yield "alone in phrase"


class _Page:
    def __init__(self, scene: Scene) -> None:
        spots = list(scene.spots)
        self.titles = [spot for spot in spots if any(mark.meanings & TITLES for mark in spot.marks)]
        self.days = [spot for spot in spots if dates_in(spot.text)]
        self.years = {str(day.by(Order.DAY_FIRST).year) for spot in self.days for day in dates_in(spot.text)}
        self.texts = [(spot, code_key(spot.text)) for spot in (*spots, *scene.aside)]

    def is_near_title(self, spot: Spot) -> bool:
        return any(_is_near(spot, title) for title in self.titles)


class _Stands(NamedTuple):
    """A phrase with codes."""

    around: Around
    page: _Page
    spot: Spot


class _Within(NamedTuple):
    """A code in its phrase."""

    page: _Page
    spot: Spot
    before: str
    words: frozenset[str]
    """Of the label that may be its own."""


@cache
def _number_words() -> frozenset[str]:
    """`no`, `Nummer`, `č`, `số`, in all languages."""
    listed = (
        word
        for language in languages().values()
        for section in ("labels", "parts")
        for word in language.get(section, {}).get("number", ())
    )
    return frozenset(word for term in listed for word in words_of(term))


def _words_before(around: Around, spot: Spot, before: str) -> frozenset[str]:
    """In its phrase, or else in the one to its left or above it."""
    texts = (before, *(one.text for one in (around.left(spot), around.above(spot)) if one))
    return next((frozenset(words) for text in texts if (words := words_in(text))), frozenset())


_COMPANY: Tests[_Stands] = {
    "near title": lambda it: it.page.is_near_title(it.spot),
    "in title": lambda it: it.spot in it.page.titles,
    "near date": lambda it: any(_is_near(it.spot, day) for day in it.page.days if day is not it.spot),
    "date in row": lambda it: any(dates_in(one.text) for one in it.around.row(it.spot) if one is not it.spot),
    "date below": lambda it: _has_date(it.around.below(it.spot)),
    "date above": lambda it: _has_date(it.around.above(it.spot)),
    "date in phrase": lambda it: _has_date(it.spot),
    "in contact": lambda it: is_contact(it.spot.text),
    "in town": lambda it: is_postal(it.spot.text),
    "nothing left": lambda it: it.around.left(it.spot) is None,
    "title left": lambda it: (left := it.around.left(it.spot)) and meanings_of(left) & TITLES,
}

_BEFORE: Tests[_Within] = {
    "sum before": lambda it: terms("totals").find(it.before),
    "in sentence": lambda it: len(it.before.split()) >= SENTENCE,
    "says number": lambda it: it.words & _number_words(),
    "says only number": lambda it: it.words and it.words <= _number_words(),
    "says number near title": lambda it: it.words & _number_words() and it.page.is_near_title(it.spot),
}


def _has_date(spot: Spot | None) -> bool:
    return spot is not None and bool(dates_in(spot.text))


def _is_near(one: Spot, other: Spot) -> bool:
    if one.phrase.page != other.phrase.page:
        return False
    (_, top, _, bottom), (_, other_top, _, other_bottom) = one.phrase.box, other.phrase.box
    return top - other_bottom < NEAR and other_top - bottom < NEAR


def _elsewhere(page: _Page, spot: Spot, key: str) -> Iterator[str]:
    if len(key) >= SHORTEST_TWICE:
        again = sum(1 for other, text in page.texts if key in text and other is not spot)
        if again:
            yield f"again {min(again, 3)}"
    if key in page.years:
        yield THE_YEAR
    elif any(year in key for year in page.years):
        yield "holds the year"


def _chosen(key: str, rules: Reading[str] | None, *, sure: bool) -> Iterator[str]:
    if rules is None:
        return
    if code_key(rules.value) == key:
        yield f"{RULES} number"
        yield f"{RULES} number {'sure' if sure else 'doubted'}"
    elif sure:
        yield f"{RULES} sure of another"
