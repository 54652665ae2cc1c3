"""Fees in words: a solicitor's units, a consultant's text document, a managing agent's demand for rent."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, Bill, Row, folded, price_of, spread
from tests.generator.english_folk import Folk, address, addressee, full_name, populate, shown, with_po
from tests.generator.ink import number_text
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, Truth, family
from tests.generator.sheet import LETTER, TIMES, Sheet

MATTERS = (
    "Lease of Shop 4, Harbour Parade",
    "Estate of the late M. Yardcole",
    "Dispute with former contractor",
    "Company constitution",
)
TIME = (
    "Perusing and considering letter from other side and enclosed draft deed",
    "Telephone attendance on client re settlement",
    "Drafting special conditions and emailing same to agent",
    "Conference with counsel, including travel to and from chambers",
    "Email in; email out",
)


@family("six-minute-units")
def six_minute_units(rng: Random) -> Drawn:
    """An Australian or New Zealand solicitor: six-minute units, disbursements with and without GST, trust money."""
    code = rng.choice(("AU", "NZ"))
    bill = Bill(rng, code, rng.choice(("#####", "{y}####", "B0####")))
    folk, rate = (
        populate(bill, ("Legal", "& Co Lawyers", "Lawyers", "Law"), private=0.5),
        Decimal(10 if code == "AU" else 15),
    )
    bill.day_format = rng.choice(("%d/%m/%Y", "%d %b %Y"))
    fee = price_of(rng, 28, 62, step="0.5")
    for n in range(some(rng, 22)):
        units = rng.choice((1, 1, 2, 3, 6, 14))
        bill.add(
            rng.choice(TIME),
            units,
            fee,
            rate=rate,
            more=(bill.d(bill.date, n - 40), "".join(w[0] for w in folk.clerk.split())),
        )
    work = list(bill.rows)
    for text, taxed in rng.sample(
        (("Title search fees", 0), ("Registration fee", 0), ("Courier", 1), ("Counsel's fees", 1)), rng.randint(0, 3)
    ):
        bill.add(text, None, price_of(rng, 12, 480), rate=rate if taxed else ZERO)
    bill.reckon(slips="total")
    bill.taxes = [tax for tax in bill.taxes if tax.rate]
    bill.prepaid = rng.choice((ZERO, ZERO, bill.money(bill.total / 3)))
    sheet = Sheet(face=TIMES)
    _lawyer_head(sheet, bill, folk)
    stops = "<55 <115 <150 >450 >540"

    def begin() -> None:
        top = 278 if sheet.page == 1 else 60
        sheet.y = (
            spread(sheet, top, stops, ["Date", "Init", "Particulars", "Units", "Amount $"], size=10, bold=True) + 8
        )

    begin()
    rows = [(*r.more, folded(sheet, r.text, 250, 10), bill.q(r.qty), bill.m(r.amount)) for r in work]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=10, gap=4, bottom=760)
    _lawyer_sums(sheet, bill, work, rate)
    on = shown("due seller_id tax qty", payable=bill.prepaid)
    truth = with_po(bill.truth(sheet, on, "law", "units", "trust"), "")
    truth["totals"]["tax_base"] = None  # the taxed part is not printed
    for item, row in zip(truth["items"], bill.rows, strict=True):
        item["unit_price"] = [None, number_text(row.price)] if row.price else item["unit_price"]
    return Drawn(sheet.finish(), (_or_charges(bill, truth, work),))


def _or_charges(bill: Bill, truth: Truth, work: list[Row]) -> Truth:
    """Disbursements are lines, or as well charges."""
    rest = bill.subtotal - bill.sum(work)
    if not rest:
        return truth
    totals = {**truth["totals"], "subtotal": [number_text(bill.sum(work)), None], "charges": number_text(rest)}
    return {**truth, "or": [{"items": truth["items"][: len(work)], "totals": totals}]}


def _lawyer_head(sheet: Sheet, bill: Bill, folk: Folk) -> None:
    sheet.text(297, 60, bill.seller.name, size=18, align="centre")
    name = "ABN" if bill.land.code == "AU" else "GST No."
    sheet.text(297, 76, " | ".join([*address(bill.seller), f"{name} {bill.seller.tax_id}"]), size=8.5, align="centre")
    sheet.rule(55, 86, 540, 86, 1)
    sheet.text(55, 112, "TAX INVOICE", size=13, bold=True)
    sheet.lines(55, 136, addressee(bill, folk), size=10.5)
    head = [("Invoice no:", bill.number), ("Date:", bill.d(bill.date)), ("Our ref:", bill.shape("@@:@@:##0###"))]
    pairs(sheet, 136, "<380 <445", [*head, ("Due date:", bill.d(bill.due))], size=10.5, step=14)
    sheet.text(55, 240, f"RE: {bill.rng.choice(MATTERS)}", size=11, bold=True)
    sheet.text(
        55, 256, "To our professional costs of acting for you herein (1 unit = 6 minutes or part thereof):", size=10
    )


def _lawyer_sums(sheet: Sheet, bill: Bill, work: list[Row], rate: Decimal) -> None:
    room(sheet, 190, 800)
    units = sum((row.qty or ZERO for row in work), ZERO)
    texts = ["TOTAL PROFESSIONAL FEES", bill.q(units), bill.m(bill.sum(work))]
    sheet.y = spread(sheet, sheet.y + 4, "<150 >450 >540", texts, size=10, bold=True) + 8
    outlays = bill.rows[len(work) :]
    if outlays:
        sheet.text(55, sheet.y, "Disbursements", size=10, bold=True)
        rows = [(row.text + ("" if row.rate else " (no GST)"), bill.m(row.amount)) for row in outlays]
        sheet.y = pairs(sheet, sheet.y + 14, "<150 >540", rows, size=10, step=14)
    sums = [
        (f"GST {bill.q(rate)}%", f"{bill.m(bill.tax)}"),
        ("TOTAL COSTS AND DISBURSEMENTS (incl. GST)", f"${bill.m(bill.total)}"),
    ]
    sums += (
        [("Less transferred from trust", f"({bill.m(bill.prepaid)})"), ("BALANCE OWING", f"${bill.m(bill.payable)}")]
        if bill.prepaid
        else []
    )
    y = pairs(sheet, sheet.y + 6, "<150 >540", sums, size=10, step=16, bold=("TOTAL", "BALANCE"))
    sheet.text(
        55,
        y + 12,
        "With compliments. Interest may be charged on accounts unpaid after 30 days. E. & O.E.",
        size=8.5,
        colour=GREY,
    )


ADVICE = (
    "Professional services rendered in {month}: review of draft strategy, interviews with the board, interim report",
    "Attendance at steering committee, {month}",
    "Facilitation of staff retreat (2 days)",
    "Preparation of grant application",
    "Out-of-pocket expenses: travel, parking and meals, receipts attached",
)


@family("plain-text-document")
def plain_text_document(rng: Random) -> Drawn:
    """A consultant's text document: no table heads, paragraphs with an amount at the right margin, HST number below."""
    code = rng.choice(("CA", "CA", "US"))
    bill = Bill(rng, code, rng.choice(("##", "{y}-0#", "0##-@@@", "{y}{m}-1")))
    folk = populate(bill, ("Advisory",), private=0)
    bill.seller = replace(bill.seller, name=rng.choice((folk.clerk, f"{folk.clerk}, CPA", f"{folk.clerk} Consulting")))
    bill.day_format, rate = "%B %d, %Y", Decimal(13) if code == "CA" else ZERO
    for text in rng.sample(ADVICE, rng.randint(1, 4)):
        bill.add(text.format(month=f"{bill.date:%B}"), None, price_of(rng, 150, 6000, step="25"), rate=rate)
    bill.reckon(taxed=bool(rate))
    sheet = Sheet(size=LETTER, face=TIMES)
    sheet.lines(72, 80, [bill.seller.name, *address(bill.seller), bill.seller.phone], size=12, bold_first=True)
    sheet.text(306, 170, "INVOICE", size=16, bold=True, align="centre")
    number = rng.choice(("Invoice #{}", "Invoice No. {}", "Invoice: {}")).format(bill.number)
    sheet.lines(72, 200, [bill.d(bill.date), number], size=12)
    sheet.lines(72, 246, ["To:", *addressee(bill, folk)], size=12)
    sheet.y = 348
    for row in bill.rows:
        lines = sheet.wrap(row.text, 350, 12)
        sheet.lines(72, sheet.y, lines, size=12, leading=1.25)
        sheet.y += 15 * (len(lines) - 1)
        sheet.text(540, sheet.y, f"${bill.m(row.amount)}", size=12, align="right")
        sheet.y += 28
    sums = [("Subtotal", bill.subtotal), ("HST (13%)", bill.tax)] if rate else []
    last = rng.choice(("Total", "Total due", "TOTAL NOW DUE", "Amount owing"))
    rows = [(label, f"${bill.m(value)}") for label, value in [*sums, (last, bill.total)]]
    y = pairs(sheet, sheet.y + 6, "<300 >540", rows, size=12, step=18, bold=("T", "Amount"))
    due = rng.choice(("", f"Payment is requested by {bill.d(bill.due)}.", "Terms: net 30 days."))
    pay = (
        f"Please make cheque payable to {folk.clerk}."
        if code == "CA"
        else f"Please make check payable to {folk.clerk}."
    )
    ids = f"HST Registration No. {bill.seller.tax_id}" if rate else f"SSN/EIN: {bill.seller.tax_id}"
    sheet.lines(72, y + 20, [*([due] if due else []), pay, ids, "", "Thank you."], size=12)
    on = shown("seller_id", due="requested" in due, subtotal=rate, tax=rate)
    truth = with_po(bill.truth(sheet, on, "text-document", "no-table-head"), "")
    truth["seller"]["name"] = [bill.seller.name, folk.clerk]
    return Drawn(sheet.finish(), (truth,))


