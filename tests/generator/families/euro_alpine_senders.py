"""Papers of Austria, Switzerland and a German house: Regie hours, a butcher's month, a manager's units."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, VERA, Bill, folded, price_of, spread, squares
from tests.generator.english_folk import last_month, shown
from tests.generator.euro_folk import addressee, due_in, full_name, settle, term_only
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import TIMES, Sheet

GERMAN, AUSTRIAN = Decimal(19), Decimal(20)


@family("german-property-manager-units")
def german_property_manager_units(rng: Random) -> Drawn:
    """A Hausverwaltung's fee to an owners' community: units times rate, addressed care of itself, debit of the WEG."""
    bill = Bill(rng, "DE", rng.choice(("HV-{y}-{m}##", "{y}/###", "VV####{m}")))
    settle(bill, ("{} Hausverwaltung GmbH", "Immobilienverwaltung {} e.K.", "{} & Partner Wohnverwaltung GbR"), ("{}",))
    house = bill.ship_to.street
    bill.buyer = replace(bill.buyer, name=f"{rng.choice(('WEG', 'Eigentümergemeinschaft'))} {house}")
    start, end = last_month(bill)
    units, garages = rng.randint(6, 64), rng.randint(2, 30)
    rows = [("Verwaltergrundvergütung Wohneinheiten", units, "WE", price_of(rng, 19, 34, step="0.5"))]
    rows += [("Vergütung Garagen / Stellplätze", garages, "Stp.", price_of(rng, 2, 4.5, step="0.25"))]
    rows += [("Außerordentliche Eigentümerversammlung", 1, "psch.", Decimal(rng.randint(5, 12) * 50))]
    rows += [("Kopien und Porto Einladungen", rng.randint(40, 400), "Stk.", Decimal("0.35"))]
    rows += [("Mahngebühren Hausgeldrückstände", rng.randint(1, 4), "Fall", Decimal("17.5"))]
    for text, count, unit, price in rows[: rng.randint(1, 5)]:
        bill.add(text, count, price, rate=GERMAN, uom=unit)
    bill.reckon(slips="total qty")
    sheet, late = Sheet(face=TIMES), rng.random() < 0.4
    _manager_head(sheet, bill, f"{bill.d(start)} - {bill.d(end)}")
    stops = "<70 >335 <342 >450 >535"
    sheet.y = spread(sheet, 318, stops, ["Leistung", "Anzahl", "", "Satz netto", "Summe netto"], size=10, bold=True) + 6
    cells = [(r.text, bill.q(r.qty), r.uom or "", f"{bill.p(r.price)} €", f"{bill.m(r.amount)} €") for r in bill.rows]
    listing(sheet, stops, cells, turn=turned(sheet, lambda: None), size=10.5, gap=5)
    sums = [("Nettobetrag", bill.subtotal), ("Umsatzsteuer 19 %", bill.tax), ("Bruttobetrag", bill.total)]
    texts = [(label, f"{bill.m(value)} €") for label, value in sums]
    y = pairs(sheet, sheet.y + 12, "<342 >535", texts, size=10.5, step=16, bold=("Brutto",))
    said = "Der Betrag wird dem laufenden Konto der Gemeinschaft vereinbarungsgemäß"
    said += f" zum {bill.d(bill.due)} entnommen." if late else " entnommen."
    sheet.lines(70, y + 20, [said, "", "Mit freundlichem Gruß", "", "", full_name(bill)], size=10.5)
    words = shown("seller_id subtotal tax qty price", due=late)
    return Drawn(sheet.finish(), (bill.truth(sheet, words, "letter", "care-of"),))


def _manager_head(sheet: Sheet, bill: Bill, period: str) -> None:
    seller = bill.seller
    sheet.text(297, 56, seller.name, size=18, bold=True, align="centre")
    line = f"{seller.street} · {seller.city} · Telefon {seller.phone} · {seller.mail}"
    sheet.text(297, 72, line, size=8.5, align="centre")
    sheet.rule(70, 82, 535, 82, 1)
    mine = [bill.buyer.name, f"c/o {seller.name}", *seller.address]
    sheet.lines(70, 140, mine if bill.rng.random() < 0.6 else [bill.buyer.name, *bill.buyer.address], size=11)
    sheet.text(535, 226, f"Datum: {bill.d(bill.date)}", size=10.5, align="right")
    sheet.text(70, 256, f"Rechnung {bill.number}", size=13, bold=True)
    sheet.text(70, 274, f"Objekt: {bill.ship_to.street}, {bill.ship_to.city}   Obj.-Nr. {bill.shape('0##')}", size=10.5)
    sheet.text(70, 289, f"Abrechnungszeitraum {period}", size=10.5)
    foot = f"Verwalterkonto: Stadtsparkasse Oberlechau, IBAN {seller.iban} · USt-ID {seller.tax_id}"
    sheet.text(297, 812, foot, size=8, align="centre")


MATERIAL = (
    "Schukosteckdose UP weiß|FI-Schutzschalter 40A 4p 30mA|Kabel YM-J 5x2,5|LED-Feuchtraumwanne 1,5 m|Installationsrohr"
)
MATERIAL += " M20|Verteilerdose AP|Herdanschlussdose|Bewegungsmelder 180° IP55|Klein- und Befestigungsmaterial"


@family("austrian-electrician-regie")
def austrian_electrician_regie(rng: Random) -> Drawn:
    """An Elektriker: Regiestunden by grade, material, Fahrtpauschale; 20 % MwSt. or none for building work; UID."""
    bill = Bill(rng, "AT", rng.choice(("RE{y}0###", "{y}-####", "AR-#####", "R ###/{y}")))
    sellers = ("Elektro {} GmbH", "{} Elektrotechnik e.U.", "Elektroinstallationen {} Ges.m.b.H.")
    settle(bill, sellers, ("Gasthof {}", "Bau {} GmbH", "Fam. {}", "{} Holzbau KG", "Ordination Dr. {}"))
    building = bill.buyer.name.startswith("Bau")
    rate = ZERO if building else AUSTRIAN
    jobs = [("Regiestunde Monteur", "Std", 68, 82), ("Regiestunde Helfer/Lehrling", "Std", 39, 52)]
    jobs += [(text, "m" if text[:3] in ("Kab", "Ins") else "Stk", 2, 60) for text in rng.sample(MATERIAL.split("|"), 6)]
    jobs += [("Fahrtpauschale Zone 1", "PA", 28, 55)]
    for n, (text, unit, low, high) in enumerate(rng.sample(jobs, rng.randint(1, len(jobs))), 1):
        qty = Decimal(rng.randint(2, 60)) / (4 if unit == "Std" else 1) if unit != "PA" else Decimal(1)
        bill.add(text, qty, price_of(rng, low, high), rate=rate, no=str(n), uom=unit)
    bill.reckon(at=rate, taxed=not building, slips="total qty")
    sheet, late = Sheet(face=VERA), rng.random() < 0.5
    _regie_head(sheet, bill)
    _regie_rows(sheet, bill)
    room(sheet, 170, 780)
    sums = [("Summe netto", bill.subtotal), ("+ 20 % MwSt.", bill.tax)] if not building else []
    sums += [("Rechnungsbetrag EUR", bill.total)]
    y = pairs(sheet, sheet.y + 10, "<330 >545", [(a, bill.m(b)) for a, b in sums], size=9, step=15, bold=("Rechn",))
    said = ["Die Steuerschuld geht gem. § 19 Abs. 1a UStG auf den Leistungsempfänger über.", ""] if building else []
    if late:
        said += [f"Fällig am {bill.d(bill.due)}, bei Zahlung binnen 8 Tagen 3 % Skonto."]
    else:
        due_in(bill, 14)
        said += ["Zahlungskonditionen: 14 Tage netto, Skontoabzüge werden nicht anerkannt."]
    sheet.lines(50, y + 14, [*said, "Wir danken für Ihren Auftrag und empfehlen uns bestens."], size=8.5)
    words = shown("seller_id qty price", due=late, buyer_id=building, subtotal=not building, tax=not building)
    truth = bill.truth(sheet, words, "reverse-charge" if building else "plain")
    return Drawn(sheet.finish(), (truth if late else term_only(truth, bill),))


def _regie_head(sheet: Sheet, bill: Bill) -> None:
    seller, building = bill.seller, bill.buyer.name.startswith("Bau")
    sheet.text(50, 60, seller.name, size=16, bold=True, colour=(0.85, 0.45, 0.0))
    sheet.text(50, 74, "Planung · Installation · Photovoltaik · Störungsdienst", size=7.5, colour=GREY)
    sheet.lines(545, 52, [seller.street, seller.city, seller.phone, seller.mail], size=7.5, align="right")
    sheet.lines(50, 136, addressee(bill, care="z.H. {}"), size=10)
    facts = [("Rechnungsnummer", bill.number), ("Rechnungsdatum", bill.d(bill.date))]
    facts += [("Kundennummer", bill.shape("2####")), ("Leistungsdatum", bill.d(bill.date, -6))]
    facts += [("Ihre UID", bill.buyer.tax_id)] if building else []
    pairs(sheet, 136, "<350 >545", facts, size=8.5, step=13)
    sheet.text(50, 226, "RECHNUNG", size=13, bold=True)
    sheet.text(50, 241, f"BV: {bill.ship_to.street}, {bill.ship_to.city}", size=8.5)
    foot = f"Firmenbuch: FN {bill.shape('######')}x, LG Weizberg\nUID-Nr.: {seller.tax_id}"
    bank = f"Raiffeisenkasse Innmoos\nIBAN {bill.shape('AT## #### #### #### ####')}"
    spread(sheet, 806, "<50 <320", [foot, bank], size=6.5, colour=GREY)


def _regie_rows(sheet: Sheet, bill: Bill) -> None:
    stops = "<50 <72 >340 <346 >450 >545"

    def begin() -> None:
        top = 268 if sheet.page == 1 else 60
        spread(sheet, top, stops, ["Pos", "Bezeichnung", "Menge", "EH", "Preis/EH", "Gesamt"], size=8, bold=True)
        sheet.rule(50, top + 5, 545, top + 5, 0.6)
        sheet.y = top + 19

    begin()
    rows = [
        (row.no or "", folded(sheet, row.text, 220, 8.5), bill.q(row.qty, 2), row.uom or "", bill.p(row.price),
         bill.m(row.amount)) for row in bill.rows
    ]  # fmt: skip
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8.5, gap=4)


MEATS = "Rindshackfleisch|Kalbsbratwurst|Schweinsplätzli Nuss|Pouletbrust frisch|Aufschnitt gemischt|Cervelat"
MEATS += "|Rohschinken geschnitten|Lammgigot o.B.|Fleischkäse zum Backen|Servicepauschale Grill"


@family("swiss-butcher-month")
def swiss_butcher_month(rng: Random) -> Drawn:
    """A Metzgerei's monthly bill: delivery notes as headings, kilos, MWST codes, rounded to 5 Rappen, slip below."""
    bill = Bill(rng, "CH", rng.choice(("{y}{m}-###", "#####", "R-2#####", "4####")))
    settle(bill, ("Metzgerei {} AG", "{} Fleisch & Wurst GmbH", "Dorfmetzg {}"),
           ("Restaurant {}hof", "Alterszentrum {}", "Hotel {}", "{} Gastro AG", "Kita {}"))  # fmt: skip
    note, day = 0, bill.date - dt.timedelta(days=26)
    for n, text in enumerate(rng.choices(MEATS.split("|"), k=some(rng, 24))):
        if n % 4 == 0:
            note, day = rng.randint(10000, 99999), min(day + dt.timedelta(days=4), bill.date)
        service = text.startswith("Serv")
        rate, unit = (Decimal("8.1"), "Stk") if service else (Decimal("2.6"), "kg")
        qty = Decimal(1) if service else Decimal(rng.randint(800, 18000)) / 1000
        price = price_of(rng, 9, 58, step="0.1")
        bill.add(text, qty, price, rate=rate, uom=unit, more=(f"Lieferschein {note} vom {bill.d(day)}",))
    bill.reckon(step=Decimal("0.05"))
    sheet, late = Sheet(), rng.random() < 0.5
    _butcher_head(sheet, bill, late=late)
    _butcher_rows(sheet, bill)
    _butcher_sums(sheet, bill)
    _butcher_slip(sheet, bill)
    truth = bill.truth(sheet, shown("seller_id subtotal qty price", due=late), "delivery-notes", "slip")
    truth["seller"]["tax_id"] = [bill.seller.tax_id, f"{bill.seller.tax_id} MWST"]
    if not late:
        truth = term_only(truth, bill)
    return Drawn(sheet.finish(), (truth,))


