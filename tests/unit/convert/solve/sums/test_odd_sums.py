"""Odd sums below the lines, and what they are taken for."""

from decimal import Decimal

from fakturo.convert.solve.numbers import numbers_of
from fakturo.convert.solve.solution import Solution, solve
from fakturo.convert.solve.sums.labels import Means
from fakturo.convert.solve.sums.model import Chain
from tests.support.sheets import rows_from

HEAD = "Qty     Description              Unit price      Amount\n"


def solution(text: str) -> Solution:
    return solve(numbers_of(rows_from(text)))[0]


def chain(text: str) -> Chain:
    found = solution(text).chain
    assert found
    return found


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
    labelled = {one.value: one for one in solution(TAXED_THRICE).labelled}
    assert (labelled[Decimal(75000)].means, labelled[Decimal(75000)].label) == (Means.LOOSE, "XYZKB 7,5%")


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


def test_a_fee_in_line_with_the_items_is_one_though_a_payment_above_them_is_not() -> None:
    found = solution("""
        Description              Quantity     Rate      Amount
        PREVIOUS BALANCE                                 95.00
        PAYMENT - THANK YOU                             -95.00
        Haul of waste                2.00    40.00       80.00
        ADMINISTRATIVE FEE                               20.00
        TOTAL CURRENT CHARGES                           100.00
        TOTAL AMOUNT DUE                                100.00
    """)
    assert [str(entry.amount.value) for entry in found.items] == ["80.00", "20.00"]


def test_nothing_on_a_base_is_no_tax_of_that_size() -> None:
    found = chain(
        HEAD
        + """
2       Water                         10.00       20.00
        Balance brought forward       20.00
                         Total without VAT        20.00
        VAT @ 0% on 20.00                          0.00
                         Total with VAT           20.00
"""
    )
    assert (found.tax, found.unexplained) == (Decimal(0), ())


def test_parts_of_an_account_number_and_years_are_no_payments() -> None:
    text = """
Qty     Nama Barang                      Harga Satuan     Jumlah
1       Jasa                                  385.000        385.000
                              Total Tagihan                  385.000
Pembayaran: Bank Arta 771 5433896 89
Pembayaran ke rekening :                    Surabaya, 29 Desember 2024
"""
    assert [one.value for one in solution(text).labelled if one.means is Means.PREPAID] == []


def test_charges_that_sum_up_lines_of_one_mark_are_explained() -> None:
    found = chain("""
        Description              Code         Amount
        Clearance                   1         100.00
        Duties                      0         230.00
        Control                     0          20.00
        Taxable (1)                           100.00
        VAT 8.1 %                               8.10
        Other charges (0)                     250.00
        Total                                 358.10
    """)
    assert (found.total, found.charges.value, found.unexplained) == (Decimal("358.10"), Decimal(0), ())


def test_a_count_in_brackets_belongs_to_the_label() -> None:
    found = solution(
        HEAD
        + """
2       Power                         50.00      100.00
                           Total                 100.00
         abzüglich gezahlter Abschläge (11 Abschläge)       -60.00
                           Balance due            40.00
"""
    )
    assert [one.label for one in found.labelled if one.means is Means.PREPAID] == [
        "abzüglich gezahlter Abschläge (11 Abschläge)"
    ]


def test_what_follows_the_money_in_its_cell_says_how_it_is_sent() -> None:
    found = chain(
        HEAD
        + """
2       Tea                           50.00      100.00
                           Subtotal              100.00
                           Shipping               $3.95 via the fastest courier
                           Total                 103.95
"""
    )
    assert found.charges.value == Decimal("3.95")


def test_a_phone_number_beside_terms_of_payment_is_no_balance() -> None:
    found = solution(
        HEAD
        + """
2       Tea                           50.00      100.00
                           Total                 100.00
        Balance due        +33 4 72 07 08 56
"""
    )
    assert [one.value for one in found.labelled if one.means is Means.PAYABLE] == []


def test_a_tax_between_its_words_is_one() -> None:
    found = chain(
        HEAD
        + """
2       Tea                           61.50      123.00
                           Total                 123.00
                           (includes $23.00 VAT)
"""
    )
    assert (found.tax, found.included) == (Decimal("23.00"), True)


def test_a_tax_that_is_told_to_be_included_is_the_tax() -> None:
    found = chain("""
Qty     Nama Barang                      Harga Satuan     Jumlah
2       Kursi                                 555.000      1.110.000
                              Sub Total                    1.110.000
                              PPN (termasuk)                 110.000
                              Total                        1.110.000
    """)
    assert (found.tax, found.included, found.unexplained) == (Decimal(110000), True, ())


def test_a_tax_on_a_sum_with_another_tax_and_what_it_has_come_to_in_between() -> None:
    found = chain(
        HEAD
        + """
2       Widget                        50.00      100.00
                           Subtotal              100.00
                           Health levy 5%          5.00
                           Levy inclusive value  105.00
                           VAT 10% on 105.00      10.50
                           Total                 115.50
"""
    )
    assert (found.tax, found.unexplained) == (Decimal("15.50"), ())


def test_a_charge_without_tax_is_no_tax() -> None:
    found = chain(
        HEAD
        + """
2       Widget                        50.00      100.00
                           Subtotal              100.00
                           Freight (no VAT)        5.00
                           VAT 20%                20.00
                           Total                 125.00
"""
    )
    assert (found.charges.value, found.tax) == (Decimal("5.00"), Decimal("20.00"))


def test_a_figure_of_four_decimals_under_an_unknown_name_gives_the_total_in_other_money() -> None:
    found = chain(
        HEAD
        + """
2       Fan cover                     10.50       21.00
                           Total              21.00 EUR
Zorp :           46.8015 TL
Total in lira :  982.83 TL
"""
    )
    assert (found.total, found.unexplained) == (Decimal("21.00"), ())


def test_an_equation_of_currencies_gives_the_rate_of_exchange() -> None:
    found = chain(
        HEAD
        + """
2       Widget                        50.00      100.00
                           Total USD             100.00
        Steuerkurs 1 USD = IDR 16,130.00
        Tax base in IDR               1,613,000
"""
    )
    assert found.unexplained == ()


def test_sums_in_other_money_are_explained_by_a_rate_that_is_printed_without_a_word_for_it() -> None:
    text = (
        HEAD
        + """
2       Chair                         50.00      100.00
                         Total                   100.00
                         VAT 20%                  20.00
                         Grand total             120.00
                         Zorp                  16,250.00
                         Total to pay       1,950,000.00
"""
    )
    assert not chain(text).unexplained
    assert chain(text.replace("16,250.00", "16,300.00")).unexplained


def test_rows_by_kind_of_goods_that_come_to_the_tax_are_explained() -> None:
    found = chain("""
        Qty     Description              Rate        Amount
        1       Electrode              470.00        470.00
        4       Pipe                   328.50      1,314.00
                         Subtotal                  1,784.00
                         CGST 9 %                    160.56
                         SGST 9 %                    160.56
                         Total                     2,105.12
        Code       Taxable Value   CGST       Amount   SGST       Amount    Total Tax
        731652            470.00     9%        42.30     9%        42.30        84.60
        737786          1,314.00     9%       118.26     9%       118.26       236.52
    """)
    assert (found.tax, found.unused) == (Decimal("321.12"), ())


def test_a_product_in_words_is_no_sum() -> None:
    labelled = numbers_of(
        rows_from("""
        Charges: 11 x EUR 81.00
        Total                       980.10
    """)
    ).labelled
    assert [one.value for one in labelled] == [Decimal("980.10")]
