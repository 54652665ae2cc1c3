"""Which line of a party's block is its name, where no legal form says so: a person or a label may stand above it."""

from collections.abc import Sequence

from fakturo.convert.header.legal import bare, is_named_in, legal_end
from fakturo.convert.header.names import attention, is_institution, is_person, is_plain_name, is_postal, is_street
from fakturo.convert.header.party import Found
from fakturo.convert.header.scene import Scene
from fakturo.convert.header.signs import Sign, weight_of

SAME_TYPE = 0.95
"""Of a size: two lines so alike are set as one."""


def choose_line(scene: Scene, found: Found) -> None:
    """Doubts a name that another line may be; a person's gives way to the name between it and the street."""
    block = found.block
    if block is None or legal_end(found.name) or is_institution(found.name):
        return
    at = next((index for index, line in enumerate(block.lines) if line is found.spot), len(block.lines))
    after = block.lines[at + 1 :]
    texts = [line.text for line in after]
    if not after or attention(texts[0]) is not None or not _may_be_meant(found.name, texts):
        return
    key, own = bare(found.name), {id(line) for line in block.lines}
    if any(id(spot) not in own and is_named_in(key, spot.text) for spot in scene.spots):
        return
    found.rival = max(found.rival, weight_of(found.signs))
    if is_person(found.name) and _is_employer(*texts[:2]):
        found.name, found.spot = texts[0], after[0]


def may_go_on(seller: Found) -> bool:
    """A name in large type without a legal form, and below it words in the same type: `Max Muster`, `Design`."""
    if seller.block is None or Sign.LARGE not in seller.signs or legal_end(seller.name):
        return False
    below = next((line for line in seller.block.lines if line.box.y0 > seller.spot.box.y1 - 2), None)
    if below is None or below.marks or below.phrase.size < SAME_TYPE * seller.spot.phrase.size:
        return False
    return is_plain_name(below.text) and not any(map(str.isdigit, below.text)) and below.text not in seller.name


def _is_employer(name: str, street: str = "") -> bool:
    """More often a shop or a firm than a house."""
    numbered = street[:1].isdigit() or (is_street(street) and any(map(str.isdigit, street)))
    return numbered and len(name.split()) > 1 and not any(map(str.isdigit, name))


def _may_be_meant(name: str, after: Sequence[str]) -> bool:
    """The employer of the person above it, or the name below a single word, which may be a label."""
    if not is_person(name) and len(name.split()) > 1:
        return False
    if legal_end(after[0].rsplit(": ", 1)[-1]):
        return True
    streets = [index for index, line in enumerate(after) if line[:1].isdigit() or is_street(line)]
    return is_plain_name(after[0]) and bool(streets) and any(map(is_postal, after[streets[0] + 1 :]))
