"""How long a job will still take: with real processes, against a gateway whose time depends on the file's size."""

import asyncio
import random
import time
import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from starlette.responses import Response

from fakturo.domain.errors import ErrorCode
from fakturo.domain.estimate import Guess
from fakturo.domain.retry import gateway_policy
from fakturo.domain.transitions import AttemptFailed, Complete, Converted, decide
from fakturo.store.estimates import EstimateFigures
from fakturo.store.pool import Pool
from fakturo.store.storage import announced
from tests.integration.web.test_upload import upload
from tests.support.databases import Rows
from tests.support.gateways import PlainGateway, plain_gateway, xml
from tests.support.jobs import jobs_of, queue_of, sha256_of, submit
from tests.support.stack import Stack, until

KB = 1024


def file_of(size: int) -> bytes:
    return b"%PDF-1.7 " + uuid.uuid4().bytes + bytes(size)


async def test_figures_are_of_what_was_done_what_runs_who_waits_and_who_works(pool: Pool, rows: Rows) -> None:
    jobs, queue = jobs_of(pool), queue_of(pool)
    for number in range(6):
        await submit(jobs, number, size=1000)
    for number, claimed in enumerate(await queue.claim("gateway", 3)):
        converted = Converted(f"results/00/00/{number}.xml", 7, sha256_of("xml"), 200, adopted=number == 2)
        await queue.settle(claimed, Complete(converted), 4000)
    (failing,) = await queue.claim("gateway", 1)
    settlement = decide(failing, AttemptFailed(ErrorCode.GW_5XX), gateway_policy(), 0.5)
    await queue.settle(failing, settlement, 90_000)
    (running,) = await queue.claim("gateway", 1)
    async with announced(pool, "worker a", [], slots=2), announced(pool, "web b", []):
        figures, _ = await EstimateFigures(pool).read("gateway")
    assert (figures.slots, [work.id for work in figures.running]) == (2, [running.id])
    assert len(figures.line) == 1, "who waits for a retry is not in line"
    assert figures.durations.whole("layout_v1", 1000) is None, (
        "two that were made are too few, one was found, one failed"
    )
    await rows.all("UPDATE jobs SET conversion_ms = 4000 WHERE status = 'complete'")
    figures, _ = await EstimateFigures(pool).read("gateway")
    assert figures.durations.whole("layout_v1", 1000) == Guess(4.0)


@pytest.fixture
async def by_size() -> AsyncIterator[PlainGateway]:
    """A second, and two more for each megabyte."""

    async def answer(number: int) -> Response:
        await asyncio.sleep(1 + 2 * len(gateway.bodies[number]) / (1000 * KB))
        return xml()

    async with plain_gateway(answer) as gateway:
        yield gateway


async def test_a_job_says_how_far_it_is_and_who_is_before_it(
    database_url: str, directory: Path, by_size: PlainGateway, rows: Rows
) -> None:
    async with Stack(database_url, directory, gateway_url=by_size.url) as stack, stack.client() as client:
        await stack.start_web()
        await stack.start("worker", worker_concurrency=1)
        first = (await upload(client, file_of(KB))).json()["job"]["id"]
        await ended(client, first)
        done = (await client.get(f"/api/jobs/{first}")).json()
        assert done["estimate"] is None
        assert done["job"]["expires_at"] > done["job"]["completed_at"]
        await rows.all("UPDATE jobs SET conversion_ms = 20000")
        await rows.all(
            """INSERT INTO jobs (id, owner_key, original_filename, bytes, sha256, mapping, mapping_version, pipeline,
                                 status, result_path, completed_at, conversion_ms)
               SELECT gen_random_uuid(), owner_key, 'x', bytes, repeat(n::text, 64), mapping, 1, pipeline,
                      'complete', 'results/00/00/' || n || '.xml', queue_now(), 20000
               FROM jobs, generate_series(1, 3) AS n"""
        )
        hold = asyncio.Event()

        async def wait(_: int) -> Response:
            await hold.wait()
            return xml()

        by_size.answer = wait
        ids = [(await upload(client, file_of(KB))).json()["job"]["id"] for _ in range(3)]
        await by_size.called(2)
        await asyncio.sleep(2.1)  # the figures of before have had their time
        one = (await client.get(f"/api/jobs/{ids[0]}")).json()["estimate"]
        assert 0 < one["progress"] < 1
        assert one["expected_sec"] == pytest.approx(20)
        told = (await client.get("/api/estimates")).json()["estimates"]
        assert [told[job_id]["position"] for job_id in ids] == [None, 1, 2]
        remaining = [told[job_id]["remaining_sec"] for job_id in ids]
        assert remaining == sorted(remaining)
        assert remaining[2] - remaining[1] == pytest.approx(20, abs=2)
        assert told[ids[2]]["text"].startswith("~")
        hold.set()


@pytest.mark.long
async def test_after_twenty_conversions_most_estimates_are_within_half(
    database_url: str, directory: Path, by_size: PlainGateway
) -> None:
    """One at a time, as each is uploaded: what is said to remain, against what it took."""
    chance = random.Random(5)
    sizes = [round(50 * KB * 2 ** chance.uniform(0, 6)) for _ in range(45)]
    async with Stack(database_url, directory, gateway_url=by_size.url) as stack:
        await stack.start_web()
        await stack.start("worker", worker_concurrency=1)
        good = total = 0
        async with stack.client() as client:
            for number, size in enumerate(sizes):
                answer = await upload(client, file_of(size))
                began, job_id = time.monotonic(), answer.json()["job"]["id"]
                told = await told_while_running(client, job_id)
                await ended(client, job_id)
                if number < 20 or told is None:
                    continue
                since, said = told
                took = time.monotonic() - since
                good += abs(said - took) <= took / 2
                total += 1
                assert began <= since
    assert total >= 20
    assert good >= 0.8 * total


async def told_while_running(client: httpx.AsyncClient, job_id: str) -> tuple[float, float] | None:
    """The first estimate, and when it was given."""
    while True:
        answer = (await client.get(f"/api/jobs/{job_id}")).json()
        if answer["job"]["status"] in {"complete", "failed"}:
            return None
        if (estimate := answer["estimate"]) and estimate["remaining_sec"] is not None:
            return time.monotonic(), estimate["remaining_sec"]
        await asyncio.sleep(0.02)


async def ended(client: httpx.AsyncClient, job_id: str) -> None:
    async def done() -> bool:
        return (await client.get(f"/api/jobs/{job_id}?wait=10")).json()["job"]["status"] in {"complete", "failed"}

    await until(done, what="the end of the job")
