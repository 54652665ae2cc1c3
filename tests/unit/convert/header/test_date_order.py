import datetime as dt

from fakturo.convert.header.dates.order import Habits, decide_order
from fakturo.convert.header.dates.written import Order, dates_in
from fakturo.convert.header.scene import scene_of
from tests.support.sheets import sheet_from


def order(habits: Habits) -> tuple[Order, bool]:
    (date,) = dates_in("10/03/2025")
    assert {date.by(each) for each in Order} == {dt.date(2025, 3, 10), dt.date(2025, 10, 3)}
    verdict = decide_order(scene_of([sheet_from("10/03/2025")], None), date, None, habits)
    return verdict.order, verdict.sure


def test_an_american_who_writes_english_begins_with_the_month() -> None:
    assert order(Habits("US", "USD", ["en"])) == (Order.MONTH_FIRST, True)


def test_an_american_address_on_a_page_in_another_language_leaves_a_doubt() -> None:
    assert order(Habits("US", "USD", ["pt", "en"])) == (Order.DAY_FIRST, False)


def test_language_and_currency_of_another_country_outweigh_an_american_address() -> None:
    assert order(Habits("US", "BRL", ["pt", "en"])) == (Order.DAY_FIRST, True)


def test_a_country_that_begins_with_the_day_is_sure() -> None:
    assert order(Habits("BR", "BRL", ["pt"])) == (Order.DAY_FIRST, True)
