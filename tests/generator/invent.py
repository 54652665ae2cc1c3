"""Makes up invoices: who, what, how much. A wish says what the invoice must be like; the rest is chance."""

import datetime as dt
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from random import Random

from tests.generator.model import ZERO, Charge, Company, Document, Line, TaxLine, Totals
from tests.generator.places import COUNTRIES, Country
from tests.generator.words import words

EVERYWHERE = tuple(COUNTRIES)
ELEVEN_TWELFTHS = Decimal(11) / Decimal(12)
LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"


@dataclass(frozen=True)
class Wish:
    countries: tuple[str, ...] = EVERYWHERE
    items: tuple[int, int] = (1, 9)
    services: bool = False
    qty: str = "whole"
    """whole, halves, or many (up to thousands)."""
    tax: str = "one"
    """one, several, none, reverse, dpp (Indonesia's 12 % on 11/12)."""
    tax_included: bool = False
    line_discount: str = ""
    """percent or money; applied to some lines."""
    discount: bool = False
    shipping: bool = False
    stamp: str = ""
    withheld: str = ""
    """Rate in percent of the net."""
    prepaid: str = ""
    """part or all."""
    notes: float = 0.0
    numbering: int = 1
    kind: str = "invoice"
    places: int | None = None
    number: str | None = None
    """Shape of the invoice number."""


def invent(rng: Random, wish: Wish) -> Document:
    country = COUNTRIES[rng.choice(wish.countries)]
    seller, buyer, ship_to = companies(rng, country, 3)
    country = country if wish.places is None else replace(country, places=wish.places)
    date = dt.date(2024, 1, 3) + dt.timedelta(days=rng.randrange(900))
    lines = _lines(rng, wish, country)
    return Document(
        country=country,
        number=shaped(rng, wish.number or rng.choice(NUMBER_SHAPES), date),
        date=date,
        due_date=date + dt.timedelta(days=rng.choice((7, 14, 30, 45))),
        po=shaped(rng, rng.choice(("PO-#####", "45########", "B-##/###")), date),
        order=shaped(rng, rng.choice(("SO######", "A-#####", "7#######")), date),
        customer_no=shaped(rng, rng.choice(("K#####", "1####", "C-####")), date),
        kind=wish.kind,
        seller=seller,
        buyer=buyer,
        ship_to=ship_to,
        lines=lines,
        totals=_totals(rng, wish, country, lines),
        tax_included=wish.tax_included,
        tags=_tags(wish, country),
    )


NUMBER_SHAPES = (
    "INV-####",
    "{y}-####",
    "RE{y}#####",
    "{y}/###",
    "F{y}{m}-###",
    "########",
    "######",
    "@@-#####",
    "INV/{y}/{m}/####",
    "#####/@@/{m}/{y}",
    "{y}.####",
    "9#######",
)


def shaped(rng: Random, shape: str, date: dt.date | None = None) -> str:
    """# becomes a digit, @ a letter, {y} and {m} the date's."""
    if date:
        shape = shape.replace("{y}", str(date.year)).replace("{m}", f"{date.month:02}")
    made = [str(rng.randint(1, 9)) if c == "#" else rng.choice(LETTERS) if c == "@" else c for c in shape]
    return "".join(made)


def companies(rng: Random, country: Country, count: int) -> list[Company]:
    """Companies that can't be taken for each other."""
    return [_company(rng, country, stem) for stem in rng.sample(words(country.language)["names"]["stems"], count)]


def _company(rng: Random, country: Country, stem: str) -> Company:
    names = words(country.language)["names"]
    name = rng.choice(country.forms).format(f"{stem} {rng.choice(names['trades'])}" if rng.random() < 0.6 else stem)
    domain = "".join(c for c in stem.lower() if c.isascii() and c.isalnum())
    return Company(
        name=name,
        street=rng.choice(names["streets"]).format(n=rng.randint(1, 140)),
        city=shaped(rng, rng.choice(country.cities)),
        tax_id=shaped(rng, rng.choice(country.tax_id)),
        phone=shaped(rng, "0## ### ####"),
        mail=f"office@{domain}.example",
        iban=shaped(rng, f"{country.code}## #### #### #### ####"),
    )


def _tags(wish: Wish, country: Country) -> tuple[str, ...]:
    tags = [f"language:{country.language}", f"country:{country.code}", f"tax:{wish.tax}"]
    flags = {
        "tax-included": wish.tax_included,
        f"line-discount:{wish.line_discount}": wish.line_discount,
        "discount": wish.discount,
        "shipping": wish.shipping,
        "stamp": wish.stamp,
        "withheld": wish.withheld,
        f"prepaid:{wish.prepaid}": wish.prepaid,
        "credit-note": wish.kind == "credit_note",
        f"qty:{wish.qty}": wish.qty != "whole",
    }
    return (*tags, *(tag for tag, set_ in flags.items() if set_))


def _lines(rng: Random, wish: Wish, country: Country) -> tuple[Line, ...]:
    count = rng.randint(*wish.items)
    rates = _rates(rng, wish, country)
    lines = [_line(rng, wish, country, n, rates[(n - 1) % len(rates)]) for n in range(1, count + 1)]
    return tuple(lines)


def _rates(rng: Random, wish: Wish, country: Country) -> list[Decimal]:
    if wish.tax in ("none", "reverse"):
        return [ZERO]
    if wish.tax == "dpp":
        return [Decimal(12)]
    if wish.tax != "several":
        return [country.rate]
    rates = [Decimal(rate) for rate in country.rates[: rng.choice((2, 3))]]
    return rng.sample(rates, len(rates))


