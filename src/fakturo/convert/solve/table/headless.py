"""Items without a head that we understand: figures that close in columns, or texts with an amount each above a sum."""

from collections.abc import Iterator, Sequence
from itertools import product

from fakturo.convert.figures import Figure, is_money
from fakturo.convert.layout.sheet import Row
from fakturo.convert.solve.sums.labels import SUMS, Means
from fakturo.convert.solve.table.added import added_columns
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
    added = added_columns([placed[index] for index in full])
    told = Told(rows)
    for roles in find_roles(columns, [placed[index] for index in full], None, added):
        entries = entries_of(told, figures, body, placed, roles, end=len(body))
        if roles.qty is not None and sum(entry.pricing is not None for entry in entries):
            tables.append(Table(None, columns, roles, [entry for entry in entries if entry.pricing], added))
    return tables


def find_lists(rows: Sequence[Row], figures: Sequence[Sequence[Figure]], *, whole: bool) -> Iterator[Table]:
    """Without a head: texts with an amount each above their sum, by a word for it or since they add up to it."""
    told = Told(rows)
    for index, row in enumerate(rows):
        plain = [figure for figure in figures[index] if not figure.percent]
        named = bool(plain) and bool(set(means_of(row, plain)) & SUMS)
        if not named and not (plain and plain[-1].clean and is_money(plain[-1], whole=whole)):
            continue
        found = list(_list_above(rows, figures, index, plain[-1], whole=whole))[::-1]
        lists = _in_parts(told, found, by_words=True), _in_parts(told, found, by_words=False)
        column = Column(plain[-1].box.x0, plain[-1].box.x1)
        for entries in lists if lists[0] != lists[1] else lists[:1]:
            lines = [entry.amount.value for entry in entries if not entry.late]
            if entries and (named or (len(entries) > 1 and sum(lines) == plain[-1].value)):
                yield Table(None, [column], Roles(0), entries)


def _list_above(
    rows: Sequence[Row], figures: Sequence[Sequence[Figure]], index: int, total: Figure, *, whole: bool
) -> Iterator[Entry]:
    """Rows with money flush with the total, sums among them, from below; a form may leave room above its total."""
    below = None
    for place in range(index - 1, -1, -1):
        row = rows[place]
        if row.page != total.page or (below is not None and below - row.box.y1 > WIDEST_LIST_GAP):
            return
        for amount in figures[place]:
            if amount.percent or not amount.clean or not (amount.money or is_money(amount, whole=whole)):
                continue
            if not _is_flush(row, amount, rows[index], total):
                continue
            means = means_of(row, [amount])
            pricing = written_pricing(row, figures[place], amount.value)
            below = row.box.y0
            yield Entry(place, {0: amount}, amount, pricing, means, text_of(row, {0: amount}), complete=False)


def _in_parts(told: Told, found: Sequence[Entry], *, by_words: bool) -> list[Entry]:
    """Without the sums, which part what stands below them from the items."""
    entries: list[Entry] = []
    part = 0
    for entry in found:
        offset = offset_of(told, entry.index, entry.amount, entries)
        placed = entry._replace(part=part, late=part > 0, offset=offset)
        if _is_sum(placed, entries, by_words=by_words):
            part += bool(entries)
        else:
            entries.append(placed)
    return entries


def _is_sum(entry: Entry, above: Sequence[Entry], *, by_words: bool) -> bool:
    if set(entry.means) & (SUMS - {Means.TAX} | BESIDE) or not (entry.pricing or names_something(entry.text)):
        return True
    total = sum(other.amount.value for other in above)
    apart = not entry.in_line or (len(above) > 1 and not by_words)
    return bool(above) and apart and entry.amount.value == total


def _is_flush(row: Row, amount: Figure, below: Row, total: Figure) -> bool:
    """Right edges meet, or left ones; a currency behind some amounts, or before them, shifts the digits alone."""
    one, other = (next(p.box for p in r.phrases if p.box.spans(f.box)) for r, f in ((row, amount), (below, total)))
    ends = product((amount.box.x1, one.x1), (total.box.x1, other.x1))
    return abs(one.x0 - other.x0) <= LIST_FLUSH or any(abs(end - flush) <= LIST_FLUSH for end, flush in ends)
