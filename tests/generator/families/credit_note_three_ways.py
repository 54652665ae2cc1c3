"""A credit note with negative quantities, with negative amounts in brackets, or told by its title alone."""

from dataclasses import replace
from decimal import Decimal
from random import Random

from tests.generator.bill import Bill, bar, price_of, spread
from tests.generator.model import ZERO
from tests.generator.registry import Drawn, family
from tests.generator.sheet import Sheet

VAT, LOW = Decimal(20), Decimal(5)


@family("credit-note-three-ways")
def credit_note_three_ways(rng: Random) -> Drawn:
    """A credit note with negative quantities, with negative amounts in brackets, or told by its title alone."""
    way = rng.choice(("quantities", "brackets", "title"))
    bill = Bill(rng, "GB", rng.choice(("CN-####", "CRN/{y}/###", "C#####")), kind="credit_note")
    if way == "brackets":
        bill.numbers = replace(bill.numbers, negative="({})")
    for text in rng.sample(
        (
            "Oak threshold 900 mm - damaged",
            "Overcharge on invoice, price list error",
            "Brass hinge 76mm, returned",
            "Carriage refunded",
        ),
        rng.randint(1, 4),
    ):
        bill.add(text, rng.choice((1, 2, 5, 12)), price_of(rng, 3, 90), rate=VAT)
    bill.reckon(slips="total")
    sign = 1 if way == "title" else -1
    sheet = Sheet()
    sheet.text(560, 60, "Credit Note", size=22, align="right", colour=(0.6, 0.1, 0.1))
    sheet.lines(
        560, 80, [bill.seller.name, *bill.seller.address, f"VAT number {bill.seller.tax_id}"], size=8.5, align="right"
    )
    sheet.lines(40, 140, ["Credited to", bill.buyer.name, *bill.buyer.address], size=9)
    for n, (label, value) in enumerate(
        (
            ("Credit note no", bill.number),
            ("Date", bill.d(bill.date)),
            ("Original invoice", bill.shape("INV-####")),
            ("Original invoice date", bill.d(bill.date, -33)),
            ("Reason", "Goods returned RMA 771"),
        )
    ):
        spread(sheet, 145 + 13 * n, ">440 <450", [f"{label}:", value], size=8.5)
    stops = "<40 >340 >430 >460 >560"
    bar(sheet, 230, 1.5, 40, 560, (0.6, 0.1, 0.1))
    sheet.y = spread(sheet, 244, stops, ["Details", "Qty", "Price", "VAT", "Amount"], size=8.5, bold=True) + 6
    for row in bill.rows:
        count = (row.qty or ZERO) * (-1 if way == "quantities" else 1)
        sheet.y = (
            spread(
                sheet,
                sheet.y,
                stops,
                [row.text, bill.q(count), bill.p(row.price), "20%", bill.m(row.amount * sign)],
                size=8.5,
            )
            + 5
        )
    bar(sheet, sheet.y, 1.5, 340, 560, (0.6, 0.1, 0.1))
    for label, figure in (("Net credit", bill.subtotal), ("VAT", bill.tax), ("Total credit GBP", bill.total)):
        sheet.y = spread(
            sheet, sheet.y + 13, "<340 >560", [label, bill.m(figure * sign)], size=9.5, bold=label.startswith("Total")
        )
    sheet.text(40, sheet.y + 40, "This amount has been applied to your account. Do not pay.", size=9)
    truth = bill.truth(sheet, "seller_id subtotal tax qty price", "credit-note", f"negative:{way}")
    for item in truth["items"]:  # whether a returned quantity is counted with its minus is a matter of taste
        item["qty"] = [item["qty"], f"-{item['qty']}"] if way == "quantities" else item["qty"]
    return Drawn(sheet.finish(), (truth,))
