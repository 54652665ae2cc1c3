"""What is sold over the net: plans and usage, a card payment's receipt, orders of shops and of marketplace sellers."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import GREY, VERA, Bill, bar, price_of, spread
from tests.generator.ink import number_text
from tests.generator.lands import person
from tests.generator.listing import listing, pairs, room, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, Truth, family
from tests.generator.sheet import LETTER, Sheet

PLANS = (
    "Team plan, 12 seats",
    "Object storage",
    "Outbound traffic",
    "Managed database m4",
    "Function calls",
    "Log store",
)


@family("cloud-usage-bill")
def cloud_usage_bill(rng: Random) -> Drawn:
    """A trade name as logo, the legal name in small type at the foot; usage in fractions, a credit, no due date."""
    code = rng.choice(("US", "US", "IE"))
    bill = Bill(rng, code, rng.choice(("####-####-####", "E0#######", "INV########")), buyer=rng.choice(("DE", "US")))
    brand = bill.seller.name.split()[0].split("-")[0].lower() + "ly"
    bill.currency, sign = "USD", "$"
    rate = Decimal(0)
    for text in rng.sample(PLANS, rng.randint(1, 6)):
        used = Decimal(rng.randint(1, 9999)) / rng.choice((1, 10, 100, 1000))
        bill.add(text, used, price_of(rng, 0.0005, 4, step="0.0001"), rate=rate, uom=rng.choice(("GB", "hrs", "req")))
    credit = bill.money(bill.sum(bill.rows) * Decimal(rng.choice((0, 0, 5, 20))) / 100)
    bill.reckon(discount=credit, taxed=False)
    sheet = Sheet(size=LETTER, face=VERA)
    sheet.text(48, 70, brand, size=26, bold=True, colour=(0.1, 0.45, 0.85))
    sheet.text(564, 60, "Invoice", size=12, align="right", colour=GREY)
    month = bill.date.replace(day=1) - dt.timedelta(days=1)
    head = [("Invoice ID", bill.number), ("Account ID", bill.shape("############")), ("Issued", bill.d(bill.date))]
    head.append(("Billing period", f"{bill.d(month.replace(day=1))} - {bill.d(month)}"))
    pairs(sheet, 110, "<340 >564", head, size=7.5, step=13)
    owner = [bill.buyer.name, f"Attn: {person(rng, bill.land)}", *bill.buyer.address]
    with_id = bill.buyer.tax_id[:2].isalpha() and rng.random() < 0.7
    owner += [f"Tax registration: {bill.buyer.tax_id}"] if with_id else []
    sheet.lines(48, 110, ["Account", *owner], size=7.5, leading=1.5)
    bar(sheet, 205, 40, 48, 564, (0.93, 0.95, 0.98))
    spread(sheet, 229, "<58 >554", [f"Total for {month:%B %Y}", f"{sign}{bill.m(bill.total)}"], size=13, bold=True)
    stops = "<48 >330 <336 >450 >564"
    sheet.y = spread(sheet, 275, stops, ["Service", "Usage", "", "Rate", "Charge"], size=7.5, bold=True) + 6
    rows = [
        (r.text, bill.q(r.qty), r.uom or "", f"{sign}{bill.q(r.price, 4)}", f"{sign}{bill.m(r.amount)}")
        for r in bill.rows
    ]
    listing(sheet, stops, rows, turn=turned(sheet, lambda: None), size=7.5, gap=7, rules=(48, 564))
    sums = [("Charges", f"{sign}{bill.m(bill.subtotal)}")]
    sums += [("Promotional credit", f"-{sign}{bill.m(credit)}")] if credit else []
    sums += [("Tax", f"{sign}0.00"), ("Amount due (USD)", f"{sign}{bill.m(bill.total)}")]
    pairs(sheet, sheet.y + 12, ">470 >564", sums, size=8, step=15, bold=("Amount",))
    foot = f"{brand} is a service of {bill.seller.name}, {bill.seller.street}, {bill.seller.city}."
    ein = "VAT" if code == "IE" else "EIN"
    sheet.lines(48, 740, [foot, f"{ein} {bill.seller.tax_id}. Your card will be charged automatically."], size=6)
    shown = f"seller_id {'buyer_id' if with_id else ''} subtotal payable qty price"
    return Drawn(sheet.finish(), (bill.truth(sheet, shown, "trade-name", "fine-prices"),))


@family("card-payment-receipt")
def card_payment_receipt(rng: Random) -> Drawn:
    """A payment processor's page: the sum as headline, seller and buyer side by side without a label for the seller."""
    code = rng.choice(("US", "AU", "GB", "SG", "IE"))
    bill = Bill(rng, code, rng.choice(("@#@@##@#-0###", "INV-@@##-0##", "########-00##")))
    sign = {"USD": "$", "AUD": "A$", "GBP": "£", "SGD": "SGD ", "EUR": "€"}[bill.currency]
    paid = rng.random() < 0.5
    percent = {"US": ZERO, "AU": Decimal(10), "GB": Decimal(20), "SG": Decimal(9), "IE": Decimal(23)}[code]
    name = {"US": "", "AU": "ABN", "GB": "GB VAT", "SG": "GST Reg.", "IE": "IE VAT"}[code]
    goods = (
        "Pro plan (per seat)",
        "Additional workspace",
        "Priority support",
        "Remaining time on Starter plan",
        "SMS pack",
    )
    for text in rng.sample(goods, rng.randint(1, 5)):
        day = bill.d(bill.date, 30)
        bill.add(text, rng.choice((1, 1, 2, 5, 14)), price_of(rng, 3, 210), rate=percent, notes=(f"until {day}",))
    bill.reckon(taxed=bool(percent))
    bill.prepaid = bill.total if paid else ZERO
    sheet = Sheet()
    sheet.text(50, 72, "Receipt" if paid else "Invoice", size=20, bold=True)
    head = (
        [("Invoice number", bill.number), ("Date paid", bill.d(bill.date))]
        if paid
        else [("Invoice number", bill.number)]
    )
    head += (
        [("Receipt number", bill.shape("####-####")), ("Payment method", f"Visa - {bill.shape('####')}")]
        if paid
        else [
            ("Date of issue", bill.d(bill.date)),
            ("Date due", bill.d(bill.due)),
        ]
    )
    y = pairs(sheet, 96, "<50 <130", head, size=8.5, step=13, bold=("Invoice",)) + 20
    seller_id = bool(name) and rng.random() < 0.8
    buyer_id = bool(name) and rng.random() < 0.5
    mine = [bill.seller.name, *bill.seller.address, bill.seller.mail]
    mine += [f"{name} {bill.seller.tax_id}"] if seller_id else []
    sheet.lines(50, y, mine, size=8.5, bold_first=True, leading=1.45)
    theirs = ["Bill to", bill.buyer.name, *bill.buyer.address, bill.buyer.mail]
    theirs += [f"{name} {bill.buyer.tax_id}"] if buyer_id else []
    sheet.lines(285, y, theirs, size=8.5, bold_first=True, leading=1.45)
    said = f"{sign}{bill.m(bill.total)} paid on" if paid else f"{sign}{bill.m(bill.total)} due"
    sheet.text(50, y + 105, f"{said} {bill.d(bill.date if paid else bill.due)}", size=15, bold=True)
    sheet.y = y + 150
    stops = "<50 >370 >460 >545"
    spread(sheet, sheet.y, stops, ["Description", "Qty", "Unit price", "Amount"], size=7.5, colour=GREY)
    sheet.rule(50, sheet.y + 5, 545, sheet.y + 5, 0.4)
    sheet.y += 22
    for row in bill.rows:
        figures = [bill.q(row.qty), f"{sign}{bill.p(row.price)}", f"{sign}{bill.m(row.amount)}"]
        sheet.y = spread(sheet, sheet.y, stops, ["\n".join((row.text, *row.notes)), *figures], size=8.5) + 8
    sums = [("Subtotal", bill.subtotal)]
    tax = "Tax" if code == "US" else "GST" if code in ("AU", "SG") else "VAT"
    sums += (
        [
            ("Total excluding tax", bill.subtotal),
            (f"{tax} ({bill.q(percent)}% on {sign}{bill.m(bill.tax_base)})", bill.tax),
        ]
        if percent
        else []
    )
    sums += [("Total", bill.total), ("Amount paid" if paid else "Amount due", bill.total)]
    rows = [(label, f"{sign}{bill.m(value)}") for label, value in sums]
    pairs(sheet, sheet.y + 6, "<300 >545", rows, size=8.5, step=17, bold=("Amount",))
    sheet.text(50, 810, f"{bill.number} - {sign}{bill.m(bill.total)} {'paid' if paid else 'due'}", size=7, colour=GREY)
    sheet.text(545, 810, "Page 1 of 1", size=7, align="right", colour=GREY)
    printed = {"due": not paid, "seller_id": seller_id, "buyer_id": buyer_id, "subtotal tax qty price": True}
    shown = " ".join(name for name, on in printed.items() if on)
    truth = bill.truth(sheet, shown, "processor", "paid" if paid else "open")
    truth["totals"]["payable"] = ["0", number_text(bill.total), None] if paid else number_text(bill.total)
    truth["totals"]["prepaid"] = [number_text(bill.prepaid), "0"]
    return Drawn(sheet.finish(), (truth,))


