"""Britain and Ireland: a builders' merchant's branch invoice, a farm merchant's account, an agency's fortnight."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, WHITE, Bill, bar, folded, price_of, spread
from tests.generator.english_folk import address, addressee, full_name, populate, shown, with_po
from tests.generator.euro_folk import due_in, term_only
from tests.generator.forms import cell_row
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import COURIER, Sheet

VAT = Decimal(20)
YARD = (
    ("CARCASSING C24 47X150 4.8M TREATED", "EA"),
    ("PLASTERBOARD TE 2400X1200X12.5MM", "SHT"),
    ("CEMENT GENERAL PURPOSE 25KG PLASTIC", "BAG"),
    ("SHARP SAND BULK BAG", "BAG"),
    ("INSULATION BOARD PIR 100MM 2.4X1.2", "SHT"),
    ("UNDERGROUND PIPE 110MM S/SOCKET 3M", "LEN"),
    ("ENG BRICK CLASS B PERFORATED RED", "1000"),
    ("SCREWS 5.0X80 PZ2 TUB 500", "TUB"),
    ("LINTEL CAVITY STD 1500MM", "EA"),
    ("PALLET CHARGE (RETURNABLE)", "EA"),
)


@family("british-builders-merchant")
def british_builders_merchant(rng: Random) -> Drawn:
    """A branch's invoice: sold to and delivered to, price 'per', line discount, VAT code table, end-of-month terms."""
    bill = Bill(rng, "GB", rng.choice(("0###/########", "4#######", "INV0#####", "LS/######")))
    bill.day_format = rng.choice(("%d/%m/%y", "%d/%m/%Y", "%d-%b-%Y"))
    folk = populate(bill, ("Builders Merchants", "Timber & Building Supplies", "Building Centre"), private=0.05)
    for text, per in rng.choices(YARD, k=some(rng, 56)):
        less = rng.choice((0, 0, Decimal("12.5"), 20, 35))
        qty = Decimal(rng.choice(("0.4", "0.8", "1.2"))) if per == "1000" else Decimal(rng.randint(1, 40))
        price = price_of(rng, 400, 900) if per == "1000" else price_of(rng, 3, 62)
        bill.add(text, qty, price, discount=less, rate=VAT, sku=bill.shape("######"), uom=per, more=(str(less),))
    bill.reckon(charges=rng.choice((ZERO, ZERO, Decimal("25.00"))), at=VAT, slips="total amount")
    order, sheet = (
        rng.choice(("", folk.contact.split()[0].upper(), bill.shape("PO####"), bill.shape("JOB ###"))),
        Sheet(),
    )
    end = (bill.date.replace(day=1) + dt.timedelta(days=62)).replace(day=1) - dt.timedelta(days=1)
    bill.due = end
    late = rng.random() < 0.5
    _yard_head(sheet, bill, order)
    _yard_rows(sheet, bill)
    _yard_sums(sheet, bill, late=late)
    words = shown("seller_id subtotal tax_base tax qty price", due=late)
    truth = with_po(bill.truth(sheet, words, "branch", "month-end-terms"), order)
    return Drawn(sheet.finish(), (bill.charge_as_line(truth if late else term_only(truth, bill)),))


