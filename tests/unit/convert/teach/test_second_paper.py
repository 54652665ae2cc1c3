"""What a confirmed paper settles on the vendor's next one, and what it makes doubtful there."""

import datetime as dt
import json
from dataclasses import replace
from typing import Any

import pytest

from fakturo.convert.header.reader import read_header
from fakturo.convert.invoice import Invoice, Kind, Reading, Verdict
from fakturo.convert.layout.sheet import Sheet
from fakturo.convert.reader import read_pages
from fakturo.convert.teach.lesson import CannotLearn, Lesson, teach, with_lesson
from fakturo.convert.teach.truth import truth_from_json
from fakturo.convert.templates.catalog import NO_TEMPLATES
from fakturo.convert.templates.header import decided
from fakturo.convert.templates.known import known_to
from fakturo.convert.templates.parse import parse_template
from tests.generator.vendor import draw_of_vendor
from tests.score.taught import sheets_of
from tests.support.drawn import drawn

PAPER = """
    Kornblume Tiefbau GmbH
    Feldweg 3
    12345 Musterstadt

    ^{title} {number}

    Bill to:                                {label}   {day}
    Musterbau AG
    Ringstrasse 9
    50667 Cologne

    Description          Quantity       Price       Amount EUR

    Earthworks              {qty}       12.50           {sign}500.00
    Paving                   6.00       50.00           {sign}300.00
{more}
                         Net amount                     {sign}800.00
                         VAT 19%                        {sign}152.00
                         Total                          {sign}952.00
{foot}
"""
PLAIN = {
    "title": "INVOICE",
    "number": "KT-1",
    "label": "Invoice date",
    "day": "4 March 2026",
    "qty": "40.00",
    "sign": " ",
    "more": "",
    "foot": "",
}
SELLER = {"seller": {"name": "Kornblume Tiefbau GmbH"}}
LINES = [{"qty": "40", "unit_price": "12.50", "amount": "500"}, {"qty": "6", "unit_price": "50", "amount": "300"}]


def paper(**changed: str) -> list[Sheet]:
    return drawn(PAPER.format(**(PLAIN | changed)))


def taught(right: dict[str, Any], **changed: str) -> Lesson:
    return teach(paper(**changed), truth_from_json(json.dumps(SELLER | right).encode()), NO_TEMPLATES)


def read(lesson: Lesson | None = None, **changed: str) -> Invoice:
    templates = with_lesson(NO_TEMPLATES, lesson) if lesson else NO_TEMPLATES
    (invoice,) = read_pages(paper(**changed), templates)
    return invoice


def codes(invoice: Invoice) -> set[str]:
    return {issue.code for issue in invoice.issues}


# ---------------------------------------------------------------- values that wrap


def test_a_day_over_two_lines_is_found_behind_its_label() -> None:
    foot = "    Please make sure that we have it by {day}\n    {year}."
    lesson = taught({"invoice": {"due_date": "2026-04-17"}}, foot=foot.format(day="17 April", year="2026"))
    after = read(lesson, number="KT-2", foot=foot.format(day="3 May", year="2026"))
    assert str(after.due_date) == "2026-05-03"


def test_a_tax_id_is_found_where_its_sentence_wraps() -> None:
    foot = "    The supply is subject to reverse charge: VAT is due by the recipient, (yours\n    {number}). Thank you."
    lesson = taught({"buyer": {"tax_id": "DE811569869"}}, foot=foot.format(number="DE811569869"))
    after = read(lesson, number="KT-2", foot=foot.format(number="DE136695976"))
    assert after.buyer.tax_id == "DE136695976"


# ---------------------------------------------------------------- credit notes


def test_a_credit_notes_title_keeps_no_invoice_from_its_template() -> None:
    lesson = taught({"invoice": {"number": "KT-1"}, "kind": "credit_note"}, title="CREDIT NOTE")
    assert "CREDIT NOTE" not in parse_template(lesson.text, "a.toml").fingerprint.texts
    assert read(lesson, number="KT-2").template == "kornblume-tiefbau-gmbh@1"
    assert read(lesson, number="KT-2").kind is Kind.INVOICE


