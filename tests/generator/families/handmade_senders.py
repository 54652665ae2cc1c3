"""Papers of people without a program: a spreadsheet, a typeset letter, a text document, a shop's print, a feast."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, Bill, bar, folded, price_of, spread
from tests.generator.ink import number_text
from tests.generator.lands import person
from tests.generator.listing import listing, pairs, turned
from tests.generator.model import ZERO, TaxLine
from tests.generator.registry import Drawn, family
from tests.generator.sheet import LETTER, TIMES, Sheet


@family("shop-three-sales-taxes")
def shop_three_sales_taxes(rng: Random) -> Drawn:
    """A shop program's order print: '2 x' before the name, taxes of state, county and city, the shop at the foot."""
    bill = Bill(rng, "US", rng.choice(("1###", "20##", "@@1###")))
    goods = (
        "Canvas apron - olive",
        "Beeswax wrap set of 3",
        "Cast iron trivet",
        "Linen napkins - sand",
        "Enamel mug 12 oz - white",
    )
    for text in rng.sample(goods, rng.randint(1, 5)):
        bill.add(text, rng.choice((1, 1, 2, 4)), price_of(rng, 6, 70))
    off = rng.choice((ZERO, bill.money(bill.sum(bill.rows) / 10)))
    bill.reckon(discount=off, charges=rng.choice((ZERO, Decimal("5.90"), Decimal("8.00"))), taxed=False)
    base = bill.subtotal - off
    names = (("State Tax", "6.25"), ("County Tax", "1"), ("City Tax", "0.75"))[: rng.randint(1, 3)]
    bill.taxes = [TaxLine(name, Decimal(p), base, bill.money(base * Decimal(p) / 100)) for name, p in names]
    bill.total += bill.tax
    bill.prepaid = bill.total
    sheet = Sheet(size=LETTER)
    shop = bill.seller.name.rsplit(" ", 1)[0].strip(",")
    sheet.text(50, 70, shop, size=20, bold=True)
    sheet.lines(562, 60, [f"Order #{bill.number}", bill.date.strftime("%B %d, %Y")], size=11, align="right")
    for x, label in ((50, "SHIP TO"), (300, "BILL TO")):
        owner = bill.buyer if label == "BILL TO" else bill.ship_to
        sheet.lines(x, 115, [label, owner.name, *owner.address, "United States"], size=10, bold_first=True)
    sheet.rule(50, 195, 562, 195, 0.4)
    spread(sheet, 212, "<50 >562", ["ITEMS", "PRICE"], size=9, bold=True)
    sheet.y = 236
    for r in bill.rows:
        each = f"${bill.p(r.price)} each" if r.qty != 1 else ""
        sheet.y = (
            spread(
                sheet,
                sheet.y,
                "<50 <95 >470 >562",
                [f"{bill.q(r.qty)} x", r.text, each, f"${bill.m(r.amount)}"],
                size=10,
            )
            + 10
        )
    sheet.rule(50, sheet.y - 6, 562, sheet.y - 6, 0.4)
    sums = [("Subtotal", bill.m(bill.subtotal))] + ([("Discount (WELCOME10)", f"-{bill.m(off)}")] if off else [])
    sums += [("Shipping (Standard)", bill.m(bill.charges))]
    sums += [(f"{t.name} {bill.q(t.rate)}%", bill.m(t.amount)) for t in bill.taxes] + [("Total", bill.m(bill.total))]
    texts = [(label, f"-${value[1:]}" if value.startswith("-") else f"${value}") for label, value in sums]
    y = pairs(sheet, sheet.y + 12, ">470 >562", texts, size=10, step=17, bold=("Total",))
    spread(sheet, y + 4, ">470 >562", [f"Paid - card ending {bill.shape('####')}", f"${bill.m(bill.total)}"], size=10)
    foot = ["Thank you for shopping with us!", bill.seller.name, ", ".join(bill.seller.address), bill.seller.mail]
    for n, text in enumerate(foot):
        sheet.text(306, 700 + 13 * n, text, size=9, align="centre", bold=n == 1)
    truth = bill.truth(sheet, "subtotal qty", "several-sales-taxes", "paid")
    for item, row in zip(truth["items"], bill.rows, strict=True):
        price = number_text(row.price or ZERO)
        item["unit_price"] = price if row.qty != 1 else [price, None]  # only of several
    whole = number_text(bill.total)
    truth["totals"] |= {"prepaid": [whole, "0"], "payable": ["0", whole, None], "tax_base": [number_text(base), None]}
    return Drawn(sheet.finish(), (bill.charge_as_line(truth),))


