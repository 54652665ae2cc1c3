"""German trade: a fittings wholesaler's long list, a lawyer's fees, a night in a hotel."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, Bill, folded, price_of, spread
from tests.generator.lands import person
from tests.generator.listing import pairs, room, some
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import TIMES, Sheet

RATE, LESS = Decimal(19), Decimal(7)
FITTINGS = (
    'Eckventil 1/2" DN15 m. Rosette|HT-Rohr DN 50 L=1000 mm|Waschtisch-Einhebelmischer verchromt|Siphon DN 40 weiß'
)
FITTINGS += (
    "|Pressfitting T-Stück 22-15-22|Heizkreisverteiler 5-fach Edelstahl|Thermostatkopf M30x1,5|Umwälzpumpe 25-60/180"
)
FITTINGS += "|Verbundrohr 16x2,0 Rolle 100 m|Dichtring-Sortiment|Montageschiene 28/30 verz. 2 m|Kugelhahn DN 20 rot"


@family("german-fittings-wholesaler")
def german_fittings_wholesaler(rng: Random) -> Drawn:
    """Delivery notes as headings, EAN below the article, gross price and percent off, carry-over, Skonto table."""
    bill = Bill(rng, "DE", rng.choice(("9#######", "R 4#####", "{y}-1#####")))
    bill.day_format = rng.choice(("%d.%m.%Y", "%d.%m.%y"))
    notes = [bill.shape("LS 77####") for _ in range(rng.randint(1, 3))]
    for n, text in enumerate(rng.choices(FITTINGS.split("|"), k=max(some(rng, 30), len(notes))), 1):
        note = notes[min((n - 1) // 6, len(notes) - 1)]
        less, qty = rng.choice((0, 25, 32, 40, 45)), rng.choice((1, 2, 5, 10, 20, 100))
        ean = f"EAN {bill.shape('40###########')}"
        more = (note, str(less))
        unit = rng.choice(("ST", "ST", "M", "PAK"))
        bill.add(text, qty, price_of(rng, 1, 320), discount=less, rate=RATE, sku=bill.shape("@@@#####"),
                 no=f"{n:03}", uom=unit, notes=(ean,), more=more)  # fmt: skip
    bill.reckon(charges=rng.choice((ZERO, ZERO, Decimal("9.80"), Decimal("14.50"))), at=RATE, slips="total amount")
    sheet = Sheet()
    _fittings_head(sheet, bill)
    _fittings_rows(sheet, bill)
    late = rng.random() < 0.7
    _fittings_sums(sheet, bill, late=late)
    shown = f"{'due' if late else ''} seller_id subtotal tax_base tax qty price"
    truth = bill.truth(sheet, shown, "delivery-notes", "carry-over", "ean")
    for item, row in zip(truth["items"], bill.rows, strict=True):
        item["sku"] = [row.sku, row.notes[0].split()[1]]
    return Drawn(sheet.finish(), (bill.charge_as_line(truth),))


def _fittings_head(sheet: Sheet, bill: Bill) -> None:
    seller = bill.seller
    sheet.text(40, 50, seller.name, size=15, bold=True)
    sheet.text(40, 63, "Sanitär · Heizung · Klima — Fachgroßhandel seit 1926", size=7.5, colour=GREY)
    sheet.text(40, 112, f"{seller.name} - {seller.street} - {seller.city}", size=6)
    sheet.lines(40, 128, ["Firma", bill.buyer.name, *bill.buyer.address], size=10)
    sheet.text(330, 118, "RECHNUNG", size=16, bold=True)
    cells = [("Rechnungs-Nr.", bill.number), ("Datum", bill.d(bill.date)), ("Kunden-Nr.", bill.shape("2#####"))]
    cells += [
        ("Verkäufer", person(bill.rng, bill.land)),
        ("Tour", bill.shape("0#")),
        ("Ihre Bestellung", bill.shape("####")),
    ]
    for n, (label, value) in enumerate(cells):
        x, y = 330 + 78 * (n % 3), 128 + 28 * (n // 3)
        sheet.box(x, y, x + 78, y + 28)
        sheet.text(x + 3, y + 9, label, size=6.5, colour=GREY)
        sheet.text(x + 3, y + 21, value, size=8 if len(value) < 15 else 6.5)
    sheet.text(40, 210, "Wir lieferten Ihnen zu unseren Allgemeinen Geschäftsbedingungen:", size=8.5)
    weee = bill.shape("WEEE-Reg.-Nr. DE 4711####")
    foot = f"Geschäftsführer: {person(bill.rng, bill.land)}   USt-IdNr. {seller.tax_id}   HRB 1184   {weee}"
    sheet.text(297, 812, foot, size=6.5, align="centre")
    sheet.text(
        297,
        822,
        f"Bankhaus Münzdorf IBAN {seller.iban}   Die Ware bleibt bis zur Bezahlung unser Eigentum.",
        size=6.5,
        align="centre",
    )


FITTING_STOPS = "<40 <66 <122 >338 <342 >418 >455 >555"


def _fittings_rows(sheet: Sheet, bill: Bill) -> None:
    def heads(top: float) -> None:
        texts = ["Pos", "Artikel-Nr.", "Bezeichnung", "Menge", "ME", "Bruttopreis", "Rab. %", "Nettowert EUR"]
        spread(sheet, top, FITTING_STOPS, texts, size=7.5, bold=True)
        sheet.rule(40, top - 10, 555, top - 10, 0.5)
        sheet.rule(40, top + 4, 555, top + 4, 0.5)
        sheet.y = top + 16

    heads(236)
    so_far, note = ZERO, ""
    for row in bill.rows:
        if sheet.y > 735:
            spread(sheet, sheet.y + 4, ">455 >555", ["Übertrag", bill.m(so_far)], size=8, bold=True)
            sheet.new_page()
            sheet.text(40, 40, f"{bill.seller.name}   Rechnung {bill.number}   Blatt {sheet.page}", size=8)
            heads(66)
            sheet.y = spread(sheet, sheet.y, ">455 >555", ["Übertrag", bill.m(so_far)], size=8, bold=True) + 4
        if row.more[0] != note:
            note = row.more[0]
            said = f"{note} vom {bill.d(bill.date, -3)}   Kommission: BV {bill.ship_to.street}"
            sheet.y = spread(sheet, sheet.y, "<40", [said], size=8, bold=True) + 3
        text = f"{row.text}\n{row.notes[0]}"
        less = "" if row.more[1] == "0" else f"{row.more[1]},0"
        cells = [
            row.no or "",
            row.sku or "",
            text,
            bill.q(row.qty),
            row.uom or "",
            bill.p(row.price),
            less,
            bill.m(row.amount),
        ]
        sheet.y = spread(sheet, sheet.y, FITTING_STOPS, cells, size=8) + 3
        so_far += row.amount


def _fittings_sums(sheet: Sheet, bill: Bill, *, late: bool) -> None:
    room(sheet, 110, 790)
    tops = ["Warenwert", "Frachtpauschale", "Nettobetrag", "MwSt %", "MwSt-Betrag", "Rechnungsbetrag EUR"]
    values = [
        bill.m(bill.subtotal),
        bill.m(bill.charges),
        bill.m(bill.tax_base),
        "19,00",
        bill.m(bill.tax),
        bill.m(bill.total),
    ]
    stops = ">110 >195 >285 >340 >420 >550"
    y = sheet.y + 8
    sheet.box(40, y - 11, 555, y + 20)
    spread(sheet, y, stops, tops, size=7, colour=GREY)
    spread(sheet, y + 14, stops, values, size=9, bold=True)
    cut = bill.money(bill.total * 3 / 100)
    if late:
        rows = [("Zahlbar bis", "Skonto", "Skontobetrag", "Zahlbetrag")]
        rows += [(bill.d(bill.date, 7), "3,00 %", bill.m(cut), bill.m(bill.total - cut))]
        rows += [(bill.d(bill.due), "netto", bill.m(ZERO), bill.m(bill.total))]
        pairs(sheet, y + 38, "<44 <120 >240 >320", rows, size=8, step=11)
    else:
        sheet.text(44, y + 38, "Zahlung: Bankeinzug (SEPA-Firmenlastschrift) zum 15. des Folgemonats", size=8)


FEES = (
    ("Geschäftsgebühr §§ 13, 14 RVG, Nr. 2300 VV RVG", ("1.3", "1.5", "1.8")),
    ("Verfahrensgebühr § 13 RVG, Nr. 3100 VV RVG", ("1.3",)),
    ("Terminsgebühr § 13 RVG, Nr. 3104 VV RVG", ("1.2",)),
    ("Einigungsgebühr § 13 RVG, Nrn. 1003, 1000 VV RVG", ("1.0", "1.5")),
)


@family("german-lawyer-fees")
def german_lawyer_fees(rng: Random) -> Drawn:
    """A lawyer's Kostenrechnung: value in dispute, factor before the fee, lump sum for post, Vorschuss taken off."""
    bill = Bill(rng, "DE", rng.choice(("{y}0####", "####/{y}", "R-###/2#")))
    names = rng.sample(("Brinkschulte", "von der Aue", "Tiedemann", "Özkaya", "Hollerith"), 2)
    bill.seller = replace(
        bill.seller,
        name=f"{names[0]} {rng.choice(('& Partner mbB', f'{names[1]} Rechtsanwälte', 'Rechtsanwälte PartG'))}",
    )
    basis = price_of(rng, 60, 1400)
    for text, factors in sorted(rng.sample(FEES, rng.randint(1, 3))):
        factor = Decimal(rng.choice(factors))
        bill.add(text, None, bill.money(basis * factor), rate=RATE, more=(bill.q(factor, 1),))
    bill.add("Pauschale für Post und Telekommunikation, Nr. 7002 VV RVG", None, Decimal("20.00"), rate=RATE, more=("",))
    if rng.random() < 0.4:
        bill.add(
            "Dokumentenpauschale (48 Seiten), Nr. 7000 Nr. 1 VV RVG", None, Decimal("24.00"), rate=RATE, more=("",)
        )
    bill.reckon()
    bill.prepaid = bill.money(bill.total / 2).quantize(Decimal(50)) if rng.random() < 0.4 and bill.total > 200 else ZERO
    sheet = Sheet(face=TIMES)
    office_no = bill.shape("##/###/#####")
    _lawyer_letter(sheet, bill, basis, office_no, [f"Rechtsanwalt {name}" for name in names])
    truth = bill.truth(sheet, "subtotal tax payable" if bill.prepaid else "subtotal tax", "factors", "letter")
    truth["seller"]["tax_id"] = [office_no, None]
    truth["invoice"]["due_date"] = [(bill.date + dt.timedelta(days=14)).isoformat(), None]
    for item, row in zip(truth["items"], bill.rows, strict=True):
        item["qty"] = [None, "1", row.more[0].replace(",", ".")] if row.more[0] else [None, "1"]
    return Drawn(sheet.finish(), (truth,))


