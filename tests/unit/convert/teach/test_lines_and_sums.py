"""What one corrected invoice teaches about lines and sums: deductions, rows that are items, shares of a price."""

import json
from typing import Any

from fakturo.convert.invoice import Invoice, Verdict
from fakturo.convert.reader import read_pages
from fakturo.convert.teach.lesson import Lesson, teach, with_lesson
from fakturo.convert.teach.truth import truth_from_json
from fakturo.convert.templates.catalog import NO_TEMPLATES
from fakturo.convert.templates.parse import parse_template
from fakturo.convert.templates.words import THING
from fakturo.convert.vocabulary import terms
from tests.support.drawn import drawn

HEAD = """
    Kornblume Tiefbau GmbH
    Feldweg 3
    12345 Musterstadt

    ^INVOICE

    Bill to:                                Invoice no.   KT-{number}
    Musterbau AG                            Date          4 March 2026
    Ringstrasse 9
    50667 Cologne

"""
INSTALMENTS = """
    Description          Quantity       Price       Amount EUR

    Earthworks              40.00       12.50           500.00
    Paving                   6.00       50.00           300.00

                         Work done, net                 800.00
                         Minder 1. account of 2 May, net      -{each}
                         Minder 2. account of 2 June, net     -{each}
                         Net amount                     {net}
                         VAT 19%                        {tax}
                         Total                          {total}
"""
STAGES = """
    Stage II contract value                                 EUR      1,000.00
    Return of advance                                       EUR       -200.00

    Net amount                                              EUR        800.00
    VAT 19%                                                 EUR        152.00
    Total                                                   EUR        952.00
"""
ROYALTIES = """
    Title                Copies      Price     Quote     Fee EUR

    Night ferry             581      22.76       8 %     1057.88
    Moss and lime           935       8.81      10 %      823.74

                                     Net                 1881.62
                                     VAT 7%               131.71
                                     Total               2013.33
"""
SELLER = {"seller": {"name": "Kornblume Tiefbau GmbH"}}


def taught(body: str, right: dict[str, Any], number: int = 1) -> Lesson:
    truth = truth_from_json(json.dumps(SELLER | right).encode())
    return teach(drawn(HEAD.format(number=number) + body), truth, NO_TEMPLATES)


def read(body: str, lesson: Lesson | None = None, number: int = 2) -> Invoice:
    templates = with_lesson(NO_TEMPLATES, lesson) if lesson else NO_TEMPLATES
    (invoice,) = read_pages(drawn(HEAD.format(number=number) + body), templates)
    return invoice


LEVY = """
    Description          Quantity       Price       Amount EUR

    Earthworks              40.00       12.50           500.00
    Paving                   6.00       50.00           300.00

                         Subtotal                       800.00
                         Levio 8.875%                    71.00
                         Total                          871.00
"""


def test_a_tax_under_a_name_of_its_own_is_proved_by_a_rate_of_three_decimals() -> None:
    lesson = taught(LEVY, {"totals": {"subtotal": "800.00", "tax": "71.00", "total": "871.00"}})
    assert (lesson.before, lesson.after) == ("review", "accepted")
    assert "'Levio' is the tax." in lesson.learned


def test_equal_instalments_under_one_label_are_all_deducted() -> None:
    body = INSTALMENTS.format(each="100.00", net="600.00", tax="114.00", total="714.00")
    lesson = taught(body, {"totals": {"subtotal": "800.00", "discount": "200.00", "total": "714.00"}})
    assert lesson.unlearned == []
    after = read(INSTALMENTS.format(each=" 50.00", net="700.00", tax="133.00", total="833.00"), lesson)
    assert (str(after.totals.discount), str(after.totals.total), after.verdict) == (
        "100.00",
        "833.00",
        Verdict.ACCEPTED,
    )


