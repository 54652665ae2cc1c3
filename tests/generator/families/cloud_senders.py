"""Software and cloud bills: a changed plan by the day; a month of services, each with its tax below."""

from decimal import Decimal
from random import Random

from tests.generator.bill import Bill, Row, bar, folded, price_of, spread
from tests.generator.english_folk import SIGNS, address, addressee, last_month, platform, populate, shown, with_po
from tests.generator.ink import number_text
from tests.generator.listing import pairs
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import LETTER, Sheet

GREEN = (0.1, 0.5, 0.3)


@family("plan-change-proration")
def plan_change_proration(rng: Random) -> Drawn:
    """A billing service's page: unused time credited, remaining time charged, coupon, '20% on £x', paid by card."""
    code = rng.choice(("US", "GB", "IE"))
    bill = Bill(rng, code, rng.choice(("#####", "INV-#####", "@@@@-####", "DP-2#####")))
    folk, brand, sign = populate(bill, ("x",), private=0.2), platform(bill, "Software "), SIGNS[code]
    rate = {"US": ZERO, "GB": Decimal(20), "IE": Decimal(23)}[code]
    first, last = bill.d(bill.date), bill.d(bill.date, 29)
    bill.add(
        f"{brand} Growth (monthly)", rng.randint(1, 60), price_of(rng, 6, 49), rate=rate, notes=(f"{first} to {last}",)
    )
    if rng.random() < 0.6:
        bill.add(f"Credit for unused time on Starter after {first}", 1, -price_of(rng, 1, 5), rate=rate)
        bill.add(f"Remaining time on 3 x Growth after {first}", 1, price_of(rng, 10, 90), rate=rate)
    if rng.random() < 0.4:
        bill.add("API calls, tier 2 (overage)", rng.randint(1000, 90000), Decimal("0.0024"), rate=rate)
    off = bill.money(bill.sum(bill.rows) * Decimal(rng.choice((0, 0, 20))) / 100)
    bill.reckon(discount=off, at=rate, taxed=bool(rate))
    bill.prepaid = rng.choice((bill.total, ZERO))
    sheet, own, theirs = Sheet(), code != "US", code != "US" and rng.random() < 0.5
    sheet.text(50, 70, brand.lower(), size=22, bold=True, colour=(0.45, 0.25, 0.7))
    sheet.text(545, 62, "INVOICE", size=15, bold=True, align="right")
    pairs(
        sheet,
        82,
        ">450 >545",
        [("Invoice #", bill.number), ("Invoice Date", first), ("Invoice Amount", f"{sign}{bill.m(bill.total)}")],
        size=9,
    )
    sheet.text(545, 124, "PAID" if bill.prepaid else "PAYMENT DUE", size=11, bold=True, align="right", colour=GREEN)
    sheet.lines(
        50,
        96,
        [
            bill.seller.name,
            *address(bill.seller),
            bill.seller.mail,
            *([f"VAT ID: {bill.seller.tax_id}"] if own else []),
        ],
        size=8.5,
    )
    sheet.lines(
        50,
        190,
        ["BILLED TO", *addressee(bill, folk), *([f"VAT ID: {bill.buyer.tax_id}"] if theirs else [])],
        size=8.5,
        bold_first=True,
    )
    sub = [
        "SUBSCRIPTION",
        f"ID  {bill.shape('AzZ#kT@#q@##')}",
        f"Billing Period  {first} to {last}",
        f"Next Billing Date  {bill.d(bill.date, 30)}",
    ]
    sheet.lines(310, 190, sub, size=8.5, bold_first=True)
    stops = "<54 >390 >460 >541"
    bar(sheet, 292, 20, 50, 545, (0.94, 0.92, 0.97))
    heads = ["DESCRIPTION", "UNITS", "UNIT PRICE", f"AMOUNT ({bill.currency})"]
    sheet.y = spread(sheet, 305, stops, heads, size=8, bold=True) + 14
    for r in bill.rows:
        cells = [
            "\n".join((folded(sheet, r.text, 260, 9), *r.notes)),
            bill.q(r.qty),
            _signed(bill, sign, r, price=True),
            _signed(bill, sign, r),
        ]
        sheet.y = spread(sheet, sheet.y, stops, cells, size=9) + 9
    sums = [("Sub Total", f"{sign}{bill.m(bill.subtotal)}")]
    sums += [("LAUNCH20 (20.0% off)", f"-{sign}{bill.m(off)}")] if off else []
    sums += [(f"VAT ({bill.q(rate)}% on {sign}{bill.m(bill.tax_base)})", f"{sign}{bill.m(bill.tax)}")] if rate else []
    sums += [("Total", f"{sign}{bill.m(bill.total)}")]
    sums += [("Payments", f"({sign}{bill.m(bill.prepaid)})")] if bill.prepaid else []
    sums += [(f"Amount Due ({bill.currency})", f"{sign}{bill.m(bill.payable)}")]
    y = pairs(sheet, sheet.y + 8, ">460 >541", sums, size=9, step=17, bold=("Total", "Amount"))
    card = f"{sign}{bill.m(bill.total)} was paid on {first} by Visa card ending {bill.shape('####')}."
    sheet.lines(
        50,
        y + 20,
        ["PAYMENTS", card] if bill.prepaid else ["NOTES", "Your card will be charged within an hour."],
        size=8.5,
    )
    on = shown("subtotal qty price payable", seller_id=own, buyer_id=theirs, tax=rate, tax_base=rate)
    return Drawn(sheet.finish(), (with_po(bill.truth(sheet, on, "platform", "proration"), ""),))


