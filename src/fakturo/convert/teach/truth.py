"""What is right about an invoice: its JSON, of which only the keys that are there count.

A null says that the paper does not print it. What is no part of an invoice is left out, unless it looks like a
misspelt key: then somebody's correction would be lost.
"""

import difflib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from decimal import Decimal
from typing import Any

from fakturo.convert.errors import ConversionError
from fakturo.convert.invoice import Invoice, Item, Party, Totals
from fakturo.convert.invoice_input import HEAD, BadJson, invoices_from_json, parsed_json

HEADER = (
    *(f"invoice.{name}" for name in HEAD),
    *(f"{role}.{name}" for role in ("seller", "buyer") for name in ("name", "tax_id", "address", "country")),
    "kind",
)
TOTALS = (
    *("subtotal", "discount", "charges", "tax_base", "tax", "total"),
    *("withheld", "prepaid", "rounding", "payable"),
)
LINE = ("amount", "qty", "unit_price", "description", "sku", "hs_code", "uom")
"""In the order in which they are judged: a line is found by its amount."""
KEYS: Mapping[str, frozenset[str]] = {
    "invoice": frozenset(HEAD),
    "seller": frozenset(each.name for each in fields(Party)),
    "buyer": frozenset(each.name for each in fields(Party)),
    "totals": frozenset(each.name for each in fields(Totals)),
    "items": frozenset(each.name for each in fields(Item)),
}
AROUND = frozenset({"kind", "pages", "verdict", "issues", "fields", "template", "coretax", "explain"})


MISSPELT = 0.75
"""So like a known key is one that was meant to be it."""


class BadTruth(ConversionError):
    """The text says what can't be used, for whoever teaches."""


@dataclass(frozen=True, slots=True)
class Truth:
    values: Mapping[str, Any]
    """Of the header, by path; None is what is not printed."""
    totals: Mapping[str, Decimal]
    """Those that are given."""
    items: Sequence[Mapping[str, Any]] | None
    """For each line what is given of it; None if nothing is said about lines."""
    left_out: Sequence[str] = ()
    """Keys that are no part of an invoice."""

    @property
    def is_empty(self) -> bool:
        return not self.values and not self.totals and self.items is None


def truth_from_json(data: bytes) -> Truth:
    """Raises BadTruth."""
    try:
        given = parsed_json(data)
        if isinstance(given, list) and len(given) == 1:
            given = given[0]
        if isinstance(given, list):
            raise BadTruth("The truth is a list of several invoices: teach one at a time.")
        if not isinstance(given, dict):
            raise BadTruth('The truth should be an object like {"invoice": {"number": "INV-1"}}.')
        kept, left_out = _known(given)
        (invoice,) = invoices_from_json(json.dumps({"invoice": {}, **kept}, default=str).encode())
    except BadJson as mistake:
        raise BadTruth(f"The truth can't be used. {mistake}") from None
    truth = _truth(kept, invoice, left_out)
    if truth.is_empty:
        raise BadTruth("The truth says nothing: give it a number, a total, lines, or whatever is known.")
    return truth


def _known(given: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """What can be judged, and the names of what can't; a key like a known one is a mistake."""
    left_out: list[str] = []
    kept = _of(given, frozenset(KEYS) | AROUND, "", left_out)
    kept = {key: value for key, value in kept.items() if key not in AROUND or key == "kind"}
    for section in ("invoice", "seller", "buyer", "totals"):
        if isinstance(kept.get(section), dict):
            kept[section] = _of(kept[section], KEYS[section], f"{section}.", left_out)
    if isinstance(kept.get("items"), list):
        lines = enumerate(kept["items"])
        kept["items"] = [
            _of(line, KEYS["items"], f"items.{place}.", left_out) if isinstance(line, dict) else line
            for place, line in lines
        ]
    return {key: value for key, value in kept.items() if value is not None}, left_out


def _of(given: Mapping[str, Any], known: frozenset[str], path: str, left_out: list[str]) -> dict[str, Any]:
    for key in given:
        if key in known:
            continue
        close = difflib.get_close_matches(key.casefold(), known - AROUND, n=1, cutoff=MISSPELT)
        if close:
            raise BadTruth(f"There is no {path}{key[:40]} in an invoice. Did you mean {close[0]!r}?")
        left_out.append(f"{path}{key[:40]}")
    return {key: value for key, value in given.items() if key in known}


def _truth(given: Mapping[str, Any], invoice: Invoice, left_out: Sequence[str]) -> Truth:
    values: dict[str, Any] = {}
    for section, names in (("invoice", HEAD), ("seller", KEYS["seller"]), ("buyer", KEYS["buyer"])):
        source: Any = invoice if section == "invoice" else getattr(invoice, section)
        values |= {f"{section}.{name}": getattr(source, name) for name in names if name in (given.get(section) or {})}
    if "kind" in given:
        values["kind"] = invoice.kind
    sums = given.get("totals") or {}
    totals = {name: getattr(invoice.totals, name) for name in TOTALS if sums.get(name) is not None}
    items = (
        [_line(line, item) for line, item in zip(given["items"], invoice.items, strict=True)]
        if "items" in given
        else None
    )
    return Truth({field: values[field] for field in HEADER if field in values}, totals, items, left_out)


def _line(given: Mapping[str, Any], item: Item) -> dict[str, Any]:
    return {name: getattr(item, name) for name in LINE if given.get(name) is not None}
