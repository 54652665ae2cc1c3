"""Members, hosting customers and market sellers: dues with a slip, a hoster's page, a marketplace's fees."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, VERA, Bill, bar, folded, price_of, spread
from tests.generator.english_folk import (
    COUNTRIES,
    SIGNS,
    Folk,
    address,
    addressee,
    last_month,
    populate,
    shown,
    with_po,
)
from tests.generator.ink import number_text
from tests.generator.listing import listing, pairs, room, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import A4, LETTER, TIMES, Sheet

SOCIETIES = (
    "Society of Hedge Surveyors",
    "Institute of Kiln Technologists",
    "Alliance for Estuary Birds",
    "Guild of Paper Conservators",
)
DUES = (
    "Additional section: Coastal Chapter",
    "Journal, print edition (4 issues)",
    "Voluntary contribution to the Scholarship Fund",
    "Student affiliate sponsorship",
    "Late reinstatement fee",
)


@family("membership-dues-slip")
def membership_dues_slip(rng: Random) -> Drawn:
    """A society's renewal: dues by name and amount, no tax, a slip to detach with empty card fields."""
    code = rng.choice(("US", "US", "GB", "CA"))
    bill = Bill(rng, code, rng.choice(("M######", "{y}-R####", "######", "REN-#####")))
    folk, sign = populate(bill, ("x",), private=0.7), SIGNS[code]
    bill.seller = replace(bill.seller, name=rng.choice(("The ", "")) + rng.choice(SOCIETIES))
    year = bill.date.year + 1
    bill.add(
        f"{rng.choice(('Full Member', 'Associate', 'Corporate Member', 'Fellow'))} dues {year}",
        None,
        price_of(rng, 45, 900, step="5"),
    )
    for text in rng.sample(DUES, rng.randint(0, 4)):
        bill.add(text, None, price_of(rng, 10, 120, step="5"))
    bill.reckon(taxed=False)
    sheet, member = Sheet(size=A4 if code == "GB" else LETTER, face=TIMES), bill.shape("00#####")
    right, dated = sheet.width - 60, rng.random() < 0.7
    sheet.text(60, 66, bill.seller.name, size=17, bold=True)
    where = ", ".join(address(bill.seller))
    status = (
        "Registered charity no. 1######"
        if code == "GB"
        else "A 501(c)(6) organization"
        if code == "US"
        else "Not-for-profit"
    )
    sheet.text(60, 82, f"{where}  -  {bill.shape(status)}", size=9)
    sheet.rule(60, 90, right, 90, 1.5)
    sheet.text(right, 118, f"MEMBERSHIP RENEWAL INVOICE {bill.number}", size=12, bold=True, align="right")
    sheet.lines(60, 140, addressee(bill, folk), size=11)
    facts = [
        ("Invoice date:", bill.d(bill.date)),
        ("Member ID:", member),
        ("Membership period:", f"1 Jan - 31 Dec {year}" if code == "GB" else f"1/1/{year} - 12/31/{year}"),
    ]
    facts += [("Payment due:", bill.d(bill.due))] if dated else [("Status:", "Active")]
    pairs(sheet, 140, f"<{right - 210} <{right - 110}", facts, size=10, step=15)
    sheet.y = spread(sheet, 258, f"<60 >{right}", ["Description", "Amount"], size=10.5, bold=True) + 8
    for row in bill.rows:
        sheet.y = spread(sheet, sheet.y, f"<60 >{right}", [row.text, f"{sign}{bill.m(row.amount)}"], size=10.5) + 5
    sheet.rule(right - 120, sheet.y - 8, right, sheet.y - 8)
    spread(
        sheet, sheet.y + 8, f">{right - 80} >{right}", ["TOTAL DUE", f"{sign}{bill.m(bill.total)}"], size=11, bold=True
    )
    note = "Dues are not deductible as charitable contributions. Renew online, or return the slip below."
    sheet.text(60, sheet.y + 40, note, size=9)
    _slip(sheet, bill, member, sign)
    truth = with_po(bill.truth(sheet, shown("", due=dated), "society", "no-tax", "slip"), "")
    return Drawn(sheet.finish(), (truth,))


def _slip(sheet: Sheet, bill: Bill, member: str, sign: str) -> None:
    right, y = sheet.width - 60, sheet.height - 190
    sheet.text(60, y, "- " * 80, size=8)
    sheet.text(60, y + 20, "Please detach and return with your payment", size=9)
    sheet.lines(60, y + 42, [bill.buyer.name, f"Member ID {member}", f"Invoice {bill.number}"], size=10)
    cheque = "Check" if bill.land.code == "US" else "Cheque"
    fields = [f"[ ] {cheque} enclosed   [ ] Visa   [ ] MasterCard", "Card no. ________________________  Exp. ____/____"]
    fields += [
        f"Total due {sign}{bill.m(bill.total)}     Amount enclosed {sign}____________",
        "Signature ________________________",
    ]
    sheet.lines(right - 270, y + 42, fields, size=10, leading=1.7)


