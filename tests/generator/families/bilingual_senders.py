"""Labels in two tongues or in English by people who speak another; and a dentist, whose numbers only dentists read."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, VERA, Bill, bar, price_of, spread, squares
from tests.generator.ink import number_text
from tests.generator.lands import person
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet


@family("romanian-numbered-columns")
def romanian_numbered_columns(rng: Random) -> Drawn:
    """Both parties in a table of rows (name, VAT no., register, bank), a row of column numbers under the heads."""
    abroad = rng.random() < 0.5
    bill = Bill(
        rng,
        "RO",
        rng.choice(("@@@ ####", "{y}0###", "FCT-#####")),
        buyer=rng.choice(("DE", "IT", "HU")) if abroad else "",
        currency="EUR" if abroad else "",
    )
    rate = ZERO if abroad else Decimal(rng.choice((19, 21)))
    goods = (
        "Cadru metalic / Metal frame",
        "Manopera / Labour",
        "Panou MDF / MDF panel",
        "Transport / Transport",
        "Vopsea / Paint",
    )
    for text in rng.choices(goods, k=min(some(rng, 18), 18)):
        bill.add(
            text,
            rng.choice((1, 2, 8, 40, Decimal("2.5"))),
            price_of(rng, 9, 690),
            rate=rate,
            uom=rng.choice(("buc", "ore", "kg")),
        )
    bill.reckon(slips="total amount", taxed=not abroad)
    sheet = Sheet(face=VERA)
    sheet.text(40, 50, "FACTURA FISCALA / INVOICE", size=13, bold=True)
    sheet.text(40, 64, f"Seria / Nr.: {bill.number}     Data / Date: {bill.d(bill.date)}", size=9)
    late = rng.random() < 0.6
    if late:
        sheet.text(555, 64, f"Scadenta / Due: {bill.d(bill.due)}", size=9, align="right")
    grid = [("", "FURNIZOR / SUPPLIER", "CUMPARATOR / BUYER"), ("Nume / Name", bill.seller.name, bill.buyer.name)]
    grid += [
        ("CIF / VAT no.", bill.seller.tax_id, bill.buyer.tax_id),
        ("Sediu / Address", bill.seller.street, bill.buyer.street),
    ]
    grid += [
        ("", bill.seller.city, bill.buyer.city),
        ("Nr. reg. com.", bill.shape("J12/####/2015"), bill.shape("J40/###/2008") if not abroad else "-"),
    ]
    grid += [("Cont / Account", bill.seller.iban, "")]
    for n, texts in enumerate(grid):
        for x0, x1 in ((40, 125), (125, 340), (340, 555)):
            sheet.box(x0, 78 + 15 * n, x1, 93 + 15 * n)
        spread(sheet, 89 + 15 * n, "<44 <129 <344", list(texts), size=7.5, bold=n == 0)
    stops = "^50 <66 ^300 >355 >420 >485 >551"

    def begin() -> None:
        top = 208 if sheet.page == 1 else 50
        heads = [
            "Nr.",
            "Denumirea / Description",
            "U.M.",
            "Cantitatea\nQuantity",
            "Pret unitar\nUnit price",
            "Valoarea\nAmount",
            "TVA\nVAT",
        ]
        y = spread(sheet, top, stops, heads, size=7, bold=True)
        sheet.rule(40, y - 5, 555, y - 5, 0.4)
        y = spread(sheet, y + 3, stops, ["0", "1", "2", "3", "4", "5 (3x4)", "6"], size=6.5, colour=GREY)
        sheet.rule(40, y - 5, 555, y - 5, 0.4)
        sheet.y = y + 5

    begin()
    rows = []
    for n, r in enumerate(bill.rows, 1):
        vat = bill.m(bill.money(r.amount * rate / 100)) if rate else "-"
        rows.append((str(n), r.text, r.uom or "", bill.q(r.qty), bill.p(r.price), bill.m(r.amount), vat))
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=7.5, gap=4, bottom=680)
    room(sheet, 90)
    sheet.rule(40, sheet.y - 4, 555, sheet.y - 4)
    cells = ["TOTAL", bill.m(bill.subtotal), bill.m(bill.tax) if rate else "-"]
    spread(sheet, sheet.y + 8, ">420 >485 >551", cells, size=8, bold=True)
    money = "EUR" if abroad else "lei"
    spread(
        sheet,
        sheet.y + 28,
        ">420 >551",
        ["TOTAL DE PLATA / TOTAL DUE", f"{bill.m(bill.total)} {money}"],
        size=9.5,
        bold=True,
    )
    note = (
        "Livrare intracomunitara scutita / Intra-Community supply, VAT exempt."
        if abroad
        else f"Cota TVA / VAT rate {bill.q(rate)}%"
    )
    sheet.lines(44, sheet.y + 50, [note, f"Intocmit de / Issued by: {person(rng, bill.land)}"], size=7.5)
    shown = f"{'due' if late else ''} seller_id buyer_id {'' if abroad else 'tax'} subtotal qty price"
    truth = bill.truth(sheet, shown, "bilingual", "party-table", "column-numbers")
    return Drawn(sheet.finish(), (truth,))


@family("turkish-data-box")
def turkish_data_box(rng: Random) -> Drawn:
    """The state's form: seller at the left between two rules, data in a box, sums stacked in cells, TL glued."""
    bill = Bill(rng, "TR", rng.choice(("@@@{y}00000####", "GIB{y}000000###", "ABC{y}00000####")))
    vat = [Decimal(20), Decimal(10)]
    goods = (
        ("Pamuklu kumas / cotton fabric, m", vat[1]),
        ("Nakliye / freight", vat[0]),
        ("Iplik / yarn, kg", vat[1]),
        ("Dikim / sewing", vat[0]),
    )
    for text, rate in rng.choices(goods, k=some(rng, 16)):
        less = rng.choice((0, 0, 4))
        bill.add(
            text,
            rng.choice((1, 25, 140, Decimal("62.5"))),
            price_of(rng, 30, 900),
            rate=rate,
            discount=less,
            more=(str(less),),
        )
    bill.reckon(slips="total amount")
    sheet = Sheet()
    sheet.rule(40, 40, 260, 40, 1.5)
    office = rng.choice(("Merter", "Osmanli", "Nilufer"))
    mine = [
        bill.seller.name,
        *bill.seller.address,
        f"Tel: {bill.seller.phone}",
        f"Tax office / VD: {office}",
        f"VKN: {bill.seller.tax_id}",
    ]
    y = sheet.lines(44, 52, mine, size=8.5, bold_first=True)
    sheet.rule(40, y - 4, 260, y - 4, 1.5)
    y = sheet.lines(
        44,
        y + 12,
        ["SAYIN / TO", bill.buyer.name, *bill.buyer.address, f"VKN: {bill.buyer.tax_id}"],
        size=8.5,
        bold_first=True,
    )
    sheet.rule(40, y - 4, 260, y - 4, 1.5)
    sheet.text(297, 110, "e-FATURA", size=11, bold=True, align="centre")
    squares(sheet, 500, 36, 56, rng)
    late = rng.random() < 0.3
    data = [
        ("Customization No", "TR1.2"),
        ("Scenario", "TICARIFATURA"),
        ("Invoice type", "SATIS"),
        ("Invoice no", bill.number),
    ]
    data += [
        ("Invoice date", bill.d(bill.date)),
        ("Due date", bill.d(bill.due)) if late else ("Despatch no", bill.shape("IRS{y}####")),
    ]
    for n, texts in enumerate(data):
        sheet.box(345, 110 + 14 * n, 440, 124 + 14 * n)
        sheet.box(440, 110 + 14 * n, 556, 124 + 14 * n)
        spread(sheet, 120 + 14 * n, "<348 <443", list(texts), size=8)
    stops = "^50 <64 >300 >365 >405 >450 >552"

    def begin() -> None:
        top = max(y, 194) + 24 if sheet.page == 1 else 50
        sheet.box(40, top - 11, 556, top + 6, fill=(0.9, 0.9, 0.9))
        heads = ["#", "Mal Hizmet / Item", "Miktar / Qty", "Birim fiyat", "Isk. %", "KDV %", "Tutar / Amount"]
        sheet.y = spread(sheet, top, stops, heads, size=7.5, bold=True) + 9

    begin()
    rows = [
        (
            str(n),
            r.text,
            bill.q(r.qty),
            f"{bill.p(r.price)}TL",
            f"%{r.more[0]}",
            f"%{bill.q(r.rate)}",
            f"{bill.m(r.amount)}TL",
        )
        for n, r in enumerate(bill.rows, 1)
    ]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8, gap=4, rules=(40, 556))
    room(sheet, 110)
    sums = [("Mal Hizmet Toplam Tutari", bill.subtotal)]
    sums += [(f"Hesaplanan KDV (%{bill.q(t.rate)}) - matrah {bill.m(t.base)}TL", t.amount) for t in bill.taxes]
    sums += [("Vergiler Dahil Toplam Tutar", bill.total), ("Odenecek Tutar", bill.total)]
    top = sheet.y + 4
    for label, value in sums:
        sheet.box(250, top, 460, top + 15)
        sheet.box(460, top, 556, top + 15)
        spread(sheet, top + 10.5, ">456 >552", [label, f"{bill.m(value)}TL"], size=7.5, bold=True)
        top += 15
    shown = f"{'due' if late else ''} seller_id buyer_id subtotal qty price payable"
    return Drawn(sheet.finish(), (bill.truth(sheet, shown, "state-form", "currency-glued", "several-rates"),))


