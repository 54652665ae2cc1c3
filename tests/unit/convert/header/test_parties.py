"""Names, addresses and tax numbers."""

import pytest

from fakturo.convert.header.parties.legal_form import bare, legal_end
from fakturo.convert.header.parties.lines import attention, is_name, is_postal, on_one_line, postal_country
from fakturo.convert.header.parties.party import name_text
from fakturo.convert.header.reader import read_header
from fakturo.convert.header.scene import scene_of
from tests.support.drawn import drawn
from tests.support.sheets import sheet_from


@pytest.mark.parametrize(
    "text",
    [
        "80333 München",
        "D-63571 Gelnhausen",
        "3012 CN Rotterdam",
        "London SW1A 1AA",
        "Austin, TX 78701",
        "Customer Town, ST 12345",
        "Bandung 40111",
        "Pune - 411001",
        "Bekasi 17574, Jawa Barat",
        "Bondi NSW 2026",
        "4000-123 Porto",
        "3 place Vendôme 75001 Paris",
    ],
)
def test_a_line_with_postcode_and_town_is_known(text: str) -> None:
    assert is_postal(text)


@pytest.mark.parametrize("text", ["14 Feb 2024", "INV-0042", "Tel. 0113 496 0000", "Hauptstraße 12", "Total 1.250,00"])
def test_other_lines_with_digits_are_no_town(text: str) -> None:
    assert not is_postal(text)


def test_a_postcode_tells_its_country() -> None:
    assert postal_country("D-63571 Gelnhausen") == "DE"
    assert postal_country("Leeds LS1 4AB") == "GB"
    assert postal_country("Austin, TX 78701") == "US"
    assert postal_country("80333 München") is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Abc GmbH & Co. KG, Ecke 2", "Abc GmbH & Co. KG"[:-1] + "G"),
        ("Free SAS au capital de 10 000 Euros", "Free SAS"),
        ("ROSSI S.R.L. - Milano", "ROSSI S.R.L"),
        ("their company data", ""),
        ("as agreed", ""),
        ("Odell Ag Parts Pty Ltd", "Odell Ag Parts Pty Ltd"),
        ("Odell Ag Parts P/L", "Odell Ag Parts P/L"),
        ("Smith & Co Builders Ltd", "Smith & Co Builders Ltd"),
        ("Abc Ltd Beta Road", "Abc Ltd"),
    ],
)
def test_a_name_ends_with_its_legal_form(text: str, name: str) -> None:
    assert text[: legal_end(text)] == name


def test_a_sender_line_holds_name_and_address() -> None:
    assert on_one_line("Abc GmbH · Ecke 12 · 12345 Stadt") == ("Abc GmbH", "Ecke 12, 12345 Stadt")
    assert on_one_line("Austin, TX 78701") is None


def test_sentences_greetings_and_contacts_are_no_names() -> None:
    assert is_name("de Lattre Alexis")
    assert not is_name("encaissements")
    assert not is_name("Dat betaal ik zelf wel.")
    assert not is_name("www.abc.example")
    assert attention("T.a.v. mevr. Jansen") == "mevr. Jansen"
    assert attention("Attachment GmbH") is None


def test_names_are_compared_without_legal_form_and_accents() -> None:
    assert bare("PT. Maju Jaya Tbk") == bare("PT Maju Jaya") == "majujaya"


def test_seller_and_buyer_have_address_country_and_tax_number() -> None:
    header = read_header(
        drawn(
            """
            Van Dijk Techniek B.V.
            Industrieweg 10
            3542 AD Utrecht
            Nederland
            BTW NL123456789B01

            Factuuradres
            Bakkerij De Molen BVBA
            T.a.v. mevr. Jansen
            Kerkstraat 1
            9000 Gent
            België
            BTW BE0123456789
            """
        )
    )
    seller, buyer = header.seller, header.buyer
    assert seller.address
    assert seller.address.value == "Industrieweg 10, 3542 AD Utrecht, Nederland"
    assert seller.country
    assert seller.country.value == "NL"
    assert seller.tax_id
    assert seller.tax_id.value == "NL123456789B01"
    assert buyer.name
    assert buyer.name.value == "Bakkerij De Molen BVBA"
    assert buyer.address
    assert buyer.address.value == "Kerkstraat 1, 9000 Gent, België"
    assert buyer.country
    assert buyer.country.value == "BE"
    assert buyer.tax_id
    assert buyer.tax_id.value == "BE0123456789"


def test_of_two_unlabelled_blocks_alike_the_first_sells() -> None:
    header = read_header(
        drawn(
            """
            Alpha Werke GmbH                    Beta Werke GmbH
            Weg 1                               Weg 2
            10115 Berlin                        10117 Berlin
            """
        )
    )
    assert header.seller.name
    assert header.buyer.name
    assert (header.seller.name.value, header.buyer.name.value) == ("Alpha Werke GmbH", "Beta Werke GmbH")


def test_the_ship_to_address_is_not_the_buyer() -> None:
    header = read_header(
        drawn(
            """
            Ship To                  Bill To
            Depot Nord Ltd           Office South Ltd
            1 Dock Rd                2 High St
            Hull HU1 1AA             London N1 1AA
            """
        )
    )
    assert header.buyer.name
    assert header.buyer.name.value == "Office South Ltd"


def test_a_senders_line_may_have_numbers_behind_its_address() -> None:
    line = "Glasnet van der Yard, Dorpsstraat 14 hs, 6572 UZ Nijmeer - KvK 43284614"
    assert on_one_line(line) == ("Glasnet van der Yard", "Dorpsstraat 14 hs, 6572 UZ Nijmeer")


@pytest.mark.parametrize(
    "text", ["110 Quay Street, Dundalk, Co. Louth  VAT IE1234567T", "110 Quay Street, Dundalk, Co."]
)
def test_a_county_is_no_legal_form_and_an_address_no_name(text: str) -> None:
    assert not is_name(text[: legal_end(text)] or text)


def test_a_company_with_a_comma_before_its_form_is_one() -> None:
    assert legal_end("Shenzhen Abc Electronics, Co., Ltd.")
    assert legal_end("Abc Electronics, Co. Ltd")


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("株式会社みどり商店 御中", "株式会社みどり商店"),
        ("다온식품 귀하", "다온식품"),
        ("주식회사 푸른나무 귀중", "주식회사 푸른나무"),
        ("山田花子 様", "山田花子"),
        ("卖方：宁波海风进出口有限公司", "宁波海风进出口有限公司"),
        ("請求先：株式会社みどり商店 御中", "株式会社みどり商店"),
        ("Abc Ltd", "Abc Ltd"),
    ],
)
def test_a_name_is_told_without_what_honours_it_and_without_its_label(line: str, name: str) -> None:
    (spot,) = scene_of([sheet_from(line)], None).spots
    assert name_text(spot) == name