def _signed(bill: Bill, sign: str, row: Row, *, price: bool = False) -> str:
    """A minus stands before the currency's sign."""
    value = (row.price or ZERO) if price else row.amount
    written = bill.p(abs(value)) if price else bill.m(abs(value))
    return f"{'-' if value < 0 else ''}{sign}{written}"


SERVICES = (
    "Elastic Servers",
    "Object Store",
    "Data Transfer",
    "Managed Postgres",
    "Key Vault",
    "Domain Names",
    "Support (Developer)",
)


@family("cloud-detail-by-service")
def cloud_detail_by_service(rng: Random) -> Drawn:
    """A cloud's tax invoice: 'TOTAL AMOUNT DUE ON' a date, services with tax, Charges and VAT indented below."""
    code = rng.choice(("GB", "GB", "US"))
    bill = Bill(rng, code, rng.choice(("EUINGB2#-#######", "1#########", "2#########")), currency="USD")
    folk, brand = populate(bill, ("x",), private=0), platform(bill, "Web Infrastructure ")
    rate, tax = (Decimal(20), "VAT **") if code == "GB" else (Decimal("6.35"), "US Sales Tax to be collected")
    for text in rng.sample(SERVICES, rng.randint(1, 7)):
        bill.add(text, None, price_of(rng, 0.5, 2200), rate=rate)
    bill.reckon()
    bill.day_format, bill.due = "%B %d, %Y", bill.date
    sheet, start_end = Sheet(size=LETTER), last_month(bill)
    sheet.text(48, 60, brand.lower(), size=24, bold=True, colour=(0.95, 0.55, 0.0))
    sheet.text(564, 58, "Tax Invoice" if code == "GB" else "Invoice", size=16, bold=True, align="right")
    sheet.lines(
        48, 92, ["Account number:", bill.shape("############"), "", "Bill to Address:", *addressee(bill, folk)], size=9
    )
    with_id = code == "GB" and rng.random() < 0.6
    if with_id:
        sheet.lines(300, 190, ["TAX REGISTRATION NUMBER:", bill.buyer.tax_id], size=9)
    bar(sheet, 84, 18, 300, 564, (0.9, 0.9, 0.9))
    sheet.text(306, 96, "Invoice Summary", size=10, bold=True)
    due = f"TOTAL AMOUNT DUE ON {bill.d(bill.date)}"
    head = [("Invoice Number:", bill.number), ("Invoice Date:", bill.d(bill.date)), (due, f"${bill.m(bill.total)}")]
    pairs(sheet, 120, "<306 >560", head, size=9, step=18, bold=("TOTAL",))
    said = f"This invoice is for the billing period {bill.d(start_end[0])} - {bill.d(start_end[1])}"
    sheet.text(48, 236, said, size=11, bold=True)
    hello = (
        f"Greetings from {brand}, we're writing to provide you with an electronic invoice for your use of our services."
    )
    sheet.text(48, 254, hello, size=8)
    _cloud_sums(sheet, bill, tax)
    gross = _cloud_details(sheet, bill, tax)
    own = f"Service Provider (not for remittance): {bill.seller.name}, {', '.join(address(bill.seller))}"
    sheet.lines(
        48,
        742,
        [own, f"{'VAT' if code == 'GB' else 'EIN'} {bill.seller.tax_id}. All charges and prices are in US Dollars."],
        size=7,
    )
    truth = bill.truth(sheet, shown("due seller_id subtotal tax payable", buyer_id=with_id), "platform", "services")
    lines = [
        {**item, "amount": number_text(full), "tax_included": True}
        for item, full in zip(truth["items"], gross, strict=True)
    ]
    truth["or"] = [
        {
            "items": lines,
            "totals": {
                **truth["totals"],
                "subtotal": [number_text(sum(gross, ZERO)), number_text(bill.subtotal), None],
            },
        }
    ]
    return Drawn(sheet.finish(), (with_po(truth, ""),))


def _cloud_sums(sheet: Sheet, bill: Bill, tax: str) -> None:
    bar(sheet, 268, 17, 48, 564, (0.9, 0.9, 0.9))
    sheet.text(54, 280, "Summary", size=10, bold=True)
    rows = [
        (f"{bill.seller.name.split()[0]} Service Charges", bill.total),
        ("    Charges", bill.subtotal),
        ("    Credits", ZERO),
    ]
    rows += [(f"    {tax}", bill.tax), ("Total for this invoice", bill.total)]
    texts = [(label, f"${bill.m(value)}") for label, value in rows]
    sheet.y = pairs(sheet, 300, "<54 >560", texts, size=9, step=14, bold=("Total",))


def _cloud_details(sheet: Sheet, bill: Bill, tax: str) -> list[Decimal]:
    bar(sheet, sheet.y, 17, 48, 564, (0.9, 0.9, 0.9))
    sheet.text(54, sheet.y + 12, "Detail", size=10, bold=True)
    sheet.y += 32
    left, gross = bill.tax, []
    for row in bill.rows:
        share = left if row is bill.rows[-1] else min(left, bill.money(row.amount * row.rate / 100))
        left, full = left - share, row.amount + share
        gross.append(full)
        spread(sheet, sheet.y, "<54 >560", [row.text, f"${bill.m(full)}"], size=9, bold=True)
        spread(sheet, sheet.y + 12, "<66 >560", ["Charges", f"${bill.m(row.amount)}"], size=8.5)
        spread(sheet, sheet.y + 23, "<66 >560", [tax, f"${bill.m(share)}"], size=8.5)
        sheet.y += 40
    return gross
