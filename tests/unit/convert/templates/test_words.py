"""Whatever a template may say has a word that the reader understands as just that."""

import pytest

from fakturo.convert.solve.sums.labels import Means, meanings
from fakturo.convert.solve.table.heads import Role
from fakturo.convert.templates.parse import MEANINGS
from fakturo.convert.templates.words import column_word, in_known_words, label_word
from fakturo.convert.vocabulary import terms
from tests.support.drawn import drawn
from tests.unit.convert.templates.vendor import small


@pytest.mark.parametrize("role", Role)
def test_every_role_has_a_word(role: Role) -> None:
    assert terms("columns").meanings(column_word(role)) == {role.value}


@pytest.mark.parametrize("means", MEANINGS.values())
def test_every_meaning_of_a_sum_has_a_word(means: Means) -> None:
    assert meanings(label_word(means)) == (means,)


def known(picture: str, text: str) -> list[str]:
    return [row.text for row in in_known_words(drawn(picture), small(text)).known]


def test_a_head_that_wraps_over_lines_even_inside_a_word_is_one() -> None:
    picture = """
        Blurf    12)Jepl    Wumm
                 ix IDR
    """
    assert known(picture, '[columns]\n"12)Jeplix IDR" = "unit_price"') == ["Blurf unit price Wumm", "·"]


def test_the_longest_text_wins_and_no_word_is_replaced_twice() -> None:
    entries = '[columns]\n"Plix" = "qty"\n"Plix unit" = "unit_price"\n"unit" = "uom"'
    assert known("Plix unit   Plix", entries) == ["unit price qty"]


def test_only_a_whole_word_is_the_text() -> None:
    assert known("Plixen   Unplix", '[columns]\n"Plix" = "qty"') == ["Plixen Unplix"]


def test_a_rate_in_a_label_stays() -> None:
    assert known("Abgift19%:   149.72", '[totals]\n"Abgift19%" = "tax"') == ["vat 19% 149.72"]
    assert known("Abgift 8.875%   44.38", '[totals]\n"Abgift" = "tax"') == ["vat 8.875% 44.38"]


def test_a_label_of_a_sum_leads_its_phrase() -> None:
    text = '[totals]\n"Allsumm" = "total"'
    assert known("Buch der Allsumm   12.00", text) == ["Buch der Allsumm 12.00"]


def test_rows_that_are_no_items_are_left_out() -> None:
    picture = """
        Wall switch   12.00
        Behelf        12.00
    """
    assert known(picture, '[rows]\nignore = ["behelf"]') == ["Wall switch 12.00"]
