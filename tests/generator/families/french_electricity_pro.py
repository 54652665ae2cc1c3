"""Electricity for a French shop: the sum in a box, subscription, kWh by hours, levies, TVA at 5,5 and 20 %."""

import datetime as dt
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, Bill, bar, price_of, spread
from tests.generator.desk import addressee, populate
from tests.generator.english_folk import Folk, address, shown, with_po
from tests.generator.forms import table
from tests.generator.listing import pairs
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
