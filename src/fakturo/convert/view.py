"""Looking at a PDF instead of converting it: its pages as pictures, their words, some of them as a PDF of their own."""

import ctypes
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO

import pypdfium2.raw as pdfium

from fakturo.convert.engine import DAMAGED_PAGE, Data, read_page
from fakturo.convert.errors import UnreadablePdf
from fakturo.convert.page import Box, PageHead, Word, turned, turned_back
from fakturo.convert.read.native import Handle
from fakturo.convert.read.ocr import Recognise, recognise_page
from fakturo.convert.read.pdf import Pdf, frame_of, head_of, open_page, open_pdf, open_text
from fakturo.convert.read.picture import fitting_dpi, png, render
from fakturo.convert.read.words import read_words

_HEAD, _TAIL = 1024, 1024
_MADE_AT = re.compile(rb"(/CreationDate\s*\(D:)(\d+)")
_NAME = re.compile(rb"([\[\s>]<)([0-9A-Fa-f]{8,})")


def page_as_png(data: Data, number: int, width_pixels: int, *, dpi: int | None = None) -> bytes:
    with open_pdf(data) as pdf, _existing_page(pdf, number) as page:
        frame = frame_of(page)
        wanted = dpi or 72 * width_pixels / max(frame.width, 1)
        return png(render(page, frame, dpi=fitting_dpi(frame, wanted), gray=False))


def words_in_region(
    data: Data, number: int, region: Box | None, read: str, recognise: Recognise
) -> tuple[PageHead, list[Word]]:
    """The page's words whose middle lies in the region: its text, what its pixels show (`ocr`), or the one of both that
    a conversion would read (`auto`)."""
    with open_pdf(data) as pdf, _existing_page(pdf, number) as page:
        frame = frame_of(page)
        with open_text(page) as text_page:
            head = head_of(page, number, frame)
            if read == "auto":
                content = read_page(page, text_page, number, recognise)
                words = _as_in_file(content.words, content.head)
            elif read == "ocr":
                recognised = recognise_page(page, frame, recognise)
                words = _as_in_file(recognised.words, turned(head, recognised.turned))
            else:
                words = iter(read_words(page, text_page, frame) if text_page else ())
            return head, [word for word in words if not region or _is_in(word.box, region)]


def _as_in_file(words: Iterable[Word], head: PageHead) -> Iterator[Word]:
    """Where they stand on the page as it is drawn, if it was turned to be read."""
    for word in words:
        yield word._replace(box=turned_back(word.box, head.turned, head.width, head.height))


def page_sizes(data: Data) -> Iterator[tuple[float, float]]:
    """Width and height of each in points; nothing of one that can't be read."""
    with open_pdf(data) as pdf:
        for number in range(1, pdf.page_count + 1):
            with open_page(pdf, number) as page:
                frame = frame_of(page) if page else None
                yield (frame.width, frame.height) if frame else (0, 0)


def extract_pages(data: Data, pages: Sequence[int], out: IO[bytes]) -> None:
    """A PDF with these pages alone, as they are."""
    with open_pdf(data) as pdf:
        for number in pages:
            _check_exists(pdf, number)
        copy = pdfium.FPDF_CreateNewDocument()
        try:
            indices = (ctypes.c_int * len(pages))(*(number - 1 for number in pages))
            if not pdfium.FPDF_ImportPagesByIndex(copy, pdf.handle, indices, len(pages), 0) or not _save(copy, out):
                raise UnreadablePdf("These pages can't be taken out of the PDF.")
        finally:
            pdfium.FPDF_CloseDocument(copy)


def _save(document: Handle, out: IO[bytes]) -> bool:
    """The same pages give the same bytes: when it was made, and a random name, are taken out."""
    blocks: list[bytes] = []

    def write(_: object, block: "ctypes._Pointer[ctypes.c_char]", size: int) -> int:
        blocks.append(ctypes.string_at(block, size))
        return 1

    writer = pdfium.FPDF_FILEWRITE()
    writer.version = 1
    writer.WriteBlock = type(writer.WriteBlock)(write)
    saved = pdfium.FPDF_SaveAsCopy(document, writer, pdfium.FPDF_NO_INCREMENTAL)
    whole = b"".join(blocks)
    out.write(_MADE_AT.sub(_zeros, whole[:_HEAD]) + whole[_HEAD:-_TAIL] + _NAME.sub(_zeros, whole[-_TAIL:]))
    return bool(saved)


def _zeros(found: "re.Match[bytes]") -> bytes:
    """As long as before, so that every offset in the file stays right."""
    return found[1] + b"0" * len(found[2])


def _is_in(box: Box, region: Box) -> bool:
    x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    return region.x0 <= x <= region.x1 and region.y0 <= y <= region.y1


@contextmanager
def _existing_page(pdf: Pdf, number: int) -> Iterator[Handle]:
    _check_exists(pdf, number)
    with open_page(pdf, number) as page:
        if page is None:
            raise UnreadablePdf(DAMAGED_PAGE)
        yield page


def _check_exists(pdf: Pdf, number: int) -> None:
    if not 1 <= number <= pdf.page_count:
        raise UnreadablePdf(f"There is no page {number}: the PDF has {pdf.page_count}.")
