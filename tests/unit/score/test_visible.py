"""A value counts as visible only if a usual way of writing it stands on the page, whole."""

import datetime as dt
from decimal import Decimal

import pytest

from tests.score.visible import PageText

PAGE = PageText("Rechnung Nr. R-77 vom 5. März 2018\nSumme 1.234,50 EUR, davon 10 Stk.\nDue 03/20/2023 $ 7.00")


@pytest.mark.parametrize(
    ("value", "seen"), [("1234.50", True), ("1234.5", True), ("234.50", False), ("10", True), ("1", False), ("7", True)]
)
def test_numbers_are_found_whole_and_in_any_format(value: str, seen: bool) -> None:
    assert PAGE.has_number(Decimal(value)) is seen


def test_money_needs_its_cents() -> None:
    assert not PAGE.has_money(Decimal(10))
    assert PAGE.has_money(Decimal(7))


@pytest.mark.parametrize(("day", "seen"), [("2018-03-05", True), ("2023-03-20", True), ("2018-05-03", False)])
def test_dates_are_found_in_words_and_figures(day: str, seen: bool) -> None:
    assert PAGE.has_date(dt.date.fromisoformat(day)) is seen


def test_text_is_found_by_letters_and_digits() -> None:
    assert PAGE.has_text("r 77")
    assert not PAGE.has_text("R-78")
