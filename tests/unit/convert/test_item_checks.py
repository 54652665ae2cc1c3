"""Doubts about lines and columns: what nobody explains is told, and what arithmetic explains is not."""

from fakturo.convert.checks import number_issues
from fakturo.convert.invoice import Evidence, Origin
from fakturo.convert.solve.items.shown import Shown, show_items
from fakturo.convert.solve.numbers import numbers_of
from fakturo.convert.solve.solution import solve
from tests.support.sheets import rows_from


def judged(text: str) -> tuple[list[Shown], set[str]]:
    """The items, and the codes of what is doubted about the numbers."""
    rows = rows_from(text)
    numbers = numbers_of(rows)
    solutions = solve(numbers)
    best = solutions[0]
    assert best.table
    shown = show_items(rows, best.table, best.items, included=False, sign=1)
    return shown, {issue.code for issue in number_issues(solutions, shown, numbers, None)}


def quantities(shown: list[Shown]) -> list[str | None]:
    return [None if each.item.qty is None else str(each.item.qty) for each in shown]


def test_a_column_under_an_unknown_head_is_read_as_quantity_and_doubted() -> None:
    shown, codes = judged("""
        Description          Zorp      Amount
        Seats, basic            5      128.60
        Seats, archive         51     1153.62
        Total                         1282.22
    """)
    assert quantities(shown) == ["5", "51"]
    assert codes == {"LINE_UNCHECKED"}


def test_numbers_of_the_lines_are_no_quantities_whatever_their_head_says() -> None:
    shown, codes = judged("""
        Qty     Description            Amount
        1       Survey of the roof     128.60
        2       Drawings               100.00
        Total                          228.60
    """)
    assert quantities(shown) == [None, None]
    assert not codes


def test_a_quantity_with_a_unit_that_nobody_knows_is_read() -> None:
    shown, codes = judged("""
        Description             Zorp           Unit price      Amount
        Nut                     4,00 pcs            10,00       40,00
        Probe                   1,00 flurb          37,42       37,42
        Total                                                   77,42
    """)
    assert quantities(shown) == ["4.00", "1.00"]
    assert not codes


def test_a_row_that_gives_columns_letters_and_numbers_is_no_item() -> None:
    _, codes = judged("""
        No    Description       Unit     Quantity     Unit price      Amount
        A     B                 C        1            2               3=1x2
        1     Pallet of pine    pcs        20         700.000         14.000.000
        2     Board             pcs        10          80.000            800.000
                                         Total                        14.800.000
    """)
    assert not codes


def test_a_row_in_the_table_that_is_neither_item_nor_sum_is_told() -> None:
    _, codes = judged("""
        Qty     Description        Unit price      Amount
        2       Chair                   10.00       20.00
                VAT                                 11.00
        1       Table                   80.00       80.00
                Total                              100.00
    """)
    assert "ROW_LEFT_OUT" in codes


def test_a_last_row_that_takes_something_off_may_be_a_payment() -> None:
    lines = """
        Description                      Amount
        Fees for March                   114.00
        Search                            10.00
        Zorp                             -24.00
    """
    _, codes = judged(lines + "        Total                            100.00")
    assert codes == {"ROW_DOUBTFUL"}
    taxed = "        VAT 20%                           20.00\n        Total                            120.00"
    _, codes = judged(lines + taxed)
    assert not codes


def test_a_discount_between_the_lines_leaves_each_doubt_at_its_line() -> None:
    shown, codes = judged("""
        Description                      Amount
        Desk                             114.00
        Discount                         -14.00
        Chair                             90.00
        Lamp                              50.00
        Total                            240.00
    """)
    assert [str(each.item.amount) for each in shown] == ["100.00", "90.00", "50.00"]
    assert not codes


def test_a_price_column_that_gives_no_amount_is_told() -> None:
    _, codes = judged("""
        Description        Qty      Price incl. VAT      Net amount
        Widget A             3                12.00           30.00
        Widget B             2                15.00           25.00
                                    Subtotal                  55.00
                                    VAT 20%                   11.00
                                    Total                     66.00
    """)
    assert "LINE_UNCHECKED" in codes


def test_a_reading_whose_lines_do_not_close_is_no_rival() -> None:
    shown, codes = judged("""
        Description        Pieces     Zorp m     Blurb      Price/m      Amount
        Board                  87        6.0     522.0         7.33     3826.26
                                         Total                          3826.26
    """)
    assert quantities(shown) == ["522.0"]
    assert not codes


def test_a_rebate_among_the_numbered_lines_is_one_of_them() -> None:
    shown, codes = judged("""
        No.     Particulars                     Amount
        1       Tuition, term 2                7850.00
        2       Bus                             960.00
        3       Sibling zorp 5% on tuition     -392.50
                Total                          8417.50
    """)
    assert len(shown) == 3
    assert not codes


def test_a_line_without_a_name_is_told() -> None:
    _, codes = judged("""
        Description             Qty      Unit price      Amount
        Nut                       4           10.00       40.00
        --                        1           37.42       37.42
        Total                                             77.42
    """)
    assert codes == {"NAME_DOUBTFUL"}


