"""The head of the item table: cells whose words say what stands below them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from fakturo.convert.figures import CURRENCY_WORDS
from fakturo.convert.layout.sheet import Phrase, Row
from fakturo.convert.memory import remembered
from fakturo.convert.page import Box, Word, around
from fakturo.convert.vocabulary import terms, words_in

MOST_ROWS = 4
"""A head wraps over at most so many rows."""
WIDEST_STEP = 1.9
"""Rows of one head lie at most so many type sizes apart."""
LEAST_COVER = 0.5
"""At least this part of a head's words must be known, or it is a sentence."""
MOST_STRANGE = 0.7
"""So many of its words may be unknown if several cells head figures, and the others are short."""
LONGEST_STRANGE = 3
MOST_HEADS = 6
LEAST_COUNTED = 3
"""Columns that a row of their numbers has at least."""
LONGEST_MONEY_HEAD = 3
"""Words of a cell that names a currency, and thereby money."""

CURRENCY_SIGN = re.compile(r"[€$£¥₹]")
_MONEY = re.compile(r"\d[.,]\d\d(?!\d)")
_THOUSANDS = re.compile(r"\W*(?:[^\W\d_]{1,3}\W*)?\d{1,3}(?:[.,]\d{3})+\W*")
"""What a head never holds: an amount, or a cell that is nothing else."""
_VALUE = re.compile(r"\d{3}|^\W*\d|\d\W*$")
"""`1168 Euro` and `$ 60` are money, and head none."""
_COLUMN_LETTERS = frozenset("ABCDEFGabcdefg")
_COLUMN_NUMBER = re.compile(r"\W*(\d{1,2})(?:\W*=[\W\dx]*)?\W*$", re.IGNORECASE)


class Role(StrEnum):
    NO = "no"
    DATE = "date"
    SKU = "sku"
    HS_CODE = "hs_code"
    DESCRIPTION = "description"
    QTY = "qty"
    UOM = "uom"
    UNIT_PRICE = "unit_price"
    DISCOUNT = "discount"
    DISCOUNT_PERCENT = "discount_percent"
    TAX_RATE = "tax_rate"
    TAX = "tax"
    AMOUNT = "amount"
    GROSS_AMOUNT = "gross_amount"
    CREDIT = "credit"
    """What was paid or given back, beside what was charged."""
    EXCHANGE = "exchange"
    """What one unit of another currency is worth."""
    SHARE = "share"
    """The percentage of quantity times price that is owed: royalties."""


FIGURES = {Role.QTY, Role.UNIT_PRICE, Role.AMOUNT, Role.GROSS_AMOUNT}
MONEY = {Role.UNIT_PRICE, Role.AMOUNT, Role.GROSS_AMOUNT}
SOLD = {Role.DESCRIPTION, Role.QTY, Role.UNIT_PRICE}
NAMING = SOLD | {Role.SKU}
TAXING = frozenset({Role.TAX, Role.TAX_RATE})

_MONEY_PER = re.compile(
    r"\W*(?:[€$£¥]|[A-Z]{3}\b|p\b|pence\b|ct\b|cents?\b)\W*(?:per|pro|je|par|por|za)\s+\w", re.IGNORECASE
)
"""`£ per t` is what one costs, whatever `per` says elsewhere."""
_WEIGHED = re.compile(r"net(?:t|to)?\.?[\s(/]+(?:t|tonnes?|kgs?|lbs?|l|ltr|m3|m³)\W*", re.IGNORECASE)
"""`Net t` is what was weighed, no sum of money."""


class Cell(NamedTuple):
    text: str
    box: Box
    roles: frozenset[Role]

    @property
    def known(self) -> frozenset[Role]:
        """What its words say, or else its unit and currency."""
        return self.roles or hinted_roles(self.text)


