"""No-op jobs a second: claimed, run and settled, each settlement's commit waiting for the disk.

Ours is the real worker, in a process of its own with 1, 10 and 50 slots, or in 2, 4 and 8 processes with one slot each.
Jobs that take no time it claims ahead, several at once. The limit is the very same statements in batches as large as
ours ever are, said by pgbench with as many clients. The peers are given as many jobs or processes at once, and the same
event loop; PgQueuer acknowledges in batches after the fact, which promises less.
"""

import sys
from pathlib import Path

from bench.crowd import seconds_to_empty
from bench.database import database, empty, fill, pgbench
from bench.measure import Report, Way
from bench.programs import PEERS, PEERS_PYTHON, ours, peer
from fakturo.domain.claim_ahead import MOST_AHEAD

SLOTS = (1, 10, 50)
WORKERS = (2, 4, 8)
JOBS = 4000
JOBS_EACH = 2000
"""Enough that the first ones, whose statements are still to be planned, count for little."""
PEERS_SHARE = 0.25
"""Of what several workers get: they take longer over each, so that fewer are enough."""
JOBS_OF_SLOW = 30
"""PgQueuer takes so long over one at a time."""
LEFT = {
    "ours": "SELECT EXISTS (SELECT FROM jobs WHERE status IN ('queued', 'processing'))",
    "procrastinate": "SELECT EXISTS (SELECT FROM procrastinate_jobs WHERE status IN ('todo', 'doing'))",
    "pgqueuer": "SELECT EXISTS (SELECT FROM pgqueuer)",
}
QUEUES = ("procrastinate", "pgqueuer")


async def measure(*, quick: bool) -> Report:
    report = Report("claim", "jobs/s", 3 if quick else 7)
    share = 0.3 if quick else 1.0
    async with database() as (url, directory):
        for slots in SLOTS:
            ways = _at_once(url, directory, slots, int(JOBS * share))
            await report.measure({f"{name}, {slots} at once": way for name, way in ways.items()})
        for workers in WORKERS:
            ways = _together(url, directory, workers, workers * JOBS_EACH // (2 if quick else 1))
            await report.measure({f"{name}, {workers} workers": way for name, way in ways.items()})
    sizes = [*(f"{slots} at once" for slots in SLOTS), *(f"{workers} workers" for workers in WORKERS)]
    of_limit = {size: report.ratio(f"ours, {size}", f"limit, {size}") for size in sizes}
    of_peers = {queue: {size: report.ratio(f"ours, {size}", f"{queue}, {size}") for size in sizes} for queue in QUEUES}
    report.notes = {"ratio": of_limit, "against": of_peers, "goal": 0.8, "floor": 0.6}
    return report


def _at_once(url: str, directory: Path, slots: int, jobs: int) -> dict[str, Way]:
    """By one process."""

    async def own() -> float:
        await empty(url)
        await fill(url, jobs)
        return (await ours("bench.noop_worker", url, slots, jobs))[0]

    async def limit() -> float:
        await empty(url)
        await fill(url, jobs + slots + MOST_AHEAD)
        return await pgbench(url, directory, batch=slots + MOST_AHEAD, clients=1, jobs=jobs)

    def other(queue: str) -> Way:
        async def rate() -> float:
            count = JOBS_OF_SLOW if queue == "pgqueuer" and slots == 1 else jobs
            return (await peer("queues.py", queue, "drain", url, slots, count))[0]

        return rate

    return {"ours": own, "limit": limit} | {queue: other(queue) for queue in QUEUES}


def _together(url: str, directory: Path, workers: int, jobs: int) -> dict[str, Way]:
    """By several, each with one job at a time."""

    async def own() -> float:
        await empty(url)
        await fill(url, jobs)
        command = [sys.executable, "-m", "bench.noop_worker", url, 1]
        return jobs / await seconds_to_empty(url, LEFT["ours"], [command] * workers)

    async def limit() -> float:
        await empty(url)
        await fill(url, jobs + workers * (1 + MOST_AHEAD))
        return await pgbench(url, directory, batch=1 + MOST_AHEAD, clients=workers, jobs=jobs)

    def other(queue: str) -> Way:
        async def rate() -> float:
            count = JOBS_OF_SLOW * workers if queue == "pgqueuer" else int(jobs * PEERS_SHARE)
            command = [PEERS_PYTHON, PEERS / "queues.py", queue, "work", url, 1]
            commands = [[*command, count], *[[*command, 0]] * (workers - 1)]
            return count / await seconds_to_empty(url, LEFT[queue], commands)

        return rate

    return {"ours": own, "limit": limit} | {queue: other(queue) for queue in QUEUES}
