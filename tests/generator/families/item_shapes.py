"""Item tables built in other ways than one row of cells for an item."""

from dataclasses import replace
from random import Random

from tests.generator.blocks import (
    TotalRow,
    head_pairs,
    need,
    page_number,
    pairs_below,
    pairs_beside,
    party,
    tax_table,
    total_rows,
    totals_right,
)
from tests.generator.families.grids import NAVY, PALE, pages
from tests.generator.ink import Ink, number_text
from tests.generator.invent import EURO_LANDS, Wish, invent
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import TIMES, Sheet
from tests.generator.table import Look, columns_of, draw_table, item_rows


@family("description-above")
def description_above(rng: Random) -> Drawn:
    """Each item takes two rows: the description over the whole width, then the numbers below it."""
    document = invent(rng, Wish(items=(2, 9), qty=rng.choice(("whole", "halves")), tax="one"))
    ink = Ink(document, rng)
    sheet = Sheet()
    sheet.lines(40, 50, party(ink, "seller", tax_id=True), bold_first=True)
    sheet.text(40, 130, f"{ink.title}  {ink.number()}", size=14, bold=True)
    sheet.text(555, 130, f"{ink.label('date')}: {ink.date()}", align="right")
    sheet.lines(330, 50, [ink.label("buyer"), *party(ink, "buyer")])
    heads = (("description", 40, "left"), ("qty", 300, "right"), ("unit_price", 430, "right"), ("amount", 555, "right"))
    sheet.y = 165
    for key, x, align in heads:
        sheet.text(x, sheet.y, ink.label(key), bold=True, align=align)
    sheet.rule(40, sheet.y + 4, 555, sheet.y + 4)
    for line in document.lines:
        need(sheet, 40)
        sheet.y += 16
        sheet.text(40, sheet.y, f"{ink.cell(line, 'sku')}  {ink.cell(line, 'description')}")
        sheet.y += 12
        sheet.text(300, sheet.y, ink.cell(line, "qty_uom"), align="right")
        sheet.text(430, sheet.y, ink.cell(line, "unit_price"), align="right")
        sheet.text(555, sheet.y, ink.cell(line, "amount"), align="right")
    need(sheet, 110)
    sheet.rule(40, sheet.y + 6, 555, sheet.y + 6)
    sheet.y += 10
    totals_right(sheet, total_rows(ink), 350, 555)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "two-row-items"),))


@family("description-below")
def description_below(rng: Random) -> Drawn:
    """A line of codes and numbers first, the description and remarks in lines below, as groceries are invoiced."""
    document = invent(rng, Wish(countries=("DE", "NL", "GB"), items=(2, 10), tax="several", notes=0.5))
    ink = Ink(document, rng, line_money="{n}", qty_places=rng.choice((3, 4)))
    sheet = Sheet()
    sheet.lines(40, 50, [ink.label("seller"), *party(ink, "seller", tax_id=True)], size=8)
    sheet.lines(300, 50, [ink.label("buyer"), *party(ink, "buyer")], size=8)
    sheet.text(40, 130, ink.title.upper(), size=12, bold=True)
    pairs_beside(sheet, head_pairs(ink, "number", "date", "delivery_date", "po"), 300, 120, 100, colon=" :", size=8)
    heads = (
        ("sku", 40, "left"),
        ("qty", 200, "right"),
        ("uom", 210, "left"),
        ("unit_price", 330, "right"),
        ("tax_rate", 400, "right"),
        ("amount", 555, "right"),
    )
    sheet.y = 190
    for key, x, align in heads:
        sheet.text(x, sheet.y, ink.label(key), size=8, bold=True, align=align)
    sheet.text(60, sheet.y + 10, ink.label("description"), size=8)
    sheet.rule(40, sheet.y + 14, 555, sheet.y + 14)
    sheet.y += 16
    for line in document.lines:
        need(sheet, 50)
        sheet.y += 12
        for key, x, align in heads:
            sheet.text(x, sheet.y, ink.cell(line, key), size=8, align=align)
        below = [ink.cell(line, "description"), *line.notes]
        sheet.y = sheet.lines(60, sheet.y + 10, below, size=8) - 8
    need(sheet, 120)
    sheet.y = tax_table(sheet, ink, 40, sheet.y + 30)
    totals_right(sheet, total_rows(ink, total_tax=True), 330, 555, size=8)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "two-row-items"),))


