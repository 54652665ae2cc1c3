"""Two German accounts: a haulier's shipments of a fortnight, and what a chemist's shop delivered to a practice."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, Bill, bar, folded, price_of, spread
from tests.generator.english_folk import shown
from tests.generator.euro_folk import addressee, due_in, full_name, settle, term_only
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet

RATE, LESS = Decimal(19), Decimal(7)
TOWNS = "Bremerförde|Hanau-West|Gera-Zwötzen|Kassel-Lohfeld|Ulmenau|Neuss-Hafen|Passauing|Rostock-Marienhe"


@family("german-haulier-shipments")
def german_haulier_shipments(rng: Random) -> Drawn:
    """A Spedition: each shipment in a row with day, way, weight and Frankatur; diesel surcharge and toll as rows."""
    bill = Bill(rng, "DE", rng.choice(("5######", "{y}{m}-0###", "AR 2#/#####", "30#####")))
    bill.day_format = rng.choice(("%d.%m.%Y", "%d.%m.%y"))
    stem = settle(bill, ("Spedition {} GmbH", "{} Logistik GmbH & Co. KG", "{} Transporte e.K."), BUYERS)
    for _ in range(some(rng, 28)):
        way = f"{rng.choice(TOWNS.split('|'))} - {rng.choice(TOWNS.split('|'))}"
        weight, day = rng.randint(40, 24000), bill.d(bill.date, -rng.randint(2, 14))
        more = (
            day,
            bill.shape("4######"),
            f"{bill.q(Decimal(weight))}",
            rng.choice(("frei Haus", "unfrei", "ab Werk")),
        )
        bill.add(way, None, price_of(rng, 45, 1150), rate=RATE, more=more)
        if rng.random() < 0.3:
            extra = rng.choice(("Hebebühne", "Avisgebühr", "Standgeld 1,5 Std."))
            bill.add(extra, None, price_of(rng, 8, 75, step="0.5"), rate=RATE, more=("", "", "", ""))
    freight = bill.sum(bill.rows)
    for text, low, high in (("Dieselfloater {} %", 4, 18), ("Mautzuschlag {} %", 6, 14)):
        percent = Decimal(rng.randint(low * 2, high * 2)) / 2
        if rng.random() < 0.7:
            amount = bill.money(freight * percent / 100)
            bill.add(text.format(bill.q(percent, 1)), None, amount, rate=RATE, more=("", "", "", ""))
    bill.reckon()
    sheet, late, with_id = Sheet(), rng.random() < 0.6, rng.random() < 0.3
    _haulier_head(sheet, bill, stem, with_id=with_id)
    _haulier_rows(sheet, bill)
    room(sheet, 120, 780)
    stops = "<45 >190 >270 >390 >550"
    sheet.box(45, sheet.y, 550, sheet.y + 34)
    heads = ["St.-Schl.", "Nettobetrag", "USt. %", "USt.-Betrag", "Rechnungsbetrag EUR"]
    spread(sheet, sheet.y + 11, stops.replace("<45", "<49").replace("550", "546"), heads, size=7.5, colour=GREY)
    cells = ["1", bill.m(bill.subtotal), "19,00", bill.m(bill.tax), bill.m(bill.total)]
    spread(sheet, sheet.y + 26, stops.replace("<45", "<49").replace("550", "546"), cells, size=10, bold=True)
    due_in(bill, bill.rng.choice((14, 30)) if not late else (bill.due - bill.date).days)
    days = (bill.due - bill.date).days
    pay = f"Zahlbar bis {bill.d(bill.due)} ohne Abzug" if late else f"Zahlungsziel: {days} Tage netto"
    adsp = "Wir arbeiten ausschließlich auf Grundlage der Allgemeinen Deutschen Spediteurbedingungen 2017 (ADSp 2017). "
    adsp += "Die ADSp 2017 weichen in Ziffer 23 hinsichtlich der Haftung für Güterschäden (§ 431 HGB) ab."
    y = spread(sheet, sheet.y + 52, "<45", [pay], size=9, bold=True)
    sheet.lines(45, y + 8, sheet.wrap(adsp, 505, 6.5), size=6.5)
    truth = bill.truth(sheet, shown("seller_id subtotal tax", due=late, buyer_id=with_id), "shipments")
    return Drawn(sheet.finish(), (truth if late else term_only(truth, bill),))


BUYERS = ("{} Armaturen GmbH", "Papierfabrik {} AG", "{} Verpackungen GmbH", "Mosterei {} KG", "{} & Söhne OHG")


def _haulier_head(sheet: Sheet, bill: Bill, stem: str, *, with_id: bool) -> None:
    seller = bill.seller
    bar(sheet, 34, 26, 45, 60, (0.8, 0.1, 0.1))
    sheet.text(68, 57, stem.upper(), size=26, bold=True)
    sheet.lines(550, 44, [seller.name, seller.street, seller.city, f"Tel. {seller.phone}"], size=8, align="right")
    sheet.lines(45, 130, addressee(bill, care="Abt. Versand, {}"), size=10)
    sheet.text(330, 122, "R e c h n u n g" if bill.rng.random() < 0.3 else "Rechnung", size=15, bold=True)
    facts = [("Nummer", bill.number), ("Datum", bill.d(bill.date)), ("Debitor", bill.shape("1####"))]
    facts += [("Ihre USt-IdNr.", bill.buyer.tax_id)] if with_id else []
    facts += [("Sachbearbeiter", full_name(bill)), ("Leistung bis", bill.d(bill.date, -1))]
    pairs(sheet, 140, "<330 <430", facts, size=9)
    ids = f"USt-IdNr. {seller.tax_id}   Amtsgericht Bramhorst HRA 20{bill.shape('##')}   IBAN {seller.iban}"
    sheet.text(297, 820, ids, size=6.5, align="centre")


def _haulier_rows(sheet: Sheet, bill: Bill) -> None:
    stops = "<45 <95 <152 >395 <410 >550"

    def begin() -> None:
        top = 240 if sheet.page == 1 else 60
        if sheet.page > 1:
            sheet.text(550, 36, f"Rechnung {bill.number}   Seite {sheet.page}", size=8, align="right")
        heads = ["Datum", "Auftrag", "Von - Nach / Leistung", "Gewicht kg", "Frankatur", "Betrag EUR"]
        spread(sheet, top, stops, heads, size=8, bold=True)
        sheet.rule(45, top + 4, 550, top + 4, 1.2)
        sheet.y = top + 18

    begin()
    rows = [(*row.more[:2], row.text, row.more[2], row.more[3], bill.m(row.amount)) for row in bill.rows]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8.5, gap=3.5, bottom=770)


MEDICINES = (
    ("IBUFLORAM 600 mg Filmtabletten", "50 St", RATE),
    ("NASIVENT Nasenspray o.K.", "10 ml", RATE),
    ("OCTENIGARD Wunddesinfektion", "250 ml", RATE),
    ("Mullkompressen ES steril 10x10 cm 8-fach", "25X2 St", RATE),
    ("VITALAXIN D3 1000 I.E. Kapseln", "100 St", LESS),
    ("Kanülen 0,9x40 gelb", "100 St", RATE),
    ("FRESUBELLE energy Trinknahrung Vanille", "4X200 ml", LESS),
    ("Handschuhe Nitril puderfrei Gr. M", "100 St", RATE),
    ("Kochsalzlösung 0,9 % Infusol", "10X100 ml", RATE),
    ("Blutzuckerteststreifen", "50 St", RATE),
)


@family("german-chemist-account")
def german_chemist_account(rng: Random) -> Drawn:
    """A pharmacy's monthly account: days, PZN, package size, prices with tax; the tax within, by rate; Zuzahlung."""
    bill = Bill(rng, "DE", rng.choice(("{y}{m}###", "#####", "K-{y}-0###")))
    bill.included, bill.day_format = True, "%d.%m.%Y"
    settle(bill, ("{}-Apotheke", "Apotheke am {}platz", "Löwen-Apotheke {} e.K."),
           ("Gemeinschaftspraxis Dres. {}", "Pflegedienst {} GmbH", "Seniorenheim {}", "Frau Inge {}"))  # fmt: skip
    owner = full_name(bill)
    day = bill.date - dt.timedelta(days=28)
    for text, size, rate in rng.choices(MEDICINES, k=some(rng, 30)):
        day = min(day + dt.timedelta(days=rng.choice((0, 0, 1, 2))), bill.date)
        price = price_of(rng, 2.5, 64)
        bill.add(
            text, rng.choice((1, 1, 1, 2, 3, 5)), price, rate=rate, sku=bill.shape("0#######"), more=(bill.d(day), size)
        )
    bill.reckon(slips="total amount")
    bill.rows = [replace(row, uom=None) for row in bill.rows]
    sheet, late = Sheet(), rng.random() < 0.3
    _chemist_head(sheet, bill, owner)
    _chemist_rows(sheet, bill)
    room(sheet, 140, 780)
    sheet.rule(50, sheet.y - 2, 550, sheet.y - 2, 0.5)
    sheet.rule(50, sheet.y, 550, sheet.y, 0.5)
    spread(sheet, sheet.y + 16, "<50 >550", ["Rechnungsbetrag EUR", bill.m(bill.total)], size=11, bold=True)
    lines = [("enth. MwSt", "Netto", "MwSt", "Brutto")]
    lines += [
        (f"{tax.rate},00 %", bill.m(tax.base), bill.m(tax.amount), bill.m(tax.base + tax.amount)) for tax in bill.taxes
    ]
    y = pairs(sheet, sheet.y + 36, "<50 >170 >230 >300", lines, size=8, step=11)
    due_in(bill, (bill.due - bill.date).days if late else 7)
    pay = f"Bitte begleichen Sie den Betrag bis {bill.d(bill.due)}." if late else "Zahlbar sofort ohne Abzug."
    sheet.lines(
        50,
        y + 12,
        [pay, "Alle Preise inkl. gesetzlicher Mehrwertsteuer. Gute Besserung wünscht Ihr Apotheken-Team!"],
        size=8.5,
    )
    truth = bill.truth(sheet, shown("seller_id qty price", due=late), "tax-within", "dates-in-rows")
    if not late:
        truth["invoice"]["due_date"] = [None, bill.date.isoformat()]
    return Drawn(sheet.finish(), (truth,))


