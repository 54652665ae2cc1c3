"""Is an invoice that was handed over as JSON whole, and does it close? Judged by its own numbers alone.

Issues of the reading that came with it stay: whoever has settled them takes them out. Those of checks are found anew.
"""

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from fakturo.convert.invoice import Invoice, Issue, Item, Totals
from fakturo.convert.reader import MANDATORY
from fakturo.convert.verdict import with_verdict

CENT = Decimal("0.01")
ROUNDING_PER_UNIT = Decimal("0.005")
"""A unit price may have been rounded to the cent before it was printed."""


def judged(invoice: Invoice) -> Invoice:
    """With what does not close; accepted if nothing is said against it, neither here nor before."""
    kept = [issue for issue in invoice.issues if not issue.checked]
    known = {(issue.code, issue.field) for issue in kept}
    new = [replace(issue, checked=True) for issue in _issues(invoice) if (issue.code, issue.field) not in known]
    return with_verdict(invoice, [*kept, *new])


def _issues(invoice: Invoice) -> Iterator[Issue]:
    for field, code, text in MANDATORY:
        part, _, name = field.partition(".")
        if getattr(invoice if part == "invoice" else getattr(invoice, part), name) is None:
            yield Issue(code, field, text)
    if not invoice.items:
        yield Issue("ITEMS_MISSING", "items", "There are no items on this invoice.")
    if invoice.totals.total is None:
        yield Issue("TOTAL_MISSING", "totals.total", "The invoice has no total.")
    yield from _about_lines(invoice)
    yield from _about_sums(invoice)


def _about_lines(invoice: Invoice) -> Iterator[Issue]:
    for place, item in enumerate(invoice.items):
        if item.amount is None:
            yield Issue("AMOUNT_MISSING", f"items.{place}.amount", f"Line {place + 1} has no amount.")
        elif item.price_base <= 0:
            text = f"Line {place + 1}: a price is for one or more of something, not for {item.price_base}."
            yield Issue("PRICE_BASE_WRONG", f"items.{place}.price_base", text)
        elif item.worth is not None and abs(item.worth - item.amount) > CENT + _rounding(item, item.amount):
            text = f"Line {place + 1}: quantity times price, less discount, does not give the amount."
            yield Issue("LINE_MISMATCH", f"items.{place}.amount", text)


def _rounding(item: Item, amount: Decimal) -> Decimal:
    return ROUNDING_PER_UNIT * min(abs(item.qty or Decimal(0)) / item.price_base, abs(amount))


def _about_sums(invoice: Invoice) -> Iterator[Issue]:
    totals = invoice.totals
    amounts = [item.amount for item in invoice.items if item.amount is not None]
    lines = sum(amounts, Decimal(0))
    if totals.subtotal is not None and len(amounts) == len(invoice.items) and _differ(lines, totals.subtotal):
        yield Issue("LINES_MISMATCH", "totals.subtotal", f"The lines add up to {lines}, not to {totals.subtotal}.")
    if totals.total is None:
        return
    net = (lines if totals.subtotal is None else totals.subtotal) - totals.discount + totals.charges
    ways = (net, net + (totals.tax or 0))  # prices may include the tax
    if all(_differ(way, totals.total) and _differ(way + totals.rounding, totals.total) for way in ways):
        text = f"The lines with discount, charges and tax lead to {ways[1]}, not to the total of {totals.total}."
        yield Issue("TOTAL_MISMATCH", "totals.total", text)
    yield from _about_payable(totals, totals.total)


def _about_payable(totals: Totals, total: Decimal) -> Iterator[Issue]:
    left = total - totals.withheld - totals.prepaid
    if totals.payable is not None and _differ(left, totals.payable) and _differ(left + totals.rounding, totals.payable):
        text = f"The total less what is withheld or paid before is {left}, not {totals.payable}."
        yield Issue("PAYABLE_MISMATCH", "totals.payable", text)


def _differ(one: Decimal, other: Decimal) -> bool:
    return abs(one - other) > CENT
