"""The north as its ledgers print: Denmark's plain default, Sweden's tax cut for work at home, Norway's slip."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, Bill, folded, price_of, spread
from tests.generator.ink import number_text
from tests.generator.lands import person
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import COURIER, Sheet

QUARTER = Decimal(25)
BICYCLES = "Cykelhjelm voksen str. M|Dæk 28 tommer, punkterfri|Bremseklodser, sæt|Serviceeftersyn el-cykel|Baglygte USB"
BICYCLES += "|Kæde 11-speed|Arbejdstid værksted|Cykelkurv aluminium|Batteri 36V 13Ah|Miljøtillæg"


@family("danish-ledger-default")
def danish_ledger_default(rng: Random) -> Drawn:
    """The country's best known ledger as delivered: no rules, tax on its base in brackets, terms in a line."""
    bill = Bill(rng, "DK", rng.choice(("####", "1####", "2#####")))
    with_codes, with_cut = rng.random() < 0.6, rng.random() < 0.5
    for text in rng.choices(BICYCLES.split("|"), k=some(rng, 48)):
        less = rng.choice((0, 0, 10, 15)) if with_cut else 0
        unit = "timer" if text.startswith("Arb") else "stk."
        qty = Decimal(rng.randint(1, 24)) / (2 if unit == "timer" else 1)
        sku = bill.shape("###") if with_codes else None
        bill.add(
            text,
            qty,
            price_of(rng, 29, 2400, step="0.25"),
            discount=less,
            rate=QUARTER,
            sku=sku,
            uom=unit,
            more=(str(less),),
        )
    bill.reckon(slips="total qty amount")
    sheet = Sheet()
    seller, with_id, late = bill.seller, rng.random() < 0.3, rng.random() < 0.75
    sheet.text(540, 66, seller.name, size=13, bold=True, align="right")
    mine = [*seller.address, f"Telefon {seller.phone}", f"CVR-nr.: {seller.tax_id}", seller.mail]
    sheet.lines(540, 80, mine, size=8.5, align="right")
    attention = [f"Att. {person(rng, bill.land)}"] if rng.random() < 0.4 else []
    whom = [bill.buyer.name, *attention, *bill.buyer.address]
    sheet.lines(56, 120, [*whom, f"CVR-nr.: {bill.buyer.tax_id}"] if with_id else whom, size=9.5)
    head = [
        ("Kundenr.", ":", bill.shape("###")),
        ("Fakturanr.", ":", bill.number),
        ("Dato", ":", bill.d(bill.date)),
        ("Side", ":", "1"),
    ]
    pairs(sheet, 190, "<400 <458 >540", head, size=9, step=12)
    sheet.text(56, 226, "FAKTURA", size=14, bold=True)
    _ledger_rows(sheet, bill, with_codes=with_codes, with_cut=with_cut)
    room(sheet, 110, 780)
    sums = [("Subtotal:", bill.m(bill.subtotal)), (f"25,00% moms ({bill.m(bill.tax_base)}):", bill.m(bill.tax))]
    sums += [("Total DKK:", bill.m(bill.total))]
    y = pairs(sheet, sheet.y + 14, ">450 >540", sums, size=9, step=14, bold=("Total",))
    days = (bill.due - bill.date).days
    terms = f"Betalingsbetingelser: Netto {days} dage" + (f" - Forfald: {bill.d(bill.due)}" if late else "")
    said = [
        terms,
        f"Beløbet indbetales på vores bank. Reg.nr. {bill.shape('####')} / Kontonr. {bill.shape('##########')}",
    ]
    said += [
        f"Fakturanr. {bill.number} bedes angivet ved bankoverførsel",
        "Ved betaling efter forfald tilskrives renter på 2% pr. md.",
    ]
    sheet.lines(56, y + 22, said, size=8.5, leading=1.4)
    shown = f"{'due' if late else ''} seller_id {'buyer_id' if with_id else ''} subtotal tax_base tax qty price"
    truth = bill.truth(sheet, shown, "unruled", "ledger-default")
    if not late:
        truth["invoice"]["due_date"] = [bill.due.isoformat(), None]
    return Drawn(sheet.finish(), (truth,))


