"""Codes that may be the invoice's number, and what is seen about each."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import inf
from typing import NamedTuple

from fakturo.convert.header.dates.written import Order, dates_in
from fakturo.convert.header.labels.claims import Claim
from fakturo.convert.header.labels.marks import DATES
from fakturo.convert.header.neighbours import Around, labels_near, meanings_of, place_of, type_of
from fakturo.convert.header.number.labelled import (
    CALLED_CORRECTED,
    CALLED_OTHER,
    CALLED_OWN,
    CALLED_SO,
    CALLED_UNKNOWN,
    OWN,
    CodeLabels,
)
from fakturo.convert.header.number.shape import Code, code_in, code_key, is_year
from fakturo.convert.header.parties.lines import is_contact, is_postal
from fakturo.convert.header.scene import Scene, Spot, box_of
from fakturo.convert.header.tax_ids.shapes import shaped_in
from fakturo.convert.invoice import Issue, Kind, Reading
from fakturo.convert.page import Box
from fakturo.convert.verdict import FAR_AHEAD
from fakturo.convert.vocabulary import fold, listed_in, words_in, words_of
from fakturo.convert.weigh.candidate import Candidate, Tests, facts, merged
from fakturo.convert.weigh.decide import Weighed, vetoed, weigh
from fakturo.convert.weigh.report import doubts_of, reading_of

MOST_CANDIDATES = 160
NEAR = 40.0
"""Points."""
SENTENCE = 5
"""Words before a code that make a sentence of it."""
SHORTEST_TWICE = 4
THE_YEAR = "the year itself"
IN_FILE_TITLE, LIKE_AN_INVOICE = "in the file's title", "is called an invoice"
BEARS_OUT = CALLED_SO | {CALLED_OWN, IN_FILE_TITLE, LIKE_AN_INVOICE}
OVERHEAD = ("above", "under")
NO_CODES = CALLED_OTHER | {"a day", "amount", "year", "tax number", "in contact", "in town"}
ANOTHERS = frozenset({THE_YEAR, CALLED_CORRECTED})
SAYS_NUMBER, CLAIMED = "says number", "claimed "
UNANSWERED = "a label of the number has no value"
_CHUNK = re.compile(r"\S+")
_SHORT_FOR = re.compile(r"[^\W\d_]{3,}")
_AMOUNT = re.compile(r"\d{1,3}(?:[.,]\d{3})+(?:[.,]\d\d)?|\d+[.,]\d\d")
LOCAL_PHONE = re.compile(r"(?:\d{3}[-.])?\d{3}[-.]\d{4}")


def weigh_number(scene: Scene, claims: Sequence[Claim], kind: Kind) -> Weighed[str]:
    candidates = _among_each_other(scene, code_candidates(scene, CodeLabels(claims, kind)))
    return weigh("number", candidates, frozenset({_on_page(scene, candidates)}))


def _on_page(scene: Scene, candidates: Iterable[Candidate[str]]) -> str:
    """Whether a label speaks of the number at all."""
    if any(CALLED_OWN in one.evidence for one in candidates):
        return "one is called the number"
    labels = (spot for spot in scene.spots if spot.is_label and scene.is_before_table(spot))
    return UNANSWERED if any(OWN in meanings_of(spot) for spot in labels) else "no label of the number"


def read_weighed_number(weighed: Weighed[str]) -> tuple[Reading[str] | None, list[Issue]]:
    if weighed.best and _may_be_another(weighed.best, weighed.nothing):
        weighed = vetoed(weighed)
    what, bears_out = "the invoice number", weighed.best and not weighed.best.evidence.isdisjoint(BEARS_OUT)
    ahead = FAR_AHEAD if bears_out else inf  # alone on its page, any code is far ahead
    return reading_of(weighed, str), doubts_of(weighed, "NUMBER", "invoice.number", what, str, ahead=ahead)


def _may_be_another(best: Candidate[str], page: frozenset[str]) -> bool:
    """A corrected invoice, a phone, a year, something unknown; or what the number's label calls so was not seen."""
    if CALLED_OWN in best.evidence:
        return False
    strange = CALLED_UNKNOWN in best.evidence or _is_named_strangely(best)
    is_left = (UNANSWERED in page or strange) and best.evidence.isdisjoint(CALLED_SO)
    return is_left or bool(best.evidence & ANOTHERS) or LOCAL_PHONE.fullmatch(best.value) is not None


def _is_named_strangely(best: Candidate[str]) -> bool:
    """Nothing calls it a number, and words that nobody knows stand before it: `Zorp id: 17` may be anything, while one
    word, as in `Zorp 17`, is rather what the paper is called."""
    called = SAYS_NUMBER in best.evidence or any(fact.startswith(CLAIMED) for fact in best.evidence)
    before = words_in(best.spot.text.partition(best.raw)[0])
    return len(before) > 1 and not called and best.evidence.isdisjoint(BEARS_OUT)


