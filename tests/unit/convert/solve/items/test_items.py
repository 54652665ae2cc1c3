from collections.abc import Sequence
from decimal import Decimal

from fakturo.convert.layout.sheet import Row, Rules
from fakturo.convert.page import Box
from fakturo.convert.solve.items.shown import Shown, show_items
from fakturo.convert.solve.numbers import numbers_of
from fakturo.convert.solve.solution import solve
from tests.support.sheets import CHARACTER, LEADING, rows_from


def items(text: str, lines: Sequence[int] = (), borders: Sequence[int] = ()) -> list[Shown]:
    """With lines ruled above the rows of these numbers, and borders at these characters."""
    rows = rows_from(text)
    ys = [rows[0].box.y0 + LEADING * number - 2 for number in lines]
    horizontal = [Box(0, y, 500, y + 1) for y in ys]
    vertical = [Box(CHARACTER * x, 0, CHARACTER * x + 1, 800) for x in borders]
    best = solve(numbers_of(rows))[0]
    assert best.table
    assert best.chain
    sign = -1 if sum(entry.amount.value for entry in best.items) < 0 else 1
    rules = {1: Rules(horizontal, vertical)}
    return show_items(rows, best.table, best.items, included=best.chain.included, sign=sign, rules=rules)


def test_an_item_has_all_that_its_row_prints() -> None:
    (shown,) = items("""
        Pos   Article no.   Description          Qty   Unit   Price    VAT %   Amount
        10    KR3M          Lawn of plastic        3   kg      4.00    19 %     12.00
                                                   Total                        12.00
    """)
    item = shown.item
    assert (item.no, item.sku, item.description, item.uom) == ("10", "KR3M", "Lawn of plastic", "kg")
    assert (item.qty, item.unit_price, item.amount, item.tax_rate) == tuple(map(Decimal, ("3", "4.00", "12.00", "19")))
    assert shown.closes


def test_lines_below_an_item_belong_to_its_description() -> None:
    first, second = items("""
        Qty    Description                Price     Amount
        2      Chair of oak               10.00      20.00
               with arms
        1      Table                      80.00      80.00
                             Total                  100.00
    """)
    assert first.item.description == "Chair of oak with arms"
    assert second.item.description == "Table"


def test_what_stands_between_two_ruled_lines_is_one_item() -> None:
    """Figures in the middle of a tall cell: the tail of one name does not begin the next."""
    text = """
        HS Code   Description         Qty    Price     Amount
                  Chair of oak
        9401                            2    10.00      20.00
                  with arms
                  Table of glass
        9403                            1    80.00      80.00
                  with a drawer
                                      Total            100.00
    """
    first, second = items(text, lines=(1, 4, 7))
    assert (first.item.description, first.item.hs_code) == ("Chair of oak with arms", "9401")
    assert (second.item.description, second.item.hs_code) == ("Table of glass with a drawer", "9403")


def test_words_belong_to_the_column_whose_borders_they_stand_between() -> None:
    text = """
        Code            Description       Origin     Qty    Price     Amount
        KR-1       Chair of oak           Norway       2    10.00      20.00
                   with arms
        KR-2       Table                  Denmark      1    80.00      80.00
                                                     Total            100.00
    """
    first, second = items(text, borders=(0, 9, 33, 44, 51, 60, 72))
    assert (first.item.sku, first.item.description) == ("KR-1", "Chair of oak with arms")
    assert (second.item.sku, second.item.description) == ("KR-2", "Table")


def test_of_two_columns_of_names_the_fuller_one_counts() -> None:
    first, second = items("""
        Service        Description                 Qty    Price     Amount
        Storage        Pallets in the cold room      2    10.00      20.00
        Handling       Two pallets moved             1    80.00      80.00
                                                   Total            100.00
    """)
    assert (first.item.description, second.item.description) == ("Pallets in the cold room", "Two pallets moved")


def test_a_word_that_is_broken_at_a_hyphen_is_whole_again() -> None:
    (shown,) = items("""
        Description                Qty    Price     Amount
        Chair of oak for proto-      2    10.00      20.00
        types in Baden-
        Baden
                                     Total           20.00
    """)
    assert shown.item.description == "Chair of oak for prototypes in Baden- Baden"


