"""Invoices that are letters: DIN 5008, Word documents, numbers and dates in sentences, buyers told by place."""

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
    tax_table,
    total_rows,
    totals_right,
)
from tests.generator.families.grids import PALE, pages
from tests.generator.ink import Ink
from tests.generator.invent import EURO_LANDS, Wish, invent
from tests.generator.model import Document
from tests.generator.registry import Drawn, Truth, family
from tests.generator.sheet import TIMES, Sheet
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


@family("din-credit-note")
def din_credit_note(rng: Random) -> Drawn:
    """The same letter as a credit note, at times with negative amounts."""
    sheet = Sheet()
    truth = draw_letter(sheet, invent(rng, Wish(countries=("DE", "AT"), items=(1, 4), kind="credit_note")), rng)
    return Drawn(sheet.finish(), (truth,))


SENTENCES = {
    "de": "{title} Nr. {number} vom {date}",
    "fr": "{title} n° {number} du {date}",
    "nl": "{title} {number} d.d. {date}",
    "es": "{title} nº {number} de fecha {date}",
    "it": "{title} n. {number} del {date}",
    "en": "{title} {number} dated {date}",
    "id": "{title} No. {number} tanggal {date}",
}


@family("title-sentence")
def title_sentence(rng: Random) -> Drawn:
    """Number and date stand in the title's sentence and nowhere else; bases in a small table of rates."""
    document = invent(rng, Wish(items=(1, 8), tax=rng.choice(("one", "several"))))
    ink = Ink(document, rng)
    sheet = Sheet(face=TIMES)
    sheet.lines(
        50, 60, [*party(ink, "seller"), f"{ink.label('phone')} {document.seller.phone}"], size=11, bold_first=True
    )
    sheet.lines(330, 140, party(ink, "buyer"), size=11)
    sentence = SENTENCES[document.language].format(title=ink.title, number=ink.number(), date=ink.date())
    sheet.text(50, 240, sentence, size=13, bold=True)
    sheet.text(
        50, 258, f"{ink.label('customer_no')} {document.customer_no}, {ink.label('order')} {document.order}", size=9
    )
    sheet.y = 280
    look = Look(size=10, gap=4)
    columns = columns_of(ink, {"qty": 55, "description": 270, "unit_price": 85, "amount": 85})
    draw_table(sheet, 50, columns, item_rows(sheet, ink, columns, look), look)
    need(sheet, 160)
    sheet.rule(50, sheet.y + 2, 545, sheet.y + 2)
    sheet.y += 6
    totals_right(sheet, total_rows(ink), 340, 542, size=10)
    if document.totals.taxes:
        tax_table(sheet, ink, 50, sheet.y + 20)
    sheet.text(50, 800, f"{ink.label('tax_id')} {ink.seller_tax_id()} - IBAN {document.seller.iban}", size=8)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "number-in-title", "buyer-unlabelled"),))


@family("word-freelancer")
def word_freelancer(rng: Random) -> Drawn:
    """A freelancer's Word document: hours and rate, no rules at all, the price in words of a letter."""
    wish = Wish(items=(1, 5), services=True, qty="halves", tax=rng.choice(("one", "none", "reverse")))
    document = invent(rng, wish)
    ink = Ink(document, rng, line_money=rng.choice(("{n} {s}", "{n}")))
    sheet = Sheet(face=TIMES)
    sheet.lines(545, 60, [*party(ink, "seller"), document.seller.mail], size=11, align="right")
    sheet.lines(60, 130, party(ink, "buyer"), size=11)
    sheet.text(60, 220, ink.title, size=16, bold=True)
    for n, (label, value) in enumerate(head_pairs(ink, "number", "date", "delivery_date")):
        sheet.text(60, 245 + 15 * n, f"{label}: {value}", size=11)
    sheet.y = 310
    look = Look(size=11, gap=4)
    columns = columns_of(ink, {"description": 250, "qty_uom": 70, "unit_price": 80, "amount": 85})
    draw_table(sheet, 60, columns, item_rows(sheet, ink, columns, look), look)
    sheet.y += 10
    totals_right(sheet, total_rows(ink), 330, 542, size=11, colon=":")
    if not document.totals.tax:
        sheet.text(60, sheet.y + 30, ink.label("exempt" if not document.totals.taxes else "reverse"), size=10)
    sheet.text(60, sheet.y + 60, f"{ink.label('tax_id')}: {ink.seller_tax_id()}", size=10)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "unruled"),))


@family("french-tva")
def french_tva(rng: Random) -> Drawn:
    """French trade invoice: reference and discount columns, totals in a horizontal table at the foot."""
    wish = Wish(
        countries=("FR", "BE"),
        items=(2, 15),
        tax=rng.choice(("one", "several")),
        line_discount=rng.choice(("", "percent")),
        prepaid=rng.choice(("", "part")),
    )
    document = invent(rng, wish)
    ink = Ink(document, rng, line_money="{n}")
    sheet = Sheet()
    sheet.lines(40, 50, party(ink, "seller", tax_id=True), bold_first=True)
    sheet.box(320, 100, 555, 170)
    sheet.lines(328, 116, party(ink, "buyer"), size=10)
    sheet.text(40, 130, ink.title, size=16, bold=True)
    for n, (label, value) in enumerate(head_pairs(ink, "number", "date", "customer_no", "due_date")):
        sheet.box(40 + 130 * n, 190, 165 + 130 * n, 220)
        sheet.text(44 + 130 * n, 200, label, size=7)
        sheet.text(44 + 130 * n, 214, value, bold=True)
    sheet.y = 235
    look = Look("columns", header_fill=PALE, gap=4)
    discounted = {"discount_percent": 50.0} if wish.line_discount else {}
    widths = {"sku": 65, "description": 175, "qty": 45, "unit_price": 65, **discounted, "tax_rate": 45, "amount": 70}
    columns = columns_of(ink, widths)
    draw_table(sheet, 40, columns, item_rows(sheet, ink, columns, look), look, bottom=680)
    if sheet.y > 690:
        sheet.new_page()
    tax_table(sheet, ink, 40, 710)
    rows = total_rows(ink, total_tax=True)
    rows = [row for row in rows if "%" not in row.label]
    for n, row in enumerate(rows):
        x = 555 - 78 * (len(rows) - n)
        sheet.box(x, 745, x + 78, 760, fill=PALE)
        sheet.box(x, 760, x + 78, 778)
        sheet.text(x + 39, 755, row.label, size=7, align="centre")
        sheet.text(x + 75, 773, row.value, bold=row.strong, align="right", size=8)
    footer(sheet, ink)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "horizontal-totals"),))


