"""Around the Indian Ocean and beyond: a South African ledger, a Nigerian contractor, a fit-out claim in Dubai."""

from decimal import Decimal
from random import Random

from tests.generator.amounts_in_words import english
from tests.generator.bill import GREY, VERA, WHITE, Bill, bar, price_of, spread
from tests.generator.families.nusantara_senders import Goods, picked
from tests.generator.forms import cell_row, table
from tests.generator.ink import number_text
from tests.generator.lands import person
from tests.generator.listing import pairs, room, some
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, Truth, family
from tests.generator.sheet import TIMES, Sheet
from tests.generator.table import Look

SPARES: Goods = (
    ("V-BELT B68", "EA", 18400),
    ("BEARING 6205-2RS", "EA", 9650),
    ("GEAR OIL EP 80W90 20L", "DRM", 162_000),
    ("OVERALL J54 ROYAL BLUE SIZE 40", "SET", 38900),
    ("SAFETY BOOT STEEL TOE SIZE 9", "PR", 64500),
    ("CABLE TIES 300X4.8 BLACK PKT 100", "PKT", 5200),
    ("HYDRAULIC HOSE 1/2 R2AT", "M", 14300),
)


@family("south-african-ledger-form")
def south_african_ledger_form(rng: Random) -> Drawn:
    """The accounting package most firms there own: postal and delivery address, a row of five cells, tax per line."""
    bill = Bill(rng, "ZA", rng.choice(("INA#####", "IN1####", "INV00####")))
    rate = Decimal(15)
    for text, unit, price in picked(rng, SPARES, some(rng, 60)):
        cut, sku = rng.choice((0, 0, 0, 5, 10)), bill.shape("@@@0##")
        bill.add(
            text,
            rng.choice((1, 2, 6, 10, 50)),
            price / 100,
            rate=rate,
            discount=cut,
            uom=unit,
            sku=sku,
            more=(bill.m(Decimal(cut)),),
        )
    off = rng.choice((0, 0, 0, Decimal("2.5"), 5))
    bill.reckon(discount=bill.money(bill.sum(bill.rows) * off / 100), at=rate, slips="total amount qty")
    sheet = Sheet()
    order, late = bill.shape("PO####"), rng.random() < 0.4

    def head() -> None:
        sheet.text(36, 44, bill.seller.name, size=12, bold=True)
        sheet.lines(
            36,
            56,
            [*bill.seller.address, f"VAT Registration No: {bill.seller.tax_id}", f"Tel: {bill.seller.phone}"],
            size=8,
        )
        sheet.text(559, 46, "Tax Invoice", size=16, bold=True, align="right")
        cell_row(
            sheet,
            54,
            24,
            (380, 425, 490, 559),
            [("Page", str(sheet.page)), ("Date", bill.d(bill.date)), ("Document No", bill.number)],
            size=7.5,
        )
        sheet.y = 96

    head()
    for x, title, firm in ((36, "", bill.buyer), (310, "Deliver to", rng.choice((bill.buyer, bill.ship_to)))):
        lines = [firm.name, *firm.address, *([f"VAT No: {firm.tax_id}"] if not title else [])]
        sheet.lines(x, 112, [title, *lines] if title else lines, size=8.5)
    facts = [
        ("Account", bill.shape("@@@00#")),
        ("Your Reference", order),
        ("Tax Exempt", "N"),
        ("Due Date", bill.d(bill.due)) if late else ("Terms", "30 Days"),
    ]
    facts += [("Sales Code", person(rng, bill.land).split()[0].upper())]
    cell_row(sheet, 172, 24, (36, 120, 240, 320, 440, 559), facts, size=8)
    sheet.y = 202
    rows = []
    for r in bill.rows:
        tax = bill.money(r.amount * rate / 100)
        rows.append(
            (
                r.sku or "",
                r.text,
                bill.q(r.qty, 2),
                r.uom or "",
                bill.p(r.price),
                r.more[0],
                bill.m(tax),
                bill.m(r.amount),
            )
        )
    columns = "54<Code|180<Description|48>Quantity|32<Unit|62>Unit Price|40>Disc%|47>Tax|60>Nett Price"
    table(sheet, 36, columns, rows, Look("columns", size=7.5, gap=3), bottom=650, begin=head)
    room(sheet, 130, 810)
    top = sheet.y + 6
    sheet.box(36, top, 350, top + 78)
    bank = [
        "Banking details: Umhlanga Merchant Bank",
        f"Branch {bill.shape('25####')}  Acc {bill.shape('62#########')}",
        f"Reference: {bill.number}",
        "",
        "Received in good order",
        "Signed ______________________ Date ____________",
    ]
    sheet.lines(42, top + 12, bank, size=7.5)
    sums = [
        ("Sub Total", bill.subtotal),
        (f"Discount @ {bill.m(Decimal(off))}%", bill.discount),
        ("Amount Excl Tax", bill.subtotal - bill.discount),
        ("Tax", bill.tax),
        ("Total", bill.total),
    ]
    for n, (label, value) in enumerate(sums):
        sheet.box(370, top + 15.6 * n, 559, top + 15.6 * (n + 1))
        spread(sheet, top + 15.6 * n + 11, "<375 >555", [label, bill.m(value)], size=8.5, bold=label == "Total")
    sheet.text(
        36,
        top + 92,
        "Goods remain the property of the supplier until paid in full. Interest at 2% a month on overdue accounts.",
        size=6.5,
        colour=GREY,
    )
    shown = f"{'due' if late else ''} seller_id buyer_id subtotal tax_base tax qty price"
    return Drawn(sheet.finish(), (bill.truth(sheet, shown, "program-print", "line-tax", "ship-to", "rand-unsaid"),))


