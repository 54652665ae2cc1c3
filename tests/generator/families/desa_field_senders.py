"""From Indonesia's fields and sites: fuel by delivery, hired machines by the hour, meals by shift."""

from decimal import Decimal
from random import Random

from tests.generator.asian_folk import address, block, brand, in_line, roman, settle, somebody, term_alone
from tests.generator.bill import GREY, VERA, WHITE, Bill, Row, bar, price_of, spread
from tests.generator.english_folk import last_month, shown, with_po
from tests.generator.families.archipelago_senders import words
from tests.generator.families.nusantara_senders import ppn
from tests.generator.forms import table
from tests.generator.ink import number_text
from tests.generator.listing import pairs, room, some
from tests.generator.model import ZERO, TaxLine
from tests.generator.registry import Drawn, Truth, family
from tests.generator.sheet import COURIER, TIMES, Sheet
from tests.generator.table import Look


@family("indonesian-fuel-deliveries")
def indonesian_fuel_deliveries(rng: Random) -> Drawn:
    """Industrial diesel by delivery: litres at a base price, PPN, the province's fuel tax and PPh 22 all added."""
    bill = Bill(rng, "ID", rng.choice(("###/INV/PTR/{m}/{y}", "FI{y}{m}####", "BBM-#####")))
    settle(bill, "PT {} Petro Niaga|PT. {} Energi Mandira|PT {} Bunker Oil")
    rate, share = ppn(bill)
    bill.day_format = rng.choice(("%d/%m/%Y", "%d-%m-%Y"))
    price = price_of(rng, 10_800, 14_900, step=rng.choice(("50", "0.5", "1")))
    fuel = rng.choice(("Solar Industri HSD B35", "High Speed Diesel (B40)", "MFO 180 cSt"))
    for ago in sorted(rng.choices(range(1, 25), k=some(rng, 45)), reverse=True):
        more = (bill.d(bill.date, -ago), bill.shape("DO-######"), bill.shape("B 9### @@@"))
        bill.add(fuel, rng.choice((5000, 8000, 10000, 16000, 24000)), price, rate=rate, uom="Ltr", more=more)
    bill.reckon(share=share, slips="total amount")
    local = rng.choice((Decimal(5), Decimal("7.5"), Decimal(10)))
    added = [("PBBKB", local)] + ([("PPh Psl. 22", Decimal("0.3"))] if rng.random() < 0.6 else [])
    extra = [TaxLine(name, at, bill.subtotal, bill.money(bill.subtotal * at / 100)) for name, at in added]
    bill.taxes += extra
    bill.total += sum((tax.amount for tax in extra), ZERO)
    sheet, orange = Sheet(), (0.9, 0.45, 0.05)
    bar(sheet, 30, 46, 36, 559, orange)
    sheet.text(46, 52, bill.seller.name, size=14, bold=True, colour=WHITE)
    sheet.text(46, 66, "Agen BBM Industri & Marine - Izin Niaga Umum ESDM", size=8, colour=WHITE)
    sheet.text(550, 58, "INVOICE", size=18, bold=True, align="right", colour=WHITE)
    late, has_id = rng.random() < 0.7, rng.random() < 0.5
    order = bill.shape(rng.choice(("PO{y}-####", "47000#####"))) * (rng.random() < 0.7)
    facts = [("No. Invoice", bill.number), ("Tgl. Invoice", bill.d(bill.date))]
    facts += [("Tgl. Jatuh Tempo", bill.d(bill.due))] if late else [("TOP", f"{(bill.due - bill.date).days} hari")]
    facts += [("No. PO", order)] if order else []
    pairs(sheet, 96, "<36 <110 <117", [(a, ":", b) for a, b in facts], size=8.5, step=13)
    to = ["Kepada :", bill.buyer.name, *address(bill.buyer)] + ([f"NPWP : {bill.buyer.tax_id}"] if has_id else [])
    sheet.y = max(150.0, sheet.lines(310, 96, block(sheet, to, 245, 8.5), size=8.5)) + 8
    rows = [_delivery(bill, n, r) for n, r in enumerate(bill.rows, 1)]
    heads = "22^No|68<Tgl. Kirim|66<No. DO|66<No. Polisi|110<Produk|48>Liter|58>Harga/Ltr|85>Jumlah (Rp)"
    table(sheet, 36, heads, rows, Look("grid", size=8, header_fill=(1.0, 0.92, 0.82)), bottom=650)
    room(sheet, 190, 800)
    litres = sum((r.qty or ZERO for r in bill.rows), ZERO)
    spread(sheet, sheet.y + 12, "<40 >413", ["Total Volume (Liter)", bill.q(litres)], size=8, bold=True)
    sums = [("Jumlah Harga Dasar", bill.subtotal)]
    sums += [("DPP Nilai Lain 11/12", bill.taxes[0].base)] if share != 1 else []
    sums += [(f"{tax.name or 'PPN'} {bill.q(tax.rate)}%", tax.amount) for tax in bill.taxes]
    sums += [("Total Tagihan", bill.total)]
    lines = [(a, "Rp", bill.m(b)) for a, b in sums]
    y = pairs(sheet, sheet.y + 30, "<340 <450 >556", lines, size=8.5, step=14, bold=("Total",))
    said = [
        f"Terbilang : {words(bill.total)}",
        "",
        "Pembayaran ke :",
        f"Bank Sentra Dana {bill.shape('###-#######-#')}",
    ]
    y = max(y, sheet.lines(36, sheet.y + 30, block(sheet, [*said, f"a/n {bill.seller.name}"], 285, 8), size=8))
    sheet.lines(400, y + 14, ["Hormat kami,", "", "", "", somebody(bill), "Finance Manager"], size=8.5)
    foot = f"{in_line(bill.seller)} | NPWP {bill.seller.tax_id} | Telp {bill.seller.phone}"
    sheet.text(297, 822, foot, size=6.5, align="centre", colour=GREY)
    printed = shown("seller_id subtotal qty price", due=late, buyer_id=has_id)
    truth = with_po(bill.truth(sheet, printed, "three-taxes", "line-per-delivery"), order)
    return Drawn(sheet.finish(), (_fuel_tax_as_charge(truth if late else term_alone(truth, bill), bill, extra),))


