"""The words of each item, by the column that they stand in: its name, its codes, its unit."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from fakturo.convert.figures import CURRENCY_WORDS, Figure, figures_of, is_unit
from fakturo.convert.layout.sheet import Phrase, Row
from fakturo.convert.page import Box, Word
from fakturo.convert.solve.items.codes import codes_apart, labelled_code, part_of
from fakturo.convert.solve.items.grid import Grid
from fakturo.convert.solve.table.entries import Entry, names_something
from fakturo.convert.solve.table.headed import Table
from fakturo.convert.solve.table.heads import Cell, Role
from fakturo.convert.solve.table.pricing import TIMES, written_pair
from fakturo.convert.vocabulary import terms

NAMES = frozenset({Role.DESCRIPTION})
TEXT_ROLES = (Role.DESCRIPTION, Role.SKU, Role.HS_CODE, Role.NO, Role.UOM)
LONGEST_TEXT = 1000
CELL_START = 3.0
"""Points between the start of a head cell and of a word below it."""
LONGEST_UNIT = 8
WIDEST_UNIT_GAP = 45.0
"""Points between a quantity and a unit in a column of its own."""
MOST = 0.8
LEAST_COUNTED = 2
"""A lone 1 counts nothing."""
_MONEY = r"[^\w\s]?\s?-?\d[\d.,' ]*[.,]\d\d\s?-?|\d+(?:[.,]\d+)?\s?%"
_DAY = r"\d{1,4}[./‐-]\d{1,2}[./‐-]\d{2,4}|(?:0?[1-9]|1[0-2])[./-]\d{4}|\d{1,2}[. -]\s?[^\W\d]{3,10}[. -]\s?\d{2,4}"
_NO_NAME = re.compile(rf"{_MONEY}|(?:{_DAY})(?:\s\S{{1,3}}\s(?:{_DAY}))?")
"""Money or a day in a cell of its own is no part of a name."""

Texts = dict[Role, list[Phrase]]


class _Words(NamedTuple):
    named: Texts
    """By the role of their column."""
    names: list[tuple[Cell | None, Phrase]]
    """In columns that are headed as names, by their head."""
    loose: list[tuple[Cell | None, Phrase]]
    """In columns whose head says nothing that is known of words."""


def texts_of(
    rows: Sequence[Sequence[Row]], table: Table, entries: Sequence[Entry], counted: int | None, grid: Grid
) -> list[Texts]:
    """`rows` are each item's own; `counted` is the column of the quantities."""
    read = [_words(own_rows, table, entry, grid) for own_rows, entry in zip(rows, entries, strict=True)]
    quantities = [entry.figures.get(counted) if counted is not None else None for entry in entries]
    words = _with_units(read, quantities)
    named, loose = _fullest([each.names for each in words]), _fullest([each.loose for each in words])
    texts = _numbered([_named(each, named, loose) for each in words])
    if any(Role.SKU in each for each in texts):
        return texts
    parted = codes_apart([each.get(Role.DESCRIPTION, []) for each in texts])
    texts = [
        {**each, Role.SKU: list(codes[:1]), Role.DESCRIPTION: list(description)} if codes else each
        for each, (codes, description) in zip(texts, parted, strict=True)
    ]
    return [each if each.get(Role.SKU) else _with_labelled_code(each) for each in texts]


def _numbered(texts: list[Texts]) -> list[Texts]:
    """Numbers that count the lines, in a column without a head, are no part of their names."""
    names = [each.get(Role.DESCRIPTION, []) for each in texts]
    counted = all(_begins_with(str(place), own) for place, own in enumerate(names, start=1))
    if not counted or len(texts) < LEAST_COUNTED or any(Role.NO in each for each in texts):
        return texts
    return [{**each, **_without_number(own)} for each, own in zip(texts, names, strict=True)]


