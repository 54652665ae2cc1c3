"""What a tax is computed on, and whether the printed rate gives it."""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

from fakturo.convert.invoice import Tax
from fakturo.convert.solve.arithmetic import (
    CENT,
    HUNDRED,
    OTHER_BASE,
    ZERO,
    forgiven,
    is_rounded,
    is_tax,
    last_digit,
    to_cent,
)
from fakturo.convert.solve.sums.labels import Labelled, Means
from fakturo.convert.solve.sums.model import Chain, Lines

MOST_ROUNDED_OFF = 2000
"""A tax that was rounded line by line is off by at most this part of it."""


def with_base_checked(chain: Chain, labelled: Labelled, lines: Lines) -> Chain:
    """Find what the tax is computed on, and see whether the printed rate gives it."""
    net = chain.net - chain.tax if chain.included else chain.net
    printed = {abs(one.value): one.figure for one in labelled if one.means in {Means.TAX_BASE, Means.SUBTOTAL}}
    candidates = [net] if chain.included else [net, chain.lines - chain.discount.value, chain.lines]
    highest = net if chain.included else chain.total  # no tax is computed on a sum that holds it
    candidates += [candidate for candidate in printed if ZERO < candidate <= highest]
    found = _taxed_by_line(chain, lines) or _with_bases_of_all(chain, net)
    if found is None and chain.tax:
        found = _with_shared_base(chain, candidates) or _with_base_of_one_rate(chain, candidates, labelled, lines)
        found = found or _with_implied_bases(chain, net)
    if found is None:
        unproven = False if chain.tax and len(_rates(chain, lines)) == 1 else None
        found = chain._replace(base=_untaxed_base(chain, net), rate_closes=unproven)
    return found._replace(base_figure=printed.get(found.base) if found.base is not None else None)


def _untaxed_base(chain: Chain, net: Decimal) -> Decimal | None:
    """Whether a duty, or a charge under an unknown name, is part of it, nobody can tell without a tax."""
    strange = any(one.means in {Means.LOOSE, Means.STAMP_DUTY} for one in chain.charges.addends)
    return None if strange and not chain.tax else net


def _rates(chain: Chain, lines: Lines) -> set[Decimal]:
    rates = {part.rate for part in chain.taxes if part.rate is not None}
    return rates or {one.rate for one in chain.tax_addends if one.rate is not None} or set(lines.rates)


def _taxed_by_line(chain: Chain, lines: Lines) -> Chain | None:
    """Every line prints its rate, and these give the tax."""
    if not lines.rates or chain.included or chain.discount.addends or chain.charges.addends:
        return None
    by_line = tuple(Tax(rate, base, to_cent(base * rate / HUNDRED)) for rate, base in sorted(lines.rates.items()))
    off = abs(sum((part.amount for part in by_line), ZERO) - chain.tax)
    if off > CENT * len(by_line) or all(part.base for part in chain.taxes):
        return None
    return chain._replace(base=chain.net, taxes=by_line, rate_closes=True)


def _with_bases_of_all(chain: Chain, net: Decimal) -> Chain | None:
    """Each of the taxes has its base printed."""
    bases = [part.base for part in chain.taxes if part.base is not None]
    if not bases or len(bases) < len(chain.taxes):
        return None
    base = sum(set(bases), ZERO)  # two taxes on one base count it once
    if base > net and is_rounded(net, max(bases)):
        base = max(bases)  # one is on all, the others on parts of it
    closes = any(is_rounded(candidate, base) for candidate in (net, net * OTHER_BASE)) or base < net
    return chain._replace(base=base, rate_closes=closes)


def _with_shared_base(chain: Chain, candidates: Sequence[Decimal]) -> Chain | None:
    shared = _shared_base(chain.taxes, candidates)
    if shared is None:
        return None
    taxes = tuple(Tax(part.rate, shared, part.amount) for part in chain.taxes)
    return chain._replace(base=shared, rate_closes=True, taxes=taxes)


def _with_implied_bases(chain: Chain, net: Decimal) -> Chain | None:
    """Several rates, and what they must have been computed on adds up to the whole."""
    parts = [(part.amount * HUNDRED / part.rate, CENT * HUNDRED / part.rate) for part in chain.taxes if part.rate]
    off = abs(sum((base for base, _ in parts), ZERO) - net)
    if len(parts) < max(2, len(chain.taxes)) or off > sum((slack for _, slack in parts), ZERO):
        return None
    return chain._replace(base=net, rate_closes=True)


def _with_base_of_one_rate(
    chain: Chain, candidates: Sequence[Decimal], labelled: Labelled, lines: Lines
) -> Chain | None:
    rates = _rates(chain, lines)
    bases = [abs(one.value) for one in labelled if one.means is Means.TAX_BASE and one.value]
    by_line = max(CENT, chain.tax / MOST_ROUNDED_OFF)
    found = _closest_base(chain.tax, rates, candidates, by_line) if rates else _base_of_whole_rate(chain.tax, bases)
    if found:
        rate, exact = found
        base = next((value for value in candidates if is_rounded(exact, value)), _as_printed(exact, chain.tax))
        return chain._replace(base=base, rate_closes=True, taxes=(Tax(rate, base, chain.tax),))
    return _with_base_of_some_lines(chain, rates, labelled, lines) if rates and not chain.included else None


def _with_base_of_some_lines(chain: Chain, rates: set[Decimal], labelled: Labelled, lines: Lines) -> Chain | None:
    """Only some of the lines are taxed; the others count as taxed at nothing, unless their sum is told.

    A sum that is told may give a tax that was rounded to whole money; of all sums of lines, one would by chance.
    """
    told = {abs(one.value) for one in labelled if one.means is Means.LOOSE} | lines.printed_sums
    every = told | {abs(one.value) for one in labelled if one.means is Means.CHARGES} | lines.group_sums
    is_whole = chain.tax == chain.tax.to_integral_value()
    for parts, slack in ((every, CENT), (told, forgiven(chain.net) if is_whole else CENT)):
        found = _closest_base(chain.tax, rates, sorted(part for part in parts if part <= chain.net), slack)
        if found:
            rate, part = found
            base = part if part in told else chain.net
            return chain._replace(base=base, rate_closes=True, taxes=(Tax(rate, to_cent(part), chain.tax),))
    return None


def _as_printed(base: Decimal, tax: Decimal) -> Decimal:
    return base.quantize(last_digit(tax), ROUND_HALF_UP)


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
    tax: Decimal, rates: set[Decimal], candidates: Sequence[Decimal], slack: Decimal
) -> tuple[Decimal, Decimal] | None:
    """The rate and the base that give the tax best; rounding line by line may cost some cents."""
    found: list[tuple[Decimal, int, Decimal, Decimal]] = []
    bases = [*candidates, *(candidate * OTHER_BASE for candidate in candidates)]
    for rate in rates:
        for place, base in enumerate(bases):
            if rate and is_tax(base, rate, tax, slack=slack):
                found.append((abs(base * rate / HUNDRED - tax), place, rate, base))
    return min(found)[2:] if found else None
