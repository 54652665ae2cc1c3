"""From the lines to what is to be paid: the chain of sums that closes over the printed figures.

    lines - discounts + charges (+ tax) = total        total - withheld - prepaid = payable

Several figures may be meant by each word, so the ways to put them together are tried, and the one that explains most
of what is printed wins. A labelled figure that the chain leaves unexplained is a reason for doubt.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_UP, Decimal
from itertools import combinations, product
from typing import NamedTuple

from fakturo.convert.figures import Figure
from fakturo.convert.invoice import Tax
from fakturo.convert.layout.sheet import Row
from fakturo.convert.solve.arithmetic import CENT, HUNDRED, is_rounded, is_tax, last_digit, to_cent
from fakturo.convert.solve.labels import HIGHEST_RATE, Mark, Means, meanings

ZERO = Decimal(0)
OTHER_BASE = Decimal(11) / Decimal(12)
"""Indonesia computes its 12 % on eleven twelfths of the price."""
FIVE_CENTS = Decimal("0.05")
MOST_PARTS = 6
NOT_ON_TOP = frozenset(
    {Means.DISCOUNT, Means.LESS, Means.CHARGES, Means.STAMP_DUTY, Means.WITHHELD, Means.PREPAID, Means.INFO}
) | {Means.CASH_DISCOUNT}
LEAST_TAX = Decimal("0.05")
"""Smaller ones close by chance."""
MOST_ROUNDED_OFF = 2000
"""A tax that was rounded line by line is off by at most this part of it."""


class TaxRow(NamedTuple):
    """A row that prints base, rate and tax, and they close."""

    rate: Decimal
    base: Figure
    tax: Figure
    row: int
    """In the document."""
    reduces: bool = False
    """A discount or a tax withheld: it closes, but is no tax on top."""


class Sum(NamedTuple):
    """Some figures of one meaning, added up."""

    value: Decimal
    marks: tuple[Mark, ...]


NOTHING = Sum(ZERO, ())
GOALS = {Means.TOTAL: 5.0, Means.PAYABLE: 4.0, Means.LOOSE: 0.0}
"""What it is worth that the chain ends at a figure with such a word."""


@dataclass(frozen=True, slots=True)
class Chain:
    lines: Decimal
    discount: Sum
    charges: Sum
    tax: Decimal
    tax_marks: tuple[Mark, ...]
    taxes: tuple[Tax, ...]
    base: Decimal | None
    """What the tax is computed on."""
    base_figure: Figure | None
    total: Decimal
    total_mark: Mark | None
    """None when no total is printed, and this is what the sums give."""
    included: bool
    """The lines include the tax."""
    rate_closes: bool | None
    """None when no rate is printed to check the tax by."""
    rounding: Decimal = ZERO
    withheld: Sum = NOTHING
    prepaid: Sum = NOTHING
    payable: Mark | None = None
    unexplained: tuple[Mark, ...] = ()
    unused: tuple[TaxRow, ...] = ()
    """Rows with base, rate and tax that are no part of this tax."""
    subtotal_mark: Mark | None = None
    closes: bool = True
    """False when it is only what the labels say, and does not add up."""
    score: float = 0.0

    @property
    def net(self) -> Decimal:
        return self.lines - self.discount.value + self.charges.value


def tax_rows(rows: Sequence[Row], figures: Sequence[Sequence[Figure]], marks: Sequence[Mark]) -> list[TaxRow]:
    """Base, rate and tax in one row, for each rate in it; what their words call otherwise is no tax on top."""
    said = {(mark.row, mark.figure.box): mark.means for mark in marks}
    found: list[TaxRow] = []
    for index, printed in enumerate(figures):
        for row in _tax_rows(index, printed) if len(printed) > 2 else ():  # noqa: PLR2004
            of_row = meanings(rows[index].text)[:1]
            means = {said.get((index, row.tax.box)), *of_row} - {None, Means.LOOSE}
            found.append(row._replace(reduces=row.reduces or (bool(means & NOT_ON_TOP) and Means.TAX not in means)))
    return found


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
    return int(figure.value.as_tuple().exponent) == -2  # noqa: PLR2004


@dataclass(frozen=True, slots=True)
class Lines:
    """What the items say about the sums."""

    total: Decimal
    rates: dict[Decimal, Decimal] = field(default_factory=dict)
    """Sum of the amounts by tax rate, if every line prints one."""
    column_sums: frozenset[Decimal] = frozenset()
    """Sums of the table's other columns, which some invoices print below them."""
    tax: Decimal = ZERO
    """Sum of the tax column."""
    group_sums: frozenset[Decimal] = frozenset()
    """Sums of consecutive lines, which some invoices print between them."""


