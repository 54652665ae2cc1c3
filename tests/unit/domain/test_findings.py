"""What a list says of a job: the few values of its invoice that people know it by."""

import json
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakturo.domain.findings import Findings, findings_in, search_words

WARNING = {"code": "A", "message": "A small matter.", "severity": "warning"}
ERROR = {"code": "B", "message": "The total is not\nthe sum. "}


def invoice(**changed: Any) -> dict[str, Any]:
    return {
        "invoice": {"number": "INV-1", "date": "2026-03-09", "currency": "EUR"},
        "seller": {"name": "Nordlicht GmbH"},
        "buyer": {"name": None},
        "totals": {"total": "1190.00"},
        "issues": [],
    } | changed


def found(document: object) -> Findings:
    findings = findings_in(json.dumps(document).encode())
    assert findings
    return findings


def test_the_values_that_an_invoice_is_known_by() -> None:
    assert found(invoice(issues=[WARNING, ERROR])) == Findings(
        seller="Nordlicht GmbH",
        invoice_number="INV-1",
        invoice_date=date(2026, 3, 9),
        total=Decimal("1190.00"),
        currency="EUR",
        invoice_count=1,
        issue_count=1,
        first_issue="The total is not the sum.",
        first_issue_code="B",
        issue_codes=("A", "B"),
    )


def test_a_warning_speaks_only_where_there_is_no_error() -> None:
    remarked = found(invoice(issues=[WARNING]))
    assert (remarked.first_issue, remarked.issue_count) == ("A small matter.", 1)


def test_of_several_invoices_the_first_speaks_and_nobody_adds_up_their_totals() -> None:
    several = found([invoice(issues=[WARNING]), invoice(seller={"name": "Other"}, issues=[ERROR])])
    assert (several.seller, several.invoice_count, several.issue_count) == ("Nordlicht GmbH", 2, 1)
    assert (several.total, several.first_issue) == (None, "The total is not the sum.")


@pytest.mark.parametrize("text", [b"", b"{", b"7", b'"x"', b"[]", b"[1]", b"\xff", b"[" * 100_000])
def test_what_is_no_invoice_says_nothing(text: bytes) -> None:
    assert findings_in(text) is None


@pytest.mark.parametrize("total", ["NaN", "Infinity", "1e999999", "1" * 40, "x", 7, None, {}])
def test_a_total_that_is_no_number_is_left_out(total: object) -> None:
    assert found(invoice(totals={"total": total})).total is None


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
shaped = st.fixed_dictionaries({}, optional=dict.fromkeys(invoice(), values))


@given(shaped | st.lists(shaped))
def test_whatever_another_gateway_sends_can_be_stored(document: Any) -> None:
    findings = findings_in(json.dumps(document).encode())
    for text in (findings.seller, findings.buyer, findings.first_issue) if findings else ():
        assert text is None or (text.strip() == text != "" and "\x00" not in text)


def test_words_are_compared_without_case_accents_and_signs() -> None:
    assert search_words("Müller & Söhne", "INV-2026/017.pdf", None) == ["muller", "sohne", "inv", "2026", "017", "pdf"]
    assert search_words("MÜLLER müller") == ["muller"]


@given(st.text(max_size=3000))
def test_no_text_has_too_many_words_or_too_long_ones(text: str) -> None:
    words = search_words(text)
    assert len(words) <= 64
    assert all(0 < len(word) <= 64 and word.isalnum() for word in words)
