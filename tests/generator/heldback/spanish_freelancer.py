"""A Spanish freelancer: services, IVA, IRPF kept back by the client, totals in a strip of boxes."""

from datetime import timedelta
from decimal import Decimal
from random import Random

from tests.generator.heldback.paper import SANS_BOLD, Paper, wrap
from tests.generator.heldback.people import Party, digits, firm
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
    spelled,
    total_of,
    truth,
)
from tests.generator.heldback.sums import totals as sums
from tests.generator.registry import Drawn, family

NAMES = ("Lucía Peribáñez Zurita", "Íñigo Carrizo Lamadrid", "Maite Ibarrola Gost", "Nuño Valdeolmos Prat")
WORK = (
    ("Traducción técnica EN>ES, manual de usuario, palabras", 0.06, 0.14, 800, 9000),
    ("Maquetación de catálogo de otoño, páginas", 18, 40, 8, 64),
    ("Horas de consultoría y formación in company", 45, 80, 2, 30),
    ("Ilustraciones para campaña en redes sociales (cesión de derechos no incluida)", 60, 150, 1, 6),
    ("Mantenimiento web mensual", 90, 240, 1, 1),
)
COLUMNS = ((60, "l"), (345, "r"), (435, "r"), (535, "r"))


def euro(value: Decimal) -> str:
    return grouped(value, ".", ",") + " €"


def work(rng: Random) -> list[Item]:
    items = []
    for words, low, high, fewest, most in rng.sample(WORK, rng.randrange(1, 5)):
        qty, each = Decimal(rng.randint(fewest, most)), price(rng, low, high)
        items.append(Item(words, cents(qty * each), qty, each))
    return items


def head(paper: Paper, seller: Party, buyer: Party, facts: list[tuple[str, str]]) -> None:
    paper.text(60, 70, "FACTURA", 26, colour=(0.75, 0.25, 0.2))
    for place, (label, value) in enumerate(facts):
        paper.text(420, 55 + 14 * place, label, 9, SANS_BOLD, "r")
        paper.text(428, 55 + 14 * place, value)
    for x, title, party in ((60, "DE", seller), (310, "PARA", buyer)):
        paper.text(x, 130, title, 7, SANS_BOLD, colour=(0.75, 0.25, 0.2))
        mark = "NIF" if party is seller else "CIF"
        paper.lines(x, 145, [party.name, f"{mark}: {party.tax_id}", *party.address], 9.5)


def strip(paper: Paper, y: float, boxes: list[tuple[str, str]]) -> None:
    width = 475 / len(boxes)
    for place, (label, value) in enumerate(boxes):
        x = 60 + width * place
        paper.box(x, y, width, 20, (0.95, 0.9, 0.88))
        paper.box(x, y + 20, width, 24)
        last = place == len(boxes) - 1
        paper.text(x + width / 2, y + 13, label, 8, SANS_BOLD, "c")
        paper.text(x + width / 2, y + 36, value, 10.5 if last else 9.5, SANS_BOLD if last else "Helvetica", "c")


@family("held back: Spanish freelancer")
def draw(rng: Random) -> Drawn:
    person = firm(rng, "es")
    seller = Party(rng.choice(NAMES), person.address, digits(rng, "########") + rng.choice("TRWAG"))
    buyer = firm(rng, "es", rng.choice(("Comunicación", "Editorial", "")))
    day, items = some_day(rng), work(rng)
    number = digits(rng, rng.choice((f"{day.year}/0##", "F-1##", f"{day:%y}-00##")))
    base, irpf = total_of(items), rng.choice((Decimal(15), Decimal(15), Decimal(7), ZERO))
    tax, kept = share(base, 21), share(base, irpf)
    wrong = planted(rng)
    total = base + tax + (10 if wrong else 0)
    payable = total - kept
    due = day + timedelta(days=30)

    paper = Paper()
    dated = f"{day.day} de {spelled(day, 'es')} de {day.year}" if rng.random() < 0.4 else f"{day:%d/%m/%Y}"
    head(paper, seller, buyer, [("Nº de factura:", number), ("Fecha:", dated), ("Vencimiento:", f"{due:%d/%m/%Y}")])
    y = 250.0
    paper.row(y, COLUMNS, ("Concepto", "Cantidad", "Precio", "Importe"), 9, SANS_BOLD)
    paper.rule(60, y + 6, 535, y + 6, 1.2, (0.75, 0.25, 0.2))
    y += 24
    for item in items:
        assert item.unit_price is not None
        qty = grouped(item.qty or ZERO, ".", ",", 0)
        paper.row(y, COLUMNS, ("", qty, euro(item.unit_price), euro(item.amount)), 9.5)
        y = paper.lines(60, y, wrap(item.description, 220, 9.5), 9.5) + 8
        paper.rule(60, y - 12, 535, y - 12, 0.3, (0.7, 0.7, 0.7))
    boxes = [("Base imponible", euro(base)), ("IVA 21 %", euro(tax))]
    if irpf:
        boxes.append((f"IRPF -{short(irpf)} %", euro(-kept)))
    strip(paper, max(y + 30, 420), [*boxes, ("TOTAL A PAGAR", euro(payable))])
    paper.lines(
        60,
        max(y + 100, 490),
        ["Forma de pago: transferencia a 30 días", "IBAN ES12 0000 1111 2222 3333 4444", "¡Gracias por tu confianza!"],
    )
    told = sums(subtotal=base, tax_base=base, tax=tax, total=total, withheld=kept, payable=payable)
    tags = {"language": "es", "numbers": "1.234,56", "tax": "one rate, income tax withheld" if irpf else "one rate"}
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
        due=due,
        wrong=wrong,
    )
    return Drawn(paper.pdf(), (told_all,))
