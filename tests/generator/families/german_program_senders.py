"""What German office programs print: a letter with an info block, and a shop's order."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, WHITE, Bill, Row, bar, folded, price_of, spread
from tests.generator.lands import person
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet

RATE, LESS = Decimal(19), Decimal(7)
TITLES = {
    "Demontage und Entsorgung": (
        "Rückbau vorhandener Sanitärobjekte einschl. Abtransport und Deponiegebühren",
        "Alte Rohrleitungen demontieren",
        "Schuttcontainer 5,5 m³ gestellt und abgefahren",
    ),
    "Installation": (
        "Kupferrohr 18 x 1 mm, geliefert und montiert inkl. Form- und Verbindungsstücken",
        "Vorwandelement WC, H = 112 cm",
        "Monteurstunde",
        "Obermonteurstunde",
    ),
    "Fliesenarbeiten": (
        "Wandfliesen 30/60 im Dünnbett verlegen, Fugen grau",
        "Abdichtung Dusche nach DIN 18534",
        "Silikonfugen",
    ),
    "Sonstiges": ("Anfahrtspauschale Zone 2", "Kleinmaterial", "Baustelleneinrichtung"),
}


@family("german-info-block-letter")
def german_info_block_letter(rng: Random) -> Drawn:
    """DIN letter, info block at the right; titles with their sums, Nachlass, Skonto in money, § 13b or § 19."""
    bill = Bill(rng, "DE", rng.choice(("RE-{y}-0###", "{y}####", "RG0#####", "####")))
    mode = rng.choice(("", "", "", "13b", "19"))
    titled = rng.random() < 0.6
    for at, title in enumerate(rng.sample(sorted(TITLES), rng.randint(1, 4)), 1):
        for n, text in enumerate(rng.sample(TITLES[title], rng.randint(1, 3)), 1):
            unit = "Std." if text.endswith("stunde") else rng.choice(("Stk", "m", "m²", "psch."))
            qty = Decimal(1) if unit == "psch." else Decimal(rng.randint(2, 140)) / rng.choice((1, 2, 4))
            price = price_of(rng, 12, 480)
            bill.add(text, qty, price, rate=ZERO if mode else RATE, no=f"{at}.{n}", uom=unit, more=(title,))
    percent = rng.choice((0, 0, 0, 3, 5))
    off = bill.money(bill.sum(bill.rows) * percent / 100)
    bill.reckon(discount=off, at=ZERO if mode else RATE, taxed=not mode, slips="total qty")
    sheet = Sheet()
    with_id, late = rng.random() < 0.4 or mode == "13b", rng.random() < 0.6
    office_no = bill.shape("##/###/#####")
    _info_head(sheet, bill, with_id=with_id)
    _info_rows(sheet, bill, titled=titled)
    _info_sums(sheet, bill, percent, mode)
    _info_close(sheet, bill, mode, late=late)
    _info_foot(sheet, bill, office_no, mode)
    shown = f"{'due' if late else ''} {'buyer_id' if with_id else ''} {'' if mode == '19' else 'seller_id'} qty price"
    shown += (" subtotal" if percent or mode != "19" else "") + ("" if mode else " tax")
    truth = bill.truth(sheet, shown, "info-block", "titles" if titled else "plain")
    if mode == "19":
        truth["seller"]["tax_id"] = [office_no, None]
    if not late:
        truth["invoice"]["due_date"] = [bill.due.isoformat(), None]
    return Drawn(sheet.finish(), (truth,))


def _info_head(sheet: Sheet, bill: Bill, *, with_id: bool) -> None:
    rng, seller = bill.rng, bill.seller
    if rng.random() < 0.7:
        sheet.text(538, 62, seller.name, size=19, bold=True, align="right", colour=(0.12, 0.3, 0.5))
    sheet.text(71, 132, f"{seller.name}, {seller.street}, {seller.city}", size=6.5, colour=GREY)
    sheet.rule(71, 135, 290, 135, 0.3)
    name = person(rng, bill.land)
    whom = [bill.buyer.name, f"z. Hd. {name}"] if rng.random() < 0.5 else [bill.buyer.name]
    if rng.random() < 0.25:
        whom = [name, bill.buyer.name] if len(whom) == 1 else ["Firma", *whom]
    sheet.lines(71, 150, [*whom, *bill.buyer.address], size=10)
    block = [("Rechnungs-Nr.", bill.number), ("Rechnungsdatum", bill.d(bill.date))]
    block += [("Kunden-Nr.", bill.shape("1####"))] if rng.random() < 0.8 else []
    block += [("Auftrags-Nr.", bill.shape("AB-#####"))] if rng.random() < 0.5 else []
    block += [("Ihr Zeichen", bill.shape("@@/@@"))] if rng.random() < 0.3 else []
    if rng.random() < 0.5:
        block += [("Lieferdatum", "entspricht Rechnungsdatum")]
    else:
        block += [("Leistungszeitraum", f"{bill.d(bill.date, -24)} -"), ("", bill.d(bill.date, -3))]
    block += [("Ihre USt-IdNr.", bill.buyer.tax_id)] if with_id else []
    block += [("Ansprechpartner", person(rng, bill.land)), ("Telefon", seller.phone)]
    pairs(sheet, 142, "<370 <452", block, size=8.5, step=12)
    sheet.text(
        71, 282, rng.choice((f"Rechnung Nr. {bill.number}", "Rechnung", f"RECHNUNG {bill.number}")), size=13, bold=True
    )
    hello = [
        "Sehr geehrte Damen und Herren,",
        "",
        "vielen Dank für Ihren Auftrag. Vereinbarungsgemäß berechnen wir Ihnen:",
    ]
    sheet.lines(71, 304, hello, size=9.5)


INFO_STOPS = "<71 <100 >362 <367 >455 >538"


def _info_rows(sheet: Sheet, bill: Bill, *, titled: bool) -> None:
    def begin() -> None:
        top = 362 if sheet.page == 1 else 80
        if sheet.page > 1:
            sheet.text(
                538, 50, f"Seite {sheet.page} zu Rechnung {bill.number} vom {bill.d(bill.date)}", size=8, align="right"
            )
        heads = ["Pos.", "Bezeichnung", "Menge", "Einh.", "Einzelpreis €", "Gesamt €"]
        spread(sheet, top, INFO_STOPS, heads, size=9, bold=True)
        sheet.rule(71, top + 4, 538, top + 4, 0.8)
        sheet.y = top + 18

    begin()
    turn = turned(sheet, begin)
    for title in dict.fromkeys(row.more[0] for row in bill.rows):
        rows = [row for row in bill.rows if row.more[0] == title]
        if titled:
            no = (rows[0].no or "").split(".")[0]
            if sheet.y > 690:
                turn()
            sheet.y = spread(sheet, sheet.y, "<71 <100", [no, title], size=9, bold=True) + 4
        listing(
            sheet, INFO_STOPS, [_info_cells(sheet, bill, row) for row in rows], turn=turn, size=9, gap=6, bottom=735
        )
        if titled:
            sheet.rule(455, sheet.y - 10, 538, sheet.y - 10, 0.3)
            sheet.y = spread(sheet, sheet.y, "<100 >538", [f"Summe {no} {title}", bill.m(bill.sum(rows))], size=9) + 8


def _info_cells(sheet: Sheet, bill: Bill, row: Row) -> list[str]:
    text = folded(sheet, row.text, 215, 9)
    return [row.no or "", text, bill.q(row.qty, 2), row.uom or "", bill.p(row.price), bill.m(row.amount)]


def _info_sums(sheet: Sheet, bill: Bill, percent: int, mode: str) -> None:
    room(sheet, 150, 750)
    sums = []
    if percent:
        sums += [
            ("Zwischensumme", bill.m(bill.subtotal)),
            (f"abzgl. {percent} % Nachlass", f"-{bill.m(bill.discount)}"),
        ]
    sums += [] if mode == "19" else [("Nettobetrag", bill.m(bill.tax_base))]
    sums += [] if mode else [("zzgl. 19 % Umsatzsteuer", bill.m(bill.tax))]
    sums += [("Rechnungsbetrag", f"{bill.m(bill.total)} €")]
    sheet.rule(71, sheet.y - 6, 538, sheet.y - 6, 0.8)
    sheet.y = pairs(sheet, sheet.y + 8, "<340 >538", sums, size=9.5, step=15, bold=("Rechnungsb",))


def _info_close(sheet: Sheet, bill: Bill, mode: str, *, late: bool) -> None:
    days = (bill.due - bill.date).days
    texts = [f"Zahlbar bis {bill.d(bill.due)} ohne Abzug." if late else f"Zahlungsziel: {days} Tage netto."]
    if days >= 14 and bill.rng.random() < 0.6:
        cut = bill.money(bill.total * 2 / 100)
        until = f"bis {bill.d(bill.date, 8)}" if late else "innerhalb von 8 Tagen"
        texts += [
            f"Bei Zahlung {until} gewähren wir 2 % Skonto ({bill.m(cut)} €), Zahlbetrag {bill.m(bill.total - cut)} €."
        ]
    laws = {
        "13b": "Steuerschuldnerschaft des Leistungsempfängers (§ 13b UStG).",
        "19": "Gemäß § 19 UStG wird keine Umsatzsteuer berechnet (Kleinunternehmer).",
    }
    texts += [laws[mode]] if mode else []
    texts += ["Wir bedanken uns für die gute Zusammenarbeit.", "", "Mit freundlichen Grüßen", bill.seller.name]
    sheet.lines(71, sheet.y + 12, texts, size=9.5)


def _info_foot(sheet: Sheet, bill: Bill, office_no: str, mode: str) -> None:
    seller = bill.seller
    sheet.rule(71, 782, 538, 782, 0.4)
    numbers = [f"St.-Nr. {office_no}"] if mode == "19" else [f"USt-IdNr. {seller.tax_id}", f"St.-Nr. {office_no}"]
    columns = [
        [seller.name, *seller.address],
        [f"Tel. {seller.phone}", seller.mail, f"www.{seller.mail.split('@')[1]}"],
        ["Volksbank Heidewinkel eG", f"IBAN {seller.iban}", bill.shape("BIC GENODE@1@@@")],
        [*numbers, "Amtsgericht Lüne HRB 20417"],
    ]
    for x, lines in zip((71, 195, 300, 448), columns, strict=True):
        sheet.lines(x, 793, lines, size=6.5)


SHOP = (
    "Gartenschere Profi 21 cm|Pflanzkübel Fiberglas anthrazit Ø 40 cm|Bio-Tomatendünger 5 kg|Hochbeet Lärche 120 x 80"
)
SHOP += (
    "|Regentonne 300 l|Kniekissen|Saatgut-Set Kräuter (12 Sorten)|Gartenhandschuhe Gr. 9|Rosenbogen, pulverbeschichtet"
)


@family("german-shop-order")
def german_shop_order(rng: Random) -> Drawn:
    """A web shop's own print: prices with tax, voucher and postage below, contained tax by rate, paid beforehand."""
    bill = Bill(rng, "DE", rng.choice(("1####", "RE{y}-#####", "SW-2####")))
    bill.included, bill.day_format = True, "%d.%m.%Y"
    private = rng.random() < 0.6
    if private:
        bill.buyer = replace(bill.buyer, name=person(rng, bill.land))
    for text in rng.choices(SHOP.split("|"), k=some(rng, 40)):
        rate = LESS if "dünger" in text or "Saatgut" in text else RATE
        price = price_of(rng, 4, 190, step="1") - Decimal("0.05")
        bill.add(text, rng.choice((1, 1, 1, 2, 3)), price, rate=rate, sku=bill.shape("SW1####"))
    postage, off = rng.choice((ZERO, Decimal("4.90"), Decimal("6.95"))), rng.choice((ZERO, ZERO, Decimal(5)))
    off = off if off < bill.sum(bill.rows) / 2 else ZERO
    bill.reckon(charges=postage, discount=off, at=RATE)
    sheet = Sheet()
    brand = bill.seller.name.removeprefix("Gebr. ").split()[0]
    bar(sheet, 0, 8, 0, 595, (0.35, 0.55, 0.1))
    sheet.text(56, 58, f"{brand}24.de", size=24, bold=True, colour=(0.35, 0.55, 0.1))
    sheet.text(56, 118, f"{bill.seller.name} - {bill.seller.street} - {bill.seller.city}", size=6.5)
    sheet.lines(56, 134, [bill.buyer.name, *bill.buyer.address, "Deutschland"], size=9.5)
    right = [("Kundennummer:", bill.shape("2####")), ("Bestellnummer:", bill.shape("10####"))]
    right += [("Bestelldatum:", bill.d(bill.date, -1)), ("Rechnungsdatum:", bill.d(bill.date))]
    right += [("Zahlungsart:", rng.choice(("PayPal", "Vorkasse", "Kreditkarte"))), ("Versandart:", "DHL-Paket")]
    pairs(sheet, 134, "<370 >540", right, size=8.5, step=12)
    if rng.random() < 0.5:
        sheet.lines(230, 134, ["Lieferanschrift", bill.ship_to.name, *bill.ship_to.address], size=7.5, bold_first=True)
    sheet.text(56, 232, f"Rechnung Nr. {bill.number}", size=14, bold=True)
    _shop_rows(sheet, bill)
    _shop_sums(sheet, bill)
    truth = bill.truth(sheet, f"seller_id qty price subtotal {'tax' if len(bill.taxes) == 1 else ''}", "tax-included")
    return Drawn(sheet.finish(), (bill.charge_as_line(truth),))


