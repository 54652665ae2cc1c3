"""Which country the seller is in, by everything that tells: its money is what `$` and `kr` mean."""

import re
from collections import Counter, defaultdict
from itertools import pairwise
from typing import NamedTuple

from fakturo.convert.header.country_hints import country_hints, is_ird
from fakturo.convert.header.parties.lines import country_in
from fakturo.convert.header.parties.readings import Parties, PartyReadings
from fakturo.convert.header.places import country_of_form, country_of_postcode
from fakturo.convert.header.scene import Scene
from fakturo.convert.header.tax_ids.shapes import shaped_in

OWN, FORM, HINT = 2.0, 1.5, 1.0
ENOUGH = 2
"""Kinds of hints that tell a country together."""
_STRONGER = {"postcode": FORM, "tax": FORM, "shape": FORM}
"""Kinds of hints that are enough alone."""
_BRANCH = re.compile(r"\((NZ|HK|SG|S|M|AU|CA|US|USA|UK|ZA|SA)\)")
_BRANCHES = {"S": "SG", "M": "MY", "USA": "US", "UK": "GB", "SA": "ZA"}
"""`Tui (NZ) Ltd`."""

_POSTCODE = re.compile(r"(?<![\w-])(\d{4,5}) [A-ZÀ-Ý]")


class Countries(NamedTuple):
    """Countries of the seller, most likely first, and the buyer's."""

    own: list[str]
    sure: bool
    """More than a single hint says so."""
    theirs: str | None
    home: str | None = None
    """The seller's by its own address, number or legal form, or by two kinds of hints that agree."""
    told: bool = False
    """More than a legal form says that it is at home there."""
    english: bool = False
    """The pages are written in English."""

    @property
    def all(self) -> list[str]:
        return [*self.own, *([self.theirs] if self.theirs else [])]


def _country(party: PartyReadings) -> str | None:
    """By its address or number, or else by its legal form."""
    if party.country:
        return party.country.value
    return country_of_form(party.name.value) if party.name else None


def _countries_of_number(party: PartyReadings) -> set[str]:
    """The one that writes its tax numbers as the party's is written, if there is but one."""
    raw = party.tax_id.evidence.raw if party.tax_id else None
    found = {shaped.country for shaped in shaped_in(raw or "") if shaped.telling}
    return found if len(found) == 1 else set()


def _by_language(scene: Scene, party: PartyReadings) -> str | None:
    """By the page's language and the length of the postcode: a Frenchman's has five digits, a Belgian's four."""
    code = _POSTCODE.search(party.address.value) if party.address else None
    language = _language(scene) if code else None
    return country_of_postcode(language, len(code[1])) if code and language else None


def _language(scene: Scene) -> str | None:
    return next(iter(scene.languages), None)


def countries_of(scene: Scene, parties: Parties) -> Countries:
    """The country of the seller's address or tax number counts most, then its legal form, then hints on the page."""
    seller, theirs = parties.seller, _country(parties.buyer)
    english = _language(scene) == "en"
    votes: dict[str, float] = defaultdict(float)
    home = _country(seller)
    if seller.country:
        votes[seller.country.value] += OWN
    kinds: Counter[str] = Counter()
    if seller.name and (country := country_of_form(seller.name.value)):
        votes[country] += FORM
        kinds[country] += 1
    if seller.name and (branch := _BRANCH.search(seller.name.value)):
        votes[_BRANCHES.get(branch[1], branch[1])] += HINT
    spots = [spot for spot in scene.spots if spot.number not in parties.buyers_lines]
    hints = {hint for spot in spots for hint in country_hints(spot) if hint[0]}
    hints |= {("NZ", "shape") for row in scene.rows for left, spot in pairwise(row) if is_ird(left.text, spot.text)}
    hints |= {(country, "number") for country in _countries_of_number(seller)}
    for country, kind in sorted(hints, key=str):  # in the same order in every process: it decides ties
        votes[str(country)] += _STRONGER.get(kind, HINT)
        kinds[str(country)] += 1
    if theirs in votes:  # most sell at home
        votes[theirs] += HINT
        kinds[theirs] += 1
    if max(votes.values(), default=0.0) < FORM:
        named = {code for spot in scene.spots if (code := country_in(spot.text)) and code != theirs}
        if not votes:
            home = _by_language(scene, seller)
            return Countries(sorted(named), len(named) == 1, theirs, home, told=home is not None, english=english)
        for code in named if len(named) == 1 else ():
            votes[code] += FORM
            kinds[code] += 1
    ranked = sorted(votes, key=lambda country: -votes[country])
    lead = votes[ranked[0]] - (votes[ranked[1]] if len(ranked) > 1 else 0.0)
    sure = lead >= HINT and votes[ranked[0]] >= FORM
    if home is None and sure and kinds[ranked[0]] >= ENOUGH:
        home = ranked[0]
    home = home or _by_language(scene, seller)
    told = seller.country is not None or (home is not None and (kinds[home] >= ENOUGH or home not in kinds))
    return Countries(ranked, sure, theirs, home, told, english)
