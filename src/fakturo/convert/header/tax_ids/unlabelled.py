"""Tax numbers whose label nobody knows: by their country's shape, and whatever else speaks for them."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import pairwise
from typing import NamedTuple

from fakturo.convert.header.country_hints import country_hints
from fakturo.convert.header.dates.written import dates_in
from fakturo.convert.header.labels.claims import Claim
from fakturo.convert.header.labels.marks import PARTIES, UNKNOWN, marks_of
from fakturo.convert.header.money.signs import meanings, signs_in
from fakturo.convert.header.parties.lines import country_in
from fakturo.convert.header.places import (
    company_names,
    countries_writing,
    country_of_form,
    country_of_tax,
    folded,
    home_of,
    money_asides,
    register_words,
)
from fakturo.convert.header.scene import Scene, Spot, box_of
from fakturo.convert.header.tax_ids.labelled import Rank, TaxId, compact, pattern_of
from fakturo.convert.header.tax_ids.shapes import Shaped, shaped_in

_OPEN = frozenset({UNKNOWN, "tax_id", "number"})
"""What a label may mean without saying that the number is another's."""
_LIKE_EUROPES = re.compile(r"(?<![\w-])[A-Z]{2} ?\d{8,11}(?![\w-])")
_IBAN = re.compile(r"\b([A-Z]{2})\d{2}(?: ?[A-Z0-9]{4}){3}")
MOST_WORDS = 4
"""Of a label."""
NO_LABEL = ""
"""A line of its own that is written as only tax numbers are needs none."""
ONE_NUMBER = frozenset({"IL", "NO", "DK", "BE", "SG"})
"""Where a company's number in the register is the tax's, too."""
ENOUGH = 2
"""Signs that make it sure; with fewer it is told as doubtful."""
_PHONE = re.compile(
    r"(?i)(?<![\w.])(?:t|f|m|tel\w*|fax|ph|phone|mob\w*|cell|gsm|telp|hp|whatsapp|wa)\W*$|\+\d{1,3}\W*$"
)
_PARTS = re.compile(r"[,;|•·●()]\s*|\s[-–—]\s|\.\s")
_WORDS = re.compile(r"[^\W\d_]+")


class Guess(NamedTuple):
    tax_id: TaxId
    label: str
    signs: int


def guessed_ids(scene: Scene, claims: Sequence[Claim], known: Sequence[TaxId]) -> list[Guess]:
    """At most one for each place: the one that most speaks for."""
    explained = {claim.value.number for claim in claims if claim.meanings - _OPEN}
    held = {compact(one.value) for one in known}
    countries, patterns = cache(partial(_countries, scene)), {pattern_of(one.raw) for one in known}

    def at_home(shaped: Shaped) -> bool:
        return shaped.country in countries() or pattern_of(shaped.value) in patterns

    candidates = _candidates(scene, explained, at_home)  # some known already, perhaps with their country's letters
    found = [one for one in candidates if not any(compact(one.shaped.value) in value for value in held)]
    named = {(one.label, one.shaped.country, compact(one.shaped.value)) for one in found}
    twins = Counter((label, country) for label, country, _ in named)  # one for each party, under the same word
    best: dict[tuple[int, int], Guess] = {}
    for one in found:
        alike = pattern_of(one.shaped.value) in patterns
        twin = twins[one.label, one.shaped.country] == 2 or (alike and one.shaped.telling)
        signs = _signs(one, home=at_home(one.shaped), is_twin=twin)
        if not signs:
            continue
        key = (one.spot.number, one.shaped.start)
        if key not in best or signs > best[key].signs:
            best[key] = Guess(_tax_id(one, countries()), one.label, signs)
    return list(best.values())


def unread_codes(scene: Scene, claims: Sequence[Claim]) -> Iterator[tuple[Spot, str]]:
    """Two letters and a number behind words that nobody knows, though no country writes its tax numbers just so."""
    explained = {claim.value.number for claim in claims if claim.meanings - _OPEN and not _is_generic(claim.label)}
    for above, row in pairwise([[], *scene.rows]):
        for left, spot in pairwise([None, *row]):
            assert spot
            for match in _LIKE_EUROPES.finditer(spot.text):
                shaped = Shaped(match[0], *match.span(), "", telling=False, checked=False)
                if spot.number not in explained and _label(spot, shaped, left, above):
                    yield spot, match[0]


class _Candidate(NamedTuple):
    spot: Spot
    shaped: Shaped
    label: str


