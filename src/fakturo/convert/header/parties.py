"""Seller and buyer: by their labels, by where a letter puts them, and by what only one of them prints."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fakturo.convert.header.address import address_text
from fakturo.convert.header.blocks import Block, blocks_of
from fakturo.convert.header.buyer import labelled_buyer, placed_buyer
from fakturo.convert.header.captions import with_captions
from fakturo.convert.header.claims import Claim
from fakturo.convert.header.company import Company
from fakturo.convert.header.labelled import labelled as labelled_as
from fakturo.convert.header.leftover import left_over
from fakturo.convert.header.legal import bare
from fakturo.convert.header.names import country_in, postal_country
from fakturo.convert.header.party import Found, address_lines, settle
from fakturo.convert.header.party_table import tabled
from fakturo.convert.header.scene import Scene, Spot, slip_of
from fakturo.convert.header.self_billed import is_self_billed, self_billed_pair
from fakturo.convert.header.seller import find_sellers
from fakturo.convert.header.signs import CLEAR_LEAD, DOUBTED, ENOUGH, SURE, Sign, add, confidence_of, weight_of
from fakturo.convert.header.tax_guesses import guessed_ids
from fakturo.convert.header.tax_ids import TaxId, tax_ids_of
from fakturo.convert.header.tax_owner import Numbers, Sides, fill_in, owners_of
from fakturo.convert.invoice import Evidence, Issue, Origin, Reading
from fakturo.convert.page import Box, Source, around

SWAPPABLE = 0.3
"""Two names that fit almost as well the other way round are told as doubtful."""
SAME_TOP = 5.0
LIKELY, LEAST_LIKELY = 5, 0.4
"""So many names are tried as the seller's, if they have so much of the best one's weight."""
ABOVE, LEFT = 0.4, 0.25
"""What its place speaks for a seller, as a sign's strength."""
GREETING = 1.1
"""Strength of a label that says no more than who is written to."""
WEAK = 1.5
"""A label that says so little may be wrong about who is the buyer."""
KNOWN = 0.8
"""What such signs must be worth."""
LONELY = 0.6
"""No other name has as much for it: then nobody else is there to be meant."""
OWN_SIGNS = (
    Sign.LABEL,
    Sign.SENDER_LINE,
    Sign.FOOT,
    Sign.PAYEE,
    Sign.DOMAIN,
    Sign.IMPRINT,
    Sign.OPERATOR,
    Sign.TAX,
    Sign.CONTACT,
)
"""A seller's signs that have nothing to do with where an address stands."""


@dataclass(frozen=True, slots=True)
class PartyReadings:
    name: Reading[str] | None = None
    tax_id: Reading[str] | None = None
    address: Reading[str] | None = None
    country: Reading[str] | None = None


class Parties(NamedTuple):
    seller: PartyReadings
    buyer: PartyReadings
    issues: list[Issue]
    buyers_lines: set[int]
    """Phrases of the buyer's block."""


def read_parties(scene: Scene, claims: Sequence[Claim]) -> Parties:
    slip = slip_of(scene)
    bill = scene.without(slip)
    blocks = _blocks(bill)
    spoken = [claim for claim in claims if id(claim.value) not in slip]
    seller, buyer = _pair(bill, blocks, spoken)
    if buyer:
        settle(buyer, [block for block in blocks if not block.label & {"ship_to", "seller"}])
    sellers, buyers = _tax_numbers(scene, blocks, claims, seller, buyer)
    issues = [*_issues("seller", seller), *_issues("buyer", buyer)]
    issues += [*_tax_issues("seller", sellers), *_tax_issues("buyer", buyers)]
    theirs = {id(line) for line in buyer.block.lines} if buyer and buyer.block else set()
    return Parties(_readings(seller, sellers), _readings(buyer, buyers), issues, theirs)


def _tax_numbers(
    scene: Scene, blocks: Sequence[Block], claims: Sequence[Claim], seller: Found | None, buyer: Found | None
) -> tuple[Numbers, Numbers]:
    """The seller's and the buyer's."""
    written = is_self_billed(scene)
    names = {bare(party.name) for party in (seller, buyer) if party}
    others = [block for block in blocks if block.label == {"ship_to"} and not names & _named_in(block)]
    pair = (buyer, seller) if written else (seller, buyer)
    sides = Sides(*pair, others=others, self_billed=written)
    ids = tax_ids_of(scene, claims)
    mine, theirs = owners_of(scene, ids, sides)
    if not (mine.ids and theirs.ids):
        fill_in(mine, theirs, guessed_ids(scene, claims, ids), scene, sides)
    return (theirs, mine) if written else (mine, theirs)


def _named_in(block: Block) -> set[str]:
    return {bare(line.text) for line in block.lines}


def _blocks(scene: Scene) -> list[Block]:
    return with_captions(tabled(scene, blocks_of(scene, scene.sheets[0].number))) if scene.sheets else []


