"""The weights that are shipped are those that the papers and this code give."""

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fakturo.convert.weigh.weights import FIELDS
from tests.train.__main__ import FOLDER, main
from tests.train.fit import PRIORS, Page, fit, fit_pair, shares_of
from tests.train.inputs import fingerprint_of_code, fingerprint_of_papers

PAPERS = Path(os.environ.get("FAKTURO_PAPERS", "-"))


def stored(field: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((FOLDER / f"{field}.json").read_text("utf-8"))
    return read


@pytest.mark.parametrize("field", FIELDS)
def test_no_weights_are_older_than_the_evidence_that_they_weigh(field: str) -> None:
    assert stored(field)["made_from"]["code"] == fingerprint_of_code(), "run scripts/train"
    assert stored(field)["weights"]


@pytest.mark.skipif(not PAPERS.is_dir(), reason="FAKTURO_PAPERS names no folder")
@pytest.mark.parametrize("field", FIELDS)
def test_no_weights_are_older_than_the_papers(field: str) -> None:
    assert stored(field)["made_from"]["papers"] == fingerprint_of_papers(PAPERS), "run scripts/train"


@pytest.mark.long
@pytest.mark.skipif(not PAPERS.is_dir(), reason="FAKTURO_PAPERS names no folder")
def test_training_again_gives_the_same_weights() -> None:
    assert main(["--check"]) == 0


def page(layout: str, right: str) -> Page:
    """Two candidates and nothing: a fact of each, and which is right."""
    facts = ("labelled", "large")
    evidence = [frozenset({fact, f"only {layout}"}) for fact in facts]
    return Page(
        layout,
        layout,
        weight=1.0,
        evidence=[*evidence, frozenset({"nothing"})],
        right=[*(fact == right for fact in facts), False],
    )


def test_what_is_right_on_most_papers_weighs_most() -> None:
    weights = fit([page(layout, "large" if layout == "e" else "labelled") for layout in "abcde"])
    assert weights["labelled"] > weights["large"] > weights["nothing"]
    shares = shares_of(weights, page("new", "labelled"))
    assert shares[0] == max(shares)


def test_evidence_of_fewer_than_three_layouts_is_not_learned() -> None:
    assert not [name for name in fit([page(layout, "labelled") for layout in "abcde"]) if name.startswith("only")]


def test_what_cannot_be_both_teaches_less_where_the_other_is_told_by_a_label() -> None:
    """The large one sells, and the labelled one buys: who is labelled need not be unlike a seller by itself."""
    papers = [(page(layout, "large"), page(layout, "labelled")) for layout in "abcde"]
    seller, buyer = fit_pair(papers)
    alone = fit([one for one, _ in papers])
    margin = seller["large"] - seller.get("labelled", 0.0)
    assert margin > 0
    assert buyer["labelled"] > buyer.get("large", 0.0)
    assert margin < alone["large"] - alone["labelled"]


def test_what_tells_one_side_tells_the_other_less() -> None:
    """A name is a name: a paper that says nothing about the buyer teaches what names look like."""
    seller, buyer = fit_pair([(page(layout, "large"), None) for layout in "abcde"])
    assert seller["large"] > buyer["large"] > 0 > buyer["labelled"] > seller["labelled"]


def test_what_both_sides_tell_weighs_most() -> None:
    papers = [(page(layout, "large"), None) for layout in "abc"]
    one, _ = fit_pair(papers)
    both, _ = fit_pair([*papers, *((None, page(layout, "large")) for layout in "def")])
    assert both["large"] > one["large"]


def test_a_fact_that_papers_cannot_teach_keeps_the_weight_that_it_is_given() -> None:
    """A plain label stands beside it on each of them."""
    [told] = PRIORS
    papers = [page(layout, "labelled") for layout in "abcde"]
    titled = [replace(one, evidence=[one.evidence[0] | {told}, *one.evidence[1:]]) for one in papers]
    assert fit(titled)[told] >= PRIORS[told]
    assert told not in fit(papers)
