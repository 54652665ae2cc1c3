"""Traders of Asia: an Indonesian distributor with its tax page, an exporter with a rate of exchange, a Thai factory."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.amounts_in_words import english, indonesian
from tests.generator.bill import GREY, VERA, Bill, bar, price_of, spread
from tests.generator.lands import person
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import TIMES, Sheet

TWELVE, TWELFTHS = Decimal(12), Decimal(11) / Decimal(12)


@family("indonesian-distributor-two-discounts")
def indonesian_distributor_two_discounts(rng: Random) -> Drawn:
    """A distributor's many lines: cartons beside pieces, two discounts in turn, DPP nilai lain, tax page."""
    bill = Bill(rng, "ID", rng.choice(("FJ{y}{m}#####", "SI/{y}/#####", "JKT-######")))
    goods = (
        "Mi Goreng Jawara 40x85g",
        "Sabun Cuci Kinclong 800ml",
        "Kecap Manis Blekok 12x600ml",
        "Teh Celup Puncak 48x25",
        "Minyak Sawit Murni 12x1L",
    )
    for text in rng.choices(goods, k=rng.choice((rng.randint(1, 8), rng.randint(9, 30)))):
        one, two = rng.choice((0, 2, 5)), rng.choice((0, 0, 3))
        cut = 100 - Decimal((100 - one) * (100 - two)) / 100
        sku = bill.shape("BRG####")
        bill.add(
            text,
            rng.choice((1, 2, 5, 12, 50)),
            price_of(rng, 21000, 430000, step="100"),
            rate=TWELVE,
            sku=sku,
            discount=cut,
            uom="CTN",
            more=(str(one), str(two)),
        )
    bill.reckon(share=TWELFTHS, slips="total amount")
    sheet = Sheet()
    sheet.text(30, 40, bill.seller.name, size=12, bold=True)
    sheet.text(30, 52, f"Distributor resmi - {bill.seller.street}", size=8)
    sheet.text(565, 40, "FAKTUR PENJUALAN", size=12, bold=True, align="right")
    late = rng.random() < 0.7
    head = [
        ("No. Faktur", bill.number),
        ("Tgl. Faktur", bill.d(bill.date)),
        ("Sales", bill.shape("S0#")),
        ("No. SO", bill.shape("SO######")),
    ]
    head += [("Jatuh Tempo", bill.d(bill.due))] if late else [("TOP", "COD")]
    pairs(sheet, 70, "<30 <90 <97", [(a, ":", b) for a, b in head], size=8, step=11)
    to = [
        ("Pelanggan", f"{bill.shape('C####')} {bill.buyer.name}"),
        ("Alamat", bill.buyer.street),
        ("", bill.buyer.city),
    ]
    pairs(sheet, 70, "<310 <370", to, size=8, step=11)
    stops = "<34 <55 <115 >335 <340 >420 >455 >490 >561"

    def begin() -> None:
        top = 142 if sheet.page == 1 else 46
        sheet.rule(30, top - 10, 565, top - 10)
        heads = ["No", "Kode", "Nama Barang", "Qty", "", "Harga", "D1%", "D2%", "Jumlah"]
        sheet.y = spread(sheet, top, stops, heads, size=8, bold=True) + 6
        sheet.rule(30, top + 4, 565, top + 4)

    begin()
    rows = []
    for n, r in enumerate(bill.rows, 1):
        rows.append(
            (str(n), r.sku or "", r.text, bill.q(r.qty), r.uom or "", bill.p(r.price), *r.more, bill.m(r.amount))
        )
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8, gap=2.5, bottom=700)
    room(sheet, 100)
    sheet.rule(30, sheet.y - 4, 565, sheet.y - 4)
    count = sum((r.qty or ZERO for r in bill.rows), ZERO)
    spread(sheet, sheet.y + 6, ">335 <340", [bill.q(count), "CTN"], size=8, bold=True)
    sums = [
        ("Total", bill.subtotal),
        ("DPP Nilai Lain", bill.tax_base),
        ("PPN 12%", bill.tax),
        ("Grand Total", bill.total),
    ]
    y = pairs(sheet, sheet.y + 6, "<440 >561", [(a, bill.m(b)) for a, b in sums], size=8.5, step=13, bold=("Grand",))
    spoken = f"{indonesian(int(bill.total))} rupiah".capitalize()
    sheet.lines(34, sheet.y + 22, sheet.wrap(f"Terbilang: {spoken}", 320, 8), size=8)
    spread(sheet, y + 24, "^100 ^240 ^380", ["Penerima", "Pengirim", "Hormat kami"], size=8)
    page = rng.random() < 0.5
    if page:
        _tax_page(sheet, bill)
    shown = f"{'due' if late else ''} {'seller_id buyer_id' if page else ''} subtotal tax_base tax qty price"
    return Drawn(
        sheet.finish(), (bill.truth(sheet, shown, "two-discounts", "dpp-11-12", *(["tax-page"] if page else [])),)
    )


