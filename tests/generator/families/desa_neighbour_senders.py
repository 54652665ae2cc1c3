"""Indonesia's neighbours at home: a Malaysian stock ledger, a Philippine billing invoice, a Thai delivery."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.amounts_in_words import english
from tests.generator.asian_folk import address, block, brand, in_line, settle, somebody, term_alone
from tests.generator.bill import GREY, VERA, Bill, bar, price_of, spread
from tests.generator.english_folk import shown, with_po
from tests.generator.families.nusantara_senders import Goods
from tests.generator.forms import cell_row, table
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import LETTER, TIMES, Sheet
from tests.generator.table import Look

PARTS: Goods = (
    ("GALVANISED HEX BOLT M12 X 75MM C/W NUT", "PCS", 2),
    ('HYDRAULIC HOSE 1/2" R2AT', "MTR", 28),
    ('CUTTING DISC 4" (MADE IN TAIWAN)', "PCS", 4),
    ("WELDING ROD E6013 2.6MM", "KG", 11),
    ("SAFETY SHOE LOW CUT #8", "PAIR", 85),
    ("AIR FILTER ELEMENT AF-2516", "UNIT", 140),
    ("BEARING 6205-2RS", "PCS", 17),
    ("SILICONE SEALANT 300ML WHITE", "TUBE", 9),
)


def spoken(value: Decimal, pattern: str) -> str:
    """A sum as cheques have it; the pattern's second part is for the rest behind the point."""
    whole, rest = pattern.split("|")
    cents = int(value % 1 * 100)
    return f"{whole.format(english(int(value)))}{rest.format(english(cents)) if cents else ''} only".upper()


def some_goods(rng: Random, goods: Goods, most: int) -> list[tuple[str, str, Decimal]]:
    count = some(rng, most)
    chosen = rng.sample(goods, count) if count <= len(goods) else rng.choices(goods, k=count)
    return [(text, unit, price_of(rng, cost * 0.8, cost * 1.3, step="0.05")) for text, unit, cost in chosen]


@family("malaysian-stock-ledger")
def malaysian_stock_ledger(rng: Random) -> Drawn:
    """The ledger of Malaysia's small traders: no label above the buyer, D/O and terms at right, ringgit in words."""
    bill = Bill(rng, "MY", rng.choice(("IV-#####", "I-{y}{m}/###", "INV#####", "CS-0####")))
    settle(bill, "{} Trading Sdn. Bhd.|{} HARDWARE & MACHINERY SDN BHD|{} Auto Parts Enterprise")
    bill.seller = replace(bill.seller, name=bill.seller.name.upper())
    registered = rng.random() < 0.4
    rate = Decimal(10) if registered else ZERO
    for text, unit, price in some_goods(rng, PARTS, 45):
        cut = rng.choice((0, 0, 0, 5, 10))
        more = (f"{cut}%" if cut else "",)
        bill.add(text, rng.choice((1, 2, 6, 20, 100)), price, rate=rate, discount=cut, uom=unit, more=more)
    bill.reckon(taxed=registered, step=rng.choice((ZERO, Decimal("0.05"))), slips="total amount qty")
    sheet, company = Sheet(), bill.shape("201#0#0#####  (1####31-@)")
    sheet.text(297, 46, bill.seller.name, size=14, bold=True, align="centre")
    sheet.text(297, 57, f"Registration No. {company}", size=7.5, align="centre")
    about = [
        in_line(bill.seller),
        f"TEL : {bill.seller.phone}   FAX : {bill.shape('03-#### ####')}   {bill.seller.mail}",
    ]
    about += [f"SST Registration No. : {bill.seller.tax_id}"] if registered else []
    for n, text in enumerate(about):
        sheet.text(297, 67 + 10 * n, text, size=8, align="centre")
    sheet.rule(30, 100, 565, 100)
    to = [bill.buyer.name, *address(bill.buyer)]
    sheet.lines(36, 118, block(sheet, to, 280, 9), size=9, bold_first=True)
    pairs(sheet, 178, "<36 <70 <78", [("ATTN", ":", somebody(bill)), ("TEL", ":", bill.buyer.phone)], size=8.5)
    sheet.text(450, 118, "INVOICE", size=14, bold=True, align="centre")
    days = (bill.due - bill.date).days
    order = bill.shape(rng.choice(("PO-#####", "P######"))) * (rng.random() < 0.6)
    facts = [("No.", bill.number), ("Your Ref.", order), ("Our D/O No.", bill.shape("DO-#####"))]
    facts += [("Terms", rng.choice((f"Net {days} days", f"{days} Days", "C.O.D."))), ("Date", bill.d(bill.date))]
    facts += [("Page", "1")]
    pairs(sheet, 134, "<370 <430 <438", [(a, ":", b) for a, b in facts], size=8.5, step=11.5)
    sheet.y = 208
    rows = []
    for n, r in enumerate(bill.rows, 1):
        rows.append((str(n), r.text, bill.q(r.qty), r.uom or "", bill.p(r.price), *r.more, bill.m(r.amount)))
    heads = "28^Item|260<Description|40>Qty|36<UOM|62>U/Price RM|39^Disc.|70>Total RM"
    table(sheet, 30, heads, rows, Look("rows", size=8.5, gap=4), bottom=680)
    room(sheet, 130, 800)
    sums = [("Sub Total", bill.subtotal), ("Sales Tax 10%", bill.tax)] if registered else []
    sums += [("Rounding Adj.", bill.rounding)] if bill.rounding else []
    sums += [("TOTAL (RM)" if registered or bill.rounding else "TOTAL RM", bill.total)]
    top = sheet.y + 14
    said = block(sheet, [f"RINGGIT MALAYSIA : {spoken(bill.total, '{}| and cents {}')}"], 330, 8.5)
    y = max(
        sheet.lines(36, top, said, size=8.5),
        pairs(sheet, top, "<400 >562", [(a, bill.m(b)) for a, b in sums], size=9, step=14, bold=("TOTAL",)),
    )
    notes = ["Notes :", f"1. All cheques should be crossed and made payable to {bill.seller.name}"]
    notes += [f"    Bank account no. : CIMBANG BANK {bill.shape('##-########-#')}"]
    notes += ["2. Goods sold are neither returnable nor refundable.", "E. & O. E."]
    sheet.lines(36, y + 10, notes, size=7.5)
    sheet.rule(420, y + 66, 560, y + 66)
    sheet.text(490, y + 76, "Authorised Signature", size=8, align="centre")
    printed = shown("qty price", seller_id=registered, tax=registered, subtotal=registered)
    truth = with_po(bill.truth(sheet, printed, "buyer-without-label", "ledger-print", "rounding"), order)
    if not registered:
        truth["seller"]["tax_id"] = None  # numbers of the register alone
    return Drawn(sheet.finish(), (truth if facts[3][1] == "C.O.D." else term_alone(truth, bill),))


