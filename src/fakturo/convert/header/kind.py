"""Invoice or credit note, by the document's own title."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from fakturo.convert.header.labels.claims import Claim, Relation
from fakturo.convert.header.labels.marks import CREDIT_TITLE, INVOICE_TITLE, OTHER_TITLE, OWN_NUMBER
from fakturo.convert.header.number.shape import code_in
from fakturo.convert.header.parties.legal_form import legal_end
from fakturo.convert.header.places import corrected_labels, credit_stems, folded
from fakturo.convert.header.scene import Scene, Spot
from fakturo.convert.invoice import Evidence, Issue, Kind, Origin, Reading
from fakturo.convert.vocabulary import languages, terms, word_count, words_in

_CODE_BEFORE = re.compile(r"[A-Z]{0,4}\d{1,4}[\W_]+")
GIVING_BACK = frozenset({"credit_note", "correction"})
"""Titles of papers that mostly do."""
LARGER = 1.15
"""Times the usual size: a title's."""
SHORT_STEM = 5
"""Letters of a word that others hold by chance: `retur` in `return`."""
LONGEST_TITLE = 7
"""In words; a title that goes on longer is a sentence."""


def read_kind(scene: Scene) -> tuple[Reading[Kind], list[Issue]]:
    titles = [spot for spot in scene.spots if _is_title(spot)]
    own = [spot for spot in titles if _meanings(spot) & {INVOICE_TITLE, CREDIT_TITLE}]
    own = own or [spot for spot in scene.spots if scene.is_before_table(spot) and _is_coded_credit(spot)]
    if not own and (like := _credit_like(scene)):
        evidence = Evidence(like.phrase.text, like.phrase.page, like.box, Origin.TEXT, 0.5)
        message = f'The title "{like.phrase.text}" sounds like a credit note\'s.'
        doubt = Issue("KIND_DOUBTFUL", "kind", message, like.phrase.page, like.box)
        return Reading(Kind.CREDIT_NOTE, evidence), [doubt]
    if not own:
        other = None if _calls_itself_invoice(scene) else _own_title(scene, titles)
        reading = Reading(Kind.INVOICE, Evidence(None, None, None, Origin.DERIVED, 0.5 if other else 0.7))
        return reading, [_not_an_invoice(other)] if other else []
    title = max(own, key=_prominence)
    credit = CREDIT_TITLE in _meanings(title) or _is_coded_credit(title)
    evidence = Evidence(title.phrase.text, title.phrase.page, title.box, Origin.TEXT, 0.9)
    return Reading(Kind.CREDIT_NOTE if credit else Kind.INVOICE, evidence), [] if credit else [*_corrects(scene)]


def _corrects(scene: Scene) -> Iterator[Issue]:
    """It calls itself an invoice, but names the one that it corrects."""
    spots = (spot for spot in scene.spots if scene.is_before_table(spot) and word_count(spot.text) <= LONGEST_TITLE)
    if spot := next((spot for spot in spots if folded(spot.text).startswith(corrected_labels())), None):
        message = f'It names an earlier invoice ("{spot.text}"): is this a correction of it?'
        yield Issue("KIND_DOUBTFUL", "kind", message, spot.phrase.page, spot.box)


def kind_by_sign(title: Reading[Kind], *, minus: bool) -> tuple[Kind, list[Issue]]:
    """What it is by its title and the signs of its amounts, which the kind alone keeps: none is dropped in silence.

    A correction may take money back or ask for more; its title does not say which.
    """
    page, box = title.evidence.page, title.evidence.box
    if minus and title.value is Kind.INVOICE:
        message = "The amounts are printed with a minus: it was taken for a credit note, though no title says so."
        return Kind.CREDIT_NOTE, [Issue("KIND_DOUBTFUL", "kind", message, page, box)]
    if not minus and title.evidence.raw and "correction" in terms("titles").meanings(title.evidence.raw):
        message = f'"{title.evidence.raw}" corrects an invoice, but no amount has a minus: is it a credit note?'
        return title.value, [Issue("KIND_DOUBTFUL", "kind", message, page, box)]
    return title.value, []


def _credit_like(scene: Scene) -> Spot | None:
    """A title that nobody knows, with a word in it that means giving back in many languages."""
    if _calls_itself_invoice(scene):
        return None
    large = (spot for spot in scene.spots if spot.phrase.size > LARGER * scene.usual_size)
    titles = (spot for spot in large if scene.is_before_table(spot) and not legal_end(spot.text))
    return next((spot for spot in titles if _gives_back(spot.text)), None)


