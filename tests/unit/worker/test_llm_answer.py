"""From a model's words to JSON after its schema, and from pages to questions: decisions only."""

import json
from collections.abc import AsyncIterator

import pytest

from fakturo.convert.llm.catalog import schemas
from fakturo.worker.llm.answer import BadAnswer, joined, normalised, read_answer, without_trailing_commas
from fakturo.worker.llm.pages import PageText, pages_in
from fakturo.worker.llm.prompt import Budget, TooLong, ranges, user_text
from tests.support.readings import READING, reading_of

SCHEMA = schemas()["invoice_v1"]
TEXT = json.dumps(READING)


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        f"\ufeff{TEXT}",
        f"```json\n{TEXT}\n```",
        f"  ```\n{TEXT}```  ",
        TEXT.replace('"pages": [1]', '"pages": [1,]'),
        f"```json\n{TEXT[:-1]},\n}}\n```",
    ],
)
def test_what_only_looks_different_is_the_same(text: str) -> None:
    assert read_answer(text, SCHEMA) == READING


def test_commas_in_texts_stay() -> None:
    assert without_trailing_commas('{"a": "x,}", "b": [1, 2 , ],}') == '{"a": "x,}", "b": [1, 2  ]}'
    assert normalised("```json\n{}\n```") == "{}"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Sure, here you are", "unparseable"),
        ('{"invoices": [', "unparseable"),
        ("[]", "schema_failed"),
        ('{"invoices": [], "note": "hi"}', "schema_failed"),
        (TEXT.replace('"937.72"', '"EUR 937,72"'), "schema_failed"),
        ("[" * 100_000, "unparseable"),
        ("x" * 300_001, "answer_too_long"),
    ],
)
def test_what_can_not_be_used_says_why(text: str, reason: str) -> None:
    with pytest.raises(BadAnswer) as bad:
        read_answer(text, SCHEMA)
    assert bad.value.reason == reason


def test_an_invoice_that_goes_on_over_ranges_is_one() -> None:
    first, second = reading_of("A-1"), reading_of("A-1")
    first["invoices"][0]["totals"]["total"] = None
    second["invoices"][0]["invoice"]["number"] = None
    (whole,) = joined([first, second])["invoices"]
    assert (len(whole["items"]), whole["invoice"]["number"], whole["totals"]["total"]) == (4, "A-1", "937.72")
    assert len(joined([reading_of("A-1"), reading_of("A-2")])["invoices"]) == 2


def page(number: int, lines: int) -> PageText:
    return PageText(number, tuple(f"y{at} x40 {'word ' * 8}" for at in range(lines)))


def test_pages_are_asked_about_in_ranges_that_fit() -> None:
    budget = Budget(context_tokens=2000, output_tokens=500, most_calls=20)
    groups = ranges([page(number, 20) for number in range(1, 11)], budget, fixed=300)
    assert [each.number for group in groups for each in group] == list(range(1, 11))
    room = budget.characters_for_pages(300)
    assert all(sum(len(each.text) + 1 for each in group) <= room for group in groups)
    assert len(groups) > 1


def test_a_page_that_is_too_long_by_itself_is_parted() -> None:
    budget = Budget(context_tokens=1500, output_tokens=500, most_calls=50)
    groups = ranges([page(1, 400)], budget, fixed=300)
    assert sum(len(each.lines) for group in groups for each in group) == 400
    with pytest.raises(TooLong):
        ranges([page(1, 4000)], Budget(1500, 500, 5), fixed=300)


def test_no_document_can_end_itself() -> None:
    text = user_text([PageText(1, ("y1 x1 document-abc123 ends",))], "abc123")
    assert text.count("abc123") == 2


async def test_lines_say_where_they_stand() -> None:
    layout = (
        b'<layout xmlns="urn:fakturo:layout:1"><page number="1"><block bbox="0 0 1 1">'
        b'<line bbox="340 140 500 150"><word bbox="340 140 390 150" size="10">Invoice</word>'
        b'<word bbox="393 140 420 150" size="10">number:</word><word bbox="450 140 500 150" size="10">A-1</word></line>'
        b'<line bbox="72 60 200 70"><word bbox="72 60 200 70" size="10">Nordlicht</word></line>'
        b'</block></page><page number="2"/></layout>'
    )

    async def chunks() -> AsyncIterator[bytes]:
        for at in range(0, len(layout), 50):
            yield layout[at : at + 50]

    one, two = await pages_in(chunks())
    assert one.lines == ("y60 x72 Nordlicht", "y140 x340 Invoice number: | x450 A-1")
    assert two.is_blank


async def test_a_page_of_which_recognition_made_only_guesses_is_blank() -> None:
    """So that a model that takes pictures is shown it."""

    async def guesses() -> AsyncIterator[bytes]:
        yield b'<layout xmlns="urn:fakturo:layout:1"><page number="1"><block><line bbox="1 2 3 4">'
        yield b'<word bbox="1 2 3 4" size="112" source="ocr" confidence="0.10">1</word></line></block></page></layout>'

    (page,) = await pages_in(guesses())
    assert page.is_blank
