"""Two American prints: a staffing firm's week with a coupon to cut off, and the parts counter's typewriter face."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import Bill, Row, price_of, spread
from tests.generator.english_folk import address, addressee, full_name, populate, with_po
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import COURIER, LETTER, Sheet
from tests.generator.world_lands import by_term

JOBS = ("Forklift Operator", "General Labor", "RN - Med/Surg", "Data Entry Clerk", "Machine Operator II", "Janitorial")


@family("us-staffing-reg-ot")
def us_staffing_reg_ot(rng: Random) -> Drawn:
    """A staffing firm's week: employees with regular and overtime hours, a sum for each, a coupon to cut off."""
    bill = Bill(rng, "US", rng.choice(("#######", "W{y}-####", "0######")))
    folk = populate(bill, ("Staffing", "Personnel Services", "Workforce Solutions", "Temps"), private=0)
    ending = bill.date - dt.timedelta(days=(bill.date.weekday() + 1) % 7 or 7)
    people: list[list[Row]] = []
    for job in rng.choices(JOBS, k=some(rng, 12)):
        name = ", ".join(reversed(full_name(rng).split(" ", 1)))
        rate = price_of(rng, 18, 62, step="0.05")
        codes = [("REG", Decimal(rng.choice((40, 40, 32, "38.25", "24.5"))), rate)]
        if codes[0][1] == 40 and rng.random() < 0.6:
            codes += [("OT", Decimal(rng.choice((4, "2.5", "7.75"))), bill.money(rate * Decimal("1.5")))]
        people.append([bill.add(name, hours, price, more=(job, code)) for code, hours, price in codes])
    bill.reckon(taxed=False, slips="total")
    po, sheet, late = rng.choice(("", bill.shape("450#####"))), Sheet(size=LETTER), rng.random() < 0.6
    to, week = addressee(bill, folk), ending.strftime("%m/%d/%y")
    stops = "<44 <180 <300 <360 >440 >500 >568"
    client = bill.shape("CL-####")

    def begin() -> None:
        _temps_head(sheet, bill, to, client, po, late)
        heads = ["Employee", "Position", "W/E Date", "Pay Code", "Hours", "Bill Rate", "Amount"]
        spread(sheet, 232, stops, heads, size=8.5, bold=True)
        sheet.rule(40, 237, 572, 237, 1.2)
        sheet.y = 251

    begin()
    rows: list[tuple[str, ...]] = []
    for lines in people:
        rows += [
            (r.text, r.more[0], week, r.more[1], bill.m(r.qty or ZERO), bill.p(r.price), bill.m(r.amount))
            for r in lines
        ]
        hours = sum((r.qty or ZERO for r in lines), ZERO)
        if len(people) > 1:
            rows.append(("", "", "", "Subtotal", bill.m(hours), "", bill.m(bill.sum(lines))))
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8.5, gap=3, bottom=570)
    _temps_foot(sheet, bill, client, late)
    truth = with_po(bill.truth(sheet, "due qty price", "timesheet", "coupon", "sums-of-groups"), po)
    for item in truth["items"]:
        item["description"] = None  # over three columns
    return Drawn(sheet.finish(), (truth if late else by_term(truth),))


def _temps_head(sheet: Sheet, bill: Bill, to: list[str], client: str, po: str, late: bool) -> None:
    sheet.text(40, 58, bill.seller.name, size=17, bold=True, colour=(0.1, 0.4, 0.35))
    sheet.lines(40, 72, [", ".join(address(bill.seller)), f"{bill.seller.phone}   {bill.seller.mail}"], size=8)
    sheet.text(572, 58, "Invoice", size=20, align="right")
    sheet.text(40, 122, "Bill To:", size=8.5, bold=True)
    sheet.lines(40, 135, to, size=9.5)
    head = [("Invoice No", bill.number), ("Invoice Date", bill.d(bill.date)), ("Client ID", client)]
    head += [("PO Number", po)] if po else []
    days = (bill.due - bill.date).days
    head += [("Due Date", bill.d(bill.due))] if late else [("Terms", f"Net {days} Days")]
    head += [("Page", str(sheet.page))]
    pairs(sheet, 122, "<400 >572", head, size=9, step=13)


def _temps_foot(sheet: Sheet, bill: Bill, client: str, late: bool) -> None:
    hours = sum((row.qty or ZERO for row in bill.rows), ZERO)
    sheet.rule(40, 584, 572, 584, 1.2)
    cells = ["Total Hours", bill.m(hours), "Invoice Total", f"${bill.m(bill.total)}"]
    spread(sheet, 598, "<300 >440 >510 >568", cells, size=9, bold=True)
    small = "Client agrees not to hire assigned employees within 90 days without written consent. FEIN on request."
    sheet.text(40, 616, small, size=6.5)
    sheet.text(306, 642, "- " * 40 + "detach and return with payment" + " -" * 40, size=6, align="centre")
    box = ["Remit To:", bill.seller.name, "Payroll Funding Lockbox 7781", *address(bill.seller)]
    sheet.lines(40, 664, box, size=8.5)
    slip = [("Client", f"{bill.buyer.name} ({client})"), ("Invoice No", bill.number)]
    slip += [("Amount Due", f"${bill.m(bill.total)}")]
    slip += [("Due Date", bill.d(bill.due))] if late else []
    pairs(sheet, 664, "<310 >572", [*slip, ("Amount Enclosed", "$ ______________")], size=8.5, step=14)


