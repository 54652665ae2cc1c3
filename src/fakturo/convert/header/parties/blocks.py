"""Lines that stand together as an address does: one below the other, aligned, with the leading of one text."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from fakturo.convert.header.labels.claims import is_bullet
from fakturo.convert.header.labels.marks import DATES, NUMBERS, PARTIES, UNKNOWN, unknown_label
from fakturo.convert.header.parties.legal_form import legal_end
from fakturo.convert.header.parties.lines import (
    attention,
    country_in,
    is_contact,
    is_field_name,
    is_name,
    is_person,
    is_postal,
    is_sender_line,
    is_street,
    on_one_line,
)
from fakturo.convert.header.places import country_named
from fakturo.convert.header.scene import Scene, Spot
from fakturo.convert.page import Box, around
from fakturo.convert.vocabulary import fold

ALIGNED = 3.0
"""In points: edges or middles that differ by less are one."""
TIGHT, LOOSE = 0.95, 2.6
"""Leading within a block, in heights of the line above."""
LONGEST = 12
SIMILAR_SIZE = 1.9
"""A name may be set so much larger than the address under it."""
SMALL = 0.75
"""Of the type below it: so is a sender's line set, with its town."""
MAX_RULES = 300
SHORTEST_PARTED, MORE_CLEAR = 4, 4.0
"""Lines of such a block, and points that the gap must have more than twice the others."""
COLUMN = 2
"""So many labelled values below each other are a list, not an address."""
COVERED = 0.5
"""Part of the narrower line's width."""
_OF_DOCUMENT = frozenset({"title_invoice", "title_credit_note", "invoice_number", "invoice_date", "due_date", "po"})
_GIVEN_NAMES = frozenset({"bill"})
"""Titles of papers that are persons' first names, too."""
_SINGLE = (DATES | NUMBERS) - {"tax_id"}
_LETTERS = re.compile(r"[^\W\d_]{3}")
_PRICE = re.compile(
    r"(?<![\d.,/])\d{1,3}(?:[., ]\d{3})*[.,]\d\d ?(?:[€$£]|EUR|USD|GBP|CHF)$|[€$£] ?\d[\d., ]*[.,]\d\d$"
)
"""What no line of an address ends with."""
_BARE_CODE = re.compile(r"\d{4,6}")


class Block:
    """Complete once all lines are in: what it tells about itself is worked out once."""

    def __init__(self, lines: Iterable[Spot] = ()) -> None:
        self.lines = [*lines]
        self.values = 0
        """So many lines in a row have a label of a number or date to their left."""
        self._run = 0
        self._edge = 0.0
        self.caption: Spot | None = None
        """A label that heads it, whatever that means."""

    def take(self, spot: Spot, left: Spot | None) -> None:
        """A further line, and what stands to the left of it."""
        self.lines.append(spot)
        if left is None or left.has_digits or abs(left.box.x0 - self._edge) > ALIGNED:
            self._run = 0
        if left:
            self._edge = left.box.x0
            self._run += _announces_value(left)
        self.values = max(self.values, self._run)

    @cached_property
    def box(self) -> Box:
        return around([line.box for line in self.lines])

    @cached_property
    def page(self) -> int:
        return self.lines[0].phrase.page

    @cached_property
    def label(self) -> frozenset[str]:
        """What its first line says about it, if that is a party's label."""
        first = self.lines[0]
        return first.marks[0].meanings & PARTIES if is_party_label(first) else frozenset()

    @cached_property
    def is_address(self) -> bool:
        if len(self.lines) < 2 or self.values >= COLUMN or any(_PRICE.search(line.text) for line in self.lines):
            return False
        return self.has_place or sum(is_street(line.text) for line in self.lines) > 1

    @cached_property
    def has_place(self) -> bool:
        """Town or country, or a postcode on a line of its own below two others."""
        if any(is_postal(line.text) or country_named(line.text) for line in self.lines):
            return True
        if any("," in line.text and country_in(line.text) for line in self.lines[1:]):
            return True
        return any(_BARE_CODE.fullmatch(line.text) for line in self.lines[2:])

    @cached_property
    def contacts(self) -> int:
        return sum(is_contact_line(line) for line in self.lines)


def is_party_label(spot: Spot) -> bool:
    mark = spot.marks[0] if spot.is_label else None
    if mark is None or "tax_id" in mark.meanings:
        return False
    if " " not in mark.text.strip() and _LETTERS.search(mark.before):
        return False  # `Service customer`
    return bool(mark.meanings & PARTIES)


def is_party_start(spot: Spot) -> bool:
    """A party's label, its name perhaps behind it."""
    if not spot.has_own_label or not spot.marks[0].meanings & PARTIES:
        return False
    return spot.is_label or ":" in spot.marks[0].rest[:3]


def is_contact_line(spot: Spot) -> bool:
    """Phone, mail, tax or bank: what a party adds below its address."""
    if is_contact(spot.text):
        return True
    return spot.has_own_label and bool(spot.marks[0].meanings & {"other_number", "tax_id"}) and spot.has_digits


def blocks_of(scene: Scene, page: int) -> list[Block]:
    blocks: list[Block] = []
    open_blocks: list[Block] = []
    for number in scene.by_page.get(page, []):
        row = scene.rows[number]
        for left, spot in zip([None, *row], row, strict=False):
            if is_bullet(spot):
                continue
            home = None if is_party_start(spot) else _home(spot, open_blocks)
            if home is None:
                home = Block()
                blocks.append(home)
                open_blocks.append(home)
            home.take(spot, left)
            open_blocks = [block for block in open_blocks if block is home or not _is_covered(block, spot)]
        top = row[0].box.y0 if row else 0
        open_blocks = [block for block in open_blocks if _is_open(block, top)]
    return [part for block in blocks for part in _parts(block)]