@family("spreadsheet-with-empty-rows")
def spreadsheet_with_empty_rows(rng: Random) -> Drawn:
    """A Hong Kong trader's spreadsheet: '$' at the cell's left edge, '-' for nothing, rows that nobody filled in."""
    bill = Bill(rng, "HK", rng.choice(("HK{y}{m}##", "INV####", "####-##")))
    goods = (
        "LED strip 5 m warm white",
        "Power adaptor 12V 2A",
        "Acrylic sign A4",
        "Extension cord 3 m",
        "Cable ties 200 mm, bag",
    )
    for text in rng.choices(goods, k=rng.randint(1, 16)):
        bill.add(text, rng.choice((1, 2, 5, 20, 100, 240)), price_of(rng, 3, 380, step="0.10"))
    bill.reckon(charges=rng.choice((ZERO, Decimal(80), Decimal(150))), taxed=False, slips="total amount qty")
    bill.prepaid = rng.choice((ZERO, bill.money(bill.total * 3 / 10)))
    sheet = Sheet()
    sheet.text(40, 56, bill.seller.name, size=18, bold=True)
    sheet.text(555, 56, "INVOICE", size=22, bold=True, align="right", colour=(0.3, 0.4, 0.6))
    sheet.lines(40, 72, [*bill.seller.address, f"Tel {bill.seller.phone}  B.R. No. {bill.seller.tax_id}"], size=8.5)
    days = rng.choice(("C.O.D.", "30 days", "50% deposit"))
    head = (
        ("DATE", bill.d(bill.date)),
        ("INVOICE #", bill.number),
        ("CUSTOMER ID", bill.shape("C###")),
        ("TERMS", days),
    )
    for n, (label, value) in enumerate(head):
        sheet.text(440, 76 + 14 * n, label, size=8.5, align="right")
        sheet.box(450, 66 + 14 * n, 555, 80 + 14 * n)
        sheet.text(502, 76 + 14 * n, value, size=8.5, align="centre")
    bar(sheet, 126, 14, 40, 250, (0.3, 0.4, 0.6))
    sheet.text(44, 136, "BILL TO", size=8.5, bold=True, colour=(1, 1, 1))
    sheet.lines(44, 152, [person(rng, bill.land), bill.buyer.name, *bill.buyer.address], size=8.5)
    bar(sheet, 204, 15, 40, 555, (0.3, 0.4, 0.6))
    spread(
        sheet,
        215,
        "^180 ^345 ^410 ^507",
        ["DESCRIPTION", "QTY", "UNIT PRICE", "AMOUNT"],
        size=8.5,
        bold=True,
        colour=(1, 1, 1),
    )
    y = 219.0
    count = max(len(bill.rows) + rng.randint(1, 6), 12)
    for n in range(count):
        for x0, x1 in ((40, 320), (320, 370), (370, 460), (460, 555)):
            sheet.box(x0, y, x1, y + 16)
        if n < len(bill.rows):
            r = bill.rows[n]
            cells = [r.text, bill.q(r.qty), bill.p(r.price), "$", bill.m(r.amount)]
        else:
            cells = ["", "", "", "$", "-   "]
        spread(sheet, y + 11, "<44 >364 >455 <464 >551", cells, size=8.5)
        y += 16
    dash = "-   "
    sums = [("SUBTOTAL", bill.m(bill.subtotal)), ("TAX RATE", "0.00%"), ("TAX", dash)]
    sums += [("DELIVERY", bill.m(bill.charges) if bill.charges else dash), ("TOTAL", bill.m(bill.total))]
    sums += [("LESS DEPOSIT", bill.m(bill.prepaid)), ("BALANCE", bill.m(bill.payable))] if bill.prepaid else []
    for label, text in sums:
        sheet.box(460, y, 555, y + 16)
        cells = [label, "" if label == "TAX RATE" else "$", text]
        spread(sheet, y + 11, "<375 <464 >551", cells, size=8.5, bold=label == "TOTAL")
        y += 16
    sheet.lines(
        44,
        y - 60,
        ["OTHER COMMENTS", "1. Goods sold are not returnable", f"2. Cheque payable to {bill.seller.name}"],
        size=8,
    )
    truth = bill.truth(sheet, "subtotal qty price payable", "spreadsheet", "empty-rows", "dollar-by-country")
    truth["seller"]["tax_id"] = [bill.seller.tax_id, None]  # a business registration, no tax number in the strict sense
    return Drawn(sheet.finish(), (bill.charge_as_line(truth),))


