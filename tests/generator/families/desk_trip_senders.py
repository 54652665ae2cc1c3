"""Journeys and visits: taxi account, hotel, airline booking, a doctor billing an insurer; and a French app."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, Bill, bar, folded, price_of, spread
from tests.generator.desk import addressee, assortment, populate, settled
from tests.generator.english_folk import Folk, address, full_name, shown, with_po
from tests.generator.english_folk import addressee as english_addressee
from tests.generator.english_folk import populate as populate_english
from tests.generator.forms import cell_row, table
from tests.generator.ink import number_text
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, Truth, family
from tests.generator.sheet import Sheet
from tests.generator.table import Look

PLACES = (
    "Central Station",
    "Airport T2",
    "14 Castle Street",
    "Royal Infirmary",
    "The Grange Hotel",
    "Unit 6, Dock Road",
)


@family("british-taxi-account")
def british_taxi_account(rng: Random) -> Drawn:
    """A taxi firm's monthly account: journeys by passenger, from and to, fare and waiting make the net; VAT below."""
    bill = Bill(rng, "GB", rng.choice(("A#####", "######", "TX/{y}/###")))
    folk = populate_english(bill, ("Taxis", "Private Hire", "Cars"), private=0)
    bill.day_format, rate = "%d/%m/%Y", Decimal(20)
    people = [full_name(rng) for _ in range(4)]
    for n in range(some(rng, 30)):
        start, end = rng.sample(PLACES, 2)
        fare, wait = price_of(rng, 6, 70, step="0.1"), rng.choice((ZERO, ZERO, ZERO, Decimal("2.50"), Decimal(5)))
        day = bill.d(bill.date, -30 + n % 28)
        more = (day, bill.shape("######"), rng.choice(people), bill.m(fare), bill.m(wait))
        bill.add(f"{start} to {end}", None, fare + wait, rate=rate, more=more)
    fee = rng.choice((ZERO, Decimal("3.50")))
    bill.reckon(charges=fee, at=rate)
    sheet, dated = Sheet(), rng.random() < 0.5
    sheet.text(40, 62, bill.seller.name, size=18, bold=True)
    sheet.text(40, 78, f"{', '.join(address(bill.seller))}  -  Tel {bill.seller.phone}", size=8.5)
    sheet.text(560, 62, "ACCOUNT INVOICE", size=13, bold=True, align="right")
    sheet.lines(40, 115, english_addressee(bill, folk), size=9.5)
    term = bill.d(bill.due) if dated else f"{(bill.due - bill.date).days} days from invoice date"
    facts = [("Account", bill.shape("ACC###")), ("Invoice", bill.number), ("Date", bill.d(bill.date))]
    facts += [("VAT Reg.", bill.seller.tax_id), ("Payment due", term)]
    pairs(sheet, 115, "<370 <440", facts, size=9, step=13)
    sheet.y = 205
    heads = "55<Date|48<Job No|95<Passenger|170<Journey|45>Fare|50>Waiting|57>Total £"
    rows = [(*r.more[:3], r.text, *r.more[3:], bill.m(r.amount)) for r in bill.rows]
    table(sheet, 40, heads, rows, Look("rows", size=8, gap=3), bottom=740)
    room(sheet, 100, 780)
    sums = [(f"{len(bill.rows)} journeys", bill.subtotal)] + ([("Account charge", fee)] if fee else [])
    sums += [("VAT at 20%", bill.tax), ("Amount payable", bill.total)]
    texts = [(label, f"£{bill.m(value)}") for label, value in sums]
    pairs(sheet, sheet.y + 16, "<400 >557", texts, size=9.5, step=15, bold=("Amount",))
    bank = f"BACS: sort code {bill.shape('##-##-##')}, account {bill.shape('########')}, reference {bill.number}"
    sheet.text(40, 810, bank, size=8.5)
    truth = bill.truth(sheet, shown("seller_id subtotal tax", due=dated), "travel", "no-quantity")
    return Drawn(sheet.finish(), (with_po(bill.charge_as_line(truth), ""),))


STAY = (
    ("Breakfast", 14, 22),
    ("Restaurant dinner", 20, 64),
    ("Bar", 5, 30),
    ("Parking", 10, 22),
    ("Room service", 9, 28),
)


