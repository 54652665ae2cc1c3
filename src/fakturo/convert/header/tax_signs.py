"""What says whose a tax number is: words before it, a name in its phrase, its country, the place where it stands."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from fakturo.convert.header.blocks import Block
from fakturo.convert.header.company import SHORTEST_KEY
from fakturo.convert.header.labels import DATES, TITLES
from fakturo.convert.header.legal import bare
from fakturo.convert.header.mentions import LETTERHEAD, is_title
from fakturo.convert.header.names import country_in, postal_country
from fakturo.convert.header.party import Found, address_lines
from fakturo.convert.header.places import folded, owner_words
from fakturo.convert.header.scene import Scene, Spot
from fakturo.convert.header.tax_ids import Rank, TaxId

SAME_COLUMN_REACH = 60.0
_WORDS = {"yours": 2.0, "buyers": 2.0, "ours": -2.0, "sellers": -2.0}
_SPOKEN = frozenset({"yours", "ours"})
"""They say who is meant only if one knows who speaks."""
_OF_DOCUMENT = frozenset({*TITLES, *DATES, "invoice_number", "po"})
CLEAR = 0.6
"""What speaks for one party must outweigh what speaks for the other by so much."""
ALIGNED = 3.0


@dataclass(frozen=True)
class Setting:
    """All that a number may be seen beside."""

    scene: Scene
    seller: Found | None
    buyer: Found | None
    blocks: Sequence[Block] = ()
    self_billed: bool = False
    """The buyer has written it: its letterhead and foot are the buyer's, `your number` is the seller's."""

    @cached_property
    def _rows(self) -> dict[int, int]:
        return {id(spot): number for number, row in enumerate(self.scene.rows) for spot in row}

    def row_of(self, spot: Spot) -> list[Spot]:
        """Those in its row."""
        number = self._rows.get(id(spot))
        return [] if number is None else list(self.scene.rows[number])

    def before(self, spot: Spot) -> Spot | None:
        """Its neighbour to the left."""
        row = self.row_of(spot)
        return next((left for left, one in zip([None, *row], row, strict=False) if one is spot), None)

    def around(self, spot: Spot) -> Iterator[Spot]:
        """In a list or a grid: beside it, and above and below it."""
        number = self._rows.get(id(spot))
        if number is None:
            return
        for row in self.scene.rows[max(0, number - 1) : number + 2]:
            yield from (one for one in row if one is not spot and one.phrase.page == spot.phrase.page)


def lead_of(setting: Setting, ids: Sequence[TaxId], value: str) -> float:
    """How much more speaks for the buyer than for the seller, in all places where the number stands."""
    best: dict[str, float] = {}
    for one in ids:
        if one.value == value:
            for kind, strength in _signs(setting, one):
                best[kind] = max(best.get(kind, strength), strength, key=abs)
    return best["words"] if "words" in best else sum(best.values())


def is_another(setting: Setting, tax_id: TaxId) -> bool:
    """It stands in the address of who gets the goods and is neither party."""
    own = [party.block for party in (setting.seller, setting.buyer) if party]
    others = (block for block in setting.blocks if "ship_to" in block.label and block not in own)
    return any(_is_in(tax_id.spot, block) for block in others)


def is_among_data(setting: Setting, tax_id: TaxId) -> bool:
    """Before the table, among the document's own number and dates, or the customer's number."""
    near = [*setting.around(tax_id.spot)]
    told = any(mark.meanings & _OF_DOCUMENT for one in near for mark in one.marks)
    return setting.scene.is_before_table(tax_id.spot) and (told or any(map(_is_customers, near)))


def _signs(setting: Setting, tax_id: TaxId) -> Iterator[tuple[str, float]]:
    """Kinds of evidence; above zero for the buyer, below for the seller."""
    if tax_id.owner:
        turned = setting.self_billed and tax_id.owner in _SPOKEN
        yield "words", _WORDS[tax_id.owner] * (-1 if turned else 1)
    named = _told_by_name(tax_id, setting)
    if named is not None:
        yield "name", 1.5 if named else -1.5
    there = _told_by_country(tax_id, setting)
    if there is not None:
        yield "country", 1.3 if there else -1.3
    place = _told_by_place(setting, tax_id.spot)
    yield "place", place
    if place > -CLEAR and any(map(_is_customers, setting.around(tax_id.spot))):
        yield "customer", 0.5


def _is_customers(spot: Spot) -> bool:
    """`Customer no.`"""
    words = {word for mark in spot.marks if "other_number" in mark.meanings for word in folded(mark.text).split()}
    return bool(words & (owner_words("buyers") | owner_words("yours")))


def _told_by_name(tax_id: TaxId, setting: Setting) -> bool | None:
    """A name before it in its phrase: `Account holder: Abc Ltd, VAT no. 123`."""
    words = bare(tax_id.spot.text.partition(tax_id.raw)[0])
    names = [bare(party.name) if party else "" for party in (setting.seller, setting.buyer)]
    sellers, buyers = (len(name) >= SHORTEST_KEY and name in words for name in names)
    return None if sellers == buyers else buyers


def _told_by_country(tax_id: TaxId, setting: Setting) -> bool | None:
    """Of two parties from two countries, each has its own country's number."""
    here, there = _home_country(setting.seller), _home_country(setting.buyer)
    if tax_id.rank is not Rank.SHAPED or not here or not there or here == there:
        return None
    return tax_id.country == there if tax_id.country in {here, there} else None


def _home_country(party: Found | None) -> str | None:
    if party is None:
        return None
    texts = [line.text for line in reversed(address_lines(party))] or [party.address or ""]
    return next((code for text in texts if (code := country_in(text) or postal_country(text))), None)


def _told_by_place(setting: Setting, spot: Spot) -> float:
    """In a party's block or right below it; at the foot and in the letterhead numbers are the writer's."""
    seller, buyer = setting.seller, setting.buyer
    buyers, sellers = buyer.block if buyer else None, seller.block if seller else None
    if buyer and (spot is buyer.spot or _is_in(spot, buyers)):
        return 1.5
    if seller and (spot is seller.spot or _is_in(spot, sellers)):
        return -1.5
    if _is_beside(setting, spot, buyer):
        return 0.9
    own, other = _below(setting, spot, buyers), _below(setting, spot, sellers)
    if own is not None and (other is None or own < other) and not _is_parted(setting.scene, spot, buyers):
        return 0.9 if setting.scene.is_before_table(spot) else 0.0
    if other is not None and not _is_parted(setting.scene, spot, sellers):
        return -0.9
    return _told_by_height(setting.scene, spot) * (-1 if setting.self_billed else 1)


def _is_beside(setting: Setting, spot: Spot, party: Found | None) -> bool:
    """A form has the name and the number in neighbouring cells, their labels in front or above."""
    if party is None:
        return False
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
        one.phrase.page == block.page and block.box.y1 <= one.box.y0 < spot.box.y0 + 1 and is_title(one)
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
