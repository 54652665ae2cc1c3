"""Senders from the United States and Canada, each with a paper of its own."""

import datetime as dt
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, VERA, WHITE, Bill, Row, bar, folded, price_of, spread
from tests.generator.ink import number_text
from tests.generator.lands import person
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import COURIER, LETTER, TIMES, Sheet


@family("american-freight-bill")
def american_freight_bill(rng: Random) -> Drawn:
    """A carrier's bill: the PRO number is the invoice's, shipper and consignee besides bill-to, fuel surcharge."""
    bill = Bill(rng, "US", rng.choice(("###-######-#", "7########", "PRO#######")))
    pieces, weight = rng.randint(1, 9), rng.randint(180, 9000)
    per = price_of(rng, 12, 60)
    bill.add(
        f"{pieces} PLT  MACHINERY PARTS NOI  CLASS 70",
        None,
        bill.money(per * weight / 100),
        more=(str(pieces), str(weight), bill.p(per)),
    )
    line = bill.rows[0].amount
    fuel = Decimal(rng.randint(180, 420)) / 10
    bill.add(f"FUEL SURCHARGE {fuel}%", None, bill.money(line * fuel / 100))
    for text in rng.sample(
        (
            "LIFTGATE DELIVERY",
            "RESIDENTIAL DELIVERY",
            "INSIDE PICKUP",
            "NOTIFY BEFORE DELIVERY",
            "REWEIGH / INSPECTION",
        ),
        rng.randint(0, 3),
    ):
        bill.add(text, None, price_of(rng, 18, 120, step="0.50"))
    bill.reckon(taxed=False)
    sheet = Sheet(size=LETTER, face=COURIER)
    sheet.text(30, 45, bill.seller.name, size=15, bold=True)
    sheet.text(30, 58, f"REMIT TO: {bill.seller.street}, {bill.seller.city}", size=8)
    sheet.text(582, 45, "FREIGHT BILL", size=12, bold=True, align="right")
    cells = (
        (30, "PRO NUMBER", bill.number),
        (150, "BILL DATE", bill.d(bill.date)),
        (240, "SHIP DATE", bill.d(bill.date, -4)),
        (330, "TERMS", "NET 15"),
        (410, "BOL NUMBER", bill.shape("0000######")),
        (510, "SCAC", bill.shape("@@@@")),
    )
    sheet.box(28, 70, 584, 98)
    for x, label, value in cells:
        sheet.text(x, 79, label, size=6)
        sheet.text(x, 92, value, size=8.5, bold=True)
    for x, label, company in (
        (30, "SHIPPER", bill.seller),
        (218, "CONSIGNEE", bill.ship_to),
        (406, "BILL TO (THIRD PARTY)", bill.buyer),
    ):
        sheet.box(x - 2, 102, x + 178, 168)
        sheet.text(x + 2, 111, label, size=6)
        first = "LAKE DEPOT NO. 4" if company is bill.seller else company.name
        sheet.lines(x + 2, 125, [first, *company.address], size=8)
    sheet.y = (
        spread(
            sheet,
            186,
            ">60 >120 >190 <205 >582",
            ["PCS", "WEIGHT", "RATE/CWT", "DESCRIPTION OF ARTICLES AND CHARGES", "CHARGES"],
            size=7.5,
            bold=True,
        )
        + 6
    )
    for row in bill.rows:
        pcs, lbs, rate = row.more or ("", "", "")
        sheet.y = (
            spread(sheet, sheet.y, ">60 >120 >190 <205 >582", [pcs, lbs, rate, row.text, bill.m(row.amount)], size=8.5)
            + 4
        )
    sheet.text(
        205, sheet.y + 6, f"*** PO# {bill.shape('45########')}  DIM 48X40X52  CUBE {bill.shape('##.#')} ***", size=8
    )
    sheet.rule(28, 470, 584, 470)
    spread(
        sheet,
        486,
        ">60 >120 >500 >582",
        [str(pieces), str(weight), "PAY THIS AMOUNT  $", bill.m(bill.total)],
        size=10,
        bold=True,
    )
    sheet.text(
        30,
        520,
        (
            f"FREIGHT CHARGES MUST BE PAID BY {bill.d(bill.due)}. CLAIMS WITHIN 9 MONTHS. DUNS "
            f"{bill.shape('##-###-####')} FED ID {bill.seller.tax_id}"
        ),
        size=7.5,
    )
    sheet.text(
        30,
        600,
        "- - - - - - - - - - - - - - - - - DETACH AND RETURN WITH REMITTANCE - - - - - - - - - - - - - - - - - - -",
        size=7.5,
    )
    spread(sheet, 625, "<30 <230 >582", [f"PRO {bill.number}", bill.buyer.name, f"$ {bill.m(bill.total)}"], size=9)
    truth = bill.truth(sheet, "due seller_id", "bill-of-lading", "remittance-slip")
    truth["items"][0] |= {"qty": None, "unit_price": None}
    return Drawn(sheet.finish(), (_freight_totals(truth, bill),))


