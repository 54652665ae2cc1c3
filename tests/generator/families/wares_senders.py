"""Goods: meat by weight, medicine by batch, print by the piece."""

from decimal import Decimal
from random import Random

from tests.generator.amounts_in_words import english
from tests.generator.bill import VERA, Bill, bar, price_of, spread
from tests.generator.ink import number_text
from tests.generator.lands import person
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO, TaxLine
from tests.generator.registry import Drawn, family
from tests.generator.sheet import COURIER, Sheet

CUTS = (
    "Schweinsschopf o.K.",
    "Rindslungenbraten",
    "Kalbsschlögel",
    "Putenbrust",
    "Bauchfleisch o.Schw.",
    "Faschiertes gem.",
)


@family("meat-wholesale-weights")
def meat_wholesale_weights(rng: Random) -> Drawn:
    """Boxes, gross, tare and net weights before the price per kilo; crates lent at 20 %, meat at 10 %, Courier."""
    bill = Bill(rng, "AT", rng.choice(("######", "AR{y}####", "1###-####")))
    low, full = Decimal(10), Decimal(20)
    for text in rng.choices(CUTS, k=some(rng, 70)):
        boxes = rng.randint(1, 9)
        tare = Decimal(boxes) * Decimal("2.1")
        net = Decimal(rng.randint(1800, 98000)) / 1000 * boxes
        more = (str(boxes), bill.m(net + tare, 3), bill.m(tare, 3))
        bill.add(text, net, price_of(rng, 3, 39), rate=low, sku=bill.shape("####"), uom="kg", more=more)
    crates = rng.randint(0, 20)
    if crates:
        bill.add("E2-Kisten Pfand", crates, Decimal("3.80"), rate=full, sku="9001", uom="Stk", more=("", "", ""))
    bill.reckon(slips="total amount")
    sheet = Sheet(face=COURIER)
    head = [("Rechnungsnr", bill.number), ("Datum", bill.d(bill.date)), ("Kunde", bill.shape("2####")), ("Tour", "07")]
    head += [("Ihre UID", bill.buyer.tax_id)]

    def begin() -> None:
        sheet.text(40, 45, bill.seller.name, size=14, bold=True)
        sheet.text(40, 57, f"{bill.seller.street} * {bill.seller.city} * Tel. {bill.seller.phone}", size=8)
        sheet.lines(40, 100, [bill.buyer.name, *bill.buyer.address], size=10)
        pairs(sheet, 100, "<370 <450", [*head, ("Blatt", str(sheet.page))], size=9, step=11)
        stops9 = "<40 <75 >250 >310 >360 >425 >485 >555"
        heading = ["Art.", "Bezeichnung", "Kst", "Brutto", "Tara", "Netto kg", "EUR/kg", "EUR"]
        sheet.text(40, 178, "R E C H N U N G" if sheet.page == 1 else "Fortsetzung", size=11, bold=True)
        spread(sheet, 200, stops9, heading, size=8.5, bold=True)
        sheet.text(40, 208, "-" * 100, size=8.5)
        sheet.y = 220

    begin()
    note = f"Lieferschein {bill.shape('L######')} vom {bill.d(bill.date, -1)}"
    sheet.y = spread(sheet, sheet.y, "<75", [note], size=8.5) + 3
    rows = [
        (
            r.sku or "",
            r.text,
            *r.more,
            bill.m(r.qty or ZERO, 3 if r.uom == "kg" else 0),
            bill.p(r.price),
            bill.m(r.amount),
        )
        for r in bill.rows
    ]
    stops = "<40 <75 >250 >310 >360 >425 >485 >555"
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8.5, gap=2, bottom=690)
    room(sheet, 110, 770)
    sheet.text(40, sheet.y, "-" * 100, size=8.5)
    for tax in bill.taxes:
        cells = ["Netto", bill.m(tax.base), f"MwSt {bill.q(tax.rate)}%", bill.m(tax.amount)]
        sheet.y = spread(sheet, sheet.y + 12, "<75 >250 <300 >485", cells, size=9)
    spread(sheet, sheet.y + 16, "<75 >555", ["Rechnungsbetrag EUR", bill.m(bill.total)], size=11, bold=True)
    terms = "Zahlbar 8 Tage netto. Reklamationen nur bei Übernahme. Gerichtsstand Grazfeld."
    sheet.text(40, sheet.y + 40, terms, size=8)
    bank = f"Bank {bill.seller.iban}  DVR {bill.shape('0######')}  UID {bill.seller.tax_id}  EG-Nr. AT 40331 EG"
    sheet.text(40, 815, bank, size=8)
    truth = bill.truth(sheet, "seller_id buyer_id qty price", "weights", "monospace")
    return Drawn(sheet.finish(), (truth,))


