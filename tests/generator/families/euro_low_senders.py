"""The Low Countries: a Flemish heating firm, a Dutch caterers' wholesaler with crates, a builder who shifts the btw."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, WHITE, Bill, bar, folded, price_of, spread
from tests.generator.english_folk import shown, with_po
from tests.generator.euro_folk import addressee, due_in, full_name, settle, term_only
from tests.generator.ink import number_text
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet

HIGH, LOW = Decimal(21), Decimal(9)
HEATING = (
    "Condensatieketel gas 24 kW incl. plaatsing|Onderhoud gasketel + attest|Expansievat 18 l|Radiator type 22 600x1200"
)
HEATING += (
    "|Thermostatische kraan recht 1/2|Werkuren technieker|Verplaatsing|Reinigen schouw|Circulatiepomp energiezuinig"
)


@family("belgian-heating-ogm")
def belgian_heating_ogm(rng: Random) -> Drawn:
    """A Flemish fitter: 6 % for old houses or 21 %, medecontractant now and then, +++structured message+++, strip."""
    bill = Bill(rng, "BE", rng.choice(("{y}/###", "VF2#-0###", "{y}0####", "F-####")))
    bill.land = replace(bill.land, language="nl")
    mode = rng.choice(("6", "6", "21", "21", "verlegd"))
    buyers = (
        ("Bouwbedrijf {} BV", "{} NV") if mode == "verlegd" else ("Familie {}", "Dhr. en Mevr. {}", "{} BV", "VME {}")
    )
    settle(bill, ("{} Verwarming BV", "Sanitair & CV {}", "{} Klimaattechniek NV"), buyers)
    rate = Decimal(0 if mode == "verlegd" else mode)
    for text in rng.sample(HEATING.split("|"), rng.randint(1, 8)):
        unit = "u" if text.startswith("Werk") else "st"
        qty = Decimal(rng.randint(2, 26)) / 2 if unit == "u" else Decimal(rng.choice((1, 1, 1, 2, 4)))
        low, high = (28, 68) if text.startswith(("Werk", "Verpl", "Therm", "Exp")) else (95, 900)
        bill.add(text, qty, price_of(rng, low, high), rate=rate, uom=unit)
    bill.reckon(at=rate, taxed=bool(rate), slips="total qty")
    bill.prepaid = rng.choice((ZERO, ZERO, bill.money(bill.total * 3 / 10)))
    late, sheet = rng.random() < 0.6, Sheet()
    with_id = mode != "6" and bill.buyer.name.endswith(("BV", "NV"))
    if not late:
        due_in(bill, 30)
    message = bill.shape("+++###/####/#####+++")
    _ogm_head(sheet, bill, message, late=late, with_id=with_id)
    _ogm_rows(sheet, bill)
    _ogm_sums(sheet, bill, mode)
    _ogm_foot(sheet, bill, message)
    words = shown("seller_id subtotal qty price", due=late, buyer_id=with_id, tax=rate, payable=bill.prepaid)
    truth = bill.truth(sheet, words, "structured-message", f"mode:{mode}")
    return Drawn(sheet.finish(), (truth if late else term_only(truth, bill),))


def _ogm_head(sheet: Sheet, bill: Bill, message: str, *, late: bool, with_id: bool) -> None:
    seller = bill.seller
    bar(sheet, 0, 74, 0, 595, (0.11, 0.28, 0.42))
    sheet.text(45, 46, seller.name, size=19, bold=True, colour=WHITE)
    contact = f"{seller.street} | {seller.city} | {seller.phone}"
    sheet.text(45, 62, contact, size=8, colour=WHITE)
    sheet.text(45, 112, "FACTUUR", size=20, bold=True)
    facts = [("Factuurnummer", bill.number), ("Factuurdatum", bill.d(bill.date))]
    facts += [("Vervaldatum", bill.d(bill.due))] if late else [("Betaling", "30 dagen na factuurdatum")]
    facts += [("Klantnr.", bill.shape("K0###")), ("Mededeling", message)]
    pairs(sheet, 130, "<45 <125", facts, size=8.5)
    whom = addressee(bill, care="t.a.v. {}")
    sheet.lines(345, 120, [*whom, f"BTW {bill.buyer.tax_id}"] if with_id else whom, size=10)
    sheet.text(45, 206, f"Werf: {bill.ship_to.street}, {bill.ship_to.city}", size=8.5, colour=GREY)


def _ogm_rows(sheet: Sheet, bill: Bill) -> None:
    stops = "<45 >330 <335 >420 ^455 >550"
    heads = ["Omschrijving", "Aantal", "", "Eenheidsprijs", "BTW", "Bedrag"]
    sheet.y = spread(sheet, 232, stops, heads, size=8.5, bold=True) + 6
    sheet.rule(45, 237, 550, 237, 0.8)
    rows = []
    for row in bill.rows:
        price, amount = f"€ {bill.p(row.price)}", f"€ {bill.m(row.amount)}"
        text = folded(sheet, row.text, 230, 9)
        rows.append((text, bill.q(row.qty), row.uom or "", price, f"{row.rate}%", amount))
    listing(sheet, stops, rows, turn=turned(sheet, lambda: None), size=9, gap=6, rules=(45, 550))


def _ogm_sums(sheet: Sheet, bill: Bill, mode: str) -> None:
    sums = [("Totaal excl. btw", bill.subtotal)]
    sums += [(f"BTW {mode}% op {bill.m(bill.subtotal)}", bill.tax)] if bill.taxes else [("BTW verlegd", ZERO)]
    sums += [("Totaal incl. btw" if bill.taxes else "Totaal", bill.total)]
    if bill.prepaid:
        sums += [("Reeds betaald voorschot", -bill.prepaid), ("Nog te betalen", bill.payable)]
    texts = [(label, f"€ {bill.m(value)}") for label, value in sums]
    y = pairs(sheet, sheet.y + 12, "<335 >550", texts, size=9.5, step=15, bold=("Totaal i", "Nog"))
    said = {
        "6": "Btw-tarief 6%: Bij gebrek aan schriftelijke betwisting binnen één maand vanaf de ontvangst "
        "van de factuur, wordt de klant geacht te erkennen dat de werken worden verricht aan een woning waarvan de "
        "eerste ingebruikneming heeft plaatsgevonden ten minste tien jaar voor de eerste factuur.",
        "verlegd": "Verlegging van heffing. Bij gebrek aan schriftelijke betwisting binnen één maand na "
        "de ontvangst van de factuur, wordt de afnemer geacht te erkennen dat hij belastingplichtig is, gehouden tot "
        "de indiening van periodieke aangiften.",
    }.get(
        mode, "Alle facturen zijn betaalbaar te onzen zetel. Verwijlintrest 10% per jaar, schadebeding 10% (min. € 50)."
    )
    sheet.lines(45, y + 16, sheet.wrap(said, 505, 7), size=7)


def _ogm_foot(sheet: Sheet, bill: Bill, message: str) -> None:
    iban = bill.shape("BE## #### #### ####")
    sheet.box(45, 752, 550, 782)
    said = f"Gelieve € {bill.m(bill.payable)} te storten op {iban} met mededeling {message}"
    sheet.text(297, 770, said, size=9, bold=True, align="centre")
    ids = f"{bill.seller.name}  -  BTW {bill.seller.tax_id}  -  RPR Mechelveld  -  IBAN {iban}  -  BIC KREDXBBB"
    sheet.text(297, 810, ids, size=7, align="centre", colour=GREY)


FOOD = (
    ("Frituurolie vloeibaar 10 ltr", "can", LOW),
    ("Roomboter ongezouten 250 gr", "doos 40", LOW),
    ("Pilsener krat 24x30cl", "krat", HIGH),
    ("Frisdrank cola 28x20cl", "krat", LOW),
    ("Huiswijn rood droog 1 ltr", "fles", HIGH),
    ("Patat voorgebakken 4x2,5 kg", "doos", LOW),
    ("Servetten 33x33 2-lgs wit", "pak 300", HIGH),
    ("Vaatwasmiddel vloeibaar 20 ltr", "can", HIGH),
    ("Kipfilet vacuüm 5 kg", "kg", LOW),
    ("Eieren scharrel M", "tray 30", LOW),
)


@family("dutch-caterers-crates")
def dutch_caterers_crates(rng: Random) -> Drawn:
    """A horeca wholesaler: pakbon groups, btw code H/L per line, statiegeld and returned crates as untaxed rows."""
    bill = Bill(rng, "NL", rng.choice(("2######", "V{y}-#####", "90#####", "F2#/####")))
    bill.day_format = "%d-%m-%Y"
    settle(bill, ("{} Horecagroothandel B.V.", "Versgroothandel {} BV", "Drankenhandel {} B.V."),
           ("Eetcafé De {}", "Brasserie {}", "Zorgcentrum {}", "{} Catering V.O.F.", "Strandpaviljoen {}"))  # fmt: skip
    for text, unit, rate in rng.choices(FOOD, k=some(rng, 28)):
        qty = Decimal(rng.randint(2000, 16000)) / 1000 if unit == "kg" else Decimal(rng.randint(1, 12))
        bill.add(text, qty, price_of(rng, 3, 62), rate=rate, sku=bill.shape("1####"), uom=unit)
    crates = [row for row in bill.rows if row.uom == "krat"]
    if crates:
        bill.add("Statiegeld krat", sum((r.qty or ZERO for r in crates), ZERO), Decimal("3.90"), sku="90010", uom="st")
        if rng.random() < 0.6:
            bill.add("Retour emballage krat", -rng.randint(1, 2), Decimal("3.90"), sku="90010", uom="st")
    bill.reckon(slips="total amount")
    sheet, late, with_order = Sheet(), rng.random() < 0.4, rng.choice(("", bill.shape("PO-####")))
    if not late:
        due_in(bill, 14)
    _crates_head(sheet, bill, with_order)
    _crates_rows(sheet, bill)
    _crates_sums(sheet, bill, late=late)
    truth = with_po(bill.truth(sheet, shown("seller_id subtotal tax qty price", due=late), "deposits"), with_order)
    return Drawn(sheet.finish(), (truth if late else term_only(truth, bill),))


def _crates_head(sheet: Sheet, bill: Bill, order: str) -> None:
    seller = bill.seller
    sheet.text(40, 52, seller.name, size=14, bold=True, colour=(0.05, 0.4, 0.2))
    mine = [*seller.address, f"Tel: {seller.phone}", f"KvK: {bill.shape('########')}", f"Btw-nr: {seller.tax_id}"]
    sheet.lines(430, 44, [*mine, f"IBAN: {bill.shape('NL## RABX 0### #### ##')}"], size=7.5)
    sheet.lines(70, 132, addressee(bill, care="t.a.v. {}"), size=10)
    cells = [("Debiteur", bill.shape("1####")), ("Factuurnummer", bill.number), ("Factuurdatum", bill.d(bill.date))]
    cells += [("Route", bill.shape("R#")), ("Uw referentie", order or "-"), ("Vertegenw.", full_name(bill))]
    sheet.rule(40, 210, 555, 210, 0.5)
    spread(sheet, 220, "<40 <105 <190 <275 <330 <430", [label for label, _ in cells], size=7.5, colour=GREY)
    spread(sheet, 232, "<40 <105 <190 <275 <330 <430", [value for _, value in cells], size=8.5)
    sheet.rule(40, 238, 555, 238, 0.5)
    sheet.text(555, 200, "FACTUUR", size=15, bold=True, align="right")


def _crates_rows(sheet: Sheet, bill: Bill) -> None:
    stops = "<40 <88 >330 <336 >450 ^478 >555"

    def begin() -> None:
        top = 256 if sheet.page == 1 else 60
        if sheet.page > 1:
            sheet.text(555, 36, f"Factuur {bill.number}   Blad {sheet.page}", size=8, align="right")
        heads = ["Artikel", "Omschrijving", "Aantal", "Eenheid", "Prijs", "BTW", "Bedrag"]
        spread(sheet, top, stops, heads, size=8, bold=True)
        sheet.y = top + 15

    begin()
    first = f"Pakbon {bill.shape('6######')} d.d. {bill.d(bill.date, -1)}"
    sheet.y = spread(sheet, sheet.y, "<40", [first], size=8, bold=True) + 3
    rows = []
    for row in bill.rows:
        code = {HIGH: "H", LOW: "L"}.get(row.rate, "0")
        cells = (row.sku or "", row.text, bill.q(row.qty), row.uom or "", bill.p(row.price), code)
        rows.append((*cells, bill.m(row.amount)))
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8.5, gap=3, bottom=750)


def _crates_sums(sheet: Sheet, bill: Bill, *, late: bool) -> None:
    room(sheet, 120, 790)
    sheet.rule(40, sheet.y, 555, sheet.y, 0.5)
    rows = [("BTW", "Grondslag", "Perc.", "BTW-bedrag")]
    for tax in bill.taxes:
        code = {HIGH: "H", LOW: "L"}.get(tax.rate, "0")
        rows.append((code, bill.m(tax.base), f"{bill.m(tax.rate)} %", bill.m(tax.amount)))
    top = sheet.y + 14
    pairs(sheet, top, "<40 >130 >190 >260", rows, size=8, step=11)
    sums = [("Totaal goederen", bill.subtotal), ("Totaal BTW", bill.tax), ("Te betalen EUR", bill.total)]
    y = pairs(sheet, top, "<380 >555", [(a, bill.m(b)) for a, b in sums], size=9, step=14, bold=("Te b",))
    pay = (
        f"Te voldoen voor {bill.d(bill.due)}."
        if late
        else "Betaling binnen 14 dagen onder vermelding van factuurnummer."
    )
    sheet.lines(
        40, max(y, top + 58) + 8, [pay, "Reclames binnen 24 uur na ontvangst. Emballage blijft eigendom."], size=8
    )


TRADES = "Stelwerkzaamheden metselwerk blok @|Lijmen kalkzandsteen 100 mm|Opperwerkzaamheden|Voegwerk gevel bouwnr. ##"
TRADES += "|Meerwerk volgens bon ####|Plaatsen stelkozijnen|Vloeren smeren bouwnr. ##|Reis- en verblijfkosten"


@family("dutch-builder-btw-shifted")
def dutch_builder_btw_shifted(rng: Random) -> Drawn:
    """A subcontractor: weeks and project of the main builder, 'btw verlegd' with the buyer's number, a plain page."""
    bill = Bill(rng, "NL", rng.choice(("{y}-0##", "{y}###", "##", "F{y}.###")))
    settle(bill, ("Metselbedrijf {}", "{} Afbouw", "Timmerbedrijf {} V.O.F.", "{} Bouw en Onderhoud"),
           ("Bouwbedrijf {} B.V.", "{} Aannemers BV", "Aannemingsmaatschappij {} B.V."))  # fmt: skip
    shifted = rng.random() < 0.7
    rate = ZERO if shifted else HIGH
    for text in rng.sample(TRADES.split("|"), rng.randint(1, 6)):
        unit, low, high = rng.choice((("uur", 38, 54), ("m²", 9, 46), ("stuks", 25, 140)))
        bill.add(
            bill.shape(text),
            Decimal(rng.randint(8, 400)) / 2,
            price_of(rng, low, high, step="0.5"),
            rate=rate,
            uom=unit,
        )
    bill.reckon(at=rate, taxed=not shifted, slips="total qty")
    sheet, project = Sheet(), bill.shape("P2####")
    sheet.lines(
        60,
        60,
        [bill.seller.name, *bill.seller.address, bill.seller.phone, bill.seller.mail],
        size=10.5,
        bold_first=True,
    )
    ids = [
        f"KvK {bill.shape('########')}",
        f"BTW-id {bill.seller.tax_id}",
        f"IBAN {bill.shape('NL## INGX 0### #### ##')}",
    ]
    sheet.lines(380, 60, ids, size=10.5)
    sheet.lines(60, 160, ["Aan:", *addressee(bill, care="Crediteurenadministratie, {}")], size=10.5)
    facts = [("Factuurnr", f": {bill.number}"), ("Datum", f": {bill.d(bill.date)}"), ("Project", f": {project}")]
    facts += [
        ("Week", f": {rng.randint(2, 51)}"),
        ("Werk", f": {bill.ship_to.street} te {bill.ship_to.city.split()[-1]}"),
    ]
    sheet.y = pairs(sheet, 256, "<60 <130", facts, size=10.5, step=14) + 16
    stops = "<60 >355 <362 >455 >540"
    heads = ["Werkzaamheden", "Aantal", "", "Tarief", "Totaal"]
    sheet.y = spread(sheet, sheet.y, stops, heads, size=10.5, bold=True) + 6
    rows = [(r.text, bill.q(r.qty), r.uom or "", f"€ {bill.p(r.price)}", f"€ {bill.m(r.amount)}") for r in bill.rows]
    listing(sheet, stops, rows, turn=turned(sheet, lambda: None), size=10.5, gap=4)
    sums = [] if shifted else [("Subtotaal", bill.m(bill.subtotal)), ("21% btw", bill.m(bill.tax))]
    sums += [("Totaal", bill.m(bill.total))]
    sheet.rule(440, sheet.y - 4, 540, sheet.y - 4, 0.6)
    texts = [(label, f"€ {text}") for label, text in sums]
    y = pairs(sheet, sheet.y + 12, "<362 >540", texts, size=10.5, step=15, bold=("Totaal",))
    late = rng.random() < 0.3
    due_in(bill, (bill.due - bill.date).days if late else 30)
    said = [f"Btw verlegd naar {bill.buyer.name}, btw-nummer {bill.buyer.tax_id}"] if shifted else []
    said += [f"Uiterste betaaldatum: {bill.d(bill.due)}" if late else "Betalingstermijn: 30 dagen"]
    sheet.lines(60, y + 20, [*said, "", "Met vriendelijke groet,", "", full_name(bill)], size=10.5)
    words = shown("seller_id qty price", due=late, buyer_id=shifted, subtotal=not shifted, tax=not shifted)
    truth = bill.truth(sheet, words, "reverse-charge" if shifted else "plain")
    truth["totals"]["subtotal"] = [number_text(bill.subtotal), None] if shifted else number_text(bill.subtotal)
    return Drawn(sheet.finish(), (truth if late else term_only(truth, bill),))
