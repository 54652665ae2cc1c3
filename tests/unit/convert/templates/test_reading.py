"""A template decides single things; whatever it decides says so, and every check stays on."""

import datetime as dt
from decimal import Decimal

import pytest

from fakturo.convert.invoice import Origin, Verdict
from fakturo.convert.page import Box
from fakturo.convert.reader import read_invoice, read_pages
from tests.support.drawn import drawn
from tests.unit.convert.templates.vendor import FINGERPRINT, WHOLE, codes, page, read, small, template, templates

BELOW = """
    Kornblume Handel GmbH
    Feldweg 3

    Merkmal      Gegeben zu
    KH-204       2026-03-04
"""
BESIDE = BELOW.replace("Merkmal ", "Kennung ").replace("Gegeben zu", "KH-204    ")
CELLS = [*(Box(x, 78, x + 1, 150) for x in (20, 110, 325)), *(Box(20, y, 326, y + 1) for y in (78, 150))]


def test_without_a_template_the_vendor_is_for_review() -> None:
    invoice = read(page())
    assert invoice.verdict is Verdict.REVIEW
    assert "ITEMS_DOUBTFUL" in codes(invoice)
    assert Origin.TEMPLATE not in {evidence.source for evidence in invoice.fields.values()}


def test_with_its_template_the_same_page_is_accepted() -> None:
    invoice = read(page(), template())
    assert (invoice.verdict, invoice.issues, invoice.template) == (Verdict.ACCEPTED, [], "kornblume@3")
    assert (invoice.number, invoice.date, invoice.currency) == ("KH-204", dt.date(2026, 3, 4), "EUR")
    assert [(item.description, item.qty, item.unit_price, item.amount) for item in invoice.items] == [
        ("Wall switch", Decimal(40), Decimal("12.50"), Decimal("500.00")),
        ("Installation", Decimal(6), Decimal("48.00"), Decimal("288.00")),
    ]
    assert (invoice.totals.subtotal, invoice.totals.tax, invoice.totals.total) == (
        Decimal("788.00"),
        Decimal("149.72"),
        Decimal("937.72"),
    )


def test_what_the_template_decided_says_so_and_nothing_else_does() -> None:
    fields = read(page(), template()).fields
    decided = {name for name, evidence in fields.items() if evidence.source is Origin.TEMPLATE}
    assert {"invoice.number", "invoice.date", "invoice.currency", "seller.name", "seller.tax_id"} <= decided
    assert {"items.0.qty", "items.1.amount", "totals.tax", "totals.total"} <= decided
    assert not decided & {"buyer.name", "buyer.address", "seller.address", "seller.country"}
    assert fields["invoice.number"].raw == "KH-204"
    assert fields["invoice.number"].page == 1
    assert fields["seller.tax_id"].page is None


@pytest.mark.parametrize(
    ("printed", "wrong"),
    [("937.72", "937.73"), ("149.72", "150.00"), ("288.00\n    Behelf", "289.00\n    Behelf"), ("12.50", "12.60")],
)
def test_no_template_makes_a_wrong_sum_accepted(printed: str, wrong: str) -> None:
    assert read(page((printed, wrong)), template()).verdict is Verdict.REVIEW


def test_ignoring_an_item_does_not_make_the_rest_accepted() -> None:
    ignoring = template(WHOLE, ('["Behelf"]', '["Behelf", "Installation"]'))
    assert read(page(), ignoring).verdict is Verdict.REVIEW


def test_words_of_the_template_stay_out_of_the_items_as_they_are_shown() -> None:
    invoice = read(page(("Wall switch", "Blurf switch")), template())
    assert invoice.items[0].description == "Blurf switch"


