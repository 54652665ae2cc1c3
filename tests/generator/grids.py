"""Layouts held together by rules: full grids, column rules, header bars."""

from random import Random

from tests.generator.blocks import (
    attention,
    footer,
    head_pairs,
    need,
    pairs_below,
    pairs_beside,
    party,
    stranger,
    total_rows,
    totals_right,
)
from tests.generator.ink import Ink
from tests.generator.model import Document
from tests.generator.registry import Truth
from tests.generator.sheet import Sheet
from tests.generator.table import Look, columns_of, draw_table, item_rows

NAVY = (0.15, 0.25, 0.45)
PALE = (0.88, 0.9, 0.94)


def pages(sheet: Sheet, first: int = 1) -> tuple[int, ...]:
    return tuple(range(first, sheet.page + 1))


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
