"""Real worker processes: each job once, whatever happens to the worker."""

import asyncio
import hashlib
import json
import os
import signal
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
from starlette.responses import Response, StreamingResponse

from fakturo.blobs.base import put, upload_path
from fakturo.domain.job import Job, Owner
from fakturo.store.pool import Pool
from tests.integration.web.test_upload import pdf, upload
from tests.support import warm
from tests.support.databases import Rows
from tests.support.gateways import PlainGateway, plain_gateway, xml
from tests.support.jobs import ALICE, jobs_of, new_job, owner_called
from tests.support.stack import PATIENCE_SECONDS, Stack, clean_environment, until

LEASE_SECONDS = 2
LONG_SECONDS = 600
"""Longer than anybody here waits."""


class Bench:
    """A database, a directory, a gateway of the test's own, and workers on them."""

    def __init__(self, pool: Pool, rows: Rows, stack: Stack) -> None:
        self.rows = rows
        self.stack = stack
        self._jobs = jobs_of(pool)

    async def submit(self, content: bytes = b"%PDF-1.7 made up", owner: Owner = ALICE) -> Job:
        """As the web does it, but without a notification."""
        new = new_job(owner, size=len(content))
        blobs = self.stack.storage.blobs
        path = blobs.place(upload_path(new.id))
        written = await put(blobs, path, content)
        job, _ = await self._jobs.submit(new, sha256=written.sha256, upload_path=path)
        return job

    async def worker(self, gateway: PlainGateway, **settings: object) -> asyncio.subprocess.Process:
        settings = {"worker_lease_ttl_sec": LEASE_SECONDS, "gateway_url": gateway.url} | settings
        return await self.stack.start("worker", **settings)

    async def job(self) -> dict[str, Any]:
        return await self.rows.one("SELECT * FROM jobs")

    async def until_status(self, status: str, *, seconds: float = PATIENCE_SECONDS) -> dict[str, Any]:
        async def reached() -> bool:
            return bool((await self.job())["status"] == status)

        await until(reached, seconds=seconds, what=f"status {status}")
        return await self.job()

    def logged(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.stack.log("worker").read_text().splitlines()]

    async def until_logged(self, event: str) -> dict[str, Any]:
        async def seen() -> bool:
            return any(line["event"] == event for line in self.logged())

        await until(seen, what=f"the log line {event}")
        return next(line for line in self.logged() if line["event"] == event)


@pytest_asyncio.fixture
async def bench(pool: Pool, rows: Rows, stack: Stack) -> AsyncIterator[Bench]:
    yield Bench(pool, rows, stack)


async def ok(_: int) -> Response:
    return xml()


async def test_slow_files_of_one_owner_hold_up_nobody_elses_first(bench: Bench) -> None:
    """Ten that take as long as we like, three of them under way; then twenty owners come with one each."""
    go_on = asyncio.Event()

    async def answer(number: int) -> Response:
        if b"slow" in gateway.bodies[number]:
            await go_on.wait()
        return xml()

    async with plain_gateway(answer) as gateway:
        slow = [(await bench.submit(b"%%PDF-1.7 slow %d" % number)).id for number in range(10)]
        await bench.worker(gateway, worker_concurrency=3, worker_lease_ttl_sec=LONG_SECONDS)  # none is lost
        await gateway.called(3)
        others = {(await bench.submit(b"%%PDF-1.7 %d" % number, owner_called(number))).id for number in range(20)}
        go_on.set()
        await gateway.called(30)
    begun = await bench.rows.all("SELECT job_id FROM job_events WHERE event_type = 'processing' ORDER BY id")
    order = [event["job_id"] for event in begun]
    assert order[:3] == slow[:3]
    assert set(order[3:23]) == others
    assert order[23:] == slow[3:]


