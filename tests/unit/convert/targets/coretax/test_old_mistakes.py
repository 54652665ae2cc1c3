"""Mistakes that other makers of this file are known for. None may come back."""

import io
import re
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from lxml import etree

import fakturo.convert
from fakturo.convert.directory.question import Record
from fakturo.convert.invoice import Coretax, Item, Party
from fakturo.convert.targets.coretax.lists import transactions, unit_key, unit_names
from fakturo.convert.targets.coretax.target import check
from tests.unit.convert.targets.coretax.shop import (
    BUYER,
    PLAIN,
    SELLER,
    SWITCH,
    billed,
    codes,
    produced,
    produced_bytes,
    shelf,
    texts,
)

ENGINE = Path(fakturo.convert.__path__[0])


def a_line(amount: str) -> Item:
    return replace(SWITCH, qty=Decimal(1), unit_price=Decimal(amount), amount=Decimal(amount))


def test_vat_is_12_percent_of_the_rounded_base_and_not_11_percent_of_the_price() -> None:
    root, _ = produced(billed(a_line("42179870.68")))
    assert texts(root, "OtherTaxBase") == ["38664881.46"]
    assert texts(root, "VAT") == ["4639785.78"]


def test_the_base_is_eleven_twelfths_and_not_the_price_by_1_09() -> None:
    root, _ = produced(billed(a_line("120000000")))
    assert texts(root, "OtherTaxBase") == ["110000000"]
    assert texts(root, "VAT") == ["13200000"]


def test_half_a_cent_goes_up() -> None:
    """11/12 of 0.06 is 0.055; binary fractions and half-even would make 0.05 or so of it."""
    root, _ = produced(billed(a_line("0.06")))
    assert texts(root, "OtherTaxBase") == ["0.06"]


def test_indonesia_is_not_india() -> None:
    root, _ = produced()
    assert texts(root, "BuyerCountry") == ["IDN"]


def test_code_04_is_known_though_a_list_or_spreadsheet_has_lost_its_zero() -> None:
    assert list(transactions()) == [f"{code:02}" for code in range(1, 11)]
    root, issues = produced(known=shelf(SELLER, replace(BUYER, transaction_code="4")))
    assert texts(root, "TrxCode") == ["04"]
    assert codes(issues) == []


def test_a_sale_that_nobody_decided_on_is_04_and_not_01() -> None:
    root, _ = produced()
    assert texts(root, "TrxCode") == ["04"]


@pytest.mark.parametrize(
    ("printed", "code"),
    [("KG", "UM.0003"), ("BOX", "UM.0022"), ("L", "UM.0007"), ("TON", "UM.0001"), ("PCS", "UM.0021"), ("M", "UM.0013")],
)
def test_units_are_what_they_are_called(printed: str, code: str) -> None:
    assert unit_names()[unit_key(printed)] == code


def test_every_unit_is_called_by_its_own_name() -> None:
    assert len({unit_names()[unit_key(f"UM.{number:04}")] for number in range(1, 40)}) == 39


def test_the_unit_is_not_always_the_same() -> None:
    root, _ = produced(billed(SWITCH, replace(SWITCH, uom="KG"), replace(SWITCH, uom="Unit")))
    assert texts(root, "Unit") == ["UM.0021", "UM.0003", "UM.0018"]


def test_no_buyer_is_written_but_the_one_on_the_paper() -> None:
    other = Record("CV Sinar Lain", tin="0013121660091000", address="Jl. Lain 2, Medan", nitku="0013121660091000000007")
    invoices = [PLAIN, replace(PLAIN, number="INV/2", buyer=Party("CV Sinar Lain"))]
    root, _ = produced(invoices, shelf(SELLER, BUYER, other))
    assert texts(root, "BuyerName") == [BUYER.name, "CV Sinar Lain"]
    assert texts(root, "BuyerTin") == [BUYER.tin, other.tin]
    assert texts(root, "BuyerIDTKU") == [f"{BUYER.tin}000000", other.nitku]


def test_no_number_of_a_taxpayer_is_in_the_code() -> None:
    files = [*(ENGINE / "targets/coretax").rglob("*.py"), *(ENGINE / "mappings").glob("*.xml")]
    assert len(files) > 10
    assert [file.name for file in files if re.search(r"\d{15}", file.read_text("utf-8"))] == []


def test_a_buyer_whom_nobody_knows_is_told_and_not_left_empty_in_silence() -> None:
    _, issues = produced(replace(PLAIN, buyer=Party("PT Entah Siapa")))
    assert codes(issues) == ["BUYER_UNKNOWN"]


