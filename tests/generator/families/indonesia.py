"""Layouts of Indonesian vendors."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.blocks import head_pairs, need, pairs_beside, party, total_rows, totals_right
from tests.generator.families.grids import PALE, pages
from tests.generator.ink import Ink
from tests.generator.invent import Wish, invent, shaped
from tests.generator.model import ZERO
from tests.generator.places import COMMAS, DOTS
from tests.generator.registry import Drawn, family
from tests.generator.sheet import COURIER, Sheet
from tests.generator.table import Column, Look, columns_of, draw_table, item_rows
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


ERP_COLUMNS = (
    ("no", 30, "left"),
    ("sku", 60, "left"),
    ("description", 125, "left"),
    ("qty", 335, "right"),
    ("uom", 345, "left"),
    ("unit_price", 455, "right"),
    ("amount", 565, "right"),
)


@family("erp-monospace")
def erp_monospace(rng: Random) -> Drawn:
    """Printed by an old ERP: fixed pitch, no rule but dashes, bold by double strike, totals on the last page."""
    wish = Wish(countries=("ID",), items=(6, 60), qty="many", tax=rng.choice(("one", "dpp")), places=2)
    document = invent(rng, wish)
    ink = Ink(document, rng, numbers=NumberFormat(COMMAS), line_money="{n}", total_money="{n}", qty_places=2)
    sheet = Sheet(face=COURIER)
    _erp_head(sheet, ink)
    for line in document.lines:
        if sheet.y > 760:
            sheet.new_page()
            _erp_head(sheet, ink)
        parts = sheet.wrap(ink.cell(line, "description"), 160, 8)
        sheet.lines(125, sheet.y, parts, size=8, leading=1.25)
        for key, x, align in ERP_COLUMNS:
            if key != "description":
                sheet.text(x, sheet.y, ink.cell(line, key), size=8, align=align)
        sheet.y += 10 * (len(parts) + 0.4)
    need(sheet, 110)
    _dashes(sheet)
    for row in total_rows(ink, base=True):
        sheet.text(345, sheet.y, f"{row.label} :", size=8)
        _strike(sheet, 565, row.value, "right")
        sheet.y += 11
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "monospace", "double-strike"),))


def _strike(sheet: Sheet, x: float, text: str, align: str = "left") -> None:
    """Bold as a line printer does it: twice, a hair apart."""
    for shift in (0.0, 0.3):
        sheet.text(x + shift, sheet.y, text, size=8, align=align)


def _dashes(sheet: Sheet) -> None:
    sheet.text(30, sheet.y, "-" * 111, size=8)
    sheet.y += 10


def _erp_head(sheet: Sheet, ink: Ink) -> None:
    _strike(sheet, 30, ink.seller())
    sheet.text(565, sheet.y, f"HAL : {sheet.page}", size=8, align="right")
    sheet.lines(30, sheet.y + 11, ink.seller_address(), size=8)
    sheet.y += 50
    _strike(sheet, 260, "I N V O I C E")
    sheet.text(30, sheet.y, f"CURRENCY : {ink.currency()}", size=8)
    sheet.y += 20
    pairs_beside(sheet, head_pairs(ink, "number", "date", "due_date"), 340, sheet.y, 110, colon=" :", size=8)
    sheet.lines(30, sheet.y, [ink.label("buyer"), *party(ink, "buyer")], size=8)
    sheet.y += 60
    _dashes(sheet)
    for key, x, align in ERP_COLUMNS:
        sheet.text(x, sheet.y, ink.label(key), size=8, align=align)
    sheet.y += 10
    _dashes(sheet)


@family("rupiah-glued")
def rupiah_glued(rng: Random) -> Drawn:
    """A small firm's sheet: Rp. 12.000,- or IDR6,870,000 in one piece, no decimals, stamp duty, words at the end."""
    wish = Wish(
        countries=("ID",), items=(1, 7), tax=rng.choice(("one", "none", "dpp")), stamp=rng.choice(("", "10000"))
    )
    document = invent(rng, wish)
    pattern, numbers = rng.choice((("Rp. {n},-", DOTS), ("IDR{n}", COMMAS), ("Rp{n}", DOTS), ("Rp {n}", DOTS)))
    ink = Ink(document, rng, numbers=NumberFormat(numbers), line_money=pattern, total_money=pattern)
    ink.shows("invoice.currency")
    sheet = Sheet()
    sheet.text(40, 50, ink.seller(), size=14, bold=True)
    sheet.lines(40, 64, [*ink.seller_address(), f"Telp. {document.seller.phone}"], size=8)
    sheet.rule(40, 96, 555, 96, 1.5)
    sheet.text(297, 116, ink.title, size=13, bold=True, align="centre")
    pairs_beside(sheet, head_pairs(ink, "number", "date"), 40, 140, 90, colon=" :")
    sheet.lines(340, 140, [ink.label("buyer"), *party(ink, "buyer")])
    sheet.y = 210
    look = Look("grid", header_fill=PALE)
    columns = columns_of(ink, {"no": 30, "description": 195, "qty_uom": 70, "unit_price": 105, "amount": 115})
    draw_table(sheet, 40, columns, item_rows(sheet, ink, columns, look), look)
    totals_right(sheet, total_rows(ink), 335, 552)
    sheet.text(40, sheet.y + 20, f"{ink.label('words')}: # seratus dua puluh ribu rupiah #", size=8)
    sheet.text(450, sheet.y + 60, "Hormat kami,", size=9)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "glued-currency"),))


