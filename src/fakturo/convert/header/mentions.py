"""Places where names stand that may be the seller's, and what each place says for them."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from fakturo.convert.header.blocks import Block
from fakturo.convert.header.claims import Claim, is_bullet
from fakturo.convert.header.heads import heads_and_feet, is_particular, under_heading
from fakturo.convert.header.labelled import labelled
from fakturo.convert.header.legal import before_trade_name, legal_end, legal_name
from fakturo.convert.header.names import goes_on, is_group_line, is_name, is_sender_line, is_street, on_one_line
from fakturo.convert.header.party import Found, name_text
from fakturo.convert.header.places import people
from fakturo.convert.header.scene import Scene, Spot
from fakturo.convert.header.signs import Sign, Signs
from fakturo.convert.vocabulary import fold

_ACCOUNT = ("account", "konto", "titulaire", "beneficiary", "remit", "pay", "rekening")
NEAR_TOP = 0.2
"""Part of the page's height where a name is still in the letterhead."""
IMPRINT_REACH = 32.0
"""Points from a company's name to its numbers."""
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
    yield from heads_and_feet(scene, blocks)
    yield from _legal_names(scene, blocks)


def _is_signed(scene: Scene, found: Found) -> bool:
    """Below the table, words beside `Sender` that have neither address nor legal form head a place to sign."""
    below = scene.table is not None and not scene.is_before_table(found.spot)
    return below and not (found.address or legal_end(found.name) or (found.block and found.block.is_address))


def _sender_lines(scene: Scene, blocks: Sequence[Block]) -> Iterator[tuple[Found, Signs]]:
    """`Abc GmbH ● Ecke 12 ● 12345 Stadt`: on one line, above the window or at the foot of the page."""
    below = {id(line) for block in blocks for line in block.lines[1:]} | under_heading(scene)
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


def _legal_names(scene: Scene, blocks: Sequence[Block]) -> Iterator[tuple[Found, Signs]]:
    """Names with their legal form, anywhere."""
    homes = {id(line): block for block in blocks for line in block.lines}
    second = {id(line) for block in blocks for above, line in pairwise(block.lines) if goes_on(above.text)}
    particulars = [spot for spot in scene.spots if is_particular(scene, spot)]
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


def _is_near(one: Spot, other: Spot) -> bool:
    return abs(one.box.y0 - other.box.y0) < IMPRINT_REACH


def _after_lead(text: str) -> str:
    """`For and on behalf of Abc Ltd`, `Corner Shop is a brand of Abc Ltd`."""
    operator = max((match.end for match in people("operator").find(text)), default=0)
    text = text[operator:].lstrip(" .:,")
    lead = next((match.end for match in people("lead").find(text) if match.start == 0), 0)
    return text[lead:].lstrip(" .:,") if text[lead : lead + 1] in {" ", ":", "."} else text
