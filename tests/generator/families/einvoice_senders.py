"""What a state's system prints of an e-invoice: Malaysia's validated one, Vietnam's VAT invoice in English."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.amounts_in_words import english
from tests.generator.bill import GREY, Bill, spread, squares
from tests.generator.families.nusantara_senders import Goods, picked
from tests.generator.forms import table
from tests.generator.ink import number_text
from tests.generator.lands import person
from tests.generator.listing import pairs
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import TIMES, Sheet
from tests.generator.table import Look


@family("malaysian-validated-einvoice")
def malaysian_validated_einvoice(rng: Random) -> Drawn:
    """The state's picture of an e-invoice: ids of many kinds, type and version, class codes, tax and sum per line."""
    bill = Bill(rng, "MY", rng.choice(("INV-#####", "IV{y}/#####", "SI######")))
    own, theirs = bill.shape("C2##########"[:11] + "0"), bill.shape("C1#########0")
    bill.buyer = replace(bill.buyer, tax_id=theirs)
    rate = rng.choice((Decimal(8), Decimal(10), Decimal(6), ZERO))
    goods: Goods = (
        ("Annual maintenance - access control", "", 240_000),
        ("Epoxy floor coating, grey (m2)", "", 8500),
        ("Nitrile gloves size M, 100 pcs", "", 2350),
    )
    goods += (
        ("Consultancy fee, ISO 9001 surveillance audit", "", 420_000),
        ("Stretch film 500mm x 300m", "", 1890),
        ("Laser printer A4 mono", "", 96500),
    )
    lessened = rng.random() < 0.25
    for text, _, price in picked(rng, goods, rng.randint(1, 6)):
        cut = rng.choice((0, 5, 10)) if lessened else 0
        bill.add(text, rng.choice((1, 2, 5, 12)), price / 100, rate=rate, discount=cut, more=(bill.shape("0##"),))
    bill.reckon()
    bill.taxes = [tax for tax in bill.taxes if tax.rate]
    sheet = Sheet()
    sheet.text(297, 46, bill.seller.name, size=13, bold=True, align="centre")
    about = (", ".join(bill.seller.address), f"{bill.seller.phone}   {bill.seller.mail}")
    sheet.lines(297, 60, about, size=8, align="centre")
    sheet.text(297, 100, "E-INVOICE", size=14, bold=True, align="centre")
    left = [
        ("Supplier TIN", own),
        ("Supplier Name", bill.seller.name),
        ("Supplier Registration Number", bill.shape("20#########")),
        ("Supplier SST ID", bill.seller.tax_id),
    ]
    left += [
        ("Supplier MSIC code", bill.shape("4####")),
        ("Supplier business activity", rng.choice(("Wholesale of other machinery", "Other business support"))),
    ]
    left += [
        ("", ""),
        ("Buyer TIN", theirs),
        ("Buyer Name", bill.buyer.name),
        ("Buyer Registration Number", bill.shape("19#########")),
        ("Buyer Address", bill.buyer.street),
        ("", bill.buyer.city),
    ]
    left += [("Buyer Contact Number", bill.buyer.phone), ("Buyer Email", bill.buyer.mail)]
    pairs(sheet, 124, "<40 <155 <160", [(a, ":" if a else "", b) for a, b in left], size=7.5, step=11)
    hour = f"{rng.randint(8, 18):02}:{rng.randint(0, 59):02}:{rng.randint(0, 59):02}"
    right = [
        ("e-Invoice Type", "01 - Invoice"),
        ("e-Invoice Version", "1.0"),
        ("e-Invoice Code/No.", bill.number),
        ("Unique Identifier No.", bill.shape("@#@@##@#@@#@@@##")),
    ]
    right += [
        ("Original Invoice Ref. No.", "Not Applicable"),
        ("Invoice Date & Time", f"{bill.date.isoformat()} {hour}"),
        ("Currency", "MYR"),
    ]
    right += [("Payment Terms", f"{(bill.due - bill.date).days} days")] if rng.random() < 0.5 else []
    pairs(sheet, 124, "<355 <455 <460", [(a, ":", b) for a, b in right], size=7.5, step=11)
    sheet.y = 290
    rows = []
    for r in bill.rows:
        tax = bill.money(r.amount * rate / 100)
        full = r.amount + r.discount
        rows.append(
            (
                r.more[0],
                r.text,
                bill.q(r.qty),
                bill.p(r.price),
                bill.m(full),
                bill.m(r.discount) if r.discount else "-",
                f"{bill.q(rate)}%",
                bill.m(tax),
                bill.m(r.amount + tax),
            )
        )
    columns = "40^Class|142<Description|38>Quantity|58>Unit Price|62>Amount|40>Disc|32>Tax Rate"
    columns += "|46>Tax Amount|57>Total Product / Service Price (incl. tax)"
    edges = table(sheet, 40, columns, rows, Look("grid", size=7, header_fill=(0.9, 0.9, 0.9), gap=4))
    sums = [
        ("Subtotal", bill.subtotal),
        ("Total excluding tax", bill.subtotal),
        ("Tax amount", bill.tax),
        ("Total including tax", bill.total),
        ("Total payable amount", bill.total),
    ]
    for label, value in sums:
        sheet.box(edges[0], sheet.y, edges[-1], sheet.y + 13)
        sheet.rule(edges[-2] - 20, sheet.y, edges[-2] - 20, sheet.y + 13)
        spread(
            sheet,
            sheet.y + 9.5,
            f">{edges[-2] - 24} >{edges[-1] - 3}",
            [label, bill.m(value)],
            size=7.5,
            bold="payable" in label,
        )
        sheet.y += 13
    squares(sheet, 470, sheet.y + 20, 70, rng)
    note = [
        f"Digital Signature : {bill.shape('@#@@#@@@##@@#@#@@@##@@@#@#@@@#@@##')}",
        f"Date and Time of Validation : {bill.date.isoformat()} {hour}",
        "This document is a visual presentation of the e-Invoice",
    ]
    sheet.lines(40, sheet.y + 30, note, size=7.5, leading=1.6)
    truth = bill.truth(
        sheet, f"subtotal {'tax' if rate else ''} qty price buyer_id", "e-invoice", "gross-column", "many-ids"
    )
    truth["seller"]["tax_id"] = [own, bill.seller.tax_id]
    for item, row in zip(truth["items"], bill.rows, strict=True):
        item["amount"] = (
            [number_text(row.amount), number_text(row.amount + row.discount)] if row.discount else item["amount"]
        )
    return Drawn(sheet.finish(), (truth,))


