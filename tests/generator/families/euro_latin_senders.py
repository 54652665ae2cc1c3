"""Southern papers: an Italian boxed form with Ri.Ba., a Spanish distributor's albaranes, a Portuguese fatura-recibo."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, Bill, bar, folded, price_of, spread, squares
from tests.generator.english_folk import shown
from tests.generator.euro_folk import due_in, full_name, settle, term_only
from tests.generator.forms import cell_row
from tests.generator.ink import number_text
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, Truth, family
from tests.generator.sheet import Sheet

IVA_IT, TEN = Decimal(22), Decimal(10)
IRON = (
    "TUBO QUADRO 40X40X2 MT.6|LAMIERA ZINCATA 10/10 1000X2000|VITE TE 8.8 M12X40 ZN|CERNIERA A SALDARE MM.80|ELETTRODO "
)
IRON += "BASICO 2,5X350|DISCO TAGLIO INOX 125X1|PROFILO L 30X30X3|SERRATURA ELETTRICA DX|ANTIRUGGINE GRIGIO LT.2,5"

RIBA = (("RI.BA. 60 GG D.F.", (60,)), ("BONIFICO 30 GG DF", (30,)), ("R.B. 30/60 GG DF", (30, 60)))


@family("italian-boxed-riba")
def italian_boxed_riba(rng: Random) -> Drawn:
    """The classic gestionale: boxed head cells, 'Rif. DDT' lines, castelletto and scadenze at the foot."""
    bill = Bill(rng, "IT", rng.choice(("###/A", "1###", "####/{y}", "FT-00####", "2##/00")))
    bill.day_format = "%d/%m/%Y"
    settle(bill, ("FERRAMENTA {} S.R.L.", "{} SIDERURGICA SPA", "{} & C. S.n.c."),
           ("OFFICINA {}", "CARPENTERIE {} S.R.L.", "EDIL {0} DI {0} G.", "{} INFISSI SAS"))  # fmt: skip
    for name in ("seller", "buyer"):
        party = getattr(bill, name)
        setattr(bill, name, replace(party, name=party.name.upper(), tax_id=bill.shape("0##########")))
    note = ""
    for n, text in enumerate(rng.choices(IRON.split("|"), k=some(rng, 40))):
        if n % 5 == 0:
            note = f"Rif. DDT N. {rng.randint(100, 2900)} DEL {bill.d(bill.date, -rng.randint(2, 25))}"
        less = rng.choice((0, 0, 20, 35))
        unit, qty = rng.choice((("NR", rng.randint(1, 50)), ("KG", rng.randint(5, 400)), ("MT", rng.randint(6, 60))))
        bill.add(text, qty, price_of(rng, 0.8, 44), discount=less, rate=IVA_IT, sku=bill.shape("@@####"), uom=unit,
                 more=(note, str(less)))  # fmt: skip
    bill.reckon(charges=rng.choice((ZERO, ZERO, Decimal("5.00"))), at=IVA_IT, slips="total amount")
    sheet = Sheet()
    pay, terms = rng.choice(RIBA)
    _riba_head(sheet, bill, pay)
    _riba_rows(sheet, bill)
    days = [bill.date + dt.timedelta(days=term) for term in terms]
    bill.due = days[0]
    _riba_foot(sheet, bill, days)
    truth = bill.truth(sheet, "due seller_id buyer_id subtotal tax_base tax qty price", "boxed", "transport-notes")
    if len(days) > 1:
        truth["invoice"]["due_date"] = [None, *(day.isoformat() for day in days)]
    return Drawn(sheet.finish(), (bill.charge_as_line(truth),))


def _riba_head(sheet: Sheet, bill: Bill, pay: str) -> None:
    seller, buyer = bill.seller, bill.buyer
    sheet.text(30, 46, seller.name, size=15, bold=True)
    mine = [f"Sede legale: {seller.street} - {seller.city}", f"Tel. {seller.phone} - PEC {seller.mail}"]
    mine += [f"P.IVA e C.F. {seller.tax_id} - R.E.A. {bill.shape('@@ ######')} - Cap. soc. € 46.800,00 i.v."]
    sheet.lines(30, 58, mine, size=7)
    sheet.box(300, 92, 565, 158)
    sheet.text(304, 101, "Spett.le", size=7)
    sheet.lines(312, 115, [buyer.name, *buyer.address], size=9.5)
    sheet.text(30, 104, "Destinazione merce", size=6.5)
    sheet.lines(30, 116, ["STESSO DESTINATARIO"] if bill.rng.random() < 0.6 else list(bill.ship_to.address), size=8)
    edges = (30, 130, 200, 260, 380, 565)
    kind = bill.rng.choice(("FATTURA DIFFERITA", "FATTURA", "FATT. DIFFERITA"))
    cells = [("Tipo documento", kind), ("Numero", bill.number), ("Data", bill.d(bill.date)), ("Cod. cliente", "")]
    cells[3] = ("Cod. cliente", bill.shape("C.0####"))
    y = cell_row(sheet, 166, 24, edges, [*cells, ("Partita IVA / Codice fiscale", buyer.tax_id)], small=6)
    cells = [("Pagamento", pay), ("Banca d'appoggio", "CASSA RURALE DI ANCONETTA"), ("Agente", full_name(bill).upper())]
    cell_row(sheet, y, 24, (30, 200, 380, 565), cells, small=6)


def _riba_rows(sheet: Sheet, bill: Bill) -> None:
    stops = "<32 <92 <322 >382 >446 >484 >540 ^553"

    def begin() -> None:
        top = 228 if sheet.page == 1 else 50
        sheet.box(30, top - 9, 565, top + 4, fill=(0.9, 0.9, 0.9))
        heads = ["Codice", "Descrizione", "UM", "Quantità", "Prezzo", "Sc.%", "Importo", "IVA"]
        spread(sheet, top, stops, heads, size=7)
        sheet.y = top + 15

    begin()
    last = ""
    for row in bill.rows:
        if sheet.y > 670:
            sheet.text(565, 690, "SEGUE >>>", size=8, align="right")
            turned(sheet, begin)()
        if row.more[0] != last:
            last = row.more[0]
            sheet.y = spread(sheet, sheet.y, "<92", [last], size=7.5) + 2
        less = "" if row.more[1] == "0" else row.more[1]
        texts = [row.sku or "", row.text, row.uom or "", bill.q(row.qty, 2), bill.p(row.price), less]
        sheet.y = spread(sheet, sheet.y, stops, [*texts, bill.m(row.amount), "22"], size=8) + 2


def _riba_foot(sheet: Sheet, bill: Bill, days: list[dt.date]) -> None:
    y, edges = 700.0, (30, 130, 220, 310, 400, 565)
    cells = [
        ("Totale merce", bill.m(bill.subtotal)),
        ("Sconto", ""),
        ("Spese trasporto", bill.m(bill.charges)),
        ("Bolli", ""),
    ]
    y = cell_row(sheet, y, 22, edges, [*cells, ("Totale imponibile", bill.m(bill.tax_base))], side=">", small=6)
    cells = [
        ("Cod. IVA", "22"),
        ("Imponibile", bill.m(bill.tax_base)),
        ("Aliquota", "22 %"),
        ("Imposta", bill.m(bill.tax)),
    ]
    y = cell_row(sheet, y, 22, edges, [*cells, ("Totale IVA", bill.m(bill.tax))], side=">", small=6)
    parts = [bill.money(bill.total / len(days))] * len(days)
    parts[-1] = bill.total - sum(parts[:-1], ZERO)
    said = "   ".join(f"{bill.d(day)}  € {bill.m(part)}" for day, part in zip(days, parts, strict=True))
    cells = [("Scadenze", said), ("TOTALE DOCUMENTO EUR", bill.m(bill.total))]
    y = cell_row(sheet, y, 26, (30, 400, 565), cells, size=9, small=6)
    note = "Contributo ambientale CONAI assolto ove dovuto. Copia analogica della fattura elettronica inviata allo SdI."
    sheet.text(30, y + 12, note, size=6.5, colour=GREY)


MARKET = (
    ("Aceite girasol alto oleico 25L", 10),
    ("Tomate triturado lata 5kg", 10),
    ("Agua mineral 1,5L pack 6", 10),
    ("Atún lata RO-1800", 10),
    ("Detergente lavavajillas 20kg", 21),
    ("Vino D.O. crianza caja 6", 21),
    ("Servilleta tissue 40x40 c/2400", 21),
    ("Harina fuerza 25kg", 4),
    ("Pan rallado 5kg", 4),
    ("Queso tierno barra 3kg", 4),
)


@family("spanish-albaranes-distributor")
def spanish_albaranes_distributor(rng: Random) -> Drawn:
    """A distributor: albaranes with their day and sum, three rates, a table of bases, vencimientos."""
    bill = Bill(rng, "ES", rng.choice(("{y}/A/####", "1.###", "FV2#-#####", "A2#/###")))
    bill.day_format = rng.choice(("%d/%m/%Y", "%d-%m-%Y", "%d/%m/%y"))
    settle(bill, ("Distribuciones {}, S.L.", "{} Hostelería S.L.U.", "Hijos de {} S.A.", "Alimentación {} S.L."),
           ("Bar Casa {}", "Asador {} C.B.", "Hotel {} S.L.", "Cafetería {}", "{} Catering, S.A."))  # fmt: skip
    note = ""
    for n, (text, rate) in enumerate(rng.choices(MARKET, k=some(rng, 34))):
        if n % 5 == 0:
            note = f"Albarán: {bill.shape('A2#-#####')}   Fecha: {bill.d(bill.date, -rng.randint(1, 20))}"
        less = rng.choice((0, 0, 0, 3, 8))
        bill.add(text, rng.randint(1, 24), price_of(rng, 1.1, 58), discount=less, rate=Decimal(rate),
                 sku=bill.shape("####"), more=(note, str(less)))  # fmt: skip
    bill.reckon(slips="total amount")
    sheet, late = Sheet(), rng.random() < 0.7
    due_in(bill, 30)
    _albaran_head(sheet, bill)
    _albaran_rows(sheet, bill)
    _albaran_sums(sheet, bill, late=late)
    truth = bill.truth(sheet, shown("seller_id buyer_id qty price subtotal tax", due=late), "delivery-notes", "rates")
    return Drawn(sheet.finish(), (truth if late else term_only(truth, bill),))


def _albaran_head(sheet: Sheet, bill: Bill) -> None:
    seller, buyer = bill.seller, bill.buyer
    sheet.text(40, 54, seller.name, size=16, bold=True, colour=(0.5, 0.05, 0.15))
    sheet.lines(40, 68, [*seller.address, f"Tlf. {seller.phone}  {seller.mail}", f"C.I.F.: {seller.tax_id}"], size=8)
    sheet.box(310, 80, 555, 150)
    sheet.lines(
        318, 96, [buyer.name, full_name(bill), *buyer.address, f"N.I.F.: {buyer.tax_id}"], size=9, bold_first=True
    )
    bar(sheet, 168, 14, 40, 555, (0.5, 0.05, 0.15))
    labels = ["FACTURA Nº", "FECHA", "CLIENTE", "FORMA DE PAGO", "PÁGINA"]
    spread(sheet, 178, "<45 <140 <225 <300 <500", labels, size=8, bold=True, colour=(1, 1, 1))
    way = bill.rng.choice(("Giro 30 días f.f.", "Recibo domiciliado 30 días", "Transferencia 30 días"))
    values = [bill.number, bill.d(bill.date), bill.shape("43000####"), way, "1"]
    spread(sheet, 194, "<45 <140 <225 <300 <500", values, size=9)
    registry = (
        f"Inscrita en el Reg. Mercantil de Valencia, Tomo {bill.shape('####')}, Folio ##, Hoja V-{bill.shape('#####')}"
    )
    sheet.upright(26, 640, registry.replace("##", bill.shape("##"), 1), size=6)


def _albaran_rows(sheet: Sheet, bill: Bill) -> None:
    stops = "<40 <80 >350 >415 >450 >500 >555"

    def begin() -> None:
        top = 222 if sheet.page == 1 else 60
        heads = ["Artículo", "Descripción", "Unidades", "Precio", "% Dto", "% IVA", "Importe"]
        spread(sheet, top, stops, heads, size=8, bold=True)
        sheet.rule(40, top + 4, 555, top + 4, 0.5)
        sheet.y = top + 17

    begin()
    last = ""
    for row in bill.rows:
        if sheet.y > 750:
            turned(sheet, begin)()
        if row.more[0] != last:
            last = row.more[0]
            sheet.y = spread(sheet, sheet.y + 2, "<80", [last], size=8, bold=True) + 2
        less = "" if row.more[1] == "0" else f"{row.more[1]},00"
        texts = [row.sku or "", row.text, bill.q(row.qty, 2), bill.p(row.price), less, f"{row.rate}"]
        sheet.y = spread(sheet, sheet.y, stops, [*texts, bill.m(row.amount)], size=8.5) + 3


def _albaran_sums(sheet: Sheet, bill: Bill, *, late: bool) -> None:
    room(sheet, 130, 790)
    y = max(sheet.y + 10, 640)
    sheet.rule(40, y, 555, y, 0.5)
    rows = [("Base imponible", "% IVA", "Cuota IVA", "Total")]
    rows += [(bill.m(t.base), bill.m(t.rate), bill.m(t.amount), bill.m(t.base + t.amount)) for t in bill.taxes]
    pairs(sheet, y + 13, ">110 >160 >225 >300", rows, size=8, step=12)
    sums = [("Suma bases", bill.subtotal), ("Suma cuotas", bill.tax), ("TOTAL FACTURA", bill.total)]
    texts = [(label, f"{bill.m(value)} €") for label, value in sums]
    pairs(sheet, y + 13, "<370 >555", texts, size=9.5, step=15, bold=("TOTAL",))
    said = (
        ["Vencimientos:", f"{bill.d(bill.due)}    {bill.m(bill.total)}"]
        if late
        else ["Vencimiento a 30 días de la fecha"]
    )
    sheet.lines(40, y + 76, said, size=8.5)
    small = "En cumplimiento del RGPD sus datos forman parte de un fichero responsabilidad de esta empresa."
    sheet.text(297, 815, small, size=6, align="centre", colour=GREY)


GREEN = "Serviços de tradução e revisão|Consultoria informática - mês de referência|Aulas de formação"
GREEN += "|Projeto de arquitetura|Sessões de fisioterapia|Design gráfico: catálogo"


@family("portuguese-green-receipt")
def portuguese_green_receipt(rng: Random) -> Drawn:
    """The tax portal's fatura-recibo of an independent: boxes for both sides, IVA, IRS kept back, sum received."""
    bill = Bill(rng, "PT", rng.choice(("FR ATSIRE01FR/##", "FR ATSIRE01FR/#", "FR ATSIRE01FR/1##")))
    settle(bill, ("{}",), ("{}, Lda.", "Clínica {} Unipessoal Lda", "Associação Cultural {}", "{} Editora, S.A."))
    nif = bill.shape("2########")
    bill.seller = replace(bill.seller, name=full_name(bill).upper(), tax_id=nif)
    bill.buyer = replace(bill.buyer, tax_id=bill.shape("5########"))
    bill.day_format = "%Y-%m-%d"
    rate = Decimal(rng.choice((23, 23, 0)))
    for text in rng.sample(GREEN.split("|"), rng.choice((1, 1, 1, 2))):
        bill.add(text, rng.choice((1, 1, 4, 12)), price_of(rng, 60, 1500, step="5"), rate=rate)
    bill.reckon(at=rate, taxed=bool(rate), slips="qty")
    percent = rng.choice((Decimal(25), Decimal(23), ZERO))
    bill.withheld = bill.money(bill.subtotal * percent / 100)
    sheet = Sheet()
    _receipt_head(sheet, bill)
    _receipt_sums(sheet, bill, rate, percent)
    words = shown("seller_id buyer_id qty price subtotal payable", tax=rate)
    truth = bill.truth(sheet, words, "withheld" if percent else "plain", "portal")
    truth["totals"]["total"] = [number_text(bill.total), None]  # base and taxes are printed, their sum is not
    return Drawn(sheet.finish(), (_received(truth, bill),))


