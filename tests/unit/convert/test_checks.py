"""Doubts about the sums, and what needs none."""

from fakturo.convert.checks import number_issues
from fakturo.convert.solve.items.shown import show_items
from fakturo.convert.solve.numbers import numbers_of
from fakturo.convert.solve.solution import solve
from tests.support.sheets import rows_from

HEAD = (
    "Qty     Description              Unit price      Amount\n2       Chair                         50.00      100.00\n"
)


def codes(text: str, currency: str | None = "EUR") -> set[str]:
    numbers = numbers_of(rows_from(text))
    solutions = solve(numbers)
    best = solutions[0]
    assert best.table
    assert best.chain
    items = show_items(numbers.rows, best.table, best.items, included=best.chain.included, sign=1, printed=numbers.rows)
    return {issue.code for issue in number_issues(solutions, items, numbers, currency)}


def test_a_card_that_took_all_of_the_total_needs_no_word_for_it() -> None:
    text = (
        HEAD
        + """
                           Total                 100.00
                           Visa **** 4021       {paid}
                           Balance due           {rest}
"""
    )
    assert "PREPAID_DOUBTFUL" in codes(text.format(paid=" -40.00", rest="60.00"))
    assert not codes(text.format(paid="-100.00", rest=" 0.00"))


def test_a_payment_without_a_word_needs_a_printed_total() -> None:
    text = (
        HEAD
        + """
                           Subtotal              100.00
                           VAT 20%                20.00
                           {total}
                           Zibbelab              -60.00
                           Balance due            60.00
"""
    )
    assert not codes(text.format(total="Total                 120.00"))
    assert "PREPAID_DOUBTFUL" in codes(text.format(total=""))


def test_what_the_law_says_in_brackets_does_not_make_a_charge_a_tax() -> None:
    text = (
        HEAD
        + """
                           Subtotal              100.00
                           Service charge 4% {law}  4.00
                           Total                 104.00
"""
    )
    assert "TAX_DOUBTFUL" in codes(text.format(law="by article 1"))
    assert not codes(text.format(law="(article 1)"))


def test_sums_of_net_tax_and_gross_columns_lead_to_the_total_without_a_word() -> None:
    assert not codes("""
        Description                        Net        VAT      Gross
        Rent                          5,607.00   1,121.40   6,728.40
        Insurance                     5,749.25       0.00   5,749.25
        Car park licence              1,726.25     345.25   2,071.50

                     Altogether      13,082.50   1,466.65  14,549.15
    """)


def test_what_is_taken_off_without_a_word_is_a_discount_where_the_net_below_it_is_named_and_taxed() -> None:
    text = (
        HEAD
        + """
                           Subtotal              100.00
                           Zibbelab              -10.00
                           {net}                  90.00
                           VAT 20%                18.00
                           Total                 108.00
"""
    )
    assert "DISCOUNT_DOUBTFUL" in codes(text.format(net="Rimane"))
    assert not codes(text.format(net="Net total"))


def test_one_name_for_several_rates_is_a_tax_if_one_of_them_is_usual() -> None:
    text = (
        HEAD
        + """
                           Subtotal              100.00
                           Grum 20%               12.00
                           {name} 5%               2.00
                           Total                 114.00
"""
    )
    assert "TAX_DOUBTFUL" in codes(text.format(name="Plonk"), "GBP")
    assert not codes(text.format(name="Grum"), "GBP")


def test_base_and_tax_below_a_total_with_it_do_not_go_on_from_it() -> None:
    assert not codes(
        HEAD
        + """
                           Total incl. tax       100.00
             Grum 25% on 80.00                    20.00
"""
    )


def test_gross_sums_by_rate_are_no_other_total() -> None:
    assert not codes(
        HEAD
        + """1       Lamp                          50.00       50.00

                           Sum                   150.00
        20 %    100.00      20.00                120.00
        10 %     50.00       5.00                 55.00
                           Altogether            175.00
"""
    )


TURNED = """
Abc        Description           Xyz            Klm          Amount
           Chair                 {one}        {other}        240.00
           Lamp                  {two}        {another}       15.00
                                 Total                       255.00
"""


def test_a_count_before_thousands_is_the_quantity() -> None:
    text = """
Abc        Description           Xyz            Klm          Amount
           Chair                 {one}        {other}        240.000
           Lamp                  {two}        {another}        3.000
                                 Total                       243.000
"""
    assert "READING_AMBIGUOUS" not in codes(text.format(one="   4", other="60.000", two="   2", another=" 1.500"))


def test_units_beside_a_figure_make_it_the_quantity() -> None:
    text = TURNED.format(one="{}4.00 {unit}", other="60.00", two="{}3.00 {unit}", another=" 5.00")
    assert "READING_AMBIGUOUS" not in codes(text.format("", "", unit="kg"))
    assert "READING_AMBIGUOUS" in codes(text.format("  ", "  ", unit=""))


def test_a_figure_below_the_sums_that_names_lines_and_comes_to_them_is_explained() -> None:
    text = (
        HEAD
        + """1       Recycling fee                  0.26        0.26
                           Total                 100.26

        Recycling fee in all:       {fee}
"""
    )
    assert not codes(text.format(fee="0.26"))
    assert "AMOUNT_UNEXPLAINED" in codes(text.format(fee="0.52"))


def test_a_rate_that_is_printed_above_the_tax_is_its_own() -> None:
    text = (
        HEAD
        + """
                           Subtotal              100.00
                           {rate}
                           Grum                   20.00
                           Total                 120.00
"""
    )
    assert "TAX_DOUBTFUL" in codes(text.format(rate=""), "BGN")
    assert not codes(text.format(rate="Plonk 20%"), "BGN")


def test_what_a_named_subtotal_and_tax_lead_to_is_the_total() -> None:
    text = (
        HEAD
        + """
                           Subtotal              100.00
                           {tax}                  13.00
                           Grum                  113.00
"""
    )
    assert not codes(text.format(tax="VAT"))
    assert codes(text.format(tax="Plonk"))


def test_one_line_alone_leads_to_its_total_without_a_word() -> None:
    text = (
        HEAD
        + """
                           Grum                  100.00
{more}
"""
    )
    assert not codes(text.format(more=""))
    assert "TOTAL_DOUBTFUL" in codes(text.format(more="                           Plonk                  31.50"))
