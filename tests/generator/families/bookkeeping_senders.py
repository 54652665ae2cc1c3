"""Default templates of bookkeeping programs in English-speaking countries, as small firms leave them."""

from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, WHITE, Bill, bar, folded, price_of, spread
from tests.generator.english_folk import SIGNS, Folk, address, addressee, populate, shown, with_po
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import A4, LETTER, Sheet

BLUE, TEAL, PALE = (0.22, 0.47, 0.71), (0.05, 0.45, 0.5), (0.87, 0.92, 0.97)
SERVICES = (
    ("Design:Custom Design", "Planting plan for the rear courtyard, second revision"),
    ("Maintenance & Repair", "Replaced sprinkler head, tested all zones"),
    ("Hours", ""),
    ("Landscaping:Installation", "Labor to install 14 cedar posts incl. concrete"),
    ("Gardening", "Weekly gardening service"),
    ("Trimming", "Tree and shrub trimming"),
    ("Rock Fountain", "Fountain, 36 in., with pump and basin"),
    ("Pest Control", "Pest control services"),
)


def _activity_bill(rng: Random) -> tuple[Bill, Decimal]:
    code = rng.choice(("US", "US", "GB", "CA"))
    bill = Bill(rng, code, rng.choice(("1###", "####", "INV-####", "{y}-0##")))
    bill.day_format = bill.day_format.replace("%B", "%b")  # the lines have dates, too
    rate = {"US": Decimal(rng.choice((0, 8, "7.25"))), "GB": Decimal(20), "CA": Decimal(13)}[code]
    for text, note in rng.choices(SERVICES, k=some(rng)):
        qty = Decimal(rng.choice((1, 1, 2, "3.5", 12, 40)))
        bill.add(
            text, qty, price_of(rng, 15, 420, step=rng.choice(("1", "0.25"))), rate=rate, notes=(note,) * bool(note)
        )
    bill.reckon(taxed=bool(rate), slips="total qty")
    return bill, rate


def _activity_head(sheet: Sheet, bill: Bill, folk: Folk, due: str, ids: tuple[str, ...]) -> None:
    right = sheet.width - 45
    where = [part.replace("\n", ", ") for part in bill.seller.address]
    mine = [bill.seller.name, *where, bill.seller.phone, bill.seller.mail, *ids]
    sheet.lines(45, 52, mine, size=9, bold_first=True)
    sheet.text(right, 70, bill.seller.name.split()[0], size=24, bold=True, align="right", colour=TEAL)
    sheet.text(45, 150, "INVOICE", size=16, colour=BLUE)
    sheet.text(45, 172, "BILL TO", size=8, colour=GREY)
    sheet.lines(45, 184, addressee(bill, folk), size=9)
    if bill.rng.random() < 0.4:
        sheet.text(220, 172, "SHIP TO", size=8, colour=GREY)
        sheet.lines(220, 184, [bill.ship_to.name, *address(bill.ship_to)], size=9)
    terms = f"Net {(bill.due - bill.date).days}" if due != "receipt" else "Due on receipt"
    head = [("INVOICE", bill.number), ("DATE", bill.d(bill.date)), ("TERMS", terms)]
    head += [("DUE DATE", bill.d(bill.due))] if due == "date" else []
    for n, (label, value) in enumerate(head):
        sheet.text(right - 95, 172 + 13 * n, label, size=8, align="right", colour=GREY)
        sheet.text(right - 88, 172 + 13 * n, value, size=9)


