"""Labels in a phrase: what they announce, and the text that follows them there.

`Invoice No: 17 Date: 3 May 2024` holds two. Neighbours with nothing between them are one name whose head decides:
in `Delivery note date` that is the date, but not the invoice's.
"""

import re
from functools import cache
from typing import NamedTuple

from fakturo.convert.header.dates.written import dates_in
from fakturo.convert.header.places import folded
from fakturo.convert.memory import remembered
from fakturo.convert.vocabulary import Terms, listed_in, patterns_in, tokens_of, words_in

INVOICE_TITLE, CREDIT_TITLE, OTHER_TITLE = "title_invoice", "title_credit_note", "title_other"
CORRECTION_TITLE = "title_correction"
"""Read like a credit note's; whether it is one, its signs tell."""
TITLES = frozenset({INVOICE_TITLE, CREDIT_TITLE})
OWN_NUMBER = TITLES | {"invoice_number"}
DATES = frozenset({"invoice_date", "date", "due_date", "other_date", "tax_point"})
NUMBERS = frozenset({"po", "other_number", "number", "tax_id", "invoice_number"})
PARTIES = frozenset({"buyer", "seller", "ship_to"})
_GENERIC = {"date": "other_date", "number": "other_number", "dated": "other_date"}
"""Words that say too little alone: beside a word we don't know they name something of its own."""
_COMPOUNDS = {"datum": "other_date", "nummer": "other_number"}
_COMPOUND_ENDS = tuple(_COMPOUNDS)
_ADDRESS = re.compile(r"[^\s:]*@\S+|(?:https?://|www\.)\S+")
"""Of a mailbox or on the web: its words label nothing."""
_JOINED = frozenset(" .-\u00a0'’")
_PARTED = frozenset(" ./-()&+,|\u00a0")
_ANNOUNCING = frozenset(" :.")
_LETTERS = re.compile(r"[^\W\d_]+")
_ASIDE = re.compile(r"\([^)]*\)?|\[[^\]]*\]?")
_SECOND_NAME = re.compile(r"\s*/\s*[^\W\d_][^\d:.,]{2,24}")
"""`Payer / Company name`: what follows the stroke is no value, but the label once more."""
_SILENT = frozenset({"the", "our", "de", "la", "le", "du", "unsere", "nostra", "y", "und", "and", "et", "e"})
_AND = frozenset({"and", "und", "et", "y", "e", "en", "dan", "och", "og", "ja", "i"})
MAX_WORDS_BEFORE = 2
UNKNOWN = "unknown"
LONGEST_LABEL = 36


class Mark(NamedTuple):
    """A label in a phrase."""

    meanings: frozenset[str]
    text: str
    start: int
    end: int
    rest: str
    """What follows, up to the next label."""
    leads: bool
    """It stands at the beginning, but for numbering and an adjective or two."""
    before: str = ""
    """What stands before it, since the last label: `Your` makes a tax number the buyer's."""

    @property
    def alone(self) -> bool:
        """Nothing follows in the phrase: the value stands elsewhere."""
        return _is_nothing(self.rest)


@remembered
def _is_nothing(rest: str) -> bool:
    plain = _ASIDE.sub("", rest)
    return not any(map(str.isalnum, plain)) or _SECOND_NAME.fullmatch(plain) is not None


class _Found(NamedTuple):
    meanings: frozenset[str]
    start: int
    end: int


@cache
def _terms() -> Terms:
    titles = {f"title_{kind}": words for kind, words in listed_in("titles").items()}
    titles[CREDIT_TITLE] = titles[CREDIT_TITLE] | titles.pop(CORRECTION_TITLE)
    return Terms(listed_in("labels") | titles, patterns_in("labels"))


def known_meanings(text: str) -> set[str]:
    """What the vocabulary itself says, without a guess by a word's end or its neighbours."""
    return _terms().meanings(text)


def begins_label(word: str) -> bool:
    return _terms().begins(word)


@remembered  # pages are looked at several times: for where invoices begin, and for the header
def marks_of(text: str) -> tuple[Mark, ...]:
    found = _joined(text, _found_in(text))
    marks: list[Mark] = []
    for index, (named, start, end) in enumerate(found):
        until = found[index + 1].start if index + 1 < len(found) else len(text)
        rest = text[end:until]
        before = text[found[index - 1].end : start] if index else text[:start]
        meanings = _in_context(named, before, rest, marks[-1] if marks else None)
        leads = not index and _is_lead(before)
        marks.append(Mark(meanings, text[start:end], start, end, rest, leads, before))
    return tuple(marks)


def unknown_label(text: str) -> Mark | None:
    """Words before a colon announce something, even if nobody knows what."""
    letters = sum(map(str.isalpha, text))
    if letters < 2 or len(text) > LONGEST_LABEL or any(map(str.isdigit, text)):
        return None
    return Mark(frozenset({UNKNOWN}), text.rstrip(": "), 0, len(text), "", leads=True)


def _found_in(text: str) -> list[_Found]:
    spans: dict[tuple[int, int], set[str]] = {}
    terms, plain = _terms().find(text), folded(text)
    compound = any(end in plain for end in _COMPOUND_ENDS)
    if not (terms or compound):
        return []  # half of all texts
    values = [(day.start + 1, day.end) for day in dates_in(text)]
    values += [address.span() for address in _ADDRESS.finditer(text)]
    for match in terms:
        if any(start <= match.start < end for start, end in values):
            continue
        if _is_value(text, match.start, match.end):
            continue
        spans.setdefault((match.start, match.end), set()).add(match.meaning)
    for token in tokens_of(text) if compound else ():
        if token.text.endswith(_COMPOUND_ENDS) and not any(start <= token.start < end for start, end in spans):
            suffix = next(suffix for suffix in _COMPOUNDS if token.text.endswith(suffix))
            spans[token.start, token.end] = {_COMPOUNDS[suffix]}
    found = [(_without_small_words(text, span, meanings), span) for span, meanings in sorted(spans.items())]
    return [_Found(frozenset(meanings), *span) for meanings, span in found if meanings]


