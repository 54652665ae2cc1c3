"""`fakturo storage move` as an operator uses it, on services that run and are used meanwhile."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.integration.web.test_api import completed
from tests.integration.web.test_upload import pdf, upload
from tests.support.databases import Rows
from tests.support.s3 import S3Server
from tests.support.stack import Stack, on_disk

JOBS = 12

pytestmark = pytest.mark.disk_only("it moves from one store to the other by itself")


async def test_files_move_to_a_bucket_while_people_upload_and_download(
    stack: Stack, rows: Rows, s3_server: S3Server
) -> None:
    bucket = s3_server.storage()
    url = str(bucket.settings["storage_url"])
    await stack.start_gateway()
    web, worker = await stack.start_web(), await stack.start("worker")
    async with stack.client() as client:
        jobs = [await completed(client, f"moved {number}") for number in range(JOBS)]

        code, said = await stack.run("storage", "move", "--to", url)
        assert (code, f"New files go to disk, not to {url}. Set STORAGE_URL={url}" in said) == (1, True)
        code, said = await stack.run("storage", "move", "--to", url, **bucket.settings)
        assert code == 1
        assert "A process that runs could not read" in said
        assert "worker " in said
        assert "web " in said

        await stack.stop(web, worker)
        await stack.start_web(**bucket.settings)
        worker = await stack.start("worker", **bucket.settings)
        code, said = await stack.run("storage", "move", "--to", url, "--dry-run", **bucket.settings)
        assert (code, f"Would move {2 * JOBS} files (0.0 MB) from disk to {url}." in said) == (0, True)
        assert bucket.files() == []

        using = asyncio.create_task(use(client, jobs))
        code, said = await stack.run("storage", "move", "--to", url, **bucket.settings)
        using.cancel()
        fetched, uploaded = await using
    assert (code, f"Moved {2 * JOBS} files" in said) == (0, True)
    assert fetched > JOBS, "people were served all the while"
    paths = await rows.all("SELECT upload_path, result_path FROM jobs WHERE result_path IS NOT NULL")
    assert len(paths) >= JOBS
    assert all(path.startswith(f"{url}/") for row in paths for path in row.values())
    assert (await rows.one("SELECT count(*) FROM jobs WHERE attempt_count > 1 OR status = 'failed'"))["count"] == 0
    assert uploaded


async def use(client: httpx.AsyncClient, jobs: list[dict[str, Any]]) -> tuple[int, int]:
    """Downloads and uploads without a pause; each must be right. How many there were."""
    fetched = uploaded = 0
    try:
        while True:
            for job in jobs:
                answer = await client.get(f"/api/jobs/{job['id']}/download")
                assert (answer.status_code, len(answer.content)) == (200, job["result_bytes"])
                fetched += 1
            assert (await upload(client, pdf(f"meanwhile {fetched}"))).status_code == 200
            uploaded += 1
    except asyncio.CancelledError:
        return fetched, uploaded


@pytest.mark.long
async def test_what_is_left_is_said_and_the_status_is_not_zero(
    database_url: str, directory: Path, rows: Rows, s3_server: S3Server
) -> None:
    bucket = s3_server.storage()
    url = str(bucket.settings["storage_url"])
    async with Stack(database_url, directory, storage=on_disk(directory)) as stack:
        await stack.start_web()
        async with stack.client() as client:
            fine, damaged, missing = [(await upload(client, pdf(text))).json()["job"]["id"] for text in "abc"]
        await stack.stop(*stack.started)
        paths = {str(row["id"]): row["upload_path"] for row in await rows.all("SELECT id, upload_path FROM jobs")}
        (directory / paths[damaged]).write_bytes(b"%PDF-1.7 other")
        (directory / paths[missing]).unlink()
        code, said = await stack.run("storage", "move", "--to", url, **bucket.settings)
        assert code == 1
        assert "Moved 1 file " in said
        assert f"damaged, and left as it is: upload of job {damaged}" in said
        assert f"missing, and left as it is: upload of job {missing}" in said
        assert f"2 file(s) are not in {url}" in said
        assert fine not in said
        _, said = await stack.run("storage", "show", **bucket.settings)
        assert "disk: 2 files" in said
        assert "1 in the trash, the last of them to go at" in said
        assert f"{url}: 1 file " in said
        _, said = await stack.run("doctor")
        assert f"✗ storage: 1 file(s) are in {url}, which no setting names. Add it to STORAGE_ALSO." in said
        without_old = {name: value for name, value in bucket.settings.items() if name != "storage_url"}
        code, said = await stack.run("storage", "move", "--to", "disk", **without_old)
        assert (code, "which no setting names. Add it to STORAGE_ALSO" in said) == (1, True)
        code, said = await stack.run("storage", "move", "--to", "disk", storage_also=url, **without_old)
        assert (code, "Moved 1 file " in said) == (0, True)
    assert all(":" not in row["upload_path"] for row in await rows.all("SELECT upload_path FROM jobs"))
