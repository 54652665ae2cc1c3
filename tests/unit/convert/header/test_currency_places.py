"""Two currencies on a page, or one that stands far from the amounts: what is at the figures of the total decides."""

import pytest

from fakturo.convert.invoice import Invoice
from fakturo.convert.reader import read_pages
from tests.support.drawn import drawn

PAGE = """
{seller}

Bill to:
{buyer}

Invoice no: 1747                     Date: 3 May 2024
{above}

{head}
{rows}
{sums}

{foot}
"""
HEAD = "Description            Qty       Price      Amount"
ROWS = "Work on pumps          2         50.00      100.00\nParts                  1         20.00      20.00"
SUM = "Total                                       120.00"
BERLIN = "Tal GmbH\n10115 Berlin\nGermany"
MUNICH = "Berg GmbH\n80331 München\nGermany\nVAT no. DE123456789"
TEXAS = "Blue LLC\n1 Elm St\nAustin, TX 78701\nUSA"
TORONTO = "Maple Inc.\n12 King St\nToronto, ON M5H 1A1\nCanada"
ZURICH = "Säntis AG\nBahnhofstrasse 1\n8001 Zürich\nSwitzerland"
OSLO = "Fjord AS\nOslo\nNorway"
CAPE_TOWN = "Karoo (Pty) Ltd\n1 Long Street\nCape Town 8001\nSouth Africa"
TWO_HEADS = "Description            Qty   Price USD   Amount USD   Amount EUR"
TWO_ROWS = (
    "Work on pumps          2     50.00       100.00       92.00\n"
    "Parts                  1     20.00       20.00        18.40"
)
LIST_PRICES = "Work, list USD 60.00   2         50.00      100.00\nParts, list USD 25.00  1         20.00      20.00"
IBAN = "IBAN DE89 3704 0044 0532 0130 00"


def invoice_of(**parts: str) -> Invoice:
    usual = {"seller": MUNICH, "buyer": TEXAS, "above": "", "head": HEAD, "rows": ROWS, "sums": SUM, "foot": ""}
    (invoice,) = read_pages(drawn(PAGE.format(**usual | parts)))
    return invoice


def is_doubtful(invoice: Invoice) -> bool:
    return any(issue.field == "invoice.currency" for issue in invoice.issues)


@pytest.mark.parametrize(
    ("currency", "parts"),
    [
        ("USD", {"head": "Description            Qty       Price      Amount USD"}),
        ("USD", {"head": "Description            Qty       Price      Amount USD", "foot": f"EUR account: {IBAN}"}),
        ("USD", {"sums": "Total USD                                   120.00\nEquivalent EUR          110.40"}),
        ("USD", {"sums": "Total                               USD     120.00\nFor your books     EUR     110.40"}),
        ("USD", {"sums": f"{SUM}\nSay US Dollars one hundred and twenty only"}),
        ("EUR", {"sums": "Total                                       120.00 €", "foot": "1 EUR = 1.08 USD"}),
        ("EUR", {"sums": "Total                                       Eur 120.00"}),
        ("EUR", {"rows": LIST_PRICES, "sums": "Total                                       EUR 120.00"}),
        ("EUR", {"head": "Description    Qty    Price USD  Amount EUR", "sums": "Total       EUR 120.00"}),
        ("EUR", {"seller": ZURICH, "buyer": BERLIN, "sums": "Total EUR      120.00", "foot": f"CHF: {IBAN}"}),
        ("EUR", {"buyer": BERLIN}),
        ("GBP", {"above": "Currency: GBP"}),
        ("GBP", {"above": "Zorp: GBP"}),
        ("CAD", {"seller": TORONTO, "sums": "Total     $120.00", "foot": "USD account no. 1234 567890"}),
        ("USD", {"seller": TORONTO, "sums": "Total     $120.00", "foot": "All amounts in US dollars"}),
        ("NOK", {"seller": OSLO, "buyer": "Bølge ApS\nDenmark", "sums": "Total                kr 120.00"}),
        ("ZAR", {"seller": CAPE_TOWN, "sums": "Total      R 120.00", "foot": "List price USD 9.00 per unit"}),
    ],
)
def test_the_sign_at_the_total_decides(currency: str, parts: dict[str, str]) -> None:
    invoice = invoice_of(**parts)
    assert (invoice.currency, is_doubtful(invoice)) == (currency, False)


@pytest.mark.parametrize(
    "parts",
    [
        {"foot": f"USD account: {IBAN}"},
        {"foot": "Bank: First Bank   Currency: USD   IBAN: DE89 3704 0044 0532 0130 00"},
        {"foot": "Exchange rate: 1 USD = 0.92"},
        {"foot": "Deposit on bottles USD 20.00 per crate"},
        {"seller": "Somewhere Ltd", "foot": "Bank: First, USD account no. 12345678"},
        {"rows": LIST_PRICES},
        {"head": TWO_HEADS, "rows": TWO_ROWS, "sums": "Total                                    120.00       110.40"},
        {"head": TWO_HEADS, "rows": TWO_ROWS, "sums": "Total                                USD 120.00   EUR 110.40"},
        {"seller": TORONTO, "sums": "Total         $120.00", "foot": "Freight quotes are in USD"},
        {"above": "Currency: GBP", "sums": "Total                                       120.00 €"},
        {"seller": "Somewhere Ltd", "buyer": "Nowhere Ltd", "sums": "Total       kr 120.00"},
        {"seller": "Somewhere Ltd", "buyer": "Nowhere Ltd", "sums": "Total       R 120.00", "foot": "List: USD 9.00"},
    ],
)
def test_what_stands_elsewhere_or_as_near_as_another_is_told(parts: dict[str, str]) -> None:
    assert is_doubtful(invoice_of(**parts))
