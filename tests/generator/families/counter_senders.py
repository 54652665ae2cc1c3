"""Sold over a counter or off a lorry: a distributor's invoice, a garage's repair order, a shop's small ledger."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, Bill, bar, folded, price_of, spread
from tests.generator.english_folk import SIGNS, Folk, address, addressee, populate, shown, with_po
from tests.generator.ink import number_text
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import COURIER, LETTER, Sheet

GROCERIES = (
    ("TOMATO, DICED IN JUICE", "6/10", "CS"),
    ("FLOUR, ALL PURP BLEACHED", "50 LB", "BG"),
    ("CHICKEN BRST BNLS SKLS 6 OZ", "4/10 LB", "CS"),
    ("OIL, FRYER CLEAR ZTF", "35 LB", "EA"),
    ("NAPKIN, DINNER 2PLY WHT", "3000 CT", "CS"),
    ("LETTUCE, ROMAINE HEARTS", "12/3 CT", "CS"),
    ("COFFEE, GRND DK RST", "64/2.5 OZ", "CS"),
)


@family("distributor-open-invoices")
def distributor_open_invoices(rng: Random) -> Drawn:
    """A food distributor: ordered and shipped, pack sizes, item codes; below it the account's other open invoices."""
    bill = Bill(rng, "US", rng.choice(("######", "7#######", "0####-00")))
    folk = populate(bill, ("Foodservice", "Provision Co", "Wholesale Grocers", "Produce"), private=0)
    bill.seller = replace(bill.seller, name=bill.seller.name.upper())
    bill.buyer = replace(bill.buyer, name=bill.buyer.name.upper())
    for text, pack, unit in rng.choices(GROCERIES, k=some(rng, 28)):
        shipped = rng.choice((1, 1, 2, 3, 10))
        ordered = shipped + rng.choice((0, 0, 0, 1))
        bill.add(text, shipped, price_of(rng, 14, 110), sku=bill.shape("#####"), uom=unit, more=(str(ordered), pack))
    fee = rng.choice((ZERO, Decimal("7.50")))
    bill.reckon(charges=fee, taxed=False, slips="total qty")
    sheet, dated = Sheet(size=LETTER), rng.random() < 0.6
    bill.day_format = "%m/%d/%y"
    stops = ">62 >92 <100 <128 <185 <262 >490 >564"

    def begin() -> None:
        _distributor_head(sheet, bill, folk, dated)
        heads = ["ORD", "SHP", "U/M", "ITEM #", "PACK/SIZE", "DESCRIPTION", "PRICE", "EXTENSION"]
        spread(sheet, 222, stops, heads, size=8, bold=True)
        sheet.rule(40, 226, 572, 226, 1)
        sheet.y = 240

    begin()
    rows = [
        (r.more[0], bill.q(r.qty), r.uom or "", r.sku or "", r.more[1], r.text, bill.p(r.price), bill.m(r.amount))
        for r in bill.rows
    ]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8, gap=3, bottom=560)
    pieces = sum((row.qty or ZERO for row in bill.rows), ZERO)
    sums = [("MERCHANDISE", bill.m(bill.subtotal))] + ([("FUEL CHARGE", bill.m(fee))] if fee else [])
    sums += [("SALES TAX", "0.00"), ("INVOICE TOTAL", f"${bill.m(bill.total)}")]
    y = pairs(sheet, max(sheet.y + 12, 500), "<420 >564", sums, size=9, step=13, bold=("INVOICE",))
    sheet.text(40, y - 26, f"TOTAL PIECES {bill.q(pieces)}    DRIVER _________   RECEIVED BY ______________", size=8)
    _open_invoices(sheet, bill, y + 14)
    truth = with_po(bill.truth(sheet, shown("subtotal qty price", due=dated), "open-invoices", "ordered-shipped"), "")
    return Drawn(sheet.finish(), (bill.charge_as_line(truth),))