def _lawyer_letter(sheet: Sheet, bill: Bill, basis: Decimal, office_no: str, heads: list[str]) -> None:
    rng, seller = bill.rng, bill.seller
    sheet.text(297, 52, seller.name.upper(), size=15, align="centre")
    sheet.text(297, 66, " · ".join((*heads, *seller.address)), size=8, align="centre")
    sheet.text(65, 132, f"{seller.name}, {seller.street}, {seller.city}", size=6.5)
    sheet.lines(65, 148, [bill.buyer.name, person(rng, bill.land), *bill.buyer.address], size=11)
    sheet.lines(
        380, 148, [f"Aktenzeichen: {bill.shape('###/2# @@')}", "Bitte stets angeben", f"Tel. {seller.phone}"], size=9
    )
    sheet.text(535, 228, f"{seller.city.split(' ', 1)[1]}, {bill.d(bill.date)}", size=10, align="right")
    sheet.text(65, 252, f"Kostenrechnung Nr. {bill.number}", size=13, bold=True)
    case = f"{bill.buyer.name} ./. {bill.ship_to.name} wegen {rng.choice(('Forderung', 'Mietminderung', 'Werklohn'))}"
    sheet.lines(65, 268, [case, f"Leistungszeitraum: {bill.d(bill.date, -120)} bis {bill.d(bill.date, -4)}"], size=10)
    worth = bill.m(basis * 20)
    sheet.text(65, 310, f"Gegenstandswert: {worth} EUR", size=10)
    sheet.y = 332
    for row in bill.rows:
        cells = [folded(sheet, row.text, 300, 10), row.more[0], f"{bill.m(row.amount)} EUR"]
        sheet.y = spread(sheet, sheet.y, "<65 >430 >535", cells, size=10) + 5
    sums = [("Zwischensumme netto", bill.subtotal), ("19 % Umsatzsteuer, Nr. 7008 VV RVG", bill.tax)]
    sums += [("Gesamtbetrag" if bill.prepaid else "zu zahlender Betrag", bill.total)]
    sums += [("abzüglich Vorschuss", -bill.prepaid), ("zu zahlender Betrag", bill.payable)] if bill.prepaid else []
    sheet.rule(440, sheet.y - 8, 535, sheet.y - 8, 0.4)
    texts = [(label, f"{bill.m(value)} EUR") for label, value in sums]
    y = pairs(sheet, sheet.y + 6, "<65 >535", texts, size=10, step=16, bold=("zu z",))
    said = [
        "Bitte überweisen Sie den Betrag binnen 14 Tagen auf das unten genannte Konto.",
        "",
        "Mit freundlichen Grüßen",
        "",
        heads[0],
    ]
    sheet.lines(65, y + 18, said, size=10)
    foot = f"Sparkasse Rebstadt IBAN {seller.iban} (Geschäftskonto) · Anderkonto auf Anfrage · Steuernummer {office_no}"
    sheet.text(297, 812, foot, size=7, align="centre")


