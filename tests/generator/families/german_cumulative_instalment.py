"""Abschlagsrechnung, kumuliert: all works so far, less what was billed before (net), then tax on the rest."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import Bill, Row, folded, price_of, spread
from tests.generator.countries import person
from tests.generator.ink import number_text
from tests.generator.listing import listing, pairs, room, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, Truth, family
from tests.generator.sheet import Sheet

RATE, ALV = Decimal(19), Decimal("25.5")
WORKS = (
    "Baustelle einrichten, vorhalten und räumen",
    "Oberboden abtragen, seitlich lagern",
    "Bodenaushub Kl. 3-5 lösen, laden, abfahren",
    "Frostschutzschicht 0/45 liefern und einbauen, d = 30 cm",
    "Betonpflaster 20/10/8 grau verlegen, einschl. Bettung und Fugenschluss",
    "Bordstein 100/25/15 in Beton setzen",
    "Straßenablauf mit Schlammeimer",
    "Stundenlohnarbeiten Facharbeiter",
)


@family("german-cumulative-instalment")
def german_cumulative_instalment(rng: Random) -> Drawn:
    """Abschlagsrechnung, kumuliert: all works so far, less what was billed before (net), then tax on the rest."""
    stage = rng.randint(2, 5)
    bill = Bill(rng, "DE", rng.choice(("{y}-####", "AR{y}0###", "2####")))
    bill.seller = replace(bill.seller, name=f"{bill.seller.name.removeprefix('Gebr. ').split()[0]} Tiefbau GmbH")
    for n, text in enumerate(rng.sample(WORKS, rng.randint(2, 8)), 1):
        unit = (
            "Std"
            if text.startswith("Stund")
            else "psch"
            if text.startswith("Baust")
            else rng.choice(("m³", "m²", "m", "St"))
        )
        qty = Decimal(1) if unit == "psch" else Decimal(rng.randint(2000, 400000)) / 1000
        bill.add(text, qty, price_of(rng, 4, 190), rate=RATE, no=f"01.{n:02}.0010", uom=unit)
    before = bill.money(bill.sum(bill.rows) * rng.choice((25, 40, 62)) / 100)
    parts = [bill.money(before / (stage - 1))] * (stage - 2)
    parts.append(before - sum(parts, ZERO))
    bill.reckon(discount=before, at=RATE, slips="total qty")
    sheet = Sheet()
    late = rng.random() < 0.5
    _works_head(sheet, bill, stage)
    _works_rows(sheet, bill)
    _works_sums(sheet, bill, parts, late=late)
    truth = bill.truth(
        sheet, f"{'due' if late else ''} seller_id subtotal tax_base tax qty price", "instalments", "cumulative"
    )
    if len(parts) > 1:  # printed one by one
        truth["totals"]["discount"] = [number_text(before)]
    return Drawn(sheet.finish(), (_parts_as_lines(truth, bill, parts),))


def _parts_as_lines(truth: Truth, bill: Bill, parts: list[Decimal]) -> Truth:
    """What was billed before may as well be lines of their own, with a minus."""
    line = {**truth["items"][0], "no": None, "uom": None, "description": None, "discount": "0"}
    line |= {"qty": [None, "1"], "unit_price": None}
    lines = [{**line, "amount": number_text(-part)} for part in parts]
    totals = truth["totals"] | {"subtotal": [number_text(bill.tax_base), None], "discount": "0"}
    return {**truth, "or": [{"items": [*truth["items"], *lines], "totals": totals}]}


def _works_head(sheet: Sheet, bill: Bill, stage: int) -> None:
    seller, rng = bill.seller, bill.rng
    sheet.text(60, 58, seller.name, size=18, bold=True, colour=(0.75, 0.35, 0.0))
    sheet.text(60, 71, "Straßenbau · Kanalbau · Außenanlagen", size=8)
    sheet.text(60, 126, f"{seller.name}, {seller.street}, {seller.city}", size=6.5)
    sheet.lines(60, 142, [bill.buyer.name, "Bauabteilung", *bill.buyer.address], size=10)
    head = [("Datum", bill.d(bill.date)), ("Rechnungs-Nr.", bill.number), ("Debitor", bill.shape("1####"))]
    head += [
        ("Auftrag vom", bill.d(bill.date, -140)),
        ("Auftrags-Nr.", bill.shape("45########")),
        ("Bauleiter", person(rng, bill.land)),
    ]
    pairs(sheet, 142, "<370 <450", head, size=8.5, step=12)
    sheet.text(60, 236, f"{stage}. Abschlagsrechnung", size=13, bold=True)
    about = [f"Bauvorhaben: Erschließung {bill.ship_to.street}, {bill.ship_to.city}"]
    about += [f"Leistungszeitraum: {bill.d(bill.date, -35)} bis {bill.d(bill.date, -4)}"]
    sheet.lines(60, 252, about, size=9)


WORK_STOPS = "<60 <118 >372 <376 >455 >540"


def _works_rows(sheet: Sheet, bill: Bill) -> None:
    def begin() -> None:
        top = 294 if sheet.page == 1 else 60
        spread(
            sheet,
            top,
            WORK_STOPS,
            ["OZ", "Leistungsbeschreibung", "Menge", "ME", "EP in EUR", "GP in EUR"],
            size=8.5,
            bold=True,
        )
        sheet.rule(60, top - 11, 540, top - 11, 0.5)
        sheet.rule(60, top + 4, 540, top + 4, 0.5)
        sheet.y = top + 18

    begin()
    listing(
        sheet, WORK_STOPS, [_work(sheet, bill, row) for row in bill.rows], turn=turned(sheet, begin), size=8.5, gap=5
    )


def _work(sheet: Sheet, bill: Bill, row: Row) -> list[str]:
    text = folded(sheet, row.text, 200, 8.5)
    return [row.no or "", text, bill.q(row.qty, 3), row.uom or "", bill.p(row.price), bill.m(row.amount)]


def _works_sums(sheet: Sheet, bill: Bill, parts: list[Decimal], *, late: bool) -> None:
    room(sheet, 170, 780)
    sums = [("Summe erbrachter Leistungen netto", bill.subtotal)]
    count = len(parts)
    for n, part in enumerate(parts, 1):
        sums.append((f"abzgl. {n}. Abschlagsrechnung vom {bill.d(bill.date, -30 * (count - n + 1))}, netto", -part))
    sums += [
        ("Rechnungsbetrag netto", bill.tax_base),
        ("zzgl. 19,0 % USt.", bill.tax),
        ("Rechnungsbetrag brutto", bill.total),
    ]
    sheet.rule(60, sheet.y - 4, 540, sheet.y - 4, 0.5)
    texts = [(label, f"{bill.m(value)} EUR") for label, value in sums]
    y = pairs(sheet, sheet.y + 9, "<200 >540", texts, size=9, step=14, bold=("Rechnungsbetrag",))
    pay = (
        f"Fällig am {bill.d(bill.due)} ohne Abzug."
        if late
        else "Zahlbar gemäß VOB/B innerhalb von 21 Tagen nach Zugang."
    )
    sheet.lines(60, y + 14, [pay, "Aufmaße und Lieferscheine liegen bei."], size=9)
    seller = bill.seller
    foot = (
        f"{seller.name} · {seller.iban} · USt-IdNr. {seller.tax_id} · Freistellungsbescheinigung § 48b EStG liegt vor"
    )
    sheet.text(297, 812, foot, size=6.5, align="centre")
