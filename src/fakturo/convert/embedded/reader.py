"""The door: a PDF in, the invoice that it carries as XML out, compared with what its pages print."""

import mmap
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from fakturo.convert.embedded.checks import judged
from fakturo.convert.embedded.compare import compared
from fakturo.convert.embedded.dialects import invoice_from_xml
from fakturo.convert.embedded.document import UnusableXml
from fakturo.convert.invoice import Invoice, Issue
from fakturo.convert.layout.sheet import Sheet
from fakturo.convert.read.attachments import Attachment, attachments_of, stray_files_in
from fakturo.convert.read.pdf import Pdf

USUAL_NAMES = ("factur-x.xml", "xrechnung.xml", "zugferd-invoice.xml")
"""The best first; case does not matter."""


@dataclass(frozen=True, slots=True)
class Embedded:
    invoice: Invoice | None = None
    issues: tuple[Issue, ...] = ()
    """Without an invoice: why the XML was of no use, to be told with what the pages say."""


def read_embedded(pdf: Pdf, data: bytes | mmap.mmap, sheets: Callable[[], Iterable[Sheet]]) -> Embedded:
    """The PDF's own invoice in XML, judged. Its pages are asked for only if there is one."""
    listed = _best(attachments_of(pdf))
    invoice = listed.invoice or _best(stray_files_in(data)).invoice
    if invoice is None:
        return listed
    pages = tuple(range(1, pdf.page_count + 1))
    return Embedded(judged(compared(replace(invoice, pages=pages), sheets())))


def _best(attachments: Iterable[Attachment]) -> Embedded:
    """The invoice under the best name; any other that differs from it is told."""
    invoices: list[Invoice] = []
    issues: list[Issue] = []
    for attachment in sorted(attachments, key=_rank):
        try:
            invoice = invoice_from_xml(attachment.content)
        except UnusableXml as unusable:
            if _rank(attachment) < len(USUAL_NAMES):
                message = f"The PDF carries its invoice as XML, but {unusable}. The page was read instead."
                issues.append(Issue("XML_UNUSABLE", None, message))
            continue
        if invoice is not None:
            invoices.append(invoice)
    if not invoices:
        return Embedded(None, tuple(issues))
    return Embedded(_with_others(invoices[0], invoices[1:]))


def _rank(attachment: Attachment) -> int:
    name = attachment.name.lower()
    return USUAL_NAMES.index(name) if name in USUAL_NAMES else len(USUAL_NAMES)


def _with_others(invoice: Invoice, others: Iterable[Invoice]) -> Invoice:
    """Forms of one invoice lie side by side at times; invoices that differ mean files put together from several."""
    if all(_identity(other) == _identity(invoice) for other in others):
        return invoice
    message = "The PDF carries several different invoices as XML. Only the first of them was read."
    return replace(invoice, issues=(*invoice.issues, Issue("SEVERAL_EMBEDDED", "invoice.number", message)))


def _identity(invoice: Invoice) -> tuple[object, ...]:
    return invoice.number, invoice.date, invoice.currency, invoice.totals.total
