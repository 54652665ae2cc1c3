"""What labels say of codes: which of them they call the invoice's number, an order, or something else."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from fakturo.convert.header.kind import names_invoice
from fakturo.convert.header.labels.claims import Claim, Relation
from fakturo.convert.header.labels.marks import CREDIT_TITLE, INVOICE_TITLE, NUMBERS, TITLES, known_meanings
from fakturo.convert.header.number.shape import Code, code_in, code_key
from fakturo.convert.header.scene import Scene
from fakturo.convert.invoice import Evidence, Kind, Origin, Reading
from fakturo.convert.page import Source
from fakturo.convert.vocabulary import terms, words_in

OWN, OTHER, OF_CORRECTED, OF_TAX_OFFICE = "invoice_number", "other_number", "corrected_number", "fiscal_number"
OF_UNKNOWN = "unknown_number"
CALLED_OWN, CALLED_CORRECTED, CALLED_UNKNOWN = (f"claimed {meaning}" for meaning in (OWN, OF_CORRECTED, OF_UNKNOWN))
CALLED_SO = frozenset({f"claimed {meaning}" for meaning in (*TITLES, "number")})
"""As good as that: `Invoice 17`, `No. 17`."""
CALLED_OTHER = frozenset({"claimed po", "claimed listed other_number", "claimed tax_id"})
FISCAL = frozenset({"tax", "vat", "gst", "pajak", "fiscal", "fiscale", "fiscala"})
FIRM, LATE = 0.85, 0.9
"""How surely a value is its label's, and what it counts below the table, where slips repeat it in short."""


class CodeLabels:
    """The labels of a page, by the codes that they claim."""

    def __init__(self, claims: Sequence[Claim], kind: Kind) -> None:
        self._facts: dict[tuple[int, str], set[str]] = defaultdict(set)
        self._own: dict[int, set[int]] = defaultdict(set)
        beside = {claim.value.number for claim in claims if claim.relation is Relation.RIGHT}
        numbered = _is_numbered(claims)
        has_own = any(OWN in _meanings(claim, kind, numbered=numbered) and not _is_fiscal(claim) for claim in claims)
        for claim in claims:
            if claim.relation is Relation.BELOW and claim.meanings <= TITLES and claim.value.number in beside:
                continue  # a title is the label of what has none of its own
            meanings = _meanings(claim, kind, numbered=numbered)
            if has_own and _is_fiscal(claim):
                meanings = frozenset({OF_TAX_OFFICE})
            if OWN in meanings:
                self._own[claim.value.number].add(claim.at)
            code = code_in(claim.text, labelled=OWN in meanings)
            if code is None and claim.goes_on and meanings & NUMBERS:
                code, meanings = code_in(claim.text[claim.goes_on :]), meanings - {OWN, "number"} | {OTHER, OF_UNKNOWN}
            if code:
                self._facts[claim.value.number, code_key(code.value)].update(_facts(claim, meanings))

    def of(self, spot: int, key: str) -> Iterable[str]:
        return self._facts.get((spot, key), ())

    def own_at(self, spot: int) -> Iterable[int]:
        """Where in the phrase a number begins that a label calls the invoice's, whatever it looks like."""
        return self._own.get(spot, ())


def _meanings(claim: Claim, kind: Kind, *, numbered: bool) -> frozenset[str]:
    """On a credit note, `to invoice 17` is the invoice that it corrects, and so is `Invoice no. 17` where it is
    `numbered` otherwise; else that is how it calls its own."""
    if kind is not Kind.CREDIT_NOTE or not claim.meanings & {OWN, INVOICE_TITLE} or not names_invoice(claim.label):
        return claim.meanings
    may_be_own = OWN in claim.meanings and not numbered and not any(map(str.isalpha, claim.before))
    return claim.meanings if may_be_own else frozenset({OF_CORRECTED})


def _is_numbered(claims: Iterable[Claim]) -> bool:
    """`Credit note no. 17`, or `Credit note 17`."""
    named = (claim for claim in claims if claim.meanings & {OWN, CREDIT_TITLE} and not names_invoice(claim.label))
    return any(code_in(claim.text, labelled=True) for claim in named)


def _is_fiscal(claim: Claim) -> bool:
    """`Tax invoice no.`: the tax office's, where the invoice has one of its own besides."""
    return OWN in claim.meanings and bool(FISCAL & set(words_in(f"{claim.before} {claim.label}")))


def _facts(claim: Claim, meanings: frozenset[str]) -> Iterator[str]:
    for meaning in meanings:
        yield f"claimed {meaning}"
        yield f"claimed {meaning} {claim.relation}"
        if claim.strength < FIRM:
            yield f"claimed weakly {meaning}"
    if OTHER in meanings and OTHER in known_meanings(claim.label):
        yield f"claimed listed {OTHER}"
    if any(map(str.isalpha, claim.before)):
        yield "words before its label"


class _Called(NamedTuple):
    claim: Claim
    code: Code
    score: float


def called_number(scene: Scene, claims: Sequence[Claim], kind: Kind) -> Reading[str] | None:
    """What the plainest label calls the invoice's number, before anything is weighed: names and days that stand
    beside it are told by it, and so is where another invoice begins."""
    numbered = _is_numbered(claims)
    weights = ((claim, _weight(scene, claim, kind, numbered=numbered)) for claim in claims)
    called = (
        _Called(claim, code, weight * claim.strength * code.quality)
        for claim, weight in weights
        if weight and (code := code_in(claim.text, labelled=OWN in claim.meanings))
    )
    best = max(called, key=lambda one: one.score, default=None)
    return _reading(best) if best else None


def _weight(scene: Scene, claim: Claim, kind: Kind, *, numbered: bool) -> float:
    meanings, place = _meanings(claim, kind, numbered=numbered), 1.0 if scene.is_before_table(claim.value) else LATE
    if OWN in meanings:
        return place
    own = CREDIT_TITLE if kind is Kind.CREDIT_NOTE else INVOICE_TITLE
    if own not in meanings or terms("totals").meanings(claim.before):  # `Total invoice 119.350.540`
        return 0.0
    return place * (0.7 if claim.relation is Relation.INSIDE and not claim.value.marks[0].leads else 0.9)


def read_po(claims: Iterable[Claim]) -> Reading[str] | None:
    """The buyer's order that the invoice names; nobody misses it, so doubts are told by confidence alone."""
    orders = (claim for claim in claims if "po" in claim.meanings and OWN not in claim.meanings)
    found = [(claim, code) for claim in orders if (code := code_in(claim.text)) and code.quality >= 0.8]
    named = [_Called(claim, code, claim.strength * code.quality) for claim, code in found]
    best = max(named, key=lambda one: one.score, default=None)
    alone = len({one.code.value for one in named}) == 1
    return _reading(best._replace(score=min(best.score, 0.98 if alone else 0.6))) if best else None


def _reading(called: _Called) -> Reading[str]:
    claim, code = called.claim, called.code
    words = claim.value.phrase.words
    source = Origin.OCR if any(word.source is Source.OCR for word in words) else Origin.TEXT
    raw, box = claim.text[code.start : code.end], claim.box(code.start, code.end)
    return Reading(code.value, Evidence(raw, claim.value.phrase.page, box, source, round(called.score, 2)))
