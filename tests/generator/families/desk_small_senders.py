"""What small offices print: a time tracker's page, America's desktop ledger, a text template, a fee note."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, Bill, folded, price_of, spread
from tests.generator.desk import assortment
from tests.generator.english_folk import SIGNS, Folk, address, addressee, full_name, populate, shown, with_po
from tests.generator.forms import table
from tests.generator.listing import listing, pairs, room, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import A4, LETTER, TIMES, Sheet
from tests.generator.table import Look

TASKS = (
    ("Service", "Brand refresh: Design, discovery workshop"),
    ("Service", "Brand refresh: Project Management"),
    ("Service", "Website phase 2: Front-end Development - templates, navigation and search"),
    ("Service", "Website phase 2: Content migration"),
    ("Product", "Stock photography licence"),
    ("Expense", "Travel: return train to client site"),
    ("Service", "Retainer hours carried over"),
)


@family("time-tracker-from-for")
def time_tracker_from_for(rng: Random) -> Drawn:
    """A time tracker's page: 'From' and 'Invoice For' in grey, 'Due Date 05/15 (Net 30)', Item Type first, hours."""
    code = rng.choice(("US", "GB", "IE", "AU"))
    bill = Bill(rng, code, rng.choice(("##", "1###", "{y}-0##", "@@@-##")))
    folk, sign = populate(bill, ("Studio", "Digital", "Research"), private=0.05), SIGNS[code]
    rate = {"US": ZERO, "GB": Decimal(rng.choice((20, 0))), "IE": Decimal(23), "AU": Decimal(10)}[code]
    for kind, text in assortment(rng, TASKS, 22):
        hours = Decimal(rng.randint(2, 160)) / 4 if kind == "Service" else Decimal(1)
        price = price_of(rng, 60, 180, step="5") if kind == "Service" else price_of(rng, 20, 240)
        bill.add(text, hours, price, rate=rate, more=(kind,))
    percent = rng.choice((0, 0, 5, 10))
    bill.reckon(discount=bill.money(bill.sum(bill.rows) * percent / 100), at=rate, taxed=bool(rate))
    bill.prepaid = bill.money(bill.total / 2) if rng.random() < 0.15 else ZERO
    receipt = rng.random() < 0.2
    bill.due = bill.date if receipt else bill.due
    sheet, po = Sheet(size=LETTER if code == "US" else A4), rng.choice(("", "", bill.shape("PO ####")))
    name = {"US": "", "GB": "VAT", "IE": "VAT", "AU": "GST"}[code]
    _tracker_head(sheet, bill, folk, po, f"{'ABN' if code == 'AU' else 'VAT number'}" if rate else "")
    stops = "<42 <110 >400 >475 >555"

    def begin() -> None:
        sheet.y = 290 if sheet.page == 1 else 60
        heads = ["Item Type", "Description", "Quantity", "Unit Price", "Amount"]
        spread(sheet, sheet.y, stops, heads, size=8.5, bold=True)
        sheet.rule(40, sheet.y + 5, 558, sheet.y + 5, 0.8)
        sheet.y += 20

    begin()
    rows = []
    for r in bill.rows:
        text = folded(sheet, r.text, 230, 9)
        rows.append((r.more[0], text, bill.m(r.qty or ZERO), f"{sign}{bill.p(r.price)}", f"{sign}{bill.m(r.amount)}"))
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=9, gap=8, bottom=650, rules=(40, 558))
    room(sheet, 110, 730)
    sums = [("Subtotal", bill.subtotal)] if rate or percent else []
    sums += [(f"Discount ({percent}%)", -bill.discount)] if percent else []
    sums += [(f"{name} ({rate}%)", bill.tax)] if rate else []
    sums += [("Payments", -bill.prepaid)] if bill.prepaid else []
    sums += [("Amount Due", bill.payable)]
    texts = [(label, f"{'-' if value < 0 else ''}{sign}{bill.m(abs(value))}") for label, value in sums]
    y = pairs(sheet, sheet.y + 12, ">475 >555", texts, size=9.5, step=17, bold=("Amount",))
    notes = ["Notes", "Bank transfer preferred. Thanks, we enjoy working with you!"] if rng.random() < 0.6 else []
    sheet.lines(42, y + 20, notes, size=9, bold_first=True)
    on = shown("due qty price payable", seller_id=rate, subtotal=rate or percent, tax=rate)
    truth = bill.truth(sheet, on, "program", "time-tracker")
    if bill.prepaid:  # the sum before payments is nowhere
        truth["totals"]["total"] = [truth["totals"]["total"], None]
    return Drawn(sheet.finish(), (with_po(truth, po),))


