"""Senders from the Netherlands, and one from Sweden and one from Hungary or Bohemia that write in English."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, VERA, WHITE, Bill, Row, bar, folded, price_of, spread
from tests.generator.ink import number_text
from tests.generator.lands import person
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, Truth, family
from tests.generator.sheet import TIMES, Sheet
from tests.generator.writing import NumberFormat

HIGH, LOW = Decimal(21), Decimal(9)


@family("dutch-freelancer")
def dutch_freelancer(rng: Random) -> Drawn:
    """A narrow column at the left holds all that is not the table: client, numbers, KvK, btw-id, bank."""
    bill = Bill(rng, "NL", rng.choice(("{y}-0##", "{y}###", "F{y}.##")))
    bill.seller = replace(
        bill.seller, name=f"{person(rng, bill.land)} {rng.choice(('Tekst & Redactie', 'Ontwerp', 'Fotografie'))}"
    )
    jobs = (
        "Eindredactie jaarverslag (32 pag.)",
        "Ontwerp huisstijl",
        "Vergadering d.d. 3-4",
        "Reiskosten à € 0,23 per km",
        "Webteksten",
        "Fotobewerking 40 beelden",
    )
    for text in rng.sample(jobs, rng.randint(1, 5)):
        qty = Decimal(rng.randint(20, 240)) if "km" in text else Decimal(rng.randint(1, 64)) / 4
        bill.add(text, qty, Decimal("0.23") if "km" in text else Decimal(rng.choice((65, 75, "82.50", 95))), rate=HIGH)
    bill.reckon(slips="total qty")
    sheet = Sheet(face=VERA)
    bar(sheet, 0, 842, 0, 170, (0.95, 0.94, 0.9))
    sheet.lines(24, 60, sheet.wrap(bill.seller.name, 135, 12), size=12, bold_first=True)
    y = 130.0
    pairs = (
        ("aan", [bill.buyer.name, f"t.a.v. {person(rng, bill.land)}", *bill.buyer.address]),
        ("factuurnummer", [bill.number]),
        ("factuurdatum", [bill.d(bill.date)]),
        ("uiterlijk betalen", [bill.d(bill.due)]),
        ("uw referentie", [bill.shape("PO ####")]),
        ("rekening", [bill.seller.iban]),
        ("kvk", [bill.shape("########")]),
        ("btw-id", [bill.seller.tax_id]),
        ("adres", [*bill.seller.address, bill.seller.phone]),
    )
    for label, values in pairs:
        sheet.text(24, y, label, size=6.5, colour=GREY)
        y = sheet.lines(24, y + 10, [part for value in values for part in sheet.wrap(value, 140, 7.5)], size=7.5) + 8
    sheet.text(195, 72, "Factuur", size=26, colour=(0.8, 0.4, 0.2))
    stops = "<195 >415 >480 >560"
    sheet.y = spread(sheet, 132, stops, ["werkzaamheden", "uren/aantal", "tarief", "bedrag"], size=7, colour=GREY) + 8
    for row in bill.rows:
        cells = [folded(sheet, row.text, 160, 8), bill.q(row.qty), f"€ {bill.p(row.price)}", f"€ {bill.m(row.amount)}"]
        sheet.y = spread(sheet, sheet.y, stops, cells, size=8) + 6
    for label, value, bold in (
        ("subtotaal", bill.subtotal, False),
        ("21% btw", bill.tax, False),
        ("totaal", bill.total, True),
    ):
        bar(sheet, sheet.y, 0.7, 360, 560, (0.8, 0.4, 0.2))
        sheet.y = spread(sheet, sheet.y + 14, "<360 >560", [label, f"€ {bill.m(value)}"], size=9, bold=bold) + 2
    return Drawn(sheet.finish(), (bill.truth(sheet, "due seller_id subtotal tax qty price", "side-column"),))


@family("dutch-wholesaler-tiers")
def dutch_wholesaler_tiers(rng: Random) -> Drawn:
    """Landscape; tiered discounts by line, gross and net price, btw verlegd or by rate, sums in the table's columns."""
    abroad = rng.random() < 0.3
    bill = Bill(rng, "NL", rng.choice(("VF########", "{y}0####", "90####")), buyer="BE" if abroad else "")
    goods = (
        "Tulpenbollen gemengd maat 11/12",
        "Potgrond 40 L",
        "Plantenbak zink Ø 30",
        "Snoeischaar type 7",
        "Bindtouw 2,5 kg",
        "Kunstmest 12-10-18 25kg",
        "Gieter 10 ltr groen",
    )
    for n in range(rng.randint(2, 26)):
        text, qty = rng.choice(goods), rng.choice((1, 5, 10, 25, 50, 144))
        off = 0 if qty < 10 else 5 if qty < 50 else 12
        rate = ZERO if abroad else LOW if text.startswith(("Tulpen", "Kunst")) else HIGH
        bill.add(
            text,
            qty,
            price_of(rng, 0.4, 40),
            discount=off,
            rate=rate,
            no=str((n + 1) * 5),
            sku=bill.shape("######"),
            more=(str(off),),
        )
    bill.reckon(slips="total qty amount")
    sheet = Sheet(size=(842, 595))
    sheet.text(800, 40, bill.seller.name, size=15, bold=True, align="right")
    sheet.text(
        800,
        53,
        f"{bill.seller.street}, {bill.seller.city}   KvK {bill.shape('########')}   BTW {bill.seller.tax_id}",
        size=7,
        align="right",
    )
    sheet.lines(40, 80, [bill.buyer.name, "Crediteurenadministratie", *bill.buyer.address], size=9)
    heads = ["Factuurnummer", "Factuurdatum", "Debiteur", "Uw BTW-nummer", "Orderdatum", "Betalen vóór"]
    values = [
        bill.number,
        bill.d(bill.date),
        bill.shape("1#####"),
        bill.buyer.tax_id,
        bill.d(bill.date, -6),
        bill.d(bill.due),
    ]
    stops = "<300 <385 <460 <530 <640 <720"
    spread(sheet, 84, stops, heads, size=7.5, bold=True)
    spread(sheet, 97, stops, values, size=8.5)
    sheet.y = 148
    columns = "<40 <75 <130 >420 >490 >545 >615 >660 >800"
    titles = ["Regel", "Artikel", "Omschrijving", "Aantal", "Bruto", "Korting", "Netto", "BTW", "Regeltotaal"]
    sheet.y = spread(sheet, sheet.y, columns, titles, bold=True) + 5
    for row in bill.rows:
        if sheet.y > 500:
            sheet.text(800, 575, f"Factuur {bill.number} - vervolg op volgende blad", size=7, align="right")
            sheet.new_page()
            sheet.y = spread(sheet, 50, columns, titles, bold=True) + 5
        cells = [
            row.no or "",
            row.sku or "",
            row.text,
            bill.q(row.qty),
            bill.p(row.price),
            f"{row.more[0]},0%" if row.more[0] != "0" else "",
            bill.m(_net_price(row), 3),
            f"{row.rate}%",
            bill.m(row.amount),
        ]
        sheet.y = spread(sheet, sheet.y, columns, cells) + 3
    _tier_sums(sheet, bill, abroad=abroad)
    shown = f"due seller_id buyer_id subtotal {'' if abroad else 'tax'} qty price"
    truth = bill.truth(sheet, shown, "landscape", "reverse" if abroad else "tiers")
    return Drawn(sheet.finish(), (_either_price(truth, bill),))


