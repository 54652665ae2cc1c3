"""Mistakes in files from anywhere: each is found, at its element, and told in words that need no manual."""

import datetime as dt
import random
import re
from copy import deepcopy

import pytest
from lxml import etree

from fakturo.convert.invoice import Severity
from fakturo.convert.targets.coretax.lists import versions
from fakturo.convert.targets.coretax.rules import findings
from fakturo.convert.targets.coretax.schema import schema_bytes, schema_findings
from fakturo.convert.targets.target import Finding
from fakturo.convert.validate.report import MOST_FINDINGS, Report
from tests.unit.convert.targets.coretax.shop import SWITCH, billed, produced_bytes

TODAY = dt.date(2026, 6, 1)
GOOD = produced_bytes(billed(SWITCH, SWITCH))[0].decode()
MACHINE_WORDS = re.compile(r"facet|pattern|Element '|xs:|\{http|expected is|atomic type|lxml|(?-i:None)", re.IGNORECASE)


def judged(xml: str) -> list[Finding]:
    return findings(etree.fromstring(xml.encode()), TODAY)


def test_a_good_file_has_nothing_to_tell() -> None:
    assert judged(GOOD) == []


E_, W = Severity.ERROR, Severity.WARNING
PLANTED = [
    ("<TIN>0013121660091000<", "<TIN>123<", "TIN", E_, "TIN must be 16 digits; it is '123'."),
    ("<TIN>0013121660091000<", "<TIN>0013121660091008<", "SellerIDTKU", W, "does not begin with the seller's TIN"),
    ("<TIN>0013121660091000<", "<TIN>0013121670091000<", "TIN", W, "check digit"),
    ("<TaxInvoiceDate>2026-03-09<", "<TaxInvoiceDate>09-03-2026<", "TaxInvoiceDate", E_, "a date like 2026-03-09"),
    ("<TaxInvoiceDate>2026-03-09<", "<TaxInvoiceDate>2026-3-9<", "TaxInvoiceDate", E_, "it is '2026-3-9'"),
    ("<TaxInvoiceDate>2026-03-09<", "<TaxInvoiceDate>2026-02-30<", "TaxInvoiceDate", E_, "it is '2026-02-30'"),
    ("<TaxInvoiceDate>2026-03-09<", "<TaxInvoiceDate>2027-03-09<", "TaxInvoiceDate", W, "is in the future"),
    ("<TaxInvoiceDate>2026-03-09<", "<TaxInvoiceDate>2024-12-31<", "TaxInvoiceDate", W, "is before 2025-01-01"),
    (">Normal<", ">Pengganti<", "TaxInvoiceOpt", E_, "TaxInvoiceOpt must be Normal; it is 'Pengganti'."),
    ("<TrxCode>04<", "<TrxCode>4<", "TrxCode", E_, "a code of two digits from 01 to 10; it is '4'"),
    ("<TrxCode>04<", "<TrxCode>11<", "TrxCode", E_, "from 01 to 10"),
    ("<TrxCode>04<", "<TrxCode>07<", "AddInfo", E_, "Transaction code 07 needs AddInfo; it is empty."),
    ("<TrxCode>04<", "<TrxCode>08<", "FacilityStamp", E_, "Transaction code 08 needs FacilityStamp"),
    ("<TrxCode>04<", "<TrxCode>01<", "TrxCode", W, "01 is for luxury goods since 2025"),
    ("<AddInfo/>", "<AddInfo>TD.00502</AddInfo>", "AddInfo", W, "with 04 it should be empty"),
    ("<AddInfo/>", "<AddInfo>TD.01102</AddInfo>", "AddInfo", E_, "a code like TD.00502, or empty"),
    ("<CustomDocMonthYear/>", "<CustomDocMonthYear>132026</CustomDocMonthYear>", "CustomDocMonthYear", E_, "012026"),
    ("<CustomDocMonthYear/>", "", "TaxInvoice", E_, "CustomDocMonthYear is missing after CustomDoc."),
    ("<BuyerTin>0016090524017000<", "<BuyerTin>0000000000000000<", "BuyerTin", E_, "all zeros"),
    ("<BuyerTin>0016090524017000</BuyerTin>", "<BuyerTin/>", "BuyerTin", E_, "is empty; it must be 16 digits."),
    (">TIN<", ">Tin<", "BuyerDocument", E_, "TIN, National ID, Passport or Other ID"),
    (">TIN<", ">Passport<", "BuyerTin", E_, "must be 16 zeros if BuyerDocument is Passport"),
    (">TIN<", ">Passport<", "BuyerDocumentNumber", E_, "a buyer with BuyerDocument Passport needs its number"),
    (">IDN<", ">IND<", "BuyerCountry", W, "IND is India; Indonesia is IDN"),
    (">IDN<", ">XYZ<", "BuyerCountry", E_, "'XYZ' is not in the tax office's list"),
    (">IDN<", ">OAT<", "BuyerCountry", W, "OAT for Qatar"),
    ("<BuyerDocumentNumber>-<", "<BuyerDocumentNumber>0<", "BuyerDocumentNumber", W, "should be '-'"),
    ("<BuyerName>PT Pembeli Contoh<", "<BuyerName> <", "BuyerName", E_, "BuyerName is empty."),
    ("BuyerAdress>", "BuyerAddress>", "BuyerAddress", E_, "BuyerAdress is meant, perhaps"),
    ("<BuyerIDTKU>0016090524017000000000<", "<BuyerIDTKU>000000<", "BuyerIDTKU", E_, "must have 22 digits"),
    ("<BuyerIDTKU>0016090524017000000000<", "<BuyerIDTKU>0016090524017<", "BuyerIDTKU", E_, "22 digits, or 000000"),
    ("<Opt>A<", "<Opt>B<", "Code", E_, "Code 853600 is not in the tax office's list of services; it is one of goods"),
    ("<Opt>A<", "<Opt>C<", "Opt", E_, "A for goods or B for services; it is 'C'"),
    ("<Code>853600<", "<Code>853650<", "Code", E_, "Code 853650 is not in the tax office's list of goods"),
    ("<Code>853600<", "<Code>8536<", "Code", E_, "6 digits"),
    ("<Code>853600<", "<Code>000000<", "Code", W, "Lines 1 and 2: no code"),
    ("<Unit>UM.0021<", "<Unit>UM.0040<", "Unit", E_, "UM.0001 to UM.0039"),
    ("<Unit>UM.0021<", "<Unit>PCS<", "Unit", E_, "a unit's code like UM.0021; it is 'PCS'"),
    ("<Price>25000.5<", "<Price>25,000.50<", "Price", E_, "without commas; it is '25,000.50'"),
    ("<Price>25000.5<", "<Price>25000.505<", "Price", E_, "at most two digits after it"),
    ("<Qty>40<", "<Qty>0<", "Qty", E_, "Qty is 0."),
    ("<Qty>40<", "<Qty>41<", "TaxBase", E_, "TotalDiscount, 1025020.50; it is 1000020."),
    ("<TotalDiscount>0<", "<TotalDiscount>-20<", "TotalDiscount", E_, "without sign and without commas; it is '-20'"),
    ("<TotalDiscount>0<", "<TotalDiscount>9999999<", "TotalDiscount", E_, "is more than Price times Qty"),
    ("<TaxBase>1000020<", "<TaxBase>1000020.01<", "TaxBase", W, "a cent off Price times Qty"),
    ("<TaxBase>1000020</TaxBase>", "", "GoodService", E_, "TaxBase is missing after TotalDiscount."),
    ("<OtherTaxBase>916685<", "<OtherTaxBase>917449.54<", "OtherTaxBase", E_, "11/12 of TaxBase, 916685.00; it"),
    ("<OtherTaxBase>916685<", "<OtherTaxBase>1000020<", "OtherTaxBase", E_, "must be 11/12"),
    ("<OtherTaxBase>916685<", "<OtherTaxBase>100002<", "OtherTaxBase", W, "right only if a special rule says so"),
    ("<OtherTaxBase>916685<", "<OtherTaxBase>916685.01<", "OtherTaxBase", W, "a cent off 11/12 of TaxBase"),
    ("<VATRate>12<", "<VATRate>11<", "VATRate", E_, "VATRate must be 12 since 2025; it is 11."),
    ("<VAT>110002.2<", "<VAT>110002.19<", "VAT", W, "a cent off 12 % of OtherTaxBase"),
    ("<VAT>110002.2<", "<VAT>100836.02<", "VAT", E_, "VAT must be 12 % of OtherTaxBase, 110002.20; it is 100836.02."),
    ("<STLG>0<", "<STLG>5<", "STLG", E_, "STLG must be 0 % of OtherTaxBase"),
    ("<STLGRate>0<", "<STLGRate>20<", "STLGRate", E_, "04 is not for luxury goods"),
    ("<Name>Saklar dinding<", "<Name>Saklar&#10;dinding<", "Name", W, "line breaks or characters that can't be seen"),
    ("<Name>Saklar dinding<", f"<Name>{'x' * 501}<", "Name", W, "501 characters"),
    ("<TIN>", "<TIN kind='x'>", "TIN", E_, "an attribute 'kind'"),
    ("<TIN>", "<TIN><b/>", "TIN", E_, "must hold text only"),
    ("TaxInvoiceBulk", "InvoiceBulk", "InvoiceBulk", E_, "begin with TaxInvoiceBulk; it begins with InvoiceBulk."),
    ("<TaxInvoiceBulk ", "<TaxInvoiceBulk xmlns='urn:x' ", "{urn:x}TaxInvoiceBulk", E_, "one of a namespace"),
    ("<TaxInvoice>", "<TaxInvoice>oops", "TaxInvoice", E_, "holds text between its elements"),
]  # fmt: skip


