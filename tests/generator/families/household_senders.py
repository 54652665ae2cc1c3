"""What comes to every office by itself: electricity and gas, water, a magazine, a joiner's bill with its slip."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, VERA, WHITE, Bill, Row, bar, folded, price_of, spread, squares
from tests.generator.ink import number_text
from tests.generator.lands import person
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import TIMES, Sheet

GREEN = (0.1, 0.42, 0.2)


@family("two-fuels-in-pence")
def two_fuels_in_pence(rng: Random) -> Drawn:
    """Electricity and gas: units at pence, days of standing charge, a sum per fuel, what was owed before, VAT 5 %."""
    bill = Bill(rng, "GB", rng.choice(("########", "BILL-###-###", "A####-##")))
    low, days = Decimal(5), rng.choice((28, 30, 31, 61, 91))
    fuels = rng.sample(("Electricity", "Gas"), rng.randint(1, 2))
    for fuel in fuels:
        names = ["Units used"] if fuel == "Gas" or rng.random() < 0.5 else ["Day units", "Night units"]
        for name in names:
            used = Decimal(rng.randint(300, 99999)) / rng.choice((1, 10))
            bill.add(name, used, price_of(rng, 0.05, 0.4, step="0.0001"), rate=low, uom="kWh", more=(fuel,))
        bill.add("Standing charge", days, price_of(rng, 0.2, 0.9, step="0.0001"), rate=low, uom="days", more=(fuel,))
    bill.reckon()
    owed = rng.choice((ZERO, ZERO, price_of(rng, 20, 400)))
    last = owed + price_of(rng, 90, 300)
    sheet = Sheet()
    sheet.text(45, 52, bill.seller.name.split()[0].lower() + " energy", size=24, bold=True, colour=GREEN)
    sheet.lines(45, 112, [bill.buyer.name, f"FAO {person(rng, bill.land)}", *bill.buyer.address], size=9.5)
    sheet.lines(380, 50, ["Your business energy bill", f"Supply address: {bill.ship_to.street}"], bold_first=True)
    head = [("Account number", bill.shape("850 ### ### ###")), ("Bill number", bill.number)]
    head += [("Date of bill", bill.d(bill.date)), ("Bill period", f"{bill.d(bill.date, -days)} - {bill.d(bill.date)}")]
    for n, (label, value) in enumerate(head):
        sheet.text(380, 88 + 24 * n, label, size=7, colour=GREY)
        sheet.text(380, 98 + 24 * n, value, size=9)
    bar(sheet, 196, 96, 45, 550, (0.91, 0.96, 0.91))
    story = [("Balance on your last bill", f"£{bill.m(last)}"), ("What you've paid", f"-£{bill.m(last - owed)}")]
    story += [
        ("Balance brought forward", f"£{bill.m(owed)}"),
        ("Charges on this bill, with VAT", f"£{bill.m(bill.total)}"),
    ]
    y = pairs(sheet, 214, "<58 >330", story, size=9, step=15)
    spread(sheet, y + 6, "<58 >330", ["What you owe us now", f"£{bill.m(bill.total + owed)}"], size=11, bold=True)
    late = rng.random() < 0.7
    said = f"Please make sure we have it by {bill.d(bill.due)}." if late else "Nothing to do: you pay by monthly plan."
    sheet.lines(352, 226, [*sheet.wrap(said, 180, 9), "", "Ways to pay are on the back."], size=9)
    sheet.y = 318
    for fuel in fuels:
        rows = [row for row in bill.rows if row.more[0] == fuel]
        _fuel(sheet, bill, fuel, rows)
    room(sheet, 70)
    sums = [("Total charges before VAT", bill.subtotal), (f"VAT at 5% on £{bill.m(bill.subtotal)}", bill.tax)]
    sums += [("Total charges on this bill", bill.total)]
    pairs(
        sheet, sheet.y + 4, "<250 >550", [(label, f"£{bill.m(v)}") for label, v in sums], size=9, step=15, bold=("T",)
    )
    foot = f"{bill.seller.name}. Registered office: {', '.join(bill.seller.address)}. VAT reg. {bill.seller.tax_id}"
    sheet.text(45, 818, foot, size=6.5, colour=GREY)
    truth = bill.truth(
        sheet, f"{'due' if late else ''} seller_id subtotal tax_base tax qty", "pence", "balance-forward"
    )
    for item, row in zip(truth["items"], bill.rows, strict=True):
        assert row.price is not None
        item["unit_price"] = [number_text(row.price), number_text(row.price * 100), None]
    truth["totals"]["payable"] = [number_text(bill.total), number_text(bill.total + owed), None]
    return Drawn(sheet.finish(), (truth,))


def _fuel(sheet: Sheet, bill: Bill, fuel: str, rows: list[Row]) -> None:
    room(sheet, 60 + 30 * len(rows), 800)
    bar(sheet, sheet.y - 11, 16, 45, 550, GREEN)
    sheet.text(50, sheet.y, f"{fuel}  -  MPAN {bill.shape('1# ### ### ####')}", size=9, bold=True, colour=WHITE)
    sheet.y += 18
    tops = ["Meter", "Previous reading", "Latest reading", "Used"]
    sheet.y = spread(sheet, sheet.y, "<58 >230 >340 >430", tops, size=7.5, colour=GREY)
    for row in rows[:-1]:
        assert row.qty is not None
        was = bill.rng.randint(1000, 60000)
        read = [bill.shape("E##@####"), f"{was} (a)", f"{was + int(row.qty)} (e)", f"{bill.q(row.qty)} kWh"]
        sheet.y = spread(sheet, sheet.y, "<58 >230 >340 >430", read, size=8)
    sheet.y += 6
    for row in rows:
        assert row.price is not None
        each = f"{bill.q(row.qty)} {row.uom} at {bill.q(row.price * 100, 2)}p"
        sheet.y = spread(sheet, sheet.y, "<58 >430 >550", [row.text, each, f"£{bill.m(row.amount)}"], size=9) + 3
    total = [f"{fuel} charges (ex VAT)", f"£{bill.m(bill.sum(rows))}"]
    sheet.y = spread(sheet, sheet.y + 2, "<58 >550", total, size=9, bold=True) + 18


@family("french-water-parts")
def french_water_parts(rng: Random) -> Drawn:
    """Water in three parts (supply, sewage, public bodies), two rates of TVA, index readings, solde antérieur."""
    bill = Bill(rng, "FR", rng.choice(("{y}##########", "F-##-######", "0#########")))
    volume = rng.randint(20, 900)
    parts = {
        "DISTRIBUTION DE L'EAU": (("Abonnement", "5.5"), ("Consommation", "5.5")),
        "COLLECTE ET TRAITEMENT DES EAUX USÉES": (("Abonnement assainissement", "10"), ("Consommation", "10")),
        "ORGANISMES PUBLICS": (("Préservation des ressources", "5.5"), ("Modernisation des réseaux", "10")),
    }
    for part, lines in parts.items():
        for text, rate in lines:
            count = 1 if text.startswith("Abonnement") else volume
            price = price_of(rng, 14, 60) if count == 1 else price_of(rng, 0.05, 2.4, step="0.0001")
            bill.add(text, count, price, rate=Decimal(rate), more=(part,), uom="" if count == 1 else "m³")
    bill.reckon()
    sheet = Sheet(face=VERA)
    sheet.box(40, 36, 240, 150, fill=(0.88, 0.94, 0.99), stroke=False)
    sheet.text(52, 58, "Vos références", size=9, bold=True)
    mine = [
        ("Contrat", bill.shape("##-####-####")),
        ("Client", bill.shape("1#######")),
        ("Compteur", bill.shape("D##@@######")),
    ]
    mine += [("Lieu desservi", ""), ("", folded(sheet, bill.ship_to.street, 100, 7))]
    pairs(sheet, 74, "<52 <112", mine, size=7, step=13)
    sheet.text(270, 50, bill.seller.name, size=13, bold=True, colour=(0.0, 0.3, 0.6))
    sheet.text(270, 62, "Service des eaux - " + ", ".join(bill.seller.address), size=7)
    sheet.lines(320, 104, [bill.buyer.name, *bill.buyer.address], size=9.5)
    sheet.text(40, 180, f"FACTURE N° {bill.number} DU {bill.d(bill.date)}", size=12, bold=True)
    old = rng.randint(100, 4000)
    sheet.text(40, 196, f"Relevé : ancien index {old}, nouvel index {old + volume}, volume {volume} m³", size=8)
    stops = "<44 >310 >385 >470 >552"
    sheet.rule(40, 208, 555, 208)
    tops = ["", "Quantité", "Prix unitaire HT", "Montant HT €", "TVA %"]
    sheet.y = spread(sheet, 220, stops, tops, size=7.5, bold=True) + 4
    for part in parts:
        rows = [row for row in bill.rows if row.more[0] == part]
        title = [part, "", "", bill.m(bill.sum(rows)), ""]
        sheet.y = spread(sheet, sheet.y + 6, stops, title, size=7.5, bold=True) + 3
        for r in rows:
            cells = [
                f"   {r.text}",
                f"{bill.q(r.qty)} {r.uom}".strip(),
                bill.q(r.price, 4),
                bill.m(r.amount),
                bill.q(r.rate, 1),
            ]
            sheet.y = spread(sheet, sheet.y, stops, cells, size=8) + 2
    sheet.rule(40, sheet.y, 555, sheet.y)
    sums = [("Total HT", bill.m(bill.subtotal))]
    sums += [(f"TVA à {bill.q(t.rate, 1)} % sur {bill.m(t.base)} €", bill.m(t.amount)) for t in bill.taxes]
    sums += [
        ("Total TTC de la facture", bill.m(bill.total)),
        ("Solde antérieur", bill.m(ZERO)),
        ("NET À PAYER", bill.m(bill.total)),
    ]
    y = pairs(
        sheet, sheet.y + 16, "<300 >552", [(a, f"{b} €") for a, b in sums], size=8.5, step=15, bold=("Total T", "NET")
    )
    sheet.box(40, y + 4, 555, y + 28)
    sheet.text(297, y + 20, f"À régler avant le {bill.d(bill.due)}", size=10, bold=True, align="centre")
    ids = f"{bill.seller.name} - RCS B {bill.seller.tax_id[-9:]} - N° TVA {bill.seller.tax_id}"
    sheet.text(297, 815, ids, size=6.5, align="centre", colour=GREY)
    truth = bill.truth(sheet, "due seller_id subtotal qty price payable", "sections", "several-rates")
    return Drawn(sheet.finish(), (truth,))


@family("magazine-reader-service")
def magazine_reader_service(rng: Random) -> Drawn:
    """A magazine's reader service writes, its publisher bills: one price with tax in a letter, many numbers."""
    bill = Bill(rng, "DE", rng.choice(("##########", "R ### ### ###", "LS-{y}-######")))
    title = rng.choice(("Die Dachpfanne", "Gartenlaube heute", "Werk & Zeit", "Bienenwirt"))
    press = bill.seller.name.split()[0]
    bill.seller = replace(bill.seller, name=f"{press} Verlag GmbH & Co. KG")
    bill.included, low = True, Decimal(7)
    rest = "Jahresabonnement Print", "Digitalzugang Archiv", "Sonderheft Frühjahr"
    for text in rng.sample(rest, rng.choice((1, 1, 2, 3))):
        bill.add(f"{title}, {text}", None, price_of(rng, 9, 160, step="0.10"), rate=low)
    postage = rng.choice((ZERO, ZERO, Decimal("12.40")))
    bill.reckon(charges=postage, at=low)
    sheet = Sheet(face=TIMES)
    sheet.text(60, 60, title, size=22, bold=True)
    sheet.text(60, 76, f"Leserservice - Postfach {bill.shape('## ##')} - {bill.seller.city}", size=8.5)
    sheet.text(60, 128, f"{title} Leserservice, {bill.seller.city}", size=6.5, colour=GREY)
    sheet.lines(60, 144, [bill.buyer.name, person(rng, bill.land), *bill.buyer.address], size=10.5)
    right = [("Kundennummer", bill.shape("7########")), ("Abonummer", bill.shape("##/######"))]
    right += [("Rechnungsnummer", bill.number), ("Rechnungsdatum", bill.d(bill.date))]
    pairs(sheet, 150, "<370 <455", right, size=9.5, step=14)
    sheet.text(60, 250, "Rechnung für Ihr Abonnement", size=13, bold=True)
    year = dt.timedelta(days=364)
    text = (
        f"Sehr geehrte Damen und Herren, für den Bezug vom {bill.d(bill.date, 20)} bis {bill.d(bill.date + year, 20)} "
    )
    text += "erlauben wir uns, wie vereinbart im Voraus zu berechnen:"
    sheet.y = sheet.lines(60, 278, sheet.wrap(text, 470, 11), size=11) + 12
    rows = [(row.text, f"{bill.m(row.amount)} EUR") for row in bill.rows]
    rows += [("Versandkostenanteil Ausland", f"{bill.m(postage)} EUR")] if postage else []
    listing(sheet, "<90 >480", rows, turn=turned(sheet, lambda: None), size=11, gap=4)
    sheet.rule(400, sheet.y - 8, 480, sheet.y - 8)
    spread(sheet, sheet.y + 8, "<90 >480", ["Rechnungsbetrag", f"{bill.m(bill.total)} EUR"], size=11, bold=True)
    tax = f"Im Betrag sind 7 % Mehrwertsteuer in Höhe von {bill.m(bill.tax)} EUR enthalten."
    sheet.text(90, sheet.y + 26, tax, size=9.5)
    late = rng.random() < 0.6
    pay = f"Bitte überweisen Sie bis spätestens {bill.d(bill.due)} auf das unten genannte Konto."
    pay = pay if late else "Der Betrag wird in den nächsten Tagen von Ihrem Konto abgebucht."
    sheet.lines(60, sheet.y + 56, [pay, "", "Mit freundlichen Grüßen", f"Ihr {title} Leserservice"], size=11)
    foot = f"{title} ist ein Titel der {bill.seller.name}, {', '.join(bill.seller.address)}"
    sheet.lines(
        60,
        790,
        [foot, f"HRA {bill.shape('#####')} - USt-IdNr. {bill.seller.tax_id} - IBAN {bill.seller.iban}"],
        size=7.5,
    )
    truth = bill.truth(sheet, f"{'due' if late else ''} seller_id tax", "trade-name", "tax-included", "letter")
    return Drawn(sheet.finish(), (bill.charge_as_line(truth),))


