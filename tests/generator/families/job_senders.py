"""Work done for firms and homes: a tradesman's job, agency workers of a week, a courier's parcels."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import WHITE, Bill, Row, bar, folded, price_of, spread
from tests.generator.english_folk import SIGNS, address, addressee, full_name, populate, shown, with_po
from tests.generator.ink import number_text
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import A4, LETTER, Sheet

NAVY = (0.1, 0.17, 0.35)
PARTS = (
    ("15mm copper tube 3m", "len"),
    ("Isolation valve 15mm", ""),
    ("Hot water cylinder thermostat", ""),
    ("Sealant, clear", "tube"),
    ("Flexi hose 300mm", ""),
    ("Pan connector 90 deg", ""),
    ("Sundries", ""),
)
REPORT = (
    "Attended site to leaking cylinder in first floor cupboard. Isolated supply, drained down and replaced faulty"
    " thermostat and valve. Refilled, bled radiators, tested OK. Recommend replacing expansion vessel at next service."
)
LABOUR = ("Labour - first hour (call-out)", "Labour - standard rate", "Labour - apprentice", "After hours surcharge")


def _job(rng: Random, code: str) -> tuple[Bill, list[Row], Decimal]:
    bill = Bill(rng, code, rng.choice(("####", "INV-0####", "J####-1", "I-#####")))
    rate = {"GB": Decimal(20), "AU": Decimal(10), "NZ": Decimal(15), "US": ZERO}[code]
    american = code == "US"
    for text in rng.sample(LABOUR, rng.randint(1, 3)):
        hours = Decimal(1) if "first" in text else Decimal(rng.choice(("0.5", 1, "1.75", 3, 6)))
        bill.add(
            text.replace("Labour", "Labor") if american else text, hours, price_of(rng, 45, 130, step="5"), rate=rate
        )
    labour = list(bill.rows)
    for text, unit in rng.choices(PARTS, k=min(some(rng, 20), 20)):
        bill.add(text, rng.choice((1, 1, 2, 4, 6)), price_of(rng, 1.5, 160), rate=rate, uom=unit or None)
    bill.reckon(taxed=bool(rate), slips="total qty")
    return bill, labour, rate


@family("job-labour-and-parts")
def job_labour_and_parts(rng: Random) -> Drawn:
    """A plumber's app: job address and report of the work, labour and materials as sections with sums."""
    code = rng.choice(("GB", "AU", "NZ", "US"))
    bill, labour, rate = _job(rng, code)
    folk, sign = (
        populate(bill, ("Plumbing & Heating", "Plumbing", "Gas & Drains", "Mechanical"), private=0.6),
        SIGNS[code],
    )
    sheet = Sheet(size=LETTER if code == "US" else A4)
    right = sheet.width - 45
    own = {"GB": "VAT No:", "AU": "ABN:", "NZ": "GST No:", "US": ""}[code]
    bar(sheet, 0, 78, 0, sheet.width, NAVY)
    sheet.text(45, 38, bill.seller.name, size=18, bold=True, colour=WHITE)
    sheet.text(45, 56, f"{', '.join(address(bill.seller))}  |  {bill.seller.phone}", size=8.5, colour=WHITE)
    sheet.text(right, 40, "TAX INVOICE" if code in ("AU", "NZ") else "INVOICE", size=14, align="right", colour=WHITE)
    due = rng.choice((f"Please pay by {bill.d(bill.due)}", "Payment due on completion", "Strictly 7 days"))
    head = [("Invoice #", bill.number), ("Date", bill.d(bill.date)), ("Job #", bill.shape("JB####"))]
    head += [(own, bill.seller.tax_id)] if own else [("License", bill.shape("PL-######"))]
    pairs(sheet, 105, f"<380 >{right}", head, size=9, step=14)
    sheet.lines(45, 105, ["Invoice to", *addressee(bill, folk)], size=9, bold_first=True)
    sheet.lines(
        215, 105, ["Job address", bill.shape("## Foundry Lane"), *address(bill.ship_to)[-2:]], size=9, bold_first=True
    )
    sheet.text(45, 200, "Work done", size=10, bold=True, colour=NAVY)
    sheet.y = spread(sheet, 215, "<45", [folded(sheet, REPORT, right - 45, 9)], size=9) + 12
    stops = f"<45 >{right - 170} >{right - 85} >{right}"
    for title, rows in (("Labor" if code == "US" else "Labour", labour), ("Materials", bill.rows[len(labour) :])):
        _job_part(sheet, bill, stops, title, rows)
    room(sheet, 120, sheet.height - 60)
    tax = "VAT" if code == "GB" else "GST"
    sums = [("Subtotal", bill.subtotal), (f"{tax} {bill.q(rate)}%", bill.tax)] if rate else []
    texts = [(label, f"{sign}{bill.m(value)}") for label, value in [*sums, ("Total due", bill.total)]]
    y = pairs(sheet, sheet.y + 6, f"<{right - 190} >{right}", texts, size=10, step=16, bold=("Total",))
    bank = bill.shape(
        {"GB": "Sort code 20-##-## Acc ########", "US": "Checks payable to the above"}.get(
            code, "Acc ##-####-#######-00"
        )
    )
    sheet.lines(45, y + 8, [due, bank, f"Ref: {bill.number}"], size=9)
    on = shown("qty price", due=due.startswith("Please"), seller_id=own, subtotal=rate, tax=rate)
    return Drawn(sheet.finish(), (with_po(bill.truth(sheet, on, "trades", "sections", "sums-of-sections"), ""),))


