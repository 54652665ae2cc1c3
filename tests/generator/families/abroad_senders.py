"""Senders whose country has its own form of invoice: Poland, Saudi Arabia, Japan."""

import datetime as dt
from decimal import Decimal
from random import Random

from tests.generator.bill import VERA, WHITE, Bill, bar, folded, price_of, spread, squares
from tests.generator.lands import person
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet


@family("polish-export-bilingual")
def polish_export_bilingual(rng: Random) -> Drawn:
    """Every label twice, without accents; NIP of both parties, net, rate, VAT and gross columns, VAT again in zloty."""
    abroad = rng.random() < 0.5
    bill = Bill(rng, "PL", rng.choice(("FV/####/{m}/{y}", "#/{m}/{y}/EXP", "FS-###/{y}")), buyer="DE" if abroad else "")
    rate = ZERO if abroad else Decimal(23)
    for n, text in enumerate(
        rng.choices(
            ("Brama przesuwna / Sliding gate", "Zawias / Hinge 120", "Transport", "Montaz / Assembly"), k=some(rng, 40)
        ),
        1,
    ):
        bill.add(
            text,
            rng.choice((1, 2, 10, 48)),
            price_of(rng, 4, 640),
            rate=rate,
            no=str(n),
            uom=rng.choice(("szt.", "kpl.")),
        )
    bill.reckon(slips="total qty", taxed=bool(rate))
    bill.prepaid = rng.choice((ZERO, ZERO, bill.money(bill.total * 3 / 10)))
    sheet = Sheet(face=VERA)
    sheet.text(40, 50, f"Faktura VAT / Invoice nr {bill.number}", size=13, bold=True)
    head = [
        ("Data wystawienia / Date of issue", bill.d(bill.date)),
        ("Data sprzedazy / Date of sale", bill.d(bill.date, -1)),
    ]
    head += [("Termin platnosci / Due date", bill.d(bill.due)), ("Sposob zaplaty / Payment", "przelew / transfer")]
    pairs(sheet, 72, "<40 <210", head, size=8, step=12)
    for x, label, firm in ((40, "Sprzedawca / Seller", bill.seller), (310, "Nabywca / Buyer", bill.buyer)):
        bar(sheet, 128, 14, x, x + 245, (0.85, 0.85, 0.9))
        sheet.text(x + 4, 138, label, size=8, bold=True)
        sheet.lines(x + 4, 154, [firm.name, *firm.address, f"NIP / VAT ID: {firm.tax_id}"], size=8.5)
    stops = "<40 <60 <265 >310 >372 >425 ^441 >497 >555"
    tops = [
        "Lp.",
        "Nazwa / Description",
        "Jm",
        "Ilosc\nQty",
        "Cena netto\nNet price",
        "Netto\nNet",
        "VAT",
        "VAT\nEUR",
        "Brutto\nGross",
    ]

    def begin() -> None:
        top = 228 if sheet.page == 1 else 60
        sheet.y = spread(sheet, top, stops, tops, size=7, bold=True) + 8
        sheet.rule(40, top - 9, 555, top - 9)

    begin()
    rows = []
    for r in bill.rows:
        tax = bill.money(r.amount * rate / 100)
        cells = (
            r.no or "",
            folded(sheet, r.text, 200, 7.5),
            r.uom or "",
            bill.q(r.qty),
            bill.p(r.price),
            bill.m(r.amount),
        )
        rows.append((*cells, "0%" if abroad else "23%", bill.m(tax), bill.m(r.amount + tax)))
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=7.5, gap=4, rules=(40, 555))
    room(sheet, 130)
    total = ["Razem / Total", bill.m(bill.subtotal), bill.m(bill.tax), bill.m(bill.subtotal + bill.tax)]
    sheet.y = spread(sheet, sheet.y + 4, "<265 >425 >497 >555", total, size=8, bold=True) + 8
    sums = [("Do zaplaty / Total amount", f"{bill.m(bill.total)} EUR")]
    sums += (
        [
            ("Zaplacono / Already paid", f"{bill.m(bill.prepaid)} EUR"),
            ("Pozostaje / Remaining", f"{bill.m(bill.payable)} EUR"),
        ]
        if bill.prepaid
        else []
    )
    sheet.y = pairs(sheet, sheet.y + 8, "<310 >555", sums, size=9, step=15, bold=("Do", "Pozostaje"))
    rate_text = (
        f"Kurs NBP {bill.q(Decimal('4.2831'))} PLN/EUR: VAT {bill.m(bill.money(bill.tax * Decimal('4.2831')))} PLN"
    )
    ids = f"IBAN {bill.seller.iban}  REGON {bill.shape('#########')}  KRS 0000{bill.shape('######')}"
    note = "0% WDT - intra-Community supply" if abroad else rate_text
    sheet.lines(
        40,
        sheet.y + 12,
        [
            note,
            ids,
        ],
        size=7.5,
    )
    shown = f"due seller_id buyer_id subtotal tax {'payable' if bill.prepaid else ''} qty price"
    return Drawn(sheet.finish(), (bill.truth(sheet, shown, "bilingual", "gross-column"),))


