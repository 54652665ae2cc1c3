"""From the Alps and the municipal works below them: an agency's levy, a slip on a page of its own, a year of power."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, WHITE, Bill, bar, folded, price_of, spread, squares
from tests.generator.ink import number_text
from tests.generator.lands import person
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet

ADS = "Inserat 1/2 Seite 4c, {} Nachrichten|Hörfunkspot 20 sec., Radio {}|Plakate {} (14 Tage)|Online-Banner {}.at"
WORK = "Konzeption und Text|Art Direction|Reinzeichnung Inseratenserie|Projektmanagement|Autorkorrekturen, 2. Durchgang"


@family("austrian-agency-levy")
def austrian_agency_levy(rng: Random) -> Drawn:
    """Honorarnote of an agency: hours and placements, advertising levy of 5 % on the latter, then 20 % USt."""
    bill = Bill(rng, "AT", rng.choice(("HN {y}/###", "{y}-####", "####/{y}")))
    brand = bill.seller.name.removeprefix("Verein ").split()[0]
    bill.seller = replace(bill.seller, name=f"{brand} Werbeagentur {rng.choice(('GmbH', 'KG', 'e.U.'))}")
    twenty = Decimal(20)
    for text in rng.sample(WORK.split("|"), rng.randint(1, 4)):
        hours = Decimal(rng.randint(2, 60)) / 2
        bill.add(text, hours, Decimal(rng.choice((85, 95, 110, 125))), rate=twenty, uom="Std.", more=("Leistung",))
    for text in rng.sample(ADS.split("|"), rng.choice((0, 1, 1, 2, 4))):
        place = rng.choice(("Murtal", "Salzkammer", "Marchfeld"))
        price = price_of(rng, 190, 2400, step="10")
        bill.add(text.format(place), rng.choice((1, 1, 2, 5)), price, rate=twenty, uom="x", more=("Schaltung",))
    ads = [row for row in bill.rows if row.more[0] == "Schaltung"]
    bill.reckon(charges=bill.money(bill.sum(ads) * 5 / 100), at=twenty, slips="total qty")
    sheet = Sheet()
    sheet.text(56, 70, f"{brand.lower()}.", size=30, bold=True, colour=(0.85, 0.2, 0.1))
    aside = [bill.seller.name, *bill.seller.address, "", f"T {bill.seller.phone}", bill.seller.mail, ""]
    aside += [
        bill.shape("FN ######@"),
        "LG für ZRS",
        f"UID {bill.seller.tax_id}",
        "",
        "Raiffeisenbank",
        *_halves(bill.seller.iban),
    ]
    y = 130.0
    for text in aside:
        sheet.text(452, y, text, size=7, colour=GREY)
        y += 9.5
    with_id, late = rng.random() < 0.6, rng.random() < 0.4
    whom = [bill.buyer.name, f"z. H. {person(rng, bill.land)}", *bill.buyer.address]
    sheet.lines(56, 130, [*whom, f"UID: {bill.buyer.tax_id}"] if with_id else whom, size=10)
    sheet.text(56, 218, f"{bill.seller.city.split()[-1]}, am {bill.d(bill.date)}", size=9.5)
    sheet.text(56, 244, f"Honorarnote Nr. {bill.number}", size=13, bold=True)
    sheet.text(
        56, 260, f"Projekt: {rng.choice(('Frühjahrskampagne', 'Relaunch Website', 'Tag der offenen Tür'))}", size=9.5
    )
    sheet.y = 292
    stops = "<56 >290 <294 >365 >435"
    sheet.y = spread(sheet, sheet.y, stops, ["Leistung", "Anzahl", "", "à EUR", "EUR"], size=8.5, bold=True) + 6
    for kind in dict.fromkeys(row.more[0] for row in bill.rows):
        rows = [row for row in bill.rows if row.more[0] == kind]
        cells = [
            (folded(sheet, r.text, 190, 9), bill.q(r.qty), r.uom or "", bill.p(r.price), bill.m(r.amount)) for r in rows
        ]
        listing(sheet, stops, cells, turn=turned(sheet, lambda: None), size=9, gap=5)
    _levy_sums(sheet, bill, bill.sum(ads), late=late)
    shown = f"{'due' if late else ''} seller_id {'buyer_id' if with_id else ''} subtotal tax qty price"
    truth = bill.truth(sheet, shown + (" tax_base" if bill.charges else ""), "levy", "side-column")
    return Drawn(sheet.finish(), (bill.charge_as_line(truth),))


def _halves(iban: str) -> tuple[str, str]:
    return iban[:14], iban[15:]


def _levy_sums(sheet: Sheet, bill: Bill, ads: Decimal, *, late: bool) -> None:
    sums = [("Summe netto", bill.m(bill.subtotal))]
    if bill.charges:
        sums += [(f"5 % Werbeabgabe von {bill.m(ads)}", bill.m(bill.charges))]
        sums += [("Zwischensumme", bill.m(bill.tax_base))]
    sums += [("20 % USt.", bill.m(bill.tax)), ("Gesamtbetrag EUR", bill.m(bill.total))]
    sheet.rule(230, sheet.y - 4, 435, sheet.y - 4, 0.5)
    y = pairs(sheet, sheet.y + 10, "<230 >435", sums, size=9.5, step=15, bold=("Gesamt",))
    pay = (
        f"Zahlbar bis {bill.d(bill.due)} ohne Abzug."
        if late
        else "Zahlbar prompt netto Kassa nach Erhalt der Rechnung."
    )
    said = ["Leistungszeitraum: " + bill.d(bill.date, -40) + " bis " + bill.d(bill.date, -5), pay]
    said += ["Bei Überweisung bitte die Rechnungsnummer angeben. Besten Dank für den Auftrag!"]
    sheet.lines(56, y + 16, said, size=9)


STORE = (
    "Montage Sonnenstore Terrasse|Markisenstoff Acryl uni, Mass nach Plan|Funkmotor inkl. Handsender|Spenglerarbeiten"
)
STORE += "|Serviceabo Storen 2-jährlich|Lamellenstore LS-70 weiss|Fahrkostenpauschale|Kleinteile und Dichtungsmaterial"


@family("swiss-program-slip-page")
def swiss_program_slip_page(rng: Random) -> Drawn:
    """A Swiss cloud program: discount per line, MWST on its base, and the QR slip alone on the last page or below."""
    bill = Bill(rng, "CH", rng.choice(("RE-0####", "{y}-0###", "1####")))
    bill.day_format = rng.choice(("%d.%m.%Y", "%d. %B %Y"))
    rate = Decimal("8.1")
    for n, text in enumerate(rng.choices(STORE.split("|"), k=min(some(rng, 18), 22)), 1):
        qty = Decimal(rng.randint(1, 30)) / rng.choice((1, 1, 2))
        less, unit = rng.choice((0, 0, 0, 5, 10)), rng.choice(("Stk", "Std", "m2", "Pau"))
        price = price_of(rng, 18, 690, step="0.05")
        bill.add(text, qty, price, discount=less, rate=rate, no=str(n), uom=unit, more=(str(less),))
    bill.reckon(step=Decimal("0.05"), slips="total qty")
    sheet = Sheet()
    seller = bill.seller
    sheet.text(545, 66, seller.name, size=17, bold=True, align="right")
    sheet.lines(545, 80, [*seller.address, seller.phone, seller.mail], size=8, align="right")
    sheet.text(60, 138, f"{seller.name}, {seller.street}, {seller.city}", size=6)
    sheet.lines(60, 152, [bill.buyer.name, person(rng, bill.land), *bill.buyer.address], size=10)
    sheet.text(60, 240, f"Rechnung {bill.number}", size=15, bold=True)
    late = rng.random() < 0.6
    days = (bill.due - bill.date).days
    head = [("Datum:", bill.d(bill.date)), ("Kunden-Nr.:", bill.shape("10##")), ("MWST-Nr.:", f"{seller.tax_id} MWST")]
    head += [("Zahlbar bis:", bill.d(bill.due))] if late else [("Konditionen:", f"{days} Tage netto")]
    head += [("Ihr Kontakt:", person(rng, bill.land))] if rng.random() < 0.6 else []
    pairs(sheet, 262, "<60 <140", head, size=9, step=13)
    _store_rows(sheet, bill)
    room(sheet, 110, 790)
    sums = [("Zwischentotal", bill.m(bill.subtotal)), (f"MWST 8.10% (von {bill.m(bill.tax_base)})", bill.m(bill.tax))]
    sums += [("Rundungsdifferenz", bill.m(bill.rounding))] if bill.rounding else []
    sums += [("Gesamttotal CHF", bill.m(bill.total))]
    sheet.rule(330, sheet.y - 4, 545, sheet.y - 4, 0.5)
    y = pairs(sheet, sheet.y + 10, "<330 >545", sums, size=9.5, step=15, bold=("Gesamt",))
    sheet.lines(60, y + 6, ["Wir danken Ihnen für Ihr Vertrauen.", f"Freundliche Grüsse, {seller.name}"], size=9)
    if y + 30 > 535:
        sheet.new_page()
    _zahlteil(sheet, bill)
    shown = f"{'due' if late else ''} seller_id subtotal tax_base tax qty price"
    truth = bill.truth(sheet, shown, "qr-slip", "line-discount")
    if not late:
        truth["invoice"]["due_date"] = [bill.due.isoformat(), None]
    return Drawn(sheet.finish(), (truth,))


def _store_rows(sheet: Sheet, bill: Bill) -> None:
    stops = "<60 <84 >332 <337 >420 >465 >545"

    def begin() -> None:
        top = 348 if sheet.page == 1 else 60
        heads = ["#", "Beschreibung", "Menge", "Einh.", "Preis", "Rabatt", "Total"]
        spread(sheet, top, stops, heads, size=8.5, bold=True)
        sheet.rule(60, top + 5, 545, top + 5, 0.8)
        sheet.y = top + 20

    begin()
    rows = []
    for row in bill.rows:
        less = "" if row.more[0] == "0" else f"{row.more[0]}%"
        text = folded(sheet, row.text, 185, 9)
        rows.append(
            (row.no or "", text, bill.q(row.qty), row.uom or "", bill.m(row.price or ZERO), less, bill.m(row.amount))
        )
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=9, gap=6, bottom=770, rules=(60, 545))


def _zahlteil(sheet: Sheet, bill: Bill) -> None:
    """Receipt and payment part as the banks' style guide sets them."""
    amount = f"{bill.total:,.2f}".replace(",", " ")
    reference, account = bill.shape("## ##### ##### ##### ##### #####"), bill.shape("CH## 3### #### #### #### #")
    sheet.rule(0, 545, 595, 545, 0.3)
    sheet.rule(176, 545, 176, 842, 0.3)
    sheet.text(297, 541, "Vor der Einzahlung abzutrennen", size=6, align="centre")
    payee, payer = [bill.seller.name, *bill.seller.address], [bill.buyer.name, *bill.buyer.address]
    parts = {"Konto / Zahlbar an": [account, *payee], "Referenz": [reference]}
    more = {"Zusätzliche Informationen": [f"Rechnung {bill.number}"]}
    for x, title, size, blocks in (
        (14, "Empfangsschein", 7.0, {**parts, "Zahlbar durch": payer}),
        (335, "", 8.5, {**parts, **more, "Zahlbar durch": payer}),
    ):
        sheet.text(x, 564, title, size=11, bold=True)
        y = 580.0 if title else 564.0
        for label, texts in blocks.items():
            sheet.text(x, y, label, size=size - 1, bold=True)
            y = sheet.lines(x, y + 10, texts, size=size) + 6
    sheet.text(190, 564, "Zahlteil", size=11, bold=True)
    squares(sheet, 190, 580, 128, bill.rng, 30)
    bar(sheet, 636, 18, 245, 263, WHITE)
    for x in (14, 190):
        spread(sheet, 740, f"<{x} <{x + 42}", ["Währung", "Betrag"], size=6.5, bold=True)
        spread(sheet, 752, f"<{x} <{x + 42}", ["CHF", amount], size=8.5)
    sheet.text(162, 778, "Annahmestelle", size=6, bold=True, align="right")


