"""Where a reading of an invoice is not what is right. Case, accents, punctuation and spaces don't matter."""

import datetime as dt
import difflib
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, NamedTuple

from fakturo.convert.header.parties.lines import without_salutation
from fakturo.convert.invoice import Invoice, Item
from fakturo.convert.teach.truth import LINE, Truth
from fakturo.convert.templates.texts import squeezed

SIMILAR = 0.9
ADJUSTING = frozenset({"discount", "charges", "withheld", "prepaid", "rounding"})
"""None of them is the same as zero."""
MAY_BE_EMPTY = frozenset(
    {
        *("invoice.number", "invoice.date", "invoice.due_date"),
        *("seller.name", "seller.tax_id", "buyer.name", "buyer.tax_id"),
    }
)
"""Null says that these are not on the paper; of others nothing is said by it."""
NAMING = frozenset({"description", "sku", "hs_code", "uom"})


class Difference(NamedTuple):
    field: str
    right: str | None
    read: str | None

    @property
    def is_of_numbers(self) -> bool:
        return self.field.startswith(("totals", "items"))

    @property
    def is_of_words(self) -> bool:
        """Of a line's words: what they are called matters less than what is charged."""
        return self.field.startswith("items") and self.field.rpartition(".")[2] in NAMING


def differences(truth: Truth, invoice: Invoice) -> list[Difference]:
    return [*_of_header(truth, invoice), *_of_totals(truth, invoice), *_of_items(truth, invoice)]


def value_of(invoice: Invoice, field: str) -> Any:
    section, _, name = field.partition(".")
    if section in {"seller", "buyer", "totals"}:
        return getattr(getattr(invoice, section), name)
    return getattr(invoice, name or section)


def _of_header(truth: Truth, invoice: Invoice) -> Iterator[Difference]:
    for field, right in truth.values.items():
        read = value_of(invoice, field)
        if right is None:
            if read is not None and field in MAY_BE_EMPTY:
                yield Difference(field, None, str(read))
        elif not (is_same_name(right, read) if field.endswith(".name") else is_same(right, read)):
            yield Difference(field, str(right), None if read is None else str(read))


def is_same(right: Any, read: Any) -> bool:
    if isinstance(right, str) and isinstance(read, str):
        return squeezed(right) == squeezed(read)
    return bool(right == read)


def is_same_name(right: str, read: str | None) -> bool:
    """How a person is addressed is no part of the name."""
    return read is not None and squeezed(without_salutation(right)) == squeezed(without_salutation(read))


def _of_totals(truth: Truth, invoice: Invoice) -> Iterator[Difference]:
    for name, right in truth.totals.items():
        read: Decimal | None = getattr(invoice.totals, name)
        if right != (read or 0 if name in ADJUSTING else read):
            yield Difference(f"totals.{name}", f"{right:f}", None if read is None else f"{read:f}")


def _of_items(truth: Truth, invoice: Invoice) -> Iterator[Difference]:
    if truth.items is None:
        return
    if len(truth.items) != len(invoice.items):
        yield Difference("items", _count(len(truth.items)), _count(len(invoice.items)))
        return
    for place, (right, read) in enumerate(zip(truth.items, invoice.items, strict=True)):
        for name in LINE:
            if name in right and not _is_same_in_line(name, right, read):
                got = getattr(read, name)
                yield Difference(f"items.{place}.{name}", str(right[name]), None if got is None else str(got))


def _is_same_in_line(name: str, right: Mapping[str, Any], read: Item) -> bool:
    """A name may be given by its first line."""
    wanted, got = right[name], getattr(read, name)
    if name != "description":
        return is_same(wanted, got)
    one, other = squeezed(wanted), squeezed(got or "")
    return other.startswith(one) or difflib.SequenceMatcher(None, one, other, autojunk=False).ratio() >= SIMILAR


def _count(lines: int) -> str:
    return f"{lines} line" if lines == 1 else f"{lines} lines"


def in_words(value: Any) -> str:
    return value.isoformat() if isinstance(value, dt.date) else str(value)
