"""Northern papers: a Swedish program's page with OCR, a Finnish transfer form, a Danish carpenter's +71 line."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, WHITE, Bill, bar, bars, folded, price_of, spread
from tests.generator.english_folk import shown, with_po
from tests.generator.euro_folk import addressee, due_in, full_name, settle, term_only
from tests.generator.forms import cell_row
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet

MOMS, ALV = Decimal(25), Decimal("25.5")
SPARE = "Serviceavtal kvartal|Arbete fordonstekniker|Oljefilter|Bromsbelägg fram sats|Miljöavgift|Däckbyte 4 hjul"
SPARE += "|Spolarvätska 5 l|Fraktkostnad leverantör|Diagnos och felsökning|Torkarblad par|Besiktningsavgift"


@family("swedish-program-ocr")
def swedish_program_ocr(rng: Random) -> Drawn:
    """The page most small Swedish firms send: references left, sums in a row of boxes, öresavrundning, F-skatt."""
    bill = Bill(rng, "SE", rng.choice(("1###", "#####", "2####", "{y}###")))
    bill.land = replace(bill.land, language="sv")
    settle(bill, ("{} Bil & Service AB", "{}s Verkstad HB", "AB {} Maskin"),
           ("{} Åkeri AB", "Brf {}", "{} Bygg & Fastighet AB", "{}s Konditori HB", "Hans {}"))  # fmt: skip
    for text in rng.choices(SPARE.split("|"), k=some(rng, 44)):
        unit = "tim" if text.startswith(("Arb", "Diag")) else "st"
        qty = Decimal(rng.randint(1, 24)) / 4 if unit == "tim" else Decimal(rng.choice((1, 1, 2, 4, 6)))
        bill.add(text, qty, price_of(rng, 45, 1450), rate=MOMS, sku=bill.shape("####"), uom=unit)
    bill.reckon(step=Decimal(1))
    due_in(bill, rng.choice((10, 20, 30)))
    sheet, with_order = Sheet(), rng.choice(("", bill.shape("PO4####")))
    _ocr_head(sheet, bill, with_order)
    _ocr_rows(sheet, bill)
    _ocr_sums(sheet, bill)
    truth = bill.truth(sheet, "due seller_id subtotal tax qty price", "rounding", "boxes")
    return Drawn(sheet.finish(), (with_po(truth, with_order),))


def _ocr_head(sheet: Sheet, bill: Bill, order: str) -> None:
    rng, days = bill.rng, (bill.due - bill.date).days
    sheet.text(40, 60, bill.seller.name, size=18, bold=True)
    sheet.text(320, 60, "Faktura", size=20)
    facts = [("Fakturanr", bill.number), ("Fakturadatum", bill.d(bill.date)), ("Kundnr", bill.shape("1##"))]
    facts += [("OCR-nummer", bill.shape("########"))] if rng.random() < 0.7 else []
    pairs(sheet, 78, "<320 <410", facts, size=9)
    sheet.lines(320, 146, addressee(bill, care="Att: {}"), size=10.5)
    left = [("Er referens", full_name(bill)), ("Ert ordernr", order)] if order else [("Er referens", full_name(bill))]
    left += [("Vår referens", full_name(bill)), ("Betalningsvillkor", f"{days} dagar")]
    left += [("Förfallodatum", bill.d(bill.due)), ("Dröjsmålsränta", "8,00 %")]
    pairs(sheet, 146, "<40 <130", left, size=9, bold=("Förf",))


def _ocr_rows(sheet: Sheet, bill: Bill) -> None:
    stops = "<42 <90 >365 <375 >465 >553"

    def begin() -> None:
        top = 240 if sheet.page == 1 else 60
        if sheet.page > 1:
            spread(sheet, 36, "<40 >555", [bill.seller.name, f"Faktura {bill.number}  Sida {sheet.page}"], size=8)
        sheet.rule(40, top - 12, 555, top - 12, 0.8)
        heads = ["Art.nr", "Benämning", "Lev ant", "Enhet", "À-pris", "Summa"]
        spread(sheet, top, stops, heads, size=8.5, bold=True)
        sheet.rule(40, top + 5, 555, top + 5, 0.8)
        sheet.y = top + 20

    begin()
    rows = [
        (r.sku or "", r.text, bill.q(r.qty, 2), r.uom or "", bill.p(r.price), bill.m(r.amount)) for r in bill.rows
    ]  # fmt: skip
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=9, gap=4, bottom=640)


def _ocr_sums(sheet: Sheet, bill: Bill) -> None:
    edges = (40, 140, 210, 310, 410, 555)
    cells = [("Exkl. moms", bill.m(bill.subtotal)), ("Moms %", "25,00"), ("Moms", bill.m(bill.tax))]
    cells += [("Öresavr", bill.m(bill.rounding)), ("ATT BETALA", f"SEK {bill.m(bill.total)}")]
    cell_row(sheet, 672, 32, edges, cells, size=10, small=7.5)
    seller = bill.seller
    foot = [
        f"Adress\n{seller.name}\n{seller.street}\n{seller.city}",
        f"Telefon\n{seller.phone}\n\nE-post\n{seller.mail}",
    ]
    giro = bill.shape("####-####")
    foot += [f"Bankgiro\n{giro}\n\nOrganisationsnr\n{bill.shape('55####-####')}"]
    foot += [f"Momsreg.nr\n{seller.tax_id}\n\nGodkänd för F-skatt"]
    sheet.rule(40, 740, 555, 740, 0.5)
    spread(sheet, 752, "<40 <190 <310 <430", foot, size=8)


GOODS = "Huoltokäynti|Ilmanvaihtosuodatin F7|Asennustyö|Kilometrikorvaus|Lämpöpumpun kylmäaine R32|Sähkötarvikkeet"
GOODS += "|Kanavan nuohous|Mittauspöytäkirja|Pieni tarvike"


@family("finnish-transfer-form")
def finnish_transfer_form(rng: Random) -> Drawn:
    """A Finnish service firm: ALV columns by line, viitenumero, the bank's tilisiirto form with a bar code."""
    bill = Bill(rng, "FI", rng.choice(("1####", "{y}###", "2#####", "####")))
    settle(bill, ("{} LVI Oy", "{}n Ilmanvaihto Oy", "Kiinteistöhuolto {} Ky"),
           ("As Oy {}", "{} Kauppa Oy", "Kiint. Oy {}npuisto", "{}n kaupunki", "Matti {}"))  # fmt: skip
    for text in rng.choices(GOODS.split("|"), k=min(some(rng, 9), 9)):
        unit = "h" if text == "Asennustyö" else "km" if text.startswith("Kilom") else "kpl"
        qty = Decimal(rng.randint(2, 30)) / 2 if unit == "h" else Decimal(rng.randint(1, 60 if unit == "km" else 6))
        low, high = {"h": (48, 72), "km": (1, 2), "kpl": (8, 240)}[unit]
        bill.add(text, qty, price_of(rng, low, high), rate=ALV, uom=unit)
    bill.reckon(slips="total qty")
    sheet, reference = Sheet(), bill.shape("# ##### #####")
    seller = bill.seller
    sheet.text(40, 46, seller.name, size=13, bold=True)
    sheet.lines(40, 60, [*seller.address, f"Puh. {seller.phone}"], size=8.5)
    sheet.text(330, 46, "LASKU", size=15, bold=True)
    facts = [("Laskun numero", bill.number), ("Laskun päiväys", bill.d(bill.date)), ("Eräpäivä", bill.d(bill.due))]
    facts += [("Viitenumero", reference), ("Maksuehto", f"{(bill.due - bill.date).days} pv netto")]
    facts += [("Viivästyskorko", "11,5 %")]
    pairs(sheet, 64, "<330 <430", facts, size=9)
    sheet.lines(40, 118, addressee(bill, care="{}"), size=10)
    _transfer_rows(sheet, bill)
    _transfer_form(sheet, bill, reference)
    truth = bill.truth(sheet, "due seller_id subtotal tax qty price", "bank-form", "gross-column")
    return Drawn(sheet.finish(), (truth,))


