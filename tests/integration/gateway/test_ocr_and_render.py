"""Scanned pages are read by recognition, and pages can be looked at: in the same children."""

import shutil
import struct
import zlib
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from lxml import etree

from fakturo.gateway.options import Ocr
from tests.integration.gateway.conftest import Gateway
from tests.support.pdfs import Page, Text, make_pdf, pdf_of_pages, scanned

NS = {"l": "urn:fakturo:layout:1"}
needs_tesseract = pytest.mark.skipif(not shutil.which("tesseract"), reason="tesseract-ocr is not installed")

LINES = ["Invoice number 4711", "Total amount 1250.00"]


SCAN = scanned(pdf_of_pages([Page([Text(line, 72, 100 + 40 * n, size=16) for n, line in enumerate(LINES)])]))


def layout_of(answer: httpx.Response) -> Any:
    return etree.fromstring(answer.content)


def render_page(gateway: Gateway, pdf: bytes, accept: str, **fields: str) -> httpx.Response:
    files = {"file": ("a.pdf", pdf, "application/pdf")}
    return httpx.post(f"{gateway.url}/render", data=fields, files=files, headers={"Accept": accept}, timeout=60)


def test_without_tesseract_the_page_says_so(gateway_with: Callable[..., Gateway]) -> None:
    gateway = gateway_with(children=1, ocr=Ocr.TESSERACT, tesseract="no-such-program")
    answer = gateway.post(SCAN)
    assert answer.status_code == 200
    assert answer.headers["x-stage"] == "read,layout"
    assert (answer.headers["x-verdict"], answer.headers["x-issues"]) == ("review", "1")
    [page] = layout_of(answer).findall("l:page", NS)
    assert not page.findall(".//l:word", NS)
    assert "tesseract" in page.findtext("l:note", namespaces=NS)
    assert page.find("l:image", NS) is not None
    health = httpx.get(f"{gateway.url}/health").json()
    assert health["ocr"] is False
    assert "tesseract" in health["ocr_missing"]


def test_a_scanned_page_is_recognised_with_nothing_but_python_packages(gateway: Gateway) -> None:
    check_recognised(gateway.post(SCAN))
    assert httpx.get(f"{gateway.url}/health").json()["ocr"] is True


@needs_tesseract
def test_a_scanned_page_is_recognised_by_tesseract(gateway_with: Callable[..., Gateway]) -> None:
    check_recognised(gateway_with(children=1, ocr=Ocr.TESSERACT).post(SCAN))


def check_recognised(answer: httpx.Response) -> None:
    assert answer.headers["x-stage"] == "read,ocr,layout"
    assert "x-verdict" not in answer.headers
    words = layout_of(answer).findall(".//l:word", NS)
    assert [word.text for word in words] == " ".join(LINES).split()
    assert {word.get("source") for word in words} == {"ocr"}
    assert all(0.5 < float(word.get("confidence")) <= 1 for word in words)
    left, top, _, bottom = (float(edge) for edge in words[0].get("bbox").split())
    assert left == pytest.approx(72, abs=3)
    assert 80 < top < 100 < bottom + 4 < 110


def test_only_pages_without_text_are_recognised(gateway: Gateway) -> None:
    answer = gateway.post(make_pdf([["text"], []]))
    assert answer.headers["x-stage"] == "read,layout"


@needs_tesseract
def test_recognition_that_fails_is_told_on_the_page(gateway_with: Callable[..., Gateway]) -> None:
    answer = gateway_with(children=1, ocr=Ocr.TESSERACT, ocr_languages="no-such-language").post(SCAN)
    assert answer.status_code == 200
    assert "failed" in layout_of(answer).findtext(".//l:note", namespaces=NS)


def test_a_page_as_a_picture(gateway: Gateway) -> None:
    pdf = pdf_of_pages([Page(), Page([Text("seen", 100, 100, size=40)], size=(400, 800))])
    answer = render_page(gateway, pdf, "image/png", page="2", width="200")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["x-stage"] == "render"
    width, height, pixels = read_png(answer.content)
    assert (width, height) == (200, 400)
    assert {b"\0\0\0", b"\xff\xff\xff"} <= {pixels[i : i + 3] for i in range(0, len(pixels), 3)}


