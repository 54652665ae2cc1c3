"""An Indonesian contractor's instalment: a share of a contract whose value stands above it, stamp duty, PPh 4(2)."""

from datetime import timedelta
from decimal import Decimal
from random import Random

from tests.generator.heldback.paper import SERIF, SERIF_BOLD, SERIF_ITALIC, Paper, wrap
from tests.generator.heldback.people import Party, pair
from tests.generator.heldback.sums import ONE, ZERO, Item, cents, price, share, some_day, spelled, truth
from tests.generator.heldback.sums import totals as sums
from tests.generator.registry import Drawn, family

JOBS = (
    "Pekerjaan renovasi gudang bahan baku",
    "Pekerjaan instalasi panel listrik dan penangkal petir",
    "Pembangunan pagar keliling dan pos jaga",
)
STAGES = (("Uang muka", 30), ("Termin II", 40), ("Termin III", 25), ("Pelunasan / retensi", 5))


def rupiah(value: Decimal) -> str:
    """Rp. 12.000,- as clerks write it."""
    return f"Rp. {value:,.0f},-".replace(",", ".").replace(".-", ",-")


def head(paper: Paper, seller: Party, buyer: Party, facts: list[tuple[str, str]]) -> None:
    paper.text(297, 60, seller.name, 18, SERIF_BOLD, "c")
    paper.text(297, 76, "General Contractor - Mechanical - Electrical", 9, SERIF_ITALIC, "c")
    paper.text(297, 89, f"{', '.join(seller.address)} - Telp. 031-5550199", 9, SERIF, "c")
    for y in (96, 98.5):
        paper.rule(60, y, 535, y, 1)
    paper.text(297, 128, "I N V O I C E", 15, SERIF_BOLD, "c")
    for place, (label, value) in enumerate(facts):
        paper.text(60, 158 + 15 * place, label, 10.5, SERIF)
        paper.text(150, 158 + 15 * place, ":", 10.5, SERIF)
        paper.text(158, 158 + 15 * place, value, 10.5, SERIF)
    paper.text(360, 158, "Kepada Yth,", 10.5, SERIF)
    paper.lines(360, 172, [buyer.name, "Up. Bagian Keuangan", *buyer.address], 10.5, SERIF)


@family("held back: Indonesian contractor's instalment")
def draw(rng: Random) -> Drawn:
    seller, buyer = pair(rng, ("id", "Karya"), ("id", "Pangan"))
    seller, day, job = seller.in_capitals().without_tax_id(), some_day(rng), rng.choice(JOBS)
    (stage, percent), contract = rng.choice(STAGES), price(rng, 180e6, 2.4e9, Decimal(500_000))
    amount = share(contract, percent, ONE)
    item = Item(f"{job} {stage} {percent}% x {rupiah(contract)}", amount, no="1")
    rate, base = (12, cents(amount * 11 / 12, ONE)) if day.year > 2024 else (11, amount)
    tax = share(base, rate, ONE)
    stamp = Decimal(10_000) if rng.random() < 0.5 else ZERO
    kept = share(amount, "2.65", ONE) if rng.random() < 0.6 else ZERO
    total = amount + tax + stamp
    payable = total - kept
    month = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"][day.month - 1]
    number, due = f"{rng.randrange(1, 90):03}/KW-INV/{month}/{day.year}", day + timedelta(days=14)
    spk = f"{rng.randrange(10, 99)}/SPK/{month}/{day.year}"

    paper = Paper()
    dated = f"{day.day} {spelled(day, 'id')} {day.year}"
    head(
        paper,
        seller,
        buyer,
        [("Nomor", number), ("Tanggal", dated), ("No. SPK", spk), ("Jatuh tempo", f"{due:%d-%m-%Y}")],
    )
    top, edges = 250.0, (60.0, 90.0, 400.0, 535.0)
    for left, right, title in zip(edges, edges[1:], ("No", "Uraian", "Jumlah"), strict=False):
        paper.box(left, top, right - left, 20, (0.9, 0.9, 0.9))
        paper.box(left, top + 20, right - left, 90)
        paper.text((left + right) / 2, top + 14, title, 10.5, SERIF_BOLD, "c")
    paper.text(75, top + 38, "1", 10.5, SERIF, "c")
    y = paper.lines(96, top + 38, wrap(job, 295, 10.5, SERIF), 10.5, SERIF)
    paper.text(96, y + 2, f"{stage} {percent}% x {rupiah(contract)}", 10.5, SERIF)
    paper.text(529, top + 38, rupiah(amount), 10.5, SERIF, "r")
    rows = [("DPP Nilai Lain" if rate == 12 else "DPP", base), (f"PPN {rate}%", tax)]
    rows += [("Bea Meterai", stamp)] if stamp else []
    rows += [("Jumlah", total)]
    rows += [("PPh Pasal 4 (2) 2,65%", -kept), ("Jumlah Dibayar", payable)] if kept else []
    y = top + 110
    for label, value in rows:
        paper.box(60, y, 340, 18)
        paper.box(400, y, 135, 18)
        font = SERIF_BOLD if label.startswith("Jumlah") else SERIF
        paper.text(394, y + 13, label, 10.5, font, "r")
        paper.text(529, y + 13, f"({rupiah(-value)})" if value < 0 else rupiah(value), 10.5, font, "r")
        y += 18
    bank = ["Mohon ditransfer ke rekening:", "Bank Contoh KCP Rungkut", "A/C 888 000 1234", f"a.n. {seller.name}"]
    paper.lines(60, y + 35, bank, 10, SERIF)
    town = seller.address[-1].split()[0].title()
    paper.lines(440, y + 35, [f"{town}, {dated}", "", "", "", "Ir. Bambang Hardjo", "Direktur"], 10, SERIF, "c")
    told = sums(subtotal=amount, charges=stamp, tax_base=base, tax=tax, total=total, withheld=kept, payable=payable)
    told_all = truth(
        number=number,
        day=day,
        currency="IDR",
        seller=seller,
        buyer=buyer,
        items=[item],
        totals=told,
        pages=[1],
        due=due,
        tags={"language": "id", "numbers": "Rp. 1.234.567,-", "tax": f"PPN {rate} %, instalment of a contract"},
    )
    return Drawn(paper.pdf(), (told_all,))
