"""E-invoices of the Andes: Colombia with retentions, Peru's portal without line amounts."""

from decimal import Decimal
from random import Random

from tests.generator.amounts_in_words import spanish
from tests.generator.bill import GREY, VERA, Bill, squares
from tests.generator.families.nusantara_senders import Goods, picked
from tests.generator.forms import table
from tests.generator.ink import number_text
from tests.generator.listing import pairs, room, some
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, Truth, family
from tests.generator.sheet import Sheet
from tests.generator.table import Look

SUPPLIES: Goods = (
    ("CABLE ENCAUCHETADO 3X12 AWG (ROLLO 100 M)", "RL", 68_400_000),
    ('TUBO PVC SANITARIO 4"', "UND", 4_250_000),
    ("MANTENIMIENTO PREVENTIVO AIRE ACONDICIONADO", "SER", 18_000_000),
    ("PINTURA VINILO TIPO 1 BLANCO X GALÓN", "GL", 7_990_000),
    ("GUANTES DE NITRILO TALLA M CAJA X 100", "CJ", 2_850_000),
    ("DISCO DE CORTE METAL 4 1/2", "UND", 385_000),
)


@family("colombian-retentions")
def colombian_retentions(rng: Random) -> Drawn:
    """A cloud program's factura de venta: gross, discounts and net, IVA, retentions before the sum to pay, CUFE."""
    bill = Bill(rng, "CO", rng.choice(("FE-####", "FV-2-#####", "SETT####", "FEV ###")))
    rate = Decimal(19)
    for text, unit, price in picked(rng, SUPPLIES, some(rng, 20)):
        cut, sku = rng.choice((0, 0, 0, 5, 10)), bill.shape("0####")
        bill.add(
            text,
            rng.choice((1, 2, 6, 24)),
            price / 100,
            rate=rate,
            discount=cut,
            uom=unit,
            sku=sku,
            more=(bill.m(Decimal(cut)),),
        )
    bill.reckon(slips="total amount qty")
    kept = [
        ("Retefuente 2,50%", bill.money(bill.subtotal * Decimal("2.5") / 100)),
        ("Reteica 0,966%", bill.money(bill.subtotal * Decimal("0.966") / 100)),
    ]
    kept += [("Reteiva 15%", bill.money(bill.tax * 15 / 100))]
    kept = rng.sample(kept, rng.choice((0, 0, 1, 2, 3)))
    bill.withheld = sum((value for _, value in kept), ZERO)
    sheet = Sheet(face=VERA)
    brand = bill.seller.name.split()[0]
    sheet.text(40, 66, brand, size=20, bold=True, colour=(0.1, 0.35, 0.3))
    about = [
        bill.seller.name,
        f"NIT {bill.seller.tax_id}",
        f"{bill.seller.street}, {bill.seller.city}",
        f"Tel: {bill.seller.phone}  {bill.seller.mail}",
        "Responsable de IVA - No somos autorretenedores",
    ]
    sheet.lines(297, 44, about, size=7.5, bold_first=True, align="centre")
    sheet.box(430, 36, 560, 84)
    sheet.lines(495, 52, ["Factura Electrónica de Venta", f"No. {bill.number}"], size=8.5, align="centre", leading=1.8)
    sheet.box(35, 106, 560, 168)
    left = [
        ("Señores", bill.buyer.name),
        ("NIT", bill.buyer.tax_id),
        ("Dirección", bill.buyer.street),
        ("Ciudad", f"{bill.buyer.city} - Colombia"),
    ]
    pairs(sheet, 119, "<40 <95", left, size=8, step=13)
    hour = f"{rng.randint(8, 17):02}:{rng.randint(10, 59)}"
    right = [
        ("Fecha y hora Factura", ""),
        ("Generación", f"{bill.d(bill.date)}, {hour}"),
        ("Expedición", f"{bill.d(bill.date)}, {hour}"),
        ("Vencimiento", bill.d(bill.due)),
    ]
    pairs(sheet, 119, "<360 <440", right, size=8, step=13, bold=("Fecha",))
    sheet.y = 178
    rows = [
        (
            str(n),
            r.sku or "",
            r.text,
            bill.m(r.qty or ZERO),
            r.uom or "",
            bill.m(r.price or ZERO),
            r.more[0],
            "19%",
            bill.m(r.amount),
        )
        for n, r in enumerate(bill.rows, 1)
    ]
    columns = "24^Ítem|42<Código|164<Descripción|44>Cantidad|30<U.M.|72>Vr. Unitario|36>% Dto|33>IVA|80>Vr. Total"
    table(sheet, 35, columns, rows, Look("grid", size=7, header_fill=(0.85, 0.92, 0.9), gap=4), bottom=640)
    room(sheet, 190, 800)
    less = sum((r.discount for r in bill.rows), ZERO)
    sums = [
        ("Total Bruto", bill.subtotal + less),
        ("Descuentos", less),
        ("Subtotal", bill.subtotal),
        ("IVA 19%", bill.tax),
    ]
    sums += [*kept, ("Total a Pagar", bill.payable)]
    y = pairs(sheet, sheet.y + 16, "<375 >556", [(a, bill.m(b)) for a, b in sums], size=8, step=13, bold=("Total a",))
    terms = f"Crédito - cuota No. 1 vence el {bill.d(bill.due)}"
    words = f"{spanish(int(bill.payable))} pesos m/cte".capitalize()
    sheet.lines(
        40,
        sheet.y + 16,
        [
            f"Total ítems: {len(bill.rows)}",
            *sheet.wrap(f"Valor en letras: {words}", 310, 8),
            f"Condiciones de pago: {terms}",
        ],
        size=8,
    )
    squares(sheet, 40, y + 14, 70, rng)
    cufe = "".join(rng.choice("0123456789abcdef") for _ in range(96))
    legal = [
        "Esta factura se asimila en todos sus efectos a una letra de cambio (art. 774 C. Co.).",
        f"Autorización DIAN No. {bill.shape('1876##########')} aprobada el {bill.d(bill.date, -200)}",
        f"Prefijo {bill.number[:2]} del 1 al 50000, vigencia 24 meses",
        "Actividad económica 4663. Tarifa ICA 9,66 por mil.",
        f"CUFE: {cufe[:70]}",
        cufe[70:],
    ]
    sheet.lines(125, y + 24, legal, size=6.5, leading=1.6)
    truth = bill.truth(
        sheet, "due seller_id buyer_id tax qty price payable", "retentions", "gross-and-net-sums", "peso-by-country"
    )
    return Drawn(sheet.finish(), (_gross_or_net(truth, bill, less),))