@family("municipal-works-year")
def municipal_works_year(rng: Random) -> Drawn:
    """A year of power from the Stadtwerke: letter with the sums, instalments off, readings and cents on page two."""
    bill = Bill(rng, "DE", rng.choice(("VR ### ### ###", "10########", "{y}/######")))
    bill.day_format = "%d.%m.%Y"
    town = bill.seller.city.split(" ", 1)[1]
    bill.seller = replace(
        bill.seller, name=rng.choice(("Stadtwerke {} GmbH", "Gemeindewerke {}", "SWE {} AG")).format(town)
    )
    if rng.random() < 0.6:
        bill.buyer = replace(bill.buyer, name=person(rng, bill.land))
    spans = rng.choice((("01.01.{y} - 31.12.{y}",), ("01.01.{y} - 30.06.{y}", "01.07.{y} - 31.12.{y}")))
    for span in spans:
        period = span.replace("{y}", str(bill.date.year - 1))
        kwh, days = rng.randint(600, 24000), 365 if len(spans) == 1 else 183
        for text, qty, low, high in (("Arbeitspreis", kwh, 0.16, 0.36), ("Stromsteuer", kwh, 0.0205, 0.0205)):
            cents = price_of(rng, low, high, step="0.0001")
            bill.add(text, qty, cents, rate=Decimal(19), uom="kWh", more=(period, "ct/kWh"))
        bill.add(
            "Grundpreis",
            days,
            price_of(rng, 0.2, 0.6, step="0.0001"),
            rate=Decimal(19),
            uom="Tage",
            more=(period, "ct/Tag"),
        )
    bill.reckon(slips="total")
    bill.prepaid = Decimal(int(bill.total * rng.choice((70, 85, 95)) / 1100)) * 11
    sheet = Sheet()
    late = rng.random() < 0.7
    _works_letter(sheet, bill, late=late)
    sheet.new_page()
    _works_details(sheet, bill)
    truth = bill.truth(sheet, f"{'due' if late else ''} seller_id subtotal tax qty payable", "summary-first", "cents")
    for item, row in zip(truth["items"], bill.rows, strict=True):
        assert row.price is not None
        item["unit_price"] = [number_text(row.price), number_text(row.price * 100), None]
    return Drawn(sheet.finish(), (truth,))


