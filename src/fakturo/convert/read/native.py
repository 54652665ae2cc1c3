"""PDFium's functions for words and strokes, with plain numbers for handles: no object is made per call."""

import ctypes
from collections.abc import Callable
from ctypes import c_double, c_float, c_int, c_ulong, c_void_p
from typing import Any

import pypdfium2.raw as pdfium

_FLOAT = ctypes.POINTER(c_float)

Handle = Any
"""A pointer that PDFium gave us and wants back."""

Address = int
"""Of something inside PDFium."""

Function = Callable[..., Any]


def _with_numbers(function: Any, result: Any, *arguments: Any) -> Function:
    prototype = ctypes.CFUNCTYPE(result, *arguments)
    address = ctypes.cast(function, c_void_p).value
    assert address
    return prototype(address)


def address_of(handle: Any) -> Address:
    return ctypes.addressof(handle.contents)


loose_box = _with_numbers(pdfium.FPDFText_GetLooseCharBox, c_int, c_void_p, c_int, ctypes.POINTER(pdfium.FS_RECTF))
is_generated = _with_numbers(pdfium.FPDFText_IsGenerated, c_int, c_void_p, c_int)
has_map_error = _with_numbers(pdfium.FPDFText_HasUnicodeMapError, c_int, c_void_p, c_int)
text_object = _with_numbers(pdfium.FPDFText_GetTextObject, c_void_p, c_void_p, c_int)
char_matrix = _with_numbers(pdfium.FPDFText_GetMatrix, c_int, c_void_p, c_int, ctypes.POINTER(pdfium.FS_MATRIX))
font_size = _with_numbers(pdfium.FPDFText_GetFontSize, c_double, c_void_p, c_int)
render_mode = _with_numbers(pdfium.FPDFTextObj_GetTextRenderMode, c_int, c_void_p)
font_of = _with_numbers(pdfium.FPDFTextObj_GetFont, c_void_p, c_void_p)
font_name = _with_numbers(pdfium.FPDFFont_GetBaseFontName, c_ulong, c_void_p, c_void_p, c_ulong)
font_flags = _with_numbers(pdfium.FPDFFont_GetFlags, c_int, c_void_p)
font_weight = _with_numbers(pdfium.FPDFFont_GetWeight, c_int, c_void_p)

object_type = _with_numbers(pdfium.FPDFPageObj_GetType, c_int, c_void_p)
object_matrix = _with_numbers(pdfium.FPDFPageObj_GetMatrix, c_int, c_void_p, ctypes.POINTER(pdfium.FS_MATRIX))
object_bounds = _with_numbers(pdfium.FPDFPageObj_GetBounds, c_int, c_void_p, *[_FLOAT] * 4)
page_objects = _with_numbers(pdfium.FPDFPage_CountObjects, c_int, c_void_p)
page_object = _with_numbers(pdfium.FPDFPage_GetObject, c_void_p, c_void_p, c_int)
form_objects = _with_numbers(pdfium.FPDFFormObj_CountObjects, c_int, c_void_p)
form_object = _with_numbers(pdfium.FPDFFormObj_GetObject, c_void_p, c_void_p, c_ulong)
draw_mode = _with_numbers(pdfium.FPDFPath_GetDrawMode, c_int, c_void_p, ctypes.POINTER(c_int), ctypes.POINTER(c_int))
path_segments = _with_numbers(pdfium.FPDFPath_CountSegments, c_int, c_void_p)
path_segment = _with_numbers(pdfium.FPDFPath_GetPathSegment, c_void_p, c_void_p, c_int)
segment_point = _with_numbers(pdfium.FPDFPathSegment_GetPoint, c_int, c_void_p, _FLOAT, _FLOAT)
segment_type = _with_numbers(pdfium.FPDFPathSegment_GetType, c_int, c_void_p)
segment_closes = _with_numbers(pdfium.FPDFPathSegment_GetClose, c_int, c_void_p)
