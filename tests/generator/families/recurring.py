"""What comes again: a telephone bill, a school's fees by instalments, a builder's claim."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import VERA, WHITE, Bill, bar, price_of, spread
from tests.generator.countries import person
from tests.generator.ink import number_text
from tests.generator.listing import listing, pairs, room, turned
from tests.generator.registry import Drawn, family
from tests.generator.sheet import TIMES, Sheet

GST = Decimal(15)


@family("telephone-by-section")
def telephone_by_section(rng: Random) -> Drawn:
    """Last bill and payment before this one's charges, sections with sums, GST in the prices; New Zealand dollars."""
    bill = Bill(rng, "NZ", rng.choice(("########", "B#########", "7###-####-##")))
    brand = bill.seller.name.split()[0].lower()
    bill.included = True
    sections = rng.sample(
        ("Broadband", "Mobile 021 555 014", "Mobile 021 555 027", "Landline 09 555 0171"), rng.randint(1, 4)
    )
    for section in sections:
        charges = (
            "Monthly plan",
            "Extra data 2 GB",
            "Calls to mobiles",
            "International calls",
            "Handset payment 7 of 24",
        )
        for text in rng.sample(charges, rng.randint(1, 4)):
            bill.add(text, None, price_of(rng, 2, 95), rate=GST, more=(section,))
    bill.reckon()
    last = bill.m(price_of(rng, 60, 300))
    sheet = Sheet(face=VERA)
    bar(sheet, 0, 70, 0, 595, (0.4, 0.05, 0.5))
    sheet.text(40, 46, brand, size=28, bold=True, colour=WHITE)
    sheet.text(555, 36, "Tax invoice", size=10, align="right", colour=WHITE)
    sheet.text(555, 50, f"GST No. {bill.seller.tax_id}", size=8, align="right", colour=WHITE)
    sheet.lines(40, 110, [bill.buyer.name, f"c/o {bill.ship_to.name}", *bill.buyer.address], size=9.5)
    head = [
        ("Account number", bill.shape("4########")),
        ("Invoice number", bill.number),
        ("Bill date", bill.d(bill.date)),
    ]
    head += [("Billing period", f"{bill.d(bill.date, -31)} to {bill.d(bill.date, -1)}")]
    pairs(sheet, 106, "<330 >555", head, size=8, step=14)
    sheet.box(40, 180, 555, 262, fill=(0.95, 0.92, 0.97), stroke=False)
    story = [
        ("Your last bill", f"${last}"),
        ("Payment received - thank you", f"-${last}"),
        ("This month's charges", f"${bill.m(bill.total)}"),
    ]
    story += [(f"Total due by {bill.d(bill.due)}", f"${bill.m(bill.total)}")]
    pairs(sheet, 198, "<50 >545", story, size=9.5, step=17, bold=("Total",))
    sheet.y = 290
    sheet.text(40, sheet.y, "Your charges in detail (including GST)", size=11, bold=True)
    sheet.y += 20
    for section in sections:
        rows = [row for row in bill.rows if row.more[0] == section]
        room(sheet, 40 + 15 * len(rows), 770)
        sheet.text(40, sheet.y, section, size=9, bold=True)
        sheet.y += 14
        listing(
            sheet,
            "<50 >545",
            [(r.text, f"${bill.m(r.amount)}") for r in rows],
            turn=turned(sheet, lambda: None),
            size=8.5,
            gap=3,
        )
        sheet.y = (
            spread(
                sheet, sheet.y + 1, "<50 >545", [f"Total {section}", f"${bill.m(bill.sum(rows))}"], size=8.5, bold=True
            )
            + 10
        )
    room(sheet, 60, 780)
    gst = [
        ("Total charges including GST", f"${bill.m(bill.total)}"),
        ("GST content of the above", f"${bill.m(bill.tax)}"),
    ]
    pairs(sheet, sheet.y + 6, "<300 >545", gst, size=9, step=15, bold=("Total",))
    sheet.text(
        40,
        812,
        f"{bill.seller.name}, {bill.seller.street}, {bill.seller.city}. NZBN {bill.shape('94290########')}",
        size=6.5,
    )
    truth = bill.truth(sheet, "due seller_id tax", "sections", "balance-forward", "tax-included", "dollar-by-country")
    return Drawn(sheet.finish(), (truth,))


