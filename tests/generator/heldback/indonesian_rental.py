"""An Indonesian equipment renter: column rules only, DPP nilai lain, PPN 12 %, PPh 23 taken off, the sum in words."""

from datetime import timedelta
from decimal import Decimal
from random import Random

from tests.generator.heldback.paper import SANS_BOLD, SANS_ITALIC, Paper, wrap
from tests.generator.heldback.people import Party, digits, pair
from tests.generator.heldback.sums import (
    ONE,
    ZERO,
    Item,
    cents,
    grouped,
    planted,
    price,
    share,
    some_day,
    spelled,
    total_of,
    truth,
)
from tests.generator.heldback.sums import totals as sums
from tests.generator.registry import Drawn, family

RENTALS = (
    ("Sewa forklift diesel 3 ton, termasuk operator", "unit", 6_500_000, 14_000_000),
    ("Sewa genset silent 100 kVA", "hari", 850_000, 1_600_000),
    ("Jasa mobilisasi dan demobilisasi alat", "trip", 1_200_000, 4_000_000),
    ("Sewa scaffolding lengkap dengan catwalk, join pin, dan roda pengunci", "set", 35_000, 90_000),
    ("Jasa perawatan berkala (ganti oli, filter udara, filter solar)", "kali", 400_000, 1_750_000),
    ("Sewa crane 25 ton, minimum 8 jam per hari", "jam", 450_000, 800_000),
)
EDGES = (45.0, 75.0, 290.0, 330.0, 370.0, 455.0, 550.0)
HUNDRED = Decimal(100)


def in_words(value: int) -> str:
    """402 is "empat ratus dua": noise for a reader of numbers, but no Indonesian invoice goes without."""
    small = ["", "satu", "dua", "tiga", "empat", "lima", "enam", "tujuh", "delapan", "sembilan", "sepuluh", "sebelas"]
    if value < 12:
        return small[value]
    if value < 20:
        return f"{small[value - 10]} belas"
    for size, name in ((10**9, "miliar"), (10**6, "juta"), (1000, "ribu"), (100, "ratus"), (10, "puluh")):
        if value >= size:
            some = "se" if value // size == 1 and size in {100, 1000} else in_words(value // size).strip() + " "
            return f"{some}{name} {in_words(value % size)}"
    raise AssertionError


class Rupiah:
    """One vendor's way to write sums: with or without the decimals, always with points."""

    def __init__(self, rng: Random) -> None:
        self.places, self.mark = rng.choice((0, 0, 2)), rng.choice(("Rp ", "Rp", ""))

    def bare(self, value: Decimal) -> str:
        return grouped(value, ".", ",", self.places)

    def __call__(self, value: Decimal) -> str:
        return self.mark + self.bare(value)


def rentals(rng: Random) -> list[Item]:
    items = []
    for place in range(1, rng.choice((1, 2, 3, 4, 6, 10, 16)) + 1):
        words, uom, low, high = rng.choice(RENTALS)
        qty, each = Decimal(rng.randrange(1, 26)), price(rng, low, high, Decimal(500))
        items.append(Item(words, qty * each, qty, each, uom, str(place)))
    return items


def head(paper: Paper, seller: Party, buyer: Party, facts: list[tuple[str, str]]) -> None:
    paper.text(45, 55, seller.name, 15, SANS_BOLD, colour=(0.7, 0.1, 0.1))
    paper.lines(45, 69, [", ".join(seller.address), f"Telp. (021) 555 0123   NPWP {seller.tax_id}"], 8)
    paper.rule(45, 86, 550, 86, 2, (0.7, 0.1, 0.1))
    paper.text(297, 110, "FAKTUR PENJUALAN", 14, SANS_BOLD, "c")
    for place, (label, value) in enumerate(facts):
        paper.text(345, 135 + 13 * place, label, 9)
        paper.text(425, 135 + 13 * place, f": {value}", 9)
    paper.text(45, 135, "Kepada Yth.", 9)
    paper.lines(45, 148, [buyer.name, *buyer.address, f"NPWP: {buyer.tax_id}"], 9)


