"""Size, weight and direction of text. Asked once for each text object and font of a page, of all words together."""

import ctypes
import re
from collections.abc import Iterator, Sequence
from functools import cache
from math import atan2, degrees, hypot
from typing import Any, NamedTuple

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
    text_page: native.Address, frame: Frame, indices: Sequence[int]
) -> tuple[Sequence[native.Address], list[Style]]:
    """The text object that each of the characters belongs to, and its style; made-up characters belong to none."""
    objects = native.text_object.of(text_page, indices)
    first = dict(zip(reversed(objects), reversed(indices), strict=True))
    first.pop(0, None)
    styles = dict(zip(first, _read(text_page, frame, first), strict=True))
    styles[0] = UNKNOWN
    return objects, [*map(styles.__getitem__, objects)]


def _read(text_page: native.Address, frame: Frame, objects: dict[native.Address, int]) -> Iterator[Style]:
    """Of each text object, by the index of one of its characters. There are few styles on a page."""
    indices, items = list(objects.values()), list(objects)
    told = zip(
        native.font_size.of(text_page, indices),
        native.char_matrix.of(text_page, indices),
        native.font_of.of(items),
        native.render_mode.of(items),
        strict=True,
    )
    return map(_Styles(frame).__getitem__, told)


class _Styles(dict[tuple[Any, ...], Style]):
    """By how letters look. It fills itself: looking twice for each object took as long as all the rest."""

    def __init__(self, frame: Frame) -> None:
        self._frame = frame
        self._told_by = cache(_told_by)

    def __missing__(self, looks: tuple[Any, ...]) -> Style:
        font_size, (a, b, c, d), font, mode = looks
        bold, is_euro = self._told_by(font) if font else (False, False)
        # Letters that are filled and outlined are bold, too.
        outlined = mode == pdfium.FPDF_TEXTRENDERMODE_FILL_STROKE
        size = abs(clamp(font_size * hypot(c, d)))
        angle = self._frame.angle(degrees(atan2(clamp(b), clamp(a))))
        style = self[looks] = Style(size, outlined or bold, angle, is_euro)
        return style


def _told_by(font: native.Address) -> tuple[bool, bool]:
    """Whether it is bold, and whether it holds the euro's sign."""
    name = ctypes.create_string_buffer(_NAME_BYTES)
    native.font_name(font, name, _NAME_BYTES)
    bold = _BOLD_NAME.search(name.raw) or native.font_flags(font) & _FORCE_BOLD
    return bool(bold or native.font_weight(font) >= _BOLD_WEIGHT), bool(_EURO_NAME.search(name.raw))
