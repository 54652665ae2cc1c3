"""Senders from Britain, Ireland and South Africa, each with a paper of its own."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, VERA, Bill, Row, bar, bars, folded, price_of, spread
from tests.generator.ink import number_text
from tests.generator.lands import person
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, Truth, family
from tests.generator.sheet import COURIER, TIMES, Sheet

VAT, LOW = Decimal(20), Decimal(5)


@family("british-cash-and-carry")
def british_cash_and_carry(rng: Random) -> Drawn:
    """Packs and sizes that look like quantities, VAT codes, analysis at the left, sums at the right."""
    bill = Bill(rng, "GB", rng.choice(("SI-######", "0######", "INV#####")))
    goods = (
        ("Baked beans 12x415g", ZERO),
        ("Washing up liquid 8x1ltr", VAT),
        ("Crisps salted 48x25g", VAT),
        ("Basmati rice 20kg", ZERO),
        ("Blue roll 6pk", VAT),
        ("Semi skimmed milk 6x2ltr", ZERO),
        ("Heating logs 10pk", LOW),
    )
    for text, rate in rng.choices(goods, k=rng.randint(2, 75)):
        bill.add(text, rng.choice((1, 1, 2, 4, 10)), price_of(rng, 3, 48), rate=rate, sku=bill.shape("######"))
    bill.reckon(slips="total qty amount")
    codes = {VAT: "1", LOW: "2", ZERO: "0"}
    sheet = Sheet(face=VERA)
    _carry_head(sheet, bill)
    stops = "<30 <80 >340 >415 ^450 >565"
    for n, row in enumerate(bill.rows):
        if sheet.y > 640:
            sheet.text(565, 812, "Continued...", size=7.5, align="right")
            sheet.new_page()
            _carry_head(sheet, bill)
        if n % 2:
            bar(sheet, sheet.y - 8, 11, 26, 569, (0.94, 0.94, 0.97))
        sheet.y = (
            spread(
                sheet,
                sheet.y,
                stops,
                [row.sku or "", row.text, bill.q(row.qty), bill.p(row.price), codes[row.rate], bill.m(row.amount)],
                size=7.5,
            )
            + 2.5
        )
    _carry_foot(sheet, bill, codes)
    return Drawn(
        sheet.finish(), (bill.truth(sheet, "due seller_id subtotal tax qty price", "tax-codes", "repeated-head"),)
    )


def _carry_head(sheet: Sheet, bill: Bill) -> None:
    sheet.text(30, 46, bill.seller.name, size=14, bold=True)
    sheet.text(30, 58, f"{bill.seller.street}, {bill.seller.city}  Tel {bill.seller.phone}", size=7)
    sheet.text(565, 46, "SALES INVOICE", size=11, bold=True, align="right")
    sheet.text(565, 58, f"Page {sheet.page}", size=7, align="right")
    for x, label, company in ((30, "INVOICE TO", bill.buyer), (220, "DELIVER TO", bill.ship_to)):
        sheet.box(x - 4, 72, x + 176, 140)
        sheet.text(x, 83, label, size=6.5, bold=True)
        sheet.lines(x, 97, [company.name, *company.address], size=8)
    pairs = (
        ("Invoice No", bill.number),
        ("Tax Point", bill.d(bill.date)),
        ("Account", bill.buyer.name[:3].upper() + "001"),
        ("Due", bill.d(bill.due)),
        ("Van/Drop", "14/3"),
    )
    for n, (label, value) in enumerate(pairs):
        spread(sheet, 82 + 13 * n, "<420 >565", [label, value], size=7.5)
    sheet.rule(26, 160, 569, 160)
    spread(
        sheet,
        171,
        "<30 <80 >340 >415 ^450 >565",
        ["Code", "Product (case size)", "Cases", "Case price", "VAT", "Goods value"],
        size=7.5,
        bold=True,
    )
    sheet.rule(26, 176, 569, 176)
    sheet.y = 190


def _carry_foot(sheet: Sheet, bill: Bill, codes: dict[Decimal, str]) -> None:
    y = max(sheet.y + 14, 665)
    sheet.box(26, y - 10, 300, y + 8 + 12 * len(bill.taxes))
    spread(sheet, y, "<32 >110 >200 >294", ["Code", "Rate", "Goods", "VAT"], size=7.5, bold=True)
    for n, tax in enumerate(bill.taxes, 1):
        spread(
            sheet,
            y + 12 * n,
            "<32 >110 >200 >294",
            [codes[tax.rate], f"{bill.m(tax.rate)}%", bill.m(tax.base), bill.m(tax.amount)],
            size=7.5,
        )
    for n, (label, value) in enumerate(
        (("Goods total", bill.subtotal), ("VAT total", bill.tax), ("INVOICE TOTAL", bill.total))
    ):
        spread(sheet, y + 15 * n, ">470 >565", [label, f"{'£' if n == 2 else ''}{bill.m(value)}"], size=9, bold=n == 2)
    off = bill.money(bill.subtotal * Decimal("1.5") / 100)
    sheet.text(
        30,
        y + 60,
        (
            f"Settlement discount of £{bill.m(off)} (1.5%) may be taken if paid within 7 days. Cases: "
            f"{bill.q(sum((row.qty or ZERO for row in bill.rows), ZERO))}"
        ),
        size=7,
    )
    sheet.text(
        30,
        y + 72,
        (
            f"VAT Reg No {bill.seller.tax_id}. Co. Reg. 0{bill.shape('#######')}. Sort code "
            f"20-{bill.shape('##-##')} Account {bill.shape('########')}. E&OE."
        ),
        size=7,
    )


@family("british-accountant-letter")
def british_accountant_letter(rng: Random) -> Drawn:
    """A fee note in prose: paragraphs of narrative, fee, disbursements outside VAT, sums at the right margin."""
    bill = Bill(rng, "GB", rng.choice(("####", "@@/####", "{y}/###")))
    bill.seller = replace(
        bill.seller, name=f"{bill.seller.name.split()[0]} & Dacre {rng.choice(('LLP', 'Chartered Accountants'))}"
    )
    told = (
        "Preparing the statutory accounts for the year ended 31 March and dealing with matters arising",
        "Completing the corporation tax computation, submitting Form CT600 and agreeing the liability with HMRC",
        "Attending your offices on two occasions to discuss the proposed purchase of 49 shares",
        "General advice by telephone and correspondence in the period",
    )
    for text in rng.sample(told, rng.randint(1, 4)):
        bill.add(text, None, Decimal(rng.randint(6, 90) * 25), rate=VAT)
    fees = list(bill.rows)
    outlays = [
        Row(text, price_of(rng, 5, 120))
        for text in rng.sample(("Companies House filing fee", "Land Registry copies", "Courier"), rng.randint(0, 2))
    ]
    bill.rows += outlays
    bill.reckon()
    sheet = Sheet(face=TIMES)
    sheet.text(297, 60, bill.seller.name, size=18, align="centre")
    sheet.text(
        297, 74, f"{bill.seller.street}, {bill.seller.city}    Telephone {bill.seller.phone}", size=8, align="centre"
    )
    sheet.rule(200, 82, 395, 82, 0.4)
    sheet.lines(75, 120, ["The Directors", bill.buyer.name, *bill.buyer.address], size=11)
    sheet.lines(
        420, 120, [bill.d(bill.date), f"Our ref: {bill.shape('@@/@@/B###')}", f"Fee note: {bill.number}"], size=10
    )
    sheet.text(75, 200, "PROFESSIONAL FEES", size=11, bold=True)
    sheet.text(500, 200, "£", size=11, align="right")
    sheet.y = 222
    for row in fees:
        lines = sheet.wrap(row.text + ".", 340, 11)
        sheet.lines(75, sheet.y, lines, size=11)
        sheet.y += 14.3 * (len(lines) - 1)
        sheet.text(520, sheet.y, bill.m(row.amount), size=11, align="right")
        sheet.y += 24
    _letter_sums(sheet, bill, fees, outlays)
    truth = bill.truth(sheet, f"seller_id {'' if outlays else 'subtotal'} tax", "letter", "disbursements")
    return Drawn(sheet.finish(), (_outlays_as_charges(truth, bill, fees) if outlays else truth,))


def _letter_sums(sheet: Sheet, bill: Bill, fees: list[Row], outlays: list[Row]) -> None:
    net = sum((row.amount for row in fees), ZERO)
    rows = [("", net), ("Value Added Tax at 20%", bill.tax)]
    for label, value in rows:
        sheet.rule(460, sheet.y - 12, 520, sheet.y - 12, 0.4)
        spread(sheet, sheet.y, "<75 >520", [label, bill.m(value)], size=11)
        sheet.y += 18
    if outlays:
        sheet.text(75, sheet.y, "Disbursements (not subject to VAT)", size=11)
        sheet.y += 16
        for row in outlays:
            sheet.y = spread(sheet, sheet.y, "<95 >520", [row.text, bill.m(row.amount)], size=11) + 2
    sheet.rule(460, sheet.y - 8, 520, sheet.y - 8, 0.4)
    spread(sheet, sheet.y + 8, "<75 >520", ["Total now due", f"£{bill.m(bill.total)}"], size=12, bold=True)
    sheet.rule(460, sheet.y + 12, 520, sheet.y + 12)
    sheet.rule(460, sheet.y + 14, 520, sheet.y + 14)
    notes = [
        "Payment is due within 14 days. Interest at 8% over base rate may be charged thereafter.",
        f"VAT registration number {bill.seller.tax_id}",
        f"A list of members is available at the above address. Partners: {bill.land.persons.replace('|', ', ')}",
    ]
    sheet.lines(75, 760, notes, size=8, leading=1.5)


def _outlays_as_charges(truth: Truth, bill: Bill, fees: list[Row]) -> Truth:
    """Disbursements are lines, or charges after the fees' sum: both are right."""
    net = sum((row.amount for row in fees), ZERO)
    totals = {**truth["totals"], "subtotal": number_text(net), "charges": number_text(bill.subtotal - net)}
    return {**truth, "or": [{"items": bill.items({"qty", "price"}, fees), "totals": totals}]}


