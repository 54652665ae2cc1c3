"""Invoice date and due date among the dates of a document."""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from fakturo.convert.header.claims import Claim, Relation
from fakturo.convert.header.date_order import Verdict, decide_order
from fakturo.convert.header.dates import DateMatch, Order, dates_in
from fakturo.convert.header.discount import is_for_discount
from fakturo.convert.header.due_doubts import due_doubts
from fakturo.convert.header.kind import names_invoice
from fakturo.convert.header.labels import DATES, NUMBERS, OWN_NUMBER, PARTIES, TITLES
from fakturo.convert.header.open_dates import (
    LONGEST_TERM,
    Open,
    bears_out_date,
    likely_date,
    newer_above,
    open_dates,
    overlooked_due,
)
from fakturo.convert.header.scene import Scene, Spot, box_of
from fakturo.convert.invoice import Evidence, Issue, Kind, Origin, Reading
from fakturo.convert.page import Box, Source
from fakturo.convert.vocabulary import terms, tokens_of

SURE = 0.8
NEAR_RIVAL = 0.12
ONLY_ONE = 0.82
"""A weak label is enough where nothing else could be meant."""
UNCLEAR = "DATE_DOUBTFUL"
WEAK = 0.6
"""Labels that say no more don't keep a date without any from being the invoice's."""
SAME_EDGE = 4.0
"""In points."""
_INVOICE = {"invoice_date": 1.0, "date": 0.93, "tax_point": 0.8, "dated": 0.7}
_SPEAKING = DATES | NUMBERS | {"title_other"}
_RANGE = frozenset("-–—")


class Dated(NamedTuple):
    """A date on the page, and how strongly its label speaks."""

    match: DateMatch
    spot: Spot
    box: Box
    raw: str
    weight: float
    town: bool = False
    """A town's name stands before it, as letters begin or end."""
    labelled: bool = False


class Dates(NamedTuple):
    date: Reading[dt.date] | None
    due: Reading[dt.date] | None
    issues: list[Issue]


def read_dates(
    scene: Scene,
    claims: Sequence[Claim],
    due_sentences: Sequence[Dated],
    *,
    kind: Kind,
    country: str | None,
    currency: str | None,
    tongues: Sequence[str],
    number: Reading[str] | None = None,
    order: Order | None = None,
) -> Dates:
    own = [claim for claim in claims if kind is Kind.INVOICE or not names_invoice(claim.label)] or claims
    invoice = [*_labelled(scene, own, _INVOICE), *_in_title(own)]
    if kind is Kind.CREDIT_NOTE and not invoice:
        invoice = _labelled(scene, claims, dict.fromkeys(_INVOICE, 0.7))
    due = _labelled(scene, claims, {"due_date": 1.0})
    if not any(one.labelled for one in due):
        due = [*due, *due_sentences] or _schedules(scene, claims)
    if all(one.weight < WEAK for one in invoice):
        invoice = [*invoice, *_lone(scene, claims)]
    opens = open_dates(scene, claims)
    if not invoice and (likely := likely_date(scene, opens, number)):
        invoice = [_guessed(likely)]
    if not invoice:
        return Dates(None, None, [Issue("DATE_MISSING", "invoice.date", "No invoice date was found.")])
    first = max(invoice, key=lambda one: one.weight)
    last = max(due, key=lambda one: one.weight, default=None)
    verdict = decide_order(
        scene, first.match, last.match if last else None, country=country, currency=currency, tongues=tongues
    )
    verdict = Verdict(order, sure=True) if order else verdict
    dates = _decided(invoice, due, verdict, alone=_is_only_date(scene, claims, first, last, verdict.order))
    assert dates.date
    dates = _with_open(scene, dates, opens, number, verdict.order)
    doubts = due_doubts(scene, dates.date.value, dates.due, verdict.order) if dates.date and dates.due else ()
    return dates._replace(issues=[*dates.issues, *doubts])


def _guessed(one: Open) -> Dated:
    spot, match = one
    box = box_of(spot.phrase, spot.text, match.start, match.end)
    return Dated(match, spot, box, spot.text[match.start : match.end], WEAK)


def _with_open(scene: Scene, dates: Dates, opens: Sequence[Open], number: Reading[str] | None, order: Order) -> Dates:
    """What the dates without a known label add: a due date, or that no other date can be the invoice's."""
    date, due, issues = dates
    assert date
    if due is None:
        due, more = overlooked_due(scene, opens, date, order)
        issues = [*issues, *more]
    unclear = [issue for issue in issues if issue.code == UNCLEAR]
    if len(unclear) == 1 and bears_out_date(scene, opens, date, due, number):
        issues = [issue for issue in issues if issue is not unclear[0]]
        date = replace(date, evidence=replace(date.evidence, confidence=SURE))
    elif not unclear and (rival := newer_above(scene, opens, date, order)):
        message = f"The invoice date may be {date.value.isoformat()} or {rival.isoformat()}."
        issues = [*issues, Issue(UNCLEAR, "invoice.date", message, date.evidence.page, date.evidence.box)]
    return Dates(date, due, issues)


