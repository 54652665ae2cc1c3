"""The money of an invoice so that it closes to the cent, as the norm wants it: lines, discounts, VAT by rate, sums.

Prices that include VAT become net ones. What is printed is kept wherever it fits; where it does not, that is told.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal

from fakturo.convert.invoice import Invoice, Issue, Severity, Tax
from fakturo.convert.targets.en16931.values import ZERO, Sums, Vat

CENT = Decimal("0.01")
HUNDRED = Decimal(100)
TOLERANCE = Decimal(1)
"""By how much a rate's tax may differ from base times rate, in the norm's rules."""
ROUNDING = Decimal(1)
"""More than this nobody rounds an invoice by."""
ELEVEN_TWELFTHS = Decimal(11) / 12
_INDONESIAN_RATE, _EFFECTIVE_RATE = Decimal(12), Decimal(11)


@dataclass(slots=True)
class Share:
    """What concerns one category and rate."""

    vat: Vat
    lines: list[int] = field(default_factory=list)
    """Their places."""
    net: Decimal = ZERO
    """Of the lines."""
    discount: Decimal = ZERO
    charge: Decimal = ZERO
    tax: Decimal = ZERO

    @property
    def base(self) -> Decimal:
        return self.net - self.discount + self.charge


@dataclass(frozen=True, slots=True)
class Amounts:
    nets: Sequence[Decimal]
    """Of each line."""
    shares: Sequence[Share]
    sums: Sums
    issues: Sequence[Issue]


def reckon(invoice: Invoice, vats: Sequence[Vat]) -> Amounts:
    issues: list[Issue] = []
    shares = _shares(vats)
    nets = _line_nets(invoice, shares)
    _share_out(invoice, shares)
    for share in shares:
        printed = _printed(share, invoice.totals.taxes, len(shares))
        _use_effective_rate(share, printed, issues)
        share.tax = _tax(invoice, share, printed, len(shares))
    sums = _sums(invoice, shares, issues)
    return Amounts(nets, shares, sums, issues)


def cents(value: Decimal) -> Decimal:
    return value.quantize(CENT, ROUND_HALF_UP)


def net_of(value: Decimal, vat: Vat, *, included: bool) -> Decimal:
    return value / (1 + (vat.rate or ZERO) / HUNDRED) if included else value


def _shares(vats: Sequence[Vat]) -> list[Share]:
    shares: dict[Vat, Share] = {}
    for index, vat in enumerate(vats):
        shares.setdefault(vat, Share(vat)).lines.append(index)
    return list(shares.values())


def _line_nets(invoice: Invoice, shares: Sequence[Share]) -> list[Decimal]:
    """Rounded to cents, so that those of a rate add up to what they are together."""
    nets = [ZERO] * len(invoice.items)
    for share in shares:
        items = [(index, invoice.items[index]) for index in share.lines]
        exact = [net_of(item.amount or ZERO, share.vat, included=item.tax_included) for _, item in items]
        if any(item.tax_included for _, item in items):
            rounded = spread(cents(sum(exact, ZERO)), exact)
        else:
            rounded = [cents(each) for each in exact]
        for (index, _), net in zip(items, rounded, strict=True):
            nets[index] = net
        share.net = sum(rounded, ZERO)
    return nets


def spread(total: Decimal, weights: Sequence[Decimal]) -> list[Decimal]:
    """The total in cents, in proportion to the weights; what rounding leaves goes where it is missed most."""
    whole = sum(weights, ZERO)
    if not whole:
        return [total, *[ZERO] * (len(weights) - 1)] if weights else []
    exact = [total * weight / whole for weight in weights]
    parts = [each.quantize(CENT, ROUND_FLOOR) for each in exact]
    left = int((total - sum(parts, ZERO)) / CENT)
    by_need = sorted(range(len(parts)), key=lambda place: parts[place] - exact[place])
    for place in by_need[:left]:
        parts[place] += CENT
    return parts


def _share_out(invoice: Invoice, shares: Sequence[Share]) -> None:
    """Discounts and charges of the document over its rates: as the printed bases say, or else in proportion."""
    totals = invoice.totals
    included = bool(invoice.items) and all(item.tax_included for item in invoice.items)
    weights = [share.net for share in shares]
    discounts, charges = spread(totals.discount, weights), spread(totals.charges, weights)
    differences = None if included else _differences(invoice, shares)
    if differences:
        if not totals.charges:
            discounts = differences
        elif not totals.discount:
            charges = [-each for each in differences]
    for share, discount, charge in zip(shares, discounts, charges, strict=True):
        share.discount = cents(net_of(discount, share.vat, included=included))
        share.charge = cents(net_of(charge, share.vat, included=included))


def _differences(invoice: Invoice, shares: Sequence[Share]) -> list[Decimal] | None:
    """How much each rate's lines exceed its printed base, if that explains discount and charges to the cent."""
    totals = invoice.totals
    printed = [_printed(share, totals.taxes, len(shares)) for share in shares]
    bases = [
        tax.base if tax else (share.net if not share.vat.rate else None)
        for share, tax in zip(shares, printed, strict=True)
    ]
    if any(base is None for base in bases):
        return None
    differences = [share.net - (base or ZERO) for share, base in zip(shares, bases, strict=True)]
    is_one_way = all(each >= 0 for each in differences) or all(each <= 0 for each in differences)
    return differences if is_one_way and sum(differences) == totals.discount - totals.charges else None


