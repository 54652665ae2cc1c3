"""The rest of the API on the running service: list, detail, download, health, sessions, error shape."""

import re
import uuid

import httpx
import pytest
from lxml import etree

from tests.integration.web.test_upload import pdf, upload
from tests.support.databases import Rows
from tests.support.stack import Stack, until


async def completed(client: httpx.AsyncClient, text: str, name: str = "a.pdf") -> dict[str, object]:
    job = (await upload(client, pdf(text), name)).json()["job"]
    latest: dict[str, object] = {}

    async def done() -> bool:
        latest.update((await client.get(f"/api/jobs/{job['id']}")).json()["job"])
        return latest["status"] in {"complete", "failed"}

    await until(done, what="the job's end")
    return latest


async def test_the_xml_of_an_upload_downloads_under_its_name(client: httpx.AsyncClient) -> None:
    job = await completed(client, "INVOICE-4711", "Rechnung “März”.pdf")
    assert (job["status"], job["review"]) == ("complete", "clean")
    (listed,) = (await client.get("/api/jobs")).json()["jobs"]
    assert listed["review"] == "clean"
    answer = await client.get(f"/api/jobs/{job['id']}/download")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/xml; charset=utf-8"
    assert answer.headers["content-disposition"] == (
        "attachment; filename=\"Rechnung _M_rz_.xml\"; filename*=UTF-8''Rechnung%20%E2%80%9CM%C3%A4rz%E2%80%9D.xml"
    )
    assert int(answer.headers["content-length"]) == job["result_bytes"] == len(answer.content)
    assert "INVOICE-4711" in etree.tostring(etree.fromstring(answer.content), encoding="unicode")
    after = (await client.get(f"/api/jobs/{job['id']}")).json()["job"]
    assert after["download_count"] == 1
    assert after["first_downloaded_at"] is not None


async def test_a_pdf_that_cannot_be_read_fails_with_a_reason(client: httpx.AsyncClient) -> None:
    job = (await upload(client, b"%PDF-1.7\nnothing else")).json()["job"]

    async def ended() -> bool:
        return bool((await client.get(f"/api/jobs/{job['id']}")).json()["job"]["status"] == "failed")

    await until(ended, what="the failure")
    job = (await client.get(f"/api/jobs/{job['id']}")).json()["job"]
    assert (job["error_code"], job["review"]) == ("GW_4XX", None)
    assert job["error_message"].startswith("Couldn't convert this file with the selected mapping. ")
    assert job["attempt_count"] == 1
    download = await client.get(f"/api/jobs/{job['id']}/download")
    assert (download.status_code, download.json()["code"]) == (409, "NOT_READY")
    assert job["error_message"] in download.json()["detail"]


async def test_a_download_before_the_end_is_not_ready(stack: Stack) -> None:
    await stack.start_web()
    async with stack.client() as client:
        job = (await upload(client, pdf("waiting"))).json()["job"]
        answer = await client.get(f"/api/jobs/{job['id']}/download")
    assert (answer.status_code, answer.json()["code"]) == (409, "NOT_READY")
    assert (answer.json()["detail"], answer.json()["retryable"]) == ("Conversion not finished yet.", True)


@pytest.mark.parametrize("path", ["", "/download"])
async def test_anothers_job_is_forbidden_and_an_unknown_one_not_found(
    path: str, client: httpx.AsyncClient, stranger: httpx.AsyncClient
) -> None:
    job = (await upload(client, pdf(f"mine {path}"))).json()["job"]
    theirs = await stranger.get(f"/api/jobs/{job['id']}{path}")
    assert (theirs.status_code, theirs.json()["code"]) == (403, "FORBIDDEN")
    assert theirs.json()["detail"] == "This file isn't yours."
    for unknown in (uuid.uuid4(), "abc", "../../etc/passwd"):
        answer = await client.get(f"/api/jobs/{unknown}{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")


async def test_the_list_pages_by_cursor_and_counts_what_is_under_way(client: httpx.AsyncClient) -> None:
    ids = [(await upload(client, pdf(f"page {number}"))).json()["job"]["id"] for number in range(5)]
    first = (await client.get("/api/jobs", params={"limit": 3})).json()
    second = (await client.get("/api/jobs", params={"limit": 3, "cursor": first["next_cursor"]})).json()
    assert [job["id"] for job in first["jobs"] + second["jobs"]] == ids[::-1]
    assert second["next_cursor"] is None
    assert isinstance(first["active_count"], int)


