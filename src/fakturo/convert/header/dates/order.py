"""Day or month first: decided once for a document, by everything that tells."""

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from fakturo.convert.header.dates.written import DateMatch, Order, dates_in
from fakturo.convert.header.scene import Scene
from fakturo.convert.vocabulary import languages, terms

MONTH_FIRST_COUNTRIES = frozenset({"US", "PH", "PR"})
UNDECIDED_COUNTRIES = frozenset({"CA", "JP", "KR", "CN", "TW", "HU"})
"""Where numbers are written in either order. All others begin with the day."""
DAY_FIRST_CURRENCIES = frozenset(
    {"GBP", "INR", "AUD", "NZD", "IDR", "MYR", "SGD", "HKD", "ZAR", "AED", "SAR", "PKR", "KES", "NGN", "CHF", "THB"}
)
TELLING_NOTHING = frozenset({None, "USD", "EUR", "PHP", "CAD", "JPY", "KRW", "CNY", "TWD", "HUF"})
"""Currencies that are used abroad, or where either order is."""
_COUNT = re.compile(r"\b(\d{1,3})\s*-?\s*$")
LONGEST_TERM = dt.timedelta(days=95)


class Habits(NamedTuple):
    """What tells how people write dates where no date does."""

    country: str | None
    """The seller's."""
    currency: str | None
    languages: Sequence[str]


class DecidedOrder(NamedTuple):
    order: Order
    sure: bool


def decide_order(scene: Scene, date: DateMatch, due: DateMatch | None, habits: Habits) -> DecidedOrder:
    """How to read 03/04/25. Not sure where only habit speaks, and habits differ among writers of English."""
    country, currency, languages = habits
    if not date.ambiguous and (due is None or not due.ambiguous):
        return DecidedOrder(Order.DAY_FIRST, sure=True)
    seen = {order for match in _all_dates(scene) if (order := _told_by(match))}
    if len(seen) == 1:
        return DecidedOrder(seen.pop(), sure=True)
    if by_term := _by_term(scene, date, due):
        return DecidedOrder(by_term, sure=True)
    is_month_first = country in MONTH_FIRST_COUNTRIES
    if is_month_first and languages and languages[0] == "en":
        return DecidedOrder(Order.MONTH_FIRST, sure=not seen)
    if (
        (country is not None and country not in MONTH_FIRST_COUNTRIES | UNDECIDED_COUNTRIES)
        or currency in DAY_FIRST_CURRENCIES
        or (languages and languages[0] in _day_first_languages())
    ):
        told_twice = bool(languages) and languages[0] in _day_first_languages() and currency not in TELLING_NOTHING
        return DecidedOrder(Order.DAY_FIRST, sure=not seen and (told_twice or not is_month_first))
    return DecidedOrder(Order.DAY_FIRST, sure=False)


def usual_order(scene: Scene, habits: Habits) -> Order:
    """What dates that can be read either way are taken for until one of them is chosen."""
    matches = (match for spot in scene.spots for match in dates_in(spot.text) if match.ambiguous)
    first = next(matches, None)
    return decide_order(scene, first, None, habits).order if first else Order.DAY_FIRST


def _all_dates(scene: Scene) -> Iterator[DateMatch]:
    for sheet in scene.sheets:
        for row in sheet.rows:
            for phrase in row.phrases:
                if "/" in phrase.text or "-" in phrase.text:
                    yield from dates_in(phrase.text)


def _told_by(match: DateMatch) -> Order | None:
    """A day over 12 gives the order away."""
    if match.dotted or (match.day_first and match.month_first):
        return None
    return Order.DAY_FIRST if match.day_first else Order.MONTH_FIRST


def _by_term(scene: Scene, date: DateMatch, due: DateMatch | None) -> Order | None:
    """The order in which the due date follows the invoice date by the printed number of days, or follows it at all."""
    if due is None:
        return None
    printed = printed_terms(scene)
    spans = {order: due.by(order) - date.by(order) for order in Order}
    exact = [order for order, span in spans.items() if span in printed]
    if len(exact) == 1:
        return exact[0]
    usual = [order for order, span in spans.items() if dt.timedelta(0) <= span <= LONGEST_TERM]
    return usual[0] if len(usual) == 1 else None


def printed_terms(scene: Scene) -> set[dt.timedelta]:
    """`30 days`, as printed anywhere."""
    return {dt.timedelta(days) for spot in scene.spots for days in _days_in(spot.text)}


def _days_in(text: str) -> Iterator[int]:
    for match in terms("terms").find(text) if any(map(str.isdigit, text)) else ():
        count = _COUNT.search(text, 0, match.start) if match.meaning == "days" else None
        if count:
            yield int(count[1])


@cache
def _day_first_languages() -> frozenset[str]:
    return frozenset(name for name, language in languages().items() if language["dates"]["order"] == "day_first")