def _yard_head(sheet: Sheet, bill: Bill, order: str) -> None:
    seller = bill.seller
    bar(sheet, 28, 44, 30, 400, (0.85, 0.65, 0.0))
    sheet.text(40, 56, seller.name.upper(), size=11.5, bold=True)
    sheet.text(565, 48, "INVOICE", size=22, bold=True, align="right")
    sheet.lines(30, 86, [*address(seller), f"Tel: {seller.phone}"], size=7.5)
    for x, title, whom in ((180, "INVOICE TO", bill.buyer), (375, "DELIVER TO", bill.ship_to)):
        sheet.text(x, 86, title, size=7, bold=True, colour=GREY)
        to_site = whom is bill.ship_to and bill.rng.random() < 0.6
        lines = address(whom) if to_site else [whom.name, *address(whom)]
        sheet.lines(x, 98, lines if whom is bill.buyer or to_site else ["COLLECTED"], size=8)
    cells = [
        ("Invoice No", bill.number),
        ("Invoice Date / Tax Point", bill.d(bill.date)),
        ("Account", bill.shape("@@@##")),
    ]
    cells += [("Your Order No", order), ("Despatch No", bill.shape("D######")), ("Page", "1")]
    cell_row(sheet, 164, 26, (30, 125, 235, 305, 395, 490, 565), cells, size=8.5)
    reg = f"{seller.name}. Registered in England & Wales No. {bill.shape('0#######')}. VAT Reg No. {seller.tax_id}"
    sheet.text(297, 826, reg, size=7, align="centre")


def _yard_rows(sheet: Sheet, bill: Bill) -> None:
    stops = "<32 <80 >320 >378 <384 >455 >535 ^555"

    def begin() -> None:
        top = 206 if sheet.page == 1 else 50
        if sheet.page > 1:
            spread(sheet, 30, "<30 >565", [f"Invoice No {bill.number} continued", f"Page {sheet.page}"], size=7.5)
        bar(sheet, top - 10, 14, 30, 565, (0.2, 0.2, 0.2))
        heads = ["Code", "Description", "Qty", "Price", "Per", "Disc %", "Goods Value", "VAT"]
        spread(sheet, top, stops, heads, size=7.5, bold=True, colour=WHITE)
        sheet.y = top + 18

    begin()
    rows = []
    for row in bill.rows:
        less = "" if row.more[0] == "0" else f"{Decimal(row.more[0]):.2f}"
        texts = (row.sku or "", folded(sheet, row.text, 200, 8), bill.q(row.qty), bill.p(row.price), row.uom or "")
        rows.append((*texts, less, bill.m(row.amount), "S"))
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8, gap=3, bottom=690)


def _yard_sums(sheet: Sheet, bill: Bill, *, late: bool) -> None:
    y = 715.0
    rows = [("VAT Code", "Rate", "Goods", "VAT"), ("S", "20.00%", bill.m(bill.tax_base), bill.m(bill.tax))]
    pairs(sheet, y + 10, "<32 >110 >180 >240", rows, size=8, step=12)
    sums = [("Goods Total", bill.m(bill.subtotal))]
    sums += [("Carriage", bill.m(bill.charges))] if bill.charges else []
    sums += [("Total Excl. VAT", bill.m(bill.tax_base)), ("VAT", bill.m(bill.tax))]
    sums += [("INVOICE TOTAL", f"£{bill.m(bill.total)}")]
    sheet.box(385, y - 2, 565, y + 72)
    pairs(sheet, y + 10, "<392 >560", sums, size=9, step=14, bold=("INV",))
    said = f"Payment due by {bill.d(bill.due)}" if late else "TERMS: STRICTLY 30 DAYS END OF MONTH"
    small = "Title to goods remains with the seller until paid in full. Shortages must be notified within 3 days."
    sheet.lines(32, y + 52, [said, small], size=7.5, bold_first=True)


FARM = (
    ("Ewe & Lamb Nuts 20% 25kg", Decimal(0)),
    ("Calf Starter Crunch 25kg", Decimal(0)),
    ("CAN 27% +S 500kg bag", Decimal(0)),
    ("Round bale wrap 750mm green", Decimal(23)),
    ("Sheep wire 8-80-15 50m", Decimal(23)),
    ("Creosoted stake 5'6\"", Decimal(23)),
    ("Grass seed No.2 mix 12kg", Decimal(0)),
    ("Wellingtons safety S5 sz 9", Decimal(23)),
    ("Hydraulic oil ISO46 25L", Decimal(23)),
)


