"""What fields are called in sentences."""

NAMES = {
    "invoice.number": "the invoice number",
    "invoice.date": "the invoice date",
    "invoice.due_date": "the day to pay",
    "invoice.po": "the order number",
    "invoice.currency": "the currency",
    "seller.name": "the seller's name",
    "seller.tax_id": "the seller's tax id",
    "seller.address": "the seller's address",
    "seller.country": "the seller's country",
    "buyer.name": "the buyer's name",
    "buyer.tax_id": "the buyer's tax id",
    "items": "the lines",
    "totals": "the sums",
    "kind": "whether it is a credit note",
    "totals.subtotal": "the sum of the lines",
    "totals.discount": "a discount",
    "totals.charges": "a charge",
    "totals.tax_base": "the tax base",
    "totals.tax": "the tax",
    "totals.total": "the total",
    "totals.withheld": "what is withheld",
    "totals.prepaid": "what is paid already",
    "totals.rounding": "the rounding",
    "totals.payable": "what is to be paid",
}


IN_LINES = {
    "amount": "the amount",
    "qty": "the quantity",
    "unit_price": "the price",
    "description": "the name",
    "sku": "the article number",
    "hs_code": "the HS code",
    "uom": "the unit",
}


def at_start(name: str) -> str:
    """As a sentence begins."""
    return name[:1].upper() + name[1:]
