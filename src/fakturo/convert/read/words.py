"""Words with their boxes, in the order of the file.

Characters are many, and each question to PDFium costs: the text comes in one piece, and places and fonts are asked
for at the borders of words only.
"""

import ctypes
import re
from collections.abc import Iterator
from math import atan2, degrees, hypot
from typing import NamedTuple

import pypdfium2.raw as pdfium

from fakturo.convert.page import Box, Word
from fakturo.convert.read.clean import clean
from fakturo.convert.read.fonts import is_bold
from fakturo.convert.read.frame import Frame, clamp
from fakturo.convert.read.pdf import Handle

_WORD = re.compile(r"[^\s\ufffe\0]+\ufffe?|\ufffe")
"""U+FFFE is a hyphen at a line's end: the word's rest stands on the next line, and is a word of its own there."""

JOINING_GAP = 0.1
"""PDFium makes up a space where letters stand apart; up to this part of the type's size they are one word."""

DOUBLE_STRIKE = 1.0
"""A word printed twice within so many points is one word, made bold."""


class Style(NamedTuple):
    size: float
    bold: bool
    angle: int


class Span(NamedTuple):
    """Characters from start to end (exclusive) that make a word, with the box around them in PDF's coordinates."""

    start: int
    end: int
    left: float
    bottom: float
    right: float
    top: float


def read_words(text_page: Handle, frame: Frame) -> Iterator[Word]:
    text = page_text(text_page)
    style_of = _Styles(text_page, frame)
    struck: set[tuple[str, int, int]] = set()
    for span in _joined(text_page, _spans(text_page, text)):
        content = clean("".join(text[span.start : span.end].split()))
        if not content:
            continue
        box = frame.box(span.left, span.bottom, span.right, span.top)
        if not _is_double_strike(content, box, struck):
            style = style_of(span.start)
            yield Word(content, box, style.size, style.bold, style.angle)


def page_text(text_page: Handle) -> str:
    """One character for each of PDFium's character indices."""
    count = pdfium.FPDFText_CountChars(text_page)
    if count <= 0:
        return ""
    units = (ctypes.c_ushort * (count + 1))()
    written = pdfium.FPDFText_GetText(text_page, 0, count, units)
    if written == count + 1:
        return bytes(units)[:-2].decode("utf-16-le", "surrogatepass")
    # GetText left characters out, so its indices are not the characters' any more.
    return "".join(_character(text_page, index) for index in range(count))


def _character(text_page: Handle, index: int) -> str:
    code = pdfium.FPDFText_GetUnicode(text_page, index)
    return chr(code) if code <= 0x10FFFF else "\0"  # noqa: PLR2004


def _spans(text_page: Handle, text: str) -> Iterator[Span]:
    first, last = pdfium.FS_RECTF(), pdfium.FS_RECTF()
    box_of = pdfium.FPDFText_GetLooseCharBox
    for match in _WORD.finditer(text):
        start, end = match.span()
        box_of(text_page, start, first)
        if end - start > 1:
            box_of(text_page, end - 1, last)
            yield Span(
                start,
                end,
                min(first.left, last.left),
                min(first.bottom, last.bottom),
                max(first.right, last.right),
                max(first.top, last.top),
            )
        else:
            yield Span(start, end, first.left, first.bottom, first.right, first.top)


def _joined(text_page: Handle, spans: Iterator[Span]) -> Iterator[Span]:
    """Spans that only a made-up space parts are one."""
    held: Span | None = None
    for span in spans:
        if held and _is_one_word(text_page, held, span):
            held = Span(
                held.start,
                span.end,
                min(held.left, span.left),
                min(held.bottom, span.bottom),
                max(held.right, span.right),
                max(held.top, span.top),
            )
            continue
        if held:
            yield held
        held = span
    if held:
        yield held


def _is_one_word(text_page: Handle, held: Span, span: Span) -> bool:
    if span.start != held.end + 1:
        return False
    height = held.top - held.bottom
    same_height = abs(held.bottom - span.bottom) + abs(held.top - span.top) <= JOINING_GAP * height
    near = -JOINING_GAP * height <= span.left - held.right <= JOINING_GAP * height
    return same_height and near and pdfium.FPDFText_IsGenerated(text_page, held.end) == 1


def _is_double_strike(text: str, box: Box, struck: set[tuple[str, int, int]]) -> bool:
    column, row = int(box.x0 // DOUBLE_STRIKE), int(box.y0 // DOUBLE_STRIKE)
    near = any((text, column + dx, row + dy) in struck for dx in (-1, 0, 1) for dy in (-1, 0, 1))
    if not near:
        struck.add((text, column, row))
    return near


class _Styles:
    """Size, weight and direction of a character; asked once for each text object."""

    def __init__(self, text_page: Handle, frame: Frame) -> None:
        self._text_page = text_page
        self._frame = frame
        self._known: dict[int, Style] = {}

    def __call__(self, index: int) -> Style:
        text_object = pdfium.FPDFText_GetTextObject(self._text_page, index)
        if not text_object:
            return Style(0, bold=False, angle=0)
        address = ctypes.addressof(text_object.contents)
        if (style := self._known.get(address)) is None:
            style = self._known[address] = self._read(text_object, index)
        return style

    def _read(self, text_object: Handle, index: int) -> Style:
        matrix = pdfium.FS_MATRIX()
        pdfium.FPDFText_GetMatrix(self._text_page, index, matrix)
        nominal = pdfium.FPDFText_GetFontSize(self._text_page, index)
        size = abs(clamp(nominal * hypot(matrix.c, matrix.d)))
        angle = self._frame.angle(degrees(atan2(clamp(matrix.b), clamp(matrix.a))))
        return Style(size, is_bold(text_object), angle)