def _delivery(bill: Bill, n: int, row: Row) -> tuple[str, ...]:
    return (str(n), *row.more, row.text, bill.q(row.qty), bill.p(row.price), bill.m(row.amount))


def _fuel_tax_as_charge(truth: Truth, bill: Bill, extra: list[TaxLine]) -> Truth:
    """All three are taxes; or PPN alone is, and the others are charges."""
    truth["totals"]["tax_base"] = None
    added = sum((tax.amount for tax in extra), ZERO)
    totals = truth["totals"] | {"tax": number_text(bill.taxes[0].amount), "charges": number_text(added)}
    return {**truth, "or": [{"totals": {**totals, "taxes": truth["totals"]["taxes"][:1]}}]}


MACHINES = (
    ("Excavator 20 ton PC-200", 425_000),
    ("Bulldozer D65", 520_000),
    ("Vibro roller 10 ton", 310_000),
    ("Wheel loader 3 m3", 390_000),
    ("Excavator mini 5 ton", 260_000),
    ("Crane rough terrain 25 ton", 780_000),
)


@family("indonesian-machine-hours")
def indonesian_machine_hours(rng: Random) -> Drawn:
    """Hired machines: the hour meter from and to before the hours charged, mobilisation as a line, PPh 23 off."""
    bill = Bill(rng, "ID", "###")
    settle(bill, "PT {} Rental Alat Berat|CV {} EQUIPMENT|PT. {} Heavy Equipment")
    bill.number = roman(bill, rng.choice(("###/INV-SAB/{r}/{y}", "INV-0##/@@@/{r}/{y}")))
    rate, share = ppn(bill)
    bill.day_format = "%d %B %Y"
    for text, cost in rng.sample(MACHINES, rng.randint(1, 5)):
        start = Decimal(rng.randint(10_000, 99_000)) / 10
        hours = rng.choice((Decimal(200), Decimal(rng.randint(1900, 2900)) / 10))
        more = (bill.shape("EX-0#"), bill.m(start, 1), bill.m(start + hours, 1))
        price = price_of(rng, cost * 0.9, cost * 1.1, step="5000")
        bill.add(f"Sewa {text}", hours, price, rate=rate, uom="jam", more=more)
    if rng.random() < 0.6:
        bill.add(
            "Mobilisasi & demobilisasi",
            rng.choice((1, 2)),
            Decimal(7_500_000),
            rate=rate,
            uom="trip",
            more=("", "", ""),
        )
    bill.reckon(share=share, slips="total amount")
    bill.withheld = bill.money(bill.subtotal * 2 / 100) if rng.random() < 0.75 else ZERO
    bill.prepaid = bill.total // 4_000_000 * 1_000_000 if rng.random() < 0.3 else ZERO
    sheet = Sheet(face=TIMES)
    sheet.box(40, 34, 84, 78, fill=(0.95, 0.75, 0.05))
    sheet.text(62, 62, "".join(word[0] for word in brand(bill).split()[:2]).upper(), size=18, bold=True, align="centre")
    sheet.text(94, 50, bill.seller.name, size=15, bold=True)
    sheet.lines(94, 62, [in_line(bill.seller), f"Telp/Fax. {bill.seller.phone}, email {bill.seller.mail}"], size=8.5)
    sheet.rule(40, 84, 555, 84, 1.2)
    first, last = last_month(bill)
    town = rng.choice(("Samarinda", "Morowali", "Cilegon", "Gresik"))
    facts = [("Nomor", bill.number), ("Perihal", f"Tagihan sewa alat berat, proyek {town}")]
    facts += [("Periode", f"{bill.d(first)} - {bill.d(last)}")]
    pairs(sheet, 106, "<40 <92 <100", [(a, ":", b) for a, b in facts], size=10, step=14)
    sheet.text(555, 106, f"{town}, {bill.d(bill.date)}", size=10, align="right")
    order = roman(bill, "0##/SPK-@@/{r}/{y}")
    to = [
        "Kepada Yth.",
        f"{rng.choice(('', '', 'Direksi '))}{bill.buyer.name}",
        *address(bill.buyer),
        "",
        f"Sesuai kontrak No. {order} :",
    ]
    sheet.y = sheet.lines(40, 160, to, size=10) + 2
    rows = []
    for n, r in enumerate(bill.rows, 1):
        rows.append((str(n), r.text, *r.more, f"{bill.q(r.qty)} {r.uom}", bill.p(r.price), bill.m(r.amount)))
    heads = "22^No|158<Uraian|40^Unit|50>HM Awal|50>HM Akhir|60>Jumlah Jam|60>Tarif|75>Total (Rp)"
    table(sheet, 40, heads, rows, Look("grid", size=8.5, gap=5), bottom=640)
    room(sheet, 230, 830)
    sums = [("Jumlah", bill.subtotal)] + ([("Dasar Pengenaan Pajak (11/12)", bill.tax_base)] if share != 1 else [])
    sums += [(f"PPN {bill.q(rate)} %", bill.tax), ("Jumlah Tagihan", bill.total)]
    sums += [("PPh Psl 23 (2 %)", -bill.withheld)] if bill.withheld else []
    sums += [("Uang muka yang telah diterima", -bill.prepaid)] if bill.prepaid else []
    sums += [("Jumlah yang harus ditransfer", bill.payable)] if bill.withheld or bill.prepaid else []
    lines = [(a, "Rp", f"({bill.m(-b)})" if b < 0 else bill.m(b)) for a, b in sums]
    y = pairs(sheet, sheet.y + 16, "<300 <455 >552", lines, size=10, step=15, bold=("Jumlah T", "Jumlah y"))
    y = sheet.lines(40, y + 4, sheet.wrap(f"Terbilang : {words(bill.payable)}", 510, 10), size=10)
    pay = f"Pembayaran mohon ditransfer ke Bank Sentra Dana Cabang {town} No. {bill.shape('### ## #######')} atas nama "
    y = sheet.lines(40, y + 6, sheet.wrap(f"{pay}{bill.seller.name}, NPWP {bill.seller.tax_id}.", 510, 10), size=10)
    sheet.lines(400, y + 10, ["Hormat kami,", bill.seller.name, "", "", "", somebody(bill), "Direktur"], size=10)
    printed = shown("seller_id subtotal tax qty price", tax_base=share != 1, payable=bill.withheld + bill.prepaid)
    truth = bill.truth(sheet, printed, "meter-readings", "withheld", "letter")  # a contract's number is no order's
    return Drawn(sheet.finish(), (truth,))


