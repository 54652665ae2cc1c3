"""More templates: an Australian desktop ledger's items, a German firm's page in English, a web shop's plug-in."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, WHITE, Bill, bar, folded, price_of, spread
from tests.generator.english_folk import COUNTRIES, Folk, address, addressee, populate, shown, with_po
from tests.generator.ink import number_text
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet

SPARES = (
    "Bearing kit front hub LH/RH",
    "Hydraulic oil ISO 46 20L drum",
    "Hose tail 1/2in BSP",
    "Filter fuel primary",
    "Workshop consumables",
    "V-belt B-section 1650mm - matched set of 3, for header drive",
    "Grease cartridge 450g",
)


@family("item-no-extended")
def item_no_extended(rng: Random) -> Drawn:
    """An Australian desktop ledger: QTY, ITEM NO., PRICE, UNIT, DISC %, EXTENDED, CODE; GST by code; paid today."""
    bill = Bill(rng, "AU", rng.choice(("000#####", "0000####", "IV00####")))
    folk = populate(bill, ("Hydraulics", "Ag Parts", "Bearings & Seals", "Truck Spares"))
    for text in rng.choices(SPARES, k=some(rng, 30)):
        rate = Decimal(rng.choice((10, 10, 10, 10, 0)))
        off, price = Decimal(rng.choice((0, 0, 5, 10, "12.5"))), price_of(rng, 2, 340)
        more = (f"{bill.q(off)}%" if off else "", "GST" if rate else "FRE")
        sku, uom = bill.shape(rng.choice(("@@###", "###-@#", "@@@##/#"))), rng.choice(("ea", "EA", "set", "drum"))
        bill.add(text, rng.choice((1, 2, 4, 12)), price, rate=rate, discount=off, sku=sku, uom=uom, more=more)
    freight = rng.choice((ZERO, ZERO, Decimal("18.50")))
    bill.reckon(charges=freight, at=Decimal(10), slips="total qty")
    bill.prepaid = rng.choice((ZERO, ZERO, bill.total, bill.money(bill.total / 5)))
    sheet, po = Sheet(), rng.choice(("", "", bill.shape("J####"), "VERBAL"))
    columns = "<45 <82 <152 >375 <381 >442 >508 <519"

    def begin() -> None:
        _item_head(sheet, bill, folk, po)
        bar(sheet, 252, 16, 40, 555, (0.2, 0.2, 0.2))
        heads = ["QTY", "ITEM NO.", "DESCRIPTION", "PRICE", "UNIT", "DISC %", "EXTENDED", "CODE"]
        spread(sheet, 263, columns, heads, size=7.5, bold=True, colour=WHITE)
        sheet.y = 284

    begin()
    rows = []
    for r in bill.rows:
        text = folded(sheet, r.text, 180, 8)
        cells = (bill.q(r.qty), r.sku or "", text, f"${bill.p(r.price)}", r.uom or "", r.more[0])
        rows.append((*cells, f"${bill.m(r.amount)}", r.more[1]))
    listing(sheet, columns, rows, turn=turned(sheet, begin), size=8, gap=4, bottom=630)
    _item_foot(sheet, bill, freight)
    truth = bill.truth(sheet, "due seller_id tax qty price payable subtotal", "program", "line-discount", "tax-codes")
    truth["totals"]["tax_base"] = None  # by code, with the untaxed ones beside
    return Drawn(sheet.finish(), (bill.charge_as_line(with_po(truth, po)),))


def _item_head(sheet: Sheet, bill: Bill, folk: Folk, po: str) -> None:
    sheet.text(40, 52, bill.seller.name, size=15, bold=True)
    sheet.text(40, 66, ", ".join(address(bill.seller)), size=8)
    sheet.text(40, 77, f"Ph: {bill.seller.phone}   Email: {bill.seller.mail}", size=8)
    sheet.text(40, 88, f"A.B.N. {bill.seller.tax_id}", size=8, bold=True)
    sheet.text(555, 56, "Tax Invoice", size=20, bold=True, align="right")
    head = [("Invoice No.:", bill.number), ("Date:", bill.d(bill.date)), ("Page:", str(sheet.page))]
    pairs(sheet, 76, ">470 >555", head, size=9)
    for x, label, lines in (
        (40, "Bill To:", [bill.buyer.name, *address(bill.buyer)]),
        (300, "Ship To:", [bill.ship_to.name, *address(bill.ship_to)]),
    ):
        sheet.text(x, 128, label, size=8, bold=True)
        sheet.lines(x + 45, 128, lines, size=9)
    terms = f"Net {(bill.due - bill.date).days}"
    cells = [("SALESPERSON", folk.clerk), ("YOUR NO.", po), ("SHIP VIA", "Best way"), ("TERMS", terms)]
    cells += [("DUE DATE", bill.d(bill.due))]
    for n, (label, value) in enumerate(cells):
        x = 40 + 103 * n
        sheet.box(x, 206, x + 103, 240)
        sheet.text(x + 51, 216, label, size=7, bold=True, align="centre")
        sheet.text(x + 51, 232, value, size=8.5, align="centre")


def _item_foot(sheet: Sheet, bill: Bill, freight: Decimal) -> None:
    sheet.rule(40, 642, 555, 642)
    sums = [("Sale Amount:", bill.subtotal), ("Freight:", freight), ("GST:", bill.tax), ("Total Amount:", bill.total)]
    sums += [("Paid Today:", bill.prepaid), ("Balance Due:", bill.payable)]
    rows = [(label, f"${bill.m(value)}") for label, value in sums]
    pairs(sheet, 658, "<400 >550", rows, size=9, step=14, bold=("Total", "Balance"))
    stops = "<40 >110 >180 >270"
    y = spread(sheet, 658, stops, ["CODE", "RATE", "GST", "SALE AMOUNT"], size=7.5, bold=True) + 2
    for tax in bill.taxes:
        cells = ["GST" if tax.rate else "FRE", f"{bill.q(tax.rate)}%", f"${bill.m(tax.amount)}", f"${bill.m(tax.base)}"]
        y = spread(sheet, y, stops, cells, size=8) + 2
    how = ["How to pay", "Direct deposit: BSB 06#-### Acct ########", "Please use the invoice number as reference."]
    sheet.lines(40, 715, [bill.shape(line) for line in how], size=8, bold_first=True)
    legal = "Goods remain the property of the seller until paid for in full. Claims within 7 days. E.&O.E."
    sheet.text(40, 790, legal, size=7, colour=GREY)


OFFERS = (
    ("Spindle nut assembly SN-40", "Item no. 40-1187\nDelivery note LS-20911"),
    ("Calibration of test bench", "on site, incl. certificate"),
    ("Software maintenance, annual fee", ""),
    ("Measuring probe MP 12/300", "with cable 3 m\nSerial no. 0098-231"),
    ("Travel expenses", "flat rate"),
)


@family("german-firm-in-english")
def german_firm_in_english(rng: Random) -> Drawn:
    """A German or Dutch firm's English page: decimal commas, sender line, 'Total net amount', foot in columns."""
    code, away = rng.choice(("DE", "DE", "NL")), rng.choice(("GB", "US", "IE", "AU"))
    bill = Bill(rng, code, rng.choice(("RE-{y}-0###", "RE######", "{y}-1###", "2{m}####")), buyer=away, currency="EUR")
    bill.land, bill.day_format = replace(bill.land, language="en"), rng.choice(("%d.%m.%Y", "%d %B %Y", "%d-%m-%Y"))
    home = rng.random() < 0.35
    rate = (Decimal(19) if code == "DE" else Decimal(21)) if home else ZERO
    for n, (text, note) in enumerate(rng.choices(OFFERS, k=some(rng, 16)), 1):
        qty, uom = rng.choice(((1, "pc"), (4, "pcs"), (Decimal("2.5"), "h"), (1, "flat")))
        notes = tuple(note.split("\n")) if note else ()
        bill.add(text, qty, price_of(rng, 40, 2900), rate=rate, no=f"{n}.", uom=uom, notes=notes)
    off = bill.money(bill.sum(bill.rows) * Decimal(rng.choice((0, 0, 3))) / 100)
    bill.reckon(discount=off, at=rate, taxed=home)
    with_id = away in ("GB", "IE") and rng.random() < 0.7
    sheet, logo = Sheet(), bill.seller.name.split()[0].upper()
    sheet.text(540, 62, logo, size=22, bold=True, align="right", colour=(0.7, 0.1, 0.1))
    sheet.text(57, 128, f"{bill.seller.name} · {bill.seller.street} · {bill.seller.city}", size=6.5, colour=GREY)
    sheet.lines(57, 146, [bill.buyer.name, *address(bill.buyer), COUNTRIES[away]], size=10)
    facts = [("Invoice no.", bill.number), ("Invoice date", bill.d(bill.date)), ("Customer no.", bill.shape("1####"))]
    facts += [("Date of supply", bill.d(bill.date, -6)), ("Your VAT ID", bill.buyer.tax_id if with_id else "-")]
    facts += [("Contact", rng.choice(bill.land.persons.split("|")))]
    pairs(sheet, 146, "<375 >540", facts[: 4 + with_id] + facts[5:], size=9, step=13)
    sheet.text(57, 260, f"Invoice {bill.number}", size=13, bold=True)
    hello = ["Dear Sir or Madam,", "we hereby invoice you for the following goods and services:"]
    sheet.lines(57, 282, hello, size=9.5)
    _german_lines(sheet, bill)
    due = rng.random() < 0.7
    _german_sums(sheet, bill, off, rate, due)
    on = shown("seller_id qty price", due=due, buyer_id=with_id, subtotal=home or off, tax=home)
    truth = with_po(bill.truth(sheet, on, "foreign-template", "sender-line"), "")
    return Drawn(sheet.finish(), (truth,))


