"""An invoice in the norm's terms: what is taken from the paper, what is inferred, and what is asked."""

from dataclasses import fields, replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakturo.convert.invoice import Evidence, Invoice, Issue, Item, Origin, Party, Severity, Tax, Totals
from fakturo.convert.mapping.catalog import find_mapping
from fakturo.convert.mapping.evaluate import evaluate
from fakturo.convert.targets.en16931.amounts import spread
from fakturo.convert.targets.en16931.prepare import bill_of
from fakturo.convert.targets.en16931.rates import possible_rates
from fakturo.convert.targets.en16931.units import NAMES, unit_code
from fakturo.convert.targets.en16931.values import Bill

D = Decimal
SELLER = Party("Muster GmbH", "DE 123 456 789", "Musterweg 1\n12345 Musterstadt", "DE")
BUYER = Party("Kundin AG", None, "Allee 5, Hof 2\n54321 Beispielburg", "DE")


def invoice(*items: Item, seller: Party = SELLER, buyer: Party = BUYER, **totals: object) -> Invoice:
    return Invoice(number="1", currency="EUR", seller=seller, buyer=buyer, items=items, totals=Totals(**totals))  # type: ignore[arg-type]


def line(amount: str, rate: str | None = "19", **more: object) -> Item:
    values = {"description": "Lamp", "qty": D(1), "unit_price": D(amount), **more}
    return Item(amount=D(amount), tax_rate=D(rate) if rate else None, **values)  # type: ignore[arg-type]


def codes(issues: list[Issue], severity: Severity = Severity.ERROR) -> set[str]:
    return {issue.code for issue in issues if issue.severity is severity and issue.field != "invoice.date"}


def groups(bill: Bill) -> list[tuple[str, str, str, str]]:
    return [(g.vat.category, str(g.vat.rate), f"{g.base:f}", f"{g.amount:f}") for g in bill.vat]


def test_the_parts_of_an_address_find_their_places() -> None:
    bill, _ = bill_of(invoice(line("100.00")))
    assert (bill.buyer.address.street, bill.buyer.address.more) == ("Allee 5", "Hof 2")
    assert (bill.buyer.address.postcode, bill.buyer.address.city) == ("54321", "Beispielburg")


@pytest.mark.parametrize(
    ("printed", "country", "vat_id", "other"),
    [
        ("DE 123 456 789", "DE", "DE123456789", None),
        ("de123456789", None, "DE123456789", None),
        ("12/345/67890", "DE", None, "12/345/67890"),
        ("01234567890", "IT", "IT01234567890", None),
        ("EL123456789", "GR", "EL123456789", None),
        ("CHE-123.456.789 MWST", "CH", "CHE123456789MWST", None),
        ("01.234.567.8-901.000", "ID", None, "01.234.567.8-901.000"),
        ("FR12", "FR", None, "FR12"),
    ],
)
def test_a_vat_number_is_told_from_others(printed: str, country: str, vat_id: str | None, other: str | None) -> None:
    bill, _ = bill_of(invoice(line("1.00"), seller=Party("A", printed, None, country)))
    assert bill.seller.vat_id == vat_id
    assert (bill.seller.tax_number, bill.seller.legal_id) == (other, other)


def test_a_buyer_has_no_number_of_the_tax_office() -> None:
    bill, _ = bill_of(invoice(line("1.00"), buyer=Party("B", "998877", None, "DE")))
    assert (bill.buyer.tax_number, bill.buyer.legal_id) == (None, "998877")


def test_where_vat_is_charged_both_are_in_the_same_country() -> None:
    printed = invoice(line("100.00"), buyer=Party("B"), tax=D(19), total=D(119))
    bill, issues = bill_of(printed)
    assert bill.buyer.address.country == "DE"
    assert "COUNTRY_ASSUMED" in codes(issues, Severity.WARNING)
    _, issues = bill_of(replace(printed, totals=Totals(total=D(100))))
    assert "buyer.country" in {issue.field for issue in issues if issue.code == "FIELD_MISSING"}


