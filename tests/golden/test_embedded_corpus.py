"""Every invoice of the corpus that carries XML: what is read equals what the XML says.

Judged by XPath straight on the XML and, for attachments, by another way into the PDF, so that the reader is not asked
about itself.
"""

import datetime as dt
import os
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from lxml import etree

from fakturo.convert.embedded.dialects import invoice_from_xml
from fakturo.convert.embedded.reader import read_embedded
from fakturo.convert.engine import _pages, no_ocr
from fakturo.convert.invoice import Invoice, Kind
from fakturo.convert.layout.sheet import sheet_of
from fakturo.convert.read.pdf import open_pdf

CORPUS = Path(os.environ.get("FAKTURO_CORPUS", "")) / "zugferd"
FOUND = sorted(CORPUS.rglob("*.pdf")) if "FAKTURO_CORPUS" in os.environ else []
PLAIN = sorted(CORPUS.rglob("*.xml")) if "FAKTURO_CORPUS" in os.environ else []

pytestmark = pytest.mark.skipif(not FOUND, reason="FAKTURO_CORPUS names no folder with zugferd/ in it")

PAGES_THAT_DIFFER = {
    # The page prints a contract's number instead of the invoice's.
    "ZUGFeRD_1p0_COMFORT_Haftpflichtversicherung_Versicherungssteuer": {"invoice.number"},
    "ZUGFeRD_1p0_COMFORT_Kraftfahrversicherung_Bruttopreise": {"invoice.number"},
    "ZUGFeRD_1p0_COMFORT_Sachversicherung_berechneter_Steuersatz": {"invoice.number"},
    # XML and page are of two different invoices, altogether or in part.
    "acme_invoice-42_ZUGFeRD": {None},
    "MustangGnuaccountingBeispielRE-20150613_503": {"totals.total"},
    "MustangGnuaccountingBeispielRE-20151008_504": {"invoice.date"},
    "MustangGnuaccountingBeispielRE-20151008_504new": {"invoice.date"},
    "MustangGnuaccountingBeispielRE-20201121_508_withBOM": {"invoice.number", "invoice.date"},
}
"""Looked up by eye, page by page; every other page says what its XML says."""


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.stem)
def test_a_pdf_gives_what_its_xml_says_and_tells_where_its_page_differs(path: Path) -> None:
    data = path.read_bytes()
    with open_pdf(data) as pdf:
        found = read_embedded(pdf, data, lambda: [sheet_of(page) for page in _pages(pdf, lambda _: None, no_ocr)])
    assert found.invoice is not None
    assert compare_with_xml(found.invoice, attached_invoice(path)) >= 6
    differing = {issue.field for issue in found.invoice.issues if issue.code == "PAGE_DIFFERS"}
    assert differing == PAGES_THAT_DIFFER.get(path.stem, set())


@pytest.mark.parametrize("path", PLAIN, ids=lambda path: path.stem)
def test_an_xml_by_itself_is_read(path: Path) -> None:
    content = path.read_bytes()
    invoice = invoice_from_xml(content)
    assert invoice is not None
    assert compare_with_xml(invoice, etree.fromstring(content)) >= 10


def attached_invoice(path: Path) -> Any:
    document = pypdfium2.PdfDocument(path)
    try:
        attachments = [document.get_attachment(index) for index in range(document.count_attachments())]
        names = {"factur-x.xml", "zugferd-invoice.xml"}
        [content] = [bytes(file.get_data()) for file in attachments if file.get_name().lower() in names]
    finally:
        document.close()
    return etree.fromstring(content)


def compare_with_xml(invoice: Invoice, root: Any) -> int:
    """How many values were compared; each must be equal."""
    sign = -1 if invoice.kind is Kind.CREDIT_NOTE and amounts(root, HEAD_SUMS, "GrandTotalAmount")[0] < 0 else 1
    pairs = [*head_pairs(invoice, root), *sum_pairs(invoice, root, sign), *line_pairs(invoice, root, sign)]
    for name, read, said in pairs:
        assert read == said, name
    return sum(said is not None for _, _, said in pairs)


