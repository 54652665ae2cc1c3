"""From Indonesia's offices: licences in dollars with the state's rate, newspaper space, a machine's down payment."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.asian_folk import address, block, brand, in_line, roman, settle, somebody, term_alone, with_mandate
from tests.generator.bill import GREY, VERA, WHITE, Bill, bar, price_of, spread
from tests.generator.english_folk import shown, with_po
from tests.generator.forms import cell_row, table
from tests.generator.indonesian import Goods, english_words, ppn, some_goods, words
from tests.generator.listing import pairs, room
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import TIMES, Sheet
from tests.generator.table import Look

LICENCES: Goods = (
    ("Endpoint protection subscription, per device", "EA", 32),
    ("Firewall FW-60 24x7 support renewal", "EA", 415),
    ("Virtualisation standard, per core", "EA", 148),
    ("Managed backup 1 TB", "TB", 95),
    ("Jasa implementasi & knowledge transfer", "MD", 310),
    ("Access point indoor AX3000", "EA", 268),
)


@family("indonesian-licences-in-dollars")
def indonesian_licences_in_dollars(rng: Random) -> Drawn:
    """A systems integrator in dollars: part numbers and terms under each name, PPN in dollars and again in rupiah."""
    bill = Bill(rng, "ID", rng.choice(("INV-{y}-####", "{y}{m}/SI/####", "IN#######")), currency="USD")
    settle(bill, "PT {} Solusi Informatika|PT. {} Datacom|PT {} Integrasi Teknologi")
    bill.numbers, bill.day_format = replace(bill.numbers, sample="1,234.56"), rng.choice(("%d %B %Y", "%d-%m-%Y"))
    rate, share = ppn(bill)
    for text, unit, price in some_goods(rng, LICENCES, 14):
        sku, term = bill.shape("@@-####-@#"), f"Periode {bill.d(bill.date)} - {bill.d(bill.date, 364)}"
        notes = (f"P/N {sku}", term) if rng.random() < 0.4 else (f"P/N {sku}",)
        bill.add(text, rng.choice((1, 2, 5, 25, 120)), price, rate=rate, uom=unit, sku=sku, notes=notes)
    bill.reckon(share=share, slips="total amount qty")
    kurs = Decimal(rng.randint(158_000, 168_000)) / 10
    sheet, blue = Sheet(face=VERA), (0.05, 0.2, 0.45)
    bar(sheet, 0, 842, 0, 12, blue)
    sheet.text(36, 52, brand(bill), size=15, bold=True, colour=blue)
    sheet.lines(36, 66, [bill.seller.name, *address(bill.seller), f"NPWP {bill.seller.tax_id}"], size=7.5)
    sheet.text(559, 54, "INVOICE", size=20, bold=True, align="right", colour=blue)
    late, has_id = rng.random() < 0.6, rng.random() < 0.5
    order = bill.shape(rng.choice(("PO-{y}-####", "41000#####"))) * (rng.random() < 0.8)
    facts = [("Nomor / Number", bill.number), ("Tanggal / Date", bill.d(bill.date))]
    facts += [("Termin / Terms", f"{(bill.due - bill.date).days} hari / days")]
    facts += [("Jatuh tempo / Due date", bill.d(bill.due))] if late else []
    facts += [("No. PO", order)] if order else []
    y = pairs(sheet, 74, "<340 >559", facts, size=8, step=13)
    to = ["Ditagihkan kepada / Bill to", bill.buyer.name, *address(bill.buyer)]
    to += [f"NPWP : {bill.buyer.tax_id}"] if has_id else []
    to += [f"Attn. {somebody(bill)}"] if rng.random() < 0.6 else []
    sheet.y = max(y, sheet.lines(36, 136, block(sheet, to, 290, 8), size=8)) + 8
    rows = []
    for n, r in enumerate(bill.rows, 1):
        name = "\n".join((r.text, *r.notes))
        rows.append((str(n), name, bill.q(r.qty), r.uom or "", bill.p(r.price), bill.m(r.amount)))
    heads = "24^No|257<Deskripsi / Description|38>Qty|34<UoM|78>Harga / Price|92>Jumlah / Amount"
    table(sheet, 36, heads, rows, Look("rows", size=8, header_fill=blue, header_white=True, gap=5), bottom=640)
    room(sheet, 190, 820)
    sums = [("Subtotal", bill.subtotal)] + ([("DPP Nilai Lain / Other Tax Base", bill.tax_base)] if share != 1 else [])
    sums += [(f"PPN / VAT {bill.q(rate)}%", bill.tax), ("Total USD", bill.total)]
    top = sheet.y + 16
    y = pairs(sheet, top, "<330 >556", [(a, bill.m(b)) for a, b in sums], size=8.5, step=14, bold=("Total",))
    rupiah = [("Kurs pajak KMK", kurs, 2), ("DPP (Rp)", bill.tax_base * kurs, 0), ("PPN (Rp)", bill.tax * kurs, 0)]
    lines = [(a, ":", bill.m(b, places)) for a, b, places in rupiah]
    low = pairs(sheet, top, "<36 <125 >230", lines, size=7.5, step=11)
    said = block(sheet, [f"In words : US Dollars {english_words(bill.total, '{}| and {} cents').lower()}"], 520, 8)
    y = sheet.lines(36, max(y, low) + 4, said, size=8)
    bank = ["Pembayaran / Payment :", bill.seller.name, "Bank Arta Nusa, KCU Sudirman"]
    bank += [f"USD : {bill.shape('### ### ####')}", f"IDR : {bill.shape('### ### ####')} (PPN)"]
    sheet.lines(36, y + 8, bank, size=7.5)
    sheet.lines(400, y + 8, ["Hormat kami / Regards,", "", "", "", somebody(bill), "Finance & Accounting"], size=8)
    printed = shown("seller_id subtotal tax qty price", due=late, buyer_id=has_id, tax_base=share != 1)
    truth = with_po(bill.truth(sheet, printed, "two-currencies", "bilingual", "part-number-below"), order)
    return Drawn(sheet.finish(), (truth if late else term_alone(truth, bill),))


PAGES = ("Hal. 1 FC", "Hal. Dalam BW", "Iklan Baris", "Advetorial Hal. 7", "Ucapan Selamat", "Lelang / Pengumuman")


@family("indonesian-newspaper-space")
def indonesian_newspaper_space(rng: Random) -> Drawn:
    """Space in a newspaper: columns by millimetres by insertions make the quantity, a price per mmk, discounts."""
    bill = Bill(rng, "ID", rng.choice(("IK-######", "###/IKL/{m}/{y}", "AD{y}####")))
    settle(bill, "PT {} Pers|PT {} Media Grafika|PT. Harian {}", "PT {}|Dinas Kesehatan Kab. {}|PT Bank {}|CV {} Adv")
    rate, share = ppn(bill)
    for _ in range(rng.choice((1, 1, 2, 4, 7))):
        columns, height, times = rng.randint(1, 7), rng.choice((50, 100, 200, 270, 540)), rng.choice((1, 1, 2, 3))
        cut, day = rng.choice((0, 0, 10, 25)), bill.d(bill.date, -rng.randint(1, 20))
        size = f"{columns} kol x {height} mm" + (f" x {times}" if times > 1 else "")
        more = (day, size, f"{cut}%" if cut else "-")
        price = price_of(rng, 12_000, 65_000, step="500")
        bill.add(rng.choice(PAGES), columns * height * times, price, rate=rate, discount=cut, uom="mmk", more=more)
    bill.reckon(share=share, slips="total amount")
    bill.withheld = bill.money(bill.subtotal * 2 / 100) if rng.random() < 0.4 else ZERO
    sheet = Sheet(face=TIMES)
    sheet.text(40, 60, rng.choice(("Suara Tanjung", "HARIAN FAJAR LAUT", "Pelita Kota")), size=26, bold=True)
    sheet.text(40, 74, f"Diterbitkan oleh {bill.seller.name} - {in_line(bill.seller)}", size=7.5)
    bar(sheet, 80, 3, 40, 555, (0, 0, 0))
    sheet.text(297, 102, rng.choice(("FAKTUR IKLAN", "INVOICE IKLAN")), size=13, bold=True, align="centre")
    late = rng.random() < 0.7
    order = bill.shape("MO-#####") * (rng.random() < 0.6)
    cells = [("No. Faktur", bill.number), ("Tanggal", bill.d(bill.date)), ("No. Order", order or "-")]
    cells += [("Jatuh Tempo", bill.d(bill.due) if late else "Tunai"), ("AE", somebody(bill).split()[0])]
    cell_row(sheet, 112, 26, (40, 160, 255, 345, 455, 555), cells)
    to = ["Pemasang Iklan :", bill.buyer.name, *address(bill.buyer)]
    sheet.y = sheet.lines(40, 156, block(sheet, to, 400, 9), size=9) + 6
    rows = []
    for n, r in enumerate(bill.rows, 1):
        texts = (r.more[0], r.text, r.more[1], f"{bill.q(r.qty)} mmk", bill.p(r.price), r.more[2], bill.m(r.amount))
        rows.append((str(n), *texts))
    heads = "22^No|78<Tgl. Muat|92<Jenis / Halaman|95<Ukuran|55>Volume|52>Tarif|36^Disc|85>Jumlah (Rp)"
    table(sheet, 40, heads, rows, Look("columns", size=8.5, gap=5))
    sums = [("Jumlah", bill.subtotal)] + ([("DPP Nilai Lain", bill.tax_base)] if share != 1 else [])
    sums += [(f"PPN {bill.q(rate)}%", bill.tax), ("Total", bill.total)]
    sums += [("PPh 23", -bill.withheld), ("Netto", bill.payable)] if bill.withheld else []
    lines = [(a, "Rp", bill.m(b)) for a, b in sums]
    y = pairs(sheet, sheet.y + 16, "<370 <440 >552", lines, size=9.5, step=15, bold=("Total", "Netto"))
    y = sheet.lines(40, y + 2, sheet.wrap(f"Terbilang : {words(bill.payable)}", 500, 9), size=9)
    notes = [
        "Pembayaran dianggap sah apabila telah diterima di rekening :",
        f"Bank Sentra Dana {bill.shape('#########')}",
    ]
    sheet.lines(40, y + 10, [*notes, f"a.n. {bill.seller.name}", "Bukti muat terlampir."], size=8.5)
    sheet.lines(420, y + 10, ["Bagian Iklan,", "", "", "", somebody(bill)], size=9)
    sheet.text(
        297,
        822,
        f"NPWP {bill.seller.tax_id}  |  Telp {bill.seller.phone}  |  {bill.seller.mail}",
        size=7,
        align="centre",
    )
    printed = shown("seller_id subtotal tax qty price", due=late, tax_base=share != 1, payable=bill.withheld)
    truth = with_mandate(bill.truth(sheet, printed, "sizes-multiplied", "trade-name", "seller-id-at-foot"), order)
    return Drawn(sheet.finish(), (truth,))


MACHINES = (
    "Mesin filling cup 4 line",
    "Boiler 2 ton/jam",
    "Conveyor belt 12 m",
    "Mesin CNC router 1325",
    "Genset silent 250 kVA",
)
STAGES = (("Uang muka (DP)", 30), ("Uang muka (DP)", 50), ("Termin II - barang siap kirim", 40), ("Pelunasan", 20))


@family("indonesian-machine-down-payment")
def indonesian_machine_down_payment(rng: Random) -> Drawn:
    """One line for a part of an order: the order's whole value stands in the text, and only the part is billed."""
    bill = Bill(rng, "ID", "###")
    settle(bill, "PT {} Mesindo|CV. {} Machinery|PT. {} Teknik Utama")
    bill.number = roman(bill, rng.choice(("0##/INV-DP/{r}/{y}", "###/@@@/FIN/{r}/{y}", "{y}.{r}.###")))
    rate, share = ppn(bill)
    machine, (stage, part) = rng.choice(MACHINES), rng.choice(STAGES)
    whole, order = price_of(rng, 80e6, 1.9e9, step="500000"), bill.shape("PO/{y}/####")
    text = f"{stage} {part}% atas pembelian {rng.choice((1, 2))} unit {machine}"
    notes = (f"PO No. {order} tgl. {bill.d(bill.date, -12)}", f"Nilai PO Rp {bill.m(whole)} (belum termasuk PPN)")
    bill.add(text, None, whole * part / 100, rate=rate, notes=notes)
    bill.reckon(share=share)
    sheet, green = Sheet(), (0.0, 0.35, 0.3)
    bar(sheet, 28, 40, 340, 567, green)
    sheet.text(
        555, 55, rng.choice(("INVOICE", "TAGIHAN", "INVOICE / FAKTUR")), size=16, bold=True, align="right", colour=WHITE
    )
    sheet.text(36, 48, bill.seller.name, size=13, bold=True, colour=green)
    about = [*address(bill.seller), f"Telp. {bill.seller.phone}", f"NPWP {bill.seller.tax_id}"]
    sheet.lines(36, 60, about, size=7.5)
    has_id, late = rng.random() < 0.6, rng.random() < 0.5
    to = ["Kepada :", bill.buyer.name, *address(bill.buyer)] + ([f"NPWP : {bill.buyer.tax_id}"] if has_id else [])
    low = sheet.lines(36, 128, block(sheet, to, 280, 9), size=9)
    facts = [("No. Invoice", bill.number), ("Tanggal", bill.d(bill.date)), ("No. PO", order)]
    facts += [("Jatuh Tempo", bill.d(bill.due))] if late else [("Pembayaran", "Segera setelah invoice diterima")]
    pairs(sheet, 128, "<345 <408 <415", [(a, ":", b) for a, b in facts], size=9, step=14)
    sheet.y = low + 14
    rows = [("1", "\n".join((text, *notes)), f"Rp {bill.m(bill.rows[0].amount)}")]
    table(
        sheet, 36, "34^No|369<Keterangan|120>Jumlah", rows, Look("grid", size=9, header_fill=(0.88, 0.95, 0.93), gap=10)
    )
    sums = [("Sub Total", bill.subtotal)] if rng.random() < 0.6 or share == 1 else []
    has_subtotal = bool(sums)
    sums += [("DPP Nilai Lain (11/12)", bill.tax_base)] if share != 1 else []
    sums += [(f"PPN {bill.q(rate)}%", bill.tax), ("TOTAL TAGIHAN", bill.total)]
    y = sheet.y
    for label, figure in sums:
        sheet.box(319, y, 439, y + 17)
        sheet.box(439, y, 559, y + 17)
        texts = [label, f"Rp {bill.m(figure)}"]
        spread(sheet, y + 12, "<323 >556", texts, size=9, bold=label.startswith("TOTAL"))
        y += 17
    y = sheet.lines(36, y + 18, sheet.wrap(f"Terbilang : {words(bill.total)}", 515, 9), size=9)
    bank = [
        "Pembayaran mohon ditransfer ke :",
        "Bank Sentra Dana - KCP Kelapa Dua",
        f"A/C {bill.shape('###-0#-#####')}",
    ]
    sheet.lines(36, y + 10, [*bank, f"a/n {bill.seller.name}"], size=9)
    sheet.lines(400, y + 10, ["Hormat kami,", "", "", "", "", somebody(bill), "Direktur"], size=9)
    sheet.box(402, y + 24, 446, y + 54)
    sheet.lines(408, y + 37, ["METERAI", "Rp10.000"], size=6.5)
    note = "Barang tetap milik penjual sampai pelunasan diterima. Uang muka tidak dapat dikembalikan."
    sheet.text(36, 818, note, size=7, colour=GREY)
    printed = shown("seller_id tax", due=late, buyer_id=has_id, tax_base=share != 1, subtotal=has_subtotal)
    truth = with_po(bill.truth(sheet, printed, "down-payment", "one-line", "order-value-in-text"), order)
    return Drawn(sheet.finish(), (truth,))