@family("british-hotel-net-gross")
def british_hotel_net_gross(rng: Random) -> Drawn:
    """A hotel's VAT invoice: guest apart from the company that pays, a row per night with net, VAT and gross."""
    bill = Bill(rng, "GB", rng.choice(("#####", "HTL######", "F-######")))
    folk = populate_english(bill, ("Lodge Hotel", "Park Hotel", "Inn"), private=0.3)
    bill.included, rate = True, Decimal(20)
    bill.day_format = rng.choice(("%d/%m/%Y", "%d-%b-%Y"))
    nights, price = rng.choice((1, 1, 2, 3, 5, 9)), price_of(rng, 62, 190, step="0.5")
    start = bill.date - dt.timedelta(days=nights)
    for n in range(nights):
        bill.add("Accommodation", None, price, rate=rate, more=(bill.d(start, n),))
        for text, low, high in rng.sample(STAY, rng.choice((0, 1, 2))):
            bill.add(text, None, price_of(rng, low, high, step="0.05"), rate=rate, more=(bill.d(start, n),))
    bill.reckon()
    paid = folk.private or rng.random() < 0.5
    sheet = Sheet()
    _hotel_head(sheet, bill, folk, bill.d(start))
    stops = "<50 <130 >380 >450 >545"

    def begin() -> None:
        sheet.y = 300 if sheet.page == 1 else 60
        bar(sheet, sheet.y - 12, 17, 45, 550, (0.92, 0.9, 0.86))
        spread(sheet, sheet.y, stops, ["Date", "Description", "Net", "VAT 20%", "Gross GBP"], size=8.5, bold=True)
        sheet.y += 18

    begin()
    rows = []
    for r in bill.rows:
        net = bill.money(r.amount / Decimal("1.2"))
        rows.append((r.more[0], r.text, bill.m(net), bill.m(r.amount - net), bill.m(r.amount)))
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8.5, gap=4, bottom=690)
    room(sheet, 110, 770)
    sums = [("Total excluding VAT", bill.tax_base), ("VAT 20%", bill.tax), ("Total including VAT", bill.total)]
    way = rng.choice(("Visa", "Mastercard", "Amex"))
    sums += [(f"Paid - {way} ****{bill.shape('####')}", -bill.total)] if paid else []
    texts = [(a, bill.m(b)) for a, b in [*sums, ("Balance due GBP", ZERO if paid else bill.total)]]
    pairs(sheet, sheet.y + 12, "<350 >545", texts, size=9, step=15, bold=("Total inc", "Balance"))
    foot = f"{bill.seller.name} - VAT No. {bill.seller.tax_id} - We hope to welcome you back soon"
    sheet.text(297, 806, foot, size=7.5, align="centre", colour=GREY)
    truth = _or_net(bill, bill.truth(sheet, "seller_id tax tax_base payable", "travel", "prices-with-tax", "hotel"))
    return Drawn(sheet.finish(), (with_po(settled(bill, truth) if paid else truth, ""),))


def _or_net(bill: Bill, truth: Truth) -> Truth:
    """Net and gross stand on each line: the lines may as well be read net."""
    nets = [bill.money(r.amount / Decimal("1.2")) for r in bill.rows]
    lines = [{k: v for k, v in item.items() if k != "tax_included"} for item in truth["items"]]
    items = [line | {"amount": number_text(net)} for line, net in zip(lines, nets, strict=True)]
    return {
        **truth,
        "or": [{"items": items, "totals": truth["totals"] | {"subtotal": [number_text(sum(nets, ZERO)), None]}}],
    }


def _hotel_head(sheet: Sheet, bill: Bill, folk: Folk, start: str) -> None:
    sheet.text(297, 62, bill.seller.name, size=19, align="centre", colour=(0.4, 0.3, 0.15))
    line = f"{', '.join(address(bill.seller))} | {bill.seller.phone}"
    sheet.text(297, 78, line, size=8, align="centre")
    sheet.text(50, 118, "VAT INVOICE", size=13, bold=True)
    sheet.lines(50, 142, ["Invoice to:", bill.buyer.name, *address(bill.buyer)], size=9, bold_first=True)
    room_no = bill.shape("###")
    facts = [("Invoice No.", bill.number), ("Invoice Date", bill.d(bill.date)), ("Guest", folk.contact)]
    facts += [("Room", room_no), ("Arrival", start), ("Departure", bill.d(bill.date))]
    facts += [("Confirmation No.", bill.shape("########"))]
    pairs(sheet, 142, "<350 <445", facts, size=9, step=14)


