"""Which pages belong together: an invoice torn apart loses items, so other numbers on its pages don't tear it."""

import pytest

from fakturo.convert.invoice import Verdict
from fakturo.convert.reader import read_invoice, read_pages
from fakturo.convert.split import rejoined, split, without_copies
from tests.support.drawn import drawn
from tests.support.sheets import sheet_from

INVOICE = """
Berg GmbH
80331 München

Bill to:
Tal GmbH
10115 Berlin

Invoice no: {number}
Date: 3 May 2024

Description            Qty       Price      Amount
Work on pumps          2         50.00      100.00
Total EUR                                   100.00
"""


def pages_of(*pictures: str) -> list[list[int]]:
    return [[sheet.number for sheet in part] for part in split(drawn(*pictures))]


def test_another_number_begins_another_invoice() -> None:
    assert pages_of(INVOICE.format(number="A-1001"), INVOICE.format(number="A-1002")) == [[1], [2]]


@pytest.mark.parametrize(
    "second",
    [
        INVOICE.format(number="040.77") + "\nAs in our sale A-1001",
        INVOICE.format(number="040.77") + "\nPage 2 of 2",
        INVOICE.format(number="040.77") + "\nSeite 2/2",
        "Invoice no: A 1001   page two\n" + INVOICE.format(number="040.77"),
    ],
)
def test_a_page_that_names_the_invoice_or_counts_on_is_its_next(second: str) -> None:
    assert pages_of(INVOICE.format(number="A-1001"), second) == [[1, 2]]


def test_pages_that_make_no_whole_invoice_make_the_split_doubtful() -> None:
    torn = "Berg GmbH\n\nInvoice no: B-2002\nDate: 4 May 2024\n\nNothing but words"
    invoices = read_pages(drawn(INVOICE.format(number="A-1001"), torn))
    assert [invoice.verdict for invoice in invoices] == [Verdict.REVIEW, Verdict.REVIEW]
    assert all("SPLIT_DOUBTFUL" in {issue.code for issue in invoice.issues} for invoice in invoices)


def test_a_credit_note_that_names_the_invoice_before_it_is_its_own() -> None:
    credit = "^CREDIT NOTE\n" + INVOICE.format(number="B-2002") + "\nFor our invoice A-1001"
    credit = credit.replace("Invoice no:", "Credit note no:")
    assert pages_of(INVOICE.format(number="A-1001"), credit) == [[1], [2]]


def test_a_tax_form_that_names_the_invoice_and_its_sums_is_no_second_invoice() -> None:
    form = "^TAX INVOICE\n" + INVOICE.format(number="B-2002") + "\nFor the goods of A-1001"
    other = form.replace("100.00", "120.00").replace("50.00", "60.00")
    first = INVOICE.format(number="A-1001")
    assert [invoice.number for invoice in read_pages(drawn(first, form))] == ["A-1001"]
    assert [invoice.number for invoice in read_pages(drawn(first, other))] == ["A-1001", "B-2002"]


ITEMS_ALONE = """
    ^INVOICE
    Orchard Tools Ltd
    Invoice no. OT-2041          Date 2026-03-09
    Bill to: Harbour Cafe Ltd

    Description        Qty    Price    Amount
    Pruning saw          2    20.00     40.00
    Ladder               1    60.00     60.00
"""
SUMS_ALONE = """
    Document no. 7741-22

    Subtotal                           100.00
    VAT 20%                             20.00
    Total GBP                          120.00
"""


def test_a_page_with_the_sums_alone_goes_back_to_its_invoice() -> None:
    sheets = drawn(ITEMS_ALONE, SUMS_ALONE)
    assert rejoined([sheets[:1], sheets[1:]], [read_invoice([sheet]) for sheet in sheets]) == [sheets]
    (invoice,) = read_pages(sheets)
    assert (invoice.number, len(invoice.items), str(invoice.totals.total)) == ("OT-2041", 2, "120.00")


def test_what_is_headed_as_an_invoice_stays_one_though_it_is_not_whole() -> None:
    sheets = drawn(ITEMS_ALONE, "^INVOICE\n" + INVOICE.format(number="A-1002"))
    assert len(rejoined([sheets[:1], sheets[1:]], [read_invoice([sheet]) for sheet in sheets])) == 2


def test_copies_of_a_page_are_left_out_and_other_pages_are_not() -> None:
    rows = "\n".join(f"Line {at}   Chair of oak   1{at}0.00" for at in range(12))
    original, duplicate = (sheet_from(f"{rows}\n{word}", number=at) for at, word in ((1, "Original"), (2, "Duplicate")))
    another = sheet_from(f"{rows.replace('110.00', '119.00')}\nOriginal", number=3)
    assert without_copies([original, duplicate, another]) == [original, another]
    number = sheet_from(f"{rows}\nInvoice A-2", number=4)
    assert without_copies([sheet_from(f"{rows}\nInvoice A-1"), number])[1:] == [number]
    assert len(without_copies([sheet_from("Conditions", number=at) for at in (1, 2)])) == 2


def test_a_page_that_says_nothing_new_is_a_copy_of_a_signed_one() -> None:
    rows = "\n".join(f"Row {'abcdefghijkl'[at]} of it  {at}0.00" for at in range(12))
    signed = sheet_from(f"Invoice A-1  Original\n{rows}\nSigned by\nSomebody\n2024.03.08 11:56\nPublic key\n2048 bits")
    copy = sheet_from(f"Invoice A-1  Duplicate\n{rows}", number=2)
    assert without_copies([signed, copy]) == [signed]
    assert without_copies([copy, signed]) == [copy, signed]


PACKING_LIST = """
^PACKING LIST

Invoice no: A-1001

Description            Cartons   Weight
Work on pumps          2         50.00
Total                            50.00
"""
TAXES_OF_IT = """
Name                 Kind of tax       Amount      Tax
Work on pumps        City tax          100.00     4.00

Transaction number   P-384042315
Invoice total                          104.00
"""


def test_a_packing_list_of_the_invoice_is_left_out() -> None:
    assert pages_of(INVOICE.format(number="A-1001"), PACKING_LIST) == [[1]]
    assert pages_of(INVOICE.format(number="A-1001"), PACKING_LIST.replace("A-1001", "B-2002")) == [[1], [2]]


def test_a_page_about_the_same_total_that_names_nobody_goes_back_to_its_invoice() -> None:
    gap = " " * 33
    first, total = INVOICE.format(number="A-1001"), f"Total EUR {gap} 100.00"
    assert total in first
    taxed = first.replace(total, f"City tax 4%{gap}  4.00\nTotal EUR {gap} 104.00")
    sheets = drawn(taxed, TAXES_OF_IT)
    read = [read_invoice([sheet]) for sheet in sheets]
    assert read[0].totals.total == read[1].totals.total
    assert rejoined([sheets[:1], sheets[1:]], read) == [sheets]