@pytest.mark.parametrize("count", [60, pytest.param(1000, marks=pytest.mark.long)])
async def test_many_jobs_and_four_workers_convert_each_exactly_once(stack: Stack, rows: Rows, count: int) -> None:
    await stack.start_gateway()
    await stack.start_web()
    for _ in range(4):
        await stack.start("worker")
    async with stack.client() as client:
        await client.get("/api/jobs")
        numbers = iter(range(count))

        async def send() -> None:
            for number in numbers:
                assert (await upload(client, pdf(f"invoice {number}"))).status_code == 200

        await asyncio.gather(*(send() for _ in range(8)))

    async def all_ended() -> bool:
        left = await rows.one("SELECT count(*) FROM jobs WHERE status NOT IN ('complete', 'failed')")
        return bool(left["count"] == 0)

    await until(all_ended, seconds=180, what="the end of all jobs")

    jobs = {str(job["id"]): job for job in await rows.all("SELECT * FROM jobs")}
    assert len(jobs) == count
    assert Counter(job["status"] for job in jobs.values()) == {"complete": count}
    events = Counter((str(e["job_id"]), e["event_type"]) for e in await rows.all("SELECT * FROM job_events"))
    assert events == Counter({(i, kind): 1 for i in jobs for kind in ("uploaded", "queued", "processing", "complete")})
    workers = await rows.all("SELECT DISTINCT worker FROM job_events WHERE event_type = 'complete'")
    assert len(workers) == 4, "all four took part"

    results = {file.name: file for file in stack.storage.files() if file.name.endswith(".xml")}
    assert len(results) == count, "one result each, nothing unfinished, nothing twice"
    for job in jobs.values():
        file = results[job["result_path"].rpartition("/")[2]]
        assert hashlib.sha256(file.read_bytes()).hexdigest() == job["result_sha256"]
        sidecar = json.loads(file.with_name(f"{file.name}.json").read_text())
        assert sidecar["output_sha256"] == job["result_sha256"]
        assert sidecar["input_sha256"] == job["sha256"]


@pytest.mark.both_stores
async def test_a_killed_workers_job_is_finished_by_another(bench: Bench) -> None:
    async def first_hangs(number: int) -> Response:
        if number == 1:
            await asyncio.sleep(60)
        return xml()

    async with plain_gateway(first_hangs) as gateway:
        victim = await bench.worker(gateway)
        await bench.submit()
        await gateway.called()
        victim.kill()
        await bench.worker(gateway)
        job = await bench.until_status("complete")
    assert job["attempt_count"] == 2
    assert await bench.rows.events(job["id"]) == [
        "uploaded",
        "queued",
        "processing",
        "reclaimed",
        "processing",
        "complete",
    ]


@pytest.mark.both_stores
async def test_a_worker_frozen_past_its_lease_changes_nothing_and_deletes_nothing(bench: Bench) -> None:
    let_go = asyncio.Event()

    async def first_waits(number: int) -> Response:
        if number == 1:
            await let_go.wait()
            return xml("<late/>")
        return xml("<timely/>")

    async with plain_gateway(first_waits) as gateway:
        frozen = await bench.worker(gateway)
        await bench.submit()
        await gateway.called()
        os.kill(frozen.pid, signal.SIGSTOP)
        await bench.worker(gateway)
        await bench.until_status("complete")
        rows_before = await bench.rows.all("SELECT * FROM jobs"), await bench.rows.all("SELECT * FROM job_events")
        files_before = {file: file.read_bytes() for file in bench.stack.storage.files()}
        let_go.set()
        await asyncio.sleep(0.2)  # the late answer lies in the frozen worker's socket
        os.kill(frozen.pid, signal.SIGCONT)
        woke = asyncio.create_task(bench.until_logged("lease_lost"))
        fenced = asyncio.create_task(bench.until_logged("settlement_fenced"))
        await asyncio.wait({woke, fenced}, return_when=asyncio.FIRST_COMPLETED)
        woke.cancel()
        fenced.cancel()
        await asyncio.sleep(1)
    assert (await bench.rows.all("SELECT * FROM jobs"), await bench.rows.all("SELECT * FROM job_events")) == rows_before
    assert {file: file.read_bytes() for file in files_before} == files_before
    job = await bench.job()
    assert bench.stack.storage.file(job["result_path"]).read_bytes() == b"<timely/>"


async def test_a_long_job_keeps_its_lease(bench: Bench) -> None:
    async def slow(_: int) -> Response:
        await asyncio.sleep(LEASE_SECONDS * 2.5)
        return xml()

    async with plain_gateway(slow) as gateway:
        await bench.worker(gateway)
        await bench.worker(gateway)
        await bench.submit()
        job = await bench.until_status("complete")
        assert gateway.calls == 1
    assert job["attempt_count"] == 1


async def test_a_worker_that_cannot_extend_its_lease_stops_the_work(bench: Bench) -> None:
    async def slow(_: int) -> Response:
        await asyncio.sleep(30)
        return xml()

    async with plain_gateway(slow) as gateway:
        await bench.worker(gateway)
        await bench.submit()
        await bench.until_status("processing")
        await bench.rows.all("ALTER TABLE jobs RENAME TO jobs_out_of_reach")
        try:
            await bench.until_logged("lease_lost")

            async def hung_up() -> bool:
                return gateway.under_way == 0

            await until(hung_up, what="the end of the gateway's call")
        finally:
            await bench.rows.all("ALTER TABLE jobs_out_of_reach RENAME TO jobs")


