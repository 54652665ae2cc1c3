"""What stands below the heads of the vendor's item table, found by the right lines."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import combinations
from operator import attrgetter
from typing import Any

from fakturo.convert.figures import figures_of
from fakturo.convert.layout.sheet import Phrase, Row, Sheet
from fakturo.convert.page import Box
from fakturo.convert.solve.arithmetic import HUNDRED, closes
from fakturo.convert.solve.table.heads import Role
from fakturo.convert.teach.pieces import Piece
from fakturo.convert.templates.texts import runs_in, squeezed

HIGHEST = 12
"""Rows from the first line up to the head."""
MOST_LINES = 3
"""A head wraps over so many."""
NUMBERS = {"amount": Role.AMOUNT, "unit_price": Role.UNIT_PRICE, "qty": Role.QTY}
WORDS = {"description": Role.DESCRIPTION, "sku": Role.SKU, "hs_code": Role.HS_CODE, "uom": Role.UOM}


def column_pieces(sheets: Sequence[Sheet], items: Sequence[Mapping[str, Any]]) -> list[Piece]:
    """For each part of a line that stands in a column with a head: what that head means."""
    rows = [row for sheet in sheets for row in sheet.rows]
    first, boxes = _columns(rows, items)
    pieces: dict[str, Piece] = {}
    for role, box in boxes.items():
        for head in _heads(rows, first, box):
            pieces.setdefault(squeezed(head), Piece("columns", head, role))
    return list(pieces.values())


def share_pieces(sheets: Sequence[Sheet], items: Sequence[Mapping[str, Any]]) -> list[Piece]:
    """Where every line is a percentage of quantity times price, and prints all three: what their heads mean."""
    rows = [row for sheet in sheets for row in sheet.rows]
    lines = list(_lines(rows, items))
    shared = [_shared(rows[index], item) for index, item in lines]
    if not lines or not all(shared):
        return []
    first = lines[0][0]
    places = [(role, _rounded(box)) for role, box in shared[0].items()]
    return [Piece("columns", head, role) for role, box in places for head in list(_heads(rows, first, box))[:1]]


def _shared(row: Row, item: Mapping[str, Any]) -> dict[Role, Box]:
    amount = abs(item.get("amount") or Decimal(0))
    figures = [figure for figure in figures_of(row) if figure.edge or figure.percent]
    plain = [figure for figure in figures if not figure.percent]
    for share in (figure for figure in figures if figure.percent):
        for one, other in combinations(plain, 2):
            if amount and closes(one.value * share.value / HUNDRED, other.value, amount):
                qty, price = sorted((one, other), key=attrgetter("decimals"))
                return {Role.QTY: qty.box, Role.UNIT_PRICE: price.box, Role.SHARE: share.box}
    return {}


def _lines(rows: Sequence[Row], items: Sequence[Mapping[str, Any]]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The row of each item, one below the other."""
    start = 0
    for item in items:
        index = _row_of(rows, start, item)
        if index is not None:
            start = index + 1
            yield index, item


def _columns(rows: Sequence[Row], items: Sequence[Mapping[str, Any]]) -> tuple[int, dict[Role, Box]]:
    """The first row of an item, and for each role the place where most of its values stand."""
    found: dict[Role, Counter[Box]] = {}
    first = len(rows)
    for index, item in _lines(rows, items):
        first = min(first, index)
        for role, box in _places(rows[index], item):
            found.setdefault(role, Counter())[_rounded(box)] += 1
    return first, {role: boxes.most_common(1)[0][0] for role, boxes in found.items()}


def _row_of(rows: Sequence[Row], start: int, item: Mapping[str, Any]) -> int | None:
    """The row that prints most of the item's numbers, its amount among them."""
    wanted = [value for name, value in item.items() if name in NUMBERS]
    amount = item.get("amount")
    best, most = None, 0
    for index in range(start, len(rows)):
        printed = {abs(value) for figure in figures_of(rows[index]) for value in figure.values}
        score = sum(abs(value) in printed for value in wanted)
        if score > most and (amount is None or abs(amount) in printed):
            best, most = index, score
    return best


def _places(row: Row, item: Mapping[str, Any]) -> Iterator[tuple[Role, Box]]:
    taken: list[Box] = []
    for name, role in NUMBERS.items():
        value = item.get(name)
        boxes = [figure.box for figure in figures_of(row) if _is(value, figure.values) and figure.box not in taken]
        if boxes:  # amounts stand at the right, quantities before prices
            box = boxes[-1] if name == "amount" else boxes[0]
            taken.append(box)
            yield role, box
    for name, role in WORDS.items():
        for phrase in row.phrases:
            run = next(runs_in(phrase, str(item[name])), None) if name in item else None
            if run:
                yield role, run.box
                break


def _is(value: Decimal | None, values: Sequence[Decimal]) -> bool:
    return value is not None and abs(value) in {abs(one) for one in values}


def _rounded(box: Box) -> Box:
    """Figures end and words begin at one place in a column: near enough is the same."""
    return Box(*(float(round(edge / 4) * 4) for edge in (box.x0, 0, box.x1, 0)))


def _heads(rows: Sequence[Row], first: int, column: Box) -> Iterator[str]:
    """The nearest text above the column; where it wraps, with the lines above it, too."""
    for index in range(first - 1, max(-1, first - HIGHEST), -1):
        if rows[index].page != rows[min(first, len(rows) - 1)].page:
            return
        phrase = _over(rows[index], column)
        if phrase and any(map(str.isalpha, phrase.text)) and not any(map(str.isdigit, phrase.text)):
            yield from _wrapped(rows, index, phrase)
            return


def _wrapped(rows: Sequence[Row], index: int, phrase: Phrase) -> Iterator[str]:
    texts = [phrase.text]
    top = phrase
    for row in reversed(rows[max(0, index - MOST_LINES + 1) : index]):
        above = _over(row, top.box)
        if above is None or above.page != top.page or top.box.y0 - above.box.y1 > top.size:
            break
        if any(map(str.isdigit, above.text)):
            break
        texts.insert(0, above.text)
        top = above
    if len(texts) > 1:
        yield " ".join(texts)
    yield phrase.text


def _over(row: Row, box: Box) -> Phrase | None:
    over = [phrase for phrase in row.phrases if min(phrase.box.x1, box.x1) > max(phrase.box.x0, box.x0)]
    return max(over, key=lambda phrase: phrase.box.across(box), default=None)
