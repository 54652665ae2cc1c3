"""PDF bytes in, the invoice that they carry out."""

from collections.abc import Sequence

import pytest

from fakturo.convert.embedded.reader import Embedded, read_embedded
from fakturo.convert.engine import _pages, no_ocr
from fakturo.convert.invoice import Origin, Verdict
from fakturo.convert.layout.sheet import Sheet, sheet_of
from fakturo.convert.read.pdf import Pdf, open_pdf
from tests.support.hybrids import PAGE_LINES, cii, cii_line, hybrid_pdf, ubl, zugferd_1
from tests.support.pdfs import make_pdf

ORDER = cii().replace(b"CrossIndustryInvoice", b"SCRDMCCBDACIOMessageStructure")
OTHER_XML = b"<delivery><number>1</number></delivery>"


def sheets_of(pdf: Pdf) -> Sequence[Sheet]:
    return [sheet_of(page) for page in _pages(pdf, lambda _: None, no_ocr)]


def read(data: bytes) -> Embedded:
    with open_pdf(data) as pdf:
        return read_embedded(pdf, data, lambda: sheets_of(pdf))


@pytest.mark.parametrize(
    ("name", "xml"),
    [
        ("factur-x.xml", cii()),
        ("zugferd-invoice.xml", cii()),
        ("ZUGFeRD-invoice.xml", zugferd_1()),
        ("xrechnung.xml", ubl()),
        ("some name.xml", cii()),
        ("rechnung", ubl()),
    ],
)
def test_the_invoice_inside_is_read_and_found_on_the_page(name: str, xml: bytes) -> None:
    invoice = read(hybrid_pdf(PAGE_LINES, {name: xml})).invoice
    assert invoice is not None
    assert (invoice.number, invoice.pages, invoice.issues) == ("2031-77", (1,), ())
    assert invoice.verdict is Verdict.ACCEPTED
    evidence = invoice.fields["totals.total"]
    assert (evidence.source, evidence.page, evidence.raw) == (Origin.XML, 1, "172,55")
    assert evidence.box is not None


def test_a_page_that_says_something_else_asks_for_review() -> None:
    page = [line.replace("172,55", "927,55") for line in PAGE_LINES]
    invoice = read(hybrid_pdf(page, {"factur-x.xml": cii()})).invoice
    assert invoice is not None
    assert invoice.verdict is Verdict.REVIEW
    assert [(issue.code, issue.field) for issue in invoice.issues] == [("PAGE_DIFFERS", "totals.total")]


@pytest.mark.parametrize("compress", [True, False])
def test_a_file_that_only_an_annotation_names_is_found(compress: bool) -> None:
    invoice = read(hybrid_pdf(PAGE_LINES, {"factur-x.xml": cii()}, listed=False, compress=compress)).invoice
    assert invoice is not None
    assert invoice.verdict is Verdict.ACCEPTED


def test_of_stray_files_the_last_counts() -> None:
    files = {"old.xml": cii(number="2031-76"), "new.xml": cii()}
    invoice = read(hybrid_pdf(PAGE_LINES, files, listed=False)).invoice
    assert invoice is not None
    assert invoice.number == "2031-77"


def test_the_usual_name_wins_over_others() -> None:
    files = {"a.xml": cii(number="other"), "factur-x.xml": cii(), "delivery.xml": OTHER_XML, "photo.png": b"\x89PNG"}
    invoice = read(hybrid_pdf(PAGE_LINES, files)).invoice
    assert invoice is not None
    assert invoice.number == "2031-77"
    assert "SEVERAL_EMBEDDED" in {issue.code for issue in invoice.issues}


def test_two_forms_of_one_invoice_are_one_invoice() -> None:
    invoice = read(hybrid_pdf(PAGE_LINES, {"factur-x.xml": cii(), "xrechnung.xml": ubl()})).invoice
    assert invoice is not None
    assert invoice.issues == ()


def test_a_damaged_xml_leaves_the_page_and_says_so() -> None:
    found = read(hybrid_pdf(PAGE_LINES, {"factur-x.xml": cii()[:700]}))
    assert found.invoice is None
    [issue] = found.issues
    assert issue.code == "XML_UNUSABLE"
    assert issue.message == "The PDF carries its invoice as XML, but it is damaged. The page was read instead."


def test_a_good_file_helps_out_for_a_damaged_one() -> None:
    found = read(hybrid_pdf(PAGE_LINES, {"factur-x.xml": cii()[:700], "xrechnung.xml": ubl()}))
    assert found.invoice is not None


@pytest.mark.parametrize(
    "data",
    [
        make_pdf(PAGE_LINES),
        hybrid_pdf(PAGE_LINES, {"order-x.xml": ORDER}),
        hybrid_pdf(PAGE_LINES, {"delivery.xml": OTHER_XML}),
        hybrid_pdf(PAGE_LINES, {"terms.xml": b"not xml at all"}),
    ],
)
def test_a_pdf_without_an_invoice_inside_has_none_and_no_issue(data: bytes) -> None:
    with open_pdf(data) as pdf:
        assert read_embedded(pdf, data, lambda: pytest.fail("pages are not asked for")) == Embedded()


def test_a_long_invoice_is_read_whole() -> None:
    lines = "".join(cii_line(str(n), "Leiste", "1", "1.00", "1.00") for n in range(3_000))
    invoice = read(hybrid_pdf(PAGE_LINES, {"factur-x.xml": cii(lines=lines)})).invoice
    assert invoice is not None
    assert len(invoice.items) == 3_000
