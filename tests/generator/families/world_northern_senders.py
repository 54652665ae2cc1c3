"""Two Canadian forms: two tongues with TPS and TVQ, and a ledger that tells its tax codes below the lines."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import Bill, bar, folded, price_of, spread
from tests.generator.english_folk import address, addressee, populate, shown, with_po
from tests.generator.forms import cell_row
from tests.generator.listing import listing, pairs, some, turned
from tests.generator.model import ZERO, Company, TaxLine
from tests.generator.places import COMMAS, SPACES
from tests.generator.registry import Drawn, family
from tests.generator.sheet import LETTER, Sheet
from tests.generator.world_lands import by_term
from tests.generator.writing import NumberFormat

HOUSES = "Beaurivage|Tournebise|Lac-Clair|Grand-Héron|Sapinière|Trois-Ormes|Rivard-Cloutier|Boisjoli"
QUEBEC = ("Les Entreprises {} inc.", "Distribution {} ltée", "Groupe {} inc.", "9###-#### Québec inc. ({})")
BOURGS = ("Saint-Elzéar (Québec)  J#@ #@#", "Sherbrouque, QC  J1@ #@#", "Val-Dormant QC H#@ #@#")
WARES = (
    ("Papier hygiénique 2 plis / Bathroom tissue 2-ply", "CS"),
    ("Savon à mains / Hand soap 4 L", "UN"),
    ("Sacs à ordures 35x50 / Garbage bags", "CS"),
    ("Gants vinyle M / Vinyl gloves M", "BT"),
    ("Nettoyant tout usage / All-purpose cleaner", "UN"),
    ("Vadrouille microfibre / Microfiber mop", "UN"),
)


def two_taxes(bill: Bill, rates: Sequence[tuple[str | Decimal, Decimal]]) -> None:
    """Taxes beside each other, each on a base of its own; what is wrong by itself stays wrong."""
    net = bill.subtotal - bill.discount + bill.charges
    wrong = bill.total - net
    bill.taxes = [TaxLine("", Decimal(rate), base, bill.money(base * Decimal(rate) / 100)) for rate, base in rates]
    bill.total = net + bill.tax + wrong


def _quebecker(bill: Bill, company: Company, stem: str) -> Company:
    name = bill.shape(bill.rng.choice(QUEBEC)).format(stem)
    street = bill.shape(bill.rng.choice(("### rue Principale", "1###, boul. Industriel, bur. ##", "## ch. du Rang #")))
    return replace(company, name=name, street=street, city=bill.shape(bill.rng.choice(BOURGS)))


@family("quebec-two-tongues-form")
def quebec_two_tongues_form(rng: Random) -> Drawn:
    """A Quebec wholesaler's form, each label French / English; TPS/GST and TVQ/QST with both numbers at the foot."""
    bill = Bill(rng, "CA", rng.choice(("######", "F-#####", "{y}####")))
    bill.day_format, bill.numbers = "%Y-%m-%d", NumberFormat(rng.choice((SPACES, COMMAS)))
    stems = rng.sample(HOUSES.split("|"), 3)
    bill.seller, bill.buyer, bill.ship_to = (
        _quebecker(bill, company, stem)
        for company, stem in zip((bill.seller, bill.buyer, bill.ship_to), stems, strict=True)
    )
    for text, uom in rng.choices(WARES, k=some(rng, 40)):
        wanted = rng.choice((1, 2, 4, 10, 24))
        bill.add(text, wanted, price_of(rng, 4, 95), sku=bill.shape("@@-####"), uom=uom)
    freight = rng.choice((ZERO, ZERO, Decimal("15.00"), Decimal("27.50")))
    bill.reckon(charges=freight, taxed=False, slips="total amount")
    base = bill.subtotal + freight
    two_taxes(bill, (("5", base), ("9.975", base)))
    po, late = rng.choice(("", bill.shape("#####"), bill.shape("BC-####"))), rng.random() < 0.5
    sheet = Sheet(size=LETTER)
    facts = [("No client / Cust. No.", bill.shape("C####")), ("Commande / P.O.", po), ("Vendeur / Rep.", "12")]
    facts += [("Conditions / Terms", f"Net {(bill.due - bill.date).days}"), ("Livré par / Via", "Notre camion")]
    facts += [("Échéance / Due", bill.d(bill.due))] * late
    stops = "<44 <104 >380 <386 >480 >566"

    def begin() -> None:
        _tongues_head(sheet, bill)
        width = 532 / len(facts)
        cell_row(sheet, 212, 26, [40 + n * width for n in range(len(facts) + 1)], facts, small=6)
        bar(sheet, 246, 16, 40, 572, (0.85, 0.9, 0.95))
        heads = ["Produit / Item", "Description", "Qté / Qty", "UM", "Prix / Price", "Montant / Amount"]
        spread(sheet, 257, stops, heads, size=7.5, bold=True)
        sheet.y = 278

    begin()
    rows = [
        (r.sku or "", folded(sheet, r.text, 230, 8.5), bill.q(r.qty), r.uom or "", bill.p(r.price), bill.m(r.amount))
        for r in bill.rows
    ]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8.5, gap=4, bottom=610)
    quebec_id = bill.shape("10######## TQ0001")
    _tongues_foot(sheet, bill, quebec_id)
    truth = bill.truth(sheet, "due seller_id subtotal qty price", "two-tongues", "two-taxes")
    truth["seller"]["tax_id"] = [bill.seller.tax_id, quebec_id]
    truth = bill.charge_as_line(with_po(truth, po))
    return Drawn(sheet.finish(), (truth if late else by_term(truth),))