def _distributor_head(sheet: Sheet, bill: Bill, folk: Folk, dated: bool) -> None:
    sheet.text(306, 50, bill.seller.name, size=16, bold=True, align="centre")
    sheet.text(306, 64, f"{', '.join(address(bill.seller))}   PHONE {bill.seller.phone}", size=8, align="centre")
    sheet.text(306, 64 + 22, "INVOICE", size=13, bold=True, align="centre")
    sheet.lines(40, 110, ["SOLD TO:", bill.buyer.name, *(line.upper() for line in address(bill.buyer))], size=9)
    sheet.lines(255, 110, ["SHIP TO:", *(line.upper() for line in address(bill.ship_to))], size=9)
    terms = ("DUE DATE", bill.d(bill.due)) if dated else ("TERMS", "NET 21")
    head = [
        ("INVOICE NO.", bill.number),
        ("INV DATE", bill.d(bill.date)),
        ("CUST NO.", bill.rng.choice(("10442", "20177"))),
    ]
    head += [("ROUTE/STOP", "114/07"), ("SALESMAN", folk.clerk.upper()), terms]
    pairs(sheet, 110, "<420 <490", [*head, ("PAGE", str(sheet.page))], size=8.5, step=12)


def _open_invoices(sheet: Sheet, bill: Bill, y: float) -> None:
    rng = bill.rng
    sheet.box(40, y - 12, 572, y + 66)
    sheet.text(46, y, "STATEMENT OF ACCOUNT - OPEN INVOICES PRIOR TO THIS DELIVERY", size=8, bold=True)
    owed = ZERO
    for n in range(rng.randint(1, 4)):
        part = price_of(rng, 80, 900)
        owed += part
        cells = [bill.d(bill.date, -28 + 7 * n), bill.shape("######"), bill.m(part)]
        spread(sheet, y + 13 + 10 * n, "<46 <120 >240", cells, size=8)
    spread(sheet, y + 56, "<46 >240", ["PRIOR BALANCE", bill.m(owed)], size=8, bold=True)
    aged = ["CURRENT", "1-7", "8-14", "OVER 14"]
    spread(sheet, y + 13, ">330 >400 >470 >560", aged, size=8)
    spread(sheet, y + 25, ">330 >400 >470 >560", [bill.m(owed), "0.00", "0.00", "0.00"], size=8)


JOBS = (
    ("Lube, oil & filter service", (("Oil filter", "51###"), ("5W-30 synthetic qt", "0W###"))),
    ("Replace front brake pads, resurface rotors", (("Brake pad set, front", "D-####"), ("Brake cleaner", "BC##"))),
    ("Diagnose check engine light", ()),
    ("Replace serpentine belt and tensioner", (("Belt, serpentine", "K0####"), ("Tensioner assy", "38####"))),
    ("Four wheel alignment", ()),
)