def code_candidates(scene: Scene, labels: CodeLabels) -> dict[str, Candidate[str]]:
    around = Around(scene)
    page = _Page(scene)
    usual = scene.usual_size
    found: dict[str, Candidate[str]] = {}
    for spot in scene.spots:
        stands = _Stands(around, page, spot)
        standing: tuple[str, ...] = ()  # the same for all codes of a phrase
        for code, at in _codes(spot, labels.own_at(spot.number)):
            key = code_key(code.value)
            if not key:
                continue
            inside = spot.text[: at + code.start]
            standing = standing or (*place_of(scene, spot), *type_of(spot, usual), *facts(_COMPANY, stands))
            told = labels.of(spot.number, key)
            beside = any(fact.endswith((" inside", " right")) for fact in told)
            near = labels_near(around, spot, inside)
            near = [fact for fact in near if not fact.startswith(OVERHEAD)] if beside else near
            evidence = frozenset(
                (
                    *standing,
                    *_shape(code, spot.text[at:]),
                    *near,
                    *facts(_BEFORE, stands._replace(before=inside, words=_words_before(around, spot, inside))),
                    *_elsewhere(page, spot, key),
                    *told,
                )
            )
            start, end = at + code.start, at + code.end
            box = box_of(spot.phrase, spot.text, start, end)
            one = Candidate(code.value, spot, box, spot.text[start:end], evidence)
            found[key] = merged(found[key], one) if key in found else one
            if len(found) >= MOST_CANDIDATES:
                return found
    return found


def _among_each_other(scene: Scene, candidates: Mapping[str, Candidate[str]]) -> list[Candidate[str]]:
    whole = _with_prefix(candidates)
    called = min(sum(CALLED_OWN in one.evidence for one in whole), 2)
    nearest = _nearest_to_title(scene, whole)
    return [one._replace(evidence=one.evidence.union(_among(one, called, nearest))) for one in whole]


def _among(one: Candidate[str], called: int, nearest: Candidate[str] | None) -> Iterator[str]:
    if called:
        yield f"{'one' if CALLED_OWN in one.evidence else 'none'} of {called} called the number"
    if one is nearest:
        yield "nearest to title"
        if not one.evidence.isdisjoint(CALLED_SO):
            yield "nearest to title and called so"


def _nearest_to_title(scene: Scene, candidates: Sequence[Candidate[str]]) -> Candidate[str] | None:
    """Whatever its label is called."""
    codes = [one for one in candidates if one.evidence.isdisjoint(NO_CODES)]
    pairs = [(one, title) for title in scene.titles for one in codes if one.spot.phrase.page == title.phrase.page]
    return min(pairs, key=lambda pair: _apart(pair[0].spot.box, pair[1].box))[0] if pairs else None


def _apart(one: Box, other: Box) -> float:
    """What stands in a row belongs together more than what stands in a column."""
    down, across = max(one.y0 - other.y1, other.y0 - one.y1), max(one.x0 - other.x1, other.x0 - one.x1)
    return max(down, 0.0) + max(across, 0.0) / 2


def _with_prefix(found: Mapping[str, Candidate[str]]) -> list[Candidate[str]]:
    """`1042` is `INV/1042`, if that is printed, too, and nobody else's: what speaks for it speaks for the whole."""
    longer = {
        key: next((other for other in found if _has_prefix(found[other], other, key)), None)
        for key in found
        if len(key) >= SHORTEST_TWICE
    }
    shorts = [(short, whole) for short, whole in longer.items() if whole]
    for short, whole in shorts:
        found = {**found, whole: merged(found[whole], found[short])}
    return [one for key, one in found.items() if key not in dict(shorts)]


def _has_prefix(one: Candidate[str], key: str, short: str) -> bool:
    return key.endswith(short) and key[: -len(short)].isalpha() and one.evidence.isdisjoint(CALLED_OTHER)


def _codes(spot: Spot, own: Iterable[int]) -> Iterator[tuple[Code, int]]:
    """Where a code may begin: after a label, a colon or a word. `own`: where one is called the invoice's number."""
    text = spot.text
    if not any(map(str.isdigit, text)):
        return
    taken = -1
    starts = {mark.end for mark in spot.marks} | {_behind_colon(match) for match in _CHUNK.finditer(text)}
    starts |= {at + 1 for at, letter in enumerate(text) if letter in ":#№：＃"}
    named = {mark.end for mark in spot.marks if not mark.meanings & DATES}.union(own)  # `Invoice date` names a day
    for start in sorted(starts - {mark.start for mark in spot.marks}):  # a label is no code
        if start <= taken:
            continue
        code = code_in(text[start:], labelled=start in named)
        if code is None or start + code.end <= taken:
            continue
        taken = start + code.end
        yield code, start


def _behind_colon(chunk: re.Match[str]) -> int:
    """`Bon-Nr.:1234` is a label with its value."""
    label, colon, _ = chunk[0].rpartition(":")
    return chunk.start() + (len(label) + 1 if colon and not any(map(str.isdigit, label)) else 0)


