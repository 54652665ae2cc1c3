"""Goods from Indonesia: a factory's ERP form, a ledger with the quantity first, a shop's workbook, a credit note."""

import re
from decimal import Decimal
from random import Random

from tests.generator.asian_folk import address, block, brand, in_line, roman, settle, somebody, term_alone, with_mandate
from tests.generator.bill import GREY, VERA, Bill, bar, spread
from tests.generator.english_folk import shown, with_po
from tests.generator.families.archipelago_senders import ELEVEN, words
from tests.generator.families.nusantara_senders import Goods, picked, ppn
from tests.generator.forms import GRID, table
from tests.generator.lands import person
from tests.generator.listing import pairs, room, some
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import TIMES, Sheet
from tests.generator.table import Look

RESINS: Goods = (
    ("PP HOMOPOLYMER INJECTION GRADE HI-10", "KG", 19_500),
    ("CALCIUM CARBONATE COATED 800 MESH", "KG", 3_150),
    ("CORRUGATED BOX B/F K150 420X310X280", "PCS", 6_850),
    ("MASTERBATCH WHITE MW-7020", "KG", 46_000),
    ("STRETCH FILM 17MIC X 500MM X 300M", "ROL", 87_500),
    ("SODIUM HYDROXIDE 48% LIQUID (BULK)", "KG", 5_400),
    ("OPP TAPE 48MM X 100Y CLEAR", "ROL", 9_200),
)


@family("indonesian-factory-erp-form")
def indonesian_factory_erp_form(rng: Random) -> Drawn:
    """A factory's ERP form in two languages: items by tens, quantities with three decimals, offices in the foot."""
    bill = Bill(rng, "ID", rng.choice(("90########", "14000#####", "##0000####")))
    settle(bill, "PT {} Polimerindo|PT {} KIMIA TAMA|PT. {} Packaging Industri Tbk")
    rate, share = ppn(bill)
    for n, (text, unit, price) in enumerate(picked(rng, RESINS, some(rng, 34)), 1):
        qty = rng.choice((Decimal(25), Decimal(750), Decimal("1250.5"), Decimal(10000), Decimal("482.75")))
        qty = qty if unit == "KG" else Decimal(int(qty))
        bill.add(text, qty, price, rate=rate, uom=unit, sku=bill.shape("30000####"), no=f"{n * 10:06}")
    off = bill.sum(bill.rows) // 1000 * 25 if rng.random() < 0.3 else ZERO
    bill.reckon(discount=off, at=rate, share=share, slips="total amount")
    sheet, cents = Sheet(), rng.choice((0, 0, 2))
    sheet.text(30, 46, brand(bill).upper(), size=15, bold=True, colour=(0.0, 0.25, 0.55))
    sheet.text(30, 58, bill.seller.name, size=8, bold=True)
    sheet.text(565, 46, "INVOICE", size=18, bold=True, align="right")
    sheet.text(565, 58, f"Page 1 / NPWP {bill.seller.tax_id}", size=7.5, align="right")
    buyer_id, order = rng.random() < 0.7, bill.shape(rng.choice(("45000#####", "PO/{y}/####"))) * (rng.random() < 0.8)
    to = [f"Customer No. : {bill.shape('1000###')}", bill.buyer.name, *address(bill.buyer)]
    to += [f"NPWP : {bill.buyer.tax_id}"] if buyer_id else []
    sheet.text(30, 80, "Bill to / Ditagihkan kepada", size=7, colour=GREY)
    left = sheet.lines(30, 91, block(sheet, to, 185, 8), size=8)
    if rng.random() < 0.6:
        sheet.text(225, 80, "Ship to / Dikirim ke", size=7, colour=GREY)
        place = [f"{bill.buyer.name} - Plant {rng.randint(1, 3)}", *address(bill.ship_to)]
        sheet.lines(225, 91, block(sheet, place, 130, 8), size=8)
    late = rng.random() < 0.7
    facts = _erp_facts(bill, late, order)
    right = pairs(sheet, 80, "<368 <462 <467", [(a, ":", b) for a, b in facts], size=8, step=11)
    sheet.y = max(left, right) + 8

    def again() -> None:
        spread(sheet, 46, "<30 >565", [bill.seller.name, f"Invoice {bill.number}  Page {sheet.page}"], size=8)
        sheet.y = 60

    rows = []
    for r in bill.rows:
        name = f"{r.text}\n{r.sku}"
        rows.append((r.no or "", name, bill.q(r.qty, 3), r.uom or "", bill.p(r.price), bill.m(r.amount, cents)))
    heads = "42<Item|228<Material / Description|70>Quantity|32<UoM|73>Unit Price|90>Amount (IDR)"
    table(sheet, 30, heads, rows, Look("rows", size=8, header_fill=(0.9, 0.92, 0.96)), bottom=690, begin=again)
    room(sheet, 150, 770)
    _erp_foot(sheet, bill, cents)
    printed = shown("seller_id tax qty price", due=late, buyer_id=buyer_id, tax_base=share != 1, subtotal=True)
    truth = with_po(bill.truth(sheet, printed, "erp-form", "bilingual", "ship-to"), order)
    return Drawn(sheet.finish(), (truth if late else term_alone(truth, bill),))


