"""The worker's side of the second pipeline: killed, held to a rate, shown pictures, looked at by a doctor, counted."""

import asyncio
import base64
import itertools
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import httpx
import pytest
import pytest_asyncio
from prometheus_client.parser import text_string_to_metric_families

from fakturo.doctor import examine
from fakturo.settings import Settings, load
from tests.faults.failpoints import order
from tests.support import warm
from tests.support.databases import Clock, Rows, TestServer
from tests.support.model_server import ModelServer, fails, model_server, says
from tests.support.readings import NO_TEXT, pdf_with, reading_of
from tests.support.stack import Stack, clean_environment, free_port, on_disk, open_directory, until

pytestmark = pytest.mark.asyncio(loop_scope="module")
NUMBERS = itertools.count(500)
LEASE = timedelta(seconds=125)
A_MINUTE = timedelta(seconds=61)


@dataclass
class House:
    stack: Stack
    rows: Rows
    clock: Clock
    model: ModelServer
    client: httpx.AsyncClient
    settings: dict[str, object]

    async def upload(self, pdf: bytes | None = None) -> str:
        """One that the model reads rightly, unless another is given."""
        number = f"NL-2026-{next(NUMBERS):03}"
        if pdf is None:
            self.model.always(says(reading_of(number)))
        form = {"files": {"file": ("a.pdf", pdf or pdf_with(number=number))}, "data": {"mapping": "invoice_llm_v1"}}
        answer = await self.client.post("/api/upload", **form)  # type: ignore[arg-type]
        return str(answer.raise_for_status().json()["job"]["id"])

    async def ended(self, job_id: str) -> dict[str, Any]:
        async def over() -> bool:
            return (await self.job(job_id))["status"] in {"complete", "failed"}

        await until(over, what="the job's end")
        return await self.job(job_id)

    async def job(self, job_id: str) -> dict[str, Any]:
        return dict((await self.client.get(f"/api/jobs/{job_id}")).json()["job"])

    async def start_worker(self, **more: object) -> asyncio.subprocess.Process:
        return await self.stack.start("worker", **self.settings, **more)

    async def start_mortal(self) -> asyncio.subprocess.Process:
        """A worker that can be told where to die."""
        own = {name.upper(): str(value) for name, value in self.settings.items()}
        control = {"FAULTS_CONTROL": str(self.stack.directory)}
        with self.stack.log("worker").open("ab") as log:
            environment = self.stack._environment | own | control
            process = warm.start_async(["tests.faults.faulty_worker"], environment=environment, output=log)
        self.stack.started.append(process)
        return process


@pytest.fixture(scope="module")
def model() -> Iterator[ModelServer]:
    with model_server() as server:
        yield server


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(server: TestServer, model: ModelServer) -> AsyncIterator[House]:
    with open_directory() as directory:
        async with server.database() as url, Stack(url, directory, storage=on_disk(directory)) as stack:
            rows = Rows(url)
            clock = Clock(rows)
            await clock.install()
            settings: dict[str, object] = {"llm_base_url": model.url, "llm_model": "test"}
            await asyncio.gather(stack.start_gateway(), stack.start_web(**settings))
            async with stack.client() as client:
                yield House(stack, rows, clock, model, client, settings)


@pytest.mark.parametrize(
    ("point", "questions"),
    [("before_settle", 1), pytest.param("before_result_commit", 2, marks=pytest.mark.long)],
)
async def test_a_worker_killed_after_the_models_answer_is_followed_by_one_more_attempt(
    house: House, point: str, questions: int
) -> None:
    """With nothing stored the model is asked once more; a stored result is taken over, and it is not."""
    before = house.model.calls
    mortal = await house.start_mortal()
    order(house.stack.directory, mortal.pid, point, "die")
    job_id = await house.upload()
    assert await mortal.wait() < 0
    assert (await house.job(job_id))["status"] == "processing"
    await house.clock.advance(LEASE)
    worker = await house.start_worker()
    done = await house.ended(job_id)
    assert (done["status"], done["review"], done["attempt_count"]) == ("complete", "clean", 2)
    assert await house.rows.events(job_id) == [
        *("uploaded", "queued", "processing", "reclaimed", "processing", "complete")
    ]
    assert house.model.calls - before == questions
    await house.stack.stop(worker)


