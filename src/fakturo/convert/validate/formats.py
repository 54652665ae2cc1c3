"""Which format a tree has, and the gate that it has to pass."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lxml import etree

from fakturo.convert.targets import layout
from fakturo.convert.targets.catalog import TARGETS
from fakturo.convert.targets.en16931 import gate
from fakturo.convert.targets.en16931.forms import form_of
from fakturo.convert.targets.target import Finding

CORETAX_ROOT = "TaxInvoiceBulk"
INVOICE_NAMESPACE = "urn:fakturo:invoice:1"


@dataclass(frozen=True, slots=True)
class Format:
    name: str
    """For people."""
    check: Callable[[etree._Element], Sequence[Finding]]
    note: str | None = None


def format_of(root: etree._Element) -> Format | None:
    """None for XML of a kind that we don't know."""
    if form := form_of(root):
        note = f"It claims to keep the rules of {form.unchecked}, too: those are not checked here, only EN 16931's."
        return Format(form.name, gate.check, note if form.unchecked else None)
    name = etree.QName(root)
    if name.localname == CORETAX_ROOT:
        return Format("Coretax TaxInvoiceBulk", TARGETS["coretax"].check)
    if name.namespace == INVOICE_NAMESPACE:
        return Format("Fakturo's own invoice XML (invoice_v1)", TARGETS["invoice"].check)
    if name.namespace == layout.NAMESPACE:
        return Format("Fakturo's layout XML (layout_v1)", TARGETS["layout"].check)
    return None
