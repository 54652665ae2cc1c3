"""Results on their way out: what is damaged is not handed out as good, and what is gone can be had anew."""

import hashlib
import os
import signal
from pathlib import Path
from typing import Any

import httpx
import pytest

from fakturo.blobs.base import put, split
from tests.integration.web.test_api import completed
from tests.integration.web.test_upload import pdf, upload
from tests.support.databases import Rows
from tests.support.s3 import S3Server, running_s3
from tests.support.stack import Stack

LARGE = b"<x/>" * 1_000_000
LINKS = {"download_link_sec": 60}


async def result_path(rows: Rows, job: dict[str, Any]) -> str:
    return str((await rows.one("SELECT result_path FROM jobs WHERE id = %s", job["id"]))["result_path"])


async def replace_result(rows: Rows, stack: Stack, job: dict[str, Any], content: bytes, *, known: bytes) -> None:
    """The store now holds one thing, and the row knows another."""
    await put(stack.storage.blobs, await result_path(rows, job), content)
    await rows.all(
        "UPDATE jobs SET result_bytes = %s, result_sha256 = %s WHERE id = %s",
        len(known),
        hashlib.sha256(known).hexdigest(),
        job["id"],
    )


async def count(client: httpx.AsyncClient, job: dict[str, Any]) -> int:
    return int((await client.get(f"/api/jobs/{job['id']}")).json()["job"]["download_count"])


async def test_a_result_that_is_gone_has_expired(
    client: httpx.AsyncClient, shared_stack: Stack, shared_database: Rows
) -> None:
    job = await completed(client, "soon gone")
    await shared_stack.storage.blobs.delete(await result_path(shared_database, job))
    answer = await client.get(f"/api/jobs/{job['id']}/download")
    assert (answer.status_code, answer.json()["code"]) == (404, "EXPIRED")
    assert answer.json()["detail"] == "File was removed by retention. Re-upload to regenerate."


@pytest.mark.parametrize("content", [b"<ok>x</ok>", b"<ok/", b"<ok/> "], ids=["other bytes", "too short", "too long"])
async def test_a_damaged_result_is_not_handed_out(
    client: httpx.AsyncClient, shared_stack: Stack, shared_database: Rows, content: bytes
) -> None:
    job = await completed(client, f"damaged {content.decode()}")
    known = b"<ok>y</ok>" if content.startswith(b"<ok>") else b"<ok/>"
    await replace_result(shared_database, shared_stack, job, content, known=known)
    answer = await client.get(f"/api/jobs/{job['id']}/download")
    assert (answer.status_code, answer.json()["code"]) == (500, "IO_ERROR")
    assert "damaged" in answer.json()["detail"]
    assert await count(client, job) == 0


@pytest.mark.parametrize("how", ["other bytes", "too short", "too long"])
async def test_damage_that_shows_late_breaks_the_answer_off(
    client: httpx.AsyncClient, shared_stack: Stack, shared_database: Rows, how: str
) -> None:
    job = await completed(client, f"late {how}")
    content = {"other bytes": LARGE[:-1] + b"!", "too short": LARGE[:-1], "too long": LARGE + b"!"}[how]
    await replace_result(shared_database, shared_stack, job, content, known=LARGE)
    with pytest.raises(httpx.RemoteProtocolError):
        await client.get(f"/api/jobs/{job['id']}/download")
    assert await count(client, job) == 0
    await put(shared_stack.storage.blobs, await result_path(shared_database, job), LARGE)
    assert (await client.get(f"/api/jobs/{job['id']}/download")).content == LARGE
    assert await count(client, job) == 1


async def test_a_download_that_breaks_off_does_not_count(
    client: httpx.AsyncClient, shared_stack: Stack, shared_database: Rows
) -> None:
    job = await completed(client, "large")
    await replace_result(shared_database, shared_stack, job, LARGE * 5, known=LARGE * 5)
    async with client.stream("GET", f"/api/jobs/{job['id']}/download") as answer:
        async for _ in answer.aiter_raw():
            break
    assert await count(client, job) == 0


# ---------------------------------------------------------------- web alone, and what a worker would have done


async def finished(client: httpx.AsyncClient, stack: Stack, rows: Rows, text: str, name: str = "a.pdf") -> Any:
    job = (await upload(client, pdf(text), name)).json()["job"]
    path = stack.storage.blobs.place(f"results/ab/cd/{job['id']}.xml")
    written = await put(stack.storage.blobs, path, f"<x>{text}</x>".encode())
    await rows.all(
        """UPDATE jobs SET status = 'complete', completed_at = now(), result_path = %s, result_bytes = %s,
           result_sha256 = %s WHERE id = %s""",
        path,
        written.size,
        written.sha256,
        job["id"],
    )
    return job


