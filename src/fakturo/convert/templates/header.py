"""What a template says about the header, in the place of what was read; and where the page contradicts it."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from fakturo.convert.header.dates.written import Order
from fakturo.convert.header.labels.marks import known_meanings
from fakturo.convert.header.reader import Header
from fakturo.convert.invoice import Evidence, Issue, Kind, Origin, Party, Reading
from fakturo.convert.layout.sheet import Phrase, Sheet
from fakturo.convert.templates.anchors import DECIDED, is_ambiguous, read_date, read_text, tax_id_at
from fakturo.convert.templates.names import NAMES, at_start
from fakturo.convert.templates.template import CONFIRMED, EVERYWHERE, GENERIC, OTHER_NUMBER, Anchor, Template
from fakturo.convert.templates.texts import is_in, leads, squeezed
from fakturo.convert.verdict import SURE

CERTAIN = 0.9
"""A reading of at least this confidence is what the page says."""


def decided(header: Header, sheets: Sequence[Sheet], template: Template) -> Header:
    """The header with the template's constants and with the values at its anchors."""
    if template is GENERIC or is_of_buyer(header, template):
        return header
    header = _without_others(header, sheets, template)
    readings, issues = _at_anchors(header, sheets, template)
    readings |= _confirmed(header, sheets, template, readings)
    issues += _unconfirmed(header, sheets, template, readings)
    readings |= {f"seller.{part}": _constant(value) for part, value in template.seller.items()}
    if template.currency:
        readings["invoice.currency"] = _constant(template.currency)
    issues += _contradictions(header, sheets, template)
    kind = _titled(sheets, template)
    known = {*readings, "kind"} if kind else set(readings)
    issues += [issue for issue in header.issues if issue.field not in known]
    return _with(_in_order(replace(header, kind=kind or header.kind), template), readings, issues)


def _at_anchors(
    header: Header, sheets: Sequence[Sheet], template: Template
) -> tuple[dict[str, Reading[Any] | None], list[Issue]]:
    readings: dict[str, Reading[Any] | None] = {}
    issues: list[Issue] = []
    for field, anchors in template.anchors.items():
        if field.startswith("totals."):
            continue  # sums are not overwritten: which reading of them is meant, is decided in the reader
        reading = _anchored(sheets, template, field, anchors)
        if field == "buyer.tax_id" and not anchors and _is_sure(header, field):
            issues.append(_printed_after_all(header, template))
            continue
        moved = reading is None and _stand_alone(anchors)
        if reading is None and (field in EVERYWHERE or (moved and _of(header, field) is None)):
            issues.append(_missed(template, field, anchors))
        elif moved:
            continue
        elif reading is None or not _is_open(reading, template):
            readings[field] = reading
        elif not _is_same(reading, _of(header, field)):  # otherwise the whole page has told which comes first
            readings[field] = reading
            issues.append(_open(field, reading))
    theirs, ours = readings.get("buyer.tax_id"), header.seller.tax_id
    if theirs and ours and squeezed(theirs.value) == squeezed(ours.value):
        readings["seller.tax_id"] = None  # a number is one party's
    return readings, issues


def _without_others(header: Header, sheets: Sequence[Sheet], template: Template) -> Header:
    """A number that is known to be another is not the buyer's tax id, nor is it doubted to be."""
    places = [read_text(sheets, [place], OTHER_NUMBER) for place in template.confirmed.get(OTHER_NUMBER, ())]
    known = [template.seller.get("tax_id"), template.fingerprint.tax_id, *(place.value for place in places if place)]
    others = {squeezed(number) for number in known if number}
    read = header.buyer.tax_id
    doubts = [issue for issue in header.issues if issue.field == "buyer.tax_id"]
    if read and squeezed(read.value) in others:
        settled, buyer = doubts, replace(header.buyer, tax_id=None)
    else:
        settled = [one for one in doubts if squeezed(tax_id_at(sheets, one.page, one.box) or "") in others]
        buyer = header.buyer
    return replace(header, buyer=buyer, issues=[issue for issue in header.issues if issue not in settled])