@family("hoster-transactions")
def hoster_transactions(rng: Random) -> Drawn:
    """A web hoster's panel: amounts as '$9.99 USD', periods in brackets, discount as a line, transactions."""
    code = rng.choice(("GB", "US", "AU", "IE"))
    bill = Bill(rng, code, rng.choice(("####", "######", "WH-{y}####")))
    folk, sign = populate(bill, ("Hosting", "Networks", "Web Services", "Internet"), private=0.5), SIGNS[code]
    rate = {"GB": Decimal(20), "US": ZERO, "AU": Decimal(10), "IE": Decimal(23)}[code]
    site, year = bill.buyer.mail.split("@")[1], dt.timedelta(days=364)
    goods = (
        f"Starter Hosting - {site} ({bill.d(bill.date)} - {bill.d(bill.date + year)})",
        f"Domain Renewal - {site} - 1 Year/s ({bill.d(bill.date)} - {bill.d(bill.date + year)}) + DNS Management",
        "SSL Certificate DV",
        "VPS-2 - cpu02 (Monthly), Additional IP: 1 x IPv4",
        "Backup add-on 50 GB",
    )
    for text in rng.sample(goods, rng.randint(1, 5)):
        bill.add(text, None, price_of(rng, 2, 240), rate=rate)
    if rng.random() < 0.3:
        bill.add(
            "Promotional Code: SPRING10 - 10% Recurring Discount",
            None,
            -bill.money(bill.sum(bill.rows) / 10),
            rate=rate,
        )
    bill.reckon(taxed=bool(rate))
    bill.prepaid = rng.choice((ZERO, bill.total))
    sheet = Sheet(face=VERA)
    own = {"GB": "VAT: ", "US": "", "AU": "ABN ", "IE": "VAT: "}[code]
    _hoster_head(sheet, bill, folk, own)

    def money(value: Decimal) -> str:
        return f"{'-' if value < 0 else ''}{sign}{bill.m(abs(value))} {bill.currency}"

    stops = "<50 >545"
    bar(sheet, 280, 18, 45, 550, (0.93, 0.93, 0.93))
    spread(sheet, 292, "^240 ^500", ["Description", "Total"], size=8.5, bold=True)
    sheet.y = 314
    star = " *" if rate else ""
    rows = [(folded(sheet, r.text + star, 380, 8.5), money(r.amount)) for r in bill.rows]
    listing(sheet, stops, rows, turn=sheet.new_page, size=8.5, gap=7, rules=(45, 550))
    sums = [("Sub Total", bill.subtotal)] + (
        [(f"{bill.m(rate)}% {'GST' if code == 'AU' else 'VAT'}", bill.tax)] if rate else []
    )
    sums += [("Credit", ZERO), ("Total", bill.total)]
    y = pairs(
        sheet,
        sheet.y + 4,
        ">440 >545",
        [(label, money(value)) for label, value in sums],
        size=8.5,
        step=15,
        bold=("Sub", "Total"),
    )
    if rate:
        sheet.text(50, y + 4, "* Indicates a taxed item.", size=7.5)
    stops = "^100 ^230 ^370 ^500"
    y = (
        spread(sheet, y + 34, stops, ["Transaction Date", "Gateway", "Transaction ID", "Amount"], size=8.5, bold=True)
        + 6
    )
    if bill.prepaid:
        cells = [
            bill.d(bill.date, 1),
            rng.choice(("Credit Card", "PayMate")),
            bill.shape("ch_#@#@@##@@#"),
            money(bill.total),
        ]
        spread(sheet, y, stops, cells, size=8.5)
    else:
        sheet.text(297, y, "No Related Transactions Found", size=8.5, align="centre")
    spread(sheet, y + 18, ">440 >545", ["Balance", money(bill.payable)], size=8.5, bold=True)
    sheet.text(297, 800, f"PDF Generated on {bill.d(bill.date, 2)}", size=7, align="centre", colour=GREY)
    on = shown("due subtotal payable", seller_id=own, tax=rate)
    return Drawn(sheet.finish(), (with_po(bill.truth(sheet, on, "hoster", "currency-after"), ""),))


def _hoster_head(sheet: Sheet, bill: Bill, folk: Folk, own: str) -> None:
    sheet.text(45, 66, bill.seller.name.split()[0].lower(), size=22, bold=True, colour=(0.1, 0.5, 0.7))
    mine = [bill.seller.name, *address(bill.seller), *([own + bill.seller.tax_id] if own else [])]
    sheet.lines(550, 50, mine, size=8, align="right")
    bar(sheet, 130, 52, 45, 550, (0.95, 0.95, 0.95))
    sheet.text(52, 148, f"Invoice #{bill.number}", size=14, bold=True)
    sheet.text(52, 162, f"Invoice Date: {bill.d(bill.date)}", size=8.5)
    sheet.text(52, 174, f"Due Date: {bill.d(bill.due)}", size=8.5)
    paid = bool(bill.prepaid)
    sheet.text(
        540,
        162,
        "PAID" if paid else "UNPAID",
        size=18,
        bold=True,
        align="right",
        colour=(0.3, 0.6, 0.3) if paid else (0.8, 0.1, 0.1),
    )
    who = addressee(bill, folk)
    who = [f"ATTN: {folk.contact}" if line == folk.contact and line != bill.buyer.name else line for line in who]
    sheet.lines(45, 204, ["Invoiced To", *who], size=8.5, bold_first=True)


