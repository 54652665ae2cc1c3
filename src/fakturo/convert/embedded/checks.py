"""Do the sums of the XML close, and is everything there that an invoice must have? Nothing is repaired."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from fakturo.convert.embedded.fields import in_words
from fakturo.convert.invoice import Invoice, Issue, Item, Tax, Totals
from fakturo.convert.invoice_json import decimal_text
from fakturo.convert.verdict import with_verdict

CENT = Decimal("0.01")
ROUNDING_PER_LINE = Decimal("0.005")
"""Tax may have been rounded line by line."""
ROUNDING_OF_PRICE = Decimal("0.005")
"""A price less discount may have been rounded to the cent, and the amount not: for each of the quantity, and never
more than this part of the amount."""


def judged(invoice: Invoice) -> Invoice:
    """With its own issues, and accepted only if there are none at all."""
    issues = (*invoice.issues, *missing(invoice), *unclosed(invoice))
    return with_verdict(invoice, issues)


def missing(invoice: Invoice) -> Iterator[Issue]:
    mandatory = {
        "invoice.number": invoice.number,
        "invoice.date": invoice.date,
        "invoice.currency": invoice.currency,
        "seller.name": invoice.seller.name,
        "buyer.name": invoice.buyer.name,
        "totals.total": invoice.totals.total,
    }
    for field, value in mandatory.items():
        if value is None:
            yield Issue("FIELD_MISSING", field, f"The XML does not give the {in_words(field)}.")


def unclosed(invoice: Invoice) -> Iterator[Issue]:
    yield from _lines(invoice.items)
    yield from _sums(invoice.items, invoice.totals)
    yield from _taxes(invoice.items, invoice.totals)


def _lines(items: Sequence[Item]) -> Iterator[Issue]:
    for index, item in enumerate(items):
        worth = item.worth
        if item.amount is None or item.qty is None or worth is None:
            continue
        if abs(worth - item.amount) > CENT + ROUNDING_OF_PRICE * min(abs(item.qty), abs(item.amount)):
            message = (
                f"Line {index + 1}: quantity times unit price{' less discount' if item.discount else ''}"
                f" is {_money(worth)}, but the XML gives {_money(item.amount)} as the line's amount."
            )
            yield Issue("LINE_MISMATCH", f"items.{index}.amount", message)


def _sums(items: Sequence[Item], totals: Totals) -> Iterator[Issue]:
    amounts = [item.amount for item in items if item.amount is not None]
    if amounts and len(amounts) == len(items):
        yield from _differs(
            "SUBTOTAL_MISMATCH", "totals.subtotal", sum(amounts), totals.subtotal, "Adding up the lines"
        )
    base = totals.tax_base
    if totals.subtotal is not None:
        own_base = totals.subtotal - totals.discount + totals.charges
        what = "Taking discounts off the lines and adding charges"
        yield from _differs("TAX_BASE_MISMATCH", "totals.tax_base", own_base, base, what)
        base = own_base if base is None else base
    if base is not None:
        with_tax = base + (totals.tax or 0)
        yield from _differs("TOTAL_MISMATCH", "totals.total", with_tax, totals.total, "Adding the tax")
    # The smallest profiles have no place for a prepayment, only for what is left to pay.
    if totals.total is not None and (totals.subtotal is not None or totals.prepaid):
        left = totals.total - totals.prepaid - totals.withheld + totals.rounding
        what = "Taking what was paid before off the total"
        yield from _differs("PAYABLE_MISMATCH", "totals.payable", left, totals.payable, what)


def _taxes(items: Sequence[Item], totals: Totals) -> Iterator[Issue]:
    for tax in totals.taxes:
        if tax.rate is None or tax.base is None:
            continue
        if abs(tax.base * tax.rate / 100 - tax.amount) > CENT + len(items) * ROUNDING_PER_LINE:
            message = (
                f"{tax.rate.normalize():f} % of {_money(tax.base)} is not {_money(tax.amount)},"
                " which the XML gives as its tax."
            )
            yield Issue("TAX_MISMATCH", "totals.tax", message)
    if totals.taxes:
        amounts, bases = _summed(totals.taxes)
        yield from _differs("TAX_MISMATCH", "totals.tax", amounts, totals.tax, "Adding up the taxes of all rates")
        # Some list only what is taxed.
        untaxed = sum((item.amount for item in items if item.amount and not item.tax_rate), Decimal(0))
        if bases is not None and totals.tax_base != bases + untaxed:
            what = "Adding up the bases of all rates"
            yield from _differs("TAX_BASE_MISMATCH", "totals.tax_base", bases, totals.tax_base, what)


def _summed(taxes: Sequence[Tax]) -> tuple[Decimal, Decimal | None]:
    bases = [tax.base for tax in taxes if tax.base is not None]
    amount = sum((tax.amount for tax in taxes), Decimal(0))
    return amount, sum(bases, Decimal(0)) if len(bases) == len(taxes) else None


def _differs(
    code: str, field: str, expected: Decimal | int | None, given: Decimal | None, what: str
) -> Iterator[Issue]:
    if expected is None or given is None or abs(expected - given) <= CENT:
        return
    message = f"{what} gives {_money(Decimal(expected))}, but the XML has {_money(given)} as the {in_words(field)}."
    yield Issue(code, field, message)


def _money(amount: Decimal) -> str:
    """With as many decimals as it needs, two at least."""
    shown = decimal_text(round(amount, 4)) or ""
    whole, _, decimals = shown.partition(".")
    return f"{whole}.{decimals.rstrip('0'):0<2}"
