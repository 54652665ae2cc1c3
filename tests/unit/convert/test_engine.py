"""PDF bytes in, XML out: what must be found there."""

import io
from typing import Any

import pikepdf
import pytest
from lxml import etree

from fakturo.convert.engine import convert_to_layout, read_invoices, sheets_of
from fakturo.convert.errors import UnreadablePdf
from tests.support.pdfs import Page, Text, image_pdf, make_pdf, pdf_of_pages

NS = {"l": "urn:fakturo:layout:1"}


def layout(pdf: bytes) -> Any:
    out = io.BytesIO()
    convert_to_layout(pdf, out)
    return etree.fromstring(out.getvalue())


def box(element: Any) -> list[float]:
    return [float(edge) for edge in element.get("bbox").split()]


def test_words_stand_where_they_are_printed() -> None:
    [word] = layout(pdf_of_pages([Page([Text("Total", 100, 200, size=10)])])).iterfind(".//l:word", NS)
    left, top, right, bottom = box(word)
    assert left == pytest.approx(100, abs=0.5)
    assert top < 200 < bottom
    assert bottom - top == pytest.approx(10, abs=3)
    assert right == pytest.approx(100 + 22.2, abs=1)
    assert word.get("size") == "10.00"


def test_the_sign_of_a_font_for_the_euro_alone_is_one() -> None:
    """TeX's `eurosym` says that it is an `e`."""
    pdf = pdf_of_pages([Page([Text("20,00", 100, 200), Text("e", 140, 200, bold=True), Text("e", 150, 200)])])
    pdf = pdf.replace(b"Helvetica-Bold", b"TeX-feymr10abc")
    assert [word.text for word in layout(pdf).iterfind(".//l:word", NS)] == ["20,00", "€", "e"]


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_a_turned_page_is_read_upright(rotate: int) -> None:
    """Text that runs along the turned page's own horizontal has angle 0, and lies inside the page."""
    upright = {0: 0, 90: 90, 180: 180, 270: 270}[rotate]
    page = Page([Text("Hello", 300, 400, angle=upright)], size=(600, 800), rotate=rotate)
    [element] = layout(pdf_of_pages([page])).iterfind("l:page", NS)
    [line] = element.iterfind(".//l:line", NS)
    assert line.get("angle") is None
    left, top, right, bottom = box(line)
    assert right - left > bottom - top
    assert 0 < left < right < float(element.get("width"))
    assert 0 < top < bottom < float(element.get("height"))
    assert (element.get("width"), element.get("height")) == (
        ("600.00", "800.00") if rotate in {0, 180} else ("800.00", "600.00")
    )


def test_a_cropped_page_measures_from_its_visible_corner() -> None:
    page = Page([Text("Hello", 150, 200)], size=(600, 800), crop=(100, 100, 500, 700))
    [element] = layout(pdf_of_pages([page])).iterfind("l:page", NS)
    assert (element.get("width"), element.get("height")) == ("400.00", "600.00")
    assert element.get("media-box") == "0.00 0.00 600.00 800.00"
    left, top, _, bottom = box(element.find(".//l:word", NS))
    assert left == pytest.approx(50, abs=0.5)
    assert top < 100 < bottom


def test_bold_is_told() -> None:
    words = layout(pdf_of_pages([Page([Text("plain"), Text("strong", y=100, bold=True)])])).iterfind(".//l:word", NS)
    assert [(word.text, word.get("weight")) for word in words] == [("plain", None), ("strong", "bold")]


def test_a_word_struck_twice_is_one_word() -> None:
    page = Page([Text("Total", 100, 100), Text("Total", 100.3, 100), Text("Total", 100, 300)])
    assert len(layout(pdf_of_pages([page])).findall(".//l:word", NS)) == 2


@pytest.mark.parametrize(
    ("pdf", "reason"),
    [
        (b"", "empty"),
        (b"GIF89a", "not a PDF"),
        (b"%PDF-1.4 but nothing more", "damaged"),
        (make_pdf(["x"])[:300], "damaged"),
    ],
)
def test_an_unreadable_file_says_why(pdf: bytes, reason: str) -> None:
    with pytest.raises(UnreadablePdf, match=reason):
        convert_to_layout(pdf, io.BytesIO())


def test_a_damaged_page_is_told_and_the_others_are_read() -> None:
    pdf = make_pdf([["first"], ["second"]]).replace(b"/Kids [4 0 R 6 0 R]", b"/Kids [4 0 R 9 0 R]")
    first, second = layout(pdf).findall("l:page", NS)
    assert first.findtext(".//l:word", namespaces=NS) == "first"
    assert "damaged" in second.findtext("l:note", namespaces=NS)


def test_a_file_without_a_single_readable_page_is_refused() -> None:
    pdf = make_pdf(["first"]).replace(b"/Kids [4 0 R]", b"/Kids [9 0 R]")
    with pytest.raises(UnreadablePdf, match="none of its pages"):
        convert_to_layout(pdf, io.BytesIO())


