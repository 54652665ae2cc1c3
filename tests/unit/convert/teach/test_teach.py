"""One invoice and its right values give the smallest template with which it, and the next one, is read right."""

import json
from functools import cache
from typing import Any

import pytest

from fakturo.convert.invoice import Verdict
from fakturo.convert.reader import read_pages
from fakturo.convert.teach.lesson import CannotLearn, Lesson, teach, with_lesson
from fakturo.convert.teach.truth import truth_from_json
from fakturo.convert.templates.catalog import NO_TEMPLATES, Templates
from fakturo.convert.templates.parse import parse_template
from fakturo.convert.templates.write import as_toml
from tests.support.drawn import drawn
from tests.unit.convert.templates.vendor import page, small, template

RIGHT: dict[str, Any] = {
    "invoice": {"number": "KH-204", "date": "2026-03-04", "currency": "EUR"},
    "seller": {"name": "Kornblume Handel GmbH"},
    "buyer": {"name": "Musterbau AG"},
    "items": [
        {"description": "Wall switch", "qty": "40", "unit_price": "12.50", "amount": "500.00"},
        {"description": "Installation", "qty": "6", "unit_price": "48.00", "amount": "288.00"},
    ],
    "totals": {"subtotal": "788.00", "tax": "149.72", "total": "937.72"},
}
NEXT = (
    ("KH-204", "KH-219"),
    ("03/04/2026", "05/06/2026"),
    ("Musterbau AG", "Altmarkt KG"),
    ("40.00       500.00", "20.00       250.00"),
    ("788.00                                788.00", "538.00                                538.00"),
    ("Vorsumm     788.00", "Vorsumm     538.00"),
    ("149.72", "102.22"),
    ("937.72", "640.22"),
)
"""The vendor's next invoice."""


@cache
def first_lesson() -> Lesson:
    return taught_again(NO_TEMPLATES)


def taught_again(templates: Templates, right: dict[str, Any] = RIGHT) -> Lesson:
    return teach(page(), truth_from_json(json.dumps(right).encode()), templates)


def test_the_taught_invoice_is_read_right_and_accepted() -> None:
    lesson = first_lesson()
    (invoice,) = read_pages(page(), with_lesson(NO_TEMPLATES, lesson))
    assert (lesson.before, lesson.after, lesson.unlearned) == ("review", "accepted", [])
    assert (invoice.template, invoice.verdict) == ("kornblume-handel-gmbh@1", Verdict.ACCEPTED)
    assert str(invoice.items[0].qty) == "40.00"
    assert str(invoice.date) == "2026-03-04"


def test_the_next_invoice_of_the_vendor_is_read_right_and_accepted() -> None:
    templates = with_lesson(NO_TEMPLATES, first_lesson())
    (before,), (after,) = read_pages(page(*NEXT)), read_pages(page(*NEXT), templates)
    assert (before.verdict, after.verdict) == (Verdict.REVIEW, Verdict.ACCEPTED)
    assert (after.number, str(after.date), after.buyer.name) == ("KH-219", "2026-05-06", "Altmarkt KG")
    assert [str(item.qty) for item in after.items] == ["20.00", "6.00"]
    assert str(after.totals.total) == "640.22"


def test_nothing_is_learned_that_is_not_needed() -> None:
    lesson = first_lesson()
    written = parse_template(lesson.text, "a.toml")
    assert written.date_order == "month_first"
    assert "Jeplix" in written.columns
    assert written.currency is None  # it was read by itself
    assert len(written.columns) + len(written.totals) + len(written.ignored_rows) <= 4


def test_what_is_read_right_and_doubted_is_confirmed_where_it_stands_and_not_read_from_there() -> None:
    """On the next paper another line may stand at that place."""
    strange = ("Bill to:", "Wozu    ")
    truth = truth_from_json(json.dumps(RIGHT).encode())
    lesson = teach(page(strange), truth, NO_TEMPLATES)
    written = parse_template(lesson.text, "a.toml")
    assert "buyer.name" in written.confirmed
    assert "buyer.name" not in written.anchors
    lower = page(strange, *NEXT, ("^INVOICE\n", "^INVOICE\n\n"))
    (after,) = read_pages(lower, with_lesson(NO_TEMPLATES, lesson))
    assert (after.buyer.name, after.verdict, after.template) == (
        "Altmarkt KG",
        Verdict.ACCEPTED,
        "kornblume-handel-gmbh@1",
    )


def test_every_learned_thing_is_said_in_words() -> None:
    lesson = first_lesson()
    assert "Dates have the month first." in lesson.learned
    assert any("'Jeplix'" in sentence for sentence in lesson.learned)
    assert "The seller's name is 'Kornblume Handel GmbH'." in lesson.learned


def test_what_cannot_be_learned_is_said_with_its_reason() -> None:
    right = {**RIGHT, "buyer": {"name": "Somebody Elsewhere Ltd"}}
    lesson = taught_again(NO_TEMPLATES, right)
    (sentence,) = lesson.unlearned
    assert sentence.startswith("The buyer's name is read as 'Musterbau AG', and should be 'Somebody Elsewhere Ltd'.")
    assert sentence.endswith("That is nowhere on the page in one piece: is it what the page says?")
    assert lesson.wrong_after == 1


