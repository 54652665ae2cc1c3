"""Forms as widespread programs print them, redrawn from memory of their structure."""

from random import Random

from tests.generator.blocks import (
    attention,
    head_pairs,
    need,
    pairs_below,
    pairs_beside,
    party,
    sender_line,
    stranger,
    tax_table,
    total_rows,
    totals_right,
)
from tests.generator.families.grids import NAVY, PALE, pages
from tests.generator.ink import Ink
from tests.generator.invent import EURO_LANDS, Wish, invent
from tests.generator.registry import Drawn, family
from tests.generator.sheet import LETTER, TIMES, Sheet
from tests.generator.table import Column, Look, columns_of, draw_table, item_rows

WHITE = (1.0, 1.0, 1.0)


@family("online-form")
def online_form(rng: Random) -> Drawn:
    """A free form of the web: labels flush right with values beyond them, '# 12' under the title, balance on top."""
    document = invent(rng, Wish(countries=("US", "GB"), items=(1, 7), notes=0.4, prepaid=rng.choice(("", "part"))))
    ink = Ink(document, rng, line_money="{s}{n}", total_money="{s}{n}")
    sheet = Sheet(size=LETTER)
    sheet.text(572, 60, "INVOICE", size=24, align="right")
    sheet.text(572, 76, f"# {ink.number()}", size=11, align="right", colour=(0.5, 0.5, 0.5))
    sheet.text(40, 110, ink.seller(), bold=True)
    sheet.text(40, 150, "Bill To:", size=8, colour=(0.5, 0.5, 0.5))
    sheet.text(40, 163, ink.buyer(), bold=True)
    sheet.text(220, 150, "Ship To:", size=8, colour=(0.5, 0.5, 0.5))
    sheet.text(220, 163, document.ship_to.name, bold=True)
    rows = [("Date", ink.date()), ("Payment Terms", "Net 30"), ("Due Date", ink.due_date()), ("PO Number", ink.po())]
    for n, (label, value) in enumerate([*rows, ("Balance Due", ink.total("payable"))]):
        sheet.text(460, 110 + 16 * n, f"{label}:", align="right", colour=(0.5, 0.5, 0.5))
        sheet.text(572, 110 + 16 * n, value, align="right", bold=label == "Balance Due")
    sheet.y = 215
    look = Look(header_fill=(0.2, 0.2, 0.2), header_white=True, gap=7, note_size=8, bold_first=True)
    headers = {"description": "Item", "qty": "Quantity", "unit_price": "Rate", "amount": "Amount"}
    columns = columns_of(ink, {"description": 290, "qty": 70, "unit_price": 80, "amount": 92}, **headers)
    draw_table(sheet, 40, columns, item_rows(sheet, ink, columns, look), look, bottom=680)
    need(sheet, 110, 750)
    for row in total_rows(ink, tax="{name} ({rate})", payable=False):
        sheet.y += 16
        sheet.text(470, sheet.y, f"{row.label}:", align="right", colour=(0.5, 0.5, 0.5))
        sheet.text(569, sheet.y, row.value, align="right")
    sheet.lines(40, sheet.y + 30, ["Notes:", ink.label("thanks")], size=8)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "labels-flush-right"),))