async def test_two_workers_share_one_rate_of_questions(house: House) -> None:
    before = house.model.calls
    workers = [await house.start_worker(llm_requests_per_minute=1) for _ in range(2)]
    jobs = [await house.upload(pdf_with(number=f"NL-2026-{next(NUMBERS):03}")) for _ in range(3)]

    async def all_claimed() -> bool:
        return {(await house.job(job_id))["status"] for job_id in jobs}.isdisjoint({"queued"})

    await until(all_claimed, what="the claim of all")
    for asked in (1, 2, 3):

        async def so_many(asked: int = asked) -> bool:
            return house.model.calls - before >= asked

        await until(so_many, what=f"question {asked}")
        await asyncio.sleep(1)
        assert house.model.calls - before == asked
        await house.clock.advance(A_MINUTE)
    for job_id in jobs:
        await house.ended(job_id)
    await house.stack.stop(*workers)


async def test_pages_without_text_are_shown_as_pictures_where_the_model_takes_them(house: House) -> None:
    house.model.always(says(reading_of()))
    worker = await house.start_worker(llm_images=True)
    ended = await house.ended(await house.upload(NO_TEXT))
    assert (ended["status"], ended["review"]) == ("complete", "needed"), "nothing of it stands on the page"
    text, picture = house.model.orders[-1]["messages"][1]["content"]
    kind, _, data = picture["image_url"]["url"].partition(";base64,")
    assert (text["type"], kind) == ("text", "data:image/png")
    assert base64.b64decode(data).startswith(b"\x89PNG")
    await house.stack.stop(worker)


async def test_a_broken_model_is_told_by_doctor_and_counted(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in clean_environment():
        if name.lower() in Settings.model_fields:
            monkeypatch.delenv(name, raising=False)
    house.model.always(fails(500))
    house.model.is_up = False
    before = house.model.calls
    await house.rows.all("DELETE FROM breaker_calls")  # what earlier tests left in its window would open it too soon
    port = free_port()
    worker = await house.start_worker(metrics_port=port)
    jobs = [await house.upload(pdf_with(number=f"NL-2026-{next(NUMBERS):03}")) for _ in range(6)]

    async def is_open() -> bool:
        (row,) = await house.rows.all("SELECT state FROM breakers WHERE pipeline = 'llm'")
        return bool(row["state"] == "open")

    await until(is_open, what="the model's breaker opening")
    ports = {"gateway_port": house.stack.gateway_port, "web_port": house.stack.web_port}
    settings = load(database_url=house.rows.url, data_dir=house.stack.directory, **ports, **house.settings)
    found = {each.what: each.text async for each in examine(settings) if each.what != "clock"}  # we moved it
    (first, breaker), *_ = found.items()
    assert (first, breaker.partition(" since")[0]) == ("breaker", "the language model's is open")
    assert "calls GW_5XX; next probe in" in breaker
    assert "gateway" not in breaker, "nobody is sent to look there"
    assert found["language model"] == f"{house.model.url} answers 503. Look at its log."

    async def are_counted() -> bool:
        async with httpx.AsyncClient(trust_env=False) as client:
            text = (await client.get(f"http://127.0.0.1:{port}/metrics")).text
        samples = [each for family in text_string_to_metric_families(text) for each in family.samples]
        counted = {(each.name, each.labels.get("outcome")): each.value for each in samples}
        calls = house.model.calls - before
        return (
            counted.get(("attempts_total", "retry"), 0) > 0 and counted["llm_calls_total", "server_error"] == calls > 0
        )

    await until(are_counted, what="the count of what failed")  # the breaker opens before all ends are written
    for job_id in jobs:
        await house.client.delete(f"/api/jobs/{job_id}")
    await house.stack.stop(worker)