def test_nothing_times_anything_says_nothing_about_columns() -> None:
    """A column of zeros closes with every other; what the head names counts."""
    first, second = items("""
        Description        Code    Qty    V.unit     V.total    Base tax    V.other
        Chair              39249     1     50.00       50.00       20.00       0.00
        Table              39241     1     80.00       80.00       30.00       0.00
                                              Total            130.00
    """)
    assert [str(shown.item.amount) for shown in (first, second)] == ["50.00", "80.00"]
    assert [str(shown.item.qty) for shown in (first, second)] == ["1", "1"]


def test_heads_in_the_middle_of_wide_columns_are_counted_from_the_left() -> None:
    first, _ = items("""
            DESCRIPTION               QTY/HR            UNIT PRICE           TOTAL
        Kitchen sink mounted                     8                  90               720
        Thermostat                               3                  90               270
                                                               SUBTOTAL              990
    """)
    assert (first.item.qty, first.item.unit_price) == (Decimal(8), Decimal(90))


def test_a_row_of_figures_may_stand_half_a_line_below_the_first_of_its_name() -> None:
    head, name, figures, more, total = rows_from("""
        Description            Amount
        Storage for a month
                                16.99
        of a small file
                     Total      16.99
    """)
    rows = [head, name, _moved(figures, -7), _moved(more, -14), total]
    best = solve(numbers_of(rows))[0]
    assert best.table
    (shown,) = show_items(rows, best.table, best.items, included=False, sign=1)
    assert shown.item.amount == Decimal("16.99")


def _moved(row: Row, down: float) -> Row:
    phrases = [
        phrase._replace(
            box=_lower(phrase.box, down), words=[word._replace(box=_lower(word.box, down)) for word in phrase.words]
        )
        for phrase in row.phrases
    ]
    return row._replace(phrases=phrases, box=_lower(row.box, down))


def _lower(box: Box, down: float) -> Box:
    return box._replace(y0=box.y0 + down, y1=box.y1 + down)


def test_a_code_in_brackets_is_the_articles() -> None:
    (shown,) = items("""
        Qty    Description                Price     Amount
        2      [FURN_7777] Chair          10.00      20.00
                             Total                   20.00
    """)
    assert (shown.item.sku, shown.item.description) == ("FURN_7777", "[FURN_7777] Chair")


def test_a_discount_between_two_items_is_the_upper_ones() -> None:
    first, second = items("""
        Qty    Description                Price     Amount
        3      Lawn                        4.00      12.00
               less discount                         -2.00
        5      Steak                       5.50      27.50
                             Total                   37.50
    """)
    assert (first.item.amount, first.item.discount) == (Decimal("10.00"), Decimal("2.00"))
    assert second.item.amount == Decimal("27.50")


def test_quantity_and_price_may_stand_in_the_text() -> None:
    (shown,) = items("""
        No    Nama Barang                        Harga Jual
        1     Cat tembok putih                 1.530.000,00
              Rp 38.250,00 x 40,00 DUS
              Harga Jual                       1.530.000,00
              PPN 11%                            168.300,00
              Total                            1.698.300,00
    """)
    assert (shown.item.qty, shown.item.unit_price) == (Decimal("40.00"), Decimal("38250.00"))


def test_a_credit_note_has_positive_amounts() -> None:
    (shown,) = items("""
        Menge    Bezeichnung           Preis      Betrag
        -5       Chair                  1,00       -5,00
                            Summe                  -5,00
    """)
    assert (shown.item.qty, shown.item.amount) == (Decimal(5), Decimal("5.00"))


def test_what_is_printed_is_kept_though_it_does_not_add_up() -> None:
    (shown,) = items("""
        Qty    Description                Price     Amount
        2      Chair                      10.00      30.00
                             Total                   30.00
    """)
    assert (shown.item.qty, shown.item.amount) == (Decimal(2), Decimal("30.00"))
    assert shown.closes is False


