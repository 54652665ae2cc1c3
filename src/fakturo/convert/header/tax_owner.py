"""Whose tax number is whose: by the words before it, by who is named beside it, by its country, by its place."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from fakturo.convert.header.blocks import Block
from fakturo.convert.header.company import SHORTEST_KEY
from fakturo.convert.header.heads import LETTERHEAD, is_title
from fakturo.convert.header.labels import Mark
from fakturo.convert.header.legal import bare
from fakturo.convert.header.names import country_in, postal_country
from fakturo.convert.header.party import Found, address_lines
from fakturo.convert.header.places import country_of_form, owner_words
from fakturo.convert.header.scene import Scene, Spot
from fakturo.convert.header.tax_guesses import ENOUGH, Guess
from fakturo.convert.header.tax_ids import TaxId
from fakturo.convert.header.tax_shapes import fits
from fakturo.convert.vocabulary import tokens_of

SAME_COLUMN_REACH = 60.0
CLEAR = 0.6
"""What speaks for one party must outweigh what speaks for the other by so much."""
STRONG = 1.5
"""As much as standing in a party's own block."""
INSTEAD = {STRONG: 0.75, CLEAR: 0.7}
"""How much it speaks for one party that the other's number is another one, by how clear that is."""
LISTED = 0.7
"""The same of its standing in a list beside what is the reader's."""
LETTERHEAD_ALONE = 0.7
"""What standing high on the page says; no more may speak for the writer."""
ALIGNED = 3.0
"""Points between the edges of a list's lines."""
LONG_STEM = 5
"""Letters of a word that others may begin with."""


@dataclass(slots=True)
class Numbers:
    """One party's tax numbers, and whether any of them may be the other's."""

    ids: list[TaxId] = field(default_factory=list)
    doubtful: set[str] = field(default_factory=set)
    loose: TaxId | None = None
    """One of the other's that may be this party's."""


class Sides(NamedTuple):
    """Who wrote the paper and who reads it; on a self-billed one the buyer writes."""

    writer: Found | None
    reader: Found | None
    others: Sequence[Block] = ()
    """Blocks of third parties, such as who gets the goods."""
    self_billed: bool = False

    def is_readers(self, owner: str) -> bool:
        return owner in {"yours", "sellers" if self.self_billed else "buyers"}


def owners_of(scene: Scene, ids: Sequence[TaxId], sides: Sides) -> tuple[Numbers, Numbers]:
    """The writer's and the reader's."""
    ids = [one for one in ids if one.owner or not _is_others(one, sides)]
    leads = {value: _lead(scene, ids, value, sides) for value in {one.value for one in ids}}
    leads |= dict(_instead(scene, ids, leads))
    mine, theirs = Numbers(), Numbers()
    for one in ids:
        numbers = theirs if leads[one.value] > 0 else mine
        numbers.ids.append(one)
        alone = len(leads) == 1 and numbers is mine
        if not alone and abs(leads[one.value]) < CLEAR:
            numbers.doubtful.add(one.value)
    if not theirs.ids and len(leads) > 1:
        theirs.loose = next((one for one in mine.ids if one.value in mine.doubtful), None)
    return mine, theirs


def fill_in(mine: Numbers, theirs: Numbers, guesses: Sequence[Guess], scene: Scene, sides: Sides) -> None:
    """Numbers without a known label are for who has no other; two signs and their place make them sure."""
    ids = [guess.tax_id for guess in guesses if not _is_others(guess.tax_id, sides)]
    sure = {guess.tax_id.value for guess in guesses if guess.signs >= ENOUGH}
    leads = {one.value: _lead(scene, ids, one.value, sides) for one in ids}
    for numbers, reads in ((mine, False), (theirs, True)):
        own = [one for one in ids if (leads[one.value] > 0) is reads]
        if numbers.ids or not own:
            continue
        numbers.ids += own
        numbers.doubtful |= {one.value for one in own if one.value not in sure or abs(leads[one.value]) < CLEAR}
        numbers.loose = None


