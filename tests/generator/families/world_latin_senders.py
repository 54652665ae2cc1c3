"""Forms that a tax office lays out and everybody prints: Brazil's DANFE and Argentina's lettered invoice."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import Bill, bars, price_of, spread, squares
from tests.generator.forms import cell_row, table
from tests.generator.ink import number_text
from tests.generator.lands import person
from tests.generator.listing import pairs, some
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, Truth, family
from tests.generator.sheet import Sheet
from tests.generator.table import Look

PRODUTOS = (
    ("PARAFUSO SEXTAVADO M10X50 ZINCADO", "73181500", "PC", 1),
    ("TINTA ACRILICA FOSCA BRANCO NEVE 18L", "32091010", "LT", 0),
    ("CABO FLEXIVEL 2,5MM 750V AZUL ROLO 100M", "85444900", "RL", 1),
    ("LUVA DE SEGURANCA NITRILICA TAM G CA 12345", "40151900", "PR", 0),
    ("DISCO DE CORTE 7 POL", "68042211", "UN", 1),
    ("CAFE TORRADO E MOIDO 500G", "09012100", "UN", 0),
)


@family("brazilian-danfe")
def brazilian_danfe(rng: Random) -> Drawn:
    """Goods' electronic note: receipt strip above, boxes for everybody, ICMS inside the price, IPI on top of it."""
    bill = Bill(rng, "BR", "000.0##.###")
    bill.places = 2
    maker = rng.random() < 0.4
    ipi, icms = Decimal(rng.choice((5, 10))) if maker else ZERO, Decimal(rng.choice((12, 18)))
    for text, ncm, uom, _ in rng.choices(PRODUTOS, k=some(rng, 60)):
        bill.add(
            text,
            rng.choice((1, 2, 10, 50)),
            price_of(rng, 2, 380),
            rate=ipi,
            sku=bill.shape("####"),
            uom=uom,
            more=(ncm,),
        )
    freight = rng.choice((ZERO, ZERO, price_of(rng, 20, 180)))
    off = rng.choice((ZERO, ZERO, bill.money(bill.sum(bill.rows) / 50)))
    bill.reckon(taxed=maker, slips="total amount")
    bill.charges, bill.discount = freight, off
    bill.total += freight - off
    base = bill.subtotal + freight - off
    sheet, inside = Sheet(), bill.money(base * icms / 100)
    key = " ".join(bill.shape("####") for _ in range(11))
    parts = rng.choice((1, 1, 2, 3, 0))
    _danfe_top(sheet, bill, key)
    y = _danfe_buyer(sheet, bill, 220)
    y = _danfe_dues(sheet, bill, parts, y)
    y = _danfe_sums(sheet, bill, base, inside, y)
    sheet.y = _danfe_carrier(sheet, bill, y) + 10
    sheet.text(22, sheet.y - 2, "DADOS DOS PRODUTOS / SERVIÇOS", size=6, bold=True)
    heads = "38<CÓDIGO|158<DESCRIÇÃO DO PRODUTO / SERVIÇO|42<NCM/SH|22<CST|26<CFOP|20<UN|38>QUANT|44>VALOR UNIT"
    heads += "|46>VALOR TOTAL|42>B.CÁLC ICMS|36>VALOR ICMS|37>VALOR IPI"
    rows = [_danfe_row(bill, r.sku or "", n, icms, ipi) for n, r in enumerate(bill.rows)]

    def begin() -> None:
        _danfe_top(sheet, bill, key)
        sheet.y = 222

    table(sheet, 22, heads, rows, Look("grid", size=5.5, gap=3, pad=2), bottom=740, begin=begin)
    said = f"Pedido {bill.shape('#####')}. Trib. aprox. R$ {bill.m(bill.money(bill.total * 31 / 100))} Fonte: IBPT."
    cell_row(sheet, 752, 66, (22, 370, 571), [("INFORMAÇÕES COMPLEMENTARES", said), ("RESERVADO AO FISCO", "")], size=7)
    return Drawn(sheet.finish(), (_danfe_truth(bill, sheet, parts, inside),))


