"""From overseas: dollars and pesos that only an id tells apart, taxes in columns of their own, parts kept back."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, VERA, Bill, bar, bars, folded, price_of, spread, squares
from tests.generator.ink import number_text
from tests.generator.lands import person
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import LETTER, Sheet


@family("brazilian-rental-fatura")
def brazilian_rental_fatura(rng: Random) -> Drawn:
    """A form of cells with small labels inside: machines by day, no tax, IRRF kept back, due date in a big cell."""
    bill = Bill(rng, "BR", rng.choice(("######", "FL-0####", "{y}/####")))
    goods = (
        "Gerador 150 kVA",
        "Compressor XAS 185",
        "Andaime tubular, m²",
        "Betoneira 400 L",
        "Plataforma tesoura 10 m",
    )
    for text in rng.sample(goods, rng.randint(1, 5)):
        bill.add(f"Locação {text}", rng.randint(1, 31), price_of(rng, 30, 780), uom="DIA")
    bill.reckon(taxed=False)
    bill.withheld = rng.choice((ZERO, bill.money(bill.total * Decimal("1.5") / 100)))
    sheet = Sheet()

    def cell(x0: float, y0: float, x1: float, label: str, value: str, height: float = 26, size: float = 9) -> None:
        sheet.box(x0, y0, x1, y0 + height)
        sheet.text(x0 + 3, y0 + 8, label, size=5.5)
        sheet.text(x0 + 5, y0 + height - 5, value, size=size)

    sheet.box(30, 30, 565, 90)
    sheet.lines(140, 46, [bill.seller.name, *bill.seller.address], size=10, bold_first=True)
    sheet.text(140, 84, f"CNPJ {bill.seller.tax_id}   Insc. Municipal {bill.shape('######-#')}", size=8)
    sheet.text(42, 66, "FATURA", size=16, bold=True)
    cell(30, 90, 210, "NÚMERO DA FATURA", bill.number)
    cell(210, 90, 390, "DATA DE EMISSÃO", bill.d(bill.date))
    cell(390, 90, 565, "VENCIMENTO", bill.d(bill.due), size=12)
    cell(30, 116, 390, "SACADO / RAZÃO SOCIAL", bill.buyer.name)
    cell(390, 116, 565, "CNPJ / CPF", bill.buyer.tax_id)
    cell(30, 142, 390, "ENDEREÇO", bill.buyer.street)
    cell(390, 142, 565, "MUNICÍPIO / UF / CEP", folded(sheet, bill.buyer.city, 180, 8), size=8)
    cell(30, 168, 300, "OBRA", f"{bill.shape('OB-####')} {bill.ship_to.street}", size=8)
    cell(300, 168, 565, "CONTRATO", bill.shape("CT ####/{y}"), size=8)
    stops = "<36 >345 <352 >460 >558"
    sheet.y = (
        spread(sheet, 210, stops, ["DISCRIMINAÇÃO", "QTDE", "UN", "VALOR UNIT.", "VALOR TOTAL"], size=7, bold=True) + 6
    )
    rows = [(r.text, bill.q(r.qty), r.uom or "", bill.p(r.price), bill.m(r.amount)) for r in bill.rows]
    listing(sheet, stops, rows, turn=turned(sheet, lambda: None), size=9, gap=5)
    sheet.box(30, 194, 565, 480)
    cell(30, 480, 210, "VALOR BRUTO R$", bill.m(bill.total), size=10)
    cell(210, 480, 390, "(-) RETENÇÃO IRRF 1,5% R$", bill.m(bill.withheld), size=10)
    cell(390, 480, 565, "VALOR LÍQUIDO A PAGAR R$", bill.m(bill.payable), size=11)
    note = (
        "Locação de bens móveis não sujeita a ISS (LC 116/2003, item 3.01 vetado); dispensada a emissão de nota fiscal."
    )
    sheet.text(34, 522, note, size=7)
    sheet.text(
        34,
        560,
        f"Recebi(emos) a fatura nº {bill.number}   Data ___/___/____   Assinatura ______________________",
        size=8,
    )
    shown = "due seller_id buyer_id qty price payable"
    return Drawn(sheet.finish(), (bill.truth(sheet, shown, "cells", "labels-inside", "withheld", "no-tax"),))


@family("mexican-fiscal-print")
def mexican_fiscal_print(rng: Random) -> Drawn:
    """'$' that an RFC makes Mexican: folio beside a long fiscal UUID, product keys, IVA 16 %, IVA kept back, seals."""
    bill = Bill(rng, "MX", rng.choice(("A-####", "F####", "FAC-#####")))
    rate = Decimal(16)
    goods = (
        ("43231513", "Licencia de software anual"),
        ("81112200", "Soporte técnico"),
        ("78101800", "Flete local"),
        ("72101500", "Mantenimiento"),
    )
    for key, text in rng.choices(goods, k=some(rng, 14)):
        bill.add(text, rng.choice((1, 1, 2, 10)), price_of(rng, 150, 9000), rate=rate, sku=key, uom="E48")
    off = rng.choice((ZERO, ZERO, bill.money(bill.sum(bill.rows) / 20)))
    bill.reckon(discount=off, at=rate)
    bill.withheld = rng.choice((ZERO, bill.money(bill.tax_base * 4 / 100)))
    sheet = Sheet(size=LETTER)
    sheet.lines(
        40,
        48,
        [bill.seller.name, f"RFC: {bill.seller.tax_id}", "Régimen fiscal: 601 General de Ley"],
        size=9,
        bold_first=True,
    )
    sheet.lines(40, 84, [*bill.seller.address], size=8)
    uuid = bill.shape("#@##@@##-@#@#-4@##-#@@#-##@@##@@#@##")
    head = [
        ("Serie y folio", bill.number),
        ("Folio fiscal", uuid),
        ("Fecha de emisión", f"{bill.d(bill.date)} 1{bill.shape('#')}:04:51"),
    ]
    head += [("Uso CFDI", "G03 Gastos en general"), ("Forma de pago", "99 Por definir"), ("Método", "PPD")]
    head += [("Lugar de expedición", bill.shape("06###"))]
    head += [("Moneda", "MXN")] if rng.random() < 0.4 else []
    pairs(sheet, 44, "<300 <385", head, size=7.5, step=11)
    bar(sheet, 128, 42, 40, 572, (0.95, 0.95, 0.9))
    sheet.text(46, 140, f"Receptor: {bill.buyer.name}", size=9, bold=True)
    sheet.text(46, 152, f"RFC: {bill.buyer.tax_id}   Domicilio: {bill.buyer.street}, {bill.buyer.city}", size=8)
    late = rng.random() < 0.4
    sheet.text(46, 164, f"Fecha de vencimiento: {bill.d(bill.due)}" if late else "Condiciones: crédito 30 días", size=8)
    stops = "<44 <100 ^145 <175 >460 >568"

    def begin() -> None:
        top = 188 if sheet.page == 1 else 50
        heads = ["Cant.", "Clave", "Unidad", "Descripción", "Valor unitario", "Importe"]
        sheet.y = spread(sheet, top, stops, heads, size=8, bold=True) + 6
        sheet.rule(40, top + 4, 572, top + 4)

    begin()
    rows = [
        (bill.q(r.qty, 2), r.sku or "", r.uom or "", r.text, f"${bill.p(r.price)}", f"${bill.m(r.amount)}")
        for r in bill.rows
    ]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8, gap=4, bottom=560)
    room(sheet, 90, 640)
    sums = [("Subtotal", bill.subtotal)] + ([("Descuento", off)] if off else []) + [("IVA 16.00%", bill.tax)]
    sums += [("Total facturado", bill.total), ("IVA retenido 4%", bill.withheld)] if bill.withheld else []
    sums += [("Total a pagar" if bill.withheld else "Total", bill.payable)]
    pairs(sheet, sheet.y + 8, ">470 >568", [(a, f"${bill.m(b)}") for a, b in sums], size=8.5, step=14, bold=("Total",))
    squares(sheet, 40, 665, 80, rng)
    for n, label in enumerate(("Sello digital del CFDI", "Sello del SAT", "Cadena original")):
        sheet.text(130, 672 + 28 * n, label, size=6, bold=True)
        sheet.text(130, 680 + 28 * n, bill.shape("@#@@##@@@#@#@@" * 6), size=5)
    shown = f"{'due' if late else ''} seller_id buyer_id subtotal tax qty price payable"
    return Drawn(sheet.finish(), (bill.truth(sheet, shown, "peso-by-country", "fiscal-uuid", "withheld"),))


@family("chilean-red-box")
def chilean_red_box(rng: Random) -> Drawn:
    """Whole pesos with dots: RUT, title and number in one box, IVA 19 %, an exempt line now and then, a 2D code."""
    bill = Bill(rng, "CL", rng.choice(("####", "######", "1####")))
    bill.seller = replace(bill.seller, name=bill.seller.name.upper())
    rate = Decimal(19)
    goods = (
        ("Arriendo bodega mes", ZERO),
        ("Harina quintal 25 kg", rate),
        ("Aceite maravilla 5 L", rate),
        ("Azúcar saco 25 kg", rate),
        ("Flete", rate),
    )
    for text, at in rng.choices(goods[rng.randint(0, 1) :], k=some(rng, 18)):
        bill.add(text, rng.choice((1, 2, 10, 40)), price_of(rng, 900, 64000, step="10"), rate=at)
    bill.reckon(slips="total amount qty")
    bill.taxes = [tax for tax in bill.taxes if tax.rate]
    exempt = bill.sum([row for row in bill.rows if not row.rate])
    sheet = Sheet()
    sheet.text(40, 54, bill.seller.name, size=13, bold=True)
    sheet.lines(40, 68, ["Giro: Distribución mayorista", *bill.seller.address, f"Fono {bill.seller.phone}"], size=8)
    red = (0.8, 0.0, 0.0)
    sheet.box(380, 36, 560, 100)
    for n, text in enumerate((f"R.U.T.: {bill.seller.tax_id}", "FACTURA ELECTRÓNICA", f"Nº {bill.number}")):
        sheet.text(470, 54 + 18 * n, text, size=11, bold=True, align="centre", colour=red)
    sheet.text(470, 112, "S.I.I. - SANTIAGO PONIENTE", size=7.5, align="centre", colour=red)
    sheet.box(40, 125, 560, 190)
    late = rng.random() < 0.6
    left = [
        ("SEÑOR(ES)", bill.buyer.name),
        ("R.U.T.", bill.buyer.tax_id),
        ("GIRO", "Panadería"),
        ("DIRECCIÓN", bill.buyer.street),
    ]
    pairs(sheet, 140, "<46 <110", left, size=8.5, step=14)
    right = [("FECHA EMISIÓN", bill.d(bill.date)), ("COMUNA", bill.buyer.city), ("COND. VENTA", "CRÉDITO")]
    right += [("VENCIMIENTO", bill.d(bill.due))] if late else [("VENDEDOR", person(rng, bill.land))]
    pairs(sheet, 140, "<350 <430", right, size=8.5, step=14)
    stops = "<46 >340 >440 >554"

    def begin() -> None:
        top = 212 if sheet.page == 1 else 50
        sheet.box(40, top - 12, 560, top + 5, fill=(0.92, 0.92, 0.92))
        sheet.y = spread(sheet, top, stops, ["DESCRIPCIÓN", "CANTIDAD", "PRECIO", "VALOR"], size=8, bold=True) + 8

    begin()
    rows = [
        (r.text if r.rate else f"{r.text} (EXENTO)", bill.q(r.qty), bill.p(r.price), bill.m(r.amount))
        for r in bill.rows
    ]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8.5, gap=4, bottom=620)
    room(sheet, 90, 730)
    (net, tax) = (bill.subtotal - exempt, bill.tax)
    sums = [("MONTO NETO $", net), ("MONTO EXENTO $", exempt), ("IVA 19% $", tax), ("TOTAL $", bill.total)]
    sums = [(label, value) for label, value in sums if value]
    pairs(sheet, sheet.y + 10, "<400 >554", [(a, bill.m(b)) for a, b in sums], size=9, step=15, bold=("TOTAL",))
    bars(sheet, 50, 750, 40, rng, 60)
    sheet.text(50, 802, "Timbre Electrónico SII - Verifique documento en el sitio del servicio", size=6.5, colour=GREY)
    truth = bill.truth(
        sheet,
        f"{'due' if late else ''} seller_id buyer_id {'tax' if tax else ''} qty price",
        "peso-by-country",
        "exempt",
    )
    truth["totals"]["tax_base"] = [number_text(net), None]
    truth["totals"]["subtotal"] = [number_text(bill.subtotal), None]
    return Drawn(sheet.finish(), (truth,))


@family("philippine-vat-breakdown")
def philippine_vat_breakdown(rng: Random) -> Drawn:
    """Prices with VAT; VATable, exempt and zero-rated sales broken out at the left, less EWT, sold-to lines on dots."""
    bill = Bill(rng, "PH", rng.choice(("No. 00####", "00####", "SI-#####")))
    bill.seller = replace(bill.seller, name=bill.seller.name.upper())
    bill.number = bill.number.removeprefix("No. ")
    bill.included, rate = True, Decimal(12)
    goods = (
        ("Bond paper A4 ream", rate),
        ("Toner cartridge black", rate),
        ("Rice, 25 kg sack", ZERO),
        ("Folding table", rate),
        ("Printing service", rate),
    )
    for text, at in rng.choices(goods, k=min(some(rng, 16), 16)):
        bill.add(
            text,
            rng.choice((1, 2, 5, 12)),
            price_of(rng, 60, 7400, step="0.25"),
            rate=at,
            uom=rng.choice(("pc", "rm", "set")),
        )
    bill.reckon(slips="total amount")
    taxed = [tax for tax in bill.taxes if tax.rate]
    exempt = bill.sum([row for row in bill.rows if not row.rate])
    bill.taxes = taxed
    net = sum((tax.base for tax in taxed), ZERO)
    bill.withheld = rng.choice((ZERO, bill.money(net / 100)))
    sheet = Sheet(face=VERA)
    sheet.text(297, 50, bill.seller.name, size=14, bold=True, align="centre")
    sheet.text(297, 63, ", ".join(bill.seller.address), size=8, align="centre")
    sheet.text(297, 75, f"VAT Reg. TIN {bill.seller.tax_id}  Tel. {bill.seller.phone}", size=8, align="centre")
    sheet.text(40, 108, "SALES INVOICE", size=13, bold=True)
    spread(sheet, 108, "<400 <430", ["No.", bill.number], size=13)
    with_id = rng.random() < 0.7
    heads = [
        ("SOLD TO", bill.buyer.name, "DATE", bill.d(bill.date)),
        ("TIN", bill.buyer.tax_id if with_id else "", "TERMS", "30 days"),
    ]
    heads += [("ADDRESS", ", ".join(bill.buyer.address), "PO NO.", bill.shape("####"))]
    for n, texts in enumerate(heads):
        spread(sheet, 134 + 17 * n, "<40 <95 <405 <450", list(texts), size=8.5)
        sheet.rule(92, 137 + 17 * n, 395, 137 + 17 * n, 0.3)
        sheet.rule(447, 137 + 17 * n, 555, 137 + 17 * n, 0.3)
    stops = ">80 <90 <130 >455 >551"
    sheet.box(40, 190, 555, 206)
    sheet.y = spread(sheet, 201, stops, ["QTY", "UNIT", "ARTICLES", "UNIT PRICE", "AMOUNT"], size=8, bold=True) + 8
    lines = [
        (bill.q(r.qty), r.uom or "", r.text + ("" if r.rate else " (E)"), bill.p(r.price), bill.m(r.amount))
        for r in bill.rows
    ]
    listing(sheet, stops, lines, turn=turned(sheet, lambda: None), size=8.5, gap=5)
    sheet.box(40, 190, 555, sheet.y + 6)
    top = sheet.y + 24
    left = [("VATable Sales", net), ("VAT-Exempt Sales", exempt), ("Zero-Rated Sales", ZERO), ("VAT Amount", bill.tax)]
    pairs(sheet, top, "<46 >230", [(a, bill.m(b) if b else "-") for a, b in left], size=8.5, step=15)
    right = [
        ("Total Sales (VAT Inclusive)", bill.total),
        ("Less: VAT", bill.tax),
        ("Amount: Net of VAT", bill.total - bill.tax),
    ]
    right += [("Add: VAT", bill.tax)] + ([("Less: Withholding Tax 1%", bill.withheld)] if bill.withheld else [])
    right += [("TOTAL AMOUNT DUE", bill.payable)]
    sums = [(a, ("P" if a.isupper() else "") + bill.m(b)) for a, b in right]
    y = pairs(sheet, top, "<300 >551", sums, size=8.5, step=15, bold=("TOTAL A",))
    permit = (
        f"BIR Authority to Print No. {bill.shape('#AU00########')}  Date issued 01/05/2023  50 bklts (50x3) 00001-02500"
    )
    sheet.lines(40, max(y + 30, 740), [permit, "THIS DOCUMENT IS VALID FOR FIVE (5) YEARS"], size=6.5)
    shown = f"seller_id {'buyer_id' if with_id else ''} {'tax' if bill.tax else ''} qty price payable"
    truth = bill.truth(sheet, shown, "tax-included", "vat-breakdown", "withheld", "no-due-date")
    truth["totals"]["tax_base"] = [number_text(net), number_text(net + exempt), None]
    return Drawn(sheet.finish(), (truth,))