def _received(truth: Truth, bill: Bill) -> Truth:
    """A receipt says that the sum was paid: what is left may be read as that sum, or as nothing."""
    paid = truth["totals"] | {"prepaid": number_text(bill.payable), "payable": ["0", None]}
    return {**truth, "or": [*truth.get("or", ()), {"totals": paid}]}


def _receipt_head(sheet: Sheet, bill: Bill) -> None:
    squares(sheet, 480, 30, 76, bill.rng, 29)
    sheet.text(40, 50, "Fatura-Recibo", size=17, bold=True, colour=(0.0, 0.3, 0.5))
    sheet.text(40, 68, f"N.º {bill.number}", size=10, bold=True)
    sheet.text(480, 116, f"ATCUD: {bill.shape('@@@@@@@@-##')}", size=7)
    y = 130.0
    taker = bill.buyer
    giver = [("NOME", bill.seller.name), ("NIF", bill.seller.tax_id), ("DOMICÍLIO", ", ".join(bill.seller.address))]
    buyer = [("NOME", taker.name), ("NIF", taker.tax_id), ("MORADA", ", ".join(taker.address)), ("PAÍS", "PORTUGAL")]
    for title, rows in (
        ("DADOS DO TRANSMITENTE DOS BENS / PRESTADOR DO SERVIÇO", giver),
        ("DADOS DO ADQUIRENTE", buyer),
    ):
        bar(sheet, y, 15, 40, 555, (0.85, 0.9, 0.94))
        sheet.text(46, y + 11, title, size=8, bold=True)
        y = pairs(sheet, y + 30, "<46 <150", rows, size=9, step=15) + 4
    bar(sheet, y, 15, 40, 555, (0.85, 0.9, 0.94))
    sheet.text(46, y + 11, "DADOS DA TRANSMISSÃO DE BENS / PRESTAÇÃO DE SERVIÇOS", size=8, bold=True)
    facts = [("DATA DA TRANSMISSÃO", bill.d(bill.date)), ("DATA DE EMISSÃO", bill.d(bill.date))]
    sheet.y = pairs(sheet, y + 30, "<46 <190", [*facts, ("IMPORTÂNCIA A TÍTULO DE", "Pagamento")], size=9, step=15) + 6


