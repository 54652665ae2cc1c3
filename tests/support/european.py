"""Made-up invoices of European sellers over all cases of VAT, as the reader would hand them over."""

import datetime as dt
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal

from fakturo.convert.invoice import Invoice, Item, Kind, Party, Tax, Totals, Verdict

CENT = Decimal("0.01")
HUNDRED = Decimal(100)


@dataclass(frozen=True, slots=True)
class Land:
    code: str
    currency: str
    rates: tuple[str, ...]
    vat_id: str
    """A number sign is a digit."""
    town: str
    units: tuple[str, ...]


COUNTRIES = (
    Land("DE", "EUR", ("19", "7"), "DE#########", "##### Musterstadt", ("Stk", "Std.", "kg", "Pauschal")),
    Land("FR", "EUR", ("20", "10", "5.5"), "FR ## ### ### ###", "##### Exempleville", ("pièce", "heure", "m²")),
    Land("IT", "EUR", ("22", "10", "4"), "IT###########", "##### Esempio", ("pz", "ore", "kg")),
    Land("ES", "EUR", ("21", "10"), "ESB########", "##### Ejemplo", ("uds", "horas", "caja")),
    Land("NL", "EUR", ("21", "9"), "NL#########B01", "#### AB Voorbeeld", ("stuks", "uur", "doos")),
    Land("AT", "EUR", ("20", "13", "10"), "ATU########", "#### Beispiel", ("Stück", "Tage", "lfm")),
    Land("PL", "PLN", ("23", "8", "5"), "PL##########", "##-### Przykład", ("szt.", "godz.", "karton")),
    Land("SE", "SEK", ("25", "12"), "SE############", "### ## Exempelby", ("st", "tim", "pall")),
    Land("DK", "DKK", ("25",), "DK########", "#### Eksempel", ("stk.", "timer")),
    Land("CZ", "CZK", ("21", "12"), "CZ########", "### ## Příklad", ("ks", "hod", "m3")),
    Land("PT", "EUR", ("23", "13", "6"), "PT#########", "####-### Exemplo", ("un", "horas")),
    Land("IE", "EUR", ("23", "13.5"), "IE#######FA", "Example Town", ("pcs", "hours", "each")),
)
CASES = (
    *("plain", "rates", "discount", "charges", "both", "prepaid", "included", "reverse", "exempt", "export", "zero"),
    *("within_eu", "small", "withheld", "rounded", "credit", "line_discount", "per_hundred", "many", "negative"),
)
WORDS = (
    "Lamp",
    "Cable",
    "Assembly",
    "Consulting",
    "Bracket & screws",
    "Paint <white>",
    "Tile",
    "Transport",
    "Ersatzteil №5",
)


def european_invoices(count: int, seed: int = 7) -> list[tuple[str, Invoice]]:
    """Each with the name of its case; all cases come up in turn, sellers by chance."""
    chance = random.Random(seed)
    return [_named(CASES[number % len(CASES)], number, chance) for number in range(count)]


def _named(case: str, number: int, chance: random.Random) -> tuple[str, Invoice]:
    return f"{number:03} {case}", _Maker(case, number, chance).invoice()