@family("school-fees-instalments")
def school_fees_instalments(rng: Random) -> Drawn:
    """A school's letter, no tax, discounts for brothers, and a table of dates to pay: any of them is a due date."""
    bill = Bill(rng, "FR", rng.choice(("{y}-####", "F###-{y}", "SC####")))
    bill.seller = replace(
        bill.seller, name=f"Association {rng.choice(('Scolaire Les Glycines', 'École du Vieux Lavoir'))}"
    )
    family_name = rng.choice(("Tardieu", "Orsetti", "Quiberon"))
    bill.buyer = replace(bill.buyer, name=f"M. et Mme {family_name}")
    for child in rng.sample(("Léonie", "Augustin", "Capucine"), rng.randint(1, 3)):
        for text in (
            "Frais de scolarité",
            *rng.sample(("Demi-pension", "Étude du soir", "Sortie pédagogique"), rng.randint(0, 3)),
        ):
            bill.add(f"{child} - {text}", None, price_of(rng, 60, 2400, step="0.50"))
    off = bill.money(bill.sum(bill.rows) * Decimal(rng.choice((0, 5, 10))) / 100)
    bill.reckon(discount=off, taxed=False)
    sheet = Sheet(face=TIMES)
    sheet.text(70, 60, bill.seller.name, size=13, bold=True)
    sheet.lines(70, 74, [*bill.seller.address, f"SIRET {bill.shape('### ### ### 000##')} - APE 8520Z"], size=8.5)
    sheet.lines(340, 130, [bill.buyer.name, *bill.buyer.address], size=11)
    sheet.text(340, 200, f"Le {bill.d(bill.date)}", size=11)
    sheet.text(70, 235, f"Facture n° {bill.number}", size=13, bold=True)
    sheet.text(
        70, 250, f"Année scolaire {bill.date.year}-{bill.date.year + 1}   Code famille {bill.shape('####')}", size=10
    )
    sheet.y = 280
    rows = [(row.text, f"{bill.m(row.amount)} €") for row in bill.rows]
    listing(sheet, "<70 >525", rows, turn=turned(sheet, lambda: None), size=10.5, gap=4)
    sums = [("Total", f"{bill.m(bill.subtotal)} €"), ("Réduction fratrie", f"- {bill.m(off)} €")] if off else []
    sums += [("Net à payer", f"{bill.m(bill.total)} €")]
    sheet.rule(70, sheet.y - 6, 525, sheet.y - 6)
    sheet.y = pairs(sheet, sheet.y + 12, "<340 >525", sums, size=11, step=17, bold=("Net",)) + 14
    count = rng.choice((2, 3))
    part = bill.money(bill.total / count)
    parts = [part] * (count - 1) + [bill.total - part * (count - 1)]
    days = [bill.date + dt.timedelta(days=30 * n) for n in range(1, count + 1)]
    sheet.text(70, sheet.y, "Échéancier des prélèvements", size=10.5, bold=True)
    table = [(bill.d(day), f"{bill.m(sum_)} €") for day, sum_ in zip(days, parts, strict=True)]
    y = pairs(sheet, sheet.y + 16, "<90 >260", table, size=10, step=14)
    sheet.lines(
        70, y + 14, ["Exonéré de TVA, article 261-4-4° du CGI.", f"La trésorière, {person(rng, bill.land)}"], size=9.5
    )
    truth = bill.truth(sheet, f"{'subtotal' if off else ''}", "instalments", "no-tax", "person")
    truth["invoice"]["due_date"] = [None, *(day.isoformat() for day in days)]
    return Drawn(sheet.finish(), (truth,))