def _ledger_rows(sheet: Sheet, bill: Bill, *, with_codes: bool, with_cut: bool) -> None:
    stops = "<56 <100 >345 <352 >430 >475 >540" if with_codes else "<56 <56 >345 <352 >430 >475 >540"

    def begin() -> None:
        top = 256 if sheet.page == 1 else 60
        heads = [
            "Nr." if with_codes else "",
            "Tekst",
            "Antal",
            "Enhed",
            "Stk. pris",
            "Rabat" if with_cut else "",
            "Pris",
        ]
        sheet.y = spread(sheet, top, stops, heads, size=9, bold=True) + 6

    begin()
    rows = []
    for row in bill.rows:
        less = "" if row.more[0] == "0" else f"{row.more[0]},00%"
        cells = (
            row.sku or "",
            row.text,
            bill.q(row.qty, 2),
            row.uom or "",
            bill.m(row.price or ZERO),
            less,
            bill.m(row.amount),
        )
        rows.append(cells)
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=9, gap=4, bottom=740)


WORK = (
    "Rivning kakel och golv",
    "Rördragning badrum",
    "Montering kommod och duschvägg",
    "Elinstallation, arbete",
    "Målning tak",
)
THINGS = ("Kakel vit 15x15", "Duschvägg 90x90", "Kommod 60 cm", "Fästmassa 15 kg", "Resekostnad", "Tätskikt system")


@family("swedish-rot-deduction")
def swedish_rot_deduction(rng: Random) -> Drawn:
    """A craftsman at a private house: work and material, moms, then ROT-avdrag that the state pays, Att betala, OCR."""
    bill = Bill(rng, "SE", rng.choice(("####", "{y}###", "1####")))
    bill.land, bill.day_format = replace(bill.land, language="sv"), "%Y-%m-%d"
    bill.seller = replace(
        bill.seller, name=f"{bill.seller.name.split()[0]} {rng.choice(('Bygg & VVS', 'Måleri', 'Badrum'))} AB"
    )
    bill.buyer = replace(
        bill.buyer, name=rng.choice(("Gunilla Österman", "Per-Olof Wikdahl", "Samira Haddad-Lind", "Kjell Brännvall"))
    )
    for text in rng.sample(WORK, rng.randint(1, 4)):
        bill.add(
            text,
            Decimal(rng.randint(4, 90)) / 2,
            Decimal(rng.choice((495, 560, 620))),
            rate=QUARTER,
            uom="tim",
            more=("work",),
        )
    for text in rng.sample(THINGS, rng.randint(0, 5)):
        bill.add(
            text, rng.choice((1, 1, 2, 12)), price_of(rng, 45, 3900, step="1"), rate=QUARTER, uom="st", more=("thing",)
        )
    bill.reckon(step=Decimal(1), slips="total qty")
    labour = bill.sum([row for row in bill.rows if row.more[0] == "work"])
    share = rng.choice((30, 50))
    bill.withheld = (labour * Decimal("1.25") * share / 100).quantize(Decimal(1))
    sheet = Sheet()
    _rot_head(sheet, bill)
    _rot_rows(sheet, bill)
    _rot_sums(sheet, bill, labour, share)
    truth = bill.truth(sheet, "due seller_id tax_base tax qty price payable", "rot", "rounding", "ocr")
    paid = truth["totals"] | {"withheld": "0", "prepaid": number_text(bill.withheld)}
    return Drawn(sheet.finish(), ({**truth, "or": [{"totals": paid}]},))


