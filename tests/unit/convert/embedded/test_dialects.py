"""One made-up invoice in each dialect, and the traps that each has."""

import datetime as dt
from decimal import Decimal

import pytest

from fakturo.convert.embedded.checks import judged
from fakturo.convert.embedded.dialects import invoice_from_xml
from fakturo.convert.invoice import Invoice, Kind, Origin, Party, Tax, Verdict
from tests.support.hybrids import cii, cii_line, cii_sums, ubl, zugferd_1


def read(xml: bytes) -> Invoice:
    invoice = invoice_from_xml(xml)
    assert invoice is not None
    return judged(invoice)


@pytest.mark.parametrize("xml", [cii(), zugferd_1(), ubl()], ids=["cii", "zugferd-1", "ubl"])
def test_every_dialect_says_the_same_invoice(xml: bytes) -> None:
    invoice = read(xml)
    assert (invoice.number, invoice.date, invoice.currency, invoice.po) == (
        "2031-77",
        dt.date(2031, 3, 9),
        "EUR",
        "B-9",
    )
    assert invoice.seller == Party("Leisten Muster GmbH", "DE000000011", "Musterweg 1\n00001 Musterstadt", "DE")
    assert invoice.buyer == Party("Beispiel Bau AG")
    first, second = invoice.items
    assert (first.no, first.sku, first.description, first.uom) == ("1", "A-1", "Holzleiste", "H87")
    assert (first.qty, first.unit_price, first.discount, first.amount, first.tax_rate) == (
        Decimal(40),
        Decimal("2.50"),
        Decimal(0),
        Decimal(100),
        Decimal(19),
    )
    assert (second.qty, second.unit_price, second.amount) == (Decimal(300), Decimal("0.15"), Decimal(45))
    totals = invoice.totals
    assert (totals.subtotal, totals.tax_base, totals.tax) == (Decimal(145), Decimal(145), Decimal("27.55"))
    assert (totals.total, totals.payable) == (Decimal("172.55"), Decimal("172.55"))
    assert totals.taxes == (Tax(Decimal(19), Decimal(145), Decimal("27.55")),)
    assert invoice.kind is Kind.INVOICE
    assert invoice.issues == ()
    assert invoice.verdict is Verdict.ACCEPTED


def test_every_value_says_that_it_comes_from_the_xml() -> None:
    fields = read(ubl()).fields
    assert fields["items.1.amount"].raw == "45.00"
    assert {(evidence.source, evidence.confidence, evidence.page) for evidence in fields.values()} == {
        (Origin.XML, 1.0, None)
    }
    assert "totals.prepaid" not in fields  # not given, so nothing to show


def test_the_drafts_of_zugferd_1_are_read_without_namespaces() -> None:
    xml = (
        zugferd_1().decode().replace("ram:", "").replace("udt:", "").replace("rsm:CrossIndustryDocument", "rsm:Invoice")
    )
    assert read(xml.encode()).totals.total == Decimal("172.55")


def test_a_profile_without_lines_is_whole_and_its_payable_may_be_less_than_its_total() -> None:
    invoice = read(cii(lines="", sums=cii_sums(base="145.00", tax="27.55", total="172.55", due="72.55")))
    assert invoice.items == ()
    assert invoice.totals.subtotal is None
    assert invoice.verdict is Verdict.ACCEPTED


def test_a_price_for_a_thousand_stays_one() -> None:
    basis = '<ram:BasisQuantity unitCode="H87">1000</ram:BasisQuantity>'
    line = cii_line("1", "Schraube", "4000", "36.25", "145.00", basis=basis)
    [item] = read(cii(lines=line)).items
    assert (str(item.unit_price), str(item.price_base)) == ("36.25", "1000")
    assert item.worth == item.amount


@pytest.mark.parametrize(("charge", "discount"), [("false", "5.00"), ("true", "-5.00")])
def test_what_is_taken_off_a_line_is_its_discount(charge: str, discount: str) -> None:
    amount = Decimal(150) - Decimal(discount)
    extra = (
        f"<ram:SpecifiedTradeAllowanceCharge><ram:ChargeIndicator><udt:Indicator>{charge}</udt:Indicator>"
        "</ram:ChargeIndicator><ram:ActualAmount>5.00</ram:ActualAmount></ram:SpecifiedTradeAllowanceCharge>"
    )
    invoice = read(cii(lines=cii_line("1", "Leiste", "60", "2.50", str(amount), extra=extra)))
    assert invoice.items[0].discount == Decimal(discount)
    assert "LINE_MISMATCH" not in {issue.code for issue in invoice.issues}


def test_lines_that_sum_up_others_are_not_counted_twice() -> None:
    group = "<ram:LineStatusReasonCode>GROUP</ram:LineStatusReasonCode>"
    lines = [
        cii_line("1", "Bausatz", "1", "145", "145.00", status=group),
        cii_line("2", "Leiste", "58", "2.5", "145.00"),
    ]
    invoice = read(cii(lines="".join(lines)))
    assert [item.no for item in invoice.items] == ["2"]
    assert invoice.verdict is Verdict.ACCEPTED


def test_tax_in_a_second_currency_is_not_the_tax() -> None:
    second = '<ram:TaxTotalAmount currencyID="SEK">310.00</ram:TaxTotalAmount>'
    sums = cii_sums(line="145.00", base="145.00", tax="27.55", total="172.55", due="172.55")
    before_own = sums.replace("<ram:TaxTotalAmount", second + "<ram:TaxTotalAmount", 1)
    assert read(cii(sums=before_own)).totals.tax == Decimal("27.55")
    other = '<cac:TaxTotal><cbc:TaxAmount currencyID="SEK">310.00</cbc:TaxAmount></cac:TaxTotal>'
    assert read(ubl(extra=other)).totals.tax == Decimal("27.55")


