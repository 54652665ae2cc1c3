"""Whole pages of numbers: which of them are items, and what each column is."""

from decimal import Decimal

import pytest

from fakturo.convert.figures import Figure, figures_of
from fakturo.convert.layout.sheet import Row
from fakturo.convert.solve.table.pricing import written_pricing
from tests.support.sheets import rows_from
from tests.unit.convert.solve.printed import HEAD, pricings, solution


def _row(text: str) -> tuple[Row, list[Figure]]:
    (row,) = rows_from(text)
    return row, figures_of(row)


def test_columns_are_told_by_what_closes_whatever_their_order() -> None:
    assert pricings("""
        Amount      Price      Description              Qty
         20.00      10.00      Chair                      2
         15.00       5.00      Lamp                       3
                                         Total        35.00
    """) == [("2", "10.00", "20.00"), ("3", "5.00", "15.00")]


def test_a_quantity_that_touches_its_text_is_read() -> None:
    assert pricings("""
        Qty Description                     Price     Amount
        12 Chairs of oak                    10.00     120.00
         3 Lamps                             5.00      15.00
                                   Total             135.00
    """) == [("12", "10.00", "120.00"), ("3", "5.00", "15.00")]


def test_a_discount_column_in_percent() -> None:
    found = solution("""
        Qty     Description        Price    Disc.%      Amount
        20      Nougat              4.55      10         81.90
        15      Biscuit             3.20       0         48.00
                                   Total                129.90
    """)
    assert [str(entry.pricing.discount) for entry in found.items if entry.pricing] == ["9.10", "0"]


def test_a_row_of_column_sums_is_no_item() -> None:
    found = solution("""
        Qty     Description     Price     Tax(%)      Tax       Total
        2       Memory card     50.00     10%        10.00     110.00
        Total   2              50.00                 10.00     110.00
                                       Grand Total             110.00
    """)
    assert len(found.items) == 1


def test_subtotals_of_groups_are_no_items() -> None:
    found = solution(
        HEAD
        + """
2       Chair                         10.00       20.00
1       Table                         80.00       80.00
                         Subtotal                100.00
3       Lamp                           5.00       15.00
                         Subtotal                 15.00
                         Total                   115.00
"""
    )
    assert [str(entry.amount.value) for entry in found.items] == ["20.00", "80.00", "15.00"]
    assert found.chain
    assert not found.chain.unexplained


def test_an_item_may_be_named_like_a_sum() -> None:
    found = solution("""
        No    Deskripsi                              Total
        1     Jasa konsultasi pajak bulan Maret      36.500.000
        2     Sewa gudang                             3.500.000
              Sub Total                              40.000.000
              PPN 11%                                 4.400.000
              Grand Total                            44.400.000
    """)
    assert len(found.items) == 2


@pytest.mark.parametrize("label", ["Delivery charge", "Discount"])
def test_a_charge_among_the_items_is_one_of_them(label: str) -> None:
    amount = "-7.50" if label == "Discount" else "7.50"
    total = "92.50" if label == "Discount" else "107.50"
    found = solution(
        HEAD
        + f"""
2       Chair                         50.00      100.00
        {label:<40}{amount:>8}
                         Grand Total             {total}
"""
    )
    assert len(found.items) == 2


def test_a_weight_is_the_quantity_though_it_has_more_decimals_than_the_price() -> None:
    (entry,) = [
        e
        for e in solution("""
        BREAD                              1,00 B
        BANANAS                            2,99 B
          1,500 kg x    1,99 EUR/kg
        TOTAL                  EUR         3,99
    """).items
        if e.text == "BANANAS"
    ]
    pricing = written_pricing(*_row("1,500 kg x 1,99 EUR/kg"), entry.amount.value)
    assert pricing is not None
    assert (str(pricing.qty), str(pricing.price)) == ("1.500", "1.99")


def test_lines_that_are_counted_and_lead_to_the_total_beat_a_longer_list_that_does_not() -> None:
    details = "\n".join(f"        BX-{at:04}     Storage of a box     1.0000    $5.0058    $5.0058" for at in range(20))
    found = solution(f"""
        Service                  Qty       Rate       Amount
        Recurring storage      86.00    $5.0058       430.50
                        Invoice total                $430.50

        Material    Description    Lot   Qty       Rate       Amount
{details}
    """)
    assert [str(entry.amount.value) for entry in found.items] == ["430.50"]


def test_a_discount_in_money_needs_no_name() -> None:
    found = solution("""
        Qty     Description        Price    Strange      Amount
        20      Nougat              4.55      1.00        90.00
        15      Biscuit             3.20      0.00        48.00
                                   Total                 138.00
    """)
    assert [str(entry.pricing.discount) for entry in found.items if entry.pricing] == ["1.00", "0"]


def test_a_count_to_the_thousandth_is_no_price() -> None:
    assert pricings("""
        Rouge          1.000      60.00      60.00
        Vert           2.000      30.00      60.00
                       Total                120.00
    """) == [("1.000", "60.00", "60.00"), ("2.000", "30.00", "60.00")]


def test_a_row_that_only_seems_a_head_does_not_hide_columns_that_close() -> None:
    assert pricings("""
        Chair          20       9.40      188.00
        Lamp           35       3.75      131.25
                       Total              319.25
        Description                       Amount
        Transfer to our bank              319.25
    """) == [("20", "9.40", "188.00"), ("35", "3.75", "131.25")]


def test_a_list_ends_at_the_figure_that_it_adds_up_to() -> None:
    found = solution("""
        Bread                           1.00
        Eggs                            3.10
        Bananas                         2.99
        Summit                          7.09
        VAT                             0.50
        Gizmo                           7.59
    """)
    assert [entry.amount.raw for entry in found.items] == ["1.00", "3.10", "2.99"]


def test_a_list_may_be_flush_at_the_left() -> None:
    found = solution("""
        Programming                     CHF 1540.00
        Manual                          CHF 880.00
        Net total                       CHF 2420.00
        Total                           CHF 2420.00
    """)
    assert [entry.amount.raw for entry in found.items] == ["1540.00", "880.00"]


def test_a_count_with_zeros_behind_the_point_is_no_price() -> None:
    assert pricings("""
        Description           Gloop       Wumble        Amount
        Pipe of steel        12.0000      287.50      3,450.00
        Coupling             30.0000       63.00      1,890.00
                                     Total            5,340.00
    """) == [("12.0000", "287.50", "3450.00"), ("30.0000", "63.00", "1890.00")]


def test_what_a_rate_gives_of_a_base_is_no_line() -> None:
    found = solution("""
        Gloop              Net €      VAT-%      VAT €      Gross €
        Consulting        200.00      24.00      48.00       248.00
        Total             200.00      24.00      48.00       248.00
    """)
    assert found.chain
    assert (found.chain.lines, found.chain.tax, found.chain.total) == tuple(map(Decimal, ("200.00", "48.00", "248.00")))
