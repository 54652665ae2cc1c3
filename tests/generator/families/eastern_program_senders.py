"""Poland and Czechia in their own letters: a shop's VAT invoice with sums per line, and a ruled form."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, Bill, folded, price_of, spread, squares
from tests.generator.eastern import EASTERN
from tests.generator.lands import person
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet

GOODS = "Śruba ocynkowana M10x60 kl. 8.8|Farba emulsyjna biała 10 l|Usługa montażu drzwi wewnętrznych|Płyta GK 12,5 mm"
GOODS += (
    "|Transport na terenie miasta|Klej do płytek elastyczny 25 kg|Książka „Poradnik instalatora”|Przewód YDYp 3x2,5"
)
GOODS += "|Łącznik ciesielski|Wkręty do drewna op. 200 szt.|Wełna mineralna 15 cm|Robocizna - elektryk"
DIGITS = ["zero", "jeden", "dwa", "trzy", "cztery", "pięć", "sześć", "siedem", "osiem", "dziewięć"]


@family("polish-vat-per-line")
def polish_vat_per_line(rng: Random) -> Drawn:
    """The usual Polish print: net, rate, VAT and gross on each line, sums by rate below, the sum digit by digit."""
    bill = Bill(rng, "PL", rng.choice(("FV/###/{m}/{y}", "F ####/MAG/{y}", "##/{m}/{y}", "FS-###/{y}")), currency="PLN")
    bill.land, bill.day_format = replace(bill.land, language="pl"), rng.choice(("%Y-%m-%d", "%d.%m.%Y", "%d-%m-%Y"))
    for n, text in enumerate(rng.choices(GOODS.split("|"), k=some(rng, 42)), 1):
        rate = Decimal(5) if "Książka" in text else Decimal(rng.choice((23, 23, 23, 8)))
        unit = "usł." if text.startswith(("Usł", "Trans")) else "godz." if text.startswith("Rob") else "szt."
        qty = Decimal(rng.randint(1, 40)) / (2 if unit == "godz." else 1)
        bill.add(text, qty, price_of(rng, 3, 420), rate=rate, no=str(n), uom=unit)
    bill.reckon(slips="total amount")
    bill.prepaid = rng.choice((ZERO, ZERO, ZERO, bill.money(bill.total / 4)))
    sheet = Sheet(face=EASTERN)
    late = rng.random() < 0.8
    _polish_head(sheet, bill)
    _polish_rows(sheet, bill)
    _polish_sums(sheet, bill, late=late)
    shown = f"{'due' if late else ''} seller_id buyer_id subtotal tax qty price payable"
    truth = bill.truth(sheet, shown, "tax-per-line", "words")
    return Drawn(sheet.finish(), (truth,))


def _polish_head(sheet: Sheet, bill: Bill) -> None:
    rng, town = bill.rng, bill.seller.city.split(" ", 1)[1]
    if rng.random() < 0.5:
        sheet.text(
            36,
            56,
            bill.seller.name.split()[-1 if bill.seller.name.startswith("P.P") else 0].upper(),
            size=20,
            bold=True,
        )
    dates = [("Miejsce wystawienia:", town), ("Data wystawienia:", bill.d(bill.date))]
    dates += [("Data zakończenia dostawy:", bill.d(bill.date, -rng.choice((0, 0, 3))))]
    pairs(sheet, 46, "<350 >559", dates, size=8, step=12)
    for x, title, company in ((36, "Sprzedawca:", bill.seller), (305, "Nabywca:", bill.buyer)):
        sheet.rule(x, 92, x + 254, 92, 0.5)
        sheet.text(x, 104, title, size=8, bold=True)
        sheet.lines(x, 118, [company.name, *company.address, f"NIP: {company.tax_id}"], size=8.5)
    bank = bill.shape("## #### #### #### #### #### ####")
    sheet.text(36, 172, f"Nr konta: {bank}  Bank Rzemiosła S.A.", size=7.5)
    sheet.text(
        297,
        202,
        f"{rng.choice(('Faktura VAT', 'Faktura', 'FAKTURA VAT NR'))} {bill.number}",
        size=13,
        bold=True,
        align="centre",
    )
    sheet.text(297, 216, rng.choice(("oryginał", "ORYGINAŁ / KOPIA", "")), size=8, align="centre")


POLISH_STOPS = "<38 <58 >270 <274 >345 >408 >440 >492 >557"


def _polish_rows(sheet: Sheet, bill: Bill) -> None:
    def begin() -> None:
        top = 240 if sheet.page == 1 else 50
        sheet.box(36, top - 11, 559, top + 15, fill=(0.92, 0.92, 0.92))
        heads = [
            "Lp",
            "Nazwa towaru\nlub usługi",
            "Ilość",
            "J.m.",
            "Cena\nnetto",
            "Wartość\nnetto",
            "VAT\n%",
            "Kwota\nVAT",
            "Wartość\nbrutto",
        ]
        spread(sheet, top, POLISH_STOPS, heads, size=7, bold=True)
        sheet.y = top + 27

    begin()
    rows = []
    for row in bill.rows:
        tax = bill.money(row.amount * row.rate / 100)
        cells = (row.no or "", folded(sheet, row.text, 165, 7.5), bill.q(row.qty), row.uom or "", bill.p(row.price))
        rows.append((*cells, bill.m(row.amount), f"{row.rate}%", bill.m(tax), bill.m(row.amount + tax)))
    listing(sheet, POLISH_STOPS, rows, turn=turned(sheet, begin), size=7.5, gap=4, bottom=700, rules=(36, 559))


def _polish_sums(sheet: Sheet, bill: Bill, *, late: bool) -> None:
    room(sheet, 190, 800)
    stops = ">345 >408 >440 >492 >557"
    sheet.y = spread(
        sheet,
        sheet.y + 2,
        stops,
        ["Razem:", bill.m(bill.subtotal), "", bill.m(bill.tax), bill.m(bill.subtotal + bill.tax)],
        size=7.5,
        bold=True,
    )
    for n, tax in enumerate(bill.taxes):
        cells = [
            "W tym:" if n == 0 else "",
            bill.m(tax.base),
            f"{tax.rate}%",
            bill.m(tax.amount),
            bill.m(tax.base + tax.amount),
        ]
        sheet.y = spread(sheet, sheet.y + 2, stops, cells, size=7.5)
    y = sheet.y + 20
    way = [("Forma płatności:", bill.rng.choice(("przelew", "Przelew 14 dni", "karta")) if not late else "przelew")]
    way += [("Termin płatności:", bill.d(bill.due))] if late else []
    pairs(sheet, y, "<36 <130", way, size=8.5, step=13)
    sums = [("Wartość brutto:", bill.total), ("Zapłacono:", bill.prepaid)] if bill.prepaid else []
    sums += [("Pozostaje do zapłaty:" if bill.prepaid else "Razem do zapłaty:", bill.payable)]
    texts = [(label, f"{bill.m(value)} PLN") for label, value in sums]
    y = max(y + 26, pairs(sheet, y, "<330 >557", texts, size=9.5, step=15, bold=("Razem", "Pozo")))
    whole, cents = divmod(bill.payable, 1)
    words = " * ".join(DIGITS[int(digit)] for digit in str(int(whole)))
    sheet.text(36, y + 8, f"Słownie: * {words} * PLN {int(cents * 100):02}/100", size=8)
    if bill.total > 15000:
        sheet.text(36, y + 22, "Mechanizm podzielonej płatności", size=8, bold=True)
    for x, said in ((36, "Wystawił(a)"), (340, "Odebrał(a)")):
        sheet.text(x + 40, y + 58, person(bill.rng, bill.land) if x == 36 else "", size=8)
        sheet.text(x, y + 66, "." * 70, size=7, colour=GREY)
        sheet.text(x + 40, y + 76, f"{said} - podpis", size=6.5, colour=GREY)


CZECH = (
    "Čištění a seřízení kotle|Práce technika|Doprava osobním vozem|Těsnění ventilu DN 25|Oběhové čerpadlo|Kniha jízd"
)
CZECH += (
    "|Expanzní nádoba 35 l|Měsíční paušál za správu sítě|Tonerová kazeta černá|Kancelářský papír A4|Přípojka - výkop"
)


@family("czech-ruled-form")
def czech_ruled_form(rng: Random) -> Drawn:
    """The Czech program's form in one frame: supplier left, symbols and customer right, rounding, table of DPH, QR."""
    bill = Bill(rng, "CZ", rng.choice(("24010####", "{y}0###", "FV-{y}-###")), currency="CZK")
    bill.land, bill.day_format = replace(bill.land, language="cs", dates=()), rng.choice(("%d.%m.%Y", "%d. %m. %Y"))
    bill.numbers = replace(bill.numbers, sample="1 234,56")
    for text in rng.choices(CZECH.split("|"), k=some(rng, 40)):
        rate = Decimal(12) if "Kniha" in text else Decimal(21)
        unit = "hod." if text.startswith("Práce") else "km" if text.startswith("Dopr") else "ks"
        qty = Decimal(rng.choice((1, 1, 2, 5, 12, 48)))
        bill.add(text, qty, price_of(rng, 9, 2400, step="0.5"), rate=rate, uom=unit)
    bill.reckon(step=Decimal(1), slips="total qty")
    sheet = Sheet(face=EASTERN)
    with_id = rng.random() < 0.7
    _czech_head(sheet, bill, with_id=with_id)
    _czech_rows(sheet, bill)
    _czech_sums(sheet, bill)
    shown = f"due seller_id {'buyer_id' if with_id else ''} tax qty price" + (
        " tax_base" if len(bill.taxes) == 1 else ""
    )
    truth = bill.truth(sheet, shown, "frame", "rounding", "tax-per-line")
    return Drawn(sheet.finish(), (truth,))