UPKEEP: Goods = (
    ("Preventive maintenance of passenger elevator", "unit", 8500),
    ("Supply of traction rope, 10 mm", "m", 640),
    ("Replacement of door operator belt incl. labor", "set", 6200),
    ("Emergency call-out, Sundays and holidays", "call", 3500),
    ("Genset load bank testing, 500 kVA", "lot", 28000),
    ("Fire pump annual testing and commissioning", "lot", 19500),
)


@family("philippine-billing-less-tax")
def philippine_billing_less_tax(rng: Random) -> Drawn:
    """A contractor's billing invoice: prices without VAT, 12 % added and EWT 2 % off, a system's licence below."""
    bill = Bill(rng, "PH", rng.choice(("BI-000#####", "SI{y}-#####", "0000#####")))
    settle(bill, "{} Elevator Services, Inc.|{} Engineering Corp.|{} Technical Solutions, Inc.")
    rate = Decimal(12)
    for text, unit, price in some_goods(rng, UPKEEP, 10):
        bill.add(text, rng.choice((1, 1, 2, 4)), price, rate=rate, uom=unit)
    off = rng.choice((ZERO, ZERO, ZERO, bill.money(bill.sum(bill.rows) / 20)))
    bill.reckon(discount=off, at=rate, slips="total amount qty")
    bill.withheld = bill.money(bill.tax_base * 2 / 100) if rng.random() < 0.7 else ZERO
    sheet, navy = Sheet(size=LETTER), (0.1, 0.15, 0.4)
    sheet.text(40, 50, brand(bill), size=16, bold=True, colour=navy)
    sheet.lines(40, 63, [bill.seller.name, in_line(bill.seller), f"VAT REG TIN: {bill.seller.tax_id}"], size=8)
    sheet.text(
        572, 50, rng.choice(("BILLING INVOICE", "SERVICE INVOICE", "INVOICE")), size=15, bold=True, align="right"
    )
    sheet.text(572, 66, f"No. {bill.number}", size=11, bold=True, align="right", colour=(0.8, 0.1, 0.1))
    bar(sheet, 96, 1.5, 40, 572, navy)
    has_id, late = rng.random() < 0.8, rng.random() < 0.6
    left = [("Sold to", bill.buyer.name), ("Registered Address", ", ".join(address(bill.buyer)))]
    left += [("TIN", bill.buyer.tax_id)] if has_id else []
    left += [("Attention", somebody(bill))]
    heads = []
    for label, value in left:
        wrapped = sheet.wrap(value, 235, 8.5)
        heads += [(label, ":", wrapped[0]), *(("", "", more) for more in wrapped[1:])]
    y = pairs(sheet, 114, "<40 <122 <128", heads, size=8.5, step=12)
    order = bill.shape("PO-{y}-####") * (rng.random() < 0.6)
    days = (bill.due - bill.date).days
    facts = [("Date", bill.d(bill.date)), ("Terms", f"{days} days from receipt" if not late else f"{days} days")]
    facts += ([("Due Date", bill.d(bill.due))] if late else []) + ([("P.O. No.", order)] if order else [])
    facts += [("Project", rng.choice(("Tower B", "Main Plant", "Mall Annex")))]
    y = max(y, pairs(sheet, 114, "<395 <450 <456", [(a, ":", b) for a, b in facts], size=8.5, step=12))
    sheet.y = y + 8
    rows = [(r.text, bill.q(r.qty), r.uom or "", bill.p(r.price), bill.m(r.amount)) for r in bill.rows]
    columns = "282<Description / Nature of Service|45>Qty|45<Unit|75>Unit Price|85>Amount"
    table(sheet, 40, columns, rows, Look("grid", size=8.5, header_fill=(0.9, 0.92, 0.97), gap=5), bottom=560)
    sums = [("Total Sales", bill.subtotal), ("Less: Discount", -off)] if off else []
    sums += [("VATable Sales", bill.tax_base), ("VAT-Exempt Sales", ZERO), ("Zero-Rated Sales", ZERO)]
    sums += [("Add: VAT (12%)", bill.tax), ("Total Amount", bill.total)]
    sums += [("Less: Withholding Tax (2%)", -bill.withheld)] if bill.withheld else []
    sums += [("TOTAL AMOUNT DUE", bill.payable)]
    lines = [(a, f"({bill.m(-b)})" if b < 0 else bill.m(b) if b else "-") for a, b in sums]
    lines[-1] = (lines[-1][0], f"PHP {lines[-1][1]}")
    y = pairs(sheet, sheet.y + 16, "<360 >569", lines, size=8.5, step=13, bold=("TOTAL",))
    pay = [
        "Please make checks payable to:",
        bill.seller.name,
        "or deposit to Banco Isla Peso Account",
        bill.shape("####-####-##"),
    ]
    sheet.lines(40, sheet.y + 16, pay, size=8)
    spread(sheet, y + 14, "<40 <230 <420", ["Prepared by:", "Approved by:", "Received by / Date:"], size=8)
    spread(sheet, y + 40, "<40 <230 <420", [somebody(bill), somebody(bill), "_____________________"], size=8)
    licence = f"Acknowledgement Certificate Control No.: AC_###_######_00####   Series: {bill.number[:-5]}00001 - 99999"
    foot = [bill.shape(licence), "Date Issued: 06/14/2023   This invoice shall be valid for five (5) years."]
    sheet.lines(40, 768, foot, size=6.5)
    printed = shown("seller_id tax_base tax qty price payable", buyer_id=has_id, due=late, subtotal=True)
    truth = with_po(bill.truth(sheet, printed, "withheld", "vat-breakdown", "letter-size"), order)
    return Drawn(sheet.finish(), (truth if late else term_alone(truth, bill),))


