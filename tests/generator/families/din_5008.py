"""The German business letter: no label at the buyer, the seller in one small line and in the foot."""

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
    sender_line,
    total_rows,
    totals_right,
)
from tests.generator.grids import pages
from tests.generator.ink import Ink
from tests.generator.invent import Wish, invent
from tests.generator.model import Document
from tests.generator.registry import Drawn, Truth, family
from tests.generator.sheet import Sheet
from tests.generator.table import Look, columns_of, draw_table, item_rows


def draw_letter(sheet: Sheet, document: Document, rng: Random) -> Truth:
    first = sheet.page
    ink = Ink(document, rng, negative=document.kind == "credit_note" and rng.random() < 0.4)
    sheet.text(70, 128, sender_line(ink), size=6)
    sheet.lines(70, 150, [ink.buyer(), attention(ink), *ink.buyer_address()], size=10)
    pairs_beside(sheet, head_pairs(ink, "customer_no", "order", "delivery_date", "date"), 370, 140, 90)
    sheet.text(
        70, 270, f"{ink.title} {rng.choice(('Nr.', 'Nr', ''))} {ink.number()}".replace("  ", " "), size=13, bold=True
    )
    sheet.text(70, 295, "Sehr geehrte Damen und Herren,", size=10)
    sheet.text(70, 312, "für unsere Lieferungen und Leistungen berechnen wir Ihnen wie folgt:", size=10)
    sheet.y = 330
    look = Look("rows" if rng.random() < 0.5 else "none", gap=4)
    columns = columns_of(ink, {"no": 30, "description": 195, "qty": 45, "uom": 35, "unit_price": 75, "amount": 80})

    def broken(sheet: Sheet, _: int) -> None:
        footer(sheet, ink, names_seller=True)
        page_number(sheet, ink)
        sheet.new_page()
        sheet.text(70, 50, f"{ink.title} {ink.document.number}", size=8)
        sheet.y = 65

    draw_table(sheet, 70, columns, item_rows(sheet, ink, columns, look), look, bottom=760, on_break=broken)
    need(sheet, 130, 780)
    sheet.y += 4
    totals_right(sheet, total_rows(ink, tax=rng.choice(("{name} {rate}", "zzgl. {rate} {name}"))), 330, 527)
    sheet.lines(70, sheet.y + 30, [f"Zahlbar bis {ink.due_date()} ohne Abzug.", ink.label("thanks")], size=10)
    footer(sheet, ink, names_seller=True)
    page_number(sheet, ink)
    return ink.truth(pages(sheet, first), "window-envelope", "seller-in-footer")


@family("din-5008")
def din_5008(rng: Random) -> Drawn:
    """The German business letter: no label at the buyer, the seller in one small line and in the foot."""
    tax = rng.choice(("one", "one", "several", "reverse"))
    wish = Wish(countries=("DE", "AT"), items=(1, 16), notes=0.3, tax=tax, qty=rng.choice(("whole", "halves")))
    sheet = Sheet()
    truth = draw_letter(sheet, invent(rng, wish), rng)
    return Drawn(sheet.finish(), (truth,))


def draw_plain(sheet: Sheet, document: Document, rng: Random) -> Truth:
    first = sheet.page
    ink = Ink(document, rng, line_money="{n}", qty_places=3 if "qty:thousandths" in document.tags else None)
    sheet.text(555, 50, ink.seller(), size=12, bold=True, align="right")
    sheet.lines(555, 64, ink.seller_address(), size=8, align="right")
    sheet.lines(60, 130, party(ink, "buyer"), size=10)
    pairs_below(sheet, head_pairs(ink, "number", "customer_no", "date", "due_date"), 60, 220, 120)
    sheet.y = 260
    look = Look(gap=3, repeat_header=rng.random() < 0.5)
    columns = columns_of(
        ink, {"no": 30, "sku": 65, "description": 175, "qty": 55, "uom": 40, "unit_price": 65, "amount": 70}
    )
    draw_table(sheet, 50, columns, item_rows(sheet, ink, columns, look), look, bottom=770)
    need(sheet, 150)
    sheet.rule(50, sheet.y + 2, 550, sheet.y + 2)
    sheet.y += 6
    adjusted = bool(document.totals.discount or document.totals.charges)
    totals_right(sheet, total_rows(ink, base=adjusted), 350, 547)
    footer(sheet, ink)
    return ink.truth(pages(sheet, first), "unruled", "buyer-unlabelled")
