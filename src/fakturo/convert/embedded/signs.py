"""Invoice or credit note? A credit note has positive amounts and its kind, however the sender wrote it."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

from fakturo.convert.invoice import Invoice, Issue, Item, Kind

CREDIT_CODES = {"81", "83", "261", "262", "296", "308", "381", "396", "420", "458", "502", "503", "532"}
"""Codes of UN/EDIFACT 1001 by which the seller gives money back. A corrected invoice (384) or one that the buyer
wrote (389) is no such thing by itself: its amounts decide."""

_AMOUNTS = ("subtotal", "discount", "charges", "tax_base", "tax", "total", "withheld", "prepaid", "rounding", "payable")


def with_kind(invoice: Invoice, type_code: str | None) -> Invoice:
    totals = invoice.totals
    sum_of_all = totals.total if totals.total is not None else totals.payable
    is_negative = sum_of_all is not None and sum_of_all < 0
    if type_code not in CREDIT_CODES:
        return replace(_turned(invoice), kind=Kind.CREDIT_NOTE) if is_negative else invoice
    credit_note = replace(invoice, kind=Kind.CREDIT_NOTE)
    if not is_negative:
        return credit_note
    message = (
        "The XML is a credit note with negative amounts. They were taken as given back to the buyer; please check."
    )
    issues = (*invoice.issues, Issue("SIGN_UNCLEAR", "totals.total", message))
    return replace(_turned(credit_note), issues=issues)


def _turned(invoice: Invoice) -> Invoice:
    totals = invoice.totals
    amounts: dict[str, Any] = {name: _negated(getattr(totals, name)) for name in _AMOUNTS}
    taxes = tuple(replace(tax, base=_negated(tax.base), amount=-tax.amount + 0) for tax in totals.taxes)
    items = tuple(_turned_item(item) for item in invoice.items)
    return replace(invoice, items=items, totals=replace(totals, **amounts, taxes=taxes))


def _turned_item(item: Item) -> Item:
    """Whichever of price and quantity carried the sign loses it, so that their product still is the amount."""
    turned = replace(item, amount=_negated(item.amount), discount=-item.discount + 0)
    if item.unit_price is not None and item.unit_price < 0:
        return replace(turned, unit_price=-item.unit_price)
    return replace(turned, qty=_negated(item.qty))


def _negated(value: Decimal | None) -> Decimal | None:
    return None if value is None else -value + 0  # no negative zero
