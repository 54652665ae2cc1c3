"""Judges a TaxInvoiceBulk by what is known about the form, and by the paper it was made from. Apart from the code.

Nothing of fakturo is imported here. Numbers are read from the file's text and computed with fractions, so that no
rounding happens but the one at the end of each step.
"""

import datetime as dt
import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from xml.etree import ElementTree as ET

HEADER = [
    "TaxInvoiceDate", "TaxInvoiceOpt", "TrxCode", "AddInfo", "CustomDoc", "CustomDocMonthYear", "RefDesc",
    "FacilityStamp", "SellerIDTKU", "BuyerTin", "BuyerDocument", "BuyerCountry", "BuyerDocumentNumber", "BuyerName",
    "BuyerAdress", "BuyerEmail", "BuyerIDTKU", "ListOfGoodService",
]  # fmt: skip
LINE = [
    "Opt", "Code", "Name", "Unit", "Price", "Qty", "TotalDiscount", "TaxBase", "OtherTaxBase", "VATRate", "VAT",
    "STLGRate", "STLG",
]  # fmt: skip
AMOUNT = re.compile(r"(0|[1-9][0-9]*)(\.[0-9]?[1-9])?")
"""As the tax office writes numbers: a point, at most two places, no zeros at the end."""
CENT = Decimal("0.01")


@dataclass(frozen=True)
class PaperLine:
    opt: str
    code: str
    unit: str
    name: str
    net: Fraction
    """What the line comes to with its shares of discounts and charges, without tax, before rounding."""
    luxury_rate: Decimal = Decimal(0)
    qty: Decimal | None = None
    """What must stand in the file, if anything must."""
    price: Decimal | None = None
    discount: Decimal | None = None
    other_tax_base: Decimal | None = None
    vat: Decimal | None = None


@dataclass(frozen=True)
class Paper:
    date: dt.date
    code: str
    add_info: str
    stamp: str
    reference: str
    custom_doc: str
    custom_doc_month_year: str
    seller_tin: str
    seller_nitku: str
    buyer: dict[str, str]
    """By the names of the elements."""
    lines: list[PaperLine]
    net: Decimal
    """All lines together, without tax, in cents."""
    vat: Decimal
    """As printed, in all."""
    vat_slack: Decimal


def complaints(xml: bytes, papers: list[Paper]) -> list[str]:
    text = xml.decode("utf-8")
    if "\r" in text or text.startswith("\ufeff"):
        return ["line ends or byte order mark"]
    root = ET.fromstring(text)  # noqa: S314 -- our own
    found: list[str] = []
    if root.tag != "TaxInvoiceBulk" or [child.tag for child in root] != ["TIN", "ListOfTaxInvoice"]:
        return ["root"]
    invoices = list(root[1])
    if [each.tag for each in invoices] != ["TaxInvoice"] * len(papers):
        return ["number of invoices"]
    for number, (invoice, paper) in enumerate(zip(invoices, papers, strict=True)):
        if root[0].text != paper.seller_tin:
            found.append(f"TIN {root[0].text}")
        found += [f"invoice {number}: {each}" for each in _about(invoice, paper)]
    return found


def _about(invoice: ET.Element, paper: Paper) -> list[str]:
    if [child.tag for child in invoice] != HEADER:
        return [f"elements {[child.tag for child in invoice]}"]
    wanted = {
        "TaxInvoiceDate": f"{paper.date.year:04}-{paper.date.month:02}-{paper.date.day:02}",
        "TaxInvoiceOpt": "Normal",
        "TrxCode": paper.code,
        "AddInfo": paper.add_info,
        "CustomDoc": paper.custom_doc,
        "CustomDocMonthYear": paper.custom_doc_month_year,
        "RefDesc": paper.reference,
        "FacilityStamp": paper.stamp,
        "SellerIDTKU": paper.seller_nitku,
        **paper.buyer,
    }
    found = [
        f"{name} is {_text(invoice, name)!r}, not {text!r}"
        for name, text in wanted.items()
        if _text(invoice, name) != text
    ]
    found += _facility(paper)
    lines = list(invoice[-1])
    if len(lines) != len(paper.lines):
        return [*found, f"{len(lines)} lines, not {len(paper.lines)}"]
    for number, (line, printed) in enumerate(zip(lines, paper.lines, strict=True)):
        found += [f"line {number}: {each}" for each in _about_line(line, printed, paper.code)]
    bases = sum((Decimal(_text(line, "TaxBase")) for line in lines), Decimal(0))
    if bases != paper.net:
        found.append(f"tax bases add up to {bases}, not {paper.net}")
    vats = sum((Decimal(_text(line, "VAT")) for line in lines), Decimal(0))
    if abs(vats - paper.vat) > paper.vat_slack:
        found.append(f"VAT adds up to {vats}; printed is {paper.vat}")
    return found


def _facility(paper: Paper) -> list[str]:
    """The two companions of 07 and 08: both, with the same digits at their end; none otherwise."""
    if paper.code in {"07", "08"}:
        good = re.fullmatch(r"TD\.005\d\d", paper.add_info) and paper.stamp == "TD.011" + paper.add_info[-2:]
        return [] if good else ["facility"]
    return ["facility"] if paper.add_info or paper.stamp else []


def _about_line(line: ET.Element, printed: PaperLine, code: str) -> list[str]:
    if line.tag != "GoodService" or [child.tag for child in line] != LINE:
        return [f"elements {[child.tag for child in line]}"]
    texts = {"Opt": printed.opt, "Code": printed.code, "Name": printed.name, "Unit": printed.unit}
    found = [
        f"{name} is {_text(line, name)!r}, not {text!r}" for name, text in texts.items() if _text(line, name) != text
    ]
    if malformed := [name for name in LINE[4:] if not AMOUNT.fullmatch(_text(line, name))]:
        return [*found, f"{malformed} malformed"]
    figures = {name: Decimal(_text(line, name)) for name in LINE[4:]}
    for name, value in (("Qty", printed.qty), ("Price", printed.price), ("TotalDiscount", printed.discount)):
        if value is not None and figures[name] != value:
            found.append(f"{name} is {figures[name]}, printed is {value}")
    return [*found, *_arithmetic(figures, printed, code)]


def _arithmetic(figures: dict[str, Decimal], printed: PaperLine, code: str) -> list[str]:
    exact = {name: Fraction(value) for name, value in figures.items()}
    full = code == "01" or printed.luxury_rate
    other = exact["TaxBase"] if full else exact["TaxBase"] * 11 / 12
    wanted = {
        "TaxBase": _cents(exact["Price"] * exact["Qty"] - exact["TotalDiscount"]),
        "OtherTaxBase": _cents(other) if printed.other_tax_base is None else printed.other_tax_base,
        "VATRate": Decimal(12),
        "VAT": _cents(exact["OtherTaxBase"] * 12 / 100) if printed.vat is None else printed.vat,
        "STLGRate": printed.luxury_rate,
        "STLG": _cents(exact["OtherTaxBase"] * Fraction(printed.luxury_rate) / 100),
    }
    found = [f"{name} is {figures[name]}, not {value}" for name, value in wanted.items() if figures[name] != value]
    if abs(exact["TaxBase"] - printed.net) >= Fraction(2, 100):
        found.append(f"TaxBase is {figures['TaxBase']}; printed is {float(printed.net)}")
    return found


def _cents(value: Fraction) -> Decimal:
    """Half-up, as merchants round."""
    return CENT * int(value * 100 + Fraction(1, 2))


def _text(element: ET.Element, name: str) -> str:
    return element.findtext(name) or ""
