"""Made-up invoices as XML in each dialect, and PDFs that carry them.

cii(), zugferd_1(), ubl()            whole invoices that close; keywords replace parts of them
hybrid_pdf(["Invoice 7"], files)     a page of lines, with files inside
"""

from collections.abc import Mapping, Sequence

from tests.support.pdfs import A4, PdfWriter, _add_page, _page_of_lines

PAGE_LINES = [
    "Rechnung Nr. 2031-77",
    "Rechnungsdatum: 09.03.2031",
    "1 Holzleiste 40 Stk. 2,50 100,00",
    "2 Winkel 300 Stk. 0,15 45,00",
    "Summe netto 145,00",
    "MwSt 19 % 27,55",
    "Gesamtbetrag 172,55 EUR",
]
"""What a page prints for the invoice that the XMLs here have when nothing is replaced."""

LINES = (("1", "Holzleiste", "40", "2.50", "100.00"), ("2", "Winkel", "300", "0.15", "45.00"))
SUMS = {"line": "145.00", "base": "145.00", "tax": "27.55", "total": "172.55", "due": "172.55"}

CII_TAXES = (
    "<ram:ApplicableTradeTax><ram:CalculatedAmount>27.55</ram:CalculatedAmount><ram:TypeCode>VAT</ram:TypeCode>"
    "<ram:BasisAmount>145.00</ram:BasisAmount><ram:RateApplicablePercent>19.00</ram:RateApplicablePercent>"
    "</ram:ApplicableTradeTax>"
)


def cii(
    *,
    number: str = "2031-77",
    date: str = '<udt:DateTimeString format="102">20310309</udt:DateTimeString>',
    type_code: str = "380",
    lines: str | None = None,
    sums: str | None = None,
    settlement: str = "",
) -> bytes:
    lines = "".join(cii_line(*line) for line in LINES) if lines is None else lines
    sums = (CII_TAXES + cii_sums(**SUMS)) if sums is None else sums
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"
 xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"
 xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
<rsm:ExchangedDocument><ram:ID>{number}</ram:ID><ram:TypeCode>{type_code}</ram:TypeCode>
<ram:IssueDateTime>{date}</ram:IssueDateTime></rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>{lines}
<ram:ApplicableHeaderTradeAgreement>
<ram:SellerTradeParty><ram:Name>Leisten Muster GmbH</ram:Name><ram:PostalTradeAddress>
<ram:PostcodeCode>00001</ram:PostcodeCode><ram:LineOne>Musterweg 1</ram:LineOne><ram:CityName>Musterstadt</ram:CityName>
<ram:CountryID>DE</ram:CountryID></ram:PostalTradeAddress>
<ram:SpecifiedTaxRegistration><ram:ID schemeID="FC">12/345/6789</ram:ID></ram:SpecifiedTaxRegistration>
<ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">DE000000011</ram:ID></ram:SpecifiedTaxRegistration>
</ram:SellerTradeParty>
<ram:BuyerTradeParty><ram:Name>Beispiel Bau AG</ram:Name></ram:BuyerTradeParty>
<ram:BuyerOrderReferencedDocument><ram:IssuerAssignedID>B-9</ram:IssuerAssignedID></ram:BuyerOrderReferencedDocument>
</ram:ApplicableHeaderTradeAgreement>
<ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>{settlement}{sums}
</ram:ApplicableHeaderTradeSettlement>
</rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>""".encode()


def cii_line(
    no: str, name: str, qty: str, price: str, amount: str, *, basis: str = "", extra: str = "", status: str = ""
) -> str:
    return f"""<ram:IncludedSupplyChainTradeLineItem>
