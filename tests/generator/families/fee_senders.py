"""Fees of the professions: lawyers, architects, translators, consultants, a staffing agency."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, VERA, Bill, bar, folded, price_of, spread
from tests.generator.ink import number_text
from tests.generator.lands import person
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO, TaxLine
from tests.generator.registry import Drawn, family
from tests.generator.sheet import LETTER, TIMES, Sheet

DEEDS = (
    "Review of the lease and of the landlord's amendments",
    "Telephone conference with opposing counsel, file note",
    "Drafting of demand letter",
    "Attendance at the Court of Quebec, chamber 2.08",
    "Research on prescription under art. 2925 C.C.Q.",
    "E-mails with client (9)",
)


@family("quebec-law-firm")
def quebec_law_firm(rng: Random) -> Drawn:
    """Dollars of Canada told by the tax numbers alone; GST and QST on one base, hours by initials, disbursements."""
    bill = Bill(rng, "CA", rng.choice(("#####", "{y}-####", "M####-##")))
    names = bill.land.persons.replace("|", ", ").split(", ")
    bill.seller = replace(bill.seller, name=f"{names[0].split()[-1]} {names[1].split()[-1]} Avocats s.e.n.c.r.l.")
    bill.seller = replace(bill.seller, city=bill.shape("Montbrillant (Québec)  H#@ #@#"))
    bill.currency = "CAD"
    for text in rng.choices(DEEDS, k=some(rng, 40)):
        day = bill.date - dt.timedelta(days=rng.randint(2, 40))
        hours = Decimal(rng.randint(1, 45)) / 10
        bill.add(text, hours, Decimal(rng.choice((240, 325, 410))), more=(f"{day:%Y-%m-%d}", rng.choice(("CT", "GM"))))
    fees = list(bill.rows)
    for text in rng.sample(("Bailiff", "Photocopies (214)", "Court stamp", "Courier"), rng.randint(0, 3)):
        bill.add(text, None, price_of(rng, 8, 180), more=("", ""))
    bill.reckon()
    gst, qst = (bill.money(bill.subtotal * Decimal(rate) / 100) for rate in ("5", "9.975"))
    wrong = bill.total - bill.subtotal
    bill.taxes = [TaxLine("", Decimal(5), bill.subtotal, gst), TaxLine("", Decimal("9.975"), bill.subtotal, qst)]
    bill.total = bill.subtotal + gst + qst + wrong
    sheet = Sheet(size=LETTER, face=TIMES)
    sheet.text(560, 56, bill.seller.name, size=15, align="right")
    sheet.text(560, 69, f"{bill.seller.street}, {bill.seller.city}   {bill.seller.phone}", size=8, align="right")
    sheet.lines(
        60, 120, ["PRIVILEGED AND CONFIDENTIAL", "", bill.buyer.name, "Legal Affairs", *bill.buyer.address], size=10.5
    )
    matter = f"Re: {bill.ship_to.name} / Commercial lease"
    head = [("Date:", bill.d(bill.date)), ("Our file:", bill.shape("####-0##")), ("Account no.:", bill.number)]
    pairs(sheet, 120, "<400 >560", head, size=10.5, step=15)
    quebec_id = bill.shape("########## TQ0001")
    sheet.text(60, 218, matter, size=10.5, bold=True)
    stops = "<60 <120 <150 >440 >495 >560"
    sheet.y = (
        spread(sheet, 244, stops, ["Date", "By", "Services rendered", "Hours", "Rate", "Amount"], size=9, bold=True) + 6
    )
    rows = [
        (*r.more, folded(sheet, r.text, 250, 9), bill.m(r.qty or ZERO), bill.m(r.price or ZERO), bill.m(r.amount))
        for r in fees
    ]
    listing(sheet, stops, rows, turn=turned(sheet, lambda: None), size=9, gap=5, bottom=700)
    room(sheet, 190, 760)
    outlays = bill.rows[len(fees) :]
    sums = [("Total fees", bill.m(bill.sum(fees)))]
    if outlays:
        sheet.y = pairs(sheet, sheet.y + 8, "<150 >560", sums, size=9.5, step=16, bold=("Total",))
        sheet.text(60, sheet.y, "Disbursements", size=9, bold=True)
        sheet.y = pairs(
            sheet, sheet.y + 14, "<150 >560", [(row.text, bill.m(row.amount)) for row in outlays], size=9, step=14
        )
        sums = [("Fees and disbursements", bill.m(bill.subtotal))]
    sums += [(f"GST 5% ({bill.seller.tax_id})", bill.m(gst))]
    sums += [(f"QST 9.975% ({quebec_id})", bill.m(qst)), ("TOTAL DUE", f"$ {bill.m(bill.total)}")]
    sheet.y = pairs(sheet, sheet.y + 8, "<300 >560", sums, size=9.5, step=16, bold=("TOTAL",))
    sheet.text(60, sheet.y + 16, "Payable upon receipt. Interest of 12% per annum on accounts over 30 days.", size=8.5)
    truth = bill.truth(sheet, "seller_id subtotal qty price", "two-taxes", "dollar-by-country")
    truth["seller"]["tax_id"] = [bill.seller.tax_id, quebec_id]
    truth["totals"]["tax_base"] = [number_text(bill.subtotal), None]
    if outlays:  # lines of the invoice, or charges after the fees' sum
        net = bill.sum(fees)
        charges = {"subtotal": number_text(net), "charges": [number_text(bill.subtotal - net)]}
        truth["or"] = [{"items": truth["items"][: len(fees)], "totals": truth["totals"] | charges}]
    return Drawn(sheet.finish(), (truth,))


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


@family("translation-by-words")
def translation_by_words(rng: Random) -> Drawn:
    """Words by price per word, EUR only in the columns' heads, net 30 without a date, the buyer's VAT id aside."""
    bill = Bill(
        rng, rng.choice(("NL", "ES", "HU")), rng.choice(("TR-{y}-###", "{y}{m}##", "L####")), buyer="DE", currency="EUR"
    )
    bill.day_format = rng.choice(("%d %b %Y", "%Y-%m-%d"))
    bill.land = replace(bill.land, language="en")
    prefix = "" if bill.seller.tax_id[:2].isalpha() else "ES"
    name = f"{bill.seller.name.split()[0].strip(',.')} {rng.choice(('Translations', 'Language Services'))}"
    bill.seller = replace(bill.seller, name=name, tax_id=prefix + bill.seller.tax_id)
    jobs = (
        "EN-DE user manual pump series K",
        "NL-DE contract, sworn",
        "DE-EN website texts",
        "Proofreading EN brochure",
    )
    for text in rng.choices(jobs, k=some(rng, 50)):
        bill.add(
            text, rng.randint(180, 24000), price_of(rng, 0.05, 0.19, step="0.001"), more=(bill.shape("PO #######"),)
        )
    bill.reckon(taxed=False)
    sheet = Sheet(face=VERA)
    sheet.text(50, 60, "INVOICE", size=16)
    meta = [
        ("Number", bill.number),
        ("Date", bill.d(bill.date)),
        ("Terms", "Net 30"),
        ("Client VAT ID", bill.buyer.tax_id),
    ]
    meta += [("Project manager", "B. Kröll")]
    pairs(sheet, 60, "<330 <430", meta, size=8, step=12.5)
    sheet.lines(50, 100, ["From", bill.seller.name, *bill.seller.address, bill.seller.tax_id], size=8, leading=1.45)
    sheet.lines(50, 172, ["To", bill.buyer.name, "Technische Dokumentation", *bill.buyer.address], size=8, leading=1.45)
    stops = "<50 <140 >370 >450 >545"
    heading = ["Your order", "Job", "Words", "EUR/word", "EUR"]

    def begin() -> None:
        top = 262 if sheet.page == 1 else 60
        bar(sheet, top - 12, 18, 45, 550, (0.88, 0.93, 0.88))
        sheet.y = spread(sheet, top, stops, heading, size=8, bold=True) + 10

    begin()
    rows = [(r.more[0], r.text, bill.q(r.qty), bill.q(r.price, 3), bill.m(r.amount)) for r in bill.rows]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8, gap=8, rules=(45, 550))
    room(sheet, 90)
    spread(sheet, sheet.y + 10, ">450 >545", ["TOTAL", bill.m(bill.total)], size=10, bold=True)
    note = "VAT reverse charged to the recipient, art. 196 Directive 2006/112/EC."
    sheet.lines(
        50,
        sheet.y + 40,
        [note, f"Please pay to {bill.seller.iban}, BIC {bill.shape('@@@@NL2@')}."],
        size=7.5,
        leading=1.6,
    )
    truth = bill.truth(sheet, "seller_id buyer_id qty price", "reverse-charge", "no-due-date")
    return Drawn(sheet.finish(), (truth,))


@family("indonesian-consultant-english")
def indonesian_consultant_english(rng: Random) -> Drawn:
    """In English from Jakarta: VAT 12 % on 11/12 of the fee, article 23 withheld, letterhead only at the foot."""
    bill = Bill(rng, "ID", rng.choice(("###/INV-@@@/{m}/{y}", "INV-{y}-####", "{y}.{m}.0##")))
    bill.land = replace(bill.land, language="en")
    bill.numbers, bill.day_format = replace(bill.numbers, sample="1,234.56"), rng.choice(("%d %B %Y", "%B %d, %Y"))
    works = (
        "Tax compliance retainer",
        "Transfer pricing documentation FY",
        "Feasibility study, second phase",
        "Training, 2 days",
    )
    for n, text in enumerate(rng.sample(works, rng.randint(1, 4)), 1):
        bill.add(text, None, Decimal(rng.randint(6, 240) * 500_000), rate=Decimal(12), no=str(n))
    bill.reckon(share=Decimal(11) / Decimal(12))
    bill.withheld = bill.money(bill.subtotal * 2 / 100)
    sheet = Sheet(face=TIMES)
    sheet.text(297, 70, "I N V O I C E", size=16, bold=True, align="centre")
    sheet.text(297, 86, f"No. {bill.number}", size=11, align="centre")
    to = [
        "To:",
        bill.buyer.name,
        *bill.buyer.address,
        f"NPWP: {bill.buyer.tax_id}",
        "",
        f"Attn: {person(rng, bill.land)}",
    ]
    sheet.lines(70, 120, to, size=11)
    sheet.lines(
        525,
        120,
        [f"Jakarta, {bill.d(bill.date)}", f"Ref: Engagement letter {bill.shape('EL-###/@@')}"],
        size=11,
        align="right",
    )
    sheet.rule(70, 236, 525, 236)
    spread(sheet, 250, "<75 <100 >520", ["No", "Description of services", "Amount (IDR)"], size=11, bold=True)
    sheet.rule(70, 257, 525, 257)
    rows = [
        (row.no or "", f"{row.text} {bill.date.year}" if row.text.endswith("FY") else row.text, bill.m(row.amount))
        for row in bill.rows
    ]
    sheet.y = 274
    listing(sheet, "<75 <100 >520", rows, turn=turned(sheet, lambda: None), size=11, gap=6)
    sums = [
        ("Total fee", bill.m(bill.subtotal)),
        ("Other tax base value (11/12)", bill.m(bill.tax_base)),
        ("VAT 12%", bill.m(bill.tax)),
    ]
    sums += [("Total", bill.m(bill.total)), ("Less: Art. 23 withholding tax 2%", f"({bill.m(bill.withheld)})")]
    sums += [("Amount to be transferred", bill.m(bill.payable))]
    sheet.rule(70, sheet.y - 6, 525, sheet.y - 6)
    y = pairs(sheet, sheet.y + 12, "<270 >520", sums, size=11, step=18, bold=("Total", "Amount"))
    within = "Please settle within 14 (fourteen) days after receipt of this invoice, in full amount, to:"
    bank = ["Bank Selat Sunda, KCP Sudirman", f"A/C {bill.shape('###-##-#####-#')} a.n. {bill.seller.name}"]
    sheet.lines(70, y + 20, [within, *bank], size=10)
    sheet.lines(380, y + 90, ["Yours faithfully,", "", "", "", person(rng, bill.land), "Director"], size=11)
    bar(sheet, 778, 1.5, 70, 525, (0.1, 0.2, 0.5))
    sheet.text(297, 792, bill.seller.name, size=10, bold=True, align="centre")
    foot = f"{bill.seller.street}, {bill.seller.city}  Tel {bill.seller.phone}  NPWP {bill.seller.tax_id}"
    sheet.text(297, 803, foot, size=8, align="centre")
    shown = "seller_id buyer_id subtotal tax_base tax payable"
    return Drawn(sheet.finish(), (bill.truth(sheet, shown, "withheld", "letterhead-at-foot", "dpp"),))


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
