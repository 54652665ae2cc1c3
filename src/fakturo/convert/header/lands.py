"""Which country the seller is in, by everything that tells: its money is what `$` and `kr` mean."""

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from fakturo.convert.header.names import country_in, postal_country
from fakturo.convert.header.parties import Parties
from fakturo.convert.header.places import (
    country_of_form,
    country_of_tax,
    domain_countries,
    phone_countries,
    tax_rates,
    tax_words,
)
from fakturo.convert.header.scene import Scene, Spot

OWN, FORM, HINT = 2.0, 1.5, 1.0
_STRONGER = {"postcode": FORM, "tax": FORM, "shape": FORM}
"""Kinds of hints that are enough alone."""
UNMISTAKABLE = frozenset({"US", "CA", "AU", "SG"})
"""Countries of dollars whose postcodes are like no other's."""
_PHONE = re.compile(r"(?:\+|\b00)\s?(\d{1,3})\)?[ ./()-]{1,2}\(?\d")
_DOMAIN = re.compile(r"(?:@|www\.|https?://)[\w.-]+\.([a-z]{2})\b", re.IGNORECASE)
_IRD = re.compile(r"\b\d{2,3}-\d{3}-\d{3}\b")
"""As New Zealand writes its numbers."""
_M2 = re.compile(r"\bM\d-?\d{7}-?[\dA-Z]\b")
"""As Singapore does."""
_RATE = re.compile(r"\b([A-Z]{3})\b\D{0,12}(\d{1,2}(?:[.,]\d+)?) ?%")
_BRANCH = re.compile(r"\((NZ|HK|SG|S|M|AU|CA|US|USA|UK|ZA|SA)\)")
_BRANCHES = {"S": "SG", "M": "MY", "USA": "US", "UK": "GB", "SA": "ZA"}
"""`Tui (NZ) Ltd`."""
_WORD = re.compile(r"[^\W\d_]{3,5}")


class Lands(NamedTuple):
    """Countries of the seller, most likely first, and the buyer's."""

    own: list[str]
    sure: bool
    """More than a single hint says so."""
    theirs: str | None
    home: str | None = None
    """The seller's by its own address, number or legal form, not by hints."""

    @property
    def all(self) -> list[str]:
        return [*self.own, *([self.theirs] if self.theirs else [])]


def lands_of(scene: Scene, parties: Parties) -> Lands:
    """The country of the seller's address or tax number counts most, then its legal form, then hints on the page."""
    seller, theirs = parties.seller, parties.buyer.country.value if parties.buyer.country else None
    votes: dict[str, float] = defaultdict(float)
    home = seller.country.value if seller.country else country_of_form(seller.name.value) if seller.name else None
    if seller.country:
        votes[seller.country.value] += OWN
    if seller.name and (country := country_of_form(seller.name.value)):
        votes[country] += FORM
    if seller.name and (branch := _BRANCH.search(seller.name.value)):
        votes[_BRANCHES.get(branch[1], branch[1])] += HINT
    spots = [spot for spot in scene.spots if id(spot) not in parties.buyers_lines]
    hints = {hint for spot in spots for hint in _hints(spot) if hint[0]}
    hints |= {("NZ", "shape") for row in scene.rows for left, spot in pairwise(row) if _is_ird(left.text, spot.text)}
    for country, kind in hints:
        votes[str(country)] += _STRONGER.get(kind, HINT)
    if theirs in votes:  # most sell at home
        votes[theirs] += HINT
    if not votes:
        named = {code for spot in scene.spots if (code := country_in(spot.text)) and code != theirs}
        return Lands(sorted(named), sure=len(named) == 1, theirs=theirs)
    ranked = sorted(votes, key=lambda country: -votes[country])
    lead = votes[ranked[0]] - (votes[ranked[1]] if len(ranked) > 1 else 0.0)
    return Lands(ranked, sure=lead >= HINT and votes[ranked[0]] >= FORM, theirs=theirs, home=home)


def _hints(spot: Spot) -> Iterator[tuple[str | None, str]]:
    """Names and rates of taxes, codes of phones, ends of domains, postcodes that only one country has."""
    country = postal_country(spot.text)
    yield country if country in UNMISTAKABLE else None, "postcode"
    for mark in spot.marks:
        if mark.meanings & {"tax_id", "other_number"}:
            yield country_of_tax(mark.text), "tax"
        if _is_ird(mark.text, mark.rest):
            yield "NZ", "shape"
        if mark.text.casefold().startswith("gst") and _M2.search(mark.rest):
            yield "SG", "shape"
    for shape, countries, kind in ((_PHONE, phone_countries, "phone"), (_DOMAIN, domain_countries, "domain")):
        for found in shape.findall(spot.text):
            yield countries().get(found.casefold()), kind
    for tax, rate in _RATE.findall(spot.text) if "%" in spot.text else ():
        yield tax_rates().get(f"{tax} {rate.replace(',', '.')}"), "rate"
    for word in _WORD.findall(spot.text):
        yield tax_words().get(word), "tax word"


def _is_ird(label: str, value: str) -> bool:
    return label.casefold().startswith("gst") and bool(_IRD.search(value))