def _freight_totals(truth: dict[str, object], bill: Bill) -> dict[str, object]:
    whole, first = bill.subtotal, bill.rows[0].amount
    totals = {**_dict(truth["totals"]), "charges": "0", "subtotal": [number_text(whole), None]}
    other = {**totals, "charges": number_text(whole - first), "subtotal": [number_text(first), None]}
    items = truth["items"]
    assert isinstance(items, list)
    return {**truth, "totals": totals, "or": [{"items": items[:1], "totals": other}]}


def _dict(value: object) -> dict[str, object]:
    assert isinstance(value, dict)
    return value


ENTRIES = (
    "Review and revise draft purchase agreement; conference with client regarding Section 4.2",
    "Telephone call with opposing counsel re discovery schedule",
    "Legal research on successor liability",
    "Prepare for and attend deposition of plant manager",
    "Draft motion to compel and supporting memorandum of law, 14 pages",
    "Correspondence with court clerk",
)


@family("american-law-firm")
def american_law_firm(rng: Random) -> Drawn:
    """Time entries (date, initials, hours, rate, amount) over pages, expenses apart, retainer applied, balance due."""
    bill = Bill(rng, "US", rng.choice(("#####", "{y}-####", "1######")))
    lawyers = {"TB": "425.00", "MD": "310.00", "LA": "185.00"}
    for n in range(rng.randint(2, 26)):
        who = rng.choice(sorted(lawyers))
        bill.add(
            rng.choice(ENTRIES),
            Decimal(rng.randint(1, 52)) / 10,
            Decimal(lawyers[who]),
            more=(f"{bill.date - dt.timedelta(days=40 - n):%m/%d/%y}", who),
        )
    fees = list(bill.rows)
    outlays = [
        Row(text, price_of(rng, 4, 450))
        for text in rng.sample(
            ("Filing fee - Superior Court", "Photocopies (212 @ $0.15)", "Process server", "Westlake research"),
            rng.randint(0, 3),
        )
    ]
    bill.rows += outlays
    bill.reckon(taxed=False, slips="total qty")
    bill.prepaid = bill.money(min(bill.total, Decimal(rng.choice((0, 500, 1500, 2500)))))
    sheet = Sheet(size=LETTER, face=TIMES)
    _law_head(sheet, bill)
    sheet.y = (
        spread(
            sheet,
            sheet.y,
            "<60 <115 <150 >450 >500 >552",
            ["DATE", "ATTY", "DESCRIPTION OF SERVICES", "HOURS", "RATE", "AMOUNT"],
            size=9,
            bold=True,
        )
        + 6
    )
    for row in fees:
        text = folded(sheet, row.text, 255, 10)
        if sheet.y + 12.5 * (text.count("\n") + 1) > 710:
            sheet.text(306, 765, f"- {sheet.page} -", size=8, align="centre")
            sheet.new_page()
            sheet.text(60, 45, f"{bill.buyer.name}   Invoice No. {bill.number}   Page {sheet.page}", size=9)
            sheet.y = 70
        cells = [row.more[0], row.more[1], text, bill.m(row.qty or ZERO, 2), bill.p(row.price), bill.m(row.amount)]
        sheet.y = spread(sheet, sheet.y, "<60 <115 <150 >450 >500 >552", cells, size=10) + 4
    _law_sums(sheet, bill, fees, outlays)
    truth = bill.truth(sheet, f"qty price {'payable' if bill.prepaid else ''}", "time-entries", "retainer")
    if outlays:
        net = sum((row.amount for row in fees), ZERO)
        totals = {**truth["totals"], "subtotal": number_text(net), "charges": number_text(bill.subtotal - net)}
        truth["or"] = [{"items": bill.items({"qty", "price"}, fees), "totals": totals}]
    return Drawn(sheet.finish(), (truth,))