def _is_sure(header: Header, field: str) -> bool:
    return _of(header, field) is not None and not any(issue.field == field for issue in header.issues)


def _printed_after_all(header: Header, template: Template) -> Issue:
    """Whether it is printed depends on who buys."""
    read = header.buyer.tax_id
    assert read
    text = f"The template {template.name!r} says that no tax id of buyers is printed, but {read.value} seems to be one."
    return _against("buyer.tax_id", text, read.evidence)


def _stand_alone(anchors: Sequence[Anchor]) -> bool:
    """By their place on the page, and no label says that it is missing: what is not there may have moved."""
    return bool(anchors) and all(anchor.at for anchor in anchors)


def _titled(sheets: Sequence[Sheet], template: Template) -> Reading[Kind] | None:
    """What the first page calls itself, where the template knows what that is."""
    for phrase in sheets[0].phrases:
        for title, kind in template.titles.items():
            if _is_called(phrase, title):
                return Reading(kind, Evidence(phrase.text, phrase.page, phrase.box, Origin.TEMPLATE, DECIDED))
    return None


def _is_called(phrase: Phrase, title: str) -> bool:
    """Nothing but a number may follow."""
    run = leads(phrase, title)
    return run is not None and all(any(map(str.isdigit, word.text)) for word in run.after if squeezed(word.text))


def is_of_buyer(header: Header, template: Template) -> bool:
    """The vendor whom the template knows has bought here: its name is on a paper of somebody else.

    A template that says itself where the buyer stands knows better.
    """
    vendor, buyer, seller = template.seller.get("name"), header.buyer.name, header.seller.name
    if not vendor or not buyer or not seller or "buyer.name" in template.anchors:
        return False
    return same_name(buyer.value, vendor) and not same_name(seller.value, vendor)


def is_of_other(seller: Party, template: Template) -> bool:
    """The paper prints its seller's tax id, and the vendor has none: who is known by name alone is only named here."""
    known = template.seller.get("tax_id") or template.fingerprint.tax_id or "seller.tax_id" in template.anchors
    return bool(template.seller.get("name") and seller.tax_id and not known)


def same_name(one: str, other: str) -> bool:
    return squeezed(one) == squeezed(other)


def _confirmed(
    header: Header, sheets: Sequence[Sheet], template: Template, anchored: Mapping[str, object]
) -> Iterator[tuple[str, Reading[Any]]]:
    """What was read, where the template knows it to stand there: the two are of one mind, so nothing is doubted.

    That it stands there was weighed with all else: what is unsure even so is another thing at the same place.
    """
    for field in CONFIRMED:
        read, anchors = _of(header, field), template.confirmed.get(field, ())
        for anchor in anchors if read and read.evidence.confidence >= SURE and field not in anchored else ():
            found = _anchored(sheets, template, field, [anchor])
            if read and found and _agree(found, read) and not _is_open(found, template):
                yield field, Reading(read.value, replace(read.evidence, confidence=DECIDED))
                break


def _unconfirmed(
    header: Header, sheets: Sequence[Sheet], template: Template, decided: Mapping[str, object]
) -> Iterator[Issue]:
    """Something else stands behind the field's own label than what was read: one of the two is wrong."""
    doubted = {issue.field for issue in header.issues}
    for field in CONFIRMED:
        read, anchors = _of(header, field), template.confirmed.get(field, ())
        labels = [one for one in anchors if one.label and known_meanings(one.label)]
        found = [_anchored(sheets, template, field, [label]) for label in labels if field not in {*decided, *doubted}]
        there = [one for one in found if one]
        if there and not any(read and _may_agree(one, read) for one in there):
            text = f"{at_start(NAMES[field])} stands {labels[0]} on other papers of this vendor. Here that is "
            text += f"{there[0].evidence.raw!r}, but {read.evidence.raw if read else None!r} was read."
            yield _against(field, text, there[0].evidence)


def _agree(found: Reading[Any], read: Reading[Any]) -> bool:
    if isinstance(found.value, str) and isinstance(read.value, str):
        return squeezed(found.value) == squeezed(read.value)
    return bool(found.value == read.value)


