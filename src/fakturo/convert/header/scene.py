"""The pages as the header's readers see them: phrases with their labels, without the item table."""

import re
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, pairwise, zip_longest
from typing import NamedTuple

from fakturo.convert.header.labels.marks import DATES, NUMBERS, PARTIES, TITLES, UNKNOWN, Mark, marks_of, unknown_label
from fakturo.convert.header.language import languages_of
from fakturo.convert.header.parties.legal_form import legal_end
from fakturo.convert.header.places import opens_slip
from fakturo.convert.layout.sheet import Phrase, Row, Sheet
from fakturo.convert.page import Box, around
from fakturo.convert.vocabulary import terms

FIRST_PAGES, LAST_PAGES = 2, 1
"""The header of a long document stands on its first pages, its totals and terms on the last."""
HEAD_MEANINGS = frozenset({"description", "qty", "unit_price", "amount"})
LEAST_HEADINGS = 3
_OF_VALUES = DATES | NUMBERS | {"currency", UNKNOWN}
"""Labels of single values: those that stand in columns."""
COMPANY, COMPANY_REACH = 6, 6.0
"""Labels above that tell, and how many heights above they may stand."""
FOOT = 0.8
"""Part of the page's height."""
LAST_LINES, AFTER_SUMS = 50.0, 40.0
"""Points: the foot's height where it follows the sums, and what these need below the table."""
SIDE_GAP = 8.0
"""Points between a panel and the table beside it."""
_WORD = re.compile(r"[^\W\d_]{3}")
LAST_ROWS = 0.85
"""Part of the page's height below which a page has its foot, even where the table goes on overleaf."""
SLIP_TOP = 0.4
"""Part of the page's height."""


@dataclass(frozen=True, slots=True)
class TableArea:
    """Where the item table lies: from `top` on its first page to `bottom` on its last."""

    first_page: int
    top: float
    last_page: int
    bottom: float

    def holds(self, page: int, y: float) -> bool:
        if not self.first_page <= page <= self.last_page:
            return False
        return (page > self.first_page or y >= self.top) and (page < self.last_page or y <= self.bottom)


class Spot(NamedTuple):
    """A phrase with the labels in it."""

    number: int
    """In its scene."""
    phrase: Phrase
    text: str
    marks: Sequence[Mark]
    sheet: Sheet
    box: Box
    has_own_label: bool
    is_label: bool
    """Nothing but a label: its value stands elsewhere."""

    @property
    def has_digits(self) -> bool:
        return any(map(str.isdigit, self.text))

    def called(self, label: Mark) -> "Spot":
        """The same as a label that nobody knows."""
        return self._replace(marks=[label], has_own_label=True, is_label=True)


@dataclass(frozen=True)
class Scene:
    rows: Sequence[Sequence[Spot]]
    """Spots by rows, page after page."""
    table: TableArea | None
    sheets: Sequence[Sheet]
    by_page: dict[int, list[int]] = field(default_factory=dict)
    """Numbers of the rows of each page."""
    aside: Sequence[Spot] = ()
    """What stands on the pages, too, but is no part of this."""
    _feet: dict[int, float] = field(default_factory=dict)

    @cached_property
    def spots(self) -> Sequence[Spot]:
        return tuple(chain.from_iterable(self.rows))

    @cached_property
    def titles(self) -> list[Spot]:
        return [spot for spot in self.spots if any(mark.meanings & TITLES for mark in spot.marks)]

    @cached_property
    def usual_size(self) -> float:
        """The size of most of its type."""
        sizes = Counter(round(spot.phrase.size, 1) for spot in self.spots)
        return sizes.most_common(1)[0][0] if sizes else 10.0

    @cached_property
    def languages(self) -> list[str]:
        """Of its first page, the one with most words first."""
        return languages_of(row.text for sheet in self.sheets[:1] for row in sheet.rows)

    def foot_of(self, page: int) -> float:
        """From where on a page's text is its foot: low on the paper, or the last lines after the table."""
        known = self._feet.get(page)
        return known if known is not None else self._feet.setdefault(page, self._foot(page))

    def _foot(self, page: int) -> float:
        sheet = next(sheet for sheet in self.sheets if sheet.number == page)
        low = FOOT * sheet.height
        rows = [self.rows[number] for number in self.by_page.get(page, [])]
        table = self.table
        if table is None or page < table.last_page or not rows:
            return low
        after = table.bottom if page == table.last_page else 0.0
        last = max(row[-1].box.y0 for row in rows if row)
        return min(low, max(last - LAST_LINES, after + AFTER_SUMS))

    def without(self, spots: set[int]) -> "Scene":
        """The same pages but for these phrases."""
        if not spots:
            return self
        rows: list[list[Spot]] = []
        by_page: dict[int, list[int]] = {}
        for row in self.rows:
            if kept := [spot for spot in row if spot.number not in spots]:
                by_page.setdefault(kept[0].phrase.page, []).append(len(rows))
                rows.append(kept)
        aside = tuple(spot for spot in self.spots if spot.number in spots)
        return Scene(rows, self.table, self.sheets, by_page, aside)

    def is_before_table(self, spot: Spot) -> bool:
        table = self.table
        if table is None:
            return spot.phrase.page == self.sheets[0].number and spot.box.y0 < spot.sheet.height / 2
        return spot.phrase.page < table.first_page or (
            spot.phrase.page == table.first_page and spot.box.y1 <= table.top + 1
        )


