"""Places where names stand that may be the seller's, and what each place says for them."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from fakturo.convert.header.blocks import COLUMN, Block, is_contact_line
from fakturo.convert.header.claims import Claim, is_bullet
from fakturo.convert.header.company import SHORTEST_KEY
from fakturo.convert.header.labelled import labelled
from fakturo.convert.header.labels import CREDIT_TITLE, INVOICE_TITLE, OTHER_TITLE
from fakturo.convert.header.legal import bare, before_trade_name, legal_end, legal_name
from fakturo.convert.header.names import (
    goes_on,
    is_group_line,
    is_name,
    is_postal,
    is_sender_line,
    is_street,
    on_one_line,
)
from fakturo.convert.header.party import Found, name_in, name_text
from fakturo.convert.header.places import folded, people
from fakturo.convert.header.scene import Scene, Spot
from fakturo.convert.header.signs import Sign, Signs
from fakturo.convert.vocabulary import fold

_ACCOUNT = ("account", "konto", "titulaire", "beneficiary", "remit", "pay", "rekening")
_TITLES = frozenset({INVOICE_TITLE, CREDIT_TITLE, OTHER_TITLE})
_REGISTER = re.compile(
    r"\b(?:HR[AB]|KvK|SIRE[NT]|RCS|R\.C\.S|REA|CRO|KRS|NZBN|ABN|ACN|CNPJ|FN \d|RPR|Org\.? ?nr"
    r"|(?i:reg(?:istered|istration|\.)? (?:in|no|number|office)|company (?:no|number|reg)))"
)
"""Where companies are registered."""
TOP, LETTERHEAD, NEAR_TOP = 0.11, 0.16, 0.2
"""Parts of the page's height: where a bare name may stand, where a letterhead ends, where a name is still in it."""
LARGE, LOGO = 1.25, 1.6
"""Times the size of most of the page's type."""
CAPTIONED = 0.5
"""Part that is left of a letterhead's strength if some label announces it, and another name has none."""
HEADING = 0.4
"""Strength of words above a note at the foot, if they have neither address nor legal form."""
SAME_TOP, IMPRINT_REACH, ANSWER_REACH = 8.0, 32.0, 42.0
"""Points: of blocks side by side; from a company's name to its numbers; from a name in the head to its address."""
LONGEST_LINE, LONG_TEXT, MOST_BEFORE, MOST_WORDS = 200, 60, 12, 9
"""Characters of a line, of the text around a name, and before one in a letterhead; words of a name."""


def mentions(scene: Scene, blocks: Sequence[Block], claims: Sequence[Claim]) -> Iterator[tuple[Found, Signs]]:
    for found in labelled(blocks, claims, "seller"):
        label = fold(found.spot.marks[0].text if found.spot.marks else "")
        money = any(word in label for word in _ACCOUNT)
        if not money and _is_signed(scene, found):
            continue
        told = bool(found.address or legal_end(found.name) or (found.block and found.block.is_address))
        strength = found.confidence + (0.5 if told else 0.0)  # a `Vendor` with a bare name may be who serves there
        yield found, {Sign.PAYEE: 0.9} if money else {Sign.LABEL: strength}
    yield from _sender_lines(scene, blocks)
    yield from _heads_and_feet(scene, blocks)
    yield from _legal_names(scene, blocks)


def _is_signed(scene: Scene, found: Found) -> bool:
    """Below the table, words beside `Sender` that have neither address nor legal form head a place to sign."""
    below = scene.table is not None and not scene.is_before_table(found.spot)
    return below and not (found.address or legal_end(found.name) or (found.block and found.block.is_address))


def _sender_lines(scene: Scene, blocks: Sequence[Block]) -> Iterator[tuple[Found, Signs]]:
    """`Abc GmbH ● Ecke 12 ● 12345 Stadt`: on one line, above the window or at the foot of the page."""
    below = {id(line) for block in blocks for line in block.lines[1:]} | _under_heading(scene)
    for row in scene.rows:
        for line, spot in _lines(row):
            parts = on_one_line(line)
            if parts is None or _is_labelled(spot) or (not is_sender_line(line) and id(spot) in below):
                continue
            name, address = _after_lead(parts[0]), parts[1]
            if is_street(name) or not is_name(name):
                continue
            strength = 1.5 if legal_end(name) else 1.2
            sign = Sign.FOOT if spot.box.y0 > scene.foot_of(spot.phrase.page) else Sign.SENDER_LINE
            signs: Signs = {sign: strength}
            if legal_end(name):
                signs[Sign.LEGAL] = 0.3
            if name != parts[0] and people("operator").find(parts[0]):
                signs[Sign.OPERATOR] = 0.9
            yield Found(legal_name(name) or name, spot, 0.8, None, address), signs


def _under_heading(scene: Scene) -> set[int]:
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


def _is_labelled(spot: Spot) -> bool:
    return spot.has_own_label and not spot.marks[0].alone and ":" in spot.marks[0].rest[:2]


def _lines(row: Sequence[Spot]) -> Iterator[tuple[str, Spot]]:
    """Phrases of a row, those with a dot or bar between them as one."""
    held: list[Spot] = []
    glue = False
    for spot in row:
        if is_bullet(spot):
            glue = True
            continue
        if held and not glue and not held[-1].text.rstrip().endswith(("●", "•", "|", "·")):
            yield " ● ".join(one.text for one in held), held[0]
            held = []
        held.append(spot)
        glue = False
    if held:
        yield " ● ".join(one.text for one in held), held[0]


