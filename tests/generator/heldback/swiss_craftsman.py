"""A Swiss joiner: apostrophes in sums, hours and material, rounding to five centimes, a payment slip at the foot."""

from datetime import timedelta
from decimal import Decimal
from random import Random

from tests.generator.heldback.paper import SANS_BOLD, Paper, wrap
from tests.generator.heldback.people import Party, digits, pair
from tests.generator.heldback.sums import Item, cents, grouped, price, share, some_day, spelled, total_of, truth
from tests.generator.heldback.sums import totals as sums
from tests.generator.registry import Drawn, family

WORK = ("Arbeitszeit Vorarbeiter", "Arbeitszeit Monteur", "Arbeitszeit Lernender 3. Lehrjahr", "Fahrzeit")
MATERIAL = (
    ("Dreischichtplatte Fichte 27 mm, zugeschnitten und geschliffen", "m2", 48, 95),
    ("Türdrücker Edelstahl matt, inkl. Rosetten und Befestigung", "Stk.", 39, 120),
    ("Dichtungsprofil umlaufend", "lfm", 4, 9),
    ("Parkettöl natur 1 l", "Geb.", 32, 58),
    ("Entsorgung Altmaterial, Deponiegebühr inbegriffen", "psch.", 45, 180),
    ("Kleinmaterial (Schrauben, Dübel, Leim)", "psch.", 15, 60),
)


def work(rng: Random) -> list[Item]:
    items = []
    for words in rng.sample(WORK, rng.randrange(1, 4)):
        hours, rate = Decimal(rng.randrange(2, 60)) / 4, price(rng, 48, 128, Decimal("0.5"))
        items.append(Item(words, cents(hours * rate, Decimal("0.05")), hours, rate, "Std."))
    for words, uom, low, high in rng.sample(MATERIAL, rng.randrange(0, 6)):
        measured = Decimal(rng.randrange(2, 120)) / 10
        qty = {"psch.": Decimal(1), "m2": measured, "lfm": measured}.get(uom, Decimal(rng.randrange(1, 6)))
        each = price(rng, low, high, Decimal("0.05"))
        items.append(Item(words, cents(qty * each, Decimal("0.05")), qty, each, uom))
    return items


def money(value: Decimal) -> str:
    return grouped(value, "'")


def head(paper: Paper, seller: Party, buyer: Party, facts: list[tuple[str, str]]) -> None:
    paper.box(50, 40, 6, 52, (0.55, 0.3, 0.1), 0)
    paper.text(64, 58, seller.name, 15, SANS_BOLD)
    paper.lines(64, 72, [", ".join(seller.address), "Telefon 034 000 11 22  |  info@schreinerei.example"], 8)
    paper.lines(340, 130, [buyer.name, *buyer.address], 10.5)
    for place, (label, value) in enumerate(facts):
        paper.text(50, 210 + 12.5 * place, label, 9)
        paper.text(140, 210 + 12.5 * place, value, 9)


def draw_items(paper: Paper, y: float, items: list[Item]) -> float:
    columns = ((50, "l"), (350, "r"), (357, "l"), (450, "r"), (545, "r"))
    paper.row(y, columns, ("Leistung", "Anzahl", "", "Ansatz", "Betrag CHF"), 9, SANS_BOLD)
    paper.rule(50, y + 5, 545, y + 5, 1)
    y += 20
    for item in items:
        words = wrap(item.description, 230)
        assert item.qty is not None
        assert item.unit_price is not None
        paper.row(y, columns, ("", grouped(item.qty, "'"), item.uom or "", money(item.unit_price), money(item.amount)))
        y = paper.lines(50, y, words) + 5
    paper.rule(50, y - 4, 545, y - 4)
    return y


def slip(paper: Paper, seller: Party, buyer: Party, payable: Decimal, reference: str) -> None:
    """Receipt and payment part of the QR bill repeat the sum, without a word that says total."""
    paper.rule(0, 545, 595, 545, 0.4)
    paper.rule(175, 545, 175, 842, 0.4)
    amount = grouped(payable, " ")
    for x, title in ((15, "Empfangsschein"), (190, "Zahlteil")):
        paper.text(x, 565, title, 11, SANS_BOLD)
        paper.text(x, 775, "Währung", 6, SANS_BOLD)
        paper.text(x + 45, 775, "Betrag", 6, SANS_BOLD)
        paper.text(x, 787, "CHF", 8)
        paper.text(x + 45, 787, amount, 8)
    paper.box(190, 585, 130, 130, (0.1, 0.1, 0.1))
    for x in (15, 340):
        paper.text(x, 585, "Konto / Zahlbar an", 6, SANS_BOLD)
        y = paper.lines(x, 595, ["CH44 3199 9123 0008 8901 2", seller.name, *seller.address], 8)
        paper.text(x, y + 6, "Referenz", 6, SANS_BOLD)
        paper.text(x, y + 16, reference, 7)
        paper.text(x, y + 32, "Zahlbar durch", 6, SANS_BOLD)
        paper.lines(x, y + 42, [buyer.name, *buyer.address], 8)


@family("held back: Swiss craftsman")
def draw(rng: Random) -> Drawn:
    seller, buyer = pair(rng, ("ch", "Schreinerei"), ("ch", "Immobilien"))
    day, items = some_day(rng), work(rng)
    number, days = digits(rng, rng.choice(("####", f"{day.year}.###", "R ######"))), rng.choice((10, 30))
    net = total_of(items)
    rebate = share(net, 2) if rng.random() < 0.4 else Decimal(0)
    base = net - rebate
    tax = share(base, "8.1")
    total = base + tax
    payable = cents(total, Decimal("0.05"))

    paper = Paper()
    dated = f"{day.day}. {spelled(day, 'de')} {day.year}"
    facts = [("Rechnung", number), ("Datum", dated), ("MWST-Nr.", seller.tax_id or ""), ("Objekt", "Umbau Treppenhaus")]
    head(paper, seller, buyer, facts)
    y = draw_items(paper, 285, items)
    rows = [("Zwischentotal", net)]
    if rebate:
        rows += [("./. Rabatt 2 %", -rebate), ("Total exkl. MWST", base)]
    rows += [(f"MWST 8.1 % von {money(base)}", tax), ("Total inkl. MWST", total)]
    if payable != total:
        rows.append(("Rundung", payable - total))
    for label, value in rows:
        y += 13
        paper.text(330, y, label)
        paper.text(545, y, money(value), align="r")
    paper.text(330, y + 17, "Zu bezahlen CHF", 10, SANS_BOLD)
    paper.text(545, y + 17, money(payable), 10, SANS_BOLD, "r")
    due = day + timedelta(days=days)
    if y > 495:  # the slip has its place at the foot; a long bill sends it to the next page
        paper.page()
    paper.text(50, 533, f"Zahlbar innert {days} Tagen bis {due:%d.%m.%Y}, netto. Besten Dank für Ihren Auftrag!", 9)
    slip(paper, seller, buyer, payable, digits(rng, "## ##### ##### ##### ##### #####"))
    told = sums(subtotal=net, discount=rebate, tax_base=base, tax=tax, total=total, payable=payable)
    tags = {"language": "de", "numbers": "1'234.56", "tax": "one rate, rounded to 0.05"}
    told_all = truth(
        number=number,
        day=day,
        currency="CHF",
        seller=seller,
        buyer=buyer,
        items=items,
        totals=told,
        tags=tags,
        pages=range(1, paper.count + 1),
        due=due,
    )
    return Drawn(paper.pdf(), (told_all,))
