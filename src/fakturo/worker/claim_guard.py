"""Whether jobs may be claimed: none while the gateway fails, and by itself again when it works.

What was learnt from calls is shared with all other workers through the database. While nothing fails that costs at
most one statement a second: successes are counted here and handed over with the next look at the breaker.
"""

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta

import structlog

from fakturo.domain.breaker import (
    Breaker,
    BreakerRules,
    Mode,
    State,
    after_probe,
    after_trial,
    after_waiting,
    opened,
    should_open,
)
from fakturo.domain.errors import ERRORS
from fakturo.domain.transitions import AttemptFailed, Converted, HandBackReason, HandedBack, Outcome, ParserDied
from fakturo.ops import metrics
from fakturo.store.breakers import Breakers, Standing
from fakturo.store.trouble import DATABASE_TROUBLE

log = structlog.get_logger()

LOOK_SECONDS = 1.0
FORGET_SECONDS = 60.0
MAX_CHANGE_ROUNDS = 20
"""Others may change the breaker between our look and our write; each round one of us succeeds."""

Check = Callable[[], Awaitable[bool]]


@dataclass(frozen=True, slots=True)
class Admission:
    """How many jobs may be claimed now, and whether they are a half-open breaker's trials."""

    slots: int
    trial: bool = False


class ClaimGuard:
    def __init__(
        self,
        breakers: Breakers,
        rules: BreakerRules,
        *,
        gateway_is_healthy: Check,
        disk_filled_up: Callable[[], Awaitable[None]],
        trials_take: timedelta,
    ) -> None:
        self._breakers = breakers
        self._rules = rules
        self._gateway_is_healthy = gateway_is_healthy
        self._disk_filled_up = disk_filled_up
        self._trials_take = trials_take
        self._breaker = Breaker()
        self._successes = 0
        self._look_due = self._forget_due = 0.0

    @property
    def state(self) -> str:
        return self._breaker.state.value

    @property
    def fails_fast(self) -> bool:
        """New dispatches fail without a call."""
        return self._rules.mode is Mode.FAIL_FAST and self._breaker.state is State.OPEN

    async def admit(self, free_slots: int) -> Admission:
        """The claim itself obeys every pause; only trials need to be asked for."""
        if self._breaker.state is State.HALF_OPEN:
            return Admission(await self._breakers.take_trials(free_slots), trial=True)
        return Admission(free_slots)

    async def tend(self, *, idle: bool) -> None:
        """At most once a second: hand over what was counted, see how the breaker stands, probe if it is our turn."""
        now = time.monotonic()
        if now < self._look_due or not (idle or self._successes):
            return
        standing = await self._look()
        if standing.is_due and standing.breaker.state is State.OPEN:
            await self._probe(standing)
        elif standing.is_due and standing.breaker.state is State.HALF_OPEN:
            await self._change(standing, after_waiting(standing.breaker, self._rules), why="trials took too long")
        if now >= self._forget_due:
            self._forget_due = now + FORGET_SECONDS
            await self._breakers.forget_old_calls()

    async def report(self, outcome: Outcome, *, trial: bool) -> Outcome:
        """Learns from an attempt. A failure that the breaker answers for becomes a hand-back."""
        try:
            return await self._learn(outcome, trial=trial)
        except DATABASE_TROUBLE as error:
            log.warning("breaker_not_told", reason=type(error).__name__)
            return outcome

    async def give_back(self, trials: int) -> None:
        """Tickets for trials that found no job, or whose job came to nothing that says anything about the gateway."""
        if trials > 0:
            await self._breakers.give_back_trials(trials)

    async def forget(self, *, trial: bool) -> None:
        """An attempt whose lease was lost teaches nothing."""
        if trial:
            await self.report(HandedBack(HandBackReason.SHUTDOWN), trial=True)

    async def _learn(self, outcome: Outcome, *, trial: bool) -> Outcome:
        if isinstance(outcome, HandedBack) and outcome.reason is HandBackReason.DISK:
            await self._disk_filled_up()
        if isinstance(outcome, AttemptFailed) and _is_gateways_fault(outcome):
            return await self._after_failure(outcome, trial=trial)
        if trial and _got_an_answer(outcome):
            await self._trial_ended(ok=True)
        elif trial:
            await self.give_back(1)
        elif isinstance(outcome, Converted) and _got_an_answer(outcome):
            self._successes += 1
        return outcome

    async def _after_failure(self, outcome: AttemptFailed, *, trial: bool) -> Outcome:
        standing = await self._look(failed=1)
        if trial:
            await self._trial_ended(ok=False)
        elif standing.breaker.state is State.CLOSED and should_open(await self._breakers.recent_calls(), self._rules):
            await self._change(standing, opened(self._rules), why="too many failures")
        if trial or (self._breaker.state is not State.CLOSED and self._rules.mode is Mode.HOLD):
            return HandedBack(HandBackReason.BREAKER, code=outcome.code, gateway_status=outcome.gateway_status)
        return outcome

    async def _trial_ended(self, *, ok: bool) -> None:
        for _ in range(MAX_CHANGE_ROUNDS):
            standing = await self._look()
            if standing.breaker.state is not State.HALF_OPEN:
                return
            to = after_trial(standing.breaker, self._rules, ok=ok)
            if await self._change(standing, to, why="a trial succeeded" if ok else "a trial failed"):
                return

    async def _probe(self, standing: Standing) -> None:
        if not await self._breakers.become_prober():
            return
        healthy = await self._gateway_is_healthy()
        to = after_probe(standing.breaker, self._rules, healthy=healthy)
        await self._change(standing, to, why="the gateway answers" if healthy else "the gateway does not answer")

    async def _look(self, *, failed: int = 0) -> Standing:
        successes, self._successes = self._successes, 0
        self._look_due = time.monotonic() + LOOK_SECONDS
        try:
            standing = await self._breakers.report(ok=successes, failed=failed)
        except DATABASE_TROUBLE:
            self._successes += successes
            raise
        self._breaker = standing.breaker
        return standing

    async def _change(self, seen: Standing, to: Breaker, *, why: str) -> bool:
        """Open: the next probe is due after the cooldown. Half open: trials have so long to come back."""
        due_in = to.cooldown if to.state is State.OPEN else self._trials_take
        changed = await self._breakers.change(seen, to, due_in=due_in, hold=self._rules.mode is Mode.HOLD)
        if changed:
            self._breaker = to
            metrics.breaker_transitions.labels(self._breakers.pipeline, to.state).inc()
            log.warning("breaker", state=to.state, cooldown_ms=round(to.cooldown.total_seconds() * 1000), why=why)
        else:
            await self._look()
        return changed


def _is_gateways_fault(outcome: AttemptFailed) -> bool:
    return ERRORS[outcome.code].trips_breaker and outcome.counts and not outcome.final


def _got_an_answer(outcome: Outcome) -> bool:
    """The gateway was called and answered, be it about a bad PDF."""
    match outcome:
        case Converted(gateway_status=status):
            return status is not None
        case ParserDied():
            return True
        case AttemptFailed(gateway_status=status):
            return status is not None
        case _:
            return False
