"""What the breaker costs while nothing fails: counted at the server, with many workers."""

import asyncio
import itertools
import time
from datetime import timedelta
from pathlib import Path

from fakturo.domain.breaker import BreakerRules
from fakturo.domain.job import ClaimedJob
from fakturo.domain.retry import gateway_policy
from fakturo.domain.transitions import Converted, Outcome
from fakturo.store.breakers import Breakers
from fakturo.store.pool import Pool, open_pool
from fakturo.worker.claim_guard import ClaimGuard
from fakturo.worker.loop import Pipeline, Worker
from tests.support.databases import test_server
from tests.support.jobs import ALICE, jobs_of, queue_of, sha256_of, submit

WORKERS = 32
SECONDS = 2


async def convert(job: ClaimedJob) -> Outcome:
    await asyncio.sleep(0.02)
    return Converted(f"results/00/00/{job.id}.xml", 1, sha256_of(job.id), 200)


async def yes() -> bool:
    return True


async def never() -> None:
    raise AssertionError("no disk is full here")


def worker_on(pool: Pool, number: int) -> Worker:
    name = f"worker-{number}"
    guard = ClaimGuard(
        Breakers(pool, pipeline="gateway", worker=name),
        BreakerRules(),
        gateway_is_healthy=yes,
        disk_filled_up=never,
        trials_take=timedelta(minutes=1),
    )
    pipeline = Pipeline("gateway", 3, gateway_policy(), convert)
    return Worker(queue_of(pool, worker=name), pipeline, guard, lease_seconds=120, grace_seconds=1)


async def test_while_nothing_fails_the_breaker_costs_one_statement_per_worker_and_second(directory: Path) -> None:
    async with (
        test_server(directory, log_statement="all") as server,
        server.database() as url,
        open_pool(url, name="crowd", max_size=60) as pool,
    ):
        jobs = jobs_of(pool)
        workers = [worker_on(pool, number) for number in range(WORKERS)]
        running = [asyncio.create_task(worker.run()) for worker in workers]
        before, began = breaker_statements(directory), time.monotonic()
        for number in itertools.count():
            await submit(jobs, number)
            workers[number % WORKERS].wake()
            if number > WORKERS * 4 and time.monotonic() - began > SECONDS:
                break
        took, counted = time.monotonic() - began, breaker_statements(directory) - before
        for worker in workers:
            worker.stop()
        await asyncio.gather(*running)
        done = [job for job in (await jobs.list(ALICE, limit=10_000)).jobs if job.status == "complete"]
    assert len(done) > WORKERS * 3, "they did work meanwhile"
    assert 0 < counted <= WORKERS * (took + 1)


def breaker_statements(directory: Path) -> int:
    """Statements as the server logged them; each of ours opens with the comment that says what it is for."""
    return (directory / "postgres.log").read_text().count("INTO breaker_calls")
