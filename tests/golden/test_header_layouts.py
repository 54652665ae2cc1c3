"""Made-up invoices of many layouts and lands, drawn as text: every field that they print must be read.

A file of `header/` says what must be read (`-`: nothing) and which doubts the page really leaves, then shows the page.
Add one whenever a real layout fails.
"""

from pathlib import Path

import pytest

from fakturo.convert.header import Header, read_header
from tests.support.drawn import drawn

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


def only_letters_and_digits(tax_id: str) -> str:
    return "".join(filter(str.isalnum, tax_id))


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.stem)
def test_every_printed_field_is_read_and_only_real_doubts_are_told(layout: Path) -> None:
    head, _, picture = layout.read_text("utf-8").partition("\n---\n")
    expected = dict(line.split(": ", 1) for line in head.splitlines())
    issues = set(expected.pop("issues", "").split())
    header = read_header(drawn(*picture.split("=== next page\n")))
    got = fields_of(header)
    for field in expected.keys() & {"seller_tax", "buyer_tax"}:
        expected[field], got[field] = only_letters_and_digits(expected[field]), only_letters_and_digits(got[field])
    assert {field: got[field] for field in expected} == expected
    assert {issue.code for issue in header.issues} == issues


def test_what_is_sure_has_a_confidence_of_four_fifths_and_a_place() -> None:
    (layout,) = (layout for layout in LAYOUTS if layout.stem == "uk_plain")
    header = read_header(drawn(layout.read_text("utf-8").partition("\n---\n")[2]))
    for reading in (header.number, header.date, header.due_date, header.currency):
        assert reading is not None
        assert reading.evidence.confidence >= 0.8
        assert reading.evidence.page == 1
        assert reading.evidence.box is not None
