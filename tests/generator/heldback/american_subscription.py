"""A software subscription: label and value pairs, one big sentence with the sum, paid or due, sometimes a receipt."""

from datetime import date, timedelta
from decimal import Decimal
from random import Random

from tests.generator.heldback.paper import GREY, LETTER, SANS_BOLD, Paper
from tests.generator.heldback.people import Party, digits, pair
from tests.generator.heldback.sums import ZERO, Item, grouped, price, share, short, some_day, spelled, total_of, truth
from tests.generator.heldback.sums import totals as sums
from tests.generator.registry import Drawn, family

PLANS = ("Team plan - seats", "Usage: build minutes", "Priority support", "Additional storage (100 GB)", "SSO add-on")
COLUMNS = ((50, "l"), (380, "r"), (470, "r"), (562, "r"))


def english(day: date) -> str:
    return f"{spelled(day, 'en')} {day.day}, {day.year}"


def plans(rng: Random, day: date) -> list[tuple[Item, str]]:
    """The lines with the small print of their period, which belongs to the description."""
    lines = []
    for words in rng.sample(PLANS, rng.randrange(1, 5)):
        qty, each = Decimal(rng.choice((1, 1, 3, 12, 40, 1250))), price(rng, 0.5, 60, Decimal("0.05"))
        end = day + timedelta(days=30)
        period = f"{spelled(day, 'en', clip=3)} {day.day} - {spelled(end, 'en', clip=3)} {end.day}, {end.year}"
        lines.append((Item(f"{words} {period}", qty * each, qty, each), period))
    return lines


def head(paper: Paper, title: str, facts: list[tuple[str, str]], seller: Party, buyer: Party) -> None:
    paper.text(50, 62, title, 20, SANS_BOLD)
    paper.text(562, 62, seller.name.split()[0].lower(), 18, SANS_BOLD, "r", GREY)
    for place, (label, value) in enumerate(facts):
        paper.text(50, 92 + 14 * place, label, 9, SANS_BOLD)
        paper.text(140, 92 + 14 * place, value, 9)
    paper.text(50, 165, seller.name, 9, SANS_BOLD)
    paper.lines(50, 178, [*seller.address, "United States", "billing@cloud.example"], 9, lead=1.4)
    paper.text(300, 165, "Bill to", 9, SANS_BOLD)
    paper.lines(300, 178, [buyer.name, *buyer.address, "ap@client.example"], 9, lead=1.4)


@family("held back: American subscription")
def draw(rng: Random) -> Drawn:
    seller, buyer = pair(rng, ("us", "Cloud"), (rng.choice(("us", "uk", "de")), ""))
    day = some_day(rng)
    lines = plans(rng, day)
    items = [item for item, _ in lines]
    currency, mark = rng.choice((("USD", "$"), ("USD", "$"), ("EUR", "€")))
    rate = rng.choice((ZERO, Decimal("8.875"), Decimal("6.5"))) if currency == "USD" else Decimal(19)
    net = total_of(items)
    tax = share(net, rate)
    total = net + tax
    receipt = rng.random() < 0.3
    paid = total if receipt or rng.random() < 0.3 else ZERO
    due = day if receipt else day + timedelta(days=rng.choice((0, 14, 30)))
    number = digits(rng, "X#C##DE#-00##")

    def money(value: Decimal) -> str:
        return mark + grouped(value)

    paper = Paper(LETTER)
    facts = [("Invoice number", number)]
    if receipt:
        facts += [("Receipt number", digits(rng, "2###-4###")), ("Date paid", english(day))]
    else:
        facts += [("Date of issue", english(day)), ("Date due", english(due))]
    head(paper, "Receipt" if receipt else "Invoice", facts, seller, buyer)
    when = f"paid on {english(day)}" if paid else f"due {english(due)}"
    paper.text(50, 275, f"{money(total)} {currency} {when}", 15, SANS_BOLD)
    paper.text(50, 293, "Questions? Visit our help center or reply to this email.", 8, colour=GREY)
    paper.row(325, COLUMNS, ("Description", "Qty", "Unit price", "Amount"), 8, colour=GREY)
    paper.rule(50, 331, 562, 331, 0.6)
    y = 348.0
    for item, period in lines:
        assert item.qty is not None
        assert item.unit_price is not None
        name = item.description.removesuffix(f" {period}")
        paper.row(y, COLUMNS, (name, grouped(item.qty, places=0), money(item.unit_price), money(item.amount)))
        paper.text(50, y + 12, period, 8, colour=GREY)
        y += 32
    rows = [("Subtotal", net)]
    if rate:
        tax_name = "Sales tax" if currency == "USD" else "VAT"
        rows += [("Total excluding tax", net), (f"{tax_name} ({short(rate)}% on {money(net)})", tax)]
    rows += [("Total", total)]
    rows += [("Amount paid", paid)] if paid else []
    rows += [] if receipt else [("Amount due", total - paid)]
    for label, value in rows:
        paper.rule(300, y - 12, 562, y - 12, 0.3, GREY)
        last = (label, value) == rows[-1]
        paper.text(300, y, label, 9, SANS_BOLD if last else "Helvetica")
        unit = f" {currency}" if label == "Amount due" else ""
        paper.text(562, y, money(value) + unit, 9, SANS_BOLD if last else "Helvetica", "r")
        y += 19
    paper.text(50, 762, f"{number}  ·  {money(total)} {currency} {when}", 7.5, colour=GREY)
    paper.text(562, 762, "Page 1 of 1", 7.5, align="r", colour=GREY)
    told = sums(subtotal=net, tax_base=net if rate else None, tax=tax, total=total, prepaid=paid, payable=total - paid)
    told_all = truth(
        number=number,
        day=day,
        currency=currency,
        seller=seller.without_tax_id(),
        buyer=buyer,
        items=items,
        totals=told,
        pages=[1],
        due=None if receipt else due,
        tags={"language": "en", "numbers": "1,234.56", "tax": f"{short(rate)} %" if rate else "none"},
    )
    return Drawn(paper.pdf(), (told_all,))
