"""Round the corner: a Dutch garage with its yearly test, a German wholesaler's correction, a British vet's account."""

from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, Bill, bar, folded, price_of, spread
from tests.generator.english_folk import address, populate, shown
from tests.generator.english_folk import full_name as english_name
from tests.generator.euro_folk import addressee, due_in, full_name, settle, term_only
from tests.generator.ink import number_text
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, Truth, family
from tests.generator.sheet import TIMES, Sheet

BTW, MWST, VAT = Decimal(21), Decimal(19), Decimal(20)
PARTS = "Oliefilter|Motorolie 5W30 C3 per liter|Remblokken set voor|Ruitenwissers set|Interieurfilter|Accu 70Ah|Bougie"
PARTS += "|Draagarm links|Koelvloeistof|Milieutoeslag olie"


@family("dutch-garage-yearly-test")
def dutch_garage_yearly_test(rng: Random) -> Drawn:
    """A garage: plate, mileage and APK date, labour and parts, the RDW fee without btw, often paid by card at once."""
    bill = Bill(rng, "NL", rng.choice(("2#####", "W{y}####", "#####", "F1#####")))
    settle(bill, ("Autobedrijf {}", "Garage {} B.V.", "{} Autoservice"),
           ("Dhr. {}", "Mevr. {}", "{} Installatietechniek B.V.", "Thuiszorg {} BV"))  # fmt: skip
    if rng.random() < 0.7:
        bill.add("APK keuring benzine", 1, price_of(rng, 19, 49), rate=BTW)
        bill.add("Afmeldkosten RDW", 1, Decimal("6.76"))
    bill.add(rng.choice(("Kleine beurt", "Grote beurt", "Arbeidsloon")), Decimal(rng.randint(2, 20)) / 4,
             price_of(rng, 68, 105, step="0.5"), rate=BTW)  # fmt: skip
    for text in rng.sample(PARTS.split("|"), rng.randint(0, 7)):
        qty = Decimal(rng.randint(6, 11)) / 2 if text.startswith("Motor") else Decimal(rng.choice((1, 1, 2, 4)))
        bill.add(text, qty, price_of(rng, 4, 135), rate=BTW, discount=rng.choice((0, 0, 0, 10)))
    bill.reckon(slips="total qty")
    paid, late = rng.random() < 0.4, rng.random() < 0.5
    bill.prepaid = bill.total if paid else ZERO
    due_in(bill, (bill.due - bill.date).days if late else 14)
    sheet = Sheet()
    _garage_head(sheet, bill)
    _garage_rows(sheet, bill)
    how = f"Voldaan per PIN op {bill.d(bill.date)}" if paid else "Wij verzoeken u te betalen binnen 14 dagen."
    if late and not paid:
        how = f"Vervaldatum: {bill.d(bill.due)}"
    sheet.lines(45, sheet.y + 24, [how, "Op reparaties geven wij 3 maanden of 5.000 km garantie."], size=9)
    truth = bill.truth(sheet, shown("seller_id subtotal tax qty price", due=late and not paid), "plate", "mixed-rates")
    if paid:
        truth = _paid(truth, bill)
    elif not late:
        truth = term_only(truth, bill)
    return Drawn(sheet.finish(), (_only_taxed(truth, bill),))


def _only_taxed(truth: Truth, bill: Bill) -> Truth:
    """The fee without btw stands in a row, not among the sums: a reader may name it there, or not."""
    taxes = [tax for tax in truth["totals"]["taxes"] if tax["rate"] != "0"]
    base = [number_text(bill.tax_base), *(tax["base"] for tax in taxes), None]
    return {**truth, "or": [{"totals": truth["totals"] | {"taxes": taxes, "tax_base": base}}]}


def _paid(truth: Truth, bill: Bill) -> Truth:
    """Paid in full: what is left is nothing, or the reader takes the sum as what was to pay."""
    totals = truth["totals"] | {"prepaid": [number_text(bill.total), None, "0"]}
    totals |= {"payable": ["0", None, number_text(bill.total)]}
    return {**truth, "totals": totals}


