"""Senders from Singapore, Malaysia, India and the Emirates, each with a paper of its own."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.amounts_in_words import english
from tests.generator.bill import GREY, VERA, WHITE, Bill, bar, folded, price_of, spread, squares
from tests.generator.lands import person
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import TIMES, Sheet
from tests.generator.writing import NumberFormat


@family("singapore-gst-exchange")
def singapore_gst_exchange(rng: Random) -> Drawn:
    """Invoiced in US dollars, GST 9 % with base, tax and total again in Singapore dollars at the day's rate."""
    bill = Bill(
        rng, "SG", rng.choice(("TI{y}-####", "SGINV#####", "{y}{m}/###")), currency=rng.choice(("USD", "USD", "SGD"))
    )
    for n, text in enumerate(
        rng.sample(
            (
                "Vessel berth booking, 2 nights",
                "Calibration of flow meter FM-201",
                "Cloud backup 4 TB - annual",
                "Marine paint 20 L drum",
                "Project management fee",
            ),
            rng.randint(1, 5),
        ),
        1,
    ):
        bill.add(text, rng.choice((1, 2, 5, 12)), price_of(rng, 20, 2400), rate=Decimal(9), no=str(n))
    bill.reckon(slips="total qty")
    sheet = Sheet(face=VERA)
    bar(sheet, 30, 44, 30, 34, (0.8, 0.1, 0.15))
    sheet.text(42, 46, bill.seller.name, size=13, bold=True)
    sheet.lines(
        42,
        58,
        [", ".join(bill.seller.address), f"Tel {bill.seller.phone}   Co. Reg. / GST Reg No. {bill.seller.tax_id}"],
        size=7,
    )
    sheet.text(565, 110, "TAX INVOICE", size=14, bold=True, align="right")
    sheet.lines(
        42,
        110,
        ["Bill to", bill.buyer.name, *bill.buyer.address, f"Attention: {person(rng, bill.land)} (Finance)"],
        size=8,
    )
    for n, (label, value) in enumerate(
        (
            ("Invoice No", bill.number),
            ("Invoice Date", bill.d(bill.date)),
            ("Payment Terms", "30 days"),
            ("Due Date", bill.d(bill.due)),
            ("Currency", bill.currency),
        )
    ):
        spread(sheet, 130 + 12 * n, "<400 <475 <483", [label, ":", value], size=8)
    stops = "<36 <60 >390 >470 >560"
    sheet.box(30, 205, 565, 222, fill=(0.92, 0.92, 0.92))
    sheet.y = (
        spread(
            sheet,
            217,
            stops,
            ["S/N", "Description", "Qty", "Unit Price", f"Amount ({bill.currency})"],
            size=7.5,
            bold=True,
        )
        + 10
    )
    for row in bill.rows:
        sheet.y = (
            spread(
                sheet,
                sheet.y,
                stops,
                [row.no or "", row.text, bill.q(row.qty), bill.p(row.price), bill.m(row.amount)],
                size=8,
            )
            + 6
        )
    sheet.box(30, 205, 565, sheet.y + 2)
    sheet.y += 6
    for label, figure in (("Subtotal", bill.subtotal), ("Add: GST 9%", bill.tax), ("Total Amount Due", bill.total)):
        sheet.y = (
            spread(
                sheet,
                sheet.y + 10,
                "<350 <465 >560",
                [label, bill.currency, bill.m(figure)],
                size=8.5,
                bold=label.startswith("Total"),
            )
            + 2
        )
    if bill.currency == "USD":
        _singapore_dollars(sheet, bill, Decimal(rng.randint(13000, 13800)) / 10000)
    sheet.lines(
        42,
        sheet.y + 40,
        [
            (
                f"PayNow UEN {bill.shape('20#######@')}   Bank: Straits Union, A/C "
                f"{bill.shape('###-######-#')}, SWIFT STUNSGSG"
            ),
            "Overdue interest 1.5% per month. This is a computer generated invoice, no signature required.",
        ],
        size=7,
        leading=1.6,
    )
    squares(sheet, 500, 760, 48, rng, 21)
    return Drawn(sheet.finish(), (bill.truth(sheet, "due seller_id subtotal tax qty price", "exchange-rate"),))


def _singapore_dollars(sheet: Sheet, bill: Bill, course: Decimal) -> None:
    sheet.y += 14
    sheet.box(30, sheet.y - 10, 330, sheet.y + 44)
    sheet.text(36, sheet.y, f"For GST reporting only. Exchange rate: 1 USD = {course} SGD", size=7)
    top, sheet.y = sheet.y, sheet.y + 44
    base, tax = bill.money(bill.subtotal * course), bill.money(bill.tax * course)
    for n, (label, value) in enumerate(
        (("Total excluding GST", base), ("GST @ 9%", tax), ("Total including GST", base + tax))
    ):
        spread(sheet, top + 12 * (n + 1), "<36 <190 >322", [label, "SGD", bill.m(value)], size=7)