@family("open-erp")
def open_erp(rng: Random) -> Drawn:
    """An open-source ERP: sections and notes as rows, [code] before the name, unit after the quantity, taxes named."""
    document = invent(rng, Wish(items=(2, 10), line_discount="percent", qty="halves", notes=0.3))
    ink = Ink(document, rng, line_money="{n}", qty_places=2)
    sheet = Sheet()
    sheet.text(40, 45, document.seller.name, size=9, colour=(0.5, 0.5, 0.5))
    sheet.lines(330, 90, party(ink, "buyer", tax_id=rng.random() < 0.5), size=10)
    sheet.text(40, 180, f"{ink.title} {ink.number()}", size=18, colour=NAVY)
    pairs_below(sheet, [(f"{k}:", v) for k, v in head_pairs(ink, "date", "due_date", "order")], 40, 205, 120)
    sheet.y = 245
    look = Look("rows", gap=4)
    widths = {"description": 205, "qty_uom": 70, "unit_price": 65, "discount_percent": 55, "tax_rate": 45, "amount": 75}
    columns = columns_of(ink, widths)
    rows = [
        [[*sheet.wrap(f"[{ink.cell(line, 'sku')}] {line.description}", 199, 9), *line.notes], *row[1:]]
        for line, row in zip(document.lines, item_rows(sheet, ink, columns, look), strict=True)
    ]
    draw_table(sheet, 40, columns, rows, look)
    need(sheet, 120)
    sheet.y += 8
    totals_right(sheet, total_rows(ink, tax="{name} {rate} {on} {base}"), 320, 552)
    sheet.text(40, sheet.y + 24, f"{ink.label('po')}: {ink.po()}", size=9)
    sheet.rule(40, 790, 555, 790)
    lines = [f"{ink.seller()} - {', '.join(ink.seller_address())}", f"{ink.label('tax_id')}: {ink.seller_tax_id()}"]
    sheet.lines(297, 803, lines, size=7, align="centre")
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "code-before-name", "seller-in-footer"),))


@family("cloud-ledger")
def cloud_ledger(rng: Random) -> Drawn:
    """A cloud bookkeeping form: three columns of head (title and buyer, dates, seller), tax as a word, slip below."""
    document = invent(rng, Wish(countries=("GB", "US", "NL"), items=(1, 8), discount=rng.random() < 0.3))
    ink = Ink(document, rng, line_money="{n}", total_money="{n}")
    sheet = Sheet()
    sheet.text(40, 70, ink.title.upper(), size=22)
    sheet.lines(60, 100, [ink.buyer(), attention(ink), *ink.buyer_address()])
    y = 70.0
    for label, value in head_pairs(ink, "date", "customer_no", "number", "po"):
        sheet.text(290, y, label, bold=True)
        sheet.text(290, y + 12, value)
        y += 28
    sheet.lines(
        430, 70, [*party(ink, "seller"), document.seller.phone, f"{ink.label('tax_id')}: {ink.seller_tax_id()}"]
    )
    sheet.y = 210
    look = Look("rows", gap=6)
    amount = f"{ink.label('amount')} {ink.currency()}"
    widths = {"description": 235, "qty": 65, "unit_price": 75, "tax_rate": 55, "amount": 85}
    columns = columns_of(ink, widths, amount=amount)
    draw_table(sheet, 40, columns, item_rows(sheet, ink, columns, look), look, bottom=620)
    totals_right(sheet, total_rows(ink, tax="TOTAL {name} {rate}", payable=True), 350, 552)
    sheet.text(40, sheet.y + 25, f"{ink.label('due_date')}: {ink.due_date()}", bold=True)
    sheet.rule(40, 690, 555, 690)
    sheet.text(40, 715, "PAYMENT ADVICE", size=14)
    slip = [("Customer", document.buyer.name), ("Invoice", document.number), ("Amount Enclosed", "______________")]
    pairs_beside(sheet, slip, 320, 715, 100, colon="")
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "three-column-head", "remittance-slip"),))