def test_a_credit_note_without_a_title_is_known_by_its_minus() -> None:
    lesson = taught({"kind": "credit_note"}, sign="-")
    assert "If the amounts have a minus, it is a credit note." in lesson.learned
    assert "KIND_DOUBTFUL" in codes(read(number="KT-2", sign="-"))
    after = read(lesson, number="KT-2", sign="-")
    assert (after.kind, "KIND_DOUBTFUL" in codes(after)) == (Kind.CREDIT_NOTE, False)
    assert read(lesson, number="KT-3").kind is Kind.INVOICE


# ---------------------------------------------------------------- lines


def test_a_row_that_looks_like_an_item_and_is_none_is_asked_about_once() -> None:
    levy = "    Included: levy          1.00                           {levy}\n    Paving "
    first, second = (PAPER.replace("    Paving ", levy.replace("{levy}", amount)) for amount in ("3.50", "4.24"))
    assert "ROW_LEFT_OUT" in codes(read_pages(drawn(first.format(**PLAIN)))[0])
    truth = truth_from_json(json.dumps(SELLER | {"items": LINES, "totals": {"total": "952"}}).encode())
    lesson = teach(drawn(first.format(**PLAIN)), truth, NO_TEMPLATES)
    assert "A row that begins with 'Included: levy' is no item." in lesson.learned
    (after,) = read_pages(drawn(second.format(**PLAIN | {"number": "KT-2"})), with_lesson(NO_TEMPLATES, lesson))
    assert (codes(after), len(after.items)) == (set(), 2)


def test_where_lines_have_quantities_none_is_a_doubt() -> None:
    lesson = taught({"items": LINES})
    assert read(lesson, number="KT-2").verdict is Verdict.ACCEPTED
    bare = PAPER.replace("{qty}       12.50 ", "                    ").replace(
        " 6.00       50.00 ", "                  "
    )
    (after,) = read_pages(drawn(bare.format(**PLAIN | {"number": "KT-2"})), with_lesson(NO_TEMPLATES, lesson))
    assert [item.qty for item in after.items] == [None, None]
    assert "TEMPLATE_MISSED" in codes(after)


def test_columns_of_numbers_are_known_again_where_a_single_line_would_not_tell_them() -> None:
    """`1 x` below `ITEMS`, and no price: on the first paper, the arithmetic of other lines says what that is."""
    first, second = (draw_of_vendor("shop-three-sales-taxes", 21, number) for number in (1, 4))
    truth = {key: first.truths[0][key] for key in ("seller", "items")}
    truth["items"] = [{name: line[name] for name in ("qty", "amount", "description")} for line in truth["items"]]
    lesson = teach(sheets_of(first.pdf), truth_from_json(json.dumps(truth).encode()), NO_TEMPLATES)
    assert lesson.unlearned == []
    without, after = (
        read_pages(sheets_of(second.pdf), each)[0] for each in (NO_TEMPLATES, with_lesson(NO_TEMPLATES, lesson))
    )
    assert [item.qty for item in without.items] == [None]
    assert ([str(item.qty) for item in after.items], "TEMPLATE_MISSED" in codes(after)) == (["1"], False)


# ---------------------------------------------------------------- what is not the buyer's tax id


def test_a_number_that_is_not_the_buyers_tax_id_is_asked_about_once() -> None:
    foot = "    Kunde {number}\n\n    VAT no. GB298437391"
    assert read(foot=foot.format(number="GB979634951")).buyer.tax_id == "GB979634951"
    lesson = taught({"buyer": {"tax_id": None}}, foot=foot.format(number="GB979634951"))
    assert "A number to the right of 'Kunde' is not the buyer's tax id." in lesson.learned
    after = read(lesson, number="KT-2", foot=foot.format(number="GB521433934"))
    assert (after.buyer.tax_id, codes(after)) == (None, set())


