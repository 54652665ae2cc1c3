"""How sure a name, a tax number and a currency are: by kinds of evidence, and by what speaks against it."""

import pytest

from fakturo.convert.header.parties.legal_form import before_trade_name, legal_name
from fakturo.convert.header.reader import Header, read_header
from fakturo.convert.invoice import Kind
from tests.support.drawn import drawn

ITEMS = """
Description            Qty       Price      Amount
Work                   2         50.00      100.00
Total                                       {total}
"""


def codes(header: Header) -> set[str]:
    return {issue.code for issue in header.issues}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("abc.example is a service of Abc Retail Limited, Unit 3", "Abc Retail Limited"),
        ("Hotel Seeblick - Betreiber: Seeblick Betriebs GmbH, Seestr. 1", "Seeblick Betriebs GmbH"),
        ("Cerâmica do Vouga, Lda.", "Cerâmica do Vouga, Lda."),
        ("Drewno Sp. z o.o.", "Drewno Sp. z o.o."),
        ("abc tools Ltd", "abc tools Ltd"),
        ("Leeds LS10 1AB", None),
        ("TREGU ME SHUMICE", None),
        ("PADARIA SERRANA ME", "PADARIA SERRANA ME"),
        ("Kopshti i Gjelbër Sh.p.k., Rruga B", "Kopshti i Gjelbër Sh.p.k."),
        ("talk to our partners", None),
    ],
)
def test_a_name_is_found_inside_a_line(text: str, name: str | None) -> None:
    assert legal_name(text) == name


def test_a_trade_name_is_not_the_owners() -> None:
    assert before_trade_name("Mulga Pty Ltd t/as Corner Print") == "Mulga Pty Ltd"
    assert before_trade_name("Contact us") == "Contact us"


def test_a_bare_name_at_the_top_is_surer_if_more_speaks_for_it() -> None:
    page = "Bolt Works\n\nInvoice 17\nDate: 3 May 2024\n\nBill to: Jane Roe Ltd\n\n" + ITEMS.format(total="£100.00")
    bare, told = (read_header(drawn(page + more)) for more in ("", "\nCheques to Bolt Works, info@boltworks.example"))
    assert bare.seller.name
    assert told.seller.name
    assert bare.seller.name.value == told.seller.name.value == "Bolt Works"
    assert bare.seller.name.evidence.confidence <= told.seller.name.evidence.confidence
    assert "SELLER_DOUBTFUL" not in codes(told)


def test_a_brand_is_doubted_where_a_registered_company_stands_at_the_foot() -> None:
    page = "^Seaview Rooms\n\nInvoice 17\nDate: 3 May 2024\n\nBill to: Jane Roe Ltd\n\n" + ITEMS.format(total="£100.00")
    foot = "\n\nStay at Seaview Rooms again\nHarbour Leisure Limited   Registered in England 01234   VAT GB 123 4567 89"
    header = read_header(drawn(page + foot))
    assert "SELLER_DOUBTFUL" in codes(header)


@pytest.mark.parametrize(
    ("hint", "currency"),
    [
        ("GST No: 98-765-432", "NZD"),
        ("Phone +61 2 5550 1234, office@north.example.au", "AUD"),
        ("office@north.example.ca - GST 5 %", "CAD"),
        ("Federal Tax ID 84-1234567", "USD"),
    ],
)
def test_the_sellers_country_says_which_dollar_is_meant(hint: str, currency: str) -> None:
    page = f"North Signs Ltd\n{hint}\n\nInvoice 17\nDate: 3 May 2024\n" + ITEMS.format(total="$100.00")
    header = read_header(drawn(page))
    assert header.currency
    assert header.currency.value == currency
    assert "CURRENCY_DOUBTFUL" not in codes(header)


@pytest.mark.parametrize("hint", ["Phone +61 2 5550 1234", "office@north.example.ca"])
def test_a_dollar_that_may_be_any_is_told(hint: str) -> None:
    page = f"North Signs Ltd\n{hint}\n\nInvoice 17\nDate: 3 May 2024\n" + ITEMS.format(total="$100.00")
    assert "CURRENCY_DOUBTFUL" in codes(read_header(drawn(page)))


def test_seller_and_buyer_as_columns_of_one_table_keep_their_numbers() -> None:
    page = """
        Tax Invoice 17                 Date: 3 May 2024

                       Seller                    Buyer
        Name           North Signs Ltd           South Cafe Ltd
        Address        1 High Street             2 Low Street
        City           Leeds LS1 4AB             York YO1 7HH
        VAT number     GB 123 4567 89            GB 987 6543 21
        """
    header = read_header(drawn(page))
    parties = [(party.name, party.tax_id) for party in (header.seller, header.buyer)]
    assert [(name.value, tax.value) for name, tax in parties if name and tax] == [
        ("North Signs Ltd", "GB123456789"),
        ("South Cafe Ltd", "GB987654321"),
    ]
    assert "BUYER_TAX_ID_DOUBTFUL" not in codes(header)


def test_a_second_tax_number_without_an_owner_is_told() -> None:
    page = (
        "North Signs Ltd\n1 High Street\nLeeds LS1 4AB\nVAT GB 123 4567 89\n\nTAX INVOICE 17\nDate: 3 May 2024\n"
        "Bill to: South Cafe Ltd\n\n\n\n                              VAT GB 987 6543 21\n\n"
    )
    header = read_header(drawn(page + ITEMS.format(total="£100.00")))
    assert any(code.endswith("_TAX_ID_DOUBTFUL") for code in codes(header))


def test_a_label_that_calls_its_number_a_credit_notes_is_a_title() -> None:
    header = read_header(drawn("Nord GmbH\n\n^GUTSCHRIFT Nr 4711\nDatum: 3.5.2024\n"))
    assert header.kind.value is Kind.CREDIT_NOTE
