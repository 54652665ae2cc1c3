"""Australia and New Zealand, GST inside the prices: a tradesman's invoice with a slip to cut off, a vet's by animal."""

from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, WHITE, Bill, Row, bar, folded, price_of, spread
from tests.generator.english_folk import Folk, address, addressee, full_name, populate, shown, with_po
from tests.generator.forms import cell_row
from tests.generator.ink import number_text
from tests.generator.listing import listing, pairs, room, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet
from tests.generator.world_lands import by_term

ORANGE = (0.88, 0.4, 0.05)
TRADE = (
    ("Call out fee - first 30 mins", 95, 180),
    ("Labour - licensed plumber", 85, 130),
    ("Supply & install 250L electric hot water unit, valves and tempering valve", 1450, 2400),
    ("Clear blocked drain with jetter", 220, 480),
    ("Tapware, fittings and sundries", 12, 190),
    ("Disposal of old unit", 35, 60),
    ("Cert. of compliance", 25, 45),
)


@family("australian-tradie-slip")
def australian_tradie_slip(rng: Random) -> Drawn:
    """A field app's print: what was done in words, prices with GST inside, card and BPAY ways, a slip to cut off."""
    bill = Bill(rng, "AU", rng.choice(("####", "J-#####", "#####A", "INV####")))
    folk = populate(bill, ("Plumbing & Gas", "Plumbing", "Plumbing & Drainage", "Maintenance Services"), private=0.6)
    bill.included, rate = True, Decimal(10)
    for text, low, high in rng.sample(TRADE, rng.randint(1, 6)):
        qty = Decimal(rng.choice((1, 1, 2, "1.5"))) if "Labour" in text or "Tap" in text else Decimal(1)
        bill.add(text, qty, price_of(rng, low, high, step="0.5"), rate=rate)
    bill.reckon(slips="total amount")
    bill.prepaid = bill.money(bill.total / 5) if rng.random() < 0.25 else ZERO
    sheet, late, po = Sheet(), rng.random() < 0.7, rng.choice(("", "", bill.shape("WO####")))
    _tradie_head(sheet, bill, folk, (late, po))
    done = rng.choice(
        (
            "Attended site, isolated water and found leaking hot water unit. Replaced like for like and tested.",
            "Investigated reported fault, made safe, returned next day with parts. All working on departure.",
            "Works completed as per quote.",
        )
    )
    sheet.text(45, 268, "Work completed", size=9, bold=True, colour=ORANGE)
    sheet.y = sheet.lines(45, 281, sheet.wrap(done, 500, 9), size=9) + 8
    stops = "<51 >380 >460 >545"
    bar(sheet, sheet.y, 18, 45, 550, ORANGE)
    heads = ["Description", "Qty", "Unit Price", "Total"]
    sheet.y = spread(sheet, sheet.y + 12, stops, heads, size=8.5, bold=True, colour=WHITE) + 10
    rows = [
        (folded(sheet, r.text, 280, 9), bill.q(r.qty), f"${bill.p(r.price)}", f"${bill.m(r.amount)}") for r in bill.rows
    ]
    listing(sheet, stops, rows, turn=sheet.new_page, size=9, gap=7, rules=(45, 550))
    sums = [("Total (inc. GST)", bill.total)]
    sums = [("Subtotal (ex. GST)", bill.total - bill.tax), ("GST", bill.tax), *sums] if rng.random() < 0.5 else sums
    sums += [("Less deposit paid", -bill.prepaid)] if bill.prepaid else []
    texts = [(a, f"${bill.m(b)}" if b >= 0 else f"-${bill.m(-b)}") for a, b in sums]
    y = pairs(sheet, sheet.y + 8, "<370 >545", texts, size=9.5, step=15, bold=("Total",))
    if len(sums) < 3:
        sheet.text(545, y - 2, f"Total includes GST of ${bill.m(bill.tax)}", size=7.5, align="right")
    _tradie_slip(sheet, bill, late)
    truth = bill.truth(sheet, "due seller_id tax qty price payable", "tax-included", "coupon", "work-in-words")
    net = number_text(bill.total - bill.tax)
    truth["totals"] |= {"tax_base": None, "subtotal": [number_text(bill.subtotal), net, None]}  # as it is read
    truth = with_po(truth, po)
    return Drawn(sheet.finish(), (truth if late else by_term(truth),))


