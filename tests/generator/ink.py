"""Turns an invoice's values into text, and remembers which were asked for: that is what the paper shows.

Drawing code gets every value from here, so the truth needs no list of what a layout prints: `truth()` knows.
"""

from dataclasses import dataclass
from decimal import Decimal
from random import Random
from typing import Any

from tests.generator.model import ZERO, Document, Line, TaxLine
from tests.generator.registry import Truth
from tests.generator.words import words
from tests.generator.writing import NEGATIVES, NumberFormat, places_of, write_date

ABSENT = "absent"
MANDATORY = {"invoice.number", "invoice.date", "invoice.currency", "seller.name", "buyer.name"}
Value = str | list[str | None] | None


@dataclass(frozen=True)
class Hand:
    """How this document writes. {n} is the number, {s} the currency's symbol."""

    numbers: NumberFormat
    dates: str
    symbol: str
    line_money: str
    total_money: str
    places: int
    qty_places: int | None
    """None: as many as needed."""


def pick_hand(rng: Random, document: Document, **fixed: Any) -> Hand:
    country = document.country
    picked: dict[str, Any] = {
        "numbers": NumberFormat(rng.choice(country.numbers), rng.choice(NEGATIVES[:2])),
        "dates": rng.choice(country.dates),
        "symbol": rng.choice(country.symbols),
        "line_money": rng.choice(("{n}", "{n}", "{n}", "{n} {s}" if country.language != "en" else "{s}{n}")),
        "total_money": rng.choice(("{n}", *["{s} {n}", "{n} {s}" if country.language != "en" else "{s}{n}"] * 3)),
        "places": country.places,
        "qty_places": rng.choice((None, None, 2)),
    }
    return Hand(**{**picked, **fixed})


