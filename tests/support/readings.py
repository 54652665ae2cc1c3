"""An invoice as PDF, and what a language model that can read would answer about it."""

from typing import Any

from tests.support.invoices import TABLE, invoice_page
from tests.support.pdfs import Page, Text, pdf_of_pages

MORE = [
    Text("VAT ID: DE136695976", 72, 118),
    Text("Due date:", 340, 172),
    Text("8 April 2026", 450, 172),
    Text("Order number:", 340, 188),
    Text("PO-77", 450, 188),
]
NO_TEXT = pdf_of_pages([Page(size=(200, 160), extra_content=b"0.4 g 20 40 40 90 re f 110 60 30 50 re f")])
"""Two grey boxes: a page that nobody can read."""
NOTHING_SOLD = {"no": None, "sku": None, "hs_code": None, "uom": None, "discount": None}


def pdf_with(*lines: str, total: str = "937.72", number: str = "NL-2026-017") -> bytes:
    """The invoice, and whatever somebody has printed below it."""
    below = [Text(line, 72, 420 + 16 * at, size=9) for at, line in enumerate(lines)]
    page = invoice_page(number, total=total)
    return pdf_of_pages([Page([*page.texts, *MORE, *below])])


def reading_of(number: str = "NL-2026-017") -> dict[str, Any]:
    items = [
        {**NOTHING_SOLD, "description": text, "qty": qty, "unit_price": price, "amount": amount}
        for text, qty, price, amount in TABLE[1:]
    ]
    totals = dict.fromkeys(("subtotal", "discount", "charges", "tax_base", "tax", "withheld", "prepaid", "payable"))
    invoice = {
        "kind": "invoice",
        "invoice": {
            "number": number,
            "date": "2026-03-09",
            "currency": "EUR",
            "due_date": "2026-04-08",
            "po": "PO-77",
        },
        "seller": {"name": "Nordlicht Elektro GmbH", "tax_id": "DE136695976", "address": "Hafenweg 5, 20457 Hamburg"},
        "buyer": {"name": "Musterbau AG", "tax_id": None, "address": "Ringstrasse 9, 50667 Cologne"},
        "items": items,
        "totals": {**totals, "subtotal": "788.00", "tax": "149.72", "total": "937.72"},
        "pages": [1],
    }
    return {"invoices": [invoice]}


PDF = pdf_with()
READING = reading_of()
