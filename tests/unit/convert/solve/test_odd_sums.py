"""From the lines to what is to be paid: odd sums, and what they are taken for."""

from decimal import Decimal

from fakturo.convert.solve.labels import Means
from tests.unit.convert.solve.test_solution import HEAD, chain, solution


def test_a_base_without_tax_in_a_table_of_taxes_counts_though_no_percent_sign_says_so() -> None:
    found = chain(
        HEAD
        + """
2       Fence wire                    10.00       20.00
1       Seed                           5.00        5.00
        Rate       Net      VAT    Nett           25.00
        23.0     20.00     4.60    VAT             4.60
         0.0      5.00     0.00    Total          29.60
"""
    )
    assert (found.base, found.tax, found.unexplained) == (Decimal("25.00"), Decimal("4.60"), ())
    assert [(tax.rate, tax.base) for tax in found.taxes] == [
        (Decimal("23.0"), Decimal("20.00")),
        (Decimal(0), Decimal("5.00")),
    ]


def test_a_currency_behind_the_total_is_no_unit() -> None:
    found = chain(
        HEAD
        + """
2       Sticker                       10.00       20.00
                           Subtotal              $20.00
                           Shipping               $5.00
                           Total             $25.00 CAD
"""
    )
    assert (found.total, found.charges.value) == (Decimal("25.00"), Decimal("5.00"))


def test_a_base_told_as_a_fraction_of_a_fee_is_a_sum() -> None:
    found = chain("""
        Qty     Nama Barang          Harga Satuan        Jumlah Harga
        12      Upah                    1.000.000          12.000.000
        Management Fee 10%                                  1.200.000
                Jumlah                                     13.200.000
                DPP Nilai Lain (11/12 x Fee)                1.100.000
                PPN 12%                                       132.000
                Total                                      13.332.000
    """)
    assert (found.base, found.rate_closes, found.unexplained) == (Decimal(1100000), True, ())


def test_a_strip_of_totals_may_name_the_currency_in_a_cell() -> None:
    found = chain("""
Antal   Benämning                Pris           Summa
2       Däckbyte                 10,03          20,06

Exkl. moms     Moms %      Moms      Diff       ATT BETALA
     20,06      25,00      5,02     -0,08       SEK  25,00
    """)
    assert (found.total, found.tax, found.rounding) == (Decimal("25.00"), Decimal("5.02"), Decimal("-0.08"))


TAXED_THRICE = """
Qty     Nama Barang                      Harga Satuan     Jumlah Harga
10      Solar                                 100.000        1.000.000
                              Jumlah                         1.000.000
                              PPN 11%                          110.000
Pembayaran ke :               XYZKB 7,5%                        75.000
Bank Sentra                   PPh Psl. 22 0,3%                   3.000
                              Total Tagihan                  1.188.000
"""


def test_the_label_is_what_stands_in_the_column_of_labels() -> None:
    marks = {mark.value: mark for mark in solution(TAXED_THRICE).marks}
    assert (marks[Decimal(75000)].means, marks[Decimal(75000)].label) == (Means.LOOSE, "XYZKB 7,5%")


def test_a_tax_that_others_withhold_may_be_added() -> None:
    found = chain(TAXED_THRICE)
    assert (found.tax, found.withheld.value, found.unexplained) == (Decimal(188000), Decimal(0), ())


def test_several_taxes_may_each_have_a_base_of_their_own() -> None:
    found = chain("""
Qty     Nama Barang                      Harga Satuan     Jumlah Harga
12      Solar                                 100.000        1.200.000
                              Jumlah                         1.200.000
                              DPP Nilai Lain                 1.100.000
                              PPN 12%                          132.000
                              PBBKB 7,5%                        90.000
                              Total Tagihan                  1.422.000
    """)
    assert (found.tax, found.rate_closes) == (Decimal(222000), True)
    assert [tax.base for tax in found.taxes] == [Decimal(1100000), Decimal(1200000)]


def test_where_only_a_base_is_printed_the_withholding_leads_from_it_to_what_is_paid() -> None:
    found = chain(
        HEAD
        + """
4       Design                        25.00      100.00
                           Tax base              100.00
                           VAT                     0.00
                           Withholding           -23.00
                           Importância recebida   77.00
"""
    )
    assert (found.total, found.withheld.value) == (Decimal("100.00"), Decimal("23.00"))
    assert found.payable
    assert found.payable.value == Decimal("77.00")


def test_a_discount_within_a_later_group_is_a_line() -> None:
    found = solution("""
        Description                                   Amount
        Internet
        Glass fibre                                    62.50
        Total Internet                                 62.50
        Phone
        Calls without end                              24.00
        Discount for half a year                       -8.82
        Total Phone                                    15.18
                                  Subtotal             77.68
                                  VAT 21%              16.31
                                  Total                93.99
    """)
    assert [str(entry.amount.value) for entry in found.items] == ["62.50", "24.00", "-8.82"]
    assert found.chain
    assert not found.chain.unexplained


def test_a_payment_of_twice_the_total_is_no_line_though_its_sum_turned_round_is_the_total() -> None:
    found = solution("""
        Description              Quantity     Rate      Amount
        PREVIOUS BALANCE                                200.00
        PAYMENT - THANK YOU                            -200.00
        Haul of waste                2.00    40.00       80.00
        RECOVERY FEE                                     20.00
        TOTAL CURRENT CHARGES                           100.00
        TOTAL AMOUNT DUE                                100.00
    """)
    assert [str(entry.amount.value) for entry in found.items] == ["80.00", "20.00"]