SUPPLIES: Goods = (
    ("Stretch film clear 15 mic 50cm x 300m", "ROLL", 185),
    ("Hot melt adhesive HM-220", "KGS", 142),
    ("PE zipper bag 20x30 cm, printed 2 colors", "PCS", 3),
    ("Corrugated carton 5-ply 60x40x40", "PCS", 38),
    ("Thermal label 100x150 mm, 500 pcs/roll", "ROLL", 120),
    ("Nylon cable tie 8 inch", "PACK", 45),
)


@family("thai-delivery-and-tax-invoice")
def thai_delivery_and_tax_invoice(rng: Random) -> Drawn:
    """One Thai form is delivery order, invoice and tax invoice: cells of facts, words in brackets, branches."""
    bill = Bill(rng, "TH", rng.choice(("IV{y}#####", "INV##-####", "SO{y}{m}-###")))
    settle(bill, "{} Packaging Co., Ltd.|{} Supply Co., Ltd.|{} (1998) Co., Ltd.")
    rate = Decimal(7)
    for text, unit, price in some_goods(rng, SUPPLIES, 45):
        bill.add(text, rng.choice((10, 24, 50, 200, 1000)), price, rate=rate, uom=unit, sku=bill.shape("@@-####"))
    off = rng.choice((ZERO, ZERO, bill.money(bill.sum(bill.rows) * 3 / 100)))
    bill.reckon(discount=off, at=rate, slips="total amount qty")
    sheet = Sheet(face=rng.choice((TIMES, VERA)))
    sheet.text(40, 50, bill.seller.name, size=14, bold=True)
    branch = rng.choice(("Head Office", "Branch No. 00001"))
    about = [in_line(bill.seller), f"Tel. {bill.seller.phone}  Tax ID : {bill.seller.tax_id} ({branch})"]
    sheet.lines(40, 62, about, size=8)
    sheet.text(555, 92, "DELIVERY ORDER / INVOICE / TAX INVOICE", size=11, bold=True, align="right")
    sheet.text(555, 104, rng.choice(("(ORIGINAL)", "Original for customer")), size=8, align="right")
    has_id = rng.random() < 0.85
    to = [f"Customer : {bill.shape('C-0###')}", bill.buyer.name, *address(bill.buyer)]
    to += [f"Tax ID : {bill.buyer.tax_id}  (Head Office)"] if has_id else []
    sheet.box(40, 110, 360, 182)
    sheet.lines(45, 121, block(sheet, to, 310, 8.5), size=8.5)
    order = bill.shape("PO#######") * (rng.random() < 0.7)
    cells = [("Invoice No.", bill.number), ("Date", bill.d(bill.date)), ("P/O No.", order or "-")]
    cells += [
        ("Credit", f"{(bill.due - bill.date).days} Days"),
        ("Due Date", bill.d(bill.due)),
        ("Salesman", "A0" + bill.shape("#")),
    ]
    for n in range(3):
        cell_row(sheet, 110 + 24 * n, 24, (366, 460, 555), cells[2 * n : 2 * n + 2], size=8, small=6)
    stops = "^54 <76 <140 >358 <364 >460 >551"
    sheet.box(40, 190, 555, 208)

    def head() -> None:
        top = 202 if sheet.page == 1 else 52
        heads = ["No.", "Code", "Description", "Quantity", "Unit", "Unit Price", "Amount (Baht)"]
        sheet.y = spread(sheet, top, stops, heads, size=8, bold=True) + 9

    head()
    rows = []
    for n, r in enumerate(bill.rows, 1):
        rows.append((str(n), r.sku or "", r.text, bill.q(r.qty, 2), r.uom or "", bill.p(r.price), bill.m(r.amount)))
    listing(sheet, stops, rows, turn=turned(sheet, head), size=8, gap=4, bottom=660)
    room(sheet, 140, 800)
    sheet.rule(40, sheet.y, 555, sheet.y)
    sums = [("Total", bill.subtotal), ("Less Discount", off), ("Amount after Discount", bill.tax_base)] if off else []
    sums = sums or [("Sub Total", bill.subtotal)]
    sums += [("VAT 7.00 %", bill.tax), ("Net Total", bill.total)]
    top = sheet.y + 14
    y = pairs(sheet, top, "<370 >551", [(a, bill.m(b)) for a, b in sums], size=8.5, step=14, bold=("Net",))
    said = block(sheet, [f"({spoken(bill.total, '{} baht| and {} satang')})"], 310, 8)
    sheet.lines(45, top, said, size=8)
    remark = "Payment by crossed cheque A/C payee only. Goods remain the property of the seller until paid in full."
    sheet.text(45, y + 8, remark, size=7, colour=GREY)
    signs = ["Received the above goods in good order", "Delivered by", "For " + bill.seller.name]
    spread(sheet, y + 30, "^130 ^300 ^460", signs, size=7.5)
    spread(
        sheet,
        y + 66,
        "^130 ^300 ^460",
        ["Date ____/____/____", "Date ____/____/____", "Authorized Signature"],
        size=7.5,
    )
    printed = shown("due seller_id subtotal tax qty price", buyer_id=has_id, tax_base=off)
    return Drawn(sheet.finish(), (with_po(bill.truth(sheet, printed, "three-titles", "cells", "branch"), order),))
