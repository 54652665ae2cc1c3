"""The target `invoice`: the values are the invoice's own, and the gate is its schema."""

from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from importlib import resources
from typing import Any, TypeVar

from lxml import etree

from fakturo.convert.directory.question import Answer, Question
from fakturo.convert.invoice import Invoice
from fakturo.convert.targets.invoice.values import (
    InvoiceValues,
    ItemValues,
    PartyValues,
    TaxValues,
    TotalsValues,
    Values,
)
from fakturo.convert.targets.schema import schema_findings
from fakturo.convert.targets.target import Finding, Prepared, Target

T = TypeVar("T")

NAMESPACE = "urn:fakturo:invoice:1"


def prepare(invoices: Sequence[Invoice], _: Answer) -> Prepared:
    return Prepared(Values(tuple(map(_invoice, invoices))))


def _invoice(invoice: Invoice) -> InvoiceValues:
    items = tuple(_same(ItemValues, item, position=at) for at, item in enumerate(invoice.items, 1))
    taxes = tuple(_same(TaxValues, tax) for tax in invoice.totals.taxes)
    return _same(
        InvoiceValues,
        invoice,
        seller=_same(PartyValues, invoice.seller),
        buyer=_same(PartyValues, invoice.buyer),
        items=items,
        totals=_same(TotalsValues, invoice.totals, taxes=taxes),
    )


def _same(kind: type[T], source: Any, **others: Any) -> T:
    """What has the same name there and here; the others are given."""
    names = (each.name for each in fields(kind))  # type: ignore[arg-type]
    return kind(**{name: others[name] if name in others else getattr(source, name) for name in names})


def schema_text() -> bytes:
    return (resources.files(__package__) / "invoice_v1.xsd").read_bytes()


@cache
def _schema() -> etree.XMLSchema:
    return etree.XMLSchema(etree.fromstring(schema_text()))


def check(root: etree._Element) -> Sequence[Finding]:
    """Of our own form. Others may be made from the same values, but nobody here knows their rules."""
    return schema_findings(root, _schema()) if etree.QName(root).namespace == NAMESPACE else []


INVOICE = Target(name="invoice", values=Values, ask=lambda _: Question(), prepare=prepare, check=check)
