"""How well whole invoices are read: bounds that no change may fall below. `scripts/score` tells the rest."""

import os
import resource
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from fakturo.convert.engine import read_invoices
from fakturo.convert.invoice import Verdict
from tests.generator.registry import DEV, draw, families
from tests.score.cases import Case, generated
from tests.score.corpus import corpus_cases
from tests.score.readings import Reading, read_with_engine
from tests.score.tally import Judged, judge_case

SCANS = {name for name in families(DEV) if name.startswith("scan")}
DEFAULT_VENDOR = "numbered-grid"
SEEDS_BY_ITEMS = {4: 1, 16: 3, 51: 4}
MEBIBYTE = 1024


def wrongly_accepted(judged: Iterable[Judged]) -> list[str]:
    """Any is a failure: what is accepted, nobody looks at again."""
    return [f"{one.name}: {[mark.field for mark in one.wrong]}" for one in judged if one.wrongly_accepted]


@pytest.fixture(scope="module")
def corpus() -> list[Judged]:
    folder = os.environ.get("FAKTURO_CORPUS")
    if not folder:
        pytest.skip("FAKTURO_CORPUS names no folder of real invoices")
    return [judged for case in corpus_cases(Path(folder)) for judged in judge_case(case, read_with_engine(case))]


def test_totals_of_the_corpus_are_right(corpus: list[Judged]) -> None:
    right = [mark.right for judged in corpus for mark in judged.marks if mark.field == "totals.total"]
    assert sum(right) >= 0.95 * len(right)


def test_three_quarters_of_the_corpus_are_right_in_every_field(corpus: list[Judged]) -> None:
    assert sum(judged.exact for judged in corpus) >= 0.75 * len(corpus)


def test_half_of_the_corpus_is_accepted_and_nothing_wrong_among_it(corpus: list[Judged]) -> None:
    assert sum(judged.accepted for judged in corpus) >= 0.5 * len(corpus)
    assert wrongly_accepted(corpus) == []


@cache
def of_default_vendor(items: int) -> tuple[Case, Reading]:
    (case,) = generated(DEV, 1, SEEDS_BY_ITEMS[items], (DEFAULT_VENDOR,))
    return case, read_with_engine(case)


@pytest.mark.parametrize("items", SEEDS_BY_ITEMS)
def test_the_default_vendors_layout_is_right_to_the_cent(items: int) -> None:
    case, reading = of_default_vendor(items)
    assert len(case.truths[0]["items"]) == items
    (judged,) = judge_case(case, reading)
    assert judged.wrong == []
    assert judged.accepted


@pytest.mark.parametrize("items", SEEDS_BY_ITEMS)
def test_the_default_vendors_articles_are_told_apart(items: int) -> None:
    """Its article number, a second code and the description stand under one head; the unit stands in another's."""
    case, reading = of_default_vendor(items)
    (read,) = reading.documents
    wanted = [(item["sku"], item["description"].replace(" ", ""), "PCS") for item in case.truths[0]["items"]]
    assert [(item["sku"], item["description"].replace(" ", ""), item["uom"]) for item in read["items"]] == wanted


def test_made_up_invoices_are_read_and_wrong_ones_are_not_accepted() -> None:
    """One of each family; the paper of some does not add up, and must go to a person."""
    cases = list(generated(DEV, 1, 7, tuple(set(families(DEV)) - SCANS)))
    judged = [one for case in cases for one in judge_case(case, read_with_engine(case))]
    assert not [one.name for one in judged if one.failure]
    assert sum(one.exact for one in judged) >= 0.75 * len(judged)
    assert wrongly_accepted(judged) == []


def test_one_wrong_field_of_an_accepted_invoice_is_enough_to_fail() -> None:
    case, reading = of_default_vendor(4)
    assert wrongly_accepted(judge_case(case, reading)) == []
    (read,) = reading.documents
    for field in ("number", "date", "currency"):
        planted = read | {"invoice": read["invoice"] | {field: "9"}}
        (said,) = wrongly_accepted(judge_case(case, replace(reading, documents=(planted,))))
        assert f"invoice.{field}" in said
    for field in ("subtotal", "tax", "total"):
        planted = read | {"totals": read["totals"] | {field: "9"}}
        (said,) = wrongly_accepted(judge_case(case, replace(reading, documents=(planted,))))
        assert f"totals.{field}" in said


@pytest.mark.long
def test_memory_stays_flat_over_a_thousand_files() -> None:
    names = sorted(set(families(DEV)) - SCANS)
    drawn = [draw(name, 1).pdf for name in names]

    def convert(count: int) -> int:
        for at in range(count):
            assert read_invoices(drawn[at % len(drawn)])[0].verdict in set(Verdict)
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    warm = convert(2 * len(drawn))
    assert convert(1000) - warm < 16 * MEBIBYTE
