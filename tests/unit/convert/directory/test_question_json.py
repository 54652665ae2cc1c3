import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakturo.convert.directory.match import MOST_SELLERS
from fakturo.convert.directory.question import (
    Answer,
    Candidate,
    GoodsQuestion,
    GoodsRecord,
    PartyAnswer,
    PartyQuestion,
    Question,
    Record,
    Role,
    know_nothing,
)
from fakturo.convert.directory.question_json import (
    BadQuestion,
    answer_as_json,
    answer_from_json,
    asked_in_parts,
    question_as_json,
    question_from_json,
)

LONGEST_MESSAGE_BYTES = 1_048_576
TEXTS = st.one_of(st.none(), st.text(min_size=1, max_size=700))
QUESTIONS = st.builds(
    Question,
    st.lists(st.builds(PartyQuestion, st.sampled_from(Role), TEXTS, TEXTS), max_size=20).map(tuple),
    st.lists(st.text(max_size=90), max_size=5).map(tuple),
    st.lists(st.builds(GoodsQuestion, TEXTS, TEXTS), max_size=5).map(tuple),
)
BROAD = "\N{GRINNING FACE}"
"""Twelve bytes in a message."""
FULL = Record(
    BROAD * 255,
    Role.SELLER,
    tin="1" * 16,
    nitku="1" * 22,
    document_number=BROAD * 64,
    address=BROAD * 500,
    email="e" * 254,
    transaction_code="07",
    facility="01",
)


def over_the_wire(ask: Callable[[Question], Answer]) -> Callable[[Question], Answer]:
    """As a child asks: both ways as a line of JSON, none of them too long."""

    def asked(question: Question) -> Answer:
        there = json.dumps(question_as_json(question))
        back = json.dumps(answer_as_json(ask(question_from_json(json.loads(there)))))
        assert max(len(there), len(back)) < LONGEST_MESSAGE_BYTES - 1000
        return answer_from_json(json.loads(back))

    return asked


@given(QUESTIONS)
def test_every_question_is_answered_in_its_order(question: Question) -> None:
    def ask(part: Question) -> Answer:
        return Answer(
            parties=[PartyAnswer(Record(each.name or "?", tin=each.tax_id)) for each in part.parties],
            units={name: f"UM {name}" for name in part.units},
            goods=[GoodsRecord(each.sku or "?", each.description or "?") for each in part.goods],
        )

    clean = over_the_wire(ask)
    answer = asked_in_parts(question, clean)
    assert [each.record.name if each.record else None for each in answer.parties] == [
        _clean((each.name or "?")[:255]) for each in question.parties
    ]
    assert [each.code if each else None for each in answer.goods] == [
        _clean((each.description or "?")[:500]) for each in question.goods
    ]


def _clean(text: str) -> str:
    return text.replace("\0", "").encode("utf-8", "replace").decode() or "?"


def test_the_largest_question_fits_and_is_answered_in_parts() -> None:
    question = Question(
        tuple(PartyQuestion(Role.BUYER, f"{number}{BROAD * 300}", BROAD * 100) for number in range(50)),
        tuple(f"{number}{BROAD * 100}" for number in range(300)),
        tuple(GoodsQuestion(f"{number}{BROAD * 100}", BROAD * 600) for number in range(1000)),
    )
    crowd = tuple(Candidate(replace(FULL, transaction_code=f"{number:02}"), 0.9) for number in range(10))

    def ask(part: Question) -> Answer:
        parties = tuple(PartyAnswer(FULL, crowd) for _ in part.parties)
        return replace(know_nothing(part), parties=parties, own_sellers=(FULL,) * MOST_SELLERS)

    answer = asked_in_parts(question, over_the_wire(ask))
    assert len(answer.parties) == 50
    assert answer.parties[49] == PartyAnswer(FULL, crowd)
    assert len(answer.goods) == 1000
    assert len(answer.own_sellers) == MOST_SELLERS


def test_nothing_is_asked_twice_and_own_sellers_are_told_unasked() -> None:
    asked: list[Question] = []

    def ask(part: Question) -> Answer:
        asked.append(part)
        return replace(know_nothing(part), own_sellers=(FULL,))

    assert asked_in_parts(Question(), ask).own_sellers == (FULL,)
    same = PartyQuestion(Role.BUYER, "PT Maju", None)
    assert asked_in_parts(Question((same,) * 500, ("PCS",) * 500), ask).parties == (PartyAnswer(),) * 500
    assert asked == [Question(), Question((same,), ("PCS",))]


@pytest.mark.parametrize(
    "message",
    [
        None,
        [],
        {},
        {"parties": [["buyer", "x"]], "units": [], "goods": []},
        {"parties": [["king", "x", None]], "units": [], "goods": []},
        {"parties": [["buyer", 1, None]], "units": [], "goods": []},
        {"parties": [["buyer", "x" * 256, None]], "units": [], "goods": []},
        {"parties": [["buyer", "x", None]] * 9, "units": [], "goods": []},
        {"parties": [], "units": ["x"] * 101, "goods": []},
        {"parties": [], "units": [{}], "goods": []},
        {"parties": [], "units": [], "goods": [["x"]]},
        {"parties": 5, "units": [], "goods": []},
    ],
)
def test_what_no_child_of_ours_would_ask_is_refused(message: object) -> None:
    with pytest.raises(BadQuestion):
        question_from_json(message)
