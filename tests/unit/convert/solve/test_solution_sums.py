"""Whole pages of numbers: how sums, taxes and what is paid belong together, and what stays open."""

from decimal import Decimal

import pytest

from tests.unit.convert.solve.printed import HEAD, chain, solution


def test_two_tax_rates_with_a_table_of_bases() -> None:
    found = chain(
        HEAD
        + """
2       Chair                         10.00       20.00
1       Honey                          5.00        5.00
                         Net total                25.00
        19 %     20.00        3.80
        7 %       5.00        0.35
                         Total                    29.15
"""
    )
    assert (found.tax, found.base, found.rate_closes) == (Decimal("4.15"), Decimal("25.00"), True)
    assert [(tax.rate, tax.base) for tax in found.taxes] == [
        (Decimal(19), Decimal("20.00")),
        (Decimal(7), Decimal("5.00")),
    ]


def test_eleven_twelfths_of_the_price_are_the_base() -> None:
    found = chain("""
        Qty     Nama Barang          Harga Satuan        Jumlah Harga
        12      Baut                    1.000.000          12.000.000
                              DPP Nilai Lain               11.000.000
                              PPN 12%                       1.320.000
                              Total                        13.320.000
    """)
    assert [found.base, found.tax, found.total] == [Decimal(11_000_000), Decimal(1_320_000), Decimal(13_320_000)]


def test_tax_inside_the_prices() -> None:
    found = chain("""
        Qty     Omschrijving         Prijs        Prijs incl. BTW
        1       Stoel               121,00               121,00
                         Exclusief BTW                   100,00
                         BTW 21%                          21,00
                         Totaal                          121,00
    """)
    assert found.included
    assert found.base == Decimal("100.00")


def test_withholding_and_a_balance() -> None:
    found = chain(
        HEAD
        + """
2       Chair                         50.00      100.00
                         VAT 20%                  20.00
                         Total                   120.00
                         Less: withholding tax    -2.00
                         Amount due              118.00
"""
    )
    assert (found.withheld.value, found.total) == (Decimal(2), Decimal(120))
    assert found.payable
    assert found.payable.value == Decimal("118.00")


def test_what_is_withheld_may_be_taken_off_before_any_total_is_printed() -> None:
    found = chain("""
        Cantidad     Concepto        Precio        Importe
        10           Horas            50,00         500,00
                         Base imponible             500,00
                         IVA 21%                    105,00
                         IRPF 15%                   -75,00
                         Total a pagar              530,00
    """)
    assert (found.total, found.withheld.value) == (Decimal("605.00"), Decimal("75.00"))
    assert found.printed_total is None


def test_halves_of_a_tax_are_both_counted() -> None:
    found = chain(
        HEAD
        + """
2       Chair                         50.00      100.00
                         CGST 9%                   9.00
                         SGST 9%                   9.00
                         Total                   118.00
"""
    )
    assert found.tax == Decimal(18)
    assert found.rate_closes


def test_a_payment_without_a_word_is_what_lies_between_total_and_balance() -> None:
    found = chain(
        HEAD
        + """
2       Chair                         50.00      100.00
                         Total                   100.00
        Wire transfer of yesterday                40.00
                         Balance due              60.00
"""
    )
    assert found.prepaid.value == 40


def test_a_labelled_sum_that_fits_nowhere_stays_unexplained() -> None:
    found = chain(
        HEAD
        + """
2       Chair                         50.00      100.00
                         Shipping                  7.50
                         Total                   100.00
"""
    )
    assert [one.figure.raw for one in found.unexplained] == ["7.50"]


def test_paper_that_does_not_add_up_is_read_as_it_is_printed() -> None:
    found = solution(
        HEAD
        + """
1       Anvil                       1000.00     1000.00
30      Chain                         10.00      300.00
                         Net total              1420.00
                         VAT 19%                 269.80
                         Total                  1589.80
"""
    )
    assert not found.lines_close
    assert found.chain
    assert not found.chain.closes
    assert (found.chain.lines, found.chain.tax, found.chain.total) == (
        Decimal("1420.00"),
        Decimal("269.80"),
        Decimal("1589.80"),
    )


def test_taxes_at_several_rates_are_known_by_what_they_must_be_computed_on() -> None:
    found = chain(
        HEAD
        + """
3       Tiles                         30.00       90.00
6       Cable                        300.00     1800.00
                              Subtotal         1890.00
                              Zumsa 22 %         19.80
                              Zumsa 10 %        180.00
                              Total            2089.80
    """
    )
    assert (found.tax, found.base, found.rate_closes) == (Decimal("199.80"), Decimal("1890.00"), True)


