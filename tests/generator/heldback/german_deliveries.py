"""A wholesaler's monthly invoice: the delivery notes are headings inside the table, each with its own sum."""

from datetime import date, timedelta
from decimal import Decimal
from random import Random

from tests.generator.heldback.paper import SANS_BOLD, Paper
from tests.generator.heldback.people import digits, pair
from tests.generator.heldback.sums import ZERO, Item, cents, grouped, planted, price, share, some_day, total_of, truth
from tests.generator.heldback.sums import totals as sums
from tests.generator.registry import Drawn, family

FOODS = (
    ("Weizenmehl Type 550 25 kg", "SA", 13, 19, 7),
    ("Sonnenblumenöl 10 l Kanister", "KA", 16, 24, 7),
    ("Butter 250 g 40er Karton", "KT", 62, 88, 7),
    ("Mineralwasser still 12x0,7 l", "KI", 4, 8, 19),
    ("Servietten 3-lagig weiß 33 cm", "PK", 5, 12, 19),
    ("Eier Gr. M Bodenhaltung 180 St.", "KT", 26, 38, 7),
    ("Spülmaschinenreiniger 12 kg", "EI", 29, 52, 19),
    ("Zucker Raffinade 10x1 kg", "KO", 9, 14, 7),
)
EMPTIES = ("Leergut Kiste retour", "ST", 0.8, 1.2, 19)
COLUMNS = ((55, "l"), (112, "l"), (350, "r"), (358, "l"), (425, "r"), (455, "c"), (540, "r"))
HEAD = ("Art.-Nr.", "Artikel", "Menge", "ME", "E-Preis", "St", "Warenwert")


def euro(value: Decimal) -> str:
    return grouped(value, ".", ",")


def deliveries(rng: Random, until: date) -> list[tuple[str, list[Item]]]:
    groups = []
    for back in range(rng.randrange(1, 7), 0, -1):
        items = []
        goods = rng.sample(FOODS, rng.randrange(1, 7)) + ([EMPTIES] if rng.random() < 0.4 else [])
        for words, uom, low, high, rate in goods:
            # Three crates going back never outweigh the cheapest delivery.
            qty = Decimal(-rng.randrange(1, 4)) if low < 1 else Decimal(rng.randrange(1, 30))
            each = price(rng, low, high)
            items.append(
                Item(words, cents(qty * each), qty, each, uom, sku=digits(rng, "######"), tax_rate=Decimal(rate))
            )
        sent = until - timedelta(days=4 * back)
        groups.append((f"Lieferschein {digits(rng, '70####')} vom {sent:%d.%m.%Y}", items))
    return groups


class Sheet:
    """The table over its pages: it knows where it stands and starts the next page by itself."""

    def __init__(self, paper: Paper, number: str) -> None:
        self.paper, self.number, self.y = paper, number, 300.0
        self.head()

    def head(self) -> None:
        self.paper.box(50, self.y - 11, 495, 15, (0.87, 0.9, 0.87), 0)
        self.paper.row(self.y, COLUMNS, HEAD, 8, SANS_BOLD)
        self.y += 18

    def room(self, height: float) -> None:
        if self.y + height > 760:
            self.paper.page()
            self.paper.text(55, 50, f"Sammelrechnung {self.number} - Fortsetzung", 8)
            self.y = 75
            self.head()

    def group(self, title: str, items: list[Item]) -> None:
        self.room(45)
        self.paper.text(55, self.y, title, 8, SANS_BOLD)
        self.y += 13
        for item in items:
            self.room(26)
            assert item.qty is not None
            assert item.unit_price is not None
            qty = f"{abs(item.qty):.0f}" + ("-" if item.qty < 0 else "")
            amount = euro(abs(item.amount)) + ("-" if item.amount < 0 else "")
            tax = "1" if item.tax_rate == 7 else "2"
            cells = (item.sku or "", item.description, qty, item.uom or "", euro(item.unit_price), tax, amount)
            self.paper.row(self.y, COLUMNS, cells, 8)
            self.y += 12
        self.paper.text(425, self.y, "Summe Lieferschein", 8, align="r")
        self.paper.text(540, self.y, euro(total_of(items)), 8, align="r")
        self.y += 19


