"""Dates and numbers behind words that nobody knows: their place, and the days between them."""

import datetime as dt

import pytest

from fakturo.convert.header.reader import Header, read_header
from tests.support.drawn import drawn

PAGE = """Berg GmbH
80331 München
Germany

Bill to:
Tal GmbH
10115 Berlin

^INVOICE
{facts}

Description            Qty       Price      Amount
Work                   2         50.00      100.00
Total EUR                                   100.00

{foot}
"""
DAY = dt.date(2024, 5, 3)


def header_of(facts: str, foot: str = "") -> Header:
    return read_header(drawn(PAGE.format(facts=facts, foot=foot)))


def dates_of(header: Header) -> tuple[dt.date | None, dt.date | None]:
    return header.date.value if header.date else None, header.due_date.value if header.due_date else None


def doubts_of(header: Header) -> set[str]:
    return {issue.code for issue in header.issues if "DATE" in issue.code or "NUMBER" in issue.code}


def test_the_only_date_beside_the_number_is_the_invoices() -> None:
    header = header_of(
        "Invoice no:   A-1747\nZorp:         3 May 2024", "Zorped on the 2 April 2024 for no reason at all"
    )
    assert dates_of(header) == (DAY, None)


def test_the_invoice_date_of_something_is_not_the_invoices_where_another_is() -> None:
    header = header_of("Invoice no: A-1747\nDate: 3 May 2024\nInvoice date zorped: 30 March 2024")
    assert dates_of(header)[0] == DAY


def test_more_words_in_its_label_leave_the_only_date_the_invoices() -> None:
    header = header_of("Invoice no: A-1747\nInvoice date zorped: 3 May 2024")
    assert dates_of(header)[0] == DAY


@pytest.mark.parametrize("foot", ["Net 17 days", "17 Tage netto"])
def test_a_date_that_follows_by_the_printed_days_may_be_the_due_date(foot: str) -> None:
    header = header_of("Invoice no: A-1747\nInvoice date: 3 May 2024\n\n\nZorp: 20 May 2024", foot)
    assert dates_of(header) == (DAY, dt.date(2024, 5, 20)) or doubts_of(header) == {"DUE_DATE_DOUBTFUL"}


def test_of_two_dates_the_usual_days_apart_the_later_may_be_the_due_one() -> None:
    header = header_of("Invoice no:   A-1747\nZorp:         3 May 2024\nBlurf:        2 June 2024")
    assert dates_of(header) == (DAY, dt.date(2024, 6, 2)) or doubts_of(header) == {"DUE_DATE_DOUBTFUL"}


@pytest.mark.parametrize(
    "foot",
    [
        "Delivery date: 2 June 2024",
        "Services from 10 May 2024 to 2 June 2024",
        "2 % discount until 10 May 2024",
    ],
)
def test_delivery_period_and_discount_are_no_due_date(foot: str) -> None:
    header = header_of("Invoice no: A-1747\nInvoice date: 3 May 2024", foot)
    assert dates_of(header) == (DAY, None)
    assert not doubts_of(header)


def test_of_instalments_without_a_label_none_is_told_as_due_date() -> None:
    foot = "Instalments\n2 June 2024\n2 July 2024\n2 August 2024"
    assert dates_of(header_of("Invoice no: A-1747\nInvoice date: 3 May 2024", foot)) == (DAY, None)


def test_a_code_below_the_title_is_the_number_whatever_its_label() -> None:
    header = header_of("Zorp:         A-17475\nDate:         3 May 2024")
    assert header.number
    assert header.number.value == "A-17475"


def test_what_an_account_is_called_is_no_invoice() -> None:
    header = header_of("Date: 3 May 2024", "Rekening 716 179 6464 a.n. Berg")
    assert "NUMBER_DOUBTFUL" in doubts_of(header) or header.number is None