def test_what_follows_the_last_item_is_no_part_of_it() -> None:
    *_, last = items("""
        No   Description                Qty    Price     Amount
        1    Chair                        2    10.00      20.00
        2    Table                        1    80.00      80.00
        One hundred only
                                        Total            100.00
    """)
    assert last.item.description == "Table"


def test_a_heading_of_a_group_is_no_part_of_the_item_above_it() -> None:
    first, second = items("""
        Description                Qty    Price     Amount
        Delivery 4711 of 2 May
        Chair                        2    10.00      20.00
        Delivery 4712 of 3 May
        Table                        1    80.00      80.00
                                     Total          100.00
    """)
    assert (first.item.description, second.item.description) == ("Chair", "Table")


def test_a_name_in_a_column_that_nobody_knows_is_a_name_without_days_and_money() -> None:
    first, second = items("""
        Zylk         Wumm            Qty    Price     Amount
        02/05/2026   Chair             2    10.00      20.00
        03/05/2026   Table             1    80.00      80.00
                                     Total            100.00
    """)
    assert (first.item.description, second.item.description) == ("Chair", "Table")


def test_an_article_number_may_stand_below_the_name_with_a_word_for_it() -> None:
    first, second = items("""
        Description                Qty    Price     Amount
        Chair                        2    10.00      20.00
        Article no. 40-1187
        Table                        1    80.00      80.00
        Article no. 40-1199
                                     Total          100.00
    """)
    assert [(shown.item.sku, shown.item.description) for shown in (first, second)] == [
        ("40-1187", "Chair"),
        ("40-1199", "Table"),
    ]


def test_codes_in_one_text_with_the_name_are_part_of_it() -> None:
    first, second = items("""
        Description                Qty    Price     Amount
        KR-3301 Chair                2    10.00      20.00
        KR-4 Table                   1    80.00      80.00
                                     Total          100.00
    """)
    assert [shown.item.sku for shown in (first, second)] == [None, None]
    assert [shown.item.description for shown in (first, second)] == ["KR-3301 Chair", "KR-4 Table"]


def test_the_unit_is_the_quantitys_the_prices_or_their_heads() -> None:
    (head,) = items("""
        Description                Net kg    Price     Amount
        Apples                          2    10.00      20.00
                                     Total              20.00
    """)
    (price,) = items("""
        Description                Qty    Price       Amount
        Apples                       2    10.00 kg     20.00
                                     Total             20.00
    """)
    unknown = items("""
        Description                Qty   Wumm   Price       Amount
        Apples                       2   Zylk   10.00        20.00
        Pears                        3   Zylk   10.00        30.00
                                     Total                   50.00
    """)
    assert [shown.item.uom for shown in (head, price, *unknown)] == ["kg", "kg", "Zylk", "Zylk"]


def test_names_below_the_figures_are_told_from_names_above_them_by_what_is_nearer() -> None:
    first, second = items("""
        Code      Qty    Price     Amount
        All goods remain ours until paid for

        4711        2    10.00      20.00
        Chair of oak

        4712        1    80.00      80.00
        Table

                         Total     100.00
    """)
    assert (first.item.description, second.item.description) == ("Chair of oak", "Table")


def test_what_the_items_words_stand_under_is_the_description_whatever_it_is_called() -> None:
    first, second = items("""
        Zorp                     Qty    Price     Amount
        Chair of oak               2    10.00      20.00
        Table                      1    80.00      80.00
                           Total                  100.00
    """)
    assert (first.item.description, second.item.description) == ("Chair of oak", "Table")


def test_a_remark_below_the_table_is_no_part_of_the_last_item() -> None:
    _, last = items("""
        Description              Qty    Price     Amount
        Chair of oak               2    10.00      20.00
        Table                      1    80.00      80.00

        Goods remain ours until they are paid
                           Total                  100.00
    """)
    assert last.item.description == "Table"


def test_the_title_of_a_group_is_no_part_of_the_item_above_it() -> None:
    first, _ = items("""
        Description              Qty    Price     Amount
        Chair of oak               2    10.00      20.00

        For the garden
        Table                      1    80.00      80.00
                           Total                  100.00
    """)
    assert first.item.description == "Chair of oak"


