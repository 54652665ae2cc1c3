"""An invoice into the terms of EN 16931, and what is missing or doubtful about it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal, localcontext

from fakturo.convert.directory.question import Answer, Question
from fakturo.convert.invoice import Invoice, Issue, Item, Kind, Origin, Severity
from fakturo.convert.targets.en16931.amounts import Amounts, Share, cents, net_of, reckon
from fakturo.convert.targets.en16931.categories import (
    REASONS,
    STANDARD,
    WITHIN_EU,
    unknown_reason,
    untaxed_category,
    vat_of,
)
from fakturo.convert.targets.en16931.parties import parties
from fakturo.convert.targets.en16931.rates import line_rates, possible_rates, unknown_rates
from fakturo.convert.targets.en16931.reasonable import with_reasonable_figures
from fakturo.convert.targets.en16931.units import ONE, unit_code
from fakturo.convert.targets.en16931.values import ZERO, Adjustment, Bill, Line, Party, Vat, VatGroup
from fakturo.convert.targets.figures import DIGITS
from fakturo.convert.targets.target import AboutInvoice, Prepared

_DELIVERED = (
    "A delivery to another country of the EU must say when and where to, which is not known: the invoice's date and "
    "the buyer's country were taken. Check them."
)
PRICE_PLACES = Decimal("1e-8")


def ask(_invoices: Sequence[Invoice]) -> Question:
    """Everything that the norm asks for stands on the invoice."""
    return Question()


def prepare(invoices: Sequence[Invoice], _answer: Answer) -> Prepared:
    bill, issues = bill_of(invoices[0])
    return Prepared(bill, [AboutInvoice(0, issue) for issue in issues])


def bill_of(invoice: Invoice) -> tuple[Bill, list[Issue]]:
    with localcontext(prec=DIGITS):
        return _bill_of(invoice)


def _bill_of(invoice: Invoice) -> tuple[Bill, list[Issue]]:
    seller, buyer, about_parties = parties(invoice)
    issues = [*_missing(invoice), *about_parties]
    invoice, about_figures = with_reasonable_figures(invoice)
    issues += about_figures
    vats = _vats(invoice, seller, buyer, issues)
    within_eu = any(vat.category == WITHIN_EU for vat in vats)
    if within_eu:
        issues.append(Issue("DELIVERY_UNKNOWN", "invoice.date", _DELIVERED))
    amounts = reckon(invoice, vats)
    issues += amounts.issues
    # The rate that is written may be another one than is printed.
    written = {place: share.vat for share in amounts.shares for place in share.lines}
    lines = [_line(invoice, place, amounts.nets[place], written[place], issues) for place in range(len(invoice.items))]
    return (
        Bill(
            number=invoice.number,
            date=invoice.date,
            due_date=invoice.due_date,
            is_credit_note=invoice.kind is Kind.CREDIT_NOTE,
            currency=invoice.currency,
            order=invoice.po,
            note=_note(invoice, issues),
            seller=seller,
            buyer=buyer,
            lines=tuple(lines),
            discounts=tuple(Adjustment(s.discount, "Discount", s.vat) for s in amounts.shares if s.discount),
            charges=tuple(Adjustment(s.charge, "Charge", s.vat) for s in amounts.shares if s.charge),
            vat=_breakdown(invoice, amounts),
            sums=amounts.sums,
            delivered=invoice.date if within_eu else None,
            delivered_to=buyer.address.country if within_eu else None,
        ),
        issues,
    )


def _missing(invoice: Invoice) -> Iterator[Issue]:
    wanted = {"number": "invoice number", "date": "invoice date", "currency": "currency"}
    for name, words in wanted.items():
        if getattr(invoice, name) is None:
            yield Issue("FIELD_MISSING", f"invoice.{name}", f"The {words} is missing.")
    if not invoice.items:
        yield Issue("FIELD_MISSING", "items", "There are no lines: EN 16931 wants one at least.")
    for index, item in enumerate(invoice.items):
        if item.amount is None:
            yield Issue("FIELD_MISSING", f"items.{index}.amount", f"Line {index + 1} has no amount.")
        if not item.description:
            yield Issue("FIELD_MISSING", f"items.{index}.description", f"Line {index + 1} does not say what it is for.")


def _vats(invoice: Invoice, seller: Party, buyer: Party, issues: list[Issue]) -> list[Vat]:
    found = line_rates(invoice)
    rates, impossible = possible_rates(found)
    issues += [*unknown_rates(found), *impossible]
    says_zero = any(item.tax_rate is not None for item in invoice.items) or any(
        tax.rate == 0 for tax in invoice.totals.taxes
    )
    untaxed = untaxed_category(seller, buyer, says_zero=says_zero)
    given = [
        item.tax_category or _category_of_rate(invoice, rate) for item, rate in zip(invoice.items, rates, strict=True)
    ]
    if any(not rate and category is None for rate, category in zip(rates, given, strict=True) if rate is not None):
        issues.append(unknown_reason(invoice, untaxed))
    return [
        vat_of(rate, category if rate is not None else STANDARD, untaxed)
        for rate, category in zip(rates, given, strict=True)
    ]


def _category_of_rate(invoice: Invoice, rate: Decimal | None) -> str | None:
    """As the totals have it, if they know one for this rate."""
    categories = {tax.category for tax in invoice.totals.taxes if (tax.rate or ZERO) == (rate or ZERO)}
    return categories.pop() if len(categories) == 1 else None


def _line(invoice: Invoice, place: int, net: Decimal, vat: Vat, issues: list[Issue]) -> Line:
    item = invoice.items[place]
    discount = cents(net_of(item.discount, vat, included=item.tax_included))
    quantity = item.qty or Decimal(1)
    price, per = _price(item, net + discount, quantity)
    if price < 0:
        price, quantity = -price, -quantity
    return Line(
        id=item.no or str(place + 1),
        name=item.description,
        quantity=quantity,
        unit=_unit(invoice, place, issues),
        price=price,
        per=per if per != 1 else None,
        net=net,
        vat=vat,
        discount=discount if discount > 0 else None,
        charge=-discount if discount < 0 else None,
        sku=item.sku,
        hs_code=item.hs_code,
    )


def _price(item: Item, worth: Decimal, quantity: Decimal) -> tuple[Decimal, Decimal]:
    """The net price, and for how many it is: as printed if the line closes with it, otherwise by the line's worth."""
    one = item.price_of_one if item.qty and not item.tax_included else None
    if one is not None and item.unit_price is not None and abs(one * quantity - worth) <= Decimal("0.01"):
        return item.unit_price, item.price_base
    exact = worth / quantity
    rounded = exact.quantize(PRICE_PLACES).normalize()
    return (rounded.quantize(Decimal(1)) if rounded == rounded.to_integral() else rounded), Decimal(1)


