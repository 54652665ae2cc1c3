"""Retention on real PostgreSQL and real files, with a clock that moves."""

import asyncio
import hashlib
import os
import time
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest

from fakturo.blobs.base import BlobMissing, document_path, put, result_path, sidecar_path, upload_path
from fakturo.blobs.disk import UNFINISHED
from fakturo.domain.errors import ErrorCode
from fakturo.domain.job import Job
from fakturo.domain.transitions import Complete, Converted, Fail, StoredDocument
from fakturo.store.pool import Pool
from fakturo.store.retention import Retention, RetentionRules, mark_vanished
from fakturo.store.statements import statements
from fakturo.worker.janitor import Janitor
from tests.support.databases import Clock, Rows
from tests.support.jobs import ALICE, jobs_of, new_job, queue_of
from tests.support.stack import StorageUnderTest

RULES = RetentionRules(pdf_ttl=timedelta(days=7), xml_ttl=timedelta(days=30))
DAY = timedelta(days=1)
HOURS_2 = timedelta(hours=2)


class House:
    """Jobs with real files, and a janitor."""

    def __init__(self, pool: Pool, storage: StorageUnderTest, rules: RetentionRules = RULES) -> None:
        self.jobs, self.queue = jobs_of(pool), queue_of(pool)
        self.storage = storage
        self.blobs = storage.blobs
        self.pool = pool
        self.rules = rules

    def janitor(self, who: str = "janitor") -> Janitor:
        return Janitor(Retention(self.pool, self.rules, who=who), self.blobs)

    async def submit(self, content: bytes) -> Job:
        new = new_job(size=len(content))
        path = self.blobs.place(upload_path(new.id))
        written = await put(self.blobs, path, content)
        job, _ = await self.jobs.submit(new, sha256=written.sha256, upload_path=path)
        return job

    async def complete(self, content: bytes = b"%PDF-1.7", *, invoice: bytes | None = None) -> Job:
        await self.submit(content)
        (claimed,) = await self.queue.claim("gateway", 1)
        path = self.blobs.place(result_path(claimed.id, claimed.attempt_count, claimed.lease_token))
        written = await put(self.blobs, path, b"<xml/>" + content)
        await put(self.blobs, sidecar_path(path), b"{}")
        converted = Converted(path, written.size, written.sha256, 200)
        if invoice is not None:
            beside = await put(self.blobs, document_path(path), invoice)
            document = StoredDocument(document_path(path), beside.size, beside.sha256)
            converted = replace(converted, document=document)
        await self.queue.settle(claimed, Complete(converted), 1)
        job = await self.jobs.get(ALICE, claimed.id)
        assert job
        return job

    async def fail(self) -> Job:
        job = await self.submit(b"%PDF-1.7 bad")
        (claimed,) = await self.queue.claim("gateway", 1)
        await self.queue.settle(claimed, Fail(ErrorCode.GW_4XX, "no"), 1)
        return job

    def files(self) -> list[str]:
        return [file.name for file in self.storage.files()]


@pytest.fixture
def house(pool: Pool, storage: StorageUnderTest) -> House:
    return House(pool, storage)


async def sweep(house: House) -> None:
    assert await house.janitor().sweep(now=True) is not None


@pytest.mark.both_stores
async def test_pdfs_go_after_a_week_and_results_after_a_month(house: House, clock: Clock, rows: Rows) -> None:
    job = await house.complete()
    await clock.advance(6 * DAY)
    await sweep(house)
    assert len(house.files()) == 3
    await clock.advance(2 * DAY)
    await sweep(house)
    row = await rows.one("SELECT upload_path, result_path, expired_at FROM jobs")
    assert (row["upload_path"], row["expired_at"]) == (None, None)
    assert row["result_path"] is not None
    assert len(house.files()) == 3, "a download under way may still be reading"
    await clock.advance(HOURS_2)
    await sweep(house)
    assert [name.rpartition(".")[2] for name in house.files()] == ["xml", "json"]
    await clock.advance(30 * DAY)
    await sweep(house)
    await clock.advance(HOURS_2)
    await sweep(house)
    assert house.files() == []
    row = await rows.one("SELECT status, result_path, expired_at IS NOT NULL AS expired FROM jobs")
    assert row == {"status": "complete", "result_path": None, "expired": True}
    assert (await rows.events(job.id))[-2:] == ["expired", "expired"]


async def test_the_timeline_proves_what_was_deleted(house: House, clock: Clock, rows: Rows) -> None:
    content = b"%PDF-1.7 proof"
    await house.complete(content)
    await clock.advance(40 * DAY)
    await sweep(house)
    pdf, xml = [
        row["meta"] for row in await rows.all("SELECT meta FROM job_events WHERE event_type = 'expired' ORDER BY id")
    ]
    assert pdf == {
        "what": "pdf",
        "sha256": hashlib.sha256(content).hexdigest(),
        "bytes": len(content),
        "reason": "retention",
    }
    assert (xml["what"], xml["sha256"]) == ("xml", hashlib.sha256(b"<xml/>" + content).hexdigest())


