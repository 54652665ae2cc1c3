"""Services from Indonesia: manpower with a fee, a forwarder in two currencies, check-ups by employee."""

from decimal import Decimal
from random import Random

from tests.generator.asian_folk import address, block, brand, in_line, roman, settle, somebody, term_alone, with_mandate
from tests.generator.bill import GREY, VERA, Bill, bar, price_of, spread
from tests.generator.english_folk import last_month, shown
from tests.generator.families.archipelago_senders import words
from tests.generator.families.nusantara_senders import ppn
from tests.generator.forms import cell_row, table
from tests.generator.ink import number_text
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, Truth, family
from tests.generator.sheet import Sheet
from tests.generator.table import Look

POSTS = ("Satpam / Security Guard", "Danru Security", "Cleaning Service", "Driver Operasional", "Office Boy", "Admin")
ADDED = (
    ("BPJS Ketenagakerjaan 4,24% + JP 2%", 321_000),
    ("BPJS Kesehatan 4%", 206_000),
    ("Cadangan THR 1/12", 430_000),
    ("Seragam & perlengkapan", 125_000),
    ("Lembur sesuai rekap terlampir", 610_000),
)


@family("indonesian-manpower-fee")
def indonesian_manpower_fee(rng: Random) -> Drawn:
    """Outsourced staff: wages and insurance without PPN, a management fee that alone bears it and PPh 23."""
    bill = Bill(rng, "ID", "###")
    settle(bill, "PT {} Sumberdaya|PT. {} Security Services|PT {} Tenaga Mandiri")
    bill.number = roman(bill, rng.choice(("###/INV-OS/{r}/{y}", "0###/KEU/@@@/{r}/{y}", "{y}/{r}/####")))
    rate, share = ppn(bill)
    heads = 0
    for post in rng.sample(POSTS, rng.randint(1, 5)):
        count = rng.choice((1, 2, 4, 9, 16))
        heads += count
        bill.add(f"Upah {post}", count, price_of(rng, 3_900_000, 6_200_000, step="1"), uom="org", more=("A",))
    for text, cost in rng.sample(ADDED, rng.randint(1, len(ADDED))):
        bill.add(text, heads, price_of(rng, cost * 0.8, cost * 1.2, step="1"), uom="org", more=("B",))
    percent = rng.choice((Decimal(5), Decimal(8), Decimal(10), Decimal("7.5")))
    fee = bill.money(bill.sum(bill.rows) * percent / 100)
    bill.add(f"Management Fee {bill.q(percent)}% x (A + B)", None, fee, rate=rate, more=("C",))
    bill.reckon(share=share, slips="total amount")
    bill.taxes = [tax for tax in bill.taxes if tax.rate]
    bill.withheld = bill.money(fee * 2 / 100) if rng.random() < 0.7 else ZERO
    sheet = Sheet()
    sheet.text(297, 50, bill.seller.name.upper(), size=15, bold=True, align="centre", colour=(0.05, 0.3, 0.15))
    sheet.text(297, 62, "Penyedia Jasa Tenaga Kerja  -  Security  -  Cleaning Service", size=8, align="centre")
    bar(sheet, 68, 2.5, 40, 555, (0.05, 0.3, 0.15))
    start, end = last_month(bill)
    late = rng.random() < 0.6
    facts = [("No. Invoice", bill.number), ("Tanggal", bill.d(bill.date))]
    facts += [("Jatuh Tempo", bill.d(bill.due))] if late else [("Termin", f"{(bill.due - bill.date).days} hari")]
    facts += [("No. Perjanjian", roman(bill, "0##/PKS/{r}/{y}")), ("Periode", f"{bill.d(start)} s/d {bill.d(end)}")]
    pairs(sheet, 90, "<300 <370 <377", [(a, ":", b) for a, b in facts], size=8.5, step=13)
    to = ["INVOICE", "", "Kepada Yth.", bill.buyer.name, *address(bill.buyer), f"U.p. {somebody(bill)} - Bag. Keuangan"]
    sheet.y = sheet.lines(40, 90, block(sheet, to, 240, 8.5), size=8.5, bold_first=True) + 8
    _groups(sheet, bill)
    room(sheet, 190, 790)
    sums = [("Jumlah A + B + C", bill.subtotal), ("DPP Nilai Lain (11/12 x Fee)", bill.tax_base)]
    sums = sums if share != 1 else [("Jumlah A + B + C", bill.subtotal), ("DPP (Management Fee)", bill.tax_base)]
    sums += [(f"PPN {bill.q(rate)}%", bill.tax), ("Total Tagihan", bill.total)]
    sums += [("PPh Pasal 23 (2% x Fee)", -bill.withheld), ("Total Pembayaran", bill.payable)] if bill.withheld else []
    lines = [(a, "Rp", f"({bill.m(-b)})" if b < 0 else bill.m(b)) for a, b in sums]
    y = pairs(sheet, sheet.y + 14, "<300 <455 >551", lines, size=8.5, step=14, bold=("Total",))
    y = sheet.lines(40, y + 6, sheet.wrap(f"Terbilang : # {words(bill.payable)} #", 500, 8.5), size=8.5)
    bank = ["Mohon ditransfer ke rekening :", f"Bank Sentra Dana No. {bill.shape('##########')} a/n {bill.seller.name}"]
    sheet.lines(40, y + 8, [*bank, f"NPWP {bill.seller.tax_id}"], size=8)
    sheet.lines(400, y + 8, [bill.seller.name, "", "", "", somebody(bill), "Direktur Utama"], size=8.5)
    offices = f"Kantor Pusat : {in_line(bill.seller)}\nCabang : {in_line(bill.ship_to)}"
    spread(sheet, 812, "^297", [offices], size=6.5, colour=GREY)
    printed = shown("seller_id subtotal tax_base tax qty price", due=late, payable=bill.withheld)
    truth = bill.truth(sheet, printed, "management-fee", "taxed-in-part", "groups")
    return Drawn(sheet.finish(), (_fee_as_charge(truth if late else term_alone(truth, bill), fee),))


