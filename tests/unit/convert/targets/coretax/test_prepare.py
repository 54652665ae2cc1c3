"""What becomes of an invoice on its way into the file, and what is told about it."""

import json
from dataclasses import replace
from decimal import Decimal

import pytest

from fakturo.convert.directory.match import GoodsEntry, UnitAlias
from fakturo.convert.directory.question import GoodsRecord
from fakturo.convert.invoice import Coretax, CoretaxItem, Issue, Item, Kind, Party, Severity, Totals, Verdict
from fakturo.convert.invoice_input import invoices_from_json
from fakturo.convert.invoice_json import invoices_as_json
from tests.unit.convert.targets.coretax.shop import (
    BUYER,
    PLAIN,
    SELLER,
    SWITCH,
    billed,
    codes,
    produced,
    produced_bytes,
    said,
    shelf,
    texts,
)

D = Decimal

W = Severity.WARNING


def line(amount: str, qty: str | None = "1", price: str | None = None, **more: object) -> Item:
    known = {"qty": D(qty) if qty else None, "unit_price": D(price or amount) if qty else None, "amount": D(amount)}
    return replace(SWITCH, **known, **more)  # type: ignore[arg-type]


def figures(invoice: object) -> list[tuple[str, ...]]:
    root, _ = produced(invoice)  # type: ignore[arg-type]
    return list(zip(*(texts(root, name) for name in ("Price", "Qty", "TotalDiscount", "TaxBase")), strict=True))


# ---------------------------------------------------------------- decisions


def test_the_invoice_decides_before_its_buyer_and_the_buyer_before_the_seller() -> None:
    seller, buyer = replace(SELLER, transaction_code="03"), replace(BUYER, transaction_code="02")
    assert texts(produced(known=shelf(seller, BUYER))[0], "TrxCode") == ["03"]
    assert texts(produced(known=shelf(seller, buyer))[0], "TrxCode") == ["02"]
    own = replace(PLAIN, coretax=Coretax(transaction_code="09"))
    assert texts(produced(own, shelf(seller, buyer))[0], "TrxCode") == ["09"]


def test_a_facility_of_the_buyer_is_left_alone_where_the_invoice_is_none_of_that_kind() -> None:
    buyer = replace(BUYER, transaction_code="07", facility="02")
    root, issues = produced(replace(PLAIN, coretax=Coretax(transaction_code="04")), shelf(SELLER, buyer))
    assert (texts(root, "AddInfo"), codes(issues)) == ([""], [])
    _, issues = produced(replace(PLAIN, coretax=Coretax(transaction_code="04", facility="02")))
    assert codes(issues) == ["FACILITY_UNEXPECTED"]


def test_luxury_goods_bear_the_full_base_and_their_own_tax() -> None:
    car = line("100000000", coretax=CoretaxItem(luxury_rate=D(20)))
    totals = Totals(tax=D(12000000), total=D(132000000))
    root, issues = produced(billed(car, totals=totals))
    assert codes(issues) == []
    names = ("TrxCode", "TaxBase", "OtherTaxBase", "VATRate", "VAT", "STLGRate", "STLG")
    assert [texts(root, name)[0] for name in names] == [
        "01", "100000000", "100000000", "12", "12000000", "20", "20000000",
    ]  # fmt: skip
    _, issues = produced(billed(car, SWITCH, totals=replace(totals, tax=None, total=None)))
    assert "LUXURY_MIXED" in codes(issues)


def test_what_somebody_decided_is_in_the_json() -> None:
    decided = replace(
        billed(replace(SWITCH, coretax=CoretaxItem(opt="A", luxury_rate=D("20")))),
        coretax=Coretax(transaction_code="07", facility="02"),
    )
    assert invoices_from_json(invoices_as_json([decided]))[0] == decided
    document = json.loads(invoices_as_json([decided]))
    assert document["coretax"] == {"transaction_code": "07", "facility": "02"}
    assert document["items"][0]["coretax"] == {"opt": "A", "luxury_rate": "20"}
    plain = json.loads(invoices_as_json([PLAIN]))
    assert "coretax" not in plain
    assert "coretax" not in plain["items"][0]


# ---------------------------------------------------------------- goods and units