@cache
def _short_titles() -> frozenset[str]:
    """Beginnings of the words for invoices in all languages: `INV-17`, `RECH17`."""
    words = [words_of(term)[0] for term in listed_in("titles")["invoice"] if len(words_of(term)) == 1]
    return frozenset(word[:end] for word in words for end in range(1, len(word) + 1))


_SHAPES: Tests[str] = {
    "parted": lambda value: any(sign in value for sign in "-/"),
    "year": is_year,
    "a day": lambda value: any(match.end - match.start == len(value) for match in dates_in(value)),
    "amount": _AMOUNT.fullmatch,
    "tax number": lambda value: any(shaped.telling for shaped in shaped_in(value)),
    LIKE_AN_INVOICE: lambda value: any(fold(part) in _short_titles() for part in _SHORT_FOR.findall(value)),
}


def _shape(code: Code, text: str) -> Iterator[str]:
    value = code.value
    digits, letters = sum(map(str.isdigit, value)), sum(map(str.isalpha, value))
    yield f"digits {min(digits, 14)}"
    yield "letters" if letters else "only digits"
    yield from facts(_SHAPES, value)
    if not code.whole:
        yield "text behind"
    yield f"quality {code.quality:.1f}"
    if text.strip() == value:
        yield "alone in phrase"


class _Page:
    def __init__(self, scene: Scene) -> None:
        self.titles = scene.titles
        self.days = [spot for spot in scene.spots if dates_in(spot.text)]
        self.years = {str(day.by(Order.DAY_FIRST).year) for spot in self.days for day in dates_in(spot.text)}
        self.texts = [(spot, code_key(spot.text)) for spot in (*scene.spots, *scene.aside)]
        self.all_texts = "\n".join([text for _, text in self.texts])
        """Looked through first: most codes are printed once."""
        self.called = [code_key(chunk) for chunk in scene.sheets[0].file_title.split()]

    def is_near_title(self, spot: Spot) -> bool:
        return any(_is_near(spot, title) for title in self.titles)


class _Stands(NamedTuple):
    """A phrase with codes, or a code in it."""

    around: Around
    page: _Page
    spot: Spot
    before: str = ""
    words: frozenset[str] = frozenset()
    """Of the label that may be its own."""


@cache
def _number_words() -> frozenset[str]:
    """`no`, `Nummer`, `č`, `số`, in all languages."""
    listed = listed_in("labels")["number"] | listed_in("parts")["number"]
    return frozenset(word for term in listed for word in words_of(term))


def _words_before(around: Around, spot: Spot, before: str) -> frozenset[str]:
    """In its phrase, or else in the one to its left or above it."""
    texts = (before, *(one.text for one in (around.left(spot), around.above(spot)) if one))
    return next((frozenset(words) for text in texts if (words := words_in(text))), frozenset())


_COMPANY: Tests[_Stands] = {
    "near title": lambda it: it.page.is_near_title(it.spot),
    "near date": lambda it: any(_is_near(it.spot, day) for day in it.page.days if day is not it.spot),
    "date in row": lambda it: any(dates_in(one.text) for one in it.around.row(it.spot) if one is not it.spot),
    "date below": lambda it: (below := it.around.below(it.spot)) and dates_in(below.text),
    "in contact": lambda it: is_contact(it.spot.text),
    "in town": lambda it: is_postal(it.spot.text),
}

_BEFORE: Tests[_Stands] = {
    "in sentence": lambda it: len(it.before.split()) >= SENTENCE,
    SAYS_NUMBER: lambda it: it.words & _number_words(),
    "says only number": lambda it: it.words and it.words <= _number_words(),
    "says number near title": lambda it: it.words & _number_words() and it.page.is_near_title(it.spot),
}


def _is_near(one: Spot, other: Spot) -> bool:
    box, place = one.phrase.box, other.phrase.box
    return one.phrase.page == other.phrase.page and max(box.y0 - place.y1, place.y0 - box.y1) < NEAR


def _is_named(key: str, chunk: str) -> bool:
    """`1234` in `1234` and `invoice-1234.pdf`."""
    before, found, after = chunk.partition(key)
    apart = len(key) >= SHORTEST_TWICE and not (before[-1:].isdigit() or after[:1].isdigit())
    return bool(found) and (apart or key == chunk)


def _elsewhere(page: _Page, spot: Spot, key: str) -> Iterator[str]:
    if len(key) >= SHORTEST_TWICE and page.all_texts.count(key) > 1:
        again = sum(1 for other, text in page.texts if key in text and other is not spot)
        if again:
            yield f"again {min(again, 3)}"
    if any(_is_named(key, chunk) for chunk in page.called):
        yield IN_FILE_TITLE
    if key in page.years:
        yield THE_YEAR
    elif any(year in key for year in page.years):
        yield "holds the year"