def _announces_value(spot: Spot) -> bool:
    return spot.has_own_label and bool(spot.marks[0].meanings & _SINGLE) and not spot.has_digits


def _parts(block: Block) -> Iterator[Block]:
    """A line that stands clear of an address that is complete without it is another's: a letterhead above a window."""
    lines = block.lines
    gaps = [below.box.y0 - above.box.y1 for above, below in pairwise(lines)]
    if len(lines) < SHORTEST_PARTED or gaps[0] <= 2 * max(gaps[1:]) + MORE_CLEAR or not _is_named(lines[1:]):
        yield block
        return
    yield from (Block(lines[:1]), Block(lines[1:]))


def _is_named(lines: Sequence[Spot]) -> bool:
    first, second = lines[0], lines[1]
    if is_party_label(first) or is_street(first.text) or is_contact_line(first) or not is_name(first.text):
        return False
    return first.phrase.size >= second.phrase.size - 0.5


def _is_open(block: Block, y: float) -> bool:
    last = block.lines[-1].box
    return len(block.lines) < LONGEST and y - last.y1 <= LOOSE * last.height + 1


def _is_covered(block: Block, spot: Spot) -> bool:
    """Another text stands under its last line: what follows further down is no part of it."""
    last, box = block.lines[-1].box, spot.box
    shared = last.across(box)
    return box.y0 >= last.y1 - 2 and shared > COVERED * min(last.width, box.width)


def _home(spot: Spot, blocks: Sequence[Block]) -> Block | None:
    fitting = (block for block in reversed(blocks) if _continues(block, spot))
    return min(fitting, key=lambda block: abs(block.lines[-1].box.x0 - spot.box.x0), default=None)


def _continues(block: Block, spot: Spot) -> bool:
    last = block.lines[-1]
    above, below = last.phrase.box, spot.phrase.box
    if not _is_aligned(above, below) or _is_other_label(last) or _is_other_label(spot):
        return False
    gap = below.y0 - above.y1
    height = min(above.y1 - above.y0, below.y1 - below.y0)
    if gap < -0.6 * height or gap > _widest_gap(block, spot, height):
        return False
    if max(last.phrase.size, spot.phrase.size) > SIMILAR_SIZE * min(last.phrase.size, spot.phrase.size):
        return False
    sent = is_sender_line(last.text) or (len(block.lines) == 1 and on_one_line(last.text) is not None)
    small = last.phrase.size < SMALL * spot.phrase.size and is_postal(last.text)  # above a window
    return not (sent or small or is_sender_line(spot.text) or _is_ruled_off(last, spot))


def _is_other_label(spot: Spot) -> bool:
    """About the document, or the left cell of a line whose value stands to its right: no part of an address."""
    if spot.has_own_label and spot.marks[0].meanings & _OF_DOCUMENT:
        return not (fold(spot.marks[0].text) in _GIVEN_NAMES and is_person(spot.text))
    return spot.is_label and not is_party_label(spot) and attention(spot.text) is None and _announces(spot)


def _announces(spot: Spot) -> bool:
    """A colon, a value to its right, or a word that could mean nothing else: `Marketing Department` is a reader."""
    if spot.marks[0].meanings != {"other_number"} or spot.text.rstrip().endswith(":"):
        return True
    return any(phrase.box.x0 > spot.box.x1 for phrase in spot.sheet.rows[spot.phrase.row].phrases)


def _widest_gap(block: Block, spot: Spot, height: float) -> float:
    """The leading of its lines so far, or a tight one; loose only between plain lines that share their edge."""
    last = block.lines[-1]
    if abs(last.box.x0 - spot.box.x0) < ALIGNED / 2 and (is_street(spot.text) or is_postal(spot.text)):
        return LOOSE * height
    if len(block.lines) > 1:
        one, two = block.lines[-2].box, last.box
        return max(TIGHT * height, 1.35 * max(0.0, two.y0 - one.y1) + 1)
    plain = not last.marks and not spot.marks and abs(last.box.x0 - spot.box.x0) < ALIGNED / 2
    return (LOOSE if plain else TIGHT) * height


def _is_aligned(one: Box, other: Box) -> bool:
    return (
        abs(one.x0 - other.x0) <= ALIGNED
        or abs(one.x1 - other.x1) <= ALIGNED / 2
        or abs(one.x0 + one.x1 - other.x0 - other.x1) <= ALIGNED
    )


def _is_ruled_off(above: Spot, below: Spot) -> bool:
    rules = above.sheet.rules.horizontal
    if len(rules) > MAX_RULES:
        return False
    top, bottom, left = above.box.y1 - 2, below.box.y0 + 2, below.box.x0 + 2
    return any(top <= rule.y0 <= bottom and rule.x0 <= left <= rule.x1 for rule in rules)


MOST_ROWS = 9
WIDEST_GAP = 2.6
"""Heights between two rows of such a table."""
SLACK = 8.0
"""Points that a value may stand left of its column's head."""


def tabled(scene: Scene, blocks: list[Block]) -> list[Block]:
    """The blocks, with the columns of party tables as blocks of their own."""
    columns = [column for number in range(len(scene.rows)) for column in _columns(scene, number)]
    held = {line.number for column in columns for line in column}
    if not held:
        return blocks
    kept = [Block(line for line in block.lines if line.number not in held) for block in blocks]
    return [block for block in kept if block.lines] + [Block(column) for column in columns]


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
    return spot.called(label) if label else None


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
