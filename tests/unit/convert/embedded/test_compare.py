"""The XML beside the page: where its values are printed, and which of them the page contradicts."""

from decimal import Decimal

import pytest

from fakturo.convert.embedded.compare import compared
from fakturo.convert.embedded.dialects import invoice_from_xml
from fakturo.convert.invoice import Invoice
from tests.support.hybrids import PAGE_LINES, cii, cii_line, cii_sums
from tests.unit.convert.embedded.test_printed import sheet


def read(xml: bytes) -> Invoice:
    invoice = invoice_from_xml(xml)
    assert invoice is not None
    return invoice


def row_of(invoice: Invoice, path: str) -> int:
    box = invoice.fields[path].box
    assert box is not None
    return round(box.y0 / 20)


def test_values_get_the_place_where_they_are_printed() -> None:
    invoice = compared(read(cii()), [sheet(*PAGE_LINES)])
    assert invoice.issues == ()
    fields = invoice.fields
    assert (fields["totals.total"].raw, fields["totals.total"].page) == ("172,55", 1)
    assert fields["totals.total"].source == "xml"
    paths = ["invoice.number", "invoice.date", "items.0.amount", "items.1.qty", "totals.subtotal", "totals.tax"]
    assert [row_of(invoice, path) for path in paths] == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("Nr. 2031-77", "Nr. 2031-78", "invoice.number"),
        ("09.03.2031", "09.03.2030", "invoice.date"),
        ("172,55", "182,55", "totals.total"),
    ],
)
def test_what_the_page_contradicts_is_told(old: str, new: str, field: str) -> None:
    invoice = compared(read(cii()), [sheet(*(line.replace(old, new) for line in PAGE_LINES))])
    [issue] = invoice.issues
    assert (issue.code, issue.field) == ("PAGE_DIFFERS", field)
    assert "but the page does not" in issue.message


def test_a_page_of_something_else_is_told_once() -> None:
    [issue] = compared(read(cii()), [sheet("Allgemeine Geschäftsbedingungen", "§ 1 Geltung")]).issues
    assert (issue.code, issue.field) == ("PAGE_DIFFERS", None)


def test_a_page_without_text_contradicts_nothing() -> None:
    assert compared(read(cii()), [sheet(), sheet(number=2)]).issues == ()


def test_a_page_may_say_only_what_is_left_to_pay() -> None:
    more = "<ram:TotalPrepaidAmount>100.00</ram:TotalPrepaidAmount>"
    sums = cii_sums(line="145.00", base="145.00", tax="27.55", total="172.55", due="72.55", more=more)
    page = [line.replace("Gesamtbetrag 172,55", "Zahlbetrag 72,55") for line in PAGE_LINES]
    assert compared(read(cii(sums=sums)), [sheet(*page)]).issues == ()


def test_values_are_found_on_any_page() -> None:
    pages = [sheet(*PAGE_LINES[:3]), sheet(*PAGE_LINES[3:], number=2)]
    invoice = compared(read(cii()), pages)
    assert invoice.issues == ()
    assert [invoice.fields[f"items.{index}.amount"].page for index in (0, 1)] == [1, 2]


def test_lines_of_the_same_amount_keep_their_order() -> None:
    lines = [cii_line(str(n), "Leiste", "4", "2.50", "10.00") for n in range(1, 4)]
    page = ["Rechnung 2031-77 09.03.2031", *["Leiste 4 2,50 10,00"] * 3, "Summe 10,00", "Total 172,55"]
    invoice = compared(read(cii(lines="".join(lines))), [sheet(*page)])
    assert [row_of(invoice, f"items.{index}.amount") for index in range(3)] == [1, 2, 3]


def test_a_line_printed_in_another_way_does_not_lose_those_after_it() -> None:
    """10.00 is printed as 12,00 less 2,00; a 10.00 far below is not it."""
    amounts = ["10.00", "27.50", "109.80"]
    lines = [cii_line(str(n), "Leiste", "1", amount, amount) for n, amount in enumerate(amounts)]
    page = ["2031-77 09.03.2031", "12,00", "-2,00", "27,50", "109,80", "von 10,00", "172,55"]
    invoice = compared(read(cii(lines="".join(lines))), [sheet(*page)])
    assert invoice.fields["items.0.amount"].page is None
    assert [row_of(invoice, f"items.{index}.amount") for index in (1, 2)] == [3, 4]


def test_a_page_full_of_one_number_costs_little() -> None:
    lines = "".join(cii_line(str(n), "x", "1", "1", "1") for n in range(2_000))
    invoice = read(cii(lines=lines))
    placed = compared(invoice, [sheet(*["1 1 1 1"] * 1_000, number=n) for n in range(1, 4)])
    assert placed.items[0].amount == Decimal(1)
    assert placed.fields["items.0.amount"].page == 1
