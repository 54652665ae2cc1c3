"""Sums, formats and the truth of a made-up invoice."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from random import Random
from typing import Any

from tests.generator.heldback.people import Party
from tests.generator.registry import Truth

ZERO = Decimal(0)
CENT = Decimal("0.01")
ONE = Decimal(1)

MONTHS = {
    "en": "January February March April May June July August September October November December",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "nl": "januari februari maart april mei juni juli augustus september oktober november december",
    "id": "Januari Februari Maret April Mei Juni Juli Agustus September Oktober November Desember",
}


@dataclass
class Item:
    """A line as it is printed; None is what the paper does not say."""

    description: str
    amount: Decimal
    qty: Decimal | None = None
    unit_price: Decimal | None = None
    uom: str | None = None
    no: str | None = None
    sku: str | None = None
    discount: Decimal | None = None
    tax_rate: Decimal | None = None
    tax_included: bool = False

    def truth(self) -> Truth:
        told: Truth = {
            "no": self.no,
            "sku": self.sku,
            "description": self.description,
            "qty": said(self.qty),
            "uom": self.uom,
            "unit_price": said(self.unit_price),
            "discount": said(self.discount),
            "amount": said(self.amount),
        }
        if self.tax_rate is not None:
            told["tax_rate"] = said(self.tax_rate)
        if self.tax_included:
            told["tax_included"] = True
        return told


def said(value: Decimal | None) -> str | None:
    return None if value is None else format(value, "f")


def cents(value: Decimal, step: Decimal = CENT) -> Decimal:
    """Rounds to a step as shops do: half a step goes up."""
    return (value / step).quantize(ONE, ROUND_HALF_UP) * step


def share(value: Decimal, percent: Decimal | int | str, step: Decimal = CENT) -> Decimal:
    return cents(value * Decimal(percent) / 100, step)


def total_of(items: Iterable[Item]) -> Decimal:
    return sum((item.amount for item in items), ZERO)


def price(rng: Random, low: float, high: float, step: Decimal = CENT) -> Decimal:
    return cents(Decimal(repr(rng.uniform(low, high))), step)


def grouped(value: Decimal, group: str = ",", point: str = ".", places: int = 2) -> str:
    return f"{value:,.{places}f}".replace(",", "\0").replace(".", point).replace("\0", group)


def short(value: Decimal, point: str = ".") -> str:
    """A quantity or a rate as people write it: no trailing zeros, no grouping."""
    return f"{value.normalize():f}".replace(".", point)


def some_day(rng: Random) -> date:
    return date(2024, 7, 1) + timedelta(days=rng.randrange(530))


def spelled(day: date, language: str, *, clip: int = 20) -> str:
    return MONTHS[language].split()[day.month - 1][:clip]


def planted(rng: Random) -> bool:
    """Whether this paper gets a real error; only some families ask, so that few papers do."""
    return rng.random() < 0.03


def totals(*, subtotal: Decimal, total: Decimal, payable: Decimal, **others: Decimal | None) -> Truth:
    """What is not told is nothing: no discount, no charges, no tax, nothing withheld, nothing paid before."""
    told: dict[str, Decimal | None] = {
        "subtotal": subtotal,
        "discount": ZERO,
        "charges": ZERO,
        "tax_base": None,
        "tax": ZERO,
        "total": total,
        "withheld": ZERO,
        "prepaid": ZERO,
        "payable": payable,
    }
    assert others.keys() <= told.keys()
    return {name: said(value) for name, value in (told | others).items()}


def truth(
    *,
    number: str,
    day: date,
    currency: str,
    seller: Party,
    buyer: Party,
    items: Iterable[Item],
    totals: Truth,
    tags: dict[str, str],
    pages: Iterable[int],
    due: date | None = None,
    po: str | None = None,
    kind: str = "invoice",
    wrong: bool = False,
) -> Truth:
    def told(party: Party) -> dict[str, Any]:
        return {"name": party.name, "tax_id": party.tax_id, "address": ", ".join(party.address) or None}

    return {
        "invoice": {
            "number": number,
            "date": day.isoformat(),
            "currency": currency,
            "due_date": due.isoformat() if due else None,
            "po": po,
        },
        "seller": told(seller),
        "buyer": told(buyer),
        "items": [item.truth() for item in items],
        "totals": totals,
        "kind": kind,
        "pages": list(pages),
        "expect": "review" if wrong else "accept",
        "tags": tags,
    }
