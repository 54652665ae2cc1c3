"""A chemical importer in Jakarta who bills in dollars; the tax stands in rupiah too, at the weekly tax rate."""

from datetime import timedelta
from decimal import Decimal
from random import Random

from tests.generator.heldback.paper import SANS_BOLD, WHITE, Paper
from tests.generator.heldback.people import Party, digits, pair
from tests.generator.heldback.sums import ONE, Item, cents, grouped, planted, price, share, some_day, total_of, truth
from tests.generator.heldback.sums import totals as sums
from tests.generator.registry import Drawn, family

GOODS = (
    ("TITANIUM DIOXIDE R-902", "25 kg bag", 2.1, 3.9, 25),
    ("EPOXY RESIN E-44", "240 kg drum", 2.4, 4.2, 240),
    ("CALCIUM STEARATE", "20 kg bag", 1.2, 2.2, 20),
    ("CARBON BLACK N330", "1000 kg big bag", 1.1, 1.9, 1000),
    ("ZINC OXIDE 99.7%", "25 kg bag", 2.3, 3.4, 25),
)
COLUMNS = ((45, "l"), (70, "l"), (240, "l"), (385, "r"), (392, "l"), (465, "r"), (550, "r"))
HEAD = ("No.", "Product", "Packing", "Quantity", "UoM", "Unit Price", "Amount (USD)")
TEAL = (0, 0.4, 0.42)


def goods(rng: Random) -> list[tuple[Item, str]]:
    lines = []
    for place, (words, packing, low, high, kilos) in enumerate(rng.sample(GOODS, rng.randrange(1, 6)), 1):
        qty, each = Decimal(kilos * rng.randrange(4, 60)), price(rng, low, high, Decimal("0.001"))
        lines.append((Item(words, cents(qty * each), qty, each, "KG", str(place)), packing))
    return lines


def head(paper: Paper, seller: Party, buyer: Party, facts: list[tuple[str, str]]) -> None:
    paper.box(45, 40, 40, 40, TEAL, 0)
    paper.text(95, 58, seller.name, 14, SANS_BOLD, colour=TEAL)
    paper.text(95, 73, f"{', '.join(seller.address)} | NPWP {seller.tax_id}", 8)
    paper.text(550, 110, "Commercial Invoice", 15, SANS_BOLD, "r")
    paper.text(45, 135, "Sold to", 8, SANS_BOLD, colour=TEAL)
    paper.lines(45, 148, [buyer.name, *buyer.address], 9)
    for place, (label, value) in enumerate(facts):
        paper.text(340, 135 + 13 * place, label, 8.5)
        paper.text(430, 135 + 13 * place, value, 8.5, SANS_BOLD)


def rupiah_box(paper: Paper, y: float, rate: Decimal, base: Decimal, tax: Decimal) -> None:
    """The tax office wants rupiah: a box that repeats base and tax in another currency."""
    paper.box(45, y, 230, 62)
    rows = [
        ("Kurs Pajak (KMK)", f"Rp {grouped(rate)} / USD"),
        ("DPP Nilai Lain (IDR)", grouped(cents(base * rate, ONE), places=0)),
        ("PPN 12% (IDR)", grouped(cents(tax * rate, ONE), places=0)),
    ]
    for place, (label, value) in enumerate(rows):
        paper.text(51, y + 17 + 17 * place, label, 8.5)
        paper.text(269, y + 17 + 17 * place, value, 8.5, align="r")


@family("held back: Indonesian importer in dollars")
def draw(rng: Random) -> Drawn:
    seller, buyer = pair(rng, ("id", "Kimia"), ("id", "Plastik"))
    day = some_day(rng).replace(year=2025)
    lines = goods(rng)
    items = [item for item, _ in lines]
    net = total_of(items)
    base = cents(net * 11 / 12)
    tax = share(base, 12)
    wrong = planted(rng)
    total = net + tax + (Decimal("0.27") if wrong else 0)
    number, po, due = digits(rng, f"{day:%y%m}/KI/0###"), digits(rng, "P##-00###"), day + timedelta(days=45)

    paper = Paper()
    facts = [
        ("Invoice No.", number),
        ("Invoice Date", f"{day:%d %b %Y}"),
        ("PO No.", po),
        ("Delivery Order", digits(rng, "DO-#####")),
        ("Payment Term", "TT 45 days"),
        ("Due Date", f"{due:%d %b %Y}"),
    ]
    head(paper, seller, buyer, facts)
    y = 245.0
    paper.box(40, y - 13, 515, 19, TEAL, 0)
    paper.row(y, COLUMNS, HEAD, 8.5, SANS_BOLD, WHITE)
    for item, packing in lines:
        y += 20
        assert item.qty is not None
        assert item.unit_price is not None
        middle = (packing, grouped(item.qty), item.uom or "", grouped(item.unit_price, places=3))
        paper.row(y, COLUMNS, (item.no or "", item.description, *middle, grouped(item.amount)), 8.5)
        paper.rule(40, y + 6, 555, y + 6, 0.3)
    y += 28
    rupiah_box(paper, y - 10, price(rng, 15200, 16700, Decimal(1)), base, tax)
    for label, value in (
        ("Total", net),
        ("Other Tax Base (11/12)", base),
        ("VAT 12%", tax),
        ("Grand Total USD", total),
    ):
        font = SANS_BOLD if label.startswith("Grand") else "Helvetica"
        paper.text(340, y, label, 9, font)
        paper.text(550, y, grouped(value), 9, font, "r")
        y += 16
    notes = [
        "Please remit in USD, full amount, bank charges for payer's account:",
        "Bank Contoh International, Jakarta - A/C 122-0-0998877-6 (USD) - SWIFT XMPLIDJA",
        "VAT is payable in IDR at the rate above. Goods remain our property until paid in full.",
    ]
    paper.lines(45, y + 40, notes, 8.5)
    told_all = truth(
        number=number,
        day=day,
        currency="USD",
        seller=seller,
        buyer=buyer,
        items=items,
        pages=[1],
        due=due,
        po=po,
        totals=sums(subtotal=net, tax_base=base, tax=tax, total=total, payable=total),
        wrong=wrong,
        tags={"language": "en", "numbers": "1,234.56", "tax": "11/12 base, rupiah beside dollars"},
    )
    return Drawn(paper.pdf(), (told_all,))
