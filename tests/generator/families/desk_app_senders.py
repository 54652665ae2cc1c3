"""Pages that apps write for whoever sells through them: a till's, a wallet's, a marketplace's, a licence shop's."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, Bill, bar, folded, price_of, spread
from tests.generator.desk import assortment, settled
from tests.generator.english_folk import COUNTRIES, SIGNS, address, full_name, populate, shown, with_po
from tests.generator.forms import table
from tests.generator.listing import listing, pairs, room, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import A4, LETTER, TIMES, Sheet
from tests.generator.table import Look

JOBS = (
    ("House cleaning - 3 bed", "Fortnightly visit"),
    ("Gutter clearing", ""),
    ("Dog grooming, medium", "Bath, trim and nails"),
    ("Guitar lesson (45 min)", ""),
    ("Sourdough loaf, wholesale", ""),
    ("Event hire: 10 ft trestle table", "Delivered and collected"),
    ("Catering platter, vegetarian", "Serves 10-12"),
)


@family("till-app-three-columns")
def till_app_three_columns(rng: Random) -> Drawn:
    """A till app's invoice: title with '#000123', Customer, Invoice Details and Payment as three columns, Total Due."""
    code = rng.choice(("US", "GB", "CA", "AU"))
    bill = Bill(rng, code, rng.choice(("000###", "0000##", "1##")))
    folk, sign = populate(bill, ("Cleaning", "Bakery", "Music School", "Hire", "Kitchen"), private=0.6), SIGNS[code]
    rate = {"US": Decimal(rng.choice(("0", "8.875", "6"))), "GB": ZERO, "CA": Decimal(13), "AU": Decimal(10)}[code]
    for text, note in assortment(rng, JOBS, 16):
        bill.add(text, rng.choice((1, 1, 2, 4, 24)), price_of(rng, 5, 240), rate=rate, notes=(note,) * bool(note))
    off = price_of(rng, 1, 4, step="0.5") if rng.random() < 0.25 else ZERO
    bill.reckon(discount=off, at=rate, taxed=bool(rate))
    bill.day_format = rng.choice(("%B %d, %Y", "%b %d, %Y")) if code in ("US", "CA") else "%d %B %Y"
    sheet, paid = Sheet(size=LETTER if code in ("US", "CA") else A4), rng.random() < 0.3
    sheet.text(50, 70, bill.seller.name, size=13, bold=True)
    ids = {"US": "", "GB": "", "CA": f"HST {bill.seller.tax_id}", "AU": f"ABN {bill.seller.tax_id}"}[code]
    sheet.text(50, 86, " | ".join((*address(bill.seller), bill.seller.phone)), size=8, colour=GREY)
    sheet.text(50, 98, ids or bill.seller.mail, size=8, colour=GREY)
    job = rng.choice(("", "", " - Spring clean", " - Deposit"))
    sheet.text(50, 150, f"Invoice #{bill.number}{job}", size=18, bold=True)
    theirs = [bill.buyer.name, *([] if folk.private else [folk.contact]), _mail(folk.contact), *address(bill.buyer)]
    details = ["Invoice Details", f"PDF created {bill.d(bill.date)}", f"{sign}{bill.m(bill.total)}"]
    due = f"Due {bill.d(bill.due)}" if not paid else f"Paid {bill.d(bill.date)}"
    columns = ((50, ["Customer", *theirs]), (240, details), (420, ["Payment", due, f"{sign}{bill.m(bill.total)}"]))
    for x, lines in columns:
        sheet.lines(x, 185, lines, size=9, bold_first=True, leading=1.5)
    stops = "<50 >370 >460 >560"

    def begin() -> None:
        sheet.y = 305 if sheet.page == 1 else 60
        spread(sheet, sheet.y, stops, ["Items", "Quantity", "Price", "Amount"], size=9, bold=True)
        sheet.rule(50, sheet.y + 6, 560, sheet.y + 6, 0.8)
        sheet.y += 24

    begin()
    rows = []
    for r in bill.rows:
        money = (f"{sign}{bill.p(r.price)}", f"{sign}{bill.m(r.amount)}")
        rows.append(("\n".join((r.text, *r.notes)), bill.q(r.qty), *money))
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=9, gap=9, bottom=640)
    room(sheet, 100, 740)
    name = {"US": "Sales Tax", "GB": "VAT", "CA": "HST", "AU": "GST"}[code]
    sums = [("Subtotal", bill.subtotal)] + ([("Discount", -off)] if off else [])
    sums += [(f"{name} ({bill.q(rate)}%)", bill.tax)] if rate else []
    sums += [("Total Paid" if paid else "Total Due", bill.total)]
    texts = [(label, f"{sign}{bill.m(value)}".replace(f"{sign}-", f"-{sign}")) for label, value in sums]
    pairs(sheet, sheet.y + 12, "<370 >560", texts, size=10, step=18, bold=("Total",))
    sheet.text(560, sheet.height - 40, f"Page {sheet.page} of {sheet.page}", size=7.5, align="right", colour=GREY)
    on = shown("qty price subtotal", due=not paid, seller_id=ids, tax=rate)
    truth = with_po(bill.truth(sheet, on, "till-app"), "")
    return Drawn(sheet.finish(), (settled(bill, truth) if paid else truth,))


