"""What a document's number looks like, and what only resembles one."""

import pytest

from fakturo.convert.header.number.shape import code_in


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (": INV-17", "INV-17"),
        ("# RE-20140519/499 vom 19.05.2014", "RE-20140519/499"),
        ("2024 / 001", "2024/001"),
        ("INV 17", "INV 17"),
        ("12 345 678", "12 345 678"),
        ("80 1234 5678 9012", "80 1234 5678 9012"),
        ("90012345 / 15.04.2024", "90012345"),
        ("9001123/05.03.2024", "9001123"),
        ("471102 vom 05.03.2018", "471102"),
        ("012/MJA/III/2025", "012/MJA/III/2025"),
        ("125/2024 del 15/03/2024", "125/2024"),
        ("invoice_number_1", "invoice_number_1"),
        ("42", "42"),
        ("A-2024/033.", "A-2024/033"),
        ("(0042)", "0042"),
        ("č.FV5040017", "FV5040017"),
        ("zq.FV5040017", "FV5040017"),
        ("Zrp:17/24", "17/24"),
        ("FV.5040017", "FV.5040017"),
        ("N.º 15/2024", "15/2024"),
        ("NO-1754", "NO-1754"),
    ],
)
def test_a_number_is_cut_from_its_text(text: str, value: str) -> None:
    code = code_in(text)
    assert code is not None
    assert code.value == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "of packages",
        "05.03.2024",
        "5 March 2024",
        "DE12 5205 0353 0000 1234 56",
        "+49 551 123456",
        "(555) 010-0199",
        "Rp262.000",
        "EUR 10.00",
        "€ 12",
        "19%",
        "should be quoted",
        "me@abc.example",
        "1 of 2",
        "1 VON 12",
    ],
)
def test_dates_accounts_phones_and_money_are_no_numbers(text: str) -> None:
    assert code_in(text) is None


def test_a_year_or_an_amount_is_a_poor_number() -> None:
    year, amount, number = code_in("2024"), code_in("1.234,56"), code_in("20240017")
    assert year is not None
    assert amount is not None
    assert number is not None
    assert amount.quality < year.quality < number.quality
