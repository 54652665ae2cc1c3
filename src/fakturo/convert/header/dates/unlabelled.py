"""Dates that no known label explains: what their place and the days between them say."""

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from fakturo.convert.header.dates.due_sentence import is_for_discount
from fakturo.convert.header.dates.labelled import RatedDate, at, claimed
from fakturo.convert.header.dates.order import USUAL_TERM, printed_terms
from fakturo.convert.header.dates.written import DateMatch, Order, dates_in
from fakturo.convert.header.labels.claims import Claim
from fakturo.convert.header.labels.marks import DATES, NUMBERS, PARTIES, TITLES, known_meanings
from fakturo.convert.header.number.shape import is_year
from fakturo.convert.header.scene import Scene, Spot, box_of, slip_of
from fakturo.convert.invoice import Evidence, Issue, Reading
from fakturo.convert.vocabulary import months, tokens_of

USUAL_TERMS = frozenset({7, 8, 10, 14, 15, 20, 21, 28, 29, 30, 31, 42, 45, 59, 60, 61, 89, 90, 91, 92})
"""Days that buyers are given to pay; thirty may be a month."""
NEAR = 12
"""Characters between the two dates of a period."""
ALIGNED, BELOW = 4.0, 2.6
"""Points, and heights of a line."""
IN_ROW = 2
"""Cells from one value to the next in a row: a label may stand between."""
LONGEST_TERM = dt.timedelta(days=400)
LONGEST_WAIT = dt.timedelta(days=120)
"""What follows later than that without a label has nothing to do with paying."""
SURE = 0.8
MOST_WORDS = 6
SHORTEST_LABEL = 4
"""Letters of a word that says more than until when."""
_TAKEN = frozenset({"other_date", "due_date", "po", "tax_point"})


class UnlabelledDate(NamedTuple):
    spot: Spot
    match: DateMatch


def unlabelled_dates(scene: Scene, claims: Sequence[Claim]) -> list[UnlabelledDate]:
    """All but those of periods, of discounts, of a slip, and those whose label is known to be another's."""
    taken = _TAKEN | {"date"} if any(_says_invoice(claim) for claim in claims) else _TAKEN
    told = {
        (claim.value.number, claim.at + match.start)
        for claim in claims
        if taken & known_meanings(claim.label) and not _is_until(claim)
        for match in dates_in(claim.text)[:1]
    }
    slip = slip_of(scene)
    spots = [_with_year(scene, spot) for spot in scene.spots if spot.number not in slip]
    return [
        UnlabelledDate(spot, match)
        for spot in spots
        for match in _single(spot.text)
        if (spot.number, match.start) not in told and not is_for_discount(spot.text, match)
    ]


def _says_invoice(claim: Claim) -> bool:
    """Where a label says `Invoice date`, another that says `Date` is of something else."""
    return "invoice_date" in claim.meanings and bool(dates_in(claim.text))


def _is_until(claim: Claim) -> bool:
    """`to` and `bis` end a period only where one has begun; otherwise they say until when."""
    return len(claim.label) <= SHORTEST_LABEL and "date" not in claim.meanings


def _with_year(scene: Scene, spot: Spot) -> Spot:
    """A line that breaks off between `20 April` and the year which the next one begins with."""
    tokens = tokens_of(spot.text)
    if len(tokens) < 2 or not {token.text for token in tokens[-2:]} & months().keys():
        return spot
    for below in scene.spots:
        gap = below.box.y0 - spot.box.y1
        if below.phrase.page == spot.phrase.page and abs(below.box.x0 - spot.box.x0) < ALIGNED and 0 <= gap + 3 < 12:
            year = below.text.split()[0].strip(".,;")
            return spot._replace(text=f"{spot.text} {year}") if is_year(year) else spot
    return spot


def _single(text: str) -> Iterator[DateMatch]:
    """Dates that neither begin nor end a period."""
    matches = dates_in(text)
    for index, match in enumerate(matches):
        before = text[matches[index - 1].end : match.start] if index else None
        after = text[match.end : matches[index + 1].start] if index + 1 < len(matches) else None
        if not any(gap and gap.strip() and len(gap) <= NEAR and "," not in gap for gap in (before, after)):
            yield match