def _heads_and_feet(scene: Scene, blocks: Sequence[Block]) -> Iterator[tuple[Found, Signs]]:
    """A block at the top or foot of the page, with an address or ways to reach its owner."""
    usual, under = scene.usual_size, _under_heading(scene)
    free = [block for block in blocks if _is_free(scene, block, usual)]
    for block in blocks:
        foot = block.box.y0 > scene.foot_of(block.page)
        high = block.box.y0 < TOP * block.lines[0].sheet.height
        if block.label or block.values >= COLUMN or not (foot or scene.is_before_table(block.lines[0])):
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
    if any(_is_particular(scene, line) for line in block.lines):
        signs[Sign.IMPRINT] = 0.6
    return signs


def _is_repeated(scene: Scene, block: Block, name: str) -> bool:
    key = bare(name)
    own = {id(line) for line in block.lines}
    return any(key in folded(spot.text).replace(" ", "") for spot in scene.spots if id(spot) not in own)


def _signs_of_head(scene: Scene, block: Block, blocks: Sequence[Block]) -> Signs:
    top = _height(block)
    places = block.is_address or any(_is_place(line) for line in block.lines[1:])
    if not (places or block.contacts or (_is_answered(scene, block) and not _is_above_name(block, blocks))):
        return {Sign.LETTERHEAD: 0.7 if block is blocks[0] else 0.5}
    others = [other.box.y0 for other in blocks if other.is_address and other is not block]
    first = all(block.box.y0 <= other - SAME_TOP for other in others)
    contact = (0.35 if top < LETTERHEAD else 0.25) * min(block.contacts, 2)
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


def _legal_names(scene: Scene, blocks: Sequence[Block]) -> Iterator[tuple[Found, Signs]]:
    """Names with their legal form, anywhere."""
    homes = {id(line): block for block in blocks for line in block.lines}
    second = {id(line) for block in blocks for above, line in pairwise(block.lines) if goes_on(above.text)}
    particulars = [spot for spot in scene.spots if _is_particular(scene, spot)]
    for spot in scene.spots:
        text = name_text(spot)
        if text is None or len(text) > LONGEST_LINE or id(spot) in second or is_group_line(text):
            continue
        name = legal_name(_after_lead(text))
        if name is None or not name[:1].isalnum() or len(name.split()) > MOST_WORDS or _is_aside(spot.text, name):
            continue
        yield Found(name, spot, 0.0, homes.get(id(spot))), _signs_of_mention(scene, spot, name, particulars)


def _signs_of_mention(scene: Scene, spot: Spot, name: str, particulars: Sequence[Spot]) -> Signs:
    text = spot.text
    top = spot.box.y0 / max(spot.sheet.height, 1)
    before = text[: text.find(name)]
    signs: Signs = {Sign.LEGAL: 0.3}
    if _is_operator(before) or before_trade_name(spot.text) != spot.text:
        signs[Sign.OPERATOR] = 0.9
    if spot.box.y0 > scene.foot_of(spot.phrase.page):
        signs[Sign.FOOT] = 0.7
        if any(one.phrase.page == spot.phrase.page and _is_near(one, spot) for one in particulars):
            signs[Sign.IMPRINT] = 0.6
    elif top < NEAR_TOP and len(before) < MOST_BEFORE:
        signs[Sign.LETTERHEAD] = 0.45
    elif len(text) - len(name) < LONG_TEXT:
        signs[Sign.AGAIN] = 0.2
    return signs


def _is_operator(before: str) -> bool:
    """`Seaview Hotel is operated by` whom the law wants to be named."""
    return _ends_with("operator", before)


def _is_aside(text: str, name: str) -> bool:
    """`Part of the Abc Group plc`, `Created with Abc GmbH`: parents, makers of software, insurers sell nothing here."""
    return _ends_with("aside", text[: max(text.find(name), 0)])


def _ends_with(kind: str, text: str) -> bool:
    return any(len(text.rstrip(" :")) - match.end <= 1 for match in people(kind).find(text))


def _is_particular(scene: Scene, spot: Spot) -> bool:
    """Numbers of tax or register at the foot: what a company must print about itself."""
    if spot.box.y0 < scene.foot_of(spot.phrase.page) or not any(map(str.isdigit, spot.text)):
        return False
    return any("tax_id" in mark.meanings for mark in spot.marks) or bool(_REGISTER.search(spot.text))


def _is_near(one: Spot, other: Spot) -> bool:
    return abs(one.box.y0 - other.box.y0) < IMPRINT_REACH


def _after_lead(text: str) -> str:
    """`For and on behalf of Abc Ltd`, `Corner Shop is a brand of Abc Ltd`."""
    operator = max((match.end for match in people("operator").find(text)), default=0)
    text = text[operator:].lstrip(" .:,")
    lead = next((match.end for match in people("lead").find(text) if match.start == 0), 0)
    return text[lead:].lstrip(" .:,") if text[lead : lead + 1] in {" ", ":", "."} else text
