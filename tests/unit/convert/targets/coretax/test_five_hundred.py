"""Five hundred invoices of all tax cases through mapping and gate, judged by a checker that knows only the facts."""

import io
from collections import Counter

import pytest
from lxml import etree

from fakturo.convert.invoice import Invoice, Severity, Verdict
from fakturo.convert.mapping.catalog import find_mapping
from fakturo.convert.produce import produce
from fakturo.convert.targets.coretax.target import check
from tests.unit.convert.targets.coretax.coretax_checker import complaints
from tests.unit.convert.targets.coretax.papers import Case, case, own_figures

MAPPINGS = ("coretax_v1", "pt_simon_invoice_v1")
INVOICES = 500


def made(one: Case, mapping: str) -> tuple[bytes, Invoice]:
    out = io.BytesIO()
    (judged,) = produce(find_mapping(mapping), [one.invoice], one.shelf.answer, out, pretty=True)
    return out.getvalue(), judged


def special(seed: int) -> Case:
    one = case(seed)
    return own_figures(one) if one.paper.code in {"05", "10"} and all_lines_alone(one) else one


def all_lines_alone(one: Case) -> bool:
    totals = one.invoice.totals
    plain = not (totals.discount or totals.charges or any(item.tax_included for item in one.invoice.items))
    return plain and len(one.invoice.items) == len(one.paper.lines)


@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.long) for part in range(1, 5))])
def test_every_tax_case_comes_out_right_to_the_cent_and_the_same_twice(part: int) -> None:
    for seed in range(part * INVOICES // 5, (part + 1) * INVOICES // 5):
        one = special(seed)
        xml, judged = made(one, MAPPINGS[seed // 10 % 2])
        errors = [issue for issue in judged.issues if issue.severity is Severity.ERROR]
        assert errors == [], f"seed {seed}"
        assert judged.verdict is Verdict.ACCEPTED
        assert complaints(xml, [one.paper]) == [], f"seed {seed}"
        if seed % 5 == 0:
            assert [found for found in check(etree.fromstring(xml)) if found.severity is Severity.ERROR] == []
        assert made(one, MAPPINGS[seed // 10 % 2])[0] == xml


def test_the_cases_are_all_there() -> None:
    cases = [special(seed) for seed in range(INVOICES)]
    assert set(Counter(one.paper.code for one in cases)) == {f"{code:02}" for code in range(1, 11)}
    assert {one.paper.buyer["BuyerDocument"] for one in cases} == {"TIN", "National ID", "Passport", "Other ID"}
    stamps = {(one.paper.code, one.paper.stamp[-2:]) for one in cases if one.paper.stamp}
    assert stamps == {("07", f"{number:02}") for number in range(1, 29)} | {
        ("08", f"{number:02}") for number in range(1, 11)
    }
    items = [item for one in cases for item in one.invoice.items]
    assert sum(item.tax_included for item in items) > 300
    assert sum((item.amount or 0) < 0 for item in items) > 40
    assert sum(bool(item.coretax.luxury_rate) for item in items) > 300
    assert sum(item.coretax.vat is not None for item in items) > 50
    assert sum(bool(one.invoice.totals.discount) for one in cases) > 80
    assert sum(bool(one.invoice.totals.charges) for one in cases) > 80
    assert max(len(one.invoice.items) for one in cases) >= 60


def test_many_invoices_go_into_one_file() -> None:
    """Of one seller, each with its own buyer."""
    cases = [case(seed) for seed in range(40, 60)]
    seller = cases[0].invoice.seller
    answer = cases[0].shelf.answer
    invoices = [cases[0].invoice] * 3
    out = io.BytesIO()
    produce(find_mapping("coretax_v1"), invoices, answer, out)
    assert complaints(out.getvalue(), [cases[0].paper] * 3) == []
    assert seller.name == "PT Penjual Contoh"
