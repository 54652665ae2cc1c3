"""Workers with one safeguard taken out, from outside. Each must be caught, or the proof proves nothing.

A mutant is applied in a process of the tests, to the product's statements and methods in memory. One that finds nothing
to change fails loudly: a mutant without effect would be "survived" by honest code.
"""

import asyncio
import os
import re
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from fakturo.blobs import base, disk
from fakturo.domain.breaker import State
from fakturo.store import queue
from fakturo.store.breakers import Breakers, Standing
from fakturo.store.pool import Pool
from fakturo.worker import loop, run_job
from fakturo.worker.claim_guard import Admission, ClaimGuard

SETTLEMENTS = ("complete", "fail", "fall_back", "retry", "release")
FENCE = r" AND status = 'processing' AND lease_token = token AND deleted_at IS NULL"
WRITES_LATER_SECONDS = 0.5
NOW = re.compile(rb"queue_now\(\)")


def change(name: str, pattern: str, replacement: str) -> None:
    """Changes a statement of the queue; the pattern's blanks stand for any white space."""
    spaced = re.compile(re.sub(r"\\?\s+", r"\\s+", pattern).encode())
    changed, times = spaced.subn(replacement.replace("\\", r"\\").encode(), queue.SQL[name])
    if not times:
        raise LookupError(f"the mutant finds nothing to change in the statement '{name}'")
    queue.SQL[name] = changed


def no_fence() -> None:
    """A settlement asks for nothing but the job's id."""
    for name in SETTLEMENTS:
        change(name, FENCE, "")


def fence_by_status_only() -> None:
    """A settlement asks whether the job is being processed, not by whom."""
    for name in SETTLEMENTS:
        change(name, r" AND lease_token = token", "")


def worker_clock() -> None:
    """Lease and schedule times come from the worker's own clock."""

    class OnWorkersClock(dict[str, bytes]):
        def __getitem__(self, name: str) -> bytes:
            now = datetime.fromtimestamp(time.time(), UTC).isoformat()
            return NOW.sub(f"'{now}'::timestamptz".encode(), super().__getitem__(name))

    if not any(NOW.search(statement) for statement in queue.SQL.values()):
        raise LookupError("no statement asks the database's clock")
    queue.SQL = OnWorkersClock(queue.SQL)


def reclaim_unguarded() -> None:
    """Takes back every job that is being processed, whether or not its lease has run out."""
    change("reclaim", r" AND lease_expires_at < \(SELECT queue_now\(\)\)", "")


def no_extension() -> None:
    """A worker believes that its lease was extended, and it was not."""
    change("extend", r"lease_expires_at = queue_now\(\) \+ %\(lease_ttl\)s", "lease_expires_at = lease_expires_at")


def attempt_on_failure() -> None:
    """Attempts are counted when they fail, not when they begin: a job that kills its worker never uses them up."""
    change("claim", r"attempt_count = attempt_count \+ 1", "attempt_count = attempt_count")
    change("claim", r"'processing', attempt_count,", "'processing', attempt_count + 1,")
    change("claim", r"sha256, bytes, attempt_count,", "sha256, bytes, attempt_count + 1 AS attempt_count,")
    for name in ("complete", "fail", "retry"):
        change(name, "SET status = ", "SET attempt_count = jobs.attempt_count + 1, status = ")


def retry_without_delay() -> None:
    """Jobs are put back in line before their time has come."""
    change("promote", r"retry_after <= \(SELECT queue_now\(\)\)", "retry_after IS NOT NULL")


def delete_after_lost_lease() -> None:
    """A worker whose settlement was refused tidies up after itself, and takes the wrong things with it."""
    settle = queue.Queue.settle

    async def settle_and_tidy(self: queue.Queue, job: Any, *rest: Any, **named: Any) -> bool:
        applied = await settle(self, job, *rest, **named)
        if not applied:
            _delete_results(job.id)
        return applied

    setattr(queue.Queue, "settle", settle_and_tidy)  # noqa: B010


