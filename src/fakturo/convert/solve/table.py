"""The item table under a head: which rows are items, and how each amount comes about."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fakturo.convert.figures import CURRENCY_WORDS, Figure
from fakturo.convert.layout.sheet import Row
from fakturo.convert.page import Box
from fakturo.convert.solve.columns import (
    LONGEST_MONEY,
    Column,
    Deal,
    Roles,
    column_at,
    columns_of,
    deal_of,
    find_roles,
    merged,
    name_columns,
    written_deal,
)
from fakturo.convert.solve.heads import Head, Role
from fakturo.convert.solve.labels import SUMS, Means, label_of, meanings, plain_meanings

_WORDS = re.compile(r"[^\W\d_]{3,}")


PERCENT = frozenset({Role.DISCOUNT_PERCENT})
COUNTING = frozenset({Role.QTY, Role.UNIT_PRICE, Role.AMOUNT, Role.GROSS_AMOUNT})
FLUSH = 2.0
LEAST_FIGURES = 3
MOST_COMPARED = 5
LIST_FLUSH = 4.0
WIDEST_LIST_GAP = 90.0
"""Points between the amounts of a list."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A row with a figure in the amount's column."""

    index: int
    """Its row in the document."""
    figures: dict[int, Figure]
    amount: Figure
    deal: Deal | None
    means: tuple[Means, ...]
    """What its words say if it is no item."""
    text: str
    complete: bool
    """Quantity and price are there, whether or not they close."""
    in_line: bool = True
    """Its words begin where those of the items do."""
    sums_up: bool = False
    """Somewhere in its words there is one for a sum."""
    late: bool = False
    """It comes after a sum: expenses below the fees, say."""


@dataclass(frozen=True, slots=True)
class Table:
    head: Head | None
    columns: Sequence[Column]
    roles: Roles
    entries: Sequence[Entry]
    """Rows that may be items, in order; rows of sums are left out."""

    @property
    def score(self) -> float:
        return self.roles.score

    def column_for(self, role: Role) -> int | None:
        return next((index for index, column in enumerate(self.columns) if role in column.roles), None)


def find_tables(
    rows: Sequence[Row], figures: Sequence[Sequence[Figure]], head: Head, heads: Sequence[Head]
) -> list[Table]:
    """The ways to read the table under this head, the best first."""
    first = head.last + 1
    left_out = _repeats(rows, head, heads) | _page_heads(rows, head)
    body = [index for index in range(first, len(rows)) if index not in left_out]
    inner = body[: _end(rows, figures, body)]
    figures = [_in_percent(row, head) if index >= first else row for index, row in enumerate(figures)]
    clean = {index: _clean(figures[index], head) for index in body}
    columns = columns_of(figure for index in inner for figure in clean[index])
    if not columns:
        return []
    columns = merged(columns, head.cells, [clean[index] for index in inner])
    name_columns(columns, head.cells)
    placed = {index: _placed(columns, figures[index], clean[index]) for index in body}
    tables = []
    for roles in find_roles(columns, [placed[index] for index in inner], head):
        entries = _entries(rows, figures, body, placed, roles, end=len(inner))
        if entries:
            tables.append(Table(head, columns, roles, entries))
    return tables


def find_headless(rows: Sequence[Row], figures: Sequence[Sequence[Figure]]) -> list[Table]:
    """Without a head that we understand: rows of figures in columns where quantity times price gives an amount."""
    body = range(len(rows))
    clean = [[figure for figure in row if figure.clean] for row in figures]
    full = [index for index in body if len(clean[index]) >= LEAST_FIGURES]
    columns = columns_of(figure for index in full for figure in clean[index])
    if not columns:
        return []
    placed = {index: _placed(columns, figures[index], clean[index]) for index in body}
    tables = []
    for roles in find_roles(columns, [placed[index] for index in full], None):
        entries = _entries(rows, figures, body, placed, roles, end=len(body))
        if roles.qty is not None and sum(entry.deal is not None for entry in entries):
            tables.append(Table(None, columns, roles, [entry for entry in entries if entry.deal]))
    return tables


