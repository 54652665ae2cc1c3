"""Which rows of a table may be its items: all but sums, discounts, or what stands below a sum, in a few ways."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from fakturo.convert.solve.arithmetic import ZERO
from fakturo.convert.solve.sums.labels import Means
from fakturo.convert.solve.sums.model import MOST_PARTS
from fakturo.convert.solve.table.entries import Entry

ADJUSTING = frozenset(
    {Means.LESS, Means.DISCOUNT, Means.CHARGES, Means.STAMP_DUTY, Means.ROUNDING, Means.PREPAID, Means.WITHHELD}
) | {Means.TAX}
MOST_DROPPED = 2
MOST_OPEN = 14
"""Rows without a price; with more of them, nobody tries to leave some out."""


def selections_of(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """Which rows may be the items: all; without discounts and charges; only those that close; all but a few."""
    charged = any(entry.amount.value > 0 for entry in entries)
    paid = [entry for entry in entries if charged and Means.PREPAID in entry.means and entry.amount.value < 0]
    with_late = [entry for entry in entries if entry not in paid and not is_running_sum(entry, entries)]
    everything = [entry for entry in with_late if not entry.late]
    seen: set[tuple[int, ...]] = set()
    plain = [entry for entry in everything if entry.pricing or not set(entry.means) & ADJUSTING]
    open_ones = [place for place, entry in enumerate(plain) if entry.pricing is None]
    fewer = [
        [entry for place, entry in enumerate(plain) if place not in drop]
        for size in range(1, MOST_DROPPED + 1)
        if len(open_ones) <= MOST_OPEN
        for drop in combinations(open_ones, size)
    ]
    kept = {entry.index for entry in with_late}
    by_chance = {entry.index for entry in entries if entry.index not in kept and _may_be_chance(entry)}
    by_chance |= {entry.index for entry in plain}
    for selection in (
        everything,
        [entry for entry in everything if entry.pricing or Means.PREPAID not in entry.means],
        plain,
        [entry for entry in entries if entry.index in by_chance and not entry.late],
        [entry for entry in plain if entry.pricing],
        *_with_late(plain, with_late),
        *fewer,
    ):
        key = tuple(entry.index for entry in selection)
        if selection and key not in seen:
            seen.add(key)
            yield selection


def _with_late(plain: Sequence[Entry], entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """Expenses below the fees may be lines, too: whole parts, down to some sum."""
    reducing = ADJUSTING - {Means.CHARGES, Means.STAMP_DUTY}
    late = [entry for entry in entries if entry.late and not set(entry.means) & reducing]
    parts = sorted({entry.part for entry in late if not set(entry.means) & ADJUSTING})[:MOST_PARTS]
    for last in reversed(parts):
        chosen = [*plain, *(entry for entry in late if entry.part <= last)]
        yield sorted(chosen, key=lambda entry: entry.index)


def _may_be_chance(entry: Entry) -> bool:
    """In line with the items, and without a word for a sum: 18.00 below twice 9.00."""
    return entry.in_line and not entry.sums_up and not entry.means and entry.pricing is None


def is_running_sum(entry: Entry, entries: Sequence[Entry]) -> bool:
    """A row without a price whose amount is what stood above it, of the whole table or of a group."""
    if entry.pricing is not None and not set(entry.means) & {Means.TOTAL, Means.SUBTOTAL}:
        return False
    parts = (other for other in entries if other.pricing or not other.sums_up)
    above = [other.amount.value for other in parts if other.index < entry.index]
    least = 1 if entry.sums_up or not entry.in_line else 2
    total = ZERO
    for count, value in enumerate(reversed(above), start=1):
        total += value
        if total == entry.amount.value and count >= least:
            return True
    return False