def _tongues_head(sheet: Sheet, bill: Bill) -> None:
    sheet.text(40, 52, bill.seller.name, size=15, bold=True)
    sheet.lines(40, 66, [*bill.seller.address, f"Tél. : {bill.seller.phone}   {bill.seller.mail}"], size=8.5)
    sheet.text(572, 52, "FACTURE / INVOICE", size=14, bold=True, align="right")
    head = [("No facture / Invoice No.", bill.number), ("Date", bill.d(bill.date)), ("Page", str(sheet.page))]
    pairs(sheet, 70, "<400 >572", head, size=9, step=13)
    for x, label, who in ((40, "VENDU À / SOLD TO", bill.buyer), (316, "EXPÉDIÉ À / SHIP TO", bill.ship_to)):
        sheet.box(x, 120, x + 256, 200)
        sheet.text(x + 5, 131, label, size=7, bold=True)
        sheet.lines(x + 12, 148, [who.name, *who.address], size=9.5)


def _tongues_foot(sheet: Sheet, bill: Bill, quebec_id: str) -> None:
    sheet.rule(40, 622, 572, 622)
    sums = [("Sous-total / Subtotal", bill.subtotal)]
    sums += [("Transport / Freight", bill.charges)] if bill.charges else []
    sums += [("TPS / GST 5 %", bill.taxes[0].amount), ("TVQ / QST 9,975 %", bill.taxes[1].amount)]
    rows = [(label, f"{bill.m(value)} $") for label, value in [*sums, ("TOTAL ($ CAD)", bill.total)]]
    pairs(sheet, 638, "<380 >566", rows, size=9, step=15, bold=("TOTAL",))
    notes = [
        f"No TPS / GST : {bill.seller.tax_id}",
        f"No TVQ / QST : {quebec_id}",
        "Intérêt de 2 % par mois (24 % par an) sur tout compte en souffrance.",
        "2% per month (24% per annum) charged on overdue accounts.",
        "Aucun retour sans autorisation. / No returns without authorization.",
    ]
    sheet.lines(40, 640, notes, size=7.5, leading=1.5)


PRAIRIE = (
    ("Barley feed, bulk", "tonne", "G"),
    ("Work boots CSA, size 10", "pair", "GP"),
    ("Delivery to farm yard", "trip", "G"),
    ("Cordless impact wrench 1/2 in.", "each", "GP"),
    ("Child safety vest", "each", "G"),
    ("Fence staples 50 lb", "pail", "GP"),
    ("Milk replacer 20 kg", "bag", "E"),
)