EXTRAS = (
    ("Seat selection", 6, 24),
    ("Hold luggage 23kg", 19, 46),
    ("Speedy boarding", 5, 16),
    ("Sports equipment", 37, 48),
)


@family("airline-booking-invoice")
def airline_booking_invoice(rng: Random) -> Drawn:
    """An airline's invoice for a booking: flights and passengers above, fares, extras, fees, no VAT, paid by card."""
    code = rng.choice(("GB", "IE"))
    bill = Bill(rng, code, rng.choice(("INV########", "@@@####-#", "{y}########")))
    populate_english(bill, ("Air",), private=0.6)
    brand = rng.choice(("Swiftwing", "Plover", "Jetlark"))
    bill.seller = replace(bill.seller, name=f"{brand} Airline Company {'Limited' if code == 'GB' else 'DAC'}")
    pax = rng.choice((1, 1, 2, 3))
    legs = rng.choice((1, 2))
    fare = price_of(rng, 22, 210)
    bill.add(f"Fare - Adult, {legs} flight{'s' * (legs > 1)}", pax, fare)
    for text, low, high in rng.sample(EXTRAS, rng.randint(0, 4)):
        bill.add(text, rng.randint(1, pax), price_of(rng, low, high))
    bill.add("Air passenger duty and airport charges", pax, Decimal(rng.choice(("13.00", "26.00", "42.55"))))
    if rng.random() < 0.5:
        bill.add("Administration fee", 1, Decimal("7.50"))
    bill.reckon(taxed=False)
    sign = "£" if code == "GB" else "€"
    sheet = Sheet()
    bar(sheet, 0, 60, 0, 595, (0.95, 0.45, 0.05))
    sheet.text(45, 40, brand, size=24, bold=True, colour=(1, 1, 1))
    sheet.text(550, 40, "Invoice", size=16, align="right", colour=(1, 1, 1))
    ref = bill.shape("K@@#@@@")
    facts = [("Booking reference", ref), ("Invoice number", bill.number), ("Invoice date", bill.d(bill.date))]
    facts += [("Payment", f"Card ending {bill.shape('####')}")]
    pairs(sheet, 92, "<320 <430", facts, size=9, step=14)
    sheet.lines(45, 92, ["Billed to", bill.buyer.name, *address(bill.buyer)], size=9, bold_first=True)
    sheet.y = 185
    flights = []
    for n in range(legs):
        way = ("Port Ellis (PEL) - Dublin (DUB)", "Dublin (DUB) - Port Ellis (PEL)")[n]
        flights.append((bill.shape("SW####"), way, bill.d(bill.date, 20 + 4 * n), bill.shape("1#:35")))
    table(sheet, 45, "80<Flight|240<Route|110<Date|70<Departs", flights, Look("grid", size=8.5))
    sheet.text(45, sheet.y + 16, f"Passengers: {', '.join(full_name(rng) for _ in range(pax))}", size=9)
    sheet.y += 34
    rows = [(r.text, bill.q(r.qty), f"{sign}{bill.p(r.price)}", f"{sign}{bill.m(r.amount)}") for r in bill.rows]
    heads = "270<Description|60>Number|80>Each|95>Amount"
    table(sheet, 45, heads, rows, Look("rows", size=9, gap=6))
    sums = [("Total cost", bill.total), ("Payment received", -bill.total), ("Balance outstanding", ZERO)]
    texts = [(a, f"{sign}{bill.m(b)}".replace(f"{sign}-", f"-{sign}")) for a, b in sums]
    pairs(sheet, sheet.y + 18, "<370 >547", texts, size=10, step=17, bold=("Total", "Balance"))
    told = ["Passenger air transport is zero rated for VAT."]
    told += [f"{bill.seller.name}, {', '.join(address(bill.seller))}. VAT number {bill.seller.tax_id}."]
    sheet.lines(45, 780, told, size=8)
    truth = bill.truth(sheet, "seller_id qty price", "travel", "no-tax")
    return Drawn(sheet.finish(), (with_po(settled(bill, truth), ""),))