def _groups(sheet: Sheet, bill: Bill) -> None:
    titles = {"A": "Upah Pokok", "B": "Tunjangan & Iuran", "C": "Jasa Pengelolaan"}
    rows: list[tuple[str, ...]] = []
    for group, title in titles.items():
        own = [r for r in bill.rows if r.more[0] == group]
        rows.append((group, title, "", "", ""))
        rows += [(str(n), r.text, bill.q(r.qty), bill.p(r.price), bill.m(r.amount)) for n, r in enumerate(own, 1)]
        rows += [("", f"Jumlah {group}", "", "", bill.m(bill.sum(own)))] if group != "C" else []
    heads = "28^No|247<Keterangan|60^Personil|85>Tarif (Rp)|95>Jumlah (Rp)"
    table(sheet, 40, heads, rows, Look("grid", size=8.5, header_fill=(0.85, 0.93, 0.87)))


def _fee_as_charge(truth: Truth, fee: Decimal) -> Truth:
    """The fee is the last line, or as well a charge upon the others."""
    net = Decimal(number_text(sum((Decimal(item["amount"]) for item in truth["items"][:-1]), ZERO)))
    totals = truth["totals"] | {"subtotal": [number_text(net), None], "charges": number_text(fee)}
    return {**truth, "or": [{"items": truth["items"][:-1], "totals": totals}]}


FREIGHTS = (
    ("OCEAN FREIGHT", "USD", 850),
    ("THC AT ORIGIN", "USD", 145),
    ("BILL OF LADING FEE", "USD", 40),
    ("HANDLING FEE", "USD", 50),
    ("AGENCY FEE", "IDR", 650_000),
    ("TRUCKING 1X20' CIKARANG - TG. PRIOK", "IDR", 2_450_000),
)
OUTLAYS = (
    ("D/O FEE CARRIER", "IDR", 1_350_000),
    ("LIFT OFF FULL - TERMINAL", "IDR", 428_000),
    ("STORAGE 3 DAYS", "IDR", 912_000),
    ("CONTAINER SEAL", "IDR", 75_000),
    ("FUMIGATION CERTIFICATE", "IDR", 550_000),
)