@family("malaysian-sst")
def malaysian_sst(rng: Random) -> Drawn:
    """Ringgit with sen, service tax 8 % (or sales tax 10 %), rounding to five sen, the sum in words."""
    bill = Bill(rng, "MY", rng.choice(("IV-#####", "INV{y}{m}-###", "CS######")))
    kind, rate = rng.choice((("Service Tax", Decimal(8)), ("Sales Tax", Decimal(10))))
    for n, text in enumerate(
        rng.sample(
            (
                "Pest control - monthly",
                "Steel bracket powder coated",
                "Aircond servicing 1.5HP",
                "Secretarial fee",
                "Printing name card 2 box",
                "Lorry rental 3 ton",
            ),
            rng.randint(1, 6),
        ),
        1,
    ):
        bill.add(
            text,
            rng.choice((1, 2, 3, 10)),
            price_of(rng, 15, 1900),
            rate=rate,
            no=str(n),
            uom=rng.choice(("UNIT", "LOT", "PCS")),
        )
    bill.reckon(step=Decimal("0.05"), slips="total qty")
    sheet = Sheet(face=TIMES)
    sheet.text(297, 48, bill.seller.name.upper(), size=16, bold=True, align="centre")
    sheet.text(
        297, 60, f"{bill.seller.name} ({bill.shape('20##01######')}) ({bill.shape('######-@')})", size=8, align="centre"
    )
    sheet.text(
        297,
        71,
        f"{bill.seller.street}, {bill.seller.city}.  Tel: {bill.seller.phone}  SST No: {bill.seller.tax_id}",
        size=8,
        align="centre",
    )
    sheet.rule(35, 78, 560, 78, 1.5)
    sheet.text(297, 100, "INVOICE", size=13, bold=True, align="centre")
    sheet.lines(
        40,
        125,
        [
            "M/S:",
            bill.buyer.name,
            *bill.buyer.address,
            f"ATTN: {person(rng, bill.land).upper()}  TEL: {bill.buyer.phone}",
        ],
        size=9.5,
    )
    for n, (label, value) in enumerate(
        (
            ("No.", bill.number),
            ("Your Ref.", bill.shape("PO/###")),
            ("Our D/O No.", bill.shape("DO-#####")),
            ("Terms", "C.O.D. / 30 DAYS"),
            ("Date", bill.d(bill.date)),
            ("Page", "1 of 1"),
        )
    ):
        spread(sheet, 125 + 13 * n, "<390 <450 <458", [label, ":", value], size=9.5)
    stops = "<40 <70 >345 <352 >460 >555"
    sheet.rule(35, 212, 560, 212)
    sheet.y = (
        spread(
            sheet, 225, stops, ["Item", "Description", "Qty", "UOM", "U/ Price\nRM", "Total\nRM"], size=9.5, bold=True
        )
        + 8
    )
    sheet.rule(35, 243, 560, 243)
    for row in bill.rows:
        sheet.y = (
            spread(
                sheet,
                sheet.y,
                stops,
                [row.no or "", row.text.upper(), bill.q(row.qty), row.uom or "", bill.p(row.price), bill.m(row.amount)],
                size=9.5,
            )
            + 6
        )
    whole, sen = divmod(int(bill.total * 100), 100)
    words = f"RINGGIT MALAYSIA {english(whole)}{f' AND SEN {english(sen)}' if sen else ''} ONLY".upper()
    sheet.rule(35, 640, 560, 640)
    sheet.lines(40, 654, sheet.wrap(words, 300, 9), size=9)
    rows = [
        ("Sub Total", bill.subtotal),
        (f"{kind} {rate}%", bill.tax),
        *([("Rounding Adj", bill.rounding)] if bill.rounding else []),
        ("TOTAL RM", bill.total),
    ]
    for n, (label, figure) in enumerate(rows):
        spread(sheet, 654 + 14 * n, "<390 >555", [label, bill.m(figure)], size=10, bold=label == "TOTAL RM")
    notes = [
        "Notes: 1. All cheques should be crossed and made payable to",
        f"{bill.seller.name}, Maybunga Bank {bill.shape('5141########')}",
        "2. Goods sold are neither returnable nor refundable.",
        "",
        "____________________",
        "Authorised Signature",
    ]
    sheet.lines(40, 715, notes, size=8)
    return Drawn(sheet.finish(), (bill.truth(sheet, "seller_id subtotal tax qty price", "rounding", "words"),))