SHIFTS = (
    ("Makan siang shift 1", 21_000),
    ("Makan malam shift 2", 22_500),
    ("Snack lembur", 9_500),
    ("Supper shift 3", 23_000),
)


@family("indonesian-catering-by-shift")
def indonesian_catering_by_shift(rng: Random) -> Drawn:
    """Meals for a factory: portions by day and shift, the town's restaurant tax or none, PPh 23 taken off."""
    bill = Bill(rng, "ID", rng.choice(("###/CTR/{m}/{y}", "INV-CT-####", "{y}{m}###")))
    settle(bill, "CV {} Catering|Dapur {}|PT {} Boga Rasa|Katering Ibu {}", "PT {}|PT. {} Garmindo|PT {} Manufacturing")
    rate = rng.choice((ZERO, Decimal(10), Decimal(10)))
    prices = {text: Decimal(price) for text, price in rng.sample(SHIFTS, rng.randint(1, 3))}
    for ago in range(rng.choice((1, 3, 6, 12, 26)), 0, -1):
        for text, price in prices.items():
            bill.add(text, rng.randint(20, 480), price, rate=rate, uom="porsi", more=(bill.d(bill.date, -ago),))
    bill.reckon(taxed=bool(rate), slips="total amount qty")
    bill.withheld = bill.money(bill.subtotal * 2 / 100) if rng.random() < 0.6 else ZERO
    sheet = Sheet(face=rng.choice((VERA, COURIER)))
    sheet.text(40, 52, bill.seller.name, size=16, bold=True, colour=(0.6, 0.15, 0.1))
    sheet.text(40, 64, "Catering industri, snack box, tumpeng, prasmanan", size=7.5)
    sheet.text(40, 74, f"{address(bill.seller)[0]}  WA {bill.shape('0857-####-####')}", size=7.5)
    late = rng.random() < 0.4
    sheet.text(555, 52, rng.choice(("NOTA TAGIHAN", "TAGIHAN", "INVOICE")), size=14, bold=True, align="right")
    facts = [("No", bill.number), ("Tgl", bill.d(bill.date))] + ([("Jth. Tempo", bill.d(bill.due))] if late else [])
    pairs(sheet, 68, "<400 <455 <462", [(a, ":", b) for a, b in facts], size=8, step=11)
    to = ["Kpd Yth:", bill.buyer.name, *address(bill.buyer)[:2], f"UP: {somebody(bill)} (GA)"]
    sheet.y = sheet.lines(40, 104, block(sheet, to, 300, 8), size=8) + 6
    rows = [(*r.more, r.text, bill.q(r.qty), bill.p(r.price), bill.m(r.amount)) for r in bill.rows]
    heads = "105<Hari/Tanggal|180<Menu|60>Porsi|75>@ Rp|95>Jumlah Rp"
    table(sheet, 40, heads, rows, Look("columns", size=8, header_fill=(0.97, 0.9, 0.85)), bottom=680)
    room(sheet, 160, 810)
    count = sum((r.qty or ZERO for r in bill.rows), ZERO)
    spread(sheet, sheet.y + 12, "<43 >382", ["Total porsi", bill.q(count)], size=8, bold=True)
    sums = [("Jumlah", bill.subtotal), (f"Pajak Restoran (PB1) {bill.q(rate)}%", bill.tax)] if rate else []
    sums += [("TOTAL", bill.total)]
    sums += [("PPh 23 2%", -bill.withheld), ("DITERIMA", bill.payable)] if bill.withheld else []
    y = pairs(
        sheet, sheet.y + 28, "<330 >552", [(a, bill.m(b)) for a, b in sums], size=8.5, step=14, bold=("TOTAL", "DIT")
    )
    y = sheet.lines(40, y + 4, sheet.wrap(f"Terbilang: {words(bill.payable)}", 500, 8), size=8)
    owner = somebody(bill)
    pay = ["Pembayaran transfer:", f"Bank Arta Nusa {bill.shape('##########')}", f"a.n. {owner}"]
    sheet.lines(40, y + 10, pay, size=8)
    sheet.lines(420, y + 10, ["Hormat kami,", "", "", "", f"( {owner} )"], size=8)
    printed = shown("qty price", subtotal=rate, tax=rate, due=late, payable=bill.withheld)
    return Drawn(sheet.finish(), (bill.truth(sheet, printed, "line-per-day", "restaurant-tax", "private-account"),))
