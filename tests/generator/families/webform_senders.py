"""Prints of the web's invoice programs and shop plug-ins, each in the way its makers laid it out."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, VERA, WHITE, Bill, bar, folded, price_of, spread
from tests.generator.lands import person
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import LETTER, Sheet

DARK, RED = (0.23, 0.24, 0.27), (0.8, 0.1, 0.1)
WORK = (
    ("Website maintenance", "Updates, backups and uptime checks"),
    ("Logo design", "Three drafts, two rounds of changes"),
    ("Hosting", "12 months, shared plan"),
    ("Social media pack", "8 posts"),
    ("SEO audit", ""),
    ("Copywriting", "per page"),
    ("On-site training", "incl. travel within the city"),
)


@family("balance-due-banner")
def balance_due_banner(rng: Random) -> Drawn:
    """Title at the right with the number under it as '# INV-1', the balance as a banner, labels that end in colons."""
    code = rng.choice(("KE", "SG", "AU"))
    bill = Bill(rng, code, rng.choice(("INV-000###", "INV-#####", "{y}-000##")))
    sign, rate, tax, name = {
        "KE": ("KSh", Decimal(16), "VAT16", "PIN"),
        "SG": ("S$", Decimal(9), "GST", "GST Reg No"),
        "AU": ("$", Decimal(10), "GST", "ABN"),
    }[code]
    for text, note in rng.choices(WORK, k=some(rng, 20)):
        bill.add(text, rng.choice((1, 1, 2, 3, 10)), price_of(rng, 20, 900), rate=rate, notes=(note,) if note else ())
    ship = rng.choice((ZERO, ZERO, price_of(rng, 10, 60, step="5")))
    bill.reckon(charges=ship, at=rate, step=rng.choice((ZERO, Decimal(1))), slips="total qty")
    bill.prepaid = rng.choice((ZERO, bill.money(bill.total / 4)))
    sheet = Sheet()
    sheet.text(550, 66, "TAX INVOICE", size=26, align="right")
    sheet.text(550, 84, f"# {bill.number}", size=9, bold=True, align="right")
    sheet.text(550, 112, "Balance Due", size=8, bold=True, align="right")
    sheet.text(550, 127, f"{sign}{bill.m(bill.payable)}", size=12, bold=True, align="right")
    mine = [bill.seller.name, *bill.seller.address, f"{name} {bill.seller.tax_id}", bill.seller.mail]
    sheet.lines(45, 60, mine, size=9, bold_first=True, leading=1.4)
    sheet.text(45, 170, "Bill To", size=9, colour=GREY)
    with_id = rng.random() < 0.5
    theirs = [bill.buyer.name, *bill.buyer.address] + ([f"{name} {bill.buyer.tax_id}"] if with_id else [])
    sheet.lines(45, 183, theirs, size=9, bold_first=True)
    at_once = rng.random() < 0.3
    bill.due = bill.date if at_once else bill.due
    terms = "Due on Receipt" if at_once else f"Net {(bill.due - bill.date).days}"
    head = [("Invoice Date :", bill.d(bill.date)), ("Terms :", terms), ("Due Date :", bill.d(bill.due))]
    pairs(sheet, 183, ">450 >550", head, size=9, step=17)
    stops = "<55 <80 >350 >440 >540"

    def begin() -> None:
        top = 258 if sheet.page == 1 else 60
        bar(sheet, top - 14, 21, 45, 550, DARK)
        heads = ["#", "Item & Description", "Qty", "Rate", "Amount"]
        sheet.y = spread(sheet, top, stops, heads, size=8.5, colour=WHITE) + 12

    begin()
    lines = [
        (str(n), "\n".join((r.text, *r.notes)), bill.q(r.qty, 2), bill.p(r.price), bill.m(r.amount))
        for n, r in enumerate(bill.rows, 1)
    ]
    listing(sheet, stops, lines, turn=turned(sheet, begin), size=8.5, gap=9, rules=(45, 550))
    room(sheet, 130)
    sums = [("Sub Total", bill.m(bill.subtotal))] + ([("Shipping charge", bill.m(ship))] if ship else [])
    sums += [(f"{tax} ({bill.q(rate)}%)", bill.m(bill.tax))]
    sums += [("Rounding", bill.m(bill.rounding))] if bill.rounding else []
    sums += [("Total", f"{sign}{bill.m(bill.total)}")]
    y = pairs(sheet, sheet.y + 8, ">440 >540", sums, size=8.5, step=18, bold=("Total",))
    if bill.prepaid:
        spread(sheet, y, ">440 >540", ["Payment Made", f"(-) {bill.m(bill.prepaid)}"], size=8.5, colour=RED)
        y += 18
    bar(sheet, y - 12, 20, 300, 550, (0.95, 0.95, 0.95))
    spread(sheet, y + 2, ">440 >540", ["Balance Due", f"{sign}{bill.m(bill.payable)}"], size=9, bold=True)
    sheet.lines(45, y + 30, ["Notes", "Thanks for your business."], size=8)
    shown = f"due seller_id {'buyer_id' if with_id else ''} subtotal tax qty price payable"
    return Drawn(sheet.finish(), (bill.charge_as_line(bill.truth(sheet, shown, "program", "balance-banner")),))


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


@family("canadian-plain-dollars")
def canadian_plain_dollars(rng: Random) -> Drawn:
    """A small firm's free program: dollars that only place and HST number make Canadian, the number in the tax row."""
    bill = Bill(rng, "CA", rng.choice(("###", "####", "{y}0##")))
    rate = Decimal(rng.choice((13, 15)))
    things = (
        "Lawn mowing",
        "Snow removal, per visit",
        "Eavestrough cleaning",
        "Cedar mulch, yard",
        "Tree pruning",
        "Dump fee",
    )
    for text in rng.choices(things, k=some(rng, 22)):
        bill.add(
            text,
            rng.choice((1, 1, 2, 4, 6)),
            price_of(rng, 15, 420),
            rate=rate,
            notes=(rng.choice(("front and back", "")),),
        )
    bill.rows = [replace(row, notes=tuple(note for note in row.notes if note)) for row in bill.rows]
    bill.reckon(slips="total amount")
    sheet = Sheet(size=LETTER)
    sheet.text(567, 60, "INVOICE", size=24, align="right")
    sheet.text(
        567, 76, rng.choice(("Property care since 1998", "Serving the county")), size=9, align="right", colour=GREY
    )
    sheet.lines(
        567,
        104,
        [bill.seller.name, *bill.seller.address, "Canada", "", f"Phone: {bill.seller.phone}"],
        size=9,
        align="right",
    )
    sheet.rule(45, 178, 567, 178, 0.4)
    sheet.text(45, 198, "BILL TO", size=8, colour=GREY)
    sheet.lines(
        45,
        211,
        [bill.buyer.name, person(rng, bill.land), *bill.buyer.address, "Canada", bill.buyer.mail],
        size=9,
        bold_first=True,
    )
    head = [("Invoice Number:", bill.number), ("Invoice Date:", bill.d(bill.date)), ("Payment Due:", bill.d(bill.due))]
    y = pairs(sheet, 204, ">460 <468", head, size=9, step=15)
    bar(sheet, y - 10, 15, 340, 567, (0.93, 0.93, 0.93))
    spread(sheet, y, ">460 <468", ["Amount Due:", f"${bill.m(bill.total)}"], size=9, bold=True)
    stops = "<55 ^340 >455 >560"

    def begin() -> None:
        top = 302 if sheet.page == 1 else 50
        bar(sheet, top - 14, 22, 45, 567, (0.2, 0.35, 0.3))
        sheet.y = (
            spread(sheet, top, stops, ["Services", "Quantity", "Price", "Amount"], size=9, bold=True, colour=WHITE) + 14
        )

    begin()
    rows = [
        ("\n".join((r.text, *r.notes)), bill.q(r.qty), f"${bill.p(r.price)}", f"${bill.m(r.amount)}") for r in bill.rows
    ]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=9, gap=9, bottom=720)
    room(sheet, 90, 740)
    sheet.rule(45, sheet.y - 8, 567, sheet.y - 8)
    sums = [("Subtotal:", bill.m(bill.subtotal)), (f"HST {bill.q(rate)}% ({bill.seller.tax_id}):", bill.m(bill.tax))]
    sums += [("Total:", bill.m(bill.total)), ("Amount Due:", bill.m(bill.total))]
    pairs(sheet, sheet.y + 8, ">470 >560", [(a, f"${b}") for a, b in sums], size=9, step=18, bold=("Total", "Amount"))
    sheet.text(306, 770, "Thank you! E-transfer to the address above is welcome.", size=8, align="centre", colour=GREY)
    truth = bill.truth(sheet, "due seller_id subtotal tax qty price payable", "program", "dollar-by-country")
    return Drawn(sheet.finish(), (truth,))


