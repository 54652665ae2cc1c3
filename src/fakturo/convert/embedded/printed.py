"""What is printed on the pages, found by value: numbers and dates in every usual form, and given texts."""

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from fakturo.convert.layout.sheet import Phrase, Row, Sheet
from fakturo.convert.page import Box, Word, around
from fakturo.convert.vocabulary import fold, months

MAX_DIGITS = 18
_DIGIT = re.compile(r"\d")
_PLAIN = re.compile(r"\d[\d.,'\u2019]*+(?! ?%)")
"""No percentage is an amount."""
_SPACED = re.compile(r"(?<![\d.,])\d{1,3}(?: \d{3})+(?:[.,]\d{1,4})?(?![\d])")
_WITHOUT_BLANKS = str.maketrans("", "", " '\u2019")
_THOUSANDS = re.compile(r"\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}")
"""Groups of three, or of two before the last, as in India."""

_DATE_IN_NUMBERS = re.compile(r"(?<!\d)(\d{1,4}) ?[./\-] ?(\d{1,2}) ?[./\-] ?(\d{2,4})(?!\d)")
_DATE_WITH_DAY_FIRST = re.compile(
    r"(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|\.|º)?[ \-/]*(?:de )?([^\W\d_]{3,})[.,]?[ \-/]*(?:de |del )?(\d{4}|\d{2})(?!\d)"
)
_DATE_WITH_MONTH_FIRST = re.compile(r"([^\W\d_]{3,})\.? ?(\d{1,2})(?:st|nd|rd|th)?,? ?(\d{4})(?!\d)")
_DATE_IN_EAST_ASIA = re.compile(r"(\d{4}) ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?日")
_PART_OF_NUMBER = re.compile(r"[^\W\d_]+|\d+")


class Spot(NamedTuple):
    """A place on the page where something is printed."""

    page: int
    row: int
    text: str
    words: Sequence[Word]
    """Of the phrase or row that it stands in."""
    start: int
    end: int
    """Within the words' text, with one blank between each two."""

    @property
    def box(self) -> Box:
        at, boxes = 0, []
        for word in self.words:
            if at < self.end and at + len(word.text) > self.start:
                boxes.append(word.box)
            at += len(word.text) + 1
        return around(boxes)


class Printed:
    """An index of the pages, made once."""

    def __init__(self, sheets: Iterable[Sheet]) -> None:
        self._rows = [row for sheet in sheets for row in sheet.rows]
        self._numbers: dict[Decimal, list[Spot]] = {}
        self._dates: dict[dt.date, list[Spot]] = {}
        self._in_row: dict[tuple[int, int], list[tuple[Decimal, Spot]]] = {}
        self._texts: dict[tuple[int, int], str] = {}
        self._folded: list[str] = []
        for row in self._rows:
            self._take(row)

    @property
    def rows(self) -> Sequence[Row]:
        return self._rows

    @property
    def is_blank(self) -> bool:
        return not self._rows

    def number(self, value: Decimal) -> Sequence[Spot]:
        """Where the number is printed, with or without a sign, from the top."""
        return self._numbers.get(abs(value), ())

    def numbers_in_row(self, spot: Spot) -> Sequence[tuple[Decimal, Spot]]:
        return self._in_row.get((spot.page, spot.row), ())

    def date(self, day: dt.date) -> Sequence[Spot]:
        return self._dates.get(day, ())

    def text(self, text: str) -> list[Spot]:
        """Where it is printed, whatever its case and whichever signs or blanks part its letters and digits."""
        parts = _PART_OF_NUMBER.findall(fold(text))
        if not parts:
            return []
        pattern = re.compile(r"(?<![^\W_])" + r"[\W_]*".join(map(re.escape, parts)) + r"(?![^\W_])")
        spots = []
        for row, folded in zip(self._rows, self._folded, strict=True):
            if parts[0] in folded and (match := pattern.search(folded)):
                # Folding may change the length of a text; then the whole row is the place.
                length = len(self._texts[row.page, row.number])
                spots.append(_spot(row, *(match.span() if len(folded) == length else (0, length))))
        return spots

    def row_text(self, spot: Spot) -> str:
        return self._texts[spot.page, spot.row]

    def _take(self, row: Row) -> None:
        text = row.text
        self._texts[row.page, row.number] = text
        self._folded.append(fold(text))
        if not _DIGIT.search(text):
            return
        in_row = self._in_row.setdefault((row.page, row.number), [])
        for phrase in row.phrases:
            for value, spot in _numbers(phrase):
                in_row.append((value, spot))
                self._numbers.setdefault(value, []).append(spot)
        for day, start, end in _dates(text):
            self._dates.setdefault(day, []).append(_spot(row, start, end))


def _spot(row: Row, start: int, end: int) -> Spot:
    words = [word for phrase in row.phrases for word in phrase.words]
    return Spot(row.page, row.number, row.text[start:end], words, start, end)


def _numbers(phrase: Phrase) -> Iterator[tuple[Decimal, Spot]]:
    text = phrase.text
    for pattern in (_PLAIN, _SPACED) if " " in text else (_PLAIN,):
        for match in pattern.finditer(text):
            spot = Spot(phrase.page, phrase.row, match[0], phrase.words, *match.span())
            for value in readings(match[0]):
                yield value, spot


def readings(printed: str) -> set[Decimal]:
    """Every value that a printed number may have: only `1.234` and its like have two."""
    digits = printed.translate(_WITHOUT_BLANKS).rstrip(".,")
    if len(digits) > MAX_DIGITS:
        return set()
    if digits.isdecimal():
        return {Decimal(digits)}
    points, commas = digits.count("."), digits.count(",")
    decimal_mark = "." if digits.rfind(".") > digits.rfind(",") else ","
    found = set()
    if _THOUSANDS.fullmatch(digits) and not (points and commas):
        found.add(Decimal(digits.replace(".", "").replace(",", "")))
    if digits.count(decimal_mark) == 1:
        other = "," if decimal_mark == "." else "."
        found.add(Decimal(digits.replace(other, "").replace(decimal_mark, ".")))
    return found


def _dates(text: str) -> Iterator[tuple[dt.date, int, int]]:
    for match in _DATE_IN_NUMBERS.finditer(text):
        first, second, third = match.groups()
        orders = (
            [(first, second, third)] if len(first) == len("2026") else [(third, second, first), (third, first, second)]
        )
        yield from ((day, *match.span()) for day in {_day(*order) for order in orders} if day)
    for match in _DATE_IN_EAST_ASIA.finditer(text):
        if day := _day(*match.groups()):
            yield day, *match.span()
    for pattern, order in ((_DATE_WITH_DAY_FIRST, (3, 2, 1)), (_DATE_WITH_MONTH_FIRST, (3, 1, 2))):
        for match in pattern.finditer(text):
            year, name, number = match.group(*order)
            month = months().get(fold(name))
            if month and (day := _day(year, str(month), number)):
                yield day, *match.span()


def _day(year: str, month: str, day: str) -> dt.date | None:
    century = 2000 if len(year) <= len("26") else 0
    try:
        return dt.date(century + int(year), int(month), int(day))
    except ValueError:
        return None
