"""India's desktop ledger, as small firms print it."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.amounts_in_words import english
from tests.generator.bill import Bill, spread
from tests.generator.families.asian_senders import Lakhs
from tests.generator.families.nusantara_senders import Goods, picked
from tests.generator.forms import cell_row, table
from tests.generator.ink import number_text
from tests.generator.listing import room, some
from tests.generator.model import ZERO, Company, TaxLine
from tests.generator.registry import Drawn, family
from tests.generator.sheet import TIMES, Sheet
from tests.generator.table import Look

HARDWARE: Goods = (
    ("M.S. Angle 50x50x6 mm", "Kgs", 62000),
    ("CPVC Pipe 1 inch SDR 11", "Nos", 31000),
    ("Ball Valve Brass 25 mm", "Nos", 48000),
    ("Welding Electrode 3.15 x 350", "Box", 39500),
    ("Hex Bolt M12 x 50 with nut", "Nos", 1850),
    ("Cutting Wheel 14 inch", "Nos", 14500),
    ("Submersible Pump 1.5 HP single phase, 15 stage, with control panel", "Nos", 1_285_000),
)


def at_home(firm: Company) -> Company:
    """A GSTIN begins with the number of its state."""
    return replace(firm, tax_id=("06" if "Haryana" in firm.city else "27") + firm.tax_id[2:])


def settle_gst(bill: Bill) -> None:
    """Within a state half goes to the union and half to the state; then the sum is rounded to the rupee."""
    if bill.seller.tax_id[:2] == bill.buyer.tax_id[:2]:
        (tax,) = bill.taxes
        half = TaxLine("", tax.rate / 2, tax.base, bill.money(tax.base * tax.rate / 200))
        bill.total += 2 * half.amount - tax.amount
        bill.taxes = [half, half]
    whole = bill.total.quantize(Decimal(1)).quantize(Decimal("0.01"))
    bill.rounding, bill.total = whole - bill.total, whole


def rupees(value: Decimal) -> str:
    paise = int(value % 1 * 100)
    return f"INR {english(int(value))}{f' and {english(paise)} paise' if paise else ''} Only".title().replace(
        "Inr", "INR"
    )


@family("indian-ledger-print")
def indian_ledger_print(rng: Random) -> Drawn:
    """India's desktop ledger: three parties at the left, fourteen cells at the right, tax and rounding as rows."""
    bill = Bill(rng, "IN", rng.choice(("####", "@@@/####/25-26", "GST-###")))
    bill.numbers = Lakhs(bill.numbers.sample)
    bill.seller, bill.buyer, bill.ship_to = map(at_home, (bill.seller, bill.buyer, bill.ship_to))
    rate, services = Decimal(rng.choice((18, 18, 12, 5))), rng.random() < 0.3
    for text, unit, price in picked(rng, HARDWARE, min(some(rng, 12), 12)):
        cut = rng.choice((0, 0, 0, 0, 5, 10))
        more = (bill.shape("73####"), str(cut) + " %" if cut else "")
        bill.add(text, rng.choice((1, 4, 10, 25, 120)), price / 100, rate=rate, discount=cut, uom=unit, more=more)
    bill.reckon(slips="total amount qty")
    settle_gst(bill)
    sheet = Sheet(face=TIMES if rng.random() < 0.3 else Sheet().face)
    sheet.text(297, 34, "Tax Invoice", size=12, bold=True, align="centre")
    sheet.text(565, 34, "(ORIGINAL FOR RECIPIENT)", size=7, align="right")
    with_order = _ledger_head(sheet, bill, rng)
    sheet.y = 268
    rows = [
        (
            str(n),
            r.text,
            r.more[0],
            f"{bill.q(r.qty)} {r.uom}",
            bill.p(r.price),
            r.uom or "",
            r.more[1],
            bill.m(r.amount),
        )
        for n, r in enumerate(bill.rows, 1)
    ]
    each = bill.q(bill.taxes[0].rate)
    names = ("OUTPUT CGST", "OUTPUT SGST") if len(bill.taxes) == 2 else ("OUTPUT IGST",)
    rows += [("", "", "", "", "", "", "", bill.m(bill.subtotal))]
    for name, tax in zip(names, bill.taxes, strict=True):
        rows += [("", f"{name} @ {each}%", "", "", each, "%", "", bill.m(tax.amount))]
    if bill.rounding:
        name = "Less : ROUND OFF" if bill.rounding < 0 else "ROUND OFF"
        rows += [("", name, "", "", "", "", "", bill.m(bill.rounding).replace("-", "(-)"))]
    units = {r.uom for r in bill.rows}
    count = sum((r.qty or ZERO for r in bill.rows), ZERO)
    edges = table(
        sheet,
        30,
        "24^Sl No.|205<Description of Goods|50^HSN/SAC|62>Quantity|56>Rate|28<per|36>Disc. %|74>Amount",
        rows,
        Look("columns", size=8, gap=4),
        bottom=690,
    )
    sheet.box(edges[0], sheet.y, edges[-1], sheet.y + 15)
    spread(
        sheet,
        sheet.y + 11,
        ">255 >368 >562",
        ["Total", f"{bill.q(count)} {units.pop()}" if len(units) == 1 else "", f"Rs. {bill.m(bill.total)}"],
        size=8.5,
        bold=True,
    )
    sheet.y += 15
    _ledger_foot(sheet, bill, rng, services)
    truth = bill.truth(sheet, "seller_id buyer_id qty price", "program-print", "split-tax", "tax-as-rows", "round-off")
    truth["totals"]["subtotal"] = number_text(bill.subtotal)
    truth["invoice"]["po"] = with_order or None
    return Drawn(sheet.finish(), (truth,))