async def test_what_waits_or_runs_is_never_touched(house: House, clock: Clock) -> None:
    await house.submit(b"%PDF-1.7 running")
    await house.queue.claim("gateway", 1)
    await house.submit(b"%PDF-1.7 waiting")
    await clock.advance(400 * DAY)
    await sweep(house)
    await clock.advance(HOURS_2)
    await sweep(house)
    assert len(house.files()) == 2


async def test_the_pdf_of_a_failed_job_goes_too(house: House, clock: Clock) -> None:
    await house.fail()
    await clock.advance(8 * DAY)
    await sweep(house)
    await clock.advance(HOURS_2)
    await sweep(house)
    assert house.files() == []


async def test_an_expired_job_does_not_stand_in_the_way_of_a_new_upload(house: House, clock: Clock) -> None:
    first = await house.complete(b"%PDF-1.7 same")
    await clock.advance(31 * DAY)
    await sweep(house)
    assert (await house.submit(b"%PDF-1.7 same")).id != first.id


async def test_results_go_after_their_download_where_that_is_wished(
    pool: Pool, storage: StorageUnderTest, clock: Clock
) -> None:
    rules = RetentionRules(RULES.pdf_ttl, RULES.xml_ttl, xml_goes_after_download=True)
    house = House(pool, storage, rules)
    fetched, not_fetched = await house.complete(b"%PDF-1.7 a"), await house.complete(b"%PDF-1.7 b")
    await house.jobs.record_download(ALICE, fetched.id)
    await sweep(house)
    jobs = {job.id: job for job in (await house.jobs.list(ALICE, limit=9)).jobs}
    assert (jobs[fetched.id].result_path, jobs[not_fetched.id].result_path is not None) == (None, True)


@pytest.mark.both_stores
async def test_deleted_jobs_lose_their_files_an_hour_later(house: House, clock: Clock) -> None:
    job = await house.complete()
    await house.jobs.delete(ALICE, job.id)
    await sweep(house)
    assert len(house.files()) == 3
    await clock.advance(HOURS_2)
    await sweep(house)
    assert house.files() == []


async def test_a_deleted_job_is_not_told_as_expired_when_its_time_would_be_over(
    house: House, clock: Clock, rows: Rows
) -> None:
    job = await house.complete()
    await house.jobs.delete(ALICE, job.id)
    (named,) = await rows.all(statements("figures")["storage"].decode())
    assert set(named["figures"]["storage_bytes"].values()) == {0}
    await clock.advance(31 * DAY)
    await sweep(house)
    assert (await rows.events(job.id))[-1] == "deleted"
    assert house.files() == []


