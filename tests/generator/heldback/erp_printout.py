"""A trading house's printout from an old system: fixed columns, double strike, trailing minus, often two in a batch."""

from datetime import date, timedelta
from decimal import Decimal
from random import Random

from tests.generator.heldback.paper import MONO, Paper
from tests.generator.heldback.people import Party, digits, firm
from tests.generator.heldback.sums import Item, cents, grouped, price, share, some_day, total_of, truth
from tests.generator.heldback.sums import totals as sums
from tests.generator.registry import Drawn, Truth, family

GOODS = (
    ("SS304 FLANGE PN16 DN50", "PC", 18, 44),
    ("GASKET SPIRAL WOUND 2IN 150LB", "PC", 3, 9),
    ("BALL VALVE 1/2 BSP BRASS", "PC", 6, 14),
    ("STUD BOLT M16X90 C/W 2 NUTS", "SET", 1, 4),
    ("PRESSURE GAUGE 63MM 0-10BAR", "PC", 12, 31),
    ("PIPE SCH40 A106B 3IN", "MTR", 14, 29),
)
STEP, LEFT = 12.0, 36.0
WIDTH = 88  # characters


class Printer:
    """Lines of characters; a heavy one is struck twice, a hair apart."""

    def __init__(self, paper: Paper) -> None:
        self.paper, self.line = paper, 0

    def put(self, words: str = "", *, heavy: bool = False) -> None:
        y = 40 + STEP * self.line
        if words.strip():
            self.paper.text(LEFT, y, words, 9.6, MONO)
            if heavy:
                self.paper.text(LEFT + 0.4, y, words, 9.6, MONO)
        self.line += 1


def minus_last(value: Decimal) -> str:
    return grouped(abs(value)) + ("-" if value < 0 else " ")


def goods(rng: Random) -> list[Item]:
    items = []
    for place in range(1, rng.choice((1, 3, 6, 11, 20, 38)) + 1):
        words, uom, low, high = rng.choice(GOODS)
        qty, each = Decimal(rng.randrange(10, 120)), price(rng, low, high)
        if place > 3 and rng.random() < 0.05:
            qty, words = Decimal(-2), f"RTN {words}"
        items.append(Item(words[:32], cents(qty * each), qty, each, uom, f"{place:03}", digits(rng, "#####A")))
    return items


def heading(out: Printer, seller: Party, buyer: Party, facts: list[str]) -> None:
    out.put(seller.name.center(WIDTH).rstrip(), heavy=True)
    out.put(", ".join(seller.address).center(WIDTH).rstrip())
    out.put(f"GST REG NO. {seller.tax_id}   TEL 6000 0000".center(WIDTH).rstrip())
    out.put()
    out.put("TAX INVOICE".center(WIDTH).rstrip(), heavy=True)
    out.put()
    left = ["SOLD TO", buyer.name, *buyer.address, "ATTN: ACCOUNTS PAYABLE"]
    for place, fact in enumerate(facts):
        out.put(f"{left[place] if place < len(left) else '':<52}{fact}")
    out.put("-" * WIDTH)
    out.put(
        f"{'LN':<4}{'STOCK CODE':<11}{'DESCRIPTION':<33}{'QTY':>7}  {'UOM':<3}{'UNIT PRICE':>12}{'AMOUNT S$':>15}",
        heavy=True,
    )
    out.put("-" * WIDTH)


def invoice(rng: Random, paper: Paper, seller: Party, day: date, number: str, tag_words: str) -> Truth:
    """Prints one invoice from a fresh page on and returns its truth."""
    buyer = firm(rng, "sg", "Marine", unlike=seller.name.title()).in_capitals().without_tax_id()
    items, po, first = goods(rng), digits(rng, "MP######"), paper.count
    carried, delivery = Decimal(0), digits(rng, "D######")
    due = day + timedelta(days=60)

    def start(page: int) -> Printer:
        out = Printer(paper)
        facts = [
            f"INVOICE NO  : {number}",
            f"DATE        : {day:%d/%m/%Y}",
            f"YOUR P/O NO : {po}",
            f"D/O NO      : {delivery}",
            "TERMS       : 60 DAYS NET",
            f"PAGE        : {page}",
        ]
        heading(out, seller, buyer, facts)
        return out

    out = start(1)
    for item in items:
        if out.line > 46:
            out.put(f"{'':<52}{'CARRIED FORWARD':<20}{minus_last(carried):>16}")
            paper.page()
            out = start(paper.count - first + 1)
        qty = f"{abs(item.qty or 0):.0f}" + ("-" if item.amount < 0 else " ")
        front = f"{item.no:<4}{item.sku:<11}{item.description:<33}{qty:>8} {item.uom:<3}"
        carried += item.amount
        out.put(f"{front}{grouped(item.unit_price or Decimal(0)):>12}{minus_last(item.amount):>16}")
    net = total_of(items)
    tax = share(net, 9)
    if out.line > 48:
        paper.page()
        out = start(paper.count - first + 1)
    out.line = max(out.line + 1, 46)
    out.put("-" * WIDTH)
    for label, value in (("SUB-TOTAL", net), ("ADD GST 9.00 %", tax), ("TOTAL SGD", net + tax)):
        out.put(f"{'':<52}{label:<20}{minus_last(value):>16}", heavy=label.startswith("TOTAL"))
    out.put("=" * WIDTH)
    out.put(f"PAYMENT DUE {due:%d/%m/%Y}. INTEREST AT 1.5% PER MONTH ON OVERDUE ACCOUNTS.")
    out.put("CHEQUES CROSSED AND MADE PAYABLE TO THE COMPANY. GOODS SOLD ARE NOT RETURNABLE.")
    out.put("THIS IS A COMPUTER GENERATED INVOICE, NO SIGNATURE IS REQUIRED.   E.&O.E.")
    return truth(
        number=number,
        day=day,
        currency="SGD",
        seller=seller,
        buyer=buyer,
        items=items,
        due=due,
        po=po,
        totals=sums(subtotal=net, tax_base=net, tax=tax, total=net + tax, payable=net + tax),
        pages=range(first, paper.count + 1),
        tags={"language": "en", "numbers": "1,234.56-", "tax": tag_words},
    )


@family("held back: old system's printout")
def draw(rng: Random) -> Drawn:
    paper, seller = (
        Paper((700.0, 842.0) if rng.random() < 0.1 else (595.0, 842.0)),
        firm(rng, "sg", "Trading").in_capitals(),
    )
    day, batch = some_day(rng), 2 if rng.random() < 0.25 else 1
    first = rng.randrange(100_000, 980_000)
    truths = []
    for place in range(batch):
        if place:
            paper.page()
        tag = "one rate" if batch == 1 else "one rate, two invoices in a file"
        truths.append(invoice(rng, paper, seller, day, f"I{first + place}", tag))
    return Drawn(paper.pdf(), tuple(truths))
