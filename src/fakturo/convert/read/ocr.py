"""Words from pixels. The recognition itself is somebody else's: whoever calls the engine passes a function for it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from fakturo.convert.page import Box, Ruling, Source, Word
from fakturo.convert.read.clean import clean
from fakturo.convert.read.frame import Frame
from fakturo.convert.read.native import Handle
from fakturo.convert.read.picture import fitting_dpi, pgm, render

DPI = 300
_PAGE_LEVEL, _WORD_LEVEL, _RULING_LEVEL = 1, 5, 6
"""Tesseract's levels, and one beyond them; what the built-in reader says by them: recognise/table.py."""

Draw = Callable[[], bytes]
"""Makes the picture of a page, as PGM; not called in vain, since drawing a page can take long."""

Recognise = Callable[[Draw, int], str]
"""A picture and its resolution in dots per inch to tesseract's table of words (TSV), perhaps with the page's
rulings. Raises OcrUnavailable."""


class OcrUnavailable(Exception):
    """Text on this page can't be recognised; the sentence says why."""


class Recognised(NamedTuple):
    words: Sequence[Word]
    rulings: Sequence[Ruling]
    turned: int = 0
    """Degrees clockwise by which the page was turned to be read. All boxes are those on the turned page."""


class _Row(NamedTuple):
    """What of a line of tesseract's table is used."""

    level: int
    box: Box
    confidence: float
    text: str


def recognise_page(page: Handle, frame: Frame, recognise: Recognise) -> Recognised:
    dpi = round(fitting_dpi(frame, DPI))
    table = recognise(lambda: pgm(render(page, frame, dpi=dpi, gray=True)), dpi)
    return page_of_table(table, 72 / dpi)


def page_of_table(table: str, points_per_pixel: float) -> Recognised:
    rows = [row for line in table.splitlines() if (row := _row(line.split("\t"), points_per_pixel))]
    words = [_word(row) for row in rows if row.level == _WORD_LEVEL and row.text]
    turned = next((int(row.text) for row in rows if row.level == _PAGE_LEVEL and row.text.isdigit()), 0)
    return Recognised(words, [Ruling(row.box) for row in rows if row.level == _RULING_LEVEL], turned)


def _word(row: _Row) -> Word:
    confidence = min(max(row.confidence / 100, 0), 1)
    return Word(row.text, row.box, row.box.height, source=Source.OCR, confidence=confidence)


def _row(fields: list[str], points_per_pixel: float) -> _Row | None:
    """None for the heading."""
    if len(fields) != 12:  # noqa: PLR2004
        return None
    try:
        level = int(fields[0])
        left, top, width, height, confidence = (float(field) for field in fields[6:11])
    except ValueError:
        return None
    left, top, width, height = (length * points_per_pixel for length in (left, top, width, height))
    box, text = Box(left, top, left + width, top + height), clean("".join(fields[11].split()))
    return _Row(level, box, confidence, text)
