"""Bills by the meter for small firms: French electricity with its levies, British water with its readings."""

import datetime as dt
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, Bill, bar, price_of, spread
from tests.generator.desk import addressee, populate
from tests.generator.english_folk import Folk, address, shown, with_po
from tests.generator.english_folk import addressee as english_addressee
from tests.generator.english_folk import populate as populate_english
from tests.generator.forms import table
from tests.generator.listing import pairs
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet
from tests.generator.table import Look

BLUE = (0.0, 0.25, 0.6)


@family("french-electricity-pro")
def french_electricity_pro(rng: Random) -> Drawn:
    """Electricity for a French shop: the sum in a box, subscription, kWh by hours, levies, TVA at 5,5 and 20 %."""
    bill = Bill(rng, "FR", rng.choice(("10 ### ### ###", "##########", "FE{y}#######")))
    folk = populate(bill, ("Énergies {}", "{} Électricité"), private=0.1)
    bill.day_format = "%d/%m/%Y"
    months = rng.choice((1, 2))
    start = bill.date - dt.timedelta(days=30 * months + 4)
    low, high = Decimal("5.5"), Decimal(20)
    bill.add("Abonnement - puissance souscrite 12 kVA", months, price_of(rng, 14, 26), rate=low, uom="mois")
    full, night = rng.randint(180, 3400) * months, rng.randint(90, 1500) * months
    if rng.random() < 0.6:
        bill.add("Consommation heures pleines", full, price_of(rng, 0.14, 0.22, step="0.0001"), rate=high, uom="kWh")
        bill.add("Consommation heures creuses", night, price_of(rng, 0.1, 0.16, step="0.0001"), rate=high, uom="kWh")
    else:
        night = 0
        bill.add("Consommation", full, price_of(rng, 0.14, 0.2, step="0.0001"), rate=high, uom="kWh")
    bill.add("Contribution tarifaire d'acheminement (CTA)", None, price_of(rng, 2, 9), rate=low)
    bill.add("Accise sur l'électricité", full + night, Decimal("0.0225"), rate=high, uom="kWh")
    if rng.random() < 0.3:
        bill.add("Option énergie verte", months, Decimal("2.50"), rate=high, uom="mois")
    bill.reckon()
    sheet, debit = Sheet(), rng.random() < 0.6
    _power_head(sheet, bill, folk, debit)
    period = f"{bill.d(start)} au {bill.d(bill.date, -4)}"
    rows = []
    for r in bill.rows:
        price = f"{bill.numbers.write(r.price, 4)} €" if r.price else ""
        figures = (f"{bill.q(r.qty)} {r.uom}" if r.qty else "", price, f"{bill.m(r.amount)} €", f"{bill.q(r.rate)} %")
        rows.append((r.text, period, *figures))
    sheet.y = 336
    heads = "190<Détail de votre facture|115<Période|60>Quantité|60>Prix unitaire HT|60>Montant HT|40>TVA"
    table(sheet, 38, heads, rows, Look("rows", size=7.5, gap=5, header_fill=(0.9, 0.94, 0.98)))
    sums = [("Total hors TVA", bill.subtotal)]
    sums += [(f"TVA {bill.q(t.rate)} % sur {bill.m(t.base)} €", t.amount) for t in bill.taxes]
    texts = [(label, f"{bill.m(value)} €") for label, value in [*sums, ("Total TTC", bill.total)]]
    pairs(sheet, sheet.y + 18, "<350 >560", texts, size=9, step=15, bold=("Total TTC",))
    index = rng.randint(10_000, 60_000)
    told = [f"Relevé : index début {index}, index fin {index + full + night} - Compteur n° {bill.shape('###')}"]
    told += [f"Point de livraison (PDL) : {bill.shape('## ### ### ### ###')}"]
    sheet.lines(40, sheet.y + 110, told, size=8)
    capital = f"au capital de 1 200 000 € - RCS Lyonnel {bill.shape('### ### ###')}"
    foot = f"{bill.seller.name} {capital} - TVA intracommunautaire {bill.seller.tax_id}"
    sheet.text(297, 806, foot, size=6.5, align="centre", colour=GREY)
    truth = bill.truth(sheet, shown("seller_id qty price subtotal payable", due=True), "energy", "fine-prices")
    return Drawn(sheet.finish(), (with_po(truth, ""),))


def _power_head(sheet: Sheet, bill: Bill, folk: Folk, debit: bool) -> None:
    sheet.text(40, 62, bill.seller.name, size=16, bold=True, colour=BLUE)
    sheet.lines(40, 78, address(bill.seller), size=8)
    sheet.text(40, 135, f"Votre facture du {bill.d(bill.date)}", size=13, bold=True)
    facts = [("Facture n°", bill.number), ("N° client", bill.shape("# ### ### ###"))]
    facts += [("Compte de contrat", bill.shape("#########")), ("Votre offre", "Élan Pro prix fixe")]
    pairs(sheet, 155, "<40 <130", facts, size=9, step=13)
    sheet.lines(335, 135, addressee(bill, folk), size=10)
    sheet.lines(40, 222, ["Lieu de consommation :", ", ".join(address(bill.buyer))], size=8.5, bold_first=True)
    bar(sheet, 250, 62, 38, 563, (0.9, 0.94, 0.98))
    spread(sheet, 275, "<52 >550", ["Montant à payer (TTC)", f"{bill.m(bill.total)} €"], size=15, bold=True)
    way = f"Ce montant sera prélevé le {bill.d(bill.due)} sur votre compte bancaire."
    other = f"À régler avant le {bill.d(bill.due)} par chèque, virement ou carte bancaire."
    sheet.text(52, 298, way if debit else other, size=9)


