"""Italy as its programs print: the style sheet of the electronic invoice, and a flat-rate trader's fee."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import Bill, Row, folded, price_of, spread
from tests.generator.ink import number_text
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import TIMES, Sheet

PALE = (0.88, 0.88, 0.88)
ITALIANS = ("Sandro Dal Pozzo", "Tullio Bragadin", "Fabrizio Quaranta", "Elio Montagnani", "Pierluigi Sanvito")


def _ruled(sheet: Sheet, y: float, heads: list[str], widths: list[float], rows: list[list[str]], right: str) -> float:
    """A small table of ruled cells with grey heads; columns named in `right` by their index are flush right."""
    edges = [30.0]
    for width in widths:
        edges.append(edges[-1] + width)
    for n, texts in enumerate((heads, *rows)):
        depth = max(text.count("\n") + 1 for text in texts)
        height = 6 + 8.8 * depth
        for at, text in enumerate(texts):
            sheet.box(edges[at], y, edges[at + 1], y + height, fill=None if n else PALE)
            flush = n > 0 and str(at) in right
            stop = f">{edges[at + 1] - 3}" if flush else f"<{edges[at] + 3}"
            spread(sheet, y + 9, stop, [text], size=7, bold=n == 0)
        y += height
    return y


WARES = "Bulloneria zincata M8x40|Lamiera striata 3000x1500|Tubo tondo inox AISI 304|Taglio laser su disegno|Imballo"
WARES += "|Cerniera a saldare|Verniciatura a polveri RAL 7016|Profilo alluminio anodizzato 40x40|Trasporto"


@family("italian-style-sheet")
def italian_style_sheet(rng: Random) -> Drawn:
    """The electronic invoice through the usual style sheet: boxes of labelled data, summary of rates, payment table."""
    bill = Bill(rng, "IT", rng.choice(("###/{y}", "FE/###", "{y}/0###/A", "##", "###/00")), kind=_kind(rng))
    bill.day_format = "%d-%m-%Y"
    bill.seller = replace(bill.seller, tax_id=bill.shape("0##########"))
    bill.buyer = replace(bill.buyer, tax_id=bill.shape("0##########"))
    several = rng.random() < 0.35
    for text in rng.choices(WARES.split("|"), k=some(rng, 44)):
        rate = Decimal(rng.choice((22, 22, 10))) if several else Decimal(22)
        qty = rng.choice((Decimal(1), Decimal(4), Decimal(100), Decimal("12.5"), Decimal("3.75")))
        less, unit = rng.choice((0, 0, 0, 10, 15)), rng.choice(("NR", "KG", "MT", "PZ", "ORE"))
        sku = bill.shape("@@##-###")
        bill.add(text, qty, price_of(rng, 1, 180), discount=less, rate=rate, sku=sku, uom=unit, more=(str(less),))
    bill.reckon(slips="total amount")
    sheet = Sheet()
    _style_parties(sheet, bill)
    kind = (
        "TD04 (nota di credito)"
        if bill.kind == "credit_note"
        else rng.choice(("TD01 (fattura)", "TD24 (fattura differita)"))
    )
    heads = ["Tipologia documento", "Art. 73", "Numero documento", "Data documento", "Codice destinatario"]
    cells = [kind, "", bill.number, bill.d(bill.date), bill.shape("@#@@@#@")]
    sheet.y = _ruled(sheet, 150, heads, [150, 50, 115, 110, 110], [cells], "") + 8
    _style_lines(sheet, bill)
    late = rng.random() < 0.75
    _style_sums(sheet, bill, late=late)
    truth = bill.truth(sheet, f"{'due' if late else ''} qty price {_single(bill)}", "style-sheet", "ruled-boxes")
    for role, company in (("seller", bill.seller), ("buyer", bill.buyer)):
        truth[role]["tax_id"] = [f"IT{company.tax_id}", company.tax_id]
    return Drawn(sheet.finish(), (truth,))


def _kind(rng: Random) -> str:
    return "credit_note" if rng.random() < 0.08 else "invoice"


def _single(bill: Bill) -> str:
    """What a table of rates says about the whole: all of it, if there is but one rate."""
    return "tax tax_base" if len(bill.taxes) == 1 else ""


def _style_parties(sheet: Sheet, bill: Bill) -> None:
    parties = (
        (30, "Cedente/prestatore (fornitore)", bill.seller),
        (300, "Cessionario/committente (cliente)", bill.buyer),
    )
    for x, title, company in parties:
        code, town = company.city.split(" ", 1)
        place, _, province = town.rstrip(")").partition(" (")
        lines = [title, f"Identificativo fiscale ai fini IVA: IT{company.tax_id}", f"Codice fiscale: {company.tax_id}"]
        lines += [f"Denominazione: {company.name}"]
        lines += ["Regime fiscale: RF01 (ordinario)"] if company is bill.seller else []
        lines += [
            f"Indirizzo: {company.street}",
            f"Comune: {place}   Provincia: {province}",
            f"Cap: {code}   Nazione: IT",
        ]
        lines += [f"Telefono: {company.phone}"] if company is bill.seller else []
        sheet.box(x, 36, x + 265, 140)
        sheet.lines(x + 5, 48, lines, size=7.5, bold_first=True, leading=1.45)


STYLE_HEADS = [
    "Cod. articolo",
    "Descrizione",
    "Quantità",
    "Prezzo unitario",
    "UM",
    "Sconto o\nmagg.",
    "%IVA",
    "Prezzo totale",
]
STYLE_WIDTHS = [60.0, 195.0, 48.0, 65.0, 30.0, 45.0, 32.0, 60.0]


def _style_lines(sheet: Sheet, bill: Bill) -> None:
    rows = [_style_cells(sheet, bill, row) for row in bill.rows]
    fits = 28 if sheet.page == 1 else 34
    while rows:
        part, rows = rows[:fits], rows[fits:]
        sheet.y = _ruled(sheet, sheet.y, STYLE_HEADS, STYLE_WIDTHS, part, "23567")
        if rows:
            sheet.new_page()


def _style_cells(sheet: Sheet, bill: Bill, row: Row) -> list[str]:
    less = "" if row.more[0] == "0" else f"-{row.more[0]},00%"
    cells = [row.sku or "", folded(sheet, row.text, 188, 7), bill.q(row.qty, 2), bill.p(row.price), row.uom or "", less]
    return [*cells, bill.m(row.rate), bill.m(row.amount)]


def _style_sums(sheet: Sheet, bill: Bill, *, late: bool) -> None:
    room(sheet, 150, 800)
    sheet.text(30, sheet.y + 16, "RIEPILOGHI IVA E TOTALI", size=8, bold=True)
    heads = [
        "esigibilità iva / riferimenti normativi",
        "%IVA",
        "Spese accessorie",
        "Arr.",
        "Totale imponibile",
        "Totale imposta",
    ]
    rows = [["I (esigibilità immediata)", bill.m(t.rate), "", "", bill.m(t.base), bill.m(t.amount)] for t in bill.taxes]
    y = _ruled(sheet, sheet.y + 21, heads, [195, 45, 80, 35, 90, 90], rows, "1245") + 6
    heads, cells = (
        ["Importo bollo", "Sconto/Maggiorazione", "Valuta", "Totale documento"],
        ["", "", "EUR", bill.m(bill.total)],
    )
    y = _ruled(sheet, y, heads, [125, 150, 90, 170], [cells], "3") + 6
    heads = ["Modalità pagamento", "Dettagli", "Scadenze", "Importo"]
    way = f"IBAN {bill.shape('IT##@##########')}\nISTITUTO Banca di {bill.seller.city.split()[1]}"
    when = f"Data scadenza {bill.d(bill.due)}" if late else ""
    y = _ruled(sheet, y, heads, [110, 205, 130, 90], [["MP05 Bonifico", way, when, bill.m(bill.total)]], "3")
    sheet.text(
        30,
        y + 14,
        "Copia di cortesia priva di valore fiscale. L'originale è disponibile nell'area riservata.",
        size=6.5,
    )


@family("italian-flat-rate-fee")
def italian_flat_rate_fee(rng: Random) -> Drawn:
    """A person under the flat-rate scheme: no IVA, perhaps INPS 4 % passed on, duty stamp of two euros, a long note."""
    bill = Bill(rng, "IT", rng.choice(("#/{y}", "##", "{y}-0#", "FPR #/##")))
    title = rng.choice(("Dott. ", "", "Arch. ", "Studio Grafico "))
    code = bill.shape("@@@@@@##@##@###@")
    bill.seller = replace(bill.seller, name=f"{title}{rng.choice(ITALIANS)}", tax_id=bill.shape("0##########"))
    bill.buyer = replace(bill.buyer, tax_id=bill.shape("0##########"))
    jobs = ("Consulenza marketing mese di {}", "Realizzazione logo e immagine coordinata", "Gestione canali social, {}")
    for text in rng.sample((*jobs, "Seduta di logopedia", "Fotografie di prodotto"), rng.randint(1, 4)):
        month = rng.choice(("marzo", "giugno", "novembre"))
        bill.add(text.format(month), rng.choice((1, 1, 2, 6)), price_of(rng, 45, 900, step="5"))
    inps = bill.money(bill.sum(bill.rows) * 4 / 100) if rng.random() < 0.5 else ZERO
    stamp = Decimal("2.00") if bill.sum(bill.rows) + inps > Decimal("77.47") and rng.random() < 0.8 else ZERO
    bill.reckon(charges=inps + stamp, taxed=False, slips="total qty")
    sheet = Sheet(face=TIMES)
    sheet.text(60, 64, bill.seller.name, size=16, bold=True)
    mine = [
        ", ".join(bill.seller.address),
        f"P.IVA {bill.seller.tax_id} - C.F. {code}",
        f"{bill.seller.mail} - {bill.seller.phone}",
    ]
    sheet.lines(60, 80, mine, size=9)
    with_id, late = rng.random() < 0.8, rng.random() < 0.5
    whom = ["Spett.le", bill.buyer.name, *bill.buyer.address]
    sheet.lines(340, 140, [*whom, f"P.IVA e C.F.: {bill.buyer.tax_id}"] if with_id else whom, size=10.5)
    sheet.text(60, 240, f"Fattura n. {bill.number} del {bill.d(bill.date)}", size=13, bold=True)
    sheet.y = (
        spread(sheet, 276, "<60 >370 >450 >535", ["Descrizione", "Q.tà", "Prezzo", "Importo"], size=10, bold=True) + 6
    )
    sheet.rule(60, 281, 535, 281, 0.6)
    rows = [
        (folded(sheet, r.text, 270, 10), bill.q(r.qty), bill.p(r.price), f"€ {bill.m(r.amount)}") for r in bill.rows
    ]
    listing(sheet, "<60 >370 >450 >535", rows, turn=turned(sheet, lambda: None), size=10, gap=6)
    sums = [("Totale compensi", bill.subtotal)] if bill.charges else []
    sums += [("Rivalsa INPS 4% (art. 1 c. 212 L. 662/96)", inps)] if inps else []
    sums += [("Imposta di bollo", stamp)] if stamp else []
    sums += [("TOTALE DOVUTO", bill.total)]
    sheet.rule(60, sheet.y - 6, 535, sheet.y - 6, 0.6)
    y = pairs(
        sheet, sheet.y + 10, "<270 >535", [(a, f"€ {bill.m(b)}") for a, b in sums], size=10, step=16, bold=("TOT",)
    )
    note = (
        "Operazione effettuata ai sensi dell'art. 1, commi da 54 a 89, della Legge n. 190/2014 (regime forfettario), "
    )
    note += "senza applicazione dell'IVA e non soggetta a ritenuta d'acconto ai sensi dell'art. 1, comma 67. "
    note += "Imposta di bollo assolta in modo virtuale." if stamp else ""
    y = sheet.lines(60, y + 20, sheet.wrap(note, 470, 8.5), size=8.5)
    pay = f"Scadenza: {bill.d(bill.due)}" if late else "Pagamento: bonifico bancario vista fattura"
    sheet.lines(60, y + 14, [pay, f"IBAN: {bill.shape('IT## @ ##### ##### ############')}"], size=10)
    shown = f"{'due' if late else ''} seller_id {'buyer_id' if with_id else ''} qty price"
    shown += " subtotal" if bill.charges else ""
    truth = bill.truth(sheet, shown, "no-tax", "stamp-duty")
    truth["seller"]["tax_id"] = [bill.seller.tax_id, code]
    if inps and stamp:  # printed one by one
        truth["totals"]["charges"] = [number_text(bill.charges)]
        return Drawn(sheet.finish(), (truth,))
    return Drawn(sheet.finish(), (bill.charge_as_line(truth),))
