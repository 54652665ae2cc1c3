"""Invoices as JSON: what we hand out comes back the same, and mistakes are named by their path."""

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakturo.convert.engine import read_invoices
from fakturo.convert.invoice import Invoice, Issue, Severity, Verdict
from fakturo.convert.invoice_input import BadJson, invoices_from_json
from fakturo.convert.invoice_json import as_document, invoices_as_json
from fakturo.convert.json_checks import judged
from tests.support.invoices import hybrid_pdf, invoice_page, invoice_pdf
from tests.support.pdfs import make_pdf, pdf_of_pages

INVOICE: dict[str, Any] = {
    "invoice": {"number": "INV-1", "date": "2026-03-09", "currency": "IDR"},
    "seller": {"name": "PT A"},
    "buyer": {"name": "PT B"},
    "items": [
        {"description": "Saklar", "qty": "40", "unit_price": "25000.50", "amount": "1000020.00"},
        {"description": "Kabel", "qty": "3", "unit_price": "1000", "discount": "500", "amount": "2500"},
    ],
    "totals": {"subtotal": "1002520.00", "tax": "110277.20", "total": "1112797.20"},
}


def read(document: Any) -> Invoice:
    (invoice,) = invoices_from_json(json.dumps(document).encode())
    return invoice


@pytest.mark.parametrize(
    "pdf",
    [
        invoice_pdf(),
        invoice_pdf(total="1.00"),
        hybrid_pdf(),
        make_pdf(["A letter."]),
        pdf_of_pages([invoice_page("A-1"), invoice_page("A-2")]),
    ],
)
def test_what_is_handed_out_comes_back_the_same(pdf: bytes) -> None:
    invoices = read_invoices(pdf)
    written = invoices_as_json(invoices)
    assert invoices_as_json(invoices_from_json(written)) == written


def test_numbers_may_be_texts_or_plain_and_lose_nothing() -> None:
    text = '{"invoice": {}, "items": [{"qty": 0.1, "unit_price": "25000.50", "amount": 12345678901234567890.12}]}'
    (invoice,) = invoices_from_json(text.encode())
    item = invoice.items[0]
    assert (item.qty, item.unit_price, item.amount) == (
        Decimal("0.1"),
        Decimal("25000.50"),
        Decimal("12345678901234567890.12"),
    )


def test_small_numbers_may_be_written_as_machines_write_them() -> None:
    (invoice,) = invoices_from_json(b'{"invoice": {}, "items": [{"qty": 1e-05, "unit_price": "0.00001"}]}')
    assert invoice.items[0].qty == invoice.items[0].unit_price == Decimal("0.00001")


def test_null_and_missing_are_alike() -> None:
    bare = read({"invoice": {}})
    assert (
        read({"invoice": {"number": None}, "items": None, "totals": {"discount": None}, "kind": None})
        == bare
        == Invoice()
    )


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ("text", "The JSON should be an object with an invoice, not 'text'."),
        ({}, "invoice is missing: it holds number, date and currency."),
        ({"invoice": []}, "invoice should be an object, not a list."),
        ({"invoice": "x"}, "invoice should be an object, not 'x'."),
        ({"invoice": {"nummer": "1"}}, "There is no 'nummer' in invoice. Did you mean 'number'?"),
        ({"invoice": {"number": 5}}, "invoice.number should be a text of at most 4000 characters, not 5."),
        ({"invoice": {"number": "x" * 4001}}, "invoice.number should be a text of at most 4000"),
        ({"invoice": {"date": "9.3.2026"}}, """invoice.date should be a date like "2026-03-09", not '9.3.2026'."""),
        ({"invoice": {"date": 20260309}}, "invoice.date should be a date"),
        ({"invoice": {}, "sellers": {}}, "There is no 'sellers'. Did you mean 'seller'?"),
        ({"invoice": {}, "seller": []}, "seller should be an object, not a list."),
        ({"invoice": {}, "items": {}}, "items should be a list, not an object."),
        ({"invoice": {}, "items": [1]}, "items.0 should be an object, not 1."),
        ({"invoice": {}, "items": [{}, {"qty": "1,5"}]}, "items.1.qty should be a number like"),
        ({"invoice": {}, "items": [{"qty": True}]}, "items.0.qty should be a number like"),
        ({"invoice": {}, "items": [{"qty": "NaN"}]}, "items.0.qty should be a number like"),
        ({"invoice": {}, "items": [{"qty": "1e99"}]}, "items.0.qty should be a number like"),
        (
            {"invoice": {}, "totals": {"discount": "1E+30"}},
            """totals.discount should be a number like "25000.50", with a point and no exponent, not '1E+30'.""",
        ),
        ({"invoice": {}, "items": [{"qty": "1e-3"}]}, "items.0.qty should be a number like"),
        ({"invoice": {}, "items": [{"qty": 1e20}]}, "with a point and no exponent, not 1E+20."),
        ({"invoice": {}, "items": [{"tax_rate": "-100"}]}, "items.0.tax_rate should be a rate in percent above -100"),
        ({"invoice": {}, "totals": {"taxes": [{"rate": "-119.5", "amount": "1"}]}}, "totals.taxes.0.rate should be a"),
        ([{"invoice": {}}, {"invoice": {}, "items": [{"tax_rate": "-100"}]}], "1.items.0.tax_rate should be a rate"),
        ({"invoice": {}, "items": [{"tax_included": "yes"}]}, "items.0.tax_included should be true or false"),
        ({"invoice": {}, "totals": {"taxes": [{"rate": "19"}]}}, "totals.taxes.0.amount is missing."),
        ({"invoice": {}, "kind": "bill"}, "kind should be 'invoice' or 'credit_note', not 'bill'."),
        ({"invoice": {}, "pages": ["one"]}, "pages.0 should be a whole number, not 'one'."),
        ({"invoice": {}, "fields": {"a": {"bbox": [1]}}}, "fields.'a'.bbox should be a list of four numbers"),
        ([{"invoice": {}}, {"invoice": {"date": "x"}}], "1.invoice.date should be a date"),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_named_by_its_path(document: Any, words: str) -> None:
    with pytest.raises(BadJson) as refused:
        invoices_from_json(json.dumps(document).encode())
    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"{\n 1}", "look at line 2, column 2"),
        (b"\xff", "not text in UTF-8"),
        (b'{"invoice": {}, "invoice": {}}', "The key 'invoice' stands twice"),
        (b"[" * 50_000, "nested too deeply"),
        (b'{"invoice": {}, "items": [{"qty": ' + b"9" * 5000 + b"}]}", "more than 30 digits"),
        (b'{"invoice": {}, "items": [{"qty": NaN}]}', "NaN is no number"),
        (b" " * (8 * 1024 * 1024 + 1), "larger than 8 MB"),
    ],
)
def test_what_is_no_json_or_too_much_is_refused(text: bytes, words: str) -> None:
    with pytest.raises(BadJson, match=words):
        invoices_from_json(text)


