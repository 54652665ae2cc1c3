"""Asking for a failed job again, and what the page and health say while the converter is out."""

from typing import Any

import httpx
import pytest
from lxml import html

from tests.integration.web.test_upload import pdf, upload
from tests.support.databases import Rows
from tests.support.stack import Stack, until


@pytest.fixture
async def quiet(stack: Stack) -> Stack:
    """Web alone: nobody works, so jobs stay as the test puts them."""
    await stack.start_web()
    return stack


async def page_of(client: httpx.AsyncClient) -> Any:
    return html.fromstring((await client.get("/queue")).text)


async def failed_job(client: httpx.AsyncClient, rows: Rows, text: str = "x") -> str:
    job_id = (await upload(client, pdf(text))).json()["job"]["id"]
    await rows.all(
        "UPDATE jobs SET status = 'failed', error_code = 'GW_5XX', error_message = 'no' WHERE id = %s",
        job_id,
    )
    return str(job_id)


async def test_the_owner_gets_a_failed_job_queued_again(quiet: Stack, rows: Rows) -> None:
    async with quiet.client() as client:
        job_id = await failed_job(client, rows)
        answer = await client.post(f"/api/jobs/{job_id}/retry")
        assert answer.status_code == 200
        body = answer.json()
        assert (body["job"]["id"], body["job"]["status"], body["deduped"]) == (job_id, "queued", False)
        assert (body["job"]["error_code"], body["job"]["manual_retry_count"]) == (None, 1)
        assert (await client.get(f"/api/jobs/{job_id}")).json()["waiting"]["text"] == "It is next in line."
        again = await client.post(f"/api/jobs/{job_id}/retry")
        assert (again.status_code, again.json()["code"]) == (409, "CONFLICT")


async def test_a_live_twin_is_the_answer(quiet: Stack, rows: Rows) -> None:
    async with quiet.client() as client:
        job_id = await failed_job(client, rows)
        twin = (await upload(client, pdf("x"))).json()["job"]["id"]
        answer = (await client.post(f"/api/jobs/{job_id}/retry")).json()
    assert (answer["job"]["id"], answer["deduped"]) == (twin, True)


async def test_others_and_those_without_their_pdf_are_refused(quiet: Stack, rows: Rows) -> None:
    async with quiet.client() as client, quiet.client() as stranger:
        job_id = await failed_job(client, rows)
        theirs = await stranger.post(f"/api/jobs/{job_id}/retry")
        assert (theirs.status_code, theirs.json()["code"]) == (403, "FORBIDDEN")
        unknown = await client.post("/api/jobs/00000000-0000-4000-8000-000000000000/retry")
        assert (unknown.status_code, unknown.json()["code"]) == (404, "NOT_FOUND")
        await quiet.storage.blobs.delete((await rows.one("SELECT upload_path FROM jobs"))["upload_path"])
        gone = await client.post(f"/api/jobs/{job_id}/retry")
        assert (gone.status_code, gone.json()["code"]) == (404, "EXPIRED")
        refused = (await upload(client, b"no pdf")).json()["job_id"]
        never = await client.post(f"/api/jobs/{refused}/retry")
        assert (never.status_code, never.json()["code"]) == (404, "EXPIRED")


async def test_the_page_offers_it_without_javascript(quiet: Stack, rows: Rows) -> None:
    async with quiet.client() as client:
        await failed_job(client, rows)
        page = await page_of(client)
        (form,) = page.xpath("//td[@class='action']/form")
        answer = await client.post(form.action)
        assert answer.status_code == 303
        assert "Waiting" in (await client.get("/queue")).text


async def test_a_job_asked_for_again_is_converted(client: httpx.AsyncClient, shared_database: Rows) -> None:
    job_id = (await upload(client, pdf("again"))).json()["job"]["id"]

    async def status() -> str:
        return str((await client.get(f"/api/jobs/{job_id}")).json()["job"]["status"])

    async def complete() -> bool:
        return await status() == "complete"

    await until(complete, what="the first conversion")
    await shared_database.all(
        """UPDATE jobs SET status = 'failed', error_code = 'UNKNOWN', error_message = 'x', result_path = NULL,
                  review = NULL
           WHERE id = %s""",
        job_id,
    )
    assert (await client.post(f"/api/jobs/{job_id}/retry")).status_code == 200
    await until(complete, what="the second conversion")


async def test_an_open_breaker_shows_in_health_and_on_the_page(quiet: Stack, rows: Rows) -> None:
    await rows.all("UPDATE breakers SET state = 'open', due_at = clock_timestamp() + interval '8 s'")
    async with quiet.client() as client:
        health = await client.get("/api/healthz")
        page = await page_of(client)
    assert health.status_code == 200, "web itself is well: uploads are taken and wait"
    assert health.json()["breakers"]["gateway"]["state"] == "open"
    assert health.json()["breakers"]["gateway"]["next_probe_at"] is not None
    banner = page.xpath("//div[@id='banner']")[0]
    assert "Converter busy. Jobs will resume automatically. Next check" in " ".join(banner.text_content().split())
    assert banner.xpath(".//time/@datetime") != []


async def test_while_uploads_are_paused_nothing_is_taken(quiet: Stack, rows: Rows) -> None:
    await rows.all("INSERT INTO pauses (what, reason, who, why) VALUES ('uploads', 'disk', 'x', 'The disk is full.')")
    async with quiet.client() as client:
        answer = await upload(client, pdf("paused"))
        assert (answer.status_code, answer.json()["code"], answer.json()["retryable"]) == (503, "PAUSED", True)
        assert answer.json()["detail"].startswith("Uploads are paused: The disk is full.")
        assert int(answer.headers["retry-after"]) > 0
        by_form = await client.post("/queue", files={"file": ("a.pdf", pdf("paused"), "application/pdf")})
        assert by_form.status_code == 503
        assert "Uploads are paused" in by_form.text
        assert (await client.get("/api/jobs")).json()["jobs"] == []
        assert (await client.get("/api/healthz")).json()["pauses"][0]["why"] == "The disk is full."
