"""The eight improvements of note 003, section C: the test of each, in its order."""

import asyncio
import random
from unittest.mock import AsyncMock, patch

import httpx
import pytest
from starlette.responses import Response

from fakturo.domain.estimate import estimate_running
from fakturo.domain.transitions import Complete, Converted
from fakturo.store.estimates import EstimateFigures
from fakturo.store.pool import open_pool
from fakturo.web.live import changes
from tests.integration.acceptance.test_note_002_section_11 import down, handed_in
from tests.integration.web.test_upload import pdf, upload
from tests.support.gateways import xml
from tests.support.house import House
from tests.support.jobs import jobs_of, queue_of, sha256_of, submit

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_1_only_jobs_that_changed_since_a_time_are_listed(house: House, client: httpx.AsyncClient) -> None:
    old, new = await handed_in(client, "old"), await handed_in(client, "new")
    await house.web.rows.all("ALTER TABLE jobs DISABLE TRIGGER ALL")
    await house.web.rows.all("UPDATE jobs SET updated_at = '2026-01-01T00:00Z' WHERE id = %s", old)
    await house.web.rows.all("ALTER TABLE jobs ENABLE TRIGGER ALL")
    listed = (await client.get("/api/jobs", params={"since": "2026-02-01T00:00:00Z"})).json()["jobs"]
    assert [job["id"] for job in listed] == [new]


async def test_2_several_workers_do_no_job_twice(house: House, client: httpx.AsyncClient) -> None:
    calls = house.gateway.calls
    ids = [await handed_in(client, f"shared {number}") for number in range(30)]
    async with house.worker(), house.worker(), house.worker():
        ended = [await house.ended(client, job_id) for job_id in ids]
    assert {(job["status"], job["attempt_count"]) for job in ended} == {("complete", 1)}
    assert house.gateway.calls - calls == 30


async def test_3_beyond_the_limit_uploads_are_429_with_retry_after(client: httpx.AsyncClient) -> None:
    answers = [await upload(client, pdf(f"one of many {number}")) for number in range(65)]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert refused
    assert {answer.status_code for answer in answers[:50]} == {200}
    assert all(int(answer.headers["retry-after"]) >= 1 for answer in refused)


async def test_4_pauses_between_attempts_grow(house: House, client: httpx.AsyncClient) -> None:
    house.gateway.answer = down
    job_id = await handed_in(client, "failing")
    async with house.worker(retry_max_attempts=4, circuit_window=1000, circuit_fail_threshold=1.0):
        await house.ended(client, job_id)
    pauses = [each["meta"]["delay_ms"] for each in await house.events(job_id) if each["event_type"] == "retry"]
    assert pauses == sorted(set(pauses))
    assert len(pauses) == 3


async def test_5_estimates_are_within_half_after_twenty_conversions(house: House) -> None:
    """Of what took as long as its size and chance would have it. With real waiting: test_estimates.py."""
    chance = random.Random(7)

    def took_ms(size: int) -> int:
        return round((1000 + size / 500) * chance.uniform(0.8, 1.25))

    async with open_pool(house.web.rows.url, name="test", max_size=2) as pool:
        jobs, queue = jobs_of(pool), queue_of(pool)
        for number in range(20):
            await submit(jobs, f"estimated {number}", size=chance.randint(1_000, 5_000_000))
            (claimed,) = await queue.claim("gateway", 1)
            converted = Converted(f"results/00/00/{claimed.id}.xml", 7, sha256_of("xml"), 200)
            await queue.settle(claimed, Complete(converted), took_ms(claimed.bytes))
        figures, _ = await EstimateFigures(pool).read("gateway")
    good = 0
    for _ in range(100):
        size = chance.randint(1_000, 5_000_000)
        expected = estimate_running(figures, "layout_v1", size, 0.0).expected_sec
        took = took_ms(size) / 1000
        good += expected is not None and abs(expected - took) <= took / 2
    assert good >= 80


async def test_6_a_worker_that_is_told_to_stop_finishes_its_job_and_takes_no_other(
    house: House, client: httpx.AsyncClient
) -> None:
    go_on, calls = asyncio.Event(), house.gateway.calls

    async def waits(_: int) -> Response:
        await go_on.wait()
        return xml()

    house.gateway.answer = waits
    first, second = await handed_in(client, "first"), await handed_in(client, "second")
    async with house.worker(worker_concurrency=1) as worker:
        await house.gateway.called(calls + 1)
        worker.stop()
        go_on.set()
    statuses = {str(row["id"]): row["status"] for row in await house.web.rows.all("SELECT id, status FROM jobs")}
    assert statuses == {first: "complete", second: "queued"}
    assert house.gateway.calls == calls + 1


async def test_7_a_text_that_is_called_pdf_is_refused(client: httpx.AsyncClient) -> None:
    answer = await upload(client, b"Dear reader,\nthis is a text.\n", "letter.pdf")
    assert (answer.status_code, answer.json()["code"]) == (400, "NOT_PDF")


async def test_8_polling_costs_a_fifth_of_the_queries(
    house: House, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The load of fifty sessions: test_list_cache.py."""
    await handed_in(client, "polled")
    monkeypatch.setattr(changes, "OLDEST_SECONDS", 1000.0)  # no matter how slow this machine is
    monkeypatch.setattr(house.web.deps.changes, "_fresh_seconds", 1000.0)
    jobs = house.web.deps.jobs
    with patch.object(jobs, "_page", AsyncMock(wraps=jobs._page)) as queries:
        for _ in range(50):
            assert (await client.get("/api/jobs")).status_code == 200
    assert queries.await_count <= 50 * 0.2
