"""Everyday prints: a desktop program's grid, a hauler's coupon, Ecuador's form, and a sheet made for quotations."""

from decimal import Decimal
from random import Random

from tests.generator.bill import WHITE, Bill, bar, bars, folded, price_of, spread
from tests.generator.english_folk import address, addressee, full_name, populate, shown, with_po
from tests.generator.forms import cell_row, table
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import LETTER, Sheet
from tests.generator.table import Look
from tests.generator.world_lands import by_term

ITEMS = (
    ("Labor", "Installed new condenser fan motor and capacitor, checked charge", 85, 140),
    ("Trip Charge", "Service call", 65, 95),
    ("R-410A", "Refrigerant, per lb", 45, 80),
    ("Parts", "Contactor 2-pole 40A", 28, 60),
    ("Filter 16x25", "Pleated filter MERV 8", 6, 14),
    ("Maint Agmt", "Semi-annual maintenance agreement, two systems, May through April", 180, 420),
)


@family("us-price-each-grid")
def us_price_each_grid(rng: Random) -> Drawn:
    """A desktop program's service invoice: Date and Invoice # in a small grid, Price Each, a tall body, balance."""
    bill = Bill(rng, "US", rng.choice(("####", "#####", "{y}-###")))
    folk = populate(bill, ("Heating & Air", "Mechanical", "HVAC Services", "Refrigeration"), private=0.4)
    bill.day_format = rng.choice(("%m/%d/%Y", "%m/%d/%y"))
    rate = Decimal(rng.choice((0, "7.5", "9.25")))
    for code, text, low, high in rng.choices(ITEMS, k=some(rng, 16)):
        qty, taxed = Decimal(rng.choice((1, 1, 2, "2.5", 4))), code in ("R-410A", "Parts", "Filter 16x25")
        price = price_of(rng, low, high)
        bill.add(text, qty, price, rate=rate if taxed else ZERO, sku=code, more=("T" if taxed and rate else "",))
    bill.reckon(taxed=bool(rate), slips="total amount")
    bill.prepaid = bill.money(bill.total / 2) if rng.random() < 0.2 else ZERO
    sheet, late, po = Sheet(size=LETTER), rng.random() < 0.6, rng.choice(("", "", bill.shape("####")))
    to = addressee(bill, folk)
    stops, edges = "^75 <114 <182 >440 >548 <553", (45, 105, 177, 385, 445, 567)

    def begin() -> None:
        _grid_head(sheet, bill, to, (late, po))
        heads = ["Quantity", "Item Code", "Description", "Price Each", "Amount"]
        spread(sheet, 280, "^75 ^141 ^281 ^415 ^506", heads, size=9)
        for x in edges:
            sheet.rule(x, 267, x, 640)
        for y in (267, 286, 640):
            sheet.rule(45, y, 567, y)
        sheet.y = 301

    begin()
    rows = []
    for r in bill.rows:
        text = folded(sheet, r.text, 198, 9)
        rows.append((bill.q(r.qty), r.sku or "", text, bill.p(r.price), bill.m(r.amount), r.more[0]))
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=9, gap=3, bottom=632)
    _grid_foot(sheet, bill, rate)
    on = shown("due qty price", tax=rate, subtotal=rate, payable=1)
    truth = with_po(bill.truth(sheet, on, "program", "tax-mark"), po)
    truth["totals"]["tax_base"] = None  # only what bears a T
    return Drawn(sheet.finish(), (truth if late else by_term(truth),))


def _grid_head(sheet: Sheet, bill: Bill, to: list[str], has: tuple[bool, str]) -> None:
    sheet.lines(45, 60, [bill.seller.name, *address(bill.seller)], size=11, bold_first=True)
    sheet.text(567, 66, "Invoice", size=24, bold=True, align="right")
    cell_row(
        sheet, 80, 32, (417, 492, 567), [("Date", bill.d(bill.date)), ("Invoice #", bill.number)], size=9, side="^"
    )
    sheet.box(45, 136, 290, 226)
    sheet.text(50, 147, "Bill To", size=9)
    sheet.rule(45, 152, 290, 152)
    sheet.lines(50, 166, to, size=10)
    days = (bill.due - bill.date).days
    cells = [("P.O. No.", has[1]), ("Terms", f"Net {days}")] + ([("Due Date", bill.d(bill.due))] if has[0] else [])
    cells += [("Project", "")]
    width = 272 / len(cells)
    cell_row(sheet, 236, 28, [295 + n * width for n in range(len(cells) + 1)], cells, size=8.5, side="^")