def read_png(data: bytes) -> tuple[int, int, bytes]:
    """Width, height and pixels of a picture whose rows are stored as they are."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    start = data.index(b"IDAT") + 4
    length = struct.unpack(">I", data[start - 8 : start - 4])[0]
    rows = zlib.decompress(data[start : start + length])
    stride = 3 * width + 1
    return width, height, b"".join(rows[y * stride + 1 : (y + 1) * stride] for y in range(height))


def test_the_words_of_a_region(gateway: Gateway) -> None:
    pdf = pdf_of_pages([Page([Text("outside", 72, 72), Text("inside", 72, 300)])])
    answer = render_page(gateway, pdf, "application/json", region="0 200 595 400")
    assert answer.status_code == 200
    body = answer.json()
    assert (body["page"], body["width"], body["height"]) == (1, 595, 842)
    assert [(word["text"], word["source"]) for word in body["words"]] == [("inside", "text")]
    everything = render_page(gateway, pdf, "application/json").json()
    assert [word["text"] for word in everything["words"]] == ["outside", "inside"]


def test_a_page_that_comes_after_the_time_for_recognition_is_told(gateway_with: Callable[..., Gateway]) -> None:
    answer = gateway_with(children=1, ocr_seconds=0).post(SCAN)
    assert answer.status_code == 200
    assert "took all the time" in layout_of(answer).findtext(".//l:note", namespaces=NS)


def test_a_region_can_be_read_from_its_pixels(gateway: Gateway) -> None:
    body = render_page(gateway, SCAN, "application/json", read="ocr", region="0 120 595 160").json()
    assert [word["text"] for word in body["words"]] == LINES[1].split()
    assert all(word["source"] == "ocr" for word in body["words"])


@pytest.mark.parametrize(
    ("accept", "fields", "status"),
    [
        ("*/*", {}, 406),
        ("application/xml", {}, 406),
        ("image/png", {"page": "0"}, 400),
        ("image/png", {"page": "2"}, 400),
        ("image/png", {"page": "x"}, 400),
        ("image/png", {"width": "99999"}, 400),
        ("image/png", {"width": "-5"}, 400),
        ("application/json", {"region": "1 2 3"}, 400),
        ("application/json", {"region": "9 9 1 1"}, 400),
        ("application/json", {"region": "nan nan nan nan"}, 400),
        ("application/json", {"read": "aloud"}, 400),
    ],
)
def test_what_makes_no_sense_is_refused(gateway: Gateway, accept: str, fields: dict[str, str], status: int) -> None:
    answer = render_page(gateway, make_pdf(["x"]), accept, **fields)
    assert answer.status_code == status
    assert answer.json()["detail"]


def test_pages_are_sized_taken_out_and_read_as_a_conversion_would(gateway: Gateway) -> None:
    three = pdf_of_pages([Page([Text(f"Page {name}", 72, 100, size=16)]) for name in ("one", "two", "three")])
    sizes = render_page(gateway, three, "application/json", read="pages").json()
    assert [each["page"] for each in sizes["pages"]] == [1, 2, 3]
    assert all(each["width"] > 500 and each["height"] > 800 for each in sizes["pages"])
    taken = render_page(gateway, three, "application/pdf", pages="3 1")
    assert (taken.status_code, taken.headers["content-type"]) == (200, "application/pdf")
    assert taken.content == render_page(gateway, three, "application/pdf", pages="3 1").content
    texts = [
        " ".join(
            word["text"] for word in render_page(gateway, taken.content, "application/json", page=page).json()["words"]
        )
        for page in ("1", "2")
    ]
    assert texts == ["Page three", "Page one"]
    assert render_page(gateway, three, "application/pdf", pages="4").status_code == 400
    assert render_page(gateway, three, "application/pdf", pages="one").status_code == 400
    words = render_page(gateway, SCAN, "application/json", read="auto").json()["words"]
    assert [word["source"] for word in words] == ["ocr"] * len(words) != []
    own = render_page(gateway, three, "application/json", read="auto").json()["words"]
    assert {word["source"] for word in own} == {"text"}
    sharp = render_page(gateway, three, "image/png", dpi="144")
    assert struct.unpack(">II", sharp.content[16:24])[0] == round(2 * sizes["pages"][0]["width"])
