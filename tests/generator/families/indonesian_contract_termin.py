"""A contractor's letter: contract sum, progress in percent, the down payment and retention taken off before PPN."""

from decimal import Decimal
from random import Random

from tests.generator.bill import Bill
from tests.generator.countries import person
from tests.generator.indonesian import ELEVEN, words
from tests.generator.ink import number_text
from tests.generator.listing import pairs
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, Truth, family
from tests.generator.sheet import TIMES, Sheet


@family("indonesian-contract-termin")
def indonesian_contract_termin(rng: Random) -> Drawn:
    """A contractor's letter: contract sum, progress in percent, the down payment and retention taken off before PPN."""
    bill = Bill(rng, "ID", rng.choice(("###/@@@-INV/{m}/{y}", "TGH-{y}-0##", "0##/SPK/TRM/{y}")))
    contract, share, stage = (
        Decimal(rng.randint(4, 90) * 100_000_000),
        rng.choice((20, 25, 30, 40)),
        rng.choice(("I", "II", "III")),
    )
    row = bill.add(f"Termin {stage} ({share}% x nilai kontrak)", None, contract * share / 100, rate=ELEVEN)
    back, kept = row.amount * rng.choice((10, 20)) / 100, row.amount * rng.choice((0, 5)) / 100
    bill.reckon(discount=bill.money(back + kept), at=ELEVEN)
    bill.withheld = bill.money(bill.tax_base * Decimal("2.65") / 100) if rng.random() < 0.5 else ZERO
    sheet = Sheet(face=TIMES)
    sheet.text(60, 56, bill.seller.name, size=17, bold=True, colour=(0.5, 0.1, 0.1))
    sheet.text(60, 70, f"General Contractor - {', '.join(bill.seller.address)}", size=9)
    sheet.rule(60, 76, 535, 76, 2)
    head = [("Nomor", bill.number), ("Lampiran", "1 (satu) berkas"), ("Perihal", f"Tagihan Termin {stage}")]
    pairs(sheet, 100, "<60 <115 <125", [(a, ":", b) for a, b in head], size=10.5, step=15)
    sheet.text(535, 100, f"Jakarta, {bill.d(bill.date)}", size=10.5, align="right")
    sheet.lines(
        60, 160, ["Kepada Yth.", bill.buyer.name, *bill.buyer.address, f"Up. {person(rng, bill.land)}"], size=10.5
    )
    spk = bill.shape("###/SPK/@@/{y}")
    intro = f"Berdasarkan SPK No. {spk} tanggal {bill.d(bill.date, -120)} senilai Rp {bill.m(contract)} (di luar PPN), "
    intro += f"dengan progres pekerjaan {share + 12}%, bersama ini kami mengajukan tagihan sebagai berikut:"
    sheet.y = sheet.lines(60, 245, sheet.wrap(intro, 475, 10.5), size=10.5) + 8
    sums = [(row.text, bill.rows[0].amount), ("Potongan pengembalian uang muka", -bill.money(back))]
    sums += [("Retensi 5%", -bill.money(kept))] if kept else []
    sums += [("Dasar Pengenaan Pajak", bill.tax_base), ("PPN 11%", bill.tax), ("Jumlah tagihan", bill.total)]
    sums += (
        [("PPh Final Ps. 4 (2) 2,65%", -bill.withheld), ("Jumlah yang diterima", bill.payable)] if bill.withheld else []
    )
    lines = [(a, "Rp", f"({bill.m(-b)})" if b < 0 else bill.m(b)) for a, b in sums]
    y = pairs(sheet, sheet.y + 6, "<80 <390 >510", lines, size=10.5, step=17, bold=("Jumlah",))
    sheet.y = sheet.lines(60, y + 4, sheet.wrap(f"({words(bill.payable)})", 475, 10.5), size=10.5)
    late = rng.random() < 0.3
    closing = (
        f"Mohon pembayaran selambat-lambatnya tanggal {bill.d(bill.due)} ke rekening {bill.shape('#### ## ######')}."
        if late
        else "Demikian, atas perhatiannya kami ucapkan terima kasih."
    )
    sheet.lines(
        60,
        sheet.y + 10,
        [closing, f"NPWP kami: {bill.seller.tax_id}", "", "Hormat kami,", "", "", person(rng, bill.land)],
        size=10.5,
    )
    shown = f"{'due' if late else ''} seller_id tax_base tax payable subtotal"
    truth = bill.truth(sheet, shown, "instalment", "retention", "letter", "withheld")
    truth["totals"]["discount"] = [number_text(bill.discount)]  # printed in parts
    return Drawn(sheet.finish(), (_deductions_as_lines(truth, bill, back, kept),))


def _deductions_as_lines(truth: Truth, bill: Bill, back: Decimal, kept: Decimal) -> Truth:
    """The deductions may as well be lines of their own."""
    line = {**truth["items"][0], "description": None}
    lines = [{**line, "amount": number_text(-bill.money(part))} for part in (back, kept) if part]
    totals = truth["totals"] | {"subtotal": [number_text(bill.tax_base), None], "discount": "0"}
    return {**truth, "or": [{"items": [*truth["items"], *lines], "totals": totals}]}