def _tracker_head(sheet: Sheet, bill: Bill, folk: Folk, po: str, id_name: str) -> None:
    sheet.text(42, 70, "INVOICE", size=22, bold=True)
    sheet.text(330, 60, "From", size=9, align="right", colour=GREY)
    mine = [bill.seller.name, *address(bill.seller)] + ([f"{id_name} {bill.seller.tax_id}"] if id_name else [])
    sheet.lines(342, 60, mine, size=9, bold_first=True)
    days = (bill.due - bill.date).days
    facts = [("Invoice ID", bill.number), ("Issue Date", bill.d(bill.date))]
    facts += [("Due Date", f"{bill.d(bill.due)} ({f'Net {days}' if days else 'upon receipt'})")]
    facts += [("PO Number", po)] if po else []
    facts += [("Subject", bill.rng.choice(("Work in progress", "Monthly invoice", "Phase 2")))]
    for n, (label, value) in enumerate(facts):
        sheet.text(110, 165 + 14 * n, label, size=9, align="right", colour=GREY)
        sheet.text(120, 165 + 14 * n, value, size=9, bold=label == "Invoice ID")
    sheet.text(330, 165, "Invoice For", size=9, align="right", colour=GREY)
    sheet.lines(342, 165, addressee(bill, folk), size=9, bold_first=True)


STOCK = (
    ("Labor", "Service call, first hour"),
    ("Labor", "Additional labor"),
    ("BRK-20", "Circuit breaker 20 amp, single pole"),
    ("Wire 12/2", "12/2 NM-B cable, 250 ft roll"),
    ("Fixture", "LED high bay fixture 150W"),
    ("Permit", "City permit fee"),
    ("GFCI", "GFCI receptacle, white"),
    ("Disposal", "Disposal of old fixtures per city ordinance, includes truck and one helper"),
)


@family("american-desktop-ledger")
def american_desktop_ledger(rng: Random) -> Drawn:
    """America's desktop ledger: Date and Invoice # in a small grid, P.O. Number, Terms, Rep, Via; total in a box."""
    bill = Bill(rng, "US", rng.choice(("####", "1####", "{y}-###")))
    folk = populate(bill, ("Electric", "Electrical Contractors", "Plumbing Supply", "Lighting"), private=0.2)
    bill.day_format = rng.choice(("%m/%d/%Y", "%m/%d/%y"))
    rate = Decimal(rng.choice(("0", "7.75", "8.25", "6")))
    for name, text in assortment(rng, STOCK, 26):
        bill.add(text, rng.choice((1, 1, 2, 6, 10)), price_of(rng, 8, 260), sku=name, rate=rate)
    bill.reckon(taxed=bool(rate))
    long_foot = rng.random() < 0.5
    bill.prepaid = bill.money(bill.total / 4) if long_foot and rng.random() < 0.4 else ZERO
    sheet, po, dated = Sheet(size=LETTER), rng.choice(("", bill.shape("#####"))), rng.random() < 0.4
    theirs = addressee(bill, folk)

    def begin() -> None:
        _ledger_head(sheet, bill, theirs, folk.clerk, po, dated)

    begin()
    rows = [(bill.q(r.qty), r.sku or "", r.text, bill.p(r.price), bill.m(r.amount)) for r in bill.rows]
    look = Look("columns", size=9, gap=5)
    heads = "55>Quantity|85<Item Code|240<Description|75>Price Each|80>Amount"
    edges = table(sheet, 38, heads, rows, look, bottom=600, begin=begin)
    for edge in edges:
        sheet.rule(edge, sheet.y, edge, 620)
    sheet.rule(38, 620, 573, 620)
    sums = [("Subtotal", bill.subtotal), (f"Sales Tax ({bill.q(rate)}%)", bill.tax)] if rate or long_foot else []
    sums += [("Total", bill.total)]
    sums += [("Payments/Credits", -bill.prepaid), ("Balance Due", bill.payable)] if long_foot else []
    for n, (label, value) in enumerate(sums):
        sheet.box(373, 620 + 20 * n, 573, 640 + 20 * n)
        text = f"{'-' if value < 0 else ''}${bill.m(abs(value))}"
        strong = label in ("Total", "Balance Due")
        sheet.text(379, 635 + 20 * n, label, size=11, bold=strong)
        sheet.text(568, 635 + 20 * n, text, size=11, bold=strong, align="right")
    sheet.text(44, 640, rng.choice(("Thank you for your business.", "It's been a pleasure working with you!")), size=9)
    sheet.y = 728
    contact = (bill.seller.phone, bill.shape("(5##) 555-01##"), bill.seller.mail)
    table(sheet, 38, "110^Phone #|110^Fax #|150^E-mail", [contact], Look("grid", size=8), bottom=790)
    on = shown("qty price", due=dated, subtotal=len(sums) > 1, tax=rate, payable=long_foot)
    return Drawn(sheet.finish(), (with_po(bill.truth(sheet, on, "program", "desktop"), po),))


