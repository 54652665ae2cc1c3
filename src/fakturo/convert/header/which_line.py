"""Which line of a party's block is its name, where no legal form says so: a person or a label may stand above it."""

from collections.abc import Sequence

from fakturo.convert.header.legal import bare, is_named_in, legal_end
from fakturo.convert.header.names import attention, is_institution, is_person, is_plain_name, is_postal, is_street
from fakturo.convert.header.party import Found
from fakturo.convert.header.places import folded
from fakturo.convert.header.scene import Scene, Spot
from fakturo.convert.header.signs import Sign, weight_of

BORNE_OUT = {Sign.LABEL, Sign.DOMAIN, Sign.FOOT, Sign.PAYEE, Sign.AGAIN, Sign.IMPRINT, Sign.SENDER_LINE}
"""Signs from elsewhere on the page that a name is one."""
SHORTEST_SURNAME = 4
MANY_WORDS = 4
LONG_WORD = 4
"""Letters; shorter ones join the parts of many a name."""
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


def owner_of(scene: Scene, seller: Found) -> tuple[str, Spot] | None:
    """The person right below a name that may be but a trade or a slogan: `Graphic design`, and below it `Jane Doe`.

    Above it only if a mail address is the person's. Not where anything else on the page bears the name out, or the two
    share a word.
    """
    if legal_end(seller.name) or not _is_slogan(seller.name) or seller.signs.keys() & BORNE_OUT:
        return None
    below = [spot for spot in scene.spots if _is_next_below(seller.spot, spot)]
    under = [spot for person in below for spot in scene.spots if _is_next_below(person, spot)]
    housed = any(is_street(spot.text) or is_postal(spot.text) for spot in under)
    above = [spot for spot in scene.spots if _is_next_below(spot, seller.spot) and has_mail(scene, spot.text)]
    persons = [spot for spot in (*(below if housed else ()), *above) if not spot.marks and is_person(spot.text)]
    persons = [spot for spot in persons if not _words(spot.text) & _words(seller.name)]
    return (persons[0].text, persons[0]) if len(persons) == 1 else None


def has_mail(scene: Scene, person: str) -> bool:
    """A mail address is called after the person."""
    last = folded(person).split()[-1]
    addresses = (folded(word) for spot in scene.spots if "@" in spot.text for word in spot.text.split() if "@" in word)
    return len(last) >= SHORTEST_SURNAME and any(last in address.replace(" ", "") for address in addresses)


def _is_slogan(name: str) -> bool:
    """It has words in small letters, or many: a name seldom has."""
    words = name.split()
    return len(words) >= MANY_WORDS or any(word.islower() and len(word) >= LONG_WORD for word in words)


def _is_next_below(upper: Spot, spot: Spot) -> bool:
    gap = spot.box.y0 - upper.box.y1
    overlap = min(upper.box.x1, spot.box.x1) - max(upper.box.x0, spot.box.x0)
    return spot.phrase.page == upper.phrase.page and overlap > 0 and -2 < gap < upper.box.height + spot.box.height


def _words(name: str) -> set[str]:
    return {word for word in folded(name).split() if len(word) > 2}


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
