"""Default pages of office programs: two suites for middling firms, a German web program, a French desktop one."""

from dataclasses import dataclass
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, VERA, Bill, bar, folded, price_of, spread
from tests.generator.desk import addressee, assortment, populate
from tests.generator.english_folk import SIGNS, Folk, address, shown, with_po
from tests.generator.english_folk import addressee as english_addressee
from tests.generator.english_folk import populate as populate_english
from tests.generator.forms import cell_row, table
from tests.generator.listing import listing, pairs, room, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import A4, LETTER, Sheet
from tests.generator.table import Look


@dataclass(frozen=True)
class Suite:
    """A suite's words in one language: facts, columns, sums, tax table, foot."""

    title: str
    facts: str
    columns: str
    sums: str
    taxes: str
    foot: str
    goods: tuple[tuple[str, str], ...]
    rates: tuple[int, ...]
    trades: tuple[str, ...]


SUITES = {
    "GB": Suite(
        "Invoice|Page|of",
        "External Document No.|Order No.|Payment Terms|Due Date|Salesperson|Net {} days",
        "No.|Description|Quantity|Unit|Unit Price|Disc. %|VAT %|Line Amount",
        "Subtotal|Total {} Excl. VAT|{}% VAT|VAT Amount|Total {} Incl. VAT",
        "VAT Amount Specification|VAT %|VAT Base|VAT Amount",
        "Phone No.|Email|VAT Registration No.|Bank|IBAN",
        (("Conference Bundle 1-8", "Pieces"), ("Guest chair, black", "Pieces"), ("Whiteboard, base", "Set")),
        (20, 20, 0),
        ("Furniture", "Office Supplies", "Interiors"),
    ),
    "DE": Suite(
        "Rechnung|Seite|von",
        "Ihre Referenz|Auftragsnr.|Zahlungsbedingungen|Fälligkeitsdatum|Verkäufer|{} Tage netto",
        "Nr.|Beschreibung|Menge|Einheit|VK-Preis|Rabatt %|MwSt. %|Zeilenbetrag",
        "Zwischensumme|Total {} ohne MwSt.|{} % MwSt.|MwSt.-Betrag|Total {} inkl. MwSt.",
        "MwSt.-Betrag Spezifikation|MwSt. %|MwSt.-Bemessungsgrundlage|MwSt.-Betrag",
        "Telefonnr.|E-Mail|USt-IdNr.|Bank|IBAN",
        (("Besucherstuhl schwarz", "Stück"), ("Schreibtisch Berlin 160x80", "Stück"), ("Montage vor Ort", "Stunde")),
        (19, 19, 7),
        ("{} Büromöbel", "{} Bürotechnik", "Objekteinrichtung {}"),
    ),
    "NL": Suite(
        "Factuur|Pagina|van",
        "Uw referentie|Ordernr.|Betalingscondities|Vervaldatum|Verkoper|{} dagen netto",
        "Nr.|Omschrijving|Aantal|Eenheid|Eenheidsprijs|Korting %|Btw-%|Regelbedrag",
        "Subtotaal|Totaal {} excl. btw|{}% btw|Btw-bedrag|Totaal {} incl. btw",
        "Specificatie btw-bedrag|Btw-%|Btw-grondslag|Btw-bedrag",
        "Telefoon|E-mail|Btw-nr.|Bank|IBAN",
        (("Bezoekersstoel zwart", "Stuks"), ("Vergadertafel ovaal 240 cm", "Stuks"), ("Montage op locatie", "Uur")),
        (21, 21, 9),
        ("{} Kantoorinrichting", "{} Projectmeubilair"),
    ),
}


