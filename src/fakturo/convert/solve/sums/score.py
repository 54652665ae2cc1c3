"""How much of what is printed a chain explains, and what it leaves."""

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import accumulate, combinations, product
from typing import NamedTuple

from fakturo.convert.invoice import Tax
from fakturo.convert.solve.arithmetic import CENT, OTHER_BASE, ZERO, Values
from fakturo.convert.solve.sums.labels import ENDS, Labelled, LabelledFigure, Means
from fakturo.convert.solve.sums.model import MOST_PARTS, Chain, Lines
from fakturo.convert.solve.sums.tax_rows import TaxRow

_EQUALS = re.compile(r"=\s*(?:[A-Z]{2,3}\s*)?$")
"""`1 USD = IDR` before a rate of exchange."""
MOST_LEFT = 12
"""Of more unexplained figures than these nobody tries whether they add up."""
CONVERTED = Decimal("0.0001")
"""Part of a converted sum that rounding may cost."""
GOALS = dict.fromkeys(Means, 1.0) | {Means.TOTAL: 5.0, Means.PAYABLE: 4.0, Means.LOOSE: 0.5}
"""What it is worth that the chain ends at a figure with such a word: that for the total more than any other piece."""
WORKED_OUT = -2.0
"""For a total that only what is left to pay leads to: still better than to end at another word."""
SUBTOTAL, TAX = 3.0, 3.0
"""Steps to the total. Each is worth one figure that is left over, but not two."""
BY_RATE = {True: 2.0, False: -4.0, None: 0.0}
"""A tax that its rate doesn't give costs more than a tax is worth: it is rather none."""
NAMED_PART, PAYABLE = 1.0, 1.0
"""What goes by its word, less than it costs to leave it over."""
INCLUDED, ROUNDED = -1.5, -0.5
"""What closes by chance: a tax inside the total changes no sum, rounding fills small gaps. Less than they explain."""
ON_TOP = -6.0
"""A tax said to be inside a sum, while that with the tax is printed: more than a word for the total is worth."""
LEFT_OVER = -2.0
"""Each figure with a word that the chain does not explain."""
OUTSIDE = frozenset({Means.INFO, Means.CARRIED, Means.PREVIOUS, Means.EXEMPT, Means.LOOSE, Means.CASH_DISCOUNT})
"""What need not be a part of the sums."""
LEAST_RATE = Decimal(5)
"""A rate of exchange that needs no word for it: smaller figures give each other by chance."""


def worth(chain: Chain, labelled: Labelled) -> float:
    """What speaks for a chain; what it leaves unexplained is not yet counted."""
    goal = _goal(chain)
    score = GOALS[goal.means] if goal else 0.0
    score += WORKED_OUT if goal and not chain.printed_total else 0.0
    used = [*chain.discount.addends, *chain.charges.addends, *chain.withheld.addends, *chain.prepaid.addends]
    score += SUBTOTAL if _subtotal(chain, labelled) else 0.0
    score += TAX * bool(chain.tax) + BY_RATE[chain.rate_closes] + PAYABLE * bool(chain.payable)
    score += NAMED_PART * sum(one.means is not Means.LOOSE for one in used)
    score += ON_TOP if chain.included and not chain.rate_closes and _is_printed_with_tax(chain, labelled) else 0.0
    return score + INCLUDED * chain.included + ROUNDED * bool(chain.rounding)


def _is_printed_with_tax(chain: Chain, labelled: Labelled) -> bool:
    """Nobody adds a tax to a sum that holds it: what both come to, below the tax, is the total."""
    last = max((one.row for one in chain.tax_addends), default=None)
    return any(last is not None and one.row > last and one.value == chain.net + chain.tax for one in labelled)


