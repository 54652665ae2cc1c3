"""What accounting programs print out of the box, with the settings that their users leave or break."""

from dataclasses import replace
from decimal import Decimal
from itertools import pairwise
from random import Random

from tests.generator.bill import GREY, VERA, Bill, price_of, spread
from tests.generator.ink import number_text
from tests.generator.lands import person
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import COURIER, TIMES, Sheet


@family("erp-price-per-hundred")
def erp_price_per_hundred(rng: Random) -> Drawn:
    """Number and date in one pair, items by tens, material above text, prices for 100 pieces, to a foreigner."""
    bill = Bill(rng, "DE", rng.choice(("90######", "94########", "00900#####")), buyer=rng.choice(("HU", "PL")))
    bill.land, bill.day_format = replace(bill.land, language="en"), "%d.%m.%Y"
    for n, text in enumerate(
        rng.choices(("Hexagon screw M8x40 A2", "Spring washer 8,4", "Cage nut M6 zinc", "Clip 12 mm"), k=some(rng, 60)),
        1,
    ):
        per = rng.choice((100, 100, 1000))
        price = price_of(rng, 1.2, 60)
        sku, more = bill.shape("4#####-0##"), (f"{bill.m(price)}", str(per))
        bill.add(text, rng.randint(1, 80) * 100, price / per, no=f"{n * 10:06}", sku=sku, uom="PC", more=more)
    freight = rng.choice((ZERO, ZERO, price_of(rng, 12, 90)))
    bill.reckon(charges=freight, taxed=False)
    sheet = Sheet(face=COURIER)
    sheet.text(40, 46, bill.seller.name, size=10, bold=True)
    sheet.text(40, 90, f"{bill.seller.name} {bill.seller.street} {bill.seller.city}", size=5.5)
    sheet.lines(40, 110, ["Company", bill.buyer.name, *bill.buyer.address], size=9)
    sheet.text(330, 90, "Invoice", size=13, bold=True)
    head = [
        ("Number/Date", f"{bill.number} / {bill.d(bill.date)}"),
        ("Order/Date", f"{bill.shape('30######')} / {bill.d(bill.date, -12)}"),
    ]
    head += [
        ("Delivery note/Date", f"{bill.shape('80######')} / {bill.d(bill.date, -1)}"),
        ("Customer no.", bill.shape("1#####")),
    ]
    head += [("Your VAT reg. no.", bill.buyer.tax_id), ("Our VAT reg. no.", bill.seller.tax_id), ("Page", "1")]
    pairs(sheet, 108, "<330 <430", head, size=7.5, step=11.5)
    terms = [
        ("Terms of payment", f"Up to {bill.d(bill.due)} without deduction"),
        ("Terms of delivery", "EXW Heidewinkel (Incoterms 2020)"),
        ("Currency", "EUR"),
    ]
    pairs(sheet, 205, "<40 <140", terms, size=8)
    stops = "<40 <90 >320 <326 >410 <416 >550"
    heading = ["Item", "Material/Description", "Quantity", "", "Price", "per", "Amount"]

    def begin() -> None:
        top = 255 if sheet.page == 1 else 60
        sheet.rule(40, top - 11, 555, top - 11)
        sheet.y = spread(sheet, top, stops, heading, size=8) + 8
        sheet.rule(40, top + 5, 555, top + 5)

    begin()
    rows = [
        (r.no or "", f"{r.sku}\n{r.text}", bill.q(r.qty), r.uom or "", r.more[0], f"{r.more[1]} PC", bill.m(r.amount))
        for r in bill.rows
    ]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8, gap=4, bottom=720)
    room(sheet, 90)
    sheet.rule(40, sheet.y - 6, 555, sheet.y - 6)
    sums = [("Items total", bill.m(bill.subtotal))] + ([("Freight", bill.m(freight))] if freight else [])
    sums += [("Output tax 0,000 %", bill.m(ZERO)), ("Final amount", bill.m(bill.total))]
    y = pairs(sheet, sheet.y + 8, "<300 >550", sums, size=8.5, step=13, bold=("Final",))
    sheet.text(40, y + 10, "Tax-exempt intra-Community supply of goods. HS 7318 15, origin DE.", size=8)
    foot = f"Commercial register HRB {bill.shape('#####')} - Tax no. {bill.shape('##/###/#####')} - {bill.seller.iban}"
    sheet.text(40, 815, foot, size=6.5)
    truth = bill.truth(sheet, "due seller_id buyer_id subtotal qty", "price-unit", "items-by-ten")
    for item, row in zip(truth["items"], bill.rows, strict=True):  # the price as printed, or that of one piece
        item["unit_price"] = [number_text(row.price or ZERO), row.more[0].replace(".", "").replace(",", ".")]
    return Drawn(sheet.finish(), (truth,))