@family("activity-column")
def activity_column(rng: Random) -> Drawn:
    """A cloud ledger's default: ACTIVITY and DESCRIPTION columns in pale blue, BALANCE DUE in large type."""
    bill, rate = _activity_bill(rng)
    code, sign = bill.land.code, SIGNS[bill.land.code]
    folk = populate(bill, ("Landscaping", "Garden Design", "Tree Care & Grounds", "Outdoors"))
    name = {"US": "", "GB": "VAT Registration No.: ", "CA": "GST/HST Registration No.: "}[code]
    due = rng.choice(("date", "date", "net", "receipt"))
    sheet = Sheet(size=A4 if code == "GB" else LETTER)
    _activity_head(sheet, bill, folk, due, (f"{name}{bill.seller.tax_id}",) if name else ())
    right = sheet.width - 45
    dated, po = rng.random() < 0.4, rng.choice(("", bill.shape("PO-####")))
    if po:
        sheet.text(45, 268, "P.O. NUMBER", size=8, colour=GREY)
        sheet.text(110, 268, po, size=9)
    taxed = {"US": "T" if rate else "", "GB": "20.0% S", "CA": "HST ON"}[code]
    stops = f"<50 <{110 if dated else 50} <215 >{right - 165} >{right - 135} >{right - 75} >{right - 4}"

    def begin() -> None:
        top = 292 if sheet.page == 1 else 60
        bar(sheet, top - 14, 21, 45, right, PALE)
        heads = ["DATE" if dated else "", "ACTIVITY", "DESCRIPTION", "TAX" if name else "", "QTY", "RATE", "AMOUNT"]
        sheet.y = spread(sheet, top, stops, heads, size=8, colour=BLUE) + 14

    begin()
    rows = []
    for n, r in enumerate(bill.rows):
        day = bill.d(bill.date, n - len(bill.rows)) if dated else ""
        head = folded(sheet, r.text.replace(":", ": "), 98, 8.5)
        figures = (bill.q(r.qty), bill.p(r.price), bill.m(r.amount) + ("T" if taxed == "T" else ""))
        about = folded(sheet, " ".join(r.notes), right - (425 if name else 385), 8.5)
        rows.append((day, head, about, "" if taxed == "T" else taxed, *figures))
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8.5, gap=7, bottom=sheet.height - 90)
    room(sheet, 140, sheet.height - 40)
    for n in range(int((right - 45) // 4)):
        bar(sheet, sheet.y - 2, 0.6, 45 + 4 * n, 47 + 4 * n, GREY)
    _activity_sums(sheet, bill, rate, sign)
    truth = bill.truth(
        sheet,
        shown("qty price payable", due=due == "date", seller_id=name, subtotal=rate, tax=rate),
        "program",
        "activity-column",
    )
    for item, row in zip(truth["items"], bill.rows, strict=True):
        item["description"] = None if row.notes or ":" in row.text else row.text  # in two columns: either, or both
    return Drawn(sheet.finish(), (with_po(truth, po),))


def _activity_sums(sheet: Sheet, bill: Bill, rate: Decimal, sign: str) -> None:
    right, y = sheet.width - 45, sheet.y + 16
    code = bill.land.code
    sheet.lines(45, y, ["Thank you for your business and have a great day!"], size=8.5)
    label = {"US": f"TAX ({bill.q(rate)}%)", "GB": "VAT TOTAL", "CA": f"HST (ON) @ {bill.q(rate)}%"}[code]
    sums = [("SUBTOTAL", bill.m(bill.subtotal)), (label, bill.m(bill.tax))] if rate else []
    sums += [("TOTAL", bill.m(bill.total))]
    y = pairs(sheet, y, f"<330 >{right - 4}", sums, size=8.5, step=14)
    sheet.text(330, y + 8, "BALANCE DUE", size=8.5, colour=GREY)
    unit = {"US": "", "GB": "", "CA": "CAD "}[code]
    sheet.text(right - 4, y + 10, f"{unit}{sign}{bill.m(bill.payable)}", size=15, bold=True, align="right")
    if code == "GB":
        sheet.text(45, y + 30, "VAT SUMMARY", size=8, colour=GREY)
        bar(sheet, y + 36, 15, 45, right, PALE)
        stops = f">{right - 260} >{right - 120} >{right - 4}"
        spread(sheet, y + 46, stops, ["RATE", "VAT", "NET"], size=8, colour=BLUE)
        spread(sheet, y + 62, stops, ["VAT @ 20%", bill.m(bill.tax), bill.m(bill.tax_base)], size=8.5)


@family("please-pay-strip")
def please_pay_strip(rng: Random) -> Drawn:
    """DATE, PLEASE PAY and DUE DATE as cells of a strip, the number in the title, amounts without quantity."""
    code = rng.choice(("US", "AU", "NZ", "IE"))
    bill = Bill(rng, code, rng.choice(("1###", "####", "A-###")))
    folk, sign = populate(bill, ("Bookkeeping", "Interiors", "Swim School", "Catering Co")), SIGNS[code]
    rate = {"US": ZERO, "AU": Decimal(10), "NZ": Decimal(15), "IE": Decimal("13.5")}[code]
    tax = {"US": "", "AU": "GST", "NZ": "GST", "IE": "VAT"}[code]
    goods = (
        "Monthly service, {}",
        "Second instalment",
        "Consultation",
        "Deposit for booking in {}",
        "Materials at cost",
    )
    for text in rng.choices(goods, k=rng.randint(1, 9)):
        bill.add(text.format(f"{bill.date:%B}"), None, price_of(rng, 30, 900), rate=rate)
    bill.reckon(taxed=bool(rate))
    bill.prepaid = rng.choice((ZERO, ZERO, bill.money(bill.total / 2)))
    sheet = Sheet(size=LETTER if code == "US" else A4)
    right, colour = sheet.width - 50, rng.choice((TEAL, BLUE, (0.55, 0.2, 0.35)))
    label = {"US": "", "AU": "ABN", "NZ": "GST Registration No.", "IE": "VAT Registration No."}[code]
    who = [bill.seller.name, ", ".join(address(bill.seller)), f"{bill.seller.phone}  |  {bill.seller.mail}"]
    sheet.lines(50, 55, who + ([f"{label} {bill.seller.tax_id}"] if label else []), size=9, bold_first=True)
    sheet.text(
        right, 62, f"{'Tax ' if tax == 'GST' else ''}Invoice {bill.number}", size=18, align="right", colour=colour
    )
    sheet.rule(50, 108, right, 108, 0.4)
    sheet.lines(50, 130, ["BILL TO", *addressee(bill, folk)], size=9)
    third = (right - 50) / 3
    cells = [
        ("DATE", bill.d(bill.date)),
        ("PLEASE PAY", f"{sign}{bill.m(bill.payable)}"),
        ("DUE DATE", bill.d(bill.due)),
    ]
    for n, (head, value) in enumerate(cells):
        x = 50 + n * third
        bar(sheet, 222, 40, x, x + third - 2, colour)
        sheet.text(x + third / 2, 236, head, size=8, align="centre", colour=WHITE)
        sheet.text(x + third / 2, 253, value, size=12, bold=n == 1, align="centre", colour=WHITE)
    stops = f"<50 >{right}"
    sheet.y = spread(sheet, 290, stops, ["DESCRIPTION", "AMOUNT"], size=8, colour=colour) + 4
    sheet.rule(50, sheet.y - 6, right, sheet.y - 6, 0.4)
    sheet.y += 10
    listing(sheet, stops, [(r.text, bill.m(r.amount)) for r in bill.rows], turn=sheet.new_page, size=9.5, gap=8)
    sheet.rule(50, sheet.y - 6, right, sheet.y - 6, 0.4)
    sums = [("SUBTOTAL", bill.m(bill.subtotal)), (f"{tax} @ {bill.q(rate)}%", bill.m(bill.tax))] if rate else []
    sums += [("TOTAL", bill.m(bill.total))]
    sums += [("PAYMENT", f"-{bill.m(bill.prepaid)}")] if bill.prepaid else []
    y = pairs(sheet, sheet.y + 12, f"<{right - 220} >{right}", sums, size=9, step=15)
    spread(sheet, y + 8, f"<{right - 220} >{right}", ["TOTAL DUE", f"{sign}{bill.m(bill.payable)}"], size=12, bold=True)
    sheet.text(right, y + 30, "THANK YOU.", size=9, align="right", colour=colour)
    on = shown("due payable", seller_id=label, subtotal=rate, tax=rate)
    return Drawn(sheet.finish(), (with_po(bill.truth(sheet, on, "program", "due-strip"), ""),))


TASKS = (
    "Front-end development, sprint {}",
    "Code review and pairing",
    "Project management",
    "Mileage, client site visit (round trip)",
    "Workshop facilitation incl. preparation and written summary of the results",
    "Train fare - rechargeable",
)


@family("net-subtotal-hours")
def net_subtotal_hours(rng: Random) -> Drawn:
    """A British contractor's ledger: '7.5 Hours' in one cell, Net Subtotal (£), seller at the right, bank below."""
    bill = Bill(rng, "GB", rng.choice(("0##", "INV-###", "@@@ 0##", "{y}/##")))
    folk = populate(bill, ("Consulting", "Software", "Digital", "Project Services"), private=0)
    registered = rng.random() < 0.7
    rate = Decimal(20) if registered else ZERO
    for text in rng.choices(TASKS, k=some(rng, 18)):
        unit = "Miles" if "Mileage" in text else "" if "fare" in text else rng.choice(("Hours", "Days", "Hours"))
        qty = Decimal(rng.choice((1, "7.5", 5, 22, "0.25", 12)))
        price = Decimal("0.45") if unit == "Miles" else price_of(rng, 40, 650, step="0.5")
        bill.add(text.format(rng.randint(2, 40)), qty if unit else 1, price, rate=rate, uom=unit or None)
    bill.reckon(taxed=registered, slips="total qty")
    bill.day_format = "%d %B %Y"
    sheet = Sheet()
    sheet.lines(550, 55, [bill.seller.name, *address(bill.seller)], size=10, bold_first=True, align="right")
    sheet.lines(45, 120, addressee(bill, folk), size=10, bold_first=True)
    sheet.text(45, 215, f"Invoice {bill.number}", size=20, bold=True)
    at_once, po = rng.random() < 0.3, rng.choice(("", bill.shape("45000#####")))
    facts = [f"Invoice Date: {bill.d(bill.date)}"]
    facts += ["Payment Terms: Due on receipt" if at_once else f"Due Date: {bill.d(bill.due)}"]
    sheet.lines(550, 203, facts + ([f"PO Reference: {po}"] if po else []), size=9.5, align="right")
    stops = "<50 <125 >420 >475 >545" if registered else "<50 <125 >420 >420 >545"
    heads = ["Quantity", "Details", "Unit Price (£)", "VAT" if registered else "", "Net Subtotal (£)"]

    def begin() -> None:
        top = 258 if sheet.page == 1 else 60
        bar(sheet, top - 14, 21, 45, 550, (0.9, 0.9, 0.9))
        sheet.y = spread(sheet, top, stops, heads, size=9, bold=True) + 12

    begin()
    rows = []
    for r in bill.rows:
        many = f"{bill.q(r.qty)} {r.uom}" if r.uom else bill.q(r.qty)
        text = folded(sheet, r.text, 230, 9.5)
        rows.append((many, text, bill.p(r.price), "20%" if registered else "", bill.m(r.amount)))
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=9.5, gap=7, rules=(45, 550))
    room(sheet, 190, 800)
    sums = [("Net Total", bill.m(bill.subtotal)), ("VAT", bill.m(bill.tax))] if registered else []
    sums += [("GBP Total", f"£{bill.m(bill.total)}")]
    y = pairs(sheet, sheet.y + 12, ">470 >545", sums, size=10, step=17, bold=("GBP",))
    bank = ["Payment Details", "Bank/Sort Code: 04-00-" + bill.shape("##"), f"Account Number: {bill.shape('########')}"]
    bank += [f"Payment Reference: {bill.number}"]
    sheet.lines(45, y + 20, bank, size=9, bold_first=True)
    other = ["Other Information", f"Company Registration Number: {bill.shape('1#######')}"]
    other += [f"VAT Registration Number: {bill.seller.tax_id}"] if registered else []
    sheet.lines(300, y + 20, other, size=9, bold_first=True)
    on = shown("qty price", due=not at_once, seller_id=registered, subtotal=registered, tax=registered)
    return Drawn(sheet.finish(), (with_po(bill.truth(sheet, on, "program", "unit-in-quantity"), po),))
