"""How much of what is printed a chain explains, and what it leaves."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import accumulate, combinations, product
from typing import NamedTuple

from fakturo.convert.invoice import Tax
from fakturo.convert.solve.arithmetic import CENT, OTHER_BASE, ZERO, Values
from fakturo.convert.solve.sums.labels import Mark, Means
from fakturo.convert.solve.sums.model import MOST_PARTS, Chain, Lines
from fakturo.convert.solve.sums.tax_rows import TaxRow

_EQUALS = re.compile(r"=\s*(?:[A-Z]{2,3}\s*)?$")
"""`1 USD = IDR` before a rate of exchange."""
MOST_LEFT = 12
"""Of more unexplained figures than these nobody tries whether they add up."""
CONVERTED = Decimal("0.0001")
"""Part of a converted sum that rounding may cost."""
GOALS = {Means.TOTAL: 5.0, Means.PAYABLE: 4.0, Means.LOOSE: 0.5}
"""What it is worth that the chain ends at a figure with such a word."""

LEAST_RATE = Decimal(5)
"""A rate of exchange that needs no word for it: smaller figures give each other by chance."""


def worth(chain: Chain, marks: Sequence[Mark]) -> float:
    """What speaks for a chain; what it leaves unexplained is not yet counted."""
    goal = _goal(chain)
    score = GOALS.get(goal.means, 1.0) if goal else 0.0
    score -= 2.0 if goal and not chain.total_mark else 0.0  # a printed total is better than one worked out
    used = [*chain.discount.marks, *chain.charges.marks, *chain.withheld.marks, *chain.prepaid.marks]
    score += 3.0 if _subtotal(chain, marks) else 0.0
    score += 3.0 if chain.tax else 0.0
    score += {True: 2.0, False: -4.0, None: 0.0}[chain.rate_closes]
    score += sum(1.0 for mark in used if mark.means is not Means.LOOSE)
    return score + (1.0 if chain.payable else 0.0) - (1.5 if chain.included else 0.0) - (0.5 if chain.rounding else 0.0)


def scored(chain: Chain, marks: Sequence[Mark], rows: Sequence[TaxRow], lines: Lines) -> Chain:
    """With what it leaves unexplained, which costs it some of its worth."""
    explained = _explained(chain, rows) | lines.column_sums | _settled(chain, marks)
    early = [abs(mark.value) for mark in marks if mark.means is Means.CASH_DISCOUNT]
    explained |= {chain.total - value for value in early}
    unexplained = tuple(_unexplained(chain, marks, rows, lines, explained, early))
    unused = [row for row in rows if not row.reduces and abs(row.tax.value) not in explained]
    score = worth(chain, marks) - 2.0 * (len(unexplained) + len(unused))
    subtotal = _subtotal(chain, marks)
    return replace(chain, unexplained=unexplained, unused=tuple(unused), subtotal_mark=subtotal, score=score)


def _goal(chain: Chain) -> Mark | None:
    return chain.total_mark or (chain.payable if chain.withheld.marks or chain.prepaid.marks else None)


def _subtotal(chain: Chain, marks: Sequence[Mark]) -> Mark | None:
    sums = (mark for mark in marks if mark.means in {Means.SUBTOTAL, Means.TAX_BASE})
    return next((mark for mark in sums if abs(mark.value) == chain.lines), None)


def _unexplained(
    chain: Chain,
    marks: Sequence[Mark],
    rows: Sequence[TaxRow],
    lines: Lines,
    explained: set[Decimal],
    early: Sequence[Decimal],
) -> Iterable[Mark]:
    taken_off = _taken_off(chain, rows) | _settled(chain, marks)
    values = Explaining(
        Values(explained),
        Values(_to_pay(chain, early)),
        Values(taken_off),
        Values({ZERO, *(explained - taken_off)}),
    )
    left = [
        mark
        for mark in marks
        if mark.means in MEANINGFUL
        and mark not in chain.tax_marks
        and not values.of(mark, taxed=bool(chain.tax)).rounded(abs(mark.value))
    ]
    goal, groups = _goal(chain), Values(lines.group_sums)
    reduced = {mark.row for mark in marks if mark.means is Means.DISCOUNT}  # a discount has a base, too
    left = [
        mark
        for mark in left
        if not (mark.means is Means.TAX_BASE and mark.row in reduced) and not _is_of_a_group(mark, groups, goal)
    ]
    left = [mark for mark in left if len(left) > MOST_LEFT or not _adds_up(mark, left, values.sums)]
    known = {mark for pair in _before_discounts(chain, left) for mark in pair}
    left = [mark for mark in left if mark not in known]
    return _not_converted(chain, left, marks) if left else ()


def _before_discounts(chain: Chain, left: Sequence[Mark]) -> Iterator[tuple[Mark, Mark]]:
    """What the goods cost, and the discounts that the lines' own prices have already."""
    for mark, less in product(left, left):
        is_sum, is_less = mark.means in {Means.SUBTOTAL, Means.TOTAL}, less.means in {Means.DISCOUNT, Means.LESS}
        if is_sum and is_less and abs(mark.value) - abs(less.value) == chain.lines:
            yield mark, less


class Explaining(NamedTuple):
    """What may explain a figure, by what it is called."""

    sums: Values
    to_pay: Values
    taken_off: Values
    untaxed: Values
    """All but what was taken off."""

    def of(self, mark: Mark, *, taxed: bool) -> Values:
        """That it equals some other sum is no explanation of what is to be paid, was taken off, or is a tax."""
        if mark.means is Means.WITHHELD:
            return self.taken_off
        if mark.means is Means.TAX and not taxed and mark.rate != ZERO:  # `0 % on 1,932.90` names the base
            return self.untaxed
        return self.to_pay if mark.means is Means.PAYABLE else self.sums


