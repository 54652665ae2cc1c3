"""Senders from France and Belgium, each with a paper of its own."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, VERA, WHITE, Bill, bar, folded, price_of, spread
from tests.generator.lands import person
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import TIMES, Sheet

FULL, HALF, LOW = Decimal(20), Decimal(10), Decimal("5.5")
SHOP = (
    ("Carafe en verre soufflé 1,2 L", FULL),
    ("Coffret 6 bougies parfum figuier", FULL),
    ("Thé noir bio vrac 100 g", LOW),
    ("Livre « Jardins secrets » - broché, 224 pages", LOW),
    ("Nappe lin lavé 170 x 250 - gris perle", FULL),
    ("Confiture abricot 3 x 350 g", LOW),
    ("Lampe à poser LED 4,5 W", FULL),
)


@family("french-web-order")
def french_web_order(rng: Random) -> Drawn:
    """Prices with tax, a discount code and postage below the lines, tax only as « dont TVA », paid by card."""
    bill = Bill(rng, "FR", rng.choice(("FA######", "WEB-{y}-#####", "{y}{m}####")))
    bill.included = True
    for text, rate in rng.sample(SHOP, rng.randint(1, 6)):
        bill.add(
            text, rng.choice((1, 1, 1, 2, 3)), price_of(rng, 3, 90, step="0.10"), rate=rate, sku=bill.shape("REF-#####")
        )
    whole = sum((row.amount for row in bill.rows), ZERO)
    off = bill.money(whole / 10) if rng.random() < 0.4 else ZERO
    if off:
        bill.rows = [replace(row, rate=FULL) for row in bill.rows]
    bill.reckon(discount=off, charges=rng.choice((ZERO, Decimal("4.90"), Decimal("6.95"))), at=FULL)
    bill.prepaid = bill.total if rng.random() < 0.5 else ZERO
    sheet = Sheet(face=VERA)
    sheet.text(45, 62, bill.seller.name, size=18, bold=True, colour=(0.15, 0.4, 0.4))
    sheet.text(45, 78, "la boutique des belles choses", size=8, colour=GREY)
    sheet.text(550, 56, "FACTURE", size=10, align="right", colour=GREY)
    sheet.text(550, 74, f"#{bill.number}", size=15, align="right")
    sheet.text(550, 88, bill.d(bill.date), size=8, align="right")
    for x, label, company in ((45, "Adresse de livraison", bill.ship_to), (300, "Adresse de facturation", bill.buyer)):
        sheet.text(x, 130, label, size=8.5, bold=True)
        sheet.lines(x, 144, [company.name, *company.address, "France", company.phone], size=8)
    order = [
        bill.shape("@@@@@@@@@"),
        bill.d(bill.date, -1),
        "Carte bancaire",
        rng.choice(("Colis point relais", "Lettre suivie")),
    ]
    cells = [
        f"{a}\n{b}"
        for a, b in zip(("Réf. commande", "Date de commande", "Paiement", "Transporteur"), order, strict=True)
    ]
    bar(sheet, 212, 30, 45, 550, (0.93, 0.96, 0.96))
    spread(sheet, 224, "<52 <170 <300 <430", cells, size=7.5)
    stops = "<52 <115 >395 ^440 >545"
    sheet.y = (
        spread(sheet, 268, stops, ["Référence", "Produit", "Prix unit. TTC", "Qté", "Total TTC"], size=7.5, bold=True)
        + 7
    )
    for row in bill.rows:
        cells = [
            row.sku or "",
            folded(sheet, row.text, 200, 7.5),
            f"{bill.p(row.price)} €",
            bill.q(row.qty),
            f"{bill.m(row.amount)} €",
        ]
        sheet.y = spread(sheet, sheet.y, stops, cells, size=7.5) + 7
        bar(sheet, sheet.y - 9, 0.5, 45, 550, (0.7, 0.8, 0.8))
    _web_order_sums(sheet, bill)
    legal = (
        f"{bill.seller.name} au capital de 10 000 € - {bill.seller.street}, {bill.seller.city} - "
        f"RCS {bill.shape('4## ### ###')} - TVA intracom. {bill.seller.tax_id}"
    )
    sheet.text(297, 810, legal, size=5.5, align="centre")
    truth = bill.truth(sheet, "seller_id subtotal qty price", "tax-included", "of-which-tax")
    if bill.prepaid:  # how it was paid is told in a sentence: nothing left to pay, or simply the sum
        whole_sum = truth["totals"]["total"]
        truth["totals"] |= {"prepaid": [whole_sum, None], "payable": ["0", whole_sum, None]}
    return Drawn(sheet.finish(), (truth,))


def _web_order_sums(sheet: Sheet, bill: Bill) -> None:
    rows = [("Total produits", bill.subtotal)]
    rows += [("Code promo BIENVENUE10", -bill.discount)] if bill.discount else []
    rows += [("Frais de port", bill.charges)] if bill.charges else []
    for label, value in rows:
        sheet.y = spread(sheet, sheet.y + 5, "<360 >545", [label, f"{bill.m(value)} €"], size=8)
    sheet.y = spread(sheet, sheet.y + 9, "<360 >545", ["Total TTC", f"{bill.m(bill.total)} €"], size=11, bold=True)
    for tax in bill.taxes:
        text = f"dont TVA {bill.q(tax.rate)} % (base HT {bill.m(tax.base)} €)"
        sheet.y = spread(sheet, sheet.y + 3, "<360 >545", [text, f"{bill.m(tax.amount)} €"], size=6.5, colour=GREY)
    if bill.prepaid:
        text = f"Réglé par carte bancaire le {bill.d(bill.date, -1)} : {bill.m(bill.prepaid)} €"
        sheet.text(52, sheet.y + 14, text, size=8, bold=True)
    sheet.text(52, sheet.y + 30, "Vous disposez de 14 jours pour changer d'avis. Merci et à bientôt !", size=7.5)


@family("french-freelance")
def french_freelance(rng: Random) -> Drawn:
    """A person without VAT (art. 293 B): sender left, client right, deposit already paid, penalties in small print."""
    bill = Bill(rng, "FR", rng.choice(("{y}-##", "F{y}{m}##", "##/{y}")))
    bill.seller = replace(bill.seller, name=person(rng, bill.land))
    works = (
        "Conception de l'identité visuelle",
        "Relecture et correction (1 feuillet = 1 500 signes)",
        "Atelier théâtre 2 h",
        "Développement page d'accueil",
        "Reportage photo - droits inclus",
        "Cours particulier",
    )
    for text in rng.sample(works, rng.randint(1, 4)):
        unit = rng.choice(("jour", "h", "forfait", "feuillet"))
        bill.add(
            text,
            Decimal(rng.randint(1, 24)) / 2 if unit in ("jour", "h") else rng.randint(1, 40),
            price_of(rng, 12, 420, step="5"),
            uom=unit,
        )
    bill.reckon(taxed=False, slips="total qty amount")
    bill.prepaid = bill.money(bill.total * 30 / 100) if rng.random() < 0.4 else ZERO
    siret = bill.shape("8## ### ### 000##")
    sheet = Sheet(face=TIMES)
    sheet.lines(
        60,
        60,
        [
            bill.seller.name,
            "Entreprise individuelle",
            *bill.seller.address,
            f"SIRET {siret}",
            "Code APE 7410Z",
            bill.seller.mail,
        ],
        size=10,
        bold_first=True,
    )
    sheet.lines(340, 150, ["À l'attention de", bill.buyer.name, *bill.buyer.address], size=11)
    sheet.text(60, 245, f"Facture n° {bill.number}", size=16, bold=True)
    sheet.text(60, 262, f"Émise le {bill.d(bill.date)} - Échéance : {bill.d(bill.due)}", size=10)
    sheet.text(60, 276, f"Objet : votre commande du {bill.d(bill.date, -35)}, devis D{bill.shape('###')}", size=10)
    stops = "<60 >350 <356 >450 >535"
    sheet.rule(60, 300, 535, 300)
    sheet.y = (
        spread(sheet, 313, stops, ["Désignation", "Quantité", "", "Prix unitaire", "Montant"], size=10, bold=True) + 8
    )
    sheet.rule(60, 318, 535, 318)
    for row in bill.rows:
        cells = [
            folded(sheet, row.text, 235, 10),
            bill.q(row.qty),
            row.uom or "",
            f"{bill.p(row.price)} €",
            f"{bill.m(row.amount)} €",
        ]
        sheet.y = spread(sheet, sheet.y, stops, cells, size=10) + 6
    sheet.rule(60, sheet.y - 4, 535, sheet.y - 4)
    rows = [("Total" if rng.random() < 0.5 else "Net à payer" if not bill.prepaid else "Montant total", bill.total)]
    rows += [("Acompte versé à la commande", -bill.prepaid), ("Reste dû", bill.payable)] if bill.prepaid else []
    for label, value in rows:
        sheet.y = spread(sheet, sheet.y + 12, "<340 >535", [label, f"{bill.m(value)} €"], size=11, bold=True)
    notes = [
        "TVA non applicable, art. 293 B du CGI.",
        f"Règlement par virement : {bill.seller.iban}",
        (
            "Pénalités de retard : 3 fois le taux d'intérêt légal. Indemnité forfaitaire pour frais "
            "de recouvrement : 40 €."
        ),
        "Pas d'escompte pour règlement anticipé.",
    ]
    sheet.lines(60, sheet.y + 40, notes, size=9, leading=1.5)
    truth = bill.truth(sheet, f"due qty price {'payable' if bill.prepaid else ''}", "no-tax", "person-as-seller")
    truth["seller"]["tax_id"] = [siret, None]
    return Drawn(sheet.finish(), (truth,))


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


@family("belgian-two-languages")
def belgian_two_languages(rng: Random) -> Drawn:
    """Every label in French and Dutch, structured communication, totals in a ruled box at the left."""
    bill = Bill(rng, "BE", rng.choice(("VF{y}####", "{y}/#####", "7#####")))
    goods = (
        "Gaufres / Wafels 24 x 90 g",
        "Chaise pliante / Klapstoel",
        "Encre / Inkt 1 L",
        "Service technique / Technische dienst",
        "Bière spéciale / Speciaalbier 24 x 33 cl",
    )
    rates = (Decimal(21),) if rng.random() < 0.6 else (Decimal(21), Decimal(6))
    for text in rng.sample(goods, rng.randint(1, 5)):
        bill.add(text, rng.choice((1, 2, 6, 12, 48)), price_of(rng, 2, 140), rate=rng.choice(rates))
    bill.reckon(slips="total qty")
    sheet = Sheet()
    sheet.text(50, 60, bill.seller.name, size=18, bold=True)
    sheet.text(50, 75, " - ".join(bill.seller.address), size=8)
    sheet.text(50, 86, f"TVA/BTW {bill.seller.tax_id}  RPM/RPR Bruxelles  Tél. {bill.seller.phone}", size=8)
    sheet.text(330, 140, "Client / Klant", size=7, colour=GREY)
    sheet.lines(330, 154, [bill.buyer.name, *bill.buyer.address, f"TVA/BTW: {bill.buyer.tax_id}"], size=10)
    pairs = (
        ("Facture n° / Factuur nr.", bill.number),
        ("Date / Datum", bill.d(bill.date)),
        ("Échéance / Vervaldatum", bill.d(bill.due)),
        ("N° client / Klantnr.", bill.shape("41####")),
    )
    for n, (label, value) in enumerate(pairs):
        spread(sheet, 150 + 15 * n, ">180 <190", [f"{label} :", value], size=9)
    stops = "<50 >330 >410 >450 >545"
    sheet.box(45, 228, 550, 256)
    spread(
        sheet,
        239,
        stops,
        [
            "Description\nOmschrijving",
            "Quantité\nAantal",
            "Prix unit.\nEenh.prijs",
            "TVA\nBTW",
            "Total HTVA\nTotaal excl. BTW",
        ],
        size=8,
    )
    sheet.y = 272
    for row in bill.rows:
        sheet.y = (
            spread(
                sheet,
                sheet.y,
                stops,
                [row.text, bill.q(row.qty), bill.p(row.price), f"{row.rate}%", bill.m(row.amount)],
                size=9,
            )
            + 6
        )
    sheet.box(45, 256, 550, max(sheet.y, 480))
    _belgian_sums(sheet, bill, max(sheet.y, 480) + 20)
    return Drawn(
        sheet.finish(),
        (bill.truth(sheet, "due seller_id buyer_id subtotal tax qty price", "two-languages", "totals-left"),),
    )


def _belgian_sums(sheet: Sheet, bill: Bill, y: float) -> None:
    sheet.box(45, y - 12, 320, y + 18 * (3 + len(bill.taxes)) - 8)
    rows = [("Total HTVA / Totaal excl. BTW", bill.m(bill.subtotal))]
    rows += [(f"TVA/BTW {tax.rate}% ({bill.m(tax.base)})", bill.m(tax.amount)) for tax in bill.taxes]
    rows += [("Total TVA / Totaal BTW", bill.m(bill.tax))] if len(bill.taxes) > 1 else []
    for label, value in rows:
        y = spread(sheet, y, "<52 >312", [label, value], size=9) + 6
    spread(sheet, y, "<52 >312", ["À payer / Te betalen  EUR", bill.m(bill.total)], size=11, bold=True)
    code = bill.shape("###/####/#####")
    sheet.lines(
        340,
        y - 40,
        [
            f"IBAN {bill.seller.iban}",
            "BIC KREDBEBBXXX",
            f"+++{code}+++",
            "Conditions générales au verso /",
            "Algemene voorwaarden op de keerzijde",
        ],
        size=8,
    )
