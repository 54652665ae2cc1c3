"""A freight forwarder in Jakarta: shipment data above, taxed services and untaxed reimbursements in one table."""

from datetime import date, timedelta
from decimal import Decimal
from random import Random

from tests.generator.heldback.paper import SANS_BOLD, Paper
from tests.generator.heldback.people import Party, digits, pair
from tests.generator.heldback.sums import ONE, ZERO, Item, grouped, price, share, some_day, total_of, truth
from tests.generator.heldback.sums import totals as sums
from tests.generator.registry import Drawn, family

SERVICES = (
    ("CUSTOMS CLEARANCE FEE", "SET", 450_000, 1_500_000),
    ("TRUCKING TG. PRIOK - CIKARANG 1X40HC", "TRIP", 2_100_000, 3_900_000),
    ("HANDLING CHARGE", "SET", 250_000, 900_000),
    ("DOCUMENT / EDI FEE", "SET", 150_000, 350_000),
    ("LOLO CHARGES", "CNTR", 600_000, 1_200_000),
)
REIMBURSED = (
    ("STORAGE & DEMURRAGE (AS PER RECEIPT)", "SET", 800_000, 7_000_000),
    ("D/O FEE SHIPPING LINE", "SET", 700_000, 2_400_000),
    ("CONTAINER CLEANING", "CNTR", 150_000, 420_000),
    ("BEHANDLE / INSPECTION", "CNTR", 900_000, 2_800_000),
)
COLUMNS = ((50, "l"), (330, "r"), (338, "l"), (435, "r"), (545, "r"))
FEE, REFUND = "A. SERVICE CHARGES (SUBJECT TO VAT)", "B. REIMBURSEMENT (NON VAT)"


def idr(value: Decimal) -> str:
    return grouped(value)


def charges(rng: Random, known: tuple[tuple[str, str, int, int], ...], most: int, least: int) -> list[Item]:
    items = []
    for words, uom, low, high in rng.sample(known, rng.randint(least, most)):
        qty = Decimal(rng.randrange(1, 5)) if uom in {"TRIP", "CNTR"} else ONE
        each = price(rng, low, high, ONE)
        items.append(Item(words, qty * each, qty, each, uom))
    return items


def head(paper: Paper, seller: Party, buyer: Party, number: str, dates: tuple[date, date], rng: Random) -> None:
    paper.text(50, 50, seller.name, 13, SANS_BOLD)
    paper.lines(50, 64, ["International Freight Forwarding & Customs Brokerage", ", ".join(seller.address)], 8)
    paper.text(545, 50, "INVOICE", 18, SANS_BOLD, "r")
    paper.text(545, 66, f"No : {number}", 9, align="r")
    paper.text(545, 78, f"Date : {dates[0]:%d-%b-%Y}", 9, align="r")
    paper.rule(50, 90, 545, 90, 1)
    paper.text(50, 106, "Bill To :", 9)
    paper.lines(95, 106, [buyer.name, *buyer.address], 9)
    left = [
        ("Vessel / Voy", "MV SELAT HARAPAN / 0" + digits(rng, "##S")),
        ("POL / POD", "SHANGHAI / TANJUNG PRIOK"),
        ("ETA", f"{dates[0] - timedelta(days=9):%d-%b-%Y}"),
        ("Commodity", "MACHINERY PARTS"),
    ]
    right = [
        ("B/L No", digits(rng, "XSHJKT######")),
        ("Container", digits(rng, "XGZU####### / 40HC")),
        ("Job No", digits(rng, "IMP/######")),
        ("Due Date", f"{dates[1]:%d-%b-%Y}"),
    ]
    for x, pairs in ((50, left), (310, right)):
        for place, (label, value) in enumerate(pairs):
            paper.text(x, 160 + 12 * place, label, 8)
            paper.text(x + 65, 160 + 12 * place, f": {value}", 8)


def section(paper: Paper, y: float, title: str, items: list[Item]) -> float:
    paper.text(50, y, title, 8.5, SANS_BOLD)
    for item in items:
        y += 13
        assert item.unit_price is not None
        cells = (item.description, str(item.qty), item.uom or "", idr(item.unit_price), idr(item.amount))
        paper.row(y, COLUMNS, cells, 8.5)
    paper.rule(450, y + 4, 545, y + 4)
    paper.text(545, y + 15, idr(total_of(items)), 8.5, SANS_BOLD, "r")
    return y + 32


@family("indonesian-forwarder")
def draw(rng: Random) -> Drawn:
    seller, buyer = pair(rng, ("id", "Logistik"), ("id", "Manufaktur"))
    seller, day = seller.in_capitals(), some_day(rng)
    due = day + timedelta(days=14)
    number = digits(rng, rng.choice((f"JKT{day:%y%m}####", f"INV-{day:%y}/1####")))
    fees, refunds = charges(rng, SERVICES, 5, 1), charges(rng, REIMBURSED, 4, 0)
    items = [*fees, *refunds]
    base = total_of(fees)
    tax = share(base, "1.1", ONE)
    net = total_of(items)
    total = net + tax
    advance = rng.choice((ZERO, ZERO, share(total, 50, Decimal(100_000))))

    paper = Paper()
    head(paper, seller, buyer, number, (day, due), rng)
    paper.box(45, 218, 505, 18)
    paper.row(230, COLUMNS, ("DESCRIPTION", "QTY", "UNIT", "RATE (IDR)", "AMOUNT (IDR)"), 8.5, SANS_BOLD)
    y = section(paper, 252, FEE, fees)
    if refunds:
        y = section(paper, y, REFUND, refunds)
    paper.rule(45, y, 550, y, 1)
    rows = [("TOTAL BEFORE VAT", net), ("VAT 1.1% (A)", tax), ("TOTAL INVOICE", total)]
    if advance:
        rows += [("LESS ADVANCE RECEIVED", -advance), ("BALANCE DUE TO US", total - advance)]
    for label, value in rows:
        y += 15
        paper.text(435, y, label, 9, SANS_BOLD, "r")
        paper.text(545, y, f"({idr(-value)})" if value < 0 else idr(value), 9, SANS_BOLD, "r")
    paper.lines(
        50,
        y + 30,
        [
            "Payment in full amount to: PT BANK CONTOH, A/C 070-00-1234567-8 (IDR), A/C 070-00-7654321-0 (USD)",
            "Any complaint must be submitted within 7 days of receipt; late payment bears interest of 2% per month.",
            "Reimbursements are billed at cost, original receipts attached.",
        ],
        8,
    )
    paper.text(50, 800, "E. & O.E.", 8)
    told = sums(subtotal=net, tax_base=base, tax=tax, total=total, prepaid=advance, payable=total - advance)
    told["taxes"] = [{"rate": "1.1", "base": f"{base:f}", "amount": f"{tax:f}"}]
    told_all = truth(
        number=number,
        day=day,
        currency="IDR",
        seller=seller.without_tax_id(),
        buyer=buyer,
        items=items,
        totals=told,
        pages=[1],
        due=due,
        tags={"language": "en", "numbers": "1,234,567.00", "tax": "1.1 % on a part of the lines"},
    )
    return Drawn(paper.pdf(), (told_all,))
