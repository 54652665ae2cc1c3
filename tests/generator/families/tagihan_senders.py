"""Indonesia's bills by the month: an internet provider and an apartment's manager."""

from calendar import monthrange
from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, VERA, WHITE, Bill, bar, bars, price_of, spread
from tests.generator.families.archipelago_senders import words
from tests.generator.families.nusantara_senders import Goods, picked, ppn
from tests.generator.forms import cell_row, table
from tests.generator.ink import number_text
from tests.generator.lands import person
from tests.generator.listing import pairs
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet
from tests.generator.table import Look

LINES: Goods = (
    ("Internet Dedicated 100 Mbps", "", 6_500_000),
    ("Broadband Bisnis 50 Mbps", "", 850_000),
    ("IP Public Tambahan /29", "", 300_000),
    ("Sewa Perangkat Router", "", 150_000),
    ("Metro Ethernet Cikarang - Kuningan", "", 4_200_000),
    ("SIP Trunk 30 Channel", "", 1_100_000),
    ("Colocation 2U", "", 1_750_000),
)


@family("indonesian-internet-provider")
def indonesian_internet_provider(rng: Random) -> Drawn:
    """A provider's monthly bill: last month and its payment first, services by CID, virtual accounts, a boxed sum."""
    bill = Bill(rng, "ID", rng.choice(("{y}{m}0#######", "INV-{y}{m}-#####", "0##########")))
    first = bill.date.replace(day=1)
    period = f"{bill.d(first)} - {bill.d(first, monthrange(first.year, first.month)[1] - 1)}"
    rate, share = ppn(bill)
    for text, _, price in picked(rng, LINES, rng.randint(1, 5)):
        bill.add(text, None, price, rate=rate, more=(bill.shape("CID-####-##"), period))
    stamp = Decimal(10000) if bill.sum(bill.rows) > 5_000_000 else ZERO
    bill.reckon(charges=stamp, share=share)
    bill.taxes = [tax for tax in bill.taxes if tax.rate]
    old = price_of(rng, 400000, 6_000_000, step="1000")
    owed = rng.choice((ZERO, ZERO, ZERO, old))
    red, brand = (0.75, 0.08, 0.1), rng.choice(("nusalink", "kilatnet", "SERAT.ID"))
    sheet = Sheet(face=VERA)
    sheet.text(40, 56, brand, size=26, bold=True, colour=red)
    sheet.text(555, 44, "INFORMASI TAGIHAN / BILLING STATEMENT", size=10, bold=True, align="right")
    sheet.text(555, 58, bill.seller.name, size=8, align="right")
    sheet.text(555, 69, f"{', '.join(bill.seller.address)}", size=7, align="right")
    bar(sheet, 78, 3, 40, 555, red)
    attention = [f"UP. {person(rng, bill.land)}"] if rng.random() < 0.5 else []
    sheet.lines(40, 102, ["Kepada Yth.", bill.buyer.name, *attention, *bill.buyer.address], size=9)
    heads = [
        ("ID Pelanggan", bill.shape("1###########")),
        ("No. Tagihan", bill.number),
        ("Tanggal Tagihan", bill.d(bill.date)),
    ]
    heads += [("Periode", f"{first.month:02}/{first.year}"), ("Jatuh Tempo", bill.d(bill.due))]
    pairs(sheet, 102, "<340 <425 <432", [(a, ":", b) for a, b in heads], size=8.5, step=14)
    story = [("Tagihan bulan lalu", bill.m(old)), ("Pembayaran", bill.m(ZERO if owed else -old))]
    story += [
        ("Tunggakan", bill.m(owed)),
        ("Tagihan bulan ini", bill.m(bill.total)),
        ("TOTAL YANG HARUS DIBAYAR", f"Rp {bill.m(bill.total + owed)}"),
    ]
    cell_row(sheet, 184, 34, (40, 133, 226, 309, 402, 555), story, size=9, small=6.2, side=">")
    sheet.text(40, 240, "RINCIAN TAGIHAN BULAN INI", size=9, bold=True, colour=red)
    sheet.y = 250
    columns = "24^No|190<Layanan|76<CID|125<Periode|100>Biaya (Rp)"
    rows = [(str(n), r.text, *r.more, bill.m(r.amount)) for n, r in enumerate(bill.rows, 1)]
    table(sheet, 40, columns, rows, Look("rows", size=7.5, header_fill=(0.93, 0.93, 0.93), gap=5))
    sums = [
        ("Sub Total", bill.subtotal),
        ("DPP" if share == 1 else "DPP Nilai Lain (11/12)", bill.tax_base),
        (f"PPN {bill.q(rate)}%", bill.tax),
    ]
    sums += [("Bea Meterai", stamp)] if stamp else []
    sums += [("Total Tagihan Bulan Ini", bill.total)]
    y = pairs(sheet, sheet.y + 16, "<330 >552", [(a, bill.m(b)) for a, b in sums], size=8.5, step=14, bold=("Total",))
    sheet.lines(40, y + 8, sheet.wrap(f"Terbilang: {words(bill.total)}", 500, 8), size=8)
    _virtual_accounts(sheet, y + 44, bill)
    truth = bill.truth(
        sheet, "due subtotal tax_base tax", "balance-forward", "virtual-account", "trade-name", "dpp-11-12"
    )
    truth["totals"]["payable"] = [number_text(bill.total), number_text(bill.total + owed)]
    return Drawn(sheet.finish(), (bill.charge_as_line(truth),))


