"""Ordinary German papers: a tax adviser's tenths and a painter's measured work."""

from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, Bill, folded, price_of, spread
from tests.generator.english_folk import shown, with_po
from tests.generator.euro_folk import addressee, due_in, full_name, settle, term_only
from tests.generator.listing import pairs, room, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet

RATE = Decimal(19)
FIRMS = ("{} GmbH", "{} Metallbau GmbH & Co. KG", "Zahnarztpraxis Dr. {}", "Bäckerei {}", "{} Immobilien AG", "{} e.K.")
DUTIES = (
    ("Finanzbuchführung einschl. Kontieren der Belege", "§ 33 Abs. 1", ("5/10", "6/10", "7/10"), "C"),
    ("Erstellung Jahresabschluss", "§ 35 Abs. 1 Nr. 1a", ("25/10", "30/10"), "B"),
    ("Körperschaftsteuererklärung", "§ 24 Abs. 1 Nr. 3", ("4/10",), "A"),
    ("Gewerbesteuererklärung", "§ 24 Abs. 1 Nr. 5", ("3/10",), "A"),
    ("Umsatzsteuerjahreserklärung", "§ 24 Abs. 1 Nr. 8", ("3/10", "4/10"), "A"),
    ("Prüfung Steuerbescheide", "§ 28", ("Zeitgebühr",), ""),
    ("Lohnabrechnungen, 7 Arbeitnehmer", "§ 34 Abs. 2", ("Pauschale",), ""),
)


@family("german-tax-adviser-tenths")
def german_tax_adviser_tenths(rng: Random) -> Drawn:
    """A Steuerberater's fee note: paragraph, value and tenths beside each fee, lump sum for post, debit announced."""
    bill = Bill(rng, "DE", rng.choice(("{y}/0####", "1####-{y}", "{y}####", "{m}-####/{y}")))
    settle(bill, ("{} Steuerberatungsgesellschaft mbH", "Steuerkanzlei {} & Partner mbB", "{} StBG mbH"), FIRMS)
    for text, law, tenths, table in sorted(rng.sample(DUTIES, rng.randint(1, 6))):
        worth = bill.m(Decimal(rng.randint(17, 900) * 1000)) if table else ""
        more = (law, worth, rng.choice(tenths) + (f" {table}" if table else ""))
        bill.add(text, None, price_of(rng, 45, 1900), rate=RATE, more=more)
    if rng.random() < 0.7:
        lump = min(Decimal(20), bill.money(bill.sum(bill.rows) / 5))
        bill.add("Entgelte Post- und Telekommunikation", None, lump, rate=RATE, more=("§ 16", "", "Pauschale"))
    bill.reckon()
    sheet, late = Sheet(), rng.random() < 0.5
    _adviser_head(sheet, bill)
    _adviser_rows(sheet, bill)
    if late:
        said = f"Den Rechnungsbetrag buchen wir zum {bill.d(bill.due)} von Ihrem Konto ab."
    else:
        due_in(bill, 14)
        said = "Zahlbar innerhalb von 14 Tagen ohne Abzug."
    period = rng.choice((f"Leistungszeitraum: {bill.date.year - 1}", f"Leistungsmonat: {bill.date:%m/%Y}"))
    sheet.lines(70, sheet.y + 24, [period, said, "", "Mit freundlichen Grüßen", "", full_name(bill)], size=9.5)
    truth = bill.truth(sheet, shown("seller_id subtotal tax", due=late), "factors", "letter")
    return Drawn(sheet.finish(), (truth if late else term_only(truth, bill),))


def _adviser_head(sheet: Sheet, bill: Bill) -> None:
    seller, town = bill.seller, bill.seller.city.split(" ", 1)[1]
    sheet.text(545, 50, seller.name, size=13, bold=True, align="right")
    mine = [seller.street, seller.city, "", f"Telefon {seller.phone}", seller.mail]
    sheet.lines(430, 118, mine, size=8.5)
    sheet.text(70, 118, f"{seller.name} · {seller.street} · {seller.city}", size=6)
    sheet.lines(70, 136, addressee(bill, *bill.rng.choice(((), ("Firma",)))), size=10)
    pairs(sheet, 200, "<430 <495", [("Mandant", bill.shape("1####")), ("Rechnung", bill.number)], size=8.5)
    sheet.text(556, 238, f"{town}, {bill.d(bill.date)}", size=8.5, align="right")
    sheet.text(70, 262, f"Rechnung Nr. {bill.number}", size=12, bold=True)
    said = "Für meine Tätigkeit erlaube ich mir gemäß Steuerberatervergütungsverordnung zu berechnen:"
    sheet.text(70, 282, said, size=9.5)
    bank = f"Volksbank Auetal eG · IBAN {seller.iban} · BIC GENODEF1XYZ"
    ids = f"USt-IdNr. {seller.tax_id} · AG {town} HRB 4471 · Geschäftsführer: {full_name(bill)}, Steuerberater"
    spread(sheet, 806, "^297", [f"{bank}\n{ids}"], size=6.5, colour=GREY)