@pytest.mark.parametrize(
    ("anchor", "picture", "rulings"),
    [
        ('{ label = "merkmal:" }', "Kornblume   Merkmal: KH-204", ()),
        ('{ label = "Merkmal" }', "Kornblume   Merkmal   KH-204   AB-1", ()),
        ('{ label = "Merkmal", value = "below" }', BELOW, ()),
        ("{ pattern = 'zu (\\S+) vom' }", "Kornblume\n    Rede zu KH-204 vom 3. Mai", ()),
        ('{ label = "Merkmal", value = "same cell" }', BELOW, CELLS),
        ('{ label = "Kennung", value = "next cell" }', BESIDE, CELLS),
    ],
)
def test_an_anchor_finds_its_value(anchor: str, picture: str, rulings: list[Box]) -> None:
    sheets = drawn(picture, rulings=rulings)
    assert read_invoice(sheets, small(f"[anchors]\nnumber = {anchor}")).number == "KH-204"


def test_parties_and_dates_have_anchors_too() -> None:
    text = """[anchors]
date = { label = "Gegeben zu", value = "below" }
buyer.name = { label = "An den Herrn", value = "right" }
buyer.tax_id = { label = "Steuer" }"""
    invoice = read_invoice(drawn(BELOW + "\n    An den Herrn   Musterbau AG\n    Steuer   DE 123456789"), small(text))
    assert (invoice.date, invoice.buyer.name, invoice.buyer.tax_id) == (
        dt.date(2026, 3, 4),
        "Musterbau AG",
        "DE 123456789",
    )


def test_an_anchor_that_finds_nothing_is_a_reason_for_review() -> None:
    invoice = read(page(("Merkmal", "Kennung")), template())
    [missed] = [issue for issue in invoice.issues if issue.code == "TEMPLATE_MISSED"]
    assert missed.message == (
        "The template 'kornblume' looks for the invoice number to the right of 'Merkmal', but it is not there."
    )


def test_an_anchored_date_that_can_be_read_either_way_stays_a_doubt() -> None:
    without_order = template(WHOLE, ('dates = "month first"\n', ""))
    assert not codes(read(page(), without_order))  # Germans begin with the day
    nowhere = page(("    12345 Musterstadt\n    Germany\n", ""), ("50667 Cologne", "Somewhere"))
    assert "DATE_AMBIGUOUS" in codes(read(nowhere, without_order))


def test_a_currency_that_the_page_contradicts_is_a_reason_for_review() -> None:
    invoice = read(page(("Allsumm     937.72", "Allsumm USD 937.72")), template())
    assert codes(invoice) == {"TEMPLATE_CONTRADICTED"}
    assert invoice.currency == "EUR"


def test_a_decimal_sign_that_the_page_contradicts_is_a_reason_for_review() -> None:
    with_comma = template(WHOLE, ('decimal = "."', 'decimal = ","'))
    assert "TEMPLATE_CONTRADICTED" in codes(read(page(), with_comma))


def test_the_decimal_sign_settles_what_can_be_read_as_thousands_or_decimals() -> None:
    picture = """
        Description       Qty       Price       Amount
        Cable           1.000       2.500        2.500
        Total EUR                                2.500
    """
    assert "FORMAT_AMBIGUOUS" in codes(read(drawn(picture)))
    invoice = read(drawn(picture), small('[locale]\ndecimal = "."'))
    assert "FORMAT_AMBIGUOUS" not in codes(invoice)
    assert (invoice.items[0].qty, invoice.items[0].unit_price) == (Decimal("1.000"), Decimal("2.500"))
    assert invoice.fields["items.0.qty"].source is Origin.TEMPLATE
    in_thousands = read(drawn(picture), small('[locale]\ndecimal = ","'))
    assert "LINE_MISMATCH" in codes(in_thousands)  # 1000 x 2500 is not 2500, unless the price is for a thousand


def chosen(*texts: str) -> str | None:
    [invoice] = read_pages(page(), templates(*texts))
    return invoice.template