def _butcher_head(sheet: Sheet, bill: Bill, *, late: bool) -> None:
    seller = bill.seller
    if not late:
        due_in(bill, 30)
    sheet.text(50, 55, seller.name, size=17, bold=True)
    mine = [*seller.address, f"Tel. {seller.phone}", f"{seller.tax_id} MWST"]
    sheet.lines(50, 70, mine, size=8.5)
    sheet.lines(350, 120, addressee(bill, care="Frau {}" if bill.rng.random() < 0.5 else "z.H. {}"), size=10.5)
    sheet.text(50, 200, f"Monatsrechnung Nr. {bill.number}", size=13, bold=True)
    facts = [("Datum", bill.d(bill.date)), ("Ihre Kundennr.", bill.shape("1###"))]
    facts += [("Zahlbar bis", bill.d(bill.due))] if late else [("Konditionen", "30 Tage netto")]
    pairs(sheet, 218, "<50 <130", facts, size=9.5, step=13)


def _butcher_rows(sheet: Sheet, bill: Bill) -> None:
    stops = "<50 >330 <334 >420 ^460 >545"

    def begin() -> None:
        top = 274 if sheet.page == 1 else 60
        heads = ["Artikel", "Menge", "", "Preis CHF", "MWST", "Betrag CHF"]
        spread(sheet, top, stops, heads, size=8.5, bold=True)
        sheet.rule(50, top + 4, 545, top + 4, 0.5)
        sheet.y = top + 18

    begin()
    last = ""
    for row in bill.rows:
        if sheet.y > 745:
            turned(sheet, begin)()
        if row.more[0] != last:
            last = row.more[0]
            sheet.y = spread(sheet, sheet.y + 2, "<50", [last], size=8, colour=GREY) + 2
        code = "A" if row.uom == "kg" else "B"
        cells = [row.text, bill.q(row.qty, 3 if code == "A" else 0), row.uom or "", bill.p(row.price), code]
        sheet.y = spread(sheet, sheet.y, stops, [*cells, bill.m(row.amount)], size=9) + 3