def _candidates(scene: Scene, explained: set[int], at_home: Callable[[Shaped], bool]) -> Iterator[_Candidate]:
    for above, row in pairwise([[], *scene.rows]):
        for left, spot in pairwise([None, *row]):
            assert spot
            for shaped in shaped_in(spot.text):
                label = _label(spot, shaped, left, above)
                if label is not None and not _is_explained(spot, shaped, explained, at_home):
                    yield _Candidate(spot, shaped, label)


def _label(spot: Spot, shaped: Shaped, left: Spot | None, above: Sequence[Spot]) -> str | None:
    """The few words before it: in its phrase, in the cell to the left, or in the one above. None: no candidate. What
    stands below the last line of an address is a phone."""
    before = spot.text[: shaped.start]
    if _PHONE.search(before) or "accounts" in money_asides().meanings(before[-24:]):
        return None
    if any(map(str.isalnum, before)):
        part = next((part for part in reversed(_PARTS.split(before)) if _WORDS.search(part)), before)
        words = _WORDS.findall(part[-30:])
        return folded(" ".join(words[-2:])) if words and not before.rstrip().endswith(",") else None
    over = next((one for one in above if one.box.x0 < spot.box.x1 and one.box.x1 > spot.box.x0), None)
    for one in (left, over):
        count = len(_WORDS.findall(one.text)) if one else 0
        if one and 0 < count <= MOST_WORDS and not one.has_digits and country_in(one.text) is None:
            is_other = _PHONE.search(one.text) or (one.marks and one.marks[-1].meanings - _OPEN)
            return None if is_other else folded(one.text)
    return NO_LABEL if shaped.telling and spot.text.strip() == shaped.value else None


def _is_explained(spot: Spot, shaped: Shaped, explained: set[int], at_home: Callable[[Shaped], bool]) -> bool:
    """Another label has it, or it is a date. `Reg. no.` is no other where nothing but tax numbers is written so."""
    before = spot.text[: shaped.start]
    marks = [mark for mark in spot.marks if mark.end <= shaped.start]
    if marks and len("".join(_WORDS.findall(before[marks[-1].end :]))) <= 2:
        mark = marks[-1]
        registered = mark.meanings == {"other_number"} and register_words() & set(folded(mark.text).split())
        if registered and at_home(shaped) and (shaped.telling or shaped.checked or shaped.country in ONE_NUMBER):
            return False
        return bool(mark.meanings - _OPEN - PARTIES) and not _is_generic(mark.text)
    foreign = spot.number in explained and not _WORDS.search(before)
    return foreign or bool(dates_in(spot.text[shaped.start : shaped.end]))


def _is_generic(label: str) -> bool:
    """`No.` after a word that nobody knows."""
    return any(one.meanings == {"number"} for one in marks_of(label))


def _countries(scene: Scene) -> set[str]:
    """Every country that the page hints at."""
    countries: set[str] = set()
    for spot in scene.spots:
        countries |= {country for country, kind in country_hints(spot) if country and kind != "tax"}
        countries |= set(_IBAN.findall(spot.text))
        countries |= {country for country in (country_in(spot.text), country_of_form(spot.text)) if country}
        countries |= {
            home for sign in signs_in(spot.text) if len(codes := meanings(sign)) == 1 and (home := home_of(codes[0]))
        }
    return countries.union(*map(countries_writing, scene.languages[:1]))


def _signs(one: _Candidate, *, home: bool, is_twin: bool) -> int:
    """None without a hint at its country, or a check digit that is right."""
    shaped = one.shaped
    names = {one.label, *one.label.split()}
    named = any(country_of_tax(name) == shaped.country for name in names) or bool(names & company_names())
    named = named or (home and shaped.country in ONE_NUMBER and bool(names & register_words()))
    if not (home or named or (shaped.checked and shaped.telling)):
        return 0
    checked = shaped.checked and (shaped.telling or named or is_twin)  # one plain number in ten is right by chance
    return home + 2 * named + checked + (shaped.telling and (home or named)) + is_twin


def _tax_id(one: _Candidate, countries: set[str]) -> TaxId:
    """Its country is told by more than its shape, or not at all."""
    shaped = one.shaped
    country = shaped.country if shaped.country in countries or shaped.checked else None
    box = box_of(one.spot.phrase, one.spot.text, shaped.start, shaped.end)
    return TaxId(shaped.value, country, one.spot, box, shaped.value, None, Rank.COMPANY)
