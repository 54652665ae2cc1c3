"""What advertising and office platforms send by themselves: summary first, details after, nobody signs."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, Bill, bar, price_of, spread
from tests.generator.english_folk import (
    COUNTRIES,
    Folk,
    address,
    addressee,
    last_month,
    platform,
    populate,
    shown,
    with_po,
)
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO, TaxLine
from tests.generator.registry import Drawn, family
from tests.generator.sheet import LETTER, Sheet

GREEN = (0.1, 0.5, 0.3)


def _leader(sheet: Sheet, x: float, right: float, y: float, label: str, value: str) -> None:
    """Label, dots, value."""
    sheet.text(x, y, label, size=9)
    sheet.text(right, y, value, size=9, align="right")
    at, end = x + sheet.width_of(label, 9) + 4, right - sheet.width_of(value, 9) - 4
    sheet.text(at, y, "." * int((end - at) // sheet.width_of(".", 9)), size=9, colour=GREY)


CAMPAIGNS = (
    "Brand - Search - EN",
    "Generic | Mobile | Broad",
    "Remarketing Q3",
    "Performance_Shop_Feed",
    "Video - Skippable",
)


@family("ad-platform-campaigns")
def ad_platform_campaigns(rng: Random) -> Drawn:
    """Page one: bill-to, Billing ID on dotted leaders, summary; then clicks by campaign, invalid ones credited."""
    away = rng.choice(("IE", "GB", "GB"))
    bill = Bill(rng, "IE", rng.choice(("4#########", "5#########", "INVIE########")), buyer=away)
    folk = populate(bill, ("Ads",), buyer=away, private=0.1)
    brand = platform(bill, "")
    rate = Decimal(23) if away == "IE" else ZERO
    for text in rng.choices(CAMPAIGNS, k=some(rng, 30)):
        unit = rng.choice(("Clicks", "Clicks", "Impressions"))
        row = bill.add(text, rng.randint(3, 4000), Decimal(1), rate=rate, uom=unit)
        bill.rows[-1] = replace(row, amount=price_of(rng, 2, 1400), price=None)
    if rng.random() < 0.5:
        bill.add(f"Invalid activity - {brand} {bill.shape('##########')}", None, -price_of(rng, 0.1, 1.9), rate=rate)
    bill.reckon(taxed=bool(rate))
    sheet, auto, po = Sheet(), rng.random() < 0.5, rng.choice(("", "", bill.shape("PO-#####")))
    with_id = rng.random() < 0.8
    _ad_front(sheet, bill, folk, brand, with_id)
    details = [
        ("Invoice number", bill.number),
        ("Invoice date", bill.d(bill.date)),
        ("Billing ID", bill.shape("####-####-####")),
    ]
    details += [("Account ID", bill.shape("###-###-####"))] + ([("Purchase order", po)] if po else [])
    details += [] if auto else [("Payment terms", "Net 30"), ("Due date", bill.d(bill.due))]
    sheet.text(320, 190, "Details", size=10, bold=True)
    for n, (label, value) in enumerate(details):
        _leader(sheet, 320, 550, 207 + 14 * n, label, value)
    _ad_sums(sheet, bill, rate, auto)
    _ad_details(sheet, bill)
    on = shown("seller_id subtotal qty payable", due=not auto, buyer_id=with_id, tax=rate)
    return Drawn(sheet.finish(), (with_po(bill.truth(sheet, on, "platform", "details-on-page-two"), po),))


def _ad_front(sheet: Sheet, bill: Bill, folk: Folk, brand: str, with_id: bool) -> None:
    sheet.text(45, 66, brand, size=24, bold=True, colour=(0.2, 0.45, 0.9))
    sheet.lines(
        45,
        100,
        [bill.seller.name, *address(bill.seller), COUNTRIES["IE"], f"VAT number: {bill.seller.tax_id}"],
        size=8.5,
    )
    sheet.text(550, 70, "Invoice", size=22, align="right", colour=GREY)
    sheet.text(550, 88, f"Invoice number: {bill.number}", size=9, align="right")
    theirs = addressee(bill, folk) + ([f"VAT number: {bill.buyer.tax_id}"] if with_id else [])
    sheet.lines(45, 190, ["Bill to", *theirs], size=9, bold_first=True, leading=1.45)


def _ad_sums(sheet: Sheet, bill: Bill, rate: Decimal, auto: bool) -> None:
    start, end = last_month(bill)
    sheet.text(320, 325, f"{bill.seller.name.split()[0]} Ads", size=13, bold=True)
    spread(sheet, 350, "<320 >550", ["Total in EUR", f"€{bill.m(bill.total)}"], size=14)
    sheet.rule(320, 360, 550, 360)
    sheet.text(320, 380, f"Summary for {bill.d(start)} - {bill.d(end)}", size=9.5, bold=True)
    sums = [("Subtotal in EUR", bill.subtotal), (f"VAT ({bill.q(rate)}%)", bill.tax), ("Total in EUR", bill.total)]
    pairs(
        sheet,
        400,
        "<320 >550",
        [(label, f"€{bill.m(value)}") for label, value in sums],
        size=9.5,
        step=17,
        bold=("Total",),
    )
    notes = [] if rate else ["Services subject to the reverse charge - VAT to be accounted for by the recipient."]
    notes += ["You will be automatically charged for any amount due."] if auto else []
    sheet.lines(45, 780, [*notes, "Page 1"], size=8)


def _ad_details(sheet: Sheet, bill: Bill) -> None:
    stops = "<45 >400 <406 >550"

    def begin() -> None:
        sheet.text(550, 50, f"Invoice number: {bill.number}", size=8, align="right")
        sheet.text(45, 75, f"Account: {bill.buyer.name}", size=10, bold=True)
        spread(sheet, 98, stops, ["Description", "Quantity", "Units", "Amount(€)"], size=8.5, colour=GREY)
        sheet.rule(45, 103, 550, 103, 0.4)
        sheet.text(45, 812, f"Page {sheet.page}", size=8)
        sheet.y = 120

    turn = turned(sheet, begin)
    turn()
    rows = [(r.text, bill.q(r.qty), r.uom or "", bill.m(r.amount)) for r in bill.rows]
    listing(sheet, stops, rows, turn=turn, size=9, gap=6, bottom=720)
    spread(sheet, sheet.y + 8, ">480 >550", ["Subtotal in EUR", f"€{bill.m(bill.subtotal)}"], size=9, bold=True)


PLANS = ("Business Standard", "Business Plus", "Archived User", "Voice Starter", "Cloud Drive 1 TB")


@family("seats-by-interval")
def seats_by_interval(rng: Random) -> Drawn:
    """Canadian office seats: interval and quantity without a price, prorated changes, GST and PST, payment."""
    bill = Bill(rng, "CA", rng.choice(("3#########", "CA-#######", "48########")))
    folk = populate(bill, ("Apps",), private=0)
    brand = platform(bill, "Cloud ")
    bill.day_format = "%b %d, %Y"
    start, end = last_month(bill)
    for text in rng.sample(PLANS, rng.randint(1, 4)):
        seats, price = rng.randint(1, 80), price_of(rng, 5, 28)
        bill.add(text, seats, price, more=("Commitment", f"{start:%b} 1 - {end:%b %d}"))
        for _ in range(rng.choice((0, 0, 1, 2))):
            day, more = rng.randint(4, 25), rng.randint(1, 5)
            share = bill.money(price * more * (end.day - day + 1) / end.day)
            row = bill.add(text, more, Decimal(1), more=("Usage (prorated)", f"{start:%b} {day} - {end:%b %d}"))
            bill.rows[-1] = replace(row, amount=share)
    bill.reckon(taxed=False)
    bill.taxes = [
        TaxLine(name, rate, bill.subtotal, bill.money(bill.subtotal * rate / 100)) for name, rate in _duties(rng)
    ]
    bill.total += bill.tax
    bill.prepaid = rng.choice((ZERO, bill.total))
    sheet = Sheet(size=LETTER)
    sheet.text(48, 60, brand, size=20, colour=GREEN)
    sheet.text(564, 60, "INVOICE", size=16, align="right")
    sheet.lines(48, 84, [bill.seller.name, *address(bill.seller), f"GST/HST #: {bill.seller.tax_id}"], size=8.5)
    sheet.lines(48, 160, ["Bill to:", *addressee(bill, folk)], size=9, bold_first=True)
    head = [
        ("Invoice number", bill.number),
        ("Issue date", bill.d(bill.date)),
        ("Domain name", bill.buyer.mail.split("@")[1]),
    ]
    head += [("Billing period", f"{bill.d(start)} - {bill.d(end)}"), ("Currency", "CAD")]
    pairs(sheet, 84, "<340 >564", head, size=9, step=15)
    stops = "<48 <150 <290 >450 >564"

    def begin() -> None:
        top = 262 if sheet.page == 1 else 60
        bar(sheet, top - 13, 19, 44, 568, (0.93, 0.93, 0.93))
        heads = ["Subscription", "Description", "Interval", "Quantity", "Amount ($)"]
        sheet.y = spread(sheet, top, stops, heads, size=8.5, bold=True) + 10

    begin()
    rows = [(r.text, *r.more, bill.q(r.qty), bill.m(r.amount)) for r in bill.rows]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8.5, gap=7, bottom=680)
    room(sheet, 130, 760)
    sums = [("Subtotal in CAD", bill.subtotal), *((f"{t.name} ({bill.q(t.rate)}%)", t.amount) for t in bill.taxes)]
    sums += [("Total in CAD", bill.total)]
    texts = [(label, f"${bill.m(value)}") for label, value in sums]
    texts += [("Payments received", f"-${bill.m(bill.prepaid)}"), ("Balance due", "$0.00")] if bill.prepaid else []
    pairs(sheet, sheet.y + 10, ">480 >564", texts, size=9.5, step=16, bold=("Total", "Balance"))
    on = shown("seller_id subtotal tax qty" if len(bill.taxes) == 1 else "seller_id subtotal qty", payable=bill.prepaid)
    return Drawn(sheet.finish(), (with_po(bill.truth(sheet, on, "platform", "two-taxes", "no-unit-price"), ""),))


def _duties(rng: Random) -> list[tuple[str, Decimal]]:
    gst = ("GST", Decimal(5))
    return rng.choice(([("HST", Decimal(13))], [gst, ("PST BC", Decimal(7))], [gst, ("PST SK", Decimal(6))], [gst]))
