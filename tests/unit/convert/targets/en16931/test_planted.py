"""Errors planted into good XML: each is found, in plain words, at the element that is meant."""

import re

import pytest
from lxml import etree

from fakturo.convert.invoice import Severity
from fakturo.convert.mapping.catalog import find_mapping
from fakturo.convert.mapping.evaluate import evaluate
from fakturo.convert.targets.en16931.gate import check
from fakturo.convert.targets.en16931.prepare import bill_of
from fakturo.convert.targets.en16931.rulebook import is_installed
from tests.support.european import CASES, european_invoices

pytestmark = pytest.mark.skipif(not is_installed(), reason="needs the extra validation")

INVOICES = {name.split()[1]: invoice for name, invoice in european_invoices(len(CASES))}
OURS = re.compile(r"BT-\d|BG-\d|\[BR|cbc:|cac:|ram:|udt:|shall|\bUNCL|must occur|facet|xs:|\{urn")
"""Words that only validators use."""

Plan = tuple[str, str, str | None, str, str, str]
"""Case, path of an element, its new text (None: taken away; @x=y: an attribute), rule, words, element that is meant."""

UBL: list[Plan] = [
    ("plain", "ID", None, "BR-02", "The invoice number is missing", "Invoice"),
    ("plain", "IssueDate", None, "BR-03", "The invoice date is missing", "Invoice"),
    ("plain", "IssueDate", "31.12.2026", "SCHEMA", "invoice date is “31.12.2026”, which is not a date", "IssueDate"),
    ("plain", "DocumentCurrencyCode", "EURO", "BR-CL-04", "The currency is no currency code", "DocumentCurrencyCode"),
    ("plain", "InvoiceTypeCode", "999", "BR-CL-01", "The type of the document is none", "InvoiceTypeCode"),
    (
        "plain",
        "AccountingSupplierParty/Party/PartyLegalEntity/RegistrationName",
        None,
        "BR-06",
        "The seller's name is missing",
        "PartyLegalEntity",
    ),
    (
        "plain",
        "AccountingCustomerParty/Party/PartyLegalEntity/RegistrationName",
        None,
        "BR-07",
        "The buyer's name is missing",
        "PartyLegalEntity",
    ),
    (
        "plain",
        "AccountingSupplierParty/Party/PostalAddress/Country",
        None,
        "BR-09",
        "The seller's country is missing",
        "PostalAddress",
    ),
    (
        "plain",
        "AccountingCustomerParty/Party/PostalAddress/Country/IdentificationCode",
        "Germany",
        "BR-CL-14",
        "The country is no country code of two letters",
        "IdentificationCode",
    ),
    (
        "plain",
        "AccountingSupplierParty/Party/PartyTaxScheme/CompanyID",
        "999999999",
        "BR-CO-09",
        "A VAT number has to begin with the two letters of its country",
        "CompanyID",
    ),
    (
        "plain",
        "AccountingSupplierParty/Party/PartyTaxScheme",
        None,
        "BR-S-02",
        "the seller's VAT number, or number at the tax office, is needed",
        "Party",
    ),
    (
        "plain",
        "LegalMonetaryTotal/LineExtensionAmount",
        "1.00",
        "BR-CO-10",
        "The sum of the lines is not what the lines add up to",
        "LineExtensionAmount",
    ),
    (
        "plain",
        "LegalMonetaryTotal/TaxInclusiveAmount",
        "1.00",
        "BR-CO-15",
        "The total with VAT is not the total without VAT plus the VAT",
        "TaxInclusiveAmount",
    ),
    (
        "prepaid",
        "LegalMonetaryTotal/PrepaidAmount",
        "0.01",
        "BR-CO-16",
        "The amount to pay is not the total",
        "PayableAmount",
    ),
    (
        "plain",
        "TaxTotal/TaxAmount",
        "0.01",
        "BR-CO-14",
        "The VAT in all is not what the VAT of each rate adds up to",
        "TaxAmount",
    ),
    (
        "plain",
        "TaxTotal/TaxSubtotal/TaxAmount",
        "900000.00",
        "BR-CO-17",
        "The VAT of this rate is not its base times its rate",
        "TaxAmount",
    ),
    (
        "plain",
        "TaxTotal/TaxSubtotal/TaxableAmount",
        "5.00",
        "BR-S-08",
        "The amount under standard VAT is not what the lines",
        "TaxableAmount",
    ),
    (
        "plain",
        "InvoiceLine/InvoicedQuantity",
        "@unitCode=PIECES",
        "BR-CL-23",
        "Line 1: the unit is no code of UN/ECE",
        "InvoicedQuantity",
    ),
    ("plain", "InvoiceLine/Item/Name", None, "BR-25", "Line 1: the name of what is sold is missing", "Item"),
    ("plain", "InvoiceLine/Price/PriceAmount", "-3", "BR-27", "Line 1: the unit price is negative", "PriceAmount"),
    (
        "plain",
        "InvoiceLine/LineExtensionAmount",
        "1.2345",
        "BR-DEC-23",
        "Line 1: the amount of the line has more than two digits after the point",
        "LineExtensionAmount",
    ),
    (
        "plain",
        "InvoiceLine/LineExtensionAmount",
        "1,20",
        "SCHEMA",
        "Line 1: the amount of the line is “1,20”, which is not a number",
        "LineExtensionAmount",
    ),
    (
        "plain",
        "InvoiceLine/Item/ClassifiedTaxCategory/Percent",
        "0",
        "BR-S-05",
        "Line 1: the line is under standard VAT: its VAT rate must be above zero",
        "Percent",
    ),
    ("reverse", "TaxTotal/TaxSubtotal/TaxCategory/TaxExemptionReason", None, "BR-AE-10", "", ""),
    (
        "reverse",
        "AccountingCustomerParty/Party/PartyTaxScheme",
        None,
        "BR-AE-02",
        "the VAT numbers of seller and buyer are needed",
        "Party",
    ),
    (
        "exempt",
        "TaxTotal/TaxSubtotal/TaxCategory/TaxExemptionReason",
        None,
        "BR-E-10",
        "Under exemption from VAT, the reason why there is no VAT must be given",
        "TaxCategory",
    ),
    ("discount", "AllowanceCharge/AllowanceChargeReason", None, "BR-33", "", ""),
    ("within_eu", "Delivery/ActualDeliveryDate", None, "BR-IC-11", "needs the date of delivery", "Delivery"),
    ("plain", "InvoiceLine", None, "BR-CO-10", "The sum of the lines is not", "LineExtensionAmount"),
]
CII: list[Plan] = [
    ("plain", "ExchangedDocument/ID", None, "BR-02", "The invoice number is missing", "ExchangedDocument"),
    (
        "plain",
        "ExchangedDocument/TypeCode",
        "999",
        "FX-SCH",
        "The type of the document is “999”, which is none of the codes",
        "TypeCode",
    ),
    ("plain", "ExchangedDocument/IssueDateTime", None, "BR-03", "The invoice date is missing", "ExchangedDocument"),
    ("plain", "%AGREEMENT/SellerTradeParty/Name", None, "BR-06", "The seller's name is missing", "SellerTradeParty"),
    (
        "plain",
        "%AGREEMENT/BuyerTradeParty/PostalTradeAddress/CountryID",
        None,
        "BR-11",
        "The buyer's country is missing",
        "PostalTradeAddress",
    ),
    (
        "plain",
        "%AGREEMENT/BuyerTradeParty/PostalTradeAddress/CountryID",
        "Germany",
        "FX-SCH",
        "The buyer's country is “Germany”, which is none of the codes",
        "CountryID",
    ),
    (
        "plain",
        "%SETTLEMENT/InvoiceCurrencyCode",
        None,
        "BR-05",
        "The currency is missing",
        "ApplicableHeaderTradeSettlement",
    ),
    (
        "plain",
        "%SETTLEMENT/ApplicableTradeTax",
        None,
        "BR-CO-18",
        "The list of VAT by rate is missing",
        "ApplicableHeaderTradeSettlement",
    ),
    (
        "plain",
        "%SETTLEMENT/ApplicableTradeTax/CalculatedAmount",
        "900000.00",
        "BR-CO-17",
        "The VAT of this rate is not its base times its rate",
        "CalculatedAmount",
    ),
    (
        "plain",
        "%SUMS/LineTotalAmount",
        "1.00",
        "BR-CO-10",
        "The sum of the lines is not what the lines add up to",
        "LineTotalAmount",
    ),
    ("plain", "%SUMS/GrandTotalAmount", "1.00", "BR-CO-15", "The total with VAT is not", "GrandTotalAmount"),
    ("plain", "%SUMS/DuePayableAmount", "1.00", "BR-CO-16", "The amount to pay is not", "DuePayableAmount"),
    (
        "plain",
        "%SUMS/DuePayableAmount",
        "ten",
        "SCHEMA",
        "The amount to pay is “ten”, which is not a number",
        "DuePayableAmount",
    ),
    (
        "plain",
        "%LINE/SpecifiedLineTradeDelivery/BilledQuantity",
        "@unitCode=PIECES",
        "FX-SCH",
        "Line 1: the unit of the quantity is “PIECES”, which is none of the codes for it",
        "BilledQuantity",
    ),
    (
        "plain",
        "%LINE/SpecifiedTradeProduct/Name",
        None,
        "BR-25",
        "Line 1: the name of what is sold is missing",
        "SpecifiedTradeProduct",
    ),
    (
        "plain",
        "%LINE/SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount",
        "-3",
        "BR-27",
        "Line 1: the unit price is negative",
        "ChargeAmount",
    ),
    (
        "plain",
        "%LINE/SpecifiedLineTradeSettlement/ApplicableTradeTax/CategoryCode",
        None,
        "BR-CO-04",
        "Line 1: the VAT category is missing",
        "ApplicableTradeTax",
    ),
    ("plain", "%LINE", None, "BR-CO-10", "The sum of the lines is not", "LineTotalAmount"),
    (
        "exempt",
        "%SETTLEMENT/ApplicableTradeTax/ExemptionReason",
        None,
        "BR-E-10",
        "Under exemption from VAT, the reason why",
        "ApplicableTradeTax",
    ),
    (
        "reverse",
        "%AGREEMENT/BuyerTradeParty/SpecifiedTaxRegistration",
        None,
        "BR-AE-02",
        "the VAT numbers of seller and buyer",
        "BuyerTradeParty",
    ),
    (
        "discount",
        "%SETTLEMENT/SpecifiedTradeAllowanceCharge/CategoryTradeTax",
        None,
        "BR-32",
        "The VAT category of the discount is missing",
        "SpecifiedTradeAllowanceCharge",
    ),
]
SHORT = {
    "%SUMS": "%SETTLEMENT/SpecifiedTradeSettlementHeaderMonetarySummation",
    "%AGREEMENT": "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement",
    "%SETTLEMENT": "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement",
    "%LINE": "SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem",
}