class Lakhs(NumberFormat):
    """1,23,45,678.90, as India groups."""

    def write(self, value: Decimal, places: int) -> str:
        whole, _, cents = f"{abs(value):.{places}f}".partition(".")
        head, tail = whole[:-3], whole[-3:]
        groups = []
        while head:
            head, group = head[:-2], head[-2:]
            groups.append(group)
        text = ",".join((*reversed(groups), tail)) + (f".{cents}" if cents else "")
        return self.negative.format(text) if value < 0 else text


@family("indian-services-igst")
def indian_services_igst(rng: Random) -> Drawn:
    """IGST on services to another state, lakh grouping, SAC, a TDS note that deducts nothing, amount in words."""
    bill = Bill(rng, "IN", rng.choice(("@@@/{y}/####", "GST-####", "##/24-25")))
    bill.numbers = Lakhs(bill.numbers.sample)
    for n, text in enumerate(
        rng.sample(
            (
                "Software development services - sprint 14",
                "Recruitment fee @ 8.33% of CTC",
                "Facility audit, Pune plant",
                "AMC for UPS 40 KVA",
            ),
            rng.randint(1, 4),
        ),
        1,
    ):
        bill.add(
            text,
            rng.choice((1, 1, 2, 22)),
            price_of(rng, 4000, 180000, step="50"),
            rate=Decimal(18),
            no=str(n),
            sku=bill.shape("9983##"),
        )
    bill.reckon(slips="total qty")
    sheet = Sheet()
    sheet.text(555, 36, rng.choice(("ORIGINAL FOR RECIPIENT", "(DUPLICATE)")), size=7, align="right")
    bar(sheet, 44, 30, 40, 555, (0.16, 0.24, 0.36))
    sheet.text(52, 63, bill.seller.name, size=13, bold=True, colour=WHITE)
    sheet.text(545, 63, "TAX INVOICE", size=11, align="right", colour=WHITE)
    sheet.lines(
        52,
        90,
        [
            *bill.seller.address,
            f"GSTIN: {bill.seller.tax_id}  PAN: {bill.shape('@@@@@####@')}",
            f"CIN: {bill.shape('U72900HR20##PTC######')}  LUT: N.A.",
        ],
        size=8,
    )
    labels = (
        ("Invoice No.", bill.number),
        ("Invoice Date", bill.d(bill.date)),
        ("Place of Supply", "27-Maharashtra"),
        ("Reverse Charge", "No"),
        ("Due Date", bill.d(bill.due)),
    )
    for n, (label, value) in enumerate(labels):
        spread(sheet, 90 + 13 * n, "<350 <440", [label, value], size=8.5)
    sheet.text(52, 170, "Details of Recipient (Billed To)", size=8, bold=True)
    sheet.lines(52, 183, [bill.buyer.name, *bill.buyer.address, f"GSTIN: {bill.buyer.tax_id}"], size=8.5)
    stops = "<46 <70 <290 >370 >450 >550"
    sheet.box(40, 238, 555, 256)
    sheet.y = (
        spread(
            sheet, 250, stops, ["#", "Description of Service", "SAC", "Qty", "Rate (INR)", "Taxable Value"], bold=True
        )
        + 10
    )
    for row in bill.rows:
        sheet.y = (
            spread(
                sheet,
                sheet.y,
                stops,
                [row.no or "", row.text, row.sku or "", bill.q(row.qty), bill.p(row.price), bill.m(row.amount)],
                size=8.5,
            )
            + 6
        )
        sheet.rule(40, sheet.y - 6, 555, sheet.y - 6, 0.2)
    for label, figure in (
        ("Total Taxable Value", bill.subtotal),
        ("IGST @ 18%", bill.tax),
        ("CGST @ 9%", ZERO),
        ("SGST @ 9%", ZERO),
        ("Invoice Total (INR)", bill.total),
    ):
        sheet.y = spread(sheet, sheet.y + 6, ">450 >550", [label, bill.m(figure)], size=8.5, bold="Total" in label) + 2
    whole, paise = divmod(int(bill.total * 100), 100)
    words = f"Rupees {english(whole)}{f' and {english(paise)} paise' if paise else ''} only".capitalize()
    tds = bill.m(bill.money(bill.subtotal / 10))
    notes = [
        words,
        "",
        (
            f"TDS u/s 194J @ 10% on taxable value (Rs. {tds}), if applicable, to be deducted on base "
            "amount only and certificate in Form 16A sent to us."
        ),
        f"Bank: Sahyadri Gramin Bank, A/c {bill.shape('0##############')}, IFSC {bill.shape('SGBL0######')}",
        "MSME Udyam Reg. No. UDYAM-HR-05-0012345. Interest @ 24% p.a. on delayed payment.",
        f"For {bill.seller.name}",
        "",
        "Authorised Signatory",
    ]
    sheet.lines(46, sheet.y + 20, [line for note in notes for line in sheet.wrap(note, 500, 8)], size=8, leading=1.5)
    bill.rows = [replace(row, sku=None) for row in bill.rows]
    truth = bill.truth(sheet, "due seller_id buyer_id subtotal tax qty price", "igst", "tds-note", "lakhs")
    return Drawn(sheet.finish(), (truth,))