def _job_part(sheet: Sheet, bill: Bill, stops: str, title: str, rows: list[Row]) -> None:
    def begin() -> None:
        right = sheet.width - 45
        bar(sheet, sheet.y - 11, 17, 41, right + 4, (0.9, 0.92, 0.96))
        sheet.y = spread(sheet, sheet.y, stops, [title, "Qty", "Unit price", "Total"], size=9, bold=True) + 8

    room(sheet, 60, sheet.height - 60)
    begin()
    cells = [(r.text, f"{bill.q(r.qty)} {r.uom or ''}".strip(), bill.p(r.price), bill.m(r.amount)) for r in rows]
    listing(sheet, stops, cells, turn=turned(sheet, begin), size=9, gap=4, bottom=sheet.height - 70)
    spread(sheet, sheet.y + 2, stops, ["", "", f"{title} total", bill.m(bill.sum(rows))], size=9, bold=True)
    sheet.y += 24


@family("agency-week-ending")
def agency_week_ending(rng: Random) -> Drawn:
    """An agency's weekly invoice: workers with time sheet numbers, basic and overtime hours on rows of their own."""
    code = rng.choice(("GB", "GB", "US"))
    bill = Bill(rng, code, rng.choice(("S######", "INV0#####", "####-@@", "7#####")))
    folk = populate(bill, ("Recruitment", "Staffing Solutions", "Personnel", "Resourcing"), private=0)
    rate = Decimal(20) if code == "GB" else ZERO
    week = bill.date - dt.timedelta(days=bill.date.weekday() + 1)
    for _ in range(rng.choice((1, 2, rng.randint(3, 12)))):
        sheet_no, who, pay = bill.shape("#######"), full_name(rng), price_of(rng, 14, 38)
        hours = Decimal(rng.choice(("37.5", 40, "22.25", 8)))
        bill.add(who, hours, pay, rate=rate, more=(sheet_no, "Basic" if code == "GB" else "REG"))
        if rng.random() < 0.4:
            over = bill.money(pay * Decimal("1.5"))
            bill.add(
                who,
                Decimal(rng.choice((2, "4.5", 10))),
                over,
                rate=rate,
                more=(sheet_no, "O/T" if code == "GB" else "OT"),
            )
    bill.reckon(taxed=bool(rate), slips="total qty")
    sheet, sign, po = (
        Sheet(size=A4 if code == "GB" else LETTER),
        SIGNS[code],
        rng.choice(("", bill.shape("PO0####"), bill.shape("45########"))),
    )
    right = sheet.width - 45
    sheet.text(45, 60, bill.seller.name.split()[0].upper(), size=26, bold=True, colour=(0.8, 0.3, 0.1))
    sheet.text(right, 50, "SALES INVOICE" if code == "GB" else "INVOICE", size=14, bold=True, align="right")
    sheet.lines(45, 100, addressee(bill, folk), size=9)
    head = [
        ("Invoice No", bill.number),
        ("Invoice/Tax Date" if rate else "Invoice Date", bill.d(bill.date)),
        ("Client Ref", bill.shape("@@@00#")),
    ]
    head += [("Week Ending", bill.d(week)), ("Your Order No", po or "-"), ("Consultant", folk.clerk)]
    pairs(sheet, 80, f"<{right - 210} <{right - 195 + 80}", head, size=9, step=13)
    stops = f"<48 <110 <245 >{right - 175} >{right - 90} >{right - 3}"

    def begin() -> None:
        top = 205 if sheet.page == 1 else 60
        sheet.box(45, top - 12, right, top + 6, fill=(0.95, 0.9, 0.85))
        heads = ["T/Sheet", "Candidate", "Rate type", "Hours", "Charge rate", "Value"]
        sheet.y = spread(sheet, top, stops, heads, size=8.5, bold=True) + 10

    begin()
    rows = [(r.more[0], r.text, r.more[1], bill.q(r.qty, 2), bill.p(r.price), bill.m(r.amount)) for r in bill.rows]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=9, gap=4, bottom=sheet.height - 190)
    _agency_foot(sheet, bill, sign, rate)
    on = shown("qty price", seller_id=rate, subtotal=rate, tax=rate)
    truth = with_po(bill.truth(sheet, on, "agency", "hours"), po)
    for item in truth["items"]:
        item["description"] = None  # a name, a kind of hours, or both
    return Drawn(sheet.finish(), (truth,))


