"""How amounts come about: counts, prices, discounts and taxes, in columns."""

from tests.unit.convert.solve.printed import pricings, solution


def test_two_counts_and_a_price() -> None:
    assert pricings("""
        Description        Qty      Days        Unit price        Amount
        Guide                2         3             50.00        300.00
        Van                  1         3            120.00        360.00
                                                Total             660.00
    """) == [("6", "50.00", "300.00"), ("3", "120.00", "360.00")]


def test_zeros_for_cents_are_no_cents_in_large_sums() -> None:
    found = solution("""
        Description        Qty        Unit price     Disc.%        Amount
        Kertas               1         50,750.00          5     48,212.00
        Kabel                2      2,322,000.00          2  4,551,120.00
                                            Total            4,599,332.00
    """)
    assert [str(entry.pricing.discount) for entry in found.items if entry.pricing] == ["2538.00", "92880.00"]


def test_amounts_without_their_tax_are_the_lines_where_both_are_printed() -> None:
    assert pricings("""
        Artikel        Aantal      Tarief     BTW-bedrag     BTW-bedrag     Incl. BTW
        Handschoen         40       26.17        1046.80         219.83       1266.63
        Papier              3        7.99          23.97           5.03         29.00
                                     Totaal excl. BTW                         1070.77
                                     BTW 21%                                   224.86
                                     Totaal incl. BTW                         1295.63
    """) == [("40", "26.17", "1046.80"), ("3", "7.99", "23.97")]


def test_a_currency_tells_the_price_from_the_quantity() -> None:
    assert pricings("""
        Description            Zorp        Blurb           Amount
        Cable             Rp151.300            3        Rp453.900
        Coffee             Rp48.000            1         Rp48.000
                                           Total        Rp501.900
    """) == [("3", "151300", "453900"), ("1", "48000", "48000")]


def test_where_money_has_no_cents_decimals_are_the_quantitys() -> None:
    assert pricings("""
        Description            Zorp        Blurb           Amount
        Haul                 16.732      176,500        2,953,198
        Haul back            14.648      244,500        3,581,436
                                           Total        6,534,634
    """) == [("16.732", "176500", "2953198"), ("14.648", "244500", "3581436")]


def test_sums_with_three_digits_behind_a_comma_are_thousands_whatever_a_percentage_says() -> None:
    assert pricings("""
        Description             Qty   Unit price           Amount
        Haul                  7.913      109,000          862,517
                              VAT 1,1%                      9,488
                              Total                       872,005
    """) == [("7.913", "109000", "862517")]


def test_what_a_head_names_is_read_even_if_it_does_not_close() -> None:
    found = solution("""
        Description             Qty        Price         Amount
        Transport                 3         4.00          25.00
        Chair                     2        12.00          30.00
                                    Total                 55.00
    """)
    assert found.table
    assert (found.table.roles.qty, found.table.roles.price, found.table.roles.amount) == (0, 1, 2)
    assert [entry.pricing for entry in found.items] == [None, None]


def test_a_net_price_with_the_rate_that_makes_the_amount_gross() -> None:
    found = solution("""
        Description            Qty      Net price      VAT %        Gross
        Chair                    3          10.00         20        36.00
        Lamp                     2          12.50         20        30.00
                                        Subtotal                    55.00
                                        VAT 20%                     11.00
                                        Total                       66.00
    """)
    assert [(str(e.pricing.qty), str(e.pricing.price), e.pricing.taxed) for e in found.items if e.pricing] == [
        ("3", "10.00", True),
        ("2", "12.50", True),
    ]


def test_a_rate_of_exchange_is_no_count() -> None:
    assert pricings("""
        Description               Price      Qty          Rate         Amount
        Freight                  875.00        2     16,104.00     28,182,000
        Trucking           2,202,000.00        2          1.00      4,404,000
                                                         Total     32,586,000
    """) == [("2", "14091000.0000", "28182000"), ("2", "2202000.00", "4404000")]


def test_a_payment_between_the_lines_is_none_of_them() -> None:
    found = solution("""
        Description                    Qty        Price         Amount
        Previous balance                                        603.34
        Payment - thank you                                    -603.34
        Cart                             1       246.51         246.51
        Bin                              2        27.58          55.16
                                           Total                301.67
    """)
    assert [entry.text for entry in found.items] == ["Cart", "Bin"]


def test_a_charge_that_is_counted_like_the_items_is_in_line_with_them() -> None:
    found = solution("""
        Qty     Description                Note        Amount
        2       Excavator, a week                     1218.00
        1       Light tower, a day                     203.00
        1       Service charge             PRICE        26.56
                                   Total              1447.56
    """)
    assert [(entry.amount.raw, entry.in_line) for entry in found.items][-1] == ("26.56", True)


def test_a_number_in_a_text_proves_no_decimal_sign_of_the_sums() -> None:
    assert pricings("""
        Description                Qty         Price         Amount
        Scale 2kg / 0.1gr            1     Rp178.000      Rp178.000
        Coffee                       2      Rp89.000      Rp178.000
                                       Total              Rp356.000
    """) == [("1", "178000", "178000"), ("2", "89000", "178000")]


def test_money_below_a_word_for_a_rate_is_no_rate() -> None:
    assert pricings("""
        Descrição              Qtd.    Preço un. c/ IVA     IVA        Total
        Quarto                    4             98,00 €     6 %     392,00 €
        Jantar                    6             22,50 €    13 %     135,00 €
                                                Total               527,00 €
    """) == [("4", "98.00", "392.00"), ("6", "22.50", "135.00")]


def test_an_amount_may_be_the_sum_of_those_above_it_by_chance() -> None:
    found = solution("""
        Number and plan                 Amount
        900178 Data                       9.00
        900749 Business                   9.00
        900238 Voice                     18.00
        900507 Data                      19.79
        Total                            55.79
    """)
    assert [str(entry.amount.value) for entry in found.items] == ["9.00", "9.00", "18.00", "19.79"]
    assert found.lines_close


def test_units_that_shift_the_quantities_make_no_columns_of_their_own() -> None:
    assert pricings("""
        Chair of oak                   8 MTR       141,000       1,128,000
        Table                        40 BUAH        19,500         780,000
        Lamp                        3 SACHETS     3,588,750      10,766,250
        Rug                            20 KG       505,000      10,100,000
                                          Total                 22,774,250
    """) == [
        ("8", "141000", "1128000"),
        ("40", "19500", "780000"),
        ("3", "3588750", "10766250"),
        ("20", "505000", "10100000"),
    ]


def test_a_unit_that_nobody_knows_shifts_the_quantity_out_of_its_column() -> None:
    assert pricings("""
        Description                Qty         Price         Amount
        Valve                        1         59.40          59.40
        Pipe                         4         10.00          40.00
        Sealant                2 flurb         98.30         196.60
                                       Total                 296.00
    """)[-1] == ("2", "98.30", "196.60")
