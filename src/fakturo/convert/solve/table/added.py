"""Columns of money that add up row by row: net and tax make gross, whatever their heads say."""

from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple

from fakturo.convert.figures import CENTS, CLEAR_MAJORITY, Figure
from fakturo.convert.solve.arithmetic import is_usual_tax, last_digit
from fakturo.convert.solve.sums.tax_rates import telling_rates

SAMPLE = 30
"""So many rows are enough to tell."""
LEAST_ROWS = 2
"""In fewer, figures add up by chance, unless one is a usual tax on another."""


class Added(NamedTuple):
    """Places of three columns, of which the last is the sum of the others."""

    part: int
    more: int
    """To the right of the first: a tax, mostly."""
    whole: int

    @property
    def places(self) -> frozenset[int]:
        return frozenset(self)

    def holds(self, row: dict[int, Figure]) -> bool:
        """To the last printed digit: each sum may have been rounded by itself."""
        whole = row[self.whole].value
        return abs(row[self.part].value + row[self.more].value - whole) <= last_digit(whole)


def added_columns(rows: Sequence[dict[int, Figure]]) -> list[Added]:
    """Those of which far more rows say so than not."""
    money = [
        {place: it for place, it in row.items() if it.decimals == CENTS and it.value and not it.percent}
        for row in rows[:SAMPLE]
    ]
    places = sorted(set[int]().union(*money))
    every = (Added(part, more, whole) for part, more, whole in permutations(places, 3) if part < more)
    return [each for each in every if _is_proven(each, money)]


def _is_proven(added: Added, rows: Sequence[dict[int, Figure]]) -> bool:
    full = [row for row in rows if added.places <= row.keys()]
    holding = [row for row in full if added.holds(row)]
    if len(full) < LEAST_ROWS:
        return any(is_taxed(row, added) for row in holding)
    return len(holding) >= LEAST_ROWS and len(holding) >= CLEAR_MAJORITY * (len(full) - len(holding))


def is_taxed(row: dict[int, Figure], added: Added) -> bool:
    """What is added to the first is a tax at a usual rate."""
    if not added.places <= row.keys():
        return False
    net, tax = row[added.part].value, row[added.more].value
    return any(is_usual_tax(net, rate, tax) for rate in telling_rates())