def _czech_head(sheet: Sheet, bill: Bill, *, with_id: bool) -> None:
    seller, buyer = bill.seller, bill.buyer
    symbol = "".join(c for c in bill.number if c.isdigit())
    sheet.text(40, 44, "FAKTURA", size=12, bold=True)
    sheet.text(555, 44, f"DAŇOVÝ DOKLAD č. {bill.number}", size=12, bold=True, align="right")
    sheet.box(36, 50, 559, 246)
    sheet.rule(297, 50, 297, 246, 0.6)
    sheet.text(40, 62, "Dodavatel:", size=7, colour=GREY)
    mine = [
        seller.name,
        *seller.address,
        "",
        f"IČ: {seller.tax_id[2:]}",
        f"DIČ: {seller.tax_id}",
        f"Telefon: {seller.phone}",
    ]
    sheet.lines(48, 76, mine, size=8.5, bold_first=True)
    sheet.lines(48, 170, ["Zapsáno v OR u KS v Brně, oddíl C, vložka 48210", f"E-mail: {seller.mail}"], size=7)
    account = bill.shape("##########/0###")
    sheet.rule(36, 190, 297, 190, 0.6)
    pairs(sheet, 202, "<40 <130", [("Číslo účtu:", account), ("IBAN:", seller.iban)], size=8, step=13, bold=("Číslo",))
    symbols = [("Variabilní symbol:", symbol), ("Konstantní symbol:", "0308"), ("Objednávka č.:", bill.shape("OB-###"))]
    pairs(sheet, 62, "<301 <400", symbols, size=8, step=12)
    sheet.rule(297, 92, 559, 92, 0.6)
    ids = [f"IČ: {buyer.tax_id[2:]}", f"DIČ: {buyer.tax_id}"] if with_id else []
    sheet.text(301, 103, "Odběratel:", size=7, colour=GREY)
    spread(sheet, 103, "<345 <430", ids or ["", ""], size=8)
    sheet.lines(345, 122, [buyer.name, *buyer.address], size=9.5, bold_first=True)
    sheet.rule(297, 190, 559, 190, 0.6)
    dates = [("Datum vystavení:", bill.d(bill.date)), ("Datum splatnosti:", bill.d(bill.due))]
    dates += [("Datum uskutečnění plnění:", bill.d(bill.date, -bill.rng.choice((0, 2)))), ("Forma úhrady:", "příkazem")]
    pairs(sheet, 202, "<301 >555", dates, size=8, step=12, bold=("Datum spl",))
    sheet.text(40, 260, "Fakturujeme Vám za dodané zboží či služby:", size=7.5)


