"""How amounts come about: counts, prices, discounts and taxes, in columns."""

from tests.unit.convert.solve.test_solution import deals, solution


def test_two_counts_and_a_price() -> None:
    assert deals("""
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
    assert [str(entry.deal.discount) for entry in found.items if entry.deal] == ["2538.00", "92880.00"]


def test_amounts_without_their_tax_are_the_lines_where_both_are_printed() -> None:
    assert deals("""
        Artikel        Aantal      Tarief     BTW-bedrag     BTW-bedrag     Incl. BTW
        Handschoen         40       26.17        1046.80         219.83       1266.63
        Papier              3        7.99          23.97           5.03         29.00
                                     Totaal excl. BTW                         1070.77
                                     BTW 21%                                   224.86
                                     Totaal incl. BTW                         1295.63
    """) == [("40", "26.17", "1046.80"), ("3", "7.99", "23.97")]


def test_a_currency_tells_the_price_from_the_quantity() -> None:
    assert deals("""
        Description            Zorp        Blurb           Amount
        Cable             Rp151.300            3        Rp453.900
        Coffee             Rp48.000            1         Rp48.000
                                           Total        Rp501.900
    """) == [("3", "151300", "453900"), ("1", "48000", "48000")]


def test_where_money_has_no_cents_decimals_are_the_quantitys() -> None:
    assert deals("""
        Description            Zorp        Blurb           Amount
        Haul                 16.732      176,500        2,953,198
        Haul back            14.648      244,500        3,581,436
                                           Total        6,534,634
    """) == [("16.732", "176500", "2953198"), ("14.648", "244500", "3581436")]


def test_sums_with_three_digits_behind_a_comma_are_thousands_whatever_a_percentage_says() -> None:
    assert deals("""
        Description             Qty   Unit price           Amount
        Haul                  7.913      109,000          862,517
                              VAT 1,1%                      9,488
                              Total                       872,005
    """) == [("7.913", "109000", "862517")]


def test_a_tax_code_below_its_head_makes_no_tax_of_an_item() -> None:
    found = solution("""
        Description        Qty        Unit price       VAT       Amount
        Paper                3             10.00       VAT        30.00
        Lamp                                 5.00      VAT         5.00
                                  Total                           35.00
    """)
    assert [entry.text for entry in found.items] == ["Paper VAT", "Lamp VAT"]