@family("builders-claim-retention")
def builders_claim_retention(rng: Random) -> Drawn:
    """Contract value, claimed before and now; a share kept back before GST; contract and claim have numbers, too."""
    bill = Bill(rng, "NZ", rng.choice(("INV-####", "####", "PC##-###")))
    for text in rng.sample(
        ("Preliminary and general", "Foundations", "Framing", "Roofing", "Variation 03 - drainage"), rng.randint(1, 5)
    ):
        value = Decimal(rng.randint(4, 90) * 1000)
        done = rng.randint(30, 100)
        now = bill.money(value * rng.randint(5, done) / 100)
        before = value * done / 100 - now
        bill.add(text, None, now, rate=GST, more=(bill.m(value), f"{done}%", bill.m(before)))
    kept = bill.money(bill.sum(bill.rows) * rng.choice((5, 10)) / 100)
    bill.reckon(discount=kept, at=GST)
    sheet = Sheet()
    sheet.text(555, 55, bill.seller.name, size=15, bold=True, align="right")
    mine = f"{bill.seller.street}, {bill.seller.city}  {bill.seller.phone}"
    sheet.text(555, 68, mine, size=8, align="right")
    sheet.text(40, 100, "TAX INVOICE / PAYMENT CLAIM", size=13, bold=True)
    sheet.text(40, 113, "This is a payment claim under the Construction Contracts Act 2002.", size=7.5)
    sheet.lines(
        40,
        138,
        ["To the Principal:", bill.buyer.name, *bill.buyer.address, f"cc Engineer: {person(rng, bill.land)}"],
        size=9,
    )
    head = [
        ("Invoice", bill.number),
        ("Date", bill.d(bill.date)),
        ("Claim no.", str(rng.randint(2, 9))),
        ("Contract", bill.shape("C-####")),
    ]
    head += [("GST no.", bill.seller.tax_id), ("Due date for payment", bill.d(bill.due))]
    pairs(sheet, 138, "<350 >555", head, size=8.5, step=13)
    stops = "<40 >270 >330 >440 >555"
    sheet.rule(40, 226, 555, 226)
    tops = ["Item", "Contract $", "Done", "Previously claimed $", "This claim $"]
    sheet.y = spread(sheet, 238, stops, tops, size=8.5, bold=True) + 6
    rows = [(row.text, *row.more, bill.m(row.amount)) for row in bill.rows]
    listing(sheet, stops, rows, turn=turned(sheet, lambda: None), size=8.5, gap=5)
    sheet.rule(40, sheet.y - 6, 555, sheet.y - 6)
    sums = [
        ("Value of this claim", bill.m(bill.subtotal)),
        ("Less retentions", f"({bill.m(kept)})"),
        ("Net claim excl. GST", bill.m(bill.tax_base)),
    ]
    sums += [("Plus GST 15%", bill.m(bill.tax)), ("Amount payable", f"${bill.m(bill.total)}")]
    y = pairs(sheet, sheet.y + 10, "<350 >555", sums, size=9, step=15, bold=("Amount",))
    scheduled = f"A payment schedule must be provided by {bill.d(bill.date, 12)}. Retentions are held on trust."
    sheet.text(40, y + 16, scheduled, size=8)
    truth = bill.truth(sheet, "due seller_id subtotal tax_base tax", "retention", "claims", "dollar-by-country")
    line = {**truth["items"][0], "description": None, "amount": f"-{number_text(kept)}"}
    net = {"subtotal": [number_text(bill.tax_base), None], "discount": "0"}
    truth["or"] = [
        {"items": [*truth["items"], line], "totals": truth["totals"] | net}
    ]  # kept back as a line of its own
    return Drawn(sheet.finish(), (truth,))
