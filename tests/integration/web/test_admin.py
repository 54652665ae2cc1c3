"""The operators' page on a real database: who is let in, what they see, and what they do by hand."""

import re
import secrets
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest
import pytest_asyncio

from fakturo.domain.errors import ErrorCode
from fakturo.domain.transitions import Complete, Converted, Fail
from fakturo.store.pool import Pool, open_pool
from fakturo.store.queue import Queue
from fakturo.web.admin.overview import RANGES
from tests.integration.web.test_upload import pdf, upload
from tests.support.databases import TestServer
from tests.support.jobs import queue_of, sha256_of
from tests.support.stack import open_directory
from tests.support.web_app import WebApp, web_app

pytestmark = pytest.mark.asyncio(loop_scope="module")
TOKEN = secrets.token_urlsafe(24)
HOUR = (RANGES["hour"].step, RANGES["hour"].steps)
ADDRESSES = ("/admin", "/admin/figures", "/admin/jobs", "/admin/mappings", "/admin/owners")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def web(server: TestServer) -> AsyncIterator[WebApp]:
    with open_directory() as directory:
        async with server.database() as url, web_app(url, directory, admin_token=TOKEN) as app:
            yield app


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def operator(web: WebApp) -> AsyncIterator[httpx.AsyncClient]:
    async with web.client() as client:
        answer = await client.post("/admin/login", data={"token": TOKEN, "name": "Ana"})
        assert answer.headers["location"] == "/admin"
        yield client


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def pool(web: WebApp) -> AsyncIterator[Pool]:
    async with open_pool(web.rows.url, name="test", max_size=3) as pool:
        yield pool


@pytest_asyncio.fixture(loop_scope="module")
async def queue(pool: Pool, web: WebApp) -> Queue:
    await web.rows.all(
        "UPDATE jobs SET deleted_at = now(), leased_by = NULL, lease_expires_at = NULL, lease_token = NULL"
    )
    return queue_of(pool)


async def submitted(web: WebApp, content: str) -> str:
    async with web.client() as somebody:
        return str((await upload(somebody, pdf(content))).json()["job"]["id"])


async def claimed(queue: Queue, job_id: str) -> Any:
    (job,) = [each for each in await queue.claim("gateway", 5) if str(each.id) == job_id]
    return job


async def failed(web: WebApp, queue: Queue, content: str, code: ErrorCode = ErrorCode.GW_5XX) -> str:
    job_id = await submitted(web, content)
    job = await claimed(queue, job_id)
    assert await queue.settle(job, Fail(code, "Failed.", 502, {}), 1)
    return job_id


async def state(web: WebApp, job_id: str) -> dict[str, Any]:
    return await web.rows.one("SELECT * FROM jobs WHERE id = %s", job_id)


async def test_without_a_token_in_the_settings_there_is_no_such_page(server: TestServer) -> None:
    with open_directory() as directory:
        async with server.database() as url, web_app(url, directory) as app, app.client() as client:
            for address in (*ADDRESSES, "/admin/login"):
                assert (await client.get(address)).status_code == 404
            assert "switches it on by setting ADMIN_TOKEN" in (await client.get("/admin")).text
            assert (await client.post("/admin/login", data={"token": ""})).status_code == 404
            assert (await client.post("/admin/pauses/claims/pause")).status_code == 404


async def test_nobody_is_let_in_without_the_token(web: WebApp) -> None:
    async with web.client() as stranger:
        wrong = await stranger.post("/admin/login", data={"token": TOKEN[:-1]})
        assert wrong.status_code == 403
        assert "set-cookie" not in wrong.headers or "fakturo_operator" not in wrong.headers["set-cookie"]
        stranger.cookies.set("fakturo_operator", "9999999999.QW5h.00")
        for address in ADDRESSES:
            answer = await stranger.get(address)
            assert (answer.status_code, answer.headers["location"]) == (303, "/admin/login")
        assert (await stranger.post("/admin/pauses/claims/pause")).headers["location"] == "/admin/login"
    assert await web.rows.all("SELECT what FROM pauses WHERE reason = 'operator'") == []


async def test_the_cookie_is_kept_from_scripts_and_other_sites(web: WebApp) -> None:
    async with web.client() as client:
        answer = await client.post("/admin/login", data={"token": TOKEN})
        (cookie,) = [each for each in answer.headers.get_list("set-cookie") if each.startswith("fakturo_operator")]
        for part in ("HttpOnly", "Path=/admin", "SameSite=strict"):
            assert part in cookie
        assert TOKEN not in cookie