def _receipt_sums(sheet: Sheet, bill: Bill, rate: Decimal, percent: Decimal) -> None:
    stops = "<46 >330 >400 >460 >550"
    heads = ["DESCRIÇÃO", "PREÇO UNIT.", "QUANT.", "TAXA IVA", "VALOR"]
    sheet.y = spread(sheet, sheet.y + 8, stops, heads, size=8, bold=True) + 6
    sheet.rule(40, sheet.y - 8, 555, sheet.y - 8, 0.5)
    rows = []
    for row in bill.rows:
        text, price = folded(sheet, row.text, 200, 9), f"{bill.p(row.price)} €"
        rows.append((text, price, bill.q(row.qty, 2), f"{rate} %", f"{bill.m(row.amount)} €"))
    listing(sheet, stops, rows, turn=turned(sheet, lambda: None), size=9, gap=6)
    base = "Sem retenção - Art. 101.º-B, n.º 1, al. a) e b), do CIRS"
    basis = f"Sobre 100% - {percent}%" if percent else base
    facts = [("REGIME DE IVA", f"Continente - {rate}%" if rate else "IVA - regime de isenção [art.º 53.º]")]
    pairs(sheet, sheet.y + 16, "<46 <170", [*facts, ("BASE DE INCIDÊNCIA IRS", basis)], size=8, step=13)
    sums = [("VALOR BASE", bill.subtotal), ("IVA", bill.tax), ("IMPOSTO DO SELO", ZERO)]
    sums += [("IRS", -bill.withheld), ("IMPORTÂNCIA RECEBIDA", bill.payable)]
    texts = [(label, f"{bill.m(value)} €") for label, value in sums]
    pairs(sheet, sheet.y + 54, "<330 >550", texts, size=9.5, step=16, bold=("IMPORTÂNCIA",))
