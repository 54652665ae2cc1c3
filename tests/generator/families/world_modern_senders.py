"""A designer's page with a coloured side and the sum on top, a credit memo, and rented machines with county tax."""

import datetime as dt
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, WHITE, Bill, bar, folded, price_of, spread
from tests.generator.english_folk import SIGNS, address, addressee, populate, shown, with_po
from tests.generator.forms import cell_row, table
from tests.generator.ink import number_text
from tests.generator.listing import listing, pairs, room, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import A4, LETTER, Sheet
from tests.generator.table import Look
from tests.generator.world_lands import by_term

NIGHT = (0.12, 0.16, 0.25)
CRAFT = (
    ("Brand workshop", "Two half days, remote"),
    ("Landing page", "Design and build, responsive"),
    ("Product photography", "24 images, retouched"),
    ("Email template", ""),
    ("Podcast editing", "per episode"),
    ("Monthly retainer", "Marketing support"),
)


@family("side-panel-big-total")
def side_panel_big_total(rng: Random) -> Drawn:
    """A coloured panel at the left holds both parties and the bank; the amount due stands large on top of the lines."""
    code = rng.choice(("US", "CA", "AU", "NZ"))
    bill = Bill(rng, code, rng.choice(("#####", "INV-0##", "{y}-##", "#0##")))
    folk, sign = populate(bill, ("Studio", "Creative", "Media", "Consulting"), private=0.15), SIGNS[code]
    rate = {"US": ZERO, "CA": Decimal(5), "AU": Decimal(10), "NZ": Decimal(15)}[code]
    for text, note in rng.choices(CRAFT, k=rng.choice((1, 2, 3, 5, 8))):
        qty = rng.choice((1, 1, 2, 4, Decimal("3.5")))
        bill.add(text, qty, price_of(rng, 60, 1900, step="5"), rate=rate, notes=(note,) * bool(note))
    off = bill.money(bill.sum(bill.rows) * Decimal(rng.choice((0, 0, 5))) / 100)
    bill.reckon(discount=off, at=rate, taxed=bool(rate), slips="total qty")
    sheet = Sheet(size=LETTER if code == "US" else A4)
    late, po = rng.random() < 0.75, rng.choice(("", "", bill.shape("PO ####")))
    bar(sheet, 0, sheet.height, 0, 180, NIGHT)
    names = {"CA": "GST/HST", "AU": "ABN", "NZ": "GST No."}
    mine = [bill.seller.name, *address(bill.seller), bill.seller.mail]
    mine += [f"{names[code]} {bill.seller.tax_id}"] if rate else []
    for y, label, texts in (
        (60, "FROM", mine),
        (230, "BILLED TO", addressee(bill, folk)),
        (400, "PAY BY TRANSFER", None),
    ):
        sheet.text(24, y, label, size=7, bold=True, colour=(0.6, 0.75, 0.95))
        bank = ["Bank of the Bay", bill.shape("Account ########"), f"Reference {bill.number}"]
        lines = [part for text in texts or bank for part in sheet.wrap(text, 145, 9)]
        for n, text in enumerate(lines):
            sheet.text(24, y + 15 + 13 * n, text, size=9, colour=WHITE)
    word = "Tax invoice" if code in ("AU", "NZ") else "Invoice"
    sheet.text(205, 70, f"{word} {bill.number}", size=12)
    sheet.text(205, 112, f"{sign}{bill.m(bill.total)}", size=30, bold=True, colour=NIGHT)
    currency = f" {bill.currency}" if rng.random() < 0.5 else ""
    when = f"due {bill.d(bill.due)}" if late else "due on receipt"
    sheet.text(205, 130, f"Amount{currency} {when}", size=9.5, colour=GREY)
    facts = [("Issued", bill.d(bill.date))] + ([("Your reference", po.removeprefix("PO "))] if po else [])
    pairs(sheet, 158, "<205 <290", facts, size=9, step=14)
    stops, right = "<205 >400 >470 >560", 565
    sheet.rule(205, 196, right, 196)
    spread(sheet, 210, stops, ["Service", "Qty", "Rate", "Total"], size=8.5, bold=True)
    sheet.y = 232
    for r in bill.rows:
        cells = [r.text, bill.q(r.qty), sign + bill.p(r.price), sign + bill.m(r.amount)]
        sheet.y = spread(sheet, sheet.y, stops, cells, size=9.5)
        sheet.y = spread(sheet, sheet.y, "<205", ["\n".join(r.notes)], size=8, colour=GREY) + 8
    sheet.rule(205, sheet.y - 4, right, sheet.y - 4)
    sums = [("Subtotal", bill.subtotal), ("Discount 5%", -off)] if off else [("Subtotal", bill.subtotal)] * bool(rate)
    sums += [(f"GST {bill.q(rate)}%", bill.tax)] if rate else []
    rows = [(a, f"{sign}{bill.m(b)}" if b >= 0 else f"-{sign}{bill.m(-b)}") for a, b in [*sums, ("Total", bill.total)]]
    pairs(sheet, sheet.y + 12, "<400 >560", rows, size=9.5, step=17, bold=("Total",))
    sheet.text(205, sheet.height - 40, "Thank you - it was a pleasure working with you.", size=9, colour=GREY)
    on = shown("qty price", due=late, seller_id=rate, subtotal=sums, tax=rate)
    truth = with_po(bill.truth(sheet, on, "side-panel", "total-on-top"), po.removeprefix("PO "))
    if not late:
        truth["invoice"]["due_date"] = [None, bill.date.isoformat()]
    return Drawn(sheet.finish(), (truth,))