GUIDELINE = "ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID"
XRECHNUNG = "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0"
CBC = "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"


@pytest.mark.parametrize("plan", UBL, ids=lambda plan: f"{plan[1].rpartition('/')[2]}={plan[2]}")
def test_ubl(plan: Plan) -> None:
    check_found("ubl_v1", plan)


@pytest.mark.parametrize("plan", CII, ids=lambda plan: f"{plan[1].rpartition('/')[2]}={plan[2]}")
def test_cii(plan: Plan) -> None:
    check_found("cii_v1", plan)


def check_found(syntax: str, plan: Plan) -> None:
    case, path, text, rule, words, meant = plan
    root = good(syntax, case)
    plant(root, path, text)
    findings = [each for each in check(root) if each.severity is Severity.ERROR]
    if not words:
        assert not findings, "another part of the XML says it, too"
        return
    found = [each for each in findings if each.code.startswith(rule)]
    assert found, [(each.code, each.message) for each in findings]
    assert any(words in each.message for each in found), [each.message for each in found]
    (first, *_) = (each for each in found if words in each.message)
    assert first.element is not None
    assert etree.QName(first.element).localname == meant
    for each in findings:
        assert not OURS.search(each.message), each.message
        assert each.message.endswith(".")


def good(syntax: str, case: str) -> etree._Element:
    return evaluate(find_mapping(syntax), bill_of(INVOICES[case])[0]).root