def _law_head(sheet: Sheet, bill: Bill) -> None:
    sheet.text(306, 55, bill.seller.name.upper(), size=14, align="centre")
    sheet.text(306, 67, bill.seller.name, size=8, align="centre")
    sheet.text(
        306,
        79,
        f"Attorneys at Law   {bill.seller.street}   {bill.seller.city}   {bill.seller.phone}",
        size=8,
        align="centre",
    )
    sheet.lines(
        60,
        120,
        [bill.buyer.name, f"Attn: {person(bill.rng, bill.land)}, General Counsel", *bill.buyer.address],
        size=10,
    )
    for n, (label, value) in enumerate(
        (
            ("Invoice Date:", bill.d(bill.date)),
            ("Invoice No.", bill.number),
            ("Client-Matter:", bill.shape("10###-0##")),
            ("Billing through:", bill.d(bill.date, -3)),
        )
    ):
        spread(sheet, 120 + 13 * n, "<400 >552", [label, value], size=10)
    sheet.text(60, 195, f"RE: {_matter(bill)}", size=11, bold=True)
    sheet.text(60, 215, "FOR PROFESSIONAL SERVICES RENDERED", size=10)
    sheet.y = 236


def _matter(bill: Bill) -> str:
    return bill.rng.choice(
        ("Acquisition of 40 acres, Parcel 7-113", "Hensley v. Roth, Case No. 23-CV-1187", "General Corporate")
    )


def _law_sums(sheet: Sheet, bill: Bill, fees: list[Row], outlays: list[Row]) -> None:
    if sheet.y > 560:
        sheet.new_page()
    hours = sum((row.qty or ZERO for row in fees), ZERO)
    net = sum((row.amount for row in fees), ZERO)
    sheet.y = (
        spread(
            sheet,
            sheet.y + 8,
            "<150 >450 >552",
            ["TOTAL FEES", bill.m(hours, 2), f"${bill.m(net)}"],
            size=10,
            bold=True,
        )
        + 10
    )
    if outlays:
        sheet.y = spread(sheet, sheet.y, "<60", ["EXPENSES ADVANCED"], size=10) + 3
        for row in outlays:
            sheet.y = spread(sheet, sheet.y, "<150 >552", [row.text, bill.m(row.amount)], size=10) + 2
        sheet.y = (
            spread(
                sheet,
                sheet.y + 4,
                "<150 >552",
                ["TOTAL EXPENSES", f"${bill.m(bill.subtotal - net)}"],
                size=10,
                bold=True,
            )
            + 10
        )
    rows = [("TOTAL THIS INVOICE", bill.total)]
    rows += (
        [("Less: retainer applied from trust", -bill.prepaid), ("BALANCE DUE", bill.payable)] if bill.prepaid else []
    )
    for label, value in rows:
        money = f"(${bill.m(-value)})" if value < 0 else f"${bill.m(value)}"
        sheet.y = spread(sheet, sheet.y, "<300 >552", [label, money], size=11, bold=label.isupper()) + 5
    sheet.text(
        60,
        750,
        "Payment is due upon receipt. Interest of 1.0% per month accrues after 30 days. Trust balance remaining: $0.00",
        size=8,
    )


