"""What a job costs, counted and not timed: whoever makes it dearer is told."""

import asyncio
import io
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pypdfium2.raw as pdfium
import pytest
from bench.noop_worker import converted, make_worker
from psycopg import AsyncCursor
from structlog.testing import capture_logs

from fakturo.blobs import disk
from fakturo.blobs.base import Sidecar
from fakturo.convert import engine
from fakturo.domain.inputs import Inputs
from fakturo.domain.job import ClaimedJob, Review
from fakturo.domain.transitions import Outcome
from fakturo.gateway.app import create_app
from fakturo.gateway.intake import BLOCK_BYTES
from fakturo.gateway.options import GatewayOptions
from fakturo.http.media_types import JSON, XML
from fakturo.store import standing
from fakturo.store.pool import Pool
from fakturo.store.queue import SQL
from fakturo.store.statements import statements
from fakturo.store.submitting import ALONE_SECONDS
from fakturo.worker.results import Results
from tests.support.databases import Rows
from tests.support.jobs import jobs_of, queue_of, submit
from tests.support.pdfs import make_pdf
from tests.support.stack import on_disk
from tests.support.web_app import web_app

JOBS = 5
MOST_STATEMENTS = 4
SHORT_JOBS = 200
MOST_CALLS_A_JOB = 420
SERVERS = (
    "fastapi",
    "uvicorn",
    "httpx",
    "aiohttp",
    "obstore",
    "jinja2",
    "pypdfium2",
    "numpy",
    "fakturo.convert.engine",
)
HEAVY = (
    "pydantic",
    "structlog",
    "fastapi",
    "starlette",
    "uvicorn",
    "psycopg",
    "httpx",
    "aiohttp",
    "lxml",
    "numpy",
    "pypdfium2",
    "obstore",
    "jinja2",
)


ONCE_A_SECOND = ("promote", "reclaim", "extend")
"""Whether there are jobs or not."""


