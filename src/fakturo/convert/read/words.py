"""Words with their boxes, in the order of the file.

Characters are many, and each question to PDFium costs: the text comes in one piece, and places and fonts are asked
for at the borders of words only, of all words of a page in a row.
"""

import ctypes
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import pypdfium2.raw as pdfium

from fakturo.convert.page import Box, Word
from fakturo.convert.read import native
from fakturo.convert.read.clean import clean
from fakturo.convert.read.frame import Frame
from fakturo.convert.read.native import Handle
from fakturo.convert.read.styles import styles_of
from fakturo.convert.read.vertical import Placed, in_file_order

_WORD = re.compile(r"[^\s\ufffe\0]+\ufffe?|\ufffe")
"""U+FFFE is a hyphen at a line's end: the word's rest stands on the next line, and is a word of its own there."""

JOINING_GAP = 0.1
"""PDFium makes up a space where letters stand apart; up to this part of the type's size they are one word."""
WIDEST_SPACING = 0.4
"""Letters may be set apart by so much of the type's size."""
SLACK = 1.35
"""A space between words is wider than those between wide letters by more than this."""
LOOSE = 0.45
"""The usual letter takes less of the type's size: only wider words, and those beside one or two letters, are asked."""
LETTERS_ASKED = 5
SHORT = 2

TALL, LINE = 1.6, 1.2
"""A line is about as tall as its type's size. Some fonts say that their letters are much taller, and reach over the
rows around them."""
DOUBLE_STRIKE = 1.0
"""A word printed twice within so many points is one word, made bold."""
REMEMBERED_PLACES = 100
"""Of each text; a page that shows one text more often is not slowed down by looking for them all."""


class Span(NamedTuple):
    """Characters from start to end (exclusive) that make a word, with the box around them in PDF's coordinates."""

    start: int
    end: int
    left: float
    bottom: float
    right: float
    top: float
    level: bool = True
    """Its letters stand beside each other, not below."""


def read_words(page: Handle, text_page: Handle, frame: Frame) -> Iterator[Word]:
    return in_file_order(_placed_words(text_page, frame), page)


def _placed_words(text_page: Handle, frame: Frame) -> Iterator[Placed]:
    text = page_text(text_page)
    page = native.address_of(text_page)
    room = native.Room()
    spans = [*_joined(page, room, _spans(page, room, text))]
    struck: dict[str, list[tuple[float, float]]] = {}
    styles = styles_of(page, frame, room, [span.start for span in spans])
    for (start, end, left, bottom, right, top, level), (text_object, style) in zip(spans, styles, strict=True):
        content = text[start:end]
        if " " in content or not (content.isascii() and content.isprintable()):
            content = clean("".join(content.split()))
        if not content:
            continue
        box = frame.box(left, bottom, right, top)
        if not _is_double_strike(content, box, struck):
            size, bold, angle, is_euro = style
            if level and not angle and 0 < TALL * size < box.y1 - box.y0:
                box = _in_line(box, size)
            yield Word("€" if is_euro and content == "e" else content, box, size, bold, angle), text_object


def _in_line(box: Box, size: float) -> Box:
    middle, half = (box.y0 + box.y1) / 2, LINE * size / 2
    return box._replace(y0=middle - half, y1=middle + half)


def page_text(text_page: Handle) -> str:
    """One character for each of PDFium's character indices."""
    count = pdfium.FPDFText_CountChars(text_page)
    if count <= 0:
        return ""
    units = (ctypes.c_ushort * (count + 1))()
    written = pdfium.FPDFText_GetText(text_page, 0, count, units)
    if written == count + 1:
        text = bytes(units)[:-2].decode("utf-16-le", "surrogatepass")
        # A character beyond 16 bits has two indices, but would be one character here.
        return text if len(text) == count else "".join(map(chr, units[:count]))
    # GetText left characters out, so its indices are not the characters' any more.
    return "".join(_character(text_page, index) for index in range(count))


def _character(text_page: Handle, index: int) -> str:
    code = pdfium.FPDFText_GetUnicode(text_page, index)
    return chr(code) if code <= 0x10FFFF else "\0"  # noqa: PLR2004


def _spans(page: native.Address, room: native.Room, text: str) -> Iterator[Span]:
    """From the boxes of each word's first and last letter."""
    borders = [match.span() for match in _WORD.finditer(text)]
    firsts = [*room.loose_boxes(page, [start for start, _ in borders])]
    lasts = [*room.loose_boxes(page, [end - 1 for _, end in borders])]
    for (start, end), (left, top, right, bottom), last in zip(borders, firsts, lasts, strict=True):
        if end - start == 1:
            yield Span(start, end, left, bottom, right, top)
            continue
        left_1, top_1, right_1, bottom_1 = last
        lower, upper = (bottom_1, bottom) if bottom_1 < bottom else (bottom, bottom_1)
        low_top, high_top = (top_1, top) if top_1 < top else (top, top_1)
        yield Span(start, end, min(left, left_1), lower, max(right, right_1), high_top, low_top > upper)


def _joined(page: native.Address, room: native.Room, spans: Iterator[Span]) -> Iterator[Span]:
    """Spans that only a made-up space parts are one, where that is no wider than the spaces between their letters."""
    run: list[Span] = []
    for span in spans:
        if run and not _goes_on(page, run[-1], span):
            if len(run) == 1:
                yield run[0]
            else:
                yield from _words_of(page, room, run)
            run = []
        run.append(span)
    yield from _words_of(page, room, run)


def _goes_on(page: native.Address, held: Span, span: Span) -> bool:
    """Right behind it, in the same line, with a made-up space between them."""
    if span.start != held.end + 1:
        return False
    height = held.top - held.bottom
    if not -JOINING_GAP * height <= span.left - held.right <= WIDEST_SPACING * height:
        return False
    same_height = abs(held.bottom - span.bottom) + abs(held.top - span.top) <= JOINING_GAP * height
    return same_height and native.is_generated(page, held.end) == 1


def _words_of(page: native.Address, room: native.Room, run: list[Span]) -> Iterator[Span]:
    if len(run) <= 1:
        yield from run
        return
    torn = any(span.end - span.start <= SHORT for span in run)
    wide = [span for span in run if torn or _is_wide(span)]
    spacing = SLACK * max((_spacing(page, room, span) for span in wide), default=0.0)
    held = run[0]
    for span in run[1:]:
        if span.left - held.right <= max(JOINING_GAP * (held.top - held.bottom), spacing):
            held = Span(
                held.start,
                span.end,
                min(held.left, span.left),
                min(held.bottom, span.bottom),
                max(held.right, span.right),
                max(held.top, span.top),
                held.level and span.level,
            )
        else:
            yield held
            held = span
    yield held


def _is_wide(span: Span) -> bool:
    return span.right - span.left >= LOOSE * (span.end - span.start) * (span.top - span.bottom)


def _spacing(page: native.Address, room: native.Room, span: Span) -> float:
    """Between the first letters of a word."""
    boxes = room.loose_boxes(page, range(span.start, min(span.end, span.start + LETTERS_ASKED)))
    return max((right[0] - left[2] for left, right in pairwise(boxes)), default=0.0)


def _is_double_strike(text: str, box: Box, struck: dict[str, list[tuple[float, float]]]) -> bool:
    places = struck.get(text)
    if places is None:
        struck[text] = [(box.x0, box.y0)]
        return False
    for x, y in places:
        if abs(box.x0 - x) <= DOUBLE_STRIKE and abs(box.y0 - y) <= DOUBLE_STRIKE:
            return True
    if len(places) < REMEMBERED_PLACES:
        places.append((box.x0, box.y0))
    return False
