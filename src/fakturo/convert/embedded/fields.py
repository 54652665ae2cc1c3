"""Every value of an invoice by its path, and what people call it."""

import datetime as dt
from collections.abc import Iterator
from decimal import Decimal

from fakturo.convert.invoice import Evidence, Invoice, Origin
from fakturo.convert.invoice_json import decimal_text

Value = str | Decimal | dt.date

_WORDS = {
    "invoice.number": "invoice number",
    "invoice.date": "invoice date",
    "invoice.due_date": "due date",
    "invoice.currency": "currency",
    "seller.name": "seller's name",
    "buyer.name": "buyer's name",
    "totals.subtotal": "sum of the lines",
    "totals.discount": "discount",
    "totals.charges": "charges",
    "totals.tax_base": "amount before tax",
    "totals.tax": "tax",
    "totals.total": "total",
    "totals.prepaid": "prepaid amount",
    "totals.withheld": "withheld tax",
    "totals.rounding": "rounding",
    "totals.payable": "amount to pay",
    "totals.taxes": "tax of one rate",
    "qty": "quantity",
    "unit_price": "unit price",
    "price_base": "number that the price is for",
    "tax_rate": "tax rate",
}
_INVOICE = ("number", "date", "currency", "due_date", "po")
_PARTY = ("name", "tax_id", "address", "country")
_ITEM = ("no", "sku", "hs_code", "description", "qty", "uom", "unit_price", "discount", "amount", "tax_rate")
_TOTALS = ("subtotal", "discount", "charges", "tax_base", "tax", "total", "withheld", "prepaid", "rounding", "payable")
_ZERO_UNLESS_GIVEN = {"discount", "charges", "withheld", "prepaid", "rounding"}


def in_words(path: str) -> str:
    if path.startswith("items."):
        _, index, name = path.split(".")
        return f"{_WORDS.get(name, name)} of line {int(index) + 1}"
    return _WORDS.get(path, path)


def values_of(invoice: Invoice) -> Iterator[tuple[str, Value]]:
    """Whatever is given, by paths like `items.0.qty`."""
    rooms = [("invoice", invoice, _INVOICE), ("seller", invoice.seller, _PARTY), ("buyer", invoice.buyer, _PARTY)]
    rooms += [(f"items.{index}", item, _ITEM) for index, item in enumerate(invoice.items)]
    rooms += [("totals", invoice.totals, _TOTALS)]
    for room, holder, names in rooms:
        for name in names:
            value = getattr(holder, name)
            if value is not None and (value or name not in _ZERO_UNLESS_GIVEN):
                yield f"{room}.{name}", value


def as_text(value: Value) -> str:
    if isinstance(value, Decimal):
        return decimal_text(value) or ""
    return value.isoformat() if isinstance(value, dt.date) else value


def evidence_from_xml(invoice: Invoice) -> dict[str, Evidence]:
    return {path: Evidence(as_text(value), None, None, Origin.XML, 1.0) for path, value in values_of(invoice)}