@family("romand-joiner-slip")
def romand_joiner_slip(rng: Random) -> Drawn:
    """A joiner near Lausanne: hours and pieces, a deposit paid, rounding to five centimes, the QR slip with spaces."""
    bill = Bill(rng, "CH", rng.choice(("F-{y}-###", "####", "{y}/0##")))
    owner = rng.choice(("Bolomey", "Chappuis-Rey", "Ducrest", "Jaquenoud"))
    bill.seller = replace(bill.seller, name=f"Menuiserie {owner} Sàrl")
    bill.land, bill.day_format = replace(bill.land, language="fr"), rng.choice(("%d.%m.%Y", "%d %B %Y"))
    rate = Decimal("8.1")
    works = "Porte intérieure chêne, posée|Heures d'atelier|Heures de pose|Plan de travail hêtre 27 mm|Quincaillerie"
    for text in rng.choices(works.split("|"), k=min(some(rng, 14), 14)):
        hours = text.startswith("Heures")
        qty = Decimal(rng.randint(2, 60)) / 2 if hours else Decimal(rng.choice((1, 1, 2, 4, "3.2")))
        unit = "h" if hours else rng.choice(("pce", "ens.", "m2"))
        bill.add(text, qty, price_of(rng, 45, 900, step="0.05"), rate=rate, uom=unit)
    bill.reckon(step=Decimal("0.05"))
    bill.prepaid = rng.choice((ZERO, bill.money(bill.total / 300) * 100))
    sheet = Sheet()
    sheet.text(297, 46, bill.seller.name, size=17, bold=True, align="centre")
    sheet.text(
        297, 60, f"{bill.seller.street} - {bill.seller.city} - tél. {bill.seller.phone}", size=8.5, align="centre"
    )
    sheet.rule(45, 68, 550, 68, 1.2)
    sheet.lines(
        45, 96, [f"Facture n° {bill.number}", f"Votre commande du {bill.d(bill.date, -40)}"], size=11, bold_first=True
    )
    sheet.text(45, 126, f"N° TVA {bill.seller.tax_id} TVA", size=8.5)
    whom = [bill.buyer.name, *bill.buyer.address, "", f"Brévelles, le {bill.d(bill.date)}"]
    sheet.lines(350, 96, whom, size=10)
    stops = "<45 >330 <338 >445 >550"
    bottom = 770

    def begin() -> None:
        sheet.y = (
            spread(
                sheet,
                190 if sheet.page == 1 else 50,
                stops,
                ["Travaux", "Quantité", "", "Prix", "Total CHF"],
                bold=True,
            )
            + 8
        )

    begin()
    rows = [(r.text, bill.q(r.qty), r.uom or "", bill.m(r.price or ZERO), bill.m(r.amount)) for r in bill.rows]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=9, gap=5, bottom=bottom)
    room(sheet, 120, 520)
    sums = [("Total HT", bill.m(bill.subtotal)), (f"TVA 8.1% s/ {bill.m(bill.tax_base)}", bill.m(bill.tax))]
    sums += [("Arrondi", bill.m(bill.rounding))] if bill.rounding else []
    sums += [("Total TTC", bill.m(bill.total))]
    sums += (
        [("./. acompte reçu", f"-{bill.m(bill.prepaid)}"), ("Solde en notre faveur", bill.m(bill.payable))]
        if bill.prepaid
        else []
    )
    y = pairs(sheet, sheet.y + 8, "<338 >550", sums, size=9.5, step=14, bold=("Total T", "Solde"))
    days = (bill.due - bill.date).days
    late = rng.random() < 0.5
    sheet.text(
        45,
        y + 4,
        f"Payable au {bill.d(bill.due)}, net" if late else f"Payable à {days} jours, net, sans escompte",
        size=9,
    )
    _slip(sheet, bill)
    shown = f"{'due' if late else ''} seller_id subtotal tax_base tax qty price payable"
    return Drawn(sheet.finish(), (bill.truth(sheet, shown, "qr-slip", "rounding"),))


