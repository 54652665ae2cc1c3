"""A bill that its sender draws by hand: the reckoning, the truth, and rows of text at tab stops.

Where `invent` and `ink` make many layouts of one invoice, a bill is one sender's: the family adds its rows, reckons,
draws as it likes, and says with `truth(…, shown="due subtotal tax")` what it has printed.
"""

import datetime as dt
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from random import Random
from typing import Any

from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont

from tests.generator.countries import COUNTRIES, firms
from tests.generator.ink import ABSENT, number_text
from tests.generator.invent import shaped
from tests.generator.model import ZERO, TaxLine
from tests.generator.registry import Truth
from tests.generator.sheet import BLACK, Colour, Face, Sheet
from tests.generator.writing import NumberFormat, places_of, write_date

for name, file in (("Vera", "Vera.ttf"), ("VeraBd", "VeraBd.ttf")):
    registerFont(TTFont(name, file))
VERA = Face("Vera", "VeraBd")
GREY, WHITE = (0.45, 0.45, 0.45), (1.0, 1.0, 1.0)
SLIPS = 0.03
"""How many papers are wrong by themselves."""


@dataclass(frozen=True)
class Row:
    text: str
    amount: Decimal
    qty: Decimal | None = None
    price: Decimal | None = None
    discount: Decimal = ZERO
    rate: Decimal = ZERO
    sku: str | None = None
    uom: str | None = None
    no: str | None = None
    notes: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    """Texts that only this sender's table has."""


class Bill:
    def __init__(
        self, rng: Random, code: str, number: str, *, buyer: str = "", currency: str = "", kind: str = "invoice"
    ) -> None:
        self.rng, self.land, self.kind = rng, COUNTRIES[code], kind
        self.currency = currency or self.land.currency
        self.places = self.land.places if self.currency == self.land.currency else 2
        self.seller, self.buyer, self.ship_to = firms(rng, self.land, 3)
        if buyer:
            self.buyer = firms(rng, COUNTRIES[buyer], 1)[0]
        self.date = dt.date(2024, 1, 8) + dt.timedelta(days=rng.randrange(850))
        self.due = self.date + dt.timedelta(days=rng.choice((8, 10, 14, 21, 30, 45, 60)))
        self.number = shaped(rng, number, self.date)
        self.numbers = NumberFormat(rng.choice(self.land.numbers))
        self.day_format = rng.choice(self.land.dates)
        self.rows: list[Row] = []
        self.taxes: list[TaxLine] = []
        self.included = False
        self.subtotal = self.discount = self.charges = self.rounding = self.total = ZERO
        self.withheld = self.prepaid = ZERO
        self.expect = "accept"

    # Reckoning

    def money(self, value: Decimal) -> Decimal:
        return value.quantize(Decimal(1).scaleb(-self.places), ROUND_HALF_UP)

    def add(self, text: str, qty: Decimal | int | None, price: Decimal, **more: Any) -> Row:
        """A line; its discount is in percent. Without a quantity the price is the amount."""
        count = Decimal(1) if qty is None else Decimal(qty)
        full = self.money(count * price)
        discount = self.money(full * Decimal(more.pop("discount", 0)) / 100)
        row = Row(text, full - discount, None if qty is None else count, price, discount, **more)
        self.rows.append(row if qty is not None else replace(row, price=None))
        return self.rows[-1]

    def reckon(
        self,
        *,
        discount: Decimal = ZERO,
        charges: Decimal = ZERO,
        at: Decimal = ZERO,
        share: Decimal = Decimal(1),
        step: Decimal = ZERO,
        taxed: bool = True,
        slips: str = "total",
    ) -> None:
        """Discount and charges are taxed at that rate; share is the taxed part of a net; step rounds the sum."""
        self.subtotal = self.sum(self.rows)
        self.discount, self.charges = discount, charges
        bases = dict.fromkeys(sorted({row.rate for row in self.rows} | {at}, reverse=True), ZERO)
        for row in self.rows:
            bases[row.rate] += row.amount
        bases[at] += charges - discount
        self.taxes = [self._tax(rate, base * share) for rate, base in bases.items() if base] if taxed else []
        self.total = self.subtotal - discount + charges + (ZERO if self.included else self.tax)
        if step:
            self.rounding = (self.total / step).quantize(Decimal(1), ROUND_HALF_UP) * step - self.total
            self.total += self.rounding
        if self.rng.random() < SLIPS:
            self._slip(self.rng.choice(slips.split()))

    def _tax(self, rate: Decimal, base: Decimal) -> TaxLine:
        if self.included:
            net = self.money(base / (1 + rate / 100))
            return TaxLine("", rate, net, base - net)
        net = self.money(base)
        return TaxLine("", rate, net, self.money(net * rate / 100))

    def _slip(self, what: str) -> None:
        """The sender got something wrong. What is printed stays the truth."""
        unit = Decimal(10) ** max(0, self.total.adjusted() - 1)
        at = self.rng.randrange(len(self.rows))
        row = self.rows[at]
        if what == "qty" and row.qty and row.price:
            self.rows[at] = replace(row, qty=row.qty + 1)
        elif what == "amount":
            self.rows[at] = replace(row, amount=row.amount + unit)
        else:
            self.total += unit
        self.expect = "review"

    @staticmethod
    def sum(rows: list[Row]) -> Decimal:
        return sum((row.amount for row in rows), ZERO)

    @property
    def tax(self) -> Decimal:
        return sum((tax.amount for tax in self.taxes), ZERO)

    @property
    def tax_base(self) -> Decimal:
        """Two taxes on one base count it once."""
        bases = {tax.base for tax in self.taxes}
        return sum(bases, ZERO) if bases else self.subtotal - self.discount + self.charges

    @property
    def payable(self) -> Decimal:
        return self.total - self.withheld - self.prepaid

    # Writing

    def m(self, value: Decimal, places: int | None = None) -> str:
        return self.numbers.write(value, self.places if places is None else places)

    def p(self, value: Decimal | None) -> str:
        """A price, with the places it needs."""
        return "" if value is None else self.numbers.write(value, max(self.places, places_of(value)))

    def q(self, value: Decimal | None, places: int = 0) -> str:
        return "" if value is None else self.numbers.write(value, max(places, places_of(value)))

    def d(self, day: dt.date, days: int = 0) -> str:
        return write_date(day + dt.timedelta(days=days), self.day_format, self.land.language)

    def shape(self, shape: str) -> str:
        return shaped(self.rng, shape, self.date)

    # Truth

    def truth(self, sheet: Sheet, shown: str, *tags: str, **parts: Any) -> Truth:
        """What a perfect reader reads. Shown: due, seller_id, buyer_id, the printed totals, and the table's columns."""
        on = set(shown.split())
        truth: Truth = {
            "invoice": {
                "number": self.number,
                "date": self.date.isoformat(),
                "currency": self.currency,
                "due_date": self.due.isoformat() if "due" in on else ABSENT,
                "po": None,
            },
            "seller": _party(self.seller, "seller_id" in on),
            "buyer": _party(self.buyer, "buyer_id" in on),
            "items": self.items(on),
            "totals": self._totals(on),
            "kind": self.kind,
            "pages": list(range(1, sheet.page + 1)),
            "expect": self.expect,
            "tags": [f"country:{self.land.code}", f"language:{self.land.language}", "sender", *tags],
        }
        return {**truth, **parts}

    def charge_as_line(self, truth: Truth) -> Truth:
        """Freight is a charge, or as well a line of its own."""
        if not self.charges:
            return truth
        text = number_text(self.charges)
        line = {**truth["items"][0], "sku": None, "uom": None, "description": None, "discount": "0", "amount": text}
        line |= {"qty": [None, "1"], "unit_price": [None, text]}
        totals = truth["totals"] | {"subtotal": [number_text(self.subtotal + self.charges), None], "charges": "0"}
        return {**truth, "or": [*truth.get("or", ()), {"items": [*truth["items"], line], "totals": totals}]}

    def items(self, on: set[str], rows: list[Row] | None = None) -> list[dict[str, Any]]:
        return [self._item(row, on) for row in (self.rows if rows is None else rows)]

    def _item(self, row: Row, on: set[str]) -> dict[str, Any]:
        def printed(name: str, value: Decimal | None) -> str:
            return number_text(value) if name in on and value is not None else ABSENT

        whole = "\n".join((row.text, *row.notes))
        item: dict[str, Any] = {
            "no": row.no,
            "sku": row.sku,
            "hs_code": None,
            "description": [row.text, whole] if row.notes else row.text,
            "qty": printed("qty", row.qty),
            "uom": row.uom,
            "unit_price": printed("price", row.price),
            "discount": number_text(row.discount),
            "amount": number_text(row.amount),
        }
        return {**item, "tax_included": True} if self.included else item

    def _totals(self, on: set[str]) -> dict[str, Any]:
        sure = {"discount", "charges", "total", "withheld", "prepaid"} | on
        names = (*("subtotal", "discount", "charges", "tax_base", "tax"), *("total", "withheld", "prepaid", "payable"))
        texts = {name: number_text(getattr(self, name)) for name in names}
        totals: dict[str, Any] = {name: text if name in sure else [text, None] for name, text in texts.items()}
        if self.rounding:
            totals["rounding"] = number_text(self.rounding)
        taxes = [
            {"rate": number_text(tax.rate), "base": number_text(tax.base), "amount": number_text(tax.amount)}
            for tax in self.taxes
        ]
        return {**totals, "taxes": taxes}