def test_only_a_template_whose_fingerprint_is_on_the_first_page_is_used() -> None:
    assert chosen(WHOLE) == "kornblume@3"
    assert chosen(WHOLE.replace("Kornblume Handel", "Kornblume Wandel")) is None
    assert chosen(FINGERPRINT + 'place = "top"') == "small@1"
    assert chosen(FINGERPRINT + 'place = "bottom"') is None
    assert chosen(FINGERPRINT + "pattern = 'KH-\\d{3}'") == "small@1"
    assert chosen(FINGERPRINT + "pattern = 'KH-\\d{4}'") is None
    [invoice] = read_pages([*drawn("Packing list"), *page()], templates(WHOLE))
    assert invoice.template is None


def test_the_most_specific_template_is_used() -> None:
    assert chosen(FINGERPRINT, WHOLE) == "kornblume@3"
    with_tax_id = FINGERPRINT.replace('texts = ["Kornblume"]', 'tax_id = "50667 Cologne"')
    assert chosen(WHOLE, with_tax_id) == "small@1"


def test_of_two_that_fit_alike_neither_is_used_and_the_invoice_is_for_review() -> None:
    [invoice] = read_pages(page(), templates(WHOLE, WHOLE.replace('"kornblume"', '"other"')))
    assert invoice.template is None
    assert invoice.issues[0].code == "TEMPLATE_AMBIGUOUS"
    assert "'kornblume' and 'other'" in invoice.issues[0].message


def test_a_value_is_found_at_its_place_and_the_first_place_that_has_it_counts() -> None:
    [merkmal] = [phrase for phrase in page()[0].phrases if phrase.text == "KH-204"]
    x, y = merkmal.box.x0, (merkmal.box.y0 + merkmal.box.y1) / 2
    there, elsewhere = f"{{ at = [{x + 2}, {y - 3}] }}", f"{{ at = [{x - 20}, {y}] }}"
    read = read_invoice(page(), small(f"[anchors]\nnumber = [{elsewhere}, {there}]"))
    assert (read.number, read.fields["invoice.number"].source) == ("KH-204", "template")
    missed = read_invoice(page(), small(f"[anchors]\nnumber = {elsewhere}"))
    assert "TEMPLATE_MISSED" in codes(missed)


def test_an_optional_value_that_is_gone_from_its_bare_place_is_told_by_its_name() -> None:
    missed = read_invoice(page(), small('[anchors]\n"buyer.tax_id" = { at = [10, 10] }'))
    [issue] = [one for one in missed.issues if one.code == "TEMPLATE_MISSED"]
    assert "looks for the buyer's tax id 10 points from the left" in issue.message


def test_a_number_of_a_buyer_whose_vendor_never_prints_one_is_a_reason_for_review() -> None:
    sheets = page(("    50667 Cologne", "    50667 Cologne\n    VAT no. DE136695976"))
    assert read_invoice(sheets, small("")).buyer.tax_id == "DE136695976"
    told = read_invoice(sheets, small('[anchors]\n"buyer.tax_id" = "none"'))
    assert "TEMPLATE_CONTRADICTED" in codes(told)


def test_a_title_may_be_followed_by_a_number() -> None:
    text = '[titles]\n"Blurg" = "credit_note"'
    numbered, within = page(("^INVOICE", "^Blurg 2026-17")), page(("^INVOICE", "^Blurg of an order"))
    assert read_invoice(numbered, small(text)).kind == "credit_note"
    assert read_invoice(within, small(text)).kind == "invoice"


def test_a_total_at_its_place_needs_no_word() -> None:
    sheets = page(("Allsumm     937.72", "Allsumm     937.72\n    Zurf        55.10"))
    plain = WHOLE.replace('"Allsumm" = "total"\n', "")
    assert codes(read(sheets, template(plain))) == {"TOTAL_DOUBTFUL"}
    anchored = plain.replace("[columns]", 'total = { label = "Allsumm" }\n\n[columns]')
    assert codes(read(sheets, template(anchored))) == set()


def test_what_a_vendor_never_prints_is_empty() -> None:
    sheets = page(("Gegeben zu    03/04/2026", "Due date      03/24/2026"))
    assert read_invoice(sheets, small("")).due_date == dt.date(2026, 3, 24)
    assert read_invoice(sheets, small('[anchors]\ndue_date = "none"')).due_date is None


