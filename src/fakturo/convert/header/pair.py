"""Who of those named is the seller and who the buyer: by labels, by where a letter puts them, and by each other."""

from collections.abc import Sequence
from typing import NamedTuple

from fakturo.convert.header.blocks import Block
from fakturo.convert.header.buyer import labelled_buyer, placed_buyer
from fakturo.convert.header.claims import Claim
from fakturo.convert.header.company import Company
from fakturo.convert.header.labelled import SUBJECTS_LABEL
from fakturo.convert.header.labelled import labelled as labelled_as
from fakturo.convert.header.leftover import left_over
from fakturo.convert.header.legal import bare
from fakturo.convert.header.party import Found
from fakturo.convert.header.scene import Scene
from fakturo.convert.header.self_billed import is_self_billed, self_billed_pair
from fakturo.convert.header.seller import find_sellers
from fakturo.convert.header.signs import CLEAR_LEAD, DOUBTED, ENOUGH, Sign, add, confidence_of, weight_of
from fakturo.convert.header.which_line import has_mail, may_go_on, owner_of

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
SHARED = (Sign.OTHER, Sign.ONLY, Sign.LETTER)
"""Signs that a rival has as well."""
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
    Sign.LARGE,
    Sign.AGAIN,
)
"""A seller's signs that have nothing to do with where an address stands."""


def pair_of(scene: Scene, blocks: Sequence[Block], claims: Sequence[Claim]) -> tuple[Found | None, Found | None]:
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
    _doubt_what_may_be_no_name(scene, found, others)
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


def _doubt_what_may_be_no_name(scene: Scene, seller: Found, others: Sequence[Company]) -> None:
    """A brand beside its company, a part of a name, or a slogan above its owner, who wins with a mail address."""
    brand = Sign.LEGAL not in seller.signs and any(_is_registered(one) or _is_other_owner(one) for one in others)
    owner = owner_of(scene, seller)
    if owner and has_mail(scene, owner[0]):
        seller.name, seller.spot = owner
    elif owner or brand or seller.name.islower() or may_go_on(seller):
        seller.rival = max(seller.rival, weight_of(seller.signs))


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
    elif Sign.LABEL not in buyer.signs or _is_told(buyer):
        if _is_known(seller):
            add(buyer.signs, Sign.OTHER, 0.6)
        if seller.signs.get(Sign.LETTERHEAD, 0.0) >= 1 and _is_above(seller, buyer):
            add(buyer.signs, Sign.LETTER, 0.5)


def _is_known(seller: Found) -> bool:
    """By signs of its own, or as a letterhead in large type: no reader's name is printed so."""
    if Sign.LARGE in seller.signs and seller.signs.get(Sign.LETTERHEAD, 0.0) >= 1:
        return True
    return weight_of({sign: seller.signs.get(sign, 0.0) for sign in OWN_SIGNS}) >= KNOWN


def _is_told(buyer: Found) -> bool:
    """A greeting may have anything behind it: with an address or a legal form, it is a name."""
    return buyer.signs[Sign.LABEL] >= SUBJECTS_LABEL and bool(buyer.signs.keys() & {Sign.ADDRESS, Sign.LEGAL})


def _judged(party: Found | None) -> Found | None:
    """How sure it is: by all signs, and by its lead over the next."""
    if party:
        party.confidence = min(confidence_of(weight_of(party.signs)), 0.97)
        own = weight_of(party.signs) - sum(party.signs.get(sign, 0.0) for sign in SHARED)
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
