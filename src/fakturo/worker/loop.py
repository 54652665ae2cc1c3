"""The worker's loop: claim, run, settle, put back in line; sleep only when there is nothing to do."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import psycopg
import structlog

from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import ClaimedJob
from fakturo.domain.retry import RetryPolicy
from fakturo.domain.transitions import (
    AttemptFailed,
    Complete,
    Fail,
    HandBackReason,
    HandedBack,
    Outcome,
    Release,
    Retry,
    Settlement,
    decide,
    failure_message,
)
from fakturo.store.queue import Queue
from fakturo.store.signals import cancel
from fakturo.worker.claim_guard import ClaimGuard
from fakturo.worker.leases import Lease, LeaseKeeper
from fakturo.worker.trouble import DATABASE_TROUBLE, WORTH_REPEATING

log = structlog.get_logger()

POLL_SECONDS = (1.0, 2.0)
RETURN_SECONDS = 1.0
SETTLE_RETRY_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class Pipeline:
    """A way of converting: its own queue, its own number of slots, its own policy of retries."""

    name: str
    slots: int
    policy: RetryPolicy
    run: Callable[[ClaimedJob], Awaitable[Outcome]]


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
        self._wake = asyncio.Event()
        self._stop_claiming = asyncio.Event()
        self._hand_back = asyncio.Event()
        self._return_due = 0.0

    def wake(self) -> None:
        self._wake.set()

    def look_at_leases(self) -> None:
        """Somebody may have taken a job away from us."""
        self._leases.look()

    def stop(self) -> None:
        """Stop claiming and finish what runs; asked a second time, hand it back at once."""
        if self._stop_claiming.is_set():
            self._hand_back.set()
        self._stop_claiming.set()
        self.wake()

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
            log.info("reclaim", job_id=job.id, status=job.status, attempt=job.attempt_count, error_code=job.error_code)
        return bool(promoted or reclaimed)

    async def _claim(self) -> bool:
        free_slots = self._pipeline.slots - len(self._running)
        if free_slots <= 0:
            return False
        admission = await self._guard.admit(free_slots)
        if not admission.slots:
            return False
        asked_at = time.monotonic()
        jobs = await self._queue.claim(self._pipeline.name, admission.slots, trial=admission.trial)
        for job in jobs:
            log.info("claim", job_id=job.id, status="processing", attempt=job.attempt_count)
            task = asyncio.create_task(self._process(job, asked_at, trial=admission.trial), name=f"job {job.id}")
            self._running.add(task)
            task.add_done_callback(self._finished)
        if admission.trial:  # last, for it may fail, and what was claimed must begin
            await self._guard.give_back(admission.slots - len(jobs))
        return len(jobs) == free_slots

    def _finished(self, task: "asyncio.Task[None]") -> None:
        self._running.discard(task)
        self.wake()
        if not task.cancelled() and (error := task.exception()):
            log.error("unforeseen", exc_info=error)

    async def _rest(self) -> None:
        """Until a notification, a free slot or the order to stop; otherwise the next poll."""
        try:
            async with asyncio.timeout(random.uniform(*POLL_SECONDS)):  # noqa: S311
                await self._wake.wait()
        except TimeoutError:
            pass

    async def _process(self, job: ClaimedJob, asked_at: float, *, trial: bool) -> None:
        with structlog.contextvars.bound_contextvars(job_id=str(job.id), attempt=job.attempt_count):
            started = time.monotonic()
            log.info("start", status="processing")
            work = asyncio.ensure_future(self._run(job))
            lease = self._leases.hold(job, work, asked_at=asked_at)
            try:
                outcome = await _outcome_of(work)
                if lease.lost:
                    await self._guard.forget(trial=trial)
                    return
                outcome = await self._guard.report(outcome, trial=trial)
                settlement = decide(job, outcome, self._pipeline.policy, random.random())  # noqa: S311
                duration_ms = round((time.monotonic() - started) * 1000)
                try:
                    applied = await self._settle(lease, settlement, duration_ms)
                except psycopg.Error:
                    log.exception("unforeseen", error_code=ErrorCode.UNKNOWN)  # what we wanted to write is not writable
                    settlement = Fail(ErrorCode.UNKNOWN, failure_message(ErrorCode.UNKNOWN, None))
                    applied = await self._settle(lease, settlement, duration_ms)
            finally:
                self._leases.let_go(lease)
            _log_settlement(settlement, duration_ms, applied=applied)

    async def _run(self, job: ClaimedJob) -> Outcome:
        if self._guard.fails_fast:
            return AttemptFailed(ErrorCode.GW_5XX, final=True)
        return await self._pipeline.run(job)

    async def _settle(self, lease: Lease, settlement: Settlement, duration_ms: int) -> bool:
        """Tries until the database answers or the lease is over. Repeating is safe: the token fences it."""
        unsure = False
        while True:
            try:
                if await self._queue.settle(lease.job, settlement, duration_ms):
                    return True
                return unsure and await self._queue.settled_by(lease.job)
            except WORTH_REPEATING as error:
                log.warning("settle_unanswered", reason=type(error).__name__)
                unsure = True
                if lease.lost or self._hand_back.is_set() or time.monotonic() >= lease.ends_at:
                    return False
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
            lease.work.cancel()
        await finished

    async def _all_finished(self) -> None:
        while self._running:
            await asyncio.wait(self._running)


async def _outcome_of(work: "asyncio.Future[Outcome]") -> Outcome:
    """Work that is cancelled, because we stop or its lease is lost, ends here as handed back."""
    await asyncio.wait({work})
    return HandedBack(HandBackReason.SHUTDOWN) if work.cancelled() else work.result()


def _log_settlement(settlement: Settlement, duration_ms: int, *, applied: bool) -> None:
    if not applied:
        log.warning("settlement_fenced", duration_ms=duration_ms)
        return
    match settlement:
        case Complete(converted):
            log.info(
                "complete",
                status="complete",
                duration_ms=duration_ms,
                gateway_status=converted.gateway_status,
                adopted=converted.adopted,
            )
        case Fail():
            log.info("failed", status="failed", duration_ms=duration_ms, **_about(settlement))
        case Retry():
            log.info("retry", status="queued", duration_ms=duration_ms, **_about(settlement), **_delay(settlement))
        case Release(reason):
            log.info(
                "release",
                status="queued",
                duration_ms=duration_ms,
                reason=reason,
                **_about(settlement),
                **_delay(settlement),
            )


def _about(settlement: Fail | Retry | Release) -> dict[str, object]:
    return {"gateway_status": settlement.gateway_status, "error_code": settlement.code}


def _delay(settlement: Retry | Release) -> dict[str, object]:
    return {"delay_ms": round(settlement.delay.total_seconds() * 1000)}