def find_lists(rows: Sequence[Row], figures: Sequence[Sequence[Figure]]) -> Iterator[Table]:
    """Without a head: texts with an amount each, one below the other, above a sum in the same column."""
    for index, row in enumerate(rows):
        plain = [figure for figure in figures[index] if not figure.percent]
        if not plain or not set(_means(row, plain)) & SUMS:
            continue
        entries = list(_list_above(rows, figures, index, plain[-1]))[::-1]
        if entries:
            column = Column(plain[-1].box.x0, plain[-1].box.x1)
            yield Table(None, [column], Roles(0), entries)


def _list_above(rows: Sequence[Row], figures: Sequence[Sequence[Figure]], index: int, total: Figure) -> Iterator[Entry]:
    below = rows[index].box.y0
    flush = _right_edges(rows[index], total)
    for place in range(index - 1, -1, -1):
        row = rows[place]
        if row.page != total.page or below - row.box.y1 > WIDEST_LIST_GAP:
            return
        for amount in figures[place]:
            edges = _right_edges(row, amount)
            if not amount.clean or amount.percent or not any(abs(e - f) <= LIST_FLUSH for e in edges for f in flush):
                continue
            means = _means(row, [amount])
            text = _text(row, {0: amount})
            deal = written_deal(row, figures[place], amount.value)
            if set(means) & (SUMS - {Means.TAX}) or not (deal or names_something(text)):
                return
            below = row.box.y0
            yield Entry(place, {0: amount}, amount, deal, means, text, complete=False)


def _right_edges(row: Row, figure: Figure) -> tuple[float, float]:
    """Of the figure, and of what stands with it: a currency behind some amounts shifts the digits alone."""
    phrase = next(phrase for phrase in row.phrases if phrase.box.x0 <= figure.box.x0 and figure.box.x1 <= phrase.box.x1)
    return figure.box.x1, phrase.box.x1


def _repeats(rows: Sequence[Row], head: Head, heads: Sequence[Head]) -> set[int]:
    """The same head on later pages, and what stands above it there."""
    texts = [cell.text for cell in head.cells]
    same = [other for other in heads if other.first > head.last and [cell.text for cell in other.cells] == texts]
    left_out: set[int] = set()
    for other in same:
        above = other.first
        while above > 0 and rows[above - 1].page == rows[other.first].page > rows[head.last].page:
            above -= 1
        left_out |= set(range(above, other.last + 1))
    return left_out


def _page_heads(rows: Sequence[Row], head: Head) -> set[int]:
    """Rows that a later page repeats from the first, at the same place."""
    first = {(row.text, round(row.box.y0 / FLUSH)) for row in rows[: head.first] if row.page == rows[head.first].page}
    later = range(head.last + 1, len(rows))
    return {index for index in later if (rows[index].text, round(rows[index].box.y0 / FLUSH)) in first}


def _clean(figures: Sequence[Figure], head: Head) -> list[Figure]:
    """Figures that stand by themselves, or at the edge of a text and under a head that counts or prices."""
    return [
        figure
        for figure in figures
        if len(figure.raw) <= LONGEST_MONEY + 4 and (figure.clean or (figure.edge and _is_headed(figure, head)))
    ]


def _in_percent(figures: Sequence[Figure], head: Head) -> list[Figure]:
    """A head with a percent sign spares it the figures below."""
    return [
        figure._replace(percent=True) if _roles_over(figure, head) and _roles_over(figure, head) <= PERCENT else figure
        for figure in figures
    ]


def _roles_over(figure: Figure, head: Head) -> frozenset[Role]:
    over = [cell for cell in head.cells if min(cell.box.x1, figure.box.x1) - max(cell.box.x0, figure.box.x0) > 0]
    return over[0].roles if len(over) == 1 else frozenset()


def _is_headed(figure: Figure, head: Head) -> bool:
    over = [cell for cell in head.cells if min(cell.box.x1, figure.box.x1) - max(cell.box.x0, figure.box.x0) > 0]
    return any(cell.roles & COUNTING for cell in over) and not figure.percent


def _end(rows: Sequence[Row], figures: Sequence[Sequence[Figure]], body: Sequence[int]) -> int:
    """How many rows of the body come before the first sum."""
    seen = False
    for place, index in enumerate(body):
        plain = [figure for figure in figures[index] if not figure.percent]
        if seen and not plain and _heads_sums(rows[index]):
            return place
        if not plain:
            continue
        if seen and len(plain) <= 2 and set(_means(rows[index], plain)) & SUMS:  # noqa: PLR2004
            return place
        seen = seen or any(figure.clean for figure in plain)
    return len(body)