def test_a_row_that_is_an_item_is_one_on_the_next_paper_too() -> None:
    items = [{"amount": "1000.00"}, {"amount": "-200.00"}]
    totals = {"tax": "152.00", "total": "952.00"}
    lesson = taught(STAGES, {"items": items, "totals": totals, "kind": "invoice"})
    assert "Stage" in parse_template(lesson.text, "a.toml").item_rows
    later = STAGES.replace("Stage II", "Stage IV").replace("1,000.00", "1,500.00")
    later = later.replace(" 800.00", "1300.00").replace("152.00", "247.00").replace(" 952.00", "1547.00")
    before, after = read(later), read(later, lesson)
    assert len(before.items) < len(after.items)
    assert [str(item.amount) for item in after.items] == ["1500.00", "-200.00"]
    assert str(after.totals.total) == "1547.00"


def test_the_word_that_stands_for_an_item_means_no_sum_and_no_column() -> None:
    assert not terms("totals").find(THING)
    assert not terms("columns").find(THING)


def test_a_share_of_the_price_is_learned_from_the_amounts_alone() -> None:
    items = [{"amount": "1057.88"}, {"amount": "823.74"}]
    before = read(ROYALTIES)
    lesson = taught(ROYALTIES, {"items": items, "totals": {"total": "2013.33"}})
    after = read(ROYALTIES.replace("581", "600").replace("1057.88", "1092.48"), lesson)
    assert "LINE_MISMATCH" in {issue.code for issue in before.issues}
    assert str(parse_template(lesson.text, "a.toml").columns["Quote"]) == "share"
    assert (str(after.items[0].qty), str(after.items[0].unit_price)) == ("600", "1.8208")


def test_a_line_that_is_not_its_share_is_told() -> None:
    lesson = taught(ROYALTIES, {"items": [{"amount": "1057.88"}, {"amount": "823.74"}]})
    wrong = read(ROYALTIES.replace("581", "582"), lesson)
    assert wrong.verdict is Verdict.REVIEW
    assert "LINE_MISMATCH" in {issue.code for issue in wrong.issues}


LIST = """
    Ballet lessons, autumn                              EUR     {first}
    Costume                                             EUR      {second}

    Total                                               EUR     {total}
"""
COSTUME = "    Costume                                             EUR      20.00\n"
INCLUDED = """
    Description          Quantity       Price       Amount EUR

    Earthworks              40.00       12.50           500.00

                         Total                          500.00
                         Abgift                          {tax}
"""


def codes(invoice: Invoice) -> set[str]:
    return {issue.code for issue in invoice.issues}


def test_a_list_without_a_head_is_no_longer_doubted_once_it_was_right() -> None:
    one = LIST.format(first="100.00", second="20.00", total="100.00").replace(COSTUME, "")
    before = read(one)
    items = [{"description": "Ballet lessons, autumn", "amount": "100.00"}, {"amount": "20.00"}]
    lesson = taught(
        LIST.format(first="100.00", second="20.00", total="120.00"), {"items": items, "totals": {"total": "120.00"}}
    )
    after = read(one, lesson)
    assert "ITEMS_DOUBTFUL" in codes(before)
    assert "ITEMS_DOUBTFUL" not in codes(after)
    wrong = read(LIST.format(first="100.00", second="20.00", total="110.00").replace(COSTUME, ""), lesson)
    assert wrong.verdict is Verdict.REVIEW


def test_that_prices_include_the_tax_is_asked_once() -> None:
    lesson = taught(
        INCLUDED.format(tax="79.83"),
        {"items": [{"amount": "500.00"}], "totals": {"subtotal": "500.00", "tax": "79.83", "total": "500.00"}},
    )
    written = parse_template(lesson.text, "a.toml")
    after = read(INCLUDED.format(tax="80.00"), lesson)
    assert (written.prices_with_tax, lesson.unlearned) == (True, [])
    assert (str(after.totals.tax), str(after.totals.total), after.verdict) == ("80.00", "500.00", Verdict.ACCEPTED)