def test_elements_stand_in_the_portals_order_and_empty_ones_are_written() -> None:
    root, _ = produced()
    assert [each.tag for each in next(root.iter("TaxInvoice"))] == [
        "TaxInvoiceDate", "TaxInvoiceOpt", "TrxCode", "AddInfo", "CustomDoc", "CustomDocMonthYear", "RefDesc",
        "FacilityStamp", "SellerIDTKU", "BuyerTin", "BuyerDocument", "BuyerCountry", "BuyerDocumentNumber", "BuyerName",
        "BuyerAdress", "BuyerEmail", "BuyerIDTKU", "ListOfGoodService",
    ]  # fmt: skip


def test_a_list_without_lines_is_written_and_told() -> None:
    root, issues = produced(replace(PLAIN, items=()))
    assert len(list(root.iter("ListOfGoodService"))) == 1
    assert "ListOfGoodService is empty: it needs at least one GoodService." in [issue.message for issue in issues]


def test_numbers_have_a_point_and_no_zeros_commas_or_exponents() -> None:
    big = replace(SWITCH, qty=Decimal("1E+3"), unit_price=Decimal("1250.50"), amount=Decimal("1250500.00"))
    root, _ = produced(billed(big))
    line = next(root.iter("GoodService"))
    assert [line.findtext(name) for name in ("Price", "Qty", "TotalDiscount", "TaxBase", "VATRate", "STLG")] == [
        "1250.5", "1000", "0", "1250500", "12", "0",
    ]  # fmt: skip


def test_dates_have_both_zeros() -> None:
    root, _ = produced()
    assert texts(root, "TaxInvoiceDate") == ["2026-03-09"]


def test_a_buyer_with_tin_has_a_dash_and_one_without_six_zeros() -> None:
    root, _ = produced()
    assert texts(root, "BuyerDocumentNumber") == ["-"]
    abroad = replace(BUYER, tin=None, document_type="Passport", document_number="X0000001", country="SGP")
    root, issues = produced(known=shelf(SELLER, abroad))
    assert codes(issues) == []
    assert [texts(root, name) for name in ("BuyerTin", "BuyerDocument", "BuyerDocumentNumber", "BuyerIDTKU")] == [
        ["0" * 16], ["Passport"], ["X0000001"], ["000000"],
    ]  # fmt: skip


@pytest.mark.parametrize("printed", ["8536", "8536.50", "853650", "8536.50.99", "85365099"])
def test_a_goods_code_is_the_heading_and_two_zeros_and_not_the_number_filled_up(printed: str) -> None:
    root, _ = produced(billed(replace(SWITCH, hs_code=printed)))
    assert texts(root, "Code") == ["853600"]


def test_additional_information_and_stamp_are_not_swapped() -> None:
    root, issues = produced(replace(PLAIN, coretax=Coretax(transaction_code="07", facility="2")))
    assert codes(issues) == []
    assert (texts(root, "AddInfo"), texts(root, "FacilityStamp")) == (["TD.00502"], ["TD.01102"])


def test_a_discount_of_a_line_is_written() -> None:
    item = replace(SWITCH, discount=Decimal(20), amount=Decimal(1000000))
    root, _ = produced(billed(item))
    assert [texts(root, name) for name in ("Price", "TotalDiscount", "TaxBase")] == [["25000.5"], ["20"], ["1000000"]]


def test_the_mapping_that_is_named_is_the_one_that_is_used() -> None:
    one, _ = produced_bytes(mapping="coretax_v1")
    other, _ = produced_bytes(mapping="pt_simon_invoice_v1")
    assert b'xsi:noNamespaceSchemaLocation="TaxInvoice.xsd"' in one
    assert b'xmlns:xsd="http://www.w3.org/2001/XMLSchema"' in other
    assert b"noNamespaceSchemaLocation" not in other
    assert one.split(b"<TIN>")[1] == other.split(b"<TIN>")[1]


def test_text_is_on_one_line_without_what_cannot_be_seen() -> None:
    item = replace(SWITCH, description="Saklar\r\n  dinding\x00\u200b & <satu>\tgang")
    root, _ = produced(billed(item))
    assert texts(root, "Name") == ["Saklar dinding & <satu> gang"]


def test_both_forms_of_the_root_and_a_byte_order_mark_are_read() -> None:
    for mapping in ("coretax_v1", "pt_simon_invoice_v1"):
        xml, _ = produced_bytes(mapping=mapping)
        foreign = b"\xef\xbb\xbf" + xml.replace(b"\n", b"\r\n")
        root = etree.parse(io.BytesIO(foreign)).getroot()
        assert check(root) == []
