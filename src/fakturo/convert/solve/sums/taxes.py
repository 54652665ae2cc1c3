"""Which of the printed figures may be the tax: by their words, by rows that close, by rates."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations
from typing import NamedTuple

from fakturo.convert.invoice import Tax
from fakturo.convert.solve.arithmetic import CENT, HUNDRED, OTHER_BASE, ZERO, Values, is_usual_tax, last_digit
from fakturo.convert.solve.sums.labels import ENDS, HIGHEST_RATE, Mark, Means
from fakturo.convert.solve.sums.model import MOST_PARTS, Lines, also_by, marks_by, sums_of
from fakturo.convert.solve.sums.tax_rates import telling_rates
from fakturo.convert.solve.sums.tax_rows import TaxRow

BASES = frozenset({Means.SUBTOTAL, Means.TAX_BASE, Means.TOTAL, Means.LOOSE})
"""What a tax may be computed on, as labels have it."""


class TaxSum(NamedTuple):
    value: Decimal
    marks: tuple[Mark, ...]
    taxes: tuple[Tax, ...]


class PrintedTaxes:
    """What is printed about taxes, whatever the lines are: worked out once for all ways to choose these."""

    def __init__(self, marks: Sequence[Mark], rows: Sequence[TaxRow]) -> None:
        self.marks = marks
        self.by_rows = {tax.value: tax for tax in _by_rows(rows)}
        self.named = [*marks_by(marks, Means.TAX), *also_by(marks, Means.TAX)]
        self.sums = sums_of(self.named)


def taxes_of(taxes: PrintedTaxes, lines: Lines) -> list[TaxSum]:
    """No tax, and every sum of figures that may be one."""
    options = {ZERO: TaxSum(ZERO, (), ())}
    options |= {tax: TaxSum(tax, (), ()) for tax in lines.taxes}
    options |= taxes.by_rows
    rated = [*_by_rate(taxes.marks, lines), *_by_usual_rate(taxes, lines)][-MOST_PARTS:]
    for printed in sums_of([*taxes.named, *rated]) if rated else taxes.sums:
        known = options.get(printed.value)
        if known and any(mark.means is Means.LOOSE for mark in printed.marks):
            continue  # there is better evidence
        if printed.value and not (known and known.taxes):
            parts = tuple(Tax(mark.rate, None, abs(mark.value)) for mark in printed.marks)
            options[printed.value] = TaxSum(printed.value, printed.marks, parts)
        elif known and printed.value:
            options[printed.value] = known._replace(marks=printed.marks)
    return list(options.values())


def _by_usual_rate(taxes: PrintedTaxes, lines: Lines) -> Iterator[Mark]:
    """Where nothing is called a tax: what a usual rate gives of the lines, and leads from them to the total."""
    ends = {abs(mark.value) for mark in taxes.marks if mark.means in ENDS}
    for mark in taxes.marks if not taxes.named and ends else ():
        if mark.means is Means.LOOSE and mark.rate is None and lines.total + mark.value in ends:
            rates = (rate for rate in telling_rates() if is_usual_tax(lines.total, rate, mark.value))
            yield from (mark._replace(rate=rate) for rate in rates)


def _by_rows(rows: Sequence[TaxRow]) -> Iterator[TaxSum]:
    """Rows that print base, rate and tax, each rate once."""
    unique = {(row.rate, abs(row.base.value), abs(row.tax.value)): row for row in rows if not row.reduces}
    for size in {*range(1, min(len(unique), 4) + 1), len(unique)} - {0}:
        for pick in combinations(unique.values(), size):
            if len({row.rate for row in pick}) < size:
                continue
            parts = tuple(Tax(row.rate, abs(row.base.value), abs(row.tax.value)) for row in pick)
            yield TaxSum(sum((part.amount for part in parts), ZERO), (), parts)


def _by_rate(marks: Sequence[Mark], lines: Lines) -> Iterator[Mark]:
    """Figures without a word that are the percentage beside them of a printed sum, or all together of one."""
    rated = [mark for mark in marks if mark.means is Means.LOOSE and mark.rate and mark.value * lines.total > 0]
    rated = [mark for mark in rated if mark.rate and mark.rate <= HIGHEST_RATE]
    if not rated:
        return
    sums = {abs(mark.value) for mark in marks if mark.means in BASES}
    bases = {abs(lines.total), *sums, *lines.rates.values()}
    bases |= {base * OTHER_BASE for base in bases}
    implied = sum((abs(mark.value) * HUNDRED / (mark.rate or HUNDRED) for mark in rated), ZERO)
    slack = sum((CENT * HUNDRED / (mark.rate or HUNDRED) for mark in rated), ZERO)
    inside = sum((abs(mark.value) for mark in rated), ZERO)  # what is taxed may be printed with its tax only
    if len(rated) > 1 and any(abs(base - implied - more) <= slack for base in bases for more in (ZERO, inside)):
        yield from rated
        return
    ordered = Values(bases)
    for mark in rated:
        value, percent = abs(mark.value), HUNDRED / (mark.rate or HUNDRED)
        exact, off = value * percent, max(CENT, last_digit(value)) * percent
        if ordered.within(exact, off) or ordered.within(exact + value, off):
            yield mark
