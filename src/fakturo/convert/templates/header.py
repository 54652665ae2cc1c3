"""What a template says about the header, in the place of what was read; and where the page contradicts it."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from fakturo.convert.header.dates.written import Order
from fakturo.convert.header.reader import Header
from fakturo.convert.invoice import Evidence, Issue, Kind, Origin, Party, Reading
from fakturo.convert.layout.sheet import Sheet
from fakturo.convert.templates.anchors import DECIDED, is_ambiguous, read_date, read_text
from fakturo.convert.templates.template import EVERYWHERE, Anchor, Template
from fakturo.convert.templates.texts import is_in, squeezed
from fakturo.convert.verdict import SURE

CERTAIN = 0.9
"""A reading of at least this confidence is what the page says."""
_NAMES = {
    "invoice.number": "the invoice number",
    "invoice.date": "the invoice date",
    "seller.name": "the seller",
    "buyer.name": "the buyer",
}


def decided(header: Header, sheets: Sequence[Sheet], template: Template) -> Header:
    """The header with the template's constants and with the values at its anchors."""
    if is_of_buyer(header, template):
        return header
    readings: dict[str, Reading[Any] | None] = {}
    issues: list[Issue] = []
    for field, anchors in template.anchors.items():
        if field.startswith("totals."):
            continue  # sums are not overwritten: which reading of them is meant, is decided in the reader
        reading = _anchored(sheets, template, field, anchors)
        if field == "buyer.tax_id" and reading and _is_sellers(reading.value, template):
            reading = None  # where the buyer has none, the same label stands at the seller's alone
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
    readings |= _confirmed(header, sheets, template, readings)
    readings |= {f"seller.{part}": _constant(value) for part, value in template.seller.items()}
    if template.currency:
        readings["invoice.currency"] = _constant(template.currency)
    issues += _contradictions(header, sheets, template)
    kind = _titled(sheets, template)
    known = {*readings, "kind"} if kind else set(readings)
    issues += [issue for issue in header.issues if issue.field not in known]
    return _with(_in_order(replace(header, kind=kind or header.kind), template), readings, issues)


def _stand_alone(anchors: Sequence[Anchor]) -> bool:
    """By their place on the page, and no label says that it is missing: what is not there may have moved."""
    return bool(anchors) and all(anchor.at for anchor in anchors)


def _titled(sheets: Sequence[Sheet], template: Template) -> Reading[Kind] | None:
    """What the first page calls itself, where the template knows what that is."""
    kinds = {squeezed(title): kind for title, kind in template.titles.items()}
    for phrase in sheets[0].phrases:
        if kind := kinds.get(squeezed(phrase.text)):
            return Reading(kind, Evidence(phrase.text, phrase.page, phrase.box, Origin.TEMPLATE, DECIDED))
    return None


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


def _is_sellers(tax_id: str, template: Template) -> bool:
    known = template.seller.get("tax_id") or template.fingerprint.tax_id
    return known is not None and squeezed(tax_id) == squeezed(known)


def _confirmed(
    header: Header, sheets: Sequence[Sheet], template: Template, anchored: Mapping[str, object]
) -> Iterator[tuple[str, Reading[Any]]]:
    """What was read, where the template knows it to stand there: the two are of one mind, so nothing is doubted.

    That it stands there was weighed with all else: what is unsure even so is another thing at the same place.
    """
    for field, anchors in template.confirmed.items():
        read = _of(header, field)
        for anchor in anchors if read and read.evidence.confidence >= SURE and field not in anchored else ():
            found = _anchored(sheets, template, field, [anchor])
            if read and found and _agree(found, read) and not _is_open(found, template):
                yield field, Reading(read.value, replace(read.evidence, confidence=DECIDED))
                break


def _agree(found: Reading[Any], read: Reading[Any]) -> bool:
    if isinstance(found.value, str) and isinstance(read.value, str):
        return squeezed(found.value) == squeezed(read.value)
    return bool(found.value == read.value)


def _anchored(
    sheets: Sequence[Sheet], template: Template, field: str, anchors: Sequence[Anchor]
) -> Reading[Any] | None:
    if field.endswith("date"):
        return read_date(sheets, anchors, template.date_order or Order.DAY_FIRST)
    return read_text(sheets, anchors, field)


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
    text = f"The template {template.name!r} looks for {_NAMES[field]} {places}, but it is not there."
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