SPARES = (
    ("BRAKE ROTOR FR", 0),
    ("ALTERNATOR REMAN", 45),
    ("OIL FILTER", 0),
    ("STARTER REMAN", 30),
    ("WIPER BLADE 22", 0),
    ("BATTERY GRP 65", 18),
    ("CABIN AIR FILTER", 0),
    ("SPARK PLUG IRIDIUM", 0),
)


@family("us-parts-counter-print")
def us_parts_counter_print(rng: Random) -> Drawn:
    """An auto parts counter's old system: one typewriter face, list and net, core charges and returns, minus behind."""
    bill = Bill(rng, "US", rng.choice(("######", "##-######", "4####")))
    bill.numbers, bill.day_format = replace(bill.numbers, negative="{}-"), rng.choice(("%m/%d/%y", "%m/%d/%Y"))
    populate(bill, ("Auto Parts", "Automotive Supply", "Truck Parts"), private=0.1)
    bill.seller = replace(bill.seller, name=bill.seller.name.upper())
    bill.buyer = replace(bill.buyer, name=bill.buyer.name.upper())
    rate = Decimal(rng.choice(("6", "7.25", "8.875")))
    for text, core in rng.choices(SPARES, k=some(rng, 45)):
        net = price_of(rng, 3, 190)
        part, qty = bill.shape(rng.choice(("@@#####", "##-####", "#####@"))), rng.choice((1, 1, 2, 4))
        bill.add(text, qty, net, rate=rate, sku=part, more=(bill.m(bill.money(net * Decimal("1.4"))),))
        if core:
            bill.add("CORE CHARGE", qty, Decimal(core), rate=rate, sku=part, more=("",))
        if core and rng.random() < 0.4:
            bill.add("CORE RETURN", -1, Decimal(core), rate=rate, sku=part, more=("",))
    bill.reckon(slips="total")
    sheet, po = Sheet(size=LETTER, face=COURIER), rng.choice(("", bill.shape("RO####"), "TRUCK 7"))
    _counter_head(sheet, bill, po)
    for r in bill.rows:
        if sheet.y > 630:
            sheet.text(50, 650, f"{'*** CONTINUED ***':>50}", size=9)
            sheet.new_page()
            _counter_head(sheet, bill, po)
        figures = f"{r.more[0]:>9} {bill.p(r.price):>9} {bill.m(r.amount):>10} T"
        sheet.text(50, sheet.y, f"{bill.q(r.qty):>4} {r.sku:<9} {r.text:<20} {figures}", size=9)
        sheet.y += 12
    room(sheet, 90, 720)
    sums = [("SUB-TOTAL", bill.subtotal), (f"TAX {bill.q(rate)}%", bill.tax), ("INVOICE TOTAL", bill.total)]
    sheet.y += 14
    for label, value in sums:
        sheet.text(50, sheet.y, f"{label:>55} {bill.m(value):>10}", size=9, bold=label.startswith("INVOICE"))
        sheet.y += 13
    last = ["CHARGE SALE - NET 10TH PROX", "", "X_______________________________  CUSTOMER SIGNATURE"]
    last += ["", "NO RETURNS ON ELECTRICAL PARTS. CORES MUST BE RETURNED IN 30 DAYS WITH THIS INVOICE."]
    sheet.lines(50, sheet.y + 8, last, size=8)
    truth = bill.truth(sheet, "subtotal tax qty price", "monospace", "core-returns")
    truth["invoice"]["due_date"] = None  # the tenth of the next month, in words
    return Drawn(sheet.finish(), (with_po(truth, po),))


def _counter_head(sheet: Sheet, bill: Bill, po: str) -> None:
    for n, text in enumerate([bill.seller.name, *address(bill.seller), bill.seller.phone]):
        sheet.text(306, 50 + 12 * n, text, size=11 if n == 0 else 9, bold=n == 0, align="centre")
    y = 120.0
    to = [bill.buyer.name, *(line.upper() for line in address(bill.buyer))]
    facts = [f"INVOICE NO {bill.number}", f"DATE {bill.d(bill.date)} 10:{17 + len(po)}"]
    facts += [f"PO# {po}" if po else "PO#", "ACCT 20417  CTR 3", f"PAGE {sheet.page}"]
    for n in range(5):
        left = f"{'SOLD TO: ' if n == 0 else '':<9}{to[n] if n < len(to) else ''}"
        sheet.text(50, y + 12 * n, f"{left:<56}{facts[n]}", size=9)
    heads = f"{'QTY':>4} {'PART NO':<9} {'DESCRIPTION':<20} {'LIST':>9} {'NET':>9} {'EXTENDED':>10} TX"
    sheet.text(50, y + 76, heads, size=9)
    sheet.text(50, y + 86, "-" * 70, size=9)
    sheet.y = y + 100