@family("dutch-webshop")
def dutch_webshop(rng: Random) -> Drawn:
    """A web shop: prices with tax, paid already, order number louder than the invoice number, logo line as seller."""
    wish = Wish(
        countries=("NL", "DE", "FR"),
        items=(1, 7),
        notes=0.4,
        tax=rng.choice(("one", "several")),
        tax_included=True,
        prepaid=rng.choice(("", "all")),
        free_lines=True,
    )
    document = invent(rng, wish)
    ink = Ink(document, rng, line_money="{s} {n}", total_money="{s} {n}", symbol="€")
    sheet = Sheet()
    sheet.box(0, 0, 595, 46, fill=(0.0, 0.45, 0.75), stroke=False)
    sheet.text(40, 30, document.seller.mail.split("@")[1], size=18, bold=True, colour=(1, 1, 1))
    sheet.text(40, 80, ink.title, size=16)
    sheet.lines(40, 105, party(ink, "buyer"))
    pairs_beside(sheet, head_pairs(ink, "order", "number", "date", "customer_no"), 350, 105, 100)
    sheet.y = 180
    look = Look("rows", gap=6, note_size=7)
    columns = columns_of(ink, {"description": 270, "qty": 50, "tax_rate": 55, "unit_price": 70, "amount": 70})
    draw_table(sheet, 40, columns, item_rows(sheet, ink, columns, look), look)
    need(sheet, 150)
    sheet.y += 10
    sheet.text(370, sheet.y + 10, ink.label("total"), bold=True)
    sheet.text(552, sheet.y + 10, ink.total("total"), bold=True, align="right")
    sheet.y += 18
    for tax in document.totals.taxes:
        sheet.text(370, sheet.y + 10, ink.tax_label(tax, "{name} {rate} {on} {base}"), size=8)
        sheet.text(552, sheet.y + 10, ink.tax_amount(tax), size=8, align="right")
        sheet.y += 13
    if document.totals.prepaid:
        for key in ("prepaid", "payable"):
            sheet.text(370, sheet.y + 12, ink.label(key))
            sheet.text(552, sheet.y + 12, ink.total(key), align="right")
            sheet.y += 15
    footer(sheet, ink, names_seller=True)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "prices-with-tax", "seller-in-footer"),))


@family("irpf-ritenuta")
def irpf_ritenuta(rng: Random) -> Drawn:
    """Spanish IRPF or Italian ritenuta: tax added, withholding deducted, for Italy with stamp duty or without tax."""
    italian = rng.random() < 0.5
    wish = Wish(
        countries=("IT",) if italian else ("ES",),
        items=(1, 4),
        services=True,
        qty="halves",
        withheld="20" if italian else "15",
        stamp="2.00" if italian and rng.random() < 0.4 else "",
    )
    document = invent(rng, wish)
    ink = Ink(document, rng)
    sheet = Sheet()
    sheet.lines(50, 60, party(ink, "seller", tax_id=True), bold_first=True, size=10)
    sheet.lines(330, 130, [ink.label("buyer"), *party(ink, "buyer", tax_id=True)], size=10)
    pairs_below(sheet, head_pairs(ink, "number", "date"), 50, 220, 120)
    sheet.y = 270
    look = Look("grid", gap=6)
    with_quantity = rng.random() < 0.5
    widths = {"description": 235, "qty_uom": 80, "unit_price": 85, "amount": 95} if with_quantity else {}
    columns = columns_of(ink, widths or {"description": 395, "amount": 100})
    draw_table(sheet, 50, columns, item_rows(sheet, ink, columns, look), look)
    sheet.y += 15
    rows = total_rows(ink, subtotal=False, base=True, tax="{name} {rate} {on} {base}" if italian else "{name} ({rate})")
    totals_right(sheet, rows, 300, 542, ruled=True)
    sheet.text(50, sheet.y + 40, f"{ink.label('bank')}: IBAN {document.seller.iban}")
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "withholding"),))


@family("euro-plain")
def euro_plain(rng: Random) -> Drawn:
    """Accounting program's standard form: buyer by place, unruled table, all kinds of extras in the totals."""
    wish = Wish(
        countries=(*EURO_LANDS, "GB", "CH"),
        items=(2, 20),
        notes=0.2,
        tax=rng.choice(("one", "several")),
        discount=rng.random() < 0.4,
        shipping=rng.random() < 0.4,
        rounding=rng.random() < 0.2,
        qty=rng.choice(("whole", "thousandths")),
    )
    sheet = Sheet()
    truth = draw_plain(sheet, invent(rng, wish), rng)
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
