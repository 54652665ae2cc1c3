"""Processor time of a job, with logs and metrics and without, over the same made-up invoices: all three processes with
the gateway's children, and web and worker alone, where converting does not hide it.

With them, all are scraped every few seconds, as by Prometheus. Both ways take turns.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import httpx

from bench.database import database, empty
from bench.measure import Report
from bench.processor_time import used_ms
from fakturo.background import cancel
from tests.support.databases import Rows
from tests.support.readings import pdf_with
from tests.support.stack import Stack, free_port, until

JOBS, ROUNDS = 2000, 5
FIRST = 20
"""So many are not counted: modules, connections and plans are made by them."""
AT_ONCE = 8
SCRAPE_SECONDS = 5
LOUD, SILENT = "logs and metrics", "neither"
ALL, OWN = "all", "web and worker"
OFF = {"log_level": "error", "metrics_enabled": "false"}


async def measure(*, quick: bool) -> Report:
    report = Report("overhead", "ms of processor time a job", 1 if quick else ROUNDS)
    jobs = JOBS // 10 if quick else JOBS
    async with database() as (url, directory):
        for number in range(report.rounds):
            for name in (LOUD, SILENT) if number % 2 == 0 else (SILENT, LOUD):
                for what, milliseconds in (await _run(url, directory, jobs, is_loud=name == LOUD)).items():
                    report.add(f"{what}, {name}", milliseconds)
    ratios = {what: report.ratio(f"{what}, {LOUD}", f"{what}, {SILENT}") for what in (ALL, OWN)}
    report.notes = {"ratio": ratios[ALL], OWN.replace(" ", "_"): ratios[OWN], "jobs": jobs, "goal": 1.05}
    return report


async def _run(url: str, directory: Path, jobs: int, *, is_loud: bool) -> dict[str, float]:
    await empty(url)
    usual = {"uploads_per_minute": 0, "requests_per_minute": 0, "default_mapping": "invoice_v1"}
    ports = {verb: free_port() for verb in ("gateway", "web", "worker")}
    told = {verb: usual | ({"metrics_port": port} if is_loud else OFF) for verb, port in ports.items()}
    async with Stack(url, directory) as stack, stack.client() as client:
        running = {
            "gateway": await stack.start_gateway(**told["gateway"]),
            "web": await stack.start_web(**told["web"]),
            "worker": await stack.start("worker", **told["worker"]),
        }
        pids = {verb: process.pid for verb, process in running.items()}
        await _through(client, Rows(url), range(FIRST))
        before = used_ms(pids)
        async with _scraped(ports.values() if is_loud else ()):
            await _through(client, Rows(url), range(FIRST, FIRST + jobs))
        spent = {verb: (after - before[verb]) / jobs for verb, after in used_ms(pids).items()}
    return {ALL: sum(spent.values()), OWN: spent["web"] + spent["worker"]}


async def _through(client: httpx.AsyncClient, rows: Rows, numbers: range) -> None:
    """Handed in, and waited for."""
    turns = asyncio.Semaphore(AT_ONCE)

    async def upload(number: int) -> None:
        async with turns:
            answer = await client.post("/api/upload", files={"file": ("a.pdf", pdf_with(number=f"NL-{number:05}"))})
            answer.raise_for_status()

    await asyncio.gather(*map(upload, numbers))

    async def all_ended() -> bool:
        await asyncio.sleep(0.2)
        return not await rows.all("SELECT id FROM jobs WHERE status IN ('queued', 'processing') LIMIT 1")

    await until(all_ended, seconds=3600, what="the end of all jobs")
    ended = await rows.all("SELECT status, error_code, count(*) FROM jobs GROUP BY 1, 2")
    assert [each["status"] for each in ended] == ["complete"], ended


@contextlib.asynccontextmanager
async def _scraped(ports: Iterable[int]) -> AsyncIterator[None]:
    async def scrape() -> None:
        async with httpx.AsyncClient(trust_env=False) as client:
            while True:
                await asyncio.sleep(SCRAPE_SECONDS)
                for port in ports:
                    (await client.get(f"http://127.0.0.1:{port}/metrics", timeout=30)).raise_for_status()

    scraping = asyncio.create_task(scrape())
    try:
        yield
    finally:
        await cancel(scraping)