@family("american-lab-statement")
def american_lab_statement(rng: Random) -> Drawn:
    """A laboratory's bill: code, charge, adjustment and amount on each line, insurance paid, slip on top."""
    bill = Bill(rng, "US", rng.choice(("L########", "##-######", "@#######")))
    bill.day_format = rng.choice(("%m/%d/%Y", "%m/%d/%y"))
    tests = (
        "Lipid panel",
        "Complete blood count w/ diff",
        "Hemoglobin A1C",
        "Urinalysis, automated",
        "Thyroid stimulating hormone",
        "Venipuncture",
    )
    for text in rng.sample(tests, rng.randint(1, 6)):
        bill.add(
            text,
            1,
            price_of(rng, 18, 240),
            discount=rng.choice((0, 20, 35, 60)),
            sku=bill.shape("8####"),
            more=(bill.d(bill.date, -21),),
        )
    bill.reckon(taxed=False, slips="amount total")
    bill.prepaid = bill.money(bill.total * rng.choice((0, 50, 80)) / 100)
    sheet = Sheet(size=LETTER, face=VERA)
    bar(sheet, 30, 70, 30, 582, (0.9, 0.94, 0.97))
    sheet.text(42, 52, bill.seller.name, size=13, bold=True, colour=(0.1, 0.3, 0.5))
    sheet.lines(42, 66, [bill.seller.street, bill.seller.city, f"Billing questions? {bill.seller.phone}"], size=7)
    stops = "<330 <420 <500"
    spread(sheet, 50, stops, ["INVOICE NUMBER", "INVOICE DATE", "PAY THIS AMOUNT"], size=6)
    spread(sheet, 64, stops, [bill.number, bill.d(bill.date), f"${bill.m(bill.payable)}"], size=8, bold=True)
    spread(sheet, 80, stops, ["ACCOUNT", "DUE DATE", "AMOUNT ENCLOSED"], size=6)
    spread(sheet, 93, stops, [bill.shape("4########"), bill.d(bill.due), "$ ________"], size=8)
    sheet.lines(42, 130, [bill.buyer.name, *bill.buyer.address], size=9)
    sheet.lines(
        330,
        130,
        ["MAKE CHECK PAYABLE TO:", bill.seller.name, f"P.O. Box {bill.shape('####')}", bill.seller.city],
        size=8,
    )
    sheet.text(306, 190, "Please detach and return top portion with payment", size=6.5, align="centre", colour=GREY)
    stops = "<36 <105 <150 >380 >430 >505 >576"
    bar(sheet, 205, 16, 30, 582, (0.1, 0.3, 0.5))
    heads = ["Service date", "CPT", "Description", "Units", "Charge", "Adjustment", "Amount"]
    sheet.y = spread(sheet, 216, stops, heads, size=7, bold=True, colour=WHITE) + 8
    for row in bill.rows:
        off = f"-{bill.m(row.discount)}" if row.discount else "0.00"
        sheet.y = (
            spread(
                sheet,
                sheet.y,
                stops,
                [row.more[0], row.sku or "", row.text, "1", bill.p(row.price), off, bill.m(row.amount)],
                size=7.5,
            )
            + 5
        )
    rows = [
        ("Total after adjustments", bill.total),
        *([("Insurance payments", -bill.prepaid)] if bill.prepaid else []),
        ("Your balance", bill.payable),
    ]
    for label, value in rows:
        sheet.y = (
            spread(sheet, sheet.y + 4, ">505 >576", [label, bill.m(value)], size=8, bold=label.startswith("Your")) + 2
        )
    sheet.lines(
        36,
        sheet.y + 30,
        [
            (
                f"Referring physician: {person(rng, bill.land)} MD   NPI {bill.shape('1#########')}   Tax "
                f"ID {bill.seller.tax_id}"
            ),
            "Adjustments reflect your plan's contracted rates. This is not a duplicate of hospital charges.",
            f"ICD-10: E78.5, Z00.00   Plan ID {bill.shape('@@@########')}",
        ],
        size=7,
        leading=1.6,
    )
    truth = bill.truth(sheet, "due seller_id payable qty price", "adjustments", "slip-on-top")
    return Drawn(sheet.finish(), (truth,))