def _danfe_top(sheet: Sheet, bill: Bill, key: str) -> None:
    got = f"RECEBEMOS DE {bill.seller.name.upper()} OS PRODUTOS/SERVIÇOS CONSTANTES DA NOTA FISCAL INDICADA AO LADO"
    cell_row(sheet, 22, 17, (22, 460), [(got, "")], small=5.5)
    slip = [("DATA DE RECEBIMENTO", ""), ("IDENTIFICAÇÃO E ASSINATURA DO RECEBEDOR", "")]
    cell_row(sheet, 39, 21, (22, 130, 460), slip, small=5.5)
    sheet.box(460, 22, 571, 60)
    sheet.lines(515, 34, ["NF-e", f"Nº {bill.number}", "SÉRIE 001"], size=8.5, align="centre", bold_first=True)
    sheet.text(297, 67, "- " * 110, size=5, align="centre")
    sheet.box(22, 72, 260, 160)
    sheet.lines(28, 92, [bill.seller.name, *bill.seller.address, f"Fone: {bill.seller.phone}"], size=9, bold_first=True)
    sheet.box(260, 72, 350, 160)
    sheet.text(305, 84, "DANFE", size=11, bold=True, align="centre")
    sheet.lines(305, 93, ["Documento Auxiliar da", "Nota Fiscal Eletrônica"], size=6.5, align="centre")
    sheet.lines(268, 116, ["0 - ENTRADA", "1 - SAÍDA"], size=6.5)
    sheet.box(325, 108, 340, 124)
    sheet.text(332, 120, "1", size=9, align="centre")
    page = f"FOLHA {sheet.page}"
    sheet.lines(305, 136, [f"Nº {bill.number}", "SÉRIE 001", page], size=7.5, align="centre")
    sheet.box(350, 72, 571, 160)
    bars(sheet, 362, 78, 28, Random(key), 70)
    sheet.text(354, 116, "CHAVE DE ACESSO", size=5.5)
    sheet.text(460, 127, key, size=6.5, align="centre")
    where = ["Consulta de autenticidade no portal nacional da NF-e", "www.nfe.fazenda.example/portal"]
    sheet.lines(460, 142, where, size=6, align="centre")
    proto = f"1{key.replace(' ', '')[:14]}  {bill.d(bill.date)} 10:42:17"
    first = [("NATUREZA DA OPERAÇÃO", "VENDA DE MERCADORIA"), ("PROTOCOLO DE AUTORIZAÇÃO DE USO", proto)]
    y = cell_row(sheet, 160, 22, (22, 350, 571), first, small=5.5)
    last = [("INSCRIÇÃO ESTADUAL", key.replace(" ", "")[5:14]), ("INSC. EST. DO SUBST. TRIB.", "")]
    cell_row(sheet, y, 22, (22, 200, 380, 571), [*last, ("CNPJ", bill.seller.tax_id)], small=5.5)


def _danfe_buyer(sheet: Sheet, bill: Bill, y: float) -> float:
    sheet.text(22, y - 2, "DESTINATÁRIO / REMETENTE", size=6, bold=True)
    who = [("NOME / RAZÃO SOCIAL", bill.buyer.name), ("CNPJ / CPF", bill.buyer.tax_id)]
    y = cell_row(sheet, y, 21, (22, 350, 470, 571), [*who, ("DATA DA EMISSÃO", bill.d(bill.date))], small=5.5)
    town, _, post = bill.buyer.city.partition("  ")
    where = [("ENDEREÇO", bill.buyer.street), ("BAIRRO / DISTRITO", "CENTRO"), ("CEP", post)]
    out = ("DATA DA SAÍDA/ENTRADA", bill.d(bill.date))
    y = cell_row(sheet, y, 21, (22, 250, 370, 470, 571), [*where, out], small=5.5)
    last = [("MUNICÍPIO", town.split(" - ")[0]), ("UF", town[-2:]), ("FONE / FAX", bill.buyer.phone)]
    last += [("INSCRIÇÃO ESTADUAL", bill.shape("#########")), ("HORA DA SAÍDA", "")]
    return cell_row(sheet, y, 21, (22, 200, 230, 340, 470, 571), last, small=5.5) + 10


