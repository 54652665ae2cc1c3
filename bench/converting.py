"""Invoices a second the whole way: uploaded, queued, claimed, converted behind walls, stored, settled.

The limit is the bare engine in a loop, in as many processes as the gateway has children, with nothing around it: no
queue, no files, no walls. Scans are left out: the bare engine has nobody to recognise them. All invoices are one
owner's; then each is another's, so that each has a child of its own. Clients are plain sockets, which cost little.
Where the processor's time goes is told for each process, in ms an invoice: on a machine with much else to do, the ratio
of that says more than the one of rates.
"""

import asyncio
import contextlib
import io
import os
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from bench.database import database
from bench.measure import Report
from bench.processor_time import children_of, used_ms
from fakturo.convert.directory.question import know_nothing
from fakturo.convert.engine import read_invoices
from fakturo.convert.mapping import shipped
from fakturo.convert.produce import produce
from fakturo.http.form_writing import form_around_file
from tests.generator.registry import draw, families
from tests.support.stack import GATEWAY_TOKEN, Stack, until

INVOICES = 200
CORES = 2
AT_ONCE = 4
MAPPING = "invoice_v1"
SCANS = "scan"
NO_LIMITS = {"uploads_per_minute": 0, "requests_per_minute": 0}
LIMIT, OURS, STRANGERS = "limit: bare engine", "ours", "ours, an owner for each"
BOUNDARY = "bench-boundary"
ENDED = ("complete", "failed")
POLL_SECONDS = 0.1


async def measure(*, quick: bool) -> Report:
    report = Report("convert", "invoices/s", 2 if quick else 4)
    count = 40 if quick else INVOICES
    bare_ms, names = 0.0, [name for name in families() if name != SCANS]
    with ProcessPoolExecutor(CORES) as engines:
        list(engines.map(bare, [draw(names[number], 0).pdf for number in range(CORES)]))
        async with database() as (url, directory), Stack(url, directory) as stack:
            service = await _started(stack, url, directory)
            for each in range(report.rounds):
                pdfs = [draw(names[number % len(names)], 1000 * each + number).pdf for number in range(count)]
                rate, used = await asyncio.to_thread(_bare_rate, engines, pdfs)
                report.add(LIMIT, rate)
                bare_ms += used
                report.add(OURS, await service.rate(OURS, pdfs, await _cookie(stack)))
                report.add(STRANGERS, await service.rate(STRANGERS, pdfs))
            failed = await service.count("failed")
            await service.connection.close()
    spent_ms = {LIMIT: {"engine": bare_ms}} | service.spent_ms
    report.notes = {
        "ratio": report.ratio(OURS, LIMIT),
        "an_owner_for_each": report.ratio(STRANGERS, LIMIT),
        "invoices": count,
        "failed": failed,
        "processor_time_ratio": {
            way: round(bare_ms / sum(spent.values()), 3) for way, spent in service.spent_ms.items()
        },
        "processor_ms": {way: _for_each(spent, count * report.rounds) for way, spent in spent_ms.items()},
        "goal": 0.75,
        "floor": 0.6,
    }
    return report


def bare(pdf: bytes) -> float:
    """What it took of the processor, in ms."""
    (mapping,) = [each.mapping for each in shipped().files if each.mapping.name == MAPPING]
    begun = time.process_time()
    with contextlib.suppress(Exception):
        produce(mapping, read_invoices(pdf), know_nothing, io.BytesIO(), pretty=False)
    return 1000 * (time.process_time() - begun)


def _bare_rate(engines: ProcessPoolExecutor, pdfs: list[bytes]) -> tuple[float, float]:
    """And what all of them took of the processor, in ms."""
    begun = time.perf_counter()
    used_ms = sum(engines.map(bare, pdfs))
    return len(pdfs) / (time.perf_counter() - begun), used_ms


@dataclass
class _Service:
    port: int
    connection: psycopg.AsyncConnection[tuple[float]]
    pids: dict[str, int]
    spent_ms: dict[str, dict[str, float]] = field(default_factory=dict)

    async def rate(self, way: str, pdfs: list[bytes], cookie: str = "") -> float:
        """Without a cookie, everybody is a newcomer."""
        done, before, begun = await self.count(*ENDED), used_ms(self.pids), time.time()
        slots = asyncio.Semaphore(AT_ONCE)
        await asyncio.gather(*(self._upload(slots, pdf, cookie) for pdf in pdfs))

        async def finished() -> bool:
            await asyncio.sleep(POLL_SECONDS)
            return await self.count(*ENDED) >= done + len(pdfs)

        await until(finished, seconds=600, what="the end of all jobs")
        took = await self._last_end() - begun
        spent = self.spent_ms.setdefault(way, dict.fromkeys(self.pids, 0.0))
        for name, after in used_ms(self.pids).items():
            spent[name] += after - before[name]
        return len(pdfs) / took

    async def count(self, *statuses: str) -> int:
        counting = "SELECT count(*) FROM jobs WHERE status = ANY (%s)"
        row = await (await self.connection.execute(counting, [list(statuses)])).fetchone()
        return int(row[0]) if row else 0

    async def _last_end(self) -> float:
        """As the database has it, in seconds since 1970: we look more rarely than that jobs end."""
        last = "SELECT extract(epoch FROM max(greatest(completed_at, failed_at)))::float FROM jobs"
        row = await (await self.connection.execute(last)).fetchone()
        return row[0] if row else 0.0

    async def _upload(self, slots: asyncio.Semaphore, pdf: bytes, cookie: str) -> None:
        before, after = form_around_file(BOUNDARY, {"mapping": MAPPING})
        head = (
            f"POST /api/upload HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: close\r\n"
            f"Content-Type: multipart/form-data; boundary={BOUNDARY}\r\n"
            f"Content-Length: {len(before) + len(pdf) + len(after)}\r\n{cookie}\r\n"
        )
        async with slots:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            writer.write(head.encode() + before + pdf + after)
            answer = await reader.read()
            writer.close()
        if b" 200 " not in answer.partition(b"\r\n")[0]:
            raise RuntimeError(answer.decode(errors="replace"))


async def _started(stack: Stack, url: str, directory: Path) -> _Service:
    """With a token between gateway and worker, as `fakturo up` makes one."""
    token = {"gateway_token": GATEWAY_TOKEN}
    gateway = await stack.start_gateway(gateway_children=CORES, **token)
    web = await stack.start_web(**NO_LIMITS)
    worker = await stack.start("worker", worker_concurrency=CORES + 1, **token)
    [sandbox] = children_of(gateway.pid)
    pids = {"children": sandbox, "gateway": gateway.pid, "worker": worker.pid, "web": web.pid}
    pids |= {"postgres": _postmaster(directory), "this bench": os.getpid()}
    connection = await psycopg.AsyncConnection.connect(url, autocommit=True)
    return _Service(stack.web_port, connection, pids)


def _postmaster(directory: Path) -> int:
    return int(next(directory.rglob("postmaster.pid")).read_text().split()[0])


async def _cookie(stack: Stack) -> str:
    """A newcomer's, as a header."""
    async with stack.client() as client:
        await client.get("/api/jobs")
        return "".join(f"Cookie: {name}={value}\r\n" for name, value in client.cookies.items())


def _for_each(spent_ms: dict[str, float], invoices: int) -> dict[str, float]:
    return {name: round(spent / invoices, 1) for name, spent in spent_ms.items()}
