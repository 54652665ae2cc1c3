"""Indonesia's trades: a dealer's workshop and an organiser of events."""

from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, VERA, WHITE, Bill, bar, price_of, spread
from tests.generator.families.archipelago_senders import ELEVEN, words
from tests.generator.families.nusantara_senders import Goods, picked
from tests.generator.forms import table
from tests.generator.ink import number_text
from tests.generator.lands import person
from tests.generator.listing import listing, pairs, room, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, Truth, family
from tests.generator.sheet import COURIER, Sheet
from tests.generator.table import Look

WORK = (
    "Jasa servis berkala 20.000 km",
    "Spooring & balancing",
    "Ganti kampas rem depan",
    "Tune up injeksi",
    "Jasa ganti oli",
)
PARTS: Goods = (
    ("OLI MESIN 10W-40 SN 4L", "GLN", 385_000),
    ("FILTER OLI", "PC", 62000),
    ("KAMPAS REM DPN ASSY", "SET", 540_000),
    ("BUSI IRIDIUM", "PC", 128_000),
    ("FILTER UDARA", "PC", 145_000),
    ("WIPER BLADE LH", "PC", 97000),
    ("AKI 45AH MF", "PC", 1_050_000),
)


@family("indonesian-dealer-workshop")
def indonesian_dealer_workshop(rng: Random) -> Drawn:
    """A dealer's needle print: the car's data on top, work and parts with sums of their own, one bill for both."""
    bill = Bill(rng, "ID", rng.choice(("WO{y}{m}####", "##/SRV/#####", "INV#########")))
    for text in rng.sample(WORK, rng.randint(1, 3)):
        bill.add(
            text,
            Decimal(rng.choice(("1", "0.5", "1.5", "2"))),
            price_of(rng, 90000, 600000, step="5000"),
            rate=ELEVEN,
            uom="FR",
            more=("JASA",),
        )
    for text, unit, price in picked(rng, PARTS, rng.randint(0, 7)):
        sku, cut, more = bill.shape("#####-@@@-###"), rng.choice((0, 0, 10)), ("SUKU CADANG",)
        bill.add(text, rng.choice((1, 1, 2, 4)), price, rate=ELEVEN, discount=cut, sku=sku, uom=unit, more=more)
    bill.reckon(slips="total amount")
    sheet = Sheet(face=COURIER)
    sheet.text(36, 44, bill.seller.name, size=12, bold=True)
    sheet.lines(
        36,
        56,
        [
            "AUTHORIZED DEALER - SERVICE & SPARE PARTS",
            ", ".join(bill.seller.address),
            f"TELP {bill.seller.phone}  NPWP {bill.seller.tax_id}",
        ],
        size=8,
    )
    sheet.text(559, 44, "FAKTUR SERVIS", size=12, bold=True, align="right")
    car = [
        ("NO. POLISI", bill.shape("B #### @@@")),
        ("NO. RANGKA", bill.shape("MHK@##@@##K0#####")),
        ("TIPE / THN", rng.choice(("SANTAI 1.5 G M/T / 2021", "LINCAH 1.0 R / 2019"))),
    ]
    car += [
        ("KM", bill.q(Decimal(rng.randint(5000, 140000)))),
        ("SA / MEKANIK", f"{person(rng, bill.land).split()[-1]} / UJANG"),
    ]
    facts = [
        ("NO. FAKTUR", bill.number),
        ("TGL. FAKTUR", bill.d(bill.date)),
        ("PELANGGAN", bill.buyer.name),
        ("ALAMAT", bill.buyer.street),
        ("", bill.buyer.city),
    ]
    pairs(sheet, 98, "<36 <105 <112", [(a, ":" if a else "", b) for a, b in facts], size=8, step=11)
    pairs(sheet, 98, "<350 <425 <432", [(a, ":", b) for a, b in car], size=8, step=11)
    stops = "<36 <60 <160 >350 <356 >440 >480 >559"
    dashes = "-" * 109
    sheet.text(36, 160, dashes, size=8)
    spread(sheet, 170, stops, ["NO", "KODE", "KETERANGAN", "QTY", "", "HARGA", "DISC", "JUMLAH"], size=8)
    sheet.text(36, 180, dashes, size=8)
    sheet.y, parts = 192, dict.fromkeys(r.more[0] for r in bill.rows)
    for part in parts:
        _workshop_part(sheet, bill, part, stops)
    room(sheet, 140)
    sheet.text(36, sheet.y, dashes, size=8)
    sums = [
        ("TOTAL JASA + PART", bill.subtotal),
        ("DPP", bill.tax_base),
        ("PPN 11%", bill.tax),
        ("TOTAL BAYAR", bill.total),
    ]
    y = pairs(sheet, sheet.y + 12, "<370 >559", [(a, bill.m(b)) for a, b in sums], size=8.5, step=12, bold=("TOTAL B",))
    paid = rng.choice(("TUNAI", "DEBIT", "TEMPO"))
    sheet.lines(
        36,
        sheet.y + 12,
        [f"CARA BAYAR : {paid}", *sheet.wrap(f"TERBILANG : {words(bill.total).upper()}", 300, 7.5)],
        size=7.5,
    )
    spread(sheet, y + 24, "^110 ^300 ^480", ["PELANGGAN", "KASIR", "HORMAT KAMI"], size=8)
    sheet.lines(
        36,
        y + 72,
        [
            "GARANSI SERVIS 1.000 KM ATAU 2 MINGGU. SUKU CADANG YANG TELAH DIBELI TIDAK DAPAT DIKEMBALIKAN.",
            "SERVIS BERIKUTNYA : 6 BULAN LAGI. BOOKING SERVIS WA 0812-0000-11##".replace("##", "22"),
        ],
        size=6.5,
    )
    return Drawn(
        sheet.finish(),
        (bill.truth(sheet, "seller_id subtotal tax_base tax qty price", "sections", "needle-print", "vehicle"),),
    )