@family("vietnamese-vat-invoice")
def vietnamese_vat_invoice(rng: Random) -> Drawn:
    """Vietnam's e-invoice in English: serial and number apart, the date in words of a form, a row that numbers."""
    bill = Bill(rng, "VN", "00000###")
    serial = bill.shape(f"1C{bill.date:%y}T@@")
    rate = Decimal(rng.choice((8, 8, 10)))
    goods: Goods = (
        ("Carton box 5 layers 600x400x400", "Pcs", 18500),
        ("Forklift rental, May", "Month", 9_500_000),
        ("Stainless screw M6x20", "Kg", 96000),
    )
    goods += (
        ("Printing ink, cyan", "Can", 420_000),
        ("Container transport charge HCM - Binh Duong", "Trip", 2_650_000),
        ("Work uniform, summer", "Set", 285_000),
    )
    for text, unit, price in picked(rng, goods, rng.choice((1, 2, 3, 6, rng.randint(7, 20)))):
        bill.add(text, rng.choice((1, 2, 3) if price > 2_000_000 else (3, 20, 150, 1200)), price, rate=rate, uom=unit)
    bill.reckon(slips="total amount qty")
    sheet = Sheet(face=TIMES)
    sheet.box(28, 26, 567, 816)
    sheet.text(
        40,
        48,
        bill.seller.name,
        size=13,
        bold=True,
        colour=(0.1, 0.2, 0.55),
    )
    sheet.lines(
        40,
        63,
        [
            f"Tax code: {bill.seller.tax_id}",
            f"Address: {', '.join(bill.seller.address)}",
            f"Tel: {bill.seller.phone}     Bank account: {bill.shape('#### #### ####')} - Mekong Trust Bank",
        ],
        size=9,
    )
    sheet.rule(28, 96, 567, 96)
    sheet.text(297, 116, "VALUE ADDED TAX INVOICE", size=15, bold=True, align="centre", colour=(0.75, 0.1, 0.1))
    sheet.text(297, 129, "(E-Invoice display version)", size=8.5, align="centre")
    sheet.text(297, 143, f"Date {bill.date:%d} month {bill.date:%m} year {bill.date:%Y}", size=10, align="centre")
    pairs(sheet, 116, "<455 <490", [("Serial:", serial), ("No.:", bill.number)], size=10.5, step=15, bold=("No.",))
    with_id, contact = rng.random() < 0.85, person(rng, bill.land) if rng.random() < 0.5 else ""
    to = [
        f"Buyer's full name: {contact}",
        f"Company's name: {bill.buyer.name}",
        f"Tax code: {bill.buyer.tax_id if with_id else ''}",
        f"Address: {', '.join(bill.buyer.address)}",
        f"Payment method: {rng.choice(('TM/CK', 'CK', 'Bank transfer'))}          Currency: VND",
    ]
    sheet.lines(40, 164, to, size=9.5, leading=1.5)
    sheet.y = 238
    rows = [("1", "2", "3", "4", "5", "6 = 4 x 5")]
    rows += [
        (str(n), r.text, r.uom or "", bill.q(r.qty), bill.p(r.price), bill.m(r.amount))
        for n, r in enumerate(bill.rows, 1)
    ]
    edges = table(
        sheet,
        34,
        "30^No.|225<Name of goods and services|45^Unit|60>Quantity|77>Unit price|90>Amount",
        rows,
        Look("grid", size=9, gap=4),
        bottom=620,
    )
    sums = (
        ("Total amount (excluding VAT):", bill.subtotal),
        (f"VAT rate: {bill.q(rate)}%          VAT amount:", bill.tax),
        ("Total payment:", bill.total),
    )
    for label, value in sums:
        sheet.box(edges[0], sheet.y, edges[-1], sheet.y + 16)
        spread(
            sheet,
            sheet.y + 12,
            f">{edges[-2] - 6} >{edges[-1] - 3}",
            [label, bill.m(value)],
            size=9.5,
            bold=label.startswith("Total p"),
        )
        sheet.y += 16
    spoken = sheet.wrap(f"Amount in words: {english(int(bill.total)).capitalize()} Vietnam dong.", 510, 9.5)
    y = sheet.lines(40, sheet.y + 14, spoken, size=9.5) + 14
    spread(sheet, y, "^150 ^440", ["BUYER", "SELLER"], size=10, bold=True)
    spread(sheet, y + 12, "^150 ^440", ["(Signature, full name)", "(Signature, full name)"], size=8)
    sheet.box(350, y + 22, 535, y + 62, fill=(0.9, 0.97, 0.9))
    sheet.lines(
        356,
        y + 34,
        ["Signature Valid", f"Signed by: {bill.seller.name[:34]}", f"Signing date: {bill.d(bill.date)}"],
        size=8,
    )
    foot = f"Search for e-invoices at tracuu.example with code {bill.shape('@#@@##@#@')}."
    foot += " (Check and compare when making and receiving invoices)"
    sheet.text(297, 808, foot, size=7.5, align="centre", colour=GREY)
    truth = bill.truth(
        sheet,
        f"seller_id {'buyer_id' if with_id else ''} subtotal tax qty price",
        "e-invoice",
        "date-in-form",
        "column-numbers",
    )
    truth["invoice"]["number"] = [bill.number, f"{serial}{bill.number}"]
    return Drawn(sheet.finish(), (truth,))
