"""The invoice as a mapping sees it: the names are those of its JSON."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

from fakturo.convert.invoice import Kind
from fakturo.convert.targets.target import shown_in


@dataclass(frozen=True, slots=True)
class PartyValues:
    name: str | None = shown_in(".name")
    tax_id: str | None = shown_in(".tax_id")
    address: str | None = shown_in(".address")
    country: str | None = shown_in(".country")


@dataclass(frozen=True, slots=True)
class ItemValues:
    position: int
    """From 1."""
    no: str | None = shown_in(".no")
    sku: str | None = shown_in(".sku")
    hs_code: str | None = shown_in(".hs_code")
    description: str | None = shown_in(".description")
    qty: Decimal | None = shown_in(".qty")
    uom: str | None = shown_in(".uom")
    unit_price: Decimal | None = shown_in(".unit_price")
    price_base: Decimal = shown_in(".unit_price")
    """For how many the price is."""
    discount: Decimal = shown_in(".discount")
    amount: Decimal | None = shown_in(".amount")
    tax_rate: Decimal | None = shown_in(".tax_rate")
    tax_included: bool = shown_in(".amount")


@dataclass(frozen=True, slots=True)
class TaxValues:
    rate: Decimal | None
    base: Decimal | None
    amount: Decimal


@dataclass(frozen=True, slots=True)
class TotalsValues:
    subtotal: Decimal | None = shown_in(".subtotal")
    discount: Decimal = shown_in(".discount")
    charges: Decimal = shown_in(".charges")
    tax_base: Decimal | None = shown_in(".tax_base")
    tax: Decimal | None = shown_in(".tax")
    taxes: tuple[TaxValues, ...] = shown_in(".tax")
    total: Decimal | None = shown_in(".total")
    withheld: Decimal = shown_in(".withheld")
    prepaid: Decimal = shown_in(".prepaid")
    rounding: Decimal = shown_in(".rounding")
    payable: Decimal | None = shown_in(".payable")


@dataclass(frozen=True, slots=True)
class InvoiceValues:
    kind: Kind
    number: str | None = shown_in("invoice.number")
    date: dt.date | None = shown_in("invoice.date")
    due_date: dt.date | None = shown_in("invoice.due_date")
    currency: str | None = shown_in("invoice.currency")
    po: str | None = shown_in("invoice.po")
    pages: tuple[int, ...] = shown_in("pages")
    seller: PartyValues = shown_in("seller")
    buyer: PartyValues = shown_in("buyer")
    items: tuple[ItemValues, ...] = shown_in("items.*")
    totals: TotalsValues = shown_in("totals")


@dataclass(frozen=True, slots=True)
class Values:
    invoices: tuple[InvoiceValues, ...]