def _dues(bill: Bill, parts: int) -> list[tuple[dt.date, Decimal]]:
    share = bill.money(bill.total / parts)
    days = [bill.due + dt.timedelta(days=30 * n) for n in range(parts)]
    return [(day, share if n else bill.total - share * (parts - 1)) for n, day in enumerate(days)]


def _danfe_dues(sheet: Sheet, bill: Bill, parts: int, y: float) -> float:
    if not parts:
        return y
    sheet.text(22, y - 2, "FATURA / DUPLICATA", size=6, bold=True)
    for n, (day, share) in enumerate(_dues(bill, parts)):
        x = 22 + 120 * n
        sheet.box(x, y, x + 116, y + 34)
        rows = [("Num.", f"00{n + 1}"), ("Venc.", bill.d(day)), ("Valor", f"R$ {bill.m(share)}")]
        pairs(sheet, y + 9, f"<{x + 4} >{x + 112}", rows, size=7, step=10)
    return y + 44


def _danfe_sums(sheet: Sheet, bill: Bill, base: Decimal, inside: Decimal, y: float) -> float:
    sheet.text(22, y - 2, "CÁLCULO DO IMPOSTO", size=6, bold=True)
    edges = [22 + n * 109.8 for n in range(6)]
    first = [("BASE DE CÁLC. DO ICMS", base), ("VALOR DO ICMS", inside), ("BASE DE CÁLC. ICMS S.T.", ZERO)]
    first += [("VALOR DO ICMS SUBST.", ZERO), ("V. TOTAL PRODUTOS", bill.subtotal)]
    y = cell_row(sheet, y, 22, edges, [(a, bill.m(b)) for a, b in first], small=5.5, side=">")
    edges = [22 + n * 91.5 for n in range(7)]
    last = [("VALOR DO FRETE", bill.charges), ("VALOR DO SEGURO", ZERO), ("DESCONTO", bill.discount)]
    last += [("OUTRAS DESPESAS", ZERO), ("VALOR TOTAL IPI", bill.tax), ("V. TOTAL DA NOTA", bill.total)]
    return cell_row(sheet, y, 22, edges, [(a, bill.m(b)) for a, b in last], small=5.5, side=">") + 10


def _danfe_carrier(sheet: Sheet, bill: Bill, y: float) -> float:
    sheet.text(22, y - 2, "TRANSPORTADOR / VOLUMES TRANSPORTADOS", size=6, bold=True)
    weight = bill.rng.randint(4, 900)
    who = [("NOME / RAZÃO SOCIAL", "O MESMO"), ("FRETE POR CONTA", "0-Remetente (CIF)"), ("PLACA", ""), ("CNPJ", "")]
    y = cell_row(sheet, y, 21, (22, 250, 370, 470, 571), who, small=5.5)
    load = [("QUANTIDADE", str(len(bill.rows))), ("ESPÉCIE", "VOLUMES"), ("MARCA", "")]
    load += [("PESO BRUTO", f"{weight + 2},000"), ("PESO LÍQUIDO", f"{weight},000")]
    return cell_row(sheet, y, 21, (22, 130, 240, 350, 460, 571), load, small=5.5)


def _danfe_row(bill: Bill, sku: str, n: int, icms: Decimal, ipi: Decimal) -> list[str]:
    r = bill.rows[n]
    part, extra = bill.money(r.amount * icms / 100), bill.money(r.amount * ipi / 100)
    what = [sku, r.text, r.more[0], "000", "5102", r.uom or ""]
    sums = (r.amount, r.amount, part, extra)
    return [*what, bill.numbers.write(r.qty or ZERO, 4), bill.m(r.price or ZERO), *(bill.m(value) for value in sums)]


