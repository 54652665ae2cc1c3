"""A vet by animal, a railway's bookings, a car park's contract, a payment processor's fees, a lawyer's hours."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, Bill, bar, folded, price_of, spread
from tests.generator.desk import addressee, assortment, full_name, populate, settled
from tests.generator.english_folk import Folk, address, last_month, shown, with_po
from tests.generator.english_folk import populate as populate_english
from tests.generator.forms import table
from tests.generator.listing import listing, pairs, room, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import TIMES, Sheet
from tests.generator.table import Look

RED = (0.8, 0.05, 0.1)
TREATMENTS = (
    ("Consultation", 38, 58),
    ("Booster vaccination DHPPi/L4", 45, 68),
    ("Metacam Oral Suspension 32ml", 18, 31),
    ("Nail clip", 9, 16),
    ("Dental scale and polish under GA", 190, 340),
    ("Pre-anaesthetic blood profile", 62, 95),
    ("Microchip implant", 15, 25),
    ("Milprazon tablets (each)", 9, 14),
    ("Hospitalisation per day inc. nursing care", 85, 140),
)
ANIMALS = ("Bella (Canine, Labrador)", "Mr Tibbs (Feline, DSH)", "Clover (Rabbit)", "Duke (Canine, X-breed)")


@family("british-vet-by-animal")
def british_vet_by_animal(rng: Random) -> Drawn:
    """A vet's client invoice: animals as headings, dated treatments with VAT in the price, card payment, balance."""
    bill = Bill(rng, "GB", rng.choice(("######", "INV-#####", "@@######")))
    folk = populate_english(bill, ("Veterinary Surgery", "Vets", "Pet Clinic"), private=0.85)
    bill.included, twenty = True, Decimal(20)
    bill.day_format = rng.choice(("%d/%m/%Y", "%d-%b-%Y"))
    pets = rng.sample(ANIMALS, rng.choice((1, 1, 2, 3)))
    for pet in pets:
        for text, low, high in assortment(rng, TREATMENTS, 9)[:9]:
            day = bill.d(bill.date, -rng.randint(0, 20))
            qty = rng.choice((2, 3, 6)) if "each" in text or "per day" in text else 1
            bill.add(text, qty, price_of(rng, low, high), rate=twenty, more=(pet, day))
    bill.reckon()
    bill.prepaid = rng.choice((ZERO, bill.total, bill.money(bill.total / 2)))
    sheet = Sheet()
    _vet_head(sheet, bill, folk)
    stops = "<45 <115 >420 >480 >550"

    def begin() -> None:
        sheet.y = 250 if sheet.page == 1 else 60
        spread(sheet, sheet.y, stops, ["Date", "Treatment / Product", "Qty", "Price", "Total"], size=8.5, bold=True)
        sheet.rule(45, sheet.y + 5, 550, sheet.y + 5)
        sheet.y += 20

    begin()
    for pet in pets:
        if sheet.y > 670:
            turned(sheet, begin)()
        sheet.text(45, sheet.y, f"Animal: {pet}", size=9, bold=True)
        sheet.y += 15
        mine = [r for r in bill.rows if r.more[0] == pet]
        rows = [(r.more[1], r.text, bill.q(r.qty), bill.p(r.price), bill.m(r.amount)) for r in mine]
        listing(sheet, stops, rows, turn=turned(sheet, begin), size=8.5, gap=4, bottom=700)
        sheet.y += 6
    room(sheet, 110, 760)
    sums = [("Net", bill.tax_base), ("VAT @ 20%", bill.tax), ("Invoice Total inc. VAT", bill.total)]
    sums += [("Paid by card, thank you", -bill.prepaid)] if bill.prepaid else []
    texts = [(label, f"£{bill.m(value)}".replace("£-", "-£")) for label, value in [*sums, ("Balance", bill.payable)]]
    pairs(sheet, sheet.y + 10, ">480 >550", texts, size=9, step=15, bold=("Invoice", "Balance"))
    notes = ["All prices include VAT. Accounts are due at the time of treatment.", "POM-V: prescription only medicine."]
    sheet.lines(45, 790, notes, size=7.5)
    truth = bill.truth(sheet, "seller_id qty price tax tax_base payable", "medical", "prices-with-tax", "sections")
    return Drawn(sheet.finish(), (with_po(truth, ""),))