@family("kenyan-control-unit")
def kenyan_control_unit(rng: Random) -> Drawn:
    """Prices with VAT from Nairobi: PIN of both, a control unit's numbers at the foot, VAT withheld."""
    bill = Bill(rng, "KE", rng.choice(("INV####", "##-####", "KE{y}-###")))
    bill.included, rate = True, Decimal(16)
    goods = (
        ("Cement 50 kg bag", rate),
        ("Iron sheet 3 m gauge 30", rate),
        ("Maize flour bale", ZERO),
        ("Nails assorted, kg", rate),
        ("Timber 4x2, ft", rate),
    )
    for text, at in rng.choices(goods, k=some(rng, 22)):
        bill.add(text, rng.choice((1, 3, 10, 50)), price_of(rng, 90, 4200, step="5"), rate=at, sku=bill.shape("@#####"))
    bill.reckon(slips="total amount qty")
    bill.taxes = [tax for tax in bill.taxes if tax.rate]
    net = sum((tax.base for tax in bill.taxes), ZERO)
    bill.withheld = rng.choice((ZERO, bill.money(net * 2 / 100)))
    sheet = Sheet()
    bar(sheet, 30, 4, 40, 555, (0.0, 0.4, 0.2))
    sheet.text(297, 58, bill.seller.name, size=18, bold=True, align="centre")
    sheet.text(
        297,
        72,
        f"Hardware & general supplies - {', '.join(bill.seller.address)} - {bill.seller.phone}",
        size=8,
        align="centre",
    )
    with_id = rng.random() < 0.6
    sheet.text(40, 104, f"Client: {bill.buyer.name}", size=9.5, bold=True)
    sheet.text(40, 117, ", ".join(bill.buyer.address), size=8.5)
    sheet.text(40, 130, f"Client PIN: {bill.buyer.tax_id}" if with_id else "Client PIN:", size=8.5)
    sheet.lines(
        400, 104, [f"TAX INVOICE NO. {bill.number}", f"DATE: {bill.d(bill.date)}", f"LPO: {bill.shape('####')}"], size=9
    )
    stops = "<44 <100 >350 >440 ^470 >551"

    def begin() -> None:
        top = 160 if sheet.page == 1 else 50
        for offset in (-11, 5):
            sheet.rule(40, top + offset, 555, top + offset, 0.8)
        sheet.y = (
            spread(sheet, top, stops, ["CODE", "PARTICULARS", "QTY", "@", "VAT", "KSHS."], size=8.5, bold=True) + 8
        )

    begin()
    rows = [
        (r.sku or "", r.text, bill.q(r.qty), bill.p(r.price), "A" if r.rate else "E", bill.m(r.amount))
        for r in bill.rows
    ]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8.5, gap=4, bottom=620)
    room(sheet, 130)
    sheet.rule(40, sheet.y - 4, 555, sheet.y - 4, 0.8)
    sums = [("TOTAL KSHS. (VAT INCL.)", bill.total)]
    sums += [("LESS 2% WITHHOLDING VAT", -bill.withheld), ("NET PAYABLE", bill.payable)] if bill.withheld else []
    y = pairs(
        sheet, sheet.y + 10, ">440 >551", [(a, bill.m(b)) for a, b in sums], size=9.5, step=15, bold=("TOTAL", "NET")
    )
    spread(sheet, y + 8, "<44 >180 >280", ["Code", "Taxable", "VAT"], size=8, bold=True)
    exempt = bill.sum([row for row in bill.rows if not row.rate])
    codes = [("A 16%", bill.m(net), bill.m(bill.tax)), ("E exempt", bill.m(exempt), bill.m(ZERO))]
    y = pairs(sheet, y + 20, "<44 >180 >280", codes, size=8, step=12)
    squares(sheet, 480, y - 20, 60, rng)
    unit = [
        f"PIN {bill.seller.tax_id}",
        f"CU Serial No. {bill.shape('KRAMW############')}",
        f"CU Invoice No. {bill.shape('0##############')}",
    ]
    sheet.lines(44, y + 12, [*unit, "Goods once sold are not returnable. Accounts are due on demand."], size=8)
    shown = f"seller_id {'buyer_id' if with_id else ''} {'tax' if bill.tax else ''} qty price payable"
    truth = bill.truth(sheet, shown, "tax-included", "control-unit", "no-due-date", "withheld")
    truth["totals"]["tax_base"] = [number_text(net), number_text(net + exempt), None]
    return Drawn(sheet.finish(), (truth,))


