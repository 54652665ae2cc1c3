"""Real invoices from the folder that FAKTURO_CORPUS names, each with what of its truth is visible on the page."""

import datetime as dt
import json
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium

from tests.score.cases import Case
from tests.score.cii import attached_xml, truth_of_xml
from tests.score.corrections import DISAGREES, EXCLUDED, PRINTED
from tests.score.invoice2data import truth_of_json
from tests.score.visible import PageText

Truth = dict[str, Any]
DERIVABLE = ("subtotal", "tax_base", "tax", "payable")
"""Where these are not printed by themselves, a reader may leave them empty or work them out, but not get them wrong."""


def corpus_cases(folder: Path) -> Iterator[Case]:
    for path in sorted(folder.glob("zugferd/**/*.pdf")):
        with pdfium.PdfDocument(path) as pdf:
            xml = attached_xml(pdf)
            if xml is not None:
                family = f"zugferd/{path.relative_to(folder / 'zugferd').parent}"
                yield _case(path, family, positive(truth_of_xml(xml)), page_text(pdf))
    for path in sorted(folder.glob("invoice2data/*.pdf")):
        with pdfium.PdfDocument(path) as pdf:
            read = json.loads(path.with_suffix(".json").read_text("utf-8"))
            yield _case(path, "invoice2data", truth_of_json(read[0]), page_text(pdf))


def page_text(pdf: pdfium.PdfDocument) -> PageText:
    return PageText("\n".join(page.get_textpage().get_text_range() for page in pdf))


def _case(path: Path, family: str, truth: Truth, text: PageText) -> Case:
    name = path.stem
    seen = only_visible(truth, text)
    for place, value in PRINTED.get(name, {}).items():
        _set(seen, place, value)
    for place in EXCLUDED.get(name, {}):
        _set(seen, place, None)
    seen["tags"] = [*(["disagrees"] if name in DISAGREES else []), *([] if text else ["scan"])]
    return Case(name, family, path.read_bytes(), (seen,))


def positive(truth: Truth) -> Truth:
    """A correction with negative amounts is a credit note, and a credit note has positive ones."""
    total = truth["totals"]["total"]
    if total is None or Decimal(total) >= 0:
        return truth
    totals = {name: _unsigned(value) for name, value in truth["totals"].items()}
    items = [{**item, "qty": _unsigned(item["qty"]), "amount": _unsigned(item["amount"])} for item in truth["items"]]
    return {**truth, "kind": "credit_note", "totals": totals, "items": items}


def _unsigned(number: str | None) -> str | None:
    return number.removeprefix("-") if number else number


def only_visible(truth: Truth, text: PageText) -> Truth:
    head, totals = truth["invoice"], truth["totals"]
    return {
        "invoice": {
            "number": head["number"] if head["number"] and text.has_text(head["number"]) else None,
            "date": _visible_date(head["date"], text),
            "due_date": _visible_date(head["due_date"], text),
            "currency": head["currency"] if head["currency"] and text.has_currency(head["currency"]) else None,
            "po": head["po"] if head["po"] and text.has_text(head["po"]) else None,
        },
        "seller": _visible_party(truth["seller"], text),
        "buyer": _visible_party(truth["buyer"], text),
        "items": _visible_items(truth["items"], text),
        "totals": {name: _visible_total(name, value, totals, text) for name, value in totals.items()},
        "kind": truth["kind"],
        "expect": "accept",
    }


def _visible_date(day: str | None, text: PageText) -> str | None:
    return day if day and text.has_date(dt.date.fromisoformat(day)) else None


def _visible_party(party: dict[str, Any], text: PageText) -> dict[str, Any]:
    name, tax_id = party["name"], party["tax_id"]
    lines = [line.strip() for line in (name or "").splitlines() if line.strip()]
    names = lines if len(lines) <= 1 else [" ".join(lines), lines[-1]]  # a form of address before the name
    seen = [one for one in names if text.has_text(one)]
    return {
        "name": (seen if len(seen) > 1 else seen[0]) if seen else None,
        "tax_id": tax_id if tax_id and text.has_text(tax_id) else None,
        "address": None,
    }


def _visible_items(items: list[dict[str, Any]] | None, text: PageText) -> list[dict[str, Any]] | None:
    """Only if each line's amount is to be seen."""
    if not items or not all(text.has_money(Decimal(item["amount"])) for item in items):
        return None
    return [
        {**item, "qty": _visible_number(item["qty"], text), "unit_price": _visible_number(item["unit_price"], text)}
        for item in items
    ]


def _visible_number(value: Any, text: PageText) -> Any:
    allowed = value if isinstance(value, list) else [value]
    seen = [one for one in allowed if one is not None and text.has_number(Decimal(one))]
    return None if not seen else seen if len(seen) > 1 else seen[0]


def _visible_total(name: str, value: str | None, totals: dict[str, Any], text: PageText) -> Any:
    if value is None or Decimal(value) == 0:
        return value if name not in DERIVABLE else None if value is None else [value, None]
    if not text.has_money(Decimal(value)):
        return [value, None] if name in DERIVABLE and text.has_money(Decimal(totals["total"] or 0)) else None
    # One printed number may stand for two of ours: the second may be left empty.
    doubled = (name == "tax_base" and value == totals["subtotal"]) or (name == "payable" and value == totals["total"])
    return [value, None] if doubled else value


def _set(truth: Truth, place: str, value: Any) -> None:
    if place.startswith("items."):
        for item in truth["items"] or ():
            item[place.removeprefix("items.")] = value
        return
    *folders, key = place.split(".")
    where = truth
    for folder in folders:
        where = where[folder]
    where[key] = value