def _slip(sheet: Sheet, bill: Bill) -> None:
    """The lower third of the page, as the banks want it."""
    whole = f"{bill.payable:,.2f}".replace(",", " ")
    sheet.rule(0, 545, 595, 545, 0.4)
    sheet.rule(176, 545, 176, 842, 0.4)
    account, payee = bill.shape("CH## 3### #### #### #### #"), [bill.seller.name, *bill.seller.address]
    payer, reference = [bill.buyer.name, *bill.buyer.address], bill.shape("## ##### ##### ##### ##### #####")
    for x, title, size in ((14, "Récépissé", 7), (362, "", 8)):
        sheet.text(x, 566, title, size=11, bold=True)
        y = 582.0
        blocks = {"Compte / Payable à": [account, *payee], "Référence": [reference], "Payable par": payer}
        for label, texts in blocks.items():
            sheet.text(x, y, label, size=size - 1, bold=True)
            y = sheet.lines(x, y + 10, texts, size=size) + 6
    sheet.text(190, 566, "Section paiement", size=11, bold=True)
    squares(sheet, 190, 585, 130, bill.rng)
    for x in (14, 190):
        spread(sheet, 752, f"<{x} <{x + 50}", ["Monnaie", "Montant"], size=7, bold=True)
        spread(sheet, 764, f"<{x} <{x + 50}", ["CHF", whole], size=9)
    sheet.text(160, 800, "Point de dépôt", size=6, bold=True, align="right")