@family("typeset-letter-reverse-charge")
def typeset_letter_reverse_charge(rng: Random) -> Drawn:
    """A Czech engineer's typeset letter: three rules, hours, both VAT ids in one sentence of the closing text."""
    bill = Bill(rng, "CZ", rng.choice(("{y}{m}##", "{y}/##", "F{y}0##")), buyer=rng.choice(("DE", "AT", "NL", "BE")))
    works = (
        "Finite element model of the bracket",
        "Review of drawings, revision C",
        "Workshop on site",
        "Measurement and report",
    )
    for text in rng.sample(works, rng.randint(1, 4)):
        bill.add(text, Decimal(rng.randint(2, 90)) / 2, price_of(rng, 45, 130, step="1"))
    bill.reckon(taxed=False)
    sheet = Sheet(face=TIMES)
    sheet.lines(
        525, 80, [bill.seller.name, *bill.seller.address, "Czech Republic", bill.seller.mail], size=10, align="right"
    )
    sheet.lines(70, 165, [bill.buyer.name, person(rng, bill.land), *bill.buyer.address], size=11)
    sheet.text(525, 240, bill.d(bill.date), size=11, align="right")
    sheet.text(70, 270, f"Invoice No. {bill.number}", size=14, bold=True)
    intro = f"Dear colleagues, according to our agreement of {bill.d(bill.date, -70)} I charge for my work:"
    sheet.y = sheet.lines(70, 296, sheet.wrap(intro, 455, 11), size=11) + 10
    sheet.rule(70, sheet.y - 10, 525, sheet.y - 10, 1)
    stops = "<76 >340 >430 >519"
    sheet.y = spread(sheet, sheet.y + 3, stops, ["Task", "Hours", "Rate (EUR/h)", "Amount (EUR)"], size=11) + 4
    sheet.rule(70, sheet.y - 8, 525, sheet.y - 8, 0.5)
    rows = [(r.text, bill.q(r.qty, 1), bill.p(r.price), bill.m(r.amount)) for r in bill.rows]
    sheet.y += 6
    listing(sheet, stops, rows, turn=turned(sheet, lambda: None), size=11, gap=2)
    sheet.rule(70, sheet.y - 8, 525, sheet.y - 8, 0.5)
    spread(sheet, sheet.y + 6, "<76 >519", ["Total", bill.m(bill.total)], size=11, bold=True)
    sheet.rule(70, sheet.y + 12, 525, sheet.y + 12, 1)
    late = rng.random() < 0.5
    when = f"by {bill.d(bill.due)}" if late else f"within {(bill.due - bill.date).days} days"
    said = (
        f"The supply is subject to reverse charge: VAT is due by the recipient (my VAT No. {bill.seller.tax_id}, yours "
    )
    said += (
        f"{bill.buyer.tax_id}). Please transfer the amount {when} to {bill.seller.iban}, stating the invoice number."
    )
    sheet.lines(
        70, sheet.y + 44, [*sheet.wrap(said, 455, 11), "", "Yours sincerely,", "", "", person(rng, bill.land)], size=11
    )
    sheet.text(297, 805, "1", size=10, align="centre")
    shown = f"{'due' if late else ''} seller_id buyer_id qty price"
    return Drawn(sheet.finish(), (bill.truth(sheet, shown, "ids-in-a-sentence", "reverse-charge", "letter"),))


