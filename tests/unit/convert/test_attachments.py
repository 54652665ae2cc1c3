"""Files inside a PDF: found, bounded, and never the end of the process."""

import time

import pytest

from fakturo.convert.read.attachments import MAX_ATTACHMENTS, MAX_BYTES, attachments_of, stray_files_in
from fakturo.convert.read.pdf import open_pdf
from tests.support.hybrids import hybrid_pdf
from tests.support.pdfs import make_pdf


def listed(data: bytes) -> dict[str, bytes]:
    with open_pdf(data) as pdf:
        return {attachment.name: attachment.content for attachment in attachments_of(pdf)}


@pytest.mark.parametrize("size", [1, 255, 256 * 1024 + 1, 3_000_000])
def test_files_of_any_size_come_whole(size: int) -> None:
    content = b"<" + b"x" * (size - 1)
    assert listed(hybrid_pdf([], {"a.xml": content})) == {"a.xml": content}


def test_only_what_may_be_xml_is_unpacked() -> None:
    files = {"a.xml": b"<a/>", "b.pdf": b"%PDF", "c": b"<c/>", "d.png": b"x"}
    assert set(listed(hybrid_pdf([], files, mime_type=b""))) == {"a.xml", "c"}
    assert set(listed(hybrid_pdf([], {"e.bin": b"<e/>"}))) == {"e.bin"}  # its type says XML


def test_too_large_a_file_ends_the_list() -> None:
    files = {"a.xml": b"<a/>", "b.xml": bytes(MAX_BYTES + 1), "c.xml": b"<c/>"}
    assert set(listed(hybrid_pdf([], files))) == {"a.xml"}


def test_a_file_that_unpacks_to_nearly_nothing_but_size_costs_little() -> None:
    data = hybrid_pdf([], {f"{n}.xml": bytes(30_000_000) for n in range(2)})
    started = time.process_time()
    assert listed(data) == {}
    assert all(len(stray.content) <= MAX_BYTES for stray in stray_files_in(data))
    assert time.process_time() - started < 5


def test_no_more_than_so_many_files_are_asked_for() -> None:
    assert len(listed(hybrid_pdf([], {f"{n:04}.xml": b"<a/>" for n in range(MAX_ATTACHMENTS + 9)}))) == MAX_ATTACHMENTS


@pytest.mark.parametrize(
    "mark",
    [
        b"/EmbeddedFile",
        b"/EmbeddedFile >> stream\n",
        b"/EmbeddedFile /Filter /FlateDecode >> stream\nno deflate",
        b"/EmbeddedFile /Filter [/FlateDecode /ASCIIHexDecode] >> stream\nxx\nendstream",
        b"/EmbeddedFiles >> stream\nxx\nendstream",
    ],
)
def test_marks_without_a_file_are_passed_over(mark: bytes) -> None:
    assert list(stray_files_in(make_pdf(["x"]) + mark)) == []


def test_the_list_of_a_plain_pdf_is_empty() -> None:
    assert listed(make_pdf(["x"])) == {}
