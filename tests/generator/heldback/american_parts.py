"""An American parts supplier: bill to and ship to, a strip of labels above values, three quantities a line."""

from datetime import timedelta
from decimal import Decimal
from random import Random

from tests.generator.heldback.paper import LETTER, MONO, SANS_BOLD, Paper
from tests.generator.heldback.people import Party, digits, firm, pair
from tests.generator.heldback.sums import ZERO, Item, cents, grouped, planted, price, share, some_day, total_of, truth
from tests.generator.heldback.sums import totals as sums
from tests.generator.registry import Drawn, family

PARTS = (
    ("BRG BALL 6204-2RS C3", "EA", 4, 15),
    ("V-BELT BX62 COGGED", "EA", 11, 34),
    ("OIL SEAL 35X52X7 NBR", "EA", 2, 7),
    ("HYD HOSE 1/2IN 2-WIRE", "FT", 3, 8),
    ("GREASE EP2 14OZ CARTRIDGE", "CS", 38, 61),
    ("CHAIN RLR #50 10FT RIVETED", "BX", 29, 66),
    ("FILTER SPIN-ON 10 MICRON", "EA", 9, 28),
    ("COUPLING JAW L-100 7/8 BORE", "EA", 14, 31),
)
COLUMNS = ((40, "l"), (128, "l"), (318, "r"), (360, "r"), (398, "r"), (412, "l"), (490, "r"), (572, "r"))
HEAD = ("ITEM NUMBER", "DESCRIPTION", "ORD", "SHIP", "B/O", "U/M", "PRICE", "EXTENSION")


def parts(rng: Random) -> list[tuple[Item, int]]:
    """What was shipped, with how many were ordered."""
    lines = []
    for place in range(rng.choice((1, 3, 4, 7, 12, 22, 35, 40))):
        words, uom, low, high = rng.choice(PARTS)
        ordered = rng.randrange(1, 60)
        shipped = ordered if place == 0 or rng.random() < 0.85 else rng.randrange(0, ordered)
        each = price(rng, low, high, Decimal("0.0001") if rng.random() < 0.2 else Decimal("0.01"))
        item = Item(words, cents(shipped * each), Decimal(shipped), each, uom, sku=digits(rng, "###-####XX"))
        lines.append((item, ordered))
    return lines


def strip(paper: Paper, y: float, pairs: list[tuple[str, str]]) -> None:
    """A row of boxes, each with its label above its value."""
    width = 532 / len(pairs)
    for place, (label, value) in enumerate(pairs):
        x = 40 + width * place
        paper.box(x, y, width, 13, (0.8, 0.8, 0.8))
        paper.box(x, y + 13, width, 16)
        paper.text(x + width / 2, y + 10, label, 7, SANS_BOLD, "c")
        paper.text(x + width / 2, y + 24, value, 8.5, MONO, "c")


def head(paper: Paper, seller: Party, buyer: Party, ship_to: Party, number: str, dated: str) -> float:
    paper.text(40, 45, seller.name, 14, SANS_BOLD)
    paper.lines(40, 58, [*seller.address, "(208) 555-0142   FAX (208) 555-0143"], 8)
    paper.text(572, 45, "INVOICE", 18, SANS_BOLD, "r")
    for place, (label, value) in enumerate((("INVOICE #", number), ("INVOICE DATE", dated))):
        paper.text(455, 62 + 12 * place, label, 8, SANS_BOLD)
        paper.text(572, 62 + 12 * place, value, 8.5, MONO, "r")
    for x, title, party in ((40, "BILL TO", buyer), (320, "SHIP TO", ship_to)):
        paper.text(x, 112, title, 7, SANS_BOLD)
        paper.lines(x + 40, 112, [party.name, *party.address], 8.5, MONO)
    return 160


def table_head(paper: Paper, y: float) -> float:
    paper.box(36, y, 540, 14, (0.8, 0.8, 0.8))
    paper.row(y + 10, COLUMNS, HEAD, 7, SANS_BOLD)
    return y + 26


def us_price(value: Decimal) -> str:
    return grouped(value, places=2 if value == cents(value) else 4)


