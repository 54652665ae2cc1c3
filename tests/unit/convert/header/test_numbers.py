"""The invoice's number where its label is odd, missing, or beside another one's."""

from dataclasses import replace

import pytest

from fakturo.convert.header.reader import Header, read_header
from tests.support.drawn import drawn

PAGE = """North Signs Ltd
1 High Street
Leeds LS1 4AB

{head}

Bill to:
South Cafe Ltd

Description            Qty       Price      Amount
Work                   2         50.00      100.00
Total                                       £100.00
"""


def header_of(head: str) -> Header:
    return read_header(drawn(PAGE.format(head=head)))


def number_of(header: Header) -> str | None:
    return header.number.value if header.number else None


def is_sure(header: Header) -> bool:
    return not any(issue.code.startswith("NUMBER") for issue in header.issues)


def test_a_code_in_the_titles_box_is_the_number() -> None:
    header = header_of("TAX INVOICE ORIGINAL\nVAT no: 123456789\n   E001-4421\n\nDate: 3 May 2024")
    assert number_of(header) == "E001-4421"
    assert is_sure(header)


def test_a_code_with_some_label_is_not_the_titles() -> None:
    header = header_of(
        "                 INVOICE COPY\nNo.              INV88825\nD/O slip         DO-15286\nDate: 3 May 2024"
    )
    assert number_of(header) == "INV88825"
    assert is_sure(header)


def test_a_credit_note_is_not_named_after_its_invoice() -> None:
    header = header_of("CREDIT NOTE\n\nDocument amended: INVOICE F001-3755\nDate: 3 May 2024")
    assert not is_sure(header)


def test_a_plain_number_beside_the_date_is_the_documents() -> None:
    header = header_of("Type            Number         Date\nDEFERRED        FT-001876      3 May 2024")
    assert number_of(header) == "FT-001876"
    assert is_sure(header)


@pytest.mark.parametrize("value", ["0275/83976348", "2025-03-13"])
def test_under_its_own_label_a_number_may_look_like_a_phone_or_a_day(value: str) -> None:
    header = header_of(f"Invoice number: {value}\nInvoice date: 3 May 2024")
    assert number_of(header) == value


def test_the_tax_offices_number_is_no_rival_of_the_invoices_own() -> None:
    header = header_of("Invoice no: 6900006289\nInvoice date: 3 May 2024\nTax invoice no: 04009321855514")
    assert number_of(header) == "6900006289"
    assert is_sure(header)
    assert number_of(header_of("Tax invoice no: 04009321855514\nInvoice date: 3 May 2024")) == "04009321855514"


def test_this_year_beside_the_title_is_not_surely_the_number() -> None:
    assert not is_sure(header_of("INVOICE      2024\nDate: 3 May 2024"))


def test_a_title_is_not_the_label_of_what_has_its_own() -> None:
    gap = " " * 33
    head = f"       {gap}VAT INVOICE\nAccount{gap}J5223\nInvoice{gap}00989577\nDate: 3 May 2024"
    header = header_of(head)
    assert number_of(header) == "00989577"
    assert is_sure(header)


def test_values_that_stand_in_their_labels_cells_are_theirs() -> None:
    head = (
        "Invoice no: 17\nInvoice date: 3 May 2024\n\n"
        "Zorp           Gribble        Due date\n       HOUSE          ROAD                 2 June 2024"
    )
    header = header_of(head)
    assert header.due_date
    assert header.due_date.value.isoformat() == "2024-06-02"


@pytest.mark.parametrize(("label", "sure"), [("Invoicemark", True), ("Zorpmark", False)])
def test_a_word_for_invoices_in_an_unknown_label_bears_its_number_out(label: str, *, sure: bool) -> None:
    header = header_of(f"{label + ':':14}ZXF-13\nDate:         3 May 2024")
    assert number_of(header) == "ZXF-13"
    assert is_sure(header) is sure


def test_a_day_under_another_label_is_no_rival_of_a_number() -> None:
    header = header_of("INVOICE\nSerial No. AA.00001\nInvoice date: 2024-05-03")
    assert number_of(header) == "AA.00001"


@pytest.mark.parametrize(
    ("head", "number"),
    [
        ("INVOICE\nPlace:Leeds     Номер:1000051795     Date:03.05.2024", "1000051795"),
        ("INVOICE\nInvoice no.: 0 0 0 0 0 5 6 8\nDate: 3 May 2024", "00000568"),
        ("INVOICE\nInvoice no.: LV / 502\nDate: 3 May 2024", "LV/502"),
        ("I N V O I C E #17\n3 May 2024", "17"),
        ("INVOICE   INV/14708\nDate: 3 May 2024\n\nRemittance slip: invoice no. 14708", "INV/14708"),
    ],
)
def test_a_number_is_told_from_its_label_and_from_itself_in_short(head: str, number: str) -> None:
    assert number_of(header_of(head)) == number


def test_a_number_that_looks_like_a_day_is_the_one_that_its_label_names() -> None:
    header = header_of("Invoice number\n2/11/2023\nRegister number: 5451824119-20231201-8D\nDate: 1 December 2023")
    assert number_of(header) == "2/11/2023"
    assert is_sure(header)


def test_nothing_else_is_surely_the_number_where_its_label_has_no_value() -> None:
    head = "INVOICE\n{label}                Account no: AC-20240017\nDate: 3 May 2024"
    assert not is_sure(header_of(head.format(label="Invoice number:")))


def test_the_number_of_something_unknown_is_not_surely_the_invoices() -> None:
    head = "INVOICE\n{label} 5451824119-AB-1\nDate: 3 May 2024"
    assert is_sure(header_of(head.format(label="Number:")))
    assert not is_sure(header_of(head.format(label="Number Zorp:")))
    assert not is_sure(header_of(head.format(label="Invoice no. of Zorp:")))


@pytest.mark.parametrize("title", ["Invoice 90-4417", "invoice_90-4417.docx"])
def test_a_code_that_the_file_is_called_by_is_the_number(title: str) -> None:
    sheets = drawn(PAGE.format(head="Zorp: 81-2236        3 May 2024\nGribble: 90-4417"))
    named = read_header([replace(sheet, file_title=title) for sheet in sheets])
    assert (number_of(named), is_sure(named)) == ("90-4417", True)
    longer = read_header([replace(sheet, file_title="Invoice 190-44178") for sheet in sheets])
    assert not is_sure(longer)


@pytest.mark.parametrize(("label", "sure"), [("Zorp Gribble", False), ("Zorp no.", True), ("Zorp", True)])
def test_a_code_behind_words_that_nobody_knows_is_never_sure(label: str, sure: bool) -> None:
    header = header_of(f"INVOICE\n{label}: 5451824119-20231201-8D\nDate: 3 May 2024")
    assert (number_of(header), is_sure(header)) == ("5451824119-20231201-8D", sure)
