"""English papers of the eastern sea: an Israeli invoice that is a receipt, a Turkish export, an Egyptian works."""

from decimal import Decimal
from random import Random

from tests.generator.amounts_in_words import english
from tests.generator.bill import GREY, Bill, bar, folded, price_of, spread
from tests.generator.english_folk import shown, with_po
from tests.generator.forms import cell_row, table
from tests.generator.ink import number_text
from tests.generator.lands import person
from tests.generator.listing import pairs, room, some
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, Truth, family
from tests.generator.sheet import TIMES, Sheet
from tests.generator.table import Look

BLUE = (0.15, 0.3, 0.6)
WORK = (
    "Monthly retainer - legal counsel",
    "QA automation, sprint 14-15",
    "Office cleaning services",
    "Hosting and support, quarterly",
    "Translation Hebrew-English, 3,200 words",
    "Conference booth deposit",
    "Catering for team event",
)


@family("israeli-invoice-receipt")
def israeli_invoice_receipt(rng: Random) -> Drawn:
    """An Israeli cloud print in English: 'Tax Invoice / Receipt 60214', NIS, and how it was paid in a second table."""
    bill = Bill(rng, "IL", rng.choice(("6####", "1####", "20##", "3#####")))
    rate = Decimal(18 if bill.date.year >= 2025 else 17)
    for text in rng.choices(WORK, k=rng.choice((1, 1, 2, 3, 6))):
        bill.add(text, rng.choice((1, 1, 2, 10)), price_of(rng, 90, 6500, step="0.5"), rate=rate)
    off = rng.choice((ZERO, ZERO, bill.money(bill.sum(bill.rows) / 10)))
    bill.reckon(discount=off, at=rate, slips="total qty")
    paid, with_id = rng.random() < 0.55, rng.random() < 0.6
    sheet, late = Sheet(), not paid and rng.random() < 0.6
    sheet.text(297, 58, bill.seller.name, size=18, bold=True, align="centre", colour=BLUE)
    mine = f"{', '.join(bill.seller.address)}  |  Tel: {bill.seller.phone}"
    sheet.text(297, 73, f"Authorized Dealer / Company No. {bill.seller.tax_id}", size=9, align="centre")
    sheet.text(297, 86, mine, size=9, align="centre")
    bar(sheet, 96, 1, 45, 550, BLUE)
    title = f"Tax Invoice {'/ Receipt ' if paid else ''}{bill.number}"
    sheet.text(45, 180, title, size=16, bold=True)
    sheet.text(
        550, 180, rng.choice(("Original", "Certified Copy", "Computerized document - Original")), size=9, align="right"
    )
    theirs = [f"To: {bill.buyer.name}", *bill.buyer.address]
    theirs += [f"Company No. {bill.buyer.tax_id}"] if with_id else []
    sheet.lines(45, 115, theirs, size=9.5)
    facts = [f"Date: {bill.d(bill.date)}"] + ([f"Payment due: {bill.d(bill.due)}"] if late else [])
    sheet.lines(550, 115, facts, size=9.5, align="right")
    sheet.y = 194
    rows = [(r.text, bill.q(r.qty), bill.p(r.price), f"{bill.m(r.amount)} NIS") for r in bill.rows]
    table(
        sheet,
        45,
        "285<Details|55^Qty|75>Price|90>Total",
        rows,
        Look("rows", size=9.5, gap=7, header_fill=(0.9, 0.93, 1)),
    )
    sums = [("Subtotal", bill.subtotal), ("Discount 10%", -off)] if off else []
    sums += [("Total before VAT", bill.tax_base), (f"VAT {rate}%", bill.tax), ("Total incl. VAT", bill.total)]
    figures = [(label, f"{bill.m(value)} NIS") for label, value in sums]
    y = pairs(sheet, sheet.y + 18, "<370 >547", figures, size=9.5, step=16, bold=("Total incl",))
    sheet.y = y + 12
    if paid:
        _payments(sheet, bill)
    elif rng.random() < 0.5:
        bank = bill.shape("Bank transfer: Bank 1#, Branch ###, Account ######")
        sheet.text(45, sheet.y + 20, bank, size=9)
    if bill.tax_base > 20_000:
        sheet.text(45, 770, f"Allocation number: {bill.shape('#########')}", size=9, bold=True)
    sheet.text(
        297, 805, "Digitally signed document. Produced by software on " + bill.d(bill.date), size=7, align="centre"
    )
    on = shown("seller_id tax_base tax qty price", due=late, buyer_id=with_id, subtotal=off)
    truth = bill.truth(sheet, on, "invoice-receipt", "prefix-to")
    if paid:
        whole = number_text(bill.total)
        truth["totals"] |= {"prepaid": ["0", whole], "payable": [whole, "0", None]}
    return Drawn(sheet.finish(), (with_po(truth, ""),))


