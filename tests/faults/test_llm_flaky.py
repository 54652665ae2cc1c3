"""Jobs through a model's server that fails a third of the time, judged by the checker that judges all others."""

import asyncio
import json
import re
from datetime import timedelta
from typing import Any

import pytest

from tests.faults.checker import judge
from tests.faults.collect import events_of, files_of, rows_of, sha256_of
from tests.faults.history import Cause, History, Policy, Upload
from tests.support.databases import Clock, Rows, TestServer
from tests.support.model_server import Answer, fails, model_server, says
from tests.support.readings import pdf_with, reading_of
from tests.support.stack import Stack, on_disk, open_directory, until

POLICY = Policy(lease_seconds=120, max_attempts=4, base_ms=0, jitter_ms=0, steps_seconds=(30, 120, 480))
WAITS = "status = 'queued' AND retry_after IS NOT NULL AND retry_after > queue_now()"
MOVES = "status IN ('queued', 'processing') AND coalesce(retry_after <= queue_now(), true)"


def reads_two_of_three(call: int, order: dict[str, Any]) -> Answer:
    number = re.search(r"NL-2026-\d+", json.dumps(order["messages"]))
    if call % 3 == 0 or number is None:
        return fails((500, 503, 429)[call % 9 // 3])
    return says(reading_of(number[0]))


async def run(server: TestServer, jobs: int) -> None:
    with model_server() as model, open_directory() as directory:
        model.answer = reads_two_of_three
        async with server.database() as url, Stack(url, directory, storage=on_disk(directory)) as stack:
            rows = Rows(url)
            clock = Clock(rows)
            await clock.install()
            settings = {"llm_base_url": model.url, "llm_model": "test", "llm_concurrency": 4}
            await asyncio.gather(stack.start_gateway(), stack.start_web(**settings))
            await stack.start("worker", **settings)
            uploads = await _upload(stack, jobs)
            await _drain(rows, clock)
            history = History(
                POLICY,
                events=await events_of(rows),
                rows=await rows_of(rows),
                files=files_of({area: directory / area for area in ("uploads", "results")}),
                uploads=uploads,
                causes=[Cause("GW_5XX")],
                nobody_was_hurt=True,
            )
            verdict = judge(history)
            assert verdict.ok, verdict.violations
            assert verdict.jobs == jobs
            attempts = sum(row.attempt_count for row in history.rows.values())
            assert model.calls == attempts, "one call for one attempt: nobody else tries again"


async def _upload(stack: Stack, jobs: int) -> list[Upload]:
    uploads = []
    async with stack.client() as client:
        for number in range(jobs):
            pdf = pdf_with(number=f"NL-2026-{number:03}")
            form = {"files": {"file": ("a.pdf", pdf)}, "data": {"mapping": "invoice_llm_v1"}}
            answer = await client.post("/api/upload", **form)  # type: ignore[arg-type]
            uploads.append(Upload(answer.json()["job"]["id"], sha256_of(pdf), len(pdf)))
    return uploads


async def _drain(rows: Rows, clock: Clock) -> None:
    """To the end of all jobs: whenever all that are left wait, time leaps."""

    async def count(condition: str) -> int:
        return int((await rows.one(f"SELECT count(*) FROM jobs WHERE {condition}"))["count"])  # noqa: S608

    async def at_rest() -> bool:
        return await count(MOVES) == 0

    for _ in range(POLICY.max_attempts + 2):
        await until(at_rest, seconds=1200, what="a standstill")
        if not await count(WAITS):
            return
        await clock.advance(timedelta(seconds=600))
    raise AssertionError("jobs wait for more attempts than they have")


async def test_a_few_jobs_through_a_flaky_model(server: TestServer) -> None:
    await run(server, 10)


@pytest.mark.long
@pytest.mark.timeout(3000)
async def test_two_hundred_jobs_through_a_flaky_model(server: TestServer) -> None:
    await run(server, 200)
