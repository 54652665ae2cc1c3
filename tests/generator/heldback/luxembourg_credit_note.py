"""A Luxembourg office supplier's credit note in French: it names the invoice it corrects, signs differ by vendor."""

from datetime import timedelta
from decimal import Decimal
from random import Random

from tests.generator.heldback.paper import SANS_BOLD, Paper
from tests.generator.heldback.people import digits, firm
from tests.generator.heldback.sums import Item, cents, grouped, price, share, some_day, total_of, truth
from tests.generator.heldback.sums import totals as sums
from tests.generator.registry import Drawn, family

GOODS = (
    ("Toner noir HC 12 000 pages", 85, 180),
    ("Ramette papier A4 80 g blanc", 3, 6),
    ("Fauteuil de bureau ergonomique", 190, 420),
    ("Classeur à levier dos 80 mm", 2, 5),
    ("Retour palette consignée", 12, 20),
)
REASONS = ("Marchandise retournée", "Erreur de prix", "Livraison incomplète")
EDGES = (50.0, 110.0, 330.0, 375.0, 455.0, 545.0)
TITLES = ("Référence", "Désignation", "Qté", "Prix unit. HTVA", "Montant HTVA")


@family("held back: Luxembourg credit note")
def draw(rng: Random) -> Drawn:
    seller, buyer = firm(rng, "lu", "Bureautique"), firm(rng, rng.choice(("lu", "fr")), "Conseil")
    day, minus = some_day(rng), "-" if rng.random() < 0.5 else ""
    number, source = digits(rng, f"NC{day:%y}0###"), digits(rng, "F2#0####")
    items = []
    for words, low, high in rng.sample(GOODS, rng.randrange(1, 5)):
        qty, each = Decimal(rng.randrange(1, 12)), price(rng, low, high)
        items.append(Item(words, cents(qty * each), qty, each, sku=digits(rng, "B####")))
    net = total_of(items)
    tax = share(net, 17)
    total = net + tax

    def euro(value: Decimal) -> str:
        return minus + grouped(value, ".", ",")

    paper = Paper()
    paper.text(545, 60, seller.name, 14, SANS_BOLD, "r")
    paper.lines(545, 75, [*seller.address, f"TVA {seller.tax_id}", "R.C.S. Luxembourg B 00123"], 8, align="r")
    paper.text(50, 80, "NOTE DE CRÉDIT", 18, SANS_BOLD)
    facts = [
        ("Numéro", number),
        ("Date", f"{day:%d.%m.%Y}"),
        ("Facture d'origine", source),
        ("Date de la facture", f"{day - timedelta(days=23):%d.%m.%Y}"),
        ("Votre n° TVA", buyer.tax_id or ""),
    ]
    for place, (label, value) in enumerate(facts):
        paper.text(50, 110 + 13 * place, label, 9)
        paper.text(150, 110 + 13 * place, value, 9, SANS_BOLD if label == "Numéro" else "Helvetica")
    paper.lines(320, 160, [buyer.name, "Service comptabilité", *buyer.address], 10.5)
    paper.text(50, 240, f"Motif : {rng.choice(REASONS)} - voir facture {source}.", 9)
    height = 20 * (len(items) + 1)
    for left, right, title in zip(EDGES, EDGES[1:], TITLES, strict=False):
        paper.box(left, 260, right - left, height)
        paper.text((left + right) / 2, 273, title, 8.5, SANS_BOLD, "c")
    columns = ((54, "l"), (114, "l"), (352, "c"), (451, "r"), (541, "r"))
    y = 273.0
    for item in items:
        y += 20
        paper.rule(50, y - 13, 545, y - 13)
        assert item.unit_price is not None
        price_text = grouped(item.unit_price, ".", ",")
        paper.row(y, columns, (item.sku or "", item.description, str(item.qty), price_text, euro(item.amount)))
    y += 30
    for label, money in (("Total HTVA", net), ("TVA 17 %", tax), ("Total TTC en votre faveur (EUR)", total)):
        bold = SANS_BOLD if label.startswith("Total TTC") else "Helvetica"
        paper.text(455, y, label, 9.5, bold, "r")
        paper.text(541, y, euro(money), 9.5, bold, "r")
        y += 16
    note = "Ce montant sera déduit de votre prochain règlement ou remboursé sur demande sous 30 jours."
    paper.text(50, y + 25, note, 8.5)
    paper.text(
        297, 800, "BGL Exemple LU00 0000 1234 5678 9000 - Tél. (+352) 00 00 00 - www.bureau.example", 7.5, align="c"
    )
    told_all = truth(
        number=number,
        day=day,
        currency="EUR",
        seller=seller,
        buyer=buyer,
        items=items,
        pages=[1],
        kind="credit_note",
        totals=sums(subtotal=net, tax_base=net, tax=tax, total=total, payable=total),
        tags={"language": "fr", "numbers": "1.234,56", "tax": "one rate, credit note"},
    )
    return Drawn(paper.pdf(), (told_all,))
