"""The buyer: under its label, or in the block where a letter has its address."""

from collections.abc import Sequence

from fakturo.convert.header.blocks import Block, address_blocks
from fakturo.convert.header.claims import Claim
from fakturo.convert.header.heads import headed
from fakturo.convert.header.labelled import BESIDE, SUBJECT, labelled
from fakturo.convert.header.labels import PARTIES
from fakturo.convert.header.legal import bare, legal_end
from fakturo.convert.header.names import (
    attention,
    country_in,
    is_contact,
    is_postal,
    is_sender_line,
    without_salutation,
)
from fakturo.convert.header.party import Found, name_in
from fakturo.convert.header.scene import Scene, Spot
from fakturo.convert.header.signs import Sign, Signs, weight_of
from fakturo.convert.header.which_line import choose_line
from fakturo.convert.vocabulary import fold

_SENDER_REACH = 40.0
SAME_EDGE = 2.0
LEAST_WEIGHT = 0.7
LARGER = 1.25
"""Times the type below it: so is a letterhead's name set."""
LOWEST_BUYER = 0.4
"""Part of the page's height."""


def labelled_buyer(scene: Scene, blocks: Sequence[Block], claims: Sequence[Claim]) -> Found | None:
    """The best of those whom a label calls so."""
    found = [one for one in labelled(blocks, claims, "buyer") if not _is_signature(scene, one)]
    for one in found:
        one.signs = _label_signs(one)
    best = max(found, key=lambda one: weight_of(one.signs), default=None)
    if best:
        rivals = [one for one in found if not _is_same(one.name, best.name)]
        best.rival = max((weight_of(one.signs) for one in rivals), default=0.0)
        choose_line(scene, best)
    return best


def _is_signature(scene: Scene, found: Found) -> bool:
    """`For Abc Ltd` below the table is who signs."""
    lone = not (found.address or (found.block and found.block.is_address))
    return lone and fold(_label_of(found)).strip(" .:") in SUBJECT and not scene.is_before_table(found.spot)


def _label_of(found: Found) -> str:
    first = found.block.lines[0] if found.block and found.block.label else found.spot
    return first.marks[0].text if first.marks else ""


def _label_signs(found: Found) -> Signs:
    signs: Signs = {Sign.LABEL: found.confidence}
    lines = found.block.lines if found.block else []
    if found.address or (found.block and found.block.is_address):
        signs[Sign.ADDRESS] = 0.5
    if legal_end(found.name):
        signs[Sign.LEGAL] = 0.4
    if found.spot.box.y0 < LOWEST_BUYER * found.spot.sheet.height:
        signs[Sign.WINDOW] = 0.3
    if any(_greets(line) for line in lines):
        signs[Sign.ADDRESSED] = 0.3
    return signs


def placed_buyer(scene: Scene, blocks: Sequence[Block], claims: Sequence[Claim], seller: Found) -> Found | None:
    """Where a letter has its reader's address."""
    called = [one.block for side in ("ship_to", "seller") for one in labelled(blocks, claims, side)]
    open_to_all = [block for block in blocks if not block.label & {"ship_to", "seller"}]
    theirs = [one.name for one in labelled(blocks, claims, "buyer")]
    found = _placed(scene, [block for block in open_to_all if block not in called], seller, theirs)
    return found or _placed(scene, open_to_all, seller, theirs)


def _placed(scene: Scene, blocks: Sequence[Block], seller: Found, theirs: Sequence[str]) -> Found | None:
    found: list[Found] = []
    senders = headed(scene)  # a letterhead's address, whoever is tried as the seller
    for block in address_blocks(blocks):
        own = block is seller.block or id(block.lines[0]) in senders or _is_under(block, seller.spot)
        if own or not _is_readers(scene, block):
            continue
        named = _named(block)
        if named is None or _is_value(scene, named[1]) or _is_same(named[0], seller.name):
            continue
        signs = _place_signs(scene, block)
        if legal_end(named[0]):
            signs[Sign.LEGAL] = 0.3
        if any(_is_same(named[0], name) for name in theirs):
            signs[Sign.AGAIN] = 0.6  # `Patient: Abc`
        if weight_of(signs) >= LEAST_WEIGHT:
            found.append(Found(named[0], named[1], 0.0, block, signs=signs))
    best = max(found, key=lambda one: weight_of(one.signs), default=None)
    if best:
        rivals = [one for one in found if not _is_same(one.name, best.name)]
        best.rival = max((weight_of(one.signs) for one in rivals), default=0.0)
        if not rivals:
            best.signs[Sign.ONLY] = 0.4
        if best.block and _is_larger(best.block, best.spot):
            best.rival = weight_of(best.signs)
        choose_line(scene, best)
    return best


