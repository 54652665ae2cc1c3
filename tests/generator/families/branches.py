"""What branches of trade have made of the invoice: utilities, software, hotels, freight, tills, building sites."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.blocks import (
    footer,
    head_pairs,
    need,
    pairs_below,
    pairs_beside,
    party,
    tax_table,
    total_rows,
    totals_right,
)
from tests.generator.families.grids import NAVY, PALE, pages
from tests.generator.ink import Ink
from tests.generator.invent import EURO_LANDS, Wish, invent, shaped
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import COURIER, LETTER, TIMES, Sheet
from tests.generator.table import Column, Look, columns_of, draw_table, item_rows

WHITE = (1.0, 1.0, 1.0)


@family("saas-receipt")
def saas_receipt(rng: Random) -> Drawn:
    """Software by subscription: big amount and due date on top, periods under each line, amount paid, nothing due."""
    wish = Wish(countries=("US", "GB"), items=(1, 4), services=True, tax=rng.choice(("one", "none")), prepaid="all")
    document = invent(rng, Wish(**{**vars(wish), "number": "@@#@@#@#-000#"}))
    ink = Ink(document, rng, line_money="{s}{n}", total_money="{s}{n}", dates="%B %d, %Y", qty_places=None)
    sheet = Sheet(size=LETTER)
    sheet.text(40, 60, rng.choice(("Receipt", "Invoice")), size=22, bold=True)
    sheet.text(572, 60, ink.seller(), size=12, bold=True, align="right", colour=(0.4, 0.4, 0.4))
    pairs_beside(sheet, head_pairs(ink, "number"), 40, 90, 110, colon="")
    sheet.text(40, 104, "Date paid" if rng.random() < 0.5 else "Date of issue")
    sheet.text(150, 104, ink.date())
    sheet.lines(40, 140, [*party(ink, "seller"), document.seller.mail], bold_first=True)
    sheet.lines(300, 140, ["Bill to", *party(ink, "buyer"), document.buyer.mail], bold_first=True)
    sheet.text(40, 240, f"{ink.total('total')} paid on {ink.date()}", size=16, bold=True)
    sheet.y = 270
    look = Look("rows", gap=12)
    columns = columns_of(ink, {"description": 280, "qty": 60, "unit_price": 90, "amount": 100})
    start = document.date - dt.timedelta(days=30)
    rows = [
        [[ink.cell(line, "description"), f"{ink.write_date(start)} - {ink.write_date(document.date)}"]]
        + [[ink.cell(line, key)] for key in ("qty", "unit_price", "amount")]
        for line in document.lines
    ]
    draw_table(sheet, 40, columns, rows, look)
    totals_right(sheet, total_rows(ink, tax="{name} ({rate})", payable=True), 350, 567)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "receipt"),))


ENERGY = ("Energie HT", "Energie NT", "Gas", "Netz / Grid")


@family("utility-bill")
def utility_bill(rng: Random) -> Drawn:
    """Electricity: meter readings, long account numbers, instalments deducted and new ones announced."""
    wish = Wish(countries=("DE", "GB", "FR", "NL"), items=(2, 4), qty="many", prepaid="part", fine_prices=True)
    document = invent(rng, wish)
    energy = (replace(line, uom="kWh", description=kind) for line, kind in zip(document.lines, ENERGY, strict=False))
    document = replace(document, lines=tuple(energy))
    ink = Ink(document, rng, line_money="{n}")
    sheet = Sheet()
    sheet.text(40, 60, ink.seller(), size=18, bold=True, colour=(0.1, 0.5, 0.2))
    sheet.lines(40, 130, [ink.buyer(), *ink.buyer_address()], size=10)
    account = [(ink.label("customer_no"), shaped(rng, "11########")), ("Zähler / Meter", shaped(rng, "1EMH00########"))]
    pairs_beside(sheet, [*account, *head_pairs(ink, "number", "date", "due_date")], 340, 130, 110)
    start = ink.write_date(document.date - dt.timedelta(days=365))
    sheet.text(40, 230, f"{ink.label('period')}: {start} - {ink.write_date(document.date)}", bold=True)
    sheet.lines(40, 250, [f"{shaped(rng, '3####')} kWh - {shaped(rng, '1####')} kWh"], size=8)
    sheet.y = 275
    look = Look(size=9)
    headers = {"unit_price": f"{ink.label('unit_price')} / kWh"}
    columns = columns_of(ink, {"description": 230, "qty_uom": 90, "unit_price": 100, "amount": 95}, **headers)
    draw_table(sheet, 40, columns, item_rows(sheet, ink, columns, look), look)
    sheet.rule(40, sheet.y, 555, sheet.y)
    totals_right(sheet, total_rows(ink, payable=True), 310, 552)
    sheet.box(40, sheet.y + 20, 555, sheet.y + 50, fill=PALE, stroke=False)
    monthly = ink.money((document.totals.total / 11).quantize(Decimal(1)))
    sheet.text(50, sheet.y + 39, f"{ink.label('prepaid')} 2026: 11 x {monthly}")
    footer(sheet, ink, names_seller=True)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "utility", "account-numbers"),))


@family("telecom")
def telecom(rng: Random) -> Drawn:
    """A phone bill: amounts by kind of charge without quantity, the sum first in a box, small print on page two."""
    document = invent(rng, Wish(countries=(*EURO_LANDS, "GB"), items=(3, 7), services=True, tax="one"))
    ink = Ink(document, rng)
    sheet = Sheet()
    sheet.text(40, 50, ink.seller(), size=14, bold=True)
    sheet.lines(40, 110, [ink.buyer(), *ink.buyer_address()], size=10)
    pairs_beside(sheet, head_pairs(ink, "customer_no", "number", "date"), 350, 110, 100)
    sheet.box(40, 190, 555, 225, fill=PALE, stroke=False)
    sheet.text(50, 205, ink.label("payable"), size=12, bold=True)
    sheet.text(50, 220, f"{ink.label('due_date')} {ink.due_date()}")
    sheet.text(545, 212, ink.total("payable"), size=14, bold=True, align="right")
    sheet.y = 250
    sheet.text(40, sheet.y, f"{ink.label('phone')} {document.buyer.phone}", bold=True)
    sheet.y += 8
    for line in document.lines:
        sheet.y += 15
        sheet.text(50, sheet.y, ink.cell(line, "description"))
        sheet.text(545, sheet.y, ink.cell(line, "amount"), align="right")
    sheet.y += 8
    totals_right(sheet, total_rows(ink), 300, 545)
    sheet.new_page()
    sheet.lines(40, 60, [ink.label("thanks"), *(f"{n}. {document.seller.mail}" for n in range(1, 6))], size=7)
    footer(sheet, ink, names_seller=True)
    return Drawn(sheet.finish(), (ink.truth((1, 2), "no-quantity", "sum-first"),))


@family("hotel-folio")
def hotel_folio(rng: Random) -> Drawn:
    """A guest's account: a date on each row, charges with tax in them, the payment as a row of credits."""
    wish = Wish(countries=("DE", "AT", "GB", "FR", "NL"), items=(2, 8), services=True, tax_included=True, prepaid="all")
    document = invent(rng, wish)
    ink = Ink(document, rng, line_money="{n}")
    sheet = Sheet(face=TIMES)
    sheet.text(297, 60, ink.seller(), size=18, bold=True, align="centre")
    sheet.text(297, 76, ", ".join(ink.seller_address()), align="centre")
    sheet.lines(50, 120, [*party(ink, "buyer")], size=10)
    stay = [("Room", shaped(rng, "3##")), ("Arrival", ink.write_date(document.date - dt.timedelta(days=2)))]
    pairs_beside(sheet, [*stay, *head_pairs(ink, "number", "date")], 350, 120, 90)
    sheet.y = 220
    columns = (
        ("Date", 50, "left"),
        (ink.label("description"), 120, "left"),
        ("Debit", 450, "right"),
        ("Credit", 545, "right"),
    )
    for label, x, align in columns:
        sheet.text(x, sheet.y, label, bold=True, align=align)
    sheet.rule(50, sheet.y + 4, 545, sheet.y + 4)
    for n, line in enumerate(document.lines):
        sheet.y += 15
        sheet.text(50, sheet.y, ink.write_date(document.date - dt.timedelta(days=2 - n % 3)), size=8)
        sheet.text(120, sheet.y, ink.cell(line, "description"))
        sheet.text(450, sheet.y, ink.cell(line, "amount"), align="right")
    sheet.y += 15
    sheet.text(50, sheet.y, ink.write_date(document.date), size=8)
    sheet.text(120, sheet.y, "Visa XXXX-4711")
    sheet.text(545, sheet.y, ink.line_money(document.totals.prepaid), align="right")
    ink.shows("totals.prepaid")
    sheet.rule(50, sheet.y + 5, 545, sheet.y + 5)
    sheet.y += 18
    for key, x in (("total", 450), ("payable", 545)):
        sheet.text(x - 140, sheet.y, ink.label(key), bold=True)
        sheet.text(x, sheet.y, ink.total(key), bold=True, align="right")
        sheet.y += 14
    tax_table(sheet, ink, 50, sheet.y + 20)
    footer(sheet, ink)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "no-quantity", "prices-with-tax", "payment-as-row"),))