@family("irish-till-invoice")
def irish_till_invoice(rng: Random) -> Drawn:
    """A retailer's VAT receipt on a narrow roll: prices with VAT, codes, card payment, the buyer's name typed in."""
    bill = Bill(rng, "IE", rng.choice(("T0#-######", "R########", "####-###-##")))
    bill.included = True
    goods = (
        ("PAINT MATT 10L", Decimal(23)),
        ("BRUSH SET 5PC", Decimal(23)),
        ("COMPOST 60L", Decimal("13.5")),
        ("SEED POTATO 2KG", ZERO),
        ("DRILL BIT 6MM", Decimal(23)),
        ("CHILDS WELLIES 9", ZERO),
    )
    for text, rate in rng.sample(goods, rng.randint(1, 6)):
        bill.add(text, rng.choice((1, 1, 1, 2, 4)), price_of(rng, 2, 70), rate=rate)
    bill.reckon(slips="total amount")
    codes = {Decimal(23): "A", Decimal("13.5"): "B", ZERO: "Z"}
    sheet = Sheet(size=(250, 330 + 26 * len(bill.rows) + 12 * len(bill.taxes) + 130), face=COURIER)
    sheet.text(125, 30, bill.seller.name.upper(), size=10, bold=True, align="centre")
    sheet.text(125, 43, bill.seller.name, size=7, align="centre")
    for n, text in enumerate(
        (bill.seller.street, bill.seller.city, f"VAT {bill.seller.tax_id}", f"Tel {bill.seller.phone}")
    ):
        sheet.text(125, 54 + 10 * n, text, size=7.5, align="centre")
    sheet.text(125, 106, "** VAT INVOICE **", size=9, bold=True, align="centre")
    sheet.lines(
        15,
        124,
        [
            f"Invoice: {bill.number}",
            f"Date: {bill.d(bill.date)} {rng.randint(9, 19)}:{rng.randint(10, 59)}",
            f"Till 03  Op {person(rng, bill.land).split()[0]}",
            f"Customer: {bill.buyer.name}",
            f"          {bill.buyer.city}",
        ],
        size=7.5,
    )
    sheet.y = 186
    for row in bill.rows:
        if (row.qty or 1) > 1:
            sheet.text(25, sheet.y, f"{bill.q(row.qty)} @ {bill.p(row.price)}", size=7.5)
            sheet.y += 10
        sheet.y = spread(sheet, sheet.y, "<15 >220 <226", [row.text, bill.m(row.amount), codes[row.rate]], size=7.5) + 3
    sheet.text(15, sheet.y, "-" * 48, size=7.5)
    sheet.y = spread(sheet, sheet.y + 14, "<15 >220", ["TOTAL", f"EUR {bill.m(bill.total)}"], size=11, bold=True)
    sheet.y = spread(sheet, sheet.y + 4, "<15 >220", [f"CARD **** {bill.shape('####')}", bill.m(bill.total)], size=7.5)
    sheet.y = spread(sheet, sheet.y, "<15 >220", ["CHANGE", "0.00"], size=7.5) + 6
    stops = "<15 >75 >150 >220"
    sheet.y = spread(sheet, sheet.y, stops, ["VAT", "RATE", "NET", "VAT AMT"], size=7.5)
    for tax in bill.taxes:
        sheet.y = spread(
            sheet,
            sheet.y,
            stops,
            [codes[tax.rate], f"{bill.m(tax.rate)}%", bill.m(tax.base), bill.m(tax.amount)],
            size=7.5,
        )
    bars(sheet, 40, sheet.y + 12, 24, rng, 50)
    sheet.text(125, sheet.y + 52, f"AUTH {bill.shape('######')}  THANK YOU", size=7.5, align="centre")
    truth = bill.truth(sheet, "seller_id qty price", "tax-included", "roll", "paid")
    whole_sum = truth["totals"]["total"]
    truth["totals"] |= {"prepaid": ["0", whole_sum], "payable": [whole_sum, "0", None]}
    for item, row in zip(truth["items"], bill.rows, strict=True):
        if row.qty == 1:  # one piece: neither 1 nor its price is printed
            item |= {"qty": ["1", None], "unit_price": [number_text(row.price or ZERO), None]}
    return Drawn(sheet.finish(), (truth,))


