"""PDFium's functions for words and strokes, with plain numbers for handles: no object is made per call.

A page takes thousands of calls, so each is made as cheap as ctypes can: addresses instead of pointers, answers of many
calls in one piece of memory, and Python's lock is kept, since giving it away takes longer than most answers.
"""

import ctypes
import struct
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from ctypes import c_double, c_float, c_int, c_ubyte, c_ulong, c_void_p
from itertools import repeat
from typing import Any

import pypdfium2.raw as pdfium

_FLOAT = ctypes.POINTER(c_float)

Handle = Any
"""A pointer that PDFium gave us and wants back."""

Address = int
"""Of something inside PDFium."""

Function = Callable[..., Any]


def _with_numbers(function: Any, result: Any, *arguments: Any) -> Function:
    prototype = ctypes.PYFUNCTYPE(result, *arguments)
    address = ctypes.cast(function, c_void_p).value
    assert address
    return prototype(address)


def address_of(handle: Any) -> Address:
    return ctypes.addressof(handle.contents)


class Room:
    """Memory that PDFium writes its answers into, kept for many questions: making it anew takes longer than they do."""

    def __init__(self, size: int = 1024) -> None:
        self._make(size)

    def _make(self, size: int) -> None:
        self._memory = ctypes.create_string_buffer(size)
        self._answers = memoryview(self._memory)
        self._address = ctypes.addressof(self._memory)

    def _address_for(self, size: int) -> int:
        if size > len(self._answers):
            self._make(2 * size)
        return self._address

    def _of_characters(self, function: Function, page: Address, indices: Sequence[int], layout: struct.Struct) -> Any:
        size = layout.size * len(indices)
        first = self._address_for(size)
        deque(map(function, repeat(page), indices, range(first, first + size, layout.size)), maxlen=0)
        return layout.iter_unpack(self._answers[:size])

    def loose_boxes(self, page: Address, indices: Sequence[int]) -> Iterator[tuple[float, float, float, float]]:
        """Left, top, right and bottom of each of the characters; to be read before the next question."""
        found: Iterator[tuple[float, float, float, float]] = self._of_characters(_loose_box, page, indices, _RECTANGLE)
        return found

    def char_matrices(self, page: Address, indices: Sequence[int]) -> Iterator[tuple[float, ...]]:
        found: Iterator[tuple[float, ...]] = self._of_characters(_char_matrix, page, indices, _MATRIX)
        return found

    def points(self, segments: Sequence[Address]) -> Iterator[tuple[float, float]]:
        """Where each of a path's segments ends."""
        size = _POINT.size * len(segments)
        first = self._address_for(size)
        deque(map(_segment_point, segments, range(first, first + size, 8), range(first + 4, first + size, 8)), maxlen=0)
        return _POINT.iter_unpack(self._answers[:size])

    def matrix(self, item: Address) -> tuple[float, ...]:
        _object_matrix(item, self._address)
        return _MATRIX.unpack_from(self._answers)

    def draw_mode(self, path: Address) -> tuple[int, int]:
        """Whether it is filled, and whether stroked."""
        _draw_mode(path, self._address, self._address + 4)
        return _MODE.unpack_from(self._answers)


def each(function: Function, whole: Address, indices: Iterable[int]) -> list[Any]:
    """Its answers for each of the parts, such as a page's characters."""
    return list(map(function, repeat(whole), indices))


def kinds_of(segments: Iterable[Address]) -> bytes:
    """A byte for each of a path's segments."""
    return bytes(map(_segment_type, segments))


_POINT, _RECTANGLE, _MATRIX, _MODE = map(struct.Struct, ("2f", "4f", "6f", "2i"))
_loose_box = _with_numbers(pdfium.FPDFText_GetLooseCharBox, c_int, c_void_p, c_int, c_void_p)
is_generated = _with_numbers(pdfium.FPDFText_IsGenerated, c_int, c_void_p, c_int)
has_map_error = _with_numbers(pdfium.FPDFText_HasUnicodeMapError, c_int, c_void_p, c_int)
text_object = _with_numbers(pdfium.FPDFText_GetTextObject, c_void_p, c_void_p, c_int)
_char_matrix = _with_numbers(pdfium.FPDFText_GetMatrix, c_int, c_void_p, c_int, c_void_p)
font_size = _with_numbers(pdfium.FPDFText_GetFontSize, c_double, c_void_p, c_int)
render_mode = _with_numbers(pdfium.FPDFTextObj_GetTextRenderMode, c_int, c_void_p)
font_of = _with_numbers(pdfium.FPDFTextObj_GetFont, c_void_p, c_void_p)
font_name = _with_numbers(pdfium.FPDFFont_GetBaseFontName, c_ulong, c_void_p, c_void_p, c_ulong)
font_flags = _with_numbers(pdfium.FPDFFont_GetFlags, c_int, c_void_p)
font_weight = _with_numbers(pdfium.FPDFFont_GetWeight, c_int, c_void_p)

object_type = _with_numbers(pdfium.FPDFPageObj_GetType, c_int, c_void_p)
_object_matrix = _with_numbers(pdfium.FPDFPageObj_GetMatrix, c_int, c_void_p, c_void_p)
object_bounds = _with_numbers(pdfium.FPDFPageObj_GetBounds, c_int, c_void_p, *[_FLOAT] * 4)
page_objects = _with_numbers(pdfium.FPDFPage_CountObjects, c_int, c_void_p)
page_object = _with_numbers(pdfium.FPDFPage_GetObject, c_void_p, c_void_p, c_int)
form_objects = _with_numbers(pdfium.FPDFFormObj_CountObjects, c_int, c_void_p)
form_object = _with_numbers(pdfium.FPDFFormObj_GetObject, c_void_p, c_void_p, c_ulong)
_draw_mode = _with_numbers(pdfium.FPDFPath_GetDrawMode, c_int, c_void_p, c_void_p, c_void_p)
path_segments = _with_numbers(pdfium.FPDFPath_CountSegments, c_int, c_void_p)
path_segment = _with_numbers(pdfium.FPDFPath_GetPathSegment, c_void_p, c_void_p, c_int)
_segment_point = _with_numbers(pdfium.FPDFPathSegment_GetPoint, c_int, c_void_p, c_void_p, c_void_p)
_segment_type = _with_numbers(pdfium.FPDFPathSegment_GetType, c_ubyte, c_void_p)
segment_closes = _with_numbers(pdfium.FPDFPathSegment_GetClose, c_int, c_void_p)