def _danfe_truth(bill: Bill, sheet: Sheet, parts: int, inside: Decimal) -> Truth:
    truth = bill.truth(sheet, "due seller_id buyer_id subtotal qty price", "tax-office-form", "dense-boxes")
    days = [day.isoformat() for day, _ in _dues(bill, parts)] if parts else []
    plain = bill.number.replace(".", "").lstrip("0")
    truth["invoice"]["number"] = [bill.number, plain]
    truth["invoice"]["due_date"] = days[0] if parts == 1 else [*days, None] if days else "absent"
    taxes = [number_text(bill.tax), number_text(bill.tax + inside), number_text(inside), None]
    truth["totals"] |= {"tax_base": None, "tax": taxes}  # ICMS stands inside the price, IPI beside it
    return bill.charge_as_line(truth)


OFICIOS = (
    "Servicio de mantenimiento mensual",
    "Honorarios profesionales",
    "Diseño y desarrollo web",
    "Flete zona norte",
)
GENEROS = ("Yerba mate 1 kg x 10", "Fideos guiseros 500 g x 20", "Aceite girasol 900 cc x 12", "Harina 000 bolsa 25 kg")


@family("argentine-letter-form")
def argentine_letter_form(rng: Random) -> Drawn:
    """The tax office's own print: A or C in a box amid the head, point of sale and number, six rates, CAE below."""
    letter = rng.choice("AAC")
    bill = Bill(rng, "AR", "0000#-0000####")
    bill.seller, bill.buyer = (replace(who, tax_id=who.tax_id.replace("-", "")) for who in (bill.seller, bill.buyer))
    if letter == "C":
        bill.seller = replace(bill.seller, name=person(rng, bill.land).upper(), tax_id=bill.shape("27#########"))
    goods = letter == "A" and rng.random() < 0.5
    for text in rng.choices(GENEROS if goods else OFICIOS, k=some(rng, 12) if goods else rng.randint(1, 3)):
        rate = Decimal(rng.choice(("21", "21", "10.5"))) if letter == "A" else ZERO
        off = rng.choice((0, 0, 0, 10)) if goods else 0
        sku = bill.shape("###") if goods else None
        price = price_of(rng, 2000, 90_000) if goods else price_of(rng, 40_000, 900_000, step="500")
        bill.add(
            text, rng.choice((1, 2, 5) if goods else (1,)), price, rate=rate, discount=off, sku=sku, uom="unidades"
        )
    bill.reckon(taxed=letter == "A", slips="total amount")
    sheet = Sheet()
    _letter_head(sheet, bill, letter, goods)
    sheet.y = 262
    rows = []
    for r in bill.rows:
        share = r.discount * 100 / (r.amount + r.discount) if r.discount else ZERO
        start = [r.sku or "", r.text, bill.m(r.qty or ZERO), r.uom or "", bill.m(r.price or ZERO), bill.m(share)]
        gross = bill.money(r.amount * (1 + r.rate / 100))
        rows.append([*start, *([bill.m(r.amount), f"{bill.q(r.rate)}%", bill.m(gross)] if letter == "A" else [])])
        if letter == "C":
            rows[-1] += [bill.m(r.discount), bill.m(r.amount)]
    heads = "40<Código|150<Producto / Servicio|45>Cantidad|48<U. Medida|62>Precio Unit.|38>% Bonif"
    heads += "|62>Subtotal|42^Alícuota IVA|68>Subtotal c/IVA" if letter == "A" else "|80>Imp. Bonif.|92>Subtotal"
    table(sheet, 20, heads, rows, Look("none", size=7.5, gap=5, header_fill=(0.85, 0.85, 0.85)), bottom=600)
    _letter_foot(sheet, bill, letter)
    truth = bill.truth(
        sheet, f"seller_id buyer_id qty price subtotal {'due' * (not goods)}", "tax-office-form", "letter"
    )
    truth["invoice"]["number"] = [bill.number, bill.number.split("-")[1]]
    if letter == "A":
        truth["totals"]["tax"] = [truth["totals"]["tax"][0], None] if len(bill.taxes) > 1 else number_text(bill.tax)
    return Drawn(sheet.finish(), (truth,))