def best_chain(lines: Lines, marks: Sequence[Mark], rows: Sequence[TaxRow]) -> Chain | None:
    """The chain that starts from this sum of lines and explains most; None if none reaches a printed total."""
    chains = list(_chains(lines, marks, rows))
    return max(chains, key=lambda chain: chain.score, default=None)


def by_words(marks: Sequence[Mark], rows: Sequence[TaxRow]) -> Chain | None:
    """What the labels alone say: for paper that does not add up, or lines that were not understood."""
    said = {means: [mark for mark in marks if mark.means is means] for means in Means}
    totals = said[Means.TOTAL] or said[Means.PAYABLE]
    if not totals:
        return None
    total = max(totals, key=lambda mark: (abs(mark.value), mark.row))
    subtotal = said[Means.SUBTOTAL][-1] if said[Means.SUBTOTAL] else None
    tax = said[Means.TAX][-1] if said[Means.TAX] else None
    bases = said[Means.TAX_BASE] or said[Means.SUBTOTAL]
    parts = tuple(Tax(row.rate, abs(row.base.value), abs(row.tax.value)) for row in rows if not row.reduces)
    return Chain(
        lines=abs(subtotal.value) if subtotal else abs(total.value),
        discount=NOTHING,
        charges=NOTHING,
        tax=abs(tax.value) if tax else ZERO,
        tax_marks=(tax,) if tax else (),
        taxes=parts,
        base=abs(bases[-1].value) if bases else None,
        base_figure=bases[-1].figure if bases else None,
        total=abs(total.value),
        total_mark=total,
        included=False,
        rate_closes=None,
        payable=said[Means.PAYABLE][-1] if said[Means.PAYABLE] else None,
        subtotal_mark=subtotal,
        closes=False,
    )


def _by(marks: Iterable[Mark], *means: Means) -> list[Mark]:
    """Marks of these meanings; of equal values under one name only the first, since a sum is often printed twice."""
    seen: dict[tuple[Decimal, str], Mark] = {}
    for mark in marks:
        if mark.means in means and mark.value:
            seen.setdefault((abs(mark.value), "" if mark.above else mark.label), mark)
    return list(seen.values())


def _sums(marks: Sequence[Mark]) -> list[Sum]:
    """Nothing, each, all, and all but one."""
    few = list(marks)[-MOST_PARTS:]  # the nearest to the total
    picks: dict[tuple[int, ...], tuple[Mark, ...]] = {(): ()}
    sizes = {1, len(few), len(few) - 1, 2} - {0, -1}
    for size in sorted(sizes):
        for pick in combinations(range(len(few)), size):
            picks.setdefault(pick, tuple(few[index] for index in pick))
    return [Sum(sum((abs(mark.value) for mark in pick), ZERO), pick) for pick in picks.values()]


def _goals(marks: Sequence[Mark]) -> dict[Decimal, Mark]:
    """Printed figures that may be the total, by value; a word for the total is better than one for the balance."""
    goals = {Means.TOTAL, Means.PAYABLE}
    found = [mark for mark in marks if mark.means in goals or mark.others & goals]
    found += [mark for mark in marks if mark.means is Means.LOOSE or (not found and mark.means is Means.SUBTOTAL)]
    wanted: dict[Decimal, Mark] = {}
    for mark in found:
        held = wanted.get(abs(mark.value))
        if held is None or GOALS.get(mark.means, 1.0) > GOALS.get(held.means, 1.0):
            wanted[abs(mark.value)] = mark
    return wanted


def _chains(lines: Lines, marks: Sequence[Mark], rows: Sequence[TaxRow]) -> Iterator[Chain]:
    goals = _goals(marks)
    start = abs(lines.total)
    taxes = _taxes(marks, rows, lines)
    roundings = [ZERO, *(mark.value * direction for mark in _by(marks, Means.ROUNDING) for direction in (1, -1))]
    negative = [mark for mark in marks if mark.value < 0]
    less = [*_by(negative, Means.LOOSE, Means.CASH_DISCOUNT), *_by(marks, Means.LESS, Means.DISCOUNT)]
    more = _by(marks, Means.CHARGES, Means.STAMP_DUTY)
    for discount, charge, rounding in product(_sums(less), _sums(more), roundings):
        net = start - discount.value + charge.value
        if net < 0:
            continue
        for tax, included in product(taxes, (False, True)):
            if included and not tax.value:
                continue
            chain = Chain(
                lines=start,
                discount=discount,
                charges=charge,
                tax=tax.value,
                tax_marks=tax.marks,
                taxes=tax.taxes,
                base=None,
                base_figure=None,
                total=net + rounding + (ZERO if included else tax.value),
                total_mark=None,
                included=included,
                rate_closes=None,
                rounding=rounding,
            )
            ended = _ended(chain, goals, marks)
            if ended:
                yield _scored(_checked(ended, marks, lines), marks, rows, lines)


