"""The invoice between PDF and XML: one model for every source and every target.

What is not on the page is None, never guessed. Numbers are Decimal. `fields` says for each value, by its path
(`invoice.number`, `items.3.qty`), where it stands and how it was found; DESIGN of the JSON: docs/engine.md.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import Any, Generic, TypeVar

from fakturo.convert.page import Box

T = TypeVar("T")


class Origin(StrEnum):
    """How a value came into the invoice."""

    TEXT = "text"
    OCR = "ocr"
    XML = "xml"
    TEMPLATE = "template"
    LLM = "llm"
    DERIVED = "derived"
    PERSON = "person"


class Kind(StrEnum):
    INVOICE = "invoice"
    CREDIT_NOTE = "credit_note"


class Verdict(StrEnum):
    ACCEPTED = "accepted"
    REVIEW = "review"


class Severity(StrEnum):
    ERROR = "error"
    """Somebody must look at it."""
    WARNING = "warning"
    """Worth knowing; no reason for review by itself."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where a value stands on the paper, as it is printed there, and how sure the reader is of it."""

    raw: str | None
    page: int | None
    box: Box | None
    source: Origin
    confidence: float


@dataclass(frozen=True, slots=True)
class Reading(Generic[T]):
    """A value with its evidence."""

    value: T
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Issue:
    """What a person should know, in plain words, tied to a field and, if it stands somewhere, to its place."""

    code: str
    field: str | None
    message: str
    page: int | None = None
    box: Box | None = None
    severity: Severity = Severity.ERROR
    checked: bool = False
    """Found by a check of the values or the XML, which is made anew whenever they change; not by reading the paper."""


@dataclass(frozen=True, slots=True)
class Party:
    name: str | None = None
    tax_id: str | None = None
    address: str | None = None
    country: str | None = None
    """ISO 3166 code of two letters."""


@dataclass(frozen=True, slots=True)
class CoretaxItem:
    """What somebody has decided about a line for the Indonesian tax office; None is left to directory and paper."""

    opt: str | None = None
    """A goods, B services."""
    code: str | None = None
    """Of goods or services, six digits."""
    unit: str | None = None
    """UM.nnnn."""
    luxury_rate: Decimal | None = None
    """In percent, of luxury tax (PPnBM)."""
    other_tax_base: Decimal | None = None
    """Where a special rule gives another one than 11/12, or than the full one."""
    vat: Decimal | None = None
    """Where a special rule gives another one than the rate of the base."""


@dataclass(frozen=True, slots=True)
class Coretax:
    """What somebody has decided about an invoice for the Indonesian tax office."""

    transaction_code: str | None = None
    """01 to 10."""
    facility: str | None = None
    """For 07 and 08: the two digits that additional information and facility stamp share."""
    add_info: str | None = None
    """TD.005nn, instead of `facility`."""
    facility_stamp: str | None = None
    """TD.011nn, instead of `facility`."""
    custom_doc: str | None = None
    """Number of a supporting document."""
    custom_doc_month_year: str | None = None
    """Its month and year, MMYYYY."""


@dataclass(frozen=True, slots=True)
class Item:
    amount: Decimal | None
    """The line's net as printed, after its own discount; with tax where `tax_included` says so."""
    description: str | None = None
    no: str | None = None
    sku: str | None = None
    hs_code: str | None = None
    qty: Decimal | None = None
    uom: str | None = None
    unit_price: Decimal | None = None
    """As printed."""
    discount: Decimal = Decimal(0)
    """In money, for the whole line."""
    tax_rate: Decimal | None = None
    """In percent."""
    tax_included: bool = False
    tax_category: str | None = None
    """Why the rate is what it is, as UNTDID 5305 has it (S, Z, E, AE, K, G, O): only XML says so, or a person."""
    price_base: Decimal = Decimal(1)
    """For how many `unit_price` is: 1, or 100, or 1,000."""
    coretax: CoretaxItem = CoretaxItem()

    @property
    def price_of_one(self) -> Decimal | None:
        return None if self.unit_price is None else self.unit_price / (self.price_base or 1)

    @property
    def worth(self) -> Decimal | None:
        """What quantity, price and discount give."""
        if self.qty is None or self.unit_price is None:
            return None
        return self.qty * self.unit_price / (self.price_base or 1) - self.discount


@dataclass(frozen=True, slots=True)
class Tax:
    rate: Decimal | None
    """In percent."""
    base: Decimal | None
    amount: Decimal
    category: str | None = None
    """As an item's `tax_category`."""
    reason: str | None = None
    """Why there is none."""


@dataclass(frozen=True, slots=True)
class Totals:
    subtotal: Decimal | None = None
    """Sum of the lines, before discounts and charges of the document."""
    discount: Decimal = Decimal(0)
    charges: Decimal = Decimal(0)
    tax_base: Decimal | None = None
    """What the tax is computed on, as printed."""
    tax: Decimal | None = None
    total: Decimal | None = None
    """With tax, before withholding and prepayment."""
    withheld: Decimal = Decimal(0)
    prepaid: Decimal = Decimal(0)
    rounding: Decimal = Decimal(0)
    payable: Decimal | None = None
    """What is to be paid, as printed."""
    taxes: tuple[Tax, ...] = ()


@dataclass(frozen=True, slots=True)
class Invoice:
    number: str | None = None
    date: dt.date | None = None
    due_date: dt.date | None = None
    currency: str | None = None
    po: str | None = None
    kind: Kind = Kind.INVOICE
    seller: Party = Party()
    buyer: Party = Party()
    items: tuple[Item, ...] = ()
    totals: Totals = Totals()
    pages: tuple[int, ...] = ()
    verdict: Verdict = Verdict.REVIEW
    issues: Sequence[Issue] = ()
    fields: Mapping[str, Evidence] = field(default_factory=dict)
    template: str | None = None
    """Name and version of the template that decided some of it."""
    coretax: Coretax = Coretax()
    approved_because: str | None = None
    """Why a person lets it go out although checks fail."""
    weighed: Mapping[str, Any] = field(default_factory=dict, compare=False)
    """For each field that weights decide, its candidates: what `explain` tells."""
    sums_told: Mapping[str, Any] = field(default_factory=dict, compare=False)
    """The chain of sums and its rivals, in words: what `explain` tells."""
