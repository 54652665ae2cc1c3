"""Corrections through the API, with the real gateway: saved as versions, never over somebody else's, and approved."""

import asyncio
import io
import json
import zipfile
from typing import Any
from uuid import UUID

import httpx
import pytest

from fakturo.ops.metrics import review_duration
from fakturo.web.guards.sessions import COOKIE
from tests.integration.web.test_found import Convert, convert
from tests.integration.web.test_upload import upload
from tests.support.databases import Rows
from tests.support.invoices import hybrid_pdf, invoice_pdf
from tests.support.pdfs import make_pdf
from tests.support.stack import Stack, until
from tests.support.web_app import web_app

__all__ = ["convert"]

RIGHT = {"totals": {"total": "937.72", "payable": "937.72"}}
FIELDS = ["totals.total", "totals.payable"]


def deep(levels: int) -> Any:
    return {"seller": deep(levels - 1)} if levels else None


async def document_of(client: httpx.AsyncClient, job: dict[str, Any], **query: int) -> tuple[dict[str, Any], str]:
    answer = await client.get(f"/api/jobs/{job['id']}/document", params=query)
    return answer.json(), answer.headers["etag"]


async def save(client: httpx.AsyncClient, job: dict[str, Any], given: Any, etag: str, **query: int) -> httpx.Response:
    path = f"/api/jobs/{job['id']}/document"
    return await client.put(path, json=given, headers={"If-Match": etag}, params=query)


async def test_from_a_wrong_total_to_an_approved_xml_with_every_version_kept(
    client: httpx.AsyncClient, convert: Convert
) -> None:
    job = await convert(invoice_pdf(total="1.00"), "invoice_v1")
    read, etag = await document_of(client, job)
    looked = await client.post(f"/api/jobs/{job['id']}/document/check", json=RIGHT)
    assert (looked.status_code, looked.json()["accepted"]) == (200, True), looked.text
    assert (await document_of(client, job))[1] == etag, "a check saves nothing"

    saved = await save(client, job, RIGHT, etag, review_seconds=42)
    assert saved.status_code == 200, saved.text
    after = saved.json()["document"]
    assert after["fields"]["totals.total"]["source"] == "person"
    assert {**after, "totals": read["totals"], "fields": read["fields"], "issues": read["issues"]} == {
        **read,
        "verdict": "accepted",
    }
    assert saved.json()["job"]["review"] == "needed", "until somebody approves it"
    approved = await client.post(f"/api/jobs/{job['id']}/approve", headers={"If-Match": saved.headers["etag"]})
    assert (approved.json()["job"]["review"], approved.json()["job"]["version"]) == ("approved", 2)
    told = (await client.get(f"/api/jobs/{job['id']}")).json()
    first, second = told["versions"]
    assert (first["kind"], second["kind"], second["saved_by"]) == ("converted", "reviewed", "session")
    assert second["changed_fields"] == [
        {"field": f"totals.{name}", "before": "1.00", "after": "937.72"} for name in ("total", "payable")
    ]
    xml = [(await client.get(f"/api/jobs/{job['id']}/download?version={number}")).text for number in (1, 2)]
    assert "<!-- draft" in xml[0]
    assert "<!--" not in xml[1]
    assert "937.72" in xml[1]
    events = (await client.get(f"/api/jobs/{job['id']}/events")).json()["events"]
    kinds = {event["type"]: event["details"] for event in events}
    assert kinds["reviewed"] == {
        "by": "session",
        "fields": FIELDS,
        "review": "needed",
        "review_seconds": 42,
        "version": 2,
    }
    assert kinds["approved"]["version"] == 2


async def test_the_time_until_an_approval_is_counted_once_from_the_conversion_on(
    client: httpx.AsyncClient, convert: Convert, shared_stack: Stack, shared_database: Rows
) -> None:
    job = await convert(invoice_pdf(total="1.50"), "invoice_v1")
    await save(client, job, RIGHT, (await document_of(client, job))[1])
    cookie = {"Cookie": f"{COOKIE}={client.cookies[COOKIE]}"}
    counted = review_duration._sum.get()
    async with web_app(shared_database.url, shared_stack.directory) as here, here.client() as reviewer:
        for _ in range(2):
            approved = await reviewer.post(f"/api/jobs/{job['id']}/approve", headers=cookie)
            assert approved.json()["job"]["review"] == "approved", approved.text
    seconds = "SELECT extract(epoch FROM queue_now() - min(created_at))::float8 AS ago FROM job_events "
    saved, converted = [
        (await shared_database.one(f"{seconds} WHERE job_id = %s AND event_type = %s", job["id"], what))["ago"]
        for what in ("reviewed", "complete")
    ]
    assert converted - saved < review_duration._sum.get() - counted < converted