def _garage_head(sheet: Sheet, bill: Bill) -> None:
    seller, rng = bill.seller, bill.rng
    sheet.text(45, 56, seller.name, size=20, bold=True, colour=(0.0, 0.2, 0.5))
    mine = [*seller.address, f"T {seller.phone}", f"KvK {bill.shape('########')}   Btw {seller.tax_id}"]
    sheet.lines(45, 72, [*mine, f"IBAN {bill.shape('NL## RABX 0### #### ##')}"], size=8)
    sheet.lines(330, 130, [bill.buyer.name, *bill.buyer.address], size=10.5)
    sheet.text(45, 200, "Factuur", size=15, bold=True)
    left = [("Factuurnummer", bill.number), ("Factuurdatum", bill.d(bill.date)), ("Monteur", full_name(bill))]
    right = [("Kenteken", bill.shape("@@-###-@")), ("Km-stand", bill.q(Decimal(rng.randint(12000, 240000))))]
    right += [("Merk / type", rng.choice(("Brennero 1.2", "Velox Combi", "Nimbus EV 60")))]
    pairs(sheet, 220, "<45 <130", left, size=9)
    pairs(sheet, 220, "<330 <410", [*right, ("APK tot", bill.d(bill.date, 365))], size=9)


def _garage_rows(sheet: Sheet, bill: Bill) -> None:
    stops = "<45 >330 >405 >455 >490 >550"
    bar(sheet, 272, 15, 45, 550, (0.9, 0.92, 0.96))
    heads = ["Omschrijving", "Aantal", "Prijs", "Korting", "Btw", "Bedrag"]
    sheet.y = spread(sheet, 283, stops, heads, size=8.5, bold=True) + 10
    rows = []
    for row in bill.rows:
        less = "10%" if row.discount else ""
        tax = f"{row.rate}%"
        rows.append((row.text, bill.q(row.qty, 2), bill.p(row.price), less, tax, bill.m(row.amount)))
    listing(sheet, stops, rows, turn=turned(sheet, lambda: None), size=9, gap=4)
    sheet.rule(330, sheet.y - 4, 550, sheet.y - 4, 0.5)
    sums = [("Totaal exclusief btw", bill.m(bill.subtotal))]
    sums += [(f"Btw {tax.rate}% over {bill.m(tax.base)}", bill.m(tax.amount)) for tax in bill.taxes if tax.rate]
    sums += [("Totaal inclusief btw", f"€ {bill.m(bill.total)}")]
    sheet.y = pairs(sheet, sheet.y + 10, "<330 >550", sums, size=9.5, step=14, bold=("Totaal i",))


TOOLS = "Akku-Bohrschrauber 18 V|Trennscheibe 230 mm|Arbeitshose Gr. 52 anthrazit|Dübel UX 8 (100 St.)"
TOOLS += "|Stufenleiter 6-stufig|Silikon transparent 310 ml|Schutzbrille klar|Kabeltrommel 40 m IP44"
REASONS = ("Rücksendung", "Falschlieferung", "Preisdifferenz", "Transportschaden", "Mengendifferenz")


