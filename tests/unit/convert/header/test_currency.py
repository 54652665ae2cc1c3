"""What a sign means: by its seller's country, and doubtful where the page doesn't tell."""

import pytest

from fakturo.convert.header.reader import Header, read_header
from tests.support.drawn import drawn

PAGE = """{seller}

Bill to:
{buyer}

Invoice 17
Date: 3 May 2024

Description            Qty       Price      Amount
Work                   2         50.00      100.00
Total                                       {total}

{foot}
"""
TEXAS = "Blue LLC\n1 Elm St\nAustin, TX 78701"
TORONTO = "Maple Ltd\n12 King St\nToronto, ON M5H 1A1"
MUNICH = "Berg GmbH\n80331 München\nGermany"


def header_of(seller: str, total: str, buyer: str = "Somebody Ltd", foot: str = "") -> Header:
    return read_header(drawn(PAGE.format(seller=seller, buyer=buyer, total=total, foot=foot)))


def is_doubtful(header: Header) -> bool:
    return any(issue.code.startswith("CURRENCY") for issue in header.issues)


@pytest.mark.parametrize(
    ("seller", "total", "currency"),
    [
        ("Conch Ltd\nNassau, Bahamas", "$100.00", "BSD"),
        ("Pampa S.A.\nCUIT 30-12345678-9", "$ 100,00", "ARS"),
        ("Comercial Ltda.\nR.U.T.: 96.784.726-K", "$ 100", "CLP"),
        ("Jokull ehf\nReykjavik\nIceland", "100 kr.", "ISK"),
        ("Nile Ltd\nCairo, Egypt", "£100.00", "EGP"),
        ("Indus Ltd\nKarachi, Pakistan", "Rs. 100.00", "PKR"),
        ("Roza OOD\nSofia, Bulgaria", "100,00 лв.", "BGN"),
        ("Acacia Limited\nNairobi - +254 716 132374", "KSHS. 100.00", "KES"),
        ("Ceylan A.S.\nVKN: 4124772138", "100,00TL", "TRY"),
        ("Bayanihan Corporation\nVAT Reg. TIN 463-746-312-00000", "P100.00", "PHP"),
    ],
)
def test_a_sign_is_the_money_of_the_sellers_country(seller: str, total: str, currency: str) -> None:
    header = header_of(seller, total)
    assert header.currency
    assert (header.currency.value, is_doubtful(header)) == (currency, False)


@pytest.mark.parametrize(("seller", "buyer", "currency"), [(TEXAS, TORONTO, "USD"), (TORONTO, TEXAS, "CAD")])
def test_the_buyers_dollar_is_not_the_sellers(seller: str, buyer: str, currency: str) -> None:
    header = header_of(seller, "$100.00", buyer)
    assert header.currency
    assert (header.currency.value, is_doubtful(header)) == (currency, False)


@pytest.mark.parametrize(
    ("seller", "total", "buyer", "foot"),
    [
        ("Kiwi Ltd\nWanaka 9305", "$100.00", "Wombat Pty Ltd\nSydney NSW 2000\nAustralia", ""),
        ("Jokull\nReykjavik", "100 kr", "Fjord AS\nOslo\nNorway", ""),
        ("Sakura Co", "¥10,000", "Ume Co", ""),
        ("Tea Ltd", "Rs. 100.00", "Leaf Ltd", ""),
        ("Berg Ltd", "100.00", MUNICH, ""),
        (MUNICH, "USD 100.00", TEXAS, "Total EUR 92.00\nTotal with VAT EUR 92.00"),
    ],
)
def test_a_guess_is_told(seller: str, total: str, buyer: str, foot: str) -> None:
    assert is_doubtful(header_of(seller, total, buyer, foot))


DUTCH = PAGE.replace("Bill to", "Klant").replace("Description", "Omschrijving").replace("Total", "Totaal")
DUTCH = DUTCH.replace("Invoice", "Factuur").replace("Date", "Factuurdatum").replace("Amount", "Bedrag")


@pytest.mark.parametrize(("page", "doubtful"), [(PAGE, False), (DUTCH, True)])
def test_a_dollar_of_no_country_is_american_on_an_english_page(page: str, *, doubtful: bool) -> None:
    header = read_header(drawn(page.format(seller="Berg", buyer="Somebody", total="$100.00", foot="")))
    assert header.currency
    assert (header.currency.value, is_doubtful(header)) == ("USD", doubtful)


