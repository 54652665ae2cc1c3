"""What is written otherwise than it is printed, told as that: both values, and why."""

from decimal import Decimal
from typing import NamedTuple

from fakturo.convert.invoice import Item
from fakturo.convert.targets.coretax.arithmetic import Fitted
from fakturo.convert.targets.coretax.notes import Notes

TWO_DECIMALS = "Coretax takes two decimals"


class Change(NamedTuple):
    field: str
    printed: Decimal
    written: Decimal

    def words(self) -> str:
        return f"{self.field.replace('_', ' ')} {shown(self.printed)} is written as {shown(self.written)}"


def changes(item: Item, net: Decimal, found: Fitted) -> list[Change]:
    """Of the figures of a line; what is not printed cannot be changed."""
    pairs = (
        ("qty", item.qty, found.qty),
        ("unit_price", item.unit_price, found.price),
        ("discount", item.discount, found.discount),
        ("amount", item.amount, net),
    )
    return [
        Change(field, printed, written)
        for field, printed, written in pairs
        if printed is not None and printed != written
    ]


def tell(place: int, changed: list[Change], reason: tuple[str, str], notes: Notes) -> None:
    """All changes of a line in one breath, under the code and the words of their reason."""
    if changed:
        code, why = reason
        notes.line_change(place, code, changed[0].field, why, ", ".join(change.words() for change in changed))


def shown(value: Decimal) -> str:
    return f"{value:,f}"