@family("german-goods-correction")
def german_goods_correction(rng: Random) -> Drawn:
    """A wholesaler's Rechnungskorrektur: names the first invoice and its day, a reason per line, sum to be credited."""
    number = rng.choice(("GS-{y}-0###", "7#######", "RK{y}###", "G2#-####"))
    bill = Bill(rng, "DE", number, kind="credit_note")
    settle(bill, ("{} Werkzeughandel GmbH", "{} Industriebedarf GmbH & Co. KG", "Fachmarkt {} KG"),
           ("Dachdeckerei {} GmbH", "{} Stahlbau GmbH", "Stadtwerke {}", "Tischlerei {}"))  # fmt: skip
    for n, text in enumerate(rng.choices(TOOLS.split("|"), k=min(some(rng, 9), 9)), 1):
        qty, note = rng.choice((1, 1, 2, 5, 10)), f"Grund: {rng.choice(REASONS)}"
        sku = bill.shape("##.###")
        bill.add(text, qty, price_of(rng, 2, 180), rate=MWST, sku=sku, uom="Stk", no=str(n * 10), notes=(note,))
    bill.reckon(slips="total qty")
    sheet, minus = Sheet(), rng.random() < 0.4
    _correction_head(sheet, bill)
    _correction_rows(sheet, bill, -1 if minus else 1)
    truth = bill.truth(sheet, "seller_id subtotal tax qty price", "credit", "minus" if minus else "plus")
    return Drawn(sheet.finish(), (truth,))


def _correction_head(sheet: Sheet, bill: Bill) -> None:
    seller, rng = bill.seller, bill.rng
    sheet.text(550, 58, seller.name, size=14, bold=True, align="right")
    sheet.text(60, 128, f"{seller.name} | {seller.street} | {seller.city}", size=6.5, colour=GREY)
    sheet.lines(60, 144, addressee(bill, care="z. Hd. {}"), size=10.5)
    title = rng.choice(("Rechnungskorrektur", "Gutschrift", "Storno-/Korrekturrechnung"))
    facts = [("Beleg-Nr.", bill.number), ("Belegdatum", bill.d(bill.date)), ("Kunden-Nr.", bill.shape("1#####"))]
    pairs(sheet, 144, "<380 >550", [*facts, ("Bearbeiter/in", full_name(bill))], size=9)
    sheet.text(60, 232, f"{title} {bill.number}", size=13, bold=True)
    first = f"zu unserer Rechnung Nr. {bill.shape('8#######')} vom {bill.d(bill.date, -rng.randint(5, 40))}"
    sheet.text(60, 248, first, size=9.5)
    foot = f"Geschäftsführung: {full_name(bill)} · HRB 7{bill.shape('###')} · USt-IdNr. {seller.tax_id} · {seller.iban}"
    sheet.text(305, 812, foot, size=7, align="centre", colour=GREY)


def _correction_rows(sheet: Sheet, bill: Bill, sign: int) -> None:
    stops = "<60 <90 <140 >380 <386 >465 >550"
    heads = ["Pos.", "Art.-Nr.", "Bezeichnung", "Menge", "", "Preis €", "Betrag €"]
    sheet.y = spread(sheet, 276, stops, heads, size=8.5, bold=True) + 8
    sheet.rule(60, 281, 550, 281, 0.6)
    for row in bill.rows:
        text = "\n".join((row.text, *row.notes))
        cells = [row.no or "", row.sku or "", text, bill.q(row.qty), row.uom or "", bill.p(row.price)]
        sheet.y = spread(sheet, sheet.y, stops, [*cells, bill.m(sign * row.amount)], size=9) + 5
    sums = [("Summe netto", bill.subtotal), ("19 % MwSt.", bill.tax), ("Gutschriftbetrag EUR", bill.total)]
    sheet.rule(386, sheet.y - 4, 550, sheet.y - 4, 0.6)
    texts = [(label, bill.m(sign * value)) for label, value in sums]
    y = pairs(sheet, sheet.y + 12, "<386 >550", texts, size=9.5, step=15, bold=("Gut",))
    said = ("Den Betrag verrechnen wir mit Ihrer nächsten Zahlung.", "Der Betrag wird auf Ihr Konto überwiesen.")
    sheet.text(60, y + 18, bill.rng.choice(said), size=9)