def test_the_directory_knows_units_and_articles_before_anybody_else() -> None:
    known = shelf(
        SELLER,
        BUYER,
        units=[UnitAlias("pcs", "UM.0018")],
        goods=[GoodsEntry("SW-1", None, GoodsRecord("A", "940500"))],
    )
    root, _ = produced(known=known)
    assert (texts(root, "Unit"), texts(root, "Code")) == (["UM.0018"], ["940500"])


def test_what_has_no_known_unit_or_code_is_told() -> None:
    root, issues = produced(
        billed(replace(SWITCH, uom="BTG", hs_code=None), replace(SWITCH, uom="BTG", hs_code="9999"))
    )
    assert (texts(root, "Unit"), texts(root, "Code")) == (["UM.0018"] * 2, ["000000"] * 2)
    assert said(issues, "UNIT_ASSUMED").startswith("Lines 1 and 2: unit 'BTG' is not known; UM.0018 (Unit) is written.")
    assert said(issues, "HS_CODE_UNKNOWN").startswith("Line 2: the printed HS code is not in the tax office's list")
    assert said(issues, "GOODS_CODE_MISSING") == "Lines 1 and 2: no code of goods or services is given (000000)."
    assert codes(issues) == []


def test_services_are_told_by_their_words_or_units_and_an_hs_code_makes_goods() -> None:
    services = [line("500", uom=None, hs_code=None, description="Jasa pasang"), line("500", uom="Jam", hs_code=None)]
    root, issues = produced(billed(*services, line("500", description="Jasa", hs_code="8536")))
    assert texts(root, "Opt") == ["B", "B", "A"]
    assert texts(root, "Unit") == ["UM.0030", "UM.0027", "UM.0021"]
    assert said(issues, "SERVICE_ASSUMED").startswith("Lines 1 and 2: ")


def test_a_buyer_found_by_number_under_another_name_is_told_with_both() -> None:
    printed = Party("CV Nama Lain", BUYER.tin, "Jl. Lain 9, Medan")
    root, issues = produced(replace(PLAIN, buyer=printed))
    assert texts(root, "BuyerName") == [BUYER.name]
    assert said(issues, "BUYER_NAME_DIFFERS") == (
        "'CV Nama Lain' is printed; by the tax number it is PT Pembeli Contoh of the directory, and that is written."
    )
    assert said(issues, "BUYER_ADDRESS_DIFFERS") == (
        "'Jl. Lain 9, Medan' is printed; the directory's address, Jl. Contoh 1, Bandung, is written."
    )
    same = Party("PEMBELI CONTOH, PT.", BUYER.tin, "JL CONTOH 1\nBANDUNG")
    assert not {"BUYER_NAME_DIFFERS", "BUYER_ADDRESS_DIFFERS"} & {
        issue.code for issue in produced(replace(PLAIN, buyer=same))[1]
    }


# ---------------------------------------------------------------- figures


def test_a_line_without_quantity_is_one_of_it() -> None:
    assert figures(billed(line("500000.25", qty=None))) == [("500000.25", "1", "0", "500000.25")]


def test_an_amount_that_is_not_printed_is_price_times_quantity() -> None:
    item = replace(SWITCH, amount=None, discount=D(20))
    totals = Totals(tax=D(110000), total=D(1110000))
    assert figures(billed(item, totals=totals)) == [("25000.5", "40", "20", "1000000")]
    _, issues = produced(billed(replace(item, qty=None)))
    assert "AMOUNT_MISSING" in codes(issues)


def test_a_price_with_more_places_is_rounded_up_and_the_rest_is_discount() -> None:
    item = line("123456.00", qty="10000", price="12.3456")
    assert figures(billed(item)) == [("12.35", "10000", "44", "123456")]
    assert "PRICE_ROUNDED" in codes(produced(billed(item))[1], W)


def test_a_price_that_two_places_cannot_hold_stops_it() -> None:
    _, issues = produced(billed(line("12300.00", qty="1000000", price="0.0123")))
    assert codes(issues) == ["PRICE_TOO_FINE"]
    _, issues = produced(billed(line("125.00", qty="0.125", price="1000")))
    assert codes(issues) == ["QTY_TOO_FINE"]