@family("suite-in-three-languages")
def suite_in_three_languages(rng: Random) -> Drawn:
    """A business suite's standard page in English, German or Dutch: 'Total EUR excl.', tax specification below."""
    code = rng.choice(tuple(SUITES))
    say, bill = SUITES[code], Bill(rng, code, rng.choice(("10####", "PS-INV10####", "1#####", "VF{y}-0####")))
    populating = populate_english if code == "GB" else populate
    folk = populating(bill, say.trades, private=0)
    off = rng.random() < 0.4
    for text, unit in assortment(rng, say.goods, 22):
        row = {"rate": Decimal(rng.choice(say.rates)), "sku": bill.shape("19##-@"), "uom": unit}
        cut = rng.choice((0, 5, 10)) if off else 0
        bill.add(text, rng.choice((1, 2, 4, 12)), price_of(rng, 12, 900), discount=cut, more=(str(cut or ""),), **row)
    bill.reckon()
    sheet, po = Sheet(), rng.choice(("", bill.shape("PO####"), bill.shape("45000#####")))
    dated = rng.random() < 0.8
    _suite_page(sheet, bill, say, po or "", folk if dated else None)
    columns = say.columns.split("|")
    heads = "55<{}|150<{}|45>{}|45<{}|65>{}|45>{}|40>{}|75>{}".format(*columns)
    rows = []
    for r in bill.rows:
        money = (bill.p(r.price), r.more[0], f"{r.rate}", bill.m(r.amount))
        rows.append((r.sku or "", r.text, bill.q(r.qty), r.uom or "", *money))
    look = Look("none", size=8, gap=5)
    table(sheet, 38, heads, rows, look, bottom=700, begin=lambda: setattr(sheet, "y", 60.0))
    room(sheet, 190, 770)
    _suite_sums(sheet, bill, say)
    on = shown("seller_id qty price tax_base tax", due=dated, buyer_id=code != "GB", subtotal=True)
    return Drawn(sheet.finish(), (with_po(bill.truth(sheet, on, "program", "suite"), po),))


def _suite_page(sheet: Sheet, bill: Bill, say: Suite, po: str, folk: Folk | None) -> None:
    """The head; without its salesperson, the due date is missing, too."""
    title, page, of = say.title.split("|")
    sheet.lines(560, 50, [bill.seller.name, *address(bill.seller)], size=8.5, bold_first=True, align="right")
    tax = say.foot.split("|")[2]
    theirs = [bill.buyer.name, *address(bill.buyer)]
    sheet.lines(40, 110, theirs, size=9)
    if bill.land.code != "GB":
        sheet.text(40, 110 + 11.7 * len(theirs), f"{tax} {bill.buyer.tax_id}", size=9)
    sheet.text(40, 195, f"{title} {bill.number}", size=16, bold=True)
    sheet.text(40, 210, bill.d(bill.date), size=9)
    sheet.text(560, 195, f"{page} 1 {of} 1", size=8, align="right") if len(bill.rows) < 15 else None
    names = say.facts.split("|")
    values = [po, bill.shape("1010##"), names[5].format((bill.due - bill.date).days)]
    values += [bill.d(bill.due), folk.clerk] if folk else []
    cells = [(name, value) for name, value in zip(names, values, strict=False) if value]
    for n, (name, value) in enumerate(cells):
        sheet.text(40 + 106 * n, 235, name, size=8, bold=True)
        sheet.text(40 + 106 * n, 247, value, size=8)
    sheet.y = 268
    foot = zip(say.foot.split("|"), _suite_foot(bill), strict=True)
    for n, (name, value) in enumerate(foot):
        sheet.text((40, 125, 260, 375, 430)[n], 800, name, size=7, bold=True)
        sheet.text((40, 125, 260, 375, 430)[n], 810, value, size=7)


def _suite_foot(bill: Bill) -> tuple[str, ...]:
    return bill.seller.phone, bill.seller.mail, bill.seller.tax_id, "WWB Bank", bill.seller.iban


