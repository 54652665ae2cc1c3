"""The end of a run: nothing is judged before it has had its chance, and what has not ended is told with its reasons."""

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator

import httpx
import pytest_asyncio

from tests.faults.chaos import wind_up
from tests.faults.checker import judge
from tests.faults.stage import Options, Stage, WorkerProcess, open_stage
from tests.faults.standstill import why_jobs_wait
from tests.support.stack import until

PDF = b"%PDF-1.7 made up"


@pytest_asyncio.fixture
async def stage() -> AsyncIterator[Stage]:
    async with open_stage(Options()) as stage:
        await stage.start_web()
        yield stage


async def at_work(stage: Stage) -> WorkerProcess:
    worker = await stage.start_worker()

    async def works() -> bool:
        return worker.has_said("working")

    await until(works, what="a worker at work")
    return worker


async def test_a_request_that_outlives_its_client_is_waited_for(stage: Stage) -> None:
    await at_work(stage)
    async with stage.client() as client:
        job = await stage.upload(client, PDF)
        assert job is not None
        assert await stage.drained(seconds=60)
        stage.database.blackhole()
        with contextlib.suppress(httpx.TimeoutException):
            await client.post(f"/api/jobs/{job}/convert", timeout=1)
    asyncio.get_running_loop().call_later(1, stage.database.heal)
    assert await wind_up(stage) == []
    history = await stage.history()
    assert history.rows[job].version == 2, "web has done what it was asked for"
    assert judge(history).violations == ()


async def test_what_has_not_ended_is_told_with_what_holds_it_up(stage: Stage) -> None:
    worker = await at_work(stage)
    worker.signal(signal.SIGSTOP)
    async with stage.client() as client:
        job = await stage.upload(client, PDF)
    assert job is not None
    await stage.rows.all("INSERT INTO pauses (what, reason, who, why) VALUES ('claims', 'operator', 'us', 'a test')")
    assert not await stage.drained(seconds=0.5)
    told = "\n".join(await why_jobs_wait(stage))
    assert f"job: id {job}, status queued" in told
    assert "pause: what claims" in told
    assert f"worker {worker.pid}: stopped, said last: " in told
