"""Layouts held together by rules: full grids, column rules, header bars."""

from random import Random

from tests.generator.blocks import (
    attention,
    footer,
    head_pairs,
    need,
    page_number,
    pairs_below,
    pairs_beside,
    party,
    stranger,
    tax_table,
    total_rows,
    totals_right,
)
from tests.generator.ink import Ink
from tests.generator.invent import EURO_LANDS, Wish, invent
from tests.generator.model import Document
from tests.generator.registry import Drawn, Truth, family
from tests.generator.sheet import LETTER, TIMES, Sheet
from tests.generator.table import Look, columns_of, draw_table, item_rows

NAVY = (0.15, 0.25, 0.45)
PALE = (0.88, 0.9, 0.94)


def pages(sheet: Sheet, first: int = 1) -> tuple[int, ...]:
    return tuple(range(first, sheet.page + 1))


@family("grid-modern")
def grid_modern(rng: Random) -> Drawn:
    """Two party boxes, a row of head cells with the value below, a full grid, totals inside the grid's last columns."""
    wish = Wish(items=(2, 14), tax=rng.choice(("one", "several")), shipping=rng.random() < 0.3)
    sheet = Sheet()
    truth = draw_grid(sheet, invent(rng, wish), rng)
    return Drawn(sheet.finish(), (truth,))


def draw_grid(sheet: Sheet, document: Document, rng: Random) -> Truth:
    first = sheet.page
    ink = Ink(document, rng)
    sheet.text(40, 60, ink.title, size=20, bold=True)
    sheet.box(40, 80, 290, 160)
    sheet.box(300, 80, 555, 160)
    sheet.text(46, 92, ink.label("seller"), size=7)
    sheet.lines(46, 106, party(ink, "seller", tax_id=True), bold_first=True)
    sheet.text(306, 92, ink.label("buyer"), size=7)
    sheet.lines(306, 106, party(ink, "buyer", tax_id=rng.random() < 0.5), bold_first=True)
    sheet.box(40, 170, 555, 205)
    pairs_below(sheet, head_pairs(ink, "number", "date", "due_date", "po"), 46, 182, 130)
    sheet.y = 220
    look = Look("grid", header_fill=PALE, repeat_header=rng.random() < 0.7)
    widths = {"no": 28, "sku": 62, "description": 175, "qty": 50, "uom": 40, "unit_price": 75, "amount": 85}
    columns = columns_of(ink, widths)
    draw_table(sheet, 40, columns, item_rows(sheet, ink, columns, look), look)
    need(sheet, 140)
    totals_right(sheet, total_rows(ink), 384, 551, ruled=True)
    sheet.lines(40, sheet.y + 30, [ink.label("thanks"), f"IBAN {document.seller.iban}"], size=8)
    return ink.truth(pages(sheet, first), "rules:grid")


@family("column-rules")
def column_rules(rng: Random) -> Drawn:
    """Only upright rules; items of several lines told apart by white space; many pages, carried-forward rows."""
    wish = Wish(items=(5, 80), notes=0.5, qty="many", discount=rng.random() < 0.3, tax="one", line_discount="percent")
    document = invent(rng, wish)
    ink = Ink(document, rng, line_money="{n}")
    sheet = Sheet()
    sheet.lines(40, 50, party(ink, "seller", tax_id=True), bold_first=True, size=10)
    sheet.text(555, 55, f"{ink.title} {ink.number()}", size=14, bold=True, align="right")
    pairs_beside(sheet, head_pairs(ink, "date", "customer_no", "po"), 400, 80, 90)
    sheet.lines(40, 130, [ink.label("buyer"), *party(ink, "buyer")])
    sheet.y = 200
    look = Look("columns", gap=5, size=8, repeat_header=True, cut_items=rng.random() < 0.3)
    widths = {"sku": 70, "description": 195, "qty_uom": 60, "unit_price": 70, "discount_percent": 45, "amount": 75}
    columns = columns_of(ink, widths)

    def carry(sheet: Sheet, at: int) -> None:
        running = ink.money(sum((line.amount for line in document.lines[:at]), start=document.totals.rounding))
        if not look.cut_items:
            sheet.text(480, sheet.y + 12, ink.label("carried"), size=8, align="right")
            sheet.text(552, sheet.y + 12, running, size=8, align="right")
        page_number(sheet, ink)
        sheet.new_page()
        if not look.cut_items:
            sheet.text(480, sheet.y, ink.label("brought"), size=8, align="right")
            sheet.text(552, sheet.y, running, size=8, align="right")
        sheet.y += 8

    draw_table(sheet, 40, columns, item_rows(sheet, ink, columns, look), look, bottom=740, on_break=carry)
    need(sheet, 120, 760)
    sheet.y += 6
    totals_right(sheet, total_rows(ink, base=document.totals.discount > 0), 340, 552)
    page_number(sheet, ink)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "rules:columns", "multi-page"),))


@family("header-bar")
def header_bar(rng: Random) -> Drawn:
    """A coloured bar above the items, thin rules between, bold first lines, bill-to and ship-to, totals right."""
    wish = Wish(items=(1, 8), notes=0.8, shipping=rng.random() < 0.5, prepaid=rng.choice(("", "part")))
    sheet = Sheet()
    truth = draw_bar(sheet, invent(rng, wish), rng)
    return Drawn(sheet.finish(), (truth,))


