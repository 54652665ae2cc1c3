"""From the total to what is to be paid: what is withheld, was paid before, or is rounded."""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import product

from fakturo.convert.solve.arithmetic import ZERO
from fakturo.convert.solve.budget import Budget
from fakturo.convert.solve.sums.labels import Labelled, LabelledFigure, Means
from fakturo.convert.solve.sums.model import MOST_PARTS, Chain, Sum, called, sums_of

LOOKUPS = 20
"""So many of them are one step of the search."""


def ends_of(goals: Iterable[Decimal], labelled: Labelled, budget: Budget) -> dict[Decimal, None]:
    """Every total that leads to a printed figure: itself, or what is left of it to pay."""
    payables = {abs(one.value) for one in labelled if one.means is Means.PAYABLE}
    totals = {abs(one.value) for one in labelled if one.means is Means.TOTAL}
    loose = {abs(one.value) for one in labelled if one.means is Means.LOOSE}
    withheld = {part.value for part in sums_of(called(labelled, Means.WITHHELD))}
    settled = {part.value for part in sums_of([*called(labelled, Means.PREPAID), *called(labelled, Means.LESS)])}
    taken = {kept + before for kept, before in product(withheld, settled)} | loose
    ends = dict.fromkeys(goals)
    for printed, less in ((payables, taken), (totals, withheld)):
        if budget.allows(len(printed) * len(less) // LOOKUPS):
            ends |= dict.fromkeys(rest + part for rest, part in product(sorted(printed), sorted(less)))
    return ends


def paid(chain: Chain, labelled: Labelled) -> Chain:
    """What is withheld and was paid before, and what remains."""
    if chain.payable:
        return chain
    payables = [one for one in labelled if one.means is Means.PAYABLE]
    found = _reduced_to(chain, payables, labelled)
    if found is None and not payables:
        return _reduced_without_a_word(chain, labelled) or _paid_in_full(chain, labelled)
    return found or _with_older(chain, payables, labelled) or _paid_without_a_word(chain, payables, labelled)


def _reduced_to(chain: Chain, payables: Labelled, labelled: Labelled) -> Chain | None:
    """Of what is printed as withheld or paid, as much as leads to an amount to pay."""
    if not payables:
        return None
    labelled = [one for one in labelled if one not in chain.tax_addends]
    # What is taken off a sum with its tax is no discount on the lines.
    below = [one for one in labelled if chain.tax and chain.printed_total and one.row > chain.printed_total.row]
    paid = [*called(below, Means.DISCOUNT), *called(labelled, Means.PREPAID), *called(labelled, Means.LESS)]
    rests = {abs(one.value): one for one in reversed(payables)}
    kept, before = sums_of(called(labelled, Means.WITHHELD)), sums_of(paid)
    found = max(_ways_to(rests, chain.total, kept, before), key=_parts, default=None)
    return chain._replace(withheld=found[0], prepaid=found[1], payable=found[2]) if found else None


def _ways_to(
    rests: dict[Decimal, LabelledFigure], total: Decimal, kept: Sequence[Sum], before: Sequence[Sum]
) -> Iterator[tuple[Sum, Sum, LabelledFigure]]:
    """What may be withheld and was paid before such that the rest of the total is printed; looked up from the rests."""
    by_value: dict[Decimal, list[int]] = {}
    for place, prepaid in enumerate(before):
        by_value.setdefault(prepaid.value, []).append(place)
    for withheld in kept:
        left = total - withheld.value
        hits = sorted((place, rest) for rest in rests for place in by_value.get(left - rest, ()))
        yield from ((withheld, before[place], rests[rest]) for place, rest in hits)


def _parts(way: tuple[Sum, Sum, LabelledFigure]) -> int:
    """The more of what is printed is used, the better."""
    return len(way[0].addends) + len(way[1].addends)


def _reduced_without_a_word(chain: Chain, labelled: Labelled) -> Chain | None:
    """Something is withheld or was paid, and what remains stands below it under an unknown name."""
    taken = [one.row for one in called(labelled, Means.WITHHELD, Means.PREPAID, Means.LESS)]
    if not taken or not chain.printed_total:
        return None
    sums = [one.row for one in labelled if one.row not in taken and abs(one.value) in {chain.total, chain.tax}]
    first = max(min(taken), chain.printed_total.row, *sums)  # what remains is the last of the sums
    below = [one for one in labelled if one.means in {Means.LOOSE, Means.SUBTOTAL, Means.TOTAL} and one.row > first]
    return _reduced_to(chain, below[:MOST_PARTS], labelled)


def _with_older(chain: Chain, payables: Labelled, labelled: Labelled) -> Chain | None:
    """What an older bill left open is to be paid, too."""
    older = sum((one.value for one in called(labelled, Means.PREVIOUS)), ZERO)
    if not older:
        return None
    for settled in sums_of(called(labelled, Means.PREPAID)):
        rest = chain.total + older - settled.value
        if one := next((one for one in payables if abs(one.value) == rest), None):
            return chain._replace(payable=one, older=older - settled.value)
    return None


def _paid_in_full(chain: Chain, labelled: Labelled) -> Chain:
    """`Paid by card: 54.29` says that nothing is left."""
    paid = next((one for one in called(labelled, Means.PREPAID) if abs(one.value) == chain.total), None)
    return chain._replace(prepaid=Sum(chain.total, (paid,))) if paid and chain.printed_total else chain


def _paid_without_a_word(chain: Chain, payables: Labelled, labelled: Labelled) -> Chain:
    """Printed figures that are just what lies between the total and the balance were paid before, or are withheld."""
    loose = [one for one in labelled if one.means is Means.LOOSE and one.value]
    for payable in payables:
        gap = chain.total - abs(payable.value)
        one = next((one for one in loose if abs(one.value) == gap), None)
        first = chain.printed_total.row if chain.printed_total else payable.row
        between = [one for one in loose if first < one.row < payable.row]
        several = (part.addends for part in sums_of(between[:MOST_PARTS]) if part.value == gap)
        taken = (one,) if one else next(several, ())
        if taken and gap > 0:  # in percent: a tax or a guarantee kept back
            kept = tuple(one for one in taken if one.rate)
            rest = tuple(one for one in taken if not one.rate)
            return chain._replace(withheld=_sum(kept), prepaid=_sum(rest), payable=payable)
    return chain


def _sum(labelled: tuple[LabelledFigure, ...]) -> Sum:
    return Sum(sum((abs(one.value) for one in labelled), ZERO), labelled)