<ram:AssociatedDocumentLineDocument><ram:LineID>{no}</ram:LineID>{status}</ram:AssociatedDocumentLineDocument>
<ram:SpecifiedTradeProduct><ram:SellerAssignedID>A-{no}</ram:SellerAssignedID><ram:Name>{name}</ram:Name>
</ram:SpecifiedTradeProduct>
<ram:SpecifiedLineTradeAgreement><ram:NetPriceProductTradePrice><ram:ChargeAmount>{price}</ram:ChargeAmount>{basis}
</ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement>
<ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="H87">{qty}</ram:BilledQuantity>
</ram:SpecifiedLineTradeDelivery>
<ram:SpecifiedLineTradeSettlement><ram:ApplicableTradeTax><ram:RateApplicablePercent>19</ram:RateApplicablePercent>
</ram:ApplicableTradeTax>{extra}<ram:SpecifiedTradeSettlementLineMonetarySummation>
<ram:LineTotalAmount>{amount}</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation>
</ram:SpecifiedLineTradeSettlement></ram:IncludedSupplyChainTradeLineItem>"""


def cii_sums(*, line: str | None = None, base: str, tax: str, total: str, due: str, more: str = "") -> str:
    lines = f"<ram:LineTotalAmount>{line}</ram:LineTotalAmount>" if line is not None else ""
    return f"""<ram:SpecifiedTradeSettlementHeaderMonetarySummation>{lines}
<ram:TaxBasisTotalAmount>{base}</ram:TaxBasisTotalAmount><ram:TaxTotalAmount currencyID="EUR">{tax}</ram:TaxTotalAmount>
<ram:GrandTotalAmount>{total}</ram:GrandTotalAmount>{more}<ram:DuePayableAmount>{due}</ram:DuePayableAmount>
</ram:SpecifiedTradeSettlementHeaderMonetarySummation>"""


def zugferd_1() -> bytes:
    """The same invoice in the words of 2014, with a line that only says something."""
    renamed = cii().decode()
    for new, old in (
        ("rsm:CrossIndustryInvoice", "rsm:CrossIndustryDocument"),
        ("urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100", "urn:ferd:CrossIndustryDocument:invoice:1p0"),
        ("rsm:ExchangedDocument", "rsm:HeaderExchangedDocument"),
        ("rsm:SupplyChainTradeTransaction", "rsm:SpecifiedSupplyChainTradeTransaction"),
        ("ApplicableHeaderTradeAgreement", "ApplicableSupplyChainTradeAgreement"),
        ("ApplicableHeaderTradeSettlement", "ApplicableSupplyChainTradeSettlement"),
        ("SpecifiedTradeSettlementHeaderMonetarySummation", "SpecifiedTradeSettlementMonetarySummation"),
        ("SpecifiedTradeSettlementLineMonetarySummation", "SpecifiedTradeSettlementMonetarySummation"),
        ("SpecifiedLineTradeAgreement", "SpecifiedSupplyChainTradeAgreement"),
        ("SpecifiedLineTradeDelivery", "SpecifiedSupplyChainTradeDelivery"),
        ("SpecifiedLineTradeSettlement", "SpecifiedSupplyChainTradeSettlement"),
        ("RateApplicablePercent", "ApplicablePercent"),
        ("IssuerAssignedID", "ID"),
    ):
        renamed = renamed.replace(new, old)
    note = (
        "<ram:IncludedSupplyChainTradeLineItem><ram:AssociatedDocumentLineDocument><ram:IncludedNote>"
        "<ram:Content>Wie besprochen:</ram:Content></ram:IncludedNote></ram:AssociatedDocumentLineDocument>"
        "</ram:IncludedSupplyChainTradeLineItem>"
    )
    return renamed.replace("<ram:Included", note + "<ram:Included", 1).encode()


def ubl(
    *, root: str = "Invoice", type_code: str = "380", sign: str = "", extra: str = "", line_extra: str = ""
) -> bytes:
    quantity = "InvoicedQuantity" if root == "Invoice" else "CreditedQuantity"
    lines = "".join(
        f"""<cac:{root}Line><cbc:ID>{no}</cbc:ID><cbc:{quantity} unitCode="H87">{sign}{qty}</cbc:{quantity}>
