"""What was recognised on a scan and nothing else proves: an unsure letter in it is a doubt.

Amounts are left out: whether they are right is decided by what adds up.
"""

from collections.abc import Iterator, Mapping, Sequence

from fakturo.convert.invoice import Evidence, Issue, Origin
from fakturo.convert.layout.sheet import Sheet
from fakturo.convert.page import Box, Source, Word

UNPROVEN = ("invoice.number", "invoice.date", "seller.name", "seller.tax_id", "buyer.name", "buyer.tax_id")
LEAST_SURE = 0.9
"""The probability of the least sure letter. A weak sign: on real scans 8 of 18 words with one wrong letter lie below,
and 9 of 204 right ones. Below 0.5 it would be 2 and 1. The network is often sure of a wrong accent."""


def scan_issues(sheets: Sequence[Sheet], fields: Mapping[str, Evidence]) -> Iterator[Issue]:
    for name in UNPROVEN:
        evidence = fields.get(name)
        if evidence and evidence.source is Origin.OCR and _least_sure(sheets, evidence) < LEAST_SURE:
            text = f'"{evidence.raw}" was read from a scan, and not all of its letters are sure.'
            yield Issue("SCAN_UNSURE", name, text, evidence.page, evidence.box)


def _least_sure(sheets: Sequence[Sheet], evidence: Evidence) -> float:
    box = evidence.box
    words = [
        word
        for sheet in sheets
        if sheet.number == evidence.page and box
        for phrase in sheet.phrases
        for word in phrase.words
        if _lies_in(word, box)
    ]
    return min((word.confidence for word in words if word.confidence is not None), default=1.0)


def _lies_in(word: Word, box: Box) -> bool:
    x, y = (word.box.x0 + word.box.x1) / 2, (word.box.y0 + word.box.y1) / 2
    return word.source is Source.OCR and box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1
