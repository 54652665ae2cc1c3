"""The default vendor: everything in one ruled grid, numbered labels, the value in the cell below its label,
three columns under one header, no header on later pages, items cut by the break, a subtotal without a label."""

from dataclasses import replace
from random import Random

from tests.generator.blocks import need
from tests.generator.grids import pages
from tests.generator.ink import Ink
from tests.generator.invent import Wish, invent, shaped
from tests.generator.model import ZERO
from tests.generator.places import COMMAS
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet
from tests.generator.table import Column, Look, draw_table
from tests.generator.writing import NumberFormat

LEFT, MIDDLE, RIGHT = 30.0, 330.0, 565.0


@family("numbered-grid")
def numbered_grid(rng: Random) -> Drawn:
    """The default vendor: everything in one ruled grid, numbered labels, the value in the cell below its label,
    three columns under one header, no header on later pages, items cut by the break, a subtotal without a label."""
    return draw_numbered_grid(rng)


def draw_numbered_grid(rng: Random, *, middle: bool = False) -> Drawn:
    """`middle`: the same with every cell's text in the middle of its height, and no item cut."""
    count = rng.choice((4, 16, 51))
    wish = Wish(
        countries=("ID",),
        items=(count, count),
        qty="many",
        tax="dpp",
        numbering=10,
        places=2,
        number="70CH-2506##-####",
    )
    document = invent(rng, wish)
    numbers = NumberFormat(COMMAS)
    ink = Ink(document, rng, numbers=numbers, dates="%Y-%m-%d", line_money="{n}", total_money="{n}", qty_places=None)
    sheet = Sheet()
    _numbered_head(sheet, ink, rng)
    columns = [
        Column("no", 28, "9)NO."),
        Column("hs_code", 40, "HS Code"),
        Column("sku", 62, "10)DESCRIPTION OF GOODS"),
        Column("second", 40, "", joined=True),
        Column("description", 155, "", joined=True),
        Column("qty", 55, "11)QTY. (PCS)", "right"),
        Column("unit_price", 72, "12)UNIT PRI CE IDR", "right"),
        Column("amount", 83, "13)AMOUNT IDR", "right"),
    ]
    look = Look("grid", header_fill=(0.8, 0.8, 0.8), size=7.5, amount_size=9, repeat_header=False, cut_items=not middle)
    look = replace(look, middle=middle)
    rows = [
        [
            [ink.cell(line, "no")],
            [ink.cell(line, "hs_code")[:4]],
            [ink.cell(line, "sku")],
            [shaped(rng, "@##")] if rng.random() < 0.3 else [""],
            _broken(sheet, ink.cell(line, "description"), 149 - 50 * (n % 2)),
            [ink.cell(line, "qty")],
            [ink.cell(line, "unit_price")],
            [ink.cell(line, "amount")],
        ]
        for n, line in enumerate(document.lines)
    ]
    ink.currency()
    placed = draw_table(sheet, LEFT, columns, rows, look, bottom=800)
    _numbered_totals(sheet, ink, placed.edges)
    truth = ink.truth(pages(sheet), "rules:grid", "value-below-label", f"items:{count}")
    for item in truth["items"]:
        item["hs_code"] = item["hs_code"][:4]
    return Drawn(sheet.finish(), (truth,))


def _broken(sheet: Sheet, text: str, width: float) -> list[str]:
    """Wrapped as that vendor does: now and then inside a word."""
    lines = sheet.wrap(text, width, 7.5)
    if len(lines) == 1 and len(text) > 22:
        return [text[:17], text[17:]]
    return lines


def _numbered_head(sheet: Sheet, ink: Ink, rng: Random) -> None:
    document = ink.document
    sheet.lines(LEFT + 4, 38, [ink.seller(), *ink.seller_address()], size=8, bold_first=True)
    sheet.box(MIDDLE + 60, 26, RIGHT, 66)
    sheet.text(MIDDLE + 66, 38, "Trade Catalog", size=7)
    for n, choice in enumerate(("General", "Special")):
        sheet.box(MIDDLE + 66, 44 + 10 * n, MIDDLE + 73, 51 + 10 * n)
        sheet.text(MIDDLE + 78, 50 + 10 * n, choice, size=7)
    sheet.text(MIDDLE + 67.5, 50, "x", size=7)
    sheet.text(297, 84, "INVOICE", size=15, bold=True, align="centre")
    for top, label, lines in (
        (92, "1)SELLER", [document.seller.name, *document.seller.address, f"Telp. {document.seller.phone}"]),
        (162, "2)BUYER", [f"cust.code: {shaped(rng, 'C2-####')}", ink.buyer(), " ¦ ".join(ink.buyer_address())]),
    ):
        sheet.box(LEFT, top, LEFT + 60, top + 70)
        sheet.box(LEFT + 60, top, MIDDLE, top + 70)
        sheet.text(LEFT + 4, top + 12, label, size=7.5)
        sheet.lines(LEFT + 64, top + 12, lines, size=8)
    orders = [shaped(rng, "PO-####") for _ in range(rng.randint(1, 6))]
    cells = (
        ("3)INVOICE NO.", [ink.number()]),
        ("4)INVOICE DATE", [ink.date()]),
        ("5)CONTRACT NO.", [shaped(rng, "CT-2025-###")]),
        ("6)CONTRACT DATE", ["2025-01-15"]),
        ("7)PO REFERENCE", sheet.wrap(", ".join(orders), 105, 7.5)),
        ("8)PAYMENT TERMS", ["30 days after delivery"]),
    )
    width = (RIGHT - MIDDLE) / 2
    for n, (label, lines) in enumerate(cells):
        x, y = MIDDLE + width * (n % 2), 92 + (n // 2) * 46.7
        sheet.box(x, y, x + width, y + 14)
        sheet.box(x, y + 14, x + width, y + 46.7)
        sheet.text(x + 3, y + 10, label, size=7.5)
        sheet.lines(x + 3, y + 24, lines, size=7.5)
    sheet.y = 232.1


def _numbered_totals(sheet: Sheet, ink: Ink, edges: tuple[float, ...]) -> None:
    need(sheet, 150)
    pieces = sum((line.qty for line in ink.document.lines), ZERO)
    top = sheet.y
    rate = ink.percent(ink.document.totals.taxes[0].rate)
    rows = (
        ("", ink.total("subtotal")),
        ("Total tax based(Net amount/12*11):", ink.total("tax_base")),
        (f"VAT{rate}:", ink.total("tax")),
        (f"Grand Total incl. VAT {rate}:", ink.total("total")),
    )
    for n, (label, value) in enumerate(rows):
        y = top + 16 * n
        sheet.box(edges[1], y, edges[5], y + 16)
        sheet.box(edges[5], y, edges[7], y + 16)
        sheet.box(edges[7], y, edges[8], y + 16)
        sheet.text(edges[1] + 4, y + 11, label, size=8)
        sheet.text(edges[8] - 3, y + 11, value, size=9, align="right")
    sheet.text(edges[6] - 3, top + 11, ink.quantity(pieces), size=7.5, align="right")
    sheet.box(edges[0], top, edges[1], top + 64)
    sheet.text(edges[0] + 3, top + 34, "Total", size=7.5)
    sheet.y = top + 64
    sheet.box(edges[0], sheet.y, edges[-1], sheet.y + 60)
    lines = ["14)ISSUED BY", "Bank Cakrawala Nusantara", f"A/C {ink.document.seller.iban[5:]}"]
    sheet.lines(edges[0] + 4, sheet.y + 12, lines, size=8)