FEES = (
    "Referral fees",
    "Fulfilment fees",
    "Monthly subscription",
    "Sponsored listings",
    "Storage fees",
    "Label purchases",
)


@family("marketplace-seller-fees")
def marketplace_seller_fees(rng: Random) -> Drawn:
    """A marketplace bills its seller: fees and refunded fees by kind, VAT per line, 'deducted from your payout'."""
    code = rng.choice(("GB", "IE", "AU"))
    bill = Bill(rng, code, rng.choice(("SFI-{y}-#####", "INV-{y}{m}-########", "SF########")))
    folk, sign = populate(bill, ("Marketplace",), private=0.2), SIGNS[code]
    rate, tax = {"GB": (Decimal(20), "VAT"), "IE": (Decimal(23), "VAT"), "AU": (Decimal(10), "GST")}[code]
    start, end = last_month(bill)
    for text in rng.sample(FEES, rng.randint(1, 6)):
        bill.add(text, None, price_of(rng, 5, 900), rate=rate)
    if rng.random() < 0.5:
        bill.add("Refund of referral fees", None, -price_of(rng, 0.5, 4.5), rate=rate)
    bill.reckon()
    sheet, theirs, ident = Sheet(), rng.random() < 0.5, "ABN" if code == "AU" else "VAT ID"
    sheet.text(45, 58, "TAX INVOICE" if code == "AU" else f"{tax} INVOICE - SELLER FEES", size=15, bold=True)
    sheet.text(
        550,
        58,
        bill.seller.name.split()[0].lower() + "market",
        size=16,
        bold=True,
        align="right",
        colour=(0.9, 0.4, 0.1),
    )
    left = ["Billed to:", *addressee(bill, folk), *([f"{ident}: {bill.buyer.tax_id}"] if theirs else [])]
    sheet.lines(45, 90, left, size=9, bold_first=True)
    mine = ["Issued by:", bill.seller.name, *address(bill.seller), COUNTRIES[code], f"{ident}: {bill.seller.tax_id}"]
    sheet.lines(330, 90, mine, size=9, bold_first=True)
    head = [
        ("Invoice Number", bill.number),
        ("Invoice Date", bill.d(bill.date)),
        ("Seller ID", bill.shape("A#@@##@#@@#@@")),
    ]
    head += [("Period", f"{bill.d(start)} - {bill.d(end)}"), ("Store", f"{folk.contact.split()[0]}'s Corner")]
    pairs(sheet, 200, "<45 <140", head, size=9, step=14)
    stops = "<50 >330 >390 >465 >545"

    def begin() -> None:
        top = 295 if sheet.page == 1 else 60
        bar(sheet, top - 13, 19, 45, 550, (0.97, 0.9, 0.83))
        heads = ["Fee type", f"Amount excl. {tax}", f"{tax} rate", f"{tax}", f"Amount incl. {tax}"]
        sheet.y = spread(sheet, top, stops, heads, size=8, bold=True) + 10

    begin()
    left_tax, rows = bill.tax, []
    for r in bill.rows:
        part = left_tax if r is bill.rows[-1] else bill.money(r.amount * rate / 100)
        left_tax -= part
        rows.append(
            (
                r.text,
                f"{sign} {bill.m(r.amount)}",
                f"{bill.q(rate)}%",
                f"{sign} {bill.m(part)}",
                f"{sign} {bill.m(r.amount + part)}",
            )
        )
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8.5, gap=6, rules=(45, 550))
    room(sheet, 90)
    cells = [
        "Total",
        f"{sign} {bill.m(bill.subtotal)}",
        "",
        f"{sign} {bill.m(bill.tax)}",
        f"{sign} {bill.m(bill.total)}",
    ]
    spread(sheet, sheet.y + 4, stops, cells, size=9, bold=True)
    note = "No payment is required. The total has been deducted from your payout for the period stated above."
    sheet.text(45, sheet.y + 40, note, size=8.5)
    truth = with_po(
        bill.truth(sheet, shown("seller_id subtotal tax tax_base", buyer_id=theirs), "marketplace", "fees"), ""
    )
    whole = number_text(bill.total)
    truth["totals"] |= {"prepaid": ["0", whole], "payable": [whole, "0", None]}  # deducted, or nothing to say about it
    return Drawn(sheet.finish(), (truth,))