def _suite_sums(sheet: Sheet, bill: Bill, say: Suite) -> None:
    sub, net, one, several, gross = say.sums.split("|")
    tax = one.format(bill.taxes[0].rate) if len(bill.taxes) == 1 else several
    sums = [(sub, bill.subtotal)] if bill.rng.random() < 0.5 else []
    sums += [(net.format(bill.currency), bill.subtotal), (tax, bill.tax), (gross.format(bill.currency), bill.total)]
    sheet.rule(330, sheet.y + 2, 558, sheet.y + 2)
    strong = (net.split(" ")[0],)
    y = pairs(sheet, sheet.y + 16, "<330 >555", [(a, bill.m(b)) for a, b in sums], size=8.5, step=14, bold=strong)
    title, rate, base, amount = say.taxes.split("|")
    sheet.text(40, y + 22, title, size=9, bold=True)
    sheet.y = y + 28
    rows = [(f"{t.rate}", bill.m(t.base), bill.m(t.amount)) for t in bill.taxes]
    table(sheet, 38, f"70>{rate}|130>{base}|90>{amount}", rows, Look("none", size=8))


PARTS = (
    ("HX-220 Pump", "Hydraulic pump, 22 cc/rev, cast iron body"),
    ("Seal kit", "Nitrile seal kit for HX series"),
    ("LBR-FIELD", "Field service labor, weekday"),
    ("Coupling 3/4", "Quick coupling, zinc plated"),
    ("Freight-in", "Inbound freight surcharge"),
    ("FLT-10", "Return line filter element, 10 micron absolute, with bypass valve and gasket"),
)


@family("cloud-erp-total-box")
def cloud_erp_total_box(rng: Random) -> Drawn:
    """A cloud ERP's default: '#INV123' under the title, TOTAL and due date in a tinted box, facts in a row."""
    code = rng.choice(("US", "US", "GB", "CA"))
    bill = Bill(rng, code, rng.choice(("INV####", "INV-@@#####", "SI0####")))
    folk = populate_english(bill, ("Hydraulics", "Fluid Power", "Industrial"), private=0)
    sign = SIGNS[code]
    rate = {"US": Decimal(rng.choice(("0", "6.25", "8"))), "GB": Decimal(20), "CA": Decimal(13)}[code]
    for name, text in assortment(rng, PARTS, 24):
        bill.add(text, rng.choice((1, 2, 3, 10)), price_of(rng, 4, 800), sku=name, rate=rate)
    bill.reckon(charges=price_of(rng, 15, 90) if rng.random() < 0.4 else ZERO, at=rate, taxed=bool(rate))
    sheet, po = Sheet(size=LETTER if code != "GB" else A4), rng.choice(("", bill.shape("PO#####")))
    name = {"US": "Tax Total", "GB": "VAT Total", "CA": "HST"}[code]
    _box_head(sheet, bill, folk, po, sign)
    stops = ">75 <90 <200 >470 >555"

    def begin() -> None:
        sheet.y = 312 if sheet.page == 1 else 50
        bar(sheet, sheet.y - 12, 18, 36, 560, (0.88, 0.88, 0.88))
        spread(sheet, sheet.y, stops, ["Quantity", "Item", "Description", "Rate", "Amount"], size=8.5, bold=True)
        sheet.y += 20

    begin()
    rows = []
    for r in bill.rows:
        text = folded(sheet, r.text, 200, 8.5)
        rows.append((bill.q(r.qty), r.sku or "", text, f"{sign}{bill.p(r.price)}", f"{sign}{bill.m(r.amount)}"))
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8.5, gap=6, bottom=650)
    room(sheet, 110, 720)
    sums = [("Subtotal", bill.subtotal)] + ([("Shipping Cost", bill.charges)] if bill.charges else [])
    sums += [(f"{name} ({bill.q(rate)}%)" if rate else name, bill.tax), ("Total", bill.total)]
    texts = [(label, f"{sign}{bill.m(value)}") for label, value in sums]
    pairs(sheet, sheet.y + 14, ">470 >555", texts, size=9, step=16, bold=("Total",))
    sheet.text(
        40, sheet.height - 60, f"{bill.number}  1 of 1" if sheet.page == 1 else bill.number, size=7.5, colour=GREY
    )
    on = shown("due qty price subtotal tax", seller_id=code != "US")
    truth = bill.charge_as_line(bill.truth(sheet, on, "program", "erp"))
    return Drawn(sheet.finish(), (with_po(truth, po),))


