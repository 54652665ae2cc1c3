"""A job that was claimed is begun, whatever goes wrong right after the claim."""

import asyncio
from dataclasses import dataclass
from typing import Any, cast

import psycopg

from fakturo.domain.breaker import State
from fakturo.domain.job import ClaimedJob
from fakturo.domain.retry import gateway_policy
from fakturo.domain.transitions import Converted, Outcome
from fakturo.store.pool import Pool
from fakturo.worker.claim_guard import Admission, ClaimGuard
from fakturo.worker.loop import Pipeline, Worker
from tests.support.databases import Rows
from tests.support.jobs import jobs_of, queue_of, sha256_of, submit
from tests.support.stack import until


@dataclass
class GuardWithoutDatabase:
    """Half open, and out of reach when unused tickets are to be handed back."""

    fails_fast: bool = False
    state: State = State.HALF_OPEN

    async def admit(self, _: int) -> Admission:
        return Admission(3, trial=True)

    async def give_back(self, _: int) -> None:
        raise psycopg.OperationalError("the connection was cut")

    async def tend(self, *, idle: bool) -> None:
        pass

    async def report(self, outcome: Outcome, *, trial: bool) -> Outcome:  # noqa: ARG002
        return outcome


async def test_a_trial_begins_though_the_other_tickets_cannot_be_handed_back(pool: Pool, rows: Rows) -> None:
    async def convert(job: ClaimedJob) -> Outcome:
        return Converted(f"results/00/00/{job.id}.xml", 7, sha256_of("xml"), 200)

    guard = cast("ClaimGuard", GuardWithoutDatabase())
    pipeline = Pipeline("gateway", 3, gateway_policy(), convert)
    worker = Worker(queue_of(pool), pipeline, guard, lease_seconds=120, grace_seconds=1)
    await submit(jobs_of(pool), "a")
    running = asyncio.create_task(worker.run())

    async def complete() -> bool:
        row: dict[str, Any] = await rows.one("SELECT status FROM jobs")
        return bool(row["status"] == "complete")

    try:
        await until(complete, what="the end of the job that was claimed")
    finally:
        worker.stop()
        await running