CARE = (
    ("Consultation", 42, 68),
    ("Booster vaccination", 45, 72),
    ("Loxifen oral suspension 10ml", 14, 39),
    ("Dental scale and polish", 180, 320),
    ("General anaesthetic up to 20kg", 140, 260),
    ("Blood profile - in house", 85, 160),
    ("Nail clip", 12, 22),
    ("Wormex spot-on (per pipette)", 8, 17),
    ("Buster collar 15cm", 7, 14),
)


@family("british-vet-animals")
def british_vet_animals(rng: Random) -> Drawn:
    """A veterinary practice: a heading for each animal, days before the lines, VAT in the sums, due or in days."""
    bill = Bill(rng, "GB", rng.choice(("######", "INV-####", "V2#####")))
    bill.day_format = rng.choice(("%d/%m/%Y", "%d %b %Y"))
    populate(bill, ("Veterinary Centre", "Vets", "Veterinary Surgeons"), private=0.75)
    animals = rng.sample(("Biscuit", "Mr Tibbs", "Nala", "Duke", "Pepper", "Shadow (ferret)"), rng.randint(1, 3))
    for animal in animals:
        day = bill.d(bill.date, -rng.randint(0, 12))
        for text, low, high in rng.sample(CARE, rng.randint(1, 5)):
            qty = rng.choice((1, 1, 1, 2, 3)) if "per" in text else 1
            bill.add(text, qty, price_of(rng, low, high), rate=VAT, more=(animal, day))
    bill.reckon(slips="total amount")
    sheet, late = Sheet(face=TIMES), rng.random() < 0.5
    due_in(bill, (bill.due - bill.date).days if late else 7)
    seller = bill.seller
    sheet.text(297, 58, seller.name, size=20, bold=True, align="centre")
    sheet.text(297, 74, ", ".join(address(seller)), size=9, align="centre")
    sheet.text(297, 86, f"Tel {seller.phone}   Out of hours: same number", size=9, align="centre")
    sheet.lines(60, 130, [bill.buyer.name, *address(bill.buyer)], size=11)
    facts = [("Invoice:", bill.number), ("Date:", bill.d(bill.date)), ("Client ID:", bill.shape("#####"))]
    pairs(sheet, 130, "<390 <450", [*facts, ("Vet:", english_name(rng))], size=10.5, step=15)
    _animal_rows(sheet, bill)
    room(sheet, 130, 800)
    sums = [("Net Total", bill.subtotal), ("VAT at 20%", bill.tax), ("Invoice Total", bill.total)]
    texts = [(label, f"£{bill.m(value)}") for label, value in sums]
    y = pairs(sheet, sheet.y + 8, "<370 >540", texts, size=11, step=16, bold=("Invoice",))
    pay = f"Please pay by {bill.d(bill.due)}." if late else "Accounts not settled within 7 days incur a £10 fee."
    said = [pay, "Insurance claims: please bring your form to reception.", f"VAT No. {seller.tax_id}"]
    sheet.lines(60, y + 14, said, size=10)
    words = shown("seller_id subtotal tax qty", due=late)
    truth = bill.truth(sheet, words, "animals")
    for item, row in zip(truth["items"], bill.rows, strict=True):
        item["unit_price"] = [None, number_text(row.price or ZERO)]  # not printed, but worked out with ease
    return Drawn(sheet.finish(), (truth if late else term_only(truth, bill),))


def _animal_rows(sheet: Sheet, bill: Bill) -> None:
    stops = "<60 <135 >450 >540"
    sheet.y = spread(sheet, 236, stops, ["Date", "Description", "Qty", "Net"], size=10.5, bold=True) + 4
    animal = ""
    for row in bill.rows:
        if row.more[0] != animal:
            animal = row.more[0]
            sheet.y = spread(sheet, sheet.y + 6, "<60", [f"Patient: {animal}"], size=10.5, bold=True) + 2
        cells = [row.more[1], folded(sheet, row.text, 260, 10.5), bill.q(row.qty, 2), bill.m(row.amount)]
        sheet.y = spread(sheet, sheet.y, stops, cells, size=10.5) + 3
