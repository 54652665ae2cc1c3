"""One small invoice and the directory that knows its parties, for tests that change a thing or two."""

import datetime as dt
import io
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from lxml import etree

from fakturo.convert.directory.match import GoodsEntry, UnitAlias
from fakturo.convert.directory.question import Record, Role
from fakturo.convert.directory.shelf import Shelf
from fakturo.convert.invoice import Evidence, Invoice, Issue, Item, Origin, Party, Severity, Totals, Verdict
from fakturo.convert.mapping.catalog import find_mapping
from fakturo.convert.page import Box
from fakturo.convert.produce import produce

SELLER = Record("PT Penjual Contoh", Role.SELLER, tin="0013121660091000")
BUYER = Record("PT Pembeli Contoh", tin="0016090524017000", address="Jl. Contoh 1, Bandung")
SWITCH = Item(Decimal("1000020.00"), "Saklar dinding", "10", "SW-1", "8536", Decimal(40), "PCS", Decimal("25000.50"))
INVOICE = Invoice(
    number="INV/2026/0042",
    date=dt.date(2026, 3, 9),
    currency="IDR",
    seller=Party(SELLER.name),
    buyer=Party(BUYER.name),
    items=(SWITCH,),
    verdict=Verdict.ACCEPTED,
    fields={
        "buyer.name": Evidence(BUYER.name, 1, Box(10, 20, 110, 30), Origin.TEXT, 1.0),
        "items.0.amount": Evidence("1,000,020.00", 1, Box(400, 200, 480, 210), Origin.TEXT, 1.0),
    },
)


def billed(*items: Item, **changes: Any) -> Invoice:
    """With these items, and sums as their seller would print them: 11 % on what they come to."""
    net = sum((item.amount or Decimal(0) for item in items), Decimal(0))
    tax = (net * 11 / 100).quantize(Decimal("0.01"))
    totals = Totals(subtotal=net, tax=tax, total=net + tax)
    return replace(INVOICE, **{"items": items, "totals": totals, **changes})


PLAIN = billed(SWITCH)


def shelf(*parties: Record, units: Sequence[UnitAlias] = (), goods: Sequence[GoodsEntry] = ()) -> Shelf:
    return Shelf(parties or (SELLER, BUYER), units, goods)


def produced(
    invoice: Invoice | Sequence[Invoice] = PLAIN, known: Shelf | None = None, mapping: str = "coretax_v1"
) -> tuple[etree._Element, list[Issue]]:
    """The file, read back, and everything that is said about it."""
    xml, judged = produced_bytes(invoice, known, mapping)
    return etree.fromstring(xml), [issue for one in judged for issue in one.issues]


def produced_bytes(
    invoice: Invoice | Sequence[Invoice] = PLAIN, known: Shelf | None = None, mapping: str = "coretax_v1"
) -> tuple[bytes, list[Invoice]]:
    out = io.BytesIO()
    invoices = [invoice] if isinstance(invoice, Invoice) else invoice
    judged = produce(find_mapping(mapping), invoices, (known or shelf()).answer, out, pretty=True)
    return out.getvalue(), judged


def codes(issues: Sequence[Issue], severity: Severity = Severity.ERROR) -> list[str]:
    return [issue.code for issue in issues if issue.severity is severity]


def texts(root: etree._Element, name: str) -> list[str]:
    return [str(each.text or "") for each in root.iter(name)]


def said(issues: Sequence[Issue], code: str) -> str:
    (message,) = [issue.message for issue in issues if issue.code == code]
    return message
