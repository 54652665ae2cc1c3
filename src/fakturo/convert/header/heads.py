"""Head and foot of a page: blocks that may be a letterhead or an imprint, and what their place says for their name."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from fakturo.convert.header.blocks import COLUMN, Block, is_contact_line
from fakturo.convert.header.company import SHORTEST_KEY
from fakturo.convert.header.labels import CREDIT_TITLE, INVOICE_TITLE, OTHER_TITLE
from fakturo.convert.header.legal import bare, legal_end, legal_name
from fakturo.convert.header.names import is_postal, is_sender_line, is_street
from fakturo.convert.header.party import Found, name_in
from fakturo.convert.header.places import folded
from fakturo.convert.header.scene import Scene, Spot
from fakturo.convert.header.signs import Sign, Signs
from fakturo.convert.page import Box

_TITLES = frozenset({INVOICE_TITLE, CREDIT_TITLE, OTHER_TITLE})
_REGISTER = re.compile(
    r"\b(?:HR[AB]|KvK|SIRE[NT]|RCS|R\.C\.S|REA|CRO|KRS|NZBN|ABN|ACN|CNPJ|FN \d|RPR|Org\.? ?nr"
    r"|(?i:reg(?:istered|istration|\.)? (?:in|no|number|office)|company (?:no|number|reg)))"
)
"""Where companies are registered."""
TOP, LETTERHEAD = 0.11, 0.16
"""Parts of the page's height: where a bare name may stand, where a letterhead ends."""
LARGE, LOGO = 1.25, 1.6
"""Times the size of most of the page's type."""
CAPTIONED = 0.5
"""Part that is left of a letterhead's strength if some label announces it, and another name has none."""
HEADING = 0.4
"""Strength of words above a note at the foot, if they have neither address nor legal form."""
SAME_TOP, ANSWER_REACH = 8.0, 42.0
"""Points: of blocks side by side; from a name in the head to its address."""


def heads_and_feet(scene: Scene, blocks: Sequence[Block]) -> Iterator[tuple[Found, Signs]]:
    """A block at the top or foot of the page, with an address or ways to reach its owner."""
    usual, under = scene.usual_size, under_heading(scene)
    free = [block for block in blocks if _is_free(scene, block, usual)]
    beside = {id(column) for block in free if (column := _nameless_beside(block, blocks))}
    for block in blocks:
        foot = block.box.y0 > scene.foot_of(block.page)
        high = block.box.y0 < TOP * block.lines[0].sheet.height
        if id(block) in beside or not _may_tell(scene, block, foot=foot):
            continue
        if not (block.is_address or block.contacts or high):
            continue
        named = name_in(block.lines)
        if named is None:
            if high and (logo := _logo(block, usual)):
                yield Found(logo.text, logo, 0.0, block), {Sign.LARGE: 0.5}
        elif _is_heading(block, *named) and (legal_end(named[0]) or id(named[1]) not in under):
            signs = _signs_of_foot(scene, block, named[0]) if foot else _signs_of_head(scene, block, blocks)
            if legal_end(named[0]):
                signs[Sign.LEGAL] = 0.3
            if block.caption and any(one is not block for one in free):
                signs[Sign.LETTERHEAD] = CAPTIONED * signs.get(Sign.LETTERHEAD, 0.0)
            if not foot and named[1].phrase.size >= LARGE * usual and _height(block) < LETTERHEAD:
                signs[Sign.LARGE] = 0.5
            yield Found(legal_name(named[0]) or named[0], named[1], 0.0, block), signs


def under_heading(scene: Scene) -> set[int]:
    """Lines right under one in larger type, which names whom they belong to."""
    return {
        id(spot)
        for row, lower in pairwise(scene.rows)
        for spot in lower
        for above in row
        if above.phrase.page == spot.phrase.page
        and above.phrase.size > LARGE * spot.phrase.size
        and above.box.x0 < spot.box.x1
        and above.box.x1 > spot.box.x0
        and spot.box.y0 - above.box.y1 < above.box.height
        and not is_title(above)
        and not _is_spelt_out(above, spot)
    }


def _is_spelt_out(logo: Spot, below: Spot) -> bool:
    """The line begins with the words above it, and goes on: the whole name below its logo."""
    short, whole = folded(logo.text), folded(below.text)
    return len(short) >= SHORTEST_KEY and whole.startswith(f"{short} ")


def _may_tell(scene: Scene, block: Block, *, foot: bool) -> bool:
    if block.label or block.values >= COLUMN:
        return False
    return foot or scene.is_before_table(block.lines[0])


def _is_free(scene: Scene, block: Block, usual: float) -> bool:
    """A name in the head that no label announces, with its address or in large type."""
    if block.caption or block.label or block.values >= COLUMN or not scene.is_before_table(block.lines[0]):
        return False
    named = name_in(block.lines)
    if named is None or is_title(named[1]):
        return False
    return block.is_address or (bool(legal_end(named[0])) and named[1].phrase.size >= LARGE * usual)


def _is_heading(block: Block, name: str, spot: Spot) -> bool:
    """No title or street, and nothing that stands below phone or tax number."""
    above = takewhile(lambda line: line is not spot, block.lines)
    return not (is_title(spot) or is_street(name) or any(is_contact_line(line) for line in above))


