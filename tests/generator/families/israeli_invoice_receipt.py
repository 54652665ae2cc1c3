"""An Israeli cloud print in English: 'Tax Invoice / Receipt 60214', NIS, and how it was paid in a second table."""

from decimal import Decimal
from random import Random

from tests.generator.bill import Bill, bar, price_of, spread
from tests.generator.english_folk import shown, with_po
from tests.generator.forms import table
from tests.generator.ink import number_text
from tests.generator.listing import pairs
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet
from tests.generator.table import Look

BLUE = (0.15, 0.3, 0.6)
WORK = (
    "Monthly retainer - legal counsel",
    "QA automation, sprint 14-15",
    "Office cleaning services",
    "Hosting and support, quarterly",
    "Translation Hebrew-English, 3,200 words",
    "Conference booth deposit",
    "Catering for team event",
)


@family("israeli-invoice-receipt")
def israeli_invoice_receipt(rng: Random) -> Drawn:
    """An Israeli cloud print in English: 'Tax Invoice / Receipt 60214', NIS, and how it was paid in a second table."""
    bill = Bill(rng, "IL", rng.choice(("6####", "1####", "20##", "3#####")))
    rate = Decimal(18 if bill.date.year >= 2025 else 17)
    for text in rng.choices(WORK, k=rng.choice((1, 1, 2, 3, 6))):
        bill.add(text, rng.choice((1, 1, 2, 10)), price_of(rng, 90, 6500, step="0.5"), rate=rate)
    off = rng.choice((ZERO, ZERO, bill.money(bill.sum(bill.rows) / 10)))
    bill.reckon(discount=off, at=rate, slips="total qty")
    paid, with_id = rng.random() < 0.55, rng.random() < 0.6
    sheet, late = Sheet(), not paid and rng.random() < 0.6
    sheet.text(297, 58, bill.seller.name, size=18, bold=True, align="centre", colour=BLUE)
    mine = f"{', '.join(bill.seller.address)}  |  Tel: {bill.seller.phone}"
    sheet.text(297, 73, f"Authorized Dealer / Company No. {bill.seller.tax_id}", size=9, align="centre")
    sheet.text(297, 86, mine, size=9, align="centre")
    bar(sheet, 96, 1, 45, 550, BLUE)
    title = f"Tax Invoice {'/ Receipt ' if paid else ''}{bill.number}"
    sheet.text(45, 180, title, size=16, bold=True)
    sheet.text(
        550, 180, rng.choice(("Original", "Certified Copy", "Computerized document - Original")), size=9, align="right"
    )
    theirs = [f"To: {bill.buyer.name}", *bill.buyer.address]
    theirs += [f"Company No. {bill.buyer.tax_id}"] if with_id else []
    sheet.lines(45, 115, theirs, size=9.5)
    facts = [f"Date: {bill.d(bill.date)}"] + ([f"Payment due: {bill.d(bill.due)}"] if late else [])
    sheet.lines(550, 115, facts, size=9.5, align="right")
    sheet.y = 194
    rows = [(r.text, bill.q(r.qty), bill.p(r.price), f"{bill.m(r.amount)} NIS") for r in bill.rows]
    table(
        sheet,
        45,
        "285<Details|55^Qty|75>Price|90>Total",
        rows,
        Look("rows", size=9.5, gap=7, header_fill=(0.9, 0.93, 1)),
    )
    sums = [("Subtotal", bill.subtotal), ("Discount 10%", -off)] if off else []
    sums += [("Total before VAT", bill.tax_base), (f"VAT {rate}%", bill.tax), ("Total incl. VAT", bill.total)]
    figures = [(label, f"{bill.m(value)} NIS") for label, value in sums]
    y = pairs(sheet, sheet.y + 18, "<370 >547", figures, size=9.5, step=16, bold=("Total incl",))
    sheet.y = y + 12
    if paid:
        _payments(sheet, bill)
    elif rng.random() < 0.5:
        bank = bill.shape("Bank transfer: Bank 1#, Branch ###, Account ######")
        sheet.text(45, sheet.y + 20, bank, size=9)
    if bill.tax_base > 20_000:
        sheet.text(45, 770, f"Allocation number: {bill.shape('#########')}", size=9, bold=True)
    sheet.text(
        297, 805, "Digitally signed document. Produced by software on " + bill.d(bill.date), size=7, align="centre"
    )
    on = shown("seller_id tax_base tax qty price", due=late, buyer_id=with_id, subtotal=off)
    truth = bill.truth(sheet, on, "invoice-receipt", "prefix-to")
    if paid:
        whole = number_text(bill.total)
        truth["totals"] |= {"prepaid": ["0", whole], "payable": [whole, "0", None]}
    return Drawn(sheet.finish(), (with_po(truth, ""),))


def _payments(sheet: Sheet, bill: Bill) -> None:
    sheet.text(45, sheet.y + 14, "Payment details", size=11, bold=True)
    sheet.y += 22
    ways = (
        ("Bank transfer", "Bank 12, Branch 604, Acc. ******"),
        ("Credit card", "ending 4417, 1 payment"),
        ("Check", "No. 5000812"),
    )
    way, note = bill.rng.choice(ways)
    row = (way, note, bill.d(bill.date), f"{bill.m(bill.total)} NIS")
    table(sheet, 45, "110<Payment type|205<Details|90^Date|100>Amount", [row], Look("rows", size=9, gap=6))
    spread(sheet, sheet.y + 16, "<370 >547", ["Total received", f"{bill.m(bill.total)} NIS"], size=9.5, bold=True)
