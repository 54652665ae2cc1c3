"""Words from pixels. The recognition itself is somebody else's: whoever calls the engine passes a function for it."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from fakturo.convert.page import Box, Source, Word
from fakturo.convert.read.clean import clean
from fakturo.convert.read.frame import Frame
from fakturo.convert.read.native import Handle
from fakturo.convert.read.picture import fitting_dpi, pgm, render

DPI = 300

Draw = Callable[[], bytes]
"""Makes the picture of a page, as PGM; not called in vain, since drawing a page can take long."""

Recognise = Callable[[Draw, int], str]
"""A picture and its resolution in dots per inch to tesseract's table of words (TSV). Raises OcrUnavailable."""


class OcrUnavailable(Exception):
    """Text on this page can't be recognised; the sentence says why."""


class _Row(NamedTuple):
    """What of a line of tesseract's table is used."""

    left: float
    top: float
    width: float
    height: float
    confidence: float
    text: str


def recognise_words(page: Handle, frame: Frame, recognise: Recognise) -> Iterator[Word]:
    dpi = round(fitting_dpi(frame, DPI))
    table = recognise(lambda: pgm(render(page, frame, dpi=dpi, gray=True)), dpi)
    return words_of_table(table, 72 / dpi)


def words_of_table(table: str, points_per_pixel: float) -> Iterator[Word]:
    for line in table.splitlines():
        row = _row(line.split("\t"))
        if row and (text := clean("".join(row.text.split()))):
            left, top, width, height = (length * points_per_pixel for length in row[:4])
            box = Box(left, top, left + width, top + height)
            confidence = min(max(row.confidence / 100, 0), 1)
            yield Word(text, box, height, source=Source.OCR, confidence=confidence)


def _row(fields: list[str]) -> _Row | None:
    """None for the heading and for rows of pages, blocks and lines, which have no confidence."""
    if len(fields) != 12:  # noqa: PLR2004
        return None
    try:
        left, top, width, height, confidence = (float(field) for field in fields[6:11])
    except ValueError:
        return None
    return _Row(left, top, width, height, confidence, fields[11]) if confidence >= 0 else None