BACK = (
    ("Chair, mesh back, black - arrived damaged", "CH-200"),
    ("Toner cartridge 26X", "TN-26X"),
    ("Copy paper 8.5x11 92br", "PP-851"),
    ("Desk lamp LED", "LM-14"),
    ("Price adjustment per agreement", ""),
)


@family("us-credit-memo")
def us_credit_memo(rng: Random) -> Drawn:
    """A desktop program's credit memo: small grids for date and number, minus signs all over, credit to an invoice."""
    bill = Bill(rng, "US", rng.choice(("CM####", "####", "#####CR")), kind="credit_note")
    folk = populate(bill, ("Office Supply", "Furnishings", "Business Systems"), private=0)
    rate = Decimal(rng.choice((0, 7, "8.1")))
    for text, sku in rng.sample(BACK, rng.randint(1, 4)):
        bill.add(text, rng.choice((1, 1, 2, 10)), price_of(rng, 9, 260), rate=rate, sku=sku or None)
    bill.reckon(taxed=bool(rate), slips="total")
    minus = rng.random() < 0.6
    sheet = Sheet(size=LETTER)
    sheet.lines(45, 58, [bill.seller.name, *address(bill.seller)], size=10, bold_first=True)
    sheet.text(567, 62, "Credit Memo", size=20, bold=True, align="right")
    head = [("Date", bill.d(bill.date)), ("Credit No.", bill.number)]
    cell_row(sheet, 76, 30, (407, 487, 567), head, size=9, side="^")
    sheet.box(45, 140, 290, 226)
    sheet.text(50, 151, "Customer", size=9, bold=True)
    sheet.rule(45, 156, 290, 156)
    sheet.lines(50, 169, addressee(bill, folk), size=9.5)
    po, was = rng.choice(("", bill.shape("####"))), bill.shape("#####")
    cells = [("P.O. No.", po), ("Rep", "JT"), ("Orig. Invoice", was), ("RMA #", bill.shape("R###"))]
    cell_row(sheet, 240, 28, (247, 327, 387, 477, 567), cells, side="^")
    sheet.y = 276

    def money(value: Decimal) -> str:
        return f"-{bill.m(value)}" if minus else bill.m(value)

    rows = []
    for r in bill.rows:
        qty = f"-{bill.q(r.qty)}" if minus else bill.q(r.qty)
        rows.append((r.sku or "", r.text, qty, bill.m(r.price or ZERO), money(r.amount)))
    heads = "80<Item|250<Description|52>Qty|65>Rate|75>Amount"
    table(sheet, 45, heads, rows, Look("columns", size=9, gap=6))
    sheet.rule(45, sheet.y, 567, sheet.y)
    sums = [("Subtotal", bill.subtotal), (f"Sales Tax ({bill.q(rate)}%)", bill.tax)] if rate else []
    texts = [(a, f"{'-' * minus}${bill.m(b)}") for a, b in [*sums, ("Total", bill.total)]]
    y = pairs(sheet, sheet.y + 18, "<380 >562", texts, size=10, step=18, bold=("Total",))
    apply = f"Credit applied to invoice {was}." if rng.random() < 0.5 else "Credit will remain on your account."
    sheet.text(45, y, apply, size=9)
    contacts = (("Phone #", bill.seller.phone), ("E-mail", bill.seller.mail))
    cell_row(sheet, 700, 28, (45, 165, 330), contacts, side="^")
    truth = bill.truth(sheet, shown("qty price", subtotal=rate, tax=rate), "credit-note", "program")
    for item, row in zip(truth["items"], bill.rows, strict=True):
        item["qty"] = [number_text(row.qty or ZERO), number_text(-(row.qty or ZERO))]
    return Drawn(sheet.finish(), (with_po(truth, po),))


FLEET = (
    ("EXCAVATOR MINI 8000LB", "0310240"),
    ("SCISSOR LIFT 26' ELECTRIC", "3003260"),
    ("LIGHT TOWER 4000W DIESEL", "8200410"),
    ("PLATE COMPACTOR 3500LB REVERSIBLE", "0130350"),
    ("GENERATOR 25KVA TOWABLE", "2400250"),
)
FEES = (
    ("ENVIRONMENTAL SERVICE CHARGE", 8, 40),
    ("DELIVERY CHARGE", 95, 175),
    ("PICKUP CHARGE", 95, 175),
    ("DIESEL, GAL", 5, 7),
)


