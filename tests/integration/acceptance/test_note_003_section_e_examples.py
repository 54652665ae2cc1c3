"""Note 003, section E: its examples of the API, and the scenario of a worker that is killed."""

import asyncio

import httpx
import pytest
from starlette.responses import Response

from tests.integration.web.test_upload import pdf, upload
from tests.support.gateways import xml
from tests.support.house import House
from tests.support.stack import Stack

pytestmark = pytest.mark.asyncio(loop_scope="module")

LEASE_SECONDS = 2


async def test_an_upload_answers_with_its_job(client: httpx.AsyncClient) -> None:
    job = (await upload(client, pdf("shape"), "test.pdf")).json()["job"]
    assert (job["filename"], job["bytes"], job["status"]) == ("test.pdf", len(pdf("shape")), "queued")
    assert {"id", "created_at"} < job.keys()


async def test_the_list_says_how_many_are_active_and_where_it_goes_on(client: httpx.AsyncClient) -> None:
    for number in range(2):
        await upload(client, pdf(f"listed {number}"))
    listed = (await client.get("/api/jobs", params={"since": "2025-08-26T09:00:00Z"})).json()
    assert (len(listed["jobs"]), listed["active_count"], listed["next_cursor"]) == (2, 2, None)


async def test_a_download_is_409_before_the_end_then_200_and_404_after_retention(
    house: House, client: httpx.AsyncClient
) -> None:
    job_id = (await upload(client, pdf("fetched"))).json()["job"]["id"]
    address = f"/api/jobs/{job_id}/download"
    early = await client.get(address)
    assert (early.status_code, early.json()["code"]) == (409, "NOT_READY")
    async with house.worker():
        await house.ended(client, job_id)
    assert (await client.get(address)).text == "<ok/>"
    await house.web.rows.all("UPDATE jobs SET result_path = NULL, expired_at = queue_now() WHERE id = %s", job_id)
    late = await client.get(address)
    assert (late.status_code, late.json()["code"]) == (404, "EXPIRED")
    assert late.json()["detail"] == "File was removed by retention. Re-upload to regenerate."


async def test_scenario_4_a_killed_workers_job_is_done_by_another_once_its_lease_is_over(
    house: House, client: httpx.AsyncClient
) -> None:
    before = house.gateway.calls

    async def first_hangs(number: int) -> Response:
        await asyncio.sleep(600 if number == before + 1 else 0)
        return xml()

    house.gateway.answer = first_hangs
    async with Stack(house.web.rows.url, house.directory, gateway_url=house.gateway.url) as stack:
        victim = await stack.start("worker", worker_lease_ttl_sec=LEASE_SECONDS)
        job_id = (await upload(client, pdf("killed"))).json()["job"]["id"]
        await house.gateway.called(before + 1)
        victim.kill()
        await victim.wait()
    async with house.worker():
        job = await house.ended(client, job_id)
    assert (job["status"], job["attempt_count"]) == ("complete", 2)
    kinds = [event["event_type"] for event in await house.events(job_id)]
    assert kinds[-4:] == ["processing", "reclaimed", "processing", "complete"]