def _erp_foot(sheet: Sheet, bill: Bill, cents: int) -> None:
    sums = (
        [("Gross Value", bill.subtotal), ("Discount", -bill.discount), ("Net Value", bill.subtotal - bill.discount)]
        if bill.discount
        else []
    )
    sums = sums or [("Total Value / Harga Jual", bill.subtotal)]
    sums += [("Other Tax Base (11/12 x Net)", bill.tax_base)] if bill.tax_base != bill.subtotal - bill.discount else []
    sums += [(f"VAT / PPN {bill.q(bill.taxes[0].rate)}%", bill.tax), ("Total Amount IDR", bill.total)]
    top = sheet.y + 14
    y = pairs(sheet, top, "<352 >562", [(a, bill.m(b, cents)) for a, b in sums], size=8.5, step=13, bold=("Total A",))
    bank = ["Please remit in full to :", bill.seller.name, "PT Bank Sentra Dana, Cab. Thamrin"]
    bank += [f"IDR A/C {bill.shape('###-##-#####-#')}   USD A/C {bill.shape('###-##-#####-#')}"]
    said = [f"Amount in words / Terbilang : {words(bill.total)}"]
    sheet.lines(30, max(top + 12, y), [*block(sheet, said, 300, 7.5), "", *bank], size=7.5)
    sheet.text(565, y + 20, "This is a computer generated invoice, no signature required.", size=7, align="right")
    sheet.rule(30, 786, 565, 786, 0.4)
    offices = f"Head Office: {in_line(bill.seller)} Tel. {bill.seller.phone}\nPlant: {in_line(bill.ship_to)}"
    spread(sheet, 796, "<30", [offices], size=6.5, colour=GREY)


def _erp_facts(bill: Bill, late: bool, order: str) -> list[tuple[str, str]]:
    facts = [("Invoice No./No. Faktur", bill.number), ("Invoice Date/Tgl. Faktur", bill.d(bill.date))]
    days = (bill.due - bill.date).days
    facts += [("Payment Term", f"Z{days:03} {days} days net")]
    facts += [("Due Date/Jatuh Tempo", bill.d(bill.due))] if late else []
    facts += [("Sales Order", bill.shape("1#######")), ("Delivery No./No. SJ", bill.shape("80######"))]
    facts += [("Customer PO", order)] if order else []
    facts += [("Tax Invoice No.", bill.shape("0400##########"))] if bill.rng.random() < 0.4 else []
    return facts


HARDWARE: Goods = (
    ("Besi beton polos 8 mm x 12 m", "btg", 48_500),
    ("Semen 50 kg", "zak", 63_000),
    ("Cat tembok interior 25 kg putih", "pail", 845_000),
    ("Pipa PVC AW 3/4 inch", "btg", 37_000),
    ("Kabel NYM 3 x 2,5 mm2 50 m", "roll", 1_085_000),
    ("Kran air 1/2 inch kuningan", "pcs", 56_000),
    ("Lem kayu 700 gr", "pcs", 31_500),
    ("Mata gerinda potong 4 inch", "box", 118_000),
    ("Paku 5 cm", "kg", 21_000),
)