@family("fattura-cortesia")
def fattura_cortesia(rng: Random) -> Drawn:
    """Italy's courtesy copy: two boxes of parties, document data in a row of cells, lines, summary of rates."""
    wish = Wish(countries=("IT",), items=(1, 12), tax=rng.choice(("one", "several")), stamp=rng.choice(("", "2.00")))
    document = invent(rng, wish)
    ink = Ink(document, rng, line_money="{n}", total_money="{n}", qty_places=2)
    sheet = Sheet()
    for x, title, role in (
        (30, "Cedente/prestatore (fornitore)", "seller"),
        (300, "Cessionario/committente (cliente)", "buyer"),
    ):
        sheet.box(x, 40, x + 262, 120)
        sheet.text(x + 4, 52, title, size=7, bold=True)
        name, *address, tax_id = party(ink, role, tax_id=True)
        lines = [f"Identificativo fiscale ai fini IVA: {tax_id.split(': ')[-1]}", f"Denominazione: {name}"]
        sheet.lines(x + 4, 66, [*lines, f"Indirizzo: {address[0]}", f"Comune: {address[1]}"], size=8)
    cells = (
        ("Tipologia documento", "TD01 fattura"),
        ("Numero documento", ink.number()),
        ("Data documento", ink.date()),
        ("Codice destinatario", "X1Y2Z3W"),
        ("Valuta", ink.currency()),
    )
    for n, (label, value) in enumerate(cells):
        left = 30 + 106.4 * n
        sheet.box(left, 130, left + 106.4, 158)
        sheet.text(left + 4, 140, label, size=7, bold=True)
        sheet.text(left + 4, 153, value, size=8)
    sheet.y = 170
    look = Look("grid", size=7.5, header_fill=PALE)
    widths = {"sku": 65, "description": 180, "qty": 45, "unit_price": 65, "uom": 35, "tax_rate": 45, "amount": 97}
    columns = columns_of(ink, widths, amount="Prezzo totale", tax_rate="%IVA", uom="UM")
    draw_table(sheet, 30, columns, item_rows(sheet, ink, columns, look), look)
    need(sheet, 130)
    sheet.text(30, sheet.y + 16, "RIEPILOGHI IVA E TOTALI", size=8, bold=True)
    sheet.y = tax_table(sheet, ink, 30, sheet.y + 30) + 6
    rows = [row for row in total_rows(ink, subtotal=False, total_tax=True) if "%" not in row.label]
    totals_right(sheet, rows, 380, 560, size=8)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "rules:grid", "labelled-parties"),))


@family("marketplace")
def marketplace(rng: Random) -> Drawn:
    """A market place's invoice: sold by another, lines without and with tax, three addresses."""
    document = invent(rng, Wish(countries=(*EURO_LANDS, "GB"), items=(1, 5), tax=rng.choice(("one", "several"))))
    ink = Ink(document, rng, line_money="{n} {s}", total_money="{n} {s}")
    sheet = Sheet()
    sheet.text(555, 50, ink.title, size=18, bold=True, align="right")
    sheet.lines(40, 90, [ink.buyer(), *ink.buyer_address()], size=10)
    sheet.box(330, 70, 555, 150, fill=PALE, stroke=False)
    seller = [f"{ink.label('seller')}: {ink.seller()}", f"{ink.label('tax_id')}: {ink.seller_tax_id()}"]
    sheet.lines(338, 88, [*seller, f"{ink.label('date')}: {ink.date()}", f"{ink.label('number')}: {ink.number()}"])
    for x, label, lines in (
        (40, "buyer", stranger(document.buyer)),
        (215, "ship_to", stranger(document.ship_to)),
        (390, "seller", stranger(document.seller)),
    ):
        sheet.text(x, 190, ink.label(label), bold=True)
        sheet.lines(x, 204, lines, size=8)
    pairs_beside(sheet, head_pairs(ink, "order", "delivery_date"), 40, 265, 110)
    sheet.y = 295
    look = Look("rows", size=8, gap=8)
    widths = {"description": 195, "qty": 45, "unit_price": 75, "tax_rate": 45, "amount": 80, "gross": 80}
    columns = columns_of(ink, widths)
    draw_table(sheet, 40, columns, item_rows(sheet, ink, columns, look), look)
    sheet.y += 8
    totals_right(sheet, total_rows(ink, tax="{name} {rate}"), 330, 557)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "three-addresses", "line-tax"),))