def test_a_word_for_charges_without_a_figure_belongs_to_the_item() -> None:
    first, _ = items("""
        Description              Qty    Price     Amount
        Chair of oak               2    10.00      20.00
        Delivery note LS-20911
        Table                      1    80.00      80.00
                           Total                  100.00
    """)
    assert first.item.description == "Chair of oak Delivery note LS-20911"


def test_quantity_and_price_in_words_are_no_part_of_the_description() -> None:
    (shown,) = items("""
        Description                      Amount
        Paper                            120.00
        12 x 10.00
                           Total         120.00
    """)
    assert (shown.item.description, shown.item.qty) == ("Paper", Decimal(12))


def test_what_stands_between_a_quantity_and_its_price_is_the_name() -> None:
    first, second = items("""
        Items                                    Price
        1 x    Canvas apron - olive              66.27
        2 x    Cast iron trivet    10.00         20.00
                           Total                 86.27
    """)
    assert (first.item.description, second.item.description) == ("Canvas apron - olive", "Cast iron trivet")


def test_quantity_and_price_may_stand_in_rows_of_their_own_with_a_word_for_each() -> None:
    first, second = items("""
        Service                 Quantity              Amount
        Design of a page        7 hours              1050.00
                                Price per hour: 150
        Equipment               15 pcs               4500.00
                                Price per piece: 300
                                     Total           5550.00
    """)
    assert (first.item.qty, first.item.unit_price) == (Decimal(7), Decimal(150))
    assert (second.item.qty, second.item.unit_price) == (Decimal(15), Decimal(300))


def test_of_two_columns_of_names_a_class_of_goods_is_none() -> None:
    first, second = items("""
        Description        Product                 Qty    Price     Amount
        Mira               Stockings for ladies      2    10.00      20.00
        Rosanna            Stockings for ladies      1    80.00      80.00
        Sue                Stockings for ladies      1    10.00      10.00
        Margareta          Stockings for ladies      1    10.00      10.00
                                                   Total            120.00
    """)[:2]
    assert (first.item.description, second.item.description) == ("Mira", "Rosanna")


def test_numbers_of_the_lines_without_a_head_are_no_part_of_the_names() -> None:
    first, second = items("""
             Product                 Qty    Price     Amount
        1    Chair of oak              2    10.00      20.00
        2    Table                     1    80.00      80.00
                                     Total            100.00
    """)
    assert (first.item.no, first.item.description) == ("1", "Chair of oak")
    assert (second.item.no, second.item.description) == ("2", "Table")


def test_a_code_that_runs_into_the_name_is_no_part_of_it() -> None:
    first, second = items("""
        Code      Description              Qty    Price     Amount
        870398    Cream 300 ml               2    10.00      20.00
        PT694376190 Basket of roses          1    80.00      80.00
                                           Total            100.00
    """)
    assert (first.item.sku, first.item.description) == ("870398", "Cream 300 ml")
    assert (second.item.sku, second.item.description) == ("PT694376190", "Basket of roses")


def test_a_name_may_be_a_word_and_its_number() -> None:
    first, _ = items("""
        Item            Quantity    Price     Total
        Item 1                 1    40.00     40.00
        Item 2                 2    30.00     60.00
                            TOTAL            100.00
    """)
    assert first.item.description == "Item 1"


def test_words_below_the_head_of_line_numbers_are_the_name() -> None:
    (shown,) = items("""
        No.              Qty      Price     Amount
        Chair of oak       2      10.00      20.00
                           Total             20.00
    """)
    assert (shown.item.no, shown.item.description) == (None, "Chair of oak")


def test_numbers_that_count_the_lines_in_front_of_their_names_are_no_part_of_them() -> None:
    shown = items("""
        Pos. Blah              Qty      Price     Amount
          1 Chair of oak         2      10.00      20.00
          2 Table                1      80.00      80.00
                                 Total            100.00
    """)
    assert [each.item.description for each in shown] == ["Chair of oak", "Table"]
