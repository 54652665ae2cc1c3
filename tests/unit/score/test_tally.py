"""A perfect reading of every family scores full marks, and each kind of mistake is counted where it belongs."""

import copy
from typing import Any

import pytest

from tests.generator.registry import Truth, draw, families
from tests.score.cases import Case
from tests.score.readings import Reading
from tests.score.tally import figures, judge_case

SEED = 7


def perfect(truth: Any) -> Any:
    """What a perfect reader gives: the first of alternatives, nothing for what is absent."""
    if isinstance(truth, dict):
        return {key: perfect(value) for key, value in truth.items()}
    if isinstance(truth, list):
        return (
            [perfect(value) for value in truth] if truth and isinstance(truth[0], dict) else truth[0] if truth else []
        )
    return None if truth == "absent" else truth


def case_of(truth: Truth) -> Case:
    return Case("one", "a-family", b"", (truth,))


def read_as(document: dict[str, Any], verdict: str) -> Reading:
    return Reading(({**document, "verdict": verdict},), 0.1)


@pytest.fixture
def truth() -> Truth:
    return draw("numbered-grid", SEED).truths[0]


@pytest.mark.parametrize("name", [name for name in families() if "scan" not in name])
def test_a_perfect_reading_is_exact(name: str) -> None:
    drawn = draw(name, SEED)
    case = Case(name, name, drawn.pdf, drawn.truths)
    judged = judge_case(case, Reading(tuple(perfect(truth) for truth in drawn.truths), 0))
    assert [one.wrong for one in judged] == [[] for _ in judged]


def test_a_right_reading_sent_to_review_is_a_needless_review(truth: Truth) -> None:
    total = figures(judge_case(case_of(truth), read_as(perfect(truth), "review")))
    assert (total["exact"], total["accepted"], total["needless_reviews"]) == (1, 0, 1)


def test_an_accepted_reading_with_a_wrong_field_is_wrongly_accepted(truth: Truth) -> None:
    reading = copy.deepcopy(perfect(truth))
    reading["totals"]["total"] = "1"
    total = figures(judge_case(case_of(truth), read_as(reading, "accepted")))
    assert (total["exact"], total["accepted"], total["wrong_accepted"]) == (0, 1, 1)


def test_a_paper_that_does_not_add_up_must_not_be_accepted(truth: Truth) -> None:
    wrong_paper = {**truth, "expect": "review"}
    total = figures(judge_case(case_of(wrong_paper), read_as(perfect(truth), "accepted")))
    assert (total["exact"], total["wrong_accepted"]) == (1, 1)


def test_an_engine_that_fails_gets_every_field_wrong(truth: Truth) -> None:
    total = figures(judge_case(case_of(truth), Reading((), 0, "ValueError: it broke")))
    assert (total["exact"], total["accepted"], total["failures"]) == (0, 0, 1)
    assert total["fields"]["totals.total"] == [0, 1]


def test_another_reading_that_is_as_good_counts_as_right(truth: Truth) -> None:
    other = {"items": truth["items"][:-1]}
    judged = judge_case(case_of({**truth, "or": [other]}), read_as(perfect({**truth, **other}), "accepted"))
    assert judged[0].exact


def test_one_invoice_read_as_two_is_wrong(truth: Truth) -> None:
    one = perfect(truth)
    total = figures(judge_case(case_of(truth), Reading((one, one), 0)))
    assert total["fields"]["documents"] == [0, 1]
