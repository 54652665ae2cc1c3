"""Senders from Indonesia, each with a paper of its own."""

from dataclasses import replace
from decimal import Decimal
from itertools import pairwise
from random import Random

from tests.generator.amounts_in_words import indonesian
from tests.generator.bill import GREY, VERA, WHITE, Bill, bar, bars, folded, price_of, spread
from tests.generator.ink import number_text
from tests.generator.lands import person
from tests.generator.model import ZERO
from tests.generator.places import COMMAS, DOTS
from tests.generator.registry import Drawn, family
from tests.generator.sheet import COURIER, TIMES, Sheet
from tests.generator.writing import NumberFormat

PPN11, PPN12, SHARE = Decimal(11), Decimal(12), Decimal(11) / Decimal(12)


def _rupiah(total: Decimal) -> str:
    return f"{indonesian(int(total))} rupiah"


@family("indonesian-kwitansi-tax")
def indonesian_kwitansi_tax(rng: Random) -> Drawn:
    """A receipt beside the tax invoice: who paid, the sum in words, for what; DPP and PPN as three small rows."""
    bill = Bill(rng, "ID", rng.choice(("KW/###/{m}/{y}", "0##/KWT-@@/{y}", "K-{y}{m}-###")))
    job = rng.choice(
        (
            "Pekerjaan pengecatan gudang termin II (40%)",
            "Jasa konsultasi manajemen bulan Maret",
            "Sewa alat berat excavator PC-200",
            "Pengadaan seragam karyawan 250 stel",
        )
    )
    bill.add(
        f"{job} sesuai SPK No. {bill.shape('SPK-###/@@/{y}')}", None, price_of(rng, 2e6, 9e8, step="50000"), rate=PPN12
    )
    bill.reckon(share=SHARE)
    sheet = Sheet(size=(595, 420), face=TIMES)
    sheet.box(20, 20, 575, 400)
    bar(sheet, 20, 380, 20, 120, (0.85, 0.9, 0.95))
    sheet.text(345, 52, "K W I T A N S I", size=18, bold=True, align="centre")
    sheet.upright(75, 390, f"{bill.seller.name}  -  {bill.seller.street}  -  {bill.seller.city}", size=9)
    sheet.upright(95, 390, f"Telp. {bill.seller.phone}   NPWP {bill.seller.tax_id}", size=8)
    sheet.text(140, 75, f"No. : {bill.number}", size=10)
    pairs = (
        ("Sudah terima dari", bill.buyer.name),
        ("Banyaknya uang", f"# {folded(sheet, _rupiah(bill.total).capitalize(), 290, 10)} #"),
        ("Untuk pembayaran", folded(sheet, bill.rows[0].text, 300, 10)),
    )
    sheet.y = 105
    for label, value in pairs:
        sheet.y = spread(sheet, sheet.y, "<140 <240 <248", [label, ":", value], size=10) + 12
    for label, figure in (("Nilai pekerjaan", bill.subtotal), ("DPP (11/12)", bill.tax_base), ("PPN 12%", bill.tax)):
        sheet.y = spread(sheet, sheet.y, "<248 <340 >460", [label, "Rp", bill.m(figure)], size=9) + 2
    sheet.box(135, 330, 300, 362, fill=(0.92, 0.92, 0.92))
    sheet.text(145, 351, f"Rp {bill.m(bill.total)},-", size=14, bold=True)
    sheet.lines(410, 310, [f"{bill.seller.city.split()[0]}, {bill.d(bill.date)}", bill.seller.name], size=10)
    sheet.text(410, 385, person(rng, bill.land), size=10)
    sheet.box(340, 325, 400, 365)
    sheet.text(348, 348, "METERAI 10000", size=6, colour=GREY)
    truth = bill.truth(sheet, "seller_id subtotal tax_base tax", "receipt", "words")
    return Drawn(sheet.finish(), (truth,))


