"""Dates that no known label explains: one after the invoice's may be the day to pay."""

from collections.abc import Iterator, Sequence

from fakturo.convert.header.claims import Claim
from fakturo.convert.header.dates import DateMatch, dates_in
from fakturo.convert.header.discount import is_for_discount
from fakturo.convert.header.labels import DATES
from fakturo.convert.header.scene import Scene, Spot, slip_of
from fakturo.convert.vocabulary import terms, tokens_of

MOST_WORDS = 6
"""More make a sentence, which only speaks of paying if it says so."""


def stray_dates(scene: Scene, claims: Sequence[Claim]) -> Iterator[tuple[Spot, DateMatch]]:
    explained = {id(claim.value) for claim in claims if claim.meanings & DATES}
    slip = slip_of(scene)
    for spot in scene.spots:
        if id(spot) in explained or id(spot) in slip:
            continue
        matches = dates_in(spot.text)
        if len(matches) == 1 and _may_be_due(spot, matches[0]):
            yield spot, matches[0]


def _may_be_due(spot: Spot, match: DateMatch) -> bool:
    if is_for_discount(spot.text, match):
        return False
    words = tokens_of(spot.text[: match.start] + spot.text[match.end :])
    return len(words) <= MOST_WORDS or "pay" in terms("payment").meanings(spot.text)
