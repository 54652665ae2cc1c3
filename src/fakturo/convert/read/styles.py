"""Size, weight and direction of text. Asked once for each text object and font of a page, of all words together."""

import ctypes
import re
from collections.abc import Iterator, Sequence
from math import atan2, degrees, hypot
from typing import NamedTuple

import pypdfium2.raw as pdfium

from fakturo.convert.read import native
from fakturo.convert.read.frame import Frame, clamp

_BOLD_NAME = re.compile(rb"bold|black|heavy|demi", re.IGNORECASE)
_EURO_NAME = re.compile(rb"feym", re.IGNORECASE)
"""TeX's fonts for one sign alone, the euro's, which is said to be an `e`."""
_FORCE_BOLD = 1 << 18
_BOLD_WEIGHT = 600
_NAME_BYTES = 128


class Style(NamedTuple):
    size: float
    bold: bool
    angle: int
    is_euro: bool = False
    """Its `e` is shown as €."""


UNKNOWN = Style(0, bold=False, angle=0)


def styles_of(
    text_page: native.Address, frame: Frame, room: native.Room, indices: Sequence[int]
) -> list[tuple[native.Address | None, Style]]:
    """The text object that each of the characters belongs to, and its style; made-up characters belong to none."""
    objects = native.each(native.text_object, text_page, indices)
    first = dict(zip(reversed(objects), reversed(indices), strict=True))
    first.pop(None, None)
    styles: dict[native.Address | None, Style] = dict(zip(first, _read(text_page, frame, room, first), strict=True))
    styles[None] = UNKNOWN
    return [(text_object, styles[text_object]) for text_object in objects]


def _read(
    text_page: native.Address, frame: Frame, room: native.Room, objects: dict[native.Address, int]
) -> Iterator[Style]:
    """Of each text object, by the index of one of its characters. There are few shapes and fonts on a page."""
    indices = list(objects.values())
    shapes: dict[tuple[float, ...], tuple[float, int]] = {}
    fonts: dict[native.Address | None, tuple[bool, bool]] = {None: (False, False)}
    sizes = native.each(native.font_size, text_page, indices)
    for text_object, font_size, matrix in zip(objects, sizes, room.char_matrices(text_page, indices), strict=True):
        told = (font_size, *matrix[:4])
        shape = shapes.get(told)
        if shape is None:
            shape = shapes[told] = _shape(frame, *told)
        font = native.font_of(text_object)
        if font not in fonts:
            fonts[font] = _told_by(font)
        # Letters that are filled and outlined are bold, too.
        outlined = native.render_mode(text_object) == pdfium.FPDF_TEXTRENDERMODE_FILL_STROKE
        bold, is_euro = fonts[font]
        yield Style(shape[0], outlined or bold, shape[1], is_euro)


def _shape(frame: Frame, font_size: float, a: float, b: float, c: float, d: float) -> tuple[float, int]:
    """Size and angle."""
    return abs(clamp(font_size * hypot(c, d))), frame.angle(degrees(atan2(clamp(b), clamp(a))))


def _told_by(font: native.Address) -> tuple[bool, bool]:
    """Whether it is bold, and whether it holds the euro's sign."""
    name = ctypes.create_string_buffer(_NAME_BYTES)
    native.font_name(font, name, _NAME_BYTES)
    bold = _BOLD_NAME.search(name.raw) or native.font_flags(font) & _FORCE_BOLD
    return bool(bold or native.font_weight(font) >= _BOLD_WEIGHT), bool(_EURO_NAME.search(name.raw))
