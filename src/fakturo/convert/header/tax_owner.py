"""Whose tax number is whose: by the words before it, by who is named beside it, by its country, by its place."""

from collections.abc import Sequence

from fakturo.convert.header.blocks import Block
from fakturo.convert.header.names import bare, country_in, postal_country
from fakturo.convert.header.party import Found, address_lines
from fakturo.convert.header.scene import Scene, Spot
from fakturo.convert.header.seller import LETTERHEAD, is_title
from fakturo.convert.header.tax_ids import Rank, TaxId

SAME_COLUMN_REACH = 60.0
SHORTEST_NAME = 5
"""Shorter ones stand in many a line by chance."""


def buyers_numbers(scene: Scene, ids: Sequence[TaxId], seller: Found | None, buyer: Found | None) -> set[str]:
    """The buyer's among the tax numbers; all others are the seller's."""
    theirs = {one.value for one in ids if _is_buyers(scene, one, seller, buyer)}
    return theirs or {one.value for one in _left_over(scene, ids, seller)}


def _is_buyers(scene: Scene, tax_id: TaxId, seller: Found | None, buyer: Found | None) -> bool:
    """The first evidence that speaks decides."""
    if tax_id.owner:
        return tax_id.owner == "yours"
    told = _told_by_name(tax_id, seller, buyer)
    if told is None:
        told = _told_by_country(tax_id, seller, buyer)
    if told is None:
        told = _told_by_block(tax_id, seller, buyer)
    return _is_under(scene, tax_id, seller, buyer) if told is None else told


def _told_by_name(tax_id: TaxId, seller: Found | None, buyer: Found | None) -> bool | None:
    """A name in the same phrase: `Account holder: Abc Ltd, VAT no. 123`."""
    words = bare(tax_id.spot.text)
    names = [bare(party.name) if party else "" for party in (seller, buyer)]
    sellers, buyers = (len(name) >= SHORTEST_NAME and name in words for name in names)
    return None if sellers == buyers else buyers


def _told_by_country(tax_id: TaxId, seller: Found | None, buyer: Found | None) -> bool | None:
    """Of two parties from two countries, each has its own country's number."""
    here, there = _home_country(seller), _home_country(buyer)
    if tax_id.rank is not Rank.SHAPED or not here or not there or here == there:
        return None
    return tax_id.country == there if tax_id.country in {here, there} else None


def _told_by_block(tax_id: TaxId, seller: Found | None, buyer: Found | None) -> bool | None:
    if buyer and buyer.block and _is_in(tax_id.spot, buyer.block):
        return True
    return False if seller and seller.block and _is_in(tax_id.spot, seller.block) else None


def _is_under(scene: Scene, tax_id: TaxId, seller: Found | None, buyer: Found | None) -> bool:
    """A little below the buyer's address, before the document itself begins."""
    block = buyer.block if buyer else None
    if block is None or tax_id.spot.phrase.page != block.page or not scene.is_before_table(tax_id.spot):
        return False
    own = _below(tax_id.spot, block)
    other = _below(tax_id.spot, seller.block) if seller and seller.block else None
    if own is None or (other is not None and other <= own):
        return False
    return not _is_parted(scene, tax_id.spot, block)


def _home_country(party: Found | None) -> str | None:
    if party is None:
        return None
    texts = [line.text for line in reversed(address_lines(party))] or [party.address or ""]
    return next((code for text in texts if (code := country_in(text) or postal_country(text))), None)


def _is_parted(scene: Scene, spot: Spot, block: Block) -> bool:
    """The document's title stands between them: what follows it is the writer's."""
    return any(
        one.phrase.page == block.page and block.box.y1 <= one.box.y0 < spot.box.y0 + 1 and is_title(one)
        for one in scene.spots
    )


def _left_over(scene: Scene, ids: Sequence[TaxId], seller: Found | None) -> list[TaxId]:
    """Beside the number in the seller's own block or foot, another one among the document's references."""
    best = [one for one in ids if one.rank is Rank.SHAPED and one.owner != "ours"]
    block = seller.block if seller else None
    own = {one.value for one in best if (block and _is_in(one.spot, block)) or not scene.is_before_table(one.spot)}
    if not own:
        return []
    return [one for one in best if one.value not in own and not _is_letterhead(one.spot)]


def _is_letterhead(spot: Spot) -> bool:
    return spot.box.y0 < LETTERHEAD * spot.sheet.height


def _is_in(spot: Spot, block: Block) -> bool:
    return any(line is spot for line in block.lines)


def _below(spot: Spot, block: Block) -> float | None:
    """How far below the block the phrase stands in the block's own column."""
    box = block.box
    inside = box.x0 - 5 <= spot.box.x0 <= max(box.x1, box.x0 + 60)
    gap = spot.box.y0 - box.y1
    return gap if inside and -box.height <= gap <= SAME_COLUMN_REACH else None