def _begins_with(number: str, name: Sequence[Phrase]) -> bool:
    """And more follows, in its cell or in another."""
    words = [word.text for phrase in name for word in phrase.words]
    return len(words) > 1 and words[0].strip(".)") == number


def _without_number(name: Sequence[Phrase]) -> Texts:
    first = name[0]
    rest = [part_of(first, first.words[1:])] if len(first.words) > 1 else []
    return {Role.NO: [part_of(first, first.words[:1])], Role.DESCRIPTION: [*rest, *name[1:]]}


def _words(rows: Sequence[Row], table: Table, entry: Entry, grid: Grid) -> _Words:
    """The words of the item's rows, by the head cell that they stand under.

    Codes and units stand beside the figures, unless lines are ruled around their cell.
    """
    figures = [figure.box for place, figure in entry.figures.items() if not _is_text(table, place, figure)]
    words = _Words({}, [], [])
    for row in rows:
        beside = (row.page, row.number) == (entry.amount.page, entry.amount.row)
        for part in _parts(row, entry, figures, table, grid):
            cell, ruled = _cell_over(table, part, grid)
            role = _role_in(cell, part, beside=beside)
            if role is None:
                words.loose.append((cell, part))
            elif role is Role.DESCRIPTION:
                words.names.append((cell, part))
            elif beside or ruled or role is Role.SKU:
                words.named.setdefault(role, []).append(part)
    return words


def _parts(row: Row, entry: Entry, figures: Sequence[Box], table: Table, grid: Grid) -> Iterator[Phrase]:
    """The texts of a row: without the item's figures, and parted where another column begins."""
    end = None if entry.complete else _start_of_deal(row, entry)
    for whole in row.phrases:
        phrase = whole if end is None else _before(whole, end)
        if phrase is None:
            continue
        rest = _without(phrase, figures) if any(_holds(phrase.box, box) for box in figures) else phrase
        if rest is not None:
            yield from _by_cell(rest, table, ruled=grid.extent(rest.page, rest.box) is not None)


def _start_of_deal(row: Row, entry: Entry) -> float | None:
    """Where quantity and price begin that are written in words, unless the name stands between: `1 x Apron 66.27`."""
    pair = written_pair(row, figures_of(row), entry.amount.value)
    if pair is None:
        return None
    first, last = pair[0].box.x1 - 1, pair[1].box.x0 + 1
    words = [word for phrase in row.phrases for word in phrase.words if first <= word.box.x0 and word.box.x1 <= last]
    between = [word.text for word in words if word.text.casefold() not in TIMES and not is_unit(word.text)]
    return None if names_something(" ".join(between)) else pair[0].box.x0


def _before(phrase: Phrase, end: float) -> Phrase | None:
    """What of a phrase names something, left of there."""
    words = [word for word in phrase.words if word.box.x1 <= end]
    return part_of(phrase, words) if words and names_something(" ".join(word.text for word in words)) else None


def _is_text(table: Table, place: int, figure: Figure) -> bool:
    """A number that stands under the description's head, and is nothing else, belongs to it: an article number, say.
    So does one beside words, under a head that nobody knows."""
    roles = table.columns[place].roles
    return place not in table.roles.used and (Role.DESCRIPTION in roles or not (roles or figure.clean))


def _with_units(words: Sequence[_Words], quantities: Sequence[Figure | None]) -> Sequence[_Words]:
    """A short word right beside most quantities is their unit, though nobody knows it, nor its column's head."""
    if any(Role.UOM in each.named for each in words):
        return words
    units = [_unit_beside(each.loose, qty) for each, qty in zip(words, quantities, strict=True)]
    if sum(map(bool, units)) < MOST * len(words):
        return words
    return [
        each._replace(named={**each.named, Role.UOM: [unit]}, loose=[one for one in each.loose if one[1] is not unit])
        if unit
        else each
        for each, unit in zip(words, units, strict=True)
    ]


