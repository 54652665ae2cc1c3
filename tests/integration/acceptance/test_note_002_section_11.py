"""The acceptance list of note 002, section 11: a test for each line, in its order."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import httpx
import pytest
from starlette.responses import Response

from fakturo.domain.transitions import Complete, Converted
from fakturo.store.pool import open_pool
from fakturo.store.retention import Retention, RetentionRules
from tests.integration.web.test_upload import pdf, upload
from tests.support.gateways import xml
from tests.support.house import House, converts
from tests.support.jobs import queue_of, sha256_of
from tests.support.stack import until

pytestmark = pytest.mark.asyncio(loop_scope="module")
MIB = 1024 * 1024


async def down(_: int) -> Response:
    return Response("{}", 502)


async def handed_in(client: httpx.AsyncClient, text: str) -> str:
    return str((await upload(client, pdf(text))).json()["job"]["id"])


async def test_a_bad_type_is_a_failed_job_with_not_pdf_and_400(client: httpx.AsyncClient) -> None:
    answer = await upload(client, b"just text", "a.pdf")
    assert (answer.status_code, answer.json()["code"]) == (400, "NOT_PDF")
    (job,) = (await client.get("/api/jobs")).json()["jobs"]
    assert (job["status"], job["error_code"]) == ("failed", "NOT_PDF")


async def test_more_than_50_mb_is_413_too_large(client: httpx.AsyncClient) -> None:
    async def body() -> AsyncIterator[bytes]:
        yield b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n'
        for _ in range(51):
            yield b" " * MIB
        yield b"\r\n--x--\r\n"

    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    answer = await client.post("/api/upload", content=body(), headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (413, "TOO_LARGE")


@pytest.mark.parametrize("status", [400, 406])
async def test_a_gateways_refusal_is_gw_4xx_without_retries(
    status: int, house: House, client: httpx.AsyncClient
) -> None:
    async def refuses(_: int) -> Response:
        return Response("{}", status)

    house.gateway.answer = refuses
    job_id = await handed_in(client, f"refused with {status}")
    async with house.worker():
        job = await house.ended(client, job_id)
    assert (job["status"], job["error_code"], job["attempt_count"]) == ("failed", "GW_4XX", 1)


async def test_while_the_gateway_is_down_jobs_stay_queued_and_then_go_on(
    house: House, client: httpx.AsyncClient
) -> None:
    house.gateway.answer, house.gateway.health = down, lambda: False
    ids = [await handed_in(client, f"held {number}") for number in range(8)]
    async with house.worker():

        async def is_open() -> bool:
            rows = await house.web.rows.all("SELECT state FROM breakers WHERE state = 'open'")
            return bool(rows)

        await until(is_open, what="the open breaker")
        listed = (await client.get("/api/jobs")).json()["jobs"]
        assert {job["status"] for job in listed} <= {"queued", "processing"}
        house.gateway.answer, house.gateway.health = converts, lambda: True
        ended = [await house.ended(client, job_id) for job_id in ids]
    assert {job["status"] for job in ended} == {"complete"}


async def test_in_fail_fast_mode_new_jobs_fail_at_once(house: House, client: httpx.AsyncClient) -> None:
    house.gateway.answer, house.gateway.health = down, lambda: False
    ids = [await handed_in(client, f"fast {number}") for number in range(8)]
    async with house.worker(circuit_mode="fail-fast", circuit_cooldown_ms=600_000):
        ended = [await house.ended(client, job_id) for job_id in ids]
    assert {(job["status"], job["error_code"]) for job in ended} == {("failed", "GW_5XX")}


async def test_a_timeout_is_retried_with_growing_pauses_and_then_gw_timeout(
    house: House, client: httpx.AsyncClient
) -> None:
    async def never(_: int) -> Response:
        await asyncio.sleep(600)
        return xml()

    house.gateway.answer = never
    job_id = await handed_in(client, "slow")
    async with house.worker(gateway_timeout_ms=200):
        job = await house.ended(client, job_id)
    assert (job["status"], job["error_code"], job["attempt_count"]) == ("failed", "GW_TIMEOUT", 3)
    pauses = [each["meta"]["delay_ms"] for each in await house.events(job_id) if each["event_type"] == "retry"]
    assert pauses == [20, 40]


async def test_a_result_that_cannot_be_written_costs_one_retry_and_is_then_io_error(
    house: House, client: httpx.AsyncClient
) -> None:
    job_id = await handed_in(client, "unwritable")
    unfinished = house.directory / "results" / "unfinished"
    unfinished.mkdir(parents=True, exist_ok=True)
    unfinished.rmdir()
    unfinished.write_text("in the way")
    try:
        async with house.worker():
            job = await house.ended(client, job_id)
    finally:
        unfinished.unlink()
        unfinished.mkdir()
    assert (job["error_code"], job["attempt_count"]) == ("IO_ERROR", 2)


async def test_a_download_before_the_end_is_not_ready_and_after_retention_expired(
    house: House, client: httpx.AsyncClient
) -> None:
    job_id = await handed_in(client, "fetched")
    early = await client.get(f"/api/jobs/{job_id}/download")
    assert (early.status_code, early.json()["code"]) == (409, "NOT_READY")
    async with house.worker():
        await house.ended(client, job_id)
    assert (await client.get(f"/api/jobs/{job_id}/download")).status_code == 200
    async with open_pool(house.web.rows.url, name="test", max_size=1) as pool:
        at_once = RetentionRules(pdf_ttl=timedelta(0), xml_ttl=timedelta(0))
        assert await Retention(pool, at_once, who="test").expire_results() == 1
    late = await client.get(f"/api/jobs/{job_id}/download")
    assert (late.status_code, late.json()["code"]) == (404, "EXPIRED")
    assert late.json()["detail"].startswith("File was removed by retention.")


async def test_a_failed_job_that_is_asked_for_again_is_queued_and_completes(
    house: House, client: httpx.AsyncClient
) -> None:
    house.gateway.answer = down
    job_id = await handed_in(client, "again")
    async with house.worker(retry_max_attempts=1):
        assert (await house.ended(client, job_id))["status"] == "failed"
    again = await client.post(f"/api/jobs/{job_id}/retry")
    assert again.json()["job"]["status"] == "queued"
    house.gateway.answer = converts
    async with house.worker():
        assert (await house.until_status(client, job_id, "complete"))["manual_retry_count"] == 1


async def test_a_worker_that_dies_in_its_work_leaves_no_second_xml(house: House, client: httpx.AsyncClient) -> None:
    """It wakes up after another has finished its job, and can change nothing. Killed processes: test_worker.py."""
    job_id = await handed_in(client, "orphaned")
    async with open_pool(house.web.rows.url, name="test", max_size=1) as pool:
        dead = queue_of(pool, worker="dead", lease=timedelta(seconds=-1))
        (claimed,) = await dead.claim("gateway", 1)
        async with house.worker():
            job = await house.ended(client, job_id)
        before = await house.web.rows.one("SELECT * FROM jobs")
        late = Converted("results/00/00/late.xml", 7, sha256_of("late"), 200)
        assert not await dead.settle(claimed, Complete(late), 1)
    assert (job["status"], job["attempt_count"]) == ("complete", 2)
    assert await house.web.rows.one("SELECT * FROM jobs") == before
    assert [each["event_type"] for each in await house.events(job_id)].count("complete") == 1
    assert len([*(house.directory / "results").rglob(f"{job_id}*.xml")]) == 1
