"""German trade: a fittings wholesaler's long list, and what else its customers are sent."""

from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, Bill, price_of, spread
from tests.generator.lands import person
from tests.generator.listing import pairs, room, some
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet

RATE = Decimal(19)
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