def _either_price(truth: Truth, bill: Bill) -> Truth:
    """Gross and net price are both printed; with the net one, the line has no discount."""
    items = [
        {**item, "discount": "0", "unit_price": number_text(_net_price(row))} if row.discount else item
        for item, row in zip(truth["items"], bill.rows, strict=True)
    ]
    return {**truth, "or": [{"items": items}]}


def _net_price(row: Row) -> Decimal:
    return ((row.price or ZERO) * (100 - Decimal(row.more[0])) / 100).quantize(Decimal("0.001"))


def _tier_sums(sheet: Sheet, bill: Bill, *, abroad: bool) -> None:
    if sheet.y > 470:
        sheet.new_page()
    sheet.rule(40, sheet.y, 800, sheet.y, 1)
    y = sheet.y + 14
    rows = [("Totaal excl. btw", bill.m(bill.subtotal))]
    rows += (
        [("Btw verlegd (intracommunautaire levering)", bill.m(ZERO))]
        if abroad
        else [(f"Btw {tax.rate}% over {bill.m(tax.base)}", bill.m(tax.amount)) for tax in bill.taxes]
    )
    rows += [] if abroad or len(bill.taxes) < 2 else [("Totaal btw", bill.m(bill.tax))]
    for label, value in rows:
        y = spread(sheet, y, ">700 >800", [label, value], size=8.5) + 3
    spread(sheet, y + 3, ">700 >800", ["Totaal te voldoen EUR", bill.m(bill.total)], size=10, bold=True)
    sheet.lines(
        40,
        y - 20,
        [
            f"IBAN {bill.seller.iban} BIC RABONL2U",
            "Betalingskorting 1% bij betaling binnen 8 dagen.",
            "Op al onze leveringen zijn de AVW van toepassing.",
        ],
        size=7.5,
    )


