"""Rows that print base, rate and tax, and close."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations
from typing import NamedTuple

from fakturo.convert.figures import CENTS, Figure
from fakturo.convert.layout.sheet import Row
from fakturo.convert.solve.arithmetic import HUNDRED, ZERO, is_tax
from fakturo.convert.solve.sums.labels import HIGHEST_RATE, Labelled, Means, meanings
from fakturo.convert.solve.sums.tax_rates import all_rates

NOT_ON_TOP = frozenset(
    {Means.DISCOUNT, Means.LESS, Means.CHARGES, Means.STAMP_DUTY, Means.WITHHELD, Means.PREPAID, Means.INFO}
) | {Means.CASH_DISCOUNT}

LEAST_TAX = Decimal("0.05")
"""Smaller ones close by chance."""


class TaxRow(NamedTuple):
    """A row that prints base, rate and tax, and they close."""

    rate: Decimal
    base: Figure
    tax: Figure
    row: int
    """In the document."""
    reduces: bool = False
    """A discount or a tax withheld: it closes, but is no tax on top."""


def tax_rows(rows: Sequence[Row], figures: Sequence[Sequence[Figure]], labelled: Labelled) -> list[TaxRow]:
    """Base, rate and tax in one row, for each rate in it; what their words call otherwise is no tax on top."""
    said = {(one.row, one.figure.box): one.means for one in labelled}
    charges = {(abs(one.value), one.row) for one in labelled if one.means is Means.CHARGES}
    found: list[TaxRow] = []
    for index, printed in enumerate(figures):
        for row in _tax_rows(index, printed) if len(printed) > 2 else ():  # noqa: PLR2004
            before = " ".join(p.text for p in rows[index].phrases if p.box.x0 < row.tax.box.x1)  # not of a block beside
            of_row = meanings(before)[:1]
            means = {said.get((index, row.tax.box)), *of_row} - {None, Means.LOOSE}
            if any(value == abs(row.base.value) and place < index for value, place in charges):
                means -= {Means.CHARGES}  # nothing is charged on a charge but its tax
            found.append(row._replace(reduces=row.reduces or (bool(means & NOT_ON_TOP) and Means.TAX not in means)))
    found = [row for row in found if not any(_is_swapped(row, other) for other in found)]
    return sorted(found, key=lambda row: row.row)


def _is_swapped(row: TaxRow, other: TaxRow) -> bool:
    """7.81 % of 20.00 is 20 % of 7.81: a rate that is usual somewhere is the rate."""
    same = row.row == other.row and row.tax == other.tax and row.base.value == other.rate
    return same and other.rate in all_rates() and row.rate not in all_rates()


def _tax_rows(index: int, row: Sequence[Figure]) -> Iterator[TaxRow]:
    rates = [figure for figure in row if figure.percent] or [
        figure for figure in row if figure.clean and ZERO < figure.value <= HIGHEST_RATE
    ]
    money = [figure for figure in row if not figure.percent and _has_cents(figure)]
    money = money or [figure for figure in row if not figure.percent and abs(figure.value) >= HUNDRED]
    for rate in rates:
        if row_of_rate := _tax_row(index, rate, money):
            yield row_of_rate


def _tax_row(index: int, rate: Figure, money: Sequence[Figure]) -> TaxRow | None:
    """Of several ways that close, the one whose sum is printed beside it, then the exactest."""
    best: tuple[tuple[bool, Decimal], TaxRow] | None = None
    for base, tax in combinations(money, 2):
        if rate in (base, tax) or not ZERO <= rate.value <= HIGHEST_RATE or abs(tax.value) >= abs(base.value):
            continue
        if rate.value and (abs(tax.value) < LEAST_TAX or not is_tax(abs(base.value), rate.value, abs(tax.value))):
            continue
        if not rate.value and (tax.value or not rate.percent):
            continue
        lacks_gross = all(figure.value != base.value + tax.value for figure in money)
        error = abs(abs(base.value) * rate.value / HUNDRED - abs(tax.value))
        found = TaxRow(rate.value, base, tax, index, reduces=base.value * tax.value < 0)
        if best is None or (lacks_gross, error) < best[0]:
            best = (lacks_gross, error), found
    return best[1] if best else None


def _has_cents(figure: Figure) -> bool:
    return figure.decimals == CENTS
