"""Which form an XML has, and its reader."""

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from fakturo.convert.embedded.cii import CROSS_INDUSTRY, ZUGFERD_1, CiiReader
from fakturo.convert.embedded.document import Node, child, name_of, namespace_of, parse
from fakturo.convert.embedded.fields import evidence_from_xml
from fakturo.convert.embedded.signs import with_kind
from fakturo.convert.embedded.ubl import CREDIT_NOTE, UblReader
from fakturo.convert.embedded.values import Values
from fakturo.convert.invoice import Invoice

_UBL = "urn:oasis:names:specification:ubl:schema:xsd:"


class DialectReader(Protocol):
    @property
    def type_code(self) -> str | None: ...

    def invoice(self) -> Invoice: ...


def invoice_from_xml(content: bytes) -> Invoice | None:
    """The invoice in it, not yet judged; None if it is XML of another kind. Raises UnusableXml."""
    root = parse(content)
    reader_of = _reader_of(root)
    if reader_of is None:
        return None
    values = Values()
    reader = reader_of(values)
    invoice = with_kind(replace(reader.invoice(), issues=tuple(values.issues)), reader.type_code)
    return replace(invoice, fields=evidence_from_xml(invoice))


def _reader_of(root: Node) -> Callable[[Values], DialectReader] | None:
    name, namespace = name_of(root), namespace_of(root)
    if name == "CrossIndustryInvoice":
        return lambda values: CiiReader(root, CROSS_INDUSTRY, values)
    # The drafts of ZUGFeRD 1 called their root Invoice.
    if name in {"CrossIndustryDocument", "Invoice"} and child(root, ZUGFERD_1.document) is not None:
        return lambda values: CiiReader(root, ZUGFERD_1, values)
    if name in {"Invoice", CREDIT_NOTE} and namespace.startswith(_UBL):
        return lambda values: UblReader(root, values)
    return None
