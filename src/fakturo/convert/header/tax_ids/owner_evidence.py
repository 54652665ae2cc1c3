"""What says whose a tax number is: words before it, a name in its phrase, its country, the place where it stands."""

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property

from fakturo.convert.header.labels.marks import OTHER_TITLE, TITLES
from fakturo.convert.header.parties.blocks import Block
from fakturo.convert.header.parties.legal_form import bare, legal_name
from fakturo.convert.header.parties.lines import country_in, postal_country
from fakturo.convert.header.parties.party import Found, address_lines
from fakturo.convert.header.places import country_of_form, owner_words
from fakturo.convert.header.scene import Scene, Spot
from fakturo.convert.header.tax_ids.labelled import OF_DOCUMENT, Rank, TaxId
from fakturo.convert.header.tax_ids.shapes import fits
from fakturo.convert.vocabulary import words_in

SAME_COLUMN_REACH = 60.0
_WORDS = {"yours": 2.0, "buyers": 2.0, "ours": -2.0, "sellers": -2.0}
_OTHERS = "others"
_SPOKEN = frozenset({"yours", "ours"})
"""They say who is meant only if one knows who speaks."""
_CLAUSES = re.compile(r"[:;|·•●()]\s*|\s[-–—]\s|,\s")
CLEAR = 0.6
"""What speaks for one party must outweigh what speaks for the other by so much."""
LONG_STEM = 5
"""Letters of a word that others may begin with."""
ALIGNED = 3.0
HEADED = 10.0
"""Points that a list may be set in from its heading."""
LONGEST_HEADING = 3
SHORTEST_KEY = 4
"""Letters of a name that stands in no other word by chance."""
LETTERHEAD = 0.16
"""Part of the page's height where a letterhead ends."""


@dataclass(frozen=True)
class Setting:
    """All that a number may be seen beside."""

    scene: Scene
    seller: Found | None
    buyer: Found | None
    others: Sequence[Block] = ()
    """Blocks of third parties, such as who gets the goods."""
    self_billed: bool = False
    """The buyer has written it: its letterhead and foot are the buyer's, `your number` is the seller's."""

    @cached_property
    def _rows(self) -> dict[int, int]:
        return {spot.number: number for number, row in enumerate(self.scene.rows) for spot in row}

    def row_of(self, spot: Spot) -> list[Spot]:
        """Those in its row."""
        number = self._rows.get(spot.number)
        return [] if number is None else list(self.scene.rows[number])

    def before(self, spot: Spot) -> Spot | None:
        """Its neighbour to the left."""
        row = self.row_of(spot)
        return next((left for left, one in zip([None, *row], row, strict=False) if one is spot), None)

    def around(self, spot: Spot) -> Iterator[Spot]:
        """In a list or a grid: beside it, and above and below it."""
        number = self._rows.get(spot.number)
        if number is None:
            return
        for row in self.scene.rows[max(0, number - 1) : number + 2]:
            yield from (one for one in row if one is not spot and one.phrase.page == spot.phrase.page)


def lead_of(setting: Setting, ids: Sequence[TaxId], value: str) -> float:
    """How much more speaks for the buyer than for the seller, in all places where the number stands."""
    best: dict[str, float] = {}
    abroad = {one.country for one in ids if one.rank is Rank.SHAPED and one.value != value}
    for one in ids:
        if one.value == value:
            for kind, strength in _signs(setting, one, abroad):
                best[kind] = max(best.get(kind, strength), strength, key=abs)
    return best["words"] if "words" in best else sum(best.values())


def is_anothers(setting: Setting, tax_id: TaxId) -> bool:
    """A third party's, by its words or by a company before it in its phrase: one that carries or collects."""
    if tax_id.owner == _OTHERS:
        return True
    before = tax_id.spot.text.partition(tax_id.raw)[0]
    names = [bare(name) for clause in _CLAUSES.split(before) if (name := legal_name(clause))]
    own = [bare(party.name) for party in (setting.seller, setting.buyer) if party]
    return bool(names) and not any(key in name or name in key for key in own for name in names)