def _tax_page(sheet: Sheet, bill: Bill) -> None:
    """The official tax invoice behind the invoice: the same sale once more, under another number."""
    sheet.new_page()
    sheet.text(297, 50, "Faktur Pajak", size=13, bold=True, align="centre")
    sheet.box(40, 64, 555, 82)
    sheet.text(46, 77, f"Kode dan Nomor Seri Faktur Pajak : {bill.shape('040.000-##.########')}", size=9)
    y = 98.0
    for title, firm in (
        ("Pengusaha Kena Pajak", bill.seller),
        ("Pembeli Barang Kena Pajak / Penerima Jasa Kena Pajak", bill.buyer),
    ):
        block = [title, f"Nama : {firm.name}", f"Alamat : {', '.join(firm.address)}", f"NPWP : {firm.tax_id}"]
        y = sheet.lines(46, y, block, size=9, bold_first=True) + 8
    sheet.rule(40, y, 555, y)
    spread(
        sheet, y + 14, "<46 >549", ["Nama Barang Kena Pajak / Jasa Kena Pajak", "Harga Jual (Rp)"], size=8.5, bold=True
    )
    sheet.text(46, y + 32, f"Sesuai faktur penjualan {bill.number}, {len(bill.rows)} macam barang", size=8.5)
    sheet.text(549, y + 32, bill.m(bill.subtotal), size=8.5, align="right")
    sums = [
        ("Harga Jual / Penggantian", bill.subtotal),
        ("Dasar Pengenaan Pajak", bill.tax_base),
        ("Jumlah PPN", bill.tax),
    ]
    y = pairs(sheet, y + 60, "<46 >549", [(a, bill.m(b)) for a, b in sums], size=8.5, step=16)
    sheet.text(420, y + 30, f"Jakarta, {bill.d(bill.date)}", size=8.5)
    sheet.text(
        46, y + 60, "Sesuai dengan ketentuan yang berlaku, ditandatangani secara elektronik.", size=7, colour=GREY
    )