@family("south-african-statement-invoice")
def south_african_statement_invoice(rng: Random) -> Drawn:
    """Rand with R before the number, VAT 15 %, the account's ageing below, net and gross on each line."""
    bill = Bill(rng, "ZA", rng.choice(("IN######", "INA#####", "TI-{y}-####")))
    for text in rng.sample(
        (
            "Borehole pump 0.75kW",
            "Call-out fee",
            "Cable tie 300mm pk100",
            "Security guard, night shift",
            "Diesel 50ppm",
            "Gate motor service kit",
        ),
        rng.randint(1, 6),
    ):
        bill.add(
            text,
            Decimal(rng.choice((1, 2, 8, 22, "45.5"))),
            price_of(rng, 15, 3200),
            rate=Decimal(15),
            sku=bill.shape("@@@###"),
        )
    bill.reckon(slips="total qty")
    sheet = Sheet()
    sheet.box(35, 30, 560, 130)
    sheet.text(45, 52, bill.seller.name, size=14, bold=True)
    sheet.lines(
        45,
        66,
        [
            *bill.seller.address,
            f"Tel: {bill.seller.phone}",
            f"Co. Reg: 20{bill.shape('1#/######/07')}",
            f"VAT No: {bill.seller.tax_id}",
        ],
        size=8,
    )
    sheet.text(550, 52, "TAX INVOICE", size=14, align="right")
    pairs = (
        ("Document No", bill.number),
        ("Date", bill.d(bill.date)),
        ("Account", bill.shape("@@@001")),
        ("Order No", bill.shape("PO####")),
        ("Rep", "JE"),
    )
    for n, (label, value) in enumerate(pairs):
        spread(sheet, 70 + 12 * n, "<400 >550", [label, value], size=8)
    sheet.box(35, 130, 560, 195)
    sheet.lines(45, 146, [bill.buyer.name, *bill.buyer.address, f"VAT Reg: {bill.buyer.tax_id}"], size=9)
    stops = "<45 <100 >320 >390 >435 >495 >552"
    sheet.y = (
        spread(
            sheet,
            212,
            stops,
            ["Code", "Description", "Quantity", "Unit Price", "Tax", "Excl", "Incl"],
            size=7.5,
            bold=True,
        )
        + 5
    )
    for row in bill.rows:
        gross = bill.money(row.amount * Decimal("1.15"))
        cells = [
            row.sku or "",
            row.text,
            bill.q(row.qty, 2),
            bill.p(row.price),
            "15%",
            bill.m(row.amount),
            bill.m(gross),
        ]
        sheet.y = spread(sheet, sheet.y, stops, cells, size=7.5) + 4
    sheet.box(35, 195, 560, 560)
    sheet.box(35, 560, 330, 640)
    sheet.lines(
        45,
        574,
        [
            "BANKING DETAILS",
            "Karoo Bank, branch 250655",
            f"Acc: {bill.shape('62#########')}",
            f"Ref: {bill.number}",
            f"Terms: 30 days from statement, due {bill.d(bill.due)}",
        ],
        size=8,
    )
    sheet.box(330, 560, 560, 640)
    for n, (label, figure) in enumerate(
        (
            ("Sub Total", bill.subtotal),
            ("Discount @ 0.00%", ZERO),
            ("Amount Excl Tax", bill.subtotal),
            ("Tax", bill.tax),
            ("Total", bill.total),
        )
    ):
        spread(sheet, 574 + 15 * n, "<338 >552", [label, f"R {bill.m(figure)}"], size=9, bold=n == 4)
    ageing = [
        f"120+ Days\nR {bill.m(ZERO)}",
        f"90 Days\nR {bill.m(ZERO)}",
        f"60 Days\nR {bill.m(price_of(rng, 0, 900))}",
        f"30 Days\nR {bill.m(price_of(rng, 0, 9000))}",
        f"Current\nR {bill.m(bill.total)}",
    ]
    spread(sheet, 662, "^80 ^185 ^290 ^395 ^500", ageing, size=8, colour=GREY)
    sheet.text(
        45,
        700,
        f"Received in good order: ____________________  Date: __________  {folded(sheet, 'E & OE', 60, 8)}",
        size=8,
    )
    return Drawn(sheet.finish(), (bill.truth(sheet, "due seller_id buyer_id subtotal tax qty price", "ageing"),))


