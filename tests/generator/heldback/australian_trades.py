"""An Australian electrician: prices that include GST, totals at the left, a remittance slip to cut off."""

from datetime import timedelta
from decimal import Decimal
from random import Random

from tests.generator.heldback.paper import GREY, SANS_BOLD, Paper, wrap
from tests.generator.heldback.people import Party, digits, pair
from tests.generator.heldback.sums import ZERO, Item, cents, grouped, price, some_day, spelled, total_of, truth
from tests.generator.heldback.sums import totals as sums
from tests.generator.registry import Drawn, family

WORK = (
    ("Call out fee incl. first 30 min on site", 110, 165),
    ("Labour - licensed electrician (per hour)", 95, 140),
    ("Supply and install LED downlights 90mm, dimmable, warm white, test and tag", 48, 85),
    ("RCBO 20A replacement", 70, 120),
    (
        (
            "Switchboard upgrade: 12 pole enclosure, main switch, surge protection, labelling, certificate of "
            "electrical safety lodged with the regulator"
        ),
        890,
        1650,
    ),
    ("Smoke alarm 240V interconnected", 95, 155),
)
COLUMNS = ((50, "r"), (65, "l"), (450, "r"), (545, "r"))
BLUE = (0.05, 0.25, 0.5)


def dollars(value: Decimal) -> str:
    return f"${grouped(value)}"


def work(rng: Random) -> list[Item]:
    items = []
    for words, low, high in rng.sample(WORK, rng.randrange(1, 6)):
        qty, each = Decimal(rng.choice((1, 1, 2, 3, 6))), price(rng, low, high, Decimal("0.5"))
        items.append(Item(words, cents(qty * each), qty, each, tax_included=True))
    return items


def head(paper: Paper, seller: Party, buyer: Party, facts: list[str]) -> None:
    paper.box(30, 30, 535, 60, BLUE, 0)
    paper.text(45, 58, seller.name, 18, SANS_BOLD, colour=(1, 1, 1))
    paper.text(45, 76, f"ABN {seller.tax_id}  |  Lic. 0{facts[2][-4:]}C  |  0491 570 006", 8, colour=(1, 1, 1))
    paper.text(550, 58, "Tax Invoice", 16, SANS_BOLD, "r", (1, 1, 1))
    paper.lines(30, 115, seller.address, 8.5)
    paper.text(30, 155, "Invoice to", 8, colour=GREY)
    paper.lines(30, 168, [buyer.name, *buyer.address], 10)
    paper.lines(565, 155, facts, 9.5, align="r", lead=1.45)


@family("held back: Australian trades")
def draw(rng: Random) -> Drawn:
    seller, buyer = pair(rng, ("au", "Electrical"), ("au", rng.choice(("Property", "Cafe"))))
    day, items = some_day(rng), work(rng)
    total = total_of(items)
    tax = cents(total / 11)
    deposit = rng.choice((ZERO, ZERO, Decimal(100)))
    due, number = day + timedelta(days=rng.choice((7, 14))), digits(rng, rng.choice(("INV-0###", "1####")))
    payable = total - deposit

    paper = Paper()
    dated = f"{day.day} {spelled(day, 'en', clip=3)} {day.year}"
    head(paper, seller, buyer, [f"Invoice # {number}", f"Issued {dated}", f"Job {digits(rng, 'J####')}"])
    y = 245.0
    paper.row(y, COLUMNS, ("Qty", "Description", "Price (inc GST)", "Total (inc GST)"), 8.5, SANS_BOLD, BLUE)
    paper.rule(30, y + 5, 565, y + 5, 1, BLUE)
    y += 21
    for item in items:
        assert item.unit_price is not None
        paper.row(y, COLUMNS, (str(item.qty), "", dollars(item.unit_price), dollars(item.amount)), 9.5)
        y = paper.lines(65, y, wrap(item.description, 300, 9.5), 9.5) + 7
    paper.rule(30, y - 6, 565, y - 6, 0.4)
    y += 14
    rows = [("Total inc GST", total), ("GST included", tax)]
    rows += [("Deposit received", -deposit), ("Balance owing", payable)] if deposit else []
    for label, value in rows:
        bold = SANS_BOLD if label in {"Total inc GST", "Balance owing"} else "Helvetica"
        paper.text(30, y, label, 10, bold)
        written = f"-{dollars(-value)}" if value < 0 else dollars(value)
        paper.text(200, y, written, 10, bold, "r")
        y += 16
    paper.lines(300, y - 30, [f"Please pay by {due:%d/%m/%Y}", "BSB 000-123  Acct 1234 5678"], 9)
    paper.text(30, 690, "- " * 100, 8, colour=GREY)
    paper.text(30, 712, "Remittance advice", 10, SANS_BOLD)
    paper.lines(
        30, 730, [f"Customer: {buyer.name}", f"Invoice: {number}", f"Amount: {dollars(payable)}   Enclosed: $______"], 9
    )
    if rng.random() < 0.5:
        paper.text(565, 800, "All amounts in Australian dollars (AUD)", 7.5, align="r", colour=GREY)
    told = sums(subtotal=total, tax_base=total - tax, tax=tax, total=total, prepaid=deposit, payable=payable)
    told_all = truth(
        number=number,
        day=day,
        currency="AUD",
        seller=seller,
        buyer=buyer,
        items=items,
        totals=told,
        pages=[1],
        due=due,
        tags={"language": "en", "numbers": "1,234.56", "tax": "prices include tax"},
    )
    return Drawn(paper.pdf(), (told_all,))