def scene_of(sheets: Sequence[Sheet], table: TableArea | None) -> Scene:
    shown = [*sheets] if len(sheets) <= FIRST_PAGES + LAST_PAGES else [*sheets[:FIRST_PAGES], *sheets[-LAST_PAGES:]]
    table = table or guessed_table(shown)
    rows: list[list[Spot]] = []
    by_page: dict[int, list[int]] = {}
    count = 0
    for sheet in shown:
        side = _side_of(sheet, table) if table else 0.0
        for row in sheet.rows:
            phrases = row.phrases
            if table and table.holds(sheet.number, (row.box.y0 + row.box.y1) / 2):
                imprint = row.box.y0 >= LAST_ROWS * sheet.height and _is_imprint(_spots(phrases, sheet))
                phrases = phrases if imprint else [phrase for phrase in phrases if phrase.box.x1 < side]
            if phrases:
                by_page.setdefault(sheet.number, []).append(len(rows))
                rows.append(_spots(phrases, sheet, count))
                count += len(phrases)
    for numbers in by_page.values():
        _label_by_company(rows, numbers)
    return Scene(rows, table, shown, by_page)


def _side_of(sheet: Sheet, table: TableArea) -> float:
    """Where a panel to the left of the table ends, on the table's first page; 0 where there is none.

    A table's first column may have no heading, too; but then the items' texts stand there.
    """
    if sheet.number != table.first_page:
        return 0.0
    rows = [row for row in sheet.rows if table.holds(sheet.number, (row.box.y0 + row.box.y1) / 2)]
    head = [phrase.box.x0 for phrase in rows[0].phrases if not _calls_party(phrase)] if rows else []
    left = min(head, default=0.0) - SIDE_GAP
    items = [[phrase for phrase in row.phrases if phrase.box.x0 > left] for row in rows[1:]]
    told = all(any(_WORD.search(phrase.text) for phrase in item) for item in items if _has_figures(item))
    return left if told else 0.0


def _calls_party(phrase: Phrase) -> bool:
    marks = marks_of(phrase.text)
    return bool(marks) and marks[0].leads and marks[0].alone and bool(marks[0].meanings & PARTIES)


def _has_figures(phrases: Sequence[Phrase]) -> bool:
    return sum(any(map(str.isdigit, phrase.text)) for phrase in phrases) > 1


def _spots(phrases: Sequence[Phrase], sheet: Sheet, first: int = 0) -> list[Spot]:
    spots: list[Spot] = []
    for phrase, after in zip_longest(phrases, phrases[1:]):
        text = unspaced(phrase.text)
        marks: Sequence[Mark] = marks_of(text)
        if not marks and (text.endswith(":") or (after and after.text.startswith(":"))):
            label = unknown_label(text)
            marks = [label] if label else []
        leads = bool(marks) and marks[0].leads
        labels = leads and marks[-1].alone
        spots.append(Spot(first + len(spots), phrase, text, marks, sheet, phrase.box, leads, labels))
    return spots


