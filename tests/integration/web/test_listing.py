"""Lists, changes, search, waiting, timelines and removal, as a client meets them."""

import asyncio
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.integration.web.test_api import completed
from tests.integration.web.test_upload import pdf, upload
from tests.support.databases import Rows
from tests.support.gateways import plain_gateway, xml
from tests.support.invoices import invoice_pdf
from tests.support.stack import Stack, until

NOT_PDF = b"no pdf at all"


async def refused(client: httpx.AsyncClient, name: str) -> str:
    """A job that is failed at once, and stays so."""
    return str((await upload(client, NOT_PDF, name)).json()["job_id"])


async def listed(client: httpx.AsyncClient, **query: Any) -> dict[str, Any]:
    answer = await client.get("/api/jobs", params=query)
    assert answer.status_code == 200, answer.text
    body = answer.json()
    assert isinstance(body, dict)
    return body


def ids(answer: dict[str, Any]) -> list[str]:
    return [job["id"] for job in answer["jobs"]]


async def test_changes_come_once_and_deletions_with_them(client: httpx.AsyncClient) -> None:
    first = await refused(client, "a.pdf")
    start = await listed(client)
    assert ids(start) == [first]
    second = await refused(client, "b.pdf")
    changed = await listed(client, since=start["next_since"])
    assert ids(changed) == [second]
    assert (await client.delete(f"/api/jobs/{first}")).status_code == 204
    after = await listed(client, since=changed["next_since"])
    assert (ids(after), after["deleted"], after["reset"]) == ([], [first], False)
    assert ids(await listed(client, since=after["next_since"])) == []


async def test_changes_come_in_pages_and_the_first_pages_moment_is_kept(client: httpx.AsyncClient) -> None:
    start = await listed(client)
    made = [await refused(client, f"{number}.pdf") for number in range(5)]
    page = first = await listed(client, since=start["next_since"], limit=2)
    seen = ids(page)
    late = await refused(client, "late.pdf")
    while page["next_cursor"]:
        page = await listed(client, since=start["next_since"], limit=2, cursor=page["next_cursor"])
        assert page["next_since"] == first["next_since"]
        seen += ids(page)
    assert set(made) <= set(seen)
    assert late in ids(await listed(client, since=page["next_since"]))


async def test_after_a_restore_the_list_begins_anew(client: httpx.AsyncClient, shared_database: Rows) -> None:
    job = await refused(client, "a.pdf")
    since = (await listed(client))["next_since"]
    await shared_database.all("UPDATE feed_epoch SET epoch = gen_random_uuid()")

    async def begins_anew() -> bool:  # it is looked up every second
        answer = await listed(client, since=since)
        return answer["reset"] is True and ids(answer) == [job]

    await until(begins_anew, what="the list anew")


async def test_a_time_is_taken_with_a_minutes_overlap(client: httpx.AsyncClient) -> None:
    job = await refused(client, "a.pdf")
    changed_at = (await listed(client))["jobs"][0]["updated_at"]
    assert ids(await listed(client, since=changed_at)) == [job]
    assert ids(await listed(client, since="2099-01-01T00:00:00Z")) == []


@pytest.mark.parametrize("query", [{"since": "yesterday"}, {"since": "2026-01-01"}, {"cursor": "x"}, {"since": "WzFd"}])
async def test_what_is_no_place_of_ours_is_refused_in_words(query: dict[str, str], client: httpx.AsyncClient) -> None:
    answer = await client.get("/api/jobs", params=query)
    assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_REQUEST")


async def test_a_list_is_narrowed_down(client: httpx.AsyncClient) -> None:
    failed, done = await refused(client, "bad.pdf"), (await completed(client, "narrowed"))["id"]
    assert ids(await listed(client, status="failed")) == [failed]
    assert set(ids(await listed(client, status=["failed", "complete"]))) == {failed, done}
    assert ids(await listed(client, error_code="NOT_PDF")) == [failed]
    assert ids(await listed(client, error_code="GW_5XX")) == []
    assert ids(await listed(client, review="clean")) == [done]
    assert ids(await listed(client, mapping="ubl_v1")) == []


async def test_jobs_are_found_by_words_of_file_number_seller_and_buyer(
    client: httpx.AsyncClient, stranger: httpx.AsyncClient
) -> None:
    other = await refused(client, "Überweisung März.pdf")
    job = (await upload(client, invoice_pdf(total="1.00"), "scan-7.pdf", mapping="invoice_v1")).json()["job"]["id"]
    assert (await client.get(f"/api/jobs/{job}", params={"wait": 60})).json()["job"]["status"] == "complete"
    for text in ("scan", "SCAN-7", "NL-2026-017", "nordlicht", "Musterbau ag", "nord muster", "scan 2026"):
        assert ids(await listed(client, q=text)) == [job], text
    for text in ("uberw", "märz", "überweisung marz"):
        assert ids(await listed(client, q=text)) == [other], text
    for text in ("nothing", "nordlicht märz", "lichtnord", "&&&", "'"):
        assert ids(await listed(client, q=text)) == [], text
    for text in ("", "  "):
        assert set(ids(await listed(client, q=text))) == {job, other}, "no words are asked for"
    assert ids(await listed(stranger, q="scan")) == []
    await client.delete(f"/api/jobs/{job}")
    assert ids(await listed(client, q="nordlicht")) == []