def _grid_foot(sheet: Sheet, bill: Bill, rate: Decimal) -> None:
    sums = [("Subtotal", bill.subtotal), (f"Sales Tax  ({bill.q(rate)}%)", bill.tax)] if rate else []
    sums += [("Total", bill.total), ("Payments/Credits", -bill.prepaid), ("Balance Due", bill.payable)]
    rows = [(a, f"${bill.m(b)}" if b >= 0 else f"-${bill.m(-b)}") for a, b in sums]
    pairs(sheet, 658, "<390 >562", rows, size=10.5, step=18, bold=("Total", "Balance"))
    sheet.lines(45, 660, ["Thank you for your business.", "Returned checks subject to a $35 fee."], size=9)
    sheet.text(45, 740, f"Phone # {bill.seller.phone}    E-mail {bill.seller.mail}", size=8.5)


BINS = (
    ("8 YD FRONT LOAD - 2X WEEK", 190, 420),
    ("96 GAL CART - RECYCLE", 18, 35),
    ("30 YD ROLL OFF HAUL", 240, 310),
    ("DISPOSAL PER TON", 48, 72),
    ("CONTAINER LEASE", 35, 60),
    ("EXTRA PICKUP", 60, 95),
)


@family("us-hauler-coupon")
def us_hauler_coupon(rng: Random) -> Drawn:
    """A waste hauler's month: account and service address, dated lines, fuel and regulatory fees, coupon to return."""
    bill = Bill(rng, "US", rng.choice(("0000###-####-#", "########", "##T00#####")))
    folk = populate(bill, ("Disposal", "Waste Services", "Sanitation", "Recycling Co."), private=0.2)
    bill.day_format = rng.choice(("%m/%d/%y", "%m/%d/%Y", "%B %d, %Y"))
    for text, low, high in rng.sample(BINS, rng.randint(1, 5)):
        qty = Decimal(rng.choice(("2.41", "5.08", "3.9"))) if "TON" in text else Decimal(rng.choice((1, 1, 2)))
        bill.add(text, qty, price_of(rng, low, high), more=(bill.date.replace(day=1).strftime("%m/%d"),))
    base = bill.sum(bill.rows)
    for text, share in rng.sample(
        (("FUEL/ENVIRONMENTAL RECOVERY FEE", 12), ("ADMINISTRATIVE FEE", 3)), rng.randint(0, 2)
    ):
        bill.add(text, None, bill.money(base * share / 100), more=("",))
    bill.reckon(taxed=False, slips="total")
    sheet, account = Sheet(size=LETTER), bill.shape("3-####-#######")
    sheet.text(45, 62, bill.seller.name, size=15, bold=True, colour=(0.0, 0.45, 0.2))
    sheet.lines(45, 76, [*address(bill.seller), f"Customer Service {bill.seller.phone}"], size=8.5)
    facts = [("Account Number", account), ("Invoice Number", bill.number), ("Invoice Date", bill.d(bill.date))]
    facts += [("Payment Due Date", bill.d(bill.due)), ("Amount Due", f"${bill.m(bill.total)}")]
    bar(sheet, 46, 76, 340, 572, (0.92, 0.96, 0.92))
    pairs(sheet, 60, "<350 >562", facts, size=9, step=14, bold=("Amount",))
    sheet.lines(45, 150, addressee(bill, folk), size=9.5)
    place = ", ".join(address(bill.ship_to))
    sheet.lines(340, 150, ["Service Address:", *sheet.wrap(place, 220, 9)], size=9, bold_first=True)
    stops = "<50 <100 >400 >470 >565"
    sheet.rule(45, 226, 572, 226, 1.5)
    spread(sheet, 240, stops, ["Date", "Description", "Quantity", "Rate", "Amount"], size=8.5, bold=True)
    sheet.rule(45, 245, 572, 245)
    before = bill.money(bill.total * rng.choice((1, 1, 2)))
    sheet.y = 262
    old = [("", "PREVIOUS BALANCE", "", "", bill.m(before)), ("", "PAYMENT - THANK YOU", "", "", f"{bill.m(before)}-")]
    rows = [
        (r.more[0], r.text, bill.q(r.qty, 2) if r.qty else "", bill.p(r.price), bill.m(r.amount)) for r in bill.rows
    ]
    listing(sheet, stops, old, turn=sheet.new_page, size=8.5, gap=4)
    sheet.text(100, sheet.y + 8, "CURRENT CHARGES", size=8.5, bold=True)
    sheet.y += 22
    listing(sheet, stops, rows, turn=sheet.new_page, size=8.5, gap=4)
    sums = [("TOTAL CURRENT CHARGES", bill.m(bill.total)), ("TOTAL AMOUNT DUE", f"${bill.m(bill.total)}")]
    pairs(sheet, sheet.y + 10, "<300 >565", sums, size=9, step=15, bold=("TOTAL AMOUNT",))
    _coupon(sheet, bill, account)
    truth = with_po(bill.truth(sheet, "due qty price payable", "coupon", "previous-balance-paid"), "")
    truth["totals"] |= {"prepaid": ["0"]}  # what came in was for the month before
    return Drawn(sheet.finish(), (truth,))