@pytest.mark.parametrize(("page", "doubtful"), [(PAGE, False), (DUTCH, True)])
def test_so_it_is_where_the_only_country_is_the_american_buyers(page: str, *, doubtful: bool) -> None:
    header = read_header(drawn(page.format(seller="Berg", buyer=TEXAS, total="$100.00", foot="")))
    assert header.currency
    assert (header.currency.value, is_doubtful(header)) == ("USD", doubtful)


def test_another_currencys_worth_after_a_rate_of_exchange_is_an_aside() -> None:
    header = header_of(MUNICH, "USD 100.00", TEXAS, "Exchange rate 0.92, equivalent to EUR 92.00")
    assert header.currency
    assert (header.currency.value, is_doubtful(header)) == ("USD", False)


@pytest.mark.parametrize("sentence", ["All amounts in Canadian dollars", "ALL AMOUNTS IN CANADIAN DOLLARS"])
def test_a_sentence_may_name_the_currency(sentence: str) -> None:
    header = header_of("Berg Ltd", "$100.00", foot=sentence)
    assert header.currency
    assert (header.currency.value, is_doubtful(header)) == ("CAD", False)


def test_feet_are_no_forints() -> None:
    page = PAGE.replace("Work  ", "10 Ft ")
    header = read_header(drawn(page.format(seller=TEXAS, buyer="Somebody Ltd", total="$100.00", foot="")))
    assert header.currency
    assert header.currency.value == "USD"


@pytest.mark.parametrize(
    ("seller", "buyer", "currency", "doubtful"),
    [
        ("Protea Vlei CC\nPaarl 7652", "Fynbos (Pty) Ltd", "ZAR", False),
        ("Kiosk\nPlovdiv\nTel. +359 32 123 456\ninfo@kiosk.bg", "Somebody", "BGN", False),
        ("Kiosk\nPlovdiv\nTel. +359 32 123 456", "Somebody", None, True),
        ("Siam Trading\nBangkok\nTax ID 0105551234567", "Somebody", "THB", False),
        ("Quick Fix Oy", "Somebody", "EUR", True),
        (MUNICH, "Säntis AG\n8001 Zürich\nSwitzerland", "EUR", True),
    ],
)
def test_without_any_sign_the_sellers_country_counts(
    seller: str, buyer: str, currency: str | None, *, doubtful: bool
) -> None:
    header = header_of(seller, "100.00", buyer)
    assert (header.currency.value if header.currency else None) == currency
    assert is_doubtful(header) is doubtful


@pytest.mark.parametrize(
    ("total", "currency"),
    [
        ("100.00\nOne Hundred Naira Only", "NGN"),
        ("100.00 NIS", "ILS"),
        ("100.00\nUnited States Dollar One Hundred", "USD"),
    ],
)
def test_money_by_its_name(total: str, currency: str) -> None:
    header = header_of("Somewhere Ltd", total, foot="Bank: Savanna Trust, account no. 63213671")
    assert header.currency
    assert header.currency.value == currency


def test_an_article_number_is_no_money() -> None:
    header = header_of(
        "Karoo (Pty) Ltd\n1 Long Street\nCape Town 8001\nSouth Africa", "100.00\nGIP0417  CAD084  RM5939"
    )
    assert header.currency
    assert header.currency.value == "ZAR"
    assert not is_doubtful(header)


@pytest.mark.parametrize(("town", "currency"), [("69354 Lyon", "EUR"), ("1204 Genève", None)])
def test_the_language_and_a_postcodes_length_tell_a_country(town: str, currency: str | None) -> None:
    page = f"""
        Mirandole Industrie SAS
        7, avenue de la Gare
        {town}

        Facturé à :
        Atelier Bréval

        Facture n° 17
        Date de facture : 03/05/2024

        Désignation            Quantité  Prix unitaire   Montant HT
        Vis inox               2         50,00           100,00
        Total à payer                                    100,00
        """
    header = read_header(drawn(page))
    assert (header.currency.value if header.currency else None) == currency
