"""A British subcontractor: labour and materials, VAT or the reverse charge, and the CIS deduction on labour."""

from datetime import timedelta
from decimal import Decimal
from random import Random

from tests.generator.heldback.paper import SERIF, SERIF_BOLD, Paper, wrap
from tests.generator.heldback.people import Party, digits, pair
from tests.generator.heldback.sums import ZERO, Item, cents, grouped, price, share, some_day, total_of, truth
from tests.generator.heldback.sums import totals as sums
from tests.generator.registry import Drawn, family

LABOUR = (
    ("Labour - first fix, plots 4-7", 170, 240),
    ("Labour - making good and snagging as per site instruction SI-014", 140, 210),
    ("Labour - bricklaying gang, garden wall and piers to front elevation including cutting and pointing", 190, 260),
)
MATERIALS = ("Materials - sand, cement and lime", "Materials - galvanised ties and fixings", "Skip hire, 8yd")


def pounds(value: Decimal) -> str:
    return f"£{grouped(value)}" if value >= 0 else f"-£{grouped(-value)}"


def job(rng: Random) -> tuple[list[Item], list[Item]]:
    labour, materials = [], []
    for words, low, high in rng.sample(LABOUR, rng.randrange(1, 4)):
        qty, each = Decimal(rng.randrange(2, 40)) / 2, price(rng, low, high, Decimal(5))
        labour.append(Item(words, cents(qty * each), qty, each, "days"))
    for words in rng.sample(MATERIALS, rng.randrange(0, 4)):
        amount = price(rng, 60, 900)
        materials.append(Item(words, amount))
    return labour, materials


def head(paper: Paper, seller: Party, buyer: Party, facts: list[tuple[str, str]]) -> None:
    paper.text(545, 60, "INVOICE", 22, SERIF_BOLD, "r")
    paper.lines(50, 55, [seller.name], 15, SERIF_BOLD)
    paper.lines(50, 70, [*seller.address, "07700 900123", "accounts@builder.example"], 9.5, SERIF)
    paper.text(50, 150, "To:", 10, SERIF_BOLD)
    paper.lines(75, 150, [buyer.name, *buyer.address], 10.5, SERIF)
    for place, (label, value) in enumerate(facts):
        paper.text(350, 150 + 14 * place, label, 10, SERIF_BOLD)
        paper.text(450, 150 + 14 * place, value, 10, SERIF)


@family("held back: British builder with CIS")
def draw(rng: Random) -> Drawn:
    seller, buyer = pair(rng, ("uk", rng.choice(("Brickwork", "Building"))), ("uk", "Homes"))
    day, (labour, materials) = some_day(rng), job(rng)
    items = [*labour, *materials]
    reverse, number = rng.random() < 0.4, str(rng.randrange(11, 990)).zfill(rng.choice((1, 4)))
    net = total_of(items)
    tax = ZERO if reverse else share(net, 20)
    total = net + tax
    kept = share(total_of(labour), 20)
    payable, due = total - kept, day + timedelta(days=14)

    paper, po = Paper(), digits(rng, "WO####")
    facts = [
        ("Invoice no:", number),
        ("Date:", f"{day:%d/%m/%Y}"),
        ("Order ref:", po),
        ("UTR:", digits(rng, "##########")),
        ("VAT no:", seller.tax_id or ""),
        ("Site:", "Land off Mill Lane, Phase 2"),
    ]
    head(paper, seller, buyer, facts)
    columns = ((55, "l"), (375, "r"), (455, "r"), (540, "r"))
    paper.box(50, 250, 495, 20, (0.9, 0.9, 0.9))
    paper.row(264, columns, ("Description", "Days", "Rate", "Amount"), 10, SERIF_BOLD)
    y = 288.0
    for item in items:
        qty = "" if item.qty is None else f"{item.qty.normalize():f}"
        rate = "" if item.unit_price is None else pounds(item.unit_price)
        paper.row(y, columns, ("", qty, rate, pounds(item.amount)), 10, SERIF)
        y = paper.lines(55, y, wrap(item.description, 270, 10, SERIF), 10, SERIF) + 6
    paper.rule(50, y, 545, y)
    rows = [("Total labour", total_of(labour)), ("Total materials", total_of(materials))] if materials else []
    rows.append(("Net total", net))
    rows.append(("VAT @ 20%" if not reverse else "VAT (reverse charge)", tax))
    rows += [("Invoice total", total), ("Less CIS deduction 20% on labour", -kept), ("Amount due", payable)]
    for label, value in rows:
        y += 16
        font = SERIF_BOLD if label in {"Invoice total", "Amount due"} else SERIF
        paper.text(455, y, label, 10, font, "r")
        paper.text(540, y, pounds(value), 10, font, "r")
    notes = [f"Please pay by {due:%d %B %Y} to sort code 00-00-00, account 12345678."]
    if reverse:
        notes.insert(0, "Reverse charge: customer to pay the VAT to HMRC at 20%.")
    paper.lines(50, y + 40, notes, 9.5, SERIF)
    told = sums(subtotal=net, tax_base=None if reverse else net, tax=tax, total=total, withheld=kept, payable=payable)
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
        tags={"language": "en", "numbers": "1,234.56", "tax": "reverse charge, CIS" if reverse else "one rate, CIS"},
    )
    return Drawn(paper.pdf(), (told_all,))
