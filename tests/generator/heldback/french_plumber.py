"""A French plumber: rooms as headings, two rates of TVA with their table, a deposit taken off the total."""

from datetime import timedelta
from decimal import Decimal
from random import Random

from tests.generator.heldback.paper import GREY, SANS_BOLD, WHITE, Paper, wrap
from tests.generator.heldback.people import Party, digits, pair
from tests.generator.heldback.sums import (
    ZERO,
    Item,
    cents,
    grouped,
    planted,
    price,
    share,
    short,
    some_day,
    total_of,
    truth,
)
from tests.generator.heldback.sums import totals as sums
from tests.generator.registry import Drawn, family

JOBS = {
    "Salle de bains": (
        ("Dépose de l'ancien lavabo et évacuation en déchetterie", "ens", 60, 140, 10),
        (
            (
                "Fourniture et pose d'un mitigeur thermostatique, finition chromée, y compris raccords et joints. "
                "Garantie fabricant 5 ans, pièces et main d'œuvre 2 ans"
            ),
            "u",
            140,
            320,
            10,
        ),
        ("Tube cuivre écroui diam. 16, y compris colliers", "ml", 9, 17, 10),
        ("Miroir avec éclairage LED", "u", 80, 210, 20),
    ),
    "Chaufferie": (
        ("Remplacement du circulateur, purge et mise en service", "u", 210, 480, 10),
        ("Vase d'expansion 25 l", "u", 60, 95, 20),
        ("Désembouage du circuit par hydrodynamique", "ft", 350, 620, 10),
    ),
    "Main d'œuvre": (
        ("Plombier chauffagiste N3P2", "h", 42, 58, 10),
        ("Déplacement et petites fournitures", "ft", 25, 55, 20),
    ),
}
COLUMNS = ((45, "l"), (330, "c"), (375, "r"), (440, "r"), (482, "r"), (550, "r"))


def euro(value: Decimal) -> str:
    return grouped(value, " ", ",")


def job(rng: Random) -> list[tuple[str, list[Item]]]:
    rooms = []
    for room in rng.sample(sorted(JOBS), rng.randrange(1, 4)):
        items = []
        for words, uom, low, high, rate in rng.sample(JOBS[room], rng.randrange(1, len(JOBS[room]) + 1)):
            qty = Decimal(rng.randrange(2, 50)) / 2 if uom in {"h", "ml"} else Decimal(rng.randrange(1, 3))
            each = price(rng, low, high)
            items.append(Item(words, cents(qty * each), qty, each, uom, tax_rate=Decimal(rate)))
        rooms.append((room, items))
    return rooms


def head(paper: Paper, seller: Party, buyer: Party, facts: list[tuple[str, str]]) -> None:
    paper.text(45, 55, seller.name, 16, SANS_BOLD, colour=(0, 0.35, 0.55))
    paper.lines(45, 70, ["Plomberie - Chauffage - Sanitaire", *seller.address, "Tél. 04 00 11 22 33"], 8.5)
    for place, (label, value) in enumerate(facts):
        paper.text(45, 150 + 12 * place, f"{label} : {value}", 9)
    paper.box(320, 120, 230, 70)
    paper.lines(330, 140, [buyer.name, *buyer.address], 10)


def draw_rooms(paper: Paper, rooms: list[tuple[str, list[Item]]]) -> float:
    y = 240.0
    paper.box(40, y - 12, 515, 17, (0, 0.35, 0.55), 0)
    paper.row(y, COLUMNS, ("Désignation", "Unité", "Qté", "P.U. HT", "TVA", "Total HT"), 8.5, SANS_BOLD, WHITE)
    y += 19
    for room, items in rooms:
        paper.text(45, y, room.upper(), 8.5, SANS_BOLD)
        y += 13
        for item in items:
            assert item.qty is not None
            assert item.unit_price is not None
            assert item.tax_rate is not None
            rate = f"{item.tax_rate} %"
            money = (grouped(item.qty, "", ","), euro(item.unit_price), rate, euro(item.amount))
            paper.row(y, COLUMNS, ("", item.uom or "", *money), 8.5)
            y = paper.lines(52, y, wrap(item.description, 255, 8.5), 8.5) + 4
        y += 6
    return y