def test_what_is_kept_back_before_the_tax_is_no_part_of_the_total() -> None:
    found = chain(
        HEAD
        + """
1       Painting                    1000.00     1000.00
2       Tiles                        500.00     1000.00
                              Subtotal         2000.00
                              Less: Retention  (200.00)
                              Taxable amount   1800.00
                              VAT 5 %            90.00
                              Total due        1890.00
    """
    )
    assert (found.total, found.discount.value, found.withheld.value) == (
        Decimal("1890.00"),
        Decimal("200.00"),
        Decimal(0),
    )


def test_a_small_figure_without_a_word_rounds_the_total() -> None:
    found = chain(
        HEAD
        + """
2       Chair                         10.15       20.30
3       Lamp                           5.10       15.30
                              Subtotal           35.60
                              VAT 25 %            8.90
                              Zumsa               0.50
                              Total              45.00
    """
    )
    assert (found.rounding, found.charges.value, found.total) == (Decimal("0.50"), Decimal(0), Decimal("45.00"))


def test_a_tax_above_all_items_is_one_of_them() -> None:
    """There is nothing above it that it may be on, and the printed sum of the lines has it."""
    found = chain("""
        Item                 Description            Amount
        Tax line item        7.75% tax               23.18
        Essential            Web, monthly           299.00
                             Subtotal:              322.18
                             Total:                 322.18
    """)
    assert (found.lines, found.tax) == (Decimal("322.18"), Decimal(0))


def test_the_only_money_on_a_page_without_lines_is_the_total() -> None:
    page = "Invoice number    Invoice date    Charges\n34278587          6/18/2017       {}$56,651.49"
    assert chain(page.format("")).total == Decimal("56651.49")
    assert solution(page.format("$12.00  ")).chain is None


def test_a_charge_nobody_knows_stands_between_sums_that_words_name() -> None:
    found = chain(
        HEAD
        + """
2       Chair                         10.00       20.00
                         Discount                 -2.00
                         Gizmo                     1.99
                         Total                    19.99
"""
    )
    assert (found.discount.value, found.charges.value) == (Decimal("2.00"), Decimal("1.99"))


def test_a_total_with_a_minus_is_taken_off() -> None:
    found = chain(
        HEAD
        + """
2       Chair                         10.00       20.00
                         Subtotal                 20.00
                         Total of markdowns       -2.00
                         Net total                18.00
                         VAT 20 %                  3.60
                         Total                    21.60
"""
    )
    assert (found.lines, found.discount.value, found.tax) == (Decimal("20.00"), Decimal("2.00"), Decimal("3.60"))


def test_the_tax_on_a_charge_is_no_charge() -> None:
    found = chain(
        HEAD
        + """
2       Chair                         10.00       20.00
                         Subtotal                 20.00
                         Shipping                  5.00
Goods strange 20 % on              20.00           4.00
Shipping strange 20 % on            5.00           1.00
                         Total                    30.00
"""
    )
    assert (found.charges.value, found.tax) == (Decimal("5.00"), Decimal("5.00"))


@pytest.mark.parametrize(("amount", "total", "tax"), [("3.80", "23.80", "3.80"), ("3.70", "23.70", "0")])
def test_what_a_usual_rate_gives_to_the_cent_is_a_tax(amount: str, total: str, tax: str) -> None:
    found = chain(
        HEAD
        + f"""
2       Chair                         10.00       20.00
                         Subtotal                 20.00
                         Gizmo                     {amount}
                         Total                    {total}
"""
    )
    assert found.tax == Decimal(tax)


def test_net_and_tax_that_give_gross_need_no_names() -> None:
    found = solution("""
        Description              Net         Gizmo        Amount
        Chair                  100.00        19.00        119.00
        Lamp                    50.00         9.50         59.50
                               Total                      178.50
    """)
    assert [entry.amount.raw for entry in found.items] == ["100.00", "50.00"]
    assert found.chain
    assert found.chain.tax == Decimal("28.50")


def test_a_tax_below_a_sum_that_is_printed_with_it_is_on_top() -> None:
    found = chain(f"""{HEAD}
        4       Chair                         100.00      400.00
                                     Total                400.00
                                     VAT                   40.00
                                     Grommet              440.00
    """)
    assert (found.included, found.total) == (False, Decimal("440.00"))


def test_sums_under_unknown_words_are_proven_by_a_rate_though_the_lines_lead_nowhere() -> None:
    found = solution("""
        Qty     Description              Unit price       Amount
        2       Chair                         50.00       100.00
        1       Table                         80.00        80.00
        3       Lamp                          10.00        30.00
                                     Grommet            1,000.00
                                     VAT 21 %             210.00
                                     Total              1,210.00
    """)
    assert found.chain
    assert (found.chain.lines, found.chain.tax, found.chain.total) == tuple(map(Decimal, (1000, 210, 1210)))
    assert (len(found.items), found.lines_close) == (3, False)