def _german_lines(sheet: Sheet, bill: Bill) -> None:
    stops = "<57 <85 >365 <370 >470 >540"

    def begin() -> None:
        top = 322 if sheet.page == 1 else 60
        heads = ["Pos.", "Description", "Quantity", "", "Unit price", "Total price"]
        spread(sheet, top, stops, heads, size=9, bold=True)
        sheet.rule(57, top + 5, 540, top + 5)
        sheet.y = top + 20

    begin()
    rows = []
    for r in bill.rows:
        figures = (bill.q(r.qty, 2), r.uom or "", f"{bill.p(r.price)} EUR", f"{bill.m(r.amount)} EUR")
        rows.append((r.no or "", "\n".join((r.text, *r.notes)), *figures))
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=9, gap=6, bottom=700)


def _german_sums(sheet: Sheet, bill: Bill, off: Decimal, rate: Decimal, due: bool) -> None:
    room(sheet, 150, 740)
    sheet.rule(57, sheet.y - 6, 540, sheet.y - 6)
    net = bill.subtotal - off
    sums = [("Subtotal", bill.subtotal), ("less 3 % discount", -off)] if off else []
    sums += [("Total net amount", net), (f"plus VAT {bill.q(rate)} %", bill.tax)] if rate else []
    rows = [(label, f"{bill.m(value)} EUR") for label, value in [*sums, ("Total gross amount", bill.total)]]
    y = pairs(sheet, sheet.y + 6, "<330 >540", rows, size=9.5, step=15, bold=("Total gross",))
    tax = "" if rate else "Not subject to German or Dutch VAT; the recipient is liable for the tax (reverse charge)."
    days = (bill.due - bill.date).days
    when = f"by {bill.d(bill.due)}" if due else f"within {days} days after receipt"
    ask = f"Please transfer the total amount {when} without deduction, quoting the invoice number."
    sheet.lines(57, y + 14, [*([tax] if tax else []), ask, "Kind regards", bill.seller.name], size=9, leading=1.5)
    columns = (
        (57, [bill.seller.name, *bill.seller.address]),
        (190, [f"Tel. {bill.seller.phone}", bill.seller.mail, f"www.{bill.seller.mail.split('@')[1]}"]),
        (
            310,
            [
                "Sparkasse Heidewinkel" if bill.land.code == "DE" else "Polderbank",
                f"IBAN {bill.seller.iban}",
                f"BIC {bill.shape(f'@@@@{bill.land.code}2@')}",
            ],
        ),
        (
            455,
            [
                bill.shape("Local court HRB ####" if bill.land.code == "DE" else "KvK ########"),
                f"VAT ID {bill.seller.tax_id}",
            ],
        ),
    )
    for x, texts in columns:
        sheet.lines(x, 800, texts, size=6)


