"""Italy's courtesy copy: two boxes of parties, document data in a row of cells, lines, summary of rates."""

from random import Random

from tests.generator.blocks import (
    need,
    party,
    tax_table,
    total_rows,
    totals_right,
)
from tests.generator.grids import PALE, pages
from tests.generator.ink import Ink
from tests.generator.invent import Wish, invent
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet
from tests.generator.table import Look, columns_of, draw_table, item_rows


@family("fattura-cortesia")
def fattura_cortesia(rng: Random) -> Drawn:
    """Italy's courtesy copy: two boxes of parties, document data in a row of cells, lines, summary of rates."""
    wish = Wish(countries=("IT",), items=(1, 12), tax=rng.choice(("one", "several")), stamp=rng.choice(("", "2.00")))
    document = invent(rng, wish)
    ink = Ink(document, rng, line_money="{n}", total_money="{n}", qty_places=2)
    sheet = Sheet()
    for x, title, role in (
        (30, "Cedente/prestatore (fornitore)", "seller"),
        (300, "Cessionario/committente (cliente)", "buyer"),
    ):
        sheet.box(x, 40, x + 262, 120)
        sheet.text(x + 4, 52, title, size=7, bold=True)
        name, *address, tax_id = party(ink, role, tax_id=True)
        lines = [f"Identificativo fiscale ai fini IVA: {tax_id.split(': ')[-1]}", f"Denominazione: {name}"]
        sheet.lines(x + 4, 66, [*lines, f"Indirizzo: {address[0]}", f"Comune: {address[1]}"], size=8)
    cells = (
        ("Tipologia documento", "TD01 fattura"),
        ("Numero documento", ink.number()),
        ("Data documento", ink.date()),
        ("Codice destinatario", "X1Y2Z3W"),
        ("Valuta", ink.currency()),
    )
    for n, (label, value) in enumerate(cells):
        left = 30 + 106.4 * n
        sheet.box(left, 130, left + 106.4, 158)
        sheet.text(left + 4, 140, label, size=7, bold=True)
        sheet.text(left + 4, 153, value, size=8)
    sheet.y = 170
    look = Look("grid", size=7.5, header_fill=PALE)
    widths = {"sku": 65, "description": 180, "qty": 45, "unit_price": 65, "uom": 35, "tax_rate": 45, "amount": 97}
    columns = columns_of(ink, widths, amount="Prezzo totale", tax_rate="%IVA", uom="UM")
    draw_table(sheet, 30, columns, item_rows(sheet, ink, columns, look), look)
    need(sheet, 130)
    sheet.text(30, sheet.y + 16, "RIEPILOGHI IVA E TOTALI", size=8, bold=True)
    sheet.y = tax_table(sheet, ink, 30, sheet.y + 30) + 6
    rows = [row for row in total_rows(ink, subtotal=False, total_tax=True) if "%" not in row.label]
    totals_right(sheet, rows, 380, 560, size=8)
    return Drawn(sheet.finish(), (ink.truth(pages(sheet), "rules:grid", "labelled-parties"),))
