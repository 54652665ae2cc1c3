"""From the items of an invoice to lines whose figures follow from each other and add up to what is printed.

What lowers or raises the whole invoice has no place of its own in the file: it is spread over the lines by their
amounts, and so is an item below zero. A line's tax base is its printed net with its shares, to the cent; price,
quantity and discount, of two places each, are the printed ones wherever that gives this base.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from fakturo.convert.invoice import Invoice, Item
from fakturo.convert.solve.arithmetic import closes_nearly
from fakturo.convert.targets.coretax.arithmetic import (
    CENT,
    HUNDRED,
    NOTHING,
    RATE,
    Fitted,
    fit,
    in_cents,
    to_cent,
)
from fakturo.convert.targets.coretax.changes import TWO_DECIMALS, changes, shown, tell
from fakturo.convert.targets.coretax.notes import Notes
from fakturo.convert.targets.figures import is_reasonable

ONE = Decimal(1)
NOT_A_NUMBER = Decimal("NaN")
REDUCED_BURDEN = Decimal("0.11")
"""12 % of 11/12."""
LEAST_QTY = Decimal("0.0001")
HIGHEST_LUXURY = Decimal(200)
"""Percent, by law."""
NOTABLE = Decimal("0.01")
"""From one percent of a line on, a discount that nobody gave is more than rounding."""


class Charged(NamedTuple):
    """An item that has a line in the file."""

    place: int
    item: Item
    amount: Decimal
    """As printed, with tax if it includes it."""
    vat: Decimal
    """On one rupiah of net: 0.11, or 0.12."""
    luxury: Decimal

    @property
    def divisor(self) -> Decimal:
        return ONE + self.vat + self.luxury if self.item.tax_included else ONE


class Priced(NamedTuple):
    place: int
    item: Item
    net: Decimal
    fitted: Fitted


@dataclass(frozen=True, slots=True)
class Spread:
    """What the tax is computed on, beside the lines."""

    lowered: Decimal = NOTHING
    raised: Decimal = NOTHING
    untaxed: Decimal = NOTHING
    """Charges less discounts that come after the tax, like stamp duty."""


def charged_items(invoice: Invoice, notes: Notes, *, full_base: bool) -> tuple[list[Charged], Decimal]:
    """Items above or at zero; and the sum of those below, as a positive number."""
    charged, below = [], NOTHING
    for place, item in enumerate(invoice.items):
        amount = _amount(item)
        luxury_rate = item.coretax.luxury_rate or NOTHING
        if not all(map(is_reasonable, (amount, item.qty, item.unit_price, item.discount))):
            notes.line_error(place, "FIGURE_TOO_LARGE", "amount", "a figure is too large to be right.")
        elif not NOTHING <= luxury_rate <= HIGHEST_LUXURY:
            message = f"luxury tax is between 0 and {HIGHEST_LUXURY} percent."
            notes.line_error(place, "LUXURY_RATE_WRONG", "coretax.luxury_rate", message)
        elif amount is None:
            message = "neither an amount nor price and quantity are printed that can be read."
            notes.line_error(place, "AMOUNT_MISSING", "amount", message)
        elif amount < 0:
            below -= amount
            message = "is below zero, which Coretax does not take; it lowers the other lines, as their discount."
            notes.line_warning(place, "LINE_SPREAD", "amount", message)
        else:
            luxury = luxury_rate / HUNDRED
            vat = RATE / HUNDRED if luxury or full_base else REDUCED_BURDEN
            charged.append(Charged(place, item, amount, vat, luxury))
    return charged, below


def priced(charged: Sequence[Charged], spread: Spread, printed_net: Decimal | None, notes: Notes) -> list[Priced]:
    """Each line with its net, and figures that give it."""
    whole = sum((line.amount for line in charged), NOTHING)
    if spread.lowered > whole:
        message = f"Discounts of {spread.lowered} are more than the lines, {whole}: they can't be spread over them."
        notes.error("DISCOUNT_TOO_LARGE", "totals.discount", message)
        spread = Spread(NOTHING, spread.raised)
    if spread.raised and not whole:
        message = f"Charges of {spread.raised} can't be spread over lines that are all zero."
        notes.error("CHARGES_ALONE", "totals.charges", message)
        spread = Spread(spread.lowered, NOTHING)
    if spread.raised:
        message = f"Charges of {spread.raised:,} are part of the prices in the file, spread over the lines."
        notes.warning("CHARGES_SPREAD", "totals.charges", message)
    shares = [line.amount / whole if whole else NOTHING for line in charged]
    nets = _nets(charged, shares, spread, printed_net)
    return [
        Priced(line.place, line.item, net, _fitted(line, net, share, spread, notes))
        for line, net, share in zip(charged, nets, shares, strict=True)
    ]


def _nets(
    charged: Sequence[Charged], shares: Sequence[Decimal], spread: Spread, printed_net: Decimal | None
) -> list[Decimal]:
    more = spread.raised - spread.lowered
    exact = [(line.amount + more * share) / line.divisor for line, share in zip(charged, shares, strict=True)]
    computed = to_cent(sum(exact, NOTHING))
    near = printed_net is not None and abs(printed_net - computed) <= CENT * len(charged)
    with_tax = any(line.item.tax_included for line in charged)
    return in_cents(exact, printed_net if printed_net is not None and near and with_tax else computed)


def _fitted(line: Charged, net: Decimal, share: Decimal, spread: Spread, notes: Notes) -> Fitted:
    item = line.item
    own = max(_discount(line), NOTHING)
    discount = (own + spread.lowered * share) / line.divisor
    qty, price = item.qty, item.price_of_one
    if qty == 0 == net and price is not None and price >= 0:
        found = Fitted(to_cent(price), NOTHING, NOTHING)
    elif qty is None or price is None or qty < LEAST_QTY or price < 0:
        found = _without_price(line, net, discount, notes)
    else:
        found = fit(net, qty, (price + spread.raised * share / qty) / line.divisor, discount)
        _check_fit(line, own, found, discount, notes)
    tell(line.place, changes(item, net, found), _reason(line, own, share, spread, found), notes)
    return found


def _reason(line: Charged, own: Decimal, share: Decimal, spread: Spread, found: Fitted) -> tuple[str, str]:
    """Why figures of a line are not the printed ones: code and words."""
    item = line.item
    reasons = (
        (not _adds_up(line, own), "FIGURES_FITTED", "the amount is kept, and quantity and price made to fit"),
        (item.tax_included, "TAX_TAKEN_OUT", "prices include tax, which the file has by itself"),
        (
            item.unit_price != item.price_of_one,
            "PRICE_PER_ONE",
            "the price is printed for several, and written for one",
        ),
        (spread.raised * share, "CHARGES_IN_PRICE", "charges of the invoice are part of the price"),
        (spread.lowered * share, "DISCOUNT_SPREAD", "discounts of the invoice are part of the discount"),
        (item.discount and not found.discount, "DISCOUNT_IN_PRICE", "the price is after the discount already"),
        (found.qty != item.qty, "QTY_ROUNDED", TWO_DECIMALS),
        (True, "PRICE_ROUNDED", TWO_DECIMALS),
    )
    return next((code, why) for holds, code, why in reasons if holds)


def _without_price(line: Charged, net: Decimal, discount: Decimal, notes: Notes) -> Fitted:
    qty, price = line.item.qty, line.item.price_of_one
    if qty is not None and qty >= LEAST_QTY and price is None:
        found = fit(net, qty, (net + discount) / qty, discount)
        if abs(found.discount - discount) <= CENT:
            return found
    whole = Fitted(net + to_cent(discount), ONE, to_cent(discount))
    if qty is not None and price is not None:
        message = (
            f"{shown(qty)} at {shown(price)} can't be written for {shown(line.amount)}; Qty 1 is, at {whole.price:,}."
        )
        notes.line_error(line.place, "LINE_MISMATCH", "amount", message)
    else:
        missing = "quantity" if qty is None else "price"
        message = f"no {missing} is printed that can be read; Qty 1 is written."
        notes.line_warning(line.place, "QTY_ASSUMED", "qty", message)
    return whole


def _check_fit(line: Charged, own: Decimal, found: Fitted, discount: Decimal, notes: Notes) -> None:
    """Whether what differs from the paper is more than rounding."""
    qty, price = line.item.qty, line.item.price_of_one
    assert qty is not None
    assert price is not None
    if not _adds_up(line, own):
        message = "quantity times price is not the amount; the amount is kept, and the price made to fit."
        notes.line_error(line.place, "LINE_MISMATCH", "amount", message)
    elif found.qty != qty and abs(found.qty - qty) > NOTABLE * qty:
        message = f"Coretax takes two decimals; {qty} can't be written as quantity."
        notes.line_error(line.place, "QTY_TOO_FINE", "qty", message)
    elif abs(found.discount - discount) > max(NOTABLE * (found.price * found.qty), CENT):
        message = f"Coretax takes two decimals; {price} can't be written as price."
        notes.line_error(line.place, "PRICE_TOO_FINE", "unit_price", message)


def _adds_up(line: Charged, own: Decimal) -> bool:
    qty, price = line.item.qty, line.item.price_of_one
    if qty is None or price is None:
        return False
    return closes_nearly(qty, price, line.amount + own) or closes_nearly(qty, price, line.amount)


def _amount(item: Item) -> Decimal | None:
    if item.amount is not None:
        return item.amount
    if not all(map(is_reasonable, (item.qty, item.unit_price, item.discount, item.price_base))):
        return NOT_A_NUMBER
    return None if item.worth is None else to_cent(item.worth)


def _discount(line: Charged) -> Decimal:
    """Its own, unless the printed price is after it already."""
    item = line.item
    if item.worth is None or not item.discount:
        return item.discount
    return NOTHING if to_cent(item.worth + item.discount) == line.amount else item.discount
