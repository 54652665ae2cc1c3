"""Indonesia's tax form of 2025, as the seller prints it: the invoice behind the invoice, sent alone."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import Bill, spread, squares
from tests.generator.families.archipelago_senders import TWELVE
from tests.generator.families.nusantara_senders import STATIONERY, picked, ppn
from tests.generator.forms import cell_row, table
from tests.generator.ink import number_text
from tests.generator.lands import person
from tests.generator.listing import room, some
from tests.generator.model import ZERO, TaxLine
from tests.generator.registry import Drawn, Truth, family
from tests.generator.sheet import Sheet


@family("indonesian-tax-form-references")
def indonesian_tax_form_references(rng: Random) -> Drawn:
    """The state's form since 2025: ids of places with #, discounts below the line, PPnBM at times, own number aside."""
    bill = Bill(rng, "ID", "")
    luxury, bill.day_format = rng.random() < 0.2, "%d %B %Y"
    bill.number = bill.shape(f"{'01' if luxury else '04'}00{bill.date:%y}00#########")
    rate, share = (TWELVE, Decimal(1)) if luxury else ppn(bill)
    bill.numbers = replace(bill.numbers, sample="1.234,56")
    bill.seller, bill.buyer = (
        replace(firm, name=firm.name.upper(), tax_id=bill.shape("00##############"))
        for firm in (bill.seller, bill.buyer)
    )
    cuts, cars = [], (("Mobil penumpang 2.500 cc, otomatis", "UNIT", 640_000_000),)
    for name, unit, price in picked(rng, cars if luxury else STATIONERY, 1 if luxury else some(rng, 14)):
        qty = rng.randint(1, 3 if luxury else 60)
        row = bill.add(name.upper(), qty, price, rate=rate, uom=unit.title())
        cuts.append(bill.money(row.amount * rng.choice((0, 0, 0, 5)) / 100))
    bill.reckon(discount=sum(cuts, ZERO), at=rate, share=share, slips="amount qty")
    value_tax = bill.tax
    if luxury:
        bill.taxes.append(TaxLine("", Decimal(20), bill.tax_base, bill.money(bill.tax_base / 5)))
        bill.total += bill.taxes[1].amount
    sheet = Sheet()
    sheet.text(297, 48, "Faktur Pajak", size=14, bold=True, align="centre")
    y = cell_row(sheet, 58, 18, (40, 555), [("", "")])
    sheet.text(46, 70, f"Kode dan Nomor Seri Faktur Pajak: {bill.number}", size=8.5)
    sheet.y = y
    for title, firm in (
        ("Pengusaha Kena Pajak:", bill.seller),
        ("Pembeli Barang Kena Pajak / Penerima Jasa Kena Pajak:", bill.buyer),
    ):
        _tax_party(
            sheet,
            title,
            firm.name,
            ", ".join(firm.address).upper(),
            firm.tax_id,
            firm.mail if firm is bill.buyer else "",
        )
    lines = [_tax_line(bill, n, cut, luxury) for n, cut in enumerate(cuts)]
    columns = "28^No.|52^Kode Barang/ Jasa|315<Nama Barang Kena Pajak / Jasa Kena Pajak"
    columns += "|120>Harga Jual / Penggantian / Uang Muka / Termin (Rp)"
    table(sheet, 40, columns, lines, bottom=720)
    room(sheet, 230, 820)
    sums = [
        ("Harga Jual / Penggantian / Uang Muka / Termin", bill.subtotal),
        ("Dikurangi Potongan Harga", bill.discount),
    ]
    sums += [("Dikurangi Uang Muka yang telah diterima", ZERO), ("Dasar Pengenaan Pajak", bill.tax_base)]
    sums += [("Jumlah PPN (Pajak Pertambahan Nilai)", value_tax)]
    sums += [("Jumlah PPnBM (Pajak Penjualan atas Barang Mewah)", bill.tax - value_tax)]
    for label, value in sums:
        sheet.box(40, sheet.y, 435, sheet.y + 14)
        sheet.box(435, sheet.y, 555, sheet.y + 14)
        spread(sheet, sheet.y + 10, "<46 >552", [label, bill.m(value, 2)], size=8)
        sheet.y += 14
    _signed(sheet, bill, rng)
    truth = bill.truth(sheet, "seller_id buyer_id subtotal tax_base qty price", "totals-in-table", "no-total", "nitku")
    return Drawn(sheet.finish(), (_without_total(truth, bill, value_tax),))


def _tax_party(sheet: Sheet, title: str, name: str, address: str, tax_id: str, mail: str) -> None:
    facts = [f"Nama: {name}", *sheet.wrap(f"Alamat: {address}", 500, 8.5), f"#{tax_id}000000", f"NPWP: {tax_id}"]
    facts += ["NIK: -", "Nomor Paspor: -", "Identitas Lain: -", f"Email: {mail}"] if mail else []
    height = 12.0 * (len(facts) + 1) + 4
    sheet.box(40, sheet.y, 555, sheet.y + height)
    sheet.lines(46, sheet.y + 11, [title, *facts], size=8.5, leading=1.41)
    sheet.y += height


def _tax_line(bill: Bill, at: int, cut: Decimal, luxury: bool) -> tuple[str, ...]:
    row, rate = bill.rows[at], Decimal(20 if luxury else 0)
    tax = bill.money((row.amount - cut) * rate / 100)
    text = f"{row.text}\nRp {bill.m(row.price or ZERO, 2)} x {bill.q(row.qty, 2)} {row.uom}\n"
    text += f"Potongan Harga = Rp {bill.m(cut, 2)}\nPPnBM ({bill.m(rate, 2)}%) = Rp {bill.m(tax, 2)}"
    return str(at + 1), "000000", text, bill.m(row.amount, 2)


def _signed(sheet: Sheet, bill: Bill, rng: Random) -> None:
    legal = "Sesuai dengan ketentuan yang berlaku, Direktorat Jenderal Pajak mengatur bahwa Faktur Pajak ini telah "
    legal += "ditandatangani secara elektronik sehingga tidak diperlukan tanda tangan basah pada Faktur Pajak ini."
    y = sheet.lines(40, sheet.y + 14, sheet.wrap(legal, 500, 7), size=7)
    squares(sheet, 46, y + 8, 62, rng)
    town = bill.seller.city.rsplit(" ", 1)[0].upper()
    sheet.lines(
        400,
        y + 16,
        [
            f"{town}, {bill.d(bill.date)}",
            "",
            "Ditandatangani secara elektronik",
            "",
            person(rng, bill.land).split(" ", 1)[-1].upper(),
        ],
        size=8.5,
    )
    if rng.random() < 0.7:
        sheet.text(46, y + 88, f"(Referensi: {bill.shape('INV/{y}/{m}/0###')})", size=8)
    sheet.text(555, y + 88, f"{sheet.page} dari {sheet.page}", size=7, align="right")


def _without_total(truth: Truth, bill: Bill, value_tax: Decimal) -> Truth:
    """The form ends with the taxes: who wants the sum must work it out."""
    truth["totals"]["total"] = [number_text(bill.total), None]
    truth["totals"]["tax"] = [number_text(bill.tax), number_text(value_tax)]
    return {**truth, "expect": "any" if truth["expect"] == "accept" else truth["expect"]}
