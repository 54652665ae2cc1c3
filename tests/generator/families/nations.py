"""Forms that one country knows: GST in India, VAT codes in Britain, payment slips in Switzerland, the Faktur Pajak."""

from decimal import Decimal
from random import Random

from tests.generator.blocks import (
    head_pairs,
    need,
    pairs_below,
    pairs_beside,
    party,
    stranger,
    total_rows,
    totals_right,
)
from tests.generator.families.grids import pages
from tests.generator.ink import Ink
from tests.generator.invent import Wish, invent
from tests.generator.model import ZERO
from tests.generator.places import COMMAS, DOTS
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet
from tests.generator.table import Column, Look, columns_of, draw_table, item_rows
from tests.generator.writing import NumberFormat

WHITE = (1.0, 1.0, 1.0)


@family("india-gst")
def india_gst(rng: Random) -> Drawn:
    """GST invoice: HSN codes, CGST and SGST in columns of every line, rounding, amount in words."""
    wish = Wish(countries=("IN",), items=(1, 8), tax="split", rounding=rng.random() < 0.4)
    document = invent(rng, wish)
    ink = Ink(document, rng, line_money="{n}", total_money=rng.choice(("{n}", "{s} {n}")))
    sheet = Sheet()
    sheet.text(297, 45, "TAX INVOICE", size=13, bold=True, align="centre")
    sheet.box(30, 55, 565, 130)
    sheet.rule(297, 55, 297, 130)
    sheet.lines(36, 68, [ink.seller(), *ink.seller_address(), f"GSTIN: {ink.seller_tax_id()}"], bold_first=True)
    pairs_beside(sheet, head_pairs(ink, "number", "date", "po", "terms"), 303, 68, 100)
    sheet.box(30, 130, 565, 195)
    buyer = ["Buyer (Bill to)", ink.buyer(), *ink.buyer_address(), f"GSTIN/UIN: {ink.buyer_tax_id()}"]
    sheet.lines(36, 142, buyer)
    sheet.y = 195
    look = Look("grid", size=8)
    widths = {"no": 22, "description": 153, "hs_code": 50, "qty_uom": 55, "unit_price": 65, "amount": 70}
    columns = [
        *columns_of(ink, widths, hs_code="HSN/SAC", amount="Taxable Value"),
        Column("half", 60, f"CGST {ink.percent(document.totals.taxes[0].rate)}", "right"),
        Column("half", 60, f"SGST {ink.percent(document.totals.taxes[1].rate)}", "right"),
    ]
    rows = [
        [[ink.cell(line, key)] for key in widths]
        + [[ink.line_money((line.amount * line.tax_rate / 200).quantize(Decimal("0.01")))]] * 2
        for line in document.lines
    ]
    for row, line in zip(rows, document.lines, strict=True):
        row[1] = sheet.wrap(line.description, 147, 8)
    draw_table(sheet, 30, columns, rows, look)
    totals_right(sheet, total_rows(ink, tax="{name} @ {rate}"), 400, 562, size=8, ruled=True)
    sheet.text(30, sheet.y + 14, "Amount Chargeable (in words): INR Twelve Thousand Only", size=8)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "line-tax", "split-tax"),))


