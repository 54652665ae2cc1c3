"""Labels in words that no vocabulary has are not taken for names, and what they head is still found."""

import pytest

from fakturo.convert.header.parties.captions import is_caption
from fakturo.convert.header.parties.legal_form import is_named_in, legal_name
from fakturo.convert.header.reader import Header, read_header
from tests.support.drawn import drawn


def _names(header: Header) -> tuple[str | None, str | None]:
    seller, buyer = header.seller.name, header.buyer.name
    return seller.value if seller else None, buyer.value if buyer else None


def _doubts(header: Header) -> set[str]:
    return {issue.code for issue in header.issues if issue.field in {"seller.name", "buyer.name"}}


@pytest.mark.parametrize("text", ["Details of recipient", "Rechnungsadresse", "Sales order invoice"])
def test_what_is_made_of_label_words_is_a_caption(text: str) -> None:
    assert is_caption(text)


@pytest.mark.parametrize("text", ["Lindenbruch Medien", "Invoice Ltd", "M. E.", "Kirkbrigg Logistics"])
def test_a_name_is_no_caption(text: str) -> None:
    assert not is_caption(text)


def test_an_unknown_word_set_like_the_known_label_beside_it_is_a_label() -> None:
    header = read_header(
        drawn(
            """
            ^Ostermoor Tools Ltd
            1 Dock Road
            Hull HU1 1AA

            *Vorbat*                    *Deliver* *to*
            Tamsin Ferrow             Kirkbrigg Farm
            2 High Street             9 Mill Lane
            London N1 1AA             Leeds LS1 1AA
            """
        )
    )
    assert _names(header)[0] == "Ostermoor Tools Ltd"
    assert _names(header)[1] == "Tamsin Ferrow" or "BUYER_DOUBTFUL" in _doubts(header)


def test_two_columns_headed_alike_have_captions_whatever_they_say() -> None:
    header = read_header(
        drawn(
            """
            *Grixel*                    *Vorbat*
            Ostermoor Tools Ltd       Tamsin Ferrow
            1 Dock Road               2 High Street
            Hull HU1 1AA              London N1 1AA
            """
        )
    )
    assert _names(header) == ("Ostermoor Tools Ltd", "Tamsin Ferrow")


def test_what_a_label_of_any_meaning_heads_is_rather_the_buyer() -> None:
    header = read_header(
        drawn(
            """
            Ostermoor Tools Ltd       Vorbat:
            1 Dock Road               Kirkbrigg Farm Ltd
            Hull HU1 1AA              2 High Street
                                      London N1 1AA
            """
        )
    )
    assert _names(header) == ("Ostermoor Tools Ltd", "Kirkbrigg Farm Ltd")


def test_a_list_of_labelled_values_is_no_address() -> None:
    header = read_header(
        drawn(
            """
            ^Ostermoor Tools Ltd
            1 Dock Road, Hull HU1 1AA

            Order no.       FOB Semarang 4
            Invoice no.     Harrow 12
            Customer no.    20115
            """
        )
    )
    assert header.buyer.name is None


def test_the_one_other_company_in_the_head_is_the_buyer() -> None:
    header = read_header(
        drawn(
            """
            ^Ostermoor Tools Ltd
            1 Dock Road, Hull HU1 1AA

            VORBAT    Kirkbrigg Farm Ltd
            """
        )
    )
    assert _names(header) == ("Ostermoor Tools Ltd", "Kirkbrigg Farm Ltd")


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Odunsi Ag Parts Pty Ltd", "Odunsi Ag Parts Pty Ltd"),
        ("Yardcole & Co Lawyers Ltd", "Yardcole & Co Lawyers Ltd"),
        ("Cóndor Azul S.A.C.", "Cóndor Azul S.A.C."),
        ("Al Waha Co. for Contracting", "Al Waha Co. for Contracting"),
        ("managed by CV. Garuda Samudra", "CV. Garuda Samudra"),
        ("Athlone, Co. Westmeath", None),
        ("Yardcole & Sons Joinery Ltd", "Yardcole & Sons Joinery Ltd"),
        ("Yardcole Co-op Stores Ltd", "Yardcole Co-op Stores Ltd"),
        ("Sanitair & CV Yardcole", None),
        ("Yardcole Rechtsanwälte PartG mbB", "Yardcole Rechtsanwälte PartG mbB"),
        ("EURL Yardcole", "EURL Yardcole"),
    ],
)
def test_a_name_ends_where_its_last_legal_form_does(line: str, name: str | None) -> None:
    assert (legal_name(line) or "").rstrip(".") == (name or "").rstrip(".")


@pytest.mark.parametrize(
    ("text", "named"),
    [("for Blue Mesa Ltd", True), ("Rechnungs-Nr. 5", False), ("we repair blue mesas", False), ("BLUE MESA", True)],
)
def test_a_name_is_repeated_by_whole_words_that_begin_large(text: str, *, named: bool) -> None:
    assert is_named_in("rechnung" if "Rechnung" in text else "bluemesa", text) is named
