"""Which of the printed figures may be the tax: by their words, by rows that close, by rates."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations
from typing import NamedTuple

from fakturo.convert.invoice import Tax
from fakturo.convert.solve.arithmetic import CENT, HUNDRED, OTHER_BASE, ZERO, Values, is_usual_tax, last_digit
from fakturo.convert.solve.sums.labels import ENDS, HIGHEST_RATE, Labelled, LabelledFigure, Means
from fakturo.convert.solve.sums.model import MOST_PARTS, Lines, also_called, called, sums_of
from fakturo.convert.solve.sums.tax_rates import telling_rates
from fakturo.convert.solve.sums.tax_rows import TaxRow

BASES = frozenset({Means.SUBTOTAL, Means.TAX_BASE, Means.TOTAL, Means.LOOSE})
"""What a tax may be computed on, as labels have it."""


class TaxSum(NamedTuple):
    value: Decimal
    addends: tuple[LabelledFigure, ...]
    taxes: tuple[Tax, ...]


class PrintedTaxes:
    """What is printed about taxes, whatever the lines are: worked out once for all ways to choose these."""

    def __init__(self, labelled: Labelled, rows: Sequence[TaxRow]) -> None:
        self.labelled = labelled
        self.by_rows = {tax.value: tax for tax in _by_rows(rows)}
        self.named = [*called(labelled, Means.TAX), *also_called(labelled, Means.TAX)]
        self.sums = sums_of(self.named)


def taxes_of(taxes: PrintedTaxes, lines: Lines) -> list[TaxSum]:
    """No tax, and every sum of figures that may be one."""
    options = {ZERO: TaxSum(ZERO, (), ())}
    options |= {tax: TaxSum(tax, (), ()) for tax in lines.taxes}
    options |= taxes.by_rows
    rated = [*_by_rate(taxes.labelled, lines), *_by_usual_rate(taxes, lines)][-MOST_PARTS:]
    for printed in sums_of([*taxes.named, *rated]) if rated else taxes.sums:
        known = options.get(printed.value)
        if known and any(one.means is Means.LOOSE for one in printed.addends):
            continue  # there is better evidence
        if printed.value and not (known and known.taxes):
            parts = tuple(Tax(one.rate, None, abs(one.value)) for one in printed.addends)
            options[printed.value] = TaxSum(printed.value, printed.addends, parts)
        elif known and printed.value:
            options[printed.value] = known._replace(addends=printed.addends)
    return list(options.values())


def _by_usual_rate(taxes: PrintedTaxes, lines: Lines) -> Iterator[LabelledFigure]:
    """Where nothing is called a tax: what a usual rate gives of the lines, and leads from them to the total."""
    ends = {abs(one.value) for one in taxes.labelled if one.means in ENDS}
    for one in taxes.labelled if not taxes.named and ends else ():
        if one.means is Means.LOOSE and one.rate is None and lines.total + one.value in ends:
            rates = (rate for rate in telling_rates() if is_usual_tax(lines.total, rate, one.value))
            yield from (one._replace(rate=rate) for rate in rates)


def _by_rows(rows: Sequence[TaxRow]) -> Iterator[TaxSum]:
    """Rows that print base, rate and tax, each rate once."""
    unique = {(row.rate, abs(row.base.value), abs(row.tax.value)): row for row in rows if not row.reduces}
    for size in {*range(1, min(len(unique), 4) + 1), len(unique)} - {0}:
        for pick in combinations(unique.values(), size):
            if len({row.rate for row in pick}) < size:
                continue
            parts = tuple(Tax(row.rate, abs(row.base.value), abs(row.tax.value)) for row in pick)
            yield TaxSum(sum((part.amount for part in parts), ZERO), (), parts)


def _by_rate(labelled: Labelled, lines: Lines) -> Iterator[LabelledFigure]:
    """Figures without a word that are the percentage beside them of a printed sum, or all together of one."""
    rated = [one for one in labelled if one.means is Means.LOOSE and one.rate and one.value * lines.total > 0]
    rated = [one for one in rated if one.rate and one.rate <= HIGHEST_RATE]
    if not rated:
        return
    sums = {abs(one.value) for one in labelled if one.means in BASES}
    bases = {abs(lines.total), *sums, *lines.rates.values()}
    bases |= {base * OTHER_BASE for base in bases}
    implied = sum((abs(one.value) * HUNDRED / (one.rate or HUNDRED) for one in rated), ZERO)
    slack = sum((CENT * HUNDRED / (one.rate or HUNDRED) for one in rated), ZERO)
    inside = sum((abs(one.value) for one in rated), ZERO)  # what is taxed may be printed with its tax only
    if len(rated) > 1 and any(abs(base - implied - more) <= slack for base in bases for more in (ZERO, inside)):
        yield from rated
        return
    ordered = Values(bases)
    for one in rated:
        value, percent = abs(one.value), HUNDRED / (one.rate or HUNDRED)
        exact, off = value * percent, max(CENT, last_digit(value)) * percent
        if ordered.within(exact, off) or ordered.within(exact + value, off):
            yield one
