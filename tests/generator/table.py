"""Tables of items in many looks, over as many pages as they need."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tests.generator.ink import Ink
from tests.generator.model import Line
from tests.generator.sheet import Colour, Sheet

NUMERIC = {"qty", "unit_price", "list_price", "discount", "discount_percent", "tax_amount", "amount", "gross"}


@dataclass(frozen=True)
class Column:
    key: str
    width: float
    header: str
    align: str = "left"
    joined: bool = False
    """Stands under the header of the column before it, with no rule between in the header."""


@dataclass(frozen=True)
class Look:
    rules: str = "none"
    """grid (every cell), columns (only upright rules), rows (a rule under each item), or none."""
    header_fill: Colour | None = None
    header_white: bool = False
    zebra: bool = False
    size: float = 9
    amount_size: float | None = None
    pad: float = 3
    gap: float = 3
    repeat_header: bool = True
    cut_items: bool = False
    """An item may be cut by the end of a page."""
    bold_first: bool = False
    """The description's first line in bold, the rest in small type."""
    note_size: float | None = None
    middle: bool = False
    """Short cells stand in the middle of tall ones."""


@dataclass(frozen=True)
class Placed:
    """Where a table's columns came to lie."""

    edges: tuple[float, ...]
    top: float


Row = Sequence[Sequence[str]]
"""For each column its lines of text."""
Break = Callable[[Sheet, int], None]
"""Ends a page before the row with that index, and starts the next one."""


def columns_of(ink: Ink, widths: Mapping[str, float], **headers: str) -> list[Column]:
    """Columns by key, with the language's words above them."""
    labels = _LABELS | (_WITH_TAX if ink.document.tax_included else {})
    return [
        Column(key, width, headers.get(key) or ink.label(labels.get(key, key)), _align(key))
        for key, width in widths.items()
    ]


_LABELS = {"qty_uom": "qty", "discount_percent": "discount"}
_WITH_TAX = {"unit_price": "price_with_tax", "amount": "amount_with_tax"}


def _align(key: str) -> str:
    return "right" if key in NUMERIC else "left"


def item_rows(sheet: Sheet, ink: Ink, columns: Sequence[Column], look: Look) -> list[Row]:
    return [_item_row(sheet, ink, line, columns, look) for line in ink.document.lines]


def _item_row(sheet: Sheet, ink: Ink, line: Line, columns: Sequence[Column], look: Look) -> Row:
    cells = []
    for column in columns:
        text = ink.cell(line, column.key)
        room = column.width - 2 * look.pad
        lines = sheet.wrap(text, room, look.size) if column.align == "left" else [text]
        if column.key == "description":
            lines += [part for note in line.notes for part in sheet.wrap(note, room, look.note_size or look.size)]
        cells.append(lines)
    return cells


def draw_table(
    sheet: Sheet,
    x: float,
    columns: Sequence[Column],
    rows: Sequence[Row],
    look: Look,
    *,
    bottom: float = 780,
    on_break: Break = lambda sheet, _: sheet.new_page(),
) -> Placed:
    """Draws from sheet.y on and leaves sheet.y below the last row."""
    edges = [x]
    for column in columns:
        edges.append(edges[-1] + column.width)
    top = sheet.y
    _header(sheet, edges, columns, look)
    for at, row in enumerate(rows):
        if sheet.y + _height(row, look) > bottom and not look.cut_items:
            sheet.y = _break(sheet, at, edges, columns, look, on_break)
        _row(sheet, edges, columns, row, look, shaded=look.zebra and at % 2 == 1, bottom=bottom, on_cut=on_break, at=at)
    if look.rules == "columns":
        sheet.rule(edges[0], sheet.y, edges[-1], sheet.y)
    return Placed(tuple(edges), top)


def _break(sheet: Sheet, at: int, edges: list[float], columns: Sequence[Column], look: Look, on_break: Break) -> float:
    if look.rules == "columns":
        sheet.rule(edges[0], sheet.y, edges[-1], sheet.y)
    on_break(sheet, at)
    if look.repeat_header:
        _header(sheet, edges, columns, look)
    return sheet.y


