"""The whole way of a job with its files in a bucket, and beside files on disk."""

from pathlib import Path

import pytest
from lxml import etree

from tests.integration.web.test_upload import pdf, upload
from tests.support.databases import Rows
from tests.support.s3 import BUCKET, SECRET_KEY, running_s3
from tests.support.stack import Stack, stored_files, until


@pytest.mark.disk_only("it begins on disk")
async def test_a_job_goes_its_way_through_a_bucket_and_old_files_stay_readable(
    stack: Stack, rows: Rows, tmp_path: Path
) -> None:
    await stack.start_gateway()
    web, worker = await stack.start_web(), await stack.start("worker")
    async with stack.client() as client:

        async def converted(text: str) -> str:
            job_id = str((await upload(client, pdf(text))).json()["job"]["id"])

            async def done() -> bool:
                return bool((await client.get(f"/api/jobs/{job_id}")).json()["job"]["status"] == "complete")

            await until(done, what="the conversion")
            return job_id

        on_disk = await converted("on disk")
        for process in (web, worker):
            process.terminate()
            await process.wait()
        files_on_disk = stored_files(stack.directory)

        with running_s3(tmp_path) as s3:
            bucket = s3.storage("fakturo").settings
            web, worker = await stack.start_web(**bucket), await stack.start("worker", **bucket)
            in_bucket = await converted("in the bucket")
            row = await rows.one("SELECT upload_path, result_path FROM jobs WHERE id = %s", in_bucket)
            assert row["upload_path"].startswith(f"s3://{BUCKET}/fakturo/uploads/")
            assert row["result_path"].startswith(f"s3://{BUCKET}/fakturo/results/")
            assert stored_files(stack.directory) == files_on_disk
            for job_id, text in ((on_disk, "disk"), (in_bucket, "bucket")):
                answer = await client.get(f"/api/jobs/{job_id}/download")
                assert answer.status_code == 200
                assert text in etree.tostring(etree.fromstring(answer.content), encoding="unicode")
            for process in (web, worker):
                process.terminate()
                await process.wait()
    assert SECRET_KEY not in stack.log("web").read_text() + stack.log("worker").read_text()
