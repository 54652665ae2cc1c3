"""What of a party's lines is its address."""

import pytest

from fakturo.convert.header.parties.party import address_text


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["12 Mill Road,", "Leeds LS1 4AB"], "12 Mill Road, Leeds LS1 4AB"),
        (["Address: 12 Mill Road", "Leeds LS1 4AB"], "12 Mill Road, Leeds LS1 4AB"),
        (["Alamat : Jl. Merpati No. 8", "Kota: Bekasi 17315"], "Jl. Merpati No. 8, Bekasi 17315"),
        (["12 Mill Road, Leeds LS1 4AB. Registered in England"], "12 Mill Road, Leeds LS1 4AB"),
        (["12 St. Mary Road, Leeds LS1 4AB. United Kingdom"], "12 St. Mary Road, Leeds LS1 4AB. United Kingdom"),
        (["Jl. Raya Serpong Km. 7, Tangerang 15310"], "Jl. Raya Serpong Km. 7, Tangerang 15310"),
    ],
)
def test_an_address_has_neither_its_label_nor_what_follows_it(lines: list[str], expected: str) -> None:
    assert address_text(lines) == expected
