"""Which rows belong to an item: those below its figures, or above them where the figures come last."""

import math
import re
from collections.abc import Sequence
from statistics import median

from fakturo.convert.figures import figures_of
from fakturo.convert.layout.sheet import Row
from fakturo.convert.solve.entries import FLUSH, Entry, names_something
from fakturo.convert.solve.labels import SUMS, Means, meanings
from fakturo.convert.solve.table import Table

WIDEST_LEADING = 2.4
"""Rows of one item lie at most so many type sizes apart."""
ALONE_LEADING = 0.8
"""The same, for an item alone in its table: nothing shows how far its rows reach."""
LONGEST_ITEM = 25
"""Rows."""
SLIGHT = 1.0
"""Points that gaps may differ by."""
WIDEST_INDENT = 40.0
"""Points that what goes on may be set in from where the item begins."""
ENDING = SUMS | {Means.CARRIED, Means.DISCOUNT, Means.CHARGES, Means.PREVIOUS}
_LINE_NUMBER = re.compile(r"\d{1,3}[.)]?")


def spans_of(rows: Sequence[Row], table: Table, entries: Sequence[Entry]) -> list[range]:
    if _figures_come_last(rows, table, entries):
        first = table.head.last + 1 if table.head else max(0, entries[0].index - 1)
        starts = [first, *(entry.index + 1 for entry in entries)]
        return [range(start, entry.index + 1) for start, entry in zip(starts, entries, strict=False)]
    titles = rows[table.head.last + 1 : entries[0].index] if table.head else ()
    ends = [entry.index for entry in entries[1:]]
    spans = [
        range(entry.index, _last_row(rows, entry.index, end, titles)) for entry, end in zip(entries, ends, strict=False)
    ]
    first = entries[-1].index
    end = min(len(rows), first + LONGEST_ITEM)
    return [*spans, range(first, _last_row(rows, first, end, titles, reach=_reach(rows, spans, entries)))]


def _figures_come_last(rows: Sequence[Row], table: Table, entries: Sequence[Entry]) -> bool:
    """The row of the first item's figures has no name, but a row above it has, and no nearer one below."""
    if names_something(entries[0].text) or (table.head and entries[0].index == table.head.last + 1):
        return False
    nearer_below = [_gap(rows, entry.index + 1) < _gap(rows, entry.index) - SLIGHT for entry in entries]
    return 2 * sum(nearer_below) <= len(entries)


def _reach(rows: Sequence[Row], spans: Sequence[range], entries: Sequence[Entry]) -> float:
    """Points down to the last item's next row: as between the others' rows, and no further than to a next item."""
    inner = [_gap(rows, index) for span in spans for index in span[1:]]
    if inner:
        return max(inner) + SLIGHT
    steps = [_gap(rows, entry.index) for entry in entries[1:] if rows[entry.index].page == rows[entry.index - 1].page]
    return median(steps) if steps else ALONE_LEADING * max(phrase.size for phrase in rows[entries[-1].index].phrases)


def _gap(rows: Sequence[Row], index: int) -> float:
    """From the row above to this one."""
    if not 0 < index < len(rows) or rows[index].page != rows[index - 1].page:
        return math.inf
    return rows[index].box.y0 - rows[index - 1].box.y1


def _last_row(rows: Sequence[Row], first: int, end: int, titles: Sequence[Row], reach: float | None = None) -> int:
    """Past the last row that still follows closely, says nothing about sums, and does not head what comes next."""
    for index in range(first + 1, end):
        row, size = rows[index], max(phrase.size for phrase in rows[index - 1].phrases)
        if _gap(rows, index) > (WIDEST_LEADING * size if reach is None else reach):
            return index
        if _tells_a_sum(row) or not _goes_on(rows[first], row) or any(_is_like(row, title) for title in titles):
            return index
        if reach is None and _gap(rows, index + 1) + SLIGHT < _gap(rows, index):
            return index  # nearer to what is below it than to what is above: the title of a group
    return end


def _goes_on(item: Row, row: Row) -> bool:
    """It begins below one of the item's texts, or a little set in from it."""
    texts = [phrase for phrase in item.phrases if not _LINE_NUMBER.fullmatch(phrase.text)]
    return any(-FLUSH <= row.box.x0 - phrase.box.x0 <= WIDEST_INDENT for phrase in texts)


def _is_like(row: Row, title: Row) -> bool:
    """Begins like the title of the first group: at the same place, with the same word, in the same type."""
    one, other = row.phrases[0], title.phrases[0]
    alike = one.words[0].text.casefold() == other.words[0].text.casefold() and one.bold == other.bold
    return alike and abs(row.box.x0 - title.box.x0) <= FLUSH


def _tells_a_sum(row: Row) -> bool:
    """By its first words, with a figure: `Delivery note LS-20911` is no charge. Or in words, with none."""
    means = set(meanings(row.phrases[0].text)[:1])
    return Means.INFO in means or (bool(means & ENDING) and bool(figures_of(row)))