@pytest.mark.both_stores
async def test_files_that_no_row_names_go_in_time_and_not_before(
    house: House, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = await house.complete()
    stray_upload = house.blobs.place(upload_path(UUID(int=7)))
    stray_result = house.blobs.place(result_path(job.id, 9, UUID(int=9)))
    for path in (stray_upload, stray_result, sidecar_path(stray_result)):
        await put(house.blobs, path, b"stray")
    await sweep(house)
    assert len(house.files()) == 6
    all_are_old(monkeypatch)
    swept = await house.janitor().sweep(now=True)
    assert swept is not None
    assert swept.orphans == 3
    await clock.advance(timedelta(days=6))
    await sweep(house)
    assert len(house.files()) == 6, "a week's grace, in case this was a mistake"
    await clock.advance(2 * DAY)
    await sweep(house)
    assert len(house.files()) == 3, "the job's own files stay, however old"
    assert await house.blobs.size(job.result_path or "") is not None


@pytest.mark.disk_only("a bucket's unfinished uploads are no files; tests/contract has them")
async def test_what_killed_writers_left_goes_a_day_later(house: House) -> None:
    left = house.storage.folder / "uploads" / UNFINISHED / "cut-off"
    left.write_bytes(b"x")
    await sweep(house)
    assert house.files() == ["cut-off"]
    long_ago = time.time() - 2 * 24 * 3600
    os.utime(left, (long_ago, long_ago))
    swept = await house.janitor().sweep(now=True)
    assert swept is not None
    assert (swept.drafts, house.files()) == (1, [])


def all_are_old(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bucket's files have the time of their last write, whatever a test does."""
    monkeypatch.setattr("fakturo.worker.janitor.ORPHAN_SECONDS", -3600.0)


@pytest.mark.both_stores
async def test_a_result_that_vanished_is_reported_and_marked(house: House, rows: Rows) -> None:
    job = await house.complete()
    assert job.result_path
    await house.blobs.delete(job.result_path)
    swept = await house.janitor().sweep(now=True)
    assert swept is not None
    assert swept.vanished == [job.id]
    row = await rows.one("SELECT result_path, expired_at IS NOT NULL AS expired FROM jobs")
    assert row == {"result_path": None, "expired": True}
    event = await rows.one("SELECT meta FROM job_events WHERE event_type = 'expired'")
    assert event["meta"]["reason"] == "vanished"


async def test_a_result_that_was_made_anew_meanwhile_is_not_marked_for_the_one_before(house: House) -> None:
    job = await house.complete()
    assert job.result_path
    await mark_vanished(house.pool, job.id, result_path(job.id, 0, UUID(int=0)))
    after = await house.jobs.get(ALICE, job.id)
    assert after
    assert (after.result_path, after.expired_at) == (job.result_path, None)


async def test_one_sweeper_at_a_time_and_one_that_vanished_loses_its_turn(house: House, clock: Clock) -> None:
    first, second = (Retention(house.pool, RULES, who=who) for who in ("first", "second"))
    assert await first.begin()
    assert not await second.begin(now=True)
    await clock.advance(timedelta(minutes=6))
    assert await second.begin()
    assert not await first.go_on()
    await second.end()
    assert not await first.begin(), "swept a moment ago: the next is due in a day"
    await clock.advance(DAY)
    assert await first.begin()


async def test_a_sweep_that_was_cut_off_is_finished_by_the_next(house: House, clock: Clock) -> None:
    for number in range(5):
        await house.complete(b"%%PDF-1.7 %d" % number)
    await clock.advance(40 * DAY)
    retention = Retention(house.pool, RULES, who="cut off")
    await retention.begin(now=True)
    await retention.expire_pdfs()
    await clock.advance(HOURS_2)
    (path, *_) = await retention.due_trash()
    await house.blobs.delete(path)  # and then it died
    await sweep(house)
    await clock.advance(HOURS_2)
    await sweep(house)
    assert house.files() == []


async def test_sweeps_race_uploads_claims_deletes_and_downloads_without_harm(house: House, clock: Clock) -> None:
    """No live file goes, no download breaks, whatever comes between."""
    broken: list[str] = []

    async def live(number: int) -> None:
        job = await house.complete(b"%%PDF-1.7 race %d" % number)
        assert job.result_path
        try:
            chunks = [chunk async for chunk in await house.blobs.read(job.result_path)]
        except BlobMissing:
            broken.append(str(job.id))
            return
        if hashlib.sha256(b"".join(chunks)).hexdigest() != job.result_sha256:
            broken.append(str(job.id))
        if number % 3 == 0:
            await house.jobs.delete(ALICE, job.id)

    async def sweeping() -> None:
        for _ in range(20):
            await house.janitor(f"janitor-{id(asyncio.current_task())}").sweep(now=True)

    async def living() -> None:
        for number in range(60):
            await live(number)

    await asyncio.gather(sweeping(), sweeping(), living())
    assert broken == []
    named = [job for job in (await house.jobs.list(ALICE, limit=100)).jobs if job.result_path]
    for job in named:
        assert await house.blobs.size(job.result_path or "") == job.result_bytes
    assert len(named) == 40


async def test_with_the_wrong_database_nothing_is_taken_for_an_orphan(
    house: House, rows: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(12):
        await house.complete(b"%%PDF-1.7 %d" % number)
    all_are_old(monkeypatch)
    await rows.all("TRUNCATE jobs CASCADE")
    await sweep(house)
    assert len(house.files()) == 36
    assert await rows.all("SELECT * FROM blob_trash") == []


@pytest.mark.disk_only("a disk that is not mounted")
async def test_with_a_disk_that_is_not_mounted_no_result_is_given_up(house: House, rows: Rows) -> None:
    for number in range(12):
        await house.complete(b"%%PDF-1.7 %d" % number)
    (house.storage.folder / "results").rename(house.storage.folder / "elsewhere")
    await sweep(house)
    assert (await rows.one("SELECT count(*) FROM jobs WHERE result_path IS NULL"))["count"] == 0


async def test_a_file_that_will_not_go_holds_up_nobody(house: House, clock: Clock, rows: Rows) -> None:
    await rows.all("INSERT INTO blob_trash (path, reason, not_before) VALUES ('not/a/path', 'x', now())")
    job = await house.complete()
    await house.jobs.delete(ALICE, job.id)
    await clock.advance(HOURS_2)
    await sweep(house)
    assert house.files() == []
    assert [row["path"] for row in await rows.all("SELECT path FROM blob_trash")] == ["not/a/path"]