@family("pph-services")
def pph_services(rng: Random) -> Drawn:
    """Services without quantity or price: one amount a line, PPN on top, PPh 23 deducted, total to be transferred."""
    wish = Wish(countries=("ID",), items=(1, 3), services=True, tax=rng.choice(("one", "dpp")), withheld="2")
    document = invent(rng, wish)
    ink = Ink(document, rng, line_money=rng.choice(("{n}", "Rp {n}")))
    sheet = Sheet()
    sheet.text(555, 60, ink.seller(), size=13, bold=True, align="right")
    sheet.lines(555, 74, [*ink.seller_address(), f"NPWP: {ink.seller_tax_id()}"], size=8, align="right")
    sheet.text(40, 130, ink.title, size=18, bold=True)
    pairs_beside(sheet, head_pairs(ink, "number", "date", "due_date", "po"), 40, 155, 120)
    sheet.lines(40, 235, [ink.label("buyer"), *party(ink, "buyer", tax_id=True)])
    sheet.y = 310
    look = Look("rows", gap=8)
    columns = columns_of(ink, {"no": 30, "description": 365, "amount": 120})
    draw_table(sheet, 40, columns, item_rows(sheet, ink, columns, look), look)
    sheet.y += 6
    totals_right(sheet, total_rows(ink, base=True), 330, 552)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "no-quantity"),))


@family("instalment")
def instalment(rng: Random) -> Drawn:
    """A share of a larger contract sum that is printed above it: only the share is invoiced."""
    document = invent(rng, Wish(countries=("ID", "GB", "DE"), items=(1, 1), services=True))
    ink = Ink(document, rng)
    share = rng.choice((20, 30, 40, 50))
    line = document.lines[0]
    contract = line.amount * 100 / share
    sheet = Sheet()
    sheet.lines(40, 50, party(ink, "seller", tax_id=True), bold_first=True)
    sheet.text(40, 120, f"{ink.title} {ink.label('number')} {ink.number()}", size=13, bold=True)
    sheet.text(40, 138, f"{ink.label('date')}: {ink.date()}")
    sheet.lines(40, 165, [f"{ink.label('buyer')}:", *party(ink, "buyer")])
    sheet.box(40, 230, 555, 248, fill=PALE)
    sheet.text(46, 243, ink.label("description"), bold=True)
    sheet.text(549, 243, ink.label("amount"), bold=True, align="right")
    sheet.text(46, 266, f"{ink.cell(line, 'description')}, {document.po}")
    sheet.text(46, 280, f"{ink.money(contract.quantize(Decimal(1)))} x {share}%", size=8)
    sheet.text(549, 266, ink.cell(line, "amount"), align="right")
    sheet.box(40, 230, 555, 300)
    sheet.y = 306
    totals_right(sheet, total_rows(ink), 350, 549)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "no-quantity", "instalment"),))


@family("foreign-currency")
def foreign_currency(rng: Random) -> Drawn:
    """Dollars on an Indonesian vendor's paper, with the tax base in rupiah at the tax office's weekly rate besides."""
    document = invent(rng, Wish(countries=("US",), items=(1, 6), tax="none"))
    ink = Ink(document, rng, line_money="{n}", total_money="{s} {n}", symbol="USD", dates="%d %b %Y")
    rate = Decimal(rng.randint(15800, 16400))
    rupiah = NumberFormat(COMMAS)
    sheet = Sheet()
    sheet.lines(40, 50, party(ink, "seller"), bold_first=True, size=10)
    sheet.text(297, 110, "COMMERCIAL INVOICE", size=14, bold=True, align="centre")
    sheet.lines(40, 140, [f"{ink.label('buyer')} :", *party(ink, "buyer")])
    pairs_beside(sheet, head_pairs(ink, "number", "date", "po", "terms"), 350, 140, 90, colon=" :")
    sheet.y = 215
    look = Look("columns")
    headers = {"unit_price": "Unit Price (USD)", "amount": "Amount (USD)"}
    columns = columns_of(ink, {"no": 30, "description": 215, "qty_uom": 70, "unit_price": 95, "amount": 105}, **headers)
    draw_table(sheet, 40, columns, item_rows(sheet, ink, columns, look), look)
    sheet.y += 4
    totals_right(sheet, total_rows(ink, subtotal=False), 370, 552)
    based = rupiah.write((document.totals.total * rate).quantize(Decimal(1)), 0)
    lines = [f"Tax exchange rate (KMK): 1 USD = IDR {rupiah.write(rate, 2)}", f"Tax base in IDR: {based}"]
    sheet.lines(40, sheet.y + 30, lines, size=8)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "foreign-currency"),))
