"""Whose a tax number is, where no word before it says so."""

import pytest

from fakturo.convert.header import Header, read_header
from tests.support.drawn import drawn

ITEMS = """
Description            Qty       Price      Amount
Work                   2         50.00      100.00
Total                                       £100.00
"""


def ids_of(header: Header) -> tuple[str | None, str | None]:
    seller, buyer = header.seller.tax_id, header.buyer.tax_id
    return seller.value if seller else None, buyer.value if buyer else None


def doubts_of(header: Header) -> set[str]:
    return {issue.code for issue in header.issues if "TAX_ID" in issue.code}


def test_columns_of_two_parties_may_hold_numbers_of_two_lengths() -> None:
    page = """
        Tax Invoice 17                 Date: 3 May 2024

                       Seller                    Buyer
        Name           North Signs Ltd           Belforte S.r.l.
        VAT number     GB 123 4567 89            88-4412-99317
        Address        1 High Street             Via Roma 3
        """
    header = read_header(drawn(page + ITEMS))
    assert ids_of(header) == ("GB123456789", "88441299317")


def test_a_partys_label_before_the_numbers_of_a_row_owns_them() -> None:
    page = """
        North Signs Ltd
        1 High Street
        Leeds LS1 4AB

        Invoice 17     Date: 3 May 2024

                                   Customer:    Reg. no. 4411    VAT no. GB 987 6543 21
                                                South Cafe Ltd
                                                2 Low Street
                                                York YO1 7HH
        """
    header = read_header(drawn(page + ITEMS + "\nNorth Signs Ltd  VAT no. GB 123 4567 89"))
    assert ids_of(header) == ("GB123456789", "GB987654321")
    assert not doubts_of(header)


def test_a_number_of_who_gets_the_goods_is_nobodys() -> None:
    page = """
        North Signs Ltd
        1 High Street
        Leeds LS1 4AB
        VAT no. GB 123 4567 89

        Deliver to:
        West Stores Ltd
        7 Mid Street
        Hull HU1 2AA
        VAT no. GB 555 1234 11

        Bill to:
        South Cafe Ltd
        2 Low Street
        York YO1 7HH
        VAT no. GB 987 6543 21

        Invoice 17     Date: 3 May 2024
        """
    header = read_header(drawn(page + ITEMS))
    assert ids_of(header) == ("GB123456789", "GB987654321")
    assert not doubts_of(header)


@pytest.mark.parametrize("label", ["VAT no.", "Supplier VAT no."])
def test_on_a_self_billed_invoice_the_letterheads_number_is_the_buyers(label: str) -> None:
    page = f"""
        North Metals Ltd
        1 High Street, Leeds LS1 4AB   VAT GB 123 4567 89

        SELF-BILLED INVOICE 17         Date: 3 May 2024

        Supplier
        South Scrap Ltd
        2 Low Street
        York YO1 7HH
        {label} GB 987 6543 21
        """
    header = read_header(drawn(page + ITEMS))
    assert ids_of(header) == ("GB987654321", "GB123456789")
    assert not doubts_of(header)


def test_a_number_listed_beside_the_customers_is_the_customers_where_the_foot_has_the_sellers() -> None:
    page = """
        Papelera S.A.U.

        Nuria Cansino
        Calle Mayor 3
        08015 Barcelona

        Invoice number:    289-KF24
        Invoice date:      3 May 2024
        NIF:               65875338R
        Customer number:   15611396
        """
    foot = "\nPapelera S.A.U., Calle Real 9, 08052 Barcelona. C.I.F. A22126872."
    header = read_header(drawn(page + ITEMS + foot))
    assert ids_of(header) == ("A22126872", "65875338R")
    alone = read_header(drawn(page + ITEMS + "\nPapelera S.A.U., Calle Real 9, 08052 Barcelona."))
    assert ids_of(alone) == ("65875338R", None)


def test_the_number_of_a_document_is_no_tax_number() -> None:
    page = "North Signs Ltd\n1 High Street\nLeeds LS1 4AB\n\nInvoice: SI-7111-2024\nRef: INV-GB-27452139-2024-439\n"
    assert ids_of(read_header(drawn(page + ITEMS))) == (None, None)


def test_a_number_may_have_two_names() -> None:
    page = "North Signs Ltd\n1 High Street\nLeeds LS1 4AB\nVAT no. and X.Y. 88441299\n\nInvoice 17\nDate: 3 May 2024\n"
    assert ids_of(read_header(drawn(page + ITEMS)))[0] == "88441299"
