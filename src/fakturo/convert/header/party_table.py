"""Seller and buyer as columns of one table: their labels head it, and rows are name, address, tax number."""

from collections.abc import Sequence
from itertools import pairwise

from fakturo.convert.header.blocks import Block, is_party_label
from fakturo.convert.header.labels import UNKNOWN, unknown_label
from fakturo.convert.header.legal import legal_end
from fakturo.convert.header.names import is_field_name
from fakturo.convert.header.scene import Scene, Spot

MOST_ROWS = 9
WIDEST_GAP = 2.6
"""Heights between two rows of such a table."""
SLACK = 8.0
"""Points that a value may stand left of its column's head."""


def tabled(scene: Scene, blocks: list[Block]) -> list[Block]:
    """The blocks, with the columns of party tables as blocks of their own."""
    columns = [column for number in range(len(scene.rows)) for column in _columns(scene, number)]
    held = {id(line) for column in columns for line in column}
    if not held:
        return blocks
    kept = [_block([line for line in block.lines if id(line) not in held]) for block in blocks]
    return [block for block in kept if block.lines] + [_block(column) for column in columns]


def _block(lines: Sequence[Spot]) -> Block:
    block = Block()
    block.lines.extend(lines)
    return block


def _columns(scene: Scene, number: int) -> list[list[Spot]]:
    heads = _heads(scene.rows[number])
    if len({spot.marks[0].meanings for spot in heads}) < 2:
        return []
    rows = _rows_below(scene, number)
    if not any(is_field_name(spot.text.rstrip(" :")) for row in rows[:2] for spot in row):
        return []
    columns = []
    for index, head in enumerate(heads):
        right = heads[index + 1].box.x0 - SLACK if index + 1 < len(heads) else head.sheet.width
        left = head.box.x0 - SLACK
        columns.append([head, *(spot for row in rows for spot in row if left <= spot.box.x0 < right)])
    return columns if all(map(_has_value, columns)) else []


def _has_value(column: Sequence[Spot]) -> bool:
    return any(not (is_field_name(spot.text.rstrip(" :")) or spot.is_label) for spot in column[1:4])


def _heads(row: Sequence[Spot]) -> list[Spot]:
    """Labels of parties, and words in the same type beside one, which must be another's."""
    known = next((spot for spot in row if is_party_label(spot)), None)
    if known is None:
        return []
    heads = [spot if is_party_label(spot) else _as_label(spot, known) for spot in row]
    others = [head for head in heads if head]
    return others if len(others) == len(heads) else [spot for spot in row if is_party_label(spot)]


def _as_label(spot: Spot, known: Spot) -> Spot | None:
    alike = round(spot.phrase.size) == round(known.phrase.size) and spot.phrase.bold == known.phrase.bold
    unsaid = not spot.marks or UNKNOWN in spot.marks[0].meanings
    label = unknown_label(spot.text) if alike and unsaid and not legal_end(spot.text) else None
    return spot._replace(marks=[label]) if label else None


def _rows_below(scene: Scene, number: int) -> list[Sequence[Spot]]:
    """Rows that follow each other closely, up to other heads."""
    rows: list[Sequence[Spot]] = []
    for above, row in pairwise(scene.rows[number : number + MOST_ROWS + 1]):
        last, first = above[0], row[0]
        gap = first.box.y0 - max(spot.box.y1 for spot in above)
        if first.phrase.page != last.phrase.page or gap > WIDEST_GAP * last.box.height:
            break
        if any(is_party_label(spot) for spot in row):
            break
        rows.append(row)
    return rows