@family("uk-vat-codes")
def uk_vat_codes(rng: Random) -> Drawn:
    """Letters for tax rates on the lines, explained in an analysis of VAT at the foot; remittance slip below."""
    document = invent(rng, Wish(countries=("GB",), items=(2, 14), tax="several", shipping=rng.random() < 0.5))
    ink = Ink(document, rng, line_money="{n}", total_money=rng.choice(("{n}", "{s}{n}")))
    codes = dict(zip(sorted({line.tax_rate for line in document.lines}, reverse=True), "ABZ", strict=False))
    sheet = Sheet()
    sheet.lines(555, 50, [*party(ink, "seller", tax_id=True)], align="right", bold_first=True)
    sheet.lines(60, 120, ["Invoice To", *party(ink, "buyer")])
    sheet.lines(300, 120, ["Deliver To", *stranger(document.ship_to)])
    pairs_below(sheet, head_pairs(ink, "number", "date", "customer_no", "po"), 60, 200, 120)
    sheet.y = 240
    look = Look("columns", gap=4)
    widths = {"sku": 75, "description": 200, "qty": 50, "unit_price": 70, "amount": 75}
    columns = [*columns_of(ink, widths), Column("code", 30, "VAT", "centre")]
    rows = [
        [sheet.wrap(ink.cell(line, key), widths[key] - 6, 9) for key in widths] + [[codes[line.tax_rate]]]
        for line in document.lines
    ]
    draw_table(sheet, 50, columns, rows, look, bottom=600)
    need(sheet, 150, 740)
    top = sheet.y + 20
    sheet.text(50, top, "VAT ANALYSIS", size=8, bold=True)
    for n, tax in enumerate(document.totals.taxes, 1):
        cells = (codes[tax.rate], ink.percent(tax.rate), ink.tax_base(tax), ink.tax_amount(tax))
        for x, text in zip((60, 100, 180, 250), cells, strict=True):
            sheet.text(x, top + 12 * n, text, size=8, align="right")
    rows_of_totals = [row for row in total_rows(ink, total_tax=True) if "%" not in row.label]
    totals_right(sheet, rows_of_totals, 380, 550)
    sheet.text(50, 760, "- - - - - - - - - - - - - - REMITTANCE ADVICE - - - - - - - - - - - - - -", size=8)
    pairs_beside(sheet, [("Customer", document.customer_no), ("Invoice", document.number)], 50, 775, 80, size=8)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "tax-codes", "remittance-slip"),))


@family("swiss-qr")
def swiss_qr(rng: Random) -> Drawn:
    """Francs with apostrophes, rounded to five rappen; the payment slip at the foot repeats amount and creditor."""
    document = invent(rng, Wish(countries=("CH",), items=(1, 7), tax=rng.choice(("one", "several")), rounding=True))
    ink = Ink(document, rng, symbol="CHF", total_money=rng.choice(("{n}", "{s} {n}")), line_money="{n}")
    sheet = Sheet()
    sheet.lines(50, 50, [*party(ink, "seller"), f"UID: {ink.seller_tax_id()}"], bold_first=True)
    sheet.lines(340, 120, party(ink, "buyer"), size=10)
    sheet.text(50, 200, f"{ink.title} {ink.number()}", size=15, bold=True)
    pairs_beside(sheet, head_pairs(ink, "date", "customer_no", "terms"), 50, 220, 110)
    sheet.y = 270
    look = Look("rows")
    columns = columns_of(ink, {"no": 30, "description": 225, "qty_uom": 70, "unit_price": 80, "amount": 90})
    draw_table(sheet, 50, columns, item_rows(sheet, ink, columns, look), look, bottom=480)
    need(sheet, 100, 550)
    totals_right(sheet, total_rows(ink, tax="{name} {rate} {on} {base}"), 300, 542)
    sheet.rule(0, 545, 595, 545, 0.3)
    spaced = ink.hand.numbers.write(document.totals.payable, 2).replace("'", " ")
    for x, title in ((20, "Empfangsschein"), (180, "Zahlteil")):
        sheet.text(x, 565, title, size=11, bold=True)
        sheet.lines(
            x, 585, ["Konto / Zahlbar an", document.seller.iban, document.seller.name, *document.seller.address], size=7
        )
        sheet.lines(x, 740, ["Währung   Betrag", f"CHF   {spaced}"], size=8)
        sheet.lines(x, 660, ["Zahlbar durch", document.buyer.name, *document.buyer.address], size=7)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "payment-slip"),))


