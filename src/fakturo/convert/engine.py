"""A PDF in, XML out. The one door into the engine."""

import mmap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO

from fakturo.convert.page import Box, PageContent, PageHead
from fakturo.convert.read.pdf import Pdf, frame_of, head_of, open_page, open_pdf, open_text
from fakturo.convert.read.words import read_words
from fakturo.convert.targets.layout import write_layout


@dataclass(frozen=True, slots=True)
class Conversion:
    pages: int
    stages: tuple[str, ...]
    """What ran, in order."""


def convert_to_layout(
    data: bytes | mmap.mmap,
    out: IO[bytes],
    *,
    pretty: bool = False,
    on_page: Callable[[int], None] = lambda _: None,
) -> Conversion:
    """Write the layout XML of the PDF to out. Raises ConversionError with a sentence for its sender."""
    with open_pdf(data) as pdf:
        write_layout(out, _pages(pdf, on_page), page_count=pdf.page_count, pretty=pretty)
        return Conversion(pdf.page_count, ("read", "layout"))


def _pages(pdf: Pdf, on_page: Callable[[int], None]) -> Iterator[PageContent]:
    for number in range(1, pdf.page_count + 1):
        on_page(number)
        yield from _page(pdf, number)


def _page(pdf: Pdf, number: int) -> Iterator[PageContent]:
    with open_page(pdf, number) as page:
        if page is None:
            yield _missing_page(number)
            return
        frame = frame_of(page)
        with open_text(page) as text_page:
            words = read_words(text_page, frame) if text_page else iter(())
            yield PageContent(head_of(page, number, frame), words, iter(()), iter(()))


def _missing_page(number: int) -> PageContent:
    nowhere = Box(0, 0, 0, 0)
    head = PageHead(number, 0, 0, 0, nowhere, nowhere)
    return PageContent(head, iter(()), iter(()), iter(()), ["This page is damaged and can't be read."])
