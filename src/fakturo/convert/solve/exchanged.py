"""Quantity and price give the same amount when they are exchanged: what tells which is which, besides the head."""

from collections.abc import Callable, Sequence

from fakturo.convert.figures import Figure
from fakturo.convert.solve.solution import Solution

LEAST_SIGNS = 2
LONGEST_COUNT = 4
"""Digits of a quantity beside prices in thousands."""
THOUSAND = 1000


def is_only_exchanged(best: Solution, rival: Solution) -> bool:
    """The rival exchanges quantity and price, and what is printed speaks twice against it, and never for it."""
    if not best.table or not rival.table:
        return False
    ours, theirs = best.table.roles, rival.table.roles
    same = ours.amount == theirs.amount and [e.index for e in best.items] == [e.index for e in rival.items]
    if not same or ours.qty is None or (ours.qty, ours.price) != (theirs.price, theirs.qty) or ours.price is None:
        return False
    pairs = [
        (e.figures[ours.qty], e.figures[ours.price]) for e in best.items if {ours.qty, ours.price} <= set(e.figures)
    ]
    signs = sum(_says_so(pairs, sign) for sign in SIGNS) + (ours.qty < ours.price)
    exchanged = [(price, qty) for qty, price in pairs]
    return signs >= LEAST_SIGNS and not any(_says_so(exchanged, sign) for sign in SIGNS)


def _says_so(pairs: Sequence[tuple[Figure, Figure]], sign: Callable[[Figure, Figure], bool]) -> bool:
    return bool(pairs) and all(sign(qty, price) for qty, price in pairs)


def _in_units(qty: Figure, price: Figure) -> bool:
    """`12 kg` at `3.50`."""
    return qty.unit is not None and price.unit is None


def _in_thousands(qty: Figure, price: Figure) -> bool:
    """`12` at `3.500`: no cents anywhere."""
    return qty.raw.isdigit() and len(qty.raw) < LONGEST_COUNT and price.value >= THOUSAND and not price.raw.isdigit()


SIGNS = (_in_units, _in_thousands)