GADGETS = (
    "Thistle kettle limescale filter, pack of 6 - white",
    "Gooseneck desk lamp LED dimmable with USB port",
    "A5 dotted notebook 160 gsm, 2 pieces",
    "Garden hose connector brass 3/4 inch",
    "Replacement brush heads, compatible, 8 pcs",
)


@family("order-invoice-tax-columns")
def order_invoice_tax_columns(rng: Random) -> Drawn:
    """A big web shop: seller named by 'Sold by', three addresses in a row, price without and with VAT, VAT summary."""
    bill = Bill(rng, "GB", rng.choice(("GB-@@@-{y}-#######", "INV-GB-########-{y}-###", "GB#########@")))
    bill.included = True
    for text in rng.sample(GADGETS, rng.randint(1, 5)):
        rate = Decimal(rng.choice((20, 20, 20, 0, 5)))
        bill.add(text, rng.choice((1, 1, 1, 2, 3)), price_of(rng, 3, 90), rate=rate, sku=bill.shape("B0########"))
    shipping = rng.choice((ZERO, Decimal("3.99"), Decimal("4.99")))
    bill.reckon(charges=shipping, at=Decimal(20) if shipping else ZERO)
    bill.prepaid = bill.total
    sheet = Sheet()
    sheet.text(40, 60, "Invoice", size=22, bold=True)
    sheet.text(555, 52, "Paid", size=12, bold=True, align="right")
    head = [("Payment reference ID", bill.shape("@#@@##@@##@@")), ("Sold by", bill.seller.name)]
    head += [("VAT #", bill.seller.tax_id)]
    head += [("Invoice date / Delivery date", bill.d(bill.date)), ("Invoice #", bill.number)]
    head += [("Total payable", f"£{bill.m(bill.total)}")]
    pairs(sheet, 72, "<330 >555", head, size=8, step=13, bold=("Total",))
    sheet.lines(40, 90, [bill.buyer.name.upper(), *(part.upper() for part in bill.buyer.address), "GB"], size=9)
    sheet.text(40, 158, "For customer support visit the help pages of our shop.", size=7, colour=GREY)
    sheet.rule(40, 168, 555, 168)
    blocks = (
        ("Billing Address", bill.buyer, 40),
        ("Delivery Address", bill.ship_to, 215),
        ("Sold by", bill.seller, 390),
    )
    for label, company, x in blocks:
        texts = [company.name, *company.address] + ([f"VAT # {bill.seller.tax_id}"] if company is bill.seller else [])
        sheet.lines(x, 184, [label, *texts], size=7.5, bold_first=True, leading=1.4)
    order = [("Order date", bill.d(bill.date, -2)), ("Order #", bill.shape("2##-#######-#######"))]
    pairs(sheet, 252, "<40 <110", order, size=8)
    sheet.text(40, 292, "Invoice details", size=10, bold=True)
    stops = "<40 >290 >360 >410 >480 >555"
    heads = [
        "Description",
        "Qty",
        "Unit price\n(excl. VAT)",
        "VAT rate",
        "Unit price\n(incl. VAT)",
        "Item subtotal\n(incl. VAT)",
    ]
    sheet.y = spread(sheet, 308, stops, heads, size=7.5, bold=True) + 8
    for row in bill.rows:
        assert row.price is not None
        net = bill.money(row.price / (1 + row.rate / 100))
        text = "\n".join([*sheet.wrap(row.text, 215, 8), f"ASN: {row.sku}"])
        cells = [text, bill.q(row.qty), f"£{bill.m(net)}", f"{bill.q(row.rate)}%", f"£{bill.p(row.price)}"]
        sheet.y = spread(sheet, sheet.y, stops, [*cells, f"£{bill.m(row.amount)}"], size=8) + 6
    if shipping:
        cells = [
            "Shipping Charges",
            "",
            f"£{bill.m(bill.money(shipping / Decimal('1.2')))}",
            "20%",
            f"£{bill.m(shipping)}",
        ]
        sheet.y = spread(sheet, sheet.y, stops, [*cells, f"£{bill.m(shipping)}"], size=8) + 6
    sheet.rule(40, sheet.y, 555, sheet.y)
    spread(sheet, sheet.y + 16, ">480 >555", ["Invoice total", f"£{bill.m(bill.total)}"], size=10, bold=True)
    stops = ">290 >430 >555"
    sheet.y = spread(
        sheet, sheet.y + 42, stops, ["VAT rate", "Item subtotal (excl. VAT)", "VAT subtotal"], size=7.5, bold=True
    )
    for tax in bill.taxes:
        sheet.y = spread(
            sheet,
            sheet.y + 4,
            stops,
            [f"{bill.q(tax.rate)}%", f"£{bill.m(tax.base)}", f"£{bill.m(tax.amount)}"],
            size=8,
        )
    net_sum = sum((tax.base for tax in bill.taxes), ZERO)
    spread(sheet, sheet.y + 4, stops, ["Total", f"£{bill.m(net_sum)}", f"£{bill.m(bill.tax)}"], size=8, bold=True)
    truth = bill.truth(sheet, "seller_id tax tax_base qty price", "tax-included", "paid", "three-addresses")
    return Drawn(sheet.finish(), (_shipping_as_line(_maybe_paid(truth, bill), bill, shipping),))