async def test_a_job_costs_at_most_four_statements_on_its_way(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Taken in, made to last, claimed, settled: all that web and a real worker say, one job after the other."""
    said = list[bytes]()
    execute: Any = AsyncCursor.execute

    async def noted(self: object, query: object, *rest: object, **named: object) -> Any:
        result = await execute(self, query, *rest, **named)
        said.append(query if isinstance(query, bytes) else str(query).encode())  # our own are bytes
        return result

    async def run(job: ClaimedJob) -> Outcome:
        return converted(job)

    worker = make_worker(pool, 3, run)
    working = asyncio.create_task(worker.run())
    monkeypatch.setattr(AsyncCursor, "execute", noted)
    while SQL["claim"] not in said:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    said.clear()
    for number in range(JOBS):
        await submit(jobs_of(pool), number)
        worker.wake()
        while said.count(SQL["complete"]) <= number:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
    worker.stop()
    await working
    by_the_clock = {SQL[name] for name in ONCE_A_SECOND}
    last = statements("submitting")["make_last"]
    ours = [query for query in said if (b" jobs" in query and query not in by_the_clock) or query == last]
    assert len(ours) <= MOST_STATEMENTS * JOBS, ours


async def test_a_short_job_costs_a_worker_few_calls_of_functions(pool: Pool) -> None:
    """From its claim to its settlement, all that Python does for it; with its share of statements for many."""
    left, calls = SHORT_JOBS, 0

    async def run(job: ClaimedJob) -> Outcome:
        nonlocal left
        left -= 1
        if not left:
            worker.stop()
        return converted(job)

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    for number in range(SHORT_JOBS):
        await submit(jobs_of(pool), number)
    worker = make_worker(pool, 20, run)
    with capture_logs():  # what a line costs depends on who reads it
        sys.setprofile(count)
        try:
            await worker.run()
        finally:
            sys.setprofile(None)
    assert calls / SHORT_JOBS <= MOST_CALLS_A_JOB


async def test_a_lease_is_extended_without_writing_an_index(pool: Pool, rows: Rows) -> None:
    queue = queue_of(pool)
    for number in range(5):
        await submit(jobs_of(pool), number)
    claimed = await queue.claim("gateway", 5)
    assert len(await queue.extend(claimed)) == 5
    hot = "SELECT pg_stat_force_next_flush(), pg_stat_get_tuples_hot_updated('jobs'::regclass) AS updates"
    async with asyncio.timeout(30):
        while (await rows.one(hot))["updates"] < 5:
            await pool.check()
            await asyncio.sleep(0.1)


async def test_an_upload_is_written_once(database_url: str, directory: Path) -> None:
    """The whole way into the store, by the kernel's own count of what this process wrote."""
    content = b"%PDF-1.7" + b"x" * 5_000_000
    async with web_app(database_url, directory) as web, web.client() as client:
        await client.get("/api/healthz")
        before = _bytes_written()
        answer = await client.post("/api/upload", files={"file": ("a.pdf", content, "application/pdf")})
        assert answer.status_code == 200, answer.text
        assert len(content) <= _bytes_written() - before <= 1.05 * len(content)


async def test_an_upload_costs_two_statements_and_one_visit_to_a_thread(
    database_url: str, directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its row, and the wait for the disk, while workers begin; only the first has to ask how uploads stand. Its file:
    one visit."""
    said = list[object]()
    execute: Any = AsyncCursor.execute
    me = asyncio.current_task()

    async def noted(self: object, query: object, *rest: object, **named: object) -> Any:
        if asyncio.current_task() is me:  # others look for changes once a second
            said.append(query)
        return await execute(self, query, *rest, **named)

    async with web_app(database_url, directory) as web, web.client() as client:
        await client.get("/api/healthz")
        monkeypatch.setattr(AsyncCursor, "execute", noted)
        monkeypatch.setattr(standing, "REMEMBERED_SECONDS", 3600)  # however slow the machine is
        visits = _visits_to_threads(monkeypatch)
        for content in (b"%PDF-1.7 x", b"%PDF-1.7 y"):
            await asyncio.sleep(2 * ALONE_SECONDS)
            answer = await client.post("/api/upload", files={"file": ("a.pdf", content, "application/pdf")})
            assert answer.status_code == 200, answer.text
        monkeypatch.undo()
    submit, last = statements("submitting")["submit"], statements("submitting")["make_last"]
    assert said == [statements("standing")["ask"], submit, last, submit, last]
    assert len(visits) == 2


async def test_a_result_costs_one_visit_to_a_thread_for_all_of_its_files(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def chunks(content: bytes) -> AsyncIterator[bytes]:
        yield content

    blobs, visits = on_disk(directory).blobs, _visits_to_threads(monkeypatch)
    async with Results(blobs, "results/00/00/a.xml") as results:
        await results.fill(JSON, chunks(b"{}"))
        await results.fill(XML, chunks(b"<a/>"))
        await results.commit(Review.CLEAN, Inputs(), lambda _: Sidecar("", "", 0, "", 1, ""))
    assert len(visits) == 1


@pytest.mark.parametrize(("padding", "visits"), [(0, 0), (BLOCK_BYTES, 1)])
async def test_a_small_document_costs_the_gateway_no_visit_to_a_thread(
    padding: int, visits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is written to memory; a larger one to the disk."""
    seen, to_thread = list[object](), asyncio.to_thread

    async def counted(*work: Any) -> Any:
        seen.append(work)
        return await to_thread(*work)

    app = create_app(GatewayOptions(children=1))
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://gateway", timeout=60) as client,
    ):
        monkeypatch.setattr(asyncio, "to_thread", counted)
        form = {"mapping": "layout_v1"}
        file = ("a.pdf", b"%PDF-1.7\n%" + b"x" * padding + b"\n" + make_pdf(["a"]), "application/pdf")
        answer = await client.post("/process", data=form, files={"file": file}, headers={"Accept": "application/xml"})
        monkeypatch.undo()
    assert (answer.status_code, len(seen)) == (200, visits), answer.text


def _visits_to_threads(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Those to come, with files."""
    visits = list[object]()
    in_thread: Any = disk._in_thread

    def counted(work: object, *arguments: object) -> Any:
        visits.append(work)
        return in_thread(work, *arguments)

    monkeypatch.setattr(disk, "_in_thread", counted)
    return visits


def _bytes_written() -> int:
    told = dict(line.split(": ") for line in Path("/proc/self/io").read_text().splitlines())
    return int(told["wchar"])


@pytest.mark.parametrize("with_layout", [False, True])
def test_a_page_is_parsed_once_for_an_invoice_and_its_layout(
    with_layout: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By PDFium itself, whoever asks it."""
    loaded = list[int]()
    load: Any = pdfium.FPDF_LoadPage

    def noted(handle: object, index: int) -> object:
        loaded.append(index)
        return load(handle, index)

    monkeypatch.setattr(pdfium, "FPDF_LoadPage", noted)
    pages = make_pdf([["one"], ["two"], ["three"]])
    if with_layout:
        engine.read_invoices_and_layout(pages, io.BytesIO())
    else:
        engine.read_invoices(pages, ignore_embedded=True)
    assert sorted(loaded) == [0, 1, 2]


def test_a_conversion_without_a_server_loads_none(directory: Path) -> None:
    """Nor the engine: that is for the children."""
    file = directory / "a.pdf"
    file.write_bytes(make_pdf(["one"]))
    program = (
        "import sys\nfrom fakturo.__main__ import main\n"
        f"sys.argv = ['fakturo', 'convert', {str(file)!r}, '--mapping', 'layout_v1']\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code\n"
        f"print([name for name in {SERVERS!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr.splitlines()[-1] == "[]"


@pytest.mark.parametrize("process", ["web", "worker"])
def test_only_the_gateways_children_load_what_reads_invoices(process: str) -> None:
    program = f"import sys, fakturo.wiring.{process}\nprint('fakturo.convert.reader' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


@pytest.mark.parametrize("command", [["--help"], ["convert", "--help"], ["--version"]])
def test_help_loads_nothing_that_it_does_not_need(command: list[str]) -> None:
    program = (
        "import json, sys\nfrom fakturo.__main__ import main\nsys.argv = ['fakturo', *json.loads(sys.argv[1])]\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        f"print(json.dumps([name for name in {HEAVY!r} if name in sys.modules]), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, json.dumps(command)], capture_output=True, text=True, check=True
    )
    loaded = set(json.loads(done.stderr.splitlines()[-1]))
    assert loaded <= ({"pydantic"} if command != ["--help"] else set()), "a verb may look at its settings"