async def test_the_second_of_two_reviewers_is_told_and_overwrites_nothing(
    client: httpx.AsyncClient, convert: Convert
) -> None:
    job = await convert(invoice_pdf(total="2.00"), "invoice_v1")
    _, etag = await document_of(client, job)
    orders = [{"invoice": {"number": f"N-{name}"}} for name in ("one", "two", "three")]
    answers = await asyncio.gather(*(save(client, job, each, etag) for each in orders))
    assert sorted(each.status_code for each in answers) == [200, 412, 412]
    (saved,) = (each for each in answers if each.status_code == 200)
    now, _ = await document_of(client, job)
    assert now["invoice"]["number"] == saved.json()["document"]["invoice"]["number"]
    late = await save(client, job, orders[0], etag)
    assert (late.status_code, late.json()["code"]) == (412, "CONFLICT")
    assert (await client.put(f"/api/jobs/{job['id']}/document", json=RIGHT)).status_code == 428
    stale = await client.post(f"/api/jobs/{job['id']}/approve", headers={"If-Match": etag})
    assert stale.status_code == 412


async def test_what_fails_its_checks_is_approved_with_a_reason_alone_which_it_carries(
    client: httpx.AsyncClient, convert: Convert, shared_database: Rows
) -> None:
    job = await convert(invoice_pdf(total="3.00"), "invoice_v1")
    _, etag = await document_of(client, job)
    wrong = (await save(client, job, {"totals": {"total": "4.00"}}, etag)).headers["etag"]
    refused = await client.post(f"/api/jobs/{job['id']}/approve")
    assert (refused.status_code, refused.json()["code"]) == (409, "CONFLICT")
    assert {issue["code"] for issue in refused.json()["issues"]} >= {"TOTAL_MISMATCH"}
    assert (await document_of(client, job))[1] == wrong
    reason = "The seller waived the rest -- see letter"
    approved = await client.post(f"/api/jobs/{job['id']}/approve", json={"reason": reason})
    assert approved.json()["job"]["review"] == "approved"
    xml = (await client.get(f"/api/jobs/{job['id']}/download")).text
    assert "<!-- approved by a person although checks fail (" in xml
    assert "The seller waived the rest - see letter" in xml
    events = (await client.get(f"/api/jobs/{job['id']}/events")).json()["events"]
    assert events[-2 if events[-1]["type"] == "downloaded" else -1]["details"]["reason"] == reason
    meta = await shared_database.all("SELECT meta FROM job_events WHERE job_id = %s", job["id"])
    assert "4.00" not in str(meta), "the timeline has names of fields, not their values"


async def test_doubts_of_the_reading_are_settled_by_approving(client: httpx.AsyncClient, convert: Convert) -> None:
    """Kept as read, one by one or all at once."""
    job = await convert(invoice_pdf(total="5.00"), "invoice_v1")
    read, etag = await document_of(client, job)
    mended = {**RIGHT, "issues": []}
    saved = await save(client, job, mended, etag)
    assert saved.json()["document"]["issues"] == []
    assert [each["field"] for each in saved.json()["changes"]] == FIELDS
    again = await save(client, job, RIGHT, saved.headers["etag"])
    assert again.json()["job"]["version"] == 2, "what changes nothing is no version"
    assert read["issues"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([], "invoices"),
        ({"totals": {"totl": "1"}}, "totl"),
        ({"items": "none"}, "items"),
        ({"invoice": {"date": "yesterday"}}, "date"),
        ({"invoice": {"number": "a\0b"}}, "NUL"),
        ({"totalss": {"total": "5.00"}}, "There is no key 'totalss' here. Did you mean 'totals'?"),
        ({"number": "A-1"}, "There is no key 'number' here."),
        ({"seller": {"name": "half \ud800"}}, "JSON"),
        (deep(400), "JSON"),
    ],
)
async def test_what_is_no_invoice_is_refused_in_words(
    given: Any, said: str, client: httpx.AsyncClient, convert: Convert
) -> None:
    job = await convert(invoice_pdf(total="1.00"), "invoice_v1")
    _, etag = await document_of(client, job)
    body = json.dumps(given).encode()
    answer = await client.put(f"/api/jobs/{job['id']}/document", content=body, headers={"If-Match": etag})
    assert answer.status_code == 400
    assert said in answer.json()["detail"]


async def test_pages_are_shown_as_pictures_and_words(client: httpx.AsyncClient, convert: Convert) -> None:
    job = await convert(hybrid_pdf(), "invoice_v1")
    path = f"/api/jobs/{job['id']}/pages"
    (page,) = (await client.get(path)).json()["pages"]
    picture = await client.get(f"{path}/1.png?scale=1.5")
    assert picture.headers["content-type"] == "image/png"
    assert int.from_bytes(picture.content[16:20]) == round(page["width"] * 1.5)
    unchanged = await client.get(f"{path}/1.png?scale=1.5", headers={"If-None-Match": picture.headers["etag"]})
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    words = (await client.get(f"{path}/1/words")).json()["words"]
    number = next(word for word in words if word["text"] == "NL-2026-017")
    region = ",".join(f"{edge:.1f}" for edge in number["bbox"])
    found = (await client.get(f"{path}/1/words", params={"region": region})).json()["words"]
    assert [word["text"] for word in found] == ["NL-2026-017"]
    assert (await client.get(f"{path}/2.png")).status_code == 400
    assert (await client.get(f"{path}/1.png?scale=50")).status_code == 400