@family("freight")
def freight(rng: Random) -> Drawn:
    """A forwarder's invoice: boxes of shipment data full of numbers, charges by code without quantity."""
    document = invent(
        rng, Wish(countries=("GB", "US", "ID", "NL"), items=(3, 9), services=True, tax=rng.choice(("one", "none")))
    )
    ink = Ink(document, rng, line_money="{n}")
    sheet = Sheet()
    sheet.lines(40, 45, party(ink, "seller", tax_id=True), bold_first=True)
    sheet.text(555, 55, f"{ink.title} {ink.number()}", size=14, bold=True, align="right")
    sheet.lines(40, 115, [ink.label("buyer"), *party(ink, "buyer")])
    pairs_beside(sheet, head_pairs(ink, "date", "due_date", "terms"), 380, 80, 90)
    boxes = (
        ("B/L No.", shaped(rng, "MSCU#######")),
        ("Vessel / Voyage", f"MV ALBATROS {shaped(rng, '###')}E"),
        ("Weight kg", shaped(rng, "1#,###.00")),
        ("Volume m3", shaped(rng, "2#.###")),
        ("ETD", ink.write_date(document.date - dt.timedelta(days=40))),
        ("Packages", shaped(rng, "## CTN")),
    )
    for n, (label, value) in enumerate(boxes):
        x, y = 40 + 172 * (n % 3), 185 + 28 * (n // 3)
        sheet.box(x, y, x + 172, y + 28)
        sheet.text(x + 3, y + 9, label, size=6.5)
        sheet.text(x + 3, y + 22, value)
    sheet.y = 260
    look = Look("columns", size=8.5)
    columns = [
        Column("code", 50, "Code"),
        *columns_of(ink, {"description": 255}),
        Column("cur", 50, "Cur."),
        *columns_of(ink, {"amount": 110}),
    ]
    rows = [
        [[shaped(rng, "@@@")], [ink.cell(line, "description")], [ink.currency()], [ink.cell(line, "amount")]]
        for line in document.lines
    ]
    draw_table(sheet, 40, columns, rows, look)
    totals_right(sheet, total_rows(ink), 330, 502)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "no-quantity", "shipment-data"),))