def _ledger_head(sheet: Sheet, bill: Bill, rng: Random) -> str:
    """The seller, the consignee and the buyer at the left, cells at the right. Returns the order's number, if any."""
    sheet.box(30, 40, 565, 268)
    sheet.rule(297, 40, 297, 268)
    y = 40.0
    consignee = rng.choice((bill.buyer, bill.ship_to))
    for title, firm in (("", bill.seller), ("Consignee (Ship to)", consignee), ("Buyer (Bill to)", bill.buyer)):
        state = "Maharashtra, Code : 27" if firm.tax_id.startswith("27") else "Haryana, Code : 06"
        lines = [*firm.address, f"GSTIN/UIN: {firm.tax_id}", f"State Name : {state}"]
        if title:
            sheet.text(33, y + 9, title, size=7)
        sheet.lines(33, y + (19 if title else 12), [firm.name, *lines], size=8, bold_first=True)
        y += 76
        sheet.rule(30, y, 297, y)
    order = bill.shape("PO/####") if rng.random() < 0.6 else ""
    late = rng.choice(("30 Days", "Immediate", "45 Days", ""))
    cells = [
        ("Invoice No.", bill.number),
        ("Dated", bill.d(bill.date)),
        ("Delivery Note", bill.shape("DN-###")),
        ("Mode/Terms of Payment", late),
    ]
    cells += [
        ("Reference No. & Date.", ""),
        ("Other References", ""),
        ("Buyer's Order No.", order),
        ("Dated", bill.d(bill.date, -9) if order else ""),
    ]
    cells += [
        ("Dispatch Doc No.", ""),
        ("Delivery Note Date", bill.d(bill.date)),
        ("Dispatched through", rng.choice(("Road", "Self", "Maruti Courier"))),
        ("Destination", ""),
    ]
    for n in range(6):
        cell_row(sheet, 40 + 30 * n, 30, (297, 431, 565), cells[2 * n : 2 * n + 2], size=8.5, small=7)
    sheet.text(300, 228, "Terms of Delivery", size=7)
    return order


def _ledger_foot(sheet: Sheet, bill: Bill, rng: Random, services: bool) -> None:
    room(sheet, 190, 820)
    spread(sheet, sheet.y + 10, "<33 >562", ["Amount Chargeable (in words)", "E. & O.E"], size=7)
    sheet.text(33, sheet.y + 22, rupees(bill.total), size=8.5, bold=True)
    sheet.y += 28
    _tax_by_code(sheet, bill)
    sheet.text(33, sheet.y + 11, f"Tax Amount (in words) : {rupees(bill.tax)}", size=7.5)
    room(sheet, 100, 830)
    y = sheet.y + 24
    sheet.lines(
        33,
        y,
        [
            f"Company's PAN : {bill.seller.tax_id[2:12]}",
            "Declaration",
            "We declare that this invoice shows the actual price of the",
            "goods described and that all particulars are true and correct.",
        ],
        size=7,
    )
    bank = [
        "Company's Bank Details",
        f"Bank Name : {rng.choice(('Deccan Peoples Bank', 'Union Coast Bank'))}",
        f"A/c No. : {bill.shape('############')}",
        f"Branch & IFS Code : {bill.shape('Camp & @@@@0######')}",
    ]
    sheet.lines(320, y, bank, size=7)
    sheet.text(562, y + 44, f"for {bill.seller.name}", size=8, bold=True, align="right")
    sheet.text(562, y + 66, "Authorised Signatory", size=7.5, align="right")
    note = (
        "SUBJECT TO PUNE JURISDICTION - This is a Computer Generated Invoice"
        if services
        else "This is a Computer Generated Invoice"
    )
    sheet.text(297, y + 80, note, size=7, align="centre")


def _tax_by_code(sheet: Sheet, bill: Bill) -> None:
    """The summary by HSN code, if it is short enough to stand on the page."""
    rows, taxes = [], bill.taxes
    for code in dict.fromkeys(r.more[0] for r in bill.rows):
        base = bill.sum([r for r in bill.rows if r.more[0] == code])
        amount = bill.money(base * taxes[0].rate / 100)
        cells = (f"{bill.q(taxes[0].rate)}%", bill.m(amount)) * len(taxes)
        rows.append((code, bill.m(base), *cells, bill.m(len(taxes) * amount)))
    rows.append(("Total", bill.m(bill.subtotal), *("", bill.m(taxes[0].amount)) * len(taxes), bill.m(bill.tax)))
    columns = "150<HSN/SAC|90>Taxable Value|40>CGST Rate|75>CGST Amount|40>SGST Rate|75>SGST Amount|65>Total Tax"
    if len(taxes) == 1:
        columns = "210<HSN/SAC|110>Taxable Value|60>IGST Rate|80>IGST Amount|75>Total Tax Amount"
    if len(rows) < 8:
        table(sheet, 30, columns, rows, Look("grid", size=7.5, gap=2), bottom=815)