@family("ledger-on-letterhead")
def ledger_on_letterhead(rng: Random) -> Drawn:
    """A British ledger's print on letterhead: the seller stands in the foot; net, rate and VAT per line in a grid."""
    bill = Bill(rng, "GB", rng.choice(("#####", "####", "SI####")))
    goods = (
        "Emergency light 3W LED",
        "Call-out and first hour",
        "Consumer unit 12 way",
        "Testing to BS 7671",
        "Twin & earth 2.5mm 100m",
    )
    for text in rng.choices(goods, k=some(rng, 50)):
        price = price_of(rng, 8, 300)
        bill.add(text, Decimal(rng.choice((1, 2, "3.5", 12))), price, rate=Decimal(rng.choice((20, 20, 20, 5))))
    carriage = rng.choice((ZERO, Decimal("12.50")))
    bill.reckon(charges=carriage, at=Decimal(20), slips="total qty")
    sheet = Sheet(face=TIMES)
    boxes = [("Invoice No.", bill.number), ("Invoice/Tax Date", bill.d(bill.date)), ("Order No.", bill.shape("PO####"))]
    boxes += [("Account Ref.", bill.buyer.name[:4].upper() + "01")]

    def begin() -> None:
        sheet.text(40, 140, "INVOICE", size=14, bold=True)
        sheet.lines(48, 166, [bill.buyer.name, *bill.buyer.address, "United Kingdom"], size=10)
        sheet.box(40, 150, 300, 222)
        for n, (label, value) in enumerate(boxes):
            sheet.box(380, 150 + 18 * n, 555, 168 + 18 * n)
            spread(sheet, 162 + 18 * n, "<385 <470", [label, value], size=9)
        for x0, x1 in pairwise(edges):
            sheet.box(x0, 238, x1, 640)
        sheet.rule(40, 256, 555, 256)
        heading = ["Quantity", "Details", "Unit Price", "Net Amount", "VAT Rate", "VAT"]
        spread(sheet, 250, "<43 <98 >375 >445 >500 >551", heading, size=9)
        sheet.y = 270

    edges = (40.0, 94.0, 320.0, 380.0, 450.0, 505.0, 555.0)
    begin()
    rows = [
        (
            bill.q(r.qty, 2),
            r.text,
            bill.p(r.price),
            bill.m(r.amount),
            bill.m(r.rate),
            bill.m(bill.money(r.amount * r.rate / 100)),
        )
        for r in bill.rows
    ]
    listing(sheet, ">86 <98 >375 >445 >500 >551", rows, turn=turned(sheet, begin), size=9, gap=5, bottom=630)
    sums = [
        ("Total Net Amount", bill.subtotal),
        ("Carriage Net", carriage),
        ("Total VAT Amount", bill.tax),
        ("Invoice Total", bill.total),
    ]
    for n, (label, figure) in enumerate(sums):
        sheet.box(380, 650 + 18 * n, 555, 668 + 18 * n)
        money = f"£ {bill.m(figure)}" if n == 3 else bill.m(figure)
        spread(sheet, 662 + 18 * n, "<385 >550", [label, money], size=9.5, bold=n == 3)
    due = rng.random() < 0.5
    terms = f"Payment due by {bill.d(bill.due)}" if due else "Our terms: 30 days end of month"
    sheet.lines(40, 664, [terms, f"Sort code 30-{bill.shape('##-##')}  Account {bill.shape('########')}"], size=9)
    sheet.text(297, 780, bill.seller.name, size=12, bold=True, align="centre", colour=(0.1, 0.3, 0.2))
    line = f"Registered office: {bill.seller.street}, {bill.seller.city}. Reg. No. {bill.shape('0#######')}"
    sheet.text(297, 792, line, size=7.5, align="centre")
    sheet.text(297, 802, f"VAT Reg. No. {bill.seller.tax_id}   Tel. {bill.seller.phone}", size=7.5, align="centre")
    shown = f"{'due' if due else ''} seller_id subtotal tax qty price"
    return Drawn(sheet.finish(), (bill.truth(sheet, shown, "grid", "letterhead-at-foot"),))