def _coupon(sheet: Sheet, bill: Bill, account: str) -> None:
    sheet.text(
        306,
        596,
        "- - - - - - - - Please detach and return this portion with your payment - - - - - - - -",
        size=8,
        align="centre",
    )
    cells = [("Account Number", account), ("Invoice Number", bill.number), ("Due Date", bill.d(bill.due))]
    cells += [("Amount Due", f"${bill.m(bill.total)}"), ("Amount Paid", "$")]
    cell_row(sheet, 612, 30, (45, 150, 255, 360, 465, 572), cells, size=8.5)
    sheet.lines(60, 672, [bill.buyer.name, *address(bill.buyer)], size=9)
    sheet.lines(
        350, 672, ["MAKE CHECK PAYABLE TO:", bill.seller.name, "P.O. BOX 660177", "DALLAS TX 75266-0177"], size=9
    )
    bars(sheet, 350, 728, 12, bill.rng, 60)
    sheet.text(45, 760, bill.shape("00########0000######000########0"), size=9)


PRODUCTOS = (
    ("CABLE UTP CAT6 CAJA 305M", 15),
    ("ARROZ SUPERIOR QUINTAL 100LB", 0),
    ("MOUSE INALAMBRICO USB", 15),
    ("SERVICIO TECNICO POR HORA", 15),
    ("ACEITE VEGETAL 20L", 15),
    ("LECHE ENTERA FUNDA 1L CAJA X12", 0),
    ("DISCO SOLIDO 480GB SATA", 15),
)


