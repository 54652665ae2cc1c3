"""Names that a label announces, whichever party it calls: under it, beside it, or behind it in its own phrase."""

from collections.abc import Iterator, Sequence

from fakturo.convert.header.blocks import COLUMN, Block, is_party_start
from fakturo.convert.header.claims import Claim, Relation
from fakturo.convert.header.legal import begins_with_form, legal_end
from fakturo.convert.header.names import attention, is_name, is_postal, is_street, without_salutation
from fakturo.convert.header.party import Found, is_cut, is_phrase, name_in, name_text, until_form
from fakturo.convert.header.scene import Spot
from fakturo.convert.page import Box
from fakturo.convert.vocabulary import fold

_BILLING = ("bill", "invoice", "rechnung", "factur", "fatt", "tagih", "sold", "debit", "charge")
SUBJECT = frozenset({"for", "fur", "pour", "por", "per", "voor", "untuk", "för"})
_VAGUE = frozenset(
    {
        "to",
        "an",
        "a",
        "aan",
        "para",
        "m s",
        "company",
        "party",
        "billing",
        "firma",
        "frau",
        "herrn",
        "untuk",
        "sr",
        "societe",
    }
)
_PERSONS = frozenset(
    {
        "guest",
        "guest name",
        "gast",
        "patient",
        "patientin",
        "student",
        "passenger",
        "huesped",
        "ospite",
        "hospede",
        "tamu",
    }
    | {"paziente", "pasien", "paciente", "pacjent", "member", "mitglied", "socio", "lid", "pemesan", "ordered by"}
)
_PREPOSITIONS = (["an"], ["to"], ["a"])
_NEAR = 2.8
BESIDE = 150.0
"""Points to the right of a label that its value may stand at."""
SAME_EDGE = 2.0
SUBJECTS_LABEL = 0.9
PERSONS_LABEL = 0.4
"""Strength of a label that names who reads the letter, or had the service: who pays is often another."""


def labelled(blocks: Sequence[Block], claims: Sequence[Claim], side: str) -> list[Found]:
    return [*_under_labels(blocks, side), *_inside_labels(blocks, claims, side)]


def _under_labels(blocks: Sequence[Block], side: str) -> Iterator[Found]:
    for block in blocks:
        if side not in block.label or (side == "buyer" and "ship_to" in block.label and "buyer" not in block.label):
            continue
        found = _named(block, blocks)
        if found:
            home, name, line = found
            yield Found(name, line, _label_strength(block.lines[0].marks[0].text), home)


def _named(block: Block, blocks: Sequence[Block]) -> tuple[Block, str, Spot] | None:
    """Name that a label announces: under it in its own block, indented below it, or in the cell to its right."""
    label = block.lines[0].box
    others = [one for one in blocks if one is not block and not one.label and not is_party_start(one.lines[0])]
    below = [one for one in others if _is_below(label, one)]
    below.sort(key=lambda one: (one.box.y0, abs(one.box.x0 - label.x0)))
    right = sorted((one for one in others if _is_right(label, one)), key=lambda one: one.box.x0)
    right = [] if right and right[0].lines[0].is_label and right[0].caption else right  # another column's
    first = block.lines[1:2] or [one.lines[0] for one in below[:1]]
    value = next((line for one in right if one.box.x0 - label.x1 < BESIDE for line in _level(label, one)), None)
    if any(not any(map(str.isalpha, line.text)) for line in (*first, *([value] if value else []))):
        return None  # a customer's number, not its name
    near = below[:1] if below and below[0].is_address else []
    beside = [(one, list(_level(label, one)) if one.values >= COLUMN else _from(one.lines, label)) for one in right[:1]]
    places = [(block, block.lines[1:]), *((one, one.lines) for one in near), *beside]
    if beside and beside[0][1][:1] and (beside[0][1][0].text.startswith(":") or _is_column(block, beside[0][1])):
        places = [*beside, *places]
    for home, lines in [*places, *((one, one.lines) for one in below[:1])]:
        named = name_in(lines)
        if named:
            return home, *named
    return None


def _is_column(labels: Block, values: Sequence[Spot]) -> bool:
    """Two lines or more have their value at the same edge to their right: then the lines below are labels, too."""
    if labels.is_address or any(legal_end(line.text) for line in labels.lines):
        return False
    rows = {line.phrase.row for line in values if abs(line.box.x0 - values[0].box.x0) < SAME_EDGE}
    return len(rows & {line.phrase.row for line in labels.lines}) > 1


def _from(lines: Sequence[Spot], label: Box) -> Sequence[Spot]:
    """The lines from the label's height on."""
    return [line for line in lines if line.box.y1 > label.y0 + 2]


def _is_below(label: Box, block: Block) -> bool:
    box, height = block.lines[0].box, label.height
    return -0.3 * height <= box.y0 - label.y1 <= _NEAR * height and box.x0 < label.x1 + 40 and box.x1 > label.x0 - 5


def _level(label: Box, block: Block) -> Iterator[Spot]:
    return (line for line in block.lines if abs(line.box.y0 - label.y0) < label.height / 2)


def _is_right(label: Box, block: Block) -> bool:
    box = block.box
    return box.x0 >= label.x1 - 2 and box.y0 < label.y1 + 2 and box.y1 > label.y0 - 2


def _inside_labels(blocks: Sequence[Block], claims: Sequence[Claim], side: str) -> Iterator[Found]:
    """`Customer: Abc Ltd`, the address below."""
    for claim in claims:
        if side not in claim.meanings or claim.relation is not Relation.INSIDE or not claim.value.has_own_label:
            continue
        if claim.at != claim.value.marks[0].end:
            continue
        if not is_cut(claim.text) and (not is_phrase(claim.value.marks[0]) or begins_with_form(claim.value.text)):
            continue
        text = name_text(claim.value) or ""
        to_read = attention(text)
        name, address = _cut_address(_without_greeting(to_read if to_read is not None else text))
        name = until_form(_without_sentence(name))
        if not name or not is_name(name):
            continue
        if not is_cut(claim.text) and " " not in name:
            continue  # `Seller fees`
        home = next((block for block in blocks if any(line is claim.value for line in block.lines)), None)
        yield Found(name, claim.value, _label_strength(claim.label), home, address)


def _without_greeting(text: str) -> str:
    """Behind a label nobody writes `To` again: `Company: An Binh Ltd` is the whole name."""
    return text if fold(text).split()[:1] in _PREPOSITIONS and legal_end(text) else without_salutation(text)


def _without_sentence(text: str) -> str:
    """`Issued by Abc Ltd under the agreement of May` goes on after the name."""
    end = legal_end(text)
    end += text[end : end + 1] == "."
    rest = text[end:].split()
    return text[:end] if end and len(rest) > 2 and rest[0].islower() else text


def _cut_address(text: str) -> tuple[str, str | None]:
    """`The Chip Shop, 3 High St, Whitby YO22 4DD` on one line."""
    name, _, rest = text.partition(", ")
    if not any(character.isdigit() for character in rest):
        return text, None
    return name, rest if is_postal(rest) or is_street(rest) else None


def _label_strength(label: str) -> float:
    if attention(label) is not None:
        return PERSONS_LABEL
    words = fold(label)
    if words.split()[-1:] and words.split()[-1] in SUBJECT:
        return SUBJECTS_LABEL  # `Invoice for May` and `For: repairs` say as often what it is about
    if any(word in words for word in _BILLING):
        return 2.1
    if words.strip(" .:/") in _VAGUE:
        return 1.1
    if words.strip(" .:/") in _PERSONS:
        return PERSONS_LABEL
    return 1.7