def scored(chain: Chain, labelled: Labelled, rows: Sequence[TaxRow], lines: Lines) -> Chain:
    """With what it leaves unexplained, which costs it some of its worth."""
    explained = _explained(chain, rows) | lines.column_sums | _settled(chain, labelled)
    early = [abs(one.value) for one in labelled if one.means is Means.CASH_DISCOUNT]
    explained |= {chain.total - value for value in early}
    unexplained = tuple(_unexplained(chain, labelled, rows, lines, explained, early))
    unused = [row for row in rows if not row.reduces and abs(row.tax.value) not in explained]
    unused = [] if _make_up(unused, chain) else unused
    score = worth(chain, labelled) + LEFT_OVER * (len(unexplained) + len(unused))
    subtotal = _subtotal(chain, labelled)
    return chain._replace(unexplained=unexplained, unused=tuple(unused), printed_subtotal=subtotal, score=score)


def _goal(chain: Chain) -> LabelledFigure | None:
    return chain.printed_total or (chain.payable if chain.withheld.addends or chain.prepaid.addends else None)


def _subtotal(chain: Chain, labelled: Labelled) -> LabelledFigure | None:
    sums = (one for one in labelled if one.means in {Means.SUBTOTAL, Means.TAX_BASE})
    return next((one for one in sums if abs(one.value) == chain.lines), None)


def _unexplained(
    chain: Chain,
    labelled: Labelled,
    rows: Sequence[TaxRow],
    lines: Lines,
    explained: set[Decimal],
    early: Sequence[Decimal],
) -> Iterable[LabelledFigure]:
    taken_off = _taken_off(chain, rows) | _settled(chain, labelled)
    values = Explaining(
        Values(explained), Values(_to_pay(chain, early)), Values(taken_off), Values({ZERO, *(explained - taken_off)})
    )
    inside = (one for one in labelled if one.means not in OUTSIDE and one not in chain.tax_addends)
    left = [one for one in inside if not values.of(one, taxed=bool(chain.tax)).rounded(abs(one.value))]
    goal, groups = _goal(chain), Values(lines.group_sums)
    reduced = {one.row for one in labelled if one.means is Means.DISCOUNT}  # a discount has a base, too
    left = [one for one in left if one.means is not Means.TAX_BASE or one.row not in reduced]
    left = [one for one in left if not _is_of_a_group(one, groups, goal)]
    left = [one for one in left if len(left) > MOST_LEFT or not _adds_up(one, left, values.sums)]
    known = {one for pair in _before_discounts(chain, left) for one in pair}
    left = [one for one in left if one not in known]
    return _not_converted(chain, left, labelled) if left else ()


def _before_discounts(chain: Chain, left: Labelled) -> Iterator[tuple[LabelledFigure, LabelledFigure]]:
    """What the goods cost, and the discounts that the lines' own prices have already."""
    for one, less in product(left, left):
        is_sum, is_less = one.means in {Means.SUBTOTAL, Means.TOTAL}, less.means in {Means.DISCOUNT, Means.LESS}
        if is_sum and is_less and abs(one.value) - abs(less.value) == chain.lines:
            yield one, less


def _make_up(unused: Sequence[TaxRow], chain: Chain) -> bool:
    """Rows by kind of goods that come to the chain's base and tax, or to one of two equal taxes."""
    by_row = {row.row: row for row in unused}.values()
    tax = sum((abs(row.tax.value) for row in by_row), ZERO)
    return chain.tax in {tax, 2 * tax} and chain.base == sum((abs(row.base.value) for row in by_row), ZERO)


class Explaining(NamedTuple):
    """What may explain a figure, by what it is called."""

    sums: Values
    to_pay: Values
    taken_off: Values
    untaxed: Values
    """All but what was taken off."""

    def of(self, one: LabelledFigure, *, taxed: bool) -> Values:
        """That it equals some other sum is no explanation of what is to be paid, was taken off, or is a tax."""
        if one.means is Means.WITHHELD:
            return self.taken_off
        if one.means is Means.TAX and not taxed and one.rate != ZERO:  # `0 % on 1,932.90` names the base
            return self.untaxed
        return self.to_pay if one.means is Means.PAYABLE else self.sums


