"""Which way the money flows: by title, by sign, by the invoice that is named. A sign is never dropped in silence."""

import pytest

from fakturo.convert.invoice import Invoice, Kind, Verdict
from fakturo.convert.reader import read_pages
from fakturo.convert.vocabulary import languages
from tests.support.drawn import drawn

PAGE = """
    ^{title}
    Orchard Tools Ltd
    12 Mill Lane, Leeds LS1 4AB
    Invoice no. OT-2041          Date 2026-03-09
    {reference}
    Bill to: Harbour Cafe Ltd
    4 Quay Street, Hull HU1 1AA

    Description        Qty     Price      Amount
    Pruning saw        {minus}2    20.00     {minus}40.00
    Ladder             {minus}2    30.00     {minus}60.00

    Subtotal                            {minus}100.00
    VAT 20%                              {minus}20.00
    Total GBP                           {minus}120.00
"""
CORRECTIONS = [
    (code, term) for code, language in languages().items() for term in language["titles"].get("correction", ())
]


def read(title: str, minus: str, reference: str = "") -> Invoice:
    (invoice,) = read_pages(drawn(PAGE.format(title=title, minus=minus, reference=reference)))
    assert (str(invoice.items[0].qty), str(invoice.totals.total)) == ("2", "120.00")
    return invoice


def codes(invoice: Invoice) -> set[str]:
    return {issue.code for issue in invoice.issues}


@pytest.mark.parametrize("title", ["Credit note", "Correction invoice", "Rechnungskorrektur", "Facture rectificative"])
def test_what_gives_back_by_title_and_sign_is_a_credit_note(title: str) -> None:
    invoice = read(title, "-", "Original invoice: OT-1999")
    assert invoice.kind is Kind.CREDIT_NOTE
    assert invoice.verdict is Verdict.ACCEPTED


def test_an_invoice_whose_amounts_have_a_minus_is_taken_for_a_credit_note_and_doubted() -> None:
    invoice = read("Invoice", "-")
    assert invoice.kind is Kind.CREDIT_NOTE
    assert codes(invoice) == {"KIND_DOUBTFUL"}


def test_a_correction_without_a_minus_may_ask_for_more() -> None:
    assert codes(read("Correction invoice", " ")) == {"KIND_DOUBTFUL"}
    assert codes(read("Credit note", " ")) == set()


def test_an_invoice_that_names_the_one_it_corrects_is_doubted() -> None:
    assert codes(read("Invoice", " ", "Original invoice: OT-1999")) == {"KIND_DOUBTFUL"}
    assert codes(read("Invoice", " ")) == set()


def test_every_language_names_corrections() -> None:
    lacking = [code for code, language in languages().items() if not language["titles"].get("correction")]
    assert lacking == []


@pytest.mark.parametrize(("code", "title"), CORRECTIONS, ids=lambda value: value)
def test_a_correction_is_known_by_its_title(code: str, title: str) -> None:
    assert code
    invoice = read(title.capitalize(), "-")
    assert invoice.kind is Kind.CREDIT_NOTE
    assert "KIND_DOUBTFUL" not in codes(invoice)
