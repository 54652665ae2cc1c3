"""American papers of the post: a distributor with back orders, a one-truck carrier, a sales book, a desktop ledger."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, Bill, bar, folded, price_of, spread
from tests.generator.english_folk import address, addressee, populate, shown, with_po
from tests.generator.forms import cell_row
from tests.generator.listing import listing, pairs, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, Truth, family
from tests.generator.sheet import LETTER, Face, Sheet
from tests.generator.world_lands import by_term

PARTS = (
    ("3/4 BRASS BALL VALVE FIP 600WOG", "EA"),
    ("1-1/2 SCH 40 PVC TEE SLIP", "EA"),
    ("PIPE DOPE 16OZ W/BRUSH", "CN"),
    ("10/3 SOOW CORD BLACK", "FT"),
    ("2P 30A CIRCUIT BREAKER BOLT-ON", "EA"),
    ("HEX BOLT 3/8-16 X 2 GR5 ZINC", "BX"),
    ("GALV UNISTRUT CHANNEL 10FT", "LN"),
    ("GLOVES NITRILE 6 MIL POWDER FREE LARGE BLACK", "BX"),
)


@family("us-backorder-distributor")
def us_backorder_distributor(rng: Random) -> Drawn:
    """An industrial supply house: ordered, shipped, B/O; bill-to and ship-to; freight; a cash discount in words."""
    bill = Bill(rng, "US", rng.choice(("S#######.001", "########", "##-#####-00")))
    folk = populate(bill, ("Supply Co.", "Electric Supply", "Industrial Supply", "Pipe & Valve"), private=0)
    rate = Decimal(rng.choice((0, 0, 7, "8.25", "6.625")))
    for text, uom in rng.choices(PARTS, k=some(rng, 45)):
        wanted = rng.choice((1, 2, 6, 10, 25, 100))
        sent = rng.choice((wanted, wanted, wanted, wanted, wanted // 2, 0)) if bill.rows else wanted
        sku, more = bill.shape(rng.choice(("@@@####", "###-####", "######"))), (str(wanted), str(wanted - sent))
        bill.add(text, sent, price_of(rng, 0.4, 120, step="0.001"), rate=rate, sku=sku, uom=uom, more=more)
    freight = rng.choice((ZERO, price_of(rng, 9, 80)))
    bill.reckon(charges=freight, at=rate, slips="total amount", taxed=bool(rate))
    po = bill.shape(rng.choice(("PO####", "#####", "JOB ##-###", "")))
    late, to = rng.random() < 0.5, addressee(bill, folk)
    sheet = Sheet(size=LETTER)
    stops = ">62 >98 >130 <138 <164 <232 >500 >574"

    def begin() -> None:
        _supply_head(sheet, bill, to, (po, folk.clerk.split()[0].upper()), late)
        heads = "ORDER\nQTY|SHIP\nQTY|B/O\nQTY|U/M|PRODUCT|DESCRIPTION|UNIT\nPRICE|EXTENDED\nPRICE"
        spread(sheet, 268, stops, heads.split("|"), size=7, bold=True)
        sheet.rule(36, 280, 576, 280)
        sheet.y = 294

    begin()
    rows = []
    for r in bill.rows:
        counts = (r.more[0], bill.q(r.qty), r.more[1], r.uom or "", r.sku or "")
        rows.append((*counts, folded(sheet, r.text, 205, 8), bill.m(r.price or ZERO, 3), bill.m(r.amount)))
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8, gap=4, bottom=640)
    _supply_foot(sheet, bill, rate)
    truth = bill.truth(sheet, shown("due qty price", subtotal=1, tax=1), "back-order", "ship-to")
    truth = _without_back_ordered(truth if late else by_term(truth))
    return Drawn(sheet.finish(), (bill.charge_as_line(with_po(truth, po)),))


def _supply_head(sheet: Sheet, bill: Bill, to: list[str], refs: tuple[str, str], late: bool) -> None:
    sheet.text(36, 54, bill.seller.name.upper(), size=17, bold=True, colour=(0.0, 0.25, 0.5))
    sheet.lines(36, 68, [*address(bill.seller), f"PH {bill.seller.phone}"], size=8)
    sheet.text(576, 52, "INVOICE", size=18, bold=True, align="right")
    cells = [("INVOICE NUMBER", bill.number), ("INVOICE DATE", bill.d(bill.date)), ("PAGE", str(sheet.page))]
    cell_row(sheet, 62, 26, (376, 462, 546, 576), cells, small=5.5, side="^")
    sheet.lines(376, 102, ["REMIT TO:", bill.seller.name, "PO BOX 847120", "CHICAGO IL 60684"], size=7)
    there = [line.upper() for line in (bill.ship_to.name, *address(bill.ship_to))]
    for x, label, lines in ((36, "BILL TO:", to), (320, "SHIP TO:", there)):
        sheet.text(x, 152, label, size=7, bold=True)
        sheet.lines(x + 46, 152, lines, size=8.5)
    days = (bill.due - bill.date).days
    facts = [("CUSTOMER #", "10882"), ("CUSTOMER PO", refs[0]), ("WRITER", refs[1])]
    facts += [("SHIP VIA", "OUR TRUCK"), ("TERMS", f"NET {days}"), ("SHIP DATE", bill.d(bill.date, -1))]
    if late:
        facts += [("DUE DATE", bill.d(bill.due))]
    width = 540 / len(facts)
    cell_row(sheet, 220, 28, [36 + n * width for n in range(len(facts) + 1)], facts, size=7.5, small=5.5)


def _supply_foot(sheet: Sheet, bill: Bill, rate: Decimal) -> None:
    sheet.rule(36, 655, 576, 655)
    sums = [("SUBTOTAL", bill.subtotal), ("FREIGHT", bill.charges)]
    sums += [(f"SALES TAX {bill.q(rate)}%" if rate else "SALES TAX", bill.tax), ("AMOUNT DUE", bill.total)]
    rows = [(label, bill.m(value)) for label, value in sums]
    pairs(sheet, 670, "<420 >574", rows, size=9, step=15, bold=("AMOUNT",))
    note = [
        "A SERVICE CHARGE OF 1-1/2% PER MONTH WILL BE ADDED TO PAST DUE ACCOUNTS.",
        "NO RETURNS WITHOUT PRIOR AUTHORIZATION. RESTOCKING CHARGE MAY APPLY.",
        "BACK ORDERED ITEMS WILL BE SHIPPED AND INVOICED WHEN AVAILABLE.",
    ]
    sheet.lines(36, 670, note, size=6.5, leading=1.5)
    sheet.text(306, 760, "THANK YOU FOR YOUR BUSINESS", size=8, bold=True, align="centre")


def _without_back_ordered(truth: Truth) -> Truth:
    """A line of which nothing was sent costs nothing: read or not, both are right."""
    sent = [item for item in truth["items"] if item["qty"] != "0"]
    return truth if len(sent) == len(truth["items"]) else {**truth, "or": [{"items": sent}]}


HAUL = (("Fuel surcharge", 80, 600), ("Lumper reimbursement", 75, 320), ("Extra stop", 50, 100), ("Tarp fee", 75, 150))
STOPS = ("Gary, IN", "Laredo, TX", "Fresno, CA", "Savannah, GA", "Joplin, MO", "Allentown, PA")


@family("us-carrier-load")
def us_carrier_load(rng: Random) -> Drawn:
    """A one-truck carrier bills a broker for a load; who hauled from where to where; pay the factor instead."""
    bill = Bill(rng, "US", rng.choice(("####", "INV-####", "{y}-0##")))
    folk = populate(bill, ("Trucking", "Transport", "Express", "Hauling"), private=0)
    broker = rng.choice(("Logistics LLC", "Freight Brokers, Inc.", "Supply Chain Solutions", "3PL Corp."))
    bill.buyer = replace(bill.buyer, name=f"{bill.buyer.name.removeprefix('Hotel ').split()[0]} {broker}")
    start, end = rng.sample(STOPS, 2)
    bill.add(f"Line haul {start} to {end}", 1, price_of(rng, 600, 4800, step="25"))
    for text, low, high in rng.sample(HAUL, rng.randint(0, 3)):
        bill.add(text, 1, price_of(rng, low, high, step="5"))
    if rng.random() < 0.4:
        bill.add("Detention (hours)", rng.choice((2, 3, Decimal("2.5"))), Decimal(rng.choice((40, 50, 60))))
    bill.reckon(taxed=False, slips="total amount")
    sheet, load, late = Sheet(size=LETTER), bill.shape("#######"), rng.random() < 0.5
    red = (0.65, 0.1, 0.1)
    sheet.text(50, 64, bill.seller.name, size=19, bold=True, colour=red)
    mine = [*address(bill.seller), f"{bill.seller.phone}  |  {bill.seller.mail}"]
    mine += [bill.shape("MC 1###### / USDOT 3######")]
    sheet.lines(50, 80, mine, size=9)
    sheet.text(562, 64, rng.choice(("INVOICE", "FREIGHT INVOICE")), size=18, align="right")
    head = [("Invoice #:", bill.number), ("Date:", bill.d(bill.date)), ("Load / Rate Con #:", load)]
    head += [("Due:", bill.d(bill.due))] if late else [("Terms:", f"Net {(bill.due - bill.date).days}")]
    pairs(sheet, 86, ">480 <486", head, size=9, step=13)
    bar(sheet, 146, 2, 50, 562, red)
    sheet.text(50, 166, "Bill To (Broker):", size=9, bold=True)
    sheet.lines(50, 179, addressee(bill, folk), size=9.5)
    _stops(sheet, bill, start, end)
    stops = "<56 >400 >480 >556"
    bar(sheet, 334, 17, 50, 562, (0.92, 0.88, 0.88))
    spread(sheet, 346, stops, ["Description", "Qty", "Rate", "Total"], size=9, bold=True)
    sheet.y = 368
    rows = [(r.text, bill.q(r.qty), f"${bill.p(r.price)}", f"${bill.m(r.amount)}") for r in bill.rows]
    listing(sheet, stops, rows, turn=sheet.new_page, size=9.5, gap=8, rules=(50, 562))
    sheet.text(480, sheet.y + 12, "TOTAL DUE", size=11, bold=True, align="right")
    sheet.text(556, sheet.y + 12, f"${bill.m(bill.total)}", size=11, bold=True, align="right")
    _assignment(sheet, rng, bill)
    truth = with_po(bill.truth(sheet, "due qty price", "factoring", "shipper-consignee"), "")
    truth["invoice"]["po"] = None  # the load may be taken for the buyer's order
    return Drawn(sheet.finish(), (truth if late else by_term(truth),))


def _stops(sheet: Sheet, bill: Bill, start: str, end: str) -> None:
    depots = ("Keystone Cold Storage", "Ridgeline Packaging Plant 4", "Big Valley DC", "Harbor Crossdock")
    goods = bill.rng.choice(("22 plts canned goods", "44,000 lbs steel coil", "Dry van, 18 pallets"))
    for x, label, town, days in ((50, "PICK UP", start, -5), (312, "DELIVERY", end, -3)):
        sheet.box(x, 250, x + 250, 318)
        sheet.text(x + 6, 262, label, size=7.5, bold=True)
        texts = [bill.rng.choice(depots), town, f"Date: {bill.d(bill.date, days)}"]
        texts += [f"{goods}   BOL {bill.shape('#####')}"]
        sheet.lines(x + 6, 275, texts, size=8.5)


def _assignment(sheet: Sheet, rng: Random, bill: Bill) -> None:
    if rng.random() < 0.5:
        sheet.text(50, sheet.y + 60, f"Make checks payable to: {bill.seller.name}   Thank you for the load!", size=9)
        return
    sheet.box(50, sheet.y + 50, 562, sheet.y + 116)
    notice = [
        "NOTICE OF ASSIGNMENT",
        "This account has been assigned and is payable ONLY to:",
        bill.shape("Silver Bridge Capital Factors, LLC   P.O. Box 6####, Tampa, FL 33###"),
        "Any claims or offsets must be reported to (800) 555-0142 before payment.",
    ]
    sheet.lines(60, sheet.y + 66, notice, size=8.5, bold_first=True, leading=1.5)


PEN = Face("Courier-Oblique", "Courier-BoldOblique")
CHORES = (
    "Mow & edge front / back",
    "Haul brush to dump",
    "Yds hardwood mulch",
    "Replace gate latch",
    "Pressure wash drive",
    "Bags lawn seed",
    "Labor - 2 men",
)


@family("us-sales-book-form")
def us_sales_book_form(rng: Random) -> Drawn:
    """The stationer's pad: a small printed form with blank rows, filled in by hand; number in red."""
    bill = Bill(rng, "US", rng.choice(("######", "0####", "####")))
    populate(bill, ("Lawn & Tree", "Handyman", "Saw & Mower", "Yard Service"), private=0.6)
    bill.day_format = rng.choice(("%m/%d/%y", "%m-%d-%y", "%m/%d/%Y"))
    rate = Decimal(rng.choice((0, 6, 7, "8.5")))
    for text in rng.sample(CHORES, rng.randint(1, 6)):
        bill.add(text, rng.choice((1, 1, 2, 3, 8)), price_of(rng, 5, 120, step="0.50"), rate=rate)
    bill.reckon(taxed=bool(rate), slips="total amount")
    sheet = Sheet(size=(396, 612))
    sheet.text(198, 44, bill.seller.name, size=15, bold=True, align="centre")
    sheet.text(198, 57, ", ".join(address(bill.seller)), size=7.5, align="centre")
    sheet.text(198, 68, bill.seller.phone, size=9, bold=True, align="centre")
    sheet.text(372, 90, bill.number, size=14, align="right", colour=(0.8, 0.05, 0.05))
    sheet.text(24, 90, "INVOICE", size=13, bold=True)
    order, phone = rng.choice(("", "", "Verbal")), rng.choice(("", bill.shape("555-01##")))
    top = [("CUSTOMER'S ORDER NO.", order), ("PHONE", phone), ("DATE", bill.d(bill.date))]
    y = _written(sheet, 98, (24, 160, 266, 372), top)
    street, *town = address(bill.buyer)
    y = _written(sheet, y, (24, 372), [("NAME", bill.buyer.name)])
    y = _written(sheet, y, (24, 372), [("ADDRESS", ", ".join([street, *town]))])
    ways = ("CASH", "C.O.D.", "CHARGE", "ON ACCT.", "MDSE. RETD.", "PAID OUT")
    y = _written(sheet, y, (24, 72, 120, 180, 240, 310, 372), [(way, "X" * (way == "CHARGE")) for way in ways])
    _pad_rows(sheet, bill, y, rate)
    truth = bill.truth(sheet, shown("qty price", tax=rate), "handwritten-form", "small-paper")
    return Drawn(sheet.finish(), (truth if order else with_po(truth, ""),))