def _gross_or_net(truth: Truth, bill: Bill, less: Decimal) -> Truth:
    """The sums begin before the lines' discounts; where tax is withheld, the total itself is not printed."""
    totals = truth["totals"]
    totals["subtotal"] = [number_text(bill.subtotal), number_text(bill.subtotal + less)]
    totals["discount"] = ["0", number_text(less)]
    totals["withheld"] = [number_text(bill.withheld)]  # printed in parts
    if bill.withheld:
        totals["total"] = [number_text(bill.total), None]
    return truth


@family("peruvian-portal-print")
def peruvian_portal_print(rng: Random) -> Drawn:
    """The tax office's own form: unit values but no line amounts, eleven sums, detracción told aside, instalments."""
    bill = Bill(rng, "PE", rng.choice(("E001-####", "F001-########", "F002-0000####")))
    rate, services = Decimal(18), rng.random() < 0.5
    goods: Goods = (
        (
            ("SERVICIO DE MANTENIMIENTO DE GRUPO ELECTROGENO", "", 2_400_000),
            ("ALQUILER DE ANDAMIOS POR MES", "", 180_000),
        )
        if services
        else (
            ("CEMENTO PORTLAND TIPO I X 42.5 KG", "", 2890),
            ("FIERRO CORRUGADO 1/2 X 9M", "", 4350),
            ("LADRILLO KING KONG 18 HUECOS", "", 1150),
            ("TUBO PVC SAP 2 X 5 M", "", 3675),
        )
    )
    for text, _, price in picked(rng, goods, rng.randint(1, len(goods))):
        bill.add(
            text,
            rng.choice((1, 2) if services else (10, 50, 120)),
            price / 100,
            rate=rate,
            uom="UNIDAD",
            sku=bill.shape("P##"),
        )
    bill.reckon(slips="total")
    taken = (bill.total * 12 / 100).quantize(Decimal(1)).quantize(Decimal("0.01")) if services else ZERO
    sheet = Sheet()
    sheet.text(40, 52, bill.seller.name, size=11, bold=True)
    sheet.lines(40, 66, [*bill.seller.address], size=8)
    sheet.box(380, 36, 555, 92)
    sheet.lines(
        467,
        54,
        ["FACTURA ELECTRONICA", f"RUC: {bill.seller.tax_id}", bill.number],
        size=11,
        align="centre",
        leading=1.5,
    )
    credit = rng.random() < 0.6
    head = [("Fecha de Vencimiento", bill.d(bill.due))] if credit else []
    head += [
        ("Fecha de Emisión", bill.d(bill.date)),
        ("Señor(es)", bill.buyer.name),
        ("RUC", bill.buyer.tax_id),
        ("Dirección del Cliente", bill.buyer.street),
        ("", bill.buyer.city),
        ("Tipo de Moneda", "SOLES"),
        ("Observación", rng.choice(("", bill.shape("OC 45000#####")))),
    ]
    y = pairs(sheet, 118, "<40 <140 <148", [(a, ":" if a else "", b) for a, b in head], size=8, step=12)
    sheet.text(555, 118, f"Forma de pago: {'Crédito' if credit else 'Contado'}", size=8, align="right")
    sheet.y = y + 4
    rows = [
        (bill.m(r.qty or ZERO), r.uom or "", r.sku or "", r.text, bill.m(r.price or ZERO), "0.00") for r in bill.rows
    ]
    table(
        sheet,
        40,
        "50>Cantidad|65<Unidad Medida|50<Código|235<Descripción|65>Valor Unitario|50>ICBPER",
        rows,
        Look("grid", size=8, gap=4),
    )
    names = (
        "Anticipos",
        "Descuentos",
        "Valor Venta",
        "ISC",
        "IGV",
        "ICBPER",
        "Otros Cargos",
        "Otros Tributos",
        "Monto de redondeo",
        "Importe Total",
    )
    known = {"Valor Venta": bill.subtotal, "IGV": bill.tax, "Importe Total": bill.total}
    top = sheet.y + 14
    sums = [("Sub Total Ventas", bill.subtotal)] + [(name, known.get(name, ZERO)) for name in names]
    below = pairs(sheet, top, ">460 >552", [(f"{a} :", f"S/ {bill.m(b)}") for a, b in sums], size=8, step=12)
    cents = int(bill.total % 1 * 100)
    sheet.text(40, top, "Valor de Venta de Operaciones Gratuitas : S/ 0.00", size=8)
    sheet.lines(
        40, top + 20, sheet.wrap(f"SON: {spanish(int(bill.total)).upper()} Y {cents:02}/100 SOLES", 280, 8), size=8
    )
    if taken:
        spot = [
            "Información de la detracción",
            "Leyenda: Operación sujeta al Sistema de Pago de Obligaciones Tributarias",
            "Bien o Servicio: 037 Demás servicios gravados con el IGV",
            f"Nro. Cta. Banco de la Nación: {bill.shape('00-###-######')}",
            f"Porcentaje de detracción: 12.00     Monto detracción: S/ {bill.m(taken)}",
        ]
        below = sheet.lines(40, below + 10, spot, size=8, bold_first=True)
    if credit:
        sheet.text(
            40,
            below + 12,
            f"Información del crédito - Monto neto pendiente de pago: S/ {bill.m(bill.total - taken)}   Cuotas: 1",
            size=8,
        )
        sheet.y = below + 20
        table(sheet, 40, "60^N° Cuota|90^Fec. Venc.|90>Monto", [("1", bill.d(bill.due), bill.m(bill.total - taken))])
    legal = "Esta es una representación impresa de la factura electrónica, generada en el Sistema."
    legal += " Puede verificarla utilizando su clave SOL."
    sheet.text(297, 806, legal, size=6.5, align="centre", colour=GREY)
    truth = bill.truth(
        sheet,
        f"{'due' if credit else ''} seller_id buyer_id subtotal tax qty price",
        "no-line-amounts",
        "detraccion",
        "portal-print",
    )
    for item in truth["items"]:
        item["amount"] = [item["amount"], None]
    if taken:
        truth["totals"] |= {
            "payable": [number_text(bill.total), number_text(bill.total - taken), None],
            "withheld": ["0", number_text(taken)],
        }
    return Drawn(sheet.finish(), ({**truth, "expect": "any" if truth["expect"] == "accept" else truth["expect"]},))
