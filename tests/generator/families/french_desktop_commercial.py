"""A French desktop program: cells for number, date and client code, ruled columns to the foot, base by code."""

from decimal import Decimal
from random import Random

from tests.generator.bill import Bill, price_of, spread
from tests.generator.desk import addressee, assortment, populate
from tests.generator.english_folk import address, shown
from tests.generator.forms import cell_row, table
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet
from tests.generator.table import Look

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