def _chemist_head(sheet: Sheet, bill: Bill, owner: str) -> None:
    seller = bill.seller
    sheet.text(50, 58, seller.name, size=18, bold=True, colour=(0.75, 0.05, 0.1))
    sheet.lines(50, 72, [f"Inh. Apotheker/in {owner}", f"{seller.street}, {seller.city}"], size=8)
    sheet.lines(
        400, 58, [f"Telefon {seller.phone}", "Mo-Fr 8:00-18:30  Sa 8:30-13:00", f"USt-IdNr.: {seller.tax_id}"], size=8
    )
    sheet.lines(50, 140, [bill.buyer.name, *bill.buyer.address], size=10.5)
    facts = [("Rechnung Nr.", bill.number), ("vom", bill.d(bill.date)), ("Kunden-Nr.", bill.shape("###"))]
    pairs(sheet, 140, "<400 <470", facts, size=9.5, step=14)
    sheet.text(50, 222, "Wir lieferten Ihnen gemäß Einzelbelegen:", size=9)
    sheet.text(
        50,
        815,
        f"Heilberufebank Münzdorf eG   IBAN {seller.iban}   IK {bill.shape('30#######')}",
        size=7,
    )


def _chemist_rows(sheet: Sheet, bill: Bill) -> None:
    stops = "<50 <104 >172 <180 <385 >485 >550"

    def begin() -> None:
        top = 246 if sheet.page == 1 else 60
        if sheet.page > 1:
            sheet.text(50, 36, f"Rechnung Nr. {bill.number} vom {bill.d(bill.date)} - Seite {sheet.page}", size=8)
        heads = ["Datum", "PZN", "Menge", "Artikel", "Packung", "Einzel", "Gesamt"]
        bar(sheet, top - 10, 14, 50, 550, (0.92, 0.92, 0.92))
        spread(sheet, top, stops, heads, size=8, bold=True)
        sheet.y = top + 17

    begin()
    rows, last = [], ""
    for row in bill.rows:
        day = "" if row.more[0] == last else row.more[0]
        last = row.more[0]
        rows.append((day, row.sku or "", bill.q(row.qty), folded(sheet, row.text, 200, 8), row.more[1],
                     bill.p(row.price), bill.m(row.amount)))  # fmt: skip
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8, gap=3, bottom=760)