def test_letters_and_figures_in_several_words_name_what_is_sold() -> None:
    _, codes = judged("""
        Description             Qty      Unit price      Amount
        Q3H 1HP 230-400V KZ       4           10.00       40.00
        Q3E 4kW 1500D             1           37.42       37.42
        Total                                             77.42
    """)
    assert not codes


def test_lines_that_all_stand_below_a_sum_are_judged_like_others() -> None:
    shown, codes = judged("""
        Description               Amount
                                   50.00
        Subtotal                   50.00
        Survey of the roof         30.00
        Drawings                   70.00
        Total                     100.00
    """)
    assert [str(each.item.amount) for each in shown] == ["30.00", "70.00"]
    assert all(each.entry.late for each in shown)
    assert "ROW_LEFT_OUT" in codes


def test_a_row_with_quantity_and_price_whose_amount_nobody_reads_is_told() -> None:
    _, codes = judged("""
        Description             Qty      Unit price      Amount
        Nut                       4           10.00       40.00
        Eco fee                   1            0.26
        Bolt                      1           37.42       37.42
        Total                                             77.42
    """)
    assert "ROW_LEFT_OUT" in codes


def test_a_name_that_is_nothing_but_a_word_for_a_sum_is_doubted() -> None:
    _, codes = judged("""
        Description                      Amount
        VAT:                             376.37
        VAT 19 %                          71.51
        Total                            447.88
    """)
    assert "NAME_DOUBTFUL" in codes


def test_the_invoices_own_number_is_no_sum_whatever_words_are_near() -> None:
    """`VAT invoice (no.) 851` is printed like a tax."""
    rows = rows_from("""
        Description                       Amount
        Survey of the roof                128.60
        Drawings                          100.00
        Total                             228.60
        Total                             851.00
    """)
    numbers = numbers_of(rows)
    solutions = solve(numbers)
    box = numbers.figures[-1][0].box
    told = Evidence("851.00", rows[-1].page, box, Origin.TEXT, 0.9)
    codes = [{issue.code for issue in number_issues(solutions, [], numbers, None, at)} for at in (None, told)]
    assert codes[0] - codes[1] == {"AMOUNT_UNEXPLAINED"}


ADDED = """
        Qty  Description         Price      Net       GST      Gross
        1    Nut                 10.00    10.00      1.00      11.00
        1    Bolt                20.00    20.00      2.00      22.00
        1    Probe               30.00    30.00      3.00      {gross}
        4    Screw               10.00    40.00      4.00      44.00
        Total net                        100.00
        Total GST                         10.00
        Total                            110.00
"""


def test_a_line_whose_columns_do_not_add_up_as_on_the_others_is_doubted() -> None:
    assert "LINE_MISMATCH" not in judged(ADDED.format(gross="33.00"))[1]
    assert "LINE_MISMATCH" in judged(ADDED.format(gross=" 3.30"))[1]


def test_a_strange_word_behind_a_figure_below_a_strange_head_may_be_a_unit() -> None:
    shown, codes = judged("""
        Description          Zorp                    Amount
        Video                26 Impressions         1189.54
        Banner               2,909 Impressions       572.37
        Total                                       1761.91
    """)
    assert quantities(shown)[0] == "26"
    assert codes == {"LINE_UNCHECKED"}


def test_a_head_that_nobody_knows_leaves_its_column_to_no_neighbour() -> None:
    shown, codes = judged("""
        Description       Zorp        Unit price        Total
        New sink                 8              90          720
        Thermostat               8              90          720
        Total                                              1440
    """)
    assert quantities(shown) == ["8", "8"]
    assert "READING_AMBIGUOUS" not in codes


PRICED_BELOW = """
        Description         Qty             Amount
        Design              7 hours         1050.00
                            Zorp: 150 EUR
        Starter             15 pcs          4500.00
                            Zorp: 300 EUR
        Advice of a day     {last:<18}60.00
        Total                               5610.00
"""


def test_money_behind_unknown_words_is_the_price_if_it_gives_the_amount() -> None:
    shown, _ = judged(PRICED_BELOW.format(last=""))
    assert [str(each.item.unit_price) for each in shown] == ["150", "300", "None"]


def test_a_line_that_is_not_counted_while_others_are_is_doubted_where_it_has_a_figure() -> None:
    assert "LINE_UNCHECKED" in judged(PRICED_BELOW.format(last="      1hour"))[1]
    assert "LINE_UNCHECKED" not in judged(PRICED_BELOW.format(last=""))[1]


def test_one_amount_below_rows_that_were_not_read_may_be_their_sum() -> None:
    text = """
        {rows}
        Vorbat                         100.00
        VAT 10 %                        10.00
        Total                          110.00
    """
    rows = "\n        ".join(f"Article {number}      3      7.00     9.00" for number in range(4))
    assert "ITEMS_DOUBTFUL" in judged(text.format(rows=rows))[1]