@family("till-receipt")
def till_receipt(rng: Random) -> Drawn:
    """A narrow slip from a till: fixed pitch, 2 x 3,50 in a line before or after the name, tax inside, change given."""
    wish = Wish(
        countries=("DE", "NL", "GB", "IT", "ES"), items=(2, 12), tax_included=True, tax=rng.choice(("one", "several"))
    )
    document = invent(rng, wish)
    ink = Ink(document, rng, line_money="{n}", total_money="{n}", qty_places=None)
    sheet = Sheet(size=(226, 620), face=COURIER)
    sheet.text(113, 30, ink.seller()[:32], size=8, bold=True, align="centre")
    sheet.lines(113, 42, ink.seller_address(), size=7, align="centre")
    sheet.text(113, 66, f"{ink.label('tax_id')} {ink.seller_tax_id()}", size=7, align="centre")
    sheet.text(14, 86, f"{ink.label('number')} {ink.number()}", size=7)
    sheet.text(14, 96, f"{ink.label('date')} {ink.date()} 14:07", size=7)
    sheet.y = 104
    for line in document.lines:
        sheet.y += 14
        sheet.text(14, sheet.y, ink.cell(line, "description")[:34], size=7)
        sheet.y += 9
        sheet.text(20, sheet.y, f"{ink.cell(line, 'qty')} x {ink.cell(line, 'unit_price')}", size=7)
        sheet.text(212, sheet.y, ink.cell(line, "amount"), size=7, align="right")
    sheet.y += 12
    sheet.text(14, sheet.y, "-" * 47, size=7)
    sheet.y += 12
    sheet.text(14, sheet.y, f"{ink.label('total')} {ink.currency()}", size=10, bold=True)
    sheet.text(212, sheet.y, ink.total("total"), size=10, bold=True, align="right")
    for tax in document.totals.taxes:
        sheet.y += 11
        sheet.text(14, sheet.y, f"{ink.tax_label(tax)}  {ink.tax_base(tax)}", size=7)
        sheet.text(212, sheet.y, ink.tax_amount(tax), size=7, align="right")
    truth = ink.truth(pages(sheet), "receipt", "narrow", "prices-with-tax")
    truth["seller"]["name"] = [document.seller.name, document.seller.name[:32]]
    for item, line in zip(truth["items"], document.lines, strict=True):
        item["description"] = line.description[:34]
    return Drawn(sheet.finish(), (truth,))