@family("small-trader-no-tax")
def small_trader_no_tax(rng: Random) -> Drawn:
    """A person trades without tax (§ 19): a tax number in the old form, a trade name, discount, two dates to pay."""
    bill = Bill(rng, "DE", rng.choice(("{y}-###", "R###", "{y}{m}-0#")))
    owner = person(rng, bill.land)
    number = bill.shape("##/###/#####")
    trade = rng.choice(("Nähstube Zwirnfein", "Foto-Atelier Lichtblick", "Hausmeisterdienst Rundum"))
    bill.seller = replace(bill.seller, name=owner, tax_id=number)
    for n, text in enumerate(
        rng.choices(
            ("Änderung Vorhang", "Passbild-Set", "Treppenhausreinigung", "Fahrtkosten pauschal"), k=rng.randint(1, 7)
        ),
        1,
    ):
        bill.add(
            text,
            Decimal(rng.choice((1, 2, "1.5", 4))),
            price_of(rng, 8, 90, step="0.50"),
            no=str(n),
            uom=rng.choice(("Stk.", "Std.")),
        )
    off = bill.money(bill.sum(bill.rows) * Decimal(rng.choice((0, 0, 5))) / 100)
    bill.reckon(discount=off, taxed=False)
    sheet = Sheet(face=VERA)
    sheet.text(297, 55, trade, size=17, bold=True, align="centre", colour=(0.2, 0.4, 0.3))
    sheet.text(297, 69, f"Inh. {owner}", size=9, align="centre")
    sheet.text(57, 120, f"{trade}, {bill.seller.street}, {bill.seller.city}", size=6)
    sheet.lines(57, 138, [bill.buyer.name, f"Frau {owner.split()[0]} Meyerling", *bill.buyer.address], size=9.5)
    head = [
        ("Rechnungsnr.:", bill.number),
        ("Kundennr.:", bill.shape("10###")),
        ("Leistungsdatum:", bill.d(bill.date, -5)),
    ]
    head += [("Rechnungsdatum:", bill.d(bill.date))]
    pairs(sheet, 138, "<370 >538", head, size=8, step=13)
    sheet.text(57, 232, "Rechnung", size=14, bold=True)
    stops = "<57 <85 >330 <336 >440 >538"
    sheet.y = (
        spread(sheet, 262, stops, ["Pos.", "Bezeichnung", "Menge", "", "Einzelpreis", "Gesamt"], size=8, bold=True) + 8
    )
    rows = [
        (r.no or "", r.text, bill.q(r.qty), r.uom or "", f"{bill.p(r.price)} €", f"{bill.m(r.amount)} €")
        for r in bill.rows
    ]
    listing(sheet, stops, rows, turn=turned(sheet, lambda: None), size=8.5, gap=6, rules=(57, 538))
    sums = (
        [("Zwischensumme", f"{bill.m(bill.subtotal)} €"), ("abzgl. 5 % Stammkundenrabatt", f"-{bill.m(off)} €")]
        if off
        else []
    )
    sums += [("Rechnungsbetrag", f"{bill.m(bill.total)} €")]
    y = pairs(sheet, sheet.y + 10, "<330 >538", sums, size=9, step=15, bold=("Rech",))
    skonto = bill.m(bill.money(bill.total * Decimal("0.98")))
    notes = ["Kein Ausweis von Umsatzsteuer, da Kleinunternehmer gemäß § 19 UStG."]
    notes += [f"Bei Zahlung bis {bill.d(bill.date, 7)} 2 % Skonto = {skonto} €, bis {bill.d(bill.due)} ohne Abzug."]
    sheet.lines(57, y + 16, notes, size=8, leading=1.7)
    foot = f"{owner} | {bill.seller.street} | {bill.seller.city} | Steuernummer {number} | {bill.seller.iban}"
    sheet.text(297, 805, foot, size=6.5, align="centre", colour=GREY)
    truth = bill.truth(sheet, f"due seller_id {'subtotal' if off else ''} qty price", "no-tax", "person", "skonto")
    truth["seller"]["name"] = [owner, trade]
    return Drawn(sheet.finish(), (truth,))


