"""Who owes whom is not plain: fuel by plate, invoices that the buyer writes, royalties, credits, an official's fees."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, VERA, WHITE, Bill, bar, folded, price_of, spread
from tests.generator.ink import number_text
from tests.generator.lands import person
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import TIMES, Sheet


@family("fuel-cards-by-plate")
def fuel_cards_by_plate(rng: Random) -> Drawn:
    """A month's fuel in Luxembourg: day, station, product, litres and price with TVA, a sum for every plate."""
    bill = Bill(rng, "LU", rng.choice(("{y}{m}-#####", "80######", "CF/####")))
    bill.included, rate = True, Decimal(17)
    first = (bill.date.replace(day=1) - dt.timedelta(days=1)).replace(day=1)
    plates = [bill.shape("@@ ####") for _ in range(rng.randint(1, 5))]
    for plate in plates:
        for day in sorted(rng.sample(range(27), rng.randint(1, 7))):
            text = rng.choice(("Diesel", "Super 95", "Diesel Plus", "Lave-glace 5 L", "Lavage Premium"))
            litres = Decimal(rng.randint(1200, 7800)) / 100 if text[0] in "DS" else Decimal(1)
            place = rng.choice(("Weiswampich", "Berchamp Nord", "Wasserbillich", "Capellen-Est"))
            price = price_of(rng, 1.3, 1.9, step="0.001") if text[0] in "DS" else price_of(rng, 6, 19)
            bill.add(text, litres, price, rate=rate, more=(plate, bill.d(first, day), place))
    fee = rng.choice((ZERO, Decimal("3.50")))
    bill.reckon(charges=fee, at=rate, slips="total amount")
    sheet = Sheet()
    sheet.lines(
        45, 48, [bill.seller.name, *bill.seller.address, f"Tél. {bill.seller.phone}"], size=8.5, bold_first=True
    )
    sheet.box(330, 40, 550, 108)
    head = [("Facture collective", bill.number), ("Date", bill.d(bill.date)), ("Compte client", bill.shape("3######"))]
    head += [("Période", f"{bill.d(first)} - {bill.d(first, 27)}"), ("TVA client", bill.buyer.tax_id)]
    pairs(sheet, 53, "<336 >544", head, size=8.5, step=12.5)
    sheet.lines(330, 140, [bill.buyer.name, *bill.buyer.address], size=10)
    stops = "<45 <110 <210 >370 >445 >550"

    def begin() -> None:
        top = 210 if sheet.page == 1 else 50
        heads = ["Date", "Station", "Produit", "Litres/Pce", "Prix TTC", "Montant TTC"]
        sheet.rule(45, top + 4, 550, top + 4)
        sheet.y = spread(sheet, top, stops, heads, size=8, bold=True) + 8

    begin()
    for plate in plates:
        rows = [row for row in bill.rows if row.more[0] == plate]
        room(sheet, 60)
        sheet.text(
            45,
            sheet.y,
            f"Véhicule {plate}   Carte n° {bill.shape('7078 ##')}**** {bill.shape('####')}",
            size=8,
            bold=True,
        )
        sheet.y += 12
        lines = [(*r.more[1:], r.text, bill.q(r.qty, 2), bill.m(r.price or ZERO, 3), bill.m(r.amount)) for r in rows]
        listing(sheet, stops, lines, turn=turned(sheet, begin), size=8, gap=2)
        total = [f"Total {plate}", bill.m(bill.sum(rows))]
        sheet.y = spread(sheet, sheet.y + 2, ">445 >550", total, size=8, bold=True) + 8
    room(sheet, 110)
    if fee:
        sheet.y = spread(sheet, sheet.y, "<210 >550", ["Frais de gestion cartes", bill.m(fee)], size=8) + 6
    sheet.rule(45, sheet.y - 6, 550, sheet.y - 6)
    stops = ">300 >380 >460 >550"
    sheet.y = (
        spread(sheet, sheet.y + 8, stops, ["TVA %", "Base HT", "Montant TVA", "Total TTC EUR"], size=8, bold=True) + 2
    )
    (tax,) = bill.taxes
    cells = [bill.q(rate), bill.m(tax.base), bill.m(tax.amount), bill.m(bill.total)]
    sheet.y = spread(sheet, sheet.y, stops, cells, size=9) + 14
    late = rng.random() < 0.6
    pay = f"Le montant sera prélevé le {bill.d(bill.due)}." if late else "Payable à réception par virement."
    ids = f"TVA {bill.seller.tax_id} - R.C.S. Luxembourg B {bill.shape('######')} - IBAN {bill.seller.iban}"
    sheet.lines(45, sheet.y, [pay, ids], size=8)
    truth = bill.truth(sheet, "seller_id buyer_id tax_base tax qty price", "sections", "tax-included", "litres")
    if late:
        truth["invoice"]["due_date"] = [bill.due.isoformat(), None]
    return Drawn(sheet.finish(), (bill.charge_as_line(truth),))


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


