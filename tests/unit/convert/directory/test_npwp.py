import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakturo.convert.directory.npwp import belongs_to, doubt_about, head_office, nitku_of, tin_of


@pytest.mark.parametrize(
    ("written", "tin"),
    [
        ("01.234.567.4-012.000", "0012345674012000"),
        ("012345674012000", "0012345674012000"),
        ("0012 3456 7401 2000", "0012345674012000"),
        (" 3171234506900001 ", "3171234506900001"),
        ("0000000000000000", None),
        ("12345", None),
        ("12345678901234567", None),
        ("ID0012345674012", None),
        ("١٢٣٤٥٦٧٨٩٠١٢٣٤٥٦", None),
        ("", None),
        (None, None),
    ],
)
def test_a_tax_number_has_16_digits_however_it_is_written(written: str | None, tin: str | None) -> None:
    assert tin_of(written) == tin


@given(st.text(alphabet="0123456789.- /", max_size=30))
def test_whatever_is_taken_for_a_number_stays_it(written: str) -> None:
    tin = tin_of(written)
    assert tin is None or (len(tin) == 16 and tin.isdecimal() and tin_of(tin) == tin)


def test_a_place_of_business_belongs_to_its_taxpayer() -> None:
    tin = "0012345674012000"
    assert head_office(tin) == "0012345674012000000000"
    assert belongs_to(head_office(tin), tin)
    assert nitku_of("0012345674012000.000003") == "0012345674012000000003"
    assert not belongs_to("0012345674012001000003", tin)
    assert nitku_of("000003") is None
    assert nitku_of("0" * 22) is None


@pytest.mark.parametrize(
    ("tin", "is_doubtful"),
    [
        ("0012345674012000", False),
        ("0012345675012000", True),
        ("3171234506900001", False),
        ("3171236306900001", False),  # a woman's: 23 + 40
        ("3171239906900001", True),
        ("1091031210912281", False),
    ],
)
def test_a_mistyped_digit_is_a_doubt_and_no_more(tin: str, is_doubtful: bool) -> None:
    assert (doubt_about(tin) is not None) == is_doubtful


@given(st.integers(0, 8), st.integers(1, 9))
def test_one_wrong_digit_of_the_old_number_is_always_noticed(place: int, shift: int) -> None:
    digits = list("0012345674012000")
    digits[1 + place] = str((int(digits[1 + place]) + shift) % 10)
    assert doubt_about("".join(digits)) is not None