def _written(sheet: Sheet, y: float, edges: tuple[float, ...], cells: list[tuple[str, str]]) -> float:
    for left, right, (label, value) in zip(edges, edges[1:], cells, strict=False):
        sheet.box(left, y, right, y + 24)
        sheet.text(left + 3, y + 7.5, label, size=5.5)
        sheet.text(left + 8, y + 19, value, size=10, face=PEN)
    return y + 24


def _pad_rows(sheet: Sheet, bill: Bill, y: float, rate: Decimal) -> None:
    edges = (24, 62, 246, 304, 372)
    for left, right, head in zip(edges, edges[1:], ("QTY.", "DESCRIPTION", "PRICE", "AMOUNT"), strict=False):
        sheet.text((left + right) / 2, y + 11, head, size=7, bold=True, align="centre")
    cells = [[bill.q(r.qty), r.text, bill.p(r.price), bill.m(r.amount)] for r in bill.rows]
    blank = ["", "", "", ""]
    body = [*cells, *[blank] * (12 - len(cells)), ["", "", "TAX", bill.m(bill.tax) if rate else ""]]
    for n, texts in enumerate([*body, ["", "", "TOTAL", f"${bill.m(bill.total)}"]]):
        sheet.rule(24, y + 16 + 20 * n, 372, y + 16 + 20 * n)
        face = None if texts[2] == "TAX" or texts[2] == "TOTAL" else PEN
        spread(sheet, y + 30 + 20 * n, "^43 <66 >300", texts[:3], size=10 if face else 7, face=face)
        sheet.text(368, y + 30 + 20 * n, texts[3], size=10, align="right", face=PEN)
    for x in edges:
        sheet.rule(x, y, x, y + 296)
    sheet.rule(24, y, 372, y)
    sheet.rule(24, y + 296, 372, y + 296)
    spread(sheet, y + 310, "<24 <230", ["RECEIVED BY ______________________", "Thank You"], size=8)
    sheet.text(24, y + 328, "All claims and returned goods MUST be accompanied by this bill.", size=6.5)