def _is_only_date(scene: Scene, claims: Sequence[Claim], date: Dated, due: Dated | None, order: Order) -> bool:
    """No other date is printed outside the table but for the due one, and none is said to be of something else."""
    if any("other_date" in terms("labels").meanings(claim.label) for claim in claims if claim.value is date.spot):
        return False
    known = {date.match.by(order), *([due.match.by(order)] if due else [])}
    return all(match.by(order) in known for spot in scene.spots for match in dates_in(spot.text))


def _decided(invoice: Sequence[Dated], due: Sequence[Dated], verdict: Verdict, *, alone: bool) -> Dates:
    issues: list[Issue] = []
    date = _chosen(invoice)
    rival = next(
        (one for one in invoice if _differs(one, date, verdict.order) and one.weight > date.weight - NEAR_RIVAL), None
    )
    confidence = date.weight if rival is None else min(date.weight, 0.6)
    if (date.labelled and not any(_differs(one, date, verdict.order) for one in invoice)) or alone:
        confidence = max(confidence, ONLY_ONE)
    day = date.match.by(verdict.order)
    if date.match.ambiguous and not verdict.sure:
        confidence = min(confidence, 0.55)
        issues.append(_ambiguous(date))
    elif rival:
        other = rival.match.by(verdict.order).isoformat()
        message = f"The invoice date may be {day.isoformat()} or {other}."
        issues.append(Issue(UNCLEAR, "invoice.date", message, date.spot.phrase.page, date.box))
    elif confidence < SURE:
        message = f"{day.isoformat()} is probably the invoice date, but nothing on the page says so clearly."
        issues.append(Issue(UNCLEAR, "invoice.date", message, date.spot.phrase.page, date.box))
    reading = _reading(date, verdict.order, confidence)
    return Dates(reading, _due(due, verdict, day), issues)


def _chosen(dated: Iterable[Dated]) -> Dated:
    """The best label's; among equals the one that stands higher."""
    return max(dated, key=lambda one: (round(one.weight, 2), -one.spot.phrase.page, -one.box.y0))


def _differs(one: Dated, other: Dated, order: Order) -> bool:
    return one.match.by(order) != other.match.by(order)


def _due(due: Sequence[Dated], verdict: Verdict, day: dt.date) -> Reading[dt.date] | None:
    order = verdict.order
    later = [one for one in due if day <= one.match.by(order) <= day + LONGEST_TERM]
    if not later:
        return None
    best = _chosen(later)
    confidence = best.weight
    if any(_differs(one, best, order) and one.weight > best.weight - NEAR_RIVAL for one in later):
        confidence = min(confidence, 0.6)
    if best.match.ambiguous and not verdict.sure:
        confidence = min(confidence, 0.55)
    return _reading(best, order, confidence)


def _ambiguous(date: Dated) -> Issue:
    one, other = date.match.by(Order.DAY_FIRST), date.match.by(Order.MONTH_FIRST)
    message = f"{date.raw} may mean {one.isoformat()} or {other.isoformat()}: day or month first?"
    return Issue("DATE_AMBIGUOUS", "invoice.date", message, date.spot.phrase.page, date.box)


def _reading(dated: Dated, order: Order, confidence: float) -> Reading[dt.date]:
    words = dated.spot.phrase.words
    source = Origin.OCR if any(word.source is Source.OCR for word in words) else Origin.TEXT
    evidence = Evidence(dated.raw, dated.spot.phrase.page, dated.box, source, round(min(confidence, 0.98), 2))
    return Reading(dated.match.by(order), evidence)


def _labelled(scene: Scene, claims: Iterable[Claim], weights: dict[str, float]) -> list[Dated]:
    dated: list[Dated] = []
    for claim in claims:
        weight = max((weights.get(meaning, 0.0) for meaning in claim.meanings), default=0.0)
        if weight and "dated" in claim.meanings and _is_heading(claim):
            weight = max(weight, weights.get("date", 0.0))
        if not weight or (weight < 1 and claim.meanings == {"other_date"}):
            continue
        if claim.meanings & {"of_left", "po", "other_number"} and "invoice_date" not in claim.meanings:
            weight *= 0.8
        if _follows_other(claim):
            weight *= 0.6
        if weight < 1.0 and not scene.is_before_table(claim.value):
            weight *= 0.85
        match = next(iter(dates_in(claim.text, compact=True)), None) or _after_number(claim)
        if match is None or _is_range(claim.text, match) or not _is_near(claim, match):
            continue
        whole = match._replace(start=match.start + claim.at, end=match.end + claim.at)
        if "due_date" in weights and (is_for_discount(claim.value.text, whole) or _has_more(scene, claim)):
            continue
        own = not claim.meanings & {"po", "other_number"} and ("dated" not in claim.meanings or _is_heading(claim))
        plain = own and claim.strength > 0.8 and not _follows_other(claim) and scene.is_before_table(claim.value)
        dated.append(_dated(claim, match, weight * claim.strength)._replace(labelled=plain))
    return dated


