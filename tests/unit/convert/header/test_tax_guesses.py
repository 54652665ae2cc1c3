"""Tax numbers behind words that nobody knows: by the shape that a country prescribes, and what else speaks for them."""

import pytest

from fakturo.convert.header.reader import Header, read_header
from fakturo.convert.header.tax_ids.shapes import fits, shaped_in
from tests.support.drawn import drawn

PAGE = """{seller}

Bill to:
{buyer}

Invoice no: 1747
Date: 3 May 2024

Description            Qty       Price      Amount
Work                   2         50.00      100.00
Total                                       100.00

{foot}
"""


def header_of(seller: str, buyer: str = "Somebody Ltd", foot: str = "") -> Header:
    return read_header(drawn(PAGE.format(seller=seller, buyer=buyer, foot=foot)))


def ids_of(header: Header) -> tuple[str | None, str | None]:
    seller, buyer = header.seller.tax_id, header.buyer.tax_id
    return seller.value if seller else None, buyer.value if buyer else None


def doubts_of(header: Header) -> set[str]:
    return {issue.code for issue in header.issues if "TAX_ID" in issue.code}


@pytest.mark.parametrize(
    ("seller", "buyer", "ids"),
    [
        (
            "Wombat Pty Ltd\n1 Main St\nSydney NSW 2000\nZorp 51 824 753 556",
            "Echidna Pty Ltd\n2 High St\nPerth WA 6000\nZorp 53 004 085 616",
            ("51 824 753 556", "53 004 085 616"),
        ),
        (
            "Siam Co., Ltd.\n99 Bangna Rd\nBangkok\nThailand\nZorp: 0105551234567",
            "Somebody Ltd",
            ("0105551234567", None),
        ),
        (
            "Jaime Olmo Vidal\n24141347B\nCalle Mayor 3\n08015 Barcelona\nEspaña",
            "Hermanos Almazara Vieja del Sur S.L.\nE64648718\nCalle Real 94\n08015 Barcelona\nEspaña",
            ("24141347B", "E64648718"),
        ),
    ],
)
def test_shape_and_country_make_a_number_sure(seller: str, buyer: str, ids: tuple[str | None, str | None]) -> None:
    header = header_of(seller, buyer)
    assert ids_of(header) == ids
    assert not doubts_of(header)


def test_a_plain_number_of_the_right_length_is_told() -> None:
    header = header_of("Karoo (Pty) Ltd\n1 Long Street\nCape Town 8001\nSouth Africa\nZorp: 4123456789")
    assert doubts_of(header) == {"SELLER_TAX_ID_DOUBTFUL"}


@pytest.mark.parametrize("line", ["Tel 0105551234567", "Account no. 0105551234567", "Customer no. 0105551234567"])
def test_phones_accounts_and_numbers_of_their_own_name_are_none(line: str) -> None:
    header = header_of(f"Siam Co., Ltd.\n99 Bangna Rd\nBangkok\nThailand\n{line}")
    assert ids_of(header) == (None, None)
    assert not doubts_of(header)


def test_a_number_of_no_country_on_the_page_is_none() -> None:
    assert ids_of(header_of("Blue LLC\n1 Elm St\nAustin, TX 78701\nZorp: 96.784.726-1")) == (None, None)


@pytest.mark.parametrize(
    ("country", "right", "wrong"),
    [
        ("AU", "51 824 753 556", "51 824 753 557"),
        ("TR", "1234567890", "1234567891"),
        ("CL", "76.086.428-5", "76.086.428-6"),
        ("PL", "526-104-08-28", "526-104-08-29"),
        ("PT", "501964843", "501964844"),
        ("IT", "00743110157", "00743110158"),
        ("KR", "120-81-47521", "120-81-47522"),
    ],
)
def test_check_digits(country: str, right: str, wrong: str) -> None:
    checked = [any(one.checked for one in shaped_in(text) if one.country == country) for text in (right, wrong)]
    assert checked == [True, False]
    assert fits(country, right)


def test_dotted_letters_are_no_phone() -> None:
    header = header_of("Hnos. Golondrina\nC/ Alfareros, 95\n08063 Barcelona\nEspaña\nZ.O.F. B53555287")
    assert ids_of(header) == ("B53555287", None)


def test_where_a_company_has_one_number_the_registers_is_the_taxs() -> None:
    header = header_of("Carmel Ridge Ltd.\nHolon, Israel\nCompany No. 514294278", "Etrog\nCompany No. 519634312")
    assert ids_of(header) == ("514294278", "519634312")
    assert not doubts_of(header)
    assert ids_of(header_of("Wombat Ltd\nLondon\nUnited Kingdom\nCompany No. 514294278")) == (None, None)


def test_a_number_of_the_register_written_as_the_taxs_is_the_taxs() -> None:
    header = header_of("Guan Heng Sdn Bhd\nJohor, Malaysia\nZorp Registration No. : W10-6936-85254997")
    assert ids_of(header) == ("W10-6936-85254997", None)


def test_a_phone_below_the_country_of_an_address_is_no_number_of_another_country() -> None:
    """It has the check digit of an Italian one by chance."""
    buyer = "Jean Petit\n12850 Onet\nFrance\n33781174131"
    header = header_of("Moda Europa B.V.\nVia Volta 34\n30022 Ceggia\nItaly", buyer)
    assert ids_of(header)[1] is None


def test_plain_digits_with_the_right_check_digit_are_not_sure_though_printed_twice() -> None:
    """One in eleven has it by chance: here a buyer's order."""
    header = header_of("Sao Mai Co., Ltd\nHa Noi\nViet Nam", foot="Lot W26 4501431944\n\nLot W26 4501431944")
    assert header.seller.tax_id is None or doubts_of(header) == {"SELLER_TAX_ID_DOUBTFUL"}


def test_a_labelled_number_that_is_short_is_told_and_never_sure() -> None:
    header = header_of("Abc Rafverk ehf.\nVAT no. 42385")
    assert ids_of(header) == ("42385", None)
    assert doubts_of(header) == {"SELLER_TAX_ID_DOUBTFUL"}


def test_what_may_be_a_tax_number_behind_unknown_words_is_a_doubt() -> None:
    header = header_of("Abc Ltd", foot="Vorbat-Zorp: IX918273645")
    assert ids_of(header) == (None, None)
    assert doubts_of(header) == {"SELLER_TAX_ID_DOUBTFUL"}


def test_letters_and_a_number_behind_a_strange_word_and_no_are_doubted() -> None:
    header = header_of(
        "Demo Werkstatt GmbH\nWattgasse 48\n1170 Wien", foot="Demo Werkstatt GmbH\nZORP-Nr: AT 123456789"
    )
    assert ids_of(header) == (None, None)
    assert doubts_of(header) == {"SELLER_TAX_ID_DOUBTFUL"}