@family("kwitansi")
def kwitansi(rng: Random) -> Drawn:
    """Indonesia's receipt form: received from, the sum of, in payment of; one amount in a box, nothing like a table."""
    document = invent(rng, Wish(countries=("ID",), items=(1, 1), services=True, tax=rng.choice(("none", "one"))))
    ink = Ink(document, rng, total_money="Rp {n}", line_money="Rp {n}")
    sheet = Sheet(size=(595, 420), face=TIMES)
    line = document.lines[0]
    sheet.text(40, 45, ink.seller(), size=14, bold=True)
    sheet.lines(40, 60, ink.seller_address(), size=8)
    sheet.text(297, 100, "INVOICE / KWITANSI", size=14, bold=True, align="centre")
    sheet.text(555, 100, f"No. {ink.number()}", align="right")
    rows = (
        ("Sudah terima dari", ink.buyer()),
        ("Banyaknya uang", "# Satu juta dua ratus ribu rupiah #"),
        ("Untuk pembayaran", ink.cell(line, "description")),
    )
    pairs_beside(sheet, rows, 40, 140, 120, colon="  :", size=11)
    sheet.y = 200
    if document.totals.taxes:
        sheet.text(160, sheet.y, ink.cell(line, "amount"), size=11)
        tax = document.totals.taxes[0]
        sheet.text(160, sheet.y + 16, f"{ink.tax_label(tax)}  {ink.tax_amount(tax)}", size=11)
    else:
        ink.shows("items.0.amount")
    sheet.box(40, 270, 240, 300)
    sheet.text(50, 290, f"Jumlah  {ink.total('total')}", size=13, bold=True)
    sheet.text(555, 270, f"{document.seller.city.rsplit(' ', 1)[0]}, {ink.date()}", size=10, align="right")
    truth = ink.truth(pages(sheet), "no-table", "no-quantity")
    return Drawn(sheet.finish(), ({**truth, "expect": "any"},))  # no line by itself, only the sum


@family("big-erp-form")
def big_erp_form(rng: Random) -> Drawn:
    """A large ERP's form: head at the right with a column of colons; item, material, quantity, price per unit."""
    document = invent(rng, Wish(items=(2, 12), qty="many", numbering=10, tax="one", shipping=rng.random() < 0.4))
    ink = Ink(document, rng, line_money="{n}", qty_places=rng.choice((0, 3)))
    sheet = Sheet()
    sheet.text(60, 100, sender_line(ink), size=6)
    sheet.lines(60, 120, [ink.buyer(), *ink.buyer_address()], size=10)
    sheet.text(330, 90, ink.title, size=13, bold=True)
    for n, (label, value) in enumerate(
        head_pairs(ink, "number", "date", "customer_no", "order", "delivery_date", "po")
    ):
        sheet.text(330, 108 + 12 * n, label)
        sheet.text(440, 108 + 12 * n, ":")
        sheet.text(450, 108 + 12 * n, value)
    sheet.text(330, 182, f"{ink.label('tax_id')} : {ink.seller_tax_id()}")
    sheet.y = 215
    look = Look("none", size=8.5, gap=4)
    no, sku, description, qty, uom, price, amount = columns_of(
        ink,
        {"no": 40, "sku": 70, "description": 160, "qty": 60, "uom": 35, "unit_price": 65, "amount": 75},
    )
    columns = [no, sku, description, qty, uom, price, Column("per", 30, "/"), amount]
    rows = [
        [sheet.wrap(ink.cell(line, c.key), c.width - 6, 8.5) if c.key != "per" else ["1"] for c in columns]
        for line in document.lines
    ]
    draw_table(sheet, 30, columns, rows, look)
    need(sheet, 110)
    sheet.rule(300, sheet.y, 565, sheet.y)
    totals_right(sheet, total_rows(ink, base=bool(document.totals.charges)), 320, 562, size=8.5)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "window-envelope", "price-unit-column"),))