@given(
    st.recursive(
        st.none() | st.booleans() | st.text() | st.floats() | st.integers(),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(
                st.sampled_from(["invoice", "items", "qty", "fields", "issues", "bbox", "pages", "totals", "x"]), inner
            )
        ),
        max_leaves=12,
    )
)
def test_whatever_is_sent_is_read_or_refused(document: Any) -> None:
    try:
        invoices = invoices_from_json(json.dumps(document).encode())
    except BadJson:
        return
    invoices_as_json(invoices)


def test_an_invoice_that_closes_is_accepted() -> None:
    assert judged(read(INVOICE)).verdict is Verdict.ACCEPTED


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        (("invoice", "number", None), "NUMBER_MISSING", "invoice.number"),
        (("buyer", "name", None), "BUYER_MISSING", "buyer.name"),
        (("totals", "total", None), "TOTAL_MISSING", "totals.total"),
        (("totals", "total", "1"), "TOTAL_MISMATCH", "totals.total"),
        (("totals", "subtotal", "1"), "LINES_MISMATCH", "totals.subtotal"),
        (("totals", "payable", "1"), "PAYABLE_MISMATCH", "totals.payable"),
        (("items", 1, {"qty": "3", "unit_price": "1000", "amount": "2500"}), "LINE_MISMATCH", "items.1.amount"),
        (("items", 1, {"qty": "3"}), "AMOUNT_MISSING", "items.1.amount"),
    ],
)
def test_what_is_missing_or_does_not_close_is_told(change: tuple[str, Any, Any], code: str, field: str) -> None:
    document = json.loads(json.dumps(INVOICE))
    part, name, value = change
    document[part][name] = value
    invoice = judged(read(document))
    assert invoice.verdict is Verdict.REVIEW
    assert (code, field) in {(issue.code, issue.field) for issue in invoice.issues}


def test_prices_may_include_the_tax_and_payments_come_off() -> None:
    totals = {
        "subtotal": "1002520.00",
        "tax": "99349.00",
        "total": "1002520.00",
        "prepaid": "2520",
        "payable": "1000000.00",
    }
    assert judged(read({**INVOICE, "totals": totals})).verdict is Verdict.ACCEPTED


def test_issues_that_came_with_it_stay_and_decide_whatever_the_verdict_says() -> None:
    doubt = Issue("DATE_DOUBTFUL", "invoice.date", "Is it March?")
    warned = Issue("W", None, "Just so.", severity=Severity.WARNING)
    for issue, verdict in ((doubt, Verdict.REVIEW), (warned, Verdict.ACCEPTED)):
        document = {**INVOICE, "verdict": "accepted", "issues": as_document(Invoice(issues=[issue]))["issues"]}
        invoice = judged(read(document))
        assert list(invoice.issues) == [issue]
        assert invoice.verdict is verdict
