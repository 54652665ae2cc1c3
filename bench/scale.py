"""How throughput grows with the number of worker processes, one job at a time each, over a gateway that takes 100 ms.

The rate is read from job_events: completions per second, in the time in which all workers were busy.
"""

import asyncio
import itertools
import os
import time
from pathlib import Path

from starlette.responses import Response

from bench.database import database
from bench.measure import Report
from fakturo.blobs.base import put, upload_path
from fakturo.blobs.disk import DiskBlobs
from fakturo.store.pool import open_pool
from tests.support.databases import Rows
from tests.support.gateways import plain_gateway, xml
from tests.support.jobs import jobs_of, new_job
from tests.support.stack import Stack, until

WORKERS = (1, 2, 4, 8)
JOBS_PER_WORKER = 100
GATEWAY_SECONDS = 0.1
WANTED = {2: 1.8, 4: 3.4}


async def measure(*, quick: bool) -> Report:
    report = Report("scale", "jobs/s", 1)
    jobs_per_worker = JOBS_PER_WORKER // 4 if quick else JOBS_PER_WORKER
    async with database() as (url, directory):
        for workers in WORKERS:
            report.add(f"{workers} at work", await _rate(url, directory, workers, workers * jobs_per_worker))
    report.notes = {
        "ratio": {workers: report.ratio(f"{workers} at work", "1 at work") for workers in WANTED},
        "jobs_per_worker": jobs_per_worker,
        "gateway_ms": round(GATEWAY_SECONDS * 1000),
        "load": round(os.getloadavg()[0], 1),
        "goal": WANTED,
    }
    return report


async def _rate(url: str, directory: Path, workers: int, jobs: int) -> float:
    async def answer(_: int) -> Response:
        await asyncio.sleep(GATEWAY_SECONDS)
        return xml()

    rows = Rows(url)
    await rows.all("TRUNCATE jobs CASCADE")
    await _submit(url, directory, jobs)

    async def all_complete() -> bool:
        return bool((await rows.one("SELECT count(*) FROM jobs WHERE status <> 'complete'"))["count"] == 0)

    async with plain_gateway(answer) as gateway, Stack(url, directory, gateway_url=gateway.url) as stack:
        for _ in range(workers):
            await stack.start("worker", worker_concurrency=1)
        await until(all_complete, seconds=jobs, what="the end of all jobs")
    return await _completions_per_second(rows)


async def _completions_per_second(rows: Rows) -> float:
    """While every worker was at work: from the last one's first completion to the first one's last."""
    completions = await rows.all(
        """SELECT worker, extract(epoch FROM created_at)::float AS at FROM job_events
           WHERE event_type = 'complete' ORDER BY worker, at"""
    )
    of_each = [[row["at"] for row in each] for _, each in itertools.groupby(completions, key=lambda row: row["worker"])]
    since, until_ = max(times[0] for times in of_each), min(times[-1] for times in of_each)
    return sum(since < moment <= until_ for times in of_each for moment in times) / (until_ - since)


async def _submit(url: str, directory: Path, jobs: int) -> None:
    blobs = DiskBlobs({area: directory / area for area in ("uploads", "results")})
    blobs.make_directories()
    async with open_pool(url, name="bench", max_size=2) as pool:
        for number in range(jobs):
            content = b"%%PDF-1.7 %d %d" % (time.monotonic_ns(), number)
            new = new_job(size=len(content))
            written = await put(blobs, upload_path(new.id), content)
            await jobs_of(pool).submit(new, sha256=written.sha256, upload_path=upload_path(new.id))
