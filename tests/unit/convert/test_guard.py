"""A rule that raises costs its own field, and says so."""

from collections.abc import Callable

import pytest

from fakturo.convert import reader
from fakturo.convert.guard import Guard
from fakturo.convert.header import reader as header_reader
from fakturo.convert.invoice import Invoice, Verdict
from fakturo.convert.reader import read_pages
from tests.support.drawn import drawn

PAGE = """
    ^INVOICE
    Orchard Tools Ltd
    12 Mill Lane, Leeds LS1 4AB
    Invoice no. OT-2041          Date 2026-03-09
    Bill to: Harbour Cafe Ltd

    Description        Qty    Price    Amount
    Pruning saw          2    20.00     40.00
    Ladder               1    60.00     60.00

    Subtotal                           100.00
    VAT 20%                             20.00
    Total GBP                          120.00
"""
RULES = [
    (reader, "solve", "totals", lambda invoice: invoice.totals.total, "invoice.number"),
    (reader, "number_issues", None, None, "totals.total"),
    (reader, "_items", "items", lambda invoice: invoice.items, "totals.total"),
    (header_reader, "read_kind", "kind", None, "invoice.number"),
    (header_reader, "called_number", "invoice.number", None, "invoice.date"),
    (header_reader, "bill_of", "seller.name", None, "invoice.number"),
    (header_reader, "weigh_days", "invoice.date", lambda invoice: invoice.date, "invoice.number"),
    (header_reader, "weigh_number", "invoice.number", None, "invoice.date"),
    (header_reader, "weigh_names", "seller.name", lambda invoice: invoice.seller.name, "invoice.number"),
    (header_reader, "claims_of", None, lambda invoice: invoice.number, "totals.total"),
]
"""A rule, the field that it costs, and one that it does not. Where weights decide, a rule is but one witness: the field
is doubted, and mostly found all the same."""


def _raise(*_: object, **__: object) -> None:
    raise ValueError("what stands on the page")


@pytest.fixture
def lenient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Guard, "lenient", True)


@pytest.mark.usefixtures("lenient")
@pytest.mark.parametrize(("module", "rule", "field", "lost", "kept"), RULES)
def test_a_rule_that_raises_costs_its_own_field(
    monkeypatch: pytest.MonkeyPatch,
    module: object,
    rule: str,
    field: str | None,
    lost: Callable[[Invoice], object] | None,
    kept: str,
) -> None:
    (whole,) = read_pages(drawn(PAGE))
    monkeypatch.setattr(module, rule, _raise)
    (invoice,) = read_pages(drawn(PAGE))
    failed = [issue for issue in invoice.issues if issue.code == "RULE_FAILED"]
    assert field in {issue.field for issue in failed}
    assert all("ValueError in test_guard.py" in issue.message for issue in failed)
    assert not any("what stands on the page" in issue.message for issue in failed)
    assert invoice.verdict is Verdict.REVIEW
    assert lost is None or (lost(whole) and not lost(invoice))
    assert invoice.fields[kept].raw == whole.fields[kept].raw


@pytest.mark.usefixtures("lenient")
def test_pages_that_cannot_be_parted_are_read_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "split", _raise)
    (invoice,) = read_pages(drawn(PAGE, PAGE))
    assert invoice.pages == (1, 2)
    assert "RULE_FAILED" in {issue.code for issue in invoice.issues}


@pytest.mark.usefixtures("lenient")
def test_memory_that_ran_out_is_no_rules_failure() -> None:
    def exhaust() -> None:
        raise MemoryError

    with pytest.raises(MemoryError):
        Guard().run(exhaust, None, what="All")


def test_in_tests_a_rule_that_raises_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "solve", _raise)
    with pytest.raises(ValueError, match="what stands on the page"):
        read_pages(drawn(PAGE))
