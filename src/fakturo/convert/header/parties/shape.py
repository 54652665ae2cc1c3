"""What the words of a phrase are like: a company's, a person's, a street's; of names, and of what stands around."""

import re
from collections.abc import Iterator
from unicodedata import category

from fakturo.convert.header.dates.written import dates_in
from fakturo.convert.header.parties import lines
from fakturo.convert.header.parties.captions import has_mostly_label_words, is_caption
from fakturo.convert.header.parties.legal_form import legal_end
from fakturo.convert.header.places import bank_words, currency_codes, currency_symbols, folded, towns
from fakturo.convert.header.scene import Spot
from fakturo.convert.memory import remembered
from fakturo.convert.vocabulary import Terms, terms, words_in
from fakturo.convert.weigh.candidate import Tests, facts

LONG = 40
BANK, INSTITUTION, LABEL_WORDS = "bank", "institution", "mostly label words"
LEGAL_FORM, PERSON, STREET, NO_NAME = "legal form", "person", "street", "no name"
"""Facts that others ask for."""
COMPANY, NAME = "company", "name"
NAMES = (COMPANY, INSTITUTION, PERSON, NAME)
"""Kinds of lines that name somebody."""
SECTIONS = ("labels", "titles", "columns", "totals", "tax", "units", "payment")
_FIGURES = re.compile(r"(?:\d\D*){3}")


def _is_town(text: str) -> bool:
    return any(match.end - match.start == len(text) for match in towns().find(text))


_SHAPES: Tests[str] = {
    LEGAL_FORM: legal_end,
    PERSON: lines.is_person,
    INSTITUTION: lines.is_institution,
    NO_NAME: lambda text: not lines.is_name(text),
    "caption": is_caption,
    LABEL_WORDS: has_mostly_label_words,
    "heading": lines.is_heading,
    "street's word": lines.has_street_word,
    "town": _is_town,
    "money": lambda text: text in currency_symbols() or any(category(letter) == "Sc" for letter in text),
    STREET: lines.is_street,
    "country": lines.country_in,
    "capitals": str.isupper,
    "small": lambda text: text[:1].islower(),
    "digits": lambda text: any(map(str.isdigit, text)),
    "sentence": lambda text: text.endswith((".", "!", "?")) and not legal_end(text),
    "comma": lambda text: "," in text,
    "mostly small": lambda text: 2 * sum(word[:1].islower() for word in text.split()) > len(text.split()),
    "long": lambda text: len(text) > LONG,
    "goes on": lines.goes_on,
    BANK: lambda text: bank_words() & set(folded(text).split()),
    "currency": lambda text: currency_codes() & set(text.split()),
}


@remembered
def shape_of(text: str) -> tuple[str, ...]:
    return tuple(_shapes(text))


def _shapes(text: str) -> Iterator[str]:
    yield f"words {min(len(text.split()), 6)}"
    yield from facts(_SHAPES, text)
    yield from _known_words(text)


@remembered
def _known_words(text: str) -> tuple[str, ...]:
    """Sections of the vocabulary that its words are from, be it all of them or some."""
    count = len(words_in(text))
    covered = {section: _covered(terms(section), text) for section in SECTIONS}
    return tuple(f"{'all' if words >= count else 'some'} {section}" for section, words in covered.items() if words)


def _covered(known: Terms, text: str) -> int:
    return sum({match.start: match.tokens for match in known.find(text)}.values())


_KINDS: Tests[str] = {
    "contact": lines.is_contact,
    "postal": lines.is_postal,
    "street": lines.is_street,
    "country": lines.country_in,
    COMPANY: legal_end,
    "date": dates_in,
    "figures": _FIGURES.search,
    "colon": lambda text: text.rstrip().endswith(":"),
    INSTITUTION: lines.is_institution,
    PERSON: lines.is_person,
    NAME: lines.is_name,
}


def kind_of(spot: Spot | None) -> str:
    """What stands there: the first that fits."""
    if spot is None:
        return "nothing"
    if spot.has_own_label:
        return f"label {min(spot.marks[0].meanings)}"
    return _kind(spot.text)


@remembered
def _kind(text: str) -> str:
    return next((kind for kind, holds in _KINDS.items() if holds(text)), "text")
