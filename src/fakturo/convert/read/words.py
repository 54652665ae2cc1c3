"""Words with their boxes, in the order of the file.

Characters are many, and each question to PDFium costs: the text comes in one piece, and places and fonts are asked
for at the borders of words only, of all words of a page in a row.
"""

import ctypes
import re
from itertools import pairwise, repeat

import pypdfium2.raw as pdfium

from fakturo.convert.page import Box, Source, Word, made
from fakturo.convert.read import native
from fakturo.convert.read.clean import clean, is_clean
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


Span = tuple[int, int, float, float, float, float]
"""Characters from start to end (exclusive) that make a word; left, bottom, right and top around them in PDF's
coordinates. A plain tuple: a page takes hundreds."""


def read_words(page: Handle, text_page: Handle, frame: Frame) -> list[Word]:
    """In columns, from what all texts are to what all types are: one word after the other took half as long again."""
    text = page_text(text_page)
    characters = native.address_of(text_page)
    spans = _joined(characters, _spans(characters, text))
    if not spans:
        return []
    texts = _texts([text[span[0] : span[1]] for span in spans])
    boxes = frame.boxes([span[2:] for span in spans])
    left_out = _left_out(texts, boxes)
    objects, styles = styles_of(characters, frame, [span[0] for span in spans])
    tall = [at for at, (box, style) in enumerate(zip(boxes, styles, strict=True)) if box[3] - box[1] > TALL * style[0]]
    for at in tall:
        size, _, angle, _ = styles[at]
        if size and not angle and _is_level(characters, spans[at]):
            boxes[at] = _in_line(boxes[at], size)
    sizes, bolds, angles, euros = zip(*styles, strict=True)
    if True in euros:
        texts = ["€" if is_euro and text == "e" else text for is_euro, text in zip(euros, texts, strict=True)]
    words = made(Word, zip(texts, boxes, sizes, bolds, angles, repeat(Source.TEXT), repeat(None)))
    if left_out:
        words = [word for at, word in enumerate(words) if at not in left_out]
        objects = [text_object for at, text_object in enumerate(objects) if at not in left_out]
    return in_file_order(words, objects, page) if tall else words


def _texts(printed: list[str]) -> list[str]:
    together = "".join(printed)
    if " " not in together and is_clean(together):  # most pages: nothing to look for in each
        return printed
    return [text if " " not in text and is_clean(text) else clean("".join(text.split())) for text in printed]


def _left_out(texts: list[str], boxes: list[Box]) -> set[int]:
    """Which words have no letters, or are printed twice at one place, made bold."""
    printed: dict[str, list[Box]] = {"": []}
    left_out = set[int]()
    for at, text in enumerate(texts):
        if text not in printed:
            printed[text] = [boxes[at]]
        elif not text or _is_double_strike(boxes[at], printed[text]):
            left_out.add(at)
    return left_out


def _is_level(page: native.Address, span: Span) -> bool:
    """Its letters stand beside each other, not below."""
    start, end, *_ = span
    (_, top, _, bottom), (_, other_top, _, other_bottom) = native.loose_box.of(page, (start, end - 1))
    return end - start == 1 or min(top, other_top) > max(bottom, other_bottom)


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
    borders = [*map(re.Match.span, _WORD.finditer(text))]
    firsts = native.loose_box.of(page, [start for start, _ in borders])
    lasts = native.loose_box.of(page, [end - 1 for _, end in borders])
    return [  # written out: to call min() and max() took a third of it
        (
            start,
            end,
            left if left < left_1 else left_1,  # noqa: FURB136
            bottom if bottom < bottom_1 else bottom_1,  # noqa: FURB136
            right if right > right_1 else right_1,  # noqa: FURB136
            top if top > top_1 else top_1,  # noqa: FURB136
        )
        for (start, end), (left, top, right, bottom), (left_1, top_1, right_1, bottom_1) in zip(
            borders, firsts, lasts, strict=True
        )
    ]


def _joined(page: native.Address, spans: list[Span]) -> list[Span]:
    """Spans that only a made-up space parts are one, where that is no wider than the spaces between their letters."""
    made_up = native.is_generated.of(page, [span[1] for span in spans[:-1]])
    held = {at for at, is_made_up in enumerate(made_up) if is_made_up == 1 and _goes_on(spans[at], spans[at + 1])}
    if not held:
        return spans
    joined: list[Span] = []
    run: list[Span] = []
    for at, span in enumerate(spans):
        run.append(span)
        if at not in held:
            joined += _words_of(page, run) if len(run) > 1 else run
            run = []
    return joined


def _goes_on(held: Span, span: Span) -> bool:
    """Right behind it, in the same line."""
    _, end, _, bottom, right, top = held
    start, _, next_left, next_bottom, _, next_top = span
    height = top - bottom
    if start != end + 1 or not -JOINING_GAP * height <= next_left - right <= WIDEST_SPACING * height:
        return False
    return abs(bottom - next_bottom) + abs(top - next_top) <= JOINING_GAP * height


def _words_of(page: native.Address, run: list[Span]) -> list[Span]:
    torn = any(end - start <= SHORT for start, end, *_ in run)
    spacing = SLACK * max((_spacing(page, span) for span in run if torn or _is_wide(span)), default=0.0)
    words = [run[0]]
    for span in run[1:]:
        start, _, left, bottom, right, top = words[-1]
        _, next_end, next_left, next_bottom, next_right, next_top = span
        if next_left - right <= max(JOINING_GAP * (top - bottom), spacing):
            words[-1] = (
                start,
                next_end,
                min(left, next_left),
                min(bottom, next_bottom),
                max(right, next_right),
                max(top, next_top),
            )
        else:
            words.append(span)
    return words


def _is_wide(span: Span) -> bool:
    start, end, left, bottom, right, top = span
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
