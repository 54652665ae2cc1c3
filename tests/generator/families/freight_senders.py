"""Goods on their way: a forwarder, a customs broker."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, Bill, folded, price_of, spread
from tests.generator.ink import number_text
from tests.generator.listing import listing, pairs, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet


@family("forwarder-many-currencies")
def forwarder_many_currencies(rng: Random) -> Drawn:
    """Each charge in its own currency and in Singapore dollars; GST on the local ones, shipper, consignee."""
    bill = Bill(rng, "SG", rng.choice(("SEIN{y}{m}###", "HSG#######", "AR/{m}/#####")))
    bill.seller = replace(bill.seller, name=f"{bill.seller.name.split()[0]} Global Logistics Pte Ltd")
    charges = (
        ("OCEAN FREIGHT 1X40HC", "USD", ZERO),
        ("EMERGENCY BUNKER SURCHARGE", "USD", ZERO),
        ("ORIGIN THC", "CNY", ZERO),
        ("DESTINATION THC", "SGD", Decimal(9)),
        ("PERMIT DECLARATION", "SGD", Decimal(9)),
        ("HAULAGE TUAS - JURONG", "SGD", Decimal(9)),
        ("EX WORKS PICKUP", "EUR", ZERO),
    )
    rates = {"USD": Decimal("1.3420"), "CNY": Decimal("0.1865"), "EUR": Decimal("1.4575"), "SGD": Decimal(1)}
    for text, money, rate in rng.sample(charges, rng.randint(2, 7)):
        foreign = price_of(rng, 30, 2900, step="0.50")
        more = (money, bill.m(foreign), bill.m(rates[money], 4), "SR" if rate else "ZR")
        bill.add(text, None, bill.money(foreign * rates[money]), rate=rate, more=more)
    bill.reckon()
    sheet = Sheet()
    sheet.box(30, 30, 70, 70, fill=(0.05, 0.25, 0.5))
    sheet.text(78, 44, bill.seller.name.upper(), size=12, bold=True)
    sheet.lines(
        78,
        56,
        [" ".join(bill.seller.address), f"CO. REG. {bill.shape('19#######@')}  GST REG. NO. {bill.seller.tax_id}"],
        size=7.5,
    )
    sheet.text(297, 98, "TAX INVOICE", size=13, bold=True, align="centre")
    grid = (
        (30, 110, 300, 170, "BILL TO", [bill.buyer.name, *bill.buyer.address]),
        (300, 110, 565, 170, "INVOICE NO. / DATE / DUE", [bill.number, bill.d(bill.date), bill.d(bill.due)]),
        (30, 170, 300, 215, "SHIPPER", ["NINGBAI HARDWARE FACTORY", "NO. 88 BEILUN ROAD"]),
        (300, 170, 565, 215, "CONSIGNEE", [bill.ship_to.name, bill.ship_to.street]),
        (30, 215, 210, 245, "VESSEL / VOYAGE", [f"EVER BRISK V.{bill.shape('0##')}W"]),
        (210, 215, 390, 245, "B/L NO.", [bill.shape("NGBSIN######")]),
        (390, 215, 565, 245, "ETA", [bill.d(bill.date, -2)]),
    )
    for x0, y0, x1, y1, label, texts in grid:
        sheet.box(x0, y0, x1, y1)
        sheet.text(x0 + 3, y0 + 8, label, size=6, colour=GREY)
        sheet.lines(x0 + 6, y0 + 20, texts, size=8.5)
    stops = "<36 <240 >340 >400 ^430 >485 >560"
    heading = ["CHARGE", "CURR", "AMOUNT", "EX. RATE", "TAX", "GST SGD", "AMOUNT SGD"]
    sheet.y = spread(sheet, 260, stops, heading, size=7.5, bold=True) + 8
    sheet.rule(30, 265, 565, 265)
    for row in bill.rows:
        gst = bill.m(bill.money(row.amount * row.rate / 100))
        sheet.y = spread(sheet, sheet.y, stops, [row.text, *row.more, gst, bill.m(row.amount)], size=8.5) + 5
    sheet.box(30, 245, 565, 560)
    sums = [
        ("TOTAL BEFORE GST", bill.m(bill.subtotal)),
        ("GST 9%", bill.m(bill.tax)),
        ("TOTAL PAYABLE SGD", bill.m(bill.total)),
    ]
    pairs(sheet, 576, "<380 >560", sums, size=9, step=15, bold=("TOTAL PAY",))
    notes = [
        "CHEQUES CROSSED PAYABLE TO:",
        bill.seller.name,
        f"DBX SGD A/C {bill.shape('###-######-#')}   USD A/C {bill.shape('####-######-##')}",
    ]
    sheet.lines(36, 576, notes, size=7.5)
    truth = bill.truth(sheet, "due seller_id subtotal tax", "many-currencies", "value-under-label")
    truth["totals"]["tax_base"] = None  # taxed and untaxed charges, and no base is printed
    return Drawn(sheet.finish(), (truth,))


@family("swiss-customs-broker")
def swiss_customs_broker(rng: Random) -> Drawn:
    """Duty and import tax paid for the client stand outside the broker's own tax; letterhead only at the foot."""
    bill = Bill(rng, "CH", rng.choice(("##.#####", "V-######", "{y}####")))
    bill.seller = replace(bill.seller, name=f"{bill.seller.name.split()[0]} Zoll & Spedition AG")
    rate = Decimal("8.1")
    for text in rng.sample(
        ("Einfuhrverzollung", "Vorlageprovision 2.5%", "Tarifnummern zusätzlich", "Veterinärkontrolle"),
        rng.randint(1, 4),
    ):
        bill.add(text, None, price_of(rng, 15, 160, step="0.05"), rate=rate, more=("1",))
    own = len(bill.rows)
    for text in rng.sample(("Zollabgaben", "Mehrwertsteuer auf Einfuhr", "Statistikgebühr"), rng.randint(1, 3)):
        bill.add(text, None, price_of(rng, 20, 2600, step="0.05"), more=("0",))
    bill.reckon(step=Decimal("0.05"))
    sheet = Sheet()
    sheet.lines(330, 110, [bill.buyer.name, "Einkauf / Logistik", *bill.buyer.address], size=10.5)
    sheet.text(60, 210, f"Rechnung {bill.number}", size=14, bold=True)
    ids = [
        ("Datum", bill.d(bill.date)),
        ("MWST-Nr. Importeur", f"{bill.buyer.tax_id} MWST"),
        ("Veranlagung", bill.shape("24CHEI#########")),
    ]
    ids += [("Versender", f"{rng.choice(('Bortolan S.r.l.', 'Müllner KG'))}, Italien"), ("Fällig am", bill.d(bill.due))]
    ids += [
        ("Sendung", f"{rng.randint(1, 40)} Colli, {rng.randint(20, 2000)} kg, CHF {bill.m(price_of(rng, 900, 40000))}")
    ]
    pairs(sheet, 232, "<60 <160", ids, size=9, step=13)
    stops = "<60 ^420 >535"
    sheet.y = spread(sheet, 325, stops, ["Leistung", "MWST-Code", "CHF"], size=9, bold=True) + 6
    rows = [(row.text, row.more[0], bill.m(row.amount)) for row in bill.rows]
    listing(sheet, stops, rows, turn=turned(sheet, lambda: None), size=9, gap=5)
    sheet.rule(60, sheet.y - 6, 535, sheet.y - 6)
    duty = bill.sum(bill.rows[own:])
    sums = [
        ("Steuerpflichtig (1)", bill.m(bill.sum(bill.rows[:own]))),
        ("MWST 8.1 %", bill.m(bill.tax)),
        ("Auslagen (0)", bill.m(duty)),
    ]
    sums += [("Rundung", bill.m(bill.rounding))] if bill.rounding else []
    sums += [("Total CHF", bill.m(bill.total))]
    pairs(sheet, sheet.y + 10, "<330 >535", sums, size=9.5, step=15, bold=("Total",))
    sheet.rule(60, 780, 535, 780, 0.4)
    foot = [f"{bill.seller.name}, {bill.seller.street}, {bill.seller.city}, Tel. {bill.seller.phone}"]
    foot += [f"{bill.seller.tax_id} MWST / ZAZ-Konto {bill.shape('####-#')} / IBAN {bill.seller.iban}"]
    for n, text in enumerate(foot):
        sheet.text(297, 792 + 10 * n, folded(sheet, text, 520, 7.5), size=7.5, align="centre")
    truth = bill.truth(sheet, "due seller_id buyer_id tax", "outlays", "letterhead-at-foot")
    truth["totals"]["tax_base"] = None  # what is taxed, or all
    taxed = {"subtotal": number_text(bill.sum(bill.rows[:own])), "charges": number_text(duty)}
    truth["or"] = [{"items": truth["items"][:own], "totals": truth["totals"] | taxed}]  # outlays as a charge
    return Drawn(sheet.finish(), (truth,))