def _vet_head(sheet: Sheet, bill: Bill, folk: Folk) -> None:
    sheet.text(297, 58, bill.seller.name, size=18, bold=True, align="centre", colour=(0.1, 0.4, 0.3))
    line = f"{', '.join(address(bill.seller))}   Tel: {bill.seller.phone}"
    sheet.text(297, 74, line, size=8.5, align="centre")
    sheet.text(297, 86, f"VAT Reg: {bill.seller.tax_id}", size=8.5, align="centre")
    sheet.text(297, 112, "INVOICE", size=13, bold=True, align="centre")
    sheet.lines(45, 140, [bill.buyer.name, *address(bill.buyer)], size=9.5)
    facts = [("Invoice No.", bill.number), ("Invoice Date", bill.d(bill.date)), ("Client No.", bill.shape("#####"))]
    facts += [("Vet", f"{folk.clerk} MRCVS")]
    pairs(sheet, 140, "<370 <450", facts, size=9.5, step=14)


TRIPS = (
    ("Flexpreis 2. Kl., Elbhausen - Berlinchen", 7, 30, 120),
    ("Sparpreis 2. Kl., Köllnberg - Isarfeld", 7, 18, 80),
    ("Sitzplatzreservierung", 7, 5, 6),
    ("Super-Sparpreis 1. Kl., Neckarheim - Köllnberg", 7, 30, 70),
    ("Bahncard 50 Business 2. Kl.", 7, 250, 290),
    ("Stornoentgelt", 0, 10, 19),
    ("Parkhaus Bahnhof, Tagesticket", 19, 9, 24),
)


@family("german-rail-bookings")
def german_rail_bookings(rng: Random) -> Drawn:
    """A railway's business bill: bookings by date, traveller and order, prices with tax at 7, 19 and 0 %, debit."""
    bill = Bill(rng, "DE", rng.choice(("##########", "RG-{y}-######", "9### #### ##")))
    folk = populate(bill, ("{} Bahn", "{} Fernverkehr"), private=0)
    bill.included, bill.day_format = True, "%d.%m.%Y"
    people = [full_name(rng, "DE") for _ in range(3)]
    for text, rate, low, high in assortment(rng, TRIPS, 30):
        more = (bill.d(bill.date, -rng.randint(2, 28)), bill.shape("@@@@@@"), rng.choice(people))
        bill.add(text, None, price_of(rng, low, high, step="0.1"), rate=Decimal(rate), more=more)
    bill.reckon()
    sheet, debit = Sheet(), rng.random() < 0.5
    sheet.text(550, 64, bill.seller.name.split(" ")[0].upper() + " >", size=20, bold=True, align="right", colour=RED)
    sheet.text(55, 120, ", ".join((bill.seller.name, *address(bill.seller))), size=6.5)
    sheet.lines(55, 136, addressee(bill, folk), size=10)
    facts = [("Rechnungsnummer", bill.number), ("Rechnungsdatum", bill.d(bill.date))]
    facts += [("Kundennummer (BMIS)", bill.shape("4######")), ("Zahlungsart", "Lastschrift" if debit else "Rechnung")]
    facts += [] if debit else [("Zahlbar bis", bill.d(bill.due))]
    pairs(sheet, 136, "<350 <455", facts, size=9, step=13)
    start, end = bill.d(bill.date, -30), bill.d(bill.date, -1)
    sheet.text(55, 235, "Sammelrechnung", size=14, bold=True)
    sheet.text(55, 250, f"über Buchungen vom {start} bis {end}", size=9)
    sheet.y = 264
    heads = "58<Buchung|55<Auftrag|105<Reisende/r|165<Leistung|40>MwSt|67>Brutto EUR"
    rows = [(*r.more, r.text, f"{r.rate} %", bill.m(r.amount)) for r in bill.rows]
    table(sheet, 55, heads, rows, Look("rows", size=8, header_fill=(0.92, 0.92, 0.92)), bottom=690)
    room(sheet, 120, 760)
    spread(sheet, sheet.y + 18, "<340 >542", ["Rechnungsbetrag EUR", bill.m(bill.total)], size=11, bold=True)
    sheet.y += 30
    taxes = [(f"{t.rate} %", bill.m(t.base), bill.m(t.amount), bill.m(t.base + t.amount)) for t in bill.taxes]
    table(sheet, 55, "60>MwSt-Satz|75>Netto|75>MwSt|75>Brutto", taxes, Look("none", size=8))
    iban = bill.shape("DE## **** **** **** ##")
    told = f"Der Betrag wird in den nächsten Tagen von Ihrem Konto {iban} eingezogen." if debit else ""
    other = f"Bitte überweisen Sie auf IBAN {bill.seller.iban} unter Angabe der Rechnungsnummer."
    sheet.text(55, sheet.y + 22, told or other, size=8.5)
    foot = f"{bill.seller.name} - USt-IdNr. {bill.seller.tax_id} - Amtsgericht Elbhausen {bill.shape('HRB #####')}"
    sheet.text(55, 806, foot, size=7)
    truth = bill.truth(sheet, shown("seller_id", due=not debit), "travel", "prices-with-tax", "many-rates")
    return Drawn(sheet.finish(), (with_po(truth, ""),))


