"""Letters for tax rates on the lines, explained in an analysis of VAT at the foot; remittance slip below."""

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
from tests.generator.grids import pages
from tests.generator.ink import Ink
from tests.generator.invent import Wish, invent
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet
from tests.generator.table import Column, Look, columns_of, draw_table


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
