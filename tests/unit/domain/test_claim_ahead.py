"""Only what will be done in a moment is claimed ahead."""

import pytest

from fakturo.domain.claim_ahead import MOMENT_SECONDS, MOST_AHEAD, REMEMBERED, jobs_ahead


@pytest.mark.parametrize("slots", [1, 3, 50])
def test_nothing_is_claimed_ahead_by_who_has_done_nothing_yet(slots: int) -> None:
    assert jobs_ahead([], slots) == 0


@pytest.mark.parametrize("seconds", [MOMENT_SECONDS * 1.01, 0.05, 30])
@pytest.mark.parametrize("slots", [1, 3, 50])
def test_jobs_that_take_as_long_as_conversions_are_not_claimed_ahead(seconds: float, slots: int) -> None:
    assert jobs_ahead([seconds] * REMEMBERED, slots) == 0


@pytest.mark.parametrize(("seconds", "slots", "ahead"), [(0.0199, 1, 1), (0.006, 1, 3), (0.006, 3, 9), (0.0015, 1, 13)])
def test_as_many_as_the_slots_will_have_done_in_a_moment(seconds: float, slots: int, ahead: int) -> None:
    assert jobs_ahead([seconds], slots) == ahead


@pytest.mark.parametrize("seconds", [0.0, 1e-9, 0.0001])
@pytest.mark.parametrize("slots", [1, 3, 50])
def test_never_more_than_a_few(seconds: float, slots: int) -> None:
    assert jobs_ahead([seconds], slots) == MOST_AHEAD


def test_a_slow_job_among_many_short_ones_is_enough_for_none() -> None:
    assert jobs_ahead([0.001] * (REMEMBERED - 1) + [0.5], 1) == 0
