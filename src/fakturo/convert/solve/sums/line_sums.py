"""What the items say about the sums: by rate, by column, by group, before their discounts."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import accumulate

from fakturo.convert.solve.arithmetic import ZERO
from fakturo.convert.solve.sums.labels import HIGHEST_RATE
from fakturo.convert.solve.sums.model import Lines
from fakturo.convert.solve.sums.tax_rates import all_rates
from fakturo.convert.solve.table.added import is_taxed
from fakturo.convert.solve.table.entries import Entry
from fakturo.convert.solve.table.headed import Table
from fakturo.convert.solve.table.heads import Role

MOST_GROUPED = 60


def lines_of(table: Table, items: Sequence[Entry], alone: frozenset[Decimal] = frozenset()) -> Lines:
    """`alone` are figures that stand in rows of their own."""
    amounts = [entry.amount.value for entry in items]
    places = set().union(*(entry.figures for entry in items)) - {table.roles.amount}
    sums = {place: sum((e.figures[place].value for e in items if place in e.figures), ZERO) for place in places}
    column = table.column_for(Role.TAX_RATE)
    rates = [_rate(table, column, entry) for entry in items]
    by_rate: dict[Decimal, Decimal] = {}
    if None not in rates:
        for rate, amount in zip(rates, amounts, strict=True):
            by_rate[rate or ZERO] = by_rate.get(rate or ZERO, ZERO) + amount
    few = len(amounts) <= MOST_GROUPED
    total, reduced = sum(amounts, ZERO), sum([e.pricing.discount for e in items if e.pricing], ZERO)
    groups = {total for first in range(len(amounts)) for total in accumulate(amounts[first:])} if few else set()
    return Lines(
        total,
        by_rate,
        frozenset([*sums.values(), *([total + reduced, reduced] if reduced else [])]),
        frozenset(_tax_sums(table, items, sums)),
        frozenset(groups),
        alone & groups,
    )


def _tax_sums(table: Table, items: Sequence[Entry], sums: dict[int, Decimal]) -> Iterator[Decimal]:
    """Of each column of taxes, and of all: federal and state, say."""
    taxes = [
        sums[place]
        for place, column in enumerate(table.columns)
        if Role.TAX in column.roles and place in sums and not column.percent
    ]
    taxes += [sums[table.roles.tax]] if table.roles.tax in sums and not taxes else []
    if not taxes:  # what is added to the amounts, at a usual rate
        own = (each for each in table.added if each.part == table.roles.amount and each.more in sums)
        taxes = [sums[each.more] for each in own if all(is_taxed(entry.figures, each) for entry in items)]
    yield from (value for value in {*taxes, sum(taxes, ZERO)} if value)


def _rate(table: Table, place: int | None, entry: Entry) -> Decimal | None:
    figure = entry.figures.get(place) if place is not None else None
    if figure and place is not None and Role.TAX in table.columns[place].roles and not figure.percent:
        figure = None  # `VAT 5 %` over the tax itself
    others = [printed for place, printed in entry.figures.items() if place != table.roles.discount and printed.percent]
    usual = [printed for printed in others if printed.value in all_rates()]  # others may be discounts
    figure = figure or next(iter(usual or others), None)
    return figure.value if figure and ZERO <= figure.value <= HIGHEST_RATE else None
