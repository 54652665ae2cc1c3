"""Sums of the XML that do not close are told in plain words, and nothing is repaired."""

from decimal import Decimal

import pytest

from fakturo.convert.embedded.checks import judged
from fakturo.convert.embedded.dialects import invoice_from_xml
from fakturo.convert.invoice import Invoice, Verdict
from tests.support.hybrids import CII_TAXES, cii, cii_line, cii_sums


def read(xml: bytes) -> Invoice:
    invoice = invoice_from_xml(xml)
    assert invoice is not None
    return judged(invoice)


@pytest.mark.parametrize(
    ("old", "new", "code", "field"),
    [
        (b"<ram:LineTotalAmount>45.00", b"<ram:LineTotalAmount>54.00", "LINE_MISMATCH", "items.1.amount"),
        (b"<ram:LineTotalAmount>145.00", b"<ram:LineTotalAmount>154.00", "SUBTOTAL_MISMATCH", "totals.subtotal"),
        (b"TotalAmount>145.00</ram:TaxB", b"TotalAmount>140.00</ram:TaxB", "TAX_BASE_MISMATCH", "totals.tax_base"),
        (b">27.55</ram:TaxT", b">28.55</ram:TaxT", "TAX_MISMATCH", "totals.tax"),
        (b"<ram:CalculatedAmount>27.55", b"<ram:CalculatedAmount>25.55", "TAX_MISMATCH", "totals.tax"),
        (b"172.55</ram:Gr", b"172.65</ram:Gr", "TOTAL_MISMATCH", "totals.total"),
        (b"172.55</ram:Due", b"171.55</ram:Due", "PAYABLE_MISMATCH", "totals.payable"),
    ],
)
def test_a_sum_that_does_not_close_is_told(old: bytes, new: bytes, code: str, field: str) -> None:
    xml = cii()
    assert xml.count(old) == 1
    invoice = read(xml.replace(old, new))
    assert (code, field) in {(issue.code, issue.field) for issue in invoice.issues}
    assert invoice.verdict is Verdict.REVIEW


@pytest.mark.parametrize(
    ("old", "field"),
    [
        (b"<ram:ID>2031-77</ram:ID>", "invoice.number"),
        (b"20310309", "invoice.date"),
        (b"EUR</ram:Inv", "invoice.currency"),
        (b"Leisten Muster GmbH", "seller.name"),
        (b"Beispiel Bau AG", "buyer.name"),
        (b"172.55</ram:Gr", "totals.total"),
    ],
)
def test_what_an_invoice_must_have_is_missed(old: bytes, field: str) -> None:
    xml = cii()
    assert xml.count(old) == 1
    left = old[old.find(b"<", 1) :] if b"</ram:Gr" in old or b"</ram:Inv" in old else b""
    invoice = read(xml.replace(old, left))
    assert [issue.field for issue in invoice.issues if issue.code == "FIELD_MISSING"] == [field]
    assert invoice.verdict is Verdict.REVIEW


def test_a_discounted_price_rounded_to_the_cent_closes() -> None:
    """4.095 for each of 5 is 20.48, and printed as 4.10."""
    lines = cii_line("1", "Leiste", "5", "4.10", "20.48")
    invoice = read(cii(lines=lines, sums=cii_sums(line="20.48", base="20.48", tax="0", total="20.48", due="20.48")))
    assert invoice.issues == ()


def test_a_small_price_may_not_be_off_by_much() -> None:
    """Half a cent for each of 300 would be more than the rounding of a price explains."""
    lines = cii_line("1", "Winkel", "300", "0.15", "46.00")
    invoice = read(cii(lines=lines, sums=cii_sums(line="46.00", base="46.00", tax="0", total="46.00", due="46.00")))
    assert [issue.code for issue in invoice.issues] == ["LINE_MISMATCH"]


def test_the_words_are_plain_and_the_value_stays() -> None:
    invoice = read(cii().replace(b"172.55</ram:Gr", b"99.5</ram:Gr"))
    assert invoice.totals.total == Decimal("99.5")
    message = next(issue.message for issue in invoice.issues if issue.code == "TOTAL_MISMATCH")
    assert message == "Adding the tax gives 172.55, but the XML has 99.50 as the total."


def test_what_is_not_taxed_may_be_missing_among_the_rates() -> None:
    untaxed = cii_line("2", "Pfand", "10", "5", "50.00").replace("RateApplicablePercent>19", "RateApplicablePercent>0")
    sums = CII_TAXES + cii_sums(line="195.00", base="195.00", tax="27.55", total="222.55", due="222.55")
    xml = cii(lines=cii_line("1", "Leiste", "58", "2.50", "145.00") + untaxed, sums=sums)
    assert read(xml).issues == ()
    assert "TAX_BASE_MISMATCH" in {issue.code for issue in read(xml.replace(b"Percent>0<", b"Percent>19<")).issues}
