"""What is read below the lines where words are missing: taxes inside, payments, duties, parts that are not taxed."""

from decimal import Decimal

from fakturo.convert.solve.budget import Budget
from fakturo.convert.solve.sums.chain import Chains
from fakturo.convert.solve.sums.labels import Means
from fakturo.convert.solve.sums.model import Lines
from tests.unit.convert.solve.printed import HEAD, chain, solution


def test_without_a_tax_stamp_duty_leaves_its_base_open() -> None:
    found = chain("""
        Qty     Nama Barang          Harga Satuan        Jumlah Harga
        12      Baut                    1.000.000          12.000.000
                              Materai                          10.000
                              Total                        12.010.000
    """)
    assert (found.charges.value, found.base) == (Decimal(10_000), None)


def test_without_a_tax_nobody_knows_whether_a_strange_charge_would_be_taxed() -> None:
    found = chain(
        HEAD
        + """
2       Chair                         50.00      100.00
                         Subtotal                100.00
                         Zorp                      5.00
                         Total                   105.00
"""
    )
    assert found.charges.addends[0].means is Means.LOOSE
    assert found.base is None


def test_a_printed_part_of_the_lines_that_gives_the_tax_is_its_base() -> None:
    found = chain(
        HEAD
        + """
2       Chair                         50.00      100.00
1       Rent                          70.00       70.00
                         Zorp                    100.00
                         Blurb                    70.00
                         VAT 19%                  19.00
                         Total                   189.00
"""
    )
    assert (found.tax, found.base) == (Decimal(19), Decimal(100))


def test_a_bare_sum_between_the_lines_is_the_base_of_a_tax_in_whole_money() -> None:
    found = chain(
        HEAD
        + """
3       Trucking                 2,852,750.00     8,558,250.00
1       Handling                   419,969.00       419,969.00
                                                  8,978,219.00
3       Cleaning, at cost          313,035.00       939,105.00
                                                    939,105.00
                         Subtotal                 9,917,324.00
                         VAT 1.1% (A)                98,760.00
                         Total                   10,016,084.00
"""
    )
    assert (found.tax, found.base, found.rate_closes) == (Decimal(98760), Decimal(8978219), True)


def test_a_tax_on_all_and_another_on_a_part_have_the_base_of_all() -> None:
    found = chain(
        HEAD
        + """
40      Chair                         12.50      500.00
6       Rent                          50.00      300.00
                         Subtotal                800.00
                         GST 5% on 800.00         40.00
                         PST 7% on 500.00         35.00
                         Total                   875.00
"""
    )
    assert (found.tax, found.base, found.rate_closes) == (Decimal(75), Decimal(800), True)
    assert {part.base for part in found.taxes} == {Decimal(800), Decimal(500)}


def test_taxes_of_two_rates_inside_the_total_need_no_word() -> None:
    found = chain(
        HEAD
        + """
3       Shears                        72.95      218.85
3       Seeds                        162.95      488.85
                         Total                   707.70
                         Zorp 19%                 34.94
                         Zorp 7%                  31.98
"""
    )
    assert (found.included, found.tax, found.rate_closes) == (True, Decimal("66.92"), True)


def test_a_row_of_values_is_no_head_and_a_slip_is_no_table() -> None:
    found = solution("""
        Zorp                      26      181.95     4730.70
        Total                                        4730.70
        Currency     Amount       Currency     Amount
        CHF          4730.70      CHF          4730.70
    """)
    assert [entry.text for entry in found.items] == ["Zorp"]


def test_a_total_alone_in_its_row_needs_no_label() -> None:
    found = chain(
        HEAD
        + """
2       Chair                         50.00      100.00
1       Lamp                          20.00       20.00

                                             EUR 120.00
"""
    )
    assert found.printed_total
    assert found.total == Decimal(120)


def test_the_number_of_an_account_is_no_payment() -> None:
    found = chain("""
        Qty     Nama Barang          Harga Satuan        Jumlah Harga
        12      Baut                    1.000.000          12.000.000
                              Total                        12.000.000
        Pembayaran: Bank Nusa 232 3683225 44
    """)
    assert not found.unexplained


def test_a_net_total_below_the_tax_is_the_total() -> None:
    found = chain(
        HEAD
        + """
50      Glue                         181.00     9050.00
                         Total                  9050.00
                         Less discount           271.50
                         VAT 7%                  614.50
                         Net total              9393.00
"""
    )
    assert (found.total, found.discount.value, found.tax) == (Decimal(9393), Decimal("271.50"), Decimal("614.50"))


def test_a_label_with_a_figure_beside_it_says_nothing_about_one_below() -> None:
    found = chain(
        HEAD
        + """
2       Chair                         50.00      100.00
                         Subtotal                100.00
                         VAT 21%              EUR 21.00
                                             EUR 121.00
"""
    )
    assert found.printed_total
    assert (found.total, found.tax) == (Decimal(121), Decimal(21))


def test_the_end_of_an_account_number_is_nothing_to_pay() -> None:
    found = chain(
        HEAD
        + """
2       Chair                         50.00      100.00
                         Total                   100.00
Konto / Zahlbar an       CH69 3077 4010 2541 8263 0
Zorp                     CHF 100.00
"""
    )
    assert found.payable is None
    assert not found.prepaid.value


def test_no_tax_is_as_large_as_what_it_is_on() -> None:
    found = Chains(Budget()).best(
        Lines(Decimal(50), taxes=frozenset({Decimal(50)})),
        solution(
            HEAD
            + """
2       Chair                         25.00       50.00
                         Total                   100.00
"""
        ).labelled,
        (),
    )
    assert found is None or not found.tax


def test_a_sum_that_is_printed_twice_is_no_rate_of_exchange() -> None:
    """Else the first part of a bill would explain all of it: its other sums would count as converted."""
    found = chain(
        """
                         This month's charges     $265.75
                         Total due                $265.75

Your charges in detail (including GST)             Amount
Broadband
    Extra data                                     $19.98
    Monthly plan                                  $128.33
    Total Broadband                               $148.31
Mobile
    Extra data                                     $87.32
    Total Mobile                                   $87.32
Landline
    Calls                                          $30.12
    Total Landline                                 $30.12
                         Total charges incl. GST  $265.75
                         GST content of the above  $34.66
"""
    )
    assert found.total == Decimal("265.75")


def test_the_base_of_a_tax_is_what_it_is_computed_on_though_more_is_charged() -> None:
    found = chain(
        HEAD
        + """
2       Chair                         50.00      100.00
                         Subtotal                100.00
                         Discount                -10.00
                         Shipping                  5.00
                         Tax 6%                    5.40
                         Total                   100.40
"""
    )
    assert (found.base, found.charges.value, found.total) == (Decimal(90), Decimal(5), Decimal("100.40"))


def test_of_a_rate_and_a_base_that_can_be_swapped_the_usual_rate_counts() -> None:
    found = chain("""
        Qty     Description              Unit price      Amount
        1       Labour                         7.81        7.81
        2       Wool                          48.44       96.88
                Rate       Base           Tax
                20.00      7.81          1.56
                10.00     96.88          9.69
                                  Total VAT               11.25
                                  Total                  115.94
    """)
    assert (found.base, found.rate_closes) == (Decimal("104.69"), True)
