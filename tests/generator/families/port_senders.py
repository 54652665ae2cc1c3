"""At Indonesia's ports: a customs broker, and an exporter of fish."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.amounts_in_words import english
from tests.generator.bill import Bill, bar
from tests.generator.families.archipelago_senders import words
from tests.generator.families.nusantara_senders import Goods, picked
from tests.generator.forms import table
from tests.generator.ink import number_text
from tests.generator.lands import person
from tests.generator.listing import pairs
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, Truth, family
from tests.generator.sheet import Sheet
from tests.generator.table import Look


@family("indonesian-customs-broker")
def indonesian_customs_broker(rng: Random) -> Drawn:
    """A customs broker: what it paid for the client stands without PPN, its own services bear 1.1 %; an advance."""
    bill = Bill(rng, "ID", rng.choice(("###/PPJK/{m}/{y}", "JKT{y}{m}###", "IMP-#####")))
    rate, boxes = Decimal("1.1"), rng.choice((1, 1, 2, 4))
    paid: Goods = (("Delivery order (DO) pelayaran", "shpt", 1_850_000), ("Lift on / lift off", "cont", 640_000))
    paid += (
        ("Storage & gerakan TPS", "cont", 1_420_000),
        ("PNBP / EDI PIB", "dok", 150_000),
        ("Cleaning depo", "cont", 275_000),
    )
    own: Goods = (
        ("Jasa pengurusan dokumen (handling)", "dok", 1_000_000),
        ("Trucking 1x40' ke gudang", "cont", 3_900_000),
    )
    own += (("Undername fee", "dok", 2_500_000), ("Jasa lapangan / field handling", "cont", 450_000))
    for goods, at, part in ((paid, ZERO, "REIMBURSEMENT"), (own, rate, "JASA / SERVICE")):
        for text, unit, price in picked(rng, goods, rng.randint(1, 4)):
            bill.add(text, boxes if unit == "cont" else 1, price, rate=at, uom=unit, more=(part,))
    bill.reckon(slips="total amount")
    bill.taxes = [tax for tax in bill.taxes if tax.rate]
    bill.withheld = rng.choice((ZERO, bill.money(bill.tax_base * 2 / 100)))
    bill.prepaid = rng.choice((ZERO, bill.total // 2_000_000 * 1_000_000))
    sheet = Sheet()
    sheet.text(40, 46, bill.seller.name, size=15, bold=True, colour=(0.05, 0.2, 0.5))
    sheet.text(40, 59, "FREIGHT FORWARDING - CUSTOMS CLEARANCE (PPJK) - TRUCKING - WAREHOUSING", size=7.5)
    sheet.text(40, 70, f"{', '.join(bill.seller.address)}  Phone {bill.seller.phone}  {bill.seller.mail}", size=7.5)
    bar(sheet, 76, 2, 40, 555, (0.05, 0.2, 0.5))
    sheet.text(297, 98, "INVOICE", size=14, bold=True, align="centre")
    buyer = ["TO :", bill.buyer.name, *bill.buyer.address, f"NPWP : {bill.buyer.tax_id}"]
    sheet.box(40, 108, 290, 178)
    sheet.lines(46, 121, buyer, size=8.5)
    box = bill.shape("@@@U ######-#")
    facts = [
        ("Invoice No.", bill.number),
        ("Date", bill.d(bill.date)),
        ("Job No.", bill.shape("JOB/#####")),
        ("B/L No.", bill.shape("@@@@########")),
    ]
    facts += [
        ("Vessel / Voy", rng.choice(("MV LAUTAN TERANG V.021S", "MV ORION STRAITS 114N"))),
        ("Party", f"{boxes} x 40' HC {box if boxes == 1 else ''}"),
    ]
    pairs(sheet, 117, "<305 <365 <371", [(a, ":", b) for a, b in facts], size=8, step=11.5)
    sheet.y = 190
    for part in dict.fromkeys(r.more[0] for r in bill.rows):
        rows = [r for r in bill.rows if r.more[0] == part]
        sheet.text(40, sheet.y + 9, part, size=8.5, bold=True)
        sheet.y += 14
        lines = [
            (str(n), r.text, bill.q(r.qty), r.uom or "", bill.p(r.price), bill.m(r.amount))
            for n, r in enumerate(rows, 1)
        ]
        lines.append(("", "", "", "", "Sub total", bill.m(bill.sum(rows))))
        table(
            sheet,
            40,
            "24^No|240<Description|40>Qty|41<Unit|80>Rate IDR|90>Amount IDR",
            lines,
            Look("grid", size=8, gap=4),
        )
        sheet.y += 8
    sums = [("TOTAL", bill.subtotal), ("PPN 1,1%", bill.tax), ("GRAND TOTAL", bill.total)]
    sums += [("PPh 23 2%", -bill.withheld)] if bill.withheld else []
    sums += [("ADVANCE / UANG MUKA", -bill.prepaid)] if bill.prepaid else []
    sums += [("BALANCE DUE", bill.payable)] if bill.payable != bill.total else []
    money = [(a, "IDR", f"({bill.m(-b)})" if b < 0 else bill.m(b)) for a, b in sums]
    y = pairs(sheet, sheet.y + 12, "<335 <455 >552", money, size=8.5, step=14, bold=("GRAND", "BALANCE"))
    bank = [
        "Please remit in full amount to :",
        f"{bill.seller.name}",
        f"Bank Arta Nusa, Cab. Tanjung, A/C {bill.shape('###.##.#####.#')}",
    ]
    sheet.lines(40, sheet.y + 12, bank, size=8)
    sheet.lines(40, y + 10, sheet.wrap(f"In words : {words(bill.payable)}", 500, 8), size=8)
    sheet.lines(420, y + 40, [bill.seller.name, "", "", "", person(rng, bill.land)], size=8.5)
    shown = f"buyer_id subtotal tax qty price {'payable' if bill.payable != bill.total else ''}"
    truth = bill.truth(sheet, shown, "reimbursement", "withheld-in-part", "advance")
    truth["totals"]["tax_base"] = [number_text(bill.tax_base), number_text(bill.subtotal), None]
    return Drawn(sheet.finish(), (truth,))


FISH: Goods = (
    ("FROZEN VANNAMEI SHRIMP PD IQF 31/40", "", 84000),
    ("FROZEN YELLOWFIN TUNA LOIN AAA", "", 115000),
    ("FROZEN WHOLE ROUND SQUID U/5", "", 39000),
    ("PASTEURIZED CRAB MEAT JUMBO LUMP", "", 265000),
    ("FROZEN OCTOPUS FLOWER TYPE 1-2 KG", "", 52000),
)


PORTS = {"US": "LOS ANGELES, CA", "JP": "YOKOHAMA", "AE": "JEBEL ALI", "HK": "HONG KONG"}


@family("indonesian-fish-export")
def indonesian_fish_export(rng: Random) -> Drawn:
    """A commercial invoice in boxes: consignee and notify party, letter of credit, cartons beside kilos, FOB to CIF."""
    abroad = rng.choice(sorted(PORTS))
    bill = Bill(
        rng,
        "ID",
        rng.choice(("##/EXP/@@@/{y}", "{y}-0##-SHR", "EX######")),
        buyer=abroad,
        currency="USD",
    )
    bill.land, bill.day_format = replace(bill.land, language="en"), rng.choice(("%B %d, %Y", "%d-%b-%Y", "%d %B %Y"))
    bill.numbers = replace(bill.numbers, sample="1,234.56")
    sizes = (Decimal(10), Decimal(12), Decimal("18.16"))
    for text, _, price in picked(rng, FISH, rng.randint(1, 5)):
        cartons = rng.choice((80, 250, 410, 1000))
        bill.add(text, cartons * rng.choice(sizes), (price / 10000).quantize(Decimal("0.01")), more=(str(cartons),))
    freight, cover = rng.choice(((ZERO, ZERO), (Decimal(rng.randint(18, 64) * 100), Decimal(rng.randint(90, 480)))))
    bill.reckon(charges=freight + cover, taxed=False, slips="total amount")
    sheet = Sheet()
    sheet.text(297, 40, "COMMERCIAL INVOICE", size=14, bold=True, align="centre")
    notify = rng.random() < 0.5
    ports = rng.choice(("TANJUNG PERAK, SURABAYA", "BELAWAN, MEDAN", "MAKASSAR")), PORTS[abroad]
    blocks = [
        ("SHIPPER / EXPORTER", [bill.seller.name, *bill.seller.address]),
        ("INVOICE NO. & DATE", [bill.number, bill.d(bill.date)]),
    ]
    blocks += [
        ("CONSIGNEE", [bill.buyer.name, *bill.buyer.address]),
        (
            "L/C NO. & DATE" if notify else "SALES CONTRACT NO.",
            [bill.shape("LC####@@###" if notify else "SC-0##/{y}"), bill.d(bill.date, -40)],
        ),
    ]
    blocks += [
        ("NOTIFY PARTY", ["SAME AS CONSIGNEE" if notify else "TO ORDER OF ISSUING BANK"]),
        (
            "TERMS OF DELIVERY AND PAYMENT",
            [
                f"{'CIF' if freight else 'FOB'} {ports[1] if freight else ports[0]}",
                rng.choice(("L/C AT SIGHT", "T/T 30 DAYS FROM B/L DATE")),
            ],
        ),
    ]
    blocks += [
        ("PORT OF LOADING", [ports[0]]),
        ("PORT OF DISCHARGE / VESSEL", [ports[1], rng.choice(("BUNGA BAHARI V.77", "STRAIT RUNNER 031E"))]),
    ]
    for n, (label, lines) in enumerate(blocks):
        x, top = 40 + 270 * (n % 2), 52 + 46 * (n // 2)
        sheet.box(x, top, 310 if n % 2 == 0 else 555, top + 46)
        sheet.text(x + 4, top + 9, label, size=6.5)
        sheet.lines(x + 4, top + 20, lines, size=8.5, leading=1.25)
    sheet.y = 236
    rows = [
        (bill.shape("@@@/S#") if n == 0 else "", r.text, r.more[0], bill.q(r.qty, 2), bill.p(r.price), bill.m(r.amount))
        for n, r in enumerate(bill.rows)
    ]
    cartons, kilos = sum(int(r.more[0]) for r in bill.rows), sum((r.qty or ZERO for r in bill.rows), ZERO)
    rows += [("", "TOTAL", str(cartons), bill.q(kilos, 2), "", bill.m(bill.subtotal))]
    columns = (
        "62<MARKS & NOS.|205<DESCRIPTION OF GOODS|55>CARTONS (MC)|62>NET WEIGHT (KGS)|55>PRICE USD/KG|76>AMOUNT (USD)"
    )
    table(sheet, 40, columns, rows, Look("grid", size=8, gap=5))
    sums = [("FREIGHT", freight), ("INSURANCE", cover)] if freight else []
    sums += [(f"TOTAL {'CIF' if freight else 'FOB'} VALUE", bill.total)]
    y = pairs(
        sheet,
        sheet.y + 14,
        "<330 <450 >552",
        [(a, "USD", bill.m(b)) for a, b in sums],
        size=8.5,
        step=14,
        bold=("TOTAL",),
    )
    cents = int(bill.total % 1 * 100)
    small = f" AND CENTS {english(cents)}" if cents else ""
    say = f"SAY : U.S. DOLLARS {english(int(bill.total))}{small} ONLY".upper()
    y = sheet.lines(40, y + 8, sheet.wrap(say, 515, 8), size=8)
    more = [
        f"GROSS WEIGHT : {bill.q(bill.money(kilos * Decimal('1.12')), 2)} KGS",
        f"CONTAINER / SEAL : {bill.shape('@@@U#######')} / {bill.shape('@@######')}",
        "COUNTRY OF ORIGIN : INDONESIA",
        f"HS CODE : {bill.shape('0306.##.##')}",
    ]
    more += [
        "",
        "BENEFICIARY'S BANK : BANK SENTRA DANA, SURABAYA BRANCH",
        f"SWIFT {bill.shape('@@@@IDJA')}   USD A/C {bill.shape('###-##-#####-#')}",
    ]
    sheet.lines(40, y + 10, more, size=8)
    sheet.lines(
        400,
        y + 40,
        [bill.seller.name, "", "", "", person(rng, bill.land).split(" ", 1)[-1].upper(), "EXPORT MANAGER"],
        size=8,
    )
    truth = bill.truth(sheet, "qty price", "export", "letter-of-credit", "two-quantities", "no-due-date")
    truth["totals"]["subtotal"] = number_text(bill.subtotal)
    truth["totals"]["charges"] = [number_text(bill.charges)]  # printed in parts
    return Drawn(sheet.finish(), (_two_charges(truth, bill, freight, cover),))


def _two_charges(truth: Truth, bill: Bill, freight: Decimal, cover: Decimal) -> Truth:
    """Freight and insurance may as well be lines of their own."""
    if not freight:
        return truth
    line = {**truth["items"][0], "description": None, "sku": None, "uom": None}
    lines = [
        {**line, "amount": number_text(part), "qty": [None, "1"], "unit_price": [None, number_text(part)]}
        for part in (freight, cover)
    ]
    totals = truth["totals"] | {"subtotal": [number_text(bill.total), number_text(bill.subtotal), None], "charges": "0"}
    return {**truth, "or": [{"items": [*truth["items"], *lines], "totals": totals}]}
