"""Credit notes, as senders write them: by type, by sign, or by both."""

from decimal import Decimal

import pytest

from fakturo.convert.embedded.checks import judged
from fakturo.convert.embedded.dialects import invoice_from_xml
from fakturo.convert.invoice import Invoice, Kind, Verdict
from tests.support.hybrids import cii, cii_line, cii_sums, ubl


def read(xml: bytes) -> Invoice:
    invoice = invoice_from_xml(xml)
    assert invoice is not None
    return judged(invoice)


@pytest.mark.parametrize("xml", [cii(type_code="381"), cii(type_code="261"), ubl(root="CreditNote", type_code="381")])
def test_a_credit_note_by_type_keeps_its_positive_amounts(xml: bytes) -> None:
    note = read(xml)
    assert note.kind is Kind.CREDIT_NOTE
    assert note.totals.total == Decimal("172.55")
    assert note.items[0].qty == Decimal(40)
    assert note.verdict is Verdict.ACCEPTED


@pytest.mark.parametrize("type_code", ["384", "389", "326", "380"])
def test_other_types_are_invoices_while_they_ask_for_money(type_code: str) -> None:
    assert read(cii(type_code=type_code)).kind is Kind.INVOICE


@pytest.mark.parametrize("type_code", ["380", "384"])
def test_an_invoice_below_zero_is_a_credit_note_with_positive_amounts(type_code: str) -> None:
    note = read(ubl(type_code=type_code, sign="-"))
    assert note.kind is Kind.CREDIT_NOTE
    assert [(item.qty, item.unit_price, item.amount) for item in note.items] == [
        (Decimal(40), Decimal("2.50"), Decimal(100)),
        (Decimal(300), Decimal("0.15"), Decimal(45)),
    ]
    assert (note.totals.tax, note.totals.total, note.totals.payable) == (
        Decimal("27.55"),
        Decimal("172.55"),
        Decimal("172.55"),
    )
    assert note.totals.taxes[0].base == Decimal(145)
    assert note.fields["totals.total"].raw == "172.55"
    assert note.verdict is Verdict.ACCEPTED


def test_the_sign_may_stand_at_the_price() -> None:
    sums = cii_sums(line="-145", base="-145", tax="0", total="-145", due="-145")
    lines = cii_line("1", "Leiste", "60", "-2.50", "-150") + cii_line("2", "Porto", "1", "5", "5")
    note = read(cii(lines=lines, sums=sums))
    assert [(item.qty, item.unit_price, item.amount) for item in note.items] == [
        (Decimal(60), Decimal("2.50"), Decimal(150)),
        (Decimal(-1), Decimal(5), Decimal(-5)),
    ]
    assert note.verdict is Verdict.ACCEPTED


def test_a_credit_note_below_zero_is_for_a_person_to_judge() -> None:
    note = read(cii(type_code="381", lines="", sums=cii_sums(base="-10", tax="0", total="-10", due="-10")))
    assert (note.kind, note.totals.total) == (Kind.CREDIT_NOTE, Decimal(10))
    assert [issue.code for issue in note.issues] == ["SIGN_UNCLEAR"]
    assert note.verdict is Verdict.REVIEW