@family("photographer-licence")
def photographer_licence(rng: Random) -> Drawn:
    """A photographer's text document: person, studio name, usage terms, no tax, terms in days, expenses at cost."""
    bill = Bill(rng, rng.choice(("GB", "AU", "NZ")), rng.choice(("{y}-##", "##", "JOB###")))
    bill.seller = replace(bill.seller, name=f"{person(rng, bill.land).removeprefix('Mr ')} Photography")
    sign = "£" if bill.currency == "GBP" else "$"
    fees = (
        "Day rate, location shoot",
        "Retouching, per image",
        "Assistant",
        "Studio hire",
        "Licence fee, print and web, 2 years",
    )
    for text in rng.sample(fees, rng.randint(1, 5)):
        bill.add(text, rng.choice((1, 1, 2, 8)), Decimal(rng.randint(4, 90) * 10))
    for text in rng.sample(("Parking", "Mileage 84 miles", "Props"), rng.randint(0, 2)):
        bill.add(text, 1, price_of(rng, 6, 90))
    bill.reckon(taxed=False, slips="total amount")
    sheet = Sheet()
    sheet.text(70, 90, bill.seller.name, size=24)
    sheet.lines(
        70, 112, [f"{bill.seller.street}, {bill.seller.city}", f"{bill.seller.phone} / {bill.seller.mail}"], size=8.5
    )
    left = ["Client:", bill.buyer.name, *bill.buyer.address]
    right = [
        f"Invoice: {bill.number}",
        f"Issued: {bill.d(bill.date)}",
        f"Shoot date: {bill.d(bill.date, -9)}",
        f"Client PO: {bill.shape('PO-####')}",
    ]
    for n in range(4):
        sheet.box(70, 160 + 18 * n, 300, 178 + 18 * n)
        sheet.box(300, 160 + 18 * n, 525, 178 + 18 * n)
        spread(sheet, 172 + 18 * n, "<75 <305", [left[n], right[n]], size=9.5)
    sheet.text(
        70, 262, "Usage: editorial and own channels of the client, worldwide, two years from first publication.", size=9
    )
    sheet.y = 290
    for r in bill.rows:
        assert r.price is not None
        cells = [r.text, f"{bill.q(r.qty)} @ {sign}{bill.q(r.price)}", f"{sign}{bill.m(r.amount)}"]
        sheet.y = spread(sheet, sheet.y, "<75 >420 >520", cells, size=10) + 8
        sheet.rule(70, sheet.y - 12, 525, sheet.y - 12, 0.3)
    spread(sheet, sheet.y + 10, ">420 >520", ["TOTAL DUE", f"{sign}{bill.m(bill.total)}"], size=12, bold=True)
    terms = [
        f"Terms: {rng.choice((7, 14, 30))} days from date of invoice. Copyright stays with the photographer.",
        "Not registered for tax.",
    ]
    sheet.lines(70, sheet.y + 60, [*terms, f"Bank: {bill.shape('##-##-## / ########')}"], size=9)
    truth = bill.truth(sheet, "qty price", "person", "no-tax", "text-document")
    return Drawn(sheet.finish(), (truth,))