def _agency_foot(sheet: Sheet, bill: Bill, sign: str, rate: Decimal) -> None:
    right, y = sheet.width - 45, sheet.y + 10
    hours = sum((row.qty or ZERO for row in bill.rows), ZERO)
    sheet.rule(45, y - 10, right, y - 10)
    spread(sheet, y + 2, f"<48 >{right - 175}", ["Total hours this week", bill.q(hours, 2)], size=9)
    sums = [("Net", bill.subtotal), (f"VAT @ {bill.m(rate)}%", bill.tax)] if rate else []
    sums += [("Invoice Total", bill.total)]
    texts = [(label, f"{sign}{bill.m(value)}") for label, value in sums]
    pairs(sheet, y + 22, f"<{right - 175} >{right - 3}", texts, size=9.5, step=15, bold=("Invoice",))
    legal = [f"Payment terms: {bill.rng.choice((7, 14, 30))} days from date of invoice. Queries within 5 working days."]
    name = f"{bill.seller.name}. {', '.join(address(bill.seller))}. Tel {bill.seller.phone}"
    ids = (
        f"VAT Reg No {bill.seller.tax_id}. Registered in England No {bill.shape('0#######')}."
        if rate
        else "Remit to the above."
    )
    sheet.lines(45, sheet.height - 62, [*legal, name, ids], size=7.5)


@family("courier-consignments")
def courier_consignments(rng: Random) -> Drawn:
    """A courier's week: consignments with pieces and kilos before the charge, fuel surcharge, direct debit date."""
    bill = Bill(rng, "GB", rng.choice(("W######", "00######", "INV{y}#####")))
    folk = populate(bill, ("Parcels", "Express", "Couriers", "Same Day"), private=0)
    bill.day_format, rate = "%d/%m/%Y", Decimal(20)
    for n in range(some(rng, 30)):
        kilos = Decimal(rng.randint(2, 300)) / 10
        service = rng.choice(("Next Day", "ND 12:00", "48 Hr Pallet", "Intl Road"))
        town = rng.choice(("Lower Marsden", "Port Ellis", "Kettlebridge", "Ballinvane", "Stokesay"))
        more = (f"{bill.date - dt.timedelta(days=7 - n % 5):%d/%m}", bill.shape("########"), bill.shape("SO####"), town)
        row = bill.add(service, rng.choice((1, 1, 1, 2, 5)), Decimal(1), rate=rate, more=(*more, bill.q(kilos, 1)))
        bill.rows[-1] = replace(row, amount=price_of(rng, 4.2, 68), price=None)
    bill.rows.sort(key=lambda row: row.more[0])
    fuel = Decimal(rng.choice((8, "10.5", "12.75")))
    bill.reckon(charges=bill.money(bill.sum(bill.rows) * fuel / 100), at=rate)
    sheet = Sheet()
    sheet.text(45, 62, f">> {bill.seller.name.split()[0].upper()}", size=24, bold=True, colour=(0.75, 0.0, 0.1))
    sheet.text(550, 50, "VAT INVOICE", size=13, bold=True, align="right")
    sheet.lines(45, 100, addressee(bill, folk), size=9)
    head = [
        ("Account", bill.shape("@####")),
        ("Invoice", bill.number),
        ("Invoice date / tax point", bill.d(bill.date)),
        ("Page", "1"),
    ]
    pairs(sheet, 76, "<360 >550", head, size=9, step=13)
    stops = "<45 <82 <140 <190 <290 >400 >450 >550"

    def begin() -> None:
        top = 190 if sheet.page == 1 else 60
        heads = ["Date", "Consignment", "Your ref", "Delivered to", "Service", "Pcs", "Kg", "Charge £"]
        spread(sheet, top, stops, heads, size=8, bold=True)
        sheet.rule(45, top + 4, 550, top + 4)
        sheet.y = top + 18

    begin()
    rows = [(*r.more[:4], r.text, bill.q(r.qty), r.more[4], bill.m(r.amount)) for r in bill.rows]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8, gap=3.5, bottom=690)
    room(sheet, 130, 780)
    sums = [
        (f"Transport charges ({len(bill.rows)} consignments)", bill.subtotal),
        (f"Fuel surcharge {bill.q(fuel)}%", bill.charges),
    ]
    sums += [("Net total", bill.subtotal + bill.charges), ("VAT 20.00%", bill.tax), ("TOTAL", bill.total)]
    y = pairs(
        sheet,
        sheet.y + 8,
        "<330 >550",
        [(label, f"£{bill.m(value)}") for label, value in sums],
        size=9,
        step=14,
        bold=("TOTAL",),
    )
    sheet.text(
        45, y + 10, f"This amount will be collected by Direct Debit on or just after {bill.d(bill.due)}.", size=9
    )
    foot = f"{bill.seller.name}, {', '.join(address(bill.seller))}   VAT no. {bill.seller.tax_id}"
    sheet.text(45, 812, foot, size=7.5)
    truth = with_po(bill.truth(sheet, "due seller_id subtotal tax tax_base", "courier", "surcharge"), "")
    for item, row in zip(truth["items"], bill.rows, strict=True):
        item |= {
            "description": None,
            "qty": [number_text(row.qty or ZERO), None],
        }  # pieces count parcels, not what is charged
    return Drawn(sheet.finish(), (bill.charge_as_line(truth),))
