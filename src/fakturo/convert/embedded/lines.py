"""What the lines of all dialects have in common."""

from dataclasses import replace
from decimal import Decimal

from fakturo.convert.embedded.values import with_own_digits
from fakturo.convert.invoice import Item


def says_something(item: Item) -> bool:
    """Headings and remarks are written as lines, too: without numbers, or with none of nothing for nothing."""
    if item.amount is None and item.qty is None:
        return item.description is not None
    return bool(item.amount or item.qty)


def priced(item: Item, price: Decimal | None, basis: Decimal | None) -> Item:
    """Some prices are for a hundred or a thousand.

    Some programs give the line's own quantity for it, and the price for one all the same: the amount tells.
    """
    alone = replace(item, unit_price=price)
    if price is None or basis is None or basis <= 0 or (basis == item.qty and alone.worth == item.amount):
        return alone
    return replace(alone, price_base=with_own_digits(basis))