def draw_bar(sheet: Sheet, document: Document, rng: Random) -> Truth:
    first = sheet.page
    ink = Ink(document, rng, negative=document.kind == "credit_note" and rng.random() < 0.5)
    sheet.text(40, 60, ink.seller(), size=16, bold=True, colour=NAVY)
    sheet.lines(40, 76, ink.seller_address(), size=8)
    sheet.text(555, 60, ink.title, size=22, align="right", colour=NAVY)
    pairs_beside(sheet, head_pairs(ink, "number", "date", "due_date"), 380, 90, 95)
    sheet.text(40, 150, ink.label("buyer"), bold=True)
    sheet.lines(40, 164, [*party(ink, "buyer"), attention(ink)])
    sheet.text(300, 150, ink.label("ship_to"), bold=True)
    sheet.lines(300, 164, stranger(document.ship_to))
    sheet.y = 240
    look = Look("rows", header_fill=NAVY, header_white=True, bold_first=True, note_size=7, gap=6)
    widths = {"description": 260, "qty": 65, "unit_price": 90, "amount": 100}
    columns = columns_of(ink, widths)
    draw_table(sheet, 40, columns, item_rows(sheet, ink, columns, look), look)
    need(sheet, 130)
    sheet.y += 10
    totals_right(sheet, total_rows(ink), 370, 552, fill=PALE, colon=rng.choice(("", ":")))
    footer(sheet, ink)
    return ink.truth(pages(sheet, first), "rules:bar", "ship-to")


@family("zebra-tax-columns")
def zebra_tax_columns(rng: Random) -> Drawn:
    """Striped rows with net, tax and gross for every line; totals as the table's last row, and a table of rates."""
    wish = Wish(countries=(*EURO_LANDS, "GB"), items=(2, 10), tax="several")
    document = invent(rng, wish)
    ink = Ink(document, rng, line_money="{n}")
    sheet = Sheet(face=TIMES)
    sheet.text(297, 50, ink.title, size=18, bold=True, align="centre")
    sheet.lines(40, 80, party(ink, "seller", tax_id=True), bold_first=True)
    sheet.lines(330, 80, [f"{ink.label('buyer')}:", *party(ink, "buyer", tax_id=True)])
    pairs_beside(sheet, head_pairs(ink, "number", "date", "due_date", "order"), 40, 160, 110)
    sheet.y = 230
    look = Look(header_fill=PALE, zebra=True, size=8.5)
    widths = {
        "description": 165,
        "qty": 45,
        "unit_price": 65,
        "amount": 70,
        "tax_rate": 45,
        "tax_amount": 60,
        "gross": 70,
    }
    columns = columns_of(ink, widths)
    placed = draw_table(sheet, 40, columns, item_rows(sheet, ink, columns, look), look)
    sheet.rule(40, sheet.y, placed.edges[-1], sheet.y)
    sheet.y += 14
    taxes = sum((line.tax for line in document.lines), start=document.totals.rounding)
    if taxes == document.totals.tax:
        for edge, text in zip(placed.edges[4::2], (ink.total("subtotal"), ink.total("tax")), strict=False):
            sheet.text(edge - 3, sheet.y, text, size=8.5, bold=True, align="right")
        sheet.text(placed.edges[7] - 3, sheet.y, ink.total("total"), size=8.5, bold=True, align="right")
        sheet.text(43, sheet.y, ink.label("total"), size=8.5, bold=True)
    need(sheet, 130)
    sheet.y = tax_table(sheet, ink, 40, sheet.y + 40) + 10
    totals_right(sheet, total_rows(ink, tax="{name} {rate}", total_tax=True), 340, 557)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "rules:zebra", "line-tax"),))


@family("us-template")
def us_template(rng: Random) -> Drawn:
    """The American spreadsheet template: INVOICE at the right, a row of head boxes, quantity first, sales tax."""
    document = invent(
        rng, Wish(countries=("US",), items=(1, 9), shipping=rng.random() < 0.4, discount=rng.random() < 0.3)
    )
    ink = Ink(document, rng, total_money=rng.choice(("{s}{n}", "{s} {n}")), line_money=rng.choice(("{n}", "{s}{n}")))
    sheet = Sheet(size=LETTER)
    sheet.lines(40, 50, [*party(ink, "seller"), f"Phone {document.seller.phone}"], bold_first=True, size=10)
    sheet.text(572, 60, "INVOICE", size=26, bold=True, align="right", colour=(0.5, 0.55, 0.65))
    for n, (label, value) in enumerate(head_pairs(ink, "date", "number", "customer_no")):
        sheet.box(400, 80 + 15 * n, 572, 95 + 15 * n)
        sheet.text(404, 91 + 15 * n, label.upper(), size=8)
        sheet.text(568, 91 + 15 * n, value, align="right")
    for x, label, lines in ((40, "buyer", party(ink, "buyer")), (310, "ship_to", stranger(document.ship_to))):
        sheet.box(x, 150, x + 240, 164, fill=NAVY)
        sheet.text(x + 4, 161, ink.label(label).upper(), bold=True, colour=(1, 1, 1))
        sheet.lines(x + 4, 178, lines)
    sheet.y = 230
    look = Look("grid", header_fill=PALE)
    columns = columns_of(ink, {"qty": 50, "sku": 80, "description": 222, "unit_price": 85, "amount": 95})
    draw_table(sheet, 40, columns, item_rows(sheet, ink, columns, look), look, bottom=640)
    need(sheet, 120, 750)
    totals_right(sheet, total_rows(ink, tax="{name} ({rate})", payable=True), 400, 568)
    sheet.text(306, 760, "Make all checks payable to us. THANK YOU FOR YOUR BUSINESS!", align="centre")
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "rules:grid", "letter"),))