def table(paper: Paper, items: list[Item], rupiah: Rupiah) -> float:
    titles = ("No", "Keterangan", "Jml", "Satuan", "Harga Satuan", "Jumlah")
    paper.box(45, 210, 505, 18, (0.93, 0.93, 0.93))
    for left, right, title in zip(EDGES, EDGES[1:], titles, strict=False):
        paper.text((left + right) / 2, 222, title, 8.5, SANS_BOLD, "c")
    y = 242.0
    for item in items:
        assert item.unit_price is not None
        columns = ((60, "c"), (310, "c"), (350, "c"), (450, "r"), (545, "r"))
        money = (rupiah.bare(item.unit_price), rupiah.bare(item.amount))
        paper.row(y, columns, (item.no or "", str(item.qty), item.uom or "", *money), 8.5)
        y = paper.lines(80, y, wrap(item.description, 205, 8.5), 8.5) + 3
    bottom = max(y, 330)
    for edge in EDGES:
        paper.rule(edge, 210, edge, bottom)
    paper.rule(45, bottom, 550, bottom)
    return bottom


@family("held back: Indonesian rental with PPh 23")
def draw(rng: Random) -> Drawn:
    seller, buyer = pair(rng, ("id", rng.choice(("Alat Berat", "Teknik"))), ("id", "Konstruksi"))
    seller = seller.in_capitals()
    buyer = Party(buyer.name, buyer.address, digits(rng, "##.###.###.#-###.000"))
    day, items, rupiah = some_day(rng), rentals(rng), Rupiah(rng)
    roman = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"][day.month - 1]
    number = f"{rng.randrange(1, 400):03}/INV/{rng.choice(('AB', 'TKN', 'FIN'))}/{roman}/{day.year}"
    net = total_of(items)
    less = share(net, 5, HUNDRED) if rng.random() < 0.3 else ZERO
    price_base = net - less
    # Since 2025 the rate is 12 % of eleven twelfths; before, it was 11 % of the whole.
    rate, base = (12, cents(price_base * 11 / 12, ONE)) if day.year > 2024 else (11, price_base)
    tax = share(base, rate, ONE)
    kept = share(price_base, 2, ONE) if rng.random() < 0.7 else ZERO
    wrong = planted(rng)
    total = price_base + tax
    if wrong:
        total += 9000
    payable, due = total - kept, day + timedelta(days=30)

    paper, po = Paper(), digits(rng, f"PO-{day:%y}0####")
    dated = f"{day.day} {spelled(day, 'id')} {day.year}"
    facts = [("No. Faktur", number), ("Tanggal", dated), ("No. PO", po), ("Jatuh Tempo", f"{due:%d/%m/%Y}")]
    head(paper, seller, buyer, facts)
    y = table(paper, items, rupiah)
    rows = [("Sub Total", net)]
    if less:
        rows += [("Potongan 5%", -less), ("Harga Jual", price_base)]
    rows += [("DPP Nilai Lain (11/12)" if rate == 12 else "DPP", base), (f"PPN {rate}%", tax), ("Total", total)]
    if kept:
        rows += [("PPh Pasal 23 (2%)", -kept), ("Total Tagihan", payable)]
    for label, value in rows:
        y += 14
        bold = SANS_BOLD if label.startswith("Total") else "Helvetica"
        paper.text(340, y, label, 9, bold)
        written = f"({rupiah(-value)})" if value < 0 else rupiah(value)
        paper.text(545, y, written, 9, bold, "r")
    paper.text(45, y + 24, f"Terbilang: # {in_words(int(payable)).strip()} rupiah #", 8, SANS_ITALIC)
    bank = ["Pembayaran ditransfer ke:", "Bank Contoh Cab. Bekasi, a/n " + seller.name, "No. Rek. 123 456 7890 (IDR)"]
    paper.lines(45, y + 48, bank, 8.5)
    paper.lines(490, y + 48, ["Hormat kami,", "", "", "", "", "( Wulandari )", "Bag. Keuangan"], 9, align="c")
    told = sums(subtotal=net, discount=less, tax_base=base, tax=tax, total=total, withheld=kept, payable=payable)
    told_all = truth(
        number=number,
        day=day,
        currency="IDR",
        seller=seller,
        buyer=buyer,
        items=items,
        totals=told,
        pages=[1],
        due=due,
        po=po,
        wrong=wrong,
        tags={
            "language": "id",
            "numbers": "1.234.567",
            "tax": f"PPN {rate} %, income tax withheld" if kept else f"PPN {rate} %",
        },
    )
    return Drawn(paper.pdf(), (told_all,))