@family("saudi-vat-english")
def saudi_vat_english(rng: Random) -> Drawn:
    """Two boxes of party details, each with a VAT and a CR number; taxable, VAT and total on each line; a QR code."""
    bill = Bill(rng, "SA", rng.choice(("INV-{y}-####", "#####", "SA/{m}/####")))
    rate = Decimal(15)
    for n, text in enumerate(
        rng.choices(
            ("Split A/C 18000 BTU", "Copper pipe 3/8", "Installation labour", "Gas R410A 11 kg", "Bracket set"),
            k=some(rng, 50),
        ),
        1,
    ):
        bill.add(text, rng.randint(1, 20), price_of(rng, 25, 2400), rate=rate, no=str(n))
    off = bill.money(bill.sum(bill.rows) * Decimal(rng.choice((0, 0, 0, 5))) / 100)
    bill.reckon(discount=off, at=rate, slips="total qty")
    sheet = Sheet()
    squares(sheet, 485, 30, 70, rng)
    sheet.text(40, 52, "Tax Invoice", size=18, bold=True)
    head = [
        ("Invoice Number:", bill.number),
        ("Invoice Issue Date:", bill.d(bill.date)),
        ("Date of Supply:", bill.d(bill.date, -6)),
        ("Currency:", "SAR"),
    ]
    pairs(sheet, 72, "<40 <140", head, size=8.5, step=12.5)
    for x, label, firm in ((40, "Seller", bill.seller), (300, "Buyer", bill.buyer)):
        rows = [
            ("Name", firm.name),
            ("Address", firm.street),
            ("City", firm.city),
            ("VAT Number", firm.tax_id),
            ("Other Seller ID" if firm is bill.seller else "Other Buyer ID", f"CRN {bill.shape('10########')}"),
        ]
        bar(sheet, 132, 14, x, x + 255, (0.1, 0.35, 0.25))
        sheet.text(x + 4, 142, f"{label}:", size=8.5, bold=True, colour=WHITE)
        for n, (name, value) in enumerate(rows):
            sheet.box(x, 146 + 15 * n, x + 255, 161 + 15 * n)
            spread(sheet, 156 + 15 * n, f"<{x + 4} <{x + 72}", [name, value], size=7.5)
    stops = "<44 <62 >270 >310 >375 >410 >475 >552"
    tops = [
        "#",
        "Nature of goods or services",
        "Unit price",
        "Qty",
        "Taxable amt",
        "Rate",
        "Tax amount",
        "Subtotal incl. VAT",
    ]

    def begin() -> None:
        top = 245 if sheet.page == 1 else 60
        bar(sheet, top - 11, 16, 40, 555, (0.9, 0.94, 0.9))
        sheet.y = spread(sheet, top, stops, tops, size=7.5, bold=True) + 8

    begin()
    lines = []
    for r in bill.rows:
        tax = bill.money(r.amount * rate / 100)
        lines.append(
            (
                r.no or "",
                r.text,
                bill.p(r.price),
                bill.q(r.qty),
                bill.m(r.amount),
                "15%",
                bill.m(tax),
                bill.m(r.amount + tax),
            )
        )
    listing(sheet, stops, lines, turn=turned(sheet, begin), size=8, gap=5, rules=(40, 555))
    room(sheet, 110)
    sums = [("Total (Excluding VAT)", bill.m(bill.subtotal))] + ([("Discount", bill.m(off))] if off else [])
    sums += [
        ("Total Taxable Amount (Excluding VAT)", bill.m(bill.tax_base)),
        ("Total VAT", bill.m(bill.tax)),
        ("Total Amount Due", f"SAR {bill.m(bill.total)}"),
    ]
    y = pairs(sheet, sheet.y + 10, "<300 >552", sums, size=9, step=15, bold=("Total Amount",))
    late = rng.random() < 0.5
    if late:
        sheet.text(
            40,
            y + 14,
            f"Payment is expected no later than {bill.d(bill.due)}. Bank: {bill.shape('SA## #### #### #### ####')}",
            size=8,
        )
    shown = f"{'due' if late else ''} seller_id buyer_id subtotal tax_base tax qty price"
    return Drawn(sheet.finish(), (bill.truth(sheet, shown, "party-tables", "gross-column"),))