def _box_head(sheet: Sheet, bill: Bill, folk: Folk, po: str, sign: str) -> None:
    ids = {"US": [], "GB": [f"VAT Reg. No. {bill.seller.tax_id}"], "CA": [f"HST# {bill.seller.tax_id}"]}
    mine = [bill.seller.name, *address(bill.seller), *ids[bill.land.code]]
    sheet.lines(40, 50, mine, size=9, bold_first=True)
    sheet.text(555, 56, "Invoice", size=22, align="right")
    sheet.text(555, 74, f"#{bill.number}", size=12, align="right")
    sheet.text(555, 90, bill.d(bill.date), size=10, align="right")
    sheet.lines(40, 140, ["Bill To", *english_addressee(bill, folk)], size=9, bold_first=True)
    sheet.lines(210, 140, ["Ship To", bill.ship_to.name, *address(bill.ship_to)], size=9, bold_first=True)
    bar(sheet, 130, 75, 400, 558, (0.9, 0.93, 0.97))
    sheet.text(412, 150, "TOTAL", size=10, bold=True)
    sheet.text(546, 176, f"{sign}{bill.m(bill.total)}", size=19, align="right")
    sheet.text(546, 196, f"Due Date: {bill.d(bill.due)}", size=9, align="right")
    cells = [("Terms", f"Net {(bill.due - bill.date).days}"), ("Due Date", bill.d(bill.due)), ("PO #", po)]
    cells += [("Sales Rep", folk.clerk), ("Shipping Method", bill.rng.choice(("Ground", "Best Way", "Will call")))]
    bar(sheet, 250, 16, 36, 560, (0.88, 0.88, 0.88))
    for n, (label, value) in enumerate(cells):
        sheet.text(40 + 104 * n, 262, label, size=8.5, bold=True)
        sheet.text(40 + 104 * n, 280, value, size=8.5)


DIENSTE = (
    ("Konzeption und Abstimmung", "Workshop vor Ort inkl. Protokoll", "Std", "95"),
    ("Webdesign Startseite", "", "pauschal", "1450"),
    ("Wartung und Updates", "Leistungszeitraum: Vormonat", "Monat", "79"),
    ("Fahrtkosten", "Hin- und Rückfahrt", "km", "0.42"),
    ("Texterstellung", "je Seite bis 300 Wörter", "Stk", "120"),
    ("Social-Media-Paket S", "8 Beiträge, Redaktionsplan, Auswertung am Monatsende", "Monat", "390"),
)