JOBS: Goods = (
    ("Supply of 500KVA generator service kits (oil, fuel and air filters)", "", 1_840_000),
    ("Fabrication and installation of steel gate at Gate 2", "", 2_350_000),
    ("Supply of diesel (AGO), litres", "ltr", 1450),
    ("Rewiring of admin block including DB replacement", "", 6_120_000),
    ("Hire of 50-ton crane with operator, days", "day", 480_000),
    ("Fumigation of warehouse and staff quarters", "", 275_000),
)


@family("nigerian-contractor-letterhead")
def nigerian_contractor_letterhead(rng: Random) -> Drawn:
    """A contractor's typed page: 'Being …' as subject, naira as N, VAT 7.5 %, tax withheld, the sum in words."""
    bill = Bill(rng, "NG", rng.choice(("@@@/INV/{y}/0##", "INV-####", "####/{y}")))
    rate = Decimal("7.5")
    for text, unit, price in picked(rng, JOBS, rng.randint(1, 5)):
        counts = {"ltr": (200, 2500, 10000), "day": (2, 5, 14)}.get(unit, (1,))
        bill.add(text, rng.choice(counts), price, rate=rate)
    bill.reckon(slips="total amount qty")
    bill.withheld = rng.choice((ZERO, bill.money(bill.subtotal * 5 / 100)))
    sheet = Sheet(face=TIMES)
    green = (0.0, 0.4, 0.2)
    sheet.text(297, 54, bill.seller.name, size=20, bold=True, align="centre", colour=green)
    sheet.text(297, 68, "Engineering - Procurement - General Contracts - Haulage", size=10, align="centre")
    sheet.text(
        297,
        81,
        f"{', '.join(bill.seller.address)}. Tel: {bill.seller.phone}, {bill.seller.mail}",
        size=9,
        align="centre",
    )
    rc = f"RC {bill.shape('######')}"
    sheet.text(297, 93, f"{rc}     TIN: {bill.seller.tax_id}", size=9, align="centre")
    bar(sheet, 99, 2.5, 50, 545, green)
    sheet.text(545, 122, f"Date: {bill.d(bill.date)}", size=10.5, align="right")
    sheet.text(545, 137, f"Invoice No: {bill.number}", size=10.5, align="right")
    order = rng.random() < 0.7
    if order:
        sheet.text(545, 152, f"LPO No: {bill.shape('LPO-00####')}", size=10.5, align="right")
    title = rng.choice(("The Procurement Manager,", "The Managing Director,", "Attn: Accounts Payable,"))
    sheet.lines(
        50,
        122,
        [title, f"{bill.buyer.name},", *(f"{part}." if n else f"{part}," for n, part in enumerate(bill.buyer.address))],
        size=10.5,
    )
    sheet.text(297, 200, "INVOICE", size=14, bold=True, align="centre")
    being = rng.choice(
        ("BEING INVOICE FOR WORKS EXECUTED AS DETAILED BELOW", "BEING PAYMENT FOR SUPPLY AND SERVICES AS PER LPO")
    )
    sheet.text(297, 216, being, size=10, align="centre")
    sheet.y = 228
    rows = [
        (str(n), r.text, bill.q(r.qty), bill.m(r.price or ZERO), bill.m(r.amount)) for n, r in enumerate(bill.rows, 1)
    ]
    edges = table(
        sheet, 50, "30^S/N|245<DESCRIPTION|45^QTY|80>UNIT RATE (N)|95>AMOUNT (N)", rows, Look("grid", size=9.5, gap=6)
    )
    sums = [("SUB-TOTAL", bill.subtotal), ("VAT @ 7.5%", bill.tax), ("GRAND TOTAL", bill.total)]
    sums += [("LESS 5% WHT", bill.withheld), ("NET PAYABLE", bill.payable)] if bill.withheld else []
    for label, value in sums:
        sheet.box(edges[0], sheet.y, edges[-1], sheet.y + 17)
        sheet.rule(edges[-2], sheet.y, edges[-2], sheet.y + 17)
        spread(
            sheet,
            sheet.y + 12.5,
            f">{edges[-2] - 5} >{edges[-1] - 3}",
            [label, bill.m(value)],
            size=9.5,
            bold=label.startswith(("GRAND", "NET")),
        )
        sheet.y += 17
    kobo = int(bill.payable % 1 * 100)
    spoken = f"Amount in words: {english(int(bill.payable))} naira, {english(kobo)} kobo only.".title()
    y = sheet.lines(50, sheet.y + 20, sheet.wrap(spoken, 490, 10.5), size=10.5)
    sheet.lines(
        50,
        y + 10,
        [
            "Kindly pay into our account:",
            "Bank: Savanna Trust Bank Plc",
            f"Account Name: {bill.seller.name}",
            f"Account No: {bill.shape('00########')}",
        ],
        size=10.5,
    )
    sheet.lines(
        50,
        y + 90,
        ["Yours faithfully,", f"For: {bill.seller.name}", "", "", person(rng, bill.land), "Managing Director"],
        size=10.5,
    )
    shown = f"seller_id subtotal tax qty price {'payable' if bill.withheld else ''}"
    return Drawn(sheet.finish(), (bill.truth(sheet, shown, "letterhead", "naira-as-n", "withheld"),))