def _workshop_part(sheet: Sheet, bill: Bill, part: str, stops: str) -> None:
    rows = [r for r in bill.rows if r.more[0] == part]
    sheet.text(36, sheet.y, f"** {part} **", size=8)
    sheet.y += 12
    lines = []
    for n, r in enumerate(rows, 1):
        cut = "10%" if r.discount else ""
        lines.append((str(n), r.sku or "", r.text, bill.q(r.qty), r.uom or "", bill.p(r.price), cut, bill.m(r.amount)))
    listing(sheet, stops, lines, turn=turned(sheet, lambda: None), size=8, gap=2)
    sheet.y = spread(sheet, sheet.y + 2, ">480 >559", [f"SUB TOTAL {part}", bill.m(bill.sum(rows))], size=8) + 8


EVENT: Goods = (
    ("Sewa sound system 10.000 watt", "set", 6_500_000),
    ("LED videotron P3", "m2", 550_000),
    ("MC bilingual", "org", 4_000_000),
    ("Crew & runner", "org", 350_000),
    ("Dekorasi panggung", "ls", 18_000_000),
    ("Genset 100 kVA", "unit", 3_750_000),
    ("Usher", "org", 600_000),
    ("Dokumentasi foto & video", "tim", 5_000_000),
)


@family("indonesian-event-organiser")
def indonesian_event_organiser(rng: Random) -> Drawn:
    """An event's costs: quantity times days times price on each line, a management fee, a down payment taken off."""
    bill = Bill(rng, "ID", rng.choice(("###/INV-EO/{m}/{y}", "EO-{y}-###", "INV.0##/@@/{y}")))
    for text, unit, price in picked(rng, EVENT, rng.randint(2, 8)):
        qty, days = rng.choice((1, 2, 4, 8, 24)), rng.choice((1, 2, 3))
        bill.add(text, qty * days, price, rate=ELEVEN, uom=unit, more=(str(qty), unit, str(days)))
    fee = bill.money(bill.sum(bill.rows) * rng.choice((8, 10)) / 100)
    bill.reckon(charges=fee, at=ELEVEN)
    bill.prepaid = rng.choice((ZERO, bill.money(bill.total / 2)))
    bill.withheld = rng.choice((ZERO, bill.money(bill.tax_base * 2 / 100)))
    sheet, ink = Sheet(face=VERA), (0.55, 0.1, 0.45)
    bar(sheet, 0, 90, 0, 595, ink)
    sheet.text(
        40, 54, rng.choice(("GEMPITA PRODUCTION", "ruang riuh", "LINTAS PANGGUNG")), size=22, bold=True, colour=WHITE
    )
    sheet.text(40, 72, f"a creative event company by {bill.seller.name}", size=8, colour=WHITE)
    sheet.text(555, 54, "INVOICE", size=18, align="right", colour=WHITE)
    project = rng.choice(("Gathering Karyawan 2025", "Product Launching - Bandung", "HUT ke-25 Perusahaan"))
    sheet.lines(
        40,
        116,
        ["KEPADA", bill.buyer.name, *bill.buyer.address, f"Attn: {person(rng, bill.land)}"],
        size=8.5,
        bold_first=True,
    )
    facts = [
        ("Nomor", bill.number),
        ("Tanggal", bill.d(bill.date)),
        ("Project", project),
        ("No. PO / SPK", bill.shape("45000#####")),
    ]
    pairs(sheet, 116, "<330 <400", facts, size=8.5, step=14)
    sheet.y = 190
    columns = "22^No|190<Deskripsi|32>Qty|36<Sat.|38>Hari|92>Harga Satuan|105>Jumlah"
    rows = [
        (str(n), r.text, *r.more, f"Rp {bill.p(r.price)}", f"Rp {bill.m(r.amount)}") for n, r in enumerate(bill.rows, 1)
    ]
    table(sheet, 40, columns, rows, Look("grid", size=8, header_fill=(0.95, 0.88, 0.94), gap=5))
    sums = [
        ("Total Biaya Produksi", bill.subtotal),
        ("Management Fee", fee),
        ("Jumlah", bill.tax_base),
        ("PPN 11%", bill.tax),
        ("Grand Total", bill.total),
    ]
    sums += [("PPh 23 (2%)", -bill.withheld)] if bill.withheld else []
    sums += [("DP 50%", -bill.prepaid)] if bill.prepaid else []
    sums += [("Pelunasan" if bill.prepaid else "Total Transfer", bill.payable)] if bill.prepaid or bill.withheld else []
    y = pairs(
        sheet,
        sheet.y + 16,
        "<340 >550",
        [(a, f"Rp {bill.m(b)}") for a, b in sums],
        size=8.5,
        step=15,
        bold=("Grand", "Pelunasan"),
    )
    sheet.lines(
        40,
        sheet.y + 16,
        ["Pembayaran:", "Bank Arta Nusa KCP Sudirman", bill.shape("### #### ###"), f"a.n. {bill.seller.name}"],
        size=8,
        bold_first=True,
    )
    sheet.lines(40, y + 8, sheet.wrap(f"Terbilang : {words(bill.payable)}", 500, 8), size=8)
    sheet.lines(420, y + 40, ["Hormat kami,", "", "", "", person(rng, bill.land), "Direktur"], size=8.5)
    sheet.text(
        297,
        822,
        f"{', '.join(bill.seller.address)} | {bill.seller.phone} | {bill.seller.mail}",
        size=7,
        align="centre",
        colour=GREY,
    )
    shown = f"subtotal tax_base tax price {'payable' if bill.prepaid or bill.withheld else ''}"
    truth = bill.truth(sheet, shown, "quantity-by-days", "management-fee", "down-payment", "trade-name")
    return Drawn(sheet.finish(), (_by_days(bill.charge_as_line(truth), bill),))


def _by_days(truth: Truth, bill: Bill) -> Truth:
    """Two columns multiply to the quantity: the first of them, their product, or none is read."""
    for items in (truth["items"], *(other["items"] for other in truth.get("or", ()))):
        for item, row in zip(items, bill.rows, strict=False):
            item["qty"] = [None, row.more[0], number_text(row.qty or ZERO)]
    return {**truth, "expect": "any" if truth["expect"] == "accept" else truth["expect"]}