def _works_letter(sheet: Sheet, bill: Bill, *, late: bool) -> None:
    rng, seller = bill.rng, bill.seller
    bar(sheet, 30, 34, 380, 595, (0.0, 0.35, 0.6))
    sheet.text(395, 52, seller.name, size=12, bold=True, colour=WHITE)
    sheet.text(62, 122, f"{seller.name} · {seller.street} · {seller.city}", size=6)
    sheet.lines(62, 140, [bill.buyer.name, *bill.buyer.address], size=10)
    side = [("Kundennummer", bill.shape("3######")), ("Vertragskonto", bill.shape("20########"))]
    side += [
        ("Rechnungsnummer", bill.number),
        ("Rechnungsdatum", bill.d(bill.date)),
        ("Zählpunkt", bill.shape("DE000########0000")),
    ]
    side += [("Verbrauchsstelle", bill.buyer.street), ("Service", "Mo-Fr 8-16 Uhr")]
    y = 100.0
    for label, value in side:
        sheet.text(395, y, label, size=6.5, colour=GREY)
        sheet.text(395, y + 10, value, size=8.5, bold=label.startswith("Rechnungsn"))
        y += 23
    sheet.text(62, 290, f"Jahresabrechnung Strom {bill.date.year - 1}", size=14, bold=True)
    sheet.lines(62, 312, ["Guten Tag,", "", "für die Belieferung mit Strom berechnen wir Ihnen wie folgt:"], size=9.5)
    sums = [
        ("Rechnungsbetrag netto", bill.subtotal),
        ("Umsatzsteuer 19,00 %", bill.tax),
        ("Rechnungsbetrag brutto", bill.total),
    ]
    sums += [("abzüglich gezahlter Abschläge (11 Abschläge)", -bill.prepaid), ("Nachzahlung", bill.payable)]
    texts = [(label, f"{bill.m(value)} €") for label, value in sums]
    y = pairs(sheet, 362, "<62 >380", texts, size=10, step=17, bold=("Nach", "Rechnungsbetrag b"))
    new = bill.money(bill.total / 11).quantize(Decimal(1)) + 1
    pay = (
        f"Bitte überweisen Sie die Nachzahlung bis zum {bill.d(bill.due)}."
        if late
        else "Die Nachzahlung buchen wir von Ihrem Konto ab."
    )
    said = [pay, f"Ihr neuer Abschlag beträgt monatlich {bill.m(new)} €, erstmals fällig mit dem nächsten Monat."]
    said += ["Ihre Stadtwerke - ganz in Ihrer Nähe.", "", "Einzelheiten finden Sie auf der Rückseite."]
    sheet.lines(62, y + 14, said, size=9.5, leading=1.4)
    sheet.rule(62, 780, 540, 780, 0.4)
    foot = [f"{seller.name}\n{seller.street}\n{seller.city}", f"Sparkasse {seller.city.split()[-1]}\n{seller.iban}"]
    foot += [f"USt-IdNr. {seller.tax_id}\nAmtsgericht Lüne HRB 771", f"Geschäftsführung\n{person(rng, bill.land)}"]
    spread(sheet, 792, "<62 <190 <330 <450", foot, size=6.5)