def _rot_head(sheet: Sheet, bill: Bill) -> None:
    rng = bill.rng
    sheet.text(40, 62, bill.seller.name, size=18, bold=True)
    sheet.text(330, 62, "Faktura", size=20)
    cells = [
        ("Fakturadatum", bill.d(bill.date)),
        ("Fakturanr", bill.number),
        ("OCR-nr", bill.shape("########")),
        ("Sida", "1 (1)"),
    ]
    sheet.box(330, 72, 555, 98)
    for n, (label, value) in enumerate(cells):
        sheet.text(334 + 58 * n, 81, label, size=6.5, colour=GREY)
        sheet.text(334 + 58 * n, 93, value, size=8.5)
    sheet.lines(330, 122, ["Faktureringsadress", bill.buyer.name, *bill.buyer.address], size=9.5)
    about = [
        ("Kundnr", bill.shape("10##")),
        ("Vår referens", person(rng, bill.land)),
        ("Betalningsvillkor", f"{(bill.due - bill.date).days} dagar"),
    ]
    about += [("Förfallodatum", bill.d(bill.due)), ("Dröjsmålsränta", "11,50 %")]
    about += [("Fastighetsbeteckning", bill.shape("Björken 1:##"))] if rng.random() < 0.6 else []
    pairs(sheet, 122, "<40 <140", about, size=8.5, step=13, bold=("Förf",))


def _rot_rows(sheet: Sheet, bill: Bill) -> None:
    stops = "<44 >330 <336 >430 >470 >551"
    sheet.box(40, 218, 555, 234, fill=(0.92, 0.92, 0.92))
    spread(sheet, 229, stops, ["Benämning", "Antal", "Enhet", "À-pris", "Moms", "Summa"], size=8.5, bold=True)
    sheet.y = 250
    rows = [
        (
            folded(sheet, r.text, 220, 9),
            bill.q(r.qty, 2),
            r.uom or "",
            bill.m(r.price or ZERO),
            "25 %",
            bill.m(r.amount),
        )
        for r in bill.rows
    ]
    listing(sheet, stops, rows, turn=turned(sheet, lambda: None), size=9, gap=4)
    said = "Arbetet omfattas av ROT-avdrag. Personnummer " + bill.shape("19######-####") + " uppgivet av köparen."
    sheet.text(44, sheet.y + 6, said, size=8)


def _rot_sums(sheet: Sheet, bill: Bill, labour: Decimal, share: int) -> None:
    tops, values = ["Exkl. moms", "Moms 25 %"], [bill.m(bill.tax_base), bill.m(bill.tax)]
    tops += ["Öresavr.", "Totalt inkl. moms"]
    values += [bill.m(bill.rounding), bill.m(bill.total)]
    y = max(sheet.y + 40, 600)
    stops = ">120 >220 >300 >420"
    sheet.rule(40, y - 12, 555, y - 12, 0.5)
    spread(sheet, y, stops, tops, size=7.5, colour=GREY)
    spread(sheet, y + 13, stops, values, size=9.5)
    cut = f"Avgår ROT-avdrag {share} % av arbetskostnad {bill.m(labour * Decimal('1.25'))}"
    spread(sheet, y + 34, "<44 >551", [cut, f"-{bill.m(bill.withheld)}"], size=9)
    spread(sheet, y + 54, "<330 >551", ["ATT BETALA", f"SEK {bill.m(bill.payable)}"], size=12, bold=True)
    sheet.rule(40, 752, 555, 752, 0.5)
    seller = bill.seller
    register = f"{seller.tax_id[2:8]}-{seller.tax_id[8:12]}"
    columns = [("Adress", [seller.name, *seller.address]), ("Telefon", [seller.phone, seller.mail])]
    columns += [
        ("Bankgiro", [bill.shape("###-####")]),
        ("Org.nr", [register, "Godkänd för F-skatt"]),
        ("Momsreg.nr", [seller.tax_id]),
    ]
    for (label, lines), x in zip(columns, (40, 175, 300, 380, 470), strict=True):
        sheet.text(x, 764, label, size=7, bold=True)
        sheet.lines(x, 775, lines, size=7.5)