def _ended(chain: Chain, goals: dict[Decimal, Mark], marks: Sequence[Mark]) -> Chain | None:
    """The chain up to a printed total, or, where none is printed, to what is left to pay of it."""
    if chain.total in goals:
        return _paid(_rounded_last(replace(chain, total_mark=goals[chain.total]), goals), marks)
    paid = _paid(chain, marks)
    if paid.payable and (paid.withheld.marks or paid.prepaid.marks):
        return paid
    said = any(mark.means in {Means.TOTAL, Means.PAYABLE} for mark in goals.values())
    return chain if not said and not chain.included and chain.tax_marks else None


def _rounded_last(chain: Chain, goals: dict[Decimal, Mark]) -> Chain:
    """Where the sum before rounding is printed as total, rounding only changes what is to be paid."""
    before, mark = chain.total - chain.rounding, chain.total_mark
    if not chain.rounding or before not in goals or goals[before].means is not Means.TOTAL or not mark:
        return chain
    return replace(chain, total=before, total_mark=goals[before], payable=mark)


class _TaxSum(NamedTuple):
    value: Decimal
    marks: tuple[Mark, ...]
    taxes: tuple[Tax, ...]


def _taxes(marks: Sequence[Mark], rows: Sequence[TaxRow], lines: Lines) -> list[_TaxSum]:
    options = {ZERO: _TaxSum(ZERO, (), ())}
    if lines.tax:
        options[lines.tax] = _TaxSum(lines.tax, (), ())
    unique = list(
        {(row.rate, abs(row.base.value), abs(row.tax.value)): row for row in rows if not row.reduces}.values()
    )
    for size in {*range(1, min(len(unique), 4) + 1), len(unique)} - {0}:
        for pick in combinations(unique, size):
            if len({row.rate for row in pick}) < size:
                continue
            parts = tuple(Tax(row.rate, abs(row.base.value), abs(row.tax.value)) for row in pick)
            value = sum((part.amount for part in parts), ZERO)
            options[value] = _TaxSum(value, (), parts)
    for printed in _sums(_by(marks, Means.TAX)):
        if printed.value and printed.value not in options:
            parts = tuple(Tax(mark.rate, None, abs(mark.value)) for mark in printed.marks)
            options[printed.value] = _TaxSum(printed.value, printed.marks, parts)
        elif printed.value:
            options[printed.value] = options[printed.value]._replace(marks=printed.marks)
    return list(options.values())


def _checked(chain: Chain, marks: Sequence[Mark], lines: Lines) -> Chain:
    """Find what the tax is computed on, and see whether the printed rate gives it."""
    if lines.rates and not chain.included and not chain.discount.marks and not chain.charges.marks:
        by_line = tuple(Tax(rate, base, to_cent(base * rate / HUNDRED)) for rate, base in sorted(lines.rates.items()))
        off = abs(sum((part.amount for part in by_line), ZERO) - chain.tax)
        if off <= CENT * len(by_line) and not all(part.base for part in chain.taxes):
            return replace(chain, base=chain.net, taxes=by_line, rate_closes=True)
    net = chain.net - chain.tax if chain.included else chain.net
    printed = {abs(mark.value): mark.figure for mark in marks if mark.means in {Means.TAX_BASE, Means.SUBTOTAL}}
    candidates = [net, chain.lines - chain.discount.value, chain.lines]
    if chain.included:
        candidates = [net]
    candidates += [candidate for candidate in printed if ZERO < candidate <= chain.total]
    chain = replace(chain, taxes=tuple(_with_base(part, marks) for part in chain.taxes))
    bases = [part.base for part in chain.taxes if part.base is not None]
    if bases and len(bases) == len(chain.taxes):
        base = sum(set(bases), ZERO)  # two taxes on one base count it once
        closes = any(is_rounded(candidate, base) for candidate in (net, net * OTHER_BASE)) or base < net
        return replace(chain, base=base, base_figure=printed.get(base), rate_closes=closes)
    rates = {part.rate for part in chain.taxes if part.rate is not None}
    rates = rates or {mark.rate for mark in chain.tax_marks if mark.rate is not None} or set(lines.rates)
    if not chain.tax:
        return replace(chain, base=net, base_figure=printed.get(net), rate_closes=None)
    shared = _shared_base(chain.taxes, candidates)
    if shared is not None:
        taxes = tuple(Tax(part.rate, shared, part.amount) for part in chain.taxes)
        return replace(chain, base=shared, base_figure=printed.get(shared), rate_closes=True, taxes=taxes)
    bases = [abs(mark.value) for mark in marks if mark.means is Means.TAX_BASE and mark.value]
    found = _closest_base(chain.tax, rates, candidates) if rates else _base_of_whole_rate(chain.tax, bases)
    if rates and not found and not chain.included:  # only some of the lines are taxed
        found = _closest_base(chain.tax, rates, sorted(lines.group_sums), exact=True)
    if found:
        rate, exact = found
        rounded = exact.quantize(last_digit(chain.tax), ROUND_HALF_UP)
        base = next((value for value in printed if is_rounded(exact, value)), rounded)
        taxes = (Tax(rate, base, chain.tax),)
        return replace(chain, base=base, base_figure=printed.get(base), rate_closes=True, taxes=taxes)
    figure = printed.get(net)
    return replace(chain, base=net, base_figure=figure, rate_closes=False if len(rates) == 1 else None)