@family("credit-note-three-ways")
def credit_note_three_ways(rng: Random) -> Drawn:
    """A credit note with negative quantities, with negative amounts in brackets, or told by its title alone."""
    way = rng.choice(("quantities", "brackets", "title"))
    bill = Bill(rng, "GB", rng.choice(("CN-####", "CRN/{y}/###", "C#####")), kind="credit_note")
    if way == "brackets":
        bill.numbers = replace(bill.numbers, negative="({})")
    for text in rng.sample(
        (
            "Oak threshold 900 mm - damaged",
            "Overcharge on invoice, price list error",
            "Brass hinge 76mm, returned",
            "Carriage refunded",
        ),
        rng.randint(1, 4),
    ):
        bill.add(text, rng.choice((1, 2, 5, 12)), price_of(rng, 3, 90), rate=VAT)
    bill.reckon(slips="total")
    sign = 1 if way == "title" else -1
    sheet = Sheet()
    sheet.text(560, 60, "Credit Note", size=22, align="right", colour=(0.6, 0.1, 0.1))
    sheet.lines(
        560, 80, [bill.seller.name, *bill.seller.address, f"VAT number {bill.seller.tax_id}"], size=8.5, align="right"
    )
    sheet.lines(40, 140, ["Credited to", bill.buyer.name, *bill.buyer.address], size=9)
    for n, (label, value) in enumerate(
        (
            ("Credit note no", bill.number),
            ("Date", bill.d(bill.date)),
            ("Original invoice", bill.shape("INV-####")),
            ("Original invoice date", bill.d(bill.date, -33)),
            ("Reason", "Goods returned RMA 771"),
        )
    ):
        spread(sheet, 145 + 13 * n, ">440 <450", [f"{label}:", value], size=8.5)
    stops = "<40 >340 >430 >460 >560"
    bar(sheet, 230, 1.5, 40, 560, (0.6, 0.1, 0.1))
    sheet.y = spread(sheet, 244, stops, ["Details", "Qty", "Price", "VAT", "Amount"], size=8.5, bold=True) + 6
    for row in bill.rows:
        count = (row.qty or ZERO) * (-1 if way == "quantities" else 1)
        sheet.y = (
            spread(
                sheet,
                sheet.y,
                stops,
                [row.text, bill.q(count), bill.p(row.price), "20%", bill.m(row.amount * sign)],
                size=8.5,
            )
            + 5
        )
    bar(sheet, sheet.y, 1.5, 340, 560, (0.6, 0.1, 0.1))
    for label, figure in (("Net credit", bill.subtotal), ("VAT", bill.tax), ("Total credit GBP", bill.total)):
        sheet.y = spread(
            sheet, sheet.y + 13, "<340 >560", [label, bill.m(figure * sign)], size=9.5, bold=label.startswith("Total")
        )
    sheet.text(40, sheet.y + 40, "This amount has been applied to your account. Do not pay.", size=9)
    truth = bill.truth(sheet, "seller_id subtotal tax qty price", "credit-note", f"negative:{way}")
    for item in truth["items"]:  # whether a returned quantity is counted with its minus is a matter of taste
        item["qty"] = [item["qty"], f"-{item['qty']}"] if way == "quantities" else item["qty"]
    return Drawn(sheet.finish(), (truth,))