@family("dentist-factors")
def dentist_factors(rng: Random) -> Drawn:
    """A dentist's bill: day, tooth, code, count, factor and amount, no tax; a clearing house writes for it."""
    bill = Bill(rng, "DE", rng.choice(("###.###.###", "{y}-######", "ZA#######")))
    house, bill.day_format = bill.seller.name, "%d.%m.%Y"
    bill.seller = replace(bill.seller, name=f"Zahnarztpraxis {person(rng, bill.land)}")
    bill.buyer = replace(
        bill.buyer, name=rng.choice(("Frau Henrike Tjaden", "Herrn Oke Bruns", "Frau Dilara Sönmezoglu"))
    )
    works = (
        ("0010", "Eingehende Untersuchung"),
        ("2100", "Kompositfüllung, dreiflächig"),
        ("0090", "Infiltrationsanästhesie"),
        ("1040", "Professionelle Zahnreinigung"),
        ("5000", "Röntgenaufnahme"),
    )
    for code, text in rng.choices(works, k=rng.randint(1, 14)):
        factor = rng.choice(("2,3", "2,3", "1,8", "3,5"))
        count = rng.choice((1, 1, 1, 2, 28))
        day, tooth = bill.d(bill.date, -rng.randint(10, 40)), rng.choice(("", bill.shape("1#"), bill.shape("3#")))
        bill.add(text, None, price_of(rng, 4, 140), sku=code, more=(day, tooth, str(count), factor))
    lab = rng.choice((ZERO, price_of(rng, 20, 400)))
    bill.reckon(charges=lab, taxed=False)
    sheet = Sheet(face=VERA)
    sheet.text(45, 50, house, size=12, bold=True, colour=(0.2, 0.3, 0.6))
    sheet.text(45, 62, "Abrechnungsgesellschaft für Heilberufe", size=7.5, colour=GREY)
    sheet.lines(45, 120, [bill.buyer.name, *bill.buyer.address], size=9.5)
    late = rng.random() < 0.6
    head = [
        ("Rechnungsnummer", bill.number),
        ("Rechnungsdatum", bill.d(bill.date)),
        ("Patienten-Nr.", bill.shape("#####")),
    ]
    head += [("Zahlbar bis", bill.d(bill.due))] if late else [("Fälligkeit", "mit Zugang")]
    pairs(sheet, 120, "<360 >550", head, size=8.5, step=14)
    sheet.text(
        45, 200, f"Im Auftrag von {bill.seller.name} berechnen wir Ihnen für zahnärztliche Leistungen:", size=8.5
    )
    stops = "<45 <105 <140 <185 >430 >480 >550"

    def begin() -> None:
        top = 226 if sheet.page == 1 else 50
        sheet.rule(45, top + 5, 550, top + 5, 0.5)
        heads = ["Datum", "Zahn", "Ziffer", "Leistung", "Anz.", "Faktor", "EUR"]
        sheet.y = spread(sheet, top, stops, heads, size=8, bold=True) + 8

    begin()
    rows = [(r.more[0], r.more[1], r.sku or "", r.text, r.more[2], r.more[3], bill.m(r.amount)) for r in bill.rows]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8, gap=4)
    room(sheet, 90)
    sums = [("Honorar", bill.subtotal), ("Material- und Laborkosten gemäß Anlage", lab)] if lab else []
    sums += [("Rechnungsbetrag", bill.total)]
    y = pairs(sheet, sheet.y + 8, "<300 >550", [(a, bill.m(b)) for a, b in sums], size=8.5, step=15, bold=("Rechn",))
    sheet.text(45, y + 12, "Umsatzsteuerfrei nach § 4 Nr. 14 UStG. Die Forderung ist an uns abgetreten.", size=7.5)
    sheet.text(297, 800, f"{house} - IBAN {bill.seller.iban}", size=7, align="centre", colour=GREY)
    truth = bill.truth(
        sheet, f"{'due' if late else ''} {'subtotal' if lab else ''}", "clearing-house", "factors", "person", "no-tax"
    )
    for item, row in zip(truth["items"], bill.rows, strict=True):
        item |= {"qty": [row.more[2], None], "unit_price": None}  # a single price is not printed
    truth["seller"]["name"] = [bill.seller.name, house, bill.seller.name.removeprefix("Zahnarztpraxis ")]
    plain = bill.buyer.name.split(" ", 1)[1]
    truth["buyer"]["name"] = [bill.buyer.name, plain]
    return Drawn(sheet.finish(), (bill.charge_as_line(truth),))
