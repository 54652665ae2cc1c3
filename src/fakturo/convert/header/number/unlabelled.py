"""An invoice number whose label nobody knows: a code in the header beside title and date, perhaps printed again."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from fakturo.convert.header.dates.unlabelled import are_neighbours
from fakturo.convert.header.dates.written import Order, dates_in
from fakturo.convert.header.kind import names_invoice
from fakturo.convert.header.labels.claims import Claim
from fakturo.convert.header.labels.marks import TITLES, UNKNOWN, known_meanings
from fakturo.convert.header.number.shape import Code, code_in
from fakturo.convert.header.parties.legal_form import legal_end
from fakturo.convert.header.parties.lines import is_postal, is_street
from fakturo.convert.header.places import country_of_tax, folded
from fakturo.convert.header.scene import Scene, Spot, box_of
from fakturo.convert.invoice import Evidence, Issue, Origin, Reading
from fakturo.convert.page import Source

LEAST = 1.0
SURE_FROM, SURE_ALONE, LEAD = 3.0, 2.5, 1.0
"""Points that make it sure, where others might be it and where none might; and its lead over them."""
TITLE_REACH = 60.0
"""Points below a title."""
LONGEST_LABEL = 40
SHORTEST_TWICE = 5
"""Letters and digits that don't stand on a page twice by chance."""
_DIGITS = re.compile(r"\d+")
_MONTH = re.compile(r"\d{1,2}[./-]\d{4}")
_OPEN = frozenset({UNKNOWN, "number", "invoice_number", "title_invoice", "title_credit_note", "dated", "date"})


class _Candidate(NamedTuple):
    spot: Spot
    code: Code
    at: int
    score: float
    borne_out: bool
    """By more than its place and shape."""


def guessed_number(scene: Scene, claims: Sequence[Claim]) -> tuple[Reading[str] | None, list[Issue]]:
    """The best by its place. It is sure only where more speaks for it, such as a word in its label, the year of the day
    beside it, or that it is printed again; and no other comes near."""
    told = {claim.value.number for claim in claims if known_meanings(claim.label) - _OPEN}
    found = [one for one in _candidates(scene, told) if one.score >= LEAST]
    if not found:
        return None, [Issue("NUMBER_MISSING", "invoice.number", "No invoice number was found.")]
    best = max(found, key=lambda one: (one.score, -one.spot.box.y0))
    others = [one for one in found if one.code.value != best.code.value]
    enough = SURE_FROM if others else SURE_ALONE
    sure = best.borne_out and best.score >= enough and all(best.score - one.score >= LEAD for one in others)
    start, end = best.at + best.code.start, best.at + best.code.end
    phrase = best.spot.phrase
    source = Origin.OCR if any(word.source is Source.OCR for word in phrase.words) else Origin.TEXT
    box = box_of(phrase, best.spot.text, start, end)
    evidence = Evidence(best.spot.text[start:end], phrase.page, box, source, 0.8 if sure else 0.5)
    reading = Reading(best.code.value, evidence)
    if sure:
        return reading, []
    message = f"{reading.value} is probably the invoice number, but nothing on the page says so clearly."
    return reading, [Issue("NUMBER_DOUBTFUL", "invoice.number", message, phrase.page, box)]


def _candidates(scene: Scene, told: set[int]) -> Iterator[_Candidate]:
    early = [spot for spot in scene.spots if scene.is_before_table(spot)]
    dates = [spot for spot in early if dates_in(spot.text)]
    titles = [spot for spot in early if any(mark.meanings & TITLES for mark in spot.marks)]
    printed = [folded(spot.text).replace(" ", "") for spot in scene.spots]
    for above, row in pairwise([[], *scene.rows]):
        for left, spot in pairwise([None, *row]):
            assert spot
            if spot.number in told or not scene.is_before_table(spot) or _is_other(spot):
                continue
            at = spot.text.rfind(":") + 1
            code = code_in(spot.text[at:])
            label = _label(spot, at, left, above)
            if code is None or code.quality < 1 or not code.whole or label is None:
                continue
            key = folded(code.value).replace(" ", "")
            near = [one for one in dates if one is not spot and are_neighbours(scene, spot, one)]
            score = float(bool(near))
            score += any(0 <= spot.box.y0 - one.box.y0 < TITLE_REACH for one in titles)
            more = _has_year_of(code.value, near) + names_invoice(label)
            more += len(key) >= SHORTEST_TWICE and sum(key in text for text in printed) > 1
            score += more
            score += 0.5 if any(map(str.isalpha, code.value)) or "/" in code.value or "-" in code.value else 0.0
            yield _Candidate(spot, code, at, score, borne_out=more > 0)


def _has_year_of(value: str, days: Sequence[Spot]) -> bool:
    """`RE-2026-0263` beside a day of 2026; `04/2026` is a month."""
    years = {str(match.by(Order.DAY_FIRST).year) for spot in days for match in dates_in(spot.text)}
    return not _MONTH.fullmatch(value) and any(part in years for part in _DIGITS.findall(value))


def _label(spot: Spot, at: int, left: Spot | None, above: Sequence[Spot]) -> str | None:
    """Words that stand before it, to its left or above it, and none that name another thing."""
    if at:
        return spot.text[:at] if _is_open(spot.text[:at]) else None
    if spot.text[:1].isalpha() and " " in spot.text.strip():
        return None
    over = next((one for one in above if one.box.x0 < spot.box.x1 and one.box.x1 > spot.box.x0), None)
    words = (one.text for one in (left, over) if one is not None and not any(map(str.isdigit, one.text)))
    return next(filter(_is_open, words), None)


def _is_open(label: str) -> bool:
    letters = sum(map(str.isalpha, label))
    return 1 < letters < LONGEST_LABEL and not known_meanings(label) - _OPEN and country_of_tax(label) is None


def _is_other(spot: Spot) -> bool:
    """An address, a name, a date, or a text of several words."""
    if dates_in(spot.text) or legal_end(spot.text) or "@" in spot.text:
        return True
    return ":" not in spot.text and " " in spot.text and (is_street(spot.text) or is_postal(spot.text))