@pytest.mark.parametrize(
    "query",
    [
        "limit=0",
        "limit=201",
        "limit=x",
        "status=done",
        "since=yesterday",
        "since=2026-01-01T00:00:00",
        "since=0001-01-01T00:00:00Z",
        "cursor=abc",
        "cursor=!",
    ],
)
async def test_a_bad_query_is_named(query: str, client: httpx.AsyncClient) -> None:
    answer = await client.get(f"/api/jobs?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_REQUEST")
    assert f"'{query.partition('=')[0]}'" in answer.json()["detail"]


async def test_since_is_accepted_as_the_notes_show_it(client: httpx.AsyncClient) -> None:
    await upload(client, pdf("since"))
    assert len((await client.get("/api/jobs?since=2025-08-26T09:00:00Z")).json()["jobs"]) == 1
    assert (await client.get("/api/jobs?since=2100-08-26T09:00:00Z")).json()["jobs"] == []


async def test_the_session_cookie_is_private_long_lived_and_renewed(
    client: httpx.AsyncClient, shared_database: Rows
) -> None:
    first = await client.get("/api/jobs")
    cookie = first.headers["set-cookie"]
    assert re.fullmatch(r"owner_session_id=[A-Za-z0-9_-]{43}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax", cookie)
    again = await client.get("/api/jobs")
    assert again.headers["set-cookie"] == cookie
    value = cookie.partition("=")[2].partition(";")[0]
    await upload(client, pdf("cookie"))
    found = await shared_database.one(
        "SELECT count(*) FROM jobs WHERE owner_session_id = %s OR owner_key LIKE %s", value, f"%{value}%"
    )
    assert found["count"] == 0, "the database holds the fingerprint, never the cookie"


async def test_a_cookie_that_is_not_ours_is_replaced(shared_stack: Stack) -> None:
    async with httpx.AsyncClient(base_url=shared_stack.web_url, trust_env=False) as client:
        answer = await client.get("/api/jobs", headers={"Cookie": "owner_session_id=admin"})
    assert "owner_session_id=admin" not in answer.headers["set-cookie"]


async def test_with_an_https_address_the_cookie_is_secure(stack: Stack) -> None:
    await stack.start_web(public_url="https://fakturo.example")
    async with stack.client() as client:
        headers = (await client.get("/queue")).headers
    assert "; Secure" in headers["set-cookie"]
    assert headers["strict-transport-security"] == "max-age=31536000"


@pytest.mark.parametrize("said", [{"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://evil.example"}], ids=str)
@pytest.mark.parametrize("path", ["/queue", "/api/upload"])
async def test_another_web_site_can_neither_send_files_nor_replace_the_session(
    path: str, said: dict[str, str], client: httpx.AsyncClient
) -> None:
    files = {"file": ("a.pdf", pdf("foreign"), "application/pdf")}
    answer = await client.post(path, files=files, headers=said)
    assert (answer.status_code, answer.json()["code"]) == (403, "FORBIDDEN")
    assert "set-cookie" not in answer.headers
    assert (await client.get("/api/jobs")).json()["jobs"] == []


@pytest.mark.parametrize("path", ["/nowhere", "/api/nowhere", "/static/nowhere.css"])
async def test_every_error_has_the_one_shape(path: str, client: httpx.AsyncClient) -> None:
    answer = await client.get(path)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert set(problem) == {"type", "title", "status", "detail", "code", "retryable", "request_id"}
    assert problem["request_id"] == answer.headers["x-request-id"]


async def test_a_wrong_method_has_the_one_shape_too(client: httpx.AsyncClient) -> None:
    answer = await client.delete("/api/upload")
    assert answer.status_code == 405
    assert answer.json()["code"] == "INVALID_REQUEST"


async def test_answers_carry_the_security_headers(client: httpx.AsyncClient) -> None:
    headers = (await client.get("/queue")).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert "strict-transport-security" not in headers
    assert "default-src 'none'" in headers["content-security-policy"]


async def test_logs_hold_no_file_names_and_no_paths(client: httpx.AsyncClient, shared_stack: Stack) -> None:
    await completed(client, "geheim-inhalt", "geheimer-name.pdf")
    await upload(client, b"no pdf", "geheimer-name.pdf")
    for verb in ("web", "worker", "gateway"):
        log = shared_stack.log(verb).read_text()
        assert "geheim" not in log
        assert "uploads/" not in log
