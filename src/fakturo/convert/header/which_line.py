"""Which line of a party's block is its name, where no legal form says so: a person or a label may stand above it."""

from collections.abc import Sequence

from fakturo.convert.header.legal import bare, is_named_in, legal_end
from fakturo.convert.header.names import attention, is_institution, is_name, is_person, is_postal, is_street
from fakturo.convert.header.party import Found
from fakturo.convert.header.places import address_words
from fakturo.convert.header.scene import Scene
from fakturo.convert.vocabulary import tokens_of


def may_be_another(scene: Scene, found: Found) -> bool:
    """A name not seen again, and between it and the street a line that may be whose letter it is."""
    block = found.block
    if block is None or legal_end(found.name) or is_institution(found.name):
        return False
    at = next((index for index, line in enumerate(block.lines) if line is found.spot), len(block.lines))
    after = [line.text for line in block.lines[at + 1 :]]
    if not after or attention(after[0]) is not None or not _may_be_meant(found.name, after):
        return False
    key, own = bare(found.name), {id(line) for line in block.lines}
    return not any(id(spot) not in own and is_named_in(key, spot.text) for spot in scene.spots)


def _may_be_meant(name: str, after: Sequence[str]) -> bool:
    """The employer of the person above it, or the name below a single word, which may be a label."""
    if not is_person(name) and len(name.split()) > 1:
        return False
    if legal_end(after[0].rsplit(": ", 1)[-1]):
        return True
    streets = [index for index, line in enumerate(after) if line[:1].isdigit() or is_street(line)]
    return _is_plain_name(after[0]) and bool(streets) and any(map(is_postal, after[streets[0] + 1 :]))


def _is_plain_name(line: str) -> bool:
    words = [token.text for token in tokens_of(line)]
    if not is_name(line) or line.isupper() or address_words() & {words[0], words[-1]}:
        return False  # a town, or `Block G, Oakfield Campus`
    return not line.split(maxsplit=1)[0].endswith(".")
