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
_FORCE_BOLD = 1 << 18
_BOLD_WEIGHT = 600
_NAME_BYTES = 128


class Style(NamedTuple):
    size: float
    bold: bool
    angle: int


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
    bold_fonts: dict[native.Address | None, bool] = {None: False}
    sizes = native.each(native.font_size, text_page, indices)
    for text_object, font_size, matrix in zip(objects, sizes, room.char_matrices(text_page, indices), strict=True):
        told = (font_size, *matrix[:4])
        shape = shapes.get(told)
        if shape is None:
            shape = shapes[told] = _shape(frame, *told)
        font = native.font_of(text_object)
        if font not in bold_fonts:
            bold_fonts[font] = _is_bold_font(font)
        # Letters that are filled and outlined are bold, too.
        outlined = native.render_mode(text_object) == pdfium.FPDF_TEXTRENDERMODE_FILL_STROKE
        yield Style(shape[0], outlined or bold_fonts[font], shape[1])


def _shape(frame: Frame, font_size: float, a: float, b: float, c: float, d: float) -> tuple[float, int]:
    """Size and angle."""
    return abs(clamp(font_size * hypot(c, d))), frame.angle(degrees(atan2(clamp(b), clamp(a))))


def _is_bold_font(font: native.Address) -> bool:
    name = ctypes.create_string_buffer(_NAME_BYTES)
    native.font_name(font, name, _NAME_BYTES)
    return bool(
        _BOLD_NAME.search(name.raw) or native.font_flags(font) & _FORCE_BOLD or native.font_weight(font) >= _BOLD_WEIGHT
    )
