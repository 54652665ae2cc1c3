"""A truth by itself, and against its paper's text: what does not add up, and what it calls printed but is not there."""

from decimal import Decimal
from typing import Any

from tests.generator.registry import Truth


def number(value: Any) -> Decimal | None:
    """Of alternatives, the one that is a number."""
    value = value[0] if isinstance(value, list) else value
    return None if value in (None, "absent") else Decimal(value)


def faults(truth: Truth) -> list[str]:
    """What is missing or does not add up, with a unit of the last place for each rounding."""
    totals = {key: number(value) or Decimal(0) for key, value in truth["totals"].items() if key != "taxes"}
    cent = Decimal(1).scaleb(int(totals["total"].as_tuple().exponent))
    amounts = [number(item["amount"]) for item in truth["items"]]
    found = [f"line {n}" for n, item in enumerate(truth["items"], 1) if not _line_closes(item, cent)]
    net = totals["subtotal"] - totals["discount"] + totals["charges"] + totals.get("rounding", Decimal(0))
    included = any(item.get("tax_included") for item in truth["items"])
    closings = {
        "number": truth["invoice"]["number"] != "absent",
        "subtotal": None not in amounts and sum(filter(None, amounts)) == totals["subtotal"],
        "total": net + (0 if included else totals["tax"]) == totals["total"],
        "tax": sum(Decimal(tax["amount"]) for tax in truth["totals"]["taxes"]) == totals["tax"],
        "rates": all(_tax_closes(tax, cent) for tax in truth["totals"]["taxes"]),
        "payable": totals["total"] - totals["withheld"] - totals["prepaid"] == totals["payable"],
    }
    return found + [name for name, closes in closings.items() if not closes]


def _line_closes(item: dict[str, Any], cent: Decimal) -> bool:
    qty, price, amount = (number(item[key]) for key in ("qty", "unit_price", "amount"))
    if qty is None or price is None or amount is None:
        return True
    return abs(qty * price - (number(item["discount"]) or 0) - amount) <= cent


def _tax_closes(tax: dict[str, str], cent: Decimal) -> bool:
    rate, base, amount = (Decimal(tax[key]) for key in ("rate", "base", "amount"))
    return abs(base * rate / 100 - amount) <= cent


def digits(text: str) -> str:
    return "".join(sign for sign in text if sign.isdigit())


def is_printed(value: Any, page: str) -> bool:
    """In digits alone, with as many decimals as a sender may write: every way to point a number is the same."""
    if not isinstance(value, str) or value == "absent" or not Decimal(value):
        return True  # nothing is claimed
    number = abs(Decimal(value))
    return any(digits(f"{number:.{places}f}") in page for places in range(5) if round(number, places) == number)


def missing(truth: Truth, text: str) -> list[str]:
    """What the truth calls printed and the page lacks. Several prepayments are printed one by one."""
    page = digits(text)
    values = {name: value for name, value in truth["totals"].items() if name not in ("taxes", "rounding", "prepaid")}
    for at, item in enumerate(truth["items"]):
        values |= {f"{name} of line {at + 1}": item[name] for name in ("qty", "unit_price", "amount")}
    names = (truth["invoice"]["number"], truth["seller"]["name"], truth["buyer"]["name"])
    ids = (truth[party]["tax_id"] for party in ("seller", "buyer"))
    texts = [value for value in (*names, *ids) if isinstance(value, str) and value != "absent"]
    return [value for value in texts if value not in text] + [k for k, v in values.items() if not is_printed(v, page)]
