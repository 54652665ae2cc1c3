"""Our own plain XML of invoices: what the JSON says, for programs that would rather read XML. docs/mappings.md."""

from fakturo.convert.targets.invoice.target import INVOICE

__all__ = ["INVOICE"]
