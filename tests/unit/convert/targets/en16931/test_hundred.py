"""A hundred made-up European invoices in both syntaxes: schema and rules of EN 16931 have nothing against them."""

import io
from decimal import Decimal

import pytest
from lxml import etree

from fakturo.convert.directory.question import know_nothing
from fakturo.convert.embedded.dialects import invoice_from_xml
from fakturo.convert.invoice import Invoice, Severity
from fakturo.convert.mapping.catalog import find_mapping
from fakturo.convert.produce import produce
from fakturo.convert.targets.en16931.rulebook import is_installed
from tests.support.european import CASES, european_invoices, without_rates

pytestmark = pytest.mark.skipif(not is_installed(), reason="needs the extra validation")

ASKED_OF_PEOPLE = {"DELIVERY_UNKNOWN"}
"""What no rule finds, but a person must decide."""
INVOICES = dict(european_invoices(5 * len(CASES)))


@pytest.mark.parametrize("syntax", ["ubl_v1", "cii_v1"])
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("some", [slice(2), pytest.param(slice(2, 5), marks=pytest.mark.long)], ids=["two", "more"])
def test_schema_and_rules_have_nothing_against_it(some: slice, case: str, syntax: str) -> None:
    invoices = [invoice for name, invoice in INVOICES.items() if name.endswith(f" {case}")]
    assert len(invoices) == 5
    for invoice in invoices[some]:
        xml, judged = converted(invoice, syntax)
        errors = [i for i in judged.issues if i.severity is Severity.ERROR and i.code not in ASKED_OF_PEOPLE]
        assert not errors, errors[0].message
        assert not [i for i in judged.issues if i.code in {"NOT_CHECKED", "TOTAL_DIFFERS", "UNIT_UNKNOWN"}]
        assert_says_the_same(invoice, xml)


@pytest.mark.parametrize("syntax", ["ubl_v1", "cii_v1"])
@pytest.mark.parametrize("case", ["plain", "discount", "charges", "prepaid", "credit", "negative"])
def test_a_rate_that_stands_in_the_totals_alone_is_found(case: str, syntax: str) -> None:
    invoice = next(invoice for name, invoice in INVOICES.items() if name.endswith(f" {case}"))
    xml, judged = converted(without_rates(invoice), syntax)
    assert not judged.issues
    assert_says_the_same(invoice, xml)


def converted(invoice: Invoice, syntax: str) -> tuple[bytes, Invoice]:
    out = io.BytesIO()
    (judged,) = produce(find_mapping(syntax), [invoice], know_nothing, out, pretty=True)
    return out.getvalue(), judged


def assert_says_the_same(invoice: Invoice, xml: bytes) -> None:
    """By our own reader of such XML, which knows nothing of how it was written."""
    read = invoice_from_xml(xml)
    assert read is not None
    for name in ("number", "date", "currency", "po", "kind"):
        assert getattr(read, name) == getattr(invoice, name), name
    assert read.due_date == invoice.due_date
    for party in ("seller", "buyer"):
        ours, theirs = getattr(invoice, party), getattr(read, party)
        assert (theirs.name, theirs.country) == (ours.name, ours.country)
    assert read.totals.total == invoice.totals.total
    assert read.totals.tax == invoice.totals.tax
    assert read.totals.payable == invoice.totals.payable
    assert read.totals.prepaid == invoice.totals.prepaid + invoice.totals.withheld
    assert len(read.items) == len(invoice.items)
    for ours, theirs in zip(invoice.items, read.items, strict=True):
        assert theirs.description == ours.description
        if not ours.tax_included:
            assert theirs.amount == ours.amount
        assert theirs.qty is not None and theirs.unit_price is not None and theirs.amount is not None  # noqa: PT018
        assert abs(theirs.qty * theirs.unit_price - theirs.discount - theirs.amount) <= Decimal("0.01")


def test_the_same_invoice_gives_the_same_bytes() -> None:
    invoice = next(iter(INVOICES.values()))
    assert converted(invoice, "ubl_v1")[0] == converted(invoice, "ubl_v1")[0]
    assert etree.fromstring(converted(invoice, "cii_v1")[0]).getroottree().docinfo.encoding == "utf-8"