def _unit_beside(loose: Sequence[tuple[Cell | None, Phrase]], qty: Figure | None) -> Phrase | None:
    if qty is None or qty.unit:
        return None
    beside = [part for _, part in loose if (part.page, part.row) == (qty.page, qty.row)]
    near = [part for part in beside if _gap(part.box, qty.box) <= WIDEST_UNIT_GAP and _may_be_unit(part)]
    return min(near, key=lambda part: _gap(part.box, qty.box), default=None)


def _gap(one: Box, other: Box) -> float:
    return max(one.x0 - other.x1, other.x0 - one.x1, 0)


def _may_be_unit(part: Phrase) -> bool:
    return len(part.words) == 1 and len(part.text) <= LONGEST_UNIT and part.text.strip(".²³").isalpha()


def _fullest(words: Sequence[Sequence[tuple[Cell | None, Phrase]]]) -> Cell | None:
    """Of several columns, the one with the most letters that are not those of another line: a name says more than a
    class of goods, or a country."""
    letters = Counter[Cell | None]()
    for cell, text in dict.fromkeys((cell, part.text) for own in words for cell, part in own):
        letters[cell] += 0 if is_unit(text) else sum(map(str.isalpha, text))
    return max(letters, key=lambda cell: letters[cell], default=None)


def _named(words: _Words, named: Cell | None, loose: Cell | None) -> Texts:
    """What a column that nobody knows holds is the name where no other has one."""
    texts = {role: list(parts) for role, parts in words.named.items()}
    own = [part for cell, part in words.names if _is_same_column(cell, named)] or [part for _, part in words.names]
    names = _names(own) or _names([part for cell, part in words.loose if cell is loose])
    if names or own:
        texts[Role.DESCRIPTION] = names or own
    elif Role.SKU in texts:
        texts[Role.DESCRIPTION] = texts[Role.SKU]
    return texts


def _is_same_column(cell: Cell | None, other: Cell | None) -> bool:
    """Heads that stand above each other head one column."""
    return cell is None or other is None or cell.box.across(other.box) > 0


def _names(parts: Sequence[Phrase]) -> list[Phrase]:
    """Those that may be part of a name, if a word is among them."""
    rest = [part for part in parts if not _NO_NAME.fullmatch(part.text)]
    return rest if any(character.isalpha() for part in rest for character in part.text) else []


def _with_labelled_code(texts: Texts) -> Texts:
    """`Article no. 40-1187` in a row of its own below the name."""
    parts = texts.get(Role.DESCRIPTION, [])
    for part in parts[1:]:
        alone = sum(other.row == part.row for other in parts) == 1
        code = labelled_code(part) if alone else None
        if code:
            return {**texts, Role.SKU: [code], Role.DESCRIPTION: [other for other in parts if other is not part]}
    return texts


def _by_cell(phrase: Phrase, table: Table, *, ruled: bool) -> Iterator[Phrase]:
    """A phrase that runs on under the next head is parted behind its code; without lines, where a word begins there."""
    cells = table.head.cells if table.head else ()
    if codes := _leading_codes(phrase, cells):
        yield part_of(phrase, phrase.words[:codes])
        yield part_of(phrase, phrase.words[codes:])
        return
    groups: list[list[Word]] = []
    for word in phrase.words:
        if not groups or any(abs(word.box.x0 - cell.box.x0) <= CELL_START for cell in cells if not ruled):
            groups.append([])
        groups[-1].append(word)
    yield from (part_of(phrase, words) for words in groups)


def _leading_codes(phrase: Phrase, cells: Sequence[Cell]) -> int:
    """How many words are codes below their head, where the name begins right behind them."""
    first = next((cell for cell in reversed(cells) if cell.box.x0 <= phrase.box.x0 + 2), next(iter(cells), None))
    if first is None or Role.SKU not in first.roles or Role.DESCRIPTION in first.roles:
        return 0
    codes = list(takewhile(lambda word: any(map(str.isdigit, word.text)), phrase.words))
    rest = phrase.words[len(codes) :]
    return len(codes) if rest and names_something(" ".join(word.text for word in rest)) else 0