@family("indonesian-quantity-first-ledger")
def indonesian_quantity_first_ledger(rng: Random) -> Drawn:
    """A ledger's stock form: 'Kepada' and 'Dikirim ke', one row of order facts, quantity first, the rest to pay."""
    bill = Bill(rng, "ID", rng.choice(("INV-{y}{m}-###", "0000####", "SL-####/{m}")))
    settle(bill, "CV {}|UD. {}|PT {} Bangunan|TB {}", "PT {}|CV {}|UD {}|Toko {}|Bapak {}|PT {} Konstruksi")
    for text, unit, price in picked(rng, HARDWARE, some(rng, 40)):
        cut = rng.choice((0, 0, 0, 0, 5, Decimal("2.5")))
        bill.add(text, rng.choice((1, 2, 4, 10, 25, 120)), price, rate=ELEVEN, discount=cut, uom=unit, more=(str(cut),))
    taxed = rng.random() < 0.75
    freight = rng.choice((ZERO, ZERO, Decimal(rng.randint(1, 12) * 25000)))
    bill.reckon(charges=freight, at=ZERO, taxed=taxed, slips="total amount qty")
    bill.taxes = [tax for tax in bill.taxes if tax.rate]
    bill.prepaid = rng.choice((ZERO, ZERO, bill.total // 300000 * 100000))
    sheet = Sheet(size=(612, 792), face=rng.choice((VERA, TIMES)))
    sheet.text(306, 44, bill.seller.name, size=14, bold=True, align="centre")
    sheet.text(306, 56, in_line(bill.seller), size=8, align="centre")
    sheet.text(306, 66, f"Telp. {bill.seller.phone}, Email : {bill.seller.mail}", size=8, align="centre")
    sheet.rule(36, 72, 576, 72, 1.5)
    sheet.text(306, 92, rng.choice(("INVOICE", "FAKTUR PENJUALAN", "TAGIHAN")), size=13, bold=True, align="centre")
    sheet.lines(36, 112, block(sheet, ["Kepada :", bill.buyer.name, *address(bill.buyer)], 220, 8.5), size=8.5)
    if rng.random() < 0.5:
        place = ["Dikirim ke :", f"Proyek {bill.ship_to.name}", *address(bill.ship_to)]
        sheet.lines(330, 112, block(sheet, place, 240, 8.5), size=8.5)
    late, order = rng.random() < 0.5, bill.shape("PO-###/{m}") * (rng.random() < 0.5)
    heads = "95^No. Invoice|85^Tanggal|90^No. Pesanan|100^Syarat Bayar|85^Jatuh Tempo|85^Salesman"
    facts = (bill.number, bill.d(bill.date), order or "-", rng.choice(("Kredit", f"Net {(bill.due - bill.date).days}")))
    sheet.y = 182
    table(sheet, 36, heads, [(*facts, bill.d(bill.due) if late else "", person(rng, bill.land).split()[-1])], GRID)
    sheet.y += 8
    rows = []
    for r in bill.rows:
        less = f"{bill.q(Decimal(r.more[0]))}%" if r.discount else ""
        rows.append((bill.q(r.qty), r.uom or "", r.text, bill.p(r.price), less, bill.m(r.amount)))
    heads = "40>Jumlah|40<Satuan|235<Nama Barang|85>Harga|40>Disc|100>Total"
    table(sheet, 36, heads, rows, Look("columns", size=8.5, gap=4), bottom=600)
    room(sheet, 130, 760)
    sums = [("Subtotal", bill.subtotal)] + ([("PPN 11 %", bill.tax)] if taxed else [])
    sums += [("Ongkos Kirim", freight)] if freight else []
    sums += [("Total Invoice", bill.total)]
    sums += [("Uang Muka", bill.prepaid), ("Sisa", bill.payable)] if bill.prepaid else []
    top = sheet.y + 14
    y = pairs(sheet, top, "<400 <470 >573", [(a, ":", bill.m(b)) for a, b in sums], size=8.5, step=13, bold=("Total",))
    notes = [f"Terbilang : {words(bill.payable)}", "", "Catatan :", "Barang yang sudah dibeli tidak dapat ditukar."]
    notes += [f"Transfer ke Bank Arta Nusa {bill.shape('###-###-####')} a/n {bill.seller.name}"]
    y = max(y, sheet.lines(36, top, block(sheet, notes, 340, 8), size=8))
    spread(sheet, y + 18, "^100 ^300 ^500", ["Penerima,", "Bagian Gudang,", "Hormat Kami,"], size=8.5)
    spread(sheet, y + 62, "^100 ^300 ^500", ["(_____________)"] * 3, size=8.5)
    sheet.text(576, 778, f"Dicetak {bill.d(bill.date)} 10:4{rng.randint(0, 9)}", size=6.5, align="right", colour=GREY)
    printed = shown("subtotal qty price", tax=taxed, due=late, payable=bill.prepaid)
    truth = with_po(bill.truth(sheet, printed, "quantity-first", "facts-row", "down-payment"), order)
    if not late and facts[3].startswith("Net"):
        truth = term_alone(truth, bill)
    if not taxed:
        truth["totals"]["tax_base"] = None
    return Drawn(sheet.finish(), (bill.charge_as_line(truth),))


JOBS: Goods = (
    ("Servis AC split 2 PK + cuci evaporator", "unit", 175_000),
    ("Cetak brosur A4 art paper 150 gr 2 muka", "rim", 1_150_000),
    ("Material : freon R32", "kg", 285_000),
    ("Jasa instalasi kabel data + terminasi", "titik", 225_000),
    ("Spanduk flexi 340 gr 3 x 1 m", "lbr", 96_000),
    ("Jasa pengecatan dinding exterior", "m2", 38_000),
    ("Pembuatan neon box akrilik uk. 100 x 80 cm", "unit", 2_350_000),
    ("Perbaikan pompa air 3 phase, gulung dinamo", "ls", 3_400_000),
)


@family("indonesian-workbook-with-receipt")
def indonesian_workbook_with_receipt(rng: Random) -> Drawn:
    """A small firm's workbook: sums in the grid's last rows, the date only at the signature, a kwitansi behind it."""
    bill = Bill(rng, "ID", "###")
    bill.day_format = "%d %B %Y"
    settle(bill, "CV. {}|CV {} TEKNIK|PT. {} Karya|UD {} Advertising")
    bill.number = roman(bill, rng.choice(("0##/INV/@@@/{r}/{y}", "###/@@-INV/{r}/{y}", "INV/{y}/{r}/0##")))
    rate, share = ppn(bill)
    taxed = rng.random() < 0.7
    for text, unit, price in picked(rng, JOBS, min(some(rng, 12), 12)):
        bill.add(text, rng.choice((1, 1, 2, 3, 12, 45)), price, rate=rate if taxed else ZERO, uom=unit)
    bill.reckon(share=share, taxed=taxed, slips="total amount qty")
    bill.withheld = bill.money(bill.subtotal * 2 / 100) if rng.random() < 0.4 else ZERO
    sheet = Sheet(face=rng.choice((TIMES, VERA)))
    sheet.text(50, 56, bill.seller.name, size=18, bold=True, colour=rng.choice(((0, 0, 0.5), (0.6, 0, 0))))
    sheet.text(50, 68, "Kontraktor Mekanikal - Elektrikal, Supplier, Percetakan & Jasa Umum", size=8)
    about = [in_line(bill.seller), f"HP. {bill.shape('0812-####-####')}  Email : {bill.seller.mail}"]
    sheet.lines(50, 78, about, size=8)
    bar(sheet, 94, 2, 50, 545, (0, 0, 0))
    sheet.text(297, 118, "I N V O I C E", size=14, bold=True, align="centre")
    sheet.text(297, 131, f"No. : {bill.number}", size=9.5, align="centre")
    order = roman(bill, "###/SPK/{r}/{y}") * (rng.random() < 0.6)
    contact = [f"Up. {somebody(bill)}"] * (rng.random() < 0.5)
    y = sheet.lines(50, 156, ["Kepada Yth.", bill.buyer.name, *address(bill.buyer), *contact], size=9.5)
    if order:
        sheet.text(50, y + 4, f"Berdasarkan PO/SPK No. : {order}", size=9.5)
    sheet.y = y + 16
    rows = []
    for n, r in enumerate(bill.rows, 1):
        rows.append((str(n), r.text, bill.q(r.qty), r.uom or "", f"Rp {bill.p(r.price)}", f"Rp {bill.m(r.amount)}"))
    heads = "28^No|215<Uraian Pekerjaan|36^Vol|36^Sat|85>Harga Satuan|95>Jumlah"
    edges = table(sheet, 50, heads, rows, Look("grid", size=9, gap=5), bottom=640)
    _sums_in_grid(sheet, bill, edges, share != 1)
    room(sheet, 190, 820)
    y = sheet.lines(50, sheet.y + 16, sheet.wrap(f"Terbilang : {words(bill.payable)}", 490, 9), size=9)
    bank = [
        "Pembayaran harap ditransfer ke :",
        "Bank Rakyat Sejati KCP Pasar Baru",
        f"No. Rek. {bill.shape('####-01-######-53-#')}",
    ]
    sheet.lines(50, y + 12, [*bank, f"A/n. {bill.seller.name}"], size=9)
    _signed(sheet, bill, y + 12)
    if rng.random() < 0.5:
        _kwitansi(sheet, bill)
    printed = shown("subtotal qty price", tax=taxed, tax_base=taxed and share != 1, payable=bill.withheld)
    truth = bill.truth(sheet, printed, "date-at-signature", "sums-in-grid", "receipt-behind")
    return Drawn(sheet.finish(), (with_mandate(truth, order),))


def _sums_in_grid(sheet: Sheet, bill: Bill, edges: list[float], other_base: bool) -> None:
    sums = [("JUMLAH", bill.subtotal)]
    if bill.taxes:
        sums += [("DPP NILAI LAIN (11/12)", bill.tax_base)] if other_base else []
        sums += [(f"PPN {bill.q(bill.taxes[0].rate)}%", bill.tax)]
    sums += [("TOTAL", bill.total)] if bill.taxes or bill.withheld else []
    sums += [("PPh 23 (2%)", -bill.withheld), ("TOTAL DIBAYAR", bill.payable)] if bill.withheld else []
    for label, figure in sums:
        sheet.box(edges[0], sheet.y, edges[-2], sheet.y + 16)
        sheet.box(edges[-2], sheet.y, edges[-1], sheet.y + 16)
        written = f"(Rp {bill.m(-figure)})" if figure < 0 else f"Rp {bill.m(figure)}"
        stops = f"^{(edges[0] + edges[-2]) / 2} >{edges[-1] - 3}"
        spread(sheet, sheet.y + 11, stops, [label, written], size=9, bold=True)
        sheet.y += 16


def _signed(sheet: Sheet, bill: Bill, y: float) -> None:
    """Place and date, a stamp if the sum asks for one, who signs."""
    town = re.split(r" - |[\d,\n]", bill.seller.city)[0].strip()
    sheet.lines(390, y, [f"{town}, {bill.d(bill.date)}", "Hormat kami,", bill.seller.name], size=9)
    if bill.total > 5_000_000:
        sheet.box(392, y + 34, 432, y + 62)
        sheet.lines(398, y + 46, ["Meterai", "10.000"], size=7)
    sheet.lines(390, y + 84, [somebody(bill), "Direktur"], size=9, bold_first=True)


def _kwitansi(sheet: Sheet, bill: Bill) -> None:
    sheet.new_page()
    sheet.box(50, 50, 545, 300)
    sheet.text(297, 80, "KWITANSI", size=16, bold=True, align="centre")
    said = words(bill.payable)
    purpose = f"{bill.rows[0].text}{', dll,' if len(bill.rows) > 1 else ''} sesuai invoice no. {bill.number}"
    facts = [("No.", bill.number.replace("INV", "KWT")), ("Sudah terima dari", bill.buyer.name)]
    for label, text in (("Uang sejumlah", said), ("Untuk pembayaran", purpose)):
        facts += list(zip((label, "", ""), sheet.wrap(text, 360, 9), strict=False))
    pairs(sheet, 106, "<64 <165 <172", [(a, ":" if a else "", b) for a, b in facts], size=9, step=15)
    sheet.box(64, 240, 210, 266)
    sheet.text(74, 257, f"Rp {bill.m(bill.payable)},-", size=12, bold=True)
    _signed(sheet, bill, 196)


RETURNED = ("Barang rusak", "Salah kirim", "Mendekati kadaluarsa", "Koreksi harga", "Kelebihan kirim")


@family("indonesian-sales-return")
def indonesian_sales_return(rng: Random) -> Drawn:
    """A distributor's credit note: the invoice it corrects stands on each line, sums with or without brackets."""
    bill = Bill(rng, "ID", rng.choice(("CN{y}{m}####", "RJ/{m}/{y}/####", "SR.####", "NK-#####")), kind="credit_note")
    settle(bill, "PT {} Distribusindo|PT. {} Niaga|CV {} Distributor")
    rate, share = ppn(bill)
    for text, unit, price in picked(rng, HARDWARE, rng.choice((1, 1, 2, 3, 6))):
        more = (bill.shape("SI/{y}/0####"), rng.choice(RETURNED))
        bill.add(
            text, rng.choice((1, 2, 5, 24)), price, rate=rate, uom=unit.upper(), sku=bill.shape("BR-####"), more=more
        )
    bill.reckon(share=share, slips="total amount")
    sheet, minus = Sheet(), rng.random() < 0.35
    title = rng.choice(("NOTA KREDIT", "CREDIT NOTE", "RETUR PENJUALAN", "NOTA RETUR PENJUALAN", "CREDIT MEMO"))
    sheet.text(36, 46, bill.seller.name, size=13, bold=True)
    sheet.lines(36, 58, [in_line(bill.seller), f"NPWP : {bill.seller.tax_id}   Telp. {bill.seller.phone}"], size=8)
    sheet.rule(36, 76, 559, 76)
    sheet.text(297, 96, title, size=14, bold=True, align="centre")
    facts = [("Nomor", bill.number), ("Tanggal", bill.d(bill.date)), ("Gudang", "GD-0" + bill.shape("#"))]
    facts += [("No. Retur Cust.", bill.shape("NR-###"))] if rng.random() < 0.4 else []
    pairs(sheet, 118, "<360 <430 <437", [(a, ":", b) for a, b in facts], size=8.5, step=12)
    has_id = rng.random() < 0.5
    to = ["Kepada Yth,", bill.buyer.name, *address(bill.buyer)] + ([f"NPWP {bill.buyer.tax_id}"] if has_id else [])
    sheet.y = sheet.lines(36, 118, block(sheet, to, 270, 8.5), size=8.5) + 10
    rows = []
    for n, r in enumerate(bill.rows, 1):
        name = f"{r.sku} {r.text}\n{r.more[1]}"
        rows.append(
            (str(n), r.more[0], name, bill.q(r.qty), r.uom or "", bill.p(r.price), _less(bill, r.amount, minus))
        )
    heads = "22^No|82<No. Faktur Asal|195<Barang / Alasan|34>Qty|40<Satuan|70>Harga|80>Jumlah"
    table(sheet, 36, heads, rows, Look("grid", size=8, header_fill=(0.93, 0.93, 0.93)))
    sums = [("Jumlah Retur", bill.subtotal)] + ([("DPP Nilai Lain", bill.tax_base)] if share != 1 else [])
    sums += [(f"PPN {bill.q(rate)}%", bill.tax), ("Total Kredit", bill.total)]
    lines = [(a, _less(bill, b, minus)) for a, b in sums]
    y = pairs(sheet, sheet.y + 16, "<400 >556", lines, size=8.5, step=14, bold=("Total",))
    sheet.lines(36, sheet.y + 16, block(sheet, [f"Terbilang : {words(bill.total)}"], 330, 8), size=8)
    note = "Nota ini mengurangi saldo piutang Saudara. Mohon nota retur pajak dilampirkan."
    sheet.text(36, y + 16, note, size=7.5, colour=GREY)
    spread(sheet, y + 40, "^110 ^300 ^480", ["Dibuat oleh,", "Diperiksa,", "Menyetujui,"], size=8.5)
    spread(sheet, y + 86, "^110 ^300 ^480", [somebody(bill), "................", somebody(bill)], size=8.5)
    printed = shown("seller_id subtotal tax qty price", buyer_id=has_id, tax_base=share != 1)
    return Drawn(sheet.finish(), (bill.truth(sheet, printed, "credit-note", "origin-per-line"),))


def _less(bill: Bill, value: Decimal, minus: bool) -> str:
    return f"({bill.m(value)})" if minus else bill.m(value)
