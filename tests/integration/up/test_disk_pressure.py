"""A real disk that fills up under real processes: warned, paused, freed, resumed, and nothing lost on the way."""

import asyncio
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from fakturo.blobs.base import CHUNK_BYTES
from fakturo.blobs.disk import GATHERED_BYTES
from tests.faults.disks import fill, small_disk
from tests.integration.web.test_page import page_of
from tests.integration.web.test_upload import pdf, upload
from tests.support.databases import Rows
from tests.support.stack import PATIENCE_SECONDS, Stack, until

MEBIBYTE = 1024 * 1024
SOFT = {"disk_soft_free_percent": 50}
HARD = {"disk_hard_free_percent": 25}
pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small file system")


@pytest.fixture
def small(directory: Path) -> Iterator[Path]:
    with small_disk(directory / "small", megabytes=40) as mounted:
        if not mounted:
            pytest.skip("this machine does not let us mount")
        yield directory / "small"


def leave(disk: Path, megabytes: int) -> None:
    """So much room on the disk, and at no moment more: who looks just then would take it for the end."""
    ballast = disk / "ballast"
    ballast.touch()
    too_much = shutil.disk_usage(disk).free - megabytes * MEBIBYTE
    if too_much > 0:
        with ballast.open("ab") as file:
            file.write(bytes(too_much))
    else:
        os.truncate(ballast, ballast.stat().st_size + too_much)


async def health_of(client: httpx.AsyncClient) -> dict[str, Any]:
    answer = await client.get("/api/healthz")
    assert answer.status_code == 200, "web itself is well, and downloads work"
    return dict(answer.json())


async def banner_of(client: httpx.AsyncClient) -> str:
    page = await page_of(client)
    return " ".join(page.xpath("//div[@id='banner']")[0].text_content().split())


@pytest.mark.disk_only("a bucket does not fill up")
async def test_a_disk_that_fills_up_warns_then_pauses_then_resumes_and_nothing_is_lost(
    small: Path, stack: Stack, rows: Rows
) -> None:
    on_small = {"uploads_dir": small / "uploads", "results_dir": small / "results", **SOFT, **HARD}
    await stack.start_gateway()
    await stack.start_web(**on_small)

    async def all_complete() -> bool:
        left = await rows.one("SELECT count(*) FROM jobs WHERE status <> 'complete'")
        return bool(left["count"] == 0)

    async with stack.client() as client:

        async def warned() -> bool:
            return bool((await health_of(client))["warnings"])

        async def paused() -> bool:
            return {pause["what"] for pause in (await health_of(client))["pauses"]} == {"claims", "uploads"}

        async def resumed() -> bool:
            return not (await health_of(client))["pauses"]

        assert (await health_of(client))["warnings"] == []
        leave(small, megabytes=15)
        await until(warned, what="the warning")
        assert (await banner_of(client)).startswith("Warning. The disk is filling up.")
        assert (await upload(client, pdf("taken while it fills up"))).status_code == 200

        leave(small, megabytes=8)
        await until(paused, what="the pause")
        await asyncio.gather(*(refused_before_its_body(stack) for _ in range(3)))
        assert (await banner_of(client)).startswith("Paused. The disk is nearly full.")
        await stack.start("worker", **on_small)
        await until(lambda: logged(stack, "worker", "disk_nearly_full"), what="the worker's own look")

        leave(small, megabytes=11)
        await asyncio.sleep(2)
        assert await paused(), "a little more room than the limit asks for is not enough"
        assert (await rows.one("SELECT status FROM jobs"))["status"] == "queued", "nothing is claimed"
        leave(small, megabytes=30)
        await until(resumed, what="the end of the pause")
        assert (await upload(client, pdf("taken again"))).status_code == 200
        await until(all_complete, what="the conversion of what had waited")
        for job in (await client.get("/api/jobs")).json()["jobs"]:
            assert (await client.get(f"/api/jobs/{job['id']}/download")).status_code == 200
    assert (await rows.one("SELECT count(*) FROM jobs WHERE status = 'complete'"))["count"] == 2
    for verb, event in (("web", "disk_fills_up"), ("web", "disk_pause_ended"), ("worker", "disk_pause_ended")):
        assert await logged(stack, verb, event)


@pytest.mark.disk_only("a bucket does not fill up")
@pytest.mark.parametrize("is_known", [False, True])
async def test_a_file_whose_last_bytes_find_no_room_is_refused_in_words_or_the_job_that_it_was_before(
    small: Path, stack: Stack, *, is_known: bool
) -> None:
    await stack.start_web(uploads_dir=small / "uploads", results_dir=small / "results", disk_hard_free_mb=0)
    content = pdf("written in two goes, of which the first fails") + b"\n%" + bytes(GATHERED_BYTES + CHUNK_BYTES)
    async with stack.client() as client:
        if is_known:
            earlier = (await upload(client, content)).json()["job"]
        fill(small)
        answer = await upload(client, content)
        if is_known:
            assert (answer.status_code, answer.json()["job"]["id"]) == (200, earlier["id"])
        else:
            assert (answer.status_code, answer.json()["code"]) == (500, "IO_ERROR")
            assert answer.json()["detail"].startswith("The file could not be stored.")
            assert [job["error_code"] for job in (await client.get("/api/jobs")).json()["jobs"]] == ["IO_ERROR"]


async def logged(stack: Stack, verb: str, event: str) -> bool:
    return f'"{event}"' in stack.log(verb).read_text()


async def refused_before_its_body(stack: Stack) -> None:
    """The client has announced fifty megabytes and sent none of them."""
    reader, writer = await asyncio.open_connection("127.0.0.1", stack.web_port)
    try:
        head = f"POST /api/upload HTTP/1.1\r\nHost: x\r\nContent-Length: {50 * MEBIBYTE}\r\n"
        writer.write(f"{head}Content-Type: multipart/form-data; boundary=b\r\n\r\n".encode())
        answer = await asyncio.wait_for(reader.readuntil(b"}"), PATIENCE_SECONDS)
    finally:
        writer.close()
    assert b" 503 " in answer.partition(b"\r\n")[0]
    assert b"Uploads are paused: The disk is nearly full." in answer
    assert b'"code":"PAUSED"' in answer