def _letter_head(sheet: Sheet, bill: Bill, letter: str, goods: bool) -> None:
    sheet.box(20, 22, 575, 40)
    sheet.text(297, 35, "ORIGINAL", size=11, bold=True, align="centre")
    sheet.box(20, 40, 575, 148)
    sheet.box(277, 40, 317, 76)
    sheet.text(297, 61, letter, size=20, bold=True, align="centre")
    sheet.text(297, 72, "COD. 01" if letter == "A" else "COD. 011", size=6.5, bold=True, align="centre")
    sheet.rule(297, 76, 297, 148)
    sheet.text(150, 66, bill.seller.name, size=13, bold=True, align="centre")
    state = "IVA Responsable Inscripto" if letter == "A" else "Responsable Monotributo"
    mine = [("Razón Social:", bill.seller.name), ("Domicilio Comercial:", ", ".join(bill.seller.address))]
    mine += [("Condición frente al IVA:", state)]
    for n, (label, value) in enumerate(mine):
        sheet.text(26, 96 + 20 * n, label, size=7.5, bold=True)
        past = sheet.width_of(label, 7.5, bold=True) + 4
        sheet.lines(26 + past, 96 + 20 * n, sheet.wrap(value, 262 - past, 7.5), size=7.5, leading=1.2)
    sheet.text(335, 66, "FACTURA", size=17, bold=True)
    point, number = bill.number.split("-")
    facts = [f"Punto de Venta:  {point}    Comp. Nro:  {number}", f"Fecha de Emisión:  {bill.d(bill.date)}", ""]
    sheet.lines(335, 84, facts, size=8.5, leading=1.6)
    start = f"Fecha de Inicio de Actividades: 01/0{bill.shape('#')}/20{bill.shape('1#')}"
    sheet.lines(335, 120, [f"CUIT: {bill.seller.tax_id}", f"Ingresos Brutos: {bill.seller.tax_id}", start], size=7.5)
    top = 152
    if not goods:
        sheet.box(20, 152, 575, 170)
        first, last = bill.d(bill.date.replace(day=1)), bill.d(bill.date)
        said = f"Período Facturado Desde: {first}   Hasta: {last}       Fecha de Vto. para el pago: {bill.d(bill.due)}"
        sheet.text(26, 164, said, size=8, bold=True)
        top = 174
    sheet.box(20, top, 575, top + 62)
    name = f"Apellido y Nombre / Razón Social: {bill.buyer.name}"
    spread(sheet, top + 14, "<26 <220", [f"CUIT: {bill.buyer.tax_id}", name], size=8)
    where = f"Domicilio: {', '.join(bill.buyer.address)}"
    spread(sheet, top + 31, "<26 <280", ["Condición frente al IVA: IVA Responsable Inscripto", where], size=8)
    sold = bill.rng.choice(("Cuenta Corriente", "Contado", "Otra"))
    sheet.text(26, top + 48, f"Condición de venta: {sold}", size=8)


def _letter_foot(sheet: Sheet, bill: Bill, letter: str) -> None:
    sheet.box(20, 612, 575, 728)
    taxes = {tax.rate: tax.amount for tax in bill.taxes}
    sums = [("Subtotal: $", bill.subtotal)]
    if letter == "A":
        sums = [("Importe Neto Gravado: $", bill.subtotal)]
        sums += [
            (f"IVA {bill.q(Decimal(r))}%: $", taxes.get(Decimal(r), ZERO))
            for r in ("27", "21", "10.5", "5", "2.5", "0")
        ]
    sums += [("Importe Otros Tributos: $", ZERO), ("Importe Total: $", bill.total)]
    top = 722 - 12 * (len(sums) - 1)
    pairs(sheet, top, ">480 >568", [(a, bill.m(b)) for a, b in sums], size=8.5, bold=("Importe Total", "Importe Neto"))
    squares(sheet, 22, 738, 76, bill.rng)
    sheet.text(110, 750, "Comprobante Autorizado", size=9, bold=True)
    sheet.text(297, 750, "Pág. 1/1", size=8, align="centre")
    until = f"Fecha de Vto. de CAE: {bill.d(bill.date, 10)}"
    sheet.lines(568, 750, [f"CAE N°: {bill.shape('7#############')}", until], size=8.5, align="right", leading=1.6)
    sheet.text(
        110, 764, "Esta Agencia no se responsabiliza por los datos ingresados en el detalle de la operación", size=6
    )
