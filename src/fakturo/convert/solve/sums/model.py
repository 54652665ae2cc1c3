"""The chain of sums of an invoice, and the figures it is made of."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import combinations
from typing import NamedTuple

from fakturo.convert.figures import Figure
from fakturo.convert.invoice import Tax
from fakturo.convert.solve.arithmetic import ZERO
from fakturo.convert.solve.sums.labels import Labelled, LabelledFigure, Means
from fakturo.convert.solve.sums.tax_rows import TaxRow

MOST_PARTS = 6


class Sum(NamedTuple):
    """Some figures of one meaning, added up."""

    value: Decimal
    addends: tuple[LabelledFigure, ...]


NOTHING = Sum(ZERO, ())


class Chain(NamedTuple):
    lines: Decimal
    discount: Sum
    charges: Sum
    tax: Decimal
    tax_addends: tuple[LabelledFigure, ...]
    taxes: tuple[Tax, ...]
    base: Decimal | None
    """What the tax is computed on."""
    base_figure: Figure | None
    total: Decimal
    printed_total: LabelledFigure | None
    """None when no total is printed, and this is what the sums give."""
    included: bool
    """The lines include the tax."""
    rate_closes: bool | None
    """None when no rate is printed to check the tax by."""
    rounding: Decimal = ZERO
    withheld: Sum = NOTHING
    prepaid: Sum = NOTHING
    payable: LabelledFigure | None = None
    older: Decimal = ZERO
    """What an older bill left open, and is to be paid with this one."""
    unexplained: tuple[LabelledFigure, ...] = ()
    unused: tuple[TaxRow, ...] = ()
    """Rows with base, rate and tax that are no part of this tax."""
    printed_subtotal: LabelledFigure | None = None
    closes: bool = True
    """False when it is only what the labels say, and does not add up."""
    score: float = 0.0

    @property
    def net(self) -> Decimal:
        return self.lines - self.discount.value + self.charges.value


@dataclass(frozen=True, slots=True)
class Lines:
    """What the items say about the sums."""

    total: Decimal
    rates: dict[Decimal, Decimal] = field(default_factory=dict)
    """Sum of the amounts by tax rate, if every line prints one."""
    column_sums: frozenset[Decimal] = frozenset()
    """Sums of the table's other columns, which some invoices print below them."""
    taxes: frozenset[Decimal] = frozenset()
    """Sums of the columns of taxes, and of all of them."""
    group_sums: frozenset[Decimal] = frozenset()
    """Sums of consecutive lines, which some invoices print between them."""
    printed_sums: frozenset[Decimal] = frozenset()
    """Those of them that are printed so."""

    @property
    def key(self) -> object:
        """Equal for equal lines."""
        sums = self.column_sums, self.taxes, self.group_sums, self.printed_sums
        return (self.total, frozenset(self.rates.items()), *sums)


def called(labelled: Iterable[LabelledFigure], *means: Means) -> list[LabelledFigure]:
    """Figures of these meanings; of equal values under one name only the first, since a sum is often printed twice."""
    seen: dict[tuple[Decimal, str], LabelledFigure] = {}
    for one in labelled:
        if one.means in means and one.value:
            seen.setdefault((abs(one.value), "" if one.above else one.label), one)
    return list(seen.values())


def also_called(labelled: Labelled, means: Means) -> list[LabelledFigure]:
    """Totals that may be of this kind: `Total shipping`."""
    totals = (one for one in labelled if one.means is Means.TOTAL and means in one.others)
    return called((one._replace(means=means) for one in totals), means)


def sums_of(labelled: Labelled) -> list[Sum]:
    """Nothing, each, all, and all but one."""
    few = list(labelled)[-MOST_PARTS:]  # the nearest to the total
    picks: dict[tuple[int, ...], tuple[LabelledFigure, ...]] = {(): ()}
    sizes = {1, len(few), len(few) - 1, 2} - {0, -1}
    for size in sorted(sizes):
        for pick in combinations(range(len(few)), size):
            picks.setdefault(pick, tuple(few[index] for index in pick))
    return [Sum(sum((abs(one.value) for one in pick), ZERO), pick) for pick in picks.values()]
