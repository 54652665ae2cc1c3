"""Size, weight and direction of text. Asked once for each text object and font of a page."""

import ctypes
import re
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


class Styles:
    """Of one page: PDFium's handles mean nothing beyond it."""

    def __init__(self, text_page: native.Address, frame: Frame) -> None:
        self._text_page = text_page
        self._frame = frame
        self._of_object: dict[native.Address, Style] = {}
        self._bold_fonts: dict[native.Address, bool] = {}
        self._matrix = pdfium.FS_MATRIX()
        self._shapes: dict[tuple[float, ...], tuple[float, int]] = {}

    def of(self, text_object: native.Address | None, index: int) -> Style:
        """Of a text object that the character with that index belongs to; made-up characters belong to none."""
        if not text_object:
            return UNKNOWN
        style = self._of_object.get(text_object)
        if style is None:
            style = self._of_object[text_object] = self._read(text_object, index)
        return style

    def _read(self, text_object: native.Address, index: int) -> Style:
        matrix = self._matrix
        native.char_matrix(self._text_page, index, matrix)
        told = (native.font_size(self._text_page, index), matrix.a, matrix.b, matrix.c, matrix.d)
        shape = self._shapes.get(told)
        if shape is None:
            shape = self._shapes[told] = self._shape(*told)
        return Style(shape[0], self._is_bold(text_object), shape[1])

    def _shape(self, font_size: float, a: float, b: float, c: float, d: float) -> tuple[float, int]:
        """Size and angle; few of them on a page."""
        return abs(clamp(font_size * hypot(c, d))), self._frame.angle(degrees(atan2(clamp(b), clamp(a))))

    def _is_bold(self, text_object: native.Address) -> bool:
        """By the font, or because the letters are filled and outlined."""
        if native.render_mode(text_object) == pdfium.FPDF_TEXTRENDERMODE_FILL_STROKE:
            return True
        font = native.font_of(text_object)
        if not font:
            return False
        if font not in self._bold_fonts:
            self._bold_fonts[font] = _is_bold_font(font)
        return self._bold_fonts[font]


def _is_bold_font(font: native.Address) -> bool:
    name = ctypes.create_string_buffer(_NAME_BYTES)
    native.font_name(font, name, _NAME_BYTES)
    return bool(
        _BOLD_NAME.search(name.raw) or native.font_flags(font) & _FORCE_BOLD or native.font_weight(font) >= _BOLD_WEIGHT
    )