@family("indonesian-export-kurs")
def indonesian_export_kurs(rng: Random) -> Drawn:
    """Furniture to abroad in US dollars: weights and volumes in columns, rupiah at the bank's rate, no PPN."""
    bill = Bill(
        rng,
        "ID",
        rng.choice(("EXP-{y}-###", "###/EXP/{m}/{y}", "CI#####")),
        buyer=rng.choice(("US", "NL", "AU", "JP")),
        currency="USD",
    )
    bill.numbers = replace(bill.numbers, sample="1,234.56")
    goods = ("Teak side table", "Rattan armchair", "Mahogany bookshelf", "Bamboo lamp", "Recycled wood bench")
    for text in rng.choices(goods, k=min(some(rng, 14), 14)):
        weight, volume = Decimal(rng.randint(40, 900)) / 10, Decimal(rng.randint(10, 400)) / 100
        more = (str(rng.randint(1, 60)), bill.m(weight, 1), bill.m(volume, 2))
        bill.add(text, rng.choice((4, 10, 24, 60)), price_of(rng, 12, 240, step="0.50"), more=more, uom="pcs")
    freight = rng.choice((ZERO, price_of(rng, 300, 1900, step="10")))
    bill.reckon(charges=freight, taxed=False, slips="total amount qty")
    bill.prepaid = rng.choice((ZERO, bill.money(bill.total * 3 / 10)))
    kurs = Decimal(rng.randint(15400, 16600))
    sheet = Sheet(face=TIMES)
    sheet.text(297, 50, "COMMERCIAL INVOICE", size=15, bold=True, align="centre")
    blocks = (
        (40, 64, "Exporter", [bill.seller.name, *bill.seller.address, "Indonesia", f"NPWP {bill.seller.tax_id}"]),
        (40, 140, "Consignee", [bill.buyer.name, *bill.buyer.address]),
        (297, 64, "Invoice no. and date", [f"{bill.number}   {bill.date:%d %B %Y}"]),
        (297, 140, "Notify party", ["Same as consignee"]),
    )
    for x, y, label, texts in blocks:
        sheet.box(x, y, x + 257, y + 76)
        sheet.text(x + 4, y + 9, label, size=7)
        sheet.lines(x + 8, y + 22, texts, size=9.5)
    facts = [
        ("Terms of delivery", rng.choice(("FOB Semarang", "CIF port of discharge"))),
        ("Payment", "30% T/T, rest against documents"),
    ]
    pairs(
        sheet,
        100,
        "<301 <385",
        [*facts, ("Vessel", f"MV Selat Baru V.{bill.shape('##')}"), ("PEB no.", bill.shape("######"))],
        size=8.5,
        step=12,
    )
    stops = "<44 <64 >270 >320 >370 >420 >475 >550"
    heads = ["", "Goods", "Ctn", "G.W. kg", "CBM", "Qty pcs", "USD/pc", "USD"]
    sheet.y = spread(sheet, 232, stops, heads, size=9, bold=True) + 8
    sheet.rule(40, 237, 554, 237)
    rows = [
        (f"{n}.", r.text, *r.more, bill.q(r.qty), bill.p(r.price), bill.m(r.amount)) for n, r in enumerate(bill.rows, 1)
    ]
    listing(sheet, stops, rows, turn=turned(sheet, lambda: None), size=9, gap=5)
    sheet.rule(40, sheet.y - 6, 554, sheet.y - 6)
    sums = [("Goods value", bill.subtotal), ("Ocean freight", freight)] if freight else []
    sums += [("TOTAL USD", bill.total)]
    sums += [("Less advance payment received", -bill.prepaid), ("BALANCE USD", bill.payable)] if bill.prepaid else []
    foot = pairs(
        sheet, sheet.y + 8, "<330 >550", [(a, bill.m(b)) for a, b in sums], size=9.5, step=14, bold=("TOTAL", "BAL")
    )
    rupiah = (bill.total * kurs).quantize(Decimal(1))
    said = [f"Kurs KMK {kurs:,} : nilai setara Rp {rupiah:,}".replace(",", "."), "Ekspor BKP, PPN 0%."]
    sheet.lines(
        44,
        foot + 4,
        [*said, f"Say: US dollars {english(int(bill.total))} and {int(bill.total % 1 * 100):02}/100"],
        size=8.5,
    )
    sheet.lines(400, foot + 60, [bill.seller.name, "", "", person(rng, bill.land)], size=9.5)
    shown = f"seller_id qty price {'subtotal' if freight else ''} {'payable' if bill.prepaid else ''}"
    truth = bill.truth(sheet, shown, "two-currencies", "numbers-before-qty", "export")
    return Drawn(sheet.finish(), (bill.charge_as_line(truth),))


