"""Fees of the professions: an architect by stages, a staffing agency with a blocked account."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, Bill, bar, price_of, spread
from tests.generator.countries import person
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet

STAGES = (
    "Preparation and Brief",
    "Concept Design",
    "Spatial Coordination",
    "Technical Design",
    "Construction",
    "Handover",
)


@family("architect-fee-stages")
def architect_fee_stages(rng: Random) -> Drawn:
    """Fee by stage with percent done, earned, invoiced before, and now: only the last column counts."""
    bill = Bill(rng, "GB", rng.choice(("####/0#", "A{y}-###", "###-INV-0#")))
    bill.seller = replace(bill.seller, name=f"{bill.seller.name.split()[0]} Architects {rng.choice(('LLP', 'Ltd'))}")
    idle = []
    for n, text in enumerate(STAGES):
        fee = Decimal(rng.randint(4, 60) * 500)
        done = max(0, min(100, 160 - 40 * n + rng.randint(-1, 1) * 10))
        before = 100 if n < 2 else max(0, done - rng.choice((20, 30, 50)))
        now = bill.money(fee * (done - before) / 100)
        cells = (bill.m(fee), f"{done}%", bill.m(fee * done / 100), bill.m(fee * before / 100))
        if now:
            bill.add(text, None, now, rate=Decimal(20), more=cells, no=str(n + 1))
        else:
            idle.append((str(n + 1), text, *cells, bill.m(ZERO)))
    bill.reckon()
    sheet = Sheet()
    sheet.text(60, 62, bill.seller.name.split()[0].lower(), size=28, colour=GREY)
    sheet.text(60, 76, "architects", size=12, colour=GREY)
    project = [("Project", f"{bill.ship_to.street}, {bill.ship_to.city}"), ("Project no.", bill.shape("2###"))]
    project += [("Invoice no.", bill.number), ("Date", bill.d(bill.date)), ("Your VAT no.", bill.buyer.tax_id)]
    client = [bill.buyer.name, f"FAO {person(rng, bill.land)}", *bill.buyer.address]
    sheet.lines(60, 120, client, size=9.5)
    pairs(sheet, 196, "<60 <140", project, size=9, step=14)
    stops = "<60 <80 >270 >325 >390 >460 >535"
    heading = ["", "Work stage", "Fee", "Complete", "Earned", "Previously\ninvoiced", "This\ninvoice"]
    sheet.rule(60, 282, 535, 282)
    sheet.y = spread(sheet, 294, stops, heading, size=8, bold=True) + 8
    rows = [(row.no or "", row.text, *row.more, bill.m(row.amount)) for row in bill.rows] + idle
    listing(sheet, stops, sorted(rows), turn=turned(sheet, lambda: None), size=8.5, gap=6)
    sheet.rule(60, sheet.y - 4, 535, sheet.y - 4)
    sums = [("Net amount this invoice", bill.m(bill.subtotal)), ("VAT at 20%", bill.m(bill.tax))]
    sums += [("Amount payable", f"£{bill.m(bill.total)}")]
    pairs(sheet, sheet.y + 12, ">460 >535", sums, size=9, step=16, bold=("Amount",))
    terms = f"Our terms are strictly 30 days. Please pay by {bill.d(bill.due)} to 40-{bill.shape('##-##  ########')}."
    foot = f"{bill.seller.name}  {bill.seller.street}, {bill.seller.city}"
    sheet.lines(60, 770, [terms, "", foot, f"Registered OC{bill.shape('######')}   VAT {bill.seller.tax_id}"], size=7.5)
    truth = bill.truth(sheet, "due seller_id buyer_id subtotal tax", "stages", "letterhead-at-foot")
    if idle:  # a stage without a charge this time is a line of nothing, or none
        nothing = {**truth["items"][0], "amount": "0", "description": None}
        known = {row[0]: nothing for row in idle} | {str(i["no"]): i for i in truth["items"]}
        truth["or"] = [{"items": [known[no] for no in sorted(known)]}]
    return Drawn(sheet.finish(), (truth,))


@family("dutch-staffing-blocked-account")
def dutch_staffing_blocked_account(rng: Random) -> Drawn:
    """Hours by worker and week with a factor, BTW 21 % or shifted, part of the sum to be paid on a blocked account."""
    bill = Bill(rng, "NL", rng.choice(("######", "F{y}-#####", "UZ#####")))
    bill.seller = replace(bill.seller, name=f"{bill.seller.name.split()[0]} Flexwerk B.V.")
    shifted = rng.random() < 0.4
    rate = ZERO if shifted else Decimal(21)
    week, chamber = bill.date.isocalendar().week, bill.shape("########")
    workers = ("A. Bouzid", "P. Nowicki", "R. Hendriks", "L. de Groot", "M. Tekin", "J. Sow")
    for name in rng.choices(workers, k=some(rng, 70)):
        kind = rng.choice(("normale uren", "normale uren", "overuren 150%", "reiskosten km"))
        hours = Decimal(rng.randint(2, 160)) / 4 if "uren" in kind else Decimal(rng.randint(40, 420))
        price = price_of(rng, 26, 44) if "uren" in kind else Decimal("0.23")
        bill.add(f"{name} - {kind}", hours, price, rate=rate, more=(f"{bill.date.year}-{max(1, week - 1):02}",))
    bill.reckon(taxed=not shifted, slips="total qty")
    blocked = bill.money(bill.total * Decimal("0.4" if not shifted else "0.25"))
    sheet = Sheet()
    bar(sheet, 0, 14, 0, 595, (0.95, 0.55, 0.1))
    sheet.text(45, 52, bill.seller.name.split()[0], size=24, bold=True, colour=(0.95, 0.55, 0.1))
    sheet.lines(45, 110, [bill.buyer.name, "t.a.v. de crediteurenadministratie", *bill.buyer.address], size=9.5)
    sheet.text(45, 190, "Factuur", size=18, bold=True)
    head = [("Factuurnummer", bill.number), ("Factuurdatum", bill.d(bill.date)), ("Vervaldatum", bill.d(bill.due))]
    head += [
        ("Debiteurnummer", bill.shape("1####")),
        ("Uw BTW-nummer", bill.buyer.tax_id),
        ("KvK", bill.shape("########")),
    ]
    pairs(sheet, 110, "<370 <460", head, size=8.5, step=12.5)
    stops = "<45 <95 >350 >430 >550"
    heading = ["Week", "Uitzendkracht", "Aantal", "Tarief", "Bedrag"]

    def begin() -> None:
        top = 215 if sheet.page == 1 else 60
        sheet.y = spread(sheet, top, stops, heading, size=8.5, bold=True) + 7
        sheet.rule(45, top + 5, 550, top + 5)

    begin()
    rows = [(r.more[0], r.text, bill.m(r.qty or ZERO), bill.p(r.price), bill.m(r.amount)) for r in bill.rows]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8.5, gap=4, bottom=720)
    room(sheet, 150, 760)
    sheet.rule(430, sheet.y - 6, 550, sheet.y - 6)
    vat = ("BTW verlegd", bill.m(ZERO)) if shifted else ("BTW 21%", bill.m(bill.tax))
    sums = [("Totaal excl. BTW", bill.m(bill.subtotal)), vat, ("Totaal te betalen EUR", bill.m(bill.total))]
    y = pairs(sheet, sheet.y + 10, "<330 >550", sums, size=9, step=15, bold=("Totaal te",))
    ways = [("waarvan op G-rekening NL11 GREK 0990 1234 56", bill.m(blocked))]
    ways += [(f"waarvan op {bill.seller.iban}", bill.m(bill.total - blocked))]
    pairs(sheet, y + 8, "<45 >550", ways, size=8.5, step=13)
    ids = f"KvK {chamber} | BTW {bill.seller.tax_id}"
    foot = f"{bill.seller.name} | {bill.seller.street} | {bill.seller.city} | {ids}"
    sheet.text(297, 815, foot, size=7, align="centre", colour=GREY)
    shown = "due seller_id buyer_id subtotal tax qty price"
    return Drawn(sheet.finish(), (bill.truth(sheet, shown, "blocked-account", "shifted" if shifted else "taxed"),))