def _pair(scene: Scene, blocks: Sequence[Block], claims: Sequence[Claim]) -> tuple[Found | None, Found | None]:
    """A labelled buyer stands alone; without one, the two names that go together best."""
    labelled = labelled_buyer(scene, blocks, claims)
    if (labelled is None or labelled.confidence <= GREETING) and is_self_billed(scene):
        return self_billed_pair(scene, blocks, claims, find_sellers(scene, blocks, claims, buyer=None))
    sellers = find_sellers(scene, blocks, claims, buyer=labelled)
    if labelled and _is_outweighed(scene, blocks, claims, labelled):
        labelled, sellers = None, find_sellers(scene, blocks, claims, buyer=None)
    if not sellers:
        return None, _judged(labelled)
    likely = [seller for seller in sellers[:LIKELY] if seller.weight > LEAST_LIKELY * sellers[0].weight]
    if labelled:
        pairs = [_Pair(sellers[0], labelled)]
    else:
        pairs = [_Pair(seller, placed_buyer(scene, blocks, claims, seller.found)) for seller in likely if seller.found]
    best = max(pairs, key=lambda pair: pair.weight)
    found, theirs = best.seller.found, bare(best.buyer.name) if best.buyer else None
    assert found
    found.signs = dict(best.seller.signs)
    own = {id(line) for line in best.buyer.block.lines} if best.buyer and best.buyer.block else set()
    others = [one for one in sellers if one.key != theirs and one.spots - own and not _is_short_for(one, best.seller)]
    found.rival = max((one.weight for one in others), default=0.0)
    if best.buyer is None:
        best = best._replace(buyer=left_over(scene, blocks, claims, found))
    brand = Sign.LEGAL not in found.signs and any(_is_registered(one) or _is_other_owner(one) for one in others)
    if brand or found.name.islower():
        found.rival = max(found.rival, weight_of(found.signs))
    if found.rival < LONELY:
        registered = Sign.LEGAL in found.signs and Sign.LETTERHEAD in found.signs
        add(found.signs, Sign.ONLY, 0.8 if labelled and registered else 0.4)
    _support_each_other(found, best.buyer)
    swapped = [pair.weight for pair in pairs if pair.seller.key == theirs]
    if any(best.weight - weight < best.least_lead for weight in swapped):
        found.rival = max(found.rival, weight_of(found.signs))
        if best.buyer:
            best.buyer.rival = max(best.buyer.rival, weight_of(best.buyer.signs))
    return _judged(found), _judged(best.buyer or _receiver(blocks, claims, found))


def _is_outweighed(scene: Scene, blocks: Sequence[Block], claims: Sequence[Claim], labelled: Found) -> bool:
    """Another stands where a letter has its reader, and the label says little."""
    if weight_of(labelled.signs) >= WEAK:
        return False
    sellers = find_sellers(scene, blocks, claims, buyer=None)
    placed = placed_buyer(scene, blocks, claims, sellers[0].found) if sellers and sellers[0].found else None
    return placed is not None and weight_of(placed.signs) > weight_of(labelled.signs)


def _receiver(blocks: Sequence[Block], claims: Sequence[Claim], seller: Found) -> Found | None:
    """Where nobody is called the buyer, who gets the goods may be: never surely."""
    found = [one for one in labelled_as(blocks, claims, "ship_to") if bare(one.name) != bare(seller.name)]
    best = next((one for one in found if one.block and one.block.is_address), None)
    if best:
        best.signs = {Sign.ADDRESS: 0.5}
    return best


def _is_short_for(one: Company, company: Company) -> bool:
    """`Free` is no other than `Free Customer Service`, and a name is no rival of its own."""
    return company.key.startswith(one.key)


def _is_other_owner(company: Company) -> bool:
    """Who holds the account or is called the seller, beside a large name without a legal form."""
    return company.signs.get(Sign.PAYEE, 0.0) > LONELY or Sign.OPERATOR in company.signs


def _is_registered(company: Company) -> bool:
    """Named with its legal form among what the law wants to be printed: then a name without one is but a brand."""
    if Sign.LEGAL not in company.signs:
        return False
    if {Sign.LETTERHEAD, Sign.LARGE} <= company.signs.keys():
        return True
    return bool(company.signs.keys() & {Sign.IMPRINT, Sign.OPERATOR, Sign.FOOT, Sign.PAYEE, Sign.SENDER_LINE})


def _support_each_other(seller: Found, buyer: Found | None) -> None:
    """Who is known by a name's own signs leaves the other place to the other."""
    if buyer is None:
        return
    if Sign.LABEL in buyer.signs and weight_of(buyer.signs) >= ENOUGH:
        add(seller.signs, Sign.OTHER, 0.5)
    elif Sign.LABEL not in buyer.signs:
        if weight_of({sign: seller.signs.get(sign, 0.0) for sign in OWN_SIGNS}) >= KNOWN:
            add(buyer.signs, Sign.OTHER, 0.6)
        if seller.signs.get(Sign.LETTERHEAD, 0.0) >= 1 and _is_above(seller, buyer):
            add(buyer.signs, Sign.LETTER, 0.5)