async def test_a_stopping_worker_finishes_what_it_has(bench: Bench) -> None:
    async def slow(_: int) -> Response:
        await asyncio.sleep(1)
        return xml()

    async with plain_gateway(slow) as gateway:
        worker = await bench.worker(gateway)
        await bench.submit()
        await bench.until_status("processing")
        worker.terminate()
        assert await asyncio.wait_for(worker.wait(), PATIENCE_SECONDS) == 0
    assert (await bench.job())["status"] == "complete"


@pytest.mark.parametrize("how", ["the time is up", "asked twice"])
async def test_a_worker_that_must_stop_hands_its_job_back_without_burning_an_attempt(how: str, bench: Bench) -> None:
    async def never(_: int) -> Response:
        await asyncio.sleep(LONG_SECONDS)
        return xml()

    async with plain_gateway(never) as gateway:
        worker = await bench.worker(gateway, worker_grace_sec=1 if how == "the time is up" else LONG_SECONDS)
        await bench.submit()
        await gateway.called()
        worker.terminate()
        if how == "asked twice":
            await bench.until_logged("shutdown")
            worker.terminate()
        assert await asyncio.wait_for(worker.wait(), PATIENCE_SECONDS) == 0
    job = await bench.job()
    assert (job["status"], job["attempt_count"], job["release_count"]) == ("queued", 0, 1)
    assert await bench.rows.events(job["id"]) == ["uploaded", "queued", "processing", "released"]
    assert [file for file in bench.stack.storage.files() if "results" in file.parts] == []


async def test_an_idle_worker_stops_at_once(bench: Bench) -> None:
    async with plain_gateway(ok) as gateway:
        worker = await bench.worker(gateway, worker_grace_sec=LONG_SECONDS)
        await bench.submit()
        await bench.until_status("complete")
        worker.terminate()
        assert await asyncio.wait_for(worker.wait(), PATIENCE_SECONDS) == 0


async def test_a_job_is_found_without_any_notification(bench: Bench) -> None:
    async with plain_gateway(ok) as gateway:
        await bench.worker(gateway)
        await bench.submit()
        await bench.until_status("complete")
        await bench.rows.all("TRUNCATE jobs CASCADE")
        await bench.submit()
        await bench.until_status("complete")


async def test_a_worker_outlives_its_database_connections(bench: Bench) -> None:
    async with plain_gateway(ok) as gateway:
        await bench.worker(gateway)
        await bench.submit(b"%PDF-1.7 first")
        await bench.until_status("complete")
        await bench.rows.all(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'fakturo worker%%'"
        )
        await bench.rows.all("TRUNCATE jobs CASCADE")
        await bench.submit(b"%PDF-1.7 second")
        await bench.until_status("complete")


async def test_a_worker_runs_no_more_jobs_at_once_than_it_has_slots(bench: Bench) -> None:
    async def slow(_: int) -> Response:
        await asyncio.sleep(0.2)
        return xml()

    async with plain_gateway(slow) as gateway:
        for number in range(12):
            await bench.submit(b"%%PDF-1.7 %d" % number)
        await bench.worker(gateway, worker_concurrency=3)

        async def done() -> bool:
            return bool((await bench.rows.one("SELECT count(*) FROM jobs WHERE status = 'complete'"))["count"] == 12)

        await until(done, what="twelve results")
        assert gateway.most_at_once == 3


HALF = {"Content-Length": "1000", "Content-Type": "application/xml"}


async def half_an_answer() -> AsyncIterator[bytes]:
    yield b"<half>"
    raise ConnectionResetError


@pytest.mark.parametrize(
    ("answer", "code", "message"),
    [
        (Response('{"detail": "The PDF is password-protected."}', 400), "GW_4XX", "The PDF is password-protected."),
        (Response("{}", 406), "GW_4XX", "Couldn't convert this file"),
        (Response("<html>", 413), "GW_4XX", "Couldn't convert this file"),
        (Response("{}", 415), "GW_4XX", "Couldn't convert this file"),
        (Response("{}", 408), "GW_TIMEOUT", "taking too long"),
        (Response("{}", 502), "GW_5XX", "Converter service"),
        (xml(""), "GW_5XX", "Converter service"),
        (StreamingResponse(half_an_answer(), headers=HALF), "GW_5XX", "Converter service"),
    ],
    ids=["400", "406", "413", "415", "408", "502", "empty", "half"],
)
async def test_a_gateways_refusal_becomes_the_jobs_error(
    answer: Response, code: str, message: str, bench: Bench
) -> None:
    async def give(_: int) -> Response:
        return answer

    async with plain_gateway(give) as gateway:
        await bench.submit()
        await bench.worker(gateway, retry_max_attempts=1)
        job = await bench.until_status("failed")
    assert job["error_code"] == code
    assert message in job["error_message"]
    assert [file for file in bench.stack.storage.files() if "results" in file.parts] == []