def _ledger_head(sheet: Sheet, bill: Bill, theirs: list[str], clerk: str, po: str, dated: bool) -> None:
    sheet.lines(40, 50, [bill.seller.name, *address(bill.seller)], size=11, bold_first=True)
    sheet.text(573, 58, "Invoice", size=22, bold=True, align="right")
    sheet.y = 72
    grid = Look("grid", size=9)
    table(sheet, 413, "80^Date|80^Invoice #", [(bill.d(bill.date), bill.number)], grid)
    ours = ((38, "Bill To", theirs), (323, "Ship To", [bill.ship_to.name, *address(bill.ship_to)]))
    for x, label, lines in ours:
        sheet.box(x, 130, x + 250, 148)
        sheet.box(x, 148, x + 250, 222)
        sheet.text(x + 5, 143, label, size=9)
        sheet.lines(x + 5, 162, lines, size=9)
    sheet.y = 240
    terms = f"Net {(bill.due - bill.date).days}" if bill.due else ""
    via = ("Will call", "UPX", "Truck")[len(bill.rows) % 3]
    rep = "".join(part[0] for part in clerk.split(" "))
    last = ("Due Date", bill.d(bill.due)) if dated else ("F.O.B.", "Origin")
    heads = f"95^P.O. Number|85^Terms|60^Rep|95^Ship|95^Via|105^{last[0]}"
    table(sheet, 38, heads, [(po, terms, rep, bill.d(bill.date, -1), via, last[1])], grid)


WORK = (
    "Bookkeeping, reconciliation of bank accounts",
    "Payroll set-up",
    "Garden design consultation",
    "Proofreading of annual report (64 pages)",
    "Staff training session",
    "Phone support",
    "Interpreting at hearing, incl. travel time",
)