def _header(sheet: Sheet, edges: list[float], columns: Sequence[Column], look: Look) -> None:
    wrapped = [sheet.wrap(c.header, c.width - 2 * look.pad, look.size) for c in columns]
    height = max(len(lines) for lines in wrapped) * look.size * 1.2 + look.gap + 3
    top, bottom = sheet.y, sheet.y + height
    if look.header_fill:
        sheet.box(edges[0], top, edges[-1], bottom, fill=look.header_fill, stroke=look.rules == "grid")
    colour = (1.0, 1.0, 1.0) if look.header_white else (0.0, 0.0, 0.0)
    for (left, right), column, lines in zip(pairwise(edges), columns, wrapped, strict=True):
        for n, text in enumerate(lines):
            where, align = _anchor(left, right, column.align, look.pad)
            y = top + look.size * (1.2 * n + 1) + look.gap / 2
            sheet.text(where, y, text, size=look.size, bold=True, align=align, colour=colour)
    for at, edge in enumerate(edges):
        joined = 0 < at < len(columns) and columns[at].joined
        if look.rules in ("grid", "columns") and not joined:
            sheet.rule(edge, top, edge, bottom)
    if look.rules in ("grid", "columns"):
        sheet.rule(edges[0], top, edges[-1], top)
    if look.rules != "none" or not look.header_fill:
        sheet.rule(edges[0], bottom, edges[-1], bottom)
    sheet.y = bottom


def _anchor(left: float, right: float, align: str, pad: float) -> tuple[float, str]:
    if align == "right":
        return right - pad, "right"
    return ((left + right) / 2, "centre") if align == "centre" else (left + pad, "left")


def _height(row: Row, look: Look) -> float:
    return max(len(lines) for lines in row) * look.size * 1.2 + look.gap


def _row(
    sheet: Sheet,
    edges: list[float],
    columns: Sequence[Column],
    row: Row,
    look: Look,
    *,
    shaded: bool,
    bottom: float,
    on_cut: Break,
    at: int,
) -> None:
    if shaded:
        sheet.box(edges[0], sheet.y, edges[-1], sheet.y + _height(row, look), fill=(0.93, 0.93, 0.93), stroke=False)
    depth = max(len(lines) for lines in row)
    top = sheet.y
    for n in range(depth):
        if look.cut_items and sheet.y + look.size * 1.2 + look.gap > bottom:
            _row_rules(sheet, edges, top, look)
            top = sheet.y = _break(sheet, at, edges, columns, look, on_cut)
        _text_line(sheet, edges, columns, row, look, n)
        sheet.y += look.size * 1.2
    sheet.y += look.gap
    _row_rules(sheet, edges, top, look)


def _text_line(sheet: Sheet, edges: list[float], columns: Sequence[Column], row: Row, look: Look, n: int) -> None:
    for (left, right), column, lines in zip(pairwise(edges), columns, row, strict=True):
        if n >= len(lines) or not lines[n]:
            continue
        where, align = _anchor(left, right, column.align, look.pad)
        first = column.key == "description" and n == 0
        size = look.amount_size if look.amount_size and column.key == "amount" else look.size
        if look.note_size and column.key == "description" and n > 0:
            size = look.note_size
        lower = (max(map(len, row)) - len(lines)) / 2 * look.size * 1.2 if look.middle else 0.0
        sheet.text(
            where, sheet.y + lower + look.size + 1, lines[n], size=size, align=align, bold=look.bold_first and first
        )


def _row_rules(sheet: Sheet, edges: list[float], top: float, look: Look) -> None:
    if look.rules in ("grid", "columns"):
        for edge in edges:
            sheet.rule(edge, top, edge, sheet.y)
    if look.rules in ("grid", "rows"):
        sheet.rule(edges[0], sheet.y, edges[-1], sheet.y, 0.4)
