"""Why there is VAT on something, or none: the norm wants to know, and paper seldom says it in so many words.

A category that XML or a person has given is kept. With a rate above zero it is the standard one. Without VAT it is
inferred from who sells to whom; that is a tax decision, so a person is asked to look at it.
"""

from dataclasses import dataclass
from decimal import Decimal

from fakturo.convert.invoice import Invoice, Issue
from fakturo.convert.targets.en16931.parties import EU
from fakturo.convert.targets.en16931.values import Party, Vat

STANDARD, ZERO_RATED, EXEMPT, REVERSE, WITHIN_EU, EXPORT, NOT_SUBJECT = "S", "Z", "E", "AE", "K", "G", "O"


@dataclass(frozen=True, slots=True)
class Reason:
    text: str
    code: str | None = None


REASONS = {
    EXEMPT: Reason("Exempt from VAT"),
    REVERSE: Reason("Reverse charge", "VATEX-EU-AE"),
    WITHIN_EU: Reason("Intra-Community supply", "VATEX-EU-IC"),
    EXPORT: Reason("Export outside the EU", "VATEX-EU-G"),
    NOT_SUBJECT: Reason("Not subject to VAT", "VATEX-EU-O"),
}
_TAKEN_FOR = {
    ZERO_RATED: "zero-rated",
    EXEMPT: "exempt",
    REVERSE: "under reverse charge, as seller and buyer have VAT numbers of two countries",
    EXPORT: "an export, as the buyer is outside the EU",
    NOT_SUBJECT: "not subject to VAT, as the seller gives no VAT number",
}


def vat_of(rate: Decimal | None, given: str | None, untaxed: str) -> Vat:
    """`untaxed` is the category of what bears none."""
    category = given or (STANDARD if rate else untaxed)
    return Vat(category, None if category == NOT_SUBJECT else rate or Decimal(0))


def untaxed_category(seller: Party, buyer: Party, *, says_zero: bool) -> str:
    """What no VAT most likely means between these two; `says_zero` if a rate of 0 % is printed."""
    here, there = seller.address.country, buyer.address.country
    if not seller.vat_id:
        return NOT_SUBJECT if not says_zero else ZERO_RATED
    if here in EU and there and there != here:
        if there not in EU:
            return EXPORT
        if buyer.vat_id:
            return REVERSE
    return ZERO_RATED if says_zero else EXEMPT


def unknown_reason(invoice: Invoice, untaxed: str) -> Issue:
    """The question for a person."""
    field = next((f"items.{n}.tax_rate" for n, item in enumerate(invoice.items) if not item.tax_rate), "totals.tax")
    message = (
        f"No VAT is charged, and the invoice does not say in a field why. It was taken for {_TAKEN_FOR[untaxed]}. "
        "Check that, and give the category: Z zero rate, E exempt, AE reverse charge, K delivery within the EU, "
        "G export, O not subject to VAT."
    )
    return Issue("VAT_CATEGORY_UNKNOWN", field, message)