@family("japanese-in-english")
def japanese_in_english(rng: Random) -> Drawn:
    """Yen without decimals, the buyer after 'Messrs.', the seller at the right below a seal, two rates of tax."""
    bill = Bill(rng, "JP", rng.choice(("########-01", "INV{y}{m}##", "No.####")), buyer=rng.choice(("", "US", "SG")))
    high, low = Decimal(10), Decimal(8)
    goods = (
        ("Bearing unit BU-20", high),
        ("Green tea gift box *", low),
        ("Design review meeting", high),
        ("Rice crackers 40 pcs *", low),
        ("Export packing", high),
    )
    for text, rate in rng.choices(goods, k=some(rng, 40)):
        bill.add(
            text,
            rng.choice((1, 2, 10, 30)),
            price_of(rng, 300, 42000, step="10"),
            rate=rate,
            more=(f"{bill.date.month}/{rng.randint(1, bill.date.day)}",),
        )
    bill.reckon(slips="total qty")
    sheet = Sheet()
    sheet.text(297, 60, "INVOICE", size=20, align="centre")
    sheet.text(555, 84, f"Date: {bill.d(bill.date)}", size=9, align="right")
    sheet.text(
        555,
        96,
        f"Invoice No. {bill.number}" if not bill.number.startswith("No.") else f"Invoice {bill.number}",
        size=9,
        align="right",
    )
    sheet.text(40, 104, f"Messrs. {bill.buyer.name}", size=12)
    sheet.rule(40, 110, 290, 110)
    sheet.lines(40, 126, [*bill.buyer.address, "", "Subject: goods and services as listed below"], size=9)
    mine = [
        bill.seller.name,
        *bill.seller.address,
        f"TEL {bill.seller.phone}",
        f"Registration No. {bill.seller.tax_id}",
    ]
    sheet.lines(370, 130, [*mine, f"Person in charge: {person(rng, bill.land)}"], size=9)
    sheet.box(520, 118, 555, 150)
    sheet.text(40, 206, "Amount billed", size=10)
    sheet.text(140, 208, f"¥{bill.m(bill.total)} -", size=16, bold=True)
    sheet.rule(40, 214, 290, 214)
    stops = "<44 <85 >360 >445 >552"
    tops = ["Date", "Item", "Quantity", "Unit price", "Amount"]

    def begin() -> None:
        top = 246 if sheet.page == 1 else 60
        sheet.box(40, top - 12, 555, top + 5, fill=(0.93, 0.93, 0.93))
        sheet.y = spread(sheet, top, stops, tops, size=9) + 9

    begin()
    rows = [(r.more[0], r.text, bill.q(r.qty), bill.p(r.price), bill.m(r.amount)) for r in bill.rows]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=9, gap=6, rules=(40, 555))
    room(sheet, 140)
    sums = [
        ("Subtotal", f"¥{bill.m(bill.subtotal)}"),
        ("Consumption tax", f"¥{bill.m(bill.tax)}"),
        ("Total", f"¥{bill.m(bill.total)}"),
    ]
    y = pairs(sheet, sheet.y + 8, "<370 >552", sums, size=9.5, step=15, bold=("Total",))
    details = [(f"Subject to {bill.q(t.rate)}%", f"¥{bill.m(t.base)}", f"tax ¥{bill.m(t.amount)}") for t in bill.taxes]
    y = pairs(sheet, y + 4, "<300 >450 >552", details, size=8, step=12)
    end = (bill.date.replace(day=1) + dt.timedelta(days=64)).replace(day=1) - dt.timedelta(days=1)
    bill.due = end
    foot = [
        "* reduced tax rate 8%",
        f"Please remit by {bill.d(end)}; bank charges are borne by the customer.",
        f"Sakurai Bank, Ordinary {bill.shape('#######')}",
    ]
    sheet.lines(40, y + 10, foot, size=8.5)
    truth = bill.truth(sheet, "due seller_id subtotal tax qty price", "yen", "sum-as-headline")
    return Drawn(sheet.finish(), (truth,))
