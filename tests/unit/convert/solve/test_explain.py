"""The sums say how they were put together, and what else they might have been."""

import json
from typing import Any

from fakturo.convert.invoice_json import invoices_as_json
from fakturo.convert.reader import read_invoice
from tests.support.sheets import sheet_from

PAGE = """
Qty     Description              Unit price      Amount
2       Chair                         50.00      100.00
                         Subtotal                100.00
                         Shipping                 10.00
                         VAT 20 %                 22.00
                         Total                   132.00
                         Deposit received        -32.00
                         Balance due             100.00
"""


def told(page: str) -> dict[str, Any]:
    read = json.loads(invoices_as_json([read_invoice([sheet_from(page)])], explain=True))
    totals: dict[str, Any] = read["explain"]["totals"]
    return totals


def test_the_chain_is_told_in_words_with_the_labels_it_was_found_by() -> None:
    words = told(PAGE)["chain"]["words"]
    assert words.startswith('100.00 of 1 lines + charges 10.00 ("Shipping") + tax 22.00 = total 132.00 ("Total")')
    assert words.endswith('- paid 32.00 ("Deposit received") = to pay 100.00 ("Balance due")')


def test_what_does_not_add_up_is_said() -> None:
    assert "does not add up" in told(PAGE.replace("132.00", "140.00"))["chain"]["words"]


def test_a_page_without_sums_has_no_chain() -> None:
    assert told("Nothing here") == {"chain": None, "rivals": []}