def _taken_off(chain: Chain, rows: Sequence[TaxRow]) -> set[Decimal]:
    parts = (chain.discount, chain.withheld, chain.prepaid)
    taken = {ZERO, *(part.value for part in parts), *(abs(mark.value) for part in parts for mark in part.marks)}
    reduced = [row for row in rows if row.reduces and abs(row.tax.value) in taken]
    return taken | {abs(row.base.value) for row in reduced}


def _is_of_a_group(mark: Mark, groups: Values, goal: Mark | None) -> bool:
    """The sum of some lines, above the total: `Total fees`."""
    parts = {Means.TOTAL, Means.CHARGES}
    above = mark.means is Means.SUBTOTAL or (mark.means in parts and goal is not None and mark.row < goal.row)
    return above and (groups.rounded(mark.value) or groups.rounded(abs(mark.value)))


def _not_converted(chain: Chain, left: Sequence[Mark], marks: Sequence[Mark]) -> Iterator[Mark]:
    """Without sums in another currency, at a rate that is printed, or that total and tax have in common."""
    said = (mark for mark in marks if mark.means is Means.INFO or _EQUALS.search(mark.label))
    told = {value for mark in said for value in mark.figure.values if value > 1}
    rates = told | {value for mark in marks if mark not in left for value in mark.figure.values if value >= LEAST_RATE}
    rates |= {1 / rate for rate in rates}
    if chain.tax and chain.total:
        totals = {abs(mark.value) / chain.total for mark in left if mark.means in {Means.TOTAL, Means.PAYABLE}}
        taxes = [abs(mark.value) for mark in left if mark.means is Means.TAX]
        rates |= {rate for rate in totals if rate and any(_about(tax, chain.tax * rate) for tax in taxes)}
    whole = Values({chain.total * rate for rate in rates})
    nets = Values({value * rate for value in (chain.total - chain.tax, chain.base or ZERO) for rate in rates})
    converted = {Means.TOTAL: whole, Means.PAYABLE: whole, Means.TAX: Values({chain.tax * rate for rate in rates})}
    for mark in left:
        value = abs(mark.value)
        if mark.value not in told and not converted.get(mark.means, nets).within(value, _slack(value)):
            yield mark


def _about(value: Decimal, exact: Decimal) -> bool:
    """Converted sums are rounded one by one."""
    return abs(value - exact) <= _slack(value)


def _slack(value: Decimal) -> Decimal:
    return max(2 * CENT, value * CONVERTED)


def _settled(chain: Chain, marks: Sequence[Mark]) -> set[Decimal]:
    """What was paid for an older bill is no part of this one."""
    older = [abs(mark.value) for mark in marks if mark.means is Means.PREVIOUS]
    return {*older, sum(older, ZERO), sum(older, ZERO) - chain.older}


def _to_pay(chain: Chain, early: Sequence[Decimal]) -> set[Decimal]:
    """What may be called the amount to pay; that it equals some other sum is no explanation."""
    values = {ZERO, chain.total, chain.total - chain.withheld.value, chain.total - chain.prepaid.value}
    values |= {chain.total - chain.withheld.value - chain.prepaid.value, chain.total - chain.rounding}
    values |= {chain.total - value for value in early}
    return values | ({abs(chain.payable.value)} if chain.payable else set())


def _explained(chain: Chain, rows: Sequence[TaxRow]) -> set[Decimal]:
    """Every value that the chain accounts for."""
    net = chain.net - chain.tax if chain.included else chain.net
    parts = (chain.discount, chain.charges, chain.withheld, chain.prepaid)
    used = [*chain.tax_marks, *(mark for part in parts for mark in part.marks)]
    explained = {ZERO, chain.lines, chain.net, net, net * OTHER_BASE, net + chain.tax, chain.total, chain.tax}
    explained |= {abs(mark.value) for mark in used} | {part.value for part in parts}
    if not chain.included:  # what it has come to after each of the taxes
        taxes = sorted(chain.tax_marks, key=lambda mark: mark.row)
        explained |= set(accumulate((abs(mark.value) for mark in taxes), initial=chain.net))
    explained |= {chain.lines - chain.discount.value, chain.lines + chain.charges.value, abs(chain.rounding)}
    explained |= {
        chain.total - chain.rounding,
        chain.total + chain.rounding,
        chain.total - chain.withheld.value,
        chain.total - chain.prepaid.value,
    }
    explained |= {part.amount for part in chain.taxes} | {part.base for part in chain.taxes if part.base is not None}
    for row in rows:
        base, tax = abs(row.base.value), abs(row.tax.value)
        if row.reduces or Tax(row.rate, base, tax) in chain.taxes or tax == chain.tax:
            explained |= {base, tax} | ({base + tax} if row.reduces or len(chain.taxes) > 1 else set())
    if chain.base is not None:
        explained.add(chain.base)
    if chain.payable:
        explained.add(abs(chain.payable.value))
    return explained


MEANINGFUL = frozenset(Means) - {
    Means.INFO,
    Means.CARRIED,
    Means.PREVIOUS,
    Means.EXEMPT,
    Means.LOOSE,
    Means.CASH_DISCOUNT,
}


def _adds_up(mark: Mark, left: Sequence[Mark], explained: Values) -> bool:
    """Parts per tax rate, say, of a sum that the chain has."""
    others = [abs(other.value) for other in left if other is not mark and other.means is mark.means][:MOST_PARTS]
    return any(
        explained.rounded(abs(mark.value) + sum(pick))
        for size in range(1, min(3, len(others)) + 1)
        for pick in combinations(others, size)
    )