async def test_who_has_the_answer_already_is_told_so(client: httpx.AsyncClient) -> None:
    job = await refused(client, "a.pdf")
    for path in ("/api/jobs", f"/api/jobs/{job}"):
        first = await client.get(path)
        again = await client.get(path, headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
    known = (await client.get("/api/jobs")).headers["etag"]
    await refused(client, "b.pdf")
    assert (await client.get("/api/jobs", headers={"If-None-Match": known})).status_code == 200


async def test_the_timeline_tells_what_happened_and_no_machine(client: httpx.AsyncClient) -> None:
    job = await completed(client, "timeline")
    await client.get(f"/api/jobs/{job['id']}/download")
    answer = await client.get(f"/api/jobs/{job['id']}/events")
    events = answer.json()["events"]
    assert [event["type"] for event in events] == ["uploaded", "queued", "processing", "complete", "downloaded"]
    assert events[3]["duration_ms"] is not None
    assert events[3]["details"] == {"review": "clean", "version": 1}
    assert not {"worker", "lease_token", "sha256"} & set(answer.text.replace('"', " ").split())


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/events"), ("DELETE", ""), ("GET", "?wait=1"), ("GET", "/pdf"), ("GET", "/document")]
)
async def test_what_is_not_yours_is_refused(
    method: str, path: str, client: httpx.AsyncClient, stranger: httpx.AsyncClient
) -> None:
    job = await refused(client, "mine.pdf")
    theirs = await stranger.request(method, f"/api/jobs/{job}{path}")
    assert (theirs.status_code, theirs.json()["code"]) == (403, "FORBIDDEN")
    unknown = await stranger.request(method, f"/api/jobs/{uuid4()}{path}")
    assert (unknown.status_code, unknown.json()["code"]) == (404, "NOT_FOUND")
    assert ids(await listed(client)) == [job]


async def test_a_job_that_is_being_converted_is_stopped(stack: Stack, rows: Rows) -> None:
    """At once, not at the next extension of its lease; and the place is free for the next one."""

    async def answer(number: int) -> Any:
        await asyncio.sleep(600 if number == 1 else 0)
        return xml()

    async with plain_gateway(answer) as gateway:
        await stack.start_web()
        await stack.start("worker", gateway_url=gateway.url, worker_concurrency=1, worker_lease_ttl_sec=3600)
        async with stack.client() as client:
            job = (await upload(client, pdf("to be stopped"))).json()["job"]["id"]
            await gateway.called()
            stored = (await rows.one("SELECT upload_path FROM jobs WHERE id = %s", job))["upload_path"]
            assert (await client.delete(f"/api/jobs/{job}")).status_code == 204
            assert (await client.get(f"/api/jobs/{job}")).status_code == 404

            async def stopped() -> bool:
                return gateway.under_way == 0

            await until(stopped, seconds=60, what="the end of the call")
            after = (await upload(client, pdf("next"))).json()["job"]["id"]
            ended = await client.get(f"/api/jobs/{after}", params={"wait": 60}, timeout=90)
            assert ended.json()["job"]["status"] == "complete"
    row = await rows.one("SELECT * FROM jobs WHERE id = %s", job)
    assert (row["lease_token"], row["upload_path"], row["result_path"]) == (None, None, None)
    assert (await rows.events(job))[-1] == "deleted"
    trash = await rows.all("SELECT path FROM blob_trash")
    assert [each["path"] for each in trash] == [stored]


async def test_many_are_removed_at_once_each_told_apart(client: httpx.AsyncClient, stranger: httpx.AsyncClient) -> None:
    mine, theirs, unknown = await refused(client, "a.pdf"), await refused(stranger, "b.pdf"), str(uuid4())
    order = {"job_ids": [mine, theirs, unknown, mine]}
    answer = (await client.post("/api/jobs/delete", json=order)).json()
    assert (answer["done"], answer["more"]) == ([mine], False)
    assert {each["id"]: each["code"] for each in answer["not_done"]} == {theirs: "FORBIDDEN", unknown: "NOT_FOUND"}
    assert ids(await listed(client)) == []
    assert ids(await listed(stranger)) == [theirs]


async def test_many_are_removed_by_what_they_have_in_common(client: httpx.AsyncClient) -> None:
    failed, done = await refused(client, "a.pdf"), (await completed(client, "stays"))["id"]
    answer = (await client.post("/api/jobs/delete", json={"filter": {"status": ["failed"]}})).json()
    assert answer["done"] == [failed]
    assert ids(await listed(client)) == [done]


async def test_many_failed_ones_are_asked_for_again(client: httpx.AsyncClient, shared_database: Rows) -> None:
    jobs = [(await completed(client, f"again {number}"))["id"] for number in range(2)]
    for job in jobs:
        await shared_database.all(
            """UPDATE jobs SET status = 'failed', error_code = 'GW_5XX', error_message = 'no', review = NULL,
                      result_path = NULL WHERE id = %s""",
            job,
        )
    gone = await refused(client, "gone.pdf")
    answer = (await client.post("/api/jobs/retry", json={"filter": {}})).json()
    assert set(answer["done"]) == set(jobs)
    assert [(each["id"], each["code"]) for each in answer["not_done"]] == [(gone, "EXPIRED")]
    for job in jobs:
        ended = (await client.get(f"/api/jobs/{job}", params={"wait": 60}, timeout=90)).json()["job"]
        assert (ended["status"], ended["manual_retry_count"]) == ("complete", 1)


@pytest.mark.parametrize(
    "order", [{}, {"job_ids": []}, {"job_ids": ["x"]}, {"filter": {"colour": "red"}}, [], {"a": 1}]
)
@pytest.mark.parametrize("what", ["delete", "retry"])
async def test_an_order_that_says_nothing_is_refused(what: str, order: object, client: httpx.AsyncClient) -> None:
    answer = await client.post(f"/api/jobs/{what}", json=order)
    assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_REQUEST")