@family("held back: American parts supplier")
def draw(rng: Random) -> Drawn:
    seller, buyer = pair(rng, ("us", "Bearing & Supply"), ("us", "Milling"))
    buyer = buyer.in_capitals()
    ship_to = Party(buyer.name + " PLANT 2", firm(rng, "us").in_capitals().address)
    day, lines = some_day(rng), parts(rng)
    items = [item for item, _ in lines]
    number, po = digits(rng, rng.choice(("#######", "S1######.001"))), digits(rng, "45000#####")
    net = total_of(items)
    freight = rng.choice((ZERO, price(rng, 9, 60)))
    rate = rng.choice((Decimal(0), Decimal("6.00"), Decimal("7.25")))
    tax = share(net, rate)
    wrong = planted(rng)
    total = net + freight + tax
    due = day + timedelta(days=30)

    paper = Paper(LETTER)
    dated = f"{day:%m/%d/%Y}" if rng.random() < 0.5 else f"{day:%m/%d/%y}"
    y = head(paper, seller, buyer, ship_to, number, dated)
    facts = [("CUSTOMER NO.", digits(rng, "0####")), ("CUSTOMER P.O.", po), ("ORDER NO.", digits(rng, "1######-00"))]
    facts += [("SHIP VIA", "UPS GROUND"), ("TERMS", "NET 30"), ("SHIP DATE", f"{day - timedelta(days=1):%m/%d/%y}")]
    strip(paper, y, facts)
    y = table_head(paper, y + 42)
    for item, ordered in lines:
        if y > 720:
            paper.text(572, 745, "CONTINUED ON NEXT PAGE", 7.5, align="r")
            paper.page()
            head(paper, seller, buyer, ship_to, number, dated)
            y = table_head(paper, 160)
        assert item.qty is not None
        assert item.unit_price is not None
        back = ordered - int(item.qty)
        front = (
            item.sku or "",
            item.description,
            str(ordered),
            str(item.qty),
            str(back) if back else "",
            item.uom or "",
        )
        paper.row(y, COLUMNS, (*front, us_price(item.unit_price), grouped(item.amount)), 8.5, MONO)
        y += 13
    if wrong:
        total += Decimal("5.40")
    rows = [
        ("SUBTOTAL", net),
        ("FREIGHT", freight),
        (f"SALES TAX {rate}%" if rate else "SALES TAX", tax),
        ("TOTAL DUE", total),
    ]
    if y > 640:
        paper.page()
        y = head(paper, seller, buyer, ship_to, number, dated)
    y = max(y + 10, 330)
    for label, value in rows:
        paper.box(400, y, 90, 15, (0.8, 0.8, 0.8))
        paper.box(490, y, 86, 15)
        paper.text(404, y + 11, label, 8, SANS_BOLD)
        paper.text(572, y + 11, ("$" if label == "TOTAL DUE" else "") + grouped(value), 9, MONO, "r")
        y += 15
    paper.lines(
        40,
        y - 45,
        [
            f"DUE DATE {due:%m/%d/%Y}. 1 1/2% SERVICE CHARGE PER MONTH ON PAST DUE ACCOUNTS.",
            "20% RESTOCKING CHARGE ON RETURNS AFTER 30 DAYS.",
            "REMIT TO: P.O. BOX 1180, DEPT 44. THANK YOU FOR YOUR BUSINESS!",
        ],
        7,
    )
    for page in range(1, paper.count + 1):
        paper.turn_to(page)
        paper.text(572, 86 if page == 1 else 770, f"{page} OF {paper.count}", 8.5, MONO, "r")
    told = sums(subtotal=net, charges=freight, tax_base=net if rate else None, tax=tax, total=total, payable=total)
    told_all = truth(
        number=number,
        day=day,
        currency="USD",
        seller=seller.without_tax_id(),
        buyer=buyer,
        items=items,
        totals=told,
        pages=range(1, paper.count + 1),
        due=due,
        po=po,
        wrong=wrong,
        tags={"language": "en", "numbers": "1,234.56", "tax": "sales tax" if rate else "none"},
    )
    return Drawn(paper.pdf(), (told_all,))
