"""Paper that does not add up is told as it is printed."""

from decimal import Decimal

from fakturo.convert.solve.numbers import numbers_of
from fakturo.convert.solve.solution import solve
from fakturo.convert.solve.sums.model import Chain
from tests.support.sheets import rows_from

HEAD = (
    "Qty     Description              Unit price      Amount\n2       Chair                         50.00      100.00\n"
)


def printed(totals: str) -> Chain:
    found = solve(numbers_of(rows_from(HEAD + totals)))[0].chain
    assert found
    assert not found.closes
    return found


def test_a_wrong_total_does_not_take_the_tax_away() -> None:
    found = printed("""
                           1 chair set           100.00
                           VAT at 20%             20.00
                           Amount payable        130.00
""")
    assert (found.lines, found.tax, found.total) == (Decimal("100.00"), Decimal("20.00"), Decimal("130.00"))


def test_the_last_sum_below_the_tax_is_the_total_whatever_the_first_is_called() -> None:
    found = printed("""
                           Total                 100.00
                           Less discount           3.00
                           Amount after discount  97.00
                           VAT 10 %                9.70
                           Net total             107.70
""")
    assert (found.discount.value, found.base, found.total) == (Decimal("3.00"), Decimal("97.00"), Decimal("107.70"))


def test_discounts_charges_and_payments_are_kept() -> None:
    found = printed("""
                           Subtotal              100.00
                           Discount              -10.00
                           Shipping                5.00
                           VAT 20%                19.00
                           Total                 144.00
                           Deposit received      -44.00
                           Balance due            90.00
""")
    assert (found.discount.value, found.charges.value) == (Decimal("10.00"), Decimal("5.00"))
    assert (found.base, found.prepaid.value) == (Decimal("95.00"), Decimal("44.00"))


def test_a_subtotal_that_is_not_the_sum_of_the_lines_is_kept_as_printed() -> None:
    found = printed("""
                           Subtotal              130.00
                           VAT                    10.00
                           Total                 110.00
""")
    assert (found.lines, found.tax, found.total) == (Decimal("130.00"), Decimal("10.00"), Decimal("110.00"))


def test_a_subtotal_from_which_the_sums_go_on_is_kept_though_the_lines_lead_to_the_total() -> None:
    best = solve(
        numbers_of(
            rows_from(
                HEAD
                + """
                           Subtotal               90.00
                           Zorp                   10.00
                           Total                 100.00
"""
            )
        )
    )[0]
    assert best.chain
    assert (best.chain.lines, best.chain.total, best.lines_close) == (Decimal("90.00"), Decimal("100.00"), False)


def test_what_is_called_the_total_more_than_once_is_the_total() -> None:
    found = printed("""
                           Total                  61.30
                           Total units           737.40
                           Total                  61.30
""")
    assert found.total == Decimal("61.30")


def test_a_sum_is_not_converted_by_a_figure_that_happens_to_be_printed() -> None:
    found = printed("""
                           Subtotal              200.00
                           VAT 20 %               20.00
                           Shipping               10.00
                           Total                 130.00
""")
    assert found.lines == Decimal("200.00")
