"""What stands in for a word that nobody knows, arithmetic and place together, and what hints at one that was missed."""

import re
from collections.abc import Iterator
from decimal import Decimal

from fakturo.convert.figures import Figure, is_money
from fakturo.convert.solve.arithmetic import HUNDRED, ZERO, is_rounded
from fakturo.convert.solve.numbers import Numbers
from fakturo.convert.solve.solution import Solution
from fakturo.convert.solve.sums.labels import LabelledFigure, Means, share_known, unbracketed
from fakturo.convert.solve.sums.model import Chain
from fakturo.convert.solve.sums.tax_rates import all_rates, usual_rates

_LETTERS = re.compile(r"[^\W\d_]+")
SMALLEST_HIDDEN = Decimal(1)
"""Less money than this is a percentage of anything."""


def is_at_usual_rate(best: Solution, chain: Chain, numbers: Numbers, currency: str | None) -> bool:
    """Every part of the tax that no word names is what a rate of the country gives that is printed, with it or not."""
    loose = [one for one in chain.tax_addends if one.means is Means.LOOSE]
    printed = {figure.value for row in numbers.figures for figure in row if figure.percent}
    rated = [one for one in loose if one.rate in printed or one in best.labelled]
    usual = [one for one in rated if one.rate in usual_rates(currency)]
    named = {_name(one) for one in chain.tax_addends if one not in loose or one in usual}
    return bool(chain.rate_closes) and all(_name(one) in named for one in loose)


def _name(one: LabelledFigure) -> str:
    """`VAT 5%` and `VAT 20%` have one."""
    return " ".join(_LETTERS.findall(one.label)).casefold()


def is_total(best: Solution, numbers: Numbers) -> bool:
    """Whether the figure that the sums lead to can be nothing but the total, though no word says so."""
    chain = best.chain
    if chain is None or not best.lines_close or chain.unexplained or chain.unused or best.dropped:
        return False
    return (not chain.tax or _is_added(chain)) and next(_beside(best, chain, numbers), None) is None


def _is_added(chain: Chain) -> bool:
    """The tax is what its rate gives, or the lines' own; or it is called so, and so is the sum that it is added to."""
    named = chain.printed_subtotal is not None and all(one.means is Means.TAX for one in chain.tax_addends)
    return not chain.included and (bool(chain.rate_closes) or not chain.tax_addends or named)


def hidden_tax(best: Solution, chain: Chain, numbers: Numbers, currency: str | None) -> Figure | None:
    """Where no tax was found: money that is just what a usual rate takes of the total, or adds to what it is on."""
    if chain.tax or any(one.means is Means.TAX for one in best.labelled):
        return None
    for one in chain.charges.addends:
        if one.rate and share_known(unbracketed(one.label)) < 1:
            return one.figure
    rates = usual_rates(currency) or all_rates()
    for one in best.labelled:
        if one.means is Means.LOOSE and one.rate in rates and SMALLEST_HIDDEN <= abs(one.value) < chain.total:
            return one.figure
    for figure in _beside(best, chain, numbers, clean=False):
        value = abs(figure.value)
        if any(is_rounded(chain.total * rate / (HUNDRED + rate), value) for rate in rates if value >= SMALLEST_HIDDEN):
            return figure
    return None


def _beside(best: Solution, chain: Chain, numbers: Numbers, *, clean: bool = True) -> Iterator[Figure]:
    """Money outside the table that the chain does not explain."""
    known = {ZERO, chain.lines, chain.net, chain.total, chain.tax, chain.base, abs(chain.rounding)}
    known |= {chain.total - chain.withheld.value, chain.total - chain.prepaid.value, chain.total - chain.rounding}
    sums = (chain.discount, chain.charges, chain.withheld, chain.prepaid)
    known |= {abs(one.value) for part in sums for one in part.addends} | {part.value for part in sums}
    known |= {part.amount for part in chain.taxes} | {abs(one.value) for one in chain.tax_addends}
    known |= {part.base + part.amount for part in chain.taxes if part.base is not None}
    known |= {part.base for part in chain.taxes} | ({abs(chain.payable.value)} if chain.payable else set())
    inside = _rows_of_items(best)
    for index, row in enumerate(numbers.figures):
        for figure in row if index not in inside else ():
            money = is_money(figure, whole=numbers.whole) and (not numbers.whole or figure.sign is not None)
            if money and not figure.percent and (figure.clean or not clean) and abs(figure.value) not in known:
                yield figure


def _rows_of_items(best: Solution) -> frozenset[int]:
    if not best.items:
        return frozenset()
    first = best.table.head.first if best.table and best.table.head else best.items[0].index
    return frozenset(range(first, best.items[-1].index + 1))
