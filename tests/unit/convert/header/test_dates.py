"""Dates as people write them."""

import datetime as dt

import pytest

from fakturo.convert.header.dates.written import Order, dates_in

FIFTH_OF_MARCH = dt.date(2024, 3, 5)


@pytest.mark.parametrize(
    "text",
    [
        "2024-03-05",
        "2024/03/05",
        "2024. 03. 05.",
        "05.03.2024",
        "5.3.24",
        "5. März 2024",
        "5 mars 2024",
        "le 05 Mars 2024",
        "5 de marzo de 2024",
        "15/3/2024 05-Mar-24"[10:],
        "05MAR2024",
        "March 5 , 2024",
        "Mar. 5th, 2024",
        "5th of March 2024",
        "1er mars 2024".replace("1er", "5"),
        "5 maart 2024",
        "5 Maret 2024",
        "5 marzo 2024",
        "Jakarta, 5 Maret 2024",
        "2024 March 5",
        "2024年3月5日",
        "2024년 3월 5일",
        "Ngày 5 tháng 3 năm 2024",
        "Date 5 month 3 year 2024",
        "5 III 2024",
        "5.3.'24",
        "5 marca 2024",
        "2024. gada 5. martā",
        "วันที่ 5 มีนาคม 2567",
        "5มี.ค. 67",
        "5 มีนาคม พ.ศ. 2567",
    ],
)
def test_a_date_is_read_in_every_usual_form(text: str) -> None:
    (match,) = dates_in(text)
    assert match.by(Order.DAY_FIRST) == match.by(Order.MONTH_FIRST) == FIFTH_OF_MARCH


@pytest.mark.parametrize("text", ["03/04/2024", "3-4-2024", "03/04/24"])
def test_day_and_month_may_be_either(text: str) -> None:
    (match,) = dates_in(text)
    assert match.ambiguous
    assert match.by(Order.DAY_FIRST) == dt.date(2024, 4, 3)
    assert match.by(Order.MONTH_FIRST) == dt.date(2024, 3, 4)


def test_a_day_over_twelve_tells_the_order() -> None:
    (match,) = dates_in("03/25/2024")
    assert match.by(Order.DAY_FIRST) == dt.date(2024, 3, 25)


@pytest.mark.parametrize(
    "text",
    [
        "12-A/III/2026",
        "192.168.10.24",
        "31.02.2024",
        "1.234,56",
        "12/2024",
        "00-950",
        "2024-13-01",
        "INV/20240305/1",
        "555-0199",
    ],
)
def test_what_only_resembles_a_date_is_none(text: str) -> None:
    assert dates_in(text) == ()


def test_eight_digits_are_a_date_only_where_a_label_asks_for_one() -> None:
    assert dates_in("20240305") == ()
    assert dates_in("20240305", compact=True)[0].by(Order.DAY_FIRST) == FIFTH_OF_MARCH


def test_all_dates_of_a_text_come_in_order() -> None:
    first, second = dates_in("vom 01.05.2024 bis 31. Mai 2024")
    assert (first.day_first, second.day_first) == (dt.date(2024, 5, 1), dt.date(2024, 5, 31))


def test_digits_in_a_code_are_no_day() -> None:
    assert dates_in("D20240305", compact=True) == ()
