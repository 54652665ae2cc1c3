"""When it is not the files that are gone, but we who look in the wrong place."""

import pytest

from fakturo.domain.losses import are_too_many


@pytest.mark.parametrize(
    ("found", "total", "expected"),
    [(10, 10, False), (11, 11, True), (11, 220, False), (50, 1000, False), (51, 1000, True)],
)
def test_more_than_ten_and_more_than_one_in_twenty_are_too_many(found: int, total: int, expected: bool) -> None:
    assert are_too_many(found, total) is expected