def draw_taxes(paper: Paper, y: float, items: list[Item]) -> Decimal:
    columns = ((60, "l"), (170, "r"), (250, "r"))
    paper.row(y, columns, ("Taux TVA", "Base HT", "Montant TVA"), 8, SANS_BOLD)
    tax = ZERO
    for rate in (10, 20):
        base = total_of(item for item in items if item.tax_rate == rate)
        if base:
            y += 12
            due = share(base, rate)
            paper.row(y, columns, (f"{rate},00 %", euro(base), euro(due)), 8)
            tax += due
    return tax


@family("held back: French plumber")
def draw(rng: Random) -> Drawn:
    seller, buyer = pair(rng, ("fr", "Plomberie"), ("fr", rng.choice(("Immobilier", "Menuiserie"))))
    day, rooms = some_day(rng), job(rng)
    items = [item for _, room in rooms for item in room]
    net = total_of(items)
    number = digits(rng, rng.choice((f"FA{day:%y%m}-##", "FC00####", f"{day.year}-1##")))
    due = day + timedelta(days=rng.choice((15, 30, 45)))

    paper = Paper()
    quote = digits(rng, "DE00###")
    site = f"{quote} du {day - timedelta(days=40):%d/%m/%Y}"
    facts = [("Date", f"{day:%d/%m/%Y}"), ("Code client", digits(rng, "CL###")), ("Devis", site)]
    paper.text(45, 132, f"FACTURE N° {number}", 13, SANS_BOLD)
    head(paper, seller, buyer, facts)
    y = draw_rooms(paper, rooms) + 12
    tax = draw_taxes(paper, y, items)
    wrong = planted(rng)
    total = net + tax
    if wrong:
        total -= Decimal("2.70")
    deposit = share(total, 30, Decimal(10)) if rng.random() < 0.5 else ZERO
    rows = [("Total HT", net), ("Total TVA", tax), ("Total TTC", total)]
    if deposit:
        rows += [(f"Acompte versé le {day - timedelta(days=35):%d/%m/%Y}", -deposit)]
    for label, value in [*rows, ("NET À PAYER (EUR)", total - deposit)]:
        bold = SANS_BOLD if label.startswith("NET") else "Helvetica"
        paper.text(380, y, label, 9, bold)
        paper.text(550, y, euro(value), 9, bold, "r")
        y += 14
    y += 20
    paper.lines(
        45,
        y,
        [
            f"Échéance : {due:%d/%m/%Y} - Règlement par virement. Pas d'escompte pour paiement anticipé.",
            "En cas de retard : pénalités de 3 fois le taux légal et indemnité forfaitaire de 40,00 € (art. L441-10).",
            "Taux réduit : attestation simplifiée remise par le client, travaux dans un local de plus de 2 ans.",
        ],
        8,
    )
    siret = digits(rng, "### ### ### 000##")
    legal = f"{seller.name} au capital de 8 000 € - SIRET {siret} - APE 4322A - TVA {seller.tax_id}"
    paper.text(297, 815, legal, 7, align="c", colour=GREY)
    payable = total - deposit
    told = sums(subtotal=net, tax_base=net, tax=tax, total=total, prepaid=deposit, payable=payable)
    rates = ", ".join(f"{short(rate)} %" for rate in sorted({item.tax_rate for item in items if item.tax_rate}))
    told_all = truth(
        number=number,
        day=day,
        currency="EUR",
        seller=seller,
        buyer=buyer,
        items=items,
        totals=told,
        pages=[1],
        due=due,
        wrong=wrong,
        tags={"language": "fr", "numbers": "1 234,56", "tax": f"rates {rates}"},
    )
    return Drawn(paper.pdf(), (told_all,))