@family("garage-repair-order")
def garage_repair_order(rng: Random) -> Drawn:
    """An American garage in fixed pitch: jobs with labor, parts below, shop supplies, sales tax on the parts alone."""
    bill = Bill(rng, "US", rng.choice(("######", "RO#####", "1#####")))
    folk = populate(bill, ("Auto Repair", "Automotive", "Tire & Service", "Motors"), private=0.8)
    tax = Decimal(rng.choice(("6", "7.25", "8.875")))
    for text, parts in rng.sample(JOBS, rng.randint(1, 4)):
        bill.add(text, Decimal(rng.choice(("0.5", 1, "1.3", "2.2"))), Decimal(rng.choice((129, 145))), more=("LABOR",))
        for part, shape in parts:
            bill.add(
                part, rng.choice((1, 1, 2, 5)), price_of(rng, 5, 120), sku=bill.shape(shape), rate=tax, more=("PART",)
            )
    supplies = rng.choice((ZERO, price_of(rng, 5, 35)))
    bill.reckon(charges=supplies, slips="total")
    bill.taxes = [line for line in bill.taxes if line.rate]
    bill.prepaid = rng.choice((ZERO, bill.total))
    sheet = Sheet(size=LETTER, face=COURIER)
    _garage_head(sheet, bill, folk)
    stops = "<40 <90 <160 >420 >490 >570"

    def begin() -> None:
        top = 232 if sheet.page == 1 else 60
        sheet.text(40, top - 10, "-" * 88, size=10)
        spread(sheet, top, stops, ["Type", "Part #", "Description", "Qty/Hrs", "Price", "Extended"], size=9)
        sheet.text(40, top + 10, "-" * 88, size=10)
        sheet.y = top + 24

    begin()
    rows = [(r.more[0], r.sku or "", r.text, bill.q(r.qty, 2), bill.p(r.price), bill.m(r.amount)) for r in bill.rows]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=9, gap=3, bottom=600)
    room(sheet, 150, 760)
    labor = bill.sum([row for row in bill.rows if row.more[0] == "LABOR"])
    sums = [("Labor", labor), ("Parts", bill.subtotal - labor)] + ([("Shop supplies", supplies)] if supplies else [])
    sums += [(f"Sales tax {bill.q(tax)}%", bill.tax), ("TOTAL", bill.total)]
    sums += [("Payment - Visa", -bill.prepaid), ("BALANCE DUE", bill.payable)] if bill.prepaid else []
    texts = [(f"{label}:", bill.m(value)) for label, value in sums]
    sheet.y = pairs(sheet, sheet.y + 10, ">470 >570", texts, size=9.5, step=14, bold=("TOTAL", "BALANCE"))
    legal = "I hereby authorize the above repair work along with necessary materials. 12 month / 12,000 mile warranty."
    sheet.lines(40, sheet.y + 10, [*sheet.wrap(legal, 520, 8), "", "X" + "_" * 40], size=8)
    truth = with_po(bill.truth(sheet, shown("tax qty price", payable=bill.prepaid), "garage", "taxed-parts"), "")
    truth["totals"] |= {"tax_base": None, "prepaid": [number_text(bill.prepaid), *(["0"] if bill.prepaid else [])]}
    return Drawn(sheet.finish(), (bill.charge_as_line(truth),))


def _garage_head(sheet: Sheet, bill: Bill, folk: Folk) -> None:
    sheet.lines(40, 50, [bill.seller.name, *address(bill.seller), bill.seller.phone], size=10, bold_first=True)
    sheet.text(570, 50, f"INVOICE # {bill.number}", size=12, bold=True, align="right")
    sheet.text(570, 64, f"Date: {bill.d(bill.date)}", size=10, align="right")
    sheet.text(570, 78, f"Service advisor: {folk.clerk}", size=9, align="right")
    sheet.lines(40, 125, ["Customer:", *addressee(bill, folk)], size=9)
    car = [
        "2017 Corvane Meridian LX 2.4L",
        f"VIN: {bill.shape('1@#@@######@######')}",
        f"Lic: {bill.shape('@@@ ####')}",
    ]
    miles = bill.rng.randint(20, 140) * 1000
    sheet.lines(320, 125, ["Vehicle:", *car, f"Odometer in: {miles:,}  out: {miles + 4:,}"], size=9)


STOCK = (
    ("A4 ring binder - blue", "RB-A4-BL"),
    ("Delivery and set-up", "DEL01"),
    ("Desk-height storage cupboard, lockable, light oak, 2 shelves", "CUP-LO-2"),
    ("Whiteboard markers asst pk10", "WBM10"),
    ("Children's reading books (set)", "BK-SET"),
    ("Hours - on-site assembly", "LAB"),
)