def _unit(invoice: Invoice, place: int, issues: list[Issue]) -> str:
    printed = invoice.items[place].uom
    evidence = invoice.fields.get(f"items.{place}.uom")
    code = unit_code(printed, is_code=bool(evidence and evidence.source is Origin.XML))
    if printed and code is None:
        message = f"Line {place + 1}: the unit “{printed[:40]}” has no code that we know, and is written as pieces."
        issues.append(Issue("UNIT_UNKNOWN", f"items.{place}.uom", message, severity=Severity.WARNING))
    return code or ONE


def _breakdown(invoice: Invoice, amounts: Amounts) -> tuple[VatGroup, ...]:
    return tuple(_group(invoice, share) for share in amounts.shares)


def _group(invoice: Invoice, share: Share) -> VatGroup:
    group = VatGroup(share.vat, share.base, share.tax)
    reason = REASONS.get(share.vat.category)
    if reason is None:
        return group
    given = (tax.reason for tax in invoice.totals.taxes if tax.category == share.vat.category and tax.reason)
    return replace(group, reason=next(given, reason.text), reason_code=reason.code)


def _note(invoice: Invoice, issues: list[Issue]) -> str | None:
    withheld = invoice.totals.withheld
    if not withheld:
        return None
    message = "EN 16931 knows no withheld tax: it is written as part of what is paid already, and in a note."
    issues.append(Issue("WITHHELD_TAX", "totals.withheld", message, severity=Severity.WARNING))
    return f"Tax withheld by the buyer: {withheld:f} {invoice.currency or ''}".strip()
