"""Note 003, section E, as far as it concerns the API: its five files, the failure scenarios, what people see.

Keys of the keyboard are in tests/browser.
"""

import asyncio
import errno
from collections.abc import AsyncIterator
from unittest.mock import patch

import httpx
import pytest
import pytest_asyncio
from starlette.responses import Response

from fakturo.blobs.disk import DiskBlobs
from fakturo.settings import Settings
from tests.integration.acceptance.test_note_002_section_11 import MIB, down, handed_in
from tests.integration.web.test_upload import pdf, upload
from tests.support.gateways import xml
from tests.support.house import House
from tests.support.pdfs import pdf_of_pages
from tests.support.stack import Stack, until

pytestmark = pytest.mark.asyncio(loop_scope="module")

VALID = pdf("valid.pdf") + b"\n%" + b" " * MIB
INVALID = b"This is invalid.txt, called invalid.pdf."
OVERSIZED = b"%PDF-1.7\n" + bytes(51 * MIB)
CORRUPT = pdf("corrupt.pdf")[:200]
EMPTY = pdf_of_pages([])


@pytest_asyncio.fixture(loop_scope="module")
async def real(shared_stack: Stack) -> AsyncIterator[httpx.AsyncClient]:
    """Of real processes, with the gateway that reads PDFs."""
    async with shared_stack.client() as client:
        yield client


# ------------------------------------------------------------ files


async def test_valid_pdf_is_converted(real: httpx.AsyncClient) -> None:
    job_id = (await upload(real, VALID, "valid.pdf")).json()["job"]["id"]
    job = (await real.get(f"/api/jobs/{job_id}", params={"wait": 60})).json()["job"]
    assert job["status"] == "complete"


async def test_invalid_txt_is_refused(real: httpx.AsyncClient) -> None:
    assert (await upload(real, INVALID, "invalid.pdf")).json()["code"] == "NOT_PDF"


async def test_oversized_pdf_is_refused(real: httpx.AsyncClient) -> None:
    answer = await upload(real, OVERSIZED, "oversized.pdf")
    assert (answer.status_code, answer.json()["detail"]) == (413, "File exceeds 50 MB limit.")


@pytest.mark.parametrize(
    ("name", "content"), [("corrupt.pdf", CORRUPT), ("empty.pdf", EMPTY)], ids=["corrupt", "empty"]
)
async def test_corrupt_and_empty_pdfs_fail_with_a_reason(name: str, content: bytes, real: httpx.AsyncClient) -> None:
    job_id = (await upload(real, content, name)).json()["job"]["id"]
    job = (await real.get(f"/api/jobs/{job_id}", params={"wait": 60})).json()["job"]
    assert (job["status"], job["error_code"], job["attempt_count"]) == ("failed", "GW_4XX", 1)
    assert job["message"].startswith("Couldn't convert this file with the selected mapping. ")


# ------------------------------------------------------------ failure scenarios


async def test_scenario_1_a_gateway_that_takes_longer_than_its_limit_is_a_timeout(
    house: House, client: httpx.AsyncClient
) -> None:
    assert Settings.model_fields["gateway_timeout_ms"].default == 180_000

    async def late(_: int) -> Response:
        await asyncio.sleep(600)
        return xml()

    house.gateway.answer = late
    job_id = await handed_in(client, "late")
    async with house.worker(gateway_timeout_ms=200, retry_max_attempts=1):
        assert (await house.ended(client, job_id))["error_code"] == "GW_TIMEOUT"


async def test_scenario_2_a_502_is_retried_and_then_works(house: House, client: httpx.AsyncClient) -> None:
    before = house.gateway.calls

    async def at_the_third(number: int) -> Response:
        return xml() if number - before == 3 else await down(number)

    house.gateway.answer = at_the_third
    job_id = await handed_in(client, "third time")
    async with house.worker():
        job = await house.ended(client, job_id)
    assert (job["status"], job["attempt_count"]) == ("complete", 3)


async def test_scenario_3_a_full_disk_pauses_work_and_burns_no_attempt(house: House, client: httpx.AsyncClient) -> None:
    job_id = await handed_in(client, "full")
    full = OSError(errno.ENOSPC, "No space left on device")
    with patch.object(DiskBlobs, "draft", side_effect=full):
        async with house.worker():

            async def is_paused() -> bool:
                return bool(await house.web.rows.all("SELECT reason FROM pauses WHERE reason = 'disk'"))

            await until(is_paused, what="the pause")
            job = await house.until_status(client, job_id, "queued")
            assert (job["attempt_count"], job["last_error_code"]) == (0, "IO_ERROR")
            refused = await upload(client, pdf("while full"))
    assert (refused.status_code, refused.json()["code"]) == (503, "PAUSED")
    await house.web.rows.all("DELETE FROM pauses")
    async with house.worker():
        assert (await house.ended(client, job_id))["status"] == "complete"


async def test_scenario_5_an_unknown_mapping_is_refused_with_those_that_there_are(client: httpx.AsyncClient) -> None:
    answer = await upload(client, pdf("unknown"), mapping="no_such_mapping")
    assert (answer.status_code, answer.json()["code"]) == (400, "INVALID_REQUEST")
    assert "no_such_mapping" in answer.json()["detail"]


# ------------------------------------------------------------ what people see


async def test_of_five_pdfs_three_are_processed_and_two_wait(house: House, client: httpx.AsyncClient) -> None:
    go_on, before = asyncio.Event(), house.gateway.calls

    async def waits(_: int) -> Response:
        await go_on.wait()
        return xml()

    house.gateway.answer = waits
    ids = await asyncio.gather(*(handed_in(client, f"one of five {number}") for number in range(5)))
    async with house.worker():
        await house.gateway.called(before + 3)
        rows = await house.web.rows.all("SELECT status FROM jobs")
        assert sorted(row["status"] for row in rows) == ["processing"] * 3 + ["queued"] * 2
        go_on.set()
        assert {(await house.ended(client, each))["status"] for each in ids} == {"complete"}


async def test_a_failed_job_says_what_is_wrong_and_shows_no_stack_trace(
    house: House, client: httpx.AsyncClient
) -> None:
    house.gateway.answer = down
    job_id = await handed_in(client, "broken")
    async with house.worker(retry_max_attempts=1):
        job = await house.ended(client, job_id)
    assert job["message"].startswith("Converter service is having an issue.")
    assert "Traceback" not in (await client.get("/queue")).text


async def test_an_empty_queue_says_what_to_do(client: httpx.AsyncClient) -> None:
    assert "No files yet. Drop PDFs here to convert" in (await client.get("/queue")).text