def _shop_rows(sheet: Sheet, bill: Bill) -> None:
    stops = "<60 <90 <150 >385 >420 >480 >536"

    def begin() -> None:
        top = 262 if sheet.page == 1 else 60
        bar(sheet, top - 11, 16, 56, 540, (0.35, 0.55, 0.1))
        heads = ["Pos.", "Art.-Nr.", "Bezeichnung", "Anz.", "MwSt.", "Preis", "Gesamt"]
        spread(sheet, top, stops, heads, size=8.5, bold=True, colour=WHITE)
        sheet.y = top + 20

    begin()
    rows = [
        (
            str(n),
            r.sku or "",
            r.text,
            bill.q(r.qty),
            f"{r.rate} %",
            f"{bill.m(r.price or ZERO)} €",
            f"{bill.m(r.amount)} €",
        )
        for n, r in enumerate(bill.rows, 1)
    ]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8.5, gap=5, bottom=720, rules=(56, 540))


def _shop_sums(sheet: Sheet, bill: Bill) -> None:
    room(sheet, 130, 760)
    sums = [("Zwischensumme:", bill.subtotal)]
    sums += [("Gutschein WILLKOMMEN5:", -bill.discount)] if bill.discount else []
    sums += [("Versandkosten:", bill.charges)]
    sums += [("Gesamtsumme inkl. MwSt.:", bill.total)]
    sums += [(f"darin enthalten MwSt. {tax.rate} %:", tax.amount) for tax in bill.taxes]
    texts = [(label, f"{bill.m(value)} €") for label, value in sums]
    y = pairs(sheet, sheet.y + 10, "<340 >536", texts, size=9, step=14, bold=("Gesamtsumme",))
    thanks = [
        "Der Rechnungsbetrag wurde bereits beglichen. Bitte überweisen Sie nichts.",
        "Vielen Dank für Ihren Einkauf!",
    ]
    thanks += ["Das Leistungsdatum entspricht dem Rechnungsdatum."]
    sheet.lines(56, y + 14, thanks, size=8.5)
    seller = bill.seller
    foot = [seller.name, *seller.address, f"USt-ID: {seller.tax_id}", seller.mail]
    sheet.text(297, 806, " | ".join(foot), size=7, align="centre")
