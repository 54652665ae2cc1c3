"""What the lines of all dialects have in common."""

from decimal import Decimal

from fakturo.convert.embedded.values import with_own_digits
from fakturo.convert.invoice import Item


def says_something(item: Item) -> bool:
    """Headings and remarks are written as lines, too: without numbers, or with none of nothing for nothing."""
    if item.amount is None and item.qty is None:
        return item.description is not None
    return bool(item.amount or item.qty)


def per_unit(price: Decimal | None, basis: Decimal | None, item: Item) -> Decimal | None:
    """Some prices are for a hundred or a thousand.

    Some programs give the line's own quantity for it, and the price for one all the same: the amount tells.
    """
    if price is None or basis is None or basis in {Decimal(0), Decimal(1)}:
        return price
    if basis == item.qty and item.amount is not None and price * item.qty - item.discount == item.amount:
        return price
    return with_own_digits(price / basis)