def _mail(person: str) -> str:
    return f"{person.lower().replace(' ', '.')}@mail.example"


CRAFTS = (
    "Logo design package",
    "Voice-over, 2 minutes",
    "Handmade ring, size 7",
    "Video editing per hour",
    "Sticker sheet",
)


@family("wallet-app-invoice")
def wallet_app_invoice(rng: Random) -> Drawn:
    """A wallet's invoice: 'Bill to' mail first, sums as '$12.00 USD', shipping and other amounts, note and terms."""
    code = rng.choice(("US", "GB", "CA", "IE"))
    bill = Bill(rng, code, rng.choice(("00##", "INV-00##", "{y}-0##")))
    folk, sign = populate(bill, ("Design", "Handmade", "Audio", "Studio"), private=0.5), SIGNS[code]
    rate = Decimal(rng.choice((0, 0, 20))) if code == "GB" else ZERO
    for text in assortment(rng, CRAFTS, 9):
        bill.add(text, rng.choice((1, 1, 2, 3, 10)), price_of(rng, 4, 180, step="0.5"), rate=rate)
    ship = price_of(rng, 3, 18) if rng.random() < 0.35 else ZERO
    bill.reckon(charges=ship, at=rate, taxed=bool(rate))
    bill.day_format = {"US": "%b %d, %Y", "CA": "%b %d, %Y", "GB": "%d %b %Y", "IE": "%d %b %Y"}[code]
    sheet, when = Sheet(size=LETTER if code in ("US", "CA") else A4), rng.choice(("receipt", "date"))

    def money(value: Decimal) -> str:
        return f"{sign}{bill.m(value)} {bill.currency}"

    place = [line for line in address(bill.seller) if line != COUNTRIES[code]]
    business = [bill.seller.name, *([folk.clerk] if rng.random() < 0.5 else []), *place]
    ids = [f"VAT number: {bill.seller.tax_id}"] if rate else []
    sheet.lines(50, 60, [*business, COUNTRIES[code], bill.seller.mail, *ids], size=9.5, bold_first=True)
    sheet.text(560, 66, "INVOICE", size=24, align="right", colour=GREY)
    due = "On receipt" if when == "receipt" else bill.d(bill.due)
    facts = [("Invoice #:", bill.number), ("Invoice date:", bill.d(bill.date)), ("Due:", due)]
    facts += [("Reference:", bill.shape("PO#####"))] if rng.random() < 0.3 else []
    for n, (label, value) in enumerate(facts):
        spread(sheet, 95 + 15 * n, ">470 >560", [label, value], size=9.5)
    bar(sheet, 165, 34, 400, 562, (0.93, 0.95, 0.97))
    sheet.text(410, 179, "Amount due:", size=9)
    sheet.text(552, 192, money(bill.total), size=12, bold=True, align="right")
    theirs = [_mail(folk.contact)] + ([] if folk.private else [folk.contact]) + [bill.buyer.name, *address(bill.buyer)]
    sheet.lines(50, 178, ["Bill To:", *theirs], size=9.5, bold_first=True)
    sheet.y = 290
    rows = [(r.text, bill.q(r.qty), f"{sign}{bill.p(r.price)}", f"{sign}{bill.m(r.amount)}") for r in bill.rows]
    heads = "290<Description|60>Quantity|75>Price|85>Amount"
    table(sheet, 50, heads, rows, Look("rows", size=9.5, gap=7, header_fill=(0.93, 0.95, 0.97)), bottom=640)
    sums = [("Subtotal", bill.subtotal)] + ([("Shipping", ship)] if ship else [])
    sums += [(f"VAT ({rate}%)", bill.tax)] if rate else []
    texts = [(label, f"{sign}{bill.m(value)}") for label, value in sums] + [("Total", money(bill.total))]
    y = pairs(sheet, sheet.y + 18, "<380 >557", texts, size=10, step=17, bold=("Total",))
    note = ["Notes", rng.choice(("Thank you for your order!", "Pay securely online, no account needed."))]
    sheet.lines(50, y + 20, [*note, "", "Terms and Conditions", "No refunds on custom work."], size=9, bold_first=True)
    on = shown("qty price subtotal payable", due=when == "date", seller_id=rate, tax=rate)
    truth = bill.charge_as_line(bill.truth(sheet, on, "wallet"))
    return Drawn(sheet.finish(), (truth,))