@family("indonesian-courier")
def indonesian_courier(rng: Random) -> Drawn:
    """Waybills over pages: date, waybill, destination, pieces, kilos, tariff and amount; insurance, PPN 1,1 %."""
    bill = Bill(rng, "ID", rng.choice(("INV/JKT/{y}{m}/#####", "####/CR/{m}/{y}", "IC########")))
    bill.numbers = NumberFormat(DOTS)
    rate = Decimal("1.1")
    towns = ("Surabaya", "Medan Kota", "Makassar", "Denpasar", "Pontianak", "Kab. Kudus", "Batam")
    for n in range(rng.randint(2, 60)):
        kilos = Decimal(rng.randint(1, 60))
        bill.add(
            rng.choice(towns),
            kilos,
            Decimal(rng.randint(16, 120) * 500),
            rate=rate,
            uom="Kg",
            no=str(n + 1),
            sku=bill.shape("8800#########"),
            more=(bill.d(bill.date, -30 + n // 2), str(rng.randint(1, 5))),
        )
    bill.reckon(slips="total qty amount")
    sheet = Sheet()
    sheet.box(25, 25, 570, 120)
    sheet.text(35, 50, bill.seller.name, size=16, bold=True, colour=(0.8, 0.2, 0.1))
    sheet.lines(35, 64, ["Kurir - Kargo - Gudang", *bill.seller.address, f"NPWP : {bill.seller.tax_id}"], size=7.5)
    bars(sheet, 420, 35, 22, rng, 45)
    for n, (label, value) in enumerate(
        (
            ("No. Invoice", bill.number),
            ("Tanggal", bill.d(bill.date)),
            ("Jatuh Tempo", bill.d(bill.due)),
            ("Kode Pelanggan", bill.shape("CGK0####")),
        )
    ):
        spread(sheet, 74 + 12 * n, "<340 <415 <423", [label, ":", value], size=8)
    sheet.lines(
        35,
        138,
        ["Ditagihkan kepada :", bill.buyer.name, *bill.buyer.address, f"UP. {person(rng, bill.land)}"],
        size=8.5,
    )
    sheet.y = 212
    _waybills(sheet, bill)
    if sheet.y > 640:
        sheet.new_page()
    weight = bill.q(sum((row.qty or ZERO for row in bill.rows), ZERO))
    for label, figure in (
        (f"Jumlah ({len(bill.rows)} resi, {weight} kg)", bill.subtotal),
        ("PPN 1,1%", bill.tax),
        ("TOTAL TAGIHAN", bill.total),
    ):
        bold = label.isupper()
        bar(sheet, sheet.y + 2, 15, 330, 570, (0.8, 0.2, 0.1) if bold else (0.95, 0.93, 0.92))
        spread(
            sheet,
            sheet.y + 13,
            "<336 <460 >564",
            [label, "Rp", bill.m(figure)],
            size=8.5,
            bold=bold,
            colour=WHITE if bold else (0.0, 0.0, 0.0),
        )
        sheet.y += 17
    sheet.lines(35, sheet.y + 16, ["Terbilang:", *sheet.wrap(_rupiah(bill.total).title(), 500, 8)], size=8)
    sheet.lines(
        35,
        sheet.y + 56,
        [
            f"Transfer ke Bank Cakra Mandala a/n {bill.seller.name}",
            f"No. Rek. {bill.shape('###-##-#####-#')}. Klaim maksimal 14 hari sejak invoice diterima.",
        ],
        size=8,
    )
    return Drawn(sheet.finish(), (bill.truth(sheet, "due seller_id subtotal tax qty price", "waybills", "many-lines"),))


def _waybills(sheet: Sheet, bill: Bill) -> None:
    stops = "<30 <52 <125 <225 >355 >405 >470 >564"
    heads = ["No", "Tgl Kirim", "No. Resi", "Tujuan", "Koli", "Berat (Kg)", "Tarif/Kg", "Jumlah"]
    sheet.y = spread(sheet, sheet.y, stops, heads, size=7.5, bold=True) + 4
    for row in bill.rows:
        if sheet.y > 780:
            sheet.text(297, 820, f"Halaman {sheet.page}", size=7, align="centre")
            sheet.new_page()
            sheet.y = spread(sheet, 50, stops, heads, size=7.5, bold=True) + 4
        sheet.rule(25, sheet.y - 9, 570, sheet.y - 9, 0.2)
        cells = [
            row.no or "",
            row.more[0],
            row.sku or "",
            row.text,
            row.more[1],
            bill.q(row.qty),
            bill.p(row.price),
            bill.m(row.amount),
        ]
        sheet.y = spread(sheet, sheet.y, stops, cells, size=7.5) + 3


@family("indonesian-ad-agency")
def indonesian_ad_agency(rng: Random) -> Drawn:
    """Media costs, the agency's fee in percent of them below the table, PPN, PPh 23 on the fee deducted."""
    bill = Bill(rng, "ID", rng.choice(("###/INV/@@@/{m}/{y}", "ADV-{y}-####", "INV{y}{m}##")))
    bill.numbers = NumberFormat(COMMAS)
    for text in rng.sample(
        (
            'TVC spot 30" - prime time, 24 spots',
            "Billboard 5 x 10 m Simpang Lima (1 bulan)",
            'Radio ad lib 60"',
            "Instagram ads - actual spending",
            "Print ad 1/2 page FC",
        ),
        rng.randint(1, 4),
    ):
        bill.add(text, rng.choice((1, 2, 4, 24)), price_of(rng, 1.5e6, 4e7, step="25000"), rate=PPN12)
    media = sum((row.amount for row in bill.rows), ZERO)
    percent = rng.choice((Decimal(5), Decimal("7.5"), Decimal(10), Decimal(15)))
    bill.add(f"Agency Fee {bill.q(percent)}% of Total Media Cost", None, bill.money(media * percent / 100), rate=PPN12)
    bill.reckon(share=SHARE)
    bill.withheld = bill.money(bill.rows[-1].amount * 2 / 100) if rng.random() < 0.6 else ZERO
    sheet = Sheet(face=VERA)
    sheet.text(560, 70, rng.choice(("invoice", "INVOICE")), size=30, bold=True, align="right", colour=(0.95, 0.5, 0.1))
    sheet.lines(
        40, 55, [bill.seller.name, *bill.seller.address, f"NPWP {bill.seller.tax_id}"], size=7.5, bold_first=True
    )
    spread(sheet, 115, "<40 <230 <400", ["CLIENT", "CAMPAIGN", "REFERENCE"], size=6.5, colour=GREY)
    spread(
        sheet,
        128,
        "<40 <230 <400",
        [
            "\n".join((bill.buyer.name, *bill.buyer.address)),
            (
                f"{rng.choice(('Ramadan Berkah', 'Launching Varian Baru', 'Pesta Diskon 12.12'))}\nPO "
                f"{bill.shape('45000#####')}"
            ),
            f"No: {bill.number}\nDate: {bill.d(bill.date)}\nDue: {bill.d(bill.due)}",
        ],
        size=8,
    )
    stops = "<40 >360 >450 >560"
    bar(sheet, 180, 2, 40, 560, (0.95, 0.5, 0.1))
    sheet.y = spread(sheet, 196, stops, ["MEDIA", "QTY", "UNIT COST", "AMOUNT (IDR)"], size=7, bold=True) + 8
    for row in bill.rows[:-1]:
        sheet.y = (
            spread(sheet, sheet.y, stops, [row.text, bill.q(row.qty), bill.p(row.price), bill.m(row.amount)], size=8)
            + 6
        )
    fee = bill.rows[-1]
    rows = [
        ("Total Media Cost", media, True),
        (fee.text, fee.amount, False),
        ("Sub Total", bill.subtotal, True),
        ("DPP Nilai Lain (11/12)", bill.tax_base, False),
        ("PPN 12%", bill.tax, False),
        ("Grand Total", bill.total, True),
    ]
    rows += (
        [("PPh 23 (2% x Agency Fee)", -bill.withheld, False), ("Net Transfer", bill.payable, True)]
        if bill.withheld
        else []
    )
    for label, value, bold in rows:
        sheet.y = spread(sheet, sheet.y + 4, "<230 >560", [label, bill.m(value)], size=8, bold=bold) + 3
    sheet.lines(
        40,
        sheet.y + 24,
        [
            f"Bank Adiraja, KCP Thamrin, IDR {bill.shape('###.###.####')}",
            "Please attach PPh 23 slip (bukti potong).",
            "",
            person(rng, bill.land),
            "Finance Director",
        ],
        size=8,
        leading=1.5,
    )
    truth = bill.truth(
        sheet, f"due seller_id subtotal tax_base tax qty price {'payable' if bill.withheld else ''}", "agency-fee"
    )
    totals = {**truth["totals"], "subtotal": number_text(media), "charges": number_text(fee.amount)}
    truth["or"] = [{"items": bill.items({"qty", "price"}, bill.rows[:-1]), "totals": totals}]
    return Drawn(sheet.finish(), (truth,))


@family("indonesian-part-numbers")
def indonesian_part_numbers(rng: Random) -> Drawn:
    """Part number above its description, delivery orders named in each row, DPP nilai lain, signature blocks, grid."""
    bill = Bill(rng, "ID", rng.choice(("{y}/{m}/INV/####", "SI-####-{y}", "9########")))
    parts = (
        "BRACKET, ENGINE MOUNTING RH",
        "BOLT FLANGE M10X1.25X35",
        "COVER ASSY FR DOOR",
        "GASKET CYL HEAD",
        "STAY COMP, FENDER",
        "PLATE REINF NO.2",
    )
    for n in range(rng.randint(1, 22)):
        bill.add(
            rng.choice(parts),
            rng.choice((50, 120, 400, 1500)),
            price_of(rng, 350, 84000, step="5"),
            rate=PPN12,
            no=str(n + 1),
            sku=bill.shape("#####-@@###-0#"),
            uom="PCS",
            more=(bill.shape("DO24-####"),),
        )
    bill.reckon(share=SHARE, slips="total qty amount")
    sheet = Sheet(face=COURIER)
    sheet.text(30, 42, bill.seller.name, size=13, bold=True)
    sheet.lines(
        30, 55, [", ".join(bill.seller.address), f"TELP {bill.seller.phone}  NPWP {bill.seller.tax_id}"], size=7.5
    )
    sheet.text(565, 42, "FAKTUR PENJUALAN", size=12, bold=True, align="right")
    sheet.box(26, 76, 300, 140)
    sheet.lines(32, 88, ["KEPADA YTH.", bill.buyer.name, *bill.buyer.address, f"NPWP : {bill.buyer.tax_id}"], size=8)
    sheet.box(300, 76, 569, 140)
    for n, (label, value) in enumerate(
        (
            ("NOMOR", bill.number),
            ("TANGGAL", bill.d(bill.date)),
            ("NO. PO", bill.shape("PO-MFG-####")),
            ("SYARAT", "60 HARI SETELAH TUKAR FAKTUR"),
        )
    ):
        spread(sheet, 89 + 13 * n, "<306 <360 <368", [label, ":", value], size=8)
    edges, stops = (26, 52, 250, 330, 390, 470, 569), "<30 <56 <254 >386 >466 >565"
    heads = ["NO", "PART NO.\nPART NAME", "SURAT JALAN", "QTY (PCS)", "HARGA (RP)", "JUMLAH (RP)"]
    sheet.y = _part_row(sheet, 148, edges, stops, heads)
    for row in bill.rows:
        if sheet.y > 700:
            sheet.new_page()
            sheet.y = _part_row(sheet, 40, edges, stops, heads)
        cells = [
            row.no or "",
            f"{row.sku}\n{row.text}",
            row.more[0],
            bill.q(row.qty),
            bill.p(row.price),
            bill.m(row.amount),
        ]
        sheet.y = _part_row(sheet, sheet.y, edges, stops, cells)
    if sheet.y > 660:
        sheet.new_page()
    for label, figure in (
        ("JUMLAH", bill.subtotal),
        ("DPP NILAI LAIN (11/12)", bill.tax_base),
        ("PPN 12%", bill.tax),
        ("TOTAL", bill.total),
    ):
        sheet.box(26, sheet.y, 470, sheet.y + 15)
        sheet.box(470, sheet.y, 569, sheet.y + 15)
        spread(sheet, sheet.y + 11, ">466 >565", [label, bill.m(figure)], size=8, bold=label == "TOTAL")
        sheet.y += 15
    sheet.lines(30, sheet.y + 14, sheet.wrap(f"TERBILANG : {_rupiah(bill.total).upper()}", 520, 8), size=8)
    spread(
        sheet,
        sheet.y + 50,
        "^110 ^297 ^480",
        ["DIBUAT", "DIPERIKSA", f"DISETUJUI\n\n\n\n{person(rng, bill.land)}"],
        size=8,
    )
    truth = bill.truth(sheet, "seller_id buyer_id subtotal tax_base tax qty price", "two-line-items", "grid")
    truth["invoice"]["currency"] = "IDR"
    return Drawn(sheet.finish(), (truth,))


def _part_row(sheet: Sheet, y: float, edges: tuple[float, ...], stops: str, cells: list[str]) -> float:
    for left, right in pairwise(edges):
        sheet.box(left, y, right, y + 23)
    spread(sheet, y + 9, stops, cells, size=7.5)
    return y + 23


@family("indonesian-hotel-event")
def indonesian_hotel_event(rng: Random) -> Drawn:
    """A banquet: pax times price, service charge 10 % and PB1 10 % on both, deposit deducted, event data beside."""
    bill = Bill(rng, "ID", rng.choice(("BQ-####", "FO{y}{m}####", "EVT/###/{y}")))
    tax = Decimal(10)
    for text in rng.sample(
        (
            "Full board meeting package",
            "Coffee break (2x)",
            "Gala dinner buffet",
            "LCD projector rental",
            "Superior room, 2 nights",
            "Backdrop 4 x 3 m",
        ),
        rng.randint(1, 5),
    ):
        bill.add(
            text,
            rng.choice((1, 20, 75, 150)),
            price_of(rng, 75000, 950000, step="2500"),
            rate=tax,
            uom=rng.choice(("pax", "unit", "night")),
        )
    net = sum((row.amount for row in bill.rows), ZERO)
    bill.reckon(charges=bill.money(net / 10), at=tax, slips="total qty")
    bill.prepaid = bill.money(bill.total / 2) if rng.random() < 0.6 else ZERO
    bill.seller = replace(
        bill.seller,
        name=f"Hotel {rng.choice(('Grand Melati', 'Puri Senja', 'Bukit Permai'))} {bill.seller.city.split()[0]}",
    )
    sheet = Sheet(face=TIMES)
    sheet.text(297, 58, bill.seller.name, size=20, align="centre", colour=(0.35, 0.25, 0.1))
    sheet.text(
        297,
        72,
        f"{bill.seller.street}, {bill.seller.city} - {bill.seller.phone} - {bill.seller.mail}",
        size=8,
        align="centre",
    )
    bar(sheet, 80, 0.8, 150, 445, (0.35, 0.25, 0.1))
    sheet.text(50, 110, "BANQUET INVOICE", size=12, bold=True)
    left = (
        ("Company", bill.buyer.name),
        ("Address", ", ".join(bill.buyer.address)),
        ("Contact", person(rng, bill.land)),
        ("Function", "Rapat Kerja Tahunan"),
    )
    right = (
        ("Bill No.", bill.number),
        ("Bill Date", bill.d(bill.date)),
        ("Event Date", bill.d(bill.date, -2)),
        ("Venue / Pax", f"Ballroom A / {rng.randint(20, 200)}"),
    )
    for n, (one, two) in enumerate(zip(left, right, strict=True)):
        spread(
            sheet,
            130 + 15 * n,
            "<50 <100 <400 <465",
            [one[0], f": {folded(sheet, one[1], 270, 9).split(chr(10))[0]}", two[0], f": {two[1]}"],
            size=9,
        )
    stops = "<50 >330 <336 >440 >545"
    sheet.y = (
        spread(sheet, 208, stops, ["Particulars", "Qty", "", "Price (IDR)", "Total (IDR)"], size=9.5, bold=True) + 6
    )
    for row in bill.rows:
        sheet.y = (
            spread(
                sheet,
                sheet.y,
                stops,
                [row.text, bill.q(row.qty), row.uom or "", bill.p(row.price), bill.m(row.amount)],
                size=9.5,
            )
            + 5
        )
    rows = [
        ("Sub Total", bill.subtotal),
        ("Service Charge 10%", bill.charges),
        ("PB1 (Pajak Restoran/Hotel) 10%", bill.tax),
        ("GRAND TOTAL", bill.total),
    ]
    rows += (
        [(f"Less: Deposit {bill.d(bill.date, -20)}", -bill.prepaid), ("BALANCE DUE", bill.payable)]
        if bill.prepaid
        else []
    )
    for label, value in rows:
        sheet.y = spread(sheet, sheet.y + 5, "<300 >545", [label, bill.m(value)], size=10, bold=label.isupper()) + 2
    sheet.lines(
        50,
        sheet.y + 30,
        [
            "Please settle within 7 days by transfer to Bank Sentra Dana",
            f"a/n PT {bill.shape('@@@')} Wisata, No. {bill.shape('##########')}",
            "Guest signature ____________________",
        ],
        size=9,
        leading=1.7,
    )
    shown = f"subtotal tax qty price {'payable' if bill.prepaid else ''}"
    return Drawn(sheet.finish(), (bill.truth(sheet, shown, "service-charge", "local-tax"),))


@family("indonesian-saas-dollars")
def indonesian_saas_dollars(rng: Random) -> Drawn:
    """Software in US dollars from Jakarta: seats by month, PPN in rupiah besides, the amount on top."""
    bill = Bill(rng, "ID", rng.choice(("INV-{y}-0####", "SUB#######", "@@@@@-000#")), currency="USD")
    bill.numbers = NumberFormat(COMMAS)
    bill.day_format = rng.choice(("%d %b %Y", "%d/%m/%Y"))
    rate = rng.choice((PPN11, ZERO))
    period = f"{bill.d(bill.date)} - {bill.d(bill.date, 30)}"
    for text in rng.sample(
        (
            "Team plan, per seat",
            "API calls, 10k block",
            "Priority support",
            "Storage add-on 500 GB",
            "Onboarding (one time)",
        ),
        rng.randint(1, 4),
    ):
        bill.add(text, rng.choice((1, 3, 12, 45)), price_of(rng, 4, 190), rate=rate, notes=(period,))
    bill.reckon(slips="total qty")
    sheet = Sheet(face=VERA)
    sheet.text(50, 70, f"${bill.m(bill.total)} due {bill.d(bill.due)}", size=18, bold=True)
    sheet.text(50, 88, "Pay online at https://pay.example/i/" + bill.shape("@@##@@##"), size=8, colour=(0.2, 0.3, 0.8))
    heads = ["INVOICE NUMBER", "ISSUED", "FROM", "BILLED TO"]
    values = [
        bill.number,
        bill.d(bill.date),
        "\n".join((bill.seller.name, *bill.seller.address, f"NPWP {bill.seller.tax_id}")),
        "\n".join((bill.buyer.name, *bill.buyer.address, bill.buyer.mail)),
    ]
    spread(sheet, 120, "<50 <160 <240 <410", heads, size=6.5, colour=GREY)
    spread(sheet, 133, "<50 <160 <240 <410", values, size=7.5)
    stops = "<50 >370 >450 >545"
    bar(sheet, 196, 0.8, 50, 545, (0.8, 0.8, 0.85))
    sheet.y = spread(sheet, 212, stops, ["Description", "Qty", "Unit price", "Amount"], size=7.5, colour=GREY) + 8
    for row in bill.rows:
        spread(sheet, sheet.y + 10, "<50", [row.notes[0]], size=6.5, colour=GREY)
        sheet.y = (
            spread(
                sheet,
                sheet.y,
                stops,
                [row.text, bill.q(row.qty), f"${bill.p(row.price)}", f"${bill.m(row.amount)}"],
                size=8,
            )
            + 16
        )
    bar(sheet, sheet.y - 6, 0.8, 50, 545, (0.8, 0.8, 0.85))
    rows = [
        ("Subtotal", bill.subtotal),
        *([("PPN (11%)", bill.tax)] if rate else []),
        ("Total", bill.total),
        ("Amount due (USD)", bill.payable),
    ]
    for label, value in rows:
        sheet.y = (
            spread(
                sheet, sheet.y + 10, "<340 >545", [label, f"${bill.m(value)}"], size=8, bold=label.startswith("Amount")
            )
            + 2
        )
    if rate:
        course = Decimal(rng.randint(15500, 16500))
        dpp, ppn = (bill.numbers.write(value * course, 0) for value in (bill.subtotal, bill.tax))
        sheet.text(
            50,
            sheet.y + 30,
            f"Kurs KMK Rp {bill.numbers.write(course, 2)} / USD: DPP Rp {dpp}, PPN Rp {ppn}",
            size=7,
            colour=GREY,
        )
    sheet.text(50, 800, f"{bill.number} · ${bill.m(bill.total)} due {bill.d(bill.due)}", size=6.5, colour=GREY)
    sheet.text(545, 800, "Page 1 of 1", size=6.5, align="right", colour=GREY)
    return Drawn(
        sheet.finish(),
        (
            bill.truth(
                sheet,
                f"due seller_id subtotal qty price payable {'tax' if rate else ''}",
                "amount-on-top",
                "period-notes",
            ),
        ),
    )