def _czech_rows(sheet: Sheet, bill: Bill) -> None:
    stops = "<40 >255 <259 >335 >403 >432 >486 >555"

    def begin() -> None:
        top = 276 if sheet.page == 1 else 56
        heads = ["Označení dodávky", "Množství", "", "J.cena", "Cena", "%DPH", "DPH", "Kč Celkem"]
        spread(sheet, top, stops, heads, size=7, bold=True)
        sheet.rule(36, top + 4, 559, top + 4, 0.6)
        sheet.y = top + 16

    begin()
    rows = []
    for row in bill.rows:
        tax = bill.money(row.amount * row.rate / 100)
        cells = (row.text, bill.q(row.qty), row.uom or "", bill.m(row.price or ZERO), bill.m(row.amount))
        rows.append((*cells, f"{row.rate}%", bill.m(tax), bill.m(row.amount + tax)))
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=7.5, gap=4, bottom=640)


def _czech_sums(sheet: Sheet, bill: Bill) -> None:
    room(sheet, 200, 800)
    sheet.rule(36, sheet.y - 4, 559, sheet.y - 4, 0.6)
    stops = "<40 >403 >486 >555"
    cells = ["Součet položek", bill.m(bill.subtotal), bill.m(bill.tax), bill.m(bill.subtotal + bill.tax)]
    y = spread(sheet, sheet.y + 8, stops, cells, size=7.5) + 4
    if bill.rounding:
        y = spread(sheet, y, "<40 >555", ["Zaokrouhlení", bill.m(bill.rounding)], size=7.5) + 4
    spread(sheet, y + 8, "<40 >555", ["CELKEM K ÚHRADĚ", f"{bill.m(bill.total)} Kč"], size=12, bold=True)
    sheet.text(40, y + 40, f"Vystavil: {person(bill.rng, bill.land)}", size=8)
    squares(sheet, 44, y + 52, 84, bill.rng, 29)
    sheet.text(86, y + 146, "QR Platba", size=7, align="centre")
    sheet.text(230, y + 40, "Rekapitulace DPH v Kč:", size=7.5, bold=True)
    stops = ">340 >390 >465 >555"
    sheet.y = (
        spread(sheet, y + 54, stops, ["Základ v Kč", "Sazba", "DPH v Kč", "Celkem s DPH v Kč"], size=7.5, bold=True) + 3
    )
    for tax in bill.taxes:
        cells = [bill.m(tax.base), f"{tax.rate}%", bill.m(tax.amount), bill.m(tax.base + tax.amount)]
        sheet.y = spread(sheet, sheet.y, stops, cells, size=7.5) + 3
    sheet.text(555, y + 128, "Převzal:                              Razítko:", size=7, align="right", colour=GREY)
    sheet.text(40, 826, "Ekonomický systém - tisk faktury", size=6, colour=GREY)