class _Maker:
    def __init__(self, case: str, number: int, chance: random.Random) -> None:
        self.case, self.number, self.chance = case, number, chance
        self.land = chance.choice(COUNTRIES)
        others = [land for land in COUNTRIES if land.code != self.land.code]
        self.buyers_land = chance.choice(others) if case in {"reverse", "within_eu"} else self.land

    def invoice(self) -> Invoice:
        items = self._items()
        totals = self._totals(items)
        day = dt.date(2026, 1, 1) + dt.timedelta(days=self.number)
        return Invoice(
            number=f"R-2026/{self.number:04}",
            date=day,
            due_date=day + dt.timedelta(days=30) if self.number % 3 else None,
            currency=self.land.currency,
            po=f"PO {self.number}" if self.number % 2 else None,
            kind=Kind.CREDIT_NOTE if self.case == "credit" else Kind.INVOICE,
            seller=self._seller(),
            buyer=self._buyer(),
            items=tuple(items),
            totals=totals,
            verdict=Verdict.ACCEPTED,
        )

    def _digits(self, pattern: str) -> str:
        return "".join(str(self.chance.randrange(1, 10)) if sign == "#" else sign for sign in pattern)

    def _seller(self) -> Party:
        address = f"Musterweg {self.number}\n{self._digits(self.land.town)}"
        tax_id = "12/345/67890" if self.case == "small" else self._digits(self.land.vat_id)
        return Party(f"Muster & Söhne {self.number}", tax_id, address, self.land.code)

    def _buyer(self) -> Party:
        if self.case == "export":
            return Party("Example Corp.", None, "1 Sample Street, Springfield", "US")
        land = self.buyers_land
        tax_id = self._digits(land.vat_id) if self.case in {"reverse", "within_eu"} or self.number % 2 else None
        return Party("Kundin GmbH", tax_id, f"Beispielallee 5\nHinterhaus\n{self._digits(land.town)}", land.code)

    def _items(self) -> list[Item]:
        count = {"many": 60, "rates": 6, "both": 4, "negative": 2}.get(self.case, self.chance.randrange(1, 5))
        return [self._item(place) for place in range(count)]

    def _item(self, place: int) -> Item:
        chance = self.chance
        qty = Decimal(chance.randrange(1, 400)) / (4 if place % 3 == 0 else 1)
        price = Decimal(chance.randrange(50, 90_000)) / HUNDRED
        discount = Decimal(chance.randrange(1, 20)) if self.case == "line_discount" else Decimal(0)
        per = 100 if self.case == "per_hundred" else 1
        if self.case == "negative" and place == 1:
            qty, price = Decimal(1), -min(price, Decimal(5))
        amount = (qty * price / per - discount).quantize(CENT, ROUND_HALF_UP)
        untaxed = self._category()
        return Item(
            no=str((place + 1) * 10),
            sku=f"A-{chance.randrange(1000)}" if place % 2 else None,
            description=chance.choice(WORDS),
            qty=qty,
            uom=chance.choice(self.land.units),
            unit_price=price,
            discount=discount,
            amount=amount,
            tax_rate=self._rate(place),
            tax_included=self.case == "included",
            tax_category=untaxed,
        )

    def _category(self) -> str | None:
        return {"reverse": "AE", "exempt": "E", "export": "G", "zero": "Z", "within_eu": "K", "small": "O"}.get(
            self.case
        )

    def _rate(self, place: int) -> Decimal | None:
        if self.case == "small":
            return None
        if self._category():
            return Decimal(0)
        rates = self.land.rates if self.case in {"rates", "both", "many", "included"} else self.land.rates[:1]
        return Decimal(rates[place % len(rates)])

    def _totals(self, items: Sequence[Item]) -> Totals:
        subtotal = sum((item.amount or Decimal(0) for item in items), Decimal(0))
        discount = (subtotal / 20).quantize(CENT) if self.case in {"discount", "both"} else Decimal(0)
        charges = Decimal("12.50") if self.case in {"charges", "both"} else Decimal(0)
        taxes = self._taxes(items, subtotal, charges - discount)
        tax = sum((each.amount for each in taxes), Decimal(0))
        base = sum((each.base or Decimal(0) for each in taxes), Decimal(0))
        total = base + tax
        prepaid = (total / 4).quantize(CENT) if self.case == "prepaid" else Decimal(0)
        withheld = (base * Decimal("0.15")).quantize(CENT) if self.case == "withheld" else Decimal(0)
        due = total - prepaid - withheld
        payable = due.quantize(Decimal(1), ROUND_HALF_UP) if self.case == "rounded" else due
        return Totals(
            subtotal=subtotal,
            discount=discount,
            charges=charges,
            tax_base=base,
            tax=tax,
            total=total,
            prepaid=prepaid,
            withheld=withheld,
            rounding=payable - due,
            payable=payable,
            taxes=tuple(taxes) if self.case != "small" and self.number % 4 else (),
        )

    def _taxes(self, items: Sequence[Item], subtotal: Decimal, adjustment: Decimal) -> list[Tax]:
        """Discounts and charges go by what each rate has of the lines."""
        rates = list(dict.fromkeys(item.tax_rate or Decimal(0) for item in items))
        shares = [
            sum((item.amount or Decimal(0) for item in items if (item.tax_rate or 0) == rate), Decimal(0))
            for rate in rates
        ]
        parts = [(adjustment * share / subtotal).quantize(CENT, ROUND_HALF_UP) for share in shares]
        parts[-1] += adjustment - sum(parts)
        return [self._tax(rate, share + part) for rate, share, part in zip(rates, shares, parts, strict=True)]

    def _tax(self, rate: Decimal, amount: Decimal) -> Tax:
        if self.case == "included":
            base = (amount / (1 + rate / HUNDRED)).quantize(CENT, ROUND_HALF_UP)
            return Tax(rate, base, amount - base)
        return Tax(rate, amount, (amount * rate / HUNDRED).quantize(CENT, ROUND_HALF_UP))


def without_rates(invoice: Invoice) -> Invoice:
    """As many print it: the rate stands in the totals alone."""
    return replace(invoice, items=tuple(replace(item, tax_rate=None) for item in invoice.items))