async def test_the_overview_counts_what_happened(web: WebApp, operator: httpx.AsyncClient, queue: Queue) -> None:
    await failed(web, queue, "counted as failed")
    await failed(web, queue, "counted as failed for good", ErrorCode.GW_4XX)
    done = await submitted(web, "counted as done")
    job = await claimed(queue, done)
    assert await queue.settle(job, Complete(Converted("results/00/00/r.xml", 7, sha256_of("xml"), 200)), 1)
    await submitted(web, "counted as under way")
    series = await web.deps.admin.operations.series(*HOUR)
    assert (series[-1].depth, sum(each.failed for each in series), sum(each.done for each in series)) == (1, 2, 1)
    assert series[-1].median_seconds is not None or series[-2].median_seconds is not None
    shown = await operator.get("/admin")
    assert shown.status_code == 200
    assert "GW_5XX" in shown.text
    assert "1 failed job can be tried again" in shown.text, "the other would only fail again"
    assert "style=" not in shown.text, "the policy forbids it"


async def test_the_time_to_ready_is_that_of_the_whole_span(
    web: WebApp, operator: httpx.AsyncClient, queue: Queue
) -> None:
    """Not of its last step, in which nothing may have happened."""
    job = await claimed(queue, await submitted(web, "ready a while ago"))
    assert await queue.settle(job, Complete(Converted("results/00/00/s.xml", 7, sha256_of("xml"), 200)), 1)
    (ready,) = (await web.rows.one("SELECT now() - interval '41 minutes' AS at")).values()
    await web.rows.all("UPDATE jobs SET queued_at = %s WHERE status = 'complete'", ready - timedelta(minutes=1))
    await web.rows.all("UPDATE job_events SET created_at = %s WHERE event_type = 'complete'", ready)
    shown = (await operator.get("/admin")).text
    assert "60.0 s <small>median, Last hour</small>" in shown
    assert "· llm" not in shown, "no model is set up"


async def test_a_deleted_job_is_not_under_way_any_more(web: WebApp, queue: Queue) -> None:
    async with web.client() as somebody:
        job_id = (await upload(somebody, pdf("deleted while it waits"))).json()["job"]["id"]
        before = (await web.deps.admin.operations.series(*HOUR))[-1].depth
        await somebody.delete(f"/api/jobs/{job_id}")
    assert (await web.deps.admin.operations.series(*HOUR))[-1].depth == before - 1
    assert queue


async def test_a_job_deleted_while_it_is_converted_is_told_as_deleted_and_as_nothing_else(
    web: WebApp, operator: httpx.AsyncClient, queue: Queue
) -> None:
    async with web.client() as somebody:
        job_id = (await upload(somebody, pdf("deleted in the middle"))).json()["job"]["id"]
        await claimed(queue, job_id)
        assert job_id in (await operator.get("/admin/jobs?state=processing")).text
        await somebody.delete(f"/api/jobs/{job_id}")
    for state_asked in ("processing", "active"):
        assert job_id not in (await operator.get(f"/admin/jobs?state={state_asked}")).text
    (told,) = re.findall(rf"{job_id}\".*?</tr>", (await operator.get("/admin/jobs")).text)
    assert "<td>Deleted (was processing)</td>" in told
    assert "· Deleted (was processing)</p>" in (await operator.get(f"/admin/jobs/{job_id}")).text


async def test_a_cleared_lease_gives_the_job_back_and_its_worker_changes_nothing_more(
    web: WebApp, operator: httpx.AsyncClient, queue: Queue
) -> None:
    job_id = await submitted(web, "taken from its worker")
    job = await claimed(queue, job_id)
    answer = await operator.post(f"/admin/jobs/{job_id}/clear-lease")
    assert answer.headers["location"].endswith("done=cleared")
    row = await state(web, job_id)
    assert (row["status"], row["attempt_count"], row["lease_token"]) == ("queued", 0, None)
    settled = await queue.settle(job, Complete(Converted("results/00/00/late.xml", 7, sha256_of("late"), 200)), 1)
    assert not settled
    assert (await state(web, job_id))["status"] == "queued"
    again = await claimed(queue, job_id)
    assert again.attempt_count == 1