def _is_others(tax_id: TaxId, sides: Sides) -> bool:
    """In a third party's block, and not of one of the two by its name."""
    own = [party.block for party in (sides.writer, sides.reader) if party]
    if any(_is_in(tax_id.spot, block) for block in own):
        return False
    return any(_is_in(tax_id.spot, block) for block in sides.others)


def _instead(scene: Scene, ids: Sequence[TaxId], leads: Mapping[str, float]) -> Iterator[tuple[str, float]]:
    """A party has one number of a kind: what might be anybody's is the reader's, where the writer has its own."""
    for one in ids:
        lead = leads[one.value]
        kin = [leads[other.value] for other in ids if other.value != one.value and other.rank is one.rank]
        if not kin or max(kin) > 0 or not -LETTERHEAD_ALONE <= lead <= 0:
            continue
        more = next((more for clear, more in INSTEAD.items() if min(kin) <= -clear), 0.0)
        listed = LISTED if more and _is_listed_with_readers(scene, one.spot) else 0.0
        yield one.value, lead + more + listed


def _lead(scene: Scene, ids: Sequence[TaxId], value: str, sides: Sides) -> float:
    """How much more speaks for the reader than for the writer, in all places where the number stands."""
    best: dict[str, float] = {}
    for one in ids:
        if one.value == value:
            for kind, strength in _signs(scene, one, sides):
                best[kind] = max(best.get(kind, strength), strength, key=abs)
    if "words" in best:
        return best["words"]
    return sum(best.values())


def _signs(scene: Scene, tax_id: TaxId, sides: Sides) -> Iterator[tuple[str, float]]:
    """Kinds of evidence; above zero for the reader, below for the writer."""
    if tax_id.owner:
        yield "words", 2.0 if sides.is_readers(tax_id.owner) else -2.0
    called = _told_by_row(scene, tax_id.spot)
    if called is not None:
        yield "row", STRONG if sides.is_readers(called) else -STRONG
    named = _told_by_name(tax_id, sides)
    if named is not None:
        yield "name", STRONG if named else -STRONG
    there = _told_by_country(tax_id, sides)
    if there is not None:
        yield "country", 1.3 if there else -1.3
    yield "place", _told_by_place(scene, tax_id.spot, sides)


def _told_by_row(scene: Scene, spot: Spot) -> str | None:
    """`Customer:  Reg. no. 1  VAT no. 2`: a party's label before all the numbers of a row."""
    row = next((row for row in scene.rows if any(one is spot for one in row)), ())
    before = [one for one in row if one.box.x1 <= spot.box.x0 + 1]
    for one in reversed(before):
        if one.is_label and one.marks[0].meanings & {"buyer", "seller"} and "tax_id" not in one.marks[0].meanings:
            return "buyers" if "buyer" in one.marks[0].meanings else "sellers"
        if not one.has_own_label and not any(map(str.isdigit, one.text)):
            return None
    return None


def _is_listed_with_readers(scene: Scene, spot: Spot) -> bool:
    """In a list of labelled values, the line above or below is of the reader: `Customer no.`, `Your order`."""
    number = next((number for number, row in enumerate(scene.rows) if any(one is spot for one in row)), None)
    if number is None or not scene.is_before_table(spot):
        return False
    label = _label_of(scene.rows[number], spot)
    for row in scene.rows[max(0, number - 1) : number + 2 : 2]:
        for one in row:
            near = one.phrase.page == spot.phrase.page and abs(one.box.x0 - label.box.x0) < ALIGNED
            if near and one.marks and one.marks[0].meanings & {"other_number", "po"} and _names_reader(one.marks[0]):
                return True
    return False


def _label_of(row: Sequence[Spot], spot: Spot) -> Spot:
    """Where its line begins: itself, or the label to the left."""
    left = [one for one in row if one.box.x1 <= spot.box.x0 + 1]
    return left[-1] if left and left[-1].is_label and not spot.has_own_label else spot