class Ink:
    """One document's pen. Pass `numbers=`, `dates=`, `total_money=` … to fix what is else left to chance."""

    def __init__(self, document: Document, rng: Random, *, negative: bool = False, **fixed: Any) -> None:
        self.document = document
        self.hand = pick_hand(rng, document, **fixed)
        self.sign = -1 if negative else 1
        """A credit note may print its amounts as negative ones; the truth has them positive."""
        self._rng = rng
        self._labels: dict[str, str] = {}
        self._shown: set[str] = set()

    def label(self, key: str) -> str:
        """The same word throughout one document."""
        if key not in self._labels:
            self._labels[key] = self._rng.choice(words(self.document.language)["labels"][key])
        if any(symbol in self._labels[key] for symbol in self.document.country.symbols):
            self._shown.add("invoice.currency")  # as in: Gesamt EUR
        return self._labels[key]

    @property
    def title(self) -> str:
        return self.label(self.document.kind)

    # Values of the head

    def number(self) -> str:
        return self._show("invoice.number", self.document.number)

    def date(self) -> str:
        return self._show("invoice.date", self.write_date(self.document.date))

    def due_date(self) -> str:
        return self._show("invoice.due_date", self.write_date(self.document.due_date))

    def po(self) -> str:
        return self._show("invoice.po", self.document.po)

    def currency(self) -> str:
        return self._show("invoice.currency", self.document.currency)

    def write_date(self, day: Any) -> str:
        return write_date(day, self.hand.dates, self.document.language)

    def seller(self) -> str:
        return self._show("seller.name", self.document.seller.name)

    def buyer(self) -> str:
        return self._show("buyer.name", self.document.buyer.name)

    def seller_tax_id(self) -> str:
        return self._show("seller.tax_id", self.document.seller.tax_id)

    def buyer_tax_id(self) -> str:
        return self._show("buyer.tax_id", self.document.buyer.tax_id)

    def seller_address(self) -> tuple[str, str]:
        self._shown.add("seller.address")
        return self.document.seller.address

    def buyer_address(self) -> tuple[str, str]:
        self._shown.add("buyer.address")
        return self.document.buyer.address

    # Values of a line

    def cell(self, line: Line, key: str) -> str:
        """What a table prints under that column; columns may join values (qty_uom)."""
        at = self.document.lines.index(line) if line in self.document.lines else -1
        for part in _PARTS.get(key, (key,)):
            self._shown.add(f"items.{at}.{part}")
        return self._cell_text(line, key)

    def _cell_text(self, line: Line, key: str) -> str:  # noqa: PLR0911 - one line for each kind of column
        if key in ("no", "sku", "hs_code", "uom", "description"):
            return str(getattr(line, key))
        if key == "qty":
            return self.quantity(line.qty)
        if key == "qty_uom":
            return f"{self.quantity(line.qty)} {line.uom}"
        if key == "discount_percent":
            return self.percent(line.discount_percent) if line.discount_percent else ""
        if key == "tax_rate":
            return self.percent(line.tax_rate)
        if key == "tax_amount":
            return self.line_money(line.tax)
        if key == "gross":
            return self.line_money(line.amount + line.tax)
        if key == "discount":
            return self.line_money(line.discount) if line.discount else ""
        if key == "unit_price":
            return self._money(line.unit_price, self.hand.line_money, max(self.hand.places, places_of(line.unit_price)))
        return self.line_money(getattr(line, key) * (self.sign if key == "amount" else 1))

    def quantity(self, value: Decimal) -> str:
        places = places_of(value) if self.hand.qty_places is None else max(places_of(value), self.hand.qty_places)
        return self.hand.numbers.write(value, places)

    def percent(self, value: Decimal) -> str:
        return f"{self.hand.numbers.write(value, places_of(value))}%"

    def line_money(self, value: Decimal) -> str:
        return self._money(value, self.hand.line_money, self.hand.places)

    def money(self, value: Decimal) -> str:
        return self._money(value, self.hand.total_money, self.hand.places)

    def _money(self, value: Decimal, pattern: str, places: int) -> str:
        if "{s}" in pattern:
            self._shown.add("invoice.currency")
        return pattern.format(n=self.hand.numbers.write(value, places), s=self.hand.symbol)

    # Totals

    def total(self, name: str) -> str:
        """subtotal, discount, charges, tax_base, tax, total, withheld, prepaid or payable."""
        totals = self.document.totals
        value = totals.all_charges if name == "charges" else getattr(totals, name)
        away = -1 if name in ("discount", "withheld", "prepaid") and self.hand.numbers.negative else 1
        return self._show(f"totals.{name}", self.money(value * self.sign * away))

    def tax_label(self, tax: TaxLine, pattern: str = "{name} {rate}") -> str:
        return pattern.format(name=tax.name, rate=self.percent(tax.rate), on=self.label("on"), base=self.tax_base(tax))

    def tax_base(self, tax: TaxLine) -> str:
        return self.money(tax.base * self.sign)

    def tax_amount(self, tax: TaxLine) -> str:
        if len(self.document.totals.taxes) == 1:
            self._shown.add("totals.tax")
        return self.money(tax.amount * self.sign)

    def shows(self, path: str) -> None:
        """For values printed in a way of the layout's own."""
        self._shown.add(path)

    def _show(self, path: str, text: str) -> str:
        self._shown.add(path)
        return text

    # Truth

    def truth(self, pages: tuple[int, ...] = (1,), *tags: str) -> Truth:
        document = self.document
        return {
            "invoice": self._head(),
            "seller": self._party("seller"),
            "buyer": self._party("buyer"),
            "items": [self._item(at, line) for at, line in enumerate(document.lines)],
            "totals": self._totals(),
            "kind": document.kind,
            "pages": list(pages),
            "expect": self._expect(),
            "tags": [*document.tags, f"numbers:{self.hand.numbers.sample}", *tags],
        }

    def _expect(self) -> str:
        """A paper that leaves out what no invoice may lack may be accepted or not: that is the target's matter."""
        complete = self._shown >= MANDATORY
        return self.document.expect if complete or self.document.expect != "accept" else "any"

    def _head(self) -> dict[str, Value]:
        document = self.document
        return {
            "number": self._if_shown("invoice.number", document.number),
            "date": self._if_shown("invoice.date", document.date.isoformat()),
            "currency": document.currency if "invoice.currency" in self._shown else None,
            "due_date": self._if_shown("invoice.due_date", document.due_date.isoformat()),
            "po": self._if_shown("invoice.po", document.po, otherwise=None),
        }

    def _party(self, role: str) -> dict[str, Value]:
        company = getattr(self.document, role)
        return {
            "name": self._if_shown(f"{role}.name", company.name),
            "tax_id": self._if_shown(f"{role}.tax_id", company.tax_id),
            "address": self._if_shown(f"{role}.address", ", ".join(company.address), otherwise=None),
        }

    def _item(self, at: int, line: Line) -> dict[str, Any]:
        def shown(name: str, value: str, otherwise: str | None = None) -> Value:
            return self._if_shown(f"items.{at}.{name}", value, otherwise)

        whole = "\n".join((line.description, *line.notes))
        item: dict[str, Any] = {
            "no": shown("no", line.no),
            "sku": shown("sku", line.sku),
            "hs_code": shown("hs_code", line.hs_code),
            "description": [line.description, whole] if line.notes else line.description,
            "qty": shown("qty", number_text(line.qty), ABSENT),
            "uom": shown("uom", line.uom),
            "unit_price": shown("unit_price", number_text(line.unit_price), ABSENT),
            "discount": number_text(line.discount),
            "amount": shown("amount", number_text(line.amount)),
        }
        return {**item, "tax_included": True} if self.document.tax_included else item

    def _totals(self) -> dict[str, Any]:
        totals = self.document.totals
        sure = {"discount", "withheld", "prepaid", "charges", "total"}
        values = {
            "subtotal": totals.subtotal,
            "discount": totals.discount,
            "charges": totals.all_charges,
            "tax_base": totals.tax_base,
            "tax": totals.tax,
            "total": totals.total,
            "withheld": totals.withheld,
            "prepaid": totals.prepaid,
            "payable": totals.payable,
        }
        texts: dict[str, Any] = {
            name: number_text(value)
            if name in sure or f"totals.{name}" in self._shown
            else [number_text(value), None]  # not printed by itself: derived rightly, or left open, but never wrong
            for name, value in values.items()
        }
        if totals.rounding:
            texts["rounding"] = number_text(totals.rounding)
        taxes = [
            {"rate": number_text(t.rate), "base": number_text(t.base), "amount": number_text(t.amount)}
            for t in totals.taxes
        ]
        return {**texts, "taxes": taxes}

    def _if_shown(self, path: str, value: str, otherwise: str | None = ABSENT) -> Value:
        return value if path in self._shown else otherwise


_PARTS = {"qty_uom": ("qty", "uom"), "discount_percent": ("discount",)}


def number_text(value: Decimal) -> str:
    return f"{value:f}" if value else str(ZERO)
