"""Senders from Spain and Italy, each with a paper of its own."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, VERA, WHITE, Bill, bar, bars, folded, price_of, spread
from tests.generator.lands import person
from tests.generator.model import ZERO, TaxLine
from tests.generator.registry import Drawn, family
from tests.generator.sheet import COURIER, Sheet

SURCHARGES = {Decimal(21): Decimal("5.2"), Decimal(10): Decimal("1.4"), Decimal(4): Decimal("0.5")}


@family("spanish-surcharge-wholesaler")
def spanish_surcharge_wholesaler(rng: Random) -> Drawn:
    """Fixed pitch in ruled columns, IVA and recargo by rate in a table at the foot, albarán as a line."""
    bill = Bill(rng, "ES", rng.choice(("A/######", "{y}-#####", "FV#####")))
    goods = (
        ("Aceite oliva virgen 5 L", 4),
        ("Detergente 3 kg", 21),
        ("Galletas surtidas 800 g", 10),
        ("Bolígrafo azul c/50", 21),
        ("Harina de trigo 1 kg", 4),
        ("Refresco cola 33 cl c/24", 21),
        ("Atún claro 3x80", 10),
    )
    for text, rate in rng.choices(goods, k=rng.randint(2, 18)):
        bill.add(
            text,
            rng.choice((1, 3, 6, 12, 24)),
            price_of(rng, 0.5, 25, step="0.001"),
            rate=Decimal(rate),
            sku=bill.shape("84########"),
        )
    bill.due = bill.date + dt.timedelta(days=30)
    bill.reckon(slips="qty amount")
    extra = [
        TaxLine("RE", SURCHARGES[tax.rate], tax.base, bill.money(tax.base * SURCHARGES[tax.rate] / 100))
        for tax in bill.taxes
    ]
    plain = list(bill.taxes)
    bill.taxes += extra
    bill.total += sum((tax.amount for tax in extra), ZERO)
    sheet = Sheet(face=COURIER)
    sheet.text(35, 45, bill.seller.name, size=13, bold=True)
    sheet.lines(35, 58, [f"C.I.F. {bill.seller.tax_id}", *bill.seller.address, f"Tfno. {bill.seller.phone}"], size=8)
    sheet.box(300, 90, 560, 165)
    sheet.lines(
        308,
        104,
        [f"Cliente: {bill.shape('4300####')}", bill.buyer.name, *bill.buyer.address, f"NIF: {bill.buyer.tax_id}"],
        size=9,
    )
    sheet.lines(
        35,
        118,
        [f"FACTURA  {bill.number}", f"FECHA    {bill.d(bill.date)}", "HOJA     1", f"AGENTE   {bill.shape('0#')}"],
        size=9,
    )
    edges = (35, 115, 330, 385, 450, 490, 560)
    stops = "<38 <119 >380 >446 >486 >556"
    spread(sheet, 192, stops, ["Código", "Artículo", "Uds.", "Precio", "IVA", "Importe"], bold=True)
    sheet.y = spread(sheet, 208, "<119", [f"ALBARÁN {bill.shape('B-#####')} DE {bill.d(bill.date, -3)}"]) + 2
    for row in bill.rows:
        sheet.y = (
            spread(
                sheet,
                sheet.y,
                stops,
                [
                    row.sku or "",
                    row.text,
                    bill.q(row.qty),
                    bill.m(row.price or ZERO, 3),
                    str(row.rate),
                    bill.m(row.amount),
                ],
            )
            + 3
        )
    for x in edges:
        sheet.rule(x, 180, x, 560)
    for y in (180, 197, 560):
        sheet.rule(35, y, 560, y)
    _surcharge_foot(sheet, bill, plain, extra)
    truth = bill.truth(sheet, "due seller_id buyer_id qty price", "surcharge", "column-rules", "monospace")
    return Drawn(sheet.finish(), (truth,))


def _surcharge_foot(sheet: Sheet, bill: Bill, plain: list[TaxLine], extra: list[TaxLine]) -> None:
    stops = ">130 >190 >270 >330 >410 >556"
    spread(sheet, 582, stops, ["BASE IMP.", "%IVA", "CUOTA IVA", "%R.E.", "CUOTA R.E.", "TOTAL FACTURA"], bold=True)
    for n, (tax, surcharge) in enumerate(zip(plain, extra, strict=True)):
        cells = [
            bill.m(tax.base),
            bill.m(tax.rate),
            bill.m(tax.amount),
            bill.m(surcharge.rate),
            bill.m(surcharge.amount),
            "",
        ]
        spread(sheet, 598 + 12 * n, stops, cells)
    sheet.text(556, 604, f"{bill.m(bill.total)} EUR", size=13, bold=True, align="right")
    sheet.box(35, 570, 560, 642)
    notes = [
        f"Forma de pago: recibo domiciliado a 30 días   Vto.: {bill.d(bill.due)}",
        f"Cuenta: {bill.seller.iban}",
        "No se admiten devoluciones pasados 15 días. Reg. Merc. de Sevillana, T. 2214, F. 87.",
    ]
    sheet.lines(35, 660, notes, size=8, leading=1.5)


@family("spanish-utility")
def spanish_utility(rng: Random) -> Drawn:
    """Electricity: summary first, then each concept as a sum in words (3,45 kW x 30 días x 0,103 €), two taxes."""
    bill = Bill(rng, "ES", rng.choice(("FE{y}#########", "P1M###N#######", "###########")))
    days, power = rng.randint(28, 62), Decimal(rng.choice(("3.45", "5.75", "9.2")))
    for text, price in (("Potencia punta", "0.103418"), ("Potencia valle", "0.031027")):
        bill.add(
            f"{text}: {bill.q(power)} kW x {days} días x {price.replace('.', ',')} €/kW día",
            None,
            bill.money(power * days * Decimal(price)),
        )
    used = rng.randint(80, 900)
    cost = price_of(rng, 0.09, 0.24, step="0.000001")
    bill.add(f"Energía consumida: {used} kWh x {bill.q(cost)} €/kWh", None, bill.money(used * cost))
    before = sum((row.amount for row in bill.rows), ZERO)
    bill.add(
        f"Impuesto electricidad: 5,11269632 % s/ {bill.m(before)} €", None, bill.money(before * Decimal("0.0511269632"))
    )
    bill.add(f"Alquiler equipo de medida: {days} días x 0,026557 €/día", None, bill.money(days * Decimal("0.026557")))
    bill.rows = [replace(row, rate=Decimal(21)) for row in bill.rows]
    bill.reckon()
    sheet = Sheet(face=VERA)
    sheet.text(40, 55, bill.seller.name, size=15, bold=True, colour=(0.0, 0.5, 0.2))
    sheet.text(40, 68, f"CIF {bill.seller.tax_id}. {bill.seller.street}, {bill.seller.city}", size=6.5)
    sheet.box(40, 90, 290, 190, fill=(0.9, 0.97, 0.9), stroke=False)
    sheet.text(52, 110, "DATOS DE LA FACTURA", size=8, bold=True)
    pairs = (
        ("IMPORTE FACTURA", f"{bill.m(bill.total)} €"),
        ("Nº factura", bill.number),
        ("Fecha emisión", bill.d(bill.date)),
        ("Periodo", f"{bill.d(bill.date, -days - 4)} a {bill.d(bill.date, -4)}"),
        ("Fecha de cargo", bill.d(bill.due)),
    )
    for n, (label, value) in enumerate(pairs):
        spread(sheet, 125 + 13 * n, "<52 >280", [f"{label}:", value], size=7.5, bold=n == 0)
    sheet.lines(330, 130, [bill.buyer.name, *bill.buyer.address], size=10)
    sheet.text(40, 212, "RESUMEN DE LA FACTURA", size=8, bold=True, colour=(0.0, 0.5, 0.2))
    groups = (
        ("Por potencia contratada", bill.rows[:2]),
        ("Por energía consumida", bill.rows[2:3]),
        ("Otros conceptos", bill.rows[3:]),
    )
    for n, (label, rows) in enumerate(groups):
        spread(sheet, 228 + 13 * n, "<52 >280", [label, f"{bill.m(sum((r.amount for r in rows), ZERO))} €"], size=7.5)
    bars(sheet, 330, 230, 26, rng, 70)
    sheet.text(40, 300, "DETALLE DE LA FACTURA", size=8, bold=True, colour=(0.0, 0.5, 0.2))
    sheet.y = 318
    for row in bill.rows:
        sheet.y = spread(sheet, sheet.y, "<52 >550", [row.text, f"{bill.m(row.amount)} €"], size=7.5) + 5
    for label, figure, bold in (
        ("Base imponible", bill.subtotal, False),
        (f"IVA 21% s/ {bill.m(bill.subtotal)}", bill.tax, False),
        ("TOTAL IMPORTE FACTURA", bill.total, True),
    ):
        sheet.y = spread(sheet, sheet.y + 4, "<300 >550", [label, f"{bill.m(figure)} €"], size=8, bold=bold)
    read = rng.randint(20000, 60000)
    notes = [
        f"Contrato {bill.shape('################')}   CUPS ES{bill.shape('####################')}0F",
        (
            f"Lectura anterior {read} kWh   Lectura actual {read + used} kWh   Titular: "
            f"{bill.buyer.name}, NIF {bill.buyer.tax_id}"
        ),
        (
            f"Domiciliación: ES** **** **** ** ******{bill.shape('####')}   Atención al cliente 900 "
            f"000 {bill.shape('###')}"
        ),
        "Peaje de acceso 2.0TD. El importe incluye bono social 0,012742 €/día. Averías 24 h.",
    ]
    sheet.lines(40, sheet.y + 30, notes, size=6.5, leading=1.7)
    truth = bill.truth(sheet, "seller_id buyer_id subtotal tax_base tax", "summary-first", "formula-lines")
    truth["invoice"]["due_date"] = [bill.due.isoformat(), None]
    _open_quantities(truth)
    return Drawn(sheet.finish(), (truth,))


def _open_quantities(truth: dict[str, object]) -> None:
    """Quantity and price stand inside the text: read or not, both are right."""
    items = truth["items"]
    assert isinstance(items, list)
    for item in items:
        item |= {"qty": None, "unit_price": None, "description": None}


@family("italian-transport-notes")
def italian_transport_notes(rng: Random) -> Drawn:
    """DDT references as headings between the lines, discounts like 50+10, CONAI line, cells of totals at the foot."""
    bill = Bill(rng, "IT", rng.choice(("####/@", "{y}/#####", "FT####")))
    goods = (
        'Rubinetto a sfera 1/2"',
        "Tubo multistrato 16x2 rotolo 100 mt",
        "Valvola termostatica",
        "Raccordo a T 20 mm",
        "Guarnizione NBR 70 SH",
        "Miscelatore lavabo cromo",
    )
    for _ in range(rng.randint(1, 7)):
        note = f"Rif. DDT n. {bill.shape('###')}/D del {bill.d(bill.date, -rng.randint(2, 25))}"
        for text in rng.choices(goods, k=rng.randint(1, 9)):
            off = rng.choice(((), (50,), (50, 10), (40, 10, 5)))
            left = Decimal(1)
            for percent in off:
                left *= 1 - Decimal(percent) / 100
            bill.add(
                text,
                rng.choice((1, 2, 10, 50, 200)),
                price_of(rng, 0.6, 90),
                discount=(1 - left) * 100,
                rate=Decimal(22),
                sku=bill.shape("@@###"),
                uom="PZ",
                more=("+".join(map(str, off)), note),
            )
    bill.add("Contributo ambientale CONAI assolto", None, price_of(rng, 0.2, 6), rate=Decimal(22), more=("", ""))
    spese = rng.choice((ZERO, Decimal("3.50"), Decimal("12.00")))
    bill.reckon(charges=spese, at=Decimal(22), slips="total amount")
    sheet = Sheet()
    _transport_head(sheet, bill)
    stops = "<32 <80 >345 <350 >425 <432 >535 >560"
    note = ""
    for row in bill.rows:
        if sheet.y > 650:
            sheet.text(560, 690, "Segue ==>", size=8, align="right")
            sheet.new_page()
            _transport_head(sheet, bill)
        if row.more[1] and row.more[1] != note:
            note = row.more[1]
            sheet.y = spread(sheet, sheet.y + 2, "<80", [note], size=7.5, bold=True) + 1
        cells = [
            row.sku or "",
            row.text,
            bill.q(row.qty, 2) if row.qty else "",
            row.uom or "",
            bill.p(row.price),
            row.more[0],
            bill.m(row.amount),
            "22",
        ]
        sheet.y = spread(sheet, sheet.y, stops, cells, size=7.5) + 2.5
    _transport_foot(sheet, bill, spese)
    return Drawn(
        sheet.finish(),
        (
            bill.truth(
                sheet,
                "due seller_id buyer_id subtotal tax tax_base qty price",
                "ddt-headings",
                "discount-cascade",
                "totals-cells",
            ),
        ),
    )


def _transport_head(sheet: Sheet, bill: Bill) -> None:
    sheet.text(28, 40, bill.seller.name, size=16, bold=True, colour=(0.1, 0.2, 0.5))
    sheet.lines(
        28,
        53,
        [
            f"{bill.seller.street} - {bill.seller.city} - Tel. {bill.seller.phone}",
            f"P.IVA e C.F. {bill.seller.tax_id} - Cap. Soc. € 50.000,00 i.v. - REA VI 218843",
        ],
        size=7,
    )
    sheet.box(28, 78, 290, 140)
    sheet.text(32, 87, "Destinazione merce", size=6, colour=GREY)
    sheet.lines(36, 100, [bill.ship_to.name, *bill.ship_to.address], size=8.5)
    sheet.box(300, 78, 566, 140)
    sheet.text(304, 87, "Spett.le", size=6, colour=GREY)
    sheet.lines(308, 100, [bill.buyer.name, *bill.buyer.address], size=9, bold_first=True)
    labels = (
        ("Tipo documento", "FATTURA DIFFERITA", 110),
        ("Numero", bill.number, 75),
        ("Data", bill.d(bill.date), 75),
        ("Cod. cliente", "00417", 60),
        ("Partita IVA cliente", bill.buyer.tax_id, 110),
        ("Pag.", str(sheet.page), 108),
    )
    x = 28.0
    for label, value, width in labels:
        sheet.box(x, 146, x + width, 172)
        sheet.text(x + 3, 154, label, size=6, colour=GREY)
        sheet.text(x + 3, 167, value, size=8.5)
        x += width
    bar(sheet, 180, 14, 28, 566, (0.1, 0.2, 0.5))
    heads = ["Codice", "Descrizione", "Quantità", "UM", "Prezzo", "Sconti", "Importo", "IVA"]
    spread(sheet, 190, "<32 <80 >345 <350 >425 <432 >535 >562", heads, size=7.5, bold=True, colour=WHITE)
    sheet.y = 208


def _transport_foot(sheet: Sheet, bill: Bill, spese: Decimal) -> None:
    tax = bill.taxes[0]
    cells = (
        ("Totale merce", bill.m(bill.subtotal)),
        ("Spese trasporto", bill.m(spese)),
        ("Imponibile", bill.m(tax.base)),
        ("Aliq.", "22 %"),
        ("Imposta", bill.m(tax.amount)),
        ("TOTALE FATTURA €", bill.m(bill.total)),
    )
    for n, (label, value) in enumerate(cells):
        x = 28 + n * 89.6
        sheet.box(x, 710, x + 89.6, 742)
        sheet.text(x + 3, 719, label, size=6.5, colour=GREY)
        sheet.text(x + 84, 736, value, size=9.5, bold=n == 5, align="right")
    sheet.box(28, 742, 566, 770)
    sheet.text(32, 751, "Pagamento e scadenze", size=6, colour=GREY)
    sheet.text(
        32,
        764,
        (
            f"RI.BA. 60 GG F.M.      {bill.d(bill.due)}      € {bill.m(bill.total)}      Banca: Cassa "
            f"Berica  {bill.seller.iban}"
        ),
        size=8,
    )
    sheet.text(
        28,
        785,
        "Contributo CONAI assolto ove dovuto. Copia di cortesia priva di valore ai fini fiscali (art. 21 DPR 633/72).",
        size=6,
    )


@family("italian-split-payment")
def italian_split_payment(rng: Random) -> Drawn:
    """Services to a public body: the tax is shown and taken off again (art. 17-ter), CIG and CUP, net to pay."""
    bill = Bill(rng, "IT", rng.choice(("#/PA", "##/{y}", "FPA ##/##")))
    bill.buyer = replace(
        bill.buyer,
        name=f"Comune di {rng.choice(('Montelupo Basso', 'Fontanarossa', 'Valdifiume'))}",
        tax_id=bill.shape("8##########"),
    )
    for text in rng.sample(
        (
            "Manutenzione ordinaria verde pubblico, II trimestre",
            "Servizio di trascrizione sedute consiliari",
            "Canone assistenza software protocollo",
            "Formazione del personale (n. 4 giornate)",
        ),
        rng.randint(1, 3),
    ):
        bill.add(text, None, price_of(rng, 180, 9000, step="5"), rate=Decimal(22))
    bill.reckon()
    bill.withheld = bill.tax
    sheet = Sheet()
    sheet.rule(50, 80, 545, 80, 2)
    sheet.text(50, 70, bill.seller.name, size=15)
    sheet.text(545, 70, "servizi per gli enti locali", size=9, align="right", colour=GREY)
    sheet.lines(
        350,
        110,
        [
            "Spett.le",
            bill.buyer.name,
            "Area Tecnica - Ufficio Ragioneria",
            *bill.buyer.address,
            f"C.F. {bill.buyer.tax_id}",
            f"Cod. univoco {bill.shape('UF@@##')}",
        ],
        size=9.5,
    )
    sheet.text(50, 215, f"FATTURA ELETTRONICA n. {bill.number} del {bill.d(bill.date)}", size=12, bold=True)
    sheet.text(
        50,
        232,
        (
            f"CIG: {bill.shape('Z##@@#####')}   CUP: {bill.shape('@##@##########')}   Determina n. "
            f"{bill.shape('###')} del {bill.d(bill.date, -70)}"
        ),
        size=8,
    )
    sheet.y = 262
    for row in bill.rows:
        sheet.box(50, sheet.y - 12, 440, sheet.y + 18)
        sheet.box(440, sheet.y - 12, 545, sheet.y + 18)
        spread(sheet, sheet.y + 2, "<56 >539", [folded(sheet, row.text, 375, 9), f"€ {bill.m(row.amount)}"], size=9)
        sheet.y += 30
    rows = (
        ("Totale imponibile", bill.subtotal),
        ("IVA 22%", bill.tax),
        ("Totale documento", bill.total),
        ("a dedurre IVA in scissione dei pagamenti art. 17-ter DPR 633/72", -bill.withheld),
        ("NETTO A PAGARE", bill.payable),
    )
    for label, value in rows:
        sheet.box(50, sheet.y - 12, 440, sheet.y + 6)
        sheet.box(440, sheet.y - 12, 545, sheet.y + 6)
        bold = label.isupper()
        spread(sheet, sheet.y, ">434 >539", [label, f"€ {bill.m(value)}"], size=9, bold=bold)
        sheet.y += 18
    sheet.lines(
        50,
        sheet.y + 24,
        [
            f"Termini: 30 gg data ricevimento. Scadenza {bill.d(bill.due)}",
            f"IBAN {bill.seller.iban} (conto dedicato L. 136/2010)",
            f"Il legale rappresentante {person(rng, bill.land)}",
        ],
        size=9,
        leading=1.6,
    )
    foot = (
        f"{bill.seller.name} - {bill.seller.street} - {bill.seller.city} - P. IVA "
        f"{bill.seller.tax_id} - PEC {bill.seller.mail}"
    )
    sheet.text(297, 815, foot, size=7, align="centre")
    return Drawn(
        sheet.finish(),
        (bill.truth(sheet, "due seller_id buyer_id subtotal tax payable", "split-payment", "merged-cells"),),
    )
