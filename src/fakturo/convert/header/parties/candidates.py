"""What a phrase may name: its text without labels, greetings and addresses, cut in each way that names somebody."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fakturo.convert.header.dates.written import dates_in
from fakturo.convert.header.labels.marks import PARTIES
from fakturo.convert.header.neighbours import Around, meanings_of
from fakturo.convert.header.parties.captions import is_caption
from fakturo.convert.header.parties.legal_form import bare, is_form, legal_end, legal_name
from fakturo.convert.header.parties.lines import (
    attention,
    goes_on,
    has_street_word,
    is_contact,
    is_name,
    is_postal,
    is_street,
    on_one_line,
    without_salutation,
)
from fakturo.convert.header.parties.party import is_phrase, name_text, until_form, without_code
from fakturo.convert.header.places import country_named, currency_codes, people
from fakturo.convert.header.scene import Spot

LEAST_LETTERS, LONGEST, MOST_DIGITS = 2, 80, 0.4
LONG_LINE, LONGEST_LABEL, LONGEST_TEXT = 30, 60, 200
MOST_WORDS = 6
"""Of a name in small letters."""
ALIGNED = 6.0
"""Points between the edges of two lines of one name, or half of that between their middles."""
NEAR = 1.15
"""Heights of a line between two lines of one name."""
JOINED, SENDER_LINE = "joined", "sender line"
LEADS = ("operator", "aside", "lead", "group")
"""Words before a name that say what its owner has to do with the paper: `a brand of`, `powered by`, `for`."""
_MONEY = re.compile(r"\d[.,]\d\d\b")
_QUOTED = re.compile(r"[^«»„“”<>]{0,30}(?:«[^»]+»|<<[^>]+>>|„[^“”]+[“”]|“[^”]+”)(?=[\s,;]+\w)")
"""A name in quotation marks, with its form before it, and something else behind it."""
_CODE_BEHIND = re.compile(r"\s+[-–#]\s?\d{4,}$")
"""`Abc -123390`: a customer's number behind its name."""
_BRACKETS = re.compile(r"^(.*?\S) *(?:\((.*)\)?|<(\S+@\S+)>)\W*$")


class NameReading(NamedTuple):
    """A name, the label before it in the phrase, and how it was cut."""

    name: str
    label: str
    how: Sequence[str] = ()


def readings_of(around: Around, spot: Spot) -> Iterator[NameReading]:
    """Only those that could name somebody."""
    known: set[str] = set()
    below = around.below(spot)
    housed = below is not None and is_street(below.text)
    for reading in _readings(around, spot):
        key = bare(reading.name)
        if key and key not in known and _may_name(reading.name) and (housed or not _is_town(reading.name)):
            known.add(key)
            yield reading


def _readings(around: Around, spot: Spot) -> Iterator[NameReading]:
    if not any(match.start for match in people("operator").find(spot.text)):  # `Corner Shop is a brand of Abc Ltd`
        yield from _as_printed(around, spot)
    if not _heads_name(around, spot):
        yield from _with_label_word(spot)
    yield from _within_line(spot)


def _as_printed(around: Around, spot: Spot) -> Iterator[NameReading]:
    whole, text = spot.text.strip(), name_text(spot)
    if to_read := attention(whole):
        yield NameReading(_clean(to_read), whole[: whole.find(to_read)], ("attention",))
        return
    if text is None or ":" in text:
        label, colon, rest = whole.partition(":") if text is None else text.rpartition(":")
        if colon and rest.strip() and len(label) < LONGEST_LABEL:
            yield NameReading(_clean(rest), label, ("behind colon",))
        return
    if not text:  # `Company name`, where a template has one
        if not _heads_name(around, spot):
            yield NameReading(_clean(whole), "", ("a label itself",))
        return
    label = whole[: max(whole.find(text), 0)]
    if line := on_one_line(text):
        yield NameReading(_clean(line[0]), label, (SENDER_LINE,))
    elif to_read := attention(text):
        yield NameReading(_clean(to_read), label, ("attention",))
    else:
        yield from _plain(around, spot, text, label)


def _plain(around: Around, spot: Spot, text: str, label: str) -> Iterator[NameReading]:
    called = text if label and legal_end(text) else without_salutation(text)  # `Customer: An Abc Co., Ltd`
    named = _clean(until_form(called))
    how = () if called == text else ("greeted",)
    yield NameReading(named, label, how)
    # `Jane Doe (jane@abc.example)`, `Jane Doe <jane@abc.example>`, `Abc Ltd (the Seller)`, but `Abc Ltd (Corner Shop)`
    brackets = _BRACKETS.match(named)
    inside = (brackets[2] or brackets[3] or "") if brackets else ""
    if brackets and not _is_plain_name(inside):
        yield NameReading(_clean(brackets[1]), label, (*how, "before brackets", *_of_brackets(inside)))
    if code := _CODE_BEHIND.search(named):
        yield NameReading(_clean(named[: code.start()]), label, (*how, "before code"))
    below = around.below(spot)
    if below and _may_go_on(spot, named, below):
        yield NameReading(f"{named} {_clean(below.text)}", label, (JOINED, *_joins(spot, named, below)))


