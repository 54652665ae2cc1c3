"""What the labels alone say: for paper that does not add up, or lines that were not understood."""

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal

from fakturo.convert.invoice import Tax
from fakturo.convert.solve.arithmetic import ZERO, is_tax
from fakturo.convert.solve.sums.labels import ENDS, Mark, Means
from fakturo.convert.solve.sums.model import NOTHING, Chain, Sum, marks_by
from fakturo.convert.solve.sums.tax_rows import TaxRow


def by_words(marks: Sequence[Mark], rows: Sequence[TaxRow], lines: Decimal | None = None) -> Chain | None:
    """Each sum as it is called, and as it is printed; the lines tell which of several is the first."""
    said = {means: [mark for mark in marks if mark.means is means] for means in Means}
    tax = said[Means.TAX][-1] if said[Means.TAX] else None
    nets = [mark for mark in said[Means.SUBTOTAL] if mark.value]  # a form prints zeros, too
    subtotal = _of_lines(marks, lines) or (nets[-1] if nets else None)
    total = _total(said, tax, subtotal)
    if total is None:
        return None
    start = abs(subtotal.value) if subtotal else abs(total.value)
    discount = _all_of(marks, Means.DISCOUNT)
    charges = _all_of(marks, Means.CHARGES, Means.STAMP_DUTY)
    net = start - discount.value + charges.value
    parts = tuple(Tax(row.rate, abs(row.base.value), abs(row.tax.value)) for row in rows if not row.reduces)
    bases = [abs(mark.value) for mark in said[Means.TAX_BASE] or said[Means.SUBTOTAL]]
    base = net if not (tax or said[Means.TAX_BASE]) else _base(bases, tax, net)
    return Chain(
        lines=start,
        discount=discount,
        charges=charges,
        tax=abs(tax.value) if tax else ZERO,
        tax_marks=(tax,) if tax else (),
        taxes=parts,
        base=base,
        base_figure=next((mark.figure for mark in marks if abs(mark.value) == base), None),
        total=abs(total.value),
        total_mark=total,
        included=False,
        rate_closes=None,
        withheld=_all_of(marks, Means.WITHHELD),
        prepaid=_all_of(marks, Means.PREPAID),
        payable=said[Means.PAYABLE][-1] if said[Means.PAYABLE] else None,
        subtotal_mark=subtotal,
        closes=False,
    )


def contradicts(chain: Chain) -> bool:
    """What is left over speaks against it: a tax where it has none, a total where it has only an unknown word."""
    left = {mark.means for mark in chain.unexplained}
    untaxed = Means.TAX in left and not chain.tax
    unnamed = bool(left & ENDS) and (chain.total_mark is None or chain.total_mark.means not in ENDS)
    return untaxed or unnamed


def _total(said: dict[Means, list[Mark]], tax: Mark | None, subtotal: Mark | None) -> Mark | None:
    """Called so most often, then the largest; or `Net total` below the tax; or else the sum of the lines."""
    below = [mark for mark in said[Means.SUBTOTAL] if tax and mark.row > tax.row]
    totals = [mark for mark in said[Means.TOTAL] + below if mark is not subtotal] or said[Means.PAYABLE]
    often = Counter(abs(mark.value) for mark in totals if mark.value)
    return max(
        totals or said[Means.TOTAL],
        key=lambda mark: (often[abs(mark.value)], abs(mark.value), mark.row),
        default=None,
    )


def _of_lines(marks: Sequence[Mark], lines: Decimal | None) -> Mark | None:
    sums = (mark for mark in marks if mark.means in {Means.SUBTOTAL, Means.TAX_BASE, Means.TOTAL, Means.LOOSE})
    return next((mark for mark in sums if lines is not None and abs(mark.value) == abs(lines)), None)


def _base(bases: Sequence[Decimal], tax: Mark | None, net: Decimal) -> Decimal | None:
    """The one that the tax was computed on, or the last."""
    rate = tax.rate if tax else None
    fitting = (base for base in (*bases, net) if tax and rate and is_tax(base, rate, abs(tax.value)))
    return next(fitting, bases[-1] if bases else None)


def _all_of(marks: Sequence[Mark], *means: Means) -> Sum:
    found = tuple(marks_by(marks, *means))
    return Sum(sum((abs(mark.value) for mark in found), ZERO), found) if found else NOTHING