def _taken_off(chain: Chain, rows: Sequence[TaxRow]) -> set[Decimal]:
    parts = (chain.discount, chain.withheld, chain.prepaid)
    taken = {ZERO, *(part.value for part in parts), *(abs(one.value) for part in parts for one in part.addends)}
    reduced = [row for row in rows if row.reduces and abs(row.tax.value) in taken]
    return taken | {abs(row.base.value) for row in reduced}


def _is_of_a_group(one: LabelledFigure, groups: Values, goal: LabelledFigure | None) -> bool:
    """The sum of some lines, above the total: `Total fees`."""
    parts = {Means.TOTAL, Means.CHARGES}
    above = one.means is Means.SUBTOTAL or (one.means in parts and goal is not None and one.row < goal.row)
    return above and (groups.rounded(one.value) or groups.rounded(abs(one.value)))


def _not_converted(chain: Chain, left: Labelled, labelled: Labelled) -> Iterator[LabelledFigure]:
    """Without sums in another currency, at a rate that is printed, or that total and tax have in common."""
    said = (one for one in labelled if one.means is Means.INFO or _EQUALS.search(one.label))
    told = {value for one in said for value in one.figure.values if value > 1}
    rates = told | {value for one in labelled if one not in left for value in one.figure.values if value >= LEAST_RATE}
    rates |= {1 / rate for rate in rates}
    if chain.tax and chain.total:
        totals = {abs(one.value) / chain.total for one in left if one.means in ENDS}
        taxes = [abs(one.value) for one in left if one.means is Means.TAX]
        rates |= {rate for rate in totals if rate and any(_about(tax, chain.tax * rate) for tax in taxes)}
    whole = Values({chain.total * rate for rate in rates})
    nets = Values({value * rate for value in (chain.total - chain.tax, chain.base or ZERO) for rate in rates})
    converted = {Means.TOTAL: whole, Means.PAYABLE: whole, Means.TAX: Values({chain.tax * rate for rate in rates})}
    for one in left:
        value = abs(one.value)
        if one.value not in told and not converted.get(one.means, nets).within(value, _slack(value)):
            yield one


def _about(value: Decimal, exact: Decimal) -> bool:
    """Converted sums are rounded one by one."""
    return abs(value - exact) <= _slack(value)


def _slack(value: Decimal) -> Decimal:
    return max(2 * CENT, value * CONVERTED)


def _settled(chain: Chain, labelled: Labelled) -> set[Decimal]:
    """What was paid for an older bill is no part of this one."""
    older = [abs(one.value) for one in labelled if one.means is Means.PREVIOUS]
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
    used = [*chain.tax_addends, *(one for part in parts for one in part.addends)]
    explained = {ZERO, chain.lines, chain.net, net, net * OTHER_BASE, net + chain.tax, chain.total, chain.tax}
    explained |= {abs(one.value) for one in used} | {part.value for part in parts}
    if not chain.included:  # what it has come to after each of the taxes
        taxes = sorted(chain.tax_addends, key=lambda one: one.row)
        explained |= set(accumulate((abs(one.value) for one in taxes), initial=chain.net))
    explained |= {chain.lines - chain.discount.value, chain.lines + chain.charges.value, abs(chain.rounding)}
    steps = (chain.rounding, -chain.rounding, chain.withheld.value, chain.prepaid.value)
    explained |= {chain.total - step for step in steps}
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


def _adds_up(one: LabelledFigure, left: Labelled, explained: Values) -> bool:
    """Parts per tax rate, say, of a sum that the chain has."""
    others = [abs(other.value) for other in left if other is not one and other.means is one.means][:MOST_PARTS]
    return any(
        explained.rounded(abs(one.value) + sum(pick))
        for size in range(1, min(3, len(others)) + 1)
        for pick in combinations(others, size)
    )