@family("german-parking-contract")
def german_parking_contract(rng: Random) -> Drawn:
    """A car park's monthly bill in one sentence and a small table: places by plate, net, MwSt, SEPA mandate."""
    bill = Bill(rng, "DE", rng.choice(("DP-{y}-#####", "#######", "{y}/{m}/####")))
    folk = populate(bill, ("Parkhaus {}", "{} Parkraum", "Garagenbetriebe {}"), private=0.25)
    start, _ = last_month(bill)
    bill.date = start + dt.timedelta(days=rng.randint(0, 6))
    bill.due = bill.date + dt.timedelta(days=rng.choice((7, 10, 14)))
    price = price_of(rng, 55, 140, step="0.5")
    for _ in range(rng.choice((1, 1, 2, 3, 12))):
        plate = bill.shape("@@-@ ###")
        bill.add(f"Dauerstellplatz Nr. {rng.randint(1, 400)}", 1, price, rate=Decimal(19), uom="Monat", notes=(plate,))
    if rng.random() < 0.3:
        bill.add("Ersatz Transponder", 1, Decimal("25.00"), rate=Decimal(19), uom="Stück")
    bill.reckon()
    sheet, debit = Sheet(), rng.random() < 0.6
    bar(sheet, 40, 44, 55, 99, (0.1, 0.3, 0.7))
    sheet.text(77, 74, "P", size=32, bold=True, align="centre", colour=(1, 1, 1))
    sheet.text(112, 68, bill.seller.name, size=13, bold=True)
    sheet.text(55, 128, " - ".join((bill.seller.name, *address(bill.seller))), size=6.5)
    sheet.lines(55, 146, addressee(bill, folk), size=10)
    sheet.text(540, 225, f"{address(bill.seller)[-1].split(' ', 1)[1]}, {bill.d(bill.date)}", size=10, align="right")
    sheet.text(55, 250, f"Rechnung Nr. {bill.number}", size=13, bold=True)
    contract = bill.shape("V-#####")
    sheet.text(55, 268, f"Vertrag {contract} - Objekt: Parkhaus Am Wall - Leistungszeitraum {start:%m/%Y}", size=9)
    sheet.text(55, 292, "für die Überlassung der Stellplätze berechnen wir Ihnen:", size=9.5)
    sheet.y = 304
    heads = "200<Bezeichnung|75<Kennzeichen|50>Menge|50<Einheit|55>Preis|55>EUR"
    rows = [
        (r.text, "".join(r.notes), bill.q(r.qty), r.uom or "", bill.p(r.price), bill.m(r.amount)) for r in bill.rows
    ]
    table(sheet, 55, heads, rows, Look("grid", size=8.5, gap=4), bottom=690)
    sums = [("Nettobetrag", bill.subtotal), ("zzgl. 19 % MwSt.", bill.tax), ("Rechnungsbetrag EUR", bill.total)]
    texts = [(label, bill.m(value)) for label, value in sums]
    y = pairs(sheet, sheet.y + 16, "<380 >537", texts, size=9.5, step=15, bold=("Rechnungsbetrag",))
    way = f"Der Betrag wird am {bill.d(bill.due)} per SEPA-Lastschrift (Mandat {contract}) eingezogen."
    other = "Bitte zahlen Sie den Betrag umgehend auf das unten genannte Konto."
    told = [way if debit else other, "Zahlungen bitte immer mit Vertragsnummer.", "", "Mit freundlichen Grüßen"]
    sheet.lines(55, y + 20, [*told, bill.seller.name], size=9.5)
    foot = f"IBAN {bill.seller.iban}  |  USt-IdNr. {bill.seller.tax_id}  |  {bill.seller.phone}  |  {bill.seller.mail}"
    sheet.text(297, 806, foot, size=7.5, align="centre")
    truth = bill.truth(sheet, "seller_id qty price subtotal tax", "parking", "letter")
    if debit:
        truth["invoice"]["due_date"] = [bill.due.isoformat(), None]
    for item in truth["items"]:
        item["description"] = None  # the plate stands in a column of its own
    return Drawn(sheet.finish(), (with_po(truth, ""),))


FEES = (
    "Card payments - EEA consumer cards",
    "Card payments - international cards",
    "SEPA Direct Debit",
    "Bank redirects",
    "Disputes",
    "Radar screening",
    "Instant payouts",
    "Invoicing - Starter",
)