WORKS = (
    "Gypsum partition with insulation",
    "Porcelain tiles 60x60 supply & fix",
    "MEP first fix",
    "False ceiling and cove light",
    "Joinery: reception counter",
    "Painting, two coats",
)


@family("emirates-fit-out-claim")
def emirates_fit_out_claim(rng: Random) -> Drawn:
    """A fit-out contractor's claim: BOQ, done before and now, retention and advance taken off before VAT 5 %."""
    bill = Bill(rng, "AE", rng.choice(("PC-0#/@@@/{y}", "TI-{y}-####", "INV/####/##")))
    rate = Decimal(5)
    for text in rng.sample(WORKS, rng.randint(2, 6)):
        whole = price_of(rng, 12000, 240_000, step="100")
        before = rng.choice((0, 20, 40))
        now = before + rng.choice((20, 35, 60))
        due = bill.money(whole * (now - before) / 100)
        bill.add(text, None, due, rate=rate, more=(bill.m(whole), f"{before}%", f"{now}%"))
    kept = bill.money(bill.sum(bill.rows) * rng.choice((5, 10)) / 100)
    back = rng.choice((ZERO, bill.money(bill.sum(bill.rows) * 20 / 100)))
    bill.reckon(discount=kept + back, at=rate, slips="total amount")
    sheet = Sheet(face=VERA)
    bar(sheet, 0, 64, 0, 595, (0.12, 0.12, 0.14))
    sheet.text(40, 36, bill.seller.name, size=14, bold=True, colour=WHITE)
    sheet.text(40, 50, f"{', '.join(bill.seller.address)}   T {bill.seller.phone}", size=7.5, colour=WHITE)
    sheet.text(555, 40, "TAX INVOICE", size=14, align="right", colour=(0.9, 0.75, 0.3))
    sheet.text(555, 80, f"TRN : {bill.seller.tax_id}", size=8.5, bold=True, align="right")
    left = ["M/s.", bill.buyer.name, *bill.buyer.address, f"TRN : {bill.buyer.tax_id}"]
    sheet.lines(40, 96, left, size=8.5)
    late = rng.random() < 0.5
    facts = [
        ("Invoice No", bill.number),
        ("Invoice Date", bill.d(bill.date)),
        ("Project", rng.choice(("Clinic fit-out, Unit 12", "Retail kiosk, Mall of Dunes"))),
        ("Contract Ref", bill.shape("LOA-####")),
        ("Payment Application", f"No. {rng.randint(1, 9)}"),
    ]
    facts += [("Due Date", bill.d(bill.due))] if late else [("Payment Terms", "PDC 60 days")]
    pairs(sheet, 96, "<330 <430 <436", [(a, ":", b) for a, b in facts], size=8, step=12)
    sheet.y = 180
    rows = [(str(n), r.text, *r.more, bill.m(r.amount)) for n, r in enumerate(bill.rows, 1)]
    table(
        sheet,
        40,
        "26^Item|215<Description of Work|85>BOQ Value (AED)|50>Previous|50>To date|89>This Claim (AED)",
        rows,
        Look("grid", size=8, header_fill=(0.93, 0.9, 0.8), gap=5),
    )
    sums = [("Value of this claim", bill.subtotal), ("Less: Retention", -kept)] + (
        [("Less: Advance recovery 20%", -back)] if back else []
    )
    sums += [("Taxable amount", bill.tax_base), ("VAT 5%", bill.tax), ("Total due (AED)", bill.total)]
    lines = [(a, f"({bill.m(-b)})" if b < 0 else bill.m(b)) for a, b in sums]
    y = pairs(sheet, sheet.y + 16, "<330 >551", lines, size=8.5, step=15, bold=("Total", "Taxable"))
    fils = int(bill.total % 1 * 100)
    spoken = f"UAE Dirhams {english(int(bill.total))}{f' and {english(fils)} fils' if fils else ''} only"
    sheet.lines(40, y + 8, sheet.wrap(f"In words: {spoken}", 510, 8), size=8)
    sheet.lines(
        40,
        y + 44,
        [
            f"Cheque in favour of {bill.seller.name}",
            f"IBAN AE{bill.shape('## 0### #### #### #### ###')}, Creek National Bank",
        ],
        size=8,
    )
    spread(sheet, y + 96, "<40 <240 <440", ["Prepared by", "Checked by", "For " + bill.seller.name.split()[0]], size=8)
    return Drawn(sheet.finish(), (_claim_truth(bill, sheet, (kept, back), late),))


def _claim_truth(bill: Bill, sheet: Sheet, parts: tuple[Decimal, Decimal], late: bool) -> Truth:
    """What is kept back may as well be read as lines."""
    shown = f"{'due' if late else ''} seller_id buyer_id subtotal tax_base tax"
    truth = bill.truth(sheet, shown, "progress-claim", "retention", "percent-columns")
    truth["totals"]["discount"] = [number_text(bill.discount)]  # printed in parts
    line = {**truth["items"][0], "description": None}
    lines = [{**line, "amount": number_text(-part)} for part in parts if part]
    totals = truth["totals"] | {
        "subtotal": [number_text(bill.tax_base), number_text(bill.subtotal), None],
        "discount": "0",
    }
    return {**truth, "or": [{"items": [*truth["items"], *lines], "totals": totals}]}