@family("nordic-giro")
def nordic_giro(rng: Random) -> Drawn:
    """A Swedish invoice in English: OCR number, bank giro slip, VAT 25 %, öre rounding, the foot in four columns."""
    bill = Bill(rng, "SE", rng.choice(("######", "{y}####", "10####")))
    for text in rng.sample(
        (
            "Ski rack, aluminium",
            "Service agreement, quarter 2",
            "Pellets 16 kg sack",
            "Freight handling",
            "Sauna heater 6,8 kW",
            "Wool blanket 130x200",
        ),
        rng.randint(1, 5),
    ):
        bill.add(
            text,
            rng.choice((1, 2, 10, Decimal("2.5"))),
            price_of(rng, 40, 4800),
            rate=Decimal(25),
            uom=rng.choice(("pcs", "h", "st")),
            sku=bill.shape("#####"),
        )
    bill.reckon(step=Decimal(1), slips="total qty")
    sheet = Sheet()
    sheet.text(45, 62, bill.seller.name, size=15, bold=True)
    sheet.text(330, 62, "Invoice", size=15, bold=True)
    pairs = (
        ("Invoice number", bill.number),
        ("OCR number", bill.shape("#######") + bill.number[-3:]),
        ("Invoice date", bill.d(bill.date)),
        ("Due date", bill.d(bill.due)),
        ("Customer number", bill.shape("####")),
        ("Penalty interest", "8,00 %"),
    )
    for n, (label, value) in enumerate(pairs):
        spread(sheet, 82 + 12 * n, "<330 <430", [label, value], size=8.5)
    sheet.lines(330, 175, [bill.buyer.name, f"Att: {person(rng, bill.land)}", *bill.buyer.address], size=10)
    people = (
        ("Our reference", person(rng, bill.land)),
        ("Your reference", bill.shape("Cost centre ###")),
        ("Terms of payment", "30 days net"),
        ("Delivery", bill.d(bill.date, -5)),
    )
    for n, (label, value) in enumerate(people):
        spread(sheet, 175 + 12 * n, "<45 <130", [label, value], size=8)
    stops = "<45 <90 >340 <346 >440 >550"
    sheet.rule(45, 244, 550, 244, 1)
    sheet.y = (
        spread(sheet, 256, stops, ["Art.no", "Description", "Qty", "Unit", "Price", "Amount"], size=8.5, bold=True) + 6
    )
    for row in bill.rows:
        sheet.y = (
            spread(
                sheet,
                sheet.y,
                stops,
                [row.sku or "", row.text, bill.q(row.qty, 2), row.uom or "", bill.p(row.price), bill.m(row.amount)],
                size=8.5,
            )
            + 4
        )
    heads = ["Excl. VAT", "VAT %", "VAT", "Öre rounding", "AMOUNT TO PAY"]
    values = [bill.m(bill.subtotal), "25,00", bill.m(bill.tax), bill.m(bill.rounding), f"SEK {bill.m(bill.total)}"]
    sheet.rule(45, 600, 550, 600)
    spread(sheet, 612, "<45 <150 <210 <310 >550", heads, size=7.5, colour=GREY)
    spread(sheet, 626, "<45 <150 <210 <310 >550", values, size=10, bold=True)
    sheet.rule(45, 634, 550, 634)
    foot = [
        f"Address\n{bill.seller.street}\n{bill.seller.city}",
        f"Phone\n{bill.seller.phone}\n{bill.seller.mail}",
        f"Bankgiro\n{bill.shape('####-####')}\nIBAN {bill.seller.iban[:22]}",
        f"Org.nr / VAT no\n{bill.shape('556###-####')}\n{bill.seller.tax_id}\nApproved for F-tax",
    ]
    spread(sheet, 660, "<45 <180 <300 <440", foot, size=7)
    sheet.text(45, 730, "- " * 100, size=6)
    spread(
        sheet,
        770,
        "<45 <300 >550",
        ["INBETALNING/GIRERING  BANKGIROT", f"# {bill.number}", f"{bill.q(bill.total.quantize(Decimal(1)))} 00"],
        size=9,
    )
    return Drawn(sheet.finish(), (bill.truth(sheet, "due seller_id subtotal tax qty price", "öre", "giro-slip"),))


