"""What a template may say. Everything but its name and its fingerprint is optional."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from fakturo.convert.figures import Sign
from fakturo.convert.header.dates.written import Order
from fakturo.convert.invoice import Kind
from fakturo.convert.solve.sums.labels import Means
from fakturo.convert.solve.table.heads import Role


class Place(StrEnum):
    """Where on the first page a fingerprint stands."""

    TOP = "top"
    BOTTOM = "bottom"


class Where(StrEnum):
    """Where a value stands, seen from its label."""

    RIGHT = "right"
    BELOW = "below"
    SAME_CELL = "same cell"
    NEXT_CELL = "next cell"
    LAST_BELOW = "last below"


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What tells the vendor's invoices from all others: all of it must be on the first page."""

    texts: tuple[str, ...] = ()
    tax_id: str | None = None
    pattern: re.Pattern[str] | None = None
    place: Place | None = None

    @property
    def specificity(self) -> tuple[bool, int, bool]:
        """A tax id says most, then the number of texts, then that they must stand in one place."""
        return self.tax_id is not None, len(self.texts) + (self.pattern is not None), self.place is not None


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where a header field stands: beside a label, inside a pattern, or at a place of the first page."""

    label: str | None = None
    value: Where = Where.RIGHT
    pattern: re.Pattern[str] | None = None
    at: tuple[float, float] | None = None
    """Points from the left and from the top: where its text begins or ends, and the middle of its line."""

    def __str__(self) -> str:
        if self.at:
            return f"{self.at[0]:g} points from the left and {self.at[1]:g} from the top"
        if self.pattern:
            return f"in the pattern {self.pattern.pattern!r}"
        places = {
            Where.RIGHT: "to the right of",
            Where.BELOW: "below",
            Where.SAME_CELL: "in the cell of",
            Where.NEXT_CELL: "in the cell next to",
            Where.LAST_BELOW: "last of those below",
        }
        return f"{places[self.value]} {self.label!r}"


ANCHORED = (
    "invoice.number",
    "invoice.date",
    "invoice.due_date",
    "invoice.po",
    "seller.name",
    "seller.tax_id",
    "buyer.name",
    "buyer.tax_id",
    "totals.total",
)
"""Fields that may have an anchor; `invoice.` and `totals.` are left out in the file."""
CONFIRMED = ("invoice.number", "invoice.date", "invoice.due_date", "buyer.name")
"""Fields that the reader finds by itself and whose place may settle its doubts."""
OTHER_NUMBER = "other_number"
"""Beside them: a number that may look like the buyer's tax id, and is none."""
EVERYWHERE = frozenset({"invoice.number", "invoice.date", "seller.name", "buyer.name", "totals.total"})
"""Those that every invoice has."""
OPTIONAL = ("invoice.due_date", "invoice.po", "seller.tax_id", "buyer.tax_id")
"""Those of which a template may say that the vendor never prints them."""
UNREAD = (*(field for field in ANCHORED if field != "totals.total"), "invoice.currency", "kind", "items", "totals")
"""Fields of which a template may say that they are read wrong."""
ROWS = {"ignore": "ignored_rows", "items": "item_rows"}
"""What is said of rows by the text that they begin with."""
SINGLE = {
    "locale.decimal": "decimal_sign",
    "locale.dates": "date_order",
    "locale.currency": "currency",
    "locale.prices": "prices_with_tax",
    "locale.minus": "minus_credits",
    "rows.head": "headless",
    "rows.quantity": "counted",
}
"""What is said once, as it is written in the file."""
CONSTANTS = ("name", "tax_id", "address", "country")
"""What is the same on every invoice of a seller."""


@dataclass(frozen=True, slots=True)
class Template:
    name: str = ""
    version: int = 1
    explanation: str = ""
    fingerprint: Fingerprint = Fingerprint()
    decimal_sign: Sign | None = None
    date_order: Order | None = None
    currency: str | None = None
    prices_with_tax: bool | None = None
    """The lines and sums include the tax that is printed below them."""
    minus_credits: bool | None = None
    """Where its amounts have a minus, the paper is a credit note, whatever it is called."""
    titles: Mapping[str, Kind] = field(default_factory=dict)
    """What its papers are called, and what they are."""
    seller: Mapping[str, str] = field(default_factory=dict)
    anchors: Mapping[str, Sequence[Anchor]] = field(default_factory=dict)
    """Places of each field, the first that has it counts; without any, this vendor never prints it."""
    confirmed: Mapping[str, Sequence[Anchor]] = field(default_factory=dict)
    """Places of what the reader finds by itself: where both agree, nobody need doubt it."""
    columns: Mapping[str, Role | None] = field(default_factory=dict)
    """Heads of the item table; None for one that says nothing."""
    ignored_rows: tuple[str, ...] = ()
    item_rows: tuple[str, ...] = ()
    """Rows that begin so are items, whatever their words mean elsewhere."""
    headless: bool | None = None
    """Its items are a list without a head."""
    counted: bool | None = None
    """Its items have quantities."""
    totals: Mapping[str, Means] = field(default_factory=dict)
    unread: tuple[str, ...] = ()
    """Fields that are read wrong on this vendor's invoices, and that nobody could teach: somebody must look."""

    @property
    def title(self) -> str:
        return f"{self.name}@{self.version}"

    def parts(self) -> Iterator[tuple[str, "Template"]]:
        """Every single decision as it is written in the file, with the template as it is without it."""
        for key, name in SINGLE.items():
            if getattr(self, name):
                yield key, self._without(**{name: None})
        for section in ("titles", "seller", "anchors", "confirmed", "columns", "totals"):
            entries: Mapping[str, Any] = getattr(self, section)
            for key in entries:
                fewer = {other: value for other, value in entries.items() if other != key}
                yield f"{_WRITTEN.get(section, section)}.{_as_written(section, key)}", self._without(**{section: fewer})
        for key, name in ROWS.items():
            texts: Sequence[str] = getattr(self, name)
            for text in texts:
                fewer_rows = tuple(other for other in texts if other != text)
                yield f'rows.{key} "{text}"', self._without(**{name: fewer_rows})

    def _without(self, **changed: Any) -> "Template":
        return replace(self, **changed)


_WRITTEN = {"confirmed": "confirm"}


def _as_written(section: str, key: str) -> str:
    return f'"{key}"' if section in {"titles", "columns", "totals"} else short_name(key)


def short_name(field: str) -> str:
    """As anchors are called in a file."""
    return field.removeprefix("invoice.").removeprefix("totals.")


GENERIC = Template()
"""The generic reader alone: it decides nothing."""