def test_a_quantity_with_more_places_leaves_the_price_as_it_is_printed() -> None:
    invoice = billed(line("12345000", qty="12.345", price="1000000"))
    assert figures(invoice) == [("1000000", "12.35", "5000", "12345000")]
    _, issues = produced(invoice)
    assert codes(issues) == []
    assert said(issues, "QTY_ROUNDED") == (
        "Line 1: Coretax takes two decimals: qty 12.345 is written as 12.35, discount 0 is written as 5,000.00."
    )


def test_a_quantity_of_nothing_stays_what_is_printed() -> None:
    invoice = billed(line("0", qty="0", price="1000"), line("500"))
    assert figures(invoice)[0] == ("1000", "0", "0", "0")
    _, issues = produced(invoice)
    assert codes(issues) == ["QTY_ZERO"]


def test_what_no_quantity_can_give_is_told_with_its_figures() -> None:
    _, issues = produced(billed(line("500", qty="0", price="1000")))
    assert said(issues, "LINE_MISMATCH") == "Line 1: 0 at 1,000 can't be written for 500; Qty 1 is, at 500.00."


def test_a_line_that_does_not_add_up_keeps_its_amount_and_is_told() -> None:
    item = line("3000.00", qty="2", price="1000")
    assert figures(billed(item)) == [("1500", "2", "0", "3000")]
    assert codes(produced(billed(item))[1]) == ["LINE_MISMATCH"]
    read = Issue("LINE_MISMATCH", "items.0.amount", "Line 1: quantity times price does not give the amount.")
    assert codes(produced(billed(item, issues=[read]))[1]) == ["LINE_MISMATCH"]


def test_a_discount_that_is_in_the_price_already_is_not_taken_twice() -> None:
    item = line("1800", qty="2", price="900", discount=D(200))
    assert figures(billed(item)) == [("900", "2", "0", "1800")]


def test_discounts_of_the_document_and_lines_below_zero_lower_the_others_to_the_cent() -> None:
    lines_ = (line("100"), line("200"), line("0.03"), line("-10", description="Potongan"))
    totals = Totals(subtotal=D("290.03"), discount=D("30.01"), tax=D("28.60"), total=D("288.62"))
    made = figures(billed(*lines_, totals=totals))
    assert [(price, qty) for price, qty, _, _ in made] == [("100", "1"), ("200", "1"), ("0.03", "1")]
    assert sum(D(base) for *_, base in made) == D("260.02")
    _, issues = produced(billed(*lines_, totals=totals))
    assert codes(issues) == []
    (issue,) = [issue for issue in issues if issue.code == "LINE_SPREAD"]
    assert issue.field == "items.3.amount"


def test_findings_name_the_line_of_the_paper_though_one_before_it_has_no_line_in_the_file() -> None:
    wrong = line("100", coretax=CoretaxItem(code="853650"))
    _, issues = produced(billed(line("-10"), line("200"), wrong))
    (issue,) = [issue for issue in issues if issue.code == "GOODS_CODE_UNKNOWN"]
    assert issue.field == "items.2.hs_code"


def test_discounts_larger_than_the_lines_stop_it() -> None:
    _, issues = produced(billed(line("100"), line("-150")))
    assert "DISCOUNT_TOO_LARGE" in codes(issues)


def test_charges_raise_the_prices_and_stamp_duty_does_not() -> None:
    charged = Totals(subtotal=D(100000), charges=D(1000), tax=D(11110), total=D(112110))
    assert figures(billed(line("100000"), totals=charged)) == [("101000", "1", "0", "101000")]
    stamped = Totals(subtotal=D(100000), charges=D(10000), tax=D(11000), total=D(121000))
    assert figures(billed(line("100000"), totals=stamped)) == [("100000", "1", "0", "100000")]
    assert codes(produced(billed(line("100000"), totals=stamped))[1]) == []


def test_prices_with_tax_become_net_and_the_printed_tax_decides_the_last_cent() -> None:
    included = [line("1000.00", tax_included=True) for _ in range(3)]
    totals = Totals(tax=D("297.30"), total=D("3000.00"))
    made = figures(billed(*included, totals=totals))
    assert [base for *_, base in made] == ["900.9"] * 3
    totals = Totals(tax=D("297.29"), total=D("3000.00"))
    assert sum(D(base) for *_, base in figures(billed(*included, totals=totals))) == D("2702.71")