@family("greek-line-totals")
def greek_line_totals(rng: Random) -> Drawn:
    """An open-source program: details, client and company side by side; code, unit cost, discount, line total."""
    abroad = rng.random() < 0.4
    bill = Bill(
        rng,
        "GR",
        rng.choice(("00##", "INV-{y}-0##", "{y}-{m}-##")),
        buyer=rng.choice(("DE", "NL", "FR")) if abroad else "",
    )
    rate = ZERO if abroad else Decimal(24)
    codes = (
        ("THY-250", "Thyme honey 250 g, carton"),
        ("OIL-5L", "Extra virgin olive oil, 5 l tin"),
        ("SOAP", "Olive soap bar"),
        ("ORG-1", "Dried oregano, 1 kg"),
        ("FIG", "Dried figs, tray"),
    )
    for sku, text in rng.choices(codes, k=some(rng, 24)):
        less = rng.choice((0, 0, 0, 5, 12))
        bill.add(
            text,
            rng.choice((1, 6, 12, 48, 120)),
            price_of(rng, 2, 70),
            rate=rate,
            sku=sku,
            discount=less,
            more=(str(less),),
        )
    bill.reckon(taxed=not abroad)
    bill.prepaid = rng.choice((ZERO, ZERO, bill.money(bill.total / 2)))
    sheet = Sheet()
    details = [
        ("Invoice Number", bill.number),
        ("PO Number", bill.shape("PO####")),
        ("Invoice Date", bill.d(bill.date)),
    ]
    late = rng.random() < 0.6
    details += ([("Due Date", bill.d(bill.due))] if late else []) + [("Balance Due", f"€{bill.m(bill.payable)}")]
    sheet.text(45, 70, bill.seller.name.split()[0].upper(), size=22, bold=True, colour=(0.35, 0.45, 0.1))
    pairs(sheet, 120, "<45 <120", details, size=8.5, step=14, bold=("Balance",))
    theirs = [bill.buyer.name, *bill.buyer.address, *([f"VAT ID: {bill.buyer.tax_id}"] if abroad else [])]
    sheet.lines(240, 120, [*theirs, bill.buyer.mail], size=8.5, bold_first=True, leading=1.5)
    mine = [bill.seller.name, f"VAT ID: {bill.seller.tax_id}", *bill.seller.address, "Greece", bill.seller.phone]
    sheet.lines(415, 120, mine, size=8.5, bold_first=True, leading=1.5)
    stops = "<45 <110 >345 >405 >460 >550"

    def begin() -> None:
        top = 232 if sheet.page == 1 else 50
        heads = ["Item", "Description", "Unit Cost", "Quantity", "Discount", "Line Total"]
        sheet.rule(45, top + 6, 550, top + 6, 1.5)
        sheet.y = spread(sheet, top, stops, heads, size=8.5, bold=True) + 14

    begin()
    rows = [
        (
            r.sku or "",
            r.text,
            f"€{bill.p(r.price)}",
            bill.q(r.qty),
            f"{r.more[0]}%" if r.more[0] != "0" else "",
            f"€{bill.m(r.amount)}",
        )
        for r in bill.rows
    ]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8.5, gap=7)
    room(sheet, 110)
    sums = [("Subtotal", bill.subtotal)] + ([] if abroad else [("VAT 24%", bill.tax)]) + [("Total", bill.total)]
    sums += [("Paid to Date", -bill.prepaid)] if bill.prepaid else []
    texts = [(label, bill.m(value).replace("-", "-€") if value < 0 else f"€{bill.m(value)}") for label, value in sums]
    texts += [("Balance Due", f"€{bill.m(bill.payable)}")]
    y = pairs(sheet, sheet.y + 6, ">445 >550", texts, size=9, step=15, bold=("Balance",))
    if abroad:
        sheet.text(45, y, "VAT exempt intra-community supply, art. 28 L. 2859/2000. Reverse charge applies.", size=8)
    shown = f"{'due' if late else ''} seller_id {'buyer_id' if abroad else 'tax'} subtotal qty price payable"
    return Drawn(sheet.finish(), (bill.truth(sheet, shown, "program", "intra-community" if abroad else "domestic"),))
