"""The invoice's own number among all the numbers of a page."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from fakturo.convert.header.kind import names_invoice
from fakturo.convert.header.labels.claims import Claim, Relation
from fakturo.convert.header.labels.marks import CREDIT_TITLE, INVOICE_TITLE, OWN_NUMBER, TITLES
from fakturo.convert.header.number.shape import Code, code_in
from fakturo.convert.header.scene import Scene, Spot
from fakturo.convert.invoice import Evidence, Issue, Kind, Origin, Reading
from fakturo.convert.page import Source
from fakturo.convert.vocabulary import terms, words_in

SURE = 0.8
CLEAR = 0.95
"""A label of at least this weight says enough for any shape."""
NEAR_RIVAL = 0.15
"""A different value whose score comes this near makes the best one doubtful."""
SUPPORT = 0.04
MOST_SUPPORT = 0.08
OTHERS = 0.5
"""What the title of another kind of document says."""
FISCAL = frozenset({"tax", "vat", "gst", "pajak", "fiscal", "fiscale", "fiscala"})
LOCAL_PHONE = re.compile(r"(?:\d{3}[-.])?\d{3}[-.]\d{4}")
TITLE_REACH = 60.0
"""In points: a plain `No.` this near to the title is the document's."""


@dataclass(slots=True)
class Candidate:
    code: Code
    claim: Claim
    score: float
    late: bool = False
    """Below the table, and no label calls it the invoice's."""
    own: bool = True
    """Its label is not another document's title."""
    fiscal: bool = False
    """`Tax invoice no.`: the tax office's number, where the invoice has one of its own besides."""
    supports: int = 0


def read_number(scene: Scene, claims: Sequence[Claim], kind: Kind) -> tuple[Reading[str] | None, list[Issue]]:
    best: dict[str, Candidate] = {}
    told = {claim.value.number for claim in claims if claim.relation is Relation.RIGHT and _names_other(claim)}
    for claim in [*claims, *titled_codes(scene, claims)]:
        if claim.relation is Relation.BELOW and claim.meanings <= TITLES and claim.value.number in told:
            continue  # a title is the label of what has none of its own
        candidate = _candidate(scene, claim, kind)
        if candidate is None:
            continue
        key = "".join(filter(str.isalnum, candidate.code.value)).casefold()
        held = best.get(key)
        if held is None or candidate.score > held.score:
            best[key] = candidate
            candidate.supports = held.supports + 1 if held else 0
        else:
            held.supports += 1
    if any(not one.fiscal and one.score > SURE for one in best.values()):
        best = {key: one for key, one in best.items() if not one.fiscal}
    return _decided(sorted(best.values(), key=lambda one: -_total(one)))


def _total(candidate: Candidate) -> float:
    return min(0.98, candidate.score + min(MOST_SUPPORT, SUPPORT * candidate.supports))


def _decided(candidates: list[Candidate]) -> tuple[Reading[str] | None, list[Issue]]:
    if not candidates:
        return None, [Issue("NUMBER_MISSING", "invoice.number", "No invoice number was found.")]
    first = candidates[0]
    confidence = _total(first)
    rival = next((one for one in candidates[1:] if _total(one) > confidence - NEAR_RIVAL), None)
    if rival:
        confidence = min(confidence, 0.6)
    elif len(candidates) == 1 and _is_enough(first):
        confidence = max(confidence, SURE * first.code.quality)
    reading = _reading(first, confidence)
    if confidence >= SURE:
        return reading, []
    return reading, [_doubt(reading, rival)]


def _is_enough(only: Candidate) -> bool:
    """Where there is no other: a credit note may call its own number an invoice's."""
    return only.own and not only.late and bool(only.claim.meanings & OWN_NUMBER) and only.claim.strength > 0.8


def _doubt(reading: Reading[str], rival: Candidate | None) -> Issue:
    message = (
        f"The invoice number may be {reading.value} or {rival.code.value}."
        if rival
        else f"{reading.value} is probably the invoice number, but nothing on the page says so clearly."
    )
    return Issue("NUMBER_DOUBTFUL", "invoice.number", message, reading.evidence.page, reading.evidence.box)


def _candidate(scene: Scene, claim: Claim, kind: Kind) -> Candidate | None:
    weight = _weight(scene, claim, kind)
    if not weight:
        return None
    code = code_in(claim.text, labelled="invoice_number" in claim.meanings)
    if code is None or (weight < CLEAR and not _is_safe_shape(code)):
        return None
    early = scene.is_before_table(claim.value)
    score = weight * claim.strength * code.quality * (1.0 if early else 0.9)
    below = scene.table is not None and (claim.value.phrase.page, claim.value.box.y0) > (
        scene.table.last_page,
        scene.table.bottom,
    )
    late = below and "invoice_number" not in claim.meanings
    if late:
        score *= 0.8  # `Rekening 716`: an account may be called as an invoice is elsewhere
    if not early and any(map(str.isalpha, claim.before)):
        score *= 0.85  # `CU Invoice No.` below the sums is somebody else's
    fiscal = bool(FISCAL & set(words_in(f"{claim.before} {claim.label}")))
    return Candidate(code, claim, score, late, own=weight > OTHERS, fiscal=fiscal)


def _is_safe_shape(code: Code) -> bool:
    """Under a weak label, a small number, a year, or the beginning of a longer text is more likely something else."""
    if LOCAL_PHONE.fullmatch(code.value):
        return False
    lettered = not code.value.isdecimal()
    return code.whole and (code.quality >= 1.0 or (lettered and code.quality >= 0.8))


