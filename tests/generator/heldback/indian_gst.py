"""An Indian dealer's GST invoice: one grid, lakh grouping, central and state tax, rounded to the rupee."""

from datetime import timedelta
from decimal import Decimal
from random import Random

from tests.generator.heldback.paper import SANS_BOLD, Paper, wrap
from tests.generator.heldback.people import Party, digits, firm
from tests.generator.heldback.sums import (
    ONE,
    ZERO,
    Item,
    cents,
    planted,
    price,
    share,
    short,
    some_day,
    total_of,
    truth,
)
from tests.generator.heldback.sums import totals as sums
from tests.generator.registry import Drawn, family

GOODS = (
    ("MCB 32A DOUBLE POLE C-CURVE", "85362030", "NOS", 210, 640, 18),
    ("COPPER WIRE FR 2.5 SQMM 90 MTR COIL RED", "85444999", "COIL", 1450, 2600, 18),
    ("LED PANEL LIGHT 15W ROUND COOL WHITE", "94051090", "NOS", 160, 420, 18),
    ("CEILING FAN 1200MM BROWN 5 STAR RATED", "84145110", "PCS", 1350, 2900, 18),
    ("PVC CONDUIT PIPE 25MM HEAVY", "39172390", "MTR", 14, 32, 18),
    ("INSULATION TAPE (PACK OF 30)", "39191000", "PKT", 150, 310, 18),
)
EDGES = (36.0, 58.0, 226.0, 278.0, 330.0, 390.0, 422.0, 460.0, 559.0)
HEAD = ("Sl", "Description of Goods", "HSN/SAC", "Quantity", "Rate", "per", "Disc. %", "Amount")
TOP, BOTTOM = 236.0, 560.0


def lakhs(value: Decimal) -> str:
    """12,34,567.89: the last three digits, then pairs."""
    whole, fraction = f"{abs(value):.2f}".split(".")
    head, tail = whole[:-3], whole[-3:]
    pairs: list[str] = []
    while head:
        pairs.insert(0, head[-2:])
        head = head[:-2]
    return ",".join([*pairs, tail]) + "." + fraction


def goods(rng: Random) -> list[tuple[Item, str, Decimal]]:
    lines = []
    for place in range(1, rng.randrange(2, 12)):
        words, code, uom, low, high, rate = rng.choice(GOODS)
        qty, each, percent = (
            Decimal(rng.randrange(1, 150)),
            price(rng, low, high),
            Decimal(rng.choice((0, 0, 10, 12, 22))),
        )
        less = share(qty * each, percent)
        item = Item(words, cents(qty * each) - less, qty, each, uom, str(place), None, less, Decimal(rate))
        lines.append((item, code, percent))
    return lines


