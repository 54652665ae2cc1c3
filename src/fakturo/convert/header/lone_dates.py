"""Invoice dates without a label: beside the title, behind a town's name, or the only one above the table."""

import re
from collections.abc import Iterable, Iterator, Sequence

from fakturo.convert.header.claims import Claim
from fakturo.convert.header.dated import Dated, at, claimed
from fakturo.convert.header.dates import Order, dates_in
from fakturo.convert.header.labels import DATES, NUMBERS, PARTIES, TITLES
from fakturo.convert.header.scene import Scene, Spot
from fakturo.convert.vocabulary import tokens_of

_AMOUNT = re.compile(r"\d[.,]\d{2}(?!\d|[.,]\d)")
_SPEAKING = DATES | NUMBERS | {"title_other"}


def lone_dates(scene: Scene, claims: Iterable[Claim]) -> list[Dated]:
    """Dates without a label before the table. The only one is the invoice's, beside title or town almost surely."""
    others = [claim for claim in claims if claim.meanings & {"other_date", "due_date"} and dates_in(claim.text)]
    others = [claim for claim in others if not claim.meanings & PARTIES]  # `To:` calls a reader, not a day
    taken = {id(claim.value) for claim in others}
    found: list[Dated] = []
    for row in scene.rows:
        for spot in row:
            if id(spot) not in taken and _is_unlabelled(spot):
                found += [one for one in _lone_in(spot, row) if one.town or scene.is_before_table(spot)]
    found = [one for one in found if scene.is_before_table(one.spot)] or found
    periods = any("other_date" in claim.meanings for claim in others)
    if len(found) == 1 and found[0].weight > 0.7 and not periods:
        return [found[0]._replace(weight=0.82)]
    return found or _of_the_deal(scene, others)


def _of_the_deal(scene: Scene, others: Iterable[Claim]) -> list[Dated]:
    """Where no date is the document's own, the first other one on it: of the order, the sale or the payment."""
    early = [claim for claim in others if "due_date" not in claim.meanings and scene.is_before_table(claim.value)]
    dated = [claimed(claim, match, 0.5) for claim in early for match in dates_in(claim.text)]
    first = min((one.match.by(Order.DAY_FIRST) for one in dated), default=None)  # one orders before one gets
    return [one for one in dated if one.match.by(Order.DAY_FIRST) == first]


def _is_unlabelled(spot: Spot) -> bool:
    return not any(mark.meanings & _SPEAKING for mark in spot.marks)


def _lone_in(spot: Spot, row: Sequence[Spot]) -> Iterator[Dated]:
    matches = dates_in(spot.text)
    if len(matches) != 1 or len(tokens_of(spot.text)) > 8 or ":" in spot.text[: matches[0].start]:
        return
    match = matches[0]
    ends = not any(character.isalnum() for character in spot.text[match.end :])
    town = ends and _is_town(spot.text[: match.start])
    if ends and _has_title(row):
        weight = 0.86
    elif len(row) > 2:
        weight = 0.6
    elif any(_AMOUNT.search(one.text) for one in row if one is not spot):
        weight = 0.5  # an instalment
    else:
        weight = 0.82 if town else 0.78 if ends and match.start == 0 else 0.5
    yield at(spot, match, weight)._replace(town=town)


def _is_town(before: str) -> bool:
    """`Kassel, den`, `SURABAYA,`, `Lyon le`."""
    tokens = tokens_of(before)
    if before.strip().casefold() in {"le", "on"}:
        return True
    return 0 < len(tokens) <= 3 and before[0].isupper() and len(tokens[0].text) > 2 and before.rstrip()[-1:] in ",enl"


def _has_title(row: Sequence[Spot]) -> bool:
    return any(spot.marks and spot.marks[0].leads and spot.marks[0].meanings & TITLES for spot in row)
