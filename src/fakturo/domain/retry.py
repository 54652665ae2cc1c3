"""When to try again. A policy is data; randomness is passed in."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

LONGEST_DELAY = timedelta(days=1)
"""Doubling stops here: no setting makes a delay that outlives its job, or that no clock can hold."""


SHORTEST_ASKED = timedelta(seconds=1)
"""Who asks for no wait at all would be asked again without end."""
MOST_DIGITS = 9


def wait_asked_for(said: str, *, most: timedelta) -> timedelta | None:
    """By a `Retry-After` in seconds, whoever said it and however long; the form with a date is not worth trusting
    another machine's clock."""
    if not (said.isascii() and said.isdecimal()):
        return None
    seconds = int(said) if len(said) <= MOST_DIGITS else 10**MOST_DIGITS
    return min(max(timedelta(seconds=seconds), SHORTEST_ASKED), most)


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    name: str
    max_attempts: int
    """Attempts in all, the first included."""
    delay: Callable[[int], timedelta]
    """Before the next attempt, by how many failed before this one (0 after the first failure)."""
    jitter: Callable[[timedelta, float], timedelta]
    """Spreads a delay by a random number from [0, 1)."""
    storage_counts_as_any: bool = False
    """Trouble with the storage is tried again as often as any other, not once."""

    def next_delay(self, attempt_count: int, random: float) -> timedelta | None:
        """How long to wait after attempt number `attempt_count` (from 1) failed; None when it was the last."""
        if attempt_count >= self.max_attempts:
            return None
        return self.jitter(self.delay(attempt_count - 1), random)


def doubling(base: timedelta) -> Callable[[int], timedelta]:
    def delay(failed_before: int) -> timedelta:
        try:
            return min(base * (1 << failed_before), LONGEST_DELAY)
        except OverflowError:
            return LONGEST_DELAY

    return delay


def stepped(*seconds: int) -> Callable[[int], timedelta]:
    """The last step repeats when attempts outnumber the steps."""
    return lambda failed_before: timedelta(seconds=seconds[min(failed_before, len(seconds) - 1)])


def adding(most: timedelta) -> Callable[[timedelta, float], timedelta]:
    return lambda delay, random: delay + most * random


def within(share: float) -> Callable[[timedelta, float], timedelta]:
    """Plus or minus that share of the delay."""
    return lambda delay, random: delay * (1 + share * (2 * random - 1))


def gateway_policy(
    max_attempts: int = 3, base: timedelta = timedelta(seconds=5), jitter: timedelta = timedelta(seconds=5)
) -> RetryPolicy:
    return RetryPolicy("gateway", max_attempts, doubling(base), adding(jitter))


def stepped_policy(max_attempts: int = 3) -> RetryPolicy:
    return RetryPolicy("stepped", max_attempts, stepped(5, 15, 45), within(0.2))


def llm_policy(max_attempts: int = 4) -> RetryPolicy:
    return RetryPolicy("llm", max_attempts, stepped(30, 120, 480), within(0.2), storage_counts_as_any=True)