@family("faktur-pajak")
def faktur_pajak(rng: Random) -> Drawn:
    """Indonesia's official tax invoice: price times quantity below the name, totals as table rows, no grand total."""
    document = invent(
        rng, Wish(countries=("ID",), items=(1, 6), tax=rng.choice(("one", "dpp")), number="0400025########")
    )
    numbers = NumberFormat(DOTS)
    ink = Ink(
        document, rng, numbers=numbers, line_money="{n}", total_money="{n}", places=2, qty_places=2, dates="%d %B %Y"
    )
    sheet = Sheet()
    sheet.text(297, 50, "Faktur Pajak", size=15, bold=True, align="centre")
    sheet.box(40, 65, 555, 83)
    sheet.text(46, 77, f"Kode dan Nomor Seri Faktur Pajak: {ink.number()}")
    sheet.box(40, 83, 555, 143)
    seller = ["Pengusaha Kena Pajak:", f"Nama: {ink.seller()}", f"Alamat: {', '.join(ink.seller_address())}"]
    sheet.lines(46, 95, [*seller, f"NPWP: {ink.seller_tax_id()}"])
    sheet.box(40, 143, 555, 203)
    buyer = ["Pembeli Barang Kena Pajak / Penerima Jasa Kena Pajak:", f"Nama: {ink.buyer()}"]
    sheet.lines(46, 155, [*buyer, f"Alamat: {', '.join(ink.buyer_address())}", f"NPWP: {ink.buyer_tax_id()}"])
    sheet.y = 203
    columns = [
        Column("no", 30, "No."),
        Column("sku", 60, "Kode Barang/ Jasa"),
        Column("description", 295, "Nama Barang Kena Pajak / Jasa Kena Pajak"),
        Column("amount", 130, "Harga Jual / Penggantian / Uang Muka / Termin (Rp)", "right"),
    ]
    rows = [
        [
            [ink.cell(line, "no")],
            ["000000"],
            [
                ink.cell(line, "description"),
                f"Rp {ink.cell(line, 'unit_price')} x {ink.cell(line, 'qty')} {ink.cell(line, 'uom')}",
                f"Potongan Harga = Rp {numbers.write(ZERO, 2)}",
                "PPnBM (0,00%) = Rp 0,00",
            ],
            [ink.cell(line, "amount")],
        ]
        for line in document.lines
    ]
    ink.currency()
    draw_table(sheet, 40, columns, rows, Look("grid", size=8))
    base = "Dasar Pengenaan Pajak"
    totals = (
        ("Harga Jual / Penggantian / Uang Muka / Termin", ink.total("subtotal")),
        ("Dikurangi Potongan Harga", ""),
        ("Dikurangi Uang Muka yang telah diterima", ""),
        (base, ink.total("tax_base")),
        ("Jumlah PPN (Pajak Pertambahan Nilai)", ink.total("tax")),
        ("Jumlah PPnBM (Pajak Penjualan atas Barang Mewah)", numbers.write(ZERO, 2)),
    )
    for label, value in totals:
        sheet.box(40, sheet.y, 425, sheet.y + 14)
        sheet.box(425, sheet.y, 555, sheet.y + 14)
        sheet.text(46, sheet.y + 10, label, size=8)
        sheet.text(552, sheet.y + 10, value, size=8, align="right")
        sheet.y += 14
    sheet.text(400, sheet.y + 30, f"{document.seller.city.rsplit(' ', 1)[0].upper()}, {ink.date()}")
    truth = ink.truth(pages(sheet), "totals-in-table", "no-total")
    truth["totals"]["total"] = [truth["totals"]["total"], None]
    for item in truth["items"]:
        item["sku"] = None
    return Drawn(sheet.finish(), ({**truth, "expect": "any"},))


@family("mixed-formats")
def mixed_formats(rng: Random) -> Drawn:
    """Both ways of writing numbers on one page: the lines as 1,234.56 and the totals as 1.234,56."""
    document = invent(rng, Wish(countries=("ID", "DE", "NL"), items=(1, 6), qty="many", tax="one", places=2))
    ink = Ink(document, rng, numbers=NumberFormat(COMMAS), line_money="{n}")
    other = Ink(document, rng, numbers=NumberFormat(DOTS), total_money="{s} {n}")
    sheet = Sheet()
    sheet.lines(40, 50, party(ink, "seller", tax_id=True), bold_first=True)
    sheet.lines(40, 120, [ink.label("buyer"), *party(ink, "buyer")])
    pairs_beside(sheet, head_pairs(ink, "number", "date"), 350, 120, 100)
    sheet.y = 200
    look = Look("grid")
    columns = columns_of(ink, {"no": 30, "description": 215, "qty": 70, "unit_price": 95, "amount": 105})
    draw_table(sheet, 40, columns, item_rows(sheet, ink, columns, look), look)
    sheet.y += 8
    totals_right(sheet, total_rows(other), 330, 552)
    for name in ("subtotal", "tax", "total"):
        ink.shows(f"totals.{name}")
    ink.shows("invoice.currency")
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "mixed-number-formats"),))