async def test_a_failed_job_is_tried_again_and_one_that_waits_is_due_at_once(
    web: WebApp, operator: httpx.AsyncClient, queue: Queue
) -> None:
    job_id = await failed(web, queue, "tried again by hand")
    assert (await operator.post(f"/admin/jobs/{job_id}/retry")).headers["location"].endswith("done=retried")
    assert (await state(web, job_id))["status"] == "queued"
    await web.rows.all("UPDATE jobs SET retry_after = now() + interval '1 hour' WHERE id = %s", job_id)
    assert (await operator.post(f"/admin/jobs/{job_id}/requeue")).headers["location"].endswith("done=retried")
    assert await queue.promote("gateway") == 1
    refused = await operator.post(f"/admin/jobs/{job_id}/retry")
    assert refused.headers["location"].endswith("done=refused")


async def test_failed_jobs_of_many_are_tried_again_by_code_and_time(
    web: WebApp, operator: httpx.AsyncClient, queue: Queue
) -> None:
    wanted = [await failed(web, queue, f"bulk {number}") for number in range(3)]
    other = await failed(web, queue, "bulk of another code", ErrorCode.GW_4XX)
    old = await failed(web, queue, "bulk of yesterday")
    await web.rows.all("UPDATE jobs SET failed_at = now() - interval '2 hours' WHERE id = %s", old)
    answer = await operator.post("/admin/requeue", data={"code": "GW_5XX", "within": "1"})
    assert answer.headers["location"] == "/admin/jobs?done=requeued:3"
    assert [(await state(web, each))["status"] for each in (*wanted, other, old)] == [
        *["queued"] * 3,
        "failed",
        "failed",
    ]
    assert (await operator.post("/admin/requeue", data={"within": "12"})).status_code == 400


async def test_files_are_checked_and_a_vanished_result_is_let_go(
    web: WebApp, operator: httpx.AsyncClient, queue: Queue
) -> None:
    job_id = await submitted(web, "to be checked")
    job = await claimed(queue, job_id)
    assert await queue.settle(job, Complete(Converted("results/00/00/gone.xml", 7, sha256_of("xml"), 200)), 1)
    shown = (await operator.post(f"/admin/jobs/{job_id}/recheck")).text
    assert re.search(r"PDF: as it should be", shown)
    assert re.search(r"XML: missing", shown)
    assert (await state(web, job_id))["expired_at"] is not None


async def test_files_of_a_finished_job_go_through_the_trash(
    web: WebApp, operator: httpx.AsyncClient, queue: Queue
) -> None:
    job_id = await failed(web, queue, "to be removed")
    path = (await state(web, job_id))["upload_path"]
    assert (await operator.post(f"/admin/jobs/{job_id}/expire")).headers["location"].endswith("done=expired")
    assert (await state(web, job_id))["upload_path"] is None
    assert await web.rows.all("SELECT path FROM blob_trash WHERE path = %s", path)
    waiting = await submitted(web, "still waits")
    assert (await operator.post(f"/admin/jobs/{waiting}/expire")).headers["location"].endswith("done=refused")


async def test_nothing_of_a_document_stays_behind_its_files(
    web: WebApp, operator: httpx.AsyncClient, queue: Queue
) -> None:
    job_id = await submitted(web, "with a buyer")
    job = await claimed(queue, job_id)
    assert await queue.settle(job, Complete(Converted("results/00/00/buyer.xml", 7, sha256_of("xml"), 200)), 1)
    await web.rows.all(
        """UPDATE jobs SET seller = 'S', buyer = 'B', first_issue_code = 'X', issue_codes = '{X}', found_words = '{b}',
                           changed_fields = '[{"field": "buyer.name", "before": "A", "after": "B"}]' WHERE id = %s""",
        job_id,
    )
    await web.rows.all("INSERT INTO raw_answers (job_id, text) VALUES (%s, 'The buyer is B.')", job_id)
    assert (await operator.post(f"/admin/jobs/{job_id}/expire")).headers["location"].endswith("done=expired")
    left = await state(web, job_id)
    names = ("seller", "buyer", "first_issue_code", "issue_codes", "found_words", "changed_fields")
    assert {left[name] for name in names} == {None}
    assert not await web.rows.all("SELECT FROM raw_answers WHERE job_id = %s", job_id)


async def test_pauses_hold_claims_and_uploads_until_they_are_resumed(
    web: WebApp, operator: httpx.AsyncClient, queue: Queue
) -> None:
    job_id = await submitted(web, "waits for the operator")
    await operator.post("/admin/pauses/claims/pause", data={"why": "Moving house."})
    await operator.post("/admin/pauses/uploads/pause")
    assert await queue.claim("gateway", 5) == []
    async with web.client() as somebody:
        assert (await upload(somebody, pdf("not now"))).status_code == 503
    series = await web.deps.admin.operations.series(*HOUR)
    assert series[-1].paused
    assert "Moving house." in (await operator.get("/admin")).text
    await operator.post("/admin/pauses/claims/resume")
    await operator.post("/admin/pauses/uploads/resume")
    assert [str(each.id) for each in await queue.claim("gateway", 5)] == [job_id]


