"""The box of a field is where its text is: held against PDFium's own search of the page, on generated documents."""

import re

import pypdfium2 as pdfium
import pytest

from fakturo.convert.engine import read_invoices
from fakturo.convert.invoice import Evidence, Origin
from tests.generator.registry import draw, families

LEAST_OVERLAP = 0.8
LEAST_LOOKED_FOR = 0.4
"""Of a document's boxes; what wraps over lines can't be found in one piece."""
PICTURES = ("scan",)
"""On which PDFium finds no text."""
SEVERAL_LINES = 1.8
"""Of one line's height: an address over two lines, which may stand elsewhere in one."""
Rect = tuple[float, float, float, float]


def found_on(page: pdfium.PdfPage, text: str) -> list[Rect]:
    """Where PDFium itself finds that text as a word of its own, from the top left corner."""
    height = page.get_height()
    textpage = page.get_textpage()
    search = textpage.search(text, match_case=True)
    places = []
    while at := search.get_next():
        around = textpage.get_text_range(max(0, at[0] - 1), 1) + textpage.get_text_range(at[0] + at[1], 1)
        if around.strip() and at[0] > 0:
            continue  # a currency's sign before an amount has the box of both
        boxes = [textpage.get_charbox(index, loose=True) for index in range(at[0], at[0] + at[1])]
        left, bottom, right, top = (best(box[edge] for box in boxes) for edge, best in enumerate((min, min, max, max)))
        places.append((left, height - top, right, height - bottom))
        places.append((bottom, left, top, right))  # as it is read, if the text is turned on its side
    return places


def overlap(box: Rect, other: Rect) -> float:
    width = min(box[2], other[2]) - max(box[0], other[0])
    height = min(box[3], other[3]) - max(box[1], other[1])
    shared = max(0.0, width) * max(0.0, height)
    return shared / (area(box) + area(other) - shared)


def area(box: Rect) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def misplaced(pdf: bytes) -> tuple[float, list[str]]:
    """Which share of the boxes could be looked for, and those that are elsewhere."""
    document = pdfium.PdfDocument(pdf)
    boxes, looked, wrong = 0, 0, []
    for invoice in read_invoices(pdf):
        for name, evidence in invoice.fields.items():
            places = _places(document, evidence)
            boxes += evidence.box is not None
            if places and evidence.box:
                looked += 1
                box = (evidence.box.x0, evidence.box.y0, evidence.box.x1, evidence.box.y1)
                if max(overlap(box, place) for place in places) < LEAST_OVERLAP:
                    wrong.append(f"{name} {evidence.raw!r}")
    return looked / boxes, wrong


def _places(document: pdfium.PdfDocument, evidence: Evidence) -> list[Rect]:
    """None for marks alone, for what stands nowhere in one line, and for what was not read from text."""
    box, raw = evidence.box, evidence.raw or ""
    if evidence.source is not Origin.TEXT or not evidence.page or box is None or not re.search(r"\w", raw):
        return []
    places = found_on(document[evidence.page - 1], raw)
    height = min((place[3] - place[1] for place in places), default=0.0)
    return places if box.y1 - box.y0 < SEVERAL_LINES * height else []


def check(name: str, seeds: range) -> None:
    wrong = list[str]()
    for seed in seeds:
        share, bad = misplaced(draw(name, seed).pdf)
        wrong += [f"{name}-{seed}: {each}" for each in bad]
        assert share > LEAST_LOOKED_FOR, f"{name}-{seed}: most boxes must be looked for"
    assert wrong == []


@pytest.mark.parametrize("name", list(families())[:4])
def test_boxes_are_where_the_text_is(name: str) -> None:
    check(name, range(1, 2))


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in families() if name not in PICTURES])
def test_boxes_are_where_the_text_is_on_two_hundred_documents(name: str) -> None:
    """All families together make them."""
    check(name, range(1, 7))
