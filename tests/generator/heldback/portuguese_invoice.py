"""A Portuguese shop's certified invoice: a language the reader has no words for, a table of rates, codes above."""

from datetime import timedelta
from decimal import Decimal
from random import Random

from tests.generator.heldback.paper import GREY, SANS_BOLD, Paper
from tests.generator.heldback.people import digits, firm
from tests.generator.heldback.sums import ZERO, Item, cents, grouped, price, share, short, some_day, total_of, truth
from tests.generator.heldback.sums import totals as sums
from tests.generator.registry import Drawn, family

GOODS = (
    ("Azulejo 15x15 branco brilho (cx 1,5 m²)", "CX", 14, 26, 23),
    ("Cimento cola flexível 25 kg", "SC", 8, 15, 23),
    ("Torneira misturadora lava-louça", "UN", 35, 90, 23),
    ("Guia de jardinagem (livro)", "UN", 12, 20, 6),
    ("Saco de batata de semente 25 kg", "SC", 18, 30, 6),
    ("Tinta plástica mate 15 l", "LT", 42, 88, 23),
)
COLUMNS = ((45, "l"), (105, "l"), (318, "r"), (326, "l"), (405, "r"), (445, "r"), (480, "r"), (550, "r"))
HEAD = ("Artigo", "Designação", "Qtd.", "Un.", "Pr. unitário", "Desc.", "IVA", "Valor")


def euro(value: Decimal) -> str:
    return grouped(value, " ", ",")


def goods(rng: Random) -> list[tuple[Item, Decimal]]:
    lines = []
    for words, uom, low, high, rate in rng.sample(GOODS, rng.randrange(1, 7)):
        qty, each, percent = Decimal(rng.randrange(1, 45)), price(rng, low, high), Decimal(rng.choice((0, 0, 5, 12)))
        less = share(qty * each, percent)
        net = cents(qty * each) - less
        lines.append((Item(words, net, qty, each, uom, None, digits(rng, "AR####"), less, Decimal(rate)), percent))
    return lines


def taxes(paper: Paper, y: float, items: list[Item]) -> Decimal:
    columns = ((45, "l"), (150, "r"), (230, "r"))
    paper.row(y, columns, ("Taxa", "Incidência", "Valor IVA"), 8, SANS_BOLD)
    tax = ZERO
    for rate in (6, 23):
        base = total_of(item for item in items if item.tax_rate == rate)
        if base:
            y += 12
            paper.row(y, columns, (f"{rate},00%", euro(base), euro(share(base, rate))), 8)
            tax += share(base, rate)
    return tax


@family("held back: Portuguese invoice")
def draw(rng: Random) -> Drawn:
    seller = firm(rng, "pt", "Materiais")
    buyer = firm(rng, "pt", "Obras", unlike=seller.name)
    day, lines = some_day(rng), goods(rng)
    items = [item for item, _ in lines]
    due, number = (
        day + timedelta(days=30),
        f"FT {rng.choice((f'{day.year}A', 'A', f'1{day:%y}'))}/{rng.randrange(10, 2400)}",
    )
    net = total_of(items)
    carriage = rng.choice((ZERO, ZERO, Decimal(15)))

    paper = Paper()
    paper.text(45, 55, seller.name, 14, SANS_BOLD)
    paper.lines(
        45, 70, [*seller.address, f"NIF: {seller.tax_id}", "Capital social 5 000,00 EUR", "Tel.: 234 000 111"], 8
    )
    paper.text(550, 55, "Original", 8, align="r")
    paper.lines(330, 130, ["Exmo.(s) Sr.(s)", buyer.name, *buyer.address], 10)
    paper.text(45, 150, f"Fatura {number}", 13, SANS_BOLD)
    paper.text(45, 164, f"ATCUD: XMPL{digits(rng, '####')}-{number.rsplit('/', 1)[-1]}", 7.5)
    facts = ("Data", f"{day:%d-%m-%Y}"), ("Vencimento", f"{due:%d-%m-%Y}"), ("Contribuinte", buyer.tax_id or "")
    for place, (label, value) in enumerate((*facts, ("V/ N.º", digits(rng, "C####")))):
        paper.text(45 + 125 * place, 205, label, 8, SANS_BOLD)
        paper.text(45 + 125 * place, 218, value, 9)
    paper.rule(45, 225, 550, 225)
    paper.row(240, COLUMNS, HEAD, 8, SANS_BOLD)
    y = 256.0
    for item, percent in lines:
        assert item.qty is not None
        assert item.unit_price is not None
        money = (grouped(item.unit_price, " ", ",", 3), f"{short(percent)}%" if percent else "", f"{item.tax_rate}%")
        front = (item.sku or "", item.description, grouped(item.qty, "", ","), item.uom or "")
        paper.row(y, COLUMNS, (*front, *money, euro(item.amount)), 8)
        y += 14
    if carriage:
        items.append(Item("Portes de envio", carriage, tax_rate=Decimal(23)))
        paper.row(y, COLUMNS, ("", "Portes de envio", "", "", "", "", "23%", euro(carriage)), 8)
    net += carriage
    y = max(y + 40, 420)
    paper.rule(45, y - 14, 550, y - 14)
    tax = taxes(paper, y, items)
    total = net + tax
    for label, charge in (("Total ilíquido", net), ("Imposto", tax), ("Total (EUR)", total)):
        bold = SANS_BOLD if label.startswith("Total (") else "Helvetica"
        paper.text(390, y, label, 9.5, bold)
        paper.text(550, y, euro(charge), 9.5, bold, "r")
        y += 15
    legal = "Xm4p-Processado por programa certificado n.º 0000/AT. Os bens foram colocados à disposição nesta data."
    paper.text(45, 790, legal, 7, colour=GREY)
    paper.text(45, 802, "IBAN PT50 0000 0000 1234 5678 9015 4", 7, colour=GREY)
    told = sums(subtotal=net, tax_base=net, tax=tax, total=total, payable=total)
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
        tags={"language": "pt", "numbers": "1 234,56", "tax": "two rates, discount in percent"},
    )
    return Drawn(paper.pdf(), (told_all,))