@family("processor-fees-month")
def processor_fees_month(rng: Random) -> Drawn:
    """A payment processor's tax invoice for its fees: counts and amounts without a price, taken from the balance."""
    away = rng.choice(("IE", "DE", "FR", "NL"))
    bill = Bill(rng, "IE", rng.choice(("@@@@@@@@-{y}-##", "IE-########", "@#@@####-000#")), buyer=away)
    brand = rng.choice(("Braidpay", "Settlewise", "Tillbridge"))
    bill.seller = replace(bill.seller, name=f"{brand} Payments Europe, Limited")
    rate, (start, end) = Decimal(23) if away == "IE" else ZERO, last_month(bill)
    for text in assortment(rng, FEES, 8)[:8]:
        row = bill.add(text, rng.randint(1, 2400), Decimal(1), rate=rate)
        bill.rows[-1] = replace(row, amount=price_of(rng, 1, 900), price=None)
    bill.reckon(taxed=bool(rate))
    bill.day_format = "%d %B %Y"
    sheet, with_id = Sheet(), away != "IE" or rng.random() < 0.6
    sheet.text(48, 70, brand.lower(), size=24, bold=True, colour=(0.35, 0.3, 0.9))
    sheet.text(548, 66, "Tax Invoice", size=16, align="right")
    mine = [bill.seller.name, *bill.seller.address, "Ireland", f"VAT ID: {bill.seller.tax_id}"]
    sheet.lines(48, 110, mine, size=9, bold_first=True)
    head = [("Invoice number", bill.number), ("Date of issue", bill.d(bill.date))]
    head += [("Service period", f"{start:%d %b} - {end:%d %b %Y}"), ("Account", bill.shape("acct_1@#@@##@#@"))]
    pairs(sheet, 110, "<320 >548", head, size=9, step=14)
    theirs = [bill.buyer.name, *bill.buyer.address] + ([f"VAT ID: {bill.buyer.tax_id}"] if with_id else [])
    sheet.lines(48, 200, ["Billed to", *theirs], size=9, bold_first=True)
    stops = "<48 >420 >548"
    spread(sheet, 300, stops, ["Description", "Count", "Amount (EUR)"], size=8.5, colour=GREY)
    sheet.rule(48, 306, 548, 306, 0.5)
    sheet.y = 324
    rows = [(r.text, bill.q(r.qty), f"€{bill.m(r.amount)}") for r in bill.rows]
    listing(sheet, stops, rows, turn=turned(sheet, lambda: None), size=9, gap=8, rules=(48, 548))
    sums = [("Total fees excluding VAT", bill.subtotal), (f"VAT ({rate}%)", bill.tax), ("Total", bill.total)]
    sums += [("Deducted from your balance", -bill.total), ("Amount due", ZERO)]
    texts = [(label, f"€{bill.m(value)}".replace("€-", "-€")) for label, value in sums]
    y = pairs(sheet, sheet.y + 10, ">450 >548", texts, size=9.5, step=16, bold=("Total", "Amount due"))
    note = (
        "" if rate else "Reverse charge: VAT to be accounted for by the recipient (Article 196, Directive 2006/112/EC)."
    )
    sheet.lines(48, y + 30, [note, "This is not a payment request. No action is required."], size=8)
    on = shown("seller_id qty subtotal tax", buyer_id=with_id)
    return Drawn(sheet.finish(), (with_po(settled(bill, bill.truth(sheet, on, "processor", "no-unit-price")), ""),))


MATTERS = (
    "Telefonat mit Mandant, Sachverhalt",
    "Prüfung Mietvertrag und Nachträge",
    "Entwurf Schreiben an Gegenseite",
    "Besprechung Vergleichsvorschlag",
    "Recherche Rechtsprechung BGH",
    "E-Mail an Mandant mit Zwischenstand",
    "Überarbeitung Vertragsentwurf",
)