async def test_the_breaker_is_switched_by_hand(web: WebApp, operator: httpx.AsyncClient, queue: Queue) -> None:
    await submitted(web, "waits for the converter")
    assert (await operator.post("/admin/breaker/gateway/open")).headers["location"] == "/admin?done=opened"
    assert await queue.claim("gateway", 5) == []
    assert (await operator.post("/admin/breaker/gateway/probe")).headers["location"] == "/admin?done=probed"
    due = await web.rows.one("SELECT due_at <= now() AS is_due FROM breakers WHERE pipeline = 'gateway'")
    assert due["is_due"]
    assert (await operator.post("/admin/breaker/gateway/close")).headers["location"] == "/admin?done=closed"
    assert len(await queue.claim("gateway", 5)) == 1
    assert (await operator.post("/admin/breaker/nothing/close")).status_code == 404


async def test_an_ended_session_begins_anew_and_its_keys_are_refused(web: WebApp, operator: httpx.AsyncClient) -> None:
    async with web.client() as somebody:
        await upload(somebody, pdf("of a session that ends"))
        before = somebody.cookies["owner_session_id"]
        key = await web.new_key(somebody)
        owner = await web.rows.one("SELECT owner_key FROM api_keys ORDER BY created_at DESC LIMIT 1")
        await operator.post("/admin/owners/end", data={"owner": owner["owner_key"]})
        await web.deps.ended_sessions.look()
        assert (await somebody.get("/api/jobs")).json()["jobs"] == []
        assert somebody.cookies["owner_session_id"] != before
        async with web.client(key=key) as program:
            assert (await program.get("/api/jobs")).status_code == 401
        await web.rows.all("UPDATE ended_sessions SET ended_at = ended_at - interval '1 year'")
        await web.deps.ended_sessions.look()
        copied = {"Cookie": f"owner_session_id={before}"}
        assert (await operator.get("/api/jobs", headers=copied)).json()["jobs"] == [], "however long somebody waits"
    assert (await operator.post("/admin/owners/end", data={"owner": "key:x"})).status_code == 400


async def test_a_version_of_a_mapping_is_withdrawn_and_enabled_again(web: WebApp, operator: httpx.AsyncClient) -> None:
    await operator.post("/admin/mappings/layout_v1/1", data={"share": "0"})
    async with web.client() as somebody:
        assert (await upload(somebody, pdf("without its mapping"))).status_code == 400
        assert "withdrawn" in (await operator.get("/admin/mappings")).text
        await operator.post("/admin/mappings/layout_v1/1", data={"share": "100"})
        assert (await upload(somebody, pdf("with its mapping"))).status_code == 200
    assert (await operator.post("/admin/mappings/layout_v1/1", data={"share": "7"})).status_code == 400
    assert (await operator.post("/admin/mappings/no_such/1", data={"share": "100"})).status_code == 404


async def test_an_operator_has_a_name_that_can_be_written(web: WebApp) -> None:
    async with web.client() as somebody:
        answer = await somebody.post("/admin/login", data={"token": TOKEN, "name": "A\0na"})
        assert answer.status_code == 400


async def test_every_action_is_recorded_with_who_did_it(web: WebApp, operator: httpx.AsyncClient) -> None:
    await operator.post("/admin/pauses/uploads/pause")
    await operator.post("/admin/pauses/uploads/resume")
    done = await web.rows.all("SELECT who, action, subject FROM admin_actions ORDER BY id DESC LIMIT 2")
    assert [tuple(each.values()) for each in done] == [("Ana", "resume", "uploads"), ("Ana", "pause", "uploads")]


async def test_jobs_are_found_by_id_name_and_code(web: WebApp, operator: httpx.AsyncClient, queue: Queue) -> None:
    job_id = await failed(web, queue, "to be found")
    for query in (f"q={job_id[:8]}", "q=A.PDF", "state=failed&code=GW_5XX"):
        assert f"/admin/jobs/{job_id}" in (await operator.get(f"/admin/jobs?{query}")).text, query
    assert f"/admin/jobs/{job_id}" not in (await operator.get("/admin/jobs?state=complete")).text
    page = (await operator.get(f"/admin/jobs/{job_id}")).text
    assert "GW_5XX" in page
    assert (await operator.get(f"/admin/jobs/{UUID(int=0)}")).status_code == 404
