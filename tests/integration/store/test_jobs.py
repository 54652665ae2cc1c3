"""The web's side of the store: dedupe and ownership."""

import asyncio
from datetime import timedelta

import pytest

from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import Status
from fakturo.domain.transitions import Fail
from fakturo.store.jobs import Place
from fakturo.store.pool import Pool
from tests.support.databases import Rows
from tests.support.jobs import ALICE, BOB, jobs_of, new_job, queue_of, sha256_of, submit


async def test_fifty_simultaneous_identical_uploads_are_one_job(pool: Pool, rows: Rows) -> None:
    jobs = jobs_of(pool)

    async def upload() -> tuple[object, bool]:
        new = new_job()
        job, deduped = await jobs.submit(new, sha256=sha256_of("same"), upload_path=f"uploads/00/00/{new.id}.pdf")
        return job.id, deduped

    answers = await asyncio.gather(*(upload() for _ in range(50)))
    assert len({job_id for job_id, _ in answers}) == 1
    assert sorted(deduped for _, deduped in answers) == [False] + [True] * 49
    assert (await rows.one("SELECT count(*) FROM jobs"))["count"] == 1


@pytest.mark.parametrize("difference", ["owner", "mapping", "version"])
async def test_another_owner_mapping_or_version_is_another_job(difference: str, pool: Pool, rows: Rows) -> None:
    jobs = jobs_of(pool)
    await submit(jobs, "same")
    other = new_job(
        BOB if difference == "owner" else ALICE, mapping="ubl_v1" if difference == "mapping" else "layout_v1"
    )
    if difference == "version":
        object.__setattr__(other, "mapping_version", 2)
    _, deduped = await jobs.submit(other, sha256=sha256_of("same"), upload_path="uploads/00/00/x.pdf")
    assert not deduped


@pytest.mark.parametrize("ended", ["failed", "deleted", "expired"])
async def test_a_failed_deleted_or_expired_twin_does_not_block_a_new_upload(ended: str, pool: Pool, rows: Rows) -> None:
    jobs, queue = jobs_of(pool), queue_of(pool)
    first = await submit(jobs, "same")
    if ended == "failed":
        (claimed,) = await queue.claim("gateway", 1)
        await queue.settle(claimed, Fail(ErrorCode.GW_4XX, "no", 400, {}), 1)
    else:
        await rows.all(f"UPDATE jobs SET {ended}_at = now()")  # noqa: S608
    second = await submit(jobs, "same")
    assert second.id != first.id


async def test_a_refused_upload_is_a_failed_job_without_a_file(pool: Pool, rows: Rows) -> None:
    new = new_job()
    job = await jobs_of(pool).refuse(new, code=ErrorCode.NOT_PDF, message="Only PDF files are supported.")
    assert (job.status, job.error_code, job.sha256) == (Status.FAILED, ErrorCode.NOT_PDF, None)
    assert await rows.events(job.id) == ["uploaded", "failed"]


async def test_nobody_sees_anothers_job(pool: Pool) -> None:
    jobs = jobs_of(pool)
    hers = await submit(jobs, "a", ALICE)
    assert await jobs.get(BOB, hers.id) is None
    assert await jobs.exists(hers.id)
    assert await jobs.list(BOB, limit=10) == []
    assert await jobs.count_active(BOB) == 0
    await jobs.record_download(BOB, hers.id)
    assert (await jobs.get(ALICE, hers.id)) == hers


async def test_the_list_pages_newest_first_without_gaps_or_repeats(pool: Pool) -> None:
    jobs = jobs_of(pool)
    submitted = [(await submit(jobs, number)).id for number in range(7)]
    seen, place = [], None
    while page := await jobs.list(ALICE, limit=3, before=place):
        seen += [job.id for job in page]
        place = Place(page[-1].created_at, page[-1].id)
    assert seen == submitted[::-1]


async def test_the_list_filters_by_status_and_time(pool: Pool) -> None:
    jobs = jobs_of(pool)
    await submit(jobs, "a")
    (claimed,) = await queue_of(pool).claim("gateway", 1)
    waiting = await submit(jobs, "b")
    assert [job.id for job in await jobs.list(ALICE, limit=9, statuses=[Status.QUEUED])] == [waiting.id]
    assert [job.id for job in await jobs.list(ALICE, limit=9, statuses=[Status.PROCESSING])] == [claimed.id]
    assert await jobs.list(ALICE, limit=9, since=waiting.updated_at + timedelta(hours=1)) == []
