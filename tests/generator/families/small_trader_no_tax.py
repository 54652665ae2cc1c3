"""A person trades without tax (§ 19): a tax number in the old form, a trade name, discount, two dates to pay."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, VERA, Bill, price_of, spread
from tests.generator.countries import person
from tests.generator.listing import listing, pairs, turned
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet


@family("small-trader-no-tax")
def small_trader_no_tax(rng: Random) -> Drawn:
    """A person trades without tax (§ 19): a tax number in the old form, a trade name, discount, two dates to pay."""
    bill = Bill(rng, "DE", rng.choice(("{y}-###", "R###", "{y}{m}-0#")))
    owner = person(rng, bill.land)
    number = bill.shape("##/###/#####")
    trade = rng.choice(("Nähstube Zwirnfein", "Foto-Atelier Lichtblick", "Hausmeisterdienst Rundum"))
    bill.seller = replace(bill.seller, name=owner, tax_id=number)
    for n, text in enumerate(
        rng.choices(
            ("Änderung Vorhang", "Passbild-Set", "Treppenhausreinigung", "Fahrtkosten pauschal"), k=rng.randint(1, 7)
        ),
        1,
    ):
        bill.add(
            text,
            Decimal(rng.choice((1, 2, "1.5", 4))),
            price_of(rng, 8, 90, step="0.50"),
            no=str(n),
            uom=rng.choice(("Stk.", "Std.")),
        )
    off = bill.money(bill.sum(bill.rows) * Decimal(rng.choice((0, 0, 5))) / 100)
    bill.reckon(discount=off, taxed=False)
    sheet = Sheet(face=VERA)
    sheet.text(297, 55, trade, size=17, bold=True, align="centre", colour=(0.2, 0.4, 0.3))
    sheet.text(297, 69, f"Inh. {owner}", size=9, align="centre")
    sheet.text(57, 120, f"{trade}, {bill.seller.street}, {bill.seller.city}", size=6)
    sheet.lines(57, 138, [bill.buyer.name, f"Frau {owner.split()[0]} Meyerling", *bill.buyer.address], size=9.5)
    head = [
        ("Rechnungsnr.:", bill.number),
        ("Kundennr.:", bill.shape("10###")),
        ("Leistungsdatum:", bill.d(bill.date, -5)),
    ]
    head += [("Rechnungsdatum:", bill.d(bill.date))]
    pairs(sheet, 138, "<370 >538", head, size=8, step=13)
    sheet.text(57, 232, "Rechnung", size=14, bold=True)
    stops = "<57 <85 >330 <336 >440 >538"
    sheet.y = (
        spread(sheet, 262, stops, ["Pos.", "Bezeichnung", "Menge", "", "Einzelpreis", "Gesamt"], size=8, bold=True) + 8
    )
    rows = [
        (r.no or "", r.text, bill.q(r.qty), r.uom or "", f"{bill.p(r.price)} €", f"{bill.m(r.amount)} €")
        for r in bill.rows
    ]
    listing(sheet, stops, rows, turn=turned(sheet, lambda: None), size=8.5, gap=6, rules=(57, 538))
    sums = (
        [("Zwischensumme", f"{bill.m(bill.subtotal)} €"), ("abzgl. 5 % Stammkundenrabatt", f"-{bill.m(off)} €")]
        if off
        else []
    )
    sums += [("Rechnungsbetrag", f"{bill.m(bill.total)} €")]
    y = pairs(sheet, sheet.y + 10, "<330 >538", sums, size=9, step=15, bold=("Rech",))
    skonto = bill.m(bill.money(bill.total * Decimal("0.98")))
    notes = ["Kein Ausweis von Umsatzsteuer, da Kleinunternehmer gemäß § 19 UStG."]
    notes += [f"Bei Zahlung bis {bill.d(bill.date, 7)} 2 % Skonto = {skonto} €, bis {bill.d(bill.due)} ohne Abzug."]
    sheet.lines(57, y + 16, notes, size=8, leading=1.7)
    foot = f"{owner} | {bill.seller.street} | {bill.seller.city} | Steuernummer {number} | {bill.seller.iban}"
    sheet.text(297, 805, foot, size=6.5, align="centre", colour=GREY)
    truth = bill.truth(sheet, f"due seller_id {'subtotal' if off else ''} qty price", "no-tax", "person", "skonto")
    truth["seller"]["name"] = [owner, trade]
    return Drawn(sheet.finish(), (truth,))