@family("managing-agent-demand")
def managing_agent_demand(rng: Random) -> Drawn:
    """An agent's demand on a landlord's behalf: rent, service charge, insurance by period, VAT per line, arrears."""
    bill = Bill(rng, "GB", rng.choice(("D0#####", "######", "RD/{y}/####")))
    folk = populate(bill, ("Estates", "Investments", "Land Holdings"), private=0.3)
    agent = f"{full_name(rng).split()[1]} & Partners Chartered Surveyors"
    opted = rng.random() < 0.6
    rate = Decimal(20) if opted else ZERO
    start = bill.date + dt.timedelta(days=rng.randint(5, 25))
    period = f"{bill.d(start)} - {bill.d(start, 90)}"
    for text in ("Rent", "Service Charge on Account", "Insurance Premium", "Car Park Licence")[: rng.randint(1, 4)]:
        share = ZERO if text.startswith("Insurance") else rate
        bill.add(text, None, price_of(rng, 120, 9000, step="0.25"), rate=share, more=(period,))
    bill.reckon(slips="total")
    bill.due = start
    _demand_head(sheet := Sheet(), bill, folk, agent)
    stops = "<45 <168 >390 >465 >550"
    sheet.box(45, 296, 550, 314, fill=(0.92, 0.92, 0.92))
    sheet.y = spread(sheet, 308, stops, ["Description", "Period", "Net", "VAT", "Gross"], size=9, bold=True) + 10
    for row in bill.rows:
        tax = bill.money(row.amount * row.rate / 100)
        cells = [row.text, row.more[0], bill.m(row.amount), bill.m(tax), bill.m(row.amount + tax)]
        sheet.y = spread(sheet, sheet.y, stops, cells, size=9) + 6
    sheet.rule(300, sheet.y - 6, 550, sheet.y - 6)
    cells = ["", "Totals this demand", bill.m(bill.subtotal), bill.m(bill.tax), f"£{bill.m(bill.total)}"]
    sheet.y = spread(sheet, sheet.y + 6, stops, cells, size=9, bold=True) + 14
    if rng.random() < 0.4:
        old = price_of(rng, 10, 900)
        rows = [
            ("Balance brought forward", f"£{bill.m(old)}"),
            ("Total account balance", f"£{bill.m(old + bill.total)}"),
        ]
        sheet.y = pairs(sheet, sheet.y, "<300 >550", rows, size=8.5, step=13)
    law = [f"Landlord: {bill.seller.name}, {', '.join(address(bill.seller))}"]
    law += [f"Landlord's VAT No. {bill.seller.tax_id}"] if opted else []
    law += ["Notices may be served on the landlord at the above address (Landlord and Tenant Act 1987, ss. 47 and 48)."]
    sheet.lines(45, 640, law, size=8.5, leading=1.5)
    sheet.text(
        297,
        700,
        "- - - - - - - - - - - - - - - - - - REMITTANCE ADVICE - - - - - - - - - - - - - - - - - -",
        size=9,
        align="centre",
    )
    slip = [("Tenant", bill.buyer.name), ("Demand no.", bill.number), ("Amount", f"£{bill.m(bill.total)}")]
    pairs(sheet, 722, "<45 <120", slip, size=9, step=14)
    on = shown("due subtotal tax", seller_id=opted)
    truth = with_po(bill.truth(sheet, on, "agent", "landlord", "remittance"), "")
    truth["seller"]["name"] = [bill.seller.name, agent]
    truth["totals"]["tax_base"] = None
    return Drawn(sheet.finish(), (truth,))


def _demand_head(sheet: Sheet, bill: Bill, folk: Folk, agent: str) -> None:
    sheet.text(45, 60, agent, size=15, bold=True)
    sheet.text(45, 76, f"Managing agents for and on behalf of {bill.seller.name}", size=8.5, colour=GREY)
    sheet.text(550, 110, "INVOICE / DEMAND FOR PAYMENT", size=12, bold=True, align="right")
    sheet.lines(45, 130, addressee(bill, folk), size=10)
    head = [
        ("Demand no.", bill.number),
        ("Date / tax point", bill.d(bill.date)),
        ("Tenant ref.", bill.shape("@@@/0##/T#")),
    ]
    pairs(sheet, 136, "<350 >550", [*head, ("Due date", bill.d(bill.due))], size=9.5, step=15)
    sheet.text(45, 250, f"Premises: Unit {bill.shape('#@')}, Foundry Court", size=10, bold=True)
    sheet.text(45, 266, "In accordance with the terms of your lease the following sums are due:", size=9.5)
