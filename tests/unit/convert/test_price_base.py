"""A price for a hundred stays one: from the page through JSON and every target, and back."""

import io
from dataclasses import replace
from decimal import Decimal

import pytest

from fakturo.convert.directory.question import know_nothing
from fakturo.convert.embedded.checks import judged as judged_xml
from fakturo.convert.embedded.dialects import invoice_from_xml
from fakturo.convert.invoice import Invoice, Item, Verdict
from fakturo.convert.invoice_input import invoices_from_json
from fakturo.convert.invoice_json import invoices_as_json
from fakturo.convert.json_checks import judged
from fakturo.convert.mapping import find_mapping
from fakturo.convert.produce import produce
from fakturo.convert.reader import read_invoice
from tests.support.sheets import sheet_from
from tests.unit.convert.targets.coretax.shop import SWITCH, billed, produced

PAGE = """
    Screws Ltd
    12 Bolt Road, Leeds LS1 4AB

    INVOICE

    Invoice number: 4711
    Invoice date: 12 March 2026

    Bill to:
    Cabinet Makers Ltd
    7 Oak Street, York YO1 7HH

    Qty     Description              Price     per     Amount
    300     Wood screw 4 x 40        40.00     100     120.00
    2       Screwdriver              15.00       1      30.00

                                     Subtotal       GBP 150.00
                                     VAT 20 %       GBP  30.00
                                     Total          GBP 180.00
"""


@pytest.fixture(scope="module")
def invoice() -> Invoice:
    return read_invoice([sheet_from(PAGE)])


def bases(invoice: Invoice) -> list[tuple[Decimal | None, Decimal]]:
    return [(item.unit_price, item.price_base) for item in invoice.items]


PRINTED = [(Decimal("40.00"), Decimal(100)), (Decimal("15.00"), Decimal(1))]


def test_it_is_read_from_the_page(invoice: Invoice) -> None:
    assert bases(invoice) == PRINTED
    assert [item.worth for item in invoice.items] == [item.amount for item in invoice.items]


def test_its_own_json_closes(invoice: Invoice) -> None:
    (back,) = invoices_from_json(invoices_as_json([replace(invoice, issues=())]))
    assert bases(back) == PRINTED
    assert not {issue.code for issue in judged(back).issues} & {"LINE_MISMATCH", "PRICE_BASE_WRONG"}


@pytest.mark.parametrize("base", ["0", "-100"])
def test_a_price_for_none_is_told(invoice: Invoice, base: str) -> None:
    wrong = replace(invoice, items=(replace(invoice.items[0], price_base=Decimal(base)), invoice.items[1]))
    assert "PRICE_BASE_WRONG" in {issue.code for issue in judged(replace(wrong, issues=())).issues}


@pytest.mark.parametrize("mapping", ["ubl_v1", "cii_v1"])
def test_it_goes_through_both_syntaxes_and_back(invoice: Invoice, mapping: str) -> None:
    out = io.BytesIO()
    produce(find_mapping(mapping), [invoice], know_nothing, out)
    back = invoice_from_xml(out.getvalue())
    assert back
    assert bases(back) == PRINTED
    assert "LINE_MISMATCH" not in {issue.code for issue in judged_xml(back).issues}


def test_our_own_xml_says_it_where_it_is_not_one(invoice: Invoice) -> None:
    out = io.BytesIO()
    produce(find_mapping("invoice_v1"), [invoice], know_nothing, out)
    assert out.getvalue().count(b"<price_base>100</price_base>") == out.getvalue().count(b"<price_base>") == 1


def test_coretax_has_prices_of_one() -> None:
    screws: Item = replace(
        SWITCH, qty=Decimal(300), unit_price=Decimal(4000), amount=Decimal(12000), price_base=Decimal(100)
    )
    root, issues = produced(billed(screws, verdict=Verdict.ACCEPTED))
    assert [issue.code for issue in issues] == ["PRICE_PER_ONE"]
    assert "unit price 4,000 is written as 40.00" in issues[0].message
    assert [node.text for name in ("Price", "Qty", "TaxBase") for node in root.iter(name)] == ["40", "300", "12000"]