STOCK = (
    ("AVRY-10140", "Bird bath, cast stone, 26 in."),
    ("SOIL-34160", "Potting mix 40 lb bag"),
    ("TOOL-35240", "Bypass pruner w/ holster"),
    ("CHEM-24110", "Selective weed control concentrate, 1 gal., covers 20,000 sq ft"),
    ("", "Design consultation"),
    ("EQWT-15120", "Soaker hose 50 ft"),
)


@family("us-desktop-ledger-form")
def us_desktop_ledger_form(rng: Random) -> Drawn:
    """An American desktop ledger's stock form: customer id, PO and terms in a grid, 'Total Invoice Amount', credit."""
    bill = Bill(rng, "US", rng.choice(("#####", "10###", "INV####", "####-@")))
    folk = populate(bill, ("Nursery", "Office Products", "Garden Center", "Wholesale"))
    rate = Decimal(rng.choice((0, 6, "7.75")))
    for sku, text in rng.choices(STOCK, k=some(rng, 26)):
        qty = Decimal(rng.choice((1, 2, 5, 12, "1.5")))
        bill.add(text, qty, price_of(rng, 3, 240), rate=rate, sku=sku or None)
    freight = rng.choice((ZERO, ZERO, price_of(rng, 8, 60)))
    bill.reckon(charges=freight, taxed=bool(rate), slips="total qty")
    bill.prepaid = rng.choice((ZERO, ZERO, bill.money(bill.total / 2)))
    po, sheet = rng.choice(("", bill.shape("#####"), bill.shape("PO-@@##"))), Sheet(size=LETTER)
    to, voice = addressee(bill, folk), rng.choice(("", f"Voice: {bill.seller.phone}"))
    stops, edges = ">92 <102 <180 >488 >570", (36, 97, 175, 420, 492, 576)

    def begin() -> None:
        _ledger_head(sheet, bill, to, voice, po)
        heads = ["Quantity", "Item", "Description", "Unit Price", "Amount"]
        spread(sheet, 299, "^66 ^136 ^297 ^456 ^534", heads, size=9, bold=True)
        for x in edges:
            sheet.rule(x, 287, x, 612)
        for y in (287, 305, 612):
            sheet.rule(36, y, 576, y)
        sheet.y = 320

    begin()
    rows = [
        (bill.q(r.qty, 2), r.sku or "", folded(sheet, r.text, 235, 9), bill.p(r.price), bill.m(r.amount))
        for r in bill.rows
    ]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=9, gap=3, bottom=606)
    _ledger_foot(sheet, bill)
    truth = bill.truth(sheet, shown("due subtotal qty price payable", tax=rate), "program", "stock-form")
    return Drawn(sheet.finish(), (bill.charge_as_line(with_po(truth, po)),))