@family("canadian-tax-code-legend")
def canadian_tax_code_legend(rng: Random) -> Drawn:
    """A Canadian desktop ledger: tax codes G and GP on the lines, told at the table's end with GST and PST; owing."""
    bill = Bill(rng, "CA", rng.choice(("####", "#####", "IN-####")))
    folk = populate(bill, ("Farm Supply", "Hardware", "Co-op", "Rental & Sales"))
    pst = Decimal(rng.choice((6, 7)))
    for text, uom, code in rng.choices(PRAIRIE, k=some(rng, 32)):
        sku, qty = bill.shape("###@"), Decimal(rng.choice((1, 2, 3, "4.5")))
        bill.add(text, qty, price_of(rng, 6, 260), uom=uom, sku=sku, more=(code,))
    bill.reckon(taxed=False, slips="total qty")
    bases = {name: bill.sum([row for row in bill.rows if name in row.more[0]]) for name in "GP"}
    two_taxes(bill, [pair for pair in ((Decimal(5), bases["G"]), (pst, bases["P"])) if pair[1]])
    bill.prepaid = rng.choice((ZERO, ZERO, bill.total, Decimal(20) if bill.total > 40 else ZERO))
    sheet, late, to = Sheet(size=LETTER), rng.random() < 0.6, addressee(bill, folk)
    stops = "<45 <100 >190 <200 ^418 >490 >568"

    def begin() -> None:
        _legend_head(sheet, bill, to)
        heads = ["Item No.", "Unit", "Quantity", "Description", "Tax", "Unit Price", "Amount"]
        spread(sheet, 262, stops, heads, size=9, bold=True)
        for x in (40, 95, 140, 195, 405, 432, 495, 572):
            sheet.rule(x, 250, x, 650)
        for y in (250, 268, 650):
            sheet.rule(40, y, 572, y)
        sheet.y = 282

    begin()
    rows = []
    for r in bill.rows:
        goods = (r.sku or "", r.uom or "", bill.q(r.qty), folded(sheet, r.text, 200, 9), r.more[0])
        rows.append((*goods, bill.p(r.price), bill.m(r.amount)))
    listing(sheet, stops, [*rows, *_legend(bill, pst)], turn=turned(sheet, begin), size=9, gap=2, bottom=640)
    _legend_foot(sheet, bill, late)
    truth = bill.truth(sheet, shown("due seller_id subtotal qty price payable"), "program", "tax-codes")
    truth["totals"]["tax_base"] = None  # one of each tax
    truth["totals"]["tax"] = [truth["totals"]["tax"][0], None] if len(bill.taxes) != 1 else truth["totals"]["tax"]
    truth = with_po(truth, "")
    return Drawn(sheet.finish(), (truth if late else by_term(truth),))


def _legend(bill: Bill, pst: Decimal) -> list[tuple[str, ...]]:
    """The codes that were used, told below the lines, with the taxes' sums."""
    used = {row.more[0] for row in bill.rows}
    said = {"G": "G - GST 5%, not included", "GP": f"GP - GST 5%, PST {pst}%, not included", "E": "E - Exempt"}
    lines: list[tuple[str, ...]] = [("", "", "", "Subtotal:", "", "", bill.m(bill.subtotal)), ("",) * 7]
    lines += [("", "", "", said[code], "", "", "") for code in ("G", "GP", "E") if code in used]
    names = ["GST" if tax.rate == 5 else "PST" for tax in bill.taxes]
    sums = [bill.m(tax.amount) for tax in bill.taxes]
    return [*lines, *(("", "", "", f"     {name}", "", "", text) for name, text in zip(names, sums, strict=True))]


def _legend_head(sheet: Sheet, bill: Bill, to: list[str]) -> None:
    sheet.text(40, 56, "INVOICE", size=18, bold=True)
    mine = [bill.seller.name, *address(bill.seller), f"Phone: {bill.seller.phone}"]
    sheet.lines(40, 78, mine, size=9.5, bold_first=True)
    head = [("Invoice No.:", bill.number), ("Date:", bill.d(bill.date)), ("Ship Date:", ""), ("Page:", str(sheet.page))]
    pairs(sheet, 56, "<400 <470", [*head, ("Re: Order No.", "")], size=9.5, step=13)
    for x, label, lines in ((40, "Sold to:", to), (320, "Ship to:", to)):
        sheet.text(x, 156, label, size=9, bold=True)
        sheet.lines(x + 10, 170, lines, size=9.5)
    sheet.text(40, 243, f"Business No.:   {bill.seller.tax_id}", size=9)


def _legend_foot(sheet: Sheet, bill: Bill, late: bool) -> None:
    days = (bill.due - bill.date).days
    terms = f"Terms: Net {days}. Due {bill.d(bill.due)}." if late else f"Terms: Net {days}."
    notes = ["Shipped By:          Tracking Number:", terms, "", "Comment: Thank you for shopping local."]
    sheet.lines(44, 664, notes, size=9, leading=1.4)
    sums = [("Total Amount", bill.total), ("Amount Paid", bill.prepaid), ("Amount Owing", bill.payable)]
    pairs(sheet, 676, "<410 >568", [(a, bill.m(b)) for a, b in sums], size=9.5, step=19, bold=("Amount Owing",))
    for y in (650, 730):
        sheet.rule(40, y, 572, y)
