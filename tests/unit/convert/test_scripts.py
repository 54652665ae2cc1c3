"""Text of any script comes out as it is read."""

import io
from typing import Any

import pytest
from lxml import etree

from fakturo.convert.engine import convert_to_layout
from tests.support.pdfs import Page, Text, pdf_of_pages, unicode_pdf

NS = {"l": "urn:fakturo:layout:1"}


def lines_of(pdf: bytes) -> list[Any]:
    out = io.BytesIO()
    convert_to_layout(pdf, out)
    return etree.fromstring(out.getvalue()).findall(".//l:line", NS)


def texts(pdf: bytes) -> list[list[str]]:
    return [[word.text for word in line] for line in lines_of(pdf)]


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("Straße für Ümläute", ["Straße", "für", "Ümläute"]),
        ("漢字 かな 한국어", ["漢字", "かな", "한국어"]),
        ("Ελληνικά кириллица", ["Ελληνικά", "кириллица"]),
        ("ﬁnal oﬃce", ["final", "office"]),
        ("total 😀 sum", ["total", "😀", "sum"]),
        ("soft\u00adly", ["soft-ly"]),
    ],
)
def test_a_line_in_any_script(printed: str, read: list[str]) -> None:
    assert texts(unicode_pdf([printed])) == [read]


def test_characters_beyond_sixteen_bits_do_not_shift_the_boxes_after_them() -> None:
    [line] = lines_of(unicode_pdf(["a😀 b"]))
    assert [word.get("bbox").split()[0] for word in line] == ["50.00", "110.00"]


def test_right_to_left_text_is_read_from_the_right() -> None:
    """Printed glyph by glyph from the left, as typesetters do; the last glyph is the first letter."""
    assert texts(unicode_pdf(["מולש םלוע"])) == [["עולם", "שלומ"]]


def test_columns_are_read_downwards_in_the_order_of_the_file() -> None:
    columns = ["縦書きの文書", "二番目の列目", "三番目の列目"]
    pdf = unicode_pdf(columns, vertical=True)
    assert texts(pdf) == [[column] for column in columns]
    assert {line.get("angle") for line in lines_of(pdf)} == {"270"}


@pytest.mark.parametrize("size", [6, 9, 24])
def test_short_narrow_words_stay_in_their_line(size: float) -> None:
    """`4,` and `1.` are taller than wide, and yet not written downwards."""
    words = ["Road", "4,", "1.", "it", "if", "l!", "12345", "Town"]
    pdf = pdf_of_pages([Page([Text(" ".join(words), 72, 100, size)])])
    assert texts(pdf) == [words]
    assert [line.get("angle") for line in lines_of(pdf)] == [None]