def _heads_name(around: Around, spot: Spot) -> bool:
    """Nothing but a label, with what may be a name below it: so it is none itself, unless a party's label heads it."""
    above, below = around.above(spot), around.below(spot)
    if not (spot.is_label and below) or (above and above.is_label and meanings_of(above) & PARTIES):
        return False
    if below.has_own_label and meanings_of(spot) & PARTIES:
        return True  # `Seller`, and below it `VAT no.`, `Name` …
    return is_name(below.text) and (not below.marks or (below.is_label and bool(meanings_of(below) & PARTIES)))


def _with_label_word(spot: Spot) -> Iterator[NameReading]:
    """`Client, Inc.`, `Vendor 5`: a label's word that no colon follows may be the name's own."""
    greets = without_salutation(spot.text) != spot.text  # `Spett.le Abc` is Abc
    if spot.has_own_label and spot.marks[0].meanings & PARTIES and ":" not in spot.text and not greets:
        mark = spot.marks[0]
        how = ("label as name", *(("label alone as name",) if mark.alone else ()))
        yield NameReading(_clean(spot.text), "", how)


def _within_line(spot: Spot) -> Iterator[NameReading]:
    """`abc.example is a service of Abc Ltd, Unit 3`: a company in a longer line."""
    text = spot.text
    if len(text) > LONGEST_TEXT:
        return
    mark = spot.marks[0] if spot.has_own_label else None
    named = mark is not None and mark.meanings & PARTIES and is_phrase(mark)  # `Recebemos de Abc Ltda os produtos`
    name = legal_name(text[mark.end :] if mark and named else text)
    start = text.find(name) if name else -1
    if name and start > 0:
        before = text[:start].rstrip(" :")
        leads = [kind for kind in LEADS if any(len(before) - one.end <= 1 for one in people(kind).find(before))]
        how = ("within line", *(f"after {kind}" for kind in leads))
        yield NameReading(_clean(without_code(name)), text[:start], how)
    elif name and start == 0 and _is_no_name(text[len(name) :].strip(" .,;:-–|")):
        yield NameReading(_clean(name), "", ("before the rest of a line",))
    elif quoted := _QUOTED.match(text):  # `OOO «Abc», Main Street 7`
        yield NameReading(_clean(quoted[0]), "", ("before the rest of a line",))


def _is_no_name(rest: str) -> bool:
    """`Abc Ltd 12 High Street`, `Abc Ltd Invoice`: what follows begins an address, or is a label or title."""
    return rest[:1].isdigit() or is_street(rest) or is_caption(rest)


def _is_plain_name(inside: str) -> bool:
    """`Abc Ltd (Corner Shop)` is called so."""
    return inside[:1].isupper() and is_name(inside) and not is_contact(inside) and not any(map(str.isdigit, inside))


def _of_brackets(inside: str) -> Iterator[str]:
    if is_contact(inside):
        yield "contact in brackets"
    if any(map(str.isdigit, inside)):
        yield "digits in brackets"


def _clean(text: str) -> str:
    return text.strip(" :-–|,;*•●✉\u00a0").strip()


def _may_go_on(spot: Spot, named: str, below: Spot) -> bool:
    """The next line, in the same type at the same edge, and no part of an address; a legal form may be less bold."""
    edges, middles = below.box.x0 - spot.box.x0, below.box.x0 + below.box.x1 - spot.box.x0 - spot.box.x1
    aligned = abs(edges) < ALIGNED or abs(middles) < 2 * ALIGNED
    near = below.box.y0 - spot.box.y1 < NEAR * spot.box.height
    as_bold = below.phrase.bold == spot.phrase.bold or legal_end(below.text)
    alike = abs(below.phrase.size - spot.phrase.size) < 1 and as_bold
    if not (aligned and near and alike) or below.marks or (legal_end(named) and not below.text.startswith("(")):
        return False
    text = below.text
    return text != spot.text and not (
        is_street(text) or is_postal(text) or is_contact(text) or ":" in text or any(map(str.isdigit, text))
    )


def _joins(spot: Spot, named: str, below: Spot) -> Iterator[str]:
    if below.phrase.bold != spot.phrase.bold:
        yield "joined in another type"
    if is_form(below.text):
        yield "joined with form"
    elif legal_end(below.text):
        yield "joined with company"
    if goes_on(named):
        yield "joined as it goes on"
    if below.text.startswith("("):
        yield "joined with brackets"
    if len(named) > LONG_LINE:
        yield "joined long"


def _may_name(text: str) -> bool:
    letters, digits = sum(map(str.isalpha, text)), sum(map(str.isdigit, text))
    if letters < LEAST_LETTERS or len(text) > LONGEST or digits > MOST_DIGITS * len(text):
        return False
    if is_contact(text) or is_form(text) or dates_in(text) or _MONEY.search(text) or country_named(text):
        return False
    return not (text in currency_codes() or _is_sentence(text) or _only_greets(text) or _is_house(text))


def _only_greets(text: str) -> bool:
    """`Dear customer`"""
    return any(match.start == 0 and text[match.end :].strip().islower() for match in people("salutation").find(text))


def _is_house(text: str) -> bool:
    """`89 Rue de Brest`"""
    return text[0].isdigit() and is_street(text) and has_street_word(text) and not legal_end(text)


def _is_sentence(text: str) -> bool:
    """Many words, most of them small, and no company's."""
    words = text.split()
    small = sum(word[:1].islower() for word in words)
    return len(words) > MOST_WORDS and 2 * small > len(words) and not legal_end(text)


def _is_town(text: str) -> bool:
    """Above a street, `Harbour Plaza 1234` is a house that pays for itself."""
    return is_postal(text) and not is_name(text)
