"""An agent's demand on a landlord's behalf: rent, service charge, insurance by period, VAT per line, arrears."""

import datetime as dt
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, Bill, price_of, spread
from tests.generator.english_folk import Folk, address, addressee, full_name, populate, shown, with_po
from tests.generator.listing import pairs
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet


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
