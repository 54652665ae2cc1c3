"""When the breaker opens, and how it closes again."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakturo.domain.breaker import (
    LONGEST_COOLDOWN,
    Breaker,
    BreakerRules,
    Calls,
    State,
    after_probe,
    after_trial,
    after_waiting,
    opened,
    reopened,
    should_open,
)

RULES = BreakerRules()


def calls(age_seconds: float, ok: int, failed: int) -> Calls:
    return Calls(timedelta(seconds=age_seconds), ok, failed)


@pytest.mark.parametrize(
    ("history", "opens"),
    [
        ([], False),
        ([calls(0, 0, 4)], False),  # too few to say anything
        ([calls(0, 0, 5)], True),
        ([calls(0, 3, 2)], False),
        ([calls(0, 3, 3)], True),  # half is enough
        ([calls(0, 2, 3), calls(60, 10, 0)], False),  # the minutes before were fine
        ([calls(0, 0, 5), calls(130, 1000, 0)], True),  # that was long ago
        ([calls(0, 10, 10)], True),
        ([calls(0, 11, 9)], False),
        ([calls(0, 0, 10), calls(10, 10, 0), calls(20, 100, 0)], True),  # by count: the last twenty
        ([calls(150, 0, 10), calls(160, 0, 10)], True),  # by count, however old
        ([calls(150, 0, 4)], False),
        ([calls(20, 100, 0), calls(0, 0, 10), calls(10, 10, 0)], True),  # in any order
    ],
)
def test_it_opens_at_half_of_the_last_twenty_or_of_five_within_two_minutes(history: list[Calls], opens: bool) -> None:
    assert should_open(history, RULES) is opens


SPANS = st.builds(Calls, st.timedeltas(timedelta(0), timedelta(minutes=9)), st.integers(0, 50), st.integers(0, 50))


@given(st.lists(SPANS, max_size=20))
def test_without_failures_it_never_opens(history: list[Calls]) -> None:
    assert not should_open([Calls(each.age, each.ok, 0) for each in history], RULES)


@given(st.lists(SPANS, max_size=20), st.integers(5, 100))
def test_when_everything_fails_it_opens_once_there_are_enough_calls(history: list[Calls], failed: int) -> None:
    only_failures = [Calls(each.age, 0, each.failed) for each in history]
    assert should_open([*only_failures, calls(0, 0, failed)], RULES)


def test_it_waits_longer_with_each_reopening_up_to_ten_minutes() -> None:
    breaker = opened(RULES)
    waits = [breaker.cooldown]
    for _ in range(8):
        breaker = after_probe(breaker, RULES, healthy=False)
        waits.append(breaker.cooldown)
    assert [wait.total_seconds() for wait in waits] == [15, 30, 60, 120, 240, 480, 600, 600, 600]
    assert waits[-1] == LONGEST_COOLDOWN


def test_a_healthy_gateway_gets_a_few_trials_and_then_everything() -> None:
    breaker = after_probe(opened(RULES), RULES, healthy=True)
    assert (breaker.state, breaker.trials_left) == (State.HALF_OPEN, RULES.trials)
    for number in range(1, RULES.trials):
        breaker = after_trial(breaker, RULES, ok=True)
        assert (breaker.state, breaker.trials_ok) == (State.HALF_OPEN, number)
    assert after_trial(breaker, RULES, ok=True) == Breaker()


def test_a_failed_trial_opens_it_again_for_longer() -> None:
    half_open = after_probe(opened(RULES), RULES, healthy=True)
    breaker = after_trial(half_open, RULES, ok=False)
    assert (breaker.state, breaker.cooldown) == (State.OPEN, RULES.cooldown * 2)


def test_trials_that_never_come_back_open_it_again_but_a_lack_of_work_does_not() -> None:
    nothing_tried = after_probe(opened(RULES), RULES, healthy=True)
    assert after_waiting(nothing_tried, RULES) == nothing_tried
    one_out = Breaker(State.HALF_OPEN, RULES.cooldown, trials_left=RULES.trials - 1)
    assert after_waiting(one_out, RULES) == reopened(one_out)
    one_done = Breaker(State.HALF_OPEN, RULES.cooldown, trials_left=RULES.trials - 1, trials_ok=1)
    assert after_waiting(one_done, RULES) == one_done
