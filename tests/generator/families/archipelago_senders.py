"""More from Indonesia: a hospital, a haulier, a contractor's termin, a landlord."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.amounts_in_words import indonesian
from tests.generator.bill import VERA, WHITE, Bill, bar, folded, price_of, spread
from tests.generator.ink import number_text
from tests.generator.lands import person
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, Truth, family
from tests.generator.sheet import COURIER, TIMES, Sheet

ELEVEN, TWELVE, TWELFTHS = Decimal(11), Decimal(12), Decimal(11) / Decimal(12)


def words(value: Decimal) -> str:
    return f"{indonesian(int(value))} rupiah".capitalize()


@family("indonesian-hospital-groups")
def indonesian_hospital_groups(rng: Random) -> Drawn:
    """A stay in hospital: the guarantor pays, not the patient; groups with sums, no tax, a deposit, hours in dates."""
    bill = Bill(rng, "ID", rng.choice(("RI{y}{m}####", "KW/RSU/{y}/####", "INV-RI-######")))
    bill.seller = replace(bill.seller, name=f"RS {rng.choice(('Sekar Tirtaloka', 'Wana Husadaya', 'Lentera Kirana'))}")
    patient = f"{rng.choice(('Tn.', 'Ny.', 'An.'))} {rng.choice(('Suryadi', 'Melati Puspa', 'Bagas W.', 'Rukmini'))}"
    groups = {
        "AKOMODASI": ("Kamar VIP / hari", "Kamar Kelas 1 / hari"),
        "JASA DOKTER": ("Visite dr. Sp.PD", "Konsul dr. Sp.B", "Visite dr. umum"),
        "FARMASI": ("Ceftriaxone inj 1 g", "Infus RL 500 ml", "Paracetamol 500 mg", "Spuit 3 cc"),
        "LABORATORIUM": ("Darah lengkap", "SGOT/SGPT", "Ureum kreatinin"),
    }
    for group in rng.sample(sorted(groups), rng.randint(2, 4)):
        for text in rng.sample(groups[group], rng.randint(1, len(groups[group]))):
            price = price_of(rng, 4000, 900000, step="500")
            bill.add(text, rng.choice((1, 1, 2, 3, 10)), price, more=(group,))
    bill.reckon(charges=rng.choice((ZERO, Decimal(25000))), taxed=False)
    bill.prepaid = rng.choice((ZERO, bill.total // 200000 * 100000))
    sheet = Sheet(face=COURIER)
    sheet.text(297, 40, bill.seller.name, size=13, bold=True, align="centre")
    sheet.text(297, 52, f"{bill.seller.street}, {bill.seller.city} Telp {bill.seller.phone}", size=8, align="centre")
    sheet.text(297, 74, "RINCIAN BIAYA PERAWATAN", size=11, bold=True, align="centre")
    left = [("No. Tagihan", bill.number), ("No. RM / Reg", bill.shape("00-##-## / ########")), ("Nama Pasien", patient)]
    left += [("Penjamin", bill.buyer.name), ("Alamat Penjamin", bill.buyer.street)]
    pairs(sheet, 96, "<35 <118 <126", [(a, ":", b) for a, b in left], size=8, step=12)
    right = [
        ("Tgl. Tagihan", bill.d(bill.date)),
        ("Masuk", f"{bill.d(bill.date, -4)} 21:40"),
        ("Keluar", f"{bill.d(bill.date)} 13:05"),
    ]
    pairs(sheet, 96, "<370 <440 <448", [(a, ":", b) for a, b in right], size=8, step=12)
    stops = "<35 >370 >455 >560"
    sheet.rule(35, 156, 560, 156)
    sheet.y = spread(sheet, 167, stops, ["URAIAN", "JML", "TARIF", "TOTAL (Rp)"], size=8, bold=True) + 6
    for group in dict.fromkeys(row.more[0] for row in bill.rows):
        rows = [row for row in bill.rows if row.more[0] == group]
        sheet.text(35, sheet.y, group, size=8, bold=True)
        sheet.y += 12
        lines = [(f"  {r.text}", bill.q(r.qty), bill.p(r.price), bill.m(r.amount)) for r in rows]
        listing(sheet, stops, lines, turn=turned(sheet, lambda: None), size=8, gap=2)
        sheet.y = spread(sheet, sheet.y, stops, ["", "", "Subtotal", bill.m(bill.sum(rows))], size=8) + 6
    sheet.rule(35, sheet.y - 4, 560, sheet.y - 4)
    sums = [("Administrasi", bill.charges)] if bill.charges else []
    sums += [("TOTAL BIAYA", bill.total)]
    sums += [("Uang muka", -bill.prepaid), ("SISA HARUS DIBAYAR", bill.payable)] if bill.prepaid else []
    y = pairs(
        sheet, sheet.y + 10, "<330 >560", [(a, bill.m(b)) for a, b in sums], size=8.5, step=13, bold=("TOTAL", "SISA")
    )
    sheet.lines(35, y + 6, sheet.wrap(f"Terbilang: {words(bill.payable)}", 420, 8), size=8)
    sheet.text(480, y + 44, f"Kasir: {person(rng, bill.land).split()[-1]}", size=8)
    truth = bill.truth(sheet, "qty price payable", "sections", "guarantor-pays", "no-tax")
    truth["buyer"]["name"] = [bill.buyer.name, patient]  # who pays, or who was treated
    return Drawn(sheet.finish(), (bill.charge_as_line(truth),))


@family("indonesian-haulier-trips")
def indonesian_haulier_trips(rng: Random) -> Drawn:
    """Trips by lorry: plate, delivery note and route before tonnes and tariff; PPN 1,1 %, PPh 23 taken off."""
    bill = Bill(rng, "ID", rng.choice(("###/TRK/{m}/{y}", "INV.{y}.{m}.###", "TL-####")))
    rate = Decimal("1.1")
    for _ in range(some(rng, 25)):
        plate, note = bill.shape("B #### @@@"), bill.shape("SJ#####")
        route = rng.choice(("Cikarang - Merak", "Tj. Priok - Karawang", "Gresik - Malang", "Cilegon - Bandung"))
        tonnes = Decimal(rng.randint(4000, 32000)) / 1000
        day = bill.d(bill.date, -rng.randint(1, 25))
        bill.add(route, tonnes, price_of(rng, 85000, 320000, step="500"), rate=rate, uom="ton", more=(day, plate, note))
    bill.reckon(slips="total amount")
    bill.withheld = bill.money(bill.subtotal * 2 / 100) if rng.random() < 0.6 else ZERO
    sheet = Sheet(size=(842, 595))
    sheet.lines(
        40, 44, [bill.seller.name, "TRUCKING & CONTAINER HAULAGE", *bill.seller.address], size=9.5, bold_first=True
    )
    sheet.lines(560, 44, ["Kepada Yth.", bill.buyer.name, *bill.buyer.address, f"NPWP {bill.buyer.tax_id}"], size=9)
    sheet.text(421, 120, "I N V O I C E", size=14, bold=True, align="centre")
    sheet.text(421, 134, f"Nomor : {bill.number}", size=9, align="centre")
    stops = "<44 <70 <160 <240 <310 >560 >660 >798"

    def begin() -> None:
        top = 160 if sheet.page == 1 else 50
        sheet.box(40, top - 12, 802, top + 6, fill=(0.9, 0.93, 0.9))
        heads = ["No", "Tanggal", "No. Polisi", "Surat Jalan", "Tujuan", "Tonase", "Tarif/ton", "Jumlah (Rp)"]
        sheet.y = spread(sheet, top, stops, heads, size=8, bold=True) + 10

    begin()
    rows = [
        (str(n), *r.more, r.text, bill.q(r.qty, 3), bill.p(r.price), bill.m(r.amount))
        for n, r in enumerate(bill.rows, 1)
    ]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8, gap=3, bottom=430)
    room(sheet, 130, 560)
    sheet.rule(40, sheet.y - 4, 802, sheet.y - 4)
    sums = [("Jumlah", bill.subtotal), ("PPN 1,1%", bill.tax), ("Total", bill.total)]
    sums += [("PPh Ps. 23 (2%)", -bill.withheld), ("Yang dibayarkan", bill.payable)] if bill.withheld else []
    y = pairs(
        sheet, sheet.y + 10, "<600 >798", [(a, bill.m(b)) for a, b in sums], size=9, step=14, bold=("Total", "Yang")
    )
    late = rng.random() < 0.5
    pay = [f"Jatuh tempo: {bill.d(bill.due)}"] if late else ["Pembayaran 30 hari setelah invoice diterima"]
    sheet.lines(
        44,
        sheet.y + 10,
        [*pay, f"Rekening {bill.shape('### ### ####')} a.n. {bill.seller.name}", f"NPWP {bill.seller.tax_id}"],
        size=8.5,
    )
    sheet.lines(600, y + 10, [f"Tangerang, {bill.d(bill.date)}", "", "", person(rng, bill.land)], size=8.5)
    shown = f"{'due' if late else ''} seller_id buyer_id subtotal tax qty price payable"
    return Drawn(sheet.finish(), (bill.truth(sheet, shown, "landscape", "date-at-signature", "withheld"),))


@family("indonesian-contract-termin")
def indonesian_contract_termin(rng: Random) -> Drawn:
    """A contractor's letter: contract sum, progress in percent, the down payment and retention taken off before PPN."""
    bill = Bill(rng, "ID", rng.choice(("###/@@@-INV/{m}/{y}", "TGH-{y}-0##", "0##/SPK/TRM/{y}")))
    contract, share, stage = (
        Decimal(rng.randint(4, 90) * 100_000_000),
        rng.choice((20, 25, 30, 40)),
        rng.choice(("I", "II", "III")),
    )
    row = bill.add(f"Termin {stage} ({share}% x nilai kontrak)", None, contract * share / 100, rate=ELEVEN)
    back, kept = row.amount * rng.choice((10, 20)) / 100, row.amount * rng.choice((0, 5)) / 100
    bill.reckon(discount=bill.money(back + kept), at=ELEVEN)
    bill.withheld = bill.money(bill.tax_base * Decimal("2.65") / 100) if rng.random() < 0.5 else ZERO
    sheet = Sheet(face=TIMES)
    sheet.text(60, 56, bill.seller.name, size=17, bold=True, colour=(0.5, 0.1, 0.1))
    sheet.text(60, 70, f"General Contractor - {', '.join(bill.seller.address)}", size=9)
    sheet.rule(60, 76, 535, 76, 2)
    head = [("Nomor", bill.number), ("Lampiran", "1 (satu) berkas"), ("Perihal", f"Tagihan Termin {stage}")]
    pairs(sheet, 100, "<60 <115 <125", [(a, ":", b) for a, b in head], size=10.5, step=15)
    sheet.text(535, 100, f"Jakarta, {bill.d(bill.date)}", size=10.5, align="right")
    sheet.lines(
        60, 160, ["Kepada Yth.", bill.buyer.name, *bill.buyer.address, f"Up. {person(rng, bill.land)}"], size=10.5
    )
    spk = bill.shape("###/SPK/@@/{y}")
    intro = f"Berdasarkan SPK No. {spk} tanggal {bill.d(bill.date, -120)} senilai Rp {bill.m(contract)} (di luar PPN), "
    intro += f"dengan progres pekerjaan {share + 12}%, bersama ini kami mengajukan tagihan sebagai berikut:"
    sheet.y = sheet.lines(60, 245, sheet.wrap(intro, 475, 10.5), size=10.5) + 8
    sums = [(row.text, bill.rows[0].amount), ("Potongan pengembalian uang muka", -bill.money(back))]
    sums += [("Retensi 5%", -bill.money(kept))] if kept else []
    sums += [("Dasar Pengenaan Pajak", bill.tax_base), ("PPN 11%", bill.tax), ("Jumlah tagihan", bill.total)]
    sums += (
        [("PPh Final Ps. 4 (2) 2,65%", -bill.withheld), ("Jumlah yang diterima", bill.payable)] if bill.withheld else []
    )
    lines = [(a, "Rp", f"({bill.m(-b)})" if b < 0 else bill.m(b)) for a, b in sums]
    y = pairs(sheet, sheet.y + 6, "<80 <390 >510", lines, size=10.5, step=17, bold=("Jumlah",))
    sheet.y = sheet.lines(60, y + 4, sheet.wrap(f"({words(bill.payable)})", 475, 10.5), size=10.5)
    late = rng.random() < 0.3
    closing = (
        f"Mohon pembayaran selambat-lambatnya tanggal {bill.d(bill.due)} ke rekening {bill.shape('#### ## ######')}."
        if late
        else "Demikian, atas perhatiannya kami ucapkan terima kasih."
    )
    sheet.lines(
        60,
        sheet.y + 10,
        [closing, f"NPWP kami: {bill.seller.tax_id}", "", "Hormat kami,", "", "", person(rng, bill.land)],
        size=10.5,
    )
    shown = f"{'due' if late else ''} seller_id tax_base tax payable subtotal"
    truth = bill.truth(sheet, shown, "instalment", "retention", "letter", "withheld")
    truth["totals"]["discount"] = [number_text(bill.discount)]  # printed in parts
    return Drawn(sheet.finish(), (_deductions_as_lines(truth, bill, back, kept),))