PROCEDURES = (
    ("CO010", "New patient consultation", 180, 260),
    ("CO020", "Follow-up consultation", 110, 170),
    ("W9030", "Ultrasound guided injection, shoulder", 240, 390),
    ("U2010", "ECG with interpretation", 60, 95),
    ("S0632", "Excision of skin lesion, trunk", 210, 330),
    ("X9998", "Review of imaging and report", 70, 120),
)


@family("consultant-insurer-codes")
def consultant_insurer_codes(rng: Random) -> Drawn:
    """A private doctor's bill: patient, insurer, membership and authorisation in cells, procedure codes, no VAT."""
    bill = Bill(rng, "GB", rng.choice(("#####", "HS/#####", "{y}-####")))
    folk = populate_english(bill, ("Clinic",), private=0)
    doctor = full_name(rng)
    bill.seller = replace(bill.seller, name=f"{rng.choice(('Dr', 'Dr', 'Prof'))} {doctor}")
    insurer = rng.choice(("Avenbury Health", "Westgate PMI", "Corinth Healthcare Ltd"))
    insured = rng.random() < 0.6
    patient = folk.contact
    bill.buyer = replace(bill.buyer, name=insurer if insured else patient)
    for code, text, low, high in rng.sample(PROCEDURES, rng.randint(1, len(PROCEDURES))):
        day = bill.d(bill.date, -rng.randint(1, 14))
        bill.add(text, None, price_of(rng, low, high, step="5"), sku=code, more=(day,))
    bill.reckon(taxed=False)
    sheet, days = Sheet(), (bill.due - bill.date).days
    sheet.text(50, 62, bill.seller.name, size=15, bold=True)
    sheet.text(50, 77, "MBBS FRCP - Consultant Physician", size=9, colour=GREY)
    sheet.text(50, 89, f"GMC {bill.shape('#######')}  -  Provider no. {bill.shape('0#######')}", size=8.5, colour=GREY)
    secretary = f"Secretary: {folk.clerk}, {bill.seller.phone}"
    sheet.lines(545, 58, ["All correspondence to:", *address(bill.seller), secretary], size=8.5, align="right")
    sheet.lines(50, 150, [bill.buyer.name, *address(bill.buyer)], size=10)
    sheet.text(50, 245, "INVOICE FOR PROFESSIONAL SERVICES", size=12, bold=True)
    born = dt.date(rng.randint(1940, 2008), rng.randint(1, 12), rng.randint(1, 28))
    cells = [("Invoice No", bill.number), ("Invoice date", bill.d(bill.date)), ("Patient", patient)]
    cells += [("Date of birth", bill.d(born))]
    cell_row(sheet, 256, 28, [50, 160, 275, 420, 545], cells, size=9)
    policy = [
        ("Insurer", insurer if insured else "Self-funding"),
        ("Membership No", bill.shape("########@") if insured else "-"),
    ]
    policy += [("Authorisation", bill.shape("AU#######") if insured else "-"), ("Hospital", "The Grange")]
    cell_row(sheet, 284, 28, [50, 160, 275, 420, 545], policy, size=9)
    sheet.y = 330
    rows = [(r.more[0], r.sku or "", r.text, bill.m(r.amount)) for r in bill.rows]
    heads = "95<Date of service|60<Code|250<Description|90>Fee (£)"
    table(sheet, 50, heads, rows, Look("rows", size=9, gap=7))
    total = [("Total due", f"£{bill.m(bill.total)}")]
    y = pairs(sheet, sheet.y + 20, "<400 >542", total, size=11, step=18, bold=("Total",))
    told = ["Medical services are exempt from VAT.", f"Settlement is requested within {days} days."]
    told += [
        f"Bank transfer: sort code {bill.shape('##-##-##')}, account {bill.shape('########')}, quote {bill.number}."
    ]
    told += ["Any shortfall not met by your insurer remains your responsibility."]
    sheet.lines(50, y + 14, told, size=9, leading=1.5)
    truth = bill.truth(sheet, "payable", "medical", "no-tax")
    return Drawn(sheet.finish(), (with_po(truth, ""),))


