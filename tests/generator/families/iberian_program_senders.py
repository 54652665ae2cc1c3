"""Spain and Portugal as their programs print: a freelancer's net total, a certified invoice with its summary."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, Bill, bar, folded, price_of, spread, squares
from tests.generator.ink import number_text
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet

SPANIARDS = ("Íñigo Belmonte", "Nuria Cansino Robles", "Marta Ferrandis i Puig", "J. Ramón Olavide", "Lucía Peñalver")


@family("spanish-freelancer-total-net")
def spanish_freelancer_total_net(rng: Random) -> Drawn:
    """A cloud program's print: line totals with IVA in the last column, IRPF with a minus, TOTAL is what is left."""
    bill = Bill(rng, "ES", rng.choice(("F{y}-0##", "F24####", "##", "A-####")))
    bill.day_format = "%d/%m/%Y"
    bill.seller = replace(bill.seller, name=rng.choice(SPANIARDS), tax_id=bill.shape("########@"))
    iva = Decimal(21)
    jobs = "Diseño web corporativo|Mantenimiento mensual WordPress|Traducción EN-ES|Sesión fotográfica|Consultoría"
    for text in rng.sample(jobs.split("|"), rng.randint(1, 5)):
        bill.add(text, rng.choice((1, 1, 2, 10, Decimal("7.5"))), price_of(rng, 30, 900, step="5"), rate=iva)
    bill.reckon(slips="qty")
    percent = rng.choice((7, 15, 15))
    bill.withheld = bill.money(bill.subtotal * percent / 100)
    sheet = Sheet()
    sheet.text(48, 64, "FACTURA", size=22, bold=True, colour=(0.2, 0.25, 0.35))
    sheet.text(547, 64, bill.seller.name, size=13, align="right")
    late = rng.random() < 0.6
    head = [("Número #", bill.number), ("Fecha", bill.d(bill.date))]
    head += [("Vencimiento", bill.d(bill.due))] if late else []
    pairs(sheet, 88, "<48 <120", head, size=9, step=13)
    for x, title, company in ((48, "DE", bill.seller), (300, "PARA", bill.buyer)):
        sheet.text(x, 148, title, size=8, colour=GREY)
        sheet.lines(x, 162, [company.name, company.tax_id, *company.address, "España"], size=9.5, bold_first=True)
    stops = "<52 >300 >360 >430 >475 >543"
    bar(sheet, 238, 18, 48, 547, (0.93, 0.94, 0.96))
    heads = ["CONCEPTO", "PRECIO", "UNIDADES", "SUBTOTAL", "IVA", "TOTAL"]
    sheet.y = spread(sheet, 250, stops, heads, size=8, bold=True) + 14
    rows = []
    for row in bill.rows:
        gross = bill.money(row.amount * Decimal("1.21"))
        texts = (
            folded(sheet, row.text, 185, 9),
            f"{bill.m(row.price or ZERO)}€",
            bill.q(row.qty),
            f"{bill.m(row.amount)}€",
        )
        rows.append((*texts, "21%", f"{bill.m(gross)}€"))
    listing(sheet, stops, rows, turn=turned(sheet, lambda: None), size=9, gap=8, rules=(48, 547))
    sums = [
        ("BASE IMPONIBLE", bill.subtotal),
        ("IVA 21%", bill.tax),
        (f"IRPF -{percent}%", -bill.withheld),
        ("TOTAL", bill.payable),
    ]
    figures = [(label, f"{bill.m(value)}€") for label, value in sums]
    y = pairs(sheet, sheet.y + 12, "<360 >543", figures, size=10, step=18, bold=("TOTAL",))
    sheet.lines(
        48,
        y + 20,
        ["Condiciones de pago", f"Pago por transferencia bancaria al siguiente IBAN: {bill.seller.iban}"],
        size=9,
        bold_first=True,
    )
    truth = bill.truth(
        sheet, f"{'due' if late else ''} seller_id buyer_id tax_base tax qty price payable", "withheld", "gross-column"
    )
    truth["totals"]["total"] = [number_text(bill.total), None]
    return Drawn(sheet.finish(), (truth,))


ARTICLES = "Azeite virgem extra 5 L|Vinho tinto cx. 6|Conserva de sardinha|Pão|Detergente 5 kg|Água 33 cl pk 24"
IVA = {"Azeite": 6, "Vinho": 13, "Conserva": 6, "Pão": 6, "Detergente": 23, "Água": 13}