def _transfer_rows(sheet: Sheet, bill: Bill) -> None:
    stops = "<40 >250 <255 >330 >385 >440 >490 >555"
    heads = ["Tuote", "Määrä", "Yks.", "á-hinta", "Veroton", "ALV %", "ALV", "Yhteensä"]
    sheet.y = spread(sheet, 206, stops, heads, size=8, bold=True) + 6
    sheet.rule(40, 211, 555, 211, 0.5)
    rows = []
    for row in bill.rows:
        tax = bill.money(row.amount * ALV / 100)
        texts = (row.text, bill.q(row.qty, 2), row.uom or "", bill.p(row.price), bill.m(row.amount), "25,5")
        rows.append((*texts, bill.m(tax), bill.m(row.amount + tax)))
    listing(sheet, stops, rows, turn=turned(sheet, lambda: None), size=8.5, gap=4)
    sums = [
        ("Veroton yhteensä", bill.subtotal),
        ("Arvonlisävero 25,5 %", bill.tax),
        ("MAKSETTAVA YHTEENSÄ", bill.total),
    ]
    texts_ = [(label, f"{bill.m(value)} EUR") for label, value in sums]
    sheet.y = pairs(sheet, sheet.y + 10, "<330 >555", texts_, size=9, step=13, bold=("MAKS",))
    foot = (
        f"{bill.seller.name}   Y-tunn. {bill.shape('2######-#')}   ALV-tunnus {bill.seller.tax_id}   Kotip. Turkumäki"
    )
    sheet.text(297, 520, foot, size=7.5, align="centre", colour=GREY)


