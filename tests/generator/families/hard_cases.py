"""Traps: texts in no order, text inside forms, a missing number, goods taken back, discounts among the lines."""

from dataclasses import replace
from random import Random

from tests.generator.blocks import head_pairs, need, pairs_beside, party, total_rows, totals_right
from tests.generator.families.grids import PALE, pages
from tests.generator.families.odd_files import one_of, tagged
from tests.generator.ink import Ink, number_text
from tests.generator.invent import Wish, invent
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet
from tests.generator.table import Look, columns_of, draw_table, item_rows


@family("shuffled-texts")
def shuffled_texts(rng: Random) -> Drawn:
    """In the file, texts stand in any order: only their places on the page tell what belongs together."""
    sheet = Sheet(shuffled=Random(rng.random()))
    truth = one_of(rng, sheet)
    return Drawn(sheet.finish(), (tagged(truth, "shuffled"),))


@family("inside-form")
def inside_form(rng: Random) -> Drawn:
    """The page only names an object that holds all its text and rules."""
    sheet = Sheet(in_form=True)
    truth = one_of(rng, sheet)
    return Drawn(sheet.finish(), (tagged(truth, "form-object"),))


@family("margin-notes")
def margin_notes(rng: Random) -> Drawn:
    """Text runs up the margin, with numbers in it: court of registration, account, print job."""
    sheet = Sheet()
    sheet.upright(18, 780, "HRB 114477 - 2025-01-01 - 1.000.000,00 - FORM 77/4 Rev. 3")
    sheet.upright(585, 700, "Job 0004711 12:45:07 p. 1/1")
    truth = one_of(rng, sheet)
    return Drawn(sheet.finish(), (tagged(truth, "upright-text"),))


@family("no-number")
def no_number(rng: Random) -> Drawn:
    """An invoice that has forgotten its number; customer, order and account numbers stand in its place."""
    document = replace(invent(rng, Wish(items=(1, 5))), expect="review")
    ink = Ink(document, rng)
    sheet = Sheet()
    sheet.lines(40, 50, party(ink, "seller", tax_id=True), bold_first=True)
    sheet.text(40, 130, ink.title, size=16, bold=True)
    pairs_beside(sheet, head_pairs(ink, "date", "customer_no", "order", "po"), 350, 50, 100)
    sheet.lines(40, 150, [ink.label("buyer"), *party(ink, "buyer")])
    sheet.y = 230
    look = Look("rows", header_fill=PALE)
    columns = columns_of(ink, {"description": 260, "qty": 70, "unit_price": 85, "amount": 100})
    draw_table(sheet, 40, columns, item_rows(sheet, ink, columns, look), look)
    totals_right(sheet, total_rows(ink), 350, 552)
    sheet.text(40, 800, f"IBAN {document.seller.iban}", size=8)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "missing:number"),))


@family("goods-returned")
def goods_returned(rng: Random) -> Drawn:
    """One line takes goods back: its quantity and amount are negative, the invoice is not."""
    document = invent(rng, Wish(items=(3, 9), returns=True, tax="one"))
    ink = Ink(document, rng, line_money="{n}")
    sheet = Sheet()
    sheet.text(40, 50, ink.seller(), size=13, bold=True)
    sheet.lines(40, 64, [*ink.seller_address(), f"{ink.label('tax_id')} {ink.seller_tax_id()}"], size=8)
    sheet.text(40, 120, f"{ink.title} {ink.number()}", size=14, bold=True)
    sheet.text(40, 136, f"{ink.label('date')} {ink.date()}")
    sheet.lines(340, 110, [ink.label("buyer"), *party(ink, "buyer")])
    sheet.y = 190
    look = Look("columns")
    columns = columns_of(ink, {"sku": 70, "description": 215, "qty": 65, "unit_price": 75, "amount": 90})
    draw_table(sheet, 40, columns, item_rows(sheet, ink, columns, look), look)
    need(sheet, 100)
    sheet.y += 6
    totals_right(sheet, total_rows(ink), 340, 552)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "negative-line"),))


@family("discount-as-line")
def discount_as_line(rng: Random) -> Drawn:
    """The document's discount is the table's last row, with a minus and no quantity; below it the sum after it."""
    document = invent(rng, Wish(items=(2, 8), discount=True, tax="one"))
    ink = Ink(document, rng, line_money="{n}")
    sheet = Sheet()
    sheet.lines(555, 50, party(ink, "seller", tax_id=True), align="right", bold_first=True)
    sheet.text(40, 60, ink.title, size=18, bold=True)
    pairs_beside(sheet, head_pairs(ink, "number", "date", "due_date"), 40, 85, 110)
    sheet.lines(40, 145, [ink.label("buyer"), *party(ink, "buyer")])
    sheet.y = 215
    look = Look("grid")
    columns = columns_of(ink, {"no": 30, "description": 225, "qty": 65, "unit_price": 90, "amount": 105})
    rows = item_rows(sheet, ink, columns, look)
    row = [[""], [ink.label("total_discount")], [""], [""], [ink.line_money(-document.totals.discount)]]
    draw_table(sheet, 40, columns, [*rows, row], look)
    ink.shows("totals.discount")
    sheet.y += 4
    shown = [row for row in total_rows(ink, subtotal=False, base=True) if row.label != ink.label("total_discount")]
    totals_right(sheet, shown, 350, 552)
    truth = ink.truth(pages(sheet), "discount-as-line")
    taken = {"description": ink.label("total_discount"), "qty": "absent", "unit_price": "absent"}
    line = {**taken, "amount": number_text(-document.totals.discount)}
    net = number_text(document.totals.subtotal - document.totals.discount)
    totals = {**truth["totals"], "subtotal": [net, None], "discount": "0"}
    return Drawn(sheet.finish(), ({**truth, "or": [{"items": [*truth["items"], line], "totals": totals}]},))


@family("three-decimals")
def three_decimals(rng: Random) -> Drawn:
    """Quantities like 1.250 or 50,000 that may be thousands or have three decimals: only the sums tell."""
    document = invent(rng, Wish(items=(2, 8), qty="thousandths", countries=("ID", "DE", "GB", "US", "IT"), places=2))
    ink = Ink(document, rng, line_money="{n}", qty_places=3)
    sheet = Sheet()
    sheet.lines(40, 50, party(ink, "seller", tax_id=True), bold_first=True)
    sheet.lines(330, 50, [ink.label("buyer"), *party(ink, "buyer")])
    pairs_beside(sheet, head_pairs(ink, "number", "date"), 40, 130, 100)
    sheet.y = 180
    look = Look("rows", zebra=True)
    columns = columns_of(ink, {"sku": 70, "description": 205, "qty": 75, "uom": 40, "unit_price": 60, "amount": 75})
    draw_table(sheet, 40, columns, item_rows(sheet, ink, columns, look), look)
    need(sheet, 100)
    sheet.y += 6
    totals_right(sheet, total_rows(ink), 340, 562)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "ambiguous-numbers"),))
