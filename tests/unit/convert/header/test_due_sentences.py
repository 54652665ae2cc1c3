"""Sentences that say until when to pay, and those that only hold a date."""

import datetime as dt

import pytest

from fakturo.convert.header.reader import Header, read_header
from tests.support.drawn import drawn

PAGE = """North Signs Ltd

Invoice 17
Date: 3 May 2024

Description            Qty       Price      Amount
Work                   2         50.00      100.00
Total                                       £100.00

{sentence}
"""


def header_of(sentence: str) -> Header:
    return read_header(drawn(PAGE.format(sentence=sentence)))


@pytest.mark.parametrize(
    "sentence",
    [
        "Please pay before 2 June 2024.",
        "Payment must be received by 2 June 2024.",
        "Please make sure that your payment arrives by\n2 June 2024.",
        "Payable au 2 juin 2024, net",
    ],
)
def test_a_sentence_says_until_when_to_pay(sentence: str) -> None:
    header = header_of(sentence)
    assert header.due_date
    assert header.due_date.value == dt.date(2024, 6, 2)


@pytest.mark.parametrize(
    "sentence",
    [
        "Payment received by card on 2 June 2024.",
        "Our office is closed until 2 June 2024. Payment by bank transfer.",
        "Complaints must reach us by 2 June 2024, payment details overleaf.",
    ],
)
def test_another_sentences_date_is_no_due_date(sentence: str) -> None:
    header = header_of(sentence)
    assert header.due_date is None or any(issue.code == "DUE_DATE_DOUBTFUL" for issue in header.issues)


def test_the_date_of_another_paper_is_not_the_invoices() -> None:
    header = header_of("Authority to print No. 9AU009 Date issued 1 May 2023")
    assert header.date
    assert header.date.value == dt.date(2024, 5, 3)