@family("thai-head-office")
def thai_head_office(rng: Random) -> Drawn:
    """In English from Thailand: tax ids of 13 digits with 'Head Office', VAT 7 %, 3 % kept back, words in capitals."""
    bill = Bill(rng, "TH", rng.choice(("IV{y}{m}-####", "TIV#######", "####/{y}")))
    rate = Decimal(7)
    jobs = (
        "Calibration of pressure gauge",
        "Preventive maintenance visit",
        "Spare part kit PK-7",
        "Conveyor belt splice",
        "Training, half day",
    )
    for text in rng.choices(jobs, k=some(rng, 20)):
        bill.add(
            text,
            rng.choice((1, 1, 2, 6)),
            price_of(rng, 450, 26000, step="10"),
            rate=rate,
            uom=rng.choice(("EA", "JOB")),
        )
    off = rng.choice((ZERO, ZERO, Decimal(500)))
    bill.reckon(discount=off, at=rate)
    bill.withheld = rng.choice((ZERO, bill.money(bill.tax_base * 3 / 100)))
    sheet = Sheet(face=VERA)
    sheet.text(40, 50, bill.seller.name, size=13, bold=True)
    sheet.lines(
        40,
        63,
        [", ".join(bill.seller.address), f"Tel {bill.seller.phone}  TAX ID {bill.seller.tax_id} (Head Office)"],
        size=7.5,
    )
    sheet.text(555, 50, "TAX INVOICE", size=12, bold=True, align="right")
    sheet.text(555, 63, "ORIGINAL (document issued as a set)", size=7, align="right")
    sheet.box(40, 86, 360, 158)
    cust = [
        ("Customer", bill.buyer.name),
        ("Address", bill.buyer.street),
        ("", bill.buyer.city),
        ("TAX ID", f"{bill.buyer.tax_id}  Branch 0000{rng.randint(1, 9)}"),
    ]
    pairs(sheet, 100, "<46 <100", cust, size=8, step=15)
    sheet.box(360, 86, 555, 158)
    late = rng.random() < 0.6
    head = [("No.", bill.number), ("Date", bill.d(bill.date)), ("Ref. PO", bill.shape("PO######"))]
    head += [("Due date", bill.d(bill.due))] if late else [("Credit term", "45 days")]
    pairs(sheet, 100, "<366 >549", head, size=8, step=15)
    stops = "^52 <70 >350 ^380 >460 >550"

    def begin() -> None:
        top = 178 if sheet.page == 1 else 50
        bar(sheet, top - 11, 16, 40, 555, (0.85, 0.85, 0.85))
        heads = ["Item", "Description", "Quantity", "Unit", "Unit Price", "Amount"]
        sheet.y = spread(sheet, top, stops, heads, size=8, bold=True) + 8

    begin()
    rows = [
        (str(n), r.text, bill.q(r.qty, 2), r.uom or "", bill.p(r.price), bill.m(r.amount))
        for n, r in enumerate(bill.rows, 1)
    ]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8, gap=5, bottom=640)
    room(sheet, 130)
    sums = [("Total", bill.subtotal)] + ([("Less discount", off), ("After discount", bill.tax_base)] if off else [])
    sums += [("VAT 7%", bill.tax), ("Grand total", bill.total)]
    sums += [("Withholding tax 3%", bill.withheld), ("Net payment", bill.payable)] if bill.withheld else []
    top = sheet.y + 10
    y = pairs(sheet, top, "<370 >550", [(a, bill.m(b)) for a, b in sums], size=8.5, step=15, bold=("Grand", "Net"))
    spelled = f"({english(int(bill.total)).upper()} BAHT AND {int(bill.total % 1 * 100):02}/100)"
    sheet.lines(46, top, sheet.wrap(spelled, 280, 7.5), size=7.5)
    spread(
        sheet,
        y + 40,
        "^130 ^297 ^470",
        ["Received by ____________", "Date ___/___/___", "Authorized ____________"],
        size=8,
    )
    shown = f"{'due' if late else ''} seller_id buyer_id subtotal tax qty price payable"
    return Drawn(sheet.finish(), (bill.truth(sheet, shown, "long-ids", "withheld", "currency-in-words"),))