PILLS = (
    "Paracil 500 tab 10x10",
    "Amoxiden 250 cap",
    "Cetirol syrup 60 ml",
    "Ferrovit drops 15 ml",
    "Omeprin 20 cap 15s",
)


@family("indian-medicine-batches")
def indian_medicine_batches(rng: Random) -> Drawn:
    """On its side: HSN, batch, expiry, MRP, free goods beside the quantity, discount per line, CGST and SGST."""
    bill = Bill(rng, "IN", rng.choice(("GST/{y}/####", "A######", "SI-#####")))
    for n, text in enumerate(rng.choices(PILLS, k=some(rng, 60)), 1):
        price = price_of(rng, 8, 240)
        expiry = f"{rng.randint(1, 12):02}/{rng.randint(27, 29)}"
        more = (
            bill.shape("3004####"),
            bill.shape("@@##@###"),
            expiry,
            bill.m(price * Decimal("1.42")),
            rng.choice(("", "", "1", "5")),
        )
        off = Decimal(rng.choice((0, 0, 5, 10)))
        bill.add(text, rng.randint(2, 100), price, rate=Decimal(12), discount=off, no=str(n), more=(*more, bill.m(off)))
    bill.reckon(taxed=False)
    half = bill.money(bill.subtotal * 6 / 100)
    bill.taxes = [TaxLine("", Decimal(6), bill.subtotal, half), TaxLine("", Decimal(6), bill.subtotal, half)]
    whole = bill.total + 2 * half
    bill.total = whole.quantize(Decimal(1)).quantize(Decimal("0.01"))
    bill.rounding = bill.total - whole
    licence, waybill = bill.shape("20B/####, 21B/####"), bill.shape("####")
    sheet = Sheet(size=(842, 595))

    def begin() -> None:
        sheet.box(20, 20, 822, 575)
        sheet.text(30, 40, bill.seller.name, size=13, bold=True)
        sheet.lines(
            30,
            52,
            [f"{bill.seller.street}, {bill.seller.city}", f"D.L. No. {licence}"],
            size=8,
        )
        sheet.text(30, 76, f"GSTIN: {bill.seller.tax_id}", size=8, bold=True)
        sheet.rule(300, 20, 300, 90)
        sheet.lines(308, 34, ["Party:", bill.buyer.name, *bill.buyer.address], size=8)
        sheet.text(308, 84, f"GSTIN: {bill.buyer.tax_id}", size=8, bold=True)
        sheet.rule(600, 20, 600, 90)
        head = [
            ("GST INVOICE", "CREDIT"),
            ("Inv. No.", bill.number),
            ("Dated", bill.d(bill.date)),
            ("Due Date", bill.d(bill.due)),
        ]
        pairs(sheet, 34, "<608 <680", [*head, ("L.R. No.", waybill)], size=8, bold=("GST",))
        sheet.rule(20, 90, 822, 90)
        heading = ["Sn", "HSN", "Product", "Batch", "Exp", "MRP", "Qty", "Free", "Rate", "Disc%", "GST%", "Amount"]
        spread(sheet, 102, stops, heading, size=7.5, bold=True)
        sheet.rule(20, 107, 822, 107)
        sheet.y = 120

    stops = ">40 <50 <110 <300 <365 >450 >500 >540 >610 >660 >710 >814"
    begin()
    rows = [
        (
            *(
                r.no or "",
                r.more[0],
                r.text,
                *r.more[1:4],
                bill.q(r.qty),
                r.more[4],
                bill.p(r.price),
                r.more[5],
                "12.00",
            ),
            bill.m(r.amount),
        )
        for r in bill.rows
    ]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8, gap=3, bottom=470)
    sheet.rule(20, 480, 822, 480)
    sums = [("SUB TOTAL", bill.m(bill.subtotal)), ("SGST 6%", bill.m(half)), ("CGST 6%", bill.m(half))]
    sums += [("ROUND OFF", bill.m(bill.rounding)), ("GRAND TOTAL Rs.", bill.m(bill.total))]
    pairs(sheet, 494, "<640 >814", sums, size=9, step=14, bold=("GRAND",))
    words = f"Rs. {english(int(bill.total)).title()} Only"
    terms = ["Goods once sold will not be taken back. Subject to local jurisdiction.", f"Items: {len(bill.rows)}"]
    sheet.lines(30, 494, [words, "", *terms], size=8)
    sheet.text(30, 566, f"For {bill.seller.name}          Authorised Signatory", size=8)
    truth = bill.truth(sheet, "due seller_id buyer_id subtotal qty price", "batches", "free-goods", "landscape")
    truth["totals"] |= {"tax_base": [number_text(bill.subtotal), None]}
    return Drawn(sheet.finish(), (truth,))