@family("german-einzel-gesamt-euro")
def german_einzel_gesamt_euro(rng: Random) -> Drawn:
    """A German web program as delivered: number and dates at the right, 'Einzel €' and 'Gesamt €', greeting below."""
    bill = Bill(rng, "DE", rng.choice(("RE####", "RE-{y}-00##", "R-1###", "{y}{m}##")))
    folk = populate(bill, ("{} Webdesign", "Agentur {}", "{} Kommunikation"), private=0.1)
    small = rng.random() < 0.15
    rate = ZERO if small else Decimal(19)
    for text, note, unit, price in assortment(rng, DIENSTE, 14):
        qty = Decimal(rng.choice(("1", "1", "2", "3.5", "12", "0.75"))) * (50 if unit == "km" else 1)
        bill.add(text, qty, Decimal(price), rate=rate, uom=unit, notes=(note,) * bool(note))
    bill.reckon(taxed=not small)
    sheet, dated = Sheet(face=VERA), rng.random() < 0.5
    sheet.text(545, 70, bill.seller.name.split(" ")[0], size=20, bold=True, align="right", colour=(0.85, 0.3, 0.2))
    sheet.text(62, 128, " · ".join((bill.seller.name, *address(bill.seller))), size=6, colour=GREY)
    sheet.lines(62, 145, addressee(bill, folk), size=9)
    facts = [("Rechnungsnr.", bill.number), ("Kundennr.", bill.shape("1####")), ("Datum", bill.d(bill.date))]
    facts += [("Lieferdatum", bill.d(bill.date, -3))] if rng.random() < 0.7 else []
    pairs(sheet, 175, "<385 >545", facts, size=8.5, step=13)
    sheet.text(62, 265, "Rechnung", size=15, bold=True)
    sheet.text(62, 285, "Unsere Lieferungen/Leistungen stellen wir Ihnen wie folgt in Rechnung.", size=8.5)
    stops = "<62 <88 >345 <355 >460 >545"

    def begin() -> None:
        sheet.y = 312 if sheet.page == 1 else 70
        heads = ["Pos.", "Bezeichnung", "Menge", "Einheit", "Einzel €", "Gesamt €"]
        spread(sheet, sheet.y, stops, heads, size=8, bold=True)
        sheet.rule(62, sheet.y + 5, 545, sheet.y + 5)
        sheet.y += 20

    begin()
    rows = []
    for at, r in enumerate(bill.rows, 1):
        text = "\n".join((r.text, *(folded(sheet, note, 190, 8.5) for note in r.notes)))
        rows.append((f"{at}", text, bill.q(r.qty, 2), r.uom or "", bill.p(r.price), bill.m(r.amount)))
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8.5, gap=7, bottom=670)
    room(sheet, 120, 730)
    sheet.rule(345, sheet.y - 6, 545, sheet.y - 6)
    sums = [("Zwischensumme (netto)", bill.subtotal), ("Umsatzsteuer 19 %", bill.tax)] if rate else []
    texts = [(a, bill.m(b)) for a, b in [*sums, ("Gesamtbetrag", bill.total)]]
    y = pairs(sheet, sheet.y + 8, "<345 >545", texts, size=8.5, step=15, bold=("Gesamtbetrag",))
    told = ["Kein Ausweis von Umsatzsteuer, da Kleinunternehmer gemäß § 19 UStG."] if small else []
    days = (bill.due - bill.date).days
    until = f"bis zum {bill.d(bill.due)}" if dated else f"innerhalb von {days} Tagen ab Rechnungseingang ohne Abzüge"
    told += [f"Zahlungsbedingungen: Zahlung {until}.", "", "Mit freundlichen Grüßen", folk.clerk]
    sheet.lines(62, y + 14, told, size=8.5, leading=1.4)
    own = f"Steuernr. {bill.shape('##/###/#####')}" if small else f"USt-ID {bill.seller.tax_id}"
    first = [bill.seller.name, *address(bill.seller)]
    second, third = [f"Tel. {bill.seller.phone}", bill.seller.mail], ["Sparkasse", f"IBAN {bill.seller.iban}", own]
    for x, lines in ((62, first), (240, second), (390, third)):
        sheet.lines(x, 785, lines, size=6.5)
    on = shown("qty price", due=dated, seller_id=not small, subtotal=rate, tax=rate)
    truth = bill.truth(sheet, on, "program", "small-trader" if small else "plain")
    if small:
        truth["seller"]["tax_id"] = None
    return Drawn(sheet.finish(), (truth,))


ARTICLES = (
    ("PLQ13", "Plaque de plâtre BA13 2500 x 1200 mm", "U"),
    ("ENDM25", "Enduit de finition sac 25 kg", "SAC"),
    ("MO1", "Main d'oeuvre qualifiée", "H"),
    ("RAIL48", "Rail R48 longueur 3 m", "ML"),
    ("LDV100", "Laine de verre 100 mm R=3,15", "M2"),
    ("DEPL", "Forfait déplacement zone 2", "FF"),
)