def test_prepaid_and_rounding_lead_from_total_to_payable() -> None:
    more = "<ram:RoundingAmount>0.45</ram:RoundingAmount><ram:TotalPrepaidAmount>100.00</ram:TotalPrepaidAmount>"
    sums = cii_sums(line="145.00", base="145.00", tax="27.55", total="172.55", due="73.00", more=more)
    invoice = read(cii(sums=sums))
    assert (invoice.totals.prepaid, invoice.totals.rounding) == (Decimal(100), Decimal("0.45"))
    assert invoice.verdict is Verdict.ACCEPTED


def test_of_several_terms_the_last_day_counts() -> None:
    terms = "".join(
        '<ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime><udt:DateTimeString format="102">'
        f"{day}</udt:DateTimeString></ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>"
        for day in ("20310319", "20310408", "20310401")
    )
    assert read(cii(settlement=terms)).due_date == dt.date(2031, 4, 8)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("20310309", "102"),
        ("310309", "101"),
        ("203103091530", "203"),
        ("20310309153000", "204"),
        ("2031-03-09", ""),
        ("2031-03-09T00:00:00", "102"),
        ("2031-03-09+01:00", ""),
        ("2031-03-09Z", ""),
    ],
)
def test_dates_come_in_many_forms(text: str, form: str) -> None:
    date = f'<udt:DateTimeString format="{form}">{text}</udt:DateTimeString>'
    assert read(cii(date=date)).date == dt.date(2031, 3, 9)


@pytest.mark.parametrize(
    ("text", "form", "code"),
    [
        ("203103", "610", "DATE_INCOMPLETE"),
        ("203111", "616", "DATE_INCOMPLETE"),
        ("20311399", "102", "VALUE_UNREADABLE"),
        ("yesterday", "102", "VALUE_UNREADABLE"),
    ],
)
def test_a_date_without_a_day_is_told_and_not_guessed(text: str, form: str, code: str) -> None:
    invoice = read(cii(date=f'<udt:DateTimeString format="{form}">{text}</udt:DateTimeString>'))
    assert invoice.date is None
    assert {issue.code for issue in invoice.issues} == {code, "FIELD_MISSING"}
    assert invoice.verdict is Verdict.REVIEW


@pytest.mark.parametrize("amount", ["NaN", "1e999999", "172,55", "١٧٢", "9" * 40, "172.55 EUR"])
def test_a_number_that_is_none_is_told_and_not_guessed(amount: str) -> None:
    invoice = read(cii(sums=cii_sums(line="145.00", base="145.00", tax="27.55", total=amount, due="172.55")))
    assert invoice.totals.total is None
    assert ("VALUE_UNREADABLE", "totals.total") in {(issue.code, issue.field) for issue in invoice.issues}


@pytest.mark.parametrize("root", ["rsm:SCRDMCCBDACIOMessageStructure", "rsm:CrossIndustryDespatchAdvice"])
def test_an_order_is_no_invoice(root: str) -> None:
    assert invoice_from_xml(cii().replace(b"rsm:CrossIndustryInvoice", root.encode())) is None


def test_an_invoice_of_another_standard_is_none_of_ours() -> None:
    assert invoice_from_xml(b'<Invoice xmlns="urn:some:other"><ID>1</ID></Invoice>') is None


def test_a_basis_that_only_repeats_the_quantity_divides_nothing() -> None:
    basis = '<ram:BasisQuantity unitCode="H87">58</ram:BasisQuantity>'
    invoice = read(cii(lines=cii_line("1", "Leiste", "58", "2.50", "145.00", basis=basis)))
    assert invoice.items[0].unit_price == Decimal("2.50")
    assert invoice.verdict is Verdict.ACCEPTED


def test_a_price_for_the_whole_quantity_says_so() -> None:
    basis = '<ram:BasisQuantity unitCode="H87">58</ram:BasisQuantity>'
    invoice = read(cii(lines=cii_line("1", "Leiste", "58", "145.00", "145.00", basis=basis)))
    assert (invoice.items[0].unit_price, invoice.items[0].price_base) == (Decimal("145.00"), Decimal(58))
    assert invoice.verdict is Verdict.ACCEPTED


def test_headings_among_the_lines_are_no_items() -> None:
    heading = cii_line("0", "Holz", "0.00", "0.00", "0.00")
    gift = cii_line("2", "Muster", "1", "0.00", "0.00")
    invoice = read(cii(lines=heading + cii_line("1", "Leiste", "58", "2.50", "145.00") + gift))
    assert [item.description for item in invoice.items] == ["Leiste", "Muster"]


def test_the_rate_may_stand_at_the_tax_of_the_line() -> None:
    tax = (
        "<cac:TaxTotal><cac:TaxSubtotal><cac:TaxCategory><cbc:Percent>7</cbc:Percent></cac:TaxCategory>"
        "</cac:TaxSubtotal></cac:TaxTotal>"
    )
    own = b"<cac:ClassifiedTaxCategory><cbc:Percent>19</cbc:Percent></cac:ClassifiedTaxCategory>"
    xml = ubl(line_extra=tax)
    assert {item.tax_rate for item in read(xml).items} == {Decimal(19)}
    assert {item.tax_rate for item in read(xml.replace(own, b"")).items} == {Decimal(7)}
