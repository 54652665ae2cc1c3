"""A party found on the page: its name, and the block that holds its address."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from fakturo.convert.header.blocks import Block, is_contact_line
from fakturo.convert.header.captions import is_caption
from fakturo.convert.header.labels import CREDIT_TITLE, INVOICE_TITLE, LONGEST_LABEL, OTHER_TITLE, PARTIES, Mark
from fakturo.convert.header.legal import bare, before_trade_name, begins_with_form, is_form, is_named_in, legal_end
from fakturo.convert.header.names import (
    attention,
    could_name,
    goes_on,
    is_field_name,
    is_institution,
    is_name,
    is_person,
    is_postal,
    is_street,
    without_field_name,
    without_salutation,
)
from fakturo.convert.header.places import country_named, currency_codes
from fakturo.convert.header.scene import Spot
from fakturo.convert.header.signs import Signs
from fakturo.convert.vocabulary import terms, tokens_of

_CODE = re.compile(r"(?:[A-Z]{1,4}-?\d{3,}|\d{5,})\s+(?:[-–]\s+)?")
_SECOND_LABEL = re.compile(r"^['’ ][^:\d]{1,20}: +(?=\S)")
"""What is left of `Customer's name: Abc` behind the label."""
_NO_NAME = frozenset(
    {
        INVOICE_TITLE,
        CREDIT_TITLE,
        OTHER_TITLE,
        "other_number",
        "tax_id",
        "po",
        "invoice_number",
        "invoice_date",
        "date",
        "due_date",
        "other_date",
        "currency",
        "number",
    }
)


SHORT, SPACE = 16, 0.25
"""Letters of a name that hardly needs two lines; a space's width, in type sizes."""
LONGEST_PERSON = 24
"""Letters of a person's name; a company's breaks later than that."""
LONG_ENOUGH = 6
"""Letters of a name that can't stand in another by chance."""


@dataclass(slots=True)
class Found:
    name: str
    spot: Spot
    confidence: float
    block: Block | None = None
    address: str | None = None
    """Where it stands on one line with the name."""
    signs: Signs = field(default_factory=dict)
    rival: float = 0.0
    """What speaks for the next best name."""


def settle(party: Found, blocks: Sequence[Block]) -> None:
    """Give a party that was found without its address the block that has both."""
    if party.block and party.block.is_address:
        return
    key = bare(party.name)
    for block in blocks:
        named = name_in(block.lines) if block.is_address else None
        if named and bare(named[0]) == key:
            party.block, party.spot = block, named[1]
            return


def name_in(lines: Sequence[Spot]) -> tuple[str, Spot] | None:
    """The party's name in its block: the first line that is no greeting, no person to read it, and no address."""
    for_attention: tuple[str, Spot] | None = None
    for index, line in enumerate(lines):
        text = name_text(line)
        if text is None:
            continue
        to_read = attention(text)
        if to_read is not None:
            if legal_end(to_read) and is_name(to_read):
                return to_read, line  # `The directors, Abc Ltd`
            if to_read and for_attention is None and is_name(to_read):
                for_attention = (to_read, line)
            continue
        text = without_salutation(text)
        after = lines[index + 1 :]
        if text and (is_name(text) or _is_named_after_place(text, after)):
            return _company_after(text, line, after) or _with_legal_form(text, line, after)
        if text and (is_street(text) or is_postal(text)):
            break
    return for_attention


def _is_named_after_place(text: str, after: Sequence[Spot]) -> bool:
    """`WEG Sonnenallee 12`, above its administrator's street and town."""
    lines = [line.text for line in after if attention(line.text) is None][:2]
    if not lines or text[:1].isdigit() or not could_name(text):
        return False
    numbered = any(character.isdigit() for character in lines[0])
    return numbered and is_street(lines[0]) and is_postal(lines[-1])


def _company_after(text: str, name: Spot, after: Sequence[Spot]) -> tuple[str, Spot] | None:
    """A person or an office above the company that they belong to; what is set smaller is no such company."""
    if legal_end(text) or goes_on(text):
        return None
    whole = name_text(after[0]) if after else None
    if whole and len(bare(text)) >= LONG_ENOUGH and bare(whole) != bare(text) and is_named_in(bare(text), whole):
        return (whole, name) if is_name(whole) else None  # `Sunset House`, and below it who runs Sunset House
    for line in after[:2]:
        below = name_text(line)
        if below is None or is_street(below) or is_postal(below) or line.phrase.size * 1.2 < name.phrase.size:
            return None
        separate = legal_end(below) > SHORT or (len(text) <= SHORT and not _is_broken(name, line, after))
        separate = separate or (len(text) <= LONGEST_PERSON and is_person(text) and not is_form(below))
        if legal_end(below) and separate and attention(below) is None and is_name(below):
            return below, line
        if is_institution(below) and not is_institution(text) and attention(below) is None:
            return below, line
    return None


def _is_broken(first: Spot, second: Spot, lines: Sequence[Spot]) -> bool:
    """The second line's first word had no room on the first, as far as the lines below tell."""
    room = max(line.box.x1 for line in (first, second, *lines)) - first.box.x0
    return first.box.width + second.phrase.words[0].box.width + SPACE * first.phrase.size > room


def name_text(line: Spot) -> str | None:
    """The line without a party's label before it; None where another label says that it is something else."""
    text = line.text
    if line.has_own_label:
        mark = line.marks[0]
        if mark.meanings & PARTIES and (is_cut(mark.rest) or (is_phrase(mark) and not begins_with_form(text))):
            text = _SECOND_LABEL.sub("", text[mark.end :])
        elif mark.alone or (mark.meanings & _NO_NAME and any(character.isdigit() for character in text)):
            return None
    if text.rstrip().endswith(":"):
        return None  # it announces something, whatever its words mean
    text = text.strip(" :-–|,;*•●✉").lstrip(".) ")
    if any(match.start == 0 and _is_sum(text, match.end) for match in terms("totals").find(text)):
        return None
    if is_field_name(text) or is_caption(text):
        return None
    return before_trade_name(_without_code(_without_label(without_field_name(_before_numbers(line, text)))))


def _without_label(text: str) -> str:
    """`Vorbat: Abc Ltd` is Abc Ltd, whatever the word means: no company's name has a colon."""
    label, colon, name = text.partition(": ")
    return name if colon and legal_end(name) and not legal_end(label) and len(label) <= LONGEST_LABEL else text


def _without_code(text: str) -> str:
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
    return len(tokens_of(mark.text)) > 1


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


def _with_legal_form(text: str, line: Spot, after: Sequence[Spot]) -> tuple[str, Spot]:
    """A long name may run over two lines, its legal form at the end of the second."""
    end = legal_end(text)
    if not end and after and is_form(after[0].text) and text:
        return f"{text}{',' if line.text.rstrip().endswith(',') else ''} {after[0].text}", line
    if (name := until_form(text)) != text:
        return name, line
    if end and end < len(text) and is_street(text[end:]) and is_postal(text[end:]):
        return text[:end], line
    if not end and after and goes_on(text) and is_name(after[0].text):
        return f"{text} {after[0].text}", line
    if not end and after and 0 < legal_end(after[0].text) <= SHORT and is_name(after[0].text) and len(text) > SHORT:
        return f"{text} {after[0].text}", line
    return text, line


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
