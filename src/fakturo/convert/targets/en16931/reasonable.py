"""An invoice without figures that can't be right: whoever reckons with them gets nowhere, and a person must look."""

from collections.abc import Iterator
from dataclasses import fields, replace
from decimal import Decimal
from typing import Any

from fakturo.convert.invoice import Invoice, Issue, Item, Tax, Totals
from fakturo.convert.targets.en16931.values import ZERO
from fakturo.convert.targets.figures import is_reasonable

_OF_ITEMS = {"amount": None, "qty": None, "unit_price": None, "discount": ZERO, "price_base": Decimal(1)}
_OF_TOTALS = {each.name: each.default for each in fields(Totals) if each.name != "taxes"}
"""What stands in the place of each."""


def with_reasonable_figures(invoice: Invoice) -> tuple[Invoice, list[Issue]]:
    """What is too large counts as not printed, and is told. Rates: rates.py."""
    issues = [
        Issue("FIGURE_TOO_LARGE", field, f"{about}a figure is too large to be right.".capitalize())
        for field, about in _too_large(invoice)
    ]
    if not issues:
        return invoice, issues
    totals = replace(invoice.totals, **_instead(invoice.totals, _OF_TOTALS))
    totals = replace(totals, taxes=tuple(tax for tax in totals.taxes if _is_reasonable_tax(tax)))
    items = tuple(replace(item, **_instead(item, _OF_ITEMS)) for item in invoice.items)
    return replace(invoice, items=items, totals=totals), issues


def _too_large(invoice: Invoice) -> Iterator[tuple[str, str]]:
    """Their fields, and words for where that is."""
    for place, item in enumerate(invoice.items):
        yield from ((f"items.{place}.{name}", f"line {place + 1}: ") for name in _instead(item, _OF_ITEMS))
    yield from ((f"totals.{name}", "") for name in _instead(invoice.totals, _OF_TOTALS))
    if not all(map(_is_reasonable_tax, invoice.totals.taxes)):
        yield "totals.taxes", ""


def _instead(of: Item | Totals, known: dict[str, Any]) -> dict[str, Any]:
    return {name: otherwise for name, otherwise in known.items() if not is_reasonable(getattr(of, name))}


def _is_reasonable_tax(tax: Tax) -> bool:
    return is_reasonable(tax.base) and is_reasonable(tax.amount)
