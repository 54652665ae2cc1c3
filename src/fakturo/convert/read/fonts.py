"""Is this text bold? Files say so in four ways, and each is used."""

import ctypes
import re

import pypdfium2.raw as pdfium

from fakturo.convert.read.pdf import Handle

_BOLD_NAME = re.compile(rb"bold|black|heavy|semibold|demi", re.IGNORECASE)
_FORCE_BOLD = 1 << 18
_BOLD_WEIGHT = 600
_NAME_BYTES = 128


def is_bold(text_object: Handle) -> bool:
    """By the font's name, flag or weight, or because the letters are filled and outlined."""
    if pdfium.FPDFTextObj_GetTextRenderMode(text_object) == pdfium.FPDF_TEXTRENDERMODE_FILL_STROKE:
        return True
    font = pdfium.FPDFTextObj_GetFont(text_object)
    if not font:
        return False
    name = ctypes.create_string_buffer(_NAME_BYTES)
    pdfium.FPDFFont_GetBaseFontName(font, name, _NAME_BYTES)
    return bool(
        _BOLD_NAME.search(name.raw)
        or pdfium.FPDFFont_GetFlags(font) & _FORCE_BOLD
        or pdfium.FPDFFont_GetWeight(font) >= _BOLD_WEIGHT
    )