def _adviser_rows(sheet: Sheet, bill: Bill) -> None:
    stops = "<70 <238 >388 <398 >545"
    heads = ["Tätigkeit", "StBVV", "Gegenstandswert", "Zehntel / Tab.", "Betrag EUR"]
    sheet.y = spread(sheet, 308, stops, heads, size=8, bold=True) + 2
    sheet.rule(70, sheet.y - 6, 545, sheet.y - 6, 0.5)
    sheet.y += 8
    for row in bill.rows:
        cells = [folded(sheet, row.text, 160, 9), row.more[0], row.more[1], row.more[2], bill.m(row.amount)]
        sheet.y = spread(sheet, sheet.y, stops, cells, size=9) + 5
    sheet.rule(440, sheet.y - 6, 545, sheet.y - 6, 0.5)
    sums = [("Summe netto", bill.subtotal), ("zzgl. 19 % Umsatzsteuer", bill.tax), ("Rechnungsbetrag", bill.total)]
    texts = [(label, bill.m(value)) for label, value in sums]
    sheet.y = pairs(sheet, sheet.y + 8, "<238 >545", texts, size=9.5, step=15, bold=("Rech",))


ROOMS = "EG Flur|EG Wohnzimmer|OG Schlafzimmer|OG Bad|Treppenhaus|Keller Raum 2|Fassade Südseite"
PAINT = (
    ("Wandflächen spachteln, Qualität Q3, schleifen", "m²", 6, 14),
    ("Untergrund grundieren mit Tiefgrund LF, Fabrikat nach Wahl des AN", "m²", 2, 4),
    ("Dispersionsfarbe 2-fach, weiß, Nassabriebklasse 2", "m²", 5, 11),
    ("Raufasertapete liefern, tapezieren und streichen", "m²", 11, 19),
    ("Türen beidseitig lackieren, seidenmatt", "Stk", 85, 160),
    ("Sockelleisten lackieren", "lfm", 4, 9),
    ("Abdecken und Abkleben von Böden und Fenstern", "psch", 90, 400),
    ("Malergeselle für Zusatzarbeiten nach Aufwand", "Std", 48, 59),
)


@family("german-painter-measured")
def german_painter_measured(rng: Random) -> Drawn:
    """A painter's final bill by Aufmaß: the measured rooms under each position, labour share, Sicherheitseinbehalt."""
    bill = Bill(rng, "DE", rng.choice(("{y}-###", "R{y}###", "###/{y}", "SR-2#-0##")))
    stem = settle(bill, ("Malerbetrieb {}", "{} Malermeister GmbH", "Maler {} e.K."), (*FIRMS, "Eheleute {}"))
    numbered = rng.choice(("{:02}", "1.{:02}", "{}."))
    for n, (text, unit, low, high) in enumerate(rng.sample(PAINT, rng.randint(1, 8)), 1):
        parts = _measured(rng, unit)
        qty = sum((part[2] for part in parts), ZERO)
        notes = tuple(f"{room_}: {how} = {bill.q(size, 2)} {unit}" for room_, how, size in parts if how)
        price = price_of(rng, low, high, step="0.05")
        bill.add(text, qty, price, rate=RATE, no=numbered.format(n), uom=unit, notes=notes)
    bill.reckon(slips="total qty")
    bill.prepaid = rng.choice((ZERO, ZERO, bill.money(bill.total / 3)))
    sheet, with_order = Sheet(), rng.choice(("", bill.shape("B-{y}/##")))
    sheet.text(60, 62, stem.upper(), size=24, bold=True, colour=(0.1, 0.35, 0.6))
    sheet.text(60, 76, "Innungsbetrieb · Malerarbeiten · Wärmedämmung · Bodenbeläge", size=8)
    sheet.text(60, 132, f"{bill.seller.name}, {bill.seller.street}, {bill.seller.city}", size=6.5)
    sheet.lines(60, 150, addressee(bill, care="z.Hd. {}"), size=10.5)
    facts = [("Rechnungs-Nr.:", bill.number), ("Rechnungsdatum:", bill.d(bill.date))]
    facts += [("Ihr Auftrag:", with_order)] if with_order else []
    facts += [("Leistungszeitraum:", f"KW {rng.randint(2, 25)} - {rng.randint(26, 50)}")]
    pairs(sheet, 150, "<370 >545", facts, size=9, step=13)
    sheet.text(60, 240, rng.choice(("Schlussrechnung", "RECHNUNG", "Rechnung nach Aufmaß")), size=14, bold=True)
    sheet.text(60, 256, f"Bauvorhaben: {bill.ship_to.street}, {bill.ship_to.city}", size=9.5)
    _painter_rows(sheet, bill)
    late = _painter_sums(sheet, bill)
    words = shown("seller_id subtotal tax qty price", due=late, payable=bill.prepaid)
    truth = with_po(bill.truth(sheet, words, "measured"), with_order)
    return Drawn(sheet.finish(), (truth if late else term_only(truth, bill),))