def _party(company: Any, with_id: bool) -> dict[str, Any]:
    return {"name": company.name, "tax_id": company.tax_id if with_id else ABSENT, "address": None}


def price_of(rng: Random, low: float, high: float, *, step: str = "0.01") -> Decimal:
    return (Decimal(str(rng.uniform(low, high))) / Decimal(step)).quantize(Decimal(1)) * Decimal(step)


# Drawing

ALIGN = {"<": "left", ">": "right", "^": "centre"}


def spread(
    sheet: Sheet,
    y: float,
    stops: str,
    texts: list[str],
    *,
    size: float = 8,
    bold: bool = False,
    colour: Colour = BLACK,
    face: Face | None = None,
) -> float:
    """A row of texts at stops such as '<40 >300 ^400'; a line break starts another line. Returns the next row's y."""
    lowest = 1
    for stop, text in zip(stops.split(), texts, strict=True):
        lines = text.split("\n")
        lowest = max(lowest, len(lines))
        for n, line in enumerate(lines):
            if line:
                at, top = float(stop[1:]), y + n * size * 1.25
                sheet.text(at, top, line, size=size, bold=bold, align=ALIGN[stop[0]], colour=colour, face=face)
    return y + lowest * size * 1.25


def folded(sheet: Sheet, text: str, width: float, size: float) -> str:
    return "\n".join(sheet.wrap(text, width, size))


def bar(sheet: Sheet, y: float, height: float, x0: float, x1: float, colour: Colour) -> None:
    sheet.box(x0, y, x1, y + height, fill=colour, stroke=False)


def squares(sheet: Sheet, x: float, y: float, size: float, rng: Random, cells: int = 25) -> None:
    """What a QR code looks like from afar."""
    cell = size / cells
    for n in range(cells * cells):
        if rng.random() < 0.48:
            bar(sheet, y + n // cells * cell, cell, x + n % cells * cell, x + (n % cells + 1) * cell, BLACK)
