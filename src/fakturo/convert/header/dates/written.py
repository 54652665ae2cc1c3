"""Dates as people write them, found in a text: numbers in any order, month names in any of the known languages."""

import datetime as dt
import re
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from fakturo.convert.memory import remembered
from fakturo.convert.vocabulary import Token, months, tokens_of, unspaced_months, words_in

_NUMERIC = re.compile(
    r"(?:(?<![\d.,/-])|(?<=\d{5}/)(?=\d{1,2}\.))(?:"  # behind a stroke only in `9001123/05.03.2024`
    r"(?P<year>(?:19|20)\d\d)\s?(?P<iso>[-/.])\s?(?P<iso_month>\d{1,2})\s?(?P=iso)\s?(?P<iso_day>\d{1,2})"
    r"|(?P<one>\d{1,2})\s?(?P<sep>[-/.])\s?(?P<two>\d{1,2})\s?(?P=sep)\s?['’]?(?P<last>(?:19|20|25)\d\d|\d\d)"
    r"|(?P<cjk>(?:19|20)\d\d)\s?[年년]\s?(?P<cjk_month>\d{1,2})\s?[月월]\s?(?P<cjk_day>\d{1,2})"
    r"|(?P<said_day>\d{1,2})\s(?i:month|tháng(?:\s\(month\))?)\s(?P<said_month>\d{1,2})"
    r"\s(?i:year|năm(?:\s\(year\))?)\s(?P<said>(?:19|20)\d\d)"
    r")(?!\d|[/-]\d|[.,]\d)"
)
"""`Ngày 29 tháng 12 năm 2024`, and as Vietnam puts it in English, is the last."""
_COMPACT = re.compile(r"(?<![^\W_])(?:(20\d\d)(\d\d)(\d\d)|(\d\d)(\d\d)(20\d\d))(?!\d)")
_DAY = re.compile(r"\d{1,2}")
_ROMAN = {name: month for month, name in enumerate("i ii iii iv v vi vii viii ix x xi xii".split(), start=1)}
_FILLERS = frozenset({"de", "del", "of", "d", "di", "den", "st", "nd", "rd", "th", "er", "o", "a", "e", "°", "gada"})
"""Between day, month and year: little words, and the endings of ordinals."""
_GAPS = frozenset(" .,-/'’\u00a0°")
EARLIEST, LATEST, CENTURY = 1970, 2099, 2000
BUDDHIST = 543
"""Years that Thailand's count is ahead: `18/04/2568`."""
FEWEST_DIGITS = 3
"""`3 May 24`"""


class Order(StrEnum):
    """Whether 03/04 is the third of April or the fourth of March."""

    DAY_FIRST = "day_first"
    MONTH_FIRST = "month_first"


class DateMatch(NamedTuple):
    """A date in a text. Where day and month could be either, the two readings differ."""

    start: int
    end: int
    day_first: dt.date | None
    month_first: dt.date | None
    dotted: bool = False
    order: Order = Order.DAY_FIRST
    """By which it is told, once that is decided."""

    @property
    def day(self) -> dt.date:
        """As it is told."""
        return self.by(self.order)

    @property
    def ambiguous(self) -> bool:
        return self.day_first is not None and self.month_first is not None and self.day_first != self.month_first

    def by(self, order: Order) -> dt.date:
        one, other = self.day_first, self.month_first
        chosen = (one or other) if order is Order.DAY_FIRST else (other or one)
        assert chosen is not None, "a match has at least one reading"
        return chosen


@remembered
def dates_in(text: str, *, compact: bool = False) -> tuple[DateMatch, ...]:
    """The dates of the text from left to right. With `compact`, also eight digits in a row."""
    if sum(map(str.isdigit, text)) < FEWEST_DIGITS:
        return ()
    found = [*_numeric(text), *_named(text), *_unspaced(text)]
    if compact and not found:
        found = list(_compact(text))
    return tuple(sorted(found))


def _numeric(text: str) -> Iterator[DateMatch]:
    for match in _NUMERIC.finditer(text):
        if match["cjk"]:
            day = _date(match["cjk"], match["cjk_month"], match["cjk_day"])
            yield from _certain(match, day)
        elif match["said"]:
            yield from _certain(match, _date(match["said"], match["said_month"], match["said_day"]))
        elif match["year"]:
            yield from _certain(match, _date(match["year"], match["iso_month"], match["iso_day"]))
        else:
            dotted = match["sep"] == "."
            day_first = _date(match["last"], match["two"], match["one"])
            month_first = None if dotted and day_first else _date(match["last"], match["one"], match["two"])
            if day_first or month_first:
                yield DateMatch(*match.span(), day_first, month_first or day_first if dotted else month_first, dotted)


