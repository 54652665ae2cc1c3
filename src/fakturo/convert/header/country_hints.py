"""Hints at a country: names and rates of taxes, codes of phones, ends of domains, towns, postcodes only it has."""

import re
from collections.abc import Iterator

from fakturo.convert.header.parties.lines import postal_country
from fakturo.convert.header.places import country_of_tax, domain_countries, phone_countries, tax_rates, tax_words, towns
from fakturo.convert.header.scene import Spot
from fakturo.convert.memory import remembered

UNMISTAKABLE = frozenset({"US", "CA", "AU", "SG"})
"""Countries of dollars whose postcodes are like no other's."""
LONGEST_ADDRESS = 90
"""Letters of a line: towns in a longer one are a text's."""
_PHONE = re.compile(r"(?:\+|\b00)\s?(\d{1,3})\)?[ ./()-]{1,2}\(?\d")
_DOMAIN = re.compile(r"(?:@|www\.|https?://)[\w.-]+\.([a-z]{2})\b", re.IGNORECASE)
_IRD = re.compile(r"\b\d{2,3}-\d{3}-\d{3}\b")
"""As New Zealand writes its numbers."""
_M2 = re.compile(r"\bM\d-?\d{7}-?[\dA-Z]\b")
"""As Singapore does."""
_RATE = re.compile(r"\b([A-Z]{3})\b\D{0,12}(\d{1,2}(?:[.,]\d+)?) ?%")
_WORD = re.compile(r"[^\W\d_]{3,5}")


def country_hints(spot: Spot) -> Iterator[tuple[str | None, str]]:
    """Names and rates of taxes, codes of phones, ends of domains, large towns, postcodes that only one country has."""
    yield from _hints_in(spot.text)
    for mark in spot.marks:
        if mark.meanings & {"tax_id", "other_number"}:
            yield country_of_tax(mark.text), "tax"
        if is_ird(mark.text, mark.rest):
            yield "NZ", "shape"
        if mark.text.casefold().startswith("gst") and _M2.search(mark.rest):
            yield "SG", "shape"


def _seen_in(text: str) -> Iterator[tuple[str | None, str]]:
    country = postal_country(text)
    yield country if country in UNMISTAKABLE else None, "postcode"
    for shape, countries, kind in ((_PHONE, phone_countries, "phone"), (_DOMAIN, domain_countries, "domain")):
        for found in shape.findall(text):
            yield countries().get(found.casefold()), kind
    for tax, rate in _RATE.findall(text) if "%" in text else ():
        yield tax_rates().get(f"{tax} {rate.replace(',', '.')}"), "rate"
    if len(text) <= LONGEST_ADDRESS:
        yield from ((match.meaning, "town") for match in towns().find(text))
    for word in _WORD.findall(text):
        yield tax_words().get(word), "tax word"


_hints_in = remembered(lambda text: tuple(_seen_in(text)))


def is_ird(label: str, value: str) -> bool:
    return label.casefold().startswith("gst") and bool(_IRD.search(value))
