"""Every family draws, the same way twice, and its truth adds up by a reckoning of its own.

Held-back ones round in ways of their own, as real vendors do; they are only drawn here.
"""

from decimal import Decimal
from typing import Any

import pypdfium2 as pdfium
import pytest

from tests.generator.registry import DEV, HELDBACK, Truth, draw, families

NAMES = [(group, name) for group in (DEV, HELDBACK) for name in families(group)]
SEED = 7


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
    return abs(qty * price - Decimal(item["discount"]) - amount) <= cent


def _tax_closes(tax: dict[str, str], cent: Decimal) -> bool:
    rate, base, amount = (Decimal(tax[key]) for key in ("rate", "base", "amount"))
    return abs(base * rate / 100 - amount) <= cent


@pytest.mark.parametrize(("group", "name"), NAMES)
def test_a_family_draws_the_same_pdf_twice_with_a_truth_for_its_pages(group: str, name: str) -> None:
    drawn = draw(name, SEED, group)
    assert draw(name, SEED, group) == drawn
    assert drawn.truths
    assert len(pdfium.PdfDocument(drawn.pdf)) >= max(page for truth in drawn.truths for page in truth["pages"])


@pytest.mark.parametrize("name", [name for name in families() if "scan" not in name])
def test_a_truth_adds_up_unless_it_says_otherwise(name: str) -> None:
    for truth in draw(name, SEED).truths:
        assert bool(faults(truth)) == (truth["expect"] == "review"), faults(truth)