def spot_at(scene: Scene, evidence: Evidence) -> Spot | None:
    """The phrase that a reading was taken from."""
    box = evidence.box
    if box is None:
        return None
    for spot in scene.spots:
        level = spot.phrase.page == evidence.page and spot.box.y0 <= (box.y0 + box.y1) / 2 <= spot.box.y1
        if level and spot.box.x0 - 1 <= box.x0 and box.x1 <= spot.box.x1 + 1:
            return spot
    return None


def are_neighbours(scene: Scene, one: Spot | None, other: Spot | None) -> bool:
    """In one form: a cell apart in the same row with labels between, or above each other in one column."""
    if one is None or other is None or one.phrase.page != other.phrase.page:
        return False
    if one is other:
        return True
    upper, lower = sorted((one.box, other.box), key=lambda box: box.y0)
    if lower.y0 < upper.y1 - upper.height / 2:
        row = next((row for row in scene.rows if any(spot is one for spot in row)), ())
        places = {spot.number: place for place, spot in enumerate(row)}
        return other.number in places and abs(places[one.number] - places[other.number]) <= IN_ROW
    aligned = min(abs(upper.x0 - lower.x0), abs(upper.x1 - lower.x1)) < ALIGNED
    if one.has_own_label and other.has_own_label:  # at their colons
        shared = min(upper.x1, lower.x1) - max(upper.x0, lower.x0)
        aligned = aligned or shared > min(upper.width, lower.width) / 2
    return aligned and lower.y0 - upper.y1 < BELOW * upper.height


def likely_date(
    scene: Scene, unlabelled: Sequence[UnlabelledDate], number: Reading[str] | None
) -> UnlabelledDate | None:
    """Where no label says which date is the invoice's: the only one, the one beside its number, or the one that another
    follows after the days that one has to pay."""
    early = [one for one in unlabelled if scene.is_before_table(one.spot) and is_short(one)]
    if not early:
        return None
    home = spot_at(scene, number.evidence) if number else None
    near = [one for one in early if are_neighbours(scene, home, one.spot)]
    for some in (early, near):
        days = sorted({one.match.by(Order.DAY_FIRST) for one in some})
        if len(days) == 1 or (len(days) == 2 and (days[1] - days[0]).days in USUAL_TERMS):
            return next(one for one in some if one.match.by(Order.DAY_FIRST) == days[0])
    return None


def is_short(one: UnlabelledDate) -> bool:
    return len(tokens_of(one.spot.text[: one.match.start] + one.spot.text[one.match.end :])) <= MOST_WORDS


def _is_value(one: UnlabelledDate) -> bool:
    """It ends what it stands in, as the value of a label that nobody knows does."""
    return is_short(one) and not any(map(str.isalnum, one.spot.text[one.match.end :]))


def bears_out_date(
    scene: Scene,
    unlabelled: Sequence[UnlabelledDate],
    date: Reading[dt.date],
    due: Reading[dt.date] | None,
    number: Reading[str] | None,
) -> bool:
    """No other date could be meant; and it stands alone or beside the number, or the printed days before the due."""
    own = spot_at(scene, date.evidence)
    if own is None or not scene.is_before_table(own) or not any(one.spot is own for one in unlabelled):
        return False
    rest = [one for one in unlabelled if scene.is_before_table(one.spot) and is_short(one)]
    others = {one.match.by(order) for one in rest for order in Order} - {date.value, due.value if due else None}
    if any(other < date.value or due is None for other in others):
        return False
    if due and due.value - date.value in printed_terms(scene):
        return True
    if due and due.evidence.confidence < SURE:  # the two may be of the delivery and of the invoice
        return False
    home = spot_at(scene, number.evidence) if number else None
    return are_neighbours(scene, home, own) or (not others and _is_bare(own))


def newer_above(
    scene: Scene, unlabelled: Sequence[UnlabelledDate], date: Reading[dt.date], order: Order
) -> dt.date | None:
    """A later date without a known label above the table, where the invoice's was found below: `Permit issued 2019`."""
    own = spot_at(scene, date.evidence)
    if own is None or scene.is_before_table(own):
        return None
    above = [one.match.by(order) for one in unlabelled if scene.is_before_table(one.spot) and is_short(one)]
    return next((day for day in above if day > date.value), None)


