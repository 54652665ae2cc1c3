"""Industrial diesel by delivery: litres at a base price, PPN, the province's fuel tax and PPh 22 all added."""

from decimal import Decimal
from random import Random

from tests.generator.asian_folk import address, block, in_line, settle, somebody, term_alone
from tests.generator.bill import GREY, WHITE, Bill, Row, bar, price_of, spread
from tests.generator.english_folk import shown, with_po
from tests.generator.forms import table
from tests.generator.indonesian import ppn, words
from tests.generator.ink import number_text
from tests.generator.listing import pairs, room, some
from tests.generator.model import ZERO, TaxLine
from tests.generator.registry import Drawn, Truth, family
from tests.generator.sheet import Sheet
from tests.generator.table import Look


@family("indonesian-fuel-deliveries")
def indonesian_fuel_deliveries(rng: Random) -> Drawn:
    """Industrial diesel by delivery: litres at a base price, PPN, the province's fuel tax and PPh 22 all added."""
    bill = Bill(rng, "ID", rng.choice(("###/INV/PTR/{m}/{y}", "FI{y}{m}####", "BBM-#####")))
    settle(bill, "PT {} Petro Niaga|PT. {} Energi Mandira|PT {} Bunker Oil")
    rate, share = ppn(bill)
    bill.day_format = rng.choice(("%d/%m/%Y", "%d-%m-%Y"))
    price = price_of(rng, 10_800, 14_900, step=rng.choice(("50", "0.5", "1")))
    fuel = rng.choice(("Solar Industri HSD B35", "High Speed Diesel (B40)", "MFO 180 cSt"))
    for ago in sorted(rng.choices(range(1, 25), k=some(rng, 45)), reverse=True):
        more = (bill.d(bill.date, -ago), bill.shape("DO-######"), bill.shape("B 9### @@@"))
        bill.add(fuel, rng.choice((5000, 8000, 10000, 16000, 24000)), price, rate=rate, uom="Ltr", more=more)
    bill.reckon(share=share, slips="total amount")
    local = rng.choice((Decimal(5), Decimal("7.5"), Decimal(10)))
    added = [("PBBKB", local)] + ([("PPh Psl. 22", Decimal("0.3"))] if rng.random() < 0.6 else [])
    extra = [TaxLine(name, at, bill.subtotal, bill.money(bill.subtotal * at / 100)) for name, at in added]
    bill.taxes += extra
    bill.total += sum((tax.amount for tax in extra), ZERO)
    sheet, orange = Sheet(), (0.9, 0.45, 0.05)
    bar(sheet, 30, 46, 36, 559, orange)
    sheet.text(46, 52, bill.seller.name, size=14, bold=True, colour=WHITE)
    sheet.text(46, 66, "Agen BBM Industri & Marine - Izin Niaga Umum ESDM", size=8, colour=WHITE)
    sheet.text(550, 58, "INVOICE", size=18, bold=True, align="right", colour=WHITE)
    late, has_id = rng.random() < 0.7, rng.random() < 0.5
    order = bill.shape(rng.choice(("PO{y}-####", "47000#####"))) * (rng.random() < 0.7)
    facts = [("No. Invoice", bill.number), ("Tgl. Invoice", bill.d(bill.date))]
    facts += [("Tgl. Jatuh Tempo", bill.d(bill.due))] if late else [("TOP", f"{(bill.due - bill.date).days} hari")]
    facts += [("No. PO", order)] if order else []
    pairs(sheet, 96, "<36 <110 <117", [(a, ":", b) for a, b in facts], size=8.5, step=13)
    to = ["Kepada :", bill.buyer.name, *address(bill.buyer)] + ([f"NPWP : {bill.buyer.tax_id}"] if has_id else [])
    sheet.y = max(150.0, sheet.lines(310, 96, block(sheet, to, 245, 8.5), size=8.5)) + 8
    rows = [_delivery(bill, n, r) for n, r in enumerate(bill.rows, 1)]
    heads = "22^No|68<Tgl. Kirim|66<No. DO|66<No. Polisi|110<Produk|48>Liter|58>Harga/Ltr|85>Jumlah (Rp)"
    table(sheet, 36, heads, rows, Look("grid", size=8, header_fill=(1.0, 0.92, 0.82)), bottom=650)
    room(sheet, 190, 800)
    litres = sum((r.qty or ZERO for r in bill.rows), ZERO)
    spread(sheet, sheet.y + 12, "<40 >413", ["Total Volume (Liter)", bill.q(litres)], size=8, bold=True)
    sums = [("Jumlah Harga Dasar", bill.subtotal)]
    sums += [("DPP Nilai Lain 11/12", bill.taxes[0].base)] if share != 1 else []
    sums += [(f"{tax.name or 'PPN'} {bill.q(tax.rate)}%", tax.amount) for tax in bill.taxes]
    sums += [("Total Tagihan", bill.total)]
    lines = [(a, "Rp", bill.m(b)) for a, b in sums]
    y = pairs(sheet, sheet.y + 30, "<340 <450 >556", lines, size=8.5, step=14, bold=("Total",))
    said = [
        f"Terbilang : {words(bill.total)}",
        "",
        "Pembayaran ke :",
        f"Bank Sentra Dana {bill.shape('###-#######-#')}",
    ]
    y = max(y, sheet.lines(36, sheet.y + 30, block(sheet, [*said, f"a/n {bill.seller.name}"], 285, 8), size=8))
    sheet.lines(400, y + 14, ["Hormat kami,", "", "", "", somebody(bill), "Finance Manager"], size=8.5)
    foot = f"{in_line(bill.seller)} | NPWP {bill.seller.tax_id} | Telp {bill.seller.phone}"
    sheet.text(297, 822, foot, size=6.5, align="centre", colour=GREY)
    printed = shown("seller_id subtotal qty price", due=late, buyer_id=has_id)
    truth = with_po(bill.truth(sheet, printed, "three-taxes", "line-per-delivery"), order)
    return Drawn(sheet.finish(), (_fuel_tax_as_charge(truth if late else term_alone(truth, bill), bill, extra),))


def _delivery(bill: Bill, n: int, row: Row) -> tuple[str, ...]:
    return (str(n), *row.more, row.text, bill.q(row.qty), bill.p(row.price), bill.m(row.amount))


def _fuel_tax_as_charge(truth: Truth, bill: Bill, extra: list[TaxLine]) -> Truth:
    """All three are taxes; or PPN alone is, and the others are charges."""
    truth["totals"]["tax_base"] = None
    added = sum((tax.amount for tax in extra), ZERO)
    totals = truth["totals"] | {"tax": number_text(bill.taxes[0].amount), "charges": number_text(added)}
    return {**truth, "or": [{"totals": {**totals, "taxes": truth["totals"]["taxes"][:1]}}]}
