"""A Polish factory's export invoice in English: wide sheet, ten ruled columns, per-line VAT, a table of rates."""

from datetime import timedelta
from decimal import Decimal
from random import Random

from tests.generator.heldback.paper import A4_WIDE, SANS_BOLD, Paper, wrap
from tests.generator.heldback.people import Party, digits, firm
from tests.generator.heldback.sums import Item, cents, grouped, price, share, some_day, total_of, truth
from tests.generator.heldback.sums import totals as sums
from tests.generator.registry import Drawn, family

GOODS = (
    ("Oak table top, oiled, 1800x900x40 mm", "pcs", 95, 240, "94039910"),
    ("Steel leg set type U, powder coated RAL 9005", "set", 38, 90, "94039100"),
    ("Transport packaging, Euro pallet EPAL", "pcs", 11, 19, "44152020"),
    ("Upholstery fabric, collection Mazur, width 140 cm, col. 17 graphite", "m", 8, 22, "54075400"),
    ("Dowel beech 8x40, carton of 2000 pcs", "ctn", 17, 29, "44219999"),
    ("Chair frame, bent beech, unfinished", "pcs", 24, 61, "94019100"),
)
EDGES = (30, 55, 265, 325, 372, 407, 477, 557, 600, 680, 812)
HEAD = (
    "No.",
    "Name of goods / service",
    "CN code",
    "Quantity",
    "Unit",
    "Net price",
    "Net value",
    "VAT",
    "VAT amount",
    "Gross value",
)
ALIGN = ("c", "l", "c", "r", "c", "r", "r", "c", "r", "r")


def cells(paper: Paper, y: float, height: float, words: tuple[list[str], ...], font: str = "Helvetica") -> None:
    for left, right, align, lines in zip(EDGES, EDGES[1:], ALIGN, words, strict=False):
        paper.box(left, y, right - left, height)
        x = {"l": left + 4, "r": right - 4, "c": (left + right) / 2}[align]
        paper.lines(x, y + 11, lines, 8, font, align)


def head(paper: Paper, seller: Party, buyer: Party, number: str, dates: list[str]) -> None:
    paper.text(812, 40, dates[0], 8, align="r")
    paper.text(812, 52, dates[1], 8, align="r")
    paper.text(30, 45, f"INVOICE No. {number}", 15, SANS_BOLD)
    for x, title, party in ((30, "Seller", seller), (430, "Buyer", buyer)):
        paper.text(x, 80, title + ":", 9, SANS_BOLD)
        paper.lines(x, 93, [party.name, *party.address, f"VAT ID: {party.tax_id}"], 9)
    paper.lines(30, 148, ["Bank: Bank Przykladowy S.A., IBAN PL10 1050 0000 0000 0000 1234 5678, SWIFT XXXXPLPW"], 8)


@family("held back: Polish export invoice")
def draw(rng: Random) -> Drawn:
    seller, home = firm(rng, "pl", "Meble"), rng.random() < 0.25
    buyer = firm(rng, "pl", "Handel", unlike=seller.name) if home else firm(rng, rng.choice(("de", "nl", "fr")))
    point, currency = rng.choice((",", ".")), rng.choice(("EUR", "EUR", "PLN"))
    rate = 23 if home else 0
    day = some_day(rng)
    number = rng.choice(("FV/{}/{:%m/%Y}", "{}/EXP/{:%Y}", "FS-{}/{:%y}/UE")).format(rng.randrange(1, 480), day)
    items, codes = [], []
    for place in range(1, rng.choice((1, 2, 3, 5, 9, 15)) + 1):
        words, uom, low, high, code = rng.choice(GOODS)
        qty, each = Decimal(rng.randrange(1, 120)), price(rng, low, high)
        items.append(Item(words, cents(qty * each), qty, each, uom, str(place), tax_rate=Decimal(rate)))
        codes.append(code)

    def money(value: Decimal) -> str:
        return grouped(value, " ", point)

    paper = Paper(A4_WIDE)
    due = day + timedelta(days=rng.choice((14, 30, 60)))
    dates = [f"Konin, date of issue: {day:%Y-%m-%d}", f"Date of sale: {day - timedelta(days=1):%Y-%m-%d}"]
    head(paper, seller, buyer, number, dates)
    y = 162.0
    cells(paper, y, 17, tuple([word] for word in HEAD), SANS_BOLD)
    y += 17
    mark = f"{rate}%"
    for item, code in zip(items, codes, strict=True):
        name = wrap(item.description, 200, 8)
        if y + 10 * len(name) + 6 > 520:
            paper.page()
            y = 40
        tax = share(item.amount, rate)
        assert item.unit_price is not None
        money_cells = ([money(item.unit_price)], [money(item.amount)], [mark], [money(tax)], [money(item.amount + tax)])
        front = ([item.no or ""], name, [code], [grouped(item.qty or cents(Decimal(0)), "", point)], [item.uom or ""])
        cells(paper, y, 10 * len(name) + 6, (*front, *money_cells))
        y += 10 * len(name) + 6
    if y > 420:
        paper.page()
        y = 40
    net = total_of(items)
    # Poland allows the tax to be the sum of the lines' taxes, and so this factory does it.
    tax = sum((share(item.amount, rate) for item in items), Decimal(0))
    total = net + tax
    for label, row in (("Total:", y), ("including:", y + 15)):
        paper.text(470, row + 12, label, 8, SANS_BOLD, "r")
        marks = ("" if label == "Total:" else mark, money(tax), money(total))
        paper.text(553, row + 12, money(net), 8, align="r")
        for (x, align), word in zip(((578, "c"), (676, "r"), (808, "r")), marks, strict=True):
            paper.text(x, row + 12, word, 8, align=align)
    paper.lines(
        30,
        y + 45,
        [
            f"Payment: bank transfer, {(due - day).days} days",
            f"Payment deadline: {due:%Y-%m-%d}",
            "VAT 0% - intra-Community supply of goods." if not home else "Split payment mechanism does not apply.",
            "Incoterms 2020: FCA Konin. Order confirmation ZK " + digits(rng, "####/##"),
        ],
        8,
    )
    paper.text(812, y + 60, f"Total to pay: {money(total)} {currency}", 14, SANS_BOLD, "r")
    paper.text(
        812, y + 76, f"Paid: {money(Decimal(0))} {currency}   Remaining: {money(total)} {currency}", 8, align="r"
    )
    for x, words in ((130, "Person authorised to receive"), (700, "Person authorised to issue")):
        paper.text(x, y + 130, words, 7, align="c")
    told = sums(subtotal=net, tax_base=net, tax=tax, total=total, payable=total)
    told_all = truth(
        number=number,
        day=day,
        currency=currency,
        seller=seller,
        buyer=buyer,
        items=items,
        totals=told,
        pages=range(1, paper.count + 1),
        due=due,
        tags={"language": "en", "numbers": f"1 234{point}56", "tax": f"{rate} %, tax in every line"},
    )
    return Drawn(paper.pdf(), (told_all,))
