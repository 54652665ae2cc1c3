"""Lean pages: a studio's lowercase minimum, an app store's receipt, a subcontractor who is paid less tax."""

from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, VERA, Bill, bar, folded, price_of, spread
from tests.generator.english_folk import SIGNS, address, addressee, populate, shown, with_po
from tests.generator.ink import number_text
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import A4, LETTER, Sheet

STUDIO = (
    ("identity", "wordmark, two rounds"),
    ("website", "design of 6 page types"),
    ("photo editing", ""),
    ("print supervision", "on press, half day"),
    ("licence, typeface", ""),
    ("illustration", "cover and four spreads, full buy-out for the first edition"),
)


@family("studio-lowercase")
def studio_lowercase(rng: Random) -> Drawn:
    """A design studio's minimum: lowercase labels without colons, whole dollars, no rules, no quantity."""
    code = rng.choice(("US", "NZ", "AU", "GB"))
    bill = Bill(rng, code, rng.choice(("0##", "###", "{y}.##", "@@-##")))
    folk, sign = populate(bill, ("Studio", "Design Office", "& Daughters", "Type"), private=0.15), SIGNS[code]
    rate = {"US": ZERO, "NZ": Decimal(15), "AU": Decimal(10), "GB": ZERO}[code]
    for text, note in rng.sample(STUDIO, rng.randint(1, 6)):
        bill.add(text, None, price_of(rng, 200, 6000, step="20"), rate=rate, notes=(note,) * bool(note))
    bill.reckon(taxed=bool(rate))
    whole = all(value == value.to_integral_value() for value in (bill.tax, bill.total)) and rng.random() < 0.8
    bill.day_format = rng.choice(("%d %B %Y", "%B %d, %Y") if code == "US" else ("%d %B %Y", "%d.%m.%Y"))
    sheet = Sheet(size=LETTER if code == "US" else A4, face=VERA)

    def money(value: Decimal) -> str:
        return f"{sign}{bill.m(value, 0 if whole else 2)}"

    sheet.text(60, 80, bill.seller.name, size=13)
    po, due = rng.choice(("", "", bill.shape("po ####"))), rng.random() < 0.6
    left = [
        ("invoice", bill.number),
        ("issued", bill.d(bill.date)),
        ("due", bill.d(bill.due) if due else "within 14 days"),
    ]
    left += [("your ref", po)] if po else []
    y = pairs(sheet, 150, "<60 <125", left, size=8.5, step=16)
    sheet.text(300, 150, "for", size=8.5)
    sheet.lines(340, 150, addressee(bill, folk), size=8.5, leading=1.6)
    sheet.y = max(y, 150 + 14 * 7) + 40
    for row in bill.rows:
        about = folded(sheet, " ".join(row.notes), 200, 8.5)
        sheet.y = spread(sheet, sheet.y, "<60 <190 >520", [row.text, about, money(row.amount)], size=8.5) + 10
    sums = [("subtotal", bill.subtotal), (f"gst {bill.q(rate)}%", bill.tax)] if rate else []
    rows = [(label, money(value)) for label, value in [*sums, ("total", bill.total)]]
    pairs(sheet, sheet.y + 24, "<190 >520", rows, size=8.5, step=17, bold=("total",))
    names = {"NZ": "gst no. ", "AU": "abn "}
    mine = [*address(bill.seller), bill.seller.mail, *([names[code] + bill.seller.tax_id] if rate else [])]
    sheet.lines(60, sheet.height - 90, [" / ".join(mine)], size=7.5)
    sheet.text(60, sheet.height - 76, bill.shape("bank  ##-####-#######-00"), size=7.5)
    truth = bill.truth(sheet, shown("", due=due, seller_id=rate, subtotal=rate, tax=rate), "minimal", "whole-money")
    for item, row in zip(truth["items"], bill.rows, strict=True):
        item["description"] = None if row.notes else row.text  # in two columns
    return Drawn(sheet.finish(), (with_po(truth, po.removeprefix("po ")),))


