"""From handing a job in to its start, by an idle worker, 95th percentile; and a bare NOTIFY that reaches a bare LISTEN.

Ours are two processes, as in production: who hands in, and who works and says when it began, by a clock that all
processes share. The peers' are one. All durations begin before the job is written. A job's start takes two ways
through the server: the word that it is there, and the claim. So the limit is a notification's way there and back, by
another one; its way there alone is told, too. Neither writes anything; "bare, after a commit" is one that waits until a
row is on the disk, as the peers do. Ours begins meanwhile, and waits before it tells whoever handed it in.
"""

import asyncio
import sys
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import LiteralString

import psycopg
import uvloop
from psycopg import AsyncConnection

from bench.database import database, empty
from bench.measure import Report, percentile
from bench.noop_worker import converted, make_worker
from bench.programs import ours, peer
from fakturo.domain.job import ClaimedJob
from fakturo.domain.transitions import Outcome
from fakturo.ops import logs
from fakturo.store.pool import open_pool
from fakturo.store.signals import WORK_IS_WAITING, listening
from tests.support.jobs import jobs_of, submit

Step = Callable[[AsyncConnection, AsyncConnection], Awaitable[None]]

JOBS = 150
"""Enough that the 95th percentile is not one or two unlucky ones."""
JOBS_OF_SLOW = 15
"""PgQueuer takes a second for each."""
SLOTS = 3
IDLE_SECONDS = 0.05
ROUND_TRIP, ONE_WAY, DURABLE = "limit: bare NOTIFY, there and back", "bare NOTIFY, one way", "bare, after a commit"
FIRST = 3
"""So many are not counted: connections and plans are made by them."""


async def measure(*, quick: bool) -> Report:
    report = Report("pickup", "ms, 95th percentile", 3 if quick else 7)
    jobs = JOBS // 2 if quick else JOBS
    async with database() as (url, _):

        async def own() -> float:
            await empty(url)
            return percentile(await ours("bench.pickup", url, jobs), 0.95)

        async def procrastinate() -> float:
            return percentile(await peer("queues.py", "procrastinate", "pickup", url, SLOTS, jobs), 0.95)

        async def pgqueuer() -> float:
            return percentile(await peer("queues.py", "pgqueuer", "pickup", url, SLOTS, JOBS_OF_SLOW), 0.95)

        async def round_trip() -> float:
            return percentile(await _timed(url, jobs, _there_and_back), 0.95)

        async def one_way() -> float:
            return percentile(await _timed(url, jobs, _there), 0.95)

        async def durable() -> float:
            return percentile(await _timed(url, jobs, _there_after_a_commit), 0.95)

        ways = {"ours": own, ROUND_TRIP: round_trip, ONE_WAY: one_way, DURABLE: durable}
        await report.measure({**ways, "procrastinate": procrastinate, "pgqueuer": pgqueuer})
    report.notes = {
        "ratio": report.ratio("ours", ROUND_TRIP),
        "one_way": report.ratio("ours", ONE_WAY),
        "after_a_commit": report.ratio("ours", DURABLE),
        "against": {name: report.ratio("ours", name) for name in ("procrastinate", "pgqueuer")},
        "goal": 2,
        "floor": 4,
    }
    return report


async def _work(url: str) -> None:
    """Until its input ends; says that it is ready, and then when each job began."""

    async def run(job: ClaimedJob) -> Outcome:
        print(time.monotonic(), flush=True)  # noqa: T201
        return converted(job)

    async with open_pool(url, name="bench worker", max_size=SLOTS + 2, plan_once=True) as pool:
        worker = make_worker(pool, SLOTS, run)
        working = asyncio.create_task(worker.run())
        async with listening(url, {WORK_IS_WAITING: lambda _: worker.wake()}, name="bench listener"):
            await asyncio.sleep(1)
            print("ready", flush=True)  # noqa: T201
            await asyncio.to_thread(sys.stdin.read)
        worker.stop()
        await working


@asynccontextmanager
async def _working(url: str) -> AsyncIterator[asyncio.StreamReader]:
    command = (sys.executable, "-m", "bench.pickup", "work", url)
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
    assert process.stdin
    assert process.stdout
    try:
        assert await process.stdout.readline() == b"ready\n"
        yield process.stdout
    finally:
        process.stdin.close()
        await process.wait()


async def pickups(url: str, count: int) -> AsyncIterator[float]:
    async with _working(url) as started, open_pool(url, name="bench web", max_size=2) as pool:
        jobs = jobs_of(pool)
        for number in range(count + FIRST):
            begun = time.monotonic()
            await submit(jobs, uuid.uuid4())
            at = float(await started.readline())
            if number >= FIRST:
                yield (at - begun) * 1000
            await asyncio.sleep(IDLE_SECONDS)


async def _timed(url: str, rounds: int, once: Step) -> list[float]:
    """Milliseconds that a step takes between two idle connections, which listen to each other."""
    here = await psycopg.AsyncConnection.connect(url, autocommit=True)
    there = await psycopg.AsyncConnection.connect(url, autocommit=True)
    async with here, there:
        await here.execute("CREATE TABLE IF NOT EXISTS bench_written (number bigint)")
        await here.execute("LISTEN back")
        await there.execute("LISTEN bare")
        times = []
        for _ in range(rounds):
            begun = time.perf_counter()
            await once(here, there)
            times.append((time.perf_counter() - begun) * 1000)
            await asyncio.sleep(IDLE_SECONDS)
    return times


async def _there(here: AsyncConnection, there: AsyncConnection, *, channel: LiteralString = "bare") -> None:
    await here.execute(f"NOTIFY {channel}")
    async for _ in there.notifies(stop_after=1):
        pass


async def _there_and_back(here: AsyncConnection, there: AsyncConnection) -> None:
    await _there(here, there)
    await _there(there, here, channel="back")


async def _there_after_a_commit(here: AsyncConnection, there: AsyncConnection) -> None:
    await here.execute("INSERT INTO bench_written VALUES (1)")
    await _there(here, there)


async def _hand_in(url: str, jobs: int) -> None:
    async for milliseconds in pickups(url, jobs):
        print(milliseconds)  # noqa: T201


if __name__ == "__main__":
    logs.configure("error", service="bench")
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_work(sys.argv[2]) if sys.argv[1] == "work" else _hand_in(sys.argv[1], int(sys.argv[2])))
