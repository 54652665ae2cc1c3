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
    less = max(totals.discount, NOTHING) + max(-totals.charges, NOTHING)
    more = max(totals.charges, NOTHING) + max(-totals.discount, NOTHING)
    choices = (
        Spread(below + less, more),
        Spread(below + less, NOTHING, more),
        Spread(below, more, -less),
        Spread(below, NOTHING, more - less),
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
    free, untaxed = code in NOT_COLLECTED, not totals.tax
    beside = sums.base + spread.untaxed + totals.rounding
    without_tax = (beside, beside + sums.luxury) if free or untaxed else ()
    compared = (
        _Sum("tax_base", totals.tax_base, (sums.other_base, sums.base)),
        _Sum("tax", None if untaxed else totals.tax, (sums.vat, sums.vat + sums.luxury)),
        _Sum("total", totals.total, (beside + sums.luxury + sums.vat, *without_tax)),
    )
    if totals.tax is None and not free:
        notes.error("TAX_MISSING", "totals.tax", f"No tax is printed; that of the lines is {sums.vat:,}.")
    elif untaxed and not free:
        message = f"The printed tax is {totals.tax:,}, that of the lines {sums.vat:,}."
        notes.error("TAX_DIFFERS", "totals.tax", message)
    for one in compared:
        if one.off > slack:
            hint = _hint(one.printed, sums) if one.name == "tax" else ""
            notes.error(f"{one.name.upper()}_DIFFERS", f"totals.{one.name}", f"The {one.words()}.{hint}")
    rounded = [one for one in compared if NOTHING < one.off <= slack]
    if rounded:
        message = f"The file rounds every line, the paper its sums: {'; '.join(one.words() for one in rounded)}."
        notes.warning("SUMS_ROUNDED", f"totals.{rounded[0].name}", message)


class _Sum(NamedTuple):
    name: str
    printed: Decimal | None
    wanted: tuple[Decimal, ...]
    """What it may be; several where papers differ in what they call so."""

    @property
    def nearest(self) -> Decimal:
        return min(self.wanted, key=lambda value: abs(value - (self.printed or NOTHING)))

    @property
    def off(self) -> Decimal:
        return NOTHING if self.printed is None else abs(self.nearest - self.printed)

    def words(self) -> str:
        return f"printed {self.name.replace('_', ' ')} is {self.printed:,}, that of the lines {self.nearest:,}"


def _hint(tax: Decimal | None, sums: Sums) -> str:
    """The usual reasons."""
    full = sums.base * RATE / HUNDRED
    if tax is not None and sums.vat < full and abs(full - tax) <= ONE:
        return " It is 12 % of the full amount, which only luxury goods bear (transaction code 01)."
    if tax is not None and abs(sums.vat / 10 - tax) <= ONE:
        return (
            " It is a tenth of it, as for services with transaction code 05: give the VAT of each line (coretax.vat)."
        )
    return ""