def is_receivers(setting: Setting, tax_id: TaxId) -> bool:
    """It stands in the address of who gets the goods, and that is neither party."""
    own = [party.block for party in (setting.seller, setting.buyer) if party]
    return any(_is_in(tax_id.spot, block) for block in setting.others if block not in own)


def may_be_foreign(setting: Setting, tax_id: TaxId) -> bool:
    """Of the buyer's country, and nothing says where the seller is."""
    there = _home_country(setting.buyer)
    return there is not None and tax_id.country == there and _home_country(setting.seller) is None


def is_beside_buyer(setting: Setting, spot: Spot) -> bool:
    """Behind a line of the buyer's: forms have more about him beside his address."""
    block = setting.buyer.block if setting.buyer else None
    return any(_is_in(one, block) and one.box.x1 <= spot.box.x0 for one in setting.row_of(spot))


def is_among_data(setting: Setting, tax_id: TaxId) -> bool:
    """Before the table, among the document's own number and dates, or the customer's number."""
    near = [*setting.around(tax_id.spot)]
    told = any(mark.meanings & OF_DOCUMENT for one in near for mark in one.marks)
    return setting.scene.is_before_table(tax_id.spot) and (told or any(map(_is_customers, near)))


def _signs(setting: Setting, tax_id: TaxId, abroad: AbstractSet[str | None]) -> Iterator[tuple[str, float]]:
    """Kinds of evidence; above zero for the buyer, below for the seller."""
    if tax_id.owner in _WORDS:
        turned = setting.self_billed and tax_id.owner in _SPOKEN
        yield "words", _WORDS[tax_id.owner] * (-1 if turned else 1)
    called = _told_by_row(setting, tax_id.spot)
    if called is not None:
        yield "row", 1.5 if called else -1.5
    named = _told_by_name(tax_id, setting)
    if named is not None:
        yield "name", 1.5 if named else -1.5
    there = _told_by_country(tax_id, setting, abroad)
    if there is not None:
        yield "country", 1.3 if there else -1.3
    if fits("DE", tax_id.raw):  # known to nobody but its owner and the tax office
        yield "kind", -1.0
    headed = _told_by_heading(setting.scene, tax_id.spot)
    if headed is not None and not setting.self_billed:
        yield "heading", 0.9 if headed else -0.9
    place = _told_by_place(setting, tax_id.spot)
    yield "place", place
    if place > -CLEAR and any(map(_is_customers, setting.around(tax_id.spot))):
        yield "customer", 0.5


def _is_customers(spot: Spot) -> bool:
    """`Customer no.`, `Kundennummer`, `Your order`."""
    marks = [mark for mark in spot.marks if mark.meanings & {"other_number", "po"}]
    words = {word for mark in marks for word in words_in(f"{mark.before} {mark.text}")}
    known = owner_words("buyers") | owner_words("yours")
    stems = tuple(word for word in known if len(word) >= LONG_STEM)
    return any(word in known or word.startswith(stems) for word in words)


def _told_by_row(setting: Setting, spot: Spot) -> bool | None:
    """`Customer:  Reg. no. 1  VAT no. 2`: a party's label before all the numbers of a row."""
    for one in reversed([one for one in setting.row_of(spot) if one.box.x1 <= spot.box.x0 + 1]):
        if one.is_label and one.marks[0].meanings & {"buyer", "seller"} and "tax_id" not in one.marks[0].meanings:
            return "buyer" in one.marks[0].meanings
        if not one.has_own_label and not one.has_digits:
            return None
    return None


def _told_by_heading(scene: Scene, spot: Spot) -> bool | None:
    """`Customer:` or `Your data` above the lines that the number stands among."""
    flush = (one for one in scene.spots if abs(one.box.x0 - spot.box.x0) < HEADED and not one.has_digits)
    near = (one for one in flush if one.phrase.page == spot.phrase.page)
    above = [one for one in near if 0 < spot.box.y0 - one.box.y0 < SAME_COLUMN_REACH]
    for one in sorted(above, key=lambda one: -one.box.y0):
        if one.is_label and (sides := one.marks[0].meanings & {"buyer", "seller"}):
            return sides == {"buyer"} if len(sides) == 1 else None
        words = set(words_in(one.text))
        if len(words) <= LONGEST_HEADING and words & (owner_words("yours") | owner_words("ours")):
            return bool(words & owner_words("yours"))
    return None


