"""A picture of a page to a table of its words and rulings, with the columns of tesseract's (TSV)."""

from collections.abc import Sequence

import numpy as np

from fakturo.convert.recognise.letters import Word
from fakturo.convert.recognise.lines import Line, Picture
from fakturo.convert.recognise.models import Models
from fakturo.convert.recognise.rulings import boxes
from fakturo.convert.recognise.upright import read_upright

_PAGE_LEVEL, _WORD_LEVEL, _RULING_LEVEL = 1, 5, 6
"""Tesseract's levels go from the page to its words, and know no rulings. Of the page the text says by how many degrees
it was turned to be read, clockwise; all places are those on the turned page."""
_LINE_HEIGHT = 1.25
"""Type sizes: the median on pages whose text is known; four fifths of lines lie between 1.28 and 1.71."""
_BEARING = 0.05
"""Type sizes of paper on each side of a word that are its own, as boxes of a file's own text have them."""


def table_of(pgm: bytes, models: Models) -> str:
    page = read_upright(_picture(pgm), models)
    height, width = page.picture.shape
    rows = [_columns(_PAGE_LEVEL, 0, 0, (0, 0, width, height), -1, str(page.turned))]
    rows += (_columns(_RULING_LEVEL, 0, 0, box, 100, "") for box in boxes(page.rulings))
    for number, (line, words) in enumerate(zip(page.lines, page.words, strict=True), 1):
        rows += (_row(number, place, line, word) for place, word in enumerate(words, 1))
    return "\n".join(rows)


def _picture(pgm: bytes) -> Picture:
    """Of the plain form that read/picture.py writes: `P5 width height 255`, a line's end, and a byte for each pixel."""
    head, _, pixels = pgm.partition(b"\n")
    width, height = (int(side) for side in head.split()[1:3])
    return np.frombuffer(pixels, np.uint8).reshape(height, width)


def _row(line_number: int, place: int, line: Line, word: Word) -> str:
    """The box stands upright around the word's middle, however its line slants, and is as high as its type."""
    size = line.height / _LINE_HEIGHT
    x, y = line.at((word.start + word.end) / 2 * line.width, line.height / 2)
    width = (word.end - word.start) * line.width + 2 * _BEARING * size
    box = [round(edge, 1) for edge in (x - width / 2, y - size / 2, width, size)]
    return _columns(_WORD_LEVEL, line_number, place, box, round(100 * word.confidence, 1), word.text)


def _columns(level: int, line: int, place: int, box: Sequence[float], confidence: float, text: str) -> str:
    return "\t".join(map(str, (level, 1, 1, 1, line, place, *box, confidence, text)))
