"""Seller and buyer: by their labels, by where a letter puts them, and by what only one of them prints."""

from collections.abc import Sequence
from dataclasses import dataclass

from fakturo.convert.header.blocks import Block, blocks_of
from fakturo.convert.header.buyer import find_buyer
from fakturo.convert.header.claims import Claim
from fakturo.convert.header.names import country_in, postal_country
from fakturo.convert.header.party import Found, address_lines, settle
from fakturo.convert.header.scene import Scene, Spot
from fakturo.convert.header.seller import find_seller
from fakturo.convert.header.tax_ids import TaxId, tax_ids_of
from fakturo.convert.invoice import Evidence, Issue, Origin, Reading
from fakturo.convert.page import Box, Source, around

SURE_NAME = 0.5
"""Names are compared by people in any case: below this, one is asked to."""
SAME_COLUMN_REACH = 90.0


@dataclass(frozen=True, slots=True)
class PartyReadings:
    name: Reading[str] | None = None
    tax_id: Reading[str] | None = None
    address: Reading[str] | None = None
    country: Reading[str] | None = None


def read_parties(scene: Scene, claims: Sequence[Claim]) -> tuple[PartyReadings, PartyReadings, list[Issue]]:
    blocks = blocks_of(scene, scene.sheets[0].number) if scene.sheets else []
    labelled = find_buyer(scene, blocks, claims, seller=None)
    seller = find_seller(scene, blocks, claims, buyer=labelled)
    buyer = labelled or find_buyer(scene, blocks, claims, seller=seller)
    if buyer:
        settle(buyer, [block for block in blocks if not block.label & {"ship_to", "seller"}])
    ids = tax_ids_of(scene, claims)
    buyers = [one for one in ids if _is_buyers(scene, one, buyer, seller)]
    theirs = {one.value for one in buyers}
    sellers = [one for one in ids if one.value not in theirs]
    issues = [*_issues("seller", seller), *_issues("buyer", buyer)]
    return _readings(seller, sellers), _readings(buyer, buyers), issues


def _issues(side: str, party: Found | None) -> list[Issue]:
    if party is None:
        return [Issue(f"{side.upper()}_MISSING", f"{side}.name", f"The {side}'s name was not found.")]
    if party.confidence >= SURE_NAME:
        return []
    message = f'"{party.name}" may not be the {side}\'s name.'
    return [Issue(f"{side.upper()}_DOUBTFUL", f"{side}.name", message, party.spot.phrase.page, party.spot.box)]


def _is_buyers(scene: Scene, tax_id: TaxId, buyer: Found | None, seller: Found | None) -> bool:
    if tax_id.yours:
        return True
    if buyer is None or buyer.block is None or tax_id.spot.phrase.page != buyer.block.page:
        return False
    if _is_in(tax_id.spot, buyer.block):
        return True
    if seller and seller.block and _is_in(tax_id.spot, seller.block):
        return False
    if not scene.is_before_table(tax_id.spot):
        return False
    own = _below(tax_id.spot, buyer.block)
    other = _below(tax_id.spot, seller.block) if seller and seller.block else None
    return own is not None and (other is None or own < other)


def _is_in(spot: Spot, block: Block) -> bool:
    return any(line is spot for line in block.lines)


def _below(spot: Spot, block: Block) -> float | None:
    """How far below the block the phrase stands in the block's own column."""
    box = block.box
    inside = box.x0 - 5 <= spot.box.x0 <= max(box.x1, box.x0 + 60)
    gap = spot.box.y0 - box.y1
    return gap if inside and -box.height <= gap <= SAME_COLUMN_REACH else None


def _readings(party: Found | None, ids: Sequence[TaxId]) -> PartyReadings:
    tax_id = max(ids, key=lambda one: (one.is_vat, one.value[:2].isalpha()), default=None)
    tax = _reading(tax_id.value, tax_id.raw, tax_id.spot, tax_id.box, 0.85) if tax_id else None
    if party is None:
        country = _country_of_id(tax_id)
        return PartyReadings(tax_id=tax, country=country)
    name = _reading(party.name, party.name, party.spot, party.spot.box, party.confidence)
    lines = address_lines(party)
    address = None
    if lines:
        text = ", ".join(line.text.strip(" ,;") for line in lines)
        box = around([line.box for line in lines])
        address = _reading(text, text, lines[0], box, min(party.confidence, 0.8))
    elif party.address:
        address = _reading(party.address, party.address, party.spot, party.spot.box, min(party.confidence, 0.8))
    return PartyReadings(name, tax, address, _country(party, lines, tax_id))


def _reading(value: str, raw: str, spot: Spot, box: Box, confidence: float) -> Reading[str]:
    source = Origin.OCR if any(word.source is Source.OCR for word in spot.phrase.words) else Origin.TEXT
    return Reading(value, Evidence(raw, spot.phrase.page, box, source, round(confidence, 2)))


def _country(party: Found, lines: Sequence[Spot], tax_id: TaxId | None) -> Reading[str] | None:
    texts = [(line.text, line) for line in reversed(lines)] or [(party.address or "", party.spot)]
    for text, line in texts:
        code = country_in(text)
        if code:
            return _reading(code, text, line, line.box, 0.9)
    for text, line in texts:
        code = postal_country(text)
        if code:
            return _reading(code, text, line, line.box, 0.75)
    return _country_of_id(tax_id)


def _country_of_id(tax_id: TaxId | None) -> Reading[str] | None:
    if tax_id is None or tax_id.country is None:
        return None
    return _reading(tax_id.country, tax_id.raw, tax_id.spot, tax_id.box, 0.8)
