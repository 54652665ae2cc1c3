"""GET /api/healthz and `fakturo doctor` look at the storage."""

import asyncio
import shutil
import socket
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.s3 import S3Server
from tests.support.stack import Stack, until

WRONG_KEY = {"aws_secret_access_key": "wrong-secret"}


async def health_of(stack: Stack, **settings: object) -> tuple[int, dict[str, Any], float]:
    """Of a web process that may never get well, and how long it took to say so."""
    await stack.start("web", **settings)
    async with stack.client() as client:

        async def answers() -> bool:
            try:
                return (await client.get("/api/jobs")).status_code == 200
            except httpx.HTTPError:
                return False

        await until(answers, what="web's start")
        began = time.monotonic()
        answer = await client.get("/api/healthz")
        return answer.status_code, answer.json(), time.monotonic() - began


@pytest.mark.both_stores
async def test_health_is_well(stack: Stack) -> None:
    status, answer, _ = await health_of(stack)
    assert (status, answer["status"], answer["checks"]) == (200, "ok", {"database": "ok", "storage": "ok"})


async def test_a_monitor_that_asks_for_the_head_alone_is_told_the_same(stack: Stack) -> None:
    await stack.start_web()
    async with stack.client() as client:
        answer = await client.head("/api/healthz")
        assert (answer.status_code, answer.content) == (200, b"")
        assert answer.headers["content-type"] == (await client.get("/api/healthz")).headers["content-type"]


@pytest.mark.disk_only("a directory that cannot be written")
async def test_a_disk_that_cannot_be_written_sends_requests_elsewhere(stack: Stack) -> None:
    shutil.rmtree(stack.directory / "results")
    starting = asyncio.create_task(health_of(stack))

    async def made() -> bool:
        return (stack.directory / "results" / "archive" / "unfinished").is_dir()

    await until(made, what="web's directories")
    shutil.rmtree(stack.directory / "results")
    status, answer, _ = await starting
    assert (status, answer["status"], answer["checks"]["storage"]) == (503, "unavailable", "not writable")


async def test_a_bucket_that_refuses_our_key_sends_requests_elsewhere(
    database_url: str, directory: Path, s3_server: S3Server
) -> None:
    async with Stack(database_url, directory, storage=s3_server.storage()) as stack:
        status, answer, _ = await health_of(stack, **WRONG_KEY)
    assert (status, answer["checks"]["storage"]) == (503, "not writable")
    assert "wrong-secret" not in stack.log("web").read_text()


async def test_a_bucket_that_does_not_answer_does_not_take_the_page_away(
    database_url: str, directory: Path, s3_server: S3Server
) -> None:
    """A listener that takes connections and says nothing: the worst that a network does."""
    silent = socket.create_server(("127.0.0.1", 0))
    endpoint = f"http://127.0.0.1:{silent.getsockname()[1]}"
    async with Stack(database_url, directory, storage=s3_server.storage()) as stack:
        status, answer, seconds = await health_of(stack, aws_endpoint_url=endpoint)
        async with stack.client() as client:
            assert (await client.get("/queue")).status_code == 200
    silent.close()
    assert (status, answer["status"], answer["checks"]["storage"]) == (200, "degraded", "unreachable")
    assert seconds < 20, "far less than the store is given for a file"


async def test_doctor_looks_at_the_bucket(database_url: str, directory: Path, s3_server: S3Server) -> None:
    async with Stack(database_url, directory, storage=s3_server.storage()) as stack:
        _, well = await stack.run("doctor")
        assert f"✓ storage: {stack.storage.settings['storage_url']} can be written" in well
        code, refused = await stack.run("doctor", **WRONG_KEY)
        assert code == 1
        assert "✗ storage: s3://" in refused
        assert "403" in refused
        assert "wrong-secret" not in refused


async def test_doctor_says_when_links_cannot_work(stack: Stack) -> None:
    _, said = await stack.run("doctor", download_link_sec=60, aws_secret_access_key="")
    assert "DOWNLOAD_LINK_SEC has no effect" in said