APPS = (
    ("Tidepool Pro", "Monthly subscription"),
    ("Cloud Shelf 200 GB", "Renews monthly"),
    ("Metronome & Tuner", "App purchase"),
    ("Word Garden", "500 Gems - In-App Purchase"),
    ("Birdsong ID", "Annual plan, renews in 12 months"),
)


@family("app-store-receipt")
def app_store_receipt(rng: Random) -> Drawn:
    """A store's receipt in cells: order id and document number; prices with VAT, a net subtotal, VAT, total."""
    code = rng.choice(("IE", "GB", "AU"))
    bill = Bill(rng, code, rng.choice(("1###########", "7##########", "AU-#######")))
    folk, sign = populate(bill, ("Distribution", "Digital Stores", "Media Services"), private=0.9), SIGNS[code]
    rate, tax = {"IE": (Decimal(23), "VAT"), "GB": (Decimal(20), "VAT"), "AU": (Decimal(10), "GST")}[code]
    bill.included = True
    for text, note in rng.sample(APPS, rng.randint(1, 4)):
        bill.add(text, None, price_of(rng, 1, 60, step="1") - Decimal("0.01"), rate=rate, notes=(note,))
    bill.reckon()
    bill.day_format = "%d %b %Y"
    sheet = Sheet()
    sheet.text(45, 70, bill.seller.name.split()[0] + " Store", size=20, bold=True)
    sheet.text(
        550,
        70,
        "Tax Invoice" if code == "AU" else rng.choice(("Invoice", "Receipt")),
        size=20,
        align="right",
        colour=GREY,
    )
    cells = [("ACCOUNT", bill.buyer.mail), ("INVOICE DATE", bill.d(bill.date)), ("ORDER ID", bill.shape("M@#@@#@@##"))]
    cells += [("DOCUMENT NO.", bill.number), ("SEQUENCE", bill.shape("2-########"))]
    for n, (label, value) in enumerate(cells):
        x, y = 45 + n % 2 * 135, 92 + n // 2 * 36
        sheet.box(x, y, x + 133, y + 34, fill=(0.96, 0.96, 0.97), stroke=False)
        sheet.text(x + 6, y + 12, label, size=6.5, colour=GREY)
        sheet.text(x + 6, y + 25, value, size=8.5)
    sheet.box(317, 92, 550, 198, fill=(0.96, 0.96, 0.97), stroke=False)
    sheet.text(323, 104, "BILLED TO", size=6.5, colour=GREY)
    sheet.lines(323, 117, [f"Visa .... {bill.shape('####')}", *addressee(bill, folk)], size=8.5)
    bar(sheet, 220, 18, 45, 550, (0.93, 0.93, 0.94))
    sheet.text(51, 232, "Apps & Subscriptions", size=8.5, bold=True)
    sheet.y = 258
    for row in bill.rows:
        sheet.box(51, sheet.y - 12, 81, sheet.y + 18, fill=(0.75, 0.85, 0.95), stroke=False)
        spread(sheet, sheet.y, "<92 >545", [row.text, f"{sign}{bill.m(row.amount)}"], size=9, bold=True)
        sheet.text(92, sheet.y + 12, row.notes[0], size=8, colour=GREY)
        sheet.y += 46
    sums = [("Subtotal", bill.total - bill.tax), (f"{tax} charged at {bill.q(rate)}%", bill.tax), ("TOTAL", bill.total)]
    pairs(
        sheet,
        sheet.y + 6,
        ">460 >545",
        [(label, f"{sign}{bill.m(value)}") for label, value in sums],
        size=9,
        step=18,
        bold=("TOTAL",),
    )
    ident = "ABN" if code == "AU" else f"{tax} Number"
    foot = f"{bill.seller.name}, {', '.join(address(bill.seller))}. {ident}: {bill.seller.tax_id}"
    sheet.lines(45, 780, ["You can cancel a subscription any time in the settings of your account.", foot], size=7)
    truth = with_po(bill.truth(sheet, "seller_id tax", "store", "tax-included", "net-subtotal"), "")
    net = number_text(bill.total - bill.tax)
    truth["totals"] |= {"subtotal": [number_text(bill.subtotal), net, None], "prepaid": ["0", number_text(bill.total)]}
    truth["totals"]["payable"] = [number_text(bill.total), "0", None]
    truth["buyer"]["name"] = [bill.buyer.name, folk.contact]
    return Drawn(sheet.finish(), (truth,))