MISSIONS = (
    ("Développement front-end", "Intégration des maquettes et composants réutilisables", "jour"),
    ("Rédaction d'articles", "800 mots, optimisés", "article"),
    ("Shooting photo", "Demi-journée, 20 photos retouchées", "forfait"),
    ("Cours de yoga en entreprise", "", "séance"),
    ("Création de logo", "Deux propositions, trois allers-retours", "forfait"),
    ("Conseil en organisation", "", "heure"),
)


@family("french-micro-app")
def french_micro_app(rng: Random) -> Drawn:
    """A French app for the self-employed: a person as seller, cards for both parties, no TVA, IBAN and BIC below."""
    bill = Bill(rng, "FR", rng.choice(("F-{y}-00##", "F{y}{m}-0##", "00##")))
    folk = populate(bill, ("{} Conseil",), private=0.1)
    trade = rng.random() < 0.4
    bill.seller = replace(bill.seller, name=f"{folk.clerk} EI" if trade else folk.clerk)
    bill.day_format = rng.choice(("%d/%m/%Y", "%d %B %Y"))
    for text, note, unit in assortment(rng, MISSIONS, 10):
        more = {"uom": unit, "notes": (note,) * bool(note)}
        bill.add(text, Decimal(rng.choice(("1", "1", "2", "0.5", "4"))), price_of(rng, 40, 480, step="5"), **more)
    bill.reckon(taxed=False)
    sheet = Sheet()
    sheet.text(45, 70, "Facture", size=24, bold=True, colour=(0.3, 0.2, 0.6))
    facts = [("Numéro", bill.number), ("Date d'émission", bill.d(bill.date)), ("Date d'échéance", bill.d(bill.due))]
    pairs(sheet, 92, "<45 <140", facts, size=9, step=14, bold=("Numéro",))
    siret = bill.shape("### ### ### 000##")
    mine = [bill.seller.name, *address(bill.seller), f"SIRET : {siret}", bill.seller.mail]
    bar(sheet, 148, 98, 40, 290, (0.96, 0.95, 0.99))
    bar(sheet, 148, 98, 305, 555, (0.96, 0.95, 0.99))
    sheet.lines(50, 164, ["Émetteur", *mine], size=9, bold_first=True, leading=1.4)
    sheet.lines(315, 164, ["Destinataire", *addressee(bill, folk)], size=9, bold_first=True, leading=1.4)
    stops = "<45 >355 <365 >470 >550"

    def begin() -> None:
        sheet.y = 280 if sheet.page == 1 else 60
        heads = ["Désignation", "Quantité", "Unité", "Prix unitaire", "Montant"]
        spread(sheet, sheet.y, stops, heads, size=8.5, bold=True, colour=(0.3, 0.2, 0.6))
        sheet.y += 20

    begin()
    rows = []
    for r in bill.rows:
        text = "\n".join((r.text, *(folded(sheet, note, 240, 9) for note in r.notes)))
        rows.append((text, bill.q(r.qty), r.uom or "", f"{bill.p(r.price)} €", f"{bill.m(r.amount)} €"))
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=9, gap=8, bottom=640, rules=(40, 555))
    room(sheet, 170, 790)
    spread(sheet, sheet.y + 10, "<380 >550", ["Total à payer", f"{bill.m(bill.total)} €"], size=12, bold=True)
    sheet.text(550, sheet.y + 25, "TVA non applicable, art. 293 B du CGI", size=8, align="right", colour=GREY)
    pay = ["Paiement par virement", f"IBAN : {bill.seller.iban}", bill.shape("BIC : @@@@FRPP###")]
    sheet.lines(45, sheet.y + 50, pay, size=9, bold_first=True, leading=1.4)
    late = "En cas de retard de paiement, indemnité forfaitaire de 40 € et pénalités au taux légal majoré de 10 points."
    sheet.text(45, 806, late, size=7, colour=GREY)
    truth = bill.truth(sheet, "due qty price", "program", "small-trader", "no-tax")
    truth["seller"] = {"name": [bill.seller.name, folk.clerk], "tax_id": None, "address": None}
    return Drawn(sheet.finish(), (with_po(truth, ""),))