@family("french-desktop-commercial")
def french_desktop_commercial(rng: Random) -> Drawn:
    """A French desktop program: cells for number, date and client code, ruled columns to the foot, base by code."""
    bill = Bill(rng, "FR", rng.choice(("FA0000####", "FC######", "FA{y}-####")))
    folk = populate(bill, ("{} Matériaux", "Négoce {}", "{} Bâtiment"), private=0.15)
    bill.day_format = "%d/%m/%Y"
    codes = {Decimal(20): "1", Decimal(10): "2"}
    for ref, text, unit in assortment(rng, ARTICLES, 20):
        row = {"rate": Decimal(rng.choice((20, 20, 20, 10))), "sku": ref, "uom": unit}
        off = rng.choice((0, 0, 0, 5, 15))
        bill.add(text, rng.choice((1, 2, 5, 12, 40)), price_of(rng, 3, 70), discount=off, more=(str(off or ""),), **row)
    bill.reckon()
    bill.prepaid = bill.money(bill.total * Decimal("0.3")) if rng.random() < 0.25 else ZERO
    sheet = Sheet()
    mine = [bill.seller.name, *address(bill.seller), f"Tél. : {bill.seller.phone}", f"Email : {bill.seller.mail}"]
    sheet.lines(35, 50, mine, size=9, bold_first=True)
    sheet.text(35, 150, "Facture", size=18, bold=True)
    sheet.box(320, 80, 560, 165)
    sheet.lines(330, 98, addressee(bill, folk), size=9.5)
    vat = not folk.private and rng.random() < 0.6
    way = rng.choice(("Virement", "Chèque", "LCR à 30 jours", "Prélèvement"))
    cells = [("Numéro", bill.number), ("Date", bill.d(bill.date)), ("Code client", bill.shape("CL####"))]
    cells += [("Date échéance", bill.d(bill.due)), ("Mode de règlement", way)]
    cells += [("N° de Tva intracom", bill.buyer.tax_id if vat else "")]
    cell_row(sheet, 180, 26, [35, 120, 195, 270, 350, 455, 560], cells, size=8)
    sheet.y = 216
    heads = "55<Code|200<Description|45>Qté|30^U.|60>P.U. HT|40>% REM|65>Montant HT|30^TVA"
    rows = []
    for r in bill.rows:
        money = (bill.p(r.price), r.more[0], bill.m(r.amount), codes[r.rate])
        rows.append((r.sku or "", r.text, bill.q(r.qty, 2), r.uom or "", *money))
    edges = table(sheet, 35, heads, rows, Look("columns", size=8, gap=4), bottom=620)
    for edge in edges:
        sheet.rule(edge, sheet.y, edge, 640)
    sheet.rule(35, 640, 560, 640)
    _desktop_sums(sheet, bill, codes)
    on = shown("seller_id due qty price tax tax_base payable", buyer_id=vat)
    return Drawn(sheet.finish(), (bill.truth(sheet, on, "program", "desktop"),))


def _desktop_sums(sheet: Sheet, bill: Bill, codes: dict[Decimal, str]) -> None:
    sheet.y = 650
    taxes = [(codes[t.rate], f"{bill.m(t.rate)}", bill.m(t.base), bill.m(t.amount)) for t in bill.taxes]
    table(sheet, 35, "35^Code|60>Taux|80>Base HT|80>Montant TVA", taxes, Look("grid", size=8))
    sums = [("Total HT", bill.subtotal), ("Total TVA", bill.tax), ("Total TTC", bill.total)]
    sums += [("Acompte", bill.prepaid)] if bill.prepaid else []
    for n, (label, value) in enumerate([*sums, ("NET A PAYER", bill.payable)]):
        last = n == len(sums)
        sheet.box(380, 650 + 16 * n, 560, 666 + 16 * n)
        spread(
            sheet,
            661 + 16 * n,
            "<386 >554",
            [label, f"{bill.m(value)} €" if last else bill.m(value)],
            size=9,
            bold=last,
        )
    small = (
        "En cas de retard de paiement, une pénalité égale à 3 fois le taux d'intérêt légal sera exigible, ainsi qu'une",
        "indemnité forfaitaire pour frais de recouvrement de 40 euros (article L441-10 du code de commerce).",
        "Pas d'escompte pour règlement anticipé. Réserve de propriété jusqu'au paiement complet.",
    )
    sheet.lines(35, 752, small, size=6.5)
    siret = bill.shape("### ### ### 000##")
    foot = f"SIRET : {siret} - APE 4673A - N° TVA intracom : {bill.seller.tax_id} - Capital : 15 000,00 €"
    sheet.text(297, 800, foot, size=7, align="centre")
