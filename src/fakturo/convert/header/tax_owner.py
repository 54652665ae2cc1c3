"""Whose tax number is whose: by the words before it, by who is named beside it, by its country, by its place."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from fakturo.convert.header.blocks import Block
from fakturo.convert.header.company import SHORTEST_KEY
from fakturo.convert.header.legal import bare
from fakturo.convert.header.mentions import LETTERHEAD, is_title
from fakturo.convert.header.names import country_in, postal_country
from fakturo.convert.header.party import Found, address_lines
from fakturo.convert.header.scene import Scene, Spot
from fakturo.convert.header.tax_guesses import ENOUGH, Guess
from fakturo.convert.header.tax_ids import Rank, TaxId

SAME_COLUMN_REACH = 60.0
CLEAR = 0.6
"""What speaks for one party must outweigh what speaks for the other by so much."""


@dataclass(slots=True)
class Numbers:
    """One party's tax numbers, and whether any of them may be the other's."""

    ids: list[TaxId] = field(default_factory=list)
    doubtful: set[str] = field(default_factory=set)
    loose: TaxId | None = None
    """One of the other's that may be this party's."""


def owners_of(scene: Scene, ids: Sequence[TaxId], seller: Found | None, buyer: Found | None) -> tuple[Numbers, Numbers]:
    """The seller's and the buyer's."""
    leads = {value: _lead(scene, ids, value, seller, buyer) for value in {one.value for one in ids}}
    mine, theirs = Numbers(), Numbers()
    taken = {value for value, lead in leads.items() if lead > 0}
    left = set() if taken else _left_over(ids, leads)
    for one in ids:
        numbers = theirs if one.value in taken | left else mine
        numbers.ids.append(one)
        alone = len(leads) == 1 and numbers is mine
        if not alone and (one.value in left or abs(leads[one.value]) < CLEAR):
            numbers.doubtful.add(one.value)
    if not theirs.ids and len(leads) > 1:
        theirs.loose = next((one for one in mine.ids if one.value in mine.doubtful), None)
    return mine, theirs


def fill_in(
    sellers: Numbers, buyers: Numbers, guesses: Sequence[Guess], scene: Scene, seller: Found | None, buyer: Found | None
) -> None:
    """Numbers without a known label are for who has no other; two signs and their place make them sure."""
    ids = [guess.tax_id for guess in guesses]
    sure = {guess.tax_id.value for guess in guesses if guess.signs >= ENOUGH}
    for numbers, ours in ((sellers, False), (buyers, True)):
        if numbers.ids:
            continue
        leads = {one.value: _lead(scene, ids, one.value, seller, buyer) for one in ids}
        mine = [one for one in ids if (leads[one.value] > 0) is ours]
        numbers.ids += mine
        numbers.doubtful |= {one.value for one in mine if one.value not in sure or abs(leads[one.value]) < CLEAR}
        if mine:
            numbers.loose = None


def _lead(scene: Scene, ids: Sequence[TaxId], value: str, seller: Found | None, buyer: Found | None) -> float:
    """How much more speaks for the buyer than for the seller, in all places where the number stands."""
    best: dict[str, float] = {}
    for one in ids:
        if one.value == value:
            for kind, strength in _signs(scene, one, seller, buyer):
                best[kind] = max(best.get(kind, strength), strength, key=abs)
    if "words" in best:
        return best["words"]
    return sum(best.values())


def _signs(scene: Scene, tax_id: TaxId, seller: Found | None, buyer: Found | None) -> Iterator[tuple[str, float]]:
    """Kinds of evidence; above zero for the buyer, below for the seller."""
    if tax_id.owner:
        yield "words", 2.0 if tax_id.owner == "yours" else -2.0
    named = _told_by_name(tax_id, seller, buyer)
    if named is not None:
        yield "name", 1.5 if named else -1.5
    there = _told_by_country(tax_id, seller, buyer)
    if there is not None:
        yield "country", 1.3 if there else -1.3
    yield "place", _told_by_place(scene, tax_id.spot, seller, buyer)


def _told_by_name(tax_id: TaxId, seller: Found | None, buyer: Found | None) -> bool | None:
    """A name in the same phrase: `Account holder: Abc Ltd, VAT no. 123`."""
    words = bare(tax_id.spot.text)
    names = [bare(party.name) if party else "" for party in (seller, buyer)]
    sellers, buyers = (len(name) >= SHORTEST_KEY and name in words for name in names)
    return None if sellers == buyers else buyers


def _told_by_country(tax_id: TaxId, seller: Found | None, buyer: Found | None) -> bool | None:
    """Of two parties from two countries, each has its own country's number."""
    here, there = _home_country(seller), _home_country(buyer)
    if tax_id.rank is not Rank.SHAPED or not here or not there or here == there:
        return None
    return tax_id.country == there if tax_id.country in {here, there} else None


def _home_country(party: Found | None) -> str | None:
    if party is None:
        return None
    texts = [line.text for line in reversed(address_lines(party))] or [party.address or ""]
    return next((code for text in texts if (code := country_in(text) or postal_country(text))), None)


def _told_by_place(scene: Scene, spot: Spot, seller: Found | None, buyer: Found | None) -> float:
    """In a party's block or right below it; at the foot and in the letterhead numbers are the seller's."""
    buyers, sellers = buyer.block if buyer else None, seller.block if seller else None
    if buyer and (spot is buyer.spot or _is_in(spot, buyers)):
        return 1.5
    if seller and (spot is seller.spot or _is_in(spot, sellers)):
        return -1.5
    if _is_beside(scene, spot, buyer):
        return 0.9
    own, other = _below(spot, buyers), _below(spot, sellers)
    if own is not None and (other is None or own < other) and not _is_parted(scene, spot, buyers):
        return 0.9 if scene.is_before_table(spot) else 0.0
    if other is not None and not _is_parted(scene, spot, sellers):
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
    return -0.7 if spot.box.y0 < LETTERHEAD * spot.sheet.height else -0.2


def _is_parted(scene: Scene, spot: Spot, block: Block | None) -> bool:
    """The document's title stands between them: what follows it is the writer's."""
    return block is not None and any(
        one.phrase.page == block.page and block.box.y1 <= one.box.y0 < spot.box.y0 + 1 and is_title(one)
        for one in scene.spots
    )


def _left_over(ids: Sequence[TaxId], leads: dict[str, float]) -> set[str]:
    """Beside a number that is clearly the seller's, another one of its kind that might be anybody's."""
    best = {one.value: leads[one.value] for one in ids if one.rank is Rank.SHAPED}
    if len(best) < 2 or min(best.values()) > -CLEAR:
        return set()
    return {value for value, lead in best.items() if lead > -CLEAR}


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
