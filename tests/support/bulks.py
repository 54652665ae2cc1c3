"""Made-up TaxInvoiceBulk files, in both forms that are in use."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

SELLER, OTHER_SELLER = "0123456789012000", "0999999999999000"
DJP = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="TaxInvoice.xsd"'
NET = 'xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'


@dataclass(frozen=True)
class Sale:
    reference: str = "INV/2026/0001"
    date: str = "2026-03-09"
    buyer_tin: str = "0987654321098000"
    buyer_number: str = "-"
    buyer: str = "PT Contoh Jaya"
    goods: Sequence[str] = field(default=("Saklar dinding 1 gang",))

    def elements(self) -> list[tuple[str, str]]:
        return [
            ("TaxInvoiceDate", self.date),
            ("TaxInvoiceOpt", "Normal"),
            ("TrxCode", "04"),
            ("AddInfo", ""),
            ("CustomDoc", ""),
            ("CustomDocMonthYear", ""),
            ("RefDesc", self.reference),
            ("FacilityStamp", ""),
            ("SellerIDTKU", f"{SELLER}000000"),
            ("BuyerTin", self.buyer_tin),
            ("BuyerDocument", "TIN"),
            ("BuyerCountry", "IDN"),
            ("BuyerDocumentNumber", self.buyer_number),
            ("BuyerName", self.buyer),
            ("BuyerAdress", "Jl. Contoh 1, Bandung"),
            ("BuyerEmail", ""),
            ("BuyerIDTKU", f"{self.buyer_tin}000000"),
        ]


GOODS = [
    *(("Opt", "A"), ("Code", "853600"), ("Name", ""), ("Unit", "UM.0021"), ("Price", "25000.5"), ("Qty", "40")),
    *(("TotalDiscount", "0"), ("TaxBase", "1000020"), ("OtherTaxBase", "916685"), ("VATRate", "12")),
    *(("VAT", "110002.2"), ("STLGRate", "0"), ("STLG", "0")),
]


def bulk(
    *sales: Sale,
    seller: str = SELLER,
    root: str = DJP,
    indent: str = "  ",
    line_end: str = "\n",
    bom: bool = False,
    mark: str = "",
) -> bytes:
    lines = [
        f"<TaxInvoiceBulk {root}>" if root else "<TaxInvoiceBulk>",
        f"{indent}<TIN>{seller}</TIN>",
        f"{indent}<ListOfTaxInvoice>",
    ]
    for sale in sales:
        lines += [f"{indent * depth}{text}" for depth, text in _sale(sale)]
    lines += [f"{indent}</ListOfTaxInvoice>", "</TaxInvoiceBulk>", ""]
    text = line_end.join(['<?xml version="1.0" encoding="utf-8"?>', *([mark] if mark else []), *lines])
    return text.encode("utf-8-sig" if bom else "utf-8")


def net_bulk(*sales: Sale, seller: str = SELLER) -> bytes:
    """As DJP's own converter writes it."""
    return bulk(*sales, seller=seller, root=NET, line_end="\r\n", bom=True)


def _sale(sale: Sale) -> list[tuple[int, str]]:
    goods = [(name, each if name == "Name" else value) for each in sale.goods for name, value in GOODS]
    lines: list[tuple[int, str]] = [(2, "<TaxInvoice>"), *((3, _leaf(*each)) for each in sale.elements())]
    lines.append((3, "<ListOfGoodService>"))
    for name, value in goods:
        lines += [(4, "<GoodService>")] if name == "Opt" else []
        lines.append((5, _leaf(name, value)))
        lines += [(4, "</GoodService>")] if name == "STLG" else []
    return [*lines, (3, "</ListOfGoodService>"), (2, "</TaxInvoice>")]


def _leaf(name: str, value: str) -> str:
    return f"<{name}>{escape(value)}</{name}>" if value else f"<{name}/>"
