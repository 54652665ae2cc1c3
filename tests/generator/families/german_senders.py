"""Senders from Germany, Austria and Switzerland, each with a paper of its own."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, VERA, WHITE, Bill, bar, bars, folded, price_of, spread, squares
from tests.generator.lands import person
from tests.generator.registry import Drawn, family
from tests.generator.sheet import TIMES, Sheet

RATE, LESS = Decimal(19), Decimal(7)
DRINKS = {
    "110 Bier": ("Hellbock Pils 20 x 0,5 l", "Moorbräu Export 24 x 0,33 l", "Hefeweizen dunkel 20x0,5"),
    "210 Alkoholfrei": ("Mineralwasser classic 12 x 0,7 l", "Apfelschorle 12/1,0 PET", "Orangensaft 6 x 1,0 Glas"),
    "340 Spirituosen": ("Kümmelbrand 32 % Vol. 0,7 l", "Obstler Fass 1 l 38%", "Kräuterhalb 20 x 0,02"),
    "710 Lebensmittel": ("Salzstangen 12 x 250 g", "Erdnüsse geröstet 1 kg", "Oliven grün o. Stein 4250 ml"),
}
CRATES = {"Leergut Kasten 20er": "3.10", "Leergut Kasten 12er": "3.30", "Rücknahme Fass 30 l": "30.00"}
BUILT = (
    "Demontage und Entsorgung der vorhandenen Sanitärobjekte",
    "Verlegen von Kupferrohr 15 mm einschl. Formstücken und Befestigung",
    "Gäste-WC: Vorwandelement liefern und montieren, Bauhöhe 1,12 m",
    "Fliesenspiegel ca. 60/60 verfugen",
    "Helferstunden",
    "Meisterstunden Heizungsnotdienst (An- und Abfahrt enthalten)",
    "Anfahrtspauschale Zone 2",
)


def _sender_line(sheet: Sheet, bill: Bill, x: float, y: float) -> None:
    seller = bill.seller
    sheet.text(x, y, f"{seller.name} · {seller.street} · {seller.city}", size=6, colour=GREY)


@family("german-drinks-wholesaler")
def german_drinks_wholesaler(rng: Random) -> Drawn:
    """Article groups with group sums, deposits and returned crates as lines, tax codes, skonto with date and sum."""
    bill = Bill(rng, "DE", rng.choice(("4#######", "R-{y}-#####", "{y}######")))
    bill.day_format = "%d.%m.%Y"
    groups = rng.sample(sorted(DRINKS), rng.randint(1, 4))
    for group in groups:
        for text in rng.choices(DRINKS[group], k=rng.randint(1, 9)):
            rate = LESS if group.startswith("710") else RATE
            qty = rng.choice((1, 2, 4, 10, 24, 60))
            bill.add(text, qty, price_of(rng, 2, 29), rate=rate, sku=bill.shape("####"), more=(group,))
    for text, worth in rng.sample(sorted(CRATES.items()), rng.randint(1, 2)):
        count = rng.choice((2, 5, 12, -1) if len(bill.rows) > 5 else (1, 3))
        bill.add(text, count, Decimal(worth), rate=RATE, sku=bill.shape("9##"), more=("990 Leergut/Pfand",))
    bill.reckon(slips="total qty amount")
    sheet = Sheet()
    _drinks_head(sheet, bill)
    _drinks_rows(sheet, bill)
    _drinks_foot(sheet, bill)
    return Drawn(sheet.finish(), (bill.truth(sheet, "seller_id subtotal tax qty price", "groups", "deposit"),))


def _drinks_head(sheet: Sheet, bill: Bill) -> None:
    sheet.text(297, 42, bill.seller.name.upper(), size=17, bold=True, align="centre", colour=(0.1, 0.35, 0.15))
    sheet.text(297, 55, "Getränkefachgroßhandel · Zapfanlagen · Festbedarf", size=8, align="centre")
    _sender_line(sheet, bill, 60, 112)
    sheet.lines(60, 126, ["Firma", bill.buyer.name, person(bill.rng, bill.land), *bill.buyer.address], size=10)
    stops = "<340 <395 <455 <535"
    spread(sheet, 130, stops, ["Kunde", "Tour", "Beleg", "Seite"], size=7, colour=GREY)
    spread(sheet, 141, stops, [bill.shape("1####"), bill.shape("#/##"), bill.number, "1"], size=9)
    spread(sheet, 156, stops, ["Datum", "Lieferdatum", "LS-Nr.", ""], size=7, colour=GREY)
    spread(sheet, 167, stops, [bill.d(bill.date), bill.d(bill.date, -2), bill.shape("77####"), ""], size=8)
    sheet.text(60, 222, "R E C H N U N G", size=12, bold=True)
    sheet.y = 246


DRINK_STOPS = "<60 <100 >345 <352 >425 >445 >535"


def _drinks_rows(sheet: Sheet, bill: Bill) -> None:
    heads = ["Art.", "Bezeichnung", "Menge", "VE", "Preis", "St", "EUR netto"]
    sheet.rule(60, sheet.y - 10, 540, sheet.y - 10, 1.2)
    sheet.y = spread(sheet, sheet.y, DRINK_STOPS, heads, bold=True) + 4
    for group in dict.fromkeys(row.more[0] for row in bill.rows):
        rows = [row for row in bill.rows if row.more[0] == group]
        sheet.y = spread(sheet, sheet.y + 3, "<60", [f"Warengruppe {group}"], bold=True) + 2
        for row in rows:
            if sheet.y > 640:
                sheet.new_page()
                sheet.text(60, 45, f"Rechnung {bill.number}   Seite {sheet.page}", size=8)
                sheet.y = spread(sheet, 66, DRINK_STOPS, heads, bold=True) + 6
            code = "1" if row.rate == RATE else "2"
            unit = "Kst" if "20" in row.text or "12" in row.text else "St"
            cells = [row.sku or "", row.text, bill.q(row.qty), unit, bill.p(row.price), code, bill.m(row.amount)]
            sheet.y = spread(sheet, sheet.y, DRINK_STOPS, cells) + 2
        if len(rows) > 1:
            text = f"Summe {group}"
            sheet.y = spread(sheet, sheet.y, "<100 >535", [text, bill.m(bill.sum(rows))], colour=GREY) + 2


def _drinks_foot(sheet: Sheet, bill: Bill) -> None:
    top = max(sheet.y + 12, 660)
    stops = "<60 >150 >235 >320 >420 >535"
    sheet.box(56, top - 12, 540, top + 16 + 12 * len(bill.taxes))
    spread(sheet, top, stops, ["St", "Steuersatz", "Netto EUR", "MwSt EUR", "", "Brutto EUR"], bold=True)
    for n, tax in enumerate(bill.taxes, 1):
        gross = bill.m(tax.base + tax.amount)
        cells = [
            "1" if tax.rate == RATE else "2",
            f"{bill.m(tax.rate)} %",
            bill.m(tax.base),
            bill.m(tax.amount),
            "",
            gross,
        ]
        spread(sheet, top + 12 * n, stops, cells)
    y = top + 12 * (len(bill.taxes) + 1)
    cells = ["", "Gesamt", bill.m(bill.subtotal), bill.m(bill.tax), "Rechnungsbetrag", bill.m(bill.total)]
    spread(sheet, y, stops, cells, bold=True)
    off = bill.money(bill.total * 2 / 100)
    sheet.text(
        60,
        y + 26,
        f"Zahlbar bis {bill.d(bill.date, 8)} mit 2 % Skonto = {bill.m(off)} EUR, danach netto Kasse.",
        size=8,
    )
    texts = [f"IBAN {bill.seller.iban}", f"USt-IdNr. {bill.seller.tax_id}", f"Tel. {bill.seller.phone}", "HRA 2047"]
    sheet.text(297, 815, "  |  ".join([bill.seller.name, *texts]), size=6.5, align="centre")


@family("german-craftsman")
def german_craftsman(rng: Random) -> Drawn:
    """Schluss- oder Abschlagsrechnung: Titel mit Nr. und Datum im Satz, Abzug gezahlter Abschläge, §13b oder §35a."""
    bill = Bill(rng, "DE", rng.choice(("{y}/####", "AR {y}-###", "SR-####/{m}")))
    reverse = rng.random() < 0.25
    rate = Decimal(0) if reverse else RATE
    for n, text in enumerate(rng.sample(BUILT, rng.randint(1, 6)), 1):
        unit, qty = rng.choice(
            (
                ("Std", Decimal(rng.randint(3, 90)) / 4),
                ("m", Decimal(rng.randint(90, 9000)) / 100),
                ("psch", Decimal(1)),
            )
        )
        bill.add(text, qty, price_of(rng, 28, 140, step="0.50"), rate=rate, no=f"1.{n:02}", uom=unit)
    bill.reckon(slips="total qty")
    paid = [bill.money(bill.total * share / 100) for share in rng.choice(((), (30,), (30, 25), (20, 20, 15)))]
    bill.prepaid = sum(paid, Decimal(0))
    sheet = Sheet(face=TIMES)
    office_no = bill.shape("33/###/#####")
    sheet.text(535, 50, bill.seller.name, size=16, bold=True, align="right")
    lines = ["Meisterbetrieb seit 1957", *bill.seller.address, f"Fon {bill.seller.phone}", f"St.-Nr. {office_no}"]
    sheet.lines(535, 64, lines, size=8, align="right")
    _sender_line(sheet, bill, 65, 130)
    sheet.lines(65, 145, [bill.buyer.name, *bill.buyer.address], size=11)
    sheet.text(535, 225, f"{bill.seller.city.split(' ', 1)[1]}, den {bill.d(bill.date)}", size=10, align="right")
    kind = (
        f"{len(paid) + 1}. Abschlagsrechnung"
        if paid and rng.random() < 0.3
        else "Schlussrechnung"
        if paid
        else "Rechnung"
    )
    sheet.text(65, 250, f"{kind} Nr. {bill.number}", size=13, bold=True)
    sheet.text(
        65,
        265,
        (
            f"Bauvorhaben {bill.ship_to.street}, {bill.ship_to.city} - Angebot {bill.shape('A####')} "
            f"vom {bill.d(bill.date, -40)}"
        ),
        size=9,
    )
    sheet.y = 292
    stops = "<65 <100 >360 <364 >450 >535"
    sheet.y = (
        spread(sheet, sheet.y, stops, ["Pos", "Leistung", "Menge", "Einh.", "EP/EUR", "GP/EUR"], size=9, bold=True) + 6
    )
    for row in bill.rows:
        cells = [
            row.no or "",
            folded(sheet, row.text, 205, 9.5),
            bill.q(row.qty, 2),
            row.uom or "",
            bill.p(row.price),
            bill.m(row.amount),
        ]
        sheet.y = spread(sheet, sheet.y, stops, cells, size=9.5) + 5
    _craftsman_sums(sheet, bill, paid, reverse=reverse)
    spread(
        sheet,
        806,
        "<65 <230 <400",
        [
            f"{bill.seller.name}\nInh. {person(rng, bill.land)}",
            f"Sparkasse Heidewinkel\n{bill.seller.iban}",
            "Amtsgericht Lüne HRB 3381\nFinanzamt Münzdorf",
        ],
        size=7,
    )
    shown = f"subtotal qty price {'payable' if paid else ''} {'' if reverse else 'tax'}"
    truth = bill.truth(sheet, shown, "sentence", "instalments")
    truth["seller"]["tax_id"] = [office_no, None]
    return Drawn(sheet.finish(), (truth,))


def _craftsman_sums(sheet: Sheet, bill: Bill, paid: list[Decimal], *, reverse: bool) -> None:
    rows = [("Summe netto", bill.subtotal)]
    rows += (
        []
        if reverse
        else [
            ("zzgl. 19 % MwSt.", bill.tax),
        ]
    )
    rows += [("Rechnungsbetrag" if reverse else "Gesamtbetrag brutto", bill.total)]
    rows += [
        (f"abzgl. {n}. Abschlag v. {bill.d(bill.date, -30 * (len(paid) - n + 1))}", -sum_)
        for n, sum_ in enumerate(paid, 1)
    ]
    rows += [("noch zu zahlen", bill.payable)] if paid else []
    sheet.rule(290, sheet.y - 2, 535, sheet.y - 2)
    for label, value in rows:
        bold = label.startswith(("Gesamt", "Rechnungs", "noch"))
        sheet.y = spread(sheet, sheet.y + 10, "<290 >535", [label, f"{bill.m(value)} €"], size=10, bold=bold)
    text = "Steuerschuldnerschaft des Leistungsempfängers gemäß § 13b UStG."
    if not reverse:
        wages = bill.m(bill.money(bill.subtotal * Decimal("0.6")))
        text = f"Im Rechnungsbetrag enthaltene Lohnkosten nach § 35a EStG: {wages} € zzgl. MwSt."
    sheet.lines(
        65,
        sheet.y + 24,
        [
            text,
            "Zahlbar innerhalb von 14 Tagen ohne Abzug. Aufbewahrungspflicht 2 Jahre (§ 14b UStG).",
            "Mit freundlichen Grüßen",
        ],
        size=9,
        leading=1.6,
    )


CONTRACTS = (
    "Magenta-frei Business L",
    "Glasfaser 250 Office",
    "Mobil Flat 10 GB",
    "Feste IP-Adresse",
    "Router-Miete AX-3",
    "Rufnummernblock 0-9",
)


@family("german-telecom-two-parts")
def german_telecom_two_parts(rng: Random) -> Drawn:
    """Page one: letter with the sums of the contracts in a box; page two: every charge by contract, with its period."""
    bill = Bill(rng, "DE", "## #### #### ####")
    logo = bill.seller.name.removeprefix("Gebr. ").split()[0]
    bill.seller = replace(bill.seller, name=f"{logo} Netz AG")
    accounts = [bill.shape("0151 ########"), bill.shape("04## ######")][: rng.randint(1, 2)]
    for account in accounts:
        for text in rng.sample(CONTRACTS, rng.randint(1, 4)):
            bill.add(
                text, None, price_of(rng, 2, 80, step="0.0001").quantize(Decimal("0.01")), rate=RATE, more=(account,)
            )
    bill.reckon()
    sheet = Sheet()
    bar(sheet, 0, 46, 0, 595, (0.05, 0.2, 0.45))
    sheet.text(540, 30, logo.lower(), size=22, bold=True, align="right", colour=WHITE)
    sheet.text(57, 120, f"{bill.seller.name}, Postfach 10 02 55, {bill.seller.city}", size=6)
    sheet.lines(57, 140, [bill.buyer.name, "Rechnungseingang", *bill.buyer.address], size=10)
    pairs = (
        ("Datum", bill.d(bill.date)),
        ("Seite", "1 von 2"),
        ("Kundennummer", bill.shape("5#########")),
        ("Buchungskonto", bill.shape("47######")),
        ("Rechnungsnummer", bill.number),
        ("Kundenservice", "kostenfrei 0800 000 12 34"),
    )
    for n, (label, value) in enumerate(pairs):
        sheet.text(395, 110 + 22 * n, label, size=6.5, colour=GREY)
        sheet.text(395, 119 + 22 * n, value, size=8.5)
    sheet.text(
        57, 260, f"Ihre Rechnung für {bill.d(bill.date.replace(day=1))} bis {bill.d(bill.date)}", size=14, bold=True
    )
    sheet.text(
        57,
        282,
        "Sehr geehrte Damen und Herren, hier die Übersicht. Einzelheiten finden Sie auf den folgenden Seiten.",
        size=9,
    )
    sheet.box(52, 300, 545, 330 + 16 * (len(accounts) + 3), fill=(0.93, 0.95, 0.98), stroke=False)
    y = 318.0
    for account in accounts:
        y = (
            spread(
                sheet,
                y,
                "<60 >535",
                [f"Beträge zu {account}", f"{bill.m(bill.sum([r for r in bill.rows if r.more[0] == account]))} €"],
                size=9.5,
            )
            + 5
        )
    for label, figure in (("Summe der Beträge ohne USt.", bill.subtotal), ("Umsatzsteuer 19 %", bill.tax)):
        y = spread(sheet, y, "<60 >535", [label, f"{bill.m(figure)} €"], size=9.5) + 5
    spread(sheet, y + 4, "<60 >535", ["Rechnungsbetrag", f"{bill.m(bill.total)} €"], size=12, bold=True)
    note = (
        f"Der Betrag wird frühestens am {bill.d(bill.due)} von Ihrem Konto DE** **** **** **12 34 "
        f"abgebucht. Mandat {bill.shape('M-########')}, Gläubiger-ID {bill.shape('DE##ZZZ###########')}."
    )
    sheet.lines(57, y + 40, sheet.wrap(note, 480, 8.5), size=8.5)
    sheet.text(
        57,
        800,
        (
            f"{bill.seller.name}, {bill.seller.street}, {bill.seller.city} - Vorstand: "
            f"{person(rng, bill.land)} - HRB 55091 - USt-IdNr. {bill.seller.tax_id}"
        ),
        size=6,
    )
    sheet.new_page()
    _telecom_details(sheet, bill, accounts)
    truth = bill.truth(sheet, "seller_id subtotal tax", "summary-first", "details-page")
    truth["invoice"]["due_date"] = [bill.due.isoformat(), None]
    return Drawn(sheet.finish(), (truth,))


def _telecom_details(sheet: Sheet, bill: Bill, accounts: list[str]) -> None:
    sheet.text(57, 60, f"Rechnungsnummer {bill.number} vom {bill.d(bill.date)}   Seite 2 von 2", size=8)
    sheet.text(57, 90, "Einzelne Beträge", size=13, bold=True)
    sheet.y = 112
    period = f"{bill.d(bill.date.replace(day=1))} - {bill.d(bill.date)}"
    for account in accounts:
        sheet.y = (
            spread(
                sheet,
                sheet.y,
                "<57 <300 >480 >540",
                [f"Vertrag {account}", "Zeitraum", "USt. %", "Netto €"],
                size=8.5,
                bold=True,
            )
            + 3
        )
        for row in bill.rows:
            if row.more[0] == account:
                sheet.y = (
                    spread(sheet, sheet.y, "<65 <300 >480 >540", [row.text, period, "19", bill.m(row.amount)], size=8.5)
                    + 3
                )
        sheet.y += 10


@family("swiss-consultancy")
def swiss_consultancy(rng: Random) -> Drawn:
    """Hours in a narrow table, expenses without quantity, a MWST summary with base, and rounding to five rappen."""
    bill = Bill(rng, "CH", rng.choice(("{y}-####", "R######", "10#####")))
    rate = Decimal("8.1")
    for text in rng.sample(
        (
            "Steuererklärung juristische Person",
            "Beratung Nachfolgeregelung",
            "Projektleitung Umbau ERP",
            "Workshop Geschäftsleitung, Vorbereitung",
            "Aktenstudium",
        ),
        rng.randint(1, 4),
    ):
        bill.add(text, Decimal(rng.randint(2, 80)) / 4, Decimal(rng.choice((160, 185, 220, 290))), rate=rate, uom="h")
    if rng.random() < 0.6:
        bill.add(
            rng.choice(("Spesen pauschal 3 %", "Reisespesen Bahn 1. Klasse")),
            None,
            price_of(rng, 20, 160, step="0.05"),
            rate=rate,
        )
    bill.reckon(step=Decimal("0.05"), slips="total qty")
    sheet = Sheet(face=VERA)
    sheet.text(70, 60, bill.seller.name, size=13, bold=True, colour=(0.55, 0.1, 0.15))
    bar(sheet, 66, 1, 70, 525, (0.55, 0.1, 0.15))
    sheet.lines(70, 120, ["A-Post", bill.buyer.name, person(rng, bill.land), *bill.buyer.address], size=9)
    sheet.lines(
        390,
        120,
        [f"Datum: {bill.d(bill.date)}", f"Mandat: {bill.shape('#####')}", f"MWST-Nr.: {bill.seller.tax_id} MWST"],
        size=8,
    )
    sheet.text(70, 225, f"Honorarrechnung {bill.number}", size=12, bold=True)
    sheet.text(70, 242, f"Unsere Leistungen vom {bill.d(bill.date, -60)} bis {bill.d(bill.date, -3)}", size=8)
    stops = "<70 >360 >440 >525"
    sheet.y = spread(sheet, 268, stops, ["Leistung", "Stunden", "Ansatz CHF", "Betrag CHF"], size=8, bold=True) + 5
    for row in bill.rows:
        sheet.y = (
            spread(
                sheet,
                sheet.y,
                stops,
                [folded(sheet, row.text, 210, 8), bill.q(row.qty, 2), bill.p(row.price), bill.m(row.amount)],
            )
            + 5
        )
    sheet.rule(70, sheet.y - 4, 525, sheet.y - 4)
    rows = [("Total exkl. MWST", bill.subtotal), (f"MWST {bill.q(rate)}% von {bill.m(bill.subtotal)}", bill.tax)]
    rows += [("Rundungsdifferenz", bill.rounding)] if bill.rounding else []
    for label, value in rows:
        sheet.y = spread(sheet, sheet.y + 8, "<270 >525", [label, bill.m(value)])
    sheet.y = spread(
        sheet, sheet.y + 12, "<270 <430 >525", ["Total inkl. MWST", "CHF", bill.m(bill.total)], size=10, bold=True
    )
    sheet.lines(
        70,
        sheet.y + 30,
        [
            f"Zahlbar bis {bill.d(bill.due)}, netto. Verzugszins 5 %.",
            f"Zürichberg Kantonalbank, IBAN {bill.seller.iban}",
            "Freundliche Grüsse",
        ],
        size=8,
        leading=1.7,
    )
    squares(sheet, 420, sheet.y + 30, 70, rng)
    foot = f"{bill.seller.name}   {bill.seller.street}   {bill.seller.city}   T {bill.seller.phone}"
    sheet.text(297, 812, foot, size=6.5, align="centre")
    return Drawn(sheet.finish(), (bill.truth(sheet, "due seller_id subtotal tax tax_base qty price", "rounding"),))


@family("austrian-shop")
def austrian_shop(rng: Random) -> Drawn:
    """Both UIDs side by side in a bar, prices with tax per line beside net ones, sums by rate in sentences."""
    bill = Bill(rng, "AT", rng.choice(("AR-{y}-####", "{y}###", "RG#####")))
    wares = (
        "Kürbiskernöl g.g.A. 0,5 l",
        "Zirbenpolster 40x60",
        "Lodenjanker Gr. 52",
        "Kaffee Melange 500g",
        "Wanderkarte 1:25.000",
        "Bienenhonig 1kg",
        "Bergkäse am Stück 0,8kg",
    )
    foods = ("Kürbis", "Kaffee", "Bienen", "Bergkäse", "Wander")
    for text in rng.sample(wares, rng.randint(1, 7)):
        rate = Decimal(10) if text.startswith(foods) else Decimal(20)
        bill.add(
            text, rng.choice((1, 1, 2, 3, 6, 12)), price_of(rng, 4, 180, step="0.10"), rate=rate, sku=bill.shape("@@##")
        )
    fee = rng.choice((Decimal(0), Decimal("4.90"), Decimal("7.50")))
    bill.reckon(charges=fee, at=Decimal(20), slips="total amount")
    sheet = Sheet()
    sheet.box(40, 36, 555, 92, fill=(0.75, 0.1, 0.1), stroke=False)
    sheet.text(56, 70, bill.seller.name, size=20, bold=True, colour=WHITE)
    sheet.text(540, 70, "Rechnung", size=16, align="right", colour=WHITE)
    bars(sheet, 420, 100, 18, rng)
    sheet.lines(56, 122, ["Rechnungsadresse", bill.buyer.name, *bill.buyer.address], size=9, bold_first=True)
    sheet.lines(230, 122, ["Lieferadresse", bill.ship_to.name, *bill.ship_to.address], size=9, bold_first=True)
    sheet.lines(
        400,
        135,
        [
            f"Re.Nr. {bill.number}",
            f"Re.Dat. {bill.d(bill.date)}",
            f"Bestellung {bill.shape('#######')} v. {bill.d(bill.date, -3)}",
        ],
        size=9,
    )
    bar(sheet, 190, 16, 40, 555, (0.9, 0.88, 0.85))
    sheet.text(56, 201, f"Unsere UID: {bill.seller.tax_id}", size=8)
    sheet.text(540, 201, f"Ihre UID: {bill.buyer.tax_id}", size=8, align="right")
    stops = "<56 <95 >330 >400 >445 >540"
    sheet.y = spread(sheet, 228, stops, ["Art.", "Artikel", "Anzahl", "Stk.preis", "USt", "Netto"], bold=True) + 6
    for n, row in enumerate(bill.rows):
        if n % 2 == 0:
            bar(sheet, sheet.y - 10, 15, 40, 555, (0.96, 0.96, 0.94))
        sheet.y = (
            spread(
                sheet,
                sheet.y,
                stops,
                [
                    row.sku or "",
                    row.text,
                    f"{bill.q(row.qty)} Stk",
                    bill.p(row.price),
                    f"{row.rate} %",
                    bill.m(row.amount),
                ],
                size=8.5,
            )
            + 5
        )
    _austrian_sums(sheet, bill, fee)
    spread(
        sheet,
        800,
        "<56 ^297 >540",
        [
            f"{bill.seller.street}\n{bill.seller.city}",
            f"FN {bill.shape('######')}x, HG Graz\nDVR {bill.shape('#######')}",
            f"Tel. {bill.seller.phone}\n{bill.seller.mail}",
        ],
        size=7,
    )
    return Drawn(
        sheet.finish(),
        (bill.truth(sheet, f"seller_id buyer_id qty price {'subtotal' if fee else ''}", "both-tax-ids"),),
    )


def _austrian_sums(sheet: Sheet, bill: Bill, fee: Decimal) -> None:
    rows: list[tuple[str, Decimal]] = [("Warenwert", bill.subtotal), ("Versandkosten", fee)] if fee else []
    for tax in bill.taxes:
        rows += [(f"Entgelt {tax.rate} %", tax.base), (f"+ {tax.rate} % USt", tax.amount)]
    for label, value in rows:
        sheet.y = spread(sheet, sheet.y + 6, "<330 >540", [label, bill.m(value)], size=9)
    bar(sheet, sheet.y + 6, 20, 320, 555, (0.75, 0.1, 0.1))
    sheet.y = spread(
        sheet, sheet.y + 20, "<330 >540", ["Zu zahlen", f"EUR {bill.m(bill.total)}"], size=10, bold=True, colour=WHITE
    )
    sheet.lines(
        56,
        sheet.y + 16,
        ["Zahlungsart: Vorkasse / EPS", f"IBAN {bill.seller.iban}", "Es gelten unsere AGB. Umtausch binnen 14 Tagen."],
        size=8,
    )