def _line(rng: Random, wish: Wish, country: Country, n: int, rate: Decimal) -> Line:
    goods = words(country.language)["goods"]
    qty = _quantity(rng, wish)
    price = _price(rng, wish, country)
    percent = Decimal(rng.choice((0, 0, 5, 10, 20))) if wish.line_discount else ZERO
    discount = money(qty * price * percent / 100, country)
    noted = rng.random() < wish.notes
    return Line(
        no=str(n * wish.numbering),
        sku=shaped(rng, rng.choice(("####-##", "@@####", "1#####", "@-####-@"))),
        hs_code=shaped(rng, rng.choice(("85##", "8536.##", "9403####"))),
        description=rng.choice(goods["services" if wish.services else "products"]),
        notes=tuple(_note(rng, goods) for _ in range(rng.choice((1, 1, 2)))) if noted else (),
        qty=qty,
        uom=goods["hours"] if wish.services else rng.choice(goods["units"]),
        unit_price=price,
        discount_percent=percent,
        discount=discount,
        amount=money(qty * price, country) - discount,
        tax_rate=rate,
    )


def _note(rng: Random, goods: dict[str, list[str]]) -> str:
    return rng.choice(goods["notes"]).format(s=shaped(rng, "@@#####"), d=shaped(rng, "2#####"))


def _quantity(rng: Random, wish: Wish) -> Decimal:
    if wish.qty == "halves":
        return Decimal(rng.randint(1, 40)) / 2
    if wish.qty == "many":
        return Decimal(rng.choice((10, 24, 100, 250, 1200, 5000)) + rng.randint(0, 9))
    return Decimal(rng.choice((1, 1, 2, 3, 4, 5, 6, 8, 10, 12, 20, 25, 40)))


def _price(rng: Random, wish: Wish, country: Country) -> Decimal:
    ceiling = 150 if wish.services else rng.choice((9, 60, 400, 2500))
    price = Decimal(str(round(rng.uniform(0.6, ceiling) * country.scale, 2)))
    if country.places == 0:
        return (price / 250).quantize(Decimal(1)) * 250 + 250
    cents = Decimal(rng.choice(("0.90", "0.99", "0.50", "0.00", "0.35", "0.17")))
    return Decimal(int(price)) + cents or Decimal("0.05")


def money(value: Decimal, country: Country) -> Decimal:
    return value.quantize(Decimal(10) ** -country.places, ROUND_HALF_UP)


def _totals(rng: Random, wish: Wish, country: Country, lines: tuple[Line, ...]) -> Totals:
    subtotal = sum((line.amount for line in lines), ZERO)
    discount = money(subtotal * rng.choice((2, 3, 5, 10)) / 100, country) if wish.discount else ZERO
    unit = Decimal(country.scale)
    charges = [Charge("shipping", money(unit * rng.choice((5, 9, 15)), country))] if wish.shipping else []
    share = (subtotal - discount + sum((c.amount for c in charges), ZERO)) / subtotal if subtotal else Decimal(1)
    taxes = _taxes(wish, country, lines, share)
    taxed = subtotal - discount + sum((c.amount for c in charges), ZERO)
    if wish.stamp:
        charges.append(Charge("stamp", Decimal(wish.stamp)))
    total = taxed + (Decimal(wish.stamp) if wish.stamp else ZERO)
    total += ZERO if wish.tax_included else sum((tax.amount for tax in taxes), ZERO)
    base = taxed if wish.tax == "none" else sum((tax.base for tax in taxes), ZERO)
    withheld = money(taxed * Decimal(wish.withheld or 0) / 100, country)
    prepaid = {"all": total - withheld, "part": money(total * rng.choice((20, 30, 50)) / 100, country)}.get(
        wish.prepaid
    )
    return Totals(
        subtotal=subtotal,
        discount=discount,
        charges=tuple(charges),
        tax_base=base,
        taxes=taxes,
        rounding=ZERO,
        total=total,
        withheld=withheld,
        withheld_rate=Decimal(wish.withheld or 0),
        prepaid=prepaid or ZERO,
    )


def _taxes(wish: Wish, country: Country, lines: tuple[Line, ...], share: Decimal) -> tuple[TaxLine, ...]:
    """One tax line for each rate; document discounts and taxed charges are spread over the rates by `share`."""
    if wish.tax == "none":
        return ()
    rates = sorted({line.tax_rate for line in lines}, reverse=True)
    whole = money(sum((line.amount for line in lines), ZERO) * share, country)
    made: list[TaxLine] = []
    left = whole
    for rate in rates:
        of_rate = sum((line.amount for line in lines if line.tax_rate == rate), ZERO)
        gross = left if rate == rates[-1] else money(of_rate * share, country)
        left -= gross
        made.extend(_tax_lines(wish, country, rate, gross))
    return tuple(made)


def _tax_lines(wish: Wish, country: Country, rate: Decimal, amount: Decimal) -> list[TaxLine]:
    if wish.tax_included:
        base = money(amount / (1 + rate / 100), country)
        return [TaxLine(country.tax, rate, base, amount - base)]
    if wish.tax == "dpp":
        base = money(amount * ELEVEN_TWELFTHS, country)
        return [TaxLine(country.tax, rate, base, money(base * rate / 100, country))]
    return [TaxLine(country.tax, rate, amount, money(amount * rate / 100, country))]
