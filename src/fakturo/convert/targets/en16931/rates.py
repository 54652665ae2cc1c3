"""Which rate each line bears: as it is printed there, or as the totals leave no other choice."""

from collections.abc import Sequence
from decimal import Decimal

from fakturo.convert.invoice import Invoice, Issue

CENT = Decimal("0.01")
HUNDRED = Decimal(100)
Rates = list[Decimal | None]
"""None where it is not known."""


def line_rates(invoice: Invoice) -> Rates:
    """The lines' own; where they have none, the one rate of the document, or zero if nothing is taxed."""
    rates: Rates = [item.tax_rate for item in invoice.items]
    if None not in rates:
        return rates
    fallback = _rate_of_rest(invoice, rates)
    return [fallback if rate is None else rate for rate in rates]


def possible_rates(rates: Sequence[Decimal | None]) -> tuple[Rates, list[Issue]]:
    """What can be a rate of VAT; one that can't, printed or come to, is not known, and is told."""
    message = "a VAT rate is from 0 to 100 %: look at it."
    issues = [
        Issue("VAT_RATE_UNKNOWN", f"items.{place}.tax_rate", f"Line {place + 1}: {message}")
        for place, rate in enumerate(rates)
        if not _is_possible(rate)
    ]
    return [rate if _is_possible(rate) else None for rate in rates], issues


def _is_possible(rate: Decimal | None) -> bool:
    return rate is None or 0 <= rate <= HUNDRED


def unknown_rates(rates: Sequence[Decimal | None]) -> list[Issue]:
    """One for all such lines."""
    places = [place for place, rate in enumerate(rates) if rate is None]
    if not places:
        return []
    lines = f"Line {places[0] + 1}" if len(places) == 1 else f"Line {places[0] + 1} and {len(places) - 1} more"
    message = f"{lines}: which VAT rate applies is not printed there, and the totals have several."
    return [Issue("VAT_RATE_UNKNOWN", f"items.{places[0]}.tax_rate", message)]


def _rate_of_rest(invoice: Invoice, rates: Rates) -> Decimal | None:
    """Of the lines that give none."""
    totals = invoice.totals
    if not totals.tax and not any(tax.amount for tax in totals.taxes):
        return Decimal(0)
    printed = {tax.rate for tax in totals.taxes if tax.rate is not None} | {rate for rate in rates if rate is not None}
    if _close_without_rest(invoice, rates):
        return Decimal(0)
    if len(printed) == 1:
        return printed.pop()
    return _effective_rate(invoice) if not printed else None


def _close_without_rest(invoice: Invoice, rates: Rates) -> bool:
    """Do the lines that give a rate make the whole tax base by themselves?"""
    totals = invoice.totals
    given = [item.amount or 0 for item, rate in zip(invoice.items, rates, strict=True) if rate]
    bases = [tax.base for tax in totals.taxes if tax.rate and tax.base is not None]
    base = sum(bases) if bases else totals.tax_base
    return bool(given) and base is not None and abs(sum(given) - totals.discount + totals.charges - base) <= CENT


def _effective_rate(invoice: Invoice) -> Decimal | None:
    """A rate with few decimals that makes the printed tax of the printed base."""
    totals = invoice.totals
    lines = sum((item.amount or Decimal(0) for item in invoice.items), Decimal(0))
    base = lines - totals.discount + totals.charges
    if totals.tax is None:
        return None
    if any(item.tax_included for item in invoice.items):
        base -= totals.tax
    if not base:
        return None
    for places in range(3):
        rate = round(totals.tax * HUNDRED / base, places)
        if abs(base * rate / HUNDRED - totals.tax) <= CENT * max(len(invoice.items), 1):
            return rate
    return None