@family("french-avoir")
def french_avoir(rng: Random) -> Drawn:
    """Three reasons for an avoir: goods returned, a price that was too high, a yearly rebate on turnover."""
    reason = rng.choice(("retour", "prix", "ristourne"))
    bill = Bill(rng, "FR", rng.choice(("AV{y}-###", "A######", "AV-####")), kind="credit_note")
    rate = Decimal(20)
    goods = (
        "Vanne à bille DN25",
        "Raccord laiton 3/4",
        "Tube multicouche 50 m",
        "Collecteur 6 départs",
        "Circulateur 25-60",
    )
    for text in rng.sample(goods, 1 if reason == "ristourne" else rng.randint(1, 5)):
        qty, price = rng.choice((1, 2, 5, 24)), price_of(rng, 3, 140)
        if reason == "ristourne":
            turnover, share = Decimal(rng.randint(20, 400) * 1000), rng.choice((2, 3, 5))
            rebate = f"Ristourne {share} % sur CA {bill.date.year - 1} de {bill.m(turnover)} €"
            bill.add(rebate, None, turnover * share / 100, rate=rate)
        else:
            was = price + price_of(rng, 1, 40)
            bill.add(
                text, qty, price, rate=rate, more=(bill.m(was + price), bill.m(was)) if reason == "prix" else ("", "")
            )
    bill.reckon()
    sheet = Sheet(face=VERA)
    sheet.text(297, 50, "AVOIR", size=20, bold=True, align="centre")
    sheet.text(297, 66, f"n° {bill.number} en date du {bill.d(bill.date)}", size=10, align="centre")
    old = bill.shape("FA{y}-####")
    said = {"retour": "Retour de marchandises", "prix": "Erreur de prix", "ristourne": "Accord annuel"}[reason]
    sheet.text(
        297, 80, f"{said} - notre facture {old} du {bill.d(bill.date, -33)}", size=8, align="centre", colour=GREY
    )
    boxes = ((40, "Émetteur", bill.seller), (305, "Adressé à", bill.buyer))
    for x, label, firm in boxes:
        sheet.text(x, 106, label, size=7.5)
        sheet.box(x, 110, x + 250, 178, fill=(0.93, 0.93, 0.96))
        sheet.lines(x + 8, 126, [firm.name, *firm.address, f"N° TVA : {firm.tax_id}"], size=8.5, bold_first=True)
    bracket = rng.random() < 0.5

    def minus(text: str) -> str:
        return f"-{text}" if bracket else text

    if reason == "prix":
        stops, heads = (
            "<44 >290 >370 >420 >480 >551",
            ["Désignation", "Facturé", "Convenu", "Qté", "Écart", "Montant HT"],
        )
        rows = [[r.text, *r.more, bill.q(r.qty), bill.p(r.price), minus(bill.m(r.amount))] for r in bill.rows]
    elif reason == "retour":
        stops, heads = "<44 >380 >460 >551", ["Désignation", "P.U. HT", "Qté", "Total HT"]
        rows = [[r.text, bill.p(r.price), minus(bill.q(r.qty)), minus(bill.m(r.amount))] for r in bill.rows]
    else:
        stops, heads = "<44 >551", ["Désignation", "Montant HT"]
        rows = [[r.text, minus(bill.m(r.amount))] for r in bill.rows]
    sheet.y = spread(sheet, 206, stops, heads, size=8, bold=True) + 8
    listing(sheet, stops, rows, turn=turned(sheet, lambda: None), size=8.5, gap=6, rules=(40, 555))
    sums = [("Total HT", bill.subtotal), ("TVA 20 %", bill.tax), ("Total TTC à votre crédit", bill.total)]
    pairs(
        sheet,
        sheet.y + 10,
        "<360 >551",
        [(a, f"{minus(bill.m(b))} €") for a, b in sums],
        size=9,
        step=16,
        bold=("Total T",),
    )
    sheet.text(40, 780, "Cet avoir sera déduit de votre prochain règlement.", size=8)
    truth = bill.truth(sheet, "seller_id buyer_id subtotal tax qty price", "credit-note", reason)
    return Drawn(sheet.finish(), (truth,))


