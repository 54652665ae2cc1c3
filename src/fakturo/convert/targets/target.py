"""What every target of XML has in common: values for its mappings, and a gate for what comes out.

    invoices ─ ask ─▶ Question ─ directory ─▶ Answer ─┐
    invoices ─────────────────────────────────────────┴─ prepare ─▶ values ─ mapping ─▶ XML ─ check ─▶ findings

A mapping says where each value goes; what the values are, a target decides in `prepare`, in typed dataclasses. A
mapping's paths are checked against these classes when it is loaded.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from lxml import etree

from fakturo.convert.directory.question import Answer, Question
from fakturo.convert.invoice import Invoice, Issue, Severity


class AboutInvoice(NamedTuple):
    """An issue of one of the invoices in a file."""

    invoice: int
    """Its place among the file's, from 0."""
    issue: Issue


class Settled(NamedTuple):
    """A field of one of the invoices in a file whose value somebody else knows, too: the directory."""

    invoice: int
    field: str
    reason: str
    """A sentence for whoever asks why nobody doubts it any more."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """What a mapping's paths lead to, and what is missing or doubtful about it."""

    values: Any
    """An instance of the target's `values`."""
    issues: Sequence[AboutInvoice] = ()
    settled: Sequence[Settled] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """What a gate says about an XML, in words for people."""

    code: str
    message: str
    severity: Severity = Severity.ERROR
    element: "etree._Element | None" = None
    """Where; None is the document as a whole."""


@dataclass(frozen=True, slots=True)
class Target:
    name: str
    values: Any
    """The dataclass at which a mapping's paths begin."""
    ask: Callable[[Sequence[Invoice]], Question]
    """What a directory should be asked before the values are prepared."""
    prepare: Callable[[Sequence[Invoice], Answer], Prepared]
    check: Callable[["etree._Element"], Sequence[Finding]]
    """Schema and rules. Also takes XML from elsewhere."""
    one_invoice: bool = False
    """A file holds one invoice only."""
    load: Callable[[], None] = lambda: None
    """Reads whatever it would read late, lists and rules: a child that sees documents can open no file."""
    streamed: bool = False
    """Written from the pages as they are read: its mappings have no elements, and its values are none."""


def shown_in(invoice_field: str, **options: Any) -> Any:
    """A dataclass field whose value stands on the paper under another name: `shown_in("items.*.amount")`.

    The star is the number of the line. A name that begins with a point goes on where the group around it stands:
    `.tax_id` in a group that is `shown_in("buyer")` is `buyer.tax_id`. Findings about the value are told with that
    field and its box.

    Where a file holds several invoices, the values have them in a list named `invoices`, one for each that was
    handed to `prepare`, and in its order; the same goes for lists that stand for the lines of an invoice, unless
    each line says by a field `place` which one it is.
    """
    return field(metadata={"invoice_field": invoice_field}, **options)
