"""Keeps the leases of running jobs alive, from outside the work, and stops work whose lease is gone.

The lease ends by the database's clock. Here its end is reckoned by our own monotonic clock from the moment before we
asked, so we always think it ends earlier than it does: work stops before anybody else may start. A timer sees to that,
not the answer to an extension: a database that is silent may not even let us stop waiting for it.
"""

import asyncio
import contextlib
import math
import time
from collections.abc import Awaitable
from uuid import UUID

import structlog

from fakturo.domain.job import ClaimedJob
from fakturo.domain.transitions import HandBackReason, HandedBack, Outcome
from fakturo.store.queue import Queue
from fakturo.store.trouble import DATABASE_TROUBLE

log = structlog.get_logger()

RETRY_SECONDS = 0.5


class Lease:
    """One job of ours, by the task that runs it, and how long it is surely ours."""

    def __init__(self, job: ClaimedJob, task: "asyncio.Task[None]", ends_at: float) -> None:
        self.job = job
        self.ends_at = ends_at
        self.began_at = time.monotonic()
        self.lost = False
        self._task = task
        self._works = self._called_off = False

    async def outcome_of(self, work: Awaitable[Outcome]) -> Outcome:
        """Work that is called off, because we stop or the lease is lost, ends as handed back; its task goes on."""
        self._works = True
        try:
            return await work
        except asyncio.CancelledError:
            if not self._called_off:
                raise
            self._task.uncancel()
            return HandedBack(HandBackReason.SHUTDOWN)
        finally:
            self._works = False

    def call_off(self) -> None:
        """Stops the work, and nothing that comes after it."""
        if self._works and not self._called_off:
            self._called_off = True
            self._task.cancel()

    def lose(self) -> None:
        if not self.lost:
            self.lost = True
            self.call_off()
            log.warning(
                "lease_lost", job_id=self.job.id, attempt=self.job.attempt_count, lease=str(self.job.lease_token)
            )


class LeaseKeeper:
    def __init__(self, queue: Queue, *, ttl_seconds: float) -> None:
        self._queue = queue
        self._ttl_seconds = ttl_seconds
        self._held: dict[UUID, Lease] = {}
        self._stop_due = math.inf
        self._timer: asyncio.TimerHandle | None = None
        self._look = asyncio.Event()

    def look(self) -> None:
        """Extend now, to see which leases are still ours."""
        self._look.set()

    def hold(self, job: ClaimedJob, *, asked_at: float) -> Lease:
        """By the current task."""
        task = asyncio.current_task()
        assert task is not None
        lease = Lease(job, task, asked_at + self._ttl_seconds)
        self._held[job.lease_token] = lease
        if lease.ends_at < self._stop_due:
            self._stop_in_time()
        return lease

    def let_go(self, lease: Lease) -> None:
        self._held.pop(lease.job.lease_token, None)

    def _stop_in_time(self) -> None:
        """Loses leases when they end; those that were extended meanwhile get their time. One timer for all of them, by
        the first to end: most are let go long before."""
        now = time.monotonic()
        for lease in self.held():
            if lease.ends_at <= now:
                lease.lose()
        self._stop_due = min((lease.ends_at for lease in self.held() if not lease.lost), default=math.inf)
        if self._timer is not None:
            self._timer.cancel()
        if self._stop_due < math.inf:
            self._timer = asyncio.get_running_loop().call_later(self._stop_due - now, self._stop_in_time)

    def held(self) -> list[Lease]:
        return list(self._held.values())

    async def keep(self) -> None:
        """Runs for ever: extends every quarter of the lease's length, sooner after trouble or when asked to look."""
        quarter = self._ttl_seconds / 4
        while True:
            self._look.clear()
            extended = await self._extend()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(quarter if extended else min(quarter, RETRY_SECONDS)):
                    await self._look.wait()

    async def _extend(self) -> bool:
        leases = [lease for lease in self.held() if not lease.lost]
        if not leases:
            return True
        asked_at = time.monotonic()
        try:
            async with asyncio.timeout(self._ttl_seconds / 4):
                still_ours = await self._queue.extend([lease.job for lease in leases])
        except DATABASE_TROUBLE as error:
            log.warning("lease_not_extended", jobs=len(leases), reason=type(error).__name__)
            return False
        for lease in leases:
            if lease.job.id in still_ours:
                lease.ends_at = asked_at + self._ttl_seconds
            elif lease.job.lease_token in self._held:  # not one that was settled while we asked
                lease.lose()
        return True