@family("list-price-and-discount")
def list_price_and_discount(rng: Random) -> Drawn:
    """List price, discount in percent and in money, and the net amount: four numbers of which two decide."""
    wish = Wish(items=(2, 12), line_discount="money", tax="one", discount=rng.random() < 0.3)
    document = invent(rng, wish)
    ink = Ink(document, rng, line_money="{n}")
    sheet = Sheet()
    sheet.text(40, 55, ink.seller(), size=13, bold=True)
    sheet.lines(40, 70, [*ink.seller_address(), f"{ink.label('tax_id')} {ink.seller_tax_id()}"], size=8)
    sheet.text(555, 55, ink.title, size=18, align="right")
    pairs_beside(sheet, head_pairs(ink, "number", "date", "due_date", "order"), 360, 80, 100)
    sheet.lines(40, 140, [ink.label("buyer"), *party(ink, "buyer", tax_id=True)])
    sheet.y = 220
    look = Look("rows", header_fill=PALE, size=8.5)
    widths = {"no": 25, "description": 190, "qty_uom": 60, "unit_price": 70, "discount_percent": 45, "discount": 60}
    columns = columns_of(ink, {**widths, "amount": 75}, unit_price=ink.label("list_price"))
    draw_table(sheet, 40, columns, item_rows(sheet, ink, columns, look), look)
    need(sheet, 110)
    totals_right(sheet, total_rows(ink, base=bool(document.totals.discount)), 350, 562)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "discount-columns"),))


@family("sections")
def sections(rng: Random) -> Drawn:
    """Items in named sections, each with a subtotal of its own that looks like one more item."""
    document = invent(rng, Wish(items=(4, 12), tax="one"))
    ink = Ink(document, rng)
    sheet = Sheet()
    sheet.box(40, 40, 555, 90, fill=NAVY, stroke=False)
    sheet.text(50, 72, ink.seller(), size=16, bold=True, colour=(1, 1, 1))
    sheet.lines(40, 110, ink.seller_address(), size=8)
    pairs_below(sheet, head_pairs(ink, "number", "date", "customer_no"), 40, 145, 150)
    sheet.lines(400, 110, [ink.label("buyer"), *party(ink, "buyer")])
    half = len(document.lines) // 2
    sheet.y = 190
    look = Look("none", size=9)
    columns = columns_of(ink, {"no": 30, "description": 255, "qty": 60, "unit_price": 80, "amount": 90})
    rows = item_rows(sheet, ink, columns, look)
    for n, part in enumerate((range(half), range(half, len(rows))), 1):
        need(sheet, 80)
        sheet.text(40, sheet.y + 12, f"{n}. {'ABCD'[n]}-{document.order}", bold=True)
        sheet.y += 16
        draw_table(sheet, 40, columns, [rows[at] for at in part], look)
        amount = sum((document.lines[at].amount for at in part), ZERO)
        sheet.text(470, sheet.y + 10, f"{ink.label('subtotal')} {n}", bold=True, align="right")
        sheet.text(552, sheet.y + 10, ink.money(amount), bold=True, align="right")
        sheet.y += 22
    need(sheet, 100)
    sheet.rule(300, sheet.y, 555, sheet.y)
    totals_right(sheet, total_rows(ink), 340, 552)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "section-subtotals"),))


@family("amount-not-last")
def amount_not_last(rng: Random) -> Drawn:
    """Columns in an order of their own: amount and price before the description, centred numbers, landscape page."""
    document = invent(rng, Wish(items=(2, 10), qty="many", tax="one"))
    ink = Ink(document, rng, line_money="{n}")
    sheet = Sheet(size=(842, 595))
    sheet.text(40, 50, f"{ink.title} {ink.label('number')} {ink.number()}", size=14, bold=True)
    sheet.lines(40, 75, party(ink, "seller", tax_id=True), size=8)
    sheet.lines(320, 75, [f"{ink.label('buyer')}:", *party(ink, "buyer")], size=8)
    pairs_beside(sheet, head_pairs(ink, "date", "due_date", "po"), 600, 75, 100)
    sheet.y = 140
    look = Look("grid", header_fill=PALE)
    order = rng.choice(
        (("qty", "uom", "unit_price", "amount", "description"), ("amount", "qty", "unit_price", "description"))
    )
    room = {"qty": 80, "uom": 60, "unit_price": 110, "amount": 120, "description": 330}
    columns = [
        column if column.key in ("description", "sku") else replace(column, align="centre")
        for column in columns_of(ink, {"sku": 80, **{key: room[key] for key in order}})
    ]
    draw_table(sheet, 30, columns, item_rows(sheet, ink, columns, look), look, bottom=540)
    need(sheet, 90, 570)
    sheet.y += 4
    totals_right(sheet, total_rows(ink), 560, 800)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "column-order", "landscape"),))