def test_prices_with_tax_become_net_and_still_close() -> None:
    items = [line("10.00", "19", tax_included=True, qty=D(3), unit_price=D("3.33")) for _ in range(3)]
    bill, issues = bill_of(invoice(*items, total=D("30.00"), payable=D("30.00")))
    assert [each.net for each in bill.lines] == [D("8.41"), D("8.40"), D("8.40")]
    assert groups(bill) == [("S", "19", "25.21", "4.79")]
    assert (bill.sums.net, bill.sums.vat, bill.sums.gross) == (D("25.21"), D("4.79"), D("30.00"))
    assert not codes(issues)


def test_a_discount_is_shared_out_as_the_printed_bases_say() -> None:
    taxes = (Tax(D(19), D("90.00"), D("17.10")), Tax(D(7), D("100.00"), D("7.00")))
    printed = invoice(
        line("100.00"), line("100.00", "7"), discount=D(10), taxes=taxes, tax=D("24.10"), total=D("214.10")
    )
    bill, issues = bill_of(printed)
    assert [(each.amount, each.vat.rate) for each in bill.discounts] == [(D("10.00"), D(19))]
    assert groups(bill) == [("S", "19", "90.00", "17.10"), ("S", "7", "100.00", "7.00")]
    assert not codes(issues)


def test_without_printed_bases_it_goes_by_proportion_and_no_cent_is_lost() -> None:
    bill, _ = bill_of(invoice(line("100.00"), line("50.00", "7"), line("0.01", "16"), discount=D("10.00")))
    assert sum(each.amount for each in bill.discounts) == D("10.00")
    assert spread(D("0.02"), [D(1), D(1), D(1)]) == [D("0.01"), D("0.01"), D("0.00")]


def test_indonesian_tax_is_written_as_what_it_comes_to() -> None:
    seller, buyer = Party("PT A", "01.234", None, "ID"), Party("PT B", None, None, "ID")
    taxes = (Tax(D(12), D("916666.67"), D("110000.00")),)
    printed = invoice(
        line("1000000.00", "12"), seller=seller, buyer=buyer, taxes=taxes, tax=D(110000), total=D(1110000)
    )
    bill, issues = bill_of(printed)
    assert groups(bill) == [("S", "11", "1000000.00", "110000.00")]
    assert bill.lines[0].vat.rate == D(11)
    assert "EFFECTIVE_RATE" in codes(issues, Severity.WARNING)
    assert not codes(issues)


@pytest.mark.parametrize(
    ("buyer", "seller", "rate", "category"),
    [
        (Party("B", "FR12123456789", None, "FR"), SELLER, "0", "AE"),
        (Party("B", None, None, "US"), SELLER, "0", "G"),
        (BUYER, SELLER, "0", "Z"),
        (BUYER, SELLER, None, "E"),
        (BUYER, replace(SELLER, tax_id="12/345/67890"), None, "O"),
    ],
)
def test_why_there_is_no_vat_is_inferred_and_asked(
    buyer: Party, seller: Party, rate: str | None, category: str
) -> None:
    bill, issues = bill_of(invoice(line("100.00", rate), seller=seller, buyer=buyer, total=D(100)))
    assert bill.lines[0].vat.category == category
    assert "VAT_CATEGORY_UNKNOWN" in codes(issues)


def test_a_given_category_is_kept_and_nobody_asked() -> None:
    bill, issues = bill_of(invoice(line("100.00", "0", tax_category="E"), total=D(100)))
    assert [(g.vat.category, g.reason) for g in bill.vat] == [("E", "Exempt from VAT")]
    assert not codes(issues)
    taxes = (Tax(D(0), D(100), D(0), "E", "Art. 13"),)
    bill, issues = bill_of(invoice(line("100.00", "0"), total=D(100), taxes=taxes))
    assert [(g.vat.category, g.reason) for g in bill.vat] == [("E", "Art. 13")]
    assert not codes(issues)


def test_a_rate_that_could_be_either_is_asked_once() -> None:
    taxes = (Tax(D(19), D(100), D(19)), Tax(D(7), D(100), D(7)))
    _, issues = bill_of(invoice(line("100.00", None), line("100.00", None), taxes=taxes, tax=D(26), total=D(226)))
    assert [issue.field for issue in issues if issue.code == "VAT_RATE_UNKNOWN"] == ["items.0.tax_rate"]


def test_lines_without_a_rate_are_untaxed_if_the_others_make_the_base() -> None:
    taxes = (Tax(D(19), D(100), D(19)),)
    bill, _ = bill_of(invoice(line("100.00"), line("50.00", None), taxes=taxes, tax=D(19), total=D(169)))
    assert [each.vat.rate for each in bill.lines] == [D(19), D(0)]