SITE = (
    ("Second fix carpentry, plots {}-{}", "day"),
    ("Labour - kitchen fitting plot {}", "item"),
    ("Hang doors, plot {}", "nr"),
    ("Skirting and architrave, plots {} to {}", "m"),
)


@family("subcontractor-cis")
def subcontractor_cis(rng: Random) -> Drawn:
    """A British subcontractor: labour and materials, VAT reversed or added, CIS 20 % of the labour kept back."""
    bill = Bill(rng, "GB", rng.choice(("##", "INV###", "{y}/0##", "@@0##")))
    folk = populate(bill, ("Carpentry", "Joinery Contractors", "Brickwork", "Interiors"), private=0)
    reverse = rng.random() < 0.6
    rate = ZERO if reverse else Decimal(20)
    for text, unit in rng.choices(SITE, k=some(rng, 14)):
        qty, price = Decimal(rng.choice((1, 2, "4.5", 12))), price_of(rng, 40, 420, step="0.50")
        bill.add(text.format(*sorted(rng.sample(range(1, 80), 2))), qty, price, rate=rate, uom=unit)
    labour = bill.sum(bill.rows)
    if rng.random() < 0.6:
        bill.add("Materials as per delivery tickets", 1, price_of(rng, 30, 800), rate=rate, uom="sum")
    bill.reckon(taxed=not reverse)
    bill.withheld = bill.money(labour / 5)
    sheet, po = Sheet(), rng.choice(("", bill.shape("SC/####/0#")))
    sheet.text(45, 60, bill.seller.name, size=17, bold=True)
    sheet.text(45, 75, ", ".join(address(bill.seller)), size=9)
    ids = f"UTR: {bill.shape('##########')}   VAT No: {bill.seller.tax_id}"
    sheet.text(45, 88, ids, size=9)
    sheet.text(45, 125, "INVOICE / APPLICATION FOR PAYMENT", size=13, bold=True)
    sheet.lines(45, 148, ["To:", *addressee(bill, folk)], size=10)
    head = [("Invoice no:", bill.number), ("Date:", bill.d(bill.date)), ("Site:", "Foundry Wharf Phase 2")]
    pairs(sheet, 148, "<350 <425", head + ([("Order no:", po)] if po else []), size=10, step=15)
    stops = "<45 >365 <371 >470 >550"

    def begin() -> None:
        top = 250 if sheet.page == 1 else 60
        spread(sheet, top, stops, ["Description of works", "Qty", "Unit", "Rate £", "Amount £"], size=9.5, bold=True)
        sheet.rule(45, top + 5, 550, top + 5)
        sheet.y = top + 22

    begin()
    rows = [(r.text, bill.q(r.qty), r.uom or "", bill.p(r.price), bill.m(r.amount)) for r in bill.rows]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=9.5, gap=6)
    room(sheet, 160, 800)
    sums = [("Gross", bill.subtotal), (f"VAT @ {bill.q(rate)}%", bill.tax), ("Total inc. VAT", bill.total)]
    sums = [("Gross total", bill.total)] if reverse else sums
    sums += [(f"Less CIS @ 20% on labour £{bill.m(labour)}", -bill.withheld), ("NET PAYMENT DUE", bill.payable)]
    rows_ = [(label, f"£{bill.m(value)}" if value >= 0 else f"-£{bill.m(-value)}") for label, value in sums]
    y = pairs(sheet, sheet.y + 8, "<300 >550", rows_, size=10, step=17, bold=("NET",))
    note = (
        "Reverse charge: customer to pay the VAT of 20% to HMRC."
        if reverse
        else "Payment 28 days from date of application."
    )
    sheet.lines(45, y + 14, [note, f"Sort code {bill.shape('##-##-##')}  Account {bill.shape('########')}"], size=9)
    on = shown("seller_id qty price payable", subtotal=not reverse, tax=not reverse)
    return Drawn(sheet.finish(), (with_po(bill.truth(sheet, on, "withheld", "cis"), po),))
