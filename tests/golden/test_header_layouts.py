"""Made-up invoices of many layouts and lands, drawn as text: every field that they print must be read.

A file of `header/` says what must be read (`-`: nothing) and which doubts are told, then shows the page. Doubts about
seller and buyer are left open: their weights change with every paper that is learned from. Add a file whenever a real
layout fails.
"""

from pathlib import Path

import pytest

from fakturo.convert.header.reader import Header, read_header
from fakturo.convert.invoice_json import as_document
from fakturo.convert.layout.sheet import Sheet
from fakturo.convert.reader import read_invoice
from tests.score.compare import value_at
from tests.support.drawn import drawn

NAMES = ("SELLER", "BUYER")
LAYOUTS = sorted((Path(__file__).parent / "header").glob("*.txt"))


def fields_of(header: Header) -> dict[str, str]:
    readings = {
        "number": header.number,
        "date": header.date,
        "due": header.due_date,
        "po": header.po,
        "currency": header.currency,
        "kind": header.kind,
        "seller": header.seller.name,
        "seller_tax": header.seller.tax_id,
        "buyer": header.buyer.name,
        "buyer_tax": header.buyer.tax_id,
    }
    return {field: str(reading.value) if reading else "-" for field, reading in readings.items()}


PATHS = {
    "number": "invoice.number",
    "date": "invoice.date",
    "due": "invoice.due_date",
    "po": "invoice.po",
    "currency": "invoice.currency",
    "kind": "kind",
    "seller": "seller.name",
    "seller_tax": "seller.tax_id",
    "buyer": "buyer.name",
    "buyer_tax": "buyer.tax_id",
}


def expected_of(layout: Path) -> tuple[dict[str, str], set[str], list[Sheet]]:
    """Fields, doubts and pages."""
    head, _, picture = layout.read_text("utf-8").partition("\n---\n")
    expected = dict(line.split(": ", 1) for line in head.splitlines())
    return expected, set(expected.pop("issues", "").split()), drawn(*picture.split("=== next page\n"))


def only_letters_and_digits(tax_id: str) -> str:
    return "".join(filter(str.isalnum, tax_id))


def same(field: str, expected: str, got: str) -> bool:
    if field.endswith("_tax"):
        return only_letters_and_digits(expected) == only_letters_and_digits(got)
    return expected == got


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.stem)
def test_every_printed_field_is_read_and_only_real_doubts_are_told(layout: Path) -> None:
    """What is in doubt need not be right, nor the tax number beside a doubted name."""
    expected, issues, sheets = expected_of(layout)
    header = read_header(sheets)
    got = fields_of(header)
    doubted = {field for field, path in PATHS.items() if any(issue.field == path for issue in header.issues)}
    asked = {field: value for field, value in expected.items() if not doubted & {field, field.partition("_")[0]}}
    assert {field: got[field] for field, value in asked.items() if not same(field, value, got[field])} == {}
    codes = {issue.code for issue in header.issues}
    assert {code for code in codes ^ issues if not code.startswith(NAMES)} == set()


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.stem)
def test_as_a_document_is_read_no_field_is_wrong_without_a_doubt(layout: Path) -> None:
    expected, _, sheets = expected_of(layout)
    invoice = read_invoice(sheets)
    document = as_document(invoice)
    doubted = {issue.field for issue in invoice.issues}
    got = {field: str(value_at(document, PATHS[field]) or "-") for field in expected}
    wrong = {field: got[field] for field, value in expected.items() if not same(field, value, got[field])}
    assert {field: value for field, value in wrong.items() if PATHS[field] not in doubted} == {}


def test_what_is_sure_has_a_confidence_of_four_fifths_and_a_place() -> None:
    (layout,) = (layout for layout in LAYOUTS if layout.stem == "uk_plain")
    header = read_header(drawn(layout.read_text("utf-8").partition("\n---\n")[2]))
    for reading in (header.number, header.date, header.due_date, header.currency):
        assert reading is not None
        assert reading.evidence.confidence >= 0.8
        assert reading.evidence.page == 1
        assert reading.evidence.box is not None