@family("norwegian-giro-slip")
def norwegian_giro_slip(rng: Random) -> Drawn:
    """Two rates of MVA by code, the sum repeated in a yellow giro form with KID and kroner and øre in boxes apart."""
    bill = Bill(rng, "NO", rng.choice(("1####", "{y}###", "5#####")))
    goods = "Fersk laks, hel kg|Rundstykker grove|Kaffe filtermalt 12 x 250 g|Leie kjølerom pr. døgn|Servietter"
    goods += "|Rengjøringsmiddel 5 l|Smørbrød, møtemat|Emballasje|Transport Oslovika"
    for text in rng.choices(goods.split("|"), k=some(rng, 36)):
        rate = Decimal(15) if text.startswith(("Fersk", "Rund", "Kaffe", "Smør")) else QUARTER
        qty = Decimal(rng.randint(1, 60)) / (4 if "kg" in text else 1)
        bill.add(text, qty, price_of(rng, 9, 480, step="0.5"), rate=rate, sku=bill.shape("####"))
    bill.reckon(slips="total amount")
    sheet = Sheet()
    seller, kid = bill.seller, bill.shape("###########")
    sheet.lines(
        45,
        52,
        [seller.name, *seller.address, f"Org.nr. {seller.tax_id}", f"Tlf. {seller.phone}"],
        size=9,
        bold_first=True,
    )
    sheet.lines(45, 124, [bill.buyer.name, f"v/ {person(rng, bill.land)}", *bill.buyer.address], size=10)
    sheet.text(360, 56, "FAKTURA", size=16, bold=True)
    head = [("Fakturanummer", bill.number), ("Kundenummer", bill.shape("10###")), ("Fakturadato", bill.d(bill.date))]
    head += [
        ("Forfallsdato", bill.d(bill.due)),
        ("KID", kid),
        ("Deres ref.", bill.shape("PO ####")),
        ("Leveringsdato", bill.d(bill.date, -2)),
    ]
    pairs(sheet, 76, "<360 <450", head, size=9, step=13)
    stops = "<45 <85 >330 >400 >450 >550"

    def begin() -> None:
        top = 200 if sheet.page == 1 else 50
        spread(sheet, top, stops, ["Nr", "Beskrivelse", "Antall", "Pris", "Mva", "Beløp"], size=8.5, bold=True)
        sheet.rule(45, top + 4, 550, top + 4, 0.5)
        sheet.y = top + 17

    begin()
    rows = [
        (r.sku or "", r.text, bill.q(r.qty, 2), bill.m(r.price or ZERO), f"{r.rate} %", bill.m(r.amount))
        for r in bill.rows
    ]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8.5, gap=3, bottom=500)
    room(sheet, 90, 590)
    sums = [("Netto", bill.subtotal), *((f"Mva {t.rate} % av {bill.m(t.base)}", t.amount) for t in bill.taxes)]
    sums += [("Å betale NOK", bill.total)]
    pairs(sheet, sheet.y + 8, "<340 >550", [(a, bill.m(b)) for a, b in sums], size=9, step=13, bold=("Å",))
    _giro_form(sheet, bill, kid)
    shown = "due seller_id subtotal qty price" + (" tax tax_base" if len(bill.taxes) == 1 else "")
    return Drawn(sheet.finish(), (bill.truth(sheet, shown, "giro", "kid"),))


def _giro_form(sheet: Sheet, bill: Bill, kid: str) -> None:
    account = bill.shape("#### ## #####")
    whole, cents = f"{bill.total:.2f}".split(".")
    sheet.box(30, 600, 565, 640, fill=(1.0, 0.93, 0.6), stroke=False)
    spread(
        sheet, 612, "<40 <250 <430", ["Kvittering - Innbetalt til konto", "Beløp", "Betalerens kontonummer"], size=6.5
    )
    spread(sheet, 630, "<40 <250", [account, f"{whole} {cents}"], size=10, face=COURIER)
    spread(sheet, 656, "<40 <430", ["Betalingsinformasjon", "GIRO"], size=7, bold=True)
    spread(sheet, 668, "<40 <430", [f"Faktura {bill.number}", f"Betalingsfrist {bill.d(bill.due)}"], size=9)
    for x, label, company in ((40, "Betalt av", bill.buyer), (310, "Betalt til", bill.seller)):
        sheet.text(x, 694, label, size=6.5)
        sheet.lines(x, 706, [company.name, *company.address], size=9)
    sheet.box(30, 760, 565, 800, fill=(1.0, 0.93, 0.6), stroke=False)
    spread(sheet, 771, "<40 <250 <320 <400", ["Kundeidentifikasjon (KID)", "Kroner", "Øre", "Til konto"], size=6.5)
    spread(sheet, 790, "<40 <250 <320 <400", [kid, whole, cents, account], size=10, face=COURIER)
