"""The product's own worker with nothing to do but claim and settle, with the event loop and the search for garbage that
it has in production.

`python -m bench.noop_worker URL SLOTS JOBS` prints jobs a second, from the first claim to the last settlement. Without
JOBS it is one of several (`bench.crowd`): says that it is ready, and works from a word on until it is stopped.
"""

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from datetime import timedelta

import uvloop

from fakturo.domain.breaker import BreakerRules
from fakturo.domain.job import ClaimedJob, Review
from fakturo.domain.retry import gateway_policy
from fakturo.domain.transitions import Converted, Outcome
from fakturo.ops import logs
from fakturo.ops.garbage import OF_A_WORKER, collect_seldom
from fakturo.store.breakers import Breakers
from fakturo.store.pool import Pool, open_pool
from fakturo.store.queue import Queue
from fakturo.worker.claim_guard import ClaimGuard
from fakturo.worker.loop import Pipeline, Worker
from tests.support.jobs import KEEP

WORKER = "bench"


async def _healthy() -> bool:
    return True


async def _nothing() -> None:
    """To be done about a full disk."""


def make_worker(pool: Pool, slots: int, run: Callable[[ClaimedJob], Awaitable[Outcome]]) -> Worker:
    guard = ClaimGuard(
        Breakers(pool, pipeline="gateway", worker=WORKER),
        BreakerRules(),
        gateway_is_healthy=_healthy,
        disk_filled_up=_nothing,
        trials_take=timedelta(minutes=1),
    )
    policy = gateway_policy(3, timedelta(seconds=5), timedelta(seconds=5))
    queue = Queue(pool, worker=WORKER, lease_ttl=timedelta(seconds=120), rules=KEEP)
    return Worker(queue, Pipeline("gateway", slots, policy, run), guard, lease_seconds=120, grace_seconds=5)


def converted(job: ClaimedJob) -> Converted:
    path = f"results/00/00/{job.id}.{job.attempt_count}-{job.lease_token}.xml"
    return Converted(path, 10, "0" * 64, review=Review.CLEAN, gateway_status=200)


async def drain(url: str, slots: int, jobs: int) -> float:
    left, begun = jobs, 0.0
    finished = asyncio.Event()

    async def run(job: ClaimedJob) -> Outcome:
        nonlocal left, begun
        begun = begun or time.perf_counter()
        left -= 1
        if not left:
            finished.set()
        return converted(job)

    async with open_pool(url, name="bench worker", max_size=slots + 2, plan_once=True) as pool:
        worker = make_worker(pool, slots, run)
        working = asyncio.create_task(worker.run())
        await finished.wait()
        worker.stop()
        await working
        return jobs / (time.perf_counter() - begun)


async def work(url: str, slots: int) -> None:
    async def run(job: ClaimedJob) -> Outcome:
        return converted(job)

    async with open_pool(url, name="bench worker", min_size=2, max_size=slots + 2, plan_once=True) as pool:
        print("ready", flush=True)  # noqa: T201
        await asyncio.to_thread(sys.stdin.readline)
        await make_worker(pool, slots, run).run()


async def main(url: str, slots: str, jobs: str = "") -> None:
    if jobs:
        print(await drain(url, int(slots), int(jobs)))  # noqa: T201
    else:
        await work(url, int(slots))


if __name__ == "__main__":
    logs.configure("error", service="bench")
    collect_seldom(OF_A_WORKER)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main(*sys.argv[1:]))
