"""A Dutch energy company's yearly bill: a letter with the outcome on page one, the reckoning on page two."""

from datetime import date, timedelta
from decimal import Decimal
from random import Random

from tests.generator.heldback.paper import GREY, SANS_BOLD, Paper
from tests.generator.heldback.people import Party, digits, pair
from tests.generator.heldback.sums import Item, cents, grouped, price, share, some_day, spelled, total_of, truth
from tests.generator.heldback.sums import totals as sums
from tests.generator.registry import Drawn, family

GREEN = (0.1, 0.5, 0.3)
COLUMNS = ((55, "l"), (320, "r"), (327, "l"), (440, "r"), (540, "r"))
FINE = Decimal("0.00001")


def euro(value: Decimal) -> str:
    return "€ " + grouped(value, ".", ",")


def dutch(day: date) -> str:
    return f"{day.day} {spelled(day, 'nl')} {day.year}"


def usage(rng: Random) -> list[tuple[str, list[Item]]]:
    def line(words: str, qty: Decimal, uom: str, each: Decimal) -> Item:
        return Item(words, cents(qty * each), qty, each, uom)

    high, low = Decimal(rng.randrange(900, 14000)), Decimal(rng.randrange(700, 9000))
    power = [
        line("Levering hoog tarief", high, "kWh", price(rng, 0.14, 0.31, FINE)),
        line("Levering laag tarief", low, "kWh", price(rng, 0.11, 0.25, FINE)),
        line("Energiebelasting elektriciteit", high + low, "kWh", price(rng, 0.09, 0.13, FINE)),
        line("Vaste leveringskosten", Decimal(365), "dagen", price(rng, 0.15, 0.3, FINE)),
        line("Netbeheerkosten", Decimal(365), "dagen", price(rng, 0.7, 1.3, FINE)),
    ]
    if rng.random() < 0.4:
        power.append(line("Vermindering energiebelasting", Decimal(-365), "dagen", Decimal("1.42507")))
    groups = [("Elektriciteit", power)]
    if rng.random() < 0.7:
        gas = Decimal(rng.randrange(400, 5200))
        groups.append(
            (
                "Gas",
                [
                    line("Levering gas", gas, "m³", price(rng, 0.5, 1.4, FINE)),
                    line("Energiebelasting gas", gas, "m³", price(rng, 0.5, 0.6, FINE)),
                    line("Netbeheerkosten gas", Decimal(365), "dagen", price(rng, 0.4, 0.7, FINE)),
                ],
            )
        )
    return groups


def cover(
    paper: Paper, seller: Party, buyer: Party, facts: list[tuple[str, str]], outcome: list[tuple[str, str]]
) -> None:
    paper.box(0, 0, 595, 70, GREEN, 0)
    paper.text(55, 45, seller.name, 20, SANS_BOLD, colour=(1, 1, 1))
    paper.lines(55, 130, [buyer.name, "Crediteurenadministratie", *buyer.address], 10)
    for place, (label, value) in enumerate(facts):
        paper.text(360, 122 + 26 * place, label, 7.5, colour=GREY)
        paper.text(360, 133 + 26 * place, value, 9.5)
    paper.text(55, 300, "Uw jaarnota", 20, colour=GREEN)
    paper.text(
        55, 325, "Beste klant, hieronder ziet u hoe uw jaarnota is opgebouwd. De details vindt u op pagina 2.", 9
    )
    y = 355.0
    for label, value in outcome:
        last = label == outcome[-1][0]
        paper.text(55, y, label, 11 if last else 10, SANS_BOLD if last else "Helvetica")
        paper.text(540, y, value, 11 if last else 10, SANS_BOLD if last else "Helvetica", "r")
        paper.rule(55, y + 6, 540, y + 6, 0.4, GREY)
        y += 22


def specification(paper: Paper, groups: list[tuple[str, list[Item]]]) -> float:
    paper.page()
    paper.text(55, 60, "Specificatie van uw verbruik en kosten", 14, colour=GREEN)
    y = 95.0
    for title, items in groups:
        paper.text(55, y, title, 11, SANS_BOLD)
        paper.row(y, COLUMNS[1:], ("Verbruik", "", "Tarief", "Bedrag (excl. btw)"), 8, colour=GREY)
        paper.rule(55, y + 5, 540, y + 5)
        y += 19
        for item in items:
            assert item.qty is not None
            assert item.unit_price is not None
            tariff = "€ " + grouped(item.unit_price, ".", ",", 5)
            qty = grouped(item.qty, ".", ",", 0)
            paper.row(y, COLUMNS, (item.description, qty, item.uom or "", tariff, euro(item.amount)))
            y += 15
        paper.text(55, y + 2, f"Totaal {title.lower()}", 9, SANS_BOLD)
        paper.text(540, y + 2, euro(total_of(items)), 9, SANS_BOLD, "r")
        y += 36
    return y


@family("held back: Dutch energy bill")
def draw(rng: Random) -> Drawn:
    seller, buyer = pair(rng, ("nl", "Energie"), ("nl", rng.choice(("Bakkerij", "Installaties"))))
    day, groups = some_day(rng), usage(rng)
    items = [item for _, group in groups for item in group]
    net = total_of(items)
    tax = share(net, 21)
    total = net + tax
    monthly = share(total / 12, rng.randrange(55, 98), Decimal(1))
    paid = monthly * 12
    payable = total - paid
    number, due = digits(rng, "7########"), day + timedelta(days=14)

    paper = Paper()
    facts = [
        ("Factuurnummer", number),
        ("Factuurdatum", dutch(day)),
        ("Klantnummer", digits(rng, "1#######")),
        ("Periode", f"{day - timedelta(days=380):%d-%m-%Y} t/m {day - timedelta(days=15):%d-%m-%Y}"),
    ]
    outcome = [
        ("Totale kosten exclusief btw", euro(net)),
        ("Btw 21%", euro(tax)),
        ("Totale kosten inclusief btw", euro(total)),
        (f"Betaalde voorschotten (12 x {euro(monthly)})", "- " + euro(paid)),
        ("Nog te betalen", euro(payable)),
    ]
    cover(paper, seller, buyer, facts, outcome)
    paper.lines(
        55,
        500,
        [
            f"Wij schrijven het bedrag rond {dutch(due)} af van rekening NL00 XMPL 0123 4567 89.",
            f"Vanaf volgende maand wordt uw voorschot {euro(monthly + rng.randrange(5, 60))} per maand.",
            "Vragen? Bel 0900 - 0000 (lokaal tarief), op werkdagen van 8.30 tot 17.30 uur.",
        ],
    )
    specification(paper, groups)
    for page in (1, 2):
        paper.turn_to(page)
        paper.text(
            55, 815, f"{seller.name} | {', '.join(seller.address)} | KvK 01234567 | btw {seller.tax_id}", 7, colour=GREY
        )
        paper.text(540, 815, f"pagina {page} van 2", 7, align="r", colour=GREY)
    told = sums(subtotal=net, tax_base=net, tax=tax, total=total, prepaid=paid, payable=payable)
    told_all = truth(
        number=number,
        day=day,
        currency="EUR",
        seller=seller,
        buyer=buyer,
        items=items,
        totals=told,
        pages=[1, 2],
        due=due,
        tags={"language": "nl", "numbers": "1.234,56", "tax": "one rate, advances paid"},
    )
    return Drawn(paper.pdf(), (told_all,))
