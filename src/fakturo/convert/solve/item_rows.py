"""Which rows belong to each item: the one with its figures, and those that go on below it or lead to it from above."""

import math
import re
from collections.abc import Sequence
from itertools import pairwise

from fakturo.convert.layout.sheet import Row
from fakturo.convert.solve.entries import Entry, names_something
from fakturo.convert.solve.labels import SUMS, Means, meanings
from fakturo.convert.solve.table import Table

WIDEST_LEADING = 2.4
"""Rows of one item lie at most so many type sizes apart."""
LONGEST_ITEM = 25
"""Rows."""
FLUSH = 3.0
"""Points between the starts of texts in one column."""
WIDEST_INDENT = 40.0
"""Points that what goes on may be set in from where the item begins."""
NEAR = 1.0
"""Points by which rows may lie farther apart than the items themselves do."""
_LINE_NUMBER = re.compile(r"\d{1,3}[.)]?")
ENDING = SUMS | {Means.CARRIED, Means.DISCOUNT, Means.CHARGES, Means.INFO, Means.PREVIOUS}


def rows_of_items(rows: Sequence[Row], table: Table, entries: Sequence[Entry]) -> list[range]:
    if _figures_come_last(rows, table, entries):
        first = table.head.last + 1 if table.head else max(0, entries[0].index - 1)
        starts = [first, *(entry.index + 1 for entry in entries)]
        return [range(start, entry.index + 1) for start, entry in zip(starts, entries, strict=False)]
    headings = _headings(rows, table, entries)
    leading = _closest_items(rows, entries)
    ends = [entry.index for entry in entries[1:]] + [min(len(rows), entries[-1].index + LONGEST_ITEM)]
    return [
        range(entry.index, _last_row(rows, entry.index, end, headings, leading))
        for entry, end in zip(entries, ends, strict=True)
    ]


def _figures_come_last(rows: Sequence[Row], table: Table, entries: Sequence[Entry]) -> bool:
    """The row of the first item's figures has no name, but a row above it has, and no nearer one below."""
    if names_something(entries[0].text) or (table.head and entries[0].index == table.head.last + 1):
        return False
    nearer_below = [_gap(rows, entry.index + 1) < _gap(rows, entry.index) - NEAR for entry in entries]
    return 2 * sum(nearer_below) <= len(entries)


def _gap(rows: Sequence[Row], index: int) -> float:
    """From the row above to this one."""
    if not 0 < index < len(rows) or rows[index].page != rows[index - 1].page:
        return math.inf
    return rows[index].box.y0 - rows[index - 1].box.y1


def _headings(rows: Sequence[Row], table: Table, entries: Sequence[Entry]) -> Sequence[Row]:
    """What stands between the table's head and the first item heads a group, and so does its like further down."""
    return rows[table.head.last + 1 : entries[0].index] if table.head else ()


def _closest_items(rows: Sequence[Row], entries: Sequence[Entry]) -> float:
    """The least distance between items of a single row; what belongs to an item is not farther from it."""
    single = [lower.index for upper, lower in pairwise(entries) if lower.index == upper.index + 1]
    return min((_gap(rows, index) for index in single), default=math.inf)


def _last_row(rows: Sequence[Row], first: int, end: int, headings: Sequence[Row], leading: float) -> int:
    """Past the last row that still follows closely, is set like a part of the item, and says nothing about sums."""
    for index in range(first + 1, end):
        row, size = rows[index], max(phrase.size for phrase in rows[index - 1].phrases)
        if _gap(rows, index) > min(WIDEST_LEADING * size, leading + NEAR):
            return index
        if set(meanings(row.phrases[0].text)[:1]) & ENDING or not _goes_on(rows[first], row):
            return index
        if any(_is_like(row, heading) for heading in headings):
            return index
    return end


def _goes_on(item: Row, row: Row) -> bool:
    """It begins below one of the item's texts, or a little set in from it."""
    texts = [phrase for phrase in item.phrases if not _LINE_NUMBER.fullmatch(phrase.text)]
    return any(-FLUSH <= row.box.x0 - phrase.box.x0 <= WIDEST_INDENT for phrase in texts)


def _is_like(row: Row, heading: Row) -> bool:
    """Begins at the same place, with the same word, in the same type."""
    one, other = row.phrases[0], heading.phrases[0]
    alike = one.words[0].text.casefold() == other.words[0].text.casefold() and one.bold == other.bold
    return alike and abs(row.box.x0 - heading.box.x0) <= FLUSH