@family("indonesian-forwarder-at-rate")
def indonesian_forwarder_at_rate(rng: Random) -> Drawn:
    """A forwarder in English: charges in dollars brought to rupiah at a rate, PPN 1.1 %, outlays below without it."""
    bill = Bill(rng, "ID", rng.choice(("JKT/SE/{y}{m}/####", "INV{y}{m}-0###", "SEJKT########")))
    bill.numbers = type(bill.numbers)("1,234.56")
    bill.day_format = rng.choice(("%d %b %Y", "%d-%m-%Y", "%d/%m/%Y"))
    settle(bill, "PT {} Freight Indonesia|PT. {} Transbuana|PT {} Logistik Internasional")
    kurs, rate, boxes = Decimal(rng.randint(15800, 16900)), Decimal("1.1"), rng.choice((1, 1, 2, 3))
    for part, choices in (("SERVICE", FREIGHTS), ("REIMBURSEMENT", OUTLAYS)):
        for text, money, cost in rng.sample(choices, rng.randint(1 if part == "SERVICE" else 0, len(choices))):
            qty = boxes if "FEE" not in text else 1
            price = price_of(rng, cost * 0.7, cost * 1.4, step="5" if money == "USD" else "500")
            worth = price * kurs if money == "USD" else price
            more = (part, money, bill.m(price, 2), bill.m(kurs if money == "USD" else Decimal(1), 2))
            bill.add(text, qty, worth, rate=rate if part == "SERVICE" else ZERO, more=more)
    bill.reckon(slips="total amount")
    bill.taxes = [tax for tax in bill.taxes if tax.rate]
    own = bill.sum([r for r in bill.rows if r.rate])
    bill.withheld = rng.choice((ZERO, bill.money(own * 2 / 100)))
    sheet, late = Sheet(), rng.random() < 0.6
    y = _forwarder_head(sheet, bill, late, kurs)
    stops = "<34 ^270 >335 >370 >450 >561"
    sheet.rule(30, y + 8, 565, y + 8)
    heads = ["DESCRIPTION OF CHARGES", "CURR", "PRICE", "QTY", "RATE", "AMOUNT (IDR)"]
    sheet.y = spread(sheet, y + 19, stops, heads, size=8, bold=True) + 6
    sheet.rule(30, y + 24, 565, y + 24)
    _charges(sheet, bill, stops)
    room(sheet, 150)
    outlays = bill.subtotal - own
    sums = [("TOTAL SERVICE CHARGES", own), ("VAT 1.1%", bill.tax)]
    sums += [("TOTAL REIMBURSEMENT (NON VAT)", outlays)] if outlays else []
    sums += [("GRAND TOTAL IDR", bill.total)]
    sums += [("LESS : WHT ART. 23 (2%)", -bill.withheld), ("AMOUNT DUE IDR", bill.payable)] if bill.withheld else []
    sheet.rule(30, sheet.y, 565, sheet.y)
    lines = [(a, bill.m(b)) for a, b in sums]
    y = pairs(sheet, sheet.y + 14, "<310 >561", lines, size=8.5, step=14, bold=("GRAND", "AMOUNT"))
    bank = ["PAYMENT IN FULL AMOUNT TO :", "BANK ARTA NUSA - JAKARTA", f"A/C IDR {bill.shape('###.#.#####.#')}"]
    sheet.lines(34, y + 10, [*bank, f"A/C USD {bill.shape('###.#.#####.#')}", f"A/N {bill.seller.name}"], size=7.5)
    sheet.lines(430, y + 10, ["Authorized signature", "", "", "", somebody(bill)], size=8)
    note = "Any complaint must be raised within 7 days of receipt. Interest 2% per month on late payment."
    sheet.text(34, 815, note, size=6.5, colour=GREY)
    printed = shown("seller_id tax qty price", due=late, payable=bill.withheld)
    truth = bill.truth(sheet, printed, "reimbursement", "two-currencies", "rate-per-line")
    return Drawn(sheet.finish(), (_at_rate(truth if late else term_alone(truth, bill), bill, outlays),))


