"""Truth from what that project's templates read. Only fields that mean the same as ours are taken:

issuer and partner_name → seller (where it is on the page) · amount → total · amount_untaxed → tax base, and subtotal
where prices are net · amount_tax → tax · lines with quantity, price and amount → items.
"""

from typing import Any

Truth = dict[str, Any]


def truth_of_json(read: dict[str, Any]) -> Truth:
    total, net = _number(read.get("amount")), _number(read.get("amount_untaxed"))
    items = _items(read.get("lines") or [])
    gross = items is not None and total == _number(sum(float(item["amount"]) for item in items)) and net != total
    return {
        "invoice": {
            "number": read.get("invoice_number"),
            "date": read.get("date"),
            "due_date": read.get("date_due"),
            "currency": read.get("currency"),
            "po": None,
        },
        "seller": {"name": read.get("partner_name") or read.get("issuer"), "tax_id": read.get("vat"), "address": None},
        "buyer": {"name": None, "tax_id": None, "address": None},
        "items": items,
        "totals": {
            "subtotal": total if gross else net,
            "discount": "0",
            "charges": "0",
            "tax_base": net,
            "tax": _number(read.get("amount_tax")) or _difference(read),
            "total": total,
            "withheld": "0",
            "prepaid": None,
            "payable": None,
        },
        "kind": "invoice",
    }


def _difference(read: dict[str, Any]) -> str | None:
    if "amount" not in read or "amount_untaxed" not in read:
        return None
    return _number(read["amount"] - read["amount_untaxed"])


def _number(value: float | None) -> str | None:
    return None if value is None else f"{value:.2f}"


def _items(lines: list[dict[str, Any]]) -> list[dict[str, Any]] | None:
    """None unless every line has all three; titles and remarks between them are no lines."""
    needed = ("qty", "price_unit", "price_subtotal")
    real = [line for line in lines if "name" in line or "desc" in line]
    if not real or not all(name in line for line in real for name in needed):
        return None
    return [
        {
            "description": line.get("name"),
            "sku": line.get("code"),
            "qty": str(line["qty"]),
            "unit_price": _number(line["price_unit"]),
            "amount": _number(line["price_subtotal"]),
        }
        for line in real
    ]
