"""What is right is an invoice's JSON of which only the keys that are there count."""

import datetime as dt
import json
from decimal import Decimal

import pytest

from fakturo.convert.teach.truth import BadTruth, truth_from_json


def test_only_what_is_there_counts_and_null_is_what_is_not_printed() -> None:
    given = {
        "invoice": {"date": "2026-03-04", "due_date": None},
        "totals": {"total": "937.72", "discount": None},
        "items": [{"qty": 40, "amount": "500.00", "sku": None}],
    }
    truth = truth_from_json(json.dumps(given).encode())
    assert truth.values == {"invoice.date": dt.date(2026, 3, 4), "invoice.due_date": None}
    assert truth.totals == {"total": Decimal("937.72")}
    assert truth.items == [{"qty": Decimal(40), "amount": Decimal("500.00")}]


def test_a_whole_document_is_a_truth_and_what_surrounds_it_is_left_out() -> None:
    given = {"invoice": {"number": "7"}, "verdict": "review", "issues": [], "fields": {}, "pages": [1], "tags": []}
    truth = truth_from_json(json.dumps([given]).encode())
    assert (truth.values, truth.totals, truth.items, truth.left_out) == ({"invoice.number": "7"}, {}, None, ["tags"])


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("{", "This is not valid JSON: look at line 1"),
        ("7", "The truth should be an object"),
        ("[{}, {}]", "teach one at a time"),
        ("{}", "The truth says nothing"),
        ('{"invoce": {}}', "There is no invoce in an invoice. Did you mean 'invoice'?"),
        ('{"totals": {"totl": "1"}}', "There is no totals.totl in an invoice. Did you mean 'total'?"),
        ('{"items": [{"quantity": "1"}, {"unit_pric": "1"}]}', "Did you mean 'unit_price'?"),
        ('{"totals": {"total": "1,00"}}', 'totals.total should be a number like "25000.50"'),
        ('{"invoice": {"date": "3.4.2026"}}', "invoice.date should be a date"),
    ],
)
def test_what_cannot_be_used_is_named(given: str, sentence: str) -> None:
    with pytest.raises(BadTruth) as raised:
        truth_from_json(given.encode())
    assert sentence in str(raised.value)
