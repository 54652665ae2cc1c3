"""A made-up invoice as a PDF: its page alone, with sums that are wrong, and with its XML inside."""

from dataclasses import replace

from tests.support.pdfs import Page, Text, pdf_of_pages

HEAD = [
    Text("Nordlicht Elektro GmbH", 72, 60, size=14, bold=True),
    Text("Hafenweg 5", 72, 76),
    Text("20457 Hamburg", 72, 90),
    Text("Germany", 72, 104),
    Text("INVOICE", 400, 60, size=18, bold=True),
    Text("Bill to:", 72, 140, bold=True),
    Text("Musterbau AG", 72, 156),
    Text("Ringstrasse 9", 72, 170),
    Text("50667 Cologne", 72, 184),
    Text("Invoice number:", 340, 140),
    Text("NL-2026-017", 450, 140),
    Text("Invoice date:", 340, 156),
    Text("9 March 2026", 450, 156),
]
TABLE = [
    ("Description", "Quantity", "Unit price", "Amount"),
    ("Wall switch", "40", "12.50", "500.00"),
    ("Installation", "6", "48.00", "288.00"),
]


def invoice_page(number: str = "NL-2026-017", *, total: str = "937.72") -> Page:
    texts = [text if text.text != "NL-2026-017" else Text(number, text.x, text.y) for text in HEAD]
    for row, cells in enumerate(TABLE):
        texts += [Text(cell, x, 230 + 18 * row) for cell, x in zip(cells, (72, 300, 380, 480), strict=True)]
    sums = [("Subtotal", "788.00"), ("VAT 19%", "149.72"), ("Total EUR", total)]
    for row, (label, amount) in enumerate(sums):
        texts += [Text(label, 380, 300 + 18 * row), Text(amount, 480, 300 + 18 * row)]
    return Page(texts)


def long_invoice_pdf(lines: int = 24, *, price: str = "0.05") -> bytes:
    """More lines than fit beside the page, with quantities of many figures; each in doubt at another price."""
    texts = [*HEAD]
    rows = [TABLE[0], *((f"Clamp no. {number}", "2,000.00", price, "100.00") for number in range(1, lines + 1))]
    for row, cells in enumerate(rows):
        texts += [Text(cell, x, 230 + 18 * row) for cell, x in zip(cells, (72, 300, 380, 480), strict=True)]
    for row, label in enumerate(("Subtotal", "Total EUR")):
        y = 260 + 18 * (lines + row)
        texts += [Text(label, 380, y), Text(f"{100 * lines:,}.00", 480, y)]
    return pdf_of_pages([Page(texts)])


def own_words_pdf(number: str, date: str = "9 March 2026") -> bytes:
    """In words of its own, with a number so short that whoever doesn't know its label doubts it."""
    own = {"Invoice number:": "Merkmal", "NL-2026-017": number, "Total EUR": "Allsumm", "9 March 2026": date}
    page = invoice_page()
    return pdf_of_pages(
        [replace(page, texts=[replace(each, text=own.get(each.text, each.text)) for each in page.texts])]
    )


def invoice_pdf(*, total: str = "937.72") -> bytes:
    """For review if another total is printed."""
    return pdf_of_pages([invoice_page(total=total)])


UBL = """<?xml version="1.0" encoding="{encoding}"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
 xmlns:a="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
 xmlns:b="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
<b:ID>NL-2026-017</b:ID><b:IssueDate>2026-03-09</b:IssueDate><b:InvoiceTypeCode>380</b:InvoiceTypeCode>
<b:DocumentCurrencyCode>EUR</b:DocumentCurrencyCode>
<a:AccountingSupplierParty><a:Party><a:PartyLegalEntity><b:RegistrationName>Nordlicht Elektro GmbH</b:RegistrationName>
</a:PartyLegalEntity></a:Party></a:AccountingSupplierParty>
<a:AccountingCustomerParty><a:Party><a:PartyLegalEntity><b:RegistrationName>Musterbau AG</b:RegistrationName>
</a:PartyLegalEntity></a:Party></a:AccountingCustomerParty>
<a:TaxTotal><b:TaxAmount currencyID="EUR">149.72</b:TaxAmount>
<a:TaxSubtotal><b:TaxableAmount currencyID="EUR">788.00</b:TaxableAmount>
<b:TaxAmount currencyID="EUR">149.72</b:TaxAmount>
<a:TaxCategory><b:ID>S</b:ID><b:Percent>19</b:Percent></a:TaxCategory></a:TaxSubtotal></a:TaxTotal>
<a:LegalMonetaryTotal><b:LineExtensionAmount currencyID="EUR">788.00</b:LineExtensionAmount>
<b:TaxExclusiveAmount currencyID="EUR">788.00</b:TaxExclusiveAmount>
<b:TaxInclusiveAmount currencyID="EUR">937.72</b:TaxInclusiveAmount>
<b:PayableAmount currencyID="EUR">937.72</b:PayableAmount></a:LegalMonetaryTotal>
{lines}
</Invoice>
"""
LINE = """<a:InvoiceLine><b:ID>{no}</b:ID><b:InvoicedQuantity unitCode="C62">{qty}</b:InvoicedQuantity>
<b:LineExtensionAmount currencyID="EUR">{amount}</b:LineExtensionAmount><a:Item><b:Name>{name}</b:Name>
<a:ClassifiedTaxCategory><b:ID>S</b:ID><b:Percent>19</b:Percent></a:ClassifiedTaxCategory></a:Item>
<a:Price><b:PriceAmount currencyID="EUR">{price}</b:PriceAmount></a:Price></a:InvoiceLine>"""


def hybrid_pdf(*, encoding: str = "utf-8") -> bytes:
    """The same invoice with its XML inside, where everything is said: accepted."""
    lines = [
        LINE.format(no=number, qty=qty, amount=amount, name=name, price=price)
        for number, (name, qty, price, amount) in enumerate(TABLE[1:], start=1)
    ]
    xml = UBL.format(encoding=encoding, lines="\n".join(lines)).encode(encoding)
    file = b"99 0 obj <</Type/EmbeddedFile/Length %d>> stream\n%s\nendstream endobj\n" % (len(xml), xml)
    return invoice_pdf() + file