def _transfer_form(sheet: Sheet, bill: Bill, reference: str) -> None:
    """The lower third, as banks have printed it for decades."""
    seller, iban = bill.seller, bill.shape("FI## #### #### #### ##")
    sheet.text(30, 541, "TILISIIRTO. GIRERING", size=7, bold=True)
    cell_row(sheet, 546, 44, (30, 310, 565), [("Saajan tilinumero", iban), ("BIC", "OKOXFIHH")])
    cell_row(sheet, 590, 44, (30, 310), [("Saaja / Mottagare", seller.name)])
    payer = "\n".join((bill.buyer.name, *bill.buyer.address))
    cell_row(sheet, 634, 70, (30, 310), [("Maksajan nimi ja osoite", payer)])
    sheet.box(310, 590, 565, 704)
    cell_row(sheet, 704, 30, (30, 310), [("Allekirjoitus / Underskrift", "")])
    cell_row(sheet, 704, 30, (310, 565), [("Viitenro / Ref.nr", reference)])
    cell_row(sheet, 734, 30, (30, 310), [("Tililtä nro / Från konto nr", "")])
    cell_row(sheet, 734, 30, (310, 430, 565), [("Eräpäivä / Förf.dag", bill.d(bill.due)), ("Euro", bill.m(bill.total))])
    bars(sheet, 50, 778, 36, bill.rng, 90)


CARPENTRY = "Udskiftning af vindue, 3-lags energirude|Tømrertimer|Lærlingetimer|Materialer iflg. vedlagte bilag|Kørsel"
CARPENTRY += "|Opsætning af gipsloft|Bortskaffelse af affald|Terrassebrædder 28x120 trykimp.|Skruer og beslag"