def _virtual_accounts(sheet: Sheet, y: float, bill: Bill) -> None:
    sheet.text(40, y, "CARA PEMBAYARAN (Virtual Account)", size=8, bold=True)
    banks = [
        (bank, bill.shape("8### #### #### ####")) for bank in ("Bank Sentra Dana", "Bank Arta Nusa", "Bank Lumbung")
    ]
    y = pairs(sheet, y + 13, "<40 <150", banks, size=8, step=11)
    legal = ["Apabila pembayaran belum diterima sampai tanggal jatuh tempo, layanan akan diisolir secara otomatis."]
    legal += ["Faktur pajak akan dikirim melalui email. Bukti potong PPh 23 ke billing. Call Center 15#### (24 jam)"]
    sheet.lines(40, y + 8, [bill.shape(text) for text in legal], size=6.5)


@family("indonesian-apartment-utilities")
def indonesian_apartment_utilities(rng: Random) -> Drawn:
    """A tower's bill for upkeep: square metres by tariff, meter readings for light and water, a fund, a slip to cut."""
    bill = Bill(rng, "ID", rng.choice(("IPL/{y}{m}/0####", "T#-##@@-{m}{y}", "SC{y}{m}####")))
    tower = rng.choice(("Apartemen Rimba Kencana", "The Kemuning Residence", "Rusunami Lembayung"))
    bill.seller = replace(
        bill.seller, name=rng.choice((f"PPPSRS {tower}", f"Badan Pengelola {tower}", bill.seller.name))
    )
    tenant = rng.random() < 0.5
    if tenant:
        bill.buyer = replace(bill.buyer, name=person(rng, bill.land))
    area, unit = Decimal(rng.randint(2100, 9800)) / 100, bill.shape("@/1#/0#")
    bill.add(
        "Iuran Pengelolaan Lingkungan (IPL)", area, price_of(rng, 12000, 24000, step="250"), uom="m2", more=("", "")
    )
    bill.add("Dana Cadangan (Sinking Fund)", area, price_of(rng, 1000, 2500, step="250"), uom="m2", more=("", ""))
    for text, use, tariff, measure in (
        ("Pemakaian Listrik", rng.randint(40, 900), Decimal("1444.70"), "kWh"),
        ("Pemakaian Air", rng.randint(2, 40), Decimal(12550), "m3"),
    ):
        start = rng.randint(200, 30000)
        bill.add(text, use, tariff, uom=measure, more=(str(start), str(start + use)))
    if rng.random() < 0.5:
        bill.add("Parkir berlangganan mobil", 1, Decimal(250000), uom="unit", more=("", ""))
    fine = rng.choice((ZERO, ZERO, Decimal(rng.randint(5, 90) * 1000)))
    bill.reckon(charges=fine, taxed=False, slips="total amount")
    sheet = Sheet()
    sheet.text(40, 48, tower.upper(), size=14, bold=True, colour=(0.15, 0.35, 0.2))
    sheet.text(40, 61, bill.seller.name, size=8.5)
    sheet.text(40, 72, f"{', '.join(bill.seller.address)}  Telp {bill.seller.phone}", size=7.5)
    sheet.box(400, 36, 555, 62, fill=(0.15, 0.35, 0.2))
    sheet.text(477, 53, "TAGIHAN BULANAN", size=11, bold=True, align="centre", colour=WHITE)
    sheet.rule(40, 82, 555, 82)
    left = [
        ("Nama", bill.buyer.name),
        ("Unit", unit),
        ("Luas", f"{bill.q(area, 2)} m2"),
        ("Alamat Surat", bill.buyer.street),
    ]
    pairs(sheet, 98, "<40 <100 <107", [(a, ":", b) for a, b in left], size=8.5, step=13)
    right = [
        ("No. Invoice", bill.number),
        ("Tgl. Cetak", bill.d(bill.date)),
        ("Jatuh Tempo", bill.d(bill.due)),
        ("No. VA", bill.shape("8877 0### #### ####")),
    ]
    pairs(sheet, 98, "<345 <420 <427", [(a, ":", b) for a, b in right], size=8.5, step=13)
    sheet.y = 160
    columns = "158<Uraian|58>Meter Awal|58>Meter Akhir|58>Pemakaian / Luas"
    columns += "|32<Sat.|63>Tarif (Rp)|88>Jumlah (Rp)"
    rows = []
    for r in bill.rows:
        rate = bill.m(r.price or ZERO, 2 if r.uom == "kWh" else 0)
        rows.append((r.text, *r.more, bill.q(r.qty), r.uom or "", rate, bill.m(r.amount)))
    edges = table(sheet, 40, columns, rows, Look("grid", size=8, header_fill=(0.9, 0.95, 0.9), gap=4))
    sums = (
        [("Jumlah", bill.subtotal)]
        + ([("Denda keterlambatan", fine)] if fine else [])
        + [("TOTAL TAGIHAN", bill.total)]
    )
    for label, value in sums:
        sheet.box(40, sheet.y, 555, sheet.y + 15)
        sheet.rule(edges[-2], sheet.y, edges[-2], sheet.y + 15)
        spread(sheet, sheet.y + 11, f">{edges[-2] - 4} >552", [label, bill.m(value)], size=8.5, bold=label.isupper())
        sheet.y += 15
    sheet.lines(
        40,
        sheet.y + 16,
        [f"Terbilang: {words(bill.total)}"[:110], "Pembayaran setelah jatuh tempo dikenakan denda 3% per bulan."],
        size=8,
    )
    _counterfoil(sheet, bill, unit, rng)
    truth = bill.truth(sheet, "due qty price", "meter-readings", "no-tax", "payment-slip")
    truth["totals"]["subtotal"] = number_text(bill.subtotal)
    if tenant:
        truth["buyer"]["name"] = [bill.buyer.name, bill.buyer.name.split(" ", 1)[1]]  # with and without Ibu, Bapak
    return Drawn(sheet.finish(), (bill.charge_as_line(truth),))


def _counterfoil(sheet: Sheet, bill: Bill, unit: str, rng: Random) -> None:
    sheet.text(40, 634, "- - - - - - - - - - - - - - - - - - -  gunting di sini  " + "- " * 82, size=7, colour=GREY)
    sheet.text(40, 654, "BUKTI PEMBAYARAN (untuk bank)", size=9, bold=True)
    slip = [
        ("No. Invoice", bill.number),
        ("Unit / Nama", f"{unit} / {bill.buyer.name}"),
        ("Jumlah", f"Rp {bill.m(bill.total)}"),
    ]
    pairs(sheet, 672, "<40 <110 <117", [(a, ":", b) for a, b in slip], size=8.5, step=14)
    bars(sheet, 380, 652, 36, rng, 44)
    sheet.text(40, 724, "Tanda tangan & cap bank", size=7)
    sheet.rule(40, 762, 160, 762)
