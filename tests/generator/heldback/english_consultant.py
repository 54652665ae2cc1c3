"""A consultant's invoice typed as a letter: no table, quantity and rate inside the sentence, dots up to the sum."""

from datetime import timedelta
from decimal import Decimal
from random import Random

from tests.generator.heldback.paper import SERIF, SERIF_BOLD, Paper, width_of
from tests.generator.heldback.people import Party, digits, firm
from tests.generator.heldback.sums import ZERO, Item, grouped, price, share, some_day, spelled, total_of, truth
from tests.generator.heldback.sums import totals as sums
from tests.generator.registry import Drawn, family

NAMES = ("Dr Philippa Ollerenshaw", "Rhodri Haddlesey", "Imogen Wexcombe MSc", "J. T. Pickersgill")
WORK = ("Review of pump house drawings", "Site attendance", "Expert report", "Training day", "Telephone advice")


def ordinal(day: int) -> str:
    ending = "th" if 10 < day < 14 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return f"{day}{ending}"


def work(rng: Random) -> list[Item]:
    items = []
    for words in rng.sample(WORK, rng.randrange(1, 5)):
        if rng.random() < 0.5:
            qty, each = Decimal(rng.randrange(2, 14)), price(rng, 45, 160, Decimal(5))
            items.append(Item(f"{words}, {qty} hours at £{each}", qty * each))
        else:
            items.append(Item(f"{words} (fixed fee)", price(rng, 180, 2400, Decimal(10))))
    return items


def dotted(paper: Paper, y: float, words: str, sum_text: str, font: str = SERIF) -> None:
    paper.text(72, y, words, 11, font)
    dots = "." * int((375 - width_of(words, 11, font)) / width_of(".", 11, SERIF))
    paper.text(455, y, dots, 11, SERIF, "r")
    paper.text(523, y, sum_text, 11, font, "r")


@family("held back: English consultant's letter")
def draw(rng: Random) -> Drawn:
    home = firm(rng, "uk")
    registered = rng.random() < 0.5
    seller = Party(rng.choice(NAMES), home.address, home.tax_id if registered else None)
    buyer = firm(rng, "uk", "Water").without_tax_id()
    day, items = some_day(rng), work(rng)
    number, po = digits(rng, rng.choice(("##", "C/1##", f"{day.year}-##"))), digits(rng, "W/####/C")
    expenses = price(rng, 12, 240) if rng.random() < 0.4 else ZERO
    if expenses:
        items.append(Item("Travel expenses as attached", expenses))
    net = total_of(items)
    tax = share(net, 20) if registered else ZERO
    total, due = net + tax, day + timedelta(days=30)

    paper = Paper()
    paper.lines(523, 72, [seller.name, *seller.address, "phone 01632 960 455"], 11, SERIF, "r")
    paper.lines(72, 150, [buyer.name, "Attn. Procurement", *buyer.address], 11, SERIF)
    paper.text(72, 228, f"{ordinal(day.day)} {spelled(day, 'en')} {day.year}", 11, SERIF)
    paper.text(72, 262, f"INVOICE {number}", 12, SERIF_BOLD)
    paper.text(72, 280, f"Your order {po}: advice on the Lower Beck scheme", 11, SERIF)
    paper.text(72, 306, "For professional services rendered:", 11, SERIF)
    y = 332.0
    for item in items:
        dotted(paper, y, item.description, f"£{grouped(item.amount)}")
        y += 20
    y += 10
    if registered:
        dotted(paper, y, "Total excluding VAT", f"£{grouped(net)}")
        dotted(paper, y + 20, "VAT at 20%", f"£{grouped(tax)}")
        y += 40
    dotted(paper, y, "Total due", f"£{grouped(total)}", SERIF_BOLD)
    notes = [
        f"Kindly settle within thirty days, that is by {due.day} {spelled(due, 'en')} {due.year}.",
        "Account 00112233, sort code 00-11-22, in the name above.",
    ]
    if registered:
        notes.append(f"VAT registration {seller.tax_id}")
    paper.lines(72, y + 45, notes, 11, SERIF, lead=1.4)
    paper.lines(72, y + 115, ["With kind regards,", "", "", seller.name], 11, SERIF)
    told = sums(subtotal=net, tax_base=net if registered else None, tax=tax, total=total, payable=total)
    told_all = truth(
        number=number,
        day=day,
        currency="GBP",
        seller=seller,
        buyer=buyer,
        items=items,
        totals=told,
        pages=[1],
        due=due,
        po=po,
        tags={"language": "en", "numbers": "1,234.56", "tax": "one rate, no table" if registered else "none, no table"},
    )
    return Drawn(paper.pdf(), (told_all,))
