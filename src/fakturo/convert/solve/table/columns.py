"""Columns of figures below a head, and what the head calls them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fakturo.convert.figures import Figure
from fakturo.convert.page import Box
from fakturo.convert.solve.table.heads import FIGURES, Cell, Role

SHARED = 0.5
"""Figures of one column share at least this part of the narrower one's width."""

NEAR = 45.0
"""Points between a column and the head cell that names it, when they don't overlap."""

TOUCHING = 1.0

MOST_COLUMNS = 12

LONGEST_MONEY = 15


@dataclass(slots=True)
class Column:
    x0: float
    x1: float
    roles: frozenset[Role] = frozenset()
    figures: int = 0
    percent: bool = False


def columns_of(figures: Iterable[Figure]) -> list[Column]:
    """Columns from left to right: figures that share most of their width, row by row."""
    columns: list[Column] = []
    for figure in sorted(figures, key=lambda figure: figure.box.x1):
        for column in columns:
            if column.percent == figure.percent and _shared(column, figure.box) >= SHARED:
                column.x0, column.x1 = min(column.x0, figure.box.x0), max(column.x1, figure.box.x1)
                break
        else:
            column = Column(figure.box.x0, figure.box.x1, percent=figure.percent)
            columns.append(column)
        column.figures += 1
    columns.sort(key=lambda column: -column.figures)
    return sorted(columns[:MOST_COLUMNS], key=lambda column: column.x0)


def _shared(column: Column, box: Box) -> float:
    width = min(column.x1 - column.x0, box.width) or 1
    return (min(column.x1, box.x1) - max(column.x0, box.x0)) / width


def column_at(columns: Sequence[Column], figure: Figure) -> int | None:
    """The one that it shares most with."""
    best, most = None, 0.0
    x0, _, x1, _ = figure.box
    for index, column in enumerate(columns):
        if column.x0 < x1 and x0 < column.x1 and column.percent == figure.percent:
            shared = _shared(column, figure.box)
            if shared > most:
                best, most = index, shared
    return best if most >= SHARED else None


def name_columns(columns: Sequence[Column], cells: Sequence[Cell]) -> None:
    """Give each column the roles of the head cell above it; columns and cells keep their order."""
    unnamed: list[Column] = []
    for column in columns:
        over = [cell for cell in cells if _covers(column, cell)]
        if over:
            widest = max(over, key=lambda cell: min(cell.box.x1, column.x1) - max(cell.box.x0, column.x0))
            column.roles = widest.roles
        else:
            unnamed.append(column)
    free = [cell for cell in cells if not any(_covers(column, cell) for column in columns)]
    for counting in (
        [cell for cell in free if cell.roles & FIGURES],
        [c for c in free if c.roles & FIGURES or not c.roles],
    ):
        if len(unnamed) == len(counting) == len([column for column in columns if not column.percent]):
            for column, cell in zip(unnamed, counting, strict=True):
                column.roles = cell.roles  # heads set in the middle of wide columns, and figures at their edges
            return
    for column, cell in _nearest_in_order(unnamed, free):
        column.roles = cell.roles


def _nearest_in_order(columns: Sequence[Column], cells: Sequence[Cell]) -> list[tuple[Column, Cell]]:
    """As many as are near each other, with the least between them in all: what a cell heads is not told by itself
    where its neighbour has a claim, too."""
    best: list[list[tuple[int, float, list[tuple[Column, Cell]]]]] = [[(0, 0.0, [])] * (len(cells) + 1)]
    for column in columns:
        row = [best[-1][0]]
        for at, cell in enumerate(cells):
            tried, apart = [best[-1][at + 1], row[at]], _distance(column, cell)
            if apart <= NEAR:
                count, less, pairs = best[-1][at]
                tried.append((count + 1, less - apart, [*pairs, (column, cell)]))
            row.append(max(tried, key=lambda one: one[:2]))
        best.append(row)
    return best[-1][-1][2]


def merged(columns: Sequence[Column], cells: Sequence[Cell], rows: Sequence[Sequence[Figure]]) -> list[Column]:
    """Columns under one head cell are one if no row has figures in both: units beside the figures shift them."""
    kept: list[Column] = []
    for column in columns:
        before = kept[-1] if kept else None
        if (
            before
            and _cell_of(before, cells) is _cell_of(column, cells) is not None
            and not _both(before, column, rows)
        ):
            before.x0, before.x1 = min(before.x0, column.x0), max(before.x1, column.x1)
            before.figures += column.figures
        else:
            kept.append(column)
    return kept


def touching(columns: Sequence[Column], rows: Sequence[Sequence[Figure]]) -> list[Column]:
    """Without a head: columns that touch each other are one if no row has figures in both."""
    kept: list[Column] = []
    for column in columns:
        before = kept[-1] if kept and kept[-1].percent == column.percent else None
        if before and column.x0 <= before.x1 + TOUCHING and not _both(before, column, rows):
            before.x0, before.x1 = min(before.x0, column.x0), max(before.x1, column.x1)
            before.figures += column.figures
        else:
            kept.append(column)
    return kept


def _cell_of(column: Column, cells: Sequence[Cell]) -> Cell | None:
    over = [cell for cell in cells if _covers(column, cell)]
    return over[0] if len(over) == 1 else None


def _both(one: Column, other: Column, rows: Sequence[Sequence[Figure]]) -> bool:
    return any(
        any(_shared(one, figure.box) >= SHARED for figure in row)
        and any(_shared(other, figure.box) >= SHARED and _shared(one, figure.box) < SHARED for figure in row)
        for row in rows
    )


def _covers(column: Column, cell: Cell) -> bool:
    return min(cell.box.x1, column.x1) - max(cell.box.x0, column.x0) > 0


def _distance(column: Column, cell: Cell) -> float:
    return max(cell.box.x0 - column.x1, column.x0 - cell.box.x1)