def _weight(scene: Scene, claim: Claim, kind: Kind) -> float:
    """How much the label says: from `Invoice no.` down to a reference of any kind."""
    meanings = claim.meanings
    if "invoice_number" in meanings:
        return 0.75 if kind is Kind.CREDIT_NOTE and names_invoice(claim.label) else 1.0
    if meanings & TITLES:
        if terms("totals").meanings(claim.before):
            return 0.0  # `Total invoice 119.350.540`
        own = CREDIT_TITLE if kind is Kind.CREDIT_NOTE else INVOICE_TITLE
        return _weight_of_title(claim, own=own in meanings)
    if "number" in meanings:
        return _weight_of_plain(scene, claim)
    return 0.4 if "other_number" in meanings and _names_document(claim.label) else 0.0


def _weight_of_title(claim: Claim, *, own: bool) -> float:
    """`Invoice 17`; of another title than the document's, it is another document's."""
    if not own:
        return OTHERS if claim.relation is Relation.INSIDE else 0.4
    if claim.relation is Relation.INSIDE:
        return CLEAR if claim.value.marks[0].leads else 0.7
    return 0.9


def _weight_of_plain(scene: Scene, claim: Claim) -> float:
    """`No. 17` alone is the document's if its title is near; in the middle of a phrase it is any number."""
    inside = claim.relation is Relation.INSIDE
    if inside and not claim.value.has_own_label:
        return 0.0
    if not _is_near_title(scene, claim):
        return 0.7
    return CLEAR if inside and ":" in claim.text[:3] else 0.92


def _names_other(claim: Claim) -> bool:
    return "other_number" in claim.meanings and not _names_document(claim.label)


def _names_document(label: str) -> bool:
    words = label.casefold()
    return any(word in words for word in ("ref", "réf", "rif", "booking", "receipt", "transaction", "order"))


def _is_near_title(scene: Scene, claim: Claim) -> bool:
    page, box = claim.value.phrase.page, claim.label_box
    for spot in scene.spots:
        if spot.phrase.page == page and any(mark.meanings & TITLES for mark in spot.marks):
            apart = max(spot.box.y0 - box.y1, box.y0 - spot.box.y1)
            if apart <= TITLE_REACH:
                return True
    return False


def _reading(candidate: Candidate, confidence: float) -> Reading[str]:
    claim, code = candidate.claim, candidate.code
    words = claim.value.phrase.words
    source = Origin.OCR if any(word.source is Source.OCR for word in words) else Origin.TEXT
    raw = claim.text[code.start : code.end]
    box = claim.box(code.start, code.end)
    return Reading(code.value, Evidence(raw, claim.value.phrase.page, box, source, round(confidence, 2)))


def read_po(claims: Iterable[Claim]) -> Reading[str] | None:
    """The buyer's order that the invoice names; nobody misses it, so doubts are told by confidence alone."""
    best: Candidate | None = None
    rivals: set[str] = set()
    for claim in claims:
        if "po" not in claim.meanings or "invoice_number" in claim.meanings:
            continue
        code = code_in(claim.text)
        if code is None or code.quality < 0.8:
            continue
        rivals.add(code.value)
        score = claim.strength * code.quality
        if best is None or score > best.score:
            best = Candidate(code, claim, score)
    if best is None:
        return None
    return _reading(best, min(best.score, 0.98 if len(rivals) == 1 else 0.6))


REACH = 60.0
"""Points below the title."""
ROWS = 4
BESIDE = 120.0
"""Points from a label to its value."""
LONGEST_TITLE = 5
"""Words."""
MIXED, PLAIN = 0.9, 0.75
"""What a code says by its shape: with letters or strokes, or of digits alone."""
_GROUPED = re.compile(r"\d{1,3}(?:[.,' ]\d{3})+")
"""An amount."""


def titled_codes(scene: Scene, claims: Sequence[Claim]) -> Iterator[Claim]:
    taken = {claim.value.number for claim in claims}
    for number, row in enumerate(scene.rows):
        for title in row:
            if _is_title(title) and scene.is_before_table(title):
                yield from _below(scene, number, title, taken)


def _is_title(spot: Spot) -> bool:
    if not spot.marks or not spot.marks[0].leads or not spot.marks[0].meanings & TITLES:
        return False
    return len(words_in(spot.text)) <= LONGEST_TITLE and not any(map(str.isdigit, spot.text))


def _below(scene: Scene, number: int, title: Spot, taken: set[int]) -> Iterator[Claim]:
    """The first phrase under the title that no label explains, if it is nothing but a code."""
    mark = title.marks[0]
    for row in scene.rows[number + 1 : number + 1 + ROWS]:
        for left, spot in pairwise([None, *row]):
            assert spot
            if spot.phrase.page != title.phrase.page or spot.box.y0 - title.box.y1 > REACH:
                return
            if spot.box.x0 > title.box.x1 or spot.box.x1 < title.box.x0 or spot.marks or spot.number in taken:
                continue
            if left and spot.box.x0 - left.box.x1 < BESIDE and not any(map(str.isdigit, left.text)):
                continue  # it has some label
            code = code_in(spot.text)
            if (
                code is None
                or code.quality < 1
                or _GROUPED.fullmatch(code.value)
                or spot.text.strip(" #.:") != spot.text[code.start : code.end]
            ):
                return
            mixed = not code.value.isdecimal()
            strength = MIXED if mixed else PLAIN
            yield Claim(mark.meanings, mark.text, title.box, spot, spot.text, 0, Relation.BELOW, strength)
            return