def _ledger_head(sheet: Sheet, bill: Bill, to: list[str], voice: str, po: str) -> None:
    sheet.lines(36, 56, [bill.seller.name, *address(bill.seller)], size=10, bold_first=True)
    sheet.text(36, 120, voice, size=9)
    sheet.text(576, 60, "INVOICE", size=22, bold=True, align="right")
    head = [("Invoice Number:", bill.number), ("Invoice Date:", bill.d(bill.date)), ("Page:", str(sheet.page))]
    pairs(sheet, 80, "<430 <512", head, size=9, step=13)
    sheet.text(430, 122, "Duplicate", size=8, colour=GREY)
    for x, label, lines in ((36, "Bill To:", to), (310, "Ship to:", [bill.buyer.name, *address(bill.buyer)])):
        sheet.box(x, 142, x + 266, 222)
        sheet.text(x + 4, 152, label, size=8, bold=True)
        sheet.lines(x + 8, 166, lines, size=9)
    terms = _terms((bill.due - bill.date).days)
    client = bill.buyer.mail.split("@")[1].split(".")[0].upper()
    first = [("Customer ID", client), ("Customer PO", po), ("Payment Terms", terms)]
    second = [("Sales Rep ID", "HOUSE"), ("Shipping Method", "UPS Ground")]
    y = cell_row(sheet, 230, 26, (36, 216, 396, 576), first, side="^")
    last = [*second, ("Ship Date", bill.d(bill.date)), ("Due Date", bill.d(bill.due))]
    cell_row(sheet, y, 26, (36, 171, 306, 441, 576), last, side="^")


def _terms(days: int) -> str:
    return f"2% 10, Net {days} Days" if days >= 30 else f"Net {days} Days"


def _ledger_foot(sheet: Sheet, bill: Bill) -> None:
    sums = [("Subtotal", bill.subtotal), ("Sales Tax", bill.tax)]
    sums += [("Freight", bill.charges)] if bill.charges else []
    sums += [("Total Invoice Amount", bill.total), ("Payment/Credit Applied", bill.prepaid), ("TOTAL", bill.payable)]
    rows = [(label, bill.m(value) if value else "") for label, value in sums]
    pairs(sheet, 628, "<310 >570", rows, size=9.5, step=17, bold=("TOTAL",))
    check = bill.shape("Check/Credit Memo No: ####") if bill.prepaid else "Check/Credit Memo No:"
    sheet.text(36, 645, check, size=8.5)
