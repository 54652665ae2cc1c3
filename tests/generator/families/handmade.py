"""Papers of people without a program: a typeset letter, a shop with three sales taxes."""

from decimal import Decimal
from random import Random

from tests.generator.bill import Bill, price_of, spread
from tests.generator.countries import person
from tests.generator.ink import number_text
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