def _forwarder_head(sheet: Sheet, bill: Bill, late: bool, kurs: Decimal) -> float:
    """Who, to whom, and which shipment. Returns where it ends."""
    sheet.text(30, 48, brand(bill).upper(), size=11, bold=True, colour=(0.75, 0.1, 0.1))
    about = [bill.seller.name, *address(bill.seller), f"Tel {bill.seller.phone}  {bill.seller.mail}"]
    sheet.lines(330, 40, [*about, f"NPWP {bill.seller.tax_id}"], size=7.5, bold_first=True)
    sheet.text(30, 100, "INVOICE", size=15, bold=True)
    sheet.box(30, 108, 310, 180)
    to = ["TO :", bill.buyer.name, *address(bill.buyer), "ATTN : ACCOUNTING DEPT."]
    sheet.lines(35, 119, block(sheet, to, 270, 8), size=8)
    facts = [("INVOICE NO", bill.number), ("INVOICE DATE", bill.d(bill.date))]
    facts += [("DUE DATE", bill.d(bill.due))] if late else [("TERM", f"{(bill.due - bill.date).days} DAYS")]
    facts += [
        ("JOB NO", bill.shape("SE{y}#####")),
        ("YOUR REF", bill.shape("EXP-####")),
        ("EX. RATE USD", bill.m(kurs, 2)),
    ]
    pairs(sheet, 119, "<325 <395 <402", [(a, ":", b) for a, b in facts], size=8, step=11.5)
    port = bill.rng.choice(("YOKOHAMA", "PORT KLANG", "ROTTERDAM", "LONG BEACH"))
    cells = [("VESSEL / VOY", bill.shape("MERATUSA ##S")), ("POL", "TANJUNG PRIOK"), ("POD", port)]
    y = cell_row(sheet, 188, 24, (30, 210, 390, 565), cells)
    cells = [("MBL NO", bill.shape("JKTU#######")), ("HBL NO", bill.shape("SJKT######"))]
    return cell_row(sheet, y, 24, (30, 210, 390, 565), [*cells, ("CONTAINER", bill.shape("TGHU####### / 20GP"))])


def _charges(sheet: Sheet, bill: Bill, stops: str) -> None:
    titles = {"SERVICE": "FREIGHT & SERVICE CHARGES", "REIMBURSEMENT": "REIMBURSEMENT AS PER RECEIPT ATTACHED"}
    for part, title in titles.items():
        own = [r for r in bill.rows if r.more[0] == part]
        if own:
            sheet.text(34, sheet.y, title, size=8, bold=True)
            sheet.y += 12
        rows = [(r.text, r.more[1], r.more[2], bill.q(r.qty), r.more[3], bill.m(r.amount)) for r in own]
        listing(sheet, stops, rows, turn=turned(sheet, lambda: None), size=8, gap=3)


def _at_rate(truth: Truth, bill: Bill, outlays: Decimal) -> Truth:
    """A price in dollars is no price of this bill's; the outlays may stand apart from the lines' sum."""
    for item, row in zip(truth["items"], bill.rows, strict=True):
        if row.more[1] == "USD":
            item["unit_price"] = None
    truth["totals"]["tax_base"] = None  # the services, or all
    if not outlays:
        return truth
    totals = truth["totals"] | {"subtotal": number_text(bill.subtotal - outlays), "charges": number_text(outlays)}
    return {
        **truth,
        "or": [{"items": [i for i, r in zip(truth["items"], bill.rows, strict=True) if r.rate], "totals": totals}],
    }


FIRST = [
    "ACHMAD",
    "DIAN",
    "EKO",
    "GITA",
    "HARYONO",
    "IMELDA",
    "JOKO",
    "KURNIA",
    "LESTARI",
    "M. RIZAL",
    "NANANG",
    "OKTAVIA",
    "PUTU",
    "RUDI",
    "SRI",
]
LAST = [
    "FAUZANTO",
    "PERMATASARI",
    "WAHYUDIAN",
    "PUSPANINGRUM",
    "SIAHAYA",
    "SUSILAWAN",
    "DWI A.",
    "KOSWARAN",
    "KARTINI",
    "HARTANA",
]
PACKAGES = (
    ("MCU Basic", 385_000),
    ("MCU Standar + EKG", 715_000),
    ("MCU Eksekutif", 1_950_000),
    ("Audiometri", 120_000),
)