WARES = (
    ("Oat & honey soap bar - 100g", "SOAP-OH"),
    ("Beeswax candle", "CAN-BW-L"),
    ("Gift box, large - Colour: Forest", "GB-LG-FOR"),
    ("Merino throw 130 x 180 cm - Size: One size, Colour: Heather/Slate stripe", "THR-MER-HS"),
    ("Loose leaf tea sampler (x6)", "TEA-S6"),
)


@family("shop-plugin-includes-vat")
def shop_plugin_includes_vat(rng: Random) -> Drawn:
    """A web shop's plug-in: Product, Quantity, Price (of the line) in a black bar; 'Total (includes £4.17 VAT)'."""
    code = rng.choice(("GB", "GB", "IE"))
    bill = Bill(rng, code, rng.choice(("####", "{y}-00###", "WEB####")))
    sign, rate = ("£", Decimal(20)) if code == "GB" else ("€", Decimal(23))
    folk = populate(bill, ("& Bramble", "Soap Works", "Provisions", "Gift Co."), private=0.6)
    bill.included = True
    for text, sku in rng.sample(WARES, rng.randint(1, 5)):
        bill.add(text, rng.choice((1, 1, 1, 2, 4)), price_of(rng, 3, 70), rate=rate, sku=sku)
    post, off = rng.choice((ZERO, Decimal("3.95"), Decimal("6.50"))), Decimal(rng.choice((0, 0, 5)))
    off = off if off < bill.sum(bill.rows) else ZERO
    bill.reckon(discount=off, charges=post, at=rate)
    sheet = Sheet()
    sheet.text(45, 70, bill.seller.name, size=20, bold=True, colour=(0.3, 0.4, 0.25))
    vat = f"VAT number: {bill.seller.tax_id}"
    sheet.lines(390, 55, [bill.seller.name, *address(bill.seller), vat], size=9, bold_first=True)
    sheet.text(45, 150, "INVOICE", size=16, bold=True)
    sheet.lines(45, 175, [*addressee(bill, folk), bill.buyer.mail], size=9.5)
    if rng.random() < 0.5:
        sheet.lines(220, 175, ["Ship To:", bill.ship_to.name, *address(bill.ship_to)], size=9.5, bold_first=True)
    facts = [("Invoice Number:", bill.number), ("Invoice Date:", bill.d(bill.date))]
    facts += [("Order Number:", bill.shape("1####")), ("Order Date:", bill.d(bill.date, -rng.choice((0, 1))))]
    pairs(sheet, 175, "<390 <465", [*facts, ("Payment Method:", rng.choice(("Card", "PayMate")))], size=9, step=13)
    bar(sheet, 272, 20, 45, 550, (0, 0, 0))
    stops = "<52 <380 <470"
    spread(sheet, 285, stops, ["Product", "Quantity", "Price"], size=9.5, bold=True, colour=WHITE)
    sheet.y = 308
    rows = [
        (f"{folded(sheet, r.text, 300, 9.5)}\nSKU: {r.sku}", bill.q(r.qty), sign + bill.m(r.amount)) for r in bill.rows
    ]
    listing(sheet, stops, rows, turn=sheet.new_page, size=9.5, gap=8, rules=(45, 550))
    sums = [("Subtotal", sign + bill.m(bill.subtotal))] + ([("Discount", f"-{sign}{bill.m(off)}")] if off else [])
    sums += [("Shipping", f"{sign}{bill.m(post)} via Tracked 48" if post else "Free shipping")]
    y = pairs(sheet, sheet.y + 10, "<380 <470", sums, size=9.5, step=17)
    sheet.rule(380, y - 11, 550, y - 11)
    sheet.text(380, y + 3, "Total", size=9.5, bold=True)
    sheet.text(470, y + 3, f"{sign}{bill.m(bill.total)}", size=9.5, bold=True)
    sheet.text(470, y + 15, f"(includes {sign}{bill.m(bill.tax)} VAT)", size=7.5)
    sheet.text(
        297, 800, "Thank you for shopping small! Returns within 30 days, see our website.", size=8, align="centre"
    )
    truth = bill.truth(sheet, "seller_id subtotal tax qty", "tax-included", "line-price")
    for item, row in zip(truth["items"], bill.rows, strict=True):
        item["unit_price"] = [None, number_text(row.price or ZERO)]  # not printed, but sure
    return Drawn(sheet.finish(), (bill.charge_as_line(with_po(truth, "")),))