def _follows_other(claim: Claim) -> bool:
    """`Permit no. 17 date issued 3 May`: in the same phrase, another paper's number comes first."""
    before = [mark for mark in claim.value.marks if mark.end < claim.at]
    if claim.relation is not Relation.INSIDE or not before or any(mark.meanings & OWN_NUMBER for mark in before):
        return False
    last = before[-1]
    return "other_number" in last.meanings or ("number" in last.meanings and not last.leads)


def _is_heading(claim: Claim) -> bool:
    """`Dated` in a cell of its own or before a colon, not in a sentence."""
    return claim.relation is not Relation.INSIDE or (claim.value.has_own_label and ":" in claim.text[:3])


def _has_more(scene: Scene, claim: Claim) -> bool:
    """Another date stands under this one: instalments, of which none is the due date."""
    if claim.relation is not Relation.BELOW:
        return False
    box = claim.value.box
    return any(
        spot.phrase.page == claim.value.phrase.page
        and 0 < spot.box.y0 - box.y0 < 2.5 * box.height
        and abs(spot.box.x0 - box.x0) < SAME_EDGE
        and any(date.start == 0 for date in dates_in(spot.text))
        for spot in scene.spots
    )


def _schedules(scene: Scene, claims: Iterable[Claim]) -> list[Dated]:
    """`Payment and due dates` above a row of terms, date and amount: the only date of that row."""
    dates = [claim for claim in claims if claim.meanings & DATES and dates_in(claim.text)]
    taken = {claim.label_box for claim in dates if "due_date" in claim.meanings}
    owned = {id(claim.value) for claim in dates}
    dated: list[Dated] = []
    for row, below in pairwise(scene.rows):
        heads = [spot for spot in row if spot.is_label and "due_date" in spot.marks[-1].meanings]
        heads = [spot for spot in heads if spot.box not in taken]
        found = [(spot, match) for spot in below for match in dates_in(spot.text)]
        if heads and len(found) == 1 and below[0].box.y0 - heads[0].box.y1 < 2 * heads[0].box.height:
            spot, match = found[0]
            box = box_of(spot.phrase, spot.text, match.start, match.end)
            if not spot.has_own_label and id(spot) not in owned:
                dated.append(Dated(match, spot, box, spot.text[match.start : match.end], 0.82))
    return dated


def _after_number(claim: Claim) -> DateMatch | None:
    """`9001123/05.03.2024` under `No./Date`."""
    at = claim.text.rfind("/", 0, claim.text.find("."))
    if at < 0 or not claim.meanings & NUMBERS:
        return None
    match = next(iter(dates_in(claim.text[at + 1 :])), None)
    return match._replace(start=match.start + at + 1, end=match.end + at + 1) if match else None


def _in_title(claims: Iterable[Claim]) -> list[Dated]:
    """A date after the number: `Invoice 17 - 3 May 2024`."""
    dated: list[Dated] = []
    for claim in claims:
        if claim.meanings & {"invoice_number", "title_invoice", "title_credit_note"}:
            match = next(iter(dates_in(claim.text)), None)
            if match and match.start <= 40 and not _is_range(claim.text, match):
                dated.append(_dated(claim, match, 0.9 * claim.strength))
    return dated


def _dated(claim: Claim, match: DateMatch, weight: float) -> Dated:
    raw = claim.text[match.start : match.end]
    return Dated(match, claim.value, claim.box(match.start, match.end), raw, weight)


def _is_near(claim: Claim, match: DateMatch) -> bool:
    """In its own phrase a date follows at once, but for a place or a word or two; in another it begins the phrase."""
    words = len(tokens_of(claim.text[: match.start]))
    return words <= (3 if claim.relation is Relation.INSIDE else 2)


def _is_range(text: str, match: DateMatch) -> bool:
    after = text[match.end :].strip()
    return bool(after) and after[0] in _RANGE and bool(dates_in(after))


def _lone(scene: Scene, claims: Iterable[Claim]) -> list[Dated]:
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
    """Where no date is the document's own, the only other one on it: of the order, the sale or the payment."""
    early = [claim for claim in others if "due_date" not in claim.meanings and scene.is_before_table(claim.value)]
    dated = [_dated(claim, match, 0.5) for claim in early for match in dates_in(claim.text)]
    return dated if len({one.match for one in dated}) == 1 else []


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
    else:
        weight = 0.82 if town else 0.78 if ends and match.start == 0 else 0.5
    box = box_of(spot.phrase, spot.text, match.start, match.end)
    yield Dated(match, spot, box, spot.text[match.start : match.end], weight, town)


def _is_town(before: str) -> bool:
    """`Kassel, den`, `SURABAYA,`, `Lyon le`."""
    tokens = tokens_of(before)
    if before.strip().casefold() in {"le", "on"}:
        return True
    return 0 < len(tokens) <= 3 and before[0].isupper() and len(tokens[0].text) > 2 and before.rstrip()[-1:] in ",enl"


def _has_title(row: Sequence[Spot]) -> bool:
    return any(spot.marks and spot.marks[0].leads and spot.marks[0].meanings & TITLES for spot in row)