@family("irish-farm-merchant")
def irish_farm_merchant(rng: Random) -> Drawn:
    """A co-op store's printer page in fixed type: dockets by day, rates by line, VAT analysis, herd number."""
    bill = Bill(rng, "IE", rng.choice(("######", "S/#####", "IN1#####")))
    bill.day_format = rng.choice(("%d/%m/%Y", "%d/%m/%y"))
    folk = populate(bill, ("Agri Store", "Farm Supplies", "Co-Op Stores"), private=0.6)
    bill.seller = replace(bill.seller, name=bill.seller.name.upper())
    docket, day = "", bill.date
    for n, (text, rate) in enumerate(rng.choices(FARM, k=some(rng, 24))):
        if n % 4 == 0:
            docket, day = bill.shape("#####"), bill.date - dt.timedelta(days=max(0, 18 - n))
        more = (bill.d(day), docket)
        bill.add(text, rng.randint(1, 40), price_of(rng, 4, 46), rate=rate, more=more)
    bill.reckon(slips="total amount")
    sheet = Sheet(face=COURIER)
    sheet.lines(40, 50, [bill.seller.name, *address(bill.seller)], size=9.5, bold_first=True)
    sheet.lines(330, 50, [f"Phone: {bill.seller.phone}", f"VAT No: {bill.seller.tax_id}"], size=9.5)
    sheet.text(40, 130, "SALES INVOICE", size=12, bold=True)
    sheet.lines(40, 150, addressee(bill, folk), size=9.5)
    facts = [("Invoice No:", bill.number), ("Date:", bill.d(bill.date)), ("Account:", bill.shape("@###"))]
    facts += [("Herd No:", bill.shape("@#######"))] if folk.private else [("Rep:", full_name(rng))]
    pairs(sheet, 150, "<330 <410", facts, size=9.5, step=13)
    _farm_rows(sheet, bill)
    late = _farm_sums(sheet, bill)
    truth = bill.truth(sheet, shown("seller_id subtotal tax qty price", due=late), "fixed-type", "dates-in-rows")
    return Drawn(sheet.finish(), (truth if late else term_only(truth, bill),))


def _farm_rows(sheet: Sheet, bill: Bill) -> None:
    stops = "<40 <105 <150 >370 >430 >480 >555"

    def begin() -> None:
        top = 236 if sheet.page == 1 else 50
        spread(sheet, top, stops, ["Date", "Docket", "Details", "Qty", "Price", "VAT%", "Amount"], size=8.5, bold=True)
        sheet.text(40, top + 8, "-" * 101, size=8.5)
        sheet.y = top + 20

    begin()
    rows = [
        (*row.more, row.text, bill.q(row.qty), bill.p(row.price), f"{row.rate:.1f}", bill.m(row.amount))
        for row in bill.rows
    ]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8.5, gap=2.5)


def _farm_sums(sheet: Sheet, bill: Bill) -> bool:
    room(sheet, 150, 800)
    late = bill.rng.random() < 0.4
    due_in(bill, (bill.due - bill.date).days if late else 30)
    sheet.text(40, sheet.y, "-" * 101, size=8.5)
    top = sheet.y + 16
    rows = [("VAT ANALYSIS", "Rate", "Net", "VAT")]
    rows += [("", f"{tax.rate:.1f}", bill.m(tax.base), bill.m(tax.amount)) for tax in bill.taxes]
    pairs(sheet, top, "<40 >160 >225 >285", rows, size=8.5)
    sums = [("Nett", bill.m(bill.subtotal)), ("VAT", bill.m(bill.tax)), ("TOTAL EUR", bill.m(bill.total))]
    pairs(sheet, top, "<400 >555", sums, size=9.5, step=14, bold=("TOT",))
    pay = f"DUE DATE {bill.d(bill.due)}" if late else "TERMS: 30 DAYS NETT."
    said = [pay, "Interest at 1.5% per month will be charged on overdue accounts.", "E.&O.E."]
    sheet.lines(40, top + 66, said, size=8.5)
    return late