STAY = {
    "Übernachtung Einzelzimmer Business": (LESS, 79, 169),
    "Frühstücksbuffet Speisen": (LESS, 11, 17),
    "Frühstücksbuffet Getränke": (RATE, 3, 6),
    "Tiefgarage je Nacht": (RATE, 9, 22),
    "Hotelbar": (RATE, 4, 38),
    "Wäscheservice": (RATE, 5, 19),
}


@family("german-hotel-city-tax")
def german_hotel_city_tax(rng: Random) -> Drawn:
    """A town hotel: prices with tax at two rates, Beherbergungssteuer without, a table of rates, card payment."""
    bill = Bill(rng, "DE", rng.choice(("R######", "{y}-#####", "1#####")))
    bill.included, bill.day_format = True, rng.choice(("%d.%m.%Y", "%d.%m.%y"))
    bill.seller = replace(bill.seller, name=f"Hotel {bill.seller.name.removeprefix('Gebr. ').split()[0]} Betriebs GmbH")
    nights, arrival = rng.randint(1, 5), -rng.randint(1, 3)
    wanted = ["Übernachtung Einzelzimmer Business", *rng.sample(sorted(STAY)[:4], rng.randint(0, 3))]
    for text in dict.fromkeys(wanted):
        rate, low, high = STAY[text]
        count = nights if text != "Hotelbar" else 1
        bill.add(text, count, price_of(rng, low, high, step="0.5"), rate=rate)
    if rng.random() < 0.7:
        bill.add("Beherbergungssteuer (City Tax)", nights, price_of(rng, 2, 6), rate=ZERO)
    bill.reckon(slips="total amount")
    bill.prepaid = bill.total if rng.random() < 0.6 else ZERO
    sheet = Sheet()
    sheet.text(297, 60, bill.seller.name.rsplit(" ", 2)[0].upper(), size=18, align="centre", colour=(0.35, 0.25, 0.15))
    sheet.text(297, 74, f"* * * *   {bill.seller.street} · {bill.seller.city}", size=8, align="centre")
    guest = person(rng, bill.land)
    sheet.lines(62, 128, [bill.buyer.name, guest, *bill.buyer.address], size=10)
    stay = [("Rechnung Nr.", bill.number), ("Datum", bill.d(bill.date)), ("Gast", guest), ("Zimmer", bill.shape("###"))]
    stay += [("Anreise", bill.d(bill.date, arrival - nights)), ("Abreise", bill.d(bill.date, arrival)), ("Seite", "1")]
    pairs(sheet, 128, "<380 <450", stay, size=8.5, step=12)
    sheet.text(62, 238, "Rechnung", size=14, bold=True)
    stops = "<62 >345 >415 >460 >535"
    sheet.rule(62, 263, 535, 263, 0.5)
    sheet.y = (
        spread(sheet, 258, stops, ["Leistung", "Anzahl", "Preis", "MwSt.", "Betrag EUR"], size=8.5, bold=True) + 10
    )
    for row in bill.rows:
        cells = [row.text, bill.q(row.qty), bill.m(row.price or ZERO), f"{row.rate} %", bill.m(row.amount)]
        sheet.y = spread(sheet, sheet.y, stops, cells, size=9) + 5
    _hotel_sums(sheet, bill)
    shown = "seller_id qty price tax" + (" payable" if bill.prepaid else "")
    return Drawn(sheet.finish(), (bill.truth(sheet, shown, "tax-included", "city-tax"),))


