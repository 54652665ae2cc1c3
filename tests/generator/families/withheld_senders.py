"""Senders from whom the buyer keeps back a part for the state: an Italian engineer, a Spanish landlord."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, VERA, Bill, price_of, spread
from tests.generator.ink import number_text
from tests.generator.lands import person
from tests.generator.listing import listing, pairs, turned
from tests.generator.registry import Drawn, family
from tests.generator.sheet import TIMES, Sheet


@family("italian-studio-fee")
def italian_studio_fee(rng: Random) -> Drawn:
    """A professional: fiscal code and VAT number of both, social fund 4 % on the fee, withholding 20 %, net to pay."""
    bill = Bill(rng, "IT", rng.choice(("##/{y}", "###", "FPR ##/##")))
    bill.seller = replace(
        bill.seller, name=f"Studio Tecnico Ing. {person(rng, bill.land)}", tax_id=bill.shape("0##########")
    )
    bill.buyer = replace(bill.buyer, tax_id=bill.shape("0##########"))
    rate = Decimal(22)
    for text in rng.sample(
        ("Progetto strutturale capannone", "Direzione lavori, 2° acconto", "Relazione geologica", "Pratica catastale"),
        rng.randint(1, 4),
    ):
        bill.add(text, None, Decimal(rng.randint(3, 90) * 100), rate=rate)
    fund = bill.money(bill.sum(bill.rows) * 4 / 100)
    bill.reckon(charges=fund, at=rate)
    bill.withheld = bill.money(bill.subtotal * 20 / 100)
    sheet = Sheet(face=TIMES)
    sheet.text(60, 60, bill.seller.name, size=14, bold=True)
    code = bill.shape("@@@@@@##@##@###@")
    mine = [", ".join(bill.seller.address), f"C.F. {code}  P.IVA {bill.seller.tax_id}", f"PEC {bill.seller.mail}"]
    sheet.lines(60, 74, mine, size=9)
    whom = ["Spett.le", bill.buyer.name, *bill.buyer.address]
    y = sheet.lines(
        330,
        130,
        [*whom, f"P.IVA {bill.buyer.tax_id}" if rng.random() < 0.5 else f"C.F./P.IVA: {bill.buyer.tax_id}"],
        size=10.5,
    )
    sheet.text(330, y, "Cod. dest. 0000000", size=8, colour=GREY)
    sheet.text(60, 240, f"Fattura n. {bill.number} del {bill.d(bill.date)}", size=13, bold=True)
    sheet.rule(60, 250, 535, 250)
    sheet.y = 270
    rows = [(row.text, f"€ {bill.m(row.amount)}") for row in bill.rows]
    listing(sheet, "<60 >535", rows, turn=turned(sheet, lambda: None), size=10.5, gap=6)
    sheet.rule(60, sheet.y - 6, 535, sheet.y - 6)
    sums = [
        ("Totale onorari", bill.subtotal),
        ("Contributo integrativo cassa 4%", fund),
        ("Imponibile IVA", bill.tax_base),
        ("IVA 22%", bill.tax),
    ]
    sums += [
        ("TOTALE FATTURA", bill.total),
        (f"A dedurre ritenuta d'acconto 20% su {bill.m(bill.subtotal)}", -bill.withheld),
        ("NETTO A PAGARE", bill.payable),
    ]
    texts = [(label, f"€ {bill.m(figure)}") for label, figure in sums]
    y = pairs(sheet, sheet.y + 12, "<230 >535", texts, size=10.5, step=17, bold=("TOTALE", "NETTO"))
    shows_due = rng.random() < 0.6
    pay = f"Scadenza pagamento: {bill.d(bill.due)}" if shows_due else "Pagamento: rimessa diretta"
    sheet.lines(60, y + 20, [pay, f"Bonifico su IBAN IT{bill.shape('##@##########')}"], size=10)
    shown = f"{'due' if shows_due else ''} seller_id buyer_id subtotal tax_base tax payable"
    return Drawn(sheet.finish(), (bill.truth(sheet, shown, "withheld", "social-fund", "two-ids"),))


@family("spanish-rent")
def spanish_rent(rng: Random) -> Drawn:
    """A landlord's monthly page from a spreadsheet: parties in a table, IVA added, IRPF kept back, plain ids."""
    bill = Bill(rng, "ES", rng.choice(("{m}/{y}", "ALQ-{y}-{m}", "{y}/0##")))
    iva, month = Decimal(21), bill.date.strftime("%m-%Y")
    bill.add(f"Renta local comercial {month}", None, Decimal(rng.randint(8, 60) * 50), rate=iva)
    for text in rng.sample(("Repercusión IBI", "Gastos de comunidad", "Suministro de agua"), rng.randint(0, 3)):
        bill.add(text, None, price_of(rng, 12, 190), rate=iva)
    bill.reckon()
    bill.withheld = bill.money(bill.rows[0].amount * 19 / 100)
    sheet = Sheet(face=VERA)
    sheet.text(50, 60, "FACTURA DE ALQUILER", size=14)
    grid = [
        ("", "ARRENDADOR", "ARRENDATARIO"),
        ("Nombre", bill.seller.name, bill.buyer.name),
        ("N.I.F.", bill.seller.tax_id, bill.buyer.tax_id),
    ]
    grid += [("Domicilio", bill.seller.street, bill.buyer.street), ("Población", bill.seller.city, bill.buyer.city)]
    for n, texts in enumerate(grid):
        for x0, x1 in ((50, 120), (120, 335), (335, 550)):
            sheet.box(x0, 80 + 16 * n, x1, 96 + 16 * n)
        spread(sheet, 91 + 16 * n, "<54 <124 <339", list(texts), size=8, bold=n == 0)
    late = rng.random() < 0.5
    said = f"Nº factura: {bill.number}     Fecha: {bill.d(bill.date)}" + (
        f"     Vence: {bill.d(bill.due)}" if late else ""
    )
    sheet.text(50, 186, said, size=9, bold=True)
    sheet.text(
        50, 202, f"Inmueble: {bill.ship_to.street}, bajo. Ref. catastral {bill.shape('#######@@####@####@@')}", size=8
    )
    sheet.y = spread(sheet, 232, "<54 >546", ["CONCEPTO", "IMPORTE (€)"], size=8.5, bold=True) + 6
    listing(
        sheet,
        "<54 >546",
        [(row.text, bill.m(row.amount)) for row in bill.rows],
        turn=turned(sheet, lambda: None),
        size=8.5,
        gap=6,
    )
    rows = [
        ("Suma", bill.subtotal),
        ("I.V.A. 21%", bill.tax),
        ("Total factura", bill.total),
        ("I.R.P.F. 19% s/ renta", -bill.withheld),
        ("LÍQUIDO A PERCIBIR", bill.payable),
    ]
    pairs(
        sheet,
        sheet.y + 16,
        "<330 >546",
        [(label, bill.m(figure)) for label, figure in rows],
        size=9,
        step=16,
        bold=("Total", "LÍQ"),
    )
    sheet.text(50, 520, f"Domiciliado en ES** **** **** {bill.shape('####')}", size=8)
    truth = bill.truth(
        sheet, f"{'due' if late else ''} seller_id buyer_id subtotal tax payable", "withheld", "party-table"
    )
    truth["totals"]["tax_base"] = [number_text(bill.subtotal), None]
    return Drawn(sheet.finish(), (truth,))
