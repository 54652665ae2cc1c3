"""The faults of `test_doctor.py` that are staged there by rows, made here by processes: the same first lines name them.

The others (a slow database, an expired key, an exhausted pool) are real there already.
"""

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from fakturo.settings import Settings
from fakturo.store.operations import Operations
from fakturo.store.pool import Pool
from tests.faults.bad_gateway import BadGateway, Behaviour
from tests.faults.disks import fill, small_disk
from tests.integration.ops.test_doctor import first_lines, settings_for
from tests.integration.web.test_upload import upload
from tests.support import warm
from tests.support.databases import Clock, Rows
from tests.support.pdfs import make_pdf
from tests.support.stack import Stack, until

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]


@dataclass
class Plant:
    """Web and worker before a gateway that can be broken."""

    stack: Stack
    gateway: BadGateway
    settings: Settings
    rows: Rows

    async def feed(self, count: int) -> list[str]:
        async with self.stack.client() as client:
            return [
                (await upload(client, make_pdf([f"paper {number}"]))).json()["job"]["id"] for number in range(count)
            ]

    async def told(self, sentence: str) -> str:
        """The first lines, once they say so."""
        said = ""

        async def is_told() -> bool:
            nonlocal said
            said = await first_lines(self.settings)
            return sentence in said

        with contextlib.suppress(AssertionError):
            await until(is_told, seconds=120)
        assert sentence in said, said
        return said

    async def start_worker(self, **faults: object) -> asyncio.subprocess.Process:
        quick = {"RETRY_BASE_DELAY_MS": "100", "RETRY_JITTER_MAX_MS": "50"}
        with self.stack.log("worker").open("ab") as log:
            environment = self.stack._environment | quick | {name: str(value) for name, value in faults.items()}
            process = warm.start_async(["tests.faults.faulty_worker"], environment=environment, output=log)
        self.stack.started.append(process)
        return process


@pytest_asyncio.fixture
async def plant(
    database_url: str, directory: Path, rows: Rows, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Plant]:
    async with BadGateway().running() as gateway:
        url = f"http://127.0.0.1:{gateway.port}"
        async with Stack(database_url, directory, gateway_url=url) as stack:
            await stack.start_web(uploads_per_minute=0)
            settings = settings_for(directory, database_url, monkeypatch, gateway_url=url)
            yield Plant(stack, gateway, settings.model_copy(update={"web_port": stack.web_port}), rows)


async def test_a_gateway_that_breaks(plant: Plant) -> None:
    plant.gateway.outage, plant.gateway.healthy = Behaviour(status=500), False
    await plant.start_worker()
    await plant.feed(12)
    told = await plant.told("breaker: open since")
    assert "calls GW_5XX; next probe in" in told
    assert "gateway: " in told


async def test_a_worker_that_freezes_with_a_job_in_its_hands(plant: Plant, clock: Clock) -> None:
    plant.gateway.outage = Behaviour(kind="hang")
    worker = await plant.start_worker()
    (job_id,) = await plant.feed(1)
    await until(_some(plant.rows, "status = 'processing'"), what="the claim")
    worker.send_signal(signal.SIGSTOP)
    await clock.advance(timedelta(minutes=12))
    assert "its lease is over" in await plant.told(f"job {job_id} has been processing for 12 min by worker")


async def test_a_pdf_that_kills_its_parsers(plant: Plant) -> None:
    plant.gateway.outage = Behaviour(kind="parser-died")
    await plant.start_worker()
    (job_id,) = await plant.feed(1)
    await plant.told(f"the parser died 2 times over job {job_id}")


async def test_a_mapping_that_converts_nothing(plant: Plant) -> None:
    plant.gateway.outage = Behaviour(status=400)
    await plant.start_worker()
    await plant.feed(6)
    await until(_none(plant.rows, "status <> 'failed'"), what="the failure of all")
    assert "as the test wanted it" in await plant.told("mapping: 6 of the last 6 files for")


async def test_an_operator_who_pauses_claims(plant: Plant, pool: Pool) -> None:
    await Operations(pool).pause("claims", who="anna", why="The machine moves.")
    await plant.start_worker()
    await plant.feed(2)
    assert "The machine moves. 2 jobs wait." in await plant.told("paused: claims, by anna (operator) since")


async def test_a_worker_whose_clock_is_an_hour_off(plant: Plant) -> None:
    await plant.start_worker(FAULTS_CLOCK_SECONDS=3600)
    await plant.told("is 1 h ahead of the database")


@pytest.mark.disk_only("a bucket does not fill up")
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small file system")
async def test_a_disk_without_a_byte_left(database_url: str, directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = directory / "small"
    with small_disk(small, megabytes=8) as mounted:
        if not mounted:
            pytest.skip("this machine does not let us mount")
        async with Stack(database_url, directory) as stack:
            on_small = {"uploads_dir": small / "uploads", "results_dir": small / "results"}
            await stack.start_web(**on_small)
            fill(small)
            settings = settings_for(directory, database_url, monkeypatch, **on_small)
            told = await first_lines(settings.model_copy(update={"web_port": stack.web_port}))
    assert "MB free. Uploads and claims pause until there is more." in told or "No space left" in told


def _some(rows: Rows, condition: str) -> Callable[[], Awaitable[bool]]:
    async def any_is() -> bool:
        return bool((await rows.one(f"SELECT count(*) FROM jobs WHERE {condition}"))["count"])  # noqa: S608

    return any_is


def _none(rows: Rows, condition: str) -> Callable[[], Awaitable[bool]]:
    async def none_is() -> bool:
        return not await _some(rows, condition)()

    return none_is
