"""Words with their boxes, in the order of the file.

Characters are many, and each question to PDFium costs: the text comes in one piece, and places and fonts are asked
for at the borders of words only, of all words of a page in a row.
"""

import ctypes
import re
from itertools import pairwise

import pypdfium2.raw as pdfium

from fakturo.convert.page import Box, Word
from fakturo.convert.read import native
from fakturo.convert.read.clean import clean
from fakturo.convert.read.frame import Frame
from fakturo.convert.read.native import Handle
from fakturo.convert.read.styles import styles_of
from fakturo.convert.read.vertical import in_file_order

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


Span = tuple[int, int, float, float, float, float, bool]
"""Characters from start to end (exclusive) that make a word; left, bottom, right and top around them in PDF's
coordinates; and whether its letters stand beside each other, not below. A plain tuple: a page takes hundreds."""


def read_words(page: Handle, text_page: Handle, frame: Frame) -> list[Word]:
    text = page_text(text_page)
    characters = native.address_of(text_page)
    spans = _joined(characters, _spans(characters, text))
    objects, styles = styles_of(characters, frame, [span[0] for span in spans])
    boxes = frame.boxes([span[2:6] for span in spans])
    words: list[Word] = []
    of_words: list[native.Address] = []
    struck: dict[str, list[Box]] = {}
    for span, box, text_object, (size, bold, angle, is_euro) in zip(spans, boxes, objects, styles, strict=True):
        content = text[span[0] : span[1]]
        if not (content.isascii() and content.isprintable()) or " " in content:
            content = clean("".join(content.split()))
            if not content:
                continue
        if content in struck:
            if _is_double_strike(box, struck[content]):
                continue
        else:
            struck[content] = [box]
        too_tall = 0 < TALL * size < box[3] - box[1] and span[-1] and not angle
        place = _in_line(box, size) if too_tall else box
        words.append(Word("€" if is_euro and content == "e" else content, place, size, bold, angle))
        of_words.append(text_object)
    return in_file_order(words, of_words, page)


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


def _spans(page: native.Address, text: str) -> list[Span]:
    """From the boxes of each word's first and last letter."""
    borders = [match.span() for match in _WORD.finditer(text)]
    firsts = native.loose_box.of(page, [start for start, _ in borders])
    lasts = native.loose_box.of(page, [end - 1 for _, end in borders])
    return [
        (
            start,
            end,
            min(left_1, left),
            min(bottom_1, bottom),
            max(right_1, right),
            max(top_1, top),
            end - start == 1 or min(top_1, top) > max(bottom_1, bottom),
        )
        for (start, end), (left, top, right, bottom), (left_1, top_1, right_1, bottom_1) in zip(
            borders, firsts, lasts, strict=True
        )
    ]


def _joined(page: native.Address, spans: list[Span]) -> list[Span]:
    """Spans that only a made-up space parts are one, where that is no wider than the spaces between their letters."""
    made_up = native.is_generated.of(page, [span[1] for span in spans])
    if 1 not in made_up:
        return spans
    joined: list[Span] = []
    run: list[Span] = []
    behind_made_up = 0
    for span, before_made_up in zip(spans, made_up, strict=True):
        if behind_made_up == 1 and _goes_on(run[-1], span):
            run.append(span)
        else:
            joined += _words_of(page, run) if len(run) > 1 else run
            run = [span]
        behind_made_up = before_made_up
    return joined + _words_of(page, run)


def _goes_on(held: Span, span: Span) -> bool:
    """Right behind it, in the same line."""
    _, end, _, bottom, right, top, _ = held
    start, _, next_left, next_bottom, _, next_top, _ = span
    height = top - bottom
    if start != end + 1 or not -JOINING_GAP * height <= next_left - right <= WIDEST_SPACING * height:
        return False
    return abs(bottom - next_bottom) + abs(top - next_top) <= JOINING_GAP * height


def _words_of(page: native.Address, run: list[Span]) -> list[Span]:
    torn = any(end - start <= SHORT for start, end, *_ in run)
    spacing = SLACK * max((_spacing(page, span) for span in run if torn or _is_wide(span)), default=0.0)
    words = [run[0]]
    for span in run[1:]:
        start, _, left, bottom, right, top, level = words[-1]
        _, next_end, next_left, next_bottom, next_right, next_top, next_level = span
        if next_left - right <= max(JOINING_GAP * (top - bottom), spacing):
            words[-1] = (
                start,
                next_end,
                min(left, next_left),
                min(bottom, next_bottom),
                max(right, next_right),
                max(top, next_top),
                level and next_level,
            )
        else:
            words.append(span)
    return words


def _is_wide(span: Span) -> bool:
    start, end, left, bottom, right, top, _ = span
    return right - left >= LOOSE * (end - start) * (top - bottom)


def _spacing(page: native.Address, span: Span) -> float:
    """Between the first letters of a word."""
    start, end, *_ = span
    boxes = native.loose_box.of(page, range(start, min(end, start + LETTERS_ASKED)))
    return max((right[0] - left[2] for left, right in pairwise(boxes)), default=0.0)


def _is_double_strike(box: Box, places: list[Box]) -> bool:
    x, y, _, _ = box
    for x0, y0, _, _ in places:
        if -DOUBLE_STRIKE <= y - y0 <= DOUBLE_STRIKE and -DOUBLE_STRIKE <= x - x0 <= DOUBLE_STRIKE:
            return True
    if len(places) < REMEMBERED_PLACES:
        places.append(box)
    return False