def _hotel_sums(sheet: Sheet, bill: Bill) -> None:
    sheet.rule(62, sheet.y - 6, 535, sheet.y - 6, 0.5)
    sums = [("Gesamtbetrag", bill.total)]
    if bill.prepaid:
        sums += [
            (bill.rng.choice(("Zahlung EC-Karte", "Visa **** 4021")), -bill.prepaid),
            ("Offener Betrag", bill.payable),
        ]
    y = pairs(
        sheet, sheet.y + 8, "<345 >535", [(a, bill.m(b)) for a, b in sums], size=9.5, step=15, bold=("Gesamt", "Off")
    )
    stops = "<62 >170 >250 >330"
    y = spread(sheet, y + 12, stops, ["MwSt.-Satz", "Netto", "MwSt.", "Brutto"], size=8, bold=True) + 2
    for tax in bill.taxes:
        cells = [f"{bill.m(tax.rate)} %", bill.m(tax.base), bill.m(tax.amount), bill.m(tax.base + tax.amount)]
        y = spread(sheet, y, stops, cells, size=8) + 2
    net = bill.subtotal - bill.tax
    y = spread(sheet, y, stops, ["Summe", bill.m(net), bill.m(bill.tax), bill.m(bill.subtotal)], size=8, bold=True)
    paid = (
        "Wir danken für Ihren Besuch und wünschen eine gute Heimreise."
        if bill.prepaid
        else "Zahlbar sofort ohne Abzug."
    )
    sheet.text(62, y + 20, paid, size=9)
    foot = f"{bill.seller.name} · USt-IdNr. {bill.seller.tax_id} · {bill.seller.iban} · Tel. {bill.seller.phone}"
    sheet.text(297, 808, foot, size=7, align="centre")