def _tradie_head(sheet: Sheet, bill: Bill, folk: Folk, has: tuple[bool, str]) -> None:
    bar(sheet, 0, 14, 0, 595, ORANGE)
    sheet.text(45, 62, bill.seller.name, size=17, bold=True)
    mine = [", ".join(address(bill.seller)), f"ABN: {bill.seller.tax_id}   Lic. {bill.shape('#####C')}"]
    sheet.lines(45, 76, [*mine, f"{bill.seller.phone}   {bill.seller.mail}"], size=8.5)
    sheet.text(550, 66, "TAX INVOICE", size=18, align="right", colour=ORANGE)
    facts = [("Invoice #", bill.number), ("Issue date", bill.d(bill.date))]
    days = (bill.due - bill.date).days
    facts += [("Due date", bill.d(bill.due))] if has[0] else [("Terms", f"{days} days")]
    facts += [("Work order", has[1])] if has[1] else []
    pairs(sheet, 88, "<430 >550", facts, size=9, step=13)
    sheet.text(45, 150, "Bill to", size=9, bold=True, colour=ORANGE)
    sheet.lines(45, 163, addressee(bill, folk), size=9.5)
    sheet.text(310, 150, "Job address", size=9, bold=True, colour=ORANGE)
    street, *town = address(bill.ship_to)
    sheet.lines(310, 163, [street.replace("PO Box", "Lot"), *town], size=9.5)
    sheet.text(310, 220, f"Site contact: {folk.clerk}", size=8.5)


def _tradie_slip(sheet: Sheet, bill: Bill, late: bool) -> None:
    sheet.text(
        297,
        668,
        "- - - - - - - - - - - - - - - - -  PAYMENT ADVICE  - - - - - - - - - - - - - - - - -",
        size=8,
        align="centre",
    )
    ways = ["EFT", bill.shape("BSB 06#-###   Acc ########"), "Acc name:", bill.seller.name, f"Ref: {bill.number}"]
    sheet.lines(45, 690, ways, size=8.5, bold_first=True)
    box = [
        "BPAY",
        bill.shape("Biller Code: ######"),
        bill.shape("Ref: #### #### #### #"),
        "Credit card: 1.5% surcharge applies",
    ]
    sheet.lines(235, 690, box, size=8.5, bold_first=True)
    sheet.text(400, 690, bill.buyer.name, size=8, bold=True)
    slip = [("Invoice #", bill.number), ("Amount due", f"${bill.m(bill.payable)}")]
    slip += [("Due date", bill.d(bill.due))] if late else []
    pairs(sheet, 704, "<400 >550", slip, size=8.5, step=14, bold=("Amount",))
    note = "This is a payment claim under the Security of Payment Act. Please pay on time, we are a family business."
    sheet.text(297, 815, note, size=7, align="centre", colour=GREY)


CARE = (
    ("Consultation - revisit", 55, 80),
    ("Consultation", 78, 96),
    ("F3 vaccination", 60, 85),
    ("Dental scale & polish, incl. anaesthetic", 320, 560),
    ("Meloxicam oral 32ml", 48, 62),
    ("Nail trim", 18, 25),
    ("Worming tablet 10kg", 12, 16),
    ("X-ray, 2 views", 210, 260),
)
ANIMALS = ("Biscuit", "Nala", "Ziggy", "Mr Whiskers", "Pepper", "Koru", "Daisy May")