@family("danish-carpenter-71")
def danish_carpenter_71(rng: Random) -> Drawn:
    """A tømrer: job text above the lines, moms 25 %, net in days or a date, account and +71 line with card number."""
    bill = Bill(rng, "DK", rng.choice(("####", "1####", "{y}-###", "20###")))
    stem = settle(bill, ("Tømrermester {} ApS", "{} Tømrer & Snedker", "{} Byg A/S"),
                  ("E/F {}parken", "{} Ejendomme ApS", "Dagplejen {}", "Lone og Per {}", "{} El A/S"))  # fmt: skip
    for text in rng.sample(CARPENTRY.split("|"), rng.randint(1, 8)):
        unit = "timer" if text.endswith("timer") else "km" if text == "Kørsel" else rng.choice(("stk", "stk", "m2"))
        qty = Decimal(rng.randint(2, 90)) / 2 if unit != "stk" else Decimal(rng.randint(1, 9))
        low, high = {"timer": (360, 480), "km": (4, 7), "stk": (60, 2900), "m2": (110, 700)}[unit]
        bill.add(text, qty, price_of(rng, low, high), rate=MOMS, uom=unit)
    bill.reckon(slips="total qty")
    bill.prepaid = rng.choice((ZERO, ZERO, ZERO, bill.money(bill.total / 2)))
    sheet, late = Sheet(), rng.random() < 0.6
    due_in(bill, 8 if not late else (bill.due - bill.date).days)
    _carpenter_head(sheet, bill, stem)
    _carpenter_rows(sheet, bill)
    net = f"Forfaldsdato: {bill.d(bill.due)}" if late else "Betalingsbetingelser: Netto 8 dage"
    line = bill.shape("+71<00000000000####+########<")
    said = [net, f"Indbetales til reg.nr. {bill.shape('9### kontonr. ##########')} eller", f"Kreditornr. {line}"]
    said += ["Ved for sen betaling tilskrives renter med 2% pr. påbegyndt måned."]
    room(sheet, 80, 780)
    sheet.lines(50, max(sheet.y + 24, 640), said, size=9)
    words = shown("seller_id subtotal tax qty price", due=late, payable=bill.prepaid)
    truth = bill.truth(sheet, words, "giro-line")
    return Drawn(sheet.finish(), (truth if late else term_only(truth, bill),))


def _carpenter_head(sheet: Sheet, bill: Bill, stem: str) -> None:
    seller = bill.seller
    bar(sheet, 34, 34, 400, 550, (0.35, 0.22, 0.1))
    sheet.text(475, 57, stem.upper(), size=15, bold=True, colour=WHITE, align="centre")
    mine = [seller.name, *seller.address, f"Tlf. {seller.phone}", f"CVR-nr. {seller.tax_id}", seller.mail]
    sheet.lines(400, 84, mine, size=8.5)
    sheet.lines(50, 110, addressee(bill, care="Att. {}"), size=10.5)
    facts = [("Fakturanr.:", bill.number), ("Fakturadato:", bill.d(bill.date)), ("Sagsnr.:", bill.shape("S-####"))]
    pairs(sheet, 172, "<400 <470", facts, size=9)
    sheet.text(50, 208, "FAKTURA", size=16, bold=True)
    sheet.text(50, 226, f"Vedr.: {bill.ship_to.street}, {bill.ship_to.city} - udført arbejde iflg. aftale", size=9.5)


def _carpenter_rows(sheet: Sheet, bill: Bill) -> None:
    stops = "<50 >340 <346 >450 >550"
    sheet.y = spread(sheet, 252, stops, ["Tekst", "Antal", "Enhed", "Pris pr. enhed", "I alt"], size=9, bold=True) + 6
    sheet.rule(50, 257, 550, 257, 0.6)
    rows = [
        (folded(sheet, r.text, 230, 9.5), bill.q(r.qty), r.uom or "", bill.p(r.price), bill.m(r.amount))
        for r in bill.rows
    ]
    listing(sheet, stops, rows, turn=turned(sheet, lambda: None), size=9.5, gap=5)
    sums = [("Subtotal", bill.subtotal), (f"25,00% moms af {bill.m(bill.subtotal)}", bill.tax)]
    sums += [("Total DKK", bill.total)]
    sums += (
        [("Aconto faktureret og betalt", -bill.prepaid), ("Rest til betaling DKK", bill.payable)]
        if bill.prepaid
        else []
    )
    texts = [(label, bill.m(value)) for label, value in sums]
    sheet.rule(346, sheet.y, 550, sheet.y, 0.6)
    sheet.y = pairs(sheet, sheet.y + 15, "<346 >550", texts, size=9.5, step=15, bold=("Total", "Rest"))
