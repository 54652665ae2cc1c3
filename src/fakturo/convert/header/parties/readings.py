"""Seller and buyer as they are told: names, tax numbers, addresses and countries, each with its doubts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from fakturo.convert.header.labels.claims import Claim
from fakturo.convert.header.parties.blocks import Block, blocks_of, is_party_start, tabled
from fakturo.convert.header.parties.captions import with_captions
from fakturo.convert.header.parties.legal_form import bare, legal_end
from fakturo.convert.header.parties.lines import country_in, postal_country
from fakturo.convert.header.parties.party import Found, address_lines, address_text, settle
from fakturo.convert.header.places import folded, people
from fakturo.convert.header.scene import Scene, Spot, slip_of
from fakturo.convert.header.tax_ids.labelled import TaxId, tax_ids_of
from fakturo.convert.header.tax_ids.owner import Numbers, fill_in, owners_of
from fakturo.convert.header.tax_ids.owner_evidence import Setting
from fakturo.convert.header.tax_ids.unlabelled import guessed_ids, unread_codes
from fakturo.convert.invoice import Evidence, Issue, Origin, Reading
from fakturo.convert.page import Box, Source, around

SHORTEST_NUMBER = 3
"""Letters and digits of a number that stands in no name by chance."""


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


@dataclass(frozen=True, slots=True)
class Bill:
    """The pages without their payment slip and number, and the blocks that names stand in."""

    scene: Scene
    whole: Scene
    blocks: Sequence[Block]
    claims: Sequence[Claim]


def bill_of(scene: Scene, claims: Sequence[Claim], number: Reading[str] | None = None) -> Bill:
    bill = scene.without(slip_of(scene) | (_numbered(scene, number.value) if number else set()))
    return Bill(bill, scene, _blocks(bill), claims)


def parties_of(bill: Bill, seller: Found | None, buyer: Found | None, issues: list[Issue]) -> Parties:
    settle(seller, bill.blocks, {"ship_to", "buyer"})
    settle(buyer, bill.blocks, {"ship_to", "seller"})
    sellers, buyers = _tax_numbers(bill.whole, bill.blocks, bill.claims, seller, buyer)
    issues = [*issues, *_tax_issues("seller", sellers), *_tax_issues("buyer", buyers)]
    issues += [_unread(*one) for one in (() if sellers.ids else unread_codes(bill.scene, bill.claims))]
    theirs = {line.number for line in buyer.block.lines} if buyer and buyer.block else set()
    return Parties(_readings(seller, sellers), _readings(buyer, buyers), issues, theirs)


def _numbered(scene: Scene, number: str) -> set[int]:
    """Phrases that hold the invoice's number, and no company: `Invoice W-339` names nobody, whatever its words mean."""
    key = folded(number).replace(" ", "")
    if len(key) < SHORTEST_NUMBER:
        return set()
    held = (spot for spot in scene.spots if key in folded(spot.text).replace(" ", ""))
    return {spot.number for spot in held if not legal_end(spot.text) and not is_party_start(spot)}


def _tax_numbers(
    scene: Scene, blocks: Sequence[Block], claims: Sequence[Claim], seller: Found | None, buyer: Found | None
) -> tuple[Numbers, Numbers]:
    """The seller's and the buyer's."""
    names = {bare(party.name) for party in (seller, buyer) if party}
    shipped = (block for block in blocks if block.label == {"ship_to"})
    others = [block for block in shipped if names.isdisjoint(bare(line.text) for line in block.lines)]
    setting = Setting(scene, seller, buyer, others, is_self_billed(scene))
    ids = tax_ids_of(scene, claims)
    sellers, buyers = owners_of(setting, ids)
    if not (sellers.ids and buyers.ids):
        fill_in(setting, sellers, buyers, guessed_ids(scene, claims, ids))
    return sellers, buyers


def is_self_billed(scene: Scene) -> bool:
    """The buyer has written it: the law wants that to be said."""
    return any(people("self_billed").find(spot.text) for spot in scene.spots)


def _blocks(scene: Scene) -> list[Block]:
    return with_captions(tabled(scene, blocks_of(scene, scene.sheets[0].number))) if scene.sheets else []


def _tax_issues(side: str, numbers: Numbers) -> list[Issue]:
    """A number that may be the other party's, or that has another one beside it which is as good or better."""
    best = _best(numbers)
    if best is None:
        return [_loose(side, numbers.loose)] if numbers.loose else []
    alike = {one.value for one in numbers.ids if one.rank >= best.rank}
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


def _unread(spot: Spot, code: str) -> Issue:
    message = f"{code} may be the seller's tax number, but no known word says so."
    return Issue("SELLER_TAX_ID_DOUBTFUL", "seller.tax_id", message, spot.phrase.page, spot.box)


def _best(numbers: Numbers) -> TaxId | None:
    ranked = sorted(numbers.ids, key=lambda one: (one.rank, one.value[:2].isalpha()), reverse=True)
    return next((one for one in ranked if one.value not in numbers.doubtful), ranked[0] if ranked else None)


def _readings(party: Found | None, numbers: Numbers) -> PartyReadings:
    tax_id = _best(numbers)
    is_doubtful = bool(tax_id and _tax_issues("", numbers))
    sure = 0.7 if is_doubtful else 0.85
    tax = _reading(tax_id.value, tax_id.raw, tax_id.spot, tax_id.box, sure) if tax_id else None
    country_of_id = None if is_doubtful else _country_of_id(tax_id)
    if party is None:
        return PartyReadings(tax_id=tax, country=country_of_id)
    name = _reading(party.name, party.name, party.spot, party.spot.box, party.confidence)
    lines = address_lines(party)
    text = address_text([line.text for line in lines] or [party.address or ""])
    first, box = (lines[0], around([line.box for line in lines])) if lines else (party.spot, party.spot.box)
    address = _reading(text, text, first, box, min(party.confidence, 0.8)) if lines or party.address else None
    return PartyReadings(name, tax, address, _country(party, lines) or country_of_id)


def _reading(value: str, raw: str, spot: Spot, box: Box, confidence: float) -> Reading[str]:
    source = Origin.OCR if any(word.source is Source.OCR for word in spot.phrase.words) else Origin.TEXT
    return Reading(value, Evidence(raw, spot.phrase.page, box, source, round(confidence, 2)))


def _country(party: Found, lines: Sequence[Spot]) -> Reading[str] | None:
    texts = [(line.text, line) for line in reversed(lines)] or [(party.address or "", party.spot)]
    for named_by, sure in ((country_in, 0.9), (postal_country, 0.75)):
        for text, line in texts:
            if code := named_by(text):
                return _reading(code, text, line, line.box, sure)
    return None


def _country_of_id(tax_id: TaxId | None) -> Reading[str] | None:
    if tax_id is None or tax_id.country is None:
        return None
    return _reading(tax_id.country, tax_id.raw, tax_id.spot, tax_id.box, 0.8)
