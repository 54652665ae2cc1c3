"""A clearing house sends a dentist's bill to the patient: treatments by date, exempt, insurer's part off."""

import datetime as dt
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, Bill, squares
from tests.generator.desk import assortment, populate
from tests.generator.english_folk import address, with_po
from tests.generator.forms import table
from tests.generator.listing import pairs, room
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet
from tests.generator.table import Look

TEAL, ORANGE = (0.0, 0.5, 0.5), (0.9, 0.4, 0.1)
CARE = (
    ("C002", "Consult ten behoeve van een intake", "25.40", ""),
    ("M03", "Gebitsreiniging, per vijf minuten", "16.34", ""),
    ("X10", "Kleine röntgenfoto", "20.43", ""),
    ("A10", "Geleidings-, infiltratie- en/of wortelkanaalanesthesie", "18.16", ""),
    ("V92", "Eénvlaksvulling composiet", "59.03", "36"),
    ("V93", "Tweevlaksvulling composiet", "74.91", "46"),
    ("H11", "Trekken tand of kies", "54.49", "28"),
    ("C022", "Second opinion", "122.59", ""),
)


@family("dutch-care-clearing")
def dutch_care_clearing(rng: Random) -> Drawn:
    """A clearing house sends a dentist's bill to the patient: treatments by date, exempt, insurer's part off."""
    bill = Bill(rng, "NL", rng.choice(("##########", "2##.###.###", "N{y}#######")))
    populate(bill, ("Tandartspraktijk {}", "Mondzorg {}", "Orthodontie {}"), private=1)
    bill.day_format = "%d-%m-%Y"
    house = rng.choice(("Zorgnota Nederland B.V.", "MediFactuur B.V.", "Cura Incasso & Nota B.V."))
    visit = bill.date - dt.timedelta(days=rng.randint(8, 30))
    for code, text, tariff, tooth in assortment(rng, CARE, 14):
        bill.add(
            text,
            rng.choice((1, 2, 3)) if code in ("M03", "X10") else 1,
            Decimal(tariff),
            sku=code,
            more=(bill.d(visit), tooth),
        )
    bill.reckon(taxed=False)
    bill.prepaid = bill.money(bill.total * Decimal("0.75")) if rng.random() < 0.35 else ZERO
    sheet = Sheet()
    sheet.text(45, 62, house.removesuffix(" B.V."), size=20, bold=True, colour=TEAL)
    own = [house, f"Postbus {rng.randint(100, 999)}", bill.shape("13## @@ Almerdam"), "www.mijnnota.example"]
    sheet.lines(420, 50, [*own, f"KvK {bill.shape('########')}"], size=8)
    sheet.lines(45, 140, [bill.buyer.name, *address(bill.buyer)], size=10)
    born = dt.date(rng.randint(1945, 2015), rng.randint(1, 12), rng.randint(1, 28))
    facts = [("Notanummer", bill.number), ("Notadatum", bill.d(bill.date)), ("Vervaldatum", bill.d(bill.due))]
    facts += [("Patiënt", bill.buyer.name), ("Geboortedatum", f"{born:%d-%m-%Y}")]
    facts += [("Zorgverlener", bill.seller.name), ("AGB-code praktijk", bill.shape("11######"))]
    pairs(sheet, 215, "<45 <150", facts, size=9, step=13)
    sheet.text(330, 215, "Praktijkadres", size=9, colour=GREY)
    sheet.lines(330, 228, [bill.seller.name, *address(bill.seller)], size=9)
    sheet.y = 322
    heads = "62<Datum|45<Code|220<Omschrijving|45^Element|40>Aantal|45>Tarief|52>Bedrag"
    rows = [
        (r.more[0], r.sku or "", r.text, r.more[1], bill.q(r.qty), bill.p(r.price), bill.m(r.amount)) for r in bill.rows
    ]
    table(sheet, 42, heads, rows, Look("rows", size=8.5, gap=5), bottom=680)
    room(sheet, 110, 760)
    sums = [("Totaal nota", bill.total)] + (
        [("Reeds vergoed door zorgverzekeraar", -bill.prepaid)] if bill.prepaid else []
    )
    sums += [("Door u te betalen", bill.payable)]
    texts = [(label, f"€ {bill.m(value)}") for label, value in sums]
    y = pairs(sheet, sheet.y + 16, "<330 >548", texts, size=9.5, step=16, bold=("Door",))
    squares(sheet, 45, y + 14, 56, rng)
    told = [f"Betaal eenvoudig via de QR-code of maak € {bill.m(bill.payable)} over op {bill.seller.iban}"]
    told += [f"t.n.v. {house} onder vermelding van betalingskenmerk {bill.shape('#### #### #### ####')}."]
    told += ["Deze zorgprestaties zijn vrijgesteld van btw (artikel 11, lid 1, onderdeel g, Wet OB)."]
    sheet.lines(112, y + 28, told, size=8, leading=1.5)
    truth = bill.truth(sheet, "due qty price payable", "medical", "clearing-house")
    truth["seller"]["name"] = [bill.seller.name, house]
    return Drawn(sheet.finish(), (with_po(truth, ""),))