@family("dutch-ledger-columns")
def dutch_ledger_columns(rng: Random) -> Drawn:
    """Labels in a row with values under them, invoice and delivery address, discount per line, BTW table."""
    bill = Bill(rng, "NL", rng.choice(("2######", "VF########", "{y}#####")))
    for text in rng.choices(
        ("Laminaat eiken 8mm", "Ondervloer 10m2", "Plint wit 240cm", "Dorpel alu", "Lijm 5kg"), k=some(rng, 60)
    ):
        off = Decimal(rng.choice((0, 0, 10, "12.5")))
        rate = Decimal(rng.choice((21, 21, 21, 9)))
        more = (f"{bill.q(off)}%" if off else "", "H" if rate == 21 else "L")
        bill.add(
            text,
            rng.randint(1, 60),
            price_of(rng, 2, 60),
            rate=rate,
            discount=off,
            sku=bill.shape("##.####"),
            uom="st",
            more=more,
        )
    bill.reckon(slips="total qty")
    debtor = bill.shape("1####")
    sheet = Sheet()

    def begin() -> None:
        sheet.text(555, 50, bill.seller.name, size=13, bold=True, align="right")
        sheet.text(40, 50, "FACTUUR", size=16, bold=True)
        sheet.lines(40, 84, ["Factuuradres", bill.buyer.name, *bill.buyer.address], size=9, bold_first=True)
        sheet.lines(300, 84, ["Afleveradres", bill.ship_to.name, *bill.ship_to.address], size=9, bold_first=True)
        stops = "<40 <115 <190 <265 <365 <450"
        spread(
            sheet,
            152,
            stops,
            ["Debiteur", "Factuurnr.", "Factuurdatum", "BTW-nr. klant", "Betaling", "Vervaldatum"],
            size=7.5,
            colour=GREY,
        )
        days = f"{(bill.due - bill.date).days} dagen"
        cells = [debtor, bill.number, bill.d(bill.date), bill.buyer.tax_id, days, bill.d(bill.due)]
        spread(sheet, 164, stops, cells, size=8.5)
        sheet.rule(40, 172, 555, 172)
        heading = ["Artikel", "Omschrijving", "Aantal", "Eh", "Prijs", "Korting", "Bedrag", "BTW"]
        spread(sheet, 188, columns, heading, size=8, bold=True)
        sheet.y = 204

    columns = "<40 <95 >320 <326 >400 >450 >520 >555"
    begin()
    rows = [
        (r.sku or "", r.text, bill.q(r.qty), r.uom or "", bill.p(r.price), r.more[0], bill.m(r.amount), r.more[1])
        for r in bill.rows
    ]
    listing(sheet, columns, rows, turn=turned(sheet, begin), size=8, gap=4, bottom=640)
    sheet.rule(40, 660, 555, 660)
    stops = "<40 >120 >220 >300"
    y = spread(sheet, 674, stops, ["BTW", "%", "Grondslag", "Bedrag"], size=8, bold=True)
    for tax in bill.taxes:
        y = spread(
            sheet,
            y + 2,
            stops,
            ["H" if tax.rate == 21 else "L", bill.q(tax.rate), bill.m(tax.base), bill.m(tax.amount)],
            size=8,
        )
    sums = [
        ("Netto", f"€ {bill.m(bill.subtotal)}"),
        ("BTW", f"€ {bill.m(bill.tax)}"),
        ("Totaal", f"€ {bill.m(bill.total)}"),
    ]
    pairs(sheet, 674, "<400 >555", sums, size=9.5, step=15, bold=("Totaal",))
    limit = bill.m(bill.money(bill.total * Decimal("0.02")))
    terms = f"Kredietbeperking 2%: € {limit}, vervalt bij betaling voor {bill.d(bill.due)}."
    sheet.text(40, 750, terms, size=8)
    ids = f"KvK {bill.shape('########')} - BTW {bill.seller.tax_id}"
    foot = f"{bill.seller.street} - {bill.seller.city} - {ids} - {bill.seller.iban}"
    sheet.text(297, 812, foot, size=7, align="centre")
    shown = "due seller_id buyer_id subtotal tax qty price"
    return Drawn(sheet.finish(), (bill.truth(sheet, shown, "value-under-label", "line-discount", "tax-codes"),))