def _butcher_sums(sheet: Sheet, bill: Bill) -> None:
    room(sheet, 110, 530 if sheet.page == 1 and sheet.y < 420 else 800)
    sums = [("Total exkl. MWST", bill.m(bill.subtotal))]
    for tax in bill.taxes:
        code = "A" if tax.rate < 5 else "B"
        sums += [(f"MWST {code} {tax.rate}% von {bill.m(tax.base)}", bill.m(tax.amount))]
    sums += [("Rundung", bill.m(bill.rounding))] if bill.rounding else []
    sums += [("Rechnungsbetrag CHF", bill.m(bill.total))]
    sheet.rule(300, sheet.y, 545, sheet.y, 0.5)
    sheet.y = pairs(sheet, sheet.y + 13, "<300 >545", sums, size=9.5, step=14, bold=("Rech",))


def _butcher_slip(sheet: Sheet, bill: Bill) -> None:
    """Receipt and payment part, as printed since 2022; on a page of its own when the bill has filled the first."""
    if sheet.y > 545:
        sheet.new_page()
    reference = bill.shape("## ##### ##### ##### ##### #####")
    payee = f"{bill.shape('CH## 3### #### #### #### #')}\n{bill.seller.name}\n{bill.seller.street}\n{bill.seller.city}"
    payer = f"{bill.buyer.name}\n{bill.buyer.street}\n{bill.buyer.city}"
    sheet.rule(0, 562, 595, 562, 0.3)
    sheet.rule(175, 562, 175, 842, 0.3)
    squares(sheet, 190, 600, 130, bill.rng, 33)
    for x, title, size, money in ((14, "Empfangsschein", 7, 770), (340, "Zahlteil", 8.5, 0)):
        sheet.text(x if money else 190, 580, title, size=11, bold=True)
        y = 598.0 if money else 580.0
        for label, text in (("Konto / Zahlbar an", payee), ("Referenz", reference), ("Zahlbar durch", payer)):
            sheet.text(x, y, label, size=size - 1, bold=True)
            shown_ = folded(sheet, text, 158, size) if label == "Referenz" else text
            y = spread(sheet, y + size + 2, f"<{x}", [shown_], size=size) + 6
        at = (14, money) if money else (190, 758)
        spread(sheet, at[1], f"<{at[0]} <{at[0] + 50}", ["Währung", "Betrag"], size=size - 1, bold=True)
        spread(sheet, at[1] + 12, f"<{at[0]} <{at[0] + 50}", ["CHF", bill.m(bill.total).replace("'", " ")], size=size)
    sheet.text(161, 810, "Annahmestelle", size=6, bold=True, align="right")