@family("british-temp-agency-grades")
def british_temp_agency_grades(rng: Random) -> Drawn:
    """A care agency: shifts with worker, day or night hours and rate, a factoring notice: pay another."""
    bill = Bill(rng, "GB", rng.choice(("SI-####", "2####", "CA#####")))
    folk = populate(bill, ("Healthcare Staffing", "Care Recruitment", "Nursing Agency"), private=0.0)
    exempt = rng.random() < 0.3
    rate = ZERO if exempt else VAT
    start = bill.date - dt.timedelta(days=bill.date.weekday() + 8)
    for _ in range(some(rng, 26)):
        kind, low, high = rng.choice(
            (("Care Assistant - Day", 17, 21), ("Senior Carer - Night", 21, 26), ("RGN - Day", 29, 36))
        )
        shift = bill.d(start, rng.randrange(7))
        hours = Decimal(rng.choice(("6", "7.5", "11.5", "12")))
        bill.add(kind, hours, price_of(rng, low, high), rate=rate, more=(shift, full_name(rng)))
    bill.reckon(at=rate, taxed=not exempt, slips="total qty")
    sheet, order, late = Sheet(), rng.choice(("", bill.shape("PO-#####"))), rng.random() < 0.6
    due_in(bill, (bill.due - bill.date).days if late else 14)
    sheet.text(555, 58, bill.seller.name, size=16, bold=True, align="right", colour=(0.1, 0.45, 0.5))
    sheet.lines(
        555, 74, [", ".join(address(bill.seller)), f"{bill.seller.phone}  {bill.seller.mail}"], size=8, align="right"
    )
    sheet.lines(45, 130, addressee(bill, folk), size=10)
    facts = [("Invoice Number", bill.number), ("Invoice Date", bill.d(bill.date))]
    facts += [("Due Date", bill.d(bill.due))] if late else [("Terms", "14 days from date of invoice")]
    facts += [("PO Number", order)] if order else []
    pairs(sheet, 130, "<340 <430", [*facts, ("Week Ending", bill.d(start, 6))], size=9, step=13)
    sheet.y = 236
    _shift_rows(sheet, bill)
    room(sheet, 150, 800)
    sums = [] if exempt else [("Subtotal", bill.subtotal), ("VAT @ 20%", bill.tax)]
    sums += [("Total Due", bill.total)]
    texts = [(label, f"£{bill.m(value)}") for label, value in sums]
    y = pairs(sheet, sheet.y + 14, "<400 >550", texts, size=10, step=16, bold=("Total",))
    said = ["Supplies of nursing care are exempt from VAT."] if exempt else []
    notice = (
        "This debt has been purchased by and assigned to Larkmoor Invoice Finance Ltd, to whom payment must be made: "
    )
    said += sheet.wrap(notice + bill.shape("Sort Code 20-##-## Account No ########."), 505, 8.5)
    said += ["", f"VAT Registration Number {bill.seller.tax_id}   Company Registration {bill.shape('1#######')}"]
    sheet.lines(45, y + 18, said, size=8.5)
    words = shown("seller_id qty price", due=late, subtotal=not exempt, tax=not exempt)
    truth = with_po(bill.truth(sheet, words, "shifts", "factored"), order)
    return Drawn(sheet.finish(), (truth if late else term_only(truth, bill),))


def _shift_rows(sheet: Sheet, bill: Bill) -> None:
    stops = "<45 <125 <240 >400 >470 >550"

    def begin() -> None:
        top = 236 if sheet.page == 1 else 60
        spread(sheet, top, stops, ["Shift Date", "Worker", "Grade", "Hours", "Rate", "Charge"], size=8.5, bold=True)
        sheet.rule(45, top + 5, 550, top + 5, 0.8)
        sheet.y = top + 20

    begin()
    rows = [
        (*row.more, row.text, bill.q(row.qty, 2), f"£{bill.p(row.price)}", f"£{bill.m(row.amount)}")
        for row in bill.rows
    ]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8.5, gap=4)
