"""What Indonesia's bookkeeping programs print: a desktop ledger, a cloud ledger, a medical wholesaler."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, VERA, Bill, bar, price_of, spread
from tests.generator.families.archipelago_senders import ELEVEN, TWELFTHS, TWELVE, words
from tests.generator.forms import cell_row, table
from tests.generator.lands import person
from tests.generator.listing import pairs, room, some
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet
from tests.generator.table import Look

Goods = tuple[tuple[str, str, int], ...]
"""Names with their unit and what they cost about."""
STATIONERY: Goods = (
    ("Kertas HVS A4 80gr Sinar Pagi", "RIM", 54000),
    ("Tinta printer hitam 70ml (compatible)", "BTL", 85000),
    ("Ordner folio 7 cm biru", "PCS", 31000),
    ("Kursi kantor staff jaring, kaki nylon", "UNIT", 1_250_000),
    ("Whiteboard 120 x 240 single face", "UNIT", 890_000),
    ("Kabel UTP Cat6 305m", "ROLL", 2_150_000),
    ("Spidol permanen hitam isi 12", "LSN", 96000),
    ("Jasa instalasi & setting", "LS", 750_000),
    ('Laptop 14" 16GB/512GB, garansi resmi 2 tahun termasuk tas', "UNIT", 11_900_000),
    ("Baterai AA alkaline isi 4", "PAK", 42000),
)


def picked(rng: Random, goods: Goods, count: int) -> list[tuple[str, str, Decimal]]:
    """So many of the goods, each at about its price."""
    chosen = rng.sample(goods, count) if count <= len(goods) else rng.choices(goods, k=count)
    return [(name, unit, price_of(rng, cost * 0.8, cost * 1.25, step="250")) for name, unit, cost in chosen]


def ppn(bill: Bill) -> tuple[Decimal, Decimal]:
    """The rate in force, and the share of the price that bears it."""
    return (TWELVE, TWELFTHS) if bill.date.year >= 2025 else (ELEVEN, Decimal(1))


@family("indonesian-desktop-ledger")
def indonesian_desktop_ledger(rng: Random) -> Drawn:
    """The desktop ledger's Faktur Penjualan: bill-to and ship-to, a grid of small head cells, words in a box."""
    bill = Bill(rng, "ID", rng.choice(("SI.{y}.{m}.#####", "####", "FJ/{m}/0####")))
    bill.included = rng.random() < 0.2
    for name, unit, price in picked(rng, STATIONERY, some(rng, 55)):
        cut = rng.choice((0, 0, 0, 5, 10))
        sku = bill.shape("1000##")
        bill.add(
            name,
            rng.choice((1, 2, 3, 10, 24)),
            price,
            rate=ELEVEN,
            discount=cut,
            uom=unit,
            sku=sku,
            more=(str(cut or ""),),
        )
    off = rng.choice((ZERO, ZERO, bill.sum(bill.rows) // 100000 * 1000))
    bill.reckon(discount=off, at=ELEVEN, slips="total amount qty")
    sheet = Sheet()
    sheet.text(30, 42, bill.seller.name, size=13, bold=True)
    has_id = rng.random() < 0.6
    about = [*bill.seller.address, f"Telp. {bill.seller.phone}"] + ([f"NPWP : {bill.seller.tax_id}"] if has_id else [])
    sheet.lines(30, 54, about, size=8)
    sheet.text(565, 48, "Faktur Penjualan", size=18, bold=True, align="right", colour=(0.15, 0.2, 0.45))
    for x, title, firm in (
        (30, "Tagihan Kepada :", bill.buyer),
        (190, "Kirim Ke :", rng.choice((bill.buyer, bill.ship_to))),
    ):
        sheet.box(x, 104, x + 155, 186)
        street = [line for part in firm.address for line in sheet.wrap(part, 147, 8)]
        sheet.lines(x + 4, 114, [title, *sheet.wrap(firm.name, 147, 8), *street], size=8)
    late, order = rng.random() < 0.4, bill.shape("PO-####/{y}")
    days = (bill.due - bill.date).days
    heads = [("Tanggal", bill.d(bill.date)), ("Nomor #", bill.number)]
    heads += [("Syarat Pembayaran", f"n/{days}"), ("Jatuh Tempo", bill.d(bill.due)) if late else ("FOB", "")]
    heads += [("Ekspedisi", rng.choice(("Diambil", "Truk Sendiri", ""))), ("Tgl. Kirim", bill.d(bill.date))]
    heads += [("No. PO", order if rng.random() < 0.7 else ""), ("Mata Uang", "IDR")]
    for n in range(4):
        cell_row(sheet, 104 + 20.5 * n, 20.5, (355, 455, 565), heads[2 * n : 2 * n + 2], size=7.5, small=6)
    sheet.y = 196
    columns = "55<Kode Barang|200<Nama Barang|32>Kts.|38<Satuan"
    columns += "|75>@Harga|35>Disk %|100>Total Harga"
    rows = [
        (r.sku or "", r.text, bill.q(r.qty), r.uom or "", bill.p(r.price), *r.more, bill.m(r.amount)) for r in bill.rows
    ]
    table(sheet, 30, columns, rows, Look("columns", size=8, header_fill=(0.88, 0.9, 0.95)), bottom=700)
    room(sheet, 120, 800)
    top = sheet.y + 6
    sheet.box(30, top, 340, top + 30)
    sheet.lines(
        34,
        top + 10,
        [f"Terbilang : {sheet.wrap(words(bill.total), 250, 8)[0]}", *sheet.wrap(words(bill.total), 250, 8)[1:]],
        size=8,
    )
    remark = rng.choice(("", f"Penjualan, {bill.buyer.name}", "Harga sudah termasuk PPN" if bill.included else ""))
    sheet.text(34, top + 42, f"Keterangan : {remark}", size=8)
    sums = [("Sub Total", bill.subtotal)] + ([("Diskon", off)] if off else [])
    sums += [("PPN (termasuk)" if bill.included else "PPN 11%", bill.tax), ("Total", bill.total)]
    pairs(sheet, top + 10, "<390 <470 >562", [(a, ":", bill.m(b)) for a, b in sums], size=8.5, step=14, bold=("Total",))
    for x, title in ((110, "Disiapkan Oleh"), (260, "Disetujui Oleh")):
        spread(sheet, top + 66, f"^{x}", [title], size=8)
        sheet.rule(x - 50, top + 104, x + 50, top + 104)
        sheet.text(x - 50, top + 113, "Tgl.", size=7)
    sheet.text(565, 826, f"Halaman {sheet.page}", size=7, align="right")
    shown = f"{'due' if late else ''} {'seller_id' if has_id else ''} subtotal tax qty price"
    truth = bill.truth(sheet, shown, "ship-to", "program-print", "terms-in-cell")
    return Drawn(sheet.finish(), (truth,))


@family("indonesian-cloud-ledger")
def indonesian_cloud_ledger(rng: Random) -> Drawn:
    """The cloud ledger's sheet: coloured titles over both parties, a tax word per line, a balance below the total."""
    bill = Bill(rng, "ID", rng.choice(("INV/{y}/{m}/0###", "1####", "SI-0####")))
    blue, cents = rng.choice(((0.1, 0.45, 0.75), (0.1, 0.55, 0.4), (0.2, 0.2, 0.2))), rng.choice((0, 2))
    for name, unit, price in picked(rng, STATIONERY, some(rng, 16)):
        bill.add(
            name, rng.choice((1, 2, 4, 15)), price, rate=ELEVEN, discount=rng.choice((0, 0, 0, 2, 5)), uom=unit.title()
        )
    bill.reckon(slips="total amount qty")
    bill.withheld = bill.money(bill.subtotal * 2 / 100) if rng.random() < 0.25 else ZERO
    bill.prepaid = rng.choice((ZERO, ZERO, (bill.total / 2).quantize(Decimal(1)), bill.total - bill.withheld))
    sheet = Sheet(face=VERA)
    if rng.random() < 0.7:
        brand = bill.seller.name.replace("PT", "").replace("CV", "").strip(" .").split()[0]
        sheet.text(40, 62, brand, size=24, bold=True, colour=blue)
    sheet.text(555, 58, "INVOICE", size=20, bold=True, align="right", colour=blue)
    heads = [("Referensi", bill.number), ("Tanggal", bill.d(bill.date)), ("Tgl. Jatuh Tempo", bill.d(bill.due))]
    has_id = rng.random() < 0.6
    heads += [("NPWP", bill.seller.tax_id)] if has_id else []
    pairs(sheet, 82, "<355 >555", heads, size=8, step=13)
    for x, title, firm in ((40, "Info Perusahaan", bill.seller), (310, "Tagihan Untuk", bill.buyer)):
        sheet.text(x, 152, title, size=9, bold=True, colour=blue)
        bar(sheet, 157, 1, x, x + 245, blue)
        block = [firm.name, *firm.address, f"Telp: {firm.phone}", f"Email: {firm.mail}"]
        sheet.lines(x, 171, block, size=8, bold_first=True, leading=1.45)
    sheet.y = 240
    columns = "165<Produk|62>Kuantitas|88>Harga (Rp)|50>Diskon"
    columns += "|45^Pajak|105>Jumlah (Rp)"
    rows = []
    for r in bill.rows:
        cut = f"{bill.q((r.discount * 100 / (r.amount + r.discount)).quantize(Decimal(1)))}%" if r.discount else "0%"
        rows.append(
            (r.text, f"{bill.q(r.qty)} {r.uom}", bill.m(r.price or ZERO, cents), cut, "PPN", bill.m(r.amount, cents))
        )
    look = Look("rows", size=8, header_fill=blue, header_white=True, gap=7)
    table(sheet, 40, columns, rows, look, bottom=720)
    room(sheet, 170, 800)
    top = sheet.y + 20
    sums = [("Subtotal", bill.subtotal), ("PPN 11%", bill.tax), ("Total", bill.total)]
    sums += [("Pemotongan PPh 23 (2%)", -bill.withheld)] if bill.withheld else []
    sums += [("Pembayaran diterima", -bill.prepaid)] if bill.prepaid else []
    sums += [("Sisa Tagihan", bill.payable)]
    lines = [(a, f"({bill.m(-b, cents)})" if b < 0 else bill.m(b, cents)) for a, b in sums]
    pairs(sheet, top, "<330 >552", [(a, f"Rp {b}") for a, b in lines], size=8.5, step=17, bold=("Total", "Sisa"))
    note = ["Keterangan", "Terima kasih atas kepercayaan Anda.", "", "Syarat & Ketentuan"]
    note += [
        "Pembayaran ditransfer ke Bank Sentra Dana",
        f"No. Rek {bill.shape('### ###### #')}",
        f"a/n {bill.seller.name}",
    ]
    sheet.lines(40, top, note, size=7.5, bold_first=True)
    sheet.lines(430, top + 112, ["Dengan Hormat,", "", "", person(rng, bill.land), "Finance Dept."], size=8)
    shown = f"due {'seller_id' if has_id else ''} subtotal tax qty price payable"
    return Drawn(sheet.finish(), (bill.truth(sheet, shown, "balance-due", "tax-word", "paid-in-part"),))


MEDICINES: Goods = (
    ("AMLODIPINE 5MG TAB 3X10", "BOX", 48000),
    ("CEFIXIME 100MG KAPS 5X10", "BOX", 112000),
    ("INFUSET DEWASA STERIL", "PCS", 14500),
    ("HANDSCOON NON STERIL UK. M @100", "BOX", 72000),
    ("RINGER LAKTAT 500ML", "FLS", 11250),
    ("KASA HIDROFIL 16X16 STERIL", "PAK", 26000),
    ("SPUIT 5CC LUER LOCK @100", "BOX", 95000),
    ("ALKOHOL SWAB @100", "BOX", 17500),
)


@family("indonesian-medical-wholesaler")
def indonesian_medical_wholesaler(rng: Random) -> Drawn:
    """Supplies to a hospital: batch and expiry, discount in percent and rupiah, the sums as one strip of cells."""
    bill = Bill(rng, "ID", rng.choice(("FK-{y}{m}-####", "J##-#######", "######/PBF/{y}")))
    bill.buyer = replace(
        bill.buyer,
        name=rng.choice(("RS Bhakti Wirasana", "RSUD Kab. Tanah Alas", "RSIA Permata Ibunda", bill.buyer.name)),
    )
    rate, share = ppn(bill)
    for name, unit, price in picked(rng, MEDICINES, some(rng, 30)):
        cut = rng.choice((0, 0, 5, Decimal("7.5"), 12))
        batch, expiry = bill.shape("@@#####"), f"{rng.randint(1, 12):02}/{rng.randint(27, 30)}"
        more = (batch, expiry, bill.q(Decimal(cut), 2) if cut else "")
        bill.add(name, rng.choice((1, 2, 5, 10, 40)), price, rate=rate, discount=cut, uom=unit, more=more)
    stamp = Decimal(10000) if bill.sum(bill.rows) > 5_000_000 and rng.random() < 0.6 else ZERO
    bill.reckon(charges=stamp, share=share, slips="total amount")
    bill.taxes = [tax for tax in bill.taxes if tax.rate]
    sheet = Sheet(size=(842, 595))
    sheet.text(30, 36, bill.seller.name, size=13, bold=True)
    permits = f"Izin PBF No. {bill.shape('FP.01.04/IV/0###/{y}')}   Izin PAK No. {bill.shape('8120########')}"
    sheet.lines(
        30,
        48,
        [
            "Pedagang Besar Farmasi & Alat Kesehatan",
            ", ".join(bill.seller.address),
            permits,
            f"NPWP : {bill.seller.tax_id}",
        ],
        size=7.5,
    )
    sheet.text(421, 36, "FAKTUR", size=15, bold=True, align="centre")
    facts = [("No. Faktur", bill.number), ("Tgl. Faktur", bill.d(bill.date)), ("Jatuh Tempo", bill.d(bill.due))]
    facts += [("No. SP", bill.shape("SP/##/RS/{m}")), ("Sales", person(rng, bill.land).split()[-1].upper())]
    pairs(sheet, 34, "<500 <556 <562", [(a, ":", b) for a, b in facts], size=8, step=10.5)
    to = [f"Kepada Yth. {bill.shape('[R0###]')}", bill.buyer.name, *bill.buyer.address]
    sheet.lines(660, 34, to, size=8)
    sheet.y = 96
    columns = "24^No|206<Nama Barang|62<No. Batch|42^E.D.|40>Qty"
    columns += "|34<Sat|90>Harga HNA|48>Disc %|86>Disc Rp|150>Jumlah Rp"
    rows = []
    for n, r in enumerate(bill.rows, 1):
        less = bill.m(r.discount) if r.discount else ""
        rows.append(
            (
                str(n),
                r.text,
                *r.more[:2],
                bill.q(r.qty),
                r.uom or "",
                bill.p(r.price),
                r.more[2],
                less,
                bill.m(r.amount),
            )
        )
    table(sheet, 30, columns, rows, bottom=450)
    room(sheet, 130, 570)
    _strip_and_signatures(sheet, bill, stamp, rng)
    truth = bill.truth(sheet, "due seller_id subtotal tax_base tax qty price", "landscape", "sum-strip", "batches")
    return Drawn(sheet.finish(), (bill.charge_as_line(truth),))


def _strip_and_signatures(sheet: Sheet, bill: Bill, stamp: Decimal, rng: Random) -> None:
    rate = bill.taxes[0].rate
    strip = [
        ("JUMLAH", bill.subtotal),
        ("DPP NILAI LAIN" if rate == TWELVE else "DPP", bill.tax_base),
        (f"PPN {bill.q(rate)}%", bill.tax),
    ]
    strip += [("MATERAI", stamp), ("TOTAL FAKTUR", bill.total)]
    y = cell_row(
        sheet, sheet.y + 6, 26, (30, 186, 342, 498, 590, 812), [(a, bill.m(b)) for a, b in strip], size=9.5, side=">"
    )
    sheet.text(30, y + 14, f"Terbilang : # {words(bill.total)} #", size=8)
    signers = ["Penerima,", "Gudang,", "Apoteker Penanggung Jawab,"]
    spread(sheet, y + 32, "^110 ^330 ^600", signers, size=8)
    below = ["Nama jelas, cap & SIPA", "( ................ )", f"apt. {person(rng, bill.land).split()[-1]}, S.Farm"]
    spread(sheet, y + 70, "^110 ^330 ^600", below, size=7.5)
    note = "Barang yang sudah diterima dengan baik tidak dapat dikembalikan. Giro/cek dianggap sah setelah cair."
    sheet.text(30, y + 88, note, size=6.5, colour=GREY)