# ---------------------------------------------------------------- sums and kinds


def test_sums_that_differ_by_rounding_are_a_warning_and_by_more_an_error() -> None:
    net = D("1000020.00")
    for tax, expected in (
        ("110002.21", ([], ["SUMS_ROUNDED"])),
        ("110002.22", ([], ["SUMS_ROUNDED"])),
        ("110002.23", (["TAX_DIFFERS", "TOTAL_DIFFERS"], [])),
        ("110003", ([], ["SUMS_ROUNDED"])),
        ("110102.20", (["TAX_DIFFERS", "TOTAL_DIFFERS"], [])),
    ):
        _, issues = produced(billed(SWITCH, totals=Totals(tax=D(tax), total=net + D(tax))))
        assert (codes(issues), codes(issues, W)) == expected


def test_tax_on_the_full_amount_is_told_as_what_it_is() -> None:
    tax = D("120002.40")
    _, issues = produced(billed(SWITCH, totals=Totals(tax=tax, total=D("1000020.00") + tax)))
    assert "It is 12 % of the full amount, which only luxury goods bear" in said(issues, "TAX_DIFFERS")


def test_a_tenth_of_the_tax_is_told_as_what_it_is_and_can_be_decided() -> None:
    totals = Totals(tax=D("11000.22"), total=D("1011020.22"))
    _, issues = produced(billed(SWITCH, totals=totals))
    assert "transaction code 05" in said(issues, "TAX_DIFFERS")
    decided = replace(SWITCH, coretax=CoretaxItem(vat=D("11000.22")))
    _, issues = produced(billed(decided, totals=totals, coretax=Coretax(transaction_code="05")))
    assert codes(issues) == []


def test_an_invoice_without_tax_stops_unless_its_kind_has_none() -> None:
    free = billed(SWITCH, totals=Totals(total=SWITCH.amount))
    assert codes(produced(free)[1]) == ["TAX_MISSING"]
    assert codes(produced(replace(free, totals=replace(free.totals, tax=D("0.00"))))[1]) == ["TAX_DIFFERS"]
    zero = replace(free, totals=replace(free.totals, tax=D("0.00")))
    assert said(produced(zero)[1], "TAX_DIFFERS") == "The printed tax is 0.00, that of the lines 110,002.20."
    assert codes(produced(replace(free, coretax=Coretax(transaction_code="08", facility="10")))[1]) == []


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"currency": "USD", "totals": Totals(tax=D(0), total=D(5))}, "CURRENCY_NOT_RUPIAH"),
        ({"kind": Kind.CREDIT_NOTE}, "CREDIT_NOTE"),
        ({"items": (replace(SWITCH, description="Uang muka 30% proyek"),)}, "PART_PAYMENT"),
        ({"items": (replace(SWITCH, description="DP 30 % mesin"),)}, "PART_PAYMENT"),
        ({"items": (replace(SWITCH, description="Pelunasan termin ke-2"),)}, "PART_PAYMENT"),
        ({"totals": replace(PLAIN.totals, prepaid=D(100))}, "PART_PAYMENT"),
    ],
)
def test_what_does_not_belong_into_the_file_is_told_and_its_xml_a_draft(change: dict[str, object], code: str) -> None:
    xml, (judged,) = produced_bytes(replace(PLAIN, **change))  # type: ignore[arg-type]
    assert codes(judged.issues) == [code]
    assert judged.verdict is Verdict.REVIEW
    assert b"<!-- draft:" in xml


def test_a_paid_invoice_is_no_part_payment() -> None:
    assert codes(produced(replace(PLAIN, totals=replace(PLAIN.totals, prepaid=PLAIN.totals.total or D(0))))[1]) == []


def test_lines_with_and_without_tax_do_not_share_a_tax_invoice() -> None:
    _, issues = produced(billed(replace(SWITCH, tax_rate=D(11)), replace(SWITCH, tax_rate=D(0))))
    assert codes(issues) == ["LINE_UNTAXED"]


def test_long_texts_are_cut_and_told() -> None:
    root, issues = produced(billed(replace(SWITCH, description="kata " * 200)))
    assert len(texts(root, "Name")[0]) <= 500
    assert "TEXT_CUT" in codes(issues, W)