def _signs_of_foot(scene: Scene, block: Block, name: str) -> Signs:
    if not (block.is_address or legal_end(name) or _is_repeated(scene, block, name)):
        return {Sign.FOOT: HEADING}  # it may be `Notes` as well
    signs: Signs = {Sign.FOOT: 0.9, Sign.CONTACT: 0.35 * min(block.contacts, 2)}
    if any(is_particular(scene, line) for line in block.lines):
        signs[Sign.IMPRINT] = 0.6
    return signs


def _is_repeated(scene: Scene, block: Block, name: str) -> bool:
    key = bare(name)
    own = {id(line) for line in block.lines}
    return any(key in folded(spot.text).replace(" ", "") for spot in scene.spots if id(spot) not in own)


def _signs_of_head(scene: Scene, block: Block, blocks: Sequence[Block]) -> Signs:
    top = _height(block)
    places = block.is_address or any(_is_place(line) for line in block.lines[1:])
    beside = _nameless_beside(block, blocks)
    answered = beside is not None or (_is_answered(scene, block) and not _is_above_name(block, blocks))
    if not (places or block.contacts or answered):
        return {Sign.LETTERHEAD: 0.7 if block is blocks[0] else 0.5}
    others = [other.box.y0 for other in blocks if other.is_address and other is not block and other is not beside]
    first = all(block.box.y0 <= other - SAME_TOP for other in others)
    contacts = block.contacts + (beside.contacts if beside else 0)
    contact = (0.35 if top < LETTERHEAD else 0.25) * min(contacts, 2)
    return {Sign.LETTERHEAD: _letterhead(top, is_first=first), Sign.CONTACT: contact}


def _height(block: Block) -> float:
    return block.box.y0 / max(block.lines[0].sheet.height, 1)


def _logo(block: Block, usual: float) -> Spot | None:
    """A word or two in very large type and small letters: no name, but it speaks for one that begins so."""
    first = block.lines[0]
    if (
        first.marks
        or first.phrase.size < LOGO * usual
        or not first.text.replace(" ", "").isalpha()
        or len(first.text.split()) > 2
    ):
        return None
    return first


def _is_answered(scene: Scene, block: Block) -> bool:
    """A name in a letterhead has its address or phone under it, be it in other type or after a gap."""
    box = block.box
    return any(
        spot.phrase.page == block.page
        and 0 <= spot.box.y0 - box.y1 + 2 < ANSWER_REACH
        and spot.box.x0 < box.x1
        and spot.box.x1 > box.x0
        and (is_contact_line(spot) or is_sender_line(spot.text) or _is_place(spot))
        for spot in scene.spots
    )


def _nameless_beside(block: Block, blocks: Sequence[Block]) -> Block | None:
    """The other column of a letterhead: an address without a name, at the height of a name without an address."""
    if block.is_address or _height(block) > LETTERHEAD:
        return None
    level = (one for one in blocks if one is not block and one.page == block.page and _is_level(one.box, block.box))
    own = name_in(block.lines)
    company = own is not None and bool(legal_end(own[0]))
    addresses = [one for one in level if one.is_address and not one.label]
    nameless = [one for one in addresses if _is_nameless(one) or (company and _may_be_house(one, block))]
    return nameless[0] if len(nameless) == 1 else None


def _is_nameless(block: Block) -> bool:
    return name_in(block.lines) is None


def _may_be_house(block: Block, company: Block) -> bool:
    """`Knockadoon, Main Street` beside a company's name in large type."""
    named = name_in(block.lines)
    large = company.lines[0].phrase.size > LARGE * block.lines[0].phrase.size
    return large and named is not None and not legal_end(named[0])


def _is_level(one: Box, other: Box) -> bool:
    return one.y0 < other.y1 + SAME_TOP and one.y1 > other.y0 - SAME_TOP


def _is_above_name(block: Block, blocks: Sequence[Block]) -> bool:
    """The address under it has a registered name of its own: what stands above that is a slogan or a brand."""
    under = (other for other in blocks if other.is_address and other.page == block.page and not other.label)
    near = (other for other in under if 0 <= other.box.y0 - block.box.y1 + 2 < ANSWER_REACH)
    aligned = (other for other in near if other.box.x0 < block.box.x1 and other.box.x1 > block.box.x0)
    return any(legal_end(named[0]) for other in aligned if (named := name_in(other.lines)))


def _is_place(spot: Spot) -> bool:
    return not spot.has_own_label and (is_street(spot.text) or is_postal(spot.text))


def _letterhead(top: float, *, is_first: bool) -> float:
    if top < TOP:
        return 1.3 if is_first else 1.0
    if top < LETTERHEAD:
        return 0.9 if is_first else 0.7
    return 0.35


def is_title(spot: Spot) -> bool:
    return bool(spot.marks) and spot.marks[0].leads and bool(spot.marks[0].meanings & _TITLES)


def is_particular(scene: Scene, spot: Spot) -> bool:
    """Numbers of tax or register at the foot: what a company must print about itself."""
    if spot.box.y0 < scene.foot_of(spot.phrase.page) or not any(map(str.isdigit, spot.text)):
        return False
    return any("tax_id" in mark.meanings for mark in spot.marks) or bool(_REGISTER.search(spot.text))


def headed(scene: Scene) -> set[int]:
    """Lines at the very top that have a name in larger type above them."""
    under = under_heading(scene)
    return {id(spot) for spot in scene.spots if id(spot) in under and spot.box.y0 < TOP * spot.sheet.height}
