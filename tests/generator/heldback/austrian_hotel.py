"""An Austrian hotel's bill: a day a row, gross prices, a letter for the tax rate, local tax free of VAT."""

from datetime import timedelta
from decimal import Decimal
from random import Random

from tests.generator.heldback.paper import SERIF, SERIF_BOLD, SERIF_ITALIC, Paper
from tests.generator.heldback.people import digits, pair
from tests.generator.heldback.sums import ZERO, Item, cents, grouped, planted, price, some_day, total_of, truth
from tests.generator.heldback.sums import totals as sums
from tests.generator.registry import Drawn, family

RATES = {"A": Decimal(10), "B": Decimal(20), "C": Decimal(0)}
EXTRAS = (
    ("Restaurant Speisen", "A", 18, 74),
    ("Restaurant Getränke", "B", 6, 48),
    ("Minibar", "B", 4, 19),
    ("Garage", "B", 14, 22),
    ("Frühstück extra", "A", 16, 24),
)
COLUMNS = ((70, "l"), (130, "l"), (350, "r"), (430, "r"), (505, "r"), (522, "c"))


def stay(rng: Random, nights: int) -> list[tuple[int, str, Item]]:
    """What was had, with the night it was had on and its tax letter."""
    room, guests = price(rng, 89, 210, Decimal(1)), Decimal(rng.randrange(1, 4))
    local = price(rng, 1.2, 3.6, Decimal("0.05"))
    lines = []
    for night in range(nights):
        lines.append((night, "A", gross("Logis inkl. Frühstück", Decimal(1), room, "A")))
        lines.append((night, "C", gross("Ortstaxe", guests, local, "C")))
        for words, letter, low, high in rng.sample(EXTRAS, rng.randrange(0, 3)):
            qty = Decimal(rng.randrange(1, 3))
            lines.append((night, letter, gross(words, qty, price(rng, low, high, Decimal("0.10")), letter)))
    return lines


def gross(words: str, qty: Decimal, each: Decimal, letter: str) -> Item:
    return Item(words, cents(qty * each), qty, each, tax_rate=RATES[letter], tax_included=True)


def euro(value: Decimal) -> str:
    return grouped(value, ".", ",")


def draw_taxes(paper: Paper, y: float, lines: list[tuple[int, str, Item]]) -> tuple[float, Decimal, Decimal]:
    """The table of rates; returns the net of what is taxed, and the tax."""
    columns = ((95, "l"), (230, "r"), (310, "r"), (390, "r"))
    paper.row(y, columns, ("MwSt.", "Netto", "MwSt.", "Brutto"), 9, SERIF_BOLD)
    base, tax = ZERO, ZERO
    for letter, rate in RATES.items():
        brutto = total_of(item for _, of, item in lines if of == letter)
        if not brutto:
            continue
        netto = cents(brutto * 100 / (100 + rate))
        y += 12
        paper.row(y, columns, (f"{letter} = {rate} %", euro(netto), euro(brutto - netto), euro(brutto)), 9, SERIF)
        base += netto
        tax += brutto - netto
    return y, base, tax


@family("held back: Austrian hotel")
def draw(rng: Random) -> Drawn:
    seller, buyer = pair(rng, ("at", "Hotel-Gasthof"), ("de", ""))
    nights, day = rng.choice((1, 2, 3, 4, 7)), some_day(rng)
    arrival = day - timedelta(days=nights)
    lines = stay(rng, nights)
    items = [item for _, _, item in lines]
    wrong = planted(rng)
    number = digits(rng, rng.choice(("######", "H#-####")))
    total = total_of(items)

    paper = Paper()
    paper.text(297, 60, seller.name, 20, SERIF_ITALIC, "c")
    paper.text(297, 76, f"{' · '.join(seller.address)} · Tel. +43 6547 00 00 · UID {seller.tax_id}", 8, SERIF, "c")
    paper.rule(70, 84, 525, 84, 1)
    paper.lines(70, 120, [buyer.name, "z.Hd. Herrn Ing. Moosbrugger", *buyer.address], 10, SERIF)
    paper.text(70, 200, "R E C H N U N G", 14, SERIF_BOLD)
    pairs = [
        ("Rechnungs-Nr.:", number),
        ("Rechnungsdatum:", f"{day:%d.%m.%Y}"),
        ("Zimmer:", digits(rng, "##")),
        ("Anreise:", f"{arrival:%d.%m.%y}"),
        ("Abreise:", f"{day:%d.%m.%y}"),
        ("Seite:", "1"),
    ]
    for place, (label, value) in enumerate(pairs):
        paper.text(380, 140 + 13 * place, label, 9, SERIF)
        paper.text(525, 140 + 13 * place, value, 9, SERIF, "r")
    y = 232.0
    paper.row(y, COLUMNS, ("Datum", "Text", "Anz.", "Einzelpreis", "Betrag EUR", ""), 9, SERIF_BOLD)
    paper.rule(70, y + 4, 525, y + 4)
    step = min(15.0, 380 / len(lines))
    for night, letter, item in lines:
        y += step if night or y > 232 else 16
        had = arrival + timedelta(days=night)
        assert item.unit_price is not None
        cells = (f"{had:%d.%m.%y}", item.description, str(item.qty), euro(item.unit_price), euro(item.amount), letter)
        paper.row(y, COLUMNS, cells, min(9.0, step - 1), SERIF)
    if wrong:
        total += 10
    paper.rule(350, y + 6, 525, y + 6)
    paper.text(350, y + 22, "Gesamtbetrag EUR", 11, SERIF_BOLD, "l")
    paper.text(505, y + 22, euro(total), 11, SERIF_BOLD, "r")
    card = rng.random() < 0.5
    if card:
        paper.text(350, y + 37, "Bezahlt Kreditkarte EUR", 9, SERIF)
        paper.text(505, y + 37, euro(-total), 9, SERIF, "r")
        paper.text(350, y + 50, "Saldo EUR", 9, SERIF)
        paper.text(505, y + 50, "0,00", 9, SERIF, "r")
    _, base, tax = draw_taxes(paper, y + 70, lines)
    paper.text(
        297,
        800,
        "Wir danken für Ihren Besuch und freuen uns auf ein Wiedersehen! FN 123456x, LG Salzburg",
        8,
        SERIF,
        "c",
    )
    paid = total if card else ZERO
    told = sums(subtotal=total_of(items), tax_base=base, tax=tax, total=total, prepaid=paid, payable=total - paid)
    tags = {"language": "de", "numbers": "1.234,56", "tax": "prices include tax, three rates"}
    told_all = truth(
        number=number,
        day=day,
        currency="EUR",
        seller=seller,
        buyer=buyer,
        items=items,
        totals=told,
        tags=tags,
        pages=[1],
        wrong=wrong,
    )
    return Drawn(paper.pdf(), (told_all,))