def _is_bare(spot: Spot) -> bool:
    """Nothing but a date."""
    return any(match.start == 0 and match.end >= len(spot.text) - 1 for match in dates_in(spot.text))


def overlooked_due(
    scene: Scene, unlabelled: Sequence[UnlabelledDate], date: Reading[dt.date], order: Order
) -> tuple[Reading[dt.date] | None, list[Issue]]:
    """The only date that follows the invoice's: sure by a printed number of days, or a usual one beside that date."""
    later = [one for one in unlabelled if dt.timedelta(0) < one.match.by(order) - date.value <= LONGEST_TERM]
    if len({one.spot.number for one in later}) == 1:  # less for who pays earlier
        later = [one for one in later if "%" not in one.spot.text[one.match.end : one.match.end + NEAR]] or later
    days = {one.match.by(order) for one in later}
    if len(days) != 1:  # several are instalments, of which none is the due date
        return None, []
    day, first = days.pop(), later[0]
    term = day - date.value
    message = f"{day.isoformat()} may be the due date, but nothing says so clearly."
    doubt = Issue("DUE_DATE_DOUBTFUL", "invoice.due_date", message, first.spot.phrase.page, first.spot.box)
    home = spot_at(scene, date.evidence)
    paired = any(are_neighbours(scene, home, one.spot) and is_short(one) for one in later)
    usual = paired and term.days in USUAL_TERMS and date.evidence.confidence >= SURE
    printed = printed_terms(scene)
    sure = usual or term in printed
    other = bool(printed) and term.days not in USUAL_TERMS  # other days are given to pay
    if not sure and (other or term > LONGEST_WAIT):
        return None, []
    if term > USUAL_TERM or not (sure or any(map(_is_value, later))):
        return None, [doubt]
    raw = first.spot.text[first.match.start : first.match.end]
    box = box_of(first.spot.phrase, first.spot.text, first.match.start, first.match.end)
    evidence = Evidence(raw, first.spot.phrase.page, box, date.evidence.source, 0.8 if sure else 0.6)
    return Reading(day, evidence), [] if sure else [doubt]


_AMOUNT = re.compile(r"\d[.,]\d{2}(?!\d|[.,]\d)")
_SPEAKING = DATES | NUMBERS | {"title_other"}


def dates_by_place(scene: Scene, claims: Iterable[Claim]) -> list[RatedDate]:
    """Dates without a label before the table. The only one is the invoice's, beside title or town almost surely."""
    others = [claim for claim in claims if claim.meanings & {"other_date", "due_date"} and dates_in(claim.text)]
    others = [claim for claim in others if not claim.meanings & PARTIES]  # `To:` calls a reader, not a day
    taken = {claim.value.number for claim in others}
    found: list[RatedDate] = []
    for row in scene.rows:
        for spot in row:
            if spot.number not in taken and _is_unlabelled(spot):
                found += [one for one in _lone_in(spot, row) if one.town or scene.is_before_table(spot)]
    found = [one for one in found if scene.is_before_table(one.spot)] or found
    periods = any("other_date" in claim.meanings for claim in others)
    if len(found) == 1 and found[0].weight > 0.7 and not periods:
        return [found[0]._replace(weight=0.82)]
    return found or _of_the_deal(scene, others)


def _of_the_deal(scene: Scene, others: Iterable[Claim]) -> list[RatedDate]:
    """Where no date is the document's own, the first other one on it: of the order, the sale or the payment."""
    early = [claim for claim in others if "due_date" not in claim.meanings and scene.is_before_table(claim.value)]
    dated = [claimed(claim, match, 0.5) for claim in early for match in dates_in(claim.text)]
    first = min((one.match.by(Order.DAY_FIRST) for one in dated), default=None)  # one orders before one gets
    return [one for one in dated if one.match.by(Order.DAY_FIRST) == first]


def _is_unlabelled(spot: Spot) -> bool:
    return not any(mark.meanings & _SPEAKING for mark in spot.marks)


def _lone_in(spot: Spot, row: Sequence[Spot]) -> Iterator[RatedDate]:
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
