"""A picture of a page to a table of its words and rulings, with the columns of tesseract's (TSV)."""

from collections.abc import Iterator, Sequence

import numpy as np

from fakturo.convert.recognise.letters import Letter
from fakturo.convert.recognise.lines import Line, Picture
from fakturo.convert.recognise.models import Models
from fakturo.convert.recognise.rulings import boxes
from fakturo.convert.recognise.upright import read_upright

_PAGE_LEVEL, _WORD_LEVEL, _RULING_LEVEL = 1, 5, 6
"""Tesseract's levels go from the page to its words, and know no rulings. Of the page the text says by how many degrees
it was turned to be read, clockwise; all places are those on the turned page."""


def table_of(pgm: bytes, models: Models) -> str:
    page = read_upright(_picture(pgm), models)
    height, width = page.picture.shape
    rows = [_columns(_PAGE_LEVEL, 0, 0, (0, 0, width, height), -1, str(page.turned))]
    rows += (_columns(_RULING_LEVEL, 0, 0, box, 100, "") for box in boxes(page.rulings))
    for number, (line, letters) in enumerate(zip(page.lines, page.letters, strict=True), 1):
        rows += (_row(number, place, line, word) for place, word in enumerate(_words(letters), 1))
    return "\n".join(rows)


def _picture(pgm: bytes) -> Picture:
    """Of the plain form that read/picture.py writes: `P5 width height 255`, a line's end, and a byte for each pixel."""
    head, _, pixels = pgm.partition(b"\n")
    width, height = (int(side) for side in head.split()[1:3])
    return np.frombuffer(pixels, np.uint8).reshape(height, width)


def _words(letters: Sequence[Letter]) -> Iterator[list[Letter]]:
    word: list[Letter] = []
    for letter in letters:
        if not letter.text.isspace():
            word.append(letter)
        elif word:
            yield word
            word = []
    if word:
        yield word


def _row(line_number: int, place: int, line: Line, word: Sequence[Letter]) -> str:
    """A word is as sure as its least sure letter."""
    along = (word[0].start * line.width, word[-1].end * line.width)
    corners = [line.at(x, y) for x in along for y in (0, line.height)]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    top, bottom = min(y for _, y in corners), max(y for _, y in corners)
    box = [round(edge, 1) for edge in (left, top, right - left, bottom - top)]
    confidence = round(100 * min(letter.confidence for letter in word), 1)
    text = "".join(letter.text for letter in word)
    return _columns(_WORD_LEVEL, line_number, place, box, confidence, text)


def _columns(level: int, line: int, place: int, box: Sequence[float], confidence: float, text: str) -> str:
    return "\t".join(map(str, (level, 1, 1, 1, line, place, *box, confidence, text)))