def head(paper: Paper, seller: Party, buyer: Party, facts: list[tuple[str, str]]) -> None:
    paper.text(297, 34, "TAX INVOICE", 11, SANS_BOLD, "c")
    paper.text(559, 34, "(ORIGINAL FOR RECIPIENT)", 7, align="r")
    paper.box(36, 42, 523, 194)
    paper.rule(290, 42, 290, 236)
    y = 55.0
    for title, party in (("", seller), ("Buyer (Bill to)", buyer)):
        if title:
            paper.rule(36, 132, 290, 132)
            paper.text(40, 143, title, 7)
            y = 156
        paper.text(40, y, party.name, 10, SANS_BOLD)
        gst = f"GSTIN/UIN: {party.tax_id}"
        paper.lines(40, y + 12, [*party.address, gst, "State Name : Maharashtra, Code : 27"], 8.5)
    for place, (label, value) in enumerate(facts):
        x, top = 290 + 134.5 * (place % 2), 42 + 32 * (place // 2)
        paper.rule(290, top + 32, 559, top + 32)
        paper.text(x + 3, top + 10, label, 7)
        paper.text(x + 3, top + 24, value, 9, SANS_BOLD)
    paper.rule(424.5, 42, 424.5, 202)


def cell(paper: Paper, y: float, column: int, words: str, font: str = "Helvetica") -> None:
    left, right = EDGES[column], EDGES[column + 1]
    align = "r" if column in {3, 4, 6, 7} else "l"
    paper.text(right - 3 if align == "r" else left + 3, y, words, 8.5, font, align)


def table(
    paper: Paper, lines: list[tuple[Item, str, Decimal]], below: list[tuple[str, Decimal]], total: Decimal
) -> None:
    for column, title in enumerate(HEAD):
        paper.text((EDGES[column] + EDGES[column + 1]) / 2, TOP + 12, title, 8, align="c")
    y = TOP + 32
    for item, code, percent in lines:
        assert item.unit_price is not None
        off = f"{short(percent)} %" if percent else ""
        words = (item.no or "", "", code, f"{item.qty} {item.uom}", lakhs(item.unit_price), item.uom or "", off)
        for column, word in enumerate((*words, lakhs(item.amount))):
            cell(paper, y, column, word, SANS_BOLD if column in {3, 7} else "Helvetica")
        y = paper.lines(61, y, wrap(item.description, 160, 8.5, SANS_BOLD), 8.5, SANS_BOLD) + 2
    paper.rule(460, y - 6, 559, y - 6)
    cell(paper, y + 5, 7, lakhs(total_of(item for item, _, _ in lines)))
    for label, value in below:
        y += 14
        paper.text(222, y + 8, label, 8.5, "Helvetica-BoldOblique", "r")
        cell(paper, y + 8, 7, f"(-){lakhs(value)}" if value < 0 else lakhs(value), SANS_BOLD)
    for edge in EDGES:
        paper.rule(edge, TOP, edge, BOTTOM + 18)
    for at in (TOP + 18, BOTTOM, BOTTOM + 18):
        paper.rule(36, at, 559, at)
    cell(paper, BOTTOM + 12, 1, "Total", SANS_BOLD)
    cell(paper, BOTTOM + 12, 7, f"Rs. {lakhs(total)}", SANS_BOLD)


@family("held back: Indian GST invoice")
def draw(rng: Random) -> Drawn:
    seller = firm(rng, "in", "Electricals")
    buyer = firm(rng, "in", "Infra", unlike=seller.name)
    day, lines = some_day(rng), goods(rng)
    items = [item for item, _, _ in lines]
    first = day.year if day.month > 3 else day.year - 1
    number = f"{rng.choice(('SE', 'GST', 'INV'))}/{first % 100}-{first % 100 + 1}/{rng.randrange(20, 3000)}"
    net = total_of(items)
    half = share(net, 9)
    total = cents(net + 2 * half, ONE)
    off = total - net - 2 * half
    wrong = planted(rng)
    if wrong:
        total += 100

    paper, po = Paper(), digits(rng, "PO/####")
    facts = [
        ("Invoice No.", number),
        ("Dated", f"{day.day}-{day:%b-%y}"),
        ("Delivery Note", digits(rng, "DN-###")),
        ("Mode/Terms of Payment", "30 Days"),
        ("Buyer's Order No.", po),
        ("Dated", f"{day - timedelta(days=6):%d-%b-%y}"),
        ("Dispatched through", "By Road"),
        ("Destination", "Pune"),
        ("Motor Vehicle No.", digits(rng, "MH12XX####")),
        ("Terms of Delivery", "Ex-godown"),
    ]
    head(paper, seller, buyer, facts)
    below = [("CGST @ 9%", half), ("SGST @ 9%", half)]
    if off:
        below.append(("Less : Round Off" if off < 0 else "Round Off", off))
    table(paper, lines, below, total)
    paper.text(40, 592, "Amount Chargeable (in words)", 7)
    paper.text(559, 592, "E. & O.E", 7, align="r")
    paper.text(40, 604, "INR As Per Figures Above Only", 9, SANS_BOLD)
    columns = ((140, "r"), (240, "r"), (290, "r"), (380, "r"), (430, "r"), (555, "r"))
    paper.row(626, columns, ("HSN/SAC", "Taxable Value", "CGST", "Amount", "SGST", "Amount"), 7.5)
    paper.row(638, columns, ("Total", lakhs(net), "9%", lakhs(half), "9%", lakhs(half)), 7.5, SANS_BOLD)
    paper.lines(
        40,
        670,
        [
            "Company's Bank Details: Bank Udaharan, A/c No. 001122334455, IFSC UDAH0000123",
            "Declaration: We declare that this invoice shows the actual price of the goods described.",
            f"for {seller.name}   Authorised Signatory",
        ],
        8,
    )
    paper.text(297, 790, "SUBJECT TO PUNE JURISDICTION. This is a Computer Generated Invoice", 7, align="c")
    # Where the total is rounded, the rounding is neither charge nor discount: the truth leaves the charges open.
    told = sums(subtotal=net, charges=None if off else ZERO, tax_base=net, tax=2 * half, total=total, payable=total)
    told_all = truth(
        number=number,
        day=day,
        currency="INR",
        seller=seller,
        buyer=buyer,
        items=items,
        totals=told,
        pages=[1],
        po=po,
        wrong=wrong,
        tags={"language": "en", "numbers": "1,23,456.00", "tax": "two halves, rounded total"},
    )
    return Drawn(paper.pdf(), (told_all,))