@family("notary-cost-note")
def notary_cost_note(rng: Random) -> Drawn:
    """A notary's Kostenberechnung: values of the deed beside the fees, code numbers first, outlays without tax."""
    bill = Bill(rng, "DE", rng.choice(("{y}/#####", "K-####/{y}", "#####")))
    bill.seller = replace(bill.seller, name=f"Notar {person(rng, bill.land)}", tax_id=bill.shape("##/###/#####"))
    if rng.random() < 0.5:
        bill.buyer = replace(bill.buyer, name="Eheleute Hinnerk und Talea Osterloh")
    rate, worth = Decimal(19), Decimal(rng.randint(30, 900) * 1000)
    fees = (
        ("21100", "Beurkundungsverfahren"),
        ("22110", "Vollzugsgebühr"),
        ("22200", "Betreuungsgebühr"),
        ("25100", "Beglaubigung"),
    )
    for code, text in rng.sample(fees, rng.randint(1, 4)):
        bill.add(text, None, price_of(rng, 20, 1900, step="0.50"), rate=rate, sku=code, more=(bill.m(worth),))
    for code, text in (("32001", "Dokumentenpauschale Papier"), ("32005", "Post- und Telekommunikation"))[
        : rng.randint(0, 2)
    ]:
        bill.add(text, None, price_of(rng, 4, 40, step="0.05"), rate=rate, sku=code, more=("",))
    outlay = rng.choice((ZERO, price_of(rng, 8, 60, step="1")))
    bill.reckon(charges=outlay)
    bill.taxes = [tax for tax in bill.taxes if tax.rate]
    net = bill.subtotal
    sheet = Sheet(face=TIMES)
    sheet.text(297, 60, bill.seller.name, size=16, align="centre")
    where = f"{bill.seller.street} - {bill.seller.city} - Tel. {bill.seller.phone}"
    sheet.text(297, 74, where, size=9, align="centre")
    sheet.lines(70, 120, [bill.buyer.name, *bill.buyer.address], size=11)
    sheet.lines(
        380,
        120,
        [f"Rechnungs-Nr.: {bill.number}", f"UVZ-Nr.: {bill.shape('###')}/{bill.date.year} S", bill.d(bill.date)],
        size=10,
    )
    sheet.text(70, 200, "Kostenberechnung gemäß § 19 GNotKG", size=13, bold=True)
    sheet.text(70, 215, f"Kaufvertrag vom {bill.d(bill.date, -12)}; Geschäftswert {bill.m(worth)} EUR", size=10.5)
    stops = "<70 <120 >420 >525"
    sheet.y = spread(sheet, 245, stops, ["KV-Nr.", "Tatbestand", "Wert EUR", "EUR"], size=10, bold=True) + 6
    rows = [(r.sku or "", r.text, r.more[0], bill.m(r.amount)) for r in bill.rows]
    listing(sheet, stops, rows, turn=turned(sheet, lambda: None), size=10.5, gap=3)
    sheet.rule(440, sheet.y - 9, 525, sheet.y - 9)
    sums = [("", "Zwischensumme", bill.m(net)), ("32014", "19 % Umsatzsteuer", bill.m(bill.tax))]
    sums += [("32011", "Auslagen Grundbucheinsicht (steuerfrei)", bill.m(outlay))] if outlay else []
    sums += [("", "Gesamtbetrag", bill.m(bill.total))]
    y = pairs(sheet, sheet.y + 6, "<70 <120 >525", sums, size=10.5, step=16)
    sheet.text(
        70, y + 20, "Zahlbar sofort nach Erhalt. Auf § 127 GNotKG (Antrag auf Entscheidung) wird hingewiesen.", size=9.5
    )
    sheet.text(
        297,
        800,
        folded(
            sheet, f"St.-Nr. {bill.seller.tax_id} - Anderkonto nur auf Anforderung - IBAN {bill.seller.iban}", 540, 8
        ),
        size=8,
        align="centre",
    )
    truth = bill.truth(sheet, "seller_id subtotal tax", "official-fees", "value-beside-fee", "person")
    truth["totals"]["tax_base"] = [number_text(net), None]
    truth["seller"]["name"] = [bill.seller.name, bill.seller.name.removeprefix("Notar ")]
    return Drawn(sheet.finish(), (bill.charge_as_line(truth),))
