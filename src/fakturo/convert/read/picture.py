"""A page as pixels: for eyes (PNG) and for text recognition (PGM, the plainest format there is)."""

import ctypes
import struct
import zlib
from dataclasses import dataclass
from math import sqrt

import pypdfium2.raw as pdfium

from fakturo.convert.errors import UnreadablePdf
from fakturo.convert.read.frame import Frame
from fakturo.convert.read.native import Handle

MAX_PIXELS = 40_000_000
_WHITE = 0xFFFFFFFF
_PNG_LEVEL = 4
"""Higher levels take twice the time for a few per cent."""


@dataclass(frozen=True, slots=True)
class Picture:
    width: int
    height: int
    channels: int
    rows: list[bytes]


def fitting_dpi(frame: Frame, wanted: float) -> float:
    """As asked, or as much as a page of that size may have."""
    square_inches = max(frame.width, 1) * max(frame.height, 1) / 72**2
    return min(wanted, sqrt(MAX_PIXELS / square_inches))


def render(page: Handle, frame: Frame, *, dpi: float, gray: bool) -> Picture:
    width, height = (max(1, round(length * dpi / 72)) for length in (frame.width, frame.height))
    kind, channels = (pdfium.FPDFBitmap_Gray, 1) if gray else (pdfium.FPDFBitmap_BGR, 3)
    bitmap = pdfium.FPDFBitmap_CreateEx(width, height, kind, None, 0)
    if not bitmap:
        raise UnreadablePdf("The page is too large to be drawn.")
    try:
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, _WHITE)
        flags = pdfium.FPDF_ANNOT | (pdfium.FPDF_GRAYSCALE if gray else pdfium.FPDF_REVERSE_BYTE_ORDER)
        pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags)
        stride = pdfium.FPDFBitmap_GetStride(bitmap)
        memory = ctypes.string_at(pdfium.FPDFBitmap_GetBuffer(bitmap), stride * height)
    finally:
        pdfium.FPDFBitmap_Destroy(bitmap)
    rows = [memory[start : start + width * channels] for start in range(0, stride * height, stride)]
    return Picture(width, height, channels, rows)


def pgm(picture: Picture) -> bytes:
    assert picture.channels == 1
    return b"P5 %d %d 255\n" % (picture.width, picture.height) + b"".join(picture.rows)


def png(picture: Picture) -> bytes:
    colour_type = 0 if picture.channels == 1 else 2
    header = struct.pack(">IIBBBBB", picture.width, picture.height, 8, colour_type, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + row for row in picture.rows), _PNG_LEVEL)
    chunks = ((b"IHDR", header), (b"IDAT", pixels), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