async def test_a_result_without_an_invoice_has_nothing_to_correct_but_can_be_approved(
    client: httpx.AsyncClient, convert: Convert
) -> None:
    job = await convert(make_pdf(["no invoice"]), "layout_v1")
    answer = await client.put(f"/api/jobs/{job['id']}/document", json={}, headers={"If-Match": "x"})
    assert answer.status_code == 404
    assert (await client.post(f"/api/jobs/{job['id']}/approve")).json()["job"]["review"] == "approved"


async def test_who_approves_again_or_at_once_with_another_is_told_so_and_nobody_hears_of_it_twice(
    client: httpx.AsyncClient, convert: Convert, shared_database: Rows
) -> None:
    job = await convert(make_pdf(["to be approved"]), "layout_v1")
    path = f"/api/jobs/{job['id']}/approve"
    answers = [*await asyncio.gather(*(client.post(path) for _ in range(3))), await client.post(path)]
    assert [(each.status_code, each.json()["job"]["review"]) for each in answers] == [(200, "approved")] * 4
    assert (await shared_database.events(UUID(job["id"]))).count("approved") == 1


async def test_a_file_is_split_into_uploads_which_are_handed_out_in_its_place(
    client: httpx.AsyncClient, convert: Convert, shared_database: Rows, shared_stack: Stack
) -> None:
    job = await convert(make_pdf([["first"], ["second"], ["third"]]), "layout_v1")
    path, order = f"/api/jobs/{job['id']}/split", {"parts": [{"pages": [1]}, {"pages": [2, 3]}]}
    await shared_database.all(
        "INSERT INTO pauses (what, reason, who, why) VALUES ('uploads', 'disk', 'here', 'It is full.')"
    )
    try:
        assert (await client.post(path, json=order)).status_code == 503
    finally:
        await shared_database.all("DELETE FROM pauses WHERE who = 'here'")
    settings = {"gateway_url": f"http://127.0.0.1:{shared_stack.gateway_port}", **shared_stack.storage.settings}
    rates = {"requests_per_minute": 1000, "uploads_per_minute": 1, "uploads_burst": 9}
    async with (
        web_app(shared_database.url, shared_stack.directory, **settings, **rates) as web,
        web.client() as limited,
    ):
        limited.headers["Cookie"] = f"{COOKIE}={client.cookies[COOKIE]}"
        split = await limited.post(path, json=order)
        assert split.status_code == 200, split.text
        after = (await upload(limited, make_pdf(["another"]))).headers["ratelimit"]
        assert '"uploads";r=6' in after, "two parts and another file"
    parts = split.json()["parts"]
    assert [part["filename"] for part in parts] == ["März 7-p1.pdf", "März 7-p2-3.pdf"]
    assert split.json()["job"]["split_into"] == [part["id"] for part in parts]
    assert (await client.post(path, json=order)).status_code == 409

    async def ready() -> bool:
        found = (await client.get("/api/jobs")).json()["jobs"]
        return all(each["status"] == "complete" for each in found if each["id"] in {part["id"] for part in parts})

    await until(ready, seconds=60, what="both parts")
    answer = await client.post("/api/jobs/download", json={"filter": {"q": "März"}})
    assert answer.status_code == 200, answer.text
    names = zipfile.ZipFile(io.BytesIO(answer.content)).namelist()
    assert sorted(names) == ["März 7-p1.xml", "März 7-p2-3.xml"]
    named = await client.post("/api/jobs/download", json={"job_ids": [job["id"]]})
    assert (named.status_code, named.json()["code"]) == (409, "CONFLICT")
    row = (await client.get(f"/queue/row/{job['id']}")).text
    assert "data-result" not in row, "the page takes its parts, too"


async def test_a_pdf_that_is_gone_is_told_as_that(
    client: httpx.AsyncClient, convert: Convert, shared_database: Rows, shared_stack: Stack
) -> None:
    job = await convert(invoice_pdf(total="2.00"), "invoice_v1")
    await client.post(f"/api/jobs/{job['id']}/approve", json={"reason": "It is so."})
    stored = await shared_database.one("SELECT upload_path FROM jobs WHERE id = %s", job["id"])
    await shared_stack.storage.blobs.delete(stored["upload_path"])
    for answer in (
        await client.get(f"/api/jobs/{job['id']}/pages/1.png"),
        await client.post(f"/api/jobs/{job['id']}/teach"),
        await client.post(f"/api/jobs/{job['id']}/split", json={"parts": [{"pages": [1]}, {"pages": [2]}]}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (404, "EXPIRED"), answer.text