def test_that_one_buyer_has_no_tax_id_says_nothing_of_the_next() -> None:
    foot = "    Customer VAT no. {number}\n\n    VAT no. GB298437391"
    lesson = taught({"buyer": {"tax_id": None}}, foot="    VAT no. GB298437391")
    assert read(lesson, number="KT-2", foot=foot.format(number="GB979634951")).buyer.tax_id == "GB979634951"


def test_the_place_of_one_day_confirms_no_other() -> None:
    foot = "    Due date   4 March 2026"
    lesson = taught({"invoice": {"date": "2026-03-04", "due_date": "2026-03-04"}}, foot=foot)
    confirmed = parse_template(lesson.text, "a.toml").confirmed
    assert [place.label for place in confirmed["invoice.due_date"]] == ["Due date"]
    assert [place.label for place in confirmed["invoice.date"]] == ["Invoice date"]


def test_where_the_goods_go_confirms_no_buyer() -> None:
    goods = "Deliver to:                             \n    Musterbau AG                            \n\n    Bill to:  "
    sheets = drawn(PAPER.replace("Bill to:  ", goods).format(**PLAIN))
    truth = truth_from_json(json.dumps(SELLER | {"buyer": {"name": "Musterbau AG"}}).encode())
    places = parse_template(teach(sheets, truth, NO_TEMPLATES).text, "a.toml").confirmed["buyer.name"]
    above = next(phrase for phrase in sheets[0].phrases if phrase.text == "Bill to:").box.y0
    assert places
    assert all(place.label == "Bill to:" or (place.at and place.at[1] > above) for place in places)


# ---------------------------------------------------------------- doubts that a template brings


def test_what_is_read_elsewhere_than_behind_the_fields_own_label_is_doubted() -> None:
    """As if the reader had decided for another day than the one that stands where it always did."""
    lesson = taught({"invoice": {"date": "2026-03-04"}})
    template = parse_template(lesson.text, "a.toml")
    sheets = paper(number="KT-2", day="9 March 2026")
    header = read_header(sheets, taught=known_to(template, sheets))
    assert header.date
    assert "TEMPLATE_CONTRADICTED" not in {issue.code for issue in decided(header, sheets, template).issues}
    other = replace(header.date.evidence, raw="1 January 2026")
    elsewhere = replace(header, date=Reading(dt.date(2026, 1, 1), other))
    assert "TEMPLATE_CONTRADICTED" in {issue.code for issue in decided(elsewhere, sheets, template).issues}


# ---------------------------------------------------------------- partial truths


def test_a_truth_without_sums_teaches_nothing_about_them() -> None:
    lesson = taught({"invoice": {"number": "KT-1"}}, qty="41.00")
    template = parse_template(lesson.text, "a.toml")
    assert (template.decimal_sign, template.ignored_rows, template.totals, template.counted) == (None, (), {}, None)


def test_lines_that_are_not_on_the_page_settle_nothing() -> None:
    lesson = taught({"items": [{"amount": "1"}]})
    template = parse_template(lesson.text, "a.toml")
    assert lesson.unlearned == ["2 lines were read, and it should be 1 line."]
    assert (template.headless, template.counted, template.unread) == (None, None, ("items",))


def test_who_sells_must_be_sure_or_said() -> None:
    anonymous = drawn("    ^INVOICE 17\n\n    Date: 4 March 2026\n\n    Total    952.00 EUR\n")
    with pytest.raises(CannotLearn, match="not sure who wrote this invoice"):
        teach(anonymous, truth_from_json(b'{"invoice": {"number": "17"}}'), NO_TEMPLATES)


@pytest.mark.parametrize("name", ["Herrn Max Mustermann", "Max Mustermann"])
def test_how_a_person_is_addressed_is_no_part_of_the_name(name: str) -> None:
    sheets = drawn(PAPER.replace("Musterbau AG", "Herrn Max Mustermann").format(**PLAIN))
    lesson = teach(sheets, truth_from_json(json.dumps(SELLER | {"buyer": {"name": name}}).encode()), NO_TEMPLATES)
    assert lesson.unlearned == []
