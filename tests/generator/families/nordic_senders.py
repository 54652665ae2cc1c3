"""From the north: a cleaner, a reseller with serial numbers, a sawmill, a radio station that pays a commission."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, VERA, WHITE, Bill, bar, bars, price_of, spread
from tests.generator.lands import person
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import COURIER, Sheet

QUARTER = Decimal(25)


@family("danish-cleaning-month")
def danish_cleaning_month(rng: Random) -> Drawn:
    """A month of cleaning by object: hours and rate, moms 25 %, the giro line at the foot, CVR of both."""
    bill = Bill(rng, "DK", rng.choice(("######", "{y}####", "F-#####")))
    bill.seller = replace(bill.seller, name=f"{bill.seller.name.split()[0]} Rengøring {rng.choice(('ApS', 'A/S'))}")
    places = (
        "Kontor, stuen",
        "Kantine",
        "Trappeopgang 4-8",
        "Lager",
        "Vinduespolering",
        "Hovedrengøring",
        "Møderum 1. sal",
    )
    for text in rng.choices(places, k=some(rng, 24)):
        bill.add(text, Decimal(rng.randint(4, 240)) / 4, price_of(rng, 219, 345, step="1"), rate=QUARTER, uom="timer")
    fee = rng.choice((ZERO, ZERO, Decimal(35)))
    bill.reckon(charges=fee, at=QUARTER, slips="total qty")
    sheet = Sheet()
    sheet.lines(45, 60, [bill.buyer.name, f"Att.: {person(rng, bill.land)}", *bill.buyer.address], size=10)
    sheet.text(550, 60, bill.seller.name, size=14, bold=True, align="right", colour=(0.0, 0.4, 0.5))
    for n, text in enumerate((*bill.seller.address, f"Tlf. {bill.seller.phone}", f"CVR-nr. {bill.seller.tax_id}")):
        sheet.text(550, 74 + 11 * n, text, size=8.5, align="right")
    month = bill.date.replace(day=1) - dt.timedelta(days=1)
    sheet.text(45, 150, "Faktura", size=18)
    with_id, late = rng.random() < 0.5, rng.random() < 0.7
    tops, values = ["Fakturanr.", "Fakturadato", "Kundenr."], [bill.number, bill.d(bill.date), bill.shape("####")]
    tops += ["Forfald" if late else "Betaling", "Kundens CVR" if with_id else "Deres ref."]
    values += [bill.d(bill.due) if late else "Netto 14 dage", bill.buyer.tax_id if with_id else "-"]
    spread(sheet, 172, "<45 <150 <255 <345 <460", tops, size=8, colour=GREY)
    spread(sheet, 184, "<45 <150 <255 <345 <460", values, size=9)
    sheet.text(45, 212, f"Rengøring i perioden {bill.d(month.replace(day=1))} til {bill.d(month)}", size=10, bold=True)
    stops = "<45 >330 <335 >440 >550"

    def begin() -> None:
        top = 236 if sheet.page == 1 else 50
        sheet.rule(45, top + 5, 550, top + 5, 0.5)
        sheet.y = spread(sheet, top, stops, ["Objekt", "Antal", "", "Sats", "Beløb"], size=9, bold=True) + 8

    begin()
    rows = [(r.text, bill.q(r.qty, 2), r.uom or "", bill.p(r.price), bill.m(r.amount)) for r in bill.rows]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=9, gap=4, bottom=640)
    room(sheet, 100, 730)
    sums = [("Subtotal", bill.m(bill.subtotal))] if fee else []
    sums += [("Faktureringsgebyr", bill.m(fee))] if fee else []
    sums += [("Momsgrundlag", bill.m(bill.tax_base)), ("25% moms", bill.m(bill.tax)), ("I alt DKK", bill.m(bill.total))]
    pairs(sheet, sheet.y + 10, "<380 >550", sums, size=9.5, step=15, bold=("I alt",))
    sheet.rule(45, 760, 550, 760, 0.5)
    sheet.text(45, 776, "Betales på reg.nr. " + bill.shape("####, konto ### ### ####") + " eller med girokort:", size=8)
    sheet.text(45, 796, f"+71< {bill.shape('###############')} +{bill.shape('8#######')}<", size=11, face=COURIER)
    shown = f"seller_id tax_base tax qty price {'subtotal' if fee else ''}"
    shown += (" due" if late else "") + (" buyer_id" if with_id else "")
    return Drawn(sheet.finish(), (bill.charge_as_line(bill.truth(sheet, shown, "giro", "period")),))


@family("norwegian-serial-numbers")
def norwegian_serial_numbers(rng: Random) -> Drawn:
    """A reseller: serial numbers under each line, net unit price after discount in percent, KID, sums in a strip."""
    bill = Bill(rng, "NO", rng.choice(("#####", "1######", "{y}-####")))
    goods = (
        ("NB-1440", 'Bærbar PC 14" 16GB'),
        ("DCK-3", "Dokkingstasjon USB-C"),
        ("MON-27Q", 'Skjerm 27" QHD'),
        ("SW-24P", "Svitsj 24 port PoE"),
        ("LIC-Y", "Programvare abonnement 1 år"),
    )
    for sku, text in rng.choices(goods, k=min(some(rng, 15), 15)):
        qty = rng.choice((1, 1, 2, 3))
        serials = tuple(bill.shape("S/N: 5CG####@@@") for _ in range(qty if "LIC" not in sku else 0))
        less = rng.choice((0, 0, 5, 15))
        price = price_of(rng, 490, 18900, step="10")
        bill.add(text, qty, price, rate=QUARTER, sku=sku, notes=serials, discount=less, more=(str(less),))
    bill.reckon(charges=rng.choice((ZERO, Decimal(149), Decimal(295))), at=QUARTER)
    sheet = Sheet(face=VERA)
    bar(sheet, 30, 60, 30, 565, (0.1, 0.15, 0.3))
    sheet.text(42, 66, bill.seller.name, size=18, bold=True, colour=WHITE)
    sheet.text(552, 66, "FAKTURA", size=16, colour=WHITE, align="right")
    sheet.lines(42, 118, ["Fakturaadresse", bill.buyer.name, *bill.buyer.address, "NORGE"], size=8.5)
    sheet.lines(215, 118, ["Leveringsadresse", bill.ship_to.name, *bill.ship_to.address], size=8.5)
    late = rng.random() < 0.8
    head = [("Fakturanr", bill.number), ("Kundenr", bill.shape("1####")), ("Fakturadato", bill.d(bill.date))]
    head += [("Forfallsdato", bill.d(bill.due))] if late else [("Betingelser", "Netto 20 dager")]
    head += [
        ("KID", bill.shape("##############")),
        ("Ordrenr", bill.shape("S######")),
        ("Vår ref", person(rng, bill.land)),
    ]
    pairs(sheet, 118, "<395 >552", head, size=8, step=12)
    stops = "<36 <95 >360 >425 >470 >558"

    def begin() -> None:
        top = 226 if sheet.page == 1 else 50
        bar(sheet, top - 10, 15, 30, 565, (0.87, 0.89, 0.94))
        heads = ["Varenr", "Beskrivelse", "Antall", "Pris", "Rab %", "Sum eks. mva"]
        sheet.y = spread(sheet, top, stops, heads, size=8, bold=True) + 8

    begin()
    rows = [
        (
            r.sku or "",
            "\n".join((r.text, *r.notes)),
            bill.q(r.qty),
            bill.p(r.price),
            "" if r.more[0] == "0" else r.more[0],
            bill.m(r.amount),
        )
        for r in bill.rows
    ]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8, gap=5, bottom=690)
    if bill.charges:
        sheet.y = spread(sheet, sheet.y, stops, ["", "Frakt", "", "", "", bill.m(bill.charges)], size=8) + 5
    room(sheet, 60, 740)
    stops = "^97 ^230 ^364 ^498"
    y = max(sheet.y + 10, 700)
    for x in (30, 164, 297, 431):
        sheet.box(x, y, x + 134, y + 36)
    spread(sheet, y + 11, stops, ["Netto", "Mva-grunnlag", "Mva 25 %", "Å betale NOK"], size=7.5, colour=GREY)
    cells = [bill.m(bill.subtotal + bill.charges), bill.m(bill.tax_base), bill.m(bill.tax), bill.m(bill.total)]
    spread(sheet, y + 27, stops, cells, size=10, bold=True)
    foot = (
        f"Foretaksregisteret {bill.seller.tax_id} - {', '.join(bill.seller.address)} - Bank {bill.shape('####.##.###')}"
    )
    sheet.text(297, 800, foot, size=7.5, align="centre")
    truth = bill.truth(
        sheet, f"{'due' if late else ''} seller_id tax_base tax qty price", "serials", "totals-strip", "kid"
    )
    return Drawn(sheet.finish(), (bill.charge_as_line(truth),))


@family("finnish-timber-metres")
def finnish_timber_metres(rng: Random) -> Drawn:
    """A sawmill: pieces by length make metres, price per metre; ALV 25,5 %, reference number, bar code, giro form."""
    bill = Bill(rng, "FI", rng.choice(("#####", "{y}####", "L-####")))
    rate = Decimal("25.5")
    woods = (
        "Runkopuu C24 48x98",
        "Raakaponttilauta 23x95",
        "Terassilauta 28x120",
        "Kakkosnelonen 50x100",
        "Lattialauta 33x145",
    )
    for text in rng.choices(woods, k=some(rng, 22)):
        pieces, length = rng.randint(4, 90), Decimal(rng.choice(("3.3", "3.9", "4.2", "4.8", "5.4", "6.0")))
        price = price_of(rng, 0.9, 7.9)
        bill.add(text, pieces * length, price, rate=rate, uom="jm", more=(str(pieces), bill.q(length, 1)))
    bill.reckon(charges=rng.choice((ZERO, Decimal("65.00"))), at=rate, slips="total amount")
    sheet = Sheet()
    sheet.lines(45, 50, [bill.seller.name, *bill.seller.address], size=9, bold_first=True)
    sheet.text(320, 50, "LASKU", size=14, bold=True)
    head = [("Laskun numero", bill.number), ("Laskun päivä", bill.d(bill.date)), ("Eräpäivä", bill.d(bill.due))]
    reference = bill.shape("## ##### #####")
    head += [("Viitenumero", reference), ("Viivästyskorko", "11,5 %"), ("Asiakasnumero", bill.shape("####"))]
    pairs(sheet, 68, "<320 <430", head, size=9, step=13)
    sheet.lines(45, 120, [bill.buyer.name, *bill.buyer.address], size=10.5)
    stops = "<45 >270 >325 >385 >460 >550"

    def begin() -> None:
        top = 190 if sheet.page == 1 else 50
        heads = ["Tuote", "kpl", "pituus m", "jm", "á-hinta €/jm", "Veroton €"]
        sheet.y = spread(sheet, top, stops, heads, size=8.5, bold=True) + 8
        sheet.rule(45, top + 5, 550, top + 5, 0.4)

    begin()
    rows = [(r.text, *r.more, bill.q(r.qty, 1), bill.p(r.price), bill.m(r.amount)) for r in bill.rows]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8.5, gap=4, bottom=560)
    room(sheet, 90, 640)
    sums = [("Tuotteet yhteensä", bill.m(bill.subtotal)), ("Rahti", bill.m(bill.charges))] if bill.charges else []
    sums += [("Veroton yhteensä", bill.m(bill.tax_base)), ("ALV 25,5 %", bill.m(bill.tax))]
    sums += [("Maksettava yhteensä EUR", bill.m(bill.total))]
    pairs(sheet, sheet.y + 8, "<340 >550", sums, size=9, step=14, bold=("Maks",))
    ids = f"Y-tunnus {bill.seller.tax_id[2:9]}-{bill.seller.tax_id[9:]}   ALV-tunnus {bill.seller.tax_id}"
    sheet.text(45, 655, ids, size=8)
    _giro(sheet, bill, reference)
    shown = f"due seller_id {'subtotal' if bill.charges else ''} tax_base tax qty price"
    return Drawn(
        sheet.finish(), (bill.charge_as_line(bill.truth(sheet, shown, "lengths", "giro", "two-numbers-before-qty")),)
    )


def _giro(sheet: Sheet, bill: Bill, reference: str) -> None:
    """The Finnish giro form at the foot: receiver, payer, reference, due day and sum in ruled cells."""
    sheet.rule(30, 668, 565, 668, 0.4)
    cells = (
        (668, "Saajan tilinumero", bill.seller.iban),
        (694, "Saaja", bill.seller.name),
        (720, "Maksaja", bill.buyer.name),
    )
    for y, label, value in cells:
        sheet.text(34, y + 10, label, size=6)
        sheet.text(95, y + 18, value, size=9)
        sheet.rule(30, y + 26, 300, y + 26, 0.4)
    sheet.text(304, 732, "Viitenumero", size=6)
    sheet.text(370, 738, reference, size=9)
    spread(sheet, 756, "<304 <400", ["Eräpäivä", "Euro"], size=6)
    spread(sheet, 764, "<335 >555", [bill.d(bill.due), bill.m(bill.total)], size=9.5)
    sheet.rule(300, 668, 300, 772, 0.4)
    bars(sheet, 60, 785, 32, bill.rng, 80)


@family("swedish-radio-commission")
def swedish_radio_commission(rng: Random) -> Drawn:
    """Spots by station, the agency's 15 % taken off before moms, öresavrundning, OCR; the advertiser is no buyer."""
    bill = Bill(rng, "SE", rng.choice(("########", "R{y}####", "5#####")))
    bill.land, bill.day_format = replace(bill.land, language="sv"), "%Y-%m-%d"
    brand = bill.seller.name.split()[0]
    bill.seller = replace(bill.seller, name=f"{brand} Radio AB")
    bill.buyer = replace(bill.buyer, name=f"{bill.buyer.name.split()[0]} Mediabyrå AB")
    stations = ("Kustradion", "Radio Skärgård", "Fjäll FM", "Gruvan 104,2", "Slätten Mix")
    for text in rng.choices(stations, k=some(rng, 12)):
        spots, week = rng.randint(5, 120), rng.randint(1, 52)
        bill.add(f"{text}, 30 sek, vecka {week}", spots, price_of(rng, 120, 990, step="5"), rate=QUARTER)
    off = bill.money(bill.sum(bill.rows) * rng.choice((10, 15)) / 100)
    percent = bill.q((off * 100 / bill.sum(bill.rows)).quantize(Decimal(1)))
    bill.reckon(discount=off, at=QUARTER, step=Decimal(1))
    sheet = Sheet()
    sheet.text(45, 60, brand.upper(), size=26, bold=True, colour=(0.75, 0.1, 0.2))
    sheet.text(45, 74, "R A D I O", size=9, colour=(0.75, 0.1, 0.2))
    sheet.text(300, 56, "Faktura", size=16, bold=True)
    ocr = bill.shape("###########")
    left = [
        ("Fakturadatum", bill.d(bill.date)),
        ("Fakturanr", bill.number),
        ("OCR", ocr),
        ("Kundnr", bill.shape("#####")),
    ]
    for n, (label, value) in enumerate(left):
        sheet.text(300 + 64 * n, 76, label, size=7)
        sheet.text(300 + 64 * n, 88, value, size=8.5)
    sheet.lines(300, 120, [bill.buyer.name, "Fakturaavdelningen", *bill.buyer.address], size=10)
    about = [
        ("Annonsör", bill.ship_to.name),
        ("Kampanj", rng.choice(("Vårkampanj", "Höststart"))),
        ("Er referens", person(rng, bill.land)),
    ]
    late = rng.random() < 0.7
    about += [("Förfallodatum", bill.d(bill.due))] if late else [("Betalningsvillkor", "30 dagar netto")]
    pairs(sheet, 120, "<45 <125", about, size=8.5, step=13)
    stops = "<45 >370 >455 >550"
    bar(sheet, 194, 15, 45, 550, (0.95, 0.88, 0.89))
    sheet.y = spread(sheet, 205, stops, ["Station", "Antal spotar", "Spotpris", "Belopp"], size=8.5, bold=True) + 8
    rows = [(r.text, bill.q(r.qty), bill.m(r.price or ZERO), bill.m(r.amount)) for r in bill.rows]
    listing(sheet, stops, rows, turn=turned(sheet, lambda: None), size=9, gap=5)
    sheet.rule(45, sheet.y - 6, 550, sheet.y - 6)
    sums = [("Bruttobelopp", bill.m(bill.subtotal)), (f"Förmedlingsprovision {percent} %", f"-{bill.m(off)}")]
    sums += [("Netto exkl. moms", bill.m(bill.tax_base)), ("Moms 25 %", bill.m(bill.tax))]
    sums += [("Öresavrundning", bill.m(bill.rounding))] if bill.rounding else []
    sums += [("ATT BETALA SEK", bill.m(bill.total))]
    pairs(sheet, sheet.y + 10, "<330 >550", sums, size=9.5, step=15, bold=("ATT",))
    sheet.rule(45, 765, 550, 765)
    register = f"{bill.seller.tax_id[2:8]}-{bill.seller.tax_id[8:12]}"
    columns = [("Adress", [bill.seller.name, *bill.seller.address]), ("Bankgiro", [bill.shape("####-####")])]
    columns += [("Org.nr", [register, "Godkänd för F-skatt"]), ("Momsreg.nr", [bill.seller.tax_id])]
    for n, (label, texts) in enumerate(columns):
        sheet.text(45 + 135 * n, 778, label, size=7, bold=True)
        sheet.lines(45 + 135 * n, 789, texts, size=7.5)
    truth = bill.truth(
        sheet, f"{'due' if late else ''} seller_id subtotal tax_base tax qty price", "commission", "ocr", "rounding"
    )
    return Drawn(sheet.finish(), (truth,))