def test_a_second_teaching_adds_to_the_first_and_counts_on() -> None:
    first = taught_again(NO_TEMPLATES, {"seller": {"name": "Kornblume Handel GmbH"}, "invoice": {"date": "2026-03-04"}})
    second = taught_again(with_lesson(NO_TEMPLATES, first))
    assert (second.merged_with, second.name, second.version) == ("kornblume-handel-gmbh@1", first.name, 2)
    assert any("'Jeplix'" in sentence for sentence in second.learned)
    assert "Dates have the month first." not in second.learned  # known since the first
    third = taught_again(with_lesson(NO_TEMPLATES, second))
    assert (third.merged_with, third.version, third.learned) == ("kornblume-handel-gmbh@2", 2, [])


def test_a_second_layout_of_the_vendor_becomes_a_second_template() -> None:
    templates = with_lesson(NO_TEMPLATES, first_lesson())
    other = drawn("""
        Kornblume Handel GmbH

        ^INVOICE

        Quittung Kennung: QX-7
        Invoice date: 1 April 2026

        Bill to:
        Musterbau AG

        Description      Quantity       Price      Amount

        Wall switch         40.00       12.50      500.00

                                    Subtotal       500.00
                                    VAT 19%         95.00
                                    Total EUR      595.00
    """)
    right = {"seller": {"name": "Kornblume Handel GmbH"}, "invoice": {"number": "QX-7"}, "totals": {"total": "595.00"}}
    lesson = teach(other, truth_from_json(json.dumps(right).encode()), templates)
    assert (lesson.name, lesson.merged_with) == ("kornblume-handel-gmbh-2", None)
    both = with_lesson(templates, lesson)
    assert both.choose(other)[0].name == "kornblume-handel-gmbh-2"
    assert both.choose(page())[0].name == "kornblume-handel-gmbh"


def test_a_paper_on_which_the_taught_vendor_is_the_buyer_is_read_as_before() -> None:
    templates = with_lesson(NO_TEMPLATES, first_lesson())
    other = page(("Kornblume Handel GmbH", "Altmarkt Eisen GmbH"), ("Musterbau AG", "Kornblume Handel GmbH"))
    assert templates.choose(other)[0].name == "kornblume-handel-gmbh"  # its name and its labels are there
    (before,), (after,) = read_pages(other), read_pages(other, templates)
    assert before.buyer.name == "Kornblume Handel GmbH"
    assert before == after


def test_a_page_that_says_nowhere_who_wrote_it_teaches_nothing() -> None:
    anonymous = drawn("""
        ^INVOICE

        Number       7
    """)
    with pytest.raises(CannotLearn, match="who wrote it"):
        teach(anonymous, truth_from_json(b'{"seller": {"name": "Kornblume"}}'), NO_TEMPLATES)


def test_a_letter_teaches_nothing() -> None:
    letter = drawn("""
        Kornblume Handel GmbH

        Dear Ms Harms,
        thank you for your visit.
    """)
    truth = b'{"seller": {"name": "Kornblume Handel GmbH"}, "invoice": {"number": "7"}, "totals": {"total": "12.00"}}'
    with pytest.raises(CannotLearn, match="is it an invoice"):
        teach(letter, truth_from_json(truth), NO_TEMPLATES)


def test_a_pdf_without_text_teaches_nothing() -> None:
    with pytest.raises(CannotLearn, match="no text"):
        teach(drawn(""), truth_from_json(b'{"seller": {"name": "Kornblume"}}'), NO_TEMPLATES)


@pytest.mark.parametrize(
    "more",
    [
        "",
        '[anchors]\n"buyer.name" = [{ at = [60, 142.5] }, { label = "To:", value = "below" }]\ndue_date = "none"',
        '[anchors]\ntotal = { label = "All \\"in\\"" }\n[confirm]\nnumber = { label = "No." }',
        "[anchors]\ndate = { pattern = 'vom (\\S+)' }",
    ],
)
def test_what_is_written_is_read_again(more: str) -> None:
    known = small(more) if more else template()
    assert parse_template(as_toml(known), "a.toml") == known


def test_what_was_corrected_in_vain_is_never_accepted_in_silence_until_it_is_right() -> None:
    right = {**RIGHT, "invoice": {**RIGHT["invoice"], "due_date": "2026-04-01"}}  # printed nowhere
    lesson = taught_again(NO_TEMPLATES, right)
    templates = with_lesson(NO_TEMPLATES, lesson)
    (after,) = read_pages(page(*NEXT), templates)
    assert parse_template(lesson.text, "a.toml").unread == ("invoice.due_date",)
    assert "Until it can be read, somebody must check the day to pay on each invoice." in lesson.learned
    assert after.verdict is Verdict.REVIEW
    assert [(issue.code, issue.field) for issue in after.issues] == [("TEMPLATE_UNREAD", "invoice.due_date")]
    again = taught_again(templates, {**right, "invoice": {**right["invoice"], "due_date": None}})
    (mended,) = read_pages(page(*NEXT), with_lesson(templates, again))
    assert mended.verdict is Verdict.ACCEPTED