@pytest.mark.both_stores
async def test_a_result_that_vanished_is_made_anew_when_its_file_comes_again(stack: Stack, rows: Rows) -> None:
    await stack.start_web()
    async with stack.client() as client:
        job = await finished(client, stack, rows, "again")
        assert (await upload(client, pdf("again"))).json()["deduped"] is True
        await stack.storage.blobs.delete(await result_path(rows, job))
        answer = (await upload(client, pdf("again"))).json()
        assert (answer["deduped"], answer["job"]["status"], answer["job"]["id"] != job["id"]) == (False, "queued", True)
    old = await rows.one("SELECT result_path, expired_at IS NOT NULL AS expired FROM jobs WHERE id = %s", job["id"])
    assert old == {"result_path": None, "expired": True}
    event = await rows.one("SELECT meta FROM job_events WHERE event_type = 'expired'")
    assert event["meta"]["reason"] == "vanished"


async def test_a_failed_job_whose_twin_lost_its_result_can_be_asked_for_again(stack: Stack, rows: Rows) -> None:
    await stack.start_web()
    async with stack.client() as client:
        failed = (await upload(client, pdf("twin"))).json()["job"]
        await rows.all("UPDATE jobs SET status = 'failed', error_code = 'UNKNOWN', error_message = 'x'")
        twin = await finished(client, stack, rows, "twin")
        retry = f"/api/jobs/{failed['id']}/retry"
        assert (await client.post(retry)).json()["job"]["id"] == twin["id"]
        await stack.storage.blobs.delete(await result_path(rows, twin))
        answer = (await client.post(retry)).json()
    assert (answer["job"]["id"], answer["deduped"]) == (failed["id"], False)


async def test_a_link_leads_to_the_file_under_its_name(
    database_url: str, directory: Path, s3_server: S3Server, rows: Rows
) -> None:
    async with Stack(database_url, directory, storage=s3_server.storage()) as stack:
        await stack.start_web(**LINKS)
        async with stack.client() as client, stack.client() as stranger, httpx.AsyncClient() as anybody:
            job = await finished(client, stack, rows, "by link", "Rechnung “März”.pdf")
            download = f"/api/jobs/{job['id']}/download"
            assert (await stranger.get(download)).status_code == 403
            answer = await client.get(download)
            assert (answer.status_code, answer.headers["cache-control"]) == (307, "private, no-store")
            fetched = await anybody.get(answer.headers["location"])
            assert (fetched.status_code, fetched.content) == (200, b"<x>by link</x>")
            assert fetched.headers["content-disposition"] == (
                'attachment; filename="Rechnung _M_rz_.xml"; '
                "filename*=UTF-8''Rechnung%20%E2%80%9CM%C3%A4rz%E2%80%9D.xml"
            )
            assert await count(client, job) == 1
            await put(stack.storage.blobs, await result_path(rows, job), b"<x/>")
            assert (await client.get(download)).json()["code"] == "IO_ERROR"
            await stack.storage.blobs.delete(await result_path(rows, job))
            assert (await client.get(download)).json()["code"] == "EXPIRED"
            assert await count(client, job) == 1
        assert "X-Amz" not in stack.log("web").read_text()


@pytest.mark.disk_only("it has no links")
async def test_from_a_disk_a_download_passes_through_us_whatever_is_set(stack: Stack, rows: Rows) -> None:
    await stack.start_web(**LINKS)
    async with stack.client() as client:
        job = await finished(client, stack, rows, "no link")
        assert (await client.get(f"/api/jobs/{job['id']}/download")).content == b"<x>no link</x>"


@pytest.mark.parametrize("how", ["nobody answers", "there is no such bucket"])
async def test_while_a_bucket_is_out_of_reach_nothing_counts_as_lost(
    database_url: str, directory: Path, tmp_path: Path, rows: Rows, how: str
) -> None:
    """Downloads say what is wrong, and a twin whose result cannot be looked for stays one."""
    with running_s3(tmp_path / "s3") as server:
        async with Stack(database_url, directory, storage=server.storage()) as stack:
            await stack.start_web()
            async with stack.client() as client:
                job = await finished(client, stack, rows, "out of reach")
                if how == "nobody answers":
                    os.kill(server.pid, signal.SIGKILL)
                else:
                    elsewhere = f"s3://elsewhere/{split(await result_path(rows, job))[1]}"
                    await rows.all("UPDATE jobs SET result_path = %s", elsewhere)
                    await stack.stop(*stack.started)
                    await stack.start_web(storage_also="s3://elsewhere")
                answer = await client.get(f"/api/jobs/{job['id']}/download")
                problem = answer.json()
                assert (answer.status_code, problem["code"], problem["retryable"]) == (500, "IO_ERROR", True)
                assert "storage does not answer" in problem["detail"]
                again = await upload(client, pdf("out of reach"))
                assert (again.json()["deduped"], again.json()["job"]["id"]) == (True, job["id"])
    assert (await rows.one("SELECT expired_at FROM jobs"))["expired_at"] is None
