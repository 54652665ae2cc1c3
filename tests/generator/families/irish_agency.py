"""A design agency in Ireland: a poster of a first page, long prose for each item, a rebate on the whole."""

from datetime import timedelta
from decimal import Decimal
from random import Random

from tests.generator.heldback.paper import GREY, SANS_BOLD, Paper, wrap
from tests.generator.heldback.people import Party, digits, pair
from tests.generator.heldback.sums import ZERO, Item, grouped, price, share, short, some_day, spelled, total_of, truth
from tests.generator.heldback.sums import totals as sums
from tests.generator.registry import Drawn, family

WORK = (
    (
        "Brand strategy",
        (
            "Discovery workshops with 12 stakeholders over 2 days, competitor audit of 8 brands, positioning "
            "statement, tone of voice guide (24 pages) and naming architecture. Includes two rounds of changes as in "
            "the proposal of 14 January; more rounds are billed at our standard day rate of €780. Travel to and from "
            "the client's premises is included, accommodation is not. All files handed over through the shared drive."
        ),
    ),
    (
        "Website design",
        (
            "Wireframes and high fidelity designs for 9 templates at 3 breakpoints, design system with 46 "
            "components, accessibility review against WCAG 2.2 AA. Development by others. Stock photography licences, "
            "up to 15 images, are part of this price. The prototype stays online for 90 days after hand-over."
        ),
    ),
    (
        "Photography",
        "One day on location, one photographer and assistant, 30 retouched images, usage rights 3 years, EU.",
    ),
    ("Project management", "January to March."),
    (
        "Motion graphics",
        (
            "Opening sequence 12 seconds, lower thirds, end card, delivered in 4K and 1080p at 25 fps with "
            "alpha channel, plus square and vertical cuts for social media, English and Irish, subtitles as SRT files."
        ),
    ),
)
CORAL = (0.93, 0.35, 0.3)


def euro(value: Decimal) -> str:
    return f"€{grouped(value)}"


def first_page(paper: Paper, seller: Party, buyer: Party, facts: list[tuple[str, str]]) -> None:
    paper.box(0, 0, 595, 230, CORAL, 0)
    paper.text(50, 120, "Invoice.", 54, SANS_BOLD, colour=(1, 1, 1))
    paper.text(50, 150, seller.name, 13, colour=(1, 1, 1))
    for place, (label, value) in enumerate(facts):
        x = 50 + 130 * place
        paper.text(x, 190, label, 7.5, colour=(1, 1, 1))
        paper.text(x, 205, value, 11, SANS_BOLD, colour=(1, 1, 1))
    paper.text(50, 262, "Prepared for", 7.5, colour=GREY)
    paper.lines(50, 278, [buyer.name, *buyer.address], 11)


def prose(paper: Paper, y: float, items: list[Item], titles: list[str]) -> float:
    for item, title in zip(items, titles, strict=True):
        rows = wrap(item.description.removeprefix(title + " "), 265, 8.5)
        if y + 11 * len(rows) + 20 > 770:
            paper.page()
            y = 80
        paper.text(50, y, title, 11, SANS_BOLD)
        paper.text(545, y, euro(item.amount), 11, align="r")
        y = paper.lines(50, y + 14, rows, 8.5, colour=GREY) + 8
        paper.rule(50, y - 6, 545, y - 6, 0.4, CORAL)
        y += 12
    return y


@family("irish-agency-poster")
def draw(rng: Random) -> Drawn:
    seller, buyer = pair(rng, ("ie", "Studio"), ("ie", rng.choice(("Foods", "Credit Union"))))
    day, chosen = some_day(rng), rng.sample(WORK, rng.randrange(1, 6))
    items = [Item(f"{title} {words}", price(rng, 600, 9800, Decimal(50))) for title, words in chosen]
    percent = Decimal(rng.choice((0, 0, 5, 10)))
    net = total_of(items)
    rebate = share(net, percent)
    base = net - rebate
    tax = share(base, 23)
    total = base + tax
    deposit = share(total, 40, Decimal(100)) if rng.random() < 0.3 else ZERO
    number, due = digits(rng, rng.choice(("#####", f"{day:%y}_0##", "STU-0##"))), day + timedelta(days=21)

    paper = Paper()
    dated = f"{day.day} {spelled(day, 'en')} {day.year}"
    po = digits(rng, "PO4####")
    first_page(paper, seller, buyer, [("Number", number), ("Date", dated), ("Due", f"{due:%d.%m.%Y}"), ("Your PO", po)])
    y = prose(paper, 350, items, [title for title, _ in chosen])
    if y > 630:
        paper.page()
        y = 80
    rows = [("Fees", net)]
    if rebate:
        rows += [(f"Loyalty rebate {short(percent)}%", -rebate), ("Net", base)]
    rows += [("VAT at 23%", tax), ("Total", total)]
    if deposit:
        rows += [("Deposit paid, with thanks", -deposit), ("Left to pay", total - deposit)]
    for label, value in rows:
        heavy = SANS_BOLD if label in {"Total", "Left to pay"} else "Helvetica"
        paper.text(330, y, label, 11, heavy)
        paper.text(545, y, f"-{euro(-value)}" if value < 0 else euro(value), 11, heavy, "r")
        y += 18
    for page in range(1, paper.count + 1):
        paper.turn_to(page)
        paper.text(
            50, 800, f"{', '.join(seller.address)}   VAT {seller.tax_id}   IBAN IE00 XMPL 0000 0012 3456 78", 7.5
        )
        paper.text(545, 800, f"{page}/{paper.count}", 7.5, align="r")
    told = sums(
        subtotal=net, discount=rebate, tax_base=base, tax=tax, total=total, prepaid=deposit, payable=total - deposit
    )
    told["taxes"] = [{"rate": "23", "base": str(base), "amount": str(tax)}]
    told_all = truth(
        number=number,
        day=day,
        currency="EUR",
        seller=seller,
        buyer=buyer,
        items=items,
        totals=told,
        due=due,
        po=po,
        pages=range(1, paper.count + 1),
        tags={"language": "en", "numbers": "1,234.56", "tax": "one rate, no quantities"},
    )
    return Drawn(paper.pdf(), (told_all,))