<cbc:LineExtensionAmount currencyID="EUR">{sign}{amount}</cbc:LineExtensionAmount>{line_extra}<cac:Item>
<cbc:Name>{name}</cbc:Name><cac:SellersItemIdentification><cbc:ID>A-{no}</cbc:ID></cac:SellersItemIdentification>
<cac:ClassifiedTaxCategory><cbc:Percent>19</cbc:Percent></cac:ClassifiedTaxCategory></cac:Item>
<cac:Price><cbc:PriceAmount currencyID="EUR">{price}</cbc:PriceAmount></cac:Price></cac:{root}Line>"""
        for no, name, qty, price, amount in LINES
    )
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<ubl:{root} xmlns:ubl="urn:oasis:names:specification:ubl:schema:xsd:{root}-2"
 xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
 xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
<cbc:ID>2031-77</cbc:ID><cbc:IssueDate>2031-03-09</cbc:IssueDate><cbc:DueDate>2031-04-08</cbc:DueDate>
<cbc:{root}TypeCode>{type_code}</cbc:{root}TypeCode><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
<cac:OrderReference><cbc:ID>B-9</cbc:ID></cac:OrderReference>
<cac:AccountingSupplierParty><cac:Party><cac:PartyName><cbc:Name>Leisten</cbc:Name></cac:PartyName>
<cac:PostalAddress><cbc:StreetName>Musterweg 1</cbc:StreetName><cbc:CityName>Musterstadt</cbc:CityName>
<cbc:PostalZone>00001</cbc:PostalZone><cac:Country><cbc:IdentificationCode>DE</cbc:IdentificationCode></cac:Country>
</cac:PostalAddress>
<cac:PartyTaxScheme><cbc:CompanyID>12/345/6789</cbc:CompanyID><cac:TaxScheme><cbc:ID>FC</cbc:ID></cac:TaxScheme>
</cac:PartyTaxScheme>
<cac:PartyTaxScheme><cbc:CompanyID>DE000000011</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>
</cac:PartyTaxScheme>
<cac:PartyLegalEntity><cbc:RegistrationName>Leisten Muster GmbH</cbc:RegistrationName></cac:PartyLegalEntity>
</cac:Party></cac:AccountingSupplierParty>
<cac:AccountingCustomerParty><cac:Party><cac:PartyLegalEntity>
<cbc:RegistrationName>Beispiel Bau AG</cbc:RegistrationName>
</cac:PartyLegalEntity></cac:Party></cac:AccountingCustomerParty>{extra}
<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">{sign}27.55</cbc:TaxAmount><cac:TaxSubtotal>
<cbc:TaxableAmount currencyID="EUR">{sign}145.00</cbc:TaxableAmount>
<cbc:TaxAmount currencyID="EUR">{sign}27.55</cbc:TaxAmount><cac:TaxCategory>
<cbc:Percent>19</cbc:Percent></cac:TaxCategory>
</cac:TaxSubtotal></cac:TaxTotal>
<cac:LegalMonetaryTotal><cbc:LineExtensionAmount currencyID="EUR">{sign}145.00</cbc:LineExtensionAmount>
<cbc:TaxExclusiveAmount currencyID="EUR">{sign}145.00</cbc:TaxExclusiveAmount>
<cbc:TaxInclusiveAmount currencyID="EUR">{sign}172.55</cbc:TaxInclusiveAmount>
<cbc:PayableAmount currencyID="EUR">{sign}172.55</cbc:PayableAmount></cac:LegalMonetaryTotal>{lines}
</ubl:{root}>""".encode()


def hybrid_pdf(
    lines: Sequence[str],
    files: Mapping[str, bytes],
    *,
    listed: bool = True,
    compress: bool = True,
    mime_type: bytes = b"/Subtype /text#2Fxml",
) -> bytes:
    """With `listed` false, the files hang on the page by an annotation only, as some programs leave them."""
    writer = PdfWriter()
    font = writer.add(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
    specs = []
    for name, content in files.items():
        stream = writer.add_stream(content, b"/Type /EmbeddedFile " + mime_type, compress=compress)
        title = name.encode("ascii")
        spec = b"<< /Type /Filespec /F (%s) /UF (%s) /EF << /F %d 0 R >> >>" % (title, title, stream)
        specs.append((title, writer.add(spec)))
    marks = b"".join(b"<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS %d 0 R >>" % n for _, n in specs)
    entries = b"" if listed else b"/Annots [%s]" % marks
    page = _page_of_lines(lines, A4, 11)
    page = type(page)(page.texts, extra_entries=entries)
    kid = _add_page(writer, page, font, font, len(writer.objects) + 3, compress=True)
    tree = writer.add(b"<< /Type /Pages /Kids [%d 0 R] /Count 1 >>" % kid)
    names = b" ".join(b"(%s%d) %d 0 R" % (title, number, number) for title, number in sorted(specs))
    catalog = b"/Names << /EmbeddedFiles << /Names [%s] >> >>" % names if listed else b""
    return writer.to_bytes(writer.add(b"<< /Type /Catalog /Pages %d 0 R %s >>" % (tree, catalog)))