@family("british-water-business")
def british_water_business(rng: Random) -> Drawn:
    """A water retailer: what was owed and paid, meter readings, cubic metres and days by price, sewerage zero-rated."""
    bill = Bill(rng, "GB", rng.choice(("########", "WB-#######", "3#### #####")))
    folk = populate_english(bill, ("Water Business", "Water Retail"), private=0)
    days, used = rng.choice((30, 31, 91, 92, 182)), rng.randint(4, 900)
    start = bill.date - dt.timedelta(days=days + 3)
    taxed = Decimal(20) if rng.random() < 0.4 else ZERO
    bill.add("Water volumetric charge", used, price_of(rng, 1.2, 2.6, step="0.0001"), rate=taxed, uom="m3")
    bill.add("Water fixed charge", days, price_of(rng, 0.05, 0.4, step="0.0001"), rate=taxed, uom="days")
    back = Decimal(rng.choice(("0.95", "0.925", "1")))
    waste = (used * back).quantize(Decimal("0.01")).normalize()
    bill.add(
        f"Sewerage volumetric charge ({bill.q(back * 100)}% return)",
        waste,
        price_of(rng, 1.1, 2.9, step="0.0001"),
        uom="m3",
    )
    if rng.random() < 0.7:
        bill.add("Surface water drainage, band 3", days, price_of(rng, 0.2, 1.8, step="0.0001"), uom="days")
    bill.reckon(taxed=True)
    sheet, debit, owed = Sheet(), rng.random() < 0.5, price_of(rng, 40, 900)
    _water_head(sheet, bill, folk)
    account = [("Your last bill", owed), ("Payments received - thank you", -owed), ("Balance brought forward", ZERO)]
    account += [("Charges on this bill (including VAT)", bill.total)]
    texts = [(label, f"£{bill.m(value)}".replace("£-", "-£")) for label, value in account]
    pairs(sheet, 262, "<45 >330", texts, size=9, step=14)
    bar(sheet, 246, 58, 370, 552, (0.86, 0.93, 0.98))
    sheet.text(382, 266, "Total amount due", size=10, bold=True)
    sheet.text(382, 288, f"£{bill.m(bill.total)}", size=16, bold=True)
    when = f"by Direct Debit on {bill.d(bill.due)}" if debit else f"Please pay by {bill.d(bill.due)}"
    sheet.text(45, 324, when if not debit else f"We will collect this {when}.", size=9, bold=True)
    sheet.y = 346
    reading = rng.randint(500, 8000)
    meter = (
        bill.shape("##@######"),
        bill.d(start),
        f"{reading} A",
        bill.d(bill.date, -3),
        f"{reading + used} A",
        f"{used}",
    )
    heads = "100<Meter|85<Previous date|85>Reading|85<Present date|85>Reading|67>Used m3"
    table(sheet, 45, heads, [meter], Look("grid", size=8))
    sheet.y += 16
    heads = "215<Charge|75>Quantity|45<Unit|70>Rate £|42>VAT %|60>Amount £"
    rows = [
        (r.text, bill.q(r.qty), r.uom or "", bill.numbers.write(r.price or ZERO, 4), f"{r.rate}", bill.m(r.amount))
        for r in bill.rows
    ]
    table(sheet, 45, heads, rows, Look("rows", size=8.5, gap=5))
    sums = [("Total charges excluding VAT", bill.subtotal)]
    sums += [(f"VAT @ {t.rate}% on £{bill.m(t.base)}", t.amount) for t in bill.taxes]
    texts = [(label, f"£{bill.m(value)}") for label, value in [*sums, ("Total charges including VAT", bill.total)]]
    pairs(sheet, sheet.y + 18, "<310 >549", texts, size=9, step=15, bold=("Total charges inc",))
    told = [f"VAT registration number {bill.seller.tax_id}. A = actual reading, E = estimated reading."]
    told += ["Problems with your supply? Call the wholesaler, 24 hours a day, on 0800 000 0000."]
    sheet.lines(45, 790, told, size=7.5)
    on = "seller_id due qty price subtotal payable"
    return Drawn(sheet.finish(), (with_po(bill.truth(sheet, on, "energy", "fine-prices", "balance-before"), ""),))


def _water_head(sheet: Sheet, bill: Bill, folk: Folk) -> None:
    sheet.text(45, 64, bill.seller.name, size=18, bold=True, colour=BLUE)
    sheet.text(45, 80, ", ".join(address(bill.seller)), size=8, colour=GREY)
    sheet.text(552, 64, "Your water bill", size=14, align="right")
    sheet.lines(45, 125, english_addressee(bill, folk), size=9.5)
    facts = [("Account number", bill.shape("40########")), ("Invoice number", bill.number)]
    facts += [("Invoice date (tax point)", bill.d(bill.date)), ("SPID", bill.shape("30#########W##"))]
    pairs(sheet, 125, "<330 >552", facts, size=9, step=14)
    sheet.lines(45, 215, [f"Premises supplied: {', '.join(address(bill.buyer))}"], size=8.5)
    sheet.text(45, 245, "Your account", size=10, bold=True)
