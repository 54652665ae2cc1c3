"""Several invoices in one PDF: which pages belong together, and which are no invoice at all."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from statistics import median

from fakturo.convert.header.kind import read_kind
from fakturo.convert.header.labels.claims import claims_of
from fakturo.convert.header.number.labelled import called_number
from fakturo.convert.header.scene import scene_of
from fakturo.convert.invoice import Invoice
from fakturo.convert.layout.sheet import Phrase, Sheet
from fakturo.convert.solve.sums.labels import Means, meanings
from fakturo.convert.vocabulary import terms, words_in

SURE_ENOUGH = 0.6
TOP = 0.3
"""A title stands in this part of the page."""
PROMINENT = 1.15
"""Type of a title, beside the page's ordinary type."""
LONGEST_TITLE = 5
MOST_PAGES = 300
"""Beyond so many pages nobody looks for a second invoice."""


_COUNTED = re.compile(r"(?<![\d.,/-])(\d{1,3})\s?(?:/|\\|[^\W\d_]{1,5})\s?(\d{1,3})(?![\d.,/-])")
"""`Page 2 of 3`, `Seite 2/3`."""
LONGEST_COUNT = 7
"""Words of a phrase that counts pages."""
LEAST_ROWS = 10
"""A page with fewer says too little to be called a copy."""
MOST_DIFFERING = 4
_DIGIT = re.compile(r"\d")
WHOLE = frozenset({Means.SUBTOTAL, Means.TOTAL, Means.PAYABLE})
SHORTEST_KEY = 4
"""Letters and digits of a number that can't stand on another page by chance."""


@dataclass(frozen=True, slots=True)
class Face:
    """What a page says it is."""

    number: str | None
    appendix: bool
    titled: bool = False
    """It is headed as an invoice of its own."""


def without_copies(sheets: Sequence[Sheet]) -> list[Sheet]:
    """Original, duplicate, triplicate: pages that print an earlier one once more say nothing new."""
    if len(sheets) == 1:
        return list(sheets)
    kept: list[Sheet] = []
    texts: list[frozenset[str]] = []
    for sheet in sheets:
        own = frozenset(row.text for row in sheet.rows)
        if len(own) < LEAST_ROWS or not any(_repeats(own, other) for other in texts):
            kept.append(sheet)
            texts.append(own)
    return kept


def _repeats(own: frozenset[str], other: frozenset[str]) -> bool:
    """All but the word for which copy it is, and no digit that is new; the original may have been signed or stamped."""
    return len(own - other) <= MOST_DIFFERING and _digits(own - other) <= _digits(other - own)


def _digits(texts: Iterable[str]) -> Counter[str]:
    return Counter(word for text in texts for word in text.split() if _DIGIT.search(word))


def split(sheets: Sequence[Sheet]) -> list[list[Sheet]]:
    """Pages by invoice. A page with another invoice number begins another invoice; appendices are left out."""
    if len(sheets) == 1 or len(sheets) > MOST_PAGES:
        return [list(sheets)]
    parts: list[list[Sheet]] = []
    current: str | None = None
    for sheet in sheets:
        face = _face(sheet)
        if face.appendix and parts and face.number in {None, current}:
            continue
        if not parts or (current and not _goes_on(parts[-1], current, sheet, face)):
            parts.append([])
            current = None
        parts[-1].append(sheet)
        current = current or face.number
    return parts


def rejoined(parts: Sequence[list[Sheet]], read: Sequence[Invoice]) -> list[list[Sheet]]:
    """Pages that are not headed as an invoice go back to those before them, if they hold sums and no items, or go on
    about the same total and name nobody who is to pay it."""
    kept: list[list[Sheet]] = []
    before: Decimal | None = None
    for part, invoice in zip(parts, read, strict=True):
        total = invoice.totals.total
        belongs = total is not None and (not invoice.items or (total == before and not invoice.buyer.name))
        before = total
        if kept and belongs and not _face(part[0]).titled:
            kept[-1] = [*kept[-1], *part]
        else:
            kept.append(part)
    return kept


def _goes_on(part: Sequence[Sheet], current: str, sheet: Sheet, face: Face) -> bool:
    """The same number, or one that only seems to be another: the page names the invoice's own, or counts on.

    Not so where it has a title of its own: a credit note names the invoice before it, too.
    """
    number = face.number
    if number is None or number == current:
        return True
    if face.titled:
        return False
    return _is_next_page(sheet, len(part) + 1) or _names(sheet, current) or any(_names(page, number) for page in part)


def once_each(invoices: Sequence[Invoice], parts: Sequence[Sequence[Sheet]]) -> list[Invoice]:
    """The invoices without those that print a sale once more: a tax office's form names the invoice and its sums."""
    kept: list[Invoice] = []
    for invoice, part in zip(invoices, parts, strict=True):
        if not any(_is_of_the_same_sale(invoice, part, earlier) for earlier in kept):
            kept.append(invoice)
    return kept


def _is_of_the_same_sale(invoice: Invoice, part: Sequence[Sheet], earlier: Invoice) -> bool:
    if invoice.kind is not earlier.kind or not earlier.number:
        return False
    sums, before = _sums(invoice), _sums(earlier)
    same = sums & before and (invoice.totals.total in before or len(sums & before) > 1)
    return bool(same) and any(_names(sheet, _key(earlier.number)) for sheet in part)


def _sums(invoice: Invoice) -> set[Decimal]:
    totals = invoice.totals
    return {one for one in (totals.subtotal, totals.tax_base, totals.tax, totals.total) if one}


def _names(sheet: Sheet, number: str) -> bool:
    if len(number) < SHORTEST_KEY:
        return False
    return any(number in _key(phrase.text) for phrase in sheet.phrases)


def _is_next_page(sheet: Sheet, place: int) -> bool:
    """It calls itself the page of that place."""
    for phrase in sheet.phrases:
        if len(words_in(phrase.text)) <= LONGEST_COUNT:
            for at, of in _COUNTED.findall(phrase.text):
                if int(at) == place and int(of) >= place and phrase.text[0].isalpha():
                    return True
    return False


def _key(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()


def _face(sheet: Sheet) -> Face:
    if not sheet.rows:
        return Face(None, appendix=False)
    scene = scene_of([sheet], None)
    kind, _ = read_kind(scene)
    number = called_number(scene, claims_of(scene), kind.value)
    sure = number if number and number.evidence.confidence >= SURE_ENOUGH else None
    key = _key(sure.value) if sure else None
    title = kind.evidence.raw
    titled = title is not None and not WHOLE & set(meanings(title))  # `Invoice total` is none
    return Face(key, appendix=_is_appendix(sheet), titled=titled)


def _is_appendix(sheet: Sheet) -> bool:
    """A delivery note, a packing list, conditions: its title says so in larger type, and names no invoice."""
    phrases = [phrase for phrase in sheet.phrases if phrase.box.y0 <= TOP * sheet.height]
    ordinary = median(phrase.size for phrase in sheet.phrases)
    titles = {
        meaning
        for phrase in phrases
        if _is_prominent(phrase, ordinary) and len(words_in(phrase.text)) <= LONGEST_TITLE
        for meaning in terms("titles").meanings(phrase.text)
    }
    return titles == {"other"}


def _is_prominent(phrase: Phrase, ordinary: float) -> bool:
    return phrase.size >= PROMINENT * ordinary and not any(map(str.isdigit, phrase.text))