@pytest.mark.parametrize(("good", "bad", "element", "severity", "words"), PLANTED)
def test_a_planted_mistake_is_found_and_told_plainly(
    good: str, bad: str, element: str, severity: Severity, words: str
) -> None:
    assert good in GOOD
    xml = GOOD.replace(good, bad)
    found = judged(xml)
    about = [
        each for each in found if each.element is not None and each.element.tag == element and words in each.message
    ]
    assert about, [each.message for each in found]
    assert {each.severity for each in about} == {severity}
    assert not [each.message for each in found if MACHINE_WORDS.search(each.message)]
    assert all(each.message.endswith(".") for each in found)


def test_facilities_go_together() -> None:
    pair = "<AddInfo>TD.005{}</AddInfo>", "<FacilityStamp>TD.011{}</FacilityStamp>"

    def told(code: str, one: str, other: str) -> list[str]:
        xml = GOOD.replace("<TrxCode>04<", f"<TrxCode>{code}<")
        xml = xml.replace("<AddInfo/>", pair[0].format(one)).replace("<FacilityStamp/>", pair[1].format(other))
        return [found.message for found in judged(xml)]

    assert told("07", "02", "02") == []
    assert told("07", "28", "28") == []
    assert told("08", "10", "10") == []
    assert "their last two digits differ" in told("07", "02", "03")[0]
    assert told("08", "11", "11") == ["AddInfo TD.00511 is not in the tax office's list for transaction code 08."]
    assert "in no list that is known here" in told("07", "29", "29")[0]