def _compact(text: str) -> Iterator[DateMatch]:
    for match in _COMPACT.finditer(text):
        year, month, day, *rest = match.groups()
        yield from _certain(match, _date(year, month, day) if year else _date(rest[2], rest[1], rest[0]))


def _certain(match: re.Match[str], day: dt.date | None) -> Iterator[DateMatch]:
    if day:
        yield DateMatch(*match.span(), day, day)


def _named(text: str) -> Iterator[DateMatch]:
    names = months()
    if names.keys().isdisjoint(words := words_in(text)) and _ROMAN.keys().isdisjoint(words):
        return  # most texts name no month
    tokens = tokens_of(text)
    for index, token in enumerate(tokens):
        month = names.get(token.text) or _roman(text, token)
        if month:
            yield from _around_month(text, tokens, index, month)


def _unspaced(text: str) -> Iterator[DateMatch]:
    """`5 มี.ค. 67`: Thailand counts its years in two digits, too."""
    for match in () if text.isascii() else _unspaced_dates().finditer(text):
        day, name, year = match.groups()
        full = year if len(year) > 2 else str(CENTURY + BUDDHIST - BUDDHIST % 100 + int(year))
        yield from _certain(match, _date(full, str(unspaced_months()[name]), day))


@cache
def _unspaced_dates() -> re.Pattern[str]:
    names = "|".join(map(re.escape, unspaced_months()))
    return re.compile(rf"(?<!\d)(\d{{1,2}})\s?({names})\s?(?:พ\.ศ\.\s?)?(\d{{4}}|\d\d)(?!\d)")


def _roman(text: str, token: Token) -> int | None:
    """`14 III 2026`; numbers of documents have such months between strokes."""
    if token.text not in _ROMAN or not text[token.start : token.end].isupper():
        return None
    spaced = text[token.start - 1 : token.start] in {" ", "."} and text[token.end : token.end + 1] in {" ", "."}
    return _ROMAN[token.text] if spaced else None


def _around_month(text: str, tokens: tuple[Token, ...], index: int, month: int) -> Iterator[DateMatch]:
    before, after = _step(text, tokens, index, -1), _step(text, tokens, index, 1)
    options: list[tuple[int | None, int | None]] = [(before, after)]
    if after is not None:
        later = _step(text, tokens, after, 1)
        options.append((after, later))
        if before is not None and _is_full_year(tokens[before].text):
            options.append((after, before))
    if before is not None and (earlier := _step(text, tokens, before, -1)) is not None:
        options.append((before, earlier))  # `2025. gada 11. februāris`
    for day_at, year_at in options:
        if day_at is None or year_at is None:
            continue
        day_text = _DAY.fullmatch(tokens[day_at].text)
        day = _date(tokens[year_at].text, str(month), day_text[0]) if day_text else None
        if day and _is_year(tokens[year_at].text):
            spots = (index, day_at, year_at)
            yield DateMatch(tokens[min(spots)].start, tokens[max(spots)].end, day, day)
            return


def _step(text: str, tokens: tuple[Token, ...], index: int, by: int) -> int | None:
    """The next token in that direction that isn't a filler, if nothing but a small gap lies between."""
    for _ in range(3):
        there = index + by
        if not 0 <= there < len(tokens):
            return None
        left, right = sorted((index, there))
        gap = text[tokens[left].end : tokens[right].start]
        if len(gap) > 4 or not set(gap) <= _GAPS:
            return None
        index = there
        if tokens[index].text not in _FILLERS:
            return index
    return None


def _is_year(text: str) -> bool:
    return _is_full_year(text) or (len(text) == 2 and text.isdecimal())


def _is_full_year(text: str) -> bool:
    return len(text) == 4 and text.isdecimal() and EARLIEST <= int(text) <= LATEST


def _date(year: str, month: str, day: str) -> dt.date | None:
    number = int(year) if year.isdecimal() else 0
    if len(year) == 2:
        number += CENTURY
    elif number >= EARLIEST + BUDDHIST:
        number -= BUDDHIST
    try:
        return dt.date(number, int(month), int(day)) if EARLIEST <= number <= LATEST else None
    except ValueError:
        return None
