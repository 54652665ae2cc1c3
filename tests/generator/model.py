"""A made-up invoice as values, before anybody has drawn it."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

from tests.generator.places import Country

ZERO = Decimal(0)


@dataclass(frozen=True)
class Company:
    name: str
    street: str
    city: str
    tax_id: str
    phone: str
    mail: str
    iban: str

    @property
    def address(self) -> tuple[str, str]:
        return self.street, self.city


@dataclass(frozen=True)
class Line:
    no: str
    sku: str
    hs_code: str
    description: str
    notes: tuple[str, ...]
    """Printed under the description: serial numbers, colours, references."""
    qty: Decimal
    uom: str
    unit_price: Decimal
    discount_percent: Decimal
    discount: Decimal
    amount: Decimal
    tax_rate: Decimal

    @property
    def tax(self) -> Decimal:
        return (self.amount * self.tax_rate / 100).quantize(Decimal("0.01"))


@dataclass(frozen=True)
class TaxLine:
    name: str
    rate: Decimal
    base: Decimal
    amount: Decimal


@dataclass(frozen=True)
class Charge:
    label: str
    """Key of its label: shipping, packing, stamp."""
    amount: Decimal


@dataclass(frozen=True)
class Totals:
    subtotal: Decimal
    discount: Decimal
    charges: tuple[Charge, ...]
    tax_base: Decimal
    taxes: tuple[TaxLine, ...]
    rounding: Decimal
    total: Decimal
    withheld: Decimal
    withheld_rate: Decimal
    prepaid: Decimal

    @property
    def tax(self) -> Decimal:
        return sum((tax.amount for tax in self.taxes), ZERO)

    @property
    def payable(self) -> Decimal:
        return self.total - self.withheld - self.prepaid

    @property
    def all_charges(self) -> Decimal:
        return sum((charge.amount for charge in self.charges), ZERO)


@dataclass(frozen=True)
class Document:
    country: Country
    number: str
    date: dt.date
    due_date: dt.date
    po: str
    order: str
    customer_no: str
    kind: str
    seller: Company
    buyer: Company
    ship_to: Company
    lines: tuple[Line, ...]
    totals: Totals
    tax_included: bool
    tags: tuple[str, ...]
    expect: str = "accept"

    @property
    def currency(self) -> str:
        return self.country.currency

    @property
    def language(self) -> str:
        return self.country.language