@family("indonesian-check-ups-by-employee")
def indonesian_check_ups_by_employee(rng: Random) -> Drawn:
    """A clinic bills an employer: a line for each employee, no PPN on care, a corporate discount, a stamp."""
    bill = Bill(rng, "ID", rng.choice(("INV/MCU/{y}/0###", "MCU-{y}{m}-###", "TG.######")))
    settle(bill, "Klinik Utama {}|RS {} Medika|Laboratorium Klinik {}|PT {} Husada Lab")
    bill.day_format = rng.choice(("%d/%m/%Y", "%d-%m-%Y"))
    people = [f"{first} {last}" for first in FIRST for last in LAST]
    for n, name in enumerate(rng.sample(people, some(rng, 45)), 1):
        text, price = rng.choice(PACKAGES)
        day = bill.d(bill.date, -rng.randint(3, 20))
        bill.add(f"{name} {text}", None, Decimal(price), no=str(n), more=(day, bill.shape("10####"), name, text))
    off = bill.money(bill.sum(bill.rows) * rng.choice((0, 0, 5, 10)) / 100)
    stamp = Decimal(10000) if bill.sum(bill.rows) > 5_000_000 else ZERO
    bill.reckon(discount=off, charges=stamp, taxed=False)
    bill.prepaid = rng.choice((ZERO, ZERO, ZERO, bill.total // 400_000 * 100_000))
    sheet, teal = Sheet(face=VERA), (0.0, 0.45, 0.5)
    sheet.text(40, 52, bill.seller.name, size=15, bold=True, colour=teal)
    sheet.text(40, 64, f"{in_line(bill.seller)}  Telp. {bill.seller.phone}", size=7)
    bar(sheet, 70, 1.5, 40, 555, teal)
    sheet.text(40, 94, "TAGIHAN MEDICAL CHECK UP", size=12, bold=True)
    late = rng.random() < 0.6
    facts = [("Nomor Tagihan", bill.number), ("Tanggal Tagihan", bill.d(bill.date))]
    facts += [("Batas Pembayaran", bill.d(bill.due))] if late else []
    facts += [("Jumlah Peserta", f"{len(bill.rows)} orang")]
    order = roman(bill, "SPK/0##/{r}/{y}") * (rng.random() < 0.5)
    facts += [("No. SPK", order)] if order else []
    pairs(sheet, 112, "<330 <420 <427", [(a, ":", b) for a, b in facts], size=7.5, step=12)
    to = ["Ditagihkan kepada:", bill.buyer.name, *address(bill.buyer)]
    sheet.y = sheet.lines(40, 112, block(sheet, to, 270, 8), size=8) + 14
    rows = [(r.no or "", *r.more, bill.m(r.amount)) for r in bill.rows]
    heads = "26^No|78<Tgl. Periksa|56<NIK|160<Nama Karyawan|110<Paket|85>Biaya (Rp)"
    look = Look("rows", size=7.5, header_fill=teal, header_white=True)
    table(sheet, 40, heads, rows, look, bottom=760)
    room(sheet, 170, 810)
    sums = [("Sub Total", bill.subtotal)] if off or stamp else []
    sums += [("Diskon Korporat", -off)] if off else []
    sums += [("Bea Meterai", stamp)] if stamp else []
    sums += [("TOTAL TAGIHAN", bill.total)]
    sums += [("Deposit", -bill.prepaid), ("SISA TAGIHAN", bill.payable)] if bill.prepaid else []
    lines = [(a, bill.m(b)) for a, b in sums]
    y = pairs(sheet, sheet.y + 14, "<340 >552", lines, size=8, step=14, bold=("TOTAL", "SISA"))
    y = sheet.lines(40, y + 4, sheet.wrap(f"Terbilang : {words(bill.payable)}", 500, 7.5), size=7.5)
    notes = [
        "Jasa pelayanan kesehatan medis dibebaskan dari PPN.",
        f"Pembayaran: Bank Arta Nusa {bill.shape('### ####### ##')}",
    ]
    sheet.lines(
        40, y + 8, [*notes, f"atas nama {bill.seller.name}. Bukti transfer dikirim ke {bill.seller.mail}"], size=7
    )
    sheet.lines(420, y + 34, ["Bagian Keuangan,", "", "", somebody(bill)], size=8)
    printed = shown("", due=late, subtotal=off or stamp, payable=bill.prepaid)
    truth = with_mandate(bill.truth(sheet, printed, "line-per-person", "no-tax", "stamp-duty"), order)
    return Drawn(sheet.finish(), (bill.charge_as_line(truth),))
