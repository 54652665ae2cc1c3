"""The invoice as JSON, and back: decimals as strings with a point, dates as ISO, in a fixed order of keys."""

import json
from collections.abc import Sequence
from dataclasses import fields
from decimal import Decimal
from typing import Any

from fakturo.convert.invoice import Coretax, CoretaxItem, Evidence, Invoice, Issue, Item, Party, Severity, Tax, Totals
from fakturo.convert.weigh.explain import explained


def invoices_as_json(invoices: Sequence[Invoice], *, pretty: bool = False, explain: bool = False) -> bytes:
    """One object; several invoices in one PDF are an array of them. `explain`: with how their fields were decided."""
    documents = [as_document(invoice) for invoice in invoices]
    if explain:
        documents = [
            document | {"explain": explained(invoice.weighed) | {"totals": invoice.sums_told}}
            for document, invoice in zip(documents, invoices, strict=True)
        ]
    whole = documents[0] if len(documents) == 1 else documents
    separators = None if pretty else (",", ":")
    text = json.dumps(whole, ensure_ascii=False, indent=2 if pretty else None, separators=separators)
    return text.encode() + b"\n"


def as_document(invoice: Invoice) -> dict[str, Any]:
    document: dict[str, Any] = {
        "invoice": {
            "number": invoice.number,
            "date": invoice.date.isoformat() if invoice.date else None,
            "currency": invoice.currency,
            "due_date": invoice.due_date.isoformat() if invoice.due_date else None,
            "po": invoice.po,
        },
        "seller": _party(invoice.seller),
        "buyer": _party(invoice.buyer),
        "items": [_item(item) for item in invoice.items],
        "totals": _totals(invoice.totals),
        "kind": invoice.kind.value,
        "pages": list(invoice.pages),
        "verdict": invoice.verdict.value,
        "issues": [_issue(issue) for issue in invoice.issues],
        "fields": {name: _evidence(evidence) for name, evidence in invoice.fields.items()},
    }
    if invoice.template:
        document["template"] = invoice.template
    if invoice.approved_because:
        document["approved_because"] = invoice.approved_because
    return document | _decided(invoice.coretax)


def decimal_text(value: Decimal | None) -> str | None:
    """As printed, so that 25000.50 keeps its last zero; never with an exponent."""
    return None if value is None else f"{value:f}"


def _party(party: Party) -> dict[str, Any]:
    document = {"name": party.name, "tax_id": party.tax_id, "address": party.address}
    return {**document, "country": party.country} if party.country else document


def _item(item: Item) -> dict[str, Any]:
    document: dict[str, Any] = {
        "no": item.no,
        "sku": item.sku,
        "hs_code": item.hs_code,
        "description": item.description,
        "qty": decimal_text(item.qty),
        "uom": item.uom,
        "unit_price": decimal_text(item.unit_price),
        "discount": decimal_text(item.discount),
        "amount": decimal_text(item.amount),
    }
    if item.price_base != 1:
        document["price_base"] = decimal_text(item.price_base)
    if item.tax_rate is not None:
        document["tax_rate"] = decimal_text(item.tax_rate)
    if item.tax_category:
        document["tax_category"] = item.tax_category
    if item.tax_included:
        document["tax_included"] = True
    return document | _decided(item.coretax)


def _decided(part: Coretax | CoretaxItem) -> dict[str, Any]:
    """What somebody has decided for the Indonesian tax office, if anything."""
    decided = {each.name: getattr(part, each.name) for each in fields(part) if getattr(part, each.name) is not None}
    texts = {name: decimal_text(value) if isinstance(value, Decimal) else value for name, value in decided.items()}
    return {"coretax": texts} if texts else {}


def _totals(totals: Totals) -> dict[str, Any]:
    names = ("subtotal", "discount", "charges", "tax_base", "tax", "total", "withheld", "prepaid", "payable")
    document: dict[str, Any] = {name: decimal_text(getattr(totals, name)) for name in names}
    if totals.rounding:
        document["rounding"] = decimal_text(totals.rounding)
    if totals.taxes:
        document["taxes"] = [_tax(tax) for tax in totals.taxes]
    return document


def _tax(tax: Tax) -> dict[str, Any]:
    document = {"rate": decimal_text(tax.rate), "base": decimal_text(tax.base), "amount": decimal_text(tax.amount)}
    told = {"category": tax.category, "reason": tax.reason}
    return {**document, **{name: value for name, value in told.items() if value}}


def _issue(issue: Issue) -> dict[str, Any]:
    document: dict[str, Any] = {"code": issue.code, "field": issue.field, "message": issue.message}
    if issue.severity is not Severity.ERROR:
        document["severity"] = issue.severity.value
    if issue.checked:
        document["checked"] = True
    if issue.page is not None:
        document["page"] = issue.page
    if issue.box is not None:
        document["bbox"] = [round(edge, 2) for edge in issue.box]
    return document


def _evidence(evidence: Evidence) -> dict[str, Any]:
    return {
        "raw": evidence.raw,
        "page": evidence.page,
        "bbox": [round(edge, 2) for edge in evidence.box] if evidence.box else None,
        "source": evidence.source.value,
        "confidence": round(evidence.confidence, 2),
    }
