"""What a template says about the header, in the place of what was read; and where the page contradicts it."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from fakturo.convert.header import Header
from fakturo.convert.header.dates import Order
from fakturo.convert.invoice import Evidence, Issue, Origin, Reading
from fakturo.convert.layout.sheet import Sheet
from fakturo.convert.templates.anchors import DECIDED, is_ambiguous, read_date, read_text
from fakturo.convert.templates.template import Anchor, Template
from fakturo.convert.templates.texts import is_in, squeezed

CERTAIN = 0.9
"""A reading of at least this confidence is what the page says."""
MANDATORY = frozenset({"invoice.number", "invoice.date", "seller.name", "buyer.name"})
_NAMES = {
    "invoice.number": "the invoice number",
    "invoice.date": "the invoice date",
    "seller.name": "the seller",
    "buyer.name": "the buyer",
}


def decided(header: Header, sheets: Sequence[Sheet], template: Template) -> Header:
    """The header with the template's constants and with the values at its anchors."""
    readings: dict[str, Reading[Any] | None] = {}
    issues: list[Issue] = []
    for field, anchor in template.anchors.items():
        reading = _anchored(sheets, template, field, anchor)
        if reading is None and field in MANDATORY:
            issues.append(_missed(template, field, anchor))
        elif reading is None or not _is_open(reading, template):
            readings[field] = reading
        elif not _is_same(reading, _of(header, field)):  # otherwise the whole page has told which comes first
            readings[field] = reading
            issues.append(_open(field, reading))
    readings |= {f"seller.{part}": _constant(value) for part, value in template.seller.items()}
    if template.currency:
        readings["invoice.currency"] = _constant(template.currency)
    issues += _contradictions(header, sheets, template)
    issues += [issue for issue in header.issues if issue.field not in readings]
    return _with(_in_order(header, template), readings, issues)


def _anchored(sheets: Sequence[Sheet], template: Template, field: str, anchor: Anchor) -> Reading[Any] | None:
    if field.endswith("date"):
        return read_date(sheets, anchor, template.date_order or Order.DAY_FIRST)
    return read_text(sheets, anchor, field)


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


def _missed(template: Template, field: str, anchor: Anchor) -> Issue:
    text = f"The template {template.name!r} looks for {_NAMES[field]} {anchor}, but it is not there."
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
