"""How much slower claims get when somebody keeps a snapshot open, so that nothing that is over can be removed.

A report, a dump or a forgotten psql session is enough. Ours claims and settles ten at a time; the other is a plain
table of jobs, claimed by id with SKIP LOCKED, as it is written in most introductions.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import psycopg

from bench.database import database, empty, fill
from bench.measure import Report, Way
from bench.noop_worker import converted
from fakturo.domain.transitions import Complete
from fakturo.store.pool import open_pool
from tests.support.databases import Rows
from tests.support.jobs import queue_of

JOBS = 60_000
BATCH = 10
PLAIN = """
WITH next AS (
    SELECT id FROM plain_jobs WHERE status = 'queued' ORDER BY id LIMIT %s FOR UPDATE SKIP LOCKED
)
UPDATE plain_jobs SET status = 'running' FROM next WHERE plain_jobs.id = next.id RETURNING plain_jobs.id
"""


async def measure(*, quick: bool) -> Report:
    report = Report("horizon", "jobs/s", 1 if quick else 2)
    jobs = 10_000 if quick else JOBS
    async with database() as (url, _):
        await _make_plain(url)
        await report.measure(
            {
                "ours": _way(url, ours, jobs, held=False),
                "ours, snapshot held": _way(url, ours, jobs, held=True),
                "plain": _way(url, plain, jobs, held=False),
                "plain, snapshot held": _way(url, plain, jobs, held=True),
            }
        )
    slower = report.ratio("ours", "ours, snapshot held")
    plain_slower = report.ratio("plain", "plain, snapshot held")
    report.notes = {"ratio": slower, "jobs": jobs, "plain_table": plain_slower, "goal": 2, "floor": 4}
    return report


def _way(url: str, drain: "Drain", jobs: int, *, held: bool) -> Way:
    async def rate() -> float:
        await empty(url)
        await _execute(url, "TRUNCATE plain_jobs")
        async with _snapshot(url, held=held):
            return await drain(url, jobs)

    return rate


async def ours(url: str, jobs: int) -> float:
    await fill(url, jobs, owners=1)
    async with open_pool(url, name="bench worker", max_size=4, plan_once=True) as pool:
        queue = queue_of(pool)
        begun = time.perf_counter()
        while claimed := await queue.claim("gateway", BATCH):
            await asyncio.gather(*(queue.settle(job, Complete(converted(job)), 1) for job in claimed))
        return jobs / (time.perf_counter() - begun)


async def plain(url: str, jobs: int) -> float:
    await Rows(url).all("INSERT INTO plain_jobs (id) SELECT * FROM generate_series(1, %s)", jobs)
    await _execute(url, "VACUUM ANALYZE plain_jobs")
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        begun = time.perf_counter()
        while ids := [row[0] for row in await (await connection.execute(PLAIN, (BATCH,))).fetchall()]:
            await connection.execute("UPDATE plain_jobs SET status = 'done' WHERE id = ANY (%s)", (ids,))
        return jobs / (time.perf_counter() - begun)


Drain = type(ours)


@asynccontextmanager
async def _snapshot(url: str, *, held: bool) -> AsyncIterator[None]:
    async with await psycopg.AsyncConnection.connect(url) as connection:
        if held:
            await connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            await connection.execute("SELECT count(*) FROM mapping_releases")
        yield
        await connection.rollback()


async def _make_plain(url: str) -> None:
    await _execute(url, "CREATE TABLE plain_jobs (id bigint PRIMARY KEY, status text NOT NULL DEFAULT 'queued')")
    await _execute(url, "CREATE INDEX ON plain_jobs (id) WHERE status = 'queued'")


async def _execute(url: str, statement: str) -> None:
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        await connection.execute(statement.encode())
