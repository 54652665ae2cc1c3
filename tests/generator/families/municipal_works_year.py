"""A year of power from the Stadtwerke: letter with the sums, instalments off, readings and cents on page two."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, WHITE, Bill, bar, price_of, spread
from tests.generator.countries import person
from tests.generator.ink import number_text
from tests.generator.listing import pairs
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet


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
