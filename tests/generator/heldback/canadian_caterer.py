"""A caterer in Quebec: both languages on every label, two taxes side by side, a service charge and a tip line."""

from datetime import timedelta
from decimal import Decimal
from random import Random

from tests.generator.heldback.paper import GREY, LETTER, SANS_BOLD, SANS_ITALIC, Paper
from tests.generator.heldback.people import Party, digits
from tests.generator.heldback.sums import ZERO, Item, cents, grouped, planted, price, share, some_day, total_of, truth
from tests.generator.heldback.sums import totals as sums
from tests.generator.registry import Drawn, family

NAMES = ("Traiteur Belle-Rivière inc.", "Les Cuisines Maskinongé ltée", "Buffet Trois-Érables enr.")
CLIENTS = ("Fondation Port-Joli", "Groupe Saguenord inc.", "Northgate Analytics Canada Ltd.")
MENU = (
    ("Boîtes à lunch / Lunch boxes", 16, 27, 10, 90),
    ("Café et thé / Coffee and tea", 2.5, 4.5, 10, 120),
    ("Plateau de fromages / Cheese platter", 75, 140, 1, 6),
    ("Location de vaisselle / Tableware rental", 1.5, 4, 20, 120),
    ("Serveur, heures / Waiter, hours", 28, 42, 4, 24),
)
COLUMNS = ((45, "r"), (60, "l"), (455, "r"), (567, "r"))


def dollars(value: Decimal) -> str:
    return f"{grouped(value, ' ', ',')} $"


def menu(rng: Random) -> list[Item]:
    items = []
    for words, low, high, fewest, most in rng.sample(MENU, rng.randrange(1, 6)):
        qty, each = Decimal(rng.randint(fewest, most)), price(rng, low, high, Decimal("0.05"))
        items.append(Item(words, cents(qty * each), qty, each))
    return items


def head(paper: Paper, seller: Party, buyer: Party, facts: list[tuple[str, str]]) -> None:
    paper.text(306, 60, seller.name, 20, SANS_ITALIC, "c", (0.5, 0.1, 0.3))
    paper.text(306, 76, " - ".join(seller.address), 8.5, align="c")
    paper.text(45, 115, "FACTURE / INVOICE", 14, SANS_BOLD)
    paper.text(45, 138, "Facturé à / Billed to", 8, colour=GREY)
    paper.lines(45, 151, [buyer.name, *buyer.address], 10)
    for place, (label, value) in enumerate(facts):
        paper.text(460, 115 + 14 * place, label, 8.5, align="r", colour=GREY)
        paper.text(567, 115 + 14 * place, value, 9, align="r")


@family("held back: Canadian caterer")
def draw(rng: Random) -> Drawn:
    federal = digits(rng, "#########") + " RT0001"
    seller = Party(rng.choice(NAMES), ("412, chemin du Moulin", "Joliette (Québec)  J6E 0X0"), federal)
    buyer = Party(rng.choice(CLIENTS), (f"{rng.randrange(100, 990)}, boul. Industriel", "Laval QC  H7L 0Y0"))
    day, items = some_day(rng), menu(rng)
    net = total_of(items)
    service = share(net, 15) if rng.random() < 0.5 else ZERO
    base = net + service
    gst, qst = share(base, 5), share(base, "9.975")
    wrong = planted(rng)
    total = base + gst + qst + (Decimal(3) if wrong else 0)
    deposit = rng.choice((ZERO, Decimal(100) if total > 300 else ZERO))
    number, due = digits(rng, "1####"), day + timedelta(days=30)

    paper = Paper(LETTER)
    facts = [
        ("No de facture / Invoice no.", number),
        ("Date (AAAA-MM-JJ)", f"{day:%Y-%m-%d}"),
        ("Échéance / Due date", f"{due:%Y-%m-%d}"),
        ("Événement / Event", f"{day - timedelta(days=3):%Y-%m-%d}"),
    ]
    head(paper, seller, buyer, facts)
    y = 230.0
    paper.rule(35, y - 13, 577, y - 13, 1.5, (0.5, 0.1, 0.3))
    paper.row(y, COLUMNS, ("Qté", "Description", "Prix / Price", "Montant / Amount"), 8.5, SANS_BOLD)
    for item in items:
        y += 18
        assert item.unit_price is not None
        paper.row(y, COLUMNS, (str(item.qty), item.description, dollars(item.unit_price), dollars(item.amount)), 9.5)
    paper.rule(35, y + 8, 577, y + 8, 1.5, (0.5, 0.1, 0.3))
    y += 26
    rows = [("Sous-total / Subtotal", net)]
    rows += [("Frais de service / Service charge 15 %", service)] if service else []
    rows += [("TPS / GST 5 %", gst), ("TVQ / QST 9,975 %", qst), ("TOTAL (CAD)", total)]
    rows += (
        [("Acompte reçu / Deposit received", -deposit), ("Solde dû / Balance due", total - deposit)] if deposit else []
    )
    for label, value in rows:
        font = SANS_BOLD if label.startswith(("TOTAL", "Solde")) else "Helvetica"
        paper.text(455, y, label, 9.5, font, "r")
        paper.text(567, y, dollars(value), 9.5, font, "r")
        y += 16
    paper.text(45, 735, f"TPS / GST: {federal}     TVQ / QST: {digits(rng, '##########')} TQ0001", 8, colour=GREY)
    paper.text(45, 748, "Merci de votre confiance! / Thank you for your business!  450 555-0177", 8, colour=GREY)
    told = sums(
        subtotal=net,
        charges=service,
        tax_base=base,
        tax=gst + qst,
        total=total,
        prepaid=deposit,
        payable=total - deposit,
    )
    told_all = truth(
        number=number,
        day=day,
        currency="CAD",
        seller=seller,
        buyer=buyer,
        items=items,
        totals=told,
        pages=[1],
        due=due,
        wrong=wrong,
        tags={"language": "fr+en", "numbers": "1 234,56", "tax": "two taxes on one base"},
    )
    return Drawn(paper.pdf(), (told_all,))