def _is_readers(scene: Scene, block: Block) -> bool:
    """It stands where a letter has its reader, and names a place."""
    placed = block.has_place or any(country_in(line.text) for line in block.lines)
    return placed and scene.is_before_table(block.lines[0])


def _named(block: Block) -> tuple[str, Spot] | None:
    """The name in its block; not a title in larger type, if a name with its legal form follows."""
    named = name_in(block.lines)
    if named and named[0][:1].isdigit() and not legal_end(named[0]):
        return None  # `27-8 Minamidai, Kita-ku`
    if named is None or not _is_larger(block, named[1]):
        return named
    below = name_in([line for line in block.lines if line.box.y0 > named[1].box.y0])
    return below if below and legal_end(below[0]) and not legal_end(named[0]) else named


def _is_larger(block: Block, name: Spot) -> bool:
    below = next((line for line in block.lines if line.box.y0 > name.box.y0), name)
    return name.phrase.size > LARGER * below.phrase.size


def _is_value(scene: Scene, spot: Spot) -> bool:
    """What a label to its left announces is no address, unless that is a party's."""
    row = next(row for row in scene.rows if any(one is spot for one in row))
    left = max((one for one in row if one.box.x1 < spot.box.x0), key=lambda one: one.box.x1, default=None)
    if left is None or spot.box.x0 - left.box.x1 > BESIDE / 2:
        return False
    return left.is_label and not left.marks[0].meanings & PARTIES


def _is_under(block: Block, name: Spot) -> bool:
    """Right under a name in larger type, at its edge or its middle: the name's own address, or its slogan."""
    box, above = block.box, name.box
    if name.phrase.size < LARGER * block.lines[0].phrase.size:
        return False  # a sender's line, above the window
    aligned = abs(box.x0 - above.x0) < SAME_EDGE or abs(box.x0 + box.x1 - above.x0 - above.x1) < 2 * SAME_EDGE
    return block.page == name.phrase.page and aligned and -2 < box.y0 - above.y1 < above.height


def _place_signs(scene: Scene, block: Block) -> Signs:
    sheet, box = block.lines[0].sheet, block.box
    top, left = box.y0 / max(sheet.height, 1), box.x0 / max(sheet.width, 1)
    signs: Signs = {Sign.ADDRESS: 0.5 if any(is_postal(line.text) for line in block.lines) else 0.3}
    signs[Sign.WINDOW] = (0.7 if 0.06 <= top <= 0.4 else 0.1) + (0.1 if left < 0.2 or left > 0.45 else 0.0)
    if any(_greets(line) for line in block.lines):
        signs[Sign.ADDRESSED] = 0.6
    if block.caption:
        signs[Sign.CAPTION] = 0.3
    if _has_sender_above(scene, block):
        signs[Sign.BELOW_SENDER] = 0.8
    web = any(is_contact(line.text) and "www" in line.text for line in block.lines)
    signs[Sign.CONTACT] = -0.3 * min(sum(is_contact(line.text) for line in block.lines), 3) - (0.7 if web else 0.0)
    return signs


def _has_sender_above(scene: Scene, block: Block) -> bool:
    """The line that shows in the window above the address, too: who sends the letter."""
    box = block.box
    return any(
        spot.phrase.page == block.page
        and 0 <= box.y0 - spot.box.y1 <= _SENDER_REACH
        and abs(spot.box.x0 - box.x0) < _SENDER_REACH
        and is_sender_line(spot.text)
        for spot in scene.spots
    )


def _greets(line: Spot) -> bool:
    return attention(line.text) is not None or without_salutation(line.text) != line.text


def _is_same(one: str, other: str) -> bool:
    first, second = bare(one), bare(other)
    return bool(first) and bool(second) and (first == second or first.startswith(second) or second.startswith(first))
