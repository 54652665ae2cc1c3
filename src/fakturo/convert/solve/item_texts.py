"""The words of an item, by the head cell that they stand under."""

import re
from collections.abc import Iterator, Sequence

from fakturo.convert.figures import figures_of
from fakturo.convert.layout.sheet import Phrase, Row
from fakturo.convert.page import Box, Word, around
from fakturo.convert.solve.codes import codes_apart
from fakturo.convert.solve.deals import written_pair
from fakturo.convert.solve.entries import Entry, names_something
from fakturo.convert.solve.heads import Cell, Role
from fakturo.convert.solve.table import Table
from fakturo.convert.vocabulary import terms

CODES = frozenset({Role.SKU, Role.HS_CODE, Role.NO})
TEXT_ROLES = (Role.DESCRIPTION, Role.SKU, Role.HS_CODE, Role.NO, Role.UOM)
LONGEST_TEXT = 1000
CELL_START = 3.0
"""Points between the start of a head cell and of a word below it."""
BESIDE_TABLE = 12.0
"""Points left of the head: what ends there is a panel beside the table."""
_IN_BRACKETS = re.compile(r"[(\[]([^()\[\]]{1,12})[)\]]")
Texts = dict[Role, list[Phrase]]


def texts_of(rows: Sequence[Sequence[Row]], table: Table, entries: Sequence[Entry]) -> list[Texts]:
    cells = _with_description(table, [own_rows[:1] for own_rows in rows], entries)
    texts = [_texts(own_rows, table, cells, entry) for own_rows, entry in zip(rows, entries, strict=True)]
    if any(Role.SKU in each for each in texts):
        return texts
    parted = codes_apart([each.get(Role.DESCRIPTION, []) for each in texts])
    return [
        {**each, Role.SKU: list(codes[:1]), Role.DESCRIPTION: list(description)} if codes else each
        for each, (codes, description) in zip(texts, parted, strict=True)
    ]


def _with_description(table: Table, rows: Sequence[Sequence[Row]], entries: Sequence[Entry]) -> Sequence[Cell]:
    """The head's cells; where none is called a description, that which most of the items' words stand under is one."""
    cells = table.head.cells if table.head else ()
    if any(Role.DESCRIPTION in cell.roles for cell in cells):
        return cells
    able = [cell for cell in cells if not cell.roles & {*CODES, Role.DATE, Role.UOM}]
    letters = dict.fromkeys(able, 0)
    for first, entry in zip(rows, entries, strict=True):
        figures = [figure.box for figure in entry.figures.values()]
        for phrase in (phrase for row in first for phrase in row.phrases):
            cell = _cell_over(cells, phrase)
            if cell in letters and not any(_holds(phrase.box, box) for box in figures):
                letters[cell] += sum(map(str.isalpha, phrase.text))
    most = max(letters, key=lambda cell: letters[cell], default=None)
    return [cell._replace(roles=frozenset({Role.DESCRIPTION})) if cell is most else cell for cell in cells]


def _texts(rows: Sequence[Row], table: Table, cells: Sequence[Cell], entry: Entry) -> Texts:
    """The words of the item's rows, by the head cell that they stand under. Codes stand in its first row only."""
    figures = [figure.box for place, figure in entry.figures.items() if not _is_text(table, place)]
    texts: Texts = {}
    unplaced: list[Phrase] = []
    for row in rows:
        end = None if entry.complete else _start_of_deal(row, entry)
        for whole in row.phrases:
            phrase = whole if end is None else _before(whole, end)
            if phrase is None:
                continue
            words = _without(phrase, figures) if any(_holds(phrase.box, box) for box in figures) else phrase
            for part in _by_cell(words, cells) if words else ():
                role = _role_at(cells, part, first=row is rows[0])
                if role is None and row is rows[0] and names_something(part.text):
                    unplaced.append(part)
                elif role and (row is rows[0] or role in {Role.DESCRIPTION, Role.SKU}):
                    texts.setdefault(role, []).append(part)
    if Role.DESCRIPTION not in texts and Role.SKU in texts:
        texts[Role.DESCRIPTION] = texts[Role.SKU]
    elif Role.DESCRIPTION not in texts and unplaced:
        texts[Role.DESCRIPTION] = unplaced
    return texts


def _start_of_deal(row: Row, entry: Entry) -> float | None:
    """Where quantity and price begin that are written in words."""
    pair = written_pair(row, figures_of(row), entry.amount.value)
    return pair[0].box.x0 if pair else None


def _before(phrase: Phrase, end: float) -> Phrase | None:
    """What of a phrase names something, left of there."""
    if phrase.box.x1 <= end:
        return phrase if names_something(phrase.text) else None
    words = [word for word in phrase.words if word.box.x1 <= end]
    text = " ".join(word.text for word in words)
    return (
        Phrase(text, words, around([word.box for word in words]), phrase.page, phrase.row)
        if names_something(text)
        else None
    )