def _holds(outer: Box, inner: Box) -> bool:
    across = outer.x0 - 1 <= inner.x0 and inner.x1 <= outer.x1 + 1
    return across and outer.y0 - 1 <= inner.y0 and inner.y1 <= outer.y1 + 1


def _without(phrase: Phrase, figures: Sequence[Box]) -> Phrase | None:
    """What is left of a phrase beside the figures in it, if that is a text and no unit."""
    words = [word for word in phrase.words if not any(_holds(box, word.box) for box in figures)]
    text = " ".join(word.text for word in words)
    says_nothing = all(word.text.casefold().strip("().:") in CURRENCY_WORDS | TIMES for word in words)
    if says_nothing or (len(words) <= 2 and (terms("units").find(text) or not any(map(str.isalpha, text)))):  # noqa: PLR2004
        return None
    return part_of(phrase, words)


def _role_in(cell: Cell | None, phrase: Phrase, *, beside: bool) -> Role | None:
    if cell is None:
        return Role.DESCRIPTION
    if {Role.SKU, Role.DESCRIPTION} <= cell.roles:
        code = beside and len(phrase.words) == 1 and any(map(str.isdigit, phrase.text))
        return Role.SKU if code else Role.DESCRIPTION
    role = next((role for role in TEXT_ROLES if role in cell.roles), None)
    return None if role is Role.NO and names_something(phrase.text) else role  # a number of the line has no words


def _cell_over(table: Table, phrase: Phrase, grid: Grid) -> tuple[Cell | None, bool]:
    """The head cell whose column the phrase stands in, and whether ruled lines say so."""
    extent = grid.extent(phrase.page, phrase.box)
    if not table.head:
        return (Cell("", Box(extent[0], 0, extent[1], 0), NAMES) if extent else None), False
    cells = table.head.cells
    inside = [cell for cell in cells if _is_between(cell.box, extent)]
    above = [cell for cell in cells if _is_between(phrase.box, grid.extent(table.head.page, cell.box))]
    ruled = inside if len(inside) == 1 else above
    return (ruled[0], True) if len(ruled) == 1 else (_nearest_cell(cells, phrase), False)


def _is_between(box: Box, extent: tuple[float, float] | None) -> bool:
    return extent is not None and extent[0] <= (box.x0 + box.x1) / 2 <= extent[1]


def _nearest_cell(cells: Sequence[Cell], phrase: Phrase) -> Cell | None:
    """The cell whose column the phrase begins in: texts are set flush left, so what counts is where it starts."""
    over = [cell for cell in cells if cell.box.across(phrase.box) > 0]
    texts = [cell for cell in over if cell.roles & set(TEXT_ROLES)]
    if texts or over:
        return max(texts or over, key=lambda cell: cell.box.across(phrase.box))
    left = [cell for cell in cells if cell.box.x0 <= phrase.box.x0 + 2]
    nearest = max(left, key=lambda cell: cell.box.x0, default=None)
    if nearest is None or not nearest.roles & set(TEXT_ROLES):
        right = [cell for cell in cells if cell.box.x0 > phrase.box.x0 and cell.roles & set(TEXT_ROLES)]
        return min(right, key=lambda cell: cell.box.x0, default=nearest)
    return nearest


def text_of(phrases: Sequence[Phrase] | None) -> str | None:
    """The text as it reads, row after row; a word that is broken at a hyphen is whole again."""
    text = ""
    for before, phrase in pairwise([None, *(phrases or ())]):
        assert phrase
        broken = before and before.row != phrase.row and text.endswith("-") and phrase.text[:1].islower()
        text = text[:-1] + phrase.text if broken else f"{text} {phrase.text}"
    return text.strip()[:LONGEST_TEXT] or None