def _may_agree(found: Reading[Any], read: Reading[Any]) -> bool:
    """One may hold more than the other: a name with what follows on its line, a date in another order."""
    one, other = squeezed(found.evidence.raw or ""), squeezed(read.evidence.raw or "")
    return _agree(found, read) or one in other or other in one


def _anchored(
    sheets: Sequence[Sheet], template: Template, field: str, anchors: Sequence[Anchor]
) -> Reading[Any] | None:
    if field.endswith("date"):
        return read_date(sheets, anchors, template.date_order or Order.DAY_FIRST)
    sellers = template.seller.get("tax_id") or template.fingerprint.tax_id  # may have the same label
    return read_text(sheets, anchors, field, but=sellers if field == "buyer.tax_id" else None)


def _is_open(reading: Reading[Any], template: Template) -> bool:
    return isinstance(reading.value, dt.date) and is_ambiguous(reading) and template.date_order is None


def _is_same(reading: Reading[Any], other: Reading[Any] | None) -> bool:
    return other is not None and reading.evidence.raw == other.evidence.raw


def _of(header: Header, field: str) -> Reading[Any] | None:
    section, _, name = field.partition(".")
    found: Reading[Any] | None = getattr(header if section == "invoice" else getattr(header, section), name)
    return found


def _open(field: str, reading: Reading[dt.date]) -> Issue:
    evidence = reading.evidence
    text = f"{evidence.raw} can be read with the day or the month first: let the template say which, in [locale] dates."
    return Issue("DATE_AMBIGUOUS", field, text, evidence.page, evidence.box)


def _in_order(header: Header, template: Template) -> Header:
    """Dates that can be read either way were decided by the template's order of day and month."""
    dates = {"date": header.date, "due_date": header.due_date}
    changed = {
        name: Reading(reading.value, replace(reading.evidence, source=Origin.TEMPLATE))
        for name, reading in dates.items()
        if template.date_order and reading and is_ambiguous(reading)
    }
    return replace(header, **changed)  # type: ignore[arg-type]


def _constant(value: str) -> Reading[str]:
    return Reading(value, Evidence(None, None, None, Origin.TEMPLATE, DECIDED))


def _missed(template: Template, field: str, anchors: Sequence[Anchor]) -> Issue:
    places = " or ".join(map(str, anchors))
    text = f"The template {template.name!r} looks for {NAMES[field]} {places}, but it is not there."
    return Issue("TEMPLATE_MISSED", field, text)


def _contradictions(header: Header, sheets: Sequence[Sheet], template: Template) -> Iterator[Issue]:
    currency = header.currency
    is_certain = currency is not None and currency.evidence.confidence >= CERTAIN
    if template.currency and currency and is_certain and currency.value != template.currency:
        text = f"The template {template.name!r} says {template.currency}, but the page prints {currency.value}."
        yield _against("invoice.currency", text, currency.evidence)
    given, printed = template.seller.get("tax_id"), header.seller.tax_id
    if given and printed and squeezed(given) != squeezed(printed.value) and not _is_printed(sheets, given):
        text = f"The template {template.name!r} gives the seller another tax id than {printed.value}, which is printed."
        yield _against("seller.tax_id", text, printed.evidence)


def _against(field: str, text: str, evidence: Evidence) -> Issue:
    return Issue("TEMPLATE_CONTRADICTED", field, text, evidence.page, evidence.box)


def _is_printed(sheets: Sequence[Sheet], text: str) -> bool:
    return any(is_in(row, text) for sheet in sheets for row in sheet.rows)


def _with(header: Header, readings: dict[str, Reading[Any] | None], issues: list[Issue]) -> Header:
    changed: dict[str, Any] = {}
    for field, reading in readings.items():
        section, _, name = field.partition(".")
        if section == "invoice":
            changed[name] = reading
        else:
            changed[section] = replace(changed.get(section, getattr(header, section)), **{name: reading})
    return replace(header, **changed, issues=issues)
