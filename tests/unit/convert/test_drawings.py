"""Rulings and images, where the page shows them."""

import io
from typing import Any

import pytest
from lxml import etree

from fakturo.convert.engine import convert_to_layout
from tests.support.hostile import one_page, stream
from tests.support.pdfs import Page, image_pdf, pdf_of_pages

NS = {"l": "urn:fakturo:layout:1"}


def boxes(pdf: bytes, kind: str) -> list[list[float]]:
    out = io.BytesIO()
    convert_to_layout(pdf, out)
    root: Any = etree.fromstring(out.getvalue())
    return [[float(edge) for edge in element.get("bbox").split()] for element in root.iterfind(f".//l:{kind}", NS)]


def rulings(content: bytes) -> list[list[float]]:
    return boxes(pdf_of_pages([Page(size=(600, 800), extra_content=content)]), "ruling")


def test_a_stroke_is_a_ruling() -> None:
    assert rulings(b"100 700 m 300 700 l S") == [[100, 100, 300, 100]]


def test_a_frame_is_four_rulings() -> None:
    assert sorted(rulings(b"100 600 200 100 re S")) == [
        [100, 100, 100, 200],
        [100, 100, 300, 100],
        [100, 200, 300, 200],
        [300, 100, 300, 200],
    ]


def test_a_thin_bar_is_one_ruling() -> None:
    assert rulings(b"100 700 200 1 re f") == [[100, 99, 300, 100]]


@pytest.mark.parametrize(
    "content",
    [
        b"100 700 m 300 500 l S",
        b"100 700 m 150 750 200 750 300 700 c S",
        b"100 500 200 100 re f",
        b"100 700 200 1 re W n",
        b"100 700 m 101 700 l S",
    ],
    ids=["slanted", "curved", "area", "clip", "dot"],
)
def test_what_is_no_ruling(content: bytes) -> None:
    assert rulings(content) == []


def test_a_ruling_inside_a_form_lies_where_the_form_is_put() -> None:
    form = stream(b"0 0 m 50 0 l S", b"/Type /XObject /Subtype /Form /BBox [0 0 99 99] /Matrix [2 0 0 2 0 0]")
    page = one_page(b"1 0 0 1 100 642 cm /X Do", resources=b"/XObject << /X 6 0 R >>", more=(form,))
    assert boxes(page, "ruling") == [[100, 200, 200, 200]]


def test_an_image_has_its_place() -> None:
    assert boxes(image_pdf([(2, 2, b"\0" * 4)], size=(300, 400)), "image") == [[0, 0, 300, 400]]