def plant(root: etree._Element, path: str, text: str | None) -> None:
    for short, long in SHORT.items():
        path = path.replace(short, long)
    element = root.find("/".join(f"{{*}}{step}" for step in path.split("/")))
    assert element is not None, path
    parent = element.getparent()
    assert parent is not None
    if text is None:
        parent.remove(element)
    elif text.startswith("@"):
        element.set(*text[1:].split("="))
    else:
        element.text = text


@pytest.mark.parametrize("syntax", ["ubl_v1", "cii_v1"])
def test_one_trouble_is_told_once(syntax: str) -> None:
    root = good(syntax, "plain")
    path = "ID" if syntax == "ubl_v1" else "ExchangedDocument/ID"
    plant(root, path, None)
    assert [each.message for each in check(root)] == ["The invoice number is missing."]


def test_xrechnung_is_not_wrong_for_naming_itself() -> None:
    """Held against the real rules, which know their own name alone."""
    root = good("cii_v1", "plain")
    plant(root, GUIDELINE, XRECHNUNG)
    assert [each.message for each in check(root)] == []


@pytest.mark.parametrize("level", ["compliant#urn:{}:basic", "conformant#urn:{}:extended"])
def test_zugferd_2_0_is_held_against_the_rules_of_its_profile(level: str) -> None:
    found = []
    for name in ("factur-x.eu:1p0", "zugferd.de:2p0"):
        root = good("cii_v1", "plain")
        plant(root, GUIDELINE, f"urn:cen.eu:en16931:2017#{level.format(name)}")
        plant(root, "%SUMS/GrandTotalAmount", "1.00")
        found.append([(each.code, each.message) for each in check(root)])
    assert found[0] == found[1]
    assert any("The total with VAT is not" in message for _, message in found[0])