def _printed(share: Share, taxes: Sequence[Tax], count: int) -> Tax | None:
    """What the totals say of a rate."""
    same = [tax for tax in taxes if (tax.rate or ZERO) == (share.vat.rate or ZERO)]
    same = [tax for tax in same if tax.category in {None, share.vat.category}]
    if len(same) > 1:
        bases = [tax.base for tax in same if tax.base is not None]
        base = sum(bases, ZERO) if len(bases) == len(same) else None
        return Tax(same[0].rate, base, sum((tax.amount for tax in same), ZERO))
    if same or count > 1 or len(taxes) != 1:
        return same[0] if same else None
    return taxes[0]


def _use_effective_rate(share: Share, printed: Tax | None, issues: list[Issue]) -> None:
    """Indonesia: 12 % of eleven twelfths is 11 % of the price, and only that can be written here."""
    if not printed or printed.base is None or share.vat.rate != _INDONESIAN_RATE:
        return
    if abs(share.base * ELEVEN_TWELFTHS - printed.base) <= TOLERANCE and printed.base != share.base:
        share.vat = Vat(share.vat.category, _EFFECTIVE_RATE)
        message = (
            "The tax is 12 % of eleven twelfths of the price, which EN 16931 can't say: it is written as 11 % of the "
            "price. The XML is for information, not for the tax office."
        )
        issues.append(Issue("EFFECTIVE_RATE", "totals.tax", message, severity=Severity.WARNING))


def _tax(invoice: Invoice, share: Share, printed: Tax | None, count: int) -> Decimal:
    """As it is printed, if it can be right; otherwise reckoned."""
    reckoned = cents(share.base * (share.vat.rate or ZERO) / HUNDRED)
    given = printed.amount if printed else (invoice.totals.tax if count == 1 else None)
    if given is not None and abs(given - reckoned) < TOLERANCE:
        return cents(given)
    included = [invoice.items[index] for index in share.lines if invoice.items[index].tax_included]
    if len(included) == len(share.lines) and not share.discount and not share.charge:
        return cents(sum((item.amount or ZERO for item in included), ZERO)) - share.base
    return reckoned


def _sums(invoice: Invoice, shares: Sequence[Share], issues: list[Issue]) -> Sums:
    totals = invoice.totals
    lines, discounts = sum((s.net for s in shares), ZERO), sum((s.discount for s in shares), ZERO)
    charges, vat = sum((s.charge for s in shares), ZERO), sum((s.tax for s in shares), ZERO)
    gross = lines - discounts + charges + vat
    paid = cents(totals.prepaid + totals.withheld)
    due = gross - paid
    rounding = _rounding(invoice, due)
    if totals.total is not None and abs(totals.total - gross) >= CENT:
        issues.append(_different_total(totals.total, gross))
    return Sums(
        lines=lines,
        discounts=discounts or None,
        charges=charges or None,
        net=lines - discounts + charges,
        vat=vat,
        gross=gross,
        prepaid=paid or None,
        rounding=rounding or None,
        payable=due + rounding,
    )


def _rounding(invoice: Invoice, due: Decimal) -> Decimal:
    """What lies between what is reckoned and what is printed as to be paid, if it is little."""
    printed = invoice.totals.payable
    difference = cents(printed) - due if printed is not None else invoice.totals.rounding
    return difference if abs(difference) <= ROUNDING else ZERO


def _different_total(printed: Decimal, gross: Decimal) -> Issue:
    severity = Severity.WARNING if abs(printed - gross) <= ROUNDING / 20 else Severity.ERROR
    message = (
        f"Lines and VAT add up to {gross:f}, but {cents(printed):f} is printed as the total. "
        "EN 16931 wants sums that close, so the XML has the former."
    )
    return Issue("TOTAL_DIFFERS", "totals.total", message, severity=severity)
