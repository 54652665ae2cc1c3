"""The web's side of the store: dedupe and ownership."""

import asyncio
import json
import signal
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest

from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import Job, Status
from fakturo.domain.transitions import Fail
from fakturo.processes import stop
from fakturo.store import submitting
from fakturo.store.embedded import EmbeddedPostgres
from fakturo.store.jobs import Jobs, Place, Wanted
from fakturo.store.migrate import migrate
from fakturo.store.pool import Pool, open_pool
from fakturo.store.signals import WORK_IS_WAITING
from fakturo.store.statements import statements
from fakturo.store.submitting import NewJob
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


async def test_what_a_submit_gives_is_what_its_row_says(pool: Pool) -> None:
    jobs = jobs_of(pool)
    assert await submit(jobs, "new") == (await jobs.list(ALICE, limit=1)).jobs[0]


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
        await queue.settle(claimed, Fail(ErrorCode.GW_4XX, "no", 400), 1)
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
    empty = await jobs.list(BOB, limit=10)
    assert (empty.jobs, empty.active_count) == ([], 0)
    await jobs.record_download(BOB, hers.id)
    assert (await jobs.get(ALICE, hers.id)) == hers


async def test_the_list_pages_newest_first_without_gaps_or_repeats(pool: Pool) -> None:
    jobs = jobs_of(pool)
    submitted = [(await submit(jobs, number)).id for number in range(7)]
    seen, place = [], None
    while page := (await jobs.list(ALICE, limit=3, before=place)).jobs:
        seen += [job.id for job in page]
        place = Place(page[-1].created_at, page[-1].id)
    assert seen == submitted[::-1]


async def test_the_list_filters_by_status_and_time(pool: Pool) -> None:
    jobs = jobs_of(pool)
    await submit(jobs, "a")
    (claimed,) = await queue_of(pool).claim("gateway", 1)
    waiting = await submit(jobs, "b")
    assert [job.id for job in (await jobs.list(ALICE, limit=9, wanted=Wanted([Status.QUEUED]))).jobs] == [waiting.id]
    assert [job.id for job in (await jobs.list(ALICE, limit=9, wanted=Wanted([Status.PROCESSING]))).jobs] == [
        claimed.id
    ]
    assert (await jobs.list(ALICE, limit=9, since=waiting.updated_at + timedelta(hours=1))).jobs == []


async def fail_one(pool: Pool) -> None:
    queue = queue_of(pool)
    (claimed,) = await queue.claim("gateway", 1)
    await queue.settle(claimed, Fail(ErrorCode.GW_5XX, "no"), 1)


async def test_a_failed_job_asked_for_again_is_as_new(pool: Pool, rows: Rows) -> None:
    jobs = jobs_of(pool)
    job = await submit(jobs, "a")
    await fail_one(pool)
    await rows.all("UPDATE jobs SET crash_count = 2, release_count = 3")
    found = await jobs.retry(ALICE, job.id)
    assert found is not None
    again, is_twin = found
    assert not is_twin
    assert (again.id, again.status, again.error_code, again.attempt_count) == (job.id, Status.QUEUED, None, 0)
    assert again.manual_retry_count == 1
    row = await rows.one(
        "SELECT crash_count, release_count, last_error_code, queued_at > created_at AS later FROM jobs"
    )
    assert row == {"crash_count": 0, "release_count": 0, "last_error_code": None, "later": True}
    event = await rows.one("SELECT meta FROM job_events ORDER BY id DESC LIMIT 1")
    assert event["meta"] == {"manual": True, "generation": 1}


async def test_asked_for_again_with_a_live_twin_the_twin_is_the_answer(pool: Pool) -> None:
    jobs = jobs_of(pool)
    failed = await submit(jobs, "same")
    await fail_one(pool)
    twin = await submit(jobs, "same")
    found = await jobs.retry(ALICE, failed.id)
    assert found is not None
    assert (found[0].id, found[1]) == (twin.id, True)


async def test_of_two_failed_twins_asked_for_at_once_one_runs(pool: Pool, rows: Rows) -> None:
    jobs = jobs_of(pool)
    failed = []
    for _ in range(5):
        failed.append((await submit(jobs, "same")).id)
        await fail_one(pool)
    found = await asyncio.gather(*(jobs.retry(ALICE, job_id) for job_id in failed for _ in range(4)))
    assert len({answer[0].id for answer in found if answer}) == 1
    assert (await rows.one("SELECT count(*) FROM jobs WHERE status = 'queued'"))["count"] == 1


