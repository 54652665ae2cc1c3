"""When to stop calling a gateway that fails, and how to find out that it is well again.

    closed ── too many failures ──▶ open ── a probe succeeds ──▶ half open ── its trials succeed ──▶ closed
                                     ▲ ▲                            │
                                     │ └── a trial fails, or the ───┘
                                     │     trials never come back
                                     └── a probe fails (later and later)

One breaker per pipeline, shared by all workers through the database. These functions only decide; `store/breakers.py`
writes a new state only if nobody else has written one meanwhile.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum

LONGEST_COOLDOWN = timedelta(minutes=10)


class State(StrEnum):
    CLOSED = "closed"
    OPEN = "open"
    HALF_OPEN = "half_open"


class Mode(StrEnum):
    HOLD = "hold"
    """While open nothing is claimed; jobs wait."""
    FAIL_FAST = "fail-fast"
    """While open new dispatches fail at once."""


@dataclass(frozen=True, slots=True)
class BreakerRules:
    window_calls: int = 20
    fail_threshold: float = 0.5
    """Share of failures at which the breaker opens."""
    window: timedelta = timedelta(minutes=2)
    min_calls: int = 5
    """Fewer calls than this within the time window say nothing."""
    cooldown: timedelta = timedelta(seconds=15)
    trials: int = 3
    mode: Mode = Mode.HOLD


@dataclass(frozen=True, slots=True)
class Calls:
    """Calls of a short span of time."""

    age: timedelta
    ok: int
    failed: int


@dataclass(frozen=True, slots=True)
class Breaker:
    state: State = State.CLOSED
    cooldown: timedelta = timedelta(0)
    """Wait before the probe that is due next; grows with each reopening."""
    trials_left: int = 0
    """Trial jobs that may still be claimed."""
    trials_ok: int = 0


def should_open(calls: Sequence[Calls], rules: BreakerRules) -> bool:
    """By count, the last calls once there are enough of them, or by time, those of the last minutes."""
    return _fails(_last(calls, rules.window_calls), rules.window_calls, rules) or _fails(
        [each for each in calls if each.age <= rules.window], rules.min_calls, rules
    )


def _last(calls: Sequence[Calls], count: int) -> list[Calls]:
    """The newest spans that together hold that many calls; a span is taken whole."""
    chosen, total = [], 0
    for each in sorted(calls, key=lambda each: each.age):
        if total >= count:
            break
        chosen.append(each)
        total += each.ok + each.failed
    return chosen


def _fails(calls: Sequence[Calls], at_least: int, rules: BreakerRules) -> bool:
    failed = sum(each.failed for each in calls)
    total = failed + sum(each.ok for each in calls)
    return total >= at_least and failed >= total * rules.fail_threshold


def opened(rules: BreakerRules) -> Breaker:
    return Breaker(State.OPEN, cooldown=rules.cooldown)


def after_probe(breaker: Breaker, rules: BreakerRules, *, healthy: bool) -> Breaker:
    if healthy:
        return Breaker(State.HALF_OPEN, cooldown=breaker.cooldown, trials_left=rules.trials)
    return reopened(breaker)


def after_trial(breaker: Breaker, rules: BreakerRules, *, ok: bool) -> Breaker:
    if not ok:
        return reopened(breaker)
    if breaker.trials_ok + 1 >= rules.trials:
        return Breaker()
    return replace(breaker, trials_ok=breaker.trials_ok + 1)


def after_waiting(breaker: Breaker, rules: BreakerRules) -> Breaker:
    """The trials' time is over. Those that are out will not come back; if none is out, there was nothing to try."""
    out = rules.trials - breaker.trials_left - breaker.trials_ok
    return reopened(breaker) if out > 0 else breaker


def reopened(breaker: Breaker) -> Breaker:
    return Breaker(State.OPEN, cooldown=min(breaker.cooldown * 2, LONGEST_COOLDOWN))
