"""Real papers are scored as their README says: doubts not at all, what is not printed must be left empty."""

import copy
from typing import Any

import pytest

from tests.score.cases import Case
from tests.score.paper_report import paper_figures, paper_report
from tests.score.papers import DEV, HELD, Result, judge_paper, part_of
from tests.score.readings import Reading

TRUTH: dict[str, Any] = {
    "tags": [],
    "language": "en",
    "layout": "made up",
    "kind": "invoice",
    "invoice": {"number": "INV-1", "date": "2026-03-09", "due_date": None, "currency": "EUR", "po": None},
    "seller": {"name": "North Sea Ropes Ltd", "tax_id": None},
    "buyer": {"name": None, "tax_id": None},
    "items": [
        {"description": "Rope", "qty": "2", "unit_price": "5.00", "discount": None, "amount": "10.00"},
        {"description": "Knot", "qty": None, "unit_price": None, "discount": None, "amount": "1.00"},
    ],
    "totals": {"subtotal": None, "tax": None, "total": "11.00"},
    "doubt": [],
}


def result(truth: dict[str, Any] | None = None, /, verdict: str = "accepted", **changes: Any) -> Result:
    """Of a reading that is the truth, but for the fields that are named as `part__name`."""
    truth = truth or TRUTH
    read = copy.deepcopy(TRUTH) | {"verdict": verdict}
    for path, value in changes.items():
        part, name = path.split("__")
        read[part][int(name) if name.isdigit() else name] = value
    return judge_paper(Case("P1", truth["layout"], b"", (truth,)), Reading((read,), 0.1))


def doubting(*fields: str) -> dict[str, Any]:
    return TRUTH | {"doubt": list(fields)}


def test_the_truth_itself_is_right_in_every_field() -> None:
    assert result().wrong_fields == []
    assert not result().wrongly_accepted


@pytest.mark.parametrize(
    ("change", "value", "field"),
    [
        ("invoice__number", "INV-2", "number"),
        ("invoice__due_date", "2026-04-09", "due date"),
        ("seller__name", "Ropes", "seller"),
        ("buyer__name", "Dear Sir", "buyer"),
        ("totals__subtotal", "12.00", "net"),
        ("totals__tax", "1.00", "tax"),
        ("items__1", {"description": "Knot", "amount": "2.00"}, "lines"),
    ],
)
def test_each_mistake_is_told_by_its_field(change: str, value: Any, field: str) -> None:
    assert field in result(**{change: value}).wrong_fields


@pytest.mark.parametrize(("change", "value"), [("totals__subtotal", "11.00"), ("totals__tax", "0.00")])
def test_what_follows_from_the_print_may_be_worked_out(change: str, value: str) -> None:
    assert result(**{change: value}).wrong_fields == []


def test_fields_in_doubt_are_not_scored() -> None:
    assert "number" not in result(doubting("invoice.number"), invoice__number="other").fields
    assert "lines" not in result(doubting("items"), items__1={}).fields
    assert result(doubting("items.1.amount"), items__1={"description": "Knot", "amount": "2"}).wrong_fields == []


def test_names_of_items_count_where_the_lines_are_right() -> None:
    right = {"qty": "2", "unit_price": "5.00", "amount": "10.00"}
    assert result(items__0=right | {"description": "Description"}).fields["item names"] is False
    assert result(items__0=right | {"description": "Rope, 12 mm, white"}).fields["item names"] is True
    assert "item names" not in result(items__0=right | {"amount": "9.00"}).fields


def test_a_wrong_name_is_a_wrong_acceptance_and_a_due_date_is_told_only() -> None:
    assert result(buyer__name="Dear Sir").wrongly_accepted
    assert not result(invoice__due_date="2026-04-09").wrongly_accepted
    assert not result(verdict="review", buyer__name="Dear Sir").wrongly_accepted


def test_figures_count_core_names_and_wrong_acceptances() -> None:
    figures = paper_figures([result(), result(buyer__name="Dear Sir"), result(verdict="review", invoice__date=None)])
    assert (figures["core"], figures["with_names"], figures["accepted"], figures["wrong_accepted"]) == (2, 1, 2, 1)
    assert figures["wrong_accepted_fields"] == {"buyer": 1}


def test_nothing_but_sums_is_told_of_layouts_that_are_held_out() -> None:
    held = next(name for at in range(99) if part_of(name := f"layout {at}") == HELD)
    seen = next(name for at in range(99) if part_of(name := f"layout {at}") == DEV)
    told = {
        layout: "\n".join(paper_report([result(TRUTH | {"layout": layout}, buyer__name="Dear Sir")]))
        for layout in (held, seen)
    }
    assert "P1" in told[seen]
    assert seen in told[seen]
    assert "P1" not in told[held]
    assert held not in told[held]
    assert "wrong accepted   1/1" in told[held]
