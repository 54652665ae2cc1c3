"""What comes to every office by itself: gas and electricity in pence, a magazine."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, WHITE, Bill, Row, bar, price_of, spread
from tests.generator.countries import person
from tests.generator.ink import number_text
from tests.generator.listing import listing, pairs, room, turned
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