@family("caterer-two-deposits")
def caterer_two_deposits(rng: Random) -> Drawn:
    """A wedding in Ireland: guests by price, two rates of VAT, gratuity untaxed, dated deposits, a final balance."""
    bill = Bill(rng, "IE", rng.choice(("W-###", "EV{y}##", "#####")))
    couple = rng.choice(("Aoife & Cormac Tiernan", "Sinead Halpin & Eoin Roche", "Orla & Ruairi Mangan"))
    bill.buyer = replace(bill.buyer, name=couple)
    guests, food, drink = rng.randint(30, 180), Decimal("13.5"), Decimal(23)
    menu = [("Three course menu, per guest", guests, food), ("Evening buffet, per guest", guests + 20, food)]
    menu += [
        ("Arrival fizz, glass", guests, drink),
        ("House wine, bottle", guests // 3, drink),
        ("Hire of linen", 1, drink),
    ]
    for text, qty, rate in rng.sample(menu, rng.randint(2, 5)):
        bill.add(text, qty, price_of(rng, 4, 68, step="0.50"), rate=rate, more=("A" if rate == food else "B",))
    tip = rng.choice((ZERO, Decimal(250)))
    bill.reckon(charges=tip)
    bill.taxes = [tax for tax in bill.taxes if tax.rate]
    paid = [bill.money(bill.total / 500) * 100, Decimal(500)][: rng.randint(1, 2)]
    bill.prepaid = sum(paid, ZERO)
    sheet = Sheet(face=TIMES)
    sheet.text(297, 60, bill.seller.name, size=22, align="centre")
    sheet.text(297, 76, "Weddings - Garden parties - Private dining", size=10, align="centre", colour=GREY)
    sheet.text(297, 104, f"Invoice {bill.number}", size=14, bold=True, align="centre")
    event = bill.date + dt.timedelta(days=21)
    sheet.text(297, 120, f"{bill.d(bill.date)}   for the wedding of", size=10, align="centre")
    sheet.text(297, 142, bill.buyer.name, size=16, align="centre")
    sheet.text(297, 157, ", ".join(bill.buyer.address), size=9, align="centre")
    sheet.text(297, 170, f"on {bill.d(event)} at {bill.ship_to.street}", size=10, align="centre")
    stops = "<80 >330 >400 ^440 >515"
    sheet.y = spread(sheet, 205, stops, ["", "Number", "Each", "VAT", "EUR"], size=10, bold=True) + 6
    rows = [(r.text, bill.q(r.qty), bill.p(r.price), r.more[0], bill.m(r.amount)) for r in bill.rows]
    listing(sheet, stops, rows, turn=turned(sheet, lambda: None), size=10.5, gap=5)
    sums = [("Food, drink and hire", bill.m(bill.subtotal))]
    sums += [
        (f"VAT {'A' if t.rate == food else 'B'} {bill.q(t.rate)}% on {bill.m(t.base)}", bill.m(t.amount))
        for t in bill.taxes
    ]
    sums += [("Gratuity for the team", bill.m(tip))] if tip else []
    sums += [("Total of the day", bill.m(bill.total))]
    sums += [
        (f"Deposit received {bill.d(bill.date, -150 + 60 * n)}", f"- {bill.m(part)}") for n, part in enumerate(paid)
    ]
    sums += [("Balance", bill.m(bill.payable))]
    y = pairs(sheet, sheet.y + 10, "<240 >515", sums, size=10.5, step=17, bold=("Total", "Balance"))
    late = rng.random() < 0.5
    bill.due = event - dt.timedelta(days=7)
    last = (
        f"The balance is payable by {bill.d(bill.due)}."
        if late
        else "The balance is payable one week before the event."
    )
    sheet.text(297, y + 14, last, size=10, align="centre")
    foot = f"{bill.seller.name}, {', '.join(bill.seller.address)} - VAT {bill.seller.tax_id} - {bill.seller.phone}"
    sheet.text(297, 800, folded(sheet, foot, 560, 8), size=8, align="centre")
    truth = bill.truth(
        sheet, f"{'due' if late else ''} seller_id subtotal qty price payable", "deposits", "person", "event-date"
    )
    truth["totals"]["tax_base"] = None
    if tip:
        text = number_text(tip)
        line = {
            **truth["items"][0],
            "description": None,
            "qty": ["1", None],
            "unit_price": [text, None],
            "amount": text,
        }
        totals = truth["totals"] | {
            "subtotal": [number_text(bill.subtotal), number_text(bill.subtotal + tip), None],
            "charges": "0",
        }
        truth["or"] = [{"items": [*truth["items"], line], "totals": totals}]
    return Drawn(sheet.finish(), (truth,))