@family("qty-hrs-vat-columns")
def qty_hrs_vat_columns(rng: Random) -> Drawn:
    """A British or Irish small-business ledger: Qty/Hrs, Price/Rate, VAT % and VAT before a net Total; zero rate."""
    code = rng.choice(("GB", "GB", "IE"))
    bill = Bill(rng, code, rng.choice(("SI-###", "INV####", "#####", "SI-{y}-##")))
    folk, sign = populate(bill, ("Office Supplies", "Schools Direct", "Interiors", "Furniture"), private=0), SIGNS[code]
    high = Decimal(20 if code == "GB" else 23)
    for text, sku in rng.choices(STOCK, k=some(rng, 24)):
        rate = ZERO if sku == "BK-SET" else high
        off = Decimal(rng.choice((0, 0, 0, 10)))
        bill.add(text, Decimal(rng.choice((1, 2, 5, "2.5"))), price_of(rng, 3, 260), rate=rate, sku=sku, discount=off)
    carriage = rng.choice((ZERO, ZERO, Decimal("9.95")))
    bill.reckon(charges=carriage, at=high, slips="total qty")
    sheet, po, theirs = Sheet(), rng.choice(("", bill.shape("PO####"))), rng.random() < 0.3
    colour = rng.choice(((0.0, 0.4, 0.25), (0.3, 0.3, 0.3), (0.6, 0.1, 0.3)))
    sheet.text(45, 68, "Invoice", size=26, colour=colour)
    sheet.lines(390, 56, [bill.seller.name, *address(bill.seller)], size=9, bold_first=True)
    sheet.lines(45, 125, ["Invoice Address", *addressee(bill, folk)], size=9, bold_first=True)
    head = [("Invoice Number", bill.number), ("Invoice Date", bill.d(bill.date)), ("Due Date", bill.d(bill.due))]
    head += [("Reference", po)] if po else []
    head += [("Customer VAT Number", bill.buyer.tax_id)] if theirs else []
    pairs(sheet, 138, "<300 >550", head, size=9, step=14, bold=("Invoice N",))
    stops = "<45 <110 >330 >385 >430 >465 >505 >550"

    def begin() -> None:
        top = 242 if sheet.page == 1 else 60
        bar(sheet, top + 5, 1.5, 45, 550, colour)
        heads = ["Code", "Description", "Qty/Hrs", "Price/Rate", "Disc", "VAT %", "VAT", "Total"]
        spread(sheet, top, stops, heads, size=8, bold=True)
        sheet.y = top + 20

    begin()
    rows = []
    for r in bill.rows:
        tax, text = bill.money(r.amount * r.rate / 100), folded(sheet, r.text, 175, 8)
        figures = (bill.q(r.qty, 2), bill.p(r.price), bill.m(r.discount) if r.discount else "")
        rows.append((r.sku or "", text, *figures, bill.m(r.rate), bill.m(tax), bill.m(r.amount)))
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8, gap=5, bottom=740, rules=(45, 550))
    _analysis(sheet, bill, sign, carriage)
    foot = (
        f"{bill.seller.name}   VAT Registration Number: {bill.seller.tax_id}   {bill.seller.phone}   {bill.seller.mail}"
    )
    sheet.text(297, 815, foot, size=7.5, align="centre", colour=GREY)
    on = shown("due seller_id subtotal tax qty price", buyer_id=theirs)
    truth = with_po(bill.truth(sheet, on, "program", "tax-analysis"), po)
    truth["totals"]["tax_base"] = None  # by rate
    return Drawn(sheet.finish(), (bill.charge_as_line(truth),))


def _analysis(sheet: Sheet, bill: Bill, sign: str, carriage: Decimal) -> None:
    room(sheet, 130, 800)
    sums = [("Net Amount", bill.subtotal)] + ([("Carriage", carriage)] if carriage else [])
    sums += [("VAT Amount", bill.tax), ("TOTAL", bill.total)]
    texts = [(label, f"{sign}{bill.m(value)}") for label, value in sums]
    pairs(sheet, sheet.y + 12, "<400 >550", texts, size=9.5, step=15, bold=("TOTAL",))
    stops = "<45 >150 >220"
    y = spread(sheet, sheet.y + 12, stops, ["VAT Rate", "Net", "VAT"], size=8, bold=True) + 3
    for tax in bill.taxes:
        name = f"{'Standard' if tax.rate else 'Zero'} {bill.m(tax.rate)}%"
        y = spread(sheet, y, stops, [name, f"{sign}{bill.m(tax.base)}", f"{sign}{bill.m(tax.amount)}"], size=8) + 3
    sheet.lines(45, y + 14, ["Terms and Conditions", "Title to the goods does not pass until paid in full."], size=8)
