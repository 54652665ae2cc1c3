"""What the file adds up to, compared with what the paper says: rounding is told, anything more stops it."""

from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from fakturo.convert.invoice import Invoice, Totals
from fakturo.convert.targets.coretax.arithmetic import CENT, HUNDRED, NOTHING, RATE
from fakturo.convert.targets.coretax.lines import Charged, Spread
from fakturo.convert.targets.coretax.notes import Notes

NOT_COLLECTED = frozenset({"02", "03", "07", "08"})
"""The buyer pays this tax to the state, or nobody does: it may be missing from tax and total on the paper."""
ONE = Decimal(1)


class Sums(NamedTuple):
    """Of the lines as they are written."""

    base: Decimal
    other_base: Decimal
    vat: Decimal
    luxury: Decimal


def spread_of(invoice: Invoice, charged: Sequence[Charged], below: Decimal) -> Spread:
    """Discounts and charges that the tax is computed on: those with which the printed tax is right, all if none is."""
    totals = invoice.totals
    choices = (
        Spread(below + totals.discount, totals.charges),
        Spread(below + totals.discount, NOTHING, totals.charges),
        Spread(below, totals.charges, -totals.discount),
        Spread(below, NOTHING, totals.charges - totals.discount),
    )
    whole = sum((line.amount for line in charged), NOTHING)
    if totals.tax is None or not whole:
        return choices[0]
    tax, slack = totals.tax, tolerance(totals, len(charged))
    vat = sum((line.amount / line.divisor * line.vat for line in charged), NOTHING) / whole
    luxury = sum((line.amount / line.divisor * line.luxury for line in charged), NOTHING) / whole

    def is_right(choice: Spread) -> bool:
        amount = whole - choice.lowered + choice.raised
        return any(abs(amount * burden - tax) <= slack for burden in (vat, vat + luxury))

    return next(filter(is_right, choices), choices[0])


def printed_net(invoice: Invoice, spread: Spread) -> Decimal | None:
    """Without tax, if total and tax are printed."""
    totals = invoice.totals
    if totals.total is None or totals.tax is None:
        return None
    return totals.total - totals.tax - spread.untaxed - totals.rounding


def tolerance(totals: Totals, lines: int) -> Decimal:
    """A cent for each line, since each is rounded; a rupiah where the paper shows no cents in one of its sums."""
    sums = (totals.tax_base, totals.tax, totals.total)
    whole_rupiah = any(value == value.to_integral_value() for value in sums if value)
    return CENT * max(lines, 1) + (ONE if whole_rupiah else CENT)


def compare(invoice: Invoice, sums: Sums, spread: Spread, code: str | None, notes: Notes) -> None:
    totals, slack = invoice.totals, tolerance(invoice.totals, len(invoice.items))
    free = code in NOT_COLLECTED
    taxes = [sums.vat, sums.vat + sums.luxury, *([NOTHING] if free else [])]
    if totals.tax_base is not None:
        _compare("tax_base", "tax base", totals.tax_base, [sums.other_base, sums.base], slack, notes)
    if totals.tax is not None:
        _compare("tax", "tax", totals.tax, taxes, slack, notes, _hint(totals.tax, sums))
    elif not free:
        notes.error("TAX_MISSING", "totals.tax", f"No tax is printed; the file says {sums.vat}.")
    if totals.total is not None:
        beside = sums.base + spread.untaxed + totals.rounding
        wanted = [beside + sums.luxury + sums.vat, *([beside, beside + sums.luxury] if free else [])]
        _compare("total", "total", totals.total, wanted, slack, notes)


def _compare(
    name: str, word: str, printed: Decimal, wanted: Sequence[Decimal], slack: Decimal, notes: Notes, hint: str = ""
) -> None:
    nearest = min(wanted, key=lambda sum_: abs(sum_ - printed))
    if nearest == printed:
        return
    said = f"The printed {word} is {printed:,}; the lines of the file add up to {nearest:,}"
    if abs(nearest - printed) <= slack:
        notes.warning(f"{name.upper()}_ROUNDING", f"totals.{name}", f"{said}, each rounded by itself.")
    else:
        notes.error(f"{name.upper()}_DIFFERS", f"totals.{name}", f"{said}.{hint}")


def _hint(tax: Decimal, sums: Sums) -> str:
    """The usual reason: 12 % of everything, which is right for luxury goods only."""
    full = sums.base * RATE / HUNDRED
    if sums.vat < full and abs(full - tax) <= ONE:
        return " It is 12 % of the full amount, which only luxury goods bear (transaction code 01)."
    return ""
