"""Three discounts in a cascade, eco tax in a row below the line it belongs to, totals as a strip of cells."""

from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, WHITE, Bill, bar, price_of, spread
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet

FULL, HALF, LOW = Decimal(20), Decimal(10), Decimal("5.5")


@family("french-eco-wholesaler")
def french_eco_wholesaler(rng: Random) -> Drawn:
    """Three discounts in a cascade, eco tax in a row below the line it belongs to, totals as a strip of cells."""
    bill = Bill(rng, "FR", rng.choice(("FC#######", "1#######", "{y}/F/####")))
    goods = (
        "Réfrigérateur table top 92L A+",
        "Perceuse 13 mm 750W",
        "Rallonge 3G1,5 25 m",
        "Tube LED T8 1200mm 18W",
        "Sèche-mains automatique",
        "Disjoncteur 16A courbe C",
        "Micro-ondes 20L blanc",
    )
    for _ in range(rng.randint(1, 34)):
        off = rng.choice(((), (40,), (40, 10), (35, 10, 5)))
        qty, price = rng.choice((1, 2, 5, 10, 50)), price_of(rng, 4, 300)
        left = Decimal(1)
        for percent in off:
            left *= 1 - Decimal(percent) / 100
        bill.add(
            rng.choice(goods),
            qty,
            price,
            discount=(1 - left) * 100,
            rate=FULL,
            sku=bill.shape("######"),
            more=("+".join(map(str, off)),),
        )
        if rng.random() < 0.3:
            bill.add("Éco-participation DEEE", qty, price_of(rng, 0.04, 12), rate=FULL)
    bill.reckon(slips="total amount")
    sheet = Sheet()
    _eco_head(sheet, bill)
    stops = "<32 <85 >335 >395 >450 >560"
    heads = ["Référence", "Désignation", "Quantité", "P.U. brut", "Remises %", "Montant HT"]
    sheet.y = _eco_table_top(sheet, 252, stops, heads)
    for row in bill.rows:
        if sheet.y > 660:
            sheet.text(560, sheet.y + 8, "… / …", size=8, align="right")
            sheet.new_page()
            sheet.text(32, 40, f"{bill.seller.name} - Facture {bill.number} - page {sheet.page}", size=8)
            sheet.y = _eco_table_top(sheet, 60, stops, heads)
        cells = [
            row.sku or "",
            row.text if row.sku else f"   {row.text}",
            bill.q(row.qty),
            bill.p(row.price),
            row.more[0] if row.more else "",
            bill.m(row.amount),
        ]
        sheet.y = spread(sheet, sheet.y, stops, cells, size=8) + 3.5
    _eco_strip(sheet, bill)
    return Drawn(
        sheet.finish(), (bill.truth(sheet, "due seller_id subtotal tax qty price", "discount-cascade", "totals-strip"),)
    )


def _eco_table_top(sheet: Sheet, y: float, stops: str, heads: list[str]) -> float:
    bar(sheet, y, 16, 26, 566, (0.2, 0.2, 0.25))
    return spread(sheet, y + 11, stops, heads, bold=True, colour=WHITE) + 8


def _eco_head(sheet: Sheet, bill: Bill) -> None:
    sheet.text(26, 48, bill.seller.name, size=14, bold=True)
    sheet.lines(
        26,
        62,
        [
            *bill.seller.address,
            f"Tél. {bill.seller.phone}  Fax {bill.shape('0# ## ## ## ##')}",
            f"N° TVA : {bill.seller.tax_id}",
        ],
        size=8,
    )
    sheet.box(310, 36, 566, 120)
    sheet.lines(
        318, 52, [bill.buyer.name, "SERVICE COMPTABILITÉ FOURNISSEURS", *bill.buyer.address], size=9.5, bold_first=True
    )
    cells = (
        ("FACTURE N°", bill.number),
        ("DATE", bill.d(bill.date)),
        ("CODE CLIENT", bill.shape("C0####")),
        ("VOS RÉF.", bill.shape("CDE ####")),
        ("REPRÉSENTANT", bill.shape("##")),
        ("PAGE", "1"),
    )
    for n, (label, value) in enumerate(cells):
        x = 26 + n * 90
        sheet.box(x, 150, x + 90, 186)
        sheet.text(x + 45, 161, label, size=6.5, align="centre", colour=GREY)
        sheet.text(x + 45, 178, value, size=8.5, align="centre")
    sheet.text(
        26,
        208,
        (
            f"BL n° {bill.shape('BL######')} du {bill.d(bill.date, -4)} - Livré à : "
            f"{bill.ship_to.name}, {bill.ship_to.city}"
        ),
        size=8,
    )


def _eco_strip(sheet: Sheet, bill: Bill) -> None:
    tax = bill.taxes[0]
    cells = (
        ("TOTAL HT", bill.m(bill.subtotal)),
        ("BASE TVA", bill.m(tax.base)),
        ("TAUX", bill.m(tax.rate)),
        ("MONTANT TVA", bill.m(tax.amount)),
        ("TOTAL TTC", bill.m(bill.total)),
        ("NET À PAYER EUR", bill.m(bill.total)),
    )
    for n, (label, value) in enumerate(cells):
        x = 26 + n * 90
        sheet.box(x, 690, x + 90, 704, fill=(0.88, 0.88, 0.9))
        sheet.box(x, 704, x + 90, 724)
        sheet.text(x + 45, 700, label, size=7, bold=True, align="centre")
        sheet.text(x + 84, 718, value, size=9, bold=n == 5, align="right")
    sheet.text(26, 740, f"Règlement : LCR magnétique à 45 jours fin de mois - Échéance {bill.d(bill.due)}", size=8)
    sheet.text(26, 752, f"Banque Armorique  IBAN {bill.seller.iban}   BIC BQARFRPPXXX", size=8)
    sheet.text(
        26,
        775,
        (
            "Réserve de propriété : loi 80.335 du 12 mai 1980. Tout retard entraîne une indemnité de "
            "40 €. Escompte 0,5 % par mois."
        ),
        size=6.5,
    )