def _works_details(sheet: Sheet, bill: Bill) -> None:
    sheet.text(62, 50, f"Anlage zur Rechnung {bill.number} vom {bill.d(bill.date)}", size=8.5)
    sheet.text(540, 50, "Seite 2 von 2", size=8.5, align="right")
    sheet.text(62, 82, "Ermittlung des Verbrauchs", size=11, bold=True)
    stops = "<62 <150 >330 >400 >450 >540"
    sheet.y = (
        spread(
            sheet,
            100,
            stops,
            ["Zähler-Nr.", "Zeitraum", "Stand alt", "Stand neu", "Faktor", "Verbrauch kWh"],
            bold=True,
        )
        + 4
    )
    meter, was = bill.shape("1EMH00########"), bill.rng.randint(2000, 60000)
    for row in bill.rows:
        if row.text == "Arbeitspreis" and row.qty is not None:
            cells = [meter, row.more[0], bill.q(Decimal(was)), bill.q(was + row.qty), "1", bill.q(row.qty)]
            sheet.y, was = spread(sheet, sheet.y, stops, cells) + 3, was + int(row.qty)
    sheet.text(62, sheet.y + 24, "Berechnung der Beträge", size=11, bold=True)
    stops = "<62 <150 >345 <350 >440 <444 >540"
    sheet.y = (
        spread(
            sheet,
            sheet.y + 42,
            stops,
            ["Preisbestandteil", "Zeitraum", "Menge", "", "Preis", "", "Betrag €"],
            bold=True,
        )
        + 4
    )
    for row in bill.rows:
        assert row.price is not None
        cells = [
            row.text,
            row.more[0],
            bill.q(row.qty),
            row.uom or "",
            bill.q(row.price * 100, 2),
            row.more[1],
            bill.m(row.amount),
        ]
        sheet.y = spread(sheet, sheet.y, stops, cells) + 4
    sheet.rule(62, sheet.y - 6, 540, sheet.y - 6, 0.5)
    sums = [
        ("Summe netto", bill.m(bill.subtotal)),
        ("Umsatzsteuer 19 %", bill.m(bill.tax)),
        ("Summe brutto", bill.m(bill.total)),
    ]
    pairs(sheet, sheet.y + 8, "<350 >540", sums, size=8.5, step=13, bold=("Summe b",))
    mix = "Stromkennzeichnung: 62,4 % erneuerbare Energien, 21,0 % Erdgas, 16,6 % Kohle. CO2-Emissionen 214 g/kWh."
    sheet.text(62, 700, mix, size=7.5, colour=GREY)
