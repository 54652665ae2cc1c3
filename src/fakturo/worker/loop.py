"""The worker's loop: claim, run, settle, put back in line; sleep only when there is nothing to do."""

import asyncio
import random
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import psycopg
import structlog

from fakturo.background import cancel
from fakturo.domain.breaker import State
from fakturo.domain.claim_ahead import REMEMBERED, jobs_ahead
from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import ClaimedJob, Review
from fakturo.domain.retry import RetryPolicy
from fakturo.domain.transitions import (
    AttemptFailed,
    Complete,
    Converted,
    Fail,
    HandBackReason,
    HandedBack,
    Outcome,
    Settlement,
    decide,
    failure_message,
)
from fakturo.ops import metrics, trace
from fakturo.store.queue import Queue
from fakturo.store.trouble import DATABASE_TROUBLE, WORTH_REPEATING
from fakturo.worker.claim_guard import ClaimGuard
from fakturo.worker.leases import Lease, LeaseKeeper
from fakturo.worker.telling import Answer, tell_reclaimed, tell_settled

log = structlog.get_logger()

POLL_SECONDS = (1.0, 2.0)
RETURN_SECONDS = 1.0
SETTLE_RETRY_SECONDS = 0.2
MOST_UNSETTLED = 10
"""So many more than it runs or keeps ready a worker holds, whose work is done and whose end is being written; and twice
as many as it keeps ready, so that the next lot is claimed while the last two are being written."""
AHEAD_PATIENCE_SECONDS = 0.1
"""So long a job that was claimed ahead waits for a slot, which should have come in a fifth of that."""


@dataclass(frozen=True, slots=True)
class Pipeline:
    """A way of converting: its own queue, its own number of slots, its own policy of retries."""

    name: str
    slots: int
    policy: RetryPolicy
    run: Callable[[ClaimedJob], Awaitable[Outcome]]
    escalates: Callable[[ClaimedJob], bool] = lambda _: False
    """Whether a language model shall read it, too, if its result is in doubt."""