def test_a_name_that_factur_x_does_not_know_is_wrong_for_no_other_reason() -> None:
    root = good("cii_v1", "plain")
    plant(root, GUIDELINE, XRECHNUNG)
    plant(root, "ExchangedDocument/ID", None)
    assert [each.message for each in check(root)] == ["The invoice number is missing."]


@pytest.mark.parametrize(("given", "rule"), [("TaxPointDate", "CII-SR-461"), ("DueDateTypeCode", "CII-SR-462")])
def test_the_date_of_the_vat_is_one_for_all_rates(given: str, rule: str) -> None:
    root = good("cii_v1", "rates")
    rates = root.findall("{*}SupplyChainTradeTransaction/{*}ApplicableHeaderTradeSettlement/{*}ApplicableTradeTax")
    assert len(rates) > 1
    for number, rate in enumerate(rates):
        element = etree.Element(f"{{{etree.QName(rate).namespace}}}{given}")
        if given == "TaxPointDate":
            date = etree.SubElement(element, "{urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100}DateString")
            date.set("format", "102")
            date.text = "20260309"
        else:
            element.text = ("5", "29", "72")[number]
        rate.insert(len(rate) - 1, element)
    (found,) = [each for each in check(root) if each.severity is Severity.ERROR]
    assert (found.code, found.message.startswith(("The date of the VAT", "The code for the date"))) == (rule, True)


def test_a_schema_says_what_may_come_and_picks_nothing_from_its_list() -> None:
    root = good("ubl_v1", "plain")
    address = root.find("{*}AccountingSupplierParty/{*}Party/{*}PostalAddress")
    assert address is not None
    address.insert(0, etree.Element(f"{{{CBC}}}Nonsense"))
    (found,) = [each for each in check(root) if each.code == "SCHEMA"]
    assert found.message.startswith("The nonsense of the seller's address does not belong where it stands: the ")
    assert " or one of " in found.message
    assert found.message.endswith("others may come there.")
