"""The drill: a backup under load, then everything is destroyed, and what was acknowledged comes back."""

import asyncio
import contextlib
import hashlib
import shutil
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.integration.up.test_up import running
from tests.integration.web.test_upload import pdf, upload
from tests.support import warm
from tests.support.databases import Rows, TestServer
from tests.support.s3 import ACCESS_KEY, BUCKET, SECRET_KEY, running_s3
from tests.support.stack import Stack, clean_environment, until

BEFORE, AT_ONCE = 12, 2


@dataclass
class Uploader:
    """Sends one file after the other and remembers what was acknowledged."""

    client: httpx.AsyncClient
    acknowledged: dict[str, str] = field(default_factory=dict)
    """The hash of each job's file."""
    _number: int = 0

    async def send(self) -> None:
        self._number += 1
        content = pdf(f"invoice {self._number}")
        answer = await upload(self.client, content)
        assert answer.status_code == 200
        self.acknowledged[answer.json()["job"]["id"]] = hashlib.sha256(content).hexdigest()

    async def send_for_ever(self) -> None:
        while True:
            await self.send()
            await asyncio.sleep(0.1)

    async def _has_enough(self) -> bool:
        return len(self.acknowledged) >= BEFORE

    @contextlib.asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """Entered once enough is acknowledged."""
        await self.client.get("/api/jobs")  # the session's cookie, before the crowd
        tasks = [asyncio.create_task(self.send_for_ever()) for _ in range(AT_ONCE)]
        try:
            await until(self._has_enough, what="a number of uploads")
            yield
        finally:
            for task in tasks:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task


async def fakturo(*arguments: object, **settings: object) -> str:
    status, said = await warm.run_async("fakturo", *arguments, environment=clean_environment(**settings))
    assert status == 0, said
    return said


async def jobs_of(client: httpx.AsyncClient) -> dict[str, dict[str, Any]]:
    found, cursor = dict[str, dict[str, Any]](), None
    while True:
        page = (await client.get("/api/jobs", params={"limit": 100} | ({"cursor": cursor} if cursor else {}))).json()
        found |= {job["id"]: job for job in page["jobs"]}
        cursor = page["next_cursor"]
        if cursor is None:
            return found


async def all_come_back(client: httpx.AsyncClient, acknowledged: dict[str, str], rows: Rows) -> None:
    """Every one that was acknowledged in time: there, finished, and with the bytes that it should have."""

    async def all_done() -> bool:
        jobs = await jobs_of(client)
        assert acknowledged.keys() <= jobs.keys(), "an acknowledged upload is not in the backup"
        return all(jobs[each]["status"] == "complete" for each in acknowledged)

    await until(all_done, seconds=90, what="the end of every job")
    for row in await rows.all("SELECT id, sha256, result_sha256 FROM jobs"):
        if str(row["id"]) in acknowledged:
            assert acknowledged[str(row["id"])] == row["sha256"]
            answer = await client.get(f"/api/jobs/{row['id']}/download")
            assert answer.status_code == 200
            assert hashlib.sha256(answer.content).hexdigest() == row["result_sha256"]


async def epoch(rows: Rows) -> object:
    return (await rows.one("SELECT epoch FROM feed_epoch"))["epoch"]


@pytest.mark.long
async def test_the_drill_on_one_machine(directory: Path) -> None:
    data, backup = directory / "data", directory / "backup"
    rows = Rows(f"postgresql:///fakturo?host={data / 'socket'}&user=fakturo")
    async with running(data, worker_concurrency=1) as up:
        await up.until_says("Ready")
        async with up.client() as client:
            uploader = Uploader(client)
            async with uploader.at_work():
                in_time = dict(uploader.acknowledged)
                said = await fakturo("backup", backup, "--data-dir", data)
            assert said.startswith("Backed up ")
            assert len(uploader.acknowledged) > len(in_time), "uploads went on meanwhile"
            cookies, before = dict(client.cookies), await epoch(rows)
        up.process.kill()
        await up.process.wait()
    await until(up.none_left, seconds=90, what="the end of all processes")
    shutil.rmtree(data)
    await fakturo("restore", backup, "--data-dir", data)
    async with running(data) as again:
        await again.until_says("Ready")
        async with httpx.AsyncClient(base_url=again.url, trust_env=False, cookies=cookies, timeout=30) as client:
            await all_come_back(client, in_time, rows)
        assert await epoch(rows) != before


@pytest.mark.long
async def test_the_drill_with_a_server_and_a_bucket(server: TestServer, directory: Path, tmp_path: Path) -> None:
    """The old database and the old bucket are gone; both come back under other names."""
    backup = tmp_path / "backup"
    with running_s3(tmp_path / "s3") as s3:
        keys = {
            "aws_endpoint_url": s3.endpoint,
            "aws_region": "us-east-1",
            "aws_access_key_id": ACCESS_KEY,
            "aws_secret_access_key": SECRET_KEY,
        }
        old, new = ({"storage_url": f"s3://{BUCKET}/{name}", **keys} for name in ("old", "new"))
        async with server.database() as url, Stack(url, directory) as stack:
            await stack.start_gateway()
            await stack.start_web(**old)
            for _ in range(2):
                await stack.start("worker", worker_concurrency=1, **old)
            async with stack.client() as client:
                uploader = Uploader(client)
                async with uploader.at_work():
                    in_time = dict(uploader.acknowledged)
                    await fakturo("backup", backup, database_url=url, data_dir=directory, **old)
                assert len(uploader.acknowledged) > len(in_time), "uploads went on meanwhile"
                cookies, before = dict(client.cookies), await epoch(Rows(url))
        shutil.rmtree(s3.directory / BUCKET / "old")
        async with server.database() as url, Stack(url, directory) as stack:
            await fakturo("restore", backup, database_url=url, data_dir=directory, **new)
            await stack.start_gateway()
            await stack.start_web(**new)
            await stack.start("worker", **new)
            async with httpx.AsyncClient(
                base_url=stack.web_url, trust_env=False, cookies=cookies, timeout=30
            ) as client:
                await all_come_back(client, in_time, Rows(url))
            assert await epoch(Rows(url)) != before