def _is_text(table: Table, place: int) -> bool:
    """A number that stands under the description's head, and is nothing else, belongs to it: an article number, say."""
    return place not in table.roles.used and table.columns[place].roles == {Role.DESCRIPTION}


def unit_in_head(rows: Sequence[Row], table: Table) -> str | None:
    """`Qty. (PCS)`, in one row or two."""
    if not table.head:
        return None
    heads = [cell for cell in table.head.cells if Role.QTY in cell.roles]
    below = [phrase for row in rows[table.head.last + 1 : table.head.last + 2] for phrase in row.phrases]
    texts = [cell.text for cell in heads]
    texts += [part.text for part in below if any(_overlaps(cell.box, part.box) for cell in heads)]
    inside = next((match[1].strip() for text in texts if (match := _IN_BRACKETS.search(text))), None)
    return inside if inside and terms("units").find(inside) else None


def _overlaps(one: Box, other: Box) -> bool:
    return min(one.x1, other.x1) > max(one.x0, other.x0)


def _by_cell(phrase: Phrase, cells: Sequence[Cell]) -> Iterator[Phrase]:
    """A phrase that runs on under the next head cell is parted where a word begins just there."""
    starts = [cell.box.x0 for cell in cells]
    groups: list[list[Word]] = []
    for word in phrase.words:
        if not groups or any(abs(word.box.x0 - start) <= CELL_START for start in starts):
            groups.append([])
        groups[-1].append(word)
    for words in groups:
        text = " ".join(word.text for word in words)
        yield Phrase(text, words, around([word.box for word in words]), phrase.page, phrase.row)


def _holds(outer: Box, inner: Box) -> bool:
    return (
        outer.x0 - 1 <= inner.x0 and inner.x1 <= outer.x1 + 1 and outer.y0 - 1 <= inner.y0 and inner.y1 <= outer.y1 + 1
    )


def _without(phrase: Phrase, figures: Sequence[Box]) -> Phrase | None:
    """What is left of a phrase beside the figures in it, if that is a text and no unit."""
    words = [word for word in phrase.words if not any(_holds(box, word.box) for box in figures)]
    text = " ".join(word.text for word in words)
    if not words or (len(words) <= 2 and (terms("units").find(text) or not any(map(str.isalpha, text)))):  # noqa: PLR2004
        return None
    return Phrase(text, words, around([word.box for word in words]), phrase.page, phrase.row)


def _role_at(cells: Sequence[Cell], phrase: Phrase, *, first: bool) -> Role | None:
    if not cells:
        return Role.DESCRIPTION
    if phrase.box.x1 < min(cell.box.x0 for cell in cells) - BESIDE_TABLE:
        return None
    cell = _cell_over(cells, phrase)
    if cell is None:
        return Role.DESCRIPTION
    if {Role.SKU, Role.DESCRIPTION} <= cell.roles:
        return Role.SKU if first and len(phrase.words) == 1 and any(map(str.isdigit, phrase.text)) else Role.DESCRIPTION
    return next((role for role in TEXT_ROLES if role in cell.roles), None)


def _cell_over(cells: Sequence[Cell], phrase: Phrase) -> Cell | None:
    """The cell whose column the phrase begins in: texts are set flush left, so what counts is where it starts."""
    over = [cell for cell in cells if min(cell.box.x1, phrase.box.x1) - max(cell.box.x0, phrase.box.x0) > 0]
    texts = [cell for cell in over if cell.roles & set(TEXT_ROLES)]
    if texts or over:
        return max(texts or over, key=lambda cell: min(cell.box.x1, phrase.box.x1) - max(cell.box.x0, phrase.box.x0))
    left = [cell for cell in cells if cell.box.x0 <= phrase.box.x0 + 2]
    nearest = max(left, key=lambda cell: cell.box.x0, default=None)
    if nearest is None or not nearest.roles & set(TEXT_ROLES):
        right = [cell for cell in cells if cell.box.x0 > phrase.box.x0 and cell.roles & set(TEXT_ROLES)]
        return min(right, key=lambda cell: cell.box.x0, default=nearest)
    return nearest


def text_of(phrases: Sequence[Phrase] | None) -> str | None:
    if not phrases:
        return None
    lines: list[str] = []
    for before, phrase in _with_previous(phrases):
        if before is not None and before.row == phrase.row:
            lines[-1] += f" {phrase.text}"
        else:
            lines.append(phrase.text)
    return " ".join(lines)[:LONGEST_TEXT] or None


def _with_previous(phrases: Sequence[Phrase]) -> Iterator[tuple[Phrase | None, Phrase]]:
    return zip([None, *phrases[:-1]], phrases, strict=True)