THINGS = (
    "Brightline 100-Count Ballpoint Pens, Medium Point (1.0mm), Black, 100 Pack",
    "Tidewell Surge Protector Power Strip, 8 Outlets, 6 Foot Cord",
    "USB C to HDMI Adapter 4K@60Hz for Office Laptops",
    "Larchmont Copy Paper, 8.5 x 11, 92 Bright, 5 Reams / 2,500 Sheets",
    "Packing Tape, 1.88 Inch x 60 Yards, 6 Rolls with Dispenser",
    "Thermal Label Rolls 4x6, 500 Labels per Roll, Pack of 4",
)


@family("final-details-order")
def final_details_order(rng: Random) -> Drawn:
    """A marketplace's printed order: no invoice number but an order's, '2 of:' before the title, Grand Total, card."""
    bill = Bill(rng, "US", "11#-#######-#######")
    folk = populate(bill, ("Direct", "Trading", "Office Goods"), private=0.5)
    bill.day_format, market = "%B %d, %Y", rng.choice(("Bazaarly.com", "Cartopia.com"))
    percent = Decimal(rng.choice(("0", "6", "8.25")))
    for text in assortment(rng, THINGS, 8):
        bill.add(text, rng.choice((1, 1, 1, 2, 3)), price_of(rng, 6, 90), rate=percent)
    ship = rng.choice((ZERO, ZERO, Decimal("5.99")))
    bill.reckon(charges=ship, at=percent, taxed=bool(percent))
    sheet = Sheet(size=LETTER, face=TIMES)
    sheet.text(306, 55, f"Final Details for Order #{bill.number}", size=15, bold=True, align="centre")
    facts = [f"Order Placed: {bill.d(bill.date)}", f"{market} order number: {bill.number}"]
    sheet.lines(45, 80, [*facts, f"Order Total: ${bill.m(bill.total)}"], size=10.5, leading=1.4)
    _shipment(sheet, bill, folk.contact)
    room(sheet, 160, 770)
    sheet.box(45, sheet.y, 567, sheet.y + 118)
    sheet.text(306, sheet.y + 14, "Payment information", size=11, bold=True, align="centre")
    left = ["Payment Method:", f"Visa | Last digits: {bill.shape('####')}", "", "Billing address"]
    sheet.lines(52, sheet.y + 32, [*left, bill.buyer.name, *address(bill.buyer)], size=9.5, leading=1.25)
    sums = [
        ("Item(s) Subtotal:", bill.subtotal),
        ("Shipping & Handling:", ship),
        ("Total before tax:", bill.subtotal + ship),
    ]
    sums += [("Estimated tax to be collected:", bill.tax), ("Grand Total:", bill.total)]
    pairs(sheet, sheet.y + 32, ">490 >560", [(a, f"${bill.m(b)}") for a, b in sums], size=9.5, step=15, bold=("Grand",))
    last = f"To view the status of your order, return to Order Summary. {market}, Inc. or its affiliates"
    sheet.text(306, sheet.y + 140, last, size=8, align="centre")
    truth = bill.truth(sheet, "qty price subtotal tax", "marketplace", "order-number-only")
    for item, row in zip(truth["items"], bill.rows, strict=True):
        if row.qty != 1:  # only the price of one is printed
            item["amount"] = [item["amount"], None]
    truth = bill.charge_as_line(truth)
    return Drawn(sheet.finish(), (settled(bill, truth),))


def _shipment(sheet: Sheet, bill: Bill, person: str) -> None:
    """The box of what was sent: titles with their seller at the left, the price of one at the right."""
    top = sheet.y = 128
    sheet.text(306, top + 14, f"Shipped on {bill.d(bill.date, 1)}", size=11, bold=True, align="centre")
    spread(sheet, top + 34, "<52 >560", ["Items Ordered", "Price"], size=10, bold=True)
    sheet.y = top + 50
    for r in bill.rows:
        title = folded(sheet, f"{bill.q(r.qty)} of: {r.text}", 400, 9.5)
        text = f"{title}\nSold by: {bill.seller.name}\nCondition: New"
        sheet.y = spread(sheet, sheet.y, "<52 >560", [text, f"${bill.p(r.price)}"], size=9.5) + 8
    to = [
        "Shipping Address:",
        person,
        *address(bill.buyer),
        "United States",
        "",
        "Shipping Speed:",
        "Standard Shipping",
    ]
    sheet.y = sheet.lines(52, sheet.y + 8, to, size=9.5, bold_first=True)
    sheet.box(45, top, 567, sheet.y)
    sheet.y += 16


