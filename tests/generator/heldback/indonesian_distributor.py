"""An Indonesian distributor of groceries: two discounts one after the other, prices before tax, one to three pages."""

from datetime import timedelta
from decimal import Decimal
from random import Random

from tests.generator.heldback.paper import A4_WIDE, MONO, MONO_BOLD, Paper
from tests.generator.heldback.people import Party, digits, pair
from tests.generator.heldback.sums import (
    CENT,
    Item,
    cents,
    grouped,
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
    ("KECAP MANIS 24X135ML", "CTN", 96_000, 148_000),
    ("SAMBAL BOTOL 24X340ML", "CTN", 210_000, 320_000),
    ("MIE TELOR 40X75G", "CTN", 78_000, 112_000),
    ("TEH CELUP 48X25", "CTN", 180_000, 260_000),
    ("SUSU KENTAL MANIS 48X370G", "CTN", 410_000, 560_000),
    ("WAFER COKLAT 20 GR X 60", "BOX", 52_000, 71_000),
    ("SABUN CUCI PIRING 12X750ML", "CTN", 120_000, 170_000),
    ("TISU WAJAH 250 SHEETS", "BAL", 88_000, 135_000),
)
COLUMNS = (
    (30, "l"),
    (62, "l"),
    (140, "l"),
    (372, "r"),
    (380, "l"),
    (490, "r"),
    (530, "r"),
    (570, "r"),
    (680, "r"),
    (812, "r"),
)
HEAD = ("NO", "KODE", "NAMA BARANG", "QTY", "SAT", "HARGA", "D1%", "D2%", "POTONGAN", "JUMLAH")


def goods(rng: Random) -> list[tuple[Item, str, str]]:
    lines = []
    for place in range(1, rng.choice((2, 5, 9, 14, 24, 36)) + 1):
        words, uom, low, high = rng.choice(GOODS)
        qty, each = Decimal(rng.randrange(1, 60)), price(rng, low, high, CENT)
        first, second = Decimal(rng.choice((0, 5, 7.5, 10))), Decimal(rng.choice((0, 0, 2, 3)))
        full = cents(qty * each)
        net = cents(full * (100 - first) / 100 * (100 - second) / 100)
        item = Item(words, net, qty, each, uom, str(place), digits(rng, "1#####"), full - net)
        lines.append((item, short(first) if first else "", short(second) if second else ""))
    return lines


def head(paper: Paper, seller: Party, buyer: Party, facts: list[tuple[str, str]]) -> float:
    paper.lines(30, 35, [seller.name, *seller.address, f"NPWP : {seller.tax_id}"], 9, MONO)
    paper.text(421, 35, "FAKTUR", 14, MONO_BOLD, "c")
    paper.lines(560, 35, ["Kepada Yth :", buyer.name, *buyer.address], 9, MONO)
    for place, (label, value) in enumerate(facts):
        paper.text(30 + 270 * (place % 3), 95 + 12 * (place // 3), f"{label:<10}: {value}", 9, MONO)
    for y in (116, 133):
        paper.rule(30, y, 812, y, 0.7)
    paper.row(128, COLUMNS, HEAD, 9, MONO)
    return 146


@family("held back: Indonesian distributor")
def draw(rng: Random) -> Drawn:
    seller, buyer = pair(rng, ("id", "Distribusi"), ("id", "Swalayan"))
    seller, buyer = seller.in_capitals(), buyer.in_capitals()
    day, lines = some_day(rng), goods(rng)
    items = [item for item, _, _ in lines]
    number, due = digits(rng, rng.choice((f"SI{day:%y%m}#####", "FK-0######"))), day + timedelta(days=21)
    net = total_of(items)
    rate, base = (12, cents(net * 11 / 12)) if day.year > 2024 else (11, net)
    tax = share(base, rate)
    total = net + tax
    wrong = planted(rng)

    paper = Paper(A4_WIDE)
    facts = [
        ("No Faktur", number),
        ("Tgl Faktur", f"{day:%d/%m/%Y}"),
        ("Jth Tempo", f"{due:%d/%m/%Y}"),
        ("No SO", digits(rng, "SO######")),
        ("Sales", "0" + digits(rng, "##") + " ANDRI"),
        ("Gudang", "G01 / 0812-0000-1111"),
    ]
    y = head(paper, seller, buyer, facts)
    for place, (item, first, second) in enumerate(lines):
        if y > 525:
            paper.text(812, 545, "Bersambung ke halaman berikut ...", 8, MONO, "r")
            paper.page()
            y = head(paper, seller, buyer, facts)
        qty, each, less = item.qty or CENT, item.unit_price or CENT, item.discount or Decimal(0)
        if wrong and place == 0:
            # The clerk typed one more than was reckoned.
            qty = item.qty = qty + 1
        front = (item.no or "", item.sku or "", item.description, str(qty), item.uom or "", grouped(each, ".", ","))
        paper.row(y, COLUMNS, (*front, first, second, grouped(less, ".", ","), grouped(item.amount, ".", ",")), 9, MONO)
        y += 12.5
    if y > 430:
        paper.page()
        y = head(paper, seller, buyer, facts)
    paper.rule(30, y - 6, 812, y - 6, 0.7)
    names = ("DPP NILAI LAIN", base) if rate == 12 else ("DPP", base)
    for label, value in (("SUB TOTAL", net), names, (f"PPN {rate}%", tax), ("GRAND TOTAL", total)):
        y += 13
        paper.text(560, y, label, 9, MONO_BOLD)
        paper.text(680, y, ": Rp", 9, MONO)
        paper.text(812, y, grouped(value, ".", ","), 9, MONO_BOLD, "r")
    paper.lines(
        30,
        y - 39,
        ["Barang yang sudah dibeli tidak dapat dikembalikan.", "BG/Cek dianggap lunas setelah cair."],
        8,
        MONO,
    )
    for x, words in ((80, "Penerima"), (220, "Pengirim"), (360, "Hormat Kami")):
        paper.text(x, y + 25, words, 9, MONO, "c")
        paper.text(x, y + 75, "(............)", 9, MONO, "c")
    for page in range(1, paper.count + 1):
        paper.turn_to(page)
        paper.text(812, 575, f"Hal {page} / {paper.count}", 8, MONO, "r")
    told = sums(subtotal=net, tax_base=base, tax=tax, total=total, payable=total)
    told_all = truth(
        number=number,
        day=day,
        currency="IDR",
        seller=seller,
        buyer=buyer,
        items=items,
        totals=told,
        due=due,
        pages=range(1, paper.count + 1),
        wrong=wrong,
        tags={"language": "id", "numbers": "1.234.567,89", "tax": f"PPN {rate} %, two discounts a line"},
    )
    return Drawn(paper.pdf(), (told_all,))
