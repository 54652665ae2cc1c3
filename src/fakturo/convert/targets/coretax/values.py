"""What a mapping to Coretax can write, all decided: a file of one seller's tax invoices. None is written as empty."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

from fakturo.convert.targets.target import shown_in


@dataclass(frozen=True, slots=True)
class Seller:
    tin: str | None = shown_in("seller.name")
    """Sixteen digits."""
    nitku: str | None = shown_in("seller.name")
    """Of the place of business, 22 digits."""


@dataclass(frozen=True, slots=True)
class Buyer:
    tin: str | None = shown_in("buyer.name")
    """Sixteen digits; zeros for who is named by another document."""
    document: str | None = shown_in("buyer.name")
    """TIN, National ID, Passport or Other ID."""
    document_number: str | None = shown_in("buyer.name")
    """A dash for a TIN."""
    country: str | None = shown_in("buyer.name")
    name: str | None = shown_in("buyer.name")
    address: str | None = shown_in("buyer.name")
    email: str | None = shown_in("buyer.name")
    nitku: str | None = shown_in("buyer.name")
    """22 digits; 000000 for who has no TIN."""


@dataclass(frozen=True, slots=True)
class Line:
    place: int
    """The number of the invoice's item, from 0: items that only lower the others have no line of their own."""
    opt: str = shown_in("items.*.description")
    """A goods, B services."""
    code: str = shown_in("items.*.hs_code")
    name: str | None = shown_in("items.*.description")
    unit: str = shown_in("items.*.uom")
    price: Decimal | None = shown_in("items.*.unit_price")
    """Without tax, before the discount."""
    qty: Decimal | None = shown_in("items.*.qty")
    discount: Decimal | None = shown_in("items.*.discount")
    """Of the whole line, with its share of what lowers the whole invoice."""
    tax_base: Decimal | None = shown_in("items.*.amount")
    """Price times quantity less discount."""
    other_tax_base: Decimal | None = shown_in("items.*.amount")
    """11/12 of it; for luxury goods all of it."""
    vat_rate: Decimal = shown_in("items.*.tax_rate")
    vat: Decimal | None = shown_in("items.*.amount")
    luxury_rate: Decimal = shown_in("items.*.coretax.luxury_rate")
    luxury_tax: Decimal | None = shown_in("items.*.amount")


@dataclass(frozen=True, slots=True)
class TaxInvoice:
    date: dt.date | None = shown_in("invoice.date")
    transaction_code: str | None = shown_in("coretax.transaction_code")
    """None if nobody has decided it, and no line bears luxury tax."""
    add_info: str | None = shown_in("coretax.add_info")
    custom_doc: str | None = shown_in("coretax.custom_doc")
    custom_doc_month_year: str | None = shown_in("coretax.custom_doc_month_year")
    reference: str | None = shown_in("invoice.number")
    """The seller's own number; the tax office gives the tax invoice's."""
    facility_stamp: str | None = shown_in("coretax.facility_stamp")
    seller: Seller = shown_in("seller.name")
    buyer: Buyer = shown_in("buyer.name")
    items: tuple[Line, ...] = shown_in("items")


@dataclass(frozen=True, slots=True)
class Values:
    seller: Seller = shown_in("seller.name")
    """Of all invoices in the file."""
    invoices: tuple[TaxInvoice, ...] = shown_in("invoice.number")
