"""Which rows belong to an item: those between the lines ruled around it, or else those that stand nearest to it."""

import math
import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from fakturo.convert.figures import figures_of
from fakturo.convert.layout.sheet import Row
from fakturo.convert.solve.items.grid import Grid
from fakturo.convert.solve.sums.labels import SUMS, Means, meanings
from fakturo.convert.solve.table.columns import column_at
from fakturo.convert.solve.table.entries import FLUSH, Entry, names_something
from fakturo.convert.solve.table.headed import Table

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


def rows_of_items(rows: Sequence[Row], table: Table, entries: Sequence[Entry], grid: Grid) -> list[Sequence[int]]:
    """The numbers of each item's rows, from the top."""
    first = table.head.last + 1 if table.head else max(0, entries[0].index - 1)
    anchors = {entry.index for entry in entries}
    ruled = [_between_lines(rows, entry.index, first, anchors, grid) for entry in entries]
    if all(ruled):
        return [own or () for own in ruled]
    spans = _spans(rows, table, entries, first)
    taken = {index for own in ruled for index in own or ()}
    free = [[i for i in span if i not in taken] for span in spans]
    return [own or beside for own, beside in zip(ruled, free, strict=True)]


def _between_lines(rows: Sequence[Row], index: int, first: int, anchors: set[int], grid: Grid) -> range | None:
    """The rows between the lines above and below this one, if no other item stands there, and nothing far off."""
    band = grid.band(rows[index])
    if band is None:
        return None
    start = end = index
    while start > first and _stands_in(rows, start - 1, index, band) and _gap(rows, start) <= _leading(rows, start):
        start -= 1
    while (
        end + 1 < len(rows)
        and _stands_in(rows, end + 1, index, band)
        and _gap(rows, end + 1) <= _leading(rows, end + 1)
    ):
        end += 1
    own = range(start, end + 1)
    alone = len(anchors.intersection(own)) == 1 and len(own) <= LONGEST_ITEM
    return own if alone and not any(_tells_a_sum(rows[other]) for other in own if other != index) else None


def _stands_in(rows: Sequence[Row], index: int, item: int, band: tuple[float, float]) -> bool:
    middle = (rows[index].box.y0 + rows[index].box.y1) / 2
    return rows[index].page == rows[item].page and band[0] <= middle <= band[1]


def _leading(rows: Sequence[Row], index: int) -> float:
    return WIDEST_LEADING * max(phrase.size for phrase in rows[index - 1].phrases)


def _spans(rows: Sequence[Row], table: Table, entries: Sequence[Entry], first: int) -> list[range]:
    """Without lines: below the figures, or around them."""
    places = [entry.index for entry in entries]
    spans = [range(start, _last_row(rows, table, start, end)) for start, end in pairwise(places)]
    last = places[-1]
    end = min(len(rows), last + LONGEST_ITEM)
    spans = [*spans, range(last, _last_row(rows, table, last, end, reach=_reach(rows, spans, entries)))]
    return _around_figures(rows, spans, first)


def _around_figures(rows: Sequence[Row], spans: Sequence[range], first: int) -> list[range]:
    """Figures set in the middle of a tall cell: as many rows above them as below, and no nearer to another item."""
    before = [first, *(span.stop for span in spans)]
    above = [span.start - start for start, span in zip(before, spans, strict=False)]
    below = [len(span) - 1 for span in spans]
    centred = [
        0 < up == down
        and _gap(rows, span.start - up) > max(_gap(rows, at) for at in range(span.start - up + 1, span.stop))
        for up, down, span in zip(above, below, spans, strict=True)
    ]
    if 2 * sum(centred) < sum(up + down > 0 for up, down in zip(above, below, strict=True)) or not any(centred):
        return list(spans)
    return [
        range(span.start - up, span.stop) if middle else span
        for up, middle, span in zip(above, centred, spans, strict=True)
    ]


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


def _last_row(rows: Sequence[Row], table: Table, first: int, end: int, reach: float | None = None) -> int:
    """Past the last row that still follows closely, says nothing about sums, and does not head what comes next."""
    named = any(names_something(phrase.text) for phrase in rows[first].phrases)
    above = rows[first if named else max(0, first - 1) : first + 1]
    for index in range(first + 1, end):
        row = rows[index]
        if _gap(rows, index) > (_leading(rows, index) if reach is None else reach):
            return index
        if _tells_a_sum(row) or _has_amount(row, table) or not _goes_on(above, row):
            return index
        if reach is None and _gap(rows, index + 1) + SLIGHT < _gap(rows, index):
            return index  # nearer to what is below it than to what is above: the title of a group
    return end


def _has_amount(row: Row, table: Table) -> bool:
    """A figure stands by itself below the amounts."""
    figures = [figure for figure in figures_of(row) if figure.clean and not figure.percent]
    return any(column_at(table.columns, figure) == table.roles.amount for figure in figures)


def _goes_on(above: Sequence[Row], row: Row) -> bool:
    """It begins below one of the item's texts, or a little set in from it."""
    texts = [phrase for each in above for phrase in each.phrases if not _LINE_NUMBER.fullmatch(phrase.text)]
    return any(-FLUSH <= row.box.x0 - phrase.box.x0 <= WIDEST_INDENT for phrase in texts)


def _tells_a_sum(row: Row) -> bool:
    """By its first words, with a figure: `Delivery note LS-20911` is no charge. Or in words, with none."""
    means = set(meanings(row.phrases[0].text)[:1])
    return Means.INFO in means or (bool(means & ENDING) and bool(figures_of(row)))
