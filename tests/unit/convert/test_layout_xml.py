"""The written XML: valid, the same every time, and never whole in memory."""

import io
import tracemalloc
from collections.abc import Iterator

from lxml import etree

from fakturo.convert.engine import convert_to_layout
from fakturo.convert.page import Box, Image, PageContent, PageHead, Ruling, Source, Word
from fakturo.convert.read.ocr import OcrUnavailable
from fakturo.convert.targets.layout import layout_schema, write_layout
from tests.support.pdfs import Page, Text, image_pdf, make_pdf, pdf_of_pages

SCHEMA = etree.XMLSchema(etree.fromstring(layout_schema()))
HEAD = PageHead(1, 600, 800, 0, Box(0, 0, 600, 800), Box(0, 0, 600, 800))


def converted(pdf: bytes, *, pretty: bool = False) -> bytes:
    out = io.BytesIO()
    convert_to_layout(pdf, out, pretty=pretty)
    return out.getvalue()


def test_everything_a_page_can_hold_is_valid() -> None:
    box = Box(-1.5, 0, 10, 20)
    words = [Word("a<&>b", box, 9, bold=True, angle=90), Word("ocr", box, 9, source=Source.OCR, confidence=0.5)]
    page = PageContent(HEAD, iter(words), iter([Ruling(box)]), iter([Image(box)]), ["A note."])
    for pretty in (False, True):
        out = io.BytesIO()
        write_layout(out, [page], page_count=1, pretty=pretty)
        SCHEMA.assertValid(etree.fromstring(out.getvalue()))


def test_real_pages_are_valid() -> None:
    turned = Page([Text("up", 300, 400, angle=90)], rotate=90, extra_content=b"9 9 m 99 9 l S")
    for pdf in (make_pdf([["one"], []]), pdf_of_pages([turned]), image_pdf([(2, 2, b"\0" * 4)])):
        SCHEMA.assertValid(etree.fromstring(converted(pdf)))
        SCHEMA.assertValid(etree.fromstring(converted(pdf, pretty=True)))


def test_a_page_without_text_says_why_it_is_empty() -> None:
    pdf = image_pdf([(2, 2, b"\0" * 4)])
    assert b"<note>This page has no text of its own. Text recognition is not available here.</note>" in converted(pdf)


def test_recognised_words_are_marked() -> None:
    table = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n"
    table += "4\t1\t1\t1\t1\t0\t300\t600\t300\t50\t-1\t\n5\t1\t1\t1\t1\t1\t300\t600\t150\t50\t91.5\tTotal\n"
    out = io.BytesIO()
    pdf = image_pdf([(2, 2, b"\0" * 4)], size=(600, 800))
    convert_to_layout(pdf, out, recognise=lambda draw, dpi: table if draw() and dpi == 300 else "")
    expected = b'<word bbox="72.00 144.00 108.00 156.00" size="12.00" source="ocr" confidence="0.92">Total</word>'
    assert expected in out.getvalue()


def test_a_blank_page_is_not_sent_to_recognition() -> None:
    def never(*_: object) -> str:
        raise OcrUnavailable("asked")

    out = io.BytesIO()
    convert_to_layout(make_pdf([[]]), out, recognise=never)
    assert b"note" not in out.getvalue()


def test_the_same_file_gives_the_same_bytes() -> None:
    pdf = make_pdf([[f"Line {n}" for n in range(40)]] * 5)
    assert len({converted(pdf) for _ in range(10)}) == 1


def test_a_huge_page_streams() -> None:
    """Twenty times the words must not take twenty times the memory."""

    def words(count: int) -> Iterator[Word]:
        for n in range(count):
            yield Word(f"w{n}", Box(10, 30 * n, 60, 30 * n + 10), 10)

    def peak(count: int) -> int:
        tracemalloc.start()
        page = PageContent(HEAD, words(count), iter(()), iter(()))
        write_layout(_Nowhere(), [page], page_count=1)
        _, highest = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return highest

    assert peak(20_000) < 3 * peak(1_000)


class _Nowhere(io.BytesIO):
    def write(self, data: object) -> int:
        return len(bytes(data))  # type: ignore[call-overload]
