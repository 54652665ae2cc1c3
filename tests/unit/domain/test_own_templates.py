"""What is permitted to be in use can be sent with a document."""

import json

import pytest

from fakturo.domain.own_templates import LONGEST_JSON_BYTES, MOST_BYTES_IN_USE, MOST_TEMPLATES, as_json


@pytest.mark.parametrize("letter", ["a", "ж", "日", "\n", '"'])
def test_as_much_as_may_be_in_use_has_room_in_the_gateways_field_in_any_script(letter: str) -> None:
    each = letter * (MOST_BYTES_IN_USE // MOST_TEMPLATES // len(letter.encode()))
    texts = [each] * MOST_TEMPLATES
    told = as_json(texts)
    assert len(told.encode()) <= LONGEST_JSON_BYTES
    assert json.loads(told) == texts
