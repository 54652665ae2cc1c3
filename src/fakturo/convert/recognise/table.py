"""A picture of a page to a table of its words, with the columns of tesseract's (TSV)."""

from collections.abc import Iterator, Sequence

import numpy as np

from fakturo.convert.recognise.letters import Letter, read_lines
from fakturo.convert.recognise.lines import Line, Picture, find_lines
from fakturo.convert.recognise.models import Models

_WORD_LEVEL = 5


def table_of(pgm: bytes, models: Models) -> str:
    picture = _picture(pgm)
    lines = sorted(find_lines(picture, models.finder), key=lambda line: (line.y, line.x))
    rows: list[str] = []
    for number, (line, letters) in enumerate(zip(lines, read_lines(picture, lines, models), strict=True), 1):
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
    box = (round(edge, 1) for edge in (left, top, right - left, bottom - top))
    confidence = round(100 * min(letter.confidence for letter in word), 1)
    text = "".join(letter.text for letter in word)
    return "\t".join(map(str, (_WORD_LEVEL, 1, 1, 1, line_number, place, *box, confidence, text)))