@family("us-equipment-rental")
def us_equipment_rental(rng: Random) -> Drawn:
    """Rented machines: minimum, day, week and month rates on each line, fees apart, state and county tax."""
    bill = Bill(rng, "US", rng.choice(("#########-001", "######-0000#", "R#######")))
    folk = populate(bill, ("Equipment Rental", "Rentals", "Machinery Rental"), private=0.05)
    state, county = Decimal(rng.choice(("6", "6.25", "4.225"))), Decimal(rng.choice(("1", "1.5", "2.25")))
    rate = state + county
    for text, unit in rng.sample(FLEET, rng.randint(1, 4)):
        day = price_of(rng, 90, 420, step="1")
        rates = (bill.m(day), bill.m(day), bill.m(day * 3), bill.m(day * 8))
        bill.add(text, rng.choice((1, 1, 2)), day * rng.choice((3, 3, 4)), rate=rate, sku=unit, more=rates)
    for text, low, high in rng.sample(FEES, rng.randint(0, 3)):
        qty = rng.choice((6, 11)) if "GAL" in text else 1
        bill.add(text, qty, price_of(rng, low, high), rate=rate, more=())
    bill.reckon(slips="total")
    sheet, to, late = Sheet(size=LETTER), addressee(bill, folk), rng.random() < 0.6
    po = rng.choice(("", bill.shape("JOB####"), bill.shape("######")))
    stops = ">58 <66 <114 >330 >378 >430 >486 >568"

    def begin() -> None:
        _rental_head(sheet, bill, to, (late, po))
        heads = ["Qty", "Equip #", "Description", "Min", "Day", "Week", "4 Week", "Amount"]
        bar(sheet, 252, 16, 40, 572, (0.98, 0.85, 0.2))
        spread(sheet, 263, stops, heads, size=8, bold=True)
        sheet.y = 282

    begin()
    machines = [r for r in bill.rows if r.more]
    rows = [(bill.q(r.qty), r.sku or "", folded(sheet, r.text, 185, 8), *r.more, bill.m(r.amount)) for r in machines]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8, gap=5, bottom=600)
    fees = bill.rows[len(machines) :]
    if fees:
        sheet.text(66, sheet.y + 6, "SALES/MISCELLANEOUS ITEMS:", size=8, bold=True)
        sheet.y += 20
        cells = [(bill.q(r.qty), "", r.text, "", "", "PRICE", bill.p(r.price), bill.m(r.amount)) for r in fees]
        listing(sheet, stops, cells, turn=turned(sheet, begin), size=8, gap=4, bottom=630)
    _rental_foot(sheet, bill, state, county)
    truth = bill.truth(sheet, shown("due qty subtotal", tax=1), "rental", "rates-on-line", "two-taxes")
    for item, row in zip(truth["items"], bill.rows, strict=True):
        item["unit_price"] = None if row.more else number_text(row.price or ZERO)  # which rate was taken is not told
    truth = with_po(truth, po)
    return Drawn(sheet.finish(), (truth if late else by_term(truth),))


def _rental_head(sheet: Sheet, bill: Bill, to: list[str], has: tuple[bool, str]) -> None:
    sheet.text(40, 56, bill.seller.name.upper(), size=14, bold=True)
    sheet.lines(40, 70, [bill.seller.name, *address(bill.seller), bill.seller.phone], size=8)
    sheet.text(572, 54, "RENTAL RETURN INVOICE", size=13, bold=True, align="right")
    out = bill.date - dt.timedelta(days=9)
    facts = [("Invoice #", bill.number), ("Invoice Date", bill.d(bill.date)), ("Date Out", f"{bill.d(out)} 07:30 AM")]
    facts += [("Date In", f"{bill.d(bill.date, -1)} 03:15 PM"), ("Customer PO", has[1])]
    days = (bill.due - bill.date).days
    facts += [("Due Date", bill.d(bill.due))] if has[0] else [("Terms", f"Net {days}")]
    pairs(sheet, 72, "<390 >572", facts, size=8.5)
    for x, label, lines in ((40, "BILL TO", to), (310, "JOB SITE", [bill.ship_to.name, *address(bill.ship_to)])):
        sheet.box(x, 156, x + 262, 236)
        sheet.text(x + 5, 167, label, size=7, bold=True)
        sheet.lines(x + 10, 181, lines, size=9)


def _rental_foot(sheet: Sheet, bill: Bill, state: Decimal, county: Decimal) -> None:
    room(sheet, 120, 740)
    sheet.y = max(sheet.y, 640)
    own = bill.money(bill.tax_base * county / 100)
    parts = [(f"State Sales Tax {bill.q(state)}%", bill.tax - own), (f"Hollis County Tax {bill.q(county)}%", own)]
    sums = [("Sub-total", bill.subtotal), *parts, ("Total Tax", bill.tax), ("Total", bill.total)]
    pairs(sheet, sheet.y, "<390 >568", [(a, bill.m(b)) for a, b in sums], size=9, step=14, bold=("Total",))
    note = ["All past due accounts are subject to 1.5% per month.", "Rental protection plan declined.", "FEIN on file."]
    sheet.lines(40, sheet.y, note, size=7.5)
