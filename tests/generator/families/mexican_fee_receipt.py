"""A professional's CFDI: emisor beside receptor, IVA added, ISR and IVA kept back, the total is what is left."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.amounts_in_words import spanish
from tests.generator.bill import Bill, bar, price_of, squares
from tests.generator.forms import table
from tests.generator.ink import number_text
from tests.generator.listing import pairs
from tests.generator.model import ZERO
from tests.generator.places import MONTHS
from tests.generator.registry import Drawn, family
from tests.generator.sheet import LETTER, Sheet
from tests.generator.table import Look

PEOPLE = ("MARIANA TREVIÑO OLVERA", "LIC. RODRIGO SALCEDO IBARRA", "ARQ. PAULINA MONROY", "C.P. ERNESTO VILLASANA RUIZ")
FEES = (
    ("80121600", "Honorarios por asesoría legal correspondientes al mes de {}"),
    ("84111500", "Servicios contables y presentación de declaraciones {}"),
    ("81101500", "Proyecto arquitectónico, segunda etapa"),
    ("80101500", "Consultoría en administración"),
)
TEAL = (0.05, 0.4, 0.45)


@family("mexican-fee-receipt")
def mexican_fee_receipt(rng: Random) -> Drawn:
    """A professional's CFDI: emisor beside receptor, IVA added, ISR and IVA kept back, the total is what is left."""
    bill = Bill(rng, "MX", rng.choice(("A ###", "H-###", "##", "RH ####")))
    bill.day_format = rng.choice(("%d/%m/%Y", "%Y-%m-%d"))
    bill.seller = replace(bill.seller, name=rng.choice(PEOPLE), tax_id=bill.shape("@@@@######@#@"))
    for key, text in rng.sample(FEES, rng.choice((1, 1, 1, 2, 3))):
        month = f"{MONTHS['es'].split()[bill.date.month - 1]} {bill.date.year}"
        bill.add(text.format(month), 1, price_of(rng, 2500, 60_000, step="50"), rate=Decimal(16), sku=key, uom="E48")
    bill.reckon(slips="qty amount")
    isr, iva = (bill.money(bill.subtotal * Decimal(share) / 100) for share in (rng.choice(("10", "1.25")), "10.6667"))
    bill.withheld = isr + iva if rng.random() < 0.8 else ZERO
    sheet = Sheet(size=LETTER)
    bar(sheet, 30, 26, 36, 576, TEAL)
    sheet.text(46, 48, rng.choice(("RECIBO DE HONORARIOS", "FACTURA")), size=13, bold=True, colour=(1, 1, 1))
    sheet.text(566, 48, f"Folio: {bill.number}", size=12, bold=True, align="right", colour=(1, 1, 1))
    mine, theirs = "612 Personas Físicas con Act. Emp. y Prof.", "601 General de Ley Personas Morales"
    for x, label, who, code in ((36, "EMISOR", bill.seller, mine), (312, "RECEPTOR", bill.buyer, theirs)):
        sheet.text(x, 74, label, size=8, bold=True, colour=TEAL)
        texts = [who.name, f"R.F.C. {who.tax_id}", f"Régimen: {code}", *who.address]
        sheet.lines(x, 88, texts, size=8.5, bold_first=True)
    facts = [("Fecha y hora de certificación", f"{bill.d(bill.date)} 12:0{bill.shape('#')}:33"), ("Uso CFDI", "G03")]
    facts += [("Método de pago", "PUE Pago en una sola exhibición"), ("Forma de pago", "03 Transferencia electrónica")]
    facts += [("Tipo de comprobante", "I - Ingreso"), ("Exportación", "01"), ("Moneda", "MXN Peso Mexicano")]
    left = facts[:4]
    pairs(sheet, 166, "<36 <160", left, size=7.5, step=11)
    pairs(sheet, 166, "<360 <450", facts[4:], size=7.5, step=11)
    sheet.y = 216
    rows = [
        (r.sku or "", bill.q(r.qty, 2), "E48 Unidad de servicio", r.text, bill.m(r.price or ZERO), bill.m(r.amount))
        for r in bill.rows
    ]
    heads = "58<ClaveProdServ|48>Cantidad|84<Unidad|190<Descripción|80>Valor unitario|80>Importe"
    table(sheet, 36, heads, rows, Look("rows", size=8, gap=6, header_fill=(0.88, 0.94, 0.94)))
    sums = [("Subtotal", bill.subtotal), ("(+) IVA 16%", bill.tax)]
    sums += [("(-) Retención ISR", isr), ("(-) Retención IVA", iva)] if bill.withheld else []
    rows2 = [(label, f"$ {bill.m(value)}") for label, value in [*sums, ("Total", bill.payable)]]
    top = sheet.y + 20
    y = pairs(sheet, top, "<410 >573", rows2, size=9, step=15, bold=("Total",))
    words = f"({spanish(int(bill.payable))} pesos {int(bill.payable % 1 * 100):02}/100 M.N.)".upper()
    sheet.lines(36, top, ["Importe con letra:", *sheet.wrap(words, 330, 8)], size=8)
    squares(sheet, 36, 610, 84, rng)
    uuid = bill.shape("#@##@@##-@#@#-4@##-#@@#-##@@##@@#@##")
    sheet.lines(
        130, 618, ["Folio Fiscal (UUID)", uuid, f"No. de serie del CSD {bill.shape('0000100000050#######')}"], size=7
    )
    sheet.lines(130, 654, ["Sello digital del emisor", bill.shape("@#@@##@@@#@#@@" * 7)], size=5.5)
    sheet.text(306, 740, "Este documento es una representación impresa de un CFDI versión 4.0", size=7, align="centre")
    bank = f"Cuenta CLABE {bill.shape('0121800###########')}  Banco del Anáhuac"
    sheet.text(36, y + 24, bank, size=8)
    on = "seller_id buyer_id subtotal tax qty price payable"
    truth = bill.truth(sheet, on, "withheld", "fiscal-uuid", "total-is-net")
    if bill.withheld:
        truth["totals"] |= {"total": [number_text(bill.total), None], "withheld": [number_text(bill.withheld)]}
    return Drawn(sheet.finish(), (truth,))
