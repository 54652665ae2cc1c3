"""Tax invoice with ABN; dollars without a country, prices with GST, only 'Total includes GST of'; deposit paid."""

from decimal import Decimal
from random import Random

from tests.generator.bill import VERA, Bill, bar, price_of, spread
from tests.generator.countries import person
from tests.generator.listing import listing, pairs, room, some, turned
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet


@family("australian-print-shop")
def australian_print_shop(rng: Random) -> Drawn:
    """Tax invoice with ABN; dollars without a country, prices with GST, only 'Total includes GST of'; deposit paid."""
    bill = Bill(rng, "AU", rng.choice(("0000####", "IV#####", "####")))
    trade = f"{bill.seller.name.removeprefix('The ').split()[0]} Print & Copy"
    bill.included = True
    jobs = (
        "Business cards 350gsm, 2 kinds",
        "Pull-up banner 850x2000",
        "A5 flyers 4/4 150gsm gloss",
        "Typesetting",
        "Corflute signs",
    )
    for text in rng.choices(jobs, k=some(rng, 50)):
        bill.add(
            text,
            rng.choice((1, 2, 5, 100, 250, 500)),
            price_of(rng, 0.6, 95),
            rate=Decimal(10),
            sku=bill.shape("J####"),
        )
    bill.reckon(slips="total amount")
    bill.prepaid = rng.choice((ZERO, ZERO, bill.money(bill.total / 2)))
    buyer_abn = rng.random() < 0.5
    sheet = Sheet(face=VERA)
    sheet.text(40, 60, trade, size=20, bold=True, colour=(0.75, 0.1, 0.4))
    mine = f"{bill.seller.name}{' t/as ' + trade}"
    sheet.lines(
        40, 76, [mine, f"ABN {bill.seller.tax_id}", ", ".join(bill.seller.address), f"Ph {bill.seller.phone}"], size=7.5
    )
    sheet.text(555, 60, "Tax Invoice", size=16, align="right")
    sheet.box(330, 80, 555, 132)
    head = [
        ("Invoice #:", bill.number),
        ("Date:", bill.d(bill.date)),
        ("Your ref:", person(rng, bill.land)),
        ("Page:", "1"),
    ]
    pairs(sheet, 92, "<338 >548", head, size=8, step=11.5)
    owner = ["Customer:", bill.buyer.name, *bill.buyer.address, *([f"ABN: {bill.buyer.tax_id}"] if buyer_abn else [])]
    sheet.lines(40, 150, owner, size=8.5)
    sheet.lines(330, 150, ["Deliver to:", bill.ship_to.name, *bill.ship_to.address], size=8.5)
    stops = ">70 <85 <145 >430 >480 >550"

    def begin() -> None:
        top = 225 if sheet.page == 1 else 60
        bar(sheet, top - 11, 16, 40, 555, (0.9, 0.9, 0.9))
        sheet.y = (
            spread(sheet, top, stops, ["QTY", "JOB NO.", "DESCRIPTION", "PRICE", "CODE", "AMOUNT"], size=7.5, bold=True)
            + 8
        )

    begin()
    rows = [
        (bill.q(r.qty), r.sku or "", r.text, f"${bill.p(r.price)}", "GST", f"${bill.m(r.amount)}") for r in bill.rows
    ]
    listing(sheet, stops, rows, turn=turned(sheet, begin), size=8, gap=6)
    room(sheet, 110)
    sums = [("TOTAL (inc. GST)", f"${bill.m(bill.total)}"), ("Total includes GST of", f"${bill.m(bill.tax)}")]
    sums += [("Less deposit paid", f"${bill.m(bill.prepaid)}")] if bill.prepaid else []
    sums += [("BALANCE DUE", f"${bill.m(bill.payable)}")]
    y = pairs(sheet, sheet.y + 14, "<370 >550", sums, size=9, step=15, bold=("TOTAL", "BALANCE"))
    pay = f"EFT: BSB {bill.shape('063-###')} Acct {bill.shape('#### ####')}. Terms COD unless arranged."
    sheet.text(40, y + 20, pay, size=8)
    shown = f"seller_id {'buyer_id' if buyer_abn else ''} tax payable qty price"
    truth = bill.truth(sheet, shown, "tax-included", "dollar-by-country", "trade-name")
    truth["seller"]["name"] = bill.seller.name
    return Drawn(sheet.finish(), (truth,))
