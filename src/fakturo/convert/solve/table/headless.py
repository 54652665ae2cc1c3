"""Items without a head that we understand: figures that close in columns, or texts with an amount each above a sum."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from fakturo.convert.figures import Figure, is_money
from fakturo.convert.layout.sheet import Row
from fakturo.convert.page import Box
from fakturo.convert.solve.sums.labels import SUMS, Means
from fakturo.convert.solve.table.columns import Column, columns_of, touching
from fakturo.convert.solve.table.entries import (
    BESIDE,
    Entry,
    Told,
    entries_of,
    may_count,
    means_of,
    names_something,
    offset_of,
    text_of,
)
from fakturo.convert.solve.table.headed import Table, placed_in
from fakturo.convert.solve.table.pricing import Roles, written_pricing
from fakturo.convert.solve.table.roles import find_roles

LEAST_FIGURES = 3

LIST_FLUSH = 4.0

WIDEST_LIST_GAP = 90.0
"""Points between the amounts of a list."""


def find_headless(rows: Sequence[Row], figures: Sequence[Sequence[Figure]]) -> list[Table]:
    """Without a head that we understand: rows of figures in columns where quantity times price gives an amount."""
    body = range(len(rows))
    clean = [
        [figure for figure in row if figure.clean or may_count(rows[index], figure)]
        for index, row in enumerate(figures)
    ]
    full = [index for index in body if len(clean[index]) >= LEAST_FIGURES]
    columns = columns_of(figure for index in full for figure in clean[index])
    columns = touching(columns, [clean[index] for index in full])
    if not columns:
        return []
    placed = {index: placed_in(columns, rows[index], figures[index], clean[index]) for index in body}
    tables: list[Table] = []
    told: Told = {}
    for roles in find_roles(columns, [placed[index] for index in full], None):
        entries = entries_of(rows, figures, body, placed, roles, end=len(body), told=told)
        if roles.qty is not None and sum(entry.pricing is not None for entry in entries):
            tables.append(Table(None, columns, roles, [entry for entry in entries if entry.pricing]))
    return tables


def _holds(outer: Box, inner: Box) -> bool:
    return outer.x0 <= inner.x0 and inner.x1 <= outer.x1


def find_lists(rows: Sequence[Row], figures: Sequence[Sequence[Figure]], *, whole: bool) -> Iterator[Table]:
    """Without a head: texts with an amount each, one below the other, above a sum in the same column."""
    for index, row in enumerate(rows):
        plain = [figure for figure in figures[index] if not figure.percent]
        if not plain or not set(means_of(row, plain)) & SUMS:
            continue
        found = list(_list_above(rows, figures, index, plain[-1], whole=whole))[::-1]
        entries = _in_parts(rows, found)
        if entries:
            column = Column(plain[-1].box.x0, plain[-1].box.x1)
            yield Table(None, [column], Roles(0), entries)


def _list_above(
    rows: Sequence[Row], figures: Sequence[Sequence[Figure]], index: int, total: Figure, *, whole: bool
) -> Iterator[Entry]:
    """Rows with money flush with the total, sums among them, from below."""
    below = rows[index].box.y0
    flush = _right_edges(rows[index], total)
    for place in range(index - 1, -1, -1):
        row = rows[place]
        if row.page != total.page or below - row.box.y1 > WIDEST_LIST_GAP:
            return
        for amount in figures[place]:
            edges = _right_edges(row, amount)
            if not amount.clean or not is_money(amount, whole=whole):
                continue
            if amount.percent or not any(abs(e - f) <= LIST_FLUSH for e in edges for f in flush):
                continue
            means = means_of(row, [amount])
            pricing = written_pricing(row, figures[place], amount.value)
            below = row.box.y0
            yield Entry(place, {0: amount}, amount, pricing, means, text_of(row, {0: amount}), complete=False)


def _in_parts(rows: Sequence[Row], found: Sequence[Entry]) -> list[Entry]:
    """Without the sums, which part what stands below them from the items."""
    entries: list[Entry] = []
    part = 0
    for entry in found:
        placed = replace(entry, part=part, late=part > 0, offset=offset_of(rows, entry.index, entry.amount, entries))
        if _is_sum(placed, entries):
            part += bool(entries)
        else:
            entries.append(placed)
    return entries


def _is_sum(entry: Entry, above: Sequence[Entry]) -> bool:
    if set(entry.means) & (SUMS - {Means.TAX} | BESIDE) or not (entry.pricing or names_something(entry.text)):
        return True
    total = sum(other.amount.value for other in above)
    return bool(above) and not entry.in_line and entry.amount.value == total


def _right_edges(row: Row, figure: Figure) -> tuple[float, float]:
    """Of the figure, and of what stands with it: a currency behind some amounts shifts the digits alone."""
    phrase = next(phrase for phrase in row.phrases if _holds(phrase.box, figure.box))
    return figure.box.x1, phrase.box.x1