@family("emirates-vat")
def emirates_vat(rng: Random) -> Drawn:
    """AED with TRN of both, tax and gross on each line, sums under their columns, total in words and as a balance."""
    bill = Bill(rng, "AE", rng.choice(("INV-#####", "{y}/####", "DF#####")))
    for n, text in enumerate(
        rng.sample(
            (
                "Gypsum board 12.5mm x 1200 x 2400",
                "Manpower supply - June",
                "Chiller maintenance visit",
                "Date gift box premium 1kg",
                "Scaffolding hire, per week",
            ),
            rng.randint(1, 5),
        ),
        1,
    ):
        bill.add(text, rng.choice((1, 4, 30, 200)), price_of(rng, 8, 900, step="0.25"), rate=Decimal(5), no=f"{n:02}")
    bill.reckon(slips="total qty")
    parts = [bill.money(row.amount * 5 / 100) for row in bill.rows]
    off = bill.taxes[0].amount - sum(parts, ZERO)
    parts[-1] += off  # the sender's program lets the last line carry the rounding
    sheet = Sheet(face=VERA)
    sheet.text(297, 50, bill.seller.name, size=15, bold=True, align="centre", colour=(0.5, 0.35, 0.05))
    sheet.text(297, 62, f"{bill.seller.street}, {bill.seller.city}, Tel {bill.seller.phone}", size=7, align="centre")
    sheet.text(297, 74, f"TRN: {bill.seller.tax_id}", size=8, align="centre")
    bar(sheet, 82, 18, 35, 560, (0.93, 0.88, 0.75))
    sheet.text(297, 95, "TAX INVOICE", size=10, bold=True, align="centre")
    sheet.box(35, 106, 297, 172)
    sheet.box(297, 106, 560, 172)
    sheet.lines(41, 118, ["Customer", bill.buyer.name, *bill.buyer.address, f"TRN: {bill.buyer.tax_id}"], size=7.5)
    for n, (label, value) in enumerate(
        (
            ("Invoice No.", bill.number),
            ("Date", bill.d(bill.date)),
            ("LPO No.", bill.shape("LPO-####")),
            ("Delivery Note", bill.shape("DN####")),
            ("Payment", "60 days PDC"),
        )
    ):
        spread(sheet, 118 + 12 * n, "<303 <390", [label, value], size=7.5)
    stops = "<40 <65 >315 >365 >430 >485 >555"
    sheet.box(35, 182, 560, 206, fill=(0.93, 0.88, 0.75))
    spread(
        sheet,
        192,
        stops,
        ["Sl.", "Description", "Qty", "Rate", "Amount\nexcl. VAT", "VAT\n5%", "Total\nAED"],
        size=7,
        bold=True,
    )
    sheet.y = 220
    for row, part in zip(bill.rows, parts, strict=True):
        cells = [
            row.no or "",
            folded(sheet, row.text, 200, 7.5),
            bill.q(row.qty),
            bill.p(row.price),
            bill.m(row.amount),
            bill.m(part),
            bill.m(row.amount + part),
        ]
        sheet.y = spread(sheet, sheet.y, stops, cells, size=7.5) + 5
    sheet.box(35, sheet.y, 560, sheet.y + 18)
    sheet.y = spread(
        sheet,
        sheet.y + 12,
        ">365 >430 >485 >555",
        ["TOTAL", bill.m(bill.subtotal), bill.m(bill.tax), bill.m(bill.total)],
        size=8,
        bold=True,
    )
    whole, fils = divmod(int(bill.total * 100), 100)
    sheet.lines(
        40,
        sheet.y + 16,
        sheet.wrap(f"UAE Dirhams {english(whole)}{f' and {fils}/100' if fils else ''} only", 500, 8),
        size=8,
    )
    sheet.lines(
        40,
        sheet.y + 50,
        [
            "Received the above goods in good order and condition.",
            "",
            "Receiver's sign ______________        For " + bill.seller.name,
            "",
            f"IBAN {bill.seller.iban}  Emirates Coast Bank",
        ],
        size=7.5,
        leading=1.7,
    )
    sheet.text(560, 815, f"Printed {bill.d(bill.date)} 10:42  Page 1/1", size=6, align="right", colour=GREY)
    return Drawn(
        sheet.finish(),
        (bill.truth(sheet, "seller_id buyer_id subtotal tax qty price", "line-tax", "sums-under-columns"),),
    )
