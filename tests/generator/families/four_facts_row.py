"""Grey labels over their values in four columns, the sum largest; rate before quantity; Irish, VAT id in a note."""

from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, VERA, Bill, bar, folded, price_of, spread
from tests.generator.listing import pairs, some
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet

WORK = (
    ("Website maintenance", "Updates, backups and uptime checks"),
    ("Logo design", "Three drafts, two rounds of changes"),
    ("Hosting", "12 months, shared plan"),
    ("Social media pack", "8 posts"),
    ("SEO audit", ""),
    ("Copywriting", "per page"),
    ("On-site training", "incl. travel within the city"),
)


@family("four-facts-row")
def four_facts_row(rng: Random) -> Drawn:
    """Grey labels over their values in four columns, the sum largest; rate before quantity; Irish, VAT id in a note."""
    bill = Bill(rng, "IE", rng.choice(("0000###", "#####", "INV{y}-##")), buyer=rng.choice(("", "", "GB")))
    rate = Decimal(rng.choice((23, 23, "13.5")))
    for text, note in rng.choices(WORK, k=min(some(rng, 12), 12)):
        qty = rng.choice((1, 1, 2, Decimal("1.5"), Decimal("7.25"), 30))
        bill.add(text, qty, price_of(rng, 25, 700), rate=rate, notes=(note,) if note else ())
    off = bill.money(bill.sum(bill.rows) * Decimal(rng.choice((0, 0, 10))) / 100)
    bill.reckon(discount=off, at=rate)
    sheet = Sheet(face=VERA)
    bar(sheet, 0, 8, 0, 595, (0.0, 0.45, 0.75))
    who = [bill.seller.name, f"{bill.seller.phone}"]
    sheet.lines(300, 60, who, size=8.5, leading=1.5)
    sheet.lines(
        430,
        60,
        [*folded(sheet, bill.seller.street, 120, 8.5).split("\n"), bill.seller.city, "Ireland"],
        size=8.5,
        leading=1.5,
    )
    sheet.box(45, 45, 85, 85, fill=(0.0, 0.45, 0.75), stroke=False)
    late = rng.random() < 0.6
    sign = "€"
    facts = [(45, "Billed To", [bill.buyer.name, *bill.buyer.address]), (240, "Date of Issue", [bill.d(bill.date)])]
    facts += [(335, "Invoice Number", [bill.number])]
    for x, label, texts in facts:
        sheet.text(x, 140, label, size=8, colour=GREY)
        sheet.lines(x, 154, texts, size=8.5, leading=1.45)
    sheet.text(550, 140, "Amount Due (EUR)", size=8, colour=GREY, align="right")
    sheet.text(550, 162, f"{sign}{bill.m(bill.total)}", size=20, align="right")
    if late:
        sheet.text(240, 180, "Due Date", size=8, colour=GREY)
        sheet.text(240, 194, bill.d(bill.due), size=8.5)
    sheet.rule(45, 222, 550, 222, 2)
    stops = "<45 >370 >430 >550"
    sheet.y = (
        spread(sheet, 238, stops, ["Description", "Rate", "Qty", "Line Total"], size=8, colour=(0.0, 0.45, 0.75)) + 10
    )
    for r in bill.rows:
        cells = [
            "\n".join((r.text, *r.notes)),
            f"{sign}{bill.p(r.price)}\n+VAT",
            bill.q(r.qty),
            f"{sign}{bill.m(r.amount)}",
        ]
        sheet.y = spread(sheet, sheet.y, stops, cells, size=8.5) + 12
        sheet.rule(45, sheet.y - 14, 550, sheet.y - 14, 0.2)
    sums = [("Subtotal", bill.m(bill.subtotal))] + ([("Discount", f"-{bill.m(off)}")] if off else [])
    sums += [(f"VAT ({bill.q(rate)}%)", bill.m(bill.tax)), ("Total", bill.m(bill.total)), ("Amount Paid", "0.00")]
    y = pairs(sheet, sheet.y + 4, ">450 >550", sums, size=8.5, step=15)
    spread(sheet, y + 8, ">450 >550", ["Amount Due (EUR)", f"{sign}{bill.m(bill.total)}"], size=9.5, bold=True)
    own = rng.random() < 0.7
    note = f"Our VAT number is {bill.seller.tax_id}." if own else "Please quote the invoice number when paying."
    sheet.lines(45, max(y + 40, 700), ["Notes", note], size=8)
    shown = f"{'due' if late else ''} {'seller_id' if own else ''} subtotal tax qty price payable"
    return Drawn(sheet.finish(), (bill.truth(sheet, shown, "program", "labels-above"),))