def _with_base(part: Tax, marks: Sequence[Mark]) -> Tax:
    """A tax and its base in rows of their own, told to belong together by the rate in their labels."""
    if part.base is not None or not part.rate:
        return part
    for mark in marks:
        base = abs(mark.value)
        if (
            mark.rate == part.rate
            and mark.means in {Means.TAX_BASE, Means.SUBTOTAL}
            and is_tax(base, part.rate, part.amount)
        ):
            return Tax(part.rate, base, part.amount)
    return part


def _base_of_whole_rate(tax: Decimal, bases: Sequence[Decimal]) -> tuple[Decimal, Decimal] | None:
    """No rate is printed, but a base: taken for one if the tax is a whole percentage of it, or a half."""
    for base in bases:
        rate = (2 * HUNDRED * tax / base).quantize(Decimal(1)) / 2
        if rate and is_tax(base, rate, tax):
            return rate.normalize(), base
    return None


def _shared_base(taxes: Sequence[Tax], candidates: Sequence[Decimal]) -> Decimal | None:
    """Several taxes on the same base, each at its own rate."""
    if len(taxes) < 2 or any(part.rate is None for part in taxes):  # noqa: PLR2004
        return None
    for base in candidates:
        slack = max(CENT, base / MOST_ROUNDED_OFF / HUNDRED)
        if all(is_tax(base, part.rate or ZERO, part.amount, slack=slack) for part in taxes):
            return base
    return None


def _closest_base(
    tax: Decimal, rates: set[Decimal], candidates: Sequence[Decimal], *, exact: bool = False
) -> tuple[Decimal, Decimal] | None:
    """The rate and the base that give the tax best; rounding line by line may cost some cents."""
    slack = CENT if exact else max(CENT, tax / MOST_ROUNDED_OFF)
    found: list[tuple[Decimal, int, Decimal, Decimal]] = []
    for rate in rates:
        bases = [*candidates, *(candidate * OTHER_BASE for candidate in candidates)]
        for place, base in enumerate(bases):
            if rate and is_tax(base, rate, tax, slack=slack):
                found.append((abs(base * rate / HUNDRED - tax), place, rate, base))
    if not found:
        return None
    _, _, rate, base = min(found)
    return rate, base


def _paid(chain: Chain, marks: Sequence[Mark]) -> Chain:
    """What is withheld and was paid before, and what remains."""
    if chain.payable:
        return chain
    payables = [mark for mark in marks if mark.means is Means.PAYABLE]
    found: Chain | None = None
    below = [mark for mark in marks if chain.total_mark and mark.row > chain.total_mark.row]
    paid = [*_by(below, Means.DISCOUNT), *_by(marks, Means.PREPAID, Means.LESS)]
    for withheld, prepaid in product(_sums(_by(marks, Means.WITHHELD)), _sums(paid)):
        rest = chain.total - withheld.value - prepaid.value
        mark = next((mark for mark in payables if abs(mark.value) == rest), None)
        parts = len(withheld.marks) + len(prepaid.marks)
        if mark and (found is None or parts > len(found.withheld.marks) + len(found.prepaid.marks)):
            found = replace(chain, withheld=withheld, prepaid=prepaid, payable=mark)
    if found is None and not payables:
        return _paid_in_full(chain, marks)
    return found or _rounded_for_cash(chain, payables) or _paid_without_a_word(chain, payables, marks)