@family("ecuadorian-authorised-print")
def ecuadorian_authorised_print(rng: Random) -> Drawn:
    """Ecuador's print of an electronic invoice: RUC box with a long key, lines with discounts, nine sums in dollars."""
    bill = Bill(rng, "EC", "00#-00#-0000#####")
    for text, rate in rng.choices(PRODUCTOS, k=some(rng, 18)):
        off, sku = Decimal(rng.choice((0, 0, 0, 5))), bill.shape("####")
        bill.add(text, rng.choice((1, 2, 5, 12)), price_of(rng, 3, 95), rate=Decimal(rate), discount=off, sku=sku)
    bill.reckon(slips="total amount")
    sheet, key = Sheet(), bill.date.strftime("%d%m%Y") + "01" + bill.shape("#" * 39)
    sheet.text(155, 70, bill.seller.name, size=11, bold=True, align="centre")
    sheet.box(36, 110, 275, 220)
    mine = [
        bill.seller.name,
        f"Dir. Matriz: {bill.seller.street}",
        bill.seller.city,
        "",
        "OBLIGADO A LLEVAR CONTABILIDAD: SI",
    ]
    sheet.lines(44, 128, mine, size=8.5, leading=1.6)
    sheet.box(285, 40, 560, 220)
    box = [f"R.U.C.: {bill.seller.tax_id}", "F A C T U R A", f"No. {bill.number}", "NÚMERO DE AUTORIZACIÓN"]
    sheet.lines(295, 58, box, size=10.5, leading=1.55)
    sheet.text(295, 118, key, size=7.5)
    facts = [f"FECHA Y HORA DE AUTORIZACIÓN: {bill.d(bill.date)} 09:41:22", "AMBIENTE: PRODUCCIÓN     EMISIÓN: NORMAL"]
    sheet.lines(295, 136, [*facts, "CLAVE DE ACCESO"], size=8, leading=1.6)
    bars(sheet, 300, 176, 24, rng, 80)
    sheet.text(422, 212, key, size=6.5, align="centre")
    sheet.box(36, 228, 560, 276)
    who = [f"Razón Social / Nombres y Apellidos: {bill.buyer.name}", f"Fecha Emisión: {bill.d(bill.date)}"]
    sheet.lines(44, 243, [*who, f"Dirección: {', '.join(bill.buyer.address)}"], size=8.5, leading=1.5)
    sheet.text(400, 256, f"Identificación: {bill.buyer.tax_id}", size=8.5)
    sheet.y = 286
    rows = []
    for r in bill.rows:
        figures = (bill.q(r.qty, 2), r.text, bill.m(r.price or ZERO), bill.m(r.discount), bill.m(r.amount))
        rows.append((r.sku or "", *figures))
    heads = "60<Cod. Principal|50>Cant|214<Descripción|65>Precio Unitario|60>Descuento|75>Precio Total"
    table(sheet, 36, heads, rows, Look("grid", size=8, gap=4), bottom=730)
    room(sheet, 170, 820)
    bases = {tax.rate: tax.base for tax in bill.taxes}
    sums = [("SUBTOTAL 15%", bases.get(Decimal(15), ZERO)), ("SUBTOTAL 0%", bases.get(ZERO, ZERO))]
    sums += [("SUBTOTAL NO OBJETO DE IVA", ZERO), ("SUBTOTAL SIN IMPUESTOS", bill.subtotal)]
    sums += [("TOTAL DESCUENTO", sum((r.discount for r in bill.rows), ZERO)), ("ICE", ZERO), ("IVA 15%", bill.tax)]
    top = sheet.y + 8
    for n, (label, value) in enumerate([*sums, ("PROPINA", ZERO), ("VALOR TOTAL", bill.total)]):
        sheet.box(360, top + 14 * n, 560, top + 14 * n + 14)
        spread(sheet, top + 14 * n + 10, "<364 >556", [label, bill.m(value)], size=8)
    sheet.box(36, top, 345, top + 58)
    more = [
        "Información Adicional",
        f"Email: {bill.buyer.mail}",
        f"Teléfono: {bill.buyer.phone}",
        f"Vendedor: {bill.shape('##')}",
    ]
    sheet.lines(42, top + 12, more, size=8)
    paid = [("20 - OTROS CON UTILIZACION DEL SISTEMA FINANCIERO", bill.m(bill.total))]
    sheet.y = top + 66
    table(sheet, 36, "239<Forma de Pago|70>Valor", paid, Look("grid", size=7.5, gap=4))
    truth = bill.truth(sheet, "seller_id buyer_id subtotal tax qty price", "tax-office-form", "dollars-abroad")
    truth["totals"]["tax_base"] = None  # taxed and untaxed stand apart
    return Drawn(sheet.finish(), (truth,))


SUPPLY = (
    ("HP LaserJet toner 85A (original)", "pcs"),
    ("Executive swivel chair, high back", "pcs"),
    ("A4 paper 80gsm (carton of 5 reams)", "ctn"),
    ("UPS 1.5KVA line interactive", "pcs"),
    ("Installation and configuration", "lot"),
    ("Branded diaries 2 colour print", "pcs"),
)
PLACES = {
    "NG": ("NGN", Decimal("7.5"), "TIN"),
    "KE": ("KES", Decimal(16), "PIN"),
    "ZA": ("ZAR", Decimal(15), "VAT Reg No"),
}


