"""Opening a PDF with PDFium, through its C functions: the wrapper objects would cost more than the reading."""

import ctypes
import mmap
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pypdfium2.raw as pdfium

from fakturo.convert.errors import TooMuchToRead, UnreadablePdf
from fakturo.convert.page import Box, PageHead
from fakturo.convert.read.fields import draw_in, form_of
from fakturo.convert.read.frame import Frame, clamp
from fakturo.convert.read.native import Handle

MAX_PAGES = 20_000
HEADER_WITHIN = 1024
"""Readers accept some bytes of junk in front of the header; PDFium does, too."""

_REASONS = {
    pdfium.FPDF_ERR_PASSWORD: "The PDF is password-protected. Remove the password, then upload it again.",
    pdfium.FPDF_ERR_SECURITY: "The PDF is encrypted in a way that can't be read here.",
}
LONGEST_TITLE = 400
"""Bytes, two for most letters."""
_DAMAGED = "The PDF is damaged or cut off: its structure can't be read."


@dataclass(frozen=True, slots=True)
class Pdf:
    handle: Handle
    page_count: int
    form: Handle | None = None

    @property
    def title(self) -> str:
        """As its properties have it: many programs write `Invoice 17`."""
        size = pdfium.FPDF_GetMetaText(self.handle, b"Title", None, 0)
        if size > LONGEST_TITLE:
            return ""
        room = ctypes.create_string_buffer(size)
        pdfium.FPDF_GetMetaText(self.handle, b"Title", room, size)
        return room.raw.decode("utf-16-le", "replace").rstrip("\0")


@contextmanager
def open_pdf(data: bytes | mmap.mmap) -> Iterator[Pdf]:
    """The document in data, which must stay as it is while the document is open."""
    _check_header(data)
    memory = data if isinstance(data, bytes) else (ctypes.c_char * len(data)).from_buffer(data)
    handle = pdfium.FPDF_LoadMemDocument64(memory, len(data), None)
    if not handle:
        raise UnreadablePdf(_REASONS.get(pdfium.FPDF_GetLastError(), _DAMAGED))
    try:
        page_count = _checked_page_count(handle)
        with form_of(handle) as form:
            yield Pdf(handle, page_count, form)
    finally:
        pdfium.FPDF_CloseDocument(handle)
        del memory


def _check_header(data: bytes | mmap.mmap) -> None:
    if len(data) == 0:
        raise UnreadablePdf("The file is empty.")
    if data.find(b"%PDF-", 0, HEADER_WITHIN) < 0:
        raise UnreadablePdf("The file is not a PDF.")


def _checked_page_count(handle: Handle) -> int:
    count: int = pdfium.FPDF_GetPageCount(handle)
    if count <= 0:
        raise UnreadablePdf("No pages are found in the PDF: it is damaged, or empty.")
    if count > MAX_PAGES:
        raise TooMuchToRead(f"The PDF has {count} pages; at most {MAX_PAGES} can be read.")
    return count


@contextmanager
def open_page(pdf: Pdf, number: int) -> Iterator[Handle | None]:
    """Page by number, from 1; None when the file has nothing readable in its place."""
    page = pdfium.FPDF_LoadPage(pdf.handle, number - 1)
    if page and draw_in(page, pdf.form):
        pdfium.FPDF_ClosePage(page)
        page = pdfium.FPDF_LoadPage(pdf.handle, number - 1)
    if not page:
        yield None
        return
    try:
        yield page
    finally:
        pdfium.FPDF_ClosePage(page)


@contextmanager
def open_text(page: Handle) -> Iterator[Handle | None]:
    text_page = pdfium.FPDFText_LoadPage(page)
    if not text_page:
        yield None
        return
    try:
        yield text_page
    finally:
        pdfium.FPDFText_ClosePage(text_page)


def frame_of(page: Handle) -> Frame:
    rect = pdfium.FS_RECTF()
    pdfium.FPDF_GetPageBoundingBox(page, rect)
    return Frame(
        clamp(rect.left),
        clamp(rect.bottom),
        clamp(rect.right),
        clamp(rect.top),
        rotation=90 * (pdfium.FPDFPage_GetRotation(page) % 4),
    )


def head_of(page: Handle, number: int, frame: Frame) -> PageHead:
    crop = Box(frame.left, frame.bottom, frame.right, frame.top)
    return PageHead(number, frame.width, frame.height, frame.rotation, _media_box(page) or crop, crop)


def _media_box(page: Handle) -> Box | None:
    """None when the page inherits its box, which PDFium does not tell."""
    edges = [ctypes.c_float() for _ in range(4)]
    if not pdfium.FPDFPage_GetMediaBox(page, *edges):
        return None
    left, bottom, right, top = (clamp(edge.value) for edge in edges)
    return Box(min(left, right), min(bottom, top), max(left, right), max(bottom, top))
