"""An invoice in the terms of EN 16931; BT-n are the norm's own names. Mappings of both syntaxes begin here.

Money has two decimals and closes to the cent: the sums are made of the lines, and what is printed otherwise is told.
"""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

from fakturo.convert.targets.target import shown_in

ZERO = Decimal(0)


@dataclass(frozen=True, slots=True)
class Address:
    country: str | None = shown_in(".country", default=None)
    """ISO 3166 of two letters. BT-40, BT-55"""
    street: str | None = shown_in(".address", default=None)
    """BT-35, BT-50"""
    more: str | None = shown_in(".address", default=None)
    """A second line. BT-36, BT-51"""
    rest: str | None = shown_in(".address", default=None)
    """All further lines. BT-162, BT-163"""
    postcode: str | None = shown_in(".address", default=None)
    city: str | None = shown_in(".address", default=None)


@dataclass(frozen=True, slots=True)
class Party:
    name: str | None = shown_in(".name", default=None)
    """BT-27, BT-44"""
    vat_id: str | None = shown_in(".tax_id", default=None)
    """With the country before it. BT-31, BT-48"""
    tax_number: str | None = shown_in(".tax_id", default=None)
    """One of the local tax office; sellers only. BT-32"""
    legal_id: str | None = shown_in(".tax_id", default=None)
    """What else the party is known by. BT-30, BT-47"""
    address: Address = shown_in("", default=Address())


@dataclass(frozen=True, slots=True)
class Vat:
    """Of a line, a discount or a charge."""

    category: str
    """UNTDID 5305: S standard, Z zero, E exempt, AE reverse charge, K within the EU, G export, O not subject."""
    rate: Decimal | None
    """In percent; none for O."""


@dataclass(frozen=True, slots=True)
class Line:
    id: str = shown_in("items.*.no")
    name: str | None = shown_in("items.*.description")
    quantity: Decimal = shown_in("items.*.qty")
    unit: str = shown_in("items.*.uom")
    """UN/ECE Recommendation 20 or 21."""
    price: Decimal = shown_in("items.*.unit_price")
    """Net, for `per` of them."""
    net: Decimal = shown_in("items.*.amount")
    vat: Vat = shown_in("items.*.tax_rate")
    per: Decimal | None = shown_in("items.*.unit_price", default=None)
    discount: Decimal | None = shown_in("items.*.discount", default=None)
    charge: Decimal | None = shown_in("items.*.discount", default=None)
    sku: str | None = shown_in("items.*.sku", default=None)
    hs_code: str | None = shown_in("items.*.hs_code", default=None)


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A discount or charge of the whole document, as far as it concerns one rate."""

    amount: Decimal
    reason: str
    vat: Vat


@dataclass(frozen=True, slots=True)
class VatGroup:
    """One line of the VAT breakdown. BG-23"""

    vat: Vat
    base: Decimal = shown_in("totals.tax_base")
    amount: Decimal = shown_in("totals.tax")
    reason: str | None = None
    """Why there is no VAT. BT-120"""
    reason_code: str | None = None
    """BT-121"""


@dataclass(frozen=True, slots=True)
class Sums:
    lines: Decimal = shown_in("totals.subtotal", default=ZERO)
    """BT-106"""
    discounts: Decimal | None = shown_in("totals.discount", default=None)
    """BT-107"""
    charges: Decimal | None = shown_in("totals.charges", default=None)
    """BT-108"""
    net: Decimal = shown_in("totals.tax_base", default=ZERO)
    """BT-109"""
    vat: Decimal = shown_in("totals.tax", default=ZERO)
    """BT-110"""
    gross: Decimal = shown_in("totals.total", default=ZERO)
    """BT-112"""
    prepaid: Decimal | None = shown_in("totals.prepaid", default=None)
    """What is paid already, and what is withheld. BT-113"""
    rounding: Decimal | None = shown_in("totals.rounding", default=None)
    """BT-114"""
    payable: Decimal = shown_in("totals.payable", default=ZERO)
    """BT-115"""


@dataclass(frozen=True, slots=True)
class Bill:
    number: str | None = shown_in("invoice.number", default=None)
    date: dt.date | None = shown_in("invoice.date", default=None)
    due_date: dt.date | None = shown_in("invoice.due_date", default=None)
    is_credit_note: bool = shown_in("kind", default=False)
    currency: str | None = shown_in("invoice.currency", default=None)
    order: str | None = shown_in("invoice.po", default=None)
    """The buyer's order. BT-13"""
    note: str | None = None
    """BT-22"""
    seller: Party = shown_in("seller", default=Party())
    buyer: Party = shown_in("buyer", default=Party())
    lines: tuple[Line, ...] = shown_in("items.*", default=())
    discounts: tuple[Adjustment, ...] = shown_in("totals.discount", default=())
    charges: tuple[Adjustment, ...] = shown_in("totals.charges", default=())
    vat: tuple[VatGroup, ...] = shown_in("totals.taxes", default=())
    delivered: dt.date | None = shown_in("invoice.date", default=None)
    """Only of deliveries within the EU, which must say when and where to. BT-72"""
    delivered_to: str | None = shown_in("buyer.country", default=None)
    """BT-80"""
    sums: Sums = shown_in("totals", default=Sums())
