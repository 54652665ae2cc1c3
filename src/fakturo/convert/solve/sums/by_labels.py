"""What the labels alone say: for paper that does not add up, or lines that were not understood."""

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal

from fakturo.convert.invoice import Tax
from fakturo.convert.solve.arithmetic import ZERO, is_tax
from fakturo.convert.solve.sums.labels import ENDS, Labelled, LabelledFigure, Means
from fakturo.convert.solve.sums.model import NOTHING, Chain, Sum, called
from fakturo.convert.solve.sums.tax_rows import TaxRow


def by_words(labelled: Labelled, rows: Sequence[TaxRow], lines: Decimal | None = None) -> Chain | None:
    """Each sum as it is called, and as it is printed; the lines tell which of several is the first."""
    said = {means: [one for one in labelled if one.means is means] for means in Means}
    tax = said[Means.TAX][-1] if said[Means.TAX] else None
    nets = [one for one in said[Means.SUBTOTAL] if one.value]  # a form prints zeros, too
    subtotal = _of_lines(labelled, lines) or (nets[-1] if nets else None)
    total = _total(said, tax, subtotal)
    if total is None:
        return None
    start = abs(subtotal.value) if subtotal else abs(total.value)
    discount = _all_of(labelled, Means.DISCOUNT)
    charges = _all_of(labelled, Means.CHARGES, Means.STAMP_DUTY)
    net = start - discount.value + charges.value
    parts = tuple(Tax(row.rate, abs(row.base.value), abs(row.tax.value)) for row in rows if not row.reduces)
    bases = [abs(one.value) for one in said[Means.TAX_BASE] or said[Means.SUBTOTAL]]
    base = net if not (tax or said[Means.TAX_BASE]) else _base(bases, tax, net)
    return Chain(
        lines=start,
        discount=discount,
        charges=charges,
        tax=abs(tax.value) if tax else ZERO,
        tax_addends=(tax,) if tax else (),
        taxes=parts,
        base=base,
        base_figure=next((one.figure for one in labelled if abs(one.value) == base), None),
        total=abs(total.value),
        printed_total=total,
        included=False,
        rate_closes=None,
        withheld=_all_of(labelled, Means.WITHHELD),
        prepaid=_all_of(labelled, Means.PREPAID),
        payable=said[Means.PAYABLE][-1] if said[Means.PAYABLE] else None,
        printed_subtotal=subtotal,
        closes=False,
    )


def contradicts(chain: Chain) -> bool:
    """What is left over speaks against it: a tax where it has none, a total where it has only an unknown word."""
    left = {one.means for one in chain.unexplained}
    untaxed = Means.TAX in left and not chain.tax
    unnamed = bool(left & ENDS) and (chain.printed_total is None or chain.printed_total.means not in ENDS)
    return untaxed or unnamed


def _total(
    said: dict[Means, list[LabelledFigure]], tax: LabelledFigure | None, subtotal: LabelledFigure | None
) -> LabelledFigure | None:
    """Called so most often, then the largest; or `Net total` below the tax; or else the sum of the lines."""
    below = [one for one in said[Means.SUBTOTAL] if tax and one.row > tax.row]
    totals = [one for one in said[Means.TOTAL] + below if one is not subtotal]
    totals = totals or said[Means.PAYABLE] or said[Means.TOTAL]
    often = Counter(abs(one.value) for one in totals if one.value)
    return max(totals, key=lambda one: (often[abs(one.value)], abs(one.value), one.row), default=None)


def _of_lines(labelled: Labelled, lines: Decimal | None) -> LabelledFigure | None:
    sums = (one for one in labelled if one.means in {Means.SUBTOTAL, Means.TAX_BASE, Means.TOTAL, Means.LOOSE})
    return next((one for one in sums if lines is not None and abs(one.value) == abs(lines)), None)


def _base(bases: Sequence[Decimal], tax: LabelledFigure | None, net: Decimal) -> Decimal | None:
    """The one that the tax was computed on, or the last."""
    rate = tax.rate if tax else None
    fitting = (base for base in (*bases, net) if tax and rate and is_tax(base, rate, abs(tax.value)))
    return next(fitting, bases[-1] if bases else None)


def _all_of(labelled: Labelled, *means: Means) -> Sum:
    found = tuple(called(labelled, *means))
    return Sum(sum((abs(one.value) for one in found), ZERO), found) if found else NOTHING