def _payments(sheet: Sheet, bill: Bill) -> None:
    sheet.text(45, sheet.y + 14, "Payment details", size=11, bold=True)
    sheet.y += 22
    ways = (
        ("Bank transfer", "Bank 12, Branch 604, Acc. ******"),
        ("Credit card", "ending 4417, 1 payment"),
        ("Check", "No. 5000812"),
    )
    way, note = bill.rng.choice(ways)
    row = (way, note, bill.d(bill.date), f"{bill.m(bill.total)} NIS")
    table(sheet, 45, "110<Payment type|205<Details|90^Date|100>Amount", [row], Look("rows", size=9, gap=6))
    spread(sheet, sheet.y + 16, "<370 >547", ["Total received", f"{bill.m(bill.total)} NIS"], size=9.5, bold=True)


CLOTH = (
    ("100% COTTON BED LINEN SET, DOUBLE", "6302.31", "SET"),
    ("TERRY TOWEL 70X140 CM 500 GSM", "6302.60", "PCS"),
    ("WOMEN'S KNITTED T-SHIRT, 95% COTTON 5% ELASTANE", "6109.10", "PCS"),
    ("POLYESTER CURTAIN FABRIC", "5407.61", "MTR"),
    ("BATHROBE SHAWL COLLAR", "6208.91", "PCS"),
)


@family("turkish-export-invoice")
def turkish_export_invoice(rng: Random) -> Drawn:
    """A mill's commercial invoice: exporter, consignee and notify party boxed, HS codes, FOB to CIF, weights, SAY."""
    away = rng.choice(("DE", "FR", "GB", "NL", "US"))
    money = rng.choice(("EUR", "USD", "EUR"))
    bill = Bill(rng, "TR", rng.choice(("EXP{y}00000####", "{y}/####", "TR-####-@")), buyer=away, currency=money)
    bill.day_format = rng.choice(("%d.%m.%Y", "%d/%m/%Y", "%d %B %Y"))
    for text, code, uom in rng.choices(CLOTH, k=some(rng, 30)):
        bill.add(text, rng.choice((120, 450, 1200, 3000)), price_of(rng, 1.2, 19), uom=uom, more=(code,))
    cif = rng.random() < 0.6
    freight, cover = (price_of(rng, 350, 2400, step="10"), price_of(rng, 40, 160, step="5")) if cif else (ZERO, ZERO)
    bill.reckon(charges=freight + cover, taxed=False, slips="total amount")
    late, notify, sheet = rng.random() < 0.4, rng.random() < 0.6, Sheet()
    port = {"DE": "HAMBURG", "FR": "LE HAVRE", "GB": "FELIXSTOWE", "NL": "ROTTERDAM", "US": "NEW YORK"}[away]
    term = f"CIF {port}" if cif else rng.choice(("FOB ISTANBUL", "EXW BURSA", "FCA ISTANBUL AIRPORT"))
    _export_head(sheet, bill, port, term, (late, notify))
    rows = []
    for n, r in enumerate(bill.rows, 1):
        figures = (bill.q(r.qty), r.uom or "", bill.m(r.price or ZERO), bill.m(r.amount))
        rows.append((str(n), r.text, r.more[0], *figures))
    heads = f"24^NO|190<DESCRIPTION OF GOODS|60^HS CODE|55>QUANTITY|36^UNIT|65>UNIT PRICE\n{money}|85>AMOUNT\n{money}"
    sheet.y = 318
    edges = table(sheet, 40, heads.replace("\n", " "), rows, Look("grid", size=8, gap=5), bottom=700)
    sums = [(f"TOTAL {'FOB ISTANBUL' if cif else term}", bill.subtotal)]
    sums += [("FREIGHT", freight), ("INSURANCE", cover), (f"TOTAL {term}", bill.total)] if cif else []
    room(sheet, 190, 800)
    for label, value in sums:
        sheet.box(edges[0], sheet.y, edges[-1], sheet.y + 15)
        spread(
            sheet,
            sheet.y + 11,
            f">{edges[-2] - 6} >{edges[-1] - 3}",
            [label, f"{bill.m(value)} {money}"],
            size=8.5,
            bold=True,
        )
        sheet.y += 15
    _export_foot(sheet, bill, money)
    on = shown("seller_id qty price", due=late, subtotal=cif)
    truth = bill.truth(sheet, on, "commercial-invoice", "incoterms", "foreign-currency")
    return Drawn(sheet.finish(), (_with_freight(with_po(truth, ""), bill, (freight, cover)),))