def test_a_rate_is_reckoned_from_tax_and_base() -> None:
    bill, _ = bill_of(invoice(line("200.00", None), tax=D("11.00"), total=D("211.00")))
    assert bill.lines[0].vat.rate == D("5.5")


def test_a_price_for_a_hundred_says_so() -> None:
    bill, _ = bill_of(invoice(line("25.00", qty=D(500), unit_price=D("5.00"), price_base=D(100))))
    assert (bill.lines[0].price, bill.lines[0].per) == (D("5.00"), D(100))


def test_a_negative_price_becomes_a_negative_quantity() -> None:
    bill, _ = bill_of(invoice(line("100.00"), line("-10.00")))
    assert (bill.lines[1].quantity, bill.lines[1].price, bill.lines[1].net) == (D(-1), D("10.00"), D("-10.00"))


def test_little_between_due_and_printed_is_rounding_and_much_is_told() -> None:
    bill, issues = bill_of(invoice(line("100.00"), tax=D(19), total=D(119), payable=D("118.95")))
    assert (bill.sums.rounding, bill.sums.payable) == (D("-0.05"), D("118.95"))
    bill, _ = bill_of(invoice(line("100.00"), tax=D(19), total=D(119), payable=D(120)))
    assert bill.sums.rounding == D("1.00")
    bill, _ = bill_of(invoice(line("100.00"), tax=D(19), total=D(119), payable=D("120.01")))
    assert bill.sums.rounding is None
    assert not codes(issues)
    bill, issues = bill_of(invoice(line("100.00"), tax=D(19), total=D(150), payable=D(150)))
    assert bill.sums.payable == D("119.00")
    assert codes(issues) == {"TOTAL_DIFFERS"}


def test_withheld_tax_counts_as_paid_and_is_noted() -> None:
    printed = invoice(line("100.00"), tax=D(19), total=D(119), withheld=D(15), payable=D(104))
    bill, issues = bill_of(printed)
    assert (bill.sums.prepaid, bill.sums.payable) == (D("15.00"), D("104.00"))
    assert bill.note == "Tax withheld by the buyer: 15 EUR"
    assert "WITHHELD_TAX" in codes(issues, Severity.WARNING)


def test_what_must_be_there_is_asked_by_its_field() -> None:
    _, issues = bill_of(Invoice())
    missing = {issue.field for issue in issues if issue.code == "FIELD_MISSING"}
    assert {"invoice.number", "invoice.date", "invoice.currency", "items"} <= missing
    assert {"seller.name", "seller.country", "seller.tax_id", "buyer.name", "buyer.country"} <= missing


@pytest.mark.parametrize(
    ("printed", "code"),
    [("Stk.", "H87"), ("PCS", "H87"), ("Std", "HUR"), ("heures", "HUR"), ("kg", "KGM"), ("m²", "MTK"), ("ST", "H87"),
     ("mètre carré", "MTK"), ("karton", "XCT"), ("KGM", "KGM"), ("psch", "LS"), ("bulan", "MON"), ("Frobnitz", None)],
)  # fmt: skip
def test_units_of_many_languages_have_codes(printed: str, code: str | None) -> None:
    assert unit_code(printed) == code


def test_a_unit_from_xml_is_a_code_already() -> None:
    given = invoice(line("1.00", uom="ST"))
    given = replace(given, fields={"items.0.uom": Evidence("ST", None, None, Origin.XML, 1.0)})
    assert bill_of(given)[0].lines[0].unit == "ST"


def test_no_word_for_a_unit_stands_twice() -> None:
    from fakturo.convert.targets.en16931 import units

    words = [word.strip().casefold() for listed in units._TABLE.values() for word in listed.split(",")]
    assert sorted(words) == sorted(set(words))
    assert len(NAMES) > 500


def test_an_unknown_unit_is_told_and_counted_as_one() -> None:
    bill, issues = bill_of(invoice(line("1.00", uom="Frobnitz")))
    assert bill.lines[0].unit == "C62"
    assert "UNIT_UNKNOWN" in codes(issues, Severity.WARNING)


HUGE = D(10) ** 30


