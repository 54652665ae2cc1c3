"""A Korean exporter's commercial invoice: the ruled form with numbered fields, number and date in one field, no tax."""

from decimal import Decimal
from random import Random

from tests.generator.heldback.paper import SERIF, SERIF_BOLD, Paper, wrap
from tests.generator.heldback.people import Party, digits, firm
from tests.generator.heldback.sums import Item, cents, grouped, price, some_day, spelled, total_of, truth
from tests.generator.heldback.sums import totals as sums
from tests.generator.registry import Drawn, family

GOODS = (
    ("LINEAR MOTION GUIDE HSR25 L=640", "SET", 88, 240),
    ("SERVO DRIVE 400W 220V", "PCS", 190, 420),
    ("TIMING BELT S5M 25MM", "MTR", 4, 13),
    ("PROXIMITY SENSOR PNP NO M12", "PCS", 9, 24),
    ("PNEUMATIC CYLINDER 50X100 WITH MAGNETIC SWITCHES AND MOUNTING BRACKETS", "PCS", 48, 120),
)
MIDDLE, RIGHT, LEFT = 300.0, 560.0, 35.0


def field(paper: Paper, spot: tuple[float, float, float, float], label: str, rows: list[str]) -> None:
    x, y, width, height = spot
    paper.box(x, y, width, height)
    paper.text(x + 4, y + 10, label, 7.5, SERIF)
    paper.lines(x + 12, y + 24, rows, 9.5, SERIF)


def form(paper: Paper, seller: Party, buyer: Party, number: str, dated: str, rng: Random) -> None:
    half, other = MIDDLE - LEFT, RIGHT - MIDDLE
    credit = digits(rng, "M04##5XL00###")
    paper.text(297, 42, "COMMERCIAL INVOICE", 17, SERIF_BOLD, "c")
    field(paper, (LEFT, 55, half, 85), "1. Shipper / Exporter", [seller.name, *seller.address])
    field(paper, (LEFT, 140, half, 85), "2. For account & risk of Messrs.", [buyer.name, *buyer.address])
    field(paper, (LEFT, 225, half, 40), "3. Notify party", ["SAME AS CONSIGNEE"])
    field(paper, (LEFT, 265, half / 2, 40), "4. Port of loading", ["BUSAN, KOREA"])
    field(paper, (LEFT + half / 2, 265, half / 2, 40), "5. Final destination", ["HAMBURG, GERMANY"])
    field(paper, (LEFT, 305, half / 2, 40), "6. Carrier", ["HANGANG 0" + digits(rng, "##W")])
    field(paper, (LEFT + half / 2, 305, half / 2, 40), "7. Sailing on or about", [dated])
    field(paper, (MIDDLE, 55, other, 45), "8. No. & date of invoice", [f"{number}     {dated}"])
    field(paper, (MIDDLE, 100, other, 45), "9. No. & date of L/C", [f"{credit}     N/A"])
    field(paper, (MIDDLE, 145, other, 45), "10. L/C issuing bank", ["T/T 30 DAYS AFTER B/L DATE"])
    remarks = ["CIF HAMBURG, INCOTERMS 2020", "COUNTRY OF ORIGIN: REPUBLIC OF KOREA", "BANK: EXAMPLE BANK, SEOUL"]
    field(paper, (MIDDLE, 190, other, 155), "11. Remarks", [*remarks, "ACCOUNT NO. 180-002-654321 (USD)"])


@family("held back: Korean numbered form")
def draw(rng: Random) -> Drawn:
    seller = firm(rng, "kr", "Precision").in_capitals().without_tax_id()
    buyer = firm(rng, "de", "Automation").in_capitals().without_tax_id()
    day = some_day(rng)
    number = digits(rng, rng.choice((f"HB-{day:%y%m%d}-0#", f"CI{day:%Y}-###", "KX###E")))
    items = []
    for words, uom, low, high in [rng.choice(GOODS) for _ in range(rng.randrange(1, 8))]:
        qty, each = Decimal(rng.randrange(2, 300)), price(rng, low, high)
        items.append(Item(words, cents(qty * each), qty, each, uom))
    total = total_of(items)

    paper = Paper()
    dated = f"{spelled(day, 'en', clip=3).upper()}. {day.day}, {day.year}"
    form(paper, seller, buyer, number, dated, rng)
    edges = (LEFT, 110.0, 330.0, 400.0, 475.0, RIGHT)
    titles = (
        "12. Marks and\nnumbers of PKGS",
        "13. Description of goods",
        "14. Quantity/Unit",
        "15. Unit-price",
        "16. Amount",
    )
    for left, right, title in zip(edges, edges[1:], titles, strict=False):
        paper.box(left, 345, right - left, 26)
        paper.lines(left + 3, 356, title.split("\n"), 7.5, SERIF)
        paper.box(left, 371, right - left, 330)
    paper.lines(
        40, 388, [seller.name.split()[0], "HAMBURG", f"C/NO. 1-{rng.randrange(2, 30)}", "MADE IN KOREA"], 8, SERIF
    )
    y = 388.0
    for item in items:
        assert item.qty is not None
        assert item.unit_price is not None
        columns = ((396, "r"), (471, "r"), (556, "r"))
        pieces = f"{item.qty} {item.uom}"
        paper.row(y, columns, (pieces, f"US${grouped(item.unit_price)}", f"US${grouped(item.amount)}"), 9, SERIF)
        y = paper.lines(114, y, wrap(item.description, 205, 9, SERIF), 9, SERIF) + 8
    paper.box(LEFT, 701, RIGHT - LEFT, 20)
    paper.text(114, 715, "T O T A L :", 9.5, SERIF_BOLD)
    paper.text(396, 715, f"{sum(item.qty or 0 for item in items)} UNITS", 9.5, SERIF_BOLD, "r")
    paper.text(556, 715, f"US${grouped(total)}", 9.5, SERIF_BOLD, "r")
    paper.text(330, 750, f"17. Signed by   {seller.name}", 8, SERIF)
    paper.rule(330, 785, RIGHT, 785)
    told_all = truth(
        number=number,
        day=day,
        currency="USD",
        seller=seller,
        buyer=buyer,
        items=items,
        pages=[1],
        totals=sums(subtotal=total, total=total, payable=total),
        tags={"language": "en", "numbers": "1,234.56", "tax": "none"},
    )
    return Drawn(paper.pdf(), (told_all,))
