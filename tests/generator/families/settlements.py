"""Who owes whom is not plain: royalties, and invoices that the buyer writes."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import WHITE, Bill, bar, price_of, spread
from tests.generator.countries import person
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import TIMES, Sheet


@family("self-billed-scrap")
def self_billed_scrap(rng: Random) -> Drawn:
    """The buyer writes: its letterhead is on top, the supplier stands where a customer would; weights by ticket."""
    bill = Bill(rng, "GB", rng.choice(("SBI######", "SB-{y}-####", "######")))
    rate = Decimal(20)
    metals = ("Heavy steel No. 1", "Light iron", "Copper, bright wire", "Aluminium cast", "Stainless 304")
    for text in rng.choices(metals, k=some(rng, 20)):
        gross, tare = rng.randint(4000, 26000), rng.randint(20, 39) * 100
        net = Decimal(gross - tare if gross - tare > 0 else gross) / 1000
        price = price_of(rng, 95, 900, step="0.50")
        bill.add(
            text, net, price, rate=rate, uom="t", more=(bill.shape("T#####"), bill.d(bill.date, -rng.randint(1, 28)))
        )
    bill.reckon(slips="total amount")
    sheet = Sheet()
    sheet.text(45, 56, bill.buyer.name, size=19, bold=True, colour=(0.15, 0.25, 0.45))
    mine = f"{', '.join(bill.buyer.address)}   T {bill.buyer.phone}   VAT {bill.buyer.tax_id}"
    sheet.text(45, 70, mine, size=8)
    sheet.rule(45, 76, 550, 76, 1.5)
    sheet.text(45, 104, "SELF-BILLED INVOICE", size=15, bold=True)
    sheet.text(45, 116, "The VAT shown is your output tax due to HMRC.", size=8.5)
    party = ["Supplier", bill.seller.name, *bill.seller.address, f"Supplier VAT no: {bill.seller.tax_id}"]
    sheet.lines(45, 144, party, size=9, bold_first=True)
    late = rng.random() < 0.5
    head = [("Self-bill no", bill.number), ("Tax point", bill.d(bill.date)), ("Supplier account", bill.shape("SUP###"))]
    head += [("We will pay on", bill.d(bill.due))] if late else [("Payment", "BACS, end of month following")]
    pairs(sheet, 144, "<340 >550", head, size=9, step=14)
    stops = "<45 <100 <190 >370 >445 >550"

    def begin() -> None:
        top = 224 if sheet.page == 1 else 50
        bar(sheet, top - 11, 16, 45, 550, (0.15, 0.25, 0.45))
        heads = ["Ticket", "Date", "Material", "Net t", "£ per t", "Value £"]
        sheet.y = spread(sheet, top, stops, heads, size=8.5, bold=True, colour=WHITE) + 8

    begin()
    rows = [(*r.more, r.text, bill.q(r.qty, 3), bill.m(r.price or ZERO), bill.m(r.amount)) for r in bill.rows]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8.5, gap=4)
    room(sheet, 100)
    sums = [
        ("Goods value", bill.m(bill.subtotal)),
        ("VAT @ 20.00%", bill.m(bill.tax)),
        ("Total payable to supplier", f"£{bill.m(bill.total)}"),
    ]
    y = pairs(sheet, sheet.y + 10, "<340 >550", sums, size=9.5, step=15, bold=("Total",))
    sheet.text(
        45,
        y + 16,
        f"Issued by {bill.buyer.name} under a self-billing agreement. Please do not raise a VAT invoice.",
        size=8,
    )
    truth = bill.truth(
        sheet, f"{'due' if late else ''} seller_id buyer_id subtotal tax qty price", "self-billed", "parties-swapped"
    )
    return Drawn(sheet.finish(), (truth,))


@family("royalty-statement")
def royalty_statement(rng: Random) -> Drawn:
    """A publisher credits its author: copies, price and percent make the royalty, tax 7 %, the advance deducted."""
    bill = Bill(rng, "DE", rng.choice(("H{y}-###", "G-#####", "A####/{y}")))
    bill.seller = replace(bill.seller, name=person(rng, bill.land), tax_id=bill.shape("##/###/#####"))
    bill.buyer = replace(bill.buyer, name=f"{bill.buyer.name.split()[0]} Buchverlag GmbH")
    low = Decimal(7)
    titles = ("Der Kalk und das Meer", "Winterfenster", "Kleine Kunde vom Moos", "Am Rand der Marsch", "Nachtfähre")
    for title in rng.sample(titles, rng.randint(1, 5)):
        copies, price, share = rng.randint(12, 2900), price_of(rng, 6, 26), rng.choice((5, 7, 8, 10))
        amount = bill.money(copies * price * share / 100)
        more = (
            bill.q(Decimal(copies)),
            bill.m(price),
            f"{share} %",
            rng.choice(("Hardcover", "Taschenbuch", "E-Book")),
        )
        bill.add(title, None, amount, rate=low, more=more)
    bill.reckon()
    bill.prepaid = rng.choice((ZERO, bill.money(bill.total / 600) * 100))
    sheet = Sheet(face=TIMES)
    sheet.text(70, 60, bill.buyer.name, size=15, bold=True)
    sheet.text(70, 73, f"{', '.join(bill.buyer.address)} - USt-IdNr. {bill.buyer.tax_id}", size=8.5)
    sheet.lines(70, 130, ["Frau / Herrn", bill.seller.name, *bill.seller.address], size=10.5)
    sheet.lines(
        380,
        130,
        [bill.d(bill.date), f"Ihre Steuernummer {bill.seller.tax_id}", f"Autoren-Nr. {bill.shape('####')}"],
        size=9.5,
    )
    half = "1. Halbjahr" if bill.date.month > 6 else "2. Halbjahr"
    sheet.text(70, 220, f"Gutschrift Nr. {bill.number} - Honorarabrechnung {half}", size=13, bold=True)
    stops = "<70 <220 >345 >405 >450 >525"
    heads = ["Titel", "Ausgabe", "Exemplare", "Netto-LP", "Satz", "Honorar EUR"]
    sheet.y = spread(sheet, 252, stops, heads, size=9.5, bold=True) + 6
    rows = [(r.text, r.more[3], *r.more[:3], bill.m(r.amount)) for r in bill.rows]
    listing(sheet, stops, rows, turn=turned(sheet, lambda: None), size=10, gap=4)
    sheet.rule(70, sheet.y - 6, 525, sheet.y - 6)
    sums = [
        ("Honorar netto", bill.m(bill.subtotal)),
        ("7 % Umsatzsteuer", bill.m(bill.tax)),
        ("Gutschriftbetrag", bill.m(bill.total)),
    ]
    if bill.prepaid:
        sums += [("abzüglich gezahlter Vorschuss", f"-{bill.m(bill.prepaid)}"), ("Auszahlung", bill.m(bill.payable))]
    y = pairs(sheet, sheet.y + 10, "<300 >525", sums, size=10, step=15, bold=("Gutschrift", "Ausz"))
    sheet.text(70, y + 16, "Gutschrift im Sinne des § 14 Abs. 2 Satz 2 UStG. Wir überweisen auf Ihr Konto.", size=9)
    shown = "seller_id buyer_id subtotal tax payable"
    truth = bill.truth(sheet, shown, "self-billed", "royalty", "parties-swapped", kind=None, expect=bill.expect)
    for item, row in zip(truth["items"], bill.rows, strict=True):
        count = row.more[0].replace(".", "")
        item |= {"qty": [count, None], "unit_price": None}  # the price on the page is the book's, not the author's
    return Drawn(sheet.finish(), (truth,))
