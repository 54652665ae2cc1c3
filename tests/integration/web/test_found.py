"""What a job found, through the API: in the list, as the invoice's JSON, and gone with the result."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import httpx
import pytest
import pytest_asyncio

from tests.integration.web.test_upload import pdf, upload
from tests.support.databases import Rows
from tests.support.invoices import hybrid_pdf, invoice_pdf
from tests.support.stack import until

FOUND = (
    *("seller", "buyer", "invoice_number", "invoice_date", "total", "currency"),
    *("invoice_count", "issue_count", "first_issue", "first_issue_code"),
)
Convert = Callable[[bytes, str], Awaitable[dict[str, Any]]]


@pytest_asyncio.fixture
async def convert(client: httpx.AsyncClient) -> Convert:
    """Uploads a PDF and waits for its end."""

    async def made(content: bytes, mapping: str) -> dict[str, Any]:
        uploaded = (await upload(client, content, "März 7.pdf", mapping=mapping)).json()["job"]
        jobs: list[dict[str, Any]] = []

        async def ended() -> bool:
            jobs[:] = [(await client.get(f"/api/jobs/{uploaded['id']}")).json()["job"]]
            return jobs[0]["status"] in {"complete", "failed"}

        await until(ended, seconds=60, what="the end of the job")
        return jobs[0]

    return made


async def test_a_doubtful_invoice_says_what_it_is_and_why_it_is_a_draft(
    client: httpx.AsyncClient, convert: Convert
) -> None:
    job = await convert(invoice_pdf(total="1.00"), "invoice_v1")
    assert {name: job[name] for name in FOUND[:6]} == {
        "seller": "Nordlicht Elektro GmbH",
        "buyer": "Musterbau AG",
        "invoice_number": "NL-2026-017",
        "invoice_date": "2026-03-09",
        "total": "1.00",
        "currency": "EUR",
    }
    assert (job["review"], job["draft"], job["invoice_count"]) == ("needed", True, 1)
    (listed,) = (await client.get("/api/jobs")).json()["jobs"]
    assert listed == job

    document = await client.get(f"/api/jobs/{job['id']}/document")
    assert document.headers["content-type"] == "application/json"
    assert document.headers["x-draft"] == "true"
    issues = document.json()["issues"]
    assert len([issue for issue in issues if issue.get("severity", "error") == "error"]) == job["issue_count"] > 0
    assert job["first_issue"] == job["message"] == issues[0]["message"]
    assert job["first_issue_code"] == issues[0]["code"]

    xml = await client.get(f"/api/jobs/{job['id']}/download")
    assert xml.headers["x-draft"] == "true"
    assert 'filename="M_rz 7-draft.xml"' in xml.headers["content-disposition"]
    assert "draft" in xml.text.splitlines()[1]


async def test_a_clean_invoice_is_no_draft(client: httpx.AsyncClient, convert: Convert) -> None:
    job = await convert(hybrid_pdf(), "invoice_v1")
    assert (job["draft"], job["issue_count"], job["first_issue"]) == (False, 0, None)
    xml = await client.get(f"/api/jobs/{job['id']}/download")
    assert "x-draft" not in xml.headers
    assert 'filename="M_rz 7.xml"' in xml.headers["content-disposition"]


async def test_a_layout_found_nothing_and_has_no_document(client: httpx.AsyncClient, convert: Convert) -> None:
    job = await convert(pdf("only words"), "layout_v1")
    assert {job[name] for name in FOUND} == {None}
    answer = await client.get(f"/api/jobs/{job['id']}/document")
    assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")


async def test_a_finished_job_says_how_long_its_result_is_kept(convert: Convert, shared_database: Rows) -> None:
    job = await convert(pdf("kept for a while"), "layout_v1")
    row = await shared_database.one("SELECT expires_at - completed_at AS kept FROM jobs WHERE id = %s", job["id"])
    assert abs(row["kept"] - timedelta(days=30)) < timedelta(seconds=1)
    assert job["expires_at"] > job["completed_at"]


async def test_the_pdf_can_be_fetched_back(client: httpx.AsyncClient, convert: Convert, shared_database: Rows) -> None:
    content = pdf("there and back")
    job = await convert(content, "layout_v1")
    answer = await client.get(f"/api/jobs/{job['id']}/pdf")
    assert answer.content == content
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"].startswith("attachment; ")
    await shared_database.all("UPDATE jobs SET upload_path = NULL WHERE id = %s", job["id"])
    gone = await client.get(f"/api/jobs/{job['id']}/pdf")
    assert (gone.status_code, gone.json()["code"]) == (404, "EXPIRED")


@pytest.mark.parametrize("what", ["document", "pdf"])
async def test_others_get_neither_document_nor_pdf(what: str, convert: Convert, stranger: httpx.AsyncClient) -> None:
    job = await convert(invoice_pdf(total="1.00"), "invoice_v1")
    answer = await stranger.get(f"/api/jobs/{job['id']}/{what}")
    assert (answer.status_code, answer.json()["code"]) == (403, "FORBIDDEN")
    assert "Nordlicht" not in answer.text


async def test_before_the_end_there_is_no_document(client: httpx.AsyncClient, shared_database: Rows) -> None:
    refused = await upload(client, b"no pdf")
    answer = await client.get(f"/api/jobs/{refused.json()['job_id']}/document")
    assert (answer.status_code, answer.json()["code"]) == (409, "NOT_READY")


async def test_the_same_invoice_from_another_file_is_a_likely_duplicate(
    client: httpx.AsyncClient, stranger: httpx.AsyncClient, convert: Convert
) -> None:
    content = invoice_pdf(total="1.00")
    first = await convert(content, "invoice_v1")
    again = await convert(content + b"\n% scanned once more\n", "invoice_v1")
    other = await convert(invoice_pdf(total="2.00"), "invoice_v1")
    assert (first["duplicate_of"], again["duplicate_of"], other["duplicate_of"]) == (None, first["id"], None)
    listed = (await client.get("/api/jobs")).json()["jobs"]
    assert {job["id"]: job["duplicate_of"] for job in listed}[again["id"]] == first["id"]
    assert first["id"] not in (await upload(stranger, content, mapping="invoice_v1")).text
    await client.delete(f"/api/jobs/{first['id']}")
    assert (await client.get(f"/api/jobs/{again['id']}")).json()["job"]["duplicate_of"] is None