def _maybe_paid(truth: Truth, bill: Bill) -> Truth:
    """'Paid' by itself: whether the sum counts as paid beforehand is a matter of taste."""
    whole = number_text(bill.total)
    totals = {**truth["totals"], "prepaid": ["0", whole], "payable": [whole, "0", None]}
    return {**truth, "totals": totals}


def _shipping_as_line(truth: Truth, bill: Bill, shipping: Decimal) -> Truth:
    if not shipping:
        return truth
    text = number_text(shipping)
    line = {
        **truth["items"][0],
        "sku": None,
        "description": None,
        "qty": ["1", None],
        "unit_price": [text, None],
        "amount": text,
    }
    totals = {**truth["totals"], "subtotal": [number_text(bill.subtotal + shipping), None], "charges": "0"}
    return {**truth, "or": [{"items": [*truth["items"], line], "totals": totals}]}


TOYS = (
    "Sepatu Anak Rajut Ukuran 28",
    "Kabel Data Type-C 2 Meter Fast Charging",
    "Gamis Katun Motif Bunga - XL, Navy",
    "Rak Bumbu Stainless 3 Susun",
    "Kopi Bubuk Robusta 500gr",
    "Lampu LED 12 Watt Isi 5",
)


@family("indonesian-shop-order")
def indonesian_shop_order(rng: Random) -> Drawn:
    """A marketplace's page for its seller's order: shop name, a person as buyer, fees of the platform, no tax."""
    bill = Bill(rng, "ID", rng.choice(("INV/{y}{m}##/MPL/##########", "{y}{m}##@@@####", "INV/{y}/XX/@@/######")))
    bill.numbers, bill.day_format = replace(bill.numbers, sample="1.234,56"), "%d %B %Y"
    shop = f"{bill.seller.name.removeprefix('PT').removeprefix('CV').strip('. ').removesuffix(' Tbk')} Official"
    bill.seller = replace(bill.seller, name=shop)
    if rng.random() < 0.6:
        bill.buyer = replace(bill.buyer, name=person(rng, bill.land).removeprefix("Ibu ").removeprefix("Bapak "))
    for text in rng.sample(TOYS, rng.randint(1, 6)):
        bill.add(text, rng.choice((1, 1, 2, 3, 12)), price_of(rng, 8000, 450000, step="100"))
    shipping, service = Decimal(rng.randint(0, 60) * 500), rng.choice((ZERO, Decimal(1000), Decimal(2500)))
    off = Decimal(rng.choice((0, 0, 5000, 12500)))
    bill.reckon(discount=off, charges=shipping + service, taxed=False)
    sheet = Sheet()
    sheet.text(40, 62, "pasarkita", size=22, bold=True, colour=(0.1, 0.6, 0.3))
    sheet.text(555, 52, "INVOICE", size=13, bold=True, align="right")
    sheet.text(555, 66, bill.number, size=9, align="right", colour=(0.1, 0.6, 0.3))
    sheet.text(40, 104, "DITERBITKAN ATAS NAMA", size=8, bold=True)
    spread(sheet, 120, "<40 <90 <97", ["Penjual", ":", bill.seller.name], size=8.5)
    sheet.text(300, 104, "UNTUK", size=8, bold=True)
    where = sheet.wrap(
        f"{bill.buyer.name} (08{bill.shape('##########')}) {bill.buyer.street}, {bill.buyer.city}", 150, 8.5
    )
    to = [
        ("Pembeli", ":", bill.buyer.name),
        ("Tanggal Pembelian", ":", bill.d(bill.date)),
        ("Alamat Pengiriman", ":", where[0]),
    ]
    y = pairs(sheet, 120, "<300 <390 <397", to, size=8.5, step=14)
    sheet.lines(397, y - 2, where[1:], size=8.5)
    sheet.rule(40, 205, 555, 205, 1.2)
    stops = "<40 >330 >430 >555"
    spread(sheet, 218, stops, ["INFO PRODUK", "JUMLAH", "HARGA SATUAN", "TOTAL HARGA"], size=8, bold=True)
    sheet.rule(40, 225, 555, 225, 1.2)
    sheet.y = 244
    for row in bill.rows:
        weight = f"Berat: {rng.randint(1, 9) * 100} gr"
        cells = [f"{row.text}\n{weight}", bill.q(row.qty), f"Rp{bill.p(row.price)}", f"Rp{bill.m(row.amount)}"]
        sheet.y = spread(sheet, sheet.y, stops, cells, size=8.5) + 8
    room(sheet, 150)
    pieces = sum((row.qty or ZERO for row in bill.rows), ZERO)
    sums = [(f"TOTAL HARGA ({pieces} BARANG)", f"Rp{bill.m(bill.subtotal)}")]
    sums += [("Diskon Belanja Toko", f"-Rp{bill.m(off)}")] if off else []
    sums += [("Total Ongkos Kirim (1,2 kg)", f"Rp{bill.m(shipping)}")]
    sums += [("Biaya Jasa Aplikasi", f"Rp{bill.m(service)}")] if service else []
    sums += [("TOTAL TAGIHAN", f"Rp{bill.m(bill.total)}")]
    sheet.y = pairs(sheet, sheet.y + 10, "<300 >555", sums, size=8.5, step=17, bold=("TOTAL",))
    courier = (
        f"Kurir: SiKilat - Reguler     Metode Pembayaran: {rng.choice(('Dompet Kita', 'Transfer Virtual Account'))}"
    )
    sheet.text(40, sheet.y + 20, courier, size=8.5)
    sheet.text(
        40, 815, "Invoice ini sah dan diproses oleh komputer. Silakan hubungi pasarkita Care.", size=7, colour=GREY
    )
    truth = bill.truth(sheet, "subtotal qty price payable", "marketplace", "no-tax")
    truth["totals"]["charges"] = [number_text(shipping + service)]  # printed one by one
    return Drawn(sheet.finish(), (truth,))
