"""Where the invoice's own money stands: the figures that its sums and lines are read from."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fakturo.convert.figures import Figure, figures_of
from fakturo.convert.header.scene import Scene
from fakturo.convert.layout.sheet import Row
from fakturo.convert.vocabulary import terms

TOTALS = frozenset({"total", "payable"})


class Money(NamedTuple):
    sums: Sequence[Figure] = ()
    """The total, and what is to be paid."""
    amounts: Sequence[Figure] = ()
    """Of the lines and all that leads from them to the total; the first line's amount comes first."""
    prices: Sequence[Figure] = ()
    """Other figures of the lines."""


def is_total(row: Row) -> bool:
    return bool(terms("totals").meanings(row.text) & TOTALS)


def guessed_money(scene: Scene) -> Money:
    """By words and place alone, for callers who have not solved the numbers."""
    sums: list[Figure] = []
    amounts: list[Figure] = []
    prices: list[Figure] = []
    for row in _rows(scene):
        figures = [figure for figure in figures_of(row) if not figure.percent]
        if is_total(row):
            sums += figures[-1:]
        elif scene.table and scene.table.holds(row.page, row.box.y0):
            amounts += figures[-1:]
            prices += figures[:-1]
    return Money(sums, amounts, prices)


def _rows(scene: Scene) -> Iterator[Row]:
    for sheet in scene.sheets:
        yield from sheet.rows
