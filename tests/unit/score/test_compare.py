"""What counts as right: by value, not by spelling; and what the paper does not show must stay empty."""

from typing import Any

import pytest

from tests.score.compare import (
    judge,
    marks,
    same_code,
    same_name,
    same_number,
    same_or_zero,
    same_tax_id,
    same_text,
    similar,
)


@pytest.mark.parametrize(
    ("expected", "got", "same", "right"),
    [
        ("1234.50", "1234.5", same_number, True),
        ("1234.50", "1234.05", same_number, False),
        ("1234.50", None, same_number, False),
        ("1234.50", "n/a", same_number, False),
        ("0", None, same_or_zero, True),
        ("5", None, same_or_zero, False),
        ("Grünfelder GmbH & Co. KG", "GRÜNFELDER  GmbH & Co KG", same_text, True),
        ("Grünfelder GmbH", "Grünfelder", same_text, False),
        ("DE 123 456", "DE123456", same_code, True),
        ("CHE-123.456.789 MWST", "CHE-123.456.789", same_tax_id, True),
        ("CHE-123.456.789 MWST", "CHE-123.456.780", same_tax_id, False),
        ("929 771 129 MVA", "929771129", same_tax_id, True),
        ("Mrs Farid Odunsi", "Farid Odunsi", same_name, True),
        ("Mrs Farid Odunsi", "Odunsi", same_name, False),
        ("absent", None, same_code, True),
        ("absent", "", same_code, True),
        ("absent", "X1", same_code, False),
        (["100", None], None, same_number, True),
        (["100", None], "100.00", same_number, True),
        (["100", None], "90", same_number, False),
        ("Ball bearing 6204-2RS", "Ball bearing 6204 2RS.", similar, True),
        ("Ball bearing 6204-2RS", "Batch 17", similar, False),
        (None, "anything", same_text, None),
    ],
)
def test_a_value_is_judged_by_what_it_means(expected: Any, got: Any, same: Any, right: bool | None) -> None:
    assert judge(expected, got, same) is right


def test_one_wrong_line_makes_the_items_field_wrong_and_is_the_one_shown() -> None:
    truth = {"items": [{"qty": "1", "amount": "5"}, {"qty": "2", "amount": "6"}]}
    found = {
        mark.field: mark for mark in marks(truth, {"items": [{"qty": "1", "amount": "5"}, {"qty": "3", "amount": "6"}]})
    }
    assert found["items.count"].right
    assert found["items.amount"].right
    assert not found["items.qty"].right
    assert (found["items.qty"].expected, found["items.qty"].got) == ("2: 2", "3")


def test_a_line_too_many_is_wrong_even_if_the_others_are_right() -> None:
    found = {mark.field: mark.right for mark in marks({"items": [{"amount": "5"}]}, {"items": [{"amount": "5"}, {}]})}
    assert found == {"items.count": False, "items.amount": True}