@family("african-quotation-like")
def african_quotation_like(rng: Random) -> Drawn:
    """A supplier reuses its quotation sheet: Quote ref, validity and delivery stay, but the title says invoice."""
    code = rng.choice(tuple(PLACES))
    bill = Bill(rng, code, rng.choice(("INV/{y}/0##", "INV-####", "####")))
    money, rate, label = PLACES[code]
    for text, uom in rng.choices(SUPPLY, k=some(rng, 14)):
        price = price_of(rng, 900, 240_000, step="50") if code == "NG" else price_of(rng, 90, 24_000, step="5")
        bill.add(text, rng.choice((1, 2, 5, 20)), price, rate=rate, uom=uom)
    off = rng.choice((ZERO, ZERO, bill.money(bill.sum(bill.rows) / 20)))
    bill.reckon(discount=off, at=rate, slips="total qty")
    with_id, po, sheet = rng.random() < 0.5, rng.choice(("", bill.shape("LPO ####"))), Sheet()
    blue = (0.1, 0.25, 0.55)
    bar(sheet, 36, 46, 40, 555, blue)
    sheet.text(52, 65, bill.seller.name, size=16, bold=True, colour=WHITE)
    sheet.text(543, 65, "INVOICE", size=18, bold=True, align="right", colour=WHITE)
    contact = f"{', '.join(bill.seller.address)}  |  {bill.seller.phone}  |  {bill.seller.mail}"
    sheet.text(52, 76, contact, size=7, colour=WHITE)
    sheet.text(40, 98, f"{label}: {bill.seller.tax_id}", size=8.5)
    _quotation_head(sheet, bill, (f"{label}: {bill.buyer.tax_id}" if with_id else "", po), full_name(rng))
    sheet.y = 226
    rows = []
    for n, r in enumerate(bill.rows, 1):
        rows.append((str(n), r.text, bill.q(r.qty), r.uom or "", bill.m(r.price or ZERO), bill.m(r.amount)))
    heads = f"30^S/No|220<Item Description|45>Qty|40^UoM|85>Unit Price ({money})|95>Total ({money})"
    look = Look("grid", size=8.5, gap=5, header_fill=(0.85, 0.9, 0.98))
    table(sheet, 40, heads, rows, look, bottom=690)
    room(sheet, 170, 800)
    sums = [("Sub Total", bill.subtotal)] + ([("Less Discount (5%)", -off), ("Net", bill.tax_base)] if off else [])
    sums += [(f"Add VAT ({bill.q(rate)}%)", bill.tax), ("GRAND TOTAL", bill.total)]
    top = sheet.y + 14
    y = pairs(sheet, top, "<345 >552", [(a, bill.m(b)) for a, b in sums], size=9, step=15, bold=("GRAND",))
    terms = ["Terms", "1. Delivery: ex stock, subject to prior sale.", "2. Validity of prices: 30 days from quotation."]
    terms += ["3. Payment: 50% on order, balance on delivery.", f"4. Cheques payable to {bill.seller.name}."]
    sheet.lines(40, top, terms, size=8, bold_first=True, leading=1.5)
    bank = bill.shape("Bank: Rift & Coast Bank   A/C No: 01########   Branch code: 0##")
    sheet.text(40, max(y, top + 66) + 10, bank, size=8.5, bold=True)
    spread(
        sheet,
        max(y, top + 66) + 44,
        "<40 <330",
        ["Prepared by: ____________", "Received by (name/stamp): ____________"],
        size=8.5,
    )
    on = shown("seller_id subtotal tax qty price", buyer_id=with_id, tax_base=off)
    return Drawn(sheet.finish(), (with_po(bill.truth(sheet, on, "quotation-like"), po.removeprefix("LPO ")),))


def _quotation_head(sheet: Sheet, bill: Bill, has: tuple[str, str], contact: str) -> None:
    sheet.text(40, 124, "Client:", size=9, bold=True)
    theirs = [bill.buyer.name, *bill.buyer.address, f"Attn: {contact}", *([has[0]] if has[0] else [])]
    sheet.lines(40, 137, theirs, size=9)
    facts = [("Invoice No:", bill.number), ("Invoice Date:", bill.d(bill.date))]
    facts += [("Quotation Ref:", bill.shape("QTN-####")), ("Quotation Date:", bill.d(bill.date, -17))]
    facts += [("Delivery Note:", bill.shape("DN-####"))] + (
        [("LPO No:", has[1].removeprefix("LPO "))] if has[1] else []
    )
    pairs(sheet, 124, "<355 >555", facts, size=9, step=14)