def test_elements_out_of_order_and_doubled_are_named() -> None:
    email, nitku = "<BuyerEmail/>", "<BuyerIDTKU>0016090524017000000000</BuyerIDTKU>"
    swapped = GOOD.replace(f"{email}\n      {nitku}", f"{nitku}{email}")
    assert [found.message for found in judged(swapped)] == ["BuyerEmail must come before BuyerIDTKU."]
    doubled = GOOD.replace(email, email * 2)
    assert [found.message for found in judged(doubled)] == ["BuyerEmail stands twice in one TaxInvoice."]


def test_the_same_reference_twice_is_told() -> None:
    root = etree.fromstring(GOOD.encode())
    root[1].append(deepcopy(root[1][0]))
    assert [found.code for found in findings(root, TODAY)] == ["REFERENCE_TWICE"] * 2


def test_more_than_a_thousand_invoices_are_told_and_a_file_wrong_everywhere_is_not_told_without_end() -> None:
    root = etree.fromstring(GOOD.replace("<VAT>110002.2<", "<VAT>1<").encode())
    for number in range(1000):
        copy = deepcopy(root[1][0])
        copy.find("RefDesc").text = f"INV/{number}"  # type: ignore[union-attr]
        root[1].append(copy)
    found = findings(root, TODAY)
    assert [each.code for each in found] == ["TOO_MANY_INVOICES"] + ["VAT_MISMATCH"] * 2002
    told = Report("Coretax", found).as_document()
    assert [each["code"] for each in told["findings"]] == ["VAT_MISMATCH"] * MOST_FINDINGS + ["MORE_FINDINGS"]
    assert told["findings"][-1]["message"] == "There is more: 500 of 2003 findings are told."
    good = etree.fromstring(etree.tostring(root).replace(b"<VAT>1<", b"<VAT>110002.2<"))
    assert [each.message for each in findings(good, TODAY)] == [
        "The file holds 1001 invoices; Coretax is known to take 1000 in one file."
    ]


def test_nothing_that_fails_the_schema_goes_untold() -> None:
    """Broken at random; the words must never run out, and must be ours."""
    rng = random.Random(7)
    schema = etree.XMLSchema(etree.fromstring(schema_bytes()))
    broken = 0
    for _ in range(400):
        root = etree.fromstring(GOOD.encode())
        for _ in range(rng.randrange(1, 4)):
            _break(root, rng)
        found = schema_findings(root)
        assert bool(found) is not schema.validate(root)
        broken += bool(found)
        assert not [each for each in found if each.code == "SCHEMA_MISMATCH" or MACHINE_WORDS.search(each.message)]
    assert broken > 300


def _break(root: etree._Element, rng: random.Random) -> None:
    element = rng.choice([each for each in root.iter() if each is not root])
    parent = element.getparent()
    assert parent is not None
    way = rng.randrange(5)
    if way == 0:
        parent.remove(element)
    elif way == 1:
        parent.append(element)
    elif way == 2:
        parent.append(deepcopy(element))
    elif way == 3:
        element.tag = rng.choice(["TIN", "Qty", "Sonstiges", "{urn:x}TIN"])
    else:
        element.text = rng.choice(["", "x", "-1", "1,5", " 1", "12", "2026-13-01", "UM.1", "1e5"])


def test_every_list_says_where_and_when_it_is_from() -> None:
    assert [each.name for each in versions()] == ["countries", "facilities", "goods", "transactions", "units"]
    assert all(each.source and each.date.year >= 2025 for each in versions())
