"""Truth from the XML that a ZUGFeRD or Factur-X PDF carries. Written apart from the product's own reader of it."""

import datetime as dt
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pypdfium2 as pdfium
from lxml import etree

Truth = dict[str, Any]
CREDIT_NOTES = {"381", "83", "396"}


def attached_xml(pdf: pdfium.PdfDocument) -> bytes | None:
    for at in range(pdf.count_attachments()):
        attachment = pdf.get_attachment(at)
        if attachment.get_name().lower() in ("zugferd-invoice.xml", "factur-x.xml"):
            return bytes(attachment.get_data())
    return None


def truth_of_xml(xml: bytes) -> Truth:
    """Everything that the XML says, seen on the page or not."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    root = etree.fromstring(xml.lstrip(b"\xef\xbb\xbf"), parser)
    return {
        "invoice": {
            "number": _text(root, "ExchangedDocument/ID") or _text(root, "HeaderExchangedDocument/ID"),
            "date": _date(root, "IssueDateTime/DateTimeString"),
            "currency": _text(root, "InvoiceCurrencyCode"),
            "due_date": _date(root, "DueDateDateTime/DateTimeString"),
            "po": _text(root, "BuyerOrderReferencedDocument/IssuerAssignedID")
            or _text(root, "BuyerOrderReferencedDocument/ID"),
        },
        "seller": _party(root, "SellerTradeParty"),
        "buyer": _party(root, "BuyerTradeParty"),
        "items": list(_items(root)),
        "totals": _totals(root),
        "kind": "credit_note" if _type_code(root) in CREDIT_NOTES else "invoice",
    }


def _type_code(root: etree._Element) -> str | None:
    return _text(root, "ExchangedDocument/TypeCode") or _text(root, "HeaderExchangedDocument/TypeCode")


def _all(element: etree._Element, path: str) -> list[etree._Element]:
    steps = "/".join(f"*[local-name()='{step}']" for step in path.split("/"))
    found = element.xpath(f".//{steps}")
    assert isinstance(found, list)
    return [one for one in found if isinstance(one, etree._Element)]


def _text(element: etree._Element, path: str) -> str | None:
    """The first that says something."""
    return next((text for one in _all(element, path) if (text := (one.text or "").strip())), None)


def _number(element: etree._Element, path: str) -> str | None:
    text = _text(element, path)
    return None if text is None else f"{Decimal(text):f}"


def _date(element: etree._Element, path: str) -> str | None:
    text = _text(element, path)
    return dt.datetime.strptime(text[:8], "%Y%m%d").date().isoformat() if text else None  # noqa: DTZ007 - a day


def _party(root: etree._Element, role: str) -> dict[str, Any]:
    party = next(iter(_all(root, role)), None)
    if party is None:
        return {"name": None, "tax_id": None, "address": None}
    ids = {one.get("schemeID"): one.text for one in _all(party, "SpecifiedTaxRegistration/ID")}
    own_name = next((one.text for one in party if etree.QName(one).localname == "Name"), None)
    return {"name": own_name, "tax_id": ids.get("VA") or ids.get("FC"), "address": None}


def _items(root: etree._Element) -> Iterator[dict[str, Any]]:
    for line in _all(root, "IncludedSupplyChainTradeLineItem"):
        amount = _number(line, "LineTotalAmount")
        if amount is None:
            continue  # a remark, not an item
        yield {
            "description": _text(line, "SpecifiedTradeProduct/Name"),
            "sku": _text(line, "SellerAssignedID"),
            "qty": _number(line, "BilledQuantity"),
            "unit_price": _price(line),
            "amount": amount,
        }


def _price(line: etree._Element) -> str | list[str] | None:
    """Net or gross, where they differ: a page may print the one, the other or both."""
    net = _number(line, "NetPriceProductTradePrice/ChargeAmount")
    gross = _number(line, "GrossPriceProductTradePrice/ChargeAmount")
    return [net, gross] if net and gross and Decimal(net) != Decimal(gross) else net


def _totals(root: etree._Element) -> dict[str, Any]:
    paths = (
        "ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementHeaderMonetarySummation",
        "ApplicableSupplyChainTradeSettlement/SpecifiedTradeSettlementMonetarySummation",
    )
    sums = next(one for path in paths for one in _all(root, path))
    total, payable = _number(sums, "GrandTotalAmount"), _number(sums, "DuePayableAmount")
    paid = f"{Decimal(total) - Decimal(payable):f}" if total and payable else "0"
    return {
        "subtotal": _number(sums, "LineTotalAmount"),
        "discount": _number(sums, "AllowanceTotalAmount") or "0",
        "charges": _number(sums, "ChargeTotalAmount") or "0",
        "tax_base": _number(sums, "TaxBasisTotalAmount"),
        "tax": _number(sums, "TaxTotalAmount"),
        "total": total,
        "withheld": "0",
        "prepaid": _number(sums, "TotalPrepaidAmount") or paid,
        "payable": payable,
    }
