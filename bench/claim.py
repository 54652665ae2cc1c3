"""No-op jobs a second: claimed, run and settled, each commit waiting for the disk.

Ours is the real worker, in a process of its own. The limit is the very same statements in the same batches, said by
pgbench. The peers are given as many jobs at once; PgQueuer acknowledges in batches after the fact, which promises less.
"""

from pathlib import Path

from bench.database import database, empty, fill, pgbench
from bench.measure import Report, Way
from bench.programs import ours, peer

SLOTS = (1, 10, 50)
JOBS = {1: 1000, 10: 2000, 50: 4000}
"""Enough that the first ones, whose statements are still to be planned, count for little."""
QUEUES = ("procrastinate", "pgqueuer")


async def measure(*, quick: bool) -> Report:
    report = Report("claim", "jobs/s", 3 if quick else 7)
    share = 0.3 if quick else 1.0
    async with database() as (url, directory):
        for slots in SLOTS:
            await report.measure(_ways(url, directory, slots, int(JOBS[slots] * share)))
    of_limit = {slots: report.ratio(f"ours, {slots} at once", f"limit, {slots} at once") for slots in SLOTS}
    of_peers = {
        queue: {slots: report.ratio(f"ours, {slots} at once", f"{queue}, {slots} at once") for slots in SLOTS}
        for queue in QUEUES
    }
    report.notes = {"ratio": of_limit, "against": of_peers, "goal": 0.8, "floor": 0.6}
    return report


def _ways(url: str, directory: Path, slots: int, jobs: int) -> dict[str, Way]:
    async def own() -> float:
        await empty(url)
        await fill(url, jobs)
        return (await ours("bench.noop_worker", url, slots, jobs))[0]

    async def limit() -> float:
        await empty(url)
        await fill(url, jobs + slots)
        return await pgbench(url, directory, batch=slots, clients=1, jobs=jobs)

    def other(queue: str) -> Way:
        async def rate() -> float:
            count = jobs if queue != "pgqueuer" or slots > 1 else min(jobs, 30)
            return (await peer("queues.py", queue, "drain", url, slots, count))[0]

        return rate

    ways: dict[str, Way] = {"ours": own, "limit": limit} | {queue: other(queue) for queue in QUEUES}
    return {f"{name}, {slots} at once": way for name, way in ways.items()}