def _without_small_words(text: str, span: tuple[int, int], meanings: set[str]) -> set[str]:
    """`To`, `An`, `A` call a party only alone or before a colon; elsewhere they are parts of names and sentences."""
    start, end = span
    if end - start > 4 or not meanings & PARTIES:
        return meanings
    after = text[end:].lstrip(" .")
    alone = not after and not any(character.isalnum() for character in text[:start])
    return meanings if alone or after.startswith(":") or text[end - 1] == "：" else meanings - PARTIES


def _is_value(text: str, start: int, end: int) -> bool:
    """`PO-998`, `PO445` and `invoice_17` are values, not labels."""
    if start > 0 and text[start - 1].isalnum():
        return True
    label = text[start:end]
    spaced = len(words_in(label)) == 1  # each letter of `发票号码` is a word
    if end - start <= 4 and label.isalpha() and text[end : end + 1].isdigit() and spaced:
        return True
    glued = text[end : end + 1] in {"-", "/", "_"} and text[end + 1 : end + 2].isdigit()
    glued = glued or (start > 1 and text[start - 1] in "-/" and text[start - 2].isdigit())
    return glued or text[end : end + 1] == "_" or (start > 0 and text[start - 1] == "_")


def _joined(text: str, found: list[_Found]) -> list[_Found]:
    joined: list[_Found] = []
    for one in found:
        gap = set(text[joined[-1].end : one.start]) if joined else {":"}
        name = None
        if joined and "number" in one.meanings and gap <= _ANNOUNCING and joined[-1].meanings & NUMBERS:
            name = joined[-1].meanings
        elif gap <= _JOINED:
            name = _name(joined[-1].meanings, one.meanings)
        elif (gap <= _PARTED and "dated" not in one.meanings) or (joined and _are_two_of_one(joined[-1], one, text)):
            name = joined[-1].meanings | one.meanings
        if name:
            joined[-1] = _Found(name, joined[-1].start, one.end)
        else:
            joined.append(one)
    return joined


def _are_two_of_one(left: _Found, right: _Found, text: str) -> bool:
    """`Invoice no. and date` announces both."""
    between = text[left.end : right.start].strip(" .").casefold()
    return between in _AND and "invoice_number" in left.meanings and bool(right.meanings & {"date", "invoice_date"})


def _name(one: frozenset[str], two: frozenset[str]) -> frozenset[str] | None:  # noqa: PLR0911 a table of cases
    """What two labels side by side mean together; None if they are two."""
    if one == two:
        return one
    if "number" in two:
        return _number_of(one)
    if two & {"date", "dated"}:
        return _date_of(one)
    if "number" in one:
        return _number_of(two)
    if one == {"date"}:
        return _date_of(two)
    if ("tax_id" in one and two & {"buyer", "seller"}) or ("tax_id" in two and one & {"buyer", "seller"}):
        return frozenset({"tax_id"}) | ((one | two) & {"buyer", "seller"})
    if one & TITLES and two & (DATES | NUMBERS | PARTIES):
        return two
    return None


def _number_of(meanings: frozenset[str]) -> frozenset[str] | None:
    if meanings & OWN_NUMBER:
        return frozenset({"invoice_number"}) | (meanings & {CREDIT_TITLE})
    for known in ("po", "tax_id"):
        if known in meanings:
            return frozenset({known})
    return None if meanings & (DATES) else frozenset({"other_number"})


def _date_of(meanings: frozenset[str]) -> frozenset[str] | None:
    if meanings & OWN_NUMBER:
        return frozenset({"invoice_date"})
    if meanings & (DATES - {"date"}):
        return meanings
    return frozenset({"other_date"})


def _in_context(meanings: frozenset[str], before: str, rest: str, previous: Mark | None) -> frozenset[str]:
    """`Date` alone is a date; `Date of arrival` and `Arrival date` are another."""
    generic = next((word for word in _GENERIC if word in meanings), None)
    if generic is None or len(meanings) > 1:
        return meanings
    if generic == "dated":
        if previous is None:
            return meanings if not _LETTERS.search(before) else frozenset({"other_date"})
        own = previous.meanings & OWN_NUMBER
        return frozenset({"invoice_date"}) if own and len(before) <= 40 else frozenset({"other_date"})
    last = before.rstrip(" .-/")
    word_before = _LETTERS.findall(last)[-1:] if last and last[-1].isalpha() else []
    if word_before and word_before[0].casefold() not in _SILENT:
        return frozenset({_GENERIC[generic]})
    return frozenset({_GENERIC[generic]}) if _is_named_by(rest, generic) else meanings


def _is_named_by(rest: str, generic: str) -> bool:
    """Words follow that aren't the value: `of arrival`."""
    words = _ASIDE.sub("", rest).lstrip(" .ºª°")
    if not words or not words[0].isalpha():
        return False
    if generic == "number":
        first = words.split(maxsplit=1)[0]
        return not any(map(str.isdigit, first)) and not first.isupper()
    dates = dates_in(words)
    return not dates or dates[0].start > 0


def _is_lead(before: str) -> bool:
    words = _LETTERS.findall(before)
    if sum(map(str.isdigit, before)) > 2:
        return False  # `10/01/2025 (upon receipt)`
    parted = any(character in ":;,." for character in before.rstrip(". "))
    return not words or (len(words) <= MAX_WORDS_BEFORE and not parted)
