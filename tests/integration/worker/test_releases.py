"""Versions of mappings on their way through worker and gateway."""

import re
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from starlette.responses import Response

from fakturo.blobs.base import put
from fakturo.convert.mapping import shipped
from fakturo.convert.mapping.catalog import with_own
from fakturo.domain.errors import ErrorCode
from fakturo.domain.retry import gateway_policy
from fakturo.domain.transitions import AttemptFailed, Converted, Fail, decide
from fakturo.store.pool import Pool
from fakturo.store.releases import Releases
from fakturo.worker.gateway_client import GatewayClient
from fakturo.worker.run_job import run_job
from tests.integration.web.test_upload import pdf, upload
from tests.integration.worker.test_documents import Desk, lose
from tests.support.databases import Clock, Rows
from tests.support.gateways import plain_gateway, xml
from tests.support.jobs import new_job, sha256_of
from tests.support.own_mappings import own_mappings
from tests.support.stack import Stack, until


@pytest.fixture
def desk(pool: Pool, directory: Path) -> Desk:
    desk = Desk(pool, directory)
    desk.mapping = "layout_v1"
    return desk


async def made(_: int) -> Response:
    return xml()


@pytest.mark.parametrize(("knows_versions", "asked"), [(True, "layout_v1@1"), (False, "layout_v1")])
async def test_a_gateway_is_asked_for_the_version_if_it_knows_versions(
    desk: Desk, knows_versions: bool, asked: str
) -> None:
    async with plain_gateway(made) as gateway:
        gateway.mappings = [{"name": "layout_v1", "version": 1}] if knows_versions else []
        await desk.complete(gateway.url)
    found = re.search(rb'name="mapping"\r\n\r\n([^\r]*)\r\n', gateway.bodies[1])
    assert found
    assert found[1].decode() == asked


async def test_a_result_of_a_version_withdrawn_meanwhile_is_not_adopted(desk: Desk, clock: Clock) -> None:
    async with plain_gateway(made) as gateway:
        job = await desk.claim()
        assert isinstance(await desk.run(job, gateway.url), Converted)
        await Releases(desk.pool).withdraw("layout_v1", 1)
        outcome = await desk.run(await lose(desk, job, clock), gateway.url)
    assert isinstance(outcome, AttemptFailed)
    assert (outcome.code, gateway.calls) == (ErrorCode.GW_4XX, 1)


async def ended(client: httpx.AsyncClient, job: dict[str, object]) -> dict[str, object]:
    latest: dict[str, object] = {}

    async def has_ended() -> bool:
        latest.update((await client.get(f"/api/jobs/{job['id']}")).json()["job"])
        return latest["status"] in {"complete", "failed"}

    await until(has_ended, what="the job's end")
    return latest


async def test_a_job_whose_version_was_withdrawn_fails_saying_so_and_goes_on_with_another(
    stack: Stack, rows: Rows
) -> None:
    newer = {"mappings_dir": own_mappings(stack.directory, 2), "default_mapping": "layout_v1"}
    await stack.start_web(**newer)
    await stack.start_gateway(**newer)
    async with stack.client() as client:
        worker = await stack.start("worker", **newer)
        done = await ended(client, (await upload(client, pdf("done before"))).json()["job"])
        assert (done["status"], done["mapping_version"]) == ("complete", 2)
        await stack.stop(worker)
        job = (await upload(client, pdf("waiting"))).json()["job"]
        status, said = await stack.run("mappings", "withdraw", "layout_v1@2", **newer)
        assert (status, "1 waiting job(s)" in said) == (0, True)
        await stack.start("worker", **newer)
        failed = await ended(client, job)
        assert (failed["status"], failed["error_code"], failed["attempt_count"]) == ("failed", "GW_4XX", 1)
        assert failed["error_message"] == (
            "Couldn't convert this file with the selected mapping. Version 2 of the mapping 'layout_v1' was withdrawn "
            "meanwhile. Ask for the file again to have it converted with the version of today."
        )
        events = await rows.all("SELECT event_type, gateway_status FROM job_events WHERE job_id = %s", job["id"])
        assert [event["event_type"] for event in events] == ["uploaded", "queued", "processing", "failed"]
        assert events[-1]["gateway_status"] is None, "the gateway was not asked"
        await client.post(f"/api/jobs/{job['id']}/retry")
        again = await ended(client, job)
        assert (again["status"], again["mapping_version"]) == ("complete", 1)
        assert (await client.get(f"/api/jobs/{done['id']}/download")).status_code == 200, "what is done stays"


@pytest.mark.parametrize("where", ["worker", "gateway"])
async def test_a_job_whose_version_has_vanished_fails_saying_so(
    desk: Desk, stack: Stack, rows: Rows, where: str
) -> None:
    await stack.start_gateway()
    await desk.jobs.submit(new_job(), sha256=sha256_of("x"), upload_path="uploads/00/00/x.pdf")
    await rows.all("UPDATE jobs SET mapping_version = 2")
    (job,) = await desk.queue.claim("gateway", 1)
    await put(desk.blobs, job.upload_path, b"%PDF-1.7 x")
    known = with_own(own_mappings(stack.directory, 2)) if where == "gateway" else shipped()
    url = f"http://127.0.0.1:{stack.gateway_port}"
    async with aclosing(GatewayClient([url], timeout_seconds=30)) as gateway:
        outcome = await run_job(replace(job, bytes=10, sha256=sha256_of("%PDF-1.7 x")), desk.blobs, gateway, known)
    assert isinstance(outcome, AttemptFailed)
    assert outcome.gateway_status == (400 if where == "gateway" else None)
    settlement = decide(job, outcome, gateway_policy(), 0)
    assert isinstance(settlement, Fail), "no further attempt"
    assert (settlement.code, settlement.message) == (
        ErrorCode.GW_4XX,
        "Couldn't convert this file with the selected mapping. The mapping 'layout_v1' has no version 2. There are: 1.",
    )