def _label_by_company(rows: list[list[Spot]], numbers: Sequence[int]) -> None:
    """Words in a column of labels, their value in the column of values, are a label, too."""
    above: deque[tuple[Spot, Spot]] = deque(maxlen=COMPANY)
    for number in numbers:
        row = rows[number]
        for index, (spot, value) in enumerate(pairwise(row)):
            if not spot.marks and any(_stands_as(spot, value, *pair) for pair in above):
                label = unknown_label(spot.text)
                row[index] = spot.called(label) if label else spot
        above.extend((label, value) for label, value in pairwise(row) if label.is_label and not value.has_own_label)


def _stands_as(spot: Spot, value: Spot, label: Spot, labelled: Spot) -> bool:
    if abs(spot.box.x0 - label.box.x0) >= 2 or not 0 < spot.box.y0 - label.box.y0 < COMPANY_REACH * label.box.height:
        return False
    if min(abs(value.box.x0 - labelled.box.x0), abs(value.box.x1 - labelled.box.x1)) >= 2:
        return False
    if value.has_own_label or not label.marks[-1].meanings & _OF_VALUES or legal_end(spot.text):
        return False
    return abs(spot.phrase.size - label.phrase.size) < 1


def _is_imprint(row: Sequence[Spot]) -> bool:
    """A tax number at the foot of a page that the table runs across."""
    return any("tax_id" in mark.meanings and any(map(str.isdigit, mark.rest)) for spot in row for mark in spot.marks)


def unspaced(text: str) -> str:
    """`I N V O I C E` is a word set wide."""
    if " " not in text[:2]:
        return text  # most texts
    letters = text.split(" ")
    if len(letters) < 5 or any(len(letter) > 1 for letter in letters):
        return text
    return "".join(letters)


def box_of(phrase: Phrase, text: str, start: int, end: int) -> Box:
    """The box of the words that hold the characters from start to end of the phrase's text."""
    if text is not phrase.text and text != phrase.text:
        return phrase.box
    boxes = []
    at = 0
    for word in phrase.words:
        if at < end and at + len(word.text) > start:
            boxes.append(word.box)
        at += len(word.text) + 1
    return around(boxes) if boxes else phrase.box


def slip_of(scene: Scene) -> set[int]:
    """Phrases of the slip that the lower half of a page has for whoever pays at a counter or by post."""
    slip: set[int] = set()
    begun = 0
    for row in scene.rows:
        for spot in row:
            if spot.box.y0 > spot.sheet.height * SLIP_TOP and opens_slip(spot.text):
                begun = spot.phrase.page
        if row and row[0].phrase.page == begun:
            slip.update(spot.number for spot in row)
    return slip


def guessed_table(sheets: Sequence[Sheet]) -> TableArea | None:
    """The table by its head row alone, for callers who don't know it; it ends where the first total stands."""
    for sheet in sheets:
        for index, row in enumerate(sheet.rows):
            if len(row.phrases) >= LEAST_HEADINGS and _is_table_head(row):
                rest = sheet.rows[index + 1 :]
                last = max((after.box.y1 for after in rest if len(after.phrases) >= LEAST_HEADINGS), default=row.box.y1)
                bottom = next((after.box.y0 - 1 for after in rest if _is_total(after)), last)
                return TableArea(sheet.number, row.box.y0 - 1, sheet.number, bottom)
    return None


def _is_table_head(row: Row) -> bool:
    headings = terms("columns")
    meanings: set[str] = set()
    for phrase in row.phrases:
        if any(map(str.isdigit, phrase.text)):
            return False
        meanings |= {match.meaning for match in headings.find(phrase.text) if match.start <= 1}
    return len(meanings & HEAD_MEANINGS) >= LEAST_HEADINGS - 1 and len(meanings) >= LEAST_HEADINGS


def _is_total(row: Row) -> bool:
    if not any(character.isdigit() for character in row.phrases[-1].text):
        return False
    return any(match.start == 0 for match in terms("totals").find(row.phrases[0].text))