def _measured(rng: Random, unit: str) -> list[tuple[str, str, Decimal]]:
    """The rooms of a position: which, how measured, how much."""
    if unit not in ("m²", "lfm"):
        return [("", "", Decimal(1) if unit == "psch" else Decimal(rng.randint(2, 40)) / 2)]
    parts = []
    for place in rng.sample(ROOMS.split("|"), rng.randint(1, 3)):
        wide, high = price_of(rng, 2, 9, step="0.05"), price_of(rng, 2, 3, step="0.05")
        size = (wide * high if unit == "m²" else wide).quantize(Decimal("0.01"))
        how = " x ".join(f"{side:.2f}".replace(".", ",") for side in ((wide, high) if unit == "m²" else (wide,)))
        parts.append((place, how, size))
    return parts


def _painter_rows(sheet: Sheet, bill: Bill) -> None:
    stops = "<60 >122 <126 <160 >470 >545"

    def begin() -> None:
        top = 284 if sheet.page == 1 else 60
        spread(sheet, top, stops, ["Pos.", "Menge", "", "Bezeichnung", "EP in €", "GP in €"], size=8.5, bold=True)
        sheet.rule(60, top + 5, 545, top + 5, 0.8)
        sheet.y = top + 20

    begin()
    for row in bill.rows:
        if sheet.y > 690:
            turned(sheet, begin)()
        texts = [row.no or "", bill.q(row.qty, 2), row.uom or "", folded(sheet, row.text, 240, 9)]
        sheet.y = spread(sheet, sheet.y, stops, [*texts, bill.p(row.price), bill.m(row.amount)], size=9)
        sheet.y = spread(sheet, sheet.y, "<160", ["\n".join(row.notes)], size=7.5, colour=GREY) + 6


def _painter_sums(sheet: Sheet, bill: Bill) -> bool:
    room(sheet, 190, 790)
    rng, late = bill.rng, bill.rng.random() < 0.5
    sums = [("Nettosumme", bill.subtotal), ("zzgl. MwSt. 19 %", bill.tax), ("Gesamtsumme brutto", bill.total)]
    if bill.prepaid:
        sums += [(f"abzgl. Abschlagszahlung vom {bill.d(bill.date, -30)}", -bill.prepaid)]
        sums += [("Noch zu zahlen", bill.payable)]
    sheet.rule(300, sheet.y, 545, sheet.y, 0.8)
    texts = [(label, f"{bill.m(value)} €") for label, value in sums]
    y = pairs(sheet, sheet.y + 15, "<300 >545", texts, size=9.5, step=15, bold=("Ges", "Noch"))
    if not late:
        due_in(bill, 10)
    pay = f"Bitte überweisen Sie bis zum {bill.d(bill.due)}." if late else "Zahlbar binnen 10 Tagen rein netto."
    labour = bill.m(bill.money(bill.total * rng.randint(55, 80) / 100))
    said = [f"Im Bruttobetrag sind Lohnkosten von {labour} € enthalten (§ 35a EStG).", pay]
    said += [
        "Rechnung und Zahlungsbeleg sind zwei Jahre aufzubewahren (§ 14b UStG).",
        "",
        "Vielen Dank für den Auftrag!",
    ]
    sheet.lines(60, y + 12, said, size=9)
    foot = [f"{bill.seller.name}\n{bill.seller.street}\n{bill.seller.city}"]
    foot += [f"Tel. {bill.seller.phone}\n{bill.seller.mail}", f"Sparkasse Erzmünde\n{bill.seller.iban}"]
    spread(sheet, 806, "<60 <200 <310 <445", [*foot, f"Ust-ID: {bill.seller.tax_id}\nHWK-Nr. 48213"], size=6.5)
    return late
