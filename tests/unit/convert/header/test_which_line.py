"""Which line of a block is the party's name: labels, titles, persons and what stands below them."""

import pytest

from fakturo.convert.header.reader import Header, read_header
from tests.support.drawn import drawn

LETTERHEAD = """
^Ostermoor Tools Ltd
1 Dock Road
Hull HU1 1AA
www.ostermoor.example
"""


def _read(rest: str) -> Header:
    return read_header(drawn(LETTERHEAD + rest))


def _buyer(header: Header) -> tuple[str | None, bool]:
    """The buyer, and whether it is sure."""
    doubts = {issue.code for issue in header.issues if issue.code.startswith("BUYER")}
    return header.buyer.name.value if header.buyer.name else None, not doubts


@pytest.mark.parametrize(
    ("first", "second", "buyer"),
    [
        ("Tamsin Ferrow", "Bexwell Primary School", "Bexwell Primary School"),
        ("Tamsin Ferrow", "Hotel Bexwell", "Hotel Bexwell"),
        ("Tamsin Ferrow-Lodge", "Bexwell e.K.", "Bexwell e.K."),
        ("Tamsin Ferrow", "Steuerkanzlei Bexwell", "Steuerkanzlei Bexwell"),
        ("Bill Ferrow", "Bexwell Cooke Ltd", "Bexwell Cooke Ltd"),
        ("Direksi CV. Bexwell", "Gedung Ferrow", "CV. Bexwell"),
        ("Tamsin Ferrow", "Block G, Oakfield Campus", "Tamsin Ferrow"),
        ("Bexwell Primary School", "Tamsin Ferrow", "Bexwell Primary School"),
    ],
)
def test_of_two_names_the_company_is_the_buyer_whichever_comes_first(first: str, second: str, buyer: str) -> None:
    header = _read(f"\nBill to:\n{first}\n{second}\n2 High Street\nLondon N1 1AA\n")
    assert _buyer(header)[0] == buyer


@pytest.mark.parametrize(("first", "second"), [("Tamsin Ferrow", "Bexwell Cooke"), ("Vorbatadress", "Tamsin Ferrow")])
def test_a_name_above_another_is_in_doubt_where_either_may_be_meant(first: str, second: str) -> None:
    header = _read(f"\nBill to:\n{first}\n{second}\n2 High Street\nLondon N1 1AA\n")
    assert not _buyer(header)[1]


def test_a_title_in_larger_type_is_not_the_buyer_below_it() -> None:
    header = _read("\n\n^Vorbatrechnung\nKirkbrigg Farm Ltd\n2 High Street\nLondon N1 1AA\n")
    assert _buyer(header)[0] == "Kirkbrigg Farm Ltd"


def test_a_phrase_with_the_invoice_number_names_nobody() -> None:
    header = _read("\n\nVorbat W-339\nTamsin Ferrow\n2 High Street\nLondon N1 1AA\n\nInvoice no: W-339\n")
    assert _buyer(header)[0] == "Tamsin Ferrow"


def test_a_name_behind_its_label_may_begin_as_a_greeting_does() -> None:
    assert _buyer(_read("\nCustomer: An Binh Phat Co., Ltd\n"))[0] == "An Binh Phat Co., Ltd"


def test_a_label_that_says_little_is_enough_below_a_sellers_own_letterhead() -> None:
    assert _buyer(_read("\nCompany\nTamsin Ferrow\n2 High Street\nLondon N1 1AA\n")) == ("Tamsin Ferrow", True)


def test_what_a_bill_is_for_is_not_its_buyer() -> None:
    header = _read("\nTo:                 For:\nTamsin Ferrow       Site visit\n2 High Street\nLondon N1 1AA\n")
    assert _buyer(header)[0] == "Tamsin Ferrow"


def test_a_label_in_a_column_has_the_value_at_its_height() -> None:
    header = _read(
        """
Kirkbrigg Farm Ltd           Invoice no:    326283
2 High Street                Date:          29/03/2026
London N1 1AA                Account:       H532
                             Rep:           Tamsin Ferrow
"""
    )
    assert _buyer(header)[0] == "Kirkbrigg Farm Ltd"


def test_a_name_that_begins_with_its_form_is_no_label_with_a_name_behind_it() -> None:
    header = _read("\n\nSyndicat des copropriétaires Bexwell\n2 rue Haute\n75001 Paris\n")
    assert _buyer(header)[0] == "Syndicat des copropriétaires Bexwell"


def test_below_a_letterhead_all_addresses_stand() -> None:
    """So that it speaks for none of them."""
    header = _read(
        """

Tamsin Ferrow
2 High Street
London N1 1AA

                             Bexwell Cooke
                             4 High Street
                             London N1 1AA
"""
    )
    assert not _buyer(header)[1]


def test_who_is_named_again_as_the_patient_is_rather_the_buyer_than_the_practice() -> None:
    header = _read(
        """

Tamsin Ferrow                Praktijkadres
2 High Street                Bexwell Dental Ltd
London N1 1AA                4 High Street
                             London N1 1AA

Patient:      Tamsin Ferrow
"""
    )
    assert _buyer(header)[0] == "Tamsin Ferrow"


def test_a_companys_name_has_no_colon() -> None:
    header = _read("\n\nVorbat: Kirkbrigg Farm Ltd\n2 High Street\nLondon N1 1AA\n")
    assert _buyer(header)[0] == "Kirkbrigg Farm Ltd"


def test_what_stands_below_the_letterheads_name_is_nobody_elses_address() -> None:
    page = """
    ^Dapur Yardcole
    Catering industri, snack box
    Ruko Palmeria Blok L2 No. 15 Bekasi 17574

    Kpd Yth:
    PT Kirkbrigg Manufacturing
    Pergudangan Permai Blok N-57
    Bekasi 17574, Jawa Barat
    """
    header = read_header(drawn(page))
    assert header.seller.name is not None
    assert (header.seller.name.value, _buyer(header)[0]) == ("Dapur Yardcole", "PT Kirkbrigg Manufacturing")


def test_a_line_that_begins_with_a_number_is_no_readers_name() -> None:
    header = _read("\n\n27-8 Minamidai, Kita-ku\nTokyobashi 107-0021, Japan\n")
    assert _buyer(header)[0] is None


@pytest.mark.parametrize("mail", ["tamsin.ferrow@post.example", ""])
def test_a_slogan_above_a_person_is_no_seller_for_sure(mail: str) -> None:
    header = read_header(
        drawn(f"""
^Better gardens for everybody
Tamsin Ferrow
1 Dock Road
Hull HU1 1AA
{mail}

Bill to:
Kirkbrigg Farm Ltd
2 High Street
London N1 1AA
""")
    )
    assert header.seller.name
    doubted = "SELLER_DOUBTFUL" in {issue.code for issue in header.issues}
    assert doubted or header.seller.name.value == "Tamsin Ferrow"


def test_a_label_with_a_value_beside_it_is_no_name() -> None:
    header = _read("\nReceiver:  Tamsin Ferrow\nBuyer      the same one\nOrder      none\n")
    assert not (_buyer(header)[0] == "Buyer" and _buyer(header)[1])