def _paid_in_full(chain: Chain, marks: Sequence[Mark]) -> Chain:
    """`Paid by card: 54.29` says that nothing is left."""
    paid = next((mark for mark in _by(marks, Means.PREPAID) if abs(mark.value) == chain.total), None)
    return replace(chain, prepaid=Sum(chain.total, (paid,))) if paid and chain.total_mark else chain


def _rounded_for_cash(chain: Chain, payables: Sequence[Mark]) -> Chain | None:
    """Where small coins are gone, what is to be paid is rounded to five cents, or to the whole."""
    for payable in payables:
        value = abs(payable.value)
        off = value - chain.total
        step = FIVE_CENTS if value % 1 else Decimal(1)
        if off and abs(off) <= step / 2 and not value % step:
            return replace(chain, payable=payable, rounding=chain.rounding + off)
    return None


def _paid_without_a_word(chain: Chain, payables: Sequence[Mark], marks: Sequence[Mark]) -> Chain:
    """A printed figure that is just what lies between the total and the balance was paid before."""
    for payable in payables:
        gap = chain.total - abs(payable.value)
        between = next((mark for mark in marks if mark.means is Means.LOOSE and abs(mark.value) == gap), None)
        if between and gap > 0:
            return replace(chain, prepaid=Sum(gap, (between,)), payable=payable)
    return chain


def _scored(chain: Chain, marks: Sequence[Mark], rows: Sequence[TaxRow], lines: Lines) -> Chain:
    goal = chain.total_mark or (chain.payable if chain.withheld.marks or chain.prepaid.marks else None)
    score = GOALS.get(goal.means, 1.0) if goal else 0.0
    explained = _explained(chain, rows) | lines.column_sums
    exchange = [mark.value for mark in marks if mark.means is Means.INFO and mark.value > 1]
    explained |= {value * rate for value in (chain.total, chain.tax, chain.base or ZERO) for rate in exchange}
    early = [abs(mark.value) for mark in marks if mark.means is Means.CASH_DISCOUNT]
    explained |= {chain.total - value for value in early}
    to_pay = _to_pay(chain, early)
    left = [
        mark
        for mark in marks
        if mark.means in MEANINGFUL and not _near(abs(mark.value), to_pay if mark.means is Means.PAYABLE else explained)
    ]
    left = [mark for mark in left if not (mark.means is Means.SUBTOTAL and _near(abs(mark.value), lines.group_sums))]
    unexplained = tuple(mark for mark in left if not _adds_up(mark, left, explained))
    unused = [row for row in rows if not row.reduces and abs(row.tax.value) not in explained]
    sums = (mark for mark in marks if mark.means in {Means.SUBTOTAL, Means.TAX_BASE} and abs(mark.value) == chain.lines)
    subtotal = next(sums, None)
    used = [*chain.discount.marks, *chain.charges.marks, *chain.withheld.marks, *chain.prepaid.marks]
    score += 3.0 if subtotal else 0.0
    score += 3.0 if chain.tax else 0.0
    score += {True: 2.0, False: -4.0, None: 0.0}[chain.rate_closes]
    score += sum(1.0 for mark in used if mark.means is not Means.LOOSE) - 2.0 * (len(unexplained) + len(unused))
    score += (1.0 if chain.payable else 0.0) - (1.5 if chain.included else 0.0) - (0.5 if chain.rounding else 0.0)
    return replace(chain, unexplained=unexplained, unused=tuple(unused), subtotal_mark=subtotal, score=score)


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
            explained |= {base, tax, base + tax}
    if chain.base is not None:
        explained.add(chain.base)
    if chain.payable:
        explained.add(abs(chain.payable.value))
    return explained


MEANINGFUL = frozenset(Means) - {Means.INFO, Means.CARRIED, Means.EXEMPT, Means.LOOSE, Means.CASH_DISCOUNT}


def _adds_up(mark: Mark, left: Sequence[Mark], explained: set[Decimal]) -> bool:
    """Parts per tax rate, say, of a sum that the chain has."""
    others = [abs(other.value) for other in left if other is not mark and other.means is mark.means][:MOST_PARTS]
    return any(
        _near(abs(mark.value) + sum(pick), explained)
        for size in range(1, min(3, len(others)) + 1)
        for pick in combinations(others, size)
    )


def _near(value: Decimal, explained: Iterable[Decimal]) -> bool:
    return any(is_rounded(other, value) for other in explained)
