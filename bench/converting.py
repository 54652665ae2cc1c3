"""Invoices a second the whole way: uploaded, queued, claimed, converted in a child of its own, stored, settled.

The limit is the bare engine in a loop, in as many processes as the gateway has children, with nothing around it: no
queue, no files, no walls. Scans are left out: the bare engine has nobody to recognise them.
"""

import asyncio
import io
import time
from concurrent.futures import ProcessPoolExecutor

import httpx

from bench.database import database
from bench.measure import Report
from fakturo.convert.directory.question import know_nothing
from fakturo.convert.engine import read_invoices
from fakturo.convert.mapping import shipped
from fakturo.convert.produce import produce
from tests.generator.registry import draw, families
from tests.support.databases import Rows
from tests.support.stack import Stack, until

INVOICES = 200
CORES = 2
MAPPING = "invoice_v1"
SCANS = "scan"
NO_LIMITS = {"uploads_per_minute": 0, "requests_per_minute": 0}


async def measure(*, quick: bool) -> Report:
    report = Report("convert", "invoices/s", 2 if quick else 4)
    count = 40 if quick else INVOICES
    names = [name for name in families() if name != SCANS]
    batches = [
        [draw(names[number % len(names)], 1000 * each + number).pdf for number in range(count)]
        for each in range(report.rounds)
    ]
    with ProcessPoolExecutor(CORES) as engines:
        list(engines.map(bare, batches[0][:CORES]))
        async with database() as (url, directory), Stack(url, directory) as stack:
            await stack.start_gateway(gateway_children=CORES)
            await stack.start_web(**NO_LIMITS)
            await stack.start("worker", worker_concurrency=CORES + 1)
            for pdfs in batches:
                report.add("limit: bare engine", await asyncio.to_thread(_bare_rate, engines, pdfs))
                report.add("ours", await _rate(stack, Rows(url), pdfs))
            failed = (await Rows(url).one("SELECT count(*) FROM jobs WHERE status = 'failed'"))["count"]
    report.notes = {
        "ratio": report.ratio("ours", "limit: bare engine"),
        "invoices": count,
        "failed": failed,
        "goal": 0.75,
        "floor": 0.6,
    }
    return report


def bare(pdf: bytes) -> int:
    (mapping,) = [each.mapping for each in shipped().files if each.mapping.name == MAPPING]
    out = io.BytesIO()
    try:
        produce(mapping, read_invoices(pdf), know_nothing, out, pretty=False)
    except Exception:  # noqa: BLE001
        return 0
    return len(out.getvalue())


def _bare_rate(engines: ProcessPoolExecutor, pdfs: list[bytes]) -> float:
    begun = time.perf_counter()
    list(engines.map(bare, pdfs))
    return len(pdfs) / (time.perf_counter() - begun)


async def _rate(stack: Stack, rows: Rows, pdfs: list[bytes]) -> float:
    done = (await rows.one("SELECT count(*) FROM jobs"))["count"]

    async def finished() -> bool:
        row = await rows.one("SELECT count(*) FROM jobs WHERE status IN ('complete', 'failed')")
        return bool(row["count"] >= done + len(pdfs))

    begun = time.perf_counter()
    async with stack.client() as client:
        slots = asyncio.Semaphore(4)
        await asyncio.gather(*(_upload(client, slots, pdf) for pdf in pdfs))
        await until(finished, seconds=600, what="the end of all jobs")
    return len(pdfs) / (time.perf_counter() - begun)


async def _upload(client: httpx.AsyncClient, slots: asyncio.Semaphore, pdf: bytes) -> None:
    async with slots:
        files = {"file": ("a.pdf", pdf, "application/pdf")}
        answer = await client.post("/api/upload", files=files, data={"mapping": MAPPING})
        answer.raise_for_status()
