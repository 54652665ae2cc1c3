"""What is printed, in every usual form, is found by its value."""

import datetime as dt
from decimal import Decimal

import pytest

from fakturo.convert.embedded.printed import Printed, readings
from fakturo.convert.layout.sheet import Sheet, sheet_of
from fakturo.convert.page import Box, PageContent, PageHead, Word


def sheet(*lines: str, number: int = 1) -> Sheet:
    words = []
    for row, line in enumerate(lines):
        x = 50.0
        for text in line.split(" "):
            words.append(Word(text, Box(x, 20.0 * row, x + 5 * len(text), 20.0 * row + 10), 10))
            x += 5 * len(text) + 3
    nowhere = Box(0, 0, 600, 800)
    head = PageHead(number, 600, 800, 0, nowhere, nowhere)
    return sheet_of(PageContent(head, iter(words), iter(()), iter(())))


@pytest.mark.parametrize(
    "text",
    [
        "1234.56",
        "1,234.56",
        "1.234,56",
        "1 234,56",
        "1'234.56",
        "1\u2019234.56",
        "€1,234.56",
        "1.234,56€",
        "EUR 1.234,56",
        "-1.234,56",
        "1.234,56-",
        "(1,234.56)",
        "Total: 1.234,56 EUR netto",
    ],
)
def test_an_amount_is_found_in_any_form(text: str) -> None:
    assert Printed([sheet(text)]).number(Decimal("1234.56"))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1.234", {"1234", "1.234"}),
        ("12.34", {"12.34"}),
        ("1.234.567", {"1234567"}),
        ("1,23,456.00", {"123456"}),
        ("1.234,-", {"1234", "1.234"}),
        ("0.025", {"0.025", "25"}),
        ("1.2.3,4,5", set()),
        ("9" * 30, set()),
    ],
)
def test_only_three_digits_after_one_mark_have_two_readings(text: str, values: set[str]) -> None:
    assert readings(text.removesuffix("-")) == {Decimal(value) for value in values}


def test_a_percentage_is_no_amount() -> None:
    printed = Printed([sheet("10% 19 % 7,5%")])
    assert not any(printed.number(Decimal(value)) for value in ("10", "19", "7.5", "1", "9"))


@pytest.mark.parametrize(
    "text",
    [
        "2031-03-09",
        "09.03.2031",
        "9.3.31",
        "09/03/2031",
        "03/09/2031",
        "2031/03/09",
        "9. März 2031",
        "09-Mar-2031",
        "March 9, 2031",
        "9th March 2031",
        "9 mars 2031",
        "9 de marzo de 2031",
        "vom 09.03.2031 an",
    ],
)
def test_a_date_is_found_in_any_form(text: str) -> None:
    assert Printed([sheet(text)]).date(dt.date(2031, 3, 9))


@pytest.mark.parametrize(
    ("number", "line", "found"),
    [
        ("RE-2031/507", "Rechnung RE-2031/507 vom", True),
        ("RE2031507", "Rechnung re 2031 507", False),
        ("RE-2031/507", "Rechnung Re 2031-507", True),
        ("42", "Rechnung Nr. 42", True),
        ("42", "Rechnung Nr. 142", False),
        ("42", "Rechnung Nr. A42", False),
        ("2031-77", "Nr. 2031-771", False),
        ("---", "---", False),
    ],
)
def test_a_number_is_found_whole_or_not_at_all(number: str, line: str, found: bool) -> None:
    assert bool(Printed([sheet(line)]).text(number)) is found


def test_the_place_is_that_of_the_words_themselves() -> None:
    [spot] = Printed([sheet("Summe 1 234,56 EUR")]).number(Decimal("1234.56"))
    assert spot.text == "1 234,56"
    assert (spot.box.x0, spot.box.x1) == (78, 78 + 5 * 7 + 3)