@dataclass(frozen=True, slots=True)
class Head:
    cells: Sequence[Cell]
    first: int
    last: int
    """Rows of the document, the last included."""
    score: float
    page: int = 1

    @property
    def box(self) -> Box:
        return around([cell.box for cell in self.cells])

    @property
    def is_of_taxes(self) -> bool:
        """A code, a base, a rate and a tax, but nothing that is sold."""
        known = [cell.roles for cell in self.cells if cell.roles]
        taxing = sum(roles <= TAXING for roles in known)
        nameless = not self.cells[0].roles  # what a first column is called, may be anything
        return taxing > 1 and not nameless and not any(roles & SOLD for roles in known)


def find_heads(rows: Sequence[Row]) -> list[Head]:
    """Rows that may be the head of a table, the likeliest first."""
    by_row = [[cell for phrase in row.phrases for cell in _cells(phrase)] for row in rows]
    heads = []
    taken = -1
    for index, cells in enumerate(by_row):
        begins = any(cell.roles for cell in cells) or _score(cells)  # a unit or a currency alone is no head
        if index <= taken or not begins or _holds_money(rows[index]):
            continue
        head = _best_from(rows, by_row, index)
        if head:
            heads.append(head)
            taken = head.last
    heads.sort(key=lambda head: (head.is_of_taxes, -head.score))
    return heads[:MOST_HEADS]


def _holds_money(row: Row) -> bool:
    return bool(_MONEY.search(row.text)) or any(_THOUSANDS.fullmatch(phrase.text) for phrase in row.phrases)


def _best_from(rows: Sequence[Row], by_row: Sequence[Sequence[Cell]], first: int) -> Head | None:
    best: Head | None = None
    cells: list[Cell] = []
    for last in range(first, min(first + MOST_ROWS, len(rows))):
        if last > first and not _follows(rows[last - 1], rows[last]):
            break
        if last > first and (_has_figures(rows[last]) or _has_figures(rows[first])):
            break
        cells = _stacked(cells, by_row[last])
        score = _score(cells)
        is_known = all(cell.known for cell in by_row[last])
        belongs = best is None or score > best.score or (score >= best.score and is_known)
        if score and belongs:
            cells_in_order = _told_apart(sorted(cells, key=lambda cell: cell.box.x0))
            best = Head(cells_in_order, first, last, score, rows[first].page)
    return best


