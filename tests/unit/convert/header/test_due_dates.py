"""The day to pay in a table of terms, and days that only look like it."""

import datetime as dt
from dataclasses import replace

import pytest

from fakturo.convert.header.dates.decision import read_days
from fakturo.convert.header.dates.order import Habits
from fakturo.convert.header.dates.written import Order
from fakturo.convert.header.reader import Header, read_header
from fakturo.convert.header.scene import scene_of
from tests.support.drawn import drawn

PAGE = """North Signs Ltd
1 High Street
Leeds LS1 4AB

Bill to:
South Cafe Ltd

{head}
Description            Qty       Price      Amount
Work                   2         50.00      100.00
Total                                       £100.00

{foot}
"""
HEAD = "Invoice no: 1747\nInvoice date: 3 May 2024\n"


def header_of(head: str = HEAD, foot: str = "") -> Header:
    return read_header(drawn(PAGE.format(head=head, foot=foot)))


def due_of(header: Header) -> dt.date | None:
    return header.due_date.value if header.due_date else None


def doubts_of(header: Header) -> set[str]:
    return {issue.code for issue in header.issues if "DATE" in issue.code}


def test_days_and_day_of_a_term_in_one_label() -> None:
    header = header_of("Fatura No: 1747\nFatura Tarihi: 04.03.2024\nVade Günü - Tarihi: 60 - 03.05.2024\n")
    assert due_of(header) == dt.date(2024, 5, 3)
    assert "DUE_DATE_DOUBTFUL" not in doubts_of(header)


def test_of_several_terms_the_one_without_a_discount_is_the_due_date() -> None:
    terms = """
Due date        Terms         You pay
10 May 2024     3.00 %        97.00
17 May 2024     2.00 %        98.00
2 June 2024     net           100.00
"""
    header = header_of(foot=terms)
    assert due_of(header) == dt.date(2024, 6, 2) or "DUE_DATE_DOUBTFUL" in doubts_of(header)


def test_of_instalments_none_is_surely_the_due_date() -> None:
    header = header_of(foot="\nDue date        Amount\n2 June 2024     50.00\n2 July 2024     50.00\n")
    assert due_of(header) is None or "DUE_DATE_DOUBTFUL" in doubts_of(header)


def test_a_date_below_the_next_label_is_no_instalment() -> None:
    head = HEAD + "\nTerms       Due date\nn/30        2 June 2024\nCarrier     Ship date\nRoad        6 May 2024\n"
    assert due_of(header_of(head)) == dt.date(2024, 6, 2)


def test_an_earlier_invoice_in_the_sums_does_not_give_its_date() -> None:
    head = "Date: 3 May 2024\nInvoice no: 1747\n"
    header = header_of(head, "less 1st invoice dated 5 April 2024    50.00\n")
    assert header.date
    assert header.date.value == dt.date(2024, 5, 3)
    assert not doubts_of(header)


def test_the_day_of_payment_is_the_date_where_it_is_the_only_day() -> None:
    header = header_of("Invoice no: 1747\nDate paid: 3 May 2024\n\n£100.00 paid on 3 May 2024\n")
    assert header.date
    assert header.date.value == dt.date(2024, 5, 3)


def test_what_stands_far_below_does_not_make_a_line_a_request_to_pay() -> None:
    header = header_of(foot="until 2 June 2024 and always\n\n\n\nPayment by card was received\n")
    assert due_of(header) is None or "DUE_DATE_DOUBTFUL" in doubts_of(header)


def date_of(header: Header) -> dt.date | None:
    return header.date.value if header.date else None


def test_a_label_that_says_invoice_has_no_rival_in_a_plain_date() -> None:
    flights = "Flight          Route          Date\nSW6693          Leeds          31 May 2024\n"
    header = header_of("Invoice no         1747\nInvoice date       3 May 2024\n\n" + flights)
    assert date_of(header) == dt.date(2024, 5, 3) or "DATE_DOUBTFUL" in doubts_of(header)


def test_a_date_beside_the_number_has_no_rival_in_another_block() -> None:
    header = header_of("Invoice no: 1747\nDate: 3 May 2024\n\nPICK UP\nGary\nDate: 28 April 2024\n")
    assert date_of(header) == dt.date(2024, 5, 3) or "DATE_DOUBTFUL" in doubts_of(header)


def test_a_permit_at_the_foot_does_not_date_the_invoice() -> None:
    header = header_of("No. 1747\n\nDate: 3 May 2024\n", "Control no. 17\nDate issued: 14 June 2019\n")
    assert date_of(header) == dt.date(2024, 5, 3) or "DATE_DOUBTFUL" in doubts_of(header)


def test_a_credit_note_has_not_the_date_of_its_invoice() -> None:
    head = (
        "Document no: 1747\nDocument date: 3 May 2024\n\nCREDIT NOTE 1747\nto our invoice no. 88 dated 5 April 2024\n"
    )
    header = header_of(head)
    assert date_of(header) == dt.date(2024, 5, 3) or "DATE_DOUBTFUL" in doubts_of(header)


def test_the_only_day_is_the_invoices_be_it_the_orders() -> None:
    header = header_of("Invoice # 92135\nOrder date: 3 May 2024\n")
    assert date_of(header) == dt.date(2024, 5, 3) or "DATE_DOUBTFUL" in doubts_of(header)


def test_what_else_is_due_is_not_the_invoice() -> None:
    header = header_of(foot="Vaccination due 2 June 2024\nWorming due 9 July 2024\n")
    assert due_of(header) is None or "DUE_DATE_DOUBTFUL" in doubts_of(header)
    assert due_of(header_of(foot="Amount GBP due 2 June 2024\n")) == dt.date(2024, 6, 2)


def test_where_other_days_are_given_to_pay_an_unknown_date_is_not_due() -> None:
    header = header_of(HEAD + "Payment: 30 days after B/L\nZorp on/about: 6 May 2024\n")
    assert due_of(header) is None
    assert "DUE_DATE_DOUBTFUL" not in doubts_of(header)


def test_words_behind_a_date_are_no_label_of_it() -> None:
    header = header_of("Invoice no      1747\nIssue date      3 May 2024\nDue date        10/05/2024 (upon receipt)\n")
    assert due_of(header) == dt.date(2024, 5, 10)


def test_a_row_of_a_day_and_an_amount_does_not_date_the_invoice() -> None:
    page = PAGE.format(head="Leeds, 3 May 2024\n\nInvoice 1747\n", foot="")
    header = read_header(drawn(page.replace("Description", "12 June 2024     50.00\n\nDescription")))
    assert date_of(header) == dt.date(2024, 5, 3) or "DATE_DOUBTFUL" in doubts_of(header)


@pytest.mark.parametrize(("probability", "is_sure"), [(0.7, True), (0.6, False)])
def test_a_told_day_to_pay_is_sure_if_it_is_twice_as_likely_as_all_else(probability: float, is_sure: bool) -> None:
    sheets = drawn(PAGE.format(head=HEAD + "Due date: 2 June 2024\n", foot=""))
    weighed = read_header(sheets).weighed
    unsure = {"date": weighed["date"], "due": replace(weighed["due"], probability=probability)}
    dates = read_days(scene_of(sheets, None), unsure, Habits(None, None, ()), Order.DAY_FIRST, frozenset())
    assert dates.due
    assert dates.due.value == dt.date(2024, 6, 2)
    assert (not dates.issues) is is_sure
