"""From the total to what is to be paid: what is withheld, was paid before, or is rounded."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import product

from fakturo.convert.solve.arithmetic import ZERO
from fakturo.convert.solve.budget import Budget
from fakturo.convert.solve.sums.labels import Mark, Means
from fakturo.convert.solve.sums.model import MOST_PARTS, Chain, Sum, marks_by, sums_of

LOOKUPS = 20
"""So many of them are one step of the search."""


def ends_of(goals: Iterable[Decimal], marks: Sequence[Mark], budget: Budget) -> dict[Decimal, None]:
    """Every total that leads to a printed figure: itself, or what is left of it to pay."""
    payables = {abs(mark.value) for mark in marks if mark.means is Means.PAYABLE}
    totals = {abs(mark.value) for mark in marks if mark.means is Means.TOTAL}
    loose = {abs(mark.value) for mark in marks if mark.means is Means.LOOSE}
    withheld = {part.value for part in sums_of(marks_by(marks, Means.WITHHELD))}
    settled = {part.value for part in sums_of([*marks_by(marks, Means.PREPAID), *marks_by(marks, Means.LESS)])}
    taken = {kept + before for kept, before in product(withheld, settled)} | loose
    ends = dict.fromkeys(goals)
    for printed, less in ((payables, taken), (totals, withheld)):
        if budget.allows(len(printed) * len(less) // LOOKUPS):
            ends |= dict.fromkeys(rest + part for rest, part in product(sorted(printed), sorted(less)))
    return ends


def paid(chain: Chain, marks: Sequence[Mark]) -> Chain:
    """What is withheld and was paid before, and what remains."""
    if chain.payable:
        return chain
    payables = [mark for mark in marks if mark.means is Means.PAYABLE]
    found = _reduced_to(chain, payables, marks)
    if found is None and not payables:
        return _reduced_without_a_word(chain, marks) or _paid_in_full(chain, marks)
    return found or _with_older(chain, payables, marks) or _paid_without_a_word(chain, payables, marks)


def _reduced_to(chain: Chain, payables: Sequence[Mark], marks: Sequence[Mark]) -> Chain | None:
    """Of what is printed as withheld or paid, as much as leads to an amount to pay."""
    if not payables:
        return None
    marks = [mark for mark in marks if mark not in chain.tax_marks]
    # What is taken off a sum with its tax is no discount on the lines.
    below = [mark for mark in marks if chain.tax and chain.total_mark and mark.row > chain.total_mark.row]
    paid = [*marks_by(below, Means.DISCOUNT), *marks_by(marks, Means.PREPAID), *marks_by(marks, Means.LESS)]
    rests = {abs(mark.value): mark for mark in reversed(payables)}
    kept, before = sums_of(marks_by(marks, Means.WITHHELD)), sums_of(paid)
    found = max(_ways_to(rests, chain.total, kept, before), key=_parts, default=None)
    return replace(chain, withheld=found[0], prepaid=found[1], payable=found[2]) if found else None


def _ways_to(
    rests: dict[Decimal, Mark], total: Decimal, kept: Sequence[Sum], before: Sequence[Sum]
) -> Iterator[tuple[Sum, Sum, Mark]]:
    """What may be withheld and was paid before such that the rest of the total is printed; looked up from the rests."""
    by_value: dict[Decimal, list[int]] = {}
    for place, prepaid in enumerate(before):
        by_value.setdefault(prepaid.value, []).append(place)
    for withheld in kept:
        left = total - withheld.value
        hits = sorted((place, rest) for rest in rests for place in by_value.get(left - rest, ()))
        yield from ((withheld, before[place], rests[rest]) for place, rest in hits)


def _parts(way: tuple[Sum, Sum, Mark]) -> int:
    """The more of what is printed is used, the better."""
    return len(way[0].marks) + len(way[1].marks)


def withheld_from(chain: Chain, marks: Sequence[Mark]) -> Chain | None:
    """What is left after a tax was withheld is called the total, and the sum before it is not printed."""
    totals = [mark for mark in marks if mark.means is Means.TOTAL]
    found = _reduced_to(chain, totals, marks) if totals else None
    return found if found and found.withheld.marks and not found.prepaid.marks else None


def _reduced_without_a_word(chain: Chain, marks: Sequence[Mark]) -> Chain | None:
    """Something is withheld or was paid, and what remains stands below it under an unknown name."""
    taken = [mark.row for mark in marks_by(marks, Means.WITHHELD, Means.PREPAID, Means.LESS)]
    if not taken or not chain.total_mark:
        return None
    sums = [mark.row for mark in marks if mark.row not in taken and abs(mark.value) in {chain.total, chain.tax}]
    first = max(min(taken), chain.total_mark.row, *sums)  # what remains is the last of the sums
    below = [mark for mark in marks if mark.means in {Means.LOOSE, Means.SUBTOTAL, Means.TOTAL} and mark.row > first]
    return _reduced_to(chain, below[:MOST_PARTS], marks)


def _with_older(chain: Chain, payables: Sequence[Mark], marks: Sequence[Mark]) -> Chain | None:
    """What an older bill left open is to be paid, too."""
    older = sum((mark.value for mark in marks_by(marks, Means.PREVIOUS)), ZERO)
    if not older:
        return None
    for settled in sums_of(marks_by(marks, Means.PREPAID)):
        rest = chain.total + older - settled.value
        if mark := next((mark for mark in payables if abs(mark.value) == rest), None):
            return replace(chain, payable=mark, older=older - settled.value)
    return None


def _paid_in_full(chain: Chain, marks: Sequence[Mark]) -> Chain:
    """`Paid by card: 54.29` says that nothing is left."""
    paid = next((mark for mark in marks_by(marks, Means.PREPAID) if abs(mark.value) == chain.total), None)
    return replace(chain, prepaid=Sum(chain.total, (paid,))) if paid and chain.total_mark else chain


def _paid_without_a_word(chain: Chain, payables: Sequence[Mark], marks: Sequence[Mark]) -> Chain:
    """Printed figures that are just what lies between the total and the balance were paid before, or are withheld."""
    loose = [mark for mark in marks if mark.means is Means.LOOSE and mark.value]
    for payable in payables:
        gap = chain.total - abs(payable.value)
        one = next((mark for mark in loose if abs(mark.value) == gap), None)
        first = chain.total_mark.row if chain.total_mark else payable.row
        between = [mark for mark in loose if first < mark.row < payable.row]
        several = (part.marks for part in sums_of(between[:MOST_PARTS]) if part.value == gap)
        taken = (one,) if one else next(several, ())
        if taken and gap > 0:  # in percent: a tax or a guarantee kept back
            kept = tuple(mark for mark in taken if mark.rate)
            rest = tuple(mark for mark in taken if not mark.rate)
            return replace(chain, withheld=_sum(kept), prepaid=_sum(rest), payable=payable)
    return chain


def _sum(marks: tuple[Mark, ...]) -> Sum:
    return Sum(sum((abs(mark.value) for mark in marks), ZERO), marks)
