"""A web shop's plug-in: Product, Quantity, Price (of the line) in a black bar; 'Total (includes £4.17 VAT)'."""

from decimal import Decimal
from random import Random

from tests.generator.bill import WHITE, Bill, bar, folded, price_of, spread
from tests.generator.english_folk import address, addressee, populate, with_po
from tests.generator.ink import number_text
from tests.generator.listing import listing, pairs
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet

WARES = (
    ("Oat & honey soap bar - 100g", "SOAP-OH"),
    ("Beeswax candle", "CAN-BW-L"),
    ("Gift box, large - Colour: Forest", "GB-LG-FOR"),
    ("Merino throw 130 x 180 cm - Size: One size, Colour: Heather/Slate stripe", "THR-MER-HS"),
    ("Loose leaf tea sampler (x6)", "TEA-S6"),
)


@family("shop-plugin-includes-vat")
def shop_plugin_includes_vat(rng: Random) -> Drawn:
    """A web shop's plug-in: Product, Quantity, Price (of the line) in a black bar; 'Total (includes £4.17 VAT)'."""
    code = rng.choice(("GB", "GB", "IE"))
    bill = Bill(rng, code, rng.choice(("####", "{y}-00###", "WEB####")))
    sign, rate = ("£", Decimal(20)) if code == "GB" else ("€", Decimal(23))
    folk = populate(bill, ("& Bramble", "Soap Works", "Provisions", "Gift Co."), private=0.6)
    bill.included = True
    for text, sku in rng.sample(WARES, rng.randint(1, 5)):
        bill.add(text, rng.choice((1, 1, 1, 2, 4)), price_of(rng, 3, 70), rate=rate, sku=sku)
    post, off = rng.choice((ZERO, Decimal("3.95"), Decimal("6.50"))), Decimal(rng.choice((0, 0, 5)))
    off = off if off < bill.sum(bill.rows) else ZERO
    bill.reckon(discount=off, charges=post, at=rate)
    sheet = Sheet()
    sheet.text(45, 70, bill.seller.name, size=20, bold=True, colour=(0.3, 0.4, 0.25))
    vat = f"VAT number: {bill.seller.tax_id}"
    sheet.lines(390, 55, [bill.seller.name, *address(bill.seller), vat], size=9, bold_first=True)
    sheet.text(45, 150, "INVOICE", size=16, bold=True)
    sheet.lines(45, 175, [*addressee(bill, folk), bill.buyer.mail], size=9.5)
    if rng.random() < 0.5:
        sheet.lines(220, 175, ["Ship To:", bill.ship_to.name, *address(bill.ship_to)], size=9.5, bold_first=True)
    facts = [("Invoice Number:", bill.number), ("Invoice Date:", bill.d(bill.date))]
    facts += [("Order Number:", bill.shape("1####")), ("Order Date:", bill.d(bill.date, -rng.choice((0, 1))))]
    pairs(sheet, 175, "<390 <465", [*facts, ("Payment Method:", rng.choice(("Card", "PayMate")))], size=9, step=13)
    bar(sheet, 272, 20, 45, 550, (0, 0, 0))
    stops = "<52 <380 <470"
    spread(sheet, 285, stops, ["Product", "Quantity", "Price"], size=9.5, bold=True, colour=WHITE)
    sheet.y = 308
    rows = [
        (f"{folded(sheet, r.text, 300, 9.5)}\nSKU: {r.sku}", bill.q(r.qty), sign + bill.m(r.amount)) for r in bill.rows
    ]
    listing(sheet, stops, rows, turn=sheet.new_page, size=9.5, gap=8, rules=(45, 550))
    sums = [("Subtotal", sign + bill.m(bill.subtotal))] + ([("Discount", f"-{sign}{bill.m(off)}")] if off else [])
    sums += [("Shipping", f"{sign}{bill.m(post)} via Tracked 48" if post else "Free shipping")]
    y = pairs(sheet, sheet.y + 10, "<380 <470", sums, size=9.5, step=17)
    sheet.rule(380, y - 11, 550, y - 11)
    sheet.text(380, y + 3, "Total", size=9.5, bold=True)
    sheet.text(470, y + 3, f"{sign}{bill.m(bill.total)}", size=9.5, bold=True)
    sheet.text(470, y + 15, f"(includes {sign}{bill.m(bill.tax)} VAT)", size=7.5)
    sheet.text(
        297, 800, "Thank you for shopping small! Returns within 30 days, see our website.", size=8, align="centre"
    )
    truth = bill.truth(sheet, "seller_id subtotal tax qty", "tax-included", "line-price")
    for item, row in zip(truth["items"], bill.rows, strict=True):
        item["unit_price"] = [None, number_text(row.price or ZERO)]  # not printed, but sure
    return Drawn(sheet.finish(), (bill.charge_as_line(with_po(truth, "")),))