def draw_rates(sheet: Sheet, items: list[Item]) -> tuple[Decimal, Decimal]:
    """Totals in a strip: a row of labels, a row of values for each rate; returns net and tax."""
    columns = ((60, "l"), (200, "r"), (310, "r"), (420, "r"))
    paper = sheet.paper
    sheet.room(110)
    paper.rule(50, sheet.y - 6, 545, sheet.y - 6, 1)
    sheet.y += 8
    paper.row(sheet.y, columns, ("St MwSt-Satz", "Nettobetrag", "MwSt-Betrag", "Bruttobetrag"), 8, SANS_BOLD)
    net, tax = ZERO, ZERO
    for code, rate in (("1", 7), ("2", 19)):
        base = total_of(item for item in items if item.tax_rate == rate)
        if base:
            due = share(base, rate)
            net, tax = net + base, tax + due
            sheet.y += 12
            paper.row(sheet.y, columns, (f"{code}  {rate},00 %", euro(base), euro(due), euro(base + due)), 8)
    return net, tax


@family("held back: German delivery notes")
def draw(rng: Random) -> Drawn:
    seller, buyer = pair(rng, ("de", "Gastro-Großhandel"), ("de", "Bäckerei"))
    day, number = some_day(rng), digits(rng, rng.choice(("SR######", "40######")))
    groups = deliveries(rng, day)
    items = [item for _, group in groups for item in group]
    wrong = planted(rng)

    paper = Paper()
    paper.text(55, 60, seller.name, 14, SANS_BOLD)
    paper.lines(55, 75, [*seller.address, f"USt-IdNr.: {seller.tax_id}", "Steuernummer 317/5812/0409"], 8)
    paper.lines(55, 160, [buyer.name, *buyer.address], 10)
    paper.text(540, 160, "SAMMELRECHNUNG", 14, SANS_BOLD, "r")
    for place, (label, value) in enumerate(
        (("Nummer", number), ("Datum", f"{day:%d.%m.%Y}"), ("Kunde", digits(rng, "#####")), ("Tour", "14"))
    ):
        paper.text(430, 180 + 12 * place, label, 8)
        paper.text(540, 180 + 12 * place, value, 8, align="r")
    paper.text(55, 262, f"Lieferungen im Zeitraum {day - timedelta(days=30):%d.%m.%Y} bis {day:%d.%m.%Y}", 9)
    sheet = Sheet(paper, number)
    for title, group in groups:
        sheet.group(title, group)
    net, tax = draw_rates(sheet, items)
    total = net + tax
    if wrong:
        total += Decimal("0.90")
    sheet.y += 20
    paper.text(60, sheet.y, "Zu zahlender Betrag EUR", 10, SANS_BOLD)
    paper.text(420, sheet.y, euro(total), 10, SANS_BOLD, "r")
    due = day + timedelta(days=14)
    note = f"Der Betrag wird am {due:%d.%m.%Y} per SEPA-Lastschrift von Ihrem Konto DE02 **** 4711 eingezogen."
    paper.text(55, sheet.y + 24, note, 8)
    for page in range(1, paper.count + 1):
        paper.turn_to(page)
        paper.text(540, 800, f"Seite {page}/{paper.count}", 8, align="r")
    told = sums(subtotal=net, tax_base=net, tax=tax, total=total, payable=total)
    tags = {"language": "de", "numbers": "1.234,56", "tax": "two rates, delivery notes as headings"}
    told_all = truth(
        number=number,
        day=day,
        currency="EUR",
        seller=seller,
        buyer=buyer,
        items=items,
        totals=told,
        tags=tags,
        pages=range(1, paper.count + 1),
        due=due,
        wrong=wrong,
    )
    return Drawn(paper.pdf(), (told_all,))
