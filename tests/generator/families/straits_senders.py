"""Along the straits: an Indonesian distributor that counts cartons and pieces, a Singaporean servicing firm."""

from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, Bill, spread, squares
from tests.generator.families.archipelago_senders import words
from tests.generator.families.nusantara_senders import Goods, picked, ppn
from tests.generator.forms import table
from tests.generator.ink import number_text
from tests.generator.lands import person
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import COURIER, Sheet
from tests.generator.table import Look

GROCERIES: Goods = (
    ("KOPI GAGAH SUSU 20X10X31G", "10", 268_000),
    ("BISKUIT RENYAH COKLAT 30X120G", "30", 186_000),
    ("SHAMPO HITAM LEBAT SACHET 480", "48", 194_000),
    ("SUSU UHT SEGARA 125ML 40PCS", "40", 118_000),
    ("DETERJEN BERSERI 800G", "12", 172_500),
    ("PASTA GIGI SEMUT 190G", "36", 412_000),
    ("OBAT NYAMUK BAKAR DOBEL", "60", 225_000),
)


@family("indonesian-carton-and-pieces")
def indonesian_carton_and_pieces(rng: Random) -> Drawn:
    """A grocery distributor's needle print: cartons and pieces apart, price per carton, three discounts in turn."""
    bill = Bill(rng, "ID", rng.choice(("INV/####/{m}", "3##########", "F{y}{m}-#####")))
    rate, share = ppn(bill)
    for text, inside, price in picked(rng, GROCERIES, some(rng, 60)):
        cartons, pieces = rng.choice((1, 2, 5, 10)), rng.choice((0, 0, 0, int(inside) // 2))
        steps = [rng.choice(choice) for choice in ((0, 2, 3), (0, 0, 5), (0, 0, 0, 1))]
        left = Decimal(1)
        for step in steps:
            left *= 1 - Decimal(step) / 100
        count = cartons + Decimal(pieces) / int(inside)
        more = (inside, str(cartons), str(pieces), *(bill.q(Decimal(step)) if step else "" for step in steps))
        bill.add(
            text, count, price, rate=rate, discount=(1 - left) * 100, uom="KRT", sku=bill.shape("8999####"), more=more
        )
    bill.reckon(share=share, slips="total amount")
    sheet = Sheet(size=(684, 792), face=COURIER)
    late, salesman = rng.random() < 0.7, bill.shape(rng.choice(("0# KANVAS", "0# TO")))

    def head() -> None:
        spread(sheet, 40, "<30 >654", [bill.seller.name, "FAKTUR PENJUALAN"], size=11, bold=True)
        sheet.lines(
            30, 52, [", ".join(bill.seller.address), f"TELP {bill.seller.phone}  NPWP {bill.seller.tax_id}"], size=8
        )
        left = [
            ("NO. FAKTUR", bill.number),
            ("TANGGAL", bill.d(bill.date)),
            ("JT. TEMPO", bill.d(bill.due)) if late else ("TERM", "TUNAI"),
        ]
        pairs(sheet, 80, "<30 <95 <102", [(a, ":", b) for a, b in left], size=8, step=11)
        right = [("KEPADA", bill.buyer.name), ("ALAMAT", bill.buyer.street), ("", bill.buyer.city)]
        pairs(sheet, 80, "<330 <375 <382", [(a, ":" if a else "", b) for a, b in right], size=8, step=11)
        spread(
            sheet,
            113,
            "<30 <330",
            [f"SALESMAN   : {salesman}", f"HAL : {sheet.page}"],
            size=8,
        )
        sheet.text(30, 122, "=" * 130, size=8)
        heads = ["NO", "KODE", "NAMA BARANG", "ISI", "KRT", "PCS", "HARGA/KRT", "D1%", "D2%", "D3%", "JUMLAH"]
        spread(sheet, 132, stops, heads, size=8)
        sheet.text(30, 141, "=" * 130, size=8)
        sheet.y = 153

    stops = "<30 <50 <105 >300 >330 >360 >430 >465 >500 >535 >654"
    head()
    rows = [
        (str(n), r.sku or "", r.text, *r.more[:3], bill.p(r.price), *r.more[3:], bill.m(r.amount))
        for n, r in enumerate(bill.rows, 1)
    ]
    listing(sheet, stops, rows, turn=turned(sheet, head), size=8, gap=2, bottom=620)
    room(sheet, 130, 770)
    sheet.text(30, sheet.y, "-" * 130, size=8)
    less = sum((r.discount for r in bill.rows), ZERO)
    base = "DPP NILAI LAIN" if share != 1 else "DPP"
    sums = [
        ("BRUTO", bill.subtotal + less),
        ("POTONGAN", less),
        ("NETTO", bill.subtotal),
        (base, bill.tax_base),
        (f"PPN {bill.q(rate)}%", bill.tax),
        ("TOTAL", bill.total),
    ]
    y = pairs(
        sheet, sheet.y + 12, "<450 <535 >654", [(a, ":", bill.m(b)) for a, b in sums], size=8, step=11, bold=("TOTAL",)
    )
    sheet.lines(30, sheet.y + 12, sheet.wrap(f"TERBILANG : {words(bill.total).upper()}", 370, 8), size=8)
    spread(sheet, y + 18, "^90 ^240 ^390 ^560", ["PENERIMA", "PENGIRIM", "GUDANG", "ADMIN"], size=8)
    spread(sheet, y + 58, "^90 ^240 ^390 ^560", ["(.............)"] * 4, size=8)
    sheet.text(30, y + 74, "KLAIM PALING LAMBAT 1X24 JAM. PEMBAYARAN GIRO A/N PERUSAHAAN.", size=7)
    truth = bill.truth(
        sheet,
        f"{'due' if late else ''} seller_id tax_base tax price",
        "two-quantities",
        "three-discounts",
        "needle-print",
    )
    for item, row in zip(truth["items"], bill.rows, strict=True):
        item["qty"] = (
            number_text(row.qty or ZERO) if row.more[2] == "0" else [None, number_text(row.qty or ZERO), row.more[1]]
        )
    truth["totals"] |= {
        "subtotal": [number_text(bill.subtotal), number_text(bill.subtotal + less)],
        "discount": ["0", number_text(less)],
    }
    mixed = any(row.more[2] != "0" for row in bill.rows)
    return Drawn(
        sheet.finish(), ({**truth, "expect": "any" if mixed and truth["expect"] == "accept" else truth["expect"]},)
    )


CHORES: Goods = (
    ("Quarterly servicing of wall-mounted fan coil unit", "unit", 4000),
    ("Chemical overhaul, FCU 18,000 BTU\n(include dismantle, wash and reinstall)", "unit", 18000),
    ("Top-up refrigerant gas R410A", "lot", 8000),
    ("Replace PCB board c/w 3 months warranty", "pc", 32500),
    ("Transport & ERP charges", "trip", 3000),
    ("Supply and install drain pipe with insulation", "ft", 1250),
)


@family("singapore-servicing-job")
def singapore_servicing_job(rng: Random) -> Drawn:
    """A small servicing firm: job sheet and site besides the buyer, 'S$' in heads, GST 9 %, cheque or PayNow, an ad."""
    bill = Bill(rng, "SG", rng.choice(("AC-#####", "TI{y}-0###", "#####")))
    registered = rng.random() < 0.8
    rate = Decimal(9) if registered else ZERO
    for text, unit, price in picked(rng, CHORES, rng.randint(1, 6)):
        first, *notes = text.split("\n")
        bill.add(first, rng.choice((1, 2, 6, 12)), price / 100 + 5, rate=rate, uom=unit, notes=tuple(notes))
    bill.reckon(taxed=registered, slips="total amount qty")
    sheet = Sheet()
    sheet.box(40, 36, 84, 80, fill=(0.1, 0.5, 0.75))
    sheet.text(96, 50, bill.seller.name, size=14, bold=True)
    regs = f"Co. Reg. No.: {bill.seller.tax_id}" + (f"   GST Reg. No.: {bill.seller.tax_id}" if registered else "")
    sheet.lines(96, 63, [f"{bill.seller.street} {bill.seller.city}   Tel: {bill.seller.phone}", regs], size=8)
    sheet.text(297, 108, "TAX INVOICE" if registered else "INVOICE", size=13, bold=True, align="centre")
    contact = [f"Attn: {person(rng, bill.land)}"] if rng.random() < 0.6 else []
    to = [bill.buyer.name, *bill.buyer.address]
    sheet.lines(40, 130, ["Bill To:", *(contact + to if rng.random() < 0.4 else to + contact)], size=9)
    late = rng.random() < 0.4
    facts = [
        ("Invoice No.", bill.number),
        ("Date", bill.d(bill.date)),
        ("Job Sheet No.", bill.shape("JS####")),
        ("Your P.O.", bill.shape("PO#####") if rng.random() < 0.5 else "Verbal"),
    ]
    facts += [("Due Date", bill.d(bill.due))] if late else [("Terms", f"{(bill.due - bill.date).days} Days")]
    pairs(sheet, 130, "<370 <440 <448", [(a, ":", b) for a, b in facts], size=9, step=13)
    sheet.text(
        40, 204, f"Site: {bill.ship_to.street}, {bill.ship_to.city} - serviced on {bill.d(bill.date, -3)}", size=8.5
    )
    sheet.y = 214
    rows = []
    for n, r in enumerate(bill.rows, 1):
        rows.append(
            (str(n), "\n".join((r.text, *r.notes)), bill.q(r.qty), r.uom or "", bill.p(r.price), bill.m(r.amount))
        )
    table(
        sheet,
        40,
        "28^S/N|257<Description|40>Qty|40<UOM|70>U/Price (S$)|80>Amount (S$)",
        rows,
        Look("columns", size=9, gap=8),
    )
    sums = (
        [("Sub-Total", bill.subtotal), ("Add 9% GST", bill.tax), ("Grand Total", bill.total)]
        if registered
        else [("Total", bill.total)]
    )
    y = pairs(
        sheet,
        sheet.y + 16,
        "<400 >552",
        [(a, f"S$ {bill.m(b)}") for a, b in sums],
        size=9.5,
        step=16,
        bold=("Grand", "Total"),
    )
    squares(sheet, 40, sheet.y + 14, 64, rng)
    sheet.text(40, sheet.y + 90, f"PayNow UEN: {bill.seller.tax_id}", size=8)
    notes = [
        "E. & O. E.",
        f'All cheques should be crossed and made payable to "{bill.seller.name}".',
        f"Bank transfer: Straits Union Bank, A/C {bill.shape('###-#####-#')}",
        "Interest at 1.5% per month will be charged on overdue accounts.",
        "",
        "This is a computer generated invoice. No signature is required.",
    ]
    sheet.lines(40, max(y, sheet.y + 90) + 22, notes, size=8)
    sheet.text(
        297,
        815,
        "Thank you for your business!  Ask about our yearly contract: 4 services from S$ 99 per unit",
        size=8,
        align="centre",
        colour=GREY,
    )
    shown = f"{'due' if late else ''} seller_id {'subtotal tax' if registered else ''} qty price"
    truth = bill.truth(sheet, shown, "site-address", "dollar-sign-s", "advertisement")
    if not registered:
        truth["seller"]["tax_id"] = [bill.seller.tax_id, None]  # a number of the register alone
    return Drawn(sheet.finish(), (truth,))