@pytest.mark.parametrize("state", ["queued", "processing", "another owner", "without a file", "deleted"])
async def test_only_the_owner_and_only_a_failed_job_with_its_file(state: str, pool: Pool, rows: Rows) -> None:
    jobs = jobs_of(pool)
    job = await submit(jobs, "a")
    if state == "processing":
        await queue_of(pool).claim("gateway", 1)
    elif state != "queued":
        await fail_one(pool)
    if state == "without a file":
        await rows.all("UPDATE jobs SET upload_path = NULL")
    if state == "deleted":
        await jobs.delete(ALICE, job.id)
    owner = BOB if state == "another owner" else ALICE
    before = await rows.all("SELECT * FROM jobs")
    assert await jobs.retry(owner, job.id) is None
    assert await rows.all("SELECT * FROM jobs") == before


async def test_a_deleted_job_is_gone_its_lease_ended_and_its_files_on_their_way(pool: Pool, rows: Rows) -> None:
    jobs, queue = jobs_of(pool), queue_of(pool)
    job = await submit(jobs, "a")
    (claimed,) = await queue.claim("gateway", 1)
    assert not await jobs.delete(BOB, job.id)
    assert await jobs.delete(ALICE, job.id)
    assert not await jobs.delete(ALICE, job.id)
    assert await jobs.get(ALICE, job.id) is None
    assert await queue.extend([claimed]) == set()
    assert not await queue.settle(claimed, Fail(ErrorCode.GW_4XX, "no"), 1)
    assert (await rows.events(job.id))[-1] == "deleted"
    (trash,) = await rows.all(
        "SELECT path, not_before > clock_timestamp() + interval '59 min' AS later FROM blob_trash"
    )
    assert trash == {"path": f"uploads/00/00/{job.id}.pdf", "later": True}
    assert (await submit(jobs, "a")).id != job.id


async def test_a_deleted_job_in_the_queue_is_never_claimed(pool: Pool) -> None:
    jobs = jobs_of(pool)
    job = await submit(jobs, "a")
    await jobs.delete(ALICE, job.id)
    assert await queue_of(pool).claim("gateway", 1) == []
    assert (await jobs.list(ALICE, limit=1)).active_count == 0


async def test_one_that_comes_alone_wakes_workers_with_its_commit_and_several_are_called_for(
    pool: Pool, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is woken twice."""
    monkeypatch.setattr(submitting, "ALONE_SECONDS", 3600)  # however slowly the others follow
    calls = list[str]()
    jobs = Jobs(pool, call=calls.append)
    async with await psycopg.AsyncConnection.connect(database_url, autocommit=True) as listener:
        await listener.execute(f"LISTEN {WORK_IS_WAITING}")
        await asyncio.gather(*(submit(jobs, number) for number in range(4)))
        assert calls == [WORK_IS_WAITING] * 3
        await listener.execute("LISTEN the_end")
        await listener.execute("NOTIFY the_end")
        heard = list[str]()
        async for note in listener.notifies():
            if note.channel == "the_end":
                break
            heard.append(note.channel)
    assert heard == [WORK_IS_WAITING]


async def test_nobody_is_told_of_a_job_that_a_crash_of_the_server_could_take_back(directory: Path) -> None:
    """Neither who hands it in, nor who hands in the same, or says the same key, before the first one is told."""
    postgres = EmbeddedPostgres(directory, extra={"wal_writer_delay": "10s"})  # nobody writes it by the way
    await migrate(await postgres.start())

    async def hands_in(pool: Pool) -> Job:
        return await submit(jobs_of(pool), "a file")

    async def hands_in_the_same(pool: Pool) -> Job:
        await _submit_and_wait_for_no_disk(pool, new_job(), "a second file")
        return await submit(jobs_of(pool), "a second file")

    async def says_the_same_key(pool: Pool) -> Job:
        await _submit_and_wait_for_no_disk(pool, replace(new_job(), idempotency_key="k"), "a third file")
        again = replace(new_job(), idempotency_key="k")
        job, was_there = await jobs_of(pool).submit(again, sha256=sha256_of("another"), upload_path="uploads/00/2.pdf")
        assert was_there
        return job

    try:
        for is_told in (hands_in, hands_in_the_same, says_the_same_key):
            async with open_pool(postgres.url, name="web", max_size=2) as pool:
                job = await is_told(pool)
                assert postgres.process
                await stop(postgres.process, (signal.SIGQUIT, 30))  # at once, as in a crash
            await postgres.start()
            async with open_pool(postgres.url, name="web", max_size=2) as pool:
                assert await jobs_of(pool).get(ALICE, job.id), is_told.__name__
    finally:
        await postgres.stop()


async def _submit_and_wait_for_no_disk(pool: Pool, new: NewJob, content: str) -> None:
    """As far as a submit has come when workers may begin."""
    columns = new.parameters() | {"sha256": sha256_of(content), "upload_path": f"uploads/00/{new.id}.pdf"}
    terms = submitting.Terms(None, unless_converted=False).parameters()
    said = {"uploads": json.dumps([columns], default=str), "call": WORK_IS_WAITING}
    async with pool.connection() as connection:
        await connection.execute(statements("submitting")["submit"], terms | said)
