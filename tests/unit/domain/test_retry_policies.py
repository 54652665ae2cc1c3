"""How long a job waits before its next attempt: the bands of the design, whatever chance says."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakturo.domain.retry import (
    LONGEST_DELAY,
    RetryPolicy,
    gateway_policy,
    llm_policy,
    stepped_policy,
    wait_asked_for,
)

chance = st.floats(0, 1, exclude_max=True)

BANDS: dict[Callable[[], RetryPolicy], list[tuple[int, int]]] = {
    gateway_policy: [(5, 10), (10, 15)],
    stepped_policy: [(4, 6), (12, 18)],
    llm_policy: [(24, 36), (96, 144), (384, 576)],
}
"""Seconds at least and at most, after the first failure, the second, …"""


@pytest.mark.parametrize("make", BANDS)
@given(random=chance)
def test_each_delay_lies_in_its_band(make: Callable[[], RetryPolicy], random: float) -> None:
    for failures, (least, most) in enumerate(BANDS[make], start=1):
        delay = make().next_delay(failures, random)
        assert delay is not None
        assert timedelta(seconds=least) <= delay <= timedelta(seconds=most)


@pytest.mark.parametrize("make", BANDS)
def test_chance_uses_the_whole_band(make: Callable[[], RetryPolicy]) -> None:
    for failures, (least, most) in enumerate(BANDS[make], start=1):
        shortest, longest = (make().next_delay(failures, random) for random in (0, 0.999_999))
        assert shortest == timedelta(seconds=least)
        assert longest is not None
        assert timedelta(seconds=most) - longest < timedelta(milliseconds=1)


@pytest.mark.parametrize(("make", "attempts"), [(gateway_policy, 3), (stepped_policy, 3), (llm_policy, 4)])
def test_there_is_no_attempt_after_the_last(make: Callable[[], RetryPolicy], attempts: int) -> None:
    policy = make()
    assert policy.max_attempts == attempts
    assert [policy.next_delay(n, 0.5) is not None for n in range(1, attempts + 3)] == [True] * (attempts - 1) + [
        False
    ] * 3


def test_the_last_step_repeats_when_there_are_more_attempts_than_steps() -> None:
    policy = stepped_policy(max_attempts=6)
    seconds = [(policy.next_delay(n, 0.5) or timedelta()).total_seconds() for n in range(1, 6)]
    assert seconds == pytest.approx([5, 15, 45, 45, 45])


def test_the_gateways_delay_doubles_from_the_base_that_is_set() -> None:
    policy = gateway_policy(5, base=timedelta(seconds=1), jitter=timedelta())
    assert [policy.next_delay(n, 0.9) for n in range(1, 5)] == [timedelta(seconds=s) for s in (1, 2, 4, 8)]


@given(attempt=st.integers(1, 99), base_ms=st.integers(0, 3_600_000), random=chance)
def test_no_setting_makes_a_delay_that_nobody_lives_to_see(attempt: int, base_ms: int, random: float) -> None:
    jitter = timedelta(hours=1)
    policy = gateway_policy(100, timedelta(milliseconds=base_ms), jitter)
    delay = policy.next_delay(attempt, random)
    assert delay is not None
    assert timedelta() <= delay <= LONGEST_DELAY + jitter


@pytest.mark.parametrize(
    ("said", "seconds"),
    [("7", 7), ("0", 1), ("3600", 3600), ("3601", 3600), ("9" * 5000, 3600), ("007", 7), ("0" * 5000, 3600)],
)
def test_who_asks_for_a_wait_gets_one_within_bounds(said: str, seconds: int) -> None:
    assert wait_asked_for(said, most=timedelta(hours=1)) == timedelta(seconds=seconds)


@pytest.mark.parametrize("said", ["", "-1", "1.5", "soon", "Wed, 18 Nov 2026 10:00:00 GMT", "\u0663", "\u00b2", " 7"])
def test_what_is_no_number_of_seconds_asks_for_nothing(said: str) -> None:
    assert wait_asked_for(said, most=timedelta(hours=1)) is None