def _delete_results(job_id: UUID) -> None:
    for root in _result_roots:
        for file in root.glob(f"*/*/{job_id}.*"):
            file.unlink()


_result_roots: list[Path] = []


def shared_result_name() -> None:
    """All attempts at a job write the same file."""

    def one_name(job_id: UUID, attempt: int, token: UUID) -> str:
        return base.result_path(job_id, 0, UUID(int=0))

    setattr(run_job, "result_path", one_name)  # noqa: B010


def settle_before_result() -> None:
    """The row says complete before the file is there."""
    commit, settle = disk._commit_together, queue.Queue.settle
    late: dict[str, Callable[[], None]] = {}

    def later(drafts: Any) -> None:
        late[drafts[0].target.name] = lambda: commit(drafts)
        for draft in drafts:
            draft.discard = lambda: None

    async def settle_then_write(self: queue.Queue, job: Any, *rest: Any, **named: Any) -> bool:
        applied = await settle(self, job, *rest, **named)
        for name in [name for name in late if name.startswith(str(job.id))]:
            asyncio.get_running_loop().call_later(WRITES_LATER_SECONDS, late.pop(name))
        return applied

    setattr(disk, "_commit_together", later)  # noqa: B010
    setattr(queue.Queue, "settle", settle_then_write)  # noqa: B010


def notify_without_poll() -> None:
    """A worker that rests until it is called, and never looks by itself."""

    async def until_called(worker: Any) -> None:
        await worker._wake.wait()

    if not hasattr(loop.Worker, "_rest"):
        raise LookupError("the worker's loop has no rest to change")
    setattr(loop.Worker, "_rest", until_called)  # noqa: B010


def breaker_per_process() -> None:
    """Every worker has a breaker of its own and learns nothing from the others."""
    create, report, admit = Breakers.__init__, Breakers.report, ClaimGuard.admit

    def create_own(self: Breakers, pool: Pool, *, pipeline: str, worker: str) -> None:
        create(self, pool, pipeline=f"{pipeline} of {worker}", worker=worker)

    async def report_own(self: Breakers, **outcomes: int) -> Standing:
        async with self._pool.connection() as connection:
            await connection.execute(
                "INSERT INTO breakers (pipeline, state) VALUES (%(pipeline)s, 'closed') ON CONFLICT DO NOTHING",
                self._who,
            )
        return await report(self, **outcomes)

    async def admit_own(self: ClaimGuard, free_slots: int) -> Admission:
        return Admission(0) if self._breaker.state is State.OPEN else await admit(self, free_slots)

    setattr(Breakers, "__init__", create_own)  # noqa: B010
    setattr(Breakers, "report", report_own)  # noqa: B010
    setattr(ClaimGuard, "admit", admit_own)  # noqa: B010


def no_fsync() -> None:
    """Files are written and renamed, and nothing is made durable."""

    class WithoutSync:
        """The os module as the store sees it, with one call that does nothing."""

        def __getattr__(self, name: str) -> object:
            return (lambda _: None) if name == "fsync" else getattr(os, name)

    setattr(disk, "os", WithoutSync())  # noqa: B010


MUTANTS: dict[str, Callable[[], None]] = {
    "no-fence": no_fence,
    "fence-by-status-only": fence_by_status_only,
    "worker-clock": worker_clock,
    "reclaim-unguarded": reclaim_unguarded,
    "no-extension": no_extension,
    "attempt-on-failure": attempt_on_failure,
    "retry-without-delay": retry_without_delay,
    "delete-after-lost-lease": delete_after_lost_lease,
    "shared-result-name": shared_result_name,
    "settle-before-result": settle_before_result,
    "notify-without-poll": notify_without_poll,
    "breaker-per-process": breaker_per_process,
    "no-fsync": no_fsync,
}


def apply(name: str, *, results: Path) -> None:
    _result_roots.append(results)
    MUTANTS[name]()