class Worker:
    def __init__(
        self, queue: Queue, pipeline: Pipeline, guard: ClaimGuard, *, lease_seconds: float, grace_seconds: float
    ) -> None:
        self._queue = queue
        self._pipeline = pipeline
        self._guard = guard
        self._grace_seconds = grace_seconds
        self._leases = LeaseKeeper(queue, ttl_seconds=lease_seconds)
        self._running: set[asyncio.Task[None]] = set()
        self._settling: set[asyncio.Task[None]] = set()
        """Those of them that only wait for the database: their slots are free for the next."""
        self._slots = asyncio.Semaphore(pipeline.slots)
        self._recent_seconds = deque[float](maxlen=REMEMBERED)
        self._ahead = 0
        self._wake = asyncio.Event()
        self._stop_claiming = asyncio.Event()
        self._hand_back = asyncio.Event()
        self._return_due = 0.0
        self._woken_by = ""

    def wake(self, by: str = "notification") -> None:
        self._woken_by = by
        self._wake.set()

    def look_at_leases(self) -> None:
        """Somebody may have taken a job away from us."""
        self._leases.look()

    def stop(self) -> None:
        """Stop claiming and finish what runs; asked a second time, hand it back at once."""
        if self._stop_claiming.is_set():
            self._hand_back.set()
        self._stop_claiming.set()
        self.wake("stop")

    async def run(self) -> None:
        keeper = asyncio.create_task(self._leases.keep(), name="lease keeper")
        try:
            while not self._stop_claiming.is_set():
                self._wake.clear()
                if not await self._look_for_work():
                    await self._rest()
            await self._drain()
        finally:
            await cancel(keeper)

    async def _look_for_work(self) -> bool:
        """One round; True if there may be more to claim right away. New work comes first, then what others left."""
        try:
            claimed = await self._claim()
            await self._guard.tend(idle=not claimed)
            return claimed or await self._return_to_line_when_due()
        except DATABASE_TROUBLE as error:
            log.warning("database_unavailable", reason=type(error).__name__)
            return False

    async def _return_to_line_when_due(self) -> bool:
        """Once a second: jobs whose wait is over, and those whose worker lost its lease. True if there were any."""
        if time.monotonic() < self._return_due:
            return False
        self._return_due = time.monotonic() + RETURN_SECONDS
        promoted = await self._queue.promote(self._pipeline.name)
        reclaimed = await self._queue.reclaim(self._pipeline.name, max_attempts=self._pipeline.policy.max_attempts)
        for job in reclaimed:
            tell_reclaimed(job, self._pipeline.name)
        return bool(promoted or reclaimed)

    async def _claim(self) -> bool:
        is_closed = self._guard.state == State.CLOSED
        self._ahead = jobs_ahead(self._recent_seconds, self._pipeline.slots) if is_closed else 0
        wanted = self._wanted()
        if not wanted:
            return False
        admission = await self._guard.admit(wanted)
        if not admission.slots:
            return False
        asked_at = time.monotonic()
        jobs = await self._queue.claim(self._pipeline.name, admission.slots, trial=admission.trial)
        for job in jobs:
            task = asyncio.create_task(self._process(job, asked_at, trial=admission.trial))
            self._running.add(task)
            task.add_done_callback(self._finished)
        if admission.trial:  # last, for it may fail, and what was claimed must begin
            await self._guard.give_back(admission.slots - len(jobs))
        return len(jobs) == wanted

    def _wanted(self) -> int:
        """How many to claim: all that there is room for, once half of those to be kept ready are gone."""
        at_work = len(self._running) - len(self._settling)
        held = max(at_work, len(self._running) - MOST_UNSETTLED - 2 * self._ahead)
        room = self._pipeline.slots + self._ahead - held
        return room if room > self._ahead // 2 else 0

    def _has_room(self) -> bool:
        """Who rests with room left waits for jobs; but while the breaker tries, any end may let more in."""
        return self._guard.state == State.CLOSED and bool(self._wanted())

    def _look_again(self, *, had_room: bool) -> None:
        if not had_room and self._wanted():
            self.wake("free_slot")

    def _begins_to_settle(self) -> None:
        task = asyncio.current_task()
        assert task is not None
        had_room = self._has_room()
        self._settling.add(task)
        self._look_again(had_room=had_room)

    def _finished(self, task: "asyncio.Task[None]") -> None:
        had_room = self._has_room()
        self._running.discard(task)
        self._settling.discard(task)
        self._look_again(had_room=had_room)
        if not task.cancelled() and (error := task.exception()):
            log.error("unforeseen", exc_info=error)

    async def _rest(self) -> None:
        """Until a notification, a free slot or the order to stop; otherwise the next poll."""
        try:
            async with asyncio.timeout(random.uniform(*POLL_SECONDS)):  # noqa: S311
                await self._wake.wait()
            metrics.wakeups.labels(self._woken_by).inc()
        except TimeoutError:
            metrics.wakeups.labels("poll").inc()

    async def _process(self, job: ClaimedJob, asked_at: float, *, trial: bool) -> None:
        job_id = str(job.id)
        structlog.contextvars.bind_contextvars(job_id=job_id, **_names_of(job))  # of this task
        with (
            trace.belonging_to(job.request_id),
            trace.span("attempt", parent=job.traceparent, job_id=job_id, attempt=job.attempt_count) as attempt,
        ):
            _tell_claimed(job, asked_at)
            lease = self._leases.hold(job, asked_at=asked_at)
            try:
                outcome = await lease.outcome_of(self._run_in_a_slot(lease))
                if lease.lost:
                    await self._guard.forget(trial=trial)
                    return
                outcome = await self._guard.report(outcome, trial=trial)
                settlement = decide(job, outcome, self._pipeline.policy, random.random())  # noqa: S311
                duration_ms = round((time.monotonic() - lease.began_at) * 1000)
                self._begins_to_settle()
                with trace.span("settle"):
                    settlement, answer = await self._settle_somehow(lease, settlement, duration_ms)
            finally:
                self._leases.let_go(lease)
            attempt.note(settled=type(settlement).__name__.lower(), answer=answer)
            tell_settled(job, settlement, answer, duration_ms, breaker=self._guard.state)
            if answer is Answer.APPLIED:
                await self._escalate(job, settlement)

    async def _settle_somehow(
        self, lease: Lease, settlement: Settlement, duration_ms: int
    ) -> tuple[Settlement, Answer]:
        try:
            return settlement, await self._settle(lease, settlement, duration_ms)
        except psycopg.Error:
            log.exception("unforeseen", error_code=ErrorCode.UNKNOWN)  # what we wanted to write is not writable
            settlement = Fail(ErrorCode.UNKNOWN, failure_message(ErrorCode.UNKNOWN, None))
            return settlement, await self._settle(lease, settlement, duration_ms)

    async def _escalate(self, job: ClaimedJob, settlement: Settlement) -> None:
        """A second reader for a result in doubt. Nothing is lost if that fails: a person looks at it, as without."""
        if not isinstance(settlement, Complete) or settlement.converted.review is not Review.NEEDED:
            return
        if not self._pipeline.escalates(job):
            return
        try:
            if await self._queue.escalate(job, settlement.converted.result_path):
                log.info("escalated", status="queued")
        except DATABASE_TROUBLE as error:
            log.warning("not_escalated", reason=type(error).__name__)

    async def _run_in_a_slot(self, lease: Lease) -> Outcome:
        if reason := await self._wait_for_slot():
            self._recent_seconds.clear()
            return HandedBack(reason)
        try:
            lease.began_at = time.monotonic()
            log.info("start", status="processing")
            outcome = await self._run(lease.job)
        finally:
            self._slots.release()
        if isinstance(outcome, Converted):
            self._recent_seconds.append(time.monotonic() - lease.began_at)
        else:
            self._recent_seconds.clear()
        return outcome

    async def _wait_for_slot(self) -> HandBackReason | None:
        """Only what was claimed ahead has to. Why it gets none, if so: what has not begun need not, once we stop or the
        gateway fails, nor shall it wait here for long."""
        if not self._slots.locked():
            await self._slots.acquire()
            return None
        try:
            async with asyncio.timeout(AHEAD_PATIENCE_SECONDS):
                await self._slots.acquire()
        except TimeoutError:
            return HandBackReason.NO_SLOT
        if not self._stop_claiming.is_set() and self._guard.state == State.CLOSED:
            return None
        self._slots.release()
        return HandBackReason.SHUTDOWN if self._stop_claiming.is_set() else HandBackReason.BREAKER

    async def _run(self, job: ClaimedJob) -> Outcome:
        if self._guard.fails_fast:
            return AttemptFailed(ErrorCode.GW_5XX, final=True)
        return await self._pipeline.run(job)

    async def _settle(self, lease: Lease, settlement: Settlement, duration_ms: int) -> Answer:
        """Tries until the database answers or the lease is over. Repeating is safe: the token fences it."""
        unsure = False
        while True:
            try:
                if await self._queue.settle(lease.job, settlement, duration_ms):
                    return Answer.APPLIED
                return Answer.APPLIED if unsure and await self._queue.settled_by(lease.job) else Answer.REFUSED
            except WORTH_REPEATING as error:
                log.warning("settle_unanswered", reason=type(error).__name__)
                unsure = True
                if lease.lost or self._hand_back.is_set() or time.monotonic() >= lease.ends_at:
                    return Answer.NONE
                await asyncio.sleep(SETTLE_RETRY_SECONDS)

    async def _drain(self) -> None:
        """Finish what runs while there is time; hand the rest back without costing it an attempt."""
        log.info("shutdown", jobs=len(self._running))
        finished = asyncio.create_task(self._all_finished())
        hurry = asyncio.create_task(self._hand_back.wait())
        await asyncio.wait({finished, hurry}, timeout=self._grace_seconds, return_when=asyncio.FIRST_COMPLETED)
        hurry.cancel()
        self._hand_back.set()
        for lease in self._leases.held():
            lease.call_off()
        await finished

    async def _all_finished(self) -> None:
        while self._running:
            await asyncio.wait(self._running)


def _tell_claimed(job: ClaimedJob, asked_at: float) -> None:
    log.info("claim", status="processing")
    took = time.monotonic() - asked_at
    trace.past("wait", parent=job.traceparent, seconds=(job.waited_seconds or 0) + took, attempt=job.attempt_count)
    trace.past("claim", parent=job.traceparent, seconds=took, attempt=job.attempt_count)


def _names_of(job: ClaimedJob) -> dict[str, object]:
    """By which lines of all processes about it are found, beside its id."""
    names = {"request_id": job.request_id, "traceparent": job.traceparent}
    return {"attempt": job.attempt_count, **{name: told for name, told in names.items() if told}}
