"""A worker holds more short jobs than it runs; and gives back what it can't begin in a moment."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
from bench.noop_worker import converted, make_worker

from fakturo.domain.job import ClaimedJob
from fakturo.domain.transitions import Outcome
from fakturo.store.pool import Pool
from fakturo.store.queue import Queue
from fakturo.worker.loop import Worker
from tests.support.databases import Rows
from tests.support.jobs import jobs_of, submit
from tests.support.stack import PATIENCE_SECONDS, until

SHORT = 10
BEHIND = 5
RELEASED = "SELECT attempt, meta FROM job_events WHERE event_type = 'released'"


class House:
    """Short jobs, then one that takes until it is told to end, then more short ones; and a worker with one slot."""

    def __init__(self, pool: Pool, rows: Rows) -> None:
        self.pool = pool
        self.rows = rows
        self.end = asyncio.Event()
        self.begun = list[int]()

    async def fill(self) -> None:
        for number in range(SHORT + 1 + BEHIND):
            await submit(jobs_of(self.pool), number)

    @contextlib.asynccontextmanager
    async def working(self) -> AsyncIterator[Worker]:
        async def run(job: ClaimedJob) -> Outcome:
            self.begun.append(job.attempt_count)
            if len(self.begun) == SHORT + 1:
                await self.end.wait()
            return converted(job)

        worker = make_worker(self.pool, 1, run)
        task = asyncio.create_task(worker.run())
        try:
            yield worker
        finally:
            self.end.set()
            worker.stop()
            await task

    async def count(self, status: str) -> int:
        return int((await self.rows.one("SELECT count(*) FROM jobs WHERE status = %s", status))["count"])

    async def until_count(self, how_many: int, status: str, *, seconds: float = PATIENCE_SECONDS) -> None:
        async def reached() -> bool:
            return await self.count(status) == how_many

        await until(reached, seconds=seconds, what=f"{how_many} jobs that are {status}")


@pytest.fixture
def house(pool: Pool, rows: Rows) -> House:
    return House(pool, rows)


async def test_short_jobs_share_claims_and_commits(pool: Pool, rows: Rows, monkeypatch: pytest.MonkeyPatch) -> None:
    house, claims = House(pool, rows), list[int]()
    house.end.set()
    claim: Any = Queue.claim

    async def noted(self: Queue, pipeline: str, slots: int, **named: Any) -> Any:
        claims.append(slots)
        return await claim(self, pipeline, slots, **named)

    monkeypatch.setattr(Queue, "claim", noted)
    for number in range(60):
        await submit(jobs_of(pool), number)
    async with house.working():
        await house.until_count(60, "complete")
    assert len(claims) <= 20, claims
    commits = await rows.one("SELECT count(DISTINCT changed_xid) FROM jobs")
    assert commits["count"] <= 20


async def test_a_job_that_waits_behind_a_slow_one_goes_back_in_line(house: House) -> None:
    await house.fill()
    async with house.working():
        await house.until_count(BEHIND, "queued", seconds=20)
        await asyncio.sleep(0.5)
        assert await house.count("processing") == 1, "and nothing is claimed ahead while it runs"
        released = await house.rows.all(RELEASED)
        assert [event["meta"]["reason"] for event in released] == ["no_slot"] * BEHIND
        assert all(event["meta"]["refunded"] for event in released)
        house.end.set()
        await house.until_count(SHORT + 1 + BEHIND, "complete")
    assert house.begun == [1] * (SHORT + 1 + BEHIND), "each began once, at its first attempt"


async def test_what_has_not_begun_when_the_worker_stops_is_given_back(house: House) -> None:
    await house.fill()
    async with house.working() as worker:
        while len(house.begun) <= SHORT:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
        worker.stop()
        house.end.set()
    assert len(house.begun) == SHORT + 1
    assert (await house.count("complete"), await house.count("queued")) == (SHORT + 1, BEHIND)
    assert {event["meta"]["reason"] for event in await house.rows.all(RELEASED)} <= {"shutdown"}