def _export_head(sheet: Sheet, bill: Bill, port: str, term: str, has: tuple[bool, bool]) -> None:
    sheet.text(297, 48, "COMMERCIAL INVOICE", size=16, bold=True, align="centre")
    tax = f"TAX OFFICE: ULUDAG   TAX NO: {bill.seller.tax_id}"
    seller = "\n".join([bill.seller.name, *bill.seller.address, f"TEL: {bill.seller.phone}", tax])
    buyer = "\n".join([bill.buyer.name, *bill.buyer.address])
    other = "\n".join(["SAME AS CONSIGNEE"] if has[1] else [f"{port} FORWARDING AGENCY", f"PORT ROAD 14, {port}"])
    cell_row(sheet, 60, 72, (40, 300), [("EXPORTER / SHIPPER", seller)], size=8.5)
    cell_row(sheet, 132, 62, (40, 300), [("CONSIGNEE / BUYER", buyer)], size=8.5)
    cell_row(sheet, 194, 44, (40, 300), [("NOTIFY PARTY", other)], size=8.5)
    pay = "BANK TRANSFER, 30% ADVANCE, BALANCE AGAINST B/L COPY"
    boxes = [("INVOICE NO", bill.number), ("INVOICE DATE", bill.d(bill.date))]
    boxes += [("PROFORMA / ORDER REF", bill.shape("PI-####")), ("COUNTRY OF ORIGIN", "TURKIYE")]
    boxes += [("PORT OF LOADING", "ISTANBUL / AMBARLI"), ("PORT OF DISCHARGE", port)]
    boxes += [("DELIVERY TERMS (INCOTERMS 2020)", term), ("TRANSPORT", "BY SEA")]
    for n in range(0, 8, 2):
        cell_row(sheet, 60 + 37 * (n // 2), 37, (300, 428, 555), boxes[n : n + 2], size=8.5)
    due = f"DUE DATE: {bill.d(bill.due)}" if has[0] else pay
    cell_row(sheet, 208, 30, (300, 555), [("PAYMENT TERMS", due)], size=7.5)
    marks = [("MARKS & NUMBERS", bill.buyer.name.split()[0].upper()), ("CONTAINER NO", bill.shape("@@@U #######"))]
    cell_row(sheet, 246, 28, (40, 200, 360, 555), [*marks, ("VESSEL / VOYAGE", bill.shape("MARMARA STAR ###W"))])


def _export_foot(sheet: Sheet, bill: Bill, money: str) -> None:
    name = {"EUR": ("EURO", "CENT"), "USD": ("US DOLLARS", "CENTS")}[money]
    cents = int(bill.total % 1 * 100)
    said = f"SAY {name[0]} {english(int(bill.total))}{f' AND {cents}/100 {name[1]}' if cents else ''} ONLY".upper()
    y = sheet.lines(40, sheet.y + 16, sheet.wrap(said, 510, 8), size=8)
    boxes, weight = bill.rng.randint(8, 400), bill.rng.randint(300, 9000)
    facts = [("TOTAL PACKAGES", f"{boxes} CARTONS"), ("NET WEIGHT", f"{bill.q(Decimal(weight))} KG")]
    facts += [("GROSS WEIGHT", f"{bill.q(Decimal(weight + boxes))} KG")]
    y = pairs(sheet, y + 8, "<40 <130 <138", [(a, ":", b) for a, b in facts], size=8)
    bank = [
        f"BANK: ANATOLIA KREDI BANKASI, MERTER BRANCH   SWIFT: {bill.shape('ANKBTR2@')}",
        f"IBAN ({money}): {bill.seller.iban}",
    ]
    y = sheet.lines(40, y + 8, bank, size=8)
    sheet.text(40, y + 8, "VAT EXEMPT UNDER ART. 11/1-A OF VAT LAW NO. 3065 (EXPORT).", size=7)
    sheet.text(555, y + 8, "STAMP & SIGNATURE", size=8, align="right")


def _with_freight(truth: Truth, bill: Bill, parts: tuple[Decimal, Decimal]) -> Truth:
    """Freight and insurance are charges printed one by one, or as well lines."""
    if not bill.charges:
        return truth
    truth["totals"]["charges"] = [number_text(bill.charges)]
    line = {**truth["items"][0], "sku": None, "uom": None, "description": None}
    lines = [
        {**line, "qty": [None, "1"], "unit_price": [None, number_text(part)], "amount": number_text(part)}
        for part in parts
    ]
    totals = truth["totals"] | {"subtotal": [number_text(bill.total), None], "charges": "0"}
    return {**truth, "or": [{"items": [*truth["items"], *lines], "totals": totals}]}


SITE = (
    ("Supply of LV distribution panel 400A", "No."),
    ("XLPE copper cable 4x25 mm2", "Mt"),
    ("Installation and testing", "LS"),
    ("Galvanized cable tray 300 mm with cover and accessories", "Mt"),
    ("Diesel generator overhaul", "Job"),
    ("LED flood light 200W", "Pcs"),
)


@family("egyptian-works-invoice")
def egyptian_works_invoice(rng: Random) -> Drawn:
    """An Egyptian supplier: register and tax card numbers in the letterhead, VAT 14 %, 1 % kept back, L.E. in words."""
    bill = Bill(rng, "EG", rng.choice(("####", "{y}/###", "INV-{y}-0##")))
    rate = Decimal(14)
    for text, unit in rng.choices(SITE, k=some(rng, 26)):
        counts = {"Mt": (45, 120, 350), "LS": (1,), "Job": (1,)}.get(unit, (1, 2, 12))
        bill.add(text, rng.choice(counts), price_of(rng, 60, 9000, step="5"), rate=rate, uom=unit)
    bill.reckon(slips="total qty")
    share = rng.choice((0, 1, 3))
    bill.withheld = bill.money(bill.subtotal * share / 100)
    sheet, with_id, po = Sheet(face=TIMES), rng.random() < 0.6, rng.choice(("", bill.shape("PO-####")))
    sheet.box(28, 26, 567, 816)
    sheet.text(40, 58, bill.seller.name, size=18, bold=True, colour=(0.6, 0.3, 0.0))
    sheet.text(40, 72, "Electromechanical Supplies & Contracting", size=9.5, colour=GREY)
    register = [bill.shape("Commercial Register: ######"), f"Tax Registration No.: {bill.seller.tax_id}"]
    sheet.lines(555, 52, [*register, bill.shape("Tax File: 5-00-###-#####")], size=9, align="right")
    bar(sheet, 86, 1.5, 28, 567, (0.6, 0.3, 0.0))
    sheet.text(297, 112, rng.choice(("Tax Invoice", "INVOICE", "Sales Invoice")), size=15, bold=True, align="centre")
    left = [("Messrs.", bill.buyer.name), ("Address", bill.buyer.street), ("", bill.buyer.city)]
    left += [("Tax Reg. No.", bill.buyer.tax_id)] if with_id else []
    pairs(sheet, 136, "<40 <105", [(f"{a}:" if a else "", b) for a, b in left], size=10, step=14)
    right = [("Invoice No", bill.number), ("Date", bill.d(bill.date))] + ([("P.O. No", po)] if po else [])
    late = rng.random() < 0.4
    right += [("Due Date", bill.d(bill.due))] if late else [("Terms", rng.choice(("Cash", "Cheque on delivery")))]
    pairs(sheet, 136, "<390 <460", [(f"{a}:", b) for a, b in right], size=10, step=14)
    sheet.y = 204
    rows = []
    for n, r in enumerate(bill.rows, 1):
        rows.append((str(n), r.text, r.uom or "", bill.q(r.qty), bill.m(r.price or ZERO), bill.m(r.amount)))
    heads = "30^No.|230<Description|45^Unit|45^Qty|78>Unit Price|87>Total (L.E.)"
    table(sheet, 40, heads, rows, Look("grid", size=9.5, gap=6, header_fill=(0.97, 0.93, 0.86)), bottom=640)
    room(sheet, 150, 800)
    sums = [("Total", bill.subtotal), ("V.A.T. 14%", bill.tax), ("Grand Total", bill.total)]
    sums += [(f"Less: Withholding Tax {share}%", -bill.withheld), ("Net Due", bill.payable)] if share else []
    for label, value in sums:
        sheet.box(345, sheet.y, 555, sheet.y + 17)
        spread(
            sheet,
            sheet.y + 12.5,
            "<351 >552",
            [label, bill.m(value)],
            size=9.5,
            bold=label.startswith(("Grand", "Net")),
        )
        sheet.y += 17
    piasters = int(bill.payable % 1 * 100)
    said = (
        f"Only {english(int(bill.payable))} Egyptian pounds{f' and {english(piasters)} piasters' if piasters else ''}."
    )
    sheet.text(40, sheet.y + 20, folded(sheet, said, 520, 9.5).replace("\n", " "), size=9.5)
    spread(sheet, sheet.y + 50, "<40 <240 <430", ["Accountant", "Received by", person(rng, bill.land)], size=9.5)
    foot = f"{', '.join(bill.seller.address)}   Tel.: {bill.seller.phone}   {bill.seller.mail}"
    sheet.text(297, 808, foot, size=8, align="centre")
    on = shown("seller_id subtotal tax qty price", due=late, buyer_id=with_id, payable=share)
    return Drawn(sheet.finish(), (with_po(bill.truth(sheet, on, "letterhead", "withheld"), po),))
