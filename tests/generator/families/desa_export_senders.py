"""Asia's exporters in English: a Vietnamese garment factory, an Indian software house, a trader of Hong Kong."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.asian_folk import address, block, brand, in_line, settle, somebody, term_alone
from tests.generator.bill import GREY, VERA, Bill, Row, bar, price_of
from tests.generator.english_folk import shown, with_po
from tests.generator.families.desa_neighbour_senders import spoken
from tests.generator.forms import cell_row, table
from tests.generator.ink import number_text
from tests.generator.listing import pairs, room, some
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, Truth, family
from tests.generator.sheet import TIMES, Sheet
from tests.generator.table import Look

DOLLARS = "{}| and cents {}"
GARMENTS = (
    "Ladies' woven blouse 100% cotton",
    "Men's polo shirt pique",
    "Girls' leggings 95/5 cotton elastane",
    "Men's padded jacket 100% polyester",
    "Ladies' knit pullover",
    "Boys' swim shorts",
)


@family("vietnamese-garment-export")
def vietnamese_garment_export(rng: Random) -> Drawn:
    """A factory's commercial invoice: order, style and colour before pieces and FOB price, sums in the table."""
    bill = Bill(
        rng,
        "VN",
        rng.choice(("DPG/{y}-###", "##/EXP-{y}", "VN{y}{m}##")),
        buyer=rng.choice(("US", "GB", "DE", "JP")),
        currency="USD",
    )
    settle(bill, "{} Garment Export JSC|{} Knitwear Co., Ltd|{} GARMENT CORPORATION", abroad=True)
    bill.numbers, bill.day_format = (
        replace(bill.numbers, sample="1,234.56"),
        rng.choice(("%d %b %Y", "%B %d, %Y", "%d-%b-%Y")),
    )
    orders = [bill.shape("45000####") for _ in range(rng.randint(1, 3))]
    for n in range(some(rng, 60)):
        text, colour = rng.choice(GARMENTS), rng.choice(("NAVY", "WHITE", "BLACK", "OLIVE", "RED STRIPE"))
        more = (orders[n * len(orders) // 60], bill.shape("@@#####"), colour)
        bill.add(text, rng.choice((120, 300, 648, 1200, 2450)), price_of(rng, 2.2, 17), more=more, uom="PCS")
    bill.reckon(taxed=False, slips="total amount qty")
    sheet = Sheet(face=rng.choice((TIMES, VERA)))
    sheet.text(297, 46, bill.seller.name, size=12, bold=True, align="centre")
    sheet.text(297, 58, in_line(bill.seller), size=8, align="centre")
    sheet.text(
        297, 68, f"Tel: {bill.shape('84-28-3#######')}   Fax: {bill.shape('84-28-3#######')}", size=8, align="centre"
    )
    sheet.text(297, 92, "COMMERCIAL INVOICE", size=14, bold=True, align="centre")
    to = ["CONSIGNEE / FOR ACCOUNT AND RISK OF MESSRS.", bill.buyer.name, *bill.buyer.address]
    sheet.lines(40, 112, to, size=8.5)
    late = rng.random() < 0.3
    facts = [("Invoice No.", bill.number), ("Date", bill.d(bill.date))]
    facts += [("Payment", rng.choice(("T/T 30 days after B/L", "L/C at sight", "D/P at sight")))]
    facts += [("Payment due", bill.d(bill.due))] if late else []
    facts += [("From", "Cat Lai Moi Port, Vietnam"), ("Vessel", bill.shape("WAN HANG 3## / N0##"))]
    facts += [("Sailing on/about", bill.d(bill.date, 3))]
    y = pairs(sheet, 112, "<350 <425 <431", [(a, ":", b) for a, b in facts], size=8.5, step=11.5)
    sheet.y = y + 6
    rows = [
        (*r.more[:2], r.text, r.more[2], bill.q(r.qty), f"${bill.p(r.price)}", f"${bill.m(r.amount)}")
        for r in bill.rows
    ]
    count = sum((r.qty or ZERO for r in bill.rows), ZERO)
    rows.append(("", "", "TOTAL:", "", bill.q(count), "", f"${bill.m(bill.total)}"))
    heads = "58<P.O. No.|52<Style No.|180<Description of Goods|62<Color|45>Q'ty|58>FOB Price|65>Amount"
    table(sheet, 38, heads, rows, Look("grid", size=8), bottom=690)
    room(sheet, 150, 820)
    y = sheet.lines(40, sheet.y + 16, sheet.wrap(f"SAY: US DOLLARS {spoken(bill.total, DOLLARS)}.", 510, 8.5), size=8.5)
    cartons = rng.randint(20, 400)
    pack = [
        f"PACKED IN {cartons} CARTONS   G.W.: {cartons * 11} KGS   N.W.: {cartons * 9} KGS",
        "COUNTRY OF ORIGIN: VIETNAM",
    ]
    y = sheet.lines(40, y + 4, pack, size=8.5)
    bank = [
        "BENEFICIARY'S BANK:",
        "JS Commercial Bank for Trade of Mekong",
        bill.shape("USD A/C No. ###.137.######"),
        "SWIFT: MKTBVNVX",
    ]
    sheet.lines(40, y + 10, bank, size=8.5)
    sheet.lines(
        380, y + 10, ["For and on behalf of", bill.seller.name, "", "", "", somebody(bill), "Deputy Director"], size=8.5
    )
    truth = bill.truth(sheet, shown("qty price", due=late), "order-per-line", "export", "total-in-table")
    return Drawn(sheet.finish(), (truth,))


WORKS = (
    "Mobile app development - Sprint {}",
    "Dedicated QA engineer (monthly)",
    "UI/UX design hours",
    "AWS support retainer",
    "Senior PHP developer, offshore",
    "SEO & content writing package",
)


@family("indian-services-under-lut")
def indian_services_under_lut(rng: Random) -> Drawn:
    """Software work exported from India: dollars, a letter of undertaking instead of IGST, SAC codes, a balance due."""
    abroad = rng.choice(("US", "GB", "AU", "SG", "NL"))
    bill = Bill(rng, "IN", rng.choice(("INV-000###", "EXP/{y}/0##", "@@/24-25/0##")), buyer=abroad, currency="USD")
    settle(bill, "{} Technologies Private Limited|{} Softlabs LLP|{} Infotech Pvt. Ltd.", abroad=True)
    bill.numbers, bill.day_format = (
        replace(bill.numbers, sample="1,234.56"),
        rng.choice(("%d %b %Y", "%d/%m/%Y", "%d-%b-%Y")),
    )
    for n, text in enumerate(rng.sample(WORKS, rng.randint(1, 6)), 1):
        qty = rng.choice((Decimal(1), Decimal(1), Decimal(40), Decimal("86.5"), Decimal(160)))
        price = price_of(rng, 14, 45, step="0.5") if qty > 1 else price_of(rng, 400, 6800, step="10")
        bill.add(text.format(n + 3), qty, price, sku="99831" + bill.shape("#"), notes=(f"{bill.date:%B %Y}",) * (n % 2))
    bill.reckon(taxed=False, slips="total amount qty")
    bill.prepaid = rng.choice((ZERO, ZERO, bill.money(bill.total / 2)))
    sheet = Sheet(face=VERA)
    sheet.text(40, 56, brand(bill).split()[0], size=20, bold=True, colour=(0.15, 0.4, 0.7))
    sheet.lines(
        40, 72, [bill.seller.name, *address(bill.seller), f"GSTIN {bill.seller.tax_id}", bill.seller.mail], size=8
    )
    sheet.text(555, 60, rng.choice(("TAX INVOICE", "EXPORT INVOICE", "INVOICE")), size=18, align="right")
    sheet.text(555, 76, f"# {bill.number}", size=9, bold=True, align="right")
    sheet.text(555, 98, "Balance Due", size=8, align="right")
    sheet.text(555, 111, f"${bill.m(bill.payable)}", size=12, bold=True, align="right")
    sheet.lines(40, 150, ["Bill To", bill.buyer.name, *bill.buyer.address], size=8.5)
    late, order = rng.random() < 0.8, bill.shape("PO-####") * (rng.random() < 0.3)
    facts = [("Invoice Date :", bill.d(bill.date)), ("Terms :", f"Net {(bill.due - bill.date).days}")]
    facts += ([("Due Date :", bill.d(bill.due))] if late else []) + ([("P.O.# :", order)] if order else [])
    pairs(sheet, 150, ">460 >555", facts, size=8.5, step=14)
    sheet.y = 214
    rows = []
    for n, r in enumerate(bill.rows, 1):
        rows.append(
            (
                str(n),
                "\n".join((r.text, *r.notes)),
                r.sku or "",
                bill.q(r.qty, 2),
                bill.m(r.price or ZERO),
                bill.m(r.amount),
            )
        )
    heads = "24^#|246<Item & Description|60<HSN/SAC|50>Qty|60>Rate|75>Amount"
    look = Look("rows", size=8.5, header_fill=(0.24, 0.24, 0.26), header_white=True, gap=7)
    table(sheet, 40, heads, rows, look)
    sums = (
        [("Sub Total", bill.subtotal), ("IGST0 (0%)", ZERO)] if rng.random() < 0.5 else [("Sub Total", bill.subtotal)]
    )
    sums += [("Total", bill.total)] + ([("Payment Made", -bill.prepaid)] if bill.prepaid else [])
    sums += [("Balance Due", bill.payable)]
    lines = []
    for label, figure in sums:
        sign = "$" if label in ("Total", "Balance Due") else ""
        lines.append((label, f"(-) {bill.m(-figure)}" if figure < 0 else f"{sign}{bill.m(figure)}"))
    y = pairs(sheet, sheet.y + 18, ">445 >552", lines, size=8.5, step=17, bold=("Total", "Balance"))
    said = spoken(bill.total, DOLLARS).title().replace(" And ", " and ")
    y = sheet.lines(40, y + 6, block(sheet, [f"Total In Words: United States Dollar {said}"], 500, 8), size=8)
    law = "SUPPLY MEANT FOR EXPORT UNDER LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX"
    notes = [
        law,
        f"LUT ARN: {bill.shape('AD27##########@')}   Place of supply: Outside India (96)",
        "",
        "Notes",
        "Thanks for your business.",
    ]
    notes += [
        "",
        "Wire details",
        f"Account: {bill.shape('5020########')}   SWIFT: KVRBINBB   IFSC: {bill.shape('KVRB0000###')}",
    ]
    sheet.lines(40, y + 10, notes, size=7.5)
    sheet.lines(360, y + 110, ["For " + bill.seller.name, "", "", "Authorized Signatory"], size=7.5)
    truth = with_po(
        bill.truth(sheet, shown("seller_id subtotal qty price payable", due=late), "export", "zero-tax"), order
    )
    return Drawn(sheet.finish(), (truth if late else term_alone(truth, bill),))


TOYS = (
    ("Bluetooth speaker BS-21", "5W, RGB light, Type-C\ncolor box packing", 4),
    ("Silicone kitchen tool set", "10 pcs/set, food grade\nOEM logo 1 color", 6),
    ("LED desk lamp DL-08", "3 color temperatures, 1200mAh", 5),
    ("Stainless steel bottle 750ml", "double wall, laser logo", 3),
    ("Phone holder magnetic", "ABS + aluminium", 1),
    ("Solar garden light 4-pack", "IP65, warm white", 7),
)


@family("hong-kong-trader-invoice")
def hong_kong_trader_invoice(rng: Random) -> Drawn:
    """A trader with factories in China: model and specification in one cell, freight, a deposit, the bank in cells."""
    bill = Bill(
        rng,
        "HK",
        rng.choice(("SF{y}{m}##", "CI-{y}0###", "YH######-1")),
        buyer=rng.choice(("US", "GB", "DE", "AU", "ID")),
        currency="USD",
    )
    settle(bill, "{} Industrial Limited|{} (HK) Electronics Co., Limited|{} International Trading Ltd", abroad=True)
    bill.day_format = rng.choice(("%B %d, %Y", "%d %b %Y", "%Y-%m-%d"))
    for text, detail, cost in rng.sample(TOYS, rng.randint(1, 6)):
        price = price_of(rng, cost * 0.8, cost * 1.3, step=rng.choice(("0.01", "0.005")))
        bill.add(
            text,
            rng.choice((100, 500, 1000, 3000)),
            price,
            uom="pcs",
            notes=tuple(detail.split("\n")),
            more=(bill.shape("85######00"),),
        )
    freight = rng.choice((ZERO, price_of(rng, 90, 900, step="5")))
    bill.reckon(charges=freight, taxed=False, slips="total amount qty")
    bill.prepaid = rng.choice((ZERO, bill.money(bill.total * 3 / 10)))
    sheet, red = Sheet(), (0.7, 0.1, 0.12)
    sheet.text(297, 48, bill.seller.name.upper(), size=14, bold=True, align="centre", colour=red)
    about = [
        f"ADD: {in_line(bill.seller)}",
        f"TEL: {bill.seller.phone}   E-MAIL: {bill.seller.mail}   www.{bill.seller.mail.split('@')[1]}",
    ]
    for n, text in enumerate(about):
        sheet.text(297, 60 + 10 * n, text, size=7.5, align="centre")
    bar(sheet, 76, 1.2, 36, 559, red)
    sheet.text(297, 98, rng.choice(("COMMERCIAL INVOICE", "INVOICE")), size=14, bold=True, align="centre")
    order = bill.shape("PO#####") * (rng.random() < 0.5)
    left = [
        ("TO:", bill.buyer.name),
        ("", bill.buyer.street),
        ("", bill.buyer.city),
        ("ATTN:", rng.choice(("Purchasing Dept.", "Mr. Daniel"))),
    ]
    pairs(sheet, 116, "<36 <72", left, size=8.5, step=12)
    right = [
        ("INVOICE NO.:", bill.number),
        ("DATE:", bill.d(bill.date)),
        ("TERMS:", rng.choice(("FOB SHENZHEN", "EXW", "DDP BY AIR"))),
    ]
    right += [("P.O. NO.:", order)] if order else []
    pairs(sheet, 116, "<380 <450", right, size=8.5, step=12)
    sheet.y = 172
    rows = [_model(bill, n, r) for n, r in enumerate(bill.rows, 1)]
    rows += [("", "Shipping cost by sea to door", "", "", "", "", bill.m(freight))] if freight else []
    rows += [("", "TOTAL AMOUNT", "", "", "", "USD", bill.m(bill.total))]
    heads = "26^No.|205<Item & Specification|72<HS Code|52>Quantity|34<Unit|64>Unit Price|70>Amount USD"
    table(sheet, 36, heads, rows, Look("grid", size=8, header_fill=(0.98, 0.9, 0.9)), bottom=620)
    room(sheet, 210, 820)
    y = sheet.lines(
        36, sheet.y + 14, sheet.wrap(f"SAY TOTAL U.S. DOLLARS {spoken(bill.total, DOLLARS)}.", 520, 8), size=8
    )
    if bill.prepaid:
        sums = [("30% deposit received:", bill.prepaid), ("70% balance before shipment:", bill.payable)]
        y = pairs(sheet, y + 2, "<36 >220", [(a, f"USD {bill.m(b)}") for a, b in sums], size=8.5, step=12, bold=("70",))
    cells = [("Beneficiary", bill.seller.name), ("Account No.", bill.shape("###-######-838"))]
    y = cell_row(sheet, y + 6, 26, (36, 330, 559), cells)
    y = cell_row(
        sheet, y, 26, (36, 330, 559), [("Bank", "Harbour & Delta Bank (Hong Kong) Ltd"), ("SWIFT Code", "HDBKHKHH")]
    )
    y = cell_row(
        sheet,
        y,
        26,
        (36, 559),
        [("Bank address", "1 Queen's Way Central, Hong Kong. All bank charges outside HK are on buyer's account.")],
    )
    sheet.lines(36, y + 16, ["The buyer:", "", "", "____________________"], size=8.5)
    sheet.lines(380, y + 16, ["The seller:", bill.seller.name, "", "(company chop)"], size=8.5)
    sheet.text(
        297,
        826,
        "Factory: Building 5, Hengli Industrial Zone, Dongguanbei, Guangdong, China",
        size=7,
        align="centre",
        colour=GREY,
    )
    truth = with_po(
        bill.truth(sheet, shown("qty price", payable=bill.prepaid), "specification", "total-in-table", "deposit"), order
    )
    return Drawn(sheet.finish(), (_freight_row(bill.charge_as_line(truth), bill),))


def _model(bill: Bill, n: int, row: Row) -> tuple[str, ...]:
    name = "\n".join((row.text, *row.notes))
    return (str(n), name, row.more[0], bill.q(row.qty), row.uom or "", f"${bill.p(row.price)}", bill.m(row.amount))


def _freight_row(truth: Truth, bill: Bill) -> Truth:
    """Freight stands in the table, so that the lines' own sum is not printed."""
    truth["totals"]["subtotal"] = [number_text(bill.subtotal), None]
    return truth