def _heads_sums(row: Row) -> bool:
    """Words for sums side by side, with the figures in the rows below."""
    return sum(bool(set(plain_meanings(phrase.text)) & SUMS) for phrase in row.phrases) > 1


def _means(row: Row, figures: Sequence[Figure]) -> tuple[Means, ...]:
    return plain_meanings(label_of(row, figures[-1], figures))


def _placed(columns: Sequence[Column], figures: Sequence[Figure], clean: Sequence[Figure]) -> dict[int, Figure]:
    """Figures by column. One at the edge of a text counts, too, where it stands just in a column of figures."""
    placed: dict[int, Figure] = {}
    for figure in figures:
        column = column_at(columns, figure)
        if column is not None and (figure in clean or _stands_in(columns[column], figure)):
            placed[column] = figure
    return placed


def _stands_in(column: Column, figure: Figure) -> bool:
    """Flush with the column's other figures."""
    flush = abs(figure.box.x1 - column.x1) <= FLUSH or abs(figure.box.x0 - column.x0) <= FLUSH
    return bool(column.roles & COUNTING) and flush and not figure.percent


def _entries(
    rows: Sequence[Row],
    figures: Sequence[Sequence[Figure]],
    body: Sequence[int],
    placed: dict[int, dict[int, Figure]],
    roles: Roles,
    *,
    end: int,
) -> list[Entry]:
    """Rows with an amount; past the end of the table, or after a sum, only those that are priced."""
    entries: list[Entry] = []
    ended = False
    for place, index in enumerate(body):
        ended = ended or place >= end
        row = placed[index]
        amount = row.get(roles.amount)
        if amount is None or amount.percent:
            continue
        deal = deal_of(row, roles)
        plain = [figure for figure in figures[index] if not figure.percent]
        means = _means(rows[index], [*[figure for figure in plain if figure is not amount], amount])
        complete = roles.price is not None and roles.price in row and (roles.qty is None or roles.qty in row)
        priced = deal is not None and roles.qty is not None
        if set(means) & (SUMS | {Means.CARRIED, Means.INFO}) and not (priced and complete):
            ended = ended or (bool(entries) and bool(set(means) & SUMS))
            continue
        in_line = _in_line(rows, index, entries)
        late = ended and not priced
        text = _text(rows[index], row)
        sums_up = bool({Means.SUBTOTAL, Means.TOTAL} & set(meanings(text)))
        if deal is None and sums_up and entries and amount.value == sum(entry.amount.value for entry in entries):
            ended = True
            continue
        if deal is None and not names_something(text):
            continue
        entries.append(Entry(index, row, amount, deal, means, text, complete, in_line, sums_up, late))
    return _without_tail(entries)


def _without_tail(entries: list[Entry]) -> list[Entry]:
    """Below the last priced item, a row that begins elsewhere is a sum under another name."""
    last = max((place for place, entry in enumerate(entries) if entry.deal), default=len(entries))
    return [entry for place, entry in enumerate(entries) if place <= last or entry.in_line or entry.complete]


def _in_line(rows: Sequence[Row], index: int, entries: Sequence[Entry]) -> bool:
    starts = {round(phrase.box.x0) for entry in entries[:MOST_COMPARED] for phrase in rows[entry.index].phrases}
    return not starts or any(abs(rows[index].phrases[0].box.x0 - start) <= FLUSH for start in starts)


def _text(row: Row, placed: dict[int, Figure]) -> str:
    boxes = [figure.box for figure in placed.values()]
    return " ".join(phrase.text for phrase in row.phrases if not any(_inside(phrase.box, box) for box in boxes))


def names_something(text: str) -> bool:
    """An item has a name; a row of bare figures, or with a currency alone, is a sum."""
    return any(word.casefold() not in CURRENCY_WORDS for word in _WORDS.findall(text))


def _inside(outer: Box, inner: Box) -> bool:
    return outer.x0 - 1 <= inner.x0 and inner.x1 <= outer.x1 + 1
