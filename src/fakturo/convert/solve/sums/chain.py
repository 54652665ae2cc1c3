"""From the lines to what is to be paid: the chain of sums that closes over the printed figures.

    lines - discounts + charges (+ tax) = total        total - withheld - prepaid = payable

Several figures may be meant by each word, so the ways to put them together are tried, and the one that explains most
of what is printed wins. A labelled figure that the chain leaves unexplained is a reason for doubt.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from heapq import nsmallest
from itertools import islice, product
from operator import itemgetter
from typing import NamedTuple

from fakturo.convert.solve.arithmetic import ZERO
from fakturo.convert.solve.budget import Budget
from fakturo.convert.solve.sums.labels import ENDS, Labelled, LabelledFigure, Means
from fakturo.convert.solve.sums.model import MOST_PARTS, Chain, Lines, Sum, also_called, called, sums_of
from fakturo.convert.solve.sums.payment import LOOKUPS, ends_of, paid
from fakturo.convert.solve.sums.score import GOALS, scored, worth
from fakturo.convert.solve.sums.tax_base import with_base_checked
from fakturo.convert.solve.sums.tax_rows import TaxRow
from fakturo.convert.solve.sums.taxes import PrintedTaxes, TaxSum, taxes_of

MOST_UNKNOWN = 2
"""Charges whose names nobody knows; more are no list of charges."""
MOST_HITS = 2_000
"""Ways from one sum of lines to a printed end."""
WIDEST_STEP = 2
"""Rows from one sum to the next in a block of them."""
FIGURES_A_STEP = 10
"""So many figures to look at are one step."""


class Change(NamedTuple):
    """What happens to the sum of the lines before it is taxed."""

    discount: Sum
    charges: Sum
    rounding: Decimal


class Changes(NamedTuple):
    each: Sequence[Change]
    by_value: dict[Decimal, list[int]]
    """Their places by what they come to."""


@dataclass
class PrintedSums:
    """The sums printed beside a table, with what follows from them alone: worked out once for all sums of lines."""

    labelled: Labelled
    rows: Sequence[TaxRow]
    budget: Budget
    _changes: dict[tuple[LabelledFigure, ...], Changes] = field(default_factory=dict)

    @cached_property
    def goals(self) -> dict[Decimal, LabelledFigure]:
        return _goals(self.labelled)

    @cached_property
    def taxes(self) -> PrintedTaxes:
        return PrintedTaxes(self.labelled, self.rows)

    @cached_property
    def ends(self) -> dict[Decimal, None]:
        return ends_of(self.goals, self.labelled, self.budget)

    def changes(self, start: Decimal) -> Changes:
        unknown = tuple(_without_a_word(self.labelled, start))
        if unknown not in self._changes:
            self._changes[unknown] = _changes(self.labelled, unknown)
        return self._changes[unknown]


@dataclass
class Chains:
    """Finds chains. Tables that differ in a column often have the same lines and sums: those are searched once."""

    budget: Budget
    _blocks: dict[object, PrintedSums] = field(default_factory=dict)
    _found: dict[object, Chain | None] = field(default_factory=dict)

    def best(self, lines: Lines, labelled: Labelled, rows: Sequence[TaxRow]) -> Chain | None:
        """The chain that starts from this sum of lines and explains most; None if none reaches a printed total."""
        beside = (
            tuple((one.row, one.figure.box.x0, one.means, one.rate) for one in labelled),
            tuple((row.row, row.tax.box.x0) for row in rows),
        )
        wanted = (lines.key, beside)
        if wanted not in self._found:
            block = self._blocks.setdefault(beside, PrintedSums(labelled, rows, self.budget))
            self._found[wanted] = _best_chain(lines, block)
        return self._found[wanted]


def _best_chain(lines: Lines, block: PrintedSums) -> Chain | None:
    labelled, rows, budget = block.labelled, block.rows, block.budget
    if budget.ran_out:
        return None
    best: Chain | None = None
    chains = [(worth(chain, labelled), -number, chain) for number, chain in enumerate(_chains(lines, block))]
    placed = 0
    for most, place, chain in sorted(chains, key=itemgetter(0, 1), reverse=True):
        if (best and most < best.score) or not budget.allows(1 + len(labelled) // FIGURES_A_STEP):
            break  # no other can explain more
        found = scored(chain, labelled, rows, lines)
        if best is None or (found.score, place) > (best.score, placed):
            best, placed = found, place
    return best


def _goals(labelled: Labelled) -> dict[Decimal, LabelledFigure]:
    """Printed figures that may be the total, by value; a word for the total is better than one for the balance."""
    found = [one for one in labelled if one.means in ENDS or one.others & ENDS]
    found = [one for one in found if not (one.above and one.rate is not None)] or found  # of one rate of tax
    taxed = max((one.row for one in labelled if one.means is Means.TAX and one.value), default=None)
    below = [one for one in labelled if one.means is Means.SUBTOTAL and taxed is not None and one.row > taxed]
    sums = {Means.LOOSE} if found else {Means.LOOSE, Means.SUBTOTAL, Means.TAX_BASE}
    found += [one for one in below if found and not one.above]  # `Net total` below a tax
    found += [one for one in labelled if one.means in sums]
    wanted: dict[Decimal, LabelledFigure] = {}
    for one in found:
        held = wanted.get(abs(one.value))
        if held is None or GOALS[one.means] > GOALS[held.means]:
            wanted[abs(one.value)] = one
    return wanted


def _chains(lines: Lines, block: PrintedSums) -> Iterator[Chain]:
    labelled = block.labelled
    start = abs(lines.total)
    taxes = taxes_of(block.taxes, lines)
    for (discount, charge, rounding), tax, included in _hits(start, taxes, block):
        net = start - discount.value + charge.value
        if net < 0 or (included and not ZERO < tax.value < net) or ZERO < net <= tax.value:
            continue  # no tax is as large as what it is on
        if not included and ZERO < tax.value == discount.value:
            continue  # taken off and added again: the lines include it
        if not block.budget.allows(1 + len(labelled) // FIGURES_A_STEP):
            return
        chain = Chain(
            lines=start,
            discount=discount,
            charges=charge,
            tax=tax.value,
            tax_addends=tax.addends,
            taxes=tax.taxes,
            base=None,
            base_figure=None,
            total=net + rounding + (ZERO if included else tax.value),
            printed_total=None,
            included=included,
            rate_closes=None,
            rounding=rounding,
        )
        ended = _ended(chain, block.goals, labelled)
        checked = with_base_checked(ended, labelled, lines) if ended else None
        if not checked or (checked.base or ZERO) > checked.total:
            continue  # no tax is on more than the whole
        if checked.rate_closes or not any(one.means is Means.LOOSE for one in tax.addends):
            yield checked


def _changes(labelled: Labelled, unknown: Labelled) -> Changes:
    """What may be taken off the lines, be charged on top and be rounded, in every way."""
    small = [one for one in called(labelled, Means.LOOSE) if abs(one.value) < 1][:MOST_UNKNOWN]
    rounded = [*called(labelled, Means.ROUNDING)[:MOST_PARTS], *small]
    roundings = [ZERO, *(one.value * direction for one in rounded for direction in (1, -1))]
    negative = [one for one in labelled if one.value < 0 and one not in small]
    less = [*called(negative, Means.LOOSE, Means.CASH_DISCOUNT), *called(labelled, Means.LESS, Means.DISCOUNT)]
    less += also_called(labelled, Means.DISCOUNT)
    if any(one.means in ENDS and one.value > 0 for one in labelled):
        less += called(negative, *ENDS, Means.SUBTOTAL)  # `Sum of markdowns  -10.01`
    by_rate = [one.row for one in labelled if one.means is Means.LOOSE and one.rate]
    taxed = max([one.row for one in labelled if one.means in {Means.TAX, Means.TAX_BASE}] + by_rate, default=0)
    # What is kept back, or was billed before, comes off before the rest is taxed.
    less += [one for one in called(negative, Means.WITHHELD, Means.PREPAID) if one.row < taxed]
    more = [*called(labelled, Means.CHARGES, Means.STAMP_DUTY), *also_called(labelled, Means.CHARGES)]
    less += [one for one in unknown if one.rate]
    more += unknown
    changes = [Change(*parts) for parts in product(sums_of(less), sums_of(more), roundings)]
    by_value: dict[Decimal, list[int]] = {}
    for number, change in enumerate(changes):
        by_value.setdefault(change.charges.value - change.discount.value + change.rounding, []).append(number)
    return Changes(changes, by_value)


def _hits(start: Decimal, taxes: Sequence[TaxSum], block: PrintedSums) -> list[tuple[Change, TaxSum, bool]]:
    """Each change and tax that leads to a printed end, the tax on top or inside; looked up from the ends."""
    changes, by_value = block.changes(start)
    goals, ends, budget = block.goals, block.ends, block.budget
    values = [(place, tax.value) for place, tax in enumerate(taxes)]
    found: list[tuple[int, int, bool]] = []
    for end in ends if budget.allows(len(changes) // LOOKUPS + len(ends) * len(taxes) // LOOKUPS) else ():
        change = end - start
        for place, tax in values:
            if numbers := by_value.get(change - tax):
                found += [(number, place, False) for number in numbers]
        for number in by_value.get(change, ()):
            found += [(number, place, True) for place in range(len(taxes))]
    if not any(one.means in ENDS for one in goals.values()):
        # Where no word names a total, what the taxes lead to is one, printed or not.
        taxed = [place for place, tax in enumerate(taxes) if tax.addends]
        every = ((number, place, False) for number in range(len(changes)) for place in taxed)
        found += islice(every, MOST_HITS + 1)
    hits = nsmallest(MOST_HITS + 1, set(found))
    budget.ran_out = budget.ran_out or len(hits) > MOST_HITS
    return [(changes[number], taxes[place], included) for number, place, included in hits[:MOST_HITS]]


def _without_a_word(labelled: Labelled, lines: Decimal) -> list[LabelledFigure]:
    """Figures under unknown names between the sum of the lines and the last total: charged, or taken off."""
    sums = {Means.SUBTOTAL, Means.TAX_BASE, Means.TOTAL, Means.LOOSE}
    printed = next((one for one in labelled if one.means in sums and abs(one.value) == lines), None)
    first = printed.row if printed else _top_of_sums(labelled)
    if first is None:
        return []
    ends = [one for one in labelled if one.means in ENDS and one.row > first]
    if printed and printed.means is Means.TOTAL and len({one.value for one in ends}) > 1:
        return []  # totals of parts, and what stands between them is their own
    ends = ends or [one for one in labelled if one.means is Means.LOOSE and one.value > lines]
    last = max((one.row for one in ends), default=0)
    loose = (one for one in labelled if one.means is Means.LOOSE and first < one.row < last)
    return [one for one in loose if 1 <= one.value < lines][:MOST_UNKNOWN]


def _top_of_sums(labelled: Labelled) -> int | None:
    """The row above the last total where words begin to speak of sums, row by row, if it is not the total itself."""
    if any(one.means is Means.CHARGES for one in labelled):
        return None  # charges have their words: what has none is rather a line
    known = [one.row for one in labelled if one.means not in {Means.LOOSE, Means.INFO} and not one.above]
    top = last = max((one.row for one in labelled if one.means in ENDS and not one.above), default=None)
    for row in sorted(known, reverse=True):
        if top is not None and row < top <= row + WIDEST_STEP:
            top = row
    return top if top != last else None


def _ended(chain: Chain, goals: dict[Decimal, LabelledFigure], labelled: Labelled) -> Chain | None:
    """The chain up to a printed total, or, where none is printed, to what is left to pay of it."""
    if chain.total in goals:
        return paid(_rounded_last(chain._replace(printed_total=goals[chain.total]), goals), labelled)
    settled = paid(chain, labelled)
    if settled.payable and (settled.withheld.addends or settled.prepaid.addends):
        return settled
    said = any(one.means in ENDS for one in goals.values())
    return chain if not said and not chain.included and chain.tax_addends else None


def _rounded_last(chain: Chain, goals: dict[Decimal, LabelledFigure]) -> Chain:
    """Where the sum before rounding is printed as total, rounding only changes what is to be paid."""
    before, one = chain.total - chain.rounding, chain.printed_total
    if not chain.rounding or before not in goals or not one:
        return chain
    if goals[before].means not in {Means.TOTAL, Means.LOOSE}:
        return chain
    return chain._replace(total=before, printed_total=goals[before], payable=one)