async def test_a_gateway_that_never_answers_is_a_timeout(bench: Bench) -> None:
    async def drip(_: int) -> Response:
        async def for_ever() -> AsyncIterator[bytes]:
            while True:
                yield b"<a/>"
                await asyncio.sleep(0.05)

        return StreamingResponse(for_ever(), media_type="application/xml")

    async with plain_gateway(drip) as gateway:
        await bench.submit()
        await bench.worker(gateway, retry_max_attempts=1, gateway_timeout_ms=1000)
        job = await bench.until_status("failed")
    assert job["error_code"] == "GW_TIMEOUT"


async def test_a_gateway_that_is_not_there_means_another_attempt_later(bench: Bench) -> None:
    await bench.submit()
    await bench.worker(PlainGateway("http://127.0.0.1:9"))

    async def waits() -> bool:
        return bool((await bench.job())["last_error_code"] == "GW_5XX")

    await until(waits, what="the scheduled retry")
    job = await bench.job()
    assert (job["status"], job["attempt_count"]) == ("queued", 1)
    event = await bench.rows.one("SELECT meta FROM job_events WHERE event_type = 'retry'")
    assert 5000 <= event["meta"]["delay_ms"] <= 10_000


async def test_an_upload_that_vanished_is_a_storage_error_and_not_tried_again(bench: Bench) -> None:
    job = await bench.submit()
    await bench.stack.storage.blobs.delete(job.upload_path or "")
    async with plain_gateway(ok) as gateway:
        await bench.worker(gateway)
        failed = await bench.until_status("failed")
        assert (failed["error_code"], failed["attempt_count"]) == ("IO_ERROR", 1)
        assert gateway.calls == 0


async def test_the_pdf_reaches_the_gateway_whole_and_without_its_name(bench: Bench) -> None:
    content = b"%PDF-1.7 " + os.urandom(3 * 1024 * 1024)
    async with plain_gateway(ok) as gateway:
        await bench.submit(content)
        await bench.worker(gateway)
        await bench.until_status("complete")
    (body,) = gateway.bodies.values()
    assert content in body
    assert b"invoice.pdf" not in body


async def test_each_step_is_a_log_line_with_its_fields(bench: Bench) -> None:
    async with plain_gateway(ok) as gateway:
        job = await bench.submit()
        worker = await bench.worker(gateway)
        await bench.until_status("complete")
        worker.terminate()
        await worker.wait()
    janitors = {"swept", "archived"}  # at any moment between
    lines = {line["event"]: line for line in bench.logged() if line["event"] not in janitors}
    assert list(lines) == ["working", "claim", "start", "gateway_ok", "complete", "shutdown"]
    for event in ("claim", "start", "gateway_ok", "complete"):
        assert (lines[event]["job_id"], lines[event]["attempt"]) == (str(job.id), 1)
    assert (lines["complete"]["status"], lines["complete"]["gateway_status"]) == ("complete", 200)
    assert lines["complete"]["duration_ms"] >= 0


async def test_one_file_does_not_wait_for_another_owners_hundred_and_fifty(stack: Stack, rows: Rows) -> None:
    await stack.start_web()
    async with stack.client() as many, stack.client() as single, plain_gateway(ok) as gateway:
        await many.get("/api/jobs")
        numbers = iter(range(150))

        async def send() -> None:
            for number in numbers:
                await upload(many, pdf(f"many {number}"))

        await asyncio.gather(*(send() for _ in range(4)))
        late: httpx.Response = await upload(single, pdf("single"))
        await stack.start("worker", gateway_url=gateway.url)
        late_id = late.json()["job"]["id"]

        async def done() -> bool:
            return bool((await single.get(f"/api/jobs/{late_id}")).json()["job"]["status"] == "complete")

        await until(done, what="the single file")
        before = await rows.one(
            """SELECT count(*) FROM job_events WHERE event_type = 'processing'
               AND id < (SELECT id FROM job_events WHERE event_type = 'processing' AND job_id = %s)""",
            late_id,
        )
    assert before["count"] < 50


def test_a_worker_without_a_database_says_so(tmp_path: Path) -> None:
    for environment, sentence in [
        (clean_environment(data_dir=tmp_path), "The setting DATABASE_URL is missing."),
        (clean_environment(data_dir=tmp_path, database_url="postgresql://127.0.0.1:9/x"), "cannot be reached"),
        (clean_environment(database_url="postgresql://x/x", worker_concurrency="many"), "WORKER_CONCURRENCY"),
    ]:
        ended = warm.run("fakturo", "worker", environment=environment)
        assert ended.returncode == 1
        assert sentence in ended.stderr
        assert "Traceback" not in ended.stderr
