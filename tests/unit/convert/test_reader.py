"""Whole pages: verdicts and their reasons, several invoices, pages that are none."""

import pytest

from fakturo.convert.invoice import Invoice, Verdict
from fakturo.convert.reader import read_pages
from tests.support.sheets import sheet_from

LETTER = """
Applegarth Tools Ltd
12 Mill Lane
Stokesay SY7 4RB

Bill to                                     Invoice number   INV-2041
Dunnock Holdings Ltd                        Invoice date     14 March 2026
9 Corn Exchange
Stokesay SY6 5FZ

Qty    Description                Unit price       Amount
2      Chair of oak                    10.00        20.00
{line}
                       Subtotal                    {subtotal}
                       VAT 20%                     {tax}
                       Total GBP                   {total}
"""
RIGHT = {
    "line": "1      Table                           80.00        80.00",
    "subtotal": "100.00",
    "tax": "20.00",
    "total": "120.00",
}


def read(**changes: str) -> Invoice:
    (invoice,) = read_pages([sheet_from(LETTER.format(**RIGHT | changes))])
    return invoice


def codes(invoice: Invoice) -> set[str]:
    return {issue.code for issue in invoice.issues}


def test_an_invoice_whose_sums_close_is_accepted() -> None:
    invoice = read()
    assert (invoice.verdict, list(invoice.issues)) == (Verdict.ACCEPTED, [])
    assert (invoice.number, str(invoice.date), invoice.currency) == ("INV-2041", "2026-03-14", "GBP")
    assert (invoice.seller.name, invoice.buyer.name) == ("Applegarth Tools Ltd", "Dunnock Holdings Ltd")
    assert str(invoice.totals.total) == "120.00"


def test_what_is_left_to_pay_is_said_to_be_worked_out_where_it_is_not_printed() -> None:
    invoice = read(total="120.00\n                       Amount paid                  120.00")
    assert str(invoice.totals.payable) == "0.00"
    assert (invoice.fields["totals.payable"].raw, invoice.fields["totals.payable"].page) == ("0.00", None)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        (
            {
                "line": "1      Table                           80.00        90.00",
                "subtotal": "110.00",
                "tax": "22.00",
                "total": "132.00",
            },
            "LINE_MISMATCH",
        ),
        ({"subtotal": "105.00"}, "TOTAL_MISMATCH"),
        ({"tax": "25.00", "total": "125.00"}, "TAX_MISMATCH"),
        ({"total": "130.00"}, "TOTAL_MISMATCH"),
    ],
)
def test_what_does_not_add_up_goes_to_a_person_with_a_reason(changes: dict[str, str], code: str) -> None:
    invoice = read(**changes)
    assert invoice.verdict is Verdict.REVIEW
    assert code in codes(invoice)
    assert all(issue.message.endswith(".") for issue in invoice.issues)


def test_a_reason_tells_the_place_on_the_page() -> None:
    invoice = read(tax="25.00", total="125.00")
    (issue,) = [issue for issue in invoice.issues if issue.code == "TAX_MISMATCH"]
    assert issue.page == 1
    assert issue.box


def test_every_value_tells_where_it_stands() -> None:
    fields = read().fields
    assert fields["invoice.number"].raw == "INV-2041"
    assert fields["totals.total"].raw == "120.00"
    assert fields["items.1.amount"].page == 1


def test_two_invoices_in_one_file_are_two() -> None:
    second = LETTER.replace("INV-2041", "INV-2042").format(**RIGHT)
    invoices = read_pages([sheet_from(LETTER.format(**RIGHT)), sheet_from(second, number=2)])
    assert [(invoice.number, invoice.pages) for invoice in invoices] == [("INV-2041", (1,)), ("INV-2042", (2,))]


def test_a_page_without_another_number_goes_on() -> None:
    invoices = read_pages([sheet_from(LETTER.format(**RIGHT)), sheet_from("Thank you for your order", number=2)])
    assert [invoice.pages for invoice in invoices] == [(1, 2)]