@family("portuguese-certified-program")
def portuguese_certified_program(rng: Random) -> Drawn:
    """The usual program's print: ATCUD and QR, goods before discounts in the stack of sums, IVA summary."""
    bill = Bill(rng, "PT", rng.choice(("FT {y}A/####", "FT 1/####", "FAC A{y}/###")))
    for text in rng.choices(ARTICLES.split("|"), k=some(rng, 44)):
        less, sku = rng.choice((0, 0, 5, 10)), bill.shape("A0###")
        rate, qty = Decimal(IVA[text.split()[0]]), rng.choice((1, 2, 6, 12, 48))
        bill.add(text, qty, price_of(rng, 0.9, 48), discount=less, rate=rate, sku=sku, uom="UN", more=(str(less),))
    bill.reckon(charges=rng.choice((ZERO, ZERO, Decimal("7.50"))), at=Decimal(23), slips="total amount")
    sheet = Sheet()
    sheet.text(40, 52, bill.seller.name, size=14, bold=True)
    mine = [
        bill.seller.street,
        bill.seller.city,
        f"Tel.: {bill.seller.phone}",
        f"Contribuinte N.º: {bill.seller.tax_id}",
    ]
    sheet.lines(40, 66, [*mine, "Cap. Social 50.000,00 EUR   Cons. Reg. Com. Portinho"], size=8)
    squares(sheet, 475, 36, 80, rng, 27)
    sheet.text(475, 126, f"ATCUD:{bill.shape('@@@@####-####')}", size=7)
    sheet.lines(320, 142, ["Exmo.(s) Sr.(s)", bill.buyer.name, *bill.buyer.address], size=9.5)
    sheet.text(40, 196, f"Fatura {bill.number}", size=11, bold=True)
    sheet.text(555, 196, "Original", size=9, align="right")
    with_id, late = rng.random() < 0.8, rng.random() < 0.6
    tops = ["V/N.º Contrib.", "Requisição", "Moeda", "Câmbio", "Data", "Vencimento" if late else "Condição Pagamento"]
    cells = [
        bill.buyer.tax_id if with_id else "Consumidor final",
        bill.shape("R-###"),
        "EUR",
        "1,00",
        bill.d(bill.date),
    ]
    cells += [bill.d(bill.due) if late else "Pronto pagamento"]
    sheet.rule(40, 206, 555, 206, 0.4)
    spread(sheet, 216, "<40 <140 <225 <280 <340 <440", tops, size=7.5, bold=True)
    spread(sheet, 228, "<40 <140 <225 <280 <340 <440", cells, size=8)
    _certified_rows(sheet, bill)
    _certified_sums(sheet, bill)
    shown = f"{'due' if late else ''} seller_id {'buyer_id' if with_id else ''} tax qty price"
    truth = bill.charge_as_line(bill.truth(sheet, shown, "atcud", "goods-before-discount"))
    saved = sum((row.discount for row in bill.rows), ZERO)
    before = truth["totals"] | {"subtotal": number_text(bill.subtotal + saved), "discount": number_text(saved)}
    return Drawn(sheet.finish(), ({**truth, "or": [*truth.get("or", ()), {"totals": before}]},))


def _certified_rows(sheet: Sheet, bill: Bill) -> None:
    stops = "<40 <95 >330 <338 >425 >465 >500 >555"

    def begin() -> None:
        top = 252 if sheet.page == 1 else 60
        heads = ["Artigo", "Descrição", "Qtd.", "Un.", "Pr. Unitário", "Desc.", "IVA", "Valor"]
        spread(sheet, top, stops, heads, size=8, bold=True)
        sheet.rule(40, top + 4, 555, top + 4, 0.4)
        sheet.y = top + 16

    begin()
    rows = [
        (
            r.sku or "",
            r.text,
            bill.q(r.qty, 2),
            r.uom or "",
            bill.m(r.price or ZERO, 3),
            f"{r.more[0]},00",
            f"{r.rate},00",
            bill.m(r.amount),
        )
        for r in bill.rows
    ]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8, gap=3, bottom=640)


def _certified_sums(sheet: Sheet, bill: Bill) -> None:
    room(sheet, 150, 790)
    y = max(sheet.y + 14, 640 if sheet.page == 1 else 200)
    sheet.text(40, y - 12, f"{bill.shape('@@@@')}-Processado por programa certificado n.º 0000/AT", size=7)
    sheet.rule(40, y - 8, 555, y - 8, 0.4)
    sheet.text(40, y + 4, "Quadro Resumo do IVA", size=8, bold=True)
    spread(sheet, y + 16, "<40 >170 >240", ["Taxa/Valor", "Incid./Qtd.", "Total"], size=7.5, bold=True)
    rows = [(f"IVA ({bill.m(t.rate)})", bill.m(t.base), bill.m(t.amount)) for t in bill.taxes]
    pairs(sheet, y + 27, "<40 >170 >240", rows, size=8, step=11)
    less = sum((row.discount for row in bill.rows), ZERO)
    sums = [
        ("Mercadoria/Serviços", bill.subtotal + less),
        ("Descontos Comerciais", less),
        ("Desconto Financeiro", ZERO),
    ]
    sums += [("Portes", bill.charges), ("Acerto", ZERO), ("IVA", bill.tax)]
    y = pairs(sheet, y + 4, "<370 >555", [(label, bill.m(value)) for label, value in sums], size=8.5, step=12)
    sheet.rule(370, y - 8, 555, y - 8, 0.4)
    spread(sheet, y + 6, "<370 >555", ["Total (EUR)", bill.m(bill.total)], size=11, bold=True)
    sheet.text(40, y + 6, "Os bens/serviços foram colocados à disposição na data do documento.", size=7)
    sheet.text(297, 822, f"IBAN {bill.seller.iban}   Obrigado pela sua preferência", size=7, align="centre")