def _names_reader(mark: Mark) -> bool:
    words = {token.text for token in tokens_of(f"{mark.before} {mark.text}")}
    return any(words & owner_words(owner) or _has_stem(words, owner) for owner in ("yours", "buyers"))


def _has_stem(words: set[str], owner: str) -> bool:
    """`Kundennummer`, `klantnr`."""
    stems = tuple(word for word in owner_words(owner) if len(word) >= LONG_STEM)
    return any(word.startswith(stems) for word in words)


def _told_by_name(tax_id: TaxId, sides: Sides) -> bool | None:
    """A name in the same phrase: `Account holder: Abc Ltd, VAT no. 123`."""
    words = bare(tax_id.spot.text)
    names = [bare(party.name) if party else "" for party in (sides.writer, sides.reader)]
    writers, readers = (len(name) >= SHORTEST_KEY and name in words for name in names)
    return None if writers == readers else readers


def _told_by_country(tax_id: TaxId, sides: Sides) -> bool | None:
    """Of two parties from two countries, each has its own country's number."""
    here, there = _home_country(sides.writer), _home_country(sides.reader)
    if not here or not there or here == there:
        return None
    if tax_id.country:
        return tax_id.country == there if tax_id.country in {here, there} else None
    own, other = fits(here, tax_id.raw), fits(there, tax_id.raw)
    return other if own is not None and other is not None and own != other else None


def _home_country(party: Found | None) -> str | None:
    if party is None:
        return None
    texts = [line.text for line in reversed(address_lines(party))] or [party.address or ""]
    named = next((code for text in texts if (code := country_in(text) or postal_country(text))), None)
    return named or country_of_form(party.name)


def _told_by_place(scene: Scene, spot: Spot, sides: Sides) -> float:
    """In a party's block or right below it; at the foot and in the letterhead numbers are the writer's."""
    reader, writer = sides.reader, sides.writer
    readers, writers = reader.block if reader else None, writer.block if writer else None
    if reader and (spot is reader.spot or _is_in(spot, readers)):
        return STRONG
    if writer and (spot is writer.spot or _is_in(spot, writers)):
        return -STRONG
    if _is_beside(scene, spot, reader):
        return 0.9
    own, other = _below(spot, readers), _below(spot, writers)
    if own is not None and (other is None or own < other) and not _is_parted(scene, spot, readers):
        return 0.9 if scene.is_before_table(spot) else 0.0
    if other is not None and not _is_parted(scene, spot, writers):
        return -0.9
    return _told_by_height(scene, spot)


def _is_beside(scene: Scene, spot: Spot, party: Found | None) -> bool:
    """A form has the name and the number, whose labels stand above them, in neighbouring cells."""
    if party is None or spot.marks:
        return False
    return any(left is party.spot and one is spot for row in scene.rows for left, one in pairwise(row))


def _told_by_height(scene: Scene, spot: Spot) -> float:
    if spot.box.y0 > scene.foot_of(spot.phrase.page):
        return -1.0
    if not scene.is_before_table(spot):
        return -0.7
    return -LETTERHEAD_ALONE if spot.box.y0 < LETTERHEAD * spot.sheet.height else -0.2


def _is_parted(scene: Scene, spot: Spot, block: Block | None) -> bool:
    """The document's title stands between them: what follows it is the writer's."""
    return block is not None and any(
        one.phrase.page == block.page and block.box.y1 <= one.box.y0 < spot.box.y0 + 1 and is_title(one)
        for one in scene.spots
    )


def _is_in(spot: Spot, block: Block | None) -> bool:
    return block is not None and any(line is spot for line in block.lines)


def _below(spot: Spot, block: Block | None) -> float | None:
    """How far below the block the phrase stands in the block's own column."""
    if block is None or spot.phrase.page != block.page:
        return None
    box = block.box
    inside = box.x0 - 5 <= spot.box.x0 <= max(box.x1, box.x0 + 60)
    gap = spot.box.y0 - box.y1
    return gap if inside and -box.height <= gap <= SAME_COLUMN_REACH else None