@family("export-two-currencies")
def export_two_currencies(rng: Random) -> Drawn:
    """A Hungarian or Czech exporter: EUR, and the same sums in home currency at the bank's rate, tariff and weights."""
    bill = Bill(
        rng, "HU", rng.choice(("EXP-####/{y}", "{y}######", "KF-{y}/####")), buyer=rng.choice(("DE", "GB", "NL"))
    )
    taxed = rng.random() < 0.35
    for text in rng.sample(
        (
            "Ceramic insulator KL-40",
            "Pump housing GG25, machined",
            "Beech parquet 14x70x490",
            "Paprika powder mild 25 kg",
            "Glass tube d=8 L=1500",
        ),
        rng.randint(1, 5),
    ):
        bill.add(
            text,
            rng.choice((12, 100, 640, Decimal("18.75"))),
            price_of(rng, 0.8, 60, step="0.005"),
            rate=Decimal(27 if taxed else 0),
            uom=rng.choice(("pcs", "m2", "kg")),
            sku=bill.shape("8#######"),
        )
    bill.reckon(slips="total qty")
    sheet = Sheet(face=TIMES)
    home, course = (
        ("HUF", Decimal(rng.randint(38000, 41500)) / 100)
        if bill.seller.tax_id.startswith("HU")
        else ("CZK", Decimal(rng.randint(24100, 25600)) / 1000)
    )
    sheet.text(297, 50, f"INVOICE / {'SZÁMLA' if home == 'HUF' else 'FAKTURA'}", size=15, bold=True, align="centre")
    sheet.box(40, 62, 555, 190)
    sheet.rule(297, 62, 297, 190)
    sheet.rule(40, 150, 555, 150)
    for x, label, company in ((46, "Supplier:", bill.seller), (303, "Customer:", bill.buyer)):
        sheet.text(x, 75, label, size=8)
        sheet.lines(x + 10, 90, [company.name, *company.address, f"VAT: {company.tax_id}"], size=10, bold_first=True)
    sheet.lines(46, 163, ["Bank: Duna Hitelbank  SWIFT DUNAHUHB", f"IBAN: {bill.seller.iban}"], size=8)
    sheet.text(303, 163, f"Invoice No.: {bill.number}", size=10, bold=True)
    sheet.text(303, 178, f"Delivery: DAP Incoterms 2020, CMR {bill.shape('######')}", size=8)
    bar(sheet, 196, 28, 40, 555, (0.9, 0.9, 0.9))
    spread(
        sheet,
        206,
        "<46 <180 <310 <440",
        [
            "Payment method\ntransfer",
            f"Date of supply\n{bill.d(bill.date, -2)}",
            f"Date of invoice\n{bill.d(bill.date)}",
            f"Due date\n{bill.d(bill.due)}",
        ],
        size=8,
    )
    stops = "<46 <110 >335 <340 >425 >465 >550"
    sheet.y = (
        spread(
            sheet,
            246,
            stops,
            ["Tariff No.", "Description", "Quantity", "Unit", "Unit price EUR", "VAT", "Net value EUR"],
            size=8,
            bold=True,
        )
        + 6
    )
    for row in bill.rows:
        sheet.y = (
            spread(
                sheet,
                sheet.y,
                stops,
                [
                    row.sku or "",
                    row.text,
                    bill.q(row.qty),
                    row.uom or "",
                    bill.p(row.price),
                    f"{row.rate}%",
                    bill.m(row.amount),
                ],
                size=9,
            )
            + 5
        )
    bill.rows = [replace(row, sku=None) for row in bill.rows]
    _two_currencies(sheet, bill, home, course)
    return Drawn(
        sheet.finish(), (bill.truth(sheet, "due seller_id buyer_id subtotal tax_base tax qty price", "two-currencies"),)
    )


def _two_currencies(sheet: Sheet, bill: Bill, home: str, course: Decimal) -> None:
    other = NumberFormat(bill.numbers.sample)
    places = 0 if home == "HUF" else 2
    stops = "<200 >330 >440 >550"
    sheet.y = spread(sheet, sheet.y + 14, stops, ["", "VAT base", "VAT", "Total"], bold=True) + 3
    sums = (bill.subtotal, bill.tax, bill.total)
    for currency, rate, digits in (("EUR", Decimal(1), 2), (home, course, places)):
        cells = [f"Summary {currency}", *(other.write(value * rate, digits) for value in sums)]
        sheet.y = spread(sheet, sheet.y, stops, cells, size=9) + 4
    bar(sheet, sheet.y + 4, 24, 200, 555, (0.25, 0.25, 0.3))
    sheet.y = spread(
        sheet,
        sheet.y + 20,
        "<206 >550",
        ["TOTAL TO PAY:", f"{bill.m(bill.total)} EUR"],
        size=12,
        bold=True,
        colour=WHITE,
    )
    notes = [f"Exchange rate of the National Bank on {bill.d(bill.date, -2)}: 1 EUR = {other.write(course, 3)} {home}"]
    notes += [] if bill.tax else ["VAT exempt intra-Community / export supply, Art. 138 Directive 2006/112/EC."]
    notes += [
        f"Net weight {bill.shape('###')} kg, gross weight {bill.shape('###')} kg, {bill.shape('#')} pallets.",
        "The goods remain our property until full payment.",
    ]
    sheet.lines(46, sheet.y + 26, notes, size=8.5, leading=1.5)