def _told_by_name(tax_id: TaxId, setting: Setting) -> bool | None:
    """A name before it in its phrase: `Account holder: Abc Ltd, VAT no. 123`."""
    words = bare(tax_id.spot.text.partition(tax_id.raw)[0])
    names = [bare(party.name) if party else "" for party in (setting.seller, setting.buyer)]
    sellers, buyers = (len(name) >= SHORTEST_KEY and name in words for name in names)
    return None if sellers == buyers else buyers


def _told_by_country(tax_id: TaxId, setting: Setting, abroad: AbstractSet[str | None]) -> bool | None:
    """Of two parties from two countries, each has its own country's number."""
    here, there = _home_country(setting.seller), _home_country(setting.buyer)
    if not there or here == there:
        return None
    if here is None:
        return True if tax_id.country == there and abroad and there not in abroad else None
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


def _told_by_place(setting: Setting, spot: Spot) -> float:
    """In a party's block, beside its name or right below; at the foot and in the letterhead they are the writer's."""
    sides = ((setting.buyer, 1), (setting.seller, -1))
    for party, sign in sides:
        if party and (spot is party.spot or _is_in(spot, party.block)):
            return 1.5 * sign
    for party, sign in sides:
        if party and _is_beside(setting, spot, party):
            return 0.9 * sign
    below = _told_by_column(setting, spot)
    return _told_by_height(setting.scene, spot) * (-1 if setting.self_billed else 1) if below is None else below


def _told_by_column(setting: Setting, spot: Spot) -> float | None:
    """Right below a party's block."""
    buyers, sellers = (party.block if party else None for party in (setting.buyer, setting.seller))
    own, other = _below(setting, spot, buyers), _below(setting, spot, sellers)
    if own is not None and (other is None or own < other) and not _is_parted(setting.scene, spot, buyers):
        return 0.9 if setting.scene.is_before_table(spot) else 0.0
    return -0.9 if other is not None and not _is_parted(setting.scene, spot, sellers) else None


def _is_beside(setting: Setting, spot: Spot, party: Found) -> bool:
    """A form has the name and the number in neighbouring cells, their labels in front or above."""
    if not spot.marks:
        return setting.before(spot) is party.spot
    return party.spot.has_own_label and setting.before(party.spot) is spot


def _told_by_height(scene: Scene, spot: Spot) -> float:
    if spot.box.y0 > scene.foot_of(spot.phrase.page):
        return -1.0
    if not scene.is_before_table(spot):
        return -0.7
    return -0.7 if spot.box.y0 < LETTERHEAD * spot.sheet.height else -0.2


def _is_parted(scene: Scene, spot: Spot, block: Block | None) -> bool:
    """The document's title stands between them: what follows it is the writer's."""
    return block is not None and any(
        one.phrase.page == block.page and block.box.y1 <= one.box.y0 < spot.box.y0 + 1 and _is_title(one)
        for one in scene.spots
    )


def _is_in(spot: Spot, block: Block | None) -> bool:
    return block is not None and any(line is spot for line in block.lines)


def _below(setting: Setting, spot: Spot, block: Block | None) -> float | None:
    """How far below the block the phrase stands, in the block's own column or in that of its labels."""
    if block is None or spot.phrase.page != block.page:
        return None
    box = block.box
    edges = [label.box.x0 for line in block.lines if (label := setting.before(line)) and label.is_label]
    inside = box.x0 - 5 <= spot.box.x0 <= max(box.x1, box.x0 + 60)
    inside = inside or any(abs(spot.box.x0 - edge) < ALIGNED for edge in edges)
    gap = spot.box.y0 - box.y1
    return gap if inside and -box.height <= gap <= SAME_COLUMN_REACH else None


def _is_title(spot: Spot) -> bool:
    return spot.has_own_label and bool(spot.marks[0].meanings & (TITLES | {OTHER_TITLE}))