@family("german-lawyer-hours-annex")
def german_lawyer_hours_annex(rng: Random) -> Drawn:
    """Hours by agreement: page one has hours by rate, expenses and tax; the list of times is an annex, no items."""
    bill = Bill(rng, "DE", rng.choice(("R-{y}-0####", "{y}00###", "#####/2#")))
    folk = populate(bill, ("Kanzlei {}",), private=0.2)
    bill.seller = replace(bill.seller, name=f"{' & '.join(_partners(rng))} Rechtsanwälte PartG mbB")
    bill.day_format = rng.choice(("%d.%m.%Y", "%d. %B %Y"))
    price, entries = price_of(rng, 180, 380, step="10"), []
    for n in range(rng.randint(2, 26)):
        day = bill.date - dt.timedelta(days=40 - n)
        entries.append((f"{day:%d.%m.%Y}", rng.choice(MATTERS), Decimal(rng.randint(1, 30)) / 10))
    hours = sum((entry[2] for entry in entries), ZERO)
    nineteen = Decimal(19)
    bill.add(f"Honorar gemäß Vergütungsvereinbarung, RA {folk.clerk}", hours, price, rate=nineteen, uom="Std.")
    bill.add("Post- und Telekommunikationspauschale", None, Decimal("20.00"), rate=nineteen)
    if rng.random() < 0.4:
        bill.add("Reisekosten", None, price_of(rng, 20, 180), rate=nineteen)
    bill.reckon()
    sheet, dated, case = Sheet(face=TIMES), rng.random() < 0.5, bill.shape("###/2#")
    sheet.text(540, 62, bill.seller.name, size=15, align="right")
    side = [*address(bill.seller), f"Telefon {bill.seller.phone}", bill.seller.mail, "", "Unser Zeichen:", case]
    sheet.lines(540, 80, [*side, "", "Datum:", bill.d(bill.date)], size=8.5, align="right")
    sheet.lines(65, 140, addressee(bill, folk), size=10.5)
    sheet.text(65, 262, f"Kostenrechnung Nr. {bill.number}", size=12, bold=True)
    other = full_name(rng, "DE").split(" ", 1)[1]
    sheet.text(65, 278, f"In Sachen {bill.buyer.name} ./. {other}", size=10.5)
    sheet.text(65, 302, "Leistungszeitraum: siehe anliegende Zeitaufstellung", size=10)
    sheet.y = 330
    for r in bill.rows:
        sheet.text(65, sheet.y, r.text, size=10.5)
        sheet.text(540, sheet.y, f"{bill.m(r.amount)} €", size=10.5, align="right")
        if r.qty:
            detail = f"{bill.q(r.qty, 1)} Std. x {bill.p(r.price)} €"
            sheet.text(65, sheet.y + 13, detail, size=10)
            sheet.y += 13
        sheet.y += 20
    sheet.rule(400, sheet.y - 12, 540, sheet.y - 12)
    sums = [("Zwischensumme netto", bill.subtotal), ("19 % Umsatzsteuer (Nr. 7008 VV RVG)", bill.tax)]
    texts = [(label, f"{bill.m(value)} €") for label, value in [*sums, ("Rechnungsbetrag", bill.total)]]
    y = pairs(sheet, sheet.y + 4, "<65 >540", texts, size=10.5, step=17, bold=("Rechnungsbetrag",))
    until = f"bis zum {bill.d(bill.due)}" if dated else "binnen 14 Tagen"
    told = [f"Bitte überweisen Sie den Rechnungsbetrag {until} auf unser Geschäftskonto", f"IBAN {bill.seller.iban}."]
    sheet.lines(65, y + 20, [*told, "", "Mit freundlichen Grüßen", "", folk.clerk, "Rechtsanwalt"], size=10.5)
    sheet.text(65, 808, f"USt-IdNr. {bill.seller.tax_id} - Amtsgericht Elbhausen {bill.shape('PR ####')}", size=8)
    _times(sheet, bill, entries, hours, case)
    on = shown("seller_id qty price subtotal tax", due=dated)
    truth = bill.truth(sheet, on, "legal", "annex-with-times")
    return Drawn(sheet.finish(), (with_po(truth, ""),))


def _partners(rng: Random) -> list[str]:
    return [full_name(rng, "DE").split(" ")[1] for _ in range(rng.choice((1, 2)))]


def _times(sheet: Sheet, bill: Bill, entries: list[tuple[str, str, Decimal]], hours: Decimal, case: str) -> None:
    sheet.new_page()
    sheet.text(65, 70, f"Anlage zur Rechnung {bill.number} - Zeitaufstellung {case}", size=11, bold=True)
    sheet.y = 100
    spread(sheet, sheet.y, "<65 <140 >540", ["Datum", "Tätigkeit", "Std."], size=9.5, bold=True)
    sheet.y += 18
    rows = [(day, folded(sheet, text, 300, 9.5), bill.q(time, 1)) for day, text, time in entries]
    listing(sheet, "<65 <140 >540", rows, turn=turned(sheet, lambda: None), size=9.5, gap=4)
    sheet.rule(440, sheet.y - 6, 540, sheet.y - 6)
    spread(sheet, sheet.y + 8, "<65 >540", ["Summe Stunden", bill.q(hours, 1)], size=9.5, bold=True)