def test_a_confirmed_value_is_no_longer_doubted_but_never_replaced() -> None:
    sheets = page(("KH-204", "7"))
    doubted = read_invoice(sheets, small(""))
    confirmed = read_invoice(sheets, small('[confirm]\nnumber = { label = "Merkmal" }'))
    elsewhere = read_invoice(sheets, small('[confirm]\nnumber = { label = "Gegeben zu" }'))
    assert doubted.number == confirmed.number == elsewhere.number == "7"
    assert "NUMBER_DOUBTFUL" in codes(doubted) & codes(elsewhere)
    assert "NUMBER_DOUBTFUL" not in codes(confirmed)


def test_sums_that_lead_to_another_total_than_the_one_at_its_place_go_to_review() -> None:
    with_total = template(WHOLE, ("[columns]", 'total = { label = "Allsumm" }\n\n[columns]'))
    assert read_invoice(page(), with_total).verdict == "accepted"
    wrong = template(WHOLE, ("[columns]", 'total = { label = "Vorsumm" }\n\n[columns]'))
    assert codes(read_invoice(page(), wrong)) == {"TEMPLATE_CONTRADICTED"}


def test_a_vendor_known_by_name_alone_has_not_written_what_prints_another_sellers_tax_id() -> None:
    named = FINGERPRINT + '[seller]\nname = "Kornblume Handel GmbH"\n[anchors]\nnumber = { label = "Contact:" }\n'
    sheets = drawn("""
        Northlight Ltd
        1 Example Street
        VAT ID GB 980 7806 84

        ^INVOICE

        Bill to:                     Invoice number  N-17
        Musterbau AG                 Invoice date    4 March 2026
        Contact: Kornblume 7
    """)
    (invoice,) = read_pages(sheets, templates(named))
    assert (invoice.template, invoice.number, invoice.seller.name) == (None, "N-17", "Northlight Ltd")
    (told,) = read_pages(sheets, templates(named + '"seller.tax_id" = { label = "VAT ID" }\n'))
    assert told.template == "small@1"


def test_a_title_says_what_the_paper_is_only_where_it_is_the_whole_line() -> None:
    known = small('[titles]\n"Rückläufer" = "credit_note"')
    assert read(page(("^INVOICE", "^Rückläufer")), known).kind == "credit_note"
    assert read(page(("^INVOICE", "^INVOICE for Rückläufer")), known).kind == "invoice"


def test_an_empty_place_says_nothing_of_an_optional_field() -> None:
    due = ("50667 Cologne", "50667 Cologne                           Due date      5 April 2026")
    placed = small('[locale]\ndates = "month first"\n[anchors]\ndue_date = { at = [60, 700] }')
    labelled = small('[locale]\ndates = "month first"\n[anchors]\ndue_date = { label = "Zahltag" }')
    assert str(read(page(due), placed).due_date) == "2026-04-05"
    assert read(page(due), labelled).due_date is None


def test_the_foot_of_a_long_invoice_may_hold_part_of_the_fingerprint() -> None:
    foot = WHOLE.replace('"Merkmal"]', '"Handelsregister 77"]')
    pages = [*page(), *drawn("Page 2 of 2\n\nHandelsregister 77")]
    assert [one.template for one in read_pages(pages, templates(foot))] == ["kornblume@3"]
    assert [one.template for one in read_pages(page(), templates(foot))] == [None]


def test_the_last_of_some_instalments_below_a_label_is_read() -> None:
    plan = """
                                     Allsumm     937.72

    Plan
    05/04/2026       500.00
    06/04/2026       437.72

    Danke 01/01/2027
    """
    known = small('[locale]\ndates = "month first"\n[anchors]\ndue_date = { label = "Plan", value = "last below" }')
    lined = page(("\n                                     Allsumm     937.72\n", plan))
    assert str(read(lined, known).due_date) == "2026-06-04"
    none = page(("\n                                     Allsumm     937.72\n", plan.replace("/", " ")))
    assert read(none, known).due_date is None