HEAD_SUMS = "//*[starts-with(local-name(), 'Applicable')]/*[contains(local-name(), 'MonetarySummation')]"
LINES = "//*[local-name()='IncludedSupplyChainTradeLineItem'][.//*[local-name()='BilledQuantity']]"

Pairs = list[tuple[str, Any, Any]]


def named(*names: str) -> str:
    return "/".join(f"*[local-name()='{name}']" for name in names)


def amounts(node: Any, path: str, name: str) -> list[Decimal]:
    return [Decimal(text.strip()) for text in node.xpath(f"{path}/{named(name)}/text()") if text.strip()]


def head_pairs(invoice: Invoice, root: Any) -> Pairs:
    [day] = root.xpath(
        f"/*/*[contains(local-name(), 'ExchangedDocument')]/{named('IssueDateTime')}//text()[normalize-space()]"
    )
    document = "/*/*[local-name()='ExchangedDocument' or local-name()='HeaderExchangedDocument']"
    text: Callable[[str], str | None] = lambda path: root.xpath(f"normalize-space({path})") or None  # noqa: E731
    return [
        ("number", invoice.number, text(f"{document}/{named('ID')}")),
        ("date", invoice.date, dt.datetime.strptime(day.strip(), "%Y%m%d").date()),  # noqa: DTZ007
        ("currency", invoice.currency, text(f"//{named('InvoiceCurrencyCode')}")),
        ("seller", invoice.seller.name, text(f"//{named('SellerTradeParty', 'Name')}")),
        ("buyer", invoice.buyer.name, text(f"//{named('BuyerTradeParty', 'Name')}")),
    ]


def sum_pairs(invoice: Invoice, root: Any, sign: int) -> Pairs:
    totals = invoice.totals
    read = {
        "LineTotalAmount": totals.subtotal,
        "AllowanceTotalAmount": totals.discount or None,
        "ChargeTotalAmount": totals.charges or None,
        "TaxBasisTotalAmount": totals.tax_base,
        "TaxTotalAmount": totals.tax,
        "GrandTotalAmount": totals.total,
        "TotalPrepaidAmount": totals.prepaid or None,
        "DuePayableAmount": totals.payable,
    }
    zero_is_nothing = {"AllowanceTotalAmount", "ChargeTotalAmount", "TotalPrepaidAmount"}
    pairs: Pairs = []
    for name, value in read.items():
        said = [sign * amount for amount in amounts(root, HEAD_SUMS, name) if amount or name not in zero_is_nothing]
        pairs.append((name, value, said[0] if said else None))
    taxes = [
        tuple(sign * amount for amount in (*amounts(tax, ".", "BasisAmount"), *amounts(tax, ".", "CalculatedAmount")))
        for tax in root.xpath("//*[starts-with(local-name(), 'Applicable')]/*[local-name()='ApplicableTradeTax']")
        if amounts(tax, ".", "CalculatedAmount")
    ]
    return [*pairs, ("taxes", [(tax.base, tax.amount) for tax in totals.taxes] or None, taxes or None)]


def line_pairs(invoice: Invoice, root: Any, sign: int) -> Pairs:
    lines = root.xpath(LINES)
    pairs: Pairs = [("count of lines", len(invoice.items), len(lines))]
    for index, (item, line) in enumerate(zip(invoice.items, lines, strict=True)):
        said = {
            "amount": amounts(line, ".//*[contains(local-name(), 'MonetarySummation')]", "LineTotalAmount"),
            "unit_price": amounts(line, f".//{named('NetPriceProductTradePrice')}", "ChargeAmount"),
            "qty": amounts(line, ".//*", "BilledQuantity"),
        }
        for name, values in said.items():
            value = getattr(item, name)
            expected = values[0] if values else None
            if name == "amount" and expected is not None:
                expected *= sign
            pairs.append(
                (
                    f"{name} of line {index + 1}",
                    abs(value) if value and name == "qty" else value,
                    abs(expected) if expected and name == "qty" else expected,
                )
            )
        [unit] = line.xpath(f".//{named('BilledQuantity')}/@unitCode")
        pairs.append((f"unit of line {index + 1}", item.uom, unit))
    return pairs