@family("canadian-hst")
def canadian_hst(rng: Random) -> Drawn:
    """Contractor with HST number below the tax row, a holdback or deposit, labels right-aligned with colons."""
    bill = Bill(rng, "CA", rng.choice(("####", "{y}-###", "MC-#####")))
    rate = Decimal(13) if "ON" in bill.seller.city else Decimal(15)
    for text in rng.sample(
        (
            "Snow clearing, seasonal contract",
            'Supply and install eavestrough 5"',
            "Disposal bin 14 yd",
            "Labour",
            "Cedar decking 5/4x6",
            "Equipment rental - skid steer (day)",
        ),
        rng.randint(1, 6),
    ):
        bill.add(
            text,
            Decimal(rng.choice((1, 2, 16, "7.5", 120))),
            price_of(rng, 4, 600),
            rate=rate,
            uom=rng.choice(("hr", "ft", "ea")),
        )
    bill.reckon(slips="total qty")
    bill.prepaid = bill.money(bill.total / 4) if rng.random() < 0.4 else ZERO
    sheet = Sheet(size=LETTER)
    sheet.text(306, 60, bill.seller.name, size=20, bold=True, align="centre", colour=(0.5, 0.15, 0.1))
    sheet.text(306, 75, f"{bill.seller.street} · {bill.seller.city} · {bill.seller.phone}", size=8, align="centre")
    for n, (label, value) in enumerate(
        (
            ("Invoice", bill.number),
            ("Date", bill.d(bill.date)),
            ("Due", bill.d(bill.due)),
            ("Job site", bill.ship_to.street),
        )
    ):
        spread(sheet, 115 + 14 * n, ">470 <476", [f"{label}:", value], size=9.5)
    spread(sheet, 115, ">90 <96", ["To:", "\n".join((bill.buyer.name, *bill.buyer.address))], size=9.5)
    stops = ">90 <96 <125 >460 >560"
    sheet.rule(45, 190, 567, 190)
    sheet.y = spread(sheet, 203, stops, ["Qty", "", "Description", "Rate", "Amount"], size=9, bold=True) + 7
    for row in bill.rows:
        sheet.y = (
            spread(
                sheet,
                sheet.y,
                stops,
                [bill.q(row.qty), row.uom or "", row.text, bill.p(row.price), bill.m(row.amount)],
                size=9,
            )
            + 5
        )
    sheet.rule(45, sheet.y, 567, sheet.y)
    rows = [("Subtotal:", bill.subtotal), (f"HST {rate}%:", bill.tax), ("Total CAD:", bill.total)]
    rows += [("Deposit received, thank you:", -bill.prepaid), ("Balance owing:", bill.payable)] if bill.prepaid else []
    for label, figure in rows:
        sheet.y = spread(
            sheet,
            sheet.y + 14,
            ">460 >560",
            [label, f"${bill.m(figure)}" if figure > 0 else f"-${bill.m(-figure)}"],
            size=10,
            bold=label.startswith(("Total", "Balance")),
        )
    sheet.text(306, sheet.y + 40, f"HST Reg. No. {bill.seller.tax_id}", size=9, align="centre")
    sheet.text(
        306,
        sheet.y + 54,
        "E-transfer or cheque accepted. 2% per month (26.8% per annum) on overdue accounts.",
        size=8,
        align="centre",
    )
    return Drawn(
        sheet.finish(),
        (
            bill.truth(
                sheet,
                f"due seller_id subtotal tax qty price {'payable' if bill.prepaid else ''}",
                "hst",
                "labels-right",
            ),
        ),
    )
