"""Which rows belong to an item: those below its figures, or above them where the figures come last."""

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
ENDING = SUMS | {Means.CARRIED, Means.DISCOUNT, Means.CHARGES}


def spans_of(rows: Sequence[Row], table: Table, entries: Sequence[Entry]) -> list[range]:
    if _figures_come_last(table, entries):
        first = table.head.last + 1 if table.head else max(0, entries[0].index - 1)
        starts = [first, *(entry.index + 1 for entry in entries)]
        return [range(start, entry.index + 1) for start, entry in zip(starts, entries, strict=False)]
    ends = [entry.index for entry in entries[1:]]
    spans = [range(entry.index, _last_row(rows, entry.index, end)) for entry, end in zip(entries, ends, strict=False)]
    first = entries[-1].index
    end = min(len(rows), first + LONGEST_ITEM)
    return [*spans, range(first, _last_row(rows, first, end, reach=_reach(rows, spans, entries)))]


def _figures_come_last(table: Table, entries: Sequence[Entry]) -> bool:
    """The row of the first item's figures has no name, but a row above it has."""
    if names_something(entries[0].text):
        return False
    return not table.head or entries[0].index > table.head.last + 1


def _reach(rows: Sequence[Row], spans: Sequence[range], entries: Sequence[Entry]) -> float:
    """Points down to the last item's next row: as between the others' rows, and no further than to a next item."""
    inner = [_gap(rows, index) for span in spans for index in span[1:]]
    if inner:
        return max(inner) + SLIGHT
    steps = [_gap(rows, entry.index) for entry in entries[1:] if rows[entry.index].page == rows[entry.index - 1].page]
    return median(steps) if steps else ALONE_LEADING * max(phrase.size for phrase in rows[entries[-1].index].phrases)


def _gap(rows: Sequence[Row], index: int) -> float:
    return rows[index].box.y0 - rows[index - 1].box.y1


def _last_row(rows: Sequence[Row], first: int, end: int, reach: float | None = None) -> int:
    """Past the last row that still follows closely, says nothing about sums, and does not head what comes next."""
    for index in range(first + 1, end):
        above, row = rows[index - 1], rows[index]
        size = max(phrase.size for phrase in above.phrases)
        widest = WIDEST_LEADING * size if reach is None else reach
        if row.page != above.page or _gap(rows, index) > widest or _tells_a_sum(row):
            return index
        if reach is None and _heads_next(rows, index):
            return index
        if reach is not None and row.box.x0 < _first_word(rows[first]) - FLUSH:
            return index
    return end


def _heads_next(rows: Sequence[Row], index: int) -> bool:
    """It stands nearer to what is below it than to what is above: the title of a group."""
    below = rows[index + 1]
    return below.page == rows[index].page and _gap(rows, index + 1) + SLIGHT < _gap(rows, index)


def _first_word(row: Row) -> float:
    return next((phrase.box.x0 for phrase in row.phrases if names_something(phrase.text)), row.box.x0)


def _tells_a_sum(row: Row) -> bool:
    """By its first words, with a figure: `Delivery note LS-20911` is no charge."""
    return bool(set(meanings(row.phrases[0].text)[:1]) & ENDING) and bool(figures_of(row))