@family("shipping-as-line")
def shipping_as_line(rng: Random) -> Drawn:
    """Freight is a line of the table, without quantity (a line or a charge: both are right); a free line."""
    document = invent(rng, Wish(items=(3, 8), free_lines=True, tax="one"))
    ink = Ink(document, rng, line_money="{n}")
    last = document.lines[-1]
    sheet = Sheet(face=TIMES)
    sheet.text(297, 50, ink.seller(), size=15, bold=True, align="centre")
    sheet.text(297, 64, ", ".join(ink.seller_address()), size=9, align="centre")
    sheet.text(297, 95, ink.title.upper(), size=13, align="centre")
    sheet.lines(50, 125, [f"{ink.label('buyer')}:", *party(ink, "buyer")], size=10)
    pairs_beside(sheet, head_pairs(ink, "number", "date"), 350, 125, 100, size=10)
    sheet.y = 200
    look = Look("columns", size=10)
    columns = columns_of(ink, {"qty": 60, "description": 265, "unit_price": 80, "amount": 90})
    rows = [[[ink.cell(line, c.key)] for c in columns] for line in document.lines[:-1]]
    rows.append([[""], [ink.label("shipping")], [""], [ink.cell(last, "amount")]])
    draw_table(sheet, 50, columns, rows, look)
    sheet.y += 4
    totals_right(sheet, total_rows(ink, subtotal=False), 330, 542, size=10)
    truth = ink.truth(pages(sheet), "shipping-as-line")
    truth["items"][-1]["description"] = ink.label("shipping")
    goods = document.totals.subtotal - last.amount
    charged = {"subtotal": [number_text(goods), None], "charges": number_text(last.amount)}
    truth["or"] = [{"items": truth["items"][:-1], "totals": {**truth["totals"], **charged}}]
    return Drawn(sheet.finish(), (truth,))


@family("running-header-every-page")
def running_header(rng: Random) -> Drawn:
    """The whole head again on every page, page x of y, subtotals of pages, totals alone on the last page."""
    document = invent(rng, Wish(countries=EURO_LANDS, items=(25, 60), tax="several", notes=0.3))
    ink = Ink(document, rng, line_money="{n}")
    sheet = Sheet()

    def head() -> None:
        sheet.lines(40, 45, [ink.seller(), *ink.seller_address()], size=8, bold_first=True)
        pairs_beside(sheet, head_pairs(ink, "number", "date", "customer_no"), 380, 45, 100, size=8)
        sheet.lines(40, 90, [ink.buyer(), *ink.buyer_address()], size=9)
        sheet.text(40, 140, f"{ink.title} {document.number}", size=12, bold=True)
        page_number(sheet, ink)
        sheet.y = 155

    def broken(sheet: Sheet, at: int) -> None:
        so_far = sum((line.amount for line in document.lines[:at]), ZERO)
        sheet.text(480, sheet.y + 12, ink.label("carried"), size=8, align="right")
        sheet.text(552, sheet.y + 12, ink.money(so_far), size=8, align="right")
        sheet.new_page()
        head()

    head()
    look = Look("rows", size=8)
    columns = columns_of(
        ink, {"no": 25, "sku": 65, "description": 205, "qty": 45, "unit_price": 65, "tax_rate": 40, "amount": 70}
    )
    draw_table(sheet, 40, columns, item_rows(sheet, ink, columns, look), look, bottom=770, on_break=broken)
    broken(sheet, len(document.lines))
    tax_table(sheet, ink, 40, sheet.y + 20)
    totals_right(sheet, total_rows(ink, tax="{rate} {name} {on} {base}", total_tax=True), 300, 552)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "multi-page", "carried-forward"),))


@family("prose")
def prose(rng: Random) -> Drawn:
    """No table at all: the fee, its tax and the sum stand in a lawyer's letter, a line each."""
    document = invent(rng, Wish(countries=("GB", "DE", "NL", "FR"), items=(1, 2), services=True))
    money = "{s}{n}" if document.language == "en" else "{n} {s}"
    ink = Ink(document, rng, line_money=money, total_money=money)
    sheet = Sheet(face=TIMES)
    sheet.lines(60, 60, party(ink, "seller", tax_id=True), size=11, bold_first=True)
    sheet.lines(60, 150, party(ink, "buyer"), size=11)
    sheet.text(535, 220, f"{ink.document.seller.city.split()[-1]}, {ink.date()}", size=11, align="right")
    sheet.text(60, 250, f"{ink.title} {ink.label('number')} {ink.number()}", size=11, bold=True)
    sheet.y = 290
    for line in document.lines:
        sheet.text(60, sheet.y, ink.cell(line, "description"), size=11)
        sheet.text(535, sheet.y, ink.cell(line, "amount"), size=11, align="right")
        sheet.y += 18
    rows: list[TotalRow] = total_rows(ink, subtotal=len(document.lines) > 1)
    totals_right(sheet, rows, 60, 535, size=11)
    sheet.text(60, sheet.y + 40, ink.label("thanks"), size=11)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "no-table", "no-quantity"),))