def _deductions_as_lines(truth: Truth, bill: Bill, back: Decimal, kept: Decimal) -> Truth:
    """The deductions may as well be lines of their own."""
    line = {**truth["items"][0], "description": None}
    lines = [{**line, "amount": number_text(-bill.money(part))} for part in (back, kept) if part]
    totals = truth["totals"] | {"subtotal": [number_text(bill.tax_base), None], "discount": "0"}
    return {**truth, "or": [{"items": [*truth["items"], *lines], "totals": totals}]}


@family("indonesian-office-rent")
def indonesian_office_rent(rng: Random) -> Drawn:
    """A tower's quarterly rent: square metres by rate by months, PPN, article 4 (2) on the rent, stamp duty."""
    bill = Bill(rng, "ID", rng.choice(("{y}{m}/RENT/###", "BM-INV-#####", "T2-{y}-0###")))
    area, months = Decimal(rng.randint(800, 9000)) / 10, rng.choice((1, 3, 12))
    for text, low, high in (("Sewa ruang / Office rent", 150, 320), ("Service charge", 60, 110))[: rng.randint(1, 2)]:
        price = Decimal(rng.randint(low, high) * 1000)
        more = (f"{bill.q(area)} m2 x {months} bln x Rp {bill.m(price)}",)
        bill.add(text, None, area * months * price, rate=ELEVEN, more=more)
    if rng.random() < 0.5:
        bill.add("Parkir / Parking, 4 unit", None, Decimal(4 * 350_000 * months), rate=ELEVEN, more=("",))
    stamp = rng.choice((ZERO, Decimal(10000)))
    bill.reckon(charges=stamp)
    bill.taxes = [tax for tax in bill.taxes if tax.rate]
    bill.withheld = bill.money(bill.rows[0].amount / 10)
    sheet = Sheet(face=VERA)
    bar(sheet, 0, 842, 0, 14, (0.1, 0.3, 0.35))
    sheet.text(40, 60, rng.choice(("MENARA TALANG", "GRAHA KENARIMBA")), size=18, bold=True, colour=(0.1, 0.3, 0.35))
    sheet.text(40, 74, f"dikelola oleh / managed by {bill.seller.name}", size=8)
    sheet.text(40, 85, f"NPWP {bill.seller.tax_id}", size=8)
    bar(sheet, 104, 20, 40, 555, (0.1, 0.3, 0.35))
    sheet.text(48, 118, "TAGIHAN / INVOICE", size=10, bold=True, colour=WHITE)
    spread(sheet, 118, ">548", [bill.number], size=10, bold=True, colour=WHITE)
    tenant = [
        "Penyewa / Tenant",
        bill.buyer.name,
        *folded(sheet, f"{bill.buyer.street}, {bill.buyer.city}", 220, 8.5).split("\n"),
    ]
    sheet.lines(40, 146, [*tenant, f"Unit {bill.shape('1#-@')}"], size=8.5, bold_first=True)
    facts = [
        ("Tanggal / Date", bill.d(bill.date)),
        ("Jatuh tempo / Due date", bill.d(bill.due)),
        ("Periode / Period", f"{months} bulan"),
    ]
    pairs(sheet, 146, "<330 >555", facts, size=8.5, step=14)
    sheet.rule(40, 218, 555, 218)
    sheet.y = (
        spread(
            sheet, 230, "<44 <200 >551", ["Uraian / Description", "Perhitungan / Calculation", "IDR"], size=8, bold=True
        )
        + 6
    )
    rows = [(r.text, r.more[0], bill.m(r.amount)) for r in bill.rows]
    listing(sheet, "<44 <200 >551", rows, turn=turned(sheet, lambda: None), size=8, gap=7)
    sheet.rule(40, sheet.y - 6, 555, sheet.y - 6)
    sums = [("Jumlah / Subtotal", bill.subtotal), ("PPN / VAT 11%", bill.tax)] + (
        [("Bea meterai / Stamp duty", stamp)] if stamp else []
    )
    sums += [("Total tagihan / Total invoice", bill.total), ("PPh Pasal 4 (2) 10% - sewa / rent", -bill.withheld)]
    sums += [("Jumlah dibayar / Net payment", bill.payable)]
    pairs(
        sheet,
        sheet.y + 10,
        "<270 >551",
        [(a, bill.m(b)) for a, b in sums],
        size=8.5,
        step=16,
        bold=("Total", "Jumlah d"),
    )
    sheet.lines(
        40, 700, ["Virtual account " + bill.shape("8#### ##########"), "Denda keterlambatan 1 permil per hari."], size=8
    )
    truth = bill.truth(
        sheet, "due seller_id subtotal tax payable", "withheld-in-part", "bilingual", "stamp-duty", "trade-name"
    )
    truth["totals"]["tax_base"] = [number_text(bill.subtotal), None]
    return Drawn(sheet.finish(), (bill.charge_as_line(truth),))
