"""The buyer by what is left: the one company in the head of the page that is not the seller."""

from collections.abc import Iterator, Sequence

from fakturo.convert.header.blocks import Block
from fakturo.convert.header.claims import Claim
from fakturo.convert.header.labelled import labelled
from fakturo.convert.header.legal import bare, is_named_in, legal_end, legal_name
from fakturo.convert.header.names import is_name, is_postal, is_street, without_salutation
from fakturo.convert.header.party import Found, name_text
from fakturo.convert.header.places import bank_words, folded
from fakturo.convert.header.scene import Scene, Spot
from fakturo.convert.header.signs import Sign, Signs, weight_of


def left_over(scene: Scene, blocks: Sequence[Block], claims: Sequence[Claim], seller: Found) -> Found | None:
    """Never by one sign alone: with its address or a label, and nobody else there to be meant."""
    found: dict[str, Found] = {}
    own = bare(seller.name)
    for one in _companies(scene, blocks, claims):
        key = bare(one.name)
        if key and not (is_named_in(own, one.name) or is_named_in(key, seller.name)):
            known = found.setdefault(key, one)
            if weight_of(one.signs) > weight_of(known.signs):
                found[key] = one
    best = max(found.values(), key=lambda one: weight_of(one.signs), default=None)
    if best:
        best.rival = max((weight_of(one.signs) for one in found.values() if one is not best), default=0.0)
        if len(found) == 1:
            best.signs[Sign.ONLY] = 0.4
    return best


def _companies(scene: Scene, blocks: Sequence[Block], claims: Sequence[Claim]) -> Iterator[Found]:
    homes = {id(line): block for block in blocks for line in block.lines}
    called = {id(one.spot) for side in ("ship_to", "seller") for one in labelled(blocks, claims, side)}
    for row in scene.rows:
        for index, spot in enumerate(row):
            if id(spot) in called or not scene.is_before_table(spot):
                continue
            text = without_salutation(name_text(spot) or "")
            if not legal_end(text) or not is_name(text) or bank_words() & set(folded(text).split()):
                continue
            block = homes.get(id(spot))
            left = row[index - 1] if index else None
            yield Found(legal_name(text) or text, spot, 0.0, block, signs=_signs(spot, block, left))


def _signs(spot: Spot, block: Block | None, left: Spot | None) -> Signs:
    signs: Signs = {Sign.LEGAL: 0.3}
    if (block and block.caption) or (left and left.is_label):
        signs[Sign.CAPTION] = 0.3
    lines = block.lines if block else ()
    after = [line for line in lines if line.box.y0 > spot.box.y0]
    if any(is_street(line.text) or is_postal(line.text) for line in after[:3]):
        signs[Sign.ADDRESS] = 0.4
    return signs