@family("word-template-to-for")
def word_template_to_for(rng: Random) -> Drawn:
    """A word processor's service template: slogan, 'INVOICE #12' and 'DATE:', TO and FOR, hours, cheques payable."""
    code = rng.choice(("US", "US", "GB", "IE"))
    bill = Bill(rng, code, rng.choice(("##", "1##", "{y}-##", "0##")))
    folk, sign = populate(bill, ("Services", "Consulting", "& Co.", "Bookkeeping"), private=0.3), SIGNS[code]
    by_hours = rng.random() < 0.7
    for text in assortment(rng, WORK, 8):
        price = price_of(rng, 20, 110, step="5")
        bill.add(text, Decimal(rng.randint(1, 40)) / 2 if by_hours else None, price * (1 if by_hours else 5))
    bill.reckon(taxed=False)
    sheet = Sheet(size=LETTER if code == "US" else A4, face=rng.choice((TIMES, Sheet().face)))
    sheet.text(60, 70, bill.seller.name, size=15, bold=True)
    slogan = rng.choice(("Your partner for the details", "Since 2009", "Honest work, fair prices", ""))
    sheet.text(60, 84, slogan, size=9, colour=GREY)
    end = sheet.lines(60, 104, [*address(bill.seller), f"Phone: {bill.seller.phone}"], size=9)
    sheet.text(540, 74, "INVOICE", size=26, bold=True, align="right", colour=(0.55, 0.65, 0.8))
    sheet.lines(540, 104, [f"INVOICE #{bill.number}", f"DATE: {bill.d(bill.date).upper()}"], size=9, align="right")
    top = max(end, 150) + 16
    sheet.lines(60, top, ["TO:", *addressee(bill, folk)], size=9, bold_first=True)
    job = rng.choice(("Spring campaign", "Services rendered", "Year-end accounts", "Site visit and report"))
    about = ["FOR:", job, *([f"P.O. #{bill.shape('#####')}"] if rng.random() < 0.4 else [])]
    sheet.lines(360, top, about, size=9, bold_first=True)
    sheet.y = top + 95
    _hours_table(sheet, bill, sign, by_hours)
    dated = rng.random() < 0.4
    days = (bill.due - bill.date).days
    told = [f"Make all {'checks' if code == 'US' else 'cheques'} payable to {bill.seller.name.rstrip('.')}."]
    told += [f"Payment is due by {bill.d(bill.due)}." if dated else f"Payment is due within {days} days."]
    told += [f"If you have any questions concerning this invoice, contact {folk.clerk}, {bill.seller.mail}"]
    sheet.lines(60, sheet.y + 34, told, size=9, leading=1.5)
    sheet.text(sheet.width / 2, sheet.y + 105, "THANK YOU FOR YOUR BUSINESS!", size=10, bold=True, align="centre")
    on = shown("qty price" if by_hours else "", due=dated)
    po = about[2].removeprefix("P.O. #") if len(about) > 2 else ""
    return Drawn(sheet.finish(), (with_po(bill.truth(sheet, on, "template", "no-tax"), po),))


def _hours_table(sheet: Sheet, bill: Bill, sign: str, by_hours: bool) -> None:
    """The template has more rows than the job."""
    spare = max(0, 8 - len(bill.rows))
    look = Look("grid", size=9, gap=7, header_fill=(0.86, 0.9, 0.95))
    if by_hours:
        rows = [(r.text, bill.q(r.qty), f"{sign}{bill.p(r.price)}", f"{sign}{bill.m(r.amount)}") for r in bill.rows]
        table(sheet, 60, "270<DESCRIPTION|60>HOURS|70>RATE|80>AMOUNT", [*rows, *[("", "", "", "")] * spare], look)
    else:
        lines = [(r.text, f"{sign}{bill.m(r.amount)}") for r in bill.rows]
        table(sheet, 60, "400<DESCRIPTION|80>AMOUNT", [*lines, *[("", "")] * spare], look)
    sheet.box(460, sheet.y, 540, sheet.y + 19)
    sheet.text(452, sheet.y + 13, "TOTAL", size=9.5, bold=True, align="right")
    sheet.text(537, sheet.y + 13, f"{sign}{bill.m(bill.total)}", size=9.5, bold=True, align="right")
    sheet.y += 19


BRIEFS = (
    "Considering papers and advising by telephone",
    "Drafting Particulars of Claim",
    "Conference with client in chambers (1 hr 15 mins)",
    "Brief fee: attending county court, case management hearing",
    "Settling skeleton argument",
    "Perusing further disclosure and drafting Part 18 request",
    "Refresher",
    "Written advice on quantum",
)


