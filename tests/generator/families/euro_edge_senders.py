"""From the edges: a Czech cloud program's page, a Polish carrier's orders, a Norwegian firm's page with KID."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, Bill, bar, folded, price_of, spread, squares
from tests.generator.eastern import EASTERN
from tests.generator.english_folk import shown
from tests.generator.euro_folk import addressee, due_in, full_name, settle
from tests.generator.forms import table
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet
from tests.generator.table import Look

DPH, VAT, MVA = Decimal(21), Decimal(23), Decimal(25)
WORK = "Programátorské práce|Správa serveru|Grafický návrh loga|Konzultace|Korektury textů|Pronájem ateliéru"
WORK += "|Licence fotografií"


@family("czech-cloud-invoice")
def czech_cloud_invoice(rng: Random) -> Drawn:
    """The airy page of Czech freelancers: supplier left, customer right, quantity first, with or without DPH, QR."""
    bill = Bill(rng, "CZ", rng.choice(("{y}-0###", "{y}0##", "2#-####", "{y}{m}##")), currency="CZK")
    bill.land, bill.day_format = replace(bill.land, language="cs"), rng.choice(("%d. %m. %Y", "%d.%m.%Y"))
    bill.numbers = replace(bill.numbers, sample="1 234,56")
    payer = rng.random() < 0.6
    settle(bill, ("{}",), ("{} s.r.o.", "{} & syn, s.r.o.", "Nakladatelství {} a.s.", "Základní škola {}"))
    bill.seller = replace(bill.seller, name=rng.choice((full_name(bill), f"Studio {full_name(bill)}")))
    rate = DPH if payer else ZERO
    for text in rng.sample(WORK.split("|"), rng.randint(1, 6)):
        unit = rng.choice(("hod", "ks", ""))
        qty = Decimal(rng.randint(2, 60)) / 2 if unit == "hod" else Decimal(rng.choice((1, 1, 3)))
        bill.add(text, qty, price_of(rng, 350, 9000, step="10"), rate=rate, uom=unit or None)
    bill.reckon(at=rate, taxed=payer, slips="total qty")
    sheet = Sheet(face=EASTERN)
    _cloud_head(sheet, bill, payer=payer)
    _cloud_rows(sheet, bill, payer=payer)
    words = shown("due qty price", seller_id=payer, buyer_id=payer, subtotal=payer, tax=payer)
    truth = bill.truth(sheet, words, "cloud", "tax" if payer else "no-tax")
    if not payer:
        for side in ("seller", "buyer"):
            truth[side]["tax_id"] = [getattr(bill, side).tax_id[2:], None]
    return Drawn(sheet.finish(), (truth,))


def _cloud_head(sheet: Sheet, bill: Bill, *, payer: bool) -> None:
    sheet.text(550, 54, f"Faktura {bill.number}", size=17, bold=True, align="right")
    sheet.text(550, 70, "DAŇOVÝ DOKLAD" if payer else "Neplátce DPH", size=8, align="right", colour=GREY)
    for x, title, company in ((45, "DODAVATEL", bill.seller), (310, "ODBĚRATEL", bill.buyer)):
        sheet.text(x, 112, title, size=7, colour=GREY)
        ids = [f"IČO   {company.tax_id[2:]}"]
        ids += [f"DIČ   {company.tax_id}"] if payer else ["Neplátce DPH"] if x == 45 else []
        sheet.lines(x, 128, [company.name, *company.address, "", *ids], size=9, bold_first=True)
    symbol = "".join(c for c in bill.number if c.isdigit())
    left = [("Bankovní účet", bill.shape("##########/0###")), ("Variabilní symbol", symbol)]
    pairs(sheet, 228, "<45 <150", [*left, ("Způsob platby", "Převodem")], size=8.5, step=14)
    right = [("Datum vystavení", bill.d(bill.date)), ("Datum splatnosti", bill.d(bill.due))]
    right += [("Datum zdan. plnění", bill.d(bill.date))] if payer else []
    pairs(sheet, 228, "<310 >550", right, size=8.5, step=14, bold=("Datum spl",))
    sheet.text(45, 815, f"Fyzická osoba zapsaná v živnostenském rejstříku. {bill.seller.mail}", size=7, colour=GREY)


def _cloud_rows(sheet: Sheet, bill: Bill, *, payer: bool) -> None:
    stops = ">72 <78 <112 >370 >455 >550"
    heads = ["", "", "", "DPH" if payer else "", "CENA ZA MJ", "CELKEM BEZ DPH" if payer else "CELKEM"]
    sheet.y = spread(sheet, 300, stops, heads, size=7, colour=GREY) + 4
    sheet.rule(45, 304, 550, 304, 0.5)
    sheet.y += 8
    rows = []
    for row in bill.rows:
        tax, text = f"{row.rate} %" if payer else "", folded(sheet, row.text, 210, 9)
        rows.append((bill.q(row.qty), row.uom or "", text, tax, bill.p(row.price), bill.m(row.amount)))
    listing(sheet, stops, rows, turn=turned(sheet, lambda: None), size=9, gap=7)
    if payer:
        sums = [("Celkem bez DPH", bill.subtotal), ("DPH 21 %", bill.tax)]
        texts = [(label, f"{bill.m(value)} Kč") for label, value in sums]
        sheet.y = pairs(sheet, sheet.y + 12, ">455 >550", texts, size=9, step=14)
    sheet.text(550, sheet.y + 20, f"{bill.m(bill.total)} Kč", size=17, bold=True, align="right")
    squares(sheet, 45, sheet.y, 80, bill.rng, 29)
    sheet.text(45, sheet.y + 92, "QR Platba", size=7)


ROUTES = "Katowice - Gdynia|Łódź - Berlin|Poznań - Wrocław|Rzeszów - Kraków|Białystok - Lublin|Szczecin - Opole"


@family("polish-carrier-orders")
def polish_carrier_orders(rng: Random) -> Drawn:
    """A small carrier: route, order number and plates in the name of the service; sums by rate; BDO, words, account."""
    bill = Bill(rng, "PL", rng.choice(("##/{m}/{y}", "FV ###/{y}", "{y}/{m}/##", "F/####/2#")), currency="PLN")
    bill.land, bill.day_format = replace(bill.land, language="pl"), rng.choice(("%d.%m.%Y", "%Y-%m-%d"))
    settle(bill, ("{} Trans Sp. z o.o.", "Usługi Transportowe {}", "PHU {}"),
           ("{} Logistyka Sp. z o.o.", "{} Spedycja S.A.", "Zakłady Mięsne {} Sp. j.", "Tartak {}"))  # fmt: skip
    for name in ("seller", "buyer"):
        setattr(
            bill, name, replace(getattr(bill, name), tax_id=bill.shape(rng.choice(("##########", "###-###-##-##"))))
        )
    for n, route in enumerate(rng.sample(ROUTES.split("|"), rng.randint(1, 6)), 1):
        order, plates = bill.shape("ZT/####/2#"), bill.shape("SK ##### / SK ###")
        text = f"Usługa transportowa {route}, zlecenie nr {order}, poj. {plates}"
        bill.add(text, 1, price_of(rng, 650, 6400, step="50"), rate=VAT, no=str(n), uom="usł.")
    if rng.random() < 0.4:
        bill.add("Opłata za postój", rng.randint(2, 9), Decimal(90), rate=VAT, no=str(len(bill.rows) + 1), uom="godz.")
    bill.reckon(slips="total qty")
    sheet, late = Sheet(face=EASTERN), rng.random() < 0.7
    days = rng.choice((14, 30, 45, 60))
    due_in(bill, days)
    _carrier_head(sheet, bill, days, late=late)
    sheet.y = 292
    rows = [
        (r.no or "", r.text, r.uom or "", bill.q(r.qty), bill.p(r.price), "23%", bill.m(r.amount)) for r in bill.rows
    ]  # fmt: skip
    heads = "22^Lp.|238<Nazwa|32^Jm|34>Ilość|72>Cena netto|38^VAT|84>Wartość netto"
    table(sheet, 38, heads, rows, Look("grid", size=8, header_fill=(0.93, 0.93, 0.93)))
    _carrier_sums(sheet, bill)
    truth = bill.truth(sheet, shown("seller_id buyer_id subtotal tax qty price", due=late), "orders-in-text")
    if not late:
        truth["invoice"]["due_date"] = [None, bill.due.isoformat()]
    return Drawn(sheet.finish(), (truth,))


def _carrier_head(sheet: Sheet, bill: Bill, days: int, *, late: bool) -> None:
    town = bill.seller.city.split(" ", 1)[1]
    sheet.text(558, 50, f"{town}, {bill.d(bill.date)}", size=8.5, align="right")
    sheet.text(38, 76, f"Faktura nr {bill.number}", size=15, bold=True)
    pay = (
        f"Termin płatności: {bill.d(bill.due)}" if late else f"Termin płatności: {days} dni od daty otrzymania faktury"
    )
    facts = [f"Data wystawienia: {bill.d(bill.date)}", f"Data wykonania usługi: {bill.d(bill.date, -3)}", pay]
    sheet.lines(38, 96, [*facts, "Sposób zapłaty: przelew"], size=8.5)
    for x, title, company in ((38, "SPRZEDAWCA", bill.seller), (310, "NABYWCA", bill.buyer)):
        bar(sheet, 156, 14, x, x + 248, (0.93, 0.93, 0.93))
        sheet.text(x + 4, 166, title, size=8, bold=True)
        sheet.lines(x + 4, 184, [company.name, *company.address, f"NIP {company.tax_id}"], size=9, bold_first=True)
    account = bill.shape("PL ## #### #### #### #### #### ####")
    sheet.lines(42, 246, [f"Bank Kupiecki S.A. {account}", f"Nr BDO: 000{bill.shape('######')}"], size=8)


def _carrier_sums(sheet: Sheet, bill: Bill) -> None:
    room(sheet, 150, 800)
    figures = (bill.m(bill.subtotal), bill.m(bill.tax), bill.m(bill.subtotal + bill.tax))
    rows = [("Stawka", "Netto", "VAT", "Brutto"), ("23%", *figures), ("Razem", *figures)]
    y = pairs(sheet, sheet.y + 18, "<330 >430 >490 >556", rows, size=8.5, step=13, bold=("Raz", "Sta"))
    sheet.text(38, y + 16, f"Do zapłaty: {bill.m(bill.total)} PLN", size=13, bold=True)
    if bill.total > 15000:
        sheet.text(38, y + 34, "MECHANIZM PODZIELONEJ PŁATNOŚCI", size=8.5, bold=True)
    sheet.text(38, y + 90, f"Wystawił: {full_name(bill)}", size=8)
    sheet.text(400, y + 90, "podpis osoby upoważnionej", size=7, colour=GREY)


NORWEGIAN = (
    "Grunnarbeid med gravemaskin 8t|Transport maskin|Pukk 8-22 levert|Snøbrøyting november|Strøing|Timer fagarbeider"
)
NORWEGIAN += "|Kontainerleie 10 m³|Deponiavgift|Rørdeler iflg. spesifikasjon"


@family("norwegian-digger-kid")
def norwegian_digger_kid(rng: Random) -> Drawn:
    """A Norwegian contractor: facts in a block at the right, MVA by line, sums by rate, KID and account in a bar."""
    bill = Bill(rng, "NO", rng.choice(("1####", "####", "{y}###", "20#####")))
    settle(bill, ("{} Maskin AS", "{} Graveservice ENK", "Entreprenør {} AS"),
           ("Sameiet {}", "{} Eiendom AS", "{} kommune", "Borettslaget {}", "Kari og Ole {}"))  # fmt: skip
    org = bill.shape("9## ### ### MVA")
    bill.seller = replace(bill.seller, tax_id=org)
    for text in rng.choices(NORWEGIAN.split("|"), k=some(rng, 42)):
        unit = "timer" if text[:3] in ("Gru", "Tim", "Snø") else "tonn" if text[:3] in ("Puk", "Dep") else "stk"
        qty = Decimal(rng.randint(1, 4)) if unit == "stk" else Decimal(rng.randint(2, 60)) / 2
        low, high = {"timer": (680, 1450), "tonn": (120, 420), "stk": (250, 4200)}[unit]
        less = rng.choice((0, 0, 0, 10))
        bill.add(text, qty, price_of(rng, low, high, step="5"), discount=less, rate=MVA, uom=unit, more=(str(less),))
    bill.reckon(slips="total amount")
    sheet, kid = Sheet(), bill.shape("000##########")
    _digger_head(sheet, bill, kid)
    _digger_rows(sheet, bill)
    _digger_sums(sheet, bill, kid)
    truth = bill.truth(sheet, "due seller_id subtotal tax qty price", "kid", "discount-column")
    truth["seller"]["tax_id"] = [org, f"NO {org}"]
    return Drawn(sheet.finish(), (truth,))


def _digger_head(sheet: Sheet, bill: Bill, kid: str) -> None:
    seller = bill.seller
    sheet.text(45, 56, seller.name, size=15, bold=True)
    sheet.lines(45, 72, [*seller.address, f"Tlf. {seller.phone}", seller.mail], size=8.5)
    sheet.lines(45, 142, addressee(bill, care="v/ {}"), size=10.5)
    sheet.text(350, 122, "FAKTURA", size=16, bold=True)
    facts = [("Fakturanummer", bill.number), ("Fakturadato", bill.d(bill.date)), ("Forfallsdato", bill.d(bill.due))]
    facts += [("Kundenummer", bill.shape("1####")), ("KID", kid), ("Deres ref.", full_name(bill))]
    pairs(sheet, 140, "<350 >550", [*facts, ("Leveringsdato", bill.d(bill.date, -4))], size=9)
    foot = f"{seller.name} | Org.nr. NO {seller.tax_id} Foretaksregisteret | {seller.mail}"
    sheet.text(297, 815, foot, size=7.5, align="centre", colour=GREY)


def _digger_rows(sheet: Sheet, bill: Bill) -> None:
    stops = "<45 >300 <306 >395 >435 >475 >550"

    def begin() -> None:
        top = 256 if sheet.page == 1 else 60
        if sheet.page > 1:
            spread(sheet, 36, "<45 >550", [f"Fakturanummer {bill.number}", f"Side {sheet.page}"], size=8)
        heads = ["Beskrivelse", "Antall", "Enhet", "Pris", "Rabatt", "MVA", "Beløp"]
        spread(sheet, top, stops, heads, size=8.5, bold=True)
        sheet.rule(45, top + 5, 550, top + 5, 0.6)
        sheet.y = top + 20

    begin()
    rows = []
    for row in bill.rows:
        less = "" if row.more[0] == "0" else f"{row.more[0]}%"
        texts = (row.text, bill.q(row.qty), row.uom or "", bill.p(row.price), less, "25%")
        rows.append((*texts, bill.m(row.amount)))
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=9, gap=4, bottom=660)


def _digger_sums(sheet: Sheet, bill: Bill, kid: str) -> None:
    room(sheet, 70, 740)
    sums = [
        ("Nettobeløp", bill.subtotal),
        (f"MVA 25% av {bill.m(bill.subtotal)}", bill.tax),
        ("Å betale NOK", bill.total),
    ]
    pairs(sheet, sheet.y + 14, "<330 >550", [(a, bill.m(b)) for a, b in sums], size=9.5, step=15, bold=("Å b",))
    bar(sheet, 752, 38, 45, 550, (0.92, 0.94, 0.9))
    labels = ["Kontonummer", "KID", "Forfall", "Beløp"]
    spread(sheet, 765, "<55 <190 <330 >540", labels, size=7.5, colour=GREY)
    values = [bill.shape("#### ## #####"), kid, bill.d(bill.due), bill.m(bill.total)]
    spread(sheet, 781, "<55 <190 <330 >540", values, size=10, bold=True)