def _told_apart(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """`Item` or `Article` beside a description is a number; without one it is the description."""
    cells = [cell._replace(roles=cell.known) for cell in cells]
    described = any(cell.roles == {Role.DESCRIPTION} for cell in cells)
    if not described:
        return tuple(cells)
    return tuple(
        cell._replace(roles=cell.roles - {Role.DESCRIPTION}) if cell.roles & {Role.SKU, Role.NO} else cell
        for cell in cells
    )


def counts_columns(row: Row) -> bool:
    """`1 | 2 | 3 | 4 = 2 x 3` below a head: each column has its number, or those of words a letter: `A | B | 1 | 2`."""
    texts = [phrase.text.strip() for phrase in row.phrases]
    numbered = [text for text in texts if text not in _COLUMN_LETTERS]
    leads = [_COLUMN_NUMBER.match(text) for text in numbered]
    counted = [int(lead[1]) for lead in leads if lead]
    in_order = counted == [*range(counted[0], counted[0] + len(counted))] if counted else False
    return in_order and len(counted) == len(numbered) and len(texts) >= LEAST_COUNTED


def _follows(upper: Row, lower: Row) -> bool:
    size = max(phrase.size for phrase in lower.phrases)
    step = (lower.box.y0 + lower.box.y1 - upper.box.y0 - upper.box.y1) / 2
    return upper.page == lower.page and step <= WIDEST_STEP * size


def _has_figures(row: Row) -> bool:
    """Values, not words: the head is over. A single digit may be a footnote or a numbered label."""
    return any(sum(map(str.isdigit, word.text)) > 1 for phrase in row.phrases for word in phrase.words)


def _cells(phrase: Phrase) -> Iterator[Cell]:
    """A phrase is a cell, unless its words name several columns that stand close together."""
    matches = terms("columns").find(phrase.text)
    spans = sorted({(match.start, match.end) for match in matches}) if matches else []
    if len(spans) < 2 or _words_in(phrase.text) > 2 * len(spans) + 1:  # noqa: PLR2004
        yield Cell(phrase.text, phrase.box, _roles(phrase.text) if matches else frozenset())
        return
    starts = [0, *(start for start, _ in spans[1:])]
    for start, end in zip(starts, [*starts[1:], len(phrase.text)], strict=True):
        words = _words_between(phrase, start, end)
        if words:
            text = " ".join(word.text for word in words)
            yield Cell(text, around([word.box for word in words]), _roles(text))


def _words_between(phrase: Phrase, start: int, end: int) -> list[Word]:
    words: list[Word] = []
    place = 0
    for word in phrase.words:
        if start <= place < end:
            words.append(word)
        place += len(word.text) + 1
    return words


def _words_in(text: str) -> int:
    return len(words_in(text))


@remembered
def _roles(text: str) -> frozenset[Role]:
    matches = terms("columns").find(text)
    if not matches:
        return frozenset()
    if _MONEY_PER.match(text):
        return frozenset({Role.UNIT_PRICE})
    if _WEIGHED.fullmatch(text):
        return frozenset({Role.QTY})
    known = sum(match.tokens for match in {match.start: match for match in matches}.values())
    if known < LEAST_COVER * _words_in(text) and _words_in(text) > 3:  # noqa: PLR2004
        return frozenset()
    return frozenset(Role(match.meaning) for match in matches)


@remembered
def hinted_roles(text: str) -> frozenset[Role]:
    """`Words` heads quantities, `EUR` or `This claim $` amounts, and `EUR/word` prices."""
    if _VALUE.search(text):
        return frozenset()
    words = _words_in(text)
    money = sum(word in CURRENCY_WORDS for word in words_in(text))
    units = terms("units").find(text)
    if money or CURRENCY_SIGN.search(text):
        if units and words == len(units) + money:
            return frozenset({Role.UNIT_PRICE})
        return frozenset({Role.AMOUNT}) if words <= LONGEST_MONEY_HEAD else frozenset()
    return frozenset({Role.QTY}) if units and words == len(units) else frozenset()


def _stacked(upper: list[Cell], lower: Sequence[Cell]) -> list[Cell]:
    """Cells of a further row of the head join those above them."""
    cells = list(upper)
    for cell in lower:
        above = [index for index, other in enumerate(cells) if other.box.across(cell.box) > 0]
        if len(above) == 1:
            other = cells[above[0]]
            text = _joined(other.text, cell.text)
            cells[above[0]] = Cell(text, around([other.box, cell.box]), _roles(text) | other.roles | cell.roles)
        else:
            cells.append(cell)
    return cells


def _joined(upper: str, lower: str) -> str:
    return upper.removesuffix("-") + lower if upper.endswith("-") and lower[:1].islower() else f"{upper} {lower}"


def _score(cells: Sequence[Cell]) -> float:
    """0 for what can't be a head: it needs a sum or a price, and something that is sold or counted."""
    known = [roles for cell in cells if (roles := cell.known)] if len(cells) > 1 else ()
    if len(known) < 2:  # noqa: PLR2004
        return 0  # most rows
    roles = frozenset().union(*known)
    nameless = cells[0] if cells and not cells[0].known and not roles & NAMING else None
    if nameless:
        roles |= {Role.DESCRIPTION}  # what a first column is called, may be anything
    if not roles & MONEY or not roles & NAMING:
        return 0
    words = sum(_words_in(cell.text) for cell in cells if cell is not nameless)
    strange = sum(_words_in(cell.text) for cell in cells if not cell.known and cell is not nameless)
    figures = len(roles & FIGURES) > 1 and all(cell.known or _words_in(cell.text) <= LONGEST_STRANGE for cell in cells)
    if strange > (MOST_STRANGE if figures else 1 - LEAST_COVER) * words:
        return 0
    groups = ({Role.DESCRIPTION, Role.SKU}, {Role.QTY}, {Role.UNIT_PRICE}, {Role.AMOUNT, Role.GROSS_AMOUNT})
    return len(known) + 2 * sum(1 for group in groups if roles & group) - strange / 2