@pytest.mark.parametrize("field", ["amount", "qty", "unit_price", "discount", "price_base"])
def test_a_figure_of_a_line_that_is_too_large_is_told_and_not_reckoned_with(field: str) -> None:
    misread = replace(line("7.00"), **{field: HUGE})  # type: ignore[arg-type]
    bill, issues = bill_of(invoice(line("5.00"), misread, tax=D("2.28"), total=D("14.28")))
    told = next(issue for issue in issues if issue.code == "FIGURE_TOO_LARGE")
    assert (told.field, told.message) == (f"items.1.{field}", "Line 2: a figure is too large to be right.")
    assert bill.sums.lines == (D("5.00") if field == "amount" else D("12.00"))


@pytest.mark.parametrize("field", [each.name for each in fields(Totals) if each.name != "taxes"])
def test_a_sum_that_is_too_large_is_told_and_not_reckoned_with(field: str) -> None:
    bill, issues = bill_of(invoice(line("100.00"), **{"tax": D(19), "total": D(119), field: HUGE}))  # type: ignore[arg-type]
    told = next(issue for issue in issues if issue.code == "FIGURE_TOO_LARGE")
    assert (told.field, told.message) == (f"totals.{field}", "A figure is too large to be right.")
    assert (bill.sums.gross, bill.sums.payable) == (D("119.00"), D("119.00"))


def test_a_tax_that_is_too_large_is_told_and_left_out() -> None:
    bill, issues = bill_of(invoice(line("100.00"), taxes=(Tax(D(19), D(100), HUGE),), tax=D(19), total=D(119)))
    assert [issue.field for issue in issues if issue.code == "FIGURE_TOO_LARGE"] == ["totals.taxes"]
    assert groups(bill) == [("S", "19", "100.00", "19.00")]


@pytest.mark.parametrize("rate", ["-100", "-100.5", "-99.999999999999999999", "1000", str(HUGE)])
def test_what_can_be_no_rate_of_vat_is_told(rate: str) -> None:
    _, issues = bill_of(invoice(line("100.00", rate, tax_included=True), total=D(100)))
    assert [issue.field for issue in issues if issue.code == "VAT_RATE_UNKNOWN"] == ["items.0.tax_rate"]


def test_a_rate_is_from_nothing_to_all() -> None:
    rates, issues = possible_rates([D(0), D(100), D("100.01"), D(-1), None])
    assert rates == [D(0), D(100), None, None, None]
    assert [issue.field for issue in issues] == ["items.2.tax_rate", "items.3.tax_rate"]


def test_a_rate_that_sums_come_to_and_that_can_be_none_is_told() -> None:
    items = line("50.00", None, tax_included=True), line("-50.00", None, tax_included=True)
    _, issues = bill_of(invoice(*items, tax=D(-50), total=D(-50)))
    assert "VAT_RATE_UNKNOWN" in codes(issues)
    _, issues = bill_of(invoice(line("50.00", None, tax_included=True), tax=D(50), total=D(50)))
    assert "VAT_RATE_UNKNOWN" in codes(issues)


_usual = ("0", "1", "19", "-0.01", "33.33", "999999999999999.99", "-999999999999998")
_figures = st.sampled_from([*map(D, _usual), HUGE])
_small = st.sampled_from([D("1e-28"), D("0.000001")])
_any = st.one_of(_figures, _small, st.none())
_sure = st.one_of(_figures, _small)


@given(
    st.lists(
        st.builds(
            Item,
            amount=_any,
            qty=_any,
            unit_price=_any,
            discount=_sure,
            tax_rate=_any,
            tax_included=st.booleans(),
            price_base=_sure,
        ),
        max_size=3,
    ),
    st.builds(
        Totals,
        discount=_sure,
        charges=_sure,
        tax_base=_any,
        tax=_any,
        total=_any,
        withheld=_sure,
        prepaid=_sure,
        rounding=_sure,
        payable=_any,
        taxes=st.lists(st.builds(Tax, _any, _any, _sure), max_size=2).map(tuple),
    ),
)
def test_no_figures_are_too_much(items: list[Item], totals: Totals) -> None:
    """Whatever stands there, there is a bill to look at."""
    bill, _ = bill_of(replace(invoice(*items), totals=totals))
    assert evaluate(find_mapping("ubl_v1"), bill).root is not None
