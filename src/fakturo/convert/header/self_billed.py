"""Invoices that the buyer writes: the letterhead is the buyer's, and who is written to sells."""

from collections.abc import Sequence

from fakturo.convert.header.blocks import Block
from fakturo.convert.header.buyer import placed_buyer
from fakturo.convert.header.claims import Claim
from fakturo.convert.header.company import Company
from fakturo.convert.header.labelled import labelled
from fakturo.convert.header.legal import bare
from fakturo.convert.header.party import Found
from fakturo.convert.header.places import people
from fakturo.convert.header.scene import Scene
from fakturo.convert.header.signs import DOUBTED, ENOUGH, Sign, confidence_of, weight_of


def is_self_billed(scene: Scene) -> bool:
    """The law wants it to be said."""
    return any(people("self_billed").find(spot.text) for spot in scene.spots)


def self_billed_pair(
    scene: Scene, blocks: Sequence[Block], claims: Sequence[Claim], companies: Sequence[Company]
) -> tuple[Found | None, Found | None]:
    """Seller and buyer. A supplier that is called so is sure, and so is its writer; otherwise both are doubtful."""
    writers = [one for one in companies if one.found and _weight_of_writer(one) > 0]
    writer = max(writers, key=_weight_of_writer, default=None)
    if writer is None or writer.found is None:
        return None, None
    buyer = writer.found
    named = [one for one in labelled(blocks, claims, "seller") if bare(one.name) != writer.key]
    seller = max(named, key=lambda one: one.confidence, default=None)
    if seller is None:
        seller = placed_buyer(scene, blocks, claims, buyer)
        buyer.confidence = DOUBTED
        if seller:
            seller.confidence = DOUBTED
        return seller, buyer
    seller.signs = {Sign.LABEL: seller.confidence + 0.5}
    buyer.signs = {**writer.signs, Sign.LABEL: 0.0, Sign.OTHER: 0.5}
    buyer.confidence = confidence_of(weight_of(buyer.signs))
    seller.confidence = confidence_of(weight_of(seller.signs)) if weight_of(buyer.signs) >= ENOUGH else DOUBTED
    return seller, buyer


def _weight_of_writer(company: Company) -> float:
    """Without what calls it the seller: `Issued by` names the writer."""
    head = {Sign.LETTERHEAD, Sign.SENDER_LINE, Sign.LARGE, Sign.FOOT, Sign.IMPRINT, Sign.DOMAIN}
    return sum(company.signs.get(sign, 0.0) for sign in head)