@family("australian-print-shop")
def australian_print_shop(rng: Random) -> Drawn:
    """Tax invoice with ABN; dollars without a country, prices with GST, only 'Total includes GST of'; deposit paid."""
    bill = Bill(rng, "AU", rng.choice(("0000####", "IV#####", "####")))
    trade = f"{bill.seller.name.removeprefix('The ').split()[0]} Print & Copy"
    bill.included = True
    jobs = (
        "Business cards 350gsm, 2 kinds",
        "Pull-up banner 850x2000",
        "A5 flyers 4/4 150gsm gloss",
        "Typesetting",
        "Corflute signs",
    )
    for text in rng.choices(jobs, k=some(rng, 50)):
        bill.add(
            text,
            rng.choice((1, 2, 5, 100, 250, 500)),
            price_of(rng, 0.6, 95),
            rate=Decimal(10),
            sku=bill.shape("J####"),
        )
    bill.reckon(slips="total amount")
    bill.prepaid = rng.choice((ZERO, ZERO, bill.money(bill.total / 2)))
    buyer_abn = rng.random() < 0.5
    sheet = Sheet(face=VERA)
    sheet.text(40, 60, trade, size=20, bold=True, colour=(0.75, 0.1, 0.4))
    mine = f"{bill.seller.name}{' t/as ' + trade}"
    sheet.lines(
        40, 76, [mine, f"ABN {bill.seller.tax_id}", ", ".join(bill.seller.address), f"Ph {bill.seller.phone}"], size=7.5
    )
    sheet.text(555, 60, "Tax Invoice", size=16, align="right")
    sheet.box(330, 80, 555, 132)
    head = [
        ("Invoice #:", bill.number),
        ("Date:", bill.d(bill.date)),
        ("Your ref:", person(rng, bill.land)),
        ("Page:", "1"),
    ]
    pairs(sheet, 92, "<338 >548", head, size=8, step=11.5)
    owner = ["Customer:", bill.buyer.name, *bill.buyer.address, *([f"ABN: {bill.buyer.tax_id}"] if buyer_abn else [])]
    sheet.lines(40, 150, owner, size=8.5)
    sheet.lines(330, 150, ["Deliver to:", bill.ship_to.name, *bill.ship_to.address], size=8.5)
    stops = ">70 <85 <145 >430 >480 >550"

    def begin() -> None:
        top = 225 if sheet.page == 1 else 60
        bar(sheet, top - 11, 16, 40, 555, (0.9, 0.9, 0.9))
        sheet.y = (
            spread(sheet, top, stops, ["QTY", "JOB NO.", "DESCRIPTION", "PRICE", "CODE", "AMOUNT"], size=7.5, bold=True)
            + 8
        )

    begin()
    rows = [
        (bill.q(r.qty), r.sku or "", r.text, f"${bill.p(r.price)}", "GST", f"${bill.m(r.amount)}") for r in bill.rows
    ]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8, gap=6)
    room(sheet, 110)
    sums = [("TOTAL (inc. GST)", f"${bill.m(bill.total)}"), ("Total includes GST of", f"${bill.m(bill.tax)}")]
    sums += [("Less deposit paid", f"${bill.m(bill.prepaid)}")] if bill.prepaid else []
    sums += [("BALANCE DUE", f"${bill.m(bill.payable)}")]
    y = pairs(sheet, sheet.y + 14, "<370 >550", sums, size=9, step=15, bold=("TOTAL", "BALANCE"))
    pay = f"EFT: BSB {bill.shape('063-###')} Acct {bill.shape('#### ####')}. Terms COD unless arranged."
    sheet.text(40, y + 20, pay, size=8)
    shown = f"seller_id {'buyer_id' if buyer_abn else ''} tax payable qty price"
    truth = bill.truth(sheet, shown, "tax-included", "dollar-by-country", "trade-name")
    truth["seller"]["name"] = bill.seller.name
    return Drawn(sheet.finish(), (truth,))