@family("progress-claim")
def progress_claim(rng: Random) -> Drawn:
    """Building works: measured quantities with three decimals, earlier payments deducted with their dates."""
    document = invent(
        rng, Wish(countries=EURO_LANDS, items=(3, 14), qty="thousandths", tax="one", prepaid="part", notes=0.3)
    )
    ink = Ink(document, rng, line_money="{n}", qty_places=3)
    sheet = Sheet()
    sheet.lines(50, 50, party(ink, "seller", tax_id=True), bold_first=True)
    sheet.lines(50, 130, party(ink, "buyer"), size=10)
    sheet.text(50, 210, f"2. {ink.title} {ink.label('number')} {ink.number()}", size=12, bold=True)
    sheet.text(50, 226, f"{ink.label('date')} {ink.date()}   {ink.label('order')} {document.order}")
    sheet.y = 245
    look = Look("rows", size=8.5)
    columns = columns_of(ink, {"no": 35, "qty": 60, "uom": 40, "description": 210, "unit_price": 70, "amount": 80})
    numbered = item_rows(sheet, ink, columns, look)
    rows = [[[f"01.{n:02}"], *row[1:]] for n, row in enumerate(numbered, 1)]
    draw_table(sheet, 50, columns, rows, look)
    need(sheet, 130)
    sheet.y += 6
    early = document.date - dt.timedelta(days=33)
    last_rows = total_rows(ink, payable=True)
    totals_right(sheet, last_rows, 300, 542)
    sheet.text(50, sheet.y + 14, f"1. {ink.label('prepaid')} {ink.write_date(early)}", size=8)
    truth = ink.truth(pages(sheet), "progress-claim")
    for n, item in enumerate(truth["items"], 1):
        item["no"] = f"01.{n:02}"
    return Drawn(sheet.finish(), (truth,))


@family("timesheet")
def timesheet(rng: Random) -> Drawn:
    """Consulting by the day: a date, a name, hours and rate on each row; numbers of projects beside."""
    document = invent(rng, Wish(items=(5, 25), services=True, qty="halves", tax=rng.choice(("one", "reverse"))))
    ink = Ink(document, rng, line_money="{n}")
    sheet = Sheet()
    sheet.text(40, 55, ink.title, size=20, colour=NAVY)
    pairs_below(sheet, head_pairs(ink, "number", "date", "due_date", "po"), 40, 80, 130)
    sheet.lines(40, 125, [ink.label("seller"), *party(ink, "seller", tax_id=True)], size=8)
    sheet.lines(300, 125, [ink.label("buyer"), *party(ink, "buyer", tax_id=True)], size=8)
    sheet.y = 190
    look = Look("rows", header_fill=PALE, size=8)
    columns = [
        Column("day", 65, ink.label("date")),
        *columns_of(ink, {"description": 225, "qty": 55, "unit_price": 75, "amount": 95}),
    ]
    rows = [
        [[ink.write_date(document.date - dt.timedelta(days=len(document.lines) - n))]]
        + [[ink.cell(line, key)] for key in ("description", "qty", "unit_price", "amount")]
        for n, line in enumerate(document.lines)
    ]
    draw_table(sheet, 40, columns, rows, look)
    need(sheet, 100)
    hours = sum((line.qty for line in document.lines), ZERO)
    sheet.text(387, sheet.y + 12, ink.quantity(hours), size=8, bold=True, align="right")
    sheet.y += 16
    totals_right(sheet, total_rows(ink), 330, 552)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "dates-on-lines"),))