LICENCES = (
    ("65######", "Creative Suite for teams, all apps"),
    ("30######", "Pro PDF for teams, multi-language"),
    ("65######", "Stock images, 10 assets a month"),
    ("30######", "Sign, transactions pack 150"),
    ("65######", "Photography plan 1 TB"),
)


@family("licence-shop-columns")
def licence_shop_columns(rng: Random) -> Drawn:
    """A software maker's invoice: product number, net, tax rate, tax and total per line; term in a note; card."""
    away = rng.choice(("IE", "IE", "GB", "DE", "NL"))
    bill = Bill(rng, "IE", rng.choice(("IEE{y}00#######", "2#########", "INV-########")), buyer=away)
    bill.seller = replace(
        bill.seller, name=f"{rng.choice(('Pixelgrove', 'Formotter', 'Inkladder'))} Software Ireland Limited"
    )
    rate, bill.day_format = Decimal(23) if away == "IE" else ZERO, "%d-%b-%Y"
    for shape, text in assortment(rng, LICENCES, 10):
        term = f"{bill.d(bill.date)} to {bill.d(bill.date, 30)}"
        bill.add(text, rng.choice((1, 1, 2, 8)), price_of(rng, 11, 84), rate=rate, sku=bill.shape(shape), notes=(term,))
    bill.reckon(taxed=bool(rate))
    sheet, card, po = Sheet(), rng.random() < 0.6, bill.shape(rng.choice(("AD0########", "PO######")))
    sheet.text(40, 60, bill.seller.name.split(" ")[0], size=20, bold=True, colour=(0.85, 0.1, 0.1))
    sheet.lines(40, 76, [bill.seller.name, *bill.seller.address, f"VAT No: {bill.seller.tax_id}"], size=7.5)
    sheet.text(560, 60, "INVOICE", size=16, bold=True, align="right")
    facts = [("Invoice Number", bill.number), ("Invoice Date", bill.d(bill.date))]
    facts += [
        ("Payment Terms", "Credit Card" if card else "Net 30"),
        ("Purchase Order", po),
    ]
    facts += [] if card else [("Due Date", bill.d(bill.due))]
    facts += [
        ("Order Number", bill.shape("7#########")),
        ("Customer Number", bill.shape("#########")),
        ("Currency", "EUR"),
    ]
    sheet.text(350, 82, "Invoice Information", size=9, bold=True)
    pairs(sheet, 97, "<350 >560", facts, size=8, step=12)
    theirs = [bill.buyer.name, full_name(rng), *bill.buyer.address]
    theirs += [f"Customer VAT No: {bill.buyer.tax_id}"] if away != "IE" else []
    sheet.lines(40, 140, ["Bill To", *theirs], size=8.5, bold_first=True)
    sheet.y = 222
    heads = "58<Product No.|165<Product Description|30>Qty|55>Unit Price|60>Net Amount|42>Tax Rate|50>Taxes|62>Total"
    rows = []
    for r in bill.rows:
        tax = bill.money(r.amount * r.rate / 100)
        money = (bill.p(r.price), bill.m(r.amount), f"{bill.m(r.rate)}%", bill.m(tax), bill.m(r.amount + tax))
        rows.append((r.sku or "", f"{r.text}\n{r.notes[0]}", bill.q(r.qty), *money))
    table(sheet, 38, heads, rows, Look("grid", size=7.5, header_fill=(0.92, 0.92, 0.92)), bottom=680)
    sums = [
        ("NET AMOUNT (EUR)", bill.subtotal),
        ("TAXES (SEE DETAILS FOR RATES)", bill.tax),
        ("GRAND TOTAL (EUR)", bill.total),
    ]
    y = pairs(sheet, sheet.y + 18, ">480 >557", [(a, bill.m(b)) for a, b in sums], size=8.5, step=14, bold=("GRAND",))
    told = ["Reverse charge - customer to account for VAT."] if not rate else []
    told += ["Paid by credit card. No action required." if card else f"Remit to IBAN {bill.seller.iban}"]
    sheet.lines(40, y + 10, told, size=8)
    on = shown("seller_id qty price subtotal tax", due=not card, buyer_id=away != "IE")
    truth = bill.truth(sheet, on, "software", "tax-per-line")
    return Drawn(sheet.finish(), (with_po(settled(bill, truth) if card else truth, po),))