SCAN = image_pdf([(2, 2, b"\0" * 4)])


def test_that_a_page_is_an_unread_scan_is_the_first_thing_said_of_its_invoice() -> None:
    [invoice] = read_invoices(SCAN)
    assert [issue.code for issue in invoice.issues].index("PAGE_UNREAD") == 0
    assert len(invoice.issues) > 1


@pytest.mark.parametrize(("pages", "where"), [(1, "the page"), (3, "any of the 3 pages")])
def test_that_nothing_is_written_is_the_first_thing_said_of_blank_pages(pages: int, where: str) -> None:
    [invoice] = read_invoices(pdf_of_pages([Page([])] * pages))
    first = invoice.issues[0]
    assert (first.code, first.message) == ("PAGES_BLANK", f"Nothing that can be read is written on {where}.")
    [written] = read_invoices(pdf_of_pages([Page([]), Page([Text("Invoice", 72, 700)])]))
    assert "PAGES_BLANK" not in {issue.code for issue in written.issues}


def test_a_pdf_in_which_no_page_is_found_may_be_damaged() -> None:
    pdf = make_pdf(["first"]).replace(b"/Kids [4 0 R]", b"/Kids [     ]").replace(b"/Count 1", b"/Count 0")
    with pytest.raises(UnreadablePdf, match="No pages are found in the PDF: it is damaged, or empty"):
        convert_to_layout(pdf, io.BytesIO())


def test_what_a_layout_lacks_is_told_page_by_page() -> None:
    assert convert_to_layout(make_pdf(["read"]), io.BytesIO()) == []
    [sentence] = convert_to_layout(SCAN, io.BytesIO())
    assert "no text of its own" in sentence


PICTURE = b"q 500 0 0 700 40 80 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI Q"


def test_a_scan_with_a_line_stamped_on_it_is_recognised_and_a_page_of_text_over_a_picture_is_not() -> None:
    stamped = Page([Text("Scanned by a phone", 72, 830)], extra_content=PICTURE)
    letter = Page(
        [Text("So many words that this is no scan", 72, 100 + 20 * n) for n in range(4)], extra_content=PICTURE
    )
    notes = convert_to_layout(pdf_of_pages([stamped, letter]), io.BytesIO())
    assert notes == ["This page is a picture, but for a few words. Text recognition is not available here."]


def hidden(words: str) -> bytes:
    """A picture with text behind it that no one sees, as scanners add it."""
    lines = b" ".join(b"(%s) ' " % words.encode("cp1252") for _ in range(4))
    text = b"BT 3 Tr /F1 12 Tf 12 TL 72 700 Td %s ET" % lines
    return pdf_of_pages([Page(extra_content=PICTURE + b"\n" + text)])


def test_text_that_is_hidden_behind_a_picture_is_read_from_the_picture_where_somebody_can() -> None:
    pdf = hidden("so rnany w0rds that a scanner has hidden")
    table = "5 1 1 1 1 1 300 100 300 50 99 Printed".replace(" ", "\t")
    out = io.BytesIO()
    assert convert_to_layout(pdf, out, recognise=lambda _draw, _dpi: table) == []
    assert [word.text for word in etree.fromstring(out.getvalue()).iterfind(".//l:word", NS)] == ["Printed"]
    assert convert_to_layout(pdf, out := io.BytesIO()) == []
    assert "w0rds" in {word.text for word in etree.fromstring(out.getvalue()).iterfind(".//l:word", NS)}


def test_a_scan_that_was_turned_to_be_read_is_told_as_turned() -> None:
    rows = ["1 1 0 0 0 0 0 0 3508 2480 -1 90", "5 1 1 1 1 1 3000 100 300 50 99 Total"]
    table = "\n".join(row.replace(" ", "\t") for row in rows)
    out = io.BytesIO()
    convert_to_layout(pdf_of_pages([Page(extra_content=PICTURE)]), out, recognise=lambda _draw, _dpi: table)
    [page] = etree.fromstring(out.getvalue()).iterfind("l:page", NS)
    [word] = page.iterfind(".//l:word", NS)
    assert (page.get("width"), page.get("height"), page.get("rotation")) == ("842.00", "595.00", "90")
    assert word.text == "Total"
    assert box(word) == pytest.approx([720, 24, 792, 36])


@pytest.mark.parametrize(("title", "told"), [("Rechnung Nr. 17 für Žofie", True), ("long " * 99, False), (None, False)])
def test_each_page_knows_what_its_file_is_called(title: str | None, *, told: bool) -> None:
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(make_pdf([["one"], ["two"]]))) as pdf:
        if title:
            pdf.docinfo["/Title"] = title
        pdf.save(out)
    assert [sheet.file_title for sheet in sheets_of(out.getvalue())] == [title if told else ""] * 2