def _judged(party: Found | None) -> Found | None:
    """How sure it is: by all signs, and by its lead over the next."""
    if party:
        party.confidence = min(confidence_of(weight_of(party.signs)), 0.97)
        own = weight_of(party.signs) - party.signs.get(Sign.OTHER, 0.0) - party.signs.get(Sign.ONLY, 0.0)
        if party.rival > own - CLEAR_LEAD:
            party.confidence = min(party.confidence, DOUBTED)
    return party


class _Pair(NamedTuple):
    seller: Company
    buyer: Found | None

    @property
    def least_lead(self) -> float:
        """Over the same two the other way round. Left and right alone decide, but surely they don't."""
        seller = self.seller.found
        return SWAPPABLE + (LEFT if self.buyer and seller and _is_left_of(seller, self.buyer) else 0.0)

    @property
    def weight(self) -> float:
        seller = self.seller.found
        return self.seller.weight + (_fit(seller, self.buyer) if self.buyer and seller else 0.0)


def _fit(seller: Found, buyer: Found) -> float:
    """How well they stand to each other: the seller above, or left of the buyer."""
    weight = weight_of(buyer.signs)
    if seller.block is None or buyer.block is None or seller.block.page != buyer.block.page:
        return weight
    if _is_above(seller, buyer):
        return weight + ABOVE
    return weight + (LEFT if _is_left_of(seller, buyer) else 0.0)


def _is_above(seller: Found, buyer: Found) -> bool:
    if seller.block is None or buyer.block is None or seller.block.page != buyer.block.page:
        return False
    return seller.block.box.y1 <= buyer.block.box.y0 + 2


def _is_left_of(seller: Found, buyer: Found) -> bool:
    if seller.block is None or buyer.block is None:
        return False
    one, other = seller.block.box, buyer.block.box
    return abs(one.y0 - other.y0) < SAME_TOP and one.x1 < other.x0


def _issues(side: str, party: Found | None) -> list[Issue]:
    if party is None:
        return [Issue(f"{side.upper()}_MISSING", f"{side}.name", f"The {side}'s name was not found.")]
    if party.confidence >= SURE:
        return []
    message = f'"{party.name}" may not be the {side}\'s name.'
    return [Issue(f"{side.upper()}_DOUBTFUL", f"{side}.name", message, party.spot.phrase.page, party.spot.box)]


def _tax_issues(side: str, numbers: Numbers) -> list[Issue]:
    """A number of the best kind that may be the other party's, or that has another one beside it."""
    best = _best(numbers)
    if best is None:
        return [_loose(side, numbers.loose)] if numbers.loose else []
    alike = {one.value for one in numbers.ids if one.rank is best.rank}
    if len(alike) == 1 and best.value not in numbers.doubtful:
        return []
    others = sorted(alike - {best.value})
    message = (
        f"The {side}'s tax number may be {best.value} or {', '.join(others)}."
        if others
        else f"{best.value} may not be the {side}'s tax number."
    )
    code = f"{side.upper()}_TAX_ID_DOUBTFUL"
    return [Issue(code, f"{side}.tax_id", message, best.spot.phrase.page, best.box)]


def _loose(side: str, tax_id: TaxId) -> Issue:
    message = f"{tax_id.value} may be the {side}'s tax number, but nothing says whose it is."
    return Issue(f"{side.upper()}_TAX_ID_DOUBTFUL", f"{side}.tax_id", message, tax_id.spot.phrase.page, tax_id.box)


def _best(numbers: Numbers) -> TaxId | None:
    ranked = sorted(numbers.ids, key=lambda one: (one.rank, one.value[:2].isalpha()), reverse=True)
    return next((one for one in ranked if one.value not in numbers.doubtful), ranked[0] if ranked else None)


def _readings(party: Found | None, numbers: Numbers) -> PartyReadings:
    tax_id = _best(numbers)
    sure = 0.7 if tax_id and _tax_issues("", numbers) else 0.85
    tax = _reading(tax_id.value, tax_id.raw, tax_id.spot, tax_id.box, sure) if tax_id else None
    if party is None:
        country = _country_of_id(tax_id)
        return PartyReadings(tax_id=tax, country=country)
    name = _reading(party.name, party.name, party.spot, party.spot.box, party.confidence)
    lines = address_lines(party)
    address = None
    if lines:
        text = address_text(line.text for line in lines)
        box = around([line.box for line in lines])
        address = _reading(text, text, lines[0], box, min(party.confidence, 0.8))
    elif party.address:
        text = address_text([party.address])
        address = _reading(text, text, party.spot, party.spot.box, min(party.confidence, 0.8))
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
