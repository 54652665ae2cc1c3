"""On the road: a hotel's folio, hired cars, the workshop, a travel agency's tickets."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, VERA, WHITE, Bill, bar, folded, price_of, spread, squares
from tests.generator.ink import number_text
from tests.generator.lands import person
from tests.generator.listing import listing, pairs, room, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import TIMES, Sheet

LODGING, FULL = Decimal(10), Decimal(20)


@family("alpine-hotel-folio")
def alpine_hotel_folio(rng: Random) -> Drawn:
    """Days down the page, charges and credits in two columns, prices with tax; the operator stands only at the foot."""
    bill = Bill(rng, "AT", rng.choice(("######", "R-{y}-#####", "F0#####")))
    house = f"Hotel {rng.choice(('Sonnwendhof', 'Zum Goldenen Hirschen', 'Kaiserblick'))}"
    bill.included = True
    nights = rng.randint(1, 12)
    for night in range(nights):
        day = f"{bill.date - dt.timedelta(days=nights - night):%d.%m.}"
        bill.add("Logis inkl. Frühstück", None, Decimal(rng.choice((119, 119, 138))), rate=LODGING, more=(day,))
        bill.add("Ortstaxe", None, Decimal("3.50"), rate=ZERO, more=(day,))
        for text in rng.sample(("Restaurant", "Minibar", "Garage"), rng.choice((0, 0, 1, 2))):
            rate = FULL if text != "Restaurant" else LODGING
            bill.add(text, None, price_of(rng, 4, 60, step="0.10"), rate=rate, more=(day,))
    bill.reckon(slips="total")
    bill.prepaid = rng.choice((bill.total, ZERO, bill.money(bill.total / 4)))
    sheet = Sheet(face=TIMES)
    sheet.text(297, 60, house, size=24, align="centre", colour=(0.45, 0.3, 0.1))
    sheet.text(297, 74, "Wellness - Seminare - Genuss", size=8, align="centre", colour=GREY)
    guest = person(rng, bill.land)
    sheet.lines(60, 120, [bill.buyer.name, f"z. Hd. {guest}", *bill.buyer.address], size=10.5)
    head = [
        ("Rechnung", bill.number),
        ("Datum", bill.d(bill.date)),
        ("Gast", guest),
        ("Zimmer", str(rng.randint(101, 412))),
    ]
    head += [("Anreise", bill.d(bill.date, -nights)), ("Abreise", bill.d(bill.date)), ("Seite", "1")]
    pairs(sheet, 120, "<380 <440", head, size=9.5, step=13)
    stops = "<60 <110 >440 >535"
    heading = ["Datum", "Leistung", "Belastung EUR", "Gutschrift EUR"]

    def begin() -> None:
        sheet.y = spread(sheet, 235 if sheet.page == 1 else 70, stops, heading, size=9.5, bold=True) + 8
        sheet.rule(60, sheet.y - 16, 535, sheet.y - 16)

    begin()
    rows = [(row.more[0], row.text, bill.m(row.amount), "") for row in bill.rows]
    paid_text = "Anzahlung" if bill.prepaid < bill.total else "Mastercard xxxx" + bill.shape("####")
    rows += [(f"{bill.date:%d.%m.}", paid_text, "", bill.m(bill.prepaid))] if bill.prepaid else []
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=9.5, gap=2, bottom=700)
    room(sheet, 120, 720)
    sheet.rule(60, sheet.y - 6, 535, sheet.y - 6)
    spread(sheet, sheet.y + 8, stops, ["", "Gesamtbetrag", bill.m(bill.total), ""], size=10.5, bold=True)
    spread(sheet, sheet.y + 24, stops, ["", "Offener Saldo EUR", bill.m(bill.payable), ""], size=10.5, bold=True)
    sheet.y = spread(sheet, sheet.y + 48, ">200 >290 >370 >440", ["MwSt.", "Netto", "Steuer", "Brutto"], size=8.5)
    for tax in bill.taxes:
        cells = [f"{bill.q(tax.rate)} %", bill.m(tax.base), bill.m(tax.amount), bill.m(tax.base + tax.amount)]
        sheet.y = spread(sheet, sheet.y, ">200 >290 >370 >440", cells, size=8.5)
    at = f"{bill.seller.street}, {bill.seller.city}"
    foot = f"{house} - Betreiber: {bill.seller.name}, {at} - FN {bill.shape('######')} k"
    sheet.text(297, 800, foot, size=7, align="centre")
    sheet.text(
        297, 810, f"UID {bill.seller.tax_id} - IBAN {bill.seller.iban} - {bill.seller.mail}", size=7, align="centre"
    )
    truth = bill.truth(sheet, "seller_id payable", "tax-included", "folio", "trade-name")
    truth["totals"]["prepaid"] = number_text(bill.prepaid)
    return Drawn(sheet.finish(), (truth,))


@family("portuguese-car-hire")
def portuguese_car_hire(rng: Random) -> Drawn:
    """A form of boxes: contract, car and driver; days by price, discount per line, IVA summary, ATCUD and QR code."""
    bill = Bill(rng, "PT", rng.choice(("FT {y}A/####", "FT RAC{y}/###", "FR 1/#####")))
    days = rng.randint(1, 21)
    rate = Decimal(23)
    off = rng.choice((0, 0, 5, 10))
    bill.add(
        f"Aluguer viatura grupo {rng.choice('ABCE')}", days, price_of(rng, 18, 75), rate=rate, discount=off, uom="dia"
    )
    for text in rng.sample(("Proteção CDW", "Cadeira de criança", "GPS", "Condutor adicional"), rng.randint(0, 4)):
        bill.add(text, days, price_of(rng, 2, 14), rate=rate, uom="dia")
    if rng.random() < 0.6:
        bill.add("Combustível", Decimal(rng.randint(50, 480)) / 10, Decimal("1.489"), rate=rate, uom="L")
    if rng.random() < 0.6:
        bill.add("Via Verde - portagens", 1, price_of(rng, 2, 60), rate=rate, uom="un")
    bill.reckon(slips="total qty")
    ids = rng.random() < 0.7
    sheet = Sheet(face=VERA)
    sheet.box(30, 30, 300, 108)
    name = folded(sheet, bill.seller.name, 250, 11).split("\n")
    sheet.lines(38, 46, name, size=10)
    sheet.lines(
        38, 74, [*bill.seller.address, f"Contribuinte n.º {bill.seller.tax_id}  Capital Social 50.000,00 EUR"], size=7
    )
    sheet.text(38, 103, f"Cons. Reg. Com. sob o n.º {bill.shape('5########')}", size=6)
    sheet.box(310, 30, 565, 108)
    sheet.lines(318, 44, ["Exmo.(s) Sr.(s)", bill.buyer.name, *bill.buyer.address], size=8.5)
    if ids:
        sheet.text(318, 100, f"V/ NIF: {bill.buyer.tax_id}", size=8)
    sheet.text(30, 130, f"Fatura n.º {bill.number}", size=12, bold=True)
    sheet.text(565, 130, "Original", size=8, align="right")
    cells = [("Data", bill.d(bill.date)), ("Vencimento", bill.d(bill.due)), ("Contrato", bill.shape("RA-######"))]
    cells += [
        ("Matrícula", bill.shape("##-@@-##")),
        ("Condutor", person(rng, bill.land)),
        ("Km", str(rng.randint(90, 4000))),
    ]
    for n, (label, value) in enumerate(cells):
        x = 30 + 89 * n
        sheet.box(x, 140, x + 89, 166)
        sheet.text(x + 3, 148, label, size=6, colour=GREY)
        sheet.text(x + 3, 160, value, size=7.5)
    stops = "<36 >290 <300 >380 >430 >475 >560"
    bar(sheet, 180, 15, 30, 565, (0.2, 0.35, 0.3))
    heading = ["Descrição", "Qtd.", "Un.", "Pr. Unitário", "Desc. %", "IVA", "Valor"]
    spread(sheet, 190, stops, heading, size=7.5, bold=True, colour=WHITE)
    sheet.y = 208
    for row in bill.rows:
        cells7 = [
            row.text,
            bill.q(row.qty),
            row.uom or "",
            bill.p(row.price),
            bill.m(Decimal(off)) if row.discount else "",
        ]
        sheet.y = spread(sheet, sheet.y, stops, [*cells7, "23%", bill.m(row.amount)], size=8) + 5
    gross = bill.subtotal + sum((row.discount for row in bill.rows), ZERO)
    _car_hire_foot(sheet, bill, gross)
    shown = f"due seller_id {'buyer_id' if ids else ''} tax tax_base qty price"
    truth = bill.truth(sheet, shown, "boxes", "line-discount")
    if gross != bill.subtotal:  # the goods' sum is printed before the lines' discounts, which are told once more below
        subtotals = [number_text(bill.subtotal), number_text(gross), None]
        truth["totals"] |= {"subtotal": subtotals, "discount": ["0", number_text(gross - bill.subtotal)]}
    return Drawn(sheet.finish(), (truth,))


def _car_hire_foot(sheet: Sheet, bill: Bill, gross: Decimal) -> None:
    squares(sheet, 36, 420, 70, bill.rng)
    sheet.text(36, 416, f"ATCUD: {bill.shape('@@@@####')}-{bill.shape('###')}", size=7)
    stops = "<130 >235 >300"
    spread(sheet, 430, stops, ["Taxa IVA", "Incidência", "Total IVA"], size=7.5, bold=True)
    spread(sheet, 443, stops, ["23,00", bill.m(bill.tax_base), bill.m(bill.tax)], size=7.5)
    sums = [("Mercadoria/Serviços", bill.m(gross)), ("Descontos comerciais", bill.m(gross - bill.subtotal))]
    sums += [("IVA", bill.m(bill.tax)), ("Total (EUR)", bill.m(bill.total))]
    pairs(sheet, 430, "<370 >560", sums, size=9, step=15, bold=("Total",))
    note = "Processado por programa certificado n.º 0000/AT. Serviços colocados à disposição do adquirente nesta data."
    sheet.lines(30, 530, [note, f"IBAN {bill.seller.iban}   Tel. {bill.seller.phone}"], size=6.5, leading=1.6)


PARTS = (
    ("Ölfilter", "6 #@ 115 561", "14.90"),
    ("Bremsbelagsatz VA", "@K0 698 151", "89.4"),
    ("Motoröl 5W-30", "G 052 #", "18.75"),
    ("Dichtring", "N 013 815", "0.85"),
    ("Wischerblatt Satz", "5@1 955 425", "42.3"),
)
JOBS = ("Kleine Inspektion", "Bremsbeläge VA aus- und einbauen", "Räder umgesteckt", "Fehlerspeicher ausgelesen")


@family("german-workshop")
def german_workshop(rng: Random) -> Drawn:
    """Labour in units of work and parts with their own sums, the test's fee passed on, the car's data in a band."""
    bill = Bill(rng, "DE", rng.choice(("W#####", "{y}/####", "RG-######")))
    bill.seller = replace(bill.seller, name=f"Autohaus {bill.seller.name.removeprefix('Gebr. ')}")
    rate = Decimal(19)
    for text in rng.sample(JOBS, rng.randint(1, 4)):
        bill.add(text, rng.randint(2, 34), Decimal("11.40"), rate=rate, sku=bill.shape("## ## ## ##"), uom="AW")
    labour = list(bill.rows)
    for text, code, price in rng.sample(PARTS, rng.randint(1, 5)):
        count = Decimal("4.3") if "öl 5" in text else Decimal(rng.choice((1, 1, 2)))
        bill.add(text, count, Decimal(price), rate=rate, sku=bill.shape(code), uom="L" if "öl 5" in text else "ST")
    bill.reckon()
    sheet = Sheet()
    sheet.text(540, 60, bill.seller.name, size=15, bold=True, align="right")
    sheet.text(540, 73, "Meisterbetrieb der Kfz-Innung", size=8, align="right")
    sheet.text(60, 118, f"{bill.seller.name} - {bill.seller.street} - {bill.seller.city}", size=5.5)
    titled = rng.random() < 0.5
    sheet.lines(60, 134, [*(["Firma"] if titled else []), bill.buyer.name, *bill.buyer.address], size=10)
    head = [
        ("Kunden-Nr.", bill.shape("2####")),
        ("Auftrag", bill.shape("A######")),
        ("Auftragsdatum", bill.d(bill.date, -3)),
    ]
    head += [("Rechnungs-Nr.", bill.number), ("Rechn.-Datum", bill.d(bill.date)), ("Ber.", person(rng, bill.land))]
    pairs(sheet, 112, "<370 >540", head, size=8, step=11.5)
    sheet.text(60, 216, "R E C H N U N G", size=13, bold=True)
    bar(sheet, 226, 26, 55, 545, (0.9, 0.9, 0.9))
    car = ["Amtl. Kennz.", "Typ/Modell", "Fahrgestell-Nr.", "km-Stand", "Zulassung", "nächste HU"]
    worth = [bill.shape("HL-@@ ###"), "Variant 1.6", bill.shape("WXX@@@1K#########"), str(rng.randint(9000, 180000))]
    stops = "<60 <130 <210 <325 <390 <465"
    spread(sheet, 235, stops, car, size=6.5)
    spread(sheet, 247, stops, [*worth, "03.04.2017", f"{rng.randint(1, 12):02}/{bill.date.year + 1}"], size=8)
    stops = "<60 <140 >375 <382 >450 >540"
    sheet.y = (
        spread(sheet, 272, stops, ["Nummer", "Bezeichnung", "Menge", "", "Preis", "Betrag EUR"], size=8, bold=True) + 6
    )
    for title, rows in (("Arbeitslohn", labour), ("Ersatzteile", bill.rows[len(labour) :])):
        cells = [(r.sku or "", r.text, bill.q(r.qty), r.uom or "", bill.p(r.price), bill.m(r.amount)) for r in rows]
        listing(sheet, stops, cells, turn=turned(sheet, lambda: None), size=8.5, gap=3)
        sheet.rule(450, sheet.y - 8, 540, sheet.y - 8, 0.3)
        sheet.y = (
            spread(sheet, sheet.y + 2, ">450 >540", [f"Summe {title}", bill.m(bill.sum(rows))], size=8.5, bold=True) + 8
        )
    sheet.rule(60, 620, 545, 620)
    stops = "<60 >200 >290 >380 >540"
    spread(sheet, 632, stops, ["Lohn", "Teile", "Nettobetrag", "19,00 % MwSt", "Endbetrag EUR"], size=7.5)
    parts = bill.sum(bill.rows) - bill.sum(labour)
    foot = [bill.m(bill.sum(labour)), bill.m(parts), bill.m(bill.subtotal), bill.m(bill.tax), bill.m(bill.total)]
    spread(sheet, 645, stops, foot, size=9.5, bold=True)
    due = rng.random() < 0.5
    terms = f"Zahlbar bis {bill.d(bill.due)} rein netto." if due else "Zahlbar sofort ohne Abzug bei Fahrzeugübergabe."
    sheet.text(
        60,
        668,
        f"{terms} Das Fahrzeug bleibt bis zur Bezahlung unser Eigentum, soweit Teile eingebaut wurden.",
        size=7.5,
    )
    for x, texts in (
        (60, [bill.seller.name, *bill.seller.address]),
        (230, [f"Tel. {bill.seller.phone}", bill.seller.mail, f"HRA {bill.shape('####')}"]),
        (380, [f"St.-Nr. {bill.shape('##/###/#####')}", f"USt-ID {bill.seller.tax_id}", bill.seller.iban]),
    ):
        sheet.lines(x, 785, texts, size=6.5)
    truth = bill.truth(sheet, f"{'due' if due else ''} seller_id subtotal tax qty price", "sections", "totals-in-a-row")
    return Drawn(sheet.finish(), (truth,))


@family("travel-agency-tickets")
def travel_agency_tickets(rng: Random) -> Drawn:
    """Passengers, ticket numbers, fare and airport taxes in columns of their own; only the agency's fee bears VAT."""
    bill = Bill(rng, "GB", rng.choice(("T######", "INV/######/@", "0#####")))
    bill.seller = replace(
        bill.seller, name=f"{bill.seller.name.split()[0]} Travel {rng.choice(('Ltd', 'Management LLP'))}"
    )
    routes = ("LHR-FRA-LHR", "MAN-AMS-JFK", "EDI-LHR", "BHX-DUB-BHX", "LGW-NCE-LGW")
    names = ("OLLERENSHAW/GWEN MS", "DACRE/PETER MR", "WINTERBOURNE/AISHA DR", "FAIRLEIGH/TOM MR")
    for name in rng.sample(names, rng.randint(1, 4)):
        fare, levy = price_of(rng, 60, 900), price_of(rng, 20, 140)
        text = f"{name} {rng.choice(routes)} {bill.d(bill.date, rng.randint(5, 60))}"
        more = (bill.shape("125-##########"), bill.m(fare), bill.m(levy))
        bill.add(text, None, fare + levy, rate=ZERO, more=more)
    fee = Decimal(rng.choice((15, 25, 30)))
    bill.add(
        "Ticketing service fee",
        None,
        fee * len(bill.rows),
        rate=Decimal(20),
        more=("", bill.m(fee * len(bill.rows)), ""),
    )
    bill.reckon()
    sheet = Sheet(face=VERA)
    sheet.text(40, 50, "INVOICE", size=9, bold=True, colour=GREY)
    sheet.lines(40, 68, [bill.buyer.name, "Accounts Payable, Cost Centre 4410", *bill.buyer.address], size=9)
    sheet.text(555, 52, bill.seller.name, size=14, bold=True, align="right", colour=(0.7, 0.2, 0.1))
    mine = [*bill.seller.address, f"T {bill.seller.phone}", bill.seller.mail, f"ATOL {bill.shape('####')}"]
    for n, text in enumerate(mine):
        sheet.text(555, 65 + 11 * n, text, size=7.5, align="right")
    booker = person(rng, bill.land)
    head = [("Our Ref", bill.shape("@@@@@@")), ("Invoice", bill.number), ("Invoice Date", bill.d(bill.date))]
    head += [("Departure Date", bill.d(bill.date, 21)), ("Booked By", booker), ("Balance Due Date", bill.d(bill.due))]
    for n, (label, value) in enumerate(head):
        sheet.text(40 + 172 * (n % 3), 150 + 26 * (n // 3), label, size=6.5, colour=GREY)
        sheet.text(40 + 172 * (n % 3), 161 + 26 * (n // 3), value, size=9)
    stops = "<40 <255 >400 >465 >555"
    sheet.rule(40, 205, 555, 205, 1)
    sheet.y = (
        spread(sheet, 218, stops, ["Passenger / itinerary", "Ticket", "Fare GBP", "Taxes GBP", "Total GBP"], size=7.5)
        + 8
    )
    for row in bill.rows:
        cells = [folded(sheet, row.text, 205, 8), *row.more, bill.m(row.amount)]
        sheet.y = spread(sheet, sheet.y, stops, cells, size=8) + 6
    sheet.rule(40, sheet.y - 4, 555, sheet.y - 4)
    sums = [("Net total", bill.m(bill.subtotal)), ("VAT @ 20% on service fee", bill.m(bill.tax))]
    sums += [("Invoice total GBP", bill.m(bill.total))]
    pairs(sheet, sheet.y + 12, ">465 >555", sums, size=8.5, step=15, bold=("Invoice",))
    foot = f"Registered no. {bill.shape('0#######')}. VAT Registration {bill.seller.tax_id}. Fares are zero rated."
    sheet.text(297, 800, foot, size=6.5, align="centre")
    truth = bill.truth(sheet, "due seller_id subtotal tax", "tickets")
    truth["totals"]["tax_base"] = None
    return Drawn(sheet.finish(), (truth,))
