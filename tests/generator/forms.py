"""Forms that programs print: cells with a small label above their value, and ruled tables of plain texts."""

import re
from collections.abc import Callable, Iterable, Sequence

from tests.generator.bill import ALIGN
from tests.generator.sheet import Sheet
from tests.generator.table import Column, Look, draw_table

GRID = Look("grid", size=8)


def cell_row(
    sheet: Sheet,
    y: float,
    height: float,
    edges: Sequence[float],
    cells: Sequence[tuple[str, str]],
    *,
    size: float = 8,
    small: float = 6.5,
    side: str = "<",
) -> float:
    """A row of ruled cells, the label small in the upper left and the value below it; the y of the next row."""
    for left, right, (label, value) in zip(edges, edges[1:], cells, strict=False):
        sheet.box(left, y, right, y + height)
        sheet.text(left + 3, y + small + 1.5, label, size=small)
        at = {"<": left + 3, ">": right - 3, "^": (left + right) / 2}[side]
        for n, line in enumerate(value.split("\n")):
            sheet.text(at, y + small + size + 4 + n * size * 1.2, line, size=size, align=ALIGN[side])
    return y + height


def table(
    sheet: Sheet,
    x: float,
    heads: str,
    rows: Iterable[Sequence[str]],
    look: Look = GRID,
    *,
    bottom: float = 740,
    begin: Callable[[], None] = lambda: None,
) -> list[float]:
    """A table from sheet.y on; a cell's text breaks its lines by itself and at line breaks. Returns the edges.

    Heads are like '24^No|200<Name|80>Amount': each column's width, its side, and the words above it.
    `begin` draws what stands above the table on each later page, and leaves sheet.y at its top.
    """
    columns = [_column(head) for head in heads.split("|")]
    lines = [[_broken(sheet, text, column, look) for text, column in zip(row, columns, strict=True)] for row in rows]

    def turn(page: Sheet, _: int) -> None:
        page.new_page()
        begin()

    return list(draw_table(sheet, x, columns, lines, look, bottom=bottom, on_break=turn).edges)


def _column(head: str) -> Column:
    width, side, text = re.split("([<>^])", head, maxsplit=1)
    return Column("", float(width), text, ALIGN[side])


def _broken(sheet: Sheet, text: str, column: Column, look: Look) -> list[str]:
    if column.align == "right":
        return text.split("\n")
    return [line for part in text.split("\n") for line in sheet.wrap(part, column.width - 2 * look.pad, look.size)]