def _gives_back(text: str) -> bool:
    words = words_in(text)
    if len(words) > LONGEST_TITLE:
        return False
    return any(stem == word or (len(stem) > SHORT_STEM and stem in word) for word in words for stem in credit_stems())


def _is_coded_credit(spot: Spot) -> bool:
    """`TD04 (nota di credito)` in a cell, `Abc Ltd CREDIT NOTE` in one line: nothing stands behind the kind."""
    mark = spot.marks[-1] if spot.marks else None
    if mark is None or CREDIT_TITLE not in mark.meanings or not mark.alone:
        return False
    before = spot.text[: mark.start].rstrip(" .")
    return _CODE_BEFORE.fullmatch(spot.text[: mark.start]) is not None or (0 < len(before) <= legal_end(before))


def _calls_itself_invoice(scene: Scene) -> bool:
    """A receipt or an order that gives its invoice number is an invoice, whatever its title."""
    labels = (mark for spot in scene.spots if scene.is_before_table(spot) for mark in spot.marks)
    return any("invoice_number" in mark.meanings and names_invoice(mark.text) for mark in labels)


def _own_title(scene: Scene, titles: Sequence[Spot]) -> Spot | None:
    """Above the table: the same words in a group's heading or the small print name other papers."""
    above = (spot for spot in titles if scene.is_before_table(spot))
    return next((spot for spot in above if _is_prominent(scene, spot)), None)


def _is_title(spot: Spot) -> bool:
    if not spot.marks or spot.phrase.text.endswith("?"):
        return False
    if word_count(spot.text) > (2 if spot.text.endswith(".") else LONGEST_TITLE):
        return False
    before = spot.text[: spot.marks[0].start]
    if any(map(str.isalpha, before)) and not (spot.phrase.bold and spot.marks[0].leads):
        return False
    # "Credit note no." names the kind as well as a title does.
    return bool(_meanings(spot) & {INVOICE_TITLE, CREDIT_TITLE, OTHER_TITLE})


def _meanings(spot: Spot) -> frozenset[str]:
    """`Gutschrift Nr.` is one label, and a title in it."""
    mark = spot.marks[0]
    if "invoice_number" in mark.meanings and terms("titles").meanings(mark.text) & GIVING_BACK:
        return mark.meanings | {CREDIT_TITLE}
    return mark.meanings


def _prominence(spot: Spot) -> tuple[bool, float, float]:
    first = spot.phrase.page == 1
    return first, spot.phrase.size + (1 if spot.phrase.bold else 0), -spot.box.y0


def _is_prominent(scene: Scene, spot: Spot) -> bool:
    """A title is set larger or bolder than a reference to another paper, which has that paper's number beside it."""
    if spot.phrase.size > LARGER * scene.usual_size:
        return True
    return not spot.has_digits and spot.is_label and (spot.phrase.bold or spot.text.isupper())


def credit_doubts(claims: Iterable[Claim], kind: Reading[Kind], number: Reading[str] | None) -> Iterator[Issue]:
    """Neither title nor number is called an invoice's, and it speaks of another invoice, as what corrects one does."""
    if kind.evidence.raw is not None or number is None:
        return
    named = [claim for claim in claims if claim.meanings & OWN_NUMBER and names_invoice(claim.label)]
    codes = [(claim, code) for claim in named if (code := code_in(claim.text)) and code.quality == 1]
    if any(folded(code.value) == folded(number.value) for _, code in codes):
        return
    for claim, code in codes:
        within = claim.relation is Relation.INSIDE and not claim.value.has_own_label
        if within and folded(code.value) not in folded(number.value):
            message = f"It names the invoice {code.value}: is this a credit note?"
            yield Issue("KIND_DOUBTFUL", "kind", message, claim.value.phrase.page, claim.value.box)
            return


def _not_an_invoice(title: Spot | None) -> Issue:
    assert title is not None
    message = f'The title "{title.phrase.text}" is not an invoice\'s.'
    return Issue("KIND_DOUBTFUL", "kind", message, title.phrase.page, title.box)


def names_invoice(label: str) -> bool:
    """On a credit note, `Invoice no.` or `Rechnungsdatum` speaks of the invoice that it corrects."""
    words = words_in(label)
    if terms("titles").meanings(label) & GIVING_BACK:
        return False
    return any(word.startswith(invoice_words()) for word in words)


@cache
def invoice_words() -> tuple[str, ...]:
    titles = [term for language in languages().values() for term in language["titles"]["invoice"]]
    return tuple({folded(term) for term in titles if " " not in term and len(term) > 4})
