"""What a tax is computed on, and whether the printed rate gives it."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal

from fakturo.convert.invoice import Tax
from fakturo.convert.solve.arithmetic import CENT, HUNDRED, ZERO, is_rounded, is_tax, last_digit, to_cent
from fakturo.convert.solve.labels import Mark, Means
from fakturo.convert.solve.sums import Chain, Lines

OTHER_BASE = Decimal(11) / Decimal(12)
"""Indonesia computes its 12 % on eleven twelfths of the price."""

MOST_ROUNDED_OFF = 2000
"""A tax that was rounded line by line is off by at most this part of it."""


def with_base_checked(chain: Chain, marks: Sequence[Mark], lines: Lines) -> Chain:
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