@family("vet-clinic-by-animal")
def vet_clinic_by_animal(rng: Random) -> Drawn:
    """A clinic's account: each animal's name above its lines with date and vet, GST inside, balance, reminders."""
    code = rng.choice(("NZ", "AU"))
    bill = Bill(rng, code, rng.choice(("######", "V####", "1-#####")))
    populate(bill, ("Veterinary Services", "Vets", "Animal Hospital", "Pet Clinic"), private=1)
    bill.included, rate = True, Decimal(15 if code == "NZ" else 10)
    pets: list[tuple[str, list[Row]]] = []
    vet = f"Dr {full_name(rng)}"
    for pet in rng.sample(ANIMALS, rng.choice((1, 1, 2, 3))):
        rows = []
        for text, low, high in rng.sample(CARE, rng.randint(1, 5)):
            rows.append(bill.add(text, rng.choice((1, 1, 1, 2)), price_of(rng, low, high), rate=rate))
        pets.append((pet, rows))
    bill.reckon(slips="total qty")
    bill.prepaid = rng.choice((ZERO, bill.total, bill.total))
    sheet = Sheet()
    _vet_head(sheet, bill, vet)
    stops = "<50 <115 >400 >470 >545"

    def begin() -> None:
        sheet.y = 245 if sheet.page == 1 else 60
        spread(sheet, sheet.y, stops, ["Date", "Description", "Qty", "Price", "Amount"], size=9, bold=True)
        sheet.rule(45, sheet.y + 4, 550, sheet.y + 4)
        sheet.y += 18

    begin()
    for pet, rows in pets:
        room(sheet, 40, 700)
        sheet.text(50, sheet.y, f"Patient: {pet}", size=9, bold=True)
        sheet.y += 13
        day = bill.date.strftime("%d/%m/%y")
        cells = [(day, r.text, bill.q(r.qty), bill.p(r.price), bill.m(r.amount)) for r in rows]
        listing(sheet, stops, cells, turn=turned(sheet, begin), size=9, gap=3)
        sheet.y += 5
    _vet_foot(sheet, bill)
    truth = bill.truth(sheet, shown("seller_id tax qty price payable"), "tax-included", "groups")
    truth["totals"] |= {"tax_base": None}
    return Drawn(sheet.finish(), (with_po(truth, ""),))


def _vet_head(sheet: Sheet, bill: Bill, vet: str) -> None:
    green = (0.1, 0.45, 0.3)
    sheet.text(297, 62, bill.seller.name, size=20, bold=True, align="centre", colour=green)
    name = "GST No" if bill.land.code == "NZ" else "ABN"
    line = f"{', '.join(address(bill.seller))}   Ph {bill.seller.phone}   {name} {bill.seller.tax_id}"
    sheet.text(297, 78, line, size=8, align="centre")
    sheet.text(45, 118, "Tax Invoice", size=16, bold=True, colour=green)
    sheet.lines(45, 142, [bill.buyer.name, *address(bill.buyer)], size=10)
    facts = [("Invoice No.", bill.number), ("Date", bill.d(bill.date))]
    cell_row(sheet, 112, 28, (350, 450, 550), facts, size=9)
    more = [("Client No.", bill.shape("####")), ("Seen by", vet)]
    cell_row(sheet, 140, 28, (350, 410, 550), more, size=8.5)


def _vet_foot(sheet: Sheet, bill: Bill) -> None:
    room(sheet, 150)
    sheet.rule(300, sheet.y, 550, sheet.y)
    sums = [("Invoice Total (incl. GST)", bill.total), ("GST Content", bill.tax)]
    sums += [("Payment - Eftpos, thank you", bill.prepaid)] if bill.prepaid else []
    sums += [("Balance Owing", bill.payable)]
    y = pairs(
        sheet,
        sheet.y + 16,
        "<310 >545",
        [(a, f"${bill.m(b)}") for a, b in sums],
        size=9.5,
        step=16,
        bold=("Inv", "Bal"),
    )
    remind = [
        "Reminders",
        f"Vaccination due {bill.d(bill.date, 365)}",
        f"Flea & worm treatment due {bill.d(bill.date, 90)}",
    ]
    sheet.lines(45, y - 30, remind, size=8.5, bold_first=True)
    sheet.text(
        297,
        800,
        "Thank you for trusting us with your pets. Accounts are due at the time of consultation.",
        size=8,
        align="centre",
    )