@family("barrister-fee-note")
def barrister_fee_note(rng: Random) -> Drawn:
    """A barrister's fee note by the clerk: case name, dated work, net and VAT columns, a slip to return below."""
    bill = Bill(rng, "GB", rng.choice(("######", "FN#####", "##/#####")))
    folk, counsel = populate(bill, ("Chambers",), private=0), full_name(rng)
    title = rng.choice((counsel, counsel, f"{counsel} KC"))
    bill.seller = replace(bill.seller, name=title)
    bill.buyer = replace(
        bill.buyer, name=f"{folk.contact.split(' ')[-1]} {rng.choice(('& Co', 'Legal LLP', 'Solicitors'))}"
    )
    bill.rows.clear()
    start = bill.date - dt.timedelta(days=rng.randint(20, 90))
    for n, text in enumerate(assortment(rng, BRIEFS, 12)):
        bill.add(text, None, price_of(rng, 120, 2400, step="5"), rate=Decimal(20), more=(bill.d(start, n * 2),))
    bill.reckon()
    sheet, chambers = Sheet(face=TIMES), f"{rng.randint(2, 19)} {rng.choice(('Garden', 'Pump', 'Elm'))} Walk Chambers"
    sheet.text(297, 60, chambers.upper(), size=16, bold=True, align="centre")
    sheet.text(297, 76, ", ".join(address(bill.seller)), size=9, align="centre")
    line = f"Tel {bill.seller.phone}   DX {bill.shape('###')} London   clerks@chambers.example"
    sheet.text(297, 88, line, size=9, align="centre")
    sheet.text(297, 122, "FEE NOTE", size=14, bold=True, align="centre")
    sheet.lines(60, 150, [bill.buyer.name, *address(bill.buyer)], size=10)
    yours = bill.shape("@@@/######.#")
    facts = [("Fee note no:", bill.number), ("Date:", bill.d(bill.date)), ("Your ref:", yours)]
    facts += [("Our ref:", bill.shape("#####-@@")), ("VAT Reg No:", bill.seller.tax_id)]
    pairs(sheet, 150, "<350 <430", facts, size=10, step=14)
    other = full_name(rng).split(" ")[-1]
    sheet.text(60, 250, f"Re: {folk.clerk.split(' ')[-1]} v {other}", size=11, bold=True)
    sheet.text(60, 266, f"Professional fees of {title}", size=11)
    _fees(sheet, bill)
    _slip(sheet, bill, title, chambers)
    truth = bill.truth(sheet, "seller_id subtotal tax tax_base payable", "legal", "fee-note")
    truth["seller"]["name"] = [title, chambers]  # the clerk writes on the chambers' paper, the VAT number is counsel's
    return Drawn(sheet.finish(), (truth,))


def _fees(sheet: Sheet, bill: Bill) -> None:
    stops = "<60 <130 >440 >490 >540"

    def begin() -> None:
        sheet.y = 292 if sheet.page == 1 else 60
        spread(sheet, sheet.y, stops, ["Date", "Description of work", "Fee £", "VAT £", "Total £"], size=9.5, bold=True)
        sheet.rule(60, sheet.y + 4, 540, sheet.y + 4)
        sheet.y += 18

    begin()
    rows = []
    for r in bill.rows:
        tax = bill.money(r.amount / 5)
        text = folded(sheet, r.text, 250, 9.5)
        rows.append((r.more[0], text, bill.m(r.amount), bill.m(tax), bill.m(r.amount + tax)))
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=9.5, gap=5, bottom=600)
    sheet.rule(380, sheet.y - 5, 540, sheet.y - 5)
    spread(
        sheet,
        sheet.y + 8,
        "<130 >440 >490 >540",
        ["Totals", bill.m(bill.subtotal), bill.m(bill.tax), bill.m(bill.total)],
        size=9.5,
    )
    spread(sheet, sheet.y + 28, "<380 >540", ["TOTAL DUE", f"£{bill.m(bill.total)}"], size=11, bold=True)


def _slip(sheet: Sheet, bill: Bill, title: str, chambers: str) -> None:
    sheet.text(60, 690, "-  " * 58, size=8)
    sheet.text(60, 706, "REMITTANCE - please return this portion with your payment", size=9, bold=True)
    facts = [("Counsel", title), ("Fee note no", bill.number), ("Amount", f"£{bill.m(bill.total)}")]
    pairs(sheet, 724, "<60 <140", facts, size=9, step=13)
    bank = [
        ("Account name", f"{chambers} Fees"),
        ("Sort code", bill.shape("##-##-##")),
        ("Account no", bill.shape("########")),
    ]
    pairs(sheet, 724, "<320 <400", bank, size=9, step=13)
    sheet.text(60, 790, "Barristers regulated by the Bar Standards Board. Terms available on request.", size=8)
