from decimal import Decimal

import pytest

from fakturo.convert.figures import Figure, Sign, decimal_sign, figures_of, in_format
from fakturo.convert.page import Box, Source, Word
from tests.support.sheets import rows_from, sheet_from


def figures(text: str) -> list[Figure]:
    return [figure for row in rows_from(text) for figure in figures_of(row)]


def only(text: str) -> Figure:
    (figure,) = figures(text)
    return figure


@pytest.mark.parametrize(
    ("printed", "value"),
    [
        ("1,234,567.89", "1234567.89"),
        ("1.234.567,89", "1234567.89"),
        ("1.234.567", "1234567"),
        ("1 234,56", "1234.56"),
        ("1 234 567,89", "1234567.89"),
        ("1'234.56", "1234.56"),
        ("1’234.56", "1234.56"),
        ("1,23,456.00", "123456.00"),
        ("(1,234.00)", "-1234.00"),
        ("1,234.00-", "-1234.00"),
        ("-1,234.00", "-1234.00"),
        ("− 1,234.00", "-1234.00"),
        ("(-) 1,234.00", "-1234.00"),
        ("(-)0.12", "-0.12"),
        ("P26,922.49", "26922.49"),
        ("$(240.56)", "-240.56"),
        ("€ -9,32", "-9.32"),
        ("IDR6,870,000", "6870000"),
        ("Rp. 12.000,-", "12000"),
        ("EUR 3,50", "3.50"),
        ("1,169,43", "1169.43"),
        ("12.345.678.90", "12345678.90"),
        ("100,0000", "100.0000"),
        (".50", "0.50"),
        ("0", "0"),
    ],
)
def test_every_usual_format_has_its_value(printed: str, value: str) -> None:
    assert only(printed).value == Decimal(value)


@pytest.mark.parametrize(
    "printed", ["28.11.2022", "2024-05-06", "A4", "RE-2024/17", "12:30", "1.2.3.4", "FR19787878784"]
)
def test_what_is_no_number_is_none(printed: str) -> None:
    assert not figures(printed)


def test_three_digits_after_a_sign_may_be_thousands_or_decimals() -> None:
    assert only("50.000").values == (Decimal(50000), Decimal("50.000"))
    assert only("0.025").values == (Decimal("0.025"),)


def test_the_documents_decimal_sign_decides_what_is_open() -> None:
    sign = decimal_sign(figures("12.50   1,234.00   7.25   1.500"))
    assert sign is Sign.POINT
    assert in_format(only("1.500"), sign).value == Decimal("1.500")
    assert in_format(only("1,500"), sign).value == Decimal(1500)


def test_a_document_that_proves_both_signs_proves_none() -> None:
    assert decimal_sign(figures("12.50   7,25   1,75   3.25")) is None


def test_a_unit_or_a_currency_leaves_a_figure_clean_and_a_text_does_not() -> None:
    assert only("1.00 kg").clean
    assert only("1.00 kg").unit == "kg"
    assert only("€ 5,00").clean
    assert not only("Serial 4711 of the chair").clean


def test_a_percentage_is_told_from_an_amount() -> None:
    assert only("19 %").percent
    assert only("5,5%").percent
    assert not only("19").percent


def test_groups_that_stand_apart_are_two_numbers() -> None:
    assert [figure.value for figure in figures("12      345,00")] == [Decimal(12), Decimal("345.00")]


def test_in_type_of_one_width_a_space_within_a_number_is_as_wide_as_a_digit() -> None:
    words = [Word("27", Box(100, 50, 109.6, 58), 8.0), Word("333,06", Box(114.4, 50, 143.2, 58), 8.0)]
    (row,) = sheet_from("", words=words).rows
    assert [figure.value for figure in figures_of(row)] == [Decimal("27333.06")]


def test_on_a_scan_any_type_may_have_spaces_as_wide_as_a_digit() -> None:
    first, second = Word("22", Box(100, 50, 109, 58.9), 8.9), Word("222,00", Box(113.7, 50, 141, 58.9), 8.9)
    (row,) = sheet_from("", words=[word._replace(source=Source.OCR) for word in (first, second)]).rows
    assert [figure.value for figure in figures_of(row)] == [Decimal("22222.00")]
    (row,) = sheet_from("", words=[first, second]).rows
    assert len(figures_of(row)) == len([first, second])


def test_the_time_beside_a_day_says_nothing_about_money() -> None:
    assert not only("22/06/2020 14.24").clean
    assert only("14.24").clean
