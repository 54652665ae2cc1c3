"""A party found on the page: its name, and the block that holds its address."""

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import takewhile

from fakturo.convert.header.labels.marks import DATES, LONGEST_LABEL, OTHER_TITLE, PARTIES, TITLES, Mark
from fakturo.convert.header.parties.blocks import Block, is_contact_line
from fakturo.convert.header.parties.captions import is_caption
from fakturo.convert.header.parties.legal_form import bare, before_trade_name, begins_with_form, legal_end
from fakturo.convert.header.parties.lines import (
    is_field_name,
    is_postal,
    is_street,
    without_field_name,
    without_salutation,
)
from fakturo.convert.header.places import country_named, currency_codes
from fakturo.convert.header.scene import Spot
from fakturo.convert.vocabulary import terms, words_in

_CODE = re.compile(r"(?:[A-Z]{1,4}-?\d{3,}|\d{5,})\s+(?:[-–]\s+)?")
_SECOND_LABEL = re.compile(r"^['’ ][^:\d]{1,20}: +(?=\S)")
"""What is left of `Customer's name: Abc` behind the label."""
_HONORIFIC = re.compile(r"(?<=\S)(?:\s*(?:御中|귀하|귀중)|\s様)$")
"""Behind the name of whom a letter is to."""
_NO_NAME = TITLES | DATES | {OTHER_TITLE, "other_number", "tax_id", "po", "invoice_number", "currency", "number"}


@dataclass(slots=True)
class Found:
    name: str
    spot: Spot
    confidence: float
    block: Block | None = None
    address: str | None = None
    """Where it stands on one line with the name."""


def settle(party: Found | None, blocks: Sequence[Block], others: AbstractSet[str]) -> None:
    """Give a party that was found without its address the block that has both, unless a label calls it another's."""
    if party is None or (party.block and party.block.is_address):
        return
    key = bare(party.name)
    for block in blocks:
        if block.is_address and not block.label & others:
            for line in block.lines:
                if bare(without_salutation(name_text(line) or "")) == key:
                    party.block, party.spot = block, line
                    return


def name_text(line: Spot) -> str | None:
    """The line without a party's label before it; None where another label says that it is something else."""
    text = line.text.replace("：", ":")
    if line.has_own_label:
        mark = line.marks[0]
        if mark.meanings & PARTIES and (is_cut(mark.rest) or (is_phrase(mark) and not begins_with_form(text))):
            text = _SECOND_LABEL.sub("", text[mark.end :])
        elif mark.alone or (mark.meanings & _NO_NAME and any(map(str.isdigit, text))):
            return None
    if text.rstrip().endswith(":"):
        return None  # it announces something, whatever its words mean
    text = text.strip(" :-–|,;*•●✉").lstrip(".) ")
    text = text if text.isascii() else _HONORIFIC.sub("", text)
    if any(match.start == 0 and _is_sum(text, match.end) for match in terms("totals").find(text)):
        return None
    if is_field_name(text) or is_caption(text):
        return None
    return before_trade_name(without_code(_without_label(without_field_name(_before_numbers(line, text)))))


def _without_label(text: str) -> str:
    """`Vorbat: Abc Ltd` is Abc Ltd, whatever the word means: no company's name has a colon."""
    label, colon, name = text.partition(": ")
    return name if colon and legal_end(name) and not legal_end(label) and len(label) <= LONGEST_LABEL else text


def without_code(text: str) -> str:
    """`C6634 Abc Ltd`: a customer's number before its name."""
    code = _CODE.match(text)
    return text[code.end() :] if code and legal_end(text[code.end() :]) else text


def _before_numbers(line: Spot, text: str) -> str:
    """`Abc S.L. - CIF B87654321` without its number."""
    for mark in line.marks:
        if not mark.leads and mark.meanings & {"tax_id", "other_number"} and any(map(str.isdigit, mark.rest)):
            name = text[: text.find(mark.text)].rstrip(" -–,;|·(:/")
            return name if sum(map(str.isalpha, name)) > 2 and legal_end(name) else text
    return text


def is_phrase(mark: Mark) -> bool:
    """`Sold by Abc`: more than a word, so that it can't be the name's first."""
    return len(words_in(mark.text)) > 1


def _is_sum(text: str, end: int) -> bool:
    """`Total`, `Total EUR`, `Total TTC à payer`; but `Total Energies SE`."""
    rest = text[end:].strip()
    return _is_only_money(rest) or (rest[:1].islower() and not legal_end(text))


def _is_only_money(rest: str) -> bool:
    words = "".join(character if character.isalpha() else " " for character in rest).split()
    return all(word.upper() in currency_codes() for word in words)


def is_cut(rest: str) -> bool:
    """`Customer: Abc` is a label and a name; `Customer Care Ltd` is a name."""
    return rest.lstrip(" .")[:1] in {":", "-", "–", "(", ")", "/", ""} or not rest[:1].isspace()


def until_form(text: str) -> str:
    """`Abc Ltd - High Street 5` is Abc Ltd."""
    end = legal_end(text)
    if not 0 < end < len(text) or text[end:].lstrip(" .")[:1] not in {"-", "–", "•", "●", "|", "·", ",", "("}:
        return text
    return text[:end] + ("." if text[end : end + 1] == "." else "")


def address_lines(party: Found) -> list[Spot]:
    """Street, town and country below the name."""
    if party.block is None:
        return []
    lines = party.block.lines
    start = next((index for index, line in enumerate(lines) if line is party.spot), -1)
    found: list[Spot] = []
    for line in lines[start + 1 :]:
        if is_contact_line(line) or line.is_label or (line.has_own_label and line.marks[0].meanings & _NO_NAME):
            if found:
                break
            continue
        if is_street(line.text) or is_postal(line.text) or country_named(line.text) or found:
            found.append(line)
        if country_named(line.text):
            break
    places = [index for index, line in enumerate(found) if is_postal(line.text) or country_named(line.text)]
    return found[: places[-1] + 1] if places else found


_LABEL = re.compile(r"^\s*[^\W\d][^\d:,]{1,30}:\s+(?=\S)")
"""`Address: `, `Alamat : `; addresses have no colon of their own."""
_SENTENCE = re.compile(r"(?<=\w)\.\s+(?=[^\W\d_])")
_EDGES = " ,;.|●•·-–"


def address_text(lines: Iterable[str]) -> str:
    """`Address: 12 Mill Road` and `Leeds LS1 4AB. Registered in England` are `12 Mill Road, Leeds LS1 4AB`."""
    return ", ".join(filter(None, (_without_rest(_LABEL.sub("", line)).strip(_EDGES) for line in lines)))


def _without_rest(line: str) -> str:
    """Up to the sentence that has the town; abbreviations end with a dot, too, so what stands before it is kept."""
    parts = _SENTENCE.split(line)
    if len(parts) == 1 or not any(map(is_postal, parts)):
        return line
    return ". ".join(_until_the_town(parts))


def _until_the_town(parts: list[str]) -> Iterator[str]:
    town = next(index for index, part in enumerate(parts) if is_postal(part))
    yield from parts[: town + 1]
    yield from takewhile(country_named, parts[town + 1 :])
