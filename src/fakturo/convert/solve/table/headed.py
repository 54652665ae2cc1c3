"""The item table under a head: which rows are items, and how each amount comes about."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fakturo.convert.figures import Figure
from fakturo.convert.layout.sheet import Row
from fakturo.convert.solve.sums.labels import HIGHEST_RATE
from fakturo.convert.solve.table.added import Added, added_columns
from fakturo.convert.solve.table.columns import LONGEST_MONEY, Column, column_at, columns_of, merged, name_columns
from fakturo.convert.solve.table.entries import FLUSH, Entry, Told, entries_of, may_count
from fakturo.convert.solve.table.extent import end_of, page_heads, repeats
from fakturo.convert.solve.table.heads import Cell, Head, Role
from fakturo.convert.solve.table.pricing import Roles
from fakturo.convert.solve.table.roles import find_roles

PERCENT = frozenset({Role.DISCOUNT_PERCENT})

COUNTING = frozenset({Role.QTY, Role.UNIT_PRICE, Role.AMOUNT, Role.GROSS_AMOUNT})


@dataclass(frozen=True, slots=True)
class Table:
    head: Head | None
    columns: Sequence[Column]
    roles: Roles
    entries: Sequence[Entry]
    """Rows that may be items, in order; rows of sums are left out."""
    added: Sequence[Added] = ()
    """Columns that add up, row by row."""

    @property
    def score(self) -> float:
        return self.roles.score

    def column_for(self, role: Role) -> int | None:
        return next((index for index, column in enumerate(self.columns) if role in column.roles), None)


def find_tables(
    rows: Sequence[Row], figures: Sequence[Sequence[Figure]], head: Head, heads: Sequence[Head]
) -> Iterator[Table]:
    """The ways to read the table under this head, the best first, as they are asked for."""
    first = head.last + 1
    left_out = repeats(rows, head, heads) | page_heads(rows, head)
    body = [index for index in range(first, len(rows)) if index not in left_out]
    inner = body[: end_of(rows, figures, body)]
    if any(_names_percent(cell) for cell in head.cells):
        figures = [_in_percent(row, head) if index >= first else row for index, row in enumerate(figures)]
    clean = {index: _clean(rows[index], figures[index], head) for index in body}
    columns = columns_of(figure for index in inner for figure in clean[index])
    if not columns:
        return
    columns = merged(columns, head.cells, [clean[index] for index in inner])
    name_columns(columns, head.cells)
    placed = {index: placed_in(columns, rows[index], figures[index], clean[index]) for index in body}
    added = added_columns([placed[index] for index in inner])
    told = Told(rows)
    for roles in find_roles(columns, [placed[index] for index in inner], head, added):
        entries = entries_of(told, figures, body, placed, roles, end=len(inner), headed=True)
        if entries:
            yield Table(head, columns, roles, entries, added)


def _clean(row: Row, figures: Sequence[Figure], head: Head) -> list[Figure]:
    """Figures that stand by themselves, or at the edge of a text and under a head that counts or prices."""
    return [
        figure
        for figure in figures
        if len(figure.raw) <= LONGEST_MONEY + 4
        and (figure.clean or (figure.edge and _is_headed(figure, head)) or _has_a_unit(row, figure, head))
    ]


def _has_a_unit(row: Row, figure: Figure, head: Head) -> bool:
    """Under a strange head, perhaps one that nobody knows."""
    over = [cell.roles for cell in head.cells if cell.box.across(figure.box) > 0]
    return over == [frozenset()] and may_count(row, figure)


def _in_percent(figures: Sequence[Figure], head: Head) -> list[Figure]:
    """A head with a percent sign spares it the figures below."""
    return [figure._replace(percent=True) if _is_percent(figure, head) else figure for figure in figures]


def _is_percent(figure: Figure, head: Head) -> bool:
    over = [cell for cell in head.cells if cell.box.across(figure.box) > 0]
    if len(over) != 1 or not _names_percent(over[0]):
        return False
    return over[0].roles == PERCENT or 0 <= figure.value <= HIGHEST_RATE


def _names_percent(cell: Cell) -> bool:
    """Discounts; or rates of a tax, if they may be some."""
    return cell.roles == PERCENT or (cell.roles == {Role.TAX_RATE} and "%" in cell.text)


def _is_headed(figure: Figure, head: Head) -> bool:
    over = [cell for cell in head.cells if cell.box.across(figure.box) > 0]
    return any(cell.roles & COUNTING for cell in over) and not figure.percent


def placed_in(
    columns: Sequence[Column], row: Row, figures: Sequence[Figure], clean: Sequence[Figure]
) -> dict[int, Figure]:
    """Figures by column. One at the edge of a text counts, too, where it stands just in a column of figures."""
    placed: dict[int, Figure] = {}
    for figure in figures:
        column = column_at(columns, figure)
        if column is not None and (figure in clean or _stands_in(columns[column], figure)):
            placed[column] = figure
    for place, counts in enumerate(columns):
        if place not in placed and Role.QTY in counts.roles:
            shifted = [figure for figure in figures if figure not in placed.values() and may_count(row, figure)]
            ending = [figure for figure in shifted if abs(_end_of_cell(row, figure) - counts.x1) <= FLUSH]
            placed |= {place: ending[0]} if ending else {}
    return placed


def _end_of_cell(row: Row, figure: Figure) -> float:
    """A unit behind a figure shifts it to the left."""
    return next(phrase.box.x1 for phrase in row.phrases if phrase.box.x0 <= figure.box.x0 < phrase.box.x1)


def _stands_in(column: Column, figure: Figure) -> bool:
    """Flush with the column's other figures; what follows it may be a unit that nobody knows."""
    flush = abs(figure.box.x1 - column.x1) <= FLUSH or abs(figure.box.x0 - column.x0) <= FLUSH
    counts = bool(column.roles & COUNTING) or (column.roles <= {Role.UOM} and figure.edge)
    return counts and flush and not figure.percent
